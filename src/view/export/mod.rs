//! Exported tables for other programs.

mod parquet;

use std::io::{self, Write};

use serde::ser::{SerializeMap, Serializer};

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

impl Form {
    /// About the number of bytes of a row.
    pub(crate) fn bytes_a_row(self, table: Exported, config: Config) -> u64 {
        let texts = match table {
            Exported::Molecules | Exported::AmbiguousMolecules => {
                config.cells() + config.positions()
            }
            Exported::Spectrums => config.positions(),
            Exported::Configurations | Exported::CensusSpectrums => 0,
        };
        let columns = table.columns().len();
        let bytes = match self {
            Form::Csv => texts + 3 * columns,
            Form::JsonLines => texts + 24 * columns,
            Form::Parquet => texts / 5,
        };
        bytes.max(1) as u64
    }
}

type Out<'out> = &'out mut (dyn Write + Send);

/// Takes the rows of a table, in one of these forms.
pub(crate) enum Rows<'out> {
    Parquet(Box<parquet::Parquet<'out>>),
    /// As RFC 4180 defines it. It changes no cell, and leaves a missing value empty.
    Csv(Box<csv::Writer<Out<'out>>>),
    /// What `mongoimport` takes, with the keys of the original's documents. Its programs find in
    /// the collections what they would have written.
    JsonLines(Vec<String>, Out<'out>),
}

impl<'out> Rows<'out> {
    /// Begins a table of some configurations.
    pub(crate) fn new(
        form: Form,
        table: Exported,
        configs: &[Config],
        out: Out<'out>,
    ) -> io::Result<Rows<'out>> {
        let names = table.columns().into_iter().map(|column| column.name);
        Ok(match form {
            Form::Parquet => Rows::Parquet(Box::new(parquet::Parquet::new(table, configs, out)?)),
            Form::Csv => {
                let mut out = csv::WriterBuilder::new()
                    .has_headers(false)
                    .from_writer(out);
                out.write_record(names)?;
                Rows::Csv(Box::new(out))
            }
            Form::JsonLines => Rows::JsonLines(names.map(document_key).collect(), out),
        })
    }

    /// Takes a row.
    pub(crate) fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        match self {
            Rows::Parquet(out) => out.row(cells),
            Rows::Csv(out) => Ok(out.serialize(cells)?),
            Rows::JsonLines(keys, out) => {
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

    /// Ends the table: there are no more rows.
    pub(crate) fn end(self) -> io::Result<()> {
        match self {
            Rows::Parquet(out) => out.end(),
            Rows::Csv(mut out) => out.flush(),
            Rows::JsonLines(..) => Ok(()),
        }
    }
}

/// The original's documents have dashes where its tables have underscores, except in
/// the keys that count.
pub(crate) fn document_key(column: &str) -> String {
    match column {
        "nb_mol" | "nb_atoms" => column.to_owned(),
        other => other.replace('_', "-"),
    }
}
