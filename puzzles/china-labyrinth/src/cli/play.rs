//! `china-labyrinth play`.

use std::cell::RefCell;

use ::view::words::wrapped;
use clap::Args;
use kit::terminal::Console;
use kit::{Error, Result, Seed, dialogue};
use watch::Watcher;

use crate::play::{Game, HELP};

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The number of pieces of a solution that lie at the beginning
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=15))]
    laid: u8,
    #[command(flatten)]
    seed: Seed,
}

impl Play {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let seed = match self.laid {
            0 => self.seed.given().unwrap_or_default(),
            _ => self.seed.or_fresh(console),
        };
        let game = RefCell::new(Game::new(self.laid.into(), seed)?);
        dialogue(
            console,
            &wrapped(HELP, 60),
            |out| game.borrow().show(out),
            |line, out| game.borrow_mut().answer(line, out, console.stop()),
        )?;
        match console.stop().asked() {
            true => Err(Error::Stopped("left".to_owned())),
            false => Ok(()),
        }
    }
}
