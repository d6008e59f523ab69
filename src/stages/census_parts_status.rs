//! `census --parts-status`: which parts of a census a folder has, and which are still to be made.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use itertools::Itertools;
use rusqlite::types::Value;
use view::words::thousands;
use watch::Watcher;

use super::census_portion::{check_portion, portion_name};
use super::census_shard::{Part, check_shard, shard_name};
use crate::census::Census;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::{Answer, ShardFacts};

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
    fn file_name(self, config: Config, part: Part) -> String {
        match self {
            Kind::Shard => shard_name(config, part),
            Kind::Portion => portion_name(config, part),
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

/// One row per part of the census whose files are in a folder: its state, its bytes, and what is
/// wrong. Says how to make those that are missing. [`Error::WrongParts`] if there are no parts, or
/// those of several cuts.
pub(crate) fn status(config: Config, folder: &Path, watcher: &dyn Watcher) -> Result<Answer> {
    let wrong = |what: String| Error::from(Error::WrongParts { config, what });
    let files = inside(folder)?;
    let names = files.iter().filter_map(|file| file.file_name()?.to_str());
    let cuts: BTreeSet<_> = names.filter_map(|name| Kind::of(name, config)).collect();
    let cuts: Vec<_> = cuts.into_iter().collect();
    let [(kind, parts)] = cuts[..] else {
        return Err(wrong(match cuts.len() {
            0 => format!("{} has none", folder.display()),
            several => format!("{several} ways to cut are in one folder"),
        }));
    };
    let (mut rows, mut to_make) = (Vec::new(), Vec::new());
    for part in 1..=parts {
        if watcher.stop().asked() {
            return Err(kit::Error::Stopped("stopped while looking at parts".to_owned()).into());
        }
        let part = Part { part, parts };
        let path = folder.join(kind.file_name(config, part));
        let checked = path.exists().then(|| check(kind, &path, config, part));
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
pub(super) fn inside(folder: &Path) -> kit::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| Ok(entry?.path()));
        paths.collect::<io::Result<Vec<PathBuf>>>()
    });
    let mut paths = entries.map_err(|source| kit::Error::Unreadable {
        name: folder.display().to_string(),
        source,
    })?;
    paths.sort();
    Ok(paths)
}

/// Is the file that of the part? The import checks the rest.
fn check(kind: Kind, path: &Path, config: Config, part: Part) -> Result<()> {
    match kind {
        Kind::Shard => {
            let facts = ShardFacts::read(path)?;
            check_shard(path, &facts, config, part, &(facts.from..facts.to))
        }
        Kind::Portion => {
            let census = Census::of_part(config, part.part, part.parts);
            check_portion(path, config, &census)
        }
    }
}
