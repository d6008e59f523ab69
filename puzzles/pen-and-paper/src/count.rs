//! The number of tours, by looking at all of them.
//!
//! The search is cut into units. A unit of closed ways has those that pass the corners of the grid
//! in one manner; each corner has three neighbours. A unit of open ways has those with the same
//! ends. If units are images of each other under the grid's symmetries, only one of them is counted;
//! its *weight* is their number. Further units count the ways that a symmetry maps onto themselves.
//! Burnside's lemma turns them into the number of ways up to symmetry.
//!
//! Open ways are found as closed ways through the grid and one more vertex, a neighbour of all
//! cells: its two neighbours on the way are the ends.
//!
//! Why no transfer matrix? Cells have few neighbours, so most edges are forced: 3.7 nodes per cycle
//! on 7 × 7, where two is the least. A matrix over the frontier had 278,685 states for the 13,138
//! cycles of 6 × 6 and took a hundred times as long.

use std::collections::BTreeSet;

use watch::Stop;

use crate::cycles::{Cycles, Graph};
use crate::rules::{Board, Symmetry};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ways {
    /// Closed ways through all cells, without a beginning and a direction.
    Closed,
    /// Ways through all cells from one to another, without a direction.
    Open,
}

impl Ways {
    /// The name of the tours along them.
    pub fn tours(self) -> &'static str {
        ["circular tours", "tours"][self as usize]
    }

    /// The most cells of a grid whose ways are counted. Closed ones of 7 × 7 take about a second,
    /// those of 7 × 8 eight minutes, and open ones of 6 × 7 half a minute.
    pub fn most_cells(self) -> usize {
        [56, 42][self as usize]
    }
}

struct Unit {
    passage: Passage,
    /// If it does not count all ways: the symmetry that maps those counted onto themselves.
    symmetry: Option<Symmetry>,
    /// The number of units, or symmetries, with the same number that it represents.
    weight: u64,
    /// Does a jump lead from one end of its open ways to the other?
    closing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub ways: u64,
    /// Up to the symmetries of the grid.
    pub up_to_symmetry: u64,
    /// Open ways with a jump between their ends; 0 for closed ways.
    pub closing: u64,
}

/// Counts the ways through a grid of at most [`Ways::most_cells`] cells. `advance` gets the number
/// of counted units and that of all. `None` if it was stopped.
pub fn count(
    board: Board,
    ways: Ways,
    stop: &Stop,
    advance: &mut dyn FnMut(usize, usize),
) -> Option<Tally> {
    let graph = graph(board, ways);
    let mut units = units(board, ways, &graph);
    units.extend(symmetric_units(board));
    let mut tally = Tally::default();
    for (done, unit) in units.iter().enumerate() {
        advance(done, units.len());
        let symmetry = unit.symmetry.unwrap_or_default();
        let cycles = Cycles::new(&graph, stop).with_images(&powers(&image(board, symmetry)));
        let count = unit.weight * cycles.count(&unit.passage)?;
        tally.up_to_symmetry += count;
        if unit.symmetry.is_none() {
            tally.ways += count;
        }
        if unit.closing {
            tally.closing += count;
        }
    }
    let symmetries = board.symmetries().count() as u64;
    assert!(tally.up_to_symmetry.is_multiple_of(symmetries), "{board}");
    tally.up_to_symmetry /= symmetries;
    Some(tally)
}

/// The cells and the jumps between them, and the vertex that turns an open way into a closed one.
fn graph(board: Board, ways: Ways) -> Graph {
    let cells = board.cells();
    let jumps = |cell| board.neighbours(cell).map(|(_, to)| to as u16).collect();
    let mut graph: Graph = (0..cells).map(jumps).collect();
    if ways == Ways::Open {
        graph.iter_mut().for_each(|all| all.push(cells as u16));
        graph.push((0..cells as u16).collect());
    }
    graph
}

/// What each vertex becomes under a symmetry; the additional vertex, if any, stays.
fn image(board: Board, symmetry: Symmetry) -> Vec<usize> {
    let cells = 0..board.cells();
    let images = cells.map(|cell| symmetry.cell(board, cell));
    images.chain([board.cells()]).collect()
}

/// The powers of a symmetry, except the identity.
fn powers(once: &[usize]) -> Vec<Vec<usize>> {
    let (mut powers, mut power) = (Vec::new(), once.to_vec());
    while !power.iter().copied().eq(0..power.len()) {
        let next = power.iter().map(|&vertex| once[vertex]).collect();
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}

/// Edges that the way uses, in ascending order, each with its lesser vertex first.
type Passage = Vec<[usize; 2]>;

/// A unit for each class of passages through the corners, or the additional vertex, up to symmetry.
fn units(board: Board, ways: Ways, graph: &Graph) -> Vec<Unit> {
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
            for (i, &one) in graph[vertex].iter().enumerate() {
                for &other in &graph[vertex][..i] {
                    let pair = [one, other].map(|end| [vertex, end.into()]);
                    longer.push([&passage[..], &pair].concat());
                }
            }
        }
        passages = longer;
    }
    let symmetries = board.symmetries();
    let images: Vec<Vec<usize>> = symmetries.map(|symmetry| image(board, symmetry)).collect();
    let unit = |passage: &Passage| {
        let all = images.iter().map(|image| moved(passage, image));
        let different: BTreeSet<Passage> = all.collect();
        let weight = different.len() as u64;
        // The identity comes first.
        let passage = moved(passage, &images[0]);
        (different.first() == Some(&passage)).then(|| Unit {
            symmetry: None,
            weight,
            closing: ways == Ways::Open
                && board.jump_between(passage[0][0], passage[1][0]).is_some(),
            passage,
        })
    };
    passages.iter().filter_map(unit).collect()
}

fn moved(passage: &Passage, image: &[usize]) -> Passage {
    let moved = |&[u, v]: &[usize; 2]| [image[u].min(image[v]), image[u].max(image[v])];
    let edges: BTreeSet<[usize; 2]> = passage.iter().map(moved).collect();
    edges.into_iter().collect()
}

/// A unit for each class of symmetries that a symmetry of the grid turns into each other. They fix
/// equally many ways. In a square: both quarter turns, middle lines, and diagonals.
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
