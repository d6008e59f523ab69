//! `blackbox strategy` and `strategy verify`. `tests/cases/proofs.md` has what they refuse.

use std::fs;
use std::io::Read;
use std::ops::RangeBounds;
use std::thread;
use std::time::Duration;

use draw::words::thousands;
use rustix::process::Signal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testkit::{Sandbox, ended, words};

use crate::common::program::{check_printed, empty_sandbox, send, wait_to_hear};
use crate::common::repository::{read, root};

fn solved(sandbox: &Sandbox, config: &str, options: &str) -> Value {
    sandbox.document(&format!("strategy --config {config} {options}"))
}

/// A configuration, its number of molecules, the options, and the least cost as the sum over all molecules.
type Record = (&'static str, u64, &'static str, u64);

fn check(records: &[Record]) {
    let sandbox = empty_sandbox();
    for &(config, molecules, goal, cost) in records {
        let found = solved(&sandbox, config, &format!("{goal} --output tree --force"));
        let numbers = [&found["molecules"], &found["lower"], &found["upper"]];
        assert_eq!(numbers, [molecules, cost, cost], "{config} {goal}");
        let checked = sandbox.document("strategy verify tree --recount 2 --seed 3");
        assert_eq!(checked["strategy"], found["strategy"], "{config} {goal}");
        assert_eq!(
            [&checked["proof"]["cost"], &checked["proof"]["recounted"]],
            [&json!(cost), &json!(2)]
        );
        assert!(!sandbox.path("tree.state").exists());
    }
}

#[test]
fn the_records_are_reproduced() {
    check(&[
        ("A2_B8", 2_016, "", 7_260),
        ("A2_B8", 2_016, "--minimize worst-case", 5),
        ("A3_B5", 2_300, "", 11_088),
        ("A3_B5", 2_300, "--minimize worst-case", 7),
    ]);
}

/// Checks the strategies in `data/reference` with sizes in this range, and compares their costs with the page.
/// Returns the number of strategies.
fn check_stored_strategies(bytes: impl RangeBounds<u64>) -> usize {
    let sandbox = empty_sandbox();
    let page = read("docs/perfect-play.md");
    let mut found = 0;
    for entry in fs::read_dir(root().join("data/reference/strategies")).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_none_or(|extension| extension != "strategy")
        {
            continue;
        }
        if !bytes.contains(&path.metadata().unwrap().len()) {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let (config, goal) = name.split_once('-').unwrap();
        let checked = sandbox.document(&format!("strategy verify {}", path.display()));
        let proved = &checked["strategy"];
        assert_eq!([&proved["config"], &proved["goal"]], [config, goal]);
        let begins = format!("| {config} |");
        let row = page.lines().find(|line| line.starts_with(&begins));
        let cells: Vec<&str> = row.unwrap().split('|').map(str::trim).collect();
        let cost = thousands(proved["cost"].as_u64().unwrap());
        let molecules = thousands(proved["molecules"].as_u64().unwrap());
        let mean = format!("{cost} / {molecules}");
        match goal {
            // If the interval is open, the cost of the strategy is the upper end.
            "shots" => assert_eq!(cells[4].trim_start_matches("at most "), mean),
            "worst" => assert_eq!(cells[5], cost),
            _ => assert!(cells[6].starts_with(&format!("{mean} = "))),
        }
        found += 1;
    }
    found
}

/// Strategies of the standard game are larger than this many bytes, and playing them takes long.
const LARGE: u64 = 100_000;

#[test]
fn stored_strategies_match_docs_strategy() {
    let found = check_stored_strategies(..LARGE);
    assert!(found >= 18, "{found}");
}

#[test]
#[ignore = "a minute; stored_strategies_match_docs_strategy is its short form"]
fn large_stored_strategies_match_docs_strategy() {
    check_stored_strategies(LARGE..);
}

#[test]
#[ignore = "minutes; the_records_are_reproduced is its short form"]
fn all_records_of_docs_strategy_are_reproduced() {
    check(&[
        ("A2_B8", 2_016, "--minimize points", 12_275),
        ("A3_B6", 7_140, "", 34_493),
        ("A3_B6", 7_140, "--minimize worst-case", 7),
        ("A3_B6", 7_140, "--minimize points", 50_718),
        ("A3_B7", 18_424, "", 90_513),
        ("A3_B7", 18_424, "--minimize worst-case", 8),
        ("A3_B8", 41_664, "", 209_760),
        ("A3_B8", 41_664, "--minimize worst-case", 8),
        ("A4_B4", 1_820, "", 12_120),
        ("A4_B4", 1_820, "--minimize worst-case", 9),
        ("A4_B4", 1_820, "--minimize points", 14_916),
        ("A4_B5", 12_650, "", 85_817),
        ("A4_B5", 12_650, "--minimize worst-case", 11),
        ("A4_B6", 58_905, "", 393_856),
        ("A4_B6", 58_905, "--minimize worst-case", 10),
        ("A5_B4", 4_368, "", 36_766),
        ("A5_B4", 4_368, "--minimize worst-case", 12),
    ]);
}

#[test]
fn a_search_that_ends_early_has_an_interval_and_goes_on() {
    let sandbox = empty_sandbox();
    let early = solved(&sandbox, "A4_B4", "--output tree --time 0s");
    let (lower, upper) = (early["lower"].as_u64(), early["upper"].as_u64());
    assert!(lower < Some(12_120) && Some(12_120) <= upper, "{early}");
    assert_eq!(early["strategy"]["cost"].as_u64(), upper);
    sandbox.ok(&["strategy", "verify", "tree"]);
    // A state can be forged, so a result that depends on one is not called proved.
    fs::copy(sandbox.path("tree"), sandbox.path("later")).unwrap();
    fs::copy(sandbox.path("tree.state"), sandbox.path("later.state")).unwrap();
    let text = sandbox.says("strategy A4_B4 --output later");
    assert!(
        text.contains("12,120 / 1,820), if the saved state is right"),
        "{text}"
    );
    // The state of another search, and a state with a changed bit.
    assert!(sandbox.path("tree.state").exists());
    let mut state = fs::read(sandbox.path("tree.state")).unwrap();
    let middle = state.len() / 2;
    state[middle] ^= 1;
    fs::write(sandbox.path("broken.state"), state).unwrap();
    let message = "tree.state is the state of another search";
    sandbox.refuses(&words("strategy A4_B4 --output tree --seed 2"), 2, message);
    let message = "broken.state is damaged";
    sandbox.refuses(&words("strategy A4_B4 --output broken"), 1, message);
    // A search with a worse result does not replace a better strategy.
    fs::remove_file(sandbox.path("tree.state")).unwrap();
    let better = root().join("data/reference/strategies/A4_B4-shots.strategy");
    fs::copy(better, sandbox.path("tree")).unwrap();
    let again = solved(&sandbox, "A4_B4", "--output tree --time 0s");
    let costs = [&again["upper"], &again["strategy"]["cost"]];
    assert_eq!(costs, [12_120; 2]);
    let found = solved(&sandbox, "A4_B4", "--output tree");
    assert_eq!([&found["lower"], &found["upper"]], [12_120, 12_120]);
    assert!(!sandbox.path("tree.state").exists());
}

#[test]
fn the_time_limit_ends_a_search_without_a_strategy() {
    let sandbox = empty_sandbox();
    // The first strategy takes minutes.
    let found = solved(
        &sandbox,
        "A4_B8",
        "--minimize points --memory 500MB -j 1 --time 1s --output tree",
    );
    assert_eq!([&found["upper"], &found["strategy"]], [&Value::Null; 2]);
    assert!(!sandbox.path("tree").exists());
    assert!(sandbox.path("tree.state").exists());
}

#[test]
fn ctrl_c_leaves_an_interval_and_a_kill_a_state() {
    let sandbox = empty_sandbox();
    let end = |signal| {
        let mut child = sandbox.start(&words("strategy A4_B5 --format json --output tree"));
        // Waits for the first report of the interval.
        let mut stderr = wait_to_hear(&mut child, " shots; ");
        thread::sleep(Duration::from_millis(300));
        send(signal, &child);
        let mut ended = ended(child);
        stderr.read_to_string(&mut ended.stderr).unwrap();
        ended
    };
    let stopped = end(Signal::INT);
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert!(stopped.stderr.contains("the same command continues"));
    let found: Value = serde_json::from_str(&stopped.stdout).unwrap();
    assert!(found["lower"].as_u64() < Some(85_817), "{found}");
    let state = fs::read(sandbox.path("tree.state")).unwrap();
    end(Signal::KILL);
    assert_eq!(fs::read(sandbox.path("tree.state")).unwrap(), state);
    let later = solved(&sandbox, "A4_B5", "--output tree --time 0s");
    assert!(later["lower"].as_u64() >= found["lower"].as_u64());
    assert!(later["upper"].as_u64() >= Some(85_817), "{later}");
}

/// Ctrl-C and TERM end a search soon in every phase: computing spectra, allocating the table, the first pass,
/// saving the state.
#[test]
fn a_search_stops_soon_at_any_point() {
    let sandbox = empty_sandbox();
    for signal in [Signal::INT, Signal::TERM] {
        for milliseconds in [100, 400, 1000, 2500] {
            let line = "strategy A4_B8 --minimize points --memory 500MB -j 1 --output tree --force";
            let child = sandbox.start(&words(line));
            thread::sleep(Duration::from_millis(milliseconds));
            send(signal, &child);
            // The search itself would take hours.
            let ended = ended(child);
            let what = format!("{signal:?} after {milliseconds} ms: {ended:?}");
            // Before its handler is installed, the signal kills the program.
            assert!(matches!(ended.code, Some(130) | None), "{what}");
            let _ = fs::remove_file(sandbox.path("tree.state"));
            let files = fs::read_dir(sandbox.path(".")).unwrap();
            let mut paths = files.map(|file| file.unwrap().path());
            assert!(
                !paths.any(|path| path.extension() == Some("tmp".as_ref())),
                "{what}"
            );
        }
    }
}

/// With forged states that have a correct checksum, the search ends without a panic for any bounds, and does not
/// call a result proved that depends on them.
#[test]
fn forged_states_prove_nothing() {
    let sandbox = empty_sandbox();
    for (goal, truth) in [("worst-case", 9), ("shots", 12_120), ("points", 14_916)] {
        let command =
            format!("strategy A4_B4 -j 1 --memory 50MB --minimize {goal} --output tree --time");
        sandbox.ok(&words(&format!("{command} 0s --force")));
        let state = fs::read(sandbox.path("tree.state")).unwrap();
        let begin = 1 + state.iter().position(|&byte| byte == b'\n').unwrap();
        // On a busy machine, the search for the worst case has no strategy yet.
        let _ = fs::remove_file(sandbox.path("tree"));
        // The lower bound has 29 bits, and the difference to the upper bound another 29.
        let (most, open) = ((1 << 29) - 1, ((1 << 29) - 1) << 29);
        for bounds in [
            truth - 1,
            truth,
            1 | open,
            most,
            most | open,
            (most - 1) << 29,
            0,
        ] {
            let mut forged = state[..begin].to_vec();
            for record in state[begin..state.len() - 32].chunks(24) {
                let known = u64::from_le_bytes(record[16..].try_into().unwrap());
                forged.extend(&record[..16]);
                forged.extend((known >> 58 << 58 | bounds).to_le_bytes());
            }
            let sum = Sha256::digest(&forged);
            forged.extend(sum);
            fs::write(sandbox.path("tree.state"), forged).unwrap();
            let ended = sandbox.run(&words(&format!("{command} 1s --quiet")));
            let what = format!("{goal} {bounds}: {ended:?}");
            check_printed(&ended);
            assert!(matches!(ended.code, Some(0 | 1)), "{what}");
            assert!(!ended.stdout.contains(", proved"), "{what}");
            // The strategy is right in any case, because it is played by the plain rules.
            if ended.code == Some(0) && sandbox.path("tree").exists() {
                sandbox.ok(&["strategy", "verify", "tree", "--quiet"]);
            }
            for file in ["tree", "tree.state", "tree.proof"] {
                let _ = fs::remove_file(sandbox.path(file));
            }
        }
    }
}
