//! One pass of a census: the spectra whose hashes fall into some of the
//! buckets, and all their molecules.
//!
//! First all canonical molecules are traced, by ranges of numbers, and those
//! in the buckets of the pass are recorded; then the buckets are resolved one
//! by one. Both is done by all threads, which share the ranges and then the
//! buckets among themselves as they come.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::canonical_walk::CanonicalMolecules;
use super::cell_mask::CellMask;
use super::findings::Findings;
use super::ray_extremes::RayExtremes;
use super::records::{Buckets, Full, Layout, Pool};
use super::signature::{Side, Signature};
use super::spectral_groups::Resolver;
use crate::game::{Config, Exits};
use crate::stop::Stop;

/// What a pass has to do, and with what.
pub struct Pass<'a> {
    /// The configuration.
    pub config: Config,
    /// The buckets to look at. If memory does not suffice, some of the last
    /// ones are left for another pass.
    pub buckets: Range<usize>,
    /// Are the rays of the molecules to be looked at, too?
    pub rays: bool,
    /// How many threads do it.
    pub threads: usize,
    /// The memory for the records.
    pub pool: &'a Pool,
    /// Counts the canonical molecules that were traced and the records that
    /// were resolved.
    pub work: &'a AtomicU64,
    /// The wish to stop.
    pub stop: &'a Stop,
}

/// Why a pass has found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Somebody asked to stop.
    Stopped,
    /// Not even the records of a single bucket fit into memory.
    Memory,
}

/// How many numbers a thread takes at a time, at most. It looks whether to
/// stop between two such ranges, which takes it a few hundredths of a second.
const RANGE: u64 = 1 << 18;

impl Pass<'_> {
    /// Does the pass: the end of the buckets that were really looked at, and
    /// what was found there.
    ///
    /// # Errors
    ///
    /// If it is stopped, or memory does not suffice for a single bucket.
    pub fn run(&self) -> Result<(usize, Findings), Failure> {
        match self.config.width() {
            1 => self.run_wide::<1, u64>(),
            2 => self.run_wide::<2, u64>(),
            3 => self.run_wide::<3, u64>(),
            4 => self.run_wide::<4, u64>(),
            5 => self.run_wide::<5, u64>(),
            6 => self.run_wide::<6, u64>(),
            7 => self.run_wide::<7, u64>(),
            8 => self.run_wide::<8, u64>(),
            9 => self.run_wide::<9, u128>(),
            10 => self.run_wide::<10, u128>(),
            _ => self.run_wide::<11, u128>(),
        }
    }

    /// The same for a box `P` wide, whose cells fit into a `W` one a bit, and
    /// the positions of a side one a byte.
    fn run_wide<const P: usize, W: CellMask + Side>(&self) -> Result<(usize, Findings), Failure> {
        let filling = Filling::<W> {
            pass: self,
            canonical: CanonicalMolecules::new(self.config),
            range: (self.config.molecules() / (64 * self.threads as u64)).clamp(1, RANGE),
            next: AtomicU64::new(1),
            end: AtomicUsize::new(self.buckets.end),
        };
        let mut findings = Findings::default();
        let mut records = Vec::new();
        for filled in self.on_threads(|| filling.fill::<P>()) {
            let (buckets, rays) = filled?;
            records.push(buckets);
            findings.rays.merge(&rays);
        }
        let end = filling.end.load(Ordering::Relaxed);
        let next = AtomicUsize::new(self.buckets.start);
        for resolved in self.on_threads(|| self.resolve::<P, W>(&records, &next, end)) {
            findings.merge(&resolved?);
        }
        Ok((end, findings))
    }

    /// What every thread of the pass returns of the same work.
    fn on_threads<T: Send>(&self, work: impl Fn() -> T + Sync) -> Vec<T> {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(&work)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    }

    fn resolve<const P: usize, S: Side>(
        &self,
        records: &[Buckets],
        next: &AtomicUsize,
        end: usize,
    ) -> Result<Findings, Failure> {
        let mut resolver = Resolver::<P, S>::new(self.config);
        let mut bucket = Vec::new();
        loop {
            if self.stop.asked() {
                return Err(Failure::Stopped);
            }
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= end {
                return Ok(resolver.into_findings());
            }
            bucket.clear();
            for records in records {
                records.read_into(index, &mut bucket);
            }
            resolver.resolve(&mut bucket);
            self.work.fetch_add(bucket.len() as u64, Ordering::Relaxed);
        }
    }
}

/// The first half of a pass.
struct Filling<'a, W> {
    pass: &'a Pass<'a>,
    canonical: CanonicalMolecules<W>,
    /// How many numbers a thread takes at a time.
    range: u64,
    /// The number behind those that were taken.
    next: AtomicU64,
    /// The end of the buckets that there is still room for.
    end: AtomicUsize,
}

impl<W: CellMask + Side> Filling<'_, W> {
    /// Records canonical molecules until all are.
    fn fill<const P: usize>(&self) -> Result<(Buckets<'_>, RayExtremes), Failure> {
        let pass = self.pass;
        let config = pass.config;
        let layout = Layout::of(config);
        let mut buckets = Buckets::new(pass.pool, pass.buckets.clone());
        let mut known = pass.buckets.clone();
        let mut rays = RayExtremes::default();
        loop {
            if pass.stop.asked() {
                return Err(Failure::Stopped);
            }
            let from = self.next.fetch_add(self.range, Ordering::Relaxed);
            if from > config.molecules() {
                return Ok((buckets, rays));
            }
            let mut traced = 0;
            for (number, molecule) in self.canonical.numbered(from, from + self.range) {
                let exits = if pass.rays {
                    let (exits, statistics) = Exits::with_statistics(molecule, config);
                    rays.see(number, &statistics);
                    exits
                } else {
                    Exits::of(molecule, config)
                };
                let signature = Signature::<W>::of::<P>(&exits);
                let hash = signature.hash();
                let bucket = layout.bucket(hash);
                if known.contains(&bucket) {
                    let record = layout.record(hash, signature.is_symmetric(), number);
                    while known.contains(&bucket) && buckets.push(bucket, record) == Err(Full) {
                        known.end = self.make_room(known.end)?;
                        buckets.truncate(known.end);
                    }
                }
                traced += 1;
            }
            pass.work.fetch_add(traced, Ordering::Relaxed);
        }
    }

    /// Gives up some of the last buckets, unless another thread has done so
    /// since this one knew the end. The new end.
    fn make_room(&self, known: usize) -> Result<usize, Failure> {
        let start = self.pass.buckets.start;
        let kept = (known - start) * 7 / 8;
        if kept == 0 {
            return Err(Failure::Memory);
        }
        let result =
            self.end
                .compare_exchange(known, start + kept, Ordering::Relaxed, Ordering::Relaxed);
        Ok(result.map_or_else(|given_up| given_up, |_| start + kept))
    }
}
