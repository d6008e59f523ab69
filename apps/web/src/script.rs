//! Puts a page's modules into one.
//!
//! The modules in `page/` are plain ones, and TypeScript's checker reads them as they
//! are. They keep three rules, so that all modules in one file are the same program:
//!
//! - An `import` takes one line and names what it takes.
//! - An `export` stands before a declaration.
//! - No two modules declare the same name.
//!
//! This module refuses a file that breaks a rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// A module and all modules that it imports, as one.
pub(crate) fn bundle(main: &Path) -> Result<String> {
    let mut bundle = Bundle {
        seen: BTreeSet::new(),
        names: BTreeSet::new(),
        text: String::new(),
    };
    bundle.add(main)?;
    Ok(bundle.text)
}

struct Bundle {
    seen: BTreeSet<PathBuf>,
    names: BTreeSet<String>,
    text: String,
}

impl Bundle {
    fn add(&mut self, file: &Path) -> Result<()> {
        let wrong = |problem: String| Error::Source {
            file: file.to_owned(),
            problem,
        };
        let whole = fs::canonicalize(file).map_err(|error| wrong(error.to_string()))?;
        if !self.seen.insert(whole) {
            return Ok(());
        }
        let source = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        let mut own = String::new();
        for line in source.lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let name = import
                    .strip_prefix("{ ")
                    .and_then(|names| names.split_once(" } from \""))
                    .and_then(|(_, from)| from.strip_suffix("\";"))
                    .filter(|from| from.starts_with("./") || from.starts_with("../"))
                    .ok_or_else(|| wrong(format!("not an import of this page: {line}")))?;
                self.add(&file.with_file_name(name))?;
                continue;
            }
            let line = line.strip_prefix("export ").unwrap_or(line);
            if line.starts_with("export") || line.starts_with("import") || line.starts_with('{') {
                return Err(wrong(format!("not a declaration: {line}")));
            }
            if let Some(name) = declared(line)
                && !self.names.insert(name.to_owned())
            {
                return Err(wrong(format!("another module declares {name}, too")));
            }
            // Comments and indentation are for readers of the source.
            let bare = line.trim();
            if !bare.is_empty() && !is_comment(bare) {
                own += &untyped(bare);
                own.push('\n');
            }
        }
        self.text += &own;
        Ok(())
    }
}

/// Is a line only a comment, or a part of one? A type of an expression stands before it on the same
/// line.
fn is_comment(line: &str) -> bool {
    let whole = line.starts_with("/**") && (line.ends_with("*/") || !line.contains("*/"));
    whole || line.starts_with("//") || line.starts_with("* ") || line == "*" || line == "*/"
}

/// A line without the types in it.
fn untyped(line: &str) -> String {
    match line
        .split_once("/** @")
        .and_then(|(before, rest)| Some((before, rest.split_once("*/")?.1)))
    {
        Some((before, after)) => format!("{before}{}", untyped(after.trim_start())),
        None => line.to_owned(),
    }
}

/// The name that a line declares for the whole module.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let kinds = ["function ", "const ", "let ", "class "];
    let name = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}
