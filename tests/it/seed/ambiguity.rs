//! Molecules that no ray tells apart, and their number.

use std::collections::{BTreeMap, HashMap};

use blackbox::game::{Config, Group, Molecule, Spectrum, Transform};

use super::board::Board;
use super::{check, config, fits, molecule_of, numbered, row, walk};

/// A row of the table of spectra.
struct Ambiguous {
    spectrum: Spectrum,
    molecules: Vec<Molecule>,
    transform: Transform,
    canonical_number: u64,
}

/// All ambiguous spectra of a configuration, in byte order.
fn ambiguous_spectra(config: Config) -> Vec<Ambiguous> {
    let mut molecules: HashMap<Spectrum, Vec<Molecule>> = HashMap::new();
    for molecule in walk(config) {
        let (spectrum, _) = molecule.trace(config);
        molecules.entry(spectrum).or_default().push(molecule);
    }
    let mut ambiguous: Vec<Ambiguous> = molecules
        .into_iter()
        .filter(|(_, molecules)| molecules.len() > 1)
        .map(|(spectrum, molecules)| {
            // Among equal canonical molecules, the first one has the lowest number,
            // because the walk met it first.
            let groups = molecules.iter().map(|&m| (Group::of(m, config), m));
            let (group, first) = groups.min_by_key(|(group, _)| group.canonical()).unwrap();
            Ambiguous {
                spectrum,
                transform: group.find(first).unwrap().transform,
                canonical_number: group.canonical().number(config),
                molecules,
            }
        })
        .collect();
    ambiguous.sort_by_key(|row| row.spectrum);
    ambiguous
}

/// For each size of a spectral group: the ambiguous spectra up to symmetry, all
/// ambiguous spectra, and their molecules.
fn ambiguity_table(ambiguous: &[Ambiguous]) -> Vec<(usize, [usize; 3])> {
    let mut table: BTreeMap<usize, [usize; 3]> = BTreeMap::new();
    for row in ambiguous {
        let line = table.entry(row.molecules.len()).or_default();
        line[0] += usize::from(row.transform == Transform::Id);
        line[1] += 1;
        line[2] += row.molecules.len();
    }
    table.into_iter().collect()
}

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
    let spectrum = "@&@&@&@a@bcda@b@&@dc&@&@";
    let boards = [
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
    // The text prints transform id for 15993, too. That cannot be, because only
    // canonical molecules have it; 15993 is its canonical molecule 7361
    // turned by 90°.
    let records = [
        (
            868,
            868,
            Transform::Id,
            "O-O-----------O---------O-----------",
        ),
        (
            15_993,
            7_361,
            Transform::Rot90,
            "--O---------O-O---------O-----------",
        ),
    ];
    for (board, (number, canonical_number, transform, text)) in boards.iter().zip(records) {
        check(board);
        assert_eq!(board.symbols(), spectrum);
        assert_eq!(board.molecule(), text);
        let start = format!("A4_B6,{number},{canonical_number},{text},{spectrum},{transform},");
        assert!(row(numbered(number, config), config).starts_with(&start));
        assert_eq!(fits(board, config), [868, 15_993]);
    }
}

#[test]
fn the_half_turn_of_two_molecules_with_one_spectrum_makes_two_with_another() {
    // The text draws these two the other way round. In the drawing of
    // the one that comes from 868, it has `1` and `2` on the east side
    // instead of `&` and `@`.
    let config = config("A4_B6");
    let spectrum = "a@b@&@cd&@&@@&@&@&@a@bdc";
    let boards = [
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
    ];
    let records = [
        (868, 47_914, Transform::Rot180),
        (15_993, 47_847, Transform::Rot270),
    ];
    for (board, (upright, number, transform)) in boards.iter().zip(records) {
        check(board);
        assert_eq!(board.symbols(), spectrum);
        let (_, molecule) = molecule_of(board);
        assert_eq!(molecule.number(config), number);
        let turned = Transform::Rot180.molecule(numbered(upright, config), config);
        assert_eq!(molecule, turned);
        let group = Group::of(molecule, config);
        assert_eq!(group.find(molecule).unwrap().transform, transform);
        assert_eq!(fits(board, config), [47_847, 47_914]);
    }
}

#[test]
fn the_two_spectra_have_the_stated_rows_in_the_table() {
    let ambiguous = ambiguous_spectra(config("A4_B6"));
    for (spectrum, transform) in [
        ("@&@&@&@a@bcda@b@&@dc&@&@", Transform::Id),
        ("a@b@&@cd&@&@@&@&@&@a@bdc", Transform::Rot180),
    ] {
        let mut rows = ambiguous.iter();
        let row = rows.find(|row| row.spectrum.as_str() == spectrum).unwrap();
        assert_eq!(row.molecules.len(), 2, "{spectrum}");
        assert_eq!(row.transform, transform, "{spectrum}");
        assert_eq!(row.canonical_number, 868, "{spectrum}");
    }
}

/// `claims.rs` has the library's figures for the same.
#[test]
fn few_ambiguities_of_the_standard_box_have_no_model_in_the_box_of_six_by_six() {
    let standard = config("A4_B8");
    let ambiguous = ambiguous_spectra(standard);
    assert_eq!(
        ambiguity_table(&ambiguous),
        [
            (2, [266, 2_104, 4_208]),
            (3, [8, 52, 156]),
            (4, [5, 32, 128]),
            (5, [1, 8, 40])
        ]
    );
    let mut without_model: BTreeMap<usize, usize> = BTreeMap::new();
    for row in ambiguous {
        let texts: Vec<String> = row.molecules.iter().map(|m| m.text(standard)).collect();
        if !has_model(&texts) {
            *without_model.entry(texts.len()).or_default() += 1;
        }
    }
    assert_eq!(without_model, [(3, 8), (4, 8)].into());
}
