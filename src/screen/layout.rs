//! The layout of a board and of the words about it in a window.

use crate::board::Size;
use crate::output::spot::Spot;
use crate::puzzle::text::Pitch;
use crate::screen::canvas::{Area, Point};

/// The columns that the words need beside the board.
const BESIDE: u16 = 26;

/// The lines that the words need below a board.
fn below(pitch: Pitch) -> u16 {
    if pitch.is_ruled() { 7 } else { 5 }
}

/// A window, or a part of one, with a board, and with words beside it or below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) pitch: Pitch,
    pub(crate) words: Area,
    /// The upper left corner.
    corner: Point,
    size: Size,
}

impl Layout {
    /// The layout of a box. If the window is too small, the columns and lines that are needed.
    pub(crate) fn of(window: Area, size: Size) -> Result<Layout, (u16, u16)> {
        let mut needed = (0, 0);
        for pitch in Pitch::all() {
            let (columns, lines) = pitch.board(size);
            let words = if window.width > columns + BESIDE && window.height >= lines {
                Area {
                    x: window.x + columns + 1,
                    width: window.width - columns - 1,
                    ..window
                }
            } else if window.width >= columns && window.height >= lines + below(pitch) {
                Area {
                    y: window.y + lines,
                    height: window.height - lines,
                    ..window
                }
            } else {
                needed = (columns, lines + below(pitch));
                continue;
            };
            let corner = window.corner();
            return Ok(Layout {
                pitch,
                words,
                corner,
                size,
            });
        }
        Err(needed)
    }

    /// Whether the words are beside the board, not below it.
    pub(crate) fn is_beside(&self) -> bool {
        self.words.y == self.corner.y
    }

    /// Whether the contents of a cell have only one character.
    pub(crate) fn is_narrow(&self) -> bool {
        self.pitch.columns < 4
    }

    /// The character in the middle of a spot.
    pub(crate) fn centre(&self, spot: Spot) -> Point {
        let (x, y) = (self.pitch).centre((spot.line, spot.column), self.size);
        Point {
            x: self.corner.x + x,
            y: self.corner.y + y,
        }
    }

    /// The distance of the brackets around a spot from its middle.
    pub(crate) fn reach(&self, spot: Spot) -> u16 {
        let (rows, columns) = (1..=self.size.rows(), 1..=self.size.columns());
        match rows.contains(&spot.line) && columns.contains(&spot.column) {
            true => self.pitch.columns / 2,
            false => self.pitch.margin() / 2,
        }
    }

    /// The spot that contains a character, if it is on the board.
    pub(crate) fn place(&self, at: Point) -> Option<Spot> {
        let (columns, lines) = self.pitch.board(self.size);
        let along = |at: u16, margin: u16, pitch: u16, last| match at.checked_sub(margin) {
            None => 0,
            Some(inside) => usize::from(inside / pitch).min(last) + 1,
        };
        let x = at.x.checked_sub(self.corner.x)?;
        let y = at.y.checked_sub(self.corner.y)?;
        let (pitch, size) = (self.pitch, self.size);
        (x < columns && y < lines).then(|| Spot {
            line: along(y, 1, pitch.lines, size.rows()),
            column: along(x, pitch.margin(), pitch.columns, size.columns()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Config;

    const STANDARD: Size = Config::STANDARD.size();

    #[test]
    fn a_click_hits_the_cell_drawn_there() {
        for (rows, columns) in [(1, 1), (2, 2), (8, 8), (11, 11), (4, 12)] {
            let size = Size::new(rows, columns).unwrap();
            for (width, height) in [(200, 90), (100, 50), (80, 30), (80, 24), (60, 24), (40, 20)] {
                let layout = Layout::of(Area::new(7, 3, width, height), size).unwrap();
                for line in 0..rows + 2 {
                    for column in 0..columns + 2 {
                        let spot = Spot { line, column };
                        let at = layout.centre(spot);
                        assert_eq!(layout.place(at), Some(spot), "{layout:?}");
                        assert!(!layout.words.contains(at), "{layout:?}");
                    }
                }
                assert_eq!(layout.place(layout.words.corner()), None);
            }
        }
    }

    #[test]
    fn the_board_is_as_large_as_the_window_allows() {
        for (width, height, columns, lines) in [
            (150, 60, 12, 6),
            (100, 40, 8, 4),
            (80, 24, 4, 2),
            (60, 24, 4, 1),
            (40, 15, 2, 1),
        ] {
            let layout = Layout::of(Area::new(0, 0, width, height), STANDARD).unwrap();
            assert_eq!(layout.pitch, Pitch { columns, lines }, "{width} × {height}");
        }
        let needed = Layout::of(Area::new(0, 0, 20, 15), STANDARD).unwrap_err();
        assert_eq!(needed, (21, 15));
    }
}
