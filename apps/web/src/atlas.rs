//! The families of ambiguous boards, from the laws of `data/reference`.

use app::Result;
use blackbox::draw::family::slide_document;
use blackbox::laws::{Atom, Certificate, Polynomial, Sample, atlas};
use serde::Serialize;

use crate::command::{faulty, source};

/// The laws that are proved and have families.
const LAWS: [&str; 2] = ["3.law", "4.law"];

/// The width of the boards: the widest that a page can draw, so that much may slide.
const WIDTH: u8 = 11;

#[derive(Serialize)]
pub(crate) struct Atlas {
    width: u8,
    families: Vec<Drawn>,
}

#[derive(Serialize)]
struct Drawn {
    molecules: Vec<Vec<u16>>,
    /// About how many molecules a box p wide has of it.
    about: String,
    slides: Vec<serde_json::Value>,
}

pub(crate) fn read() -> Result<Atlas> {
    let mut families = Vec::new();
    for name in LAWS {
        let file = source().join("../../data/reference/laws").join(name);
        let text = std::fs::read_to_string(&file).map_err(|error| faulty(&file, error))?;
        let law = Certificate::parse(&text)
            .map_err(|error| faulty(&file, error))?
            .law;
        families.extend(atlas(&law, WIDTH).iter().map(drawn));
    }
    Ok(Atlas {
        width: WIDTH,
        families,
    })
}

fn drawn(sample: &Sample) -> Drawn {
    let cell = |atom: &Atom| u16::from(atom.row) * u16::from(WIDTH) + u16::from(atom.column);
    let molecules = sample.group.molecules.iter();
    let cells = molecules.map(|atoms| atoms.iter().map(cell).collect());
    Drawn {
        molecules: cells.collect(),
        about: written(&sample.molecules.leading()),
        slides: sample.slides.iter().map(slide_document).collect(),
    }
}

fn written(polynomial: &Polynomial) -> String {
    let text = polynomial.to_string();
    text.replace("^2", "²").replace("^3", "³")
}

#[cfg(test)]
mod tests {
    use blackbox::board::{Board, Config};
    use blackbox::laws::Freedom;

    use super::*;

    #[test]
    fn every_family_is_drawn_with_what_the_law_says_of_it() {
        let atlas = read().unwrap();
        let of = |atoms: usize| {
            let families = atlas.families.iter();
            let families = families.filter(move |family| family.molecules[0].len() == atoms);
            families.map(|family| (family.slides.len(), family.about.as_str()))
        };
        assert_eq!(of(3).collect::<Vec<_>>(), [(1, "8p"), (0, "8")]);
        let mut by_freedom = [0; 4];
        of(4).for_each(|(slides, _)| by_freedom[slides] += 1);
        assert_eq!(by_freedom, [24, 25, 11, 1]);
        assert_eq!(of(4).next(), Some((3, "8p³")));
        let config: Config = format!("A4_B{WIDTH}").parse().unwrap();
        let of_four = |family: &&Drawn| family.molecules[0].len() == 4;
        for family in atlas.families.iter().filter(of_four) {
            let molecules = family.molecules.iter().map(|cells| {
                let mut text = vec![b'-'; config.cells()];
                cells
                    .iter()
                    .for_each(|&cell| text[usize::from(cell)] = b'O');
                Board::parse(&String::from_utf8(text).unwrap(), config).unwrap()
            });
            let freedom = Freedom::new(&molecules.collect::<Vec<_>>()).unwrap();
            assert_eq!(written(&freedom.molecules.unwrap()), family.about);
        }
        for slide in atlas.families.iter().flat_map(|family| &family.slides) {
            assert_ne!(slide["back"].as_u64().max(slide["forth"].as_u64()), Some(0));
        }
    }
}
