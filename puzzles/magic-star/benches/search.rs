//! What the search for all solutions of a magic star costs, on one thread.
//!
//!     cargo bench -p magic-star --bench search            # some stars
//!     cargo bench -p magic-star --bench search -- 12b 13a # those
//!
//! It fails if a count is not the published one.

use std::path::Path;
use std::time::{Duration, Instant};

use magic_star::rules::{Diagram, Group};
use magic_star::search::Search;
use watch::Stop;

/// How long a star is searched again and again to find its best time.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let some = ["8a", "9a", "10a", "10b", "11a", "11b", "12a", "12b"].map(str::to_owned);
    let codes = if named.is_empty() {
        some.to_vec()
    } else {
        named
    };
    println!("star     basic      steps      plan    search  a step");
    for code in codes {
        let diagram = Diagram::of(code.parse().unwrap());
        let begun = Instant::now();
        let mut best: Option<Run> = None;
        while best.is_none() || begun.elapsed() < LONG_ENOUGH {
            let run = run(&diagram);
            best = best.filter(|best| best.search <= run.search).or(Some(run));
        }
        let Run {
            found,
            steps,
            plan,
            search,
        } = best.unwrap();
        let solutions = found * Group::of_lines(&diagram).order() as u64;
        let basic = solutions / Group::of_drawing(&diagram).order() as u64;
        if let Some(known) = published(&code) {
            assert_eq!(basic, known, "{code}");
        }
        println!(
            "{code:<4} {basic:>9} {steps:>10} {:>7.2}ms {:>7.1}ms {:>5.0}ns",
            plan.as_secs_f64() * 1e3,
            search.as_secs_f64() * 1e3,
            search.as_secs_f64() * 1e9 / steps.max(1) as f64
        );
    }
}

struct Run {
    found: u64,
    steps: u64,
    plan: Duration,
    search: Duration,
}

fn run(diagram: &Diagram) -> Run {
    let begun = Instant::now();
    let search = Search::exploration(diagram);
    let plan = begun.elapsed();
    let begun = Instant::now();
    let (mut found, mut steps) = (0, 0);
    for part in 0..search.parts() {
        let count = &mut |_| {
            found += 1;
            true
        };
        steps += search.part(part, &Stop::default(), count).unwrap();
    }
    Run {
        found,
        steps,
        plan,
        search: begun.elapsed(),
    }
}

/// How many basic solutions somebody else has counted.
fn published(code: &str) -> Option<u64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference");
    let text = std::fs::read_to_string(folder.join("published.csv")).unwrap();
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    rows.find(|row| row[0] == code)
        .map(|row| row[1].parse().unwrap())
}
