//! The settings of a search.

use std::str::FromStr;

use random::mix;

use crate::rules::{Doors, Tiles};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// The original algorithm: the candidates for a cell are the pieces that fit the pieces around it.
    Literal,
    /// Also takes the empty cells around it into account.
    LookAhead,
}

impl Algorithm {
    /// The limit with the fewest steps per solution; `docs/claims.md` has the tables.
    pub const fn best_limit(self) -> u64 {
        match self {
            Algorithm::LookAhead => 96,
            Algorithm::Literal => 384,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "pipeline", derive(clap::ValueEnum))]
pub enum Demands {
    /// A cell in which the fewest pieces fit
    Fewest,
    /// Any of these cells
    Random,
}

/// The order in which candidates are tried: those with the most angles (pairs of doors at 120° with no door between
/// them) first, or those with the most doors. The next criterion breaks ties, and finally chance does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order(&'static str);

impl Order {
    pub const ALL: [Order; 5] = [
        Order("angles,doors"),
        Order("doors,angles"),
        Order("angles"),
        Order("doors"),
        Order("random"),
    ];
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        let order = Order::ALL.into_iter().find(|order| order.0 == text);
        let names = || Order::ALL.map(|order| order.0).join(" | ");
        order.ok_or_else(|| format!("expected {}", names()))
    }
}

/// Everything that determines a search, except its seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    pub tiles: Tiles,
    pub algorithm: Algorithm,
    pub demands: Demands,
    pub pieces: Order,
    /// Whether the search leaves a branch as soon as a count of doors shows that it is a dead end.
    pub pruning: bool,
}

impl Settings {
    pub fn best(tiles: Tiles) -> Settings {
        Settings {
            tiles,
            algorithm: Algorithm::LookAhead,
            demands: Demands::Fewest,
            pieces: Order::ALL[1],
            pruning: true,
        }
    }

    pub fn original(tiles: Tiles) -> Settings {
        Settings {
            algorithm: Algorithm::Literal,
            pieces: Order::ALL[0],
            ..Settings::best(tiles)
        }
    }

    /// The class of each piece, with one octal digit per criterion. Pieces of lower classes are tried first.
    pub(super) fn classes(&self) -> [u32; 64] {
        std::array::from_fn(|doors| {
            let doors = doors as Doors;
            let criteria = self.pieces.0.split(',');
            let merits = criteria.filter_map(|criterion| match criterion {
                "angles" => Some(self.tiles.angles(doors)),
                "doors" => Some(doors.count_ones()),
                _ => None,
            });
            merits.fold(0, |class, merit| class * 8 + (7 - merit))
        })
    }
}

/// The factor by which a run multiplies cells or pieces at some depth. The smallest product wins a random decision,
/// so a run makes the same decision whenever it comes to the same place.
#[inline(always)]
pub(super) fn factor(key: u64, depth: usize) -> u32 {
    (mix(key ^ (depth as u64) << 32) >> 32) as u32 | 1
}
