//! Work for several threads, with results in order.

use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope, available_parallelism, scope};

use super::NoThread;

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
    fn results_come_in_the_order_of_the_work() {
        for pieces in [0, 1, 7, 500] {
            let results: Vec<u64> = thread::scope(|scope| {
                let mut line = InOrder::new(scope, |piece: u64| piece * piece).unwrap();
                let mut results = Vec::new();
                for piece in 0..pieces {
                    results.extend(line.hand(piece));
                }
                while let Some(result) = line.take() {
                    results.push(result);
                }
                results
            });
            let expected: Vec<u64> = (0..pieces).map(|piece| piece * piece).collect();
            assert_eq!(results, expected);
        }
    }

    #[test]
    fn parts_end_with_the_first_that_is_interrupted_or_not_taken() {
        let go = |interrupted, refused| {
            let mut taken = 0;
            let work = move |part| {
                if part == interrupted {
                    Err("stop")
                } else {
                    Ok(part)
                }
            };
            let ended = in_order(3..200, work, |part, result| {
                assert_eq!(part, result);
                taken += 1;
                if part == refused {
                    Err(NoThread)
                } else {
                    Ok(())
                }
            });
            (taken, ended)
        };
        assert_eq!(go(500, 500), (197, Ok(Ok(()))));
        assert_eq!(go(70, 500), (67, Ok(Err("stop"))));
        assert_eq!(go(500, 10), (8, Err(NoThread)));
    }
}
