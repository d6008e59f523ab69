//! The engine's answers, as the page gets them.

use serde_json::{Value, json};

use crate::Question;

fn ok(question: &Value) -> Value {
    let answer: Value =
        serde_json::from_str(&web_engine::answer::<Question>(&question.to_string())).unwrap();
    assert!(answer["error"].is_null(), "{answer}");
    answer["ok"].clone()
}

#[test]
fn the_squares_are_the_first_level() {
    let game = |moves: Value| json!({"squares": true, "laid": 0, "seed": 0, "moves": moves});
    assert_eq!(ok(&json!({"ways": game(json!([]))})), "5005");
    let put = ok(&json!({"complete": {"game": game(json!([])), "seed": 1}}))["put"].clone();
    assert_eq!(put.as_array().unwrap().len(), 16);
    let after = ok(&json!({"game": game(json!([{"put": put}]))}));
    assert!(after["solved"]["groups"].as_u64().unwrap() > 1, "{after}");
}

#[test]
fn a_run_is_the_one_that_the_program_shows() {
    use china_labyrinth::rules::{Piece, Tiles};
    use china_labyrinth::search::{Algorithm, Runs, Settings};
    let limit = Algorithm::LookAhead.best_limit();
    let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), limit, 7);
    for run in 0..6 {
        let told = ok(&json!({"run": {"seed": 7, "run": run, "original": false, "random": false}}));
        let before = runs.totals();
        let found = runs.advance(limit).unwrap();
        let holes = found.map(|found| found.solution.holes());
        assert_eq!(told["holes"], json!(holes));
        let steps = told["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, runs.totals().steps - before.steps);
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
        let told =
            ok(&json!({"run": {"seed": 1, "run": 3, "original": original, "random": random}}));
        assert!(told["steps"].as_array().unwrap().len() > 20);
    }
}
