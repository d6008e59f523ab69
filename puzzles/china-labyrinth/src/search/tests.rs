//! The searches against each other, and against what holds for every solution.

use std::collections::BTreeSet;

use proptest::prelude::*;
use watch::Stop;

use super::*;
use crate::rules::{Cell, Piece, Position, Solution, Tiles, check_octopuszle};

/// Solutions of the hexagons, by random runs that continue for this number of steps at a time.
fn some(count: usize, seed: u64, slice: u64) -> (Vec<Found>, Totals) {
    let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), 112, seed);
    let mut found = Vec::new();
    while found.len() < count {
        found.extend(runs.advance(slice).unwrap());
    }
    (found, runs.totals())
}

#[test]
fn all_settings_find_the_same_squares_once_each() {
    let mut expected: Option<BTreeSet<String>> = None;
    for usual in [Settings::original, Settings::best] {
        for (demands, pieces, pruning) in [
            (Demands::Fewest, "angles,doors", true),
            (Demands::Fewest, "random", false),
            (Demands::Random, "doors", true),
        ] {
            let settings = Settings {
                demands,
                pieces: pieces.parse().unwrap(),
                pruning,
                ..usual(Tiles::Squares)
            };
            let mut found = Vec::new();
            let each = |solution: Solution| found.push(solution.to_string());
            all(&settings, 7, &Stop::default(), each).unwrap().unwrap();
            let different: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!((found.len(), different.len()), (5005, 5005), "{settings}");
            assert_eq!(*expected.get_or_insert(different.clone()), different);
        }
    }
}

#[test]
fn where_a_run_pauses_changes_nothing() {
    let (whole, totals) = some(40, 17, u64::MAX);
    let steps: u64 = whole.iter().map(|found| found.steps).sum();
    let restarts: u64 = whole.iter().map(|found| found.restarts).sum();
    assert_eq!((totals.steps, totals.restarts), (steps, restarts));
    assert_eq!(some(40, 17, 1), (whole.clone(), totals));
    assert_ne!(some(40, 18, u64::MAX).0, whole);
}

#[test]
fn a_run_resumes_where_it_paused() {
    for (settings, limit) in [
        (Settings::best(Tiles::Squares), None),
        (Settings::original(Tiles::Squares), None),
        (Settings::best(Tiles::Hexagons), Some(96)),
        (Settings::original(Tiles::Hexagons), Some(384)),
    ] {
        let mut whole = Runs::new(&settings, limit, 3);
        let mut parts = Runs::new(&settings, limit, 3);
        for pause in 0..4000 {
            let found = whole.advance(1 + pause % 7).unwrap();
            let part = parts.advance(1 + pause % 7).unwrap();
            let solutions = [found, part].map(|found| found.map(|found| found.solution));
            assert_eq!(solutions[0], solutions[1]);
            assert_eq!(whole.cursor(), parts.cursor());
            parts = Runs::new(&settings, limit, 3)
                .resumed(&whole.cursor())
                .unwrap();
            // Before the first step of a run, the solution of the last one still lies there.
            if !whole.cursor().path.is_empty() {
                assert_eq!(whole.pieces(), parts.pieces(), "{:?}", whole.cursor());
            }
        }
    }
    let wrong = Cursor {
        path: vec![0; 3],
        ..Cursor::default()
    };
    assert!(
        Runs::new(&Settings::best(Tiles::Hexagons), None, 3)
            .resumed(&wrong)
            .is_none()
    );
}

#[test]
fn the_limits_of_the_text_and_of_looking_ahead_need_the_fewest_steps() {
    for (settings, limits) in [
        (Settings::original(Tiles::Hexagons), [192, 384, 768]),
        (Settings::best(Tiles::Hexagons), [64, 96, 384]),
    ] {
        let steps = limits.map(|limit| {
            let mut runs = Runs::new(&settings, limit, 1);
            while runs.totals().steps < 1_000_000 {
                runs.advance(u64::MAX).unwrap();
            }
            let totals = runs.totals();
            totals.steps as f64 / (totals.solutions + totals.repeats) as f64
        });
        assert!(steps[1] < steps[0] && steps[1] < steps[2], "{steps:?}");
    }
}

#[test]
fn the_estimate_of_the_squares_is_right() {
    let settings = Settings::best(Tiles::Squares);
    let one = estimate(&settings, 1500, 3, &Stop::default(), |_| ());
    assert!(one.error() < 0.03 * one.mean(), "{one:?}");
    let off = (one.mean() - 5005.0).abs();
    assert!(off < 4.0 * one.error(), "{} ± {}", one.mean(), one.error());
}

#[test]
fn an_octopuszle_with_given_corners_takes_no_years() {
    let stop = Stop::default();
    let (first, _) = octopuszle(None, 20, &stop).unwrap().unwrap();
    for seed in 1..4 {
        let (grid, _) = octopuszle(Some(&first), seed, &stop).unwrap().unwrap();
        assert_eq!(check_octopuszle(&grid), Ok(()));
        let corners = [first, grid].map(|grid| grid.map(|row| row.map(|piece| piece & DIAGONAL)));
        assert_eq!(corners[0], corners[1]);
        assert_ne!(grid, first);
    }
    // One corner without the other three, and four corners that meet too often.
    let mut wrong = first;
    wrong[4][4] ^= 8;
    let fault = octopuszle(Some(&wrong), 1, &stop).unwrap_err().to_string();
    assert!(fault.contains("meets no door"), "{fault}");
    wrong[5][5] ^= 128;
    let fault = octopuszle(Some(&wrong), 1, &stop).unwrap_err().to_string();
    assert!(fault.contains("16 pieces have them"), "{fault}");
}

#[test]
fn a_wish_to_stop_ends_every_search() {
    let stop = Stop::default();
    stop.ask();
    let settings = Settings::best(Tiles::Hexagons);
    assert_eq!(compact(1, &stop), Ok(None));
    assert_eq!(octopuszle(None, 1, &stop), Ok(None));
    assert_eq!(all(&settings, 1, &stop, |_| ()), Ok(None));
    assert_eq!(estimate(&settings, 99, 1, &stop, |_| ()).probes, 0);
    let nothing = Position::new(Tiles::Hexagons);
    assert_eq!(complete(&nothing, 1, &stop), Ok(Completion::Stopped));
    assert_eq!(completions(&nothing, &stop), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_solution_has_one_form_however_it_is_laid_out(
        seed in 0u64..1000,
        shifts in prop::collection::vec((-40i32..40, -40i32..40), 64),
        swaps in prop::collection::vec((0usize..64, 0usize..64), 64),
    ) {
        let solution = some(1, seed, u64::MAX).0.remove(0).solution;
        let mut groups: Vec<Vec<Piece>> = solution.groups().to_vec();
        for (group, (q, r)) in groups.iter_mut().zip(shifts) {
            for piece in group.iter_mut() {
                piece.cell = Cell::new(piece.cell.q + q, piece.cell.r + r);
            }
            for &(a, b) in &swaps {
                let pieces = group.len();
                group.swap(a % pieces, b % pieces);
            }
        }
        for (a, b) in swaps {
            let count = groups.len();
            groups.swap(a % count, b % count);
        }
        prop_assert_eq!(&Solution::new(Tiles::Hexagons, groups).unwrap(), &solution);
        let text = solution.to_string();
        prop_assert_eq!(&Solution::parse(Tiles::Hexagons, &text).unwrap(), &solution);
    }

    #[test]
    fn no_text_is_taken_for_a_solution_that_is_none(text in "[0-7/]{0,140}|.{0,40}") {
        prop_assert!(Solution::parse(Tiles::Hexagons, &text).is_err());
    }
}
