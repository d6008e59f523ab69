//! How a search goes about it.

use std::fmt;
use std::str::FromStr;

use super::random::mix;
use crate::rules::{Doors, Tiles};

/// Which algorithm searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// The original's: a cell's candidates are the pieces that suit the pieces
    /// around it.
    Literal,
    /// Looks at the cells around it, too.
    LookAhead,
}

impl Algorithm {
    /// The limit with the fewest steps a solution: `docs/claims.md` has the tables.
    pub const fn best_limit(self) -> u64 {
        match self {
            Algorithm::LookAhead => 96,
            Algorithm::Literal => 384,
        }
    }
}

/// Which of the cells that demand a piece gets one next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "pipeline", derive(clap::ValueEnum))]
pub enum Demands {
    /// One with the fewest candidates
    Fewest,
    /// Any
    Random,
}

/// Which of its candidates comes first. What a criterion leaves open the next
/// one decides, and chance in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// The one with the most pairs of doors at 120° with no door between them.
    Angles,
    /// The one with the most doors.
    Doors,
}

/// The order in which candidates are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order(&'static str, &'static [Criterion]);

impl Order {
    /// All that there are, by their names.
    pub const ALL: [Order; 5] = {
        use Criterion::{Angles, Doors};
        [
            Order("angles,doors", &[Angles, Doors]),
            Order("doors,angles", &[Doors, Angles]),
            Order("angles", &[Angles]),
            Order("doors", &[Doors]),
            Order("random", &[]),
        ]
    };
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        let order = Order::ALL.into_iter().find(|order| order.0 == text);
        let names = || Order::ALL.map(|order| order.0).join(" or ");
        order.ok_or_else(|| format!("{} is wanted", names()))
    }
}

/// Everything that decides what a search does, but for its seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What is searched with.
    pub tiles: Tiles,
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Which cell is next.
    pub demands: Demands,
    /// Which piece is next.
    pub pieces: Order,
    /// Is a branch given up as soon as counting doors shows that it leads
    /// nowhere?
    pub pruning: bool,
}

impl Settings {
    /// The best settings known for these tiles.
    pub fn best(tiles: Tiles) -> Settings {
        Settings {
            tiles,
            algorithm: Algorithm::LookAhead,
            demands: Demands::Fewest,
            pieces: Order::ALL[1],
            pruning: true,
        }
    }

    /// What the original does unless it is told otherwise.
    pub fn original(tiles: Tiles) -> Settings {
        Settings {
            algorithm: Algorithm::Literal,
            pieces: Order::ALL[0],
            ..Settings::best(tiles)
        }
    }

    /// How pieces rank: those of the smallest class are tried first. A class has an octal
    /// digit a criterion.
    pub(super) fn classes(&self) -> [u32; 64] {
        std::array::from_fn(|doors| {
            let doors = doors as Doors;
            self.pieces.1.iter().fold(0, |class, criterion| {
                let merit = match criterion {
                    Criterion::Angles => self.tiles.angles(doors),
                    Criterion::Doors => doors.count_ones(),
                };
                class * 8 + (7 - merit)
            })
        })
    }
}

/// What a run multiplies cells or pieces with at some depth: the smallest
/// product wins where chance decides. So a run decides the same whenever it
/// comes to the same place.
#[inline(always)]
pub(super) fn factor(key: u64, depth: usize) -> u32 {
    (mix(key ^ (depth as u64) << 32) >> 32) as u32 | 1
}

/// The settings in one line, which is stored with what it finds.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, demands {}, pieces {}{}",
            match self.algorithm {
                Algorithm::Literal => "literal",
                Algorithm::LookAhead => "look-ahead",
            },
            match self.demands {
                Demands::Fewest => "fewest",
                Demands::Random => "random",
            },
            self.pieces.0,
            if self.pruning { "" } else { ", no pruning" },
        )
    }
}
