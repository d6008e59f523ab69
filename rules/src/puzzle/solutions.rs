//! The molecules that agree with a board.
//!
//! ```
//! use blackbox_rules::puzzle::text::BoardText;
//! use blackbox_rules::puzzle::Puzzle;
//! use watch::unwatched;
//!
//! let puzzle = Puzzle::new(BoardText::parse(b"A1_B3, west 1 = H")?.board, 1..=1)?;
//! let solutions = unwatched(|observed| puzzle.find(2, observed)).unwrap();
//! // The atom is in line 1.
//! assert_eq!(solutions.count(), 3);
//! assert_eq!(solutions.listed()[1].number, Some(2));
//! assert_eq!(solutions.counted().cells[8].sure, Some(false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BinaryHeap;

use watch::{Halt, Observed};

use super::estimate::{Estimate, WORK, Weighted, estimate};
use super::question::Puzzle;
use crate::board::{Board, Molecule};
pub use crate::partial::meter::SHARES;
use crate::partial::meter::{Meter, within_limit};
use crate::partial::partial_board::PartialBoard;
use crate::partial::search::BoardSearch;
use crate::partial::tally::Tally;
pub use crate::partial::tally::{Chance, Counted};

/// How many steps a search takes before it only estimates, if no ray is fired; with more
/// rays, a step takes longer. This is half a second's work. With a third of it, every third
/// board that was estimated could be counted in less time.
const QUICK_STEPS: u64 = 1 << 20;

/// How many steps it may take to find out whether any molecule agrees, if no estimate tells.
const POSSIBLE_STEPS: u64 = 1 << 24;

/// The most families that are kept instead of found again.
const KEPT: usize = 1 << 18;

/// A molecule that agrees with a board.
///
/// See the [example](self).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The board, with its configuration.
    pub board: Board,
    /// Its number there, if its molecules are numbered.
    pub number: Option<u64>,
}

impl Puzzle {
    /// Finds all the molecules that agree, and lists at most this number. The work is [`SHARES`].
    ///
    /// # Errors
    ///
    /// If it is interrupted.
    pub fn find(&self, listed: usize, observed: &Observed) -> Result<Solutions<'_>, Halt> {
        let meter = Meter::new(observed, self.search().allowed());
        Solutions::found(self, listed, meter)
    }

    /// Finds the molecules that agree, within a fixed number of steps, usually about a second. If it
    /// cannot find all of them, it estimates how many there are. It counts no work.
    ///
    /// # Errors
    ///
    /// If it is interrupted, or it can say nothing at all ([`Halt::Enough`]).
    pub fn find_quickly(&self, listed: usize, observed: &Observed) -> Result<Solutions<'_>, Halt> {
        let results = self.board().results().iter().flatten().count() as u64;
        let meter = Meter::silent(observed).limited(QUICK_STEPS * 8 / (8 + results));
        if let Some(found) = within_limit(Solutions::found(self, listed, meter))? {
            return Ok(found);
        }
        let search = self.search();
        match estimate(&search, WORK, observed)? {
            Some(estimate) => Ok(Solutions::estimated(self, estimate, listed)),
            None if self.count(0, POSSIBLE_STEPS, observed)? > 0 => Err(Halt::Enough),
            None => Ok(Solutions {
                puzzle: self,
                counted: Tally::<u128>::new(search.cells()).counted(),
                search,
                families: Families::Kept(Vec::new()),
                listed: Vec::new(),
            }),
        }
    }
}

/// The first molecules by number of atoms and by their own number.
struct List<'a> {
    puzzle: &'a Puzzle,
    after: Option<(usize, Molecule)>,
    most: usize,
    /// The last one is at the top.
    found: BinaryHeap<(usize, Molecule)>,
}

impl<'a> List<'a> {
    fn new(puzzle: &'a Puzzle, after: Option<(usize, Molecule)>, most: usize) -> List<'a> {
        List {
            puzzle,
            after,
            most,
            found: BinaryHeap::new(),
        }
    }

    fn add(&mut self, family: &PartialBoard<u128>) {
        for config in self.puzzle.configs() {
            let atoms = config.atoms();
            let after = match self.after {
                Some((more, _)) if more > atoms => continue,
                Some((same, molecule)) if same == atoms => Some(molecule),
                _ => None,
            };
            // It ends at the first molecule that no longer fits.
            let _ = family.molecules(after, atoms, &mut |molecule| {
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

    fn solutions(self) -> Vec<Solution> {
        let configs = self.puzzle.configs();
        let solution = |(atoms, molecule): (usize, Molecule)| {
            let config = *configs.iter().find(|config| config.atoms() == atoms)?;
            let board = Board::of(molecule, config);
            let number = board.number();
            Some(Solution { board, number })
        };
        let found = self.found.into_sorted_vec().into_iter();
        found.filter_map(solution).collect()
    }
}

/// The families of molecules that agree with a board.
pub(super) enum Families {
    /// All of them.
    Kept(Vec<PartialBoard<u128>>),
    /// Too many to keep: the search finds them again.
    Many,
    /// Some of them, drawn several times.
    Sampled(Vec<Vec<Weighted>>),
}

/// The families that one run has found.
fn of_one_run(samples: &[Vec<Weighted>]) -> impl Iterator<Item = &PartialBoard<u128>> {
    let some = samples.iter().find(|sample| !sample.is_empty());
    some.into_iter().flatten().map(|weighted| &weighted.family)
}

/// The molecules that agree with a board.
///
/// See the [example](self).
pub struct Solutions<'a> {
    puzzle: &'a Puzzle,
    pub(super) search: BoardSearch,
    pub(super) families: Families,
    counted: Counted,
    listed: Vec<Solution>,
}

impl<'a> Solutions<'a> {
    pub(super) fn found(
        puzzle: &'a Puzzle,
        listed: usize,
        mut meter: Meter,
    ) -> Result<Solutions<'a>, Halt> {
        let search = puzzle.search();
        let mut families = Some(Vec::new());
        let mut tally: Tally<u128> = Tally::new(search.cells());
        let mut list = List::new(puzzle, None, listed);
        search.families(&mut meter, |family| {
            tally.add(family, search.shares(family));
            list.add(family);
            if let Some(kept) = &mut families {
                kept.push(*family);
                if kept.len() > KEPT {
                    families = None;
                }
            }
            Ok(())
        })?;
        Ok(Solutions {
            puzzle,
            search,
            families: families.map_or(Families::Many, Families::Kept),
            counted: tally.counted(),
            listed: list.solutions(),
        })
    }

    pub(super) fn estimated(
        puzzle: &'a Puzzle,
        estimate: Estimate,
        listed: usize,
    ) -> Solutions<'a> {
        let mut list = List::new(puzzle, None, listed);
        of_one_run(&estimate.samples).for_each(|family| list.add(family));
        Solutions {
            puzzle,
            search: puzzle.search(),
            families: Families::Sampled(estimate.samples),
            counted: estimate.counted,
            listed: list.solutions(),
        }
    }

    /// The puzzle that they solve.
    pub fn puzzle(&self) -> &Puzzle {
        self.puzzle
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
    pub fn listed(&self) -> &[Solution] {
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
    /// If it is interrupted.
    pub fn after(
        &self,
        last: Option<Solution>,
        most: usize,
        observed: &Observed,
    ) -> Result<Vec<Solution>, Halt> {
        let last = last.map(|last| (last.board.config().atoms(), last.board.molecule()));
        let mut list = List::new(self.puzzle, last, most);
        self.families(observed, |family| {
            list.add(family);
            Ok(())
        })?;
        Ok(list.solutions())
    }

    /// Goes through all of them or, if they are estimated, those that were found.
    pub(super) fn families(
        &self,
        observed: &Observed,
        each: impl FnMut(&PartialBoard<u128>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match &self.families {
            Families::Kept(families) => families.iter().try_for_each(each),
            Families::Sampled(samples) => {
                let all = samples.iter().flatten();
                all.map(|weighted| &weighted.family).try_for_each(each)
            }
            Families::Many => self.search.families(&mut Meter::silent(observed), each),
        }
    }

    /// Goes through different ones. If they are estimated, it goes through those that one run found.
    pub(super) fn different(
        &self,
        observed: &Observed,
        each: impl FnMut(&PartialBoard<u128>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match &self.families {
            Families::Sampled(samples) => of_one_run(samples).try_for_each(each),
            _ => self.families(observed, each),
        }
    }
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;
    use crate::puzzle::text::BoardText;

    #[test]
    fn molecules_are_listed_in_order_however_few_at_once() {
        let text = "  R\n  - - - -\n  - - - -\n  - - - -\n  - - - -\n      H";
        let board = BoardText::parse(text.as_bytes()).unwrap().board;
        let puzzle = Puzzle::new(board, 2..=5).unwrap();
        let solutions = unwatched(|observed| puzzle.find(usize::MAX, observed)).unwrap();
        let all = solutions.listed();
        assert_eq!(all.len() as u128, solutions.count());
        assert!(all.is_sorted_by_key(|one| (one.board.config().atoms(), one.number)));
        for config in puzzle.configs() {
            assert!(
                all.iter().any(|one| one.board.config() == *config),
                "{config}"
            );
        }
        for most in [1, 2, 7, 100, 10_000] {
            let mut listed: Vec<Solution> = Vec::new();
            loop {
                let last = listed.last().copied();
                let more = unwatched(|observed| solutions.after(last, most, observed)).unwrap();
                listed.extend(&more);
                if more.len() < most {
                    break;
                }
            }
            assert_eq!(listed, all, "{most} at once");
        }
    }
}
