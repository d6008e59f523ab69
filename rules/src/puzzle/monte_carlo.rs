//! Weighs the next ray by a random sample of molecules.

use random::SplitMix64;
use watch::{Halt, Observed};

use super::aim::Aim;
use super::estimate::{REPLICATES, SEED, STUDENT, Weighted};
use super::solutions::{Agreement, Families};
use super::trace::exits;
use super::weigh::{self, AnswerCounts, NextRay, best, place};
use crate::board::{CellMask, Position};
use crate::partial::search::BoardSearch;

/// The number of molecules sampled from each replicate.
const PER_REPLICATE: usize = 1 << 10;

/// The number of molecules sampled in total.
pub(super) const SAMPLE_SIZE: u64 = (REPLICATES * PER_REPLICATE) as u64;

/// For each answer, the number of molecules that give it, scaled to all molecules.
type ScaledCounts = Vec<f64>;

pub(super) struct SampledAnswers {
    /// The answers, indexed by replicate and by position.
    groups: Vec<Vec<ScaledCounts>>,
    /// The number of possible answers to a ray.
    answers: usize,
}

impl SampledAnswers {
    /// The sum of the answers to the ray from a position over all replicates, except one that is left out.
    fn answers(&self, position: usize, left_out: Option<usize>) -> ScaledCounts {
        let mut sum = vec![0.0; self.answers];
        for (at, group) in self.groups.iter().enumerate() {
            if Some(at) != left_out {
                (sum.iter_mut().zip(&group[position])).for_each(|(sum, share)| *sum += share);
            }
        }
        sum
    }

    /// The expected information of the ray from a position, and its error.
    pub(super) fn bits(&self, position: usize) -> (f64, f64) {
        let bits = |left_out| weigh::bits(&self.answers(position, left_out));
        // The jackknife: the variation of the result when one replicate is left out.
        let without: Vec<f64> = (0..self.groups.len()).map(|one| bits(Some(one))).collect();
        let count = without.len() as f64;
        let mean = without.iter().sum::<f64>() / count;
        let squares: f64 = without.iter().map(|bits| (bits - mean).powi(2)).sum();
        let error = STUDENT * ((count - 1.0) / count * squares).sqrt();
        (bits(None), error)
    }
}

impl<W: CellMask> Agreement<'_, W> {
    /// Draws molecules at random, all equally likely, and records their answers.
    pub(super) fn sample(&self, observed: &Observed) -> Result<SampledAnswers, Halt> {
        let mut random = SplitMix64(SEED);
        let mut groups = Vec::with_capacity(REPLICATES);
        match &self.families {
            Families::Sampled(samples) => {
                for sample in samples.iter().filter(|sample| !sample.is_empty()) {
                    observed.add(0)?;
                    let all = sample.iter().map(|one| self.weight(one)).sum();
                    let mut sampler = Sampler::new(all, &mut random);
                    for one in sample {
                        sampler.pass(one, self, &mut random);
                    }
                    groups.push(self.group(&sampler.molecules, all));
                }
            }
            // If the families are not kept, the search finds them again, once for all replicates.
            Families::Kept(_) | Families::Many => {
                let all = self.counted.count as f64;
                let mut samplers: Vec<Sampler<W>> = (0..REPLICATES)
                    .map(|_| Sampler::new(all, &mut random))
                    .collect();
                self.families(observed, |&family| {
                    let weight = 1.0;
                    let one = Weighted { family, weight };
                    for sampler in &mut samplers {
                        sampler.pass(&one, self, &mut random);
                    }
                    Ok(())
                })?;
                groups.extend((samplers.iter()).map(|sampler| self.group(&sampler.molecules, all)));
            }
        }
        let answers = weigh::answers(self.search.size.positions());
        Ok(SampledAnswers { groups, answers })
    }

    /// The best ray, judged by a random sample of molecules. `None` if all of them have the same answers.
    pub(super) fn next_by_sample(
        &self,
        aim: Aim,
        observed: &Observed,
    ) -> Result<Option<NextRay>, Halt> {
        let sampled = self.sample(observed)?;
        let worth = |at| (at, weigh::worth(&sampled.answers(at, None), at, aim));
        let unshot = self.puzzle.evidence().unshot_unlike();
        Ok(best(unshot.map(worth)).map(|position| self.sampled_ray(position, &sampled)))
    }

    pub(super) fn sampled_ray(&self, position: usize, sampled: &SampledAnswers) -> NextRay {
        let (bits, error) = sampled.bits(position);
        let answers = sampled.answers(position, None);
        let sum: f64 = answers.iter().sum();
        let molecules = |share: f64| match share > 0.0 {
            true => (share / sum * self.counted.count as f64).round().max(1.0) as u128,
            false => 0,
        };
        NextRay {
            position: Position::of(position, self.search.size),
            bits,
            error: Some(error),
            bits_per_point: weigh::worth(&answers, position, Aim::Points),
            ahead: None,
            answers: AnswerCounts(answers.into_iter().map(molecules).collect())
                .outcomes(position, self.search.size),
        }
    }

    /// The number of molecules that a weighted family represents.
    fn weight(&self, one: &Weighted<W>) -> f64 {
        one.weight * self.search.count(&one.family) as f64
    }

    /// The answers of some molecules, scaled to all of them, indexed by position.
    fn group(&self, molecules: &[W], all: f64) -> Vec<ScaledCounts> {
        let (size, positions) = (self.search.size, self.search.size.positions());
        let mut answers = vec![vec![0.0; weigh::answers(positions)]; positions];
        let each = all / molecules.len() as f64;
        exits(molecules, size, &mut |exits| {
            for (answers, &exit) in answers.iter_mut().zip(exits) {
                answers[place(exit, positions)] += each;
            }
        });
        answers
    }
}

/// Systematic sampling: takes molecules at equal distances from a sequence of families.
struct Sampler<W> {
    step: f64,
    next: f64,
    passed: f64,
    molecules: Vec<W>,
}

impl<W: CellMask> Sampler<W> {
    /// A sampler of families that represent this number of molecules.
    fn new(all: f64, random: &mut SplitMix64) -> Sampler<W> {
        let step = all / PER_REPLICATE as f64;
        Sampler {
            step,
            next: random.share() * step,
            passed: 0.0,
            molecules: Vec::with_capacity(PER_REPLICATE),
        }
    }

    fn pass(&mut self, one: &Weighted<W>, all: &Agreement<W>, random: &mut SplitMix64) {
        self.passed += all.weight(one);
        while self.next < self.passed {
            self.molecules.push(any(&all.search, one, random));
            self.next += self.step;
        }
    }
}

/// A random molecule of a family.
fn any<W: CellMask>(search: &BoardSearch<W>, one: &Weighted<W>, random: &mut SplitMix64) -> W {
    let family = &one.family;
    let mut chosen = random.share() * search.count(family) as f64;
    let mut atoms = *search.atoms.end();
    for number in search.atoms.clone() {
        let count = search.count_with(family, number) as f64;
        if count > 0.0 {
            atoms = number;
            if chosen < count {
                break;
            }
        }
        chosen -= count;
    }
    let mut chosen = family.atoms;
    let mut more = atoms.saturating_sub(family.atoms.count());
    let mut cells = family.open().count();
    for cell in family.open().cells() {
        // Each cell gets an atom with the probability that it has among the remaining cells.
        if random.share() * (cells as f64) < more as f64 {
            chosen |= W::cell(cell);
            more -= 1;
        }
        cells -= 1;
    }
    chosen
}
