//! A whole census of a small configuration by the plain rules, to compare with a stored
//! one.

use std::collections::BTreeMap;

use kit::verify::Faults;

use super::census::{CensusCheck, RAYS, difference, not_asked_for};
use super::watched;
use crate::census::{GROUPS_KEPT, MOLECULES_KEPT};
use crate::error::Result;
use crate::store::{RawCensus, RawCensusGroup};

/// A census of this number of molecules takes about a second.
const MOST_MOLECULES: u128 = 30_000;

/// If a group has more molecules, a census only tells what their difference most likely
/// is.
const SURELY_COMPARED: usize = 256;

/// Spectra that are images of each other.
struct Orbit {
    /// How many there are.
    spectra: i64,
    /// The lowest molecule with one of them.
    first: i64,
    /// All molecules with the smallest one.
    numbers: Vec<i64>,
}

/// What a census of all molecules finds.
pub(super) struct Recount {
    /// By the smallest spectrum.
    orbits: BTreeMap<Vec<u8>, Orbit>,
    /// The extremes of the rays, in the order of [`RAYS`], with the first molecule.
    rays: [Option<(i64, i64)>; 6],
    /// By the smallest spectrum, if all are known for sure.
    differences: Option<BTreeMap<Vec<u8>, i64>>,
}

impl CensusCheck<'_> {
    /// The census of a configuration, if it is small.
    pub(super) fn recount(&self) -> Result<Option<Recount>> {
        let all = self.plain.molecules();
        if all > MOST_MOLECULES {
            return Ok(None);
        }
        let mut orbits: BTreeMap<Vec<u8>, Orbit> = BTreeMap::new();
        let mut rays = [None; 6];
        watched(self.config, self.watcher, "census", all as u64, |step| {
            for number in 1..=all as i64 {
                let text = self.plain.text(number).unwrap_or_default();
                let traced = self.plain.trace(&text);
                for (extreme, (_, measure, column)) in rays.iter_mut().zip(RAYS) {
                    // The number of rays is the column before the greatest length. For
                    // reflected rays, their two kinds come between.
                    let length = column - usize::from(measure == "turns");
                    let count = if length == 8 { 5 } else { length - 1 };
                    let value = traced.statistics[column];
                    if traced.statistics[count] > 0 && extreme.is_none_or(|(most, _)| value > most)
                    {
                        *extreme = Some((value, number));
                    }
                }
                let images = self.plain.spectrum_images(&traced.spectrum);
                let mut images = images.map_or_else(Vec::new, Vec::from);
                images.sort_unstable();
                images.dedup();
                if let Some(smallest) = images.first() {
                    let orbit = orbits.entry(smallest.clone()).or_insert(Orbit {
                        spectra: images.len() as i64,
                        first: number,
                        numbers: Vec::new(),
                    });
                    if *smallest == traced.spectrum {
                        orbit.numbers.push(number);
                    }
                }
                step()?;
            }
            Ok(())
        })?;
        let sure = orbits
            .values()
            .all(|orbit| orbit.numbers.len() <= SURELY_COMPARED);
        let differences = sure.then(|| {
            let ambiguous = orbits.iter().filter(|(_, orbit)| orbit.numbers.len() >= 2);
            ambiguous
                .map(|(spectrum, orbit)| {
                    let texts = orbit
                        .numbers
                        .iter()
                        .filter_map(|&number| self.plain.text(number));
                    let texts: Vec<Vec<u8>> = texts.collect();
                    (spectrum.clone(), difference(&texts) as i64)
                })
                .collect()
        });
        Ok(Some(Recount {
            orbits,
            rays,
            differences,
        }))
    }
}

impl Recount {
    /// Says where a stored census differs.
    pub(super) fn compare(&self, census: &RawCensus, faults: &mut Faults) {
        let mut spectrums: BTreeMap<i64, [i64; 3]> = BTreeMap::new();
        for orbit in self.orbits.values() {
            let size = orbit.numbers.len() as i64;
            let row = spectrums.entry(size).or_insert([size, 0, 0]);
            row[1] += 1;
            row[2] += orbit.spectra;
        }
        let spectrums: Vec<[i64; 3]> = spectrums.into_values().collect();
        if census.spectrums != spectrums {
            let other = census.spectrums.iter().find(|row| !spectrums.contains(row));
            let [size, ..] = other.or(spectrums.first()).copied().unwrap_or_default();
            faults.add(|| format!("the spectra of {size} molecules differ from a recount"));
        }
        for ((outcome, measure, _), extreme) in RAYS.iter().zip(self.rays) {
            let mut said = census
                .rays
                .iter()
                .filter(|(o, m, ..)| o == outcome && m == measure);
            if said.next().map(|(_, _, value, number)| (*value, *number)) != extreme {
                faults.add(|| format!("the {outcome} rays by {measure} differ from a recount"));
            }
        }
        if census.rays.len() != self.rays.iter().flatten().count() {
            faults.add(|| "it has extremes that a recount does not find".to_owned());
        }
        self.compare_groups(
            census,
            "size",
            |_, orbit| Some(orbit.numbers.len() as i64),
            faults,
        );
        if let Some(differences) = &self.differences {
            let of = |spectrum: &[u8], _: &Orbit| differences.get(spectrum).copied();
            self.compare_groups(census, "difference", of, faults);
        }
    }

    fn compare_groups(
        &self,
        census: &RawCensus,
        merit: &str,
        worth: impl Fn(&[u8], &Orbit) -> Option<i64>,
        faults: &mut Faults,
    ) {
        if not_asked_for(census, merit) {
            return;
        }
        let mut ranked: Vec<(i64, &Vec<u8>, &Orbit)> = (self.orbits.iter())
            .filter(|(_, orbit)| orbit.numbers.len() >= 2)
            .filter_map(|(spectrum, orbit)| Some((worth(spectrum, orbit)?, spectrum, orbit)))
            .collect();
        ranked.sort_by_key(|(worth, _, orbit)| (-worth, orbit.first));
        ranked.truncate(GROUPS_KEPT);
        let groups: Vec<RawCensusGroup> = (1..)
            .zip(ranked)
            .map(|(rank, (worth, spectrum, orbit))| RawCensusGroup {
                merit: merit.to_owned(),
                rank,
                molecules: orbit.numbers.len() as i64,
                difference: (merit == "difference").then_some(worth),
                canonical_number: orbit.first,
                spectrum: spectrum.clone(),
                numbers: orbit.numbers.iter().take(MOLECULES_KEPT).copied().collect(),
            })
            .collect();
        let said = census.groups.iter().filter(|group| group.merit == merit);
        if !said.eq(&groups) {
            faults.add(|| format!("the groups by {merit} differ from a recount"));
        }
    }
}
