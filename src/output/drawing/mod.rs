//! Pictures of the box: its labels, its atoms, the paths of its rays, and a spectral group in one box.

use std::ops::Range;

use draw::svg::{Picture, number, points};
use itertools::Itertools;
use maud::{Markup, html};

use crate::board::{Board, Cell, Config, Position, Size, Spectrum};
use crate::groups::SpectralGroup;
use crate::output::spot::Spot;
use crate::ray::{Outcome, Path};
use crate::store::Record;

/// The width of a cell.
const CELL: f64 = 28.0;
/// The room for labels on each side.
const MARGIN: f64 = CELL;
/// The distance of the ends of a ray's line from the box.
const REACH: f64 = 6.0;
/// The radius of an atom.
const ATOM: f64 = 9.5;
/// The least width of a picture with a legend of its lines.
const NARROWEST: f64 = 310.0;
/// The room for a line of text below the box.
const LINE: f64 = 20.0;

/// Draws a molecule with its labels and the paths of these rays.
pub(crate) fn molecule(molecule: Board, spectrum: &Spectrum, paths: &[Path]) -> Picture {
    let config = molecule.config();
    let side = side(config);
    let number = molecule.number().map(|number| number.to_string());
    Picture {
        title: format!(
            "Molecule {} of {config}: {}; spectrum {spectrum}",
            number.unwrap_or_default(),
            atoms_in_words(molecule, "atoms"),
        ),
        width: side,
        height: side,
        body: html! {
            (lines(config))
            (labels(spectrum.as_str()))
            @for path in paths { (ray_line(path, spectrum)) }
            (atoms(molecule, ATOM_CLASS))
        },
    }
}

/// Draws a stored molecule with its number below it, and with the paths of all its rays if `rays` is set.
pub(crate) fn record(record: &Record, rays: bool) -> Picture {
    let mut paths = Vec::new();
    let mut lines =
        vec![html! { text class="ink" { (record.molecule.config()) " " (record.number) } }];
    if rays {
        paths = all_paths(record.molecule);
        lines.push(line_legend());
    }
    let picture = molecule(record.molecule, &record.spectrum, &paths);
    captioned(picture, &lines)
}

/// The paths of all rays of a molecule. A ray with an exit occurs only from its lower position.
pub(crate) fn all_paths(molecule: Board) -> Vec<Path> {
    let comes_first = |path: &Path| match path.ray.outcome {
        Outcome::Out(exit) => path.position < exit,
        _ => true,
    };
    molecule.paths().filter(comes_first).collect()
}

/// Adds lines of text below a picture.
fn captioned(picture: Picture, lines: &[Markup]) -> Picture {
    let body = html! {
        (picture.body)
        @for (place, line) in lines.iter().enumerate() {
            g transform={ "translate(" (number(MARGIN)) " " (number(picture.height + LINE * place as f64 + 10.0)) ")" } { (line) }
        }
    };
    // Only the legend can be wider than the box.
    let least = if lines.len() > 1 { NARROWEST } else { 0.0 };
    Picture {
        width: picture.width.max(least),
        height: picture.height + LINE * lines.len() as f64,
        body,
        ..picture
    }
}

/// Arranges pictures in one, with a fixed number in a row. A single picture is unchanged.
pub(crate) fn sheet(pictures: Vec<Picture>, columns: usize, title: String) -> Picture {
    if let [alone] = &pictures[..] {
        return alone.clone();
    }
    let most = |size: fn(&Picture) -> f64| pictures.iter().map(size).fold(0.0, f64::max);
    let (width, height) = (most(|p| p.width), most(|p| p.height));
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    Picture {
        title,
        width: width * columns as f64,
        height: height * rows as f64,
        body: html! {
            @for (place, picture) in pictures.iter().enumerate() {
                @let (x, y) = (width * (place % columns) as f64, height * (place / columns) as f64);
                g transform={ "translate(" (number(x)) " " (number(y)) ")" } {
                    title { (picture.title) }
                    (picture.body)
                }
            }
        },
    }
}

/// The width of the picture of a box, including the labels.
pub(crate) fn side(config: Config) -> f64 {
    CELL * config.width() as f64 + 2.0 * MARGIN
}

/// The coordinate of the middle of a row or column, counted from 0.
fn middle(line: usize) -> f64 {
    MARGIN + CELL * (line as f64 + 0.5)
}

fn centre(cell: Cell) -> (f64, f64) {
    (middle(cell.column()), middle(cell.row()))
}

/// The name of a cell: its row and column, both from 1.
pub(crate) fn cell_name(cell: Cell) -> String {
    format!("{}.{}", cell.row() + 1, cell.column() + 1)
}

/// Lists atoms by row and column, both from 1.
fn atoms_in_words(atoms: Board, name: &str) -> String {
    let place = |cell: Cell| format!("({}, {})", cell.row() + 1, cell.column() + 1);
    let cells = atoms.atoms().map(place);
    match atoms.config().atoms() {
        0 => format!("no {name}"),
        _ => format!("{name} in {}", cells.format(", ")),
    }
}

pub(crate) fn lines(config: Config) -> Markup {
    let low = number(MARGIN);
    let long = number(CELL * config.width() as f64);
    let line = |line: usize| {
        let place = number(MARGIN + CELL * line as f64);
        format!("M{low} {place}h{long}M{place} {low}v{long}")
    };
    let inner: String = (1..config.width()).map(line).collect();
    html! {
        @if !inner.is_empty() { path class="hair" d=(inner) {} }
        rect class="edge" x=(low) y=(low) width=(long) height=(long) {}
    }
}

/// Draws the labels around the box, given a symbol or a space per position. Each side is a text element with a
/// coordinate for each symbol.
pub(crate) fn labels(symbols: &str) -> Markup {
    const FROM_BOX: f64 = 15.0;
    /// The distance from the middle of a symbol to its baseline.
    const BASE: f64 = 5.0;
    let width = symbols.len() / 4;
    let at = |place: usize| match place {
        0 => MARGIN - FROM_BOX,
        inside if inside <= width => middle(inside - 1),
        _ => MARGIN + CELL * width as f64 + FROM_BOX,
    };
    let spots: Vec<Spot> = Size::square(width)
        .map(|size| size.all_positions().map(Spot::entry).collect())
        .unwrap_or_default();
    let sides = (0..4).map(|side| side * width..(side + 1) * width);
    let list = |positions: Range<usize>, along: fn(Spot) -> usize, by: f64| {
        let shown = positions.filter(|&position| symbols.as_bytes()[position] != b' ');
        let places = shown.map(|position| along(spots[position]));
        places.map(|place| number(at(place) + by)).join(" ")
    };
    html! {
        g class="mono ink" font-size="14" text-anchor="middle" {
            @for side in sides {
                text x=(list(side.clone(), |spot| spot.column, 0.0)) y=(list(side.clone(), |spot| spot.line, BASE)) {
                    (symbols[side].replace(' ', ""))
                }
            }
        }
    }
}

/// Draws atoms as discs of this class.
pub(crate) fn atoms(atoms: Board, class: &str) -> Markup {
    let disc = |cell| {
        let (x, y) = centre(cell);
        format!("M{} {}h0", number(x), number(y))
    };
    let places: String = atoms.atoms().map(disc).collect();
    html! { @if !places.is_empty() { (discs(&places, class)) } }
}

/// Draws discs as lines of length 0 with round ends, which is the shortest notation.
pub(crate) fn discs(places: &str, class: &str) -> Markup {
    html! { path class=(class) stroke-width=(number(2.0 * ATOM)) stroke-linecap="round" d=(places) {} }
}

/// Draws a molecule of a spectral group. Atoms that are not common to all have another colour, and the other cells
/// where some have an atom have a point.
pub(crate) fn of_group(molecule: Board, group: &SpectralGroup) -> Markup {
    let (common, uncertain) = (group.common(), group.uncertain());
    let own = molecule.without(common).unwrap_or(molecule);
    html! {
        @for cell in uncertain.atoms() {
            @let (x, y) = centre(cell);
            circle class=(UNCERTAIN_CELL) cx=(number(x)) cy=(number(y)) r="3" {}
        }
        (atoms(common, ATOM_CLASS))
        (atoms(own, OWN_ATOM_CLASS))
    }
}

/// The classes of atoms that are common to all molecules, of other atoms, and of cells where only some have an
/// atom.
pub(crate) const ATOM_CLASS: &str = "edge";
pub(crate) const OWN_ATOM_CLASS: &str = "way-2";
const UNCERTAIN_CELL: &str = "hue-2";

/// The dash patterns of rays with an exit, which are assigned to their letters in turn. Each begins with a dash
/// that is longer than the arrow.
const PATTERNS: [&str; 4] = ["none", "8 4", "2 3", "10 3 2 3"];

/// An arrow to the right with its point at the origin.
const ARROW: &str = "M0 0L-7-3.5V3.5z";

/// The mark at the end of a reflected ray.
const MIRROR: &str = "M0-4.5V4.5";

/// The style of a ray's line: a colour per outcome, and a dash pattern per letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// The ray ends at an atom.
    Absorbed,
    /// The ray comes back.
    Reflected,
    /// The ray comes out elsewhere. The index of its pattern.
    Out(usize),
}

impl Line {
    fn of(path: &Path, spectrum: &Spectrum) -> Line {
        match path.ray.outcome {
            Outcome::Absorbed => Line::Absorbed,
            Outcome::Reflected => Line::Reflected,
            Outcome::Out(_) => {
                let letter = spectrum.as_bytes()[path.position.index()];
                Line::Out(usize::from(letter.wrapping_sub(b'a')) % PATTERNS.len())
            }
        }
    }

    /// The line through these corners, with an arrow where the ray leaves.
    fn through(self, corners: &[(f64, f64)]) -> Markup {
        let (way, hue, pattern) = match self {
            Line::Out(pattern) => ("way-1", "hue-1", PATTERNS[pattern % PATTERNS.len()]),
            Line::Absorbed => ("way-2", "hue-2", "none"),
            Line::Reflected => ("way-3", "hue-3", "none"),
        };
        let ([first, second, ..], [.., before, last]) = (corners, corners) else {
            return Markup::default();
        };
        html! {
            g class="ray" {
                polyline class=(way) stroke-width="2" stroke-linejoin="round" stroke-dasharray=(pattern)
                    points=(points(corners.iter().copied())) {}
                @if self == Line::Reflected {
                    path class=(way) stroke-width="2" d=(MIRROR) transform=(turned(*before, *last)) {}
                    path class=(hue) d=(ARROW) transform=(turned(*second, *first)) {}
                } @else {
                    path class=(hue) d=(ARROW) transform=(turned(*before, *last)) {}
                }
            }
        }
    }

    /// The line in a legend.
    pub(crate) fn sample(self) -> Markup {
        self.through(&[(0.0, 0.0), (SAMPLE, 0.0)])
    }
}

/// The length of a line in a legend.
const SAMPLE: f64 = 36.0;

/// The transformation of a drawing that points right at the origin to the end of a step.
fn turned(from: (f64, f64), to: (f64, f64)) -> String {
    let angle = match (to.0 - from.0, to.1 - from.1) {
        (x, _) if x > 0.0 => 0,
        (x, _) if x < 0.0 => 180,
        (_, y) if y > 0.0 => 90,
        _ => -90,
    };
    let (x, y) = (number(to.0), number(to.1));
    format!("translate({x} {y})rotate({angle})")
}

/// Draws a ray's line through the middles of its cells. Since rays are reversible, no two of them cross the same
/// side of a cell, so lines do not overlap.
fn ray_line(path: &Path, spectrum: &Spectrum) -> Markup {
    Line::of(path, spectrum).through(&corners(path))
}

/// The legend of lines, below a picture.
fn line_legend() -> Markup {
    let lines = [
        (0.0, Line::Out(0), "out"),
        (72.0, Line::Absorbed, "absorbed"),
        (176.0, Line::Reflected, "reflected"),
    ];
    html! {
        @for (x, line, word) in lines {
            g transform={ "translate(" (number(x)) " -4)" } { (line.sample()) }
            text class="soft" x=(number(x + SAMPLE + 6.0)) y="0" { (word) }
        }
    }
}

/// The end of a ray's line outside the box.
fn outside(position: Position) -> (f64, f64) {
    let Spot { line, column } = Spot::entry(position);
    let at = |place: usize, cells: usize| match place {
        0 => MARGIN - REACH,
        inside if inside <= cells => middle(inside - 1),
        _ => MARGIN + CELL * cells as f64 + REACH,
    };
    let size = position.size();
    (at(column, size.columns()), at(line, size.rows()))
}

/// The points of a ray's line: its beginning, its turns, and its end.
fn corners(path: &Path) -> Vec<(f64, f64)> {
    let size = path.position.size();
    let mut corners = vec![outside(path.position)];
    corners.extend(path.cells.iter().map(|&cell| centre(cell)));
    match path.ray.outcome {
        Outcome::Out(exit) => corners.push(outside(exit)),
        Outcome::Reflected if path.cells.is_empty() => {
            // Up to the edge of the box.
            let (x, y) = corners[0];
            let inner = |at: f64, cells: usize| at.clamp(MARGIN, MARGIN + CELL * cells as f64);
            corners.push((inner(x, size.columns()), inner(y, size.rows())));
        }
        Outcome::Reflected => {}
        Outcome::Absorbed => {
            // Up to the atom's edge.
            if let (Some(atom), Some(&(x, y))) = (path.atom, corners.last()) {
                let (to_x, to_y) = centre(atom);
                let shorter = |from: f64, to: f64| to - (to - from).clamp(-ATOM, ATOM);
                corners.push((shorter(x, to_x), shorter(y, to_y)));
            }
        }
    }
    // Leaves out points on a straight line between their neighbours.
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for corner in corners {
        if let [.., before, last] = kept[..]
            && (before.0 == last.0 && last.0 == corner.0
                || before.1 == last.1 && last.1 == corner.1)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    kept
}

#[cfg(test)]
mod tests;
