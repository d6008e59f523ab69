//! Molecules that no ray tells apart.

use std::cmp::Ordering;

use itertools::Itertools;

use super::ray_study::at;
use crate::board::{Board, Cell, Config, Size, Spectrum};
use crate::laws::{Freedom, PROVED};
use crate::puzzle::guess::Guess;

/// The number of atoms of one molecule that are elsewhere in the other, if both
/// have the same number of atoms.
pub(super) fn difference(one: Board, other: Board) -> u32 {
    (one.molecule().bits() & !other.molecule().bits()).count_ones()
}

/// All molecules with one spectrum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpectralGroup {
    /// The spectrum.
    pub spectrum: Spectrum,
    /// The lowest canonical number among the molecules, which names the group.
    pub canonical_number: u64,
    /// The number of different images of the spectrum: this number of groups are
    /// images of each other.
    pub images: u64,
    /// The molecules, by number.
    pub molecules: Vec<Board>,
}

impl SpectralGroup {
    /// The number of molecules that share the spectrum.
    pub fn size(&self) -> u64 {
        self.molecules.len() as u64
    }

    /// The atoms that all molecules have.
    pub fn common(&self) -> Board {
        let all = (self.molecules.iter()).fold(u128::MAX, |all, one| all & one.molecule().bits());
        self.cells(if self.molecules.is_empty() { 0 } else { all })
    }

    /// An atom in each cell where only some molecules have one.
    pub fn uncertain(&self) -> Board {
        let occupied = (self.molecules.iter()).fold(0, |any, one| any | one.molecule().bits());
        self.cells(occupied & !self.common().molecule().bits())
    }

    fn cells(&self, bits: u128) -> Board {
        Board::of_bits(bits, Size::of_width(self.spectrum.as_bytes().len() / 4))
    }

    /// The places, counted from 0, of the molecules with an atom in a cell.
    pub fn holders(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let molecules = self.molecules.iter();
        molecules.positions(move |molecule| molecule.has_atom(cell) == Ok(true))
    }

    /// What may change while its molecules stay alike, if there are so few atoms that a law says it of
    /// all boxes.
    pub fn freedom(&self) -> Option<Freedom> {
        let atoms = self.molecules.first()?.config().atoms();
        Freedom::new(&self.molecules).filter(|_| atoms <= PROVED)
    }

    /// The number of pairs of molecules that differ by k atoms, at `[k]`.
    pub fn differences(&self) -> Vec<u64> {
        let mut pairs = Vec::new();
        for [&one, &other] in self.molecules.iter().array_combinations() {
            *at(&mut pairs, difference(one, other) as usize) += 1;
        }
        pairs
    }
}

/// A group and the costs of guesses among its molecules.
#[derive(Clone, Debug)]
pub struct CostedGroup {
    /// The group.
    pub group: SpectralGroup,
    /// The most atoms by which two of its molecules differ.
    pub apart: u32,
    /// The guess that costs least on average.
    pub best: Guess,
    /// The molecule that costs most on average as a guess.
    pub worst: Guess,
}

impl CostedGroup {
    /// A group with its costs.
    pub fn new(group: SpectralGroup, config: Config) -> CostedGroup {
        let atoms = config.atoms();
        let molecules: Vec<_> = (group.molecules.iter().map(|one| one.molecule())).collect();
        let best = Guess::cheapest(&molecules, atoms..=atoms, config.size());
        CostedGroup {
            apart: (group.differences().len() as u32).saturating_sub(1),
            worst: Guess::dearest(&molecules, config.size()).unwrap_or(best),
            best,
            group,
        }
    }

    /// Large groups come first. Groups of equal size are in order by how much
    /// their molecules differ, the most first. If that is equal, too, a costly
    /// best guess comes first, and then a low canonical number.
    pub fn costliest_first(&self, other: &CostedGroup) -> Ordering {
        let (one, two) = (&self.group, &other.group);
        let penalty = |costed: &CostedGroup| costed.best.mean_penalty();
        (two.size().cmp(&one.size()))
            .then(other.apart.cmp(&self.apart))
            .then(penalty(other).total_cmp(&penalty(self)))
            .then(one.canonical_number.cmp(&two.canonical_number))
    }
}
