//! Prints the result of a command as text, as a JSON document, or as rows of CSV.

use std::io::{self, Write};

use app::output::{self, write_json};
use app::terminal::columns_to_wrap;
use app::{Format, RowFormat};
use serde::Serialize;

use crate::error::Result;

/// A result of a command.
pub(crate) trait Show {
    /// Writes text, in lines of at most this number of columns.
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()>;

    fn document(&self) -> impl Serialize;

    /// Writes the names of the columns and the rows. Results that [`print_document`] prints have none.
    fn rows(&self, _csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        Err(io::Error::other("it has no CSV").into())
    }
}

pub(crate) type CsvWriter<'a> = csv::Writer<&'a mut dyn Write>;

pub(crate) fn print(shown: &impl Show, format: RowFormat) -> Result<()> {
    Ok(output::print(|out| match format {
        RowFormat::Text => shown.text(out, columns_to_wrap()),
        RowFormat::Json => write_json(out, &shown.document()),
        RowFormat::Csv => {
            let mut csv = csv::Writer::from_writer(out as &mut dyn Write);
            shown.rows(&mut csv).map_err(io_error)?;
            csv.flush()
        }
    })?)
}

/// The underlying error of the output. A conversion by `csv` would hide its kind, by which a closed pipe is
/// recognised.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Prints a result for which there is no CSV.
pub(crate) fn print_document(shown: &impl Show, format: Format) -> Result<()> {
    let format = match format {
        Format::Text => RowFormat::Text,
        Format::Json => RowFormat::Json,
    };
    print(shown, format)
}

/// A single document, or a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Documents<T> {
    One(T),
    List(Vec<T>),
}

impl<T> Documents<T> {
    pub(crate) fn new(documents: impl Iterator<Item = T>, is_list: bool) -> Documents<T> {
        let mut list: Vec<T> = documents.collect();
        match list.len() {
            1 if !is_list => Documents::One(list.remove(0)),
            _ => Documents::List(list),
        }
    }
}
