//! A stored census against the rules and, where they are stored, against the
//! molecules.

use super::faults::quoted;
use super::rows::Extremes;
use super::{Faults, Found, Verification, failed, open, passed};
use crate::error::Result;
use crate::store::{RawCensus, RawCensusGroup};

/// The columns of statistics that a census has the extremes of.
const RAYS: [(&str, &str, usize); 6] = [
    ("absorbed", "length", 1),
    ("absorbed", "turns", 2),
    ("reflected", "length", 8),
    ("reflected", "turns", 9),
    ("out", "length", 13),
    ("out", "turns", 14),
];

impl Verification<'_> {
    /// Checks a census. `sizes` are group size, classes and spectra of the
    /// table Spectrums, `extremes` those of all molecules, where they are known.
    pub(super) fn census(
        &self,
        census: &RawCensus,
        sizes: Option<Vec<[i64; 3]>>,
        extremes: Option<&Extremes>,
    ) -> Result<Found> {
        let mut faults = Faults::default();
        self.census_counts(census, &mut faults);
        for group in &census.groups {
            if let Some(fault) = self.census_group(group) {
                let (merit, rank) = (quoted(group.merit.as_bytes()), group.rank);
                faults.add(|| format!("group {rank} by {merit}: {fault}"));
            }
        }
        for (outcome, measure, value, number) in &census.rays {
            let known = RAYS.iter().find(|(o, m, _)| o == outcome && m == measure);
            let attained = known.is_some_and(|(_, _, column)| {
                let text = self.plain.text(*number);
                text.is_some_and(|text| self.plain.trace(&text).statistics[*column] == *value)
            });
            if !attained {
                let (outcome, measure) = (quoted(outcome.as_bytes()), quoted(measure.as_bytes()));
                faults
                    .add(|| format!("molecule {number} has no {outcome} ray of {measure} {value}"));
            }
        }
        let mut compared = "";
        if census.finished
            && let Some(sizes) = sizes
        {
            compared = ", as among the molecules";
            self.compare_with_spectrums(census, &sizes, &mut faults);
            if let Some(extremes) = extremes {
                compare_with_rows(census, extremes, &mut faults);
            }
        }
        let [_, _, buckets, frontier, _] = census.counts;
        Ok(match faults.count {
            0 if census.finished => {
                let ambiguous = census.spectrums.iter().filter(|[size, ..]| *size >= 2);
                let spectra: i64 = ambiguous.map(|[_, _, spectra]| spectra).sum();
                passed(format!(
                    "{spectra} ambiguous spectra{compared}; {} groups and {} rays recomputed",
                    census.groups.len(),
                    census.rays.len()
                ))
            }
            0 => open(format!("{frontier} of {buckets} parts counted")),
            count => failed(format!("{count} wrong: {faults}")),
        })
    }

    fn census_counts(&self, census: &RawCensus, faults: &mut Faults) {
        let [molecules, canonical, buckets, frontier, found] = census.counts;
        let all = self.plain.molecules();
        let all_canonical = self.plain.canonical_molecules();
        let mut differ = |what: &str, said: i128, is: u128| {
            if u128::try_from(said).ok() != Some(is) {
                faults.add(|| format!("{what} is {said}, not {is}"));
            }
        };
        differ("nb_mol", molecules.into(), all);
        differ("nb_canonical", canonical.into(), all_canonical);
        let last_pass = u128::try_from(census.last_pass).unwrap_or(0);
        differ("frontier", frontier.into(), last_pass);
        if census.finished {
            differ("canonical_found", found.into(), all_canonical);
            let done = u128::try_from(buckets).unwrap_or(0);
            differ("the frontier of a finished census", frontier.into(), done);
            let counted = census.spectrums.iter();
            let counted =
                counted.map(|[size, _, spectra]| i128::from(*size) * i128::from(*spectra));
            differ(
                "the number of molecules that were counted",
                counted.sum(),
                all,
            );
        }
        for [size, orbits, spectra] in &census.spectrums {
            // A group of spectra up to symmetry has one to eight members.
            let most = orbits.saturating_mul(8);
            if *size < 1 || *orbits < 1 || !(*orbits..=most).contains(spectra) {
                faults.add(|| format!("{orbits} times {spectra} spectra of {size} molecules"));
            }
        }
    }

    /// What is wrong with a group, by the molecules that are kept of it.
    fn census_group(&self, group: &RawCensusGroup) -> Option<String> {
        /// How many molecules of a group are kept.
        const KEPT: i64 = 50;
        let Some(images) = self.plain.spectrum_images(&group.spectrum) else {
            return Some("what it has is no spectrum".to_owned());
        };
        if images.iter().min() != Some(&group.spectrum) {
            return Some("its spectrum is not the smallest of the images".to_owned());
        }
        if group.numbers.len() as i64 != group.molecules.min(KEPT) {
            return Some(format!("{} molecules kept", group.numbers.len()));
        }
        let texts: Option<Vec<Vec<u8>>> = group
            .numbers
            .iter()
            .map(|&number| self.plain.text(number))
            .collect();
        let Some(texts) = texts else {
            return Some("it has molecules that do not exist".to_owned());
        };
        for (text, number) in texts.iter().zip(&group.numbers) {
            if self.plain.trace(text).spectrum != group.spectrum {
                return Some(format!("molecule {number} has another spectrum"));
            }
        }
        let first = self.plain.text(group.canonical_number);
        if first.is_none_or(|first| !images.contains(&self.plain.trace(&first).spectrum)) {
            return Some("its canonical number is another group's".to_owned());
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
        let difference = group.difference?;
        let apart = |one: &[u8], other: &[u8]| {
            let pairs = one.iter().zip(other);
            pairs
                .filter(|(one, other)| **one == b'O' && **other != b'O')
                .count()
        };
        let most = texts
            .iter()
            .flat_map(|one| texts.iter().map(move |other| apart(one, other)))
            .max();
        (most != usize::try_from(difference).ok())
            .then(|| format!("difference {difference}, not {}", most.unwrap_or(0)))
    }

    fn compare_with_spectrums(&self, census: &RawCensus, sizes: &[[i64; 3]], faults: &mut Faults) {
        let ambiguous: Vec<[i64; 3]> = (census.spectrums.iter().copied())
            .filter(|[size, ..]| *size >= 2)
            .collect();
        if ambiguous != sizes {
            let wrong = ambiguous.iter().find(|row| !sizes.contains(row));
            let missing = sizes.iter().find(|row| !ambiguous.contains(row));
            faults.add(|| {
                let [size, ..] = wrong.or(missing).copied().unwrap_or_default();
                format!("other spectra of {size} molecules than the table Spectrums")
            });
        }
    }
}

fn compare_with_rows(census: &RawCensus, extremes: &Extremes, faults: &mut Faults) {
    for (outcome, measure, _) in RAYS {
        let said = census
            .rays
            .iter()
            .find(|(o, m, ..)| o == outcome && m == measure)
            .map(|(_, _, value, number)| (*value, *number));
        if said != extremes.of(outcome, measure) {
            faults.add(|| format!("other {outcome} rays by {measure} than among the molecules"));
        }
    }
}
