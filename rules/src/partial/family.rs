//! Molecules that have some cells in common and anything in the others, counted.

use std::ops::AddAssign;

use crate::board::{MAX_CELLS, Molecule, wide_binomial};

/// Molecules that have atoms in some cells, no atoms in others, and anything in the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Family {
    /// Bit i is set if cell i holds an atom.
    pub atoms: u128,
    /// Bit i is set if cell i may hold an atom or not.
    pub free: u128,
}

impl Family {
    /// How many molecules with `atoms` atoms there are in it.
    pub(crate) fn count(&self, atoms: usize) -> u128 {
        match atoms.checked_sub(self.atoms.count_ones() as usize) {
            Some(more) => wide_binomial(self.free.count_ones() as usize, more),
            None => 0,
        }
    }

    /// Goes through its molecules with `atoms` atoms, by number: all, or those after one of them.
    pub(crate) fn molecules<E>(
        &self,
        after: Option<Molecule>,
        atoms: usize,
        each: &mut impl FnMut(Molecule) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut cells = [0; MAX_CELLS];
        let mut count = 0;
        for cell in Molecule::from_bits(self.free).atoms() {
            cells[count] = 1 << cell.index();
            count += 1;
        }
        match atoms.checked_sub(self.atoms.count_ones() as usize) {
            Some(more) if more <= count => choose(&cells[..count], more, self.atoms, after, each),
            _ => Ok(()),
        }
    }
}

/// Adds `more` of the cells to the atoms, in every way that comes after a molecule: lower cells first.
fn choose<E>(
    cells: &[u128],
    more: usize,
    atoms: u128,
    after: Option<Molecule>,
    each: &mut impl FnMut(Molecule) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(after) = after {
        // The last way is to take the last cells.
        let last = cells[cells.len() - more..].iter();
        if Molecule::from_bits(last.fold(atoms, |last, cell| last | cell)) <= after {
            return Ok(());
        }
    }
    match more {
        0 => each(Molecule::from_bits(atoms)),
        // The innermost loop, where nothing has to be skipped.
        1 if after.is_none() => {
            (cells.iter()).try_for_each(|cell| each(Molecule::from_bits(atoms | cell)))
        }
        _ => (0..=cells.len() - more)
            .try_for_each(|i| choose(&cells[i + 1..], more - 1, atoms | cells[i], after, each)),
    }
}

/// How many molecules there are, and where their atoms are.
///
/// See the [example](crate::puzzle::solutions).
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// How many there are.
    pub count: u128,
    /// If that is estimated: its relative error, 95 times out of 100.
    pub error: Option<f64>,
    /// By cell, how likely an atom is there, if all molecules are equally likely.
    pub cells: Vec<Chance>,
    /// If these are estimated: the largest error of all cells.
    pub chance_error: Option<f64>,
}

/// How likely a cell holds an atom.
///
/// See the [example](crate::puzzle::solutions).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// From 0 to 1.
    pub share: f64,
    /// What it holds in all molecules, if that is sure.
    pub sure: Option<bool>,
}

/// Adds up families of molecules: how many molecules they have, and, by cell, how many of
/// these have an atom there. An estimate weighs families, so its numbers are fractions.
pub(crate) struct Tally<N> {
    pub(crate) all: N,
    pub(crate) cells: Vec<N>,
}

impl<N: AddAssign + Copy + Default> Tally<N> {
    pub(crate) fn new(cells: usize) -> Tally<N> {
        Tally {
            all: N::default(),
            cells: vec![N::default(); cells],
        }
    }

    /// Adds a family by its [shares](super::search::Search::shares).
    pub(crate) fn add(&mut self, family: &Family, (all, with_one): (N, N)) {
        self.all += all;
        for (cell, molecules) in self.cells.iter_mut().enumerate() {
            if family.atoms >> cell & 1 == 1 {
                *molecules += all;
            } else if family.free >> cell & 1 == 1 {
                *molecules += with_one;
            }
        }
    }
}

impl Tally<u128> {
    /// What is counted, if all families are added.
    pub(crate) fn counted(&self) -> Counted {
        let chance = |&molecules: &u128| Chance {
            share: molecules as f64 / self.all.max(1) as f64,
            sure: match molecules {
                0 => Some(false),
                all if all == self.all => Some(true),
                _ => None,
            },
        };
        Counted {
            count: self.all,
            error: None,
            cells: self.cells.iter().map(chance).collect(),
            chance_error: None,
        }
    }
}
