//! Drawings: where in a text the board is, and what is there.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter;
use std::ops::RangeInclusive;

use itertools::Itertools;

use super::{BoardText, BoardTextError, Location, Problem, StrayLabel, around, at};
use crate::game::{Cell, MAX_WIDTH, Molecule, Outcome, Position};
use crate::play::board::{Board, Marks};

/// Reads a drawing, as [`BoardText::parse`] describes it.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let mut balls = None;
    let (mut spaced, mut dense, mut captions) = (Vec::new(), Vec::new(), Vec::new());
    for (row, line) in text.split('\n').map(str::trim_end).enumerate() {
        let caption = is_caption(line);
        let mut drawn = Vec::new();
        match balls_line(line) {
            Some((column, number)) => {
                let number: u64 = number.parse().map_err(|_| {
                    let problem = Problem::expected(number.to_owned(), "a number of balls");
                    at(row, column, problem)
                })?;
                balls = Some(number..=number);
            }
            None => drawn = with_blanks(line),
        }
        spaced.push(if caption { Vec::new() } else { drawn.clone() });
        dense.push(drawn);
        captions.push(caption);
    }
    let nothing = spaced.iter().flatten().all(|&c| c == ' ');
    let is_dense = !has_spaced_cells(text) && has_dense_lines(text);
    if nothing && !is_dense && !text.trim().is_empty() {
        return Err(BoardTextError::NoBoard);
    }
    let (spaced, dense) = (Rows::new(spaced), Rows::with_margin(&dense));
    let found = |dots| match Layout::of(&spaced, dots) {
        Err(_) if is_dense => Layout::dense(&dense, &captions, dots),
        found => found,
    };
    let layout = found(false).or_else(|error| found(true).map_err(|_| error))?;
    let mut read = layout.read()?;
    if let Some(hidden) = read.hidden {
        let atoms = hidden.bits().count_ones().into();
        let told: &RangeInclusive<u64> = balls.get_or_insert(atoms..=atoms);
        if !told.contains(&atoms) {
            // So the game is not over, and `o` is just another way to write `O`.
            (read.hidden, read.marks) = (None, Marks::of(&read.board));
        }
    }
    read.balls = balls;
    Ok(read)
}

/// Does a text have a line with two cells side by side, or several lines of cells without
/// spaces between them?
pub(super) fn is_drawn(text: &str) -> bool {
    has_spaced_cells(text) || has_dense_lines(text)
}

fn has_spaced_cells(text: &str) -> bool {
    text.split('\n').any(|line| {
        let ahead = line.chars().skip(1).zip(line.chars().skip(2));
        let mut three = line.chars().zip(ahead);
        three.any(|(one, (gap, other))| is_unknown(one) && gap == ' ' && is_unknown(other))
    })
}

fn has_dense_lines(text: &str) -> bool {
    let is_dense = |line: &&str| {
        let mut cells = line.chars().filter(|&c| is_unknown(c));
        line.chars().all(is_known) && cells.next().is_some() && line.chars().nth(1).is_some()
    };
    let lines = text.split('\n').map(str::trim).filter(is_dense);
    lines.count() > 1
}

/// The characters of a line, with spaces to the next multiple of eight for a tab.
fn with_blanks(line: &str) -> Vec<char> {
    let mut expanded = Vec::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\t' => expanded.resize(expanded.len() / TAB * TAB + TAB, ' '),
            c => expanded.push(c),
        }
    }
    expanded
}

/// The most columns that a tab takes.
const TAB: usize = 8;

/// The column and the number in `There are 4 balls in the box`.
fn balls_line(line: &str) -> Option<(usize, &str)> {
    let words: Vec<&str> = line.trim_end_matches('.').split_whitespace().collect();
    match words[..] {
        [
            "There",
            "are" | "is",
            number,
            "ball" | "balls",
            "in",
            "the",
            "box",
        ] => {
            let column = line.find(number).unwrap_or_default();
            Some((line[..column].chars().count(), number))
        }
        _ => None,
    }
}

/// Is this a line of words, or the number and spectrum that `display` writes above a
/// board?
fn is_caption(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let [number, spectrum] = words[..]
        && !line.starts_with(' ')
        && number.parse::<u64>().is_ok()
        && spectrum.len() >= 4
        && spectrum.len() % 4 == 0
    {
        return true;
    }
    // Labels and cells have spaces between them.
    let mut run = 0;
    line.chars().any(|c| {
        run = if c.is_alphabetic() { run + 1 } else { 0 };
        run >= 3
    })
}

/// The lines of the text, without what is certainly not part of the board.
struct Rows {
    lines: Vec<Vec<char>>,
    /// How many spaces were added before each line.
    margin: usize,
}

impl Rows {
    fn new(lines: Vec<Vec<char>>) -> Rows {
        Rows { lines, margin: 0 }
    }

    /// The same lines with room for a label before each.
    fn with_margin(lines: &[Vec<char>]) -> Rows {
        let line = |line: &Vec<char>| iter::once(' ').chain(line.iter().copied()).collect();
        Rows {
            lines: lines.iter().map(line).collect(),
            margin: 1,
        }
    }

    /// An error somewhere in the text.
    fn error(&self, row: usize, column: usize, problem: Problem) -> BoardTextError {
        at(row, column.saturating_sub(self.margin), problem)
    }

    /// The character there; a space beyond the ends.
    fn at(&self, row: usize, column: usize) -> char {
        let line = self.lines.get(row);
        line.and_then(|line| line.get(column))
            .copied()
            .unwrap_or(' ')
    }

    /// Everything that is not a space, in reading order.
    fn marks(&self) -> impl Iterator<Item = (usize, usize, char)> {
        self.lines.iter().enumerate().flat_map(|(row, line)| {
            let line = line.iter().enumerate();
            line.filter(|&(_, &c)| c != ' ')
                .map(move |(column, &c)| (row, column, c))
        })
    }
}

/// Where in the text the board is.
struct Layout<'a> {
    rows: &'a Rows,
    width: usize,
    /// The row of the first line of cells.
    top: usize,
    /// The column of the labels on the west side.
    left: usize,
    /// How far apart two columns of the board are: 2, or 1 without spaces between.
    step: usize,
    /// Is a dot around the box a position that was not shot?
    dots: bool,
}

/// What a character of the text is for.
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
    /// Finds the board: the only place for a box that has all its cells. The text has
    /// nothing except in it and around it.
    fn of(rows: &'a Rows, dots: bool) -> Result<Layout<'a>, BoardTextError> {
        if let Some((row, column, strange)) = rows.marks().find(|&(_, _, c)| !is_known(c)) {
            return Err(rows.error(row, column, Problem::Strange(strange)));
        }
        let marks = rows.marks().count();
        if marks == 0 {
            return Err(BoardTextError::Empty);
        }
        // Every position may have two digits.
        if marks > MAX_WIDTH * (MAX_WIDTH + 8) {
            return Err(diagnosis(rows, 2));
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
                    step: 2,
                    dots,
                };
                // If a cell is missing, a wider box is impossible, too.
                if !layout.has_cells(width) {
                    break;
                }
                if layout.fits(marks) {
                    return Ok(layout);
                }
            }
        }
        Err(diagnosis(rows, 2))
    }

    /// Finds a board without spaces between its columns: the widest box that has all
    /// its cells. Beside its lines there are only labels. Above and below there are
    /// only labels and lines of words.
    fn dense(rows: &'a Rows, captions: &[bool], dots: bool) -> Result<Layout<'a>, BoardTextError> {
        let is_drawn =
            |(line, caption): (&Vec<char>, &bool)| !caption && line.iter().any(|&c| c != ' ');
        let drawn: Vec<bool> = rows.lines.iter().zip(captions).map(is_drawn).collect();
        let drawn_in = |from: usize, to: usize| {
            drawn[from.min(drawn.len())..to.min(drawn.len())]
                .iter()
                .filter(|&&drawn| drawn)
                .count()
        };
        let all = drawn_in(0, drawn.len());
        let mut found: Vec<Layout> = Vec::new();
        let corners = rows
            .marks()
            .filter(|&(_, column, c)| is_cell(c) && column >= 1);
        for (top, column, _) in corners {
            // There is at most a label left of the first cell.
            if rows.lines[top][..column - 1].iter().any(|&c| c != ' ') {
                continue;
            }
            for width in 2..=MAX_WIDTH {
                let layout = Layout {
                    rows,
                    width,
                    top,
                    left: column - 1,
                    step: 1,
                    dots,
                };
                if !layout.has_cells(width) {
                    break;
                }
                // A box takes p + 2 lines.
                if all <= MAX_WIDTH + 2
                    && layout.fits_densely(captions)
                    && drawn_in(top.saturating_sub(1), top + width + 1) == all
                {
                    found.push(layout);
                }
            }
        }
        let widest = found.iter().map(|layout| layout.width).max();
        found.retain(|layout| Some(layout.width) == widest);
        match found.pop() {
            Some(layout) if found.is_empty() => Ok(layout),
            Some(layout) => Err(rows.error(layout.top, layout.left + 1, Problem::Several)),
            None => Err(diagnosis(rows, 1)),
        }
    }

    /// Are all cells there, and labels or nothing around them? A line of words above or
    /// below is not a line of labels.
    fn fits_densely(&self, captions: &[bool]) -> bool {
        let fits = |row: usize| {
            let end = self.left + self.width + 2;
            let beyond = self.rows.lines.get(row).into_iter().flatten().skip(end);
            let before = (0..self.left).map(|column| self.rows.at(row, column));
            before.chain(beyond.copied()).all(|c| c == ' ')
                && (self.left..end).all(|column| {
                    let mark = self.rows.at(row, column);
                    match self.role(row, column) {
                        Role::Cell => is_cell(mark),
                        Role::Label => mark == ' ' || self.is_label(mark),
                        _ => mark == ' ',
                    }
                })
        };
        let caption = |row: usize| captions.get(row).copied().unwrap_or(false);
        let beside = [self.top.checked_sub(1), Some(self.top + self.width)];
        (self.top..self.top + self.width).all(fits)
            && beside
                .into_iter()
                .flatten()
                .all(|row| fits(row) || caption(row))
    }

    /// Are the outermost cells of a box of this width there?
    fn has_cells(&self, width: usize) -> bool {
        let (bottom, right) = (self.top + width - 1, self.left + self.step * width);
        (0..width).all(|i| {
            is_cell(self.rows.at(bottom, self.left + self.step * (i + 1)))
                && is_cell(self.rows.at(self.top + i, right))
        })
    }

    /// Are all cells there, and is everything else in its place? The whole text has
    /// `marks` marks.
    fn fits(&self, marks: usize) -> bool {
        let mut found = 0;
        for row in self.top.saturating_sub(1)..=self.top + self.width {
            for column in (self.left..=self.left + 2 * (self.width + 1)).step_by(2) {
                let mark = self.rows.at(row, column);
                let fits = match self.role(row, column) {
                    Role::Cell => is_cell(mark),
                    Role::Label => mark == ' ' || self.is_label(mark),
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

    /// Is this the first digit of a label with two?
    fn is_tens(&self, row: usize, column: usize) -> bool {
        self.step == 2
            && self.role(row, column + 1) == Role::Label
            && matches!(self.rows.at(row, column), '1'..='9')
            && self.rows.at(row, column + 1).is_ascii_digit()
    }

    fn role(&self, row: usize, column: usize) -> Role {
        let p = self.width;
        // The line and column of the board, from 0 to p + 1, if it has them.
        let line = (row + 1)
            .checked_sub(self.top)
            .filter(|&line| line <= p + 1);
        let across = column.checked_sub(self.left);
        let across = across.filter(|&across| across <= self.step * (p + 1));
        let inside = 1..=p;
        match (line, across) {
            (None, _) | (_, None) => Role::Outside,
            (_, Some(across)) if across % self.step == 1 => Role::Gap,
            (Some(line), Some(across)) => {
                match (
                    inside.contains(&line),
                    inside.contains(&(across / self.step)),
                ) {
                    (true, true) => Role::Cell,
                    (false, false) => Role::Outside,
                    _ => Role::Label,
                }
            }
        }
    }

    /// May this line of the text have labels? It may if it is a line of the box, or if
    /// it has nothing else.
    fn is_labelled(&self, row: usize) -> bool {
        let end = self.left + self.step * (self.width + 1) + 1;
        let line = self.rows.lines.get(row).map_or(&[][..], |line| line);
        let around = line.iter().enumerate();
        self.step == 2
            || (self.top..self.top + self.width).contains(&row)
            || around
                .filter(|&(_, &c)| c != ' ')
                .all(|(column, &c)| (self.left + 1..end - 1).contains(&column) && self.is_label(c))
    }

    fn is_label(&self, c: char) -> bool {
        is_label(c) || self.dots && c == '.'
    }

    /// Row and column of a position of the box, if the text has such a row.
    fn place(&self, position: usize) -> Option<(usize, usize)> {
        let (line, across) = around(position, self.width);
        let row = (self.top + line).checked_sub(1)?;
        Some((row, self.left + self.step * across))
    }

    fn read(&self) -> Result<BoardText, BoardTextError> {
        let p = self.width;
        let mut cells = [0u128; 4];
        for cell in 0..p * p {
            let column = self.left + self.step * (cell % p + 1);
            if let Some(mark) = cell_mark(self.rows.at(self.top + cell / p, column)) {
                cells[mark as usize] |= 1 << cell;
            }
        }
        let [_, right, missed, none] = cells;
        let over = missed != 0 && missed.count_ones() == none.count_ones();
        let mut board = Board::new(p);
        for cell in 0..p * p {
            match ((right | missed) >> cell & 1, none >> cell & 1) {
                (1, _) => board.mark(Cell::new(cell), true),
                (_, 1) => board.mark(Cell::new(cell), false),
                _ => {}
            }
        }
        let labels: Vec<Option<String>> = (0..4 * p).map(|at| self.label(at)).collect();
        let mut ends: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
        for (index, label) in labels.iter().enumerate() {
            let position = Position::new(index);
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
            let ends = positions.iter().filter_map(|&end| self.place(end.index()));
            let locations = ends.map(|(row, column)| Location::of(row, column - self.rows.margin));
            stray.push(StrayLabel {
                label: label.to_owned(),
                locations: locations.sorted().collect(),
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

    /// The label at a position.
    fn label(&self, position: usize) -> Option<String> {
        let (row, column) = self.place(position)?;
        let label = self.rows.at(row, column);
        // A box without spaces may have a line of words beside it.
        if matches!(label, ' ' | '.') || !self.is_labelled(row) {
            return None;
        }
        if column > 0 && self.is_tens(row, column - 1) {
            return Some(format!("{}{label}", self.rows.at(row, column - 1)));
        }
        Some(label.to_string())
    }
}

/// What a cell may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellMark {
    /// Not known.
    Unknown,
    /// An atom.
    Atom,
    /// An atom that the player missed.
    Missed,
    /// No atom.
    Empty,
}

fn cell_mark(c: char) -> Option<CellMark> {
    Some(match c {
        '-' | '.' | '_' | '+' | '·' | '∙' | '–' | '−' | '□' => CellMark::Unknown,
        'O' | '●' => CellMark::Atom,
        'o' => CellMark::Missed,
        'x' | 'X' | '×' => CellMark::Empty,
        _ => return None,
    })
}

fn is_unknown(c: char) -> bool {
    cell_mark(c) == Some(CellMark::Unknown)
}

fn is_known(c: char) -> bool {
    is_label(c) || is_cell(c)
}

fn is_label(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '@' | '&')
}

fn is_cell(c: char) -> bool {
    cell_mark(c).is_some()
}

/// What is wrong with a text that has no board. It supposes the box where most lines of
/// unknown cells begin and end.
fn diagnosis(rows: &Rows, step: usize) -> BoardTextError {
    let mut extents: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (row, column, _) in rows.marks().filter(|&(_, _, c)| is_unknown(c)) {
        extents.entry(row).or_insert((column, column)).1 = column;
    }
    let (Some((&top, _)), Some((&bottom, _))) =
        (extents.first_key_value(), extents.last_key_value())
    else {
        let first = rows.marks().next();
        return first.map_or(BoardTextError::Empty, |(row, column, _)| {
            rows.error(row, column, Problem::NoBox)
        });
    };
    let counts = extents.values().counts();
    // If several are equally frequent, it takes the longest.
    let usual = counts
        .iter()
        .max_by_key(|&(&&(first, last), &count)| (count, last - first, Reverse(first)));
    let (first, last) = usual.map_or((0, 0), |(extent, _)| **extent);
    let (height, width) = (bottom - top + 1, (last - first) / step + 1);
    if height > MAX_WIDTH || width > MAX_WIDTH {
        return rows.error(top, first, Problem::Size { height, width });
    }
    if height != width {
        return rows.error(bottom, first, Problem::NoSquare { height, width });
    }
    let Some(left) = first.checked_sub(step) else {
        return rows.error(top, first, Problem::NoRoom);
    };
    let layout = Layout {
        rows,
        width,
        top,
        left,
        step,
        dots: false,
    };
    let cells = (top..top + width).flat_map(|row| (0..width).map(move |i| (row, i)));
    let missing = cells
        .map(|(row, i)| (row, first + step * i))
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
        return rows.error(row, column, problem);
    }
    // Everything is in its place, so this was a board.
    rows.error(top, first, Problem::NoBox)
}
