//! How much a ray's answer tells: the molecules that give each answer, and
//! the information in that.

use crate::board::{Position, Size};
use crate::ray::{Exits, Outcome};

/// Rays are equally good if their bits differ by no more than this. Rounding changes far less.
const TIE: f64 = 1e-9;

/// How many answers there are to a ray into a box with this number of positions: it comes out at any
/// of them (its own if it is reflected), or not at all.
pub(crate) const fn answers(positions: usize) -> usize {
    positions + 1
}

/// The place of an answer, written as in [`Exits`], among all [`answers`]. The last one is that the ray is
/// absorbed.
#[inline]
pub(super) fn place(exit: u8, positions: usize) -> usize {
    usize::from(exit).min(positions)
}

/// By answer, how many molecules give it.
#[derive(Clone, Debug)]
pub(crate) struct AnswerCounts(pub(super) Vec<u128>);

impl AnswerCounts {
    /// None yet, in a box with this number of positions.
    pub(crate) fn new(positions: usize) -> AnswerCounts {
        AnswerCounts(vec![0; answers(positions)])
    }

    /// Adds molecules that give this answer, written as in [`Exits`].
    pub(crate) fn add(&mut self, exit: u8, molecules: u128) {
        let positions = self.0.len() - 1;
        self.0[place(exit, positions)] += molecules;
    }

    /// How many molecules absorb the ray.
    pub(super) fn absorbed(&self) -> u128 {
        self.0[self.0.len() - 1]
    }

    /// The answers to the ray from a position, and how many molecules give each, in order.
    pub(crate) fn outcomes(&self, position: usize, size: Size) -> Vec<(Outcome, u128)> {
        let position = position as u8;
        let out = (0..size.positions() as u8).filter(|&exit| exit != position);
        let exits = [Exits::ABSORBED, position].into_iter().chain(out);
        let count = |exit| self.0[place(exit, size.positions())];
        exits
            .map(|exit| (Exits::outcome(exit, position, size), count(exit)))
            .filter(|&(_, molecules)| molecules > 0)
            .collect()
    }

    pub(crate) fn bits(&self) -> f64 {
        bits(&self.shares())
    }

    pub(crate) fn worth(&self, position: usize, aim: Aim) -> f64 {
        worth(&self.shares(), position, aim)
    }

    fn shares(&self) -> Vec<f64> {
        self.0.iter().map(|&count| count as f64).collect()
    }
}

/// The expected information of an answer in bits, if all molecules are equally likely. This is
/// Shannon's entropy, Σ q log₂(1/q), over the shares q of the molecules that give each answer.
pub(crate) fn bits(molecules: &[f64]) -> f64 {
    // They are sorted, so that the same shares always make the same sum.
    let mut counts = molecules.to_vec();
    counts.sort_unstable_by(f64::total_cmp);
    let all: f64 = counts.iter().sum();
    let bits = |count: f64| count / all * (all / count).log2();
    let counts = counts.into_iter().filter(|&count| count > 0.0);
    counts.map(bits).sum()
}

/// How good a ray is, as far as its answer alone tells: its bits, per expected point if points count, or
/// those of its least informative answer.
pub(crate) fn worth(molecules: &[f64], position: usize, aim: Aim) -> f64 {
    let all: f64 = molecules.iter().sum();
    let alone = molecules[position] + molecules[molecules.len() - 1];
    match aim {
        Aim::Points => bits(molecules) / (2.0 - alone / all),
        Aim::WorstCase => (all / molecules.iter().copied().fold(0.0, f64::max)).log2(),
        Aim::Shots | Aim::Bits => bits(molecules),
    }
}

/// What the next ray is chosen for.
///
/// See the [example](crate::puzzle).
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
    /// The fewest bits still unknown on average (the most expected information), regardless of later rays.
    Bits,
}

/// What is expected until the board is decided.
///
/// See the [example](crate::puzzle).
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Ahead {
    /// The number of rays.
    pub shots: f64,
    /// Their points.
    pub points: f64,
    /// Did the search reach the end of the game? If not, both numbers are partly estimated.
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

/// A ray worth firing.
///
/// See the [example](crate::puzzle).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct NextRay {
    /// The position where it enters.
    pub position: Position,
    /// The expected information of its answer.
    pub bits: f64,
    /// The error of the bits if they are estimated: a 95 % confidence bound.
    pub error: Option<f64>,
    /// What is expected until the board is decided, if few enough spectra are possible to look ahead.
    pub ahead: Option<Ahead>,
    /// Its possible answers, and how many molecules each leaves.
    pub answers: Vec<(Outcome, u128)>,
}

/// By position and answer, small counts to go through many molecules fast.
pub(crate) struct AnswerCounter {
    positions: usize,
    counts: Vec<u64>,
}

impl AnswerCounter {
    /// For a box with this number of positions.
    pub(crate) fn new(positions: usize) -> AnswerCounter {
        AnswerCounter {
            positions,
            counts: vec![0; positions * answers(positions)],
        }
    }

    /// A molecule gives these answers, by position, written as in [`Exits`].
    #[inline]
    pub(crate) fn add(&mut self, exits: &[u8]) {
        let each = self.counts.chunks_exact_mut(answers(self.positions));
        for (counts, &exit) in each.zip(exits) {
            counts[place(exit, self.positions)] += 1;
        }
    }

    /// By position, what was counted.
    pub(crate) fn answers(self) -> Vec<AnswerCounts> {
        let each = self.counts.chunks_exact(answers(self.positions));
        each.map(|counts| AnswerCounts(counts.iter().map(|&count| count.into()).collect()))
            .collect()
    }
}

/// The first of the most informative positions. `None` if none tells anything.
pub(crate) fn best(bits: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let all: Vec<(usize, f64)> = bits.filter(|&(_, bits)| bits > TIE).collect();
    let most = all.iter().map(|&(_, bits)| bits).fold(0.0, f64::max);
    let best = all.into_iter().find(|&(_, bits)| is_as_good(bits, most));
    best.map(|(position, _)| position)
}

/// Is this as good as the most bits?
pub(crate) fn is_as_good(bits: f64, most: f64) -> bool {
    bits >= most - TIE
}
