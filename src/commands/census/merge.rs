//! `census merge`: puts a census together from the files of its parts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::store::found::Outcome as Verdict;
use ::draw::words::counted;
use app::Rows;
use app::input::in_folder;
use app::terminal::Console;
use clap::Args;
use db::Access;
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::census::{Census, Findings, Part, Resources};
use crate::commands::census::show::{Extent, print_censuses};
use crate::commands::open;
use crate::commands::verify::run::{CensusCheck, Recount};
use crate::error::{Error, Result};
use crate::oracle::Plain;
use crate::store::{LongWork, PartFile, RawCensus, rehearsed};
use crate::work::stopped;

/// Merge the files of all parts of a census, check the result, and store it
///
/// The result is the table that a single machine would have counted. It is stored only if every
/// file is complete, of the same configuration and of this version of the program, if the sums are
/// right, if the largest groups and longest rays are the same when they are traced again, and if
/// some slices are the same when they are recounted by the plain rules.
#[derive(Args, Debug)]
#[command(after_help = "{} parts\n{} parts A5_B6 --db a5_b6.db")]
pub(super) struct Merge {
    /// The folder with the files of the parts
    folder: PathBuf,
    /// The configuration that the parts must have [default: that of the first one]
    #[arg(value_name = "An_Bp")]
    named: Option<Config>,
    /// The same, as an option
    #[arg(long, short, value_name = "An_Bp", conflicts_with = "named")]
    config: Option<Config>,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    /// Replace a stored census
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    database: DatabasePath,
}

impl Merge {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let merged = Merged::read(&self.folder, self.named.or(self.config), console)?;
        let (config, census, cost) = merged.whole(&self.folder)?;
        if let Some(raw) = rehearsed(config, &census, cost)? {
            let checked = check(config, &raw, console)?;
            checked.map_err(|what| not_one(&self.folder, what))?;
        }
        let mut store = open(&self.database, Access::Create, console)?;
        (store.store_census(config, &census, cost, self.force))
            .map_err(|error| stopped(error, console, "storing the census of", config))?;
        let stored = store.census(config)?;
        let stored = stored.ok_or_else(|| Error::overtaken(config, LongWork::Census, None))?;
        print_censuses(&[(config, stored)], Extent::default(), self.format)
    }
}

/// The parts that were read, all of one census.
struct Merged {
    /// The configuration and the number of its parts, once there is a part.
    split: Option<(Config, u64)>,
    /// The files of the parts by their numbers.
    files: BTreeMap<u64, PathBuf>,
    findings: Findings,
    /// The most memory and threads that a part was allowed to use, and the time of all parts.
    cost: (Resources, Duration),
}

impl Merged {
    /// Reads the parts in a folder. Fails if a file is none, if they are not of one census, or if a
    /// part is there twice.
    fn read(folder: &Path, wanted: Option<Config>, watcher: &dyn Watcher) -> Result<Merged> {
        let mut merged = Merged {
            split: None,
            files: BTreeMap::new(),
            findings: Findings::default(),
            cost: (
                Resources {
                    memory: 1,
                    threads: 1,
                },
                Duration::ZERO,
            ),
        };
        let files = in_folder(folder)?;
        let is_part = |file: &PathBuf| file.extension().is_some_and(|end| end == "json");
        let files: Vec<PathBuf> = files.into_iter().filter(is_part).collect();
        watcher.begin("reading parts", 0, files.len() as u64);
        let read = files.into_iter().zip(0..).try_for_each(|(file, done)| {
            watcher.advance(done);
            if watcher.stop().asked() {
                return Err(Error::stopped(
                    "stopped while reading parts; nothing is stored",
                ));
            }
            merged.add(file, wanted)
        });
        watcher.end();
        read.map(|()| merged)
    }

    fn add(&mut self, file: PathBuf, wanted: Option<Config>) -> Result<()> {
        let wrong = |what: &str| Err(Error::wrong_file(&file, what));
        let found = PartFile::read(&file)?;
        let Some((config, part)) = found.is_of() else {
            return wrong("it is a part that does not exist");
        };
        let expected = wanted
            .or(self.split.map(|(config, _)| config))
            .unwrap_or(config);
        let &mut (_, parts) = self.split.get_or_insert((expected, part.of()));
        if (config, part.of()) != (expected, parts) {
            return wrong(&format!(
                "it is part {part} of {config}, not one of {parts} of {expected}"
            ));
        }
        let Some((census, means, time)) = found.census() else {
            return wrong("its contents are inconsistent");
        };
        if !census.is_finished() {
            return wrong("it is a part that is not finished");
        }
        self.findings.merge(census.findings());
        let (most, all) = &mut self.cost;
        most.memory = most.memory.max(means.memory);
        most.threads = most.threads.max(means.threads);
        *all += time;
        match self.files.insert(part.number(), file) {
            None => Ok(()),
            Some(other) => {
                let what = format!("it is part {part}, as {} is", other.display());
                Err(Error::wrong_file(&self.files[&part.number()], &what))
            }
        }
    }

    /// The census, if no part is missing.
    fn whole(self, folder: &Path) -> Result<(Config, Census, (Resources, Duration))> {
        let none = || not_one(folder, "there are none".to_owned());
        let (config, parts) = self.split.ok_or_else(none)?;
        let mut missing = (1..=parts).filter(|number| !self.files.contains_key(number));
        if let Some(first) = missing.next() {
            let part = Part::new(first, parts).map_or(String::new(), |part| part.to_string());
            let more = match missing.count() {
                0 => "is missing".to_owned(),
                more => format!(
                    "and {} are missing",
                    counted(more as u64, "other", "others")
                ),
            };
            return Err(not_one(folder, format!("part {part} {more}")));
        }
        Ok((config, Census::finished(config, self.findings), self.cost))
    }
}

/// The error if the parts in a folder are not those of one census.
pub(super) fn not_one(folder: &Path, what: String) -> Error {
    let folder = folder.to_owned();
    Error::WrongParts { folder, what }
}

/// Does to a census what `verify` would do, and recounts some of its slices. What is wrong, if anything
/// is.
fn check(
    config: Config,
    raw: &RawCensus,
    watcher: &dyn Watcher,
) -> Result<std::result::Result<(), String>> {
    /// The number of slices to count again. In a configuration with more molecules than
    /// these, a slice takes minutes.
    const SLICES: u64 = 5;
    const MOLECULES: u64 = 1 << 37;
    let plain = Plain::new(config.atoms(), config.width());
    let check = CensusCheck {
        config,
        plain: &plain,
        watcher,
    };
    let many = config.molecules() <= MOLECULES;
    let recount = Recount::Random {
        number: if many { SLICES } else { 1 },
        seed: app::fresh_seed(),
    };
    let found = check.census(raw, None, None)?;
    let recounted = check.recounted(raw, recount)?;
    for found in [&found, &recounted] {
        if found.outcome != Verdict::Passed {
            return Ok(Err(found.words.clone()));
        }
    }
    watcher.say(&recounted.words);
    Ok(Ok(()))
}
