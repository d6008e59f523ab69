//! Shoots rays at boards of which little is known, and finds all spectra.
//!
//! At first, nothing is known of the board. A ray is shot, and wherever it comes to a cell that
//! is not decided, the search continues with an atom there, and then without one. So a board
//! becomes several [sketches](Sketch), each of which decides only the cells that rays have
//! looked at. Sketches whose rays have ended alike so far are a *class*. The next ray parts a
//! class into smaller ones. After the last ray, a class is a spectrum: its sketches have all
//! molecules of the spectrum, and no molecule twice.
//!
//! In a full box, rays see little, and a sketch has up to billions of molecules: A18_B6 has 1.1
//! billion canonical molecules and 4.4 million sketches. With few atoms, a class soon has few
//! molecules. Then all of them are [traced](Tracer), and [grouped](Groups) by their spectra.
//!
//! Only one of the eight images of a spectrum is searched, the one whose offsets are the lowest
//! in the order of the rays. A class ends as soon as another image is surely lower.

use std::cmp::Ordering;
use std::mem;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use itertools::Itertools;
use watch::{NoThread, Stop, locked, on_threads};

use super::findings::{Counts, Findings};
use super::groups::Groups;
use super::part::Part;
use super::ray_extremes::RayExtremes;
use super::signature::{FACTOR, Side, folded_product, signature};
use super::sketch::{Sketch, rank};
use crate::board::{Config, Molecule, Transform};
use crate::partial::paths::{Effect, Paths, Walk};
use crate::ray::{Exits, Sides, Tracer};

/// By position, [`Exits::UNKNOWN`] or the offset. What follows the last position means nothing.
type Offsets = [u8; 64];

/// How rays travel in a box, and how the images of its spectra look.
struct Tables<W> {
    config: Config,
    paths: Paths<W>,
    /// The positions in the order in which rays are shot and spectra compared: those beside the
    /// corners, then those beside them, and so on. Positions that are images of each other stand
    /// together. So the first eight rays decide which image of nine in ten spectra is the lowest.
    /// With side after side, they did for none, and 13 rays for less than half.
    order: Vec<u8>,
    /// For each image but the first, by place in the order, which position comes there, and by
    /// position where it goes.
    images: Vec<(Vec<u8>, Vec<u8>)>,
}

impl<W: Side> Tables<W> {
    fn new(config: Config) -> Tables<W> {
        let (width, positions) = (config.width(), config.positions());
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
        Tables {
            config,
            paths: Paths::new(width),
            images: images.collect(),
            order,
        }
    }

    /// The number of positions from one to another one, around the box.
    #[inline(always)]
    fn offset(&self, from: u8, to: u8) -> u8 {
        let around = self.order.len() as u8;
        if to >= from {
            to - from
        } else {
            to + around - from
        }
    }

    /// Compares the spectrum with its images as far as it is known. False if one of them surely
    /// comes before it.
    #[inline]
    fn is_lowest(&self, offsets: &Offsets, images: &mut Images) -> bool {
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
                    Ordering::Greater => *equal = Images::HIGHER,
                }
            }
        }
        true
    }
}

/// How the images of a spectrum compare with it, but for the first one, which is the spectrum.
#[derive(Clone, Copy, Default)]
struct Images {
    /// By image, the number of positions that are equal, or [`Images::HIGHER`].
    equal: [u8; Transform::ALL.len() - 1],
}

impl Images {
    const HIGHER: u8 = u8::MAX;

    /// Are all of them higher, so that nothing is left to compare?
    #[inline]
    fn are_higher(&self) -> bool {
        self.equal == [Images::HIGHER; Transform::ALL.len() - 1]
    }

    /// The transforms, but for the first one, that do not change a spectrum with these positions.
    fn symmetries(&self, positions: usize) -> impl Iterator<Item = Transform> {
        let images = Transform::ALL[1..].iter().zip(self.equal);
        images.filter_map(move |(&transform, equal)| {
            (usize::from(equal) == positions).then_some(transform)
        })
    }
}

/// Why a pass has found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassEnd {
    /// Somebody asked to stop.
    Stopped,
    /// The memory is not enough.
    Memory,
    /// The system refuses a thread.
    NoThread,
}

impl From<NoThread> for PassEnd {
    fn from(_: NoThread) -> PassEnd {
        PassEnd::NoThread
    }
}

/// What the search is to do, for all threads.
pub(super) struct Task<'a> {
    pub config: Config,
    /// The number of parts of the census.
    pub parts: u64,
    pub buckets: Range<usize>,
    /// The number of all buckets.
    pub of: usize,
    /// Bytes for the classes of all threads.
    pub memory: u64,
    pub threads: usize,
    /// Counts the molecules whose spectra are known.
    pub work: &'a AtomicU64,
    pub stop: &'a Stop,
}

impl Task<'_> {
    /// Finds all spectra of the buckets.
    ///
    /// # Errors
    ///
    /// If it is stopped, if the system refuses a thread, or if there is not enough memory.
    pub(super) fn run(&self) -> Result<Findings, PassEnd> {
        match self.config.width() {
            ..=8 => self.run_in::<u64>(),
            _ => self.run_in::<u128>(),
        }
    }

    fn run_in<W: Side>(&self) -> Result<Findings, PassEnd> {
        let tables = Tables::<W>::new(self.config);
        let taken = AtomicU64::new(0);
        let mut findings = Findings::default();
        for found in on_threads(self.threads, |_| {
            let mut search = Search::new(&tables, self, &taken);
            search.sketches.push(Sketch::blank(self.config));
            search.class(0, 0..1, Images::default())?;
            Ok::<_, PassEnd>(search.finish())
        })? {
            findings.merge(&found?);
        }
        Ok(findings)
    }
}

/// About what a census costs.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    /// The number of sketches that rays are shot at.
    pub sketches: f64,
    /// The number of molecules that are traced.
    pub molecules: f64,
    /// The bytes of the sketches that a thread has at a time.
    pub bytes: u64,
}

impl Effort {
    /// Follows random classes of a census. That takes a tenth of a second, so it is done once, and
    /// not for a small census, or small parts of one.
    pub(super) fn of(config: Config, part: Part) -> Effort {
        const SMALL: u64 = 1 << 21;
        static KNOWN: Mutex<Vec<(Config, Effort)>> = Mutex::new(Vec::new());
        let molecules = config.canonical_molecules();
        if molecules / part.of() <= SMALL {
            return Effort {
                molecules: molecules as f64,
                ..Effort::default()
            };
        }
        let mut known = locked(&KNOWN);
        if let Some(&(_, effort)) = known.iter().find(|known| known.0 == config) {
            return effort;
        }
        let effort = match config.width() {
            ..=8 => Effort::of_probes::<u64>(config),
            _ => Effort::of_probes::<u128>(config),
        };
        known.push((config, effort));
        effort
    }

    fn of_probes<W: Side>(config: Config) -> Effort {
        const PROBES: u32 = 2_000;
        /// This number of sketches is enough. They take a twentieth of a second.
        const SKETCHES: usize = 1 << 20;
        let tables = Tables::<W>::new(config);
        let task = Task {
            config,
            parts: 1,
            buckets: 0..1,
            of: 1,
            memory: u64::MAX,
            threads: 1,
            work: &AtomicU64::default(),
            stop: &Stop::default(),
        };
        let taken = AtomicU64::default();
        let mut search = Search::new(&tables, &task, &taken);
        let mut random = FACTOR;
        let mut effort = Effort::default();
        let (mut probes, mut made, mut most) = (0, 0, 0);
        while probes < PROBES && made < SKETCHES {
            let at_a_time = search.probe(&mut random, &mut effort);
            (made, most) = (made + at_a_time, most.max(at_a_time));
            probes += 1;
        }
        effort.bytes = (most * size_of::<Sketch<W>>()) as u64;
        effort.sketches /= f64::from(probes);
        effort.molecules /= f64::from(probes);
        effort
    }
}

struct Search<'a, W> {
    tables: &'a Tables<W>,
    task: &'a Task<'a>,
    within: Within,
    /// The number of parts that threads have taken, and of those that this one has seen.
    taken: &'a AtomicU64,
    seen: u64,
    /// The classes that buckets have.
    of_buckets: Small,
    /// The sketches of all classes from the first one to the present one.
    sketches: Vec<Sketch<W>>,
    /// Where the ray under way can also go.
    branches: Vec<(Sketch<W>, Walk)>,
    /// The bytes that it may use.
    memory: u64,
    per_sketch: u64,
    offsets: Offsets,
    spectra: Spectra<'a>,
    rays: RayExtremes,
    /// By outcome, the greatest length and number of turns.
    longest: [[u8; 2]; 3],
    waiting: Waiting<W>,
}

/// The molecules of whole classes. They wait to be traced together.
#[derive(Default)]
struct Waiting<W> {
    molecules: Vec<Molecule>,
    /// By class, the number of molecules up to its last one, and how its images compare.
    classes: Vec<(usize, Images)>,
    sides: Vec<Sides<W>>,
    /// Those with a ray that may be an extreme.
    beyond: Vec<usize>,
    groups: Groups,
    alike: Vec<Sketch<W>>,
}

/// The number of molecules that are traced together. Their spectra fit into a processor's cache.
const ENOUGH: usize = 2048;

/// The most molecules of a class that are traced.
const FEW: u64 = Groups::MOST as u64;

/// The molecules of a class are traced if there are at most this number per sketch.
///
/// In a fuller box, a sketch of many molecules becomes few sketches, so rays are faster. With 0, 1,
/// 4 and 16, A12_B6 takes 4.3, 4.3, 5.1 and 9.7 s on one thread, in turns. With 1, 4, 16 and 64,
/// A10_B7 takes 112, 145, 99 and 103 s, two at a time. A8_B8 takes the same with 256 and 512.
fn per_sketch(config: Config) -> u64 {
    match config.cells() / config.atoms().max(1) {
        5.. => 256,
        3.. => 1,
        _ => 0,
    }
}

/// Where a search is: each level has many of the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    All,
    /// In a class of a bucket of this pass.
    Bucket,
    /// In a class that this thread has taken.
    Part,
}

/// A class is small after a number of rays, or if it has at most this part of all molecules.
#[derive(Clone, Copy)]
struct Small {
    rays: usize,
    /// One in how many.
    of: u64,
}

/// The classes that buckets have. Each thread finds them in each pass, so there are few.
///
/// In a census in parts, the largest class of few rays would be more than a part: after six rays, it has
/// 14 % of A8_B8. So there are more classes then, about 64 for each part. Of eight of 64 parts of A6_B8,
/// the largest has 1.19 times the canonical molecules of the mean, and 1.82 times with the classes of a
/// whole census. A class of 2¹⁸ molecules takes milliseconds, so it is never divided.
fn of_buckets(config: Config, parts: u64) -> Small {
    const EACH: u64 = 64;
    const FEWEST: u64 = 128;
    match parts {
        1 => Small {
            rays: 6,
            of: FEWEST,
        },
        _ => Small {
            rays: 12,
            of: (EACH * parts).min(config.molecules() >> 18).max(FEWEST),
        },
    }
}

/// Those that threads take. Each thread finds them once in a census. If threads took the classes of
/// buckets, they would wait for the largest one: after six rays, it has 14 % of A8_B8.
const PART: Small = Small { rays: 12, of: 4096 };

impl<'a, W: Side> Search<'a, W> {
    fn new(tables: &'a Tables<W>, task: &'a Task<'a>, taken: &'a AtomicU64) -> Search<'a, W> {
        let config = tables.config;
        Search {
            tables,
            task,
            taken,
            seen: 0,
            of_buckets: of_buckets(config, task.parts),
            within: Within::All,
            sketches: Vec::new(),
            branches: Vec::new(),
            memory: task.memory / task.threads as u64,
            per_sketch: per_sketch(config),
            offsets: [Exits::UNKNOWN; _],
            spectra: Spectra {
                config,
                counts: Counts::new(config),
                counted: 0,
                work: task.work,
            },
            rays: RayExtremes::default(),
            longest: [[0; 2]; 3],
            waiting: Waiting::default(),
        }
    }

    fn finish(mut self) -> Findings {
        self.count_waiting();
        self.spectra.flush();
        Findings {
            rays: self.rays,
            ..self.spectra.counts.into_findings()
        }
    }

    /// Finds the spectra of a class whose first `shot` rays have ended.
    fn class(
        &mut self,
        shot: usize,
        sketches: Range<usize>,
        mut images: Images,
    ) -> Result<(), PassEnd> {
        let tables = self.tables;
        if self.task.stop.asked() {
            return Err(PassEnd::Stopped);
        }
        if !tables.is_lowest(&self.offsets, &mut images) {
            return Ok(());
        }
        let next = (shot..tables.order.len())
            .find(|&next| self.offsets[usize::from(tables.order[next])] == Exits::UNKNOWN);
        let outside = self.within;
        let entered = match outside {
            Within::All if self.is_small(&sketches, next, self.of_buckets) => {
                Some(self.is_in_buckets().then_some(Within::Bucket))
            }
            Within::Bucket if self.is_small(&sketches, next, PART) => {
                Some(self.takes().then_some(Within::Part))
            }
            _ => None,
        };
        if let Some(entered) = entered {
            if let Some(within) = entered {
                self.within = within;
                self.class(shot, sketches, images)?;
                self.within = outside;
            }
            return Ok(());
        }
        let Some(next) = next else {
            let class = &self.sketches[sketches];
            let sides = || sides(&self.offsets, tables.config);
            self.spectra.count(class, sides, &images);
            self.spectra.tell();
            return Ok(());
        };
        if self.within == Within::Part && self.waits(&sketches) {
            for sketch in &self.sketches[sketches] {
                sketch.add_molecules(&mut self.waiting.molecules);
            }
            let end = self.waiting.molecules.len();
            self.waiting.classes.push((end, images));
            if end >= ENOUGH {
                self.count_waiting();
            }
            return Ok(());
        }
        let entry = tables.order[next];
        let begin = self.sketches.len();
        for index in sketches {
            self.shoot(self.sketches[index], entry);
        }
        let end = self.sketches.len();
        let bytes = (size_of::<Sketch<W>>() * end) as u64 + self.spectra.counts.bytes();
        if bytes > self.memory {
            return Err(PassEnd::Memory);
        }
        sort(&mut self.sketches[begin..]);
        let mut from = begin;
        while from < end {
            let exit = self.sketches[from].exit;
            let alike = self.sketches[from..end]
                .iter()
                .take_while(|sketch| sketch.exit == exit);
            let to = from + alike.count();
            self.mark(entry, exit);
            self.class(next + 1, from..to, images)?;
            self.unmark(entry, exit);
            from = to;
        }
        self.sketches.truncate(begin);
        Ok(())
    }

    /// Has a class so few molecules that they are traced one by one?
    fn waits(&self, sketches: &Range<usize>) -> bool {
        let few = FEW.min(self.per_sketch * sketches.len() as u64);
        let mut molecules = 0;
        sketches.len() as u64 <= few
            && self.sketches[sketches.clone()].iter().all(|sketch| {
                molecules += sketch.molecules();
                molecules <= few
            })
    }

    /// Follows one of the classes after each ray. If its chance is a tenth, it stands for ten. So
    /// what it adds, ray by ray, is on average what all classes cost (Knuth, Estimating the
    /// efficiency of backtrack programs, 1975). The chances are good guesses of what classes cost:
    /// if molecules are traced, their number, and otherwise for each sketch its square root.
    /// Returns the number of sketches that it has made. A search that comes there has all of them at a time.
    fn probe(&mut self, random: &mut u64, effort: &mut Effort) -> usize {
        self.offsets.fill(Exits::UNKNOWN);
        self.sketches.clear();
        self.sketches.push(Sketch::blank(self.tables.config));
        let (mut stands_for, mut made) = (1.0, 0);
        let mut images = Images::default();
        let traces = self.per_sketch > 1;
        let chance = |sketch: &Sketch<W>| match sketch.molecules() as f64 {
            molecules if traces => molecules,
            molecules => molecules.sqrt(),
        };
        for &entry in &self.tables.order {
            if self.offsets[usize::from(entry)] != Exits::UNKNOWN {
                continue;
            }
            if !self.tables.is_lowest(&self.offsets, &mut images) {
                break;
            }
            let class = 0..self.sketches.len();
            if self.waits(&class) {
                let molecules: u64 = self.sketches.iter().map(Sketch::molecules).sum();
                effort.molecules += stands_for * molecules as f64;
                break;
            }
            effort.sketches += stands_for * class.len() as f64;
            let end = class.end;
            for index in class {
                self.shoot(self.sketches[index], entry);
            }
            self.sketches.drain(..end);
            made += self.sketches.len();
            sort(&mut self.sketches);
            let chances: f64 = self.sketches.iter().map(chance).sum();
            // Marsaglia's xorshift.
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let mut left = chances * (*random as f64 / u64::MAX as f64);
            let chosen = self.sketches.iter().find(|sketch| {
                left -= chance(sketch);
                left <= 0.0
            });
            let exit = chosen.unwrap_or(&self.sketches[0]).exit;
            self.sketches.retain(|sketch| sketch.exit == exit);
            stands_for *= chances / self.sketches.iter().map(chance).sum::<f64>();
            self.mark(entry, exit);
        }
        made
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

    fn is_small(&self, class: &Range<usize>, next: Option<usize>, small: Small) -> bool {
        let molecules = || -> u64 {
            let sketches = &self.sketches[class.clone()];
            sketches.iter().map(Sketch::molecules).sum()
        };
        next.is_none_or(|next| next >= small.rays)
            || molecules() <= self.tables.config.molecules() / small.of
    }

    /// Does a bucket of this pass have the class?
    fn is_in_buckets(&self) -> bool {
        let order = self.tables.order.iter().take(self.of_buckets.rays);
        let hash = order.fold(0, |hash, &at| {
            folded_product(hash ^ u64::from(self.offsets[usize::from(at)]), FACTOR)
        });
        let hash = hash.wrapping_mul(FACTOR);
        let bucket = ((u128::from(hash) * self.task.of as u128) >> 64) as usize;
        self.task.buckets.contains(&bucket)
    }

    /// Does this thread take the part that begins here? All threads see the same parts in the same
    /// order.
    fn takes(&mut self) -> bool {
        let mine = self.seen;
        self.seen += 1;
        (self.taken.load(Relaxed) == mine)
            && (self.taken)
                .compare_exchange(mine, mine + 1, Relaxed, Relaxed)
                .is_ok()
    }

    /// Follows the ray from a position, whatever is in the cells that it comes to, and appends the
    /// sketches.
    fn shoot(&mut self, mut sketch: Sketch<W>, entry: u8) {
        let paths = &self.tables.paths;
        let mut branches = mem::take(&mut self.branches);
        let mut walk = paths.entering(entry);
        loop {
            let end = paths.walk(&mut walk, &mut sketch, |sketch, walk, cell, effect| {
                let with = sketch.decide(cell);
                match effect {
                    Effect::Absorb => self.end(with, Exits::ABSORBED, walk),
                    Effect::Reflect => self.end(with, entry, walk),
                    Effect::Turn => branches.push((with, *walk)),
                }
                true
            });
            if let Some(exit) = end {
                self.end(sketch, exit, &walk);
            }
            match branches.pop() {
                Some(branch) => (sketch, walk) = branch,
                None => break,
            }
        }
        self.branches = branches;
    }

    #[inline(always)]
    fn end(&mut self, mut sketch: Sketch<W>, exit: u8, walk: &Walk) {
        sketch.exit = exit;
        self.sketches.push(sketch);
        let outcome = match exit {
            Exits::ABSORBED => 0,
            exit if exit == walk.entry => 1,
            _ => 2,
        };
        let [length, turns] = self.longest[outcome];
        if walk.length >= length || walk.turns >= turns {
            self.see(sketch, outcome, walk);
        }
    }

    /// Looks at a ray that is as long as any or has as many turns. All molecules of the sketch
    /// have it.
    #[cold]
    fn see(&mut self, sketch: Sketch<W>, outcome: usize, walk: &Walk) {
        let Some(lowest) = sketch.lowest(self.tables.config) else {
            return;
        };
        let number = lowest.number(self.tables.config);
        self.rays
            .see_ray(outcome, walk.length.into(), walk.turns.into(), number);
        let [length, turns] = &mut self.longest[outcome];
        (*length, *turns) = ((*length).max(walk.length), (*turns).max(walk.turns));
    }

    /// Traces the waiting molecules, and counts their spectra. Each class is there with all of its
    /// molecules, and so is each spectrum.
    fn count_waiting(&mut self) {
        self.trace_waiting();
        let (tables, config) = (self.tables, self.tables.config);
        let Waiting {
            molecules,
            classes,
            sides,
            groups,
            alike,
            ..
        } = &mut self.waiting;
        let mut begin = 0;
        for (end, of_class) in classes.drain(..) {
            let (molecules, sides) = (&molecules[begin..end], &sides[begin..end]);
            begin = end;
            groups.fill(sides);
            while let Some(last) = groups.take() {
                let spectrum = &sides[usize::from(last)];
                let mut images = of_class;
                // Another image of the spectrum is counted elsewhere.
                if !images.are_higher()
                    && !tables.is_lowest(&offsets(spectrum.forwards, config), &mut images)
                {
                    continue;
                }
                let (mut size, mut shared, mut all) = (0, !W::EMPTY, W::EMPTY);
                for place in groups.molecules(last) {
                    let atoms = W::from_bits(molecules[place].bits());
                    (size, shared, all) = (size + 1, shared & atoms, all | atoms);
                }
                if images.are_higher() && self.spectra.may_rank(size, shared, all).is_none() {
                    self.spectra.count_asymmetric(spectrum, size);
                    continue;
                }
                alike.clear();
                let places = groups.molecules(last);
                alike.extend(places.map(|place| Sketch::of(molecules[place])));
                self.spectra.count(alike, || *spectrum, &images);
            }
        }
        molecules.clear();
        self.spectra.tell();
    }

    /// Traces the waiting molecules.
    fn trace_waiting(&mut self) {
        let config = self.tables.config;
        let Waiting {
            molecules,
            sides,
            beyond,
            ..
        } = &mut self.waiting;
        // A molecule with a lower number may have rays that are just as long.
        let limits = self.rays.limits();
        let limits = limits.and_then(|[a, b]| Some([a.checked_sub(1)?, b.checked_sub(1)?]));
        W::trace_within(molecules, config, limits, sides, beyond);
        for &index in &*beyond {
            let molecule = molecules[index];
            let statistics = Tracer::best().trace(molecule, config).1;
            if limits.is_some_and(|limits| !statistics.exceed(limits)) {
                continue;
            }
            let lowest = molecule.images(config).into_iter().min();
            let number = lowest.unwrap_or(molecule).number(config);
            self.rays.see(number, &statistics);
        }
    }
}

/// The sides of a spectrum whose offsets are known.
fn sides<W: Side>(offsets: &Offsets, config: Config) -> Sides<W> {
    let (width, around) = (config.width(), config.positions() as u8);
    let mut backwards = *offsets;
    for offset in &mut backwards {
        if *offset != 0 && *offset != Exits::ABSORBED {
            *offset = around.wrapping_sub(*offset);
        }
    }
    let side = |offsets: &Offsets, side: usize| W::from_offsets(&offsets[side * width..][..width]);
    Sides {
        forwards: [0, 1, 2, 3].map(|at| side(offsets, at)),
        backwards: [3, 2, 1, 0].map(|at| side(&backwards, at).reversed(width)),
    }
}

/// The offsets of a spectrum with these sides.
fn offsets<W: Side>(sides: [W; 4], config: Config) -> Offsets {
    let mut offsets = [Exits::UNKNOWN; _];
    for (side, word) in sides.into_iter().enumerate() {
        word.put_offsets(&mut offsets[side * config.width()..]);
    }
    offsets
}

/// Counts spectra.
struct Spectra<'a> {
    config: Config,
    counts: Counts,
    /// The molecules that have not been added to the work yet.
    counted: u64,
    work: &'a AtomicU64,
}

impl Spectra<'_> {
    /// Counts a spectrum with these offsets. The sketches have all its molecules.
    fn count<W: Side>(
        &mut self,
        sketches: &[Sketch<W>],
        sides: impl FnOnce() -> Sides<W>,
        images: &Images,
    ) {
        let config = self.config;
        let size: u64 = sketches.iter().map(Sketch::molecules).sum();
        // By Burnside's lemma, of the transforms that do not change the spectrum.
        let (mut same, mut unchanged) = (1, size);
        for transform in images.symmetries(config.positions()) {
            same += 1;
            let of_each = sketches
                .iter()
                .map(|sketch| sketch.unchanged(transform, config));
            unchanged += of_each.sum::<u64>();
        }
        let (orbit, canonical) = match same {
            1 => (8, size),
            _ => (8 / same, unchanged / same),
        };
        self.counts.findings.canonical += canonical;
        self.counted += size * orbit;
        if size == 1 {
            return self.counts.add_single(orbit);
        }
        self.counts.add(signature(&sides()), size, orbit);
        let (mut shared, mut cells) = (!W::EMPTY, W::EMPTY);
        for sketch in sketches {
            shared &= sketch.board.atoms;
            cells |= sketch.board.atoms | sketch.board.open();
        }
        if let Some(difference) = self.may_rank(size, shared, cells) {
            rank(
                &mut self.counts.findings,
                sketches,
                size,
                difference,
                config,
            );
        }
    }

    /// If a spectrum can have a place in a ranking, the most in which its molecules can differ. They
    /// share some atoms, and only some cells have atoms.
    #[inline]
    fn may_rank<W: Side>(&self, size: u64, shared: W, cells: W) -> Option<u32> {
        if size == 1 {
            return None;
        }
        let findings = &self.counts.findings;
        let atoms = self.config.atoms();
        let difference = (atoms - shared.count()).min(cells.count() - atoms) as u32;
        let may = findings.largest.admits(size, 0)
            || findings.most_different.admits(difference.into(), 0);
        may.then_some(difference)
    }

    /// Counts a spectrum without symmetry that cannot rank.
    #[inline]
    fn count_asymmetric<W: Side>(&mut self, sides: &Sides<W>, size: u64) {
        self.counts.findings.canonical += size;
        self.counted += 8 * size;
        if size == 1 {
            self.counts.alone += 1;
        } else {
            self.counts.add(signature(sides), size, 8);
        }
    }

    /// Adds to the work, but not so often that threads wait for each other.
    #[inline]
    fn tell(&mut self) {
        if self.counted >> 24 != 0 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let counted = mem::take(&mut self.counted);
        self.work.fetch_add(counted, Relaxed);
    }
}

/// Sorts sketches by exit. Most classes are small.
fn sort<W: Side>(sketches: &mut [Sketch<W>]) {
    const FEW: usize = 24;
    if sketches.len() > FEW {
        return sketches.sort_unstable_by_key(|sketch| sketch.exit);
    }
    for end in 1..sketches.len() {
        let sketch = sketches[end];
        let mut at = end;
        while at > 0 && sketches[at - 1].exit > sketch.exit {
            sketches[at] = sketches[at - 1];
            at -= 1;
        }
        sketches[at] = sketch;
    }
}
