//! Writes a molecule as text in the layout of the original program, and as JSON and CSV with the columns of the
//! table of molecules. All formats have its ambiguity, if that is known.
//!
//! The heading of the statistics is more detailed than in the original. A JSON document has the keys of the
//! original's records, in their order, so that MongoDB can import it for the original's second backend.

use std::io::{self, Write};
use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};
use draw::words::wrapped;
use itertools::Itertools;
use serde::ser::{SerializeMap, Serializer};

use crate::board::{Board, RayTally};
use crate::output::beside::{LEGEND, beside, different};
use crate::output::decoded::TextOptions;
use crate::output::drawing::all_paths;
use crate::output::family;
use crate::output::game;
use crate::output::spot::{LINES, Place, Spot, strokes};
use crate::ray::Path;
use crate::store::{COLUMNS, Cell, Record, Twins};

/// The greatest number of twins that are named.
const NAMED: usize = 10;

/// A group is drawn side by side if it has at most this number of molecules.
const DRAWN: usize = 8;

/// Writes one molecule: its number and spectrum, the box, the ray statistics, and its ambiguity, if that is known.
///
/// In colour, ANSI escapes colour atoms and labels.
pub(crate) fn write(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    TextOptions { colour, columns }: TextOptions,
) -> io::Result<()> {
    writeln!(out, "\n{} {}\n", record.number, record.spectrum)?;
    let config = record.molecule.config();
    let size = config.size();
    for line in 0..size.rows() + 2 {
        // Omits the right corners, which would be trailing spaces.
        let last = size.columns() + usize::from((1..=size.rows()).contains(&line));
        for column in 0..=last {
            let (symbol, style) = match (Spot { line, column }).place(size) {
                Place::Corner => (' ', Style::new()),
                Place::Entry(position) => label(record.spectrum.as_bytes()[position.index()]),
                Place::Cell(cell) if record.molecule.has_atom(cell) == Ok(true) => {
                    ('O', AnsiColor::Yellow.on_default().bold())
                }
                Place::Cell(_) => ('-', Style::new().dimmed()),
            };
            let gap = if column == 0 { "" } else { " " };
            let style = if colour { style } else { Style::new() };
            write!(out, "{gap}{style}{symbol}{style:#}")?;
        }
        writeln!(out)?;
    }
    let statistics = record.statistics;
    writeln!(out, "                    length     turns")?;
    writeln!(out, "          number total max total max")?;
    let (edge, deep) = (statistics.reflected_edge, statistics.reflected_deep);
    writeln!(out, "{}", tally("Absorbed", statistics.absorbed))?;
    let reflected = tally("Reflected", statistics.reflected);
    writeln!(out, "{reflected} (edge: {edge:>2}, deep: {deep:>2})")?;
    writeln!(out, "{}", tally("Out", statistics.out))?;
    if let Some(twins) = twins {
        writeln!(out, "{}", wrapped(&ambiguity(twins), columns))?;
    }
    if let Some(freedom) = family::of_twins(record.molecule, twins) {
        for sentence in family::sentences(&freedom, config) {
            writeln!(out, "{}", wrapped(&sentence, columns))?;
        }
    }
    let drawn = twins.and_then(|twins| twins_drawn(record, twins, columns));
    drawn.map_or(Ok(()), |drawn| writeln!(out, "{drawn}"))
}

/// Writes the box with the lines that may slide, if the molecule is ambiguous. Then draws each ray that enters the
/// box in a box of its own, with as many side by side as fit into the columns.
pub(crate) fn write_rays(
    out: &mut impl Write,
    molecule: Board,
    twins: Option<&Twins>,
    columns: usize,
) -> io::Result<()> {
    if let Some(freedom) = family::of_twins(molecule, twins) {
        let drawing = family::drawing(&freedom, molecule.config()).join("\n");
        let legend = wrapped(family::legend(&freedom), columns);
        writeln!(out, "\n{drawing}\n\n{legend}")?;
    }
    let paths = all_paths(molecule).into_iter();
    let paths = paths.filter(|path| path.ray.length > 0);
    let drawings: Vec<Vec<String>> = paths.map(|path| drawing(&path, molecule)).collect();
    if !drawings.is_empty() {
        write!(out, "\n{}", beside(&drawings, columns))?;
    }
    Ok(())
}

/// The molecule and its twins side by side with their differences marked, if they are few.
fn twins_drawn(record: &Record, twins: &Twins, columns: usize) -> Option<String> {
    let others = &twins.numbers;
    if others.is_empty() || others.len() >= DRAWN {
        return None;
    }
    let others = others.iter().filter_map(|&number| {
        let board = Board::from_number(number, record.molecule.config())?;
        Some((number.to_string(), board))
    });
    let me = (record.number.to_string(), record.molecule);
    let boards: Vec<(String, Board)> = [me].into_iter().chain(others).collect();
    let drawn = beside(&different(&boards), columns);
    Some(format!("\n{drawn}\n{}", wrapped(LEGEND, columns)))
}

/// The box with the path of one ray, and two lines about its result.
fn drawing(path: &Path, board: Board) -> Vec<String> {
    let (p, size) = (board.size().columns(), board.size());
    let ray = game::ray(path.position, path.ray.outcome);
    let centre = |spot: Spot| (2 * spot.column as u16, spot.line as u16);
    let strokes = strokes(path, centre);
    let symbol = |x: u16, y: u16| {
        let (line, column) = (y.into(), usize::from(x / 2));
        let spot = (Spot { line, column }).place(size);
        match (spot, strokes.get(&(x, y))) {
            (Place::Cell(cell), _) if x.is_multiple_of(2) && board.has_atom(cell) == Ok(true) => {
                'O'
            }
            (_, Some(&lines)) => LINES[lines],
            (Place::Cell(_), None) if x.is_multiple_of(2) => '·',
            _ => ' ',
        }
    };
    let lines = (0..p as u16 + 2).map(|y| (0..2 * p as u16 + 3).map(|x| symbol(x, y)).collect());
    let sentences = [ray, game::how_far(path)].into_iter();
    sentences.chain(lines).collect()
}

/// The number of molecules with the same spectrum, and the first of them.
fn ambiguity(twins: &Twins) -> String {
    if twins.group_size == 1 {
        return "Unambiguous: no other molecule has this spectrum".to_owned();
    }
    let others = twins.group_size - 1;
    let what = format!(
        "Ambiguous: {others} other molecule{} this spectrum",
        if others == 1 { " has" } else { "s have" }
    );
    let named = &twins.numbers[..twins.numbers.len().min(NAMED)];
    match others - named.len() as u64 {
        0 => format!("{what}: {}", named.iter().join(", ")),
        more => format!("{what}: {} and {more} more", named.iter().join(", ")),
    }
}

/// A row of the statistics: number, total and maximal length, total and maximal turns.
fn tally(outcome: &str, tally: RayTally) -> String {
    format!(
        "{outcome:<9} {:>6} {:>5} {:>3} {:>5} {:>3}",
        tally.number, tally.tot_length, tally.max_length, tally.tot_turns, tally.max_turns
    )
}

fn label(symbol: u8) -> (char, Style) {
    let colour = match symbol {
        b'@' => AnsiColor::Red,
        b'&' => AnsiColor::Green,
        _ => AnsiColor::Cyan,
    };
    (symbol.into(), colour.on_default())
}

/// The keys of the columns in a document.
static KEYS: LazyLock<[String; COLUMNS.len()]> = LazyLock::new(|| COLUMNS.map(document_key));

/// The key of a column. As in the original, underscores become dashes, except in keys of counts.
pub(crate) fn document_key(column: &str) -> String {
    match column {
        "nb_mol" | "nb_atoms" => column.to_owned(),
        other => other.replace('_', "-"),
    }
}

pub(crate) fn write_json(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
) -> io::Result<()> {
    let mut document = serde_json::Serializer::new(&mut *out);
    let mut map = document.serialize_map(None)?;
    with_cells(record, |cells| {
        let mut entries = KEYS.iter().zip(cells);
        entries.try_for_each(|(key, cell)| map.serialize_entry(key, cell))
    })?;
    if let Some(twins) = twins {
        map.serialize_entry("ambiguous", &(twins.group_size > 1))?;
        map.serialize_entry("spectral-group-size", &twins.group_size)?;
        map.serialize_entry("twins", &twins.numbers)?;
        let family = family::of_twins(record.molecule, Some(twins));
        map.serialize_entry("family", &family.as_ref().map(family::document))?;
    }
    map.end()?;
    writeln!(out)
}

/// Writes one molecule as a line of CSV, and before the `first` one also the names of the columns.
pub(crate) fn write_csv(
    out: &mut impl Write,
    record: &Record,
    twins: Option<&Twins>,
    first: bool,
) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new();
    let mut csv = csv.has_headers(false).from_writer(Vec::new());
    if first {
        let more = ["ambiguous", "spectral_group_size", "twins"];
        csv.write_record(COLUMNS.into_iter().chain(more))?;
    }
    let ambiguity = (
        twins.map(|twins| twins.group_size > 1),
        twins.map(|twins| twins.group_size),
        twins.map(|twins| twins.numbers.iter().join(" ")),
    );
    with_cells(record, |cells| csv.serialize((cells, ambiguity)))?;
    let line = csv.into_inner().map_err(|error| error.into_error())?;
    out.write_all(&line)
}

/// Calls `each` with the cells of a molecule's row.
fn with_cells<T>(record: &Record, each: impl FnOnce(&[Cell<'_>]) -> T) -> T {
    let molecule = record.molecule;
    let (name, molecule) = (molecule.config().to_string(), molecule.text());
    let texts = [
        Cell::Text(&name),
        Cell::Number(record.number),
        Cell::Number(record.canonical_number),
        Cell::Text(&molecule),
        Cell::Text(record.spectrum.as_str()),
        Cell::Text(record.transform.name()),
    ];
    let counts = record
        .statistics
        .columns()
        .map(|count| Cell::Number(count.into()));
    each(&[&texts[..], &counts].concat())
}
