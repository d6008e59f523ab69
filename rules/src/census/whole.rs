//! The whole box: the spectra of all boards, for every number of atoms in one search
//! [by rays](super::by_rays).
//!
//! A sketch with a atoms and f open cells has C(f, n - a) boards with n atoms. So a class gives the
//! size of its group for each number of atoms, by a few rows of Pascal's triangle. A spectrum that
//! boards with many numbers of atoms share is found once: in the box of 7 by 7, that is one search
//! for 10.8 spectra on average.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use watch::Stop;

use super::ambiguity::SpectralCount;
use super::by_rays::{Counter, ImageOrder, OUT, Offsets, PassEnd, RayTables, Small, Task};
use super::part::Part;
use super::passes::Resources;
use super::sketch::Sketch;
use crate::board::{binomial, wide_binomial};

/// The greatest width of a box whose boards can be counted in one pass: a side of a spectrum and the
/// cells of a box are a machine word.
pub const MAX_WHOLE_WIDTH: usize = 8;

/// Group sizes up to this one are counted each by itself, larger ones up to each power of two.
pub const EXACT_SIZES: usize = 64;

/// The number of different counts of sizes: those up to 2⁶³.
const SIZES: usize = EXACT_SIZES + 57;

/// The place of a size among all [`SIZES`], from 0.
#[inline]
fn place(size: u64) -> usize {
    match size {
        ..=64 => size as usize - 1,
        _ => EXACT_SIZES - 6 + (size - 1).ilog2() as usize,
    }
}

/// The greatest size that is counted at a place.
fn size_at(place: usize) -> u64 {
    match place {
        ..EXACT_SIZES => place as u64 + 1,
        _ => 1 << (place + 7 - EXACT_SIZES),
    }
}

/// What is known of the boards with one number of atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomCounts {
    /// The number of boards whose spectra are known.
    pub molecules: u64,
    /// The number of boards of the largest group.
    pub largest: u64,
    /// The number of spectra that are ambiguous with this number of atoms and do not occur with one
    /// more, or the other way round. In a full box, there are none.
    pub exceptions: u64,
    /// By [`place`], the number of spectra.
    sizes: Vec<SpectralCount>,
}

impl AtomCounts {
    fn new() -> AtomCounts {
        AtomCounts {
            molecules: 0,
            largest: 0,
            exceptions: 0,
            sizes: vec![SpectralCount::default(); SIZES],
        }
    }

    /// The number of spectra by the number of boards: of each number up to [`EXACT_SIZES`], then of
    /// those up to each power of two, given by the greatest.
    pub fn sizes(&self) -> impl Iterator<Item = (u64, SpectralCount)> {
        let sizes = self.sizes.iter().enumerate();
        let sizes = sizes.filter(|(_, count)| count.orbits > 0);
        sizes.map(|(place, &count)| (size_at(place), count))
    }

    /// The number of spectra that have at least one board, and of those that have more.
    pub fn spectra(&self) -> [SpectralCount; 2] {
        let sum = |sizes: &[SpectralCount]| SpectralCount {
            orbits: sizes.iter().map(|count| count.orbits).sum(),
            spectra: sizes.iter().map(|count| count.spectra).sum(),
        };
        [sum(&self.sizes), sum(&self.sizes[1..])]
    }

    /// The number of boards that share their spectrum with another one.
    pub fn ambiguous(&self) -> u64 {
        self.molecules - self.sizes[0].spectra
    }
}

/// What is known of a box, or of a part of its spectra.
///
/// ```
/// use blackbox_rules::census::{BoxCensus, Part, Resources};
///
/// let mut census = BoxCensus::new(4);
/// let resources = Resources { memory: 1 << 28, threads: 1 };
/// assert!(census.count(Part::WHOLE, resources, &Default::default(), &Default::default()).is_ok());
/// assert!(census.is_right());
/// assert_eq!(census.spectra().orbits, 1_533);
/// // Three atoms, as in A3_B4.
/// let [spectra, ambiguous] = census.atoms()[3].spectra();
/// assert_eq!((ambiguous.orbits, census.atoms()[3].ambiguous()), (1, 8));
/// assert_eq!(spectra.spectra, 556);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxCensus {
    width: usize,
    atoms: Vec<AtomCounts>,
    /// By how many numbers of atoms a spectrum occurs with, the number of spectra.
    numbers: Vec<SpectralCount>,
}

impl BoxCensus {
    /// A census of a box up to [`MAX_WHOLE_WIDTH`] wide that has not begun.
    pub fn new(width: usize) -> BoxCensus {
        let numbers = width * width + 1;
        BoxCensus {
            width,
            atoms: vec![AtomCounts::new(); numbers],
            numbers: vec![SpectralCount::default(); numbers + 1],
        }
    }

    /// The width of the box.
    pub fn width(&self) -> usize {
        self.width
    }

    /// By number of atoms, what is known.
    pub fn atoms(&self) -> &[AtomCounts] {
        &self.atoms
    }

    /// By how many numbers of atoms it occurs with, the number of spectra.
    pub fn numbers(&self) -> &[SpectralCount] {
        &self.numbers
    }

    /// The number of spectra, whatever the number of atoms.
    pub fn spectra(&self) -> SpectralCount {
        SpectralCount {
            orbits: self.numbers.iter().map(|count| count.orbits).sum(),
            spectra: self.numbers.iter().map(|count| count.spectra).sum(),
        }
    }

    /// Adds what is known of other spectra of the same box.
    pub fn merge(&mut self, other: &BoxCensus) {
        let add = |counts: &mut [SpectralCount], others: &[SpectralCount]| {
            for (count, other) in counts.iter_mut().zip(others) {
                count.orbits += other.orbits;
                count.spectra += other.spectra;
            }
        };
        for (counts, others) in self.atoms.iter_mut().zip(&other.atoms) {
            counts.molecules += others.molecules;
            counts.largest = counts.largest.max(others.largest);
            counts.exceptions += others.exceptions;
            add(&mut counts.sizes, &others.sizes);
        }
        add(&mut self.numbers, &other.numbers);
    }

    /// Are all boards there, of each number of atoms?
    pub fn is_right(&self) -> bool {
        let cells = self.width * self.width;
        let mut atoms = self.atoms.iter().enumerate();
        atoms.all(|(atoms, counts)| u128::from(counts.molecules) == wide_binomial(cells, atoms))
    }

    /// Counts the spectra of a part of all. The work is that of [`BoxPlan::work`].
    pub fn count(
        &mut self,
        part: Part,
        resources: Resources,
        work: &AtomicU64,
        stop: &Stop,
    ) -> Result<(), PassEnd> {
        let tables = RayTables::<u64>::new(self.width);
        let task = Task {
            buckets: part.number() as usize - 1..part.number() as usize,
            of: part.of() as usize,
            memory: resources.memory,
            threads: resources.threads,
            ..task(self.width, stop)
        };
        for found in task.run(&tables, || Whole::new(self.width, work))? {
            self.merge(&found);
        }
        Ok(())
    }
}

/// The task of a box: all of it, on one thread.
fn task(width: usize, stop: &Stop) -> Task<'_> {
    Task {
        width,
        atoms: 0..=width * width,
        buckets: 0..1,
        of: 1,
        small: [UNIT; 2],
        memory: u64::MAX,
        threads: 1,
        stop,
    }
}

/// The classes that parts and threads have: those that are guessed to cost at most one in this number of
/// the guess of the whole box. All parts find these classes, which takes B7 a few seconds of its minutes.
const UNIT: Small = Small {
    rays: 4 * MAX_WHOLE_WIDTH,
    of: 256,
};

/// About what a census of a box takes.
#[derive(Clone, Copy, Debug)]
pub struct BoxPlan {
    /// The number of sketches that rays are fired at.
    pub work: u64,
    /// The time on one processor.
    pub time: Duration,
    /// The bytes for each thread.
    pub memory: u64,
}

impl BoxPlan {
    /// The plan of a box up to [`MAX_WHOLE_WIDTH`] wide. There are few boxes, so what they cost was
    /// measured: the number of sketches is exact up to B7. That of B8 and its memory are estimates from
    /// random classes: 6.5 ± 1.0 · 10¹² sketches are left after the last ray, and B7 fires at 1.16 times
    /// as many as are left.
    pub fn new(width: usize) -> BoxPlan {
        /// What a sketch costs, in seconds of a processor: B6 takes 1.4 s, B7 300 s.
        const SKETCH: f64 = 33e-9;
        let work = match width {
            ..=4 => 7_447,
            5 => 386_523,
            6 => 40_590_224,
            7 => 9_011_455_456,
            _ => 7_500_000_000_000,
        };
        let mebibytes = match width {
            ..=6 => 16,
            7 => 64,
            _ => 6 << 10,
        };
        BoxPlan {
            work,
            time: Duration::from_secs_f64(SKETCH * work as f64),
            memory: mebibytes << 20,
        }
    }
}

/// The length of a row of Pascal's triangle, and zeros up to a multiple of this number: the rows that are
/// added are short, and this way their length can be predicted.
const STEP: usize = 4;
const ROW: usize = MAX_WHOLE_WIDTH * MAX_WHOLE_WIDTH + 1 + STEP;

/// Boards of one spectrum, by number of atoms.
struct Gathered {
    sizes: [u64; ROW + MAX_WHOLE_WIDTH * MAX_WHOLE_WIDTH],
    /// The least number of atoms, and the one behind the greatest. If there are no boards, 0.
    first: usize,
    end: usize,
}

/// Counts the spectra of a box.
struct Whole<'a> {
    found: BoxCensus,
    cells: usize,
    /// By the outcome of the last ray.
    gathered: [Gathered; 3],
    /// By number of open cells.
    rows: Vec<[u64; ROW]>,
    fired: u64,
    work: &'a AtomicU64,
}

impl<'a> Whole<'a> {
    fn new(width: usize, work: &'a AtomicU64) -> Whole<'a> {
        let cells = width * width;
        let row = |free: usize| {
            let mut row = [0; ROW];
            for (atoms, ways) in row.iter_mut().enumerate().take(free + 1) {
                *ways = binomial(free, atoms);
            }
            row
        };
        Whole {
            found: BoxCensus::new(width),
            cells,
            gathered: [(); 3].map(|()| Gathered {
                sizes: [0; _],
                first: cells,
                end: 0,
            }),
            rows: (0..=cells).map(row).collect(),
            fired: 0,
            work,
        }
    }

    fn tell(&mut self) {
        self.work.fetch_add(mem::take(&mut self.fired), Relaxed);
    }
}

impl Counter<u64> for Whole<'_> {
    type Found = BoxCensus;
    const ANY_NUMBER: bool = true;
    const GATHERS: bool = true;

    fn is_small(&self, class: &[Sketch<u64>], shot: usize, small: Small) -> bool {
        // The cost of a class is about the root of the number of its sketches, and 2^(3/4) times that for
        // each ray to come. Everything is to the fourth power, so that all machines find the same parts.
        let size = class.len() as u128;
        let left = 4 * self.found.width - shot;
        let most = 1_u128 << (12 * self.found.width);
        let small_enough = most / u128::from(small.of).pow(4);
        shot >= small.rays || size.pow(2) << (3 * left) <= small_enough
    }

    #[inline(always)]
    fn fire(&mut self, sketches: usize) {
        self.fired += sketches as u64;
        if self.fired >> 24 != 0 {
            self.tell();
        }
    }

    #[inline(always)]
    fn gather(&mut self, sketch: &Sketch<u64>, outcome: usize) {
        let (free, atoms) = (
            usize::from(sketch.free()),
            self.cells - usize::from(sketch.left()),
        );
        let length = (free / STEP + 1) * STEP;
        let row = &self.rows[free][..length];
        let gathered = &mut self.gathered[outcome];
        let sizes = &mut gathered.sizes[atoms..atoms + length];
        for (size, ways) in sizes.iter_mut().zip(row) {
            *size += ways;
        }
        gathered.first = gathered.first.min(atoms);
        gathered.end = gathered.end.max(atoms + free + 1);
    }

    fn count_gathered(&mut self, outcome: usize, images: Option<&ImageOrder>) {
        let gathered = &mut self.gathered[outcome];
        if gathered.end == 0 {
            return;
        }
        let Gathered { first, end, .. } = *gathered;
        let numbers = first..end;
        (gathered.first, gathered.end) = (self.cells, 0);
        let sizes = &mut gathered.sizes[numbers.clone()];
        let Some(images) = images else {
            return sizes.fill(0);
        };
        let same = 1 + images.symmetries(4 * self.found.width).count() as u64;
        let orbit = 8 / same;
        let (mut occurs, mut is_with_more) = (0, false);
        for (counts, size) in self.found.atoms[numbers].iter_mut().zip(sizes).rev() {
            let size = mem::take(size);
            if (size > 1) != is_with_more {
                counts.exceptions += orbit;
            }
            is_with_more = size > 0;
            if size == 0 {
                continue;
            }
            occurs += 1;
            counts.molecules += size * orbit;
            counts.largest = counts.largest.max(size);
            let count = &mut counts.sizes[place(size)];
            count.orbits += 1;
            count.spectra += orbit;
        }
        if let Some(before) = first.checked_sub(1) {
            self.found.atoms[before].exceptions += orbit;
        }
        let count = &mut self.found.numbers[occurs];
        count.orbits += 1;
        count.spectra += orbit;
    }

    fn count(&mut self, class: &[Sketch<u64>], _offsets: &Offsets, images: &ImageOrder) {
        class.iter().for_each(|sketch| self.gather(sketch, OUT));
        self.count_gathered(OUT, Some(images));
    }

    fn finish(mut self) -> BoxCensus {
        self.tell();
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::super::passes::Census;
    use super::*;
    use crate::board::Config;

    /// Each column, against the census of each number of atoms.
    #[test]
    fn a_box_has_the_spectra_of_each_number_of_atoms() {
        for (width, parts, threads) in [(1, 1, 1), (2, 1, 2), (3, 5, 1), (4, 1, 2), (4, 3, 1)] {
            let mut whole = BoxCensus::new(width);
            let (memory, work, stop) = (1 << 28, AtomicU64::new(0), Stop::default());
            let resources = Resources { memory, threads };
            for part in 1..=parts {
                let part = Part::new(part, parts).unwrap();
                whole.count(part, resources, &work, &stop).unwrap();
            }
            assert!(whole.is_right());
            for (atoms, counts) in whole.atoms.iter().enumerate() {
                let config = Config::new(atoms as u64, width as u64).unwrap();
                let mut census = Census::new(config);
                let plan = census.plan(resources);
                while !census.is_finished() {
                    census.next_pass(&plan, &work, &stop).unwrap();
                }
                let mut sizes = vec![SpectralCount::default(); SIZES];
                let rows = || census.findings().ambiguity.rows();
                for (size, count) in rows() {
                    sizes[place(size)].orbits += count.orbits;
                    sizes[place(size)].spectra += count.spectra;
                }
                assert_eq!(counts.sizes, sizes, "{config}");
                assert_eq!(counts.largest, rows().last().unwrap().0, "{config}");
            }
        }
    }

    #[test]
    fn sizes_are_counted_up_to_powers_of_two() {
        for size in [1, 2, 63, 64, 65, 128, 129, 1 << 40, (1 << 40) + 1, 1 << 63] {
            let at = place(size);
            assert!(size <= size_at(at) && at < SIZES);
            assert!(at == 0 || size > size_at(at - 1), "{size}");
        }
    }
}
