//! The errors of the tables.

use std::path::{Path, PathBuf};

use kit::{Command, Failure, Hint};
use tables::DEFAULT_DATABASE;
use view::words::{counted, thousands};

use crate::census::CensusError;
use crate::game::Config;

/// The width of the widest box of the original, which writes one digit.
pub(super) const WIDEST_OF_ORIGINAL: usize = 9;

/// The result of reading or writing the tables.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the tables cannot be read or written as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of any program over a file.
    #[error(transparent)]
    Kit(#[from] kit::Error),
    /// The census is not possible, or wrong.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// The configuration has no row.
    #[error("{0} is not initialised")]
    NotInitialised(Config),
    /// `init` would have to delete molecules.
    #[error("{config} has {} stored already", counted(*.molecules, "molecule", "molecules"))]
    HasMolecules {
        /// The configuration.
        config: Config,
        /// The number of its rows.
        molecules: u64,
    },
    /// A later stage was asked for before exploration ended.
    #[error(
        "{config} is not completely explored: {} of {} molecules are stored",
        thousands(*.stored),
        thousands(.config.molecules())
    )]
    NotExplored {
        /// The configuration.
        config: Config,
        /// The number of its stored molecules.
        stored: u64,
    },
    /// `init-spectrum` has not run.
    #[error("the spectra of {0} are not initialised")]
    SpectraNotInitialised(Config),
    /// `update-spectrum` has not run.
    #[error("the spectra of {0} are not updated")]
    SpectraNotUpdated(Config),
    /// A database of the original is in the place of one of ours.
    #[error("{} is a database of the original, the programs in Raku", .0.display())]
    IsOriginal(PathBuf),
    /// A file is not the original's.
    #[error("{0} is not a database of the original")]
    NotOriginal(String),
    /// The original has no configuration.
    #[error("{0} has no configuration")]
    NoConfiguration(String),
    /// The original does not have the wanted configuration.
    #[error("{name} has no configuration {config}")]
    Lacks {
        /// The file.
        name: String,
        /// The configuration.
        config: Config,
    },
    /// A row of the original is not what the rules say.
    #[error("row {row} of {table} in {name} is not what the rules of the game say")]
    Wrong {
        /// The file.
        name: String,
        /// The table.
        table: &'static str,
        /// The place of the row, its `rowid`.
        row: i64,
    },
    /// The original cannot work with it.
    #[error("the box of {0} is too wide for the original")]
    TooWide(Config),
    /// A file is not the expected part of a census.
    #[error("{} cannot be used: {what}", path.display())]
    WrongFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Parts of a census do not add up to the whole.
    #[error("these are not the parts of a census of {config}: {what}")]
    WrongParts {
        /// The configuration.
        config: Config,
        /// What is missing or too much.
        what: String,
    },
    /// A census is stored already.
    #[error("there is a census of {0} already")]
    HasCensus(Config),
    /// The census is not finished.
    #[error("there is no finished census of {0}")]
    NoCensus(Config),
    /// The stored census is not what this program writes.
    #[error("the census of {config} in the database is damaged: {what}")]
    DamagedCensus {
        /// The configuration.
        config: Config,
        /// What makes no sense.
        what: String,
    },
}

impl Error {
    /// [`Error::WrongFile`].
    pub(crate) fn wrong_file(path: &Path, what: &str) -> Error {
        Error::WrongFile {
            path: path.to_owned(),
            what: what.to_owned(),
        }
    }

    /// As [`kit::Error::of_source`].
    pub(crate) fn of_source(self, name: &str) -> Error {
        match self {
            Error::Kit(error) => error.of_source(name).into(),
            other => other,
        }
    }

    /// Another program explores the configuration.
    pub(crate) fn overtaken(config: Config) -> Error {
        let doing = format!("explores {config} in the same database");
        kit::Error::Overtaken(doing).into()
    }

    /// Another program takes the census of the configuration.
    pub(crate) fn census_overtaken(config: Config) -> Error {
        let doing = format!("takes the census of {config} into the same database");
        kit::Error::Overtaken(doing).into()
    }
}

impl Failure for Error {
    fn hint(&self) -> Option<Hint> {
        Some(match self {
            Error::Kit(error) => return error.hint(),
            Error::Census(error) => return error.hint().map(Hint::from),
            Error::NotInitialised(config) => first("explore", *config),
            Error::HasMolecules { config, .. } => Hint::run(Command::new("explore").config(config))
                .and(" continues with them; --force deletes them and starts again"),
            Error::NotExplored { config, .. } => first("explore", *config),
            Error::SpectraNotInitialised(config) => first("init-spectrum", *config),
            Error::SpectraNotUpdated(config) => first("update-spectrum", *config),
            Error::IsOriginal(path) => {
                let into = match path.ends_with(DEFAULT_DATABASE) {
                    true => "data/imported.db",
                    false => DEFAULT_DATABASE,
                };
                let import = Command::new("import").argument(path.display());
                Hint::run(import.option("--db", into))
                    .and(" brings its configurations into a database of these programs")
            }
            Error::NotOriginal(_) => "give an SQLite database of the original".into(),
            Error::NoConfiguration(_) => "its first program makes one".into(),
            Error::Lacks { .. } => "leave out --config to import everything".into(),
            Error::Wrong { .. } => {
                "nothing was imported; `select * from TABLE where rowid = ROW` shows it, and --config names other configurations".into()
            }
            Error::TooWide(_) => {
                format!("its boxes are up to {WIDEST_OF_ORIGINAL} cells wide").into()
            }
            Error::WrongFile { .. } => {
                "it was not changed; remove it and make it again, or name other files".into()
            }
            Error::WrongParts { .. } => {
                "give each part once, and the answer for all of them".into()
            }
            Error::HasCensus(_) => "--force replaces it, or name another file with --db".into(),
            Error::NoCensus(config) => {
                Hint::run(Command::new("census").config(config)).and(" takes it")
            }
            Error::DamagedCensus { config, .. } => {
                let verify = Command::new("verify").config(config);
                Hint::from("nothing was deleted; ")
                    .and_run(verify)
                    .and(" tells what is wrong")
            }
        })
    }

    fn common(&self) -> Option<&kit::Error> {
        match self {
            Error::Kit(error) => Some(error),
            _ => None,
        }
    }
}

/// A command that comes first.
fn first(command: &'static str, config: Config) -> Hint {
    Hint::from("run ")
        .and_run(Command::new(command).config(config))
        .and(" first")
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Kit(error.into())
    }
}
