//! Files of the repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(file: &str) -> String {
    let path = root().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A text of `data/reference`, such as a table that the original program made.
pub(crate) fn reference(file: &str) -> String {
    read(&format!("data/reference/{file}"))
}

/// The contents of a compressed file in `data/reference`.
pub(crate) fn packed(file: &str) -> Vec<u8> {
    testkit::unpacked(&root().join("data/reference").join(file))
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let found = paths.map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    found.flatten().collect()
}

pub(crate) fn queries() -> BTreeMap<String, String> {
    let queries = files(&root().join("sql")).into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(&path).unwrap())
    });
    queries.collect()
}
