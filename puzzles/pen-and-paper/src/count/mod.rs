//! The number of tours, by looking at all of them.
//!
//! The search is cut into units, which can be counted in any order and at the same time. A unit of
//! closed ways has those that pass the corners of the grid in one manner; each corner has three
//! neighbours. A unit of open ways has those with the same ends. If units are images of each other
//! under the grid's symmetries, only one of them is counted; its *weight* is their number. Further
//! units count the ways that a symmetry maps onto themselves. Burnside's lemma turns them into the
//! number of ways up to symmetry.
//!
//! Open ways are found as closed ways through the grid and one more vertex, a neighbour of all
//! cells: its two neighbours on the way are the ends.
//!
//! Why no transfer matrix? Cells have few neighbours, so most edges are forced: 3.7 nodes per cycle
//! on 7 × 7, where two is the least. A matrix over the frontier had 278,685 states for the 13,138
//! cycles of 6 × 6 and took a hundred times as long.

mod cycles;
#[cfg(test)]
pub(crate) mod tests;

use watch::Stop;

use crate::rules::{Board, Symmetry};
use cycles::{Cycles, bits};

/// Changes whenever the same unit could mean something else.
pub const UNITS_VERSION: u32 = 1;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ways {
    /// Closed ways through all cells, without a beginning and a direction.
    Closed,
    /// Ways through all cells from one to another, without a direction.
    Open,
}

impl Ways {
    /// Its name.
    pub fn name(self) -> &'static str {
        ["closed", "open"][self as usize]
    }

    /// The name of the tours along them.
    pub fn tours(self) -> &'static str {
        ["circular tours", "tours"][self as usize]
    }

    /// The most cells of a grid whose ways are counted: closed ones of 7 × 7 take
    /// less than a second, open ones of 6 × 7 half a minute.
    pub fn most_cells(self) -> usize {
        [49, 42][self as usize]
    }
}

/// A part of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    passage: Passage,
    /// If the unit does not count all ways: the symmetry that maps the ways it counts onto
    /// themselves.
    pub symmetry: Option<Symmetry>,
    /// The number of units, or symmetries, with the same number that it represents.
    pub weight: u32,
    /// Does a jump lead from one end of its open ways to the other?
    closing: bool,
}

/// A count of the ways through a grid.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The grid.
    pub board: Board,
    /// What is counted.
    pub ways: Ways,
    /// The units.
    pub units: Vec<Unit>,
    /// The neighbours of each vertex, one bit for each.
    graph: Vec<u64>,
}

/// The number of ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// All of them.
    pub ways: u64,
    /// Up to the symmetries of the grid.
    pub up_to_symmetry: u64,
    /// Open ways with a jump between their ends; 0 for closed ways.
    pub closing: u64,
}

impl Plan {
    /// The plan for a grid, or `None` if it has more cells than
    /// [`Ways::most_cells`].
    pub fn new(board: Board, ways: Ways) -> Option<Plan> {
        if board.cells() > ways.most_cells() {
            return None;
        }
        let graph = graph(board, ways);
        let units = units(board, ways, &graph).into_iter();
        let units = units.chain(symmetric_units(board)).collect();
        Some(Plan {
            board,
            ways,
            graph,
            units,
        })
    }

    /// Counts a unit; `None` if it was stopped.
    pub fn count(&self, unit: &Unit, stop: &Stop) -> Option<u64> {
        let symmetry = unit.symmetry.unwrap_or_default();
        let images = powers(&image(self.board, symmetry));
        Cycles::new(&self.graph, images, stop).count(&unit.passage)
    }

    /// The number of ways, from the numbers of the units in their order. `None` if these cannot all
    /// be right.
    pub fn tally(&self, counts: &[u64]) -> Option<Tally> {
        let sum = |wanted: &dyn Fn(&Unit) -> bool| -> u128 {
            let units = self.units.iter().zip(counts);
            let wanted = units.filter(|(unit, _)| wanted(unit));
            wanted
                .map(|(unit, &count)| u128::from(count) * u128::from(unit.weight))
                .sum()
        };
        let ways = sum(&|unit| unit.symmetry.is_none());
        let all = sum(&|_| true);
        let symmetries = self.board.symmetries().count() as u128;
        // A closed way is a tour from each of its cells in two directions, and the number of these
        // tours must fit, too.
        u64::try_from(ways * 2 * self.board.cells() as u128).ok()?;
        (counts.len() == self.units.len() && all.is_multiple_of(symmetries)).then_some(Tally {
            ways: u64::try_from(ways).ok()?,
            up_to_symmetry: u64::try_from(all / symmetries).ok()?,
            closing: u64::try_from(sum(&|unit| unit.closing)).ok()?,
        })
    }
}

/// The cells and the jumps between them, and the vertex that turns an open way into a closed one.
fn graph(board: Board, ways: Ways) -> Vec<u64> {
    let cells = board.cells();
    let jumps = |cell| board.neighbours(cell).fold(0, |all, (_, to)| all | 1 << to);
    let mut graph: Vec<u64> = (0..cells).map(jumps).collect();
    if ways == Ways::Open {
        graph.iter_mut().for_each(|all| *all |= 1 << cells);
        graph.push((1 << cells) - 1);
    }
    graph
}

/// What each vertex becomes under a symmetry. The additional vertex, if there is one, stays where
/// it is.
fn image(board: Board, symmetry: Symmetry) -> Vec<u8> {
    let cells = 0..board.cells();
    let images = cells.map(|cell| symmetry.cell(board, cell));
    images
        .chain([board.cells()])
        .map(|vertex| vertex as u8)
        .collect()
}

/// The powers of a symmetry, except the identity.
fn powers(once: &[u8]) -> Vec<Vec<u8>> {
    let next = |power: &Vec<u8>| Some(power.iter().map(|&v| once[usize::from(v)]).collect());
    let powers = std::iter::successors(Some(once.to_vec()), next);
    powers
        .take_while(|power| !power.iter().copied().eq(0..power.len() as u8))
        .collect()
}

/// Some vertices in ascending order, each with its two neighbours on the way.
type Passage = Vec<(u8, u64)>;

/// A unit for each class of passages through the corners, or the additional vertex, that are images
/// of each other.
fn units(board: Board, ways: Ways, graph: &[u64]) -> Vec<Unit> {
    let (down, right) = (board.cells() - board.columns(), board.columns() - 1);
    let mut passed = match ways {
        Ways::Closed => vec![0, right, down, down + right],
        Ways::Open => vec![board.cells()],
    };
    // A grid of one row or column has only two corners.
    passed.sort_unstable();
    passed.dedup();
    let mut passages: Vec<Passage> = vec![Vec::new()];
    for vertex in passed {
        let mut longer = Vec::new();
        for passage in &passages {
            for one in bits(graph[vertex]) {
                for other in bits(graph[vertex]).filter(|&other| other > one) {
                    let pair = 1 << one | 1 << other;
                    longer.push([&passage[..], &[(vertex as u8, pair)]].concat());
                }
            }
        }
        passages = longer;
    }
    let symmetries = board.symmetries();
    let images: Vec<Vec<u8>> = symmetries.map(|symmetry| image(board, symmetry)).collect();
    let unit = |passage: &Passage| {
        let mut others: Vec<Passage> = images.iter().map(|image| moved(passage, image)).collect();
        others.sort_unstable();
        others.dedup();
        let ends: Vec<usize> = bits(passage[0].1).collect();
        (others.first() == Some(passage)).then(|| Unit {
            passage: passage.clone(),
            symmetry: None,
            weight: others.len() as u32,
            closing: ways == Ways::Open && board.jump_between(ends[0], ends[1]).is_some(),
        })
    };
    passages.iter().filter_map(unit).collect()
}

fn moved(passage: &Passage, image: &[u8]) -> Passage {
    let moved = |&(vertex, pair): &(u8, u64)| {
        let pair = bits(pair).fold(0, |all, other| all | 1u64 << image[other]);
        (image[usize::from(vertex)], pair)
    };
    let mut moved: Passage = passage.iter().map(moved).collect();
    moved.sort_unstable();
    moved
}

/// A unit for each class of symmetries that a symmetry of the grid turns into each other. They fix
/// the same number of ways. In a square these are both quarter turns, both middle lines, and both
/// diagonals.
fn symmetric_units(board: Board) -> impl Iterator<Item = Unit> {
    let square = board.symmetries().count() == 8;
    let classes = match (board.rows(), square) {
        // For a single cell or a single row, some symmetries do the same.
        (1, true) => &[(1, 1)][..],
        (1, false) => &[(1, 1), (3, 1)],
        (_, true) => &[(1, 2), (2, 1), (4, 2), (5, 2)],
        (_, false) => &[(1, 1), (2, 1), (3, 1)],
    };
    classes.iter().map(move |&(index, weight)| Unit {
        passage: Vec::new(),
        symmetry: board.symmetries().nth(index),
        weight,
        closing: false,
    })
}
