//! Faults in some of many things: their number, and the first few of them.

use std::fmt;

use indicatif::HumanCount;
use itertools::Itertools;
use jiff::Timestamp;

use super::Found;
use crate::terminal::cut;

/// Faults of one kind.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    count: u64,
    first: Vec<String>,
}

impl Faults {
    /// The number of faults that are named.
    const NAMED: usize = 5;

    /// Adds a fault.
    pub fn add(&mut self, fault: impl FnOnce() -> String) {
        self.add_many(1, fault);
    }

    /// The number of faults.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds a fault if a number is not what it should be. Both numbers are plain, as in the
    /// columns of the file.
    pub fn differ(&mut self, what: &str, said: impl Into<i128>, is: u128) {
        let said = said.into();
        if u128::try_from(said).ok() != Some(is) {
            self.add(|| format!("{what} is {said}, not {is}"));
        }
    }

    /// Adds a fault if a text is not a time in these programs' format.
    pub fn time(&mut self, what: &str, said: &str) {
        let time = said.parse::<Timestamp>();
        if !time.is_ok_and(|time| time.to_string() == said) {
            self.add(|| format!("{what} is not a time: {}", quoted(said.as_bytes())));
        }
    }

    /// The result of a check for these faults: `passed` if there are none.
    pub fn found(&self, passed: impl FnOnce() -> Found) -> Found {
        match self.count {
            0 => passed(),
            count => Found::failed(format!("{} wrong: {self}", HumanCount(count))),
        }
    }

    /// Adds several faults with one name.
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

/// A quotation of a text from the file, cut if it is long.
pub fn quoted(text: &[u8]) -> String {
    /// The longest correct text that is ever quoted, a spectrum.
    const LONGEST: usize = 44;
    cut(&String::from_utf8_lossy(text), LONGEST)
}
