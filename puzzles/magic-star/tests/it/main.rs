//! `magic-star`: the figures of its source, published counts, a slow search
//! straight from the rules, and the program as a user runs it.

mod program;
mod readme;
mod search;

use std::collections::BTreeSet;

use magic_star::rules::{Diagram, Solution, Star};
use magic_star::search::Search;
use watch::Stop;

fn star(code: &str) -> Star {
    code.parse().unwrap()
}

/// A slow search straight from the rules. It gives `found` all ways to put 1 to `cells` into the
/// cells so that every line, a list of cells, has the sum.
fn slow_search(cells: usize, lines: &[Vec<usize>], sum: u32, found: &mut dyn FnMut(&[u32])) {
    // Cells come in the order in which the lines name them, so that lines are full early.
    let mut order: Vec<usize> = Vec::new();
    for cell in lines.iter().flatten() {
        if !order.contains(cell) {
            order.push(*cell);
        }
    }
    assert_eq!(order.len(), cells);
    fill(&order, lines, sum, &mut vec![0; cells], found);
}

/// Fills the cells one after the other.
fn fill(
    order: &[usize],
    lines: &[Vec<usize>],
    sum: u32,
    numbers: &mut Vec<u32>,
    found: &mut dyn FnMut(&[u32]),
) {
    let possible = lines.iter().all(|line| {
        let so_far: u32 = line.iter().map(|cell| numbers[*cell]).sum();
        match line.iter().all(|cell| numbers[*cell] > 0) {
            true => so_far == sum,
            false => so_far < sum,
        }
    });
    if !possible {
        return;
    }
    let Some((&cell, rest)) = order.split_first() else {
        return found(numbers);
    };
    for number in 1..=numbers.len() as u32 {
        if !numbers.contains(&number) {
            numbers[cell] = number;
            fill(rest, lines, sum, numbers, found);
            numbers[cell] = 0;
        }
    }
}

/// All solutions that a search finds, one by one.
fn images(search: &Search) -> BTreeSet<Solution> {
    let mut solutions = BTreeSet::new();
    for part in 0..search.parts() {
        let found = &mut |solution| {
            for symmetry in search.group().elements() {
                assert!(solutions.insert(symmetry.image(&solution)));
            }
            true
        };
        search.part(part, &Stop::default(), found).unwrap();
    }
    solutions
}

fn fast(diagram: &Diagram) -> BTreeSet<Solution> {
    images(&Search::exploration(diagram))
}
