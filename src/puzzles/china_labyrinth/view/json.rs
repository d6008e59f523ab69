//! Solutions as JSON, one document a line.

use std::io::{self, Write};

use serde::Serialize;

use super::super::hexagrams;
use super::super::rules::{Compact, Form, Kind, Octopuszle, Piece};
use super::super::search::{Effort, Estimate, Found, Trial};
use super::super::store::Stock;

/// `[q, r, mask]`.
type Triple = (i32, i32, u8);

fn triple(piece: &Piece) -> Triple {
    (piece.cell.q, piece.cell.r, piece.doors)
}

fn write_line(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

#[derive(Serialize)]
struct SolutionDocument {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    tiles: &'static str,
    groups: Vec<Vec<Triple>>,
    holes: usize,
    symmetry: String,
    steps: u64,
    restarts: u64,
    seed: u64,
    solution: String,
}

/// Writes a solution, with its number if it is stored.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_solution(
    out: &mut impl Write,
    found: &Found,
    symmetry: Kind,
    seed: u64,
    number: Option<u64>,
) -> io::Result<()> {
    let solution = &found.solution;
    let groups = solution.groups().iter();
    let document = SolutionDocument {
        number,
        tiles: solution.tiles().name(),
        groups: groups.map(|group| group.iter().map(triple).collect()).collect(),
        holes: solution.holes(),
        symmetry: symmetry.to_string(),
        steps: found.steps,
        restarts: found.restarts,
        seed,
        solution: solution.to_string(),
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct CompactDocument<'a> {
    form: &'a str,
    cells: Vec<Triple>,
    moves: u64,
    restarts: u64,
    seed: u64,
}

/// Writes a compact solution of the form with this name.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_compact(
    out: &mut impl Write,
    form: &str,
    compact: &Compact,
    effort: Effort,
    seed: u64,
) -> io::Result<()> {
    let document = CompactDocument {
        form,
        cells: compact.pieces().iter().map(triple).collect(),
        moves: effort.moves,
        restarts: effort.restarts,
        seed,
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct ImpossibleDocument<'a> {
    form: &'a str,
    cells: Vec<(i32, i32)>,
    impossible: String,
}

/// Writes why a form has no compact solution.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_impossible(
    out: &mut impl Write,
    name: &str,
    form: &Form,
    why: &str,
) -> io::Result<()> {
    let document = ImpossibleDocument {
        form: name,
        cells: form.cells().map(|cell| (cell.q, cell.r)).collect(),
        impossible: why.to_owned(),
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct OctopuszleDocument<'a> {
    grid: &'a [[u8; 16]; 16],
    moves: u64,
    restarts: u64,
    seed: u64,
}

/// Writes an Octopuszle.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_octopuszle(
    out: &mut impl Write,
    octopuszle: &Octopuszle,
    effort: Effort,
    seed: u64,
) -> io::Result<()> {
    let document = OctopuszleDocument {
        grid: octopuszle.grid(),
        moves: effort.moves,
        restarts: effort.restarts,
        seed,
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct EstimateDocument<'a> {
    tiles: &'a str,
    solutions: f64,
    standard_error: f64,
    probes: u64,
    hits: u64,
    seed: u64,
    groups: Vec<GroupsDocument>,
}

#[derive(Serialize)]
struct GroupsDocument {
    groups: usize,
    share: f64,
}

/// Writes an estimate.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_estimate(
    out: &mut impl Write,
    tiles: &str,
    estimate: &Estimate,
    seed: u64,
) -> io::Result<()> {
    let groups = estimate.by_groups();
    let document = EstimateDocument {
        tiles,
        solutions: estimate.mean(),
        standard_error: estimate.error(),
        probes: estimate.probes,
        hits: estimate.hits,
        seed,
        groups: groups
            .map(|(groups, share)| GroupsDocument { groups, share })
            .collect(),
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct CountDocument<'a> {
    tiles: &'a str,
    solutions: u64,
    steps: u64,
}

/// Writes the count of an exhaustive search.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_count(
    out: &mut impl Write,
    tiles: &str,
    solutions: u64,
    steps: u64,
) -> io::Result<()> {
    write_line(
        out,
        &CountDocument {
            tiles,
            solutions,
            steps,
        },
    )
}

#[derive(Serialize)]
struct TuningDocument<'a> {
    search: &'a str,
    best_limit: Option<u64>,
    trials: Vec<TrialDocument>,
}

#[derive(Serialize)]
struct TrialDocument {
    limit: u64,
    solutions: u64,
    runs: u64,
    steps: u64,
    steps_per_solution: Option<f64>,
    seconds: f64,
    solutions_per_second: f64,
}

/// Writes what trials with a setting have shown.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_trials(
    out: &mut impl Write,
    search: &str,
    trials: &[Trial],
    best: Option<u64>,
) -> io::Result<()> {
    let trials = trials.iter().map(|trial| TrialDocument {
        limit: trial.limit,
        solutions: trial.solutions,
        runs: trial.runs,
        steps: trial.steps,
        steps_per_solution: trial.steps_per_solution(),
        seconds: trial.time.as_secs_f64(),
        solutions_per_second: trial.rate(),
    });
    let document = TuningDocument {
        search,
        best_limit: best,
        trials: trials.collect(),
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct StockDocument<'a> {
    groups: u64,
    symmetry: &'a str,
    solutions: u64,
}

/// Writes how many solutions are stored, a document for each number of groups
/// and symmetry.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_stock(out: &mut impl Write, stock: &[Stock]) -> io::Result<()> {
    for row in stock {
        let document = StockDocument {
            groups: row.groups,
            symmetry: &row.symmetry,
            solutions: row.solutions,
        };
        write_line(out, &document)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct HexagramDocument {
    number: u8,
    mask: u8,
    lines: Vec<u8>,
    character: char,
    name: &'static str,
    reading: &'static str,
}

/// Writes the hexagrams, lines from below.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_hexagrams(out: &mut impl Write) -> io::Result<()> {
    for hexagram in hexagrams::all() {
        let document = HexagramDocument {
            number: hexagram.number,
            mask: hexagram.doors,
            lines: (0..6).map(|line| hexagram.doors >> line & 1).collect(),
            character: hexagram.character,
            name: hexagram.name,
            reading: hexagram.reading,
        };
        write_line(out, &document)?;
    }
    Ok(())
}
