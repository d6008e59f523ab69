//! The engine, built by cargo.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::{Error, Result};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the engine, as WebAssembly without extensions, so that any browser runs it.
///
/// SIMD would weigh an empty board of A4_B8 three times as fast (357 ms to 1052 ms, side
/// by side in Node, two cores busy with other work as well), but a browser without it
/// would need a second engine, and both are more than a page should weigh (152 KB
/// gzipped each). After the first shot an answer takes a third of that at most.
pub(crate) fn build() -> Result<Vec<u8>> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let library = Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET);
    if !library.is_dir() {
        return Err(Error::NoTarget);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = output(
        Command::new(&cargo)
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .current_dir(source()),
    )?;
    let metadata: serde_json::Value =
        serde_json::from_str(&metadata).map_err(|error| Error::Engine(error.to_string()))?;
    let target = Path::new(metadata["target_directory"].as_str().unwrap_or("target"));
    output(
        Command::new(&cargo)
            .args(["build", "--quiet", "--locked", "-p", "web-engine", "--lib"])
            .args(["--profile", "wasm", "--target", TARGET])
            // What other targets want is not for this one.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .current_dir(source()),
    )?;
    let file = target.join(TARGET).join("wasm/web_engine.wasm");
    std::fs::read(&file).map_err(|error| Error::Source {
        file,
        problem: error.to_string(),
    })
}

/// The folder of this package's source.
pub(crate) fn source() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Engine(error.to_string()))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let line = message.lines().find(|line| line.contains("error"));
        return Err(Error::Engine(line.unwrap_or(message.trim()).to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
