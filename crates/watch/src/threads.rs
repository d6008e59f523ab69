//! Threads that the system may refuse to start, and work in order on several of them.

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::{Builder, Scope, available_parallelism, scope};

/// The error for a system that does not provide more threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system does not provide as many threads as the program needs")]
pub struct NoThread;

/// Runs `work` on several threads, or on none if one cannot be started: they begin when all have been started.
/// `work` gets the number of its thread, and the results are in the order of these numbers.
pub fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, NoThread> {
    let (gate, work) = (RwLock::new(false), &work);
    scope(|scope| {
        let mut all_there = gate.write().unwrap_or_else(PoisonError::into_inner);
        let gate = &gate;
        let mut started = Vec::with_capacity(threads);
        for thread in 0..threads {
            let begin = move || {
                let may_begin = *gate.read().unwrap_or_else(PoisonError::into_inner);
                may_begin.then(|| work(thread))
            };
            // Returning early opens the gate, and the waiting threads exit.
            let thread = Builder::new().spawn_scoped(scope, begin);
            started.push(thread.map_err(|_| NoThread)?);
        }
        *all_there = true;
        drop(all_there);
        let ended = started
            .into_iter()
            .filter_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        Ok(ended.collect())
    })
}

/// The greatest number of pieces of work per thread, including the current one.
const PIECES: usize = 3;

/// Work on a piece, which sends its result. Returns false if the results are no longer needed.
type Job<'scope> = Box<dyn FnOnce() -> bool + Send + 'scope>;

/// Threads that work on pieces, as many as the processor runs at once. They end when this is dropped.
pub struct InOrder<'scope, F, R> {
    jobs: Sender<Job<'scope>>,
    /// The greatest number of pieces in progress.
    most: usize,
    work: F,
    /// The results of the pieces that are not taken yet, in the order of the pieces.
    results: VecDeque<Receiver<R>>,
}

impl<'scope, F: Clone + Send + 'scope, R: Send + 'scope> InOrder<'scope, F, R> {
    /// Starts the threads.
    pub fn new<W>(
        scope: &'scope Scope<'scope, '_>,
        work: F,
    ) -> Result<InOrder<'scope, F, R>, NoThread>
    where
        F: Fn(W) -> R,
    {
        let threads = available_parallelism().map_or(1, NonZero::get);
        let (jobs, queue) = channel::<Job<'scope>>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let begin = move || {
                loop {
                    // The lock must not be held while the job runs.
                    let job = locked(&queue).recv();
                    if !job.is_ok_and(|job| job()) {
                        return;
                    }
                }
            };
            let thread = Builder::new().spawn_scoped(scope, begin);
            thread.map_err(|_| NoThread)?;
        }
        Ok(InOrder {
            jobs,
            most: PIECES * threads,
            work,
            results: VecDeque::new(),
        })
    }

    /// Hands out a piece. If many pieces are in progress, waits for the first of them and returns its result.
    pub fn hand<W: Send + 'scope>(&mut self, piece: W) -> Option<R>
    where
        F: Fn(W) -> R,
    {
        let full = self.results.len() == self.most;
        let result = if full { self.take() } else { None };
        let (sender, receiver) = channel();
        let work = self.work.clone();
        let job = move || sender.send(work(piece)).is_ok();
        // All threads are gone only if they panicked, which ends the scope.
        let _ = self.jobs.send(Box::new(job));
        self.results.push_back(receiver);
        result
    }

    /// Waits for the first piece in progress, and returns its result. `None` if no piece is in progress.
    pub fn take(&mut self) -> Option<R> {
        self.results.pop_front()?.recv().ok()
    }
}

/// Locks a mutex, even if a thread panicked while it held the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` for each part on as many threads as the processor has, and passes the results to `take` in the order
/// of the parts, until `take` fails or a part was interrupted, which the inner result reports.
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
                // All threads still have enough work.
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
    use super::*;

    #[test]
    fn all_workers_work() {
        let done = on_threads(5, |thread| thread).unwrap();
        assert_eq!(done, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn parts_end_with_the_first_that_is_interrupted_or_not_taken() {
        let go = |parts: Range<usize>, interrupted, refused| {
            let (first, mut taken) = (parts.start, 0);
            let work = move |part| (part != interrupted).then_some(part).ok_or("stop");
            let ended = in_order(parts, work, |part, result| {
                assert_eq!((part, result), (first + taken, part));
                taken += 1;
                (part != refused).then_some(()).ok_or(NoThread)
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
