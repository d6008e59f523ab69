//! The game IDs of Simon Tatham's puzzle collection: `w8h8m4M4:` and digits.
//!
//! The letters give the width, the height, and the least and the greatest number of balls. After the colon come
//! hexadecimal digits: one byte each for the width, the height, and the column and row of each ball. The bytes are
//! masked so that a player does not read them by accident: first the first half of the bytes (rounded down) is
//! XORed with a mask made from the second half, and then the second half with a mask made from the first. The mask
//! of some bytes is the SHA-1 hashes of these bytes followed by `0`, by `1`, and so on.

use std::ops::RangeInclusive;

use crate::words::counted;
use itertools::Itertools;
use sha1::{Digest, Sha1};

use super::BoardTextError;
use super::error::{at, expected, no_size};
use crate::board::{Board, Size, WideMask};

/// The default numbers, for letters that are missing.
const STANDARD: [u64; 4] = [8, 8, 5, 5];
const LETTERS: [char; 4] = ['w', 'h', 'm', 'M'];

/// Whether a word looks like a game ID, or like its parameters followed by a random seed.
pub(super) fn is_one(word: &str) -> bool {
    let parameters = word.split([':', '#']).next().unwrap_or_default();
    parameters.len() < word.len()
        && parameters.starts_with(LETTERS)
        && parameters
            .chars()
            .all(|c| LETTERS.contains(&c) || c.is_ascii_digit())
}

/// Whether a word has the digits of a game ID, but after something else than parameters.
pub(super) fn is_like_one(word: &str) -> bool {
    word.split_once(':').is_some_and(|(parameters, digits)| {
        parameters.contains(|c: char| c.is_ascii_digit())
            && !parameters.contains('_')
            && digits.len() >= 8
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Whether a word looks like the parameters of a game ID alone, or like its digits alone.
pub(super) fn is_half(word: &str) -> bool {
    let is_digits = word.len() >= 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_whole = word.ends_with(|c: char| c.is_ascii_digit());
    is_digits || is_whole && word.contains('w') && word.contains('h') && is_one(&format!("{word}:"))
}

/// The hidden board, and the possible numbers of balls.
type Hidden = (Board, RangeInclusive<u64>);

/// Parses a game ID that begins at a row and column of the text.
pub(super) fn read(word: &str, row: usize, column: usize) -> Result<Hidden, BoardTextError> {
    let wrong = |offset: usize, problem: &str| at(row, column + offset, problem);
    let Some((parameters, digits)) = word.split_once(':') else {
        return Err(match word.find('#') {
            Some(offset) => wrong(
                offset,
                "the number after # is a random seed, which only Tatham's program understands; a \
                 game ID has a colon, and the menu of that program shows it under Specific",
            ),
            None => wrong(
                0,
                &expected(word, "both parts of a game ID, such as w8h8m4M4:7fb1…"),
            ),
        });
    };
    if !is_one(word) {
        let wanted = "the parameters of a game ID, such as w8h8m4M4";
        return Err(wrong(0, &expected(parameters, wanted)));
    }
    let mut numbers = STANDARD;
    for (offset, letter) in parameters.char_indices() {
        let Some(which) = LETTERS.iter().position(|&known| known == letter) else {
            continue;
        };
        let rest = &parameters[offset + 1..];
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        let number = digits.parse().ok().filter(|number| *number <= 255 * 255);
        numbers[which] = number.ok_or_else(|| {
            let read = format!("{letter}{digits}");
            wrong(
                offset,
                &expected(&read, "a letter and a number, such as w8"),
            )
        })?;
    }
    let [width, height, least, most] = numbers;
    let sides = [height, width].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let size = Size::new(sides[0], sides[1]);
    let size = size.map_err(|_| wrong(0, &no_size(sides[0], sides[1])))?;
    if least > most {
        let read = format!("m{least}M{most}");
        return Err(wrong(0, &expected(&read, "m with the lower number")));
    }
    let from = parameters.len() + 1;
    let mut strange = digits.chars().enumerate();
    if let Some((offset, strange)) = strange.find(|(_, c)| !c.is_ascii_hexdigit()) {
        let problem = expected(&strange.to_string(), "a hexadecimal digit");
        return Err(wrong(from + offset, &problem));
    }
    let balls = (digits.len() as u64 / 4).saturating_sub(1);
    if digits.len() % 4 != 0 || digits.len() < 4 || !(least..=most).contains(&balls) {
        let read = counted(digits.len() as u64, "digit", "digits");
        let wanted = "4 for the box and 4 more for each ball";
        return Err(wrong(from, &format!("found {read}, expected {wanted}")));
    }
    let mut bytes: Vec<u8> = (0..digits.len())
        .step_by(2)
        .filter_map(|i| u8::from_str_radix(&digits[i..i + 2], 16).ok())
        .collect();
    mask(&mut bytes, true);
    let corrupted =
        "this game ID is corrupted: no arrangement of balls in such a box has these digits";
    let (sides, places) = bytes.split_at(2);
    if [width, height] != [sides[0], sides[1]].map(u64::from) {
        return Err(wrong(from, corrupted));
    }
    let mut atoms: Vec<usize> = Vec::new();
    for place in places.chunks(2) {
        let Some(cell) = size.cell(place[1].into(), place[0].into()) else {
            return Err(wrong(from, corrupted));
        };
        if atoms.contains(&cell.index()) {
            let (row, column) = (cell.row() + 1, cell.column() + 1);
            let problem =
                format!("two balls of this game ID are in row {row}, column {column} of the box");
            return Err(wrong(from, &problem));
        }
        atoms.push(cell.index());
    }
    let board = Board::of_cells(WideMask::of_cells(atoms), size);
    Ok((board, least..=most))
}

/// The game ID of a board, which shows the possible numbers of balls to the player. Tatham's program supports boxes
/// from 2 × 2 with at least one free cell. This library also reads other boxes.
pub fn write(board: Board, balls: RangeInclusive<u64>) -> String {
    let [width, height] = [board.size().columns(), board.size().rows()];
    let places = board.atoms().map(|cell| [cell.column(), cell.row()]);
    let mut bytes: Vec<u8> = ([[width, height]].into_iter().chain(places))
        .flatten()
        .map(|number| number as u8)
        .collect();
    mask(&mut bytes, false);
    let (least, most) = balls.into_inner();
    format!(
        "w{width}h{height}m{least}M{most}:{:02x}",
        bytes.iter().format("")
    )
}

/// Masks the bytes, or removes the mask if `off` is true.
fn mask(bytes: &mut [u8], off: bool) {
    let (first, second) = bytes.split_at_mut(bytes.len() / 2);
    if off {
        xor(second, first);
        xor(first, second);
    } else {
        xor(first, second);
        xor(second, first);
    }
}

fn xor(target: &mut [u8], seed: &[u8]) {
    for (number, part) in target.chunks_mut(20).enumerate() {
        let hash = Sha1::new()
            .chain_update(seed)
            .chain_update(number.to_string())
            .finalize();
        for (byte, mask) in part.iter_mut().zip(hash) {
            *byte ^= mask;
        }
    }
}
