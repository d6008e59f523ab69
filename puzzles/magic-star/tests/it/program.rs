//! Tests the program's output about solutions. `tests/cases.md` has more of it as a user runs it.

use magic_star::rules::{Diagram, Group, Solution};
use serde_json::{Value, json};
use testkit::Sandbox;

use crate::{PROGRAM, fast, star};

fn sandbox() -> Sandbox {
    Sandbox::of(PROGRAM)
}

#[test]
fn the_figures_of_the_source() {
    // The second half is the complement of the first, and the sums of their iterations are 16! + 1.
    let diagram = Diagram::of(star("8a"));
    let solutions: Vec<Solution> = fast(&diagram).into_iter().collect();
    for (one, other) in solutions.iter().zip(solutions.iter().rev()) {
        assert_eq!(one.complement(), *other);
        assert_eq!(one.iteration() + other.iteration(), 20_922_789_888_001);
    }
    // A comment on the source supposed that the number of solutions is the same with 1 in a point and in a
    // crossing.
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

/// A comment on the source counted the rows with 1, and the openings, which are two such rows on the lines of a
/// cell.
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
        // A part of the solutions is displayed alike.
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
    let ended = sandbox().interrupted("brute 12a --seconds 600", b"");
    assert!(ended.stdout.starts_with("12a, by brute force: 24! = "));
    assert!(ended.stderr.ends_with("stopped before the time was up\n"));
}
