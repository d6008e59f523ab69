//! Exported tables, one form a file: whoever wants the rows elsewhere.

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
    /// A JSON document a line.
    JsonLines,
}

/// Takes the rows of a table.
pub(crate) trait Rows {
    /// Takes one.
    ///
    /// # Errors
    ///
    /// What the writer behind it fails with.
    fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()>;

    /// There are no more.
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
