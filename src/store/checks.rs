//! The results of checks, with the first few faults.

use std::fmt;

use app::terminal::cut;
use draw::words::thousands;
use itertools::Itertools;
use jiff::Timestamp;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Everything is stored and right.
    Passed,
    /// What is stored is right, but not everything is stored yet.
    Open,
    /// Something is wrong.
    Failed,
}

impl Verdict {
    pub(crate) fn word(self) -> &'static str {
        ["ok", "open", "failed"][self as usize]
    }
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Check {
    pub(crate) verdict: Verdict,
    /// A description, which may quote the file.
    pub(crate) words: String,
}

impl Check {
    pub(crate) fn passed(words: impl Into<String>) -> Check {
        Check::new(Verdict::Passed, words)
    }

    pub(crate) fn open(words: impl Into<String>) -> Check {
        Check::new(Verdict::Open, words)
    }

    pub(crate) fn failed(words: impl Into<String>) -> Check {
        Check::new(Verdict::Failed, words)
    }

    fn new(verdict: Verdict, words: impl Into<String>) -> Check {
        let words = words.into();
        Check { verdict, words }
    }
}

/// The number of faults of one kind, and descriptions of the first few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    count: u64,
    first: Vec<String>,
}

impl Faults {
    /// The number of faults that are described.
    const NAMED: usize = 5;

    pub(crate) fn add(&mut self, fault: impl FnOnce() -> String) {
        self.add_many(1, fault);
    }

    /// The number of faults.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Adds a fault if the number `claimed`, from the file, is not `is`.
    pub(crate) fn differ(&mut self, what: &str, claimed: impl Into<i128>, is: u128) {
        let claimed = claimed.into();
        if u128::try_from(claimed).ok() != Some(is) {
            self.add(|| format!("{what} is {claimed} instead of {is}"));
        }
    }

    /// Adds a fault if a text is not a time in the format of the database.
    pub(crate) fn time(&mut self, what: &str, claimed: &str) {
        let time = claimed.parse::<Timestamp>();
        if !time.is_ok_and(|time| time.to_string() == claimed) {
            self.add(|| format!("{what} is not a time: {}", quoted(claimed.as_bytes())));
        }
    }

    /// The result of the check, which is `passed` if there are no faults.
    pub(crate) fn result(&self, passed: impl FnOnce() -> Check) -> Check {
        match self.count {
            0 => passed(),
            count => Check::failed(format!("{} wrong: {self}", thousands(count))),
        }
    }

    /// Adds several faults with one description.
    pub(crate) fn add_many(&mut self, count: u64, fault: impl FnOnce() -> String) {
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

/// Quotes a text from the file, shortened if it is long.
pub(crate) fn quoted(text: &[u8]) -> String {
    /// The length of the longest correct text, which is a spectrum.
    const LONGEST: usize = 44;
    cut(&String::from_utf8_lossy(text), LONGEST)
}
