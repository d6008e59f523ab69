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
    let hint = error.hint();
    let (message, code) = match &error {
        Error::Stopped { at } => (format!("{at}; {}", hint.unwrap_or_default()), 130),
        other => {
            let mut message = printable(&format!("error: {other}"));
            if let Some(hint) = hint {
                message += &format!("\nhint: {}", printable(&hint));
            }
            (
                message,
                if matches!(other, Error::Usage(_)) {
                    2
                } else {
                    1
                },
            )
        }
    };
    // Where even stderr is closed nobody is left to be told.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(code)
}
