//! `pen-and-paper count`.

use clap::Args;
use kit::terminal::Console;
use kit::{Error, Format, Result};
use watch::{Task, Watcher};

use super::Size;
use crate::count::{self, Tally, Ways};
use crate::rules::Board;
use crate::view::Counts;

/// Count all tours one by one
#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    size: Size,
    /// Count only circular tours, of up to 56 cells; all tours are counted up to 42 cells
    #[arg(long)]
    circular: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Count {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let board = self.size.size;
        let all = [Ways::Open, Ways::Closed][usize::from(self.circular)];
        if board.cells() > all.most_cells() {
            return Err(too_big(board, all));
        }
        let closed = tally(board, Ways::Closed, console)?;
        let open = (!self.circular).then(|| tally(board, Ways::Open, console));
        let open = open.transpose()?;
        // Each closed way can be cut open at any of its jumps, so two searches
        // that share no unit have to agree.
        let cut_open = closed.ways * board.cells() as u64;
        assert!(open.is_none_or(|open| open.closing == cut_open), "{board}");
        let counts = Counts::new(board, closed, open);
        self.format.print(|out| counts.write_text(out), &counts)
    }
}

/// Counts the ways through a grid.
fn tally(board: Board, ways: Ways, watcher: &dyn Watcher) -> Result<Tally> {
    let what = format!("counting {} of {board}", ways.tours());
    let mut task = None;
    let mut advance = |done: usize, all: usize| {
        let task = task.get_or_insert_with(|| Task::new(watcher, what.clone(), all as u64));
        task.advance(done as u64);
    };
    let tally = count::count(board.flat(), ways, watcher.stop(), &mut advance);
    tally.ok_or_else(|| Error::Stopped(format!("stopped {what}")))
}

/// The error for a grid with too many tours to count them one by one.
fn too_big(board: Board, ways: Ways) -> Error {
    let (tours, most) = (ways.tours(), ways.most_cells());
    let mut hint = "take fewer rows or columns".to_owned();
    if ways == Ways::Open {
        hint += ", or count the circular ones alone with --circular";
    }
    let what = format!("{board} is too big to count its {tours}: {most} cells are the most");
    Error::other(what, hint)
}
