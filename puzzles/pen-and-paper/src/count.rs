//! Counts tours by enumerating all of them.
//!
//! The search is divided into units. For closed paths, a unit has those that pass the corners of the grid, which
//! have three neighbours each, in the same way. For open paths, it has those with the same ends. Of units that are
//! images of each other under the symmetries of the grid, only one is counted, and its *weight* is their number.
//! Further units count the paths that a symmetry maps onto themselves, from which Burnside's lemma gives the number
//! of paths up to symmetry.
//!
//! Open paths are found as closed paths through the grid and an additional vertex that is a neighbour of all cells:
//! its two neighbours on the closed path are the ends.
//!
//! A transfer matrix would be slower. Cells have few neighbours, so most edges are forced: a search takes 3.7 nodes
//! per cycle on 7 × 7, where two is the minimum. A matrix over the frontier had 278,685 states for the 13,138
//! cycles of 6 × 6 and took a hundred times as long.

use std::collections::BTreeSet;

use watch::Stop;

use crate::cycles::{Cycles, Graph};
use crate::rules::{Board, Symmetry};
use crate::tour::TourKind;

impl TourKind {
    /// The greatest number of cells of a grid whose paths are counted. Closed paths of 7 × 7 take about a second,
    /// those of 7 × 8 eight minutes, and open paths of 6 × 7 half a minute.
    pub fn most_cells(self) -> usize {
        [56, 42][self as usize]
    }
}

struct Unit {
    passage: Passage,
    /// The unit counts only paths that this symmetry maps onto themselves; the identity does so with all.
    symmetry: Symmetry,
    /// The number of units with the same count that it represents.
    weight: u64,
    /// Whether a jump leads from one end of its open paths to the other.
    closing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub ways: u64,
    /// The number of paths up to the symmetries of the grid.
    pub up_to_symmetry: u64,
    /// The number of open paths with a jump between their ends; 0 for closed paths.
    pub closing: u64,
}

/// Counts the paths of tours through a grid: the closed ones of circular tours, without a start or a direction, or
/// the open ones of any tours, without a direction. This takes long for more than [`TourKind::most_cells`] cells.
/// `advance` is called with the numbers of finished units and of all units. `None` if interrupted.
pub fn count(
    board: Board,
    kind: TourKind,
    stop: &Stop,
    advance: &mut dyn FnMut(usize, usize),
) -> Option<Tally> {
    let graph = graph(board, kind);
    let mut units = units(board, kind, &graph);
    let symmetries = board.symmetries().count() as u64;
    units.extend(board.symmetries().skip(1).map(|symmetry| Unit {
        passage: Vec::new(),
        symmetry,
        weight: 1,
        closing: false,
    }));
    let mut tally = Tally::default();
    for (done, unit) in units.iter().enumerate() {
        advance(done, units.len());
        let cycles = Cycles::new(&graph, stop).with_images(&powers(&image(board, unit.symmetry)));
        let count = unit.weight * cycles.count(&unit.passage)?;
        tally.up_to_symmetry += count;
        if unit.symmetry == Symmetry::default() {
            tally.ways += count;
        }
        if unit.closing {
            tally.closing += count;
        }
    }
    assert!(tally.up_to_symmetry.is_multiple_of(symmetries), "{board}");
    tally.up_to_symmetry /= symmetries;
    Some(tally)
}

/// The graph of cells and jumps. For open paths, it has the additional vertex.
fn graph(board: Board, kind: TourKind) -> Graph {
    let cells = board.cells();
    let jumps = |cell| board.neighbours(cell).map(|(_, to)| to as u16).collect();
    let mut graph: Graph = (0..cells).map(jumps).collect();
    if kind == TourKind::Any {
        graph.iter_mut().for_each(|all| all.push(cells as u16));
        graph.push((0..cells as u16).collect());
    }
    graph
}

/// The image of each vertex under a symmetry. The additional vertex, if any, stays.
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

/// Edges that the path uses, in ascending order, each with its lower vertex first.
type Passage = Vec<[usize; 2]>;

/// One unit for each class, up to symmetry, of passages through the corners or through the additional vertex.
fn units(board: Board, kind: TourKind, graph: &Graph) -> Vec<Unit> {
    let (down, right) = (board.cells() - board.columns(), board.columns() - 1);
    let mut passed = match kind {
        TourKind::Circular => vec![0, right, down, down + right],
        TourKind::Any => vec![board.cells()],
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
            symmetry: Symmetry::default(),
            weight,
            closing: kind == TourKind::Any
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
