//! Recounts slices of a census by the plain rules, from nothing.

use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::store::found::{Faults, Found};
use ::draw::words::{counted, listed, thousands};
use random::SplitMix64;
use watch::{NoThread, Watcher, in_order, polled};

use crate::board::Config;
use crate::census::{GROUPS_KEPT, box_slices};
use crate::error::Result;
use crate::oracle::{Plain, Recounted};
use crate::store::{RawCensus, RawSlice};

/// Which slices of a census to count again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recount {
    /// Some of them, chosen at random.
    Random {
        /// How many.
        number: u64,
        /// The same seed takes the same ones.
        seed: u64,
    },
    /// One of them.
    One {
        /// Which, from 1.
        slice: u64,
        /// The number of all.
        of: u64,
    },
    /// All.
    All,
}

/// The outcomes and measures whose extremes a census has. With each, the places among the statistics
/// of the number of such rays and of the extreme.
pub(super) const RAYS: [(&str, &str, usize, usize); 6] = [
    ("absorbed", "length", 0, 1),
    ("absorbed", "turns", 0, 2),
    ("reflected", "length", 5, 8),
    ("reflected", "turns", 5, 9),
    ("out", "length", 12, 13),
    ("out", "turns", 12, 14),
];

/// Compares a census with the rules.
pub(crate) struct CensusCheck<'a> {
    pub config: Config,
    pub plain: &'a Plain,
    pub watcher: &'a dyn Watcher,
}

/// About the number of spectra that are kept at once. They take about 100 bytes each.
const SPECTRA: u64 = 2_000_000;

impl CensusCheck<'_> {
    /// Recounts slices, and says what is known then.
    pub(crate) fn recounted(&self, census: &RawCensus, recount: Recount) -> Result<Found> {
        let slices = census.slices.len();
        if !census.finished {
            return Ok(Found::open("the census is not finished"));
        }
        if slices == 0 {
            return Ok(Found::open(
                "the census has no slices, because an older version counted it; `blackbox census --force` counts it again",
            ));
        }
        let all = self.plain.slices();
        if slices != all {
            return Ok(Found::failed(format!("{slices} slices, not {all}")));
        }
        let chosen: Vec<Range<usize>> = match recount {
            Recount::Random { number, seed } => {
                let chosen = chosen_at_random(seed, number, slices);
                chosen.map(|slice| slice..slice + 1).collect()
            }
            Recount::One { slice, of } => {
                if of != slices as u64 {
                    let slices = thousands(slices as u64);
                    let what = format!("the census of {} has {slices} slices", self.config);
                    return Err(app::Error::Usage(what).into());
                }
                iter::once(slice as usize - 1..slice as usize).collect()
            }
            Recount::All => {
                let spectra = (census.spectrums.iter())
                    .fold(0i64, |sum, [_, orbits, _]| sum.saturating_add(*orbits));
                let parts = (spectra.unsigned_abs().div_ceil(SPECTRA) as usize).clamp(1, slices);
                let cut = |before: usize| before * slices / parts;
                (0..parts).map(|part| cut(part)..cut(part + 1)).collect()
            }
        };
        let plain = self.plain;
        let mut faults = Faults::default();
        let (mut alone, mut rays) = ([0; 2], [None; 6]);
        self.count(&chosen, |slices, recounted| {
            for counted in &recounted.slices {
                let [orbits, spectra] = counted.sizes.get(&1).copied().unwrap_or_default();
                alone = [alone[0] + orbits, alone[1] + spectra];
            }
            for (most, value) in rays.iter_mut().zip(recounted.rays) {
                *most = value.max(*most);
            }
            compare(census, slices, &recounted, &mut faults);
            compare_largest(plain, census, &recounted, &mut faults);
        })?;
        let done: usize = chosen.iter().map(Range::len).sum();
        if done == slices {
            let said = census.spectrums.iter().find(|[size, ..]| *size == 1);
            let said = said.map_or([0; 2], |&[_, orbits, spectra]| [orbits, spectra]);
            if said.map(i64::cast_unsigned) != alone {
                faults.add(|| "the number of unambiguous spectra".to_owned());
            }
            for ((outcome, measure, ..), most) in RAYS.iter().zip(rays) {
                if census.ray(outcome, measure).map(|(most, _)| most) != most {
                    faults.add(|| format!("the most {measure} of the {outcome} rays"));
                }
            }
        }
        let of = thousands(slices as u64);
        Ok(faults.found(|| {
            Found::passed(match (recount, &chosen[..]) {
                _ if slices == 1 => {
                    "its only slice recounted, right: the table is certified".to_owned()
                }
                _ if done == slices => {
                    format!("all {of} slices recounted, all right: the table is certified")
                }
                (Recount::One { slice, .. }, _) => {
                    format!("slice {slice} of {of} recounted, right")
                }
                (_, chosen) => format!(
                    "{} of {of} slices recounted ({}) with {:.2} % of the ambiguous spectra, all right: {}",
                    thousands(done as u64),
                    listed_shortly(chosen),
                    100.0 * share(census, chosen),
                    known(done, slices)
                ),
            })
        }))
    }

    /// Counts the spectra of some ranges of slices.
    fn count(
        &self,
        chosen: &[Range<usize>],
        mut each: impl FnMut(&Range<usize>, Recounted) + Send,
    ) -> Result<()> {
        let name = format!("verifying {}: recounting slices", self.config);
        let work = (chosen.len(), self.plain.molecules());
        let plain = self.plain;
        recount_each(
            name,
            work,
            |at, decided| plain.recount(chosen[at].clone(), decided),
            |at, recounted| each(&chosen[at], recounted),
            self.watcher,
        )
    }

    /// Do the slices make up the ambiguous spectra of the census?
    pub(super) fn slices_add_up(&self, census: &RawCensus, faults: &mut Faults) {
        let mut sums: BTreeMap<i64, [i64; 3]> = BTreeMap::new();
        for (slice, number) in census.slices.iter().zip(1..) {
            let Some(sizes) = sizes(slice).filter(|_| slice.slice == number) else {
                faults.add(|| format!("slice {number} is inconsistent"));
                return;
            };
            for [size, orbits, spectra] in sizes {
                let [_, all_orbits, all_spectra] = sums.entry(size).or_insert([size, 0, 0]);
                *all_orbits = all_orbits.saturating_add(orbits);
                *all_spectra = all_spectra.saturating_add(spectra);
            }
        }
        if !census.ambiguous().eq(sums.into_values()) {
            faults.add(|| "the slices do not add up to the whole".to_owned());
        }
    }
}

/// Hears how many boards are decided, and says whether to continue.
type Decided<'a> = &'a mut dyn FnMut(u128) -> bool;

/// Counts a number of things, which have this number of boards each.
fn recount_each<T: Send>(
    name: String,
    (number, boards): (usize, u128),
    count: impl Fn(usize, Decided) -> Option<T> + Clone + Send,
    mut each: impl FnMut(usize, T) + Send,
    watcher: &dyn Watcher,
) -> Result<()> {
    /// The work is a number of millionths.
    const ALL: u128 = 1_000_000;
    let (done, stop) = (AtomicU64::new(0), watcher.stop());
    watcher.begin(&name, 0, number as u64 * ALL as u64);
    let counter = &done;
    let count = move |at: usize| {
        let (mut decided, mut told, mut calls) = (0, 0, 0u32);
        let mut tell = |all: u128| {
            let millionths = (all.saturating_mul(ALL) / boards.max(1)) as u64;
            counter.fetch_add(millionths - told, Ordering::Relaxed);
            told = millionths;
        };
        let counted = count(at, &mut |boards| {
            decided += boards;
            calls += 1;
            if calls.is_multiple_of(4096) {
                tell(decided);
                return !stop.asked();
            }
            true
        });
        tell(decided);
        counted.ok_or(())
    };
    let work = || {
        in_order(0..number, count, |at, counted| {
            each(at, counted);
            Ok::<(), NoThread>(())
        })
    };
    let counted = polled(&done, work, |done| watcher.advance(done));
    watcher.end();
    let counted = counted.flatten().map_err(app::Error::from)?;
    counted.map_err(|()| app::Error::Stopped("stopped while recounting".to_owned()).into())
}

/// Recounts slices of a box with any number of atoms, and says what is known then. A census keeps the
/// checksums of some slices only.
pub(crate) fn recounted_box(
    width: usize,
    checksums: &[u64],
    recount: Recount,
    watcher: &dyn Watcher,
) -> Result<Found> {
    let (of, kept) = (box_slices(width).0, checksums.len());
    let chosen: Vec<usize> = match recount {
        Recount::Random { number, seed } => chosen_at_random(seed, number, kept).collect(),
        Recount::One { slice, of: all } if all == of as u64 && slice <= kept as u64 => {
            vec![slice as usize - 1]
        }
        Recount::One { .. } => {
            let [of, kept] = [of, kept].map(|number| thousands(number as u64));
            let what = format!("a census of B{width} keeps {kept} of {of} slices");
            return Err(app::Error::Usage(what).into());
        }
        Recount::All => (0..kept).collect(),
    };
    let cells = width * width;
    let plain = Plain::new(cells, width);
    let (mut faults, mut spectra) = (Faults::default(), 0);
    let name = format!("verifying B{width}: recounting slices");
    let each = |at: usize, (orbits, sum): (u64, u64)| {
        spectra += orbits;
        if checksums[chosen[at]] != sum {
            faults.add(|| format!("slice {}: its spectra differ", chosen[at] + 1));
        }
    };
    recount_each(
        name,
        (chosen.len(), 1 << cells),
        |at, decided| plain.recount_box(chosen[at], of, decided),
        each,
        watcher,
    )?;
    Ok(faults.found(|| {
        Found::passed(format!(
            "{} of {} slices recounted with {} up to symmetry, all right",
            thousands(chosen.len() as u64),
            thousands(of as u64),
            counted(spectra, "spectrum", "spectra"),
        ))
    }))
}

/// The sizes of a slice, if it is as we write it.
fn sizes(slice: &RawSlice) -> Option<Vec<[i64; 3]>> {
    serde_json::from_slice(&slice.sizes).ok()
}

/// Says where slices of a census differ from what was counted.
fn compare(census: &RawCensus, slices: &Range<usize>, recounted: &Recounted, faults: &mut Faults) {
    let [molecules, ..] = census.counts;
    faults.differ("nb_mol", molecules, recounted.decided);
    for (said, counted) in census.slices[slices.clone()].iter().zip(&recounted.slices) {
        let number = said.slice;
        let expected: Vec<[i64; 3]> = (counted.sizes.iter())
            .filter(|(size, _)| **size >= 2)
            .map(|(&size, &[orbits, spectra])| [size, orbits, spectra].map(u64::cast_signed))
            .collect();
        let sizes = sizes(said).unwrap_or_default();
        if sizes != expected {
            let other = expected.iter().find(|row| !sizes.contains(row));
            let [size, ..] = other.or(sizes.first()).copied().unwrap_or_default();
            faults.add(|| format!("slice {number}: the spectra of {size} molecules"));
        } else if said.checksum.as_deref() != Some(&format!("{:016x}", counted.checksum)) {
            faults.add(|| format!("the spectra of slice {number} differ"));
        }
    }
    for ((outcome, measure, ..), value) in RAYS.iter().zip(recounted.rays) {
        if value > census.ray(outcome, measure).map(|(most, _)| most) {
            faults.add(|| {
                format!("there are {outcome} rays with more {measure} than the census says")
            });
        }
    }
}

/// Must one of the groups counted again be among those that are kept?
fn compare_largest(plain: &Plain, census: &RawCensus, recounted: &Recounted, faults: &mut Faults) {
    let kept = census.groups.iter().filter(|group| group.merit == "size");
    let kept: Vec<_> = kept.collect();
    let full = kept.last().filter(|_| kept.len() >= GROUPS_KEPT);
    let least = full.map_or(1, |last| last.molecules);
    for (size, spectrum) in &recounted.largest {
        let images = plain.spectrum_images(spectrum);
        let smallest = images.and_then(|images| images.into_iter().min());
        let mut kept = kept.iter().map(|group| Some(&group.spectrum));
        if i128::from(*size) > i128::from(least) && kept.all(|one| one != smallest.as_ref()) {
            faults.add(|| format!("a group of {size} molecules is not among the largest"));
        }
    }
}

/// Some slices, each of them as likely as the others (Knuth's algorithm S). The same seed chooses the same
/// ones forever.
fn chosen_at_random(seed: u64, number: u64, slices: usize) -> impl Iterator<Item = usize> {
    let mut random = SplitMix64(seed);
    let mut to_choose = number;
    (0..slices).filter(move |slice| {
        let left = (slices - slice) as u64;
        let chosen = random.below(left) < to_choose;
        to_choose -= u64::from(chosen);
        chosen
    })
}

/// Some slices in a sentence.
fn listed_shortly(chosen: &[Range<usize>]) -> String {
    const MOST: usize = 10;
    let numbers = chosen.iter().map(|slices| (slices.start + 1).to_string());
    let more = (chosen.len() > MOST).then(|| "others".to_owned());
    listed(numbers.take(MOST).chain(more))
}

/// The share of the ambiguous spectra that a census says to be in these slices. If a box has few
/// different sides, most of the spectra are in few slices.
fn share(census: &RawCensus, chosen: &[Range<usize>]) -> f64 {
    let spectra = |slices: &[RawSlice]| -> f64 {
        let sizes = slices.iter().filter_map(sizes).flatten();
        sizes.map(|[_, _, spectra]| spectra as f64).sum()
    };
    let chosen = chosen
        .iter()
        .map(|range| spectra(&census.slices[range.clone()]));
    chosen.sum::<f64>() / spectra(&census.slices).max(1.0)
}

/// What is known when some of the slices were chosen at random and found right.
fn known(done: usize, slices: usize) -> String {
    let wrong = (slices / 100).max(1);
    // How likely are all of them among the right ones?
    let missed = (slices - done + 1..=slices)
        .map(|left| left.saturating_sub(wrong) as f64 / left as f64)
        .product::<f64>();
    let which = match slices {
        ..100 => "one",
        _ => "1 % of the slices",
    };
    let shown = 100.0 * (1.0 - missed);
    format!("if {which} were wrong, this sample would show it with a probability of {shown:.0} %")
}

#[cfg(test)]
mod tests {
    use crate::commands::verify::run::slices::known;

    #[test]
    fn the_words_say_how_likely_a_fault_is_found() {
        let words = known(5, 1000);
        assert!(words.ends_with(
            "1 % of the slices were wrong, this sample would show it with a probability of 5 %"
        ));
        assert!(known(1, 1000).ends_with(" 1 %"));
        assert!(known(300, 1000).ends_with(" 97 %"));
        assert!(known(1, 4).starts_with("if one were wrong") && known(1, 4).ends_with("25 %"));
    }
}
