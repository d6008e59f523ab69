//! The engines, which cargo builds. That of Black Box is built twice: for any browser, and for
//! browsers that have SIMD.
//!
//! In Chromium, an empty board of A4_B8 with all rays weighed takes 308 ms with SIMD, and 861 ms
//! without. These are the least of nine in turns, on two busy cores, by `cargo test -p web --
//! --ignored --nocapture an_empty_board`. Both are whole engines: the page has the second one as
//! its [difference](crate::difference) to the first. Gzipped, the page then has 260 KB instead of
//! 227 KB; with two whole engines it would have 395 KB. A smaller second engine saves less:
//! one with only `find` and `decode` would still take 93 KB.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Error, Result};
use crate::puzzle::{BLACK_BOX, PUZZLES, Puzzle};

const TARGET: &str = "wasm32-unknown-unknown";

/// The engines, as WebAssembly.
pub(crate) struct Engines {
    /// Those of all puzzles, in the order of [`PUZZLES`], without SIMD.
    pub(crate) plain: Vec<Vec<u8>>,
    /// The one of Black Box with SIMD. It answers like the one without.
    pub(crate) simd: Vec<u8>,
}

/// Builds all engines.
pub(crate) fn build() -> Result<Engines> {
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
    let built = |puzzles: &[Puzzle], folder: &Path, flags: &[&str]| -> Result<Vec<Vec<u8>>> {
        let packages = puzzles
            .iter()
            .flat_map(|puzzle| ["-p".to_owned(), puzzle.package()]);
        output(
            Command::new(&cargo)
                .args(["build", "--quiet", "--locked", "--lib"])
                .args(packages)
                .args(["--profile", "wasm", "--target", TARGET, "--target-dir"])
                .arg(folder)
                // Flags for other targets do not suit this one.
                .env_remove("RUSTFLAGS")
                .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
                .current_dir(source()),
        )?;
        let engines = puzzles.iter().map(|puzzle| {
            let name = puzzle.package().replace('-', "_");
            let file = folder.join(TARGET).join(format!("wasm/{name}.wasm"));
            std::fs::read(&file).map_err(|error| Error::Source {
                file,
                problem: error.to_string(),
            })
        });
        engines.collect()
    };
    // Without it, messages of dependencies would contain the path of their sources on this machine.
    let home = cargo_home();
    let home = home.map(|home| format!("--remap-path-prefix={}=cargo", home.display()));
    let scalar: Vec<&str> = home.as_deref().into_iter().collect();
    let simd = [scalar.as_slice(), &["-Ctarget-feature=+simd128"]].concat();
    let black_box = std::slice::from_ref(BLACK_BOX);
    Ok(Engines {
        plain: built(PUZZLES, target, &scalar)?,
        // Another build at the same time must not find one instead of the other.
        simd: built(black_box, &target.join("simd"), &simd)?.concat(),
    })
}

fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
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
