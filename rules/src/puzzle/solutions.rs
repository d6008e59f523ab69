//! The molecules that agree with a board.
//!
//! ```
//! use blackbox_rules::puzzle::text::BoardText;
//! use blackbox_rules::puzzle::Puzzle;
//! use blackbox_rules::watch::unwatched;
//!
//! let puzzle = Puzzle::new(BoardText::parse(b"A1_B3, west 1 = H")?.evidence, 1..=1)?;
//! let solutions = unwatched(|observed| puzzle.find(2, observed))?;
//! // The atom is in row 1.
//! assert_eq!(solutions.count(), 3);
//! assert_eq!(solutions.listed()[1].number(), Some(2));
//! assert_eq!(solutions.counted().cells[8].sure, Some(false));
//! assert!(solutions.is_exact() && !solutions.decided());
//! assert_eq!(solutions.chances()[..3], [1.0 / 3.0; 3]);
//! // The first molecule that is not listed.
//! let last = solutions.listed().last().copied();
//! assert_eq!(unwatched(|observed| solutions.after(last, 9, observed))?.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BinaryHeap;

use watch::{Halt, Observed};

use super::estimate::{Estimate, MAX_WORK, Weighted, estimate};
use super::question::Puzzle;
use crate::board::{Board, CellMask, WideMask};
pub use crate::partial::meter::SHARES;
use crate::partial::meter::{Meter, within_limit};
use crate::partial::partial_board::PartialBoard;
use crate::partial::search::BoardSearch;
use crate::partial::tally::Tally;
pub use crate::partial::tally::{Chance, Counted};

/// The number of steps after which a search gives way to an estimate, if no ray is fired; with more rays, a step
/// takes longer. They take a quarter of a second, also as WebAssembly: with twice as many steps, and twice
/// [`MAX_WORK`], the site took 1.5 s for A12_B11 after two rays.
const QUICK_STEPS: u64 = 1 << 19;

/// The factor by which a step takes longer because the masks of the box are wide.
pub(super) fn longer(puzzle: &Puzzle) -> u64 {
    match puzzle.evidence().size().is_narrow() {
        true => 1,
        false => 24,
    }
}

/// The number of steps to find out whether any molecule agrees, if an estimate finds none.
const POSSIBLE_STEPS: u64 = 1 << 24;

/// The greatest number of families that are kept; more are found again when they are needed.
const MAX_FAMILIES: usize = 1 << 18;

/// Evaluates an expression for the [`Agreement`] of either mask width.
macro_rules! masked {
    ($solutions:expr, $agreement:ident => $what:expr) => {
        match &$solutions.0 {
            Masked::Narrow($agreement) => $what,
            Masked::Wide($agreement) => $what,
        }
    };
}

pub(super) use masked;

/// Finds an [`Agreement`] whose masks are wide enough for the box of a puzzle.
macro_rules! in_width {
    ($puzzle:expr, $found:expr) => {
        Ok(Solutions(match $puzzle.evidence().size().is_narrow() {
            true => Masked::Narrow(Box::new($found?)),
            false => Masked::Wide(Box::new($found?)),
        }))
    };
}

impl Puzzle {
    /// Finds all molecules that agree, and lists at most `listed` of them.
    pub fn solve(&self, listed: usize) -> Result<Solutions<'_>, Halt> {
        self.find(listed, &Observed::default())
    }

    /// As [`Puzzle::solve`], reporting progress, which counts up to [`SHARES`].
    pub fn find(&self, listed: usize, observed: &Observed) -> Result<Solutions<'_>, Halt> {
        in_width!(self, Agreement::all(self, listed, observed))
    }

    /// Finds the molecules that agree, within a fixed number of steps, which take about a quarter of a second. If the
    /// steps are not enough, estimates the number of molecules. Reports no progress.
    ///
    /// # Errors
    ///
    /// If the work is interrupted, or even an estimate is not possible ([`Halt::Enough`]).
    pub fn find_quickly(&self, listed: usize, observed: &Observed) -> Result<Solutions<'_>, Halt> {
        in_width!(self, Agreement::quickly(self, listed, observed))
    }
}

/// The first molecules in the order of their numbers of atoms, and then of their own numbers.
struct List<'a> {
    puzzle: &'a Puzzle,
    after: Option<Board>,
    most: usize,
    /// The last molecule is at the top of the heap.
    found: BinaryHeap<Board>,
}

impl<'a> List<'a> {
    fn new(puzzle: &'a Puzzle, after: Option<Board>, most: usize) -> List<'a> {
        List {
            puzzle,
            after,
            most,
            found: BinaryHeap::new(),
        }
    }

    fn add<W: CellMask>(&mut self, family: &PartialBoard<W>) {
        if self.most == 0 {
            return;
        }
        let size = self.puzzle.evidence().size();
        for config in self.puzzle.configs() {
            let after = match self.after {
                Some(after) if after.config() > *config => continue,
                Some(after) if after.config() == *config => Some(W::of_wide(after.cells())),
                _ => None,
            };
            // Stops at the first molecule that is too late for the list.
            let _ = family.molecules(after, config.atoms(), &mut |cells| {
                let board = Board::of_cells(cells, size);
                if self.found.len() == self.most {
                    match self.found.peek() {
                        Some(&last) if board < last => self.found.pop(),
                        _ => return Err(Halt::Enough),
                    };
                }
                self.found.push(board);
                Ok(())
            });
        }
    }

    fn boards(self) -> Vec<Board> {
        self.found.into_sorted_vec()
    }
}

/// The families of molecules that agree with a board.
pub(super) enum Families<W> {
    /// All of them.
    Kept(Vec<PartialBoard<W>>),
    /// Too many to keep, so the search finds them again.
    Many,
    /// Samples of them, one from each run of the estimate.
    Sampled(Vec<Vec<Weighted<W>>>),
}

/// The families of the first run that has found any.
fn of_one_run<W>(samples: &[Vec<Weighted<W>>]) -> impl Iterator<Item = &PartialBoard<W>> {
    let some = samples.iter().find(|sample| !sample.is_empty());
    some.into_iter().flatten().map(|weighted| &weighted.family)
}

/// The molecules that agree with a board.
pub struct Solutions<'a>(pub(super) Masked<'a>);

/// The molecules that agree, with masks that are wide enough for the box.
pub(super) enum Masked<'a> {
    Narrow(Box<Agreement<'a, u128>>),
    Wide(Box<Agreement<'a, WideMask>>),
}

impl Solutions<'_> {
    /// The puzzle that was solved.
    pub fn puzzle(&self) -> &Puzzle {
        masked!(self, agreement => agreement.puzzle)
    }

    /// The number of molecules; an estimate if [`Counted::error`] is given.
    pub fn count(&self) -> u128 {
        self.counted().count
    }

    /// The number of molecules, and the chance of an atom in each cell.
    pub fn counted(&self) -> &Counted {
        masked!(self, agreement => &agreement.counted)
    }

    /// Whether the molecules are counted exactly and not estimated.
    pub fn is_exact(&self) -> bool {
        self.counted().is_exact()
    }

    /// The chance of an atom in each cell, if all molecules are equally likely.
    pub fn chances(&self) -> Vec<f64> {
        self.counted().cells.iter().map(|cell| cell.share).collect()
    }

    /// The first molecules, sorted by number of atoms and then by number. There are at most as many as were requested.
    /// If the count is an estimate, they are the first of the molecules that were found.
    pub fn listed(&self) -> &[Board] {
        masked!(self, agreement => &agreement.listed)
    }

    /// Whether exactly one molecule agrees.
    pub fn decided(&self) -> bool {
        self.counted().decided()
    }

    /// The first `most` molecules after `last`, if the count is exact.
    pub fn after(
        &self,
        last: Option<Board>,
        most: usize,
        observed: &Observed,
    ) -> Result<Vec<Board>, Halt> {
        masked!(self, agreement => agreement.after(last, most, observed))
    }
}

/// [`Solutions`] for one width of masks.
pub(super) struct Agreement<'a, W: CellMask> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) search: BoardSearch<W>,
    pub(super) families: Families<W>,
    pub(super) counted: Counted,
    pub(super) listed: Vec<Board>,
}

impl<'a, W: CellMask> Agreement<'a, W> {
    /// See [`Puzzle::find`].
    fn all(
        puzzle: &'a Puzzle,
        listed: usize,
        observed: &Observed,
    ) -> Result<Agreement<'a, W>, Halt> {
        let meter = Meter::new(observed, puzzle.search::<W>().allowed());
        Agreement::found(puzzle, listed, meter)
    }

    /// See [`Puzzle::find_quickly`].
    fn quickly(
        puzzle: &'a Puzzle,
        listed: usize,
        observed: &Observed,
    ) -> Result<Agreement<'a, W>, Halt> {
        let longer = longer(puzzle);
        let results = puzzle.evidence().results().iter().flatten().count() as u64;
        let steps = QUICK_STEPS / longer * 8 / (8 + results);
        let meter = Meter::silent(observed).limited(steps);
        if let Some(found) = within_limit(Agreement::found(puzzle, listed, meter))? {
            return Ok(found);
        }
        let search = puzzle.search();
        match estimate(&search, MAX_WORK / longer, observed)? {
            Some(estimate) => Ok(Agreement::estimated(puzzle, estimate, listed)),
            None if puzzle.count(0, POSSIBLE_STEPS / longer, observed)? > 0 => Err(Halt::Enough),
            None => Ok(Agreement {
                puzzle,
                counted: Tally::<u128>::new(search.cells()).counted(),
                search,
                families: Families::Kept(Vec::new()),
                listed: Vec::new(),
            }),
        }
    }

    pub(super) fn found(
        puzzle: &'a Puzzle,
        listed: usize,
        mut meter: Meter,
    ) -> Result<Agreement<'a, W>, Halt> {
        let search: BoardSearch<W> = puzzle.search();
        let mut families = Some(Vec::new());
        let mut tally: Tally<u128> = Tally::new(search.cells());
        let mut list = List::new(puzzle, None, listed);
        search.families(&mut meter, |family| {
            tally.add(family, search.counts(family));
            list.add(family);
            if let Some(kept) = &mut families {
                kept.push(*family);
                if kept.len() > MAX_FAMILIES {
                    families = None;
                }
            }
            Ok(())
        })?;
        Ok(Agreement {
            puzzle,
            search,
            families: families.map_or(Families::Many, Families::Kept),
            counted: tally.counted(),
            listed: list.boards(),
        })
    }

    pub(super) fn estimated(
        puzzle: &'a Puzzle,
        estimate: Estimate<W>,
        listed: usize,
    ) -> Agreement<'a, W> {
        let mut list = List::new(puzzle, None, listed);
        of_one_run(&estimate.samples).for_each(|family| list.add(family));
        Agreement {
            puzzle,
            search: puzzle.search(),
            families: Families::Sampled(estimate.samples),
            counted: estimate.counted,
            listed: list.boards(),
        }
    }

    /// See [`Solutions::after`].
    pub(super) fn after(
        &self,
        last: Option<Board>,
        most: usize,
        observed: &Observed,
    ) -> Result<Vec<Board>, Halt> {
        let mut list = List::new(self.puzzle, last, most);
        self.families(observed, |family| {
            list.add(family);
            Ok(())
        })?;
        Ok(list.boards())
    }

    /// Calls `each` with all families or, if the count is an estimate, with those of all runs.
    pub(super) fn families(
        &self,
        observed: &Observed,
        each: impl FnMut(&PartialBoard<W>) -> Result<(), Halt>,
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

    /// Calls `each` with all families or, if the count is an estimate, with those of one run, so that none is
    /// repeated.
    pub(super) fn different(
        &self,
        observed: &Observed,
        each: impl FnMut(&PartialBoard<W>) -> Result<(), Halt>,
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
        let board = BoardText::parse(text.as_bytes()).unwrap().evidence;
        let puzzle = Puzzle::new(board, 2..=5).unwrap();
        let solutions = unwatched(|observed| puzzle.find(usize::MAX, observed)).unwrap();
        let all = solutions.listed();
        assert_eq!(all.len() as u128, solutions.count());
        assert!(all.is_sorted_by_key(|one| (one.config().atoms(), one.number())));
        for config in puzzle.configs() {
            assert!(all.iter().any(|one| one.config() == *config), "{config}");
        }
        for most in [1, 2, 7, 100, 10_000] {
            let mut listed: Vec<Board> = Vec::new();
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
