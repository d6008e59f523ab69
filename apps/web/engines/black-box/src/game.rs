//! A game: how it is drawn at random, what the player's balls explain, its end, and its review.

use blackbox::board::{Board, Cell, Config};
use blackbox::draw::review::{moment, verdict, write_json};
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::game::{BoardKind, Game, POINTS_AN_ATOM};
use blackbox::puzzle::words::Mark;
use blackbox::puzzle::{PlayError, names};
use serde::{Deserialize, Serialize};

use crate::molecule::{Named, exits, name, paths};
use crate::value::{cell, exit, position, range, shot, too_many, written_before};
use web_engine::{Refusal, object, unwatched};

/// A game whose number of atoms is in a range, which the player knows. If it is fair, no other
/// molecule answers every ray like it; if it is not, another one does.
pub(crate) fn draw(
    (least, most): (u64, u64),
    width: u64,
    fair: Option<bool>,
    seed: u64,
) -> Result<impl Serialize, Refusal> {
    let atoms = range(least, most)?;
    // Before a long range is gone through.
    Config::of_board(most, width)?;
    let configs = atoms.map(|atoms| Config::of_board(atoms, width));
    let configs = configs.collect::<Result<Vec<_>, _>>()?;
    let kind = match fair {
        None => BoardKind::Any,
        Some(true) => BoardKind::Fair,
        Some(false) => BoardKind::Hard,
    };
    let game = unwatched(|observed| Game::draw(&configs, kind, seed, observed));
    let game = game.map_err(|_| PlayError::NoneWanted {
        configs: names(&configs),
        fair: kind == BoardKind::Fair,
    })?;
    Ok(object! {
        config: game.config().to_string(),
        number: name(game.hidden()),
    })
}

pub(crate) fn suppose(
    width: u64,
    balls: &[usize],
    shots: &[(usize, i32)],
) -> Result<impl Serialize + use<>, Refusal> {
    let supposed = of_balls(balls, width)?;
    let exits = exits(supposed);
    let mut board = Evidence::new(supposed.size());
    for &each in shots {
        let (position, outcome) = shot(each, supposed.size())?;
        board.note(position, outcome)?;
    }
    let shots = shots.iter();
    let explained = shots.filter(|(position, exit)| exits.get(*position) == Some(exit));
    Ok(object! {
        // The shot positions whose answers the balls explain.
        explained: explained.map(|(position, _)| *position).collect::<Vec<usize>>(),
        // Where the balls would send each ray, and its way.
        exits: exits,
        paths: paths(supposed),
        ray_points: board.ray_points(),
    })
}

fn of_balls(balls: &[usize], width: u64) -> Result<Board, Refusal> {
    let config = Config::of_board(balls.len() as u64, width)?;
    let cells = balls.iter().map(|&ball| cell(ball, config.size()));
    let board = Board::with_atoms(cells.collect::<Result<Vec<_>, _>>()?, config.size())?;
    match board.config() == config {
        true => Ok(board),
        false => Err(Refusal("a cell has two balls".to_owned())),
    }
}

#[derive(Deserialize)]
pub(crate) struct Check {
    hidden: Named,
    /// The least and the greatest number of balls that the player knew of.
    told: (u64, u64),
    balls: Vec<usize>,
    fired: Vec<usize>,
}

impl Check {
    fn game(&self) -> Result<Game, Refusal> {
        let hidden = self.hidden.board()?;
        let (least, most) = self.told;
        let mut game = Game::new(hidden, least..=most);
        for &fired in &self.fired {
            game.fire(position(fired, hidden.size())?)?;
        }
        for &ball in &self.balls {
            game.mark(cell(ball, hidden.size())?, Mark::Ball)?;
        }
        Ok(game)
    }

    /// The document of `play --review`, and its sentences: about the game, and about each ray.
    pub(crate) fn review(&self) -> Result<impl Serialize, Refusal> {
        let game = self.game()?;
        let review = unwatched(|observed| game.review(observed)).map_err(|_| too_many())?;
        let mut document = Vec::new();
        write_json(&mut document, &game, &game.end()?, &review)?;
        let of = review.shots.len();
        let moments = (1..).zip(&review.shots);
        let moments = moments.map(|(number, shot)| moment(shot, number, of));
        Ok(object! {
            document: written_before(document)?,
            verdict: verdict(&game, &review),
            moments: moments.collect::<Vec<_>>(),
        })
    }

    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let game = self.game()?;
        let hidden = game.hidden();
        let ending = game.end()?;
        let only = |one: Board, other| -> Result<Vec<Cell>, Refusal> {
            Ok(one.without(other)?.atoms().collect())
        };
        Ok(object! {
            // Cells with a ball and no atom, and those with an atom and no ball.
            wrong: only(ending.guess, hidden)?,
            missed: only(hidden, ending.guess)?,
            // What rays and wrong balls cost, as the original counts.
            ray_points: ending.ray_points,
            ball_points: POINTS_AN_ATOM * ending.wrong,
            // Tatham's program accepts every molecule that answers all rays like the hidden one.
            accepted: ending.refuted.is_none(),
            // A ray that the balls do not explain.
            refuting: ending.refuted.map(|refuted| object! {
                position: refuted.position,
                fired: refuted.shot,
                // Where it comes out, and where the balls would send it.
                exit: exit(refuted.position, refuted.hidden),
                supposed: exit(refuted.position, refuted.guessed),
            }),
        })
    }
}
