//! `blackbox opening`: what the first shot tells, and how many shots a game takes.
//! The tests compare its answers with games played in a simple way, on molecules traced
//! cell by cell.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use blackbox::game::Config;
use itertools::Itertools;
use serde_json::{Value, json};
use slow_tracer::Fate;
use testkit::Sandbox;

use crate::common::program::{assert_has, empty_sandbox, refuses_each, stopped, wait_to_hear};
use crate::common::traced::{bits, traced};

fn opening(sandbox: &Sandbox, config: &str, options: &str) -> Value {
    sandbox.document(&format!("opening --config {config} {options}"))
}

/// For each position, what happens to its ray.
type Fates = Vec<Fate>;

fn bits_of(molecules: &[&Fates], position: usize) -> f64 {
    let answers = molecules.iter().map(|fates| fates[position]);
    bits(answers.counts().into_values())
}

/// How many molecules take each number of shots, and the points of all of them.
type Games = (BTreeMap<usize, u64>, u64);

/// Plays on with molecules that no ray so far tells apart.
fn play(molecules: Vec<&Fates>, known: &[bool], shots: usize, greedy: bool, found: &mut Games) {
    if molecules.iter().all(|fates| *fates == molecules[0]) {
        *found.0.entry(shots).or_default() += molecules.len() as u64;
        let points = known.iter().filter(|&&known| known).count();
        found.1 += (points * molecules.len()) as u64;
        return;
    }
    let unshot: Vec<usize> = (0..known.len()).filter(|&at| !known[at]).collect();
    let mut position = unshot[0];
    if greedy {
        let all: Vec<f64> = unshot.iter().map(|&at| bits_of(&molecules, at)).collect();
        let most = all.iter().copied().fold(0.0, f64::max);
        position = unshot[all.iter().position(|bits| *bits > most - 1e-9).unwrap()];
    }
    let mut answers: BTreeMap<Fate, Vec<&Fates>> = BTreeMap::new();
    for fates in molecules {
        answers.entry(fates[position]).or_default().push(fates);
    }
    for (answer, molecules) in answers {
        let mut known = known.to_vec();
        known[position] = true;
        if let Fate::Out(exit) = answer {
            known[usize::from(exit)] = true;
        }
        play(molecules, &known, shots + 1, greedy, found);
    }
}

fn distribution(document: &Value) -> BTreeMap<usize, u64> {
    let rows = document["distribution"].as_array().unwrap().iter();
    let rows = rows.map(|row| ["shots", "molecules"].map(|key| row[key].as_u64().unwrap()));
    let rows = rows.map(|[shots, molecules]| (shots as usize, molecules));
    rows.collect()
}

#[track_caller]
fn check_strategy(document: &Value, (expected, points): &Games) {
    assert_eq!(distribution(document), *expected);
    let molecules: u64 = expected.values().sum();
    let shots = expected.iter().map(|(&shots, count)| shots as u64 * count);
    for (average, sum) in [("average", shots.sum()), ("average_points", *points)] {
        let average = document[average].as_f64().unwrap();
        assert!((average - sum as f64 / molecules as f64).abs() < 1e-9);
    }
}

#[test]
fn openings_are_those_of_games_played_naively() {
    let sandbox = empty_sandbox();
    // Configurations with more than 4096 molecules are handed over in parts.
    for name in [
        "A0_B1", "A1_B1", "A0_B3", "A9_B3", "A1_B2", "A2_B3", "A5_B3", "A4_B4", "A8_B4", "A4_B5",
        "A3_B6", "A2_B9", "A2_B11",
    ] {
        let config: Config = name.parse().unwrap();
        let document = opening(&sandbox, name, "");
        let all = traced(config);
        let molecules: Vec<&Fates> = all.iter().map(|one| &one.fates).collect();
        assert_eq!(document["config"], json!(name));
        assert_eq!(document["molecules"], json!(all.len()));

        let shots = document["first_shots"].as_array().unwrap();
        assert_eq!(shots.len(), config.positions());
        let (mut best, mut most) = (None, 0.0);
        for (position, shot) in shots.iter().enumerate() {
            let found = shot["bits"].as_f64().unwrap();
            let expected = bits_of(&molecules, position);
            assert!((found - expected).abs() < 1e-9, "{name} {position}");
            if found > most + 1e-9 {
                (best, most) = (Some(position), found);
            }
            let fates = || molecules.iter().map(|fates| fates[position]);
            let count = |fate: Fate| fates().filter(|other| *other == fate).count();
            let out = || fates().filter(|fate| matches!(fate, Fate::Out(_)));
            let exits: BTreeSet<Fate> = out().collect();
            assert_eq!(shot["position"], json!(position));
            assert_eq!(shot["absorbed"], json!(count(Fate::Absorbed)));
            assert_eq!(shot["reflected"], json!(count(Fate::Reflected)));
            assert_eq!(shot["out"], json!(out().count()));
            assert_eq!(shot["exits"], json!(exits.len()));
            let like = &shots[shot["like"].as_u64().unwrap() as usize];
            assert_eq!(shot["bits"], like["bits"]);
        }
        assert_eq!(document["best"], json!(best), "{name}");

        let unknown = vec![false; config.positions()];
        for (strategy, greedy) in [("greedy", true), ("in_order", false)] {
            let mut found = Games::default();
            play(molecules.clone(), &unknown, 0, greedy, &mut found);
            check_strategy(&document[strategy], &found);
        }
        let mut every = Games::default();
        every.1 = (all.len() * config.positions()) as u64;
        for fates in &molecules {
            // One shot for both ends, from the first one.
            let first = |(at, fate): &(usize, &Fate)| match fate {
                Fate::Out(exit) => usize::from(*exit) > *at,
                _ => true,
            };
            let shots = fates.iter().enumerate().filter(first).count();
            *every.0.entry(shots).or_default() += 1;
        }
        let spectra: BTreeSet<&Fates> = molecules.into_iter().collect();
        check_strategy(&document["every_ray"], &every);
        assert_eq!(document["spectra"], json!(spectra.len()), "{name}");
    }
}

/// Over all boards, a player who follows the hints for points pays less than one who follows those for
/// bits, the only ones that there were once.
#[track_caller]
fn hints_for_points_save(document: &Value, least: f64) {
    let points = |strategy: &str| document[strategy]["average_points"].as_f64().unwrap();
    let saved = points("greedy") - points("points");
    assert!(saved > least, "{saved} points");
}

#[test]
#[ignore = "minutes; a_smaller_game_is_played_to_the_end is its short form"]
fn hints_for_points_save_half_a_point_in_a5_b8() {
    hints_for_points_save(&opening(&empty_sandbox(), "A5_B8", ""), 0.45);
}

#[test]
fn a_smaller_game_is_played_to_the_end() {
    let sandbox = empty_sandbox();
    let document = opening(&sandbox, "A4_B5", "--threads 1");
    for strategy in ["greedy", "points", "in_order", "every_ray"] {
        let played: u64 = distribution(&document[strategy]).values().sum();
        assert_eq!(played, 12_650);
    }
    // Whoever looks ahead pays less.
    hints_for_points_save(&document, 0.38);
    let average = |strategy: &str| document[strategy]["average"].as_f64().unwrap();
    assert!(average("greedy") < average("in_order"));
    assert!(average("in_order") < average("every_ray"));
    // The answer does not depend on the number of threads.
    assert_eq!(opening(&sandbox, "A4_B5", "--threads 5"), document);
}

#[test]
fn the_text_has_a_picture_and_tables() {
    let sandbox = empty_sandbox();
    let shown = sandbox.ok(&["opening", "--config", "A1_B3", "--quiet"]);
    let expected = "\
A1_B3: 9 molecules

first shot: expected information of its answer, in bits

      2.11  2.42  2.11
2.11     -     -     -  2.11
2.42     -     -     -  2.42
2.11     -     -     -  2.11
      2.11  2.42  2.11

from line     bits  absorbed  reflected      out  exits
or column
1, 3       2.11328   33.33 %    11.11 %  55.56 %      3
2          2.41938   33.33 %    22.22 %  44.44 %      4

shots until the molecule is known, or its group of the same spectrum

shots           most  fewest  in order  every ray
         informative  points
1                  4       4         3
2                  5       5         6
8                                               1
9                                               8
average       1.5556  1.5556    1.6667     8.8889
points        2.3333  2.3333    2.6667    12.0000
";
    assert_eq!(shown, expected);
    assert!(shown.lines().all(|line| line == line.trim_end()), "{shown}");
    assert!(sandbox.files().is_empty());
    let first = sandbox.ok(&["opening", "--config", "A1_B3", "--first"]);
    let (expected, _) = shown.split_once("\nshots until").unwrap();
    assert_eq!(first, expected);
}

#[test]
fn csv_has_the_games_or_the_first_shots() {
    let sandbox = empty_sandbox();
    let rows = |config: &str, option: &str| -> (String, Vec<Vec<f64>>) {
        let line = format!("opening --config {config} --format csv --quiet {option}");
        let shown = sandbox.says(&line).replace(&format!("\n{config},"), "\n");
        let (header, rows) = shown.split_once('\n').unwrap();
        let row = |row: &str| row.split(',').map(|cell| cell.parse().unwrap()).collect();
        (header.to_owned(), rows.lines().map(row).collect())
    };
    for config in ["A0_B1", "A1_B3", "A3_B4"] {
        let document = opening(&sandbox, config, "");
        let (header, games) = rows(config, "");
        assert_eq!(header, "config,shots,greedy,points,in_order,every_ray");
        for (column, strategy) in (1..).zip(header.split(',').skip(2)) {
            let found = games.iter().filter(|row| row[column] > 0.0);
            let found = found.map(|row| (row[0] as usize, row[column] as u64));
            assert!(distribution(&document[strategy]).into_iter().eq(found));
        }
        let is_played = |row: &Vec<f64>| row[1..].iter().any(|&molecules| molecules > 0.0);
        assert!(games.iter().all(is_played), "{games:?}");
        assert!(games.is_sorted_by(|one, other| one[0] < other[0]));
        let (header, shots) = rows(config, "--first");
        let columns = "config,position,like,bits,absorbed,reflected,out,exits";
        assert_eq!(header, columns);
        let of = document["first_shots"].as_array().unwrap();
        assert_eq!(shots.len(), of.len());
        for (row, shot) in shots.iter().zip(of) {
            for (name, cell) in header.split(',').skip(1).zip(row) {
                let difference = shot[name].as_f64().unwrap() - cell;
                assert!(difference.abs() < 1e-12, "{name} of {shot}");
            }
        }
    }
    refuses_each(
        &sandbox,
        "2 => opening --format parquet => [possible values: text, json, csv]
        1 => opening --config A8_B8 --format csv => --first weighs only the first shot",
    );
}

#[test]
fn large_configurations_are_announced_or_refused() {
    let sandbox = empty_sandbox();
    let small = sandbox.run(&["opening", "--config", "A3_B5"]);
    let told = "A3_B5: 2,300 molecules to play for, up to ";
    assert!(small.stderr.starts_with(told), "{small:?}");
    for config in ["A8_B8", "A32_B8", "A6_B9", "A5_B11"] {
        let refused = sandbox.run(&["opening", "--config", config]);
        refused.check_error(1);
        assert_has(&refused.stderr, &format!("error: {config} has "));
        let hint = "hint: take fewer atoms or a smaller box; --first weighs only the first shot\n";
        assert_has(&refused.stderr, hint);
    }
    let first = opening(&sandbox, "A8_B8", "--first");
    assert_eq!(first["molecules"], json!(4_426_165_368_u64));
    assert_eq!(first["greedy"], Value::Null);
    let shot = &first["first_shots"][0];
    let counts = ["absorbed", "reflected", "out"].map(|key| shot[key].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 4_426_165_368);
}

#[test]
fn ctrl_c_is_heeded_wherever_it_comes() {
    let sandbox = empty_sandbox();
    // While it weighs the first shots, and while it plays.
    for moment in ["molecules to play for", "A7_B8, every ray: "] {
        let mut child = sandbox.start(&["opening", "--config", "A7_B8"]);
        let mut stderr = wait_to_hear(&mut child, moment);
        let stopped = stopped(child);
        assert_eq!(stopped.stdout, "");
        let mut told = String::new();
        stderr.read_to_string(&mut told).unwrap();
        let message =
            "stopped while weighing the opening of A7_B8; the same command starts again\n";
        assert!(told.ends_with(message), "{told}");
    }
}
