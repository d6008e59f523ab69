//! The cycle behind a circular tour.

use crate::dice::Dice;
use crate::rules::{Board, Jump, Symmetry, back};
use crate::tour::Tour;

/// A closed way through all cells of a grid, without a beginning: the cycle of a circular tour.
///
/// There are many ways to write it down, in both directions and from all its images under the
/// grid's symmetries. The grid is not higher than it is wide. A `Cycle` keeps the least
/// sequence of jumps from the upper left cell. So two circular tours are the same up to shift,
/// direction and symmetry exactly if their cycles are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cycle {
    /// The grid of the written form.
    pub board: Board,
    jumps: Vec<Jump>,
}

impl Cycle {
    /// The cycle of a tour, if it is circular.
    pub fn of(tour: &Tour) -> Option<Cycle> {
        let board = tour.board();
        let path = tour.path();
        let next = path.iter().cycle().skip(1);
        let jumps = path
            .iter()
            .zip(next)
            .map(|(&from, &to)| board.jump_between(from, to));
        let jumps = jumps.collect::<Option<Vec<Jump>>>()?;
        let flat = board.flat();
        let images = Symmetry::all().filter(|symmetry| symmetry.of(board) == flat);
        let written = images.filter_map(|symmetry| {
            let corner = (path.iter()).position(|&cell| symmetry.cell(board, cell) == 0)?;
            let onwards = jumps[corner..].iter().chain(&jumps[..corner]);
            let forwards: Vec<Jump> = onwards.map(|&jump| symmetry.jump(jump)).collect();
            let backwards = forwards.iter().rev().map(|&jump| back(jump)).collect();
            Some(forwards.min(backwards))
        });
        Some(Cycle {
            board: flat,
            jumps: written.min()?,
        })
    }

    /// The cycle with these jumps, digits from 0 to 7, if they are a cycle in the written form
    /// described above.
    pub fn parse(board: Board, text: &str) -> Option<Cycle> {
        let digit = |c: u8| matches!(c, b'0'..=b'7').then(|| c - b'0');
        let jumps: Vec<Jump> = text.bytes().map(digit).collect::<Option<_>>()?;
        let mut taken = vec![false; board.cells()];
        let mut cell = 0;
        for &jump in &jumps {
            if std::mem::replace(&mut taken[cell], true) {
                return None;
            }
            cell = board.jump(cell, jump)?;
        }
        let cycle = Cycle { board, jumps };
        let closed = cell == 0 && !taken.contains(&false);
        let written = || Cycle::of(&cycle.tour(Symmetry::default(), 0, false));
        (closed && written()? == cycle).then_some(cycle)
    }

    /// Its jumps as digits, one per cell.
    pub fn text(&self) -> String {
        let digit = |&jump: &Jump| char::from(b'0' + jump);
        self.jumps.iter().map(digit).collect()
    }

    /// One of the tours along the cycle: its image under a symmetry, from a cell of that image, in
    /// one direction or the other.
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
        Tour::from_path(image, &path)
    }

    /// Any of the tours along the cycle, on its grid or on the transposed one.
    pub fn varied(&self, board: Board, dice: &mut Dice) -> Tour {
        let images = Symmetry::all().filter(|symmetry| symmetry.of(self.board) == board);
        let images: Vec<Symmetry> = images.collect();
        let symmetry = images[dice.below(images.len())];
        let start = dice.below(board.cells());
        self.tour(symmetry, start, dice.below(2) == 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use watch::Stop;

    use super::*;
    use crate::search::{Method, Search};

    fn circular(rows: u64, columns: u64, dice: &mut Dice) -> Tour {
        let search = Search::new(Board::new(rows, columns).unwrap(), true, Method::Backtrack);
        search.run(dice, &mut Stop::default()).unwrap().tour
    }

    #[test]
    fn only_whole_canonical_cycles_are_parsed() {
        let cycle = Cycle::of(&circular(5, 5, &mut Dice::new(1))).unwrap();
        let text = cycle.text();
        assert_eq!(Cycle::parse(cycle.board, &text), Some(cycle.clone()));
        for wrong in [
            "",
            &text[1..],
            &format!("{text}0"),
            &text.replace('2', "8"),
            &text.replace('2', "ü"),
            &"2".repeat(25),
            // The same cycle, in another written form.
            &format!("{}{}", &text[1..], &text[..1]),
        ] {
            assert_eq!(Cycle::parse(cycle.board, wrong), None, "{wrong}");
        }
    }

    proptest! {
        /// All shifts and images of a circular tour, in both directions, have the same cycle.
        #[test]
        fn a_cycle_knows_itself_in_every_guise(columns in 5u64..8, seed in any::<u64>()) {
            let mut dice = Dice::new(seed);
            let tour = circular(5, columns, &mut dice);
            let cycle = Cycle::of(&tour).unwrap();
            for board in [tour.board(), tour.board().transposed()] {
                let varied = cycle.varied(board, &mut dice);
                prop_assert!(varied.board() == board && varied.is_circular());
                prop_assert_eq!(Cycle::of(&varied), Some(cycle.clone()));
            }
        }
    }
}
