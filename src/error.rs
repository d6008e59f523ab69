//! The error of Black Box's programs.

use std::io;
use std::path::{Path, PathBuf};

use app::{Command, Hint};
use draw::words::{counted, thousands};
use itertools::Itertools;

use crate::board::{Config, WrongBox};
use crate::census::CensusError;
use crate::puzzle::PlayError;
use crate::puzzle::game::RandomGameError;
use crate::store::LongWork;

/// The result of a function of this package.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a program failed. The message says what is wrong, and [`Error::hint`] what helps.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(transparent)]
    Census(#[from] CensusError),
    #[error(transparent)]
    Play(#[from] PlayError),
    #[error("the database contains no molecules of {config}")]
    NotInitialised {
        config: Config,
        /// The finished configurations in the database.
        finished: Vec<Config>,
    },
    #[error(
        "the database already contains {} of {config}",
        counted(*.molecules, "molecule", "molecules")
    )]
    HasMolecules { config: Config, molecules: u64 },
    #[error(
        "{config} is not completely explored: {} of {} molecules are stored",
        thousands(*.stored),
        thousands(.config.molecules())
    )]
    NotExplored { config: Config, stored: u64 },
    #[error("the ambiguous spectra of {0} are not collected yet")]
    SpectraNotInitialised(Config),
    #[error("the ambiguous spectra of {0} are not compared with their images yet")]
    SpectraNotUpdated(Config),
    #[error("{} cannot be used: {what}", path.display())]
    WrongFile { path: PathBuf, what: String },
    #[error("the folder `{}` does not contain one whole census: {what}", folder.display())]
    WrongParts { folder: PathBuf, what: String },
    #[error("the database already contains a census of {0}")]
    HasCensus(Config),
    #[error("the database contains no finished census of {0}")]
    NoCensus(Config),
    #[error("the census of {config} in the database is damaged: {what}")]
    DamagedCensus { config: Config, what: String },
    /// A strategy or a law is wrong.
    #[error("{name}: {what}")]
    Wrong {
        /// The file, or the configuration of a strategy that this process has found.
        name: String,
        what: String,
        /// The command that writes such a file.
        command: &'static str,
    },
    /// The work would take more than a day.
    #[error("{what}")]
    TooMuch {
        /// The cost of the work.
        what: String,
        /// The configuration, if a census is possible instead.
        census: Option<Config>,
    },
    /// The configuration has no such molecule, or it is not stored yet.
    #[error("{0}")]
    NotFound(String),
    /// Another process does the same work or has replaced its rows, as the text says.
    #[error("{0}")]
    Overtaken(String),
    /// A verification found errors.
    #[error("{} of {checks} checks failed, in {of}", failed.len())]
    Unsound {
        of: String,
        failed: Vec<&'static str>,
        checks: u64,
    },
    /// A verification found no errors, but the data are not complete.
    #[error("all stored rows of {of} are right, but rows are missing for some checks")]
    Unfinished {
        of: String,
        /// The command that adds the missing rows.
        command: &'static str,
    },
}

impl Error {
    /// What the user can do, if anything.
    pub fn hint(&self) -> Option<Hint> {
        let hint = match self {
            Error::Db(db::Error::NoDatabase(_)) => {
                Hint::run(all_steps()).and(" creates it; or name another database with --db")
            }
            Error::Db(error) => return error.hint(),
            Error::Unsound { of, failed, .. } => unsound(of, failed),
            Error::Unfinished { of, command } => match of.parse::<Config>() {
                Ok(config) => Hint::run(Command::new(command).config(config))
                    .and(" adds the missing rows"),
                Err(_) => Hint::run(Command::new("status"))
                    .and(" shows the unfinished configurations"),
            },
            Error::Overtaken(_) => Hint::run(Command::new("status"))
                .and(" shows the progress of that process; run your command again when it has ended or, if it was killed, after a few seconds"),
            Error::Census(CensusError::Wrong { .. }) => {
                "the program or the machine made an error; --force runs the census again".into()
            }
            Error::Census(CensusError::Memory { enough, memory, .. }) if enough <= memory => {
                "set more memory with --memory, or fewer threads with --threads".into()
            }
            Error::Census(CensusError::Memory { enough, .. }) => {
                format!("--memory {}MiB is enough", enough.div_ceil(1 << 20)).into()
            }
            Error::Census(_) => return None,
            Error::Play(error) => match error {
                PlayError::Atoms(_) => {
                    "set the number of atoms with --atoms".into()
                }
                PlayError::TooManyPossibilities | PlayError::TooManyAgree(_) => {
                    "fire more rays, or set a smaller range with --atoms".into()
                }
                PlayError::Board { .. } => {
                    "`blackbox decode --help` shows how to write a board".into()
                }
                PlayError::RandomGame(error) => match error {
                    RandomGameError::NoneWanted { fair: false, .. } => {
                        "choose more atoms with --config".into()
                    }
                    RandomGameError::NoneWanted { .. } | RandomGameError::TooLong => {
                        "choose fewer atoms with --config".into()
                    }
                    _ => return None,
                },
                PlayError::TooManyWays(_) => "choose fewer atoms or a smaller box".into(),
                _ => return error.hint().map(Hint::from),
            },
            Error::NotInitialised { config, finished } => {
                let hint = first(all_steps(), config);
                match finished[..] {
                    [] => hint,
                    _ => hint.and(format!(
                        ", or choose a finished configuration with --config: {}",
                        finished.iter().join(", ")
                    )),
                }
            }
            Error::NotExplored { config, .. } => first(all_steps(), config),
            Error::HasMolecules { config, molecules } if *molecules == config.molecules() => {
                "the configuration is complete; --force deletes its molecules and starts again".into()
            }
            Error::HasMolecules { config, .. } => Hint::run(Command::new("explore").config(config))
                .and(" continues after them; --force deletes them and starts again"),
            Error::SpectraNotInitialised(config) => {
                first(Command::new("run").or_stage("init-spectrum"), config)
            }
            Error::SpectraNotUpdated(config) => {
                first(Command::new("run").or_stage("update-spectrum"), config)
            }
            Error::WrongFile { .. } => {
                "move or remove the file; if its part is then missing, repeat the command that makes it".into()
            }
            Error::WrongParts { folder, .. } => {
                let status = Command::new("census").argument("status").without_database();
                Hint::run(status.argument(folder.display())).and(" shows the parts in the folder")
            }
            Error::HasCensus(_) => "replace it with --force, or name another file with --db PATH".into(),
            Error::NoCensus(config) => {
                Hint::run(Command::new("census").config(config)).and(" runs it")
            }
            Error::DamagedCensus { config, .. } => Hint::from("nothing was deleted; ")
                .and_run(Command::new("verify").config(config))
                .and(" reports what is wrong"),
            Error::Wrong { command: "census", .. } => Hint::run(Command::new("census"))
                .and(" with --format csv writes a valid table"),
            Error::Wrong { command, .. } => {
                Hint::run(Command::new(command)).and(" with --output writes a valid file")
            }

            Error::TooMuch { census, .. } => match census {
                None => "choose fewer atoms or a smaller box; --ignore-limits starts anyway"
                    .into(),
                Some(config) => Hint::run(Command::new("census").config(config)).and(
                    " counts the ambiguous molecules without storing them all; --ignore-limits starts anyway",
                ),
            },
            Error::NotFound(_) => return None,
        };
        Some(hint)
    }
}

impl From<Error> for app::Error {
    fn from(error: Error) -> app::Error {
        match error {
            Error::Db(db::Error::App(error)) => error,
            other => app::Error::other(other.to_string(), other.hint().unwrap_or_default()),
        }
    }
}

/// The hint for repairing a file or configuration in which these checks failed.
fn unsound(verified: &str, failed: &[&str]) -> Hint {
    let in_the_file = ["file", "schema", "strays", "names"];
    let of_spectra = ["steps", "spectrums"];
    let keep = Hint::from("back up the file; ");
    match verified.parse::<Config>() {
        _ if failed.iter().all(|check| in_the_file.contains(check)) => {
            "restore a backup of the file, or name another one with --db PATH".into()
        }
        Ok(config) if failed.iter().all(|check| *check == "steps") => {
            Hint::run(Command::new("run").config(config)).and(" marks the finished steps again")
        }
        Ok(config) if failed.iter().all(|check| of_spectra.contains(check)) => {
            Hint::run(Command::new("init-spectrum").config(config))
                .and(" and ")
                .and_run(Command::new("update-spectrum").config(config))
                .and(" collect the spectra again")
        }
        Ok(config) if failed.iter().all(|check| *check == "census") => keep
            .and_run(Command::new("census").config(config).argument("--force"))
            .and(" runs the census again"),
        Ok(config) => keep
            .and_run(Command::new("init").config(config).argument("--force"))
            .and(" starts the configuration again"),
        Err(_) => keep
            .and_run(Command::new("verify"))
            .and(" with the --config of a damaged configuration shows how to rebuild it"),
    }
}

/// The command that does all that is left of the pipeline.
fn all_steps() -> Command {
    Command::new("run").or_stage("explore")
}

/// The hint for the command that must run first.
fn first(command: Command, config: &Config) -> Hint {
    Hint::from("run ")
        .and_run(command.config(config))
        .and(" first")
}

impl Error {
    pub(crate) fn stopped(what: impl Into<String>) -> Error {
        app::Error::Stopped(what.into()).into()
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Error {
        db::Error::Damaged(what.into()).into()
    }

    pub(crate) fn wrong(name: impl ToString, what: impl ToString, command: &'static str) -> Error {
        let (name, what) = (name.to_string(), what.to_string());
        Error::Wrong {
            name,
            what,
            command,
        }
    }

    pub(crate) fn wrong_file(path: &Path, what: &str) -> Error {
        let (path, what) = (path.to_owned(), what.to_owned());
        Error::WrongFile { path, what }
    }

    /// The error if another process, whose number is not always known, does the same work or has replaced its rows.
    pub(crate) fn overtaken(config: Config, work: LongWork, process: Option<u32>) -> Error {
        Error::Overtaken(match (process, work) {
            (Some(number), _) => {
                let doing = work.doing(config);
                format!("process {number} is already {doing} in this database")
            }
            (None, LongWork::Explore) => {
                format!("another process has changed the stored molecules of {config}")
            }
            (None, LongWork::Census) => {
                format!("another process has changed the stored census of {config}")
            }
        })
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Db(error.into())
    }
}

impl From<app::Error> for Error {
    fn from(error: app::Error) -> Error {
        Error::Db(error.into())
    }
}

impl From<WrongBox> for Error {
    fn from(error: WrongBox) -> Error {
        PlayError::from(error).into()
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        app::Error::from(error).into()
    }
}
