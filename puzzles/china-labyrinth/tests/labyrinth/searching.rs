//! `search`, `count`, `list` and `display`.

use std::collections::BTreeSet;
use std::fs;
use std::process::Child;

use serde_json::{Value, json};
use testkit::{Ended, Sandbox, ended};

use crate::rules::{Board, FOUR, SIX, board, check, documents, keys, sandbox};

#[test]
fn solutions_for_other_programs() {
    let sandbox = sandbox();
    for more in [&[][..], &["--literal", "--pieces", "doors"]] {
        let args = [
            "search",
            "--solutions",
            "50",
            "--seed",
            "7",
            "--format",
            "json",
        ];
        let text = sandbox.ok(&[&args, more].concat());
        let found = documents(&text);
        assert_eq!(found.len(), 50);
        let mut different = BTreeSet::new();
        for document in &found {
            assert_eq!(keys(document), ["groups", "holes", "restarts", "steps"]);
            check(document, &SIX);
            different.insert(document["groups"].to_string());
            assert!(document["steps"].as_u64().unwrap() >= 64);
        }
        assert_eq!(different.len(), 50);
        // The keys stand in the order in which they are documented.
        assert!(text.starts_with("{\"groups\":[[[0,0,0]],"), "{text}");
    }
}

#[test]
fn threads_and_seeds() {
    let sandbox = sandbox();
    let search = |seed: &str, threads: &str| {
        let args = ["--solutions", "30", "--seed", seed, "--threads", threads];
        sandbox.ok(&[&["search", "--format", "json", "--quiet"], &args[..]].concat())
    };
    let one = search("3", "1");
    assert_eq!(one, search("3", "1"));
    assert_eq!(one, search("3", "2"));
    assert_ne!(one, search("4", "1"));
    // A seed that is not given is told, and gives the same again.
    let any = sandbox.run(&["search", "--format", "json"]);
    let seed = any
        .stderr
        .lines()
        .find_map(|line| line.strip_prefix("seed "));
    let again = ["search", "--format", "json", "--seed", seed.unwrap()];
    assert_eq!(sandbox.ok(&again), any.stdout);
    let quiet = sandbox.run(&["search", "--quiet"]);
    assert_eq!((quiet.code, &quiet.stderr[..]), (Some(0), ""));
}

#[test]
fn all_squares_are_found_and_none_is_kept_twice() {
    let sandbox = sandbox();
    let all = &[
        "search",
        "--squares",
        "--limit",
        "none",
        "--solutions",
        "all",
    ];
    let text = sandbox.ok(&[&all[..], &["--format", "json"]].concat());
    let found = documents(&text);
    let mut different = BTreeSet::new();
    for document in &found {
        assert_eq!(document["tiles"], "squares");
        check(document, &FOUR);
        different.insert(document["groups"].to_string());
    }
    assert_eq!((found.len(), different.len()), (5005, 5005));
    let stored = "select count(*) from LabyrinthSolutions where tiles = 'squares'";
    assert_eq!(sandbox.number(stored), 5005);
    // Another algorithm finds the same ones.
    let literal = &["--literal", "--seed", "5", "--quiet"];
    sandbox.ok(&[&all[..], literal].concat());
    assert_eq!(sandbox.number(stored), 5005);
    let again = sandbox.run(all);
    assert_eq!(again.stdout, "");
    assert!(
        again.stderr.contains("come to its end already, with 5005"),
        "{again:?}"
    );
    for more in [&[][..], &["--literal"], &["--no-pruning", "--threads", "2"]] {
        let count = &["count", "--squares", "--format", "json"];
        let count = &documents(&sandbox.ok(&[count, more].concat()))[0];
        assert_eq!(keys(count), ["solutions", "steps", "tiles"]);
        assert_eq!(count["solutions"], 5005);
    }
    let stock = documents(&sandbox.ok(&["list", "--squares", "--format", "json"]));
    let sum = |rows: &[Value]| -> u64 {
        let solutions = rows.iter().map(|row| row["solutions"].as_u64());
        solutions.map(Option::unwrap).sum()
    };
    assert_eq!(sum(&stock), 5005);
    assert_eq!(
        sandbox.ok(&["list"]),
        "no solution of the hexagons is stored\n"
    );
}

#[test]
fn an_exhaustive_search_goes_on_where_it_was() {
    let args = ["search", "--squares", "--limit", "none", "--threads", "2"];
    let whole = sandbox();
    let wanted = whole.ok(&[&args[..], &["--solutions", "300", "--format", "json"]].concat());
    let args_of_all = [&args[..], &["--solutions", "300", "--format", "json"]].concat();
    assert_eq!(sandbox().ok(&args_of_all), wanted);
    let parts = sandbox();
    let mut found = String::new();
    for count in ["1", "99", "150", "50"] {
        found += &parts.ok(&[&args[..], &["--solutions", count, "--format", "json"]].concat());
    }
    // What is found on two threads at once comes in another order.
    let sorted = |text: &str| -> BTreeSet<String> {
        let documents = documents(text);
        documents
            .iter()
            .map(|one| one["groups"].to_string())
            .collect()
    };
    assert_eq!(found.lines().count(), 300);
    assert_eq!(sorted(&found).len(), 300);
    assert_eq!(sorted(&wanted).len(), 300);
    let rest = parts.ok(&[&args[..], &["--solutions", "all", "--format", "json"]].concat());
    assert_eq!(rest.lines().count(), 4705);
    assert_eq!(sorted(&(found + &rest)).len(), 5005);
}

#[cfg(unix)]
fn signal(child: &Child, signal: rustix::process::Signal) {
    use rustix::process::{Pid, kill_process};
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Lets a program run for a moment, and tells it to stop.
#[cfg(unix)]
fn stopped(sandbox: &Sandbox, args: &[&str]) -> Ended {
    let child = sandbox.start(args);
    std::thread::sleep(std::time::Duration::from_millis(700));
    let told = std::time::Instant::now();
    signal(&child, rustix::process::Signal::INT);
    let ended = ended(child);
    // A second, and what a busy machine takes.
    assert!(told.elapsed().as_secs() < 4, "{args:?}");
    assert_eq!(ended.code, Some(130), "{args:?}: {ended:?}");
    assert!(ended.stderr.contains("stopped"), "{args:?}: {ended:?}");
    ended
}

#[cfg(unix)]
#[test]
fn long_work_stops_when_it_is_told_to() {
    let sandbox = sandbox();
    stopped(
        &sandbox,
        &["search", "--solutions", "all", "--format", "json"],
    );
    let stored = || sandbox.number("select count(*) from LabyrinthSolutions");
    assert!(stored() > 0);
    stopped(
        &sandbox,
        &["search", "--symmetric", "sixth-turn", "--limit", "50"],
    );
    stopped(&sandbox, &["tune", "--all", "--steps", "100000000"]);
    let long = "1000000000000";
    stopped(&sandbox, &["tune", "--limits", long, "--steps", long]);
    stopped(&sandbox, &["estimate", "--probes", "100000000"]);
    stopped(&sandbox, &["octopuszle", "--temperature", "100"]);
    stopped(&sandbox, &["compact", "--temperature", "100"]);
    // What was counted before is counted on from there, also after a kill.
    let steps = || sandbox.number("select sum(steps) from LabyrinthSearches");
    let mut before = 0;
    for _ in 0..2 {
        stopped(&sandbox, &["count", "--threads", "2"]);
        assert!(steps() > before);
        before = steps();
    }
    let child = sandbox.start(&["count", "--threads", "2"]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    signal(&child, rustix::process::Signal::KILL);
    ended(child);
    assert!(steps() > before);
    let search = ["search", "--limit", "none", "--pieces", "doors"];
    stopped(&sandbox, &[&search[..], &["--solutions", "all"]].concat());
}

#[test]
fn stored_solutions_are_found_again() {
    let sandbox = sandbox();
    sandbox.ok(&["search", "--solutions", "400", "--seed", "1", "--quiet"]);
    sandbox.ok(&[
        "search",
        "--solutions",
        "20",
        "--seed",
        "1",
        "--symmetric",
        "--quiet",
    ]);
    // The same search finds nothing new.
    let again = sandbox.run(&[
        "search",
        "--solutions",
        "400",
        "--seed",
        "1",
        "--format",
        "json",
    ]);
    assert!(again.stderr.contains("; 0 new"), "{again:?}");
    assert_eq!(
        sandbox.number("select count(*) from LabyrinthSolutions"),
        420
    );
    assert_eq!(
        sandbox.number("select count(*) from LabyrinthSolutions where nb_holes <> nb_groups"),
        0
    );
    let stock = documents(&sandbox.ok(&["list", "--format", "json"]));
    for row in &stock {
        assert_eq!(keys(row), ["groups", "solutions", "symmetry"]);
        let groups = row["groups"].to_string();
        let symmetry = row["symmetry"].as_str().unwrap();
        let args = ["display", "--groups", &groups, "--symmetry", symmetry];
        let found = documents(&sandbox.ok(&[&args[..], &["--format", "json"]].concat()));
        assert_eq!(json!(found.len()), row["solutions"]);
        for document in &found {
            assert_eq!(json!(check(document, &SIX)), row["groups"]);
            assert_eq!(document["symmetry"], symmetry);
        }
    }
    let symmetric = sandbox.ok(&["display", "--symmetry", "any", "--format", "json"]);
    assert!(symmetric.lines().count() >= 20);
    let most = sandbox.ok(&["display", "--most", "3", "--format", "json"]);
    let most = documents(&most);
    assert_eq!(most.len(), 3);
    assert_eq!(
        keys(&most[0]),
        [
            "groups", "holes", "number", "restarts", "seed", "solution", "steps", "symmetry"
        ]
    );
    // The canonical text is the solution.
    let text = most[2]["solution"].as_str().unwrap();
    fs::write(sandbox.path("text"), format!("{text}\n")).unwrap();
    let valid = sandbox.ok(&["check", "text"]);
    assert!(valid.starts_with("valid: a transcendental solution of the hexagons in "));
    sandbox.refuses(
        &["display", "421"],
        1,
        "no solution of the hexagons has number 421",
    );
    sandbox.refuses(&["display", "--groups", "64"], 1, "like that is stored");
}

/// The image of a cell and of a mask under the reflection that leaves direction 0
/// as it is, or that takes it to direction 1.
fn mirrored(turn: usize, cell: (i64, i64), mask: u64) -> ((i64, i64), u64) {
    let image = |d: usize| (turn + 6 - d) % 6;
    let (a, b) = (SIX[image(0)], SIX[image(5)]);
    let cell = (cell.0 * a.0 + cell.1 * b.0, cell.0 * a.1 + cell.1 * b.1);
    let doors = (0..6).filter(|d| mask >> d & 1 == 1);
    (cell, doors.fold(0, |mask, d| mask | 1 << image(d)))
}

#[test]
fn symmetric_solutions_are_found_on_purpose() {
    let sandbox = sandbox();
    for (kind, turn) in [("door-mirror", 0), ("corner-mirror", 1)] {
        let args = [
            "search",
            "--symmetric",
            kind,
            "--solutions",
            "12",
            "--seed",
            "2",
        ];
        let found = documents(&sandbox.ok(&[&args[..], &["--format", "json"]].concat()));
        assert_eq!(found.len(), 12);
        for document in &found {
            check(document, &SIX);
            // Every group and its image are the same but for a shift.
            let shape = |board: &Board| -> BTreeSet<((i64, i64), u64)> {
                let (&low, _) = board.first_key_value().unwrap();
                let shifted = board
                    .iter()
                    .map(|(cell, &mask)| ((cell.0 - low.0, cell.1 - low.1), mask));
                shifted.collect()
            };
            let groups = document["groups"].as_array().unwrap().iter().map(board);
            let groups: Vec<Board> = groups.collect();
            let shapes: BTreeSet<_> = groups.iter().map(shape).collect();
            let images = groups.iter().map(|group| {
                let image = group
                    .iter()
                    .map(|(&cell, &mask)| mirrored(turn, cell, mask));
                shape(&image.collect())
            });
            assert_eq!(
                images.collect::<BTreeSet<_>>(),
                shapes,
                "{kind}: {document}"
            );
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn too_few_threads_are_told() {
    for args in [
        &["search", "--seed", "1"][..],
        &["search", "--limit", "none"],
        &["estimate"],
        &["count", "--squares"],
    ] {
        sandbox().starves(&[args, &["--threads", "100"]].concat());
    }
}
