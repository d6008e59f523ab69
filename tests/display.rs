//! `display` as a user runs it.

mod common {
    pub(crate) mod program;
    pub(crate) mod reference;
    pub(crate) mod statistics;
}

use serde_json::Value;

use common::program::{empty_sandbox, explored_sandbox};
use common::{reference, statistics};

/// The arguments of a call of the original program: single quotes, and
/// options with an equals sign.
fn arguments(call: &str) -> Vec<String> {
    let words = call.split(' ').skip(1);
    words.map(|word| word.replace('\'', "")).collect()
}

fn documents(shown: &str) -> Vec<Value> {
    let lines = shown.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn numbers(documents: &[Value]) -> Vec<u64> {
    let number = |document: &Value| document["number"].as_u64().unwrap();
    documents.iter().map(number).collect()
}

#[test]
fn what_is_displayed_equals_what_the_original_printed_to_the_byte() {
    let configs = ["A1_B3", "A2_B4", "A3_B4", "A4_B4"];
    let sandbox = explored_sandbox(&configs);
    for config in configs {
        let mut shown = String::new();
        for call in reference::lines(&format!("{config}.display.cmd")) {
            let arguments = arguments(&call);
            let mut args = vec!["display"];
            args.extend(arguments.iter().map(String::as_str));
            shown += &sandbox.ok(&args);
        }
        let mut expected = reference::lines(&format!("{config}.display.txt"));
        assert_eq!(expected.remove(0), "from 1 to 10");
        assert_eq!(shown, expected.join("\n") + "\n", "{config}");
    }
}

#[test]
fn numbers_are_shown_in_the_order_in_which_they_are_asked_for() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let show = |args: &[&str]| {
        let args = [&["display", "--config", "A3_B4", "--format", "json"], args].concat();
        numbers(&documents(&sandbox.ok(&args)))
    };
    assert_eq!(show(&["560", "1", "26", "1"]), [560, 1, 26, 1]);
    assert_eq!(show(&["--from", "558", "--to", "560"]), [558, 559, 560]);
    assert_eq!(show(&["--from", "7", "--to", "7"]), [7]);
}

#[test]
fn a_json_document_has_the_columns_of_the_row_on_one_line() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let shown = sandbox.ok(&[
        "display", "--config", "A2_B4", "--from", "1", "--to", "120", "--format", "json",
    ]);
    let documents = documents(&shown);
    let rows = reference::lines("A2_B4.molecules.csv");
    let keys: Vec<String> = rows[0]
        .split(',')
        .map(|key| key.replace('_', "-"))
        .collect();
    assert_eq!(documents.len(), rows.len() - 1);
    for (document, row) in documents.iter().zip(&rows[1..]) {
        let document = document.as_object().unwrap();
        let values = keys.iter().map(|key| match &document[key] {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            other => panic!("{key}: {other}"),
        });
        assert_eq!(values.collect::<Vec<_>>().join(","), *row);
        assert_eq!(document.len(), keys.len());
    }
    // The order of the keys is that of the columns, too.
    let first = shown.lines().next().unwrap();
    let places: Vec<_> = keys
        .iter()
        .map(|key| first.find(&format!("\"{key}\":")))
        .collect();
    assert!(places.is_sorted() && places[0].is_some(), "{first}");
    assert_eq!(keys.len(), 6 + statistics::NAMES.len());
}

#[test]
fn a_spectrum_may_be_written_with_any_labels() {
    let sandbox = explored_sandbox(&["A3_B4", "A2_B4"]);
    let show = |config: &str, spectrum: &str| {
        let options = ["--config", config, "--spectrum", spectrum];
        sandbox.ok(&[&["display", "--format", "json"][..], &options].concat())
    };
    let group = show("A3_B4", "&@&@@&&@@&@&@aa@");
    assert_eq!(documents(&group).len(), 2);
    for label in ["z", "Q", "7"] {
        let spectrum = format!("&@&@@&&@@&@&@{label}{label}@");
        assert_eq!(show("A3_B4", &spectrum), group);
    }
    let two = show("A2_B4", "@&ab@&@cbac@&@&@");
    assert_eq!(numbers(&documents(&two)), [2]);
    assert_eq!(show("A2_B4", "@&b1@&@a1ba@&@&@"), two);
}

#[test]
fn a_spectrum_that_no_stored_molecule_has_is_said_to_be_such() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let absorbed = "@".repeat(16);
    let display = |config| ["display", "--config", config, "--spectrum", &absorbed];
    let none = "error: no molecule of A2_B4 has the spectrum @@@@@@@@@@@@@@@@\n";
    sandbox.refuses(&display("A2_B4"), 1, none);
    sandbox.ok(&["init", "--config", "A3_B4"]);
    sandbox.refuses(&display("A3_B4"), 1, "so far: 0 of 560 are stored");
}

#[test]
fn a_molecule_is_found_by_its_text() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let show = |option: &[&str]| sandbox.ok(&[&["display", "--config", "A2_B4"], option].concat());
    let last = show(&["120"]);
    assert_eq!(show(&["--molecule", "--------------OO"]), last);
    assert_eq!(show(&["--molecule=--------------OO"]), last);
    assert_eq!(show(&["--molecule", "O-O-------------"]), show(&["2"]));
}

#[test]
fn what_exists_is_shown_before_the_error_about_what_does_not() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let ended = sandbox.run(&[
        "display", "--config", "A2_B4", "--format", "json", "121", "5", "999", "6",
    ]);
    ended.check_error(1);
    assert_eq!(numbers(&documents(&ended.stdout)), [5, 6]);
    assert_eq!(
        ended.stderr,
        "error: A2_B4 has no molecules 121, 999, its numbers run from 1 to 120\n"
    );
}

#[test]
fn a_range_may_end_beyond_the_last_molecule_but_not_begin_there() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let ended = sandbox.run(&[
        "display",
        "--config",
        "A2_B4",
        "--format",
        "json",
        "--from",
        "119",
        "--to",
        "1000000000000",
    ]);
    assert_eq!(ended.code, Some(0));
    assert_eq!(numbers(&documents(&ended.stdout)), [119, 120]);
    assert_eq!(ended.stderr, "A2_B4 ends with molecule 120\n");
    sandbox.refuses(
        &[
            "display",
            "--config",
            "A2_B4",
            "--from",
            "121",
            "--to",
            "1000000000000",
        ],
        1,
        "A2_B4 has no molecule 121",
    );
}

#[test]
fn what_is_not_stored_yet_is_told_from_what_does_not_exist() {
    let sandbox = empty_sandbox();
    sandbox.ok(&["init", "--config", "A2_B4"]);
    sandbox.refuses(
        &["display", "--config", "A2_B4", "3", "121"],
        1,
        "error: A2_B4 has no molecule 121, its numbers run from 1 to 120; \
         A2_B4 has no molecule 3 stored yet, 0 of 120 are\n",
    );
}

#[test]
fn nothing_is_coloured_off_a_terminal() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let shown = sandbox.ok(&["display", "--config", "A2_B4", "--from", "1", "--to", "120"]);
    assert!(!shown.contains('\u{1b}'));
}

#[test]
fn molecules_are_written_as_game_ids_and_as_emacs_draws_them() {
    let sandbox = explored_sandbox(&["A2_B2", "A4_B4"]);
    let show = |format: &str| {
        sandbox.ok(&[
            "display", "--config", "A4_B4", "--from", "7", "--to", "9", "--format", format,
        ])
    };
    let ids = show("tatham");
    assert_eq!(ids.lines().count(), 3);
    for (id, number) in ids.lines().zip(7..) {
        assert!(id.starts_with("w4h4m4M4:") && id.len() == 9 + 20, "{id}");
        std::fs::write(sandbox.path("id"), id).unwrap();
        let shown = sandbox.ok(&["decode", "id", "--format", "json"]);
        assert!(
            shown.contains(&format!("\"hidden\":{{\"number\":{number},")),
            "{shown}"
        );
    }
    let drawn = show("emacs");
    assert_eq!(drawn.matches("There are 4 balls in the box\n").count(), 3);
    let one = sandbox.ok(&["display", "--config", "A2_B2", "1", "--format", "emacs"]);
    let expected = "   H H   \n H O O H \n R - - R \n   H H   \n\nThere are 2 balls in the box\n";
    assert_eq!(one, expected);
    let full = sandbox.run(&["display", "--config", "A4_B2", "1", "--format", "tatham"]);
    assert_eq!(full.code, Some(2), "{full:?}");
}
