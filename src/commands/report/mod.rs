//! `blackbox report`.

mod groups;
pub mod run;
mod show;

use std::io::Write;
use std::path::PathBuf;

use app::output::{print, remove_left_over, write_folder};
use app::terminal::{Console, printable};
use clap::Args;
use tables::DatabasePath;
use watch::Watcher;

use crate::commands::export::print_paths;
use crate::commands::{Configuration, open_to_query};
use crate::error::Result;
use crate::output::page_link::PlayPage;

/// Write a report: web pages with pictures of the ambiguous molecules, and the results of saved
/// queries
///
/// The configuration must first be completed with `run`. The command replaces an older report in
/// the folder, leaves all other files alone, and prints the path of the first page, index.html.
#[derive(Args, Debug)]
#[command(after_help = "{} A4_B6\n{} A4_B6 --output report --page https://example.org/")]
pub(super) struct Report {
    #[command(flatten)]
    configuration: Configuration,
    /// The folder to write to [default: report-An_Bp]
    #[arg(long, short, alias = "out", value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// The address or folder of the site (apps/web in the source code). The pages then link to it, so that you can
    /// play the molecules there, and the command also prints a link to the configuration's
    /// ambiguous boards on the site
    #[arg(long, value_name = "URL|FOLDER")]
    page: Option<PlayPage>,
    #[command(flatten)]
    database: DatabasePath,
}

impl Report {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let standard = || PathBuf::from(format!("report-{config}"));
        let out = self.output.clone().unwrap_or_else(standard);
        let mut store = open_to_query(&self.database, console)?;
        let report = run::report(&mut store, config, console)?;
        console.say(&format!("{config}: drawing the pages"));
        let files = show::files(&report, self.page.as_ref(), console.stop())?;
        write_folder(&out, show::MARK, &files)?;
        let is_left_over = |name: &_| show::is_left_over(name, &files);
        remove_left_over(&out, show::MARK, is_left_over)?;
        print_paths([out.join(show::PAGE)])?;
        if let Some(play) = &self.page {
            print(|out| writeln!(out, "{}", printable(&play.groups(config))))?;
        }
        Ok(())
    }
}
