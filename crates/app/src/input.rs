//! Input: every path that a user gives is opened and read here, with a limit on its size, and so that the program
//! can be interrupted. Output is in [`output`](crate::output).
#![allow(
    clippy::disallowed_methods,
    reason = "this is the place that opens files"
)]

use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::{iter, thread};

use draw::words::counted;
use watch::{CHECK_INTERVAL, NoThread, Stop, interruptibly};

use crate::{Error, Result};

/// The greatest number of bytes of a typed line, for [`lines`].
pub const TYPED_LINE: u64 = 1 << 16;

/// A file, a pipe or stdin.
#[derive(Clone, Debug)]
pub struct Input(Option<PathBuf>);

impl Input {
    /// The input at a path; `-` is stdin.
    pub fn of(path: &Path) -> Input {
        Input((path.as_os_str() != "-").then(|| path.to_owned()))
    }

    /// Whether it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.0.is_none()
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        let name = self.0.as_ref().map(|path| path.display().to_string());
        name.unwrap_or_else(|| "standard input".to_owned())
    }

    /// The whole input.
    pub fn bytes(self, most: u64, stop: &Stop) -> Result<Vec<u8>> {
        let name = self.name();
        match interruptibly(stop, move || whole(self.open()?, most))? {
            Some(read) => read.map_err(|source| Error::unreadable(name, source)),
            None => Err(Error::Stopped(format!("stopped while reading {name}"))),
        }
    }

    fn open(&self) -> io::Result<Box<dyn Read>> {
        match &self.0 {
            None => Ok(Box::new(io::stdin().lock())),
            Some(path) if fs::metadata(path)?.is_dir() => Err(io::Error::other("it is a folder")),
            Some(path) => Ok(Box::new(File::open(path)?)),
        }
    }
}

/// Opens a file for reading in any order, so neither a pipe nor a device.
pub fn file(path: &Path) -> Result<File> {
    open(path).map_err(|source| Error::unreadable(path.display(), source))
}

/// The contents of a file that is neither a pipe nor a device. One of more than `most` bytes is not read at all.
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let file = file(path)?;
    let bytes = file.metadata().and_then(|found| match found.len() > most {
        true => Err(too_long(most)),
        false => whole(file, most),
    });
    bytes.map_err(|source| Error::unreadable(path.display(), source))
}

/// The contents of a file as text, see [`bytes`].
pub fn text(path: &Path, most: u64) -> Result<String> {
    let not_utf8 = |_| Error::unreadable(path.display(), io::Error::other("it is not UTF-8 text"));
    String::from_utf8(bytes(path, most)?).map_err(not_utf8)
}

/// The paths of the files and folders in a folder, sorted by name.
pub fn in_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder);
    let paths = entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => {
            let what = format!("there is no folder {}", folder.display());
            Error::other(what, "check the path")
        }
        _ => Error::unreadable(folder.display(), source),
    };
    let mut paths: Vec<PathBuf> = paths.map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

/// The beginning of a file. Empty if there is no file, or something that is not a regular file and could block its
/// reader.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut begin = Vec::new();
    if fs::metadata(path).is_ok_and(|found| found.is_file()) {
        open(path)?.take(most).read_to_end(&mut begin)?;
    }
    Ok(begin)
}

fn open(path: &Path) -> io::Result<File> {
    match fs::metadata(path)? {
        found if found.is_file() => File::open(path),
        found if found.is_dir() => Err(io::Error::other("it is a folder")),
        _ => Err(io::Error::other("it is a pipe or a device, not a file")),
    }
}

fn whole(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match input.take(most.saturating_add(1)).read_to_end(&mut bytes)? as u64 {
        length if length > most => Err(too_long(most)),
        _ => Ok(bytes),
    }
}

fn too_long(most: u64) -> io::Error {
    let most = counted(most, "byte", "bytes");
    io::Error::other(format!("it is longer than {most}"))
}

/// The lines of standard input, until it ends or the program is interrupted. The thread that reads is left behind
/// in its blocking read, because nothing can interrupt that. Error messages call the input `name`. In a line of more
/// than `longest` bytes, an ellipsis replaces the rest, so that its last word is not mistaken for a shorter one.
pub fn lines(
    name: &'static str,
    longest: u64,
    stop: &Stop,
) -> Result<impl Iterator<Item = Result<String>> + use<>> {
    let (sender, lines) = sync_channel(0);
    let send = move || {
        let mut input = io::stdin().lock();
        while let Some(line) = read_line(&mut input, longest).transpose() {
            let failed = line.is_err();
            // The receiver is gone if the program was interrupted.
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    };
    thread::Builder::new().spawn(send).map_err(|_| NoThread)?;
    let stop = stop.clone();
    Ok(iter::from_fn(move || {
        while !stop.is_requested() {
            match lines.recv_timeout(CHECK_INTERVAL) {
                Ok(line) => return Some(line.map_err(|source| Error::unreadable(name, source))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }))
}

/// A line without its line feed, or `None` at the end of the input.
fn read_line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(longest).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == longest && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        line.extend("…".bytes());
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_lines_have_a_length_limit() {
        let long = "x".repeat(100_000);
        let mut input = format!("1\r\n\n{long}\n\u{fffd}2").into_bytes();
        input.push(0xff);
        let mut input = &input[..];
        let mut next = || read_line(&mut input, TYPED_LINE).unwrap();
        assert_eq!(next().unwrap(), "1");
        assert_eq!(next().unwrap(), "");
        assert!(next().unwrap().ends_with("xx…"));
        assert_eq!(next().unwrap(), "\u{fffd}2\u{fffd}");
        assert_eq!(next(), None);
    }
}
