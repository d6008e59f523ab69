//! The hypercube of all states, with a path on it.

use ::view::svg::{Picture, number, points};
use kit::{Error, Result};
use maud::html;

use crate::rules::{State, walk};

/// For each hook, the distance at which two states that differ in it are drawn: to the right and
/// down. No two states are at the same place, and no state lies on another's edge.
const STEPS: [(f64, f64); 6] = [
    (84.0, 3.0),
    (34.0, 100.0),
    (9.0, -26.0),
    (154.0, 31.0),
    (19.0, 229.0),
    (320.0, -38.0),
];

/// Where a state is drawn, relative to state 0.
fn offset(state: u32) -> (f64, f64) {
    let down = (0..).zip(STEPS).filter(|(hook, _)| state >> hook & 1 == 1);
    down.fold((0.0, 0.0), |sum, (_, step)| {
        (sum.0 + step.0, sum.1 + step.1)
    })
}

/// The shortest path between two states of 3 to 6 rings, on the hypercube of all states.
pub(crate) fn hypercube(from: State, to: State) -> Result<Picture> {
    const RADIUS: f64 = 10.0;
    const MARGIN: f64 = 18.0;
    const TITLE: f64 = 26.0;
    let rings = from.rings().count();
    if !(3..=STEPS.len() as u32).contains(&rings) {
        return Err(Error::Usage(format!(
            "a hypercube needs 3 to {} rings, not {rings}",
            STEPS.len()
        )));
    }
    let states = 0..1u32 << rings;
    let steps = &STEPS[..rings as usize];
    // The picture reaches as far as all steps to one side.
    let sum = |part: fn(f64) -> f64| {
        let add = |sum: (f64, f64), step: &(f64, f64)| (sum.0 + part(step.0), sum.1 + part(step.1));
        steps.iter().fold((0.0, 0.0), add)
    };
    let (least, most) = (sum(|step| step.min(0.0)), sum(|step| step.max(0.0)));
    let place = |state: u32| {
        let (x, y) = offset(state);
        (x - least.0 + MARGIN, y - least.1 + MARGIN + TITLE)
    };
    let states_on_path = walk(from, to).map(|(_, state)| state);
    let on_path = [from].into_iter().chain(states_on_path);
    let on_path: Vec<u32> = on_path.map(|state| state.number() as u32).collect();
    let (moves, first, last) = (on_path.len() - 1, from.number(), to.number());
    let title = format!(
        "{}: {moves} moves from {first} to {last} on the hypercube",
        from.rings()
    );
    let body = html! {
        text class="ink" font-weight="600" font-size="13" x=(number(MARGIN - RADIUS)) y="18" { (title) }
        g class="hair" {
            @for state in states.clone() {
                @for hook in (0..rings).filter(|hook| state >> hook & 1 == 0) {
                    polyline points=(points([place(state), place(state | 1 << hook)])) {}
                }
            }
        }
        polyline class="way-2" stroke-width="3" stroke-linejoin="round"
            points=(points(on_path.iter().map(|&state| place(state)))) {}
        g font-size="10" text-anchor="middle" {
            @for state in states {
                @let (x, y) = place(state);
                @let end = [on_path.first(), on_path.last()].contains(&Some(&state));
                circle class="paper" cx=(number(x)) cy=(number(y)) r=(number(RADIUS)) {}
                circle class=(if on_path.contains(&state) { "way-2" } else { "hair" })
                    stroke-width=(if end { "3" } else { "1" })
                    cx=(number(x)) cy=(number(y)) r=(number(RADIUS)) {}
                text class="ink" x=(number(x)) y=(number(y + 3.5)) { (state) }
            }
        }
    };
    Ok(Picture {
        title: title.clone(),
        width: (most.0 - least.0 + 2.0 * MARGIN).max(7.5 * title.len() as f64),
        height: most.1 - least.1 + 2.0 * MARGIN + TITLE,
        body,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rings;

    #[test]
    fn every_state_has_its_place_and_every_edge_a_line() {
        for rings in 3..=6 {
            let rings = Rings::new(rings).unwrap();
            let drawn = hypercube(State::start(rings), State::goal(rings)).unwrap();
            let drawn = drawn.document();
            let states = rings.last() as usize + 1;
            let edges = states / 2 * rings.count() as usize;
            assert_eq!(drawn.matches("<polyline points").count(), edges);
            assert_eq!(drawn.matches("<circle class=\"paper\"").count(), states);
            let on_path = State::start(rings).place() as usize + 1;
            assert_eq!(drawn.matches("<circle class=\"way-2\"").count(), on_path);
        }
        for one in 0..64 {
            for other in 0..one {
                let ((a, b), (c, d)) = (offset(one), offset(other));
                assert!((a - c).hypot(b - d) > 21.0, "{one} {other}");
            }
        }
    }
}
