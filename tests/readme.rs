//! Everything that the README shows has been run as written.

use std::fs;
use std::path::Path;

use testkit::run_examples;

#[test]
fn examples_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    copy_queries(root, folder.path());
    let examples = run_examples(
        &root.join("README.md"),
        folder.path(),
        Path::new(env!("CARGO_BIN_EXE_blackbox")),
        &[("cargo run --release -- ", "blackbox ")],
    );
    assert!(examples >= 8, "only {examples} examples");
}

#[test]
fn every_query_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for query in fs::read_dir(root.join("sql")).unwrap() {
        let name = query.unwrap().file_name().into_string().unwrap();
        assert!(readme.contains(&format!("(sql/{name})")), "{name}");
    }
}

fn copy_queries(root: &Path, folder: &Path) {
    fs::create_dir(folder.join("sql")).unwrap();
    for query in fs::read_dir(root.join("sql")).unwrap() {
        let query = query.unwrap();
        fs::copy(query.path(), folder.join("sql").join(query.file_name())).unwrap();
    }
}
