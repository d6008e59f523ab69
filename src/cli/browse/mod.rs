//! `blackbox browse`: a look around in a database. It only reads, in short transactions, so that
//! nothing that writes has to wait.

mod list;
mod screen;

use std::io::{self, IsTerminal};

use clap::Parser;
use kit::Program;
use kit::database::Access;
use kit::terminal::{Console, is_dumb};
use tables::DatabasePath;

use self::screen::Browser;
use super::{Configuration, board, open};
use crate::error::{Error, Result};

/// Look around in a database: molecules, the paths of their rays, and their twins
#[derive(Parser, Debug)]
#[command(
    name = "browse",
    long_about = "Look around in a database: molecules, the paths of their rays, and their \
                  twins\n\nThe keys are those of less and lazygit; ? shows them. It only reads, \
                  also while explore writes."
)]
pub(super) struct Browse {
    #[command(flatten)]
    config: Configuration,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Browse {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) || is_dumb() {
            let hint = "display and query write the same for other programs";
            return Err(kit::Error::other("browse needs a terminal", hint).into());
        }
        let store = open(&self.database, Access::Read, console)?;
        let config = self.config.config();
        store.explored(config)?;
        let path = self.database.path().to_owned();
        let mut browser = Browser::new(store, path, config)?;
        board::run(&mut browser, "the database", console)
    }
}
