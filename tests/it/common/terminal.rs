//! A program on a terminal: tests press keys and read the screen.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, WaitOptions, waitpid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};
use vt100::MouseProtocolMode;

use super::program::send;

/// The time limit for anything that a program does. It usually takes moments, but the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const ESC: &str = "\x1b";
pub(crate) const HOME: &str = "\x1b[H";

/// A click with the left button (0) or the right one (2). Columns and lines count from 1.
pub(crate) fn click(button: u8, x: u16, y: u16) -> String {
    format!("\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m")
}

pub(crate) struct Terminal {
    pub child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// The program's side of the terminal, for reading its settings.
    inside: OwnedFd,
}

fn size(lines: u16, columns: u16) -> Winsize {
    Winsize {
        ws_row: lines,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}

pub(crate) fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// Starts a program on a terminal. Returns the outer side, the program's side, and the program.
pub(crate) fn spawn(command: &mut Command, lines: u16, columns: u16) -> (OwnedFd, OwnedFd, Child) {
    let outside = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&outside).unwrap();
    unlockpt(&outside).unwrap();
    let name = ptsname(&outside, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let inside = open(name, flags, Mode::empty()).unwrap();
    tcsetwinsize(&inside, size(lines, columns)).unwrap();
    let end = || inside.try_clone().unwrap();
    if !command.get_envs().any(|(name, _)| name == "TERM") {
        command.env("TERM", "xterm-256color");
    }
    // A job of its own, so that Ctrl-Z does not stop the tests.
    command.process_group(0);
    command.stdin(end()).stdout(end()).stderr(end());
    let child = command.spawn().unwrap();
    (outside, inside, child)
}

impl Terminal {
    pub(crate) fn start(command: &mut Command, lines: u16, columns: u16) -> Terminal {
        let (outside, inside, child) = spawn(command, lines, columns);
        let keyboard = File::from(outside);
        let mut reader = keyboard.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            child,
            keyboard,
            output,
            screen: vt100::Parser::new(some(lines), some(columns), 0),
            inside,
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Resizes the terminal, as a user does with its window.
    pub(crate) fn resize(&mut self, lines: u16, columns: u16) {
        tcsetwinsize(&self.inside, size(lines, columns)).unwrap();
        self.screen
            .screen_mut()
            .set_size(some(lines), some(columns));
        self.signal(Signal::WINCH);
    }

    /// Overwrites the program's output at a line, counted from 1.
    pub(crate) fn write_over(&mut self, line: u16, text: &str) {
        // The program writes whole frames, so this comes after one of them.
        let bytes = format!("\x1b[{line};1H{text}");
        rustix::io::write(&self.inside, bytes.as_bytes()).unwrap();
        self.wait_for(text);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        send(signal, &self.child);
    }

    /// Waits until the program is suspended, and checks that the terminal is restored.
    pub(crate) fn wait_for_rest(&mut self) {
        let options = WaitOptions::UNTRACED;
        let (_, status) = waitpid(Some(Pid::from_child(&self.child)), options)
            .unwrap()
            .unwrap();
        assert!(status.stopped(), "{status:?}");
        self.wait_until("usual screen", |terminal| {
            !terminal.screen.screen().alternate_screen()
        });
        self.assert_given_back();
    }

    /// Checks that the terminal is restored: line mode with echo, the main screen, a visible cursor, no mouse.
    fn assert_given_back(&self) {
        use rustix::termios::LocalModes;

        let modes = tcgetattr(&self.inside).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO));
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
    }

    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    pub(crate) fn wait_for(&mut self, wanted: &str) -> Duration {
        self.wait_until(wanted, |terminal| terminal.text().contains(wanted))
    }

    pub(crate) fn wait_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Duration {
        let begun = Instant::now();
        while !is_so(self) {
            let left = PATIENCE.checked_sub(begun.elapsed()).unwrap_or_default();
            let bytes = self.output.recv_timeout(left);
            let bytes = bytes.unwrap_or_else(|_| panic!("no {what:?} in\n{}", self.text()));
            self.screen.process(&bytes);
        }
        begun.elapsed()
    }

    /// Presses keys, and waits after each for a text.
    pub(crate) fn steps(&mut self, steps: &[(&str, &str)]) {
        for (keys, wanted) in steps {
            self.press(keys);
            self.wait_for(wanted);
        }
    }

    /// Leaves the program by its key, and returns the text on the screen after that.
    pub(crate) fn leave(mut self) -> String {
        self.press("q");
        let (status, text) = self.end();
        assert_eq!(status.code(), Some(0), "{text}");
        text
    }

    /// Waits for the end of the program, which must restore the terminal.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let status = loop {
            while let Ok(bytes) = self.output.try_recv() {
                self.screen.process(&bytes);
            }
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            let is_patient = begun.elapsed() < PATIENCE;
            assert!(is_patient, "it still runs:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        };
        // Writes a character that no program writes, so that reading up to it yields all output.
        rustix::io::write(&self.inside, b"\0").unwrap();
        let mut bytes = Vec::new();
        while bytes.last() != Some(&0) {
            bytes = self.output.recv_timeout(PATIENCE).unwrap();
            self.screen.process(&bytes);
        }
        if status.signal().is_none() {
            self.assert_given_back();
        }
        (status, self.text())
    }
}
