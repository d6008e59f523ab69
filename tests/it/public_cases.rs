//! Boards that people have reported, drawn or typed elsewhere, and boards that the program prints.

use std::collections::BTreeSet;

use blackbox::Error;
use blackbox::board::{Board, Size};
use blackbox::commands::decode::run::{Patience, decode, listed};
use blackbox::output::decoded::{TextOptions, write_json, write_list, write_text};
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::text::BoardText;
use proptest::prelude::*;
use watch::Stop;

use crate::common::program::{assert_has, empty_sandbox, explored_sandbox};

const CASES: &str = include_str!("../../data/reference/boards/public-cases.txt");

#[test]
fn public_cases_have_their_recorded_answers() {
    let sandbox = empty_sandbox();
    let cases = CASES.split("\n== ").skip(1);
    for case in cases {
        let (title, case) = case.split_once("\n$ ").unwrap();
        let (command, rest) = case.split_once('\n').unwrap();
        let (board, expected): (Vec<&str>, Vec<&str>) = rest
            .trim_end()
            .lines()
            .partition(|line| !line.starts_with("=> "));
        let board = board.join("\n");
        let words = shlex::split(command).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = sandbox.with_input(&words, board.as_bytes());
        let answer = format!("{}{}", ended.stdout, ended.stderr);
        assert!(!expected.is_empty(), "{title}");
        for expected in expected {
            let expected = expected.trim_start_matches("=> ");
            assert!(answer.contains(expected), "{title}: {answer}");
        }
    }
}

#[test]
fn utf_16_and_no_break_spaces_are_read() {
    let board = "A4_B6, west\u{a0}1 = H";
    let plain = BoardText::parse(b"A4_B6, west 1 = H").unwrap();
    let units = || board.encode_utf16();
    let little = units().flat_map(u16::to_le_bytes);
    let little: Vec<u8> = [0xff, 0xfe].into_iter().chain(little).collect();
    let big = units().flat_map(u16::to_be_bytes);
    let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(big).collect();
    for text in [board.as_bytes(), &little, &big] {
        assert_eq!(BoardText::parse(text).unwrap(), plain);
    }
}

#[test]
fn presets_of_other_programs_are_played() {
    let sandbox = empty_sandbox();
    for (preset, opening) in [
        ("kde-hard", "8 balls are hidden in a box of 12 × 12."),
        (
            "kde-very-hard",
            "11 balls are hidden in a box of 10 rows × 14 columns.",
        ),
        (
            "kde-extremely-hard",
            "15 balls are hidden in a box of 12 rows × 20 columns.",
        ),
        ("tatham-5x5", "3 balls are hidden in a box of 5 × 5."),
        (
            "tatham-10x10-4-10",
            "4 to 10 balls are hidden in a box of 10 × 10.",
        ),
    ] {
        let said = sandbox.with_input(
            &["play", preset, "--seed", "7"],
            b"w1\ns1, e1, n1\nleft\nball 1 1\nboard\nhint\n",
        );
        assert_eq!(said.code, Some(0), "{said:?}");
        assert_has(&said.stdout, opening);
        // Its output so far can be decoded again.
        let told = sandbox.with_input(&["decode", "--quiet"], said.stdout.as_bytes());
        assert_eq!(told.code, Some(0), "{said:?} {told:?}");
    }
}

#[test]
fn printed_boards_are_read_again() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    sandbox.with_input(&["play", "A2_B4:5", "--game", "g.txt"], b"w1\ngive up\n");
    for command in [
        "display A2_B4 5",
        "display A2_B4 5 --rays",
        "display A2_B4 5 --format emacs",
        "display A2_B4 5 --format tatham",
        "display A2_B4 5 --format json",
        "display A2_B4 5 --format csv",
        "query enantiomer-group A2_B4:5 --limit 1",
        "query enantiomer-group A2_B4:5 --limit 1 --format csv",
        "query enantiomer-group A2_B4:5 --limit 1 --format json",
        "play --review g.txt",
        "play --review g.txt --format json",
    ] {
        let printed = sandbox.says(command);
        let read = sandbox.with_input(&["decode", "--atoms", "2"], printed.as_bytes());
        assert_has(&read.stdout, " of 120 molecules of A2_B4 agree");
    }
}

/// A board of any size with few atoms, and some of its rays.
fn partly_played_board() -> impl Strategy<Value = (Evidence, u64)> {
    (
        1..=20usize,
        1..=20usize,
        prop::collection::vec(0..400usize, 0..4),
    )
        .prop_flat_map(|(rows, columns, atoms)| {
            let size = Size::new(rows, columns).unwrap();
            let rays = prop::collection::vec(0..size.positions(), 0..12);
            (Just(size), Just(atoms), rays)
        })
        .prop_map(|(size, atoms, rays)| {
            let atoms: BTreeSet<usize> = atoms.iter().map(|cell| cell % size.cells()).collect();
            let cells = (atoms.iter()).filter_map(|&cell| size.cell_numbered(cell));
            let board = Board::with_atoms(cells, size).unwrap();
            let mut seen = Evidence::new(size);
            for ray in rays {
                let position = size.position(ray).unwrap();
                seen.note(position, board.fire(position).unwrap().outcome)
                    .unwrap();
            }
            (seen, board.config().atoms() as u64)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn printed_answers_are_read_as_their_boards((seen, atoms) in partly_played_board()) {
        let puzzle = Puzzle::new(seen.clone(), atoms..=atoms).unwrap();
        let stop = Stop::default();
        let (solutions, advice) = decode(&puzzle, Aim::Points, Patience::Moment, &stop).unwrap();
        let options = TextOptions { columns: usize::MAX, colour: false };
        let mut text = Vec::new();
        write_text(&mut text, &solutions, &advice, false, options).unwrap();
        let list = |each: &mut dyn FnMut(&_) -> Result<(), Error>| {
            listed(&solutions, Some(20), &stop, each)
        };
        write_list(&mut text, &solutions, options, list).unwrap();
        let mut document = Vec::new();
        write_json(&mut document, &solutions, &advice, list).unwrap();
        for answer in [text, document] {
            let shown = String::from_utf8_lossy(&answer);
            let read = BoardText::parse(&answer);
            let read = read.map_err(|error| TestCaseError::fail(format!("{error}: {shown}")))?;
            prop_assert_eq!(&read.evidence, &seen, "{}", shown);
            prop_assert_eq!(read.balls, Some(atoms..=atoms), "{}", shown);
            let again = Puzzle::new(read.evidence, atoms..=atoms).unwrap();
            let (again, _) = decode(&again, Aim::Points, Patience::Moment, &stop).unwrap();
            prop_assert_eq!(again.counted(), solutions.counted());
        }
    }
}
