//! `pen-and-paper count`.

use std::time::Instant;

use clap::Args;
use kit::database::{Access, BATCH_TIME};
use kit::terminal::Console;
use kit::{Common, Error, Format, Result};
use watch::{Task, Watcher};

use super::Size;
use crate::count::{Plan, Tally, Ways};
use crate::rules::Board;
use crate::store::{Store, damaged};
use crate::view::Counts;

/// Count all tours one by one; continues where it was stopped
#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    size: Size,
    /// Count only circular tours, of up to 49 cells; all tours are counted up to 42 cells
    #[arg(long)]
    circular: bool,
    /// Start again, whatever is stored
    #[arg(long)]
    force: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Count {
    pub(super) fn run(&self, common: &Common, console: &Console) -> Result<()> {
        let board = self.size.size;
        let all = [Ways::Open, Ways::Closed][usize::from(self.circular)];
        // Before a database is made for nothing.
        if board.cells() > all.most_cells() {
            return Err(too_big(board, all));
        }
        let file = common.open(Access::Create, console)?;
        let mut store = Store { file };
        let closed = self.tally(&mut store, board, Ways::Closed, console)?;
        let open = (!self.circular).then(|| self.tally(&mut store, board, Ways::Open, console));
        let open = open.transpose()?;
        // Each closed way can be cut open at any of its jumps, so two searches
        // that share no unit have to agree.
        let cut_open = closed.ways.checked_mul(board.cells() as u64);
        if open.is_some_and(|open| Some(open.closing) != cut_open) {
            return Err(damaged(board));
        }
        let counts = Counts::new(board, closed, open);
        self.format.print(|out| counts.write_text(out), &counts)
    }

    /// Counts the ways through a grid, or what is left to count of them.
    fn tally(
        &self,
        store: &mut Store,
        board: Board,
        ways: Ways,
        watcher: &dyn Watcher,
    ) -> Result<Tally> {
        let plan = Plan::new(board.flat(), ways).ok_or_else(|| too_big(board, ways))?;
        let mut counts = store.begin_count(&plan, self.force)?;
        let what = format!("{} of {board}", ways.tours());
        let (done, all) = (counts.iter().flatten().count(), counts.len());
        if done > 0 && done < all {
            let parts = format!("{done} of {all} parts are counted already");
            watcher.say(&format!("{what}: {parts}"));
        }
        let mut task = Task::new(watcher, format!("counting {what}"), all as u64);
        let mut batch = Vec::new();
        let mut committed = Instant::now();
        for (unit, counted) in counts.iter_mut().enumerate() {
            if counted.is_none() && !watcher.stop().asked() {
                let begun = Instant::now();
                *counted = plan.count(&plan.units[unit], watcher.stop());
                batch.extend(counted.map(|ways| (unit, ways, begun.elapsed())));
                task.advance(unit as u64);
            }
            let is_time = unit + 1 == all || committed.elapsed() >= BATCH_TIME;
            if is_time && !batch.is_empty() {
                store.keep_units(&plan, &batch)?;
                batch.clear();
                committed = Instant::now();
            }
        }
        let counts: Option<Vec<u64>> = counts.into_iter().collect();
        match counts {
            Some(counts) => plan.tally(&counts).ok_or_else(|| damaged(board)),
            None => Err(Error::Stopped(format!(
                "stopped counting {what}; the finished parts are kept, and the same command continues"
            ))),
        }
    }
}

/// The error for a grid with too many tours to count them one by one.
fn too_big(board: Board, ways: Ways) -> Error {
    let (tours, most) = (ways.tours(), ways.most_cells());
    let hint = match ways {
        Ways::Closed => "take fewer rows or columns",
        Ways::Open => {
            "take fewer rows or columns, or count the circular ones alone with --circular"
        }
    };
    let what = format!("{board} is too big to count its {tours}: {most} cells are the most");
    Error::other(what, hint)
}
