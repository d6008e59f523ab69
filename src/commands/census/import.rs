//! `census --import`: puts together a census that was taken elsewhere from its parts. These
//! are portions, or the answers of an engine and the facts about the shards that it read.

use std::cmp::{Ordering, Reverse};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use kit::input::{file, text};
use kit::terminal::printable;
use kit::verify::Outcome as Verdict;
use serde::de::DeserializeOwned;
use view::words::counted;
use watch::{Observed, Watcher};

use crate::census::{
    AmbiguityTable, Census, Findings, GROUPS_KEPT, KEY_VERSION, NotableGroup, SPREAD, Slice,
    SpectrumKey, slices,
};
use crate::commands::census::parts::inside;
use crate::commands::verify::run::{CensusCheck, Recount};
use crate::error::{Error, Result};
use crate::game::{Config, Molecule, Outcome, Position, Spectrum};
use crate::plain::Plain;
use crate::play::board::Board;
use crate::play::puzzle::Puzzle;
use crate::store::{
    LARGEST_PART, Portion, RawCensus, RayFact, ShardFacts, Store, StoredCensus, rehearsed,
};
use crate::work::{ended, stopped};

/// A census that was taken elsewhere, and its portions, if it has any.
pub(crate) struct Imported {
    census: Census,
    portions: Vec<Portion>,
}

/// Reads a census whose parts are these files, or are in these folders. Checks it as `verify`
/// would, and recounts some of its slices. Fails if they are not all the parts of that census, each
/// once, or if a check fails.
pub(crate) fn read(config: Config, paths: &[PathBuf], watcher: &dyn Watcher) -> Result<Imported> {
    let parts = Parts::read(paths)?;
    let of_parts = match (&parts.portions[..], &parts.shards[..], &parts.answers[..]) {
        ([], [], []) => return Err(wrong(config, "there are none")),
        (_, [], []) => parts.of_portions(config)?,
        ([], ..) => parts.of_shards(config, watcher)?,
        _ => return Err(wrong(config, "some are portions, and others are not")),
    };
    let census = Census::finished(config, of_parts);
    let portions: Vec<Portion> = parts.portions.into_iter().map(|(_, one)| one).collect();
    if let Some(raw) = rehearsed(config, &census, &portions)? {
        check(config, &raw, watcher)?;
    }
    Ok(Imported { census, portions })
}

/// Stores it. With `force`, it replaces a stored census.
pub(crate) fn import(
    store: &mut Store,
    config: Config,
    imported: &Imported,
    force: bool,
    watcher: &dyn Watcher,
) -> Result<StoredCensus> {
    (store.import_census(config, &imported.census, &imported.portions, force))
        .map_err(|error| stopped(error, watcher, "storing the census of", config))?;
    (store.census(config)?).ok_or_else(|| Error::census_overtaken(config))
}

/// Does to a census what `verify` would do, and recounts some of its slices.
fn check(config: Config, raw: &RawCensus, watcher: &dyn Watcher) -> Result<()> {
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
        seed: kit::fresh_seed(),
    };
    let found = check.census(raw, None, None)?;
    let recounted = check.recounted(raw, recount)?;
    for found in [&found, &recounted] {
        if found.outcome != Verdict::Passed {
            return Err(wrong(config, &found.words));
        }
    }
    watcher.say(&recounted.words);
    Ok(())
}

fn wrong(config: Config, what: impl Into<String>) -> Error {
    let what = what.into();
    Error::WrongParts { config, what }
}

/// The parts by kind, each with its file.
#[derive(Default)]
struct Parts {
    /// By their first buckets.
    portions: Vec<(PathBuf, Portion)>,
    /// By their first numbers.
    shards: Vec<(PathBuf, ShardFacts)>,
    answers: Vec<PathBuf>,
}

impl Parts {
    fn read(paths: &[PathBuf]) -> Result<Parts> {
        let mut parts = Parts::default();
        for path in paths {
            if path.is_dir() {
                for path in inside(path)? {
                    parts.add(&path)?;
                }
                continue;
            }
            file(path)?;
            if !parts.add(path)? {
                let what = "its name does not end in .parquet, .jsonl, .json or .csv";
                return Err(Error::wrong_file(path, what));
            }
        }
        parts.portions.sort_by_key(|(_, one)| one.from);
        // An empty shard comes before the one that begins there.
        parts.shards.sort_by_key(|(_, one)| (one.from, one.to));
        Ok(parts)
    }

    /// Reads a file, if its name is that of a part of a census.
    fn add(&mut self, path: &Path) -> Result<bool> {
        match path.extension().and_then(OsStr::to_str) {
            Some("parquet") => self.shards.push((path.to_owned(), ShardFacts::read(path)?)),
            Some("json") => self.portions.push((path.to_owned(), Portion::read(path)?)),
            Some("csv") => self.answers.push(path.to_owned()),
            Some("jsonl") => {
                for line in text(path, LARGEST_PART)?.lines() {
                    let what = "a line is not the facts of a shard";
                    let facts = ShardFacts::parse(line);
                    let facts = facts.ok_or_else(|| Error::wrong_file(path, what))?;
                    self.shards.push((path.to_owned(), facts));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What the portions have found together.
    fn of_portions(&self, config: Config) -> Result<Findings> {
        let buckets = Census::new(config).buckets() as u64;
        let mut findings = Findings::default();
        let mut next = 0;
        for (path, portion) in &self.portions {
            let strange = |what| Error::wrong_file(path, what);
            let is_of_this_version = portion.hash_version == SPREAD;
            is_of(path, &portion.config, config, is_of_this_version)?;
            follows(config, "buckets", portion.from, next)?;
            if !(next + 1..=buckets).contains(&portion.to) {
                return Err(strange("there are no such buckets"));
            }
            next = portion.to;
            let sound = portion.seconds.is_finite()
                && portion.seconds >= 0.0
                && (1..=i64::MAX as u64).contains(&portion.memory)
                && (1..=i64::MAX as u64).contains(&portion.threads);
            let found = portion.findings(config).filter(|_| sound);
            findings.merge(&found.ok_or_else(|| strange("its contents make no sense"))?);
        }
        follows(config, "buckets", buckets, next)?;
        Ok(findings)
    }

    /// The answers of an engine, and the facts about the shards.
    fn of_shards(&self, config: Config, watcher: &dyn Watcher) -> Result<Findings> {
        let mut findings = Findings::default();
        let mut next = 1;
        for (path, facts) in &self.shards {
            let strange = |what| Error::wrong_file(path, what);
            let is_of_this_version = facts.key_version == KEY_VERSION;
            is_of(path, &facts.config, config, is_of_this_version)?;
            follows(config, "molecules", facts.from, next)?;
            if !(next..=config.molecules() + 1).contains(&facts.to) {
                return Err(strange("there are no such molecules"));
            }
            next = facts.to;
            let rays = RayFact::extremes(&facts.rays, config);
            let rays = rays.ok_or_else(|| strange("there are no such rays"))?;
            findings.rays.merge(&rays);
            let canonical = findings.canonical.checked_add(facts.canonical);
            findings.canonical =
                canonical.ok_or_else(|| strange("there are not that many molecules"))?;
        }
        follows(config, "molecules", config.molecules() + 1, next)?;
        let (mut sizes, mut largest) = (None, None);
        for path in &self.answers {
            let strange = |what| Error::wrong_file(path, what);
            let text = text(path, LARGEST_PART)?;
            match text.lines().next() {
                Some("slice,nb_mol,orbits,spectrums") if sizes.is_none() => {
                    let of_slices = of_slices(&rows(path, &text)?, config);
                    sizes = Some(of_slices.ok_or_else(|| strange("a row is impossible"))?);
                }
                Some("hi,lo,nb_mol") if largest.is_none() => {
                    largest = Some((path, rows::<GroupRow>(path, &text)?));
                }
                _ => {
                    return Err(strange(
                        "it is not the answer to a query of census.sql or largest.sql, or there are two such answers",
                    ));
                }
            }
        }
        let missing = || wrong(config, "the answer to census.sql is missing");
        (findings.ambiguity, findings.slices) = sizes.ok_or_else(missing)?;
        if let Some((path, rows)) = largest {
            rank(&mut findings, &rows, path, config, watcher)?;
        }
        Ok(findings)
    }
}

/// Is a part of this configuration, and of this version of the program?
fn is_of(path: &Path, named: &str, config: Config, is_of_this_version: bool) -> Result<()> {
    if named != config.to_string() {
        let what = format!("it is of {}", printable(named));
        return Err(Error::wrong_file(path, &what));
    }
    if !is_of_this_version {
        let what = "it was made by another version of this program";
        return Err(Error::wrong_file(path, what));
    }
    Ok(())
}

/// Says what is missing or there twice, if a part does not begin where the one before it
/// ends.
fn follows(config: Config, what: &str, from: u64, next: u64) -> Result<()> {
    let what = match from.cmp(&next) {
        Ordering::Equal => return Ok(()),
        Ordering::Greater => format!("the {what} from {next} to {} are missing", from - 1),
        Ordering::Less => format!("the {what} from {from} on are there twice"),
    };
    Err(wrong(config, what))
}

/// The whole table and the slices of the answer to `census.sql`, if they are possible.
fn of_slices(rows: &[SizeRow], config: Config) -> Option<(AmbiguityTable, Vec<Slice>)> {
    let mut of_slices = vec![Vec::new(); slices(config)];
    for &(slice, size, orbits, spectra) in rows {
        let slice = of_slices.get_mut(slice.checked_sub(1)?)?;
        slice.push([size, orbits, spectra]);
    }
    let mut all = AmbiguityTable::default();
    let slices = of_slices.into_iter().map(|rows| {
        let sizes = AmbiguityTable::possible(rows.into_iter(), config)?;
        all.merge(&sizes);
        Some(Slice {
            sizes: sizes.rows().filter(|(size, _)| *size > 1).collect(),
            checksum: None,
        })
    });
    let slices = slices.collect::<Option<_>>()?;
    Some((all, slices))
}

/// A row of the answer to `census.sql`: `slice`, `nb_mol`, `orbits` and `spectrums`.
type SizeRow = (usize, u64, u64, u64);

/// A row of the answer to `largest.sql`: `hi`, `lo` and `nb_mol`.
type GroupRow = (i64, i64, u64);

/// Finds the molecules of the largest groups, by decoding their spectra.
fn rank(
    findings: &mut Findings,
    rows: &[GroupRow],
    path: &Path,
    config: Config,
    watcher: &dyn Watcher,
) -> Result<()> {
    let strange = |what: &str| Error::wrong_file(path, what);
    let mut rows: Vec<&GroupRow> = rows.iter().filter(|(.., size)| *size > 1).collect();
    rows.sort_by_key(|(.., size)| Reverse(*size));
    let ambiguous = findings.ambiguity.rows().filter(|(size, _)| *size > 1);
    let kept = ambiguous.map(|(_, count)| count.orbits).sum::<u64>();
    let kept = kept.min(GROUPS_KEPT as u64) as usize;
    if rows.len() < kept {
        return Err(strange("it has too few groups"));
    }
    // If several are equal, the ones with the lowest molecules count.
    let least = kept.checked_sub(1).map_or(u64::MAX, |last| rows[last].2);
    for &&(hi, lo, size) in rows.iter().take_while(|(.., size)| *size >= least) {
        let key = SpectrumKey::from_halves([hi, lo]);
        let spectrum = key.and_then(|key| key.spectrum(config));
        let spectrum = spectrum.ok_or_else(|| strange("it has a key that no spectrum has"))?;
        let molecules = molecules_of(&spectrum, size, config, watcher)?;
        let molecules = molecules.ok_or_else(|| {
            let molecules = counted(size, "molecule", "molecules");
            strange(&format!("{spectrum} is not the spectrum of {molecules}"))
        })?;
        (findings.largest).add(NotableGroup::new(size, None, molecules, config));
    }
    let sizes: Vec<u64> = (findings.ambiguity.rows()).map(|(size, _)| size).collect();
    let is_there = |group: &NotableGroup| sizes.contains(&group.size);
    let first = findings.largest.groups().first().map(|group| group.size);
    let largest = sizes.last().copied().filter(|size| *size > 1);
    if first != largest || !findings.largest.groups().iter().all(is_there) {
        return Err(strange("its groups are not those of the table"));
    }
    Ok(())
}

/// The molecules with a spectrum, if there are as many as there should be.
fn molecules_of(
    spectrum: &Spectrum,
    count: u64,
    config: Config,
    watcher: &dyn Watcher,
) -> Result<Option<Vec<Molecule>>> {
    let symbols = spectrum.as_bytes();
    let mut board = Board::new(config.width());
    for (position, &symbol) in symbols.iter().enumerate() {
        let outcome = match symbol {
            b'@' => Outcome::Absorbed,
            b'&' => Outcome::Reflected,
            label => {
                let other = |&exit: &usize| exit != position && symbols[exit] == label;
                // Each letter of a key's spectrum is there twice.
                let exit = (0..symbols.len()).find(other).unwrap_or(position);
                Outcome::Out(Position::new(exit))
            }
        };
        board.shoot(Position::new(position), outcome);
    }
    let atoms = config.atoms() as u64;
    let question =
        Puzzle::new(board, atoms..=atoms).map_err(|error| kit::Error::Usage(error.to_string()))?;
    let observed = Observed {
        done: &AtomicU64::new(0),
        stop: watcher.stop(),
    };
    let found = question.find(count as usize, &observed);
    let stopped =
        format!("stopped while importing the census of {config}; the same command starts again");
    let found = found.map_err(|halt| ended(halt, stopped))?;
    let is_right = found.count() == u128::from(count);
    Ok(is_right.then(|| found.listed().iter().map(|one| one.molecule).collect()))
}

/// The rows of an answer.
fn rows<T: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<T>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Result<Vec<T>, csv::Error> = reader.deserialize().collect();
    rows.map_err(|error| {
        let line = error.position().map_or(0, csv::Position::line);
        Error::wrong_file(path, &format!("line {line} is not the answer of an engine"))
    })
}
