//! What a player sees, or what a program that plays reads.

use std::io::{self, Write};

use ::view::words::{counted, thousands, wrapped};
use kit::object;
use kit::output::write_json;

use super::Number;
use crate::play::{Answer, Event, Game};
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
}

impl<W: Write> Dialogue<W> {
    /// Shows people a move that `solve` makes.
    pub(crate) fn step(&mut self, game: &Game, hook: u32) -> io::Result<()> {
        match self.form {
            Form::Json => Ok(()),
            Form::Text(columns) => self.show(game, Event::Moved, &[hook], columns),
        }
    }

    pub(crate) fn prompt(&mut self) -> io::Result<()> {
        write!(self.out, "> ")?;
        self.out.flush()
    }

    /// Shows the result of a command. For people, a message replaces the position, unless moves
    /// came before it. Without a message, the whole position is shown.
    pub(crate) fn answer(&mut self, game: &Game, answer: &Answer) -> io::Result<()> {
        let Answer {
            event,
            hooks,
            message,
        } = answer;
        match (self.form, message) {
            (Form::Json, _) => {
                let distance = game.distance().to_string();
                let document = object! {
                    event: event.name(),
                    hooks: hooks,
                    state: Number::of(&game.state),
                    moves: game.moves(),
                    #[serde(flatten)]
                    distance: (!game.hides_distance).then(|| object! { distance: distance }),
                    solved: game.is_solved(),
                    // The hooks that can be moved.
                    legal: game.state.moves().collect::<Vec<u32>>(),
                    #[serde(flatten)]
                    message: message.as_ref().map(|message| object! { message: message }),
                };
                write_json(&mut self.out, &document)?;
            }
            (Form::Text(columns), Some(message)) => {
                if *event == Event::Refused && !hooks.is_empty() {
                    self.show(game, Event::Moved, hooks, columns)?;
                }
                writeln!(self.out, "{}", wrapped(message, columns))?;
            }
            (Form::Text(columns), None) => self.show(game, *event, hooks, columns)?,
        }
        self.out.flush()
    }

    fn show(&mut self, game: &Game, event: Event, hooks: &[u32], columns: usize) -> io::Result<()> {
        if !hooks.is_empty() {
            let hooks: Vec<String> = hooks.iter().map(u32::to_string).collect();
            let noun = if hooks.len() == 1 { "hook" } else { "hooks" };
            let line = format!("{} {noun} {}", event.name(), hooks.join(" "));
            writeln!(self.out, "{}", wrapped(&line, columns))?;
        }
        write!(self.out, "{}", picture(&game.state, columns))?;
        let made = counted(game.moves(), "move", "moves");
        let state = game.state.number();
        let (left, fewest) = (thousands(game.distance()), thousands(game.fewest()));
        writeln!(
            self.out,
            "{}",
            match game.is_solved() {
                false if game.hides_distance => format!("state {state} after {made}"),
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
