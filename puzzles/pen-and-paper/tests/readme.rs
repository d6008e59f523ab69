//! Everything that the README shows has been run as written.

use std::path::Path;

use testkit::run_examples;

#[test]
fn examples_print_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let examples = run_examples(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"),
        folder.path(),
        Path::new(env!("CARGO_BIN_EXE_pen-and-paper")),
        &[("cargo run --release -p pen-and-paper -- ", "pen-and-paper ")],
    );
    assert!(examples >= 9, "only {examples} examples");
}
