//! Writes results to a file that is either complete or unchanged, or to stdout.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use itertools::Itertools;
use tempfile::NamedTempFile;
use watch::{Stop, interruptibly};

use super::{MAGIC, begins_with, beside, shown, with_suffix};
use crate::input::beginning;
use crate::{Error, Result};

const BUFFER: usize = 1 << 18;

/// The place of results. It is opened before the work, so that no work is done whose results cannot be written.
#[derive(Debug)]
pub struct Output {
    /// The file that `--output` names.
    path: Option<PathBuf>,
    place: Sink,
}

#[derive(Debug)]
enum Sink {
    Stdout,
    /// A device or pipe, which is written directly, because it cannot be replaced.
    Device(Arc<File>),
    /// A temporary file, and the file that it will replace, with all links resolved.
    File {
        new: NamedTempFile,
        target: PathBuf,
        /// Whether an existing file may be replaced.
        over: bool,
    },
}

impl Output {
    pub fn stdout() -> Output {
        Output {
            path: None,
            place: Sink::Stdout,
        }
    }

    /// The file that `--output` names, for results that are read again. An existing file is replaced only if it begins
    /// with `mark`, or if it is empty.
    pub fn new(path: &Path, stop: &Stop, mark: &str) -> Result<Output> {
        check_is_file(path)?;
        let begin = beginning(path, mark.len() as u64);
        let begin = begin.map_err(|source| Error::not_written(path, source))?;
        if !begin.is_empty() && begin != mark.as_bytes() {
            return Err(Error::wrong_place(
                format!("{} was not made by this program", path.display()),
                "the file was not changed; remove it, or name another file with --output",
            ));
        }
        Output::at(path, stop, true)
    }

    /// A file that may be replaced, whichever program created it, except a database or a file that belongs to
    /// `database`.
    pub fn replacing(
        path: &Path,
        database: &Path,
        stop: &Stop,
        may_replace: bool,
    ) -> Result<Output> {
        let shown = path.display();
        if is_database(path, database) {
            return Err(Error::wrong_place(
                format!("--output never replaces a database or its files, such as {shown}"),
                "name another file with --output",
            ));
        }
        let begin = beginning(path, 1).map_err(|source| Error::not_written(path, source))?;
        if !begin.is_empty() && !may_replace {
            return Err(Error::wrong_place(
                format!("{shown} already exists"),
                "replace it with --force, or change --output",
            ));
        }
        Output::at(path, stop, may_replace)
    }

    fn at(path: &Path, stop: &Stop, over: bool) -> Result<Output> {
        let failed = |source| Error::not_written(path, source);
        let place = if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let name = path.to_owned();
            let device = interruptibly(stop, || OpenOptions::new().write(true).open(name))?;
            let stopped = || Error::Stopped(format!("stopped while opening {}", path.display()));
            Sink::Device(Arc::new(device.ok_or_else(stopped)?.map_err(failed)?))
        } else {
            let target = behind_links(path).map_err(failed)?;
            Sink::File {
                new: beside::file(&target).map_err(failed)?,
                target,
                over,
            }
        };
        Ok(Output {
            path: Some(path.to_owned()),
            place,
        })
    }

    /// Whether results go to a file that is moved to its place at the end, and not to stdout, a device or the like.
    pub fn is_file(&self) -> bool {
        matches!(self.place, Sink::File { .. })
    }

    /// Writes results, unless interrupted, because large results take seconds. If they are not written completely,
    /// the file does not change.
    pub fn write<E: From<Error>>(
        self,
        stop: &Stop,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
    ) -> Result<(), E> {
        self.prepare(stop, write)?;
        Ok(self.put()?)
    }

    /// Writes results, but does not change the file until [`Output::put`] is called.
    pub fn prepare<E: From<Error>>(
        &self,
        stop: &Stop,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |source| match stop.is_requested() {
            true => Error::Stopped("stopped while writing".to_owned()),
            false => failed_at(self.path.as_deref(), source),
        };
        let stoppable = Stoppable {
            place: &self.place,
            stop,
            failure: None,
        };
        let mut out = BufWriter::with_capacity(BUFFER, stoppable);
        let written = write(&mut out);
        let flush = |()| out.flush().map_err(|error| Error::Output(error).into());
        if let Err(error) = written.and_then(flush) {
            // If writing has failed, that error explains the one of `write`.
            let failure = out.get_mut().failure.take();
            return Err(failure.map_or(error, |source| failed(source).into()));
        }
        drop(out);
        if let Sink::File { new, .. } = &self.place {
            new.as_file().sync_all().map_err(failed)?;
        }
        Ok(())
    }

    /// Moves the results to their place.
    pub fn put(self) -> Result<()> {
        let put = match self.place {
            // A database has been created there in the meantime.
            Sink::File { target, over, .. } if over && begins_with(&target, MAGIC) => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            Sink::File { new, target, over } => beside::put(new.into_temp_path(), &target, over),
            _ => Ok(()),
        };
        put.map_err(|source| failed_at(self.path.as_deref(), source))
    }
}

/// The error for a failure to write to a file, or to stdout.
fn failed_at(path: Option<&Path>, source: io::Error) -> Error {
    match path {
        Some(path) => Error::not_written(path, source),
        None => Error::Output(source),
    }
}

impl Sink {
    fn is_terminal(&self) -> bool {
        match self {
            Sink::Stdout => io::stdout().is_terminal(),
            Sink::Device(device) => device.is_terminal(),
            Sink::File { .. } => false,
        }
    }

    /// Writes all bytes; on a terminal, control characters are escaped. A full pipe can block this, so it is done in
    /// a way that can be interrupted.
    fn write(&self, bytes: &[u8], stop: &Stop) -> io::Result<()> {
        let device = match self {
            Sink::File { new, .. } => return new.as_file().write_all(bytes),
            Sink::Stdout => None,
            Sink::Device(device) => Some(Arc::clone(device)),
        };
        let bytes = match self.is_terminal() {
            true => shown(bytes).into_bytes(),
            false => bytes.to_vec(),
        };
        let write = move || match device {
            Some(device) => (&*device).write_all(&bytes),
            None => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes)?;
                out.flush()
            }
        };
        let written = interruptibly(stop, write).map_err(io::Error::other)?;
        written.unwrap_or_else(|| Err(io::Error::other("stopped")))
    }
}

/// Whether an `--output` means stdout.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Fails unless a path is one of a file, which may be missing.
fn check_is_file(path: &Path) -> Result<()> {
    match is_stdout(path) || fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        true => {
            let what = format!("{} is not a file", path.display());
            Err(Error::wrong_place(what, "name another file"))
        }
        false => Ok(()),
    }
}

/// Opens a file that stores something from run to run. Creates it if it is missing.
pub fn kept_file(path: &Path) -> Result<File> {
    check_is_file(path)?;
    let not_written = |source| Error::not_written(path, source);
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(not_written)
}

/// The format that the extension of a file name gives, if there is an extension.
pub fn format_by_name<F: ValueEnum>(path: &Path) -> Result<Option<F>> {
    let Some(extension) = path.extension() else {
        return Ok(None);
    };
    if let Ok(format) = F::from_str(&extension.to_string_lossy(), true) {
        return Ok(Some(format));
    }
    let formats = F::value_variants().iter().filter_map(F::to_possible_value);
    let formats: Vec<PossibleValue> = formats.collect();
    let names = formats.iter().flat_map(PossibleValue::get_name_and_aliases);
    Err(Error::wrong_place(
        format!(
            "the name {} does not end with a known format: .{}",
            path.display(),
            names.format(", .")
        ),
        "choose the format with --format",
    ))
}

/// Whether this is an SQLite database, or one of the files of `database`, which need not exist yet.
fn is_database(path: &Path, database: &Path) -> bool {
    let database = resolved(database);
    let files = ["", "-wal", "-shm", "-journal"].map(|suffix| with_suffix(&database, suffix));
    begins_with(path, MAGIC) || files.contains(&resolved(path))
}

/// The absolute path of a file without links, even if the file does not exist.
fn resolved(path: &Path) -> PathBuf {
    let target = behind_links(path).unwrap_or_else(|_| path.to_owned());
    let target = path::absolute(&target).unwrap_or(target);
    let folder = target.parent().map(fs::canonicalize);
    match (folder, target.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => target,
    }
}

/// The target of a link, even if it does not exist; other paths are returned as they are.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match (fs::read_link(&path), path.parent()) {
            (Ok(to), Some(folder)) => path = folder.join(to),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// A writer that fails as soon as the program is interrupted, and records the reason of a failure.
struct Stoppable<'a> {
    place: &'a Sink,
    stop: &'a Stop,
    failure: Option<io::Error>,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.stop.is_requested() {
            true => Err(io::Error::other("stopped")),
            false => self.place.write(bytes, self.stop),
        };
        written.map(|()| bytes.len()).map_err(|error| {
            let copy = io::Error::new(error.kind(), error.to_string());
            self.failure = Some(error);
            copy
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_output_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let stop = Stop::default();
        let output = || Output::new(&path, &stop, "whole").unwrap();
        let line = |out: &mut (dyn Write + Send)| -> Result<()> { Ok(writeln!(out, "whole")?) };
        output().write(&stop, line).unwrap();
        let failed = output().write(&stop, |out| {
            out.write_all(b"half")?;
            Err(Error::Usage("elsewhere".to_owned()))
        });
        assert!(matches!(failed, Err(Error::Usage(_))));
        let stopped: Result<()> = output().write(&stop, |out| {
            out.write_all(b"half")?;
            stop.request();
            Ok(())
        });
        assert!(matches!(stopped, Err(Error::Stopped(_))));
        drop(output());
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [secret, link, new] = ["secret", "link", "new"].map(|name| folder.path().join(name));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&secret, "").unwrap();
        fs::set_permissions(&secret, PermissionsExt::from_mode(0o600)).unwrap();
        symlink("secret", &link).unwrap();
        let stop = Stop::default();
        let output = |path| Output::new(path, &stop, "").unwrap();
        let line = |out: &mut (dyn Write + Send)| -> Result<()> { Ok(writeln!(out, "line")?) };
        for path in [&link, &new] {
            output(path).write(&stop, line).unwrap();
        }
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&secret).unwrap(), "line\n");
        assert_eq!(mode(&secret), 0o600);
        let usual = File::create(folder.path().join("usual")).unwrap();
        let usual = usual.metadata().unwrap().permissions().mode();
        assert_eq!(mode(&new), usual & 0o777);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn unwritable_places_are_named() {
        let full = Path::new("/dev/full");
        let stop = Stop::default();
        let output = Output::replacing(full, Path::new("file"), &stop, false).unwrap();
        let failed: Result<()> = output.write(&stop, |out| Ok(writeln!(out, "line")?));
        let is_named =
            |error: &Error| matches!(error, Error::NotWritten { path, .. } if path == full);
        assert!(failed.as_ref().is_err_and(is_named), "{failed:?}");
    }
}
