//! Molecules of partial boards, counted.

use std::ops::AddAssign;

use super::partial_board::PartialBoard;
use crate::board::CellMask;

/// How many molecules there are, and where their atoms are.
///
/// See the [example](crate::puzzle::solutions).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Counted {
    /// How many there are.
    pub count: u128,
    /// The relative error of the count if it is estimated: a 95 % confidence bound.
    pub error: Option<f64>,
    /// The chance of an atom in each cell, if all molecules are equally likely.
    pub cells: Vec<Chance>,
    /// The largest error of all chances if they are estimated.
    pub chance_error: Option<f64>,
}

/// The chance of an atom in a cell.
///
/// See the [example](crate::puzzle::solutions).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// From 0 to 1.
    pub share: f64,
    /// Whether all molecules have an atom there (`true`) or none has one (`false`); otherwise `None`.
    pub sure: Option<bool>,
}

/// Adds up partial boards: how many molecules they have, and, by cell, how many of
/// these have an atom there. An estimate weighs them, so its numbers are fractions.
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

    /// Adds a board by its [shares](super::search::BoardSearch::shares).
    pub(crate) fn add<W: CellMask>(&mut self, board: &PartialBoard<W>, (all, with_one): (N, N)) {
        self.all += all;
        let open = board.open();
        for (cell, molecules) in self.cells.iter_mut().enumerate() {
            if board.atoms.has(cell) {
                *molecules += all;
            } else if open.has(cell) {
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
