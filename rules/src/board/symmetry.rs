//! The eight rotations and reflections of a square, applied to molecules and spectra.

use std::cmp::Ordering;
use std::fmt;

use super::cell::Cell;
use super::cell_mask::CellMask;
use super::config::Config;
use super::molecule::Molecule;
use super::position::Position;
use super::size::Size;
use super::spectrum::Spectrum;

/// A rotation or reflection of the box. The transform of a stored molecule maps its canonical molecule to it.
///
/// The variants are in the order of their precedence: if several transforms map the canonical molecule to a
/// symmetric molecule, the first one is stored.
///
/// ```
/// use blackbox_rules::board::{Board, Config, Size, Transform};
///
/// let board = Board::first(Config::new(2, 4)?);
/// for transform in Transform::ALL {
///     let image = board.transformed(transform);
///     assert_eq!(image.spectrum(), transform.spectrum(&board.spectrum()));
/// }
/// let size = Size::new(2, 3)?;
/// let corner = Transform::Rot90.cell(size.cell(0, 2).expect("it has three columns"));
/// assert_eq!((corner.row(), corner.column(), corner.size()), (0, 0, Transform::Rot90.size(size)));
/// let west = Transform::Rot90.position(size.position(0).expect("it has ten positions"));
/// assert_eq!((west.words().as_str(), Transform::Rot90.name()), ("south 1", "rot90"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Transform {
    /// The identity.
    Id,
    /// A half turn.
    Rot180,
    /// A quarter turn anticlockwise.
    Rot90,
    /// A quarter turn clockwise.
    Rot270,
    /// Left and right are swapped.
    SymmH,
    /// Top and bottom are swapped.
    SymmV,
    /// Rows and columns are swapped.
    Diag1,
    /// Rows and columns are swapped, and both are reversed.
    Diag2,
}

use Transform::*;

impl Transform {
    /// All eight transforms, in the order of their precedence.
    pub const ALL: [Transform; 8] = [Id, Rot180, Rot90, Rot270, SymmH, SymmV, Diag1, Diag2];

    /// The name of the transform in the database and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Id => "id",
            Rot180 => "rot180",
            Rot90 => "rot90",
            Rot270 => "rot270",
            SymmH => "symm-h",
            SymmV => "symm-v",
            Diag1 => "diag-1",
            Diag2 => "diag-2",
        }
    }

    /// The transform with that name.
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Transform> {
        Transform::ALL.into_iter().find(|t| t.name() == name)
    }

    /// The size of the image of a box: a quarter turn swaps rows and columns.
    pub const fn size(self, size: Size) -> Size {
        match self.swaps_sides() {
            true => size.turned(),
            false => size,
        }
    }

    /// Whether rows become columns.
    pub(crate) const fn swaps_sides(self) -> bool {
        matches!(self, Rot90 | Rot270 | Diag1 | Diag2)
    }

    /// The image of a cell.
    pub fn cell(self, cell: Cell) -> Cell {
        let size = cell.size();
        let [rows, columns] = [size.rows(), size.columns()];
        let [row, column] = self.place([cell.row(), cell.column()], [rows, columns]);
        let image = self.size(size);
        Cell::of(row * image.columns() + column, image)
    }

    /// The image of a position.
    pub fn position(self, position: Position) -> Position {
        let size = position.size();
        let (row, column) = position.place();
        // Positions are places in a box that is larger by one row or column on each side.
        let [row, column] = self.place([row, column], [size.rows() + 2, size.columns() + 2]);
        // The image of a place beside the box is beside the box.
        Position::at_place((row, column), self.size(size)).unwrap_or(position)
    }

    /// The row and column of the image of a cell, in a box of this height and width.
    #[inline]
    pub(crate) fn place(
        self,
        [line, column]: [usize; 2],
        [height, width]: [usize; 2],
    ) -> [usize; 2] {
        let (from_below, from_right) = (height - 1 - line, width - 1 - column);
        match self {
            Id => [line, column],
            Rot180 => [from_below, from_right],
            Rot90 => [from_right, line],
            Rot270 => [column, from_below],
            SymmH => [line, from_right],
            SymmV => [from_below, column],
            Diag1 => [column, line],
            Diag2 => [from_right, from_below],
        }
    }

    /// The molecule rotated or reflected.
    pub(crate) fn molecule(self, molecule: Molecule, config: Config) -> Molecule {
        let width = config.width();
        let bits = molecule.atoms().fold(0, |bits, cell| {
            let [row, column] = self.place([cell / width, cell % width], [width; 2]);
            bits | 1 << (row * width + column)
        });
        Molecule::from_bits(bits)
    }

    /// The position in a spectrum whose result appears at `position` in the image of the spectrum. Positions
    /// run around the box, so a rotation shifts them, and a reflection reverses and shifts them. `positions` is
    /// the length of the spectrum, of a square box.
    pub(crate) const fn source(self, position: usize, positions: usize) -> usize {
        let p = positions / 4;
        let (backwards, shift) = match self {
            Id => (false, 0),
            Rot180 => (false, 2 * p),
            Rot90 => (false, 3 * p),
            Rot270 => (false, p),
            SymmH => (true, p),
            SymmV => (true, 3 * p),
            Diag1 => (true, 0),
            Diag2 => (true, 2 * p),
        };
        let further = position + shift;
        let shifted = match further < positions {
            true => further,
            false => further - positions,
        };
        match backwards {
            true => positions - 1 - shifted,
            false => shifted,
        }
    }

    /// The spectrum of the rotated or reflected molecule, with its labels renamed.
    pub fn spectrum(self, spectrum: &Spectrum) -> Spectrum {
        let (symbols, size) = (spectrum.as_bytes(), spectrum.size());
        if size.is_square() {
            let positions = 0..symbols.len();
            let symbols = positions.map(|position| symbols[self.source(position, symbols.len())]);
            return Spectrum::renamed(symbols, size);
        }
        let mut moved = vec![0; symbols.len()];
        for (position, &symbol) in size.all_positions().zip(symbols) {
            moved[self.position(position).index()] = symbol;
        }
        Spectrum::renamed(moved.into_iter(), self.size(size))
    }

    /// The sets of cells of a box that go in turn to each other's places.
    pub(crate) fn cycles<W: CellMask>(self, size: Size) -> impl Iterator<Item = W> {
        let mut seen = W::EMPTY;
        size.all_cells().filter_map(move |mut cell| {
            let mut cycle = W::EMPTY;
            while !(seen | cycle).has(cell.index()) {
                cycle |= W::cell(cell.index());
                cell = self.cell(cell);
            }
            seen |= cycle;
            (cycle != W::EMPTY).then_some(cycle)
        })
    }
}

impl Spectrum {
    /// The images of the spectrum in the order of the [symmetries](Size::symmetries) of its box.
    pub fn images(&self) -> Vec<Spectrum> {
        let symmetries = self.size().symmetries().iter();
        symmetries
            .map(|transform| transform.spectrum(self))
            .collect()
    }

    /// The smallest image, and the number of different images: 1, 2, 4 or 8.
    pub fn canonical(&self) -> (Spectrum, usize) {
        Spectrum::smallest(&self.images())
    }

    /// As [`Spectrum::canonical`], for a spectrum with these images.
    pub(crate) fn smallest(images: &[Spectrum]) -> (Spectrum, usize) {
        let mut smallest = (images[0], 0);
        for &image in images {
            match image.cmp(&smallest.0) {
                Ordering::Less => smallest = (image, 1),
                Ordering::Equal => smallest.1 += 1,
                Ordering::Greater => {}
            }
        }
        (smallest.0, images.len() / smallest.1)
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Molecule {
    /// The eight images of this molecule, in the order of [`Transform::ALL`].
    pub(crate) fn images(self, config: Config) -> [Molecule; 8] {
        match SmallBoard::new(self, config) {
            Some(board) => board.images().map(|image| image.molecule(config)),
            None => Transform::ALL.map(|transform| transform.molecule(self, config)),
        }
    }

    /// Whether no image of this molecule is smaller.
    pub(crate) fn is_canonical(self, config: Config) -> bool {
        match SmallBoard::new(self, config) {
            Some(board) => board.is_canonical(),
            None => Transform::ALL[1..]
                .iter()
                .all(|transform| self <= transform.molecule(self, config)),
        }
    }
}

/// A molecule of a box up to 8 wide, with one byte per row, so that a reflection moves all rows at once. The
/// cell in row l and column c is bit 8l + c. Bits outside the box are 0.
#[derive(Clone, Copy)]
pub(crate) struct SmallBoard {
    pub(crate) lines: u64,
    pub(crate) width: usize,
}

impl SmallBoard {
    /// The width of the widest box whose rows fit a byte each.
    pub(crate) const MAX_WIDTH: usize = 8;

    #[inline]
    pub(crate) fn new(molecule: Molecule, config: Config) -> Option<SmallBoard> {
        let width = config.width();
        if width > SmallBoard::MAX_WIDTH {
            return None;
        }
        let mut lines = molecule.bits() as u64;
        if width < SmallBoard::MAX_WIDTH {
            // Moves the upper four rows to their places, then two rows of each four, then one row of each two.
            let part = |lines: usize| (1 << (lines * width)) - 1;
            lines = lines & part(4) | (lines >> (4 * width) & part(4)) << 32;
            let two = part(2) * 0x0000_0001_0000_0001;
            lines = lines & two | (lines >> (2 * width) & two) << 16;
            let one = part(1) * 0x0001_0001_0001_0001;
            lines = lines & one | (lines >> width & one) << 8;
        }
        Some(SmallBoard { lines, width })
    }

    fn molecule(self, config: Config) -> Molecule {
        let width = config.width();
        if width == 8 {
            return Molecule::from_bits(u128::from(self.lines));
        }
        let packed = (0..width).fold(0, |packed, line| {
            packed | (self.lines >> (8 * line) & 0xff) << (line * width)
        });
        Molecule::from_bits(u128::from(packed))
    }

    fn with(self, lines: u64) -> SmallBoard {
        SmallBoard { lines, ..self }
    }

    fn symm_v(self) -> SmallBoard {
        self.with(self.lines.swap_bytes() >> (8 * (8 - self.width)))
    }

    /// Swaps left and right by reversing the bits of every byte.
    fn symm_h(self) -> SmallBoard {
        let swap = |x: u64, by: u32, low: u64| (x >> by & low) | (x & low) << by;
        let mut x = self.lines;
        x = swap(x, 1, 0x5555_5555_5555_5555);
        x = swap(x, 2, 0x3333_3333_3333_3333);
        x = swap(x, 4, 0x0f0f_0f0f_0f0f_0f0f);
        self.with(x >> (8 - self.width))
    }

    /// Swaps rows and columns: exchanges the blocks of 4 × 4 cells right of the diagonal with those left of it,
    /// then the blocks of 2 × 2 cells, then single cells.
    fn diag_1(self) -> SmallBoard {
        let trade = |x: u64, distance: u32, right: u64| {
            let differing = (x >> distance ^ x) & right;
            x ^ differing ^ differing << distance
        };
        let mut x = self.lines;
        x = trade(x, 28, 0x0000_0000_f0f0_f0f0);
        x = trade(x, 14, 0x0000_cccc_0000_cccc);
        x = trade(x, 7, 0x00aa_00aa_00aa_00aa);
        self.with(x)
    }

    fn images(self) -> [SmallBoard; 8] {
        let (upside_down, diagonal) = (self.symm_v(), self.diag_1());
        let rot90 = diagonal.symm_v();
        [
            self,
            upside_down.symm_h(),
            rot90,
            diagonal.symm_h(),
            self.symm_h(),
            upside_down,
            diagonal,
            rot90.symm_h(),
        ]
    }

    /// Computes one image at a time, because for most molecules one of the first images is smaller.
    fn is_canonical(self) -> bool {
        // Compares numbers as `Ord` of `Molecule` does: spreading the rows to bytes keeps the order of cells.
        let is_at_most = |image: SmallBoard| {
            let differing = self.lines ^ image.lines;
            let lowest = differing & differing.wrapping_neg();
            image.lines & lowest == 0
        };
        if !is_at_most(self.symm_v()) {
            return false;
        }
        let mirrored = self.symm_h();
        if !is_at_most(mirrored) || !is_at_most(mirrored.symm_v()) {
            return false;
        }
        let diagonal = self.diag_1();
        if !is_at_most(diagonal) || !is_at_most(diagonal.symm_v()) {
            return false;
        }
        let mirrored = diagonal.symm_h();
        is_at_most(mirrored) && is_at_most(mirrored.symm_v())
    }
}
