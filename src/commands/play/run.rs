//! `play`: chooses what is hidden, and looks at a game once more.

use watch::Watcher;

use crate::board::Config;
use crate::error::Result;
use crate::puzzle::game::{BoardKind, Game, TRIES};
use crate::puzzle::review::Review;
use crate::puzzle::{PlayError, names};
use crate::work::limited;

/// A new game of one of these configurations. The same seed hides the same molecule, forever.
/// [`PlayError::NoneWanted`] if it finds no board of the wanted kind.
pub(crate) fn new_game(
    configs: &[Config],
    kind: BoardKind,
    seed: u64,
    watcher: &dyn Watcher,
) -> Result<Game> {
    let none = PlayError::NoneWanted {
        configs: names(configs),
        fair: kind == BoardKind::Fair,
    };
    let ends = ("stopped; no game has begun", none);
    limited(watcher, ("looking for a board", TRIES), ends, |observed| {
        Game::draw(configs, kind, seed, observed)
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
