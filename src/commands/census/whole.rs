//! The census of a whole box, which counts the boards of every number of atoms in one pass. It is not stored.

use std::io::{self, Write};
use std::time::Duration;

use app::object;
use draw::table::{Align, Table};
use draw::words::{counted, thousands, wrapped};
use serde::Serialize;
use watch::Watcher;

use crate::board::Config;
use crate::census::{AtomCounts, BoxFindings, EXACT_SIZES, Part, Resources, SpectralCount};
use crate::commands::census::part::Count;
use crate::commands::census::run::allowed;
use crate::error::Result;
use crate::output::show::{CsvWriter, Documents, Show};
use crate::plan::{PlanOptions, about};
use crate::store::{Boards, PartCensus};

/// The census of a box, and the time it took.
pub(super) struct CountedBox {
    pub(super) width: usize,
    pub(super) findings: BoxFindings,
    pub(super) time: Duration,
}

impl CountedBox {
    /// Fails with a message if the sums differ from the numbers of boards.
    pub(super) fn check(&self) -> std::result::Result<(), String> {
        let wrong = |atoms| format!("the sums of A{atoms}_B{} are wrong", self.width);
        self.findings
            .wrong()
            .map_or(Ok(()), |atoms| Err(wrong(atoms)))
    }
}

/// Prints the plan of the census of a box, and takes it. `None` for a dry run. Fails if it takes more than a day
/// and the limits are not ignored.
pub(super) fn census_box(
    width: usize,
    resources: Resources,
    options: PlanOptions,
    watcher: &dyn Watcher,
) -> Result<Option<CountedBox>> {
    let mut count = Count::new(Boards::Box(width), Part::WHOLE, resources);
    let plan = count.census.plan(resources);
    let threads = plan.resources.threads;
    let time = count.census.estimate(&plan);
    watcher.say(&format!(
        "census of B{width}: {} boards; {} on {}, no disk, {}; the result is not stored",
        thousands(1_u128 << (width * width)),
        allowed(&plan),
        counted(threads as u64, "thread", "threads"),
        about(time),
    ));
    if !count.permit(options)? {
        return Ok(None);
    }
    count.finish(watcher, "nothing is kept", |_| Ok(()))?;
    let PartCensus::Box(census) = &count.census else {
        return Ok(None);
    };
    let counted = CountedBox {
        width,
        findings: census.findings().clone(),
        time: count.cost.time,
    };
    counted.check().map_err(app::Error::Usage)?;
    Ok(Some(counted))
}

pub(super) struct Boxes {
    pub(super) boxes: Vec<CountedBox>,
    /// Whether the user named a range or several boxes.
    pub(super) is_list: bool,
}

/// Each number of atoms, its canonical molecules if they can be counted, and the findings.
fn rows(counted: &CountedBox) -> impl Iterator<Item = (usize, Option<u64>, &AtomCounts)> {
    let findings = counted.findings.atoms.iter().enumerate();
    findings.map(|(atoms, counts)| {
        let config = Config::new(atoms as u64, counted.width as u64).ok();
        (atoms, config.map(Config::canonical_molecules), counts)
    })
}

impl Show for Boxes {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        for (at, counted) in self.boxes.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            write_text(out, counted, columns)?;
        }
        Ok(())
    }

    fn document(&self) -> impl Serialize {
        Documents::new(self.boxes.iter().map(document), self.is_list)
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        let columns = "config,molecules,canonical,ambiguous,spectra_up_to_symmetry,spectra,ambiguous_up_to_symmetry,ambiguous_spectra,largest";
        csv.write_record(columns.split(','))?;
        for counted in &self.boxes {
            for (atoms, canonical, counts) in rows(counted) {
                let config = format!("A{atoms}_B{}", counted.width);
                let spectra = counts.spectra().map(|count| (count.orbits, count.spectra));
                let molecules = (counts.molecules, canonical, counts.ambiguous());
                csv.serialize((config, molecules, spectra, counts.largest))?;
            }
        }
        Ok(())
    }
}

fn write_text(out: &mut dyn Write, counted: &CountedBox, columns: usize) -> io::Result<()> {
    let headings = [
        "atoms",
        "molecules",
        "canonical",
        "ambiguous\nmolecules",
        "%",
        "spectra\nup to\nsymmetry",
        "spectra\nin all",
        "groups\nup to\nsymmetry",
        "groups\nin all",
        "largest\ngroup",
    ];
    let mut table = Table::new(Align::Right, headings);
    for (atoms, canonical, counts) in rows(counted) {
        let ([all, several], ambiguous) = (counts.spectra(), counts.ambiguous());
        table.row([
            atoms.to_string(),
            thousands(counts.molecules),
            canonical.map_or("-".to_owned(), thousands),
            thousands(ambiguous),
            format!("{:.4}", 100.0 * ambiguous as f64 / counts.molecules as f64),
            thousands(all.orbits),
            thousands(all.spectra),
            thousands(several.orbits),
            thousands(several.spectra),
            thousands(counts.largest),
        ]);
    }
    write!(out, "{}", table.text(columns))?;
    let SpectralCount { orbits, spectra } = counted.findings.spectra();
    let width = counted.width;
    let sentence = format!(
        "B{width}: {} boards with 0 to {} atoms have {} different spectra, {} up to symmetry. A spectrum can occur with several numbers of atoms:",
        thousands(1_u128 << (width * width)),
        width * width,
        thousands(spectra),
        thousands(orbits),
    );
    writeln!(out, "\n{}\n", wrapped(&sentence, columns))?;
    let headings = [
        "how many\nnumbers",
        "spectra\nup to\nsymmetry",
        "spectra\nin all",
    ];
    let mut table = Table::new(Align::Right, headings);
    for (numbers, count) in occurring(&counted.findings) {
        table.row([
            numbers.to_string(),
            thousands(count.orbits),
            thousands(count.spectra),
        ]);
    }
    write!(out, "{}", table.text(columns))
}

/// For each number `n` from 1, the spectra that occur with exactly `n` different numbers of atoms.
fn occurring(findings: &BoxFindings) -> impl Iterator<Item = (usize, SpectralCount)> {
    let numbers = findings.numbers.iter().copied().enumerate();
    numbers.filter(|(_, count)| count.orbits > 0)
}

fn document(counted: &CountedBox) -> impl Serialize + use<> {
    let CountedBox {
        width,
        findings,
        time,
    } = counted;
    let atoms = rows(counted).map(|(number, canonical, counts)| {
        // Small sizes have a row each, larger ones a row up to each power of two.
        let sizes = counts.sizes().map(|row| {
            object! { most: row.size, orbits: row.orbits, spectrums: row.spectra }
        });
        let [all, several] = counts.spectra();
        object! {
            atoms: number,
            molecules: counts.molecules,
            canonical: canonical,
            ambiguous_molecules: counts.ambiguous(),
            orbits: all.orbits,
            spectrums: all.spectra,
            ambiguous_orbits: several.orbits,
            ambiguous_spectrums: several.spectra,
            largest_group: counts.largest,
            spectrum_of_largest: (counts.largest_spectrum).map(|spectrum| spectrum.to_string()),
            exceptions: counts.exceptions,
            sizes: sizes.collect::<Vec<_>>(),
        }
    });
    let numbers = occurring(findings).map(|(numbers, count)| {
        object! { numbers_of_atoms: numbers, orbits: count.orbits, spectrums: count.spectra }
    });
    let all = findings.spectra();
    object! {
        config: format!("B{}", width),
        boards: 1_u128 << (width * width),
        orbits: all.orbits,
        spectrums: all.spectra,
        exact_sizes: EXACT_SIZES,
        numbers_of_atoms: numbers.collect::<Vec<_>>(),
        atoms: atoms.collect::<Vec<_>>(),
        seconds: time.as_secs_f64(),
    }
}
