//! The ambiguity table of a configuration.

use std::io::{self, Write};

use ::draw::table::{Align, Table};
use ::draw::words::{thousands, wrapped};
use serde::Serialize;

use crate::board::Config;
use crate::draw::show::{CsvWriter, Show};
use crate::store::AmbiguityRow;

pub(crate) struct Ambiguity {
    pub config: Config,
    pub rows: Vec<AmbiguityRow>,
}

impl Show for Ambiguity {
    /// The table with its totals.
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        write(out, &self.rows, self.config, usize::MAX, columns)
    }

    fn document(&self) -> impl Serialize {
        app::object! {
            config: self.config.to_string(),
            molecules: self.config.molecules(),
            ambiguity: self.rows.clone(),
        }
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        write_rows(csv, [(&self.config.to_string()[..], &self.rows[..])])
    }
}

/// Writes the tables of configurations with these names as CSV.
pub(crate) fn write_rows<'a>(
    csv: &mut CsvWriter<'_>,
    tables: impl IntoIterator<Item = (&'a str, &'a [AmbiguityRow])>,
) -> csv::Result<()> {
    csv.write_record(["config", "size", "orbits", "spectrums", "molecules"])?;
    for (config, rows) in tables {
        for row in rows {
            let (size, orbits) = (row.molecules_per_spectrum, row.spectra_up_to_symmetry);
            csv.serialize((config, size, orbits, row.spectra, row.molecules))?;
        }
    }
    Ok(())
}

/// Writes a table with its totals, at most this number of sizes, and the number of others, in lines of at
/// most this number of columns.
pub(crate) fn write(
    out: &mut dyn Write,
    rows: &[AmbiguityRow],
    config: Config,
    sizes: usize,
    columns: usize,
) -> io::Result<()> {
    let all = config.molecules();
    if rows.is_empty() {
        let each = match all {
            1 => "the only molecule".to_owned(),
            _ => format!("every one of the {} molecules", thousands(all)),
        };
        let sentence = format!("{config}: no spectrum is ambiguous, {each} has its own");
        return writeln!(out, "{}", wrapped(&sentence, columns));
    }
    let total = |count: fn(&AmbiguityRow) -> u64| -> u64 { rows.iter().map(count).sum() };
    let ambiguous = total(|row| row.molecules);
    let sentence = format!(
        "{config}: {} of {} molecules ({:.3} %) share their spectrum with others",
        thousands(ambiguous),
        thousands(all),
        100.0 * ambiguous as f64 / all as f64
    );
    writeln!(out, "{}\n", wrapped(&sentence, columns))?;
    let headings = [
        "molecules\nper spectrum",
        "spectra up to\nsymmetry",
        "spectra\nin all",
        "molecules\nin all",
    ];
    let mut table = Table::new(Align::Right, headings);
    // A line would only say that there is one line more.
    let shown = if rows.len() <= sizes.saturating_add(1) {
        rows.len()
    } else {
        sizes
    };
    for row in &rows[..shown] {
        table.row([
            thousands(row.molecules_per_spectrum),
            thousands(row.spectra_up_to_symmetry),
            thousands(row.spectra),
            thousands(row.molecules),
        ]);
    }
    if let [first, .., last] = &rows[shown..] {
        let [first, last] = [first, last].map(|row| thousands(row.molecules_per_spectrum));
        let rest = |count: fn(&AmbiguityRow) -> u64| rows[shown..].iter().map(count).sum::<u64>();
        table.row([
            format!("{first} … {last}"),
            thousands(rest(|row| row.spectra_up_to_symmetry)),
            thousands(rest(|row| row.spectra)),
            thousands(rest(|row| row.molecules)),
        ]);
    }
    table.row([
        "total".to_owned(),
        thousands(total(|row| row.spectra_up_to_symmetry)),
        thousands(total(|row| row.spectra)),
        thousands(ambiguous),
    ]);
    write!(out, "{}", table.text(columns))
}
