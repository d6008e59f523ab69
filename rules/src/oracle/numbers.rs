//! The number of molecules, and the number of each molecule.

use super::Plain;

/// Pascal's triangle up to row `last`, and in each row up to k = `atoms`. Values that do not fit saturate, and
/// are then larger than the number of molecules of any database.
pub(super) fn pascal(last: usize, atoms: usize) -> Vec<Vec<u128>> {
    let mut lines: Vec<Vec<u128>> = vec![vec![1]];
    for m in 1..=last {
        let above = &lines[m - 1];
        let mut line = vec![1; m.min(atoms) + 1];
        for k in 1..=atoms.min(m - 1) {
            line[k] = above[k - 1].saturating_add(above[k]);
        }
        lines.push(line);
    }
    lines
}

impl Plain {
    /// C(m, k), 0 if k is more than m.
    pub(super) fn choose(&self, m: usize, k: usize) -> u128 {
        self.pascal[m].get(k).copied().unwrap_or(0)
    }

    /// The number of molecules: C(p², n).
    pub fn molecules(&self) -> u128 {
        self.choose(self.cells(), self.atoms)
    }

    /// The molecule with this number, or `None` if there is none. Decides one cell after another: the molecules
    /// with an atom in the cell come first, so if the number exceeds theirs, the cell is empty and their
    /// numbers are skipped.
    pub fn text(&self, number: i64) -> Option<Vec<u8>> {
        let mut skip = u128::try_from(number).ok()?.checked_sub(1)?;
        if skip >= self.molecules() {
            return None;
        }
        let mut text = Vec::with_capacity(self.cells());
        let mut atoms = self.atoms;
        for cells_after in (0..self.cells()).rev() {
            let with_atom = match atoms {
                0 => 0,
                _ => self.choose(cells_after, atoms - 1),
            };
            if skip < with_atom {
                text.push(b'O');
                atoms -= 1;
            } else {
                skip -= with_atom;
                text.push(b'-');
            }
        }
        Some(text)
    }

    /// The number of a molecule: 1 plus, for each empty cell before its last atom, the number of molecules that
    /// agree with it up to that cell but have an atom there.
    pub fn number(&self, text: &[u8]) -> u128 {
        let mut number = 1;
        let mut atoms = self.atoms;
        for (cell, &symbol) in text.iter().enumerate() {
            if atoms == 0 {
                break;
            }
            if symbol == b'O' {
                atoms -= 1;
            } else {
                number += self.choose(self.cells() - 1 - cell, atoms - 1);
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_numbers_are_rejected() {
        for number in [i64::MIN, 0, 37] {
            assert_eq!(Plain::new(2, 3).text(number), None);
        }
    }
}
