//! `check`, and what is refused.

use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};
use testkit::ended;

use crate::rules::{documents, keys, sandbox};

#[test]
fn what_is_no_solution_is_refused() {
    let sandbox = sandbox();
    let solution = sandbox.ok(&["search", "--seed", "1", "--format", "json", "--quiet"]);
    let document = documents(&solution).remove(0);
    let refuses = |content: &[u8], message: &str| {
        fs::write(sandbox.path("file"), content).unwrap();
        let ended = sandbox.run(&["check", "file"]);
        ended.check_error(1);
        assert_eq!(ended.stdout, "");
        assert_eq!(ended.stderr.lines().count(), 1, "{ended:?}");
        assert!(ended.stderr.contains(message), "{message}: {ended:?}");
        let ended = sandbox.run(&["check", "file", "--format", "json"]);
        assert_eq!(ended.code, Some(1));
        let document = &documents(&ended.stdout)[0];
        assert_eq!(document["valid"], json!(false));
        assert_eq!(keys(document), ["fault", "valid"]);
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document);
        document.to_string()
    };
    fs::write(sandbox.path("file"), &solution).unwrap();
    let valid = documents(&sandbox.ok(&["check", "file", "--format", "json"])).remove(0);
    assert_eq!(valid["valid"], json!(true));
    assert_eq!(valid["kind"], "transcendental");
    assert_eq!(valid["holes"], document["holes"]);

    refuses(b"", "there is no solution in it");
    refuses(b"\xff\xfe\x00", "it is no text");
    refuses(b"\x1b[31mhello", "there is no solution in it");
    refuses(b"{\"groups\":", "document 1");
    refuses(b"{}", "there is no solution in it");
    refuses(b"{\"groups\":[]}", "piece 0 is missing");
    refuses(b"{\"groups\":[[]]}", "is missing");
    refuses(b"{\"groups\":[[[0,0,64]]]}", "there is no piece 64");
    refuses(b"{\"groups\":[[[0,0,-1]]]}", "there is no piece -1");
    refuses(b"{\"groups\":[[[0,0,0],[9e99,0,1]]]}", "document 1");
    refuses(b"{\"cells\":[[0,0,1]]}", "is missing");
    refuses(b"{\"tiles\":\"\x1b[31m\",\"groups\":[]}", "document 1");
    refuses(
        b"{\"tiles\":\"stars\",\"groups\":[]}",
        "there are no tiles called",
    );
    refuses(b"{\"grid\":[[1,2],[3]]}", "16 rows of 16 numbers");
    refuses(b"1 2 3\n4 5 6\n", "16 rows of 16 numbers");
    refuses(
        &[b"{\"groups\":", &b"[".repeat(100_000)[..]].concat(),
        "document 1",
    );
    refuses(
        changed(&|document| document["holes"] = json!(63)).as_bytes(),
        "said to have 63 holes",
    );
    refuses(
        changed(&|document| document["groups"][0][0] = json!([0, 0, 1])).as_bytes(),
        "there twice",
    );
    refuses(
        changed(&|document| document["groups"][1][1][0] = json!(i32::MAX)).as_bytes(),
        "is not connected",
    );
    refuses(
        changed(&|document| {
            // Joins the doorless piece to another group, far from its pieces.
            let groups = document["groups"].as_array_mut().unwrap();
            groups.remove(0);
            groups[0].as_array_mut().unwrap().push(json!([30, 0, 0]));
        })
        .as_bytes(),
        "is not connected",
    );
    let text = sandbox.ok(&["display", "--format", "json"]);
    let text = documents(&text)[0]["solution"].as_str().unwrap().to_owned();
    refuses(text.replace("77", "76").as_bytes(), "line 1: ");
    refuses(text.replace("77", "7x").as_bytes(), "two octal digits");
    refuses(&text.as_bytes()[..text.len() - 2], "line 1: ");
    refuses("7".repeat(1 << 20).as_bytes(), "line 1: ");
    // A line that is to be a solution is not passed over because it is none.
    let drawn = sandbox.ok(&["display", "--most", "1"]) + "\n";
    let drawn = drawn + &sandbox.ok(&["search", "--seed", "3", "--quiet"]);
    fs::write(sandbox.path("drawn"), &drawn).unwrap();
    assert_eq!(sandbox.ok(&["check", "drawn"]).lines().count(), 2);
    let lines: Vec<&str> = drawn.lines().collect();
    let second = lines.iter().rposition(|line| line.starts_with("00/"));
    let second = second.unwrap();
    for damage in ["00/01!", "", "hello", "\u{1b}[31m", "0/1"] {
        let mut lines = lines.clone();
        lines[second] = damage;
        fs::write(sandbox.path("damaged"), lines.join("\n")).unwrap();
        let ended = sandbox.run(&["check", "damaged"]);
        ended.check_error(1);
        let place = format!("damaged: line {}: ", second + 1);
        assert!(ended.stderr.contains(&place), "{damage:?}: {ended:?}");
    }
    refuses(text.replacen("77", "7!", 1).as_bytes(), "line 1: ");
    refuses(text.replacen("77", " 77", 1).as_bytes(), "line 1: ");
    refuses(&text.as_bytes()[..20], "line 1: ");
    sandbox.refuses(&["check", "none"], 1, "cannot read none");
    sandbox.refuses(&["check", "."], 1, "cannot read .");
}

#[test]
fn wrong_arguments() {
    let sandbox = sandbox();
    for (args, message) in [
        (
            &["search", "--solutions", "0"][..],
            "a number from 1 or all",
        ),
        (&["search", "--limit", "0"], "a number from 1 or none"),
        (&["search", "--pieces", "big"], "is wanted"),
        (&["search", "--pieces", "doors,doors"], "twice"),
        (&["search", "--symmetric", "fifth-turn"], "is wanted"),
        (
            &["search", "--symmetric", "quarter-turn"],
            "no such symmetry",
        ),
        (
            &["search", "--symmetric", "half-turn+third-turn"],
            "one turn at most",
        ),
        (
            &["display", "--symmetry", "door-mirror+door-mirror"],
            "there twice",
        ),
        (
            &["search", "--symmetric", "--literal"],
            "cannot be used with",
        ),
        (
            &["search", "--symmetric", "--limit", "none"],
            "needs a --limit",
        ),
        (
            &["search", "--solutions", "2", "--format", "svg"],
            "draws one solution",
        ),
        (&["search", "--threads", "0"], "invalid value"),
        (&["search", "--seed", "-1"], "unexpected argument"),
        (
            &["search", "--seed", "99999999999999999999"],
            "invalid value",
        ),
        (&["display", "0"], "invalid value"),
        (&["display", "1", "--groups", "2"], "cannot be used with"),
        (&["compact", "--form", "circle"], "ROWSxCOLUMNS is wanted"),
        (&["compact", "--form", "7x9"], "63 cells, and 64 are needed"),
        (
            &["compact", "--form", "99999999999x99999999999"],
            "64 are needed",
        ),
        (
            &["compact", "--form", "rhombus", "--file", "x"],
            "cannot be used with",
        ),
        (&["compact", "--temperature", "nan"], "from 0.001 to 100"),
        (&["octopuszle", "--temperature", "0"], "from 0.001 to 100"),
        (&["estimate", "--probes", "1"], "invalid value"),
        (&["tune", "--limits", ""], "invalid value"),
        (&["search", "--demands", "\u{1b}[31m"], "\\u{1b}[31m"),
        (&["check"], "required"),
    ] {
        let ended = sandbox.run(args);
        ended.check_error(2);
        assert_eq!(ended.stdout, "", "{args:?}");
        assert!(ended.stderr.contains(message), "{args:?}: {ended:?}");
    }
    assert!(sandbox.files().is_empty());
    sandbox.refuses(&["display", "1"], 1, "there is no database");
    sandbox.refuses(
        &["octopuszle", "--diagonals", "none"],
        1,
        "cannot read none",
    );
    sandbox.refuses(&["compact", "--file", "none"], 1, "cannot read none");
    fs::write(sandbox.path("form"), "# \u{1b}[31m\n").unwrap();
    sandbox.refuses(&["compact", "--file", "form"], 1, "form");
    fs::write(sandbox.path("theirs.db"), "not ours").unwrap();
    let theirs = &["search", "--db", "theirs.db"];
    sandbox.refuses(theirs, 1, "theirs.db");
    assert_eq!(fs::read(sandbox.path("theirs.db")).unwrap(), b"not ours");
}

#[test]
fn damaged_rows_are_told() {
    let sandbox = sandbox();
    let none = sandbox.run(&["list"]);
    none.check_error(1);
    assert!(none.stderr.contains("`china-labyrinth search`"), "{none:?}");
    assert!(sandbox.files().is_empty());
    let change = |sql: &str| sandbox.sql().execute_batch(sql).unwrap();
    let refuses = |sql: &str, args: &[&str], message: &str, hint: &str| {
        change(sql);
        let ended = sandbox.run(args);
        ended.check_error(1);
        assert_eq!(ended.stdout, "");
        for words in [message, hint] {
            assert!(ended.stderr.contains(words), "{sql}: {ended:?}");
        }
    };
    let count = &["count", "--squares", "--seed", "3", "--threads", "2"];
    let search = &["search", "--limit", "none", "--threads", "2", "--quiet"];
    sandbox.ok(count);
    sandbox.ok(search);
    let another = "another --seed begins a search of its own";
    for (change, message) in [
        ("parts = 99999, path = null, finished = 0", "can have come"),
        ("parts = 99999, path = null, finished = 1", "can have come"),
        ("parts = 0, path = null, finished = 1", "can have come"),
        ("parts = -1", "-1 is no number of anything"),
        ("parts = 0, steps = -1", "-1 is no number of anything"),
        ("steps = 1, solutions = -5", "-5 is no number of anything"),
        ("solutions = 1, path = '7'", "\"7\" is no path"),
        ("path = '0101'", "can have come"),
    ] {
        let sql = format!("update LabyrinthSearches set {change} where tiles = 'squares'");
        refuses(&sql, count, message, another);
        let sql = format!("update LabyrinthSearches set {change} where tiles = 'hexagons'");
        refuses(&sql, search, message, another);
    }
    let from = "`china-labyrinth verify`";
    for (column, wrong) in [
        ("nb_groups", "77"),
        ("nb_holes", "-1"),
        ("symmetry", "'half-turn'"),
        ("symmetry", "'\u{1b}[31m'"),
        ("steps", "-1"),
        ("restarts", "-1"),
        ("seed", "-1"),
        ("solution", "'00'"),
    ] {
        let sql = format!("update LabyrinthSolutions set {column} = {wrong}");
        let message = "solution 1 in the database is damaged";
        change("create table if not exists Kept as select * from LabyrinthSolutions");
        refuses(&sql, &["display"], message, from);
        change("delete from LabyrinthSolutions");
        change("insert into LabyrinthSolutions select * from Kept");
    }
    sandbox.ok(&["display"]);
}

#[cfg(unix)]
#[test]
fn whoever_has_seen_enough_closes_the_pipe() {
    use std::io::Read;
    let sandbox = sandbox();
    for format in ["text", "json"] {
        let mut child = sandbox.start(&[
            "search",
            "--solutions",
            "all",
            "--format",
            format,
            "--quiet",
        ]);
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 4096]).unwrap();
        drop(out);
        let ended = ended(child);
        assert_eq!((ended.code, &ended.stderr[..]), (Some(0), ""), "{format}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn files_of_anything_are_checked_without_harm(
        content in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..400),
            "[0-7/\n ]{0,200}".prop_map(String::into_bytes),
            r#"\{"(groups|cells|grid)":\[(\[(\[-?[0-9]{1,11},[0-9]{1,3},[0-9]{1,3}\],?){0,4}\],?){0,4}\]\}"#
                .prop_map(String::into_bytes),
        ],
    ) {
        let sandbox = sandbox();
        fs::write(sandbox.path("file"), content).unwrap();
        for args in [&["check", "file"][..], &["octopuszle", "--diagonals", "file"], &["compact", "--file", "file"]] {
            let ended = sandbox.run(args);
            prop_assert_eq!(ended.code, Some(1), "{:?}: {:?}", args, ended);
            prop_assert!(ended.stderr.starts_with("error: file"), "{:?}: {:?}", args, ended);
            let escaped = !ended.stderr.contains('\u{1b}');
            prop_assert!(escaped);
        }
    }
}

#[test]
fn what_stands_in_the_file_does_not_steer_the_terminal() {
    let sandbox = sandbox();
    sandbox.ok(&["search", "--seed", "1", "--quiet"]);
    let evil = "\u{1b}]0;evil\u{7}\u{202e}\u{2066}\u{200f}";
    for text in [evil.to_owned(), evil.repeat(10_000)] {
        let sql = "update LabyrinthSolutions set symmetry = ?1";
        sandbox.sql().execute(sql, [&text]).unwrap();
        for args in [
            &["list"][..],
            &["list", "--format", "json"],
            &["display"],
            &["display", "--format", "json"],
        ] {
            let ended = sandbox.run(args);
            ended.check_error(1);
            assert_eq!(ended.stdout, "");
            assert!(ended.stderr.contains("solution 1 "), "{ended:?}");
            assert!(ended.stderr.contains("evil"), "{ended:?}");
            assert!(ended.stderr.len() < 3000, "{ended:?}");
            let hidden = |c: char| {
                c.is_control() && c != '\n' || matches!(c, '\u{200f}' | '\u{202e}' | '\u{2066}')
            };
            assert!(!ended.stderr.contains(hidden), "{ended:?}");
        }
    }
    let negative = "update LabyrinthSolutions set symmetry = 'none', nb_groups = -1";
    sandbox.sql().execute(negative, []).unwrap();
    sandbox.refuses(&["list"], 1, "nb_groups is");
}
