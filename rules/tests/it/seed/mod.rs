//! The drawings, figures and claims of the text that specified this program
//! (Jean Forget, `Blackbox-en.md`) that are about the rules of the
//! game. If that text is wrong, the test has the truth and says so.
//!
//! The corrections:
//!
//! - Molecule 15993 of A4_B6 is `rot90` of 7361, not `id`.
//! - The longest rays of A4_B8 enter 26 cells, not 23.
//! - The stored word is `symm-h`, not `sym-h`.
//! - The drawing of four boards has two wrong labels, and its turned boards are in another order.

mod claims;
mod drawings;

use blackbox_rules::board::{Config, Group, Molecule, Position, Spectrum, Transform};
use blackbox_rules::ray::{Chamber, Outcome};
use slow_tracer::{Board, NOT_SHOT, games as drawn};

fn config(text: &str) -> Config {
    text.parse().unwrap()
}

fn numbered(number: u64, config: Config) -> Molecule {
    Molecule::from_number(number, config).unwrap()
}

/// The configuration and the molecule of a drawn board.
fn molecule_of(board: &Board) -> (Config, Molecule) {
    let text = board.molecule();
    let atoms = text.matches('O').count();
    let config = Config::new(atoms as u64, board.width as u64).unwrap();
    (config, Molecule::parse(&text, config).unwrap())
}

/// What a player knows from a drawn board: the outcomes of the rays that
/// were shot, by position.
fn known_outcomes(board: &Board) -> Vec<(Position, Outcome)> {
    let symbols: Vec<char> = board.symbols().chars().collect();
    let outcome = |position: usize| match symbols[position] {
        NOT_SHOT => None,
        '@' => Some(Outcome::Absorbed),
        '&' => Some(Outcome::Reflected),
        label => {
            let ends: Vec<usize> = (0..symbols.len())
                .filter(|&end| symbols[end] == label)
                .collect();
            assert_eq!(ends.len(), 2, "the ends of {label}");
            Some(Outcome::Out(Position::new(ends[0] + ends[1] - position)))
        }
    };
    (0..symbols.len())
        .filter_map(|at| Some((Position::new(at), outcome(at)?)))
        .collect()
}

/// The labels around a board must be what its molecule does.
fn check(board: &Board) {
    let (config, molecule) = molecule_of(board);
    let chamber = Chamber::new(molecule, config);
    let known = known_outcomes(board);
    for &(position, outcome) in &known {
        let ray = chamber.shoot(position);
        assert_eq!(ray.outcome, outcome, "{position:?} of {board:?}");
    }
    if known.len() == config.positions() {
        let drawn = Spectrum::parse(&board.symbols(), config);
        assert_eq!(drawn, Ok(molecule.spectrum(config)));
    }
}

/// The numbers of all molecules that agree with the labels around a board.
fn fits(board: &Board, config: Config) -> Vec<u64> {
    let known = known_outcomes(board);
    let fits = config.all_molecules().zip(1..).filter(|&(molecule, _)| {
        let chamber = Chamber::new(molecule, config);
        let agrees = |&(position, outcome)| chamber.shoot(position).outcome == outcome;
        known.iter().all(agrees)
    });
    fits.map(|(_, number)| number).collect()
}

/// A molecule's transform and canonical number.
fn origin(molecule: Molecule, config: Config) -> (Transform, u64) {
    let group = Group::of(molecule, config);
    (
        group.find(molecule).unwrap().transform,
        group.canonical().number(config),
    )
}
