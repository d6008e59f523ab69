//! Writes the findings of censuses as text, JSON or CSV.

use std::io::{self, Write};

use draw::object;
use draw::table::{Align, Table};
use draw::words::{hanging, thousands, wrapped};
use itertools::Itertools;
use serde::Serialize;

use crate::board::{Board, Config, wide_binomial};
use crate::census::{AmbiguityRow, Extreme, NotableGroup, OutcomeExtremes};
use crate::commands::census::unstored::Estimated;
use crate::output::ambiguity;
use crate::output::show::{CsvWriter, Documents, Show};
use crate::store::StoredCensus;

/// Which parts of censuses to show.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    /// Whether the user named a range or several configurations.
    pub is_list: bool,
    /// One row for each census.
    pub summary: bool,
    /// All rows, not only as many as fit on a screen.
    pub all: bool,
}

/// Finished censuses. One is shown as a table, several as a list.
pub(super) struct Censuses {
    pub entries: Vec<Entry>,
    pub extent: Extent,
}

/// A finished census.
pub(crate) struct Entry {
    pub(super) config: String,
    pub(super) molecules: u64,
    pub(super) canonical: u64,
    /// The rows by the size of the group, including size 1.
    pub(super) rows: Vec<AmbiguityRow>,
    pub(super) seconds: f64,
    pub(super) stored: Option<(Config, StoredCensus)>,
}

impl From<(Config, StoredCensus)> for Entry {
    fn from((config, stored): (Config, StoredCensus)) -> Entry {
        Entry {
            config: config.to_string(),
            molecules: config.molecules(),
            canonical: config.canonical_molecules(),
            rows: stored.census.findings().ambiguity.rows().collect(),
            seconds: stored.time.as_secs_f64(),
            stored: Some((config, stored)),
        }
    }
}

/// A census in one row.
#[derive(Serialize)]
struct Total {
    config: String,
    molecules: u64,
    canonical: u64,
    ambiguous_molecules: u64,
    ambiguous_orbits: u64,
    ambiguous_spectrums: u64,
    largest_group: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum CensusDocument<D> {
    Summary(Total),
    Whole(D),
}

impl Show for Censuses {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let Extent {
            is_list,
            summary,
            all,
        } = self.extent;
        if let [one] = &self.entries[..]
            && let Some((config, stored)) = &one.stored
            && !is_list
            && !summary
        {
            let rows = one.parts().1;
            return write_alone(out, (*config, stored, rows), all, columns);
        }
        write_growth(out, &self.entries, columns)
    }

    fn document(&self) -> impl Serialize {
        let document = |entry: &Entry| match self.extent.summary {
            true => CensusDocument::Summary(entry.total()),
            false => CensusDocument::Whole(entry.document()),
        };
        Documents::new(self.entries.iter().map(document), self.extent.is_list)
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        let mut entries = self.entries.iter();
        if self.extent.summary {
            return entries.try_for_each(|entry| csv.serialize(entry.total()));
        }
        ambiguity::write_rows(csv, entries.map(|one| (&one.config[..], &one.rows[..])))
    }
}

impl Entry {
    /// The row of unambiguous spectra (size 1), if there are any, and the other rows.
    fn parts(&self) -> (Option<&AmbiguityRow>, &[AmbiguityRow]) {
        match &self.rows[..] {
            [alone, others @ ..] if alone.size == 1 => (Some(alone), others),
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
            ambiguous_molecules: total(AmbiguityRow::molecules),
            ambiguous_orbits: total(|row| row.orbits),
            ambiguous_spectrums: total(|row| row.spectra),
            largest_group: rows.last().map_or(1, |row| row.size),
        }
    }

    fn document(&self) -> impl Serialize + use<> {
        let (alone, ambiguous) = self.parts();
        let stored = self.stored.as_ref();
        object! {
            config: self.config.clone(),
            molecules: self.molecules,
            canonical: self.canonical,
            ambiguous_molecules: self.total().ambiguous_molecules,
            // The spectra of exactly one molecule.
            unambiguous: object! {
                orbits: alone.map_or(0, |row| row.orbits),
                spectrums: alone.map_or(0, |row| row.spectra),
            },
            ambiguity: ambiguity::documents(ambiguous),
            #[serde(flatten)]
            found: stored.map(|(config, stored)| found_document(*config, stored)),
            seconds: self.seconds,
        }
    }
}

/// The stored findings besides the ambiguity table.
fn found_document(config: Config, stored: &StoredCensus) -> impl Serialize + use<> {
    let group = |group: &NotableGroup| {
        let molecules = (group.numbers.iter())
            .filter_map(|&number| Board::from_number(number, config))
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
    // The greatest length and number of turns of an outcome, each with the number of a molecule that has it.
    let extremes = |OutcomeExtremes { length, turns }: OutcomeExtremes| {
        object! {
            max_length: length.map(|extreme| extreme.value),
            max_length_number: length.map(|extreme| extreme.number),
            max_turns: turns.map(|extreme| extreme.value),
            max_turns_number: turns.map(|extreme| extreme.number),
        }
    };
    let findings = stored.census.findings();
    let rays = findings.rays;
    object! {
        largest_groups: groups(findings.largest.groups()),
        most_different_groups: groups(findings.most_different.groups()),
        rays: object! {
            absorbed: extremes(rays.absorbed),
            reflected: extremes(rays.reflected),
            out: extremes(rays.out),
        },
        passes: stored.passes,
    }
}

/// Writes a census as text: all of it, or what fits on a screen.
fn write_alone(
    out: &mut dyn Write,
    (config, stored, ambiguous): (Config, &StoredCensus, &[AmbiguityRow]),
    all: bool,
    columns: usize,
) -> io::Result<()> {
    /// The numbers of group sizes and of molecules per group that fit on a screen.
    const SIZES: usize = 5;
    const LISTED: usize = 4;
    let findings = stored.census.findings();
    let sizes = if all { usize::MAX } else { SIZES };
    ambiguity::write(out, ambiguous, config, sizes, columns)?;
    let headings = ["rays", "most cells", "molecule", "most turns", "molecule"];
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
            format!("; up to {atoms} of {} atoms differ", config.atoms())
        });
        format!("molecules {numbers}{more}{differing}")
    };
    if !all {
        let rankings = [
            ("largest group", &findings.largest),
            (
                "group whose molecules differ most",
                &findings.most_different,
            ),
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
        return writeln!(out, "--all shows all group sizes and all stored groups");
    }
    for (title, ranking) in [
        ("largest groups, each after its spectrum", &findings.largest),
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

/// Writes the ambiguity of several configurations, one row each, in lines of at most this number of columns.
fn write_growth(out: &mut dyn Write, censuses: &[Entry], columns: usize) -> io::Result<()> {
    let headings = [
        "config",
        "molecules",
        "canonical",
        "ambiguous\nmolecules",
        "%",
        "groups\nup to\nsymmetry",
        "groups\nin all",
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

/// Estimates of the ambiguity of configurations.
pub(super) struct Estimates {
    pub estimates: Vec<Estimated>,
    pub is_list: bool,
}

impl Show for Estimates {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let headings = [
            "config",
            "molecules",
            "drawn",
            "ambiguous",
            "share\n%",
            "99 % interval\n%",
        ];
        let mut table = Table::new(Align::Left, headings);
        for Estimated {
            config, sampled, ..
        } in &self.estimates
        {
            let [least, most] = sampled.interval().map(|share| 100.0 * share);
            table.row([
                config.to_string(),
                thousands(wide_binomial(config.cells(), config.atoms())),
                thousands(sampled.molecules),
                thousands(sampled.ambiguous),
                format!("{:.2}", 100.0 * sampled.share()),
                format!("{least:.2} to {most:.2}"),
            ]);
        }
        write!(out, "{}", table.text(columns))?;
        let undecided: u64 = self.estimates.iter().map(|one| one.sampled.undecided).sum();
        if undecided > 0 {
            let undecided = thousands(undecided);
            let sentence = format!(
                "it is not known whether {undecided} molecules are ambiguous; the intervals allow for both results"
            );
            writeln!(out, "\n{}", wrapped(&sentence, columns))?;
        }
        Ok(())
    }

    fn document(&self) -> impl Serialize {
        let documents = self.estimates.iter().map(|estimated| {
            let sampled = estimated.sampled;
            let [least, most] = sampled.interval();
            object! {
                config: estimated.config.to_string(),
                seed: estimated.seed,
                drawn: sampled.molecules,
                ambiguous: sampled.ambiguous,
                undecided: sampled.undecided,
                estimate: sampled.share(),
                least: least,
                most: most,
                confidence: 0.99,
                seconds: estimated.time.as_secs_f64(),
            }
        });
        Documents::new(documents, self.is_list)
    }

    /// Writes shares as fractions of 1.
    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        let columns = "config,seed,drawn,ambiguous,undecided,estimate,least,most";
        csv.write_record(columns.split(','))?;
        for Estimated {
            config,
            sampled,
            seed,
            ..
        } in &self.estimates
        {
            let counts = [sampled.molecules, sampled.ambiguous, sampled.undecided];
            let [least, most] = sampled.interval();
            let shares = [sampled.share(), least, most].map(|share| format!("{share:.6}"));
            csv.serialize((config.to_string(), seed, counts, shares))?;
        }
        Ok(())
    }
}
