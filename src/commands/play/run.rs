//! `play`: chooses the hidden molecule, and reviews a game.

use std::sync::atomic::AtomicU64;

use clap::ValueEnum;
use random::SplitMix64;
use watch::{Observed, Watcher};

use crate::board::Config;
use crate::commands::play::opening::opening;
use crate::error::Result;
use crate::puzzle::PlayError;
use crate::puzzle::game::{BoardKind, Game, MAX_RANDOM_BOARDS, RandomGameError};
use crate::puzzle::review::Review;
use crate::work::{limited, stoppable};

/// The choice of a random board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardChoice {
    /// The first board of this kind.
    First(BoardKind),
    /// A fair board, chosen among several by its par.
    Graded(Difficulty),
}

/// The points that a player needs who follows each hint, compared with other boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Difficulty {
    /// Of five fair boards, the one with the lowest par
    Easy,
    /// Of five fair boards, the one with the median par
    Normal,
    /// Of five fair boards, the one with the highest par
    Hard,
}

/// A new game with one of these configurations. A seed always hides the same molecule, also in later versions.
/// Fails with [`PlayError::RandomGame`] if no board of the wanted kind is found.
pub(crate) fn new_game(
    configs: &[Config],
    choice: BoardChoice,
    seed: u64,
    watcher: &dyn Watcher,
) -> Result<Game> {
    /// The number of boards among which one is chosen.
    const BOARDS: u64 = 5;
    // Other errors of drawing are results of the work.
    let drawn = |kind, seed, observed: &Observed| match Game::random(configs, kind, seed, observed)
    {
        Err(RandomGameError::Halt(halt)) => Err(halt),
        drawn => Ok(drawn.map_err(PlayError::from)),
    };
    let (task, ended) = ("looking for a board", "stopped; no game has begun");
    let difficulty = match choice {
        BoardChoice::First(kind) => {
            let game = stoppable(watcher, (task, MAX_RANDOM_BOARDS), ended, |observed| {
                drawn(kind, seed, observed)
            });
            return Ok(game??);
        }
        BoardChoice::Graded(difficulty) => difficulty,
    };
    let ends = (ended, RandomGameError::TooLong.into());
    let game = limited(watcher, (task, BOARDS), ends, |observed| {
        let (mut random, mut games) = (SplitMix64(seed), Vec::new());
        for _ in 0..BOARDS {
            let tried = AtomicU64::new(0);
            let uncounted = Observed {
                done: &tried,
                ..*observed
            };
            let game = match drawn(BoardKind::Fair, random.next(), &uncounted)? {
                Ok(game) => game,
                none => return Ok(none),
            };
            let par = game
                .par(&opening(&game), &uncounted)?
                .evidence()
                .ray_points();
            games.push((par, game));
            observed.add(1)?;
        }
        games.sort_by_key(|(par, _)| *par);
        let place = match difficulty {
            Difficulty::Easy => 0,
            Difficulty::Normal => games.len() / 2,
            Difficulty::Hard => games.len() - 1,
        };
        Ok(Ok(games.swap_remove(place).1))
    });
    Ok(game??)
}

/// Reviews each ray of a game. [`PlayError::TooManyPossibilities`] if even an estimate takes too long.
pub(crate) fn review(game: &Game, watcher: &dyn Watcher) -> Result<Review> {
    let task = ("looking back", game.review_work());
    let ends = (
        "stopped; the game is as it was",
        PlayError::TooManyPossibilities,
    );
    limited(watcher, task, ends, |observed| {
        game.review(&opening(game), observed)
    })
}
