//! `blackbox export`.

pub mod run;
pub(crate) mod show;

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use app::output::{Output, format_by_name, is_stdout, make_folder, print};
use app::terminal::{Console, printable};
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use db::Access;
use itertools::Itertools;
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::commands::export::run::{Selected, announce, export, select};
use crate::commands::export::show::{TableForm, TableWriter};
use crate::commands::{Configs, open, usage};
use crate::error::{Error, Result};
use crate::plan::PlanOptions;
use crate::store::{Exported, Store};

/// Export whole tables as Parquet, CSV or JSON lines
///
/// A TABLE is written to the file that --output names, or to stdout. Without a TABLE, all tables are
/// written to the folder that --output names, one file each, and the command prints their paths. The
/// configurations must first be completed with `run`. The tables of a census are written only if
/// there is a census. A file is written completely or not at all. To copy the database itself, use
/// `vacuum into` in SQLite.
#[derive(Args, Debug)]
#[command(
    after_help = "{} molecules --config A4_B6 --output molecules.csv\n{} --config A4_B6 --format parquet --output tables"
)]
pub(super) struct Export {
    /// The table, and the configurations, as with --config
    #[arg(value_name = "TABLE|An_Bp", value_parser = NamedParser)]
    named: Vec<Named>,
    /// A configuration (n atoms in a box of p by p cells) or a range such as A0..6_B8; the option
    /// can be repeated [default: A4_B8]
    #[arg(long = "config", short, value_name = "An_Bp")]
    configs: Vec<Configs>,
    /// How to write the tables [default: from the ending of --output]
    #[arg(long, short, value_enum)]
    format: Option<TableForm>,
    /// The file or folder to write to [default: stdout]
    #[arg(long, short, alias = "out", value_name = "PATH")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    planned: PlanOptions,
    #[command(flatten)]
    database: DatabasePath,
}

/// A table or configurations, in any order.
#[derive(Clone, Debug)]
enum Named {
    Table(Exported),
    Configs(Configs),
}

/// Completes and lists the names of tables.
#[derive(Clone)]
struct NamedParser;

impl TypedValueParser for NamedParser {
    type Value = Named;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> clap::error::Result<Named> {
        match value.to_str().map(str::parse) {
            Some(Ok(configs)) => Ok(Named::Configs(configs)),
            _ => {
                let table = EnumValueParser::new().parse_ref(command, arg, value);
                table.map(Named::Table)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        let tables = Exported::value_variants().iter();
        Some(Box::new(tables.filter_map(ValueEnum::to_possible_value)))
    }
}

impl Export {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let table = self.table()?;
        let format = self.format(table)?;
        let store = open(&self.database, Access::Read, console)?;
        let exported = self.export(&store, format, table, console);
        exported.map_err(|error| match console.stop().is_requested() {
            true => Error::stopped("stopped before everything was written; no file was created"),
            false => error,
        })
    }

    fn export(
        &self,
        store: &Store,
        format: TableForm,
        table: Option<Exported>,
        console: &Console,
    ) -> Result<()> {
        // One transaction, so that all tables are of the same state of the file.
        let _snapshot = store.file.read()?;
        let selected = select(store, table, &self.configs())?;
        let path = self.path();
        let bytes_a_row = |columns: &[_], config| format.bytes_a_row(columns, config);
        match announce(&selected, path, bytes_a_row, self.planned, console)? {
            true => self.write(store, format, table, &selected, console),
            false => Ok(()),
        }
    }

    /// The file or folder that --output names.
    fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }

    /// The table, if one is named.
    fn table(&self) -> Result<Option<Exported>> {
        let mut tables = self.named.iter().filter_map(|named| match named {
            Named::Table(table) => Some(*table),
            Named::Configs(_) => None,
        });
        match (tables.next(), tables.next()) {
            (_, Some(_)) => Err(usage("name only one table, or none to export all of them")),
            (table, None) => Ok(table),
        }
    }

    /// The configurations, without duplicates, in the given order.
    fn configs(&self) -> Vec<Config> {
        let named = self.named.iter().filter_map(|named| match named {
            Named::Configs(configs) => Some(configs),
            Named::Table(_) => None,
        });
        let mut configs = (self.configs.iter().chain(named))
            .flat_map(|some| &some.0)
            .peekable();
        match configs.peek() {
            None => vec![Config::STANDARD],
            _ => configs.copied().unique().collect(),
        }
    }

    /// The format of the tables. Fails if it is missing or does not fit the other arguments.
    fn format(&self, table: Option<Exported>) -> Result<TableForm> {
        let by_name = match (self.path(), self.format, table) {
            (Some(out), None, table) if table.is_some() || out.extension().is_some() => {
                format_by_name(out)?
            }
            _ => None,
        };
        let Some(format) = self.format.or(by_name) else {
            return Err(usage(
                "the output format is missing: add --format, or an --output name that ends in .parquet, .csv or .jsonl",
            ));
        };
        let (really, named) = (!self.planned.dry_run, self.format.is_some());
        let wrong = match (self.path(), table) {
            (None, None) if really => {
                "name one table, or name a folder for all tables with --output"
            }
            (Some(_), None) if !named => {
                "name one table, or add --format to write all tables to the folder of --output"
            }
            (None, Some(_))
                if really && format == TableForm::Parquet && io::stdout().is_terminal() =>
            {
                "a terminal cannot show Parquet; name a file with --output"
            }
            _ => return Ok(format),
        };
        Err(usage(wrong))
    }

    fn write(
        &self,
        store: &Store,
        form: TableForm,
        table: Option<Exported>,
        selected: &[Selected],
        console: &Console,
    ) -> Result<()> {
        let folder = self.path().filter(|_| table.is_none());
        folder.map(make_folder).transpose()?;
        let mut outputs = Vec::new();
        for table in selected {
            let name = format!("{}.{}", table.table.name(), form.ending());
            let path = folder.map(|folder| folder.join(name));
            let path = path.or_else(|| self.path().map(Path::to_owned));
            let output = match &path {
                Some(path) => self.output(path, console)?,
                None => Output::stdout(),
            };
            let printed = path.filter(|_| folder.is_some() || output.is_file());
            outputs.push((printed, output));
        }
        for (table, (_, output)) in selected.iter().zip(&outputs) {
            output.prepare(console.stop(), |out| -> Result<()> {
                let mut rows = TableWriter::new(form, table, out)?;
                export(store, table, console, |cells| Ok(rows.row(cells)?))?;
                Ok(rows.end()?)
            })?;
        }
        let mut paths = Vec::new();
        for (path, output) in outputs {
            output.put()?;
            paths.extend(path);
        }
        print_paths(paths)
    }

    fn output(&self, path: &Path, console: &Console) -> Result<Output> {
        if path.is_dir() {
            let what = format!("{} is a folder", path.display());
            return Err(app::Error::wrong_place(what, "name a file with --output").into());
        }
        let (database, stop) = (self.database.path(), console.stop());
        Ok(Output::replacing(path, database, stop, self.force)?)
    }
}

pub(super) fn print_paths(paths: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut paths = paths.into_iter();
    Ok(print(|out| {
        paths.try_for_each(|path| writeln!(out, "{}", printable(&path.to_string_lossy())))
    })?)
}
