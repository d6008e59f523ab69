//! The site, built once for all tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    build(&folder);
    folder
});

/// Builds the site without a database, into a folder.
pub(crate) fn build(folder: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_web"))
        .arg("--quiet")
        .arg("--out")
        .arg(folder)
        // If there is no database of that name, the program computes the groups.
        .current_dir(folder)
        .env_remove("BLACKBOX_DB")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(Path::new(printed.trim()), folder.join("index.html"));
}

pub(crate) fn file(name: &str) -> PathBuf {
    SITE.join(name)
}

/// The address of the page of Black Box, with a fragment after the #.
pub(crate) fn address(fragment: &str) -> String {
    address_of("blackbox.html", fragment)
}

/// The address of a page, with a fragment after the #.
pub(crate) fn address_of(page: &str, fragment: &str) -> String {
    format!("file://{}#{fragment}", file(page).display())
}
