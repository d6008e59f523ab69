//! The exploration of all states from the goal, by the rule alone and without
//! the closed form.
//!
//! This is the breadth-first search over the graph of the legal moves. No
//! state has more than two moves, and one of them leads back to where the
//! search came from: each distance has one state, and the whole frontier is
//! that state with the hook that leads back. The goal has but one move, and
//! if the search has met all 2ⁿ states when it comes to a state from which no
//! new one can be reached, the legal moves form one single path through the
//! hypercube of all states.

/// With more rings the table of the states is larger than what it is good for.
pub const MOST_RINGS_EXPLORED: u32 = 20;

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

impl Found {
    /// Can this be found with so many rings? The goal is at distance 0, and
    /// elsewhere the next hook can be moved.
    pub fn makes_sense(self, rings: u32) -> bool {
        let is_goal = self.state == (1 << rings) - 1;
        match self.next_hook {
            None => is_goal && self.distance == 0,
            Some(hook) => !is_goal && legal_moves(self.state, rings).any(|legal| legal == hook),
        }
    }
}

/// The states in the order of their distance to the goal.
#[derive(Clone, Debug)]
pub struct Exploration {
    rings: u32,
    /// The state that is found next: the cursor.
    next: Option<Found>,
}

impl Exploration {
    /// From the goal of a puzzle with so many rings, at most
    /// [`MOST_RINGS_EXPLORED`].
    pub fn new(rings: u32) -> Exploration {
        debug_assert!((1..=MOST_RINGS_EXPLORED).contains(&rings));
        let goal = Found {
            state: (1 << rings) - 1,
            next_hook: None,
            distance: 0,
        };
        Exploration::resume(rings, Some(goal))
    }

    /// From where another exploration of as many rings was stopped, which had
    /// this [cursor](Exploration::cursor).
    pub fn resume(rings: u32, cursor: Option<Found>) -> Exploration {
        Exploration {
            rings,
            next: cursor,
        }
    }

    /// What is found next, which is all that has to be known to go on; `None`
    /// at the end.
    pub fn cursor(&self) -> Option<Found> {
        self.next
    }
}

impl Iterator for Exploration {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let found = self.next?;
        let mut further = legal_moves(found.state, self.rings)
            .filter(|&hook| Some(hook) != found.next_hook)
            .map(|hook| Found {
                state: found.state ^ (1 << (hook - 1)),
                next_hook: Some(hook),
                distance: found.distance + 1,
            });
        self.next = further.next();
        debug_assert_eq!(further.next(), None, "{found:?} has a third move");
        Some(found)
    }
}

/// The rule for all hooks: below the hook there must be a 0, and below that
/// nothing but 1s.
fn legal_moves(state: u32, rings: u32) -> impl Iterator<Item = u32> {
    (1..=rings).filter(move |&hook| {
        let below = (1 << (hook - 1)) - 1;
        state & below == below >> 1
    })
}
