//! A position of a ray: as a number, as a side and a row or column, and in words.
//!
//! Only this module depends on how positions are numbered around the box.

use std::fmt;

use super::size::Size;

/// A place beside a box where a ray enters or comes out. Positions are counted from 0 around the box: down the west
/// side, along the south side, up the east side, back along the north side. In a box of 4 by 4 they are
///
/// ```text
///       15 14 13 12
///     0  -  -  -  - 11
///     1  -  -  -  - 10
///     2  -  -  -  -  9
///     3  -  -  -  -  8
///        4  5  6  7
/// ```
///
/// A position contains the size of its box. In words, it is a side and a row or column, counted from 1 from the
/// top or the left:
///
/// ```
/// use blackbox_rules::board::{Position, Side, Size};
///
/// let size = Size::square(4)?;
/// let position = size.position(8).expect("it has 16 positions");
/// assert_eq!(position.words(), "east 4");
/// assert_eq!((position.index(), position.size()), (8, size));
/// assert_eq!((position.side(), position.along()), (Side::East, 3));
/// assert_eq!(Position::at(Side::ALL[2], 3, size), Some(position));
/// assert_eq!(position.opposite().words(), "west 4");
/// assert_eq!(Position::parse("E4", size)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Position::words`] takes no size, so a call that asks for the words in another box does not compile:
///
/// ```compile_fail
/// use blackbox_rules::board::Size;
///
/// let position = Size::square(11).unwrap().position(40).unwrap();
/// let words = position.words(8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "super::stored::Numbered", try_from = "super::stored::Numbered")
)]
pub struct Position {
    index: u8,
    size: Size,
}

/// A side of a box. The variants are in the order in which positions are numbered around the box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The left side: its positions run down.
    West,
    /// The lower side: its positions run to the right.
    South,
    /// The right side: its positions run up.
    East,
    /// The upper side: its positions run to the left.
    North,
}

/// Why a text is not a position.
///
/// ```
/// use blackbox_rules::board::{Position, PositionError, Side, Size};
///
/// let size = Size::square(4)?;
/// assert_eq!(Position::parse("middle", size), Err(PositionError::NoPosition));
/// let error = Position::parse("west 5", size).unwrap_err();
/// assert_eq!(error, PositionError::Outside { side: Side::West, last: 4 });
/// assert_eq!(error.to_string(), "the positions on this side are west 1 to west 4");
/// # Ok::<(), blackbox_rules::board::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a side and a number.
    #[error("a position is a side and a number, such as west 4")]
    NoPosition,
    /// The side has no row or column with this number.
    #[error("the positions on this side are {0} 1 to {0} {1}", .side.name(), .last)]
    Outside {
        /// The side.
        side: Side,
        /// The number of its last row or column.
        last: usize,
    },
}

impl Side {
    /// All four sides, in the order of positions.
    pub const ALL: [Side; 4] = [Side::West, Side::South, Side::East, Side::North];

    /// The number of its positions.
    const fn length(self, size: Size) -> usize {
        match self {
            Side::West | Side::East => size.rows(),
            Side::South | Side::North => size.columns(),
        }
    }

    /// The number of its first position.
    const fn first(self, size: Size) -> usize {
        match self {
            Side::West => 0,
            Side::South => size.rows(),
            Side::East => size.rows() + size.columns(),
            Side::North => 2 * size.rows() + size.columns(),
        }
    }

    /// Whether the row or column decreases from one position to the next.
    const fn counts_down(self) -> bool {
        matches!(self, Side::East | Side::North)
    }

    const fn name(self) -> &'static str {
        match self {
            Side::West => "west",
            Side::South => "south",
            Side::East => "east",
            Side::North => "north",
        }
    }

    /// Parses a side: a word such as `west` or `left`, or its first letter, in upper or lower case.
    pub(crate) fn from_word(word: &str) -> Option<Side> {
        Some(match word.to_ascii_lowercase().as_str() {
            "west" | "w" | "left" | "l" => Side::West,
            "south" | "s" | "bottom" | "b" => Side::South,
            "east" | "e" | "right" | "r" => Side::East,
            "north" | "n" | "top" | "t" => Side::North,
            _ => return None,
        })
    }

    /// The error for a position that is not on this side of a box.
    pub(crate) const fn outside(self, size: Size) -> PositionError {
        let (side, last) = (self, self.length(size));
        PositionError::Outside { side, last }
    }

    const fn opposite(self) -> Side {
        match self {
            Side::West => Side::East,
            Side::South => Side::North,
            Side::East => Side::West,
            Side::North => Side::South,
        }
    }
}

impl Position {
    /// The position with this number, which must be below `size.positions()`.
    pub(crate) const fn of(index: usize, size: Size) -> Position {
        debug_assert!(index < size.positions());
        Position {
            index: index as u8,
            size,
        }
    }

    /// The position on a side at a row or column, counted from 0, or `None` if the box has no such row or column.
    pub fn at(side: Side, along: usize, size: Size) -> Option<Position> {
        (along < side.length(size)).then(|| Position::beside(side, along, size))
    }

    /// As [`Position::at`], for a row or column that the box has.
    #[inline]
    pub(crate) const fn beside(side: Side, along: usize, size: Size) -> Position {
        let on_side = match side.counts_down() {
            true => side.length(size) - 1 - along,
            false => along,
        };
        Position::of(side.first(size) + on_side, size)
    }

    /// The number of the position.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The size of the box beside which the position is.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The side of the box on which the position is.
    #[inline]
    pub const fn side(self) -> Side {
        let (index, size) = (self.index(), self.size);
        if index < Side::South.first(size) {
            Side::West
        } else if index < Side::East.first(size) {
            Side::South
        } else if index < Side::North.first(size) {
            Side::East
        } else {
            Side::North
        }
    }

    /// The row of a position on the west or east side, or the column of one on the north or south side, counted
    /// from 0.
    #[inline]
    pub const fn along(self) -> usize {
        let side = self.side();
        let on_side = self.index() - side.first(self.size);
        match side.counts_down() {
            true => side.length(self.size) - 1 - on_side,
            false => on_side,
        }
    }

    /// The row and the column of the position in a drawing whose first and last rows and columns surround the box.
    /// Cells have rows and columns from 1, so the row or the column of a position is 0 or one more than the number of
    /// rows or columns in the box.
    ///
    /// ```
    /// use blackbox_rules::board::Size;
    ///
    /// let size = Size::new(2, 3)?;
    /// let places: Vec<_> = size.all_positions().map(|position| position.place()).collect();
    /// assert_eq!(places[..5], [(1, 0), (2, 0), (3, 1), (3, 2), (3, 3)]);
    /// assert_eq!(places[5..], [(2, 4), (1, 4), (0, 3), (0, 2), (0, 1)]);
    /// # Ok::<(), blackbox_rules::board::SizeError>(())
    /// ```
    pub const fn place(self) -> (usize, usize) {
        let along = self.along() + 1;
        match self.side() {
            Side::West => (along, 0),
            Side::South => (self.size.rows() + 1, along),
            Side::East => (along, self.size.columns() + 1),
            Side::North => (0, along),
        }
    }

    /// The inverse of [`Position::place`]. `None` for a cell of the box, a corner or a place outside the drawing.
    #[doc(hidden)]
    pub fn at_place((row, column): (usize, usize), size: Size) -> Option<Position> {
        let in_rows = || row.checked_sub(1);
        let in_columns = || column.checked_sub(1);
        match (row, column) {
            (_, 0) => Position::at(Side::West, in_rows()?, size),
            (0, _) => Position::at(Side::North, in_columns()?, size),
            (_, column) if column == size.columns() + 1 => {
                Position::at(Side::East, in_rows()?, size)
            }
            (row, _) if row == size.rows() + 1 => Position::at(Side::South, in_columns()?, size),
            _ => None,
        }
    }

    /// The position at the other end of the same row or column.
    #[must_use]
    pub fn opposite(self) -> Position {
        Position::beside(self.side().opposite(), self.along(), self.size)
    }

    /// The position in words, such as `west 4`.
    pub fn words(self) -> String {
        self.to_string()
    }

    /// Reads words such as `west 4`, `w4`, `Left 4` or `4 left`. A letter may stand for the number: `D left`.
    pub fn parse(words: &str, size: Size) -> Result<Position, PositionError> {
        let is_digit = |c: char| c.is_ascii_digit();
        let words = words.trim();
        let cut = match words.starts_with(is_digit) {
            true => words.find(|c: char| !is_digit(c)),
            false => words.find(is_digit).or_else(|| words.find(' ')),
        };
        let (one, other) = words.split_at(cut.unwrap_or(words.len()));
        let (one, other) = (one.trim(), other.trim());
        let number = |text: &str| match text.as_bytes() {
            [letter @ (b'A'..=b'Z' | b'a'..=b'z')] if one.len() == 1 => {
                Some(usize::from(letter.to_ascii_uppercase() - b'A') + 1)
            }
            digits if digits.iter().all(u8::is_ascii_digit) => text.parse().ok(),
            _ => None,
        };
        let side_first = || Some((Side::from_word(one)?, number(other)?));
        let number_first = || Some((Side::from_word(other)?, number(one)?));
        let (side, number) = (side_first().or_else(number_first))
            .filter(|_| !one.is_empty() && !other.is_empty())
            .ok_or(PositionError::NoPosition)?;
        let along = number.checked_sub(1);
        along
            .and_then(|along| Position::at(side, along, size))
            .ok_or(side.outside(size))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.side().name(), self.along() + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip_as_text_and_as_places() {
        for (rows, columns) in [(1, 1), (2, 2), (8, 8), (3, 20), (20, 7)] {
            let size = Size::new(rows, columns).unwrap();
            for position in size.all_positions() {
                assert_eq!(Position::parse(&position.words(), size), Ok(position));
                assert_eq!(Position::at_place(position.place(), size), Some(position));
                assert_eq!(
                    Position::at(position.side(), position.along(), size),
                    Some(position)
                );
            }
        }
        let size = Size::of_width(8);
        let (side, last) = (Side::West, 8);
        for words in ["west 9", "w0"] {
            let read = Position::parse(words, size);
            assert_eq!(read, Err(PositionError::Outside { side, last }));
        }
        for words in ["", "4", "west", "up 4", "west 4 5", "west -4"] {
            let read = Position::parse(words, size);
            assert_eq!(read, Err(PositionError::NoPosition), "{words}");
        }
    }
}
