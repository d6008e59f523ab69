//! `blackbox report`.

pub mod run;
pub(crate) mod show;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use kit::database::Access;
use kit::output::{print, refuse_address_to_write, remove_left_over, write_folder};
use kit::terminal::{Console, printable};
use tables::DatabasePath;
use watch::Watcher;

use crate::commands::export::tell;
use crate::commands::{Configuration, open};
use crate::error::Result;

use crate::draw::page_link::PlayPage;

/// Write a report: web pages with pictures, and tables as CSV
///
/// `run` must have finished the configuration. The report also compares smaller boxes with the
/// same number of atoms, if the database has them. The folder gets pages (index.html is the
/// first) and every table as CSV. An older report in the folder is replaced, and nothing else. The
/// command prints the path of the first page.
#[derive(Args, Debug)]
#[command(after_help = "{} A4_B6\n{} A4_B6 --out report --page https://example.org/")]
pub(super) struct Report {
    #[command(flatten)]
    configuration: Configuration,
    /// The folder to write to [default: report-An_Bp]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write the CSV files for a spreadsheet, with an apostrophe before each text that a
    /// spreadsheet would take for a formula
    #[arg(long)]
    spreadsheet: bool,
    /// Link groups and molecules to the web page where they can be played, and print a link
    /// to its ambiguous boards: its address, or its folder
    #[arg(long, value_name = "URL|FOLDER")]
    page: Option<PlayPage>,
    /// Only say what there is to do, and how long it takes
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    database: DatabasePath,
}

impl Report {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let standard = || PathBuf::from(format!("report-{config}"));
        let out = self.out.clone().unwrap_or_else(standard);
        refuse_address_to_write(&out)?;
        let store = open(&self.database, Access::Read, console)?;
        run::say_plan(&store, config, console)?;
        if self.dry_run {
            return Ok(());
        }
        let report = run::report(&store, config, console)?;
        console.say(&format!("{config}: drawing"));
        let (page, stop) = (self.page.as_ref(), console.stop());
        let files = show::files(&report, self.spreadsheet, page, stop)?;
        if console.stop().asked() {
            return Err(run::stopped(config).into());
        }
        let texts = files.iter().map(|(name, text)| (&name[..], text));
        write_folder(&out, show::MARK, texts)?;
        let is_left_over = |name: &_| show::is_left_over(name, &files);
        remove_left_over(&out, show::MARK, is_left_over)?;
        tell([out.join(show::PAGE)])?;
        if let Some(play) = &self.page {
            print(|out| writeln!(out, "{}", printable(&play.groups(config))))?;
        }
        Ok(())
    }
}
