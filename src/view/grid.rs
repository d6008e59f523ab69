//! The box with its labels around it, cell by cell. Every drawing of a molecule starts
//! from it.

use super::spot::{self, Spot};
use crate::game::{Config, Molecule, Spectrum};

/// What is at a place in the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawn {
    /// A corner, which has nothing.
    Corner,
    /// A position, by the symbol of its ray.
    Position(char),
    /// A cell with an atom.
    Atom,
    /// A cell without an atom.
    Empty,
}

impl Drawn {
    /// The character of the original's drawings.
    pub(crate) fn symbol(self) -> char {
        match self {
            Drawn::Corner => ' ',
            Drawn::Position(symbol) => symbol,
            Drawn::Atom => 'O',
            Drawn::Empty => '-',
        }
    }
}

/// The places of a molecule with its spectrum, p + 2 lines of p + 2. Lines and columns
/// 0 and p + 1 are the positions, and the cells are between them.
pub(crate) fn grid(molecule: Molecule, spectrum: &Spectrum, config: Config) -> Vec<Vec<Drawn>> {
    let p = config.width();
    let place = |line: usize, column: usize| match (Spot { line, column }).place(p) {
        spot::Place::Corner => Drawn::Corner,
        spot::Place::Entry(position) => {
            Drawn::Position(char::from(spectrum.as_bytes()[position.index()]))
        }
        spot::Place::Cell(cell) if molecule.has_atom(cell) => Drawn::Atom,
        spot::Place::Cell(_) => Drawn::Empty,
    };
    (0..p + 2)
        .map(|line| (0..p + 2).map(|column| place(line, column)).collect())
        .collect()
}
