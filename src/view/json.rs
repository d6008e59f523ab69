//! A molecule as one JSON document on one line. It has the keys of the original's
//! records, in their order, so that MongoDB can import it for the original's second
//! backend. The keys after these say how ambiguous it is, if that is known.

use std::io::{self, Write};

use serde::Serialize;

use crate::game::Config;
use crate::store::{Record, Twins};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Document<'a> {
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
    #[serde(flatten)]
    ambiguity: Option<Ambiguity<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Ambiguity<'a> {
    ambiguous: bool,
    spectral_group_size: u64,
    twins: Option<&'a [u64]>,
}

/// Writes one molecule on a line of its own.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    config: Config,
) -> io::Result<()> {
    let statistics = record.statistics;
    let (absorbed, reflected, left) = (statistics.absorbed, statistics.reflected, statistics.out);
    let document = Document {
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
        ambiguity: twins.map(|twins| Ambiguity {
            ambiguous: twins.group_size > 1,
            spectral_group_size: twins.group_size,
            twins: twins.numbers.as_deref(),
        }),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
