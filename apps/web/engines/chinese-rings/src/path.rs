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
            // The number of edges of the hypercube of all states.
            edges: rings.count() << (rings.count() - 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Question;

    #[test]
    fn the_path_is_that_of_the_rule_alone() {
        use chinese_rings::search::exploration;
        for rings in 3..=12 {
            let question = json!({"path": {"rings": rings}}).to_string();
            let answer = web_engine::answer::<Question>(&question);
            let path: Value = serde_json::from_str(&answer).unwrap();
            let path = &path["ok"];
            // The exploration begins at the goal.
            let mut found: Vec<_> = exploration(rings).collect();
            found.reverse();
            let states: Vec<u32> = found.iter().map(|found| found.state).collect();
            let hooks: Vec<u32> = found.iter().filter_map(|found| found.next_hook).collect();
            assert_eq!(path["states"], json!(states));
            assert_eq!(path["hooks"], json!(hooks));
            let start = states.iter().position(|&state| state == 0);
            assert_eq!(path["start"], json!(start));
            for found in &found {
                let length = &path["lengths"][found.state as usize];
                assert_eq!(*length, found.distance + 1);
            }
        }
    }
}
