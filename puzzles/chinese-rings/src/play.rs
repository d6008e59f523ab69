//! The dialogue with a player: a line comes in, an [`Answer`] comes out. Pure.

use crate::rules::{Illegal, State, walk};

/// The picture after every move should fit on a screen.
pub const MOST_RINGS_PLAYED: u32 = 64;

/// The number of moves that `solve` makes, or `undo` takes back, at once.
pub const MOST_MOVES_AT_ONCE: usize = 10_000;

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
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
pub const HELP: &str = "\
a hook's number moves it, and several numbers move several hooks in turn; \
hint (h) says which hook is next; \
solve (s) plays all moves, one by one, and `solve 5` plays five; \
undo (u) takes a move back, and `undo 5` takes back five; \
show, restart, help (?) and quit (q) do what they say";

impl Command {
    /// The command that a line holds; an empty line shows the position.
    ///
    /// # Errors
    ///
    /// What cannot be understood.
    pub fn parse(line: &str) -> Result<Command, String> {
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

/// The result of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// These hooks were moved. If the next one could not be moved, `illegal` says why.
    Moved {
        /// The hooks, in this order.
        hooks: Vec<u32>,
        /// Why the remaining hooks were not moved.
        illegal: Option<Illegal>,
    },
    /// The hook to move next; there is none at the goal.
    Hint(Option<u32>),
    /// These hooks were moved by [`Command::Solve`].
    Solved(Vec<u32>),
    /// The goal is this number of moves away, which is too many to make at once.
    TooFar(u128),
    /// These hooks were moved back, the last one first; empty if there was nothing to take back.
    Undone(Vec<u32>),
    /// Nothing changed.
    Shown,
    /// The player asked for the commands.
    Help,
    /// The player leaves.
    Left,
}

/// A puzzle being played.
#[derive(Clone, Debug)]
pub struct Game {
    first: State,
    state: State,
    goal: State,
    /// The moves that were made and not taken back.
    history: Vec<u32>,
}

impl Game {
    /// From a state to another one with the same number of rings.
    pub fn new(from: State, goal: State) -> Game {
        Game {
            first: from,
            state: from,
            goal,
            history: Vec::new(),
        }
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of moves that were made and not taken back.
    pub fn moves(&self) -> u64 {
        self.history.len() as u64
    }

    /// The number of moves to the goal.
    pub fn distance(&self) -> u128 {
        self.state.distance(&self.goal)
    }

    /// The number of moves to the goal at the beginning.
    pub fn fewest(&self) -> u128 {
        self.first.distance(&self.goal)
    }

    /// Is the puzzle solved?
    pub fn is_solved(&self) -> bool {
        self.state == self.goal
    }

    /// Does what a player wants. After every move of [`Command::Solve`], `each` gets the game and
    /// returns whether to continue.
    pub fn obey(&mut self, command: &Command, each: &mut dyn FnMut(&Game, u32) -> bool) -> Answer {
        match command {
            Command::Move(hooks) => {
                let mut moved = Vec::new();
                let illegal = hooks.iter().find_map(|&hook| {
                    let illegal = self.make(hook).err();
                    if illegal.is_none() {
                        moved.push(hook);
                    }
                    illegal
                });
                Answer::Moved {
                    hooks: moved,
                    illegal,
                }
            }
            Command::Hint => Answer::Hint(self.state.next_hook(&self.goal)),
            Command::Solve(None) if self.distance() > MOST_MOVES_AT_ONCE as u128 => {
                Answer::TooFar(self.distance())
            }
            Command::Solve(moves) => {
                let mut hooks = Vec::new();
                for (hook, state) in walk(self.state, self.goal).take(moves.unwrap_or(usize::MAX)) {
                    self.state = state;
                    self.history.push(hook);
                    hooks.push(hook);
                    if !each(self, hook) {
                        break;
                    }
                }
                Answer::Solved(hooks)
            }
            Command::Undo(moves) => {
                let first = self.history.len().saturating_sub(*moves);
                let hooks: Vec<u32> = self.history.drain(first..).rev().collect();
                for &hook in &hooks {
                    // A hook that was moved can be moved back.
                    let back = self.state.toggle(hook);
                    debug_assert_eq!(back, Ok(()));
                }
                Answer::Undone(hooks)
            }
            Command::Restart => {
                *self = Game::new(self.first, self.goal);
                Answer::Shown
            }
            Command::Show => Answer::Shown,
            Command::Help => Answer::Help,
            Command::Quit => Answer::Left,
        }
    }

    fn make(&mut self, hook: u32) -> Result<(), Illegal> {
        self.state.toggle(hook)?;
        self.history.push(hook);
        Ok(())
    }
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
        let mut game = Game::new(State::start(rings), State::goal(rings));
        let mut seen = Vec::new();
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
            let command = Command::parse(line).unwrap();
            let answer = game.obey(&command, &mut |game, hook| {
                seen.push((hook, game.state().number()));
                true
            });
            if let Answer::Moved { hooks, illegal } = &answer {
                assert_eq!(hooks, &[2, 1]);
                let why = illegal.as_ref().unwrap().to_string();
                assert!(why.ends_with("but hook 2 is down"), "{why}");
            }
            assert_eq!(
                (game.state().number(), game.moves()),
                (state, moves),
                "{line}"
            );
        }
        // `solve` shows each of its moves.
        assert_eq!(&seen[..4], [(2, 2), (1, 3), (4, 11), (2, 2)]);
        assert_eq!(seen.len(), 3 + 42);

        let rings = Rings::new(64).unwrap();
        let mut game = Game::new(State::start(rings), State::goal(rings));
        let far = Answer::TooFar(12_297_829_382_473_034_410);
        assert_eq!(game.obey(&Command::Solve(None), &mut |_, _| true), far);
    }
}
