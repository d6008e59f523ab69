//! A whole census: pass after pass, until all buckets have been looked at.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ::view::words::{counted, thousands};
use watch::Stop;

use super::buckets::{BUCKET_OVERHEAD, Chunks, Memory};
use super::canonical_walk::CanonicalMolecules;
use super::findings::Findings;
use super::pass::{Pass, PassEnd, range};
use super::records::{Layout, MAX_MOLECULES, Record};
use super::tags::{PARTS, Tags};
use crate::game::{Config, Sides, Tracer};

/// Changes whenever the same spectrum may come into another bucket than
/// before, so that what earlier versions have begun is not added to.
pub const HASH_VERSION: u32 = 1;

/// Stands for [`HASH_VERSION`] in a census that was grouped elsewhere, by keys: it has one
/// bucket, no passes, and perhaps no rankings.
pub const GROUPED_BY_KEYS: u32 = 0;

/// A census of a configuration, as far as it has come.
///
/// What finished passes have found only depends on how far they came, not on
/// the memory and the threads they had; so a census can be continued with
/// others.
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
    /// Threads.
    pub threads: usize,
}

/// How a census is going to be done.
pub struct Plan {
    resources: Resources,
    chunks: Chunks,
    /// Asked for by the first pass, and kept for the others.
    memory: Mutex<Option<Memory>>,
    buckets: usize,
    passes: u64,
    memory_needed: u64,
    tags: Option<Tags>,
}

/// What a canonical molecule costs in a later pass, in nanoseconds of a processor: to be
/// walked through, and to be traced. A7_B8 in four passes took 20.4 s without tags and
/// 14.2 s with them, in one pass 8.7 s.
const WALKED: f64 = 9.0;
const TRACED: f64 = 33.0;

/// What all passes cost a canonical molecule until its record is resolved.
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
    /// How many passes are left.
    pub fn passes(&self) -> u64 {
        self.passes
    }

    /// What it may use.
    pub fn resources(&self) -> Resources {
        self.resources
    }

    /// Does the first pass leave tags to the later ones, so that they trace less?
    pub fn is_tagged(&self) -> bool {
        self.tags.is_some()
    }

    /// How many bytes of memory it will most likely need.
    pub fn memory_needed(&self) -> u64 {
        self.memory_needed
    }
}

/// Why a census cannot be or is not right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CensusError {
    /// The configuration is too large.
    #[error(
        "{0} has more than {most} molecules, too many for a census",
        most = thousands(MAX_MOLECULES)
    )]
    TooManyMolecules(Config),
    /// The parts do not make up the whole.
    #[error(
        "the census of {config} is wrong: it met {} canonical molecules and found spectra of {} molecules, and there are {} and {}",
        thousands(*.canonical),
        thousands(*.molecules),
        thousands(.config.canonical_molecules()),
        thousands(.config.molecules())
    )]
    Wrong {
        /// The configuration.
        config: Config,
        /// How many canonical molecules it met.
        canonical: u64,
        /// How many molecules its spectra belong to.
        molecules: u128,
    },
    /// It needs more memory than it may use.
    #[error(
        "{} of memory on {} do not suffice for a census of {config}",
        counted(*.memory, "byte", "bytes"),
        counted(*.threads as u64, "thread", "threads")
    )]
    Memory {
        /// The configuration.
        config: Config,
        /// How many bytes it may use.
        memory: u64,
        /// On how many threads.
        threads: usize,
    },
}

impl CensusError {
    /// What would mend it, where something does.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            CensusError::TooManyMolecules(_) => "take fewer atoms or a smaller box",
            CensusError::Wrong { .. } => {
                "this is an error of the program or the machine; --force takes the census anew"
            }
            CensusError::Memory { .. } => "allow more with --memory",
        };
        Some(hint.to_owned())
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

    /// A census that has come so far before.
    ///
    /// # Errors
    ///
    /// If the configuration is too large.
    pub fn resumed(
        config: Config,
        frontier: usize,
        findings: Findings,
    ) -> Result<Census, CensusError> {
        if config.molecules() > MAX_MOLECULES {
            return Err(CensusError::TooManyMolecules(config));
        }
        Ok(Census {
            config,
            frontier,
            end: Layout::of(config).buckets(),
            findings,
        })
    }

    /// A census of some of the buckets alone, that has not begun. All parts together have
    /// every bucket once, and are `parts` many, counted from 1.
    ///
    /// # Errors
    ///
    /// If the configuration is too large.
    pub fn of_part(config: Config, part: u64, parts: u64) -> Result<Census, CensusError> {
        let mut census = Census::new(config)?;
        let cut = |before: u64| {
            let cut = u128::from(before) * census.end as u128 / u128::from(parts);
            cut as usize
        };
        (census.frontier, census.end) = (cut(part - 1), cut(part));
        Ok(census)
    }

    /// A census that has come to its end before.
    ///
    /// # Errors
    ///
    /// If the configuration is too large.
    pub fn finished(config: Config, findings: Findings) -> Result<Census, CensusError> {
        Census::resumed(config, Layout::of(config).buckets(), findings)
    }

    /// The buckets before this one have been looked at.
    pub fn frontier(&self) -> usize {
        self.frontier
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        Layout::of(self.config).buckets()
    }

    /// The bucket behind the last one that it is to look at.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Is nothing left to be done?
    pub fn is_finished(&self) -> bool {
        self.frontier >= self.end
    }

    /// What has been found so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// How the rest can be done: with as few passes as memory allows, all of
    /// the same length.
    pub fn plan(&self, resources: Resources) -> Plan {
        let left = self.end.saturating_sub(self.frontier) as u64;
        let bucket_records = self.config.canonical_molecules() / self.buckets() as u64 + 1;
        let threads = resources.threads.max(1);
        // While records are collected every thread knows the ends of the
        // buckets, and while buckets are resolved one of them, and what its
        // molecules look like.
        let per_thread = (BUCKET_OVERHEAD as u64 * left
            + 8 * bucket_records * size_of::<Record>() as u64)
            .min(resources.memory / 4 / threads as u64);
        let overhead = threads as u64 * per_thread;
        // Tags take memory that would have been the records'; where they pay for that in
        // spite of more passes they are made.
        let range = range(self.config, threads);
        let of_tags = Tags::bytes(self.config, range);
        let passes_with = |bytes: u64| {
            let chunks = Chunks::new(bytes, bucket_records, threads);
            let fitting = chunks.capacity(bucket_records, threads);
            (left.div_ceil(fitting.clamp(1, left.max(1))), chunks)
        };
        let without = passes_with(resources.memory - overhead);
        let rest = (resources.memory - overhead).checked_sub(of_tags);
        let with = rest.filter(|_| without.0 > 1).map(passes_with);
        let (bytes, (passes, chunks), tags) = match (rest, with) {
            (Some(rest), Some(with)) if cost(with.0, true) < cost(without.0, false) => {
                (rest, with, Some(Tags::new(self.config, range)))
            }
            _ => (resources.memory - overhead, without, None),
        };
        let buckets = left.div_ceil(passes.max(1));
        let records = chunks.bytes(buckets, bucket_records, threads).min(bytes);
        Plan {
            resources: Resources {
                threads,
                ..resources
            },
            memory_needed: overhead + records + tags.as_ref().map_or(0, |_| of_tags),
            chunks: chunks.at_most(self.config.canonical_molecules(), left, threads),
            memory: Mutex::default(),
            buckets: buckets as usize,
            passes,
            tags,
        }
    }

    /// How much work a plan is: canonical molecules to be traced and records
    /// to be resolved, as `Pass::work` counts them.
    pub fn work(&self, plan: &Plan) -> u64 {
        let canonical = self.config.canonical_molecules();
        plan.passes * canonical + self.unresolved()
    }

    /// How many records are to be resolved, about.
    fn unresolved(&self) -> u64 {
        let canonical = self.config.canonical_molecules();
        if self.end == self.buckets() && self.frontier == 0 {
            return canonical;
        }
        let left = self.end.saturating_sub(self.frontier) as u128;
        (u128::from(canonical) * left / self.buckets() as u128) as u64
    }

    /// How many canonical molecules that were traced and recorded would take as long.
    fn effort(&self, plan: &Plan) -> f64 {
        let canonical = self.config.canonical_molecules();
        let walked = cost(plan.passes, plan.tags.is_some()) / (WALKED + TRACED);
        walked * canonical as f64 + self.unresolved() as f64
    }

    /// About how long a plan will take, by trying out how long the tracing of
    /// some molecules takes. Takes a few hundredths of a second itself.
    pub fn estimate(&self, plan: &Plan) -> Duration {
        let begun = Instant::now();
        let canonical = CanonicalMolecules::<u128>::new(self.config);
        let mut traced = 0;
        let mut hashes = 0u64;
        // Most canonical molecules have low numbers.
        for part in 0.. {
            let from = self.config.molecules() / 1000 * part + 1;
            let some = canonical.numbered(from, self.config.molecules()).take(1000);
            let some: Vec<_> = some.map(|(_, molecule)| molecule).collect();
            Tracer::best().exits(&some, self.config, |_, exits| {
                hashes ^= Sides::<u128>::of::<8>(&exits).hash().0;
                traced += 1;
            });
            if begun.elapsed() > Duration::from_millis(20) || part == 200 {
                break;
            }
        }
        std::hint::black_box(hashes);
        let each = begun.elapsed().as_secs_f64() / f64::from(traced.max(1));
        // Both halves of a pass take about the same time a molecule.
        Duration::from_secs_f64(each * self.effort(plan) / plan.resources.threads as f64)
    }

    /// Does the next pass. The census has come further then.
    ///
    /// # Errors
    ///
    /// If it is stopped, or memory does not suffice; the census is as it was.
    pub fn next_pass(&mut self, plan: &Plan, work: &AtomicU64, stop: &Stop) -> Result<(), PassEnd> {
        // A pass that panicked left the memory as good as before.
        let mut memory = plan.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = memory.get_or_insert_with(|| Memory::new(plan.chunks));
        let pass = Pass {
            config: self.config,
            buckets: self.frontier..(self.frontier + plan.buckets).min(self.end),
            rays: self.frontier == 0,
            tags: plan.tags.as_ref(),
            threads: plan.resources.threads,
            pool: &memory.pool(),
            work,
            stop,
        };
        let (end, findings) = pass.run()?;
        self.findings.merge(&findings);
        self.frontier = end;
        Ok(())
    }

    /// Checks a finished census by what is known beforehand: how many
    /// canonical molecules there are by Burnside's lemma, and how many
    /// molecules.
    ///
    /// # Errors
    ///
    /// If the numbers are not those.
    pub fn check(&self) -> Result<(), CensusError> {
        let canonical = self.findings.canonical;
        let molecules = self.findings.ambiguity.molecules();
        if canonical == self.config.canonical_molecules()
            && molecules == u128::from(self.config.molecules())
        {
            Ok(())
        } else {
            Err(CensusError::Wrong {
                config: self.config,
                canonical,
                molecules,
            })
        }
    }
}
