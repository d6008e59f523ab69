//! What a player sees, or a program that plays.

use std::io::{self, Write};

use ::view::words::quantity;
use kit::terminal::printable;
use serde::Serialize;
use serde_json::Value;

use super::number::quote;
use crate::play::{Answer, Game, HELP};
use crate::rules::State;

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// To people, on lines of so many columns.
    Text(usize),
    /// To programs: a document a line for each of their lines.
    Json,
}

/// The side of a game that is seen.
#[derive(Debug)]
pub(crate) struct Dialogue<W> {
    out: W,
    form: Form,
}

/// A line of [`Form::Json`].
#[derive(Serialize)]
struct Document<'a> {
    event: &'a str,
    /// Those that were moved, or the next one if that was asked for.
    hooks: &'a [u32],
    state: Value,
    moves: u64,
    distance: String,
    solved: bool,
    /// Those that can be moved.
    legal: &'a [u32],
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

impl<W: Write> Dialogue<W> {
    /// A dialogue that goes there in this form.
    pub(crate) fn new(out: W, form: Form) -> Dialogue<W> {
        Dialogue { out, form }
    }

    /// Shows where everything is at the beginning.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn begin(&mut self, game: &Game) -> io::Result<()> {
        self.tell(game, "begun", &[], None)
    }

    /// Says why a line is no command.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn refuse(&mut self, game: &Game, why: &str) -> io::Result<()> {
        self.tell(game, "refused", &[], Some(&printable(why)))
    }

    /// Shows what came of a command.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn answer(&mut self, game: &Game, answer: &Answer) -> io::Result<()> {
        match answer {
            Answer::Moved { hooks, illegal } => {
                let why = illegal.as_ref().map(ToString::to_string);
                let event = if why.is_some() { "refused" } else { "moved" };
                self.tell(game, event, hooks, why.as_deref())
            }
            Answer::Hint(Some(hook)) => {
                let message = format!("hook {hook} is next");
                self.tell(game, "hint", &[*hook], Some(&message))
            }
            Answer::Hint(None) => self.tell(game, "hint", &[], Some(THERE)),
            Answer::Solved(hooks) if hooks.is_empty() => {
                self.tell(game, "refused", &[], Some(THERE))
            }
            Answer::Solved(hooks) => self.tell(game, "moved", hooks, None),
            Answer::TooFar(distance) => {
                let why = format!(
                    "the goal is {distance} moves away; `solve 100` makes the next 100 of them"
                );
                self.tell(game, "refused", &[], Some(&why))
            }
            Answer::Undone(hooks) if hooks.is_empty() => {
                self.tell(game, "refused", &[], Some("there is no move to take back"))
            }
            Answer::Undone(hooks) => self.tell(game, "undone", hooks, None),
            Answer::Shown => self.tell(game, "shown", &[], None),
            Answer::Help => self.tell(game, "help", &[], Some(HELP)),
            Answer::Left => self.tell(game, "left", &[], Some(&left(game))),
        }
    }

    /// Asks for the next command.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn prompt(&mut self) -> io::Result<()> {
        write!(self.out, "> ")?;
        self.out.flush()
    }

    /// Ends the line that the prompt began.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// For people a message stands for itself, unless there were moves before
    /// it; without one everything is shown.
    fn tell(
        &mut self,
        game: &Game,
        event: &str,
        hooks: &[u32],
        message: Option<&str>,
    ) -> io::Result<()> {
        match (self.form, message) {
            (Form::Json, _) => {
                let (first, second) = game.state().moves();
                let legal: Vec<u32> = [Some(first), second].into_iter().flatten().collect();
                let document = Document {
                    event,
                    hooks,
                    state: number(game.state()),
                    moves: game.moves(),
                    distance: game.distance().to_string(),
                    solved: game.is_solved(),
                    legal: &legal,
                    message,
                };
                serde_json::to_writer(&mut self.out, &document)?;
                writeln!(self.out)?;
            }
            (Form::Text(columns), Some(message)) => {
                if event == "refused" && !hooks.is_empty() {
                    self.show(game, "moved", hooks, columns)?;
                }
                for line in wrapped(message, columns) {
                    writeln!(self.out, "{line}")?;
                }
            }
            (Form::Text(columns), None) => self.show(game, event, hooks, columns)?,
        }
        self.out.flush()
    }

    fn show(&mut self, game: &Game, event: &str, hooks: &[u32], columns: usize) -> io::Result<()> {
        if !hooks.is_empty() {
            let hooks: Vec<String> = hooks.iter().map(u32::to_string).collect();
            let noun = if hooks.len() == 1 { "hook" } else { "hooks" };
            for line in wrapped(&format!("{event} {noun} {}", hooks.join(" ")), columns) {
                writeln!(self.out, "{line}")?;
            }
        }
        self.out
            .write_all(picture(game.state(), columns).as_bytes())?;
        let made = quantity(game.moves(), "move", "moves");
        let state = game.state().number();
        if !game.is_solved() {
            let left = game.distance();
            return writeln!(self.out, "state {state} after {made}, {left} to go");
        }
        let fewest = game.fewest();
        if fewest == game.moves().into() {
            writeln!(
                self.out,
                "state {state}: solved in {made}, the fewest possible"
            )
        } else {
            writeln!(
                self.out,
                "state {state}: solved in {made}; {fewest} would do"
            )
        }
    }
}

/// Where a player leaves.
pub(crate) fn left(game: &Game) -> String {
    format!(
        "left at state {} after {}",
        game.state().number(),
        quantity(game.moves(), "move", "moves")
    )
}

/// A state in a document.
fn number(state: &State) -> Value {
    match u64::try_from(state.number()) {
        Ok(number) if quote(state.rings()).is_empty() => number.into(),
        _ => state.number().to_string().into(),
    }
}

const THERE: &str = "the goal is reached";

/// The numbers of the hooks, each on one of two lines, in rows of so many
/// columns.
///
/// ```text
///   up  1   3 4 5 6
///  down    2
/// ```
fn picture(state: &State, columns: usize) -> String {
    const MARGIN: usize = 6;
    let rings = state.rings().count();
    let wide = rings.to_string().len() + 1;
    let in_a_row = (columns.saturating_sub(MARGIN) / wide).max(1) as u32;
    let mut text = String::new();
    for first in (1..=rings).step_by(in_a_row as usize) {
        for (name, down) in [("up", false), ("down", true)] {
            let hooks = first..=rings.min(first + in_a_row - 1);
            let cells: String = hooks
                .map(|hook| match state.is_down(hook) == down {
                    true => format!("{hook:>wide$}"),
                    false => " ".repeat(wide),
                })
                .collect();
            text += format!("{name:>4} {cells}").trim_end();
            text.push('\n');
        }
    }
    text
}

/// A text in lines of so many columns, as far as its words are so short.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
