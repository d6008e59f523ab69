//! Runs a census: one pass after another, until all buckets are done.

use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::time::Duration;

use crate::words::{counted, thousands};
use watch::{Halt, Observed, locked, unwatched};

use super::by_rays::{Counter, Effort, ImageOrder, Offsets, RayTables, SmallClass, Task};
use super::findings::Findings;
use super::one_number::{self, OneNumber, ROW};
use super::part::Part;
use super::signature::SideKey;
use super::sketch::Sketch;
use super::slices::slices;
use crate::board::Config;

/// The version of a finished census. It changes whenever a spectrum may belong to another slice than before.
/// Version 1 had no slices.
pub const HASH_VERSION: u32 = 2;

/// The version of an unfinished census. It changes whenever a spectrum may belong to another bucket than before, so
/// that a census of an earlier version is not resumed. The findings of a finished census do not depend on buckets.
pub const SPREAD: u32 = 5;

/// A census of a configuration, or of one of its [parts](Part), finished or not.
///
/// A census divides the spectra into *buckets* by a hash, and each pass counts some of the buckets. The findings depend
/// only on how many buckets are done, not on memory and threads, so a census can continue with other resources.
///
/// ```
/// use blackbox_rules::census::{Census, Extreme, Resources};
/// use blackbox_rules::board::Config;
/// use blackbox_rules::watch::Observed;
///
/// let config: Config = "A4_B6".parse()?;
/// let mut census = Census::new(config);
/// let plan = census.plan(Resources { memory: 1 << 28, threads: 1 });
/// assert!(census.estimate(&plan).as_secs() < 60 && plan.passes == 1);
/// assert_eq!(census.work(), config.molecules());
/// while !census.is_finished() {
///     census.next_pass(&plan, &Observed::default())?;
/// }
/// census.check()?;
/// let findings = census.findings();
/// let ambiguous = findings.ambiguity.rows().filter(|row| row.size > 1);
/// let molecules: u64 = ambiguous.map(|row| row.molecules()).sum();
/// assert_eq!(molecules, 1_636);
/// // The largest group, and the longest ray that comes out.
/// assert_eq!(findings.largest.groups()[0].numbers, [2266, 2323, 4612, 29510, 29567]);
/// assert_eq!(findings.rays.out.length, Some(Extreme { value: 16, number: 1575 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    config: Config,
    part: Part,
    frontier: usize,
    findings: Findings,
}

/// The resources that a census may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// The bytes of memory for everything that grows with the configuration.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// A plan for the remaining passes of a census.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The number of passes that are left.
    pub passes: u64,
    /// The resources that the census may use.
    pub resources: Resources,
    /// The number of bytes of memory that is enough for a census of this configuration.
    pub memory_enough: u64,
    /// An upper bound for the rows of all slices together, one per slice and group size.
    #[doc(hidden)]
    pub rows: u64,
    pub(super) buckets: usize,
    /// The estimated time in which each thread finds the classes of a pass, in seconds. Only
    /// [`plan_closely`](Census::plan_closely) estimates it.
    pub(super) common: f64,
    /// The estimated time of all other work of all parts on one processor, in seconds.
    pub(super) seconds: f64,
}

/// The cost of firing a ray at a sketch, and of tracing a molecule, in seconds of one processor. In boxes more
/// than 8 wide, both take twice as long. Where [most molecules are traced](one_number::traces), their number is a
/// better estimate than random classes, which find a tenth of the cost of A7_B11, and seven times that of A12_B8.
const SKETCH: f64 = 80e-9;
const MOLECULE: f64 = 90e-9;

/// The limits of the time of a pass, in seconds, and the number of passes to aim for. An interruption loses one
/// pass, so a census has several. Each takes at least as long as storing the results, [`STORED`] seconds per
/// sketch.
const PASS: RangeInclusive<f64> = 0.4..=60.0;
const PASSES: f64 = 8.0;
const STORED: f64 = 30e-9;

/// The cost of firing a ray at a sketch while the classes of buckets are found, in seconds of one processor. One of a
/// million parts of A7_B8, A8_B8, A9_B8 and A12_B8 takes 0.05, 0.23, 0.70 and 2.1 s.
const COMMON: f64 = 50e-9;

/// The memory for the classes of a thread is this multiple of the bytes that the estimate has found, but at
/// least [`MIN_MEMORY`]. A9_B7 needs four times as many, A8_B8 2.2 times.
const CLASSES: u64 = 5;
const MIN_MEMORY: u64 = 16 << 20;

/// The memory for the slices, in bytes per sketch or traced molecule. Most configurations need far less,
/// because few group sizes differ. A slice cannot have more rows than there are different sizes that add up to
/// its molecules.
const SLICES: f64 = 0.6;

/// Why a census failed, or why its result is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum CensusError {
    /// The findings do not add up to the known totals.
    #[error(
        "the census of {config} is wrong: it counted {} canonical molecules and found spectra of {} molecules, but there are {} and {}",
        thousands(*.canonical),
        thousands(*.molecules),
        thousands(.config.canonical_molecules()),
        thousands(.config.molecules())
    )]
    Wrong {
        config: Config,
        canonical: u64,
        molecules: u128,
    },
    /// The census needs more memory than it may use.
    #[error(
        "{} of memory on {} is not enough for a census of {census}",
        counted(*.memory, "byte", "bytes"),
        counted(*.threads as u64, "thread", "threads")
    )]
    Memory {
        census: String,
        memory: u64,
        enough: u64,
        threads: usize,
    },
}

impl Census {
    /// A census that has not begun.
    pub fn new(config: Config) -> Census {
        Census::of_part(config, Part::WHOLE)
    }

    /// A part of a census that has not begun.
    pub fn of_part(config: Config, part: Part) -> Census {
        Census::resumed(config, part, 0, Findings::default())
    }

    /// A census whose buckets before `frontier` are done, with these findings.
    #[doc(hidden)]
    pub fn resumed(config: Config, part: Part, frontier: usize, findings: Findings) -> Census {
        Census {
            config,
            part,
            frontier,
            findings,
        }
    }

    /// A finished census.
    #[doc(hidden)]
    pub fn finished(config: Config, findings: Findings) -> Census {
        Census::resumed(config, Part::WHOLE, Part::WHOLE.buckets(config), findings)
    }

    /// The number of the first bucket that is not done.
    #[doc(hidden)]
    pub fn frontier(&self) -> usize {
        self.frontier
    }

    /// The number of buckets.
    #[doc(hidden)]
    pub fn buckets(&self) -> usize {
        self.part.buckets(self.config)
    }

    /// Whether all buckets are done.
    pub fn is_finished(&self) -> bool {
        self.frontier >= self.buckets()
    }

    /// The findings so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Plans the remaining passes, of some seconds each.
    pub fn plan(&self, resources: Resources) -> Plan {
        let threads = resources.threads.max(1);
        let effort = effort(self.config, self.part);
        let wide = if self.config.width() > 8 { 2.0 } else { 1.0 };
        let seconds = match one_number::traces(self.config) {
            true => MOLECULE * self.traced(),
            false => SKETCH * effort.sketches + MOLECULE * effort.molecules,
        };
        let seconds = wide * seconds;
        let left = self.buckets().saturating_sub(self.frontier);
        let left_seconds = self.left(seconds) / threads as f64;
        let pass = (STORED * effort.sketches).max(left_seconds / PASSES);
        let passes = (left_seconds / pass.clamp(*PASS.start(), *PASS.end())).ceil() as usize;
        let passes = passes.clamp(1, left.max(1));
        let classes = (CLASSES * effort.bytes).max(MIN_MEMORY);
        let slices = slices(self.config) as u64;
        let parts = self.part.total();
        let canonical = self.config.canonical_molecules() / parts * self.part.count();
        let sizes = (canonical / slices).saturating_mul(2).isqrt() + 1;
        let rows = slices * sizes;
        let share = self.part.count() as f64 / parts as f64;
        let found = SLICES * share * (effort.sketches + effort.molecules);
        Plan {
            resources: Resources {
                threads,
                ..resources
            },
            buckets: left.div_ceil(passes),
            passes: passes as u64,
            memory_enough: (threads as u64)
                .saturating_mul(classes)
                .saturating_add((ROW * rows).min(found as u64)),
            rows,
            common: 0.0,
            seconds,
        }
    }

    /// A [plan](Census::plan) that includes the work that every part repeats: each thread finds the classes that are
    /// distributed among the parts. To measure this work, the function does it once, which takes as long as it does in
    /// a pass.
    ///
    /// # Errors
    ///
    /// The errors of [`next_pass`](Census::next_pass).
    pub fn plan_closely(&self, resources: Resources, observed: &Observed) -> Result<Plan, Halt> {
        let mut plan = self.plan(resources);
        if self.part.total() > 1 && self.config.is_numbered() {
            let threads = plan.resources.threads as u64;
            let task = Task {
                buckets: 0..0,
                memory: resources.memory / threads,
                ..task(self.config, self.part, observed)
            };
            let (common, bytes) = match self.config.width() {
                ..=8 => common::<u64>(&task, self.config)?,
                _ => common::<u128>(&task, self.config)?,
            };
            plan.common = common;
            let bytes = threads.saturating_mul(bytes);
            plan.memory_enough = plan.memory_enough.saturating_add(bytes);
        }
        Ok(plan)
    }

    /// The approximate number of canonical molecules that are traced, if most are. With less than eight cells per atom,
    /// sketches stand for more and more of them: a part of A12_B8 takes 17 ns per canonical molecule, A10_B8 44 ns,
    /// A7_B8 90 ns.
    fn traced(&self) -> f64 {
        let cells_per_atom = self.config.cells() as f64 / self.config.atoms().max(1) as f64;
        let share = (cells_per_atom / 8.0).min(1.0).powi(3);
        share * self.config.canonical_molecules() as f64
    }

    /// The share of `all` that falls to the remaining buckets.
    fn left(&self, all: f64) -> f64 {
        let buckets = self.buckets();
        let part = all * self.part.count() as f64 / self.part.total() as f64;
        part * buckets.saturating_sub(self.frontier) as f64 / buckets as f64
    }

    /// The remaining work as [`next_pass`](Census::next_pass) counts it: the number of molecules whose spectra are not
    /// counted yet. For a part of a census, this number is an estimate.
    pub fn work(&self) -> u64 {
        let all = self.config.molecules();
        match self.part {
            Part::WHOLE => {
                u128::from(all).saturating_sub(self.findings.ambiguity.molecules()) as u64
            }
            _ => self.left(all as f64) as u64,
        }
    }

    /// The estimated time of the remaining passes.
    pub fn estimate(&self, plan: &Plan) -> Duration {
        let left = self.buckets().saturating_sub(self.frontier);
        let common = plan.common * left.div_ceil(plan.buckets.max(1)) as f64;
        Duration::from_secs_f64(common + self.left(plan.seconds) / plan.resources.threads as f64)
    }

    /// Runs the next pass.
    ///
    /// # Errors
    ///
    /// If the work is interrupted; [`Halt::Enough`] if the memory is not enough, or if the molecules [are not
    /// numbered](Config::is_numbered). After an error, the census is unchanged.
    pub fn next_pass(&mut self, plan: &Plan, observed: &Observed) -> Result<(), Halt> {
        if !self.config.is_numbered() {
            return Err(Halt::Enough);
        }
        let all = self.buckets();
        let end = self.frontier.saturating_add(plan.buckets).min(all);
        let each = all / self.part.count() as usize;
        let (buckets, of) = self.part.in_census(self.frontier..end, each);
        let task = Task {
            buckets,
            of,
            memory: plan.resources.memory,
            threads: plan.resources.threads,
            ..task(self.config, self.part, observed)
        };
        let found = match self.config.width() {
            ..=8 => run::<u64>(&task, self.config)?,
            _ => run::<u128>(&task, self.config)?,
        };
        for found in found {
            self.findings.merge(&found);
        }
        self.frontier = end;
        Ok(())
    }

    /// Compares a finished census with two numbers that are known beforehand: the number of molecules, and that
    /// of canonical molecules, by Burnside's lemma.
    ///
    /// # Errors
    ///
    /// If the numbers differ.
    pub fn check(&self) -> Result<(), CensusError> {
        let canonical = self.findings.canonical;
        let molecules = self.findings.ambiguity.molecules();
        let config = self.config;
        match canonical == config.canonical_molecules() && molecules == config.molecules().into() {
            true => Ok(()),
            false => Err(CensusError::Wrong {
                config,
                canonical,
                molecules,
            }),
        }
    }
}

/// The task that searches a whole configuration on one thread.
fn task<'a>(config: Config, part: Part, observed: &'a Observed<'a>) -> Task<'a> {
    Task {
        width: config.width(),
        atoms: config.atoms()..=config.atoms(),
        buckets: 0..1,
        of: 1,
        small: [bucket_class(config, part), THREAD_SHARE],
        memory: u64::MAX,
        threads: 1,
        observed,
    }
}

fn run<W: SideKey>(task: &Task, config: Config) -> Result<Vec<Findings>, Halt> {
    let tables = RayTables::<W>::new(config.width());
    task.run(&tables, || OneNumber::new(&tables, config, task.observed))
}

/// Finds classes, and nothing in them.
struct ClassFinder<'a, W> {
    counter: OneNumber<'a, W>,
    /// The number of sketches that rays are fired at, and the most that the search has at a time.
    fired: usize,
    most: usize,
}

impl<W: SideKey> Counter<W> for ClassFinder<'_, W> {
    type Found = (usize, usize);

    fn is_small(&self, class: &[Sketch<W>], shots: usize, small: SmallClass) -> bool {
        self.counter.is_small(class, shots, small)
    }

    fn note_shots(&mut self, sketches: usize) {
        self.fired += sketches;
    }

    fn note_sketches(&mut self, sketches: usize) {
        self.most = self.most.max(sketches);
    }

    fn count(&mut self, _class: &[Sketch<W>], _offsets: &Offsets, _images: &ImageOrder) {}

    fn finish(self) -> Self::Found {
        (self.fired, self.most)
    }
}

/// Finds the classes of buckets. Returns the estimated time in seconds, and the memory in bytes.
fn common<W: SideKey>(task: &Task, config: Config) -> Result<(f64, u64), Halt> {
    let tables = RayTables::<W>::new(config.width());
    let found = task.run(&tables, || ClassFinder {
        counter: OneNumber::new(&tables, config, task.observed),
        fired: 0,
        most: 0,
    })?;
    let (fired, most) = found[0];
    Ok((
        COMMON * fired as f64,
        (most * size_of::<Sketch<W>>()) as u64,
    ))
}

/// Estimates the cost of a census by following random classes. The estimate takes a tenth of a second, so it is cached,
/// and small censuses or parts get an estimate from the number of molecules alone.
fn effort(config: Config, part: Part) -> Effort {
    const SMALL: u64 = 1 << 21;
    static KNOWN: Mutex<Vec<(Config, Effort)>> = Mutex::new(Vec::new());
    let molecules = config.canonical_molecules();
    if molecules / part.total() <= SMALL || !config.is_numbered() {
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
        ..=8 => probed::<u64>(config),
        _ => probed::<u128>(config),
    };
    known.push((config, effort));
    effort
}

fn probed<W: SideKey>(config: Config) -> Effort {
    /// The greatest number of probes, and the number of sketches after which they end. They take a twentieth of
    /// a second.
    const PROBES: [usize; 2] = [2_000, 1 << 20];
    let tables = RayTables::<W>::new(config.width());
    unwatched(|observed| {
        let counter = OneNumber::new(&tables, config, observed);
        task(config, Part::WHOLE, observed).effort(&tables, counter, PROBES)
    })
}

/// The size of the classes that are distributed among buckets. Each thread finds these classes again in each
/// pass, so there should be few.
///
/// In a census in parts, the largest class after few rays would exceed a part: after six rays, it has 14 % of
/// A8_B8. So parts have more classes, about 64 each. Among eight of 64 parts of A6_B8, the largest has 1.19
/// times as many canonical molecules as the mean, but 1.82 times with the classes of a whole census. Classes of
/// up to 2¹⁸ molecules, which take milliseconds, are not divided.
fn bucket_class(config: Config, part: Part) -> SmallClass {
    const PER_PART: u64 = 64;
    const MIN_CLASSES: u64 = 128;
    match part.total() {
        1 => SmallClass {
            rays: 6,
            of: MIN_CLASSES,
        },
        parts => SmallClass {
            rays: 12,
            of: (PER_PART * parts)
                .min(config.molecules() >> 18)
                .max(MIN_CLASSES),
        },
    }
}

/// The size of the classes that threads take as shares. Each thread finds them once per census. If threads took the
/// classes of buckets as shares, all other threads would wait for the one with the largest class, which after six rays
/// has 14 % of A8_B8.
const THREAD_SHARE: SmallClass = SmallClass { rays: 12, of: 4096 };

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use watch::Stop;

    use super::super::by_rays::PIECE;
    use super::*;

    fn found(config: Config, threads: usize, buckets: usize) -> Findings {
        let mut census = Census::new(config);
        let memory = 1 << 28;
        let plan = Plan {
            buckets,
            ..census.plan(Resources { memory, threads })
        };
        let (done, stop) = (AtomicU64::new(0), Stop::default());
        while !census.is_finished() {
            let observed = Observed::new(&done, &stop);
            census.next_pass(&plan, &observed).unwrap();
        }
        assert_eq!(done.into_inner(), config.molecules());
        census.check().unwrap();
        census.findings
    }

    /// Runs all parts of a census, one after another.
    fn found_in_parts(config: Config, parts: u64) -> Findings {
        let mut all = Findings::default();
        for part in (1..=parts).filter_map(|number| Part::new(number..=number, parts)) {
            let mut census = Census::of_part(config, part);
            let (memory, threads) = (1 << 28, 1);
            let plan = census.plan(Resources { memory, threads });
            while !census.is_finished() {
                census.next_pass(&plan, &Observed::default()).unwrap();
            }
            all.merge(census.findings());
        }
        all
    }

    /// The smallest parts cost hardly more than the work that every part repeats.
    #[test]
    fn a_close_plan_includes_what_all_parts_have_in_common() {
        let config: Config = "A6_B8".parse().unwrap();
        let observed = Observed::default();
        let (memory, threads) = (1 << 28, 1);
        let planned = |part: &str| {
            let census = Census::of_part(config, part.parse().unwrap());
            let close = census.plan_closely(Resources { memory, threads }, &observed);
            let times = [census.plan(Resources { memory, threads }), close.unwrap()];
            times.map(|plan| census.estimate(&plan).as_secs_f64())
        };
        let [plan, close] = planned("1/1000000");
        assert!(close > 100.0 * plan, "{close} {plan}");
        let [plan, close] = planned("1/2");
        assert!(plan < close && close < 1.1 * plan, "{close} {plan}");
        let [plan, close] = planned("1/1");
        assert_eq!(plan, close);
        let too_little = Resources {
            memory: 1 << 18,
            threads,
        };
        let census = Census::of_part(config, "1/64".parse().unwrap());
        let close = census.plan_closely(too_little, &observed);
        assert_eq!(close.err(), Some(Halt::Enough));
    }

    /// Requests a stop when a ray is fired at a large class.
    struct Stopping<'a>(&'a Stop);

    impl<W> Counter<W> for Stopping<'_> {
        type Found = ();

        fn is_small(&self, _: &[Sketch<W>], _: usize, _: SmallClass) -> bool {
            false
        }

        fn note_shots(&mut self, sketches: usize) {
            assert!(sketches <= PIECE && !self.0.is_requested(), "{sketches}");
            if sketches == PIECE {
                self.0.request();
            }
        }

        fn count(&mut self, _: &[Sketch<W>], _: &Offsets, _: &ImageOrder) {}

        fn finish(self) {}
    }

    #[test]
    fn a_search_stops_within_a_large_class() {
        let config: Config = "A8_B9".parse().unwrap();
        let (done, stop) = (AtomicU64::new(0), Stop::default());
        let (tables, observed) = (
            RayTables::<u128>::new(config.width()),
            Observed::new(&done, &stop),
        );
        let found = task(config, Part::WHOLE, &observed).run(&tables, || Stopping(&stop));
        assert_eq!(found, Err(Halt::Stopped));
    }

    #[test]
    fn parts_add_up_to_the_census() {
        for (text, parts) in [
            ("A0_B2", 3),
            ("A5_B3", 7),
            ("A4_B5", 1000),
            ("A4_B6", 64),
            ("A20_B5", 5),
            ("A3_B9", 2),
        ] {
            let config: Config = text.parse().unwrap();
            let expected = found(config, 1, 1 << 24);
            assert_eq!(found_in_parts(config, parts), expected, "{config}");
        }
    }

    /// Configurations with few and with many molecules, with one and with many molecules per sketch, and in the
    /// widest boxes.
    #[test]
    fn a_census_does_not_depend_on_its_passes_and_threads() {
        for text in [
            "A0_B1", "A1_B1", "A2_B2", "A5_B3", "A9_B3", "A7_B4", "A16_B4", "A5_B5", "A20_B5",
            "A4_B6", "A31_B6", "A3_B8", "A62_B8", "A3_B9", "A2_B11", "A119_B11",
        ] {
            let config: Config = text.parse().unwrap();
            let expected = found(config, 1, 1 << 24);
            assert_eq!(found(config, 1, 25), expected, "{config}");
            assert_eq!(found(config, 3, 1 << 24), expected, "{config}");
        }
    }
}
