//! `census --out`: a part of a configuration for an engine, see [`crate::store::shards`].

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use kit::output::Output;
use watch::{Watcher, polled};

use crate::census::{self, Census, keyed_spectra};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::{self, ShardFacts, ShardWriter};

/// A part and the number of parts, both from 1, written `I/N`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// Which part.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
}

/// Writes the shard of a part into a folder, unless it is there already. Returns its
/// path.
///
/// # Errors
///
/// [`store::Error::WrongFile`] if another file has its name. It also fails if it cannot
/// write the shard, or if somebody wants to stop.
pub(crate) fn export_shard(
    config: Config,
    Part { part, parts }: Part,
    block: usize,
    folder: &Path,
    database: &Path,
    watcher: &dyn Watcher,
) -> Result<PathBuf> {
    // If no census can be imported, its shards are useless.
    Census::new(config)?;
    let path = folder.join(format!("{config}-{part}-of-{parts}.parquet"));
    let numbers = census::part(config, part, parts);
    if path.exists() {
        let facts = ShardFacts::read(&path)?;
        let wanted = ShardFacts::new(config, [part, parts], &numbers, &Default::default());
        if !facts.is_of_the_same_part(&wanted) {
            return Err(store::Error::wrong_file(&path, "it is a shard of another part").into());
        }
        watcher.say(&format!("{} is there already", path.display()));
        return Ok(path);
    }
    let output = Output::replacing(&path, database, watcher.stop(), false)?;
    write(config, Part { part, parts }, block, output, watcher)?;
    Ok(path)
}

/// Writes the shard of a part to stdout.
///
/// # Errors
///
/// If it cannot write, or if somebody wants to stop.
pub(crate) fn stream_shard(
    config: Config,
    part: Part,
    block: usize,
    watcher: &dyn Watcher,
) -> Result<()> {
    Census::new(config)?;
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
    watcher.begin(
        &format!("part {part} of {parts} of {config}"),
        0,
        config.canonical_molecules() / parts,
    );
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
                    true => stopped(config),
                    false => error.into(),
                })?;
                let facts = ShardFacts::new(config, [part, parts], &numbers, &range);
                Ok(shard.end(&facts)?)
            })
        },
        |done| watcher.advance(done),
    );
    watcher.end();
    written.map_err(kit::Error::from)?
}

fn stopped(config: Config) -> Error {
    let what = format!("stopped while exporting {config}; the same command starts again");
    kit::Error::Stopped(what).into()
}
