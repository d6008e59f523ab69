//! `check`.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::grids::{PEN_AND_PAPER, drawn, json, sandbox};

#[test]
fn grids_are_checked() {
    let sandbox = sandbox();
    let text = sandbox.ok(&["solve", "--circular", "--fresh", "--seed", "3"]);
    let document = sandbox.ok(&["solve", "--fresh", "--seed", "3", "--format", "json"]);
    let plain = drawn(&text)
        .iter()
        .map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n")
        .collect::<String>();
    for (name, content) in [("text", &text), ("plain", &plain)] {
        fs::write(sandbox.path(name), content).unwrap();
        assert_eq!(sandbox.ok(&["check", name]), "5 × 5: a circular tour\n");
    }
    fs::write(sandbox.path("document"), &document).unwrap();
    let circular = document.contains(r#""circular":true"#);
    let expected = if circular {
        "a circular tour"
    } else {
        "a tour, not circular"
    };
    assert_eq!(
        sandbox.ok(&["check", "document"]),
        format!("5 × 5: {expected}\n")
    );
    let found = json(&sandbox, &["check", "plain"]);
    assert_eq!(found["tour"], true);
    assert_eq!(found["circular"], true);
    assert_eq!(found["flaws"], 0);

    // Two numbers change places, so that the way breaks.
    let numbers = drawn(&text);
    let (from, to) = (numbers[2][1], numbers[2][2]);
    let mut broken = numbers.clone();
    broken[2][1] = to;
    broken[2][2] = from;
    let broken = serde_json::to_string(&broken).unwrap();
    fs::write(sandbox.path("broken"), broken).unwrap();
    let ended = sandbox.run(&["check", "broken"]);
    ended.check_error(1);
    assert!(ended.stdout.starts_with("5 × 5: no tour, "), "{ended:?}");
    assert!(ended.stdout.contains("no jump leads from "), "{ended:?}");
    assert!(ended.stdout.contains("at row 3, column 2"), "{ended:?}");
    assert_eq!(ended.stderr, "error: broken is not a tour\n");
    let ended = sandbox.run(&["check", "broken", "--format", "json"]);
    let found: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(
        (&found["tour"], &found["circular"]),
        (&false.into(), &false.into())
    );
    assert_eq!(found["first_flaws"][0]["kind"], "break");
    assert_eq!(
        found["flaws"],
        found["first_flaws"].as_array().unwrap().len()
    );

    let mut stdin = sandbox
        .command(PEN_AND_PAPER)
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    stdin
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let piped = testkit::ended(stdin);
    assert_eq!(piped.stdout, "5 × 5: a circular tour\n");
}

#[test]
fn whoever_writes_no_grid_can_still_stop() {
    let sandbox = sandbox();
    let mut command = sandbox.command(PEN_AND_PAPER);
    let mut child = command
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _held_open = child.stdin.take();
    // By then it waits for the grid.
    thread::sleep(Duration::from_millis(500));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let stopped = testkit::ended(child);
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert!(
        stopped.stderr.contains("stopped while reading"),
        "{stopped:?}"
    );
}

#[test]
fn hostile_grids_are_refused_in_one_line() {
    let sandbox = sandbox();
    let deep = "[".repeat(100_000);
    let wide = "1 ".repeat(300_000);
    for (content, message) in [
        (&b""[..], "there are no numbers"),
        (b"\x1b[2J\x07", "this is not plain text"),
        (b"\xff\xfe1\x00", "this is not plain text"),
        (b"1 2\n3 4 5\n", "row 2 has 3 numbers"),
        (b"1 2\n3 -4\n", "a dash belongs to no number"),
        (
            b"99999999999999999999",
            "line 1, column 10: a number is too big",
        ),
        (b"{\"grid\":[[1,\"\x1b\"]]}", "line 1 column"),
        (b"{\"grid\":[[4294967296]]}", "line 1 column"),
        (b"{\"rows\":9,\"grid\":[[1]]}", "rows and columns are not"),
        (b"{}", "missing field `grid`"),
        (deep.as_bytes(), "line 1 column"),
    ] {
        fs::write(sandbox.path("hostile"), content).unwrap();
        let ended = sandbox.run(&["check", "hostile"]);
        ended.check_error(1);
        assert!(ended.stderr.contains(message), "{message}: {ended:?}");
        assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
        assert_eq!(ended.stdout, "");
    }
    for (content, message) in [
        (&b"0"[..], "0 at row 1, column 1 is not one of 1 to 1"),
        (b"1 1", "1 stands at row 1, column 1 and again"),
        (b"1 2", "no jump leads from 1"),
        (wide.as_bytes(), "and 599,978 more"),
    ] {
        fs::write(sandbox.path("hostile"), content).unwrap();
        let ended = sandbox.run(&["check", "hostile"]);
        ended.check_error(1);
        assert!(ended.stdout.contains(message), "{message}: {ended:?}");
    }
    for missing in ["nowhere", ".", "a\u{1b}b"] {
        let ended = sandbox.run(&["check", missing]);
        ended.check_error(1);
        assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
    }
}
