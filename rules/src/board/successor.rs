//! The order of molecules: the first one, and the step from each to its successor.
//!
//! Molecule 1 has all its atoms packed into the lowest cells. The successor of a molecule turns its rightmost
//! `O-` into `-O` and packs the atoms on the right of it directly behind it. This is the lexicographic order of
//! the texts with `O` before `-`, and therefore of the sorted lists of cells.

use std::iter::successors;

use super::Board;
use super::cell_mask::{CellMask, WideMask};
use super::config::Config;
use super::molecule::Molecule;

impl Molecule {
    /// Molecule 1: all atoms packed into the lowest cells.
    pub(crate) fn first(config: Config) -> Molecule {
        Molecule::from_bits(u128::before(config.atoms()))
    }

    /// The molecule that follows, or `None` after the last one.
    pub(crate) fn successor(self, config: Config) -> Option<Molecule> {
        // To the right of the rightmost `O-`, there are only atoms, which fill the end of the box.
        let stuck = (self.bits() << (u128::BITS as usize - config.cells())).leading_ones() as usize;
        let free = self.bits() & u128::before(config.cells() - stuck);
        let mover = free.checked_ilog2()? as usize;
        let behind = u128::before(stuck + 1) << (mover + 1);
        Some(Molecule::from_bits(free ^ 1 << mover | behind))
    }
}

impl Board {
    /// Board 1 of a configuration: all atoms packed into the lowest cells.
    pub fn first(config: Config) -> Board {
        Board::of_cells(WideMask::before(config.atoms()), config.size())
    }

    /// The board that follows in the order of numbers, or `None` after the last one.
    #[inline]
    pub fn successor(self) -> Option<Board> {
        if self.size().is_counted() {
            let next = self.molecule().successor(self.config)?;
            return Some(Board::of(next, self.config));
        }
        // The run of atoms at the end of the box cannot move. The last atom before it moves by one cell, and
        // the run follows directly behind it.
        let end = self.config.cells();
        let stuck = (0..end).take_while(|back| self.cells.has(end - 1 - back));
        let stuck = stuck.count();
        let free = self.cells & WideMask::before(end - stuck);
        let mover = free.cells().last()?;
        let packed = WideMask::of_cells(mover + 1..mover + 2 + stuck);
        let cells = free & !WideMask::cell(mover) | packed;
        Some(Board { cells, ..self })
    }
}

impl Config {
    /// All boards, in the order of their numbers.
    pub fn boards(self) -> impl Iterator<Item = Board> {
        successors(Some(Board::first(self)), |board| board.successor())
    }

    /// The bits of all boards, in the order of their numbers.
    pub(crate) fn all_molecules(self) -> impl Iterator<Item = Molecule> {
        let first = Some(Molecule::first(self));
        successors(first, move |molecule| molecule.successor(self))
    }
}
