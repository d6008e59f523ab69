//! The page's source and its size.

use std::fs;
use std::path::Path;
use std::process::Command;

use miniz_oxide::deflate::compress_to_vec;

use crate::links::PAGES;
use crate::site;

/// TypeScript's checker, of one version.
const CHECKER: &str = "typescript@7.0.2";

#[test]
fn the_script_is_typed() {
    typed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"));
}

/// Checks the scripts of a folder as its `jsconfig.json` says.
pub(crate) fn typed(folder: &Path) {
    let output = Command::new("npx")
        .args(["--yes", "-p", CHECKER, "tsc", "-p", "jsconfig.json"])
        .current_dir(folder)
        .output();
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(!said.contains("error TS"), "{said}");
            skip(&format!(
                "npx {CHECKER}: {}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        Err(error) => skip(&format!("npx: {error}")),
    }
}

/// Says that something was not checked.
pub(crate) fn skip(what: &str) {
    eprintln!("SKIPPED: {what}");
}

#[test]
fn the_page_is_small_and_always_the_same() {
    for (file, _) in PAGES {
        // Black Box has two engines, its groups and its censuses.
        let most = match *file {
            "blackbox.html" => 300_000,
            _ => 200_000,
        };
        let page = fs::read(site::file(file)).unwrap();
        let packed = compress_to_vec(&page, 6).len();
        assert!(packed < most, "{file}: {packed} bytes");
        eprintln!("{file}: {} bytes, {packed} deflated", page.len());
        // It contains nothing of this machine.
        let text = String::from_utf8(page).unwrap();
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{file}");
    }
    let again = tempfile::tempdir().unwrap();
    site::build(again.path());
    let pages = PAGES.iter().map(|(file, _)| *file);
    for name in pages.chain(["index.html"]) {
        assert!(
            fs::read(again.path().join(name)).unwrap() == fs::read(site::file(name)).unwrap(),
            "{name}"
        );
    }
    // It replaces only its own files.
    let folder = again.path();
    fs::write(folder.join("index.html"), "mine").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_web"))
        .args(["--quiet", "--out"])
        .arg(folder)
        .current_dir(folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        fs::read_to_string(folder.join("index.html")).unwrap(),
        "mine"
    );
}
