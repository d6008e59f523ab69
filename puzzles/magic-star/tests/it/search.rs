//! Compares the searches with published counts, and with a slow search.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use magic_star::deduction::{Grade, deduce, grade};
use magic_star::rules::{Diagram, Group, Partial, Solution};
use magic_star::search::Search;
use proptest::prelude::*;
use watch::Stop;

use crate::{fast, images, star};

/// All solutions of a star with these lines of cells, by a slow search with the plain rules.
fn slowly(lines: impl IntoIterator<Item = [usize; 4]>) -> BTreeSet<Solution> {
    let lines: Vec<[usize; 4]> = lines.into_iter().collect();
    // Cells are filled in the order of the lines, so that lines are complete early.
    let mut order: Vec<usize> = Vec::new();
    for cell in lines.iter().flatten() {
        if !order.contains(cell) {
            order.push(*cell);
        }
    }
    assert_eq!(order.len(), 2 * lines.len());
    let mut found = BTreeSet::new();
    fill(&order, &lines, &mut vec![0; order.len()], &mut found);
    found
}

fn fill(order: &[usize], lines: &[[usize; 4]], numbers: &mut [u8], found: &mut BTreeSet<Solution>) {
    let sum = 2 * numbers.len() as u8 + 2;
    let possible = lines.iter().all(|line| {
        let so_far: u8 = line.iter().map(|cell| numbers[*cell]).sum();
        match line.iter().all(|cell| numbers[*cell] > 0) {
            true => so_far == sum,
            false => so_far < sum,
        }
    });
    if !possible {
        return;
    }
    let Some((&cell, rest)) = order.split_first() else {
        found.insert(Solution::new(numbers).unwrap());
        return;
    };
    for number in 1..=numbers.len() as u8 {
        if !numbers.contains(&number) {
            numbers[cell] = number;
            fill(rest, lines, numbers, found);
            numbers[cell] = 0;
        }
    }
}

#[test]
fn a_slow_search_finds_the_same_solutions_of_8a() {
    // The cells a to p of the star in the source, by its lines.
    let lines = "bcde hfca adgi bfjl egko hjmp iknp lmno".split(' ');
    let cell = |line: &str, i| usize::from(line.as_bytes()[i] - b'a');
    let slowly = slowly(lines.map(|line| [0, 1, 2, 3].map(|i| cell(line, i))));
    assert_eq!(slowly.len(), 1792);
    assert_eq!(fast(&Diagram::of(star("8a"))), slowly);
}

/// Small stars with all their solutions.
static SMALL: LazyLock<Vec<(Diagram, BTreeSet<Solution>)>> = LazyLock::new(|| {
    let with_all = ["6a", "7a", "7b", "8a"].map(|code| {
        let diagram = Diagram::of(star(code));
        let lines = diagram.lines.iter().map(|line| line.map(usize::from));
        let all = slowly(lines);
        (diagram, all)
    });
    with_all.into()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The numbers are a part of a solution, in which two are sometimes exchanged.
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

    /// A deduction holds in every solution with the given numbers.
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
            let last = diagram.lines.iter().any(|line| {
                line.contains(&next.cell) && line.iter().filter(|&&cell| star.number(cell).is_none()).count() == 1
            });
            prop_assert_eq!(last, next.grade == Grade::Line);
            star = star.with(next.cell, next.number);
            hardest = hardest.max(next.grade);
        }
        let full = star.given().count() == diagram.star.cells();
        prop_assert_eq!(graded, if full { hardest } else { Grade::Trial });
        // If there are several solutions, deductions cannot fill the star.
        prop_assert!(!full || all.len() == 1);
    }
}

const PUBLISHED: &str = include_str!("../../reference/published.csv");
const COUNTS: &str = include_str!("../../reference/counts.csv");

/// A column of a table, by star.
fn reference(table: &str, column: &str) -> BTreeMap<String, u64> {
    let (header, lines) = table.split_once('\n').unwrap();
    let column = header.split(',').position(|name| name == column).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[0].to_owned(), cells[column].parse().unwrap())
    };
    lines.lines().map(row).collect()
}

#[test]
fn published_counts_are_reproduced() {
    let published = reference(PUBLISHED, "basic");
    // Stars of order 12 and more take seconds to minutes, so the table of counts has them.
    for (code, basic) in published.into_iter().filter(|(code, _)| code[..2] < *"12") {
        let diagram = Diagram::of(star(&code));
        let search = Search::exploration(&diagram);
        let mut classes = 0;
        let found = &mut |solution: Solution| {
            assert!(solution.is_magic(&diagram));
            classes += 1;
            true
        };
        search.all(&Stop::default(), found).unwrap();
        let solutions = classes * search.group.order() as u64;
        assert_eq!(solutions, basic * diagram.star.cells() as u64, "{code}");
    }
}

#[test]
fn the_table_of_counts_agrees_with_the_published_ones() {
    let published = reference(PUBLISHED, "basic");
    let [basic, solutions, classes] =
        ["basic", "solutions", "classes"].map(|column| reference(COUNTS, column));
    // The table also has the slow ones.
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
