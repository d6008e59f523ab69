//! A game as a text, so that a player can leave and resume it. The text has a line that identifies the format, the
//! [name](Game::name) of the game, and its moves, one per line. If the player knows that the board is
//! [fair](Game::fair), a line before the moves says so, and another one names the [day](Game::day) of the
//! board, if any.
//!
//! Every move appends a line and changes no other, so the moves so far survive if the program is killed.
//!
//! ```
//! use blackbox_rules::board::Board;
//! use blackbox_rules::puzzle::game::Game;
//! use blackbox_rules::puzzle::text::saved_game::{beginning, line, parse};
//! use blackbox_rules::puzzle::words::Move;
//!
//! let hidden = Board::first("A2_B4".parse()?);
//! let mut game = Game::new(hidden, 2..=2);
//! let mut text = beginning(&game);
//! let step = Move::Shoot(hidden.size().position(2).ok_or("it has 16 positions")?);
//! game.play(step)?;
//! text += &line(step);
//! let (read, ending) = parse(&text)?;
//! assert_eq!((read.evidence(), ending), (game.evidence(), None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{BoardText, BoardTextError};
use crate::puzzle::game::{Ending, Game};
use crate::puzzle::words::{Move, Word, WordError};

/// The first line of a saved game.
#[doc(hidden)]
pub const FIRST_LINE: &str = "Black Box game";

/// The line of a game whose player knows that the board is fair.
const FAIR: &str = "fair";

/// The beginning of the line with the day of the board.
const DAY: &str = "day ";

/// Why a text is not a saved game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedGameError {
    /// The first line is not that of a saved game.
    #[error("it does not begin with {FIRST_LINE:?}")]
    WrongFirstLine,
    /// The name does not contain a hidden board.
    #[error("line 2 does not contain a molecule")]
    NothingHidden,
    /// The name is not that of a game.
    #[error("line 2: {0}")]
    Name(BoardTextError),
    /// A line, counted from 1, is not a word of the game.
    #[error("line {0}: {1}")]
    NoMove(usize, WordError),
    /// A line is a word that is not a move, or it comes after the end of the game.
    #[error("line {0} is not a move")]
    Misplaced(usize),
}

/// The lines of a saved game before its moves.
pub fn beginning(game: &Game) -> String {
    let fair = game.fair.then(|| FAIR.to_owned());
    let day = game.day.as_ref().map(|day| format!("{DAY}{day}"));
    let lines = [FIRST_LINE.to_owned(), game.name()].into_iter();
    let lines = lines.chain(fair).chain(day);
    lines.map(|line| line + "\n").collect()
}

/// The line of a saved game for a move.
pub fn line(step: Move) -> String {
    step.text() + "\n"
}

/// Parses a saved game, and replays it to its end if it has one. A last line that was cut off is ignored.
///
/// Fails if the text is not a saved game.
pub fn parse(text: &str) -> Result<(Game, Option<Ending>), SavedGameError> {
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = (1..).zip(whole.lines()).peekable();
    if lines.next().map(|(_, text)| text) != Some(FIRST_LINE) {
        return Err(SavedGameError::WrongFirstLine);
    }
    let mut game = named(lines.next().unwrap_or_default().1)?;
    game.fair = lines.next_if(|&(_, text)| text == FAIR).is_some();
    let day = lines.next_if(|(_, text)| text.strip_prefix(DAY).is_some_and(is_day));
    game.day = day.map(|(_, text)| text[DAY.len()..].to_owned());
    let size = game.config().size();
    let mut ending = None;
    for (line, text) in lines {
        match Word::parse(text, size) {
            Ok(Word::Move(step)) if ending.is_none() => {
                ending = (game.play(step)).map_err(|_| SavedGameError::Misplaced(line))?;
            }
            Ok(_) => return Err(SavedGameError::Misplaced(line)),
            Err(error) => return Err(SavedGameError::NoMove(line, error)),
        }
    }
    Ok((game, ending))
}

/// Whether a text has the form of a date such as 2026-11-24.
fn is_day(text: &str) -> bool {
    let is_right = |(at, c): (usize, char)| match at {
        4 | 7 => c == '-',
        _ => c.is_ascii_digit(),
    };
    text.len() == 10 && text.char_indices().all(is_right)
}

/// A new game with the board that a name hides: a game ID, or a number such as `A4_B8:2813`.
///
/// Fails if the name contains no hidden board.
#[doc(hidden)]
pub fn named(name: &str) -> Result<Game, SavedGameError> {
    let read = BoardText::parse(name.as_bytes()).map_err(SavedGameError::Name)?;
    let hidden = read.hidden.ok_or(SavedGameError::NothingHidden)?;
    let balls = read.balls.unwrap_or(hidden.config().balls());
    Ok(Game::new(hidden, balls))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Board, Cell, Config, Position, Size};
    use crate::puzzle::words::Mark;

    /// Moves that a player can make.
    fn moves(p: usize) -> impl Strategy<Value = Vec<Move>> {
        let size = Size::of_width(p);
        let mark = prop_oneof![Just(Mark::Nothing), Just(Mark::Ball), Just(Mark::Empty)];
        let step = prop_oneof![
            (0..4 * p).prop_map(move |index| Move::Shoot(Position::of(index, size))),
            (0..p * p, mark).prop_map(move |(index, mark)| Move::Mark(Cell::of(index, size), mark)),
            Just(Move::Undo),
        ];
        prop::collection::vec(step, 0..40)
    }

    proptest! {
        #[test]
        fn saved_games_round_trip(
            (p, steps) in (1..=11usize).prop_flat_map(|p| (Just(p), moves(p))),
            atoms in 0..=3u64,
            number in any::<u64>(),
            fair in any::<bool>(),
            day in prop::option::of("[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        ) {
            let config = Config::new(atoms.min((p * p) as u64), p as u64).unwrap();
            let hidden = Board::from_number(number % config.molecules() + 1, config).unwrap();
            let mut game = Game::new(hidden, config.balls());
            (game.fair, game.day) = (fair, day);
            let mut text = beginning(&game);
            // The moves that were not taken back.
            let mut kept: Vec<Move> = Vec::new();
            let mut taken_back = 0;
            for step in steps {
                let idle = game.is_idle(step);
                game.play(step).unwrap();
                text += &line(step);
                match step {
                    Move::Undo => {
                        taken_back += u64::from(matches!(kept.pop(), Some(Move::Shoot(_))));
                    }
                    step if !idle => kept.push(step),
                    _ => {}
                }
            }
            let mut straight = Game::new(hidden, config.balls());
            for step in kept {
                straight.play(step).unwrap();
            }
            let (read, ending) = parse(&text).unwrap();
            prop_assert_eq!(ending, None);
            prop_assert_eq!((read.fair, &read.day), (fair, &game.day));
            for other in [&straight, &read] {
                prop_assert_eq!(other.evidence(), game.evidence());
                prop_assert_eq!(other.labels(), game.labels());
                prop_assert_eq!(other.hidden(), hidden);
            }
            prop_assert_eq!(game.taken_back, taken_back);
            prop_assert_eq!(read.taken_back, taken_back);
        }
    }
}
