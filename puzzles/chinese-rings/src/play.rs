//! The game in a terminal: the player moves hooks by their numbers.

use ::draw::words::{counted, thousands};
use app::terminal::columns;
use watch::Stop;

use crate::rules::{State, walk};

/// The greatest number of rings of a game, so that the picture after every move fits on a screen.
pub(crate) const MOST_RINGS_PLAYED: u32 = 64;

/// The greatest number of moves that `solve` makes at once.
const MOST_MOVES_AT_ONCE: usize = 10_000;

#[derive(Clone, Debug)]
pub(crate) struct Game {
    first: State,
    state: State,
    goal: State,
    moves: u64,
    /// Whether the distance is hidden until the goal is reached, because it shows whether a move was right.
    hides_distance: bool,
}

impl Game {
    pub(crate) fn new(first: State, goal: State, hides_distance: bool) -> Game {
        Game {
            first,
            state: first,
            goal,
            moves: 0,
            hides_distance,
        }
    }

    fn step(&mut self, state: State, before: &mut Vec<Game>) {
        before.push(self.clone());
        self.state = state;
        self.moves += 1;
    }

    /// Makes the next moves to the goal.
    fn solve(&mut self, moves: usize, before: &mut Vec<Game>) {
        for (_, state) in walk(self.state, self.goal).take(moves) {
            self.step(state, before);
        }
    }
}

impl app::Game for Game {
    const HELP: &'static str = "Move all hooks down, or reach the state that --to names. A ring ○ above the \
        bar ═ is held, and its hook is up; below the bar, the ring is free, and its hook is down. Hook 1 can always \
        move, hook 2 while hook 1 is up, and any other hook while the hook before it is up and all hooks before that \
        one are down. Type the number of a hook to move it, or several numbers. `solve 5` makes the next five moves, \
        and `solve` all that are left. The number of a state has the binary digit 1 for each hook that is \
        down; hook 1 is the lowest digit, so state 5 has hooks 1 and 3 down.";

    fn drawing(&self) -> String {
        picture(&self.state, columns())
    }

    fn sentence(&self) -> String {
        let (state, made) = (self.state.number(), counted(self.moves, "move", "moves"));
        let [left, fewest] = [self.state, self.first].map(|from| from.distance(&self.goal));
        let next = self.state.rings().count() + 1;
        match left {
            1.. if self.hides_distance => format!("state {state} after {made}"),
            1.. => format!("state {state} after {made}, {} to go", thousands(left)),
            0 if fewest != self.moves.into() => {
                let fewest = thousands(fewest);
                format!("state {state}: solved in {made}; {fewest} would be enough")
            }
            0 if next > MOST_RINGS_PLAYED => {
                format!("state {state}: solved in {made}, the fewest possible")
            }
            0 => format!(
                "state {state}: solved in {made}, the fewest possible\nnext level: `chinese-rings play --rings {next}`"
            ),
        }
    }

    fn turn(&mut self, words: &[&str], before: &mut Vec<Game>, _: &Stop) -> Result<(), String> {
        const MAX_MOVES: usize = MOST_MOVES_AT_ONCE;
        match *words {
            ["solve" | "s"] if self.state.distance(&self.goal) <= MAX_MOVES as u128 => {
                self.solve(MAX_MOVES, before);
            }
            ["solve" | "s"] => {
                return Err(format!(
                    "the goal is more than {} moves away; `solve 100` makes 100 of them",
                    thousands(MAX_MOVES as u64)
                ));
            }
            ["solve" | "s", ref number @ ..] => match number.join(" ").parse() {
                Ok(moves @ 1..=MAX_MOVES) => self.solve(moves, before),
                _ => {
                    let most = thousands(MAX_MOVES as u64);
                    return Err(format!("solve makes 1 to {most} moves at once"));
                }
            },
            _ => {
                for word in words {
                    let what = || format!("`{word}` is not the number of a hook: see help");
                    let mut state = self.state;
                    state.toggle(word.parse().map_err(|_| what())?)?;
                    self.step(state, before);
                }
            }
        }
        Ok(())
    }

    fn hint(&self, _: &Stop) -> Option<String> {
        Some(match self.state.next_hook(&self.goal) {
            Some(hook) => format!("hook {hook} is next"),
            None => "the goal is reached".to_owned(),
        })
    }

    fn progress(&self) -> String {
        let moves = counted(self.moves, "move", "moves");
        format!("stopped at state {} after {moves}", self.state.number())
    }
}

/// Draws the rings in rows of this number of columns, under the numbers of their hooks. A ring is above the shuttle
/// while the shuttle holds it, and below it when it is free.
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
