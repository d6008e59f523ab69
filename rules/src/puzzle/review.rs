//! Reviews a game: the information in each ray, compared with the best ray at that moment.
//!
//! ```
//! use blackbox_rules::puzzle::game::Game;
//! use blackbox_rules::puzzle::text::saved_game;
//! use blackbox_rules::watch::unwatched;
//!
//! let text = "Black Box game\nA2_B4:5\nwest 1\nsouth 1\nball 1 1\nball 2 2\ndone\n";
//! let (game, ending): (Game, _) = saved_game::parse(text).unwrap();
//! assert!(ending.is_some());
//! let review = unwatched(|observed| game.review(&[], observed)).unwrap();
//! let [first, second] = &review.shots[..] else { panic!() };
//! assert_eq!((first.counted.count, second.counted.count), (120, 48));
//! assert!(first.best.as_ref().unwrap().bits >= first.bits);
//! // The rays of a player who follows the hints.
//! let par = unwatched(|observed| game.par(&[], observed)).unwrap();
//! assert_eq!(review.par.map(|par| par.rays()), Some(par.rays()));
//! ```

use watch::{Halt, Observed};

use super::aim::Aim;
use super::game::Game;
use super::sheet::Sheet;
use super::solutions::{Agreement, Masked, masked};
use super::weigh::{AnswerCounts, NextRay, is_as_good};
use crate::board::{CellMask, Position};
use crate::partial::meter::{Meter, within_limit};
use crate::partial::tally::Counted;
use crate::ray::Outcome;

/// The greatest number of ends of a ray to find in the families that agree.
const STEPS: u64 = 1 << 20;

/// The information in each ray of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The rays, in the order in which they were fired.
    pub shots: Vec<Shot>,
    /// The molecules that agreed after the last ray.
    pub left: Counted,
    /// The number of rays after which no other ray could give information.
    pub decided: Option<usize>,
    /// The points for the rays.
    pub points: u64,
    /// The rays of a player who begins with the opening and then follows each hint for the fewest points. `None` if
    /// there were too many molecules to choose rays.
    pub par: Option<Sheet>,
    /// Whether that player had an opening.
    pub has_opening: bool,
}

/// A ray, and the state of the game before it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shot {
    /// The position where it enters.
    pub position: Position,
    /// Its outcome.
    pub outcome: Outcome,
    /// The molecules that agreed before the ray, and the chance of a ball in each cell.
    pub counted: Counted,
    /// The expected information of the answer.
    pub bits: f64,
    /// The error of the bits if they are estimated: a 95 % confidence bound.
    pub error: Option<f64>,
    /// The most informative ray at that moment.
    pub best: Option<NextRay>,
}

impl Shot {
    /// Whether no other ray was more informative.
    pub fn is_best(&self) -> bool {
        let best = self.best.as_ref();
        best.is_none_or(|best| best.position == self.position || is_as_good(self.bits, best.bits))
    }
}

impl Review {
    /// The first ray whose answer was certain before it was fired, counted from 1.
    pub fn first_unneeded(&self) -> Option<usize> {
        let is_certain = |shot: &Shot| shot.error.is_none() && is_as_good(0.0, shot.bits);
        Some(self.shots.iter().position(is_certain)? + 1)
    }
}

impl Game {
    /// The amount of work that [`Game::review`] reports.
    pub fn review_work(&self) -> u64 {
        self.rays() as u64 + 2
    }

    /// Reviews each ray, which takes about a second per ray. The opening is that of [`Game::par`].
    ///
    /// # Errors
    ///
    /// If it is interrupted, or even an estimate takes too long ([`Halt::Enough`]).
    pub fn review(&self, opening: &[Position], observed: &Observed) -> Result<Review, Halt> {
        let (mut shots, mut decided) = (Vec::new(), None);
        let mut played = self.shots();
        let left = loop {
            let question = self.after(shots.len()).question();
            let question = question.map_err(|_| Halt::Enough)?;
            let solutions = question.find_quickly(0, observed)?;
            let advice = solutions.weigh_quickly(Aim::Bits, observed)?;
            if advice.next.is_none() && advice.drawn.is_none() {
                decided.get_or_insert(shots.len());
            }
            observed.add(1)?;
            let Some((position, outcome)) = played.next() else {
                break solutions.counted().clone();
            };
            let drawn = advice.drawn.is_some();
            let (bits, error) =
                masked!(solutions, agreement => agreement.bits(position, drawn, observed))?;
            shots.push(Shot {
                position,
                outcome,
                counted: solutions.counted().clone(),
                bits,
                error,
                best: advice.next,
            });
        };
        let par = within_limit(self.par(opening, observed))?;
        observed.add(1)?;
        Ok(Review {
            left,
            decided,
            points: self.board().ray_points(),
            par,
            has_opening: !opening.is_empty(),
            shots,
        })
    }

    /// The rays of a player who begins with an opening, such as the first rays of the best strategy on this
    /// board, and then follows each hint for the fewest points.
    ///
    /// # Errors
    ///
    /// If it is interrupted; [`Halt::Enough`] if there are too many molecules to choose rays, or if the opening
    /// belongs to another box.
    pub fn par(&self, opening: &[Position], observed: &Observed) -> Result<Sheet, Halt> {
        let mut game = Game::new(self.hidden(), self.balls());
        for &position in opening {
            game.fire(position).map_err(|_| Halt::Enough)?;
        }
        loop {
            let question = game.question().map_err(|_| Halt::Enough)?;
            let solutions = question.find_quickly(0, observed)?;
            match solutions.weigh_quickly(Aim::Points, observed)?.next {
                // The advice is for this box.
                Some(next) => game.fire(next.position).map_err(|_| Halt::Enough)?,
                None => return Ok((*game).clone()),
            };
        }
    }
}

impl<W: CellMask> Agreement<'_, W> {
    /// The expected information of a ray, and its error if it is estimated from random molecules.
    fn bits(
        &self,
        position: Position,
        drawn: bool,
        observed: &Observed,
    ) -> Result<(f64, Option<f64>), Halt> {
        let position = position.index();
        if self.counted.is_exact() && !drawn {
            let mut answers = AnswerCounts::new(self.search.size.positions());
            let mut meter = Meter::silent(observed).limited(STEPS);
            let weighed = self.families(observed, |family| {
                (self.search).weigh(family, position, &mut answers, &mut meter)
            });
            if within_limit(weighed)?.is_some() {
                return Ok((answers.bits(), None));
            }
        }
        let (bits, error) = self.draw(observed)?.bits(position);
        Ok((bits, Some(error)))
    }
}
