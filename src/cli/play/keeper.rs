//! The file that keeps a game.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use kit::output::kept_file;
use kit::terminal::printable;

use crate::error::{Error, Result};
use crate::play::game::Game;
use crate::play::record::{self, FIRST_LINE, RecordError};
use crate::play::words::Move;

/// No game has enough moves to fill this.
const LONGEST: u64 = 1 << 20;

/// Keeps a game move by move. While it is held, no other program can keep its game
/// there.
pub(super) struct Keeper {
    path: PathBuf,
    /// The command that continues it.
    again: String,
    file: Option<File>,
    kept: Option<Game>,
}

impl Keeper {
    /// Keeps no game.
    pub(super) fn nowhere() -> Keeper {
        Keeper {
            path: PathBuf::new(),
            again: String::new(),
            file: None,
            kept: None,
        }
    }

    /// Keeps a game in a file, and makes the file if it is missing. `again` is the
    /// command that continues it.
    ///
    /// # Errors
    ///
    /// If the file has something else, cannot be read or written, or belongs to another
    /// player.
    pub(super) fn of(path: PathBuf, again: String) -> Result<Keeper> {
        let failed = |source| not_written(path.clone(), source);
        let mut file = kept_file("--game", &path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(wrong_place(
                    format!("another player is using the game in {}", path.display()),
                    "name another file with --game",
                ));
            }
            // A file system without locks keeps games, too.
            Err(TryLockError::Error(_)) => {}
        }
        let mut text = Vec::new();
        (&file)
            .take(LONGEST)
            .read_to_end(&mut text)
            .map_err(failed)?;
        let kept = match read(&text) {
            Ok(kept) => kept,
            Err(RecordError::Stranger) => {
                return Err(wrong_place(
                    format!("{} is not a game of this program", path.display()),
                    "it was left as it is; name another file with --game",
                ));
            }
            Err(error) => {
                return Err(wrong_place(
                    format!("{} cannot be continued: {error}", path.display()),
                    "repair it or remove it, or name another file with --game",
                ));
            }
        };
        // It writes over a line that was cut off.
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        file.seek(SeekFrom::Start(whole as u64)).map_err(failed)?;
        Ok(Keeper {
            path,
            again,
            file: Some(file),
            kept,
        })
    }

    /// The game that is kept, if it has not ended.
    pub(super) fn unfinished(&mut self) -> Option<Game> {
        self.kept.take()
    }

    /// The error if another game wants to begin here.
    pub(super) fn taken(&self) -> Error {
        wrong_place(
            format!("{} keeps a game that has not ended", self.path.display()),
            "leave out the board, --config, --fair, --hard and --seed to continue it; --new gives it up",
        )
    }

    /// Keeps a new game from its beginning.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn begin(&mut self, game: &Game) -> Result<()> {
        let path = self.path.clone();
        self.write(|file| {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(record::beginning(game).as_bytes())
        })
        .map_err(|source| not_written(path, source))
    }

    /// Keeps a move.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn note(&mut self, step: Move, game: &Game) -> Result<()> {
        let path = self.path.clone();
        self.write(|file| file.write_all(record::line(step, game).as_bytes()))
            .map_err(|source| not_written(path, source))
    }

    fn write(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), write)
    }

    /// How to continue the game later.
    pub(super) fn way_back(&self) -> Option<String> {
        self.file.as_ref()?;
        let (path, again) = (self.path.display(), &self.again);
        let way = format!("the game is kept in {path}; `{again}` continues it");
        Some(printable(&way))
    }
}

fn read(text: &[u8]) -> Result<Option<Game>, RecordError> {
    let text = str::from_utf8(text).map_err(|_| RecordError::Stranger)?;
    let whole = format!("{FIRST_LINE}\n");
    let is_ours = whole.starts_with(text) || text.starts_with(&whole);
    // A game whose beginning was cut off has not begun.
    if is_ours && text.matches('\n').count() < 2 {
        return Ok(None);
    }
    let (game, ending) = record::parse(text)?;
    Ok(ending.is_none().then_some(game))
}

fn wrong_place(what: String, hint: &str) -> Error {
    let hint = hint.to_owned();
    kit::Error::WrongPlace { what, hint }.into()
}

fn not_written(path: PathBuf, source: io::Error) -> Error {
    kit::Error::NotWritten {
        option: "--game",
        path,
        source,
    }
    .into()
}
