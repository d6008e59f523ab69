//! A partly filled grid: where it continues, whether, how and in how many ways it can be filled.
//!
//! What is left of a grid is a graph: its free cells, the head of the way, and one more vertex,
//! *outside*, which represents the filled part. The way comes from there to its head and ends
//! there. So the ways through what is left are the closed ways through that graph that use the edge
//! from outside to the head. For an open tour, outside is a neighbour of all free cells; for a
//! circular one, of those a jump away from 1.

mod flaw;
#[cfg(test)]
mod tests;

use pen_and_paper::count::{Ways, count};
use pen_and_paper::cycles::{Cycles, Graph};
use pen_and_paper::dice::Dice;
use pen_and_paper::rules::Board;
use pen_and_paper::search::{End, Method, Search};
use pen_and_paper::tour::Tour;
use watch::Stop;

/// A grid with 1, 2, 3 … on the cells of its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Begun {
    board: Board,
    path: Vec<usize>,
    free: Vec<bool>,
}

struct Remains {
    board: Board,
    graph: Graph,
    /// The cell of each vertex except the one outside: the free cells, then the head.
    cells: Vec<usize>,
    head: Option<usize>,
    /// The vertex outside. A circular tour with only 1 placed comes back to its head without it.
    outside: Option<usize>,
    with: Vec<[usize; 2]>,
}

impl Begun {
    /// A grid with 1, 2, 3 … on these cells, or why they cannot be there, in one sentence.
    pub(crate) fn new(board: Board, path: Vec<usize>) -> Result<Begun, String> {
        let mut free = vec![true; board.cells()];
        for (number, &cell) in (1..).zip(&path) {
            match free.get_mut(cell) {
                None => return Err(format!("{board} has no cell {cell}")),
                Some(free) if !*free => return Err(format!("{number} stands on another number")),
                Some(free) => *free = false,
            }
        }
        let is_broken = |ends: &[usize]| board.jump_between(ends[0], ends[1]).is_none();
        match path.windows(2).position(is_broken) {
            Some(at) => Err(format!("no jump leads from {} to {}", at + 1, at + 2)),
            None => Ok(Begun { board, path, free }),
        }
    }

    /// The cells for the next number.
    pub(crate) fn next(&self) -> Vec<usize> {
        let cells: Vec<usize> = match self.path.last() {
            Some(&head) => self.board.neighbours(head).map(|(_, to)| to).collect(),
            None => (0..self.board.cells()).collect(),
        };
        cells.into_iter().filter(|&cell| self.free[cell]).collect()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.path.len() == self.board.cells()
    }

    /// Fills what is free, as a circular tour if `circular` is set. `None` if no way does: all were
    /// looked at. The search alternates between rotations, which are quick where there are many
    /// ways, and a look at all ways. Each turn is twice as long. It gives up after about `most` steps.
    pub(crate) fn finish(
        &self,
        circular: bool,
        most: u64,
        dice: &mut Dice,
    ) -> Result<Option<Tour>, End> {
        /// The number of steps of the first turn: a millisecond.
        const FIRST: u64 = 1 << 14;
        /// This number of steps takes as long as one node of a search through all ways.
        const STEPS_A_NODE: u64 = 16;
        if self.flaw(circular).is_some() {
            return Ok(None);
        }
        let mut search = Search::new(self.board, circular, Method::Rotate);
        search.limit = FIRST.min(most);
        loop {
            match search.go_on(&self.path, dice, &mut Stop::default()) {
                Err(End::Limit) => {}
                ended => return ended.map(|found| Some(found.tour)),
            }
            let remains = self.remains(circular, Some(dice));
            let stop = Stop::default();
            let cycles = Cycles::new(&remains.graph, &stop);
            if let Ok(cycle) = cycles.first(&remains.with, search.limit / STEPS_A_NODE) {
                return Ok(cycle.map(|cycle| self.along(&cycle, &remains, dice)));
            }
            if search.limit >= most {
                return Err(End::Limit);
            }
            search.limit = search.limit.saturating_mul(2).min(most);
        }
    }

    /// The number of ways to fill what is free, as circular tours if `circular` is set. It is never
    /// `None`, because nobody stops it.
    pub(crate) fn ways(&self, circular: bool) -> Option<u64> {
        let stop = Stop::default();
        if self.flaw(circular).is_some() {
            return Some(0);
        }
        if self.is_full() || self.board.cells() == 1 {
            return Some(1);
        }
        // Cycles have no direction, and those of an empty grid have no first cell.
        let tours = match (self.path.len(), circular) {
            (0, true) => 2 * self.board.cells() as u64,
            (0, false) | (1, true) => 2,
            _ => 1,
        };
        let ways = if circular { Ways::Closed } else { Ways::Open };
        let ways = if self.path.is_empty() && self.board.cells() <= ways.most_cells() {
            count(self.board, ways, &stop, &mut |_, _| {})?.ways
        } else {
            let remains = self.remains(circular, None);
            Cycles::new(&remains.graph, &stop).count(&remains.with)?
        };
        Some(ways * tours)
    }

    /// What is left. With dice, the free cells are in random order.
    fn remains(&self, circular: bool, dice: Option<&mut Dice>) -> Remains {
        let board = self.board;
        let mut cells: Vec<usize> = (0..board.cells()).filter(|&cell| self.free[cell]).collect();
        if let Some(dice) = dice {
            dice.shuffle(&mut cells);
        }
        let head = self.path.last().map(|_| cells.len());
        cells.extend(self.path.last());
        let mut vertices = vec![None; board.cells()];
        for (vertex, &cell) in (0..).zip(&cells) {
            vertices[cell] = Some(vertex);
        }
        let around = |&cell: &usize| {
            let neighbours = board.neighbours(cell);
            neighbours.filter_map(|(_, to)| vertices[to]).collect()
        };
        let mut graph: Graph = cells.iter().map(around).collect();
        let outside = (!circular || self.path.len() > 1).then_some(graph.len());
        if let Some(outside) = outside {
            let ends = |&vertex: &usize| {
                let back = |&start: &usize| board.jump_between(cells[vertex], start).is_some();
                !circular || head == Some(vertex) || self.path.first().is_some_and(back)
            };
            let ends: Vec<usize> = (0..outside).filter(ends).collect();
            ends.iter().for_each(|&end| graph[end].push(outside as u16));
            graph.push(ends.iter().map(|&end| end as u16).collect());
        }
        Remains {
            board,
            graph,
            cells,
            head,
            outside,
            with: Vec::from_iter(head.zip(outside).map(<[usize; 2]>::from)),
        }
    }

    fn along(&self, cycle: &Graph, remains: &Remains, dice: &mut Dice) -> Tour {
        let (mut before, mut here) = match remains.outside {
            Some(outside) => {
                let first = remains.head.unwrap_or(cycle[outside][0].into());
                (outside, first)
            }
            None => {
                let first = remains.head.unwrap_or_else(|| dice.below(cycle.len()));
                (cycle[first][0].into(), first)
            }
        };
        let laid = self.path.len().saturating_sub(1);
        let mut path = self.path[..laid].to_vec();
        for _ in &remains.cells {
            path.push(remains.cells[here]);
            let mut onwards = cycle[here].iter().map(|&to| usize::from(to));
            let next = onwards.find(|&to| to != before);
            (before, here) = (here, next.unwrap_or(here));
        }
        Tour::from_path(self.board, &path)
    }
}
