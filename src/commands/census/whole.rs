//! The census of a whole box: the boards of every number of atoms in one pass. It is printed, not stored.

use std::io::{self, Write};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use ::draw::table::{Align, Table};
use ::draw::words::{bytes, counted, thousands, wrapped};
use app::object;
use app::terminal::columns_to_wrap;
use app::{Rows, output};
use itertools::Itertools;
use serde::Serialize;
use watch::{Watcher, polled};

use crate::board::Config;
use crate::census::{BoxCensus, BoxPlan, EXACT_SIZES, Part, PassEnd, Resources, SpectralCount};
use crate::commands::census::granted;
use crate::commands::census::run::too_long;
use crate::error::{Error, Result};
use crate::plan::{LONGEST, PlanOptions, about};

/// The census of a box, and how long it took.
pub(super) struct CountedBox {
    census: BoxCensus,
    time: Duration,
}

/// Counts the boards of a box, after it has said what there is to do. Nothing if the user only wants to
/// know that. Fails if it takes more than a day and the limits are not ignored.
pub(super) fn census_box(
    width: usize,
    resources: Resources,
    wish: PlanOptions,
    watcher: &dyn Watcher,
) -> Result<Option<CountedBox>> {
    let Resources { memory, threads } = resources;
    let plan = BoxPlan::new(width);
    let time = plan.time / threads as u32;
    let boards = thousands(1_u128 << (width * width));
    watcher.say(&format!(
        "census of B{width}: {boards} boards; up to {} of memory on {}, no disk, {}; the result is not stored",
        bytes(plan.memory * threads as u64),
        counted(threads as u64, "thread", "threads"),
        about(time),
    ));
    if wish.dry_run {
        return Ok(None);
    }
    if !wish.ignore_limits && time > LONGEST {
        return Err(too_long(format_args!("B{width}"), time));
    }
    granted(memory.min(plan.memory * threads as u64))?;
    let begun = Instant::now();
    let mut census = BoxCensus::new(width);
    let (work, stop) = (AtomicU64::new(0), watcher.stop());
    watcher.begin(&format!("census of B{width}"), 0, plan.work);
    let count = || census.count(Part::WHOLE, resources, &work, stop);
    let end = polled(&work, count, |done| watcher.advance(done.min(plan.work)));
    watcher.end();
    end.map_err(app::Error::from)?.map_err(|end| match end {
        PassEnd::Stopped => Error::stopped(format!("stopped; the census of B{width} is not kept")),
        PassEnd::NoThread(refused) => app::Error::from(refused).into(),
        PassEnd::Memory => app::Error::Usage(format!(
            "{} of memory on {} are not enough for a census of B{width}",
            bytes(memory),
            counted(threads as u64, "thread", "threads"),
        ))
        .into(),
    })?;
    let wrong = || {
        app::Error::Usage(format!(
            "the census of B{width} is wrong: boards are missing"
        ))
        .into()
    };
    let time = begun.elapsed();
    census
        .is_right()
        .then_some(Some(CountedBox { census, time }))
        .ok_or_else(wrong)
}

/// Prints the censuses of boxes, as a list or one alone.
pub(super) fn print(boxes: &[CountedBox], is_list: bool, format: Rows) -> Result<()> {
    Ok(output::print(|out| match format {
        Rows::Text => write_text(out, boxes, columns_to_wrap()),
        Rows::Json => super::show::write_json(out, boxes.iter().map(document), is_list),
        Rows::Csv => write_csv(out, boxes),
    })?)
}

/// What is known of one number of atoms, as numbers.
struct AtomsRow {
    atoms: usize,
    canonical: Option<u64>,
    molecules: u64,
    ambiguous: u64,
    spectra: SpectralCount,
    ambiguous_spectra: SpectralCount,
    largest: u64,
}

fn rows(census: &BoxCensus) -> impl Iterator<Item = AtomsRow> {
    census.atoms().iter().enumerate().map(|(atoms, counts)| {
        let config = Config::new(atoms as u64, census.width() as u64);
        let [spectra, ambiguous_spectra] = counts.spectra();
        AtomsRow {
            atoms,
            canonical: config.ok().map(Config::canonical_molecules),
            molecules: counts.molecules,
            ambiguous: counts.ambiguous(),
            spectra,
            ambiguous_spectra,
            largest: counts.largest,
        }
    })
}

fn write_text(out: &mut impl Write, boxes: &[CountedBox], columns: usize) -> io::Result<()> {
    for (at, CountedBox { census, .. }) in boxes.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let headings = [
            "atoms",
            "molecules",
            "canonical",
            "ambiguous\nmolecules",
            "%",
            "spectra\nup to\nsymmetry",
            "spectra\nin all",
            "ambiguous\nup to\nsymmetry",
            "ambiguous\nin all",
            "largest\ngroup",
        ];
        let mut table = Table::new(Align::Right, headings);
        for row in rows(census) {
            table.row([
                row.atoms.to_string(),
                thousands(row.molecules),
                row.canonical.map_or("-".to_owned(), thousands),
                thousands(row.ambiguous),
                format!("{:.4}", 100.0 * row.ambiguous as f64 / row.molecules as f64),
                thousands(row.spectra.orbits),
                thousands(row.spectra.spectra),
                thousands(row.ambiguous_spectra.orbits),
                thousands(row.ambiguous_spectra.spectra),
                thousands(row.largest),
            ]);
        }
        write!(out, "{}", table.text(columns))?;
        let SpectralCount { orbits, spectra } = census.spectra();
        let width = census.width();
        let sentence = format!(
            "B{width}: {} boards have {} spectra, {} up to symmetry, whatever the number of atoms.",
            thousands(1_u128 << (width * width)),
            thousands(spectra),
            thousands(orbits),
        );
        writeln!(out, "\n{}\n", wrapped(&sentence, columns))?;
        let mut table = Table::new(
            Align::Right,
            [
                "numbers\nof atoms",
                "spectra\nup to\nsymmetry",
                "spectra\nin all",
            ],
        );
        for (numbers, count) in occurring(census) {
            table.row([
                numbers.to_string(),
                thousands(count.orbits),
                thousands(count.spectra),
            ]);
        }
        write!(out, "{}", table.text(columns))?;
    }
    Ok(())
}

/// By how many numbers of atoms they occur with, the number of spectra.
fn occurring(census: &BoxCensus) -> impl Iterator<Item = (usize, SpectralCount)> {
    let numbers = census.numbers().iter().copied().enumerate();
    numbers.filter(|(_, count)| count.orbits > 0)
}

fn write_csv(out: &mut impl Write, boxes: &[CountedBox]) -> io::Result<()> {
    let names = "config,molecules,canonical,ambiguous,spectra_up_to_symmetry,spectra,ambiguous_up_to_symmetry,ambiguous_spectra,largest";
    writeln!(out, "{names}")?;
    for CountedBox { census, .. } in boxes {
        for row in rows(census) {
            let counts = [
                row.molecules.to_string(),
                row.canonical
                    .map_or(String::new(), |canonical| canonical.to_string()),
                row.ambiguous.to_string(),
                row.spectra.orbits.to_string(),
                row.spectra.spectra.to_string(),
                row.ambiguous_spectra.orbits.to_string(),
                row.ambiguous_spectra.spectra.to_string(),
                row.largest.to_string(),
            ];
            writeln!(
                out,
                "A{}_B{},{}",
                row.atoms,
                census.width(),
                counts.iter().join(",")
            )?;
        }
    }
    Ok(())
}

fn document(CountedBox { census, time }: &CountedBox) -> impl Serialize + use<> {
    let atoms = rows(census).zip(census.atoms()).map(|(row, counts)| {
        // Each size up to the exact ones by itself, and those above up to each power of two.
        let sizes = counts.sizes().map(|(most, count)| {
            object! { most: most, orbits: count.orbits, spectrums: count.spectra }
        });
        object! {
            atoms: row.atoms,
            molecules: row.molecules,
            canonical: row.canonical,
            ambiguous_molecules: row.ambiguous,
            orbits: row.spectra.orbits,
            spectrums: row.spectra.spectra,
            ambiguous_orbits: row.ambiguous_spectra.orbits,
            ambiguous_spectrums: row.ambiguous_spectra.spectra,
            largest_group: row.largest,
            exceptions: counts.exceptions,
            sizes: sizes.collect::<Vec<_>>(),
        }
    });
    let numbers = occurring(census).map(|(numbers, count)| {
        object! { numbers_of_atoms: numbers, orbits: count.orbits, spectrums: count.spectra }
    });
    let all = census.spectra();
    object! {
        config: format!("B{}", census.width()),
        boards: 1_u128 << (census.width() * census.width()),
        orbits: all.orbits,
        spectrums: all.spectra,
        exact_sizes: EXACT_SIZES,
        numbers_of_atoms: numbers.collect::<Vec<_>>(),
        atoms: atoms.collect::<Vec<_>>(),
        seconds: time.as_secs_f64(),
    }
}
