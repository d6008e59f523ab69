//! A board of which some cells are decided, and the molecules that it stands for.

use crate::board::{CellMask, MAX_CELLS, Molecule, wide_binomial};

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

    /// A board of which everything is known.
    #[inline]
    pub(crate) fn of(molecule: Molecule) -> PartialBoard<W> {
        PartialBoard {
            atoms: W::from_bits(molecule.bits()),
            decided: !W::EMPTY,
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
        let cell = W::cell(cell);
        (self.decided & cell != W::EMPTY).then_some(self.atoms & cell != W::EMPTY)
    }
}

impl PartialBoard<u128> {
    /// How many molecules with `atoms` atoms it stands for.
    pub(crate) fn count(&self, atoms: usize) -> u128 {
        match atoms.checked_sub(self.atoms.count_ones() as usize) {
            Some(more) => wide_binomial(self.open().count_ones() as usize, more),
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
        for cell in Molecule::from_bits(self.open()).atoms() {
            cells[count] = 1 << cell;
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
