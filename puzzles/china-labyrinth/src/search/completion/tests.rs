//! Completions, compared with lists of all solutions and with a slow count.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Random, Runs, all};
use super::*;
use crate::rules::{Doors, Tiles};

/// The position with the first pieces of each group, as a walk meets them.
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

/// Does a solution have the pieces of a position in their places, up to shifts?
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
    all(&Settings::best(TILES), 3, &stop, |found| {
        solutions.push(found);
    })
    .unwrap();
    assert_eq!(completions(&Position::new(TILES), &stop), Some(5005));
    let (mut random, mut several) = (Random::new(9, 9), 0);
    for _ in 0..200 {
        let solution = &solutions[random.below(5005) as usize];
        // Often from several groups, and often all of one.
        let mut groups = solution.groups().to_vec();
        groups.reverse();
        groups.truncate(1 + random.below(3) as usize);
        let kept: Vec<usize> = groups
            .iter()
            .map(|_| 1 + random.below(12) as usize)
            .collect();
        let position = beginning(TILES, &groups, &kept);
        let containing = solutions.iter().filter(|one| contains(one, &position));
        let count = containing.count() as u64;
        assert_eq!(completions(&position, &stop), Some(count));
        several += u64::from(count > 1 && position.boards().len() > 1);
    }
    assert!(several > 10, "{several}");
    // Also with pieces that only fit.
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
        let count = solutions
            .iter()
            .filter(|one| contains(one, &position))
            .count();
        assert_eq!(completions(&position, &stop), Some(count as u64));
        let found = complete(&position, 1, &stop).unwrap();
        assert_eq!(found == Completion::Impossible, count == 0);
        impossible += u64::from(count == 0);
    }
    assert!((20..180).contains(&impossible), "{impossible}");
}

/// Counts the ways to put the free pieces by trying each of them on the first open cell.
fn slow_count(position: &Position) -> u64 {
    if position.is_complete() {
        return 1;
    }
    let boards = 0..position.boards().len();
    let open = boards.map(|board| (board, position.open(board).first().copied()));
    let (board, cell) = open
        .filter_map(|(board, cell)| Some((board, cell?)))
        .next()
        .unwrap_or((position.boards().len(), Cell::default()));
    let begins = board == position.boards().len();
    let pieces: Vec<Doors> = position.free().iter().copied().collect();
    // In the end all are placed, so one is enough for the beginning.
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
    while runs.totals().solutions < 12 {
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
