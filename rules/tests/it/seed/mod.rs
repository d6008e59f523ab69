//! Checks the numbers and claims about the rules of the game in the text that specified this program
//! (Jean Forget, `Blackbox-en.md`). Where the text is wrong, the test has the correct value and a comment.
//!
//! The corrections:
//!
//! - Molecule 15993 of A4_B6 is `rot90` of 7361, not `id`.
//! - The longest rays of A4_B8 enter 26 cells, not 23.
//! - The stored word is `symm-h`, not `sym-h`.

mod claims;

use blackbox_rules::board::{Board, Config, Orbit, Position, Size, Transform};
use blackbox_rules::ray::Outcome;
use testkit::drawn::{self, Drawn, NOT_SHOT};

fn config(text: &str) -> Config {
    text.parse().unwrap()
}

fn numbered(number: u64, config: Config) -> Board {
    Board::from_number(number, config).unwrap()
}

/// The molecule of a drawn board.
fn board_of(drawn: &Drawn) -> Board {
    let text = drawn.molecule();
    let atoms = text.matches('O').count();
    let config = Config::new(atoms as u64, drawn.width as u64).unwrap();
    Board::parse(&text, config).unwrap()
}

/// The outcomes of the fired rays on a drawn board, by position.
fn known_outcomes(drawn: &Drawn) -> Vec<(Position, Outcome)> {
    let size = Size::square(drawn.width).unwrap();
    let symbols: Vec<char> = drawn.symbols().chars().collect();
    let outcome = |position: usize| match symbols[position] {
        NOT_SHOT => None,
        '@' => Some(Outcome::Absorbed),
        '&' => Some(Outcome::Reflected),
        label => {
            let ends: Vec<usize> = (0..symbols.len())
                .filter(|&end| symbols[end] == label)
                .collect();
            assert_eq!(ends.len(), 2, "the ends of {label}");
            size.position(ends[0] + ends[1] - position)
                .map(Outcome::Out)
        }
    };
    size.all_positions()
        .filter_map(|at| Some((at, outcome(at.index())?)))
        .collect()
}

/// The numbers of all boards that agree with the labels around one.
fn fits(drawn: &Drawn, config: Config) -> Vec<u64> {
    let known = known_outcomes(drawn);
    let fits = config.boards().zip(1..).filter(|&(board, _)| {
        let agrees = |&(position, outcome)| board.fire(position).unwrap().outcome == outcome;
        known.iter().all(agrees)
    });
    fits.map(|(_, number)| number).collect()
}

/// A board's transform and canonical number.
fn origin(board: Board) -> (Transform, u64) {
    let orbit = Orbit::of(board);
    (
        orbit.find(board).unwrap().transform,
        number(orbit.canonical()),
    )
}

fn number(board: Board) -> u64 {
    board.number().unwrap()
}
