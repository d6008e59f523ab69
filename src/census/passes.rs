//! A whole census: pass after pass, until all buckets are done.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ::view::words::{counted, thousands};
use watch::Stop;

use super::buckets::{BUCKET_OVERHEAD, Chunks, Memory};
use super::by_rays;
use super::canonical_walk::CanonicalMolecules;
use super::findings::Findings;
use super::pass::{Pass, PassEnd, range};
use super::records::{Layout, MAX_MOLECULES, Record};
use super::spectral_groups::run_bytes;
use super::tags::{PARTS, Tags};
use crate::game::{Config, Sides, Tracer, binomial};

/// Changes whenever a spectrum may come into another bucket or slice than before, so
/// that nobody continues a census of an earlier version. Version 1 had no slices.
pub const HASH_VERSION: u32 = 2;

/// How the census of a configuration spreads spectra over the buckets while it is not finished.
/// From ray to ray, it has its own way. When all buckets are done, the findings do not tell how.
#[cfg(feature = "pipeline")]
pub(crate) fn spread(config: Config) -> u32 {
    match by_rays::suits(config) {
        true => 3,
        false => HASH_VERSION,
    }
}

/// Replaces [`HASH_VERSION`] in a census that was grouped elsewhere, by keys: it has one
/// bucket, no passes, and perhaps no rankings.
pub const GROUPED_BY_KEYS: u32 = 0;

/// A census of a configuration, as far as it has come.
///
/// The findings of finished passes depend only on how far they came, not on
/// their memory and threads. So a census can continue with other ones.
///
/// ```
/// use blackbox::census::{Census, Extreme, Merit, Resources};
/// use blackbox::game::Config;
///
/// let config: Config = "A4_B6".parse()?;
/// let mut census = Census::new(config)?;
/// let plan = census.plan(Resources { memory: 1 << 28, threads: 1 });
/// while !census.is_finished() {
///     assert!(census.next_pass(&plan, &Default::default(), &Default::default()).is_ok());
/// }
/// census.check()?;
/// let findings = census.findings();
/// let ambiguous = findings.ambiguity.rows().filter(|&(size, _)| size > 1);
/// let molecules: u64 = ambiguous.map(|(size, count)| size * count.spectra).sum();
/// assert_eq!(molecules, 1_636);
/// assert_eq!((findings.largest.merit(), findings.slices.len()), (Merit::Size, 1));
/// // The largest group, and the longest ray that comes out.
/// assert_eq!(findings.largest.groups()[0].numbers, [2266, 2323, 4612, 29510, 29567]);
/// assert_eq!(findings.rays.out.length, Some(Extreme { value: 16, number: 1575 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    config: Config,
    frontier: usize,
    /// The bucket behind its last one.
    end: usize,
    findings: Findings,
}

/// What a census may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Bytes of memory for everything that grows with the configuration.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// How a census will run.
pub struct Plan {
    resources: Resources,
    buckets: usize,
    passes: u64,
    memory_needed: u64,
    memory_enough: u64,
    method: Method,
}

enum Method {
    Rays {
        /// About the time that all of it takes on one processor.
        seconds: f64,
    },
    Molecules {
        chunks: Chunks,
        /// The first pass asks for it, and the others keep it.
        memory: Mutex<Option<Memory>>,
        tags: Option<Tags>,
    },
}

/// What a sketch of a census by rays costs, in seconds of a processor.
const SKETCH: f64 = 40e-9;

/// The time that a pass of such a census takes. What it found before is found again in a moment.
const PASS: f64 = 60.0;

/// The memory of the classes of such a census, in bytes per thread, and of its slices, in bytes
/// per sketch. Most take far less: sizes of spectra are rarely so different.
const CLASSES: u64 = 64 << 20;
const SLICES: f64 = 0.6;

/// What a canonical molecule costs in a later pass, in nanoseconds of a processor: for the
/// walk and for the tracing. A7_B8 in four passes took 20.4 s without tags and 14.2 s with
/// them, in one pass 8.7 s.
const WALKED: f64 = 9.0;
const TRACED: f64 = 33.0;

/// What all passes cost per canonical molecule until its record is resolved.
fn cost(passes: u64, tagged: bool) -> f64 {
    let later = passes.saturating_sub(1) as f64;
    let traced = match tagged {
        // A pass that begins within a sixteenth traces all of that.
        true => (1.0 / passes.max(1) as f64 + 1.0 / PARTS as f64).min(1.0),
        false => 1.0,
    };
    WALKED + TRACED + later * (WALKED + TRACED * traced)
}

impl Plan {
    /// The number of passes that are left.
    pub fn passes(&self) -> u64 {
        self.passes
    }

    /// What the census may use.
    pub fn resources(&self) -> Resources {
        self.resources
    }

    /// Does it go from ray to ray? Then its memory is a limit that it hardly needs.
    pub fn is_by_rays(&self) -> bool {
        matches!(self.method, Method::Rays { .. })
    }

    /// Does the first pass leave tags, so that later ones trace less?
    pub fn is_tagged(&self) -> bool {
        matches!(self.method, Method::Molecules { tags: Some(_), .. })
    }

    /// Bytes of memory with which a census of this configuration does not fail.
    pub fn memory_enough(&self) -> u64 {
        self.memory_enough
    }

    /// The bytes of memory that it will probably need.
    pub fn memory_needed(&self) -> u64 {
        self.memory_needed
    }
}

/// Why a census is not possible, or is wrong.
///
/// ```
/// use blackbox::census::{Census, CensusError};
/// use blackbox::game::Config;
///
/// let config = Config::new(16, 9)?;
/// assert_eq!(Census::new(config), Err(CensusError::TooManyMolecules(config)));
/// # Ok::<(), blackbox::game::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum CensusError {
    /// The configuration is too large.
    #[error(
        "{0} has more than {most} molecules, too many for a census",
        most = thousands(MAX_MOLECULES)
    )]
    TooManyMolecules(Config),
    /// The parts do not add up to the whole.
    #[error(
        "the census of {config} is wrong: it met {} canonical molecules and found spectra of {} molecules, but there are {} and {}",
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
    /// It needs more memory than it may use.
    #[error(
        "{} of memory on {} are not enough for a census of {config}",
        counted(*.memory, "byte", "bytes"),
        counted(*.threads as u64, "thread", "threads")
    )]
    Memory {
        config: Config,
        memory: u64,
        enough: u64,
        threads: usize,
    },
}

impl CensusError {
    /// What helps, if anything does.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            CensusError::TooManyMolecules(_) => "take fewer atoms or a smaller box".to_owned(),
            CensusError::Wrong { .. } => {
                "the program or the machine made an error; --force takes the census again"
                    .to_owned()
            }
            CensusError::Memory { enough, .. } => {
                format!("--memory {}MiB is enough", enough.div_ceil(1 << 20))
            }
        })
    }
}

impl Census {
    /// A census that has not begun.
    ///
    /// # Errors
    ///
    /// If the configuration is too large.
    pub fn new(config: Config) -> Result<Census, CensusError> {
        Census::resumed(config, 0, Findings::default())
    }

    pub(crate) fn resumed(
        config: Config,
        frontier: usize,
        findings: Findings,
    ) -> Result<Census, CensusError> {
        if !by_rays::suits(config) {
            Census::by_molecules(config)?;
        }
        Ok(Census {
            config,
            frontier,
            end: buckets(config),
            findings,
        })
    }

    /// Can the canonical molecules of a configuration be looked at one by one?
    pub(crate) fn by_molecules(config: Config) -> Result<(), CensusError> {
        match config.molecules() > MAX_MOLECULES {
            true => Err(CensusError::TooManyMolecules(config)),
            false => Ok(()),
        }
    }

    /// A census of only some of the buckets that has not begun. There are `parts` parts,
    /// counted from 1, and together they have every bucket once.
    #[cfg(feature = "pipeline")]
    pub(crate) fn of_part(config: Config, part: u64, parts: u64) -> Result<Census, CensusError> {
        let mut census = Census::new(config)?;
        let end = census.end as u128;
        let cut = |before: u64| (u128::from(before) * end / u128::from(parts)) as usize;
        (census.frontier, census.end) = (cut(part - 1), cut(part));
        Ok(census)
    }

    #[cfg(feature = "pipeline")]
    pub(crate) fn finished(config: Config, findings: Findings) -> Result<Census, CensusError> {
        Census::resumed(config, buckets(config), findings)
    }

    /// The buckets before this one are done.
    pub fn frontier(&self) -> usize {
        self.frontier
    }

    /// The number of buckets.
    pub fn buckets(&self) -> usize {
        buckets(self.config)
    }

    /// The bucket behind its last one.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Is nothing left to do?
    pub fn is_finished(&self) -> bool {
        self.frontier >= self.end
    }

    /// What has been found so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Plans the rest: the fewest passes that memory allows, all of the same
    /// length.
    pub fn plan(&self, resources: Resources) -> Plan {
        match by_rays::suits(self.config) {
            true => self.plan_by_rays(resources),
            false => self.plan_by_molecules(resources),
        }
    }

    fn plan_by_molecules(&self, resources: Resources) -> Plan {
        let left = self.end.saturating_sub(self.frontier) as u64;
        let bucket_records = self.config.canonical_molecules() / self.buckets() as u64 + 1;
        let threads = resources.threads.max(1);
        // While records are collected, every thread knows the ends of the
        // buckets. While buckets are resolved, it holds one of them and what
        // its molecules look like.
        let per_thread_at_ease =
            BUCKET_OVERHEAD as u64 * left + 8 * bucket_records * size_of::<Record>() as u64;
        let per_thread = per_thread_at_ease.min(resources.memory / 4 / threads as u64);
        // The molecules of one spectrum cannot be cut.
        let run = largest_run(self.config) * run_bytes(self.config);
        let overhead = threads as u64 * (per_thread + run);
        let memory = resources.memory.saturating_sub(overhead);
        // Tags take memory from the records. They are made if they pay for that in spite of
        // more passes.
        let range = range(self.config, threads);
        let of_tags = Tags::bytes(self.config, range);
        let passes_with = |bytes: u64| {
            let chunks = Chunks::new(bytes, bucket_records, threads);
            let fitting = chunks.capacity(bucket_records, threads);
            (left.div_ceil(fitting.clamp(1, left.max(1))), chunks)
        };
        let without = passes_with(memory);
        let rest = memory.checked_sub(of_tags);
        let with = rest.filter(|_| without.0 > 1).map(passes_with);
        let (bytes, (passes, chunks), tags) = match (rest, with) {
            (Some(rest), Some(with)) if cost(with.0, true) < cost(without.0, false) => {
                (rest, with, Some(Tags::new(self.config, range)))
            }
            _ => (memory, without, None),
        };
        let buckets = left.div_ceil(passes.max(1));
        let records = chunks.bytes(buckets, bucket_records, threads).min(bytes);
        Plan {
            resources: Resources {
                threads,
                ..resources
            },
            // Buckets are not equally large, so there is room for two.
            memory_enough: threads as u64 * (per_thread_at_ease + run)
                + chunks.bytes(2, bucket_records, threads),
            memory_needed: overhead + records + tags.as_ref().map_or(0, |_| of_tags),
            buckets: buckets as usize,
            passes,
            method: Method::Molecules {
                chunks: chunks.at_most(self.config.canonical_molecules(), left, threads),
                memory: Mutex::default(),
                tags,
            },
        }
    }

    fn plan_by_rays(&self, resources: Resources) -> Plan {
        let threads = resources.threads.max(1);
        let left = self.end.saturating_sub(self.frontier);
        let sketches = by_rays::sketches(self.config);
        let seconds = SKETCH * sketches;
        let left_seconds = seconds * left as f64 / self.buckets() as f64 / threads as f64;
        let passes = ((left_seconds / PASS).ceil() as usize).clamp(1, left.max(1));
        let memory = threads as u64 * CLASSES + (SLICES * sketches) as u64;
        Plan {
            resources: Resources {
                threads,
                ..resources
            },
            buckets: left.div_ceil(passes),
            passes: passes as u64,
            memory_needed: memory.min(resources.memory),
            memory_enough: memory,
            method: Method::Rays { seconds },
        }
    }

    /// The work of a plan, as [`next_pass`](Census::next_pass) counts it: molecules, or canonical
    /// molecules to trace and records to resolve.
    pub fn work(&self, plan: &Plan) -> u64 {
        match plan.method {
            Method::Rays { .. } => self.uncounted(),
            Method::Molecules { .. } => {
                plan.passes * self.config.canonical_molecules() + self.unresolved()
            }
        }
    }

    /// The molecules whose spectra are not known yet. Of a part of the buckets, about that many.
    fn uncounted(&self) -> u64 {
        let (all, buckets) = (u128::from(self.config.molecules()), self.buckets() as u128);
        let left = match self.end == self.buckets() && self.findings.canonical > 0 {
            true => all.saturating_sub(self.findings.ambiguity.molecules()),
            false => all * self.end.saturating_sub(self.frontier) as u128 / buckets,
        };
        left as u64
    }

    /// About the number of records that are left to resolve.
    fn unresolved(&self) -> u64 {
        let canonical = u128::from(self.config.canonical_molecules());
        let left = self.end.saturating_sub(self.frontier) as u128;
        (canonical * left / self.buckets() as u128) as u64
    }

    /// About the time that a plan will take. Traces some molecules to find
    /// out, which takes a few hundredths of a second.
    pub fn estimate(&self, plan: &Plan) -> Duration {
        if let Method::Rays { seconds } = plan.method {
            let left = self.end.saturating_sub(self.frontier) as f64 / self.buckets() as f64;
            return Duration::from_secs_f64(seconds * left / plan.resources.threads as f64);
        }
        let begun = Instant::now();
        let canonical = CanonicalMolecules::<u128>::new(self.config);
        let mut traced = 0;
        let mut hashes = 0u64;
        // Most canonical molecules have low numbers.
        for part in 0.. {
            let from = self.config.molecules() / 1000 * part + 1;
            let some = canonical.numbered(from, self.config.molecules()).take(1000);
            let some: Vec<_> = some.map(|(_, molecule)| molecule).collect();
            Tracer::best().exits(&some, self.config, |exits| {
                hashes ^= Sides::<u128>::of(&exits, self.config.width()).hash().0;
                traced += 1;
            });
            if begun.elapsed() > Duration::from_millis(20) || part == 200 {
                break;
            }
        }
        std::hint::black_box(hashes);
        let each = begun.elapsed().as_secs_f64() / f64::from(traced.max(1));
        // Both halves of a pass take about the same time per molecule.
        let walked = cost(plan.passes, plan.is_tagged()) / (WALKED + TRACED);
        let effort = walked * self.config.canonical_molecules() as f64 + self.unresolved() as f64;
        Duration::from_secs_f64(each * effort / plan.resources.threads as f64)
    }

    /// Does the next pass. Then the census has come further.
    ///
    /// # Errors
    ///
    /// Those of a pass. The census is as it was before.
    pub fn next_pass(&mut self, plan: &Plan, work: &AtomicU64, stop: &Stop) -> Result<(), PassEnd> {
        let buckets = self.frontier..(self.frontier + plan.buckets).min(self.end);
        let (end, findings) = match &plan.method {
            Method::Rays { .. } => {
                let task = by_rays::Task {
                    config: self.config,
                    buckets: buckets.clone(),
                    of: self.buckets(),
                    memory: plan.resources.memory,
                    threads: plan.resources.threads,
                    work,
                    stop,
                };
                (buckets.end, task.run()?)
            }
            Method::Molecules {
                chunks,
                memory,
                tags,
            } => {
                // If a pass panicked, the memory is as good as before.
                let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
                let memory = memory.get_or_insert_with(|| Memory::new(*chunks));
                let pass = Pass {
                    config: self.config,
                    buckets,
                    rays: self.frontier == 0,
                    tags: tags.as_ref(),
                    threads: plan.resources.threads,
                    pool: &memory.pool(),
                    work,
                    stop,
                };
                pass.run()?
            }
        };
        self.findings.merge(&findings);
        self.frontier = end;
        Ok(())
    }

    /// Checks a finished census by what is known beforehand: the number of
    /// canonical molecules, by Burnside's lemma, and the number of molecules.
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

fn buckets(config: Config) -> usize {
    match config.molecules() > MAX_MOLECULES {
        true => by_rays::BUCKETS,
        false => Layout::of(config).buckets(),
    }
}

/// About the most records that one spectrum has, if the box is nearly full.
/// If the border of the box is full of atoms, every ray is absorbed at once. All images of such
/// a molecule have this spectrum, so it has a record for eight molecules. If exactly one cell
/// of the border is empty, the spectrum tells which cell it is. Most of these spectra have a
/// record for each molecule.
fn largest_run(config: Config) -> u64 {
    let inside = config.width().saturating_sub(2).pow(2);
    let border = config.cells() - inside;
    let with_border = |filled: usize| {
        let atoms = config.atoms().checked_sub(filled);
        atoms.map_or(0, |atoms| binomial(inside, atoms))
    };
    (with_border(border) / 8).max(with_border(border.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a census finds by one of the two methods, whichever is faster.
    fn found(config: Config, by_rays: bool, threads: usize) -> Findings {
        let mut census = Census {
            config,
            frontier: 0,
            end: buckets(config),
            findings: Findings::default(),
        };
        let memory = 1 << 28;
        let resources = Resources { memory, threads };
        let plan = match by_rays {
            true => Plan {
                buckets: 25,
                ..census.plan_by_rays(resources)
            },
            false => census.plan_by_molecules(resources),
        };
        let work = AtomicU64::new(0);
        while !census.is_finished() {
            census.next_pass(&plan, &work, &Stop::default()).unwrap();
        }
        if by_rays {
            assert_eq!(work.into_inner(), config.molecules());
        }
        census.check().unwrap();
        census.findings
    }

    #[test]
    fn both_methods_find_the_same() {
        for text in [
            "A0_B1", "A1_B1", "A0_B2", "A1_B2", "A2_B2", "A3_B2", "A4_B2", "A0_B3", "A3_B3",
            "A5_B3", "A8_B3", "A9_B3", "A0_B4", "A3_B4", "A5_B4", "A7_B4", "A9_B4", "A11_B4",
            "A13_B4", "A15_B4", "A16_B4", "A2_B5", "A5_B5", "A20_B5", "A22_B5", "A25_B5", "A4_B6",
            "A31_B6", "A33_B6", "A3_B7", "A46_B7", "A2_B8", "A3_B8", "A61_B8", "A62_B8", "A64_B8",
        ] {
            let config: Config = text.parse().unwrap();
            let by_molecules = found(config, false, 1);
            assert_eq!(found(config, true, 1), by_molecules, "{config}");
            assert_eq!(found(config, true, 3), by_molecules, "{config}");
        }
    }
}
