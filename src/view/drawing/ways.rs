//! The lines of rays. The same code draws them in a picture and in its legend, and the
//! script of the report's pages copies those of the legend.

use ::view::svg::{number, points};
use itertools::Itertools;
use maud::{Markup, html};

use super::{ATOM, MARGIN, REACH, all_paths, centre, middle, side};
use crate::game::{Config, Molecule, Outcome, Path, Position, Spectrum};
use crate::view::spot::Spot;

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
    /// All of them, in the order of the legend.
    pub(crate) fn all() -> impl Iterator<Item = Line> {
        let out = (0..PATTERNS.len()).map(Line::Out);
        [Line::Absorbed, Line::Reflected].into_iter().chain(out)
    }

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
pub(super) fn way(path: &Path, spectrum: &Spectrum, config: Config) -> Markup {
    Line::of(path, spectrum).through(&corners(path, config))
}

/// What the lines of rays mean, below a picture.
pub(super) fn in_words() -> Markup {
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

/// The rays of a molecule for the script, in the order of their positions. Those that come
/// out are there once, from their first end. Each has length, turns, and how far the line goes. The script knows
/// where a line begins. Since it goes along and across the box by turns, one coordinate of
/// each further corner is enough.
pub(crate) fn data(molecule: Molecule, config: Config) -> String {
    let ray = |path: Path| {
        let corners = corners(&path, config);
        let steps = corners.windows(2).map(|step| match step[0].0 == step[1].0 {
            true => number(step[1].1),
            false => number(step[1].0),
        });
        let begin = [path.ray.length, path.ray.turns].map(|count| count.to_string());
        begin.into_iter().chain(steps).join(" ")
    };
    all_paths(molecule, config).into_iter().map(ray).join(";")
}

/// Where a ray's line begins or ends outside the box.
fn outside(position: Position, config: Config) -> (f64, f64) {
    let p = config.width();
    let Spot { line, column } = Spot::entry(position, p);
    let at = |place: usize| match place {
        0 => MARGIN - REACH,
        inside if inside <= p => middle(inside - 1),
        _ => side(config) - MARGIN + REACH,
    };
    (at(column), at(line))
}

/// The points of a ray's line: where it is shot, where it turns, where it
/// ends.
pub(super) fn corners(path: &Path, config: Config) -> Vec<(f64, f64)> {
    let mut corners = vec![outside(path.position, config)];
    corners.extend(path.cells.iter().map(|&cell| centre(cell, config)));
    match path.ray.outcome {
        Outcome::Out(exit) => corners.push(outside(exit, config)),
        Outcome::Reflected if path.cells.is_empty() => {
            // Up to the edge of the box.
            let (x, y) = corners[0];
            let inner = |at: f64| at.clamp(MARGIN, side(config) - MARGIN);
            corners.push((inner(x), inner(y)));
        }
        Outcome::Reflected => {}
        Outcome::Absorbed => {
            // Up to the atom's edge.
            if let (Some(atom), Some(&(x, y))) = (path.atom, corners.last()) {
                let (to_x, to_y) = centre(atom, config);
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

/// The line as a picture in a sentence.
pub(crate) fn key(line: Line) -> Markup {
    let (width, height) = (number(SAMPLE + 8.0), 14.0);
    html! {
        svg class="picture key" width=(width) height=(number(height)) viewBox={ "-4 -7 " (width) " " (number(height)) } aria-hidden="true" {
            (line.sample())
        }
    }
}
