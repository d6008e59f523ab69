//! The engine of the China Labyrinth page: answers the questions of its script with `china-labyrinth`.
//!
//! A piece is the bit set of its doors, from bit 0 anticlockwise from east. Cells of hexagons have axial
//! coordinates.

mod cast;
mod game;
mod octopuszle;

use china_labyrinth::rules::{Doors, Piece, Tiles};
use china_labyrinth::search::{Order, Runs, Settings};
use serde::Serialize;
use web_engine::{Refusal, object};

web_engine::questions! {
    /// Lists all hexagrams.
    Hexagrams {} => Ok(cast::hexagrams()),
    /// Plays the moves of a game.
    Game(game: game::Game) => game.answer(),
    /// Searches for a solution that contains the position of a game.
    Complete { game: game::Game, seed: u64 } => game.complete(seed),
    /// Counts the solutions that contain the position of a game.
    Ways(game: game::Game) => game.ways(),
    /// Returns the steps of a run of a random search: the original one, or the one that looks ahead.
    Run { seed: u64, run: u64, original: bool, random: bool } => watched(seed, run, original, random),
    /// Searches for a solution of the Octopuszle, optionally with the corners of the solution of another seed.
    Octopuszle { seed: u64, corners_of: Option<u64> } => octopuszle::solve(seed, corners_of),
    /// Finds the cells that the doors of a piece lead to.
    Follow { pieces: Vec<u8>, cell: usize } => octopuszle::follow(&pieces, cell),
    /// Casts a hexagram.
    Cast { seed: u64, with: String } => cast::cast(seed, &with),
    /// Finds a path from one hexagram to another in a solution.
    Connect { from: Doors, to: Doors, seed: u64 } => cast::connect(from, to, seed),
}

/// The steps of a run of the random search.
fn watched(seed: u64, run: u64, original: bool, random: bool) -> Result<impl Serialize, Refusal> {
    let mut settings = match original {
        true => Settings::original(Tiles::Hexagons),
        false => Settings::best(Tiles::Hexagons),
    };
    if random {
        settings.pieces = "random".parse::<Order>()?;
    }
    let limit = settings.algorithm.best_limit();
    let mut runs = Runs::new(&settings, limit, seed).from_run(run);
    let mut before: Vec<(usize, Piece)> = Vec::new();
    let mut steps = Vec::new();
    loop {
        let found = runs.advance(1)?;
        let after: Vec<(usize, Piece)> = runs.pieces().collect();
        // A step places one piece, after all that stay.
        if let Some(((board, Piece { cell, doors }), stay)) = after.split_last() {
            debug_assert!(before.starts_with(stay));
            steps.push((stay.len(), *board, cell.q, cell.r, *doors));
        }
        before = after;
        if found.is_some() || runs.totals.restarts > 0 {
            return Ok(object! {
                // For each step, the number of pieces that stay, then the board, q, r and piece that is laid.
                steps: steps,
                holes: found.map(|found| found.solution.holes()),
            });
        }
    }
}

#[cfg(test)]
mod tests;
