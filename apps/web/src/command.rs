//! Runs the programs that the build needs: cargo for the engines, and esbuild for scripts and styles. The engines
//! need SIMD, which every browser that can unpack a page has.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use app::{Error, Result};

const TARGET: &str = "wasm32-unknown-unknown";

pub(crate) fn engines(folders: &[&str]) -> Result<Vec<Vec<u8>>> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let library = Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET);
    if !library.is_dir() {
        let what = format!("the target {TARGET} is not installed");
        let hint = format!("run `rustup target add {TARGET}` first");
        return Err(Error::other(what, hint));
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut metadata = Command::new(&cargo);
    metadata.args(["metadata", "--format-version", "1", "--no-deps"]);
    let metadata = output(metadata.current_dir(source()))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).map_err(not_built)?;
    let target = Path::new(metadata["target_directory"].as_str().unwrap_or("target"));
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    // Without this flag, each call takes five bytes, which adds 5 KB to the packed engine.
    flags.push("-Clink-arg=--compress-relocations".to_owned());
    // Without this flag, messages of dependencies contain the path of their sources on this machine.
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    let package = |folder| ["-p".to_owned(), format!("web-{folder}")];
    output(
        Command::new(&cargo)
            .args(["build", "--quiet", "--locked", "--lib"])
            .args(folders.iter().flat_map(package))
            .args(["--profile", "wasm", "--target", TARGET, "--target-dir"])
            .arg(target)
            // Flags for other targets do not fit this one.
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
            .current_dir(source()),
    )?;
    let engines = folders.iter().map(|folder| {
        let name = folder.replace('-', "_");
        let file = target.join(TARGET).join(format!("wasm/web_{name}.wasm"));
        std::fs::read(&file).map_err(|error| faulty(&file, error))
    });
    engines.collect()
}

/// Bundles a script or a style sheet of `page/` with all its imports.
pub(crate) fn bundle(name: &str) -> Result<String> {
    output(bundler()?.arg(name))
}

/// Bundles a script of `page/` as files: the entry, and the parts that it loads later. The names contain a hash of
/// the contents and begin with the stem, followed by `-part-` for the later parts.
pub(crate) fn split(name: &str, stem: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let folder = tempfile::tempdir().map_err(not_built)?;
    let mut esbuild = bundler()?;
    esbuild.args(["--splitting", name]);
    esbuild.arg(format!("--entry-names={stem}-[hash]"));
    esbuild.arg(format!("--chunk-names={stem}-part-[hash]"));
    esbuild.arg(format!("--outdir={}", folder.path().display()));
    output(&mut esbuild)?;
    let mut files = Vec::new();
    for entry in folder.path().read_dir().map_err(not_built)? {
        let file = entry.map_err(not_built)?;
        let name = file.file_name().to_string_lossy().into_owned();
        files.push((name, std::fs::read(file.path()).map_err(not_built)?));
    }
    files.sort();
    Ok(files)
}

/// The command for the bundler, which npm installs when it is first needed.
fn bundler() -> Result<Command> {
    let modules = source().join("node_modules");
    if !modules.join("esbuild").is_dir() {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--omit=dev", "--silent"]);
        let no_bundler = |_| {
            Error::other(
                "esbuild is not installed, and `npm ci` does not work in apps/web",
                "install Node.js 18 or later, which has npm",
            )
        };
        output(npm.current_dir(source())).map_err(no_bundler)?;
    }
    let mut esbuild = Command::new(modules.join(".bin/esbuild"));
    esbuild.args(["--bundle", "--minify", "--charset=utf8", "--format=esm"]);
    esbuild.arg("--log-level=error");
    // The oldest browsers that have SIMD and can unpack an engine.
    esbuild.arg("--target=chrome103,firefox113,safari16.4");
    esbuild.current_dir(source().join("page"));
    Ok(esbuild)
}

/// The error for a source file with wrong contents.
pub(crate) fn faulty(file: &Path, problem: impl Display) -> Error {
    Error::other(format!("{}: {problem}", file.display()), "")
}

/// The error for a failed step of the build.
pub(crate) fn not_built(why: impl Display) -> Error {
    Error::other(format!("the site was not built: {why}"), "")
}

pub(crate) fn source() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(not_built)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let line = message.lines().find(|line| line.contains("error"));
        return Err(not_built(line.unwrap_or(message.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
