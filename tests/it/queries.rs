//! Runs the queries in `sql/` in every client.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use itertools::{Itertools, iproduct};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, ToSql};
use testkit::words;

use crate::common::program::{
    assert_has, explored_sandbox, output, python_with, stopped, wait_for,
};
use crate::common::repository::{queries, root};

/// The rows of a query in `sql/`, with spaces between columns.
fn rows(connection: &Connection, name: &str, parameters: &[(&str, &dyn ToSql)]) -> Vec<String> {
    let mut statement = connection.prepare(&queries()[name]).unwrap();
    let columns = statement.column_count();
    let row = |row: &Row<'_>| {
        let column = |at| match row.get(at)? {
            Value::Integer(number) => Ok(number.to_string()),
            Value::Text(text) => Ok(text),
            other => panic!("{name}: {other:?}"),
        };
        let columns: rusqlite::Result<Vec<String>> = (0..columns).map(column).collect();
        Ok(columns?.join(" "))
    };
    let rows = statement.query_map(parameters, row).unwrap();
    rows.map(Result::unwrap).collect()
}

const A4_B6: (&str, &dyn ToSql) = (":config", &"A4_B6");

#[test]
fn saved_queries_give_the_rows_of_sqlite3() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let connection = sandbox.sql();
    let sqlite3 = Command::new("sqlite3").arg("--version").output().is_ok();
    if !sqlite3 {
        eprintln!("SKIPPED: there is no sqlite3 program here");
    }
    let listed = sandbox.ok(&["query"]);
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    let queries = queries();
    assert!(names.eq(queries.keys()) && queries.len() >= 10);
    for (name, sql) in queries {
        let dots = |line: &str| line.trim_start().starts_with('.');
        assert!(!sql.lines().any(dots), "{name} has a dot-command");
        // Fails if there is more than one statement.
        let mut statement = connection.prepare(&sql).unwrap();
        assert!(statement.readonly(), "{name}");
        // The comment at the top of the file explains every parameter, and all of them are optional.
        for index in 1..=statement.parameter_count() {
            let parameter = statement.parameter_name(index).unwrap();
            let explained = format!("-- {parameter} ");
            let mut lines = sql.lines();
            assert!(lines.any(|line| line.starts_with(&explained)), "{name}");
        }
        let mut found = statement.raw_query();
        while found.next().unwrap().is_some() {}
        let ours = sandbox.ok(&["query", &name, "--config", "A4_B6", "--format", "csv"]);
        let expected = rows(&connection, &name, &[A4_B6]);
        assert_eq!(ours.lines().count(), 1 + expected.len(), "{name}");
        if sqlite3 {
            let file = sandbox.path("script.sql");
            fs::write(&file, format!(".param set :config \"'A4_B6'\"\n{sql}")).unwrap();
            let mut command = sandbox.command("sqlite3");
            command.args(["-bail", "-csv", "-newline", "\n"]);
            command
                .arg(sandbox.db())
                .stdin(fs::File::open(&file).unwrap());
            let theirs = output(&mut command);
            assert_eq!(theirs.lines().count(), expected.len(), "{name}");
        }
    }
}

/// All molecules of a configuration: number, molecule, spectrum.
fn molecules(connection: &Connection, config: &str) -> Vec<(i64, String, String)> {
    let sql = "select number, molecule, spectrum from Molecules where config = ? order by number";
    let mut statement = connection.prepare(sql).unwrap();
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let rows = statement.query_map([config], row).unwrap();
    rows.map(Result::unwrap).collect()
}

fn difference(one: &str, other: &str) -> usize {
    let cells = one.bytes().zip(other.bytes());
    cells.filter(|&cell| cell == (b'O', b'-')).count()
}

/// Compares the views with the same data computed from the molecules.
#[test]
fn views_agree_with_the_molecules() {
    // Includes the widest box, one atom, no atom, and a full box.
    for config in ["A4_B6", "A2_B11", "A1_B3", "A0_B2", "A4_B2"] {
        let sandbox = explored_sandbox(&[config]);
        let connection = sandbox.sql();
        let molecules = molecules(&connection, config);
        let mut groups: BTreeMap<&str, Vec<(i64, &str)>> = BTreeMap::new();
        for (number, molecule, spectrum) in &molecules {
            let group = groups.entry(spectrum).or_default();
            group.push((*number, molecule));
        }
        let mut expected: [Vec<String>; 4] = Default::default();
        for (spectrum, group) in &groups {
            let size = group.len();
            let mut most = 0;
            for (at, (number, molecule)) in group.iter().enumerate() {
                expected[3].push(format!("{number} {size}"));
                if size > 1 {
                    expected[2].push(format!("{number} {size}"));
                }
                for (other, its_molecule) in &group[at + 1..] {
                    let atoms = difference(molecule, its_molecule);
                    most = most.max(atoms);
                    expected[1].push(format!("{number} {other} {size} {atoms} {spectrum}"));
                }
            }
            if size > 1 {
                expected[0].push(format!("{spectrum} {size} {most}"));
            }
        }
        let views = [
            "select spectrum, nb_mol, difference from SpectralGroups",
            "select number, other_number, nb_mol, differing_atoms, spectrum from Twins",
            "select number, nb_mol from AmbiguousMolecules",
            "select number, nb_mol from MoleculesWithGroups",
        ];
        for (mut expected, sql) in expected.into_iter().zip(views) {
            let found = testkit::csv(&connection, sql).replace(',', " ");
            expected.sort_unstable();
            let found = found.lines().skip(1).sorted();
            assert!(found.eq(expected), "{config}: {sql}");
        }
    }
}

#[test]
fn a_distribution_is_that_of_any_statistic() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let connection = sandbox.sql();
    let columns = connection.prepare("select * from Molecules").unwrap();
    let statistics: Vec<&str> = columns.column_names().skip(6).collect();
    assert_eq!(statistics.len(), 17);
    let shots = "absorbed_number + reflected_number + out_number";
    let columns = statistics.iter().map(|name| (*name, *name));
    for (statistic, value) in columns.chain([("shots", shots)]) {
        let parameters: [(&str, &dyn ToSql); 2] =
            [(":config", &"A3_B4"), (":statistic", &statistic)];
        let found = rows(&connection, "distribution", &parameters).join("\n");
        let sql = format!(
            "select {value}, sum(transform = 'id'), count(*) from Molecules group by 1 order by 1"
        );
        let expected = testkit::csv(&connection, &sql).replace(',', " ");
        let (_, expected) = expected.trim_end().split_once('\n').unwrap();
        assert_eq!(found, expected, "{statistic}");
    }
}

/// The eight images of a molecule's text, turned and mirrored row by row.
fn images(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<Vec<u8>> = text.as_bytes().chunks(width).map(<[u8]>::to_vec).collect();
    let mut images = Vec::new();
    for turn in 0..8 {
        if turn == 4 {
            rows.reverse();
        }
        images.push(String::from_utf8(rows.concat()).unwrap());
        let column = |at: usize| rows.iter().rev().map(|row| row[at]).collect();
        rows = (0..width).map(column).collect();
    }
    images
}

/// Compares everything that queries count up to symmetry with the images of all molecules.
#[test]
fn counts_up_to_symmetry_agree_with_all_images() {
    let boxes = (1..=4).cartesian_product(2..=5_usize);
    let configs: Vec<String> = boxes.map(|(n, p)| format!("A{n}_B{p}")).collect();
    let sandbox = explored_sandbox(&configs.iter().map(String::as_str).collect::<Vec<_>>());
    let connection = sandbox.sql();
    for config in &configs {
        let width: usize = config[4..].parse().unwrap();
        let molecules = molecules(&connection, config);
        let orbit = |text: &str| images(text, width).into_iter().max().unwrap();
        let mut groups: BTreeMap<&str, BTreeMap<i64, &str>> = BTreeMap::new();
        for (number, text, spectrum) in &molecules {
            groups.entry(spectrum).or_default().insert(*number, text);
        }
        groups.retain(|_, group| group.len() > 1);
        // The groups up to symmetry: each group is the set of its molecules, up to images.
        let mut spectra: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut pairs: BTreeMap<[String; 2], (usize, [i64; 2])> = BTreeMap::new();
        for group in groups.values() {
            let of_all: Vec<Vec<String>> = group.values().map(|text| images(text, width)).collect();
            let image = |at: usize| of_all.iter().map(|all| all[at].clone()).sorted().collect();
            let first: Vec<String> = (0..8).map(image).max().unwrap();
            spectra.insert(first, group.len());
            for ([(one, text), (other, its_text)], [all, its]) in
                (group.iter().array_combinations()).zip(of_all.iter().array_combinations())
            {
                let both = |(one, other): (&String, &String)| {
                    [one.max(other).clone(), one.min(other).clone()]
                };
                let orbit = all.iter().zip(its).map(both).max().unwrap();
                let pair = (difference(text, its_text), [*one, *other]);
                let known = pairs.entry(orbit).or_insert(pair);
                known.1 = known.1.min(pair.1);
            }
        }
        let counted = |name, columns: [usize; 2]| -> Vec<[String; 2]> {
            let found = rows(&connection, name, &[(":config", config)]);
            let words = found.iter().map(|row| row.split(' ').map(str::to_owned));
            let words = words.map(|words| words.collect::<Vec<String>>());
            words
                .map(|words| columns.map(|at| words[at].clone()))
                .collect()
        };
        let sizes = spectra.values().counts().into_iter().sorted();
        let sizes = sizes.map(|(size, number)| [size.to_string(), number.to_string()]);
        assert_eq!(
            counted("ambiguity", [1, 2]),
            sizes.collect::<Vec<_>>(),
            "{config}"
        );

        // The number of pairs, each counted once.
        let distant = pairs.values().filter(|(differing, _)| *differing > 1);
        let expected = distant.map(|(differing, _)| *differing).counts();
        let found = rows(&connection, "distant-twins", &[(":config", config)]);
        let mut different: BTreeMap<usize, usize> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for row in &found {
            let words = words(row);
            *different.entry(words[0].parse().unwrap()).or_default() += 1;
            let pair = images(words[3], width)
                .into_iter()
                .zip(images(words[4], width));
            let pair = pair.map(|(one, other)| [one.clone().max(other.clone()), one.min(other)]);
            assert!(seen.insert(pair.max()), "{config}: {row}");
        }
        assert!(
            expected.into_iter().sorted().eq(different),
            "{config}: {found:?}"
        );

        // The molecules and the ambiguous molecules, up to symmetry and in all.
        let orbits: Vec<String> = molecules.iter().map(|(_, text, _)| orbit(text)).collect();
        let mut by_symmetry: BTreeMap<&str, [Vec<&str>; 2]> = BTreeMap::new();
        for ((_, text, spectrum), orbit) in molecules.iter().zip(&orbits) {
            let images = images(text, width);
            let axes = images[4..].iter().filter(|image| *image == text);
            let symmetry = match (axes.count(), images[1] == *text, images[2] == *text) {
                (4, ..) => "all",
                (2, ..) => "two axes",
                (1, ..) => "one axis",
                (_, true, _) => "quarter turn",
                (_, _, true) => "half turn",
                _ => "none",
            };
            let of_symmetry = by_symmetry.entry(symmetry).or_default();
            of_symmetry[0].push(orbit);
            if groups.contains_key(&spectrum[..]) {
                of_symmetry[1].push(orbit);
            }
        }
        let expected = by_symmetry.into_iter().map(|(symmetry, of_symmetry)| {
            let up_to_symmetry = of_symmetry
                .each_ref()
                .map(|all| all.iter().unique().count());
            let [all, ambiguous] = of_symmetry.map(|all| all.len());
            let [up, ambiguous_up] = up_to_symmetry;
            format!("{symmetry} {up} {ambiguous_up} {all} {ambiguous}")
        });
        let found = rows(&connection, "ambiguity-by-symmetry", &[(":config", config)]);
        assert!(
            found
                .iter()
                .sorted()
                .eq(&expected.sorted().collect::<Vec<_>>()),
            "{found:?}"
        );

        // One molecule of each orbit is counted.
        let found = rows(&connection, "distribution", &[(":config", config)]);
        let number = |row: &String| words(row)[1].parse::<usize>().unwrap();
        let orbits = orbits.iter().unique().count();
        assert_eq!(found.iter().map(number).sum::<usize>(), orbits, "{config}");
    }
}

#[test]
fn similar_molecules_agree_in_the_stated_number_of_shots() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let connection = sandbox.sql();
    let molecules = molecules(&connection, "A3_B4");
    // The answer of a ray from a position: absorbed, reflected, or the exit.
    let answer = |spectrum: &str, position: usize| match spectrum.as_bytes()[position] {
        mark @ (b'@' | b'&') => (mark, 0),
        letter => {
            let mut ends = spectrum.bytes().enumerate();
            let exit = ends.find(|&(end, other)| other == letter && end != position);
            (b'a', exit.unwrap().0)
        }
    };
    for (number, limit) in iproduct!([1, 77, 560], [1_i32, 5, 1000]) {
        let own = &molecules[number as usize - 1].2;
        let others = molecules.iter().filter(|other| other.0 != number);
        let expected = others.map(|(number, _, other)| {
            let agrees = |&position: &usize| answer(own, position) == answer(other, position);
            ((0..16).filter(agrees).count(), number)
        });
        let expected = expected.sorted_by_key(|&(shots, number)| (16 - shots, number));
        let expected = expected.map(|(shots, number)| format!("{shots} {number} "));
        let parameters: [(&str, &dyn ToSql); 3] = [
            (":config", &"A3_B4"),
            (":number", &number),
            (":limit", &limit),
        ];
        let found = rows(&connection, "similar-molecules", &parameters);
        assert_eq!(found.len(), (molecules.len() - 1).min(limit as usize));
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(&expected), "{number}: {found}");
        }
    }
}

#[test]
fn queries_warn_while_a_stopped_exploration_has_dropped_the_indexes() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let explorer = sandbox.start(&words("explore --quiet --config A4_B10"));
    wait_for("batch of A4_B10", || {
        sandbox.number("select count(*) from Batches where config = 'A4_B10'") > 0
    });
    stopped(explorer);
    let warning = "the database has no indexes until A4_B10 is explored to its end";
    for command in ["query longest-rays A2_B4", "report A2_B4"] {
        assert_has(&sandbox.run(&words(command)).stderr, warning);
    }
    assert_has(&sandbox.run(&["query", "select 1"]).stderr, warning);
    // A later stage of another configuration builds them again, with their statistics.
    sandbox.change("update Configurations set spectrums_initialised_at = null, spectrums_updated_at = null where config = 'A2_B4'");
    sandbox.ok(&words("init-spectrum --quiet --config A2_B4"));
    let measured = "select count(*) from sqlite_stat1 where idx = 'Molecules_spectrum'";
    assert_eq!(sandbox.number(measured), 1);
    let ended = sandbox.run(&words("query longest-rays A2_B4"));
    assert!(!ended.stderr.contains(warning), "{ended:?}");
}

/// The `sqlite3` shell, Python's `sqlite3`, sqlite-utils and Datasette give the same answers,
/// whether parameters are numbers, texts, empty or not set.
#[test]
fn every_client_gets_the_same_answers() {
    let Some(python) = python_with("datasette, sqlite_utils") else {
        return;
    };
    if Command::new("sqlite3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no sqlite3 program here");
        return;
    }
    let sandbox = explored_sandbox(&["A4_B5", "A3_B4"]);
    let script = root().join("tests/clients.py");
    let said = output(Command::new(python).args([script, sandbox.db()]));
    assert_has(&said, " answers are the same");
}

#[test]
fn the_notebook_draws_its_pictures() {
    let Some(python) = python_with("marimo, matplotlib, blackbox") else {
        return;
    };
    let sandbox = explored_sandbox(&["A4_B5", "A3_B4"]);
    // A copy, because marimo writes files beside a notebook.
    fs::copy(root().join("docs/notebook.py"), sandbox.path("notebook.py")).unwrap();
    let mut command = sandbox.command(python);
    let export = "-m marimo -y export html notebook.py -o notebook.html";
    output(command.args(words(export)).env("BLACKBOX_DB", sandbox.db()));
    let page = fs::read_to_string(sandbox.path("notebook.html")).unwrap();
    // Two pictures of all configurations, and one of the twins of each.
    let pictures = page.matches("data:image/png;base64,").count();
    assert_eq!(pictures, 4);
}
