//! Compares counts with searches that share no code with them.

use crate::{is_jump, sandbox};

/// For each cell, the set of cells that are a jump away, as bits.
fn neighbours(rows: i64, columns: i64) -> Vec<u64> {
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let cells: Vec<(i64, i64)> = cells.collect();
    let around = |&from| {
        let jumps = (0..).zip(&cells).filter(|&(_, &to)| is_jump(from, to));
        jumps.fold(0, |all, (cell, _): (u32, _)| all | 1 << cell)
    };
    cells.iter().map(around).collect()
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then_some(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The number of ways to continue from a cell over all free ones, and of those that end a jump away from the first
/// cell, by plain backtracking.
fn backtrack(neighbours: &[u64], first: usize, at: usize, free: u64) -> (u64, u64) {
    if free == 0 {
        return (1, neighbours[at] >> first & 1);
    }
    let next = bits(neighbours[at] & free);
    let counts = next.map(|next| backtrack(neighbours, first, next, free & !(1 << next)));
    counts.fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1))
}

/// The number of closed paths that continue over all free cells to cell 0, counted in both directions. A free
/// neighbour with fewer than two neighbours that are free or cell 0 must be next.
fn closed(neighbours: &[u64], at: usize, free: u64) -> u64 {
    if free == 0 {
        return neighbours[at] & 1;
    }
    let near = neighbours[at] & free;
    let urgent = |&cell: &usize| (neighbours[cell] & (free | 1)).count_ones() < 2;
    let next = match bits(near).filter(urgent).collect::<Vec<_>>()[..] {
        [] => near,
        [must] => 1 << must,
        _ => return 0,
    };
    let go_on = |next| closed(neighbours, next, free & !(1 << next));
    bits(next).map(go_on).sum()
}

fn check_circular(grids: &[(i64, i64)]) {
    for &(rows, columns) in grids {
        let found = closed(&neighbours(rows, columns), 0, (1 << (rows * columns)) - 2) / 2;
        assert_eq!(found, published(rows, columns)[2]);
    }
}

#[test]
fn circular_tours_are_those_of_a_search_from_cell_to_cell() {
    check_circular(&[(4, 10), (5, 5), (5, 6), (5, 7), (6, 6), (6, 7)]);
}

/// 7 × 7 takes a minute.
#[test]
#[ignore = "minutes; circular_tours_are_those_of_a_search_from_cell_to_cell is its short form"]
fn circular_tours_of_big_grids_are_those_of_a_search_from_cell_to_cell() {
    check_circular(&[(5, 8), (7, 7)]);
}

#[test]
fn counts_are_those_of_plain_backtracking() {
    let sandbox = sandbox();
    for grid in ["1 1", "1 4", "3 4", "4 4", "5 4", "4 6", "4 7", "5 5"] {
        let (rows, columns) = grid.split_once(' ').unwrap();
        let (rows, columns) = (rows.parse().unwrap(), columns.parse().unwrap());
        let (neighbours, cells) = (neighbours(rows, columns), (rows * columns) as usize);
        let others = |first: usize| ((1u64 << cells) - 1) & !(1 << first);
        let counts = (0..cells).map(|first| backtrack(&neighbours, first, first, others(first)));
        let (all, closing) = counts.fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
        let args = format!("count --size {rows}x{columns}");
        let document = sandbox.document(&args);
        assert_eq!(document["directed"], all, "{args}");
        assert_eq!(document["directed_circular"], closing, "{args}");
        assert_eq!(document["circular"], closing / (2 * cells as u64), "{args}");
    }
}

/// Others have also published the counts of five by five.
#[test]
fn the_published_counts_are_reproduced() {
    let sandbox = sandbox();
    let mut compared = 0;
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        // The other rows take seconds or minutes.
        if fields[9].parse::<f64>().unwrap() < 1.0 {
            let document = sandbox.document(fields[8].split_once(' ').unwrap().1);
            let up_to_symmetry = &document["up_to_symmetry"];
            let found = [
                &document["directed"],
                &document["directed_circular"],
                &document["circular"],
                &up_to_symmetry["directed"],
                &up_to_symmetry["undirected"],
                &up_to_symmetry["circular"],
            ];
            let found = found.map(|value| value.to_string().replace("null", ""));
            assert_eq!(found, fields[2..8], "{line}");
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared}");
}

const TABLE: &str = include_str!("../../reference/counts.csv");

/// The published counts of a grid: all tours, those that close, and circular tours.
fn published(rows: i64, columns: i64) -> [u64; 3] {
    let grid = format!("{rows},{columns},");
    let mut lines = TABLE.lines().filter_map(|line| line.strip_prefix(&grid));
    let mut counts = lines.next().unwrap().split(',');
    [(); 3].map(|()| counts.next().unwrap().parse().unwrap_or(0))
}
