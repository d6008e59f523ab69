//! `compare`.

use std::fs;

use serde_json::Value;

use crate::grids::{json, sandbox};

#[test]
fn methods_are_compared() {
    let sandbox = sandbox();
    let args = [
        "compare", "--size", "6", "--runs", "4", "--seed", "9", "--limit", "20000",
    ];
    let document = json(&sandbox, &args);
    let methods = document["methods"].as_array().unwrap();
    let names: Vec<&str> = methods
        .iter()
        .map(|m| m["method"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["random", "warnsdorff", "backtrack", "rotate", "blocks"]
    );
    assert_eq!(document["circular"], true);
    assert_eq!(document["runs"], 4);
    let mut quickest = f64::MAX;
    for method in &methods[1..] {
        assert_eq!(method["found"], 4);
        let time = |key: &str| method[key].as_f64().unwrap();
        assert!(time("shortest") <= time("median") && time("median") <= time("longest"));
        assert!(time("ratio") >= 1.0);
        quickest = quickest.min(time("ratio"));
    }
    assert_eq!(quickest, 1.0);
    let csv = sandbox.ok(&[&args[..], &["--format", "csv"]].concat());
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("method,runs,found,median_steps,mean_steps,mean_attempts,median,mean")
    );
    for (line, method) in lines.zip(methods) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[0], method["method"]);
        assert_eq!(fields[2], method["found"].to_string());
        let mean: f64 = fields[5].parse().unwrap_or(0.0);
        let known = method["mean_attempts"].as_f64().unwrap_or(0.0);
        assert!((mean - known).abs() < 0.001, "{line}");
    }
    // Steps are those of the same seeds whenever it is run.
    let steps = |document: &Value| -> Vec<Value> {
        let methods = document["methods"].as_array().unwrap();
        methods
            .iter()
            .map(|method| method["median_steps"].clone())
            .collect()
    };
    assert_eq!(steps(&json(&sandbox, &args)), steps(&document));
    let table = sandbox.ok(&[&args[..], &["--chart", "chart.svg"]].concat());
    assert!(
        table.starts_with("circular tours of 6 × 6: 4 runs, seed 9"),
        "{table}"
    );
    assert_eq!(table.lines().count(), 3 + 5 + 2);
    let chart = fs::read_to_string(sandbox.path("chart.svg")).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("circular tours of 6 × 6"));
    let open = sandbox.ok(&[
        "compare",
        "-s",
        "8",
        "--runs",
        "2",
        "--open",
        "--methods",
        "rotate,blocks",
    ]);
    assert!(open.starts_with("tours of 8 × 8: 2 runs"), "{open}");
    assert_eq!(sandbox.files().len(), 1, "only the chart");
}

/// What is published of steps and attempts, which a seed always repeats.
#[test]
fn searches_take_the_steps_that_are_published() {
    let sandbox = sandbox();
    let table = include_str!("../../reference/searches.csv");
    let mut compared = 0;
    for line in table.lines().skip(1) {
        let (figures, command) = line.rsplit_once(',').unwrap();
        let steps: f64 = figures.split(',').nth(4).unwrap().parse().unwrap_or(1e9);
        let runs: f64 = figures.split(',').nth(1).unwrap().parse().unwrap();
        if steps * runs > 1e7 {
            continue;
        }
        let args: Vec<&str> = command.split(' ').skip(1).collect();
        let csv = sandbox.ok(&[&args[..], &["--format", "csv", "--quiet"]].concat());
        let found = csv.lines().nth(1).unwrap();
        assert!(found.starts_with(figures), "{command}: {found}");
        compared += 1;
    }
    assert!(compared >= 10, "{compared}");
}
