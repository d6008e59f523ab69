//! Tests the answers of the engine in the format that the page receives.

use china_labyrinth::rules::{Piece, Tiles};
use china_labyrinth::search::{Algorithm, Runs, Settings};
use serde_json::{Value, json};

use crate::Question;

fn watched(seed: u64, run: u64, original: bool, random: bool) -> Value {
    let run = json!({ "seed": seed, "run": run, "original": original, "random": random });
    let answer = web_engine::answer(&json!({ "run": run }).to_string(), Question::answer);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(answer["error"].is_null(), "{answer}");
    answer["ok"].clone()
}

#[test]
fn a_run_is_the_one_that_the_program_shows() {
    let limit = Algorithm::LookAhead.best_limit();
    let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), limit, 7);
    for run in 0..6 {
        let told = watched(7, run, false, false);
        let before = runs.totals;
        let found = runs.advance(limit).unwrap();
        let holes = found.map(|found| found.solution.holes());
        assert_eq!(told["holes"], json!(holes));
        let steps = told["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, runs.totals.steps - before.steps);
        let mut lie: Vec<Value> = Vec::new();
        for step in steps {
            lie.truncate(step[0].as_u64().unwrap() as usize);
            lie.push(json!([step[1], step[2], step[3], step[4]]));
        }
        let pieces = runs.pieces();
        let pieces =
            pieces.map(|(board, Piece { cell, doors })| json!([board, cell.q, cell.r, doors]));
        assert_eq!(lie, pieces.collect::<Vec<_>>());
    }
    for (original, random) in [(true, false), (true, true), (false, true)] {
        let told = watched(1, 3, original, random);
        assert!(told["steps"].as_array().unwrap().len() > 20);
    }
}
