//! Exported tables for other programs, one file per form.

mod csv;
mod json_lines;
mod parquet;

use std::io::{self, Write};

use crate::game::Config;
use crate::store::{Cell, Exported};

/// The forms that a table can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Apache Parquet.
    Parquet,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON document per line.
    JsonLines,
}

/// Takes the rows of a table.
pub(crate) trait Rows {
    /// Takes a row.
    ///
    /// # Errors
    ///
    /// What the writer behind it fails with.
    fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()>;

    /// Ends the table: there are no more rows.
    ///
    /// # Errors
    ///
    /// What the writer behind it fails with.
    fn end(self: Box<Self>) -> io::Result<()>;
}

/// Writes a table of some configurations.
///
/// # Errors
///
/// What `out` fails with.
pub(crate) fn writer<'out>(
    form: Form,
    table: Exported,
    configs: &[Config],
    out: &'out mut (dyn Write + Send),
) -> io::Result<Box<dyn Rows + 'out>> {
    Ok(match form {
        Form::Parquet => Box::new(parquet::Parquet::new(table, configs, out)?),
        Form::Csv => Box::new(csv::Csv::new(table, out)?),
        Form::JsonLines => Box::new(json_lines::JsonLines::new(table, out)),
    })
}
