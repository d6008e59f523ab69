//! The tests compare the closed form with a search over the whole graph that shares no code with
//! it. They check the figures of Cleve Moler's text, and the program as a user runs it.

use std::collections::VecDeque;

use chinese_rings::rules::{Rings, State};
use chinese_rings::search::recursive_search;
use serde_json::json;
use snapbox::{assert_data_eq, file};
use testkit::{Ended, Sandbox, words};

testkit::readme_is_true!("chinese-rings", 5);
testkit::reference_is_true!("chinese-rings", "../../docs");
testkit::commands_are_true!("chinese-rings", 6);

const RINGS: &str = env!("CARGO_BIN_EXE_chinese-rings");

/// The rule as the text has it: may this hook of a state, with each hook down or not, be toggled?
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

/// The distance of every state from one, and the hook that leads nearer: breadth-first search.
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
        // From everywhere to the goal, the start, the dead end, and a few others.
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
    let sandbox = Sandbox::of(RINGS);
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

/// The text's search tries both ways from a state. At the dead end it turns round and goes all the
/// way, which costs 2 · 2ⁿ - 1 calls from nearly every state.
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

/// The text's shortest path from 0 to 63, and its hooks (C. Moler, Cleve's Corner, 2017).
const STATES: [u64; 43] = [
    0, 2, 3, 11, 10, 8, 9, 13, 12, 14, 15, 47, 46, 44, 45, 41, 40, 42, 43, 35, 34, 32, 33, 37, 36,
    38, 39, 55, 54, 52, 53, 49, 48, 50, 51, 59, 58, 56, 57, 61, 60, 62, 63,
];
const HOOKS: [u64; 42] = [
    2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 6, 1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1,
    2, 1, 4, 1, 2, 1, 3, 1, 2, 1,
];

#[test]
fn the_path_of_six_rings_is_the_texts() {
    let sandbox = Sandbox::of(RINGS);
    let path = json!({"rings": 6, "from": 0, "to": 63, "moves": 42, "states": STATES[..], "hooks": HOOKS[..]});
    assert_eq!(sandbox.document("path"), path);
    let searched = sandbox.document("search");
    assert_eq!(searched["states"], json!(STATES[..]));
    assert_eq!(searched["calls"], 127);
    // Hook 6 is moved once, at step 11. Hook 5, too: at step 27, not 28 as the text says.
    let steps = |hook| Vec::from_iter((1..=42).filter(|&step| HOOKS[step - 1] == hook));
    assert_eq!((steps(6), steps(5)), (vec![11], vec![27]));
    // Every even-numbered step moves hook 1, which changes the state by one.
    assert_eq!(steps(1), (1..=21).map(|half| 2 * half).collect::<Vec<_>>());
    // The text's state [1 1 0 0 1 0] has two moves.
    assert_eq!(state(0b010011, 6).moves().collect::<Vec<_>>(), [1, 4]);

    assert_data_eq!(sandbox.says("path"), file!["../snapshots/path.txt"]);
    let back = sandbox.document("path --from 63 --to 0");
    let mut reversed = STATES;
    reversed.reverse();
    assert_eq!(back["states"], json!(reversed[..]));
    let there = sandbox.document("path --from 63");
    let found = json!([there["states"], there["hooks"]]);
    assert_eq!(found, json!([[63], []]));
}

#[test]
fn distances_are_known_up_to_128_rings() {
    let sandbox = Sandbox::of(RINGS);
    for rings in [1, 2, 3, 6, 63, 64, 65, 127, 128] {
        // 2 · 2ⁿ / 3, rounded down, without a number that is too large.
        let wanted = ((u128::MAX / 3 * 2) >> (128 - rings)).to_string();
        let line = format!("distance --rings {rings}");
        assert_eq!(sandbox.says(&line).replace(',', ""), wanted.clone() + "\n");
        let document = sandbox.document(&line);
        assert_eq!(document["distance"], wanted);
        assert_eq!(document["next_hook"], 2 - rings % 2);
    }
    // Their numbers are far apart, but they are three moves apart on the path.
    let from = 1u128 << 127;
    let mut to = State::new(from, Rings::new(128).unwrap()).unwrap();
    for hook in [2, 1, 4] {
        to.toggle(hook).unwrap();
    }
    let (from, to) = (from.to_string(), to.number().to_string());
    let path = sandbox.document(&format!("path --rings 128 --from {from} --to {to}"));
    let states = &path["states"];
    let found = json!([path["moves"], path["hooks"], states[0], states[3]]);
    assert_eq!(found, json!(["3", [2, 1, 4], from, to]));
    let there = json!({"rings": 6, "from": 5, "to": 5, "distance": "0", "together": "0", "next_hook": null});
    assert_eq!(sandbox.document("distance --from 5 --to 5"), there);
}

#[test]
fn states_of_other_sources_are_read() {
    let sandbox = Sandbox::of(RINGS);
    for (line, moves) in [
        ("distance --rings 4 --from 1111", "0"),
        ("distance --from 1111", "0"),
        // Most sources write this for four engaged rings, which are all up.
        ("distance --from uuuu", "10"),
        ("distance --from 15 --rings 4", "0"),
        ("distance --from uuddud --to dduudu", "26"),
        ("distance --from 001101 --to 110010", "26"),
        ("distance --from 44 --to 19", "26"),
    ] {
        assert_eq!(sandbox.says(line), format!("{moves}\n"), "{line}");
    }
    let state = sandbox.with_input(&["path", "--from", "[1 1 0 0 1 0]", "--limit", "1"], b"");
    assert!(
        state.stdout.starts_with("6 rings, from 19 to 63: "),
        "{state:?}"
    );
}

/// The On-Line Encyclopedia of Integer Sequences has them as A051049, by the number of rings less one.
const TOGETHER: [u64; 9] = [1, 1, 4, 7, 16, 31, 64, 127, 256];

#[test]
fn two_hooks_at_once_save_a_quarter_of_the_moves() {
    let sandbox = Sandbox::of(RINGS);
    for (rings, moves) in (1..).zip(TOGETHER) {
        let line = format!("distance --together --rings {rings}");
        assert_eq!(sandbox.says(&line), format!("{moves}\n"));
        // Of all states, by a search over the graph with these moves, too.
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

#[test]
fn long_paths_report_their_length() {
    let sandbox = Sandbox::of(RINGS);
    let (from, to) = (i128::MAX, u128::MAX);
    let ended = sandbox.run(&words(&format!("path --rings 128 --from {from} --limit 0")));
    assert_eq!(ended.code, Some(0));
    let moves = "340,282,366,920,938,463,463,374,607,431,768,211,455";
    let said = format!("128 rings, from {from} to {to}: {moves} moves, 2^128 states ");
    assert_eq!(ended.stdout.replace('\n', " "), said);
    let said = format!("{moves} more moves are not listed: see --limit\n");
    assert_eq!(ended.stderr, said);
    assert_eq!(
        sandbox.says("path --rings 30 --quiet").lines().count(),
        10_003
    );

    let first = sandbox.document("path --rings 100 --limit 3");
    assert_eq!(first["moves"], "845100400152152934331135470250");
    assert_eq!(first["states"], json!(["0", "2", "3", "11"]));
    let whole = sandbox.run(&words("path --limit 42"));
    assert_eq!((whole.stdout.lines().count(), &whole.stderr[..]), (45, ""));
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let refused = "
        distance --rings 129: expected a number from 1 to 128
        path --rings x\u{1b}[2J: invalid value 'x'
        path --from 64: a state of 6 rings is a number from 0 to 63, or
        search --from 1x: '--from <STATE>': a state of 6 rings
        play --width 60: unexpected argument '--width'
        explore --rings 25: expected a number from 1 to 24
        search --rings 13: expected a number from 1 to 12
        play --rings 65: expected a number from 1 to 64
        path --db other.db: unexpected argument '--db'";
    Sandbox::of(RINGS).refuses_lines(2, refused);
}

#[test]
fn a_game_is_played_by_people() {
    let sandbox = Sandbox::of(RINGS);
    let lines = "2\n1\n5\n3\nhint\n4 1, 2 5\nundo\nundo 9\nundo\n\n\u{1b}[2J\nsolve 2\nsolve\n\
        hint\nsolve\n1\n1\nrestart\nhelp\nquit\n2\n";
    let play = |args: &str, lines: &str| {
        sandbox.with_input(&words(&format!("play {args}")), lines.as_bytes())
    };
    let played = play("--rings 6 --from 51", lines);
    assert_eq!((played.code, &played.stderr[..]), (Some(0), ""));
    assert_data_eq!(played.stdout, file!["../snapshots/play.txt"]);
    let many = play("--rings 64 --hide-distance", "solve\nsolve 2\n9\n");
    assert_data_eq!(many.stdout, file!["../snapshots/play-64.txt"]);
    let undone = play("--rings 6", "2 1 3 4\nHINT\nu 7\n0\n7\n").stdout;
    for said in [
        "\nhook 4 is next\n",
        "no hook 0, only hooks 1 to 6",
        "no hook 7, only",
    ] {
        assert!(undone.contains(said), "{undone}");
    }
    let wrong = "1x\n1 two\njump\nhint 2\nundo 0\nundo -1\nsolve 10001\nsolve 1 2\n-1\n٣\n";
    let refused = play("", wrong).stdout;
    assert_eq!(refused.matches(": see help").count(), 7, "{refused}");
    assert_eq!(refused.matches("may follow undo").count(), 2, "{refused}");
    assert!(
        refused.contains("solve makes 1 to 10000 moves, not 10001"),
        "{refused}"
    );
    let solved = play("--rings 6", "solve\n").stdout;
    assert!(solved.ends_with(
        "\nstate 63: solved in 42 moves, the fewest\nnext: `chinese-rings play --rings 7`\n"
    ));
    // The hints win the first level.
    let asked = play("", "hint\n1\nhint\n3\nhint\n1\nhint\n2\nhint\n1\n").stdout;
    for hook in [1, 3, 1, 2, 1] {
        assert!(asked.contains(&format!("hook {hook} is next\n")), "{asked}");
    }
    let next = "solved in 5 moves, the fewest\nnext: `chinese-rings play --rings 4`\n";
    assert!(asked.ends_with(next), "{asked}");
    assert!(!sandbox.path("data").exists(), "nothing is stored");
}

#[cfg(unix)]
#[test]
fn a_game_is_left_quietly() {
    let sandbox = Sandbox::of(RINGS);
    let played = sandbox.with_input(&["play"], b"");
    assert_eq!((played.code, &played.stderr[..]), (Some(0), ""));

    // Its input is still open, so only the signal ends it.
    let ended = sandbox.interrupted("play", b"2\n");
    assert_eq!(ended.stderr, "left at state 2 after 1 move\n");
    let folder = std::fs::File::open(sandbox.folder()).unwrap();
    let mut command = sandbox.command(RINGS);
    let unreadable = command.arg("play").stdin(folder).output().unwrap();
    Ended::from(unreadable).check_error(1);
}
