//! Parts of a census, for several machines: `census --out` writes one to a file, and `census
//! --parts-status` says which of them a folder has.
//!
//! A part of the molecules is a [shard](crate::store::ShardFacts) for an engine. A part of the
//! buckets is a [`Portion`], which needs no engine.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use std::{fs, io};

use itertools::Itertools;
use kit::output::Output;
use rusqlite::types::Value;
use view::words::{bytes, counted, thousands};
use watch::{Watcher, polled};

use crate::census::{self, Census, Resources, SPREAD, keyed_spectra};
use crate::commands::census::run::pass;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::{Answer, Portion, ShardFacts, ShardWriter};

/// A part and the number of parts, both from 1, written `I/N`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub part: u64,
    pub parts: u64,
}

/// What the file of a part has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The rows of a range of numbers, for an engine.
    Shard,
    /// The census of some buckets.
    Portion,
}

impl Kind {
    /// The name of the file of a part.
    fn file_name(self, config: Config, Part { part, parts }: Part) -> String {
        match self {
            Kind::Shard => format!("{config}-{part}-of-{parts}.parquet"),
            Kind::Portion => format!("{config}-buckets-{part}-of-{parts}.json"),
        }
    }

    /// What a file is by its name, and the number of parts that belong to it.
    fn of(name: &str, config: Config) -> Option<(Kind, u64)> {
        let (before, parts) = name.split_once('.')?.0.rsplit_once("-of-")?;
        let part = before.rsplit_once('-')?.1.parse().ok()?;
        let parts = parts.parse().ok()?;
        let kinds = [Kind::Shard, Kind::Portion].into_iter();
        let mut named = kinds.filter(|kind| kind.file_name(config, Part { part, parts }) == name);
        named.next().map(|kind| (kind, parts))
    }
}

/// Where to write the file of a part. `None` if it is there already; `check` looks at it then.
fn output(
    path: &Path,
    database: &Path,
    watcher: &dyn Watcher,
    check: impl FnOnce() -> Result<()>,
) -> Result<Option<Output>> {
    if !path.exists() {
        return Ok(Some(Output::replacing(
            path,
            database,
            watcher.stop(),
            false,
        )?));
    }
    check()?;
    watcher.say(&format!("{} is there already", path.display()));
    Ok(None)
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
    let path = folder.join(Kind::Shard.file_name(config, part));
    let numbers = || census::part(config, part.part, part.parts);
    let check = || check_shard(&path, config, part, Some(numbers()));
    if let Some(output) = output(&path, database, watcher, check)? {
        write_shard(config, part, block, output, watcher)?;
    }
    Ok(path)
}

/// Writes the shard of a part to stdout.
pub(crate) fn stream_shard(
    config: Config,
    part: Part,
    block: usize,
    watcher: &dyn Watcher,
) -> Result<()> {
    Census::by_molecules(config)?;
    write_shard(config, part, block, Output::stdout(), watcher)
}

fn write_shard(
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
                        true => Err(io::ErrorKind::Interrupted.into()),
                        false => shard.block(rows),
                    }
                })
                .map_err(|error| match stop.asked() {
                    true => Error::stopped(format!(
                        "stopped while exporting {config}; the same command starts again"
                    )),
                    false => error.into(),
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

/// Says what a shard costs, and all of them together: processor time and bytes.
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

/// Fails if there is no such part of the buckets, because there are more parts than buckets.
pub(crate) fn check_buckets(config: Config, Part { part, parts }: Part) -> Result<()> {
    let buckets = Census::of_part(config, part, parts).buckets();
    if parts > buckets as u64 {
        let buckets = counted(buckets as u64, "bucket", "buckets");
        let parts = counted(parts, "part", "parts");
        let what = format!("{config} has {buckets} and cannot be cut into {parts}");
        return Err(kit::Error::Usage(what).into());
    }
    Ok(())
}

/// Writes what a census finds in a part of the buckets into a folder, unless the file is
/// there already. Returns its path.
pub(crate) fn export_portion(
    config: Config,
    part: Part,
    resources: Resources,
    folder: &Path,
    database: &Path,
    watcher: &dyn Watcher,
) -> Result<PathBuf> {
    let path = folder.join(Kind::Portion.file_name(config, part));
    let check = || check_portion(&path, config, part);
    let Some(output) = output(&path, database, watcher, check)? else {
        return Ok(path);
    };
    let mut census = Census::of_part(config, part.part, part.parts);
    let (from, to) = (census.frontier(), census.end());
    let begun = Instant::now();
    let plan = census.plan(resources);
    let name = format!("buckets {} of {} of {config}", part.part, part.parts);
    watcher.begin(&name, 0, census.work());
    let mut work = 0;
    let mut taken = Ok(());
    while taken.is_ok() && !census.is_finished() {
        let stopped = format!(
            "stopped with {} % of these spectra of {config} counted; the same command starts again",
            100 * (census.frontier() - from) / (to - from)
        );
        taken = pass(&mut census, config, &plan, &mut work, watcher, stopped);
    }
    watcher.end();
    taken?;
    let portion = Portion::new(config, from, &census, plan.resources(), begun.elapsed());
    output.write(watcher.stop(), |out| -> Result<()> {
        serde_json::to_writer_pretty(&mut *out, &portion).map_err(io::Error::from)?;
        Ok(writeln!(out)?)
    })?;
    Ok(path)
}

/// One row per part of the census whose files are in a folder: its state, its bytes, and what is
/// wrong. Says how to make those that are missing. [`Error::WrongParts`] if there are no parts, or
/// those of several cuts.
pub(crate) fn status(config: Config, folder: &Path, watcher: &dyn Watcher) -> Result<Answer> {
    let files = inside(folder)?;
    let names = files.iter().filter_map(|file| file.file_name()?.to_str());
    let cuts: BTreeSet<_> = names.filter_map(|name| Kind::of(name, config)).collect();
    let cuts: Vec<_> = cuts.into_iter().collect();
    let [(kind, parts)] = cuts[..] else {
        let what = match cuts.len() {
            0 => format!("{} has none", folder.display()),
            several => format!("{several} ways to cut are in one folder"),
        };
        return Err(Error::WrongParts { config, what });
    };
    let (mut rows, mut to_make) = (Vec::new(), Vec::new());
    for part in 1..=parts {
        if watcher.stop().asked() {
            return Err(Error::stopped("stopped while looking at parts"));
        }
        let part = Part { part, parts };
        let path = folder.join(kind.file_name(config, part));
        // The import checks the rest.
        let checked = path.exists().then(|| match kind {
            Kind::Shard => check_shard(&path, config, part, None),
            Kind::Portion => check_portion(&path, config, part),
        });
        let (state, what) = match checked {
            None => ("missing", String::new()),
            Some(Ok(())) => ("done", String::new()),
            Some(Err(error)) => ("wrong", error.to_string()),
        };
        if state != "done" {
            to_make.push(part.part);
        }
        let bytes = fs::metadata(&path).map_or(0, |file| file.len());
        rows.push(vec![
            Value::Integer(part.part as i64),
            Value::Text(state.to_owned()),
            Value::Integer(bytes as i64),
            Value::Text(what),
        ]);
    }
    let done = parts - to_make.len() as u64;
    let mut said = format!("{} of {} parts are done", thousands(done), thousands(parts));
    if !to_make.is_empty() {
        // As Slurm writes it.
        said += &format!("; to make: {}", to_make.iter().join(","));
    }
    watcher.say(&said);
    let columns = ["part", "state", "bytes", "what"].map(str::to_owned).into();
    Ok(Answer { columns, rows })
}

/// What is in a folder, by name.
pub(crate) fn inside(folder: &Path) -> kit::Result<Vec<PathBuf>> {
    let paths =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = paths.map_err(|source| kit::Error::Unreadable {
        name: folder.display().to_string(),
        source,
    })?;
    paths.sort();
    Ok(paths)
}

/// Is a file the shard of a part, with these numbers if they are known? [`Error::WrongFile`] if not.
fn check_shard(
    path: &Path,
    config: Config,
    Part { part, parts }: Part,
    numbers: Option<Range<u64>>,
) -> Result<()> {
    let facts = ShardFacts::read(path)?;
    let numbers = numbers.unwrap_or(facts.from..facts.to);
    match facts.are_of(config, [part, parts], &numbers) {
        true => Ok(()),
        false => Err(Error::wrong_file(path, "it is a shard of another part")),
    }
}

/// Does a file have what a census finds in a part of the buckets? [`Error::WrongFile`] if not.
fn check_portion(path: &Path, config: Config, Part { part, parts }: Part) -> Result<()> {
    let portion = Portion::read(path)?;
    let census = Census::of_part(config, part, parts);
    let buckets = [census.frontier(), census.end()].map(|bucket| bucket as u64);
    match (&portion.config, portion.hash_version) == (&config.to_string(), SPREAD)
        && [portion.from, portion.to] == buckets
    {
        true => Ok(()),
        false => Err(Error::wrong_file(path, "it belongs to another part")),
    }
}
