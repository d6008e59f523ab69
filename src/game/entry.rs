//! The position of a ray in words.

use std::fmt;

/// A position of a box in words: the side, and the line or column, counted
/// from 1 from the top or the left.
///
/// ```
/// use blackbox::game::Entry;
///
/// let entry = Entry { position: 8, width: 4 };
/// assert_eq!(entry.to_string(), "east 4");
/// assert_eq!(Entry::parse("E4", 4), Ok(entry));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub position: usize,
    /// The width of the box.
    pub width: usize,
}

/// Why words do not name an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryError {
    /// They are not a side and a number.
    NoEntry,
    /// The side has no line or column with this number.
    Outside,
}

impl Entry {
    /// Reads words such as `west 4`, `w4` or `Left 4`.
    ///
    /// # Errors
    ///
    /// If they name no entry of a box of this width.
    pub fn parse(words: &str, width: usize) -> Result<Entry, EntryError> {
        let digits = words.find(|c: char| c.is_ascii_digit());
        let (side, number) = words.split_at(digits.unwrap_or(words.len()));
        let side = match side.trim().to_ascii_lowercase().as_str() {
            "west" | "w" | "left" => 0,
            "south" | "s" | "bottom" => 1,
            "east" | "e" | "right" => 2,
            "north" | "n" | "top" => 3,
            _ => return Err(EntryError::NoEntry),
        };
        let number: usize = number.parse().map_err(|_| EntryError::NoEntry)?;
        if !(1..=width).contains(&number) {
            return Err(EntryError::Outside);
        }
        let position = match side {
            0 | 1 => side * width + number - 1,
            _ => (side + 1) * width - number,
        };
        Ok(Entry { position, width })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.width;
        let along = self.position % p;
        match self.position / p {
            0 => write!(f, "west {}", along + 1),
            1 => write!(f, "south {}", along + 1),
            2 => write!(f, "east {}", p - along),
            _ => write!(f, "north {}", p - along),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_named_by_side_and_line() {
        let named = [0, 3, 4, 7, 8, 11, 12, 15].map(|position| {
            let entry = Entry { position, width: 4 };
            entry.to_string()
        });
        let expected = [
            "west 1", "west 4", "south 1", "south 4", "east 4", "east 1", "north 4", "north 1",
        ];
        assert_eq!(named, expected.map(String::from));
    }

    #[test]
    fn an_entry_is_read_as_it_is_written() {
        for width in [1, 2, 8, 11] {
            for position in 0..4 * width {
                let entry = Entry { position, width };
                assert_eq!(Entry::parse(&entry.to_string(), width), Ok(entry));
            }
        }
        assert_eq!(Entry::parse("west 9", 8), Err(EntryError::Outside));
        assert_eq!(Entry::parse("w0", 8), Err(EntryError::Outside));
        for words in ["", "4", "west", "up 4", "west 4 5", "west -4"] {
            assert_eq!(Entry::parse(words, 8), Err(EntryError::NoEntry), "{words}");
        }
    }
}
