//! A census that shoots rays at boards of which little is known.
//!
//! At first, nothing is known of the board. A ray is shot, and wherever it comes to a cell that
//! is not decided, the search continues with an atom there, and then without one. So a board
//! becomes several [sketches](Sketch), each of which decides only the cells that rays have
//! looked at. Sketches whose rays have ended alike so far are a *class*. The next ray parts a
//! class into smaller ones. After the last ray, a class is a spectrum: its sketches have all
//! molecules of the spectrum, and no molecule twice.
//!
//! Nothing is hashed, sorted or kept, and no molecule is traced alone. A sketch has up to
//! billions of molecules, because rays hardly look into a full box. A18_B6 has 1.1 billion
//! canonical molecules and 4.4 million sketches.
//!
//! Only one of the eight images of a spectrum is searched, the one that a
//! [signature](super::signature) takes. A class ends as soon as another image is surely lower.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use watch::{Stop, on_threads};

use super::findings::{Counts, Findings};
use super::pass::PassEnd;
use super::ray_extremes::RayExtremes;
use super::signature::{FACTOR, Signature, folded_product};
use super::sketch::{Sketch, rank};
use crate::game::{Cell, Config, Exits, Molecule, Sides, Tracer, Transform, Word};

/// Is this way faster than to trace every canonical molecule? With few atoms, a sketch has hardly more
/// than one molecule.
pub(super) fn suits(config: Config) -> bool {
    config.width() <= P && 4 * config.atoms() >= 5 * config.width()
}

/// The number of buckets of a census that is too large for any other method.
pub(super) const BUCKETS: usize = 1 << 12;

/// The widest box.
const P: usize = 8;

/// What a ray at a place in a direction looks at.
#[derive(Clone, Copy, Default)]
struct Step {
    ahead: u64,
    left: u64,
    right: u64,
    cell: u8,
    /// Outside, the position there.
    exit: u8,
}

const OUTSIDE: u8 = u8::MAX;

/// The directions, as in up, right, down, left: line and column.
const DIRECTIONS: [[isize; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// How rays travel in a box, and how the images of its spectra look.
struct Tables {
    config: Config,
    /// By cell and direction.
    steps: [Step; 4 * P * P],
    /// By position, the first step and its direction.
    entries: Vec<(Step, u8)>,
    /// The positions in the order in which rays are shot.
    order: Vec<u8>,
    /// For each image but the first, the positions in the order in which spectra are compared,
    /// each with its source, and by position where it goes.
    images: Vec<(Vec<[u8; 2]>, Vec<u8>)>,
}

impl Tables {
    fn new(config: Config) -> Tables {
        let (width, positions) = (config.width(), config.positions());
        let end = width as isize;
        let place = |position: usize| match (position / width, (position % width) as isize) {
            (0, line) => ([line, -1], 1),
            (1, column) => ([end, column], 0),
            (2, line) => ([end - 1 - line, end], 3),
            (_, column) => ([-1, end - 1 - column], 2),
        };
        let index = |[line, column]: [isize; 2]| {
            let inside = (0..end).contains(&line) && (0..end).contains(&column);
            inside.then(|| Cell::at(line as usize, column as usize, width).index())
        };
        let step = |from: [isize; 2], direction: usize| {
            let go = |from: [isize; 2], direction: usize| {
                let [lines, columns] = DIRECTIONS[direction % 4];
                [from[0] + lines, from[1] + columns]
            };
            let mask = |at| index(at).map_or(0, |cell| 1 << cell);
            let ahead = go(from, direction);
            let exit = (0..positions).position(|position| place(position).0 == ahead);
            Step {
                ahead: mask(ahead),
                left: mask(go(ahead, direction + 3)),
                right: mask(go(ahead, direction + 1)),
                cell: index(ahead).map_or(OUTSIDE, |cell| cell as u8),
                exit: exit.unwrap_or_default() as u8,
            }
        };
        let mut steps = [Step::default(); 4 * P * P];
        for cell in config.all_cells() {
            let from = [cell.line(width), cell.column(width)].map(|at| at as isize);
            for direction in 0..4 {
                steps[4 * cell.index() + direction] = step(from, direction);
            }
        }
        let entries = (0..positions).map(|position| {
            let (from, direction) = place(position);
            (step(from, direction), direction as u8)
        });
        // A side is compared from its last position on.
        let compared = (0..positions).map(|at| at / width * width + (width - 1 - at % width));
        let images: Vec<(Vec<[u8; 2]>, Vec<u8>)> = (Transform::ALL[1..].iter())
            .map(|transform| {
                let source = |position: usize| transform.source(position, positions);
                let mut moved = vec![0; positions];
                (0..positions).for_each(|position| moved[source(position)] = position as u8);
                let compared = compared
                    .clone()
                    .map(|at| [at, source(at)].map(|at| at as u8));
                (compared.collect(), moved)
            })
            .collect();
        // The first side, then the one beside it, from their common corner on: so the images
        // soon show whether one of them is lower. Other orders took up to 1.5 times the rays.
        let mut order: Vec<u8> = compared.take(width).map(|at| at as u8).collect();
        order.extend((0..positions as u8).rev().take(width));
        order.extend((width..3 * width).map(|at| at as u8));
        Tables {
            config,
            steps,
            entries: entries.collect(),
            order,
            images,
        }
    }

    /// The number of positions from one to another one, around the box.
    #[inline(always)]
    fn offset(&self, from: u8, to: u8) -> u8 {
        let around = self.entries.len() as u8;
        if to >= from {
            to - from
        } else {
            to + around - from
        }
    }

    /// Compares the spectrum with its images as far as known. False if one of them is surely lower.
    #[inline]
    fn is_lowest(&self, offsets: &[u8; 4 * P], images: &mut Images) -> bool {
        let around = self.entries.len();
        for (equal, (compared, moved)) in images.iter_mut().zip(&self.images) {
            while let Some(&[at, source]) = compared.get(usize::from(*equal)) {
                let mine = offsets[usize::from(at)];
                let mut other = offsets[usize::from(source)];
                if mine == UNKNOWN || other == UNKNOWN {
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
                    Ordering::Greater => *equal = HIGHER,
                }
            }
        }
        true
    }
}

/// How the images of a spectrum compare with it, but for the first one, which is the spectrum: the
/// number of positions that are equal, or [`HIGHER`].
type Images = [u8; Transform::ALL.len() - 1];

const HIGHER: u8 = u8::MAX;

/// The transforms, but for the first one, that do not change a spectrum with these positions.
fn symmetries(images: &Images, positions: usize) -> impl Iterator<Item = Transform> {
    let images = Transform::ALL.into_iter().skip(1).zip(*images);
    let same = images.filter(move |(_, equal)| usize::from(*equal) == positions);
    same.map(|(transform, _)| transform)
}

#[derive(Clone, Copy)]
struct Way {
    step: Step,
    direction: u8,
    cell: u8,
    length: u8,
    turns: u8,
}

/// A ray has not been shot yet.
const UNKNOWN: u8 = 254;

pub(super) struct Task<'a> {
    pub config: Config,
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
    pub(super) fn run(&self) -> Result<Findings, PassEnd> {
        let tables = Tables::new(self.config);
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

/// About the number of sketches that a census meets, by following random ones.
pub(super) fn sketches(config: Config) -> f64 {
    let probes = config.molecules().min(2_000);
    let tables = Tables::new(config);
    let task = Task {
        config,
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
    let met = (0..probes).map(|_| search.probe(&mut random));
    met.sum::<f64>() / probes as f64
}

struct Search<'a> {
    tables: &'a Tables,
    task: &'a Task<'a>,
    /// The number of parts that threads have taken, and of those that this one has seen.
    taken: &'a AtomicU64,
    seen: u64,
    /// Is it within a part that it has taken?
    inside: bool,
    /// The sketches of all classes from the first one to the present one.
    sketches: Vec<Sketch>,
    memory: u64,
    /// By position.
    offsets: [u8; 4 * P],
    spectra: Spectra<'a>,
    rays: RayExtremes,
    /// By outcome, the greatest length and number of turns.
    longest: [[u8; 2]; 3],
    /// Is it within a class whose spectra are gathered?
    gathers: bool,
    gathered: Vec<Gathered>,
    /// Sketches of one molecule each, which wait to be traced together: that is faster.
    waiting: Vec<Sketch>,
    molecules: Vec<Molecule>,
    sides: Vec<Sides<u64>>,
    beyond: Vec<usize>,
    order: Vec<(u64, u32)>,
    alike: Vec<Sketch>,
}

const TRACED_TOGETHER: usize = 256;

/// The number of sketches that are gathered before they are counted.
const GATHERED: usize = 1024;

impl<'a> Search<'a> {
    fn new(tables: &'a Tables, task: &'a Task<'a>, taken: &'a AtomicU64) -> Search<'a> {
        let config = tables.config;
        Search {
            tables,
            task,
            taken,
            seen: 0,
            inside: false,
            sketches: Vec::new(),
            memory: task.memory / task.threads as u64,
            offsets: [UNKNOWN; 4 * P],
            spectra: Spectra {
                config,
                counts: Counts::new(config),
                counted: 0,
                work: task.work,
            },
            rays: RayExtremes::default(),
            longest: [[0; 2]; 3],
            gathers: false,
            gathered: Vec::new(),
            waiting: Vec::new(),
            molecules: Vec::new(),
            sides: Vec::new(),
            beyond: Vec::new(),
            order: Vec::new(),
            alike: Vec::new(),
        }
    }

    fn finish(mut self) -> Findings {
        self.count_gathered();
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
            .find(|&next| self.offsets[usize::from(tables.order[next])] == UNKNOWN);
        // Threads take classes after one and a half sides: there are enough of them, and each
        // thread finds them in no time.
        let part = 3 * tables.config.width() / 2;
        if !self.inside && next.is_none_or(|next| next >= part) {
            if self.takes(part) {
                self.inside = true;
                self.class(shot, sketches, images)?;
                self.inside = false;
            }
            return Ok(());
        }
        let Some(next) = next else {
            self.known(sketches, &images);
            return Ok(());
        };
        if self.inside && !self.gathers && self.is_small(&sketches, next) {
            self.gathers = true;
            self.class(shot, sketches, images)?;
            self.gathers = false;
            if self.gathered.len() + self.waiting.len() >= GATHERED {
                self.count_gathered();
            }
            return Ok(());
        }
        let entry = tables.order[next];
        let way = self.entering(entry);
        let begin = self.sketches.len();
        for index in sketches {
            self.shoot(self.sketches[index], entry, way);
        }
        let end = self.sketches.len();
        let gathered = size_of::<Gathered>() * (self.gathered.len() + self.waiting.len());
        let bytes = (size_of::<Sketch>() * end + gathered) as u64 + self.spectra.counts.bytes();
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

    fn entering(&self, entry: u8) -> Way {
        let (step, direction) = self.tables.entries[usize::from(entry)];
        Way {
            step,
            direction,
            cell: OUTSIDE,
            length: 0,
            turns: 0,
        }
    }

    /// Follows one of the sketches after each ray. If its chance is a tenth, it stands for ten.
    /// So the sum of these, ray by ray, is on average the number of sketches (Knuth, Estimating
    /// the efficiency of backtrack programs, 1975). Sketches with more molecules become more
    /// sketches. With the square root as the chance, 2,000 probes were mostly within a fifth of
    /// the truth. With the number itself or with equal chances, they were not within a factor of 2.
    fn probe(&mut self, random: &mut u64) -> f64 {
        self.offsets.fill(UNKNOWN);
        let mut sketch = Sketch::blank(self.tables.config);
        let (mut stands_for, mut met) = (1.0, 0.0);
        let mut images = Images::default();
        for &entry in &self.tables.order {
            if self.offsets[usize::from(entry)] != UNKNOWN {
                continue;
            }
            if !self.tables.is_lowest(&self.offsets, &mut images) {
                break;
            }
            self.sketches.clear();
            self.shoot(sketch, entry, self.entering(entry));
            met += stands_for * self.sketches.len() as f64;
            let chance = |sketch: &Sketch| (sketch.molecules() as f64).sqrt();
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
            sketch = *chosen.unwrap_or(&self.sketches[0]);
            stands_for *= chances / chance(&sketch);
            self.mark(entry, sketch.exit);
        }
        met
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
        self.offsets[usize::from(entry)] = UNKNOWN;
        if exit != Exits::ABSORBED {
            self.offsets[usize::from(exit)] = UNKNOWN;
        }
    }

    /// Does this thread take the part that begins here?
    fn takes(&mut self, rays: usize) -> bool {
        let order = self.tables.order[..rays].iter();
        let hash = order.fold(0, |hash, &at| {
            folded_product(hash ^ u64::from(self.offsets[usize::from(at)]), FACTOR)
        });
        let hash = hash.wrapping_mul(FACTOR);
        let bucket = ((u128::from(hash) * self.task.of as u128) >> 64) as usize;
        if !self.task.buckets.contains(&bucket) {
            return false;
        }
        let mine = self.seen;
        self.seen += 1;
        // All threads see the same parts in the same order.
        (self.taken.load(Relaxed) == mine)
            && (self.taken)
                .compare_exchange(mine, mine + 1, Relaxed, Relaxed)
                .is_ok()
    }

    /// Follows a ray, whatever is in the cells that it comes to, and appends the sketches.
    fn shoot(&mut self, mut sketch: Sketch, entry: u8, mut way: Way) {
        if self.waits(sketch) {
            return;
        }
        loop {
            let [ahead, left, right] = [way.step.ahead, way.step.left, way.step.right];
            if ahead & sketch.atoms != 0 {
                return self.end(sketch, entry, Exits::ABSORBED, way);
            }
            let open = (ahead | left | right) & !sketch.decided;
            if open != 0 {
                let cell = match (ahead & open, left & open) {
                    (0, 0) => right,
                    (0, left) => left,
                    (ahead, _) => ahead,
                };
                let [with, without] = sketch.both(cell);
                self.shoot(with, entry, way);
                sketch = without;
                if self.waits(sketch) {
                    return;
                }
                continue;
            }
            let (left, right) = (left & sketch.atoms != 0, right & sketch.atoms != 0);
            if left || right {
                if left && right || way.cell == OUTSIDE {
                    return self.end(sketch, entry, entry, way);
                }
                // It turns away from the atom, and looks again before it moves.
                way.direction = (way.direction + if left { 1 } else { 3 }) & 3;
                way.turns += 1;
            } else if way.step.cell == OUTSIDE {
                return self.end(sketch, entry, way.step.exit, way);
            } else {
                way.cell = way.step.cell;
                way.length += 1;
            }
            let index = 4 * usize::from(way.cell) + usize::from(way.direction);
            way.step = self.tables.steps[index % (4 * P * P)];
        }
    }

    /// Lets a sketch of only one molecule wait if spectra are gathered.
    #[inline(always)]
    fn waits(&mut self, sketch: Sketch) -> bool {
        let waits = self.gathers && sketch.free == 0;
        if waits {
            self.waiting.push(sketch);
        }
        waits
    }

    #[inline(always)]
    fn end(&mut self, mut sketch: Sketch, entry: u8, exit: u8, way: Way) {
        sketch.exit = exit;
        self.sketches.push(sketch);
        let outcome = match exit {
            Exits::ABSORBED => 0,
            exit if exit == entry => 1,
            _ => 2,
        };
        let [length, turns] = self.longest[outcome];
        if way.length >= length || way.turns >= turns {
            self.see(sketch, outcome, way);
        }
    }

    /// Looks at a ray that is as long as any or has as many turns. All molecules of the sketch
    /// have it.
    #[cold]
    fn see(&mut self, sketch: Sketch, outcome: usize, way: Way) {
        let Some(lowest) = sketch.lowest(self.tables.config) else {
            return;
        };
        let number = lowest.number(self.tables.config);
        self.rays
            .see_ray(outcome, way.length.into(), way.turns.into(), number);
        let [length, turns] = &mut self.longest[outcome];
        (*length, *turns) = ((*length).max(way.length), (*turns).max(way.turns));
    }

    /// Is it time to gather the spectra of a class?
    /// A sketch of one molecule needs no more rays, because all of them together are traced in the
    /// time of one. In return, spectra are sorted. A9_B7 takes 0.7 of the time with it. If there
    /// are more atoms, few sketches have one molecule. So A18_B6 would take 1.2 times as long.
    fn is_small(&self, sketches: &Range<usize>, shot: usize) -> bool {
        const FEW: usize = 2048;
        let config = self.tables.config;
        4 * config.atoms() <= config.cells()
            && sketches.len() <= FEW
            && 2 * shot >= 5 * config.width()
    }

    /// Keeps or counts a class whose rays have all ended.
    fn known(&mut self, sketches: Range<usize>, images: &Images) {
        let config = self.tables.config;
        let sides = sides(&self.offsets, config);
        let class = &self.sketches[sketches];
        if self.gathers {
            let symmetric = symmetries(images, config.positions()).next().is_some();
            let sketches = class.iter().map(|&sketch| Gathered {
                sides,
                sketch,
                symmetric,
            });
            self.gathered.extend(sketches);
        } else {
            self.spectra.count(class, sides, images);
        }
    }

    /// Traces the waiting molecules, and counts the spectra of all classes that were gathered.
    fn count_gathered(&mut self) {
        let (tables, config) = (self.tables, self.tables.config);
        let tracer = Tracer::best();
        for waiting in self.waiting.chunks(TRACED_TOGETHER) {
            self.molecules.clear();
            let molecules = waiting
                .iter()
                .map(|sketch| Molecule::from_bits(sketch.atoms.into()));
            self.molecules.extend(molecules);
            // A molecule with a lower number may have rays that are just as long.
            let limits = self
                .rays
                .limits()
                .map(|limits| limits.map(|limit| limit.saturating_sub(1)));
            let (sides, beyond) = (&mut self.sides, &mut self.beyond);
            tracer.sides_within(&self.molecules, config, limits, sides, beyond);
            for &index in &self.beyond {
                let molecule = self.molecules[index];
                let images = molecule.images(config).into_iter();
                let statistics = tracer.trace(molecule, config).1;
                let number = images.min().unwrap_or(molecule).number(config);
                self.rays.see(number, &statistics);
            }
            for (sides, &sketch) in self.sides.iter().zip(waiting) {
                let signature = Signature::of(sides);
                // Another image of the spectrum is counted elsewhere.
                if signature.sides() == sides.forwards {
                    self.gathered.push(Gathered {
                        sides: sides.forwards,
                        sketch,
                        symmetric: signature.is_symmetric(),
                    });
                }
            }
        }
        self.waiting.clear();
        // Hashes with places are shorter than sketches, and sorted in half the time.
        let gathered = &self.gathered;
        let of = |place: u32| &gathered[place as usize];
        self.order.clear();
        let hashed = (0..).zip(gathered).map(|(place, one)| {
            let hash =
                (one.sides.into_iter()).fold(0, |hash, side| folded_product(hash ^ side, FACTOR));
            (hash, place)
        });
        self.order.extend(hashed);
        self.order
            .sort_unstable_by(|(hash, place), (others, other)| {
                (hash.cmp(others)).then_with(|| of(*place).sides.cmp(&of(*other).sides))
            });
        for alike in self
            .order
            .chunk_by(|one, other| of(one.1).sides == of(other.1).sides)
        {
            let first = of(alike[0].1);
            let mut images = Images::default();
            if first.symmetric {
                tables.is_lowest(&offsets(first.sides, config), &mut images);
            }
            self.alike.clear();
            self.alike
                .extend(alike.iter().map(|&(_, place)| of(place).sketch));
            self.spectra.count(&self.alike, first.sides, &images);
        }
        self.gathered.clear();
    }
}

/// A sketch whose spectrum is known.
#[derive(Clone, Copy)]
struct Gathered {
    sides: [u64; 4],
    sketch: Sketch,
    symmetric: bool,
}

fn sides(offsets: &[u8; 4 * P], config: Config) -> [u64; 4] {
    let width = config.width();
    [0, 1, 2, 3].map(|side| u64::from_offsets(&offsets[side * width..(side + 1) * width]))
}

fn offsets(sides: [u64; 4], config: Config) -> [u8; 4 * P] {
    let mut offsets = [UNKNOWN; 4 * P];
    for (offsets, side) in offsets.chunks_exact_mut(config.width()).zip(sides) {
        offsets.copy_from_slice(&side.to_le_bytes()[..config.width()]);
    }
    offsets
}

struct Spectra<'a> {
    config: Config,
    counts: Counts,
    /// The molecules that have not been added to the work yet.
    counted: u64,
    work: &'a AtomicU64,
}

impl Spectra<'_> {
    /// Counts a spectrum with these sides. The sketches have all its molecules.
    fn count(&mut self, sketches: &[Sketch], sides: [u64; 4], images: &Images) {
        let config = self.config;
        let size: u64 = sketches.iter().map(Sketch::molecules).sum();
        // By Burnside's lemma, of the transforms that do not change the spectrum.
        let (mut same, mut unchanged) = (1, size);
        for transform in symmetries(images, config.positions()) {
            same += 1;
            let of_each = sketches
                .iter()
                .map(|sketch| sketch.unchanged(transform, config));
            unchanged += of_each.sum::<u64>();
        }
        let (orbit, canonical) = (8 / same, unchanged / same);
        self.counts.findings.canonical += canonical;
        self.counts.add(sides, size, orbit);
        self.counted += size * orbit;
        if self.counted >> 24 != 0 {
            self.flush();
        }
        if size > 1 {
            rank(&mut self.counts.findings, sketches, size, config);
        }
    }

    fn flush(&mut self) {
        let counted = std::mem::take(&mut self.counted);
        self.work.fetch_add(counted, Relaxed);
    }
}

/// Sorts sketches by exit. Most classes are small.
fn sort(sketches: &mut [Sketch]) {
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
