//! `display` as a user runs it; `tests/cases/display.md` has more of it.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use testkit::{csv, one, words};

use crate::common::program::{explored_sandbox, with};
use crate::common::repository::reference;

/// The keys that follow those of the original's records, if the ambiguous spectra are known.
const AMBIGUITY: [&str; 3] = ["ambiguous", "spectral-group-size", "twins"];

fn documents(shown: &str) -> Vec<Value> {
    let documents = shown.lines().map(serde_json::from_str);
    documents.collect::<Result<_, _>>().unwrap()
}

fn numbers(documents: &[Value]) -> Vec<u64> {
    let number = |document: &Value| document["number"].as_u64().unwrap();
    documents.iter().map(number).collect()
}

#[test]
fn display_equals_the_original_output() {
    let configs = ["A1_B3", "A2_B4", "A3_B4", "A4_B4"];
    let sandbox = explored_sandbox(&configs);
    for config in configs {
        let show = || {
            let calls = reference(&format!("{config}.display.cmd")).replace('\'', "");
            let calls = calls.lines().map(|call| call.split_once(' ').unwrap());
            let shown = calls.map(|(_, options)| sandbox.says(&format!("display {options}")));
            shown
                .map(|text| text.replace(LEGEND, ""))
                .collect::<String>()
        };
        let printed = reference(&format!("{config}.display.txt"));
        let expected: Vec<&str> = printed.lines().skip(1).collect();
        let molecules = expected.iter().filter(|line| line.starts_with("Out "));
        let molecules = molecules.count();
        // Unlike the original, our program adds a line about the ambiguity of each molecule, and the family of
        // ambiguous ones.
        let ours = show();
        let ambiguity =
            |line: &&str| line.starts_with("Ambiguous: ") || line.starts_with("Unambiguous: ");
        assert_eq!(ours.lines().filter(ambiguity).count(), molecules);
        assert_eq!(ours.matches(HEADING).count(), molecules);
        // The molecules of a group are drawn side by side, down to the legend.
        let mut is_group = false;
        let is_theirs = |line: &&str| {
            is_group |= line.starts_with("Ambiguous: ");
            let is_ours = is_group || ambiguity(line) || line.ends_with('.');
            is_group &= !line.starts_with("O in all molecules");
            !is_ours
        };
        let without: Vec<&str> = ours.lines().filter(is_theirs).collect();
        check_layout(&without.join("\n"), &expected);
        sandbox.ok(&["init-spectrum", "--config", config]);
        // While the spectra are not known, there is no such line.
        check_layout(show().trim_end(), &expected);
    }
}

const LEGEND: &str = "@ absorbed, & reflected, same letter: one ray (in a game: H, R, numbers)\n";

const HEADING: &str = "                    length     turns
          number total max total max
";

/// Compares our output with the original's lines. It must be identical, except for the heading and the width of the
/// columns of the statistics.
#[track_caller]
fn check_layout(ours: &str, original: &[&str]) {
    let ours = ours.replace(HEADING, "          number length  turns\n");
    let ours: Vec<&str> = ours.lines().collect();
    assert_eq!(ours.len(), original.len());
    for (ours, &original) in ours.into_iter().zip(original) {
        let statistics = ["Absorbed ", "Reflected ", "Out "];
        if statistics.iter().any(|word| original.starts_with(word)) {
            assert_eq!(words(ours), words(original));
        } else {
            assert_eq!(ours, original);
        }
    }
}

/// The rows of comma-separated values: a header, and the cells of each row.
fn rows(shown: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(shown.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let header = cells(reader.headers().unwrap());
    let rows = reader.records().map(|record| cells(&record.unwrap()));
    (header, rows.collect())
}

#[test]
fn json_and_csv_have_the_cells_and_the_names_of_the_columns() {
    let config = "A4_B4";
    let sandbox = explored_sandbox(&[config]);
    let show =
        |format: &str| sandbox.ok(&["display", "--config", config, "1..1820", "--format", format]);
    let (header, shown) = rows(&show("csv"));
    let reference = reference("A4_B4.molecules.csv");
    let reference: Vec<&str> = reference.lines().collect();
    let ambiguity = AMBIGUITY.join(",").replace('-', "_");
    assert_eq!(header.join(","), format!("{},{ambiguity}", reference[0]));
    let json = show("json");
    let documents = documents(&json);
    let rows_and_lines = [shown.len(), json.lines().count(), reference.len() - 1];
    assert_eq!(rows_and_lines, [1820; 3]);
    // The order of the keys is that of the columns.
    let first = json.lines().next().unwrap();
    let key = |name: &String| first.find(&format!("\"{}\":", name.replace('_', "-")));
    let places: Vec<_> = header.iter().map(key).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{first}");
    // 6 columns of the molecule, and 17 of its rays.
    assert_eq!(header.len(), 6 + 17 + AMBIGUITY.len());
    for ((row, document), line) in shown.iter().zip(&documents).zip(&reference[1..]) {
        // Only the document has the family.
        assert_eq!(document.as_object().unwrap().len(), header.len() + 1);
        let is_small = matches!(document["spectral-group-size"].as_u64(), Some(2..=20));
        assert_eq!(document["family"].is_object(), is_small, "{document}");
        assert!(row.join(",").starts_with(&format!("{line},")), "{row:?}");
        for (name, cell) in header.iter().zip(row) {
            let value = match &document[name.replace('_', "-")] {
                Value::String(text) => text.clone(),
                Value::Array(twins) => {
                    let twins: Vec<String> = twins.iter().map(Value::to_string).collect();
                    twins.join(" ")
                }
                other => other.to_string(),
            };
            assert_eq!(*cell, value, "{name}");
        }
    }
    assert!(shown.iter().any(|row| row[25].contains(' ')));
}

#[test]
fn display_lists_the_twins_of_every_molecule() {
    // A21_B5 has a group with more molecules than are named.
    for (config, largest) in [("A4_B4", 3), ("A21_B5", 126)] {
        let sandbox = explored_sandbox(&[config]);
        let spectrum = format!("select min(spectrum) from Spectrums where nb_mol = {largest}");
        let spectrum: String = one(&sandbox.sql(), &spectrum);
        let of_group = format!("display {config} --spectrum {spectrum}");
        let display = match config {
            "A4_B4" => "display A4_B4 1..1820",
            _ => &of_group,
        };
        let shown = sandbox.says(&format!("{display} --format json"));
        let documents = documents(&shown);
        let text = sandbox.says(display);
        let is_told = |line: &&str| line.contains("mbiguous: ");
        let lines: Vec<&str> = text.lines().filter(is_told).collect();
        assert_eq!(lines.len(), documents.len());
        let mut groups: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (document, number) in documents.iter().zip(numbers(&documents)) {
            let spectrum = document["spectrum"].as_str().unwrap();
            groups.entry(spectrum).or_default().push(number);
        }
        let most = groups.values().map(Vec::len).max();
        assert_eq!(most, Some(largest), "{config}");
        for (document, line) in documents.iter().zip(lines) {
            let number = document["number"].as_u64().unwrap();
            let group = &groups[document["spectrum"].as_str().unwrap()];
            let mut others = group.clone();
            others.retain(|&other| other != number);
            assert_eq!(document["ambiguous"], !others.is_empty());
            assert_eq!(document["spectral-group-size"], group.len());
            let named = &others[..others.len().min(100)];
            assert_eq!(document["twins"], Value::from(named), "{number}");
            let named = others.iter().take(10).join(", ");
            let told = match others.len() {
                0 => "Unambiguous: no other molecule has this spectrum".to_owned(),
                1 => format!("Ambiguous: 1 other molecule has this spectrum: {named}"),
                n => format!("Ambiguous: {n} other molecules have this spectrum: {named}"),
            };
            let more = others.len().saturating_sub(10);
            let more = (more > 0).then(|| format!(" and {more} more"));
            assert_eq!(line, told + &more.unwrap_or_default());
        }
        // Selecting the group by its spectrum gives the same output.
        let is_of_group = |line: &&str| line.contains(&spectrum);
        let expected: String = shown.split_inclusive('\n').filter(is_of_group).collect();
        assert_eq!(sandbox.says(&format!("{of_group} --format json")), expected);
    }
}

#[test]
fn twins_are_shown_while_another_configuration_is_loaded() {
    let sandbox = explored_sandbox(&["A4_B4"]);
    let show = |number: &str| {
        let shown = sandbox.ok(&["display", "--config", "A4_B4", number, "--format", "json"]);
        documents(&shown).remove(0)
    };
    let ambiguous = "select min(number) from Molecules join Spectrums using (config, spectrum)";
    let ambiguous = sandbox.number(ambiguous).to_string();
    let text = || sandbox.ok(&["display", "--config", "A4_B4", &ambiguous]);
    let before = (show(&ambiguous), text());
    assert!(before.0["twins"].is_array());
    // The state while another configuration is loaded.
    sandbox.change("drop index Molecules_spectrum");
    assert_eq!((show(&ambiguous), text()), before);
    // The state after init-spectrum.
    sandbox.ok(&["init-spectrum", "--config", "A4_B4"]);
    let document = show(&ambiguous);
    let is_told = AMBIGUITY.iter().any(|key| document.get(key).is_some());
    assert!(!is_told, "{document}");
    // A file that another program changed.
    sandbox.ok(&["update-spectrum", "--config", "A4_B4"]);
    sandbox.change("update Spectrums set nb_mol = nb_mol + 1");
    let message = "its spectrum does not have the ";
    sandbox.refuses(&["display", "--config", "A4_B4", &ambiguous], 1, message);
}

#[test]
fn a_condition_only_selects_molecules() {
    let sandbox = explored_sandbox(&["A3_B4", "A2_B4"]);
    let show = |condition: &str| {
        let args = ["display", "A3_B4", "--format", "json", "--where", condition];
        numbers(&documents(&sandbox.ok(&args)))
    };
    let chosen = |condition: &str| -> Vec<u64> {
        let text = format!(
            "select number from Molecules where config = 'A3_B4' and ({condition}\n) order by number"
        );
        let rows = csv(&sandbox.sql(), &text);
        rows.lines()
            .skip(1)
            .map(|number| number.parse().unwrap())
            .collect()
    };
    for condition in [
        "out_max_turns = 3",
        "absorbed_number > 7 or out_number = 0",
        "transform = 'id' and number < 100",
        "number = 26 -- and no other",
    ] {
        assert_eq!(show(condition), chosen(condition), "{condition}");
        assert!(!show(condition).is_empty(), "{condition}");
    }
    // The short columns of `browse`.
    let turns = "max(absorbed_max_turns, reflected_max_turns, out_max_turns)";
    let long = format!("{turns} = 2 and absorbed_number > 0");
    assert_eq!(show("turns = 2 and abs > 0"), chosen(&long));
}

#[test]
fn display_draws_molecules() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let display = ["display", "--config", "A2_B4", "--format", "svg"];
    let plain = sandbox.ok(&with(&display, &["2"]));
    assert_data_eq!(plain.as_str(), file!["../snapshots/display.svg"].raw());
    let rays = sandbox.ok(&with(&display, &["2", "--rays"]));
    assert_data_eq!(rays, file!["../snapshots/display-rays.svg"].raw());
    let text = sandbox.ok(&with(&display, &["--molecule", "O-O-------------"]));
    assert_eq!(text, plain);
    let several = sandbox.ok(&with(&display, &["1..100"]));
    assert_eq!(several.matches("<svg").count(), 1);
    assert_eq!(several.matches(">A2_B4 ").count(), 100);
}
