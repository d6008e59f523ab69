//! The searches against published counts, and against a slow one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use magic_star::rules::{Diagram, Group, Solution};
use magic_star::search::Search;
use watch::Stop;

use crate::{fast, slow_search, star};

#[test]
fn a_slow_search_counts_as_many_solutions() {
    for (code, n, k) in [("5a", 5, 2), ("6a", 6, 2), ("7a", 7, 2), ("7b", 7, 3)] {
        // Points are 0 to n - 1, crossing j is n + j.
        let lines = (0..n).map(|j| vec![j, n + j, n + (j + k - 1) % n, (j + k) % n]);
        let lines: Vec<Vec<usize>> = lines.collect();
        let mut slowly = 0;
        slow_search(2 * n, &lines, 4 * n as u32 + 2, &mut |_| slowly += 1);
        assert_eq!(slowly, fast(&Diagram::of(star(code))).len(), "{code}");
    }
}

#[test]
fn a_slow_search_finds_the_same_solutions_of_8a() {
    // Its cells a to p, by the lines that its source names.
    let lines = "bcde hfca adgi bfjl egko hjmp iknp lmno".split(' ');
    let cells = |line: &str| line.bytes().map(|cell| usize::from(cell - b'a')).collect();
    let lines: Vec<Vec<usize>> = lines.map(cells).collect();
    let mut slowly = BTreeSet::new();
    slow_search(16, &lines, 34, &mut |numbers| {
        let numbers: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
        slowly.insert(Solution::new(&numbers).unwrap());
    });
    assert_eq!(slowly.len(), 1792);
    assert_eq!(fast(&Diagram::of(star("8a"))), slowly);
}

/// Stars and the number of their basic solutions, from a file.
fn reference(file: &str, column: &str) -> BTreeMap<String, u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("reference")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let column = header.split(',').position(|name| name == column).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[0].to_owned(), cells[column].parse().unwrap())
    };
    lines.lines().map(row).collect()
}

#[test]
fn published_counts_are_found_again() {
    let published = reference("published.csv", "basic");
    // Those of order 12 and 13 take seconds, so the table below has them.
    for (code, basic) in published.into_iter().filter(|(code, _)| code[..2] < *"12") {
        let diagram = Diagram::of(star(&code));
        let search = Search::exploration(&diagram);
        let mut classes = 0;
        for part in 0..search.parts() {
            let found = &mut |solution: Solution| {
                assert!(solution.is_magic(&diagram));
                classes += 1;
                true
            };
            search.part(part, &Stop::default(), found).unwrap();
        }
        let solutions = classes * search.group().order() as u64;
        assert_eq!(solutions, basic * diagram.star().cells() as u64, "{code}");
    }
}

#[test]
fn the_table_of_counts_agrees_with_the_published_ones() {
    let published = reference("published.csv", "basic");
    let [basic, solutions, classes] =
        ["basic", "solutions", "classes"].map(|column| reference("counts.csv", column));
    // All of them were found again, not only the quick ones.
    for code in ["12a", "12b", "12c", "12d", "13a"] {
        assert!(basic.contains_key(code), "{code}");
    }
    for (code, basic) in basic {
        let known = published.get(&code);
        assert!(known.is_none_or(|known| *known == basic), "{code}");
        let diagram = Diagram::of(star(&code));
        let (drawing, lines) = (Group::of_drawing(&diagram), Group::of_lines(&diagram));
        assert_eq!(solutions[&code], basic * drawing.order() as u64);
        assert_eq!(solutions[&code], classes[&code] * lines.order() as u64);
    }
}
