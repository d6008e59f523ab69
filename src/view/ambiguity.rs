//! The ambiguity table as text.

use std::io::{self, Write};

use crate::game::Config;
use crate::store::AmbiguityRow;

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
