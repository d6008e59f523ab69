//! The expected information of each first ray.

use itertools::Itertools;
use watch::{Halt, Observed};

use super::evidence::Evidence;
use super::weigh::{AnswerCounts, is_as_good};
use crate::board::{Config, Position, Size};
use crate::partial::meter::Meter;
pub use crate::partial::meter::SHARES;
use crate::partial::search::BoardSearch;
use crate::ray::Outcome;

/// The greatest number of ends of rays to find, which takes some minutes.
const STEPS: u64 = 1 << 31;

/// The possible answers to the first ray, if it is fired from one position.
///
/// ```
/// use blackbox_rules::board::Config;
/// use blackbox_rules::puzzle::first_ray::{best, first_rays};
///
/// let rays = blackbox_rules::watch::unwatched(|observed| first_rays("A1_B3".parse().unwrap(), observed)).unwrap();
/// assert_eq!((rays[0].absorbed, rays[0].reflected, rays[0].out), (3, 1, 5));
/// assert_eq!(best(&rays).first().map(|position| position.index()), Some(1));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstRay {
    /// The position.
    pub position: Position,
    /// The first position that this one is an image of.
    pub like: Position,
    /// The expected information of its answer in bits, if all molecules are equally likely.
    pub bits: f64,
    /// The number of molecules that absorb the ray.
    pub absorbed: u128,
    /// The number of molecules that reflect it.
    pub reflected: u128,
    /// The number of molecules with which it comes out at another position.
    pub out: u128,
    /// The number of positions where it may come out.
    pub exits: usize,
}

impl FirstRay {
    fn new(position: usize, answers: &AnswerCounts, size: Size) -> FirstRay {
        let outcomes = answers.outcomes(position, size);
        let is_out = |(outcome, _): &&_| matches!(outcome, Outcome::Out(_));
        let out = outcomes.iter().filter(is_out);
        FirstRay {
            position: Position::of(position, size),
            like: Position::of(position, size),
            bits: answers.bits(),
            absorbed: answers.absorbed(),
            reflected: answers.0[position],
            out: out.clone().map(|(_, molecules)| molecules).sum(),
            exits: out.count(),
        }
    }
}

/// The most informative positions. Empty if no position gives information.
pub fn best(rays: &[FirstRay]) -> Vec<Position> {
    let most = rays.iter().map(|ray| ray.bits).fold(0.0, f64::max);
    let best = rays.iter().filter(|ray| is_as_good(ray.bits, most));
    match is_as_good(0.0, most) {
        true => Vec::new(),
        false => best.map(|ray| ray.position).collect(),
    }
}

/// The possible answers to a first ray from each position. Of positions that are images of each other, only one is
/// computed. The work is [`SHARES`].
///
/// # Errors
///
/// If it is interrupted, or takes too long ([`Halt::Enough`]).
pub fn first_rays(config: Config, observed: &Observed) -> Result<Vec<FirstRay>, Halt> {
    let atoms = config.atoms();
    let board = Evidence::new(config.size());
    let lowest = board.lowest_images();
    let search = BoardSearch::<u128>::new(&board, atoms..=atoms);
    let representatives = lowest.iter().unique().count();
    let work = u128::from(config.molecules()) * representatives as u128;
    let mut meter = Meter::new(observed, work).limited(STEPS);
    let mut rays: Vec<FirstRay> = Vec::new();
    for (position, &lowest) in lowest.iter().enumerate() {
        let ray = if lowest < position {
            FirstRay {
                position: Position::of(position, config.size()),
                ..rays[lowest]
            }
        } else {
            let mut answers = AnswerCounts::new(config.positions());
            search.families(&mut Meter::silent(observed), |family| {
                search.weigh(family, position, &mut answers, &mut meter)
            })?;
            FirstRay::new(position, &answers, config.size())
        };
        rays.push(ray);
    }
    Ok(rays)
}
