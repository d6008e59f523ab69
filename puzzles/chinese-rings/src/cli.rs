//! `chinese-rings`.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use ::view::words::{thousands, wrapped};
use clap::{Args, Parser};
use kit::terminal::Console;
use kit::{Error, Format, Program, Result, Width, dialogue};
use watch::{Task, Watcher};

use crate::play::{Game, HELP, MOST_RINGS_PLAYED};
use crate::rules::{MOST_RINGS, Rings, State};
use crate::search::{MOST_RINGS_EXPLORED, MOST_RINGS_SEARCHED, exploration, recursive_search};
use crate::view::{self, MOST_LISTED};

/// Solves and explores the Chinese rings, also called patience or baguenaudier
///
/// Hook 1 is the lowest bit of a state: 0 for a hook that is up, its ring
/// engaged, 1 for one that is down. The start is state 0, the goal all 1s.
#[derive(Parser, Debug)]
#[command(name = "chinese-rings")]
pub(crate) enum ChineseRings {
    /// List the shortest path between two states: its states and the hooks to move
    Path {
        #[command(flatten)]
        ends: Ends<MOST_RINGS>,
        /// List at most this number of moves [default: all moves, or no moves if there are more
        /// than 1,000,000]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MOST_LISTED))]
        limit: Option<u64>,
        /// How to write the path
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Count the moves of the shortest path between two states; as JSON also tell its first hook
    Distance {
        #[command(flatten)]
        ends: Ends<MOST_RINGS>,
        /// How to write the distance
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Find the shortest path to the goal by the text's own recursive search, and show its cost
    Search {
        #[command(flatten)]
        size: Size<MOST_RINGS_SEARCHED>,
        /// The state to begin at, in decimal digits [default: 0, the start]
        #[arg(long, value_name = "STATE")]
        from: Option<String>,
        /// How to write the cost
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Find all states from the goal by the rule alone, and compare each with the closed form
    Explore {
        #[command(flatten)]
        size: Size<MOST_RINGS_EXPLORED>,
        /// How to write the result
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Play: move hooks by their numbers, with hints
    Play {
        #[command(flatten)]
        ends: Ends<MOST_RINGS_PLAYED>,
        /// Hide the number of moves that are left, which shows whether a move was right
        #[arg(long)]
        hide_distance: bool,
        #[command(flatten)]
        width: Width,
    },
}

/// Reads a number of rings, at most the one that a command allows.
fn rings<const MOST: u32>(text: &str) -> std::result::Result<Rings, String> {
    let count = text.parse().ok().filter(|count| *count <= MOST);
    let rings = count.and_then(Rings::new);
    rings.ok_or(format!("expected a number from 1 to {MOST}"))
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Size<const MOST: u32> {
    #[arg(long, value_name = "N", default_value = "6", value_parser = rings::<MOST>,
        help = format!("The number of rings, 1 to {MOST}"))]
    rings: Rings,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Ends<const MOST: u32> {
    #[command(flatten)]
    size: Size<MOST>,
    /// The state to begin at, in decimal digits [default: 0, the start]
    #[arg(long, value_name = "STATE")]
    from: Option<String>,
    /// The state to reach, in decimal digits [default: 2^N - 1, the goal]
    #[arg(long, value_name = "STATE")]
    to: Option<String>,
}

impl<const MOST: u32> Ends<MOST> {
    fn states(&self) -> Result<(State, State)> {
        let rings = self.size.rings;
        let from = state("from", self.from.as_ref(), State::start(rings))?;
        Ok((from, state("to", self.to.as_ref(), State::goal(rings))?))
    }
}

/// The state of an option, or the one if nobody says.
fn state(option: &str, text: Option<&String>, default: State) -> Result<State> {
    let state = text.map_or(Ok(default), |text| State::parse(text, default.rings()));
    state.map_err(|error| Error::Usage(format!("invalid value for '--{option} <STATE>': {error}")))
}

impl Program for ChineseRings {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Path {
                ends,
                limit,
                format,
            } => {
                let (from, to) = ends.states()?;
                let path = view::Path::new(from, to, *limit);
                format.print(|out| path.write_text(out), &path.document())?;
                let left_out = path.left_out();
                if left_out > 0 {
                    let many =
                        "its moves are too many to be listed; `--limit 100` lists the first 100";
                    console.say(&match limit {
                        Some(_) => format!("{} more moves are not listed", thousands(left_out)),
                        None => many.to_owned(),
                    });
                }
                Ok(())
            }
            Self::Distance { ends, format } => {
                let (from, to) = ends.states()?;
                format.print(
                    |out| writeln!(out, "{}", thousands(from.distance(&to))),
                    &view::distance_document(&from, &to),
                )
            }
            Self::Search { size, from, format } => {
                let rings = size.rings;
                let from = state("from", from.as_ref(), State::start(rings))?;
                let searched = recursive_search(from.number() as u32, rings.count());
                format.print(
                    |out| view::write_searched(out, &searched, from),
                    &view::searched_document(&searched, rings),
                )
            }
            Self::Explore { size, format } => {
                let states = explore(size.rings, console)?;
                format.print(
                    |out| view::write_explored(out, size.rings, states),
                    &view::explored_document(size.rings, states),
                )
            }
            Self::Play {
                ends,
                hide_distance,
                width,
            } => {
                /// How long a move of `solve` is seen on a terminal.
                const PAUSE: Duration = Duration::from_millis(250);
                let ((from, to), columns) = (ends.states()?, width.columns());
                let pauses = io::stdout().is_terminal();
                let more = || {
                    thread::sleep(if pauses { PAUSE } else { Duration::ZERO });
                    !console.stop().asked()
                };
                let game = RefCell::new(Game::new(from, to, *hide_distance, columns));
                dialogue(
                    console,
                    &wrapped(HELP, columns),
                    |out| game.borrow().show("", &[], out),
                    |line, out| game.borrow_mut().answer(line, out, &more),
                )?;
                match console.stop().asked() {
                    true => Err(Error::Stopped(game.borrow().left())),
                    false => Ok(()),
                }
            }
        }
    }
}

/// Compares all states with the closed form, and returns their number.
fn explore(rings: Rings, console: &Console) -> Result<u32> {
    let goal = State::goal(rings);
    let states = rings.last() as u32 + 1;
    let mut task = Task::new(console, format!("exploring {rings}"), states.into());
    let mut met = 0;
    for found in exploration(rings.count()) {
        if found.distance.is_multiple_of(1 << 16) {
            task.advance(found.distance.into());
            if console.stop().asked() {
                let what = format!("stopped at {met} of {states} states");
                return Err(Error::Stopped(what));
            }
        }
        let state = State::at_place(found.distance.into(), rings);
        if state.number() != found.state.into() || state.next_hook(&goal) != found.next_hook {
            let what = format!("the closed form says otherwise: {found:?}");
            return Err(Error::other(what, ""));
        }
        met += 1;
    }
    Ok(met)
}
