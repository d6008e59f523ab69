//! A spectral group in one box.

use ::view::svg::{Picture, number};
use ::view::words::{counted, listed};
use itertools::Itertools;
use maud::{Markup, html};

use super::{CELL, atoms, atoms_in_words, centre, labels, lines, side};
use crate::analysis::SpectralGroup;
use crate::game::{Cell, Config};

/// The radius of the ring around an uncertain atom.
const RING: f64 = 11.0;

/// The molecules of a spectral group in one box. Atoms that all of them have are discs.
/// A cell where only some have one is tinted and holds a ring. The ring has a part per
/// molecule, clockwise from the top, which is thick if that molecule has the atom. In the
/// ring stand the places in the group of these molecules, or their share if these are too
/// many.
pub(crate) fn group(group: &SpectralGroup, config: Config) -> Picture {
    let side = side(config);
    let contents = marked(group, config, |(x, y)| {
        html! { g transform={ "translate(" (number(x)) " " (number(y)) ")" } { (tinted()) } }
    });
    Picture {
        title: format!(
            "{} of {config} with the spectrum {}: {}; {}",
            counted(group.size(), "molecule", "molecules"),
            group.spectrum,
            atoms_in_words(group.common(), config, "common atoms"),
            atoms_in_words(group.uncertain(), config, "uncertain atoms"),
        ),
        width: side,
        height: side,
        body: html! { (lines(config)) (labels(group.spectrum.as_str())) (contents) },
    }
}

/// What is in the box of a group, on a page that has a cell with an uncertain atom under this name.
pub(crate) fn contents_with(tinted: &str, group: &SpectralGroup, config: Config) -> Markup {
    marked(group, config, |(x, y)| {
        html! { use href=(tinted) x=(number(x)) y=(number(y)) {} }
    })
}

fn marked(group: &SpectralGroup, config: Config, tinted: impl Fn((f64, f64)) -> Markup) -> Markup {
    let marks = group.uncertain().atoms().map(|cell| Mark {
        at: centre(cell, config),
        holders: group.holders(cell).collect(),
        size: group.molecules.len(),
    });
    let marks: Vec<Mark> = marks.collect();
    html! {
        @for mark in &marks { (tinted(mark.at)) }
        (Mark::drawn(&marks))
        (atoms(group.common(), config))
    }
}

/// Which molecules have an atom in a cell, by their places in the group.
pub(crate) fn holders_in_words(group: &SpectralGroup, cell: Cell) -> String {
    /// How many molecules are named.
    const NAMED: usize = 12;
    let holders: Vec<usize> = group.holders(cell).map(|place| place + 1).collect();
    match holders.len().saturating_sub(NAMED) {
        0 => listed(holders),
        more => {
            let named = holders.iter().take(NAMED).format(", ");
            format!("{named} and {more} more")
        }
    }
}

/// A cell with an uncertain atom, whose middle is the origin.
pub(crate) fn tinted() -> Markup {
    let (corner, side) = (number(-CELL / 2.0), number(CELL));
    html! {
        rect class="hue-5" fill-opacity="0.22" x=(corner) y=(corner) width=(side) height=(side) {}
        circle class="edge" stroke-dasharray="2 2" r=(number(RING)) {}
    }
}

/// An uncertain atom that the first and third of four molecules have, for a legend.
pub(crate) fn sample() -> Markup {
    let mark = Mark {
        at: (0.0, 0.0),
        holders: vec![0, 2],
        size: 4,
    };
    html! { (tinted()) (Mark::drawn(&[mark])) }
}

/// An uncertain atom.
struct Mark {
    at: (f64, f64),
    /// The places of the molecules that have it, from 0, and how many there are.
    holders: Vec<usize>,
    size: usize,
}

impl Mark {
    fn drawn(marks: &[Mark]) -> Markup {
        html! {
            @if !marks.is_empty() {
                g class="edge" stroke-width="3.5" { @for mark in marks { (mark.ring()) } }
                g class="ink" text-anchor="middle" font-size="10" font-weight="600" { @for mark in marks { (mark.told()) } }
            }
        }
    }

    /// The thick parts of the ring, from the top.
    fn ring(&self) -> Markup {
        let (x, y) = (number(self.at.0), number(self.at.1 - RING));
        html! {
            path pathLength=(self.size) stroke-dasharray=(parts(&self.holders, self.size))
                d={ "M" (x) " " (y) "a" (RING) " " (RING) " 0 1 1-.01 0" } {}
        }
    }

    /// Which molecules have it, or how many.
    fn told(&self) -> Markup {
        /// The places of at most this number of molecules are named.
        const TOLD: usize = 2;
        /// A group up to this size has the number of molecules, a larger one the share.
        const LARGEST_TOLD: usize = 9;
        let (holders, size) = (&self.holders, self.size);
        let told = if size > LARGEST_TOLD {
            // Some hold it and some do not, so the share is neither 0 nor 100 %.
            let percent = (100 * holders.len() + size / 2) / size;
            format!("{}%", percent.clamp(1, 99))
        } else if holders.len() <= TOLD {
            holders.iter().map(|place| place + 1).join(" ")
        } else {
            format!("{}/{size}", holders.len())
        };
        let (x, y) = self.at;
        html! {
            text x=(number(x)) y=(number(y + 3.6)) { (told) }
        }
    }
}

/// The dashes of a ring that is as long as a group has molecules: drawn where the molecules
/// in the list are, with gaps between them if these can be seen.
fn parts(holders: &[usize], size: usize) -> String {
    /// Of how many parts each is seen for itself.
    const SEEN: usize = 12;
    let gap = if size <= SEEN { 0.1 } else { 0.0 };
    // Drawn and left out in turns, beginning with what is drawn.
    let mut lengths = vec![0.0];
    for place in 0..size {
        let drawn = match holders.contains(&place) {
            true => 1.0 - gap,
            false => 0.0,
        };
        for (length, is_drawn) in [(drawn, true), (1.0 - drawn, false)] {
            let last_is_drawn = lengths.len() % 2 == 1;
            match lengths.last_mut() {
                _ if length == 0.0 => {}
                Some(last) if last_is_drawn == is_drawn => *last += length,
                _ => lengths.push(length),
            }
        }
    }
    lengths.into_iter().map(number).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_ring_are_those_of_the_molecules() {
        assert_eq!(parts(&[0], 2), "0.9 1.1");
        assert_eq!(parts(&[1], 2), "0 1 0.9 0.1");
        assert_eq!(parts(&[0, 1, 3], 4), "0.9 0.1 0.9 1.1 0.9 0.1");
        let many: Vec<usize> = (3..20).collect();
        assert_eq!(parts(&many, 20), "0 3 17");
    }
}
