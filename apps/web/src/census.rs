//! The census tables of `data/reference`, and charts of them.

use std::path::Path;

use blackbox::game::Config;
use kit::Result;
use miniz_oxide::inflate::decompress_to_vec;
use serde::Serialize;
use view::chart::{Plot, Scale};

use crate::command::{faulty, source};

const TABLES: [(&str, &[&str]); 6] = [
    ("Boxes of 4 × 4", &["An_B4.census.csv"]),
    ("Boxes of 5 × 5", &["An_B5.census.csv"]),
    (
        "Boxes of 6 × 6",
        &["An_B6.census.csv", "A13..36_B6.census.csv.gz"],
    ),
    (
        "Boxes of 7 × 7",
        &["An_B7.census.csv.gz", "A37..49_B7.census.csv.gz"],
    ),
    ("Boxes of 8 × 8", &["An_B8.census.csv"]),
    ("Four atoms", &["A4_Bp.census.csv"]),
];

/// The widths of the boxes in a chart. A line for 7 × 7 would cross what nobody has counted.
const LINES: [usize; 4] = [4, 5, 6, 8];

/// The number of group sizes per configuration. Thousands would be a tenth of the page.
const SIZES: usize = 16;

#[derive(Serialize)]
pub(crate) struct Census {
    tables: Vec<Table>,
    #[serde(skip)]
    pub(crate) charts: String,
}

#[derive(Serialize)]
struct Table {
    title: &'static str,
    rows: Vec<Row>,
}

#[derive(Default, Serialize)]
struct Row {
    config: String,
    /// The page knows how to count them.
    #[serde(skip)]
    molecules: u64,
    /// All but those that are alone with their spectrum.
    #[serde(skip)]
    ambiguous: u64,
    /// Ambiguous spectra up to symmetry, and in all.
    orbits: u64,
    spectra: u64,
    largest: u64,
    /// The smallest sizes of groups: the size, the spectra up to symmetry, and in all.
    sizes: Vec<(u64, u64, u64)>,
}

#[derive(serde::Deserialize)]
struct Line {
    config: String,
    size: u64,
    orbits: u64,
    spectrums: u64,
    molecules: u64,
}

pub(crate) fn read() -> Result<Census> {
    let mut tables = Vec::new();
    for (title, names) in TABLES {
        let mut rows: Vec<Row> = Vec::new();
        for name in names {
            let file = source().join("../../data/reference").join(name);
            add(&mut rows, &file).map_err(|problem| faulty(&file, problem))?;
        }
        tables.push(Table { title, rows });
    }
    let charts = charts(&tables);
    Ok(Census { tables, charts })
}

fn add(rows: &mut Vec<Row>, file: &Path) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let bytes = match file.extension() {
        Some(packed) if packed == "gz" => unpacked(&bytes)?,
        _ => bytes,
    };
    for line in csv::Reader::from_reader(bytes.as_slice()).deserialize() {
        let line: Line = line.map_err(|error: csv::Error| error.to_string())?;
        if rows.last().is_none_or(|row| row.config != line.config) {
            rows.push(Row {
                config: line.config.clone(),
                largest: 1,
                ..Row::default()
            });
        }
        if let Some(row) = rows.last_mut() {
            row.add(&line);
        }
    }
    for row in rows.iter() {
        let config: Config = row.config.parse().map_err(|_| row.config.clone())?;
        if config.molecules() != row.molecules {
            return Err(format!("{config} has {} molecules", config.molecules()));
        }
    }
    Ok(())
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
    fn add(&mut self, line: &Line) {
        self.molecules += line.molecules;
        if self.sizes.len() < SIZES {
            self.sizes.push((line.size, line.orbits, line.spectrums));
        }
        if line.size > 1 {
            self.ambiguous += line.molecules;
            self.orbits += line.orbits;
            self.spectra += line.spectrums;
            self.largest = self.largest.max(line.size);
        }
    }

    fn config(&self) -> Option<Config> {
        self.config.parse().ok()
    }
}

fn charts(tables: &[Table]) -> String {
    let share = |row: &Row| {
        let atoms = row.config()?.atoms() as f64;
        Some((atoms, 100.0 * row.ambiguous as f64 / row.molecules as f64))
    };
    let largest = |row: &Row| Some((row.config()?.atoms() as f64, row.largest as f64));
    let spectra = |row: &Row| Some((row.config()?.width() as f64, row.orbits as f64));
    let series = |of: fn(&Row) -> Option<(f64, f64)>| {
        let line = |&width: &usize| {
            let boxes = tables[..tables.len() - 1].iter();
            let rows = boxes.flat_map(|table| &table.rows);
            let rows = rows.filter(|row| row.config().is_some_and(|one| one.width() == width));
            (format!("{width} × {width}"), rows.filter_map(of).collect())
        };
        LINES.iter().map(line).collect()
    };
    let four = &tables[tables.len() - 1];
    let of_four = four.rows.iter().filter_map(spectra).collect();
    let plots = [
        (series(share), Scale::Linear),
        (series(largest), Scale::Log),
        (vec![(four.title.to_owned(), of_four)], Scale::Linear),
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
