//! Everything that the README shows has been run as written.

use std::path::Path;

use testkit::run_examples;

#[test]
fn examples_print_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let examples = run_examples(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"),
        folder.path(),
        Path::new(env!("CARGO_BIN_EXE_chinese-rings")),
        &[("cargo run --release -p chinese-rings -- ", "chinese-rings ")],
    );
    assert!(examples >= 7, "only {examples} examples");
}
