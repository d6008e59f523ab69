//! Compares hints and counts with lists of all solutions, which the tests of `magic-star` check.

use std::sync::LazyLock;

use magic_star::rules::Star;
use proptest::prelude::*;

use super::*;

/// Small stars with all their solutions.
static SMALL: LazyLock<Vec<(Diagram, Vec<Vec<u8>>)>> = LazyLock::new(|| {
    let diagrams = ["6a", "7a", "7b", "8a"].map(diagram);
    let with_all = diagrams.into_iter().map(|diagram| {
        let mut all = Vec::new();
        classes(&diagram, &Partial::EMPTY, &mut |search, solution| {
            let symmetries = search.group.elements.iter();
            all.extend(symmetries.map(|symmetry| symmetry.image(&solution).numbers().to_vec()));
            true
        });
        (diagram, all)
    });
    with_all.collect()
});

fn diagram(code: &str) -> Diagram {
    Diagram::of(code.parse().unwrap())
}

fn partial(given: &[(Cell, u8)]) -> Partial {
    with_more(Partial::EMPTY, given.iter().copied())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// For any numbers on a small star, filled in any order, counts and hints agree with the list of all solutions.
    #[test]
    fn ways_and_hints_are_those_of_the_list(seed: u64, star in 0..4usize, few in 0..6usize) {
        let (diagram, all) = &SMALL[star];
        let mut below = dice(seed);
        // A part of a solution, in which two numbers are sometimes exchanged.
        let mut numbers = all[below(all.len())].clone();
        if below(2) == 0 {
            let other = below(numbers.len());
            numbers.swap(0, other);
        }
        let mut cells: Vec<Cell> = (0..numbers.len() as Cell).collect();
        shuffle(&mut cells, &mut below);
        let put = cells.iter().map(|&cell| (cell, numbers[usize::from(cell)]));
        let put: Vec<(Cell, u8)> = put.take(few).collect();
        let agree = |count: usize| {
            let has = |full: &&Vec<u8>| put[..count].iter().all(|&(cell, number)| full[usize::from(cell)] == number);
            all.iter().filter(has).collect::<Vec<_>>()
        };
        let now = agree(put.len());
        let star = partial(&put);
        prop_assert_eq!(ways(diagram, &star, u64::MAX), now.len() as u64);
        prop_assert_eq!(ways(diagram, &star, 1) > 0, !now.is_empty());
        let empty = |cell: Cell| put.iter().all(|&(other, _)| other != cell);
        let same = |cell: Cell| now.iter().all(|full| full[usize::from(cell)] == now[0][usize::from(cell)]);
        match hint(diagram, &Partial::EMPTY, &put) {
            Some(Hint::Wrong { cell }) => {
                let at = put.iter().position(|&(other, _)| other == cell).unwrap();
                prop_assert!(agree(at + 1).is_empty() && !agree(at).is_empty());
            }
            Some(Hint::Forced { cell, number }) => {
                prop_assert!(empty(cell) && same(cell) && now[0][usize::from(cell)] == number);
            }
            Some(Hint::Possible { cell, number }) => {
                prop_assert!(!(0..numbers.len() as Cell).any(|cell| empty(cell) && same(cell)));
                prop_assert!(empty(cell) && now.iter().any(|full| full[usize::from(cell)] == number));
            }
            other => prop_assert!(false, "these stars have solutions, and cells are left: {other:?}"),
        }
    }
}

#[test]
fn hints_for_full_and_unsolvable_stars() {
    let (star, all) = &SMALL[3];
    assert_eq!(all.len(), 1792);
    let full = &all[0];
    let put: Vec<(Cell, u8)> = (0..).zip(full.iter().copied()).collect();
    assert_eq!(hint(star, &Partial::EMPTY, &put), None);
    // The last number is forced, whether the others were put or given.
    let (last, others) = put.split_last().unwrap();
    let forced = Some(Hint::Forced {
        cell: last.0,
        number: last.1,
    });
    assert_eq!(hint(star, &Partial::EMPTY, others), forced);
    assert_eq!(hint(star, &partial(others), &[]), forced);
    // 5a has no solution.
    let none = diagram("5a");
    assert_eq!(hint(&none, &Partial::EMPTY, &[]), None);
    let wrong = Some(Hint::Wrong { cell: 3 });
    assert_eq!(hint(&none, &Partial::EMPTY, &[(3, 1), (0, 2)]), wrong);
}

#[test]
fn puzzles_of_every_star_have_one_solution_and_no_number_too_many() {
    for star in (6..=13).flat_map(Star::of_order) {
        let diagram = Diagram::of(star);
        let puzzle = |seed| puzzle(&diagram, &mut dice(seed)).unwrap();
        // Small stars take only moments.
        let is_small = star.order() < 9;
        if is_small {
            assert_eq!(puzzle(5), puzzle(5), "a seed is enough");
            assert_ne!(puzzle(5), puzzle(6));
        }
        let seeds = if is_small { 0..10 } else { 5..6 };
        for puzzle in seeds.map(puzzle) {
            let given: Vec<(Cell, u8)> = puzzle.given().collect();
            assert_eq!(ways(&diagram, &puzzle, u64::MAX), 1, "{star}");
            for at in 0..given.len() {
                let mut fewer = given.clone();
                fewer.remove(at);
                let ways = ways(&diagram, &partial(&fewer), 2);
                assert!(ways > 1, "{star} {given:?}");
            }
        }
    }
    assert_eq!(puzzle(&diagram("5a"), &mut dice(5)), None);
}
