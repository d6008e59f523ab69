//! The ambiguity table as text.

use std::io::{self, Write};

use ::view::words::thousands;
use itertools::Itertools;
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
        let each = match all {
            1 => "the only molecule".to_owned(),
            _ => format!("every one of the {} molecules", thousands(all)),
        };
        return writeln!(
            out,
            "{config}: no spectrum is ambiguous, {each} has its own"
        );
    }
    let total = |count: fn(&AmbiguityRow) -> u64| -> u64 { rows.iter().map(count).sum() };
    let ambiguous = total(|row| row.molecules);
    writeln!(
        out,
        "{config}: {} of {} molecules ({:.3} %) share their spectrum with others\n",
        thousands(ambiguous),
        thousands(all),
        100.0 * ambiguous as f64 / all as f64
    )?;
    let mut lines = vec![
        ["molecules", "spectra up to", "spectra", "molecules"].map(str::to_owned),
        ["a spectrum", "symmetry", "in all", "in all"].map(str::to_owned),
    ];
    lines.extend(rows.iter().map(|row| {
        [
            thousands(row.molecules_per_spectrum),
            thousands(row.spectra_up_to_symmetry),
            thousands(row.spectra),
            thousands(row.molecules),
        ]
    }));
    lines.push([
        "total".to_owned(),
        thousands(total(|row| row.spectra_up_to_symmetry)),
        thousands(total(|row| row.spectra)),
        thousands(ambiguous),
    ]);
    // Large boxes need wider columns.
    let width = |column: usize, least: usize| {
        let widest = lines.iter().map(|line| line[column].len()).max();
        widest.unwrap_or(0).max(least)
    };
    let widths = [width(0, 12), width(1, 14), width(2, 12), width(3, 12)];
    for line in &lines {
        let cells = line.iter().zip(widths);
        let cells = cells.map(|(cell, width)| format!("{cell:>width$}"));
        writeln!(out, "{}", cells.format(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_large_boxes_stand_below_each_other() {
        let row = |molecules, spectra_up_to_symmetry, spectra| AmbiguityRow {
            molecules_per_spectrum: molecules,
            spectra_up_to_symmetry,
            spectra,
            molecules: molecules * spectra,
        };
        for (rows, config, width) in [
            ([row(2, 266, 2_104), row(3, 8, 52)], "A4_B8", 53),
            (
                [row(2, 300_000_000, 2_400_000_000), row(7_932, 1, 8)],
                "A9_B8",
                55,
            ),
        ] {
            let mut out = Vec::new();
            write(&mut out, &rows, config.parse().unwrap()).unwrap();
            let text = String::from_utf8(out).unwrap();
            let table: Vec<&str> = text.lines().skip(2).collect();
            assert_eq!(table.len(), 5, "{text}");
            assert!(table.iter().all(|line| line.len() == width), "{text}");
        }
    }
}
