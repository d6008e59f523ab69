//! How a search goes about it.

use std::fmt;
use std::str::FromStr;

use super::random::mix;
use crate::rules::{Doors, Tiles};

/// Which algorithm searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// The original's: a cell's candidates are the pieces that suit the pieces
    /// around it.
    Literal,
    /// Looks at the cells around it, too.
    LookAhead,
}

/// Which of the cells that demand a piece gets one next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Demands {
    /// One of those with the fewest candidates.
    Fewest,
    /// Any.
    Random,
}

/// Which of its candidates comes first. What a criterion leaves open the next
/// one decides, and chance in the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Criterion {
    /// The one with the most pairs of doors at 120° with no door between them.
    Angles,
    /// The one with the most doors.
    Doors,
}

/// The order in which candidates are tried.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Order(pub Vec<Criterion>);

/// Everything that decides what a search does, but for its seed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    /// The best settings known for the hexagons, with candidates in this order.
    pub fn hexagons(pieces: Order) -> Settings {
        Settings {
            tiles: Tiles::Hexagons,
            algorithm: Algorithm::LookAhead,
            demands: Demands::Fewest,
            pieces,
            pruning: true,
        }
    }

    /// All that there are for these tiles.
    pub fn all(tiles: Tiles) -> impl Iterator<Item = Settings> {
        use Criterion::{Angles, Doors};
        let orders: [&[Criterion]; 5] =
            [&[], &[Angles], &[Doors], &[Angles, Doors], &[Doors, Angles]];
        [Algorithm::Literal, Algorithm::LookAhead]
            .into_iter()
            .flat_map(move |algorithm| {
                [Demands::Fewest, Demands::Random]
                    .into_iter()
                    .flat_map(move |demands| {
                        orders.into_iter().flat_map(move |pieces| {
                            [true, false].map(|pruning| Settings {
                                tiles,
                                algorithm,
                                demands,
                                pieces: Order(pieces.to_vec()),
                                pruning,
                            })
                        })
                    })
            })
    }

    /// How pieces rank: those of the smallest class are tried first.
    pub(super) fn classes(&self) -> [u32; 64] {
        let mut classes = [0; 64];
        for (doors, class) in classes.iter_mut().take(self.tiles.pieces()).enumerate() {
            *class = self.class(doors as Doors);
        }
        classes
    }

    /// One octal digit a criterion.
    fn class(&self, doors: Doors) -> u32 {
        self.pieces.0.iter().fold(0, |class, criterion| {
            let merit = match criterion {
                Criterion::Angles => self.tiles.angles(doors),
                Criterion::Doors => doors.count_ones(),
            };
            class * 8 + (7 - merit)
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

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self
            .0
            .iter()
            .map(|criterion| match criterion {
                Criterion::Angles => "angles",
                Criterion::Doors => "doors",
            })
            .collect();
        f.write_str(if words.is_empty() { "random" } else { "" })?;
        f.write_str(&words.join(","))
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        let mut order = Vec::new();
        for word in text.split(',') {
            let criterion = match word {
                "angles" => Criterion::Angles,
                "doors" => Criterion::Doors,
                "random" if text == "random" => return Ok(Order(order)),
                _ => {
                    return Err(
                        "angles, doors, angles,doors, doors,angles or random is wanted".to_owned(),
                    );
                }
            };
            if order.contains(&criterion) {
                return Err(format!("{word} is there twice"));
            }
            order.push(criterion);
        }
        Ok(Order(order))
    }
}

/// The settings in one line, by which a stored search is known again.
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
            self.pieces,
            if self.pruning { "" } else { ", no pruning" },
        )
    }
}
