//! How a program ends: exit code, error and hint.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use super::{hint, printable};
use crate::Failure;

/// Reports an error on stderr, if there is one, and returns the exit code.
pub(crate) fn report<E: Failure>(result: Result<(), E>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let code = error.exit_code();
    if code == 0 {
        return ExitCode::SUCCESS;
    }
    let prefix = match code {
        130 => "",
        _ => "error: ",
    };
    let mut message = printable(&format!("{prefix}{error}"));
    if let Some(hint) = error.hint() {
        let args: Vec<String> = env::args_os()
            .map(|arg| arg.to_string_lossy().into_owned())
            .collect();
        let hint = hint::with_same(&hint, &args);
        message += &format!("\nhint: {}", printable(&hint));
    }
    // If even stderr is closed, there is nobody to tell.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(code)
}
