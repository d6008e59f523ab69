//! `blackbox export`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use kit::Program;
use kit::database::Access;
use kit::output::{Output, format_by_name, make_folder, print};
use kit::terminal::{Console, printable};
use tables::DatabasePath;
use watch::Watcher;

use super::{Configurations, Planned, open};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::stages::export::{Cost, Selected, copy, export, of_one_moment, select};
use crate::store::{self, Exported, Store, original};
use crate::view::export::{Form, Rows, datasette, origin};

/// Write whole tables for other programs: Parquet, CSV, JSON lines or a database
///
/// One TABLE goes to the file that --out names, or to stdout. Without a TABLE, all tables go
/// to the folder that --out names, one file each. The formats sqlite and original write one
/// file, a database of only these configurations. The command prints the paths of its files.
/// A file is there whole, or not at all.
#[derive(Parser, Debug)]
#[command(
    name = "export",
    after_help = "{} molecules --config A4_B6 --out molecules.csv\n{} --config A4_B6 --format sqlite --out A4_B6.db"
)]
pub(super) struct Export {
    /// The table
    #[arg(value_enum)]
    table: Option<Exported>,
    #[command(flatten)]
    configurations: Configurations,
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
    planned: Planned,
    #[command(flatten)]
    database: DatabasePath,
}

impl ValueEnum for Exported {
    fn value_variants<'a>() -> &'a [Exported] {
        &Exported::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Exported::Configurations => ("configurations", "One row per configuration"),
            Exported::Molecules => (
                "molecules",
                "Every molecule with its spectrum and the statistics of its rays",
            ),
            Exported::Spectrums => ("spectrums", "The ambiguous spectra"),
            Exported::AmbiguousMolecules => (
                "ambiguous-molecules",
                "Every molecule that shares its spectrum, by spectral group",
            ),
            Exported::SpectralGroups => (
                "spectral-groups",
                "The ambiguous spectra, with how much their molecules differ",
            ),
            Exported::Twins => ("twins", "Every pair of molecules that share a spectrum"),
            Exported::Censuses => ("censuses", "One row per finished census"),
            Exported::CensusSpectrums => (
                "census-spectrums",
                "The number of molecules that share a spectrum, as a census has counted it",
            ),
            Exported::CensusGroups => (
                "census-groups",
                "The largest groups of a census, and those that differ most",
            ),
            Exported::CensusMolecules => ("census-molecules", "The molecules of these groups"),
            Exported::CensusRays => ("census-rays", "The extremes of the rays of a census"),
        };
        Some(PossibleValue::new(name).help(help))
    }
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

impl Program for Export {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let format = self.format()?;
        let store = open(&self.database, Access::Read, console)?;
        of_one_moment(&store, console, |store| {
            let (form, ending) = match (format.of_tables(), &self.out) {
                (Some(of_tables), _) => of_tables,
                (None, Some(path)) => return self.make_database(store, format, path, console),
                (None, None) => return Err(usage(NO_FILE)),
            };
            let selected = select(store, self.table, &self.configurations.all())?;
            let cost = Cost::new(&selected, self.out.as_deref(), |table, config| {
                form.bytes_a_row(table, config)
            });
            match cost.agree(self.planned.wish(), console)? {
                true => self.write(store, form, ending, &selected, console),
                false => Ok(()),
            }
        })
    }
}

impl Export {
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
        if !whole && self.table.is_none() && self.format.is_none() {
            return Err(usage(
                "all tables make several files; name one table, or say --format and a folder",
            ));
        }
        if whole && self.table.is_some() {
            return Err(usage(
                "a database has all tables; leave the name of the table out",
            ));
        }
        if self.out.is_none() && whole {
            return Err(usage(NO_FILE));
        }
        if self.out.is_none() && self.table.is_none() && !self.planned.dry_run() {
            return Err(usage(
                "all tables make several files; --out names a folder for them, or name one table",
            ));
        }
        let binary = format == Format::Parquet && !self.planned.dry_run();
        if self.out.is_none() && binary && io::stdout().is_terminal() {
            return Err(usage("a terminal cannot show Parquet; --out names a file"));
        }
        Ok(format)
    }

    fn write(
        &self,
        store: &Store,
        form: Form,
        ending: &str,
        selected: &[Selected],
        console: &Console,
    ) -> Result<()> {
        let _new = match (&self.out, self.table) {
            (Some(folder), None) => Some(make_folder(folder)?),
            _ => None,
        };
        let mut outputs = Vec::new();
        for table in selected {
            outputs.push(match (&self.out, self.table) {
                (None, _) => (None, Output::stdout()),
                (Some(path), Some(_)) => {
                    let output = self.output(path, console)?;
                    (output.is_file().then(|| path.clone()), output)
                }
                (Some(folder), None) => {
                    let path = folder.join(format!("{}.{ending}", table.table.name()));
                    let output = self.output(&path, console)?;
                    (Some(path), output)
                }
            });
        }
        for (table, (_, output)) in selected.iter().zip(&outputs) {
            output.prepare(console.stop(), |out| -> Result<()> {
                let mut rows = Rows::new(form, table.table, &table.configs, out)?;
                export(store, table, console, |cells| Ok(rows.row(cells)?))?;
                Ok(rows.end()?)
            })?;
        }
        let mut paths = Vec::new();
        for (path, output) in outputs {
            output.put()?;
            paths.extend(path);
        }
        tell(&paths)
    }

    fn make_database(
        &self,
        store: &Store,
        format: Format,
        path: &Path,
        console: &Console,
    ) -> Result<()> {
        let configs = self.configurations.all();
        if format == Format::Original {
            configs
                .iter()
                .try_for_each(|&config| original::fits(config))?;
        }
        let cost = Cost::of_database(store, &configs, path)?;
        if !cost.agree(self.planned.wish(), console)? {
            return Ok(());
        }
        let output = self.output(path, console)?;
        if format == Format::Original {
            let made =
                output.make_database(|new| Ok(original::write(store, &configs, new, console)?));
            made.map_err(|error: Error| of_the_file(error, path))?;
            return tell(&[path.to_owned()]);
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
        tell(&[path.to_owned(), beside])
    }

    fn output(&self, path: &Path, console: &Console) -> Result<Output> {
        if path.is_dir() {
            let what = format!("{} is a folder", path.display());
            return Err(kit::Error::wrong_place(what, "name a file with --out").into());
        }
        let database = self.database.path();
        Ok(Output::replacing(
            path,
            database,
            console.stop(),
            self.force,
        )?)
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
    for table in Exported::ALL {
        // What is not finished has no checksum, and what is no table follows from those that are.
        let derived = [
            Exported::AmbiguousMolecules,
            Exported::SpectralGroups,
            Exported::Twins,
        ];
        let Ok(selected) = select(store, Some(table), configs) else {
            continue;
        };
        if derived.contains(&table) {
            continue;
        }
        for selected in selected {
            let mut digits = Vec::new();
            let mut rows = Rows::new(Form::Checksum, table, configs, &mut digits)?;
            export(store, &selected, console, |cells| Ok(rows.row(cells)?))?;
            rows.end()?;
            let item = format!("sha256 of {} as CSV", table.name());
            provenance.push((item, String::from_utf8_lossy(&digits).into_owned()));
        }
    }
    Ok(provenance)
}

/// What a database needs that is to be made.
const NO_FILE: &str = "a database is a file; --out names it";

pub(super) fn usage(what: &str) -> Error {
    kit::Error::Usage(what.to_owned()).into()
}

/// Says where results are.
pub(super) fn tell(paths: &[PathBuf]) -> Result<()> {
    print(|out| {
        for path in paths {
            writeln!(out, "{}", printable(&path.to_string_lossy()))?;
        }
        Ok(())
    })
}

/// What cannot be written is the file that was named, and not the one beside its place.
fn of_the_file(error: Error, named: &Path) -> Error {
    let of_it = |error: kit::Error| match error {
        kit::Error::NotWritten { source, .. } => kit::Error::not_written(named, source),
        other => other,
    };
    match error {
        Error::Kit(error) => of_it(error).into(),
        Error::Store(store::Error::Kit(error)) => of_it(error).into(),
        other => other,
    }
}
