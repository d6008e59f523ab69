//! A game: drawing its board at random, the rays that the player's balls explain, its end, and its review.

use blackbox::board::{Board, Cell, Config, ConfigError, Size};
use blackbox::output::review::{moment, verdict, write_json};
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::game::{BoardKind, Game, POINTS_AN_ATOM};
use blackbox::puzzle::words::Mark;
use serde::{Deserialize, Serialize};

use crate::molecule::{exits, named, paths};
use crate::value::{cell, exit, position, shot, too_many};
use web_engine::{Refusal, object, unwatched, with_progress};

/// Draws a game with a number of atoms in a range that the player is given. If `fair` is true, no other molecule
/// has the spectrum of the hidden one; if it is false, another one has.
pub(crate) fn draw(
    (least, most): (u64, u64),
    (rows, columns): (usize, usize),
    fair: Option<bool>,
    seed: u64,
) -> Result<impl Serialize, Refusal> {
    let size = Size::new(rows, columns)?;
    if least > most {
        return Err(ConfigError::Range { least, most }.into());
    }
    // Fails early, before going through a long range.
    Config::in_box(most, size)?;
    let configs = (least..=most).map(|atoms| Config::in_box(atoms, size));
    let configs = configs.collect::<Result<Vec<_>, _>>()?;
    let kind = match fair {
        None => BoardKind::Any,
        Some(true) => BoardKind::Fair,
        Some(false) => BoardKind::Ambiguous,
    };
    let game = unwatched(|observed| Game::random(&configs, kind, seed, observed))?;
    Ok(game.name())
}

pub(crate) fn suppose(
    (rows, columns): (usize, usize),
    balls: &[usize],
    shots: &[(usize, i32)],
) -> Result<impl Serialize + use<>, Refusal> {
    let supposed = of_balls(balls, Size::new(rows, columns)?)?;
    let exits = exits(supposed);
    let mut board = Evidence::new(supposed.size());
    for &each in shots {
        let (position, outcome) = shot(each, supposed.size())?;
        board.note(position, outcome)?;
    }
    let shots = shots.iter();
    let explained = shots.filter(|(position, exit)| exits.get(*position) == Some(exit));
    Ok(object! {
        // The positions of fired rays whose answers the balls explain.
        explained: explained.map(|(position, _)| *position).collect::<Vec<usize>>(),
        // For each ray, its exit and its path with these balls.
        exits: exits,
        paths: paths(supposed),
        ray_points: board.ray_points(),
    })
}

fn of_balls(balls: &[usize], size: Size) -> Result<Board, Refusal> {
    let config = Config::in_box(balls.len() as u64, size)?;
    let cells = balls.iter().map(|&ball| cell(ball, config.size()));
    Ok(Board::with_atoms(
        cells.collect::<Result<Vec<_>, _>>()?,
        config.size(),
    )?)
}

#[derive(Deserialize)]
pub(crate) struct Check {
    /// The name of the game.
    name: String,
    balls: Vec<usize>,
    fired: Vec<usize>,
    #[serde(default)]
    gave_up: bool,
    /// For a review: the first rays of the best strategy on this board, if the page has them.
    #[serde(default)]
    opening: Vec<usize>,
}

impl Check {
    fn game(&self) -> Result<Game, Refusal> {
        let mut game = named(&self.name)?;
        let size = game.config().size();
        for &fired in &self.fired {
            game.fire(position(fired, size)?)?;
        }
        for &ball in &self.balls {
            game.mark(cell(ball, size)?, Mark::Ball)?;
        }
        Ok(game)
    }

    /// The document of `play --review`, and its sentences about the game. Progress counts one per ray, and two
    /// more.
    pub(crate) fn review(&self) -> Result<impl Serialize, Refusal> {
        let game = self.game()?;
        let size = game.config().size();
        let opening = self.opening.iter().map(|&at| position(at, size));
        let opening = opening.collect::<Result<Vec<_>, _>>()?;
        let review =
            with_progress(|observed| game.review(&opening, observed)).map_err(|_| too_many())?;
        let mut ending = game.end()?;
        ending.gave_up = self.gave_up;
        let mut document = Vec::new();
        write_json(&mut document, &game, &ending, &review)?;
        let shots = (1..).zip(&review.shots);
        let moments = shots.map(|(number, shot)| moment(shot, number, review.shots.len()));
        Ok(object! {
            // The document is a string that contains JSON.
            document: String::from_utf8(document)?,
            verdict: verdict(&game, &ending, &review),
            moments: moments.collect::<Vec<_>>(),
        })
    }

    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let game = self.game()?;
        let hidden = game.hidden();
        let ending = game.end()?;
        let only = |one: Board, other| -> Result<Vec<usize>, Refusal> {
            Ok(one.without(other)?.atoms().map(Cell::index).collect())
        };
        Ok(object! {
            // The cells with a ball but no atom, and those with an atom but no ball.
            wrong: only(ending.guess, hidden)?,
            missed: only(hidden, ending.guess)?,
            ray_points: ending.ray_points,
            ball_points: ending.ball_points(),
            // The points for balls, as the original counts them.
            original: POINTS_AN_ATOM * ending.wrong,
            found: ending.is_found(),
            // A ray that the balls do not explain.
            refuting: ending.refuted.map(|refuted| object! {
                position: refuted.position.index(),
                fired: refuted.was_fired,
                // Its exit, and its exit with these balls.
                exit: exit(refuted.position, refuted.hidden),
                supposed: exit(refuted.position, refuted.guessed),
            }),
        })
    }
}
