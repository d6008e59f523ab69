//! Reads a molecule by its number, `A4_B8:2813`, or an unknown box, `A4_B8`. A number alone is that of a molecule
//! of the standard game.

use super::error::{at, expected};
use super::{BoardText, BoardTextError};
use crate::board::{Board, CONFIG_EXAMPLES, Config, ConfigError};
use crate::puzzle::evidence::Evidence;

/// Whether a word looks like a configuration, with or without a number.
pub(super) fn is_one(word: &str) -> bool {
    let config = word.split(':').next().unwrap_or_default();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (config.strip_prefix(['A', 'a']))
        .and_then(|rest| rest.split_once("_B").or_else(|| rest.split_once("_b")))
        .is_some_and(|(atoms, sides)| digits(atoms) && sides.split(['x', 'X']).all(digits))
}

/// Whether a word is a number without a configuration.
pub(super) fn is_alone(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a word looks like a mistyped configuration, such as `A4B8` or `a4-b`.
pub(super) fn is_like_one(word: &str) -> bool {
    word.starts_with(['A', 'a'])
        && word.contains(['B', 'b'])
        && word.contains(|c: char| c.is_ascii_digit())
        && word[1..]
            .chars()
            .all(|c| c.is_ascii_digit() || "_-:xXbB".contains(c))
}

/// Parses a configuration among other words, at a row and column of the text.
pub(super) fn config(word: &str, row: usize, column: usize) -> Result<Config, BoardTextError> {
    if word.contains(':') {
        let problem = "a molecule's number cannot be combined with other words, because it determines the answers to all rays";
        return Err(at(row, column, problem));
    }
    word.parse()
        .map_err(|error: ConfigError| at(row, column, error.to_string()))
}

/// Parses such a word, which begins at a row and column of the text.
pub(super) fn read(word: &str, row: usize, column: usize) -> Result<BoardText, BoardTextError> {
    if is_alone(word) {
        let config = Config::STANDARD;
        let note = format!("{word} is read as {config}:{word}");
        let read = read(&format!("{config}:{word}"), row, column)?;
        return Ok(BoardText {
            note: Some(note),
            ..read
        });
    }
    if !is_one(word) {
        let wanted = format!("a configuration such as {CONFIG_EXAMPLES}");
        return Err(at(row, column, expected(word, &wanted)));
    }
    let (name, number) = word.split_once(':').unzip();
    let config = config(name.unwrap_or(word), row, column)?;
    let Some(number) = number else {
        let mut unknown = BoardText::of_evidence(Evidence::new(config.size()));
        unknown.balls = Some(config.balls());
        return Ok(unknown);
    };
    // The molecules of this configuration must have numbers.
    let config = (config.counted()).map_err(|error| at(row, column, error.to_string()))?;
    let board = (number.parse().ok()).and_then(|number| Board::from_number(number, config));
    let board = board.ok_or_else(|| {
        let last = config.molecules();
        let number: String = number.chars().take(40).collect();
        let problem = format!(
            "{number:?} is not the number of a molecule of {config}; the numbers run from 1 to {last}"
        );
        at(row, column, problem)
    })?;
    Ok(BoardText::of_hidden(board, config.balls()))
}
