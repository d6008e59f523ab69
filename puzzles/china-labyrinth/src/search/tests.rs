//! Compares the searches with each other, and completions with lists of all solutions and with a slow count.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use watch::Stop;

use super::*;
use crate::rules::{Cell, Doors, OCTOPUSZLE, Piece, Position, Solution, Tiles};

/// Solutions of the hexagons by random runs, which continue for `slice` steps at a time.
fn some(count: usize, seed: u64, slice: u64) -> (Vec<Found>, Totals) {
    let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), 112, seed);
    let mut found = Vec::new();
    while found.len() < count {
        found.extend(runs.advance(slice).unwrap());
    }
    (found, runs.totals)
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
            each_solution(&settings, 7, &Stop::default(), each)
                .unwrap()
                .unwrap();
            let different: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!((found.len(), different.len()), (5005, 5005), "{settings:?}");
            assert_eq!(*expected.get_or_insert(different.clone()), different);
        }
    }
}

#[test]
fn pauses_do_not_change_the_run() {
    let (whole, totals) = some(40, 17, u64::MAX);
    let steps: u64 = whole.iter().map(|found| found.steps).sum();
    let restarts: u64 = whole.iter().map(|found| found.restarts).sum();
    assert_eq!((totals.steps, totals.restarts), (steps, restarts));
    assert_eq!(some(40, 17, 1), (whole.clone(), totals));
    assert_ne!(some(40, 18, u64::MAX).0, whole);
}

#[test]
fn the_limits_of_the_text_and_of_looking_ahead_need_the_fewest_steps() {
    for (settings, limits) in [
        (Settings::original(Tiles::Hexagons), [192, 384, 768]),
        (Settings::best(Tiles::Hexagons), [64, 96, 384]),
    ] {
        let steps = limits.map(|limit| {
            let mut runs = Runs::new(&settings, limit, 1);
            while runs.totals.steps < 1_000_000 {
                runs.advance(u64::MAX).unwrap();
            }
            let totals = runs.totals;
            totals.steps as f64 / (totals.solutions + totals.repeats) as f64
        });
        assert!(steps[1] < steps[0] && steps[1] < steps[2], "{steps:?}");
    }
}

#[test]
fn an_octopuszle_with_given_corners_is_solved() {
    let stop = Stop::default();
    let first = octopuszle(None, 20, &stop).unwrap().unwrap().pieces;
    for seed in 1..4 {
        let grid = octopuszle(Some(&first), seed, &stop).unwrap();
        let grid = grid.unwrap().pieces;
        assert_eq!(OCTOPUSZLE.check(&grid), Ok(()));
        let mut pairs = first.iter().zip(&grid);
        assert!(pairs.all(|(one, other)| (one ^ other) & DIAGONAL == 0));
        assert_ne!(grid, first);
    }
    // One corner without the other three, and four corners that meet too often.
    let mut wrong = first.clone();
    wrong[4 * 16 + 4] ^= 8;
    let fault = octopuszle(Some(&wrong), 1, &stop).unwrap_err().to_string();
    assert!(fault.contains("meets no door"), "{fault}");
    wrong[5 * 16 + 5] ^= 128;
    let fault = octopuszle(Some(&wrong), 1, &stop).unwrap_err().to_string();
    assert!(fault.contains("16 pieces have them"), "{fault}");
}

#[test]
fn a_stop_ends_every_search() {
    let stop = Stop::default();
    stop.request();
    let settings = Settings::best(Tiles::Hexagons);
    assert_eq!(compact(1, &stop), Ok(None));
    assert_eq!(octopuszle(None, 1, &stop), Ok(None));
    assert_eq!(each_solution(&settings, 1, &stop, |_| ()), Ok(None));
    let nothing = Position::new(Tiles::Hexagons);
    assert_eq!(complete(&nothing, 1, &stop), Ok(Completion::Stopped));
    assert_eq!(completions(&nothing, &stop), None);
}

/// The position with the first `kept` pieces of each group, in the order of a walk.
fn beginning(tiles: Tiles, groups: &[Vec<Piece>], kept: &[usize]) -> Position {
    let mut position = Position::new(tiles);
    for (group, &kept) in groups.iter().zip(kept) {
        let board = position.boards().len();
        for &piece in &group[..kept.min(group.len())] {
            position.put(board, piece).unwrap();
        }
    }
    position
}

/// Whether a solution contains a position, up to shifts.
fn contains(solution: &Solution, position: &Position) -> bool {
    let mut places = BTreeMap::new();
    for (i, group) in solution.groups().iter().enumerate() {
        places.extend(group.iter().map(|piece| (piece.doors, (i, piece.cell))));
    }
    let of_boards = position.boards().iter().map(|pieces| {
        let shifts = pieces.iter().map(|(cell, doors)| {
            let (group, place) = places[doors];
            (group, place.q - cell.q, place.r - cell.r)
        });
        shifts.collect::<BTreeSet<_>>()
    });
    let shifts: Vec<_> = of_boards.collect();
    let groups: BTreeSet<usize> = shifts.iter().flatten().map(|shift| shift.0).collect();
    shifts.iter().all(|shifts| shifts.len() == 1) && groups.len() == shifts.len()
}

#[test]
fn solutions_from_a_position_are_those_that_contain_it() {
    const TILES: Tiles = Tiles::Squares;
    let stop = Stop::default();
    let mut solutions = Vec::new();
    each_solution(&Settings::best(TILES), 3, &stop, |found| {
        solutions.push(found);
    })
    .unwrap();
    assert_eq!(completions(&Position::new(TILES), &stop), Some(5005));
    let (mut random, mut several) = (Random::new(9, 9), 0);
    for _ in 0..200 {
        let solution = &solutions[random.below(5005) as usize];
        // Chooses the groups so that often several have pieces, and often all pieces of one are laid.
        let mut groups = solution.groups().to_vec();
        groups.reverse();
        groups.truncate(1 + random.below(3) as usize);
        let kept = Vec::from_iter(groups.iter().map(|_| 1 + random.below(12) as usize));
        let position = beginning(TILES, &groups, &kept);
        let containing = solutions.iter().filter(|one| contains(one, &position));
        let count = containing.count() as u64;
        assert_eq!(completions(&position, &stop), Some(count));
        several += u64::from(count > 1 && position.boards().len() > 1);
    }
    assert!(several > 10, "{several}");
    // Also positions whose pieces fit but need not belong to a solution.
    let mut impossible = 0;
    for _ in 0..200 {
        let mut position = Position::new(TILES);
        for _ in 0..1 + random.below(8) {
            let open = position.open(0).into_iter().next().unwrap_or_default();
            let fitting = position.fitting(0, open);
            if fitting.is_empty() || (!position.boards().is_empty() && position.open(0).is_empty())
            {
                break;
            }
            let doors = fitting[random.below(fitting.len() as u64) as usize];
            position.put(0, Piece { cell: open, doors }).unwrap();
        }
        let containing = solutions.iter().filter(|one| contains(one, &position));
        let count = containing.count();
        assert_eq!(completions(&position, &stop), Some(count as u64));
        let found = complete(&position, 1, &stop).unwrap();
        assert_eq!(found == Completion::Impossible, count == 0);
        impossible += u64::from(count == 0);
    }
    assert!((20..180).contains(&impossible), "{impossible}");
}

/// Counts the completions by trying each free piece on the first open cell.
fn slow_count(position: &Position) -> u64 {
    if position.is_complete() {
        return 1;
    }
    let boards = 0..position.boards().len();
    let mut open = boards.map(|board| (board, position.open(board).first().copied()));
    let first = open.find_map(|(board, cell)| Some((board, cell?)));
    let (board, cell) = first.unwrap_or((position.boards().len(), Cell::default()));
    let begins = board == position.boards().len();
    let pieces: Vec<Doors> = position.free().iter().copied().collect();
    // All pieces are laid in the end, so one piece is enough for the first of a board.
    let tried = if begins { 1 } else { pieces.len() };
    let ways = pieces[..tried.min(pieces.len())].iter().map(|&doors| {
        let mut next = position.clone();
        match next.put(board, Piece { cell, doors }) {
            Ok(()) => slow_count(&next),
            Err(_) => 0,
        }
    });
    ways.sum()
}

#[test]
fn positions_of_hexagons_are_completed_and_counted() {
    const TILES: Tiles = Tiles::Hexagons;
    let (stop, mut several) = (Stop::default(), 0);
    let mut runs = Runs::new(&Settings::best(TILES), 112, 4);
    while runs.totals.solutions < 12 {
        let Some(found) = runs.advance(u64::MAX).unwrap() else {
            continue;
        };
        let mut groups = found.solution.groups().to_vec();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let kept = |all: usize| beginning(TILES, &groups, &[all]);
        let largest = groups[0].len();
        let position = kept(largest - 10);
        let count = slow_count(&position);
        assert_eq!(completions(&position, &stop), Some(count));
        several += u64::from(count > 1);
        for kept in [kept(0), kept(largest / 2), position, kept(largest)] {
            let Completion::Found(put) = complete(&kept, 5, &stop).unwrap() else {
                panic!("there is a solution");
            };
            let mut whole = kept.clone();
            for (board, piece) in put {
                whole.put(board, piece).unwrap();
            }
            assert!(whole.is_complete());
            let solution = whole.solution().unwrap();
            assert!(kept.boards().is_empty() || contains(&solution, &kept));
            let holes = (0..whole.boards().len()).map(|board| whole.holes(board).len());
            assert_eq!(holes.sum::<usize>(), solution.holes());
        }
    }
    assert!(several > 2, "{several}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_solution_has_one_canonical_form(
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
    }
}
