//! All closed ways through all vertices of a small graph (Hamiltonian cycles),
//! or those that a symmetry maps onto themselves.
//!
//! A depth-first search over edges. A vertex that has two edges of the way
//! needs no other, and one with only two edges left needs them both; so every
//! decision entails others, and few branches end without a cycle: about one in
//! two.

use watch::Stop;

/// A graph of at most 64 vertices.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The neighbours of each vertex, a bit each.
    neighbours: Vec<u64>,
}

/// How many vertices a graph can have.
pub(super) const MOST_VERTICES: usize = 64;

impl Graph {
    /// The graph in which each vertex has these neighbours.
    pub(super) fn new(neighbours: Vec<u64>) -> Graph {
        debug_assert!(neighbours.len() <= MOST_VERTICES);
        Graph { neighbours }
    }

    pub(super) fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + use<> {
        bits(self.neighbours[vertex])
    }
}

/// An edge of the graph by its ends, and whether the way uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Decision {
    pub(super) edge: (u8, u8),
    pub(super) used: bool,
}

/// What is decided of the edges, and what follows from it.
#[derive(Clone)]
struct State {
    /// The neighbours of each vertex by an edge that is not decided.
    open: [u64; MOST_VERTICES],
    /// Those by the edges that the way uses, if there are any.
    used: [[u8; 2]; MOST_VERTICES],
    /// How many edges of each vertex are not decided, and how many are used.
    /// (To count bits would take longer.)
    open_count: [u8; MOST_VERTICES],
    used_count: [u8; MOST_VERTICES],
    /// How little choice there is at each vertex: twice the open edges less the
    /// used ones; [`DECIDED`] where nothing is open.
    choice: [u8; MOST_VERTICES],
    /// Of a vertex with less than two edges used: the other end of the piece
    /// of the way that ends there.
    other_end: [u8; MOST_VERTICES],
    /// How many edges are used.
    edges: usize,
}

const DECIDED: u8 = u8::MAX;
/// No vertex.
const NONE: u8 = u8::MAX;

impl State {
    fn new(graph: &Graph) -> State {
        let mut state = State {
            open: [0; MOST_VERTICES],
            used: [[NONE; 2]; MOST_VERTICES],
            open_count: [0; MOST_VERTICES],
            used_count: [0; MOST_VERTICES],
            choice: [DECIDED; MOST_VERTICES],
            other_end: [0; MOST_VERTICES],
            edges: 0,
        };
        for (vertex, &neighbours) in graph.neighbours.iter().enumerate() {
            state.open[vertex] = neighbours;
            state.open_count[vertex] = neighbours.count_ones() as u8;
            state.other_end[vertex] = vertex as u8;
            state.weigh(vertex);
        }
        state
    }

    fn weigh(&mut self, vertex: usize) {
        self.choice[vertex] = match self.open_count[vertex] {
            0 => DECIDED,
            open => 2 * open - self.used_count[vertex],
        };
    }

    fn is_open(&self, u: usize, v: usize) -> bool {
        self.open[u] & 1 << v != 0
    }

    fn uses(&self, u: usize, v: usize) -> bool {
        self.used[u].contains(&(v as u8))
    }

    /// Takes an edge from those that are open.
    fn close(&mut self, u: usize, v: usize) {
        for (vertex, other) in [(u, v), (v, u)] {
            self.open[vertex] &= !(1 << other);
            self.open_count[vertex] -= 1;
        }
    }

    fn use_edge(&mut self, u: usize, v: usize) {
        for (vertex, other) in [(u, v), (v, u)] {
            self.used[vertex][usize::from(self.used_count[vertex])] = other as u8;
            self.used_count[vertex] += 1;
        }
        self.edges += 1;
    }

    /// How many edges of a vertex the way can use.
    fn left(&self, vertex: usize) -> u8 {
        self.open_count[vertex] + self.used_count[vertex]
    }
}

/// Somebody wants the search to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// The search.
pub(super) struct Cycles<'a> {
    size: usize,
    /// The symmetries that a cycle must have, without the identity; closed
    /// under composition. What each vertex becomes.
    images: Vec<Vec<u8>>,
    start: State,
    queue: Vec<Decision>,
    stop: &'a Stop,
    most: u64,
    nodes: u64,
    found: u64,
}

impl<'a> Cycles<'a> {
    /// A search for the cycles of a graph that each of the `images` maps onto
    /// themselves; those are a group without its identity.
    pub(super) fn new(graph: &Graph, images: Vec<Vec<u8>>, stop: &'a Stop) -> Cycles<'a> {
        Cycles {
            size: graph.neighbours.len(),
            images,
            start: State::new(graph),
            queue: Vec::new(),
            stop,
            most: u64::MAX,
            nodes: 0,
            found: 0,
        }
    }

    /// How many cycles agree with the decisions.
    pub(super) fn count(&mut self, decisions: &[Decision]) -> Result<u64, Stopped> {
        self.most = u64::MAX;
        self.search(decisions)
    }

    /// Does any cycle agree with the decisions?
    pub(super) fn any(&mut self, decisions: &[Decision]) -> Result<bool, Stopped> {
        self.most = 1;
        Ok(self.search(decisions)? > 0)
    }

    fn search(&mut self, decisions: &[Decision]) -> Result<u64, Stopped> {
        self.found = 0;
        let mut state = self.start.clone();
        // A cycle has three vertices at least.
        if self.size < 3 {
            return Ok(0);
        }
        self.queue.clear();
        self.queue.extend(decisions);
        for vertex in 0..self.size {
            match state.open_count[vertex] {
                0 | 1 => return Ok(0),
                2 => self.require(state.open[vertex], vertex),
                _ => {}
            }
        }
        if self.decide(&mut state) {
            self.branch(state)?;
        }
        Ok(self.found)
    }

    /// Puts the edges from a vertex to its `neighbours` on the queue as used.
    fn require(&mut self, neighbours: u64, vertex: usize) {
        self.queue.extend(bits(neighbours).map(|other| Decision {
            edge: (vertex as u8, other as u8),
            used: true,
        }));
    }

    /// Takes all branches of what is not decided.
    fn branch(&mut self, mut state: State) -> Result<(), Stopped> {
        /// How many nodes are gone through between two looks at whether to
        /// stop.
        const LOOK: u64 = 1 << 14;
        loop {
            self.nodes += 1;
            if self.nodes.is_multiple_of(LOOK) && self.stop.asked() {
                return Err(Stopped);
            }
            let Some((vertex, other)) = self.choose(&state) else {
                // Nothing is left to decide: every vertex has two edges, and no
                // smaller cycle was closed.
                self.found += u64::from(state.edges == self.size);
                return Ok(());
            };
            let decision = |used| Decision {
                edge: (vertex as u8, other as u8),
                used,
            };
            let mut with = state.clone();
            self.queue.push(decision(true));
            if self.decide(&mut with) {
                self.branch(with)?;
                if self.found >= self.most {
                    return Ok(());
                }
            }
            self.queue.push(decision(false));
            if !self.decide(&mut state) {
                return Ok(());
            }
        }
    }

    /// An open edge at a vertex that has least choice.
    fn choose(&self, state: &State) -> Option<(usize, usize)> {
        let least = state.choice.iter().fold(DECIDED, |a, &b| a.min(b));
        if least == DECIDED {
            return None;
        }
        let vertex = state.choice.iter().position(|&choice| choice == least)?;
        Some((vertex, state.open[vertex].trailing_zeros() as usize))
    }

    /// Carries out the decisions on the queue and all that they entail. False,
    /// with an empty queue, if they contradict each other.
    fn decide(&mut self, state: &mut State) -> bool {
        while let Some(decision) = self.queue.pop() {
            if !self.carry_out(decision, state) {
                self.queue.clear();
                return false;
            }
        }
        true
    }

    fn carry_out(&mut self, decision: Decision, state: &mut State) -> bool {
        let (u, v) = (usize::from(decision.edge.0), usize::from(decision.edge.1));
        if !state.is_open(u, v) {
            return state.uses(u, v) == decision.used;
        }
        state.close(u, v);
        for image in &self.images {
            self.queue.push(Decision {
                edge: (image[u], image[v]),
                used: decision.used,
            });
        }
        if !decision.used {
            for vertex in [u, v] {
                match state.left(vertex) {
                    0 | 1 => return false,
                    2 => self.require(state.open[vertex], vertex),
                    _ => {}
                }
                state.weigh(vertex);
            }
            return true;
        }
        if state.used_count[u] == 2 || state.used_count[v] == 2 {
            return false;
        }
        state.use_edge(u, v);
        let (a, b) = (state.other_end[u], state.other_end[v]);
        if usize::from(a) == v {
            // This closes a cycle.
            state.weigh(u);
            state.weigh(v);
            return state.edges == self.size;
        }
        state.other_end[usize::from(a)] = b;
        state.other_end[usize::from(b)] = a;
        if state.edges + 1 < self.size && state.is_open(usize::from(a), usize::from(b)) {
            // That would close one too early.
            self.queue.push(Decision {
                edge: (a, b),
                used: false,
            });
        }
        for vertex in [u, v] {
            if state.used_count[vertex] == 2 {
                self.queue
                    .extend(bits(state.open[vertex]).map(|other| Decision {
                        edge: (vertex as u8, other as u8),
                        used: false,
                    }));
            }
            state.weigh(vertex);
        }
        true
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit as usize
        })
    })
}
