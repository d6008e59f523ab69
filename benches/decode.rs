//! The cost of decoding boards that cannot be searched completely in a second: `cargo bench --bench decode`.
//!
//! The boards are 11 wide or have the sizes of other programs, with a molecule drawn by a fixed seed, and rays
//! fired from random positions. The answers are estimates, which must be the same each time, and right if the exact
//! number is known.

use std::time::Instant;

use blackbox::board::{Board, Config, Size};
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::evidence::Evidence;
use blackbox::ray::Outcome;
use watch::unwatched;

/// A board 11 wide: the number of atoms, the number of fired rays, whether all of them count as absorbed regardless
/// of the hidden molecule, a seed, and the number of molecules that agree, if `decode --exact` has counted it.
type Wide = (u64, usize, bool, u64, Option<u128>);

const WIDE: [Wide; 29] = [
    (8, 2, false, 2, Some(22_037_765_688)),
    (8, 8, false, 1, Some(8_134_267)),
    (15, 20, false, 1, Some(49_078_644)),
    (15, 44, false, 1, Some(109_727)),
    (12, 0, false, 3, None),
    (12, 2, false, 3, None),
    (12, 3, false, 4, None),
    (12, 4, false, 3, None),
    (12, 6, false, 9, None),
    (12, 8, false, 3, None),
    (12, 12, false, 3, None),
    (12, 20, false, 3, None),
    (12, 44, false, 3, Some(5)),
    (15, 8, false, 3, None),
    (15, 20, false, 3, None),
    (15, 44, false, 4, None),
    (15, 4, true, 3, None),
    (15, 12, true, 3, None),
    (15, 20, true, 3, None),
    (16, 8, false, 3, None),
    (18, 12, false, 3, None),
    (18, 44, false, 3, None),
    (20, 0, false, 3, None),
    (20, 2, false, 3, None),
    (20, 4, false, 3, None),
    (20, 8, false, 3, None),
    (20, 20, false, 3, None),
    (20, 44, false, 3, None),
    (20, 20, true, 3, None),
];

/// Boxes of KBlackBox: rows, columns, atoms and rays.
const OF_OTHERS: [(usize, usize, u64, usize); 9] = [
    (12, 12, 10, 0),
    (12, 12, 10, 6),
    (12, 12, 10, 20),
    (10, 14, 11, 0),
    (10, 14, 11, 6),
    (10, 14, 11, 20),
    (12, 20, 12, 0),
    (12, 20, 12, 6),
    (12, 20, 12, 20),
];

fn wide(size: Size, &(atoms, rays, absorbed, seed, _): &Wide) -> Puzzle {
    let config = Config::in_box(atoms, size).expect("there is one");
    let mut random = random::SplitMix64(seed);
    let hidden = if config.is_numbered() {
        let number = 1 + random.below(config.molecules());
        Board::from_number(number, config).expect("it has this molecule")
    } else {
        let mut text = "-".repeat(config.cells());
        while text.matches('O').count() < config.atoms() {
            let cell = (random.next() % config.cells() as u64) as usize;
            text.replace_range(cell..=cell, "O");
        }
        Board::parse(&text, config).expect("it has this molecule")
    };
    let mut evidence = Evidence::new(size);
    let mut shot = 0;
    while shot < rays && evidence.results().iter().any(Option::is_none) {
        let position = random.next() % size.positions() as u64;
        let position = size.position(position as usize).expect("it has them");
        if evidence.result(position) == Ok(None) {
            let outcome = hidden.fire(position).expect("it is of this box").outcome;
            let outcome = if absorbed { Outcome::Absorbed } else { outcome };
            evidence.note(position, outcome).expect("it is of this box");
            shot += 1;
        }
    }
    Puzzle::new(evidence, atoms..=atoms).expect("they fit")
}

fn main() {
    println!(
        "{:34} {:>10} {:>22} {:>8} {:>8} {:>9}",
        "boxes", "least, ms", "molecules", "error %", "chance %", "drawn"
    );
    let eleven = Size::square(11).expect("there is one");
    let wide_boards = WIDE.iter().map(|&board| (eleven, board));
    let of_others = OF_OTHERS.iter().map(|&(rows, columns, atoms, rays)| {
        let size = Size::new(rows, columns).expect("there is one");
        (size, (atoms, rays, false, 3, None))
    });
    for (size, board) in wide_boards.chain(of_others) {
        let puzzle = wide(size, &board);
        let mut least = f64::MAX;
        let mut first = None;
        for _ in 0..3 {
            let begun = Instant::now();
            let solutions = unwatched(|observed| puzzle.find_quickly(20, observed));
            let solutions = solutions.expect("it can");
            let advice = unwatched(|observed| solutions.advise_quickly(Aim::Points, observed));
            let advice = advice.expect("nothing interrupts it");
            least = least.min(begun.elapsed().as_secs_f64() * 1e3);
            let found = (solutions.counted().clone(), advice.next, advice.sampled);
            let first = first.get_or_insert_with(|| found.clone());
            assert_eq!(*first, found);
        }
        let (counted, _, drawn) = first.expect("there was a round");
        let error = counted.error.unwrap_or(0.0);
        if let Some(exact) = board.4 {
            let wrong = (counted.count as f64 - exact as f64).abs();
            let is_right = wrong <= error * counted.count as f64;
            assert!(is_right, "{} {exact}", counted.count);
        }
        let all = if board.2 { ", all H" } else { "" };
        println!(
            "{:34} {least:10.0} {:>22} {:8.1} {:8.1} {:>9}",
            format!("{size}: {} atoms, {} rays{all}", board.0, board.1),
            counted.count,
            100.0 * error,
            100.0 * counted.chance_error.unwrap_or(0.0),
            drawn.map_or("-".to_owned(), |drawn| drawn.to_string()),
        );
    }
}
