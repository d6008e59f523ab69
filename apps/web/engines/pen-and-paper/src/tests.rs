//! The engine's answers to the page's questions.

use serde_json::{Value, json};

use crate::Question;

/// The answer to a question.
fn asked(question: &Value) -> Value {
    serde_json::from_str(&web_engine::answer::<Question>(&question.to_string())).unwrap()
}

#[track_caller]
fn ok(question: &Value) -> Value {
    let answer = asked(question);
    assert!(answer["error"].is_null(), "{question}: {answer}");
    answer["ok"].clone()
}

fn read(grid: &str, moves: &str) -> Value {
    ok(&json!({"read": {"grid": grid, "moves": moves}}))
}

fn about(what: &str, grid: &str, moves: &str, circular: bool) -> Value {
    ok(&json!({what: {"game": read(grid, moves), "circular": circular}}))
}

#[test]
fn a_game_is_written_as_it_is_read() {
    for (grid, moves) in [
        ("4x5", ""),
        ("5x4", "1-1"),
        ("20x20", "2-5.4"),
        ("6x6", "3-6.57"),
        ("6x6", "3-6.57.1"),
        ("6x6", "5-6..0"),
    ] {
        let seen = ok(&json!({"look": read(grid, moves)}));
        assert_eq!(seen["grid"], grid);
        assert_eq!(seen["moves"], moves, "{grid}");
    }
    for (grid, moves, why) in [
        ("6", "", "\"6\" is not a grid; 6x8 has 6 rows and 8 columns"),
        ("06x6", "", "\"06x6\" is not a grid"),
        ("4x4", "", "4 × 4 has no tour: all ways have been looked at"),
        (
            "3x9",
            "",
            "a grid here has from 4 to 20 rows and columns, not 3 × 9",
        ),
        (
            "21x6",
            "",
            "a grid here has from 4 to 20 rows and columns, not 21 × 6",
        ),
        ("6x6", "7-1", "\"7-1\" are not moves on 6 × 6"),
        ("6x6", "1-1.0", "\"1-1.0\" are not moves on 6 × 6"),
        ("6x6", "1-1.8", "\"1-1.8\" are not moves on 6 × 6"),
        ("6x6", "1-1.2.1.1", "are not moves on 6 × 6"),
        ("6x6", "1-1.26", "3 stands on another number"),
        ("6x6", "1-1.2.3", "3 of 2 numbers cannot be set"),
    ] {
        let answer = asked(&json!({"read": {"grid": grid, "moves": moves}}));
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(why), "{grid} {moves}: {answer}");
    }
}

#[test]
fn ways_are_the_published_ones() {
    for (grid, circular, ways) in [
        ("4x5", false, "144"),
        ("4x8", true, "0"),
        ("5x5", false, "12400"),
        ("5x5", true, "2400"),
        ("6x6", true, "945936"),
        ("6x6", false, "8250272"),
    ] {
        assert_eq!(about("ways", grid, "", circular), ways, "{grid}");
    }
}

#[test]
fn a_dead_end_is_told_where_it_shows() {
    // The way passes the corner, and leaves its last neighbour.
    let dead = "1-7.636363602";
    let outlook = about("outlook", "20x20", dead, false);
    assert_eq!(outlook["can"], false, "{outlook}");
    assert_eq!(outlook["why"], "no way leads to row 1, column 1 any more");
    assert_eq!(outlook["cells"], json!([0]));
    for circular in [false, true] {
        let fine = about("outlook", "20x20", "1-7.6", circular);
        assert_eq!(fine["can"], true, "{fine}");
    }
    // 4 × 8 has no circular tour at all.
    let none = about("outlook", "4x8", "", true);
    assert_eq!(none["can"], false);
    assert_eq!(none["why"], "all ways have been looked at");
    // Without steps, there is no answer, unless it shows without any.
    let question = |most: u64| json!({"outlook": {"game": read("6x6", "1-1"), "circular": true, "most": most}});
    assert_eq!(ok(&question(0))["can"], Value::Null);
    assert_eq!(ok(&question(1 << 20))["can"], true);
}

#[test]
fn hints_lead_to_a_full_grid() {
    for grid in ["4x5", "5x5", "4x7", "6x6", "9x7"] {
        let mut game = read(grid, "");
        let cells = game["rows"].as_u64().unwrap() * game["columns"].as_u64().unwrap();
        for number in 1..=cells {
            let hint = ok(&json!({"hint": {"game": game, "circular": true}}));
            assert_eq!(hint["back"], 0, "{grid}: {hint}");
            assert_eq!(hint["circular"], grid != "4x7");
            game["path"]
                .as_array_mut()
                .unwrap()
                .push(hint["cell"].clone());
            game["own"] = number.into();
        }
        let seen = ok(&json!({"look": game}));
        assert_eq!(
            (&seen["full"], &seen["closed"]),
            (&true.into(), &(grid != "4x7").into())
        );
        assert_eq!(
            seen["straight"].as_u64().unwrap() + seen["diagonal"].as_u64().unwrap(),
            cells - u64::from(grid == "4x7")
        );
    }
    // From a dead end, the hint leads back first.
    let hint = about("hint", "20x20", "1-7.636363602", true);
    assert_eq!(
        (&hint["back"], &hint["circular"]),
        (&2.into(), &false.into()),
        "{hint}"
    );
}

#[test]
fn a_game_is_finished_from_where_it_is() {
    let begun = read("8x8", "1-1.2");
    let finished = ok(&json!({"finish": {"game": begun, "circular": true, "seed": 7}}));
    let game = &finished["game"];
    assert_eq!(game["path"].as_array().unwrap().len(), 64);
    assert_eq!(
        game["path"].as_array().unwrap()[..2],
        *begun["path"].as_array().unwrap()
    );
    assert_eq!(game["own"], 2);
    assert_eq!(ok(&json!({"look": game}))["closed"], true);
    let none = about("finish", "4x8", "", true);
    assert_eq!(none["game"], Value::Null);
}
