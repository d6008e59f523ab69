//! Weighs a ray by its answers: the numbers of molecules that give each answer, and the information in that.

use super::aim::{Ahead, Aim};
use super::game::{POINTS_ONE_END, POINTS_TWO_ENDS};
use crate::board::{Position, Size};
use crate::ray::{Exits, Outcome};

/// Rays are equally good if their bits differ by at most this. Rounding errors are far smaller.
const TIE: f64 = 1e-9;

/// The number of possible answers to a ray in a box with this number of positions: it comes out at any of them (its
/// own if it is reflected), or is absorbed.
pub(crate) const fn answers(positions: usize) -> usize {
    positions + 1
}

/// The index of an answer, encoded as in [`Exits`], among all [`answers`]. The last index is that of absorption.
#[inline]
pub(super) fn place(exit: u8, positions: usize) -> usize {
    usize::from(exit).min(positions)
}

/// The number of molecules for each answer.
#[derive(Clone, Debug)]
pub(crate) struct AnswerCounts(pub(super) Vec<u128>);

impl AnswerCounts {
    /// Zero counts, for a box with this number of positions.
    pub(crate) fn new(positions: usize) -> AnswerCounts {
        AnswerCounts(vec![0; answers(positions)])
    }

    /// Adds molecules that give this answer, encoded as in [`Exits`].
    pub(crate) fn add(&mut self, exit: u8, molecules: u128) {
        let positions = self.0.len() - 1;
        self.0[place(exit, positions)] += molecules;
    }

    /// The answers to the ray from a position that some molecule gives, in order, and the numbers of these
    /// molecules.
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
        bits(&self.counts())
    }

    pub(crate) fn worth(&self, position: usize, aim: Aim) -> f64 {
        worth(&self.counts(), position, aim)
    }

    fn counts(&self) -> Vec<f64> {
        self.0.iter().map(|&count| count as f64).collect()
    }
}

/// The expected information of an answer in bits, if all molecules are equally likely. This is
/// Shannon's entropy, Σ q log₂(1/q), over the shares q of the molecules that give each answer.
pub(crate) fn bits(molecules: &[f64]) -> f64 {
    // Sorts the counts, so that rounding does not depend on their order.
    let mut counts = molecules.to_vec();
    counts.sort_unstable_by(f64::total_cmp);
    let all: f64 = counts.iter().sum();
    let bits = |count: f64| count / all * (all / count).log2();
    let counts = counts.into_iter().filter(|&count| count > 0.0);
    counts.map(bits).sum()
}

/// The worth of a ray, judged by its answer alone: the expected bits, per expected point if points count, or the
/// bits of its least informative answer.
pub(crate) fn worth(molecules: &[f64], position: usize, aim: Aim) -> f64 {
    let all: f64 = molecules.iter().sum();
    let alone = molecules[position] + molecules[molecules.len() - 1];
    match aim {
        Aim::Points => {
            let saved = (POINTS_TWO_ENDS - POINTS_ONE_END) as f64 * alone / all;
            bits(molecules) / (POINTS_TWO_ENDS as f64 - saved)
        }
        Aim::WorstCase => (all / molecules.iter().copied().fold(0.0, f64::max)).log2(),
        Aim::Shots | Aim::Bits => bits(molecules),
    }
}

/// A ray worth firing.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct NextRay {
    /// The position from which to fire the ray.
    pub position: Position,
    /// The expected information of the answer, in bits.
    pub bits: f64,
    /// The error of the bits if they are estimated: a 95 % confidence bound.
    pub error: Option<f64>,
    /// The expected information for each expected point, by which hints for the fewest points compare rays if they
    /// cannot look ahead.
    pub(crate) bits_per_point: f64,
    /// The expected cost until the board is decided. `None` if there are too many possible spectra for looking ahead.
    pub ahead: Option<Ahead>,
    /// The possible answers to the ray, each with the number of molecules that it leaves.
    pub answers: Vec<(Outcome, u128)>,
}

/// The first of the most informative positions. `None` if no position gives information.
pub(crate) fn best(bits: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let all: Vec<(usize, f64)> = bits.filter(|&(_, bits)| bits > TIE).collect();
    let most = all.iter().map(|&(_, bits)| bits).fold(0.0, f64::max);
    let best = all.into_iter().find(|&(_, bits)| is_as_good(bits, most));
    best.map(|(position, _)| position)
}

/// Whether `bits` equals the greatest value, except for rounding.
pub(crate) fn is_as_good(bits: f64, most: f64) -> bool {
    bits >= most - TIE
}
