//! What a verification found, a line a check.

use std::io::{self, Write};

use kit::terminal::printable;

use crate::stages::verify::{CheckOutcome, Line};

/// Writes one line.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write(out: &mut impl Write, line: &Line) -> io::Result<()> {
    match line {
        Line::Check(check) => {
            let outcome = match check.outcome {
                CheckOutcome::Passed => "ok",
                CheckOutcome::Open => "open",
                CheckOutcome::Failed => "FAILED",
            };
            // What was found may quote the file.
            let finding = printable(&check.finding);
            writeln!(out, "{outcome:<8}  {:<11}  {finding}", check.name)
        }
        Line::Checksum(checksum) => writeln!(
            out,
            "checksum  {:<11}  sha256 {} of {} rows",
            checksum.table, checksum.sha256, checksum.rows
        ),
    }
}
