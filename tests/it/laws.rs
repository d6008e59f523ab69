//! `blackbox law`, `law verify` and the census of wide boxes, compared with the rules of the game, with
//! the census of the tables and with each other. `tests/cases/proofs.md` has what they refuse.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use blackbox::board::{Board, Config};
use blackbox::laws::{
    ABSORBED, Atom, Certificate, CheckedLines, Freedom, HiddenPlace, Law, Polynomial, Rectangle,
    Slide, SparseBoard, certificate, check_lines,
};
use blackbox::oracle::End;
use itertools::Itertools;
use proptest::prelude::*;
use testkit::Sandbox;
use watch::unwatched;

use crate::common::program::{assert_has, empty_sandbox};
use crate::common::repository::reference;
use crate::common::traced::ends;

fn law_of_three(sandbox: &Sandbox) -> String {
    sandbox.ok(&["law", "3", "--output", "three", "--quiet"]);
    fs::read_to_string(sandbox.path("three")).unwrap()
}

proptest! {
    /// Compares the rays by bit operations with those on a drawn board, cell by cell.
    #[test]
    fn rays_in_a_wide_box_match_a_drawn_board(
        width in 1_usize..=32,
        cells in prop::collection::btree_set(0_usize..1024, 0..9),
    ) {
        let cells: BTreeSet<usize> =
            cells.into_iter().map(|cell| cell % (width * width)).collect();
        let cell = |cell| if cells.contains(&cell) { 'O' } else { '-' };
        let text: String = (0..width * width).map(cell).collect();
        let mut board = SparseBoard::new(Rectangle::square(width as u8));
        for &cell in &cells {
            board.toggle(Atom { row: (cell / width) as u8, column: (cell % width) as u8 });
        }
        let opposite = |at: usize| [3, 5][at / width % 2] * width - 1 - at;
        let expected = ends(&text).into_iter().enumerate().filter_map(|(position, end)| {
            let here = position as u8;
            Some(match end {
                End::Absorbed => (here, ABSORBED),
                // A reflected ray comes out where it entered.
                End::Reflected => (here, here),
                End::Out(exit) if usize::from(exit) == opposite(position) => return None,
                End::Out(exit) => (here.min(exit), here.max(exit)),
            })
        });
        let expected: BTreeSet<(u8, u8)> = expected.collect();
        prop_assert!(board.spectrum().into_iter().eq(expected), "{} {:?}", width, &cells);
    }

    #[test]
    fn polynomials_go_through_their_values(
        values in prop::collection::vec(-1_000_000_i128..1_000_000, 1..7),
        first in 0_i128..30,
        step in 1_i128..3,
    ) {
        let polynomial = Polynomial::through(first, step, &values);
        for (at, &value) in (0..).zip(&values) {
            prop_assert_eq!(polynomial.at(first + step * at), value);
        }
    }
}

/// Checks the law of this number of atoms, its file, and some of the counted rows.
fn has_the_law_that_was_counted(sandbox: &Sandbox, atoms: &str, rows: &str) {
    let law = format!("law {atoms} --output {atoms} --format csv -q");
    let text = sandbox.says(&law);
    for row in rows.lines() {
        assert_has(&text, &format!("\n{}\n", row.trim()));
    }
    let checked = sandbox.document(&format!("law verify {atoms}"));
    assert_eq!(checked["atoms"].to_string(), atoms);
    assert_eq!(checked["complete"], true);
}

#[test]
fn three_atoms_have_the_law_that_was_counted() {
    let sandbox = empty_sandbox();
    has_the_law_that_was_counted(
        &sandbox,
        "3",
        "3,molecules,all,8p - 24,4
        3,spectra,all,4p - 12,4",
    );
}

#[test]
#[ignore = "half a minute; three_atoms_have_the_law_that_was_counted is its short form"]
fn four_atoms_have_the_law_that_was_counted() {
    has_the_law_that_was_counted(
        &empty_sandbox(),
        "4",
        "4,molecules,all,8p^3 + 48p^2 - 408p + 628,6
        4,spectra,all,4p^3 + 24p^2 - 212p + 308,6
        4,molecules up to symmetry,even,p^3 + 6p^2 - 51p + 81,5
        4,molecules up to symmetry,odd,p^3 + 6p^2 - 51p + 87,6",
    );
}

/// Checks the step of the proof about single molecules.
fn check_lines_of(atoms: usize, molecules: u64, detours: u64) {
    let expected = CheckedLines {
        molecules,
        detours,
        exceptions: 0,
    };
    let found = unwatched(|observed| check_lines(atoms, observed));
    assert_eq!(found, Ok(expected));
}

#[test]
fn a_ray_goes_around_an_atom_of_its_line_only_with_five() {
    for (atoms, molecules) in [(1, 16), (2, 384), (3, 13_824), (4, 665_856)] {
        check_lines_of(atoms, molecules, 0);
    }
    let size = Rectangle {
        height: 5,
        width: 7,
    };
    let atoms = [(0, 2), (0, 4), (1, 3), (4, 0), (4, 6)].map(|(row, column)| Atom { row, column });
    let board = SparseBoard::with(size, &atoms);
    // A ray from the west goes straight through the second row, but not through the rows beside it.
    let rays = board.spectrum();
    assert!(rays.iter().all(|ray| ray.0 != 1));
    assert!(rays.contains(&(0, ABSORBED)) && rays.contains(&(2, 5 + 2)));
}

#[test]
#[ignore = "half a minute; a_ray_goes_around_an_atom_of_its_line_only_with_five is its short form"]
fn beside_a_line_whose_ray_goes_around_no_ray_goes_straight() {
    check_lines_of(5, 40_144_896, 576);
}

/// A law by which nothing is ambiguous, and laws that lack a family, with all dependent values changed accordingly.
#[test]
fn false_laws_that_agree_with_themselves_are_refused() {
    let sandbox = empty_sandbox();
    let refused = |law: &str, message: &str| {
        fs::write(sandbox.path("false"), law).unwrap();
        let refused = sandbox.run(&["law", "verify", "false"]);
        assert_eq!(refused.code, Some(1), "{}", refused.stdout);
        assert_has(&refused.stderr, message);
    };
    let nothing = "blackbox-law 1 4\nmolecules = 0 from p = 1\nspectra = 0 from p = 1\n\
        molecules up to symmetry = 0 from p = 1\nspectra up to symmetry = 0 from p = 1\n\
        counted 2: 0 molecules, 0 spectra\nend: 0 families\n";
    refused(nothing, "line 7: the families give `counted 3: 0 molecules");
    let law = Certificate::parse(&law_of_three(&sandbox)).unwrap().law;
    for missing in 0..law.families.len() {
        let mut families = law.families.clone();
        families.remove(missing);
        let law = Law::new(3, families);
        refused(&certificate(&law), "a count of the box finds");
    }
}

/// The census of wide boxes, which also counts boxes of the tables if one of several boxes is wide.
#[test]
fn a_wide_census_matches_the_stored_census() {
    let sandbox = empty_sandbox();
    let both = "census A1_B1..7 A2..4_B2..7 A5_B3..7 --format csv --quiet";
    let wide = sandbox.says(&format!("{both} A1_B12"));
    let stored = sandbox.says(both);
    let wide = wide.lines().filter(|line| !line.starts_with("A1_B12"));
    assert!(stored.lines().sorted().eq(wide.sorted()), "{stored}");
    // Several passes and threads give the same result.
    let census = "census A4_B12 --format csv --quiet";
    let one = sandbox.says(census);
    assert_has(&one, "A4_B12,2,1004,7992,15984\n");
    let several = sandbox.says(&format!("{census} --memory 12MB --threads 3"));
    assert_eq!(several, one);
    assert!(!sandbox.path("blackbox.db").exists());
}

/// Compares the tables of wide boxes with the polynomials in docs/laws.md.
#[test]
fn the_tables_agree_with_the_laws() {
    let table = reference("laws/wide.csv");
    let mut counts: BTreeMap<(i128, i128), [i128; 2]> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let numbers = line[1..].split(['_', 'B', ',']);
        let numbers = numbers.filter_map(|number| number.parse().ok());
        let numbers: Vec<i128> = numbers.collect();
        let count = counts.entry((numbers[0], numbers[1])).or_default();
        count[0] += numbers[5];
        count[1] += numbers[4];
    }
    assert!(counts.len() >= 21 + 21 + 12);
    for ((atoms, p), counted) in counts {
        let law = match atoms {
            3 => [8 * p - 24, 4 * p - 12],
            4 if p >= 6 => [
                8 * p.pow(3) + 48 * p.pow(2) - 408 * p + 628,
                4 * p.pow(3) + 24 * p.pow(2) - 212 * p + 308,
            ],
            5 if p >= 8 => [
                (18 * p.pow(5) + 545 * p.pow(4) - 2152 * p.pow(3) - 19274 * p.pow(2) + 105_724 * p
                    - 138_684)
                    / 3,
                (9 * p.pow(5) + 269 * p.pow(4) - 1345 * p.pow(3) - 9053 * p.pow(2) + 60604 * p
                    - 91257)
                    / 3,
            ],
            _ => continue,
        };
        assert_eq!(counted, law, "A{atoms}_B{p}");
    }
    let sandbox = empty_sandbox();
    law_of_three(&sandbox);
    fs::write(sandbox.path("wide.csv"), table).unwrap();
    let compared = sandbox.says("law verify three --table wide.csv --quiet");
    assert_has(&compared, " 21 boxes of the table agree with the law");
}

#[test]
fn groups_report_their_sliding_lines() {
    let group = |config: &str, texts: &[&str]| {
        let config: Config = config.parse().unwrap();
        let molecule = |text: &&str| Board::parse(text, config).unwrap();
        let molecules: Vec<Board> = texts.iter().map(molecule).collect();
        Freedom::new(&molecules).unwrap()
    };
    let molecule = |number| Board::from_number(number, "A3_B8".parse().unwrap()).unwrap();
    let frame = Freedom::new(&[2072, 3836].map(molecule)).unwrap();
    let slide = Slide {
        columns: true,
        lines: 1..=5,
        back: 1,
        forth: 2,
    };
    assert_eq!((frame.hidden, frame.place), (1, HiddenPlace::Edge));
    assert_eq!(frame.slides, [slide]);
    assert_eq!(frame.molecules.unwrap().to_string(), "8p");
    // In a corner, no line can slide.
    let corner = group("A3_B4", &["O-O-----------O-", "--O---------O-O-"]);
    assert!(corner.slides.is_empty() && corner.place == HiddenPlace::Edge);
    // With four atoms, there are groups away from the edge.
    let molecules = [
        "--------O--------OO-----------O------------------",
        "--------O---------O----O------O------------------",
    ];
    let inside = group("A4_B7", &molecules);
    assert_eq!((inside.hidden, inside.place), (1, HiddenPlace::Inside));
    assert_eq!(inside.molecules.unwrap().degree(), 2);
}
