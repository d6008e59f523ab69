//! Hamiltonian cycles of a graph: their number, or one of them.
//!
//! This is a depth-first search over edges. A vertex with two used edges needs no other, and one with only two
//! edges left needs both, so every decision entails others, and few branches end without a cycle: about one in two.
//!
//! Decisions are recorded on a trail and undone, so the search takes no more memory than its graph. For 64
//! vertices, copying the sets at every branch would be one and a half times as fast.

use watch::Stop;

/// The neighbours of each vertex, in the order in which they are tried.
pub type Graph = Vec<Vec<u16>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeState {
    Open,
    Used,
    Dropped,
}

/// A decided edge and, if the cycle uses it, the ends of the path that it is now a part of.
struct Decided {
    edge: u16,
    piece: [u16; 2],
}

enum Halt {
    /// A cycle was found, and one is enough.
    Found,
    /// The search was interrupted, or has reached its limit of nodes.
    Stopped,
}

pub struct Cycles<'a> {
    ends: Vec<[u16; 2]>,
    edges: Graph,
    /// The symmetries that a cycle must have, as a group without its identity: for each symmetry, the image of each
    /// edge.
    images: Vec<Vec<u16>>,
    states: Vec<EdgeState>,
    /// For each vertex, the number of undecided edges, and the number of used ones.
    open: Vec<u16>,
    used: Vec<u8>,
    /// For each vertex, twice the number of open edges minus that of used ones, at most [`MOST_CHOICE`], or
    /// [`DECIDED`] if no edge is open.
    choice: Vec<u8>,
    /// For each vertex with fewer than two used edges, the other end of the path that ends there.
    other_end: Vec<u16>,
    length: usize,
    trail: Vec<Decided>,
    queue: Vec<(u16, EdgeState)>,
    stop: &'a Stop,
    nodes: u64,
    most_nodes: u64,
    only_first: bool,
    found: u64,
}

const DECIDED: u8 = u8::MAX;
const MOST_CHOICE: u8 = DECIDED - 1;

impl<'a> Cycles<'a> {
    pub fn new(graph: &Graph, stop: &'a Stop) -> Cycles<'a> {
        let vertices = graph.len();
        let mut ends = Vec::new();
        let mut edges: Graph = graph.iter().map(|n| vec![u16::MAX; n.len()]).collect();
        for (vertex, neighbours) in graph.iter().enumerate() {
            for (place, &other) in neighbours.iter().enumerate() {
                let back = graph[usize::from(other)].iter();
                let back = back.take_while(|&&to| usize::from(to) != vertex).count();
                if vertex < usize::from(other) {
                    edges[vertex][place] = ends.len() as u16;
                    edges[usize::from(other)][back] = ends.len() as u16;
                    ends.push([vertex as u16, other]);
                }
            }
        }
        let mut cycles = Cycles {
            states: vec![EdgeState::Open; ends.len()],
            open: edges.iter().map(|edges| edges.len() as u16).collect(),
            images: Vec::new(),
            used: vec![0; vertices],
            choice: vec![DECIDED; vertices],
            other_end: (0..vertices as u16).collect(),
            length: 0,
            trail: Vec::with_capacity(ends.len()),
            queue: Vec::new(),
            ends,
            edges,
            stop,
            nodes: 0,
            most_nodes: u64::MAX,
            only_first: false,
            found: 0,
        };
        (0..vertices).for_each(|vertex| cycles.weigh(vertex));
        cycles
    }

    /// Restricts the search to cycles that symmetries, a group without its identity, map onto themselves.
    pub(crate) fn with_images(mut self, images: &[Vec<usize>]) -> Cycles<'a> {
        let image = |image: &Vec<usize>| {
            let moved = |ends: &[u16; 2]| {
                let [u, v] = ends.map(|vertex| image[usize::from(vertex)]);
                self.edge(u, v).unwrap_or_default()
            };
            self.ends.iter().map(moved).collect()
        };
        self.images = images.iter().map(image).collect();
        self
    }

    /// The number of cycles with certain edges. `None` if interrupted.
    pub fn count(mut self, with: &[[usize; 2]]) -> Option<u64> {
        self.search(with).ok().map(|()| self.found)
    }

    /// For each vertex, its neighbours on the first cycle found with certain edges. `None` if there is none.
    pub fn first(
        mut self,
        with: &[[usize; 2]],
        most_nodes: u64,
    ) -> Result<Option<Graph>, Undecided> {
        (self.only_first, self.most_nodes) = (true, most_nodes);
        match self.search(with) {
            Ok(()) => Ok(None),
            Err(Halt::Stopped) => Err(Undecided),
            Err(Halt::Found) => {
                let mut cycle = vec![Vec::new(); self.edges.len()];
                let edges = self.ends.iter().zip(&self.states);
                for (&[u, v], _) in edges.filter(|(_, state)| **state == EdgeState::Used) {
                    cycle[usize::from(u)].push(v);
                    cycle[usize::from(v)].push(u);
                }
                Ok(Some(cycle))
            }
        }
    }

    fn search(&mut self, with: &[[usize; 2]]) -> Result<(), Halt> {
        // A cycle has at least three vertices.
        if self.edges.len() < 3 {
            return Ok(());
        }
        for &[u, v] in with {
            let Some(edge) = self.edge(u, v) else {
                return Ok(());
            };
            self.queue.push((edge, EdgeState::Used));
        }
        for vertex in 0..self.edges.len() {
            match self.open[vertex] {
                0 | 1 => return Ok(()),
                2 => self.decide_all(vertex, EdgeState::Used),
                _ => {}
            }
        }
        if self.decide() { self.branch() } else { Ok(()) }
    }

    fn edge(&self, u: usize, v: usize) -> Option<u16> {
        let (u, v) = match self.edges[u].len() <= self.edges[v].len() {
            true => (u, v),
            false => (v, u),
        };
        let mut edges = self.edges[u].iter().copied();
        edges.find(|&edge| self.ends[usize::from(edge)].contains(&(v as u16)))
    }

    fn branch(&mut self) -> Result<(), Halt> {
        /// The number of nodes between two checks for an interruption.
        const STEPS_BETWEEN_CHECKS: u64 = 1 << 14;
        // The edges that are used for now, each with the number of decisions before it. With recursion, 10,000
        // cells would need more than the stack of a program on Windows, 1 MiB.
        let mut branches = Vec::new();
        loop {
            self.nodes += 1;
            let stopped =
                self.nodes.is_multiple_of(STEPS_BETWEEN_CHECKS) && self.stop.is_requested();
            if stopped || self.nodes > self.most_nodes {
                return Err(Halt::Stopped);
            }
            let mut is_possible = false;
            if let Some(edge) = self.choose() {
                branches.push((edge, self.trail.len()));
                self.queue.push((edge, EdgeState::Used));
                is_possible = self.decide();
            } else if self.length == self.edges.len() {
                // Every vertex has two edges, and no smaller cycle was closed.
                self.found += 1;
                if self.only_first {
                    return Err(Halt::Found);
                }
            }
            while !is_possible {
                let Some((edge, decided)) = branches.pop() else {
                    return Ok(());
                };
                self.undo(decided);
                self.queue.push((edge, EdgeState::Dropped));
                is_possible = self.decide();
            }
        }
    }

    /// An open edge at a vertex with the fewest choices.
    fn choose(&self) -> Option<u16> {
        let least = self.choice.iter().fold(DECIDED, |a, &b| a.min(b));
        if least == DECIDED {
            return None;
        }
        let vertex = self.choice.iter().position(|&choice| choice == least)?;
        let mut edges = self.edges[vertex].iter().copied();
        edges.find(|&edge| self.states[usize::from(edge)] == EdgeState::Open)
    }

    fn weigh(&mut self, vertex: usize) {
        self.choice[vertex] = match self.open[vertex] {
            0 => DECIDED,
            open => (2 * open - u16::from(self.used[vertex])).min(MOST_CHOICE.into()) as u8,
        };
    }

    fn decide_all(&mut self, vertex: usize, state: EdgeState) {
        if self.open[vertex] > 0 {
            let open = |edge: &&u16| self.states[usize::from(**edge)] == EdgeState::Open;
            let open = self.edges[vertex].iter().filter(open);
            self.queue.extend(open.map(|&edge| (edge, state)));
        }
    }

    /// Carries out the decisions on the queue and all that they entail. If they contradict each other, returns
    /// false with an empty queue, and the caller must undo the decisions.
    fn decide(&mut self) -> bool {
        while let Some((edge, state)) = self.queue.pop() {
            if !self.carry_out(edge, state) {
                self.queue.clear();
                return false;
            }
        }
        true
    }

    fn carry_out(&mut self, edge: u16, state: EdgeState) -> bool {
        let ends = self.ends[usize::from(edge)];
        let [u, v] = ends.map(usize::from);
        match self.states[usize::from(edge)] {
            EdgeState::Open => {}
            decided => return decided == state,
        }
        let piece = [self.other_end[u], self.other_end[v]];
        let [a, b] = piece.map(usize::from);
        if state == EdgeState::Used && (self.used[u] == 2 || self.used[v] == 2) {
            return false;
        }
        self.states[usize::from(edge)] = state;
        self.trail.push(Decided { edge, piece });
        self.open[u] -= 1;
        self.open[v] -= 1;
        for image in &self.images {
            self.queue.push((image[usize::from(edge)], state));
        }
        if state == EdgeState::Dropped {
            for vertex in [u, v] {
                match self.open[vertex] + u16::from(self.used[vertex]) {
                    0 | 1 => return false,
                    2 => self.decide_all(vertex, EdgeState::Used),
                    _ => {}
                }
                self.weigh(vertex);
            }
            return true;
        }
        self.used[u] += 1;
        self.used[v] += 1;
        self.length += 1;
        if a == v {
            // The edge closes a cycle.
            self.weigh(u);
            self.weigh(v);
            return self.length == self.edges.len();
        }
        self.other_end[a] = b as u16;
        self.other_end[b] = a as u16;
        if self.length + 1 < self.edges.len() {
            // An edge between the two ends would close a cycle too early.
            let early = self.edge(a, b);
            let open = early.filter(|&early| self.states[usize::from(early)] == EdgeState::Open);
            self.queue
                .extend(open.map(|early| (early, EdgeState::Dropped)));
        }
        for vertex in [u, v] {
            if self.used[vertex] == 2 {
                self.decide_all(vertex, EdgeState::Dropped);
            }
            self.weigh(vertex);
        }
        true
    }

    /// Undoes all decisions except the first ones.
    fn undo(&mut self, decided: usize) {
        while self.trail.len() > decided {
            let Some(Decided { edge, piece }) = self.trail.pop() else {
                return;
            };
            let [u, v] = self.ends[usize::from(edge)].map(usize::from);
            self.open[u] += 1;
            self.open[v] += 1;
            if self.states[usize::from(edge)] == EdgeState::Used {
                self.used[u] -= 1;
                self.used[v] -= 1;
                self.length -= 1;
                self.other_end[usize::from(piece[0])] = u as u16;
                self.other_end[usize::from(piece[1])] = v as u16;
            }
            self.states[usize::from(edge)] = EdgeState::Open;
            self.weigh(u);
            self.weigh(v);
        }
    }
}

/// The error of a search that ended without a result.
#[derive(Debug)]
pub struct Undecided;
