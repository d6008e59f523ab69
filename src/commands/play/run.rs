//! `play`: chooses what is hidden, and looks at a game once more.

use random::SplitMix64;
use watch::{Halt, Watcher};

use crate::board::{Board, Config};
use crate::error::Result;
use crate::puzzle::game::Game;
use crate::puzzle::review::Review;
use crate::puzzle::{PlayError, drawn};
use crate::work::limited;

/// What kind of board is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardKind {
    /// Any board, all equally likely.
    Any,
    /// A board that all rays together decide.
    Fair,
    /// A board that answers every ray as another one does.
    Hard,
}

/// It gives up after this number of boards that are not wanted.
const TRIES: u64 = 10_000;

/// A new game of a configuration. The same seed hides the same molecule, forever.
/// [`PlayError::NoneWanted`] if it finds no board of the wanted kind.
pub(crate) fn new_game(
    config: Config,
    wanted: BoardKind,
    seed: u64,
    watcher: &dyn Watcher,
) -> Result<Game> {
    let mut random = SplitMix64(seed);
    let mut below = |end: u64| random.below(end);
    let mut any = || {
        let hidden = match config.is_numbered() {
            true => Board::from_number(below(config.molecules()) + 1, config)?,
            false => drawn::one(config, &mut below),
        };
        let atoms = config.atoms() as u64;
        Some(Game::new(hidden, atoms..=atoms))
    };
    let none = PlayError::NoneWanted {
        config,
        fair: wanted == BoardKind::Fair,
        tries: TRIES,
    };
    let ends = ("stopped; no game has begun", none);
    limited(watcher, ("looking for a board", TRIES), ends, |observed| {
        for _ in 0..TRIES {
            observed.add(1)?;
            let Some(mut game) = any() else { continue };
            game.fair = wanted == BoardKind::Fair;
            match wanted {
                BoardKind::Any => return Ok(game),
                BoardKind::Fair if game.is_fair(observed)? => return Ok(game),
                BoardKind::Hard if !game.is_fair(observed)? => return Ok(game),
                _ => {}
            }
        }
        Err(Halt::Enough)
    })
}

/// Looks at each ray of a game once more. [`PlayError::TooManyPossibilities`] if it can say nothing
/// about a board.
pub(crate) fn review(game: &Game, watcher: &dyn Watcher) -> Result<Review> {
    let task = ("looking back", game.review_work());
    let ends = (
        "stopped; the game is as it was",
        PlayError::TooManyPossibilities,
    );
    limited(watcher, task, ends, |observed| game.review(observed))
}
