//! The cost of decoding a board, compared with a look at every molecule:
//! `cargo bench --bench decode`.
//!
//! The board has five atoms, and three rays are fired. All ways are timed in
//! turns, round after round, and must find the same:
//!
//! - the number of molecules that agree
//! - the number of these that have an atom, for each cell
//! - the number of these that share their spectrum
//! - what the next ray is worth
//!
//! Then it times boards that cannot be searched completely in a second. They are 11 wide, with a
//! molecule drawn by a fixed seed, and rays shot from random positions. Their answers are
//! estimates. They must be the same each time, and right if the exact number is known.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use blackbox::board::{Board, Config, Position, Size, Spectrum};
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::text::BoardText;
use blackbox::ray::{Outcome, Tracer};
use watch::unwatched;

const ROUNDS: usize = 9;

const BOARD: &str = "
      H
H - - - - - - - -
  - - - - - - - -
  - - - - - - - -
1 - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
        1

There are 5 balls in the box
";

/// What is found about the board.
#[derive(PartialEq, Debug)]
struct Found {
    count: u128,
    cells: Vec<u64>,
    indistinguishable: Option<u64>,
    position: usize,
    answers: Vec<(Outcome, u128)>,
}

fn main() {
    let read = BoardText::parse(BOARD.as_bytes()).expect("a board");
    let atoms = read.balls.expect("it says so");
    let puzzle = Puzzle::new(read.board, atoms).expect("they fit");
    let config = puzzle.configs()[0];
    type Way<'a> = (&'a str, Box<dyn Fn() -> Found + 'a>);
    let ways: [Way; 3] = [
        ("decode", Box::new(|| decode(&puzzle))),
        (
            "every molecule, all rays at once",
            Box::new(|| plain(&puzzle, config, true)),
        ),
        (
            "every molecule, the shot rays first",
            Box::new(|| plain(&puzzle, config, false)),
        ),
    ];
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        let mut first = None;
        for ((name, way), times) in ways.iter().zip(&mut times) {
            let begun = Instant::now();
            let found = black_box(way());
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            let first = first.get_or_insert_with(|| decode(&puzzle));
            assert_eq!(*first, found, "{name}");
        }
    }
    let found = decode(&puzzle);
    println!(
        "{} of {} molecules of {config} agree",
        found.count,
        config.molecules()
    );
    println!("{:38} {:>9} {:>9} {:>8}", "ms", "least", "median", "ratio");
    let mut base = None;
    for ((name, _), times) in ways.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let (least, median) = (times[0], times[ROUNDS / 2]);
        let ratio = least / *base.get_or_insert(least);
        println!("{name:38} {least:9.2} {median:9.2} {ratio:7.0}x");
    }
    wide_boards();
}

/// A board 11 wide: atoms, rays shot, whether all of these are absorbed whatever is hidden,
/// a seed, and the number of molecules that agree. `decode --exact` has counted them, if
/// the number is there.
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
    let mut board = Evidence::new(size);
    let mut shot = 0;
    while shot < rays && board.results().iter().any(Option::is_none) {
        let position = random.next() % size.positions() as u64;
        let position = size.position(position as usize).expect("it has them");
        if board.result(position) == Ok(None) {
            let outcome = hidden.fire(position).expect("it is of this box").outcome;
            let outcome = if absorbed { Outcome::Absorbed } else { outcome };
            board.note(position, outcome).expect("it is of this box");
            shot += 1;
        }
    }
    Puzzle::new(board, atoms..=atoms).expect("they fit")
}

/// Times boards that are too wide for a look at all of their molecules.
fn wide_boards() {
    println!(
        "\n{:34} {:>10} {:>22} {:>8} {:>8} {:>9}",
        "boxes", "least, ms", "molecules", "error %", "chances", "drawn"
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
            let advice = unwatched(|observed| solutions.weigh_quickly(Aim::Points, observed));
            let advice = advice.expect("nothing interrupts it");
            least = least.min(begun.elapsed().as_secs_f64() * 1e3);
            let found = (solutions.counted().clone(), advice.next, advice.drawn);
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
            "{:34} {least:10.0} {:>22} {:8.1} {:8.3} {:>9}",
            format!("{size}: {} atoms, {} rays{all}", board.0, board.1),
            counted.count,
            100.0 * error,
            counted.chance_error.unwrap_or(0.0),
            drawn.map_or("-".to_owned(), |drawn| drawn.to_string()),
        );
    }
}

fn decode(puzzle: &Puzzle) -> Found {
    let solutions = unwatched(|observed| puzzle.find(20, observed)).expect("nothing interrupts it");
    let advice = unwatched(|observed| solutions.weigh(Aim::Bits, observed));
    let advice = advice.expect("nothing interrupts it");
    let next = advice.next.expect("there is one");
    Found {
        count: solutions.count(),
        cells: (solutions.chances().iter())
            .map(|chance| (chance * solutions.count() as f64).round() as u64)
            .collect(),
        indistinguishable: advice.indistinguishable,
        position: next.position.index(),
        answers: next.answers,
    }
}

/// Goes through all molecules in the order of their numbers. Traces each
/// completely, or follows the shot rays until one differs.
fn plain(puzzle: &Puzzle, config: Config, wholly: bool) -> Found {
    let results = puzzle.board().results();
    let exit = |position: Position, outcome| match outcome {
        Outcome::Absorbed => u8::MAX,
        Outcome::Reflected => position.index() as u8,
        Outcome::Out(exit) => exit.index() as u8,
    };
    let shots: Vec<(Position, Outcome)> = puzzle.board().shots().collect();
    let agrees = |spectrum: &Spectrum| {
        let at = |position: Position| spectrum.as_bytes()[position.index()];
        shots.iter().all(|&(from, outcome)| match outcome {
            Outcome::Absorbed => at(from) == b'@',
            Outcome::Reflected => at(from) == b'&',
            Outcome::Out(exit) => at(from) == at(exit) && at(from).is_ascii_alphabetic(),
        })
    };
    let tracer = Tracer::best();
    let found = config.boards().filter(|board| match wholly {
        true => agrees(&tracer.spectrum(*board)),
        false => {
            let mut shots = shots.iter();
            shots.all(|&(from, outcome)| board.fire(from).is_ok_and(|ray| ray.outcome == outcome))
        }
    });
    let found = found.map(|board| {
        let exits = board.rays().map(|(from, ray)| exit(from, ray.outcome));
        (board, exits.collect())
    });
    let solutions: Vec<(Board, Vec<u8>)> = found.collect();

    let mut cells = vec![0; config.cells()];
    let mut spectra: HashMap<&[u8], u64> = HashMap::new();
    for (molecule, exits) in &solutions {
        (molecule.atoms()).for_each(|cell| cells[cell.index()] += 1);
        *spectra.entry(exits).or_default() += 1;
    }
    let all = solutions.len() as f64;
    let mut best: (usize, f64, Vec<(Outcome, u128)>) = (0, 0.0, Vec::new());
    for position in config
        .all_positions()
        .filter(|at| results[at.index()].is_none())
    {
        let mut counts = [0u128; 256];
        for (_, exits) in &solutions {
            counts[usize::from(exits[position.index()])] += 1;
        }
        let shares = counts.iter().map(|&count| count as f64 / all);
        let shares = shares.filter(|&share| share > 0.0);
        let bits: f64 = shares.map(|share| -share * share.log2()).sum();
        if bits > best.1 + 1e-9 {
            let out = (config.all_positions()).filter(|&at| at != position);
            let answers = [Outcome::Absorbed, Outcome::Reflected]
                .into_iter()
                .chain(out.map(Outcome::Out))
                .map(|outcome| (outcome, counts[usize::from(exit(position, outcome))]))
                .filter(|&(_, count)| count > 0);
            best = (position.index(), bits, answers.collect());
        }
    }
    Found {
        count: solutions.len() as u128,
        cells,
        indistinguishable: Some(spectra.values().filter(|&&count| count > 1).sum()),
        position: best.0,
        answers: best.2,
    }
}
