//! The tables of a database, step by step, and the options for the file that contains them.
//!
//! Some steps made tables of the sister puzzles, which no longer have a database. The crate [`db`] knows none of
//! the tables and gets them from here.
#![cfg(not(target_family = "wasm"))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![allow(missing_docs, reason = "the crate is not published")]

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use app::terminal::Console;
use clap::Args;
use db::Result;
use db::{Access, Database, Migration, Schema};
use watch::{Stop, Watcher};

macro_rules! steps {
    ($($version:literal $name:literal $([drops $($($table:literal)+),+])?),+ $(,)?) => {
        &[$(Migration {
            version: $version,
            name: $name,
            sql: include_str!(concat!("V", $version, "__", $name, ".sql")),
            drops_if_empty: &[$($(&[$($table),+]),+)?],
        }),+]
    };
}

/// The schema of every file: the steps for all files, and the tables that only some files need.
pub static SCHEMA: Schema = Schema {
    steps: STEPS,
    later: &[CENSUS, MOLECULE_INDEXES, SAVED_QUERIES, WORKERS],
};

/// Creates the tables of a census.
pub const CENSUS: &str = include_str!("later/census.sql");

pub const MOLECULE_INDEXES: &str = include_str!("later/molecule_indexes.sql");

/// Creates the table of saved queries.
pub const SAVED_QUERIES: &str = include_str!("later/saved_queries.sql");

/// Creates the table of processes at work.
pub const WORKERS: &str = include_str!("later/workers.sql");

const STEPS: &[Migration] = steps![
    1 "pipeline",
    2 "census",
    3 "magic_star",
    4 "chinese_rings",
    6 "pen_and_paper",
    7 "china_labyrinth",
    8 "census_checksums",
    9 "views",
    10 "magic_star_solutions",
    11 "pen_and_paper_counts",
    12 "census_slices",
    13 "what_is_read",
    14 "provenance",
    15 "workers",
    16 "a_file_that_travels" [
        drops "Censuses" "CensusPasses" "CensusSpectrums" "CensusGroups" "CensusMolecules" "CensusRays"
            "CensusSlices" "CensusChecksums",
        "LabyrinthSolutions", "LabyrinthSearches", "ExportProvenance"
    ],
    17 "descriptions" [drops "Workers"],
];

pub const DEFAULT_DATABASE: &str = "data/blackbox.db";

/// The environment variable that sets another one.
const VARIABLE: &str = "BLACKBOX_DB";

/// Opens the database at `path`, see [`Database::open`]. Only the folder of the default database is created if it
/// is missing.
pub fn open(path: &Path, access: Access, stop: &Stop) -> Result<Database> {
    if access == Access::Create {
        make_default_folder(path)?;
    }
    Database::open(path, access, &SCHEMA, stop)
}

/// Creates the folder of a database if it is missing and the database is the default one.
///
/// # Errors
///
/// If the system denies it. Another error is found when a file there is opened.
pub fn make_default_folder(path: &Path) -> Result<()> {
    if path.ends_with(DEFAULT_DATABASE)
        && let Some(folder) = path.parent()
        && let Err(source) = fs::create_dir(folder)
        && source.kind() == ErrorKind::PermissionDenied
    {
        return Err(app::Error::file("make the folder", folder, source).into());
    }
    Ok(())
}

/// The default value of the option. If clap read the variable, the usage in errors would show `--db` as if it were
/// required.
fn database_by_default() -> PathBuf {
    let named = env::var_os(VARIABLE).filter(|path| !path.is_empty());
    named.unwrap_or_else(|| DEFAULT_DATABASE.into()).into()
}

/// The database of a command. A command that needs none does not have this option.
#[derive(Args, Clone, Debug)]
pub struct DatabasePath {
    /// The database [env: BLACKBOX_DB=] [default: data/blackbox.db]
    #[arg(
        long,
        short,
        value_name = "PATH",
        display_order = 900,
        default_value_os_t = database_by_default(),
        hide_default_value = true
    )]
    db: PathBuf,
}

impl DatabasePath {
    pub fn path(&self) -> &Path {
        &self.db
    }

    /// Fails if no database can be created there, because its folder is missing.
    pub fn has_folder(&self) -> Result<()> {
        let folder = (self.db.parent()).filter(|folder| !folder.as_os_str().is_empty());
        match folder.filter(|folder| !folder.exists()) {
            Some(folder) if !self.db.ends_with(DEFAULT_DATABASE) => {
                Err(db::Error::NoFolder(folder.to_owned()))
            }
            _ => Ok(()),
        }
    }

    pub fn open(&self, access: Access, console: &Console) -> Result<Database> {
        let path = self.path();
        console.detail(&format!("database {}", path.display()));
        let database = open(path, access, console.stop())?;
        let tell = console.reporter();
        database.on_wait(move || {
            tell("another program is using the database; waiting for it to end");
        });
        Ok(database)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step_and_the_steps_are_in_order() {
        let files = fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".sql")).collect();
        let name = |step: &Migration| format!("V{}__{}.sql", step.version, step.name);
        let mut steps: Vec<String> = STEPS.iter().map(name).collect();
        names.sort();
        steps.sort();
        assert_eq!(names, steps);
        assert!(STEPS.is_sorted_by_key(|step| step.version));
    }

    #[test]
    fn a_landed_step_is_never_edited() {
        let checksums: Vec<String> = STEPS.iter().map(Migration::checksum).collect();
        assert_eq!(checksums, LANDED);
    }

    const LANDED: [&str; 16] = [
        "11834245341871878601",
        "8067079684507307386",
        "325104371022144165",
        "956500725720121187",
        "2478657313161448374",
        "16110740054172955221",
        "5761858576017054085",
        "3970524461913412194",
        "2363636778684126301",
        "7461418808257036455",
        "4688797266598875594",
        "16528048887885336272",
        "8516250334774114703",
        "4976468219735665430",
        "2099979033543577105",
        "7290611347469275524",
    ];
}
