//! The ambiguity table of a configuration.

use std::io::{self, Write};

use draw::table::{Align, Table};
use draw::words::{thousands, wrapped};
use serde::Serialize;

use crate::board::Config;
use crate::census::AmbiguityRow;
use crate::output::show::{CsvWriter, Show};

pub(crate) struct Ambiguity {
    pub config: Config,
    pub rows: Vec<AmbiguityRow>,
}

impl Show for Ambiguity {
    /// Writes the table with its totals.
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        write(out, &self.rows, self.config, usize::MAX, columns)
    }

    fn document(&self) -> impl Serialize {
        app::object! {
            config: self.config.to_string(),
            molecules: self.config.molecules(),
            ambiguity: documents(&self.rows),
        }
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        write_rows(csv, [(&self.config.to_string()[..], &self.rows[..])])
    }
}

/// The rows as part of a JSON document.
pub(crate) fn documents(rows: &[AmbiguityRow]) -> Vec<impl Serialize + use<>> {
    let document = |row: &AmbiguityRow| {
        app::object! {
            size: row.size,
            orbits: row.orbits,
            spectrums: row.spectra,
            molecules: row.molecules(),
        }
    };
    rows.iter().map(document).collect()
}

/// Writes the tables of several configurations, given by name, as CSV.
pub(crate) fn write_rows<'a>(
    csv: &mut CsvWriter<'_>,
    tables: impl IntoIterator<Item = (&'a str, &'a [AmbiguityRow])>,
) -> csv::Result<()> {
    csv.write_record(["config", "size", "orbits", "spectrums", "molecules"])?;
    for (config, rows) in tables {
        for row in rows {
            csv.serialize((config, <[u64; 3]>::from(*row), row.molecules()))?;
        }
    }
    Ok(())
}

/// Writes a table with its totals, in lines of at most this number of columns. Of the rows, at most `sizes` are
/// shown, and the others are counted.
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
            _ => format!("each of the {} molecules", thousands(all)),
        };
        let sentence = format!("{config}: no spectrum is ambiguous, because {each} has its own");
        return writeln!(out, "{}", wrapped(&sentence, columns));
    }
    let ambiguous: u64 = rows.iter().map(AmbiguityRow::molecules).sum();
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
    // A single row more is shown, because a line that counts it would be as long.
    let shown = if rows.len() <= sizes.saturating_add(1) {
        rows.len()
    } else {
        sizes
    };
    let mut add = |title: String, rows: &[AmbiguityRow]| {
        let counts: [fn(&AmbiguityRow) -> u64; 3] =
            [|row| row.orbits, |row| row.spectra, AmbiguityRow::molecules];
        let [orbits, spectra, molecules] =
            counts.map(|count| thousands(rows.iter().map(count).sum::<u64>()));
        table.row([title, orbits, spectra, molecules]);
    };
    for row in &rows[..shown] {
        add(thousands(row.size), &[*row]);
    }
    if let rest @ [first, .., last] = &rows[shown..] {
        let [first, last] = [first, last].map(|row| thousands(row.size));
        add(format!("{first} … {last}"), rest);
    }
    add("total".to_owned(), rows);
    write!(out, "{}", table.text(columns))
}
