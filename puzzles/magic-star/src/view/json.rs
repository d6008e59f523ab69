//! Documents for programs. Iterations are strings: they may have 36 digits.

use std::io::{self, Write};

use serde::Serialize;

use crate::analysis::{Analysis, Mirrored, SymmetryReport};
use crate::rules::{Cell, Diagram, Group, Partial, Solution, Star};
use crate::store::{Explored, NumberedSolution};

fn write(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

#[derive(Serialize)]
struct ExploredDocument {
    star: String,
    solutions: u64,
    basic: u64,
    classes: u64,
    rotations_and_reflections: usize,
    symmetries: usize,
    first_iteration: Option<String>,
    last_iteration: Option<String>,
}

/// Writes what an exploration found as one document.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_explored(
    out: &mut impl Write,
    star: Star,
    explored: &Explored,
) -> io::Result<()> {
    let diagram = Diagram::of(star);
    let drawing = Group::of_drawing(&diagram).order();
    let lines = Group::of_lines(&diagram).order();
    let (first, last) = explored.iterations.unzip();
    write(
        out,
        &ExploredDocument {
            star: star.to_string(),
            solutions: explored.solutions,
            basic: explored.solutions / drawing as u64,
            classes: explored.solutions / lines as u64,
            rotations_and_reflections: drawing,
            symmetries: lines,
            first_iteration: first.map(|iteration| iteration.to_string()),
            last_iteration: last.map(|iteration| iteration.to_string()),
        },
    )
}

#[derive(Serialize)]
struct SolutionDocument<'a> {
    star: String,
    number: u64,
    iteration: String,
    cells: &'a [u8],
    basic_number: u64,
    symmetry: String,
}

impl SolutionDocument<'_> {
    fn of(star: Star, found: &NumberedSolution) -> SolutionDocument<'_> {
        SolutionDocument {
            star: star.to_string(),
            number: found.number,
            iteration: found.solution.iteration().to_string(),
            cells: found.solution.numbers(),
            basic_number: found.basic_number,
            symmetry: found.symmetry.to_string(),
        }
    }
}

/// Writes a solution as one document.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_solution(
    out: &mut impl Write,
    diagram: &Diagram,
    found: &NumberedSolution,
) -> io::Result<()> {
    write(out, &SolutionDocument::of(diagram.star(), found))
}

#[derive(Serialize)]
struct CompletionsDocument<'a> {
    star: String,
    /// null for a cell without a number.
    given: Vec<Option<u8>>,
    /// null if they were not counted.
    ways: Option<u64>,
    solutions: Vec<CompletionDocument<'a>>,
}

#[derive(Serialize)]
struct CompletionDocument<'a> {
    iteration: String,
    cells: &'a [u8],
}

/// Writes how a partly filled star can be completed as one document.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_completions(
    out: &mut impl Write,
    diagram: &Diagram,
    given: &Partial,
    ways: Option<u64>,
    first: &[Solution],
) -> io::Result<()> {
    let star = diagram.star();
    let solutions = first.iter().map(|solution| CompletionDocument {
        iteration: solution.iteration().to_string(),
        cells: solution.numbers(),
    });
    let cells = 0..star.cells() as Cell;
    write(
        out,
        &CompletionsDocument {
            star: star.to_string(),
            given: cells.map(|cell| given.number(cell)).collect(),
            ways,
            solutions: solutions.collect(),
        },
    )
}

#[derive(Serialize)]
struct DiagramDocument {
    star: String,
    order: usize,
    step: usize,
    line_sum: usize,
    cells: Vec<CellDocument>,
    /// The names of their cells from one end to the other.
    lines: Vec<String>,
    #[serde(flatten)]
    symmetry: SymmetryDocument,
}

#[derive(Serialize)]
struct CellDocument {
    name: char,
    point: bool,
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct SymmetryDocument {
    rotations_and_reflections: usize,
    symmetries: usize,
    /// The names of the cells that can be carried to each other.
    orbits: Vec<String>,
    same_as: Vec<SameDocument>,
}

#[derive(Serialize)]
struct SameDocument {
    star: String,
    multiplier: Option<usize>,
    inside_out: bool,
    /// For each cell of this star, the name of its cell in the other one.
    cells: String,
}

impl SymmetryDocument {
    fn of(report: &SymmetryReport) -> SymmetryDocument {
        let names = |cells: &[Cell]| cells.iter().map(|&cell| Diagram::name(cell)).collect();
        SymmetryDocument {
            rotations_and_reflections: report.of_drawing,
            symmetries: report.of_lines,
            orbits: report.orbits.iter().map(|orbit| names(orbit)).collect(),
            same_as: (report.same.iter())
                .map(|(star, isomorphism)| SameDocument {
                    star: star.to_string(),
                    multiplier: isomorphism.multiplier,
                    inside_out: isomorphism.inside_out,
                    cells: names(&isomorphism.cells),
                })
                .collect(),
        }
    }
}

/// Writes a star's cells, lines and symmetries as one document.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_diagram(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    let star = diagram.star();
    // More digits would be those of the rounding.
    let rounded = |length: f64| (length * 1e6).round() / 1e6 + 0.0;
    let cells = (0..)
        .zip(diagram.places())
        .map(|(cell, place)| CellDocument {
            name: Diagram::name(cell),
            point: place.point,
            x: rounded(place.x),
            y: rounded(place.y),
        });
    write(
        out,
        &DiagramDocument {
            star: star.to_string(),
            order: star.order(),
            step: star.step(),
            line_sum: star.line_sum(),
            cells: cells.collect(),
            lines: (0..star.order())
                .map(|line| diagram.line_name(line))
                .collect(),
            symmetry: SymmetryDocument::of(&SymmetryReport::of(diagram)),
        },
    )
}

#[derive(Serialize)]
struct AnalysisDocument<'a> {
    star: String,
    line_sum: usize,
    quadruples: u64,
    quadruples_with_1: u64,
    permutations: String,
    solutions: u64,
    basic: u64,
    classes: u64,
    basic_with_1_in_a_point: u64,
    basic_with_1_in_a_crossing: u64,
    first: Option<SolutionDocument<'a>>,
    last_of_first_half: Option<SolutionDocument<'a>>,
    last: Option<SolutionDocument<'a>>,
    second_half_is_complement: bool,
    /// How many solutions have each number at the top, from 1.
    by_top: &'a [u64],
    #[serde(flatten)]
    symmetry: SymmetryDocument,
}

/// Writes all that is known of an explored star as one document.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_analysis(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    let star = analysis.diagram.star();
    let marks = analysis.marks.as_ref();
    let mark = |i: usize| marks.map(|marks| SolutionDocument::of(star, &marks[i]));
    let (Mirrored::Pairs(mirrored) | Mirrored::Beginnings(mirrored)) = analysis.mirrored;
    write(
        out,
        &AnalysisDocument {
            star: star.to_string(),
            line_sum: star.line_sum(),
            quadruples: analysis.quadruples.0,
            quadruples_with_1: analysis.quadruples.1,
            permutations: analysis.permutations.to_string(),
            solutions: analysis.solutions,
            basic: analysis.basic(),
            classes: analysis.classes(),
            basic_with_1_in_a_point: analysis.basic_by_one[0],
            basic_with_1_in_a_crossing: analysis.basic_by_one[1],
            first: mark(0),
            last_of_first_half: mark(1),
            last: mark(2),
            second_half_is_complement: mirrored,
            by_top: &analysis.by_top,
            symmetry: SymmetryDocument::of(&analysis.symmetry),
        },
    )
}
