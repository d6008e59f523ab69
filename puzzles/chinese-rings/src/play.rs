//! The dialogue with a player: a line comes in, words and pictures go out.

use std::io::{self, Write};

use ::draw::words::{counted, thousands, wrapped};
use app::terminal::{columns, columns_to_wrap};

use crate::rules::{State, walk};

/// The picture after every move should fit on a screen.
pub(crate) const MOST_RINGS_PLAYED: u32 = 64;

/// The number of moves that `solve` makes, or `undo` takes back, at once.
const MOST_MOVES_AT_ONCE: usize = 10_000;

pub(crate) const HELP: &str = "\
a hook's number moves it, and several numbers move several hooks in turn; \
hint (h) says which hook is next; \
solve (s) plays all moves, one by one, and `solve 5` plays five; \
undo (u) takes a move back, and `undo 5` takes back five; \
show, restart, help (?) and quit (q) do what they say";

#[derive(Clone, Debug)]
pub(crate) struct Game {
    first: State,
    state: State,
    goal: State,
    history: Vec<u32>,
    /// The distance is hidden until the goal is reached: it would tell right moves from wrong ones.
    hides_distance: bool,
}

impl Game {
    pub(crate) fn new(from: State, goal: State, hides_distance: bool) -> Game {
        Game {
            first: from,
            state: from,
            goal,
            history: Vec::new(),
            hides_distance,
        }
    }

    pub(crate) fn left(&self) -> String {
        let moves = counted(self.history.len() as u64, "move", "moves");
        format!("left at state {} after {moves}", self.state.number())
    }

    /// Answers a line, and returns whether the game continues. `solve` asks `more` after every move.
    pub(crate) fn answer(
        &mut self,
        line: &str,
        out: &mut impl Write,
        more: &dyn Fn() -> bool,
    ) -> io::Result<bool> {
        const THERE: &str = "the goal is reached";
        let lower = line.to_lowercase();
        let words = lower.split(|c: char| c.is_whitespace() || c == ',');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let (name, number) = match words[..] {
            [] => ("show", None),
            [first, ..] if first.starts_with(|c: char| c.is_ascii_digit()) => {
                return self.move_hooks(&words, out).map(|()| true);
            }
            [name] => (name, None),
            [name, number] => match number.parse() {
                Ok(number @ 1..=MOST_MOVES_AT_ONCE) => (name, Some(number)),
                _ => {
                    let most = MOST_MOVES_AT_ONCE;
                    let why =
                        format!("a number from 1 to {most} may follow the command, not {number}");
                    return self.say(&why, out).map(|()| true);
                }
            },
            _ => ("", None),
        };
        let distance = self.state.distance(&self.goal);
        let said = match (name, number) {
            ("hint" | "h", None) => match self.state.next_hook(&self.goal) {
                Some(hook) => format!("hook {hook} is next"),
                None => THERE.to_owned(),
            },
            ("solve" | "s", _) if distance == 0 => THERE.to_owned(),
            ("solve" | "s", None) if distance > MOST_MOVES_AT_ONCE as u128 => {
                let moves = match self.hides_distance {
                    true => format!("more than {MOST_MOVES_AT_ONCE}"),
                    false => distance.to_string(),
                };
                format!("the goal is {moves} moves away; `solve 100` makes the next 100 of them")
            }
            ("solve" | "s", moves) => {
                for (hook, state) in walk(self.state, self.goal).take(moves.unwrap_or(usize::MAX)) {
                    self.state = state;
                    self.history.push(hook);
                    self.show("moved", &[hook], out)?;
                    if !more() {
                        break;
                    }
                }
                return Ok(true);
            }
            ("undo" | "u", _) if self.history.is_empty() => {
                "there is no move to take back".to_owned()
            }
            ("undo" | "u", moves) => {
                let first = self.history.len().saturating_sub(moves.unwrap_or(1));
                let hooks: Vec<u32> = self.history.drain(first..).rev().collect();
                for &hook in &hooks {
                    // A hook that was moved can be moved back.
                    let back = self.state.toggle(hook);
                    debug_assert_eq!(back, Ok(()));
                }
                return self.show("undone", &hooks, out).map(|()| true);
            }
            ("restart", None) => {
                self.state = self.first;
                self.history.clear();
                return self.show("", &[], out).map(|()| true);
            }
            ("show", None) => return self.show("", &[], out).map(|()| true),
            ("help" | "?", None) => HELP.to_owned(),
            ("quit" | "q" | "exit", None) => return self.say(&self.left(), out).map(|()| false),
            _ => format!("{line} is not a command: see help"),
        };
        self.say(&said, out).map(|()| true)
    }

    fn move_hooks(&mut self, words: &[&str], out: &mut impl Write) -> io::Result<()> {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(word) = words.iter().find(|word| !is_number(word)) {
            return self.say(&format!("{word} is not the number of a hook"), out);
        }
        let first = self.history.len();
        let made = words.iter().try_for_each(|word| {
            // No hook has a number that is too long to read.
            let hook = word.parse().unwrap_or(u32::MAX);
            self.state.toggle(hook)?;
            self.history.push(hook);
            Ok::<(), String>(())
        });
        if self.history.len() > first {
            self.show("moved", &self.history[first..], out)?;
        }
        made.or_else(|why| self.say(&why, out))
    }

    fn say(&self, words: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", wrapped(words, columns_to_wrap()))
    }

    /// Shows the position, after what was done with these hooks.
    pub(crate) fn show(&self, done: &str, hooks: &[u32], out: &mut impl Write) -> io::Result<()> {
        if !hooks.is_empty() {
            let noun = if hooks.len() == 1 { "hook" } else { "hooks" };
            let hooks: Vec<String> = hooks.iter().map(u32::to_string).collect();
            self.say(&format!("{done} {noun} {}", hooks.join(" ")), out)?;
        }
        write!(out, "{}", picture(&self.state, columns()))?;
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
                let more = self.state.rings().count() + 1;
                if more <= MOST_RINGS_PLAYED {
                    writeln!(out, "next: `chinese-rings play --rings {more}`")?;
                }
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
        let line = |of: &dyn Fn(u32) -> String| hooks().map(of).collect::<String>();
        for line in [
            line(&|hook| format!("{hook:>wide$}")),
            line(&|hook| cell(!state.is_down(hook))),
            line(&|hook| shuttle(!state.is_down(hook))) + "══",
            line(&|hook| cell(state.is_down(hook))),
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
    fn who_stops_stops_solve() {
        let rings = Rings::new(6).unwrap();
        let mut game = Game::new(State::start(rings), State::goal(rings), false);
        game.answer("solve", &mut Vec::new(), &|| false).unwrap();
        assert_eq!(game.history, [2]);
    }
}
