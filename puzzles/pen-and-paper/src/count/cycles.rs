//! All closed ways through all vertices of a small graph (Hamiltonian cycles), or those that a
//! symmetry maps onto themselves.
//!
//! This is a depth-first search over edges. A vertex that has two edges of the way needs no other,
//! and one with only two edges left needs both. So every decision entails others, and few branches
//! end without a cycle: about one in two.

use watch::Stop;

const MOST_VERTICES: usize = 64;

/// An edge of the graph by its ends, and whether the way uses it.
type Decision = (u8, u8, bool);

/// What is decided about the edges, and what follows from it.
#[derive(Clone)]
struct State {
    /// The neighbours of each vertex by edges that are not decided.
    open: [u64; MOST_VERTICES],
    /// The neighbours by edges that the way uses.
    used: [u64; MOST_VERTICES],
    /// The choice at each vertex: twice the open edges minus the used ones; [`DECIDED`] if no edge
    /// is open.
    choice: [u8; MOST_VERTICES],
    /// For a vertex with fewer than two used edges: the other end of the piece of the way that ends
    /// there.
    other_end: [u8; MOST_VERTICES],
    edges: usize,
}

const DECIDED: u8 = u8::MAX;

impl State {
    fn new(graph: &[u64]) -> State {
        let mut state = State {
            open: [0; MOST_VERTICES],
            used: [0; MOST_VERTICES],
            choice: [DECIDED; MOST_VERTICES],
            other_end: std::array::from_fn(|vertex| vertex as u8),
            edges: 0,
        };
        for (vertex, &neighbours) in graph.iter().enumerate() {
            state.open[vertex] = neighbours;
            state.weigh(vertex);
        }
        state
    }

    fn weigh(&mut self, vertex: usize) {
        self.choice[vertex] = match self.open[vertex].count_ones() {
            0 => DECIDED,
            open => (2 * open - self.used[vertex].count_ones()) as u8,
        };
    }

    /// Does the way use as many edges of a vertex as it needs?
    fn is_full(&self, vertex: usize) -> bool {
        self.used[vertex].count_ones() == 2
    }
}

pub(super) struct Cycles<'a> {
    graph: &'a [u64],
    /// The symmetries that a cycle must have: what each vertex becomes. They are closed under
    /// composition, with the identity left out.
    images: Vec<Vec<u8>>,
    queue: Vec<Decision>,
    stop: &'a Stop,
    nodes: u64,
    found: u64,
}

impl<'a> Cycles<'a> {
    /// A search for the cycles of a graph that each of the `images` maps onto themselves. The
    /// images are a group without its identity.
    pub(super) fn new(graph: &'a [u64], images: Vec<Vec<u8>>, stop: &'a Stop) -> Cycles<'a> {
        debug_assert!(graph.len() <= MOST_VERTICES);
        Cycles {
            graph,
            images,
            queue: Vec::new(),
            stop,
            nodes: 0,
            found: 0,
        }
    }

    /// The number of cycles that pass some vertices between certain neighbours; `None` if it was
    /// stopped.
    pub(super) fn count(mut self, passage: &[(u8, u64)]) -> Option<u64> {
        // A cycle has at least three vertices.
        if self.graph.len() < 3 {
            return Some(0);
        }
        let mut state = State::new(self.graph);
        for &(vertex, pair) in passage {
            self.decide_all(pair, vertex.into(), true);
        }
        for vertex in 0..self.graph.len() {
            match state.open[vertex].count_ones() {
                0 | 1 => return Some(0),
                2 => self.decide_all(state.open[vertex], vertex, true),
                _ => {}
            }
        }
        if self.decide(&mut state) {
            self.branch(state)?;
        }
        Some(self.found)
    }

    /// Puts the edges from a vertex to its `neighbours` on the queue.
    fn decide_all(&mut self, neighbours: u64, vertex: usize, used: bool) {
        let decisions = bits(neighbours).map(|other| (vertex as u8, other as u8, used));
        self.queue.extend(decisions);
    }

    /// Takes all branches of what is not decided; `None` if it was stopped.
    fn branch(&mut self, mut state: State) -> Option<()> {
        /// The number of nodes between two checks whether to stop.
        const LOOK: u64 = 1 << 14;
        loop {
            self.nodes += 1;
            if self.nodes.is_multiple_of(LOOK) && self.stop.asked() {
                return None;
            }
            let Some((vertex, other)) = self.choose(&state) else {
                // Every vertex has two edges, and no smaller cycle was closed.
                self.found += u64::from(state.edges == self.graph.len());
                return Some(());
            };
            let (u, v) = (vertex as u8, other as u8);
            let mut with = state.clone();
            self.queue.push((u, v, true));
            if self.decide(&mut with) {
                self.branch(with)?;
            }
            self.queue.push((u, v, false));
            if !self.decide(&mut state) {
                return Some(());
            }
        }
    }

    /// An open edge at a vertex with the least choice.
    fn choose(&self, state: &State) -> Option<(usize, usize)> {
        let least = state.choice.iter().fold(DECIDED, |a, &b| a.min(b));
        if least == DECIDED {
            return None;
        }
        let vertex = state.choice.iter().position(|&choice| choice == least)?;
        Some((vertex, state.open[vertex].trailing_zeros() as usize))
    }

    /// Carries out the decisions on the queue and all that they entail. If they contradict each
    /// other, it returns false and the queue is empty.
    fn decide(&mut self, state: &mut State) -> bool {
        while let Some(decision) = self.queue.pop() {
            if !self.carry_out(decision, state) {
                self.queue.clear();
                return false;
            }
        }
        true
    }

    fn carry_out(&mut self, (u, v, used): Decision, state: &mut State) -> bool {
        let (u, v) = (usize::from(u), usize::from(v));
        if state.open[u] & 1 << v == 0 {
            return (state.used[u] & 1 << v != 0) == used;
        }
        state.open[u] &= !(1 << v);
        state.open[v] &= !(1 << u);
        for image in &self.images {
            self.queue.push((image[u], image[v], used));
        }
        if !used {
            for vertex in [u, v] {
                match (state.open[vertex] | state.used[vertex]).count_ones() {
                    0 | 1 => return false,
                    2 => self.decide_all(state.open[vertex], vertex, true),
                    _ => {}
                }
                state.weigh(vertex);
            }
            return true;
        }
        if state.is_full(u) || state.is_full(v) {
            return false;
        }
        state.used[u] |= 1 << v;
        state.used[v] |= 1 << u;
        state.edges += 1;
        let (a, b) = (state.other_end[u], state.other_end[v]);
        if usize::from(a) == v {
            // This closes a cycle.
            state.weigh(u);
            state.weigh(v);
            return state.edges == self.graph.len();
        }
        state.other_end[usize::from(a)] = b;
        state.other_end[usize::from(b)] = a;
        if state.edges + 1 < self.graph.len() {
            // An edge between the ends would close a cycle too early.
            self.decide_all(state.open[usize::from(a)] & 1 << b, a.into(), false);
        }
        for vertex in [u, v] {
            if state.is_full(vertex) {
                self.decide_all(state.open[vertex], vertex, false);
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
