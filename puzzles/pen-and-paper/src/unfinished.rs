//! An unfinished grid, and the ways to complete it.
//!
//! If only the first and the last numbers are given, the rest is a graph: the free cells, the *head*, which is the
//! cell of the last of the first numbers, and one more vertex, *outside*, for the filled part. A tour leaves the
//! outside by the head, passes all free cells and comes back, so tours are the Hamiltonian cycles of this graph
//! that use the edge from the outside to the head. For an open tour without last numbers, the outside is a
//! neighbour of all free cells; otherwise, of those a jump away from the first of the last numbers or, in a
//! circular tour, from 1.
//!
//! If other numbers are given, too, a search places one number after another.

use std::collections::HashMap;
use std::vec;

use watch::Stop;

use crate::count::count;
use crate::cycles::{Cycles, Graph};
use crate::dice::Dice;
use crate::existence::why_none;
use crate::rules::Board;
use crate::search::{End, Field, Method, Search};
use crate::tour::{Tour, TourKind, cells_of_numbers};

/// A partly filled grid whose numbers break no rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    board: Board,
    /// The cell of each number, from 1 on, if it is given.
    cells: Vec<Option<usize>>,
}

/// The cells of the first numbers and of the last ones.
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
}

/// The graph of the free part of a grid.
struct Remains {
    graph: Graph,
    /// The cell of each vertex except the outside: the free cells, then the head.
    cells: Vec<usize>,
    head: Option<usize>,
    /// The edge that a tour must use: from the head to the outside, if there is a head.
    required: Vec<[usize; 2]>,
}

impl Unfinished {
    /// The greatest number of cells for an exhaustive search, which needs memory for each cell.
    pub const MOST_CELLS: usize = 10_000;

    /// A grid with these numbers, row by row, where 0 is a free cell.
    pub fn new(board: Board, numbers: &[u32]) -> Result<Unfinished, String> {
        let cells = cells_of_numbers(board, numbers)?;
        Ok(Unfinished { board, cells })
    }

    /// Whether numbers other than the first and the last ones are given.
    pub fn has_gaps(&self) -> bool {
        self.ends().is_none()
    }

    /// The given numbers, unless some are between the first and the last ones.
    fn ends(&self) -> Option<Ends> {
        let first: Vec<usize> = self.cells.iter().map_while(|cell| *cell).collect();
        let last = self.cells[first.len()..].iter().rev();
        let mut last: Vec<usize> = last.map_while(|cell| *cell).collect();
        last.reverse();
        let all = self.cells.iter().flatten().count();
        (all == first.len() + last.len()).then_some(Ends { first, last })
    }

    fn reversed(&self) -> Unfinished {
        let cells = self.cells.iter().rev().copied().collect();
        Unfinished { cells, ..*self }
    }

    /// Whether it is clear without a search that no tour completes it.
    fn is_hopeless(&self, kind: TourKind) -> bool {
        let [first, last] = [self.cells.first(), self.cells.last()].map(|cell| *cell?);
        let open = first
            .zip(last)
            .is_some_and(|(first, last)| self.board.jump_between(last, first).is_none());
        kind == TourKind::Circular && open || why_none(self.board, kind).is_some()
    }

    /// Completes the grid. `None` if no tour has these numbers. The search alternates between rotations, which are
    /// fast where there are many tours, and an exhaustive search, with twice as many steps each turn. In a large
    /// grid, only rotations are tried.
    pub fn finish(
        &self,
        kind: TourKind,
        max_steps: u64,
        dice: &mut Dice,
        stop: &Stop,
    ) -> Result<Option<Tour>, End> {
        /// The number of steps of the first turn, which takes a millisecond.
        const FIRST: u64 = 1 << 14;
        /// The number of rotation steps that take as long as one node of the exhaustive search.
        const STEPS_A_NODE: u64 = 16;
        if self.is_hopeless(kind) {
            return Ok(None);
        }
        let Some(mut ends) = self.ends() else {
            let mut tour = None;
            TourSearch::new(self, kind, max_steps, stop).run(dice, &mut |path| {
                tour = Some(Tour::from_path(self.board, path));
                true
            })?;
            return Ok(tour);
        };
        let cells = self.board.cells();
        if ends.first.is_empty() && !ends.last.is_empty() {
            let tour = self.reversed().finish(kind, max_steps, dice, stop)?;
            return Ok(tour.map(|tour| {
                let back: Vec<usize> = tour.path().into_iter().rev().collect();
                Tour::from_path(self.board, &back)
            }));
        }
        if ends.first.len() == cells {
            return Ok(Some(Tour::from_path(self.board, &ends.first)));
        }
        if ends.first.is_empty() && kind == TourKind::Circular {
            ends.first.push(dice.below(cells));
        }
        let mut search = Search::new(self.board, kind, Method::Rotate);
        search.limit = FIRST.min(max_steps);
        loop {
            match search.go_on(&ends.first, &ends.last, dice, stop) {
                Err(End::Limit) => {}
                ended => return ended.map(|found| Some(found.tour)),
            }
            if cells <= Unfinished::MOST_CELLS {
                let remains = self.remains(kind, &ends, Some(dice));
                let cycles = Cycles::new(&remains.graph, stop);
                if let Ok(cycle) = cycles.first(&remains.required, search.limit / STEPS_A_NODE) {
                    return Ok(cycle.map(|cycle| self.tour_along(&cycle, &remains, &ends)));
                }
            }
            if search.limit >= max_steps {
                return Err(End::Limit);
            }
            search.limit = search.limit.saturating_mul(2).min(max_steps);
        }
    }

    /// The first number that does not fit: the numbers before it can be completed to a tour, but not together with
    /// it. `None` if all fit, or if the empty grid has no tour either.
    pub fn first_wrong(
        &self,
        kind: TourKind,
        dice: &mut Dice,
        stop: &Stop,
    ) -> Result<Option<usize>, End> {
        let places = (0..self.cells.len()).filter(|&place| self.cells[place].is_some());
        let places: Vec<usize> = places.collect();
        let (mut low, mut high) = (0, places.len());
        while low < high {
            let middle = (low + high) / 2;
            let mut fewer = self.clone();
            fewer.cells[places[middle] + 1..].fill(None);
            match fewer.finish(kind, u64::MAX, dice, stop)? {
                Some(_) => low = middle + 1,
                None => high = middle,
            }
        }
        Ok(places.get(low).map(|place| place + 1))
    }

    /// The number of tours that complete the grid, which has at most [`Unfinished::MOST_CELLS`] cells. `None` if
    /// interrupted.
    pub fn ways(&self, kind: TourKind, stop: &Stop) -> Option<u64> {
        if self.is_hopeless(kind) {
            return Some(0);
        }
        let Some(ends) = self.ends() else {
            let mut ways = 0;
            let search = TourSearch::new(self, kind, u64::MAX, stop);
            let counted = search.run(&mut Dice::new(0), &mut |_| {
                ways += 1;
                false
            });
            return counted.ok().map(|()| ways);
        };
        if ends.first.is_empty() && !ends.last.is_empty() {
            return self.reversed().ways(kind, stop);
        }
        let cells = self.board.cells();
        if ends.first.len() == cells || cells == 1 {
            return Some(1);
        }
        if ends.first.is_empty() {
            // A path has two directions, and each cell of a closed one can be the first.
            let tours = match kind {
                TourKind::Circular => 2 * cells as u64,
                TourKind::Any => 2,
            };
            return Some(tours * count(self.board, kind, stop, &mut |_, _| {})?.ways);
        }
        let remains = self.remains(kind, &ends, None);
        Cycles::new(&remains.graph, stop).count(&remains.required)
    }

    /// The graph of the free part. With dice, the free cells are in random order.
    fn remains(&self, kind: TourKind, ends: &Ends, dice: Option<&mut Dice>) -> Remains {
        let board = self.board;
        let mut free = vec![true; board.cells()];
        for &cell in ends.first.iter().chain(&ends.last) {
            free[cell] = false;
        }
        let mut cells: Vec<usize> = (0..board.cells()).filter(|&cell| free[cell]).collect();
        if let Some(dice) = dice {
            dice.shuffle(&mut cells);
        }
        let head = ends.first.last().map(|_| cells.len());
        cells.extend(ends.first.last());
        let outside = cells.len();
        let mut vertices = vec![None; board.cells()];
        for (vertex, &cell) in (0..).zip(&cells) {
            vertices[cell] = Some(vertex);
        }
        let around = |&cell: &usize| {
            let neighbours = board.neighbours(cell);
            neighbours.filter_map(|(_, to)| vertices[to]).collect()
        };
        let mut graph: Graph = cells.iter().map(around).collect();
        // The cell that the last free cell must be a jump away from, if any.
        let start = ends.first.first().filter(|_| kind == TourKind::Circular);
        let goal = ends.last.first().or(start);
        let arrives = |vertex: usize| {
            goal.is_none_or(|&goal| board.jump_between(cells[vertex], goal).is_some())
        };
        let beside = (0..outside).filter(|&vertex| head == Some(vertex) || arrives(vertex));
        let beside: Vec<usize> = beside.collect();
        beside
            .iter()
            .for_each(|&vertex| graph[vertex].push(outside as u16));
        graph.push(beside.iter().map(|&vertex| vertex as u16).collect());
        Remains {
            graph,
            cells,
            head,
            required: Vec::from_iter(head.map(|head| [head, outside])),
        }
    }

    /// The tour that leaves the outside by the head, and follows a cycle through the free part.
    fn tour_along(&self, cycle: &Graph, remains: &Remains, ends: &Ends) -> Tour {
        let outside = remains.cells.len();
        let first = remains.head.unwrap_or(cycle[outside][0].into());
        let (mut before, mut here) = (outside, first);
        let mut path = ends.first[..ends.first.len().saturating_sub(1)].to_vec();
        for _ in &remains.cells {
            path.push(remains.cells[here]);
            let mut onwards = cycle[here].iter().map(|&to| usize::from(to));
            let next = onwards.find(|&to| to != before);
            (before, here) = (here, next.unwrap_or(here));
        }
        path.extend(&ends.last);
        Tour::from_path(self.board, &path)
    }
}

/// A search that places one number after another, on the cell with the fewest further jumps first.
struct TourSearch<'a> {
    grid: &'a Unfinished,
    kind: TourKind,
    max_steps: u64,
    stop: &'a Stop,
    steps: u64,
    path: Vec<usize>,
    /// The grid in which the cells of the path are taken.
    field: Field,
    /// For each cell, whether a number is given there.
    given: Vec<bool>,
    /// For each index of the path, the index of the next given number.
    next_given: Vec<Option<usize>>,
    /// The number of jumps from a cell to that of a given number, which is identified by its index, if it does not
    /// exceed the number of places since the given number before it.
    distances: HashMap<(usize, usize), usize>,
}

impl TourSearch<'_> {
    fn new<'a>(
        grid: &'a Unfinished,
        kind: TourKind,
        max_steps: u64,
        stop: &'a Stop,
    ) -> TourSearch<'a> {
        let (board, all) = (grid.board, grid.cells.len());
        let mut given = vec![false; all];
        grid.cells
            .iter()
            .flatten()
            .for_each(|&cell| given[cell] = true);
        let mut next_given = vec![None; all];
        let (mut distances, mut before) = (HashMap::new(), 0);
        for place in 0..all {
            let Some(cell) = grid.cells[place] else {
                continue;
            };
            next_given[before..=place].fill(Some(place));
            // Breadth-first layers around the cell.
            let mut layer = vec![cell];
            for distance in 0..=place + 1 - before {
                layer.retain(|&cell| {
                    let known = distances.len();
                    distances.entry((cell, place)).or_insert(distance);
                    distances.len() > known
                });
                let around = layer.iter().flat_map(|&cell| board.neighbours(cell));
                layer = around.map(|(_, cell)| cell).collect();
            }
            before = place + 1;
        }
        TourSearch {
            grid,
            kind,
            max_steps,
            stop,
            steps: 0,
            path: Vec::with_capacity(all),
            field: Field::new(board),
            given,
            next_given,
            distances,
        }
    }

    /// Calls `found` with each tour, until it returns true.
    fn run(mut self, dice: &mut Dice, found: &mut dyn FnMut(&[usize]) -> bool) -> Result<(), End> {
        // For each place of the path, the cells that are left to try. With recursion, 10,000 cells would need more
        // than the stack of a program on Windows, 1 MiB.
        let mut untried = vec![self.candidates(dice)?];
        while let Some(mut cells) = untried.pop() {
            if self.path.len() > untried.len()
                && let Some(cell) = self.path.pop()
            {
                self.field.free(cell);
            }
            let Some(cell) = cells.next() else { continue };
            untried.push(cells);
            let head = self.path.last().copied();
            self.path.push(cell);
            self.field.take(cell);
            if self.is_dead_end(head) {
                continue;
            }
            if self.path.len() < self.grid.cells.len() {
                untried.push(self.candidates(dice)?);
                continue;
            }
            let closing = self.grid.board.jump_between(cell, self.path[0]);
            if (closing.is_some() || self.kind == TourKind::Any) && found(&self.path) {
                break;
            }
        }
        Ok(())
    }

    /// The cells where the next number may be, in the order in which to try them.
    fn candidates(&mut self, dice: &mut Dice) -> Result<vec::IntoIter<usize>, End> {
        let place = self.path.len();
        self.steps += 1;
        if self.steps > self.max_steps {
            return Err(End::Limit);
        }
        if self.steps.is_multiple_of(1 << 14) && self.stop.is_requested() {
            return Err(End::Stopped);
        }
        let mut cells = self.grid.board.next(&self.path);
        cells.retain(|&cell| {
            let is_reachable = |goal: usize| {
                self.distances
                    .get(&(cell, goal))
                    .is_some_and(|&n| n <= goal - place)
            };
            let fits = match self.grid.cells[place] {
                Some(standing) => standing == cell,
                None => !self.given[cell] && self.field.is_free(cell),
            };
            fits && self.next_given[place].is_none_or(is_reachable)
        });
        dice.shuffle(&mut cells);
        cells.sort_by_key(|&cell| self.field.room(cell));
        Ok(cells.into_iter())
    }

    /// Whether a cell a jump away from the cell that was left now has too few free neighbours.
    fn is_dead_end(&self, left: Option<usize>) -> bool {
        let (board, all) = (self.grid.board, self.grid.cells.len());
        let head = self.path[self.path.len() - 1];
        let mut free = left
            .into_iter()
            .flat_map(|left| self.field.free_neighbours(left));
        free.any(|cell| {
            let beside = |other| u8::from(board.jump_between(cell, other).is_some());
            let mut onward = self.field.room(cell) + beside(head);
            if self.kind == TourKind::Circular {
                onward += beside(self.path[0]);
            }
            let last = self.grid.cells[all - 1];
            let is_last = self.kind == TourKind::Any && last.is_none_or(|last| last == cell);
            onward < if is_last { 1 } else { 2 }
        })
    }
}
