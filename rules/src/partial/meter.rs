//! Work among molecules: how far it is.

use std::mem;
use std::sync::atomic::AtomicU64;

use watch::{Halt, Observed};

/// The work of finding all the molecules that agree with a board, or of weighing its rays.
pub const SHARES: u64 = 10_000;

/// Measures work in shares of all molecules, of which there may be any number.
pub(crate) struct Meter<'a> {
    observed: &'a Observed<'a>,
    /// How many molecules are a share.
    share: u128,
    passed: u128,
    told: u64,
    steps: u64,
    steps_left: u64,
}

impl<'a> Meter<'a> {
    /// For work on a number of molecules, cut into [`SHARES`].
    pub(crate) fn new(observed: &'a Observed<'a>, molecules: u128) -> Meter<'a> {
        Meter {
            share: molecules.div_ceil(SHARES.into()).max(1),
            ..Meter::silent(observed)
        }
    }

    /// For work that only looks for a wish to stop.
    pub(crate) fn silent(observed: &'a Observed<'a>) -> Meter<'a> {
        Meter {
            observed,
            share: u128::MAX,
            passed: 0,
            told: 0,
            steps: 0,
            steps_left: u64::MAX,
        }
    }

    /// Limits the steps that the work may take.
    pub(crate) fn limited(self, steps: u64) -> Meter<'a> {
        Meter {
            steps_left: steps,
            ..self
        }
    }

    /// A step is taken. [`Halt::Enough`] if it is one too many.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        /// It asks for a wish to stop after this number of steps.
        const PATIENCE: u64 = 1024;
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Halt::Enough)?;
        self.steps += 1;
        if self.steps.is_multiple_of(PATIENCE) {
            self.observed.add(0)?;
        }
        Ok(())
    }

    pub(crate) fn pass(&mut self, molecules: u128) -> Result<(), Halt> {
        self.passed += molecules;
        let shares = u64::try_from(self.passed / self.share).unwrap_or(u64::MAX);
        match shares - mem::replace(&mut self.told, shares) {
            0 => Ok(()),
            more => self.observed.add(more),
        }
    }
}

/// What limited work has found; `None` if its steps were not enough.
pub(crate) fn within_limit<T>(found: Result<T, Halt>) -> Result<Option<T>, Halt> {
    match found {
        Err(Halt::Enough) => Ok(None),
        found => found.map(Some),
    }
}

/// Does work that stops when it is interrupted, and counts none of it.
pub(crate) fn uncounted<T>(observed: &Observed, work: impl FnOnce(&Observed) -> T) -> T {
    let aside = AtomicU64::new(0);
    work(&Observed::new(&aside, observed.stop))
}
