//! What matters when a run takes hours. Progress never goes backwards, and the
//! write-ahead log does not grow without limit, even if somebody reads for
//! ever.

use std::cell::{Cell, RefCell};
use std::fs;
use std::io::Write;
use std::thread;
use std::time::Duration;

use blackbox::census::Resources;
use blackbox::game::Config;

use blackbox::store::Store;
use kit::Rows;
use kit::database::Access;
use rusqlite::Connection;
use testkit::Sandbox;
use watch::{Stop, Watcher};

use crate::common::invariants;
use crate::common::program::{
    self, Listener, check_was_stopped, empty_sandbox, explored_sandbox, initialised_sandbox, open,
};
use blackbox::commands::census;
use blackbox::commands::explore;
use blackbox::commands::run;
use blackbox::commands::verify;

/// Checks that progress goes forward. Asks to stop when told.
#[derive(Default)]
struct Strict {
    stop: Stop,
    stop_after: Option<u64>,
    task: RefCell<Option<(u64, u64)>>,
    tasks: RefCell<u64>,
}

impl Strict {
    fn until(stop_after: Option<u64>) -> Strict {
        Strict {
            stop_after,
            ..Strict::default()
        }
    }

    fn verify(
        &self,
        store: &mut Store,
        config: Config,
        out: &mut dyn Write,
    ) -> blackbox::Result<()> {
        verify::run::verify(store, Some(config), None, None, self, (Rows::Text, out))
    }
}

impl Watcher for Strict {
    fn begin(&self, task: &str, done: u64, total: u64) {
        assert!(done <= total, "{task}: {done} of {total}");
        let before = self.task.replace(Some((done, total)));
        assert_eq!(before, None, "{task} begins within another task");
        *self.tasks.borrow_mut() += 1;
    }

    fn advance(&self, done: u64) {
        let mut task = self.task.borrow_mut();
        let (before, total) = task.expect("a task");
        assert!(before <= done && done <= total, "{before} {done} {total}");
        *task = Some((done, total));
        if self.stop_after.is_some_and(|stop| done >= stop) {
            self.stop.ask();
        }
    }

    fn end(&self) {
        self.task.replace(None).expect("a task");
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}

#[test]
fn progress_never_goes_backwards() {
    let sandbox = empty_sandbox();
    let config: Config = "A4_B6".parse().unwrap();
    let open = |watcher: &Strict| open(&sandbox.db(), Access::Create, watcher);
    // Stopped twice, and then not.
    for after in [Some(10_000), Some(30_000), None] {
        let watcher = Strict::until(after);
        let ended = run::stages::run(&mut open(&watcher), config, &|_| Ok(()), &watcher);
        match after {
            Some(_) => check_was_stopped(ended),
            None => assert!(!ended.unwrap().is_empty()),
        }
        assert!(*watcher.tasks.borrow() > 0);
    }
    let watcher = Strict::default();
    let mut lines = Vec::new();
    let verified = watcher.verify(&mut open(&watcher), config, &mut lines);
    verified.unwrap();
    assert!(lines.split(|byte| *byte == b'\n').count() > 10 && *watcher.tasks.borrow() >= 4);
    let resources = Resources {
        memory: 1 << 20,
        threads: 2,
    };
    let watcher = Strict::default();
    census::run::census(&mut open(&watcher), config, false, resources, &watcher).unwrap();
    assert!(*watcher.tasks.borrow() > 0);
}

#[test]
fn verification_stops_when_asked() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let config: Config = "A4_B6".parse().unwrap();
    for after in [0, 1024, 40_000] {
        let watcher = Strict::until(Some(after));
        let mut store = open(&sandbox.db(), Access::Read, &watcher);
        check_was_stopped(watcher.verify(&mut store, config, &mut std::io::sink()));
    }
}

const LIMIT: u64 = 4 << 20;
/// A size that half a second is too short to write.
const BATCH: u64 = 512 << 20;

/// Explores A4_B6 beside a reader that was there before. When the exploration says that it waits, `then`
/// gets its wish to stop and the reader. Returns the length of the longest log, too.
fn explore_beside_a_reader(
    sandbox: &Sandbox,
    then: impl Fn(&Stop, Connection),
) -> (blackbox::Result<()>, u64) {
    let reader = sandbox.sql();
    let read = "begin; select count(*) from Molecules";
    reader.execute_batch(read).unwrap();
    let reader = RefCell::new(Some(reader));
    let (stop, longest) = (Stop::default(), Cell::new(0));
    let log = format!("{}-wal", sandbox.db().display());
    let measure = || {
        let length = fs::metadata(&log).map_or(0, |log| log.len());
        longest.set(length.max(longest.get()));
    };
    let watcher = Listener {
        stop: stop.clone(),
        say: |message: &str| {
            if message.starts_with("waiting for another program") {
                measure();
                then(&stop, reader.take().expect("it says so once"));
            }
        },
        advance: measure,
    };
    let config: Config = "A4_B6".parse().unwrap();
    let mut store = open(&sandbox.db(), Access::Write, &watcher);
    store.file.limit_log(LIMIT);
    let ended = explore::run::explore(&mut store, config, &|_| Ok(()), &watcher);
    assert!(reader.borrow().is_none(), "it never waited");
    (ended, longest.get())
}

#[test]
fn the_log_waits_for_a_reader() {
    let sandbox = initialised_sandbox("A4_B6");
    let (ended, longest) = explore_beside_a_reader(&sandbox, |_, reader| {
        // The reader ends while the writer waits for it.
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            drop(reader);
        });
    });
    ended.unwrap();
    assert!(longest > LIMIT && longest < LIMIT + BATCH, "{longest}");
    let expected = explored_sandbox(&["A4_B6"]);
    let rows = |sandbox: &Sandbox| program::rows(&sandbox.sql(), "Molecules");
    assert!(rows(&sandbox) == rows(&expected));
}

#[test]
fn who_waits_for_a_reader_that_never_ends_can_be_stopped() {
    let sandbox = initialised_sandbox("A4_B6");
    let endless = RefCell::new(None);
    let (ended, _) = explore_beside_a_reader(&sandbox, |stop, reader| {
        *endless.borrow_mut() = Some(reader);
        stop.ask();
    });
    check_was_stopped(ended);
    drop(endless);
    invariants::check(&sandbox.sql(), "A4_B6");
}
