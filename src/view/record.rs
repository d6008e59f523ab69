//! A molecule for programs: the columns of the table of molecules, and how ambiguous it is, if that
//! is known.
//!
//! A JSON document has the keys of the original's records, in their order, so that MongoDB can
//! import it for the original's second backend.

use std::io::{self, Write};
use std::sync::LazyLock;

use itertools::Itertools;
use serde::ser::{SerializeMap, Serializer};

use super::export::document_key;
use super::family;
use crate::game::Config;
use crate::store::{COLUMNS, Cell, Record, Twins};

/// The keys of a document for the columns.
static KEYS: LazyLock<[String; COLUMNS.len()]> = LazyLock::new(|| COLUMNS.map(document_key));

pub(crate) fn write_json(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    config: Config,
) -> io::Result<()> {
    let mut document = serde_json::Serializer::new(&mut *out);
    let mut map = document.serialize_map(None)?;
    with_cells(record, config, |cells| {
        let mut entries = KEYS.iter().zip(cells);
        entries.try_for_each(|(key, cell)| map.serialize_entry(key, cell))
    })?;
    if let Some(twins) = twins {
        map.serialize_entry("ambiguous", &(twins.group_size > 1))?;
        map.serialize_entry("spectral-group-size", &twins.group_size)?;
        map.serialize_entry("twins", &twins.numbers)?;
        let family = family::of_twins(record.molecule, Some(twins), config);
        map.serialize_entry("family", &family.as_ref().map(family::document))?;
    }
    map.end()?;
    writeln!(out)
}

/// Writes one molecule as a line of comma-separated values, the `first` one after the names of the
/// columns.
pub(crate) fn write_csv(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    config: Config,
    first: bool,
) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new();
    let mut csv = csv.has_headers(false).from_writer(Vec::new());
    if first {
        let more = ["ambiguous", "spectral_group_size", "twins"];
        csv.write_record(COLUMNS.into_iter().chain(more))?;
    }
    let numbers = twins.and_then(|twins| twins.numbers.as_deref());
    let ambiguity = (
        twins.map(|twins| twins.group_size > 1),
        twins.map(|twins| twins.group_size),
        numbers.map(|numbers| numbers.iter().join(" ")),
    );
    with_cells(record, config, |cells| csv.serialize((cells, ambiguity)))?;
    let line = csv.into_inner().map_err(|error| error.into_error())?;
    out.write_all(&line)
}

/// Calls `each` with the cells of a molecule's row.
fn with_cells<T>(record: &Record, config: Config, each: impl FnOnce(&[Cell<'_>]) -> T) -> T {
    let (name, molecule) = (config.to_string(), record.molecule.text(config));
    let texts = [
        Cell::Text(&name),
        Cell::Number(record.number),
        Cell::Number(record.canonical_number),
        Cell::Text(&molecule),
        Cell::Text(record.spectrum.as_str()),
        Cell::Text(record.transform.name()),
    ];
    let counts = record.counts().map(|count| Cell::Number(count.into()));
    each(&[&texts[..], &counts].concat())
}
