//! Where in a text the board is, and what stands there.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use itertools::Itertools;

use super::{BoardTextError, Problem, StrayLabel, at, place};
use crate::game::{MAX_WIDTH, Outcome};
use crate::play::board::Board;

/// The lines of the text, without what surely is no part of the board.
pub(super) struct Rows(pub(super) Vec<Vec<char>>);

impl Rows {
    /// What stands there; a blank beyond the ends.
    fn at(&self, row: usize, column: usize) -> char {
        let line = self.0.get(row);
        line.and_then(|line| line.get(column))
            .copied()
            .unwrap_or(' ')
    }

    /// Everything that is no blank, in reading order.
    fn marks(&self) -> impl Iterator<Item = (usize, usize, char)> {
        self.0.iter().enumerate().flat_map(|(row, line)| {
            let line = line.iter().enumerate();
            line.filter(|&(_, &c)| c != ' ')
                .map(move |(column, &c)| (row, column, c))
        })
    }
}

/// Where in the text the board is.
pub(super) struct Layout<'a> {
    rows: &'a Rows,
    width: usize,
    /// The row of the first line of cells.
    top: usize,
    /// The column of the labels on the west side.
    left: usize,
}

/// What a place of the text is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Cell,
    Label,
    /// Between the columns of the board.
    Gap,
    /// Corners, and everything around.
    Outside,
}

impl<'a> Layout<'a> {
    /// Finds the board: the only place for a box such that all its cells are
    /// there and nothing stands anywhere but in it and around it.
    pub(super) fn of(rows: &'a Rows) -> Result<Layout<'a>, BoardTextError> {
        if let Some((row, column, strange)) = rows.marks().find(|&(_, _, c)| !is_known(c)) {
            return Err(at(row, column, Problem::Strange(strange)));
        }
        let marks = rows.marks().count();
        if marks == 0 {
            return Err(BoardTextError::Empty);
        }
        let corners = rows
            .marks()
            .filter(|&(_, column, c)| is_cell(c) && column >= 2)
            .sorted_by_key(|&(row, column, _)| (column, row));
        for (top, column, _) in corners {
            for width in 1..=MAX_WIDTH {
                let layout = Layout {
                    rows,
                    width,
                    top,
                    left: column - 2,
                };
                // One cell more or less makes a wider box impossible, too.
                if !layout.has_cells(width) {
                    break;
                }
                if layout.fits(marks) {
                    return Ok(layout);
                }
            }
        }
        Err(diagnosis(rows))
    }

    /// Are the outermost cells of a box of this width there?
    fn has_cells(&self, width: usize) -> bool {
        let (bottom, right) = (self.top + width - 1, self.left + 2 * width);
        (0..width).all(|i| {
            is_cell(self.rows.at(bottom, self.left + 2 + 2 * i))
                && is_cell(self.rows.at(self.top + i, right))
        })
    }

    /// With `marks` marks in the whole text: are all cells there, and nothing
    /// that does not belong there?
    fn fits(&self, marks: usize) -> bool {
        let mut found = 0;
        for row in self.top.saturating_sub(1)..=self.top + self.width {
            for column in (self.left..=self.left + 2 * (self.width + 1)).step_by(2) {
                let mark = self.rows.at(row, column);
                let fits = match self.role(row, column) {
                    Role::Cell => is_cell(mark),
                    Role::Label => mark != '-',
                    _ => mark == ' ',
                };
                if !fits {
                    return false;
                }
                found += usize::from(mark != ' ');
            }
        }
        found == marks
    }

    fn role(&self, row: usize, column: usize) -> Role {
        let p = self.width;
        // Lines and columns of the board from 0 to p + 1, as far as there.
        let line = (row + 1)
            .checked_sub(self.top)
            .filter(|&line| line <= p + 1);
        let across = column.checked_sub(self.left);
        let across = across.filter(|&across| across <= 2 * (p + 1));
        let inside = 1..=p;
        match (line, across) {
            (None, _) | (_, None) => Role::Outside,
            (_, Some(across)) if across % 2 == 1 => Role::Gap,
            (Some(line), Some(across)) => {
                match (inside.contains(&line), inside.contains(&(across / 2))) {
                    (true, true) => Role::Cell,
                    (false, false) => Role::Outside,
                    _ => Role::Label,
                }
            }
        }
    }

    /// Row and column of a position of the box, if the text has such a row.
    fn place(&self, position: usize) -> Option<(usize, usize)> {
        let p = self.width;
        let along = position % p;
        let (line, across) = match position / p {
            0 => (along + 1, 0),
            1 => (p + 1, along + 1),
            2 => (p - along, p + 1),
            _ => (0, p - along),
        };
        let row = (self.top + line).checked_sub(1)?;
        Some((row, self.left + 2 * across))
    }

    pub(super) fn read(&self) -> Result<Board, BoardTextError> {
        let p = self.width;
        let mut board = Board::new(p);
        for cell in 0..p * p {
            let column = self.left + 2 + 2 * (cell % p);
            match self.rows.at(self.top + cell / p, column) {
                'O' => board.mark(cell, true),
                'x' => board.mark(cell, false),
                _ => {}
            }
        }
        let mut ends: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for position in 0..4 * p {
            let Some((row, column)) = self.place(position) else {
                continue;
            };
            match self.rows.at(row, column) {
                ' ' => {}
                'H' | '@' => board.shoot(position, Outcome::Absorbed),
                'R' | '&' => board.shoot(position, Outcome::Reflected),
                label => ends.entry(label).or_default().push(position),
            }
        }
        let mut stray = Vec::new();
        for (label, positions) in ends {
            if let [one, other] = positions[..] {
                board.shoot(one, Outcome::Out(other));
                continue;
            }
            let places = positions.iter().filter_map(|&end| self.place(end));
            let places = places.map(|(row, column)| place(row, column)).sorted();
            stray.push(StrayLabel {
                label,
                places: places.collect(),
            });
        }
        if stray.is_empty() {
            Ok(board)
        } else {
            Err(BoardTextError::Labels(stray))
        }
    }
}

fn is_known(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '@' | '&' | '-')
}

fn is_cell(c: char) -> bool {
    matches!(c, '-' | 'O' | 'x')
}

/// What is wrong with a text in which there is no board: the box is taken to
/// be where most lines of unknown cells begin and end.
fn diagnosis(rows: &Rows) -> BoardTextError {
    let mut extents: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (row, column, _) in rows.marks().filter(|&(_, _, c)| c == '-') {
        extents.entry(row).or_insert((column, column)).1 = column;
    }
    let (Some((&top, _)), Some((&bottom, _))) =
        (extents.first_key_value(), extents.last_key_value())
    else {
        let first = rows.marks().next();
        return first.map_or(BoardTextError::Empty, |(row, column, _)| {
            at(row, column, Problem::NoBox)
        });
    };
    let counts = extents.values().counts();
    // Of equally many lines, the longest.
    let usual = counts
        .iter()
        .max_by_key(|&(&&(first, last), &count)| (count, last - first, Reverse(first)));
    let (first, last) = usual.map_or((0, 0), |(extent, _)| **extent);
    let (height, width) = (bottom - top + 1, (last - first) / 2 + 1);
    if height > MAX_WIDTH || width > MAX_WIDTH {
        return at(top, first, Problem::Size { height, width });
    }
    if height != width {
        return at(bottom, first, Problem::NoSquare { height, width });
    }
    let Some(left) = first.checked_sub(2) else {
        return at(top, first, Problem::NoRoom);
    };
    let layout = Layout {
        rows,
        width,
        top,
        left,
    };
    for row in 0..rows.0.len() {
        let end = rows.0[row].len().max(left + 2 * width + 1);
        for column in 0..end {
            let mark = rows.at(row, column);
            let problem = match layout.role(row, column) {
                Role::Cell if mark == ' ' => Problem::MissingCell,
                Role::Cell if !is_cell(mark) => Problem::NoCell(mark),
                Role::Label if mark == '-' => Problem::NoLabel(mark),
                Role::Gap if mark != ' ' => Problem::Between(mark),
                Role::Outside if mark != ' ' => Problem::Outside(mark),
                _ => continue,
            };
            return at(row, column, problem);
        }
    }
    // All is in its place, so this was a board.
    at(top, first, Problem::NoBox)
}
