//! The engine's answers, as the page gets them.

use serde_json::{Value, json};

use crate::Question;

/// The answer.
fn ok(question: &Value) -> Value {
    let answer: Value =
        serde_json::from_str(&web_engine::answer::<Question>(&question.to_string())).unwrap();
    assert!(answer["error"].is_null(), "{answer}");
    answer["ok"].clone()
}

fn error(question: &Value) -> String {
    let answer: Value =
        serde_json::from_str(&web_engine::answer::<Question>(&question.to_string())).unwrap();
    answer["error"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_is_completed_and_counted() {
    let game = |laid: u64, moves: Value| json!({"laid": laid, "seed": 5, "moves": moves});
    let before = ok(&json!({"game": game(52, json!([]))}));
    assert_eq!(before["free"].as_array().unwrap().len(), 12);
    assert!(before["solved"].is_null());
    let put = ok(&json!({"complete": {"game": game(52, json!([])), "seed": 1}}))["put"].clone();
    assert_eq!(put.as_array().unwrap().len(), 12);
    let after = ok(&json!({"game": game(52, json!([{"put": put}]))}));
    assert_eq!(after["solved"]["groups"], after["solved"]["holes"]);
    assert_eq!(ok(&json!({"ways": game(52, json!([{"put": put}]))})), "1");
    let ways = ok(&json!({"ways": game(52, json!([]))}));
    assert!(ways.as_str().unwrap().parse::<u64>().unwrap() > 0, "{ways}");
    // A piece from the beginning stays. One that the player put can be taken back.
    let (first, last) = (
        before["boards"][0]["pieces"][0][2].clone(),
        put[11][0].clone(),
    );
    let said = error(&json!({"game": game(52, json!([{"take": first}]))}));
    assert_eq!(said, "this piece lay there at the beginning");
    let taken = ok(&json!({"game": game(52, json!([{"put": put}, {"take": last}]))}));
    assert_eq!(taken["free"], json!([last]));
    assert!(error(&json!({"game": game(64, json!([]))})).starts_with("fewer than 64"));
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
    use china_labyrinth::rules::Tiles;
    use china_labyrinth::search::{Algorithm, Runs, Settings};
    let limit = Algorithm::LookAhead.best_limit();
    let mut runs = Runs::new(&Settings::best(Tiles::Hexagons), limit, 7);
    for run in 0..6 {
        let told = ok(&json!({"run": {"seed": 7, "run": run, "original": false, "random": false}}));
        let before = runs.totals();
        let holes = runs
            .advance(limit)
            .unwrap()
            .map(|found| found.solution.holes());
        assert_eq!(told["holes"], json!(holes));
        let steps = told["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, runs.totals().steps - before.steps);
        let mut lie: Vec<Value> = Vec::new();
        for step in steps {
            lie.truncate(step[0].as_u64().unwrap() as usize);
            lie.push(json!([step[1], step[2], step[3], step[4]]));
        }
        let pieces = runs.pieces().into_iter().enumerate();
        let pieces = pieces.flat_map(|(board, pieces)| {
            pieces
                .into_iter()
                .map(move |piece| json!([board, piece.cell.q, piece.cell.r, piece.doors]))
        });
        assert_eq!(lie, pieces.collect::<Vec<_>>());
    }
    for (original, random) in [(true, false), (true, true), (false, true)] {
        let told =
            ok(&json!({"run": {"seed": 1, "run": 3, "original": original, "random": random}}));
        assert!(told["steps"].as_array().unwrap().len() > 20);
    }
}

#[test]
fn doors_of_an_octopuszle_are_followed() {
    let found = ok(&json!({"octopuszle": {"seed": 20}}));
    let pieces: Vec<u64> = serde_json::from_value(found["pieces"].clone()).unwrap();
    let followed = ok(&json!({"follow": {"pieces": pieces, "cell": 17}}));
    let doors = followed["doors"].as_array().unwrap();
    assert_eq!(doors.len() as u32, pieces[17].count_ones());
    for door in doors {
        let (bit, there) = (
            door[0].as_u64().unwrap(),
            door[1].as_u64().unwrap() as usize,
        );
        assert_eq!(pieces[there] >> ((bit + 4) % 8) & 1, 1);
    }
    // A cell within reach reaches the same cells.
    for way in ["sides", "corners"] {
        let cells = |followed: &Value| {
            let cells = followed[way].as_array().unwrap().iter();
            let mut cells: Vec<u64> = cells.map(|cell| cell[0].as_u64().unwrap()).collect();
            cells.sort_unstable();
            cells
        };
        let there = cells(&followed)[0];
        let back = ok(&json!({"follow": {"pieces": pieces, "cell": there}}));
        assert_eq!(cells(&back), cells(&followed));
    }
    let other = ok(&json!({"octopuszle": {"seed": 2, "corners_of": 20}}));
    let others: Vec<u64> = serde_json::from_value(other["pieces"].clone()).unwrap();
    assert!(
        pieces != others
            && pieces
                .iter()
                .zip(&others)
                .all(|(one, other)| (one ^ other) & 0xaa == 0)
    );
}

#[test]
fn a_cast_is_that_of_the_program() {
    // The example of the package's README.
    let cast = ok(&json!({"cast": {"seed": 1, "with": "yarrow"}}));
    assert_eq!(cast["lines"], json!([9, 8, 9, 6, 8, 6]));
    assert_eq!(
        (cast["casts"].as_u64(), cast["all"].as_u64()),
        (Some(441), Some(16_777_216))
    );
    // Every hexagram is as likely as any other one.
    assert_eq!(cast["alike"].as_u64(), Some(16_777_216 / 64));
    let named = ok(&json!({"hexagrams": {}}));
    assert_eq!(
        named[cast["hexagram"].as_u64().unwrap() as usize]["number"],
        36
    );
    assert_eq!(
        named[cast["becomes"].as_u64().unwrap() as usize]["number"],
        35
    );
}
