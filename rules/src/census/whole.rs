//! The whole box: the spectra of all boards, for every number of atoms in one search [by rays](super::by_rays).
//!
//! A sketch with a atoms and f open cells has C(f, n - a) boards with n atoms, so adding rows of Pascal's
//! triangle gives the size of a group for every number of atoms. A spectrum that boards with different numbers
//! of atoms share is found only once: in the box of 7 by 7, one search finds 10.8 spectra on average.

use std::mem;
use std::time::Duration;

use watch::{Halt, Observed};

use super::ambiguity::{AmbiguityRow, SpectralCount};
use super::by_rays::{Counter, ImageOrder, OUT, Offsets, RayTables, SmallClass, Task};
use super::part::Part;
use super::passes::{Plan, Resources};
use super::signature::{FACTOR, folded_product, signature};
use super::sketch::Sketch;
use super::slices::{checksum_of, slice_of};
use crate::board::{Size, Spectrum, binomial, wide_binomial};
use crate::ray::{Exits, Sides};

/// The greatest width of a box whose boards can be counted in one search: a side of a spectrum and the cells of
/// the box each fit a 64-bit word.
pub const MAX_WHOLE_WIDTH: usize = 8;

/// Group sizes up to this one are counted individually, larger ones in ranges up to each power of two.
pub const EXACT_SIZES: usize = 64;

/// The number of sizes and ranges of sizes, up to 2⁶³.
const SIZES: usize = EXACT_SIZES + 57;

/// The index of the size or range that counts this size.
#[inline]
fn place(size: u64) -> usize {
    match size {
        ..=64 => size as usize - 1,
        _ => EXACT_SIZES - 6 + (size - 1).ilog2() as usize,
    }
}

/// The greatest size that is counted at an index.
fn size_at(place: usize) -> u64 {
    match place {
        ..EXACT_SIZES => place as u64 + 1,
        _ => 1 << (place + 7 - EXACT_SIZES),
    }
}

/// The findings about the boards with one number of atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomCounts {
    /// The number of boards that are counted.
    pub molecules: u64,
    /// The number of boards of the largest group.
    pub largest: u64,
    /// The spectrum of the largest group if it has at least two boards. Of several groups of that size, and of
    /// all images, it is the first spectrum in the order of texts.
    pub largest_spectrum: Option<Spectrum>,
    /// The number of spectra that are ambiguous with this number of atoms but do not occur with one atom more,
    /// or occur with one atom more but are not ambiguous with this number. In a full box, there are none.
    pub exceptions: u64,
    /// The number of spectra, indexed by [`place`].
    sizes: Vec<SpectralCount>,
}

impl AtomCounts {
    fn new() -> AtomCounts {
        AtomCounts {
            molecules: 0,
            largest: 0,
            largest_spectrum: None,
            exceptions: 0,
            sizes: vec![SpectralCount::default(); SIZES],
        }
    }

    /// The number of spectra by the number of their boards: for each size up to [`EXACT_SIZES`], and for each
    /// range above, which is given by its greatest size.
    pub fn sizes(&self) -> impl Iterator<Item = AmbiguityRow> {
        let sizes = self.sizes.iter().enumerate();
        let sizes = sizes.filter(|(_, count)| count.orbits > 0);
        sizes.map(|(place, count)| [size_at(place), count.orbits, count.spectra].into())
    }

    /// Replaces the [`sizes`](AtomCounts::sizes). `None` if a size is not one of those, occurs twice, or has
    /// impossible counts.
    pub fn with_sizes(mut self, sizes: impl Iterator<Item = AmbiguityRow>) -> Option<AtomCounts> {
        self.sizes = vec![SpectralCount::default(); SIZES];
        for row in sizes {
            let (orbits, spectra) = (row.orbits, row.spectra);
            let at = (1..=1 << 63).contains(&row.size).then(|| place(row.size))?;
            let sound = size_at(at) == row.size
                && self.sizes[at].orbits == 0
                && (1..=1 << 60).contains(&orbits)
                && (orbits..=8 * orbits).contains(&spectra);
            sound.then_some(())?;
            self.sizes[at] = SpectralCount { orbits, spectra };
        }
        Some(self)
    }

    /// The number of spectra with at least one board, and of those with at least two.
    pub fn spectra(&self) -> [SpectralCount; 2] {
        [&self.sizes[..], &self.sizes[1..]].map(sum)
    }

    /// The number of boards that share their spectrum with another one.
    pub fn ambiguous(&self) -> u64 {
        self.molecules.saturating_sub(self.sizes[0].spectra)
    }

    /// Compares the largest group with another one, and keeps the larger.
    fn keep_largest(&mut self, size: u64, spectrum: impl FnOnce() -> Option<Spectrum>) {
        if size < self.largest {
            return;
        }
        let other = spectrum();
        self.largest_spectrum = match &self.largest_spectrum {
            Some(mine) if size == self.largest => other.into_iter().chain([*mine]).min(),
            _ => other,
        };
        self.largest = size;
    }
}

fn sum(counts: &[SpectralCount]) -> SpectralCount {
    let mut all = SpectralCount::default();
    counts.iter().for_each(|&count| add(&mut all, count));
    all
}

/// Saturates, because the sums of a forged file may exceed a word. Such sums are wrong in any case.
fn add(all: &mut SpectralCount, count: SpectralCount) {
    all.orbits = all.orbits.saturating_add(count.orbits);
    all.spectra = all.spectra.saturating_add(count.spectra);
}

/// The findings about some of the spectra of a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxFindings {
    /// Indexed by the number of atoms.
    pub atoms: Vec<AtomCounts>,
    /// The number of spectra, indexed by the number of different numbers of atoms with which a spectrum occurs.
    pub numbers: Vec<SpectralCount>,
    /// The checksums of those [slices](box_slices) that are kept.
    pub slices: Vec<u64>,
}

impl BoxFindings {
    /// No findings yet, for a box up to [`MAX_WHOLE_WIDTH`] wide.
    pub fn new(width: usize) -> BoxFindings {
        let numbers = width * width + 1;
        BoxFindings {
            atoms: vec![AtomCounts::new(); numbers],
            numbers: vec![SpectralCount::default(); numbers + 1],
            slices: vec![0; box_slices(width).1],
        }
    }

    /// The number of spectra, over all numbers of atoms.
    pub fn spectra(&self) -> SpectralCount {
        sum(&self.numbers)
    }

    /// The number of boards, over all numbers of atoms.
    pub fn boards(&self) -> u128 {
        let molecules = self.atoms.iter().map(|counts| u128::from(counts.molecules));
        molecules.sum()
    }

    /// Adds the findings about other spectra of the same box.
    pub fn merge(&mut self, other: &BoxFindings) {
        let add_all = |counts: &mut [SpectralCount], others: &[SpectralCount]| {
            let pairs = counts.iter_mut().zip(others);
            pairs.for_each(|(count, &other)| add(count, other));
        };
        for (counts, others) in self.atoms.iter_mut().zip(&other.atoms) {
            counts.molecules = counts.molecules.saturating_add(others.molecules);
            counts.exceptions = counts.exceptions.saturating_add(others.exceptions);
            counts.keep_largest(others.largest, || others.largest_spectrum);
            add_all(&mut counts.sizes, &others.sizes);
        }
        add_all(&mut self.numbers, &other.numbers);
        for (slice, other) in self.slices.iter_mut().zip(&other.slices) {
            *slice = slice.wrapping_add(*other);
        }
    }

    /// The first number of atoms n for which the number of boards is not C(p², n). If all are right, but the
    /// counts of `numbers` do not add up to the spectra of all numbers of atoms, it is p². `None` if everything
    /// is consistent.
    pub fn wrong(&self) -> Option<usize> {
        let cells = self.atoms.len() - 1;
        let is_right = |atoms: &usize| {
            u128::from(self.atoms[*atoms].molecules) == wide_binomial(cells, *atoms)
        };
        let occurs = |(numbers, count): (u128, &SpectralCount)| numbers * u128::from(count.spectra);
        let by_numbers: u128 = (0..).zip(&self.numbers).map(occurs).sum();
        let of_each = |counts: &AtomCounts| u128::from(counts.spectra()[0].spectra);
        let by_atoms: u128 = self.atoms.iter().map(of_each).sum();
        let wrong = (0..=cells).find(|atoms| !is_right(atoms));
        wrong.or((by_numbers != by_atoms).then_some(cells))
    }
}

/// The number of slices of a box, and the number of those whose checksums are kept, which are the first ones.
/// The plain rules recount a slice of B7 in some seconds, and one of B8 in some minutes.
pub fn box_slices(width: usize) -> (usize, usize) {
    match width {
        ..=5 => (1, 1),
        6 => (16, 16),
        7 => (1 << 10, 1 << 8),
        _ => (1 << 17, 1 << 8),
    }
}

/// A census of a box, or of some of its [parts](Part), finished or not. Each part is one bucket.
///
/// ```
/// use blackbox_rules::census::{BoxCensus, Part, Resources};
///
/// let mut census = BoxCensus::new(4, Part::WHOLE);
/// let plan = census.plan(Resources { memory: 1 << 28, threads: 1 });
/// while !census.is_finished() {
///     assert!(census.next_pass(&plan, &Default::default()).is_ok());
/// }
/// let findings = census.findings();
/// assert_eq!((findings.wrong(), findings.boards()), (None, 1 << 16));
/// assert_eq!(findings.spectra().orbits, 1_533);
/// // Three atoms, as in A3_B4.
/// let [spectra, ambiguous] = findings.atoms[3].spectra();
/// assert_eq!((ambiguous.orbits, findings.atoms[3].ambiguous()), (1, 8));
/// assert_eq!(spectra.spectra, 556);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxCensus {
    width: usize,
    part: Part,
    frontier: usize,
    findings: BoxFindings,
}

/// The version of the distribution of spectra over the parts of a box.
pub const BOX_SPREAD: u32 = 1;

impl BoxCensus {
    /// A census of a box up to [`MAX_WHOLE_WIDTH`] wide that has not begun.
    pub fn new(width: usize, part: Part) -> BoxCensus {
        BoxCensus::resumed(width, part, 0, BoxFindings::new(width))
    }

    /// A census whose buckets before `frontier` are done, with these findings.
    pub fn resumed(width: usize, part: Part, frontier: usize, findings: BoxFindings) -> BoxCensus {
        BoxCensus {
            width,
            part,
            frontier,
            findings,
        }
    }

    /// The width of the box.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The findings so far.
    pub fn findings(&self) -> &BoxFindings {
        &self.findings
    }

    /// The number of buckets that are done.
    pub fn frontier(&self) -> usize {
        self.frontier
    }

    /// The number of buckets.
    pub fn buckets(&self) -> usize {
        self.part.count() as usize
    }

    /// Whether all buckets are done.
    pub fn is_finished(&self) -> bool {
        self.frontier >= self.buckets()
    }

    /// Plans the remaining passes, one per bucket.
    pub fn plan(&self, resources: Resources) -> Plan {
        let threads = resources.threads.max(1);
        let parts = self.part.total();
        let (sketches, common, memory) = cost(self.width);
        let sketches = sketches + if parts > 1 { common * parts } else { 0 };
        Plan {
            resources: Resources {
                threads,
                ..resources
            },
            buckets: 1,
            passes: (self.buckets() - self.frontier) as u64,
            memory_enough: threads as u64 * memory,
            rows: self.findings.atoms.len() as u64 * SIZES as u64,
            common: 0.0,
            seconds: SKETCH * sketches as f64,
        }
    }

    /// The share of `all` that falls to the remaining buckets.
    fn left(&self, all: f64) -> f64 {
        all * self.buckets().saturating_sub(self.frontier) as f64 / self.part.total() as f64
    }

    /// The remaining work as [`next_pass`](BoxCensus::next_pass) counts it: the estimated number of sketches
    /// that rays are fired at.
    pub fn work(&self) -> u64 {
        let resources = Resources {
            memory: 0,
            threads: 1,
        };
        self.left(self.plan(resources).seconds / SKETCH) as u64
    }

    /// The estimated time of the remaining passes.
    pub fn estimate(&self, plan: &Plan) -> Duration {
        Duration::from_secs_f64(self.left(plan.seconds) / plan.resources.threads as f64)
    }

    /// Counts the next bucket.
    ///
    /// # Errors
    ///
    /// If the work is interrupted, or the memory is not enough ([`Halt::Enough`]). After an error, the census is
    /// unchanged.
    pub fn next_pass(&mut self, plan: &Plan, observed: &Observed) -> Result<(), Halt> {
        let tables = RayTables::<u64>::new(self.width);
        let next = self.frontier..self.frontier + 1;
        let (buckets, of) = self.part.in_census(next, 1);
        let task = Task {
            width: self.width,
            atoms: 0..=self.width * self.width,
            buckets,
            of,
            small: [PART_CLASS; 2],
            memory: plan.resources.memory,
            threads: plan.resources.threads,
            observed,
        };
        for found in task.run(&tables, || Whole::new(self.width, observed))? {
            self.findings.merge(&found);
        }
        self.frontier += 1;
        Ok(())
    }
}

/// The size of the classes that parts and threads take: the guessed cost of such a class is at most that of the whole
/// box, divided by `of`. A hash of the answers so far decides which part takes a class.
///
/// Every part finds all of these classes. With `of` = 16, B7 has 26,231 classes, and finding them costs 8 million of
/// 9,011 million sketches. Among 21 of its 64 parts, the largest has 1.8 times as many sketches as the mean. With 8 and
/// 64, B7 has 7,814 and 143,196 classes, which cost 4 and 31 million sketches. With 4 and 16, B8 has 23,896 and 308,585
/// classes, which cost 0.2 and 1.4 · 10⁹ sketches. More classes make parts more even, but cost more.
const PART_CLASS: SmallClass = SmallClass {
    rays: 4 * MAX_WHOLE_WIDTH,
    of: 16,
};

/// The cost of firing a ray at a sketch, in seconds of one processor: B6 takes 0.8 s, B7 171 s.
const SKETCH: f64 = 19e-9;

/// The estimated cost of a census of a box: the number of sketches that rays are fired at, the number of those that
/// every part fires at to find its classes, and the bytes of memory for each thread.
///
/// Measured, complete up to B7. The first 16 of 768 parts of B8 fired at 9.5 · 10¹⁰ sketches, of which 7.3 · 10¹⁰
/// belonged to these parts alone. B7 takes 513 MB on two threads, but 370 MB on one thread. The memory of B8 was
/// estimated from random classes.
fn cost(width: usize) -> (u64, u64, u64) {
    match width {
        ..=4 => (7_447, 590, 16 << 20),
        5 => (385_711, 5_136, 16 << 20),
        6 => (39_000_795, 99_744, 16 << 20),
        7 => (9_011_455_456, 7_699_318, 512 << 20),
        _ => (3_500_000_000_000, 1_393_647_672, 6 << 30),
    }
}

/// Rows of Pascal's triangle are added up to a multiple of this length, and filled with zeros, because the branch at
/// the end of a short row is then predicted correctly more often.
const STEP: usize = 4;
const ROW: usize = MAX_WHOLE_WIDTH * MAX_WHOLE_WIDTH + 1 + STEP;

/// The number of boards of one spectrum, indexed by the number of atoms.
struct Gathered {
    sizes: [u64; ROW + MAX_WHOLE_WIDTH * MAX_WHOLE_WIDTH],
    /// The range of numbers of atoms that occur, as the first one and the end. The end is 0 if there are no boards.
    first: usize,
    end: usize,
}

/// Counts the spectra of a box.
struct Whole<'a> {
    found: BoxFindings,
    width: usize,
    cells: usize,
    /// Indexed by the outcome of the last ray.
    gathered: [Gathered; 3],
    /// Rows of Pascal's triangle, indexed by the number of open cells.
    rows: Vec<[u64; ROW]>,
    slices: usize,
    fired: u64,
    observed: &'a Observed<'a>,
}

impl<'a> Whole<'a> {
    fn new(width: usize, observed: &'a Observed<'a>) -> Whole<'a> {
        let cells = width * width;
        let row = |free: usize| {
            let mut row = [0; ROW];
            for (atoms, ways) in row.iter_mut().enumerate().take(free + 1) {
                *ways = binomial(free, atoms);
            }
            row
        };
        Whole {
            found: BoxFindings::new(width),
            width,
            cells,
            gathered: [(); 3].map(|()| Gathered {
                sizes: [0; _],
                first: cells,
                end: 0,
            }),
            rows: (0..=cells).map(row).collect(),
            slices: box_slices(width).0,
            fired: 0,
            observed,
        }
    }

    fn report(&mut self) {
        // The search itself looks for a request to stop.
        let _ = self.observed.add(mem::take(&mut self.fired));
    }
}

impl Counter<u64> for Whole<'_> {
    type Found = BoxFindings;
    const ANY_NUMBER: bool = true;

    fn is_small(&self, class: &[Sketch<u64>], shots: usize, small: SmallClass) -> bool {
        // The guess of the cost of a class is the square root of its number of sketches, times 2^(3/4) for each
        // remaining ray. Raising it to the fourth power makes it an integer, so that all machines find the same
        // classes.
        let size = class.len() as u128;
        let left = 4 * self.width - shots;
        let most = 1_u128 << (12 * self.width);
        let small_enough = most / u128::from(small.of).pow(4);
        shots >= small.rays || size.pow(2) << (3 * left) <= small_enough
    }

    #[inline(always)]
    fn note_shots(&mut self, sketches: usize) {
        self.fired += sketches as u64;
        if self.fired >> 24 != 0 {
            self.report();
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

    fn count_gathered(&mut self, outcome: usize, spectrum: Option<(&Offsets, &ImageOrder)>) {
        let gathered = &mut self.gathered[outcome];
        if gathered.end == 0 {
            return;
        }
        let Gathered { first, end, .. } = *gathered;
        let numbers = first..end;
        (gathered.first, gathered.end) = (self.cells, 0);
        let sizes = &mut gathered.sizes[numbers.clone()];
        let Some((offsets, images)) = spectrum else {
            return sizes.fill(0);
        };
        let same = 1 + images.symmetries(4 * self.width).count() as u64;
        let orbit = 8 / same;
        let (mut occurs, mut is_with_more, mut mixed) = (0, false, 0);
        for ((atoms, counts), size) in (self.found.atoms.iter_mut().enumerate())
            .take(end)
            .skip(first)
            .zip(sizes)
            .rev()
        {
            let size = mem::take(size);
            if (size > 1) != is_with_more {
                counts.exceptions += orbit;
            }
            is_with_more = size > 0;
            if size == 0 {
                continue;
            }
            mixed = folded_product(mixed ^ size ^ (atoms as u64).rotate_right(8), FACTOR);
            occurs += 1;
            counts.molecules += size * orbit;
            if size >= counts.largest {
                counts.keep_largest(size, || (size > 1).then(|| lowest(offsets, self.width)));
            }
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
        let sides = signature(&Sides::<u64>::of(offsets, self.width));
        let slice = slice_of(sides[0], self.slices);
        if let Some(checksum) = self.found.slices.get_mut(slice) {
            *checksum = checksum.wrapping_add(checksum_of(sides, mixed));
        }
    }

    fn count(&mut self, class: &[Sketch<u64>], offsets: &Offsets, images: &ImageOrder) {
        class.iter().for_each(|sketch| self.gather(sketch, OUT));
        self.count_gathered(OUT, Some((offsets, images)));
    }

    fn finish(mut self) -> BoxFindings {
        self.report();
        self.found
    }
}

/// The first image of a spectrum in the order of texts.
fn lowest(offsets: &Offsets, width: usize) -> Spectrum {
    let around = 4 * width;
    let symbols = (offsets[..around].iter().enumerate()).map(|(at, &offset)| match offset {
        0 => b'&',
        Exits::ABSORBED => b'@',
        // Both ends of a ray get the symbol of the lower position.
        offset => b'A' + at.min((at + usize::from(offset)) % around) as u8,
    });
    let spectrum = Spectrum::renamed(symbols, Size::of_width(width));
    spectrum.images().into_iter().min().unwrap_or(spectrum)
}

#[cfg(test)]
mod tests {
    use super::super::passes::Census;
    use super::*;
    use crate::board::Config;

    /// Compares each column with the census of that number of atoms.
    #[test]
    fn a_box_has_the_spectra_of_each_number_of_atoms() {
        for (width, parts, threads) in [(1, 1, 1), (2, 1, 2), (3, 5, 1), (4, 1, 2), (4, 3, 1)] {
            let mut whole = BoxFindings::new(width);
            let memory = 1 << 28;
            let resources = Resources { memory, threads };
            for part in [Part::new(1..=1, parts), Part::new(2..=parts, parts)] {
                let Some(part) = part else { continue };
                let mut census = BoxCensus::new(width, part);
                while !census.is_finished() {
                    let plan = census.plan(resources);
                    census.next_pass(&plan, &Observed::default()).unwrap();
                }
                whole.merge(census.findings());
            }
            assert_eq!(whole.wrong(), None);
            for (atoms, counts) in whole.atoms.iter().enumerate() {
                let config = Config::new(atoms as u64, width as u64).unwrap();
                let mut census = Census::new(config);
                let plan = census.plan(resources);
                while !census.is_finished() {
                    census.next_pass(&plan, &Observed::default()).unwrap();
                }
                let mut sizes = vec![SpectralCount::default(); SIZES];
                let rows = || census.findings().ambiguity.rows();
                for row in rows() {
                    sizes[place(row.size)].orbits += row.orbits;
                    sizes[place(row.size)].spectra += row.spectra;
                }
                assert_eq!(counts.sizes, sizes, "{config}");
                assert_eq!(counts.largest, rows().last().unwrap().size, "{config}");
                let group = census.findings().largest.groups().first();
                let spectrum = group.map(|group| group.spectrum);
                assert_eq!(counts.largest_spectrum.is_some(), spectrum.is_some());
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
