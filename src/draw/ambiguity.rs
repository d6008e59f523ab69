//! The ambiguity table as text.

use std::io::{self, Write};

use ::draw::table::{Align, Table};
use ::draw::words::{thousands, wrapped};
use serde::Serialize;

use crate::board::Config;
use crate::store::AmbiguityRow;

/// A row of the table as a document.
pub(crate) fn document(row: &AmbiguityRow) -> impl Serialize + use<> {
    app::object! {
        size: row.molecules_per_spectrum,
        orbits: row.spectra_up_to_symmetry,
        spectrums: row.spectra,
        molecules: row.molecules,
    }
}

/// The ambiguity table of a configuration as a document.
pub(crate) fn table(rows: &[AmbiguityRow], config: Config) -> impl Serialize + use<> {
    app::object! {
        config: config.to_string(),
        molecules: config.molecules(),
        ambiguity: rows.iter().map(document).collect::<Vec<_>>(),
    }
}

/// Writes the ambiguity tables of configurations with these names as comma-separated values.
pub(crate) fn write_csv<'a>(
    out: &mut impl Write,
    tables: impl IntoIterator<Item = (&'a str, &'a [AmbiguityRow])>,
) -> io::Result<()> {
    writeln!(out, "config,size,orbits,spectrums,molecules")?;
    for (config, rows) in tables {
        for row in rows {
            let (size, orbits) = (row.molecules_per_spectrum, row.spectra_up_to_symmetry);
            let (spectra, molecules) = (row.spectra, row.molecules);
            writeln!(out, "{config},{size},{orbits},{spectra},{molecules}")?;
        }
    }
    Ok(())
}

/// Writes the ambiguity table of a configuration, with its totals, in lines of at most this number
/// of columns.
pub(crate) fn write(
    out: &mut impl Write,
    rows: &[AmbiguityRow],
    config: Config,
    columns: usize,
) -> io::Result<()> {
    write_some(out, rows, config, usize::MAX, columns)
}

/// The same with at most this number of sizes, and the number of others.
pub(crate) fn write_some(
    out: &mut impl Write,
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
