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
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub position: usize,
    /// The width of the box.
    pub width: usize,
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
}
