//! A grid of styled characters, and areas of it.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthChar;

pub(crate) type Text = (String, Style);

pub(crate) fn bold() -> Style {
    Style::new().bold()
}

pub(crate) fn bold_in(colour: AnsiColor) -> Style {
    colour.on_default().bold()
}

pub(crate) fn faint() -> Style {
    AnsiColor::BrightBlack.on_default()
}

/// A character's column and line, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    pub(crate) x: u16,
    pub(crate) y: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Area {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Area {
    pub(crate) fn new(x: u16, y: u16, width: u16, height: u16) -> Area {
        Area {
            x,
            y,
            width,
            height,
        }
    }

    pub(crate) fn corner(self) -> Point {
        let (x, y) = (self.x, self.y);
        Point { x, y }
    }

    pub(crate) fn contains(self, Point { x, y }: Point) -> bool {
        let is_in = |at: u16, from: u16, length: u16| (from..from + length).contains(&at);
        is_in(x, self.x, self.width) && is_in(y, self.y, self.height)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Glyph {
    pub(crate) symbol: char,
    pub(crate) style: Style,
}

/// The characters of a window, line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) area: Area,
    pub(crate) glyphs: Vec<Glyph>,
}

impl Canvas {
    pub(crate) fn blank(area: Area) -> Canvas {
        let (symbol, style) = (' ', Style::new());
        let glyphs = usize::from(area.width) * usize::from(area.height);
        Canvas {
            area,
            glyphs: vec![Glyph { symbol, style }; glyphs],
        }
    }

    /// The character at a point, if that is in the window.
    pub(crate) fn at(&mut self, at: Point) -> Option<&mut Glyph> {
        let index = usize::from(at.y) * usize::from(self.area.width) + usize::from(at.x);
        (self.area.contains(at)).then(|| &mut self.glyphs[index])
    }

    /// Writes a text, cut at the end of the window.
    pub(crate) fn write(&mut self, x: u16, y: u16, text: &str, style: Style) {
        for (x, symbol) in (x..self.area.width).zip(text.chars()) {
            if let Some(glyph) = self.at(Point { x, y }) {
                // Users may type characters that are not one column wide. Control characters have no width.
                let is_narrow = symbol.width() == Some(1);
                let symbol = if is_narrow { symbol } else { '\u{fffd}' };
                *glyph = Glyph { symbol, style };
            }
        }
    }

    /// Writes lines, cut at the ends of an area.
    pub(crate) fn write_lines(&mut self, area: Area, lines: &[Vec<Text>]) {
        for (y, line) in (area.y..area.y + area.height).zip(lines) {
            let mut x = area.x;
            for (text, style) in line {
                let room = usize::from(area.x + area.width - x);
                let text: String = text.chars().take(room).collect();
                self.write(x, y, &text, *style);
                x += text.chars().count() as u16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_does_not_take_one_column_is_replaced() {
        for (text, written) in [
            ("Aé─●┼·", "Aé─●┼·"),
            ("Ωλ Яж שלום", "Ωλ Яж שלום"),
            (
                "\0\t\x1b\x7f\u{85}\u{9b}",
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
            ),
            ("\u{231a}⚡碁\u{1f600}", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{ad}\u{301}\u{20d0}", "\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{200b}\u{202e}\u{2060}", "\u{fffd}\u{fffd}\u{fffd}"),
        ] {
            let mut canvas = Canvas::blank(Area::new(0, 0, text.chars().count() as u16, 1));
            canvas.write(0, 0, text, Style::new());
            let shown: String = canvas.glyphs.iter().map(|glyph| glyph.symbol).collect();
            assert_eq!(shown, written, "{text:?}");
        }
    }
}
