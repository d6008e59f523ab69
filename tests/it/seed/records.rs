//! Molecules: their numbers, spectra, statistics and enantiomers.

use blackbox::game::{Chamber, Group, Molecule, Outcome, Position, Ray, Spectrum, Transform};

use super::board::Board;
use super::{check, config, molecule_of, numbered};

#[test]
fn rays_are_numbered_around_the_box_as_in_the_classic_game() {
    // In an empty box, every ray comes out at the opposite place.
    let config = config("A0_B8");
    let chamber = Chamber::new(Molecule::first(config), config);
    for (one, other) in [(1, 24), (2, 23), (8, 17), (9, 32), (10, 31), (16, 25)] {
        for (from, to) in [(one, other), (other, one)] {
            let ray = Ray {
                outcome: Outcome::Out(Position::new(to - 1)),
                length: 8,
                turns: 0,
            };
            assert_eq!(
                chamber.shoot(Position::new(from - 1)),
                ray,
                "from {from} to {to}"
            );
        }
    }
}

/// `data/reference` has its record.
#[test]
fn molecule_2_of_two_atoms_is_drawn_right() {
    let config = config("A2_B4");
    let board = Board::drawn([
        "  @ & @ &",
        "@ O - O - @",
        "& - - - - c",
        "a - - - - a",
        "b - - - - b",
        "  @ & @ c",
    ]);
    assert_eq!(molecule_of(&board), (config, numbered(2, config)));
    assert_eq!(board.symbols(), "@&ab@&@cbac@&@&@");
    check(&board);
}

#[test]
fn three_labelings_are_one_spectrum() {
    let config = config("A2_B4");
    let boards = [
        Board::drawn([
            "  c @ & @",
            "b - - - - b",
            "a - - - - a",
            "c - - - - &",
            "@ - O - O @",
            "  & @ & @",
        ]),
        Board::drawn([
            "  c @ & @",
            "a - - - - a",
            "b - - - - b",
            "c - - - - &",
            "@ - O - O @",
            "  & @ & @",
        ]),
        Board::drawn([
            "  b @ & @",
            "c - - - - c",
            "a - - - - a",
            "b - - - - &",
            "@ - O - O @",
            "  & @ & @",
        ]),
    ];
    let texts = ["bac@&@&@@&ab@&@c", "abc@&@&@@&ba@&@c", "cab@&@&@@&ac@&@b"];
    for (board, text) in boards.iter().zip(texts) {
        check(board);
        assert_eq!(board.symbols(), text);
        let renamed = Spectrum::parse(text, config).unwrap();
        assert_eq!(renamed.as_str(), "abc@&@&@@&ba@&@c");
    }
}

#[test]
fn a_lopsided_molecule_has_the_seven_enantiomers_drawn() {
    let config = config("A4_B8");
    // The three lines with atoms, and the number of the first of them.
    let draw = |first: usize, lines: &str| {
        let text = "--------".repeat(first - 1) + &lines.replace(' ', "");
        Molecule::parse(&format!("{text:-<64}"), config).unwrap()
    };
    let molecule = draw(1, "-OO----- -O------ O-------");
    let group = Group::of(molecule, config);
    assert_eq!(group.iter().len(), 8);
    for (transform, first, lines) in [
        (Transform::Rot270, 1, "-----O-- ------OO -------O"),
        (Transform::Rot180, 6, "-------O ------O- -----OO-"),
        (Transform::Rot90, 6, "O------- OO------ --O-----"),
        (Transform::Diag1, 1, "--O----- OO------ O-------"),
        (Transform::SymmH, 1, "-----OO- ------O- -------O"),
        (Transform::Diag2, 6, "-------O ------OO -----O--"),
        (Transform::SymmV, 6, "O------- -O------ -OO-----"),
    ] {
        let drawn = draw(first, lines);
        assert_eq!(transform.molecule(molecule, config), drawn, "{transform}");
        assert_ne!(group.find(drawn), None, "{transform}");
    }

    // If it is moved along the box, or mirrored at a line beside the middle, it is
    // another molecule.
    for other in [
        draw(1, "---OO--- ---O---- --O-----"),
        draw(1, "-OO----- --O----- ---O----"),
    ] {
        assert_eq!(group.find(other), None, "{}", other.text(config));
    }
}
