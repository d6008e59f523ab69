//! `data/reference/rays.jsonl`: boards with all their rays, for other programs to test against.

use std::fs;
use std::path::Path;

use blackbox_rules::board::{Board, Position, Size};
use blackbox_rules::oracle::{End, Plain};
use serde_json::{Value, json};

/// A ray as in the file.
fn written(size: Size, position: Position, (end, length, turns): (End, i64, i64)) -> Value {
    let place = |position: Position| {
        let text = position.to_string();
        let (side, _) = text.split_once(' ').unwrap();
        (side.to_owned(), position.along() + 1)
    };
    let (side, index) = place(position);
    let mut ray = json!({ "side": side, "index": index, "length": length, "turns": turns });
    match end {
        End::Absorbed => ray["outcome"] = "absorbed".into(),
        End::Reflected => ray["outcome"] = "reflected".into(),
        End::Out(exit) => {
            ray["outcome"] = "out".into();
            ray["exit"] = json!(place(size.position(exit.into()).unwrap()));
        }
    }
    ray
}

#[test]
fn the_suite_has_the_rays_of_the_oracle_and_of_the_library() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/reference/rays.jsonl");
    for line in fs::read_to_string(file).unwrap().lines() {
        let known: Value = serde_json::from_str(line).unwrap();
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        let [rows, columns] = ["rows", "columns"].map(|key| number(&known[key]));
        let size = Size::new(rows, columns).unwrap();
        let atoms = known["atoms"].as_array().unwrap().iter();
        let atoms = atoms.map(|atom| [&atom[0], &atom[1]].map(|place| number(place) - 1));
        let atoms = atoms.map(|[row, column]| size.cell(row, column).unwrap());
        let board = Board::with_atoms(atoms, size).unwrap();

        let slow = Plain::oblong(rows, columns).rays(board.text().as_bytes());
        let fast = board.rays().map(|(_, ray)| {
            let end = End::from(ray.outcome);
            (end, ray.length.into(), ray.turns.into())
        });
        for rays in [slow, fast.collect()] {
            let rays = size.all_positions().zip(rays);
            let rays: Value = rays.map(|(at, ray)| written(size, at, ray)).collect();
            assert_eq!(rays, known["rays"], "{board:?}");
        }
    }
}
