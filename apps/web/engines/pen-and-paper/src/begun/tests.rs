//! Partly filled grids against plain backtracking. It has its own code for the rule.

use pen_and_paper::tour::examine;

use super::*;

/// The number of ways on that fill the grid, and of those that end a jump away from the first cell.
fn slow(rows: i64, columns: i64, path: &mut Vec<usize>) -> (u64, u64) {
    let place = |cell: usize| (cell as i64 / columns, cell as i64 % columns);
    let is_jump = |from, to| {
        let ((a, b), (c, d)) = (place(from), place(to));
        matches!(((a - c).abs(), (b - d).abs()), (3, 0) | (0, 3) | (2, 2))
    };
    let cells = (rows * columns) as usize;
    if path.len() == cells {
        return (1, is_jump(path[cells - 1], path[0]).into());
    }
    let mut ways = (0, 0);
    for cell in 0..cells {
        if !path.contains(&cell) && path.last().is_none_or(|&head| is_jump(head, cell)) {
            path.push(cell);
            let more = slow(rows, columns, path);
            ways = (ways.0 + more.0, ways.1 + more.1);
            path.pop();
        }
    }
    ways
}

/// A grid with this number of random numbers, or fewer if they run into a dead end.
fn begun(board: Board, numbers: usize, dice: &mut Dice) -> Begun {
    let mut begun = Begun::new(board, Vec::new()).unwrap();
    for _ in 0..numbers {
        let next = begun.next();
        if next.is_empty() {
            break;
        }
        let path = [&begun.path[..], &[next[dice.below(next.len())]]].concat();
        begun = Begun::new(board, path).unwrap();
    }
    begun
}

#[test]
fn begun_grids_are_those_of_plain_backtracking() {
    let mut dice = Dice::new(1);
    let mut seen = std::collections::BTreeMap::new();
    for (rows, columns, fewest) in [
        (4, 5, 1),
        (5, 4, 1),
        (4, 6, 1),
        (5, 5, 4),
        (4, 8, 8),
        (6, 6, 20),
    ] {
        let board = Board::new(rows, columns).unwrap();
        for _ in 0..300 {
            let numbers = fewest + dice.below(board.cells() - fewest + 1);
            let begun = begun(board, numbers, &mut dice);
            let (open, closed) = slow(rows as i64, columns as i64, &mut begun.path.clone());
            for (circular, ways) in [(false, open), (true, closed)] {
                let what = format!("{board}, {circular}: {:?}", begun.path);
                assert_eq!(begun.ways(circular), Some(ways), "{what}");
                let flaw = begun.flaw(circular);
                assert!(flaw.is_none() || ways == 0, "{what}: {flaw:?}");
                let finished = begun.finish(circular, u64::MAX, &mut dice).unwrap();
                assert_eq!(finished.is_some(), ways > 0, "{what}");
                if let Some(tour) = finished {
                    assert!(tour.path().starts_with(&begun.path), "{what}");
                    assert!(tour.is_circular || !circular, "{what}");
                    assert!(examine(board, &tour.numbers).is_ok(), "{what}");
                }
                let kind = match flaw {
                    None if ways > 0 => "none",
                    None => "searched",
                    Some(flaw) => {
                        let kinds = ["no way leads", "no way left", "the way", "a way", "only"];
                        let begins = |kind: &&str| flaw.why.starts_with(*kind);
                        kinds.into_iter().find(begins).unwrap_or("no tour")
                    }
                };
                *seen.entry((circular, kind)).or_insert(0) += 1;
            }
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.len() >= 9, "{seen:?}");
}

/// The counts of empty grids are the sums over all first cells.
#[test]
fn first_cells_add_up_to_the_counts_of_the_empty_grid() {
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
        let ways = |path, circular| Begun::new(board, path).unwrap().ways(circular);
        for (circular, all) in [(false, open), (true, closed)] {
            assert_eq!(ways(Vec::new(), circular), Some(all), "{board}");
            let firsts = (0..board.cells()).map(|cell| ways(vec![cell], circular).unwrap());
            assert_eq!(firsts.sum::<u64>(), all, "{board}");
        }
    }
}

#[test]
fn big_grids_are_finished_or_said_to_be_dead_ends() {
    let mut dice = Dice::new(2);
    for (rows, columns) in [(20, 20), (4, 20), (20, 4), (11, 17), (5, 5), (4, 9)] {
        let board = Board::new(rows, columns).unwrap();
        for numbers in [0, 1, 2, board.cells() / 2] {
            let tour = Begun::new(board, Vec::new()).unwrap();
            let tour = tour.finish(true, u64::MAX, &mut dice).unwrap().unwrap();
            assert!(tour.is_circular);
            let begun = Begun::new(board, tour.path()[..numbers].to_vec()).unwrap();
            let again = begun.finish(true, u64::MAX, &mut dice).unwrap().unwrap();
            assert!(again.is_circular && again.path().starts_with(&begun.path));
        }
    }
    // A way past a corner's last neighbours isolates the corner.
    let board = Board::new(20, 20).unwrap();
    let path = vec![3, 6, 48, 45, 42, 84, 81, 123, 120, 60, 63];
    let corner = Begun::new(board, path).unwrap();
    let flaw = corner.flaw(false).unwrap();
    let why = "no way leads to row 1, column 1 any more";
    assert_eq!((flaw.why.as_str(), flaw.cells), (why, vec![0]));
    assert_eq!(corner.finish(false, u64::MAX, &mut dice), Ok(None));
}

#[test]
fn what_cannot_stand_is_refused() {
    let board = Board::new(5, 5).unwrap();
    for (path, why) in [
        (vec![25], "5 × 5 has no cell 25"),
        (vec![0, 3, 0], "3 stands on another number"),
        (vec![0, 1], "no jump leads from 1 to 2"),
    ] {
        assert_eq!(Begun::new(board, path), Err(why.to_owned()));
    }
}
