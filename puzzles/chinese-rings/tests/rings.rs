//! Chinese rings: the closed form against a search over the whole graph that
//! shares no code with it, the figures of Cleve Moler's text, and the program
//! as a user, or another program, runs it.

use std::collections::VecDeque;
use std::io::Write;
use std::process::{Child, Stdio};

use chinese_rings::rules::{Rings, State, Walk};
use chinese_rings::search::Exploration;
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};
use testkit::{Ended, Sandbox, csv, ended};

const RINGS: &str = env!("CARGO_BIN_EXE_chinese-rings");

/// The rule as the text has it: which hooks of a state, each down or not, may
/// be toggled.
fn allowed(down: &[bool], hook: usize) -> bool {
    match hook {
        1 => true,
        2 => !down[0],
        _ => !down[hook - 2] && down[..hook - 2].iter().all(|&down| down),
    }
}

/// The states that a move leads to, with the hook.
fn neighbours(state: usize, rings: usize) -> Vec<(usize, usize)> {
    let down: Vec<bool> = (0..rings).map(|bit| state >> bit & 1 == 1).collect();
    let hooks = (1..=rings).filter(|&hook| allowed(&down, hook));
    hooks.map(|hook| (hook, state ^ 1 << (hook - 1))).collect()
}

/// The graph of the legal moves, by state.
fn graph(rings: usize) -> Vec<Vec<(usize, usize)>> {
    (0..1 << rings)
        .map(|state| neighbours(state, rings))
        .collect()
}

/// How far every state is from one of them, and the hook that leads nearer, by
/// breadth-first search.
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
    State::new(number.into(), Rings::new(rings as u32).unwrap()).unwrap()
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
                assert_eq!(
                    from.distance(&to),
                    distance.into(),
                    "{rings}: {number} to {goal}"
                );
                let next = Walk::new(&from, &to).next().unwrap_or(0);
                assert_eq!(next as usize, hook, "{rings}: {number} to {goal}");
            }
        }
    }
}

#[test]
fn the_legal_moves_form_one_single_path_through_the_hypercube() {
    for rings in 1..=16 {
        let graph = graph(rings);
        let last = graph.len() - 1;
        let found = breadth_first(&graph, last);
        // All states hang together, no state has a third move, and but two
        // have only one: that is a path.
        assert!(found.iter().all(Option::is_some));
        assert!(graph.iter().all(|moves| moves.len() <= 2));
        let ends: Vec<usize> = (0..=last)
            .filter(|&state| graph[state].len() == 1)
            .collect();
        assert_eq!(
            ends,
            if rings == 1 {
                vec![0, 1]
            } else {
                vec![last / 2, last]
            }
        );
        let moves: usize = graph.iter().map(Vec::len).sum();
        assert_eq!(moves / 2, last);
        // So there is one start from which all vertices are visited, 2ⁿ⁻¹ - 1.
        let longest: Vec<usize> = (0..=last)
            .filter(|&state| found[state].unwrap().0 as usize == last)
            .collect();
        assert_eq!(longest, [(1 << (rings - 1)) - 1]);
    }
}

#[test]
fn the_exploration_finds_what_the_closed_form_says_wherever_it_is_resumed() {
    for rings in 1..=16 {
        let all: Vec<_> = Exploration::new(rings).collect();
        assert_eq!(all.len(), 1 << rings);
        let goal = State::goal(Rings::new(rings).unwrap());
        for found in &all {
            let from = state(found.state as usize, rings as usize);
            assert_eq!(from.distance(&goal), found.distance.into());
            assert_eq!(Walk::new(&from, &goal).next(), found.next_hook);
        }
        let mut first = Exploration::new(rings);
        let before = all.len() / 3;
        assert!(
            first
                .by_ref()
                .take(before)
                .eq(all[..before].iter().copied())
        );
        let rest = Exploration::resume(rings, first.cursor());
        assert!(rest.eq(all[before..].iter().copied()));
    }
}

fn sandbox() -> Sandbox {
    Sandbox::of(RINGS)
}

fn document(sandbox: &Sandbox, args: &[&str]) -> Value {
    let args = [args, &["--format", "json"]].concat();
    let text = sandbox.ok(&args);
    assert_eq!(text.lines().count(), 1, "{args:?}");
    serde_json::from_str(&text).unwrap()
}

/// The text's shortest path from 0 to 63, and its hooks.
/// Source: C. Moler, Patience Chinese Rings Puzzle, Cleve's Corner, 2017.
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
    let sandbox = sandbox();
    let path = document(&sandbox, &["path"]);
    assert_eq!(
        path,
        json!({"rings": 6, "from": 0, "to": 63, "moves": 42, "states": STATES[..], "hooks": HOOKS[..]})
    );
    // Hook 6 is moved once, at step 11, and so is hook 5: at step 27, not 28
    // as the text's prose has it.
    let steps = |hook| {
        (1..=42)
            .filter(|&step| HOOKS[step - 1] == hook)
            .collect::<Vec<_>>()
    };
    assert_eq!((steps(6), steps(5)), (vec![11], vec![27]));
    // Every even-numbered step is hook 1's, which changes the state by one.
    assert_eq!(steps(1), (1..=21).map(|half| 2 * half).collect::<Vec<_>>());

    assert_data_eq!(sandbox.ok(&["path"]), file!["snapshots/path.txt"]);
    let back = document(&sandbox, &["path", "--from", "63", "--to", "0"]);
    let mut reversed = STATES;
    reversed.reverse();
    assert_eq!(back["states"], json!(reversed[..]));
    let there = document(&sandbox, &["path", "--from", "63"]);
    assert_eq!(
        (&there["states"], &there["hooks"]),
        (&json!([63]), &json!([]))
    );
    assert!(!sandbox.path("data").exists(), "a path needs no database");
}

#[test]
fn the_lengths_of_six_rings_are_those_of_a_search() {
    let sandbox = sandbox();
    let found = breadth_first(&graph(6), 63);
    let lengths: Vec<u64> = found.iter().map(|found| found.unwrap().0 + 1).collect();
    assert_eq!((lengths[0], lengths[31], lengths[63]), (43, 64, 1));
    assert_eq!(
        document(&sandbox, &["lengths"]),
        json!({"rings": 6, "lengths": lengths})
    );
    let text = sandbox.ok(&["lengths", "--width", "60"]);
    let shown: Vec<u64> = text
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(shown, lengths);
    assert!(
        text.lines().all(|line| line.chars().count() <= 60),
        "{text}"
    );
}

/// 2 · 2ⁿ / 3, rounded down, is how far the start of n rings is from the goal.
fn moves_from_the_start(rings: u32) -> String {
    ((num_bigint::BigUint::from(2u32) << rings) / 3u32).to_string()
}

#[test]
fn distances_are_told_of_any_size() {
    let sandbox = sandbox();
    for rings in ["1", "2", "3", "6", "63", "64", "65", "1000", "10000"] {
        let wanted = moves_from_the_start(rings.parse().unwrap());
        assert_eq!(
            sandbox.ok(&["distance", "--rings", rings]),
            wanted.clone() + "\n"
        );
        let document = document(&sandbox, &["distance", "--rings", rings]);
        assert_eq!(document["distance"], json!(wanted));
        let hook = if rings.parse::<u32>().unwrap() % 2 == 0 {
            2
        } else {
            1
        };
        assert_eq!(document["next_hook"], json!(hook));
        assert_eq!(sandbox.ok(&["next", "--rings", rings]), format!("{hook}\n"));
    }
    // Far apart in their numbers, three moves apart on the path.
    let from = num_bigint::BigUint::from(1u32) << 9999u32;
    let mut to = State::new(from.clone(), Rings::new(10_000).unwrap()).unwrap();
    for hook in [2, 1, 4] {
        to.toggle(hook).unwrap();
    }
    let (from, to) = (from.to_string(), to.number().to_string());
    let ends = ["--rings", "10000", "--from", &from, "--to", &to];
    assert_eq!(sandbox.ok(&[&["distance"], &ends[..]].concat()), "3\n");
    let text = sandbox.ok(&[&["path"], &ends[..], &["--format", "json"]].concat());
    assert!(text.contains(&format!("\"states\":[\"{from}\",")));
    assert!(
        text.ends_with(&format!(",\"{to}\"],\"hooks\":[2,1,4]}}\n")),
        "{text}"
    );

    let there = document(&sandbox, &["distance", "--from", "5", "--to", "5"]);
    assert_eq!(
        there,
        json!({"rings": 6, "from": 5, "to": 5, "distance": "0", "next_hook": null})
    );
    assert_eq!(sandbox.ok(&["next", "--from", "63"]), "none\n");
}

#[test]
fn what_is_too_long_to_list_says_how_long_it_is() {
    let sandbox = sandbox();
    let ended = sandbox.run(&["path", "--rings", "100"]);
    assert_eq!(ended.code, Some(0));
    let moves = moves_from_the_start(100);
    assert_eq!(
        ended.stdout,
        format!(
            "100 rings, from 0 to {}: {moves} moves, 845100400152152934331135470251 states\n",
            (1u128 << 100) - 1
        )
    );
    assert!(
        ended.stderr.contains("`--limit 100` lists the first 100"),
        "{ended:?}"
    );

    let text = sandbox.ok(&["path", "--rings", "100", "--format", "json", "--limit", "3"]);
    assert!(text.contains(&format!("\"moves\":\"{moves}\",")), "{text}");
    assert!(
        text.ends_with("\"states\":[\"0\",\"2\",\"3\",\"11\"],\"hooks\":[2,1,4]}\n"),
        "{text}"
    );
    let whole = sandbox.run(&["path", "--limit", "42"]);
    assert_eq!((whole.stdout.lines().count(), &whole.stderr[..]), (45, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_path_streams_in_little_memory_and_ends_quietly() {
    use std::io::Read;
    let sandbox = sandbox();
    for format in ["text", "json"] {
        // Eleven million moves.
        let mut child = sandbox.start(&["path", "--rings", "24", "--format", format]);
        let mut out = child.stdout.take().unwrap();
        let mut buffer = vec![0; 1 << 20];
        for _ in 0..32 {
            out.read_exact(&mut buffer).unwrap();
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .unwrap();
        let kibibytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kibibytes < 64 << 10, "{kibibytes} KiB");
        drop(out);
        let ended = ended(child);
        assert_eq!((ended.code, &ended.stderr[..]), (Some(0), ""), "{format}");
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

#[cfg(unix)]
#[test]
fn a_long_path_stops_when_it_is_told_to() {
    let sandbox = sandbox();
    let mut command = sandbox.command(RINGS);
    command.args(["path", "--rings", "40", "--limit", "1000000000000"]);
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    let ended = ended(child);
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert!(ended.stderr.starts_with("stopped at move "), "{ended:?}");
}

#[test]
fn what_was_explored_is_stored() {
    let sandbox = sandbox();
    for rings in [1, 2, 3, 6, 12] {
        let graph = graph(rings);
        let last = graph.len() - 1;
        let found = breadth_first(&graph, last);
        let args = ["explore", "--rings", &rings.to_string()];
        assert_eq!(
            document(&sandbox, &args),
            json!({
                "rings": rings,
                "states": graph.len(),
                "moves": last,
                "start_distance": found[0].unwrap().0,
                "farthest_state": last / 2,
                "farthest_distance": last,
            })
        );
        let rows = csv(
            &sandbox.sql(),
            &format!(
                "select state, coalesce(next_hook, 0), distance
                   from ChineseRingsStates where rings = {rings} order by state"
            ),
        );
        let wanted: Vec<String> = found
            .iter()
            .map(|found| found.unwrap())
            .enumerate()
            .map(|(state, (distance, hook))| format!("{state},{hook},{distance}"))
            .collect();
        let rows: Vec<&str> = rows.lines().skip(1).collect();
        assert_eq!(rows, wanted);
    }
    let again = sandbox.run(&["explore", "--rings", "6"]);
    assert!(
        again.stderr.contains("6 rings: all 64 states are stored"),
        "{again:?}"
    );
    assert_data_eq!(again.stdout, file!["snapshots/explore.txt"]);
    assert_eq!(
        sandbox.number("select count(*) from ChineseRings where explored_at is not null"),
        5
    );
}

#[cfg(unix)]
#[test]
fn an_exploration_that_was_stopped_goes_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let whole = sandbox();
    whole.ok(&["explore", "--rings", "19", "--quiet"]);
    let sandbox = sandbox();
    let stored =
        |sandbox: &Sandbox| sandbox.number("select coalesce(sum(nb_stored), 0) from ChineseRings");
    for round in 0..6 {
        let child = sandbox.start(&["explore", "--rings", "19"]);
        std::thread::sleep(std::time::Duration::from_millis(150 + 100 * round));
        let signal = if round % 2 == 0 {
            Signal::INT
        } else {
            Signal::KILL
        };
        // It may have ended by itself, and has not been waited for.
        let _ = kill_process(Pid::from_child(&child), signal);
        let ended = ended(child);
        if !sandbox.db().exists() {
            continue;
        }
        if ended.code == Some(130) {
            assert!(
                ended.stderr.contains("the same command goes on"),
                "{ended:?}"
            );
        }
        let rows = sandbox.number("select count(*) from ChineseRingsStates");
        let nearest = "select coalesce(max(distance), -1) + 1 from ChineseRingsStates";
        assert_eq!((rows, rows), (stored(&sandbox), sandbox.number(nearest)));
    }
    sandbox.ok(&["explore", "--rings", "19"]);
    let rows = |sandbox: &Sandbox| {
        let sql = "select rings, state, coalesce(next_hook, 0), distance from ChineseRingsStates";
        csv(&sandbox.sql(), sql)
    };
    assert!(rows(&sandbox) == rows(&whole));
}

#[test]
fn of_two_who_explore_at_once_both_end_well_or_one_gives_way() {
    let sandbox = sandbox();
    let args = ["explore", "--rings", "17"];
    let children = [sandbox.start(&args), sandbox.start(&args)];
    for ended in children.map(ended) {
        if ended.code != Some(0) {
            ended.check_error(1);
            assert!(
                ended.stderr.contains("another program explores 17 rings"),
                "{ended:?}"
            );
        }
    }
    sandbox.ok(&args);
    assert_eq!(
        sandbox.number("select count(*) from ChineseRingsStates"),
        1 << 17
    );
}

#[test]
fn a_damaged_table_is_not_believed() {
    for damage in [
        "update ChineseRings set nb_stored = 65",
        "update ChineseRings set nb_stored = -1",
        "update ChineseRings set cursor_state = 5",
        "update ChineseRings set nb_stored = 10",
        "update ChineseRings set nb_stored = 10, cursor_state = 64",
        "update ChineseRings set nb_stored = 10, cursor_state = 9, cursor_hook = 7",
        "update ChineseRings set nb_stored = 10, cursor_state = 51, cursor_hook = 2",
        // A cursor that was set back: the states behind it are there already.
        "update ChineseRings set nb_stored = 10, cursor_state = 48, cursor_hook = 2",
        "delete from ChineseRingsStates where state = 17",
        "delete from ChineseRingsStates",
    ] {
        let sandbox = sandbox();
        sandbox.ok(&["explore"]);
        sandbox.sql().execute_batch(damage).unwrap();
        let ended = sandbox.run(&["explore"]);
        assert_eq!(
            (ended.code, &ended.stdout[..]),
            (Some(1), ""),
            "{damage}: {ended:?}"
        );
        assert!(
            ended.stderr.contains("error: the database is damaged"),
            "{damage}: {ended:?}"
        );
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let sandbox = sandbox();
    let huge = "9".repeat(4000);
    for (args, message) in [
        (
            &["distance", "--rings", "0"][..],
            "a number from 1 to 10000 is wanted",
        ),
        (
            &["distance", "--rings", "10001"],
            "a number from 1 to 10000 is wanted",
        ),
        (&["path", "--rings", "x\u{1b}[2J"], r"'x\u{1b}[2J'"),
        (
            &["path", "--from", "64"],
            "error: invalid value for '--from <S>': the states of 6 rings are 0 to 63\n",
        ),
        (&["path", "--to", "-1"], "error"),
        (
            &["next", "--to", "1 "],
            "error: invalid value for '--to <T>': a state is written in decimal digits\n",
        ),
        (
            &["distance", "--rings", "10000", "--from", &huge],
            "the states of 10000 rings are 0 to 2^10000 - 1",
        ),
        (
            &["explore", "--rings", "21"],
            "at most 20 rings are explored, not 21",
        ),
        (
            &["lengths", "--rings", "27"],
            "the lengths of at most 26 rings are listed",
        ),
        (
            &["lengths", "--rings", "25", "--format", "svg"],
            "25 rings have more",
        ),
        (
            &["path", "--rings", "64", "--format", "plot"],
            "a plot shows at most",
        ),
        (
            &["path", "--rings", "30", "--format", "svg"],
            "a plot shows at most",
        ),
        (
            &["play", "--rings", "65"],
            "one plays with at most 64 rings",
        ),
        (&["path", "--limit", "-1"], "error"),
        (&["path", "--width", "10"], "10 is not in 20..=1000"),
        (
            &["lengths", "--format", "csv"],
            "possible values: text, json, plot, svg",
        ),
        (&[], "Usage"),
    ] {
        let ended = sandbox.run(args);
        assert_eq!(
            (ended.code, &ended.stdout[..]),
            (Some(2), ""),
            "{args:?}: {ended:?}"
        );
        assert!(ended.stderr.contains(message), "{args:?}: {ended:?}");
        assert!(sandbox.files().is_empty(), "{args:?}");
    }
}

/// Plays by these lines.
fn play(sandbox: &Sandbox, args: &[&str], lines: &[u8]) -> Ended {
    let mut command = sandbox.command(RINGS);
    command.arg("play").args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines).unwrap();
    ended(child)
}

#[test]
fn a_game_is_played_by_people() {
    let sandbox = sandbox();
    let lines = "2\n1\n5\n3\nhint\n4 1, 2 5\nundo\nundo 9\nundo\n\n\u{1b}[2J\nsolve 11\nsolve\n\
        hint\nsolve\n1\n1\nrestart\nhelp\nquit\n2\n";
    let played = play(&sandbox, &["--width", "60"], lines.as_bytes());
    assert_eq!((played.code, &played.stderr[..]), (Some(0), ""));
    assert_data_eq!(played.stdout, file!["snapshots/play.txt"]);
    let many = play(
        &sandbox,
        &["--rings", "64", "--width", "60"],
        b"solve\nsolve 3\n9\n",
    );
    assert_data_eq!(many.stdout, file!["snapshots/play-64.txt"]);
    assert!(!sandbox.path("data").exists(), "a game needs no database");
}

#[test]
fn a_game_is_played_by_programs() {
    let sandbox = sandbox();
    // What cannot be read as text, and a last line without an end.
    let lines = b"hint\n2 1 3\nundo\n\xff\xfe\nsolve 2\nsolve\nsolve\nquit";
    let played = play(&sandbox, &["--format", "json", "--from", "55"], lines);
    assert_eq!((played.code, &played.stderr[..]), (Some(0), ""));
    assert_data_eq!(played.stdout.clone(), file!["snapshots/play.jsonl"]);
    for line in played.stdout.lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    // The hints alone lead to the goal.
    let mut at = 0;
    for _ in 0..42 {
        let from = at.to_string();
        let played = play(&sandbox, &["--format", "json", "--from", &from], b"h\n");
        let hint: Value = serde_json::from_str(played.stdout.lines().nth(1).unwrap()).unwrap();
        at ^= 1 << (hint["hooks"][0].as_u64().unwrap() - 1);
    }
    assert_eq!(at, 63);
}

#[cfg(unix)]
#[test]
fn a_game_is_left_quietly() {
    let sandbox = sandbox();
    let played = play(&sandbox, &[], b"");
    assert_eq!((played.code, &played.stderr[..]), (Some(0), ""));

    let mut command = sandbox.command(RINGS);
    command
        .arg("play")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"2\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    // Its input is still open: the signal alone ends it.
    let ended = ended(child);
    drop(stdin);
    assert_eq!(
        (ended.code, &ended.stderr[..]),
        (Some(130), "left at state 2 after 1 move\n"),
        "{ended:?}"
    );

    let mut command = sandbox.command(RINGS);
    command
        .arg("play")
        .stdin(std::fs::File::open(sandbox.folder()).unwrap());
    Ended::from(command.output().unwrap()).check_error(1);
}

#[test]
fn plots_are_drawn() {
    let sandbox = sandbox();
    let drawn = |args: &[&str]| sandbox.ok(args);
    for width in ["60", "80"] {
        for what in ["path", "lengths"] {
            let text = drawn(&[what, "--format", "plot", "--width", width]);
            let columns = text.lines().map(|line| line.chars().count()).max();
            assert!(columns.unwrap() <= width.parse().unwrap(), "{text}");
        }
    }
    assert_data_eq!(
        drawn(&["path", "--format", "plot", "--width", "60"]),
        file!["snapshots/path-60.txt"]
    );
    assert_data_eq!(
        drawn(&["path", "--format", "plot"]),
        file!["snapshots/path-80.txt"]
    );
    assert_data_eq!(
        drawn(&["lengths", "--format", "plot", "--width", "60"]),
        file!["snapshots/lengths-60.txt"]
    );
    assert_data_eq!(
        drawn(&["lengths", "--format", "plot"]),
        file!["snapshots/lengths-80.txt"]
    );
    assert_data_eq!(
        drawn(&["path", "--format", "svg"]),
        file!["snapshots/path.svg"]
    );
    assert_data_eq!(
        drawn(&["lengths", "--format", "svg"]),
        file!["snapshots/lengths.svg"]
    );
    // A path of many moves is drawn with no more points than one can see.
    let many = drawn(&["path", "--rings", "20", "--format", "svg"]);
    assert!((10_000..100_000).contains(&many.len()), "{}", many.len());
    let many = drawn(&["lengths", "--rings", "16", "--format", "svg"]);
    assert!((10_000..100_000).contains(&many.len()), "{}", many.len());
}
