//! The next ray, weighed by molecules drawn at random.

use random::SplitMix64;
use watch::{Halt, Observed};

use super::estimate::{REPLICATES, SEED, STUDENT};
use super::particle_filter::Weighted;
use super::search::Search;
use super::solutions::{Families, Solutions};
use super::weigh::{self, ANSWERS, NextRay, best, outcomes};
use crate::game::{Exits, MAX_POSITIONS, Molecule, Tracer};

/// How many molecules are drawn from each replicate.
const DRAWN: usize = 1 << 10;

/// How many molecules are drawn in all.
pub(super) const ALL_DRAWN: u64 = (REPLICATES * DRAWN) as u64;

/// By answer, how many molecules give it, scaled to all molecules.
type Shares = [f64; ANSWERS];

impl Solutions<'_> {
    /// The most informative ray, by molecules drawn at random. `None` if no ray tells
    /// any of these molecules apart.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop, or there are no families to draw from ([`Halt::Enough`]).
    pub(super) fn next_by_drawing(&self, observed: &Observed) -> Result<Option<NextRay>, Halt> {
        let mut random = SplitMix64(SEED);
        let mut groups = Vec::with_capacity(REPLICATES);
        match self.kept() {
            Families::Many => return Err(Halt::Enough),
            Families::Sampled(samples) => {
                for sample in samples.iter().filter(|sample| !sample.is_empty()) {
                    observed.add(0)?;
                    groups.push(self.group(sample, &mut random));
                }
            }
            Families::Kept(families) => {
                let once = |&family| Weighted {
                    family,
                    weight: 1.0,
                };
                let all: Vec<Weighted> = families.iter().map(once).collect();
                for _ in 0..REPLICATES {
                    observed.add(0)?;
                    groups.push(self.group(&all, &mut random));
                }
            }
        }
        let board = self.puzzle().board();
        let lowest = board.lowest_images();
        let unshot = || board.unshot().filter(|&at| lowest[at] == at);
        let all = |position| sum(groups.iter(), position);
        let Some((position, bits)) = best(unshot().map(|at| (at, weigh::bits(&all(at))))) else {
            return Ok(None);
        };
        // The jackknife: how much it matters if one group is left out.
        let without: Vec<f64> = (0..groups.len())
            .map(|one| {
                let others = groups.iter().enumerate().filter(|&(at, _)| at != one);
                weigh::bits(&sum(others.map(|(_, group)| group), position))
            })
            .collect();
        let count = without.len() as f64;
        let mean = without.iter().sum::<f64>() / count;
        let squares: f64 = without.iter().map(|bits| (bits - mean).powi(2)).sum();
        let shares = all(position);
        let sum: f64 = shares.iter().sum();
        let molecules = |share: f64| match share > 0.0 {
            true => (share / sum * self.count() as f64).round().max(1.0) as u128,
            false => 0,
        };
        Ok(Some(NextRay {
            position,
            bits,
            error: Some(STUDENT * ((count - 1.0) / count * squares).sqrt()),
            answers: outcomes(&shares.map(molecules), position),
        }))
    }

    /// By position, the answers of molecules that are drawn from families.
    fn group(&self, families: &[Weighted], random: &mut SplitMix64) -> Vec<Shares> {
        let (molecules, weight) = drawn(self.search(), families, random);
        let mut shares = vec![[0.0; ANSWERS]; self.positions()];
        let each = weight / molecules.len() as f64;
        let config = self.puzzle().configs()[0];
        Tracer::best().exits(&molecules, config, |_, exits: Exits| {
            for (shares, &exit) in shares.iter_mut().zip(exits.at()) {
                shares[usize::from(exit).min(MAX_POSITIONS)] += each;
            }
        });
        shares
    }
}

fn sum<'a>(groups: impl Iterator<Item = &'a Vec<Shares>>, position: usize) -> Shares {
    let mut sum = [0.0; ANSWERS];
    for group in groups {
        for (sum, share) in sum.iter_mut().zip(group[position]) {
            *sum += share;
        }
    }
    sum
}

/// Draws molecules from families, all equally likely, and says for how many molecules
/// they stand together.
fn drawn(search: &Search, families: &[Weighted], random: &mut SplitMix64) -> (Vec<Molecule>, f64) {
    let weight = |one: &Weighted| one.weight * search.count(&one.family) as f64;
    let all: f64 = families.iter().map(weight).sum();
    let step = all / DRAWN as f64;
    let mut molecules = Vec::with_capacity(DRAWN);
    // It draws at even distances, so that no part gets too many.
    let mut next = random.share() * step;
    let mut passed = 0.0;
    for one in families {
        passed += weight(one);
        while next < passed {
            molecules.push(any(search, one, random));
            next += step;
        }
    }
    (molecules, all)
}

/// Any molecule of a family.
fn any(search: &Search, one: &Weighted, random: &mut SplitMix64) -> Molecule {
    let family = &one.family;
    let mut chosen = random.share() * search.count(family) as f64;
    let mut atoms = *search.atoms().end();
    for number in search.atoms() {
        let count = family.count(number) as f64;
        if count > 0.0 {
            atoms = number;
            if chosen < count {
                break;
            }
        }
        chosen -= count;
    }
    let mut bits = family.atoms;
    let mut more = atoms.saturating_sub(family.atoms.count_ones() as usize);
    let mut cells = family.free.count_ones() as usize;
    for cell in Molecule::from_bits(family.free).atoms() {
        // Each cell gets its fair share of the atoms that are left for it and the cells
        // after it.
        if random.share() * (cells as f64) < more as f64 {
            bits |= 1 << cell;
            more -= 1;
        }
        cells -= 1;
    }
    Molecule::from_bits(bits)
}
