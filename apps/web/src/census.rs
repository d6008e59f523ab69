//! The census tables of `data/reference`, and charts of them.

use std::collections::BTreeMap;
use std::path::Path;

use app::Result;
use blackbox::board::Config;
use draw::chart::{Plot, Scale};
use miniz_oxide::inflate::decompress_to_vec;
use serde::Serialize;

use crate::command::{faulty, source};

/// The number of group sizes per configuration. Thousands would be a tenth of the page.
const SIZES: usize = 16;

/// The number of atoms that has been counted in boxes of every width.
const FOUR: u64 = 4;

#[derive(Serialize)]
pub(crate) struct Census {
    tables: Vec<Table>,
    charts: String,
}

#[derive(Serialize)]
struct Table {
    title: String,
    rows: Vec<Row>,
}

#[derive(Clone, Serialize)]
struct Row {
    #[serde(rename = "config", serialize_with = "name")]
    config: Config,
    /// The page knows how to count them.
    #[serde(skip)]
    molecules: u64,
    /// All but those that are alone with their spectrum.
    ambiguous: u64,
    /// Ambiguous spectra up to symmetry, and in all.
    orbits: u64,
    spectra: u64,
    largest: u64,
    /// The smallest sizes of groups: the size, the spectra up to symmetry, and in all. None are published
    /// of a configuration that has only its totals.
    sizes: Vec<(u64, u64, u64)>,
}

/// A line of a table by size, or of the totals of configurations.
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

/// The rows by width and atoms.
type Rows = BTreeMap<(usize, usize), Row>;

pub(crate) fn read() -> Result<Census> {
    let folder = source().join("../../data/reference");
    let mut rows = Rows::new();
    for entry in folder.read_dir().map_err(|error| faulty(&folder, error))? {
        let file = entry.map_err(|error| faulty(&folder, error))?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let ends = [".census.csv", ".census.csv.gz", ".totals.csv"];
        if ends.iter().any(|end| name.ends_with(end)) {
            let read = read_rows(&file).map_err(|problem| faulty(&file, problem))?;
            rows.extend(read);
        }
    }
    let tables = tables(&rows);
    let charts = charts(&rows);
    Ok(Census { tables, charts })
}

/// A table for each width of which several numbers of atoms are counted, and one of four atoms.
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
        title: "Four atoms".to_owned(),
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

/// The content of a file that `gzip -n` has packed: its header has 10 bytes, its end 8.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let deflated = match bytes {
        [0x1f, 0x8b, 8, 0, rest @ ..] if rest.len() > 14 => &rest[6..rest.len() - 8],
        _ => return Err("not packed by `gzip -n`".to_owned()),
    };
    decompress_to_vec(deflated).map_err(|error| error.to_string())
}

impl Row {
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

fn name<S: serde::Serializer>(config: &Config, out: S) -> std::result::Result<S::Ok, S::Error> {
    out.collect_str(config)
}

fn charts(rows: &Rows) -> String {
    let atoms = |row: &Row| row.config.atoms() as f64;
    let share = |row: &Row| 100.0 * row.ambiguous as f64 / row.molecules as f64;
    // A line joins numbers of atoms that follow each other, so a width that is counted for four atoms
    // alone has none.
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
        (vec![("Four atoms".to_owned(), of_four)], Scale::Linear),
    ];
    let words = [
        ["Ambiguous, in %", "atoms", "% of all molecules"],
        ["The largest group", "atoms", "molecules per spectrum"],
        [
            "Four atoms: ambiguous spectra",
            "width of the box",
            "spectra up to symmetry",
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
        let tables = read().unwrap().tables;
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
    }
}
