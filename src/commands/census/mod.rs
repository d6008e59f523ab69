//! `blackbox census`.

pub(crate) mod import;
pub(crate) mod parts;
pub mod run;
pub(crate) mod show;
pub(crate) mod unstored;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ::view::words::{parse_bytes, thousands};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use itertools::Itertools;
use kit::database::Access;
use kit::input::beginning;
use kit::output::{make_folder, print};
use kit::terminal::{Console, columns_to_wrap};
use kit::{Rows, Seed, Threads};
use serde::Serialize;
use tables::DatabasePath;

use crate::census::Resources;
use crate::commands::census::parts::Part;
use crate::commands::census::unstored::{census_drawn, census_wide};
use crate::commands::export::tell;
use crate::commands::{Configs, open, open_if_there, part_of, ranges, usage};
use crate::draw;
use crate::error::Result;
use crate::game::{Config, MAX_WIDTH};
use crate::laws::{MOST_ATOMS, MOST_LINES};
use crate::plan::Wish;
use crate::store::StoredCensus;

/// Count how ambiguous configurations are, without storing molecules
#[derive(Args, Debug)]
#[command(after_help = "{} A5_B6\n{} --config A0..4_B5 --format csv\n{} --config A8_B8 --dry-run")]
pub(super) struct Census {
    /// The configurations, as with --config
    #[arg(value_name = "An_Bp")]
    named: Vec<Boxes>,
    /// The configurations, each n atoms in a box of p by p cells, or a range of them such as
    /// A0..6_B8; may be given several times. With 1 to 5 atoms, a box may be up to 32 cells wide;
    /// what is beyond 11 is not stored [default: A4_B8]
    #[arg(long = "config", value_name = "An_Bp")]
    configs: Vec<Boxes>,
    /// How to write the result: a table of one configuration, or a line for each of several
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    #[command(flatten)]
    threads: Threads,
    /// The memory for what is counted, such as 6GiB or 500MB; the program itself takes up to 20
    /// MB more [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    /// Start again, whatever is stored
    #[arg(long)]
    force: bool,
    /// Draw this number of molecules at random, and estimate the ambiguous share: for boxes up to 11
    /// wide with any number of atoms; nothing is stored
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    #[arg(conflicts_with_all = ["force", "memory", "out", "import"])]
    sample: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten, next_help_heading = "A census on several machines")]
    elsewhere: Elsewhere,
    #[command(flatten, next_help_heading = None::<&str>)]
    planned: Wish,
    #[command(flatten)]
    database: DatabasePath,
}

/// What a census takes: boxes of any width. Some that are up to 11 wide may have too many molecules
/// for a census, so that they can only be drawn.
#[derive(Clone, Debug)]
struct Boxes {
    /// The number of atoms, and the width of the box.
    boxes: Vec<(usize, u8)>,
    is_range: bool,
}

impl FromStr for Boxes {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Boxes, String> {
        let is_range = text.contains("..");
        let drawn = || Configs::made(text, Config::of_board);
        let narrow = text.parse().or_else(|error| drawn().map_err(|_| error));
        let wrong = match narrow {
            Ok(Configs(configs)) => {
                let of = |config: &Config| (config.atoms(), config.width() as u8);
                let boxes = configs.iter().map(of).collect();
                return Ok(Boxes { boxes, is_range });
            }
            Err(error) => error,
        };
        let Ok((atoms, widths)) = ranges(text) else {
            return Err(wrong);
        };
        let (most_atoms, most_lines) = (MOST_ATOMS as u64, u64::from(MOST_LINES));
        // Where the box can be stored, the other message says what is wrong.
        if widths.last <= MAX_WIDTH as u64 || widths.first == 0 {
            return Err(wrong);
        }
        if widths.last > most_lines || atoms.first == 0 || atoms.last > most_atoms {
            return Err(format!(
                "a box more than {MAX_WIDTH} cells wide is at most {most_lines} wide, and has 1 to {most_atoms} atoms"
            ));
        }
        let boxes = (widths.first..=widths.last).cartesian_product(atoms.first..=atoms.last);
        // A range may begin with boxes that are too small.
        let boxes = boxes.filter(|(width, atoms)| *atoms <= width * width);
        let boxes = boxes.map(|(width, atoms)| (atoms as usize, width as u8));
        let boxes = boxes.collect();
        Ok(Boxes { boxes, is_range })
    }
}

/// A census on several machines.
#[derive(Args, Clone, Debug)]
struct Elsewhere {
    /// Write a --part or --buckets to a file in this folder, print its path, and store
    /// nothing; an existing file stays; - writes a --part to stdout
    #[arg(long, hide_short_help = true, value_name = "FOLDER")]
    #[arg(requires = "which_part", conflicts_with_all = ["force", "format"])]
    out: Option<PathBuf>,
    /// Write the I-th of N parts of the molecules with the keys of their spectra, as
    /// Parquet, for an engine that groups them. --dry-run says how long it takes, and how many
    /// bytes it writes
    #[arg(long, hide_short_help = true, value_name = "I/N", value_parser = part, group = "which_part")]
    part: Option<Part>,
    /// The number of molecules of a --part that are sorted together
    #[arg(long, hide_short_help = true, value_name = "ROWS", default_value_t = 1 << 21)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 28))]
    #[arg(requires = "part")]
    block: usize,
    /// Write the census of the I-th of N parts of the spectra, which needs no engine
    #[arg(long, hide_short_help = true, value_name = "I/N", value_parser = part, group = "which_part")]
    #[arg(requires = "out", conflicts_with = "dry_run")]
    buckets: Option<Part>,
    /// Store a census that was taken elsewhere: the files of all --buckets, or the answer of
    /// an engine and the files of all --part
    #[arg(long, hide_short_help = true, value_name = "PATH", num_args = 1..)]
    #[arg(conflicts_with_all = ["which_part", "dry_run"])]
    import: Vec<PathBuf>,
    /// Show which parts of a census this folder has, which are missing, and which are wrong
    #[arg(long, hide_short_help = true, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["which_part", "import", "dry_run"])]
    parts_status: Option<PathBuf>,
}

fn part(text: &str) -> std::result::Result<Part, String> {
    /// To cut the numbers into this number of parts takes about a second and 50 MB.
    const MOST: u64 = 100_000;
    match part_of(text) {
        Some((part, parts)) if parts <= MOST => Ok(Part { part, parts }),
        _ => {
            let most = thousands(MOST);
            Err(format!("expected one of up to {most} parts, such as 1/8"))
        }
    }
}

impl Census {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if let Some(molecules) = self.sample {
            return self.sample(molecules, console);
        }
        if self.seed.given().is_some() {
            return Err(usage("--seed chooses the molecules of a --sample"));
        }
        if self.is_wide() {
            return self.wide(console);
        }
        let configs = self.narrow();
        for config in &configs {
            // Those that cannot be numbered can only be drawn from.
            let numbered = Config::new(config.atoms() as u64, config.width() as u64);
            let drawn = |error| usage(format!("{error}, or draw some of them with --sample"));
            numbered.map_err(drawn)?;
        }
        let one = || match (self.is_list(), &configs[..]) {
            (false, &[one]) => Ok(one),
            _ => Err(usage("parts of a census are those of one configuration")),
        };
        let parts = &self.elsewhere;
        if let Some(folder) = &parts.parts_status {
            let rows = parts::status(one()?, folder, console)?;
            return Ok(print(|out| draw::answer::write(out, &rows, self.format))?);
        }
        match (parts.part, &parts.out) {
            (Some(part), _) if self.planned.dry_run => {
                return parts::say_cost(one()?, part, console);
            }
            (Some(_), None) => {
                return Err(usage("--out names a folder for the part, or - for stdout"));
            }
            (_, Some(folder)) => return self.write_part(folder, one()?, console),
            (None, None) => {}
        }
        if !parts.import.is_empty() {
            let config = one()?;
            let imported = import::read(config, &parts.import, console)?;
            let mut store = open(&self.database, Access::Create, console)?;
            let stored = import::import(&mut store, config, &imported, self.force, console)?;
            return self.print(&[(config, stored)]);
        }
        let mut censuses = Vec::new();
        let end = self.take(&configs, &mut censuses, console);
        // People want to see the lines that there are; a program would take them for all.
        let shown = end.is_ok() || self.format == Rows::Text && !censuses.is_empty();
        if shown && !self.planned.dry_run {
            self.print(&censuses)?;
        }
        end
    }

    /// Takes censuses that can be stored, and adds those that are finished to a list.
    fn take(
        &self,
        configs: &[Config],
        finished: &mut Vec<(Config, StoredCensus)>,
        console: &Console,
    ) -> Result<()> {
        // A database that is missing is made when the first census begins.
        let mut store = open_if_there(&self.database, console)?;
        let (resources, wish) = (self.resources(), self.planned);
        if configs.len() > 1 && !wish.dry_run && !wish.insist {
            run::check_all(store.as_ref(), configs, resources)?;
        }
        for &config in configs {
            let stored = match &store {
                Some(store) if !self.force => store.census(config)?,
                _ => None,
            };
            if run::agree(stored.as_ref(), config, resources, wish, console)? {
                let store = match &mut store {
                    Some(store) => store,
                    none => none.insert(open(&self.database, Access::Create, console)?),
                };
                let taken = run::census(store, config, self.force, resources, console)?;
                finished.push((config, taken));
            }
        }
        Ok(())
    }

    /// Those with and without --config.
    fn wanted(&self) -> impl Iterator<Item = &Boxes> {
        self.configs.iter().chain(&self.named)
    }

    fn is_wide(&self) -> bool {
        let mut boxes = self.wanted().flat_map(|some| &some.boxes);
        boxes.any(|&(_, width)| usize::from(width) > MAX_WIDTH)
    }

    /// Takes censuses of which one at least is too wide to be stored, and so stores none.
    fn wide(&self, console: &Console) -> Result<()> {
        let parts = &self.elsewhere;
        if self.force
            || parts.out.is_some()
            || parts.part.is_some()
            || parts.parts_status.is_some()
            || !parts.import.is_empty()
        {
            return Err(usage(format!(
                "a census of a box more than {MAX_WIDTH} cells wide is only printed; leave out --force and everything about parts"
            )));
        }
        let boxes = || self.wanted().flat_map(|some| &some.boxes).copied();
        if let Some((atoms, _)) = boxes().find(|(atoms, _)| !(1..=MOST_ATOMS).contains(atoms)) {
            return Err(usage(format!(
                "a census with {atoms} atoms is stored; take it apart from those of boxes more than {MAX_WIDTH} cells wide"
            )));
        }
        let mut taken = Vec::new();
        for one in boxes() {
            taken.extend(census_wide(one, self.resources(), self.planned, console)?);
        }
        if self.planned.dry_run {
            return Ok(());
        }
        let entries: Vec<show::Entry> = taken.iter().map(Into::into).collect();
        self.print_all(&entries, taken.iter().map(show::wide_document))
    }

    fn sample(&self, molecules: u64, console: &Console) -> Result<()> {
        if self.is_wide() {
            let what = format!("--sample draws from boxes up to {MAX_WIDTH} cells wide");
            return Err(usage(what));
        }
        let seed = self.seed.or_fresh(console);
        let mut estimates = Vec::new();
        let (draws, threads) = ((molecules, seed), self.threads.count());
        let dry_run = self.planned.dry_run;
        for config in self.narrow() {
            estimates.extend(census_drawn(config, draws, threads, dry_run, console)?);
        }
        if dry_run {
            return Ok(());
        }
        let documents = estimates.iter().map(show::drawn_document);
        Ok(print(|out| match self.format {
            Rows::Text => show::write_drawn(out, &estimates, columns_to_wrap()),
            Rows::Json => show::write_json(out, documents, self.is_list()),
            Rows::Csv => show::write_csv_drawn(out, &estimates),
        })?)
    }

    fn print(&self, censuses: &[(Config, StoredCensus)]) -> Result<()> {
        if let (Rows::Text, [census], false) = (self.format, censuses, self.is_list()) {
            let columns = columns_to_wrap();
            return Ok(print(|out| show::write_text(out, census, columns))?);
        }
        let entries: Vec<show::Entry> = censuses.iter().map(Into::into).collect();
        self.print_all(&entries, censuses.iter().map(show::document))
    }

    fn print_all(
        &self,
        entries: &[show::Entry],
        documents: impl Iterator<Item = impl Serialize>,
    ) -> Result<()> {
        Ok(print(|out| match self.format {
            Rows::Text => show::write_growth(out, entries, columns_to_wrap()),
            Rows::Json => show::write_json(out, documents, self.is_list()),
            Rows::Csv => show::write_csv(out, entries),
        })?)
    }

    /// Was a range or several asked for?
    fn is_list(&self) -> bool {
        self.wanted().count() > 1 || self.wanted().any(|some| some.is_range)
    }

    /// Those that are up to 11 wide, each once, in the order in which they were given.
    fn narrow(&self) -> Vec<Config> {
        let boxes = self.wanted().flat_map(|some| &some.boxes);
        let configs =
            boxes.filter_map(|&(atoms, width)| Config::of_board(atoms as u64, width.into()).ok());
        match self.wanted().next() {
            Some(_) => configs.unique().collect(),
            None => vec![Config::STANDARD],
        }
    }

    /// Writes a part into a folder, or to stdout.
    fn write_part(&self, folder: &Path, config: Config, console: &Console) -> Result<()> {
        let (part, buckets) = (self.elsewhere.part, self.elsewhere.buckets);
        let (block, database) = (self.elsewhere.block, self.database.path());
        if let Some(part) = buckets {
            parts::check_buckets(config, part)?;
        }
        if folder.as_os_str() == "-" {
            let Some(part) = part else {
                let what = "--buckets needs a folder; only a --part can go to stdout";
                return Err(usage(what));
            };
            if io::stdout().is_terminal() {
                let what = "a terminal cannot show Parquet; name a folder with --out";
                return Err(usage(what));
            }
            return parts::stream_shard(config, part, block, console);
        }
        make_folder(folder)?;
        let path = match (part, buckets) {
            (Some(part), _) => parts::export_shard(config, part, block, folder, database, console)?,
            (None, Some(part)) => {
                let resources = self.resources();
                parts::export_portion(config, part, resources, folder, database, console)?
            }
            (None, None) => return Ok(()),
        };
        tell([path])
    }

    fn resources(&self) -> Resources {
        let threads = self.threads.count();
        let memory = self.memory.unwrap_or_else(|| free_memory() / 2);
        Resources { memory, threads }
    }
}

/// A size that the database can hold.
pub(super) fn memory(text: &str) -> std::result::Result<u64, &'static str> {
    let size = parse_bytes(text).ok_or("expected a size such as 6GiB or 500MB")?;
    match i64::try_from(size) {
        Ok(_) => Ok(size),
        Err(_) => Err("expected a size below 8 EiB"),
    }
}

/// How many bytes of memory are free, as far as the system tells.
pub(super) fn free_memory() -> u64 {
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
