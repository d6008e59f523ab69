//! A family of ambiguous boards whose parts slide.

use blackbox::board::Cell;
use blackbox::draw::family::slide_document;
use blackbox::laws::{Atom, Family, Rectangle, Slide, slid};
use serde::{Deserialize, Serialize};

use crate::game::of_balls;
use crate::molecule::paths;
use web_engine::{Refusal, object};

/// A family as the page has it, and how far its parts shall slide.
#[derive(Deserialize)]
pub(crate) struct Slid {
    width: u8,
    molecules: Vec<Vec<usize>>,
    parts: Vec<Part>,
    /// The number of lines for each part, to those with higher numbers.
    by: Vec<i8>,
}

#[derive(Deserialize)]
struct Part {
    lines: String,
    first: u8,
    last: u8,
}

impl Slid {
    /// The molecules there, which have the same spectrum.
    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let width = usize::from(self.width);
        let atom = |&cell: &usize| Atom {
            row: (cell / width.max(1)) as u8,
            column: (cell % width.max(1)) as u8,
        };
        let molecules = self.molecules.iter();
        let molecules = molecules.map(|cells| cells.iter().map(atom).collect());
        let group = Family {
            size: Rectangle::square(self.width),
            molecules: molecules.collect(),
        };
        for cells in &self.molecules {
            of_balls(cells, self.width.into())?;
        }
        let parts = self.parts.iter().map(|part| Slide {
            columns: part.lines == "columns",
            lines: part.first.saturating_sub(1)..=part.last.saturating_sub(1),
            back: 0,
            forth: 0,
        });
        let refused = || Refusal("the molecules would not be twins there".to_owned());
        let parts: Vec<Slide> = parts.collect();
        let (group, slides) = slid(&group, &parts, &self.by).ok_or_else(refused)?;
        let mut molecules = Vec::new();
        for atoms in &group.molecules {
            let cells = atoms.iter();
            let cells = cells.map(|atom| usize::from(atom.row) * width + usize::from(atom.column));
            let molecule = of_balls(&cells.collect::<Vec<_>>(), self.width.into())?;
            molecules.push(object! {
                atoms: molecule.atoms().collect::<Vec<Cell>>(),
                // The rules of the game trace them once more.
                spectrum: molecule.spectrum().to_string(),
                paths: paths(molecule),
            });
        }
        let first = molecules.first().map(|one| &one.spectrum);
        if molecules.iter().any(|one| Some(&one.spectrum) != first) {
            return Err(refused());
        }
        Ok(object! {
            molecules: molecules,
            // The parts, and how far they may slide from there.
            slides: slides.iter().map(slide_document).collect::<Vec<_>>(),
        })
    }
}
