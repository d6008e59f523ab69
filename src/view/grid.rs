//! The box with its labels around it, cell by cell. Every drawing of a molecule starts
//! from it.

use crate::game::{Config, Molecule, Spectrum};

/// What is at a place in the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A corner, which has nothing.
    Corner,
    /// A position, by the symbol of its ray.
    Position(char),
    /// A cell with an atom.
    Atom,
    /// A cell without an atom.
    Empty,
}

impl Place {
    /// The character of the original's drawings.
    pub(crate) fn symbol(self) -> char {
        match self {
            Place::Corner => ' ',
            Place::Position(symbol) => symbol,
            Place::Atom => 'O',
            Place::Empty => '-',
        }
    }
}

/// The places of a molecule with its spectrum, p + 2 lines of p + 2. Lines and columns
/// 0 and p + 1 are the positions, and the cells are between them.
pub(crate) fn grid(molecule: Molecule, spectrum: &Spectrum, config: Config) -> Vec<Vec<Place>> {
    let p = config.width();
    let symbol = |position: usize| Place::Position(char::from(spectrum.as_bytes()[position]));
    let place = |line: usize, column: usize| match (line, column) {
        (0, 1..) if column <= p => symbol(4 * p - column),
        (_, 1..) if line == p + 1 && column <= p => symbol(p + column - 1),
        (1.., 0) if line <= p => symbol(line - 1),
        (1.., _) if column == p + 1 && line <= p => symbol(3 * p - line),
        (1.., 1..) if line <= p && column <= p => {
            if molecule.has_atom((line - 1) * p + column - 1) {
                Place::Atom
            } else {
                Place::Empty
            }
        }
        _ => Place::Corner,
    };
    (0..p + 2)
        .map(|line| (0..p + 2).map(|column| place(line, column)).collect())
        .collect()
}
