//! Boards read from text, drawn as Emacs and the original program draw them:
//!
//! ```text
//!              3
//!  1 - - - - - - - - 1
//!  R - - - - - - - -
//!  H O - - x - - - -
//!    - - - - - - - -
//!  3 - - - - - - - -
//!    - - - - - - - -
//!  R - - - - - - - - 2
//!  H O - - - - - - -
//!        4     4   2
//!
//! There are 4 balls in the box
//! ```

mod layout;
#[cfg(test)]
mod tests;

use std::fmt;

use itertools::Itertools;

use super::board::Board;
use crate::game::MAX_WIDTH;
use layout::{Layout, Rows};

/// The longest text that is looked at, in bytes; no board needs a tenth.
pub const MAX_BYTES: usize = 1 << 16;

/// What a text draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    /// The board.
    pub board: Board,
    /// How many atoms it says there are, if it does.
    pub balls: Option<u64>,
}

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
    /// There are no cells.
    #[error("no box begins here: its cells are written -, O or x")]
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
    #[error("a box has as many lines as columns, and this one has {height} lines of {width} cells")]
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
    #[error("here a cell is missing: -, O or x")]
    MissingCell,
    /// A cell is written in another way.
    #[error("{0:?} is no cell; a cell is written -, O or x")]
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
    pub label: char,
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

impl BoardText {
    /// Reads a board in the layout of Emacs and of the original program.
    ///
    /// A column of characters, a blank, the next column, and so on: a line of
    /// labels, then p lines of a label, p cells and a label, then a line of
    /// labels again. The lines may be indented, all alike; blanks at their ends
    /// may be missing, and so may lines of labels that are all blank.
    ///
    /// - Around the box: `H` or `@` absorbed, `R` or `&` reflected, any other
    ///   digit or letter at both ends of a ray that came out, blank where none
    ///   was shot.
    /// - In the box: `O` an atom, `x` none, `-` not known.
    ///
    /// A line `There are 4 balls in the box` may stand before or behind, and
    /// what else `display` prints with a molecule is left out.
    ///
    /// # Errors
    ///
    /// Where the text is no such board, by line and column.
    pub fn parse(text: &[u8]) -> Result<BoardText, BoardTextError> {
        if text.len() > MAX_BYTES {
            return Err(BoardTextError::TooLong);
        }
        let text = str::from_utf8(text).map_err(|error| {
            let before = String::from_utf8_lossy(&text[..error.valid_up_to()]);
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            BoardTextError::At {
                place: Place { line, column },
                problem: Problem::NotText,
            }
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut balls = None;
        let mut rows = Vec::new();
        for (row, line) in text.split('\n').enumerate() {
            let line = line.trim_end();
            let mut row_of_board = Vec::new();
            if let Some((column, number)) = balls_line(line) {
                let number = number.parse().ok();
                balls = Some(number.ok_or_else(|| at(row, column, Problem::Balls))?);
            } else if !is_caption(line) {
                row_of_board = line.chars().collect();
            }
            rows.push(row_of_board);
        }
        let rows = Rows(rows);
        let board = Layout::of(&rows)?.read()?;
        Ok(BoardText { board, balls })
    }
}

/// An error at a row and column counted from 0.
fn at(row: usize, column: usize, problem: Problem) -> BoardTextError {
    BoardTextError::At {
        place: place(row, column),
        problem,
    }
}

fn place(row: usize, column: usize) -> Place {
    Place {
        line: row + 1,
        column: column + 1,
    }
}

/// The column and the number in `There are 4 balls in the box`.
fn balls_line(line: &str) -> Option<(usize, &str)> {
    let words: Vec<&str> = line.trim_end_matches('.').split_whitespace().collect();
    match words[..] {
        [
            "There",
            "are" | "is",
            number,
            "ball" | "balls",
            "in",
            "the",
            "box",
        ] => {
            let column = line.find(number).unwrap_or_default();
            Some((line[..column].chars().count(), number))
        }
        _ => None,
    }
}

/// Is this what `display` writes above or below a board: number and spectrum,
/// or the statistics of the rays?
fn is_caption(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["number", "length", "turns"] => true,
        ["Absorbed" | "Reflected" | "Out", number, ..] => number.parse::<u16>().is_ok(),
        [number, spectrum] => {
            !line.starts_with(' ')
                && number.parse::<u64>().is_ok()
                && spectrum.len() >= 4
                && spectrum.len() % 4 == 0
        }
        _ => false,
    }
}
