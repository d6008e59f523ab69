//! `china-labyrinth check`.

use std::io;
use std::path::PathBuf;

use clap::Parser;

use super::reading::{self, Checked};
use crate::cli::{Common, Program};
use crate::error::Result;
use crate::terminal::Console;

/// Check solutions of any kind, as `search`, `display`, `compact` and `octopuszle`
/// print them
///
/// The check shares nothing with the searches but the rules. Exit code 0 if all
/// are solutions, 1 with the first fault otherwise.
#[derive(Parser, Debug)]
#[command(name = "check", version)]
pub(super) struct Check {
    /// The file, - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    common: Common,
}

impl Program for Check {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, _: &Console) -> Result<()> {
        let out = &mut io::stdout().lock();
        reading::solutions(&self.file, |checked: Checked| checked.write(&mut *out))
    }
}
