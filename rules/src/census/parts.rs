//! Cuts the numbers of a configuration into ranges of about equal work.
//!
//! Canonical molecules have low numbers: 89 % of A6_B8's are in the first quarter. So each
//! cut is where a canonical molecule with fewer atoms begins. The number of canonical
//! molecules that begin with it is estimated: all further atoms could be in any of the cells
//! where its next atom may be. Nothing else decides the cuts, so every machine finds the
//! same ones.

use std::ops::Range;

use super::canonical_walk::CanonicalMolecules;
use super::cell_mask::CellMask;
use crate::board::{Cell, Config, Molecule, Transform, binomial};

/// About the most pieces that a part holds.
const PIECES: u128 = 8;

/// The numbers of part `part` of `parts`, from 1. The parts have every number once; some may be empty.
pub fn part(config: Config, part: u64, parts: u64) -> Range<u64> {
    let mut pieces = Pieces {
        canonical: CanonicalMolecules::new(config),
        config,
        most: u128::from(config.canonical_molecules()) / (PIECES * u128::from(parts)),
        found: Vec::new(),
    };
    if parts > 1 {
        pieces.cut(0, [0; 7], 0);
    }
    let all: u128 = pieces.found.iter().map(|&(_, weight)| weight).sum();
    let cut = |before: u64| {
        if before == 0 {
            return 1;
        }
        let mut sum = 0;
        let beginning = pieces.found.iter().find(|&&(_, weight)| {
            let reached = sum * u128::from(parts) >= all * u128::from(before);
            sum += weight;
            reached
        });
        match beginning {
            Some(&(number, _)) if before < parts => number,
            _ => config.molecules() + 1,
        }
    };
    cut(part - 1)..cut(part)
}

/// Canonical molecules with fewer atoms, in the order of the numbers that begin with them.
struct Pieces {
    canonical: CanonicalMolecules<u128>,
    config: Config,
    /// A heavier piece is cut further.
    most: u128,
    /// The first number of each, and its weight.
    found: Vec<(u64, u128)>,
}

impl Pieces {
    fn cut(&mut self, atoms: u128, images: [u128; 7], depth: usize) {
        let config = self.config;
        let further = config.atoms() - depth;
        if further == 0 {
            return;
        }
        let mut cells = self.canonical.extensions(atoms, &images, depth);
        while cells != 0 {
            let cell = cells.first();
            cells &= !u128::cell(cell);
            let with_it = atoms | u128::cell(cell);
            let mut turned = images;
            for (image, transform) in turned.iter_mut().zip(&Transform::ALL[1..]) {
                *image |= u128::cell(transform.cell(Cell::new(cell), config.width()).index());
            }
            let left = further - 1;
            let weight = if left == 0 {
                1
            } else {
                let next = self.canonical.extensions(with_it, &turned, depth + 1);
                u128::from(binomial(next.count_ones() as usize + left - 1, left))
            };
            if left > 0 && weight > self.most {
                self.cut(with_it, turned, depth + 1);
            } else {
                let packed = u128::before(cell + 1 + left) & !u128::before(cell + 1);
                let first = Molecule::from_bits(with_it | packed);
                // Puts small pieces together, so that there are few.
                match self.found.last_mut() {
                    Some((_, known)) if *known + weight <= self.most => *known += weight,
                    _ => self.found.push((first.number(config), weight)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_every_number_once_and_about_equal_work() {
        for (text, parts, slack) in [
            ("A0_B4", 3, 99.0),
            ("A1_B1", 2, 99.0),
            ("A3_B4", 100, 99.0),
            ("A5_B6", 8, 1.4),
            ("A4_B8", 16, 1.4),
            ("A5_B8", 64, 1.4),
            ("A4_B10", 7, 1.4),
            ("A3_B11", 2, 99.0),
            ("A9_B5", 16, 2.0),
        ] {
            let config: Config = text.parse().unwrap();
            let canonical = CanonicalMolecules::<u128>::new(config);
            let mut next = 1;
            let mut most = 0;
            let mut counted = 0;
            for number in 1..=parts {
                let range = part(config, number, parts);
                assert_eq!(range.start, next, "{config}");
                next = range.end;
                let work = canonical.numbered(range.start, range.end).count() as u64;
                counted += work;
                most = most.max(work);
            }
            assert_eq!(next, config.molecules() + 1, "{config}");
            assert_eq!(counted, config.canonical_molecules(), "{config}");
            let equal = counted as f64 / parts as f64;
            assert!(
                most as f64 <= slack * equal + 1.0,
                "{config} {most} {equal}"
            );
        }
    }
}
