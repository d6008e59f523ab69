//! Progress and limits of a search among molecules.

use std::mem;
use std::sync::atomic::AtomicU64;

use watch::{Halt, Observed};

/// The total that progress counts up to when finding all molecules that agree with a board, or weighing its rays.
pub const SHARES: u64 = 10_000;

/// Reports progress in [`SHARES`] of all molecules, because the number of molecules may exceed a `u64`, and
/// limits the number of steps.
pub(crate) struct Meter<'a> {
    observed: &'a Observed<'a>,
    /// The number of molecules in one share.
    share: u128,
    passed: u128,
    reported: u64,
    steps: u64,
    steps_left: u64,
}

impl<'a> Meter<'a> {
    /// A meter for work on this number of molecules.
    pub(crate) fn new(observed: &'a Observed<'a>, molecules: u128) -> Meter<'a> {
        Meter {
            share: molecules.div_ceil(SHARES.into()).max(1),
            ..Meter::silent(observed)
        }
    }

    /// A meter that only checks for interruptions.
    pub(crate) fn silent(observed: &'a Observed<'a>) -> Meter<'a> {
        Meter {
            observed,
            share: u128::MAX,
            passed: 0,
            reported: 0,
            steps: 0,
            steps_left: u64::MAX,
        }
    }

    /// Limits the number of steps.
    pub(crate) fn limited(self, steps: u64) -> Meter<'a> {
        Meter {
            steps_left: steps,
            ..self
        }
    }

    /// Counts a step. Fails with [`Halt::Enough`] if it exceeds the limit.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        /// The number of steps between two checks for an interruption.
        const STEPS_BETWEEN_CHECKS: u64 = 1024;
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Halt::Enough)?;
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_CHECKS) {
            self.observed.add(0)?;
        }
        Ok(())
    }

    pub(crate) fn pass(&mut self, molecules: u128) -> Result<(), Halt> {
        self.passed += molecules;
        let shares = u64::try_from(self.passed / self.share).unwrap_or(u64::MAX);
        match shares - mem::replace(&mut self.reported, shares) {
            0 => Ok(()),
            more => self.observed.add(more),
        }
    }
}

/// Turns [`Halt::Enough`] into `None`: the work did not finish within its limit of steps.
pub(crate) fn within_limit<T>(found: Result<T, Halt>) -> Result<Option<T>, Halt> {
    match found {
        Err(Halt::Enough) => Ok(None),
        found => found.map(Some),
    }
}

/// Does work that can be interrupted but adds nothing to the progress.
pub(crate) fn uncounted<T>(observed: &Observed, work: impl FnOnce(&Observed) -> T) -> T {
    let uncounted = AtomicU64::new(0);
    work(&Observed::new(&uncounted, observed.stop))
}
