//! Finds all spectra by firing rays at partial boards.
//!
//! At first, every cell is open. A ray is fired, and wherever it looks at an open cell, the search continues
//! with an atom there, and then without one. So a board becomes several [sketches](Sketch), each of which
//! decides only the cells that rays have looked at. Sketches with the same answers so far are a *class*, and
//! the next ray divides it into smaller classes. After the last ray, a class is a spectrum: its sketches
//! contain each molecule of the spectrum exactly once.
//!
//! In a box with many atoms, rays are short and a sketch has up to billions of molecules: A18_B6 has 1.1
//! billion canonical molecules, but 4.4 million sketches. In a box with few atoms, classes soon have few
//! molecules, and a [counter](Counter) can trace these instead of firing the remaining rays.
//!
//! The search works for a range of numbers of atoms as well as for one number. It counts the spectra of [one
//! number](super::one_number), or of the [whole box](super::whole) with any number of atoms.
//!
//! Of the eight images of a spectrum, only the one with the lowest offsets in the order of the rays is
//! searched. A class is dropped as soon as the answers so far show that another image is lower.

use std::cmp::Ordering;
use std::mem;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use itertools::Itertools;
use watch::{Halt, Observed, on_threads};

use super::part::bucket_of;
use super::signature::{FACTOR, SideKey};
use super::sketch::Sketch;
use crate::board::{Size, Transform};
use crate::partial::paths::{Effect, Paths, RayCursor};
use crate::ray::Exits;

/// For each position, the offset as in [`Sides`](crate::ray::Sides), or [`Exits::UNKNOWN`]. Bytes after the
/// last position of the box are unspecified.
pub(super) type Offsets = [u8; 64];

/// Tables for one width of the box: the steps of rays, and the order and the images of positions.
pub(super) struct RayTables<W> {
    paths: Paths<W>,
    /// The positions in the order in which rays are fired and spectra compared: those next to the corners, then
    /// those next to them, and so on. Positions that are images of each other are adjacent, so for nine in ten
    /// spectra, the first eight rays decide which image is the lowest. In the order of sides, eight rays
    /// decided it for none, and 13 rays for less than half.
    order: Vec<u8>,
    /// For each image but the identity: for each place in `order`, the position that moves there, and for each
    /// position, where it moves.
    images: Vec<(Vec<u8>, Vec<u8>)>,
}

impl<W: SideKey> RayTables<W> {
    pub(super) fn new(width: usize) -> RayTables<W> {
        let positions = 4 * width;
        let from_corner = |position: usize| {
            let along = position % width;
            along.min(width - 1 - along)
        };
        let order = (0..positions).sorted_by_key(|&position| from_corner(position));
        let order: Vec<u8> = order.map(|position| position as u8).collect();
        let images = Transform::ALL[1..].iter().map(|transform| {
            let source = |position: usize| transform.source(position, positions);
            let mut moved = vec![0; positions];
            (0..positions).for_each(|position| moved[source(position)] = position as u8);
            let sources = order.iter().map(|&at| source(at.into()) as u8);
            (sources.collect(), moved)
        });
        RayTables {
            paths: Paths::new(Size::of_width(width)),
            images: images.collect(),
            order,
        }
    }

    /// The number of positions from one position to another, in their order around the box.
    #[inline(always)]
    fn offset(&self, from: u8, to: u8) -> u8 {
        let around = self.order.len() as u8;
        if to >= from {
            to - from
        } else {
            to + around - from
        }
    }

    /// Continues the comparison of the spectrum with its images as far as rays are known. False if an image is
    /// known to be lower.
    #[inline]
    pub(super) fn is_lowest(&self, offsets: &Offsets, images: &mut ImageOrder) -> bool {
        if images.are_higher() {
            return true;
        }
        let around = self.order.len();
        for (equal, (sources, moved)) in images.equal.iter_mut().zip(&self.images) {
            while let Some(&at) = self.order.get(usize::from(*equal)) {
                let source = sources[usize::from(*equal)];
                let mine = offsets[usize::from(at)];
                let mut other = offsets[usize::from(source)];
                if mine == Exits::UNKNOWN || other == Exits::UNKNOWN {
                    break;
                }
                if other != 0 && other != Exits::ABSORBED {
                    let exit = usize::from(source) + usize::from(other);
                    let exit = if exit >= around { exit - around } else { exit };
                    other = self.offset(at, moved[exit]);
                }
                match other.cmp(&mine) {
                    Ordering::Less => return false,
                    Ordering::Equal => *equal += 1,
                    Ordering::Greater => *equal = ImageOrder::HIGHER,
                }
            }
        }
        true
    }
}

/// How far the images of a spectrum, except the identity, have been compared with it.
#[derive(Clone, Copy, Default)]
pub(super) struct ImageOrder {
    /// For each image, the number of places in the order that are equal so far, or [`ImageOrder::HIGHER`].
    equal: [u8; Transform::ALL.len() - 1],
}

impl ImageOrder {
    const HIGHER: u8 = u8::MAX;

    /// Whether all images are higher, so that no comparison is left.
    #[inline]
    pub(super) fn are_higher(&self) -> bool {
        self.equal == [ImageOrder::HIGHER; Transform::ALL.len() - 1]
    }

    /// The transforms, except the identity, that leave a spectrum of this number of positions unchanged.
    pub(super) fn symmetries(&self, positions: usize) -> impl Iterator<Item = Transform> {
        let images = Transform::ALL[1..].iter().zip(self.equal);
        images.filter_map(move |(&transform, equal)| {
            (usize::from(equal) == positions).then_some(transform)
        })
    }
}

/// Counts the spectra that a search finds.
pub(super) trait Counter<W> {
    /// The result of the search.
    type Found: Send;

    /// Whether boards may have any number of atoms. If so, [`Counter::record_ray`] gets no lengths and turns, and
    /// sketches of a spectrum are only added up: the last ray passes them to [`Counter::gather`] instead of
    /// storing them.
    const ANY_NUMBER: bool = false;

    /// Is called for each ray that ends, with the sketch whose boards all have that ray, and its outcome:
    /// [`ABSORBED`], [`REFLECTED`] or [`OUT`].
    #[inline(always)]
    fn record_ray(&mut self, _sketch: &Sketch<W>, _outcome: usize, _cursor: &RayCursor) {}

    /// Whether a class is small after `shots` rays.
    fn is_small(&self, class: &[Sketch<W>], shots: usize, small: SmallClass) -> bool;

    /// A guess of the cost of searching a class, relative to other classes after the same ray.
    fn guess_cost(&self, class: &[Sketch<W>]) -> f64 {
        class.len() as f64
    }

    /// The number of boards of a class if they are few enough to be traced, or `None`.
    fn traceable(&self, _class: &[Sketch<W>]) -> Option<u64> {
        None
    }

    /// Traces all boards of a class for which [`Counter::traceable`] returned a number.
    fn trace(&mut self, _class: &[Sketch<W>], _images: &ImageOrder) {}

    /// Is called when a ray is fired at this number of sketches.
    #[inline(always)]
    fn note_shots(&mut self, _sketches: usize) {}

    /// Is called when the search has this number of sketches at a time.
    #[inline(always)]
    fn note_sketches(&mut self, _sketches: usize) {}

    /// Adds the boards of a sketch to those whose last ray has this outcome.
    #[inline(always)]
    fn gather(&mut self, _sketch: &Sketch<W>, _outcome: usize) {}

    /// Counts the spectrum of the boards gathered for this outcome, or drops them if `spectrum` is `None`
    /// because another image is lower.
    fn count_gathered(&mut self, _outcome: usize, _spectrum: Option<(&Offsets, &ImageOrder)>) {}

    /// Counts the spectrum of a class whose rays have all ended.
    fn count(&mut self, class: &[Sketch<W>], offsets: &Offsets, images: &ImageOrder);

    /// The approximate memory of the result so far, in bytes.
    fn bytes(&self) -> u64 {
        0
    }

    fn finish(self) -> Self::Found;
}

/// The parameters of a search, for all threads.
pub(super) struct Task<'a> {
    pub width: usize,
    /// The numbers of atoms that boards may have.
    pub atoms: RangeInclusive<usize>,
    pub buckets: Range<usize>,
    /// The total number of buckets.
    pub of: usize,
    /// The size of classes that are distributed among buckets, and of those that are distributed among threads.
    pub small: [SmallClass; 2],
    /// The bytes of memory for the classes of all threads.
    pub memory: u64,
    pub threads: usize,
    pub observed: &'a Observed<'a>,
}

impl Task<'_> {
    /// Finds all spectra of the buckets. Each thread has a counter of its own, and its result is returned.
    ///
    /// # Errors
    ///
    /// If the search is interrupted, the system refuses a thread, or the memory is not enough ([`Halt::Enough`]).
    pub(super) fn run<W: SideKey, C: Counter<W>>(
        &self,
        tables: &RayTables<W>,
        counter: impl Fn() -> C + Sync,
    ) -> Result<Vec<C::Found>, Halt> {
        let taken = AtomicU64::new(0);
        let found = on_threads(self.threads, |_| {
            let mut search = RaySearch::new(tables, self, &taken, counter());
            let class = search.begin();
            search.search_class(class, &tables.order, ImageOrder::default())?;
            Ok(search.counter.finish())
        })?;
        found.into_iter().collect()
    }

    /// Estimates the cost of a search by following random classes, at most `most_probes` times, or until they
    /// have made `enough` sketches.
    pub(super) fn effort<W: SideKey, C: Counter<W>>(
        &self,
        tables: &RayTables<W>,
        counter: C,
        [most_probes, enough]: [usize; 2],
    ) -> Effort {
        let taken = AtomicU64::new(0);
        let mut search = RaySearch::new(tables, self, &taken, counter);
        let mut random = FACTOR;
        let mut effort = Effort::default();
        let (mut probes, mut made, mut most) = (0, 0, 0.0);
        while probes < most_probes && made < enough {
            let (by_probe, at_a_time) = search.probe(&mut random, &mut effort);
            (made, most) = (made + by_probe, at_a_time.max(most));
            probes += 1;
        }
        effort.bytes = (most * size_of::<Sketch<W>>() as f64) as u64;
        effort.sketches /= probes as f64;
        effort.molecules /= probes as f64;
        effort
    }
}

/// The estimated cost of a census.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    /// The number of sketches that rays are fired at.
    pub sketches: f64,
    /// The number of molecules that are traced.
    pub molecules: f64,
    /// The bytes of the sketches that a thread stores at a time.
    pub bytes: u64,
}

/// The greatest number of sketches at which a ray is fired between two checks for a request to stop, which are
/// milliseconds apart.
pub(super) const PIECE: usize = 1 << 16;

/// The outcomes of rays, as indices of the stacks of sketches.
pub(super) const ABSORBED: usize = 0;
pub(super) const REFLECTED: usize = 1;
pub(super) const OUT: usize = 2;

/// A range of one stack: the sketches with the same answers so far.
#[derive(Clone, Copy)]
struct Class {
    outcome: usize,
    begin: usize,
    end: usize,
}

struct RaySearch<'a, W, C> {
    tables: &'a RayTables<W>,
    task: &'a Task<'a>,
    counter: C,
    level: Level,
    /// The number of shares that any thread has taken, and of those that this thread has come to. All threads
    /// come to the same shares in the same order.
    taken: &'a AtomicU64,
    shares_seen: u64,
    /// The sketches of all classes from the root to the present one, by the outcome of their last ray. Only
    /// those whose ray came out have to be sorted into classes, by exit.
    sketches: [Vec<Sketch<W>>; 3],
    /// Sketches with an atom in a cell where the current ray looked at an open one, to be followed later from
    /// there.
    branches: Vec<(Sketch<W>, RayCursor)>,
    /// The bytes of memory that this thread may use.
    memory: u64,
    offsets: Offsets,
}

/// The level of the search: buckets consist of classes, and these of the shares of threads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    All,
    /// In a class that belongs to a bucket of this pass.
    Bucket,
    /// In a class that this thread has taken as its share.
    Share,
}

/// Defines small classes: those after `rays` rays, or with at most one in `of` of all molecules.
#[derive(Clone, Copy)]
pub(super) struct SmallClass {
    pub rays: usize,
    pub of: u64,
}

impl<'a, W: SideKey, C: Counter<W>> RaySearch<'a, W, C> {
    fn new(tables: &'a RayTables<W>, task: &'a Task<'a>, taken: &'a AtomicU64, counter: C) -> Self {
        RaySearch {
            tables,
            task,
            counter,
            taken,
            shares_seen: 0,
            level: Level::All,
            sketches: [const { Vec::new() }; 3],
            branches: Vec::new(),
            memory: task.memory / task.threads as u64,
            offsets: [Exits::UNKNOWN; _],
        }
    }

    /// The root of the search: the class of all boards.
    fn begin(&mut self) -> Class {
        self.offsets.fill(Exits::UNKNOWN);
        self.sketches.iter_mut().for_each(Vec::clear);
        let blank = Sketch::blank(self.task.width, self.task.atoms.clone());
        self.sketches[OUT].push(blank);
        Class {
            outcome: OUT,
            begin: 0,
            end: 1,
        }
    }

    fn of(&self, class: Class) -> &[Sketch<W>] {
        &self.sketches[class.outcome][class.begin..class.end]
    }

    /// Finds the spectra of a class. `order` has the positions of the rays that may be left to fire.
    fn search_class(
        &mut self,
        class: Class,
        order: &[u8],
        mut images: ImageOrder,
    ) -> Result<(), Halt> {
        let tables = self.tables;
        if self.task.observed.stop.is_requested() {
            return Err(Halt::Stopped);
        }
        if !tables.is_lowest(&self.offsets, &mut images) {
            return Ok(());
        }
        let is_left = |&at: &usize| self.offsets[usize::from(order[at])] == Exits::UNKNOWN;
        let mut left = (0..order.len()).filter(is_left);
        let (next, is_last) = (left.next(), left.next().is_none());
        // Until a thread takes the class as its share, rays are fired in the order of the tables.
        let shots = next.map(|next| tables.order.len() - order.len() + next);
        let outside = self.level;
        let [bucket, share] = self.task.small;
        let entered = match outside {
            Level::All if self.is_small(class, shots, bucket) => {
                Some(self.is_in_buckets().then_some(Level::Bucket))
            }
            Level::Bucket if self.is_small(class, shots, share) => {
                Some(self.takes_share().then_some(Level::Share))
            }
            _ => None,
        };
        if let Some(entered) = entered {
            if let Some(level) = entered {
                self.level = level;
                self.search_class(class, order, images)?;
                self.level = outside;
            }
            return Ok(());
        }
        let sketches = &self.sketches[class.outcome][class.begin..class.end];
        let Some(next) = next else {
            self.counter.count(sketches, &self.offsets, &images);
            return Ok(());
        };
        if self.level == Level::Share && self.counter.traceable(sketches).is_some() {
            self.counter.trace(sketches, &images);
            return Ok(());
        }
        let better = match self.level == Level::Share && !is_last && images.are_higher() {
            true => self.better_order(class, &order[next..]),
            false => None,
        };
        let order = better.as_deref().unwrap_or(&order[next..]);
        let entry = order[0];
        let begin = self.sketches.each_ref().map(Vec::len);
        if is_last && self.level == Level::Share && C::ANY_NUMBER {
            self.fire_in_pieces::<true>(class, entry)?;
            // The last ray cannot come out elsewhere, because then its other end would be left, too.
            for (outcome, exit) in [(ABSORBED, Exits::ABSORBED), (REFLECTED, entry)] {
                let mut images = images;
                self.mark(entry, exit);
                let is_lowest = tables.is_lowest(&self.offsets, &mut images);
                let spectrum = is_lowest.then_some((&self.offsets, &images));
                self.counter.count_gathered(outcome, spectrum);
                self.unmark(entry, exit);
            }
            return Ok(());
        }
        self.fire_in_pieces::<false>(class, entry)?;
        let end = self.sketches.each_ref().map(Vec::len);
        let all = end.iter().sum::<usize>();
        self.counter.note_sketches(all);
        if (size_of::<Sketch<W>>() * all) as u64 + self.counter.bytes() > self.memory {
            return Err(Halt::Enough);
        }
        self.sketches[OUT][begin[OUT]..].sort_unstable_by_key(|sketch| sketch.exit);
        for outcome in [ABSORBED, REFLECTED, OUT] {
            let mut from = begin[outcome];
            while from < end[outcome] {
                let class = self.first_class(outcome, from..end[outcome]);
                let exit = self.of(class)[0].exit;
                self.mark(entry, exit);
                self.search_class(class, &order[1..], images)?;
                self.unmark(entry, exit);
                from = class.end;
            }
            self.sketches[outcome].truncate(begin[outcome]);
        }
        Ok(())
    }

    /// The first class of a range of sorted sketches.
    fn first_class(&self, outcome: usize, Range { start, end }: Range<usize>) -> Class {
        let sketches = &self.sketches[outcome][start..end];
        let length = match outcome {
            OUT => (sketches.iter())
                .take_while(|sketch| sketch.exit == sketches[0].exit)
                .count(),
            _ => sketches.len(),
        };
        Class {
            outcome,
            begin: start,
            end: start + length,
        }
    }

    /// Follows one random class after each ray. A class with a probability of a tenth counts for ten, so on
    /// average the sum is the cost of all classes (Knuth, Estimating the efficiency of backtrack programs,
    /// 1975). Probabilities are proportional to the guessed costs of classes. Of a large class, only some
    /// sketches are followed, each of which counts for several. Returns the number of sketches made, and the
    /// estimated number that a search stores at a time when it comes to this class.
    fn probe(&mut self, random: &mut u64, effort: &mut Effort) -> (usize, f64) {
        const LARGE: usize = 1 << 16;
        let mut class = self.begin();
        let (mut weight, mut made) = (1.0, 0);
        let (mut each, mut at_a_time) = (1.0, 0.0);
        let mut images = ImageOrder::default();
        for &entry in &self.tables.order {
            if self.offsets[usize::from(entry)] != Exits::UNKNOWN {
                continue;
            }
            if !self.tables.is_lowest(&self.offsets, &mut images) {
                break;
            }
            if let Some(molecules) = self.counter.traceable(self.of(class)) {
                effort.molecules += weight * molecules as f64;
                break;
            }
            let size = class.end - class.begin;
            effort.sketches += weight * size as f64;
            let begin = self.sketches.each_ref().map(Vec::len);
            self.fire::<false>(class, entry);
            self.sketches[OUT][begin[OUT]..].sort_unstable_by_key(|sketch| sketch.exit);
            let mut classes = Vec::new();
            for outcome in [ABSORBED, REFLECTED, OUT] {
                let (mut from, end) = (begin[outcome], self.sketches[outcome].len());
                made += end - from;
                at_a_time += each * (end - from) as f64;
                while from < end {
                    let class = self.first_class(outcome, from..end);
                    classes.push((class, self.counter.guess_cost(self.of(class))));
                    from = class.end;
                }
            }
            let all: f64 = classes.iter().map(|(_, guess)| guess).sum();
            // Marsaglia's xorshift.
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let mut left = all * (*random as f64 / u64::MAX as f64);
            let chosen = classes.iter().find(|(_, guess)| {
                left -= guess;
                left <= 0.0
            });
            let (chosen, guess) = *chosen.unwrap_or(&classes[0]);
            class = chosen;
            weight *= all / guess;
            self.mark(entry, self.of(class)[0].exit);
            let size = class.end - class.begin;
            if size > LARGE {
                let some: Vec<_> = self
                    .of(class)
                    .iter()
                    .copied()
                    .step_by(size / LARGE)
                    .collect();
                class.end = class.begin + some.len();
                self.sketches[class.outcome][class.begin..class.end].copy_from_slice(&some);
                let thinned = size as f64 / some.len() as f64;
                (each, weight) = (each * thinned, weight * thinned);
            }
        }
        (made, at_a_time)
    }

    fn mark(&mut self, entry: u8, exit: u8) {
        if exit == Exits::ABSORBED {
            self.offsets[usize::from(entry)] = Exits::ABSORBED;
        } else {
            self.offsets[usize::from(exit)] = self.tables.offset(exit, entry);
            self.offsets[usize::from(entry)] = self.tables.offset(entry, exit);
        }
    }

    fn unmark(&mut self, entry: u8, exit: u8) {
        self.offsets[usize::from(entry)] = Exits::UNKNOWN;
        if exit != Exits::ABSORBED {
            self.offsets[usize::from(exit)] = Exits::UNKNOWN;
        }
    }

    fn is_small(&self, class: Class, shots: Option<usize>, small: SmallClass) -> bool {
        shots.is_none_or(|shots| self.counter.is_small(self.of(class), shots, small))
    }

    /// Whether the class belongs to a bucket of this pass.
    fn is_in_buckets(&self) -> bool {
        let order = self.tables.order.iter().take(self.task.small[0].rays);
        let answers = order.map(|&at| self.offsets[usize::from(at)]);
        let bucket = bucket_of(answers, self.task.of);
        self.task.buckets.contains(&bucket)
    }

    /// Whether this thread takes the share that begins here, because no other thread has.
    fn takes_share(&mut self) -> bool {
        let mine = self.shares_seen;
        self.shares_seen += 1;
        (self.taken.load(Relaxed) == mine)
            && (self.taken)
                .compare_exchange(mine, mine + 1, Relaxed, Relaxed)
                .is_ok()
    }

    /// Fires a ray at a class that may have hundreds of millions of sketches, and stops if that is requested.
    fn fire_in_pieces<const LAST: bool>(&mut self, class: Class, entry: u8) -> Result<(), Halt> {
        for begin in (class.begin..class.end).step_by(PIECE) {
            if self.task.observed.stop.is_requested() {
                return Err(Halt::Stopped);
            }
            let end = class.end.min(begin + PIECE);
            let outcome = class.outcome;
            let piece = Class {
                outcome,
                begin,
                end,
            };
            self.fire::<LAST>(piece, entry);
        }
        Ok(())
    }

    /// Fires the ray from a position at each sketch of a class, and appends the resulting sketches.
    fn fire<const LAST: bool>(&mut self, class: Class, entry: u8) {
        let paths = &self.tables.paths;
        let mut branches = mem::take(&mut self.branches);
        self.counter.note_shots(class.end - class.begin);
        for index in class.begin..class.end {
            let sketch = self.sketches[class.outcome][index];
            Self::split(
                paths,
                &mut branches,
                sketch,
                entry,
                |sketch, exit, cursor| {
                    self.end::<LAST>(sketch, exit, cursor);
                },
            );
        }
        self.branches = branches;
    }

    /// The positions that are left to fire from, in a better order: the fewer sketches a ray makes of a sample,
    /// the earlier it comes, because all later rays are fired at these sketches. `None` for a class that is too
    /// small to be worth the sample.
    fn better_order(&mut self, class: Class, order: &[u8]) -> Option<Vec<u8>> {
        /// The least number of sketches of a class. In a smaller one, the sample costs more than it saves.
        const MIN_SKETCHES: usize = 64;
        /// The approximate number of sketches in the sample; a larger one hardly changes the order. In this order, B6
        /// takes 0.74 times as many rays, and B7 half as many, which take 0.8 times as long.
        const SAMPLED: usize = 4;
        let size = class.end - class.begin;
        if size < MIN_SKETCHES {
            return None;
        }
        let mut branches = mem::take(&mut self.branches);
        let left = order.iter().copied();
        let left = left.filter(|&at| self.offsets[usize::from(at)] == Exits::UNKNOWN);
        let mut costed: Vec<(usize, u8)> = left
            .map(|entry| {
                let mut made = 0;
                let seen = self.of(class).iter().step_by(size / SAMPLED);
                for sketch in seen {
                    let paths = &self.tables.paths;
                    Self::split(paths, &mut branches, *sketch, entry, |_, _, _| made += 1);
                }
                (made, entry)
            })
            .collect();
        self.branches = branches;
        costed.sort_by_key(|&(made, _)| made);
        Some(costed.into_iter().map(|(_, entry)| entry).collect())
    }

    /// Fires a ray at a sketch, and calls `made` with each resulting sketch, the exit of the ray and the ray.
    #[inline(always)]
    fn split(
        paths: &Paths<W>,
        branches: &mut Vec<(Sketch<W>, RayCursor)>,
        mut sketch: Sketch<W>,
        entry: u8,
        mut made: impl FnMut(Sketch<W>, u8, &RayCursor),
    ) {
        let mut cursor = paths.entering(entry);
        loop {
            let decide = |sketch: &mut Sketch<W>, cursor: &RayCursor, cell, effect| {
                let with = sketch.decide(cell, C::ANY_NUMBER);
                match effect {
                    Effect::Absorb => made(with, Exits::ABSORBED, cursor),
                    Effect::Reflect => made(with, entry, cursor),
                    Effect::Turn => branches.push((with, *cursor)),
                }
                true
            };
            let exit = match C::ANY_NUMBER {
                true => paths.walk::<false, _>(&mut cursor, &mut sketch, decide),
                false => paths.walk::<true, _>(&mut cursor, &mut sketch, decide),
            };
            if let Some(exit) = exit {
                made(sketch, exit, &cursor);
            }
            match branches.pop() {
                Some(branch) => (sketch, cursor) = branch,
                None => break,
            }
        }
    }

    #[inline(always)]
    fn end<const LAST: bool>(&mut self, mut sketch: Sketch<W>, exit: u8, cursor: &RayCursor) {
        let outcome = match exit {
            Exits::ABSORBED => ABSORBED,
            exit if exit == cursor.entry => REFLECTED,
            _ => OUT,
        };
        if LAST {
            return self.counter.gather(&sketch, outcome);
        }
        sketch.exit = exit;
        self.sketches[outcome].push(sketch);
        self.counter.record_ray(&sketch, outcome, cursor);
    }
}
