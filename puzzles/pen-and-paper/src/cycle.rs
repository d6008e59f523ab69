//! The cycle behind a circular tour.

use crate::rules::{Board, Jump, Symmetry, back};
use crate::tour::Tour;

/// A closed way through all cells of a grid, without a beginning: what is
/// behind a circular tour.
///
/// It is kept as one of the ways to write it down: of all its images under
/// the grid's symmetries, on a grid that is not higher than it is wide, in
/// both directions, the least sequence of jumps from the upper left cell.
/// Therefore two circular tours are the same up to shift, direction and
/// symmetry if and only if their cycles are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cycle {
    board: Board,
    jumps: Vec<Jump>,
}

impl Cycle {
    /// The cycle of a tour, if it is circular.
    pub fn of(tour: &Tour) -> Option<Cycle> {
        let board = tour.board();
        let path = tour.path();
        let jumps = (0..path.len())
            .map(|i| board.jump_between(path[i] as usize, path[(i + 1) % path.len()] as usize))
            .collect::<Option<Vec<Jump>>>()?;
        let mut best: Option<(Board, Vec<Jump>)> = None;
        for symmetry in Symmetry::all() {
            let image = symmetry.of(board);
            if image.rows() > image.columns() {
                continue;
            }
            let corner = path
                .iter()
                .position(|&cell| symmetry.cell(board, cell as usize) == 0)?;
            let onwards = jumps[corner..].iter().chain(&jumps[..corner]);
            let forwards: Vec<Jump> = onwards.map(|&jump| symmetry.jump(jump)).collect();
            let backwards: Vec<Jump> = forwards.iter().rev().map(|&jump| back(jump)).collect();
            let image_best = (image, forwards.min(backwards));
            best = match best {
                Some(best) if best.1 <= image_best.1 => Some(best),
                _ => Some(image_best),
            };
        }
        best.map(|(board, jumps)| Cycle { board, jumps })
    }

    /// The cycle with these jumps, digits from 0 to 7, if it is one, and
    /// written down in the way described above.
    pub fn parse(board: Board, text: &str) -> Option<Cycle> {
        let digit = |c: u8| matches!(c, b'0'..=b'7').then(|| c - b'0');
        let jumps: Vec<Jump> = text.bytes().map(digit).collect::<Option<_>>()?;
        let cycle = Cycle { board, jumps };
        let tour = cycle.checked_tour()?;
        (Cycle::of(&tour)? == cycle).then_some(cycle)
    }

    /// The tour from the upper left cell on, if this is a cycle.
    fn checked_tour(&self) -> Option<Tour> {
        if self.jumps.len() != self.board.cells() {
            return None;
        }
        let mut numbers = vec![0; self.board.cells()];
        let mut cell = 0;
        for (&jump, number) in self.jumps.iter().zip(1..) {
            if numbers[cell] != 0 {
                return None;
            }
            numbers[cell] = number;
            cell = self.board.jump(cell, jump)?;
        }
        (cell == 0).then(|| Tour::from_search(self.board, numbers, true))
    }

    /// The grid that it is written down for.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Its jumps as digits, one a cell.
    pub fn text(&self) -> String {
        let digit = |&jump: &Jump| char::from(b'0' + jump);
        self.jumps.iter().map(digit).collect()
    }

    /// The symmetries under which the cycle becomes one of a grid.
    pub fn images(&self, board: Board) -> Vec<Symmetry> {
        Symmetry::all()
            .filter(|symmetry| symmetry.of(self.board) == board)
            .collect()
    }

    /// One of the tours along the cycle: its image under a symmetry, from a
    /// cell of that image on, in one direction or the other.
    pub fn tour(&self, symmetry: Symmetry, start: usize, backwards: bool) -> Tour {
        let image = symmetry.of(self.board);
        let mut path = Vec::with_capacity(self.board.cells());
        let mut cell = symmetry.cell(self.board, 0);
        for &jump in &self.jumps {
            path.push(cell);
            cell = image.jump(cell, symmetry.jump(jump)).unwrap_or(cell);
        }
        if backwards {
            path.reverse();
        }
        let begin = path.iter().position(|&cell| cell == start).unwrap_or(0);
        path.rotate_left(begin);
        Tour::from_path(image, path)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tour::examine;
    use crate::tour::tests::{ROUND, board};

    /// A circular tour of four by five.
    const OBLONG: [u32; 20] = [
        3, 20, 17, 14, 1, //
        9, 12, 5, 8, 11, //
        18, 15, 2, 19, 16, //
        4, 7, 10, 13, 6, //
    ];

    fn round() -> Tour {
        Tour::new(board(5, 5), ROUND.to_vec()).unwrap()
    }

    #[test]
    fn only_whole_canonical_cycles_are_parsed() {
        let cycle = Cycle::of(&round()).unwrap();
        let text = cycle.text();
        assert_eq!(Cycle::parse(board(5, 5), &text), Some(cycle));
        // The same cycle, written down in another way.
        let backwards: String = text
            .bytes()
            .rev()
            .map(|digit| char::from(b'0' + back(digit - b'0')))
            .collect();
        let worse = backwards.max(text.clone());
        let other = format!("{}{}", &text[1..], &text[..1]);
        for wrong in [
            "",
            &text[1..],
            &format!("{text}0"),
            &text.replace('2', "8"),
            &text.replace('2', "ü"),
            &"2".repeat(25),
            &other,
        ] {
            assert_eq!(Cycle::parse(board(5, 5), wrong), None, "{wrong}");
        }
        assert_eq!(Cycle::parse(board(5, 6), &text), None);
        assert!(worse >= text);
    }

    fn transposed(board: Board, numbers: &[u32]) -> Vec<u32> {
        let (rows, columns) = (board.rows(), board.columns());
        let cell = |i: usize| numbers[i % rows * columns + i / rows];
        (0..rows * columns).map(cell).collect()
    }

    proptest! {
        #[test]
        fn a_cycle_knows_itself_in_every_guise(
            oblong in any::<bool>(),
            image in 0usize..8,
            start in 0usize..30,
            backwards in any::<bool>(),
        ) {
            let tour = if oblong {
                Tour::new(board(4, 5), OBLONG.to_vec()).unwrap()
            } else {
                round()
            };
            let cycle = Cycle::of(&tour).unwrap();
            let images = cycle.images(tour.board());
            let symmetry = images[image % images.len()];
            let start = start % tour.board().cells();
            let varied = cycle.tour(symmetry, start, backwards);
            prop_assert!(examine(varied.board(), varied.numbers()).circular);
            prop_assert_eq!(varied.numbers()[start], 1);
            prop_assert_eq!(Cycle::of(&varied), Some(cycle.clone()));
            // Turned, it is still the same one.
            let turned = Tour::new(
                varied.board().transposed(),
                transposed(varied.board(), varied.numbers()),
            );
            prop_assert_eq!(Cycle::of(&turned.unwrap()), Some(cycle));
        }
    }
}
