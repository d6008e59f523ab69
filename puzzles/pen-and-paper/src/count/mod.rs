//! How many tours there are, by looking at all of them.
//!
//! The search is cut into units, which can be counted in any order and at the
//! same time: closed ways by how they pass the corners of the grid, which have
//! three neighbours each; open ways by their ends. Of units that are images of
//! each other under the grid's symmetries one is counted, and its *weight* is
//! how many they are. Further units count the ways that a symmetry maps onto
//! themselves; Burnside's lemma makes of them how many ways there are up to
//! symmetry.
//!
//! Open ways are found as closed ways through the grid and one more vertex that
//! is a neighbour of all cells: its two neighbours on the way are the ends.
//!
//! Why no transfer matrix? Cells have few neighbours, so most edges are forced: 3.7
//! nodes a cycle on 7 × 7, where two is the least. A matrix over the frontier had
//! 278,685 states for the 13,138 cycles of 6 × 6 and took a hundred times as long.

mod cycles;
#[cfg(test)]
mod tests;

use watch::Stop;

use crate::rules::{Board, Symmetry};
use cycles::{Cycles, Decision, Graph, MOST_VERTICES, bits};

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
    pub const fn name(self) -> &'static str {
        match self {
            Ways::Closed => "closed",
            Ways::Open => "open",
        }
    }

    /// What tours along them are called.
    pub const fn tours(self) -> &'static str {
        match self {
            Ways::Closed => "circular tours",
            Ways::Open => "tours",
        }
    }

    /// The most cells of a grid whose ways can be counted.
    pub const fn most_cells(self) -> usize {
        match self {
            Ways::Closed => MOST_VERTICES,
            Ways::Open => MOST_VERTICES - 1,
        }
    }
}

/// A part of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    decisions: Vec<Decision>,
    kind: Kind,
}

/// What a unit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Ways; so many units with this number are images of each other.
    Ways {
        /// How many.
        weight: u32,
    },
    /// Ways that are their own images under a symmetry, which stands for so
    /// many symmetries with equal numbers.
    Symmetric {
        /// The symmetry.
        symmetry: Symmetry,
        /// For how many it stands.
        weight: u32,
    },
}

/// A count of the ways through a grid: its units.
#[derive(Clone, Debug)]
pub struct Plan {
    board: Board,
    ways: Ways,
    graph: Graph,
    units: Vec<Unit>,
}

/// How many ways there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// All of them.
    pub ways: u64,
    /// Up to the symmetries of the grid.
    pub up_to_symmetry: u64,
    /// Open ones with a jump between their ends; 0 of closed ones.
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
        let passages = match ways {
            Ways::Closed => corner_passages(board, &graph),
            Ways::Open => end_passages(board),
        };
        let mut units = units(board, &graph, &passages);
        units.extend(symmetric_units(board));
        Some(Plan {
            board,
            ways,
            graph,
            units,
        })
    }

    /// The grid.
    pub fn board(&self) -> Board {
        self.board
    }

    /// What is counted.
    pub fn ways(&self) -> Ways {
        self.ways
    }

    /// The units.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Counts a unit; `None` if it was stopped.
    pub fn count(&self, unit: &Unit, stop: &Stop) -> Option<u64> {
        let images = match unit.kind {
            Kind::Ways { .. } => Vec::new(),
            Kind::Symmetric { symmetry, .. } => powers(self.board, self.ways, symmetry),
        };
        Cycles::new(&self.graph, images, stop)
            .count(&unit.decisions)
            .ok()
    }

    /// The number of ways, from the numbers of the units in their order.
    /// `None` if these cannot all be right.
    pub fn tally(&self, counts: &[u64]) -> Option<Tally> {
        let (mut ways, mut fixed, mut closing) = (0u64, 0u64, 0u64);
        for (unit, &count) in self.units.iter().zip(counts) {
            let times = |weight: u32| count.checked_mul(u64::from(weight));
            match unit.kind {
                Kind::Ways { weight } => {
                    ways = ways.checked_add(times(weight)?)?;
                    if self.has_closing_ends(unit) {
                        closing += times(weight)?;
                    }
                }
                Kind::Symmetric { weight, .. } => fixed = fixed.checked_add(times(weight)?)?,
            }
        }
        let symmetries = self.board.symmetries().count() as u64;
        let all = ways.checked_add(fixed)?;
        // A closed way is a tour from each of its cells in two directions, and
        // somebody will want to know how many tours that makes.
        ways.checked_mul(2 * self.board.cells() as u64)?;
        (counts.len() == self.units.len() && all.is_multiple_of(symmetries)).then_some(Tally {
            ways,
            up_to_symmetry: all / symmetries,
            closing,
        })
    }

    /// Does a jump lead from one end of the unit's open ways to the other?
    fn has_closing_ends(&self, unit: &Unit) -> bool {
        let additional = self.board.cells() as u8;
        let ends = unit.decisions.iter().filter_map(|decision| {
            let end = decision.used && decision.edge.0 == additional;
            end.then_some(usize::from(decision.edge.1))
        });
        match ends.collect::<Vec<usize>>()[..] {
            [one, other] => self.board.jump_between(one, other).is_some(),
            _ => false,
        }
    }
}

impl Unit {
    /// What it counts.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// Is there a way through all cells, from `start` if that is given? `None` if
/// it was stopped, or the grid is too big to tell.
pub fn any(board: Board, ways: Ways, start: Option<usize>, stop: &Stop) -> Option<bool> {
    if board.cells() == 1 {
        return Some(ways == Ways::Open);
    }
    if board.cells() > ways.most_cells() {
        return None;
    }
    let graph = graph(board, ways);
    // Of a closed way every cell can be the first one.
    let from_start = start.filter(|_| ways == Ways::Open).map(|cell| Decision {
        edge: (cell as u8, board.cells() as u8),
        used: true,
    });
    Cycles::new(&graph, Vec::new(), stop)
        .any(from_start.as_slice())
        .ok()
}

/// The cells and the jumps between them, and the vertex that makes a closed
/// way of an open one.
fn graph(board: Board, ways: Ways) -> Graph {
    let cells = board.cells();
    let mut neighbours: Vec<u64> = (0..cells)
        .map(|cell| {
            board
                .neighbours(cell)
                .fold(0, |all, (_, other)| all | 1 << other)
        })
        .collect();
    if ways == Ways::Open {
        for all in &mut neighbours {
            *all |= 1 << cells;
        }
        neighbours.push((1 << cells) - 1);
    }
    Graph::new(neighbours)
}

/// What each vertex becomes under a symmetry.
fn image(board: Board, ways: Ways, symmetry: Symmetry) -> Vec<u8> {
    let mut image: Vec<u8> = (0..board.cells())
        .map(|cell| symmetry.cell(board, cell) as u8)
        .collect();
    if ways == Ways::Open {
        image.push(board.cells() as u8);
    }
    image
}

/// The symmetries that a symmetry is made into by repeating it, but for the
/// identity.
fn powers(board: Board, ways: Ways, symmetry: Symmetry) -> Vec<Vec<u8>> {
    let once = image(board, ways, symmetry);
    let mut powers = Vec::new();
    let mut power = once.clone();
    while power
        .iter()
        .zip(0..)
        .any(|(&image, vertex)| image != vertex)
    {
        let next = power.iter().map(|&v| once[usize::from(v)]).collect();
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}

/// Some vertices in ascending order, each with its two neighbours on the way.
type Passage = Vec<(u8, u64)>;

/// All ways to pass the corners.
fn corner_passages(board: Board, graph: &Graph) -> Vec<Passage> {
    let (down, right) = (board.cells() - board.columns(), board.columns() - 1);
    let mut corners = vec![0, right, down, down + right];
    // A grid of one row or column has two only.
    corners.sort_unstable();
    corners.dedup();
    let mut passages: Vec<Passage> = vec![Vec::new()];
    for corner in corners {
        let pairs: Vec<u64> = pairs(graph, corner).collect();
        passages = passages
            .iter()
            .flat_map(|passage| {
                pairs.iter().map(move |&pair| {
                    let mut longer = passage.clone();
                    longer.push((corner as u8, pair));
                    longer
                })
            })
            .collect();
    }
    passages
}

/// All ways to pass the additional vertex.
fn end_passages(board: Board) -> Vec<Passage> {
    let cells = board.cells();
    (0..cells)
        .flat_map(|one| (one + 1..cells).map(move |other| (one, other)))
        .map(|(one, other)| vec![(cells as u8, 1 << one | 1 << other)])
        .collect()
}

/// A unit for each set of passages that are images of each other.
fn units(board: Board, graph: &Graph, passages: &[Passage]) -> Vec<Unit> {
    let images: Vec<Vec<u8>> = board
        .symmetries()
        // The additional vertex stays where it is, if there is one.
        .map(|symmetry| image(board, Ways::Open, symmetry))
        .collect();
    passages
        .iter()
        .filter_map(|passage| {
            let mut others: Vec<Passage> =
                images.iter().map(|image| moved(passage, image)).collect();
            others.sort_unstable();
            others.dedup();
            (others.first() == Some(passage)).then(|| Unit {
                decisions: decisions(passage, graph),
                kind: Kind::Ways {
                    weight: others.len() as u32,
                },
            })
        })
        .collect()
}

fn pairs(graph: &Graph, vertex: usize) -> impl Iterator<Item = u64> {
    let neighbours: Vec<usize> = graph.neighbours(vertex).collect();
    let count = neighbours.len();
    (0..count)
        .flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
        .map(move |(i, j)| 1 << neighbours[i] | 1 << neighbours[j])
}

fn moved(passage: &Passage, image: &[u8]) -> Passage {
    let mut moved: Passage = passage
        .iter()
        .map(|&(corner, pair)| {
            let pair = bits(pair).fold(0, |all, vertex| all | 1u64 << image[vertex]);
            (image[usize::from(corner)], pair)
        })
        .collect();
    moved.sort_unstable();
    moved
}

fn decisions(passage: &Passage, graph: &Graph) -> Vec<Decision> {
    passage
        .iter()
        .flat_map(|&(corner, pair)| {
            graph
                .neighbours(usize::from(corner))
                .map(move |other| Decision {
                    edge: (corner, other as u8),
                    used: pair & 1 << other != 0,
                })
        })
        .collect()
}

/// A unit for each class of symmetries that are turned into each other by a
/// symmetry of the grid, and therefore fix equally many ways.
fn symmetric_units(board: Board) -> impl Iterator<Item = Unit> {
    let symmetries: Vec<(Symmetry, Vec<u8>)> = board
        .symmetries()
        .map(|symmetry| (symmetry, image(board, Ways::Closed, symmetry)))
        .collect();
    let conjugates = |one: &[u8]| -> Vec<Vec<u8>> {
        let mut all: Vec<Vec<u8>> = symmetries
            .iter()
            .map(|(_, by)| {
                let mut conjugate = vec![0; one.len()];
                for (vertex, &image) in one.iter().enumerate() {
                    conjugate[usize::from(by[vertex])] = by[usize::from(image)];
                }
                conjugate
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let mut units = Vec::new();
    for (symmetry, image) in &symmetries {
        if symmetry.is_identity() || seen.contains(image) {
            continue;
        }
        let class = conjugates(image);
        units.push(Unit {
            decisions: Vec::new(),
            kind: Kind::Symmetric {
                symmetry: *symmetry,
                weight: class.len() as u32,
            },
        });
        seen.extend(class);
    }
    units.into_iter()
}
