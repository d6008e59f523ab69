//! The file of a saved game.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use app::input::file;
use app::output::kept_file;
use app::terminal::printable;

use crate::commands::play::history::PastGame;
use crate::error::{Error, Result};
use crate::puzzle::game::{Ending, Game};
use crate::puzzle::text::saved_game::{self, FIRST_LINE, SavedGameError};
use crate::puzzle::words::Move;

/// The size limit of a saved game in bytes, which is over 80,000 moves.
const LONGEST: u64 = 1 << 20;

/// Saves a game move by move, in a file that is locked against other players.
#[derive(Default)]
pub(super) struct Keeper {
    path: PathBuf,
    /// The command that continues the game.
    again: String,
    file: Option<File>,
    /// The saved game that was in the file.
    pub(super) saved: Option<SavedGame>,
    /// The length of the file in bytes.
    length: u64,
    is_new: bool,
    /// Whether the end of the game is recorded.
    recorded: bool,
    /// The reason why the game is not saved, although it should be.
    pub(super) unsaved: Option<String>,
}

impl Keeper {
    /// Opens the file of a game, or creates it. `again` is the command that continues the game.
    pub(super) fn of(path: PathBuf, again: String) -> Result<Keeper> {
        let is_new = !path.exists();
        let mut file = kept_file(&path).map_err(|error| match error {
            app::Error::NotWritten { path, source } if source.kind() != io::ErrorKind::NotFound => {
                not_written(&path, source)
            }
            other => other.into(),
        })?;
        // Other errors are ignored, so that games can be saved on file systems without locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let what = format!("another program is using the game in {}", path.display());
            return Err(wrong_place(what, "name another file with --game"));
        }
        let (text, saved) = read(&path, &file, "--game")?;
        // Continues after the last complete line, and overwrites an incomplete one.
        let whole = text.rfind('\n').map_or(0, |end| end + 1) as u64;
        let sought = file.seek(SeekFrom::Start(whole));
        sought.map_err(|source| failed(&path, source))?;
        Ok(Keeper {
            path,
            again,
            file: Some(file),
            saved,
            length: whole,
            is_new,
            recorded: false,
            unsaved: None,
        })
    }

    /// A keeper that saves nothing, because of an error.
    pub(super) fn without_file(error: &Error) -> Keeper {
        let mut keeper = Keeper::default();
        keeper.unsaved = Some(unsaved(error));
        keeper
    }

    /// The error if the file has an unfinished game and another one would begin.
    pub(super) fn taken(&self) -> Error {
        wrong_place(
            format!("{} contains an unfinished game", self.path.display()),
            "to continue it, leave out the board and the options that choose one; --new abandons \
             it",
        )
    }

    pub(super) fn begin(&mut self, game: &Game) -> Result<()> {
        (self.length, self.recorded) = (0, false);
        if let Some(file) = &mut self.file {
            self.unsaved = None;
            let emptied = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
            emptied.map_err(|source| not_written(&self.path, source))?;
        }
        self.write(&saved_game::beginning(game))
    }

    pub(super) fn note(&mut self, step: Move) -> Result<()> {
        self.write(&saved_game::line(step))
    }

    /// Appends to the file. After an error, nothing more is written, so that the saved part can be resumed.
    fn write(&mut self, text: &str) -> Result<()> {
        let (Some(file), None) = (&mut self.file, &self.unsaved) else {
            return Ok(());
        };
        let length = self.length + text.len() as u64;
        let written = match length <= LONGEST {
            true => file.write_all(text.as_bytes()),
            false => Err(io::Error::other("it has reached the limit of 1 MiB")),
        };
        let written = written.map_err(|source| not_written(&self.path, source));
        match &written {
            Ok(()) => self.length = length,
            Err(error) => self.unsaved = Some(unsaved(error)),
        }
        written
    }

    /// The path of the record of finished games, beside the file of a game.
    pub(super) fn record(path: &Path) -> PathBuf {
        path.with_file_name("games.csv")
    }

    /// Whether the end of the game is to be recorded.
    pub(super) fn records(&self) -> bool {
        self.file.is_some() && !self.recorded
    }

    /// Records the end of a game, once.
    pub(super) fn note_end(
        &mut self,
        game: &Game,
        ending: &Ending,
        par: Option<u64>,
    ) -> Result<()> {
        if !self.records() {
            return Ok(());
        }
        self.recorded = true;
        PastGame::new(game, ending, par).add(&Keeper::record(&self.path))
    }

    /// The command that resumes the game, or the reason why it is not saved.
    pub(super) fn way_back(&self) -> Option<String> {
        if self.file.is_none() || self.unsaved.is_some() {
            return self.unsaved.clone();
        }
        let (path, again) = (self.path.display(), &self.again);
        let way = format!("the game is saved in {path}; `{again}` resumes it");
        Some(printable(&way))
    }
}

/// Removes a new file in which no game was begun.
impl Drop for Keeper {
    fn drop(&mut self) {
        if self.is_new && self.length == 0 {
            // An empty file does no harm if it cannot be removed.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Reads a file with a finished game, for its review.
pub(super) fn finished_game(path: &Path) -> Result<(Game, Ending)> {
    match read(path, &file(path)?, "--review")?.1 {
        Some((game, Some(ending))) => Ok((game, ending)),
        _ => Err(wrong_place(
            format!("the game in {} has not ended", path.display()),
            "--game instead of --review continues it",
        )),
    }
}

/// A game, and its ending, if it has ended.
type SavedGame = (Game, Option<Ending>);

/// Reads the text of a file, and the game in it, if one was begun.
fn read(path: &Path, file: &File, option: &str) -> Result<(String, Option<SavedGame>)> {
    let mut bytes = Vec::new();
    let mut some = file.take(LONGEST + 1);
    some.read_to_end(&mut bytes)
        .map_err(|source| failed(path, source))?;
    let name = path.display();
    let hint = format!("the file was not changed; name another file with {option}");
    if bytes.len() as u64 > LONGEST {
        let what = format!("{name} is longer than 1 MiB, the limit for a game");
        return Err(wrong_place(what, &hint));
    }
    let not_a_game = || wrong_place(format!("{name} is not a game of this program"), &hint);
    let text = String::from_utf8(bytes).map_err(|_| not_a_game())?;
    let first = format!("{FIRST_LINE}\n");
    let is_ours = first.starts_with(&text) || text.starts_with(&first);
    // If the first lines are incomplete, the game was not begun.
    if is_ours && text.matches('\n').count() < 2 {
        return Ok((text, None));
    }
    match saved_game::parse(&text) {
        Ok(game) => Ok((text, Some(game))),
        Err(SavedGameError::WrongFirstLine) => Err(not_a_game()),
        Err(error) => Err(wrong_place(
            format!("the game in {name} cannot be continued: {error}"),
            &format!("repair or remove the file, or name another one with {option}"),
        )),
    }
}

fn failed(path: &Path, source: io::Error) -> Error {
    app::Error::unreadable(path.display(), source).into()
}

fn wrong_place(what: String, hint: &str) -> Error {
    app::Error::wrong_place(what, hint).into()
}

fn unsaved(error: &Error) -> String {
    printable(&format!("the game cannot be saved: {error}"))
}

fn not_written(path: &Path, source: io::Error) -> Error {
    let what = format!("cannot write {}: {source}", path.display());
    let hint = "check the permissions and the free space, or name another place with --game";
    app::Error::other(what, hint).into()
}
