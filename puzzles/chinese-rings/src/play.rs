//! The dialogue with a player: a line comes in, an [`Answer`] comes out. Pure.

use ::view::words::counted;

use crate::rules::{Illegal, State, walk};

/// The picture after every move should fit on a screen.
pub(crate) const MOST_RINGS_PLAYED: u32 = 64;

/// The number of moves that `solve` makes, or `undo` takes back, at once.
const MOST_MOVES_AT_ONCE: usize = 10_000;

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
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
    pub(crate) fn parse(line: &str) -> Result<Command, String> {
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

const THERE: &str = "the goal is reached";

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Begun,
    Moved,
    Undone,
    Hint,
    Refused,
    Shown,
    Help,
    Left,
}

impl Event {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Event::Begun => "begun",
            Event::Moved => "moved",
            Event::Undone => "undone",
            Event::Hint => "hint",
            Event::Refused => "refused",
            Event::Shown => "shown",
            Event::Help => "help",
            Event::Left => "left",
        }
    }
}

/// The result of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) event: Event,
    /// The hooks that were moved, in this order, or the next one if the player asked for it.
    pub(crate) hooks: Vec<u32>,
    /// What there is to say. If some hooks were moved, it is why the next one was not.
    pub(crate) message: Option<String>,
}

impl Answer {
    /// An answer that needs no words.
    pub(crate) fn new(event: Event, hooks: Vec<u32>) -> Answer {
        Answer {
            event,
            hooks,
            message: None,
        }
    }

    /// An answer in words.
    pub(crate) fn said(event: Event, message: impl Into<String>) -> Answer {
        Answer {
            message: Some(message.into()),
            ..Answer::new(event, Vec::new())
        }
    }
}

/// A puzzle being played.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    first: State,
    /// The current state.
    pub(crate) state: State,
    goal: State,
    /// The moves that were made and not taken back.
    history: Vec<u32>,
    /// The distance to the goal is hidden until the goal is reached, because it would tell right
    /// moves from wrong ones.
    pub(crate) hides_distance: bool,
}

impl Game {
    /// From a state to another one with the same number of rings.
    pub(crate) fn new(from: State, goal: State, hides_distance: bool) -> Game {
        Game {
            first: from,
            state: from,
            goal,
            history: Vec::new(),
            hides_distance,
        }
    }

    /// The number of moves that were made and not taken back.
    pub(crate) fn moves(&self) -> u64 {
        self.history.len() as u64
    }

    /// The number of moves to the goal.
    pub(crate) fn distance(&self) -> u128 {
        self.state.distance(&self.goal)
    }

    /// The number of moves to the goal at the beginning.
    pub(crate) fn fewest(&self) -> u128 {
        self.first.distance(&self.goal)
    }

    /// Is the puzzle solved?
    pub(crate) fn is_solved(&self) -> bool {
        self.state == self.goal
    }

    /// Where a player leaves.
    pub(crate) fn left(&self) -> String {
        let moves = counted(self.moves(), "move", "moves");
        format!("left at state {} after {moves}", self.state.number())
    }

    /// Does what a player wants. After every move of [`Command::Solve`], `each` gets the game and
    /// returns whether to continue.
    pub(crate) fn obey(
        &mut self,
        command: &Command,
        each: &mut dyn FnMut(&Game, u32) -> bool,
    ) -> Answer {
        match command {
            Command::Move(hooks) => {
                let first = self.history.len();
                let made = hooks.iter().try_for_each(|&hook| {
                    self.state.toggle(hook)?;
                    self.history.push(hook);
                    Ok::<(), Illegal>(())
                });
                let moved = self.history[first..].to_vec();
                match made {
                    Ok(()) => Answer::new(Event::Moved, moved),
                    Err(why) => Answer {
                        hooks: moved,
                        ..Answer::said(Event::Refused, why.to_string())
                    },
                }
            }
            Command::Hint => match self.state.next_hook(&self.goal) {
                Some(hook) => Answer {
                    hooks: vec![hook],
                    ..Answer::said(Event::Hint, format!("hook {hook} is next"))
                },
                None => Answer::said(Event::Hint, THERE),
            },
            Command::Solve(_) if self.is_solved() => Answer::said(Event::Refused, THERE),
            Command::Solve(None) if self.distance() > MOST_MOVES_AT_ONCE as u128 => {
                let moves = match self.hides_distance {
                    true => format!("more than {MOST_MOVES_AT_ONCE}"),
                    false => self.distance().to_string(),
                };
                Answer::said(
                    Event::Refused,
                    format!(
                        "the goal is {moves} moves away; `solve 100` makes the next 100 of them"
                    ),
                )
            }
            Command::Solve(moves) => {
                let first = self.history.len();
                for (hook, state) in walk(self.state, self.goal).take(moves.unwrap_or(usize::MAX)) {
                    self.state = state;
                    self.history.push(hook);
                    if !each(self, hook) {
                        break;
                    }
                }
                Answer::new(Event::Moved, self.history[first..].to_vec())
            }
            Command::Undo(_) if self.history.is_empty() => {
                Answer::said(Event::Refused, "there is no move to take back")
            }
            Command::Undo(moves) => {
                let first = self.history.len().saturating_sub(*moves);
                let hooks: Vec<u32> = self.history.drain(first..).rev().collect();
                for &hook in &hooks {
                    // A hook that was moved can be moved back.
                    let back = self.state.toggle(hook);
                    debug_assert_eq!(back, Ok(()));
                }
                Answer::new(Event::Undone, hooks)
            }
            Command::Restart => {
                *self = Game::new(self.first, self.goal, self.hides_distance);
                Answer::new(Event::Shown, Vec::new())
            }
            Command::Show => Answer::new(Event::Shown, Vec::new()),
            Command::Help => Answer::said(Event::Help, HELP),
            Command::Quit => Answer::said(Event::Left, self.left()),
        }
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
        let mut game = Game::new(State::start(rings), State::goal(rings), false);
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
                seen.push((hook, game.state.number()));
                true
            });
            if let Command::Move(_) = command {
                assert_eq!(
                    (answer.event, &answer.hooks[..]),
                    (Event::Refused, &[2, 1][..])
                );
                let why = answer.message.unwrap();
                assert!(why.ends_with("but hook 2 is down"), "{why}");
            }
            assert_eq!(
                (game.state.number(), game.moves()),
                (state, moves),
                "{line}"
            );
        }
        // `solve` shows each of its moves.
        assert_eq!(&seen[..4], [(2, 2), (1, 3), (4, 11), (2, 2)]);
        assert_eq!(seen.len(), 3 + 42);

        let rings = Rings::new(64).unwrap();
        let mut game = Game::new(State::start(rings), State::goal(rings), false);
        let far = game.obey(&Command::Solve(None), &mut |_, _| true);
        let why =
            "the goal is 12297829382473034410 moves away; `solve 100` makes the next 100 of them";
        assert_eq!(far, Answer::said(Event::Refused, why));
    }
}
