//! One pass of a census: the spectra whose hashes fall into some of the
//! buckets, and all their molecules.
//!
//! First the threads trace all canonical molecules, by ranges of numbers, and
//! record those in the buckets of the pass. Then they resolve the buckets one
//! by one. A thread that is free takes the next range or bucket.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use watch::{NoThread, Stop, on_threads};

use super::buckets::{Buckets, Full, Pool};
use super::canonical_walk::CanonicalMolecules;
use super::cell_mask::CellMask;
use super::findings::Findings;
use super::ray_extremes::RayExtremes;
use super::records::{Layout, Record};
use super::signature::Side;
use super::spectral_groups::Resolver;
use super::tags::{MadeTags, TaggedWalk, Tags};
use crate::game::{Config, Molecule, Sides};

pub(super) struct Pass<'a, 'm> {
    pub config: Config,
    /// The buckets to look at. If memory is short, some of the last are left for another pass.
    pub buckets: Range<usize>,
    /// Does the pass look at the rays of the molecules, too?
    pub rays: bool,
    /// Tags from an earlier pass, or room for tags for later ones.
    pub tags: Option<&'a Tags>,
    pub threads: usize,
    pub pool: &'a Pool<'m>,
    /// Counts the traced canonical molecules and the resolved records.
    pub work: &'a AtomicU64,
    pub stop: &'a Stop,
}

/// Why a pass has found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassEnd {
    /// Somebody asked to stop.
    Stopped,
    /// Not even the records of a single bucket fit into memory.
    Memory,
    /// The system refuses a thread.
    NoThread,
}

impl From<NoThread> for PassEnd {
    fn from(_: NoThread) -> PassEnd {
        PassEnd::NoThread
    }
}

/// The most numbers that a thread takes at a time. A range takes a few hundredths
/// of a second, and between two ranges the thread checks whether to stop.
const RANGE: u64 = 1 << 18;

/// The number of numbers that a thread takes at a time.
pub(super) fn range(config: Config, threads: usize) -> u64 {
    (config.molecules() / (64 * threads as u64)).clamp(1, RANGE)
}

impl<'m> Pass<'_, 'm> {
    /// Returns the end of the buckets that it really looked at, and the findings there.
    pub(super) fn run(&self) -> Result<(usize, Findings), PassEnd> {
        match self.config.width() {
            ..=8 => self.run_wide::<u64>(),
            _ => self.run_wide::<u128>(),
        }
    }

    /// The same. A `W` has a bit for each cell of the box, and a byte for each position of a side.
    fn run_wide<W: CellMask + Side>(&self) -> Result<(usize, Findings), PassEnd> {
        let filling = Filling::<'_, 'm, W> {
            pass: self,
            layout: Layout::of(self.config),
            canonical: CanonicalMolecules::new(self.config),
            range: range(self.config, self.threads),
            next: AtomicU64::new(1),
            end: AtomicUsize::new(self.buckets.end),
            known: (0..self.threads)
                .map(|_| AtomicUsize::new(self.buckets.end))
                .collect(),
            filling: AtomicUsize::new(self.threads),
        };
        let mut findings = Findings::default();
        let mut records = Vec::new();
        for filled in on_threads(self.threads, |thread| filling.fill(thread))? {
            let (buckets, rays) = filled?;
            records.push(buckets);
            findings.rays.merge(&rays);
        }
        let end = filling.end.load(Ordering::Relaxed);
        let next = AtomicUsize::new(self.buckets.start);
        for resolved in on_threads(self.threads, |_| self.resolve::<W>(&records, &next, end))? {
            findings.merge(&resolved?);
        }
        Ok((end, findings))
    }

    fn resolve<S: Side>(
        &self,
        records: &[Buckets<'_, 'm>],
        next: &AtomicUsize,
        end: usize,
    ) -> Result<Findings, PassEnd> {
        let mut resolver = Resolver::<S>::new(self.config);
        let mut bucket = Vec::new();
        loop {
            if self.stop.asked() {
                return Err(PassEnd::Stopped);
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
/// If the pool runs out of chunks, the last buckets are given up. The end
/// moves down, and every thread returns the chunks behind it as soon as it sees
/// that. If that was not enough, the end moves again after all have done so.
struct Filling<'a, 'm, W> {
    pass: &'a Pass<'a, 'm>,
    layout: Layout,
    canonical: CanonicalMolecules<W>,
    range: u64,
    /// The first number that no thread has taken.
    next: AtomicU64,
    /// The end of the buckets that still have room.
    end: AtomicUsize,
    /// By thread, the end of its buckets.
    known: Vec<AtomicUsize>,
    /// The number of threads that still fill buckets.
    filling: AtomicUsize,
}

impl<'m, W: CellMask + Side> Filling<'_, 'm, W> {
    fn fill(&self, thread: usize) -> Result<(Buckets<'_, 'm>, RayExtremes), PassEnd> {
        let pass = self.pass;
        let mut buckets = Buckets::new(pass.pool, pass.buckets.clone());
        let at_work = AtWork(self, thread);
        let rays = self.fill_ranges(&mut buckets, thread)?;
        at_work.finish();
        // The others may still need room that this thread can give up.
        while self.filling.load(Ordering::Relaxed) > 0 {
            self.follow(&mut buckets, thread);
            thread::sleep(Duration::from_millis(1));
        }
        self.follow(&mut buckets, thread);
        Ok((buckets, rays))
    }

    fn fill_ranges(
        &self,
        buckets: &mut Buckets<'_, 'm>,
        thread: usize,
    ) -> Result<RayExtremes, PassEnd> {
        let pass = self.pass;
        let mut bundle = Bundle::new();
        let mut rays = RayExtremes::default();
        loop {
            if pass.stop.asked() {
                return Err(PassEnd::Stopped);
            }
            let from = self.next.fetch_add(self.range, Ordering::Relaxed);
            if from > pass.config.molecules() {
                return Ok(rays);
            }
            let walk = self.canonical.numbered(from, from + self.range);
            let range = ((from - 1) / self.range) as usize;
            let known = (pass.tags.filter(|_| !pass.rays)).and_then(|tags| tags.of_range(range));
            let walked = match known {
                Some(tags) if buckets.end() > pass.buckets.start => {
                    let looked_at = pass.buckets.start..=buckets.end() - 1;
                    let walk = TaggedWalk::new(walk, tags, looked_at, self.layout);
                    self.fill_tagged(walk, &mut bundle, buckets, thread)?
                }
                _ => {
                    let mut made = pass.tags.map(|tags| (tags, MadeTags::default()));
                    let mut walk = walk;
                    let mut walked = 0;
                    loop {
                        bundle.take(&mut walk, Bundle::<W>::SIZE);
                        if bundle.numbers.is_empty() {
                            break;
                        }
                        if pass.rays {
                            bundle.trace_rays(pass.config, &mut rays);
                        } else {
                            bundle.trace(pass.config);
                        }
                        bundle.hash();
                        if let Some((_, made)) = &mut made {
                            bundle.hashes.iter().for_each(|&(hash, _)| made.push(hash));
                        }
                        self.record(&bundle, buckets, thread)?;
                        walked += bundle.numbers.len() as u64;
                    }
                    if let Some((tags, made)) = made {
                        tags.keep(range, made);
                    }
                    walked
                }
            };
            self.follow(buckets, thread);
            pass.work.fetch_add(walked, Ordering::Relaxed);
        }
    }

    /// Records the molecules of a range whose tags belong to the pass.
    fn fill_tagged(
        &self,
        mut walk: TaggedWalk<'_, impl Iterator<Item = (u64, Molecule)>>,
        bundle: &mut Bundle<W>,
        buckets: &mut Buckets<'_, 'm>,
        thread: usize,
    ) -> Result<u64, PassEnd> {
        let mut walked = 0;
        loop {
            let (numbers, molecules) = (&mut bundle.numbers, &mut bundle.molecules);
            walked += walk.take(numbers, molecules, Bundle::<W>::SIZE);
            if bundle.numbers.is_empty() {
                return Ok(walked);
            }
            bundle.trace(self.pass.config);
            bundle.hash();
            self.record(bundle, buckets, thread)?;
        }
    }

    /// Puts the molecules of a bundle into their buckets, if these belong to the pass.
    fn record(
        &self,
        bundle: &Bundle<W>,
        buckets: &mut Buckets<'_, 'm>,
        thread: usize,
    ) -> Result<(), PassEnd> {
        let layout = self.layout;
        for (&number, &(hash, symmetric)) in bundle.numbers.iter().zip(&bundle.hashes) {
            let bucket = layout.bucket(hash);
            if (self.pass.buckets.start..buckets.end()).contains(&bucket) {
                let record = layout.record(hash, symmetric, number);
                if buckets.push(bucket, record) == Err(Full) {
                    self.push_after_others(bucket, record, buckets, thread)?;
                }
            }
        }
        Ok(())
    }

    /// Gives up the buckets that other threads have decided to give up.
    fn follow(&self, buckets: &mut Buckets<'_, 'm>, thread: usize) {
        let end = self.end.load(Ordering::Relaxed);
        if end < buckets.end() {
            buckets.truncate(end);
            self.known[thread].store(end, Ordering::Release);
        }
    }

    /// Makes room for a record, unless its own bucket is given up.
    #[cold]
    fn push_after_others(
        &self,
        bucket: usize,
        record: Record,
        buckets: &mut Buckets<'_, 'm>,
        thread: usize,
    ) -> Result<(), PassEnd> {
        let start = self.pass.buckets.start;
        loop {
            self.follow(buckets, thread);
            if bucket >= buckets.end() || buckets.push(bucket, record).is_ok() {
                return Ok(());
            }
            if self.pass.stop.asked() {
                return Err(PassEnd::Stopped);
            }
            let end = buckets.end();
            if (self.known.iter()).any(|known| known.load(Ordering::Acquire) > end) {
                thread::yield_now();
                continue;
            }
            let kept = (end - start) * 7 / 8;
            if kept == 0 {
                return Err(PassEnd::Memory);
            }
            // Any thread may move the end.
            let _ =
                self.end
                    .compare_exchange(end, start + kept, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// Molecules that are traced together, because that is faster.
pub(super) struct Bundle<S> {
    numbers: Vec<u64>,
    pub(super) molecules: Vec<Molecule>,
    pub(super) sides: Vec<Sides<S>>,
    /// The hashes of the spectra, and whether they may be symmetric.
    hashes: Vec<(u64, bool)>,
}

impl<S: Side> Bundle<S> {
    /// The work per bundle costs next to nothing, and it fits the processor's nearest cache.
    pub(super) const SIZE: usize = 128;

    pub(super) fn new() -> Bundle<S> {
        Bundle {
            numbers: Vec::new(),
            molecules: Vec::new(),
            sides: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// Takes the next molecules, at most `most`. The bundle is empty if there are no more.
    pub(super) fn take(&mut self, walk: &mut impl Iterator<Item = (u64, Molecule)>, most: usize) {
        self.numbers.clear();
        self.molecules.clear();
        for (number, molecule) in walk.take(most) {
            self.numbers.push(number);
            self.molecules.push(molecule);
        }
    }

    fn trace(&mut self, config: Config) {
        S::trace(&self.molecules, config, &mut self.sides);
    }

    /// The same, and looks for the extremes of the rays.
    pub(super) fn trace_rays(&mut self, config: Config, rays: &mut RayExtremes) {
        let (numbers, molecules) = (&self.numbers, &self.molecules);
        S::trace_rays(numbers, molecules, config, rays, &mut self.sides);
    }

    fn hash(&mut self) {
        self.hashes.clear();
        self.hashes.extend(self.sides.iter().map(Sides::hash));
    }
}

/// A thread that fills buckets. If it fails, even by a panic, nobody waits for it any more.
struct AtWork<'a, 'm, W>(&'a Filling<'a, 'm, W>, usize);

impl<W> AtWork<'_, '_, W> {
    fn finish(self) {
        self.0.filling.fetch_sub(1, Ordering::Relaxed);
        std::mem::forget(self);
    }
}

impl<W> Drop for AtWork<'_, '_, W> {
    fn drop(&mut self) {
        let AtWork(filling, thread) = *self;
        filling.known[thread].store(0, Ordering::Release);
        filling.filling.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::super::buckets::{Chunks, Memory};
    use super::*;

    #[test]
    fn a_pass_that_was_given_too_many_buckets_does_fewer() {
        let config: Config = "A5_B5".parse().unwrap();
        let buckets = Layout::of(config).buckets();
        let run = |pool: &Pool<'_>, buckets: Range<usize>, threads, tags: Option<&Tags>| {
            let pass = Pass {
                config,
                rays: buckets.start == 0,
                buckets,
                tags,
                threads,
                pool,
                work: &AtomicU64::new(0),
                stop: &Stop::default(),
            };
            pass.run()
        };
        let mut memory = Memory::new(Chunks::new(10_000_000, 100, 1));
        let ample = memory.pool();
        let (end, expected) = run(&ample, 0..buckets, 1, None).unwrap();
        assert_eq!(end, buckets);
        // Tags save work in later passes and change nothing. It does not matter which pass
        // made them and where the pass before ended.
        for (threads, tagged) in [1, 2, 3].into_iter().cartesian_product([false, true]) {
            let mut memory = Memory::new(Chunks::new(30_000, 100, threads));
            let scarce = memory.pool();
            let tags = tagged.then(|| Tags::new(config, range(config, threads)));
            let (mut frontier, mut passes) = (0, 0);
            let mut findings = Findings::default();
            while frontier < buckets {
                let left = frontier..buckets;
                let (end, found) = run(&scarce, left, threads, tags.as_ref()).unwrap();
                assert!(end > frontier);
                frontier = end;
                findings.merge(&found);
                passes += 1;
            }
            assert!(passes > 1, "{passes}");
            assert_eq!(findings, expected);
        }
        let mut memory = Memory::new(Chunks::new(100, 100, 1));
        let none = memory.pool();
        assert_eq!(run(&none, 0..buckets, 1, None), Err(PassEnd::Memory));
    }
}
