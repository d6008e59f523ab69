//! Shows what a census found: as a table for people, as JSON, as CSV.

use std::io::{self, Write};

use ::draw::object;
use ::draw::table::{Align, Table};
use ::draw::words::{hanging, thousands, wrapped};
use app::Rows;
use app::output::print;
use app::terminal::columns_to_wrap;
use itertools::Itertools;
use serde::Serialize;

use crate::board::{Board, Config, wide_binomial};
use crate::census::{Extreme, NotableGroup, OutcomeExtremes};
use crate::commands::census::unstored::{Estimated, UnstoredCensus};
use crate::draw::ambiguity;
use crate::error::Result;
use crate::store::{AmbiguityRow, StoredCensus};

/// A census as one of several.
pub(crate) struct Entry {
    config: String,
    molecules: u64,
    canonical: u64,
    /// By size, also for the spectra that only one molecule has.
    rows: Vec<AmbiguityRow>,
}

impl From<&(Config, StoredCensus)> for Entry {
    fn from((config, stored): &(Config, StoredCensus)) -> Entry {
        let rows = stored.census.findings().ambiguity.rows();
        Entry {
            config: config.to_string(),
            molecules: config.molecules(),
            canonical: config.canonical_molecules(),
            rows: rows.map(AmbiguityRow::from).collect(),
        }
    }
}

impl From<&UnstoredCensus> for Entry {
    fn from(UnstoredCensus { config, tally, .. }: &UnstoredCensus) -> Entry {
        Entry {
            config: config.clone(),
            molecules: tally.molecules,
            canonical: tally.canonical,
            rows: tally.table().rows().map(AmbiguityRow::from).collect(),
        }
    }
}

impl Entry {
    /// The row of the spectra that only one molecule has, if there are any, and the other rows.
    fn parts(&self) -> (Option<&AmbiguityRow>, &[AmbiguityRow]) {
        match &self.rows[..] {
            [alone, others @ ..] if alone.molecules_per_spectrum == 1 => (Some(alone), others),
            others => (None, others),
        }
    }

    fn total(&self) -> Total {
        let (_, rows) = self.parts();
        let total = |of: fn(&AmbiguityRow) -> u64| rows.iter().map(of).sum::<u64>();
        Total {
            config: self.config.clone(),
            molecules: self.molecules,
            canonical: self.canonical,
            ambiguous_molecules: total(|row| row.molecules),
            ambiguous_orbits: total(|row| row.spectra_up_to_symmetry),
            ambiguous_spectrums: total(|row| row.spectra),
            largest_group: rows.last().map_or(1, |row| row.molecules_per_spectrum),
        }
    }
}

/// A census in one row.
#[derive(Serialize)]
pub(crate) struct Total {
    config: String,
    molecules: u64,
    canonical: u64,
    ambiguous_molecules: u64,
    ambiguous_orbits: u64,
    ambiguous_spectrums: u64,
    largest_group: u64,
}

/// Writes a row for each census as comma-separated values.
fn write_summary(out: &mut impl Write, entries: &[Entry]) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for entry in entries {
        csv.serialize(entry.total()).map_err(io::Error::from)?;
    }
    csv.flush()
}

/// How much is shown of censuses.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    /// Were several censuses asked for, or a range?
    pub is_list: bool,
    /// A row for each.
    pub summary: bool,
    /// All of it, however many lines it takes.
    pub all: bool,
}

/// Prints finished censuses: one of them as a table of its own, several as a list.
pub(super) fn print_censuses(
    censuses: &[(Config, StoredCensus)],
    extent: Extent,
    format: Rows,
) -> Result<()> {
    let is_list = extent.is_list || extent.summary;
    if let (Rows::Text, [census], false) = (format, censuses, is_list) {
        return Ok(print(|out| {
            write_text(out, census, extent.all, columns_to_wrap())
        })?);
    }
    let entries: Vec<Entry> = censuses.iter().map(Into::into).collect();
    print_all(&entries, censuses.iter().map(document), extent, format)
}

pub(super) fn print_all(
    entries: &[Entry],
    documents: impl Iterator<Item = impl Serialize>,
    Extent {
        is_list, summary, ..
    }: Extent,
    format: Rows,
) -> Result<()> {
    Ok(print(|out| match (format, summary) {
        (Rows::Text, _) => write_growth(out, entries, columns_to_wrap()),
        (Rows::Json, true) => write_json(out, entries.iter().map(Entry::total), is_list),
        (Rows::Json, _) => write_json(out, documents, is_list),
        (Rows::Csv, true) => write_summary(out, entries),
        (Rows::Csv, _) => write_csv(out, entries),
    })?)
}

/// Writes a census for people, in lines of at most this number of columns: `all` of it, or what fits on
/// a screen.
pub(crate) fn write_text(
    out: &mut impl Write,
    census: &(Config, StoredCensus),
    all: bool,
    columns: usize,
) -> io::Result<()> {
    /// How many sizes of groups are shown, and how many molecules of a group.
    const SIZES: usize = 5;
    const LISTED: usize = 4;
    let (config, findings) = (census.0, census.1.census.findings());
    let sizes = if all { usize::MAX } else { SIZES };
    ambiguity::write_some(out, Entry::from(census).parts().1, config, sizes, columns)?;
    let headings = ["rays", "longest", "molecule", "most turns", "molecule"];
    let mut table = Table::new(Align::Left, headings);
    for (outcome, OutcomeExtremes { length, turns }) in [
        ("absorbed", findings.rays.absorbed),
        ("reflected", findings.rays.reflected),
        ("out", findings.rays.out),
    ] {
        let [length, turns] = [length, turns].map(|extreme| match extreme {
            Some(Extreme { value, number }) => (value.to_string(), number.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        });
        table.row([outcome.to_owned(), length.0, length.1, turns.0, turns.1]);
    }
    write!(out, "\n{}", table.text(columns))?;
    let words = |group: &NotableGroup| {
        let numbers = group.numbers.iter().take(LISTED).join(", ");
        let more = match group.size.saturating_sub(LISTED as u64) {
            0 => String::new(),
            more => format!(" and {} more", thousands(more)),
        };
        let differing = group.difference.map_or(String::new(), |atoms| {
            format!(", up to {atoms} of {} atoms differ", config.atoms())
        });
        format!("molecules {numbers}{more}{differing}")
    };
    if !all {
        let rankings = [
            ("largest group", &findings.largest),
            ("most different", &findings.most_different),
        ];
        let firsts = rankings.map(|(title, ranking)| Some((title, ranking.groups().first()?)));
        let firsts: Vec<_> = firsts.into_iter().flatten().collect();
        if !firsts.is_empty() {
            writeln!(out)?;
        }
        for (title, group) in firsts {
            writeln!(
                out,
                "{}",
                hanging(&format!("{title}: "), &words(group), columns)
            )?;
        }
        return writeln!(out, "--all shows all sizes and records");
    }
    for (title, ranking) in [
        ("largest groups, by spectrum", &findings.largest),
        (
            "groups whose molecules differ most",
            &findings.most_different,
        ),
    ] {
        if !ranking.groups().is_empty() {
            writeln!(out, "\n{}", wrapped(title, columns))?;
        }
        for group in ranking.groups() {
            let spectrum = format!("{}  ", group.spectrum);
            writeln!(out, "{}", hanging(&spectrum, &words(group), columns))?;
        }
    }
    Ok(())
}

/// Writes how ambiguity grows over some configurations, one row per configuration, in lines of at
/// most this number of columns.
pub(crate) fn write_growth(
    out: &mut impl Write,
    censuses: &[Entry],
    columns: usize,
) -> io::Result<()> {
    let headings = [
        "config",
        "molecules",
        "canonical",
        "ambiguous\nmolecules",
        "%",
        "spectra\nup to\nsymmetry",
        "spectra\nin all",
        "largest\ngroup",
    ];
    let mut table = Table::new(Align::Left, headings);
    for entry in censuses {
        let total = entry.total();
        let share = total.ambiguous_molecules as f64 / total.molecules as f64;
        table.row([
            total.config,
            thousands(total.molecules),
            thousands(total.canonical),
            thousands(total.ambiguous_molecules),
            format!("{:.4}", 100.0 * share),
            thousands(total.ambiguous_orbits),
            thousands(total.ambiguous_spectrums),
            thousands(total.largest_group),
        ]);
    }
    write!(out, "{}", table.text(columns))
}

/// Writes ambiguity tables as CSV, also with a line for the spectra that only one
/// molecule has.
pub(crate) fn write_csv(out: &mut impl Write, censuses: &[Entry]) -> io::Result<()> {
    let tables = censuses.iter();
    ambiguity::write_csv(out, tables.map(|one| (&one.config[..], &one.rows[..])))
}

/// The longest ray of an outcome and the one that turns most, and where each is found.
fn extremes(extremes: OutcomeExtremes) -> impl Serialize {
    let OutcomeExtremes { length, turns } = extremes;
    object! {
        max_length: length.map(|extreme| extreme.value),
        max_length_number: length.map(|extreme| extreme.number),
        max_turns: turns.map(|extreme| extreme.value),
        max_turns_number: turns.map(|extreme| extreme.number),
    }
}

/// The number of molecules and how ambiguous they are.
fn counts(entry: &Entry) -> impl Serialize + use<> {
    let (alone, ambiguous) = entry.parts();
    object! {
        config: entry.config.clone(),
        molecules: entry.molecules,
        canonical: entry.canonical,
        ambiguous_molecules: entry.total().ambiguous_molecules,
        // The spectra that only one molecule has.
        unambiguous: object! {
            orbits: alone.map_or(0, |row| row.spectra_up_to_symmetry),
            spectrums: alone.map_or(0, |row| row.spectra),
        },
        ambiguity: ambiguous.iter().map(ambiguity::document).collect::<Vec<_>>(),
    }
}

pub(crate) fn document(census: &(Config, StoredCensus)) -> impl Serialize + use<> {
    let (config, stored) = census;
    let group = |group: &NotableGroup| {
        let molecules = (group.numbers.iter())
            .filter_map(|&number| Board::from_number(number, *config))
            .map(|molecule| molecule.text());
        object! {
            size: group.size,
            #[serde(flatten)]
            difference: group.difference.map(|atoms| object! { difference: atoms }),
            canonical_number: group.first,
            spectrum: group.spectrum.to_string(),
            // The lowest numbers of the molecules of the group, and their texts.
            numbers: group.numbers.clone(),
            molecules: molecules.collect::<Vec<_>>(),
        }
    };
    let groups = |groups: &[NotableGroup]| groups.iter().map(group).collect::<Vec<_>>();
    let findings = stored.census.findings();
    let rays = findings.rays;
    object! {
        #[serde(flatten)]
        counts: counts(&census.into()),
        largest_groups: groups(findings.largest.groups()),
        most_different_groups: groups(findings.most_different.groups()),
        rays: object! {
            absorbed: extremes(rays.absorbed),
            reflected: extremes(rays.reflected),
            out: extremes(rays.out),
        },
        passes: stored.passes,
        seconds: stored.time.as_secs_f64(),
    }
}

pub(crate) fn wide_document(taken: &UnstoredCensus) -> impl Serialize + use<> {
    object! {
        #[serde(flatten)]
        counts: counts(&taken.into()),
        seconds: taken.time.as_secs_f64(),
    }
}

/// Writes documents as JSON: one, or a list.
pub(crate) fn write_json(
    out: &mut impl Write,
    documents: impl Iterator<Item = impl Serialize>,
    is_list: bool,
) -> io::Result<()> {
    match &documents.collect::<Vec<_>>()[..] {
        [one] if !is_list => app::output::write_json(out, one),
        list => app::output::write_json(out, &list),
    }
}

/// Writes estimates for people, one row per configuration, in lines of at most this number of columns.
pub(crate) fn write_drawn(
    out: &mut impl Write,
    estimates: &[Estimated],
    columns: usize,
) -> io::Result<()> {
    let headings = [
        "config",
        "molecules",
        "drawn",
        "ambiguous",
        "estimate\n%",
        "99 % interval\n%",
    ];
    let mut table = Table::new(Align::Left, headings);
    for Estimated { config, drawn, .. } in estimates {
        let [least, most] = drawn.interval().map(|share| 100.0 * share);
        table.row([
            config.to_string(),
            thousands(wide_binomial(config.cells(), config.atoms())),
            thousands(drawn.molecules),
            thousands(drawn.ambiguous),
            format!("{:.2}", 100.0 * drawn.share()),
            format!("{least:.2} to {most:.2}"),
        ]);
    }
    write!(out, "{}", table.text(columns))?;
    let undecided: u64 = estimates.iter().map(|one| one.drawn.undecided).sum();
    if undecided > 0 {
        let undecided = thousands(undecided);
        let sentence = format!("{undecided} not decided; the intervals allow for both");
        writeln!(out, "\n{}", wrapped(&sentence, columns))?;
    }
    Ok(())
}

/// Writes estimates as CSV. Shares are parts of 1.
pub(crate) fn write_csv_drawn(out: &mut impl Write, estimates: &[Estimated]) -> io::Result<()> {
    let names = "config,seed,drawn,ambiguous,undecided,estimate,least,most";
    writeln!(out, "{names}")?;
    for estimated in estimates {
        let (config, seed, drawn) = (estimated.config, estimated.seed, estimated.drawn);
        let counts = [drawn.molecules, drawn.ambiguous, drawn.undecided];
        let [least, most] = drawn.interval();
        let shares = [drawn.share(), least, most].map(|share| format!("{share:.6}"));
        let (counts, shares) = (counts.iter().join(","), shares.join(","));
        writeln!(out, "{config},{seed},{counts},{shares}")?;
    }
    Ok(())
}

pub(crate) fn drawn_document(estimated: &Estimated) -> impl Serialize + use<> {
    let drawn = estimated.drawn;
    let [least, most] = drawn.interval();
    object! {
        config: estimated.config.to_string(),
        seed: estimated.seed,
        drawn: drawn.molecules,
        ambiguous: drawn.ambiguous,
        undecided: drawn.undecided,
        estimate: drawn.share(),
        least: least,
        most: most,
        confidence: 0.99,
        seconds: estimated.time.as_secs_f64(),
    }
}
