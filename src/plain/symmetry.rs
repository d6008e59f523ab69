//! Turning and reflecting drawn boards.

use super::board::Place;
use super::{Board, Plain};

/// Where a molecule stands among its rotations and reflections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The number of the canonical molecule of its group.
    pub canonical_number: u128,
    /// The word for the first transform that makes it from that one.
    pub transform: &'static str,
    /// How many molecules the group has.
    pub group: usize,
}

/// A transform: its word, and from where in a drawing with lines and columns 0
/// to `last` comes what it puts at a place.
type Transform = (&'static str, fn(place: Place, last: usize) -> Place);

/// The eight transforms, in the order in which they are tried.
const TRANSFORMS: [Transform; 8] = [
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

/// The board under all eight transforms, in their order.
fn images(board: &Board) -> [Board; 8] {
    let last = board.width() + 1;
    TRANSFORMS.map(|(_, source)| board.moved(|place| source(place, last)))
}

impl Plain {
    /// The eight images of a molecule's text, in the order of precedence.
    fn molecule_images(&self, text: &[u8]) -> [Vec<u8>; 8] {
        let last = self.width - 1;
        TRANSFORMS.map(|(_, source)| {
            let mut image = Vec::with_capacity(text.len());
            for line in 0..=last {
                for column in 0..=last {
                    let (line, column) = source((line, column), last);
                    image.push(text[line * self.width + column]);
                }
            }
            image
        })
    }

    /// The group of a molecule: its canonical molecule has the first number
    /// of all its images, which is the last text in the order of ASCII.
    pub fn standing(&self, text: &[u8]) -> Standing {
        let mut images = self.molecule_images(text);
        images.sort_unstable();
        let canonical = &images[7];
        let again = self.molecule_images(canonical);
        let first = again.iter().position(|image| image == text);
        let group = 1 + images.windows(2).filter(|two| two[0] != two[1]).count();
        Standing {
            canonical_number: self.number(canonical),
            // One of them always is, as every transform can be undone.
            transform: first.map_or("", |first| TRANSFORMS[first].0),
            group,
        }
    }

    /// How many molecules there are up to rotation and reflection, by
    /// Burnside's lemma: the mean of how many each transform leaves as they
    /// are. Those are the ways to fill whole cycles of cells with the atoms.
    pub fn canonical_molecules(&self) -> u128 {
        let last = self.width - 1;
        let mut fixed_by_all = 0;
        for (_, source) in TRANSFORMS {
            // `ways[k]`: in how many ways k atoms fill the cycles so far.
            let mut ways = vec![0u128; self.cells() + 1];
            ways[0] = 1;
            let mut seen = vec![false; self.cells()];
            for begin in 0..self.cells() {
                let (mut cell, mut cycle) = (begin, 0);
                while !seen[cell] {
                    seen[cell] = true;
                    cycle += 1;
                    let place = (cell / self.width, cell % self.width);
                    let (line, column) = source(place, last);
                    cell = line * self.width + column;
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

    /// The eight images of a spectrum, in the order of precedence, letters
    /// renamed; `None` if the text is no spectrum: `@`, `&`, and each letter
    /// at two positions, first a, then b, and so on.
    pub fn spectrum_images(&self, symbols: &[u8]) -> Option<[Vec<u8>; 8]> {
        if symbols.len() != 4 * self.width || renamed(symbols)? != symbols {
            return None;
        }
        let images = images(&Board::of_spectrum(symbols, self.width));
        let renamed = images.map(|image| renamed(&image.spectrum()).unwrap_or_default());
        Some(renamed)
    }
}

/// A spectrum with its letters renamed to a, b, c … in the order in which they
/// appear first; `None` if a letter has not two ends or something else stands
/// there.
fn renamed(symbols: &[u8]) -> Option<Vec<u8>> {
    let mut known: Vec<(u8, usize)> = Vec::new();
    let mut text = Vec::with_capacity(symbols.len());
    for &symbol in symbols {
        text.push(match symbol {
            b'@' | b'&' => symbol,
            b'a'..=b'z' => {
                let place = match known.iter().position(|(letter, _)| *letter == symbol) {
                    Some(place) => place,
                    None => {
                        known.push((symbol, 0));
                        known.len() - 1
                    }
                };
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
    fn groups_part_all_molecules() {
        for (atoms, width) in [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3), (3, 4)] {
            let plain = Plain::new(atoms, width);
            let (mut canonical, mut shares) = (0, 0.0);
            for number in 1..=plain.molecules() as i64 {
                let text = plain.text(number).unwrap();
                let standing = plain.standing(&text);
                if standing.canonical_number == number as u128 {
                    assert_eq!(standing.transform, "id");
                    canonical += 1;
                } else {
                    assert_ne!(standing.transform, "id");
                }
                shares += 1.0 / standing.group as f64;
            }
            assert_eq!(plain.canonical_molecules(), canonical);
            assert_eq!(shares.round() as u128, canonical);
        }
    }

    #[test]
    fn texts_that_are_no_spectrum_have_no_images() {
        let plain = Plain::new(0, 1);
        assert_eq!(plain.spectrum_images(b"abab").unwrap()[2], b"abab");
        for text in ["", "@@@", "ab@b", "baba", "@@@\u{e9}", "aaaa", "AA@@"] {
            assert_eq!(plain.spectrum_images(text.as_bytes()), None, "{text}");
        }
    }
}
