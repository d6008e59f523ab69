//! What the program is built from: licences and sources of all dependencies,
//! and no unsafe code of our own. `cargo deny check` does more where it can be
//! installed; this needs nothing but cargo, and no network.

use std::collections::BTreeSet;
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

/// Is a licence expression fulfilled by what is allowed? `OR` leaves a choice,
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

/// What cargo knows of all that is built on this machine.
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
        let source = text("source");
        if name == env!("CARGO_PKG_NAME") {
            assert_eq!(source, "");
        } else {
            let crates_io = "registry+https://github.com/rust-lang/crates.io-index";
            assert_eq!(source, crates_io, "{name}");
        }
    }
}

#[test]
fn every_dependency_asks_for_no_more_than_a_version() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let ours = packages
        .iter()
        .find(|package| package["name"] == env!("CARGO_PKG_NAME"));
    for dependency in ours.unwrap()["dependencies"].as_array().unwrap() {
        let name = dependency["name"].as_str().unwrap();
        assert_ne!(dependency["req"], "*", "{name}");
        assert!(dependency["path"].is_null(), "{name}");
    }
}

#[test]
fn our_own_code_is_safe() {
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    assert!(library.contains("#![deny(unsafe_code)]"));
    let mut folders = vec![root().join("src")];
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
                let allowed = line.contains("allow") && line.contains("unsafe_code");
                assert!(
                    !allowed && !line.contains("unsafe {"),
                    "{}: {line}",
                    path.display()
                );
            }
            files += 1;
        }
    }
    assert!(files > 50);
}
