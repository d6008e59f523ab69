//! One JSON document per line, which `mongoimport` takes, with the keys of the
//! original's documents. Its programs find in the collections what they would have
//! written.

use std::io::{self, Write};

use serde::ser::{SerializeMap, Serializer};

use super::Rows;
use crate::store::{Cell, Exported};

pub(super) struct JsonLines<'out> {
    keys: Vec<String>,
    out: &'out mut (dyn Write + Send),
}

impl<'out> JsonLines<'out> {
    pub(super) fn new(table: Exported, out: &'out mut (dyn Write + Send)) -> Self {
        let columns = table.columns().iter();
        JsonLines {
            keys: columns.map(|column| key(column.name)).collect(),
            out,
        }
    }
}

/// The original's documents have dashes where its tables have underscores, except in
/// the keys that count.
fn key(column: &str) -> String {
    match column {
        "nb_mol" | "nb_atoms" => column.to_owned(),
        other => other.replace('_', "-"),
    }
}

impl Rows for JsonLines<'_> {
    fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        let mut document = serde_json::Serializer::new(&mut *self.out);
        let mut map = document.serialize_map(None)?;
        for (key, cell) in self.keys.iter().zip(cells) {
            map.serialize_entry(key, cell)?;
        }
        map.end()?;
        self.out.write_all(b"\n")
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}
