//! The Octopuszle: 256 squares on 16 × 16 cells.

/// How many rows and columns there are.
pub const SIDE: usize = 16;

/// What leads to the neighbour that a bit looks at, rows down, columns to the
/// right: N, NE, E, SE, S, SW, W, NW.
const STEPS: [(isize, isize); 8] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

const NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// What keeps a grid from being a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridFault {
    /// The grid is not 16 × 16.
    #[error("a grid has 16 rows of 16 numbers, but {0}")]
    Shape(String),
    /// There is no such piece.
    #[error("there is no piece {number} (row {row}, column {column})")]
    NoSuchPiece {
        /// What is there.
        number: i64,
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A piece is there twice.
    #[error("piece {piece} is there twice, the second time in row {row}, column {column}")]
    Twice {
        /// The piece.
        piece: u8,
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A door meets no door.
    #[error(
        "piece {piece} in row {row}, column {column} has a door to {direction}, which meets no door"
    )]
    OpenDoor {
        /// The piece.
        piece: u8,
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The direction.
        direction: &'static str,
    },
}

/// A solution of the Octopuszle: every subset of the doors to eight neighbours
/// once, doors meet doors, and nothing leads over the border.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Octopuszle {
    grid: [[u8; SIDE]; SIDE],
}

impl Octopuszle {
    /// The solution with these pieces, bits 0 to 7 of each for N, NE, E, SE, S,
    /// SW, W, NW.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being one.
    pub fn new(grid: [[u8; SIDE]; SIDE]) -> Result<Octopuszle, GridFault> {
        let mut seen = [false; 256];
        for (r, row) in grid.iter().enumerate() {
            for (c, &piece) in row.iter().enumerate() {
                if std::mem::replace(&mut seen[usize::from(piece)], true) {
                    return Err(GridFault::Twice {
                        piece,
                        row: r + 1,
                        column: c + 1,
                    });
                }
            }
        }
        doors_meet(&grid)?;
        Ok(Octopuszle { grid })
    }

    /// The pieces, row by row.
    pub fn grid(&self) -> &[[u8; SIDE]; SIDE] {
        &self.grid
    }
}

/// Does every door of the grid meet a door?
///
/// # Errors
///
/// The first one that does not.
pub fn doors_meet(grid: &[[u8; SIDE]; SIDE]) -> Result<(), GridFault> {
    for (r, row) in grid.iter().enumerate() {
        for (c, &piece) in row.iter().enumerate() {
            for (direction, (down, right)) in STEPS.iter().enumerate() {
                if piece >> direction & 1 == 0 {
                    continue;
                }
                let neighbour = r
                    .checked_add_signed(*down)
                    .zip(c.checked_add_signed(*right))
                    .and_then(|(r, c)| grid.get(r)?.get(c));
                let back = (direction + 4) % 8;
                if neighbour.is_none_or(|other| other >> back & 1 == 0) {
                    return Err(GridFault::OpenDoor {
                        piece,
                        row: r + 1,
                        column: c + 1,
                        direction: NAMES[direction],
                    });
                }
            }
        }
    }
    Ok(())
}

/// The grid of these numbers.
///
/// # Errors
///
/// Where they are not 16 rows of 16 pieces.
pub fn grid_of(rows: &[Vec<i64>]) -> Result<[[u8; SIDE]; SIDE], GridFault> {
    if rows.len() != SIDE {
        return Err(GridFault::Shape(format!("there are {} rows", rows.len())));
    }
    let mut grid = [[0; SIDE]; SIDE];
    for (r, row) in rows.iter().enumerate() {
        if row.len() != SIDE {
            let found = format!("row {} has {}", r + 1, row.len());
            return Err(GridFault::Shape(found));
        }
        for (c, &number) in row.iter().enumerate() {
            grid[r][c] = u8::try_from(number).map_err(|_| GridFault::NoSuchPiece {
                number,
                row: r + 1,
                column: c + 1,
            })?;
        }
    }
    Ok(grid)
}
