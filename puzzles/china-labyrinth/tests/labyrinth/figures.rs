//! `estimate`, `tune` and `hexagrams`.

use std::collections::BTreeSet;

use serde_json::json;
use snapbox::assert_data_eq;

use crate::drawings::snapshot;
use crate::rules::{documents, keys, numbers, sandbox};

#[test]
fn estimates() {
    let sandbox = sandbox();
    let args = [
        "estimate",
        "--squares",
        "--probes",
        "1500",
        "--format",
        "json",
    ];
    let text = sandbox.ok(&args);
    let document = &documents(&text)[0];
    assert_eq!(
        keys(document),
        [
            "groups",
            "hits",
            "probes",
            "seed",
            "solutions",
            "standard_error",
            "steps",
            "steps_through_all",
            "tiles"
        ]
    );
    // Counting takes 106,000 to 253,000 steps, depending on the seed.
    let steps = document["steps_through_all"].as_f64().unwrap();
    assert!((160_000.0..210_000.0).contains(&steps), "{text}");
    let [mean, error] = ["solutions", "standard_error"].map(|key| document[key].as_f64().unwrap());
    assert!(
        error < 0.02 * mean && (mean - 5005.0).abs() < 4.0 * error,
        "{text}"
    );
    let shares = document["groups"].as_array().unwrap();
    let sum: f64 = shares
        .iter()
        .map(|row| row["share"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(sandbox.ok(&[&args[..], &["--threads", "1"]].concat()), text);
    // Of the hexagons a few thousand probes tell the order of magnitude.
    let text = sandbox.ok(&["estimate", "--probes", "1024", "--format", "json"]);
    let solutions = documents(&text)[0]["solutions"].as_f64().unwrap();
    assert!((3e20..6e21).contains(&solutions), "{solutions:e}");
    assert!(!sandbox.path("data").exists());
}

#[test]
fn the_reference_is_what_is_counted() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("reference/counts.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let sandbox = sandbox();
    let mut counted = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let solutions: f64 = row[2].parse().unwrap();
        let error: f64 = row[3].parse().unwrap();
        if row[0].starts_with("count") {
            let args: Vec<&str> = row[0].split(' ').chain(["--format", "json"]).collect();
            let found = &documents(&sandbox.ok(&args))[0];
            assert_eq!(found["solutions"].as_f64(), Some(solutions), "{args:?}");
            assert_eq!(found["steps"].to_string(), row[4], "{args:?}");
            counted += 1;
        } else if &row[1] == "squares" {
            assert!((solutions - 5005.0).abs() < 4.0 * error);
        } else {
            assert!(error < 0.03 * solutions);
        }
    }
    assert_eq!(counted, 5);
}

#[test]
fn limits_are_tuned_by_measurement() {
    let sandbox = sandbox();
    let args = ["tune", "--limits", "192,384", "--steps", "400000"];
    let literal = [&args[..], &["--literal", "--format", "json"]].concat();
    let document = &documents(&sandbox.ok(&literal))[0];
    assert_eq!(
        keys(document),
        ["best_limit", "fewest_steps_limit", "search", "trials"]
    );
    let trials = document["trials"].as_array().unwrap();
    // Steps a solution are the same everywhere: 384 is better than 96.
    let steps: Vec<f64> = trials
        .iter()
        .map(|trial| trial["steps_per_solution"].as_f64().unwrap())
        .collect();
    assert!(steps[1] < steps[0], "{document}");
    assert_eq!(document["fewest_steps_limit"], 384);
    let text = sandbox.ok(&args);
    assert!(text.starts_with("look-ahead, demands fewest, pieces doors,angles\n"));
    assert!(text.contains("  fewest steps\n"), "{text}");
    let picture = sandbox.ok(&[&args[..], &["--format", "svg"]].concat());
    assert!(
        picture.starts_with("<svg") || picture.starts_with("<?xml"),
        "{picture}"
    );
}

#[test]
fn hexagrams() {
    let sandbox = sandbox();
    let text = sandbox.ok(&["hexagrams"]);
    assert_data_eq!(text, snapshot("hexagrams.txt"));
    let all = documents(&sandbox.ok(&["hexagrams", "--format", "json"]));
    assert_eq!(all.len(), 64);
    let masks: BTreeSet<u64> = all
        .iter()
        .map(|one| one["mask"].as_u64().unwrap())
        .collect();
    assert_eq!(masks.len(), 64);
    for (i, one) in all.iter().enumerate() {
        assert_eq!(one["number"], json!(i + 1));
        let lines = numbers(&one["lines"]);
        let mask = (0..6).fold(0, |mask, line| mask | lines[line] << line);
        assert_eq!(one["mask"], json!(mask));
    }
    assert!(sandbox.files().is_empty());
}
