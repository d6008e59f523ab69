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
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum Error {
    #[error(transparent)]
    Kit(#[from] kit::Error),
    #[error(transparent)]
    Census(#[from] CensusError),
    #[error("{0} is not initialised")]
    NotInitialised(Config),
    #[error("{config} has {} stored already", counted(*.molecules, "molecule", "molecules"))]
    HasMolecules { config: Config, molecules: u64 },
    #[error(
        "{config} is not completely explored: {} of {} molecules are stored",
        thousands(*.stored),
        thousands(.config.molecules())
    )]
    NotExplored { config: Config, stored: u64 },
    #[error("the spectra of {0} are not initialised")]
    SpectraNotInitialised(Config),
    #[error("the spectra of {0} are not updated")]
    SpectraNotUpdated(Config),
    #[error("{} is a database of the original, the programs in Raku", .0.display())]
    IsOriginal(PathBuf),
    #[error("{0} is not a database of the original")]
    NotOriginal(String),
    #[error("{0} has no configuration")]
    NoConfiguration(String),
    #[error("{name} has no configuration {config}")]
    Lacks { name: String, config: Config },
    #[error("row {row} of {table} in {name} is not what the rules of the game say")]
    Wrong {
        name: String,
        table: &'static str,
        row: i64,
    },
    #[error("the box of {0} is too wide for the original")]
    TooWide(Config),
    #[error("{} cannot be used: {what}", path.display())]
    WrongFile { path: PathBuf, what: String },
    #[error("these are not the parts of a census of {config}: {what}")]
    WrongParts { config: Config, what: String },
    #[error("there is a census of {0} already")]
    HasCensus(Config),
    #[error("there is no finished census of {0}")]
    NoCensus(Config),
    #[error("the census of {config} in the database is damaged: {what}")]
    DamagedCensus { config: Config, what: String },
}

impl Error {
    pub(crate) fn wrong_file(path: &Path, what: &str) -> Error {
        let (path, what) = (path.to_owned(), what.to_owned());
        Error::WrongFile { path, what }
    }

    pub(crate) fn of_source(self, name: &str) -> Error {
        match self {
            Error::Kit(error) => error.of_source(name).into(),
            other => other,
        }
    }

    pub(crate) fn overtaken(config: Config) -> Error {
        let doing = format!("explores {config} in the same database");
        kit::Error::Overtaken(doing).into()
    }

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
