//! The arguments.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Parser;
use kit::Program;
use kit::output::write_folder;
use kit::terminal::{Console, printable};
use tables::DatabasePath;
use watch::Watcher;

use crate::error::{Error, Result};
use crate::{census, engine, groups, page};

/// Build the pages: a folder that any host can serve, and any browser can open
///
/// Every puzzle has a page, and one page shows them all. The page of Black Box has the ambiguous
/// groups of all configurations in the database that have gone through the pipeline. Without a
/// database, it has those of A4_B8. Cargo builds the engines for wasm32-unknown-unknown.
/// The program prints the path of the page of all puzzles.
#[derive(Parser, Debug)]
#[command(name = "web")]
pub(crate) struct Web {
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "site")]
    out: PathBuf,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Web {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let groups = groups::gather(&self.database, console)?;
        let census = census::read()?;
        console.say("building the engines");
        let built = engine::build()?;
        let files = page::files(&built, &groups, &census)?;
        let texts = files.iter().map(|(name, text)| (*name, text.as_str()));
        write_folder(&self.out, page::MARK, texts)?;
        let page = self.out.join(page::INDEX);
        writeln!(
            io::stdout().lock(),
            "{}",
            printable(&page.to_string_lossy())
        )
        .map_err(kit::Error::Output)?;
        Ok(())
    }
}
