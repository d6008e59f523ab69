//! Threads that the system may refuse to give, and work in order on several of them.

use std::error::Error;
use std::fmt;
use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism, scope};

/// The system does not give more threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoThread;

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the system does not give as many threads as the program needs")
    }
}

impl Error for NoThread {}

/// Starts a thread for each of the workers, or no thread: they begin when all are there. A worker
/// that does not begin returns nothing.
///
/// # Errors
///
/// If the system does not give that many threads.
pub fn spawn_all<'scope, T, W>(
    scope: &'scope Scope<'scope, '_>,
    workers: impl IntoIterator<Item = W>,
) -> Result<Vec<ScopedJoinHandle<'scope, Option<T>>>, NoThread>
where
    T: Send + 'scope,
    W: FnOnce() -> T + Send + 'scope,
{
    let gate = Arc::new(RwLock::new(false));
    let mut all_there = gate.write().unwrap_or_else(PoisonError::into_inner);
    let mut threads = Vec::new();
    for worker in workers {
        let gate = Arc::clone(&gate);
        let begin = move || {
            let all_there = *gate.read().unwrap_or_else(PoisonError::into_inner);
            all_there.then(worker)
        };
        // When this returns, the gate opens and the waiting threads leave.
        let thread = Builder::new().spawn_scoped(scope, begin);
        threads.push(thread.map_err(|_| NoThread)?);
    }
    *all_there = true;
    Ok(threads)
}

/// The most pieces of work of a thread, including the one it works on.
const PIECES: usize = 3;

/// Threads that work on pieces in turn, as many as the processor runs at once. They end when this
/// is dropped.
#[derive(Debug)]
pub struct InOrder<W, R> {
    workers: Vec<(Sender<W>, Receiver<R>)>,
    handed: usize,
    taken: usize,
}

impl<W: Send, R: Send> InOrder<W, R> {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// If the system does not give that many threads.
    pub fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl Fn(W) -> R + Clone + Send + 'scope,
    ) -> Result<InOrder<W, R>, NoThread>
    where
        W: 'scope,
        R: 'scope,
    {
        let threads = available_parallelism().map_or(1, NonZero::get);
        let mut workers = Vec::with_capacity(threads);
        for _ in 0..threads {
            let (sender, pieces) = channel::<W>();
            let (results, receiver) = channel::<R>();
            let work = work.clone();
            let thread = Builder::new().spawn_scoped(scope, move || {
                while let Ok(piece) = pieces.recv() {
                    if results.send(work(piece)).is_err() {
                        return;
                    }
                }
            });
            thread.map_err(|_| NoThread)?;
            workers.push((sender, receiver));
        }
        Ok(InOrder {
            workers,
            handed: 0,
            taken: 0,
        })
    }

    /// Hands out a piece. If many are under way, it waits for the first of them and returns its
    /// result.
    pub fn hand(&mut self, piece: W) -> Option<R> {
        let full = self.handed - self.taken == PIECES * self.workers.len();
        let result = if full { self.take() } else { None };
        // A thread is gone only if it panicked, which ends the scope.
        let _ = self.workers[self.handed % self.workers.len()].0.send(piece);
        self.handed += 1;
        result
    }

    /// The result of the first piece under way, once it is there. `None` if no piece is under way.
    pub fn take(&mut self) -> Option<R> {
        if self.taken == self.handed {
            return None;
        }
        let result = self.workers[self.taken % self.workers.len()].1.recv().ok();
        self.taken += 1;
        result
    }
}

/// Does the work of some parts on as many threads as the processor has. Gives the results to
/// `take`, in the order of the parts, until `take` fails or a part was interrupted. The inner
/// result says which.
///
/// # Errors
///
/// The error of `take`, or an error if the system does not give the threads.
pub fn in_order<T: Send, I: Send, E: From<NoThread>>(
    parts: Range<usize>,
    work: impl Fn(usize) -> Result<T, I> + Clone + Send,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<Result<(), I>, E> {
    scope(|scope| {
        let mut line = InOrder::new(scope, work)?;
        let (mut due, mut parts) = (parts.start, parts);
        loop {
            let result = match parts.next().map(|part| line.hand(part)) {
                // So far all threads have enough work.
                Some(None) => continue,
                Some(some) => some,
                None => line.take(),
            };
            match result {
                Some(Ok(result)) => take(due, result)?,
                Some(Err(interrupted)) => return Ok(Err(interrupted)),
                None => return Ok(Ok(())),
            }
            due += 1;
        }
    })
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn all_workers_work() {
        let done: Vec<usize> = thread::scope(|scope| {
            let workers = (0..5).map(|worker| move || worker);
            let threads = spawn_all(scope, workers).unwrap().into_iter();
            threads
                .filter_map(|thread| thread.join().unwrap())
                .collect()
        });
        assert_eq!(done, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn parts_end_with_the_first_that_is_interrupted_or_not_taken() {
        let go = |parts: Range<usize>, interrupted, refused| {
            let (first, mut taken) = (parts.start, 0);
            let work = move |part| match part == interrupted {
                true => Err("stop"),
                false => Ok(part),
            };
            let ended = in_order(parts, work, |part, result| {
                assert_eq!((part, result), (first + taken, part));
                taken += 1;
                match part == refused {
                    true => Err(NoThread),
                    false => Ok(()),
                }
            });
            (taken, ended)
        };
        assert_eq!(go(3..3, 500, 500), (0, Ok(Ok(()))));
        assert_eq!(go(3..4, 500, 500), (1, Ok(Ok(()))));
        assert_eq!(go(3..200, 500, 500), (197, Ok(Ok(()))));
        assert_eq!(go(3..200, 70, 500), (67, Ok(Err("stop"))));
        assert_eq!(go(3..200, 500, 10), (8, Err(NoThread)));
    }
}
