//! A run of the random search, to watch.

use china_labyrinth::rules::{Piece, Tiles};
use china_labyrinth::search::{Order, Runs, Settings};
use serde::{Deserialize, Serialize};
use web_engine::{Refusal, object};

#[derive(Deserialize)]
pub(crate) struct RunOf {
    seed: u64,
    run: u64,
    /// The original's algorithm, or the one that looks ahead?
    original: bool,
    random: bool,
}

impl RunOf {
    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let mut settings = match self.original {
            true => Settings::original(Tiles::Hexagons),
            false => Settings::best(Tiles::Hexagons),
        };
        if self.random {
            settings.pieces = "random".parse::<Order>()?;
        }
        let limit = settings.algorithm.best_limit();
        let mut runs = Runs::new(&settings, limit, self.seed).from_run(self.run);
        let mut before: Vec<(usize, Piece)> = Vec::new();
        let mut steps = Vec::new();
        loop {
            let found = runs.advance(1)?;
            let after: Vec<(usize, Piece)> = runs.pieces().collect();
            // A step puts one piece, after all that stay.
            if let Some(((board, Piece { cell, doors }), stay)) = after.split_last() {
                debug_assert!(before.starts_with(stay));
                steps.push((stay.len(), *board, cell.q, cell.r, *doors));
            }
            before = after;
            if found.is_some() || runs.totals.restarts > 0 {
                return Ok(object! {
                    // Each step: how many pieces stay, then the board, q, r and piece that is put.
                    steps: steps,
                    holes: found.map(|found| found.solution.holes()),
                });
            }
        }
    }
}
