//! The dialogue with a player: a line comes in, an [`Answer`] comes out. Pure.

use std::collections::VecDeque;

use num_bigint::BigUint;

use crate::rules::{Illegal, State, Walk};

/// What is drawn after every move should fit on a screen.
pub const MOST_RINGS_PLAYED: u32 = 64;

/// How many moves `solve` makes, or `undo` takes back, at once.
pub const MOST_MOVES_AT_ONCE: usize = 10_000;

/// How many moves are remembered to be taken back.
const MOST_REMEMBERED: usize = 100_000;

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Move these hooks, one after the other.
    Move(Vec<u32>),
    /// Tell the next hook on the shortest way.
    Hint,
    /// Go so many moves on the shortest way, or to its end.
    Solve(Option<usize>),
    /// Take back so many moves.
    Undo(usize),
    /// Begin anew.
    Restart,
    /// Show where everything is.
    Show,
    /// Tell the commands.
    Help,
    /// Leave.
    Quit,
}

/// The commands, for people.
pub const HELP: &str = "\
a hook's number moves it, several numbers several hooks in turn; \
hint (h) tells the next hook; \
solve (s) goes all the way, `solve 5` five moves of it; \
undo (u) takes a move back, `undo 5` five; \
show, restart, help (?) and quit (q) do what they say";

impl Command {
    /// The command that a line holds; an empty one shows where everything is.
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
                    // A number too long is none of any hook.
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
                        "a number from 1 to {MOST_MOVES_AT_ONCE} may follow, not {number}"
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

/// What comes of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// These hooks were moved; why the next one was not, if it was not.
    Moved {
        /// The hooks, in this order.
        hooks: Vec<u32>,
        /// Why those behind them were not.
        illegal: Option<Illegal>,
    },
    /// The hook to move next; there is none at the goal.
    Hint(Option<u32>),
    /// These hooks were moved by [`Command::Solve`].
    Solved(Vec<u32>),
    /// The goal is so many moves away that they are not all made at once.
    TooFar(BigUint),
    /// These hooks were moved back, the last one first; none if there was
    /// nothing to be taken back.
    Undone(Vec<u32>),
    /// Nothing changed.
    Shown,
    /// The commands are asked for.
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
    /// Moves that can be taken back, the last one at the end.
    history: VecDeque<u32>,
    moves: u64,
}

impl Game {
    /// From a state to another one of as many rings.
    pub fn new(from: State, goal: State) -> Game {
        Game {
            first: from.clone(),
            state: from,
            goal,
            history: VecDeque::new(),
            moves: 0,
        }
    }

    /// Where everything is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many moves were made and not taken back.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// How many moves the goal is away.
    pub fn distance(&self) -> BigUint {
        self.state.distance(&self.goal)
    }

    /// How many moves the goal was away at the beginning.
    pub fn fewest(&self) -> BigUint {
        self.first.distance(&self.goal)
    }

    /// Has the player arrived?
    pub fn is_solved(&self) -> bool {
        self.state == self.goal
    }

    /// Does what a player wants.
    pub fn obey(&mut self, command: &Command) -> Answer {
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
            Command::Hint => Answer::Hint(self.way().next()),
            Command::Solve(None) if self.distance() > MOST_MOVES_AT_ONCE.into() => {
                Answer::TooFar(self.distance())
            }
            Command::Solve(moves) => {
                let most = moves.unwrap_or(MOST_MOVES_AT_ONCE);
                let hooks: Vec<u32> = self.way().take(most).collect();
                let made = hooks.iter().try_for_each(|&hook| self.make(hook));
                debug_assert_eq!(made, Ok(()));
                Answer::Solved(hooks)
            }
            Command::Undo(moves) => {
                let first = self.history.len().saturating_sub(*moves);
                let hooks: Vec<u32> = self.history.drain(first..).rev().collect();
                for &hook in &hooks {
                    // What was moved can be moved back.
                    let back = self.state.toggle(hook);
                    debug_assert_eq!(back, Ok(()));
                }
                self.moves -= hooks.len() as u64;
                Answer::Undone(hooks)
            }
            Command::Restart => {
                *self = Game::new(self.first.clone(), self.goal.clone());
                Answer::Shown
            }
            Command::Show => Answer::Shown,
            Command::Help => Answer::Help,
            Command::Quit => Answer::Left,
        }
    }

    fn way(&self) -> Walk {
        Walk::new(&self.state, &self.goal)
    }

    fn make(&mut self, hook: u32) -> Result<(), Illegal> {
        self.state.toggle(hook)?;
        if self.history.len() == MOST_REMEMBERED {
            self.history.pop_front();
        }
        self.history.push_back(hook);
        self.moves += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rings;

    fn game() -> Game {
        let rings = Rings::new(6).unwrap();
        Game::new(State::start(rings), State::goal(rings))
    }

    fn at(game: &Game) -> String {
        game.state().number().to_string()
    }

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
        for line in [
            "1x",
            "1 two",
            "jump",
            "hint 2",
            "undo 0",
            "solve 10001",
            "undo -1",
            "solve 1 2",
            "-1",
            "٣",
        ] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn moves_are_made_up_to_the_first_that_is_not_allowed() {
        let mut game = game();
        let answer = game.obey(&Command::Move(vec![2, 1, 3, 4]));
        let Answer::Moved { hooks, illegal } = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(hooks, [2, 1]);
        assert_eq!(
            illegal.unwrap().to_string(),
            "hook 3 moves only while hook 2 is up and hook 1 is down, but hook 2 is down"
        );
        assert_eq!((at(&game), game.moves()), ("3".to_owned(), 2));
    }

    #[test]
    fn a_hint_leads_to_the_goal_and_undo_back_to_the_start() {
        let mut game = game();
        while let Answer::Hint(Some(hook)) = game.obey(&Command::Hint) {
            game.obey(&Command::Move(vec![hook]));
        }
        assert!(game.is_solved());
        assert_eq!((game.moves(), game.fewest()), (42, 42u32.into()));
        let Answer::Undone(hooks) = game.obey(&Command::Undo(41)) else {
            panic!();
        };
        assert_eq!((hooks.len(), at(&game)), (41, "2".to_owned()));
        game.obey(&Command::Undo(7));
        assert_eq!((at(&game), game.moves()), ("0".to_owned(), 0));
        assert_eq!(game.obey(&Command::Undo(1)), Answer::Undone(vec![]));
    }

    #[test]
    fn solve_goes_as_far_as_it_is_told() {
        let mut game = game();
        assert_eq!(
            game.obey(&Command::Solve(Some(3))),
            Answer::Solved(vec![2, 1, 4])
        );
        assert_eq!(
            (at(&game), game.distance()),
            ("11".to_owned(), 39u32.into())
        );
        game.obey(&Command::Solve(None));
        assert!(game.is_solved());
        assert_eq!(game.obey(&Command::Hint), Answer::Hint(None));

        let rings = Rings::new(64).unwrap();
        let mut game = Game::new(State::start(rings), State::goal(rings));
        let far = "12297829382473034410".parse().unwrap();
        assert_eq!(game.obey(&Command::Solve(None)), Answer::TooFar(far));
        assert_eq!(game.moves(), 0);
    }
}
