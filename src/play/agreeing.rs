//! The molecules that agree with a board.

use std::collections::BinaryHeap;

use watch::{Halt, Observed};

use super::decode::{Candidate, Question};
use super::estimate::Estimate;
use super::family::Family;
use super::meter::Meter;
use super::population::Weighted;
use super::search::Search;
use crate::game::Molecule;

/// The most families that are kept instead of found again.
const KEPT: usize = 1 << 18;

/// How many molecules there are, and where their atoms are.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// How many there are.
    pub count: u128,
    /// If that is estimated: its relative error, 95 times out of 100.
    pub error: Option<f64>,
    /// By cell, how likely an atom is there, if all molecules are equally likely.
    pub cells: Vec<Chance>,
    /// If these are estimated: the largest error of all cells.
    pub chance_error: Option<f64>,
}

/// How likely a cell holds an atom.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// From 0 to 1.
    pub share: f64,
    /// What it holds in all molecules, if that is sure.
    pub sure: Option<bool>,
}

/// By cell, how many molecules have an atom there.
struct Exactly {
    molecules: Vec<u128>,
}

/// The same, estimated, with the number of all molecules.
pub(super) struct Tally {
    pub(super) all: f64,
    pub(super) cells: Vec<f64>,
}

/// How many molecules a family has, and how many of them have an atom in one of its free
/// cells. All free cells are alike: an atom in one leaves one cell and one atom fewer to
/// choose.
fn shares(search: &Search, family: &Family) -> (u128, u128) {
    let lowest = family.free & family.free.wrapping_neg();
    let with_one = Family {
        atoms: family.atoms | lowest,
        free: family.free ^ lowest,
    };
    let some = if lowest == 0 {
        0
    } else {
        search.count(&with_one)
    };
    (search.count(family), some)
}

impl Exactly {
    fn add(&mut self, search: &Search, family: &Family) {
        let (all, with_one) = shares(search, family);
        for (cell, molecules) in self.molecules.iter_mut().enumerate() {
            if family.atoms >> cell & 1 == 1 {
                *molecules += all;
            } else if family.free >> cell & 1 == 1 {
                *molecules += with_one;
            }
        }
    }
}

impl Tally {
    pub(super) fn new(cells: usize) -> Tally {
        Tally {
            all: 0.0,
            cells: vec![0.0; cells],
        }
    }

    pub(super) fn add(&mut self, search: &Search, one: &Weighted) {
        let (all, with_one) = shares(search, &one.family);
        let (all, with_one) = (one.times * all as f64, one.times * with_one as f64);
        self.all += all;
        for (cell, molecules) in self.cells.iter_mut().enumerate() {
            if one.family.atoms >> cell & 1 == 1 {
                *molecules += all;
            } else if one.family.free >> cell & 1 == 1 {
                *molecules += with_one;
            }
        }
    }
}

/// The first molecules by number of atoms and by their own number.
struct List<'a> {
    question: &'a Question,
    after: Option<(usize, Molecule)>,
    most: usize,
    /// The last one is at the top.
    found: BinaryHeap<(usize, Molecule)>,
}

impl<'a> List<'a> {
    fn new(question: &'a Question, after: Option<(usize, Molecule)>, most: usize) -> List<'a> {
        List {
            question,
            after,
            most,
            found: BinaryHeap::new(),
        }
    }

    fn add(&mut self, family: &Family) {
        for config in self.question.configs() {
            let atoms = config.atoms();
            let after = match self.after {
                Some((less, _)) if less < atoms => None,
                Some((same, molecule)) if same == atoms => Some(molecule),
                Some(_) => continue,
                None => None,
            };
            // It ends at the first molecule that does not fit any more.
            let _ = family.molecules_after(after, atoms, &mut |molecule| {
                if self.found.len() == self.most {
                    match self.found.peek() {
                        Some(&last) if (atoms, molecule) < last => self.found.pop(),
                        _ => return Err(()),
                    };
                }
                self.found.push((atoms, molecule));
                Ok(())
            });
        }
    }

    fn candidates(self) -> Vec<Candidate> {
        let configs = self.question.configs();
        let candidate = |(atoms, molecule): (usize, Molecule)| {
            let config = *configs.iter().find(|config| config.atoms() == atoms)?;
            Some(Candidate {
                config,
                number: molecule.number_if_any(config),
                molecule,
            })
        };
        let found = self.found.into_sorted_vec().into_iter();
        found.filter_map(candidate).collect()
    }
}

/// The families of molecules that agree with a board.
pub(super) enum Families {
    /// All of them.
    Kept(Vec<Family>),
    /// Too many to keep: the search finds them again.
    Many,
    /// Some of them, drawn several times.
    Sampled(Vec<Vec<Weighted>>),
}

/// The molecules that agree with a board.
pub struct Agreeing<'a> {
    question: &'a Question,
    search: Search,
    families: Families,
    counted: Counted,
    listed: Vec<Candidate>,
}

impl<'a> Agreeing<'a> {
    /// All that a search finds.
    pub(super) fn found(
        question: &'a Question,
        search: Search,
        listed: usize,
        mut meter: Meter,
    ) -> Result<Agreeing<'a>, Halt> {
        let mut families = Some(Vec::new());
        let mut count = 0;
        let mut cells = Exactly {
            molecules: vec![0; question.board().cells().len()],
        };
        let mut list = List::new(question, None, listed);
        search.families(&mut meter, |family| {
            count += search.count(family);
            cells.add(&search, family);
            list.add(family);
            if let Some(kept) = &mut families {
                kept.push(*family);
                if kept.len() > KEPT {
                    families = None;
                }
            }
            Ok(())
        })?;
        let chance = |&molecules: &u128| Chance {
            share: molecules as f64 / count.max(1) as f64,
            sure: match molecules {
                0 => Some(false),
                all if all == count => Some(true),
                _ => None,
            },
        };
        Ok(Agreeing {
            question,
            search,
            families: families.map_or(Families::Many, Families::Kept),
            counted: Counted {
                count,
                error: None,
                cells: cells.molecules.iter().map(chance).collect(),
                chance_error: None,
            },
            listed: list.candidates(),
        })
    }

    /// No molecule.
    pub(super) fn none(question: &'a Question, search: Search) -> Agreeing<'a> {
        let nothing = Chance {
            share: 0.0,
            sure: Some(false),
        };
        Agreeing {
            question,
            search,
            families: Families::Kept(Vec::new()),
            counted: Counted {
                count: 0,
                error: None,
                cells: vec![nothing; question.board().cells().len()],
                chance_error: None,
            },
            listed: Vec::new(),
        }
    }

    /// What was estimated.
    pub(super) fn estimated(
        question: &'a Question,
        search: Search,
        estimate: Estimate,
        listed: usize,
    ) -> Agreeing<'a> {
        let mut list = List::new(question, None, listed);
        let some = estimate.samples.iter().find(|sample| !sample.is_empty());
        some.into_iter()
            .flatten()
            .for_each(|one| list.add(&one.family));
        let listed = list.candidates();
        Agreeing {
            question,
            search,
            families: Families::Sampled(estimate.samples),
            counted: estimate.counted,
            listed,
        }
    }

    /// The question that they answer.
    pub fn question(&self) -> &Question {
        self.question
    }

    /// How many there are, or about how many if [`Counted::error`] says so.
    pub fn count(&self) -> u128 {
        self.counted.count
    }

    /// How many there are, and where their atoms are.
    pub fn counted(&self) -> &Counted {
        &self.counted
    }

    /// Are they counted, and not estimated?
    pub fn is_exact(&self) -> bool {
        self.counted.error.is_none()
    }

    /// By cell, how likely an atom is there, if all molecules are equally likely.
    pub fn chances(&self) -> Vec<f64> {
        self.counted.cells.iter().map(|cell| cell.share).collect()
    }

    /// The first of them, by number of atoms and by number, up to the number asked for.
    /// If they are estimated, these are the first of those that were found.
    pub fn listed(&self) -> &[Candidate] {
        &self.listed
    }

    /// Is there exactly one?
    pub fn decided(&self) -> bool {
        self.is_exact() && self.count() == 1
    }

    /// The first `most` that come after one of them, if they are not estimated.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn after(
        &self,
        last: Option<Candidate>,
        most: usize,
        observed: &Observed,
    ) -> Result<Vec<Candidate>, Halt> {
        let last = last.map(|last| (last.config.atoms(), last.molecule));
        let mut list = List::new(self.question, last, most);
        self.families(&mut Meter::silent(observed), |family| {
            list.add(family);
            Ok(())
        })?;
        Ok(list.candidates())
    }

    /// Goes through all of them, family by family. If they are estimated, it goes
    /// through those that were found.
    pub(super) fn families(
        &self,
        meter: &mut Meter,
        each: impl FnMut(&Family) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match &self.families {
            Families::Kept(families) => families.iter().try_for_each(each),
            Families::Sampled(samples) => {
                let all = samples.iter().flatten();
                all.map(|weighted| &weighted.family).try_for_each(each)
            }
            Families::Many => self.search.families(meter, each),
        }
    }

    pub(super) fn search(&self) -> &Search {
        &self.search
    }

    /// The families, if they are kept.
    pub(super) fn kept(&self) -> &Families {
        &self.families
    }
}

#[cfg(test)]
impl Agreeing<'_> {
    /// Acts as if there were too many to keep.
    pub(super) fn forget_families(&mut self) {
        self.families = Families::Many;
    }
}
