//! `china-labyrinth verify`.

use std::io;

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Program};

use super::options;
use crate::error::{Error, Result};
use crate::verify::verify;

/// Check stored solutions and searches against the rules
///
/// A line is printed for each check, and the exit code is 0 only if everything is
/// there and right.
#[derive(Parser, Debug)]
#[command(name = "verify", version)]
pub(super) struct Verify {
    #[command(flatten)]
    common: Common,
}

impl Program for Verify {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = options::open_to_read(&self.common, console)?;
        verify(&mut store, console, &mut io::stdout().lock())
    }
}
