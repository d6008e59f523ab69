//! Compares a stored census with the rules and, if they are stored, with the molecules.

use std::iter;

use crate::store::found::{Faults, Found, Outcome, quoted};
use ::draw::words::thousands;
use itertools::Itertools;

use crate::census::{Census, GROUPS_KEPT, HASH_VERSION, MOLECULES_KEPT};
use crate::commands::verify::run::rows::Extremes;
use crate::commands::verify::run::slices::{CensusCheck, RAYS, Recount};
use crate::error::Result;
use crate::store::{RawCensus, RawCensusGroup, StoredChecksum};

/// Since this version of the hash, a census has slices.
const SLICED: i64 = 2;

/// The slices of a census of this number of molecules are counted again in about a second.
const QUICKLY_COUNTED: u128 = 30_000;

impl CensusCheck<'_> {
    /// Checks a census. `sizes` are group size, classes and spectra of the table
    /// Spectrums, and `extremes` are those of all molecules, if they are known.
    pub(crate) fn census(
        &self,
        census: &RawCensus,
        sizes: Option<Vec<[i64; 3]>>,
        extremes: Option<&Extremes>,
    ) -> Result<Found> {
        let mut faults = Faults::default();
        self.census_counts(census, &mut faults);
        self.census_progress(census, &mut faults);
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
            StoredChecksum::BeforeThereWereAny => {
                "no checksum, because the census was stored before there were any"
            }
        };
        if !census.slices.is_empty() || census.finished && census.hash_version >= SLICED {
            self.slices_add_up(census, &mut faults);
        }
        self.census_rankings(census, &mut faults);
        for group in &census.groups {
            if let Some(fault) = self.census_group(group) {
                let (merit, rank) = (quoted(group.merit.as_bytes()), group.rank);
                faults.add(|| format!("group {rank} by {merit}: {fault}"));
            }
        }
        for (outcome, measure, value, number) in &census.rays {
            let known = RAYS.iter().find(|(o, m, ..)| o == outcome && m == measure);
            let attained = known.is_some_and(|(.., column)| {
                let text = self.plain.text(*number);
                text.is_some_and(|text| self.plain.trace(&text).statistics[*column] == *value)
            });
            if !attained {
                let [outcome, measure] = [outcome, measure].map(|word| quoted(word.as_bytes()));
                faults
                    .add(|| format!("molecule {number} has no {outcome} ray of {measure} {value}"));
            }
        }
        let mut compared = "";
        if census.finished
            && let Some(sizes) = sizes
        {
            compared = ", the same as among the molecules";
            compare_with_spectrums(census, &sizes, &mut faults);
            if let Some(extremes) = extremes {
                compare_with_rows(census, extremes, &mut faults);
            }
        }
        let mut recounted = "";
        let quickly = self.plain.molecules() <= QUICKLY_COUNTED;
        if census.finished && !census.slices.is_empty() && quickly {
            let found = self.recounted(census, Recount::All)?;
            if found.outcome == Outcome::Failed {
                faults.add(|| format!("recounted: {}", found.words));
            }
            recounted = "; all spectra recounted";
        }
        let [_, _, buckets, frontier, _] = census.counts;
        Ok(faults.found(|| {
            if !census.finished {
                let [frontier, buckets] = [frontier, buckets].map(|n| thousands(n.unsigned_abs()));
                return Found::open(format!("{frontier} of {buckets} parts counted; {checksum}"));
            }
            let spectra: i64 = census.ambiguous().map(|[_, _, spectra]| spectra).sum();
            Found::passed(format!(
                "{} ambiguous spectra{compared}; {} groups and {} rays traced again{recounted}; {checksum}",
                thousands(spectra.unsigned_abs()),
                thousands(census.groups.len() as u64),
                census.rays.len()
            ))
        }))
    }

    fn census_counts(&self, census: &RawCensus, faults: &mut Faults) {
        let [molecules, canonical, buckets, frontier, found] = census.counts;
        let all = self.plain.molecules();
        let all_canonical = self.plain.canonical_molecules();
        faults.differ("nb_mol", molecules, all);
        faults.differ("nb_canonical", canonical, all_canonical);
        let last_pass = census.passes.last().map_or(0, |pass| pass.frontier);
        let last_pass = u128::try_from(last_pass).unwrap_or(0);
        faults.differ("frontier", frontier, last_pass);
        let counted = (census.spectrums.iter())
            .map(|[size, _, spectra]| i128::from(*size).saturating_mul(i128::from(*spectra)))
            .fold(0i128, i128::saturating_add);
        if census.finished {
            faults.differ("canonical_found", found, all_canonical);
            let done = u128::try_from(buckets).unwrap_or(0);
            faults.differ("the frontier of a finished census", frontier, done);
            let what = "the number of molecules that were counted";
            faults.differ(what, counted, all);
        } else {
            if frontier >= buckets {
                faults.add(|| {
                    format!("it has counted {frontier} of {buckets} parts and is not finished")
                });
            }
            let within =
                |count: i128, most: u128| u128::try_from(count).is_ok_and(|count| count <= most);
            if !within(found.into(), all_canonical) || !within(counted, all) {
                faults.add(|| "it has counted more molecules than there are".to_owned());
            }
        }
        for [size, orbits, spectra] in &census.spectrums {
            // A group of spectra up to symmetry has one to eight members.
            let most = orbits.saturating_mul(8);
            if *size < 1 || *orbits < 1 || !(*orbits..=most).contains(spectra) {
                faults.add(|| format!("{orbits} times {spectra} spectra of {size} molecules"));
            }
        }
    }

    /// The buckets, the passes and the times.
    fn census_progress(&self, census: &RawCensus, faults: &mut Faults) {
        let [_, _, buckets, ..] = census.counts;
        // Other versions may have other buckets.
        if census.hash_version == i64::from(HASH_VERSION) {
            let new = Census::new(self.config);
            faults.differ("buckets", buckets, new.buckets() as u128);
        }
        if buckets < 1 || census.hash_version < 0 {
            faults.add(|| "it has no ranges of hashes, or its version is wrong".to_owned());
        }
        faults.time("when it was begun", &census.begun_at);
        if let Some(time) = &census.finished_at {
            faults.time("when it was finished", time);
        }
        for pass in &census.passes {
            let (frontier, memory, threads) = (pass.frontier, pass.memory, pass.threads);
            let seconds = pass.seconds;
            let is_sound = (1..=buckets).contains(&frontier) && memory >= 1 && threads >= 1;
            if !is_sound || !(0.0..f64::INFINITY).contains(&seconds) {
                faults.add(|| {
                    format!(
                        "a pass up to {frontier} with {memory} bytes on {threads} threads in {seconds} seconds"
                    )
                });
            }
            faults.time("when a pass was committed", &pass.committed_at);
        }
        if census.stray_molecules > 0 {
            let strays = thousands(census.stray_molecules.unsigned_abs());
            faults.add(|| format!("{strays} molecules belong to no group"));
        }
    }

    /// Are both rankings as long as they can be, and in order?
    fn census_rankings(&self, census: &RawCensus, faults: &mut Faults) {
        let largest = (census.ambiguous().rev()).flat_map(|[size, orbits, _]| {
            iter::repeat_n(size, usize::try_from(orbits).unwrap_or(0))
        });
        let largest: Vec<i64> = largest.take(GROUPS_KEPT).collect();
        for (merit, by_size) in [("size", true), ("difference", false)] {
            let groups = census.groups.iter().filter(|group| group.merit == merit);
            let groups: Vec<&RawCensusGroup> = groups.collect();
            let sizes = groups.iter().map(|group| group.molecules);
            if by_size && !sizes.eq(largest.iter().copied()) {
                faults.add(|| "the groups by size are not the largest ones".to_owned());
            } else if groups.len() != largest.len() {
                let (groups, all) = (groups.len(), largest.len());
                faults.add(|| format!("the number of groups by {merit} is {groups}, not {all}"));
            }
            for (rank, group) in (1..).zip(&groups) {
                let said = group.rank;
                if said != rank {
                    faults.add(|| format!("a group by {merit} has rank {said}, not {rank}"));
                }
                let name = format!("group {rank} by {merit}");
                if group.difference.is_some() == by_size {
                    faults.add(|| format!("{name}: its difference"));
                }
                let mut sizes = census.spectrums.iter();
                if !sizes.any(|[size, ..]| *size == group.molecules) {
                    faults.add(|| format!("{name}: no spectra have this number of molecules"));
                }
            }
            let worth = |group: &RawCensusGroup| match by_size {
                true => (-group.molecules, group.canonical_number),
                false => (-group.difference.unwrap_or(0), group.canonical_number),
            };
            if !groups.is_sorted_by(|one, other| worth(one) < worth(other)) {
                faults.add(|| format!("the groups by {merit} are not in their order"));
            }
        }
        let is_strange = |group: &&RawCensusGroup| !["size", "difference"].contains(&&*group.merit);
        if let Some(group) = census.groups.iter().find(is_strange) {
            faults.add(|| format!("groups by {}", quoted(group.merit.as_bytes())));
        }
    }

    /// What is wrong with a group, by the molecules that are kept of it.
    fn census_group(&self, group: &RawCensusGroup) -> Option<String> {
        const KEPT: i64 = MOLECULES_KEPT as i64;
        let Some(images) = self.plain.spectrum_images(&group.spectrum) else {
            return Some("its spectrum is not valid".to_owned());
        };
        if images.iter().min() != Some(&group.spectrum) {
            return Some("its spectrum is not the smallest of the images".to_owned());
        }
        if group.numbers.len() as i64 != group.molecules.min(KEPT) {
            return Some(format!("{} molecules kept", group.numbers.len()));
        }
        let texts = (group.numbers.iter()).map(|&number| self.plain.text(number));
        let Some(texts) = texts.collect::<Option<Vec<Vec<u8>>>>() else {
            return Some("it has molecules that do not exist".to_owned());
        };
        for (text, number) in texts.iter().zip(&group.numbers) {
            if self.plain.trace(text).spectrum != group.spectrum {
                return Some(format!("molecule {number} has another spectrum"));
            }
        }
        let first = self.plain.text(group.canonical_number);
        if first.is_none_or(|first| !images.contains(&self.plain.trace(&first).spectrum)) {
            return Some("its canonical number belongs to another group".to_owned());
        }
        if group.molecules > KEPT {
            return None;
        }
        let canonical = texts
            .iter()
            .map(|text| self.plain.standing(text).canonical_number);
        if canonical.min() != u128::try_from(group.canonical_number).ok() {
            return Some("its canonical number is not the lowest".to_owned());
        }
        let said = group.difference?;
        let most = difference(&texts);
        (i64::try_from(most) != Ok(said)).then(|| format!("difference {said}, not {most}"))
    }
}

fn compare_with_spectrums(census: &RawCensus, sizes: &[[i64; 3]], faults: &mut Faults) {
    let ambiguous: Vec<[i64; 3]> = census.ambiguous().collect();
    if ambiguous != sizes {
        let wrong = ambiguous.iter().find(|row| !sizes.contains(row));
        let missing = sizes.iter().find(|row| !ambiguous.contains(row));
        let [size, ..] = wrong.or(missing).copied().unwrap_or_default();
        faults.add(|| {
            format!("the spectra of {size} molecules differ from those in the table Spectrums")
        });
    }
}

fn compare_with_rows(census: &RawCensus, extremes: &Extremes, faults: &mut Faults) {
    for ((outcome, measure, ..), extreme) in iter::zip(RAYS, extremes.0) {
        if census.ray(outcome, measure) != extreme {
            faults.add(|| {
                format!("the {outcome} rays by {measure} differ from those of the molecules")
            });
        }
    }
}

/// The largest number of atoms of a molecule that another one does not share.
fn difference(texts: &[Vec<u8>]) -> usize {
    let apart = |(one, other): (&Vec<u8>, &Vec<u8>)| {
        let pairs = iter::zip(one, other);
        pairs
            .filter(|(one, other)| **one == b'O' && **other != b'O')
            .count()
    };
    let pairs = texts.iter().cartesian_product(texts);
    pairs.map(apart).max().unwrap_or(0)
}
