//! What the program is built from: licences and sources of all dependencies,
//! and no unsafe code of our own. `cargo deny check` does more, if it is
//! installed; this needs only cargo, and no network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let deny = fs::read_to_string(root().join("deny.toml")).unwrap();
    let (_, licenses) = deny.split_once("[licenses]").unwrap();
    let (_, list) = licenses.split_once("allow = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let words = list.split('"').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

/// Do the allowed licences fulfil a licence expression? `OR` leaves a choice,
/// `AND` binds more strongly, and `/` is an old way to write `OR`.
fn fulfilled(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let result = either(&words, &mut at, allowed);
    assert_eq!(at, words.len(), "{expression}");
    result
}

fn either(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut result = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        result |= both(words, at, allowed);
    }
    result
}

fn both(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut result = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        result &= one(words, at, allowed);
    }
    result
}

fn one(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let word = words[*at];
    *at += 1;
    if word == "(" {
        let result = either(words, at, allowed);
        assert_eq!(words[*at], ")");
        *at += 1;
        return result;
    }
    if words.get(*at) == Some(&"WITH") {
        // An exception only ever permits more.
        *at += 2;
    }
    allowed.contains(word)
}

#[test]
fn expressions_are_understood() {
    let allowed = ["MIT", "Apache-2.0"].map(str::to_owned).into();
    for (expression, is) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Apache-2.0", true),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", false),
        ("MIT/Apache-2.0", true),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
    ] {
        assert_eq!(fulfilled(expression, &allowed), is, "{expression}");
    }
}

/// What cargo knows about all packages that are built on this machine.
fn metadata() -> Value {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(rustc.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", host.unwrap()])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn dependencies_may_be_used_and_come_from_the_registry() {
    let metadata = metadata();
    let used: BTreeSet<&str> = (metadata["resolve"]["nodes"].as_array().unwrap().iter())
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    assert!(used.len() > 20);
    let allowed = allowed();
    for package in metadata["packages"].as_array().unwrap() {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        if !used.contains(text("id")) {
            continue;
        }
        let (name, license) = (text("name"), text("license"));
        assert!(fulfilled(license, &allowed), "{name} is under {license:?}");
        if !is_ours(package) {
            let crates_io = "registry+https://github.com/rust-lang/crates.io-index";
            assert_eq!(text("source"), crates_io, "{name}");
        }
    }
}

/// Is it a package of this workspace? Only these have no source.
fn is_ours(package: &Value) -> bool {
    package["source"].is_null()
}

#[test]
fn every_dependency_asks_for_no_more_than_a_version() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let ours: Vec<&Value> = packages.iter().filter(|package| is_ours(package)).collect();
    assert!(ours.len() >= 9);
    for package in &ours {
        // On crates.io, several of their names belong to others.
        let registries = package["publish"].as_array();
        assert!(registries.is_some_and(Vec::is_empty), "{}", package["name"]);
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["name"].as_str().unwrap();
            let is_ours = ours.iter().any(|package| package["name"] == name);
            assert_eq!(!dependency["path"].is_null(), is_ours, "{name}");
            assert_eq!(dependency["req"] == "*", is_ours, "{name}");
        }
    }
}

#[test]
fn packages_know_only_what_is_beneath_them() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let floor = |package: &Value| -> (u8, String) {
        let name = package["name"].as_str().unwrap().to_owned();
        let manifest = package["manifest_path"].as_str().unwrap();
        let place = Path::new(manifest).strip_prefix(root()).unwrap();
        let folders: Vec<&str> = place.iter().filter_map(|folder| folder.to_str()).collect();
        let floor = match folders[..] {
            ["crates", ..] => 0,
            ["puzzles", ..] | ["Cargo.toml"] => 1,
            ["apps", _, "engines", ..] => 2,
            ["apps", ..] => 3,
            _ => panic!("{name} is in {folders:?}"),
        };
        (floor, name)
    };
    let floors: BTreeMap<String, u8> = packages
        .iter()
        .filter(|package| is_ours(package))
        .map(|package| {
            let (floor, name) = floor(package);
            (name, floor)
        })
        .collect();
    for package in packages.iter().filter(|package| is_ours(package)) {
        let (own, name) = floor(package);
        for dependency in package["dependencies"].as_array().unwrap() {
            let beneath = dependency["name"].as_str().unwrap();
            if let Some(&floor) = floors.get(beneath) {
                let ground = own == 0 && name != "watch" && name != "view";
                let allowed = floor < own || ground || beneath == "web-engine";
                assert!(allowed, "{name} knows {beneath}");
            }
        }
    }
}

/// The one file that may say `unsafe`: only for names, because it follows no pointer.
const NAMES_EXPORTED: &str = "apps/web/engines/shared/src/abi.rs";

#[test]
fn our_own_code_is_safe() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("unsafe_code = \"deny\""));
    let mut folders = Vec::new();
    for package in metadata()["packages"].as_array().unwrap() {
        if is_ours(package) {
            let manifest = Path::new(package["manifest_path"].as_str().unwrap());
            let text = fs::read_to_string(manifest).unwrap();
            assert!(text.contains("[lints]\nworkspace = true"), "{manifest:?}");
            folders.push(manifest.with_file_name("src"));
        }
    }
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                let unsafe_words = [
                    "unsafe_code",
                    "unsafe(",
                    "unsafe {",
                    "unsafe fn",
                    "unsafe impl",
                ];
                let is_safe = |word: &&str| !line.contains(*word);
                let exported = path.ends_with(NAMES_EXPORTED) && !line.contains("unsafe {");
                assert!(
                    exported || unsafe_words.iter().all(is_safe),
                    "{}: {line}",
                    path.display()
                );
            }
            files += 1;
        }
    }
    assert!(files > 200);
}
