//! The steps of the searches for a tour, and their times.
//!
//!     cargo bench -p pen-and-paper --bench compare        # those that take moments
//!     cargo bench -p pen-and-paper --bench compare -- all # a quarter of an hour
//!
//! It repeats the searches of `reference/searches.csv`. It fails if a line differs. At the end it
//! compares the value of steps back with that in Ruby Quiz 90.

use std::time::Instant;

use pen_and_paper::dice::Dice;
use pen_and_paper::rules::Board;
use pen_and_paper::search::{Method, Search, Ties};
use pen_and_paper::tour::examine;
use watch::Stop;

const FEW_STEPS: f64 = 1e7;

/// Seconds of a circular tour of 17 × 17 without backtracking and with it, as the quiz has them.
const QUIZ: [f64; 2] = [10.256_250_4, 1.158_251_4];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let all = args.iter().any(|arg| arg == "all");
    let is_bench = args.iter().any(|arg| arg == "--bench");
    let table = include_str!("../reference/searches.csv");
    println!("method      found  median steps       time  search");
    let mut repeated = 0;
    for line in table.lines().skip(1) {
        let (search, runs, figures) = parsed(line);
        let steps = figures.split(',').nth(2).unwrap();
        let steps = steps.parse().unwrap_or(1e6) * runs as f64;
        if all || steps <= FEW_STEPS {
            assert_eq!(compare(search, runs).0, figures, "{line}");
            repeated += 1;
        }
    }
    assert!(repeated >= 20, "{repeated}");
    if is_bench {
        let board = Board::new(17, 17).unwrap();
        println!("\nwithout steps back and with them, circular tours of 17 × 17");
        let ours = [Method::Warnsdorff, Method::Backtrack]
            .map(|method| compare(Search::new(board, true, method), 400).1);
        for (who, [without, with]) in [("here", ours), ("Ruby Quiz 90 (2006)", QUIZ)] {
            let times = without / with;
            println!("{who:<20} {without:.6} s and {with:.6} s, {times:.1} times");
        }
        assert!(ours[0] > ours[1], "steps back do not help");
    }
}

/// The search of a line of the table, the number of runs, and the figures.
fn parsed(line: &str) -> (Search, u64, String) {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |field: usize| fields[field].parse::<u64>().ok();
    let size = number(1).unwrap();
    let named = |method: &Method| method.name() == fields[0];
    let method = Method::ALL.into_iter().find(named).unwrap();
    let board = Board::new(size, size).unwrap();
    let mut search = Search::new(board, fields[2] == "yes", method);
    if !fields[3].is_empty() {
        search.ties = [Ties::Random, Ties::Outward][usize::from(fields[3] == "outward")];
    }
    search.back = number(4).unwrap_or(search.back);
    search.limit = number(5).unwrap();
    (search, number(6).unwrap(), fields[7..].join(","))
}

/// Searches with seeds from 1 on, and prints a line. Returns the table's figures, and the median time.
fn compare(search: Search, runs: u64) -> (String, f64) {
    let (mut times, mut steps, mut attempts) = (Vec::new(), Vec::new(), 0);
    for seed in 1..=runs {
        let begun = Instant::now();
        let found = search.run(&mut Dice::new(seed), &mut Stop::default());
        let time = begun.elapsed();
        if let Ok(found) = found {
            let is_circular = examine(search.board, &found.tour.numbers).unwrap();
            assert!(is_circular || !search.circular, "{search:?}");
            times.push(time);
            steps.push(found.steps);
            attempts += found.attempts;
        }
    }
    times.sort_unstable();
    steps.sort_unstable();
    let count = steps.len();
    let name = search.method.name();
    let kind = if search.circular { "circular" } else { "open" };
    let what = format!("{kind} {}", search.board);
    // Runs that found nothing took longer than all others.
    let half = runs as usize / 2;
    if count <= half {
        println!("{name:<10}  {count:>5}  {:>12}  {:>9}  {what}", "-", "-");
        return (format!("{count},,,"), f64::INFINITY);
    }
    let median = (steps[(runs as usize - 1) / 2] + steps[half]) / 2;
    let time = times[half];
    println!("{name:<10}  {count:>5}  {median:>12}  {time:>9.2?}  {what}");
    let mean = |sum: u64| sum as f64 / count as f64;
    let (steps, attempts) = (mean(steps.iter().sum()), mean(attempts));
    let figures = format!("{count},{median},{steps:.1},{attempts:.3}");
    (figures, time.as_secs_f64())
}
