//! The census tables of `data/reference`, and charts of them.

use blackbox::game::Config;
use maud::Markup;
use serde::Serialize;
use view::chart::{Marks, Plot, Scale};

use crate::engine::source;
use crate::error::{Error, Result};

/// The tables and their titles.
const TABLES: [(&str, &str); 5] = [
    ("An_B4", "Boxes of 4 × 4"),
    ("An_B5", "Boxes of 5 × 5"),
    ("An_B6", "Boxes of 6 × 6"),
    ("An_B8", "Boxes of 8 × 8"),
    ("A4_Bp", "Four atoms"),
];

/// The first four tables in a chart: the box, and how its line looks.
const LINES: [&str; 4] = ["4 × 4 —", "5 × 5 – –", "6 × 6 · ·", "8 × 8 – ·"];

/// The number of group sizes that the page has per configuration. A table of thousands would be a
/// tenth of the page, and nobody reads it there.
const SIZES: usize = 60;

/// All censuses.
#[derive(Serialize)]
pub(crate) struct Census {
    tables: Vec<Table>,
    #[serde(skip)]
    pub(crate) charts: Vec<Markup>,
}

#[derive(Serialize)]
struct Table {
    name: &'static str,
    title: &'static str,
    rows: Vec<Row>,
}

/// A configuration.
#[derive(Serialize)]
struct Row {
    config: String,
    molecules: u64,
    ambiguous: u64,
    /// Ambiguous spectra up to symmetry, and in all.
    orbits: u64,
    spectra: u64,
    /// The most molecules that share a spectrum.
    largest: u64,
    /// Per size of a group: the size, the spectra up to symmetry, and in all. If there are too many
    /// sizes, only the smallest.
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

/// Reads the tables.
pub(crate) fn read() -> Result<Census> {
    let mut tables = Vec::new();
    for (name, title) in TABLES {
        let file = source().join(format!("../../data/reference/{name}.census.csv"));
        let wrong = |problem: String| Error::Source {
            file: file.clone(),
            problem,
        };
        let mut reader = csv::Reader::from_path(&file).map_err(|error| wrong(error.to_string()))?;
        let mut rows: Vec<Row> = Vec::new();
        for line in reader.deserialize() {
            let line: Line = line.map_err(|error: csv::Error| wrong(error.to_string()))?;
            if rows.last().is_none_or(|row| row.config != line.config) {
                rows.push(Row {
                    config: line.config.clone(),
                    molecules: 0,
                    ambiguous: 0,
                    orbits: 0,
                    spectra: 0,
                    largest: 1,
                    sizes: Vec::new(),
                });
            }
            if let Some(row) = rows.last_mut() {
                row.add(&line);
            }
        }
        for row in &rows {
            let config: Config = row.config.parse().map_err(|_| wrong(row.config.clone()))?;
            if config.molecules() != row.molecules {
                return Err(wrong(format!(
                    "{config} has {} molecules",
                    config.molecules()
                )));
            }
        }
        tables.push(Table { name, title, rows });
    }
    let charts = charts(&tables);
    Ok(Census { tables, charts })
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

fn charts(tables: &[Table]) -> Vec<Markup> {
    let (by_width, by_atoms) = tables.split_at(4);
    let share = |row: &Row| {
        let atoms = row.config()?.atoms() as f64;
        Some((atoms, 100.0 * row.ambiguous as f64 / row.molecules as f64))
    };
    let largest = |row: &Row| Some((row.config()?.atoms() as f64, row.largest as f64));
    let spectra = |row: &Row| Some((row.config()?.width() as f64, row.orbits as f64));
    let series = |of: fn(&Row) -> Option<(f64, f64)>| {
        let tables = LINES.iter().zip(by_width);
        tables
            .map(|(name, table)| {
                (
                    (*name).to_owned(),
                    table.rows.iter().filter_map(of).collect(),
                )
            })
            .collect()
    };
    let plot = |title: &str, x: &str, y: &str, series, scale| {
        Plot {
            title: title.to_owned(),
            x: x.to_owned(),
            y: y.to_owned(),
            series,
            marks: Marks::Line,
            scale,
        }
        .picture()
        .inline()
    };
    let of_four = by_atoms.iter();
    vec![
        plot(
            "Ambiguous, in %",
            "atoms",
            "% of all molecules",
            series(share),
            Scale::Linear,
        ),
        plot(
            "The largest group",
            "atoms",
            "molecules with one spectrum",
            series(largest),
            Scale::Log,
        ),
        plot(
            "Four atoms: ambiguous spectra up to symmetry",
            "width of the box",
            "spectra",
            of_four
                .map(|table| {
                    (
                        table.title.to_owned(),
                        table.rows.iter().filter_map(spectra).collect(),
                    )
                })
                .collect(),
            Scale::Linear,
        ),
    ]
}
