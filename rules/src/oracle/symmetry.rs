//! Rotates and reflects texts.

use super::Plain;
use super::board::around;

/// The place of a molecule among its rotations and reflections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrbitPlace {
    /// The number of the canonical molecule of the orbit.
    pub canonical_number: u128,
    /// The name of the first transform that maps the canonical molecule to this one.
    pub transform: &'static str,
    /// The number of molecules in the orbit.
    pub size: usize,
}

/// A transform: its name, and a function that takes a row and column of a square with rows and columns 0 to
/// `last`, and returns the row and column from which the symbol comes.
type PlainTransform = (
    &'static str,
    fn((usize, usize), last: usize) -> (usize, usize),
);

/// For each transform and each symbol of a text, the index from which the symbol comes.
pub(super) type PlainSources = [Vec<usize>; 8];

/// The eight transforms, in the order in which they are tried.
const TRANSFORMS: [PlainTransform; 8] = [
    ("id", |(line, column), _| (line, column)),
    ("rot180", |(line, column), last| {
        (last - line, last - column)
    }),
    ("rot90", |(line, column), last| (column, last - line)),
    ("rot270", |(line, column), last| (last - column, line)),
    ("symm-h", |(line, column), last| (line, last - column)),
    ("symm-v", |(line, column), last| (last - line, column)),
    ("diag-1", |(line, column), _| (column, line)),
    ("diag-2", |(line, column), last| {
        (last - column, last - line)
    }),
];

/// The sources for a square that is written row by row, such as a molecule.
pub(super) fn of_square(across: usize) -> PlainSources {
    TRANSFORMS.map(|(_, source)| {
        let places = 0..across * across;
        let sources = places.map(|place| {
            let (line, column) = source((place / across, place % across), across - 1);
            line * across + column
        });
        sources.collect()
    })
}

/// The sources for a spectrum, which is written around the box.
pub(super) fn of_positions(width: usize) -> PlainSources {
    let around: Vec<usize> = around(width, width)
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    of_square(width + 2).map(|sources| {
        let positions = around.iter().map(|&place| {
            let stood_at = |&there: &usize| there == sources[place];
            // A place around the box moves to a place around the box.
            around.iter().position(stood_at).unwrap_or_default()
        });
        positions.collect()
    })
}

fn image<'a>(text: &'a [u8], sources: &'a [usize]) -> impl Iterator<Item = u8> + 'a {
    sources.iter().map(|&from| text[from])
}

impl Plain {
    /// The place of a molecule in its orbit. The canonical molecule has the lowest number of all images, so its
    /// text is the last one in the order of ASCII.
    pub fn orbit_place(&self, text: &[u8]) -> OrbitPlace {
        let mut last = &self.molecules_moved[0];
        for sources in &self.molecules_moved[1..] {
            if image(text, sources).gt(image(text, last)) {
                last = sources;
            }
        }
        let canonical: Vec<u8> = image(text, last).collect();
        let same = |from: &[u8], sources: &[usize]| image(from, sources).eq(text.iter().copied());
        let mut moved = self.molecules_moved.iter();
        let first = moved.position(|sources| same(&canonical, sources));
        let moved = self.molecules_moved.iter();
        let unmoved = moved.filter(|sources| same(text, sources)).count();
        OrbitPlace {
            canonical_number: self.number(&canonical),
            // Always found, because every transform has an inverse.
            transform: first.map_or("", |first| TRANSFORMS[first].0),
            // Each image results from the same number of transforms.
            size: TRANSFORMS.len() / unmoved,
        }
    }

    /// The number of molecules up to rotation and reflection. By Burnside's lemma, it is the mean over the
    /// transforms of the number of unchanged molecules, whose atoms fill whole cycles of cells.
    pub fn canonical_molecules(&self) -> u128 {
        let mut fixed_by_all = 0;
        for sources in &self.molecules_moved {
            // `ways[k]` is the number of ways in which k atoms fill the cycles so far.
            let mut ways = vec![0u128; self.atoms + 1];
            ways[0] = 1;
            let mut seen = vec![false; self.cells()];
            for begin in 0..self.cells() {
                let (mut cell, mut cycle) = (begin, 0);
                while !seen[cell] {
                    seen[cell] = true;
                    cycle += 1;
                    cell = sources[cell];
                }
                if cycle > 0 {
                    for atoms in (cycle..ways.len()).rev() {
                        ways[atoms] = ways[atoms].saturating_add(ways[atoms - cycle]);
                    }
                }
            }
            fixed_by_all += ways[self.atoms];
        }
        fixed_by_all / TRANSFORMS.len() as u128
    }

    /// The eight images of a spectrum, in the order of precedence, with renamed letters. `None` if the text is
    /// not a spectrum: `@`, `&`, and each letter at two positions, first a, then b, and so on.
    pub fn spectrum_images(&self, symbols: &[u8]) -> Option<[Vec<u8>; 8]> {
        if symbols.len() != 4 * self.width || renamed(symbols)? != symbols {
            return None;
        }
        let images = self.spectra_moved.each_ref().map(|sources| {
            let image: Vec<u8> = image(symbols, sources).collect();
            renamed(&image).unwrap_or_default()
        });
        Some(images)
    }
}

/// A spectrum with its letters renamed to a, b, c … in the order of their first positions. `None` if a letter
/// does not have two ends, or if there is another symbol.
fn renamed(symbols: &[u8]) -> Option<Vec<u8>> {
    let mut known: Vec<(u8, usize)> = Vec::new();
    let mut text = Vec::with_capacity(symbols.len());
    for &symbol in symbols {
        text.push(match symbol {
            b'@' | b'&' => symbol,
            b'a'..=b'z' => {
                let place = known.iter().position(|(letter, _)| *letter == symbol);
                let place = place.unwrap_or_else(|| {
                    known.push((symbol, 0));
                    known.len() - 1
                });
                known[place].1 += 1;
                b'a' + place as u8
            }
            _ => return None,
        });
    }
    known.iter().all(|(_, ends)| *ends == 2).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_spectra_have_no_images() {
        let plain = Plain::new(0, 1);
        assert_eq!(plain.spectrum_images(b"abab").unwrap()[2], b"abab");
        for text in ["", "@@@", "ab@b", "baba", "@@@\u{e9}", "aaaa", "AA@@"] {
            assert_eq!(plain.spectrum_images(text.as_bytes()), None, "{text}");
        }
    }
}
