//! Parts of a search on several threads, their results in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use watch::{Stop, spawn_all};

/// How often the wish to stop is looked at while no part has ended.
const LOOKS: Duration = Duration::from_millis(50);
/// How many results may wait to be taken.
const WAITING: usize = 64;

/// A search was ended before it came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// How the work on parts ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All are done.
    Done,
    /// Somebody asked to stop.
    Stopped,
    /// The system does not give so many threads, so nothing was done.
    NoThread,
}

/// Does the work of parts on so many threads, and gives the results to
/// `take`, one after the other in the order of the parts.
///
/// `work` heeds the `Stop` that it is given, which is asked as soon as `stop`
/// is, or `take` has failed.
///
/// # Errors
///
/// What `take` fails with.
pub fn in_order<T: Send, E>(
    parts: Range<usize>,
    threads: usize,
    stop: &Stop,
    work: impl Fn(usize, &Stop) -> Result<T, Interrupted> + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<Ended, E> {
    let halt = Stop::default();
    let next = AtomicUsize::new(parts.start);
    let end = parts.end;
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(WAITING);
        let workers = (0..threads.clamp(1, parts.len().max(1))).map(|_| {
            let (sender, halt, next, work) = (sender.clone(), &halt, &next, &work);
            move || {
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= end || halt.asked() {
                        break;
                    }
                    let Ok(result) = work(part, halt) else { break };
                    if sender.send((part, result)).is_err() {
                        break;
                    }
                }
            }
        });
        if spawn_all(scope, workers).is_err() {
            return Ok(Ended::NoThread);
        }
        drop(sender);
        // However this is left, the threads end: they are asked to, and
        // nobody takes their results any more.
        let mut early = BTreeMap::new();
        let mut due = parts.start;
        while due < end {
            if stop.asked() {
                halt.ask();
                return Ok(Ended::Stopped);
            }
            match receiver.recv_timeout(LOOKS) {
                Ok((part, result)) => {
                    early.insert(part, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Stopped),
            }
            while let Some(result) = early.remove(&due) {
                if let Err(error) = take(due, result) {
                    halt.ask();
                    return Err(error);
                }
                due += 1;
            }
        }
        Ok(Ended::Done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            // Every third part takes longer than those behind it.
            let ended = in_order(
                3..200,
                threads,
                &Stop::default(),
                |part, _| {
                    if part % 3 == 0 {
                        thread::sleep(Duration::from_micros(300));
                    }
                    Ok(part * part)
                },
                |part, result| {
                    taken.push((part, result));
                    Ok::<(), ()>(())
                },
            );
            assert_eq!(ended, Ok(Ended::Done));
            assert!(
                taken
                    .into_iter()
                    .eq((3..200).map(|part| (part, part * part)))
            );
        }
    }

    #[test]
    fn who_asks_to_stop_gets_what_was_done_until_then() {
        let stop = Stop::default();
        let mut taken = 0;
        let ended = in_order(
            0..1000,
            2,
            &stop,
            |_, halt| {
                if halt.asked() {
                    Err(Interrupted)
                } else {
                    Ok(())
                }
            },
            |part, ()| {
                taken += 1;
                if part == 10 {
                    stop.ask();
                }
                Ok::<(), ()>(())
            },
        );
        assert_eq!(ended, Ok(Ended::Stopped));
        assert!((11..1000).contains(&taken), "{taken}");
    }

    #[test]
    fn an_error_ends_the_work() {
        let ended = in_order(
            0..1000,
            2,
            &Stop::default(),
            |part, _| Ok(part),
            |part, _| if part == 5 { Err("full") } else { Ok(()) },
        );
        assert_eq!(ended, Err("full"));
        let nothing = in_order(
            5..5,
            2,
            &Stop::default(),
            |_, _| Ok(()),
            |_, ()| Err("taken"),
        );
        assert_eq!(nothing, Ok(Ended::Done));
    }
}
