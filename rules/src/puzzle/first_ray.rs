//! Weighs the first rays into the boards of a configuration.

use watch::{Halt, Observed};

use super::evidence::Evidence;
use super::hint::NextRay;
use super::question::Puzzle;
use super::solutions::Agreement;
use super::weigh::best;
use crate::board::{Config, Position};
use crate::partial::meter::Meter;
pub use crate::partial::meter::SHARES;

/// The greatest number of ends of rays to find, which takes some minutes.
const STEPS: u64 = 1 << 31;

/// The expected information of each first ray.
///
/// ```
/// use blackbox_rules::puzzle::first_ray::FirstRays;
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::watch::unwatched;
///
/// let config = "A1_B3".parse()?;
/// let first = unwatched(|observed| FirstRays::new(config, observed)).unwrap();
/// let (orbit, corner) = &first.rays[0];
/// assert_eq!((orbit.len(), first.rays.len()), (8, 2));
/// assert_eq!(corner.answers[0], (Outcome::Absorbed, 3));
/// assert_eq!(first.best.map(|position| position.index()), Some(1));
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
pub struct FirstRays {
    /// The configuration of the boards.
    pub config: Config,
    /// The sets of positions that are images of each other, each with the ray from its first position.
    pub rays: Vec<(Vec<Position>, NextRay)>,
    /// The first of the most informative positions. `None` if no position gives information.
    pub best: Option<Position>,
}

impl FirstRays {
    /// Weighs the rays into boards of a configuration. Progress counts up to [`SHARES`].
    ///
    /// # Errors
    ///
    /// If the work is interrupted, or takes too long ([`Halt::Enough`]).
    pub fn new(config: Config, observed: &Observed) -> Result<FirstRays, Halt> {
        let evidence = Evidence::new(config.size());
        let lowest = evidence.lowest_images();
        let puzzle = Puzzle::among(evidence, vec![config]);
        let all = Agreement::<u128>::found(&puzzle, 0, Meter::silent(observed))?;
        let answers = all.answers_by_families(STEPS, observed)?;
        let rays = puzzle.evidence().unshot_unlike().map(|first| {
            let orbit = config.size().all_positions();
            let orbit = orbit.filter(|position| lowest[position.index()] == first);
            (orbit.collect(), puzzle.ray(first, &answers[first]))
        });
        let rays: Vec<(Vec<Position>, NextRay)> = rays.collect();
        let best = best(rays.iter().map(|(_, ray)| (ray.position.index(), ray.bits)));
        Ok(FirstRays {
            config,
            rays,
            best: best.map(|best| Position::of(best, config.size())),
        })
    }
}
