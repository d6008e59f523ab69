//! Runs work in the background that takes too long for the answer to a key.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use watch::{Halt, NoThread, Observed, Stop};

/// Work that sends its results one by one.
type Work<T> = Box<dyn FnOnce(&Observed, &dyn Fn(T)) -> Result<(), Halt> + Send>;

/// The number of a job, its work, and the signal that stops it.
type Job<T> = (u64, Work<T>, Stop);

/// A background thread. If several jobs wait, it does only the last one.
pub(crate) struct Worker<T> {
    jobs: Sender<Job<T>>,
    results: Receiver<(u64, Option<T>)>,
    number: u64,
    stop: Stop,
}

impl<T: Send + 'static> Worker<T> {
    pub(crate) fn new() -> app::Result<Worker<T>> {
        let (jobs, waiting) = channel::<Job<T>>();
        let (teller, results) = channel();
        let work = move || {
            for (number, work, stop) in waiting {
                if stop.asked() {
                    continue;
                }
                // The other end is gone when the screen is left.
                let tell = |result| drop(teller.send((number, result)));
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

    /// Stops the current work and drops its results, because the request has changed.
    pub(crate) fn forget(&mut self) {
        self.stop.ask();
        self.number += 1;
    }

    /// Begins work in place of all earlier work.
    pub(crate) fn begin(
        &mut self,
        work: impl FnOnce(&Observed, &dyn Fn(T)) -> Result<(), Halt> + Send + 'static,
    ) {
        self.forget();
        self.stop = Stop::default();
        // The thread ends early only by a panic, and then there are no results.
        let job = (self.number, Box::new(work) as Work<T>, self.stop.clone());
        let _ = self.jobs.send(job);
    }

    /// The next result that has arrived. The inner value is `None` if the work took too long.
    pub(crate) fn next(&mut self) -> Option<Option<T>> {
        let mut results = self.results.try_iter();
        results.find_map(|(number, result)| (number == self.number).then_some(result))
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.stop.ask();
    }
}
