//! Compares what a verification writes for people with what it writes for programs.

use serde_json::Value;

use crate::Sandbox;

/// The columns of the rows of a verification. `config` comes first if it is one of a configuration.
const COLUMNS: [&str; 5] = ["outcome", "name", "text", "rows", "sha256"];

/// Checks that a verification says the same as text, JSON and CSV, and ends in the same way. Returns
/// its exit code and the outcomes.
pub fn check_formats(sandbox: &Sandbox, verify: &[&str]) -> (Option<i32>, Vec<String>) {
    let run = |format| sandbox.run(&[verify, &["--format", format]].concat());
    let [text, json, csv] = ["text", "json", "csv"].map(run);
    for other in [&json, &csv] {
        let ends = [&text, other].map(|ended| (ended.code, &ended.stderr));
        assert_eq!(ends[0], ends[1], "{verify:?}");
    }
    let mut reader = csv::Reader::from_reader(csv.stdout.as_bytes());
    let header: Vec<String> = (reader.headers().unwrap().iter())
        .map(str::to_owned)
        .collect();
    let config = header.first().is_some_and(|first| first == "config");
    let columns = ["config"].into_iter().filter(|_| config).chain(COLUMNS);
    assert_eq!(header, columns.collect::<Vec<_>>(), "{csv:?}");
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let documents: Vec<Value> = (json.stdout.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // Headings name the configurations of a file.
    let lines = text.stdout.lines().filter(|line| line.contains("  "));
    let lines: Vec<&str> = lines.collect();
    let counts = [lines.len(), documents.len(), records.len()];
    assert_eq!(counts, [lines.len(); 3], "{text:?}\n{json:?}\n{csv:?}");
    let mut outcomes = Vec::new();
    for ((line, document), record) in lines.into_iter().zip(&documents).zip(&records) {
        let keys = document.as_object().unwrap();
        assert_eq!(keys.len(), header.len(), "{document}");
        for (key, cell) in header.iter().zip(record) {
            let value = match &keys[key] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, cell, "{key}");
        }
        let [outcome, name, words] =
            ["outcome", "name", "text"].map(|key| keys[key].as_str().unwrap());
        let shown = outcome.replace("failed", "FAILED");
        assert_eq!(line, format!("{shown:<8}  {name:<11}  {words}"));
        if outcome == "checksum" {
            let (rows, sha256) = (&keys["rows"], keys["sha256"].as_str().unwrap());
            let plain = words.replace(',', "");
            assert_eq!(plain, format!("sha256 {sha256} of {rows} rows"));
        }
        outcomes.push(outcome.to_owned());
    }
    (text.code, outcomes)
}
