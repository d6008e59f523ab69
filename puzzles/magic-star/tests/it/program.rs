//! The program as a user runs it.

use std::path::Path;

use magic_star::rules::{Diagram, Group, Solution};
use serde_json::{Value, json};
use snapbox::{Data, assert_data_eq};
use testkit::Sandbox;

use crate::{fast, star};

fn sandbox() -> Sandbox {
    Sandbox::of(env!("CARGO_BIN_EXE_magic-star"))
}

#[test]
fn the_figures_of_the_source() {
    let sandbox = sandbox();
    let analysis = sandbox.document("analysis 8a");
    for (number, expected) in [
        (1, 30_877_819_664_u64),
        (896, 10_426_916_886_748),
        (1792, 20_891_912_068_337),
    ] {
        let shown = sandbox.document(&format!("display 8a {number}"));
        assert_eq!(shown["iteration"], expected.to_string());
    }
    let half = [98, 118, 132, 114, 114, 90, 112, 118];
    let mut back = half;
    back.reverse();
    for (key, expected) in [
        ("line_sum", json!(34)),
        ("permutations", json!("20922789888000")),
        ("by_top", json!([half, back].concat())),
        ("orbits", json!(["abehilop", "cdfgjkmn"])),
    ] {
        assert_eq!(analysis[key], expected, "{key}");
    }
    assert_eq!(analysis["same_as"][0]["star"], "8b");
    assert_eq!(analysis["same_as"][0]["inside_out"], true);
    let all = sandbox.says("brute 5a --seconds 60");
    assert!(all.contains("\n3,628,800 of them"), "{all}");
    assert!(
        all.ends_with(": 0 solutions\nThere are no others.\n"),
        "{all}"
    );
    // The second half is the complement of the first, and the sums of their iterations are 16! + 1.
    let diagram = Diagram::of(star("8a"));
    let solutions: Vec<Solution> = fast(&diagram).into_iter().collect();
    for (one, other) in solutions.iter().zip(solutions.iter().rev()) {
        assert_eq!(one.complement(), *other);
        assert_eq!(one.iteration() + other.iteration(), 20_922_789_888_001);
    }
    // A reader thought that it makes no difference whether 1 is in a point or in a crossing.
    let group = Group::of_drawing(&diagram);
    let basics = solutions
        .iter()
        .filter(|one| group.least_image(one) == **one);
    let of_one = |one: &Solution| {
        one.numbers()
            .iter()
            .position(|&number| number == 1)
            .unwrap()
    };
    let (points, crossings): (Vec<usize>, Vec<usize>) = basics
        .map(of_one)
        .partition(|&cell| diagram.places[cell].point);
    assert_eq!([points.len(), crossings.len()], [49, 63]);
}

/// A reader of the source counted the rows with 1, and the openings: two of them on the lines of a cell.
#[test]
fn the_figures_of_the_comment() {
    let rows = (1..=16u8).flat_map(|a| (a + 1..=16).map(move |b| (a, b)));
    let rows = rows
        .flat_map(|(a, b)| (b + 1..=16).map(move |c| [a, b, c, 34u8.saturating_sub(a + b + c)]));
    let rows: Vec<[u8; 4]> = rows
        .filter(|row| (row[2] + 1..=16).contains(&row[3]))
        .collect();
    assert_eq!(rows.len(), 86);
    let with_1: Vec<&[u8; 4]> = rows.iter().filter(|row| row[0] == 1).collect();
    let beside = |row: &[u8; 4]| {
        let apart = |other: &&&[u8; 4]| other[1..].iter().all(|number| !row.contains(number));
        with_1.iter().filter(apart).count()
    };
    let openings: Vec<usize> = with_1.iter().map(|row| 6 * beside(row)).collect();
    assert_eq!((openings.len(), openings.iter().sum::<usize>()), (19, 804));
    assert_eq!(6 * beside(&[1, 2, 15, 16]), 42);
}

#[test]
fn solution_numbers_round_trip() {
    for code in ["6a", "8b", "10a"] {
        let sandbox = sandbox();
        let diagram = Diagram::of(star(code));
        let group = Group::of_drawing(&diagram);
        let names: Vec<_> = Group::names(&diagram).collect();
        let expected: Vec<Solution> = fast(&diagram).into_iter().collect();
        let all = format!("display {code} 1..{} --format json", expected.len());
        let text = sandbox.says(&all);
        assert_eq!(text.lines().count(), expected.len());
        for ((number, line), expected_here) in (1..).zip(text.lines()).zip(&expected) {
            let found: Value = serde_json::from_str(line).unwrap();
            assert_eq!(found["number"], number);
            assert_eq!(found["cells"], json!(expected_here.numbers()));
            assert_eq!(found["iteration"], expected_here.iteration().to_string());
            let basic = expected[found["basic_number"].as_u64().unwrap() as usize - 1];
            assert_eq!(group.least_image(expected_here), basic);
            assert!(basic <= *expected_here);
            let symmetry = names
                .iter()
                .position(|name| found["symmetry"] == name.to_string());
            let symmetry = group.elements[symmetry.unwrap()];
            assert_eq!(symmetry.image(&basic), *expected_here);
        }
        // The same holds for a part of them.
        let lines: Vec<&str> = text.lines().collect();
        let half = lines.len() / 2;
        let part = format!("display {code} {half}..{} --format json", half + 2);
        let shown = lines[half - 1..half + 2].join("\n") + "\n";
        assert_eq!(sandbox.says(&part), shown);
    }
}

#[cfg(unix)]
#[test]
fn long_searches_can_be_interrupted() {
    let ended = sandbox().interrupted("explore 13b", b"");
    assert_eq!(ended.stdout, "");
    assert!(ended.stderr.ends_with("stopped while searching 13b\n"));
}

#[test]
fn a_star_without_solutions_is_explored_too() {
    let sandbox = sandbox();
    let explored = sandbox.document("explore 5a");
    let keys = ["solutions", "basic", "first_iteration", "symmetries"];
    let expected = json!([0, 0, null, 120]);
    assert_eq!(json!(keys.map(|key| &explored[key])), expected);
    assert_eq!(sandbox.ok(&["explore", "5a"]), "5a has no solutions\n");
    let analysis = sandbox.ok(&["analysis", "5a"]);
    let none = "10! = 3,628,800 permutations, 0 solutions";
    assert!(analysis.contains(none), "{analysis}");
    sandbox.refuses(&["display", "5a", "1"], 1, "error: 5a has no solutions\n");
}

#[test]
fn partly_filled_stars_are_completed() {
    let sandbox = sandbox();
    let whole = "1 2 7 16 9 11 3 15 14 8 10 13 5 4 12 6";
    let solved = |cells: &str| -> Value {
        let format = ["--limit", "5", "--format", "json"];
        let args = [&["solve", "8a", "--cells", cells][..], &format].concat();
        let ended = sandbox.run(&args);
        let solved: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(
            ended.code,
            Some(i32::from(solved["ways"] == 0)),
            "{ended:?}"
        );
        solved
    };
    for (cells, ways) in [
        // By the number at the top, with the counts of the analysis.
        ("a=6", 90),
        ("a=3", 132),
        ("a=1,b=2,c=3", 0),
        // Lines that are already full and wrong.
        ("b=1,c=2,d=3,e=4", 0),
        ("- - - - - - - - - - - - - - - -", 1792),
        (whole, 1),
        ("1 2 7 16 9 11 3 15 14 8 10 13 5 4 6 12", 0),
    ] {
        let solved = solved(cells);
        assert_eq!(solved["ways"], ways, "{cells}");
        let shown = solved["solutions"].as_array().unwrap();
        assert_eq!(shown.len(), ways.min(5), "{cells}");
        if ways == 1792 {
            assert_eq!(shown[0]["iteration"], "30877819664");
        }
    }
    let text = sandbox.ok(&["solve", "8a", "--cells", "a=1, b=2\n c=7"]);
    assert!(text.starts_with("8a can be completed in "), "{text}");
    assert!(text.contains(whole), "{text}");
    let text = sandbox.ok(&["solve", "8a", "--cells", whole]);
    assert!(text.starts_with("8a can be completed in 1 way\n"), "{text}");
    let refused = "
        solve 5a --cells a=1: each line can be filled, but no solution has a=1
        solve 8a --cells a=1,b=2,c=3: no solution has c=3 and the numbers before it
        solve 8a --cells b=1,c=2,d=3,e=4: line bcde sums to 10 instead of 34
        solve 8a --cells b=1,c=2,d=3: line bcde cannot be filled: 28 is left for e, and no number
        solve 8a --cells b=16,c=15,d=4: line bcde has 35 of 34 already
        hint 8a --cells b=16,c=15,d=4: line bcde has 35 of 34 already";
    sandbox.refuses_lines(1, refused);
    assert!(sandbox.files().is_empty());
}

#[test]
fn the_first_level_is_won_with_hints() {
    let sandbox = sandbox();
    let play = |lines: &str| sandbox.with_input(&["play"], lines.as_bytes()).stdout;
    let mut played = String::new();
    for _ in 0..5 {
        // "a has 9: it is the last cell of line adgk, which sums to 26"
        let shown = play(&format!("{played}hint\n"));
        let (number, why) = shown.lines().last().unwrap().split_once(": ").unwrap();
        assert!(why.starts_with("it is the last cell of line"), "{why}");
        played += &format!("{}\n", number.replace("has ", ""));
    }
    let won = play(&played);
    assert!(won.ends_with("solved: every line sums to 26\n"), "{won}");
    let back = &played[..1];
    let shown = play(&format!(
        "{played}undo\ntake {back}\ntake 7\nzz 1\nhint\nhelp\nquit\n"
    ));
    for said in ["6a has no cell 7", "left with 2 cells"] {
        assert!(shown.contains(said), "{shown}");
    }
    // Three numbers that no solution has.
    let wrong = play("a 1\nc 4\nf 5\nhint\nundo 3\nhint\n");
    assert!(
        wrong.contains("no solution continues from here: `undo 3`\n"),
        "{wrong}"
    );
    assert!(
        wrong
            .lines()
            .last()
            .unwrap()
            .contains("it is the last cell of line"),
        "{wrong}"
    );
    sandbox.refuses(&["play", "5a"], 1, "5a has no solutions");
}

#[test]
fn hints_show_a_line_and_why() {
    let sandbox = sandbox();
    let hint = sandbox.document("hint 8a --cells b=2,c=7,d=16");
    assert_eq!(
        hint,
        json!({
            "star": "8a", "grade": "trial",
            "next": {"cell": "e", "number": 9, "reason": "last_of_line", "lines": ["bcde"], "grade": "line"},
        })
    );
    let none = sandbox.document("hint 8a --cells a=1");
    assert_eq!(none, json!({"star": "8a", "next": null, "grade": "trial"}));
}

#[test]
fn impossible_requests_are_rejected() {
    let sandbox = sandbox();
    let refused = "
        explore 8c: stars of order 8 are 8a, 8b
        explore 16a: a star has 5 to 15 points, not 16
        display 8a: required
        hint 8a --cells a=99: `99` is not a number from 1 to 16
        display 8a 5..: a range such as 1..5
        display 8a 5..4: such as 4..5
        solve 8a --cells q=1: 8a has no cell `q`
        explore 8a --db other.db: unexpected argument '--db'
        solve 8a --cells a=\u{1b}[31m: `\\u{1b}[31m` is not a";
    sandbox.refuses_lines(2, refused);
    assert!(sandbox.files().is_empty());

    let refused = "
        display 14a 1: the solutions of 14a are too many to be kept in memory
        display 6a 961: 6a has no solution 961; the last one is 960";
    sandbox.refuses_lines(1, refused);
}

#[test]
fn drawings() {
    let sandbox = sandbox();
    for (line, snapshot) in [
        ("analysis 8a", "8a-analysis.txt"),
        ("display 8a 1 896 1792", "8a-solutions.txt"),
        ("diagram 5a", "5a-diagram.txt"),
        ("diagram 11c", "11c-diagram.txt"),
        ("diagram 13e", "13e-diagram.txt"),
    ] {
        let drawn = sandbox.says(line);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
        assert_data_eq!(drawn, Data::read_from(&path.join(snapshot), None).raw());
    }
}
