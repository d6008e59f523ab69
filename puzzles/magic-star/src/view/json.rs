//! JSON documents. Iterations are strings, because they may have 27 digits or more.

use app::object;
use serde::Serialize;

use super::{isomorphic, names, symmetries};
use crate::deduction::{Deduction, Grade, Reason};
use crate::explore::{Completions, NumberedSolution};
use crate::rules::{Cell, Diagram, Group, Partial, Solution, permutations};

pub(crate) fn explored(diagram: &Diagram, explored: &Completions) -> impl Serialize + use<> {
    let [drawing, lines] = symmetries(diagram);
    let first = explored.first.first();
    object! {
        star: diagram.star.to_string(),
        solutions: explored.ways,
        basic: explored.ways / drawing,
        classes: explored.ways / lines,
        rotations_and_reflections: drawing,
        symmetries: lines,
        first_iteration: first.map(|first| first.iteration().to_string()),
        last_iteration: first.map(|first| first.complement().iteration().to_string()),
    }
}

pub(crate) fn solution(diagram: &Diagram, found: &NumberedSolution) -> impl Serialize {
    object! {
        star: diagram.star.to_string(),
        number: found.number,
        iteration: found.solution.iteration().to_string(),
        cells: found.solution.numbers(),
        basic_number: found.basic_number,
        symmetry: found.symmetry.to_string(),
    }
}

/// A cell without a number is null.
pub(crate) fn completions(
    diagram: &Diagram,
    given: &Partial,
    found: &Completions,
) -> impl Serialize {
    let cells = 0..diagram.star.cells() as Cell;
    let solution = |solution: &Solution| {
        let cells = solution.numbers().to_vec();
        object! { iteration: solution.iteration().to_string(), cells: cells }
    };
    object! {
        star: diagram.star.to_string(),
        given: cells.map(|cell| given.number(cell)).collect::<Vec<_>>(),
        ways: found.ways,
        solutions: found.first.iter().map(solution).collect::<Vec<_>>(),
    }
}

/// The next number that follows from the given ones, if any, and the grade of the star. `lines` has the names of
/// the lines that show the number.
pub(crate) fn hint(
    diagram: &Diagram,
    next: Option<Deduction>,
    grade: Grade,
) -> impl Serialize + use<> {
    let next = next.map(|next| {
        let [one, other] = diagram.ends[usize::from(next.cell)].map(usize::from);
        let (reason, lines) = match next.reason {
            Reason::LastOfLine(line) => ("last_of_line", vec![line]),
            Reason::OnlyNumber => ("only_number", vec![one, other]),
            Reason::OnlyCell => ("only_cell", Vec::new()),
        };
        let lines = lines.into_iter().map(|line| diagram.line_name(line));
        object! {
            cell: Diagram::name(next.cell),
            number: next.number,
            reason: reason,
            lines: lines.collect::<Vec<String>>(),
            grade: next.grade.name(),
        }
    });
    object! { star: diagram.star.to_string(), next: next, grade: grade.name() }
}

/// The structure of a star. Orbits are lists of names of cells; `cells` of an isomorphic star has the name there of
/// each cell here.
pub(crate) fn analysis(diagram: &Diagram, by_top: &[u64]) -> impl Serialize {
    let (star, solutions) = (diagram.star, by_top.iter().sum::<u64>());
    let [of_drawing, of_lines] = symmetries(diagram);
    let orbits = Group::of_lines(diagram).orbits();
    let same = isomorphic(diagram).map(|(star, isomorphism)| {
        object! {
            star: star.to_string(),
            multiplier: isomorphism.multiplier,
            inside_out: isomorphism.inside_out,
            cells: names(&isomorphism.cells),
        }
    });
    object! {
        star: star.to_string(),
        line_sum: star.line_sum(),
        permutations: permutations(star.cells()).to_string(),
        solutions: solutions,
        basic: solutions / of_drawing,
        classes: solutions / of_lines,
        by_top: by_top,
        rotations_and_reflections: of_drawing,
        symmetries: of_lines,
        orbits: orbits.iter().map(|orbit| names(orbit)).collect::<Vec<_>>(),
        same_as: same.collect::<Vec<_>>(),
    }
}
