//! Drawings: where in a text the board is, and what is there.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use itertools::Itertools;

use super::error::{at, expected, no_size, no_square};
use super::{BoardText, BoardTextError};
use crate::board::{Board, MAX_WIDTH, Position, Size};
use crate::puzzle::evidence::{Evidence, Marks};
use crate::ray::Outcome;

/// Reads a drawing, as [`BoardText::parse`] describes it.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let mut balls = None;
    let (mut spaced, mut dense, mut captions) = (Vec::new(), Vec::new(), Vec::new());
    for (row, line) in text.split('\n').map(str::trim_end).enumerate() {
        let caption = is_caption(line);
        let mut drawn = Vec::new();
        match balls_line(line) {
            Some((column, number)) => {
                let number: u64 = (number.parse())
                    .map_err(|_| at(row, column, expected(number, "a number of balls")))?;
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
    // Without spaces, each line gets room for a label before it.
    dense.iter_mut().for_each(|line| line.insert(0, ' '));
    let [spaced, dense] = [(spaced, 0), (dense, 1)].map(|(lines, margin)| Rows { lines, margin });
    let found = |dots| match Layout::spaced(&spaced, dots) {
        Err(_) if is_dense => Layout::dense(&dense, &captions, dots),
        found => found,
    };
    let layout = found(false).or_else(|error| found(true).map_err(|_| error))?;
    let mut read = layout.read()?;
    if let Some(hidden) = read.hidden {
        let atoms = hidden.config().atoms() as u64;
        let told: &RangeInclusive<u64> = balls.get_or_insert(atoms..=atoms);
        if !told.contains(&atoms) {
            // So the game is not over, and `o` is just another way to write `O`.
            (read.hidden, read.marks) = (None, Marks::of(&read.board));
        }
    }
    read.balls = balls;
    Ok(read)
}

/// Does a text have two cells side by side, or several lines of cells without spaces?
pub(super) fn is_drawn(text: &str) -> bool {
    has_spaced_cells(text) || has_dense_lines(text)
}

fn has_spaced_cells(text: &str) -> bool {
    text.split('\n').any(|line| {
        let mut three = line.chars().tuple_windows();
        three.any(|(one, gap, other)| is_unknown(one) && gap == ' ' && is_unknown(other))
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
            '\t' => expanded.resize(expanded.len() / 8 * 8 + 8, ' '),
            c => expanded.push(c),
        }
    }
    expanded
}

/// The column and the number in `There are 4 balls in the box`.
fn balls_line(line: &str) -> Option<(usize, &str)> {
    let words: Vec<&str> = line.trim_end_matches('.').split_whitespace().collect();
    let ["There", "are" | "is", number, "ball" | "balls", rest @ ..] = &words[..] else {
        return None;
    };
    let column = line.find(number).unwrap_or_default();
    (rest == ["in", "the", "box"]).then(|| (line[..column].chars().count(), *number))
}

/// Is this a line of words, or what `display` writes above a board: a number and a spectrum?
fn is_caption(line: &str) -> bool {
    if let Some((number, spectrum)) = line.split_whitespace().collect_tuple()
        && !line.starts_with(' ')
        && number.parse::<u64>().is_ok()
        && spectrum.len() >= 4
        && spectrum.len() % 4 == 0
    {
        return true;
    }
    // Labels and cells have spaces between them.
    line.split(|c: char| !c.is_alphabetic())
        .any(|run| run.chars().nth(2).is_some())
}

/// The lines of the text, without what is certainly not part of the board.
struct Rows {
    lines: Vec<Vec<char>>,
    /// How many spaces were added before each line.
    margin: usize,
}

impl Rows {
    /// An error somewhere in the text.
    fn error(&self, row: usize, column: usize, problem: impl Into<String>) -> BoardTextError {
        at(row, column.saturating_sub(self.margin), problem)
    }

    /// The character there; a space beyond the ends.
    fn at(&self, row: usize, column: usize) -> char {
        let mark = self.lines.get(row).and_then(|line| line.get(column));
        mark.copied().unwrap_or(' ')
    }

    /// Everything that is not a space, in reading order.
    fn marks(&self) -> impl Iterator<Item = (usize, usize, char)> {
        (0..self.lines.len()).flat_map(|row| self.marks_in(row))
    }

    /// The same in a single row.
    fn marks_in(&self, row: usize) -> impl Iterator<Item = (usize, usize, char)> {
        let line = self.lines.get(row).into_iter().flatten().enumerate();
        line.filter(|&(_, &c)| c != ' ')
            .map(move |(column, &c)| (row, column, c))
    }
}

/// Where in the text the board is.
#[derive(Clone, Copy)]
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

/// Every position may have two digits.
const MOST_MARKS: usize = MAX_WIDTH * (MAX_WIDTH + 8);

impl<'a> Layout<'a> {
    /// Finds the board: the first box that has all its cells. Nothing else is in the text.
    fn spaced(rows: &'a Rows, dots: bool) -> Result<Layout<'a>, BoardTextError> {
        if let Some((row, column, strange)) = rows.marks().find(|&(_, _, c)| !is_known(c)) {
            let problem = format!("{strange:?} means nothing on a board");
            return Err(rows.error(row, column, problem));
        }
        let marks: Vec<_> = rows.marks().collect();
        if marks.is_empty() {
            return Err(BoardTextError::Empty);
        }
        Layout::all(rows, 2, 1..=MAX_WIDTH, dots, &marks)
            .min_by_key(|layout| (layout.left, layout.top, layout.width))
            .ok_or_else(|| diagnosis(rows, 2))
    }

    /// Finds a board without spaces between its columns: the widest box that has all its cells.
    /// Around it there are only labels, and lines of words above and below.
    fn dense(rows: &'a Rows, captions: &[bool], dots: bool) -> Result<Layout<'a>, BoardTextError> {
        let marks: Vec<_> = rows.marks().filter(|&(row, ..)| !captions[row]).collect();
        let found = Layout::all(rows, 1, 2..=MAX_WIDTH, dots, &marks);
        match found.max_set_by_key(|layout| layout.width)[..] {
            [layout] => Ok(layout),
            [.., last] => {
                let problem = "this may be one of several boxes; put a space between two columns";
                Err(rows.error(last.top, last.left + 1, problem))
            }
            [] => Err(diagnosis(rows, 1)),
        }
    }

    /// All boxes of these widths in which these marks fit, and everything else in their lines.
    fn all(
        rows: &'a Rows,
        step: usize,
        widths: RangeInclusive<usize>,
        dots: bool,
        marks: &[(usize, usize, char)],
    ) -> impl Iterator<Item = Layout<'a>> {
        let corners = rows
            .marks()
            .filter(move |&(_, column, c)| is_cell(c) && column >= step)
            // No box has more.
            .take_while(move |_| marks.len() <= MOST_MARKS);
        let layouts = corners.flat_map(move |(top, column, _)| {
            let layouts = widths.clone().map(move |width| Layout {
                rows,
                width,
                top,
                left: column - step,
                step,
                dots,
            });
            // If a cell is missing, a wider box is impossible, too.
            layouts.take_while(|layout| {
                let mut cells = layout.cells();
                cells.all(|(row, column)| is_cell(layout.rows.at(row, column)))
            })
        });
        layouts.filter(move |layout| {
            let mut marks = marks.iter();
            let mut lines = layout.top..layout.top + layout.width;
            marks.all(|&(row, column, _)| layout.fits(row, column))
                && lines.all(|row| layout.row_fits(row))
        })
    }

    /// The rows and columns of the cells, line by line.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let places = (0..self.width).cartesian_product(1..=self.width);
        places.map(|(line, column)| (self.top + line, self.left + self.step * column))
    }

    /// Is everything in a row of the text in its place?
    fn row_fits(&self, row: usize) -> bool {
        let mut marks = self.rows.marks_in(row);
        marks.all(|(row, column, _)| self.fits(row, column))
    }

    /// Does what is in a place of the text belong there?
    fn fits(&self, row: usize, column: usize) -> bool {
        let mark = self.rows.at(row, column);
        match self.role(row, column) {
            Role::Cell => is_cell(mark),
            Role::Label => mark == ' ' || is_label(mark) || self.dots && mark == '.',
            Role::Gap | Role::Outside => mark == ' ' || self.is_tens(row, column),
        }
    }

    /// Is this the first digit of a label with two?
    fn is_tens(&self, row: usize, column: usize) -> bool {
        self.step == 2
            && self.role(row, column + 1) == Role::Label
            && matches!(self.rows.at(row, column), '1'..='9')
            && self.rows.at(row, column + 1).is_ascii_digit()
    }

    fn role(&self, row: usize, column: usize) -> Role {
        let line = (row + 1).checked_sub(self.top);
        let (Some(line), Some(across)) = (line, column.checked_sub(self.left)) else {
            return Role::Outside;
        };
        // The board has lines and columns from 0 to p + 1.
        let end = self.width + 1;
        let is_inside = |at: usize| (1..end).contains(&at);
        match (is_inside(line), is_inside(across / self.step)) {
            _ if line > end || across > self.step * end => Role::Outside,
            _ if across % self.step == 1 => Role::Gap,
            (true, true) => Role::Cell,
            (false, false) => Role::Outside,
            _ => Role::Label,
        }
    }

    /// Row and column of a position of the box, if the text has such a row.
    fn place(&self, position: Position) -> Option<(usize, usize)> {
        let (line, across) = position.place();
        let row = (self.top + line).checked_sub(1)?;
        Some((row, self.left + self.step * across))
    }

    fn read(&self) -> Result<BoardText, BoardTextError> {
        let size = Size::of_width(self.width);
        let mut cells = [0u128; 4];
        for (cell, (row, column)) in self.cells().enumerate() {
            if let Some(mark) = cell_mark(self.rows.at(row, column)) {
                cells[mark as usize] |= 1 << cell;
            }
        }
        let [_, right, missed, none] = cells;
        let over = missed != 0 && missed.count_ones() == none.count_ones();
        let mut board = Evidence::new(size).with_marks(Marks {
            atoms: Board::of_bits(right | missed, size),
            empty: Board::of_bits(none, size),
        });
        let labels: Vec<Option<String>> = size.all_positions().map(|at| self.label(at)).collect();
        let mut ends: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
        for (position, label) in size.all_positions().zip(&labels) {
            match label.as_deref() {
                None => {}
                Some("H" | "@") => board.set(position, Outcome::Absorbed),
                Some("R" | "&") => board.set(position, Outcome::Reflected),
                Some(label) => ends.entry(label).or_default().push(position),
            }
        }
        let mut stray = Vec::new();
        for (label, positions) in ends {
            if let [one, other] = positions[..] {
                board.set(one, Outcome::Out(other));
                continue;
            }
            let times = match positions.len() {
                1 => "only once".to_owned(),
                times => format!("{times} times"),
            };
            let places = positions.iter().filter_map(|&end| self.place(end));
            let places = places.sorted().map(|(row, column)| {
                let column = column - self.rows.margin;
                format!("line {}, column {}", row + 1, column + 1)
            });
            let places = places.format("; ");
            stray.push(format!(
                "the label {label} occurs {times} ({places}), and an out ray has two ends"
            ));
        }
        if !stray.is_empty() {
            return Err(BoardTextError::Labels(stray.join("; ")));
        }
        let mut read = BoardText::of_board(board);
        read.labels = labels;
        if over {
            read.hidden = Some(Board::of_bits(right | missed, size));
            read.marks = Marks {
                atoms: Board::of_bits(right | none, size),
                empty: Board::of_bits(0, size),
            };
        }
        Ok(read)
    }

    fn label(&self, position: Position) -> Option<String> {
        let (row, column) = self.place(position)?;
        let label = self.rows.at(row, column);
        // A box without spaces may have a line of words beside it.
        if matches!(label, ' ' | '.') || !self.row_fits(row) {
            return None;
        }
        if column > 0 && self.is_tens(row, column - 1) {
            return Some(format!("{}{label}", self.rows.at(row, column - 1)));
        }
        Some(label.to_string())
    }
}

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

/// What is wrong with a text without a board, if it is where most lines of unknown cells are.
fn diagnosis(rows: &Rows, step: usize) -> BoardTextError {
    let no_box = |row: usize, column: usize| {
        BoardTextError::NoBox(row + 1, column.saturating_sub(rows.margin) + 1)
    };
    let mut extents: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (row, column, _) in rows.marks().filter(|&(_, _, c)| is_unknown(c)) {
        extents.entry(row).or_insert((column, column)).1 = column;
    }
    // If several are equally frequent, it takes the longest.
    let counts = extents.values().copied().counts().into_iter();
    let usual = counts.max_by_key(|&((first, last), count)| (count, last - first, Reverse(first)));
    let (Some(((first, last), _)), Some((&top, _)), Some((&bottom, _))) =
        (usual, extents.first_key_value(), extents.last_key_value())
    else {
        let first = rows.marks().next();
        return first.map_or(BoardTextError::Empty, |(row, column, _)| {
            no_box(row, column)
        });
    };
    let (height, width) = (bottom - top + 1, (last - first) / step + 1);
    if height > MAX_WIDTH || width > MAX_WIDTH {
        return rows.error(top, first, no_size(height, width));
    }
    if height != width {
        return rows.error(bottom, first, no_square(height, width));
    }
    let Some(left) = first.checked_sub(step) else {
        let problem = "the first cell needs room for a label and a space on its left";
        return rows.error(top, first, problem);
    };
    let layout = Layout {
        rows,
        width,
        top,
        left,
        step,
        dots: false,
    };
    let marks = rows.marks().map(|(row, column, _)| (row, column));
    let places = layout.cells().chain(marks);
    let wrong = places.filter(|&(row, column)| !layout.fits(row, column));
    let Some((row, column)) = wrong.min() else {
        // Everything is in its place, so this was a board.
        return no_box(top, first);
    };
    let problem = match layout.role(row, column) {
        Role::Cell if rows.at(row, column) == ' ' => {
            return rows.error(row, column, "a cell is missing here: -, ., O or x");
        }
        Role::Cell => "is not a cell; a cell is written - or ., O or x",
        Role::Label => "is not a label; this is the place for the result of a ray",
        Role::Gap => "is between two columns; cells and labels are two characters apart",
        Role::Outside => "is outside the board",
    };
    rows.error(row, column, format!("{:?} {problem}", rows.at(row, column)))
}
