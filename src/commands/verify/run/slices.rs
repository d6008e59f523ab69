//! Recounts slices of a census by the plain rules, from nothing.

use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::store::checks::{Check, Faults};
use draw::words::{counted, listed, thousands};
use random::SplitMix64;
use watch::{NoThread, Task, Watcher, in_order, polled};

use crate::board::Config;
use crate::census::{AmbiguityRow, AmbiguityTable, Findings, GROUPS_KEPT, Slice, box_slices};
use crate::commands::verify::run::census::{CensusCheck, ambiguous, differing};
use crate::error::Result;
use crate::oracle::{Plain, Recounted};

/// The slices of a census to recount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recount {
    /// Random slices.
    Random {
        /// The number of slices.
        number: u64,
    },
    /// A single slice.
    One {
        /// The slice, counted from 1.
        slice: u64,
        /// The number of all slices.
        of: u64,
    },
    /// All slices.
    All,
}

/// The slices of a census to recount, and the seed that chooses random ones.
#[derive(Clone, Copy, Debug)]
pub struct SliceChoice {
    pub recount: Recount,
    pub seed: u64,
}

/// For each of [`RayExtremes::all`](crate::census::RayExtremes::all), the indexes in the statistics of a molecule
/// of the number of rays, and of the extreme value.
pub(super) const RAYS: [(usize, usize); 6] = [(0, 1), (0, 2), (5, 8), (5, 9), (12, 13), (12, 14)];

/// The approximate number of spectra in memory. Each takes about 100 bytes.
const SPECTRA: u64 = 2_000_000;

/// Fails if the slice to recount is one of another number of slices than the census has.
pub(crate) fn check_slice(config: Config, recount: Recount) -> Result<()> {
    let slices = Plain::new(config.atoms(), config.width()).slices() as u64;
    match recount {
        Recount::One { of, .. } if of != slices => {
            let slices = counted(slices, "slice", "slices");
            Err(app::Error::Usage(format!("the census of {config} has {slices}, not {of}")).into())
        }
        _ => Ok(()),
    }
}

/// Recounts slices of a finished census, and compares them. Before, [`check_slice`] is called.
pub(crate) fn recounted(
    check: &CensusCheck<'_>,
    findings: &Findings,
    SliceChoice { recount, seed }: SliceChoice,
) -> Result<Check> {
    let slices = findings.slices.len();
    if slices == 0 {
        return Ok(Check::open(
            "the census has no slices, because an older version counted it; `blackbox census --force` counts it again",
        ));
    }
    let plain = check.plain;
    let all = plain.slices();
    if slices != all {
        return Ok(Check::failed(format!("{slices} slices instead of {all}")));
    }
    let chosen: Vec<Range<usize>> = match recount {
        Recount::Random { number } => {
            let chosen = chosen_at_random(seed, number, slices);
            chosen.map(|slice| slice..slice + 1).collect()
        }
        Recount::One { slice, .. } => iter::once(slice as usize - 1..slice as usize).collect(),
        Recount::All => {
            let rows = findings.ambiguity.rows();
            let spectra = rows.fold(0u64, |sum, row| sum.saturating_add(row.orbits));
            let parts = (spectra.div_ceil(SPECTRA) as usize).clamp(1, slices);
            let cut = |before: usize| before * slices / parts;
            (0..parts).map(|part| cut(part)..cut(part + 1)).collect()
        }
    };
    let mut faults = Faults::default();
    let (mut alone, mut rays) = ([0; 2], [None; 6]);
    let name = format!(
        "verifying {}: recounting slices, in millionths of the work",
        check.config
    );
    let each = |at: usize, recounted: Recounted| {
        for counted in &recounted.slices {
            let [orbits, spectra] = counted.sizes.get(&1).copied().unwrap_or_default();
            alone = [alone[0] + orbits, alone[1] + spectra];
        }
        for (most, value) in rays.iter_mut().zip(recounted.rays) {
            *most = value.max(*most);
        }
        faults.differ("nb_mol", plain.molecules() as i128, recounted.decided);
        compare(findings, &chosen[at], &recounted, &mut faults);
        compare_largest(plain, findings, &recounted, &mut faults);
    };
    let size = (chosen.len(), plain.molecules());
    let one = |at: usize, decided: Decided| plain.recount(chosen[at].clone(), decided);
    recount_each(name, size, one, each, check.watcher)?;
    let done: usize = chosen.iter().map(Range::len).sum();
    if done == slices {
        let claimed = findings.ambiguity.rows().find(|row| row.size == 1);
        let claimed = claimed.map_or([0; 2], |row| [row.orbits, row.spectra]);
        if claimed != alone {
            faults.add(|| "the number of unambiguous spectra".to_owned());
        }
        for ((outcome, measure, claimed), most) in findings.rays.all().iter().zip(rays) {
            if claimed.map(|claimed| claimed.value.into()) != most {
                faults.add(|| format!("the maximum of {measure} of the {outcome} rays"));
            }
        }
    }
    let of = thousands(slices as u64);
    Ok(faults.result(|| {
        Check::passed(match (recount, &chosen[..]) {
            _ if slices == 1 => "the only slice was recounted and is right, so the whole census is right".to_owned(),
            _ if done == slices => {
                format!("all {of} slices were recounted and are right, so the whole census is right")
            }
            (Recount::One { slice, .. }, _) => format!("slice {slice} of {of} was recounted and is right"),
            (_, chosen) => format!(
                "{} of {of} slices recounted ({}) with {:.2} % of the ambiguous spectra, all right: {}",
                thousands(done as u64),
                listed_shortly(chosen),
                100.0 * share(findings, chosen),
                known(done, slices)
            ),
        })
    }))
}

/// Whether the sum of the slices is the ambiguity table of the census.
pub(super) fn add_up(findings: &Findings) -> bool {
    let mut sums = AmbiguityTable::default();
    let slices = findings.slices.iter();
    slices.for_each(|slice| sums.merge(&slice.sizes));
    ambiguous(findings).eq(sums.rows())
}

/// Called with the number of decided boards. Returns whether to continue.
type Decided<'a> = &'a mut dyn FnMut(u128) -> bool;

/// Counts `number` things in parallel, which have `boards` boards each.
fn recount_each<T: Send>(
    name: String,
    (number, boards): (usize, u128),
    count: impl Fn(usize, Decided) -> Option<T> + Clone + Send,
    mut each: impl FnMut(usize, T) + Send,
    watcher: &dyn Watcher,
) -> Result<()> {
    /// The steps of progress per thing.
    const ALL: u128 = 1_000_000;
    let (done, stop) = (AtomicU64::new(0), watcher.stop());
    let mut task = Task::begun(watcher, name, 0, number as u64 * ALL as u64);
    let counter = &done;
    let count = move |at: usize| {
        let (mut decided, mut reported, mut calls) = (0, 0, 0u32);
        let mut tell = |all: u128| {
            let millionths = (all.saturating_mul(ALL) / boards.max(1)) as u64;
            counter.fetch_add(millionths - reported, Ordering::Relaxed);
            reported = millionths;
        };
        let counted = count(at, &mut |boards| {
            decided += boards;
            calls += 1;
            if calls.is_multiple_of(4096) {
                tell(decided);
                return !stop.is_requested();
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
    let counted = polled(&done, work, |done| task.advance(done));
    let counted = counted.flatten().map_err(app::Error::from)?;
    counted.map_err(|()| app::Error::Stopped("stopped while recounting".to_owned()).into())
}

/// Recounts slices of a box with any number of atoms, and compares their checksums. A census has the checksums of
/// only some slices.
pub(crate) fn recounted_box(
    width: usize,
    checksums: &[u64],
    SliceChoice { recount, seed }: SliceChoice,
    watcher: &dyn Watcher,
) -> Result<Check> {
    let (of, kept) = (box_slices(width).0, checksums.len());
    let chosen: Vec<usize> = match recount {
        Recount::Random { number } => chosen_at_random(seed, number, kept).collect(),
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
    let name = format!("verifying B{width}: recounting slices, in millionths of the work");
    let each = |at: usize, (orbits, sum): (u64, u64)| {
        spectra += orbits;
        if checksums[chosen[at]] != sum {
            faults.add(|| format!("slice {}: its spectra differ", chosen[at] + 1));
        }
    };
    let one = |at: usize, decided: Decided| plain.recount_box(chosen[at], of, decided);
    recount_each(name, (chosen.len(), 1 << cells), one, each, watcher)?;
    Ok(faults.result(|| {
        Check::passed(format!(
            "{} of {} slices recounted ({} up to symmetry): right",
            thousands(chosen.len() as u64),
            thousands(of as u64),
            counted(spectra, "spectrum", "spectra"),
        ))
    }))
}

/// Adds a fault for each slice of a census that differs from the recount.
fn compare(findings: &Findings, slices: &Range<usize>, recounted: &Recounted, faults: &mut Faults) {
    for (at, counted) in slices.clone().zip(&recounted.slices) {
        let (claimed, number) = (&findings.slices[at], at + 1);
        let sizes: Vec<AmbiguityRow> = claimed.sizes.rows().collect();
        let expected = counted.sizes.iter().filter(|(size, _)| **size >= 2);
        let expected = expected.map(|(&size, &[orbits, spectra])| [size, orbits, spectra].into());
        let expected: Vec<AmbiguityRow> = expected.collect();
        if let Some(size) = differing(&expected, &sizes) {
            faults.add(|| format!("slice {number}: the spectra of {size} molecules"));
        } else if claimed.checksum != counted.checksum {
            faults.add(|| format!("the spectra of slice {number} differ"));
        }
    }
    for ((outcome, measure, claimed), value) in findings.rays.all().iter().zip(recounted.rays) {
        if value > claimed.map(|claimed| claimed.value.into()) {
            faults.add(|| {
                format!(
                    "the {outcome} rays have a higher maximum of {measure} than the census records"
                )
            });
        }
    }
}

/// Adds a fault for each recounted group that is missing from the largest groups of the census.
fn compare_largest(plain: &Plain, findings: &Findings, recounted: &Recounted, faults: &mut Faults) {
    let kept = findings.largest.groups();
    let least = kept.get(GROUPS_KEPT - 1).map_or(1, |last| last.size);
    for (size, spectrum) in &recounted.largest {
        let images = plain.spectrum_images(spectrum);
        let smallest = images.and_then(|images| images.into_iter().min());
        let mut kept = kept.iter().map(|group| group.spectrum.as_bytes());
        if *size > least && kept.all(|one| Some(one) != smallest.as_deref()) {
            faults.add(|| format!("a group of {size} molecules is not among the largest"));
        }
    }
}

/// Chooses `number` slices with equal probabilities (Knuth's algorithm S). The same seed must always choose the
/// same ones.
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

/// Writes the numbers of the slices as a list, shortened if it is long.
fn listed_shortly(chosen: &[Range<usize>]) -> String {
    const MAX_LISTED: usize = 10;
    let numbers = chosen.iter().map(|slices| (slices.start + 1).to_string());
    let more = (chosen.len() > MAX_LISTED).then(|| "others".to_owned());
    listed(numbers.take(MAX_LISTED).chain(more))
}

/// The share of the ambiguous spectra of a census that is in these slices. If a box has few different sides, a few
/// slices have most of the spectra.
fn share(findings: &Findings, chosen: &[Range<usize>]) -> f64 {
    // Not `sum`, because the sum of no floating-point numbers is -0.
    let spectra = |slices: &[Slice]| {
        let sizes = slices.iter().flat_map(|slice| slice.sizes.rows());
        sizes.fold(0.0, |sum, row| sum + row.spectra as f64)
    };
    let chosen = chosen
        .iter()
        .map(|range| spectra(&findings.slices[range.clone()]));
    chosen.sum::<f64>() / spectra(&findings.slices).max(1.0)
}

/// The statistical conclusion if a random sample of the slices was right.
fn known(done: usize, slices: usize) -> String {
    let wrong = (slices / 100).max(1);
    // The probability that none of the wrong slices is in the sample.
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
