//! The memory of long work: its option, the free memory, and a check before the work begins.

use std::path::Path;

use app::input::beginning;
use draw::words;

use crate::error::Result;

/// Parses a size, which must fit into an integer of the database.
pub(crate) fn memory(text: &str) -> std::result::Result<u64, &'static str> {
    let size = words::parse_bytes(text).ok_or("expected a size such as 6GiB or 500MB")?;
    match i64::try_from(size) {
        Ok(_) => Ok(size),
        Err(_) => Err("expected a size below 8 EiB"),
    }
}

/// Fails if the system does not provide this number of bytes. Called before work that allocates according to its
/// arguments, because a failed allocation in the standard library aborts the program.
pub(crate) fn granted(bytes: u64) -> Result<()> {
    let mut wanted: Vec<u8> = Vec::new();
    let given = wanted.try_reserve_exact(usize::try_from(bytes).unwrap_or(usize::MAX));
    // Without this, the compiler removes the allocation.
    std::hint::black_box(&wanted);
    given.map_err(|_| {
        let what = format!(
            "the system does not provide {} of memory",
            words::bytes(bytes)
        );
        app::Error::other(
            what,
            "set less with --memory or --threads if the command has them, or choose a smaller box",
        )
        .into()
    })
}

/// The number of free bytes of memory, as far as the system reports it.
pub(crate) fn free_memory() -> u64 {
    /// The value if the system reports nothing, which nearly every machine has.
    const UNKNOWN: u64 = 2 << 30;
    let available = number_after("/proc/meminfo", "MemAvailable:").map(|kibibytes| kibibytes << 10);
    // A container may be limited to less than the machine has. Its usage includes cached files, which are dropped
    // when memory is needed.
    let kept = number_after("/sys/fs/cgroup/memory.stat", "inactive_file ").unwrap_or(0);
    let allowed = number_after("/sys/fs/cgroup/memory.max", "")
        .zip(number_after("/sys/fs/cgroup/memory.current", ""))
        .map(|(most, used)| most.saturating_sub(used.saturating_sub(kept)));
    match (available, allowed) {
        (Some(available), Some(allowed)) => available.min(allowed),
        (one, other) => one.or(other).unwrap_or(UNKNOWN),
    }
}

/// The number after a word at the beginning of a line of a system file.
fn number_after(file: &str, word: &str) -> Option<u64> {
    const MAX_BYTES: u64 = 1 << 16;
    let text = String::from_utf8(beginning(Path::new(file), MAX_BYTES).ok()?).ok()?;
    let number = text.lines().find_map(|line| line.strip_prefix(word))?;
    number.trim().trim_end_matches("kB").trim().parse().ok()
}
