//! Molecules that no ray tells apart.

use std::collections::{BTreeMap, HashMap};

use blackbox::game::{Molecule, Spectrum, Transform};

use super::board::Board;
use super::{check, config, fits, molecule_of, origin, walk};

/// Takes out of the standard box two lines and two columns that are empty in all these
/// molecules. Do the molecules still have one spectrum in the box of six by six that is left?
fn has_model(texts: &[String]) -> bool {
    let small = config("A4_B6");
    let pairs = || (0..8).flat_map(|one| (0..one).map(move |other| [one, other]));
    pairs().any(|lines| {
        pairs().any(|columns| {
            let left = |&(cell, _): &(usize, char)| {
                !lines.contains(&(cell / 8)) && !columns.contains(&(cell % 8))
            };
            let mut spectra = texts.iter().map(|text| {
                let cells = text.chars().enumerate().filter(left);
                let text: String = cells.map(|(_, cell)| cell).collect();
                // A text that lost an atom is not a molecule.
                let molecule = Molecule::parse(&text, small).ok()?;
                Some(molecule.trace(small).0)
            });
            let first = spectra.next().flatten();
            first.is_some() && spectra.all(|spectrum| spectrum == first)
        })
    })
}

#[test]
fn two_molecules_of_different_groups_have_one_spectrum() {
    let config = config("A4_B6");
    let upright = [
        Board::drawn([
            "  @ & @ & c d",
            "@ O - O - - - @",
            "& - - - - - - &",
            "@ - - O - - - @",
            "& - - - - - - b",
            "@ O - - - - - @",
            "& - - - - - - a",
            "  @ a @ b c d",
        ]),
        Board::drawn([
            "  @ & @ & c d",
            "@ - - O - - - @",
            "& - - - - - - &",
            "@ O - O - - - @",
            "& - - - - - - b",
            "@ O - - - - - @",
            "& - - - - - - a",
            "  @ a @ b c d",
        ]),
    ];
    // The text draws these two the other way round. In the drawing of the one that comes from 868, it has
    // `1` and `2` on the east side instead of `&` and `@`.
    let half_turn = [
        Board::drawn([
            "  c d b @ a @",
            "a - - - - - - &",
            "@ - - - - - O @",
            "b - - - - - - &",
            "@ - - - O - O @",
            "& - - - - - - &",
            "@ - - - O - - @",
            "  c d & @ & @",
        ]),
        Board::drawn([
            "  c d b @ a @",
            "a - - - - - - &",
            "@ - - - - - O @",
            "b - - - - - - &",
            "@ - - - O - - @",
            "& - - - - - - &",
            "@ - - - O - O @",
            "  c d & @ & @",
        ]),
    ];
    // The text prints transform id for 15993, too. That cannot be, because only canonical molecules have
    // it; 15993 is its canonical molecule 7361 turned by 90°.
    let upright_origins = [(868, Transform::Id, 868), (15_993, Transform::Rot90, 7_361)];
    let half_turn_origins = [
        (47_847, Transform::Rot270, 7_361),
        (47_914, Transform::Rot180, 868),
    ];
    for (boards, origins, spectrum) in [
        (upright, upright_origins, "@&@&@&@a@bcda@b@&@dc&@&@"),
        (half_turn, half_turn_origins, "a@b@&@cd&@&@@&@&@&@a@bdc"),
    ] {
        for (board, (number, transform, canonical_number)) in boards.iter().zip(origins) {
            check(board);
            assert_eq!(board.symbols(), spectrum);
            let (_, molecule) = molecule_of(board);
            assert_eq!(molecule.number(config), number);
            assert_eq!(origin(molecule, config), (transform, canonical_number));
            assert_eq!(fits(board, config), origins.map(|(number, ..)| number));
        }
    }
}

/// `claims.rs` has the library's figures for the same.
#[test]
fn few_ambiguities_of_the_standard_box_have_no_model_in_the_box_of_six_by_six() {
    let standard = config("A4_B8");
    let mut groups: HashMap<Spectrum, Vec<Molecule>> = HashMap::new();
    for molecule in walk(standard) {
        let spectrum = molecule.spectrum(standard);
        groups.entry(spectrum).or_default().push(molecule);
    }
    let mut without_model: BTreeMap<usize, usize> = BTreeMap::new();
    for group in groups.into_values().filter(|group| group.len() > 1) {
        let texts: Vec<String> = group.iter().map(|m| m.text(standard)).collect();
        if !has_model(&texts) {
            *without_model.entry(texts.len()).or_default() += 1;
        }
    }
    assert_eq!(without_model, [(3, 8), (4, 8)].into());
}
