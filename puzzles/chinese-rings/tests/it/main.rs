//! Compares the closed form with a search over the whole graph that shares no code with it, and checks the numbers
//! of Cleve Moler's text. `tests/cases.md` has the program as a user runs it.

use std::collections::VecDeque;

use chinese_rings::rules::{Rings, State};
use chinese_rings::search::recursive_search;
use serde_json::json;
use testkit::{Ended, Sandbox};

testkit::documents_are_true!("chinese-rings", 6);

/// The rule in the text: whether a hook can be moved, given which hooks are down.
fn allowed(down: &[bool], hook: usize) -> bool {
    match hook {
        1 => true,
        2 => !down[0],
        _ => !down[hook - 2] && down[..hook - 2].iter().all(|&down| down),
    }
}

/// The graph of the legal moves: for each state, the hooks and the states that they lead to.
fn graph(rings: usize) -> Vec<Vec<(usize, usize)>> {
    let neighbours = |state: usize| {
        let down: Vec<bool> = (0..rings).map(|bit| state >> bit & 1 == 1).collect();
        let hooks = (1..=rings).filter(|&hook| allowed(&down, hook));
        hooks.map(|hook| (hook, state ^ 1 << (hook - 1))).collect()
    };
    (0..1 << rings).map(neighbours).collect()
}

/// The distance of every state from a goal, and the first hook on the way, by breadth-first search.
fn breadth_first(graph: &[Vec<(usize, usize)>], goal: usize) -> Vec<Option<(u64, usize)>> {
    let mut found = vec![None; graph.len()];
    found[goal] = Some((0, 0));
    let mut queue = VecDeque::from([goal]);
    while let Some(state) = queue.pop_front() {
        let (distance, _) = found[state].unwrap();
        for &(hook, next) in &graph[state] {
            if found[next].is_none() {
                found[next] = Some((distance + 1, hook));
                queue.push_back(next);
            }
        }
    }
    found
}

fn state(number: usize, rings: usize) -> State {
    State::new(number as u128, Rings::new(rings as u32).unwrap()).unwrap()
}

#[test]
fn the_closed_form_is_what_a_search_over_the_whole_graph_finds() {
    for rings in 1..=16 {
        let graph = graph(rings);
        let last = graph.len() - 1;
        // From all states to the goal, the start, the dead end, and two others.
        for goal in [last, 0, last / 2, last / 3, last / 7] {
            let found = breadth_first(&graph, goal);
            let to = state(goal, rings);
            for (number, found) in found.iter().enumerate() {
                let (distance, hook) = found.unwrap();
                let from = state(number, rings);
                let told = (from.distance(&to) as u64, from.next_hook(&to));
                let hook = Some(hook as u32).filter(|_| from != to);
                assert_eq!(told, (distance, hook), "{rings}: {number} to {goal}");
            }
        }
    }
}

#[test]
fn the_legal_moves_form_one_single_path_and_the_exploration_finds_it() {
    let sandbox = Sandbox::of(PROGRAM);
    for rings in 1..=16 {
        let graph = graph(rings);
        let last = graph.len() - 1;
        let found = breadth_first(&graph, last);
        // All states are connected, none has a third move, and two have a single move: a path.
        assert!(found.iter().all(Option::is_some));
        assert!(graph.iter().all(|moves| moves.len() <= 2));
        let ends = (0..=last).filter(|&state| graph[state].len() == 1);
        let known = [last / 2, last];
        assert_eq!(ends.collect::<Vec<usize>>(), known);
        assert_eq!(graph.iter().map(Vec::len).sum::<usize>() / 2, last);
        // So one start visits all vertices: 2ⁿ⁻¹ - 1.
        let longest = (0..=last).filter(|&state| found[state].unwrap().0 as usize == last);
        assert_eq!(longest.collect::<Vec<usize>>(), [(1 << (rings - 1)) - 1]);
        // The exploration also compares each state with the closed form.
        let explored = json!({
            "rings": rings,
            "states": graph.len(),
            "moves": last,
            "start_distance": found[0].unwrap().0,
            "farthest_state": last / 2,
            "farthest_distance": last,
        });
        let told = sandbox.document(&format!("explore --rings {rings}"));
        assert_eq!(told, explored);
    }
}

/// The search in the text tries both moves of a state. At the dead end, it turns and goes all the way back, which
/// costs 2 · 2ⁿ - 1 calls from nearly every state.
#[test]
fn the_recursive_search_finds_the_same_paths_at_a_cost() {
    for rings in 1..=9 {
        let last = (1usize << rings) - 1;
        let graph = graph(rings);
        let found = breadth_first(&graph, last);
        for (from, found) in found.iter().enumerate() {
            let searched = recursive_search(from as u32, rings as u32);
            let (distance, _) = found.unwrap();
            assert_eq!(searched.path.len() as u64, distance + 1);
            assert!(searched.path.windows(2).all(|pair| {
                let mut moves = graph[pair[0] as usize].iter();
                moves.any(|(_, to)| *to as u32 == pair[1])
            }));
            let calls = match from {
                _ if from == last => 1,
                _ if from == last / 2 => last + 1,
                _ => 2 * last + 1,
            };
            assert_eq!(searched.calls, calls as u64, "{rings}: {from}");
        }
    }
    let all: u64 = (0..64).map(|from| recursive_search(from, 6).calls).sum();
    assert_eq!(all, 62 * 127 + 64 + 1);
}

#[test]
fn the_hooks_of_the_text_are_moved_at_these_steps() {
    let path = Sandbox::of(PROGRAM).document("path");
    let hooks: Vec<u32> = serde_json::from_value(path["hooks"].clone()).unwrap();
    // Hook 6 is moved once, at step 11. Hook 5, too: at step 27, not 28 as the text says.
    let steps = |hook| Vec::from_iter((1..=42).filter(|&step| hooks[step - 1] == hook));
    assert_eq!((steps(6), steps(5)), (vec![11], vec![27]));
    // Every even-numbered step moves hook 1, which changes the state by one.
    assert_eq!(steps(1), (1..=21).map(|half| 2 * half).collect::<Vec<_>>());
    // The text's state [1 1 0 0 1 0] has two moves.
    assert_eq!(state(0b010011, 6).moves().collect::<Vec<_>>(), [1, 4]);
}

#[test]
fn distances_are_known_up_to_128_rings() {
    let sandbox = Sandbox::of(PROGRAM);
    for rings in [1, 2, 3, 6, 63, 64, 65, 127, 128] {
        // 2 · 2ⁿ / 3, rounded down, without a number that is too large.
        let wanted = ((u128::MAX / 3 * 2) >> (128 - rings)).to_string();
        let line = format!("distance --rings {rings}");
        assert_eq!(sandbox.says(&line).replace(',', ""), wanted.clone() + "\n");
        let document = sandbox.document(&line);
        assert_eq!(document["distance"], wanted);
        assert_eq!(document["next_hook"], 2 - rings % 2);
    }
}

#[test]
fn two_hooks_at_once_save_a_quarter_of_the_moves() {
    for rings in 1..=9 {
        // Compares with a search over the graph that has these moves, too.
        let mut graph = graph(rings);
        for (number, moves) in graph.iter_mut().enumerate().filter(|_| rings > 1) {
            if matches!(number & 3, 0 | 3) {
                moves.push((0, number ^ 3));
            }
        }
        for goal in [graph.len() - 1, 0, graph.len() / 3] {
            let to = state(goal, rings);
            for (number, found) in breadth_first(&graph, goal).iter().enumerate() {
                let together = state(number, rings).distance_together(&to) as u64;
                assert_eq!(together, found.unwrap().0, "{rings}: {number} to {goal}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_game_is_left_quietly() {
    let sandbox = Sandbox::of(PROGRAM);
    let played = sandbox.with_input(&["play"], b"");
    assert_eq!((played.code, &played.stderr[..]), (Some(0), ""));

    // Stdin is still open, so only the signal ends the program.
    let ended = sandbox.interrupted("play", b"2\n");
    assert_eq!(ended.stderr, "stopped at state 2 after 1 move\n");
    let folder = std::fs::File::open(sandbox.folder()).unwrap();
    let mut command = sandbox.command(PROGRAM);
    let unreadable = command.arg("play").stdin(folder).output().unwrap();
    Ended::from(unreadable).check_error(1);
}
