//! Counts the solutions of the 16 squares by another method.

use std::collections::{BTreeSet, HashMap};

type Cell = (i32, i32);

fn around((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y), (x, y - 1), (x - 1, y), (x, y + 1)]
}

/// The doors of the piece on a cell of a form, which lead to its neighbours.
fn doors(form: &[Cell], cell: Cell) -> u32 {
    let there = (0..4).filter(|&d| form.contains(&around(cell)[d]));
    there.map(|d| 1 << d).sum()
}

/// Counts polyominoes by the set of pieces that they need, if they need no piece twice. Each of them is generated
/// once: it begins with the leftmost cell of its lowest row, and a cell that was passed over is not considered
/// again (Redelmeier, 1981).
fn forms(
    form: &mut Vec<Cell>,
    seen: &mut BTreeSet<Cell>,
    mut next: Vec<Cell>,
    by_pieces: &mut HashMap<u32, u64>,
) {
    while !next.is_empty() {
        // The oldest first, so that the neighbours of a cell are soon decided.
        let cell = next.remove(0);
        form.push(cell);
        let pieces = form.iter().map(|&cell| doors(form, cell));
        let set = pieces.fold(0u32, |set, piece| set | 1 << piece);
        if set.count_ones() as usize == form.len() {
            *by_pieces.entry(set).or_default() += 1;
        }
        // A cell all of whose neighbours are decided keeps its doors.
        let after = |&(x, y): &Cell| y > 0 || y == 0 && x >= 0;
        let open = |at: &Cell| after(at) && (next.contains(at) || !seen.contains(at));
        let kept = |at: &&Cell| !around(**at).iter().any(open);
        let kept = Vec::from_iter(form.iter().filter(kept).map(|&at| doors(form, at)));
        let twice = kept.iter().collect::<BTreeSet<_>>().len() < kept.len();
        if form.len() < 15 && !twice {
            let near = around(cell).into_iter().filter(after);
            let new: Vec<Cell> = near.filter(|at| seen.insert(*at)).collect();
            forms(form, seen, [&next[..], &new].concat(), by_pieces);
            new.iter().for_each(|at| assert!(seen.remove(at)));
        }
        form.pop();
    }
}

/// The number of ways to divide these pieces into groups. The lowest piece is in one of them.
fn ways(left: u32, groups: &[(u32, u64)], known: &mut HashMap<u32, u64>) -> u64 {
    if left == 0 {
        return 1;
    }
    if let Some(&ways) = known.get(&left) {
        return ways;
    }
    let lowest = left & left.wrapping_neg();
    let fits = |(set, _): &&(u32, u64)| set & lowest != 0 && set & !left == 0;
    let rest = |&(set, count): &(u32, u64)| count * ways(left & !set, groups, known);
    let sum = groups.iter().filter(fits).map(rest).sum();
    known.insert(left, sum);
    sum
}

/// A group is a polyomino in which no two cells have the same neighbours. So polyominoes of up to 15 cells are
/// counted by the pieces that they need, and then the ways to divide 16 pieces among them.
#[test]
fn the_squares_have_5005_solutions() {
    let mut by_pieces = HashMap::new();
    let mut seen = BTreeSet::from([(0, 0)]);
    forms(&mut Vec::new(), &mut seen, vec![(0, 0)], &mut by_pieces);
    let groups: Vec<(u32, u64)> = by_pieces.into_iter().collect();
    assert_eq!(ways(0xffff, &groups, &mut HashMap::new()), 5005);
}
