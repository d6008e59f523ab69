//! Messages and progress on stderr: a bar on a terminal, plain lines elsewhere, nothing with
//! `--quiet`.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use jiff::{Timestamp, Unit};
use watch::{Stop, Watcher};

use super::{is_dumb, printable};

/// The amount of text on stderr besides errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Loudness {
    /// Nothing.
    Quiet,
    /// Progress and what was done.
    Normal,
    /// Also details.
    Verbose,
}

/// The number of plain lines for a whole task.
const LINES: u64 = 100;

/// The console as the stages' [`Watcher`].
pub struct Console {
    loudness: Loudness,
    stop: Stop,
    progress: Arc<Mutex<Progress>>,
}

#[derive(Default)]
enum Progress {
    #[default]
    None,
    Bar(ProgressBar),
    Lines(Lines),
}

/// Progress where a bar cannot be drawn.
struct Lines {
    task: String,
    total: u64,
    next: u64,
}

impl Console {
    /// A console with this loudness.
    pub(crate) fn new(loudness: Loudness, stop: Stop) -> Console {
        Console {
            loudness,
            stop,
            progress: Arc::default(),
        }
    }

    /// A function that prints messages as this console does, from any thread.
    pub fn teller(&self) -> impl Fn(&str) + Send + 'static {
        let (loudness, progress) = (self.loudness, Arc::clone(&self.progress));
        move |message| {
            if loudness >= Loudness::Normal {
                line(&locked(&progress), message);
            }
        }
    }
}

fn locked(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line on stderr that does not disturb the bar.
fn line(progress: &Progress, text: &str) {
    let text = printable(text);
    // A closed stderr must not end the work.
    let write = || {
        let _ = writeln!(io::stderr(), "{text}");
    };
    match progress {
        Progress::Bar(bar) => bar.suspend(write),
        _ => write(),
    }
}

impl Watcher for Console {
    fn begin(&self, task: &str, done: u64, total: u64) {
        if self.loudness == Loudness::Quiet {
            return;
        }
        *locked(&self.progress) = if io::stderr().is_terminal() && !is_dumb() {
            let bar = ProgressBar::new(total).with_position(done);
            bar.set_style(bar_style());
            bar.set_message(task.to_owned());
            bar.reset_eta();
            bar.tick();
            Progress::Bar(bar)
        } else {
            Progress::Lines(Lines {
                task: task.to_owned(),
                total,
                next: done,
            })
        };
        self.advance(done);
    }

    fn advance(&self, done: u64) {
        let mut progress = locked(&self.progress);
        let due = match &mut *progress {
            Progress::None => None,
            Progress::Bar(bar) => {
                bar.set_position(done);
                None
            }
            Progress::Lines(lines) => lines.at(done),
        };
        if let Some(due) = due {
            line(&progress, &due);
        }
    }

    fn end(&self) {
        if let Progress::Bar(bar) = std::mem::take(&mut *locked(&self.progress)) {
            bar.finish_and_clear();
        }
    }

    fn say(&self, message: &str) {
        if self.loudness >= Loudness::Normal {
            line(&locked(&self.progress), message);
        }
    }

    fn detail(&self, message: &str) {
        if self.loudness >= Loudness::Verbose {
            line(&locked(&self.progress), message);
        }
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}

impl Lines {
    /// The line that is due, if there is one: one for each hundredth of the task, and the last one
    /// at the end.
    fn at(&mut self, done: u64) -> Option<String> {
        if done < self.next {
            return None;
        }
        let step = self.total.div_ceil(LINES).max(1);
        self.next = if done < self.total {
            (done - done % step + step).min(self.total)
        } else {
            u64::MAX
        };
        let now = Timestamp::now();
        let now = now.round(Unit::Second).unwrap_or(now);
        let percent = 100 * u128::from(done) / u128::from(self.total.max(1));
        Some(format!(
            "{now} {}: {} of {} ({percent} %)",
            self.task,
            HumanCount(done),
            HumanCount(self.total)
        ))
    }
}

fn bar_style() -> ProgressStyle {
    // The template is a valid constant.
    ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {rate} {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // The code that draws the bar cannot report an error.
            let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
        })
}
