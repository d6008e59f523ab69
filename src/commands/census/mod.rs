//! `blackbox census`.

pub(crate) mod merge;
pub(crate) mod part;
pub mod run;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod unstored;
mod whole;

use std::str::FromStr;

use app::terminal::Console;
use app::{Numbers, RowFormat, Seed, Threads};
use clap::{Args, Subcommand};
use db::Access;
use itertools::Itertools;
use tables::DatabasePath;

use crate::board::{Config, MAX_WIDTH};
use crate::census::{MAX_WHOLE_WIDTH, Resources};
use crate::commands::census::show::{Censuses, Entry, Estimates, Extent};
use crate::commands::census::unstored::{census_sampled, census_wide};
use crate::commands::census::whole::{Boxes, census_box};
use crate::commands::{Configs, WaitOption, open, open_if_there, ranges, usage};
use crate::error::Result;
use crate::laws::{MOST_ATOMS, MOST_LINES};
use crate::memory::{free_memory, memory};
use crate::output::show::print;
use crate::plan::PlanOptions;

/// Count the ambiguous molecules and spectra of configurations, without storing all molecules
///
/// Several machines can share the census of one configuration: each machine counts a part, and
/// `merge` combines the parts.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "{} A5_B6\n{} --config A0..4_B5 --format csv\n{} --config A8_B8 --dry-run"
)]
pub(super) struct Census {
    #[command(subcommand)]
    command: Option<CensusCommand>,
    #[command(flatten)]
    args: CensusArgs,
}

/// The commands for several machines.
#[derive(Subcommand, Debug)]
enum CensusCommand {
    Part(part::PartOf),
    Status(status::Status),
    Merge(merge::Merge),
}

impl Census {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        match &self.command {
            None => self.args.run(console),
            Some(CensusCommand::Part(part)) => part.run(console),
            Some(CensusCommand::Status(status)) => status.run(console),
            Some(CensusCommand::Merge(merge)) => merge.run(console),
        }
    }
}

#[derive(Args, Debug)]
struct CensusArgs {
    /// The configurations, as with --config
    #[arg(value_name = "An_Bp")]
    named: Vec<CensusArgument>,
    /// A configuration (n atoms in a box of p by p cells) or a range such as A0..6_B8; the option
    /// can be repeated. With 1 to 5 atoms, a box may be up to 32 cells wide, otherwise up to 11. B6
    /// or B4..7 counts whole boxes (with every number of atoms), up to 8 cells wide, and cannot be
    /// combined with other configurations. Results of whole boxes, and of boxes more than 11 cells
    /// wide, are printed but not stored [default: A4_B8]
    #[arg(long = "config", short, value_name = "An_Bp")]
    configs: Vec<CensusArgument>,
    /// How to write the result. As text, one configuration gives a table; several configurations, or
    /// a box more than 11 cells wide, give one row each. As JSON, several configurations give a
    /// single document, which is an array
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    /// Print one row for each configuration: how many of its molecules and spectra are
    /// ambiguous
    #[arg(long)]
    summary: bool,
    /// As text, show all group sizes and all stored groups, not only the first ones
    #[arg(long, conflicts_with = "summary")]
    all: bool,
    #[command(flatten)]
    threads: Threads,
    /// The memory for counting spectra, such as 6GiB or 500MB; the program itself needs up to 20 MB
    /// more [default: half of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    /// Count again, even if a census is stored
    #[arg(long)]
    force: bool,
    /// Estimate the share of ambiguous molecules from N molecules (at most 1,000,000,000) chosen at
    /// random, without storing anything; the box may be up to 11 cells wide, with any number of atoms
    #[arg(long, value_name = "N", value_parser = app::whole::<u64>(1..=1_000_000_000))]
    #[arg(conflicts_with_all = ["force", "memory"])]
    draws: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    others: WaitOption,
    #[command(flatten)]
    planned: PlanOptions,
    #[command(flatten)]
    database: DatabasePath,
}

/// The argument of `census`: boxes of any width. Boxes up to 11 wide may have too many molecules for a census.
/// These can only be sampled.
#[derive(Clone, Debug)]
struct CensusArgument {
    /// The number of atoms and the width of each box.
    boxes: Vec<(usize, u8)>,
    /// The widths of boxes with any number of atoms.
    whole_boxes: Vec<usize>,
    is_range: bool,
}

impl FromStr for CensusArgument {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<CensusArgument, String> {
        let is_range = text.contains("..");
        let of_boxes = |boxes: Vec<(usize, u8)>| CensusArgument {
            boxes,
            whole_boxes: Vec::new(),
            is_range,
        };
        if let Some(widths) = text.strip_prefix(['B', 'b']) {
            let widths: Numbers = widths.parse()?;
            if widths.first == 0 || widths.last > MAX_WHOLE_WIDTH as u64 {
                return Err(format!(
                    "without a number of atoms, a box must be 1 to {MAX_WHOLE_WIDTH} cells wide"
                ));
            }
            return Ok(CensusArgument {
                boxes: Vec::new(),
                whole_boxes: (widths.first as usize..=widths.last as usize).collect(),
                is_range,
            });
        }
        let unnumbered = || Configs::made(text, Config::of_board);
        let narrow = text
            .parse()
            .or_else(|error| unnumbered().map_err(|_| error));
        let wrong = match narrow {
            Ok(Configs(configs)) => {
                let of = |config: &Config| (config.atoms(), config.width() as u8);
                return Ok(of_boxes(configs.iter().map(of).collect()));
            }
            Err(error) => error,
        };
        let Ok((atoms, widths)) = ranges(text) else {
            return Err(wrong);
        };
        let (most_atoms, most_lines) = (MOST_ATOMS as u64, u64::from(MOST_LINES));
        // For widths that can be stored, the error of the configuration is more precise.
        if widths.last <= MAX_WIDTH as u64 || widths.first == 0 {
            return Err(wrong);
        }
        if widths.last > most_lines || atoms.first == 0 || atoms.last > most_atoms {
            return Err(format!(
                "boxes {} to {most_lines} cells wide are counted only with 1 to {most_atoms} atoms, and wider boxes not at all",
                MAX_WIDTH + 1
            ));
        }
        let boxes = (widths.first..=widths.last).cartesian_product(atoms.first..=atoms.last);
        // A range may begin with boxes that are too small for its atoms.
        let boxes = boxes.filter(|(width, atoms)| *atoms <= width * width);
        let boxes = boxes.map(|(width, atoms)| (atoms as usize, width as u8));
        Ok(of_boxes(boxes.collect()))
    }
}

impl CensusArgs {
    fn run(&self, console: &Console) -> Result<()> {
        if let Some(molecules) = self.draws {
            return self.sample(molecules, console);
        }
        if self.seed.given().is_some() {
            return Err(usage("--seed has no effect without --draws"));
        }
        if self.wanted().any(|some| !some.whole_boxes.is_empty()) {
            return self.whole_boxes(console);
        }
        if self.is_wide() {
            return self.wide(console);
        }
        let configs = self.narrow();
        for config in &configs {
            // Configurations whose molecules have no numbers can only be sampled.
            let numbered = Config::new(config.atoms() as u64, config.width() as u64);
            let too_large = |error| {
                usage(format!(
                    "{error}, or estimate the ambiguous share with --draws"
                ))
            };
            numbered.map_err(too_large)?;
        }
        let mut entries = Vec::new();
        let end = self.take(&configs, &mut entries, console);
        // After an error, finished rows are shown as text, but not in other formats: a program would take them for
        // the whole result.
        let shown = end.is_ok() || self.format == RowFormat::Text && !entries.is_empty();
        if shown {
            self.print(entries)?;
        }
        end
    }

    /// Takes censuses that can be stored, and adds each to `finished` when it is complete.
    fn take(&self, configs: &[Config], finished: &mut Vec<Entry>, console: &Console) -> Result<()> {
        // A missing database is created when the first census begins.
        let mut store = open_if_there(&self.database, console)?;
        let (resources, options) = (self.resources(), self.planned);
        let wait = self.others.wait();
        if configs.len() > 1 && !options.dry_run && !options.ignore_limits {
            run::check_all(store.as_ref(), configs, resources)?;
        }
        for &config in configs {
            let stored = match &store {
                Some(store) if !self.force => store.census(config)?,
                _ => None,
            };
            if run::announce(stored.as_ref(), config, resources, options, console)? {
                let store = match &mut store {
                    Some(store) => store,
                    none => none.insert(open(&self.database, Access::Create, console)?),
                };
                let taken = run::census(store, config, self.force, resources, wait, console)?;
                finished.push((config, taken).into());
            }
        }
        Ok(())
    }

    /// All configurations, those with --config first.
    fn wanted(&self) -> impl Iterator<Item = &CensusArgument> {
        self.configs.iter().chain(&self.named)
    }

    fn is_wide(&self) -> bool {
        let mut boxes = self.wanted().flat_map(|some| &some.boxes);
        boxes.any(|&(_, width)| usize::from(width) > MAX_WIDTH)
    }

    /// Takes censuses of which at least one is too wide to be stored. None of them is stored.
    fn wide(&self, console: &Console) -> Result<()> {
        if self.force {
            return Err(usage(format!(
                "--force has no effect on boxes more than {MAX_WIDTH} cells wide, because their results are not stored"
            )));
        }
        let boxes = || self.wanted().flat_map(|some| &some.boxes).copied();
        if boxes().any(|(atoms, _)| !(1..=MOST_ATOMS).contains(&atoms)) {
            return Err(usage(format!(
                "count boxes more than {MAX_WIDTH} cells wide in a separate command, because their results are not stored"
            )));
        }
        let mut entries: Vec<Entry> = Vec::new();
        for one in boxes() {
            entries.extend(census_wide(one, self.resources(), self.planned, console)?);
        }
        self.print(entries)
    }

    /// Prints censuses, unless this is a dry run.
    fn print(&self, entries: Vec<Entry>) -> Result<()> {
        if self.planned.dry_run {
            return Ok(());
        }
        let extent = Extent {
            is_list: self.is_list(),
            summary: self.summary,
            all: self.all,
        };
        print(&Censuses { entries, extent }, self.format)
    }

    /// Counts whole boxes, whose censuses are not stored.
    fn whole_boxes(&self, console: &Console) -> Result<()> {
        if self.force {
            let what = "--force has no effect on whole boxes, because their results are not stored";
            return Err(usage(what));
        }
        if self.wanted().any(|some| !some.boxes.is_empty()) {
            return Err(usage("count whole boxes in a separate command"));
        }
        let widths: Vec<usize> = self
            .wanted()
            .flat_map(|some| &some.whole_boxes)
            .copied()
            .unique()
            .collect();
        let mut boxes = Vec::new();
        for width in widths {
            boxes.extend(census_box(width, self.resources(), self.planned, console)?);
        }
        let is_list = self.is_list();
        match self.planned.dry_run {
            true => Ok(()),
            false => print(&Boxes { boxes, is_list }, self.format),
        }
    }

    fn sample(&self, molecules: u64, console: &Console) -> Result<()> {
        if self.wanted().any(|some| !some.whole_boxes.is_empty()) {
            return Err(usage(
                "--draws needs configurations with a number of atoms, such as A4_B8",
            ));
        }
        if self.is_wide() {
            let what = format!("--draws accepts boxes up to {MAX_WIDTH} cells wide");
            return Err(usage(what));
        }
        let seed = self.seed.or_fresh(console);
        let mut estimates = Vec::new();
        let (draws, threads) = ((molecules, seed), self.threads.count());
        let dry_run = self.planned.dry_run;
        for config in self.narrow() {
            estimates.extend(census_sampled(config, draws, threads, dry_run, console)?);
        }
        if dry_run {
            return Ok(());
        }
        let is_list = self.is_list();
        print(&Estimates { estimates, is_list }, self.format)
    }

    /// Whether to print a list: for a range, or for several configurations.
    fn is_list(&self) -> bool {
        self.wanted().count() > 1 || self.wanted().any(|some| some.is_range)
    }

    /// The configurations up to 11 wide, without duplicates, in the given order.
    fn narrow(&self) -> Vec<Config> {
        let boxes = self.wanted().flat_map(|some| &some.boxes);
        let configs =
            boxes.filter_map(|&(atoms, width)| Config::of_board(atoms as u64, width.into()).ok());
        match self.wanted().next() {
            Some(_) => configs.unique().collect(),
            None => vec![Config::STANDARD],
        }
    }

    fn resources(&self) -> Resources {
        let threads = self.threads.count();
        let memory = self.memory.unwrap_or_else(|| free_memory() / 2);
        Resources { memory, threads }
    }
}
