//! Forms that compact solutions fill.

use std::collections::BTreeSet;
use std::fmt;

use super::tiles::{Cell, Doors, Tiles};

/// How many cells a form has: one a piece.
const CELLS: usize = 64;

/// No form of 64 cells needs more.
const MOST_BYTES: usize = 1 << 16;

/// A form of 64 cells for hexagons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    cells: BTreeSet<Cell>,
}

/// What keeps a form from being one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormError {
    /// Too few or too many cells.
    #[error("the form has {0} cells, and 64 are needed")]
    Cells(usize),
    /// The cells of a drawing lie side by side.
    #[error(
        "line {0}: the cells of a form lie two characters apart, and one character to the left or right of those of the next line"
    )]
    Drawing(usize),
    /// The text is longer than any drawing.
    #[error("a text of {0} bytes is too long for a form of 64 cells")]
    TooLong(usize),
}

/// Why no compact solution fills a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// Too few pairs of cells are neighbours along an axis.
    Axis {
        /// The direction of one end of the axis.
        direction: usize,
        /// How many pairs there are.
        pairs: usize,
    },
    /// Too many cells lack the same neighbours.
    Border {
        /// The directions in which they have no neighbour, a bit each.
        sides: Doors,
        /// How many such cells there are.
        cells: usize,
    },
    /// No way to give each cell a piece leaves the border blank.
    Matching,
}

/// The names of the directions, counter-clockwise from east.
const NAMES: [&str; 6] = [
    "east",
    "north-east",
    "north-west",
    "west",
    "south-west",
    "south-east",
];

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Impossible::Axis { direction, pairs } => write!(
                f,
                "32 pieces have a door to the {}, but only {pairs} cells have a neighbour there",
                NAMES[direction % 6],
            ),
            Impossible::Border { sides, cells } => {
                let names: Vec<&str> = Tiles::Hexagons
                    .directions(sides)
                    .map(|d| NAMES[d])
                    .collect();
                write!(
                    f,
                    "{cells} cells have no neighbour to the {}, but only {} have no door there",
                    names.join(", "),
                    match 64 >> names.len() {
                        1 => "1 piece".to_owned(),
                        pieces => format!("{pieces} pieces"),
                    }
                )
            }
            Impossible::Matching => f.write_str(
                "there is no way to give each cell a piece without doors to where the cell has no neighbour",
            ),
        }
    }
}

impl Form {
    /// The form of these cells.
    ///
    /// # Errors
    ///
    /// Where they are not 64.
    pub fn new(cells: BTreeSet<Cell>) -> Result<Form, FormError> {
        match cells.len() {
            CELLS => Ok(Form { cells }),
            other => Err(FormError::Cells(other)),
        }
    }

    /// Rows of cells, each half a cell to the right of the one above: a
    /// parallelogram, or with eight rows of eight a rhombus.
    ///
    /// # Errors
    ///
    /// Where that is not 64 cells.
    pub fn parallelogram(rows: usize, columns: usize) -> Result<Form, FormError> {
        match rows.checked_mul(columns) {
            Some(CELLS) => {}
            other => return Err(FormError::Cells(other.unwrap_or(usize::MAX))),
        }
        let cell = |i: usize| Cell::new((i % columns) as i32, (i / columns) as i32);
        Form::new((0..CELLS).map(cell).collect())
    }

    /// Eight rows of eight cells, every other row half a cell to the right.
    ///
    /// # Errors
    ///
    /// None.
    pub fn offset_square() -> Result<Form, FormError> {
        let cells = (0..8).flat_map(|r| (0..8).map(move |column| Cell::new(column - r / 2, r)));
        Form::new(cells.collect())
    }

    /// A hexagon of 61 cells, and one more cell at every other side.
    ///
    /// # Errors
    ///
    /// None.
    pub fn hexagon() -> Result<Form, FormError> {
        let near = |q: i32, r: i32| q.abs().max(r.abs()).max((q + r).abs()) <= 4;
        let hexagon = (-4..=4).flat_map(|q| (-4..=4).map(move |r| (q, r)));
        let more = [(5, -2), (-2, -3), (-3, 5)];
        let cells = hexagon.filter(|&(q, r)| near(q, r)).chain(more);
        Form::new(cells.map(|(q, r)| Cell::new(q, r)).collect())
    }

    /// Reads a drawing: every character that is neither blank nor a dot is a
    /// cell. Cells lie two characters apart, and those of the next line one
    /// character to the left or right.
    ///
    /// # Errors
    ///
    /// Where the text is no such drawing of 64 cells.
    pub fn parse(text: &str) -> Result<Form, FormError> {
        if text.len() > MOST_BYTES {
            return Err(FormError::TooLong(text.len()));
        }
        let mut cells = BTreeSet::new();
        let mut parity = None;
        for (r, line) in text.lines().enumerate() {
            for (x, character) in line.chars().enumerate() {
                if character.is_whitespace() || character == '.' {
                    continue;
                }
                let (x, r) = (x as i32, r as i32);
                if *parity.get_or_insert((x - r).rem_euclid(2)) != (x - r).rem_euclid(2) {
                    return Err(FormError::Drawing(r as usize + 1));
                }
                cells.insert(Cell::new((x - r).div_euclid(2), r));
            }
        }
        Form::new(cells)
    }

    /// The cells, in order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.cells.iter().copied()
    }

    /// The directions in which a cell has no neighbour, a bit each.
    fn border(&self, cell: Cell) -> Doors {
        (0..6)
            .filter(|&d| !self.cells.contains(&cell.neighbour(Tiles::Hexagons, d)))
            .fold(0, |sides, d| sides | 1 << d)
    }

    /// Why no compact solution can fill the form, if counting tells.
    ///
    /// In every direction 32 pieces have a door, and a door needs a neighbour.
    /// More generally only 64 / 2^k pieces are blank in k given directions. The
    /// last word is a matching of cells and pieces that leaves the border blank.
    pub fn impossible(&self) -> Option<Impossible> {
        let borders: Vec<Doors> = self.cells().map(|cell| self.border(cell)).collect();
        let lacking = |sides: Doors| borders.iter().filter(|&&b| b & sides == sides).count();
        for direction in 0..3 {
            let pairs = CELLS - lacking(1 << direction);
            if pairs < 32 {
                return Some(Impossible::Axis { direction, pairs });
            }
        }
        let mut by_size: Vec<Doors> = (1..64).collect();
        by_size.sort_by_key(|sides| sides.count_ones());
        for sides in by_size {
            let cells = lacking(sides);
            if cells > CELLS >> sides.count_ones() {
                return Some(Impossible::Border { sides, cells });
            }
        }
        (!matched(&borders)).then_some(Impossible::Matching)
    }
}

/// Can each cell have a piece of its own that is blank at the border?
fn matched(borders: &[Doors]) -> bool {
    fn place(cell: usize, borders: &[Doors], owner: &mut [Option<usize>], seen: &mut u64) -> bool {
        for piece in 0..CELLS {
            if borders[cell] & piece as Doors != 0 || *seen >> piece & 1 == 1 {
                continue;
            }
            *seen |= 1 << piece;
            let free = match owner[piece] {
                None => true,
                Some(other) => place(other, borders, owner, seen),
            };
            if free {
                owner[piece] = Some(cell);
                return true;
            }
        }
        false
    }
    let mut owner = [None; CELLS];
    (0..borders.len()).all(|cell| place(cell, borders, &mut owner, &mut 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_may_be_filled() {
        for form in [
            Form::parallelogram(8, 8),
            Form::offset_square(),
            Form::hexagon(),
        ] {
            assert_eq!(form.unwrap().impossible(), None);
        }
    }

    #[test]
    fn two_rows_are_too_few() {
        let why = Form::parallelogram(2, 32).unwrap().impossible().unwrap();
        assert_eq!(
            why.to_string(),
            "32 pieces have a door to the north-east, but only 31 cells have a neighbour there"
        );
    }

    #[test]
    fn two_borders_can_want_the_same_pieces() {
        // All sixteen pieces that are blank above belong into the first row, and
        // all sixteen that are blank below into the last one, but four are both.
        let form = Form::parallelogram(4, 16).unwrap();
        assert_eq!(form.impossible(), Some(Impossible::Matching));
    }

    #[test]
    fn too_many_ends_are_found_by_their_border() {
        // Sixty cells in a block and four more, each for itself.
        let block = (0..60).map(|i| Cell::new(i % 6, i / 6));
        let far = (0..4).map(|i| Cell::new(40, 3 * i));
        let form = Form::new(block.chain(far).collect()).unwrap();
        let why = form.impossible().unwrap();
        assert!(matches!(why, Impossible::Border { .. }), "{why:?}");
        assert!(why.to_string().contains("but only"), "{why}");
    }

    #[test]
    fn drawings_are_read_as_they_are_drawn() {
        let square: String = (0..8)
            .map(|r| " ".repeat(3 + r % 2) + &"# ".repeat(8) + "\n")
            .collect();
        let form = Form::parse(&square).unwrap();
        assert_eq!(form.impossible(), None);
        let shapes = |form: &Form| -> Vec<Doors> { form.cells().map(|c| form.border(c)).collect() };
        let mut drawn = shapes(&form);
        let mut made = shapes(&Form::offset_square().unwrap());
        drawn.sort_unstable();
        made.sort_unstable();
        assert_eq!(drawn, made);
        assert_eq!(Form::parse("# # #\n # #\n"), Err(FormError::Cells(5)));
        assert_eq!(Form::parse("# #\n# #\n"), Err(FormError::Drawing(2)));
        assert_eq!(
            Form::parse(&"#".repeat(1 << 17)),
            Err(FormError::TooLong(1 << 17))
        );
    }
}
