//! Reviews a game: the expected cost of each ray, compared with the best ray at that moment. The costs are those of the
//! hints for the fewest points.
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
//! assert!(first.best.as_ref().unwrap().ahead.unwrap().points <= first.ray.ahead.unwrap().points + 1e-9);
//! // The rays of a player who follows the hints.
//! let par = unwatched(|observed| game.par(&[], observed)).unwrap();
//! assert_eq!(review.par.map(|par| par.rays()), Some(par.rays()));
//! ```

use watch::{Halt, Observed};

use super::aim::Aim;
use super::game::Game;
use super::sheet::Sheet;
use super::solutions::{Masked, masked};
use super::weigh::{NextRay, is_as_good};
use crate::board::Position;
use crate::partial::meter::within_limit;
use crate::partial::tally::Counted;
use crate::ray::Outcome;

/// Estimated costs are equally good if they differ by less.
const ESTIMATED_TIE: f64 = 0.05;

/// The expected cost of each ray of a game.
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
    /// The ray as it was weighed before it was fired.
    pub ray: NextRay,
    /// The outcome of the ray.
    pub outcome: Outcome,
    /// The molecules that agreed before the ray, and the chance of a ball in each cell.
    pub counted: Counted,
    /// The best ray at that moment: the next ray of the opening, or the ray of a hint.
    pub best: Option<NextRay>,
}

impl Shot {
    /// The expected points of the ray minus those of the best ray. `None` if there were too many molecules to look
    /// ahead.
    pub fn lost(&self) -> Option<f64> {
        let best = self
            .best
            .as_ref()
            .map_or(Some(0.0), |best| Some(best.ahead?.points))?;
        Some(self.ray.ahead?.points - best)
    }

    /// Whether no other ray was better.
    pub fn is_best(&self) -> bool {
        let Some(best) = &self.best else { return true };
        let is_exact = |ray: &NextRay| ray.ahead.is_some_and(|ahead| ahead.exact);
        best.position == self.ray.position
            || match self.lost() {
                Some(lost) if is_exact(&self.ray) && is_exact(best) => is_as_good(-lost, 0.0),
                Some(lost) => lost < ESTIMATED_TIE,
                None => is_as_good(self.ray.bits_per_point, best.bits_per_point),
            }
    }
}

impl Review {
    /// The first ray whose answer was certain before it was fired, counted from 1.
    pub fn first_unneeded(&self) -> Option<usize> {
        let is_certain = |shot: &Shot| shot.ray.error.is_none() && is_as_good(0.0, shot.ray.bits);
        Some(self.shots.iter().position(is_certain)? + 1)
    }
}

impl Game {
    /// The number up to which the progress of [`Game::review`] counts.
    pub fn review_work(&self) -> u64 {
        self.rays() as u64 + 2
    }

    /// Reviews each ray, which takes about as long as a hint per ray. The opening is that of [`Game::par`].
    ///
    /// # Errors
    ///
    /// If the work is interrupted, or even an estimate takes too long ([`Halt::Enough`]).
    pub fn review(&self, opening: &[Position], observed: &Observed) -> Result<Review, Halt> {
        let (mut shots, mut decided) = (Vec::new(), None);
        let (mut played, mut follows) = (self.shots(), true);
        let left = loop {
            let question = self.after(shots.len()).question();
            let question = question.map_err(|_| Halt::Enough)?;
            let solutions = question.find_quickly(0, observed)?;
            let advice = solutions.advise_quickly(Aim::Points, observed)?;
            if advice.next.is_none() && advice.sampled.is_none() {
                decided.get_or_insert(shots.len());
            }
            observed.add(1)?;
            let Some((position, outcome)) = played.next() else {
                break solutions.counted().clone();
            };
            let book = opening.get(shots.len()).filter(|_| follows);
            let rays: Vec<Position> = [&position].into_iter().chain(book).copied().collect();
            let rays =
                masked!(solutions, agreement => agreement.weigh_rays(&rays, &advice, observed))?;
            follows &= book == Some(&position);
            let mut rays = rays.into_iter();
            shots.extend(rays.next().map(|ray| Shot {
                ray,
                outcome,
                counted: solutions.counted().clone(),
                best: rays.next().or(advice.next),
            }));
        };
        let par = within_limit(self.par(opening, observed))?;
        observed.add(1)?;
        Ok(Review {
            left,
            decided,
            points: self.evidence().ray_points(),
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
    /// If the work is interrupted; [`Halt::Enough`] if there are too many molecules to choose rays, or if the opening
    /// belongs to another box.
    pub fn par(&self, opening: &[Position], observed: &Observed) -> Result<Sheet, Halt> {
        let mut game = Game::new(self.hidden(), self.balls());
        for &position in opening {
            game.fire(position).map_err(|_| Halt::Enough)?;
        }
        loop {
            let question = game.question().map_err(|_| Halt::Enough)?;
            let solutions = question.find_quickly(0, observed)?;
            match solutions.advise_quickly(Aim::Points, observed)?.next {
                // The advice is for this box.
                Some(next) => game.fire(next.position).map_err(|_| Halt::Enough)?,
                None => return Ok((*game).clone()),
            };
        }
    }
}
