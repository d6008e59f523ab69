//! Passes the version with the commit to the program.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    // A debug build does not contain the commit, because then every commit would compile everything again.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && let Some(commit) = commit()
    {
        version = format!("{version} ({commit})");
    }
    println!("cargo:rustc-env=APP_VERSION={version}");
}

/// The commit, if this package is in its own repository.
fn commit() -> Option<String> {
    // Sources without a repository of their own may be inside another one.
    if git(&["rev-parse", "--show-prefix"])? != "crates/app/" {
        return None;
    }
    // This log gets a new line whenever another commit is checked out.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success()).then(|| text.trim().to_owned())
}
