//! Tests every method on every kind of grid.

use super::*;
use crate::tour::TourKind::{Any, Circular};
use crate::tour::examine;
use watch::Stop;

/// Searches for a tour, and checks it.
fn check(rows: u64, columns: u64, kind: TourKind, method: Method, seed: u64) -> Found {
    let board = Board::new(rows, columns).unwrap();
    let search = Search::new(board, kind, method);
    let found = search.run(&mut Dice::new(seed), &Stop::default());
    let found = found.unwrap();
    let examined = examine(board, &found.tour.numbers);
    let circular = kind == Circular || found.tour.is_circular;
    assert_eq!(examined, Ok(circular), "{search:?}");
    assert!(found.steps >= board.cells() as u64 && found.attempts >= 1);
    found
}

#[test]
fn every_method_finds_the_known_tours() {
    for (rows, columns) in [(5, 5), (5, 6), (7, 5), (4, 9), (9, 4)] {
        // Plain backtracking takes millions of steps for six by six and larger.
        let few = usize::from(rows * columns > 30);
        for &method in &Method::ALL[few..] {
            for seed in 0..3 {
                check(rows, columns, Any, method, seed);
                let run = || check(rows, columns, Circular, method, seed);
                assert_eq!(run(), run(), "a seed makes the same run");
            }
        }
    }
    for columns in 6..9 {
        for &method in &Method::ALL[..4] {
            check(4, columns, Any, method, columns);
        }
    }
    check(1, 1, Any, Method::Rotate, 0);
    check(300, 200, Any, Method::Warnsdorff, 1);
    check(300, 200, Any, Method::Backtrack, 1);
    check(64, 63, Circular, Method::Rotate, 1);
}

#[test]
fn blocks_fill_every_grid_that_has_a_circular_tour() {
    for rows in 5..27 {
        for columns in 5..27 {
            check(rows, columns, Circular, Method::Blocks, rows + columns);
        }
    }
    for long in (5..6).chain(9..60).chain([1009, 2000]) {
        check(4, long, Circular, Method::Blocks, long);
        check(long, 4, Circular, Method::Blocks, long);
    }
    check(211, 307, Circular, Method::Blocks, 1);
    check(1000, 14, Circular, Method::Blocks, 1);
}

#[test]
fn a_search_ends_at_its_limit_or_if_stopped() {
    let stop = Stop::default();
    stop.request();
    // No tour exists here, and most attempts end at once.
    for (rows, columns) in [(4, 4), (2, 2), (3, 9)] {
        let board = Board::new(rows, columns).unwrap();
        for &method in &Method::ALL[..4] {
            let mut search = Search::new(board, Circular, method);
            for (limit, end) in [(u64::MAX, End::Stopped), (1000, End::Limit)] {
                search.limit = limit;
                assert_eq!(search.run(&mut Dice::new(1), &stop), Err(end));
            }
        }
    }
}
