//! Drawings, which somebody has looked at.

use std::fs;

use snapbox::{Data, assert_data_eq};

use crate::rules::sandbox;

/// A snapshot by its name.
pub(crate) fn snapshot(name: &str) -> Data {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("tests/snapshots").join(name);
    Data::read_from(&path, None).raw()
}

#[test]
fn drawings() {
    let sandbox = sandbox();
    let search = ["search", "--seed", "1", "--quiet"];
    let search = |more: &[&str]| sandbox.ok(&[&search, more].concat());
    assert_data_eq!(search(&[]), snapshot("solution.txt"));
    assert_data_eq!(
        search(&["--labels", "none"]),
        snapshot("solution-plain.txt")
    );
    let picture = search(&["--format", "svg"]);
    assert_data_eq!(&picture, snapshot("solution.svg"));
    // The README shows it.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = fs::read_to_string(folder.join("docs/solution.svg"));
    assert_eq!(picture, shown.unwrap());
    let lines = [
        "--format", "svg", "--labels", "hexagram", "--pieces", "random", "--limit", "192",
    ];
    assert_data_eq!(search(&lines), snapshot("hexagrams.svg"));
    let mirror = [
        "--symmetric",
        "corner-mirror",
        "--format",
        "svg",
        "--labels",
        "none",
    ];
    assert_data_eq!(search(&mirror), snapshot("mirror.svg"));
    let squares = search(&["--squares"]);
    assert_data_eq!(squares, snapshot("squares.txt"));
    let squares = ["--squares", "--format", "svg", "--labels", "doors"];
    assert_data_eq!(search(&squares), snapshot("squares.svg"));
    let compact = ["compact", "--form", "hexagon", "--seed", "1", "--quiet"];
    let compact = |more: &[&str]| sandbox.ok(&[&compact, more].concat());
    assert_data_eq!(compact(&[]), snapshot("compact.txt"));
    assert_data_eq!(compact(&["--format", "svg"]), snapshot("compact.svg"));
    let octopuszle = ["octopuszle", "--seed", "1", "--quiet"];
    let octopuszle = |more: &[&str]| sandbox.ok(&[&octopuszle, more].concat());
    assert_data_eq!(octopuszle(&[]), snapshot("octopuszle.txt"));
    assert_data_eq!(octopuszle(&["--format", "svg"]), snapshot("octopuszle.svg"));
    let ways = ["search", "--seed", "1", "--verbose", "--symmetric"];
    assert_eq!(sandbox.run(&ways).code, Some(0));
}
