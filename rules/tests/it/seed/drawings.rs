//! Checks the boards and molecules that are drawn in the text. `decode.rs` decodes those of the played games.

use blackbox_rules::board::{Board, Orbit, Spectrum, Transform};
use blackbox_rules::ray::{Outcome, Ray};
use testkit::drawn::Drawn;

use super::{board_of, check, config, fits, numbered, origin};

/// The board with the most rays that come out.
pub(super) fn fourteen_rays_out() -> Drawn {
    Drawn::of_lines([
        "  h b a @ n m k l",
        "a - - - - - - - - n",
        "b - - - O - - - - m",
        "@ - - O - O - - - @",
        "c - - - O - - - - j",
        "d - - - - - - - - i",
        "e - - - - - - - - e",
        "f - - - - - - - - f",
        "g - - - - - - - - g",
        "  h c d @ i j k l",
    ])
}

/// The board with the fewest rays that come out.
pub(super) fn four_rays_out() -> Drawn {
    Drawn::of_lines([
        "  & @ & c d @ @ @",
        "@ - O - - - - - - &",
        "@ - - - - - - - O @",
        "@ - - - - - - - - &",
        "a - - - - - - - - a",
        "b - - - - - - - - b",
        "& - - - - - - - - @",
        "@ O - - - - - - - @",
        "& - - - - - - O - @",
        "  @ @ @ c d & @ &",
    ])
}

#[test]
fn boards_with_extreme_counts_of_rays_out_match_their_drawings() {
    // The drawing lacks five rays, because there were not enough digits.
    let numbered = Drawn::of_lines([
        "  8 2 1 H",
        "1 - - - - - - - -",
        "2 - - - O - - - -",
        "H - - O - O - - - H",
        "3 - - - O - - - -",
        "4 - - - - - - - - 9",
        "5 - - - - - - - - 5",
        "6 - - - - - - - - 6",
        "7 - - - - - - - - 7",
        "  8 3 4 H 9",
    ]);
    let lettered = fourteen_rays_out();
    assert_eq!(lettered.molecule(), numbered.molecule());
    for board in [lettered, numbered, four_rays_out()] {
        check(&board);
    }
}

#[test]
fn the_drawn_ray_turns_six_times_and_crosses_23_cells() {
    let board = Drawn::of_lines([
        "    1",
        "  - + - - - - - O",
        "  - + + + + + + -",
        "  O - - - - - + -",
        "  - + + + + + + -",
        "  - + - - - - - O",
        "  - + + + + + + -",
        "  O - - - - - + -",
        "  - - - - - - + -",
        "              1",
    ]);
    check(&board);
    let hidden = board_of(&board);
    let crossed = board.squares.concat().iter().filter(|&&c| c == '+').count();
    assert_eq!(crossed, 23);
    let [south, north] = [8 + 6, 24 + 6].map(|index| hidden.size().position(index).unwrap());
    let ray = Ray {
        outcome: Outcome::Out(south),
        length: 23,
        turns: 6,
    };
    assert_eq!(hidden.fire(north), Ok(ray));
}

#[test]
fn rays_are_numbered_around_the_box_as_in_the_classic_game() {
    // In an empty box, every ray comes out at the opposite place.
    let empty = Board::first(config("A0_B8"));
    let position = |index| empty.size().position(index).unwrap();
    for (one, other) in [(1, 24), (2, 23), (8, 17), (9, 32), (10, 31), (16, 25)] {
        for (from, to) in [(one, other), (other, one)] {
            let ray = Ray {
                outcome: Outcome::Out(position(to - 1)),
                length: 8,
                turns: 0,
            };
            let fired = empty.fire(position(from - 1));
            assert_eq!(fired, Ok(ray), "from {from} to {to}");
        }
    }
}

/// The record of this molecule is in `data/reference`.
#[test]
fn molecule_2_of_two_atoms_matches_its_drawing() {
    let config = config("A2_B4");
    let board = Drawn::of_lines([
        "  @ & @ &",
        "@ O - O - @",
        "& - - - - c",
        "a - - - - a",
        "b - - - - b",
        "  @ & @ c",
    ]);
    assert_eq!(board_of(&board), numbered(2, config));
    assert_eq!(board.symbols(), "@&ab@&@cbac@&@&@");
    check(&board);
}

#[test]
fn three_labelings_are_one_spectrum() {
    let config = config("A2_B4");
    let texts = ["bac@&@&@@&ab@&@c", "abc@&@&@@&ba@&@c", "cab@&@&@@&ac@&@b"];
    for text in texts {
        check(&Drawn::of("-------------O-O").with_symbols(text));
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
        Board::parse(&format!("{text:-<64}"), config).unwrap()
    };
    let molecule = draw(1, "-OO----- -O------ O-------");
    let orbit = Orbit::of(molecule);
    assert_eq!(orbit.iter().len(), 8);
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
        assert_eq!(molecule.transformed(transform), drawn, "{transform}");
        assert_ne!(orbit.find(drawn), None, "{transform}");
    }

    // Shifted in the box, or mirrored at a line beside the middle, it is another molecule.
    for other in [
        draw(1, "---OO--- ---O---- --O-----"),
        draw(1, "-OO----- --O----- ---O----"),
    ] {
        assert_eq!(orbit.find(other), None, "{}", other.text());
    }
}

#[test]
fn two_molecules_of_different_groups_have_one_spectrum() {
    let config = config("A4_B6");
    let upright = [
        "O-O--- ------ --O--- ------ O----- ------",
        "--O--- ------ O-O--- ------ O----- ------",
    ];
    // The text draws these two the other way round. In the drawing of the one that comes from 868, it has
    // `1` and `2` on the east side instead of `&` and `@`.
    let half_turn = [
        "------ -----O ------ ---O-O ------ ---O--",
        "------ -----O ------ ---O-- ------ ---O-O",
    ];
    // The text prints transform id for 15993, too. That cannot be, because only canonical molecules have
    // it; 15993 is its canonical molecule 7361 turned by 90°.
    let upright_origins = [(868, Transform::Id, 868), (15_993, Transform::Rot90, 7_361)];
    let half_turn_origins = [
        (47_847, Transform::Rot270, 7_361),
        (47_914, Transform::Rot180, 868),
    ];
    for (molecules, origins, spectrum) in [
        (upright, upright_origins, "@&@&@&@a@bcda@b@&@dc&@&@"),
        (half_turn, half_turn_origins, "a@b@&@cd&@&@@&@&@&@a@bdc"),
    ] {
        for (molecule, (number, transform, canonical_number)) in molecules.iter().zip(origins) {
            let board = Drawn::of(&molecule.replace(' ', "")).with_symbols(spectrum);
            check(&board);
            let molecule = board_of(&board);
            assert_eq!(molecule.number(), Some(number));
            assert_eq!(origin(molecule), (transform, canonical_number));
            assert_eq!(fits(&board, config), origins.map(|(number, ..)| number));
        }
    }
}
