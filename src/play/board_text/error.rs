//! What is wrong with a text that should be a board, and where.

use std::fmt;

use itertools::Itertools;

use super::MAX_BYTES;
use crate::game::{ConfigError, MAX_WIDTH};

/// A place in a text: line and column, both counted from 1, the column in
/// characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardTextError {
    /// There is nothing in it.
    #[error("there is no board in it, only blanks")]
    Empty,
    /// There is something else in it.
    #[error(
        "there is no board in it: no drawing, no game ID such as w8h8m4M4:…, no number such as A4_B8:2813, and no shots such as west 4 = H"
    )]
    NoBoard,
    /// It cannot be a board.
    #[error("it is longer than {MAX_BYTES} bytes, so it is no board")]
    TooLong,
    /// Something stands where it should not, or does not where it should.
    #[error("{place}: {problem}")]
    At {
        /// Where.
        place: Place,
        /// What is wrong there.
        problem: Problem,
    },
    /// Labels contradict the rule that an out ray has two ends.
    #[error("{}", .0.iter().join("; "))]
    Labels(Vec<StrayLabel>),
}

/// What is wrong at a place of a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The bytes are no UTF-8.
    #[error("this is no text in UTF-8")]
    NotText,
    /// A character that no board has.
    #[error("{0:?} means nothing on a board")]
    Strange(char),
    /// What should be the number of balls is none.
    #[error("this is no number of balls")]
    Balls,
    /// Something else would be right.
    #[error("{read:?} stands here, and {wanted} is wanted")]
    Expected {
        /// What was read, not too much of it.
        read: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// What should be a configuration is none.
    #[error("{0}")]
    Config(ConfigError),
    /// A configuration has no molecule of this number.
    #[error("{read:?} is no number of a molecule; they run from 1 to {last}")]
    Number {
        /// What was read.
        read: String,
        /// The last number.
        last: u64,
    },
    /// A shot from where nothing can be shot.
    #[error(
        "{read:?} is no place around a box that is {width} wide: its lines and columns are 1 to {width}; another box is told by a configuration before the shots, such as A4_B8"
    )]
    NoPlace {
        /// What was read.
        read: String,
        /// How wide the box is.
        width: usize,
    },
    /// Two shots say different things of a place.
    #[error("{now:?} says of {entry} something else than {before:?}")]
    Twice {
        /// The place.
        entry: String,
        /// What was said first.
        before: String,
        /// What is said here.
        now: String,
    },
    /// A game by its random seed.
    #[error(
        "behind # stands a random seed, which only his program understands; a game ID has a colon, and his menu shows it under Specific"
    )]
    Seed,
    /// A game ID of another shape.
    #[error("this box is {width} wide and {height} high, and only square boxes can be read")]
    Rectangle {
        /// How wide it is.
        width: u64,
        /// How high it is.
        height: u64,
    },
    /// A game ID with other letters than it was made with.
    #[error("this game ID is corrupted: no balls in such a box make these digits")]
    Corrupted,
    /// There are several boxes.
    #[error(
        "this may be a box of cells, and another one as well; leave a blank between two columns"
    )]
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
        "a box has 1 to {MAX_WIDTH} lines of as many cells, and this one has {height} of {width}"
    )]
    Size {
        /// How many lines it has.
        height: usize,
        /// How many cells a line of it has.
        width: usize,
    },
    /// The box is no square.
    #[error(
        "a box has as many lines as columns, and this one has {height} lines of {width} cells; rectangles cannot be read"
    )]
    NoSquare {
        /// How many lines it has.
        height: usize,
        /// How many cells a line of it has.
        width: usize,
    },
    /// The box stands too far left.
    #[error("left of the first cell there must be room for a label and a blank")]
    NoRoom,
    /// A cell is missing.
    #[error("here a cell is missing: -, ., O or x")]
    MissingCell,
    /// A cell is written in another way.
    #[error("{0:?} is no cell; a cell is written - or ., O or x")]
    NoCell(char),
    /// A cell where a label may be.
    #[error("{0:?} is no label; here the result of a ray may stand")]
    NoLabel(char),
    /// Something between two columns.
    #[error("{0:?} stands between two columns; cells and labels stand two characters apart")]
    Between(char),
    /// Something around the board.
    #[error("{0:?} stands outside of the board")]
    Outside(char),
}

/// A label that does not stand at two places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrayLabel {
    /// The label.
    pub label: String,
    /// Where it stands.
    pub places: Vec<Place>,
}

impl fmt::Display for StrayLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = match self.places.len() {
            1 => "only once".to_owned(),
            times => format!("{times} times"),
        };
        write!(
            f,
            "the label {} stands {times} ({}), and an out ray has two ends",
            self.label,
            self.places.iter().join("; ")
        )
    }
}

impl Problem {
    /// Something else would be right than what was read, of which the first
    /// characters are told.
    pub(super) fn expected(read: String, wanted: &'static str) -> Problem {
        const TOLD: usize = 40;
        let read = match read.char_indices().nth(TOLD) {
            Some((end, _)) => format!("{}…", &read[..end]),
            None => read,
        };
        Problem::Expected { read, wanted }
    }
}
