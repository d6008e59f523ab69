//! `pen-and-paper solve`.

use std::io::Write;
use std::time::{Duration, Instant};

use ::view::words::counted;
use clap::Args;
use kit::output::{print, write_json};
use kit::terminal::Console;
use kit::{Drawn, Error, Result, Seed};
use watch::Watcher;

use super::Size;
use crate::dice::Dice;
use crate::existence::why_none;
use crate::rules::Board;
use crate::search::{Method, Search, Supervisor};
use crate::tour::Tour;
use crate::view;

/// Find a tour
#[derive(Args, Debug)]
pub(super) struct Solve {
    #[command(flatten)]
    size: Size,
    /// A tour with a jump from its last number back to 1
    #[arg(long)]
    circular: bool,
    /// How to search [default: the best for the size]
    #[arg(long, value_enum)]
    method: Option<Method>,
    #[command(flatten)]
    seed: Seed,
    /// How to write the tour; svg draws the way, up to 100 rows and columns
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
}

impl Solve {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let board = self.size.size;
        let seed = self.seed.given().unwrap_or_else(kit::fresh_seed);
        if self.format == Drawn::Svg && board.flat().columns() > view::svg::MOST_DRAWN {
            let wrong = "--format svg draws up to 100 rows and columns";
            return Err(Error::Usage(wrong.to_owned()));
        }
        let (tour, method) = self.solve(board, seed, console)?;
        print(|out| {
            match self.format {
                Drawn::Text => out.write_all(view::grid(board, tour.numbers()).as_bytes())?,
                Drawn::Json => write_json(out, &view::document(&tour, seed, method))?,
                Drawn::Svg => out.write_all(view::svg::picture(&tour).as_bytes())?,
            }
            Ok(())
        })
    }

    /// Finds a tour, and says which method found it.
    fn solve(&self, board: Board, seed: u64, watcher: &dyn Watcher) -> Result<(Tour, Method)> {
        // Blocks have circular tours.
        let circular = self.circular || self.method == Some(Method::Blocks);
        if let Some(why) = why_none(board, circular) {
            let tour = if circular { "circular tour" } else { "tour" };
            return Err(Error::other(format!("{board} has no {tour}: {why}"), ""));
        }
        let best = || Method::best(board, self.circular);
        let method = self.method.unwrap_or_else(best);
        let search = Search::new(board, self.circular, method);
        let mut progress = Progress {
            watcher,
            begun: Instant::now(),
            next: Duration::from_secs(2),
            steps: 0,
        };
        let found = search.run(&mut Dice::new(seed), &mut progress);
        let found = found.map_err(|_| {
            let steps = counted(progress.steps, "step", "steps");
            Error::Stopped(format!("stopped after {steps}; no tour was found"))
        })?;
        let kind = ["a tour", "a circular tour"][usize::from(found.tour.is_circular())];
        watcher.say(&format!(
            "{}: {kind} of {board} in {} and {}, seed {seed}",
            method.name(),
            counted(found.attempts, "attempt", "attempts"),
            counted(found.steps, "step", "steps"),
        ));
        Ok((found.tour, method))
    }
}

/// Tells the watcher of a search that takes long.
struct Progress<'a> {
    watcher: &'a dyn Watcher,
    begun: Instant,
    next: Duration,
    steps: u64,
}

impl Supervisor for Progress<'_> {
    fn ends(&mut self, steps: u64, attempts: u64) -> bool {
        self.steps = steps;
        let time = self.begun.elapsed();
        // Nobody knows how long it will take, so the messages become rarer.
        if time >= self.next {
            self.next = 2 * time;
            let rate = steps as f64 / time.as_secs_f64();
            let steps = counted(steps, "step", "steps");
            let attempts = counted(attempts, "attempt", "attempts");
            self.watcher
                .say(&format!("{steps} in {attempts}, {rate:.0} steps/s"));
        }
        self.watcher.stop().asked()
    }

    fn met(&mut self, tour: &dyn Fn() -> Tour) {
        let watcher = self.watcher;
        watcher.detail("an open tour, on the way to a circular one:");
        let tour = tour();
        for line in view::grid(tour.board(), tour.numbers()).lines() {
            watcher.detail(line);
        }
    }
}
