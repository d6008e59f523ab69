//! Shows what a census found: as a table for people, as JSON, as CSV.

use std::io::{self, Write};

use ::view::object;
use ::view::table::{Align, Table};
use ::view::words::{hanging, thousands, wrapped};
use itertools::Itertools;
use kit::output::write_json as write_json_line;
use serde::Serialize;

use super::ambiguity;
use crate::census::{AmbiguityTable, Extreme, NotableGroup, OutcomeExtremes, RayExtremes};
use crate::game::{Config, Molecule, wide_binomial};
use crate::play::drawn::Drawn;
use crate::stages::census_drawn::Estimated;
use crate::stages::census_wide::Taken;
use crate::store::{AmbiguityRow, StoredCensus};

/// A census as one of several.
pub(crate) struct Entry {
    config: String,
    molecules: u64,
    canonical: u64,
    ambiguity: AmbiguityTable,
}

impl From<&(Config, StoredCensus)> for Entry {
    fn from((config, stored): &(Config, StoredCensus)) -> Entry {
        Entry {
            config: config.to_string(),
            molecules: config.molecules(),
            canonical: config.canonical_molecules(),
            ambiguity: stored.census.findings().ambiguity.clone(),
        }
    }
}

impl From<&Taken> for Entry {
    fn from(Taken { config, tally, .. }: &Taken) -> Entry {
        Entry {
            config: config.clone(),
            molecules: tally.molecules,
            canonical: tally.canonical,
            ambiguity: tally.table(),
        }
    }
}

/// The ambiguity table of a census, without the spectra that only one molecule has.
fn ambiguity_rows(ambiguity: &AmbiguityTable) -> Vec<AmbiguityRow> {
    let rows = ambiguity.rows();
    rows.filter(|&(size, _)| size > 1)
        .map(|(size, count)| AmbiguityRow {
            molecules_per_spectrum: size,
            spectra_up_to_symmetry: count.orbits,
            spectra: count.spectra,
            molecules: size * count.spectra,
        })
        .collect()
}

/// Writes a census for people, in lines of at most this number of columns.
pub(crate) fn write_text(
    out: &mut impl Write,
    stored: &StoredCensus,
    config: Config,
    columns: usize,
) -> io::Result<()> {
    let findings = stored.census.findings();
    ambiguity::write(out, &ambiguity_rows(&findings.ambiguity), config, columns)?;
    let headings = ["rays", "longest", "molecule", "most turns", "molecule"];
    let mut table = Table::new(Align::Left, headings);
    let RayExtremes {
        absorbed,
        reflected,
        out: left,
    } = findings.rays;
    for (outcome, extremes) in [
        ("absorbed", absorbed),
        ("reflected", reflected),
        ("out", left),
    ] {
        let [length, turns] = [extremes.length, extremes.turns].map(|extreme| match extreme {
            Some(Extreme { value, number }) => (value.to_string(), number.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        });
        table.row([outcome.to_owned(), length.0, length.1, turns.0, turns.1]);
    }
    write!(out, "\n{}", table.text(columns))?;
    write_groups(
        out,
        "largest groups, by spectrum",
        findings.largest.groups(),
        (config, columns),
    )?;
    write_groups(
        out,
        "groups whose molecules differ most",
        findings.most_different.groups(),
        (config, columns),
    )
}

fn write_groups(
    out: &mut impl Write,
    title: &str,
    groups: &[NotableGroup],
    (config, columns): (Config, usize),
) -> io::Result<()> {
    /// How many molecules of a group are listed.
    const LISTED: usize = 4;
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", wrapped(title, columns))?;
    for group in groups {
        let numbers = group.numbers.iter().take(LISTED).join(", ");
        let more = match group.size.saturating_sub(LISTED as u64) {
            0 => String::new(),
            more => format!(" and {} more", thousands(more)),
        };
        let differing = match group.difference {
            Some(difference) => format!(", up to {difference} of {} atoms differ", config.atoms()),
            None => String::new(),
        };
        let spectrum = format!("{}  ", group.spectrum);
        let words = format!("molecules {numbers}{more}{differing}");
        writeln!(out, "{}", hanging(&spectrum, &words, columns))?;
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
        let rows = ambiguity_rows(&entry.ambiguity);
        let molecules: u64 = rows.iter().map(|row| row.molecules).sum();
        let orbits: u64 = rows.iter().map(|row| row.spectra_up_to_symmetry).sum();
        let spectra: u64 = rows.iter().map(|row| row.spectra).sum();
        let largest = rows.last().map_or(1, |row| row.molecules_per_spectrum);
        table.row([
            entry.config.clone(),
            thousands(entry.molecules),
            thousands(entry.canonical),
            thousands(molecules),
            format!("{:.4}", 100.0 * molecules as f64 / entry.molecules as f64),
            thousands(orbits),
            thousands(spectra),
            thousands(largest),
        ]);
    }
    write!(out, "{}", table.text(columns))
}

/// Writes ambiguity tables as CSV, also with a line for the spectra that only one
/// molecule has.
pub(crate) fn write_csv(out: &mut impl Write, censuses: &[Entry]) -> io::Result<()> {
    writeln!(out, "config,size,orbits,spectrums,molecules")?;
    for Entry {
        config, ambiguity, ..
    } in censuses
    {
        for (size, count) in ambiguity.rows() {
            writeln!(
                out,
                "{config},{size},{},{},{}",
                count.orbits,
                count.spectra,
                size * count.spectra
            )?;
        }
    }
    Ok(())
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
    let mut rows = entry.ambiguity.rows();
    let (_, alone) = rows.find(|&(size, _)| size == 1).unwrap_or_default();
    let ambiguity = ambiguity_rows(&entry.ambiguity);
    object! {
        config: entry.config.clone(),
        molecules: entry.molecules,
        canonical: entry.canonical,
        // The spectra that only one molecule has.
        unambiguous: object! { orbits: alone.orbits, spectrums: alone.spectra },
        ambiguity: ambiguity.iter().map(ambiguity::Row::from).collect::<Vec<_>>(),
    }
}

/// Writes censuses as one JSON document: one, or a list.
pub(crate) fn write_json(
    out: &mut impl Write,
    censuses: &[(Config, StoredCensus)],
    is_list: bool,
) -> io::Result<()> {
    let document = |census: &(Config, StoredCensus)| {
        let (config, stored) = census;
        let group = |group: &NotableGroup| {
            let molecules = (group.numbers.iter())
                .filter_map(|&number| Molecule::from_number(number, *config))
                .map(|molecule| molecule.text(*config));
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
    };
    write_documents(out, censuses.iter().map(document).collect(), is_list)
}

/// Writes censuses of wide boxes as one JSON document: one, or a list.
pub(crate) fn write_json_wide(
    out: &mut impl Write,
    censuses: &[Taken],
    is_list: bool,
) -> io::Result<()> {
    let document = |taken: &Taken| {
        object! {
            #[serde(flatten)]
            counts: counts(&taken.into()),
            seconds: taken.time.as_secs_f64(),
        }
    };
    write_documents(out, censuses.iter().map(document).collect(), is_list)
}

fn write_documents<T: Serialize>(
    out: &mut impl Write,
    documents: Vec<T>,
    is_list: bool,
) -> io::Result<()> {
    match &documents[..] {
        [one] if !is_list => write_json_line(out, one),
        list => write_json_line(out, &list),
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
        writeln!(
            out,
            "\n{}",
            wrapped(
                &format!(
                    "{} not decided; the intervals allow for both",
                    thousands(undecided)
                ),
                columns
            )
        )?;
    }
    Ok(())
}

/// Writes estimates as CSV. Shares are parts of 1.
pub(crate) fn write_csv_drawn(out: &mut impl Write, estimates: &[Estimated]) -> io::Result<()> {
    writeln!(
        out,
        "config,seed,drawn,ambiguous,undecided,estimate,least,most"
    )?;
    for Estimated {
        config,
        drawn,
        seed,
        ..
    } in estimates
    {
        let [least, most] = drawn.interval();
        let Drawn {
            molecules,
            ambiguous,
            undecided,
        } = drawn;
        writeln!(
            out,
            "{config},{seed},{molecules},{ambiguous},{undecided},{:.6},{least:.6},{most:.6}",
            drawn.share()
        )?;
    }
    Ok(())
}

/// Writes estimates as one JSON document: one, or a list.
pub(crate) fn write_json_drawn(
    out: &mut impl Write,
    estimates: &[Estimated],
    is_list: bool,
) -> io::Result<()> {
    let document = |estimated: &Estimated| {
        let Estimated {
            config,
            drawn,
            seed,
            time,
        } = *estimated;
        let [least, most] = drawn.interval();
        kit::object! {
            config: config.to_string(),
            seed: seed,
            drawn: drawn.molecules,
            ambiguous: drawn.ambiguous,
            undecided: drawn.undecided,
            estimate: drawn.share(),
            least: least,
            most: most,
            confidence: 0.99,
            seconds: time.as_secs_f64(),
        }
    };
    write_documents(out, estimates.iter().map(document).collect(), is_list)
}
