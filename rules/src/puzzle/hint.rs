//! Hints: weighs the rays that can be fired next.

use watch::{Halt, Observed};

use super::aim::Aim;
use super::look_ahead::Spectra;
use super::marks::MarksVerdict;
use super::monte_carlo::SAMPLE_SIZE;
use super::question::Puzzle;
use super::solutions::{Agreement, Masked, SHARES, Solutions, masked};
use super::trace::{Queue, ambiguous, hash, may_repeat};
pub use super::weigh::NextRay;
use super::weigh::{AnswerCounts, best};
use crate::board::{CellMask, Position};
use crate::partial::meter::{Meter, uncounted, within_limit};
use crate::puzzle::guess::Guess;

/// The greatest number of molecules whose answers are all kept for looking ahead. If there are more, a sample is kept.
const ROWS: usize = 50_000;

/// Limits of the work for a piece of advice.
struct Limits {
    /// Whether the advice may take as long as it needs.
    patient: bool,
    /// The greatest numbers of molecules that are traced: in square boxes up to 8 wide, in those up to 11, where
    /// tracing takes two to three times as long, and in other boxes, where rays go from cell to cell. More
    /// molecules are weighed by families.
    traced: [u128; 3],
    /// The greatest number of ends of rays to find while families are weighed. Beyond it, molecules are sampled at
    /// random.
    steps: u64,
    /// If there are too many molecules to trace: the sizes of the samples in which to look for two with the same
    /// spectrum.
    twins: &'static [usize],
}

/// For exact advice, which takes as long as it needs.
const PATIENT: Limits = Limits {
    patient: true,
    traced: [1 << 23, 1 << 21, 1 << 19],
    steps: u64::MAX,
    twins: &[1 << 12, 1 << 16, 1 << 20],
};

/// For advice within a fraction of a second.
const QUICK: Limits = Limits {
    patient: false,
    traced: [1 << 20, 1 << 18, 1 << 15],
    steps: 1 << 20,
    twins: &[1 << 12, 1 << 15],
};

/// The value of firing more rays.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// Whether firing all rays is certain to leave a single molecule, because no two have the same spectrum. `None`
    /// if that is not known.
    pub decidable: Option<bool>,
    /// The number of agreeing molecules that share their spectrum with another agreeing molecule. `None` if so many
    /// molecules agree that their spectra are not compared.
    pub indistinguishable: Option<u64>,
    /// The best ray for the aim, or `None` if no ray gives more information.
    pub next: Option<NextRay>,
    /// The number of random molecules, if the rays were weighed by a sample.
    pub sampled: Option<u64>,
    /// The rating of the marks, if there are any.
    pub marks: Option<MarksVerdict>,
    /// The guess with the lowest mean cost, if no ray gives more information.
    pub guess: Option<Guess>,
    /// The guess whose greatest cost is the lowest, if no ray gives more information.
    pub safest: Option<Guess>,
}

impl Solutions<'_> {
    /// Weighs the rays that have not been fired, for an aim. Progress counts up to [`Solutions::work`].
    pub fn advise(&self, aim: Aim, observed: &Observed) -> Result<Advice, Halt> {
        masked!(self, agreement => agreement.advise_within(aim, &PATIENT, observed))
    }

    /// As [`Solutions::advise`], but within about a second and without progress. If there are too many molecules, the
    /// rays are weighed by a sample.
    pub fn advise_quickly(&self, aim: Aim, observed: &Observed) -> Result<Advice, Halt> {
        uncounted(
            observed,
            |observed| masked!(self, agreement => agreement.advise_within(aim, &QUICK, observed)),
        )
    }

    /// The greatest number up to which the progress of [`Solutions::advise`] counts.
    pub fn work(&self) -> u64 {
        match masked!(self, agreement => agreement.is_traced(&PATIENT)) {
            true => self.count() as u64,
            false => SHARES,
        }
    }
}

impl<W: CellMask> Agreement<'_, W> {
    fn advise_within(
        &self,
        aim: Aim,
        limits: &Limits,
        observed: &Observed,
    ) -> Result<Advice, Halt> {
        let mut advice = self.advise_on_rays(aim, limits, observed)?;
        if let Some(marks) = self.puzzle.annotations.marks {
            advice.marks = Some(self.judge(marks, limits.patient, observed)?);
        }
        if advice.next.is_none() && self.counted.is_exact() && !self.counted.decided() {
            [advice.guess, advice.safest] = self.guesses(observed)?;
        }
        Ok(advice)
    }

    fn advise_on_rays(
        &self,
        aim: Aim,
        limits: &Limits,
        observed: &Observed,
    ) -> Result<Advice, Halt> {
        if self.counted.decided() {
            return Ok(Advice {
                decidable: Some(true),
                indistinguishable: Some(0),
                ..Advice::default()
            });
        }
        if self.is_traced(limits) {
            return self.advise_by_molecules(aim, observed);
        }
        let counted = match self.counted.is_exact() {
            true => (self.answers_by_families(limits.steps, observed))
                .map(|answers| self.puzzle.next(aim, &answers)),
            false if self.puzzle.evidence().unshot().next().is_none() => Ok(None),
            false => Err(Halt::Enough),
        };
        let (next, sampled) = match counted {
            Err(Halt::Enough) => (self.next_by_sample(aim, observed)?, Some(SAMPLE_SIZE)),
            counted => (counted?, None),
        };
        let twins = uncounted(observed, |observed| self.has_twins(limits, observed))?;
        Ok(Advice {
            decidable: twins.then_some(false),
            next,
            sampled,
            ..Advice::default()
        })
    }

    fn is_traced(&self, limits: &Limits) -> bool {
        let size = self.search.size;
        let kind = match size.is_counted() {
            true => usize::from(size.columns() > 8),
            false => 2,
        };
        self.counted.is_exact() && self.counted.count <= limits.traced[kind]
    }

    fn positions(&self) -> usize {
        self.search.size.positions()
    }

    /// Traces those molecules whose index among all `is_wanted` accepts, until it fails with [`Halt::Enough`].
    fn trace(
        &self,
        observed: &Observed,
        is_wanted: &dyn Fn(usize) -> Result<bool, Halt>,
        each: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Halt> {
        let configs = self.puzzle.configs();
        let mut queue = Queue::new(self.search.size, observed, each);
        let mut place = 0;
        let walked = self.different(observed, |family| {
            configs.iter().try_for_each(|config| {
                family.molecules(None, config.atoms(), &mut |molecule| {
                    place += 1;
                    match is_wanted(place - 1)? {
                        true => queue.add(molecule),
                        false => Ok(()),
                    }
                })
            })
        });
        match walked {
            Ok(()) | Err(Halt::Enough) => queue.flush(),
            stopped => stopped,
        }
    }

    fn advise_by_molecules(&self, aim: Aim, observed: &Observed) -> Result<Advice, Halt> {
        let positions = self.positions();
        let mut answers = vec![AnswerCounts::new(positions); positions];
        let (mut hashes, mut rows) = (Vec::new(), Vec::new());
        let count = self.counted.count as usize;
        let every = count.div_ceil(ROWS).max(1);
        let few = every == 1;
        if !few {
            hashes.reserve(count);
        }
        let mut place = 0;
        let mut each = |exits: &[u8]| {
            for (answers, &exit) in answers.iter_mut().zip(exits) {
                answers.add(exit, 1);
            }
            if place % every == 0 {
                rows.extend_from_slice(exits);
            }
            if !few {
                hashes.push(hash(exits));
            }
            place += 1;
        };
        self.trace(observed, &|_| Ok(true), &mut each)?;
        let mut rows: Vec<&[u8]> = rows.chunks_exact(positions).collect();
        let ambiguous = match few {
            true => ambiguous(&mut rows),
            false => self.ambiguous(&hashes, observed)?,
        };
        let ahead = match aim {
            Aim::Bits | Aim::WorstCase => None,
            Aim::Points | Aim::Shots => Spectra::new(rows, positions, every).best(aim),
        };
        Ok(Advice {
            decidable: Some(ambiguous == 0),
            indistinguishable: Some(ambiguous),
            next: match ahead {
                Some((position, ahead)) => Some(NextRay {
                    ahead: Some(ahead),
                    ..self.puzzle.ray(position, &answers[position])
                }),
                None => self.puzzle.next(aim, &answers),
            },
            ..Advice::default()
        })
    }

    /// Weighs certain rays for the fewest points, by the method that led to this quick advice.
    pub(super) fn weigh_rays(
        &self,
        rays: &[Position],
        advice: &Advice,
        observed: &Observed,
    ) -> Result<Vec<NextRay>, Halt> {
        let every = (self.counted.count as usize).div_ceil(ROWS).max(1);
        let mut rows = Vec::new();
        let looks_ahead = self.is_traced(&QUICK);
        if looks_ahead {
            let is_sampled = |place: usize| Ok(place.is_multiple_of(every));
            self.trace(observed, &is_sampled, &mut |exits| {
                rows.extend_from_slice(exits);
            })?;
        }
        let rows = rows.chunks_exact(self.positions()).collect();
        let spectra = Spectra::new(rows, self.positions(), every);
        let weighed = |&position: &Position| {
            let ray = self.weigh_ray(position.index(), advice, observed)?;
            let ahead = looks_ahead.then(|| spectra.with(position.index(), Aim::Points));
            Ok(NextRay { ahead, ..ray })
        };
        rays.iter().map(weighed).collect()
    }

    fn weigh_ray(
        &self,
        position: usize,
        advice: &Advice,
        observed: &Observed,
    ) -> Result<NextRay, Halt> {
        if self.counted.is_exact() && advice.sampled.is_none() {
            let mut answers = AnswerCounts::new(self.positions());
            let mut meter = Meter::silent(observed).limited(QUICK.steps);
            let weighed = self.families(observed, |family| {
                (self.search).add_answers(family, position, &mut answers, &mut meter)
            });
            if within_limit(weighed)?.is_some() {
                return Ok(self.puzzle.ray(position, &answers));
            }
        }
        Ok(self.sampled_ray(position, &self.sample(observed)?))
    }

    /// The number of molecules that share their spectrum, among the first ones, whose hashes are given. Only those
    /// that share a hash are traced again.
    fn ambiguous(&self, hashes: &[u64], observed: &Observed) -> Result<u64, Halt> {
        let may_repeat = may_repeat(hashes);
        let is_wanted = |place: usize| may_repeat.get(place).copied().ok_or(Halt::Enough);
        let mut rows = Vec::new();
        uncounted(observed, |observed| {
            self.trace(observed, &is_wanted, &mut |exits| {
                rows.extend_from_slice(exits);
            })
        })?;
        let mut rows: Vec<&[u8]> = rows.chunks_exact(self.positions()).collect();
        Ok(ambiguous(&mut rows))
    }

    /// The answers to the ray from each position, found by following the ray through every family. Of
    /// equivalent rays, only the first is followed. [`Halt::Enough`] if this takes more steps.
    pub(super) fn answers_by_families(
        &self,
        steps: u64,
        observed: &Observed,
    ) -> Result<Vec<AnswerCounts>, Halt> {
        let mut answers = vec![AnswerCounts::new(self.positions()); self.positions()];
        let unshot: Vec<usize> = self.puzzle.evidence().unshot_unlike().collect();
        let work = self.counted.count * unshot.len() as u128;
        let mut meter = Meter::new(observed, work).limited(steps);
        self.families(observed, |family| {
            unshot.iter().try_for_each(|&position| {
                let answers = &mut answers[position];
                self.search
                    .add_answers(family, position, answers, &mut meter)
            })
        })?;
        Ok(answers)
    }

    /// Whether two molecules with the same spectrum are found, in samples of growing size.
    fn has_twins(&self, limits: &Limits, observed: &Observed) -> Result<bool, Halt> {
        for &sample in limits.twins {
            // Rays that go from cell to cell take longer.
            let sample = if self.search.size.is_counted() {
                sample
            } else {
                sample / 8
            };
            let mut hashes = Vec::with_capacity(sample);
            let first = |place: usize| (place < sample).then_some(true).ok_or(Halt::Enough);
            self.trace(observed, &first, &mut |exits| {
                hashes.push(hash(exits));
            })?;
            if self.ambiguous(&hashes, observed)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Puzzle {
    /// The best ray that has not been fired, judged by its answer alone.
    fn next(&self, aim: Aim, answers: &[AnswerCounts]) -> Option<NextRay> {
        let worth = |position: usize| (position, answers[position].worth(position, aim));
        let position = best(self.evidence().unshot().map(worth))?;
        Some(self.ray(position, &answers[position]))
    }

    pub(super) fn ray(&self, position: usize, answers: &AnswerCounts) -> NextRay {
        let size = self.evidence().size();
        NextRay {
            position: Position::of(position, size),
            bits: answers.bits(),
            error: None,
            bits_per_point: answers.worth(position, Aim::Points),
            ahead: None,
            answers: answers.outcomes(position, size),
        }
    }
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::puzzle::estimate::Weighted;
    use crate::puzzle::solutions::Families;
    use crate::puzzle::text::BoardText;

    const BOARDS: [&str; 5] = [
        "  -",
        "  - - - -\n  - - - -\n  - - - -\n  - - - -",
        "    H\n1 - - - -\n  - - - - 1\n  - x - -\n  - - - - R",
        "  R\n1 - - - - -\n  - - - - -\n  - - - - -\n1 - - - - -\n  - - - - O",
        "\n1 - - - - - - - - - 1\nH - - - - - - - - -\n  - - - - - - - - -\n  - - - - - - - - - R
  - - - - - - - - -\n  - - - - - - - - -\n  - - - - - - - - -\n  - - - - - - - - -
  - - - - - - - - -\n      H         2 2",
    ];

    #[test]
    fn rays_weighed_by_families_are_as_good_as_those_weighed_by_molecules() {
        unwatched(|observed| {
            for text in BOARDS {
                let board = BoardText::parse(text.as_bytes()).unwrap().evidence;
                for (least, most) in [(0, 1), (1, 3), (3, 3), (2, 4)] {
                    if board.size().columns() > 8 && most > 3 {
                        continue;
                    }
                    let Ok(puzzle) = Puzzle::new(board.clone(), least..=most) else {
                        // The box has no room for these atoms.
                        continue;
                    };
                    let Masked::Narrow(mut solutions) = puzzle.find(0, observed).unwrap().0 else {
                        panic!("the box is narrow")
                    };
                    if solutions.counted.count < 2 {
                        continue;
                    }
                    let traced = solutions.advise_by_molecules(Aim::Bits, observed).unwrap();
                    let answers = solutions.answers_by_families(u64::MAX, observed).unwrap();
                    assert_eq!(puzzle.next(Aim::Bits, &answers), traced.next);
                    let twins = solutions.has_twins(&PATIENT, observed);
                    assert_eq!(twins, Ok(traced.decidable == Some(false)));
                    let mut hashes = Vec::new();
                    let mut trace = |exits: &[u8]| hashes.push(hash(exits));
                    solutions
                        .trace(observed, &|_| Ok(true), &mut trace)
                        .unwrap();
                    let ambiguous = solutions.ambiguous(&hashes, observed).unwrap();
                    assert_eq!(Some(ambiguous), traced.indistinguishable);
                    // A molecule that two runs of an estimate have found is not counted twice.
                    let Families::Kept(families) = &solutions.families else {
                        panic!("too many families")
                    };
                    let weight = 1.0;
                    let all = families.iter().map(|&family| Weighted { family, weight });
                    let sample: Vec<Weighted<u128>> = all.collect();
                    solutions.families = Families::Sampled(vec![sample.clone(), sample]);
                    assert_eq!(solutions.has_twins(&PATIENT, observed), twins);
                    // The result does not depend on whether families are kept, either.
                    solutions.families = Families::Many;
                    let again = solutions.advise_by_molecules(Aim::Bits, observed).unwrap();
                    assert_eq!(again.indistinguishable, traced.indistinguishable);
                    assert_eq!(again.next, traced.next);
                }
            }
        });
    }
}
