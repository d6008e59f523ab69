//! The box as a picture: its labels, its atoms, the ways of its rays.

mod group;
mod ways;

use std::ops::Range;

use ::view::svg::{Picture, number};
use itertools::Itertools;
use maud::{Markup, html};

use crate::game::{Cell, Chamber, Config, Molecule, Outcome, Path, Position, Spectrum};
use crate::store::Record;
use crate::view::spot::Spot;

pub(crate) use group::{
    contents_with, group, holders_in_words, sample as uncertain_sample, tinted,
};
pub(crate) use ways::{Line, data as ways_data, key};

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
pub(crate) fn molecule(
    molecule: Molecule,
    spectrum: &Spectrum,
    config: Config,
    paths: &[Path],
) -> Picture {
    let side = side(config);
    Picture {
        title: format!(
            "Molecule {} of {config}: {}; spectrum {spectrum}",
            molecule.number(config),
            atoms_in_words(molecule, config, "atoms"),
        ),
        width: side,
        height: side,
        body: html! {
            (lines(config))
            (labels(spectrum.as_str()))
            @for path in paths { (ways::way(path, spectrum, config)) }
            (atoms(molecule, config))
        },
    }
}

/// A stored molecule with its number below it, and the ways of all its rays if
/// these are wanted.
pub(crate) fn record(record: &Record, config: Config, rays: bool) -> Picture {
    let mut paths = Vec::new();
    let mut lines = vec![html! { text class="ink" { (config) " " (record.number) } }];
    if rays {
        paths = all_paths(record.molecule, config);
        lines.push(ways::in_words());
    }
    let picture = molecule(record.molecule, &record.spectrum, config, &paths);
    captioned(picture, &lines)
}

/// All rays of a molecule; of those that come out only from the end where
/// they come first.
pub(crate) fn all_paths(molecule: Molecule, config: Config) -> Vec<Path> {
    let chamber = Chamber::new(molecule, config);
    let paths = (config.all_positions()).map(|position| chamber.path(position));
    let comes_first = |path: &Path| match path.ray.outcome {
        Outcome::Out(exit) => path.position < exit,
        _ => true,
    };
    paths.filter(comes_first).collect()
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

/// The middle of a line or column, counted from 0.
fn middle(line: usize) -> f64 {
    MARGIN + CELL * (line as f64 + 0.5)
}

/// The middle of a cell.
fn centre(cell: Cell, config: Config) -> (f64, f64) {
    let width = config.width();
    (middle(cell.column(width)), middle(cell.line(width)))
}

/// A cell by line and column, both from 1.
pub(crate) fn cell_name(cell: Cell, config: Config) -> String {
    let width = config.width();
    format!("{}.{}", cell.line(width) + 1, cell.column(width) + 1)
}

/// Cells by line and column, both from 1.
fn atoms_in_words(atoms: Molecule, config: Config, name: &str) -> String {
    let width = config.width();
    let place = |cell: Cell| format!("({}, {})", cell.line(width) + 1, cell.column(width) + 1);
    let cells = atoms.atoms().map(place);
    match atoms.bits() {
        0 => format!("no {name}"),
        _ => format!("{name} in {}", cells.format(", ")),
    }
}

/// The lines of the box.
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
    let sides = (0..4).map(|side| side * width..(side + 1) * width);
    let list = |positions: Range<usize>, along: fn(Spot) -> usize, by: f64| {
        let shown = positions.filter(|&position| symbols.as_bytes()[position] != b' ');
        let places = shown.map(|position| along(Spot::entry(Position::new(position), width)));
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

/// An atom, for a legend.
pub(crate) fn atom_sample() -> Markup {
    discs("M0 0h0")
}

/// Atoms as discs.
pub(crate) fn atoms(atoms: Molecule, config: Config) -> Markup {
    let disc = |cell| {
        let (x, y) = centre(cell, config);
        format!("M{} {}h0", number(x), number(y))
    };
    let places: String = atoms.atoms().map(disc).collect();
    html! { @if !places.is_empty() { (discs(&places)) } }
}

/// Lines without a length whose ends are round: there is no shorter way to draw discs.
fn discs(places: &str) -> Markup {
    html! { path class="edge" stroke-width=(number(2.0 * ATOM)) stroke-linecap="round" d=(places) {} }
}

#[cfg(test)]
mod tests;
