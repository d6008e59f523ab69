//! Reads boards from text. [`BoardText::parse`] recognises what it gets:
//!
//! - `layout`: a drawing, as Emacs and the original program draw it, with the lines
//!   that a user copies together with it.
//! - `game_id`: a game ID of Simon Tatham's collection, `w8h8m4M4:…`.
//! - `save_file`: a file in which that collection saves a game, `replay`: its moves.
//! - `number`: a molecule by its number, `A4_B8:2813`.
//! - `shots`: shots in words, `west 4 = H, north 2 = east 5`.
//!
//! [`emacs::write`] and [`game_id::write`] are the way back.
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

pub mod emacs;
mod error;
pub mod game_id;
mod layout;
mod number;
mod replay;
mod save_file;
mod shots;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::board::Board;
use super::marks::Marks;
use super::words::Move;
use crate::game::{Chamber, Config, Molecule, Outcome};
pub use error::{BoardTextError, Place, Problem, StrayLabel};
use layout::{Layout, Rows};
pub(in crate::play) use shots::entry;

/// The longest text that it reads, in bytes; no board needs a tenth.
pub const MAX_BYTES: usize = 1 << 16;

/// What a text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    /// The board; it takes the marks in its cells as known.
    pub board: Board,
    /// The possible numbers of atoms, if the text says them.
    pub balls: Option<RangeInclusive<u64>>,
    /// By position, its label.
    pub labels: Vec<Option<String>>,
    /// Where the player supposes atoms, and where empty cells.
    pub marks: Marks,
    /// What is hidden in the box, if the text says it: a game ID, a number, a saved
    /// game, or a board that was played to its end.
    pub hidden: Option<Molecule>,
    /// What was played, if the text is a saved game.
    pub saved: Option<Saved>,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Saved {
    /// The moves, without those that were taken back.
    pub moves: Vec<Move>,
    /// Has the player been shown what is hidden?
    pub over: bool,
}

impl BoardText {
    /// Reads a board in any form.
    ///
    /// A drawing has a line of labels, then p lines of a label, p cells and a label,
    /// then another line of labels. A space separates two columns. The lines may be
    /// indented, all by the same amount. Spaces at their ends may be missing, and so
    /// may empty lines of labels. A tab reaches to the next multiple of eight columns.
    /// The spaces between the columns may be missing, but only all of them; then a
    /// label has one character.
    ///
    /// - Around the box: `H` or `@` absorbed, `R` or `&` reflected, a space where no
    ///   ray was shot. Any other digit or letter is at both ends of a ray that came
    ///   out. The first digit of a number with two takes the place of the space before
    ///   it.
    /// - In the box: `O` an atom, `x` no atom, `-` or `.` not known. If there are as many `o` as
    ///   `x`, and a possible number of atoms, the game is over. Then `o` is an atom that the player
    ///   missed, and `x` is where the player supposed one.
    ///
    /// A line `There are 4 balls in the box` may come before or after. It skips what
    /// else `display` prints with a molecule, and lines of words.
    ///
    /// # Errors
    ///
    /// If the text is not such a board: the line and column.
    pub fn parse(text: &[u8]) -> Result<BoardText, BoardTextError> {
        if text.len() > MAX_BYTES {
            return Err(BoardTextError::TooLong);
        }
        let text = str::from_utf8(text).map_err(|error| {
            let before = String::from_utf8_lossy(&text[..error.valid_up_to()]);
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            BoardTextError::At {
                place: Place { line, column },
                problem: Problem::NotText,
            }
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if save_file::is_one(text) {
            return save_file::read(text);
        }
        if let Some((word, row, column)) = words(text).find(|(word, ..)| game_id::is_one(word)) {
            return game_id::read(word, row, column);
        }
        if let Some(((word, row, column),)) = words(text).collect_tuple()
            && number::is_one(word)
        {
            return number::read(word, row, column);
        }
        let rows = text.split('\n').map(str::trim_end);
        let drawn = rows.clone().any(layout::is_drawn);
        let side = |word: &str| matches!(word, "west" | "south" | "east" | "north");
        if !drawn && (text.contains('=') || words(text).any(|(word, ..)| side(word))) {
            return shots::read(text);
        }
        let mut balls = None;
        let mut left = Vec::new();
        let (mut dense, mut captions) = (Vec::new(), Vec::new());
        for (row, line) in rows.enumerate() {
            let (mut row_of_board, mut row_of_dense) = (Vec::new(), Vec::new());
            let caption = is_caption(line);
            if let Some((column, number)) = balls_line(line) {
                let number: Option<u64> = number.parse().ok();
                let number = number.ok_or_else(|| at(row, column, Problem::Balls))?;
                balls = Some(number..=number);
            } else {
                row_of_dense = with_blanks(line);
                if !caption {
                    row_of_board.clone_from(&row_of_dense);
                }
            }
            left.push(row_of_board);
            dense.push(row_of_dense);
            captions.push(caption);
        }
        let nothing = left.iter().flatten().all(|&c| c == ' ');
        let is_dense = !drawn
            && text
                .split('\n')
                .filter(|line| layout::is_dense(line))
                .count()
                > 1;
        if nothing && !is_dense && !text.trim().is_empty() {
            return Err(BoardTextError::NoBoard);
        }
        let rows = Rows::new(left);
        let mut read = match Layout::of(&rows) {
            Ok(layout) => layout.read()?,
            Err(_) if is_dense => Layout::dense(&Rows::with_margin(&dense), &captions)?.read()?,
            Err(error) => return Err(error),
        };
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

    /// What is hidden, unless it is a saved game that is not over.
    pub fn disclosed(&self) -> Option<Molecule> {
        let plays_on = self.saved.as_ref().is_some_and(|saved| !saved.over);
        self.hidden.filter(|_| !plays_on)
    }

    /// A board, with no other facts.
    fn of_board(board: Board) -> BoardText {
        BoardText {
            labels: vec![None; board.results().len()],
            marks: Marks::of(&board),
            board,
            balls: None,
            hidden: None,
            saved: None,
        }
    }

    /// The board after all rays into a molecule.
    fn of_hidden(molecule: Molecule, config: Config, balls: RangeInclusive<u64>) -> BoardText {
        let mut board = Board::new(config.width());
        let chamber = Chamber::new(molecule, config);
        let mut labels = vec![None; config.positions()];
        let mut number = 0;
        for position in 0..config.positions() {
            if board.results()[position].is_some() {
                continue;
            }
            let outcome = chamber.shoot(position).outcome;
            board.shoot(position, outcome);
            labels[position] = Some(match outcome {
                Outcome::Absorbed => "H".to_owned(),
                Outcome::Reflected => "R".to_owned(),
                Outcome::Out(exit) => {
                    number += 1;
                    labels[exit] = Some(format!("{number}"));
                    format!("{number}")
                }
            });
        }
        BoardText {
            labels,
            balls: Some(balls),
            hidden: Some(molecule),
            ..BoardText::of_board(board)
        }
    }
}

/// The words of a text, without quotation marks and the like around them, and
/// their rows and columns.
fn words(text: &str) -> impl Iterator<Item = (&str, usize, usize)> {
    text.split('\n').enumerate().flat_map(|(row, line)| {
        let mut column = 0;
        line.split(char::is_whitespace).filter_map(move |word| {
            let from = column;
            column += word.chars().count() + 1;
            let inner = word.trim_start_matches(QUOTES);
            let skipped = word.chars().count() - inner.chars().count();
            let inner = inner.trim_end_matches(QUOTES);
            (!inner.is_empty()).then_some((inner, row, from + skipped))
        })
    })
}

const QUOTES: [char; 9] = ['"', '\'', '`', ',', ';', '(', ')', '<', '>'];

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

/// An error at a row and column counted from 0.
fn at(row: usize, column: usize, problem: Problem) -> BoardTextError {
    BoardTextError::At {
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
