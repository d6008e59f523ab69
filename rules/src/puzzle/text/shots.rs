//! Reads rays in words: `west 4 = H, north 2 = east 5`, `w4 H, n2 e5`, or the lines that `play` prints. Words of
//! other programs and of rule sheets are understood, too: `3 top miss`, `D left = R`.
//!
//! The board of the published board game numbers its entries from 1, anticlockwise from the upper left corner.
//! Positions have the same order, but begin at 0. A number alone is an entry of the published board, as
//! [`BoardText::note`] then reports; `position 9` is a position.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::error::{at, expected};
use super::{BoardText, BoardTextError, number};
use crate::board::{Config, Position, PositionError, Side, Size};
use crate::puzzle::evidence::Evidence;
use crate::ray::Outcome;

/// The default width of the box.
const STANDARD: usize = 8;

const SHOT: &str = "a shot such as west 4 = H, west 5 = R, or north 2 = east 5";
const ENTRY: &str = "a side and a number, such as west 4";
const ITEM: &str = "a shot such as west 4 = H; a configuration such as A4_B8 or A4_B9x7; or a number such as 3..6 balls";
const OUTCOME: &str = "H, R, or where the ray came out, such as east 5";

/// The words before a number of the printed board, and those before a position from 0.
const PRINTED: [&str; 2] = ["ray", "entry"];
const POSITION: [&str; 2] = ["position", "pos"];

/// A part of the text without surrounding spaces, and the place where it begins.
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

    /// The first word, and the rest.
    fn word(self) -> (&'a str, Token<'a>) {
        let end = self.text.find(char::is_whitespace);
        let end = end.unwrap_or(self.text.len());
        (&self.text[..end], self.after(end))
    }

    /// The first run of letters or of digits, and the rest.
    fn run(self) -> (&'a str, Token<'a>) {
        let is_digit = self.text.starts_with(|c: char| c.is_ascii_digit());
        let is_other = |c: char| match is_digit {
            true => !c.is_ascii_digit(),
            false => !c.is_ascii_alphabetic(),
        };
        let end = self.text.find(is_other).unwrap_or(self.text.len());
        (&self.text[..end], self.after(end))
    }

    /// The entry at the beginning, where a ray enters or leaves, and the rest. An entry is a side and a number, in
    /// either order, a side and a letter for the number, or a number alone. The box may have no such position.
    fn entry(self) -> Option<(Token<'a>, Token<'a>)> {
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let (first, one) = self.run();
        let (second, two) = one.run();
        let rest = match (is_number(first), is_number(second)) {
            (false, true) if !first.is_empty() => two,
            (true, false) if Side::from_word(second).is_some() => two,
            (true, _) => one,
            (false, false) if first.len() == 1 && Side::from_word(second).is_some() => two,
            _ => return None,
        };
        let ends = rest.text.is_empty() || {
            let bytes = self.text.len() - rest.text.len();
            let before = self.text[..bytes].chars().next_back();
            before.is_some_and(char::is_whitespace) || rest.text.starts_with(['=', ':', '-', '→'])
        };
        let entry = Token {
            text: self.text[..self.text.len() - rest.text.len()].trim_end(),
            ..self
        };
        ends.then_some((entry, rest))
    }

    /// The position of an entry, or the error `otherwise` if it is none.
    fn position(self, size: Size, otherwise: BoardTextError) -> Result<Placed<'a>, BoardTextError> {
        let (word, number) = self.run();
        let word = word.to_ascii_lowercase();
        let is_alone = word.starts_with(|c: char| c.is_ascii_digit()) && number.text.is_empty();
        let [printed, position] =
            [&PRINTED[..], &POSITION[..]].map(|words| words.contains(&&word[..]));
        if is_alone || printed || position {
            let text = if is_alone { self.text } else { number.text };
            let number: Option<usize> = text.parse().ok();
            let index = number.and_then(|number| number.checked_sub(usize::from(!position)));
            let found = index.and_then(|index| size.position(index));
            let last = size.positions();
            return found
                .map(|at| (at, (!position).then_some(text)))
                .ok_or_else(|| {
                    self.wrong(&match (number, position) {
                        (_, true) => format!("positions run from 0 to {} here", last - 1),
                        (Some(0), false) => {
                            "a number alone is an entry of the printed board, and these begin \
                                         at 1; a position is written position 0"
                                .to_owned()
                        }
                        _ => format!("the entries around a box of {size} run from 1 to {last}"),
                    })
                });
        }
        let found = Position::parse(self.text, size).map_err(|error| match error {
            PositionError::NoPosition => otherwise,
            PositionError::Outside { .. } => {
                let (rows, columns) = (size.rows(), size.columns());
                let lines = match size.is_square() {
                    true => format!("rows and columns are 1 to {rows}"),
                    false => format!("rows are 1 to {rows}, and columns 1 to {columns}"),
                };
                self.wrong(&format!(
                    "{:?} is not beside a box of {size}, whose {lines}; for another box, start \
                     with its configuration, such as A4_B9x7 for 9 rows and 7 columns",
                    self.text
                ))
            }
        });
        found.map(|position| (position, None))
    }

    fn wrong(self, problem: &str) -> BoardTextError {
        at(self.row, self.column, problem)
    }

    fn expected(self, wanted: &str) -> BoardTextError {
        self.wrong(&expected(self.text, wanted))
    }
}

/// A position, and its number on the printed board if it was given as one.
type Placed<'a> = (Position, Option<&'a str>);

/// The parts between commas, semicolons and ends of lines, without a full stop at their ends.
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

/// The configuration and the rays of a board in words, which [`BoardText::parse`] reads as the same board.
///
/// ```
/// use blackbox_rules::puzzle::text::{BoardText, shots};
///
/// let read = BoardText::parse(b"A4_B8, n2 e5, w4 H")?;
/// assert_eq!(shots::write(&read.evidence, 4..=4), "A4_B8, west 4 = H, east 5 = north 2");
/// # Ok::<(), blackbox_rules::puzzle::text::BoardTextError>(())
/// ```
pub fn write(evidence: &Evidence, atoms: RangeInclusive<usize>) -> String {
    let (least, most) = atoms.into_inner();
    let config = Config::of_size(least, evidence.size()).to_string();
    let range = (least < most).then(|| format!("{least}..{most} atoms"));
    let shots = evidence.shots();
    let shots = shots.map(|(position, outcome)| format!("{position} = {outcome}"));
    [config].into_iter().chain(range).chain(shots).join(", ")
}

/// Whether a text without a drawing looks like rays in words. It does if it has an equals sign, the name of a side
/// or an entry such as `w4`, if its only line begins with an entry, or if it can be read completely.
pub(super) fn are_in(text: &str) -> bool {
    let is_entry = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        !is_number && Position::parse(text, Size::LARGEST).is_ok()
    };
    let is_side = |word: &str| word.len() > 1 && Side::from_word(word).is_some();
    let is_numbered = |word: &str| PRINTED.contains(&word) || POSITION.contains(&word);
    let begins = || {
        let first = items(text).find_map(Token::entry);
        first.is_some_and(|(entry, rest)| {
            // An empty line before it would be the upper side of a drawing of one row.
            rest.text.starts_with(':') || !text.trim_end().contains('\n') && is_entry(entry.text)
        })
    };
    // Numbers of the printed board may look like the labels of a drawing.
    let is_read = || {
        let has_signs = text.contains(|c: char| c.is_ascii_alphabetic() || c == '-');
        has_signs && !text.contains("- ") && read(text).is_ok()
    };
    let mut words = super::board_text::words(text).map(|(word, ..)| word);
    text.contains('=')
        || words.any(|word| is_side(word) || is_entry(word) || is_numbered(word))
        || begins()
        || is_read()
}

/// Parses rays in words. A configuration or the number of balls may precede them.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    fn agree<T: PartialEq + Clone>(known: &mut Option<T>, now: T) -> bool {
        *known.get_or_insert(now.clone()) == now
    }
    let (mut config, mut size, mut balls) = (None::<Config>, None::<Size>, None);
    let mut shots = Vec::new();
    for mut item in items(text) {
        // After a mark, `play` prints `1 of 4 balls placed` or `noted`.
        while !matches!(item.text, "" | "placed" | "noted") {
            let (word, after) = item.word();
            let (agrees, after) = if number::is_one(word) {
                let now = number::config(word, item.row, item.column)?;
                (
                    agree(&mut config, now) && agree(&mut size, now.size()),
                    after,
                )
            } else if let Some((range, after)) = balls_of(match after.word() {
                ("of", all) => all,
                _ => item,
            }) {
                let (now, rest) = size_of(after).unzip();
                let agrees = now.is_none_or(|now| agree(&mut size, now));
                (agree(&mut balls, range) && agrees, rest.unwrap_or(after))
            } else {
                shots.push(item);
                break;
            };
            let contains = |atoms| balls.as_ref().is_none_or(|balls| balls.contains(&atoms));
            if !agrees || config.is_some_and(|config| !contains(config.atoms() as u64)) {
                return Err(item.wrong("this contradicts an earlier statement about the box"));
            }
            item = after;
        }
    }
    let size = size.unwrap_or(Size::of_width(STANDARD));
    let balls = balls.or(config.map(Config::balls));
    let mut read = BoardText::of_evidence(Evidence::new(size));
    // For each position, the words that gave its result, and the number that was written for it.
    let mut known = vec![""; size.positions()];
    let mut printed = vec![None; size.positions()];
    for mut part in shots {
        while !part.text.is_empty() {
            let (places, outcome, rest) = shot(part, size)?;
            let entry = places[0].0;
            for (at, number) in places.iter().filter(|(_, number)| number.is_some()) {
                printed[at.index()] = *number;
            }
            let shot = part.text[..part.text.len() - rest.text.len()].trim_end();
            let ends = match outcome {
                Outcome::Out(exit) => vec![(entry, outcome), (exit, Outcome::Out(entry))],
                other => vec![(entry, other)],
            };
            let evidence = &read.evidence;
            let before = |&&(end, now): &&(Position, Outcome)| {
                evidence.results()[end.index()].is_some_and(|before| before != now)
            };
            if let Some(&(position, _)) = ends.iter().find(before) {
                let before = known[position.index()];
                let entry = position.words();
                return Err(part.wrong(&format!("{shot:?} contradicts {before:?} at {entry}")));
            }
            if evidence.results()[entry.index()].is_none() {
                read.shoot(entry, outcome);
            }
            ends.iter().for_each(|(end, _)| known[end.index()] = shot);
            part = rest;
        }
    }
    read.balls = balls;
    let mut printed = size.all_positions().zip(printed);
    read.note = printed
        .find_map(|(at, number)| Some((at, number?)))
        .map(|(at, number)| {
            format!(
                "numbers are read as in the board game, anticlockwise from 1 at the upper left: {number} is {}, \
                 which is position {}",
                at.words(),
                at.index()
            )
        });
    Ok(read)
}

/// Parses the first ray of a part: its two ends, its outcome, and the rest of the part.
fn shot<'a>(
    part: Token<'a>,
    size: Size,
) -> Result<(Vec<Placed<'a>>, Outcome, Token<'a>), BoardTextError> {
    let (text, answer) = part.run();
    let number = Token { text, ..part };
    let entry = match text.parse::<u64>() {
        // Here, `r` is the result, and not the side on the right.
        Ok(_) if answer.text.eq_ignore_ascii_case("r") => Some((number, answer)),
        _ => part.entry(),
    };
    let Some((entry, rest)) = entry else {
        return Err(part.expected(ITEM));
    };
    let placed = entry.position(size, entry.expected(ENTRY))?;
    let between = ["=>", "=", ":", "->", "→", "-"];
    let between = between.iter().find(|sign| rest.text.starts_with(**sign));
    let mut rest = rest.after(between.map_or(0, |sign| sign.len()));
    if rest.text.is_empty() {
        return Err(part.expected(SHOT));
    }
    // `is absorbed`, `comes out at east 5`, `detour to east 5`.
    const FILLING: &str = "is was a comes came exits detour deflected goes out at to";
    loop {
        let (word, after) = rest.word();
        let word = word.to_ascii_lowercase();
        match &word[..] {
            "h" | "@" | "hit" | "hits" | "absorbed" | "absorption" => {
                return Ok((vec![placed], Outcome::Absorbed, after));
            }
            "r" | "&" | "reflected" | "reflection" => {
                return Ok((vec![placed], Outcome::Reflected, after));
            }
            "miss" | "misses" | "straight" => {
                let exit = placed.0.opposite();
                return Ok((vec![placed, (exit, None)], Outcome::Out(exit), after));
            }
            word if FILLING.split(' ').any(|filling| filling == word) => rest = after,
            _ => break,
        }
    }
    let Some((exit, after)) = rest.entry() else {
        return Err(rest.expected(OUTCOME));
    };
    let exit = exit.position(size, rest.expected(OUTCOME))?;
    let outcome = match exit.0 == placed.0 {
        true => Outcome::Reflected,
        false => Outcome::Out(exit.0),
    };
    Ok((vec![placed, exit], outcome, after))
}

/// The ray in a line that `play` prints, such as `west 1: absorbed`.
pub(super) fn reported(line: &str, size: Size) -> Option<(Position, Outcome)> {
    let token = Token {
        text: line.trim(),
        row: 0,
        column: 0,
    };
    let (places, outcome, rest) = shot(token, size).ok()?;
    (line.contains([':', '=']) && rest.text.is_empty()).then_some((places[0].0, outcome))
}

/// Parses `4 balls` or `3..6 atoms`, and returns the rest. People also write `3-6 atoms` or `3 to 6 atoms`.
fn balls_of(part: Token) -> Option<(RangeInclusive<u64>, Token)> {
    let (number, rest) = part.word();
    let (most, after) = match rest.word() {
        ("to", rest) => rest.word(),
        _ => (number, rest),
    };
    let (noun, rest) = after.word();
    if !matches!(noun, "ball" | "balls" | "atom" | "atoms") {
        return None;
    }
    let ends = number.split_once("..").or_else(|| number.split_once('-'));
    let (least, most) = ends.unwrap_or((number, most));
    let range = least.parse().ok()?..=most.parse().ok()?;
    (!range.is_empty()).then_some((range, rest))
}

/// The size, rows first, in `are hidden in a box of 8 × 8`, with which `play` begins, and the rest.
fn size_of(part: Token) -> Option<(Size, Token)> {
    let size = part.text.split_once("hidden in a box of ")?.1;
    let size = size.replace(" rows", "").replace(" columns", "");
    let (rows, columns) = size.split_once(" × ")?;
    let size = Size::new(rows.parse().ok()?, columns.parse().ok()?).ok()?;
    Some((size, part.after(part.text.len())))
}
