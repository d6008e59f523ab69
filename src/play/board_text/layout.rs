//! Where in a text the board is, and what stands there.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use itertools::Itertools;

use super::{BoardText, BoardTextError, Problem, StrayLabel, at, place};
use crate::game::{MAX_WIDTH, Molecule, Outcome};
use crate::play::board::Board;
use crate::play::marks::Marks;

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
        // Every position may have two digits.
        if marks > MAX_WIDTH * (MAX_WIDTH + 8) {
            return Err(diagnosis(rows));
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
                    Role::Label => mark == ' ' || is_label(mark),
                    _ => mark == ' ',
                };
                if !fits {
                    return false;
                }
                found += usize::from(mark != ' ');
                found += usize::from(column > 0 && self.is_tens(row, column - 1));
            }
        }
        found == marks
    }

    /// Is this the first digit of a label of two?
    fn is_tens(&self, row: usize, column: usize) -> bool {
        self.role(row, column + 1) == Role::Label
            && matches!(self.rows.at(row, column), '1'..='9')
            && self.rows.at(row, column + 1).is_ascii_digit()
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

    pub(super) fn read(&self) -> Result<BoardText, BoardTextError> {
        let p = self.width;
        let mut cells = [0u128; 4];
        for cell in 0..p * p {
            let column = self.left + 2 + 2 * (cell % p);
            if let Some(kind) = kind(self.rows.at(self.top + cell / p, column)) {
                cells[kind as usize] |= 1 << cell;
            }
        }
        let [_, right, missed, none] = cells;
        let over = missed != 0 && missed.count_ones() == none.count_ones();
        let mut board = Board::new(p);
        for cell in 0..p * p {
            match ((right | missed) >> cell & 1, none >> cell & 1) {
                (1, _) => board.mark(cell, true),
                (_, 1) => board.mark(cell, false),
                _ => {}
            }
        }
        let labels: Vec<Option<String>> = (0..4 * p).map(|at| self.label(at)).collect();
        let mut ends: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (position, label) in labels.iter().enumerate() {
            match label.as_deref() {
                None => {}
                Some("H" | "@") => board.shoot(position, Outcome::Absorbed),
                Some("R" | "&") => board.shoot(position, Outcome::Reflected),
                Some(label) => ends.entry(label).or_default().push(position),
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
                label: label.to_owned(),
                places: places.collect(),
            });
        }
        if !stray.is_empty() {
            return Err(BoardTextError::Labels(stray));
        }
        let mut read = BoardText::of_board(board);
        read.labels = labels;
        if over {
            read.hidden = Some(Molecule::from_bits(right | missed));
            read.marks = Marks {
                atoms: Molecule::from_bits(right | none),
                empty: Molecule::from_bits(0),
            };
        }
        Ok(read)
    }

    /// What stands at a position.
    fn label(&self, position: usize) -> Option<String> {
        let (row, column) = self.place(position)?;
        let label = self.rows.at(row, column);
        if label == ' ' {
            return None;
        }
        if column > 0 && self.is_tens(row, column - 1) {
            return Some(format!("{}{label}", self.rows.at(row, column - 1)));
        }
        Some(label.to_string())
    }
}

/// What may stand in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Not known.
    Unknown,
    /// An atom.
    Atom,
    /// An atom that the player missed.
    Missed,
    /// None.
    Empty,
}

fn kind(c: char) -> Option<Kind> {
    Some(match c {
        '-' | '.' | '_' | '+' | '·' | '∙' | '–' | '−' | '□' => Kind::Unknown,
        'O' | '●' => Kind::Atom,
        'o' => Kind::Missed,
        'x' | 'X' | '×' => Kind::Empty,
        _ => return None,
    })
}

fn is_unknown(c: char) -> bool {
    kind(c) == Some(Kind::Unknown)
}

/// Has a line two cells side by side?
pub(super) fn is_drawn(line: &str) -> bool {
    let ahead = line.chars().skip(1).zip(line.chars().skip(2));
    let mut three = line.chars().zip(ahead);
    three.any(|(one, (gap, other))| is_unknown(one) && gap == ' ' && is_unknown(other))
}

fn is_known(c: char) -> bool {
    is_label(c) || is_cell(c)
}

fn is_label(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '@' | '&')
}

fn is_cell(c: char) -> bool {
    kind(c).is_some()
}

/// What is wrong with a text in which there is no board: the box is taken to
/// be where most lines of unknown cells begin and end.
fn diagnosis(rows: &Rows) -> BoardTextError {
    let mut extents: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (row, column, _) in rows.marks().filter(|&(_, _, c)| is_unknown(c)) {
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
    let cells = (top..top + width).flat_map(|row| (0..width).map(move |i| (row, i)));
    let missing = cells
        .map(|(row, i)| (row, first + 2 * i))
        .filter(|&(row, column)| rows.at(row, column) == ' ')
        .map(|(row, column)| (row, column, Problem::MissingCell));
    let misplaced = rows.marks().filter_map(|(row, column, mark)| {
        let problem = match layout.role(row, column) {
            Role::Cell if !is_cell(mark) => Problem::NoCell(mark),
            Role::Label if !is_label(mark) => Problem::NoLabel(mark),
            Role::Gap | Role::Outside if layout.is_tens(row, column) => return None,
            Role::Gap => Problem::Between(mark),
            Role::Outside => Problem::Outside(mark),
            _ => return None,
        };
        Some((row, column, problem))
    });
    let problem = missing.chain(misplaced);
    if let Some((row, column, problem)) = problem.min_by_key(|&(row, column, _)| (row, column)) {
        return at(row, column, problem);
    }
    // All is in its place, so this was a board.
    at(top, first, Problem::NoBox)
}
