//! Does in the background what takes longer than a key may wait: what the rays tell,
//! and the choice of another board.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use kit::fresh_seed;
use watch::{Halt, NoThread, Observed, Stop, Watcher};

use super::Random;
use crate::error::Error;
use crate::play::advice::NextRay;
use crate::play::game::{Game, Knowable};
use crate::play::solutions::Counted;
use crate::view;

/// What the rays tell. It comes bit by bit.
#[derive(Default, Debug)]
pub(super) struct Advice {
    /// How many molecules are left, and where their balls are.
    pub(super) left: Option<Counted>,
    /// The ray that tells most, if any tells anything, and the verdict.
    pub(super) outlook: Option<(Option<NextRay>, String)>,
    /// Once the game is over, what could be known.
    pub(super) knowable: Option<Knowable>,
    /// Another game, if the player wanted one, and its seed.
    another: Option<Result<(Game, u64), Error>>,
    /// Nothing more comes, because it would take too long.
    pub(super) too_long: bool,
}

/// A part of an answer.
enum Part {
    Another(Result<(Game, u64), Error>),
    Left(Counted),
    Outlook(Option<NextRay>, String),
    Knowable(Knowable),
    TooLong,
}

/// What to do, and the wish to stop it.
struct Job {
    number: u64,
    task: Task,
    stop: Stop,
}

enum Task {
    /// What do the rays of a game tell?
    Advise(Game),
    /// What could be known in a game that is over?
    Judge(Game),
    /// Find another game.
    Another(Random),
}

/// Finds out what the rays tell, on a thread of its own. If there are several wishes,
/// only the last one counts.
pub(super) struct Adviser {
    jobs: Sender<Job>,
    parts: Receiver<(u64, Part)>,
    number: u64,
    stop: Stop,
    advice: Advice,
}

impl Adviser {
    /// An adviser with nothing to do.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(super) fn new() -> Result<Adviser, NoThread> {
        let (jobs, waiting) = channel::<Job>();
        let (teller, parts) = channel();
        let work = move || {
            for job in waiting {
                // Nobody listens any more when the game is left.
                let tell = |part| drop(teller.send((job.number, part)));
                if let Err(Halt::Enough) = job.task.work(&job.stop, &tell) {
                    tell(Part::TooLong);
                }
            }
        };
        thread::Builder::new().spawn(work).map_err(|_| NoThread)?;
        Ok(Adviser {
            jobs,
            parts,
            number: 0,
            stop: Stop::default(),
            advice: Advice::default(),
        })
    }

    /// The game has changed, so what was known is no longer true.
    pub(super) fn forget(&mut self) {
        self.stop.ask();
        self.number += 1;
        self.advice = Advice::default();
    }

    /// Begins to find out what the rays of a game tell.
    pub(super) fn advise(&mut self, game: &Game) {
        self.begin(Task::Advise(game.clone()));
    }

    /// Begins to find out what could be known in a game that is over.
    pub(super) fn judge(&mut self, game: &Game) {
        self.begin(Task::Judge(game.clone()));
    }

    /// Begins to look for another game.
    pub(super) fn find(&mut self, wanted: Random) {
        self.begin(Task::Another(wanted));
    }

    fn begin(&mut self, task: Task) {
        self.forget();
        self.stop = Stop::default();
        // The thread is gone only if it has failed, and then nothing comes.
        let _ = self.jobs.send(Job {
            number: self.number,
            task,
            stop: self.stop.clone(),
        });
    }

    /// Collects what is known by now. True if that is more than before.
    pub(super) fn look(&mut self) -> bool {
        let mut more = false;
        for (number, part) in self.parts.try_iter() {
            if number != self.number {
                continue;
            }
            more = true;
            match part {
                Part::Left(counted) => self.advice.left = Some(counted),
                Part::Outlook(next, verdict) => self.advice.outlook = Some((next, verdict)),
                Part::Knowable(knowable) => self.advice.knowable = Some(knowable),
                Part::Another(game) => self.advice.another = Some(game),
                Part::TooLong => self.advice.too_long = true,
            }
        }
        more
    }

    /// The other game and its seed, if it was wanted and is found.
    pub(super) fn another(&mut self) -> Option<Result<(Game, u64), Error>> {
        self.advice.another.take()
    }

    /// What is known.
    pub(super) fn advice(&self) -> &Advice {
        &self.advice
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl Task {
    fn work(&self, stop: &Stop, tell: &dyn Fn(Part)) -> Result<(), Halt> {
        let done = AtomicU64::new(0);
        let observed = Observed { done: &done, stop };
        observed.add(0)?;
        match self {
            Task::Advise(game) => {
                let question = game.question().map_err(|_| Halt::Enough)?;
                let agreeing = question.find_quickly(0, &observed)?;
                tell(Part::Left(agreeing.counted().clone()));
                let outlook = agreeing.weigh_quickly(&observed)?;
                let verdict = view::play::verdict(game, &agreeing, &outlook);
                tell(Part::Outlook(outlook.next, verdict));
            }
            Task::Judge(game) => {
                tell(Part::Knowable(game.knowable(&observed)?));
            }
            Task::Another(wanted) => {
                let seed = fresh_seed();
                let game = wanted.game(seed, &Behind(stop));
                tell(Part::Another(game.map(|game| (game, seed))));
            }
        }
        Ok(())
    }
}

/// Watches the work in the background, and says nothing.
struct Behind<'a>(&'a Stop);

impl Watcher for Behind<'_> {
    fn begin(&self, _: &str, _: u64, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn say(&self, _: &str) {}
    fn detail(&self, _: &str) {}
    fn stop(&self) -> &Stop {
        self.0
    }
}
