//! What the player supposes of the cells: a guess, not a fact.

use super::board::Board;
use crate::game::Molecule;

/// Where the player supposes atoms, and where none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The cells where an atom is supposed.
    pub atoms: Molecule,
    /// The cells where none is supposed.
    pub empty: Molecule,
}

impl Marks {
    /// The marks of a board.
    pub fn of(board: &Board) -> Marks {
        let cells = board.cells().iter().enumerate();
        let marked = |wanted: bool| {
            let cells = cells.clone().filter(|&(_, mark)| *mark == Some(wanted));
            Molecule::from_bits(cells.fold(0, |bits, (cell, _)| bits | 1 << cell))
        };
        Marks {
            atoms: marked(true),
            empty: marked(false),
        }
    }

    /// Is nothing marked?
    pub fn is_empty(&self) -> bool {
        self.atoms.bits() | self.empty.bits() == 0
    }
}
