//! Does in the background what takes longer than a key may wait.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use watch::{Halt, NoThread, Observed, Stop};

/// Work that tells its results one by one.
type Work<T> = Box<dyn FnOnce(&Observed, &dyn Fn(T)) -> Result<(), Halt> + Send>;

/// Its number, what to do, and the wish to stop it.
type Job<T> = (u64, Work<T>, Stop);

/// A thread of its own. If there are several wishes, only the last one counts.
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

    /// What is requested has changed, so no more results of earlier work come.
    pub(crate) fn forget(&mut self) {
        self.stop.ask();
        self.number += 1;
    }

    /// Begins work, and forgets all earlier work.
    pub(crate) fn begin(
        &mut self,
        work: impl FnOnce(&Observed, &dyn Fn(T)) -> Result<(), Halt> + Send + 'static,
    ) {
        self.forget();
        self.stop = Stop::default();
        // The thread is gone only if it has failed, and then nothing comes.
        let job = (self.number, Box::new(work) as Work<T>, self.stop.clone());
        let _ = self.jobs.send(job);
    }

    /// The next result that is there, or `None` in it if the work took too long.
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
