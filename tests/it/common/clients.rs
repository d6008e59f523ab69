//! Programs of other people that read the files of ours.

use std::env;
use std::process::Command;

/// A Python that has these modules. If there is none, it prints that.
pub(crate) fn python_with(modules: &str) -> Option<String> {
    let python = env::var("CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = format!("import {modules}");
    let ended = Command::new(&python).args(["-c", &import]).output();
    if ended.is_ok_and(|ended| ended.status.success()) {
        return Some(python);
    }
    eprintln!("SKIPPED: {python} has no {modules} (CLIENTS_PYTHON may name another one)");
    None
}
