//! The *plain rules*: a second, slow implementation of the rules, with which `verify`
//! recomputes a database as an independent program would.
//!
//! The plain rules work on texts and on a drawn board, cell by cell. They share neither code nor ideas with
//! [`board`](crate::board), which uses bit boards, so a mistake in one of them appears as a difference between the two.
//! The effect of each transform is computed once per width, by rotating or reflecting a square.

mod board;
mod numbers;
mod rays;
mod slices;
mod symmetry;

pub use rays::{End, Traced, Variant};
pub use slices::{Recounted, SliceCount};
pub use symmetry::OrbitPlace;

use board::{Heading, Square};
use symmetry::PlainSources;

/// The rules for `atoms` atoms in a box `width` cells wide.
///
/// A molecule is written as bytes, `O` for an atom and `-` for an empty cell, row by row. A spectrum is written
/// as its 4p symbols in the order of positions. Molecules are numbered from 1.
///
/// ```
/// use blackbox_rules::board::{Board, Config};
/// use blackbox_rules::oracle::Plain;
///
/// let plain = Plain::new(2, 4);
/// let traced = plain.trace(b"O-O-------------");
/// assert_eq!(plain.orbit_place(b"O-O-------------").canonical_number, 2);
/// // The fast implementation traces the same spectrum.
/// let config = Config::new(2, 4)?;
/// let board = Board::from_number(2, config).expect("there are 120");
/// assert_eq!(traced.spectrum, board.spectrum().as_bytes());
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    atoms: usize,
    width: usize,
    /// Pascal's triangle: `pascal[m][k]` is C(m, k).
    pascal: Vec<Vec<u128>>,
    /// For each position, its place in the drawing and the heading of a ray fired from there.
    around: Vec<(Square, Heading)>,
    /// For each place of the drawing that is around the box, its position.
    positions: Vec<u8>,
    steps: [isize; 4],
    /// For each transform and each cell of a molecule, the cell from which its symbol comes.
    molecules_moved: PlainSources,
    /// For each transform and each position of a spectrum, the position from which its symbol comes.
    spectra_moved: PlainSources,
}

impl Plain {
    /// The rules for a square box with at least as many cells as atoms.
    pub fn new(atoms: usize, width: usize) -> Plain {
        Plain {
            atoms,
            pascal: numbers::pascal(width * width, atoms),
            ..Plain::oblong(width, width)
        }
    }

    /// The rules for rays in a box of any size. Molecules have neither numbers nor images there.
    pub fn oblong(rows: usize, width: usize) -> Plain {
        let around = board::around(rows, width);
        let mut positions = vec![0; (rows + 2) * (width + 2)];
        for (position, &(place, _)) in (0..).zip(&around) {
            positions[place] = position;
        }
        Plain {
            atoms: 0,
            width,
            pascal: Vec::new(),
            around,
            positions,
            steps: board::steps(width),
            molecules_moved: symmetry::of_square(width),
            spectra_moved: symmetry::of_positions(width),
        }
    }

    /// p², the length of a molecule's text.
    fn cells(&self) -> usize {
        self.width * self.width
    }
}
