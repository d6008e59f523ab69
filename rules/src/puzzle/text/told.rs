//! What the lines of words around a drawing tell: the number of balls, and the size of the box.

use std::ops::RangeInclusive;

use super::drawing::is_heading;
use super::error::{at, expected};
use super::pasted::Line;
use super::{BoardText, BoardTextError, number};
use crate::board::{Config, Size};
use crate::puzzle::evidence::Marks;

/// What the lines of words tell.
#[derive(Default)]
pub(super) struct Told {
    balls: Option<RangeInclusive<u64>>,
    pub(super) size: Option<Size>,
    /// A configuration in a line of its own, and that line.
    named: Option<(Config, usize)>,
    /// Is it an answer of `decode`, whose cells are chances?
    pub(super) is_answer: bool,
    /// Does more follow after the box that is not a part of it?
    has_more: bool,
}

impl Told {
    pub(super) fn of(lines: &[Line]) -> Result<Told, BoardTextError> {
        let mut told = Told::default();
        for line in lines {
            let text = line.text();
            if let Some((column, number)) = balls_line(&text) {
                let number: u64 = (number.parse())
                    .map_err(|_| at(line.row, column, expected(number, "a number of balls")))?;
                if *told.balls.get_or_insert(number..=number) != (number..=number) {
                    let problem = "this contradicts the number of balls before it";
                    return Err(at(line.row, column, problem));
                }
            } else if number::is_one(text.trim()) {
                let config = text.trim().parse::<Config>();
                let config = config.map_err(|error| at(line.row, 0, error.to_string()))?;
                told.named = Some((config, line.row));
                told.size = Some(config.size());
            } else if text.contains(" of ") && text.contains(" molecules of ") {
                // An answer of `decode` begins with the configurations that it has searched.
                let configs = text.split([' ', ';']).filter(|word| number::is_one(word));
                let configs: Vec<Config> = configs.filter_map(|name| name.parse().ok()).collect();
                if let (Some(first), Some(last)) = (configs.first(), configs.last()) {
                    told.is_answer = true;
                    told.size = Some(first.size());
                    told.balls = Some(first.atoms() as u64..=last.atoms() as u64);
                }
            } else if text.starts_with("chance of an atom in %") {
                told.is_answer = true;
            }
            told.has_more |= is_heading(&text);
        }
        Ok(told)
    }

    /// The lines that may be drawn.
    pub(super) fn drawn(&self, lines: Vec<Line>) -> Vec<Line> {
        if !(self.is_answer || self.has_more) {
            // Of several boards of a game, the last one counts, which ends with the number of balls.
            let is_end = |at: &usize| balls_line(&lines[*at].text()).is_some();
            let ends: Vec<usize> = (0..lines.len()).filter(is_end).collect();
            let drawn = match ends[..] {
                [.., before, last] => &lines[before + 1..last],
                _ => &lines[..],
            };
            let is_drawn = |line: &&Line| {
                let text = line.text();
                balls_line(&text).is_none() && !number::is_one(text.trim())
            };
            return drawn.iter().filter(is_drawn).cloned().collect();
        }
        // The first lines after those of words, up to an empty one.
        let is_words = |line: &Line| {
            let text = line.text();
            let mut words = text.split(|c: char| !c.is_alphabetic());
            is_heading(&text) || words.any(|word| word.len() > 3)
        };
        let lines = lines.into_iter();
        let lines = lines.skip_while(|line| line.is_blank() || is_words(line));
        lines
            .take_while(|line| !line.is_blank() && !is_words(line))
            .collect()
    }

    /// What was read, with what the words tell.
    pub(super) fn with(&self, mut read: BoardText) -> Result<BoardText, BoardTextError> {
        let mut balls = self.balls.clone();
        if let Some((config, row)) = self.named {
            if config.size() != read.board.size() {
                let problem = format!(
                    "{config} contradicts the drawing of a box of {}",
                    read.board.size()
                );
                return Err(at(row, 0, problem));
            }
            let atoms = config.atoms() as u64;
            balls = balls.or(Some(atoms..=atoms));
        }
        if let Some(hidden) = read.hidden {
            let atoms = hidden.config().atoms() as u64;
            let told = balls.get_or_insert(atoms..=atoms);
            if !told.contains(&atoms) {
                // So the game is not over, and `o` is just another way to write `O`.
                (read.hidden, read.marks) = (None, Marks::of(&read.board));
            }
        }
        read.balls = balls;
        Ok(read)
    }
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
