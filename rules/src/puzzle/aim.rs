//! The aim of a player, and the expected cost of the rest of a game.

/// The aim for which the next ray is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Aim {
    /// The fewest points: 2 for a ray that comes out, 1 for any other.
    #[default]
    Points,
    /// The fewest rays.
    Shots,
    /// The fewest molecules left after the least informative answer, regardless of later rays.
    WorstCase,
    /// The fewest bits still unknown on average (the largest expected information), regardless of later rays.
    Bits,
}

/// The expected cost until the board is decided.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Ahead {
    /// The expected number of rays.
    pub shots: f64,
    /// The expected points for these rays.
    pub points: f64,
    /// Whether the search reached the end of the game. If not, both numbers are partly estimated.
    pub exact: bool,
}

impl Ahead {
    pub(crate) fn by(self, aim: Aim) -> f64 {
        match aim {
            Aim::Points => self.points,
            Aim::Shots | Aim::WorstCase | Aim::Bits => self.shots,
        }
    }

    pub(crate) fn add(&mut self, other: Ahead, share: f64) {
        self.shots += share * other.shots;
        self.points += share * other.points;
    }
}
