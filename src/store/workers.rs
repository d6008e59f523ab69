//! The table Workers, with the processes that explore a configuration or take its census, and their progress.
//!
//! A process at work updates its row about every second, and deletes it in the end. So a row that was not updated
//! for some time belongs to a process that was killed, and another one may replace it. If that is a mistake,
//! nothing is lost: the frontier decides which process writes, and the other one waits or fails.

use std::process;
use std::time::Duration;

use app::terminal::is_running;
use db::is_named;
use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::Store;
use crate::board::Config;
use crate::error::{Error, Result};

/// The time after which a process at work updates its row.
pub(crate) const BEAT: Duration = Duration::from_secs(1);

/// The time without an update after which a process is considered dead.
const SILENCE: Duration = Duration::from_secs(6);

/// Long work on a configuration, which only one process does at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LongWork {
    Explore,
    Census,
}

impl LongWork {
    pub(crate) fn name(self) -> &'static str {
        match self {
            LongWork::Explore => "explore",
            LongWork::Census => "census",
        }
    }

    /// The work of a process, in words.
    pub(crate) fn doing(self, config: Config) -> String {
        match self {
            LongWork::Explore => format!("exploring {config}"),
            LongWork::Census => format!("running the census of {config}"),
        }
    }
}

/// A process and its progress.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ActiveWorker {
    pub process: u32,
    /// The seconds from the beginning of the work to the last update, and since then.
    worked: f64,
    silent: f64,
    first: u64,
    pub done: u64,
    pub total: u64,
}

impl ActiveWorker {
    /// Whether the process is still at work.
    fn is_alive(&self) -> bool {
        // Negative if the clock was set back.
        let silent = self.silent.abs();
        silent < 2.0 * BEAT.as_secs_f64()
            || silent < SILENCE.as_secs_f64() && is_running(self.process)
    }

    /// The number of steps per second. `None` before the first progress.
    pub(crate) fn rate(&self) -> Option<f64> {
        let rate = self.done.saturating_sub(self.first) as f64 / self.worked;
        (rate.is_finite() && rate > 0.0).then_some(rate)
    }

    pub(crate) fn left(&self) -> Option<Duration> {
        let steps = self.total.saturating_sub(self.done) as f64;
        Duration::try_from_secs_f64(steps / self.rate()?).ok()
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<ActiveWorker> {
        let count = |column| -> rusqlite::Result<u64> {
            Ok(u64::try_from(row.get::<_, i64>(column)?).unwrap_or_default())
        };
        // A time that cannot be read is long past.
        let seconds = |column| -> rusqlite::Result<f64> {
            Ok(row.get::<_, Option<f64>>(column)?.unwrap_or(f64::INFINITY))
        };
        Ok(ActiveWorker {
            process: u32::try_from(count(0)?).unwrap_or_default(),
            worked: seconds(1)?,
            silent: seconds(2)?,
            first: count(3)?,
            done: count(4)?,
            total: count(5)?,
        })
    }
}

/// The row of this process.
pub(crate) struct Ticket(i64);

/// The time in UTC, to the millisecond, because workers renew their rows every second.
const NOW_MS: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

const SELECT: &str = "select process,
        86400.0 * (julianday(seen_at) - julianday(begun_at)),
        86400.0 * (julianday('now') - julianday(seen_at)), first, done, total
   from Workers";

impl Store {
    /// The process that is at work on a configuration.
    pub(crate) fn worker(&self, config: Config, work: LongWork) -> Result<Option<ActiveWorker>> {
        // One snapshot, because another process may drop the table after it was found.
        find(&*self.file.read()?, config, work)
    }

    /// Records that this process is at work, with `done` of `total` steps. If another process is, returns that one.
    pub(crate) fn begin_work(
        &mut self,
        config: Config,
        work: LongWork,
        (done, total): (u64, u64),
    ) -> Result<std::result::Result<Ticket, ActiveWorker>> {
        if let Some(worker) = self.worker(config, work)? {
            return Ok(Err(worker));
        }
        let transaction = self.file.write()?;
        if let Some(worker) = find(&transaction, config, work)? {
            return Ok(Err(worker));
        }
        let number = app::fresh_seed() as i64;
        transaction.execute_batch(tables::WORKERS)?;
        let sql = format!(
            "insert or replace into Workers
             values (:config, :work, :worker, :process, {NOW_MS}, {NOW_MS}, :done, :done, :total)"
        );
        transaction.execute(
            &sql,
            named_params! {
                ":config": config,
                ":work": work.name(),
                ":worker": number,
                ":process": process::id(),
                ":done": done as i64,
                ":total": total as i64,
            },
        )?;
        transaction.commit()?;
        Ok(Ok(Ticket(number)))
    }

    /// Records the progress of the work.
    pub(crate) fn note_work(&mut self, config: Config, work: LongWork, done: u64) -> Result<()> {
        let transaction = self.file.write()?;
        note(&transaction, config, work, done)?;
        Ok(transaction.commit()?)
    }

    /// Records that this process has finished. The last one drops the table.
    pub(crate) fn end_work(&mut self, Ticket(number): Ticket) -> Result<()> {
        let transaction = self.file.write()?;
        if is_named(&transaction, "Workers")? {
            transaction.execute("delete from Workers where worker = ?1", [number])?;
            if !transaction.prepare("select 1 from Workers")?.exists([])? {
                transaction.execute_batch("drop table Workers")?;
            }
        }
        Ok(transaction.commit()?)
    }
}

/// [`Store::note_work`] as part of a transaction. Another process that considered this one dead may have dropped
/// the table.
pub(super) fn note(
    connection: &Connection,
    config: Config,
    work: LongWork,
    done: u64,
) -> Result<()> {
    if !is_named(connection, "Workers")? {
        return Ok(());
    }
    let set = format!("set done = ?3, seen_at = {NOW_MS}");
    let sql = format!("update Workers {set} where config = ?1 and work = ?2");
    connection.execute(&sql, (config, work.name(), done as i64))?;
    Ok(())
}

/// Fails with [`Error::Overtaken`] while a process is at work, because replacing the rows would ruin that work.
pub(super) fn check_idle(connection: &Connection, config: Config, work: LongWork) -> Result<()> {
    match find(connection, config, work)? {
        Some(worker) => Err(Error::overtaken(config, work, Some(worker.process))),
        None => Ok(()),
    }
}

/// The process that is at work, if it is alive.
fn find(connection: &Connection, config: Config, work: LongWork) -> Result<Option<ActiveWorker>> {
    if !is_named(connection, "Workers")? {
        return Ok(None);
    }
    let sql = format!("{SELECT} where config = ?1 and work = ?2");
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_row((config, work.name()), ActiveWorker::read);
    Ok(found.optional()?.filter(ActiveWorker::is_alive))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use db::Access;
    use watch::Stop;

    use super::*;

    #[test]
    fn a_damaged_worker_is_replaced() {
        let (config, work) = (Config::STANDARD, LongWork::Explore);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("workers.db");
        let mut store = Store::open(&path, Access::Create, &Stop::default()).unwrap();
        let mut begin = |damage: &str| {
            let begun = store.begin_work(config, work, (0, 1)).unwrap();
            store.file.connection().execute_batch(damage).unwrap();
            begun.is_ok()
        };
        let damage = "update Workers set seen_at = '', process = -1";
        assert_eq!(["", damage, ""].map(&mut begin), [true, false, true]);
    }

    #[test]
    fn readers_do_not_fail_while_the_table_comes_and_goes() {
        const TIMES: usize = 200;
        let (config, work) = (Config::STANDARD, LongWork::Census);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("workers.db");
        let open = |access| Store::open(&path, access, &Stop::default()).unwrap();
        let (mut store, reader) = (open(Access::Create), open(Access::Read));
        let writing = thread::spawn(move || {
            for _ in 0..TIMES {
                let ticket = store.begin_work(config, work, (0, 1)).unwrap().ok();
                store.end_work(ticket.unwrap()).unwrap();
            }
            assert!(!is_named(store.file.connection(), "Workers").unwrap());
        });
        while !writing.is_finished() {
            reader.worker(config, work).unwrap();
        }
        writing.join().unwrap();
    }
}
