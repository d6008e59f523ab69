//! Shots in words: `west 4 = H, north 2 = east 5`, `w4 H, n2 e5`, or the lines that `play`
//! prints.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::error::{at, expected};
use super::{BoardText, BoardTextError, number};
use crate::board::{Config, MAX_WIDTH, Position, PositionError, Size};
use crate::puzzle::evidence::Evidence;
use crate::ray::Outcome;

/// How wide the box is by default.
const STANDARD: usize = 8;

const SHOT: &str = "a shot such as west 4 = H, west 5 = R, or north 2 = east 5";
const ENTRY: &str = "a side and a number, such as west 4";
const ITEM: &str = "a shot such as west 4 = H, a configuration such as A4_B8, or 3..6 balls";
const OUTCOME: &str = "H, R, or where the ray came out, such as east 5";

/// A part of the text without spaces at its ends, and where it begins.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    row: usize,
    column: usize,
}

impl<'a> Token<'a> {
    /// The part without its first bytes.
    fn after(self, bytes: usize) -> Token<'a> {
        let (skipped, rest) = self.text.split_at(bytes);
        let text = rest.trim_start();
        let blanks = &rest[..rest.len() - text.len()];
        Token {
            text: text.trim_end(),
            column: self.column + skipped.chars().count() + blanks.chars().count(),
            ..self
        }
    }

    /// The first word, and what follows.
    fn word(self) -> (&'a str, Token<'a>) {
        let end = self.text.find(char::is_whitespace);
        let end = end.unwrap_or(self.text.len());
        (&self.text[..end], self.after(end))
    }

    /// A side and a number, and what follows. There may be no such side.
    fn entry(self) -> Option<(Token<'a>, Token<'a>)> {
        let after = |text: &'a str, is: fn(&char) -> bool| text.trim_start_matches(|c| is(&c));
        let number = after(self.text, char::is_ascii_alphabetic).trim_start();
        let rest = after(number, char::is_ascii_digit);
        let begins = self.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let ends = rest.is_empty() || rest.starts_with([' ', '\t', '=', ':', '-', '→']);
        let bytes = self.text.len() - rest.len();
        let entry = Token {
            text: &self.text[..bytes],
            ..self
        };
        (begins && ends && rest.len() < number.len()).then(|| (entry, self.after(bytes)))
    }

    /// The position of an entry, or `otherwise` if there is no such side.
    fn position(self, size: Size, otherwise: BoardTextError) -> Result<Position, BoardTextError> {
        let width = size.columns();
        Position::parse(self.text, size).map_err(|error| match error {
            PositionError::NoPosition => otherwise,
            PositionError::Outside => self.wrong(&format!(
                "{:?} is not a place around a box {width} cells wide: its lines and columns are 1 \
                 to {width}; for another box, start with its configuration, such as A4_B8",
                self.text
            )),
        })
    }

    fn wrong(self, problem: &str) -> BoardTextError {
        at(self.row, self.column, problem)
    }

    fn expected(self, wanted: &str) -> BoardTextError {
        self.wrong(&expected(self.text, wanted))
    }
}

/// The parts between commas, semicolons or ends of lines, without a full stop at the end.
fn items(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.split('\n').enumerate().flat_map(|(row, text)| {
        let mut column = 0;
        text.split([',', ';']).map(move |text| {
            let item = Token { text, row, column };
            column += text.chars().count() + 1;
            Token {
                text: item.text.trim_end_matches(['.', ' ', '\t', '\r']),
                ..item
            }
            .after(0)
        })
    })
}

/// Does a text without a drawing look like shots? It does if it has an equals sign, the name
/// of a side, an entry such as `w4`, or begins with an entry in its only line.
pub(super) fn are_in(text: &str) -> bool {
    let is_entry = |text: &str| Position::parse(text, Size::of_width(MAX_WIDTH)).is_ok();
    let is_side = |word: &str| {
        let sides = ["west", "south", "east", "north"];
        sides.iter().any(|side| word.eq_ignore_ascii_case(side))
    };
    let begins = || {
        let first = items(text).find_map(Token::entry);
        !text.trim().contains('\n') && first.is_some_and(|(entry, _)| is_entry(entry.text))
    };
    text.contains('=')
        || super::words(text).any(|(word, ..)| is_side(word) || is_entry(word))
        || begins()
}

/// Reads shots. A configuration or the number of balls may come before them.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let mut size = Size::of_width(STANDARD);
    let mut balls = None;
    let mut shots = Vec::new();
    for mut item in items(text) {
        while !item.text.is_empty() {
            let (word, after) = item.word();
            if number::is_one(word) {
                let config =
                    Config::of_board_named(word).map_err(|error| item.wrong(&error.to_string()))?;
                size = config.size();
                balls = Some(config.atoms() as u64..=config.atoms() as u64);
                item = after;
            } else if let Some((range, after)) = balls_of(item) {
                balls = Some(range);
                (size, item) = size_of(after).unwrap_or((size, after));
            } else {
                shots.push(item);
                break;
            }
        }
    }
    let mut read = BoardText::of_board(Evidence::new(size));
    let mut said: BTreeMap<Position, &str> = BTreeMap::new();
    for mut part in shots {
        while !part.text.is_empty() {
            let (entry, outcome, rest) = shot(part, size)?;
            let shot = part.text[..part.text.len() - rest.text.len()].trim_end();
            let ends = match outcome {
                Outcome::Out(exit) => vec![(entry, outcome), (exit, Outcome::Out(entry))],
                other => vec![(entry, other)],
            };
            let board = &read.board;
            let before = |&&(end, now): &&(Position, Outcome)| {
                board.results()[end.index()].is_some_and(|before| before != now)
            };
            if let Some(&(position, _)) = ends.iter().find(before) {
                let before = said.get(&position).copied().unwrap_or("");
                let entry = position.words();
                return Err(part.wrong(&format!("{shot:?} contradicts {before:?} at {entry}")));
            }
            if board.results()[entry.index()].is_none() {
                read.shoot(entry, outcome);
            }
            said.extend(ends.iter().map(|&(end, _)| (end, shot)));
            part = rest;
        }
    }
    read.balls = balls;
    Ok(read)
}

/// Reads the first shot of a part: from where, what became of it, and what follows.
fn shot(part: Token, size: Size) -> Result<(Position, Outcome, Token), BoardTextError> {
    let Some((entry, rest)) = part.entry() else {
        return Err(part.expected(ITEM));
    };
    let entry = entry.position(size, entry.expected(ENTRY))?;
    let between = ["=", ":", "->", "→", "-"];
    let between = between.iter().find(|sign| rest.text.starts_with(**sign));
    let mut rest = rest.after(between.map_or(0, |sign| sign.len()));
    if rest.text.is_empty() {
        return Err(part.expected(SHOT));
    }
    let (word, after) = rest.word();
    match word.to_ascii_lowercase().as_str() {
        "h" | "@" | "hit" | "absorbed" => return Ok((entry, Outcome::Absorbed, after)),
        "r" | "&" | "reflected" => return Ok((entry, Outcome::Reflected, after)),
        _ => {}
    }
    for preposition in ["out", "at"] {
        match rest.word() {
            (word, after) if word.eq_ignore_ascii_case(preposition) => rest = after,
            _ => {}
        }
    }
    let Some((exit, after)) = rest.entry() else {
        return Err(rest.expected(OUTCOME));
    };
    let exit = exit.position(size, rest.expected(OUTCOME))?;
    let outcome = match exit == entry {
        true => Outcome::Reflected,
        false => Outcome::Out(exit),
    };
    Ok((entry, outcome, after))
}

/// `4 balls`, `3..6 atoms`, and what follows; people write `3-6 atoms`, too.
fn balls_of(part: Token) -> Option<(RangeInclusive<u64>, Token)> {
    let (number, rest) = part.word();
    let (noun, rest) = rest.word();
    if !matches!(noun, "ball" | "balls" | "atom" | "atoms") {
        return None;
    }
    let ends = number.split_once("..").or_else(|| number.split_once('-'));
    let (least, most) = ends.unwrap_or((number, number));
    let range = least.parse().ok()?..=most.parse().ok()?;
    (!range.is_empty()).then_some((range, rest))
}

/// The size in `are hidden in a box of 8 × 8`, with which `play` begins, and what follows.
fn size_of(part: Token) -> Option<(Size, Token)> {
    let size = part.text.split_once("hidden in a box of ")?.1;
    let (width, height) = size.split_once(" × ")?;
    let width = width.parse().ok()?;
    ((1..=MAX_WIDTH).contains(&width) && height == width.to_string())
        .then(|| (Size::of_width(width), part.after(part.text.len())))
}
