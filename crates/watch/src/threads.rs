//! Threads that the system may refuse to give.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::{Builder, Scope, ScopedJoinHandle};

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
}
