//! A molecule as text, in the layout of the original program. The heading of the statistics says more,
//! and one more line says how ambiguous the molecule is.

use std::io::{self, Write};

use ::view::words::wrapped;
use anstyle::{AnsiColor, Style};
use itertools::Itertools;

use super::grid::{Place, grid};
use crate::game::{Config, Tally};
use crate::store::{Record, Twins};

/// How many twins are named.
const NAMED: usize = 10;

/// Writes one molecule: number and spectrum, the box, the ray statistics, and how
/// ambiguous it is, if that is known.
///
/// With `colour`, ANSI escapes colour atoms and labels. Sentences wrap at this number of columns.
pub(crate) fn write(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    config: Config,
    (colour, columns): (bool, usize),
) -> io::Result<()> {
    writeln!(out, "\n{} {}\n", record.number, record.spectrum)?;
    for line in grid(record.molecule, &record.spectrum, config) {
        // The right corners would only be spaces at the end of a line.
        let last = if line[0] == Place::Corner {
            line.len() - 1
        } else {
            line.len()
        };
        for (column, &place) in line[..last].iter().enumerate() {
            let gap = if column == 0 { "" } else { " " };
            let style = if colour { style(place) } else { Style::new() };
            write!(out, "{gap}{style}{}{style:#}", place.symbol())?;
        }
        writeln!(out)?;
    }
    let statistics = record.statistics;
    writeln!(out, "                    length     turns")?;
    writeln!(out, "          number total max total max")?;
    write_tally(out, "Absorbed", statistics.absorbed)?;
    writeln!(out)?;
    write_tally(out, "Reflected", statistics.reflected)?;
    writeln!(
        out,
        " (edge: {:>2}, deep: {:>2})",
        statistics.reflected_edge, statistics.reflected_deep
    )?;
    write_tally(out, "Out", statistics.out)?;
    writeln!(out)?;
    match twins {
        Some(twins) => writeln!(out, "{}", wrapped(&ambiguity(twins), columns)),
        None => Ok(()),
    }
}

/// Whether other molecules answer every ray like this one, and which.
fn ambiguity(twins: &Twins) -> String {
    if twins.group_size == 1 {
        return "Unambiguous: no other molecule answers every ray like this".to_owned();
    }
    let others = twins.group_size - 1;
    let what = format!(
        "Ambiguous: {others} other molecule{} every ray like this",
        if others == 1 { " answers" } else { "s answer" }
    );
    let Some(numbers) = &twins.numbers else {
        return what;
    };
    let named = &numbers[..numbers.len().min(NAMED)];
    match others - named.len() as u64 {
        0 => format!("{what}: {}", named.iter().join(", ")),
        more => format!("{what}: {} and {more} more", named.iter().join(", ")),
    }
}

/// Number, total and maximal length, total and maximal turns.
fn write_tally(out: &mut impl Write, outcome: &str, tally: Tally) -> io::Result<()> {
    write!(
        out,
        "{outcome:<9} {:>6} {:>5} {:>3} {:>5} {:>3}",
        tally.number, tally.tot_length, tally.max_length, tally.tot_turns, tally.max_turns
    )
}

fn style(place: Place) -> Style {
    match place {
        Place::Atom => AnsiColor::Yellow.on_default().bold(),
        Place::Empty => Style::new().dimmed(),
        Place::Position('@') => AnsiColor::Red.on_default(),
        Place::Position('&') => AnsiColor::Green.on_default(),
        Place::Position(_) => AnsiColor::Cyan.on_default(),
        Place::Corner => Style::new(),
    }
}
