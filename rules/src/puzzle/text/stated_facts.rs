//! Reads the lines of words around a drawing: the number of balls, and the size of the box.

use std::ops::RangeInclusive;
use std::slice;

use super::drawing::{has_spaced_cells, is_heading};
use super::error::{at, expected};
use super::pasted::Line;
use super::{BoardText, BoardTextError, number};
use crate::board::{Config, Size};
use crate::puzzle::evidence::{Evidence, Marks};

/// The information in the lines of words.
#[derive(Default)]
pub(super) struct StatedFacts {
    balls: Option<RangeInclusive<u64>>,
    pub(super) size: Option<Size>,
    /// A configuration in a line of its own, and the number of that line.
    named: Option<(Config, usize)>,
    /// Whether the text is an answer of `decode`, whose cells are chances.
    pub(super) is_answer: bool,
    /// Whether the text has more lines after the board that do not belong to it.
    has_more: bool,
}

impl StatedFacts {
    pub(super) fn of(lines: &[Line]) -> Result<StatedFacts, BoardTextError> {
        let mut stated = StatedFacts::default();
        for line in lines {
            let text = line.text();
            if let Some((column, number)) = balls_line(&text) {
                let number: u64 = (number.parse())
                    .map_err(|_| at(line.row, column, expected(number, "a number of balls")))?;
                stated.note_balls(number..=number, (line.row, column))?;
            } else if let Some(balls) = balls_in(&text.split_whitespace().collect::<Vec<&str>>()) {
                stated.note_balls(balls, (line.row, 0))?;
            } else if number::is_one(text.trim()) && !stated.is_answer {
                let config = number::config(text.trim(), line.row, 0)?;
                stated.named = Some((config, line.row));
                stated.size = Some(config.size());
            } else if text.contains(" molecules of ") || text.contains(" molecule of ") {
                // An answer of `decode` begins with the configurations that it has searched.
                let configs = text.split([' ', ';']).filter(|word| number::is_one(word));
                let configs: Vec<Config> = configs.filter_map(|name| name.parse().ok()).collect();
                if let (Some(first), Some(last)) = (configs.first(), configs.last()) {
                    stated.is_answer = true;
                    stated.size = Some(first.size());
                    stated.balls = Some(first.atoms() as u64..=last.atoms() as u64);
                }
            } else if text.starts_with("chance of an atom in %") {
                stated.is_answer = true;
            }
            stated.has_more |= is_heading(&text);
        }
        Ok(stated)
    }

    fn note_balls(
        &mut self,
        balls: RangeInclusive<u64>,
        (row, column): (usize, usize),
    ) -> Result<(), BoardTextError> {
        match *self.balls.get_or_insert(balls.clone()) == balls {
            true => Ok(()),
            false => Err(at(
                row,
                column,
                "this contradicts the number of balls before it",
            )),
        }
    }

    /// The lines that may be drawn, and the lines of words after them.
    pub(super) fn drawn<'a>(&self, lines: &'a [Line]) -> (Vec<Line>, &'a [Line]) {
        let is_words = |line: &Line| {
            let text = line.text();
            let mut words = text.split(|c: char| !c.is_alphabetic());
            is_heading(&text) || words.any(|word| word.len() > 3)
        };
        if self.is_answer || self.has_more {
            // Takes the first lines after those of words, up to an empty one.
            let lines = lines.iter();
            let lines = lines.skip_while(|line| line.is_blank() || is_words(line));
            let drawn = lines.take_while(|line| !line.is_blank() && !is_words(line));
            return (drawn.cloned().collect(), &[]);
        }
        // Of several boards of a game, the last one counts.
        let mut boards = lines
            .split(|line| is_words(line) && !has_spaced_cells(slice::from_ref(line)))
            .filter(|lines| has_spaced_cells(lines));
        let last = boards.next_back();
        let drawn = match (boards.next(), last) {
            (Some(_), Some(last)) => last,
            _ => lines,
        };
        let is_drawn = |line: &&Line| {
            let text = line.text();
            balls_line(&text).is_none() && !number::is_one(text.trim())
        };
        let after = last.and_then(|last| last.last());
        let after = after.map_or(lines.len(), |end| {
            lines.partition_point(|line| line.row <= end.row)
        });
        (
            drawn.iter().filter(is_drawn).cloned().collect(),
            &lines[after..],
        )
    }

    /// Adds the information from the words to the board.
    pub(super) fn add_to(&self, mut read: BoardText) -> Result<BoardText, BoardTextError> {
        let mut balls = self.balls.clone();
        if let Some((config, row)) = self.named {
            if config.size() != read.evidence.size() {
                let problem = format!(
                    "{config} contradicts the drawing of a box of {}",
                    read.evidence.size()
                );
                return Err(at(row, 0, problem));
            }
            let balls = balls.get_or_insert(config.balls());
            if !balls.contains(&(config.atoms() as u64)) {
                let problem = format!("{config} contradicts the number of balls");
                return Err(at(row, 0, problem));
            }
        }
        if let Some(hidden) = read.hidden {
            let config = hidden.config();
            let balls = balls.get_or_insert(config.balls());
            if !balls.contains(&(config.atoms() as u64)) {
                // The game is not over, and `o` is just another way to write `O`.
                (read.hidden, read.marks) = (None, Marks::of(&read.evidence));
            }
        }
        // A drawing by `display` has all rays and all atoms.
        let drawn = read.marks.atoms;
        if Evidence::of_all_rays(drawn) == read.evidence.without_marks() {
            balls.get_or_insert(drawn.config().balls());
        }
        read.balls = balls;
        Ok(read)
    }
}

/// The number of balls in the words of a game: `4 to 10 balls are hidden`, `1 of 4 balls placed`.
pub(super) fn balls_in(words: &[&str]) -> Option<RangeInclusive<u64>> {
    let is_count = |at: &usize| {
        matches!(words[*at], "ball" | "balls")
            && matches!(
                words[at + 1..],
                ["placed" | "placed,", ..] | ["are" | "is", "hidden" | "hidden.", ..]
            )
    };
    let at = (1..words.len()).find(is_count)?;
    let most = words[at - 1].parse().ok()?;
    let least = match words[..at - 1] {
        [.., least, "to"] => least.parse().ok()?,
        _ => most,
    };
    (least <= most).then_some(least..=most)
}

/// The column and the number of balls in `There are 4 balls in the box`.
fn balls_line(line: &str) -> Option<(usize, &str)> {
    let words: Vec<&str> = line.trim_end_matches('.').split_whitespace().collect();
    let ["There", "are" | "is", number, "ball" | "balls", rest @ ..] = &words[..] else {
        return None;
    };
    let column = line.find(number).unwrap_or_default();
    (rest == ["in", "the", "box"]).then(|| (line[..column].chars().count(), *number))
}
