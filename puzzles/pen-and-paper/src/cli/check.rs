//! `pen-and-paper check`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use clap::Parser;
use kit::output::Output;
use kit::terminal::Console;
use kit::{Common, Format, Program};
use watch::{NoThread, Watcher};

use crate::error::{Error, Result};
use crate::reading::{self, ReadError};
use crate::rules::Board;
use crate::tour::{Examination, examine};
use crate::view::findings;

/// Say whether a filled grid is a tour, circular or not, and where it breaks
#[derive(Parser, Debug)]
#[command(name = "check")]
pub(super) struct Check {
    /// The grid as `solve` writes it, text or JSON, or numbers a row a line; -
    /// is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Check {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let name = self.name();
        let (board, examination) = self.examined(&name, console)?;
        Output::stdout().write(console.stop(), |mut out| -> Result<()> {
            match self.format {
                Format::Text => findings::write_text(&mut out, board, &examination)?,
                Format::Json => findings::write_json(&mut out, board, &examination)?,
            }
            Ok(())
        })?;
        if examination.is_tour() {
            Ok(())
        } else {
            Err(Error::NotATour(name))
        }
    }
}

impl Check {
    /// The file, unless the grid is to be read from stdin.
    fn path(&self) -> Option<&Path> {
        (self.file != Path::new("-")).then_some(&self.file)
    }

    fn name(&self) -> String {
        self.path().map_or_else(
            || "standard input".to_owned(),
            |path| path.display().to_string(),
        )
    }

    /// The size of the grid, and what it is.
    ///
    /// It is read by another thread, because reading may wait for a person and
    /// a wish to stop may not.
    fn examined(&self, name: &str, console: &Console) -> Result<(Board, Examination)> {
        /// How long a wish to stop has to wait.
        const PATIENCE: Duration = Duration::from_millis(100);
        if self.path().is_none() && io::stdin().is_terminal() {
            console.say("write the grid, a row a line, and end it with Ctrl-D");
        }
        let path = self.path().map(Path::to_owned);
        let (sender, receiver) = sync_channel(1);
        let read = move || {
            // Nobody listens any more if the program has been stopped.
            let _ = sender.send(examined(path.as_deref()));
        };
        let thread = thread::Builder::new().spawn(read);
        thread.map_err(|_| kit::Error::from(NoThread))?;
        let name = name.to_owned();
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(Ok(examined)) => return Ok(examined),
                Ok(Err(ReadError::Io(source))) => {
                    return Err(kit::Error::Unreadable { name, source }.into());
                }
                Ok(Err(ReadError::Text(what))) => {
                    return Err(Error::NoGrid { name, what });
                }
                Err(RecvTimeoutError::Timeout) if !console.stop().asked() => {}
                Err(_) => {
                    return Err(kit::Error::Stopped(format!("stopped while reading {name}")).into());
                }
            }
        }
    }
}

fn examined(path: Option<&Path>) -> Result<(Board, Examination), ReadError> {
    let text: Box<dyn BufRead> = match path {
        Some(path) => Box::new(BufReader::with_capacity(1 << 16, File::open(path)?)),
        None => Box::new(io::stdin().lock()),
    };
    let filled = reading::read(text)?;
    let examination = examine(filled.board, &filled.numbers);
    Ok((filled.board, examination))
}
