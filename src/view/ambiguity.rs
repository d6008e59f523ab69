//! The ambiguity table as text.

use std::io::{self, Write};

use serde::Serialize;

use crate::game::Config;
use crate::store::AmbiguityRow;

/// An entry of the table, as a census has it, too.
#[derive(Serialize)]
pub(super) struct Row {
    size: u64,
    orbits: u64,
    spectrums: u64,
    molecules: u64,
}

impl From<&AmbiguityRow> for Row {
    fn from(row: &AmbiguityRow) -> Row {
        Row {
            size: row.molecules_per_spectrum,
            orbits: row.spectra_up_to_symmetry,
            spectrums: row.spectra,
            molecules: row.molecules,
        }
    }
}

/// Writes the ambiguity table of a configuration as one JSON document.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_json(
    out: &mut impl Write,
    rows: &[AmbiguityRow],
    config: Config,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct Document {
        config: String,
        molecules: u64,
        ambiguity: Vec<Row>,
    }
    let document = Document {
        config: config.to_string(),
        molecules: config.molecules(),
        ambiguity: rows.iter().map(Row::from).collect(),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

/// Writes the ambiguity table of a configuration as comma-separated values.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_csv(
    out: &mut impl Write,
    rows: &[AmbiguityRow],
    config: Config,
) -> io::Result<()> {
    writeln!(out, "config,size,orbits,spectrums,molecules")?;
    rows.iter().map(Row::from).try_for_each(|row| {
        let Row {
            size,
            orbits,
            spectrums,
            molecules,
        } = row;
        writeln!(out, "{config},{size},{orbits},{spectrums},{molecules}")
    })
}

/// Writes the ambiguity table of a configuration, with its totals.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write(out: &mut impl Write, rows: &[AmbiguityRow], config: Config) -> io::Result<()> {
    let all = config.molecules();
    if rows.is_empty() {
        return writeln!(
            out,
            "{config}: no spectrum is ambiguous, every one of the {all} molecules has its own"
        );
    }
    let total = |count: fn(&AmbiguityRow) -> u64| -> u64 { rows.iter().map(count).sum() };
    let ambiguous = total(|row| row.molecules);
    writeln!(
        out,
        "{config}: {ambiguous} of {all} molecules ({:.3} %) share their spectrum with others\n",
        100.0 * ambiguous as f64 / all as f64
    )?;
    let mut line = |molecules: &str, up_to_symmetry: &str, spectra: &str, in_all: &str| {
        writeln!(
            out,
            "{molecules:>12} {up_to_symmetry:>14} {spectra:>12} {in_all:>12}"
        )
    };
    line("molecules", "spectra up to", "spectra", "molecules")?;
    line("a spectrum", "symmetry", "in all", "in all")?;
    for row in rows {
        line(
            &row.molecules_per_spectrum.to_string(),
            &row.spectra_up_to_symmetry.to_string(),
            &row.spectra.to_string(),
            &row.molecules.to_string(),
        )?;
    }
    line(
        "total",
        &total(|row| row.spectra_up_to_symmetry).to_string(),
        &total(|row| row.spectra).to_string(),
        &ambiguous.to_string(),
    )
}
