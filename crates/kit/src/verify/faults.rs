//! What is wrong with some of many: how many, and the first few of them.

use std::fmt;

use indicatif::HumanCount;
use itertools::Itertools;
use jiff::Timestamp;

use super::Found;

/// Faults of one kind.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    count: u64,
    first: Vec<String>,
}

impl Faults {
    /// How many are named.
    const NAMED: usize = 5;

    /// Adds one.
    pub fn add(&mut self, fault: impl FnOnce() -> String) {
        self.add_many(1, fault);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds one where a number is not what it should be. Both are plain, as the columns of
    /// the file have them.
    pub fn differ(&mut self, what: &str, said: impl Into<i128>, is: u128) {
        let said = said.into();
        if u128::try_from(said).ok() != Some(is) {
            self.add(|| format!("{what} is {said}, not {is}"));
        }
    }

    /// Adds one where a text is no time as these programs write it.
    pub fn time(&mut self, what: &str, said: &str) {
        let time = said.parse::<Timestamp>();
        if !time.is_ok_and(|time| time.to_string() == said) {
            self.add(|| format!("{what} is no time: {}", quoted(said.as_bytes())));
        }
    }

    /// What a check found that looked for these: `passed` where there is none.
    pub fn found(&self, passed: impl FnOnce() -> Found) -> Found {
        match self.count {
            0 => passed(),
            count => Found::failed(format!("{} wrong: {self}", HumanCount(count))),
        }
    }

    /// Adds several at once that are named together.
    pub fn add_many(&mut self, count: u64, fault: impl FnOnce() -> String) {
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
pub fn quoted(text: &[u8]) -> String {
    /// The longest sound text that is ever quoted, a spectrum.
    const LONGEST: usize = 44;
    let all = String::from_utf8_lossy(text);
    match all.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &all[..end]),
        None => all.into_owned(),
    }
}
