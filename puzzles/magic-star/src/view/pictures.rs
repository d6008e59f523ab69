//! Stars and what is known of them as pictures.

use ::view::chart::{BarChart, Marks, Plot, Scale};
use ::view::svg::Picture;

use super::drawing;
use crate::analysis::Analysis;
use crate::rules::{Cell, Diagram, Solution};
use crate::store::NumberedSolution;

/// How many stars one picture shows at most.
pub(crate) const MOST_DRAWN: usize = 120;

fn numbers(solution: &Solution) -> Vec<String> {
    solution.numbers().iter().map(u8::to_string).collect()
}

/// Solutions side by side, at most [`MOST_DRAWN`].
pub(crate) fn solutions(diagram: &Diagram, found: &[NumberedSolution]) -> Picture {
    let star = diagram.star();
    let title = match found {
        [one] => format!("Magic star {star}, solution {}", one.number),
        _ => format!("Magic star {star}, {} solutions", found.len()),
    };
    let stars: Vec<(String, Vec<String>)> = (found.iter())
        .map(|found| {
            (
                format!("{star} № {}", found.number),
                numbers(&found.solution),
            )
        })
        .collect();
    drawing::picture(&title, diagram, &stars)
}

/// Completed stars side by side, at most [`MOST_DRAWN`].
pub(crate) fn completions(diagram: &Diagram, found: &[Solution]) -> Picture {
    let star = diagram.star();
    let stars: Vec<(String, Vec<String>)> = (1..)
        .zip(found)
        .map(|(way, solution)| (format!("{star}, way {way}"), numbers(solution)))
        .collect();
    drawing::picture(&format!("Magic star {star}, completed"), diagram, &stars)
}

/// A star with the names of its cells.
pub(crate) fn diagram(diagram: &Diagram) -> Picture {
    let star = diagram.star();
    let names = (0..star.cells() as Cell).map(|cell| Diagram::name(cell).to_string());
    let caption = format!("{star}: {{{}/{}}}", star.order(), star.step());
    let title = format!("The cells of the star {star}");
    drawing::picture(&title, diagram, &[(caption, names.collect())])
}

/// The pictures of an analysis, and what their files are called: the star
/// with the names of its cells, the iterations of its solutions, and how many
/// solutions have each number at the top. The latter two only if there are
/// solutions.
pub(crate) fn analysis(analysis: &Analysis) -> Vec<(String, Picture)> {
    let star = analysis.diagram.star();
    let mut pictures = vec![(format!("{star}-cells.svg"), diagram(&analysis.diagram))];
    if analysis.solutions > 0 {
        pictures.push((
            format!("{star}-iterations.svg"),
            iterations(analysis).picture(),
        ));
        pictures.push((
            format!("{star}-top-numbers.svg"),
            top_numbers(analysis).picture(),
        ));
    }
    pictures
}

/// At which iteration each solution is met.
pub(super) fn iterations(analysis: &Analysis) -> Plot {
    /// More points than that cannot be told apart.
    const MOST_POINTS: usize = 2000;
    let star = analysis.diagram.star();
    // The numbers on the axis have names up to the trillion.
    let last = analysis.curve.last().map_or(0, |point| point.1);
    let power = match last {
        0..1_000_000_000_000_000 => 0,
        last => last.ilog10() / 3 * 3,
    };
    let unit = 10f64.powi(power as i32);
    let every = analysis.curve.len().div_ceil(MOST_POINTS).max(1);
    let points = |second: bool| -> Vec<(f64, f64)> {
        let half = analysis.curve.iter().enumerate();
        half.filter(|(i, (number, _))| {
            i % every == 0 && (2 * number > analysis.solutions) == second
        })
        .map(|(_, &(number, iteration))| (number as f64, iteration as f64 / unit))
        .collect()
    };
    Plot {
        title: format!("Magic star {star}: iterations of the solutions"),
        x: "solution".to_owned(),
        y: match power {
            0 => "iteration".to_owned(),
            power => format!("iteration / 10^{power}"),
        },
        series: vec![
            ("first half".to_owned(), points(false)),
            ("complements".to_owned(), points(true)),
        ],
        marks: Marks::Dots,
        scale: Scale::Linear,
    }
}

/// How many solutions have each number at the top.
fn top_numbers(analysis: &Analysis) -> BarChart {
    let star = analysis.diagram.star();
    BarChart {
        title: format!("Magic star {star}: solutions by the number at the top"),
        x: "number at the top".to_owned(),
        y: "solutions".to_owned(),
        series: vec!["solutions".to_owned()],
        bars: (1..)
            .zip(&analysis.by_top)
            .map(|(top, &count): (u32, _)| (top.to_string(), vec![count]))
            .collect(),
        scale: Scale::Linear,
    }
}
