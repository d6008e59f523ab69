//! Reasons why a grid can no longer be filled that need no search.

use pen_and_paper::existence::why_none;

use super::{Begun, Remains};

#[derive(Debug)]
pub(crate) struct Flaw {
    /// As the end of a sentence.
    pub(crate) why: String,
    pub(crate) cells: Vec<usize>,
}

impl Flaw {
    fn new(why: impl Into<String>, cells: Vec<usize>) -> Flaw {
        let why = why.into();
        Flaw { why, cells }
    }

    fn no_way_back() -> Flaw {
        Flaw::new("no way left ends a jump away from 1", Vec::new())
    }
}

impl Begun {
    /// Why the grid can no longer be filled, as far as this is clear without a search.
    pub(crate) fn flaw(&self, circular: bool) -> Option<Flaw> {
        let Some(&start) = self.path.first() else {
            // Perhaps even the empty grid cannot be filled.
            return why_none(self.board, circular).map(|why| Flaw::new(why, Vec::new()));
        };
        if self.is_full() {
            let head = self.path[self.path.len() - 1];
            let open = self.board.jump_between(head, start).is_none();
            return (circular && open).then(Flaw::no_way_back);
        }
        let remains = self.remains(circular, None);
        let head = remains.head?;
        let ends = remains.graph[remains.outside.unwrap_or(head)].len();
        let flaw = remains.unreachable(head);
        let flaw = flaw.or_else(|| (circular && ends < 2).then(Flaw::no_way_back));
        let flaw = flaw.or_else(|| match circular {
            true => remains.no_way_out(head),
            false => remains.two_ends(head),
        });
        flaw.or_else(|| remains.crowded(head, circular, start))
    }
}

impl Remains {
    /// The cells, apart from the `without` ones, that no way without these reaches from a vertex.
    fn beyond(&self, from: usize, without: &[Option<usize>]) -> Vec<usize> {
        let mut seen = vec![false; self.graph.len()];
        for &vertex in without.iter().flatten() {
            seen[vertex] = true;
        }
        let mut due = vec![from];
        seen[from] = true;
        while let Some(vertex) = due.pop() {
            for other in self.graph[vertex].iter().map(|&other| usize::from(other)) {
                if !std::mem::replace(&mut seen[other], true) {
                    due.push(other);
                }
            }
        }
        let cells = 0..self.cells.len();
        cells.filter(|&vertex| !seen[vertex]).collect()
    }

    fn cells_of(&self, vertices: &[usize]) -> Vec<usize> {
        vertices.iter().map(|&vertex| self.cells[vertex]).collect()
    }

    fn some(&self, cells: &[usize]) -> String {
        match cells {
            [cell] => {
                let (row, column) = self.board.place(*cell);
                format!("row {}, column {}", row + 1, column + 1)
            }
            cells => format!("{} cells", cells.len()),
        }
    }

    /// The flaw that there are such cells. `why` gets them in words.
    fn if_any(&self, vertices: &[usize], why: impl Fn(&str) -> String) -> Option<Flaw> {
        let cells = self.cells_of(vertices);
        (!cells.is_empty()).then(|| Flaw::new(why(&self.some(&cells)), cells))
    }

    fn unreachable(&self, head: usize) -> Option<Flaw> {
        let lost = self.beyond(head, &[self.outside]);
        self.if_any(&lost, |cells| format!("no way leads to {cells} any more"))
    }

    /// Cells that a single cell cuts off from the others: a closed way cannot return from them.
    fn no_way_out(&self, head: usize) -> Option<Flaw> {
        (0..self.graph.len()).find_map(|cut| {
            let from = match cut == head {
                true => self.outside.unwrap_or(self.graph[head][0].into()),
                false => head,
            };
            let lost = self.beyond(from, &[Some(cut)]);
            self.if_any(&lost, |cells| {
                format!("a way to {cells} does not come out again")
            })
        })
    }

    /// Two parts, each cut off by a single cell. A way would have to end in both.
    fn two_ends(&self, head: usize) -> Option<Flaw> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let flaw = |one: &[usize], other: &[usize]| {
            let parts = [one, other].map(|part| self.cells_of(part));
            let [one, other] = parts.each_ref().map(|part| self.some(part));
            let why = format!("the way would have to end both in {one} and in {other}");
            Some(Flaw::new(why, parts.concat()))
        };
        for cut in 0..=head {
            let without = [Some(cut), self.outside];
            let mut lost = match cut == head {
                // All free cells are beyond the head, and must be connected.
                true => (0..head).collect(),
                false => self.beyond(head, &without),
            };
            let Some(&first) = lost.first() else {
                continue;
            };
            let apart = self.beyond(first, &without);
            let apart: Vec<usize> = lost.iter().copied().filter(|v| apart.contains(v)).collect();
            if !apart.is_empty() {
                lost.retain(|vertex| !apart.contains(vertex));
                return flaw(&lost, &apart);
            }
            if cut == head {
                continue;
            }
            let disjoint = |part: &&Vec<usize>| !part.iter().any(|vertex| lost.contains(vertex));
            if let Some(part) = parts.iter().find(disjoint) {
                return flaw(part, &lost);
            }
            parts.push(lost);
        }
        None
    }

    /// Cells that cannot all have a predecessor, because a jump leads to them from fewer cells. This
    /// includes what colours, or parity, would show. Each cell gets a predecessor of its own, and
    /// earlier ones are exchanged where necessary (a matching, by H. W. Kuhn's method).
    fn crowded(&self, head: usize, circular: bool, start: usize) -> Option<Flaw> {
        // The way must enter the free cells and, in the end, 1 again.
        let back = circular.then_some(self.outside.unwrap_or(head));
        let mut given = vec![None; self.graph.len()];
        for vertex in (0..head).chain(back) {
            let mut seen = vec![false; self.graph.len()];
            if self.give(vertex, head, &mut given, &mut seen) {
                continue;
            }
            let from: Vec<usize> = (0..=head).filter(|&before| seen[before]).collect();
            let crowd = from.iter().filter_map(|&before| given[before]);
            let cell = |vertex: usize| match Some(vertex) == back {
                true => start,
                false => self.cells[vertex],
            };
            let cells: Vec<usize> = crowd.chain([vertex]).map(cell).collect();
            let leads = match from.len() {
                1 => "one cell leads".to_owned(),
                from => format!("{from} cells lead"),
            };
            let left = cells.len();
            let why = format!("only {leads} to {left} cells, and each needs one of its own");
            return Some(Flaw::new(why, cells));
        }
        None
    }

    /// Gives a vertex a predecessor of its own. If all are taken, `seen` are the possible ones.
    fn give(
        &self,
        vertex: usize,
        head: usize,
        given: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for before in self.graph[vertex].iter().map(|&before| usize::from(before)) {
            let joined =
                Some(before) == self.outside || (before == head && Some(vertex) == self.outside);
            if joined || std::mem::replace(&mut seen[before], true) {
                continue;
            }
            let taken = given[before];
            if taken.is_none_or(|other| self.give(other, head, given, seen)) {
                given[before] = Some(vertex);
                return true;
            }
        }
        false
    }
}
