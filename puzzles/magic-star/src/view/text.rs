//! Text for people.

use std::io::{self, Write};

use ::view::words::{quantity, spaced};
use itertools::Itertools;

use super::{drawing, pictures};
use crate::analysis::{Analysis, Mirrored, SymmetryReport};
use crate::rules::{Cell, Diagram, Group, Isomorphism, Partial, Solution, Star};
use crate::store::{Explored, NumberedSolution};

/// Writes what an exploration found.
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
    let (drawing, lines) = (Group::of_drawing(&diagram), Group::of_lines(&diagram));
    let Some((first, last)) = explored.iterations else {
        return writeln!(out, "{star} has no solutions");
    };
    let of = |group: &Group| explored.solutions / group.order() as u64;
    writeln!(
        out,
        "{star} has {}\n{} up to {} rotations and reflections, {} up to all {} symmetries\nfirst at iteration {}, last at iteration {}",
        quantity(spaced(explored.solutions), "solution", "solutions"),
        spaced(of(&drawing)),
        drawing.order(),
        spaced(of(&lines)),
        spaced(lines.order() as u64),
        spaced(first),
        spaced(last),
    )
}

fn draw(out: &mut impl Write, diagram: &Diagram, solution: &Solution) -> io::Result<()> {
    drawing::write_text(out, diagram, &|cell| solution.number(cell).to_string())
}

/// The numbers as `solve --cells` takes them.
fn listed(solution: &Solution) -> String {
    solution.numbers().iter().join(" ")
}

/// Writes a solution and its drawing.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_solution(
    out: &mut impl Write,
    diagram: &Diagram,
    found: &NumberedSolution,
) -> io::Result<()> {
    writeln!(
        out,
        "{} solution {}, iteration {}, {} of solution {}",
        diagram.star(),
        found.number,
        spaced(found.solution.iteration()),
        found.symmetry,
        found.basic_number,
    )?;
    writeln!(out, "{}\n", listed(&found.solution))?;
    draw(out, diagram, &found.solution)
}

/// Writes how a partly filled star can be completed.
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
    let numbers = quantity(spaced(given.given().count() as u64), "number", "numbers");
    match ways {
        Some(0) => {
            return writeln!(out, "{star} cannot be completed with these {numbers} in it");
        }
        Some(1) => writeln!(out, "{star} can be completed in 1 way")?,
        Some(ways) => writeln!(
            out,
            "{star} can be completed in {} ways, of which {}",
            spaced(ways),
            match first.len() {
                1 => "this is the first".to_owned(),
                shown => format!("these are the first {}", spaced(shown as u64)),
            }
        )?,
        None => writeln!(
            out,
            "{star} can be completed, in this way among others perhaps"
        )?,
    }
    for solution in first {
        writeln!(out, "\n{}\n", listed(solution))?;
        draw(out, diagram, solution)?;
    }
    Ok(())
}

/// Writes a star's cells, lines and symmetries.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_diagram(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    let star = diagram.star();
    write_headline(out, star)?;
    writeln!(out)?;
    drawing::write_text(out, diagram, &|cell| Diagram::name(cell).to_string())?;
    let lines = (0..star.order()).map(|line| diagram.line_name(line));
    writeln!(out, "\nlines: {}\n", lines.format(" "))?;
    write_symmetry(out, diagram, &SymmetryReport::of(diagram))
}

fn write_headline(out: &mut impl Write, star: Star) -> io::Result<()> {
    let (n, k) = (star.order(), star.step());
    writeln!(
        out,
        "{star}, the star {{{n}/{k}}}: {n} lines of four among {} cells, which hold 1 to {0}; each line sums up to {}",
        star.cells(),
        star.line_sum()
    )
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| Diagram::name(cell)).collect()
}

fn write_symmetry(
    out: &mut impl Write,
    diagram: &Diagram,
    report: &SymmetryReport,
) -> io::Result<()> {
    let star = diagram.star();
    let (n, k) = (star.order(), star.step());
    writeln!(
        out,
        "As a graph, with lines for vertices and cells for edges, it is C{n}({}, {k}): line j meets the lines j ± {} in crossings, j ± {k} in points.",
        k - 1,
        k - 1
    )?;
    let more = if report.of_lines == report.of_drawing {
        "no other permutation of the cells carries lines to lines".to_owned()
    } else {
        format!(
            "{} permutations of the cells carry lines to lines",
            spaced(report.of_lines as u64)
        )
    };
    writeln!(
        out,
        "It has {} rotations and reflections; {more}.",
        report.of_drawing
    )?;
    match &report.orbits[..] {
        [_] => writeln!(out, "Every cell can be carried to every other one.")?,
        orbits => writeln!(
            out,
            "No cell can be carried to one of another group: {}.",
            orbits.iter().map(|orbit| names(orbit)).format(", ")
        )?,
    }
    for (other, isomorphism) in &report.same {
        writeln!(out, "{}", sameness(star, *other, isomorphism))?;
    }
    match &report.different[..] {
        [] => Ok(()),
        [one] => writeln!(out, "{one} is another graph."),
        several => writeln!(out, "{} are other graphs.", several.iter().format(", ")),
    }
}

/// Why a star has as many solutions as another one.
fn sameness(star: Star, other: Star, isomorphism: &Isomorphism) -> String {
    let how = match (isomorphism.inside_out, isomorphism.multiplier) {
        (true, Some(u)) => {
            format!("turned inside out: line j becomes line {u}j, points become crossings")
        }
        (false, Some(u)) => {
            format!("drawn otherwise: line j becomes line {u}j, points stay points")
        }
        (_, None) => format!("drawn otherwise: the lines become {:?}", isomorphism.lines),
    };
    format!("{other} is {star} {how}. So both have the same number of solutions.")
}

/// Writes all that is known of an explored star, its plot so many columns
/// wide.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_analysis(
    out: &mut impl Write,
    analysis: &Analysis,
    columns: usize,
) -> io::Result<()> {
    let diagram = &analysis.diagram;
    let star = diagram.star();
    let cells = star.cells() as u64;
    write_headline(out, star)?;
    writeln!(
        out,
        "{} of four numbers sum up to that, {} of them with 1.\n",
        quantity(spaced(analysis.quadruples.0), "set", "sets"),
        spaced(analysis.quadruples.1)
    )?;
    writeln!(
        out,
        "{cells}! = {} permutations, {}",
        spaced(analysis.permutations),
        quantity(spaced(analysis.solutions), "solution", "solutions")
    )?;
    let Some(marks) = &analysis.marks else {
        writeln!(out)?;
        return write_symmetry(out, diagram, &analysis.symmetry);
    };
    write_chances(out, analysis)?;
    writeln!(out)?;
    for mark in marks {
        writeln!(
            out,
            "solution {:>12}  at iteration {}",
            spaced(mark.number),
            spaced(mark.solution.iteration())
        )?;
    }
    let [first, _, last] = marks.each_ref().map(|mark| mark.solution.iteration());
    let checked = match analysis.mirrored {
        Mirrored::Pairs(true) => format!(
            "The second half is the complement ({} - x) of the first, backwards: the iterations of\nsolutions i and {} - i sum up to {cells}! + 1, for every i.",
            cells + 1,
            analysis.solutions + 1
        ),
        Mirrored::Beginnings(true) => format!(
            "The second half is the complement ({} - x) of the first: as many solutions begin with any\nthree numbers as with their complements, and the first and last iteration sum up to {}.",
            cells + 1,
            if first + last == analysis.permutations + 1 {
                format!("{cells}! + 1")
            } else {
                spaced(first + last)
            }
        ),
        _ => "The second half is NOT the complement of the first.".to_owned(),
    };
    writeln!(out, "{checked}\n")?;
    writeln!(out, "{}", pictures::iterations(analysis).text(columns))?;
    write_by_top(out, &analysis.by_top)?;
    writeln!(out)?;
    write_symmetry(out, diagram, &analysis.symmetry)?;
    writeln!(
        out,
        "{} up to rotations and reflections, 1 lies in a point in {} of them, in a crossing in {}.",
        quantity(spaced(analysis.basic()), "solution", "solutions"),
        spaced(analysis.basic_by_one[0]),
        spaced(analysis.basic_by_one[1])
    )?;
    writeln!(
        out,
        "{} up to all {} symmetries.",
        quantity(spaced(analysis.classes()), "solution", "solutions"),
        spaced(analysis.symmetry.of_lines as u64)
    )
}

/// What a guess is worth.
fn write_chances(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    const SECONDS_A_YEAR: f64 = 365.25 * 86400.0;
    let one_in = analysis.permutations as f64 / analysis.solutions as f64;
    writeln!(
        out,
        "That is {:.4e} % or one in {}: a guess a second meets one in {} years on average.",
        100.0 / one_in,
        spaced(one_in.round() as u128),
        spaced((one_in / SECONDS_A_YEAR).round() as u128)
    )
}

/// How many solutions have which number at the top.
fn write_by_top(out: &mut impl Write, by_top: &[u64]) -> io::Result<()> {
    /// How long the longest bar is.
    const BAR: u64 = 50;
    let (least, most) = by_top
        .iter()
        .copied()
        .minmax()
        .into_option()
        .unwrap_or((0, 0));
    let tops = |count: u64| {
        let tops = (1..).zip(by_top).filter(|(_, of_top)| **of_top == count);
        tops.map(|(top, _)| top.to_string()).join(", ")
    };
    writeln!(
        out,
        "solutions by the number at the top: mean {}, least {} ({}), most {} ({})",
        mean(by_top),
        spaced(least),
        tops(least),
        spaced(most),
        tops(most)
    )?;
    let width = spaced(most).len();
    for (top, &count) in (1..).zip(by_top) {
        let bar = "#".repeat((count * BAR).div_ceil(most.max(1)) as usize);
        writeln!(out, "{top:>4}  {:>width$}  {bar}", spaced(count))?;
    }
    Ok(())
}

/// A mean with one decimal if it needs one.
fn mean(counts: &[u64]) -> String {
    let sum: u64 = counts.iter().sum();
    let many = counts.len().max(1) as u64;
    if sum.is_multiple_of(many) {
        spaced(sum / many)
    } else {
        format!("{:.1}", sum as f64 / many as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups() {
        for (number, shown) in [
            (0u64, "0"),
            (1792, "1792"),
            (53_528, "53 528"),
            (123_456, "123 456"),
            (30_877_819_664, "30 877 819 664"),
        ] {
            assert_eq!(spaced(number), shown);
        }
        assert_eq!(mean(&[1, 2]), "1.5");
        assert_eq!(mean(&[90, 134]), "112");
    }
}
