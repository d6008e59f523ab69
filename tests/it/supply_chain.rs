//! Rules about the packages that cargo-deny does not check: their dependencies on each other, no unsafe code of our
//! own, and no type name used twice in a package.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use testkit::words;

use crate::common::repository::{files, read, root};

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(words("metadata --format-version 1 --no-deps --offline"))
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn packages_depend_only_on_lower_layers() {
    let packages = packages();
    let floor = |package: &Value| -> (u8, String) {
        let name = package["name"].as_str().unwrap().to_owned();
        let manifest = package["manifest_path"].as_str().unwrap();
        let place = Path::new(manifest).strip_prefix(root()).unwrap();
        let folders: Vec<&str> = place.iter().filter_map(|folder| folder.to_str()).collect();
        let floor = match folders[..] {
            ["crates", ..] => 0,
            ["migrations" | "rules", ..] => 1,
            ["puzzles", ..] | ["Cargo.toml"] => 2,
            ["apps", _, "engines", ..] => 3,
            ["apps", ..] => 4,
            _ => panic!("{name} is in {folders:?}"),
        };
        (floor, name)
    };
    let floors = packages.iter().map(floor);
    let floors: BTreeMap<String, u8> = floors.map(|(floor, name)| (name, floor)).collect();
    assert!(floors.len() > 9);
    for package in &packages {
        let (own, name) = floor(package);
        for dependency in package["dependencies"].as_array().unwrap() {
            let beneath = dependency["name"].as_str().unwrap();
            if let Some(&floor) = floors.get(beneath) {
                let ground = own == 0 && name != "blackbox-watch" && name != "draw";
                let allowed = floor < own || ground || beneath == "web-engine";
                assert!(allowed, "{name} knows {beneath}");
            }
        }
    }
}

#[test]
fn only_the_library_is_published() {
    let packages = packages();
    for package in &packages {
        // Several of the other names on crates.io belong to others.
        let is_published = package["publish"].is_null();
        let is_named_after_us = package["name"].as_str().unwrap().starts_with("blackbox-");
        assert!(!is_published || is_named_after_us, "{}", package["name"]);
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = &dependency["name"];
            let is_ours = packages.iter().any(|package| package["name"] == *name);
            assert_eq!(!dependency["path"].is_null(), is_ours, "{name}");
        }
    }
}

/// The only file that may allow unsafe code: for the attribute of exported names, without dereferencing pointers.
const NAMES_EXPORTED: &str = "apps/web/engines/shared/src/abi.rs";

/// The source files of our own libraries and programs by package, without tests.
fn sources() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let of_package = |package: Value| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let text = fs::read_to_string(manifest).unwrap();
        assert!(text.contains("[lints]\nworkspace = true"), "{manifest:?}");
        let src = manifest.with_file_name("src");
        let has_folder = src.exists();
        let paths = files(if has_folder {
            &src
        } else {
            manifest.parent().unwrap()
        });
        let texts = paths.into_iter().map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        });
        (
            package["name"].as_str().unwrap().to_owned(),
            texts.collect(),
        )
    };
    packages().into_iter().map(of_package).collect()
}

#[test]
fn our_own_code_is_safe() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("unsafe_code = \"deny\""));
    let sources: Vec<_> = sources().into_values().flatten().collect();
    assert!(sources.len() > 200);
    for (path, text) in sources {
        // Without an attribute that names the lint, the compiler rejects unsafe code.
        let unsafe_code = match path.ends_with(NAMES_EXPORTED) {
            true => "unsafe {",
            false => "unsafe_code",
        };
        assert!(!text.contains(unsafe_code), "{}", path.display());
    }
}

/// The name of the type that a line of code declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let mut word = words.next()?;
    if word.starts_with("pub") {
        word = words.next()?;
    }
    // An indented `type` is the associated type of a trait.
    let is_type = match word {
        "struct" | "enum" | "trait" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let name = words.next().filter(|_| is_type)?;
    name.split(|end: char| !end.is_alphanumeric()).next()
}

#[test]
fn type_names_are_unique_in_their_package() {
    let mut types = 0;
    for (package, sources) in sources() {
        let mut declared_in = BTreeMap::new();
        for (path, text) in &sources {
            let is_code = path.extension().is_some_and(|extension| extension == "rs");
            for name in text.lines().filter(|_| is_code).filter_map(declared) {
                types += 1;
                if let Some(before) = declared_in.insert(name, path) {
                    panic!("{package} has two types `{name}`: in {before:?} and {path:?}");
                }
            }
        }
    }
    assert!(types > 600, "only {types} types were found");
}

/// `scripts/mutants.sh` expects each of its expressions in exactly one place.
#[test]
fn the_mutants_name_expressions_of_the_rules() {
    let script = read("scripts/mutants.sh");
    let table = script.split('\'').nth(1).unwrap();
    let mut mutants = 0;
    for line in table.trim().lines() {
        let [file, before, from, _] = line.split('~').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let text = read(&format!("rules/src/{file}"));
        let found = text.matches(&format!("{before}{from}")).count();
        assert_eq!(found, 1, "{line}");
        mutants += 1;
    }
    assert!(mutants > 30, "{mutants}");
}
