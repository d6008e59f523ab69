//! Portions: the findings of a census in some of the buckets, as a JSON document. With
//! them, machines that know nothing of each other can share a census.

use std::mem;
use std::path::Path;
use std::time::Duration;

use kit::input::text;
use serde::{Deserialize, Serialize};

use super::shards::{RayFact, digest};
use crate::census::{
    AmbiguityTable, Census, Findings, NotableGroup, Ranking, Resources, SPREAD, Slice,
    SpectralCount, slices,
};
use crate::error::{Error, Result};
use crate::game::{Config, Spectrum};

/// The bytes of the largest file that can be a part of a census.
pub(crate) const LARGEST_PART: u64 = 1 << 28;

/// The findings in some of the buckets, and their cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Portion {
    pub config: String,
    /// How the program that made it spreads spectra over the buckets.
    pub hash_version: u32,
    /// The version of that program, in a release with its commit.
    version: String,
    /// The checksum of this document with no digits here, in one line.
    sha256: String,
    /// The first bucket.
    pub from: u64,
    /// The bucket behind the last one.
    pub to: u64,
    /// The bytes of memory that it was allowed to use.
    pub memory: u64,
    pub threads: u64,
    pub seconds: f64,
    canonical: u64,
    ambiguity: Vec<Sized>,
    largest: Vec<Group>,
    most_different: Vec<Group>,
    rays: Vec<RayFact>,
    slices: Vec<SliceFact>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sized {
    size: u64,
    orbits: u64,
    spectra: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    size: u64,
    difference: Option<u32>,
    first: u64,
    spectrum: String,
    numbers: Vec<u64>,
}

impl Portion {
    pub(crate) fn new(
        config: Config,
        from: usize,
        census: &Census,
        resources: Resources,
        time: Duration,
    ) -> Portion {
        let findings = census.findings();
        let groups = |ranking: &Ranking| ranking.groups().iter().map(Group::of).collect();
        let mut portion = Portion {
            config: config.to_string(),
            hash_version: SPREAD,
            version: kit::VERSION.to_owned(),
            sha256: String::new(),
            from: from as u64,
            to: census.end() as u64,
            memory: resources.memory,
            threads: resources.threads as u64,
            // With few digits, every parser finds the same number.
            seconds: time.as_millis() as f64 / 1000.0,
            canonical: findings.canonical,
            ambiguity: (findings.ambiguity.rows())
                .map(|(size, SpectralCount { orbits, spectra })| Sized {
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
        portion.sha256 = digest(&portion);
        portion
    }

    /// The portion in a file. Fails if the file is something else, or not complete.
    pub(crate) fn read(path: &Path) -> Result<Portion> {
        let text = text(path, LARGEST_PART)?;
        let mut portion: Portion = serde_json::from_str(&text).map_err(|_| {
            let what =
                "it is not a portion that `blackbox census --buckets` made, or it is not complete";
            Error::wrong_file(path, what)
        })?;
        let said = mem::take(&mut portion.sha256);
        if digest(&portion) != said {
            return Err(Error::wrong_file(path, "it does not match its checksum"));
        }
        Ok(portion)
    }

    /// The findings, if they are possible for the configuration.
    pub(crate) fn findings(&self, config: Config) -> Option<Findings> {
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
        (findings.slices.len() == slices(config)).then_some(())?;
        for group in &self.largest {
            findings.largest.add(group.notable(config)?);
        }
        for group in &self.most_different {
            findings.most_different.add(group.notable(config)?);
        }
        Some(findings)
    }
}

impl Group {
    fn of(group: &NotableGroup) -> Group {
        Group {
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

/// A slice of a census as it is in the database and in documents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SliceFact {
    /// By size: the molecules that share a spectrum, these spectra up to symmetry, and all.
    sizes: Vec<[u64; 3]>,
    /// 16 hexadecimal digits.
    checksum: Option<String>,
}

impl SliceFact {
    pub(super) fn of(slice: &Slice) -> SliceFact {
        let rows = slice.sizes.rows();
        SliceFact {
            sizes: rows
                .map(|(size, count)| [size, count.orbits, count.spectra])
                .collect(),
            checksum: slice.checksum.map(|sum| format!("{sum:016x}")),
        }
    }

    /// The cells in the database: the sizes as JSON, and the checksum.
    pub(super) fn into_cells(self) -> (String, Option<String>) {
        // Numbers can always be written.
        let sizes = serde_json::to_string(&self.sizes).unwrap_or_default();
        (sizes, self.checksum)
    }

    /// From the cells in the database, if they make sense.
    pub(super) fn from_cells(sizes: &str, checksum: Option<String>) -> Option<SliceFact> {
        let sizes = serde_json::from_str(sizes).ok()?;
        Some(SliceFact { sizes, checksum })
    }

    pub(super) fn slice(&self, config: Config) -> Option<Slice> {
        let checksum = self.checksum.as_ref();
        let checksum = checksum.map(|digits| u64::from_str_radix(digits, 16));
        Some(Slice {
            sizes: AmbiguityTable::possible(self.sizes.iter().copied(), config)?,
            checksum: checksum.transpose().ok()?,
        })
    }
}
