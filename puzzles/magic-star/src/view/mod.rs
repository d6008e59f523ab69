//! The output of results: here as text, in `json` as documents.

pub(crate) mod json;

use std::io::{self, Write};

use ::draw::braille::{BLANK, Dots};
use ::draw::words::{counted, listed, thousands, wrapped};

use app::terminal::columns_to_wrap;

use crate::deduction::{Deduction, Grade, Reason};
use crate::explore::{Completions, NumberedSolution};
use crate::rules::{
    Cell, Diagram, Group, Isomorphism, Partial, Solution, Star, isomorphism, permutations,
};
use crate::search::BruteForce;

const SECONDS_A_DAY: f64 = 86_400.0;

pub(crate) fn explored(diagram: &Diagram, explored: &Completions) -> String {
    let star = diagram.star;
    let Some(first) = explored.first.first() else {
        return format!("{star} has no solutions");
    };
    let [drawing, all] = symmetries(diagram);
    format!(
        "{star} has {}\n{} up to its {drawing} rotations and reflections, {} up to all {} symmetries\nfirst iteration {}, last iteration {}",
        counted(explored.ways, "solution", "solutions"),
        thousands(explored.ways / drawing),
        thousands(explored.ways / all),
        thousands(all),
        thousands(first.iteration()),
        // The last solution is the complement of the first.
        thousands(first.complement().iteration()),
    )
}

/// Writes the numbers as `solve --cells` accepts them, and a drawing.
fn draw(out: &mut impl Write, diagram: &Diagram, solution: &Solution) -> io::Result<()> {
    let drawing = drawing(diagram, |cell| solution.number(cell).to_string());
    write!(out, "{}\n\n{drawing}", numbers(solution).join(" "))
}

pub(crate) fn write_solution(
    out: &mut impl Write,
    diagram: &Diagram,
    found: &NumberedSolution,
) -> io::Result<()> {
    let (number, basic, symmetry) = (found.number, found.basic_number, found.symmetry);
    let (star, iteration) = (diagram.star, thousands(found.solution.iteration()));
    let origin = match number == basic {
        true => "a basic solution".to_owned(),
        false => format!("solution {basic}, a basic one, transformed by {symmetry}"),
    };
    let text = format!("{star} solution {number}, iteration {iteration}: {origin}");
    writeln!(out, "{}", wrapped(&text, columns_to_wrap()))?;
    draw(out, diagram, &found.solution)
}

pub(crate) fn write_solution_header(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    write!(out, "number,iteration,basic_number,symmetry")?;
    let mut cells = 0..diagram.star.cells() as Cell;
    cells.try_for_each(|cell| write!(out, ",{}", Diagram::name(cell)))?;
    writeln!(out)
}

/// Writes a solution as a CSV row, in which the numbers of its cells come last.
pub(crate) fn write_solution_row(out: &mut impl Write, found: &NumberedSolution) -> io::Result<()> {
    let (number, basic, symmetry) = (found.number, found.basic_number, found.symmetry);
    let (iteration, cells) = (found.solution.iteration(), numbers(&found.solution));
    let cells = cells.join(",");
    writeln!(out, "{number},{iteration},{basic},{symmetry},{cells}")
}

pub(crate) fn write_completions(
    out: &mut impl Write,
    diagram: &Diagram,
    Completions { ways, first }: &Completions,
) -> io::Result<()> {
    let star = diagram.star;
    let text = match ways {
        ways if *ways == first.len() as u64 => {
            let ways = counted(*ways, "way", "ways");
            format!("{star} can be completed in {ways}")
        }
        ways => format!(
            "{star} can be completed in {} ways, of which {} shown",
            thousands(*ways),
            match first.len() {
                1 => "the first is".to_owned(),
                shown => format!("the first {} are", thousands(shown as u64)),
            }
        ),
    };
    writeln!(out, "{text}")?;
    for solution in first {
        writeln!(out)?;
        draw(out, diagram, solution)?;
    }
    Ok(())
}

pub(crate) fn hint(
    diagram: &Diagram,
    star: &Partial,
    next: Option<Deduction>,
    grade: Grade,
) -> String {
    let Some(next) = next else {
        let what = match grade {
            Grade::Trial => "no number can be found without trial and error",
            _ => "every cell has a number",
        };
        return what.to_owned();
    };
    let next = deduced(diagram, star, next);
    let whole = match grade {
        Grade::Line => "the rest follows line by line",
        Grade::Crossing => "the rest follows if you look at both lines of each cell",
        Grade::Exclusion => "the rest follows if you exclude numbers cell by cell",
        Grade::Trial => "the rest needs trial and error",
    };
    format!("{next}\n{whole}")
}

/// A line as the drawing shows it: its numbers, and the letters of its empty cells.
pub(crate) fn line_shown(diagram: &Diagram, star: &Partial, line: usize) -> String {
    let shown = |&cell: &Cell| label(star, cell);
    diagram.lines[line]
        .iter()
        .map(shown)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The number in a cell, or the letter of an empty cell.
pub(crate) fn label(star: &Partial, cell: Cell) -> String {
    match star.number(cell) {
        Some(number) => number.to_string(),
        None => Diagram::name(cell).to_string(),
    }
}

/// A number that follows, with the reason, in words.
pub(crate) fn deduced(diagram: &Diagram, star: &Partial, next: Deduction) -> String {
    let (cell, number) = (Diagram::name(next.cell), next.number);
    let lines = diagram.ends[usize::from(next.cell)];
    let lines = lines.map(|line| line_shown(diagram, star, line.into()));
    let why = match next.reason {
        Reason::LastOfLine(line) => {
            let (line, sum) = (line_shown(diagram, star, line), diagram.star.line_sum());
            format!("it is the only empty cell of the line {line}, which must sum to {sum}")
        }
        Reason::OnlyNumber => format!("no other number fits both lines, {}", listed(lines)),
        Reason::OnlyCell => format!("no other cell can have {number}"),
    };
    let after = match next.grade {
        Grade::Exclusion => ", once you exclude numbers that do not fit the lines of other cells",
        _ => "",
    };
    format!("cell {cell} must have {number}: {why}{after}")
}

/// Why a line cannot be filled, in words.
pub(crate) fn blocked(diagram: &Diagram, star: &Partial, line: usize) -> String {
    let cells = diagram.lines[line];
    let given: Vec<u64> = (cells.iter())
        .filter_map(|&cell| star.number(cell).map(u64::from))
        .collect();
    let empty: Vec<char> = (cells.iter().filter(|&&cell| star.number(cell).is_none()))
        .map(|&cell| Diagram::name(cell))
        .collect();
    let (so_far, sum) = (given.iter().sum::<u64>(), diagram.star.line_sum() as u64);
    let name = line_shown(diagram, star, line);
    match (empty.len(), sum.checked_sub(so_far)) {
        (0, _) => format!("the line {name} sums to {so_far} instead of {sum}"),
        (_, None | Some(0)) => {
            let empty = listed(empty);
            format!("the line {name} must sum to {sum}, but sums to {so_far} without {empty}")
        }
        (_, Some(left)) => {
            let why = match empty.len() {
                1 => format!("{left} does not fit"),
                _ => "the other lines leave no numbers with this sum".to_owned(),
            };
            format!(
                "the line {name} cannot be filled: {left} is left for {}, but {why}",
                listed(empty)
            )
        }
    }
}

pub(crate) fn brute_force(star: Star, brute: &BruteForce, seconds: f64) -> String {
    let all = permutations(star.cells());
    let rate = brute.iterations as f64 / seconds;
    let days = |permutations: f64| permutations / rate / SECONDS_A_DAY;
    let rest = match brute.ended {
        true => "All permutations have been checked.".to_owned(),
        false => format!(
            "All permutations would take {:.3} days. Half of them ({:.3} days) are enough, because subtracting every number from {} turns each solution into one of the other half.",
            days(all as f64),
            days(all as f64 / 2.0),
            star.cells() + 1
        ),
    };
    format!(
        "{star}, by brute force: {}! = {} permutations in lexicographic order\n{} of them checked in {seconds:.1} s, {:.1} million per second: {}\n{rest}",
        star.cells(),
        thousands(all),
        thousands(brute.iterations),
        rate / 1e6,
        counted(brute.solutions, "solution", "solutions"),
    )
}

pub(crate) fn diagram(diagram: &Diagram) -> String {
    let lines = (0..diagram.star.order()).map(|line| diagram.line_name(line));
    let lines = lines.collect::<Vec<String>>().join(" ");
    let text = format!("lines: {lines}\n\n{}", symmetry(diagram));
    // A drawing is never wrapped.
    let [headline, text] =
        [&headline(diagram.star), &text].map(|text| wrapped(text, columns_to_wrap()));
    let drawing = drawing(diagram, |cell| Diagram::name(cell).to_string());
    format!("{headline}\n\n{drawing}\n{text}\n")
}

fn headline(star: Star) -> String {
    let (n, k) = (star.order(), star.step());
    format!(
        "{star}, the star {{{n}/{k}}}, has {n} lines of four cells. The {} cells have the numbers 1 to {0}, and each line must sum to {}.",
        star.cells(),
        star.line_sum()
    )
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| Diagram::name(cell)).collect()
}

/// The numbers of symmetries of the drawing, and of all symmetries.
fn symmetries(diagram: &Diagram) -> [u64; 2] {
    [Group::of_drawing(diagram), Group::of_lines(diagram)].map(|group| group.order() as u64)
}

/// The other stars that are isomorphic to a star.
fn isomorphic(diagram: &Diagram) -> impl Iterator<Item = (Star, Isomorphism)> {
    let others = Star::of_order(diagram.star.order()).filter(|other| *other != diagram.star);
    others.filter_map(|other| Some((other, isomorphism(diagram, &Diagram::of(other))?)))
}

fn symmetry(diagram: &Diagram) -> String {
    let star = diagram.star;
    let (n, k) = (star.order(), star.step());
    let [of_drawing, of_lines] = symmetries(diagram);
    let more = match of_lines == of_drawing {
        true => "no other permutation of the cells maps lines to lines".to_owned(),
        false => format!(
            "in all, {} permutations of the cells map lines to lines",
            thousands(of_lines)
        ),
    };
    let orbits = match &Group::of_lines(diagram).orbits()[..] {
        [_] => "These symmetries can move any cell to any other.".to_owned(),
        orbits => {
            let orbits: Vec<String> = orbits.iter().map(|orbit| names(orbit)).collect();
            let orbits = orbits.join(", ");
            format!("These symmetries move cells only within the groups {orbits}.")
        }
    };
    let mut text = format!(
        "With lines as vertices and cells as edges, {star} is the circulant graph C{n}({}, {k}): if the lines are numbered in turn, line i meets lines i ± {0} in crossings, and lines i ± {k} in points.\n{star} has {of_drawing} rotations and reflections; {more}.\n{orbits}",
        k - 1
    );
    for (other, isomorphism) in isomorphic(diagram) {
        let u = isomorphism.multiplier;
        let how = match isomorphism.inside_out {
            true => {
                format!("turned inside out: line i becomes line {u}i, and points become crossings")
            }
            false => format!("drawn differently: line i becomes line {u}i, and points stay points"),
        };
        text += &format!("\n{other} is {star} {how}, so both have the same number of solutions.");
    }
    text
}

/// An analysis of the solutions of a star, from the number of solutions with each number at the top.
pub(crate) fn analysis(diagram: &Diagram, by_top: &[u64]) -> String {
    let (star, solutions) = (diagram.star, by_top.iter().sum::<u64>());
    let all = permutations(star.cells());
    let mut text = format!(
        "{}\n\n{}! = {} permutations, {}\n",
        headline(star),
        star.cells(),
        thousands(all),
        counted(solutions, "solution", "solutions")
    );
    if solutions == 0 {
        return text + "\n" + &symmetry(diagram);
    }
    let one_in = all as f64 / solutions as f64;
    text += &format!(
        "One permutation in {} is a solution ({:.4e} %). With one guess per second, finding a solution takes {} on average.\n\n",
        thousands(one_in.round() as u128),
        100.0 / one_in,
        match (one_in / SECONDS_A_DAY / 365.25).round() as u128 {
            0 => counted((one_in / SECONDS_A_DAY).round() as u64, "day", "days"),
            years => format!("{} years", thousands(years)),
        }
    );
    text += &bars(by_top);
    let [of_drawing, of_lines] = symmetries(diagram);
    text += &format!(
        "\n{}\n{} up to rotations and reflections, {} up to all {} symmetries.",
        symmetry(diagram),
        counted(solutions / of_drawing, "solution", "solutions"),
        thousands(solutions / of_lines),
        thousands(of_lines)
    );
    text
}

fn bars(by_top: &[u64]) -> String {
    const BAR: u64 = 40;
    let (sum, cells) = (by_top.iter().sum::<u64>(), by_top.len() as u64);
    let most = by_top.iter().copied().max().unwrap_or(1);
    let mean = match sum % cells {
        0 => thousands(sum / cells),
        _ => format!("{:.1}", sum as f64 / cells as f64),
    };
    let mut text = format!("solutions with each number at the top, {mean} on average\n");
    let width = thousands(most).len();
    for (top, &count) in (1..).zip(by_top) {
        let bar = "#".repeat((count * BAR).div_ceil(most) as usize);
        text += &format!("{top:>4}  {:>width$}  {bar}\n", thousands(count));
    }
    text
}

fn numbers(solution: &Solution) -> Vec<String> {
    solution.numbers().iter().map(u8::to_string).collect()
}

/// The places of the cells, as column and row, on a canvas with this number of rows above its middle.
fn grid(diagram: &Diagram, radius: f64) -> Vec<(usize, usize)> {
    /// The left margin of the canvas, for half a label.
    const MARGIN: f64 = 2.0;
    let places = diagram.places.iter().map(|cell| {
        // A character is about twice as high as it is wide.
        let column = MARGIN + 2.0 * radius * (1.0 + cell.x);
        let row = radius * (1.0 - cell.y);
        (column.round() as usize, row.round() as usize)
    });
    places.collect()
}

/// Whether every label has enough space, and free space around it.
fn is_roomy(grid: &[(usize, usize)]) -> bool {
    grid.iter().enumerate().all(|(i, one)| {
        grid[i + 1..].iter().all(|other| {
            let (columns, rows) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
            rows > 1 || columns >= 6
        })
    })
}

/// Draws a star with a label of one or two characters in each cell, at the smallest size that fits the labels.
pub(crate) fn drawing(diagram: &Diagram, label: impl Fn(Cell) -> String) -> String {
    /// The least and the greatest number of rows above the middle.
    const RADII: std::ops::RangeInclusive<u32> = 7..=40;
    let grid = RADII
        .map(|radius| grid(diagram, f64::from(radius)))
        .find(|grid| is_roomy(grid))
        .unwrap_or_else(|| grid(diagram, f64::from(*RADII.end())));
    let most = |part: fn(&(usize, usize)) -> usize| grid.iter().map(part).max().unwrap_or(0);
    let (columns, rows) = (most(|place| place.0) + 2, most(|place| place.1) + 1);
    let mut lines = Dots::new(columns, rows);
    for line in &diagram.lines {
        let [from, _, _, to] = line.map(|cell| grid[usize::from(cell)]);
        // Lines run from the middle of one character to the middle of another.
        let middle = |(column, row): (usize, usize)| (2 * column + 1, 4 * row + 2);
        lines.line(middle(from), middle(to));
    }
    let mut drawn: Vec<Vec<char>> = lines.rows().map(Iterator::collect).collect();
    for (cell, &(column, row)) in (0..).zip(&grid) {
        // The last character is at the place of the cell, and a space is on each side.
        let label = format!(" {} ", label(cell));
        let first = (column + 2).saturating_sub(label.len());
        for (place, character) in drawn[row].iter_mut().skip(first).zip(label.chars()) {
            *place = character;
        }
    }
    let row = |row: Vec<char>| {
        String::from_iter(row)
            .replace(BLANK, " ")
            .trim_end()
            .to_owned()
            + "\n"
    };
    drawn.into_iter().map(row).collect()
}
