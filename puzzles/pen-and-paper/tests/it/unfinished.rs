//! Compares the outlook of unfinished grids with plain backtracking that has its own code for the rule.

use pen_and_paper::dice::Dice;
use pen_and_paper::rules::Board;
use pen_and_paper::search::{Method, Search};
use pen_and_paper::tour::{TourKind, examine};
use pen_and_paper::unfinished::Unfinished;
use watch::Stop;

use crate::{examined, is_jump, sandbox};

/// The numbers of all tours that agree with a grid, in which 0 is a free cell.
fn tours(rows: i64, columns: i64, numbers: &[u32]) -> Vec<Vec<u32>> {
    let place = |cell: usize| (cell as i64 / columns, cell as i64 % columns);
    let cells = (rows * columns) as usize;
    let mut found = Vec::new();
    let mut paths: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(path) = paths.pop() {
        if path.len() == cells {
            let mut tour = vec![0; cells];
            (1..)
                .zip(&path)
                .for_each(|(number, &cell)| tour[cell] = number);
            found.push(tour);
            continue;
        }
        let next = path.len() as u32 + 1;
        let is_given = numbers.contains(&next);
        paths.extend((0..cells).filter_map(|cell| {
            let fits = numbers[cell] == next || numbers[cell] == 0 && !is_given;
            let is_next = path
                .last()
                .is_none_or(|&head| is_jump(place(head), place(cell)));
            (fits && is_next && !path.contains(&cell)).then(|| [&path[..], &[cell]].concat())
        }));
    }
    found
}

fn closes(columns: i64, tour: &[u32]) -> bool {
    let rows = tour.chunks(columns as usize);
    let grid = rows.map(|row| row.iter().map(|&number| number.into()).collect());
    examined(&grid.collect()).1
}

#[test]
fn unfinished_grids_are_those_of_plain_backtracking() {
    let (stop, mut dice) = (Stop::default(), Dice::new(1));
    let (mut finished, mut impossible, mut wrong) = (0, 0, 0);
    let grids = [
        (4, 5, 1),
        (5, 4, 1),
        (4, 6, 1),
        (5, 5, 5),
        (4, 8, 8),
        (6, 6, 20),
    ];
    for (rows, columns, fewest) in grids {
        let board = Board::new(rows as u64, columns as u64).unwrap();
        for round in 0..36 {
            // Keeps numbers of a tour: the first ones, the first and the last ones, or any. Sometimes one is moved.
            let search = Search::new(board, TourKind::Any, Method::Rotate);
            let tour = search.run(&mut dice, &stop).unwrap().tour;
            let count = fewest + dice.below(board.cells() - fewest + 1);
            let (first, path) = (dice.below(count + 1), tour.path());
            let mut numbers = tour.numbers.clone();
            let mut kept: Vec<usize> = match round % 3 {
                0 => path[..count].to_vec(),
                1 => [&path[..first], &path[board.cells() - (count - first)..]].concat(),
                _ => {
                    let mut any = path.clone();
                    dice.shuffle(&mut any);
                    any[..count].to_vec()
                }
            };
            if round % 5 == 0 {
                kept.pop();
            }
            (0..board.cells())
                .filter(|cell| !kept.contains(cell))
                .for_each(|cell| numbers[cell] = 0);
            if round % 4 == 0 {
                let [one, other] = [(); 2].map(|()| dice.below(board.cells()));
                numbers.swap(one, other);
            }
            let Ok(grid) = Unfinished::new(board, &numbers) else {
                continue;
            };
            for kind in [TourKind::Any, TourKind::Circular] {
                let what = format!("{board}, {kind:?}: {numbers:?}");
                let all = |numbers: &[u32]| {
                    let mut all = tours(rows, columns, numbers);
                    all.retain(|tour| kind == TourKind::Any || closes(columns, tour));
                    all
                };
                let expected = all(&numbers);
                let ways = grid.ways(kind, &stop);
                assert_eq!(ways, Some(expected.len() as u64), "{what}");
                let tour = grid.finish(kind, u64::MAX, &mut dice, &stop).unwrap();
                assert_eq!(tour.is_none(), expected.is_empty(), "{what}");
                if let Some(tour) = tour {
                    assert!(expected.contains(&tour.numbers), "{what}");
                    finished += 1;
                    continue;
                }
                impossible += 1;
                let Some(first) = grid.first_wrong(kind, &mut dice, &stop).unwrap() else {
                    continue;
                };
                let up_to = |most: usize| {
                    let kept = numbers
                        .iter()
                        .map(|&n| if n as usize > most { 0 } else { n });
                    kept.collect::<Vec<u32>>()
                };
                // Trying all tours of a nearly empty grid would take too long.
                let before = up_to(first - 1);
                if before.iter().filter(|&&number| number > 0).count() >= fewest.max(4) {
                    assert!(!all(&before).is_empty(), "{what}: {first}");
                    assert!(all(&up_to(first)).is_empty(), "{what}: {first}");
                    wrong += 1;
                }
            }
        }
    }
    let counts = [finished, impossible, wrong];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// The counts of empty grids are the sums over all first cells.
#[test]
fn first_cells_add_up_to_the_counts_of_the_empty_grid() {
    let stop = Stop::default();
    for (rows, columns, [open, closed]) in [
        (1, 1, [1, 0]),
        (4, 4, [0, 0]),
        (4, 5, [144, 80]),
        (4, 8, [364, 0]),
        (4, 9, [20_344, 3_456]),
        (5, 5, [12_400, 2_400]),
        (5, 6, [113_456, 17_760]),
    ] {
        let board = Board::new(rows, columns).unwrap();
        for (kind, all) in [(TourKind::Any, open), (TourKind::Circular, closed)] {
            let ways = |start: Option<usize>| {
                let mut numbers = vec![0; board.cells()];
                start.into_iter().for_each(|cell| numbers[cell] = 1);
                let grid = Unfinished::new(board, &numbers).unwrap();
                grid.ways(kind, &stop).unwrap()
            };
            assert_eq!(ways(None), all, "{board}");
            let firsts = (0..board.cells()).map(|cell| ways(Some(cell)));
            assert_eq!(firsts.sum::<u64>(), all, "{board}");
        }
    }
    // The counts of plain backtracking.
    let sandbox = sandbox();
    let corner = sandbox.document("count --start 1,1");
    assert_eq!(
        [&corner["directed"], &corner["directed_circular"]],
        [552, 96]
    );
    assert_eq!(sandbox.document("count --start 3,3")["directed"], 352);
}

#[test]
fn big_grids_are_finished() {
    let (stop, mut dice) = (Stop::default(), Dice::new(2));
    for (rows, columns) in [(20, 20), (4, 20), (20, 4), (11, 17), (40, 40)] {
        let board = Board::new(rows, columns).unwrap();
        let kind = TourKind::Circular;
        let tour = Search::new(board, kind, Method::best(board, kind));
        let tour = tour.run(&mut dice, &stop).unwrap().tour;
        for (first, last) in [(0, 0), (1, 0), (2, 1), (0, 3), (board.cells() / 2, 5)] {
            let mut numbers = tour.numbers.clone();
            let middle = first as u32 + 1..=(board.cells() - last) as u32;
            (numbers.iter_mut())
                .filter(|number| middle.contains(number))
                .for_each(|number| *number = 0);
            let grid = Unfinished::new(board, &numbers).unwrap();
            let found = grid
                .finish(kind, u64::MAX, &mut dice, &stop)
                .unwrap()
                .unwrap();
            assert_eq!(examine(board, &found.numbers), Ok(true));
            let keeps_given = numbers
                .iter()
                .zip(&found.numbers)
                .all(|(&old, &new)| old == 0 || old == new);
            assert!(keeps_given, "{board}");
        }
    }
}
