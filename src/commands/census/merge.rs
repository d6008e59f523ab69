//! `census merge`: combines the files of all parts into a census.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use crate::store::checks::{Check, Faults, Verdict};
use app::RowFormat;
use app::input::in_folder;
use app::terminal::Console;
use clap::Args;
use db::Access;
use draw::words::{counted, thousands};
use tables::DatabasePath;
use watch::{Task, Watcher};

use crate::board::Config;
use crate::census::{BoxFindings, Census, Findings, MAX_WHOLE_WIDTH, Resources};
use crate::commands::census::part::parts_in_words;
use crate::commands::census::show::{Censuses, Extent};
use crate::commands::census::whole::{Boxes, CountedBox};
use crate::commands::open;
use crate::commands::verify::recount;
use crate::commands::verify::run::{
    CensusCheck, Recount, SliceChoice, check_slice, recounted, recounted_box,
};
use crate::error::{Error, Result};
use crate::oracle::Plain;
use crate::output::show::print;
use crate::store::{Boards, CensusCost, LongWork, PartCensus, PartFile};
use crate::work::stopped;

/// Merge the files of all parts of a census, check the result, and store it
///
/// The result is the same table that a census on one machine gives. Before storing the table, the
/// command checks that all parts are there and complete, that they divide the same configuration in
/// the same way, and that the sums are right. With the plain rules (a second, slow implementation of
/// the game), it also checks the largest groups and the longest rays, and recounts some slices (sets
/// of spectra). The census of a whole box is printed, not stored.
#[derive(Args, Debug)]
#[command(after_help = "{} parts\n{} parts A5_B6 --db a5_b6.db\n{} parts --recount 2 --force")]
pub(super) struct Merge {
    /// The folder with the files of the parts
    folder: PathBuf,
    /// The configuration or the whole box to merge [default: taken from the parts]
    #[arg(value_name = "An_Bp")]
    named: Option<Boards>,
    /// Same as the argument An_Bp
    #[arg(long, short, value_name = "An_Bp", conflicts_with = "named")]
    config: Option<Boards>,
    /// The slices to recount by the plain rules: a number of random slices, such as 2; one slice,
    /// such as 3/1000; or all [default: 5, or 1 if a slice takes minutes]
    #[arg(long, value_name = "NUMBER|I/N|all", value_parser = recount)]
    recount: Option<Recount>,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    /// Replace a stored census
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    database: DatabasePath,
}

impl Merge {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let merged = Merged::read(&self.folder, self.named.or(self.config), console)?;
        let (findings, cost) = merged.whole(&self.folder)?;
        let (config, findings) = match findings {
            MergedFindings::Config(config, findings) => (config, findings),
            MergedFindings::Box(width, findings) => {
                let counted = CountedBox {
                    width,
                    findings: *findings,
                    time: cost.time,
                };
                return self.print_box(counted, console);
            }
        };
        let census = Census::finished(config, *findings);
        census.check()?;
        let recount = self.recount(config.molecules() > MOLECULES);
        let found = check(config, census.findings(), recount, console)?;
        if found.verdict != Verdict::Passed {
            return Err(not_one(&self.folder, found.words));
        }
        console.say(&found.words);
        let mut store = open(&self.database, Access::Create, console)?;
        (store.store_census(config, &census, cost, self.force))
            .map_err(|error| stopped(error, console, "storing the census of", config))?;
        let stored = store.census(config)?;
        let stored = stored.ok_or_else(|| Error::overtaken(config, LongWork::Census, None))?;
        let (entries, extent) = (vec![(config, stored).into()], Extent::default());
        print(&Censuses { entries, extent }, self.format)
    }

    /// The slices to recount. By default, there are fewer in a census of many boards.
    fn recount(&self, many: bool) -> SliceChoice {
        let number = if many { 1 } else { SLICES };
        let recount = self.recount.unwrap_or(Recount::Random { number });
        let seed = app::fresh_seed();
        SliceChoice { recount, seed }
    }

    /// Checks a census of a box, and prints it.
    fn print_box(&self, counted: CountedBox, console: &Console) -> Result<()> {
        let CountedBox {
            width, findings, ..
        } = &counted;
        let wrong = |what| not_one(&self.folder, what);
        counted.check().map_err(wrong)?;
        let recount = self.recount(*width == MAX_WHOLE_WIDTH);
        let found = recounted_box(*width, &findings.slices, recount, console)?;
        if found.verdict != Verdict::Passed {
            return Err(wrong(found.words));
        }
        console.say(&found.words);
        let (boxes, is_list) = (vec![counted], false);
        print(&Boxes { boxes, is_list }, self.format)
    }
}

/// The default number of slices to recount. If the configuration has more molecules than `MOLECULES`, a slice takes
/// minutes, and only one is recounted.
const SLICES: u64 = 5;
const MOLECULES: u64 = 1 << 37;

/// The combined findings of the parts.
enum MergedFindings {
    Config(Config, Box<Findings>),
    Box(usize, Box<BoxFindings>),
}

/// The parts that were read, all of the same census.
struct Merged {
    /// The boards and the number of parts, taken from the first file.
    split: Option<(Boards, u64)>,
    /// The files of the parts by their numbers.
    files: BTreeMap<u64, Rc<Path>>,
    findings: Option<MergedFindings>,
    /// The greatest memory and number of threads that a part was allowed, and the total time.
    cost: CensusCost,
}

impl Merged {
    /// Reads the parts in a folder. Fails if a file is not a part, if the parts are of different censuses, or if a
    /// part occurs twice.
    fn read(folder: &Path, wanted: Option<Boards>, watcher: &dyn Watcher) -> Result<Merged> {
        let (memory, threads, time) = (1, 1, Duration::ZERO);
        let allowed = Resources { memory, threads };
        let mut merged = Merged {
            split: None,
            files: BTreeMap::new(),
            findings: None,
            cost: CensusCost { allowed, time },
        };
        let files = in_folder(folder)?;
        let is_part = |file: &PathBuf| file.extension().is_some_and(|end| end == "json");
        let files: Vec<PathBuf> = files.into_iter().filter(is_part).collect();
        let name = "reading parts".to_owned();
        let mut task = Task::begun(watcher, name, 0, files.len() as u64);
        for (file, done) in files.into_iter().zip(0..) {
            task.advance(done);
            if watcher.stop().is_requested() {
                let what = "stopped while reading parts; nothing was stored";
                return Err(Error::stopped(what));
            }
            merged.add(file, wanted)?;
        }
        Ok(merged)
    }

    fn add(&mut self, file: PathBuf, wanted: Option<Boards>) -> Result<()> {
        let wrong = |what: &str| Err(Error::wrong_file(&file, what));
        let found = PartFile::read(&file)?;
        let Some((boards, part)) = found.boards_and_part() else {
            return wrong("no census has such a part");
        };
        let expected = wanted
            .or(self.split.map(|(boards, _)| boards))
            .unwrap_or(boards);
        let &mut (_, parts) = self.split.get_or_insert((expected, part.total()));
        if (boards, part.total()) != (expected, parts) {
            return wrong(&format!(
                "it is part {part} of {boards}, not one of the {parts} parts of {expected}"
            ));
        }
        let Some((census, cost)) = found.census() else {
            return wrong("its contents are inconsistent");
        };
        if !census.is_finished() {
            return wrong("the part is not finished");
        }
        let path: Rc<Path> = file.as_path().into();
        for number in part.numbers() {
            if let Some(other) = self.files.insert(number, path.clone()) {
                let other = other.display();
                return wrong(&format!(
                    "it contains part {number}/{parts}, and so does {other}"
                ));
            }
        }
        let most = &mut self.cost.allowed;
        most.memory = most.memory.max(cost.allowed.memory);
        most.threads = most.threads.max(cost.allowed.threads);
        self.cost.time += cost.time;
        match (&mut self.findings, boards, census) {
            (Some(MergedFindings::Config(_, all)), _, PartCensus::Config(census)) => {
                all.merge(census.findings());
            }
            (Some(MergedFindings::Box(_, all)), _, PartCensus::Box(census)) => {
                all.merge(census.findings());
            }
            (all, Boards::Config(config), PartCensus::Config(census)) => {
                let findings = Box::new(census.findings().clone());
                *all = Some(MergedFindings::Config(config, findings));
            }
            (all, Boards::Box(width), PartCensus::Box(census)) => {
                let findings = Box::new(census.findings().clone());
                *all = Some(MergedFindings::Box(width, findings));
            }
            _ => return wrong("its contents are inconsistent"),
        }
        Ok(())
    }

    /// The findings. Fails if a part is missing.
    fn whole(self, folder: &Path) -> Result<(MergedFindings, CensusCost)> {
        let none = || not_one(folder, "it has no files of parts".to_owned());
        let ((boards, parts), findings) = self.split.zip(self.findings).ok_or_else(none)?;
        let is_missing = |number: &u64| !self.files.contains_key(number);
        let Some(missing) = parts_in_words((1..=parts).filter(is_missing)) else {
            return Ok((findings, self.cost));
        };
        let there = self.files.len() as u64;
        let what = format!(
            "{} of {} of {boards} found ({:.1} %); missing: {missing}",
            thousands(there),
            counted(parts, "part", "parts"),
            100.0 * there as f64 / parts as f64,
        );
        Err(not_one(folder, what))
    }
}

/// The error for a folder without the parts of exactly one census.
fn not_one(folder: &Path, what: String) -> Error {
    let folder = folder.to_owned();
    Error::WrongParts { folder, what }
}

/// Checks the findings of a census as `verify` does, and recounts some slices.
fn check(
    config: Config,
    findings: &Findings,
    chosen: SliceChoice,
    watcher: &dyn Watcher,
) -> Result<Check> {
    check_slice(config, chosen.recount)?;
    let plain = Plain::new(config.atoms(), config.width());
    let check = CensusCheck {
        config,
        plain: &plain,
        watcher,
    };
    let mut faults = Faults::default();
    check.findings(findings, &mut faults);
    match faults.count() {
        0 => recounted(&check, findings, chosen),
        _ => Ok(faults.result(|| Check::passed(""))),
    }
}
