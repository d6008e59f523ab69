//! Runs work in the background that takes too long for the response to a key.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use watch::{Halt, NoThread, Observed, Stop};

/// Work that passes each of its results to a function.
type Work<T> = Box<dyn FnOnce(&Observed, &dyn Fn(T)) -> Result<(), Halt> + Send>;

/// The number of a job, its work, and the signal that stops it.
type Job<T> = (u64, Work<T>, Stop);

/// A background thread. If several jobs are waiting, it runs only the last one.
pub(crate) struct Worker<T> {
    jobs: Sender<Job<T>>,
    results: Receiver<(u64, Option<T>)>,
    number: u64,
    stop: Stop,
}

impl<T: Send + 'static> Worker<T> {
    pub(crate) fn new() -> app::Result<Worker<T>> {
        let (jobs, waiting) = channel::<Job<T>>();
        let (reporter, results) = channel();
        let work = move || {
            for (number, work, stop) in waiting {
                if stop.is_requested() {
                    continue;
                }
                // Sending fails only after the screen was left.
                let tell = |result| drop(reporter.send((number, result)));
                let done = AtomicU64::new(0);
                let observed = Observed::new(&done, &stop);
                if let Err(Halt::Enough) = work(&observed, &|result| tell(Some(result))) {
                    tell(None);
                }
            }
        };
        thread::Builder::new().spawn(work).map_err(|_| NoThread)?;
        Ok(Worker {
            jobs,
            results,
            number: 0,
            stop: Stop::default(),
        })
    }

    /// Stops the current work and drops its results, because they are outdated.
    pub(crate) fn forget(&mut self) {
        self.stop.request();
        self.number += 1;
    }

    /// Begins work, which replaces all earlier work.
    pub(crate) fn begin(
        &mut self,
        work: impl FnOnce(&Observed, &dyn Fn(T)) -> Result<(), Halt> + Send + 'static,
    ) {
        self.forget();
        self.stop = Stop::default();
        // Sending fails only if the thread has panicked; then there are no results.
        let job = (self.number, Box::new(work) as Work<T>, self.stop.clone());
        let _ = self.jobs.send(job);
    }

    /// The next result, if one has arrived. The inner value is `None` if the work took too long.
    pub(crate) fn next(&mut self) -> Option<Option<T>> {
        let mut results = self.results.try_iter();
        results.find_map(|(number, result)| (number == self.number).then_some(result))
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.stop.request();
    }
}
