//! Lines from stdin or a file. While no line comes, a wish to stop is not missed.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use watch::{NoThread, Stop};

/// Nobody types a longer line, so the rest of it is dropped.
const LONGEST_LINE: u64 = 4096;

/// The interval between two checks whether to stop.
const LOOKS: Duration = Duration::from_millis(50);

/// The lines of stdin or a file, until it ends or somebody asks to stop.
#[derive(Debug)]
pub struct Lines {
    lines: Receiver<io::Result<String>>,
    stop: Stop,
}

impl Lines {
    /// Begins to read. The thread that reads stays behind where it waits, because nothing can
    /// interrupt a read.
    ///
    /// # Errors
    ///
    /// If the system does not give that thread.
    pub fn of_stdin(stop: &Stop) -> Result<Lines, NoThread> {
        Lines::sent_by(|sender| send_lines(io::stdin().lock(), sender), stop)
    }

    /// Begins to read from something else, which may be a pipe.
    ///
    /// # Errors
    ///
    /// As [`of_stdin`](Lines::of_stdin).
    pub fn of(input: impl BufRead + Send + 'static, stop: &Stop) -> Result<Lines, NoThread> {
        Lines::sent_by(|sender| send_lines(input, sender), stop)
    }

    fn sent_by(
        send: impl FnOnce(&SyncSender<io::Result<String>>) + Send + 'static,
        stop: &Stop,
    ) -> Result<Lines, NoThread> {
        let (sender, lines) = sync_channel(0);
        thread::Builder::new()
            .spawn(move || send(&sender))
            .map_err(|_| NoThread)?;
        Ok(Lines {
            lines,
            stop: stop.clone(),
        })
    }
}

impl Iterator for Lines {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        while !self.stop.asked() {
            match self.lines.recv_timeout(LOOKS) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

fn send_lines(mut input: impl BufRead, sender: &SyncSender<io::Result<String>>) {
    loop {
        let line = match read_line(&mut input) {
            Ok(None) => return,
            Ok(Some(line)) => Ok(line),
            Err(error) => Err(error),
        };
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}

/// A line without its end, or `None` if there are no more.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
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
    fn lines_are_cut_to_a_length_that_somebody_could_type() {
        let long = "x".repeat(10_000);
        let mut input = format!("1\r\n\n{long}\n\u{fffd}2").into_bytes();
        input.push(0xff);
        let mut input = &input[..];
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().unwrap(), "1");
        assert_eq!(next().unwrap(), "");
        assert_eq!(next().unwrap().len() as u64, LONGEST_LINE);
        assert_eq!(next().unwrap(), "\u{fffd}2\u{fffd}");
        assert_eq!(next(), None);
    }
}
