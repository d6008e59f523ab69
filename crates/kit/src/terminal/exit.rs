//! How a program ends: exit code, error and hint.

use std::io::Write;
use std::process::ExitCode;

use clap::builder::Styles;
use clap::builder::styling::Style;

use super::{printable, width};
use crate::Failure;
use crate::hint::Started;

/// Reports an error on stderr, if there is one, and returns the exit code.
pub(crate) fn report<E: Failure>(result: Result<(), E>, started: &Started) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let code = error.exit_code();
    if code == 0 {
        return ExitCode::SUCCESS;
    }
    let text = printable(&error.to_string());
    let mut message = match code {
        130 => width::message(&text),
        _ => labelled(Styles::styled().get_error(), "error:", &text),
    };
    if let Some(hint) = error.hint() {
        message += "\n";
        message += &hint_line(&printable(&hint.told(started)));
    }
    // If even stderr is closed, there is nobody to tell. Colours are for terminals only.
    let _ = writeln!(anstream::stderr(), "{message}");
    ExitCode::from(code)
}

/// A hint as it is printed, in the colour of clap's tips.
fn hint_line(hint: &str) -> String {
    labelled(Styles::styled().get_valid(), "hint:", hint)
}

/// A message after a word in colour.
fn labelled(style: &Style, label: &str, text: &str) -> String {
    let lines = width::message(&format!("{label} {text}"));
    format!("{style}{label}{style:#}{}", &lines[label.len()..])
}
