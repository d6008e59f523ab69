//! Groups of a smaller box in a larger one: empty lines and columns are
//! inserted between the atoms of all their molecules, or taken out.
//!
//! Only the occupied lines of a group matter, those where at least one of its
//! molecules has an atom. They separate gaps of empty lines: one before the
//! first, one after the last, one between two neighbours. If the box grows,
//! the gaps widen. So each way to widen them has another result, and nothing
//! is looked at twice. The same is true for columns.

use std::collections::HashMap;

use itertools::Itertools;

use super::spectral_group::SpectralGroup;
use crate::board::{Board, Cell, Config, Spectrum, Transform};
use crate::ray::Tracer;

/// The new place of every old line, for every way to insert empty lines, or to take them out, so
/// that a box as wide as the list gets another width. The place of an empty line means nothing.
fn moves(occupied: &[bool], width: usize) -> Vec<Vec<usize>> {
    // The gaps around lines of a box.
    let gaps = |lines: &[usize], width: usize| -> Vec<usize> {
        let ends = lines.iter().copied().chain([width]);
        let mut next = 0;
        ends.map(|line| line - std::mem::replace(&mut next, line + 1))
            .collect()
    };
    let old: Vec<usize> = occupied.iter().positions(|&occupied| occupied).collect();
    let old_gaps = gaps(&old, occupied.len());
    let is_move = |new: &Vec<usize>| {
        let grows = width >= occupied.len();
        let mut pairs = gaps(new, width).into_iter().zip(&old_gaps);
        pairs.all(|(new, &old)| new == old || (new > old) == grows)
    };
    let all = (0..width).combinations(old.len()).filter(is_move);
    let places = |new: Vec<usize>| {
        let mut places = vec![0; occupied.len()];
        old.iter()
            .zip(new)
            .for_each(|(&old, new)| places[old] = new);
        places
    };
    all.map(places).collect()
}

/// All ways to make some molecules fit a box of another width. If it is larger, empty lines and
/// columns are inserted. If it is smaller, those that are empty in all molecules are taken out. Each
/// way gives the molecules in the same order. Both boxes have the same number of atoms.
fn moved(molecules: &[Board], from: Config, to: Config) -> impl Iterator<Item = Vec<Board>> {
    let old = from.width();
    let bits = molecules
        .iter()
        .fold(0, |any, one| any | one.molecule().bits());
    let has = |line: usize, column: usize| bits >> (line * old + column) & 1 == 1;
    let all = || 0..old;
    let lines = all().map(|line| all().any(|column| has(line, column)));
    let columns = all().map(|column| all().any(|line| has(line, column)));
    let lines = moves(&lines.collect_vec(), to.width());
    let columns = moves(&columns.collect_vec(), to.width());
    let ways = lines.into_iter().cartesian_product(columns);
    ways.map(move |(lines, columns)| {
        let cell = |cell: Cell| lines[cell.row()] * to.width() + columns[cell.column()];
        let moved = |one: &Board| {
            Board::of_bits(
                one.atoms().fold(0, |bits, atom| bits | 1 << cell(atom)),
                to.size(),
            )
        };
        molecules.iter().map(moved).collect()
    })
}

/// The spectrum that some molecules share, if they share one.
fn shared_spectrum(molecules: &[Board]) -> Option<Spectrum> {
    let tracer = Tracer::best();
    let (first, others) = molecules.split_first()?;
    let spectrum = tracer.spectrum(*first);
    let same = |&other: &Board| tracer.spectrum(other) == spectrum;
    others.iter().all(same).then_some(spectrum)
}

/// What happens to a group of the smaller box in the larger one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RayFate {
    /// The number of ways to insert the lines and columns.
    pub ways: u64,
    /// The number of ways after which the molecules still share one spectrum.
    pub kept: u64,
}

/// Where a group of the larger box comes from. Without some empty lines and columns, its molecules
/// are those of a group of the smaller box, or some of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// It is a part of a larger group.
    Part,
    /// It is a whole group.
    Whole,
}

/// The groups of a smaller box and of a larger one with the same number of atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedding {
    /// The smaller box.
    pub smaller: Config,
    /// What happens to its groups, one by one.
    pub fates: Vec<RayFate>,
    /// Where the larger box's groups come from, one by one, if they do.
    pub origins: Vec<Option<Origin>>,
}

/// Why there is no embedding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotEmbedded {
    /// The work was interrupted.
    Stopped,
    /// Molecules of the smaller box share this spectrum, but no group has it:
    /// groups are missing.
    Unknown(Spectrum),
}

/// Finds how the groups of a smaller box and those of a larger one belong together.
///
/// Calls `going_on` before every group, and stops if it returns `false`.
///
/// # Errors
///
/// If it is stopped, or if some groups of the smaller box are missing.
pub fn embed(
    (smaller, small): (Config, &[SpectralGroup]),
    (larger, large): (Config, &[SpectralGroup]),
    mut going_on: impl FnMut() -> bool,
) -> Result<Embedding, NotEmbedded> {
    let mut go_on = || going_on().then_some(()).ok_or(NotEmbedded::Stopped);
    let mut fates = Vec::with_capacity(small.len());
    for group in small {
        go_on()?;
        let mut fate = RayFate { ways: 0, kept: 0 };
        for enlarged in moved(&group.molecules, smaller, larger) {
            fate.ways += 1;
            fate.kept += u64::from(shared_spectrum(&enlarged).is_some());
        }
        fates.push(fate);
    }
    // Any image of the spectrum finds the group.
    let sizes = small.iter().flat_map(|group| {
        Transform::ALL.map(|transform| (transform.spectrum(&group.spectrum), group.size()))
    });
    let sizes: HashMap<Spectrum, u64> = sizes.collect();
    let mut origins = Vec::with_capacity(large.len());
    for group in large {
        go_on()?;
        let mut origin = None;
        for reduced in moved(&group.molecules, larger, smaller) {
            let Some(spectrum) = shared_spectrum(&reduced) else {
                continue;
            };
            let size = sizes.get(&spectrum).ok_or(NotEmbedded::Unknown(spectrum))?;
            origin = origin.max(Some(match *size == group.size() {
                true => Origin::Whole,
                false => Origin::Part,
            }));
        }
        origins.push(origin);
    }
    Ok(Embedding {
        smaller,
        fates,
        origins,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Config {
        text.parse().unwrap()
    }

    /// Every choice of lines and columns to insert, one by one.
    fn enlarged_plainly(text: &str, from: usize, to: usize) -> Vec<String> {
        let choices = || (0..to).combinations(from);
        let mut found = Vec::new();
        for (lines, columns) in choices().cartesian_product(choices()) {
            let mut cells = vec![b'-'; to * to];
            for (cell, symbol) in text.bytes().enumerate() {
                cells[lines[cell / from] * to + columns[cell % from]] = symbol;
            }
            found.push(String::from_utf8(cells).unwrap());
        }
        found.into_iter().sorted().dedup().collect()
    }

    #[test]
    fn enlargements_are_all_insertions_without_repetition() {
        for (from, to) in [("A2_B3", "A2_B5"), ("A0_B2", "A0_B4"), ("A9_B3", "A9_B4")] {
            let (from, to) = (config(from), config(to));
            for number in 1..=from.molecules() {
                let molecule = [Board::from_number(number, from).unwrap()];
                let found = moved(&molecule, from, to).map(|enlarged| enlarged[0].text());
                let plainly = enlarged_plainly(&molecule[0].text(), from.width(), to.width());
                assert!(found.sorted().eq(plainly), "{number}");
            }
        }
    }

    #[test]
    fn what_is_inserted_can_be_taken_out() {
        let (small, large) = (config("A3_B3"), config("A3_B5"));
        for (number, other) in (1..=small.molecules()).zip((1..=small.molecules()).rev()) {
            let both = [number, other].map(|n| Board::from_number(n, small).unwrap());
            for enlarged in moved(&both, small, large) {
                let mut back = moved(&enlarged, large, small);
                assert!(back.any(|reduced| reduced == both), "{number} {other}");
            }
        }
        let full = Board::from_number(1, config("A25_B5")).unwrap();
        assert_eq!(moved(&[full], large, small).count(), 0);
    }
}
