//! Boards read from text, drawn as Emacs and the original program draw them:
//!
//! ```text
//!              3
//!  1 - - - - - - - - 1
//!  R - - - - - - - -
//!  H O - - x - - - -
//!    - - - - - - - -
//!  3 - - - - - - - -
//!    - - - - - - - -
//!  R - - - - - - - - 2
//!  H O - - - - - - -
//!        4     4   2
//!
//! There are 4 balls in the box
//! ```

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools;

use super::board::Board;
use crate::game::{MAX_WIDTH, Outcome};

/// The longest text that is looked at, in bytes; no board needs a tenth.
pub const MAX_BYTES: usize = 1 << 16;

/// What a text draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The board.
    pub board: Board,
    /// How many atoms it says there are, if it does.
    pub balls: Option<u64>,
}

/// A place in a text: line and column, both counted from 1, the column in
/// characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// There is nothing in it.
    #[error("there is no board in it, only blanks")]
    Empty,
    /// It cannot be a board.
    #[error("it is longer than {MAX_BYTES} bytes, so it is no board")]
    TooLong,
    /// Something stands where it should not, or does not where it should.
    #[error("{place}: {problem}")]
    At {
        /// Where.
        place: Place,
        /// What is wrong there.
        problem: Problem,
    },
    /// Labels contradict the rule that an out ray has two ends.
    #[error("{}", .0.iter().join("; "))]
    Labels(Vec<StrayLabel>),
}

/// What is wrong at a place of a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The bytes are no UTF-8.
    #[error("this is no text in UTF-8")]
    NotText,
    /// A character that no board has.
    #[error("{0:?} means nothing on a board")]
    Strange(char),
    /// What should be the number of balls is none.
    #[error("this is no number of balls")]
    Balls,
    /// There are no cells.
    #[error("no box begins here: its cells are written -, O or x")]
    NoBox,
    /// The box is too wide or high.
    #[error(
        "a box has 1 to {MAX_WIDTH} lines of as many cells, and this one has {height} of {width}"
    )]
    Size {
        /// How many lines it has.
        height: usize,
        /// How many cells a line of it has.
        width: usize,
    },
    /// The box is no square.
    #[error("a box has as many lines as columns, and this one has {height} lines of {width} cells")]
    NoSquare {
        /// How many lines it has.
        height: usize,
        /// How many cells a line of it has.
        width: usize,
    },
    /// The box stands too far left.
    #[error("left of the first cell there must be room for a label and a blank")]
    NoRoom,
    /// A cell is missing.
    #[error("here a cell is missing: -, O or x")]
    MissingCell,
    /// A cell is written in another way.
    #[error("{0:?} is no cell; a cell is written -, O or x")]
    NoCell(char),
    /// A cell where a label may be.
    #[error("{0:?} is no label; here the result of a ray may stand")]
    NoLabel(char),
    /// Something between two columns.
    #[error("{0:?} stands between two columns; cells and labels stand two characters apart")]
    Between(char),
    /// Something around the board.
    #[error("{0:?} stands outside of the board")]
    Outside(char),
}

/// A label that does not stand at two places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrayLabel {
    /// The label.
    pub label: char,
    /// Where it stands.
    pub places: Vec<Place>,
}

impl fmt::Display for StrayLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = match self.places.len() {
            1 => "only once".to_owned(),
            times => format!("{times} times"),
        };
        write!(
            f,
            "the label {} stands {times} ({}), and an out ray has two ends",
            self.label,
            self.places.iter().join("; ")
        )
    }
}

impl Drawing {
    /// Reads a board in the layout of Emacs and of the original program.
    ///
    /// A column of characters, a blank, the next column, and so on: a line of
    /// labels, then p lines of a label, p cells and a label, then a line of
    /// labels again. The lines may be indented, all alike; blanks at their ends
    /// may be missing, and so may lines of labels that are all blank.
    ///
    /// - Around the box: `H` or `@` absorbed, `R` or `&` reflected, any other
    ///   digit or letter at both ends of a ray that came out, blank where none
    ///   was shot.
    /// - In the box: `O` an atom, `x` none, `-` not known.
    ///
    /// A line `There are 4 balls in the box` may stand before or behind, and
    /// what else `display` prints with a molecule is left out.
    ///
    /// # Errors
    ///
    /// Where the text is no such board, by line and column.
    pub fn parse(text: &[u8]) -> Result<Drawing, DrawingError> {
        if text.len() > MAX_BYTES {
            return Err(DrawingError::TooLong);
        }
        let text = str::from_utf8(text).map_err(|error| {
            let before = String::from_utf8_lossy(&text[..error.valid_up_to()]);
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            DrawingError::At {
                place: Place { line, column },
                problem: Problem::NotText,
            }
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut balls = None;
        let mut rows = Vec::new();
        for (row, line) in text.split('\n').enumerate() {
            let line = line.trim_end();
            let mut row_of_board = Vec::new();
            if let Some((column, number)) = balls_line(line) {
                let number = number.parse().ok();
                balls = Some(number.ok_or_else(|| at(row, column, Problem::Balls))?);
            } else if !is_caption(line) {
                row_of_board = line.chars().collect();
            }
            rows.push(row_of_board);
        }
        let rows = Rows(rows);
        let board = Layout::of(&rows)?.read()?;
        Ok(Drawing { board, balls })
    }
}

/// An error at a row and column counted from 0.
fn at(row: usize, column: usize, problem: Problem) -> DrawingError {
    DrawingError::At {
        place: place(row, column),
        problem,
    }
}

fn place(row: usize, column: usize) -> Place {
    Place {
        line: row + 1,
        column: column + 1,
    }
}

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

/// Is this what `display` writes above or below a board: number and spectrum,
/// or the statistics of the rays?
fn is_caption(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["number", "length", "turns"] => true,
        ["Absorbed" | "Reflected" | "Out", number, ..] => number.parse::<u16>().is_ok(),
        [number, spectrum] => {
            !line.starts_with(' ')
                && number.parse::<u64>().is_ok()
                && spectrum.len() >= 4
                && spectrum.len() % 4 == 0
        }
        _ => false,
    }
}

/// The lines of the text, without what surely is no part of the board.
struct Rows(Vec<Vec<char>>);

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
struct Layout<'a> {
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
    fn of(rows: &'a Rows) -> Result<Layout<'a>, DrawingError> {
        if let Some((row, column, strange)) = rows.marks().find(|&(_, _, c)| !is_known(c)) {
            return Err(at(row, column, Problem::Strange(strange)));
        }
        let marks = rows.marks().count();
        if marks == 0 {
            return Err(DrawingError::Empty);
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

    fn read(&self) -> Result<Board, DrawingError> {
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
            Err(DrawingError::Labels(stray))
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
fn diagnosis(rows: &Rows) -> DrawingError {
    let mut extents: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (row, column, _) in rows.marks().filter(|&(_, _, c)| c == '-') {
        extents.entry(row).or_insert((column, column)).1 = column;
    }
    let (Some((&top, _)), Some((&bottom, _))) =
        (extents.first_key_value(), extents.last_key_value())
    else {
        let first = rows.marks().next();
        return first.map_or(DrawingError::Empty, |(row, column, _)| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(lines: &[&str]) -> Drawing {
        Drawing::parse(lines.join("\n").as_bytes()).unwrap()
    }

    #[track_caller]
    fn refuse(text: impl AsRef<[u8]>, message: &str) {
        let error = Drawing::parse(text.as_ref()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    /// A box of two with some results, marks and balls.
    fn example() -> Drawing {
        let mut board = Board::new(2);
        board.shoot(0, Outcome::Absorbed);
        board.shoot(3, Outcome::Out(5));
        board.shoot(6, Outcome::Reflected);
        board.mark(0, true);
        board.mark(3, false);
        Drawing {
            board,
            balls: Some(1),
        }
    }

    const EXAMPLE: [&str; 6] = [
        "     R",
        " H O - 1",
        "   - x",
        "     1",
        "",
        "There are 1 balls in the box",
    ];

    #[test]
    fn layouts_that_mean_the_same() {
        assert_eq!(read(&EXAMPLE), example());
        let cut = |from: usize| EXAMPLE.map(|line| line.get(from..).unwrap_or_default());
        let balls = EXAMPLE[5];
        let mut unindented = cut(1);
        unindented[5] = balls;
        assert_eq!(read(&unindented), example());
        let indented = EXAMPLE.map(|line| format!("    {line}"));
        assert_eq!(read(&indented.each_ref().map(|line| &line[..])), example());
        let padded = EXAMPLE.map(|line| format!("{line:<40}"));
        assert_eq!(read(&padded.each_ref().map(|line| &line[..])), example());
        let crlf = format!("\u{feff}\r\n\r\n{}\r\n\r\n", EXAMPLE.join("\r\n"));
        assert_eq!(Drawing::parse(crlf.as_bytes()).unwrap(), example());
        let symbols = EXAMPLE
            .join("\n")
            .replace('R', "&")
            .replace("H O", "@ O")
            .replace('1', "h");
        let symbols = symbols
            .replace("There are h", "There is 1")
            .replace("balls", "ball")
            + ".";
        assert_eq!(Drawing::parse(symbols.as_bytes()).unwrap(), example());
        let shown = [
            "7 @a&a",
            "",
            "    &",
            "@ O - 1",
            "  - x",
            "    1",
            "          number length  turns",
            "Absorbed   10     17  5   0  0",
            "Reflected   6      3  3   0  0 (edge:  5, deep:  1)",
            "Out         4     22  6   2  1",
        ];
        let shown = read(&shown);
        assert_eq!((shown.board, shown.balls), (example().board, None));
    }

    #[test]
    fn lines_of_labels_may_be_missing_if_they_are_blank() {
        let board = read(&["- -", "- -"].map(|line| &*format!("  {line}").leak())).board;
        assert_eq!(board, Board::new(2));
        let one = read(&["  x"]).board;
        assert_eq!((one.width(), one.cells()), (1, &[Some(false)][..]));
        let one = read(&["   b", " a O a", "   b"]).board;
        assert_eq!(
            one.results(),
            [2, 3, 0, 1].map(|exit| Some(Outcome::Out(exit)))
        );
    }

    #[test]
    fn letters_are_labels_outside_of_the_box_even_those_of_cells() {
        let board = read(&["  O o x", "r - - - O", "x - - - r", "h - - - H", "  o R h"]).board;
        let out = |position: usize| match board.results()[position] {
            Some(Outcome::Out(exit)) => exit,
            other => panic!("{other:?}"),
        };
        assert_eq!([0, 1, 2, 3].map(out), [7, 9, 5, 10]);
        assert_eq!([8, 11].map(out), [11, 8]);
        assert_eq!(board.results()[4], Some(Outcome::Reflected));
        assert_eq!(board.results()[6], Some(Outcome::Absorbed));
    }

    #[test]
    fn labels_that_do_not_stand_twice() {
        let stray = [" 3", "3 - - 1", "3 - - a", "  A"].join("\n");
        refuse(
            stray.replacen(" 3", "  3", 1),
            "the label 1 stands only once (line 2, column 7), and an out ray has two ends; \
             the label 3 stands 3 times (line 1, column 3; line 2, column 1; line 3, column 1), \
             and an out ray has two ends; \
             the label A stands only once (line 4, column 3), and an out ray has two ends; \
             the label a stands only once (line 3, column 7), and an out ray has two ends",
        );
    }

    #[test]
    fn texts_that_are_no_board() {
        let only_blanks = "there is no board in it, only blanks";
        refuse("", only_blanks);
        refuse("\r\n  \r\n", only_blanks);
        refuse("There are 4 balls in the box", only_blanks);
        refuse(
            vec![b'-'; 1 << 17],
            "it is longer than 65536 bytes, so it is no board",
        );
        refuse(b"\n  - \xff", "line 2, column 5: this is no text in UTF-8");
        refuse(
            "  -\n  \u{1b}[31m",
            "line 2, column 3: '\\u{1b}' means nothing on a board",
        );
        refuse(
            "\t- -\n\t- -",
            "line 1, column 1: '\\t' means nothing on a board",
        );
        refuse("  - é", "line 1, column 5: 'é' means nothing on a board");
        refuse(
            "  -\nThere are many balls in the box",
            "line 2, column 11: this is no number of balls",
        );
        refuse(
            "  1 2",
            "line 1, column 3: no box begins here: its cells are written -, O or x",
        );
    }

    #[test]
    fn what_stands_where_it_should_not() {
        refuse(
            "  - -\n  - - -\n  - -",
            "line 3, column 3: a box has as many lines as columns, and this one has 3 lines of 2 cells",
        );
        refuse(
            "  - - -\n  -   -\n  - - -",
            "line 2, column 5: here a cell is missing: -, O or x",
        );
        refuse(
            "  - - -\n  - o -\n  - - -",
            "line 2, column 5: 'o' is no cell; a cell is written -, O or x",
        );
        refuse(
            "  - - - -\n  - - -\n  - - -",
            "line 1, column 9: '-' is no label; here the result of a ray may stand",
        );
        refuse(
            "  - -\n  - -1",
            "line 2, column 6: '1' stands between two columns; cells and labels stand two characters apart",
        );
        refuse(
            "  - -\n  - -\n  1\n  1",
            "line 4, column 3: '1' stands outside of the board",
        );
        refuse(
            "- -\n- -",
            "line 1, column 1: left of the first cell there must be room for a label and a blank",
        );
        let line = format!("  {}\n", "- ".repeat(12));
        refuse(
            line.repeat(12),
            "line 1, column 3: a box has 1 to 11 lines of as many cells, and this one has 12 of 12",
        );
        refuse(
            "-".repeat(60_000),
            "line 1, column 1: a box has 1 to 11 lines of as many cells, and this one has 1 of 30000",
        );
    }
}
