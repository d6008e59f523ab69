//! How a program ends: exit code, error and hint.

use std::io::{self, Write};
use std::process::ExitCode;

use super::printable;
use crate::error::{Error, Result};

/// Says what went wrong on stderr, if something did, and gives the exit code:
/// 0 done, 1 failed, 2 wrong arguments, 130 stopped.
pub fn report(result: Result<()>) -> ExitCode {
    let error = match result {
        Ok(()) => return ExitCode::SUCCESS,
        // Whoever reads our output has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(error) => error,
    };
    let (prefix, code) = match &error {
        Error::Stopped(_) => ("", 130),
        Error::Usage(_) | Error::WrongPlace { .. } => ("error: ", 2),
        _ => ("error: ", 1),
    };
    let mut message = printable(&format!("{prefix}{error}"));
    if let Some(hint) = error.hint() {
        message += &format!("\nhint: {}", printable(&hint));
    }
    // Where even stderr is closed nobody is left to be told.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(code)
}
