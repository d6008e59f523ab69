//! How many molecules there are, and where their atoms are.

use std::ops::AddAssign;

use super::family::Family;
use super::search::Search;

/// How many molecules there are, and where their atoms are.
///
/// See the [example](super::solutions).
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
/// See the [example](super::solutions).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// From 0 to 1.
    pub share: f64,
    /// What it holds in all molecules, if that is sure.
    pub sure: Option<bool>,
}

/// Adds up families of molecules: how many molecules they have, and, by cell, how many of
/// these have an atom there. An estimate weighs families, so its numbers are fractions.
pub(super) struct Tally<N> {
    pub(super) all: N,
    pub(super) cells: Vec<N>,
}

impl<N: AddAssign + Copy + Default> Tally<N> {
    pub(super) fn new(cells: usize) -> Tally<N> {
        Tally {
            all: N::default(),
            cells: vec![N::default(); cells],
        }
    }

    /// Adds a family by its [`shares`].
    pub(super) fn add(&mut self, family: &Family, (all, with_one): (N, N)) {
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
    pub(super) fn counted(&self) -> Counted {
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

/// How many molecules a family has, and how many of them have an atom in one of its free cells, if
/// it has any. All of these are alike.
pub(super) fn shares(search: &Search, family: &Family) -> (u128, u128) {
    let lowest = family.free & family.free.wrapping_neg();
    let with_one = Family {
        atoms: family.atoms | lowest,
        free: family.free ^ lowest,
    };
    (search.count(family), search.count(&with_one))
}
