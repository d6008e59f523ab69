//! Solutions as JSON, one document a line.

use std::io::{self, Write};

use serde::Serialize;

use super::Checked;
use crate::hexagrams;
use crate::rules::{Compact, Form, Octopuszle, Piece, SIDE, Tiles};
use crate::search::{Effort, Estimate, Found, Trial, fastest, fewest_steps};
use crate::store::{Stock, StoredSolution};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<&'static str>,
    groups: Vec<Vec<Triple>>,
    holes: usize,
    steps: u64,
    restarts: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    stored: Option<StoredDocument>,
}

#[derive(Serialize)]
struct StoredDocument {
    symmetry: String,
    seed: u64,
    solution: String,
}

fn document(found: &Found, stored: Option<&StoredSolution>) -> SolutionDocument {
    let solution = &found.solution;
    let groups = solution.groups().iter();
    SolutionDocument {
        number: stored.map(|stored| stored.number),
        tiles: (solution.tiles() != Tiles::Hexagons).then(|| solution.tiles().name()),
        groups: groups
            .map(|group| group.iter().map(triple).collect())
            .collect(),
        holes: solution.holes(),
        steps: found.steps,
        restarts: found.restarts,
        stored: stored.map(|stored| StoredDocument {
            symmetry: stored.symmetry.to_string(),
            seed: stored.seed,
            solution: solution.to_string(),
        }),
    }
}

/// Writes a solution that a search has found. It tells its tiles unless they are
/// hexagons.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_found(out: &mut impl Write, found: &Found) -> io::Result<()> {
    write_line(out, &document(found, None))
}

/// Writes a stored solution.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_stored(out: &mut impl Write, stored: &StoredSolution) -> io::Result<()> {
    write_line(out, &document(&stored.found, Some(stored)))
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
pub(crate) fn write_compact(
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
pub(crate) fn write_impossible(
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
    grid: &'a [[u8; SIDE]; SIDE],
}

/// Writes an Octopuszle.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_octopuszle(out: &mut impl Write, octopuszle: &Octopuszle) -> io::Result<()> {
    let grid = octopuszle.grid();
    write_line(out, &OctopuszleDocument { grid })
}

#[derive(Serialize, Default)]
struct CheckDocument {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// Writes what a checked solution is, or what is wrong with it.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_checked(
    out: &mut impl Write,
    checked: Result<&Checked, &str>,
) -> io::Result<()> {
    let mut document = CheckDocument {
        valid: checked.is_ok(),
        ..CheckDocument::default()
    };
    match checked {
        Ok(Checked::Solution(solution)) => {
            document.kind = Some("transcendental");
            document.tiles = Some(solution.tiles().name());
            document.groups = Some(solution.groups().len());
            document.holes = Some(solution.holes());
            document.symmetry = Some(solution.symmetry().to_string());
        }
        Ok(Checked::Compact(compact)) => {
            document.kind = Some("compact");
            document.groups = Some(compact.groups().len());
        }
        Ok(Checked::Octopuszle) => document.kind = Some("octopuszle"),
        Err(fault) => document.fault = Some(fault.to_owned()),
    }
    write_line(out, &document)
}

#[derive(Serialize)]
struct EstimateDocument<'a> {
    tiles: &'a str,
    solutions: f64,
    standard_error: f64,
    steps_through_all: f64,
    probes: u64,
    hits: u64,
    steps: u64,
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
pub(crate) fn write_estimate(
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
        steps_through_all: estimate.steps_through_all(),
        probes: estimate.probes,
        hits: estimate.hits,
        steps: estimate.steps,
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
pub(crate) fn write_count(
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
    fewest_steps_limit: Option<u64>,
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
pub(crate) fn write_trials(out: &mut impl Write, search: &str, trials: &[Trial]) -> io::Result<()> {
    let (best_limit, fewest_steps_limit) = (fastest(trials), fewest_steps(trials));
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
        best_limit,
        fewest_steps_limit,
        trials: trials.collect(),
    };
    write_line(out, &document)
}

#[derive(Serialize)]
struct StockDocument {
    groups: u64,
    symmetry: String,
    solutions: u64,
}

/// Writes how many solutions are stored, a document for each number of groups
/// and symmetry.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_stock(out: &mut impl Write, stock: &[Stock]) -> io::Result<()> {
    for row in stock {
        let document = StockDocument {
            groups: row.groups,
            symmetry: row.symmetry.to_string(),
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
pub(crate) fn write_hexagrams(out: &mut impl Write) -> io::Result<()> {
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
