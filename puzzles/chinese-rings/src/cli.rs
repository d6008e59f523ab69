//! `chinese-rings`.

use ::draw::words::{counted, thousands};
use app::terminal::Console;
use app::{Error, Format, Limit, Program, Result};
use clap::{Args, Parser};
use watch::{Task, Watcher};

use crate::play::{Game, MOST_RINGS_PLAYED};
use crate::rules::{MOST_RINGS, Rings, State};
use crate::search::{MOST_RINGS_EXPLORED, MOST_RINGS_SEARCHED, exploration, recursive_search};
use crate::view::{self, MOST_LISTED};

/// Solves and explores the Chinese rings, also called patience or baguenaudier
///
/// A state is written with one character for each hook, beginning with hook 1: u or 0 if the hook is
/// up and its ring engaged, d or 1 if it is down. Letters and digits cannot be mixed. The digits
/// can also be replaced by the number that they form in binary, lowest digit first: uudd, 0011 and
/// 12 are the same state of four rings. A state of only 0s and 1s is read hook by hook if it has one
/// digit for each ring, and as a decimal number otherwise; without --rings, it is read hook by hook
/// if it has at least three digits. Many other sources write 1 for an engaged ring, so u and d are
/// safer than digits. At the start, all hooks are up; at the goal, all are down.
#[derive(Parser, Debug)]
#[command(
    name = "chinese-rings",
    after_help = "{} play\n{} path --from uudd\n{} distance --rings 100"
)]
pub(crate) enum ChineseRings {
    /// List the shortest path between two states: its states and the hooks to move
    #[command(after_help = "{}\n{} --from uudd\n{} --rings 100 --limit 10")]
    Path {
        #[command(flatten)]
        ends: Ends<MOST_RINGS, 6>,
        /// List at most this number of moves, or all; up to 1,000,000 can be listed
        #[arg(long, short = 'n', value_name = "N|all", default_value = "10000", value_parser = app::limit_or("all"))]
        limit: Limit,
        /// How to write the path
        #[arg(long, short, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Count the moves of the shortest path between two states
    #[command(after_help = "{}\n{} --from 0011\n{} --rings 7 --together")]
    Distance {
        #[command(flatten)]
        ends: Ends<MOST_RINGS, 6>,
        /// Let hooks 1 and 2 move together as one move if both are up or both are down
        #[arg(long)]
        together: bool,
        /// How to write the distance
        #[arg(long, short, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Find the shortest path to the goal with Cleve Moler's recursive search, and count its calls
    #[command(after_help = "{}\n{} --from 110010")]
    Search {
        #[command(flatten)]
        size: Size<MOST_RINGS_SEARCHED, 6>,
        /// The state to begin at [default: all hooks up]
        #[arg(long, value_name = "STATE")]
        from: Option<String>,
        /// How to write the result
        #[arg(long, short, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Find all states by legal moves from the goal, and compare their distances with those that
    /// `path` and `distance` compute without a search
    #[command(after_help = "{}\n{} --rings 16")]
    Explore {
        #[arg(long, value_name = "N", default_value = "6", value_parser = rings::<MOST_RINGS_EXPLORED>,
            help = format!("The number of rings, 1 to {MOST_RINGS_EXPLORED}"))]
        rings: Rings,
        /// How to write the result
        #[arg(long, short, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Play: move hooks by their numbers, with hints
    ///
    /// Hook 1 can always move; any other hook moves only while the one before it is up and all before
    /// that one are down. The first level has three rings, and five moves solve it.
    #[command(after_help = "{}\n{} --rings 6\n{} --from uudd")]
    Play {
        #[command(flatten)]
        ends: Ends<MOST_RINGS_PLAYED, 3>,
        /// Hide the number of moves to go, because it reveals whether a move was right
        #[arg(long)]
        hide_distance: bool,
    },
}

/// Parses a number of rings, at most `MAX`.
fn rings<const MAX: u32>(text: &str) -> std::result::Result<Rings, String> {
    let count = text.parse().ok().filter(|count| *count <= MAX);
    let rings = count.and_then(Rings::new);
    rings.ok_or(format!("expected a number from 1 to {MAX}"))
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Size<const MAX: u32, const DEFAULT: u32> {
    #[arg(long, value_name = "N", value_parser = rings::<MAX>,
        help = format!("The number of rings, 1 to {MAX} [default: the length of a state that is given hook by hook, such as uudduu; otherwise {DEFAULT}]"))]
    rings: Option<Rings>,
}

impl<const MAX: u32, const DEFAULT: u32> Size<MAX, DEFAULT> {
    /// The number of rings: that of the option, of a state, or the default.
    fn rings(self, states: [Option<&String>; 2]) -> Result<Rings> {
        let shown = states
            .into_iter()
            .flatten()
            .find_map(|text| State::hooks_in(text));
        let rings = self.rings.or(shown).or(Rings::new(DEFAULT));
        let most = || Error::Usage(format!("this command accepts at most {MAX} rings"));
        rings.filter(|rings| rings.count() <= MAX).ok_or_else(most)
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Ends<const MAX: u32, const DEFAULT: u32> {
    #[command(flatten)]
    size: Size<MAX, DEFAULT>,
    /// The state to begin at [default: all hooks up]
    #[arg(long, value_name = "STATE")]
    from: Option<String>,
    /// The state to reach [default: all hooks down]
    #[arg(long, value_name = "STATE")]
    to: Option<String>,
}

impl<const MAX: u32, const DEFAULT: u32> Ends<MAX, DEFAULT> {
    fn states(&self) -> Result<(State, State)> {
        let (from, to) = (self.from.as_ref(), self.to.as_ref());
        let rings = self.size.rings([from, to])?;
        let from = state("from", from, State::start(rings))?;
        Ok((from, state("to", to, State::goal(rings))?))
    }
}

/// Parses the state of an option, or returns the default.
fn state(option: &str, text: Option<&String>, default: State) -> Result<State> {
    let state = text.map_or(Ok(default), |text| State::parse(text, default.rings()));
    state.map_err(|error| Error::Usage(format!("invalid value for '--{option} <STATE>': {error}")))
}

impl Program for ChineseRings {
    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Path {
                ends,
                limit,
                format,
            } => {
                let (from, to) = ends.states()?;
                let moves = from.distance(&to);
                let listed = limit.listed(moves, MOST_LISTED, "moves")?;
                let document = view::path_document(from, to, listed);
                format.print(|out| view::write_path(out, from, to, listed), &document)?;
                if moves > listed.into() {
                    let left = moves - u128::from(listed);
                    let left = counted(left, "more move is", "more moves are");
                    console.say(&format!("{left} not listed: --limit is {listed}"));
                }
                Ok(())
            }
            Self::Distance {
                ends,
                together,
                format,
            } => {
                let (from, to) = ends.states()?;
                let moves = match together {
                    true => from.distance_together(&to),
                    false => from.distance(&to),
                };
                format.say(&thousands(moves), &view::distance_document(&from, &to))
            }
            Self::Search { size, from, format } => {
                let rings = size.rings([from.as_ref(), None])?;
                let from = state("from", from.as_ref(), State::start(rings))?;
                let searched = recursive_search(from.number() as u32, rings.count());
                let document = view::searched_document(&searched, rings);
                format.say(&view::searched(&searched, from), &document)
            }
            Self::Explore { rings, format } => {
                let states = explore(*rings, console)?;
                let document = view::explored_document(*rings, states);
                format.say(&view::explored(*rings, states), &document)
            }
            Self::Play {
                ends,
                hide_distance,
            } => {
                let (from, to) = ends.states()?;
                app::play(console, Game::new(from, to, *hide_distance))
            }
        }
    }
}

/// Compares all states with the closed form, and returns their number.
fn explore(rings: Rings, console: &Console) -> Result<u32> {
    let goal = State::goal(rings);
    let states = rings.last() as u32 + 1;
    let mut task = Task::new(console, format!("exploring {rings}, states"), states.into());
    // The number of states met so far, which is the distance of the next one.
    let mut met = 0u32;
    for found in exploration(rings.count()) {
        if met.is_multiple_of(1 << 16) {
            task.advance(met.into());
            if console.stop().is_requested() {
                let what = format!("stopped after {met} of {states} states");
                return Err(Error::Stopped(what));
            }
        }
        let state = State::at_place(met.into(), rings);
        if state.number() != found.state.into() || state.next_hook(&goal) != found.next_hook {
            let what = format!("the formula is wrong for state {}", found.state);
            return Err(Error::other(
                what,
                "this is an error of the program or the machine",
            ));
        }
        met += 1;
    }
    Ok(met)
}
