//! The file of a part of a census, which has its findings as a JSON document in one line. By such files,
//! independent machines share a census.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::CensusCost;
use crate::store::checksum::{Cell, Checksum};
use app::input::text;
use serde::{Deserialize, Serialize};
use watch::{Halt, Observed};

use crate::board::{Config, ConfigError, Spectrum};
use crate::census::{
    AmbiguityRow, AmbiguityTable, AtomCounts, BOX_SPREAD, BoxCensus, BoxFindings, Census, Extreme,
    Findings, MAX_WHOLE_WIDTH, NotableGroup, Part, Plan, Ranking, RayExtremes, Resources, SPREAD,
    Slice, SpectralCount, box_slices, slices,
};
use crate::error::{Error, Result};

/// The boards that are counted in parts: those of a configuration, or all of a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Boards {
    Config(Config),
    /// All boards of a box, given its width.
    Box(usize),
}

impl Boards {
    /// The version of the assignment of spectra to parts.
    fn spread(self) -> u32 {
        match self {
            Boards::Config(_) => SPREAD,
            Boards::Box(_) => BOX_SPREAD,
        }
    }

    /// A part of the census before its first pass.
    pub(crate) fn part(self, part: Part) -> PartCensus {
        match self {
            Boards::Config(config) => PartCensus::Config(Census::of_part(config, part)),
            Boards::Box(width) => PartCensus::Box(BoxCensus::new(width, part)),
        }
    }
}

impl FromStr for Boards {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Boards, String> {
        let Some(width) = text.strip_prefix(['B', 'b']) else {
            let config = (text.parse().and_then(Config::counted)).map(Boards::Config);
            return config.map_err(|error: ConfigError| error.to_string());
        };
        let width = width.parse().ok();
        let width = width.filter(|width| (1..=MAX_WHOLE_WIDTH).contains(width));
        let wrong = || {
            format!(
                "without a number of atoms, name one box 1 to {MAX_WHOLE_WIDTH} cells wide, such as B8"
            )
        };
        width.map(Boards::Box).ok_or_else(wrong)
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Boards::Config(config) => config.fmt(formatter),
            Boards::Box(width) => write!(formatter, "B{width}"),
        }
    }
}

/// A part of a census, finished or not.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PartCensus {
    Config(Census),
    Box(BoxCensus),
}

/// Evaluates an expression for the census of either kind.
macro_rules! either {
    ($either:expr, $census:ident => $what:expr) => {
        match $either {
            PartCensus::Config($census) => $what,
            PartCensus::Box($census) => $what,
        }
    };
}

impl PartCensus {
    pub(crate) fn frontier(&self) -> usize {
        either!(self, census => census.frontier())
    }

    pub(crate) fn buckets(&self) -> usize {
        either!(self, census => census.buckets())
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.frontier() >= self.buckets()
    }

    /// The progress in percent.
    pub(crate) fn percent(&self) -> usize {
        100 * self.frontier() / self.buckets()
    }

    pub(crate) fn work(&self) -> u64 {
        either!(self, census => census.work())
    }

    pub(crate) fn plan(&self, resources: Resources) -> Plan {
        either!(self, census => census.plan(resources))
    }

    /// A plan that includes what all parts have in common.
    pub(crate) fn plan_closely(
        &self,
        resources: Resources,
        observed: &Observed,
    ) -> std::result::Result<Plan, Halt> {
        match self {
            PartCensus::Config(census) => census.plan_closely(resources, observed),
            PartCensus::Box(census) => Ok(census.plan(resources)),
        }
    }

    pub(crate) fn estimate(&self, plan: &Plan) -> Duration {
        either!(self, census => census.estimate(plan))
    }

    pub(crate) fn next_pass(
        &mut self,
        plan: &Plan,
        observed: &Observed,
    ) -> std::result::Result<(), Halt> {
        either!(self, census => census.next_pass(plan, observed))
    }
}

/// The contents of the file of a part: the findings so far, and their cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct PartFile {
    /// The configuration, or the box.
    config: String,
    /// The number of the part, from 1.
    part: u64,
    /// The number of the last part, if the file has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<u64>,
    /// The number of all parts.
    parts: u64,
    /// The version of the assignment of spectra to parts.
    split_version: u32,
    /// The version of the program that made the file, in a release with its commit.
    version: String,
    /// The SHA-256 of this document with an empty string here.
    sha256: String,
    /// The number of counted buckets.
    counted: u64,
    /// The allowed memory in bytes.
    memory: u64,
    threads: u64,
    seconds: f64,
    #[serde(flatten)]
    found: FoundFacts,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum FoundFacts {
    Config(ConfigFacts),
    Box(BoxFacts),
}

/// The findings about a configuration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ConfigFacts {
    /// The number of canonical molecules of the part.
    pub canonical: u64,
    pub ambiguity: Vec<AmbiguityRow>,
    pub largest: Vec<GroupFact>,
    pub most_different: Vec<GroupFact>,
    pub rays: Vec<RayFact>,
    pub slices: Vec<SliceFact>,
}

/// The findings about a whole box.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BoxFacts {
    /// The counts, indexed by the number of atoms.
    atoms: Vec<AtomsFact>,
    /// For each number `n` from 0, the spectra that occur with exactly `n` numbers of atoms: up to symmetry, and
    /// all.
    numbers: Vec<[u64; 2]>,
    /// The checksums of the slices, with 16 hexadecimal digits each.
    checksums: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupFact {
    pub size: u64,
    pub difference: Option<u32>,
    pub first: u64,
    pub spectrum: String,
    pub numbers: Vec<u64>,
}

/// The spectra that occur with one number of atoms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AtomsFact {
    molecules: u64,
    largest: u64,
    /// The spectrum of the largest group.
    spectrum: Option<String>,
    exceptions: u64,
    /// As in [`SliceFact`]. A row of several large sizes has the greatest of them.
    sizes: Vec<[u64; 3]>,
}

impl PartFile {
    /// The beginning of each file.
    pub(crate) const MARK: &str = "{\"config\":\"";

    pub(crate) fn new(
        boards: Boards,
        part: Part,
        census: &PartCensus,
        cost: CensusCost,
    ) -> PartFile {
        let (first, last) = part.numbers().into_inner();
        PartFile {
            config: boards.to_string(),
            part: first,
            last: (last > first).then_some(last),
            parts: part.total(),
            split_version: boards.spread(),
            version: app::VERSION.to_owned(),
            sha256: String::new(),
            counted: census.frontier() as u64,
            memory: cost.allowed.memory,
            threads: cost.allowed.threads as u64,
            // Rounded, so that every parser reads the same number.
            seconds: cost.time.as_millis() as f64 / 1000.0,
            found: match census {
                PartCensus::Config(census) => {
                    FoundFacts::Config(ConfigFacts::of(census.findings()))
                }
                PartCensus::Box(census) => FoundFacts::Box(BoxFacts::of(census.findings())),
            },
        }
    }

    /// The greatest size in bytes of the file of a part with this plan.
    pub(crate) fn most_bytes(boards: Boards, plan: &Plan) -> u64 {
        /// A row such as `[12,3451,27608],`.
        const ROW: u64 = 20;
        /// The checksum of a slice, and the names of its fields.
        const SLICE: u64 = 60;
        /// The ranked groups with their molecules, and the rays.
        const OTHER_BYTES: u64 = 1 << 15;
        let slices = match boards {
            Boards::Config(config) => slices(config),
            Boards::Box(width) => box_slices(width).1,
        };
        ROW * plan.rows + SLICE * slices as u64 + OTHER_BYTES
    }

    pub(crate) fn write(&self, out: &mut (dyn Write + Send)) -> Result<()> {
        let mut file = self.clone();
        file.sha256 = digest(&file.line()?);
        Ok(writeln!(out, "{}", file.line()?)?)
    }

    fn line(&self) -> Result<String> {
        Ok(serde_json::to_string(self).map_err(io::Error::from)?)
    }

    /// Reads a file. Fails if it is something else or not complete, if its checksum is wrong, or if
    /// another version of the program has made it.
    pub(crate) fn read(path: &Path) -> Result<PartFile> {
        /// The greatest size of a file in bytes.
        const LARGEST: u64 = 1 << 28;
        let wrong = |what: &str| Error::wrong_file(path, what);
        let text = text(path, LARGEST)?;
        let file: PartFile = serde_json::from_str(&text).map_err(|_| {
            wrong("it is not a part that `blackbox census part` made, or it is not complete")
        })?;
        let empty = |sum: &str| format!("\"sha256\":\"{sum}\"");
        let without = text.replacen(&empty(&file.sha256), &empty(""), 1);
        if digest(without.trim_end()) != file.sha256 {
            return Err(wrong("it does not match its checksum"));
        }
        let boards = file.config.parse();
        if boards.is_ok_and(|boards: Boards| boards.spread() != file.split_version) {
            return Err(wrong("another version of this program made it"));
        }
        Ok(file)
    }

    /// The boards and the part. `None` if they are invalid.
    pub(crate) fn boards_and_part(&self) -> Option<(Boards, Part)> {
        let last = self.last.unwrap_or(self.part);
        let part = Part::new(self.part..=last, self.parts)?;
        Some((self.config.parse().ok()?, part))
    }

    /// The census of the part so far, with its cost. `None` if a value is impossible.
    pub(crate) fn census(&self) -> Option<(PartCensus, CensusCost)> {
        let (boards, part) = self.boards_and_part()?;
        let frontier = usize::try_from(self.counted).ok()?;
        let census = match (boards, &self.found) {
            (Boards::Config(config), FoundFacts::Config(found)) => {
                let findings = found.findings(config)?;
                (findings.slices.len() == slices(config)).then_some(())?;
                PartCensus::Config(Census::resumed(config, part, frontier, findings))
            }
            (Boards::Box(width), FoundFacts::Box(found)) => {
                let findings = found.findings(width)?;
                PartCensus::Box(BoxCensus::resumed(width, part, frontier, findings))
            }
            _ => return None,
        };
        let memory = Some(self.memory).filter(|memory| (1..=i64::MAX as u64).contains(memory));
        let threads = Some(self.threads).filter(|threads| (1..=1 << 16).contains(threads));
        let (memory, threads) = (memory?, threads? as usize);
        let allowed = Resources { memory, threads };
        let time = Duration::try_from_secs_f64(self.seconds).ok()?;
        (census.frontier() <= census.buckets()).then_some((census, CensusCost { allowed, time }))
    }
}

impl ConfigFacts {
    fn of(findings: &Findings) -> ConfigFacts {
        let groups = |ranking: &Ranking| ranking.groups().iter().map(GroupFact::of).collect();
        ConfigFacts {
            canonical: findings.canonical,
            ambiguity: findings.ambiguity.rows().collect(),
            largest: groups(&findings.largest),
            most_different: groups(&findings.most_different),
            rays: RayFact::of(&findings.rays),
            slices: findings.slices.iter().map(SliceFact::of).collect(),
        }
    }

    /// Converts the facts. `None` if one of them is impossible.
    pub(super) fn findings(&self, config: Config) -> Option<Findings> {
        (self.canonical <= config.canonical_molecules()).then_some(())?;
        let slices = self.slices.iter().map(|fact| fact.slice(config));
        let mut findings = Findings {
            canonical: self.canonical,
            ambiguity: AmbiguityTable::possible(self.ambiguity.iter().copied(), config)?,
            rays: RayFact::extremes(&self.rays, config)?,
            slices: slices.collect::<Option<_>>()?,
            ..Findings::default()
        };
        for group in &self.largest {
            findings.largest.add(group.notable(config)?);
        }
        for group in &self.most_different {
            findings.most_different.add(group.notable(config)?);
        }
        Some(findings)
    }
}

impl BoxFacts {
    fn of(findings: &BoxFindings) -> BoxFacts {
        let numbers = findings.numbers.iter();
        let checksums = findings.slices.iter();
        BoxFacts {
            atoms: findings.atoms.iter().map(AtomsFact::of).collect(),
            numbers: numbers.map(|count| [count.orbits, count.spectra]).collect(),
            checksums: checksums.map(|sum| format!("{sum:016x}")).collect(),
        }
    }

    /// Converts the facts. `None` if one of them is impossible.
    fn findings(&self, width: usize) -> Option<BoxFindings> {
        let blank = BoxFindings::new(width);
        let lengths = [self.atoms.len(), self.numbers.len(), self.checksums.len()];
        let expected = [blank.atoms.len(), blank.numbers.len(), blank.slices.len()];
        (lengths == expected).then_some(())?;
        let config = Config::new(0, width as u64).ok()?;
        let atoms = self.atoms.iter().zip(blank.atoms);
        let atoms = atoms.map(|(fact, blank)| fact.counts(blank, config));
        let numbers = self.numbers.iter();
        let checksums = self.checksums.iter();
        Some(BoxFindings {
            atoms: atoms.collect::<Option<_>>()?,
            numbers: numbers
                .map(|&[orbits, spectra]| SpectralCount { orbits, spectra })
                .collect(),
            slices: checksums
                .map(|sum| u64::from_str_radix(sum, 16).ok())
                .collect::<Option<_>>()?,
        })
    }
}

impl AtomsFact {
    fn of(counts: &AtomCounts) -> AtomsFact {
        AtomsFact {
            molecules: counts.molecules,
            largest: counts.largest,
            spectrum: (counts.largest_spectrum).map(|spectrum| spectrum.to_string()),
            exceptions: counts.exceptions,
            sizes: counts.sizes().map(Into::into).collect(),
        }
    }

    fn counts(&self, mut counts: AtomCounts, config: Config) -> Option<AtomCounts> {
        counts.molecules = self.molecules;
        counts.largest = self.largest;
        counts.exceptions = self.exceptions;
        if let Some(text) = &self.spectrum {
            counts.largest_spectrum = Some(Spectrum::parse(text, config).ok()?);
        }
        counts.with_sizes(self.sizes.iter().copied().map(Into::into))
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
pub(super) struct RayFact {
    pub outcome: String,
    pub measure: String,
    pub value: u16,
    pub number: u64,
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

    /// Converts facts to extremes. `None` if a fact is impossible.
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

/// A slice of a census in the format of the database and of files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SliceFact {
    /// Rows of a group size, the number of such spectra up to symmetry, and the number of all.
    sizes: Vec<[u64; 3]>,
    /// 16 hexadecimal digits.
    checksum: String,
}

impl SliceFact {
    pub(super) fn of(slice: &Slice) -> SliceFact {
        SliceFact {
            sizes: slice.sizes.rows().map(Into::into).collect(),
            checksum: format!("{:016x}", slice.checksum),
        }
    }

    /// The cells in the database: the sizes as JSON, and the checksum.
    pub(super) fn into_cells(self) -> (String, String) {
        // Numbers can always be written.
        let sizes = serde_json::to_string(&self.sizes).unwrap_or_default();
        (sizes, self.checksum)
    }

    /// Converts the cells in the database. `None` if they are invalid.
    pub(super) fn from_cells(sizes: &str, checksum: Option<String>) -> Option<SliceFact> {
        let (sizes, checksum) = (serde_json::from_str(sizes).ok()?, checksum?);
        Some(SliceFact { sizes, checksum })
    }

    pub(super) fn slice(&self, config: Config) -> Option<Slice> {
        Some(Slice {
            sizes: AmbiguityTable::possible(self.sizes.iter().copied().map(Into::into), config)?,
            checksum: u64::from_str_radix(&self.checksum, 16).ok()?,
        })
    }
}

/// The SHA-256 of a line, in hexadecimal digits.
fn digest(line: &str) -> String {
    let mut checksum = Checksum::default();
    checksum.add([Cell::Text(line.as_bytes())].into_iter());
    checksum.digits()
}
