//! Builds the view of the census tables of `data/reference`, with charts.

use std::collections::BTreeMap;
use std::path::Path;

use app::Result;
use blackbox::board::Config;
use draw::chart::{Plot, Scale};
use draw::words::{counted, thousands};
use maud::{Markup, html};
use miniz_oxide::inflate::decompress_to_vec;
use serde::Serialize;

use crate::command::{faulty, source};

/// The number of group sizes shown per configuration. All sizes would be a tenth of the page.
const SIZES: usize = 16;

/// The number of atoms that is counted in boxes of every width.
const FOUR: u64 = 4;

/// The contents of the view, as HTML.
#[derive(Serialize)]
pub(crate) struct Census {
    tables: String,
    charts: String,
    /// For each configuration, its groups by size.
    sizes: BTreeMap<String, String>,
}

struct Table {
    title: String,
    rows: Vec<Row>,
}

#[derive(Clone)]
struct Row {
    config: Config,
    molecules: u64,
    /// The number of ambiguous molecules.
    ambiguous: u64,
    /// The numbers of ambiguous spectra up to symmetry, and of all.
    orbits: u64,
    spectra: u64,
    largest: u64,
    /// The smallest group sizes: the size, the number of spectra up to symmetry, and of all. Empty if only the
    /// totals of the configuration are published.
    sizes: Vec<(u64, u64, u64)>,
}

/// A row of a table by group size, or of the totals of configurations.
#[derive(serde::Deserialize)]
struct Line {
    config: String,
    size: Option<u64>,
    ambiguous: Option<u64>,
    orbits: u64,
    spectrums: u64,
    molecules: u64,
    largest: Option<u64>,
}

/// The rows, by width and number of atoms.
type Rows = BTreeMap<(usize, usize), Row>;

pub(crate) fn read() -> Result<Census> {
    let rows = published(&source().join("../../data/reference"))?;
    let sizes = rows.values().filter(|row| !row.sizes.is_empty());
    Ok(Census {
        tables: tables(&rows)
            .iter()
            .map(|table| table.html().into_string())
            .collect(),
        charts: charts(&rows),
        sizes: sizes
            .map(|row| (row.config.to_string(), row.by_size().into_string()))
            .collect(),
    })
}

/// The rows of all tables in a folder.
fn published(folder: &Path) -> Result<Rows> {
    let mut rows = Rows::new();
    for entry in folder.read_dir().map_err(|error| faulty(folder, error))? {
        let file = entry.map_err(|error| faulty(folder, error))?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let ends = [".census.csv", ".census.csv.gz", ".totals.csv"];
        if ends.iter().any(|end| name.ends_with(end)) {
            let read = read_rows(&file).map_err(|problem| faulty(&file, problem))?;
            rows.extend(read);
        }
    }
    Ok(rows)
}

impl Table {
    fn html(&self) -> Markup {
        let row = |row: &Row| {
            let name = row.name();
            let numbers = [row.molecules, row.ambiguous].map(thousands);
            let groups = [row.orbits, row.spectra, row.largest].map(thousands);
            let share = share(row.ambiguous, row.molecules);
            html! {
                tr {
                    th scope="row" {
                        @if row.sizes.is_empty() { (name) } @else { a href={ "#census/" (row.config) } { (name) } }
                    }
                    @for number in numbers.iter().chain([&share]).chain(&groups) { td class="figure-cell" { (number) } }
                }
            }
        };
        let heads = ["balls and box", "arrangements", "ambiguous", "ambiguous, %"];
        let groups = ["groups up to symmetry", "groups in all", "largest group"];
        html! {
            section {
                h2 { (self.title) }
                p class="soft" { (self.uncounted()) }
                (framed(&self.title, "wide-table", &[&heads[..], &groups].concat(), html! { @for each in &self.rows { (row(each)) } }))
            }
        }
    }

    /// The sentence about the configurations that are not counted.
    fn uncounted(&self) -> String {
        let widths: Vec<usize> = self.rows.iter().map(|row| row.config.width()).collect();
        let (Some(width), Some(widest)) = (widths.first(), widths.last()) else {
            return String::new();
        };
        if width != widest {
            return format!("The census covers boxes up to {widest} × {widest}.");
        }
        let is_open = |atoms: &usize| self.rows.iter().all(|row| row.config.atoms() != *atoms);
        let open: Vec<usize> = (0..=width * width).filter(is_open).collect();
        let runs = open
            .chunk_by(|one, next| one + 1 == *next)
            .map(|run| match run {
                [first, .., last] => format!("{first} to {last}"),
                _ => run[0].to_string(),
            });
        let runs: Vec<String> = runs.collect();
        match runs.is_empty() {
            true => "The census covers every number of balls.".to_owned(),
            false => format!("The census does not cover {} balls.", runs.join(" or ")),
        }
    }
}

/// A table in a frame that scrolls.
fn framed(title: &str, class: &str, heads: &[&str], rows: Markup) -> Markup {
    html! {
        div class=(class) tabindex="0" role="region" aria-label=(title) {
            table { thead { tr { @for head in heads { th scope="col" { (head) } } } } tbody { (rows) } }
        }
    }
}

/// A share in percent, with enough digits that it appears as neither 0 nor 100 % unless it is.
fn share(part: u64, all: u64) -> String {
    if part == 0 || part == all {
        return if part == 0 { "0" } else { "100" }.to_owned();
    }
    let share = 100.0 * part as f64 / all as f64;
    let written = (if share < 1.0 { 4 } else { 2 }..).map(|digits| format!("{share:.digits$}"));
    let is_exact = |text: &String| !matches!(text.parse(), Ok(0.0 | 100.0));
    written.take(12).find(is_exact).unwrap_or_default()
}

/// A table for each width in which several numbers of atoms are counted, and one of four atoms.
fn tables(rows: &Rows) -> Vec<Table> {
    let mut tables = Vec::new();
    for width in widths(rows) {
        let rows = rows.range((width, 0)..(width + 1, 0));
        let rows: Vec<Row> = rows.map(|(_, row)| row.clone()).collect();
        if rows.len() > 1 {
            let title = format!("Boxes of {width} × {width}");
            tables.push(Table { title, rows });
        }
    }
    tables.push(Table {
        title: "Four balls".to_owned(),
        rows: of_four(rows).cloned().collect(),
    });
    tables
}

fn widths(rows: &Rows) -> Vec<usize> {
    let mut widths: Vec<usize> = rows.keys().map(|&(width, _)| width).collect();
    widths.dedup();
    widths
}

fn of_four(rows: &Rows) -> impl Iterator<Item = &Row> {
    let is_four = |row: &&Row| row.config.atoms() as u64 == FOUR;
    rows.values().filter(is_four)
}

fn read_rows(file: &Path) -> Result<Rows, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let bytes = match file.extension() {
        Some(packed) if packed == "gz" => unpacked(&bytes)?,
        _ => bytes,
    };
    let mut rows = Rows::new();
    for line in csv::Reader::from_reader(bytes.as_slice()).deserialize() {
        let line: Line = line.map_err(|error: csv::Error| error.to_string())?;
        let config: Config = line.config.parse().map_err(|_| line.config.clone())?;
        let row = rows.entry((config.width(), config.atoms()));
        row.or_insert_with(|| Row::new(config)).add(&line);
    }
    for row in rows.values() {
        let config = row.config;
        if config.molecules() != row.molecules {
            return Err(format!("{config} has {} molecules", config.molecules()));
        }
    }
    Ok(rows)
}

/// The contents of a file packed by `gzip -n`, whose header has 10 bytes and whose trailer 8.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let deflated = match bytes {
        [0x1f, 0x8b, 8, 0, rest @ ..] if rest.len() > 14 => &rest[6..rest.len() - 8],
        _ => return Err("not packed by `gzip -n`".to_owned()),
    };
    decompress_to_vec(deflated).map_err(|error| error.to_string())
}

impl Row {
    fn name(&self) -> String {
        let (atoms, width) = (self.config.atoms() as u64, self.config.width());
        format!("{}, {width} × {width}", counted(atoms, "ball", "balls"))
    }

    fn by_size(&self) -> Markup {
        let title = format!("{}: groups by size", self.name());
        let heads = [
            "arrangements in a group (1: no twin)",
            "groups up to symmetry",
            "groups in all",
            "arrangements",
        ];
        let row = |&(size, orbits, spectra): &(u64, u64, u64)| {
            let numbers = [size, orbits, spectra, size * spectra].map(thousands);
            html! { tr { @for number in numbers { td class="figure-cell" { (number) } } } }
        };
        let shown = self.sizes.last().map_or(0, |&(size, ..)| size);
        html! {
            h2 tabindex="-1" id="census-config" { (title) }
            @if shown < self.largest {
                p { "The table shows the " (self.sizes.len()) " smallest sizes. The largest group has " (thousands(self.largest)) " arrangements." }
            }
            (framed(&title, "wide-table tall", &heads, html! { @for size in &self.sizes { (row(size)) } }))
            p { a href="#census" { "Close this table" } }
        }
    }

    fn new(config: Config) -> Row {
        Row {
            config,
            molecules: 0,
            ambiguous: 0,
            orbits: 0,
            spectra: 0,
            largest: 1,
            sizes: Vec::new(),
        }
    }

    fn add(&mut self, line: &Line) {
        self.molecules += line.molecules;
        if let Some(size) = line.size
            && self.sizes.len() < SIZES
        {
            self.sizes.push((size, line.orbits, line.spectrums));
        }
        if line.size != Some(1) {
            self.ambiguous += line.ambiguous.unwrap_or(line.molecules);
            self.orbits += line.orbits;
            self.spectra += line.spectrums;
            self.largest = self.largest.max(line.size.or(line.largest).unwrap_or(1));
        }
    }
}

fn charts(rows: &Rows) -> String {
    let atoms = |row: &Row| row.config.atoms() as f64;
    let share = |row: &Row| 100.0 * row.ambiguous as f64 / row.molecules as f64;
    // A line joins consecutive numbers of atoms, so a width that is counted only for four atoms has none.
    let series = |of: &dyn Fn(&Row) -> f64| {
        let lines = widths(rows).into_iter().map(|width| {
            let rows = rows.range((width, 0)..(width + 1, 0));
            let points = rows.map(|(_, row)| (atoms(row), of(row)));
            (format!("{width}×{width}"), points.collect::<Vec<_>>())
        });
        lines.filter(|(_, points)| points.len() > 1).collect()
    };
    let spectra = |row: &Row| (row.config.width() as f64, row.orbits as f64);
    let of_four = of_four(rows).map(spectra).collect();
    let plots = [
        (series(&share), Scale::Linear),
        (series(&|row| row.largest as f64), Scale::Log),
        (vec![("Four balls".to_owned(), of_four)], Scale::Linear),
    ];
    let words = [
        ["Ambiguous arrangements", "balls", "% of all arrangements"],
        ["The largest group", "balls", "arrangements"],
        [
            "Four balls: groups of twins",
            "width of the box",
            "groups up to symmetry",
        ],
    ];
    let charts = words
        .into_iter()
        .zip(plots)
        .map(|(words, (series, scale))| {
            let [title, x, y] = words.map(str::to_owned);
            let plot = Plot {
                title,
                x,
                y,
                series,
                scale,
            };
            plot.picture().inline().into_string()
        });
    charts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_configuration_is_in_a_table() {
        let folder = source().join("../../data/reference");
        let tables = tables(&published(&folder).unwrap());
        let all = tables.iter().flat_map(|table| &table.rows);
        let all: BTreeMap<String, &Row> = all.map(|row| (row.config.to_string(), row)).collect();
        let totals = std::fs::read_to_string(folder.join("A13..36_B7.totals.csv")).unwrap();
        for line in totals.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let row = all[cells[0]];
            let numbers = [
                row.molecules,
                row.ambiguous,
                row.orbits,
                row.spectra,
                row.largest,
            ];
            assert_eq!(cells[1..], numbers.map(|number| number.to_string()));
        }
        let seven = &tables.iter().find(|table| table.title == "Boxes of 7 × 7");
        let seven = seven.unwrap().rows.iter().map(|row| row.config.atoms());
        assert_eq!(seven.collect::<Vec<_>>(), (0..=49).collect::<Vec<_>>());
        assert_eq!(all["A4_B8"].ambiguous, 4_532);
        // A share below all is not 100 %.
        assert_eq!(
            [share(0, 9), share(9, 9), share(1, 3)],
            ["0", "100", "33.33"]
        );
        assert_eq!(share(92_259_191_467, 92_263_734_836), "99.995");
    }
}
