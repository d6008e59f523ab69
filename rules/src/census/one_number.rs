//! Counts the spectra of boards with one number of atoms, for the census [by rays](super::by_rays).
//!
//! In a class with few molecules, the remaining rays are not fired: all of its molecules are [traced](Tracer),
//! and [grouped](Groups) by their spectra.

use std::mem;

use watch::Observed;

use super::by_rays::{Counter, ImageOrder, Offsets, RayTables, SmallClass};
use super::findings::Findings;
use super::groups::Groups;
use super::ray_extremes::RayExtremes;
use super::signature::{SideKey, signature};
use super::sketch::{Sketch, rank};
use super::slices::{Slice, slice_of, slices};
use crate::board::{Board, Config, Molecule};
use crate::partial::paths::RayCursor;
use crate::ray::{Exits, Sides, Tracer};

/// Counts the spectra of a configuration.
pub(super) struct OneNumber<'a, W> {
    tables: &'a RayTables<W>,
    config: Config,
    per_sketch: u64,
    spectra: CountedSpectra<'a>,
    rays: RayExtremes,
    /// For each outcome, the greatest length and the greatest number of turns.
    longest: [[u8; 2]; 3],
    waiting: Waiting<W>,
}

/// The molecules of complete classes, which wait to be traced together.
#[derive(Default)]
struct Waiting<W> {
    molecules: Vec<Molecule>,
    /// For each class, the end of its range in `molecules`, and how its images compare.
    classes: Vec<(usize, ImageOrder)>,
    sides: Vec<Sides<W>>,
    /// The indices of molecules with a ray that may be an extreme.
    extremes: Vec<usize>,
    groups: Groups,
    twins: Vec<Sketch<W>>,
}

/// The number of molecules that are traced together, so that their spectra fit into the processor's cache.
const BATCH: usize = 2048;

/// The greatest number of molecules of a class that are traced.
const MAX_TRACED: u64 = Groups::MAX_MOLECULES as u64;

/// The molecules of a class are traced if there are at most this number per sketch of the class.
///
/// In a fuller box, firing rays is faster, because a sketch of many molecules becomes few sketches. With 0, 1,
/// 4 and 16, A12_B6 takes 4.3, 4.3, 5.1 and 9.7 s on one thread, measured in turns. With 1, 4, 16 and 64,
/// A10_B7 takes 112, 145, 99 and 103 s, measured in pairs. A8_B8 takes the same time with 256 and 512.
fn per_sketch(config: Config) -> u64 {
    match config.cells() / config.atoms().max(1) {
        5.. => 256,
        3.. => 1,
        _ => 0,
    }
}

/// Whether most molecules of a configuration are traced.
pub(super) fn traces(config: Config) -> bool {
    per_sketch(config) > 1
}

impl<'a, W: SideKey> OneNumber<'a, W> {
    pub(super) fn new(
        tables: &'a RayTables<W>,
        config: Config,
        observed: &'a Observed<'a>,
    ) -> Self {
        OneNumber {
            tables,
            config,
            per_sketch: per_sketch(config),
            spectra: CountedSpectra::new(config, observed),
            rays: RayExtremes::default(),
            longest: [[0; 2]; 3],
            waiting: Waiting::default(),
        }
    }

    /// Records a ray that is at least as long as any other or has at least as many turns. All molecules of the
    /// sketch have this ray.
    #[cold]
    fn record_longest(&mut self, sketch: &Sketch<W>, outcome: usize, cursor: &RayCursor) {
        let Some(lowest) = sketch.lowest(self.config) else {
            return;
        };
        let number = lowest.number(self.config);
        self.rays
            .see_ray(outcome, cursor.length.into(), cursor.turns.into(), number);
        let [length, turns] = &mut self.longest[outcome];
        (*length, *turns) = ((*length).max(cursor.length), (*turns).max(cursor.turns));
    }

    /// Traces the waiting molecules, and counts their spectra. Each class is complete, so each spectrum is, too.
    fn count_waiting(&mut self) {
        self.trace_waiting();
        let (tables, config) = (self.tables, self.config);
        let Waiting {
            molecules,
            classes,
            sides,
            groups,
            twins,
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
                // This spectrum is counted as another of its images.
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
                    self.spectra.add(|| *spectrum, size, 8, size);
                    continue;
                }
                twins.clear();
                let places = groups.molecules(last);
                twins.extend(places.map(|place| Sketch::of(molecules[place])));
                self.spectra.count(twins, || *spectrum, &images);
            }
        }
        molecules.clear();
        self.spectra.report();
    }

    /// Traces the waiting molecules.
    fn trace_waiting(&mut self) {
        let config = self.config;
        let Waiting {
            molecules,
            sides,
            extremes,
            ..
        } = &mut self.waiting;
        // Limits one lower, because a molecule with a lower number may have a ray that equals the extreme.
        let limits = self.rays.limits();
        let limits = limits.and_then(|[a, b]| Some([a.checked_sub(1)?, b.checked_sub(1)?]));
        W::TRACE_WITHIN(Tracer::best(), molecules, config, limits, sides, extremes);
        for &index in &*extremes {
            let molecule = molecules[index];
            let statistics = Tracer::best().trace(Board::of(molecule, config)).1;
            if limits.is_some_and(|limits| !statistics.exceed(limits)) {
                continue;
            }
            let lowest = molecule.images(config).into_iter().min();
            let number = lowest.unwrap_or(molecule).number(config);
            self.rays.see(number, &statistics);
        }
    }
}

impl<W: SideKey> Counter<W> for OneNumber<'_, W> {
    type Found = Findings;

    #[inline(always)]
    fn record_ray(&mut self, sketch: &Sketch<W>, outcome: usize, cursor: &RayCursor) {
        let [length, turns] = self.longest[outcome];
        if cursor.length >= length || cursor.turns >= turns {
            self.record_longest(sketch, outcome, cursor);
        }
    }

    fn is_small(&self, class: &[Sketch<W>], shots: usize, small: SmallClass) -> bool {
        let molecules = || -> u64 { class.iter().map(Sketch::molecules).sum() };
        shots >= small.rays || molecules() <= self.config.molecules() / small.of
    }

    /// If molecules are traced, their number is a good guess of the cost, and otherwise the sum of the square
    /// roots of the numbers of molecules of the sketches.
    fn guess_cost(&self, class: &[Sketch<W>]) -> f64 {
        let traces = self.per_sketch > 1;
        let guess = |sketch: &Sketch<W>| match sketch.molecules() as f64 {
            molecules if traces => molecules,
            molecules => molecules.sqrt(),
        };
        class.iter().map(guess).sum()
    }

    fn traceable(&self, class: &[Sketch<W>]) -> Option<u64> {
        let most = MAX_TRACED.min(self.per_sketch * class.len() as u64);
        let mut molecules = 0;
        let is_traceable = class.len() as u64 <= most
            && class.iter().all(|sketch| {
                molecules += sketch.molecules();
                molecules <= most
            });
        is_traceable.then_some(molecules)
    }

    fn trace(&mut self, class: &[Sketch<W>], images: &ImageOrder) {
        for sketch in class {
            sketch.add_molecules(&mut self.waiting.molecules);
        }
        let end = self.waiting.molecules.len();
        self.waiting.classes.push((end, *images));
        if end >= BATCH {
            self.count_waiting();
        }
    }

    fn count(&mut self, class: &[Sketch<W>], offsets: &Offsets, images: &ImageOrder) {
        let sides = || Sides::of(offsets, self.config.width());
        self.spectra.count(class, sides, images);
        self.spectra.report();
    }

    fn bytes(&self) -> u64 {
        ROW * self.spectra.rows
    }

    fn finish(mut self) -> Findings {
        self.count_waiting();
        self.spectra.flush();
        Findings {
            rays: self.rays,
            ..self.spectra.into_findings()
        }
    }
}

/// Converts the sides of a spectrum to offsets.
fn offsets<W: SideKey>(sides: [W; 4], config: Config) -> Offsets {
    let mut offsets = [Exits::UNKNOWN; _];
    for (side, word) in sides.into_iter().enumerate() {
        word.put_offsets(&mut offsets[side * config.width()..]);
    }
    offsets
}

/// Group sizes below this one are counted in a table that fits into the processor's nearer caches.
const SMALL: usize = 16;

/// The bytes that a row of a slice takes, over all copies of it. A25_B7 has 3 million rows, and its census took
/// 960 MB.
pub(super) const ROW: u64 = 300;

struct CountedSpectra<'a> {
    config: Config,
    /// The findings so far, without `unambiguous` and `asymmetric`.
    findings: Findings,
    /// The number of unambiguous spectra without symmetry.
    unambiguous: u64,
    /// For each slice and each number of molecules below [`SMALL`], the number of ambiguous spectra without
    /// symmetry. Other spectra go to the findings at once.
    asymmetric: Vec<[u64; SMALL]>,
    /// The number of rows of all tables in `findings`.
    rows: u64,
    /// The number of molecules that are not yet added to the progress.
    counted: u64,
    observed: &'a Observed<'a>,
}

impl<'a> CountedSpectra<'a> {
    fn new(config: Config, observed: &'a Observed<'a>) -> CountedSpectra<'a> {
        CountedSpectra {
            config,
            findings: Findings {
                slices: vec![Slice::default(); slices(config)],
                ..Findings::default()
            },
            unambiguous: 0,
            asymmetric: vec![[0; SMALL]; slices(config)],
            rows: 0,
            counted: 0,
            observed,
        }
    }

    /// Counts a spectrum, given all sketches that have it.
    fn count<W: SideKey>(
        &mut self,
        sketches: &[Sketch<W>],
        sides: impl FnOnce() -> Sides<W>,
        images: &ImageOrder,
    ) {
        let config = self.config;
        let size: u64 = sketches.iter().map(Sketch::molecules).sum();
        // Burnside's lemma, over the transforms that leave the spectrum unchanged.
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
        self.add(sides, size, orbit, canonical);
        let (mut shared, mut cells) = (!W::EMPTY, W::EMPTY);
        for sketch in sketches {
            shared &= sketch.board.atoms;
            cells |= sketch.board.atoms | sketch.board.open();
        }
        if let Some(difference) = self.may_rank(size, shared, cells) {
            rank(&mut self.findings, sketches, size, difference, config);
        }
    }

    /// If the group of a spectrum may get a place in a ranking: an upper bound for the difference of its
    /// molecules, whose common atoms are `shared` and whose atoms are all in `cells`.
    #[inline]
    fn may_rank<W: SideKey>(&self, size: u64, shared: W, cells: W) -> Option<u32> {
        if size == 1 {
            return None;
        }
        let atoms = self.config.atoms();
        let difference = (atoms - shared.count()).min(cells.count() - atoms) as u32;
        let may = self.findings.largest.admits(size, 0)
            || self.findings.most_different.admits(difference.into(), 0);
        may.then_some(difference)
    }

    /// Counts a spectrum with `orbit` different images of `size` molecules each. In all, `canonical` of these
    /// molecules are canonical.
    #[inline]
    fn add<W: SideKey>(
        &mut self,
        sides: impl FnOnce() -> Sides<W>,
        size: u64,
        orbit: u64,
        canonical: u64,
    ) {
        self.findings.canonical += canonical;
        self.counted += size * orbit;
        if size == 1 {
            match orbit {
                8 => self.unambiguous += 1,
                _ => self.rows += u64::from(self.findings.ambiguity.add(1, 1, orbit)),
            }
            return;
        }
        let sides = signature(&sides());
        let index = slice_of(sides[0], self.asymmetric.len());
        let slice = &mut self.findings.slices[index];
        slice.add(sides, size);
        let small = usize::try_from(size).ok();
        match small.and_then(|size| self.asymmetric[index].get_mut(size)) {
            Some(count) if orbit == 8 => *count += 1,
            _ => self.rows += u64::from(slice.sizes.add(size, 1, orbit)),
        }
    }

    fn into_findings(mut self) -> Findings {
        if self.unambiguous > 0 {
            self.findings.ambiguity.add(1, self.unambiguous, 8);
        }
        for (slice, asymmetric) in self.findings.slices.iter_mut().zip(&self.asymmetric) {
            for (size, &orbits) in asymmetric.iter().enumerate() {
                if orbits > 0 {
                    slice.sizes.add(size as u64, orbits, 8);
                }
            }
            self.findings.ambiguity.merge(&slice.sizes);
        }
        self.findings
    }

    /// Reports progress, but rarely, so that threads do not wait for each other.
    #[inline]
    fn report(&mut self) {
        if self.counted >> 24 != 0 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        // The search itself looks for a request to stop.
        let _ = self.observed.add(mem::take(&mut self.counted));
    }
}
