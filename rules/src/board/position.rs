//! A position of a ray, as a number and in words.

use super::config::Config;
use super::size::MAX_POSITIONS;

/// A place beside a box where a ray enters or comes out. Positions are counted from 0 around the
/// box: down the west side, along the south side, up the east side, back along the north side. In a
/// box of 4 by 4 they are
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
/// A position does not know how wide its box is. In words, it is the side and the line or column,
/// counted from 1 from the top or the left.
///
/// ```
/// use blackbox_rules::board::Position;
///
/// let position = Position::new(8);
/// assert_eq!(position.words(4), "east 4");
/// assert_eq!(Position::parse("E4", 4), Ok(position));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Position(u8);

/// Why words do not name a position.
///
/// ```
/// use blackbox_rules::board::{Position, PositionError};
///
/// assert_eq!(Position::parse("middle", 4), Err(PositionError::NoPosition));
/// assert_eq!(Position::parse("west 5", 4), Err(PositionError::Outside));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// They are not a side and a number.
    NoPosition,
    /// The side has no line or column with this number.
    Outside,
}

impl Position {
    /// The position with this number. Panics if no box has it.
    pub const fn new(index: usize) -> Position {
        assert!(index < MAX_POSITIONS, "no box has this position");
        Position(index as u8)
    }

    /// The number of the position.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The position in words, in a box of this width.
    pub fn words(self, width: usize) -> String {
        let along = self.index() % width;
        match self.index() / width {
            0 => format!("west {}", along + 1),
            1 => format!("south {}", along + 1),
            2 => format!("east {}", width - along),
            _ => format!("north {}", width - along),
        }
    }

    /// Reads words such as `west 4`, `w4` or `Left 4`.
    ///
    /// # Errors
    ///
    /// If they name no position of a box of this width.
    pub fn parse(words: &str, width: usize) -> Result<Position, PositionError> {
        let digits = words.find(|c: char| c.is_ascii_digit());
        let (side, number) = words.split_at(digits.unwrap_or(words.len()));
        let side = match side.trim().to_ascii_lowercase().as_str() {
            "west" | "w" | "left" => 0,
            "south" | "s" | "bottom" => 1,
            "east" | "e" | "right" => 2,
            "north" | "n" | "top" => 3,
            _ => return Err(PositionError::NoPosition),
        };
        let number: usize = number.parse().map_err(|_| PositionError::NoPosition)?;
        if !(1..=width).contains(&number) {
            return Err(PositionError::Outside);
        }
        Ok(Position::new(match side {
            0 | 1 => side * width + number - 1,
            _ => (side + 1) * width - number,
        }))
    }
}

impl Config {
    /// All positions of the box, in order.
    pub fn all_positions(self) -> impl DoubleEndedIterator<Item = Position> + Clone {
        (0..self.positions()).map(Position::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_named_by_side_and_line() {
        let named = [0, 3, 4, 7, 8, 11, 12, 15].map(|index| Position::new(index).words(4));
        let expected = [
            "west 1", "west 4", "south 1", "south 4", "east 4", "east 1", "north 4", "north 1",
        ];
        assert_eq!(named, expected.map(String::from));
    }

    #[test]
    fn a_position_is_read_as_it_is_written() {
        for width in [1, 2, 8, 11] {
            for position in (0..4 * width).map(Position::new) {
                assert_eq!(Position::parse(&position.words(width), width), Ok(position));
            }
        }
        assert_eq!(Position::parse("west 9", 8), Err(PositionError::Outside));
        assert_eq!(Position::parse("w0", 8), Err(PositionError::Outside));
        for words in ["", "4", "west", "up 4", "west 4 5", "west -4"] {
            assert_eq!(
                Position::parse(words, 8),
                Err(PositionError::NoPosition),
                "{words}"
            );
        }
    }
}
