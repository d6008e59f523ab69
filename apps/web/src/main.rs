//! `web`: builds the pages.
//!
//! On a host, a page loads its script, style and engine from separate files, and a service worker caches all of
//! them, so that the site opens without a connection. On a disk, a page is one file. The Content-Security-Policy
//! lets neither fetch anything else.

mod book;
mod census;
mod command;
mod groups;
mod page;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use app::output::{print, remove_left_over, write_folder};
use app::terminal::{Console, printable};
use app::{Program, Result};
use clap::Parser;
use tables::DatabasePath;
use watch::Watcher;

fn main() -> ExitCode {
    app::main::<Web>(&app::Suite::default())
}

/// Build the site: a folder that any host can serve, and any browser can open
///
/// Each puzzle has a page, and an index leads to all of them. The page of Black Box shows the
/// ambiguous groups of all configurations that `blackbox run` has finished in the database; without
/// a database, it shows those of A4_B8. Cargo builds the engines for
/// wasm32-unknown-unknown, and esbuild bundles the scripts. The folder `disk` contains each page
/// again, as a single file. The program prints the path of the index.
#[derive(Parser, Debug)]
#[command(name = "web")]
struct Web {
    /// The folder to write to
    #[arg(long = "output", alias = "out")]
    #[arg(value_name = "FOLDER", default_value = "site")]
    out: PathBuf,
    /// The address of the site, for the preview pictures of shared links
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Web {
    fn run(&self, console: &Console) -> Result<()> {
        let groups = groups::gather(&self.database, console)?;
        let data = page::Data::new(&groups, &census::read()?, book::read()?)?;
        console.say("building the engines");
        let puzzles = page::puzzles()?;
        let folders: Vec<&str> = puzzles.iter().map(|one| one.folder.as_str()).collect();
        let engines = command::engines(&folders)?;
        let [hosted, disk] = page::sites(&puzzles, &engines, &data, self.address.as_deref())?;
        for (folder, site) in [
            (self.out.clone(), hosted),
            (self.out.join(page::DISK), disk),
        ] {
            write_folder(&folder, page::MARK, &site)?;
            // Removes files of an older site whose names have changed.
            remove_left_over(&folder, "", |name| {
                let is_new = site.iter().any(|(file, _)| file == name);
                !is_new && name.rsplit_once('-').is_some_and(|(_, end)| is_hashed(end))
            })?;
        }
        let page = self.out.join(page::INDEX);
        let page = printable(&page.to_string_lossy());
        print(|out| Ok(writeln!(out, "{page}")?))
    }
}

/// Whether a file name ends with a hash of the contents.
fn is_hashed(end: &str) -> bool {
    end.split_once('.').is_some_and(|(hash, kind)| {
        let is_ours = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_of_esbuild = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
        let is_script = hash.len() == 8 && hash.bytes().all(is_of_esbuild);
        is_script && kind == "js" || is_ours && ["bin", "css", "js", "json", "wasm"].contains(&kind)
    })
}
