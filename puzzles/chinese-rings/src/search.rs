//! Searches by the rule alone, without the closed form: the exploration of all states from the goal, and the
//! recursive search of Moler's text with its cost.

use std::iter::successors;

/// The greatest number of rings whose states are explored; more take too long.
pub const MOST_RINGS_EXPLORED: u32 = 24;

/// The greatest number of rings for the recursive search, which would otherwise overflow the stack.
pub const MOST_RINGS_SEARCHED: u32 = 12;

/// A state that an exploration found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    pub state: u32,
    /// The hook to move towards the goal; `None` at the goal.
    pub next_hook: Option<u32>,
}

/// The states of at most [`MOST_RINGS_EXPLORED`] rings, ordered by their distance to the goal.
///
/// This is a breadth-first search over the graph of legal moves. No state has more than two moves, and one of them
/// leads back to where the search came from, so each distance has one state, and the frontier is that state with
/// the hook that leads back. The goal has only one move. The search ends at a state that leads to no new one. If it
/// has then found all 2ⁿ states, the legal moves form a single path through the hypercube of all states.
pub fn exploration(rings: u32) -> impl Iterator<Item = Found> {
    debug_assert!((1..=MOST_RINGS_EXPLORED).contains(&rings));
    let goal = Found {
        state: (1 << rings) - 1,
        next_hook: None,
    };
    successors(Some(goal), move |found| {
        let mut further = (1..=rings)
            .filter(|&hook| is_allowed(found.state, hook) && Some(hook) != found.next_hook)
            .map(|hook| Found {
                state: found.state ^ 1 << (hook - 1),
                next_hook: Some(hook),
            });
        let next = further.next();
        debug_assert_eq!(further.next(), None, "{found:?} has a third move");
        next
    })
}

/// The rule for all hooks: the bit below that of the hook must be 0, and all bits below that one must be 1.
fn is_allowed(state: u32, hook: u32) -> bool {
    let below = (1 << (hook - 1)) - 1;
    state & below == below >> 1
}

/// The result of the recursive search, and its cost.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Searched {
    pub path: Vec<u32>,
    /// The number of calls, including the first.
    pub calls: u64,
    /// The number of times that it checked whether a hook may be moved.
    pub asked: u64,
    /// The greatest depth of the recursion.
    pub deepest: u64,
}

/// The function `shortest_path` of the text, call by call, for at most [`MOST_RINGS_SEARCHED`] rings. It tries all
/// moves except that of the hook moved last, which may move back only at the dead end, 2ⁿ⁻¹ - 1.
pub fn recursive_search(from: u32, rings: u32) -> Searched {
    debug_assert!((1..=MOST_RINGS_SEARCHED).contains(&rings) && from < 1 << rings);
    let mut searched = Searched::default();
    let mut path = shortest_path(from, 0, 1, rings, &mut searched);
    path.reverse();
    Searched { path, ..searched }
}

/// The path in reverse order.
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
