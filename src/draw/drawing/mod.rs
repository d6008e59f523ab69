//! The box as a picture: its labels, its atoms, the ways of its rays, a spectral group in one box.

use std::ops::Range;

use ::draw::svg::{Picture, number, points};
use itertools::Itertools;
use maud::{Markup, html};

use crate::board::{Board, Cell, Config, Position, Size, Spectrum};
use crate::draw::spot::Spot;
use crate::groups::SpectralGroup;
use crate::ray::{Outcome, Path};
use crate::store::Record;

/// The width of a cell.
const CELL: f64 = 28.0;
/// The room for labels on each side. The page's script takes it to be as wide as a cell.
const MARGIN: f64 = CELL;
/// How far outside the box a ray's line begins.
const REACH: f64 = 6.0;
/// The radius of an atom.
const ATOM: f64 = 9.5;
/// The least width of a picture with the meaning of its lines below it.
const NARROWEST: f64 = 310.0;
/// The room for a line of text below the box.
const LINE: f64 = 20.0;

/// A molecule with its labels and the ways of these rays.
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
            @for path in paths { (way(path, spectrum)) }
            (atoms(molecule, ATOM_CLASS))
        },
    }
}

/// A stored molecule with its number below it, and the ways of all its rays if
/// these are requested.
pub(crate) fn record(record: &Record, config: Config, rays: bool) -> Picture {
    let mut paths = Vec::new();
    let mut lines = vec![html! { text class="ink" { (config) " " (record.number) } }];
    if rays {
        paths = all_paths(record.molecule);
        lines.push(ways_in_words());
    }
    let picture = molecule(record.molecule, &record.spectrum, &paths);
    captioned(picture, &lines)
}

/// All rays of a molecule; of those that come out only from the end where
/// they come first.
pub(crate) fn all_paths(molecule: Board) -> Vec<Path> {
    let comes_first = |path: &Path| match path.ray.outcome {
        Outcome::Out(exit) => path.position < exit,
        _ => true,
    };
    molecule.paths().filter(comes_first).collect()
}

/// A picture with lines of text below it.
fn captioned(picture: Picture, lines: &[Markup]) -> Picture {
    let body = html! {
        (picture.body)
        @for (place, line) in lines.iter().enumerate() {
            g transform={ "translate(" (number(MARGIN)) " " (number(picture.height + LINE * place as f64 + 10.0)) ")" } { (line) }
        }
    };
    // Only the meaning of the lines is wider than the narrowest boxes.
    let least = if lines.len() > 1 { NARROWEST } else { 0.0 };
    Picture {
        width: picture.width.max(least),
        height: picture.height + LINE * lines.len() as f64,
        body,
        ..picture
    }
}

/// Pictures beside and below each other in one, a fixed number in a row; a picture
/// alone stays as it is.
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

/// The width of the picture of a box, labels included.
pub(crate) fn side(config: Config) -> f64 {
    CELL * config.width() as f64 + 2.0 * MARGIN
}

/// The middle of a row or column, counted from 0.
fn middle(line: usize) -> f64 {
    MARGIN + CELL * (line as f64 + 0.5)
}

fn centre(cell: Cell) -> (f64, f64) {
    (middle(cell.column()), middle(cell.row()))
}

/// A cell by row and column, both from 1.
pub(crate) fn cell_name(cell: Cell) -> String {
    format!("{}.{}", cell.row() + 1, cell.column() + 1)
}

/// Cells by row and column, both from 1.
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

/// The labels around the box, a symbol per position or a space, a text per side; each symbol has
/// its own place.
pub(crate) fn labels(symbols: &str) -> Markup {
    const FROM_BOX: f64 = 15.0;
    /// From the middle of a symbol to its base line.
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

/// Atoms as discs of this class.
pub(crate) fn atoms(atoms: Board, class: &str) -> Markup {
    let disc = |cell| {
        let (x, y) = centre(cell);
        format!("M{} {}h0", number(x), number(y))
    };
    let places: String = atoms.atoms().map(disc).collect();
    html! { @if !places.is_empty() { (discs(&places, class)) } }
}

/// Lines without a length whose ends are round: there is no shorter way to draw discs.
pub(crate) fn discs(places: &str, class: &str) -> Markup {
    html! { path class=(class) stroke-width=(number(2.0 * ATOM)) stroke-linecap="round" d=(places) {} }
}

/// A molecule of a spectral group: an atom that not all of them have has another colour, and a cell
/// where only some have one has a point.
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

/// How atoms look: those of all molecules, those of some, and the cells where only some have one.
pub(crate) const ATOM_CLASS: &str = "edge";
pub(crate) const OWN_ATOM_CLASS: &str = "way-2";
const UNCERTAIN_CELL: &str = "hue-2";

/// The patterns of rays that come out: pairs of letters take turns with them. Each begins
/// with a dash that is longer than the arrow.
const PATTERNS: [&str; 4] = ["none", "8 4", "2 3", "10 3 2 3"];

/// An arrow whose point is at the origin, to the right.
const ARROW: &str = "M0 0L-7-3.5V3.5z";

/// What stops a reflected ray.
const MIRROR: &str = "M0-4.5V4.5";

/// How a ray is drawn: a colour per outcome, and a pattern per pair of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// It ends at an atom.
    Absorbed,
    /// It comes back.
    Reflected,
    /// It comes out elsewhere; the place of its pattern.
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

    /// Its name for the script.
    fn name(self) -> String {
        match self {
            Line::Absorbed => "@".to_owned(),
            Line::Reflected => "&".to_owned(),
            Line::Out(pattern) => pattern.to_string(),
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
            g class="ray" data-line=(self.name()) {
                polyline class=(way) stroke-width="2" stroke-linejoin="round" stroke-dasharray=(pattern)
                    points=(points(corners.iter().copied())) {}
                @if self == Line::Reflected {
                    path class=(way) stroke-width="2" d=(MIRROR) data-at="end" transform=(turned(*before, *last)) {}
                    path class=(hue) d=(ARROW) data-at="start" transform=(turned(*second, *first)) {}
                } @else {
                    path class=(hue) d=(ARROW) data-at="end" transform=(turned(*before, *last)) {}
                }
            }
        }
    }

    /// The line in a legend.
    pub(crate) fn sample(self) -> Markup {
        self.through(&[(0.0, 0.0), (SAMPLE, 0.0)])
    }
}

/// How long a line in a legend is.
const SAMPLE: f64 = 36.0;

/// Moves what is drawn at the origin to the right to the end of a step.
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

/// A ray's line through the middles of its cells. No two rays cross the same side of a
/// cell, since a ray shot back goes the same way; so no two lines run on top of each other.
fn way(path: &Path, spectrum: &Spectrum) -> Markup {
    Line::of(path, spectrum).through(&corners(path))
}

/// What the lines of rays mean, below a picture.
fn ways_in_words() -> Markup {
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

/// Where a ray's line begins or ends outside the box.
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

/// The points of a ray's line: where it is fired, where it turns, where it
/// ends.
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
    // What lies straight between its neighbours says nothing.
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
