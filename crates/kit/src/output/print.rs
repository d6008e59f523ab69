//! Results to stdout, and documents as JSON.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

/// Writes results to stdout in one go.
///
/// # Errors
///
/// The error of `write`, or an error if stdout takes no more.
pub fn print<E: From<io::Error>>(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Writes a document on a line of its own.
///
/// # Errors
///
/// If `out` takes no more.
pub fn write_json(out: &mut (impl Write + ?Sized), document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}
