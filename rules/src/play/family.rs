//! Molecules that have some cells in common, and anything in the others.

use crate::game::{MAX_CELLS, Molecule, wide_binomial};

/// Molecules that have atoms in some cells, no atoms in others, and anything in the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Family {
    /// Bit i is set if cell i holds an atom.
    pub atoms: u128,
    /// Bit i is set if cell i may hold an atom or not.
    pub free: u128,
}

impl Family {
    /// How many molecules with `atoms` atoms there are in it.
    pub(super) fn count(&self, atoms: usize) -> u128 {
        match atoms.checked_sub(self.atoms.count_ones() as usize) {
            Some(more) => wide_binomial(self.free.count_ones() as usize, more),
            None => 0,
        }
    }

    /// Goes through its molecules with `atoms` atoms, by number: all, or those after one of them.
    pub(super) fn molecules<E>(
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
