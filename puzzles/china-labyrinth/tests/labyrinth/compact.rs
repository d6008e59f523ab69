//! `compact` and `octopuszle`.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::rules::{SIX, board, documents, keys, neighbour, numbers, sandbox};

/// Bits 0 to 7 of a piece of the Octopuszle, rows and columns.
const EIGHT: [(i64, i64); 8] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

#[test]
fn compact_forms() {
    let sandbox = sandbox();
    let cells = |form: &str| -> BTreeSet<(i64, i64)> {
        let all = (-9..17).flat_map(|q| (-9..17).map(move |r| (q, r)));
        let inside = all.filter(|&(q, r): &(i64, i64)| match form {
            "rhombus" => (0..8).contains(&q) && (0..8).contains(&r),
            "offset-square" => (0..8).contains(&r) && (0..8).contains(&(q + r.div_euclid(2))),
            _ => q.abs().max(r.abs()).max((q + r).abs()) <= 4,
        });
        inside.collect()
    };
    for form in ["rhombus", "offset-square", "hexagon"] {
        let args = ["compact", "--form", form, "--seed", "3", "--format", "json"];
        let text = sandbox.ok(&args);
        let document = &documents(&text)[0];
        let board = board(&document["cells"]);
        let pieces: BTreeSet<u64> = board.values().copied().collect();
        assert_eq!((board.len(), pieces.len()), (64, 64));
        let wanted = cells(form);
        assert_eq!(
            wanted
                .iter()
                .filter(|cell| !board.contains_key(cell))
                .count(),
            0
        );
        assert_eq!(
            board.len() - wanted.len(),
            if form == "hexagon" { 3 } else { 0 }
        );
        for (&cell, mask) in &board {
            for (d, &step) in SIX.iter().enumerate() {
                let other = board.get(&neighbour(cell, step)).unwrap_or(&0);
                assert_eq!(mask >> d & 1, other >> ((d + 3) % 6) & 1, "{document}");
            }
        }
        fs::write(sandbox.path("compact"), &text).unwrap();
        let valid = sandbox.ok(&["check", "compact"]);
        assert!(
            valid.starts_with("valid: a compact solution in "),
            "{valid}"
        );
        assert_eq!(sandbox.ok(&args), text);
    }
    // A form from a drawing: sixteen rows of four, in zigzag.
    let drawing: String = (0..16).map(|r| " ".repeat(r % 2) + "# # # #\n").collect();
    fs::write(sandbox.path("tower"), drawing).unwrap();
    let tower = ["compact", "--file", "tower", "--format", "json"];
    let ended = sandbox.run(&tower);
    let document = &documents(&ended.stdout)[0];
    assert_eq!(document["form"], "tower");
    assert_eq!(
        board_or_none(document),
        (ended.code == Some(0)).then_some(64)
    );

    let two = ["compact", "--form", "2x32", "--format", "json"];
    let ended = sandbox.run(&two);
    ended.check_error(1);
    let why = "32 pieces have a door to the north-east, but only 31 cells have a neighbour there";
    assert!(ended.stderr.contains(why), "{ended:?}");
    let document = &documents(&ended.stdout)[0];
    assert_eq!(document["impossible"], why);
    assert_eq!(keys(document), ["cells", "form", "impossible"]);
    assert!(!sandbox.path("data").exists(), "no database is needed");
}

fn board_or_none(document: &Value) -> Option<usize> {
    let cells = document["cells"].as_array()?;
    let pieces = cells
        .iter()
        .filter(|cell| cell.as_array().unwrap().len() == 3);
    Some(pieces.count()).filter(|&pieces| pieces > 0)
}

/// The rows of an Octopuszle, checked.
fn octopuszle(text: &str) -> Vec<Vec<i64>> {
    let document = &documents(text)[0];
    assert_eq!(keys(document), ["grid"]);
    let rows = document["grid"].as_array().unwrap();
    let rows: Vec<Vec<i64>> = rows.iter().map(numbers).collect();
    assert!(rows.len() == 16 && rows.iter().all(|row| row.len() == 16));
    let pieces: BTreeSet<i64> = rows.iter().flatten().copied().collect();
    assert!(pieces.into_iter().eq(0..256));
    for r in 0..16 {
        for c in 0..16 {
            for (bit, (down, right)) in EIGHT.into_iter().enumerate() {
                let (r2, c2) = (r + down, c + right);
                let inside = (0..16).contains(&r2) && (0..16).contains(&c2);
                let other = if inside {
                    rows[r2 as usize][c2 as usize]
                } else {
                    0
                };
                let own = rows[r as usize][c as usize];
                assert_eq!(
                    own >> bit & 1,
                    other >> ((bit + 4) % 8) & 1,
                    "row {r}, column {c}"
                );
            }
        }
    }
    rows
}

#[test]
fn octopuszles() {
    const DIAGONAL: i64 = 0b1010_1010;
    let sandbox = sandbox();
    let first = sandbox.ok(&["octopuszle", "--seed", "1", "--format", "json"]);
    let diagonals = |rows: &[Vec<i64>]| -> Vec<i64> {
        let pieces = rows.iter().flatten();
        pieces.map(|piece| piece & DIAGONAL).collect()
    };
    let given = octopuszle(&first);
    fs::write(sandbox.path("first.json"), &first).unwrap();
    let text = sandbox.ok(&["octopuszle", "--seed", "1"]);
    fs::write(sandbox.path("first.txt"), text).unwrap();
    let mut different = BTreeSet::from([given.clone()]);
    for seed in ["1", "2", "3"] {
        for file in ["first.json", "first.txt"] {
            let args = ["octopuszle", "--diagonals", file, "--seed", seed];
            let text = sandbox.ok(&[&args[..], &["--format", "json"]].concat());
            let rows = octopuszle(&text);
            assert_eq!(diagonals(&rows), diagonals(&given));
            different.insert(rows);
        }
    }
    assert_eq!(different.len(), 4);
    for file in ["first.json", "first.txt"] {
        assert_eq!(
            sandbox.ok(&["check", file]),
            "valid: a solution of the Octopuszle\n"
        );
    }
    // The diagonals alone are enough, but must be those of a solution.
    let mut alone: Vec<Vec<i64>> = given;
    for piece in alone.iter_mut().flatten() {
        *piece &= DIAGONAL;
    }
    let write = |rows: &[Vec<i64>]| {
        let text = json!({"grid": rows}).to_string();
        fs::write(sandbox.path("alone"), text).unwrap();
    };
    write(&alone);
    let args = &["octopuszle", "--diagonals", "alone", "--format", "json"];
    octopuszle(&sandbox.ok(args));
    // Four corners that meet: still no door leads to a blank, but the counts are off.
    for (r, c, bit) in [(4, 4, 8), (5, 5, 128)] {
        alone[r][c] ^= bit;
    }
    write(&alone);
    let ended = sandbox.run(args);
    ended.check_error(1);
    assert!(ended.stderr.contains("16 pieces have them"), "{ended:?}");
    alone[4][4] ^= 8;
    write(&alone);
    let ended = sandbox.run(args);
    ended.check_error(1);
    assert!(!sandbox.path("data").exists());
}
