//! Counts the molecules of partial boards, and their atoms by cell.

use std::ops::AddAssign;

use super::partial_board::PartialBoard;
use crate::board::CellMask;

/// The number of molecules that agree with a board, and the chance of an atom in each cell.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Counted {
    /// The number of molecules.
    pub count: u128,
    /// The relative error of the count if it is estimated, as a 95 % confidence bound; `None` if it is exact.
    pub error: Option<f64>,
    /// The chance of an atom in each cell, if all molecules are equally likely.
    pub cells: Vec<Chance>,
    /// The greatest error of all chances if they are estimated.
    pub chance_error: Option<f64>,
}

impl Counted {
    /// Whether the molecules are counted exactly and not estimated.
    pub(crate) fn is_exact(&self) -> bool {
        self.error.is_none()
    }

    /// Whether there is exactly one.
    pub(crate) fn decided(&self) -> bool {
        self.is_exact() && self.count == 1
    }
}

/// The chance of an atom in a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// The chance, from 0 to 1.
    pub share: f64,
    /// `Some(true)` if all molecules have an atom there, `Some(false)` if none has one, and otherwise `None`.
    pub sure: Option<bool>,
}

/// Sums over partial boards: the number of their molecules and, for each cell, the number of those with an atom
/// there. `N` is an integer for exact counts, and a float for estimates, which weight boards.
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

    /// Adds a board with its [counts](super::search::BoardSearch::counts).
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
    /// The exact result, once all families have been added.
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
