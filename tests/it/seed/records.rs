//! Molecules: their numbers, spectra, statistics and enantiomers.

use blackbox::game::{Chamber, Group, Molecule, Outcome, Position, Ray, Spectrum, Transform};

use super::board::Board;
use super::{cells, check, config, molecule_of, numbered, row, walk};

#[test]
fn the_walk_of_six_atoms_in_sixteen_cells_passes_the_stated_molecules() {
    let config = config("A6_B4");
    let walked: Vec<String> = walk(config).map(|m| m.text(config)).collect();
    for (number, lettered) in [
        (1, "ABCDEF----------"),
        (2, "ABCDE-F---------"),
        (3, "ABCDE--F--------"),
        (4, "ABCDE---F-------"),
        (10, "ABCDE---------F-"),
        (11, "ABCDE----------F"),
        (12, "ABCD-EF---------"),
        (13, "ABCD-E-F--------"),
        (21, "ABCD-E---------F"),
        (22, "ABCD--EF--------"),
        (23, "ABCD--E-F-------"),
        (30, "ABCD--E--------F"),
        (66, "ABCD----------EF"),
        (67, "ABC-DEF---------"),
    ] {
        let text = lettered.replace(|c: char| c.is_ascii_uppercase(), "O");
        assert_eq!(walked[number - 1], text, "iteration {number}");
        assert_eq!(numbered(number as u64, config).text(config), text);
    }
}

#[test]
fn the_successor_packs_the_atoms_behind_the_rightmost_that_can_move() {
    let config = config("A6_B4");
    let molecule = Molecule::parse("-O--O-O------OOO", config).unwrap();
    let next = molecule.successor(config).unwrap();
    assert_eq!(next.text(config), "-O--O--OOOO-----");
    assert_eq!(next.number(config), molecule.number(config) + 1);
}

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

#[test]
fn molecule_2_of_two_atoms_has_the_stated_record() {
    let config = config("A2_B4");
    assert_eq!(
        row(numbered(2, config), config),
        "A2_B4,2,2,O-O-------------,@&ab@&@cbac@&@&@,id,\
         6,3,0,7,0,4,3,1,3,0,3,0,3,4,1,11,1"
    );
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
fn the_rays_of_molecule_2_of_two_atoms_go_as_far_as_stated() {
    let config = config("A2_B4");
    let chamber = Chamber::new(numbered(2, config), config);
    let mut rays: Vec<(u8, u16, u16)> = Vec::new();
    for position in config.all_positions() {
        let ray = chamber.shoot(position);
        let kind = match ray.outcome {
            Outcome::Absorbed => b'@',
            Outcome::Reflected => b'&',
            Outcome::Out(exit) if exit > position => b'a',
            Outcome::Out(_) => continue,
        };
        rays.push((kind, ray.length, ray.turns));
    }
    rays.sort_unstable();
    let (absorbed, reflected, out) = (b'@', b'&', b'a');
    assert_eq!(
        rays,
        [
            (reflected, 0, 0),
            (reflected, 0, 0),
            (reflected, 0, 0),
            (reflected, 3, 0),
            (absorbed, 0, 0),
            (absorbed, 0, 0),
            (absorbed, 0, 0),
            (absorbed, 1, 0),
            (absorbed, 3, 0),
            (absorbed, 3, 0),
            (out, 3, 1),
            (out, 4, 0),
            (out, 4, 0),
        ]
    );
}

#[test]
fn molecule_119_of_two_atoms_is_molecule_2_after_a_half_turn() {
    let config = config("A2_B4");
    assert_eq!(
        row(numbered(119, config), config),
        "A2_B4,119,2,-------------O-O,abc@&@&@@&ba@&@c,rot180,\
         6,3,0,7,0,4,3,1,3,0,3,0,3,4,1,11,1"
    );
    assert_eq!(Group::of(numbered(119, config), config).iter().len(), 8);
    let (spectrum, _) = numbered(2, config).trace(config);
    let derived = Transform::Rot180.spectrum(&spectrum);
    assert_eq!(derived.as_str(), "abc@&@&@@&ba@&@c");
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
    // The lines with atoms. The first line of the box is 1.
    let draw = |first: usize, lines: [&str; 3]| {
        let mut drawing = ["- - - - - - - -"; 8];
        drawing[first - 1..first + 2].copy_from_slice(&lines);
        Molecule::parse(&cells(drawing), config).unwrap()
    };
    let molecule = draw(1, ["- O O - - - - -", "- O - - - - - -", "O - - - - - - -"]);
    let enantiomers = [
        (
            Transform::Rot270,
            draw(1, ["- - - - - O - -", "- - - - - - O O", "- - - - - - - O"]),
        ),
        (
            Transform::Rot180,
            draw(6, ["- - - - - - - O", "- - - - - - O -", "- - - - - O O -"]),
        ),
        (
            Transform::Rot90,
            draw(6, ["O - - - - - - -", "O O - - - - - -", "- - O - - - - -"]),
        ),
        (
            Transform::Diag1,
            draw(1, ["- - O - - - - -", "O O - - - - - -", "O - - - - - - -"]),
        ),
        (
            Transform::SymmH,
            draw(1, ["- - - - - O O -", "- - - - - - O -", "- - - - - - - O"]),
        ),
        (
            Transform::Diag2,
            draw(6, ["- - - - - - - O", "- - - - - - O O", "- - - - - O - -"]),
        ),
        (
            Transform::SymmV,
            draw(6, ["O - - - - - - -", "- O - - - - - -", "- O O - - - - -"]),
        ),
    ];
    let group = Group::of(molecule, config);
    assert_eq!(group.iter().len(), 8);
    for (transform, drawn) in enantiomers {
        assert_eq!(transform.molecule(molecule, config), drawn, "{transform}");
        assert_ne!(group.find(drawn), None, "{transform}");
    }

    // If it is moved along the box, or mirrored at a line beside the middle, it is
    // another molecule.
    for other in [
        draw(1, ["- - - O O - - -", "- - - O - - - -", "- - O - - - - -"]),
        draw(1, ["- O O - - - - -", "- - O - - - - -", "- - - O - - - -"]),
    ] {
        assert_eq!(group.find(other), None, "{}", other.text(config));
    }
}
