//! Writes exported tables as Parquet, CSV or JSON lines.

mod parquet;

use std::io::{self, Write};

use clap::ValueEnum;
use serde::ser::{SerializeMap, Serializer};

use crate::board::Config;
use crate::commands::export::run::Selected;
use crate::output::molecule::document_key;
use crate::store::checksum::Checksum;
use crate::store::{Cell, Column};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TableForm {
    /// Apache Parquet with types, for pandas, polars, DuckDB, R, Spark
    Parquet,
    /// Comma-separated values with a header; values are written unchanged, even if they begin with @
    Csv,
    /// One JSON document per line, for mongoimport
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
}

impl TableForm {
    /// The extension of such files.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            TableForm::Parquet => "parquet",
            TableForm::Csv => "csv",
            TableForm::Jsonl => "jsonl",
        }
    }

    /// The approximate number of bytes of a row.
    pub(crate) fn bytes_a_row(self, columns: &[Column], config: Config) -> u64 {
        let texts = columns.iter().map(|column| match column.name.as_str() {
            "molecule" | "other_molecule" => config.cells(),
            "spectrum" => config.positions(),
            _ => 0,
        });
        let (texts, columns) = (texts.sum::<usize>(), columns.len());
        let bytes = match self {
            TableForm::Csv => texts + 3 * columns,
            TableForm::Jsonl => texts + 24 * columns,
            TableForm::Parquet => texts / 5,
        };
        bytes.max(1) as u64
    }
}

/// A table as CSV with its header.
fn begun<W: Write>(table: &Selected, out: W) -> io::Result<csv::Writer<W>> {
    let mut csv = csv::WriterBuilder::new();
    let mut csv = csv.has_headers(false).from_writer(out);
    csv.write_record(table.columns.iter().map(|column| &column.name))?;
    Ok(csv)
}

type Out<'out> = &'out mut (dyn Write + Send);

/// Writes the rows of a table in one of the formats.
pub(crate) enum TableWriter<'out> {
    /// The file, and the rows as CSV, whose checksum it contains.
    Parquet(Box<parquet::Parquet<'out>>, Box<csv::Writer<Checksum>>),
    /// As in RFC 4180. Cells are unchanged, and a missing value is empty.
    Csv(Box<csv::Writer<Out<'out>>>),
    /// The format of `mongoimport`, with the keys of the documents of the original program, so that its scripts can
    /// read them.
    JsonLines(Vec<String>, Out<'out>),
}

impl<'out> TableWriter<'out> {
    pub(crate) fn new(
        form: TableForm,
        table: &Selected,
        out: Out<'out>,
    ) -> io::Result<TableWriter<'out>> {
        Ok(match form {
            TableForm::Parquet => {
                let file = parquet::Parquet::new(table, out)?;
                let checksum = begun(table, Checksum::default())?;
                TableWriter::Parquet(Box::new(file), Box::new(checksum))
            }
            TableForm::Csv => TableWriter::Csv(Box::new(begun(table, out)?)),
            TableForm::Jsonl => {
                let columns = table.columns.iter();
                let keys = columns.map(|column| document_key(&column.name)).collect();
                TableWriter::JsonLines(keys, out)
            }
        })
    }

    pub(crate) fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        match self {
            TableWriter::Parquet(out, checksum) => {
                checksum.serialize(cells)?;
                out.row(cells)
            }
            TableWriter::Csv(out) => Ok(out.serialize(cells)?),
            TableWriter::JsonLines(keys, out) => {
                let mut document = serde_json::Serializer::new(&mut **out);
                let mut map = document.serialize_map(None)?;
                for (key, cell) in keys.iter().zip(cells) {
                    map.serialize_entry(key, cell)?;
                }
                map.end()?;
                out.write_all(b"\n")
            }
        }
    }

    /// Finishes the table.
    pub(crate) fn end(self) -> io::Result<()> {
        match self {
            TableWriter::Parquet(out, checksum) => {
                let checksum = checksum.into_inner().map_err(|error| error.into_error())?;
                out.end(checksum.digits())
            }
            TableWriter::Csv(mut out) => out.flush(),
            TableWriter::JsonLines(..) => Ok(()),
        }
    }
}
