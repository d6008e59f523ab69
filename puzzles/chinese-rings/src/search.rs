//! Searches by the rule alone, without the closed form: the exploration of all states from the
//! goal, and the text's own recursive search with its cost.

use std::iter::successors;

/// The states of more rings take too long.
pub const MOST_RINGS_EXPLORED: u32 = 24;

/// With more rings, the recursive search goes deeper than a stack allows.
pub const MOST_RINGS_SEARCHED: u32 = 12;

/// A state as it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    pub state: u32,
    /// The hook whose move leads nearer to the goal; the goal has none.
    pub next_hook: Option<u32>,
    pub distance: u32,
}

/// The states of at most [`MOST_RINGS_EXPLORED`] rings, ordered by their distance to the goal.
///
/// This is a breadth-first search over the graph of the legal moves. No state has more than two
/// moves, and one of them leads back to where the search came from. So each distance has one state,
/// and the whole frontier is that state with the hook that leads back. The goal has only one move.
/// The search ends at a state that leads to no new one. If it has met all 2ⁿ states by then, the
/// legal moves form a single path through the hypercube of all states.
pub fn exploration(rings: u32) -> impl Iterator<Item = Found> {
    debug_assert!((1..=MOST_RINGS_EXPLORED).contains(&rings));
    let goal = Found {
        state: (1 << rings) - 1,
        next_hook: None,
        distance: 0,
    };
    successors(Some(goal), move |found| {
        let mut further = (1..=rings)
            .filter(|&hook| is_allowed(found.state, hook) && Some(hook) != found.next_hook)
            .map(|hook| Found {
                state: found.state ^ 1 << (hook - 1),
                next_hook: Some(hook),
                distance: found.distance + 1,
            });
        let next = further.next();
        debug_assert_eq!(further.next(), None, "{found:?} has a third move");
        next
    })
}

/// The rule for all hooks: the bit below the hook must be 0, and all bits below that must be 1.
fn is_allowed(state: u32, hook: u32) -> bool {
    let below = (1 << (hook - 1)) - 1;
    state & below == below >> 1
}

/// What the recursive search found, and what that cost.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Searched {
    pub path: Vec<u32>,
    /// The number of its calls, the first call included.
    pub calls: u64,
    /// How often it asked whether a hook may be moved.
    pub asked: u64,
    /// The greatest number of calls under way at once.
    pub deepest: u64,
}

/// The text's `shortest_path` of at most [`MOST_RINGS_SEARCHED`] rings, call by call. It tries all
/// moves except that of the hook moved last, which may move back only at the dead end, 2ⁿ⁻¹ - 1.
pub fn recursive_search(from: u32, rings: u32) -> Searched {
    debug_assert!((1..=MOST_RINGS_SEARCHED).contains(&rings) && from < 1 << rings);
    let mut searched = Searched::default();
    let mut path = shortest_path(from, 0, 1, rings, &mut searched);
    path.reverse();
    Searched { path, ..searched }
}

/// The path backwards.
fn shortest_path(state: u32, last: u32, depth: u64, rings: u32, cost: &mut Searched) -> Vec<u32> {
    cost.calls += 1;
    cost.deepest = cost.deepest.max(depth);
    if state == (1 << rings) - 1 {
        return vec![state];
    }
    let dead_end = state == (1 << (rings - 1)) - 1;
    let last = if dead_end { 0 } else { last };
    let mut best: Option<Vec<u32>> = None;
    for hook in (1..=rings).filter(|&hook| hook != last) {
        cost.asked += 1;
        if is_allowed(state, hook) {
            let path = shortest_path(state ^ 1 << (hook - 1), hook, depth + 1, rings, cost);
            if best.as_ref().is_none_or(|best| path.len() < best.len()) {
                best = Some(path);
            }
        }
    }
    let mut path = best.unwrap_or_default();
    path.push(state);
    path
}
