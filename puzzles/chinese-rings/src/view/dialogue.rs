//! What a player sees, or what a program that plays reads.

use std::io::{self, Write};

use ::view::words::{counted, thousands, wrapped};
use kit::object;
use kit::output::write_json;
use kit::terminal::printable;

use super::Number;
use crate::play::{Answer, Game, HELP};
use crate::rules::State;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// For people, on lines of this number of columns.
    Text(usize),
    /// For programs: one document per line that they send.
    Json,
}

/// The output of a game.
#[derive(Debug)]
pub(crate) struct Dialogue<W> {
    pub(crate) out: W,
    pub(crate) form: Form,
    /// The distance to the goal is hidden until the goal is reached, because it would tell right
    /// moves from wrong ones.
    pub(crate) hides_distance: bool,
}

impl<W: Write> Dialogue<W> {
    /// Shows the position at the beginning.
    pub(crate) fn begin(&mut self, game: &Game) -> io::Result<()> {
        self.tell(game, "begun", &[], None)
    }

    /// Says why a line is not a command.
    pub(crate) fn refuse(&mut self, game: &Game, why: &str) -> io::Result<()> {
        self.tell(game, "refused", &[], Some(&printable(why)))
    }

    /// Shows people a move that `solve` makes.
    pub(crate) fn step(&mut self, game: &Game, hook: u32) -> io::Result<()> {
        match self.form {
            Form::Json => Ok(()),
            Form::Text(columns) => self.show(game, "moved", &[hook], columns),
        }
    }

    /// Shows the result of a command.
    pub(crate) fn answer(&mut self, game: &Game, answer: &Answer) -> io::Result<()> {
        let text = self.form != Form::Json;
        let (event, hooks, message) = match answer {
            Answer::Moved { hooks, illegal } => match illegal {
                Some(why) => ("refused", &hooks[..], Some(why.to_string())),
                None => ("moved", &hooks[..], None),
            },
            Answer::Hint(Some(hook)) => (
                "hint",
                std::slice::from_ref(hook),
                Some(format!("hook {hook} is next")),
            ),
            Answer::Hint(None) => ("hint", &[][..], Some(THERE.to_owned())),
            Answer::Solved(hooks) if hooks.is_empty() => {
                ("refused", &hooks[..], Some(THERE.to_owned()))
            }
            // People have seen them one by one.
            Answer::Solved(_) if text => return Ok(()),
            Answer::Solved(hooks) => ("moved", &hooks[..], None),
            Answer::TooFar(distance) => {
                let moves = match self.hides_distance {
                    true => "more than 10000".to_owned(),
                    false => distance.to_string(),
                };
                let why = format!(
                    "the goal is {moves} moves away; `solve 100` makes the next 100 of them"
                );
                ("refused", &[][..], Some(why))
            }
            Answer::Undone(hooks) if hooks.is_empty() => (
                "refused",
                &hooks[..],
                Some("there is no move to take back".to_owned()),
            ),
            Answer::Undone(hooks) => ("undone", &hooks[..], None),
            Answer::Shown => ("shown", &[][..], None),
            Answer::Help => ("help", &[][..], Some(HELP.to_owned())),
            Answer::Left => ("left", &[][..], Some(left(game))),
        };
        self.tell(game, event, hooks, message.as_deref())
    }

    pub(crate) fn prompt(&mut self) -> io::Result<()> {
        write!(self.out, "> ")?;
        self.out.flush()
    }

    /// For people, a message replaces the position, unless moves came before it. Without a message,
    /// the whole position is shown.
    fn tell(
        &mut self,
        game: &Game,
        event: &str,
        hooks: &[u32],
        message: Option<&str>,
    ) -> io::Result<()> {
        match (self.form, message) {
            (Form::Json, _) => {
                let distance = game.distance().to_string();
                let document = object! {
                    event: event,
                    // The hooks that were moved, or the next one if the player asked for it.
                    hooks: hooks,
                    state: Number::of(game.state()),
                    moves: game.moves(),
                    #[serde(flatten)]
                    distance: (!self.hides_distance).then(|| object! { distance: distance }),
                    solved: game.is_solved(),
                    // The hooks that can be moved.
                    legal: game.state().moves().collect::<Vec<u32>>(),
                    #[serde(flatten)]
                    message: message.map(|message| object! { message: message }),
                };
                write_json(&mut self.out, &document)?;
            }
            (Form::Text(columns), Some(message)) => {
                if event == "refused" && !hooks.is_empty() {
                    self.show(game, "moved", hooks, columns)?;
                }
                writeln!(self.out, "{}", wrapped(message, columns))?;
            }
            (Form::Text(columns), None) => self.show(game, event, hooks, columns)?,
        }
        self.out.flush()
    }

    fn show(&mut self, game: &Game, event: &str, hooks: &[u32], columns: usize) -> io::Result<()> {
        if !hooks.is_empty() {
            let hooks: Vec<String> = hooks.iter().map(u32::to_string).collect();
            let noun = if hooks.len() == 1 { "hook" } else { "hooks" };
            let line = format!("{event} {noun} {}", hooks.join(" "));
            writeln!(self.out, "{}", wrapped(&line, columns))?;
        }
        write!(self.out, "{}", picture(game.state(), columns))?;
        let made = counted(game.moves(), "move", "moves");
        let state = game.state().number();
        let (left, fewest) = (thousands(game.distance()), thousands(game.fewest()));
        writeln!(
            self.out,
            "{}",
            match game.is_solved() {
                false if self.hides_distance => format!("state {state} after {made}"),
                false => format!("state {state} after {made}, {left} to go"),
                true if game.fewest() == game.moves().into() => {
                    format!("state {state}: solved in {made}, the fewest possible")
                }
                true => format!("state {state}: solved in {made}; {fewest} would do"),
            }
        )?;
        self.out.flush()
    }
}

/// Says where a player leaves.
pub(crate) fn left(game: &Game) -> String {
    format!(
        "left at state {} after {}",
        game.state().number(),
        counted(game.moves(), "move", "moves")
    )
}

const THERE: &str = "the goal is reached";

/// The rings in rows of this number of columns, under the numbers of their hooks. A ring is above
/// the shuttle while the shuttle holds it, and below when it is free.
///
/// ```text
///   1  2  3  4  5  6
///   ○     ○  ○  ○  ○
/// ══╪═════╪══╪══╪══╪══
///      ○
/// ```
fn picture(state: &State, columns: usize) -> String {
    const RING: char = '○';
    let rings = state.rings().count();
    let wide = rings.to_string().len() + 2;
    let in_a_row = (columns.saturating_sub(2) / wide).max(1) as u32;
    let mut text = String::new();
    for first in (1..=rings).step_by(in_a_row as usize) {
        let hooks = || first..=rings.min(first + in_a_row - 1);
        let cell = |ring: bool| format!("{:>wide$}", if ring { RING } else { ' ' });
        let shuttle = |up: bool| "═".repeat(wide - 1) + if up { "╪" } else { "═" };
        for line in [
            hooks()
                .map(|hook| format!("{hook:>wide$}"))
                .collect::<String>(),
            hooks().map(|hook| cell(!state.is_down(hook))).collect(),
            hooks()
                .map(|hook| shuttle(!state.is_down(hook)))
                .collect::<String>()
                + "══",
            hooks().map(|hook| cell(state.is_down(hook))).collect(),
        ] {
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}
