//! What is wrong with a text that should be a board, and where.

use std::fmt;

use ::view::words::{counted, thousands};
use itertools::Itertools;

use super::MAX_BYTES;
use crate::game::{ConfigError, MAX_WIDTH};

/// Where something is in a text: line and column, both counted from 1, the column in
/// characters.
///
/// See the [example](BoardTextError).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Location {
    /// The location at a row and column counted from 0.
    pub(super) fn of(row: usize, column: usize) -> Location {
        Location {
            line: row + 1,
            column: column + 1,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not a board.
///
/// ```
/// use blackbox::play::board_text::{BoardText, BoardTextError, Problem};
///
/// let error = BoardText::parse(b"A2_B4, west 9 = H").unwrap_err();
/// let BoardTextError::At { location, problem } = error else { panic!() };
/// assert_eq!((location.line, location.column), (1, 8));
/// assert!(matches!(problem, Problem::NoEntry { width: 4, .. }));
/// // A ray that comes out has two ends.
/// let error = BoardText::parse(b"  1\n  - -\n  - -\n").unwrap_err();
/// let BoardTextError::Labels(stray) = error else { panic!() };
/// assert_eq!(stray[0].label, "1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardTextError {
    /// There is nothing in it.
    #[error("there is no board in it, only white space")]
    Empty,
    /// There is something else in it.
    #[error(
        "there is no board in it: no drawing, no game ID such as w8h8m4M4:…, no number such as A4_B8:2813, and no shots such as west 4 = H"
    )]
    NoBoard,
    /// It cannot be a board.
    #[error("it is longer than {} bytes, so it is not a board", thousands(MAX_BYTES as u64))]
    TooLong,
    /// Something is in the wrong place, or missing.
    #[error("{location}: {problem}")]
    At {
        /// Where.
        location: Location,
        /// What is wrong there.
        problem: Problem,
    },
    /// Labels contradict the rule that an out ray has two ends.
    #[error("{}", .0.iter().join("; "))]
    Labels(Vec<StrayLabel>),
}

/// What is wrong at a place of a text.
///
/// See the [example](BoardTextError).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The bytes are not UTF-8.
    #[error("this is not UTF-8 text")]
    NotText,
    /// A character that no board has.
    #[error("{0:?} means nothing on a board")]
    Strange(char),
    /// Something else would be right.
    #[error("found {read:?}, expected {wanted}")]
    Expected {
        /// What was read, shortened.
        read: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// What should be a configuration is not one.
    #[error("{0}")]
    Config(ConfigError),
    /// A configuration has no molecule of this number.
    #[error("{read:?} is not the number of a molecule; they run from 1 to {last}")]
    Number {
        /// What was read.
        read: String,
        /// The last number.
        last: u64,
    },
    /// A shot from an entry that does not exist.
    #[error(
        "{read:?} is not a place around a box {width} cells wide: its lines and columns are 1 to {width}; for another box, start with its configuration, such as A4_B8"
    )]
    NoEntry {
        /// What was read.
        read: String,
        /// How wide the box is.
        width: usize,
    },
    /// Two shots say different things about an entry.
    #[error("{now:?} contradicts {before:?} at {entry}")]
    Twice {
        /// The entry.
        entry: String,
        /// What was said first.
        before: String,
        /// What is said here.
        now: String,
    },
    /// A game given by its random seed.
    #[error(
        "the number after # is a random seed, which only Tatham's program understands; a game ID has a colon, and its menu shows it under Specific"
    )]
    Seed,
    /// A game ID with characters that were changed.
    #[error("this game ID is corrupted: no balls in such a box make these digits")]
    Corrupted,
    /// There are several boxes.
    #[error("this may be one of several boxes; put a space between two columns")]
    Several,
    /// A game ID with two balls in a cell.
    #[error("two balls of this game ID are in line {line}, column {column} of the box")]
    TwoBalls {
        /// The cell's line, from 1.
        line: u64,
        /// Its column, from 1.
        column: u64,
    },
    /// There are no cells.
    #[error("no box begins here: its cells are written - or ., O or x")]
    NoBox,
    /// The box is too wide or high.
    #[error(
        "a box is 1 to {MAX_WIDTH} cells wide and high, and this one has {}",
        size(*.height, *.width)
    )]
    Size {
        /// How many lines it has.
        height: usize,
        /// How many cells a line of it has.
        width: usize,
    },
    /// The box is not square.
    #[error(
        "a box has as many lines as columns, and this one has {}; rectangles cannot be read",
        size(*.height, *.width)
    )]
    NoSquare {
        /// How many lines it has.
        height: usize,
        /// How many cells a line of it has.
        width: usize,
    },
    /// The box is too far left.
    #[error("the first cell needs room for a label and a space on its left")]
    NoRoom,
    /// A cell is missing.
    #[error("a cell is missing here: -, ., O or x")]
    MissingCell,
    /// A character that is not a cell.
    #[error("{0:?} is not a cell; a cell is written - or ., O or x")]
    NoCell(char),
    /// A character that is not a label.
    #[error("{0:?} is not a label; this is the place for the result of a ray")]
    NoLabel(char),
    /// Something between two columns.
    #[error("{0:?} is between two columns; cells and labels are two characters apart")]
    Between(char),
    /// Something around the board.
    #[error("{0:?} is outside the board")]
    Outside(char),
}

/// A label that does not occur twice.
///
/// See the [example](BoardTextError).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrayLabel {
    /// The label.
    pub label: String,
    /// Where it occurs.
    pub locations: Vec<Location>,
}

impl fmt::Display for StrayLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = match self.locations.len() {
            1 => "only once".to_owned(),
            times => format!("{times} times"),
        };
        write!(
            f,
            "the label {} occurs {times} ({}), and an out ray has two ends",
            self.label,
            self.locations.iter().join("; ")
        )
    }
}

/// The size of a box: its lines, and the cells of each.
fn size(height: usize, width: usize) -> String {
    let lines = counted(height as u64, "line", "lines");
    let cells = counted(width as u64, "cell", "cells");
    format!("{lines} of {cells}")
}

impl Problem {
    /// Something other than what was read would be right. It shows the first characters
    /// of that.
    pub(super) fn expected(read: String, wanted: &'static str) -> Problem {
        const TOLD: usize = 40;
        let read = match read.char_indices().nth(TOLD) {
            Some((end, _)) => format!("{}…", &read[..end]),
            None => read,
        };
        Problem::Expected { read, wanted }
    }
}
