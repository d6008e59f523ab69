//! Tests `magic-star` with the numbers of its source, published counts, a slow search by the plain rules, and as a
//! user runs it.

mod program;
mod search;

use std::collections::BTreeSet;

use magic_star::rules::{Diagram, Solution, Star};
use magic_star::search::Search;
use watch::Stop;

testkit::documents_are_true!("magic-star", 5);

fn star(code: &str) -> Star {
    code.parse().unwrap()
}

/// All solutions that a search finds, one by one.
fn images(search: &Search) -> BTreeSet<Solution> {
    let mut solutions = BTreeSet::new();
    let found = &mut |solution| {
        for symmetry in &search.group.elements {
            assert!(solutions.insert(symmetry.image(&solution)));
        }
        true
    };
    search.all(&Stop::default(), found).unwrap();
    solutions
}

fn fast(diagram: &Diagram) -> BTreeSet<Solution> {
    images(&Search::exploration(diagram))
}
