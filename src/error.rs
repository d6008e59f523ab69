//! What can go wrong, in one line each, and what would mend it.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;

use crate::census::CensusError;
use crate::game::{Config, ConfigError};
use crate::play::board_text::BoardTextError;
use crate::puzzles::{china_labyrinth, magic_star, pen_and_paper};

/// The result of everything above the rules.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a program could not do what it was asked to. The message says what is
/// wrong, [`Error::hint`] what would be right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The arguments fit the command line but not each other.
    #[error("{0}")]
    Usage(String),
    /// A file that was named for results must not or cannot take them.
    #[error("{what}")]
    WrongPlace {
        /// Which one, and why.
        what: String,
        /// What would be right.
        hint: String,
    },
    /// Somebody asked to stop: where it stopped, and how to go on.
    #[error("{0}")]
    Stopped(String),
    /// There is no file.
    #[error("there is no database at {}", .0.display())]
    NoDatabase(PathBuf),
    /// The path leads to a folder, a device or the like.
    #[error("{} is not a file", .0.display())]
    NotAFile(PathBuf),
    /// The file is something else.
    #[error("{} is not an SQLite database", .0.display())]
    NotADatabase(PathBuf),
    /// The file is some other program's database.
    #[error("{} is an SQLite database, but not one of Black Box", .0.display())]
    Foreign(PathBuf),
    /// The file was written by a newer program than this one.
    #[error("{} has schema version {found}, and this program knows versions up to {known}", path.display())]
    NewerSchema {
        /// The database.
        path: PathBuf,
        /// Its schema version.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The file or its folder cannot be read or made.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        /// What was tried, as a verb.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Labyrinths have no answer.
    #[error("{0}")]
    ChinaLabyrinth(#[from] china_labyrinth::Failure),
    /// SQLite could not open the file, or a file that it keeps beside it.
    #[error("cannot open {} or the -wal and -shm files that SQLite keeps beside it", .0.display())]
    CannotOpen(PathBuf),
    /// The file may be read but not written, or nothing may be put beside it.
    #[error("{} or the folder that it lies in cannot be written", .0.display())]
    ReadOnly(PathBuf),
    /// The schema could not be brought up to date.
    #[error("cannot bring the schema of {} up to date: {source}", path.display())]
    Migration {
        /// The database.
        path: PathBuf,
        /// What went wrong.
        source: Box<refinery::Error>,
    },
    /// The configuration has no row.
    #[error("{0} is not initialised")]
    NotInitialised(Config),
    /// `init` would have to delete molecules.
    #[error("{config} has {molecules} molecules stored already")]
    HasMolecules {
        /// The configuration.
        config: Config,
        /// How many rows of it there are.
        molecules: u64,
    },
    /// A later stage was asked for before exploration ended.
    #[error("{config} is not wholly explored: {stored} of {molecules} molecules are stored", molecules = .config.molecules())]
    NotExplored {
        /// The configuration.
        config: Config,
        /// How many of its molecules are stored.
        stored: u64,
    },
    /// `update-spectrum` was asked for before `init-spectrum`.
    #[error("the spectrums of {0} are not initialised")]
    SpectrumsNotInitialised(Config),
    /// `update-spectrum` has not been asked for.
    #[error("the spectrums of {0} are not updated")]
    SpectrumsNotUpdated(Config),
    /// The place of a result is taken by something that is not ours.
    #[error("{} was not made by this program", .0.display())]
    NotOurs(PathBuf),
    /// A result could not be written.
    #[error("cannot write {}: {source}", path.display())]
    NotWritten {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another program moved the frontier.
    #[error("another program explores {0} in the same database; this one gives way")]
    Overtaken(Config),
    /// Another program moved the frontier of a census.
    #[error("another program takes the census of {0} into the same database; this one gives way")]
    CensusOvertaken(Config),
    /// Another program explores the same puzzle, which is named.
    #[error("another program explores {0} in the same database; this one gives way")]
    PuzzleOvertaken(String),
    /// A census cannot be taken, or went wrong.
    #[error("{0}")]
    Census(#[from] CensusError),
    /// A census needs more memory than it may use.
    #[error(
        "{memory} bytes of memory on {threads} threads do not suffice for a census of {config}"
    )]
    CensusMemory {
        /// The configuration.
        config: Config,
        /// How many bytes it may use.
        memory: u64,
        /// On how many threads.
        threads: usize,
    },
    /// A verification found something wrong.
    #[error("{failed} of {checks} checks of {config} failed")]
    Unsound {
        /// The configuration.
        config: Config,
        /// How many checks failed.
        failed: u64,
        /// Of how many.
        checks: u64,
    },
    /// A verification found nothing wrong, but not everything either.
    #[error("nothing is wrong with {0}, but it is not finished")]
    Unfinished(Config),
    /// The configuration has no such molecule, or it is not stored yet.
    #[error("{0}")]
    NotFound(String),
    /// Another program holds the write lock.
    #[error("another program is writing to the database")]
    Busy,
    /// No space is left.
    #[error("no room is left for the database: {0}")]
    Full(rusqlite::Error),
    /// The system could not read or write the file.
    #[error("the system cannot read or write the database: {0}")]
    Disk(rusqlite::Error),
    /// A row or a page is not what this program writes.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// What is stored of a census is not what this program writes.
    #[error("the census of {config} in the database is damaged: {what}")]
    DamagedCensus {
        /// The configuration.
        config: Config,
        /// What makes no sense.
        what: String,
    },
    /// What was to be read could not be.
    #[error("cannot read {name}: {source}")]
    Input {
        /// The file, or what else it is.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// A text is no board.
    #[error("{name}: {error}")]
    Board {
        /// The file, or what else it comes from.
        name: String,
        /// What is wrong with it.
        error: BoardTextError,
    },
    /// A board has no configuration.
    #[error("{0}")]
    BoardAtoms(ConfigError),
    /// Nothing could have made a board what it is.
    #[error("no molecule of {configs} agrees with the board")]
    Contradiction {
        /// The configurations that were searched.
        configs: String,
        /// What cannot be true at the same time.
        facts: Vec<String>,
    },
    /// More molecules agree with a board than can be found.
    #[error("atoms may be in too many ways in the box to find all of them")]
    TooManyPossibilities,
    /// More molecules agree with a board than can be weighed.
    #[error("{0} molecules agree with the board, too many to weigh the next ray by them")]
    TooManyAgree(u128),
    /// An opening has more molecules than can be played.
    #[error("{config} has {} molecules, too many to play a game for each", .config.molecules())]
    TooManyGames {
        /// The configuration.
        config: Config,
    },
    /// The first shot has too many ends to be weighed.
    #[error("the first ray into {0} may go too many ways to be weighed")]
    TooManyWays(Config),
    /// Magic stars have no answer.
    #[error("{0}")]
    MagicStar(#[from] magic_star::Failure),
    /// Pen and Paper has no answer.
    #[error("{0}")]
    PenAndPaper(#[from] pen_and_paper::Failure),
    /// A query did what it should not.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
    /// Results could not be written.
    #[error("cannot write the results: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// What would mend it, where something does.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::NoDatabase(_) => {
                "`blackbox run` or `blackbox init` creates it; --db names another one".to_owned()
            }
            Error::NotAFile(_) | Error::NotADatabase(_) | Error::Foreign(_) => {
                "it was left as it is; name another file with --db, a new one is created".to_owned()
            }
            Error::NewerSchema { .. } => {
                "use the newer program, or name another file with --db".to_owned()
            }
            Error::File { .. } | Error::CannotOpen(_) | Error::ReadOnly(_) => {
                "check the permissions, or name another file with --db".to_owned()
            }
            Error::NotInitialised(config) => format!("run `blackbox init --config {config}` first"),
            Error::HasMolecules { config, .. } => format!(
                "`blackbox explore --config {config}` goes on with them; --force deletes them and starts anew"
            ),
            Error::NotExplored { config, .. } => {
                format!("run `blackbox explore --config {config}` first")
            }
            Error::SpectrumsNotInitialised(config) => {
                format!("run `blackbox init-spectrum --config {config}` first")
            }
            Error::SpectrumsNotUpdated(config) => {
                format!("run `blackbox update-spectrum --config {config}` first")
            }
            Error::NotOurs(_) => {
                "it was left as it is; name another folder with --out".to_owned()
            }
            Error::NotWritten { .. } => {
                "check the permissions and the room left, or name another place with --out"
                    .to_owned()
            }
            Error::Busy => {
                "wait until it has ended, or name another file with --db; what was committed is safe"
                    .to_owned()
            }
            Error::Full(_) => {
                "make room and run the same command again; what was committed is safe".to_owned()
            }
            Error::Disk(_) => {
                "is the disk full, or a limit on the size of files reached? What was committed is safe, and the same command goes on"
                    .to_owned()
            }
            Error::Unfinished(config) => {
                format!(
                    "`blackbox run --config {config}` goes on with the molecules, `blackbox census --config {config}` with a census"
                )
            }
            Error::Damaged(_) | Error::Unsound { .. } => {
                "`init --force` starts a configuration anew; another file is named with --db"
                    .to_owned()
            }
            Error::DamagedCensus { config, .. } => {
                format!("`blackbox census --config {config} --force` takes it anew")
            }
            Error::Census(CensusError::TooManyMolecules(_)) => {
                "take fewer atoms or a smaller box".to_owned()
            }
            Error::Census(CensusError::Wrong { .. }) => {
                "this is an error of the program or the machine; --force takes the census anew"
                    .to_owned()
            }
            Error::CensusMemory { .. } => "allow more with --memory".to_owned(),
            Error::BoardAtoms(_) => {
                "--atoms says how many atoms there are, or from how many to how many".to_owned()
            }
            Error::Contradiction { facts, .. } => match &facts[..] {
                [] => return None,
                [fact] => format!("this cannot be: {fact}"),
                facts => format!("these contradict each other: {}", facts.join(", ")),
            },
            Error::TooManyPossibilities | Error::TooManyAgree(_) => "shoot more rays, or narrow --atoms".to_owned(),
            Error::TooManyGames { .. } => {
                "take fewer atoms or a smaller box; --first weighs the first shot alone".to_owned()
            }
            Error::TooManyWays(_) => "take fewer atoms or a smaller box".to_owned(),
            Error::MagicStar(failure) => return failure.hint(),
            Error::WrongPlace { hint, .. } => hint.clone(),
            Error::PenAndPaper(failure) => return failure.hint(),
            Error::ChinaLabyrinth(failure) => return failure.hint(),
            Error::Usage(_)
            | Error::Input { .. }
            | Error::Board { .. }
            | Error::Stopped(_)
            | Error::Migration { .. }
            | Error::Overtaken(_)
            | Error::CensusOvertaken(_)
            | Error::PuzzleOvertaken(_)
            | Error::NotFound(_)
            | Error::Sqlite(_)
            | Error::Output(_) => return None,
        };
        Some(hint)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy,
            Some(ErrorCode::DiskFull) => Error::Full(error),
            Some(ErrorCode::SystemIoFailure) => Error::Disk(error),
            // Nothing that this program writes breaks a constraint, unless
            // rows are there that should not be.
            Some(
                ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::ConstraintViolation,
            ) => Error::Damaged(error.to_string()),
            _ => Error::Sqlite(error),
        }
    }
}
