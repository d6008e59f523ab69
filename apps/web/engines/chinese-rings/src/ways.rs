//! The number of ways that are left.

use std::collections::VecDeque;

use chinese_rings::rules::State;

/// The number of shortest ways from a state to the goal, and the number of moves of each.
///
/// The exploration of all states shows that there is one way from everywhere; this function counts
/// without that assumption, by the rule alone.
pub(crate) fn shortest_ways(from: State) -> (u64, u32) {
    let rings = from.rings();
    // The number of ways that lead to a state, and the number of their moves; 0 while no way is
    // known.
    let mut met = vec![(0u64, 0u32); 1 << rings.count()];
    met[from.number() as usize].0 = 1;
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        let (ways, moves) = met[state.number() as usize];
        if state == State::goal(rings) {
            break;
        }
        for hook in 1..=rings.count() {
            let mut next = state;
            if next.toggle(hook).is_err() {
                continue;
            }
            let known = &mut met[next.number() as usize];
            if known.0 == 0 {
                *known = (ways, moves + 1);
                queue.push_back(next);
            } else if known.1 == moves + 1 {
                known.0 += ways;
            }
        }
    }
    met[rings.last() as usize]
}

#[cfg(test)]
mod tests {
    use chinese_rings::rules::Rings;

    use super::*;

    /// The rule once more, on bits: the hook before it is up, and all others before it are down.
    fn allowed(state: u32, hook: u32) -> bool {
        let before = (1 << (hook - 1)) - 1;
        state & before == before >> 1
    }

    /// The numbers of moves of all ways to the goal that visit no state twice.
    fn ways(on: &mut Vec<u32>, rings: u32) -> Vec<u32> {
        let state = on[on.len() - 1];
        if state == (1 << rings) - 1 {
            return vec![on.len() as u32 - 1];
        }
        let mut found = Vec::new();
        for hook in 1..=rings {
            let next = state ^ 1 << (hook - 1);
            if allowed(state, hook) && !on.contains(&next) {
                on.push(next);
                found.extend(ways(on, rings));
                on.pop();
            }
        }
        found
    }

    #[test]
    fn one_shortest_way_is_left_from_every_state() {
        for count in 1..=8 {
            let rings = Rings::new(count).unwrap();
            for number in 0..=rings.last() {
                let from = State::new(number, rings).unwrap();
                let all = ways(&mut vec![number as u32], count);
                let least = *all.iter().min().unwrap();
                let fewest = all.iter().filter(|&&moves| moves == least).count() as u64;
                assert_eq!(shortest_ways(from), (fewest, least));
                assert_eq!(fewest, 1, "{rings}: {number}");
            }
        }
        // The text's 42 moves from 0.
        let from = State::start(Rings::new(6).unwrap());
        assert_eq!(shortest_ways(from), (1, 42));
    }
}
