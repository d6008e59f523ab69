//! Public functions accept or reject any argument, and never panic.

use blackbox_rules::board::{Board, Config, Position, Side, Size, Spectrum};
use blackbox_rules::census::{Census, Part, Resources};
use blackbox_rules::groups::{CostedGroup, SpectralGroup};
use blackbox_rules::laws::{Certificate, Freedom};
use blackbox_rules::perfect::classes::Classes;
use blackbox_rules::perfect::{proof::Proof, tree::Tree};
use blackbox_rules::puzzle::evidence::Evidence;
use blackbox_rules::puzzle::game::{BoardKind, Game};
use blackbox_rules::puzzle::{Puzzle, guess::Guess, text::BoardText, words::Word};
use blackbox_rules::ray::Outcome;
use blackbox_rules::watch::{Halt, unwatched};
use proptest::prelude::*;

fn sizes() -> impl Strategy<Value = Size> {
    (1..=20usize, 1..=20usize).prop_map(|(rows, columns)| Size::new(rows, columns).unwrap())
}

/// Any texts, and texts that are nearly configurations, molecules or spectra.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,40}",
        "[aA]?[0-9]{0,22}_?[bB]?[0-9]{0,22}",
        "[O-]{1,16}",
        "[@&a-c]{4,16}"
    ]
}

proptest! {
    #[test]
    fn texts_are_read_or_rejected(text in texts(), bytes: Vec<u8>, size in sizes()) {
        if let Ok(config) = text.parse::<Config>() {
            prop_assert_eq!(config.to_string().parse(), Ok(config));
        }
        if let Ok(position) = Position::parse(&text, size) {
            prop_assert_eq!(Position::parse(&position.words(), size), Ok(position));
        }
        let config = Config::in_box(1, size).unwrap();
        if let Ok(board) = Board::parse(&text, config) {
            prop_assert_eq!(board.text(), text.clone());
        }
        prop_assert!(Spectrum::parse(&text, config).is_err() || text.len() == size.positions());
        prop_assert!(text.parse::<Part>().is_err() || text.contains('/'));
        let _ = (BoardText::parse(&bytes), BoardText::parse(text.as_bytes()), Word::parse_line(&text, size));
        prop_assert!(Tree::parse(&bytes).is_err() && Proof::parse(&text).is_err() && Certificate::parse(&text).is_err());
    }

    #[test]
    fn numbers_are_answered_or_rejected(one: u64, two: u64, three: usize, size in sizes()) {
        prop_assert!(Config::new(one, two).is_err() || two <= 11);
        prop_assert!(Size::new(three, size.rows()).is_err() || three <= 20);
        prop_assert_eq!(size.cell(three, 0).is_some(), three < size.rows());
        prop_assert_eq!(size.position(three).is_some(), three < size.positions());
        prop_assert_eq!(Position::at(Side::East, three, size).is_some(), three < size.rows());
        prop_assert!(Part::new(one..=one, two).is_none() || one <= two);
        let config = Config::in_box(one % (size.cells() as u64 + 1), size).unwrap();
        let board = Board::first(config);
        prop_assert!(config.is_numbered() || Board::from_number(one, config).is_none());
        let mut census = Census::new(config);
        let plan = census.plan(Resources { memory: one, threads: three });
        prop_assert!(plan.passes >= 1 && census.estimate(&plan).as_secs_f64() >= 0.0, "{plan:?}");
        if !config.is_numbered() {
            let pass = unwatched(|observed| census.next_pass(&plan, observed));
            prop_assert_eq!(pass, Err(Halt::Enough));
            prop_assert!(unwatched(|observed| Classes::new(config, one, observed)).is_err());
        }
        prop_assert!(Puzzle::new(Evidence::new(size), one..=two).is_err() || one <= two.min(size.cells() as u64));
        let mut seen = Evidence::new(size);
        for (from, to) in [(one, two), (two, one ^ two), (one ^ two, two)] {
            let [from, to] = [from, to].map(|n| size.position(n as usize % size.positions()).unwrap());
            let noted = seen.note(from, Outcome::Out(to));
            prop_assert_eq!(noted.is_ok(), seen.result(from) == Ok(Some(Outcome::Out(to))));
            prop_assert!(seen.result(to) == Ok(Some(Outcome::Out(from))) || noted.is_err());
        }
        let drawn = Game::random(&[config, Config::STANDARD], BoardKind::Any, one, &Default::default());
        prop_assert_eq!(drawn.is_ok(), size == Config::STANDARD.size());
        let game = Game::new(board, one..=two);
        prop_assert!(game.end().is_err() || one == 0);
        prop_assert!(!game.drawing(None).is_empty());
        let spectrum = board.spectrum();
        let molecules = vec![board; three % 3];
        prop_assert_eq!(Guess::among(&molecules).unwrap().is_some(), three % 3 > 0);
        prop_assert!(Freedom::new(&molecules).is_none() || !molecules.is_empty());
        let group = SpectralGroup { spectrum, canonical_number: one, images: two, molecules };
        prop_assert_eq!(CostedGroup::new(group).map(|costed| costed.max_difference), (three % 3 > 0).then_some(0));
    }
}
