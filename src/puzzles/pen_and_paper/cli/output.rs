//! Results to stdout, or to a file that is either whole or as it was.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{self, Path, PathBuf};

use clap::ValueEnum;

use super::super::failure::Failure;
use crate::error::{Error, Result};
use crate::stop::Stop;
use crate::view::folder::Beside;

const BUFFER: usize = 1 << 18;

/// Writes results to stdout, unless somebody asks to stop.
pub(super) fn print(stop: &Stop, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    Output::stdout().write(stop, write)
}

/// Where results go: made before the work that they come from, so that nobody
/// waits for results that have no place.
pub(super) struct Output {
    /// The option that named the file, and the file.
    named: Option<(&'static str, PathBuf)>,
    place: Place,
}

enum Place {
    Stdout,
    /// A device or the like takes what it is given; nothing can be put in its
    /// place.
    Device(File),
    /// The file at the end of all links.
    File {
        beside: Beside,
        target: PathBuf,
    },
}

impl Output {
    pub(super) fn stdout() -> Output {
        Output {
            named: None,
            place: Place::Stdout,
        }
    }

    /// The file that an option names, or stdout if it names none.
    ///
    /// # Errors
    ///
    /// Where it is a database or belongs to the one that is named, and where it
    /// cannot be written.
    pub(super) fn new(
        option: &'static str,
        path: Option<&Path>,
        database: &Path,
    ) -> Result<Output> {
        let Some(path) = path else {
            return Ok(Output::stdout());
        };
        if is_database(path, database) {
            return Err(Error::WrongPlace {
                what: format!(
                    "{} is a database or belongs to one, and {option} does not write over it",
                    path.display()
                ),
                hint: format!("name another file with {option}"),
            });
        }
        Ok(Output {
            named: Some((option, path.to_owned())),
            place: Place::of(path).map_err(|source| not_written(option, path, source))?,
        })
    }

    /// Writes results there, unless somebody asks to stop: a big grid takes
    /// seconds.
    pub(super) fn write(
        self,
        stop: &Stop,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        self.place.write(stop, write).map_err(|error| match error {
            Error::Output(_) if stop.asked() => Error::Stopped("stopped while writing".to_owned()),
            Error::Output(source) => match self.named {
                Some((option, path)) => not_written(option, &path, source),
                None => Error::Output(source),
            },
            other => other,
        })
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let device = OpenOptions::new().write(true).open(path)?;
            return Ok(Place::Device(device));
        }
        let target = behind_links(path)?;
        Ok(Place::File {
            beside: Beside::new(&target)?,
            target,
        })
    }

    fn write(self, stop: &Stop, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        match self {
            Place::Stdout => buffered(io::stdout().lock(), stop, write),
            Place::Device(device) => buffered(device, stop, write),
            Place::File { mut beside, target } => {
                buffered(&beside.file, stop, write)?;
                beside.file.sync_all()?;
                Ok(beside.put(&target)?)
            }
        }
    }
}

fn not_written(option: &'static str, path: &Path, source: io::Error) -> Error {
    Error::from(Failure::NotWritten {
        option,
        path: path.to_owned(),
        what: source.to_string(),
    })
}

/// The format that the name of a file ends with, if it ends with any.
///
/// # Errors
///
/// Where it ends with something that is none.
pub(super) fn format_by_name<F: ValueEnum>(path: &Path) -> Result<Option<F>> {
    let Some(extension) = path.extension() else {
        return Ok(None);
    };
    let values = || F::value_variants().iter().map(F::to_possible_value);
    let known = extension.to_str().and_then(|extension| {
        let mut formats = F::value_variants().iter().zip(values());
        formats.find(|(_, value)| {
            value
                .as_ref()
                .is_some_and(|value| value.matches(extension, true))
        })
    });
    if let Some((format, _)) = known {
        return Ok(Some(format.clone()));
    }
    let names: Vec<String> = values()
        .flatten()
        .flat_map(|value| {
            let names = value.get_name_and_aliases().map(|name| format!(".{name}"));
            names.collect::<Vec<String>>()
        })
        .collect();
    Err(Error::WrongPlace {
        what: format!(
            "{} does not end with the name of a format: {} are known",
            path.display(),
            names.join(", ")
        ),
        hint: "--format says how it is written, whatever its name is".to_owned(),
    })
}

/// Is it a database of SQLite, whosever it is, or one of the files that belong
/// to this one, which may not have been made yet?
fn is_database(path: &Path, database: &Path) -> bool {
    const MARK: &[u8] = b"SQLite format 3\0";
    let mut begin = Vec::new();
    // A device could keep whoever reads it waiting.
    let read = fs::metadata(path).is_ok_and(|found| found.is_file())
        && File::open(path)
            .and_then(|file| file.take(MARK.len() as u64).read_to_end(&mut begin))
            .is_ok();
    let (path, database) = (resolved(path), resolved(database));
    read && begin == MARK
        || ["", "-wal", "-shm", "-journal"].iter().any(|suffix| {
            let mut name = OsString::from(&database);
            name.push(suffix);
            path.as_os_str() == name
        })
}

/// Do both name the same file? Two of one device may.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let device = fs::metadata(one).is_ok_and(|found| !found.is_file());
    !device && resolved(one) == resolved(other)
}

/// The one name of a file, whether it is there or not: without links, and from
/// the root on.
fn resolved(path: &Path) -> PathBuf {
    let target = behind_links(path).unwrap_or_else(|_| path.to_owned());
    let target = path::absolute(&target).unwrap_or(target);
    let folder = target
        .parent()
        .and_then(|folder| fs::canonicalize(folder).ok());
    match (folder, target.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => target,
    }
}

/// What a link leads to, whether it is there or not; other paths as they are.
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

fn buffered(
    out: impl Write,
    stop: &Stop,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, Stoppable { out, stop });
    write(&mut out)?;
    Ok(out.flush()?)
}

/// A writer that fails as soon as somebody asks to stop.
struct Stoppable<'a, W> {
    out: W,
    stop: &'a Stop,
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.asked() {
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let output = || Output::new("--out", Some(&path), &folder.path().join("db")).unwrap();
        let stop = Stop::default();
        let line = |out: &mut dyn Write| Ok(writeln!(out, "whole")?);
        output().write(&stop, line).unwrap();
        let failed = output().write(&stop, |out| {
            out.write_all(b"half")?;
            Err(Error::Output(io::Error::other("full")))
        });
        assert!(matches!(
            failed,
            Err(Error::PenAndPaper(Failure::NotWritten { .. }))
        ));
        let stopped = output().write(&stop, |out| {
            out.write_all(b"half")?;
            stop.ask();
            Ok(())
        });
        assert!(matches!(stopped, Err(Error::Stopped(_))));
        drop(output());
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
