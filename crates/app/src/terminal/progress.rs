//! Messages and progress on stderr: a bar on a terminal, plain lines elsewhere, nothing with `--quiet`.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use console::Term;
use draw::words::{duration, percent, thousands};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use jiff::{Timestamp, Unit};
use watch::{Stop, Watcher, locked};

use super::{is_dumb, message, printable, width};
use crate::Hint;

/// The amount of text on stderr besides errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Loudness {
    /// No text.
    Quiet,
    /// Progress and results of steps.
    Normal,
    /// Also details.
    Verbose,
}

/// The interval between two plain lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// The numbers of columns beside the task from which there is room for a bar, and, without the counts themselves, for
/// a bar with counts.
const ROOM_FOR_BAR: usize = 30;
const ROOM_FOR_COUNTS: usize = 33;

/// The console, which is the [`Watcher`] of all work.
pub struct Console {
    loudness: Loudness,
    stop: Stop,
    progress: Arc<Mutex<Progress>>,
    next: Mutex<Option<Hint>>,
}

#[derive(Default)]
enum Progress {
    #[default]
    None,
    Bar(ProgressBar),
    Lines(Lines),
}

/// Progress as plain lines, where a bar cannot be drawn.
struct Lines {
    task: String,
    total: u64,
    pace: Pace,
    /// When the next line is due; `None` after the last one.
    due: Option<Instant>,
}

/// The speed of the work since this program began it.
#[derive(Clone, Copy)]
struct Pace {
    begun: Instant,
    first: u64,
}

impl Pace {
    /// The number of steps per second, once it is reliable.
    fn rate(self, done: u64) -> Option<f64> {
        /// Before this time, a rate may come from a single report.
        const SURE: Duration = Duration::from_secs(1);
        let time = self.begun.elapsed();
        let rate = done.saturating_sub(self.first) as f64 / time.as_secs_f64();
        (time >= SURE && rate > 0.0).then_some(rate)
    }

    fn left(self, done: u64, total: u64) -> Option<Duration> {
        let left = total.saturating_sub(done) as f64 / self.rate(done)?;
        Duration::try_from_secs_f64(left).ok()
    }
}

impl Console {
    pub(crate) fn new(loudness: Loudness, stop: Stop) -> Console {
        Console {
            loudness,
            stop,
            progress: Arc::default(),
            next: Mutex::default(),
        }
    }

    /// Sets the hint that is printed when the program ends successfully.
    pub fn set_next_step(&self, next: Hint) {
        *locked(&self.next) = Some(next);
    }

    pub(crate) fn next_step(&self) -> Option<Hint> {
        locked(&self.next).take()
    }

    /// A function that prints messages as this console does, for any thread.
    pub fn reporter(&self) -> impl Fn(&str) + Send + 'static {
        let (loudness, progress) = (self.loudness, Arc::clone(&self.progress));
        move |message| {
            if loudness >= Loudness::Normal {
                line(&locked(&progress), message);
            }
        }
    }
}

/// Prints a line on stderr without disturbing the bar.
fn line(progress: &Progress, text: &str) {
    let text = message(&printable(text));
    // The work must continue if stderr is closed.
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
        let (begun, first) = (Instant::now(), done);
        let pace = Pace { begun, first };
        *locked(&self.progress) = if io::stderr().is_terminal() && !is_dumb() {
            let columns = width(&Term::stderr()).unwrap_or(usize::MAX);
            let bar = ProgressBar::new(total).with_position(done);
            let room = columns.saturating_sub(task.chars().count());
            bar.set_style(bar_style(room, total, pace));
            bar.set_message(task.to_owned());
            bar.tick();
            Progress::Bar(bar)
        } else {
            Progress::Lines(Lines {
                task: task.to_owned(),
                total,
                pace,
                due: Some(Instant::now()),
            })
        };
        self.advance(done);
    }

    fn advance(&self, done: u64) {
        let mut progress = locked(&self.progress);
        match &mut *progress {
            Progress::None => {}
            // The total may be an estimate.
            Progress::Bar(bar) => bar.set_position(done.min(bar.length().unwrap_or(done))),
            Progress::Lines(lines) => {
                if let Some(due) = lines.at(done) {
                    line(&progress, &due);
                }
            }
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
    /// The line that is due, if any: the first one, one after each interval, and the last one when all steps are
    /// done.
    fn at(&mut self, done: u64) -> Option<String> {
        let now = Instant::now();
        let done = done.min(self.total);
        let all_done = done == self.total;
        if self.due? > now && !all_done {
            return None;
        }
        self.due = (!all_done).then(|| now + BETWEEN_LINES);
        let now = Timestamp::now();
        let now = now.round(Unit::Second).unwrap_or(now);
        let left = match self.pace.left(done, self.total) {
            Some(left) if !all_done => format!(", {} left", duration(left)),
            _ => String::new(),
        };
        Some(format!(
            "{now} {}: {} of {} ({} %){left}",
            self.task,
            thousands(done),
            thousands(self.total),
            percent(done, self.total)
        ))
    }
}

fn bar_style(room: usize, total: u64, pace: Pace) -> ProgressStyle {
    let counts = 2 * thousands(total).len();
    let template = match room {
        _ if room >= ROOM_FOR_COUNTS + counts => {
            "{msg} {wide_bar} {human_pos}/{human_len}{rate}{left}"
        }
        ROOM_FOR_BAR.. => "{msg} {wide_bar} {percent} %{left}",
        _ => "{wide_msg} {percent} %{left}",
    };
    // All templates are valid.
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        // Drawing code cannot report an error.
        .with_key(
            "rate",
            move |state: &ProgressState, out: &mut dyn fmt::Write| {
                if let Some(rate) = pace.rate(state.pos()) {
                    let _ = write!(out, " {}/s", thousands(rate as u64));
                }
            },
        )
        .with_key(
            "left",
            move |state: &ProgressState, out: &mut dyn fmt::Write| {
                let left = pace.left(state.pos(), state.len().unwrap_or_default());
                if let Some(left) = left {
                    let _ = write!(out, " {} left", duration(left));
                }
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_steps_do_not_count_as_speed() {
        const BEFORE: u64 = 43_000_000_000;
        let pace = |seconds| Pace {
            begun: Instant::now() - Duration::from_secs(seconds),
            first: BEFORE,
        };
        let rate = pace(2).rate(BEFORE + 200).unwrap();
        assert!((80.0..=100.0).contains(&rate), "{rate}");
        let left = pace(2).left(BEFORE + 200, BEFORE + 1000).unwrap();
        assert!((8..=10).contains(&left.as_secs()), "{left:?}");
        // A bar begins without a time, because there is no speed yet.
        assert_eq!(pace(0).left(BEFORE + 200, BEFORE + 1000), None);
        assert_eq!(pace(2).left(BEFORE, BEFORE + 1000), None);
    }
}
