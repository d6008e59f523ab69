//! Shots in words: `west 4 = H, north 2 = east 5`.

use std::collections::BTreeMap;

use super::{BoardText, BoardTextError, Problem, at};
use crate::game::{Config, Entry, MAX_WIDTH, Outcome};
use crate::play::board::Board;

/// How wide the box is if nobody says.
const STANDARD: usize = 8;

const SHOT: &str = "a shot such as west 4 = H, west 5 = R, or north 2 = east 5";
const PLACE: &str = "a side and a number, such as west 4";
const ITEM: &str = "a shot such as west 4 = H, a configuration such as A4_B8, or 3..6 balls";

/// A part of the text, and where it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    row: usize,
    column: usize,
}

impl<'a> Part<'a> {
    /// Without spaces at its ends.
    fn trimmed(self) -> Part<'a> {
        let text = self.text.trim_start();
        let blanks = self.text[..self.text.len() - text.len()].chars().count();
        Part {
            text: text.trim_end(),
            column: self.column + blanks,
            ..self
        }
    }

    fn split(self, separators: &'static [char]) -> impl Iterator<Item = Part<'a>> {
        let mut column = self.column;
        self.text.split(separators).map(move |text| {
            let part = Part {
                text,
                column,
                ..self
            };
            column += text.chars().count() + 1;
            part.trimmed()
        })
    }

    fn wrong(self, problem: Problem) -> BoardTextError {
        at(self.row, self.column, problem)
    }

    fn expected(self, wanted: &'static str) -> BoardTextError {
        self.wrong(Problem::expected(self.text.to_owned(), wanted))
    }
}

/// Reads shots. Commas, semicolons or ends of lines separate them. A configuration or
/// the number of balls may come before them.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let mut width = STANDARD;
    let mut balls = None;
    let mut shots = Vec::new();
    for (row, line) in text.split('\n').enumerate() {
        let line = Part {
            text: line,
            row,
            column: 0,
        };
        for item in line.split(&[',', ';']) {
            let item = Part {
                text: item.text.trim_end_matches('.'),
                ..item
            }
            .trimmed();
            if item.text.is_empty() {
                continue;
            }
            if item.text.contains('=') {
                shots.push(item);
                continue;
            }
            if let Some(range) = balls_of(item.text) {
                balls = Some(range);
                continue;
            }
            if !super::number::is_one(item.text) {
                return Err(item.expected(ITEM));
            }
            let config = Config::of_board_named(item.text)
                .map_err(|error| item.wrong(Problem::Config(error)))?;
            width = config.width();
            balls = Some(config.atoms() as u64..=config.atoms() as u64);
        }
    }
    let mut board = Board::new(width);
    let mut labels = vec![None; 4 * width];
    let mut said: BTreeMap<usize, Part> = BTreeMap::new();
    let mut number = 0;
    for shot in shots {
        let mut ends = shot.split(&['=']);
        let (Some(from), Some(to), None) = (ends.next(), ends.next(), ends.next()) else {
            return Err(shot.expected(SHOT));
        };
        let entry = place(from, width)?;
        let outcome = match to.text.to_ascii_lowercase().as_str() {
            "h" | "@" | "hit" | "absorbed" => Outcome::Absorbed,
            "r" | "&" | "reflected" => Outcome::Reflected,
            _ => Outcome::Out(place(to, width).map_err(|error| match error {
                BoardTextError::At {
                    problem: Problem::NoPlace { .. },
                    ..
                } => error,
                _ => to.expected("H, R, or where the ray came out, such as east 5"),
            })?),
        };
        let outcome = match outcome {
            Outcome::Out(exit) if exit == entry => Outcome::Reflected,
            other => other,
        };
        let ends = match outcome {
            Outcome::Out(exit) => vec![(entry, outcome), (exit, Outcome::Out(entry))],
            other => vec![(entry, other)],
        };
        let mut anew = false;
        for &(position, outcome) in &ends {
            match board.results()[position] {
                Some(before) if before != outcome => {
                    let entry = Entry { position, width };
                    let before = said.get(&position).map_or("", |part| part.text);
                    return Err(shot.wrong(Problem::Twice {
                        entry: entry.to_string(),
                        before: before.to_owned(),
                        now: shot.text.to_owned(),
                    }));
                }
                Some(_) => {}
                None => anew = true,
            }
            said.insert(position, shot);
        }
        if !anew {
            continue;
        }
        board.shoot(entry, outcome);
        let label = match outcome {
            Outcome::Absorbed => "H".to_owned(),
            Outcome::Reflected => "R".to_owned(),
            Outcome::Out(_) => {
                number += 1;
                number.to_string()
            }
        };
        for (position, _) in ends {
            labels[position] = Some(label.clone());
        }
    }
    let mut read = BoardText::of_board(board);
    (read.labels, read.balls) = (labels, balls);
    Ok(read)
}

/// `4 balls`, `3..6 atoms`; people write `3-6 atoms`, too.
fn balls_of(text: &str) -> Option<std::ops::RangeInclusive<u64>> {
    let (number, word) = text.split_once(char::is_whitespace)?;
    if !matches!(word.trim(), "ball" | "balls" | "atom" | "atoms") {
        return None;
    }
    let ends = number.split_once("..").or_else(|| number.split_once('-'));
    let (least, most) = ends.unwrap_or((number, number));
    let range = least.parse().ok()?..=most.parse().ok()?;
    (!range.is_empty()).then_some(range)
}

/// `west 4`, `w4`, `W 4`.
fn place(part: Part, width: usize) -> Result<usize, BoardTextError> {
    entry(part.text, width).map_err(|problem| part.wrong(problem))
}

/// The position where a ray enters at `west 4`, `w4`, `W 4`.
pub(in crate::play) fn entry(text: &str, width: usize) -> Result<usize, Problem> {
    let wanted = || Problem::expected(text.to_owned(), PLACE);
    let digits = text
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(text.len());
    let side = match text[..digits].trim().to_ascii_lowercase().as_str() {
        "west" | "w" | "left" => 0,
        "south" | "s" | "bottom" => 1,
        "east" | "e" | "right" => 2,
        "north" | "n" | "top" => 3,
        _ => return Err(wanted()),
    };
    let number: usize = text[digits..].parse().map_err(|_| wanted())?;
    if !(1..=width).contains(&number) || width > MAX_WIDTH {
        return Err(Problem::NoPlace {
            read: text.to_owned(),
            width,
        });
    }
    Ok(match side {
        0 | 1 => side * width + number - 1,
        _ => (side + 1) * width - number,
    })
}
