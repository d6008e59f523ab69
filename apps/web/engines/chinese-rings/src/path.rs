//! The path that all legal moves form, for the hypercube and the plots.

use chinese_rings::rules::{State, walk};
use serde::{Deserialize, Serialize};
use web_engine::{Refusal, object};

use crate::game::rings;

#[derive(Deserialize)]
pub(crate) struct Path {
    rings: u32,
}

impl Path {
    /// All states, in the order in which the legal moves join them.
    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let rings = rings(self.rings)?;
        let (end, goal) = (State::at_place(rings.last(), rings), State::goal(rings));
        let (mut states, mut hooks) = (vec![end.number() as u32], Vec::new());
        for (hook, state) in walk(end, goal) {
            states.push(state.number() as u32);
            hooks.push(hook);
        }
        let lengths = (0..=rings.last()).map_while(|number| State::new(number, rings));
        Ok(object! {
            // From the dead end to the goal.
            states: states,
            // The hook that leads from each state to the next one.
            hooks: hooks,
            // The place of state 0 in `states`.
            start: end.distance(&State::start(rings)) as u32,
            // For each state, the number of states on the shortest path from it to the goal.
            lengths: lengths.map(|state| state.place() as u32 + 1).collect::<Vec<u32>>(),
            edges: rings.count() << (rings.count() - 1),
        })
    }
}
