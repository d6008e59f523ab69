//! A board of which some cells are decided, and the molecules that it stands for.

use watch::Halt;

use crate::board::{CellMask, Molecule, NarrowMask};

/// A board of which some cells are decided. Cell i is bit i.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PartialBoard<W> {
    /// The cells with an atom.
    pub(crate) atoms: W,
    /// These and the cells without one. What is not a cell of the box is decided, too.
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

    /// The cells that may hold an atom or not.
    #[inline(always)]
    pub(crate) fn open(&self) -> W {
        !self.decided
    }

    /// The cells that are known to hold none.
    #[inline(always)]
    pub(crate) fn empty(&self) -> W {
        self.decided & !self.atoms
    }

    /// The same with some cells decided, too.
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

    /// Does a cell hold an atom, if that is decided?
    pub(crate) fn of_cell(&self, cell: usize) -> Option<bool> {
        self.decided.has(cell).then(|| self.atoms.has(cell))
    }

    /// Goes through its molecules with `atoms` atoms, by number: all, or those after one of them. Each
    /// is the set of the cells with an atom.
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
    /// A board of which everything is known.
    #[inline]
    pub(crate) fn of(molecule: Molecule) -> PartialBoard<W> {
        PartialBoard {
            atoms: W::from_bits(molecule.bits()),
            decided: !W::EMPTY,
        }
    }
}

/// Adds `more` of the cells to the atoms, in every way that comes after a molecule: lower cells first.
fn choose<W: CellMask>(
    cells: &[W],
    more: usize,
    atoms: W,
    after: Option<W>,
    each: &mut dyn FnMut(W) -> Result<(), Halt>,
) -> Result<(), Halt> {
    if let Some(after) = after {
        // The last way is to take the last cells.
        let last = cells[cells.len() - more..].iter();
        let last = last.fold(atoms, |last, &cell| last | cell);
        if last.by_number(after).is_le() {
            return Ok(());
        }
    }
    match more {
        0 => each(atoms),
        // The innermost loop, where nothing has to be skipped.
        1 if after.is_none() => cells.iter().try_for_each(|&cell| each(atoms | cell)),
        _ => (0..=cells.len() - more)
            .try_for_each(|i| choose(&cells[i + 1..], more - 1, atoms | cells[i], after, each)),
    }
}
