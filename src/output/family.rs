//! Describes the family of an ambiguous board in words, as a drawing, and as part of a JSON document.

use draw::object;
use draw::words::counted;
use serde::Serialize;

use crate::board::Config;
use crate::laws::{Freedom, HiddenPlace, Slide};
#[cfg(feature = "pipeline")]
use crate::{board::Board, laws::Atom, store::Twins};

/// How the molecules of a family differ.
const DIFFER: &str = "apart from rotation and reflection, the groups differ only in how far some \
                      atoms are moved along rows or columns";

/// Sentences about the hidden atoms, how often they occur in boxes of other widths, and the lines that may slide.
pub fn sentences(freedom: &Freedom, config: Config) -> Vec<String> {
    let place = match freedom.place {
        HiddenPlace::Edge => "on the edge",
        HiddenPlace::Inside => "away from the edge",
        HiddenPlace::Both => "not all on the edge",
    };
    let atoms = config.atoms();
    let common = atoms - freedom.hidden;
    let hidden = format!(
        "The molecules of the group have {common} of {atoms} atoms in common. The cells of the others are {place}."
    );
    let family = match &freedom.molecules {
        Some(about) if about.degree() == 0 => {
            let size = freedom.family.size;
            let width = size.height.max(size.width);
            format!(
                "Every box at least {width} cells wide has {about} molecules in groups of this family; {DIFFER}."
            )
        }
        Some(about) => {
            format!(
                "A box p cells wide has about {about} molecules in groups of this family; {DIFFER}."
            )
        }
        None => format!(
            "Only boxes {} cells wide have molecules in groups of this family; {DIFFER}.",
            config.width()
        ),
    };
    let slides = freedom.slides.iter().map(|slide| {
        let [line, back, forth] = match slide.columns {
            true => ["column", "west", "east"],
            false => ["row", "north", "south"],
        };
        let (first, last) = (slide.lines.start() + 1, slide.lines.end() + 1);
        let lines = match first == last {
            true => format!("{line} {first}"),
            false => format!("{line}s {first} to {last}"),
        };
        let cells = |steps: u8, way| format!("{} {way}", counted(steps, "cell", "cells"));
        let steps = match (slide.back, slide.forth) {
            (steps, 0) => cells(steps, back),
            (0, steps) => cells(steps, forth),
            (one, other) => format!("{} or {}", cells(one, back), cells(other, forth)),
        };
        format!(
            "The molecules remain twins if their atoms in {lines} move together, by at most {steps}."
        )
    });
    [hidden, family].into_iter().chain(slides).collect()
}

/// The legend of a [`drawing`].
#[cfg(feature = "pipeline")]
pub(crate) fn legend(freedom: &Freedom) -> &'static str {
    match freedom.slides.is_empty() {
        true => "O in all molecules, ? in some",
        false => "O in all molecules, ? in some; ↔ ↕ may slide",
    }
}

/// Draws the box with `O` for an atom in all molecules, `?` for one in some, and arrows beside lines that may
/// slide.
#[cfg(feature = "pipeline")]
pub(crate) fn drawing(freedom: &Freedom, config: Config) -> Vec<String> {
    let slides = |columns: bool, line: u8| {
        let mut slides = freedom.slides.iter();
        slides.any(|slide| slide.columns == columns && slide.lines.contains(&line))
    };
    let lines = 0..config.width() as u8;
    let symbol = |row: u8, column: u8| {
        let is_here = |atom: &Atom| (atom.row, atom.column) == (row, column);
        let is_there = |atoms: &[Atom]| atoms.iter().any(is_here);
        match (is_there(&freedom.common), is_there(&freedom.uncertain)) {
            (true, _) => "O ",
            (_, true) => "? ",
            _ => "- ",
        }
    };
    let rows = lines.clone().map(|row| {
        let cells = lines.clone().map(|column| symbol(row, column));
        let arrow = if slides(false, row) { "↕" } else { "" };
        (cells.collect::<String>() + arrow).trim_end().to_owned()
    });
    let arrow = |column| if slides(true, column) { "↔ " } else { "  " };
    let arrows: String = lines.clone().map(arrow).collect();
    let arrows = Some(arrows.trim_end().to_owned()).filter(|arrows| !arrows.is_empty());
    rows.chain(arrows).collect()
}

/// Lines that may slide, as part of a document.
pub fn slide_document(slide: &Slide) -> impl Serialize + use<> {
    object! {
        back: slide.back,
        first: slide.lines.start() + 1,
        forth: slide.forth,
        last: slide.lines.end() + 1,
        lines: if slide.columns { "columns" } else { "rows" },
    }
}

/// A family as part of a document.
pub fn document(freedom: &Freedom) -> impl Serialize + use<> {
    object! {
        about: freedom.molecules.as_ref().map(ToString::to_string),
        hidden: freedom.hidden,
        slides: freedom.slides.iter().map(slide_document).collect::<Vec<_>>(),
    }
}

/// The freedom in the group of a stored molecule, if its twins are known and few.
#[cfg(feature = "pipeline")]
pub(crate) fn of_twins(molecule: Board, twins: Option<&Twins>) -> Option<Freedom> {
    /// The greatest size of a group. In larger ones, lines can rarely slide.
    const MAX_TWINS: u64 = 20;
    let twins = twins.filter(|twins| (2..=MAX_TWINS).contains(&twins.group_size))?;
    let others =
        (twins.numbers.iter()).filter_map(|&number| Board::from_number(number, molecule.config()));
    let molecules: Vec<Board> = others.chain([molecule]).collect();
    Freedom::new(&molecules)
}
