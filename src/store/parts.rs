//! The file of a part of a census: its findings as a JSON document in one line. Machines that know
//! nothing of each other share a census by such files.

use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::time::Duration;

use crate::store::checksum::{Cell, Checksum};
use app::input::text;
use serde::{Deserialize, Serialize};

use crate::board::{Config, Spectrum};
use crate::census::{
    AmbiguityTable, Census, Extreme, Findings, NotableGroup, Part, Plan, Ranking, RayExtremes,
    Resources, SPREAD, Slice, SpectralCount, slices,
};
use crate::error::{Error, Result};

/// The findings of a part of a census, as far as it has come, and their cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartFile {
    config: String,
    /// The number of the part, from 1.
    part: u64,
    /// The number of all parts.
    parts: u64,
    /// The [version](SPREAD) of the way in which spectra are spread over the parts.
    split_version: u32,
    /// The version of the program that made the file, in a release with its commit.
    version: String,
    /// The checksum of this document with no digits here.
    sha256: String,
    /// The number of its buckets that are counted.
    counted: u64,
    /// The bytes of memory that the program was allowed to use.
    memory: u64,
    threads: u64,
    seconds: f64,
    /// The number of canonical molecules of the part.
    canonical: u64,
    ambiguity: Vec<SizeCount>,
    largest: Vec<GroupFact>,
    most_different: Vec<GroupFact>,
    rays: Vec<RayFact>,
    slices: Vec<SliceFact>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SizeCount {
    size: u64,
    orbits: u64,
    spectra: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFact {
    size: u64,
    difference: Option<u32>,
    first: u64,
    spectrum: String,
    numbers: Vec<u64>,
}

impl PartFile {
    /// How each such file begins.
    pub(crate) const MARK: &str = "{\"config\":\"";

    pub(crate) fn new(
        config: Config,
        part: Part,
        census: &Census,
        Resources { memory, threads }: Resources,
        time: Duration,
    ) -> PartFile {
        let findings = census.findings();
        let groups = |ranking: &Ranking| ranking.groups().iter().map(GroupFact::of).collect();
        let mut file = PartFile {
            config: config.to_string(),
            part: part.number(),
            parts: part.of(),
            split_version: SPREAD,
            version: app::VERSION.to_owned(),
            sha256: String::new(),
            counted: census.frontier() as u64,
            memory,
            threads: threads as u64,
            // With few digits, every parser finds the same number.
            seconds: time.as_millis() as f64 / 1000.0,
            canonical: findings.canonical,
            ambiguity: (findings.ambiguity.rows())
                .map(|(size, SpectralCount { orbits, spectra })| SizeCount {
                    size,
                    orbits,
                    spectra,
                })
                .collect(),
            largest: groups(&findings.largest),
            most_different: groups(&findings.most_different),
            rays: RayFact::of(&findings.rays),
            slices: findings.slices.iter().map(SliceFact::of).collect(),
        };
        file.sha256 = digest(&file);
        file
    }

    /// The most bytes of a file that a plan makes.
    pub(crate) fn most_bytes(config: Config, plan: &Plan) -> u64 {
        /// A row such as `[12,3451,27608],`.
        const ROW: u64 = 20;
        /// The checksum of a slice, and the names of its fields.
        const SLICE: u64 = 60;
        /// The ranked groups with their molecules, and the rays.
        const OTHERS: u64 = 1 << 15;
        ROW * plan.rows() + SLICE * slices(config) as u64 + OTHERS
    }

    pub(crate) fn write(&self, out: &mut (dyn Write + Send)) -> Result<()> {
        serde_json::to_writer(&mut *out, self).map_err(io::Error::from)?;
        Ok(writeln!(out)?)
    }

    /// Reads a file. Fails if it is something else or not complete, if its checksum is wrong, or if
    /// another version of the program has made it.
    pub(crate) fn read(path: &Path) -> Result<PartFile> {
        /// The bytes of the largest file.
        const LARGEST: u64 = 1 << 28;
        let wrong = |what: &str| Error::wrong_file(path, what);
        let text = text(path, LARGEST)?;
        let mut file: PartFile = serde_json::from_str(&text).map_err(|_| {
            wrong("it is not a part that `blackbox census part` made, or it is not complete")
        })?;
        let sha256 = mem::take(&mut file.sha256);
        if digest(&file) != sha256 {
            return Err(wrong("it does not match its checksum"));
        }
        if file.split_version != SPREAD {
            return Err(wrong("another version of this program made it"));
        }
        Ok(file)
    }

    /// The configuration and the part, if there can be such ones.
    pub(crate) fn is_of(&self) -> Option<(Config, Part)> {
        Some((self.config.parse().ok()?, Part::new(self.part, self.parts)?))
    }

    /// The part as far as it is counted, with its cost, if that is possible.
    pub(crate) fn census(&self) -> Option<(Census, Resources, Duration)> {
        let (config, part) = self.is_of()?;
        let findings = self.findings(config)?;
        let census = Census::resumed(config, part, usize::try_from(self.counted).ok()?, findings);
        let memory = Some(self.memory).filter(|memory| (1..=i64::MAX as u64).contains(memory));
        let threads = Some(self.threads).filter(|threads| (1..=1 << 16).contains(threads));
        let means = Resources {
            memory: memory?,
            threads: threads? as usize,
        };
        let time = Duration::try_from_secs_f64(self.seconds).ok()?;
        (census.frontier() <= census.buckets()).then_some((census, means, time))
    }

    fn findings(&self, config: Config) -> Option<Findings> {
        let sizes = (self.ambiguity.iter()).map(|row| [row.size, row.orbits, row.spectra]);
        let mut findings = Findings {
            canonical: self.canonical,
            ambiguity: AmbiguityTable::possible(sizes, config)?,
            rays: RayFact::extremes(&self.rays, config)?,
            slices: (self.slices.iter())
                .map(|fact| fact.slice(config))
                .collect::<Option<_>>()?,
            ..Findings::default()
        };
        let all = slices(config);
        let is_possible = self.canonical <= config.canonical_molecules();
        (is_possible && findings.slices.len() == all).then_some(())?;
        for group in &self.largest {
            findings.largest.add(group.notable(config)?);
        }
        for group in &self.most_different {
            findings.most_different.add(group.notable(config)?);
        }
        Some(findings)
    }
}

impl GroupFact {
    fn of(group: &NotableGroup) -> GroupFact {
        GroupFact {
            size: group.size,
            difference: group.difference,
            first: group.first,
            spectrum: group.spectrum.to_string(),
            numbers: group.numbers.clone(),
        }
    }

    fn notable(&self, config: Config) -> Option<NotableGroup> {
        let exists = |number: &u64| (1..=config.molecules()).contains(number);
        let sound = exists(&self.first) && self.numbers.iter().all(exists);
        let group = NotableGroup {
            size: self.size,
            difference: self.difference,
            first: self.first,
            spectrum: Spectrum::parse(&self.spectrum, config).ok()?,
            numbers: self.numbers.clone(),
        };
        sound.then_some(group)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RayFact {
    outcome: String,
    measure: String,
    value: u16,
    number: u64,
}

impl RayFact {
    fn of(rays: &RayExtremes) -> Vec<RayFact> {
        let facts = rays.all().into_iter().map(|(outcome, measure, extreme)| {
            let Extreme { value, number } = extreme?;
            Some(RayFact {
                outcome: outcome.to_owned(),
                measure: measure.to_owned(),
                value,
                number,
            })
        });
        facts.flatten().collect()
    }

    /// The extremes, if the facts are possible.
    fn extremes(facts: &[RayFact], config: Config) -> Option<RayExtremes> {
        let mut rays = RayExtremes::default();
        for fact in facts {
            let mut all = rays.all_mut().into_iter();
            let (_, _, extreme) = all.find(|(outcome, measure, _)| {
                *outcome == fact.outcome && *measure == fact.measure
            })?;
            if !(1..=config.molecules()).contains(&fact.number) {
                return None;
            }
            let (value, number) = (fact.value, fact.number);
            *extreme = Some(Extreme { value, number });
        }
        Some(rays)
    }
}

/// A slice of a census as it is in the database and in documents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SliceFact {
    /// By size: the molecules that share a spectrum, these spectra up to symmetry, and all.
    sizes: Vec<[u64; 3]>,
    /// 16 hexadecimal digits.
    checksum: String,
}

impl SliceFact {
    pub(super) fn of(slice: &Slice) -> SliceFact {
        let rows = slice.sizes.rows();
        SliceFact {
            sizes: rows
                .map(|(size, count)| [size, count.orbits, count.spectra])
                .collect(),
            checksum: format!("{:016x}", slice.checksum),
        }
    }

    /// The cells in the database: the sizes as JSON, and the checksum.
    pub(super) fn into_cells(self) -> (String, String) {
        // Numbers can always be written.
        let sizes = serde_json::to_string(&self.sizes).unwrap_or_default();
        (sizes, self.checksum)
    }

    /// From the cells in the database, if they make sense.
    pub(super) fn from_cells(sizes: &str, checksum: Option<String>) -> Option<SliceFact> {
        let (sizes, checksum) = (serde_json::from_str(sizes).ok()?, checksum?);
        Some(SliceFact { sizes, checksum })
    }

    pub(super) fn slice(&self, config: Config) -> Option<Slice> {
        Some(Slice {
            sizes: AmbiguityTable::possible(self.sizes.iter().copied(), config)?,
            checksum: u64::from_str_radix(&self.checksum, 16).ok()?,
        })
    }
}

/// The SHA-256 of a document as one line of JSON, in hexadecimal digits.
fn digest(document: &impl Serialize) -> String {
    let mut checksum = Checksum::default();
    // Numbers and texts can always be written.
    let text = serde_json::to_string(document).unwrap_or_default();
    checksum.add([Cell::Text(text.as_bytes())].into_iter());
    checksum.digits()
}
