//! Compares a stored census with the rules and, if they are stored, with the molecules.

use std::iter;

use crate::store::checks::{Check, Faults, Verdict};
use draw::words::thousands;
use itertools::Itertools;

use crate::board::Config;
use crate::census::{AmbiguityRow, Findings, GROUPS_KEPT, MOLECULES_KEPT, NotableGroup, Ranking};
use crate::commands::verify::run::rows::Extremes;
use crate::commands::verify::run::slices::{self, RAYS, Recount, SliceChoice, recounted};
use crate::error::Result;
use crate::oracle::Plain;
use crate::store::{InspectedCensus, StoredChecksum, checksum_of};
use watch::Watcher;

/// The first version of the hash with which a census has slices.
const SLICED: i64 = 2;

/// The greatest number of molecules for which all slices are recounted, which takes about a second.
const QUICKLY_COUNTED: u128 = 30_000;

/// Compares a census with the rules.
pub(crate) struct CensusCheck<'a> {
    pub config: Config,
    pub plain: &'a Plain,
    pub watcher: &'a dyn Watcher,
}

impl CensusCheck<'_> {
    /// Checks a census. `sizes` are the rows of the table Spectrums by group size, and `extremes` are those of
    /// all molecules, if they are known.
    pub(crate) fn census(
        &self,
        census: &InspectedCensus,
        sizes: Option<&[AmbiguityRow]>,
        extremes: Option<&Extremes>,
    ) -> Result<Check> {
        let (frontier, buckets) = (census.frontier, census.buckets);
        let findings = &census.findings;
        let mut faults = Faults::default();
        self.progress(census, &mut faults);
        let checksum = match &census.stored_checksum {
            StoredChecksum::Sha256(sum) => {
                if *sum != census.checksum.digits() {
                    faults.add(|| "its findings do not match their checksum".to_owned());
                }
                "checksum right"
            }
            StoredChecksum::Missing => {
                faults.add(|| "its checksum is missing".to_owned());
                ""
            }
            StoredChecksum::PredatesChecksums => {
                "no checksum, because the census was stored before checksums existed"
            }
        };
        if census.finished_at.is_none() {
            return Ok(faults.result(|| {
                let [frontier, buckets] = [frontier, buckets].map(|n| thousands(n.unsigned_abs()));
                Check::open(format!(
                    "{frontier} of {buckets} sets of spectra counted; {checksum}"
                ))
            }));
        }
        // Stored rows that do not fit into the findings, such as a molecule without its group, are not in this
        // checksum.
        let right = checksum_of(self.config, findings, census.version, buckets)?;
        if right.digits() != census.checksum.digits() {
            faults.add(|| "its rows contradict each other".to_owned());
        }
        if findings.slices.is_empty() && census.version >= SLICED {
            faults.add(|| "its slices are missing".to_owned());
        }
        self.findings(findings, &mut faults);
        let mut compared = "";
        if let Some(sizes) = sizes {
            compared = ", the same as among the molecules";
            compare_with_spectrums(findings, sizes, &mut faults);
            if let Some(extremes) = extremes {
                compare_with_rows(findings, extremes, &mut faults);
            }
        }
        let mut again = "";
        if !findings.slices.is_empty() && self.plain.molecules() <= QUICKLY_COUNTED {
            let (recount, seed) = (Recount::All, 0);
            let found = recounted(self, findings, SliceChoice { recount, seed })?;
            if found.verdict == Verdict::Failed {
                faults.add(|| format!("recounted: {}", found.words));
            }
            again = "; all spectra recounted";
        }
        let rankings = [&findings.largest, &findings.most_different];
        let groups: usize = rankings.iter().map(|ranking| ranking.groups().len()).sum();
        let rays = findings.rays.all().into_iter();
        Ok(faults.result(|| {
            let spectra: u64 = ambiguous(findings).map(|row| row.spectra).sum();
            Check::passed(format!(
                "{} ambiguous spectra{compared}; {groups} spectral groups and {} rays traced again{again}; {checksum}",
                thousands(spectra),
                rays.filter(|(.., extreme)| extreme.is_some()).count()
            ))
        }))
    }

    /// Checks the frontier, the passes and the times.
    fn progress(&self, census: &InspectedCensus, faults: &mut Faults) {
        let (frontier, buckets) = (census.frontier, census.buckets);
        let last_pass = census.passes.last().map_or(0, |pass| pass.frontier);
        if last_pass != frontier || census.finished_at.is_some() != (frontier == buckets) {
            faults.add(|| {
                format!(
                    "its passes end at {last_pass}, but its frontier is {frontier} of {buckets}"
                )
            });
        }
        for pass in &census.passes {
            let (frontier, seconds) = (pass.frontier, pass.seconds);
            if !pass.is_possible || !(1..=buckets).contains(&frontier) {
                faults.add(|| format!("a pass up to {frontier} in {seconds} seconds"));
            }
            faults.time("when a pass was committed", &pass.committed_at);
        }
        for time in iter::once(&census.begun_at).chain(&census.finished_at) {
            faults.time("when it was begun or finished", time);
        }
    }

    /// Adds the faults in the findings of a finished census.
    pub(crate) fn findings(&self, findings: &Findings, faults: &mut Faults) {
        let (all, canonical) = (self.plain.molecules(), self.plain.canonical_molecules());
        faults.differ("canonical_found", findings.canonical, canonical);
        let counted = findings.ambiguity.molecules();
        if counted != all {
            faults.add(|| format!("it counts {counted} molecules instead of {all}"));
        }
        if !findings.slices.is_empty() && !slices::add_up(findings) {
            faults.add(|| "the slices do not add up to the whole".to_owned());
        }
        let sizes: Vec<AmbiguityRow> = ambiguous(findings).collect();
        let largest = (sizes.iter().rev())
            .flat_map(|row| iter::repeat_n(row.size, row.orbits.min(10) as usize));
        let largest: Vec<u64> = largest.take(GROUPS_KEPT).collect();
        let by_size = findings.largest.groups().iter().map(|group| group.size);
        if !by_size.eq(largest.iter().copied()) {
            faults.add(|| "the groups by size are not the largest ones".to_owned());
        }
        let most_different = findings.most_different.groups();
        let are_known = most_different.iter().all(|one| one.difference.is_some());
        if most_different.len() != largest.len() || !are_known {
            faults.add(|| "groups by difference, or their differences, are missing".to_owned());
        }
        for ranking in [&findings.largest, &findings.most_different] {
            self.ranking(ranking, findings, faults);
        }
        for ((outcome, measure, extreme), (_, column)) in findings.rays.all().iter().zip(RAYS) {
            let Some(extreme) = extreme else {
                continue;
            };
            let (value, number) = (i64::from(extreme.value), extreme.number);
            let text = self.plain.text(number as i64);
            if text.is_none_or(|text| self.plain.trace(&text).statistics[column] != value) {
                faults
                    .add(|| format!("molecule {number} has no {outcome} ray of {measure} {value}"));
            }
        }
    }

    fn ranking(&self, ranking: &Ranking, findings: &Findings, faults: &mut Faults) {
        let merit = ranking.merit().name();
        for (rank, group) in (1..).zip(ranking.groups()) {
            let mut sizes = findings.ambiguity.rows();
            let fault = match sizes.any(|row| row.size == group.size) {
                true => self.group(group),
                false => Some("no spectra have this number of molecules".to_owned()),
            };
            if let Some(fault) = fault {
                faults.add(|| format!("group {rank} by {merit}: {fault}"));
            }
        }
    }

    /// The fault of a group, if any, according to its stored molecules.
    fn group(&self, group: &NotableGroup) -> Option<String> {
        const KEPT: u64 = MOLECULES_KEPT as u64;
        let spectrum = group.spectrum.as_bytes();
        let Some(images) = self.plain.spectrum_images(spectrum) else {
            return Some("its spectrum is not valid".to_owned());
        };
        if images.iter().min().is_none_or(|least| least != spectrum) {
            return Some("its spectrum is not the smallest of the images".to_owned());
        }
        if group.numbers.len() as u64 != group.size.min(KEPT) {
            return Some(format!("{} molecules kept", group.numbers.len()));
        }
        let text = |number: u64| self.plain.text(number as i64).unwrap_or_default();
        let texts: Vec<Vec<u8>> = group.numbers.iter().map(|&number| text(number)).collect();
        for (text, number) in texts.iter().zip(&group.numbers) {
            if self.plain.trace(text).spectrum != spectrum {
                return Some(format!("molecule {number} has another spectrum"));
            }
        }
        if !images.contains(&self.plain.trace(&text(group.first)).spectrum) {
            return Some("its canonical number belongs to another group".to_owned());
        }
        if group.size > KEPT {
            return None;
        }
        let canonical = texts
            .iter()
            .map(|text| self.plain.orbit_place(text).canonical_number);
        if canonical.min() != Some(group.first.into()) {
            return Some("its canonical number is not the lowest".to_owned());
        }
        let (claimed, most) = (group.difference?, difference(&texts));
        (claimed as usize != most).then(|| format!("difference {claimed} instead of {most}"))
    }
}

/// The rows of the ambiguity table for spectra of several molecules.
pub(super) fn ambiguous(findings: &Findings) -> impl Iterator<Item = AmbiguityRow> {
    findings.ambiguity.rows().filter(|row| row.size >= 2)
}

fn compare_with_spectrums(findings: &Findings, sizes: &[AmbiguityRow], faults: &mut Faults) {
    let found: Vec<AmbiguityRow> = ambiguous(findings).collect();
    if let Some(size) = differing(&found, sizes) {
        faults.add(|| {
            format!(
                "the spectra that {size} molecules share differ from those in the table Spectrums"
            )
        });
    }
}

/// The size of the first row that only one of the two tables has.
pub(super) fn differing(one: &[AmbiguityRow], other: &[AmbiguityRow]) -> Option<u64> {
    let only = |some: &[AmbiguityRow], others: &[AmbiguityRow]| {
        some.iter()
            .find(|row| !others.contains(row))
            .map(|row| row.size)
    };
    only(one, other).or_else(|| only(other, one))
}

fn compare_with_rows(findings: &Findings, extremes: &Extremes, faults: &mut Faults) {
    for ((outcome, measure, found), extreme) in findings.rays.all().iter().zip(extremes) {
        let found = found.map(|found| (i64::from(found.value), found.number as i64));
        if found != *extreme {
            faults.add(|| {
                format!("the {outcome} rays by {measure} differ from those of the molecules")
            });
        }
    }
}

/// The greatest number of atoms of one molecule that another one does not have.
fn difference(texts: &[Vec<u8>]) -> usize {
    let difference = |(one, other): (&Vec<u8>, &Vec<u8>)| {
        let pairs = iter::zip(one, other);
        pairs
            .filter(|(one, other)| **one == b'O' && **other != b'O')
            .count()
    };
    let pairs = texts.iter().cartesian_product(texts);
    pairs.map(difference).max().unwrap_or(0)
}
