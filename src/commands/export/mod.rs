//! `blackbox export`.

pub mod run;
pub(crate) mod show;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use itertools::Itertools;
use kit::database::Access;
use kit::output::{Output, format_by_name, make_folder, print};
use kit::terminal::{Console, printable};
use tables::DatabasePath;
use watch::Watcher;

use crate::commands::export::run::{Cost, Selected, copy, export, of_one_moment, select};
use crate::commands::export::show::{Checksum, Form, Rows, datasette, origin};
use crate::commands::{Configs, open, usage};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::plan::Wish;
use crate::store::{Exported, Store, original};

/// Write whole tables for other programs: Parquet, CSV, JSON lines or a database
///
/// One TABLE goes to the file that --out names, or to stdout. Without a TABLE, all tables go
/// to the folder that --out names, one file each. The formats sqlite and original write one
/// file, a database of only these configurations. The command prints the paths of its files.
/// A file is there whole, or not at all.
#[derive(Args, Debug)]
#[command(
    after_help = "{} molecules --config A4_B6 --out molecules.csv\n{} --config A4_B6 --format sqlite --out A4_B6.db"
)]
pub(super) struct Export {
    /// The table
    #[arg(value_enum)]
    table: Option<Exported>,
    /// The configurations, each n atoms in a box of p by p cells, or a range of them such as
    /// A0..6_B8; may be given several times [default: A4_B8]
    #[arg(long = "config", value_name = "An_Bp")]
    configs: Vec<Configs>,
    /// How to write it [default: as the name after --out ends]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The file or folder to write to [default: stdout]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    planned: Wish,
    #[command(flatten)]
    database: DatabasePath,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Apache Parquet with types, for pandas, polars, DuckDB, R, Spark
    Parquet,
    /// Comma-separated values with a header; no cell is changed
    Csv,
    /// One JSON document per line, for mongoimport
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
    /// A database of only these configurations, with their censuses
    #[value(alias = "db")]
    Sqlite,
    /// A database that the original's programs, in Raku, can continue
    Original,
}

impl Format {
    /// A table's form and how the names of such files end, if each table is one file.
    fn of_tables(self) -> Option<(Form, &'static str)> {
        match self {
            Format::Parquet => Some((Form::Parquet, "parquet")),
            Format::Csv => Some((Form::Csv, "csv")),
            Format::Jsonl => Some((Form::JsonLines, "jsonl")),
            Format::Sqlite | Format::Original => None,
        }
    }
}

impl Export {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let format = self.format()?;
        let store = open(&self.database, Access::Read, console)?;
        of_one_moment(&store, console, |store| {
            let Some((form, ending)) = format.of_tables() else {
                let no_file = || usage("a database is a file; --out names it");
                let path = self.out.as_ref().ok_or_else(no_file)?;
                return self.make_database(store, format, path, console);
            };
            let selected = select(store, self.table, &self.configs())?;
            let cost = Cost::new(&selected, self.out.as_deref(), |columns, config| {
                form.bytes_a_row(columns, config)
            });
            match cost.agree(self.planned, console)? {
                true => self.write(store, form, ending, &selected, console),
                false => Ok(()),
            }
        })
    }

    /// Each configuration once, in the order in which they were given.
    fn configs(&self) -> Vec<Config> {
        let configs = self.configs.iter().flat_map(|some| &some.0);
        match &self.configs[..] {
            [] => vec![Config::STANDARD],
            _ => configs.copied().unique().collect(),
        }
    }

    /// How it is to be written, if that fits the rest of what was asked for.
    fn format(&self) -> Result<Format> {
        let by_name = match (&self.out, self.format, self.table) {
            (Some(out), None, table) if table.is_some() || out.extension().is_some() => {
                format_by_name(out)?
            }
            _ => None,
        };
        let Some(format) = self.format.or(by_name) else {
            return Err(usage(
                "--format says how to write it, or the end of --out: parquet, csv, jsonl, sqlite or original",
            ));
        };
        let whole = format.of_tables().is_none();
        let (really, named) = (!self.planned.dry_run, self.format.is_some());
        let wrong = match (&self.out, self.table) {
            (_, Some(_)) if whole => "a database has all tables; leave the name of the table out",
            (None, None) if really && !whole => {
                "all tables make several files; --out names a folder for them, or name one table"
            }
            (Some(_), None) if !whole && !named => {
                "all tables make several files; name one table, or say --format and a folder"
            }
            (None, Some(_))
                if really && format == Format::Parquet && io::stdout().is_terminal() =>
            {
                "a terminal cannot show Parquet; --out names a file"
            }
            _ => return Ok(format),
        };
        Err(usage(wrong))
    }

    fn write(
        &self,
        store: &Store,
        form: Form,
        ending: &str,
        selected: &[Selected],
        console: &Console,
    ) -> Result<()> {
        let folder = self.out.as_ref().filter(|_| self.table.is_none());
        let _new = folder.map(|folder| make_folder(folder)).transpose()?;
        let mut outputs = Vec::new();
        for table in selected {
            let name = format!("{}.{ending}", table.table.name());
            let path = folder.map(|folder| folder.join(name));
            let path = path.or_else(|| self.out.clone());
            let output = match &path {
                Some(path) => self.output(path, console)?,
                None => Output::stdout(),
            };
            let told = path.filter(|_| folder.is_some() || output.is_file());
            outputs.push((told, output));
        }
        for (table, (_, output)) in selected.iter().zip(&outputs) {
            output.prepare(console.stop(), |out| -> Result<()> {
                let mut rows = Rows::new(form, table, out)?;
                export(store, table, console, |cells| Ok(rows.row(cells)?))?;
                Ok(rows.end()?)
            })?;
        }
        let mut paths = Vec::new();
        for (path, output) in outputs {
            output.put()?;
            paths.extend(path);
        }
        tell(paths)
    }

    fn make_database(
        &self,
        store: &Store,
        format: Format,
        path: &Path,
        console: &Console,
    ) -> Result<()> {
        let configs = self.configs();
        if format == Format::Original {
            configs.iter().copied().try_for_each(original::fits)?;
        }
        let cost = Cost::of_database(store, &configs, path)?;
        if !cost.agree(self.planned, console)? {
            return Ok(());
        }
        let output = self.output(path, console)?;
        if format == Format::Original {
            let made = output.make_database(|new| original::write(store, &configs, new, console));
            made.map_err(|error: Error| of_the_file(error, path))?;
            return tell([path.to_owned()]);
        }
        let beside = path.with_extension("datasette.json");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let words = self.output(&beside, console)?;
        words.prepare(console.stop(), |out| -> Result<()> {
            let words = datasette(&name).map_err(io::Error::from)?;
            Ok(writeln!(out, "{words}")?)
        })?;
        let provenance = provenance(store, &configs, console)?;
        let made = output.make_database(|new| copy(store, &configs, new, &provenance, console));
        made.map_err(|error| of_the_file(error, path))?;
        words.put()?;
        tell([path.to_owned(), beside])
    }

    fn output(&self, path: &Path, console: &Console) -> Result<Output> {
        if path.is_dir() {
            let what = format!("{} is a folder", path.display());
            return Err(kit::Error::wrong_place(what, "name a file with --out").into());
        }
        let (database, stop) = (self.database.path(), console.stop());
        Ok(Output::replacing(path, database, stop, self.force)?)
    }
}

/// What a copy says of its origin: with the checksum of each table of which it has everything.
fn provenance(
    store: &Store,
    configs: &[Config],
    console: &Console,
) -> Result<Vec<(String, String)>> {
    let origin = origin().map(|(item, value)| (item.to_owned(), value));
    let mut provenance = Vec::from(origin);
    // What is no table follows from those that are.
    use Exported::{AmbiguousMolecules, SpectralGroups, Twins};
    let derived = [AmbiguousMolecules, SpectralGroups, Twins];
    let tables = Exported::all().iter();
    for &table in tables.filter(|table| !derived.contains(table)) {
        // What is not finished has no checksum.
        for selected in select(store, Some(table), configs).unwrap_or_default() {
            let mut checksum = Checksum::new(&selected)?;
            export(store, &selected, console, |cells| Ok(checksum.row(cells)?))?;
            let item = format!("sha256 of {} as CSV", table.name());
            provenance.push((item, checksum.digits()?));
        }
    }
    Ok(provenance)
}

pub(super) fn tell(paths: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut paths = paths.into_iter();
    Ok(print(|out| {
        paths.try_for_each(|path| writeln!(out, "{}", printable(&path.to_string_lossy())))
    })?)
}

/// What cannot be written is the file that was named, and not the one beside its place.
fn of_the_file(error: Error, named: &Path) -> Error {
    match error {
        Error::Kit(kit::Error::NotWritten { source, .. }) => {
            kit::Error::not_written(named, source).into()
        }
        other => other,
    }
}
