//! The moves of a player in words: `west 4`, `ball 3 5`, `undo`.
//!
//! Files of saved games use the same words.
//!
//! ```
//! use blackbox_rules::board::Size;
//! use blackbox_rules::puzzle::words::{Mark, Move, Word, WordError};
//!
//! let size = Size::square(8)?;
//! let shoot = Move::Shoot(size.position(3).expect("it has 32 positions"));
//! let mark = Move::Mark(size.cell(2, 4).expect("it has eight rows and columns"), Mark::Ball);
//! let words = Word::parse_line("west 4, ball 3 5, hint", size)?;
//! assert_eq!(words, [Word::Move(shoot), Word::Move(mark), Word::Hint]);
//! assert_eq!((shoot.text(), mark.text()), ("west 4".to_owned(), "ball 3 5".to_owned()));
//! assert_eq!(Word::parse("wets 4", size), Err(WordError::Unknown("wets 4".into())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Cell, Position, PositionError, Side, Size};

/// A player's mark in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Mark {
    /// No mark.
    #[default]
    Nothing,
    /// A ball is there.
    Ball,
    /// No ball is there.
    Empty,
}

impl From<Option<bool>> for Mark {
    fn from(cell: Option<bool>) -> Mark {
        match cell {
            None => Mark::Nothing,
            Some(true) => Mark::Ball,
            Some(false) => Mark::Empty,
        }
    }
}

impl From<Mark> for Option<bool> {
    fn from(mark: Mark) -> Option<bool> {
        match mark {
            Mark::Nothing => None,
            Mark::Ball => Some(true),
            Mark::Empty => Some(false),
        }
    }
}

/// A move in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Move {
    /// A ray is fired from a position: `west 4`.
    Shoot(Position),
    /// A cell is marked: `ball 3 5` is row 3, column 5.
    Mark(Cell, Mark),
    /// The last ray or mark is taken back.
    Undo,
    /// The game ends with the balls that are placed.
    Done,
    /// The game ends, and the hidden balls are shown.
    GiveUp,
}

/// A word that a player types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A move in the game.
    Move(Move),
    /// Show the board.
    Board,
    /// Suggest a ray.
    Hint,
    /// Show the chance of a ball in each cell.
    Chances,
    /// Count the molecules that are left.
    Left,
    /// Review the game, once it is over.
    Review,
    /// List the words. A front end lists those that it supports.
    Help,
    /// Leave the game.
    Quit,
}

/// The words without arguments.
const PLAIN: [(&str, Word); 17] = [
    ("undo", Word::Move(Move::Undo)),
    ("done", Word::Move(Move::Done)),
    ("guess", Word::Move(Move::Done)),
    ("check", Word::Move(Move::Done)),
    ("give up", Word::Move(Move::GiveUp)),
    ("giveup", Word::Move(Move::GiveUp)),
    ("board", Word::Board),
    ("hint", Word::Hint),
    ("chances", Word::Chances),
    ("left", Word::Left),
    ("review", Word::Review),
    ("help", Word::Help),
    ("rules", Word::Help),
    ("?", Word::Help),
    ("quit", Word::Quit),
    ("q", Word::Quit),
    ("exit", Word::Quit),
];

const MARKS: [(&str, Mark); 6] = [
    ("ball", Mark::Ball),
    ("empty", Mark::Empty),
    ("clear", Mark::Nothing),
    ("place", Mark::Ball),
    ("mark", Mark::Ball),
    ("remove", Mark::Nothing),
];

/// The words that may precede the position of a ray.
const VERBS: [&str; 3] = ["shoot", "fire", "ray"];

/// Why a text is not a word of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WordError {
    /// There is no such word.
    #[error("{0:?} is not a command; type `help` for a list")]
    Unknown(String),
    /// The cell after a word is missing, or not in a box of this size.
    #[error("{word} needs the row and the column of a cell, from 1 1 to {} {}", .size.rows(), .size.columns())]
    Cell {
        /// The word.
        word: &'static str,
        /// The size of the box.
        size: Size,
    },
    /// The side has no row or column with this number.
    #[error(transparent)]
    Place(PositionError),
}

impl Word {
    /// Parses a line of words, separated by commas, for a box of this size.
    ///
    /// # Errors
    ///
    /// The error for the first word that is not understood.
    pub fn parse_line(line: &str, size: Size) -> Result<Vec<Word>, WordError> {
        let words = line.split([',', ';']).map(str::trim);
        words
            .filter(|word| !word.is_empty())
            .map(|word| Word::parse(word, size))
            .collect()
    }

    /// Parses a single word.
    ///
    /// # Errors
    ///
    /// If the word is not understood.
    pub fn parse(text: &str, size: Size) -> Result<Word, WordError> {
        let lower = text.trim().to_lowercase();
        if let Some(&(_, word)) = PLAIN.iter().find(|(plain, _)| *plain == lower) {
            return Ok(word);
        }
        let verb = VERBS
            .iter()
            .find_map(|verb| lower.strip_prefix(verb)?.strip_prefix(' '));
        let lower = verb.unwrap_or(&lower).trim_start();
        let mut parts = lower.split_whitespace();
        let first = parts.next().unwrap_or_default();
        if let Some(&(word, mark)) = MARKS.iter().find(|(word, _)| *word == first) {
            let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            let places: Option<Vec<usize>> = parts.map(place).collect();
            let cell = match places.as_deref() {
                Some(&[row, column]) => size.cell(row, column),
                _ => None,
            };
            let cell = cell.ok_or(WordError::Cell { word, size })?;
            return Ok(Word::Move(Move::Mark(cell, mark)));
        }
        match Position::parse(lower, size) {
            Ok(position) => Ok(Word::Move(Move::Shoot(position))),
            Err(error) => {
                // A side without its number lacks a position.
                let outside = Side::from_word(first).map(|side| side.outside(size));
                Err(match outside.unwrap_or(error) {
                    PositionError::NoPosition => {
                        WordError::Unknown(text.chars().take(40).collect())
                    }
                    outside => WordError::Place(outside),
                })
            }
        }
    }
}

impl Move {
    /// The move as [`Word::parse`] reads it.
    pub fn text(self) -> String {
        match self {
            Move::Shoot(position) => position.words(),
            Move::Mark(cell, mark) => {
                let word = MARKS.iter().find(|(_, named)| *named == mark);
                let (row, column) = (cell.row() + 1, cell.column() + 1);
                format!("{} {row} {column}", word.map_or("", |(word, _)| word))
            }
            Move::Undo => "undo".to_owned(),
            Move::Done => "done".to_owned(),
            Move::GiveUp => "give up".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_spelling() {
        let size = Size::of_width(8);
        let shot = |index| Word::Move(Move::Shoot(Position::of(index, size)));
        assert_eq!(
            Word::parse_line(" W4, north  2;e1 ,", size),
            Ok(vec![shot(3), shot(30), shot(23)])
        );
        assert_eq!(Word::parse_line("  ", size), Ok(vec![]));
        assert_eq!(
            Word::parse_line("Ball 1 2, HINT", size),
            Ok(vec![
                Word::Move(Move::Mark(Cell::of(1, size), Mark::Ball)),
                Word::Hint
            ])
        );
        for (said, written) in [
            ("Shoot West 4", "west 4"),
            ("fire n2", "north 2"),
            ("place 1 2", "ball 1 2"),
            ("remove 1 2", "clear 1 2"),
            ("guess", "done"),
            ("Give up", "give up"),
        ] {
            let words = Word::parse_line(said, size);
            assert_eq!(words, Word::parse_line(written, size), "{said}");
            let Ok([Word::Move(step)]) = words.as_deref() else {
                panic!("{said}: {words:?}");
            };
            assert_eq!(step.text(), written);
        }
        let outside = |text| matches!(Word::parse(text, size), Err(WordError::Place(_)));
        assert!(outside("west") && outside("north -1") && !outside("done now"));
        for wrong in ["done now", "shoot", "w0", "place", "ball 9 1", "empty 1"] {
            assert!(
                Word::parse_line(&format!("w1, {wrong}"), size).is_err(),
                "{wrong}"
            );
        }
    }
}
