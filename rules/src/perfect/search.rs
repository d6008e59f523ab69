//! What the searches for all goals share.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::classes::{Classes, MOST_POSITIONS};
use super::table::{Bounds, Table};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// What a search tells while it runs, and the wish that it ends.
#[derive(Debug)]
pub struct Progress {
    /// Set by whoever wants it to end.
    pub stop: AtomicBool,
    /// How many thousandths of the pass under way are done.
    pub done: AtomicU64,
    lower: AtomicU32,
    upper: AtomicU32,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            lower: AtomicU32::new(0),
            upper: AtomicU32::new(Bounds::OPEN),
        }
    }
}

impl Progress {
    /// The interval that is proved so far.
    pub fn bounds(&self) -> Bounds {
        let [lower, upper] = [&self.lower, &self.upper].map(|bound| bound.load(Relaxed));
        Bounds { lower, upper }
    }

    pub(super) fn narrow(&self, bounds: Bounds) {
        self.lower.fetch_max(bounds.lower, Relaxed);
        self.upper.fetch_min(bounds.upper, Relaxed);
    }
}

/// A simple search, one set after the other. [`Shots`](super::shots::Shots) has its own.
pub(super) struct Search<'a> {
    pub(super) classes: &'a Classes,
    pub(super) table: &'a Table,
    pub(super) stop: &'a AtomicBool,
}

impl Search<'_> {
    pub(super) fn check(&self) -> Result<(), Stopped> {
        match self.stop.load(Relaxed) {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    /// The parts of a set in the order of their answers.
    pub(super) fn answers(&self, set: &[u32], position: u8) -> Vec<Vec<u32>> {
        let mut parts = vec![Vec::new(); MOST_POSITIONS + 1];
        for &class in set {
            let answer = self.classes.answers(class)[usize::from(position)];
            parts[usize::from(answer)].push(class);
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The parts of a set, the smallest first.
    pub(super) fn split(&self, set: &[u32], position: u8) -> Vec<Vec<u32>> {
        let mut parts = self.answers(set, position);
        parts.sort_by_key(Vec::len);
        parts
    }
}
