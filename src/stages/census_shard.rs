//! `census --out`: a part of a configuration for an engine, see [`crate::store::shards`].

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use kit::output::Output;
use view::words::{bytes, counted};
use watch::{Watcher, polled};

use crate::census::{self, Census, keyed_spectra};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::{ShardFacts, ShardWriter};

/// A part and the number of parts, both from 1, written `I/N`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub part: u64,
    pub parts: u64,
}

/// Writes the shard of a part into a folder, unless it is there already. Returns its path.
/// [`Error::WrongFile`] if another file has its name.
pub(crate) fn export_shard(
    config: Config,
    part: Part,
    block: usize,
    folder: &Path,
    database: &Path,
    watcher: &dyn Watcher,
) -> Result<PathBuf> {
    // If no census can be imported, its shards are useless.
    Census::by_molecules(config)?;
    let path = folder.join(shard_name(config, part));
    if path.exists() {
        let numbers = census::part(config, part.part, part.parts);
        check_shard(&path, &ShardFacts::read(&path)?, config, part, &numbers)?;
        watcher.say(&format!("{} is there already", path.display()));
        return Ok(path);
    }
    let output = Output::replacing(&path, database, watcher.stop(), false)?;
    write(config, part, block, output, watcher)?;
    Ok(path)
}

/// The name of the file of a part.
pub(super) fn shard_name(config: Config, Part { part, parts }: Part) -> String {
    format!("{config}-{part}-of-{parts}.parquet")
}

/// Are these the facts of the shard of a part with these numbers? [`Error::WrongFile`] if not.
pub(super) fn check_shard(
    path: &Path,
    facts: &ShardFacts,
    config: Config,
    Part { part, parts }: Part,
    numbers: &Range<u64>,
) -> Result<()> {
    match facts.are_of(config, [part, parts], numbers) {
        true => Ok(()),
        false => Err(Error::wrong_file(path, "it is a shard of another part").into()),
    }
}

/// Says what a part costs, and all parts together: processor time and bytes.
pub(crate) fn say_cost(
    config: Config,
    Part { part, parts }: Part,
    watcher: &dyn Watcher,
) -> Result<()> {
    Census::by_molecules(config)?;
    // Fitted to the figures of docs/scale.md; within a factor of two of them.
    let (atoms, width) = (config.atoms().max(1) as f64, config.width() as f64);
    let seconds = if width > 8.0 { 0.4e-6 } else { 0.3e-6 };
    let room = 4.0 * (width / 8.0).powi(3) * (5.0 / atoms).powf(1.4);
    let canonical = config.canonical_molecules();
    let cost = |canonical: u64| {
        format!(
            "{}, about {:.2} core hours, about {}",
            counted(canonical, "canonical molecule", "canonical molecules"),
            canonical as f64 * seconds / 3600.0,
            bytes((canonical as f64 * room.min(8.0)) as u64)
        )
    };
    let (one, all) = (cost(canonical.div_ceil(parts)), cost(canonical));
    watcher.say(&format!("part {part} of {parts} of {config}: {one}"));
    watcher.say(&format!("all parts: {all}"));
    Ok(())
}

/// Writes the shard of a part to stdout.
pub(crate) fn stream_shard(
    config: Config,
    part: Part,
    block: usize,
    watcher: &dyn Watcher,
) -> Result<()> {
    Census::by_molecules(config)?;
    write(config, part, block, Output::stdout(), watcher)
}

fn write(
    config: Config,
    Part { part, parts }: Part,
    block: usize,
    output: Output,
    watcher: &dyn Watcher,
) -> Result<()> {
    let numbers = census::part(config, part, parts);
    let all = config.canonical_molecules() / parts;
    watcher.begin(&format!("part {part} of {parts} of {config}"), 0, all);
    let work = AtomicU64::new(0);
    let stop = watcher.stop().clone();
    let written = polled(
        &work,
        || {
            output.write(&stop, |out| -> Result<()> {
                let mut shard = ShardWriter::new(out)?;
                let range = keyed_spectra(config, numbers.clone(), block, |rows| {
                    work.fetch_add(block as u64, Ordering::Relaxed);
                    match stop.asked() {
                        true => Err(io::Error::from(io::ErrorKind::Interrupted)),
                        false => shard.block(rows),
                    }
                })
                .map_err(|error| match stop.asked() {
                    true => kit::Error::Stopped(format!(
                        "stopped while exporting {config}; the same command starts again"
                    ))
                    .into(),
                    false => Error::from(error),
                })?;
                let facts = ShardFacts::new(config, [part, parts], &numbers, &range);
                Ok(shard.end(&facts)?)
            })
        },
        // A block may be larger than the part.
        |done| watcher.advance(done.min(all)),
    );
    watcher.end();
    written.map_err(kit::Error::from)?
}
