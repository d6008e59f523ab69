//! A game in lines: a player types one, and the program answers it.

use std::io::{self, IsTerminal, StdoutLock, Write};

use watch::Watcher;

use crate::Result;
use crate::input::lines;
use crate::terminal::{Console, printable};

/// Reads lines from stdin and gives each to `answer`, with the place for its words, until it
/// returns false, the lines end or it is interrupted. A person sees a prompt, and the help at
/// the beginning.
///
/// # Errors
///
/// If the lines cannot be read, or the answers not written.
pub fn dialogue(
    console: &Console,
    help: &str,
    begin: impl FnOnce(&mut StdoutLock<'_>) -> io::Result<()>,
    mut answer: impl FnMut(&str, &mut StdoutLock<'_>) -> io::Result<bool>,
) -> Result<()> {
    let prompts = io::stdin().is_terminal();
    let out = &mut io::stdout().lock();
    if prompts {
        writeln!(out, "{help}")?;
    }
    begin(out)?;
    let mut lines = lines("the commands", console.stop())?;
    loop {
        if prompts {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = lines.next() else { break };
        if !answer(&printable(&line?), out)? {
            return Ok(out.flush()?);
        }
    }
    if prompts {
        writeln!(out)?;
    }
    Ok(())
}
