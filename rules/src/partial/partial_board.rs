//! A board of which only some cells are decided, and the molecules that agree with it.

use watch::Halt;

use crate::board::{CellMask, Molecule, NarrowMask};

/// A board of which only some cells are decided. Cell i is bit i of both masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PartialBoard<W> {
    /// The cells that are known to hold an atom.
    pub(crate) atoms: W,
    /// The cells that are known to hold an atom or to be empty, and all bits beyond the last cell.
    pub(crate) decided: W,
}

impl<W> AsRef<PartialBoard<W>> for PartialBoard<W> {
    #[inline(always)]
    fn as_ref(&self) -> &PartialBoard<W> {
        self
    }
}

impl<W: CellMask> PartialBoard<W> {
    /// A board with this number of cells, all of them open.
    pub(crate) fn blank(cells: usize) -> PartialBoard<W> {
        PartialBoard {
            atoms: W::EMPTY,
            decided: !W::before(cells),
        }
    }

    /// The cells that are not decided.
    #[inline(always)]
    pub(crate) fn open(&self) -> W {
        !self.decided
    }

    /// The cells that are known to be empty, and all bits beyond the last cell.
    #[inline(always)]
    pub(crate) fn empty(&self) -> W {
        self.decided & !self.atoms
    }

    /// The board with these cells decided, too.
    #[inline(always)]
    pub(crate) fn with(self, cells: W, atoms: bool) -> PartialBoard<W> {
        PartialBoard {
            atoms: if atoms {
                self.atoms | cells
            } else {
                self.atoms
            },
            decided: self.decided | cells,
        }
    }

    /// Whether a cell holds an atom, or `None` if it is not decided.
    pub(crate) fn of_cell(&self, cell: usize) -> Option<bool> {
        self.decided.has(cell).then(|| self.atoms.has(cell))
    }

    /// Calls `each` with every molecule of `atoms` atoms that agrees with the board, in the order of numbers,
    /// starting behind `after` if it is given. A molecule is the set of its cells with an atom.
    pub(crate) fn molecules(
        &self,
        after: Option<W>,
        atoms: usize,
        each: &mut dyn FnMut(W) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let cells: Vec<W> = self.open().cells().map(W::cell).collect();
        match atoms.checked_sub(self.atoms.count()) {
            Some(more) if more <= cells.len() => choose(&cells, more, self.atoms, after, each),
            _ => Ok(()),
        }
    }
}

impl<W: NarrowMask> PartialBoard<W> {
    /// The board with every cell decided.
    #[inline]
    pub(crate) fn of(molecule: Molecule) -> PartialBoard<W> {
        PartialBoard {
            atoms: W::from_bits(molecule.bits()),
            decided: !W::EMPTY,
        }
    }
}

/// Calls `each` with `atoms` and every choice of `more` of the cells, in the order of numbers, skipping
/// molecules up to `after`.
fn choose<W: CellMask>(
    cells: &[W],
    more: usize,
    atoms: W,
    after: Option<W>,
    each: &mut dyn FnMut(W) -> Result<(), Halt>,
) -> Result<(), Halt> {
    if let Some(after) = after {
        // The last choice takes the last cells.
        let last = cells[cells.len() - more..].iter();
        let last = last.fold(atoms, |last, &cell| last | cell);
        if last.by_number(after).is_le() {
            return Ok(());
        }
    }
    match more {
        0 => each(atoms),
        // The innermost loop, if no molecules have to be skipped.
        1 if after.is_none() => cells.iter().try_for_each(|&cell| each(atoms | cell)),
        _ => (0..=cells.len() - more)
            .try_for_each(|i| choose(&cells[i + 1..], more - 1, atoms | cells[i], after, each)),
    }
}
