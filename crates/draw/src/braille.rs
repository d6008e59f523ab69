//! Drawings of dots in Braille characters, with two by four dots each.

/// A character without dots.
pub const BLANK: char = '\u{2800}';

/// Characters whose dots can be set.
#[derive(Clone, Debug)]
pub struct Dots {
    columns: usize,
    /// Row by row from the top, one byte per character, with bit d for the dot that the standard numbers d + 1.
    characters: Vec<u8>,
}

impl Dots {
    /// A canvas of this many characters, without dots.
    pub fn new(columns: usize, rows: usize) -> Dots {
        Dots {
            columns,
            characters: vec![0; columns * rows],
        }
    }

    /// Sets a dot, counted from the upper left.
    pub fn set(&mut self, x: usize, y: usize) {
        /// For the left and the right dots of a character, their bits from the top.
        const BITS: [[u8; 4]; 2] = [[0, 1, 2, 6], [3, 4, 5, 7]];
        if let Some(dots) = self.characters.get_mut(y / 4 * self.columns + x / 2) {
            *dots |= 1 << BITS[x % 2][y % 4];
        }
    }

    /// Draws a straight line of dots, including both ends.
    pub fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
        let between = |a: usize, b: usize, i: usize| (a * (steps - i) + b * i + steps / 2) / steps;
        for i in 0..=steps {
            self.set(between(from.0, to.0, i), between(from.1, to.1, i));
        }
    }

    /// The characters, row by row from the top.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = char>> {
        let character =
            |&dots: &u8| char::from_u32(BLANK as u32 + u32::from(dots)).unwrap_or(BLANK);
        (self.characters.chunks(self.columns)).map(move |row| row.iter().map(character))
    }
}
