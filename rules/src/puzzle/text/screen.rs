//! Reads the screens of `play`, `browse` and `decode --interactive`, with the words beside or below the board.
//!
//! The board has one of five sizes. Every position around it has a sign: the result of its ray, `?` for the
//! suggested ray, or a dot.

use std::ops::RangeInclusive;

use itertools::{Itertools, iproduct};

use super::stated_facts::balls_in;
use super::{BoardText, BoardTextError, drawing, number};
use crate::board::{Config, MAX_SIDE, Size};

/// The distance from one cell to the next on a screen. A character is about twice as high as wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pitch {
    /// In columns.
    pub columns: u16,
    /// In lines.
    pub lines: u16,
}

impl Pitch {
    /// The pitch of each size, the largest first.
    pub fn all() -> [Pitch; 5] {
        [(12, 6), (8, 4), (4, 2), (4, 1), (2, 1)].map(|(columns, lines)| Pitch { columns, lines })
    }

    /// Whether lines are drawn between the cells.
    pub fn is_ruled(self) -> bool {
        self.lines > 1
    }

    /// The columns of the labels on the west, and of those on the east.
    pub fn margin(self) -> u16 {
        self.columns.min(4)
    }

    /// The columns and lines of a whole board.
    pub fn board(self, size: Size) -> (u16, u16) {
        let border = if self.is_ruled() { 3 } else { 2 };
        (
            self.columns * size.columns() as u16 + 2 * self.margin() + 1,
            self.lines * size.rows() as u16 + border,
        )
    }

    /// The column and the line of the middle of a spot, given by row and column.
    pub fn centre(self, (row, column): (usize, usize), size: Size) -> (u16, u16) {
        let margin = self.margin();
        let x = match column {
            0 => margin / 2,
            _ if column > size.columns() => self.board(size).0 - 1 - margin / 2,
            _ => margin + self.columns * (column as u16 - 1) + self.columns / 2,
        };
        let y = match row {
            0 => 0,
            _ if row > size.rows() => self.board(size).1 - 1,
            _ => 1 + self.lines * (row as u16 - 1) + self.lines / 2,
        };
        (x, y)
    }
}

/// The greatest number of places to look for a board.
const MAX_FRAMES: usize = 10_000;

/// A board on a screen.
pub(super) struct Screen {
    /// The contents of each spot, by row and column, from the labels above the box to those below.
    spots: Vec<Vec<String>>,
    size: Size,
    /// The possible numbers of balls, if the words contain them.
    balls: Option<RangeInclusive<u64>>,
}

/// The board of a text that was copied from a screen.
pub(super) fn find(text: &str) -> Option<Screen> {
    // Other drawings have dots, too, but not together with the words of a game.
    let has = |sign: &str| text.contains(sign);
    let is_game = has("·") && (has(" placed") || has(" hidden"));
    if !(has("┌") || has("Spectrum ") || is_game) {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let config = words.iter().find_map(|word| {
        let name = word.split([':', ',', '.']).next()?;
        name.parse::<Config>().ok().filter(|_| number::is_one(name))
    });
    let size = config.map(|config| config.size());
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let corners = iproduct!(Pitch::all(), 0..lines.len());
    let corners =
        corners.flat_map(|(pitch, top)| (0..lines[top].len()).map(move |west| (pitch, top, west)));
    let frames = corners.map(|(pitch, top, west)| DrawnFrame {
        lines: &lines,
        pitch,
        top,
        west,
    });
    // Only `browse`, which shows the configuration, has text on the left of the board.
    let frames =
        frames.filter(|frame| frame.is_likely() && (size.is_some() || frame.is_leftmost()));
    let found = frames.take(MAX_FRAMES).filter_map(|frame| match size {
        Some(size) => Some((size, frame.spots(size)?)),
        None => frame.largest(),
    });
    // The largest box counts, because numbers in the table of `browse` may look like small boards.
    let (size, spots) = found.max_by_key(|(size, _)| size.cells())?;
    let balls = config.map(Config::balls).or_else(|| balls_in(&words));
    Some(Screen { spots, size, balls })
}

impl Screen {
    /// Reads the board by drawing it as Emacs does, and parsing that drawing.
    pub(super) fn read(&self) -> Result<BoardText, BoardTextError> {
        let row = |row: &Vec<String>| row.iter().map(|spot| format!("{spot:>2}")).join("");
        let drawn = self.spots.iter().map(row).join("\n");
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let balls = self.balls.as_ref().map_or(0, |balls| *balls.start());
        let read = drawing::read(&format!("A{balls}_B{rows}x{columns}\n{drawn}"))?;
        let balls = self.balls.clone();
        Ok(BoardText { balls, ..read })
    }
}

/// A possible place of a board: the line of the labels above, the column of the labels on the west, and the pitch.
struct DrawnFrame<'a> {
    lines: &'a [Vec<char>],
    pitch: Pitch,
    top: usize,
    west: usize,
}

impl DrawnFrame<'_> {
    fn at(&self, line: usize, column: usize) -> Option<char> {
        let there = self.lines.get(line)?.get(column).copied();
        there.filter(|&c| c != ' ')
    }

    /// The line of a spot, and the column of its middle, in a box of this size.
    fn place(&self, spot: (usize, usize), size: Size) -> (usize, usize) {
        let (x, y) = self.pitch.centre(spot, size);
        let x = usize::from(x - self.pitch.margin() / 2);
        (self.top + usize::from(y), self.west + x)
    }

    /// The contents of a spot, or `None` if they are not possible there.
    fn spot(&self, (row, column): (usize, usize), size: Size) -> Option<String> {
        let (line, middle) = self.place((row, column), size);
        let reach = usize::from(self.pitch.columns > 2);
        let around = middle.saturating_sub(reach)..=middle + reach;
        let text: String = around.filter_map(|column| self.at(line, column)).collect();
        // The drawn path of a ray may begin or end here.
        let text = text.trim_matches(|c: char| ('\u{2500}'..='\u{257f}').contains(&c));
        let is_edge = [
            row == 0 || row > size.rows(),
            column == 0 || column > size.columns(),
        ];
        match is_edge {
            [true, true] => Some(String::new()),
            [false, false] => cell(text),
            _ => label(text),
        }
    }

    /// Whether there are labels on both sides of an empty corner and, if the size has a frame, its corner.
    fn is_likely(&self) -> bool {
        let has_frame = || {
            let west = self.west + usize::from(self.pitch.margin() / 2);
            !self.pitch.is_ruled() || self.at(self.top + 1, west) == Some('┌')
        };
        let has_labels = || {
            let mut spots = [(0, 1), (1, 0)].into_iter();
            spots.all(|spot| self.spot(spot, Size::LARGEST).is_some())
        };
        self.at(self.top, self.west).is_none() && has_frame() && has_labels()
    }

    fn is_leftmost(&self) -> bool {
        let (line, west) = self.place((1, 0), Size::LARGEST);
        (0..west).all(|column| self.at(line, column).is_none())
    }

    /// All spots of a box of this size, or `None` if there is no such box.
    fn spots(&self, size: Size) -> Option<Vec<Vec<String>>> {
        let row = |row| {
            (0..size.columns() + 2)
                .map(|column| self.spot((row, column), size))
                .collect()
        };
        (0..size.rows() + 2).map(row).collect()
    }

    /// The largest box here. Words may continue where its labels end.
    fn largest(&self) -> Option<(Size, Vec<Vec<String>>)> {
        let is_there = |spot| self.spot(spot, Size::LARGEST).is_some();
        let rows = (1..=MAX_SIDE).take_while(|&row| is_there((row, 0))).count();
        let columns = (1..=MAX_SIDE)
            .take_while(|&column| is_there((0, column)))
            .count();
        let sizes = iproduct!((1..=rows).rev(), (1..=columns).rev());
        let mut sizes = sizes.filter_map(|(rows, columns)| Size::new(rows, columns).ok());
        sizes.find_map(|size| Some((size, self.spots(size)?)))
    }
}

/// The mark in a cell, as a drawing has it. A chance counts as no mark.
fn cell(text: &str) -> Option<String> {
    let is_chance = |c: char| c.is_ascii_digit() || matches!(c, '-' | '!');
    let rest = text.trim_start_matches(['O', 'x', 'o']);
    let mark = &text[..text.len() - rest.len()];
    let is_cell = mark.len() <= 1 && rest.len() <= 2 && rest.chars().all(is_chance);
    is_cell.then(|| if mark.is_empty() { "-" } else { mark }.to_owned())
}

/// A label, or an empty text where no ray was fired.
fn label(text: &str) -> Option<String> {
    let is_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '&');
    match text {
        "·" | "?" => Some(String::new()),
        _ if (1..=2).contains(&text.len()) && text.chars().all(is_label) => Some(text.to_owned()),
        _ => None,
    }
}
