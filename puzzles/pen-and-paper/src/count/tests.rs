use super::*;

fn tally(rows: u64, columns: u64, ways: Ways) -> Tally {
    let plan = Plan::new(Board::new(rows, columns).unwrap(), ways).unwrap();
    let stop = Stop::default();
    let count = |unit| plan.count(unit, &stop).unwrap();
    let counts: Vec<u64> = plan.units().iter().map(count).collect();
    plan.tally(&counts).unwrap()
}

/// All closed ways without units, weights and symmetries, or all open ones.
fn whole(rows: u64, columns: u64, ways: Ways) -> u64 {
    let graph = graph(Board::new(rows, columns).unwrap(), ways);
    let stop = Stop::default();
    Cycles::new(&graph, Vec::new(), &stop).count(&[]).unwrap()
}

#[test]
fn units_add_up_to_the_whole() {
    for (rows, columns) in [(4, 5), (4, 9), (5, 5), (5, 6), (6, 5), (6, 6), (4, 10)] {
        let closed = tally(rows, columns, Ways::Closed);
        assert_eq!(closed.ways, whole(rows, columns, Ways::Closed));
    }
    for (rows, columns) in [(4, 5), (4, 6), (5, 5), (5, 6), (6, 5)] {
        let open = tally(rows, columns, Ways::Open);
        assert_eq!(open.ways, whole(rows, columns, Ways::Open));
        let closed = tally(rows, columns, Ways::Closed);
        assert_eq!(open.closing, rows * columns * closed.ways);
    }
}

/// Burnside's lemma against classes that are made one by one.
#[test]
fn ways_up_to_symmetry_are_classes() {
    use crate::cycle::Cycle;
    let board = Board::new(5, 5).unwrap();
    let mut tours = Vec::new();
    let mut numbers = vec![0; 25];
    fill(board, 0, 1, &mut numbers, &mut tours);
    let closing = tours.iter().filter_map(Cycle::of);
    let classes: std::collections::HashSet<Cycle> = closing.collect();
    assert_eq!(classes.len(), 7);
    assert_eq!(tally(5, 5, Ways::Closed).up_to_symmetry, 7);
    // 48 ways in two directions from the first cell on.
    assert_eq!(tours.iter().filter(|tour| tour.is_circular()).count(), 96);
}

/// All tours that go on from a cell with a number.
fn fill(
    board: Board,
    cell: usize,
    number: u32,
    numbers: &mut Vec<u32>,
    tours: &mut Vec<crate::tour::Tour>,
) {
    numbers[cell] = number;
    if number as usize == board.cells() {
        tours.push(crate::tour::Tour::new(board, numbers.clone()).unwrap());
    }
    for (_, next) in board.neighbours(cell) {
        if numbers[next] == 0 {
            fill(board, next, number + 1, numbers, tours);
        }
    }
    numbers[cell] = 0;
}

#[test]
fn wrong_counts_are_noticed() {
    let plan = Plan::new(Board::new(5, 5).unwrap(), Ways::Closed).unwrap();
    let units = plan.units().len();
    assert_eq!(plan.tally(&vec![0; units]).map(|tally| tally.ways), Some(0));
    assert_eq!(plan.tally(&vec![0; units - 1]), None);
    assert_eq!(plan.tally(&vec![u64::MAX; units]), None);
    let mut counts = vec![0; units];
    counts[0] = 1;
    assert_eq!(plan.tally(&counts), None);
    // As many ways as a number holds, but not as many tours.
    counts[0] = 1 << 59;
    assert_eq!(plan.tally(&counts), None);
}

#[test]
fn big_grids_cannot_be_planned() {
    let plan = |rows, ways| Plan::new(Board::new(rows, 8).unwrap(), ways).is_some();
    assert!(plan(8, Ways::Closed) && !plan(9, Ways::Closed));
    assert!(plan(7, Ways::Open) && !plan(8, Ways::Open));
}

#[test]
fn a_count_can_be_stopped() {
    let plan = Plan::new(Board::new(8, 8).unwrap(), Ways::Closed).unwrap();
    let stop = Stop::default();
    stop.ask();
    assert_eq!(plan.count(&plan.units()[0], &stop), None);
}
