//! A molecule for programs: the columns of the table of molecules, and how ambiguous it is, if that
//! is known.
//!
//! A JSON document has the keys of the original's records, in their order, so that MongoDB can
//! import it for the original's second backend.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use crate::game::Config;
use crate::store::{Exported, Record, Twins};

/// The columns of the table, in their order.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Columns<'a> {
    config: String,
    number: u64,
    canonical_number: u64,
    molecule: String,
    spectrum: &'a str,
    transform: &'a str,
    absorbed_number: u16,
    absorbed_max_length: u16,
    absorbed_max_turns: u16,
    absorbed_tot_length: u16,
    absorbed_tot_turns: u16,
    reflected_number: u16,
    reflected_edge: u16,
    reflected_deep: u16,
    reflected_max_length: u16,
    reflected_max_turns: u16,
    reflected_tot_length: u16,
    reflected_tot_turns: u16,
    out_number: u16,
    out_max_length: u16,
    out_max_turns: u16,
    out_tot_length: u16,
    out_tot_turns: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Ambiguity<'a> {
    ambiguous: bool,
    spectral_group_size: u64,
    twins: Option<&'a [u64]>,
}

/// Writes one molecule as a JSON document on a line of its own.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_json(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    config: Config,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct Document<'a> {
        #[serde(flatten)]
        columns: Columns<'a>,
        #[serde(flatten)]
        ambiguity: Option<Ambiguity<'a>>,
    }
    let document = Document {
        columns: columns(record, config),
        ambiguity: twins.map(|twins| Ambiguity {
            ambiguous: twins.group_size > 1,
            spectral_group_size: twins.group_size,
            twins: twins.numbers.as_deref(),
        }),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

/// Writes one molecule as a line of comma-separated values, the `first` one after the names of the
/// columns.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_csv(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    config: Config,
    first: bool,
) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    if first {
        let columns = Exported::Molecules.columns().iter();
        let more = ["ambiguous", "spectral_group_size", "twins"];
        csv.write_record(columns.map(|column| column.name).chain(more))?;
    }
    let numbers = twins.and_then(|twins| twins.numbers.as_deref());
    let ambiguity = (
        twins.map(|twins| twins.group_size > 1),
        twins.map(|twins| twins.group_size),
        numbers.map(|numbers| numbers.iter().join(" ")),
    );
    csv.serialize((columns(record, config), ambiguity))?;
    let line = csv.into_inner().map_err(|error| error.into_error())?;
    out.write_all(&line)
}

fn columns(record: &Record, config: Config) -> Columns<'_> {
    let statistics = record.statistics;
    let (absorbed, reflected, left) = (statistics.absorbed, statistics.reflected, statistics.out);
    Columns {
        config: config.to_string(),
        number: record.number,
        canonical_number: record.canonical_number,
        molecule: record.molecule.text(config),
        spectrum: record.spectrum.as_str(),
        transform: record.transform.name(),
        absorbed_number: absorbed.number,
        absorbed_max_length: absorbed.max_length,
        absorbed_max_turns: absorbed.max_turns,
        absorbed_tot_length: absorbed.tot_length,
        absorbed_tot_turns: absorbed.tot_turns,
        reflected_number: reflected.number,
        reflected_edge: statistics.reflected_edge,
        reflected_deep: statistics.reflected_deep,
        reflected_max_length: reflected.max_length,
        reflected_max_turns: reflected.max_turns,
        reflected_tot_length: reflected.tot_length,
        reflected_tot_turns: reflected.tot_turns,
        out_number: left.number,
        out_max_length: left.max_length,
        out_max_turns: left.max_turns,
        out_tot_length: left.tot_length,
        out_tot_turns: left.tot_turns,
    }
}
