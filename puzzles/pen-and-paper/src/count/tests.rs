use super::*;

/// The ways through a grid.
pub(crate) fn tally(rows: u64, columns: u64, ways: Ways) -> Tally {
    let board = Board::new(rows, columns).unwrap();
    count(board, ways, &Stop::default(), |_, _| {}).unwrap()
}

/// Burnside's lemma against classes computed one by one.
#[test]
fn ways_up_to_symmetry_are_classes() {
    use crate::cycle::Cycle;
    use crate::tour::Tour;

    fn fill(board: Board, path: &mut Vec<usize>, tours: &mut Vec<Tour>) {
        if path.len() == board.cells() {
            tours.push(Tour::from_path(board, path.iter().copied()));
        }
        for (_, next) in board.neighbours(path[path.len() - 1]) {
            if !path.contains(&next) {
                path.push(next);
                fill(board, path, tours);
                path.pop();
            }
        }
    }
    let mut tours = Vec::new();
    fill(Board::new(5, 5).unwrap(), &mut vec![0], &mut tours);
    let classes: std::collections::HashSet<Cycle> = tours.iter().filter_map(Cycle::of).collect();
    assert_eq!(classes.len(), 7);
    assert_eq!(tally(5, 5, Ways::Closed).up_to_symmetry, 7);
    // 48 ways in two directions from the first cell.
    assert_eq!(tours.iter().filter(|tour| tour.is_circular()).count(), 96);
}
