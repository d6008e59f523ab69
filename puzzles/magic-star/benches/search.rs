//! The cost of the search for all solutions of a magic star, on one thread.
//!
//!     cargo bench -p magic-star --bench search            # some stars
//!     cargo bench -p magic-star --bench search -- 12b 13a # those
//!
//! It fails if a count is not the published one.

use std::time::Instant;

use magic_star::rules::{Diagram, Group};
use magic_star::search::Search;
use watch::Stop;

const PUBLISHED: &str = include_str!("../reference/published.csv");

fn main() {
    let named = std::env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    let mut codes: Vec<String> = named.collect();
    if codes.is_empty() {
        let some = ["8a", "9a", "10a", "10b", "11a", "11b", "12a", "12b"];
        codes = some.map(str::to_owned).to_vec();
    }
    println!("star     basic      steps      plan    search  a step");
    for code in codes {
        let diagram = Diagram::of(code.parse().unwrap());
        let begun = Instant::now();
        let search = Search::exploration(&diagram);
        let plan = begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        let mut found = 0;
        let count = &mut |_| {
            found += 1;
            true
        };
        let steps = search.all(&Stop::default(), count).unwrap();
        let took = begun.elapsed().as_secs_f64() * 1e3;
        let solutions = found * search.group.order();
        let basic = solutions / Group::of_drawing(&diagram).order();
        let known = PUBLISHED
            .lines()
            .find(|line| line.starts_with(&format!("{code},")));
        let is_published = known.is_none_or(|known| known.contains(&format!(",{basic},")));
        assert!(is_published, "{code}: {basic}");
        let step = took * 1e6 / steps.max(1) as f64;
        println!("{code:<4} {basic:>9} {steps:>10} {plan:>7.2}ms {took:>7.1}ms {step:>5.0}ns");
    }
}
