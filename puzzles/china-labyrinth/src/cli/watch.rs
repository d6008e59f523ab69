//! `china-labyrinth watch`: the search at work on a terminal.

use std::fmt::Write;
use std::thread::sleep;
use std::time::Duration;

use ::view::words::{counted, thousands};
use clap::Args;
use console::Term;
use kit::terminal::Console;
use kit::{Error, Limit, Result, Seed};
use watch::{Stop, Watcher};

use super::options::Method;
use crate::rules::{Piece, Tiles};
use crate::search::Runs;
use crate::view::text::{Area, window};

/// The alternate screen, and back; what was on the terminal stays as it was.
const SCREEN: [&str; 2] = ["\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"];

/// How long a solution is shown.
const SHOWN: Duration = Duration::from_secs(3);

#[derive(Args, Debug)]
pub(super) struct Watch {
    /// Show at most this number of solutions, or all
    #[arg(long, value_name = "N|all", default_value = "all")]
    limit: Limit,
    /// The number of pieces that are laid per second
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1000))]
    speed: u64,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    seed: Seed,
}

impl Watch {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let term = Term::stdout();
        if !term.is_term() {
            let none = "the search can be watched only on a terminal, and stdout is not one";
            return Err(Error::Usage(none.to_owned()));
        }
        let seed = self.seed.or_fresh(console);
        term.write_str(SCREEN[0])?;
        let watched = self.watch(&term, seed, console.stop());
        term.write_str(SCREEN[1])?;
        watched
    }

    fn watch(&self, term: &Term, seed: u64, stop: &Stop) -> Result<()> {
        let settings = self.method.settings(Tiles::Hexagons);
        let mut runs = Runs::new(&settings, settings.algorithm.best_limit(), seed);
        let mut view = Area::default();
        while match self.limit {
            Limit::AtMost(most) => runs.totals().solutions < most,
            Limit::All => true,
        } {
            let solved = runs.advance(1)?.is_some();
            let boards = runs.pieces();
            let (lines, columns) = term.size();
            (view.lines, view.columns) = (usize::from(lines).max(2) - 2, columns.into());
            term.write_str(&screen(&boards, &runs, &mut view))?;
            let pause = match solved {
                true => SHOWN,
                false => Duration::from_secs(1) / self.speed as u32,
            };
            // Nobody who wants to stop waits for long.
            let slices = pause.as_millis() as u32 / 100 + 1;
            for _ in 0..slices {
                if stop.asked() {
                    let solutions = counted(runs.totals().solutions, "solution", "solutions");
                    let stopped = format!("stopped after {solutions}; seed {seed}");
                    return Err(Error::Stopped(stopped));
                }
                sleep(pause / slices);
            }
        }
        Ok(())
    }
}

/// A line of words, and what of the largest board is in view.
fn screen(boards: &[Vec<Piece>], runs: &Runs, view: &mut Area) -> String {
    let largest = boards.iter().max_by_key(|board| board.len());
    let board = largest.map_or(&[][..], Vec::as_slice);
    let needed = Area::around(board.iter().map(|piece| piece.cell));
    view.show(needed);
    let put: usize = boards.iter().map(Vec::len).sum();
    let groups = counted(boards.len() as u64, "group", "groups");
    let totals = runs.totals();
    let [found, steps] = [totals.solutions, totals.steps].map(thousands);
    let words = format!("{put} of 64 pieces, {groups}; {found} found, {steps} steps");
    let mut text = format!("\x1b[H{words}\x1b[K\r\n");
    for line in window(board, &[], *view) {
        // A closed string never fails.
        let _ = write!(text, "\r\n{line}\x1b[K");
    }
    text + "\x1b[J"
}
