//! How much memory long work may take: the option, what is free, and a check before the work begins.

use std::path::Path;

use ::draw::words;
use app::input::beginning;

use crate::error::Result;

/// A size that the database can hold.
pub(crate) fn memory(text: &str) -> std::result::Result<u64, &'static str> {
    let size = words::parse_bytes(text).ok_or("expected a size such as 6GiB or 500MB")?;
    match i64::try_from(size) {
        Ok(_) => Ok(size),
        Err(_) => Err("expected a size below 8 EiB"),
    }
}

/// Fails if the system does not give so many bytes of memory. Work whose arguments decide what it takes asks
/// before it begins, because the standard library ends the program where memory is missing.
pub(crate) fn granted(bytes: u64) -> Result<()> {
    let mut wanted: Vec<u8> = Vec::new();
    let given = wanted.try_reserve_exact(usize::try_from(bytes).unwrap_or(usize::MAX));
    // Without this, the compiler leaves the allocation out.
    std::hint::black_box(&wanted);
    given.map_err(|_| {
        let what = format!(
            "the system does not provide {} of memory",
            words::bytes(bytes)
        );
        app::Error::other(what, "set less with --memory, or choose a smaller box").into()
    })
}

/// How many bytes of memory are free, as far as the system tells.
pub(crate) fn free_memory() -> u64 {
    /// Where the system tells nothing: what nearly every machine has.
    const UNKNOWN: u64 = 2 << 30;
    let available = told_by("/proc/meminfo", "MemAvailable:").map(|kibibytes| kibibytes << 10);
    // A container may be allowed less than the machine has. What it uses
    // counts files that are only kept in memory as long as there is room.
    let kept = told_by("/sys/fs/cgroup/memory.stat", "inactive_file ").unwrap_or(0);
    let allowed = told_by("/sys/fs/cgroup/memory.max", "")
        .zip(told_by("/sys/fs/cgroup/memory.current", ""))
        .map(|(most, used)| most.saturating_sub(used.saturating_sub(kept)));
    match (available, allowed) {
        (Some(available), Some(allowed)) => available.min(allowed),
        (one, other) => one.or(other).unwrap_or(UNKNOWN),
    }
}

/// The number after a word at the beginning of a line in a file of the system.
fn told_by(file: &str, word: &str) -> Option<u64> {
    const MOST: u64 = 1 << 16;
    let text = String::from_utf8(beginning(Path::new(file), MOST).ok()?).ok()?;
    let number = text.lines().find_map(|line| line.strip_prefix(word))?;
    number.trim().trim_end_matches("kB").trim().parse().ok()
}
