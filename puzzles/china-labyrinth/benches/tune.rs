//! The best number of steps after which a search starts again: steps per solution by limit, which
//! are the same on every machine. A solution that is found again counts again.
//!
//!     cargo bench -p china-labyrinth --bench tune         # both algorithms, tables and charts
//!     cargo bench -p china-labyrinth --bench tune -- csv  # with every option, as a table
//!
//! A number is the number of steps for which each limit is tried; without one, it is a million.
//!
//! It fails if the program does not use the best limits.

use china_labyrinth::rules::Tiles;
use china_labyrinth::search::{Algorithm, Demands, Order, Runs, Settings};
use view::chart::{Marks, Plot, Scale};

const LIMITS: [u64; 15] = [
    64, 80, 96, 112, 128, 160, 192, 256, 320, 384, 448, 512, 640, 768, 1024,
];

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let steps = args.iter().find_map(|arg| arg.parse().ok());
    let steps = steps.unwrap_or(1_000_000);
    if args.iter().any(|arg| arg == "csv") {
        println!("search,limit,runs,solutions,steps");
        for settings in all() {
            tried(settings, steps, true);
        }
        return;
    }
    for (settings, best) in [
        (Settings::original(Tiles::Hexagons), 384),
        (Settings::best(Tiles::Hexagons), 96),
    ] {
        println!("{settings}\n\n   limit  steps per solution");
        let points = tried(settings, steps, false);
        let fewest = points.iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        let chart = Plot {
            title: format!("fewest: {fewest}"),
            x: "limit".to_owned(),
            y: "steps per solution".to_owned(),
            series: vec![(String::new(), points)],
            marks: Marks::Line,
            scale: Scale::Linear,
        };
        println!("\n{}", chart.text(60));
        assert_eq!(fewest, f64::from(best));
    }
}

/// The limits with which solutions are found, and the number of steps for one. Prints lines.
fn tried(settings: Settings, steps: u64, csv: bool) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    for limit in LIMITS {
        let totals = Runs::new(&settings, limit, 1).trial(steps).unwrap();
        let (solutions, steps) = (totals.solutions + totals.repeats, totals.steps);
        let runs = solutions + totals.restarts;
        if csv {
            println!("\"{settings}\",{limit},{runs},{solutions},{steps}");
        } else if solutions > 0 {
            let each = steps as f64 / solutions as f64;
            println!("{limit:>8}  {each:>16.0}");
            points.push((limit as f64, each));
        }
    }
    points
}

/// Both algorithms with every option.
fn all() -> Vec<Settings> {
    let mut all = Vec::new();
    for algorithm in [Algorithm::Literal, Algorithm::LookAhead] {
        for demands in [Demands::Fewest, Demands::Random] {
            for pieces in Order::ALL {
                for pruning in [true, false] {
                    all.push(Settings {
                        tiles: Tiles::Hexagons,
                        algorithm,
                        demands,
                        pieces,
                        pruning,
                    });
                }
            }
        }
    }
    all
}
