//! The programs' command lines, one file a program. Each is a few lines over
//! a stage.

mod blackbox;
mod census;
mod decode;
mod display;
mod explore;
mod init;
mod init_spectrum;
mod opening;
mod report;
mod run;
mod update_spectrum;
mod verify;

pub use blackbox::Blackbox;
pub use census::Census;
pub use decode::Decode;
pub use display::Display;
pub use explore::Explore;
pub use init::Init;
pub use init_spectrum::InitSpectrum;
pub use opening::Opening;
pub use report::Report;
pub use run::Run;
pub use update_spectrum::UpdateSpectrum;
pub use verify::Verify;

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use clap::{Args, Parser, ValueEnum};

use crate::error::Result;
use crate::game::Config;
use crate::stages::Watcher;
use crate::stop::Stop;
use crate::store::{Access, Store};
use crate::terminal::{self, Console, Loudness};

/// A program: its arguments, and what it does with them.
pub trait Program {
    /// The options that every program has.
    fn common(&self) -> &Common;

    /// Does the program's work.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being done.
    fn run(&self, console: &Console) -> Result<()>;
}

/// Several programs under one name: whichever its arguments choose.
pub trait Programs {
    /// The one that was chosen.
    fn chosen(&self) -> &dyn Program;
}

impl<P: Programs> Program for P {
    fn common(&self) -> &Common {
        self.chosen().common()
    }

    fn run(&self, console: &Console) -> Result<()> {
        self.chosen().run(console)
    }
}

/// The whole of a program, from its arguments to its exit code.
pub fn main<P: Program + Parser>() -> ExitCode {
    let program = P::try_parse().unwrap_or_else(|error| {
        // The message quotes what cannot be understood.
        let args = env::args_os().map(|arg| terminal::printable(&arg.to_string_lossy()));
        P::try_parse_from(args).err().unwrap_or(error).exit()
    });
    let stop = Stop::default();
    let console = Console::new(program.common().loudness(), stop.clone());
    let prepared =
        terminal::stop_on_signals(&stop).and_then(|()| terminal::ignore_file_size_signal());
    if let Err(error) = prepared {
        console.say(&format!("warning: signals are not handled: {error}"));
    }
    terminal::report(program.run(&console))
}

/// The options of every subcommand of every program.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The database
    #[arg(
        long,
        value_name = "PATH",
        env = "BLACKBOX_DB",
        hide_env_values = true,
        default_value = "data/blackbox.db"
    )]
    db: PathBuf,
    /// No progress and no messages, only results and errors
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// More messages
    #[arg(long, short)]
    verbose: bool,
}

impl Common {
    /// Where the database is.
    pub(crate) fn database(&self) -> &Path {
        &self.db
    }

    fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Normal,
        }
    }

    pub(crate) fn open(&self, access: Access, console: &Console) -> Result<Store> {
        console.detail(&format!("database {}", self.db.display()));
        Store::open(&self.db, access, console.stop())
    }
}

/// More threads than any processor has only get into each other's way.
const MOST_THREADS: i64 = 256;

/// On how many threads a program works.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// How many threads work [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}

impl Threads {
    /// How many there are, at least one.
    pub(crate) fn count(self) -> usize {
        self.threads.map_or_else(
            || thread::available_parallelism().map_or(1, NonZeroUsize::get),
            usize::from,
        )
    }
}

/// How a result is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// One JSON document, or one a line
    Json,
}

/// How a result is written that can be drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// For people
    Text,
    /// One JSON document, or one a line
    Json,
    /// A picture
    Svg,
}

/// The configuration that a Black Box program works on.
#[derive(Args, Clone, Copy, Debug)]
pub struct Configuration {
    /// The configuration: n atoms in a box of p by p cells
    #[arg(long, value_name = "An_Bp", default_value = "A4_B8")]
    config: Config,
}
