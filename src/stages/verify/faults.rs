//! What is wrong with some of many: how many, and the first few of them.

use std::fmt;

use itertools::Itertools;

/// Faults of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    pub(super) count: u64,
    first: Vec<String>,
}

impl Faults {
    /// How many are named.
    const NAMED: usize = 5;

    pub(super) fn add(&mut self, fault: impl FnOnce() -> String) {
        self.add_many(1, fault);
    }

    /// Adds several at once that are named together.
    pub(super) fn add_many(&mut self, count: u64, fault: impl FnOnce() -> String) {
        self.count += count;
        if self.first.len() < Faults::NAMED {
            self.first.push(fault());
        } else if self.first.len() == Faults::NAMED {
            self.first.push("…".to_owned());
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first.iter().join("; "))
    }
}

/// A text from the file as it is quoted: not too much of it.
pub(super) fn quoted(text: &[u8]) -> String {
    /// The longest sound text that is ever quoted, a spectrum.
    const LONGEST: usize = 44;
    let all = String::from_utf8_lossy(text);
    match all.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &all[..end]),
        None => all.into_owned(),
    }
}
