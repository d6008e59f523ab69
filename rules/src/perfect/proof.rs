//! The proof of a lower bound in slices that can be checked one by one.
//!
//! A *slice* is the set of molecules that give a certain answer to a certain first ray or, if this set is large,
//! certain answers to two rays. For each slice, the proof has a lower bound of its cost. The bound for all molecules
//! follows by arithmetic: the cost of a set is at least the least of
//!
//! - the points of the best guess, if points are the aim, and
//! - for each ray that divides the set, the sum of its own cost and the bounds of its parts. If the aim is the worst
//!   case, 1 plus the greatest of these bounds replaces the sum.
//!
//! A part that is not a slice has the bound that follows from the slices within it. Without such slices, its bound is 0
//! or, for points, the cost of the best guesses for each of its spectra alone. For the set of all molecules, only one
//! of the rays that are images of each other has to be considered.

use std::fmt::Write;

use itertools::Itertools;
use watch::{Halt, Observed};

use super::tree::{
    AnsweredMolecule, Goal, VERSION, drawn, first_line, parts, same_spectrum, wrong_atoms,
};
use crate::board::Config;
use crate::puzzle::game::POINTS_AN_ATOM;

/// The first word of a file with a proof.
#[doc(hidden)]
pub const MAGIC: &str = "blackbox-proof";

/// A set of molecules, and a lower bound of its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofSlice {
    /// The ray and the answer that define the set, or two rays and their answers.
    pub steps: Vec<[u8; 2]>,
    /// The lower bound of the cost of the set.
    pub least: u64,
}

/// The proof of a lower bound of the cost of all strategies.
///
/// ```
/// use blackbox_rules::perfect::proof::{Proof, ProofError};
/// use blackbox_rules::watch::unwatched;
///
/// // Without slices, a proof proves hardly anything.
/// let proof = Proof::parse("blackbox-proof 1 A1_B3 shots 100\n")?;
/// let checked = unwatched(|observed| proof.check(observed))?;
/// assert!(matches!(checked, Err(ProofError::Less { said: 100, .. })));
/// assert_eq!((proof.text().lines().count(), proof.slices.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The configuration.
    pub config: Config,
    /// The aim, which defines the cost.
    pub goal: Goal,
    /// The lower bound for all molecules together.
    pub cost: u64,
    /// The slices.
    pub slices: Vec<ProofSlice>,
}

/// Why a proof is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The file is not a proof.
    #[error(
        "line {0} does not belong to a proof, which begins with `{MAGIC} {VERSION} An_Bp goal cost`"
    )]
    NoProof(usize),
    /// The bound that the slices prove is less than the one in the first line.
    #[error("its slices prove a cost of {found}, not {said}")]
    Less {
        /// The bound in the first line.
        said: u64,
        /// The bound that follows from the slices.
        found: u64,
    },
}

impl Proof {
    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// If the text is not a proof.
    pub fn parse(text: &str) -> Result<Proof, ProofError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let (config, goal, cost) = first_line(MAGIC, first).ok_or(ProofError::NoProof(1))?;
        let slice = |(line, number)| slice(line).ok_or(ProofError::NoProof(number));
        Ok(Proof {
            config,
            goal,
            cost,
            slices: lines.zip(2..).map(slice).collect::<Result<_, _>>()?,
        })
    }

    /// The text of a file: after the first line, a line for each slice. It has the rays of the slice, each followed by
    /// its answer, and then the bound.
    pub fn text(&self) -> String {
        let (config, goal, cost) = (self.config, self.goal, self.cost);
        let mut text = format!("{MAGIC} {VERSION} {config} {goal} {cost}\n");
        for ProofSlice { steps, least } in &self.slices {
            let _ = writeln!(text, "{},{least}", steps.as_flattened().iter().format(","));
        }
        text
    }

    /// Checks whether the bound follows from those of the slices, which it takes as proved. The rays are traced by the
    /// plain rules.
    ///
    /// # Errors
    ///
    /// The inner error means that the bound does not follow; the outer one means that the work was interrupted.
    pub fn check(&self, observed: &Observed) -> Result<Result<(), ProofError>, Halt> {
        let mut all = drawn(self.config, self.config.molecules(), observed)?;
        let rays = 0..self.config.width().div_ceil(2);
        let found = self.least(&mut all, &mut Vec::new(), rays, observed)?;
        let said = self.cost;
        Ok(match found < said {
            true => Err(ProofError::Less { said, found }),
            false => Ok(()),
        })
    }

    fn least(
        &self,
        set: &mut [AnsweredMolecule],
        steps: &mut Vec<[u8; 2]>,
        rays: std::ops::Range<usize>,
        observed: &Observed,
    ) -> Result<u64, Halt> {
        let mut least = match self.goal {
            Goal::Points => guess(self.config, set),
            Goal::Shots | Goal::Worst => u64::MAX,
        };
        for ray in rays {
            observed.add(0)?;
            let lets_out = |molecule: &&AnsweredMolecule| molecule.lets_out(ray, self.config);
            let mut cost = match self.goal {
                Goal::Worst => 1,
                Goal::Shots => set.len() as u64,
                Goal::Points => (set.len() + set.iter().filter(lets_out).count()) as u64,
            };
            let Some(parts) = parts(set, ray) else {
                continue;
            };
            for part in parts {
                steps.push([ray as u8, part[0].answers[ray]]);
                let part = self.part(part, steps, observed)?;
                steps.pop();
                cost = match self.goal {
                    Goal::Worst => cost.max(part.saturating_add(1)),
                    Goal::Shots | Goal::Points => cost.saturating_add(part),
                };
            }
            least = least.min(cost);
        }
        Ok(if least == u64::MAX { 0 } else { least })
    }

    fn part(
        &self,
        set: &mut [AnsweredMolecule],
        steps: &mut Vec<[u8; 2]>,
        observed: &Observed,
    ) -> Result<u64, Halt> {
        if let Some(slice) = self.slices.iter().find(|slice| slice.steps == *steps) {
            return Ok(slice.least);
        }
        let is_within = |slice: &ProofSlice| slice.steps.starts_with(steps);
        if self.slices.iter().any(is_within) {
            return self.least(set, steps, 0..self.config.positions(), observed);
        }
        if self.goal != Goal::Points {
            return Ok(0);
        }
        set.sort_unstable_by_key(|one| one.answers);
        let spectra = set.chunk_by(same_spectrum);
        Ok(spectra.map(|spectrum| guess(self.config, spectrum)).sum())
    }
}

/// Reads a line of a file.
fn slice(line: &str) -> Option<ProofSlice> {
    let (steps, least) = line.rsplit_once(',')?;
    let numbers: Result<Vec<u8>, _> = steps.split(',').map(str::parse).collect();
    let numbers = numbers.ok()?;
    let (steps, []) = numbers.as_chunks::<2>() else {
        return None;
    };
    (steps.len() <= 2).then_some(ProofSlice {
        steps: steps.to_vec(),
        least: least.parse().ok()?,
    })
}

fn guess(config: Config, set: &[AnsweredMolecule]) -> u64 {
    POINTS_AN_ATOM * wrong_atoms(set, config)
}
