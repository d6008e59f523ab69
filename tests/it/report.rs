//! `report` and the pictures of `display`, as a user gets them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::BufRead;
use std::path::Path;

use itertools::Itertools;
use rusqlite::Connection;
use snapbox::{assert_data_eq, file};
use testkit::{csv, one, words};

use crate::common::program::{cases, empty_sandbox, explored_sandbox, stopped, wait_to_hear, with};

fn read(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let texts = entries.map(|entry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    });
    texts.collect()
}

/// The records of a CSV file by the names of its columns.
fn records(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.unwrap()).collect()
}

fn number(record: &BTreeMap<String, String>, column: &str) -> u64 {
    record[column].parse().unwrap()
}

/// The rows that a query finds, one list of numbers per row.
fn numbers(connection: &Connection, sql: &str) -> Vec<Vec<u64>> {
    let numbers = |row: &str| {
        row.split(',')
            .map(|number| number.parse().unwrap())
            .collect()
    };
    csv(connection, sql).lines().skip(1).map(numbers).collect()
}

fn atoms(text: &str) -> BTreeSet<usize> {
    let symbols = text.bytes().enumerate();
    let atoms = symbols.filter(|(_, symbol)| *symbol == b'O');
    atoms.map(|(cell, _)| cell).collect()
}

fn cells(cells: &BTreeSet<usize>, width: usize) -> String {
    let place = |cell| format!("{}.{}", cell / width + 1, cell % width + 1);
    cells.iter().map(place).join(" ")
}

/// Checks every group of a report against the database, by comparing texts.
fn check_groups(
    files: &BTreeMap<String, String>,
    connection: &Connection,
    config: &str,
    width: usize,
) {
    let groups = records(&files["groups.csv"]);
    let classes =
        format!("select count(*) from Spectrums where transform = 'id' and config = '{config}'");
    let expected: i64 = one(connection, &classes);
    assert_eq!(groups.len() as i64, expected);
    // Each group is of one family.
    let families = records(&files["families.csv"]);
    let of_families = families
        .iter()
        .map(|family| number(family, "up_to_symmetry"));
    assert_eq!(of_families.sum::<u64>(), groups.len() as u64);
    let mut order = Vec::new();
    for group in &groups {
        let spectrum = &group["spectrum"];
        let rows = format!(
            "select number, molecule from Molecules
              where config = '{config}' and spectrum = '{spectrum}' order by number"
        );
        let rows = csv(connection, &rows);
        let rows = rows.lines().skip(1).map(|row| row.split_once(',').unwrap());
        let (listed, molecules): (Vec<&str>, Vec<BTreeSet<usize>>) =
            rows.map(|(number, text)| (number, atoms(text))).unzip();
        assert_eq!(group["numbers"], listed.join(" "));
        let size = molecules.len();
        assert_eq!(number(group, "size"), size as u64);

        let all = || molecules.iter().cloned();
        let common = all().reduce(|all, one| &all & &one).unwrap();
        let any = all().reduce(|all, one| &all | &one).unwrap();
        assert_eq!(group["common"], cells(&common, width));
        assert_eq!(group["uncertain"], cells(&(&any - &common), width));

        let wrong = |guess: &BTreeSet<usize>| -> Vec<usize> {
            let wrong = molecules.iter().map(|truth| (guess - truth).len());
            wrong.collect()
        };
        let apart = molecules.iter().flat_map(&wrong).max().unwrap();
        assert_eq!(number(group, "apart"), apart as u64);
        let mean = |guess: &BTreeSet<usize>| {
            let points = 5 * wrong(guess).into_iter().sum::<usize>();
            format!("{:.4}", points as f64 / size as f64)
        };
        let costs = molecules.iter().map(|one| mean(one).parse().unwrap());
        let costs: Vec<f64> = costs.collect();
        let most = costs.iter().copied().fold(0.0, f64::max);
        assert_eq!(group["worst_mean_penalty"], format!("{most:.4}"));
        for (guess, mean_column, highest_column) in [
            ("best_guess", "best_mean_penalty", "best_highest_penalty"),
            ("worst_guess", "worst_mean_penalty", "worst_highest_penalty"),
        ] {
            let guessed = atoms(group[guess].as_str());
            assert_eq!(group[mean_column], mean(&guessed));
            let highest = 5 * wrong(&guessed).into_iter().max().unwrap() as u64;
            assert_eq!(number(group, highest_column), highest);
        }
        let best: f64 = group["best_mean_penalty"].parse().unwrap();
        assert!(costs.iter().all(|&cost| best <= cost), "{group:?}");
        let inside = molecules.contains(&atoms(group["best_guess"].as_str()));
        assert_eq!(group["best_guess_in_group"] == "yes", inside);
        order.push((std::cmp::Reverse(size), std::cmp::Reverse(apart)));
    }
    assert!(order.is_sorted(), "{order:?}");
}

/// Checks what a report says about the rays against sums over the table.
fn check_rays(files: &BTreeMap<String, String>, connection: &Connection, config: &str) {
    let rays = records(&files["rays.csv"]);
    for outcome in ["absorbed", "reflected", "out"] {
        let of_outcome = || rays.iter().filter(|record| record["outcome"] == outcome);
        let sum = |column: Option<&str>| -> u64 {
            let times = |record| column.map_or(1, |column| number(record, column));
            let sums = of_outcome().map(|record| times(record) * number(record, "rays"));
            sums.sum()
        };
        let most = |column: &str| of_outcome().map(|record| number(record, column)).max();
        let expected = format!(
            "select sum({outcome}_number), sum({outcome}_tot_length), sum({outcome}_tot_turns),
                    max({outcome}_max_length), max({outcome}_max_turns)
               from Molecules where config = '{config}'"
        );
        let found = [
            sum(None),
            sum(Some("length")),
            sum(Some("turns")),
            most("length").unwrap_or(0),
            most("turns").unwrap_or(0),
        ];
        assert_eq!(
            numbers(connection, &expected),
            [found],
            "{config} {outcome}"
        );
    }
    let by_number = records(&files["ray-numbers.csv"]);
    for (column, sql) in [
        ("absorbed", "absorbed_number"),
        ("reflected", "reflected_number"),
        ("edge", "reflected_edge"),
        ("deep", "reflected_deep"),
        ("out", "out_number"),
        ("shots", "absorbed_number + reflected_number + out_number"),
    ] {
        let expected = format!(
            "select {sql} as n, count(*) from Molecules where config = '{config}' group by n order by n"
        );
        let found = by_number
            .iter()
            .map(|row| vec![number(row, "number"), number(row, column)]);
        let found: Vec<Vec<u64>> = found.filter(|row| row[1] > 0).collect();
        assert_eq!(numbers(connection, &expected), found, "{config} {column}");
    }
    for record in records(&files["ray-records.csv"]) {
        let (outcome, measure) = (&record["outcome"], &record["measure"]);
        let sql = format!(
            "select min(number), count(*), count(distinct canonical_number) from Molecules
              where config = '{config}' and {outcome}_number > 0
                and {outcome}_max_{measure} = {} group by config",
            record["value"]
        );
        let found = ["number", "molecules", "canonical_molecules"].map(|at| number(&record, at));
        assert_eq!(numbers(connection, &sql), [found], "{config} {record:?}");
        let entered = record["path"].split_whitespace().count() as u64;
        assert_eq!(entered, number(&record, "length"));
    }
}

/// A page must need nothing from elsewhere but its style sheet and its script.
fn check_page(page: &str) {
    let without = page
        .replace(r#"<link rel="stylesheet" href="report.css">"#, "")
        .replace(r#"<script src="report.js" defer></script>"#, "");
    for from_elsewhere in words("<script <link src= url( @import https: javascript:") {
        assert!(!without.contains(from_elsewhere), "{from_elsewhere}");
    }
    // Only the name of the format of pictures looks like an address.
    let without = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!without.contains("http:"));
    for line in [
        r#"lang="en""#,
        "<title>",
        r#"<link rel="stylesheet" href="report.css">"#,
    ] {
        assert!(page.contains(line), "{line}");
    }
    let count = |tag: &str| page.matches(tag).count();
    for tag in words("svg figure table section li div p details") {
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
    // Every picture has a text that says what it shows, or is an example in
    // a sentence.
    let mut pictures = page.split("<svg ").skip(1);
    let texts = ["aria-hidden", "<title>", "aria-label"];
    assert!(pictures.all(|svg| texts.iter().any(|text| svg.contains(text))));
}

#[test]
fn a_report_agrees_with_the_database_and_with_the_text() {
    let sandbox = explored_sandbox(&["A4_B4", "A4_B5", "A4_B6"]);
    let printed = sandbox.ok(&["report", "--config", "A4_B6"]);
    assert_eq!(printed, "report-A4_B6/index.html\n");
    let files = read(&sandbox.path("report-A4_B6"));
    check_page(&files["index.html"]);
    assert_data_eq!(
        files["ambiguity.csv"].as_str(),
        "size,up_to_symmetry,spectrums,molecules\n\
         2,89,696,1392\n3,6,36,108\n4,4,24,96\n5,1,8,40\n"
    );
    let connection = sandbox.sql();
    check_groups(&files, &connection, "A4_B6", 6);
    check_rays(&files, &connection, "A4_B6");

    // The query that users run finds the same pairs.
    let pairs = records(&files["pairs.csv"]);
    let query = include_str!("../../sql/distant-twins.sql").replace(":config", "'A4_B6'");
    let expected = csv(&connection, &query);
    let expected = expected
        .lines()
        .skip(1)
        .map(|row| row.split(',').take(3).join(","));
    let columns = ["atoms", "number", "other_number"];
    let found = pairs
        .iter()
        .map(|pair| columns.map(|column| &pair[column]).iter().join(","));
    assert!(!pairs.is_empty());
    assert!(expected.sorted().eq(found.sorted()));

    let growth = records(&files["growth.csv"]);
    let boxes: Vec<&str> = growth.iter().map(|row| row["config"].as_str()).collect();
    assert_eq!(boxes, ["A4_B4", "A4_B5", "A4_B6"]);

    // All groups are drawn.
    let page = &files["groups-1.html"];
    check_page(page);
    assert_eq!(page.matches("<article class=\"group\"").count(), 100);
    assert!(!files.contains_key("groups-2.html"));
    for look in ["prefers-color-scheme:dark", "@media print"] {
        assert!(files["report.css"].contains(look), "{look}");
    }
}

#[test]
fn the_same_data_give_the_same_bytes_and_strangers_are_left_alone() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    sandbox.ok(&["report", "--config", "A3_B4"]);
    let first = read(&sandbox.path("report-A3_B4"));
    fs::write(sandbox.path("report-A3_B4/mine.txt"), "mine").unwrap();
    fs::write(sandbox.path("report-A3_B4/rays.csv"), "old").unwrap();
    // Pages that an older report needed go, and no others.
    let groups = &first["groups-1.html"];
    fs::write(sandbox.path("report-A3_B4/groups-7.html"), groups).unwrap();
    fs::write(sandbox.path("report-A3_B4/groups-8.html"), "mine").unwrap();
    sandbox.ok(&["report", "--config", "a3_b4"]);
    let mut again = read(&sandbox.path("report-A3_B4"));
    assert_eq!(again.remove("mine.txt").as_deref(), Some("mine"));
    assert_eq!(again.remove("groups-8.html").as_deref(), Some("mine"));
    assert!(first == again);
    sandbox.ok(&["report", "--config", "A3_B4", "--out", "deep/down"]);
    assert!(first == read(&sandbox.path("deep/down")));

    // A page that is not ours stays, and so do all other files.
    fs::create_dir(sandbox.path("site")).unwrap();
    fs::write(sandbox.path("site/index.html"), "<!DOCTYPE html><p>Hello").unwrap();
    let report = ["report", "--config", "A3_B4", "--out"];
    let message = "index.html was not made by this program";
    sandbox.refuses(&with(&report, &["site"]), 1, message);
    fs::create_dir(sandbox.path("tables")).unwrap();
    fs::write(sandbox.path("tables/rays.csv"), "theirs").unwrap();
    let message = "rays.csv was not made by this program";
    sandbox.refuses(&with(&report, &["tables"]), 1, message);
    // A folder gives no way, even among files of ours.
    fs::remove_file(sandbox.path("deep/down/rays.csv")).unwrap();
    fs::create_dir(sandbox.path("deep/down/rays.csv")).unwrap();
    sandbox.refuses(&with(&report, &["deep/down"]), 1, message);
    sandbox.refuses(&with(&report, &["tables/rays.csv"]), 2, "is not a folder");
    sandbox.refuses(&with(&report, &["/dev/null/x"]), 1, "cannot write");
}

#[test]
fn configurations_without_ambiguity_have_a_report_too() {
    let configs = ["A0_B1", "A1_B1", "A0_B3", "A2_B4", "A9_B3", "A2_B2"];
    let sandbox = explored_sandbox(&configs);
    for config in configs {
        let out = format!("out-{config}");
        sandbox.ok(&["report", "--config", config, "--out", &out, "--quiet"]);
        let files = read(&sandbox.path(&out));
        check_page(&files["index.html"]);
        check_rays(&files, &sandbox.sql(), config);
        let width = config[4..].parse().unwrap();
        check_groups(&files, &sandbox.sql(), config, width);
        let ambiguous = records(&files["ambiguity.csv"]).len();
        let none = format!("No spectrum of {config} is ambiguous");
        let said = files["index.html"].contains(&none);
        assert_eq!(said, ambiguous == 0, "{config}");
    }
}

#[test]
fn what_has_not_gone_through_the_pipeline_has_no_report() {
    let sandbox = empty_sandbox();
    let report = ["report", "--config", "A3_B4"];
    sandbox.refuses(&report, 1, "there is no database at");
    for [command, message] in cases(
        "init --config A2_B3 => error: A3_B4 is not initialised
        init --config A3_B4 => A3_B4 is not completely explored: 0 of 560 molecules are stored
        explore --config A3_B4 => the spectra of A3_B4 are not initialised
        init-spectrum --config A3_B4 => the spectra of A3_B4 are not updated",
    ) {
        sandbox.says(command);
        sandbox.refuses(&report, 1, message);
        sandbox.refuses(&report, 1, "\nhint: ");
    }
    sandbox.ok(&["update-spectrum", "--config", "A3_B4"]);
    sandbox.ok(&report);
    assert!(!sandbox.path("report-A3_B3").exists());
    // The report does not use a smaller box that is not ready.
    sandbox.ok(&["init", "--config", "A3_B3"]);
    sandbox.ok(&report);
    let page = &read(&sandbox.path("report-A3_B4"))["index.html"];
    assert!(page.contains("<code>blackbox run --config A3_B3</code> explores one"));
}

#[test]
fn a_database_with_anything_in_it_breaks_nothing() {
    let evil = "'<script>alert(1)</script>' || char(27) || '[31m=cmd()''\"&'";
    let sandbox = explored_sandbox(&["A3_B4", "A3_B3"]);
    let change = |sql: &str| {
        let connection = sandbox.sql();
        connection.execute(&sql.replace("EVIL", evil), []).unwrap()
    };
    let sound = fs::read(sandbox.db()).unwrap();
    for damage in [
        "update Molecules set spectrum = EVIL where config = 'A3_B4' and number =
            (select min(number) from Molecules join Spectrums using (config, spectrum) where config = 'A3_B4')",
        "update Molecules set molecule = EVIL where config = 'A3_B4' and spectrum in (select spectrum from Spectrums)",
        "update Molecules set molecule = '-------------OOO' where config = 'A3_B4' and spectrum in (select spectrum from Spectrums)",
        "update Molecules set out_number = -1 where config = 'A3_B4' and number = 17",
        "update Molecules set out_tot_length = 1 + out_tot_length where config = 'A3_B4' and number = 17",
        "update Molecules set absorbed_number = 65535 where config = 'A3_B4'",
        "update Molecules set number = number + 10000 where config = 'A3_B4'",
        "delete from Molecules where config = 'A3_B4' and number = 17",
        "update Spectrums set spectrum = EVIL where config = 'A3_B4' and transform = 'id'",
        "update Spectrums set transform = EVIL where config = 'A3_B4'",
        "update Spectrums set nb_mol = 1000000000000000 where config = 'A3_B4'",
        "update Spectrums set nb_mol = 3 where config = 'A3_B4' and transform = 'id'",
        "update Spectrums set canonical_number = -5 where config = 'A3_B4'",
        "delete from Spectrums where config = 'A3_B4' and transform <> 'id'",
        "update Molecules set spectrum = EVIL where config = 'A3_B3'",
    ] {
        fs::write(sandbox.db(), &sound).unwrap();
        assert!(change(damage) > 0, "{damage}");
        let ended = sandbox.run(&["report", "--config", "A3_B4", "--quiet"]);
        ended.check_error(1);
        let said = "error: the database is damaged: ";
        assert!(ended.stderr.starts_with(said), "{damage}: {ended:?}");
        assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
        assert!(!sandbox.path("report-A3_B4").exists(), "{damage}");
    }
    // Values that a report does not read do not get into it.
    fs::write(sandbox.db(), &sound).unwrap();
    change(
        "update Molecules set spectrum = EVIL, transform = EVIL where config = 'A3_B4' and number =
            (select max(number) from Molecules where config = 'A3_B4' and spectrum not in
              (select spectrum from Spectrums where config = 'A3_B4'))",
    );
    change("insert into Configurations (config, nb_mol, nb_atoms, width) values (EVIL, 1, 3, 2)");
    change("update Configurations set explored_at = EVIL, spectrums_updated_at = EVIL");
    sandbox.ok(&["report", "--config", "A3_B4"]);
    for (name, text) in read(&sandbox.path("report-A3_B4")) {
        for evil in ["alert(1)", "\u{1b}"] {
            assert!(!text.contains(evil), "{name}");
        }
    }
}

#[test]
fn the_further_rows_that_a_page_fetches_are_there() {
    let sandbox = explored_sandbox(&["A4_B6", "A5_B5"]);
    sandbox.ok(&["report", "--config", "A5_B5"]);
    let files = read(&sandbox.path("report-A5_B5"));
    let fetched = files["index.html"].split("data-rows=\"").skip(1);
    let fetched: BTreeSet<&str> = fetched.filter_map(|rest| rest.split('"').next()).collect();
    assert!(fetched.contains("families.js"), "{fetched:?}");
    for name in fetched {
        assert!(files.contains_key(name), "{name}");
    }
}

#[test]
fn a_report_stops_when_it_is_asked_to() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let mut child = sandbox.start(&["report", "--config", "A4_B6"]);
    let mut stderr = wait_to_hear(&mut child, "58,905 molecules to read");
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.contains("report of A4_B6: 0 of "), "{line}");
    assert_eq!(stopped(child).stdout, "");
    let rest = stderr.lines().map(|line| line.unwrap());
    let mut told = rest.filter(|line| !line.contains("report of A4_B6: "));
    let stopped =
        "stopped before the report of A4_B6 was written, and the same command starts again";
    assert_eq!(told.join("\n"), stopped);
    assert!(!sandbox.path("report-A4_B6").exists());
}

#[test]
fn a_page_looks_as_it_did_when_it_was_looked_at() {
    let sandbox = explored_sandbox(&["A3_B3", "A3_B4"]);
    sandbox.ok(&["report", "--config", "A3_B4"]);
    let files = read(&sandbox.path("report-A3_B4"));
    let page = files["index.html"].replace("><", ">\n<");
    assert_data_eq!(page, file!["../snapshots/report-A3_B4.html"].raw());
    let drawings = files["groups-1.html"].replace("><", ">\n<");
    assert_data_eq!(
        drawings,
        file!["../snapshots/report-A3_B4-groups.html"].raw()
    );
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

    let message = "one picture shows at most 100 molecules";
    sandbox.refuses(&with(&display, &["1..101"]), 2, message);
    sandbox.refuses(&with(&display, &["121"]), 1, "A2_B4 has no molecule 121");
    let ended = sandbox.run(&with(&display, &["2", "121"]));
    ended.check_error(1);
    assert_eq!(ended.stdout, plain);
}

#[test]
fn texts_are_raw_unless_they_are_for_a_spreadsheet() {
    let sandbox = explored_sandbox(&["A4_B5"]);
    let spectra = |folder: &str, args: &[&str]| -> Vec<String> {
        let report = ["report", "--config", "A4_B5", "--out", folder];
        sandbox.ok(&[&report[..], args].concat());
        let text = fs::read_to_string(sandbox.path(folder).join("groups.csv")).unwrap();
        let spectrum = |record: BTreeMap<String, String>| record["spectrum"].clone();
        records(&text).into_iter().map(spectrum).collect()
    };
    let (raw, quoted) = (spectra("raw", &[]), spectra("quoted", &["--spreadsheet"]));
    let connection = sandbox.sql();
    for (raw, quoted) in raw.iter().zip(&quoted) {
        let sql = format!("select count(*) from Spectrums where spectrum = '{raw}'");
        assert_eq!(one::<i64>(&connection, &sql), 1, "{raw}");
        let formula = raw.starts_with(['@', '-', '+', '=']);
        assert_eq!(*quoted, format!("{}{raw}", if formula { "'" } else { "" }));
    }
    assert!(raw != quoted && raw.len() == quoted.len());
}
