//! Searches by the rule alone, without the closed form: the exploration of all states
//! from the goal, and the text's own recursive search with what it costs.

use std::collections::VecDeque;
use std::iter::successors;

/// More states than those of so many rings nobody waits for.
pub const MOST_RINGS_EXPLORED: u32 = 24;

/// The recursive search of more rings goes deeper than a stack holds.
pub const MOST_RINGS_SEARCHED: u32 = 12;

/// A state as it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The state's number.
    pub state: u32,
    /// The hook whose move leads nearer to the goal; there is none at the goal.
    pub next_hook: Option<u32>,
    /// How many moves the goal is away.
    pub distance: u32,
}

/// The states of at most [`MOST_RINGS_EXPLORED`] rings in the order of their
/// distance to the goal.
///
/// This is the breadth-first search over the graph of the legal moves. No
/// state has more than two moves, and one of them leads back to where the
/// search came from: each distance has one state, and the whole frontier is
/// that state with the hook that leads back. The goal has but one move, and
/// if the search has met all 2ⁿ states when it comes to a state from which no
/// new one can be reached, the legal moves form one single path through the
/// hypercube of all states.
pub fn exploration(rings: u32) -> impl Iterator<Item = Found> {
    debug_assert!((1..=MOST_RINGS_EXPLORED).contains(&rings));
    successors(Some(goal(rings)), move |found| {
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

/// What the legal moves of all states are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explored {
    /// How many rings there are.
    pub rings: u32,
    /// How many states were met: all of them.
    pub states: u32,
    /// The one that is farthest from the goal.
    pub farthest: Found,
    /// How many moves the start is away from the goal.
    pub start: u32,
}

/// Goes through all states, and shows each of them to `each`.
///
/// # Errors
///
/// What `each` fails with.
pub fn explore<E>(rings: u32, mut each: impl FnMut(Found) -> Result<(), E>) -> Result<Explored, E> {
    let mut explored = Explored {
        rings,
        states: 0,
        farthest: goal(rings),
        start: 0,
    };
    for found in exploration(rings) {
        each(found)?;
        explored.states += 1;
        if found.state == 0 {
            explored.start = found.distance;
        }
        explored.farthest = found;
    }
    Ok(explored)
}

/// The state in which all hooks are down.
fn goal(rings: u32) -> Found {
    Found {
        state: (1 << rings) - 1,
        next_hook: None,
        distance: 0,
    }
}

/// How many shortest ways lead to the goal from a state of at most
/// [`MOST_RINGS_EXPLORED`] rings, and how many moves each has.
///
/// That it is one way from everywhere is what the exploration shows; this counts without
/// taking that for granted.
pub fn shortest_ways(from: u32, rings: u32) -> (u64, u32) {
    debug_assert!((1..=MOST_RINGS_EXPLORED).contains(&rings) && from < 1 << rings);
    let goal = goal(rings).state;
    // How many ways lead to a state, and how many moves they have; none where no way
    // was found yet.
    let mut met = vec![(0u64, 0u32); 1 << rings];
    met[from as usize].0 = 1;
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        let (ways, moves) = met[state as usize];
        if state == goal {
            break;
        }
        for hook in (1..=rings).filter(|&hook| is_allowed(state, hook)) {
            let next = state ^ 1 << (hook - 1);
            let known = &mut met[next as usize];
            if known.0 == 0 {
                *known = (ways, moves + 1);
                queue.push_back(next);
            } else if known.1 == moves + 1 {
                known.0 += ways;
            }
        }
    }
    met[goal as usize]
}

/// The rule for all hooks: below the hook there must be a 0, and below that
/// nothing but 1s.
fn is_allowed(state: u32, hook: u32) -> bool {
    let below = (1 << (hook - 1)) - 1;
    state & below == below >> 1
}

/// What the recursive search has found, and what that took.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Searched {
    /// The states from the first to the goal.
    pub path: Vec<u32>,
    /// How often it called itself, the first call included.
    pub calls: u64,
    /// How often it asked whether a hook may be moved.
    pub asked: u64,
    /// How many calls were under way at once.
    pub deepest: u64,
}

/// The text's `shortest_path` of at most [`MOST_RINGS_SEARCHED`] rings, call by call:
/// try all allowed moves but the one of the hook moved last, and take the shortest path.
/// Only at the dead end, 2ⁿ⁻¹ - 1, may that hook be moved back.
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
    let last = if state == (1 << (rings - 1)) - 1 {
        0
    } else {
        last
    };
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
