//! `decode`: finds the molecules that agree with a board.

use draw::words::thousands;
use watch::{Observed, Watcher};

use crate::board::Board;
use crate::error::{Error, Result};
use crate::puzzle::PlayError;
use crate::puzzle::Puzzle;
use crate::puzzle::aim::Aim;
use crate::puzzle::evidence::Evidence;
use crate::puzzle::hint::Advice;
use crate::puzzle::solutions::{SHARES, Solutions};
use crate::work::{limited, stoppable};

/// The default number of listed molecules.
pub(crate) const LISTED: usize = 20;

/// The greatest number of molecules in memory while more are listed.
const WINDOW: usize = 1 << 20;

/// The message of an interrupted search.
const STOPPED: &str = "stopped; nothing is kept, so the same command starts from the beginning";

/// The puzzle of a board whose number of atoms is not given, see [`Puzzle::with_default_atoms`]. Fails with
/// [`PlayError::Atoms`] if the atoms do not fit into the box.
pub(crate) fn with_default_atoms(evidence: Evidence, watcher: &dyn Watcher) -> Result<Puzzle> {
    let puzzle = stoppable(watcher, ("searching", 1), STOPPED, |observed| {
        Puzzle::with_default_atoms(evidence, observed)
    })?;
    Ok(puzzle.map_err(PlayError::Atoms)?)
}

/// The time limit of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// A fraction of a second. Numbers that cannot be counted in that time are estimated.
    Moment,
    /// As long as the counting takes.
    Exact,
}

/// Finds the molecules that agree with a board, and rates the next rays for an aim. Fails with:
/// - [`PlayError::Contradiction`] if no molecule agrees
/// - [`PlayError::TooManyAgree`] or [`PlayError::TooManyPossibilities`] if too many do
/// - [`app::Error::Stopped`] if the watcher requests a stop
pub fn decode<'a>(
    puzzle: &'a Puzzle,
    aim: Aim,
    patience: Patience,
    watcher: &dyn Watcher,
) -> Result<(Solutions<'a>, Advice)> {
    let ends = (STOPPED, PlayError::TooManyPossibilities);
    let find = |observed: &Observed| match patience {
        Patience::Exact => puzzle.find(LISTED, observed),
        Patience::Moment => puzzle.find_quickly(LISTED, observed),
    };
    let solutions = limited(watcher, ("searching", SHARES), ends, find)?;
    if solutions.count() == 0 {
        let work = puzzle.facts().len() as u64;
        let task = ("looking for the contradiction", work);
        let facts = stoppable(watcher, task, STOPPED, |observed| {
            puzzle.contradiction(observed)
        })?;
        let variants = stoppable(watcher, ("trying other rules", 1), STOPPED, |observed| {
            puzzle.by_variants(&facts, observed)
        })?;
        return Err(puzzle.contradicted(&facts, variants).into());
    }
    watcher.detail(&format!(
        "{}{} of {} molecules agree",
        if solutions.is_exact() { "" } else { "about " },
        thousands(solutions.count()),
        thousands(puzzle.molecules())
    ));
    let work = match patience {
        Patience::Exact => solutions.work(),
        Patience::Moment => 1,
    };
    let ends = (STOPPED, PlayError::TooManyAgree(solutions.count()));
    let advise = |observed: &Observed| match patience {
        Patience::Exact => solutions.advise(aim, observed),
        Patience::Moment => solutions.advise_quickly(aim, observed),
    };
    let advice = limited(watcher, ("weighing rays", work), ends, advise)?;
    Ok((solutions, advice))
}

/// Calls `each` with the molecules that agree, up to a limit. Fails with [`app::Error::Stopped`] if the watcher
/// requests a stop, and with the errors of `each`.
pub fn listed(
    solutions: &Solutions,
    limit: Option<u64>,
    watcher: &dyn Watcher,
    each: &mut dyn FnMut(&Board) -> Result<()>,
) -> Result<()> {
    let wanted = solutions.count().min(limit.map_or(u128::MAX, u128::from));
    let first = wanted.min(solutions.listed().len() as u128) as usize;
    solutions.listed()[..first]
        .iter()
        .try_for_each(&mut *each)?;
    let mut last = solutions.listed().last().copied();
    let mut left = wanted - first as u128;
    // Only an exact count finds all molecules.
    while solutions.is_exact() && left > 0 {
        let window = left.min(WINDOW as u128) as usize;
        let next = stoppable(watcher, ("listing", SHARES), STOPPED, |observed| {
            solutions.after(last, window, observed)
        })?;
        left = match next.len() {
            0 => 0,
            some => left - some as u128,
        };
        last = next.last().copied();
        for solution in &next {
            if watcher.stop().is_requested() {
                return Err(Error::stopped(STOPPED));
            }
            each(solution)?;
        }
    }
    Ok(())
}
