//! The dialogue with a player: a line comes in, words and pictures go out.

use std::fmt::Display;
use std::io::{self, Write};

use ::view::words::{counted, thousands, wrapped};

use crate::rules::{Illegal, State, walk};

/// The picture after every move should fit on a screen.
pub(crate) const MOST_RINGS_PLAYED: u32 = 64;

/// The number of moves that `solve` makes, or `undo` takes back, at once.
const MOST_MOVES_AT_ONCE: usize = 10_000;

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Command {
    /// Move these hooks, one after the other.
    Move(Vec<u32>),
    /// Say which hook is next on the shortest way.
    Hint,
    /// Make this number of moves on the shortest way, or go to its end.
    Solve(Option<usize>),
    /// Take back this number of moves.
    Undo(usize),
    /// Begin again.
    Restart,
    /// Show the whole position.
    Show,
    /// Explain the commands.
    Help,
    /// Leave.
    Quit,
}

/// The commands, for people.
pub(crate) const HELP: &str = "\
a hook's number moves it, and several numbers move several hooks in turn; \
hint (h) says which hook is next; \
solve (s) plays all moves, one by one, and `solve 5` plays five; \
undo (u) takes a move back, and `undo 5` takes back five; \
show, restart, help (?) and quit (q) do what they say";

impl Command {
    /// The command that a line holds; an empty line shows the position. Fails with what cannot be
    /// understood.
    fn parse(line: &str) -> Result<Command, String> {
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect();
        let (name, argument) = match words[..] {
            [] => return Ok(Command::Show),
            [first, ..] if first.starts_with(|c: char| c.is_ascii_digit()) => {
                let hooks = words.iter().map(|word| {
                    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
                    // No hook has a number that is too long to read.
                    digits.then(|| word.parse().unwrap_or(u32::MAX)).ok_or(word)
                });
                return match hooks.collect() {
                    Ok(hooks) => Ok(Command::Move(hooks)),
                    Err(word) => Err(format!("{word} is not the number of a hook")),
                };
            }
            [name] => (name, None),
            [name, number] => match number.parse::<usize>() {
                Ok(number) if (1..=MOST_MOVES_AT_ONCE).contains(&number) => (name, Some(number)),
                _ => {
                    return Err(format!(
                        "a number from 1 to {MOST_MOVES_AT_ONCE} may follow the command, not {number}"
                    ));
                }
            },
            _ => return Err(format!("{line} is not understood; help tells the commands")),
        };
        match (name, argument) {
            ("hint" | "h", None) => Ok(Command::Hint),
            ("solve" | "s", moves) => Ok(Command::Solve(moves)),
            ("undo" | "u", moves) => Ok(Command::Undo(moves.unwrap_or(1))),
            ("restart", None) => Ok(Command::Restart),
            ("show", None) => Ok(Command::Show),
            ("help" | "?", None) => Ok(Command::Help),
            ("quit" | "q" | "exit", None) => Ok(Command::Quit),
            _ => Err(format!("{line} is not understood; help tells the commands")),
        }
    }
}

/// A puzzle being played.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    first: State,
    state: State,
    goal: State,
    /// The moves that were made and not taken back.
    history: Vec<u32>,
    /// The distance to the goal is hidden until the goal is reached, because it would tell right
    /// moves from wrong ones.
    hides_distance: bool,
    /// The width of a line.
    columns: usize,
}

impl Game {
    /// From a state to another one with the same number of rings.
    pub(crate) fn new(from: State, goal: State, hides_distance: bool, columns: usize) -> Game {
        Game {
            first: from,
            state: from,
            goal,
            history: Vec::new(),
            hides_distance,
            columns,
        }
    }

    /// Where a player leaves.
    pub(crate) fn left(&self) -> String {
        let moves = counted(self.history.len() as u64, "move", "moves");
        format!("left at state {} after {moves}", self.state.number())
    }

    /// Answers a line, and returns whether the game continues. After every move of
    /// [`Command::Solve`], `more` says whether to continue.
    pub(crate) fn answer(
        &mut self,
        line: &str,
        out: &mut impl Write,
        more: &dyn Fn() -> bool,
    ) -> io::Result<bool> {
        const THERE: &str = "the goal is reached";
        let columns = self.columns;
        let say = |out: &mut dyn Write, words: &dyn Display| {
            writeln!(out, "{}", wrapped(&words.to_string(), columns))
        };
        let distance = self.state.distance(&self.goal);
        match Command::parse(line) {
            Err(why) => say(out, &why)?,
            Ok(Command::Move(hooks)) => {
                let first = self.history.len();
                let made = hooks.into_iter().try_for_each(|hook| {
                    self.state.toggle(hook)?;
                    self.history.push(hook);
                    Ok::<(), Illegal>(())
                });
                if self.history.len() > first {
                    self.show("moved", &self.history[first..], out)?;
                }
                made.or_else(|why| say(out, &why))?;
            }
            Ok(Command::Hint) => match self.state.next_hook(&self.goal) {
                Some(hook) => say(out, &format!("hook {hook} is next"))?,
                None => say(out, &THERE)?,
            },
            Ok(Command::Solve(_)) if distance == 0 => say(out, &THERE)?,
            Ok(Command::Solve(None)) if distance > MOST_MOVES_AT_ONCE as u128 => {
                let moves = match self.hides_distance {
                    true => format!("more than {MOST_MOVES_AT_ONCE}"),
                    false => distance.to_string(),
                };
                let far = format!(
                    "the goal is {moves} moves away; `solve 100` makes the next 100 of them"
                );
                say(out, &far)?;
            }
            Ok(Command::Solve(moves)) => {
                for (hook, state) in walk(self.state, self.goal).take(moves.unwrap_or(usize::MAX)) {
                    self.state = state;
                    self.history.push(hook);
                    self.show("moved", &[hook], out)?;
                    if !more() {
                        break;
                    }
                }
            }
            Ok(Command::Undo(_)) if self.history.is_empty() => {
                say(out, &"there is no move to take back")?;
            }
            Ok(Command::Undo(moves)) => {
                let first = self.history.len().saturating_sub(moves);
                let hooks: Vec<u32> = self.history.drain(first..).rev().collect();
                for &hook in &hooks {
                    // A hook that was moved can be moved back.
                    let back = self.state.toggle(hook);
                    debug_assert_eq!(back, Ok(()));
                }
                self.show("undone", &hooks, out)?;
            }
            Ok(Command::Restart) => {
                self.state = self.first;
                self.history.clear();
                self.show("", &[], out)?;
            }
            Ok(Command::Show) => self.show("", &[], out)?,
            Ok(Command::Help) => say(out, &HELP)?,
            Ok(Command::Quit) => {
                say(out, &self.left())?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Shows the position, after what was done with these hooks.
    pub(crate) fn show(&self, done: &str, hooks: &[u32], out: &mut impl Write) -> io::Result<()> {
        if !hooks.is_empty() {
            let noun = if hooks.len() == 1 { "hook" } else { "hooks" };
            let hooks: Vec<String> = hooks.iter().map(u32::to_string).collect();
            let line = format!("{done} {noun} {}", hooks.join(" "));
            writeln!(out, "{}", wrapped(&line, self.columns))?;
        }
        write!(out, "{}", picture(&self.state, self.columns))?;
        let moves = self.history.len() as u64;
        let made = counted(moves, "move", "moves");
        let state = self.state.number();
        let [left, fewest] = [self.state, self.first].map(|from| from.distance(&self.goal));
        match left {
            1.. if self.hides_distance => writeln!(out, "state {state} after {made}")?,
            1.. => {
                let left = thousands(left);
                writeln!(out, "state {state} after {made}, {left} to go")?;
            }
            0 if fewest == moves.into() => {
                writeln!(out, "state {state}: solved in {made}, the fewest possible")?;
            }
            0 => {
                let fewest = thousands(fewest);
                writeln!(out, "state {state}: solved in {made}; {fewest} would do")?;
            }
        }
        out.flush()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rings;

    #[test]
    fn lines_are_understood() {
        for (line, command) in [
            ("", Command::Show),
            ("  ", Command::Show),
            ("2", Command::Move(vec![2])),
            (" 2, 1 4,1", Command::Move(vec![2, 1, 4, 1])),
            ("99999999999", Command::Move(vec![u32::MAX])),
            ("HINT", Command::Hint),
            ("s", Command::Solve(None)),
            ("solve 3", Command::Solve(Some(3))),
            ("undo", Command::Undo(1)),
            ("u 10000", Command::Undo(10_000)),
            ("?", Command::Help),
            ("q", Command::Quit),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
        let wrong = "1x|1 two|jump|hint 2|undo 0|solve 10001|undo -1|solve 1 2|-1|٣";
        for line in wrong.split('|') {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_game_follows_its_commands() {
        let rings = Rings::new(6).unwrap();
        let mut game = Game::new(State::start(rings), State::goal(rings), false, 60);
        for (line, state, moves) in [
            ("2 1 3 4", 3, 2),
            ("undo 7", 0, 0),
            ("undo", 0, 0),
            ("solve 3", 11, 3),
            ("hint", 11, 3),
            ("restart", 0, 0),
            ("solve", 63, 42),
            ("hint", 63, 42),
            ("undo 41", 2, 1),
        ] {
            assert!(game.answer(line, &mut Vec::new(), &|| true).unwrap());
            let found = (game.state.number(), game.history.len());
            assert_eq!(found, (state, moves), "{line}");
        }
        // Somebody stops `solve` after its first move.
        game.answer("solve", &mut Vec::new(), &|| false).unwrap();
        assert_eq!(game.history, [2, 1]);
    }
}
