//! The searches against published counts, and against a slow one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use magic_star::deduction::{Grade, deduce, grade};
use magic_star::rules::{Diagram, Group, Partial, Solution};
use magic_star::search::Search;
use proptest::prelude::*;
use watch::Stop;

use crate::{fast, images, slow_search, star};

/// All solutions of a star, by a slow search straight from the lines of its diagram.
fn slowly(diagram: &Diagram) -> BTreeSet<Solution> {
    let lines = diagram.lines().iter();
    let lines: Vec<Vec<usize>> = lines.map(|line| line.map(usize::from).to_vec()).collect();
    let (cells, sum) = (diagram.star().cells(), diagram.star().line_sum() as u32);
    let mut found = BTreeSet::new();
    slow_search(cells, &lines, sum, &mut |numbers| {
        found.insert(solution(numbers));
    });
    found
}

fn solution(numbers: &[u32]) -> Solution {
    let numbers: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
    Solution::new(&numbers).unwrap()
}

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
        slowly.insert(solution(numbers));
    });
    assert_eq!(slowly.len(), 1792);
    assert_eq!(fast(&Diagram::of(star("8a"))), slowly);
}

/// Small stars with all their solutions.
static SMALL: LazyLock<Vec<(Diagram, BTreeSet<Solution>)>> = LazyLock::new(|| {
    let diagrams = ["6a", "7a", "7b", "8a"].map(|code| Diagram::of(star(code)));
    let with_all = diagrams.map(|diagram| (diagram.clone(), slowly(&diagram)));
    with_all.into()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Any numbers on a small star: some of a solution, in which two often change places.
    #[test]
    fn completions_are_those_of_a_slow_search(
        at in 0..4usize, which: usize, swap in 0..30usize,
        cells in Just((0..16).collect::<Vec<usize>>()).prop_shuffle(), few in 0..6usize,
    ) {
        let (diagram, all) = &SMALL[at];
        let mut numbers = all.iter().nth(which % all.len()).unwrap().numbers().to_vec();
        if swap < numbers.len() {
            numbers.swap(0, swap);
        }
        let given: Vec<usize> =
            cells.into_iter().filter(|&cell| cell < numbers.len()).take(few).collect();
        let agrees = |full: &&Solution| given.iter().all(|&cell| full.numbers()[cell] == numbers[cell]);
        let star = given.iter().fold(Partial::EMPTY, |star, &cell| star.with(cell as u8, numbers[cell]));
        let expected: BTreeSet<Solution> = all.iter().filter(agrees).copied().collect();
        prop_assert_eq!(images(&Search::completion(diagram, &star)), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// What is deduced holds in every solution that has the given numbers.
    #[test]
    fn deductions_hold_in_all_solutions(
        at in 0..4usize, which: usize, many in 2..14usize,
        cells in Just((0..16).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let (diagram, all) = &SMALL[at];
        let numbers = all.iter().nth(which % all.len()).unwrap().numbers();
        let given = cells.into_iter().filter(|&cell| cell < numbers.len()).take(many);
        let mut star = given.fold(Partial::EMPTY, |star, cell| star.with(cell as u8, numbers[cell]));
        let graded = grade(diagram, &star);
        let agrees = |full: &&Solution| star.given().all(|(cell, number)| full.number(cell) == number);
        let all: Vec<&Solution> = all.iter().filter(agrees).collect();
        let mut hardest = Grade::Line;
        while let Some(next) = deduce(diagram, &star) {
            prop_assert!(star.number(next.cell).is_none());
            prop_assert!(all.iter().all(|full| full.number(next.cell) == next.number), "{:?}", next);
            let last = diagram.lines().iter().any(|line| {
                line.contains(&next.cell) && line.iter().filter(|&&cell| star.number(cell).is_none()).count() == 1
            });
            prop_assert_eq!(last, next.grade == Grade::Line);
            star = star.with(next.cell, next.number);
            hardest = hardest.max(next.grade);
        }
        let full = star.given().count() == diagram.star().cells();
        prop_assert_eq!(graded, if full { hardest } else { Grade::Trial });
        // If several solutions are left, no chain of deductions ends.
        prop_assert!(!full || all.len() == 1);
    }
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
    // Those of order 12 and more take seconds to minutes, so the table below has them.
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
    for code in ["12a", "12b", "12c", "12d", "13a", "14a", "15a"] {
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
