//! How close the pipeline comes to SQLite's own speed.
//!
//! The *floor* of a configuration is the time that SQLite takes for its rows
//! if all of them are ready in memory. It has the same schema, pragmas, indexes and
//! statistics, but traces nothing and has no second thread. One run times floor and
//! `blackbox run` in turn, and compares the medians:
//!
//! ```text
//! cargo bench --bench floor                 # A4_B8, five rounds
//! cargo bench --bench floor -- A5_B8 3      # another one, three rounds
//! ```
//!
//! Every round ends with a comparison of the rows of both databases: a
//! benchmark of a wrong result fails.

use std::cell::Cell;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use blackbox::board::{Config, Orbit};

use blackbox::commands::explore;
use blackbox::store::{Record, Store};
use db::Access;
use watch::{Stop, Watcher};

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let config = arguments.next().unwrap_or_else(|| "A4_B8".to_owned());
    let config: Config = config.parse().expect("a configuration such as A4_B8");
    let rounds = arguments.next().unwrap_or_else(|| "5".to_owned());
    let rounds: usize = rounds.parse().expect("a number of rounds");
    let records = all_records(config);
    println!("{config}: {} rows, {rounds} rounds", records.len());

    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let mut floors = Vec::new();
    let mut loads = Vec::new();
    let mut runs = Vec::new();
    for _ in 0..rounds {
        floors.push(floor(&records, config, &path("floor.db")));
        loads.push(load(config, &path("load.db")));
        runs.push(run(config, &path("run.db")));
        assert_eq!(digest(&path("floor.db")), digest(&path("run.db")));
        for entry in std::fs::read_dir(folder.path()).expect("the folder") {
            std::fs::remove_file(entry.expect("an entry").path()).expect("removed");
        }
    }
    let inserts = median(floors.iter().map(|floor| floor.inserts));
    let whole = median(floors.iter().map(|floor| floor.whole));
    let load = median(loads.into_iter());
    let run = median(runs.into_iter());
    let ratio = |part: Duration, whole: Duration| part.as_secs_f64() / whole.as_secs_f64();
    println!("floor, inserts only     {:>8.3} s", inserts.as_secs_f64());
    println!(
        "explore without indexes {:>8.3} s   {:.2} × the floor of its inserts",
        load.as_secs_f64(),
        ratio(load, inserts)
    );
    println!("floor, with indexes     {:>8.3} s", whole.as_secs_f64());
    println!(
        "blackbox run            {:>8.3} s   {:.2} × the floor",
        run.as_secs_f64(),
        ratio(run, whole)
    );
}

struct Floor {
    inserts: Duration,
    whole: Duration,
}

/// All rows of a configuration, in the order in which they are stored.
fn all_records(config: Config) -> Vec<Record> {
    let canonical = (config.boards()).filter(|molecule| molecule.is_canonical());
    let mut records = Vec::with_capacity(config.molecules() as usize);
    for molecule in canonical {
        let group = Orbit::of_canonical(molecule);
        records.extend((group.iter()).filter_map(|member| Record::of(member.board)));
    }
    records
}

/// Stores ready rows in a new database, half a second's worth at a time as in
/// `explore`. Then does what the later stages ask of SQLite.
fn floor(records: &[Record], config: Config, path: &Path) -> Floor {
    const ROWS_A_BATCH: usize = 300_000;
    let quiet = Silent::default();
    let begun = Instant::now();
    let mut store = Store::open(path, Access::Create, quiet.stop()).expect("a new database");
    store.initialise(config, false).expect("initialised");
    store.prepare_load(config).expect("no indexes");
    let mut frontier = 0;
    for records in records.chunks(ROWS_A_BATCH) {
        let mut batch = store.begin_batch(config, frontier).expect("a batch");
        batch.insert(records).expect("inserted");
        frontier += 1;
        batch.commit(frontier).expect("committed");
    }
    let inserts = begun.elapsed();
    store.finish_load(config).expect("indexed");
    let seen = store.explored(config).expect("explored");
    store
        .initialise_spectrums(config, &seen)
        .expect("collected");
    store.update_spectrums(config, &seen).expect("updated");
    drop(store);
    Floor {
        inserts,
        whole: begun.elapsed(),
    }
}

/// The time of `explore` until the last row is committed.
fn load(config: Config, path: &Path) -> Duration {
    let watcher = Silent::default();
    let begun = Instant::now();
    let mut store = Store::open(path, Access::Create, watcher.stop()).expect("a new database");
    store.initialise(config, false).expect("initialised");
    explore::run::explore(&mut store, config, &|_| Ok(()), false, &watcher).expect("explored");
    watcher.loaded.get().expect("a load") - begun
}

/// The time of the program as a user starts it.
fn run(config: Config, path: &Path) -> Duration {
    let begun = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_blackbox"))
        .args(["run", "--quiet", "--config", &config.to_string(), "--db"])
        .arg(path)
        .stdout(std::process::Stdio::null())
        .status()
        .expect("started");
    assert!(status.success());
    begun.elapsed()
}

/// Sums over all rows that differ, most likely, if two tables differ.
fn digest(path: &Path) -> String {
    testkit::csv(
        &testkit::open(path),
        "select count(*), sum(number * (canonical_number + 1) % 1000003),
                sum(number * (unicode(substr(spectrum, 1 + number % length(spectrum), 1))
                    + 300 * out_tot_length + 7 * absorbed_max_length) % 1000003),
                (select sum(nb_mol * canonical_number) from Spectrums)
           from Molecules",
    )
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Watches only for the end of the load.
#[derive(Default)]
struct Silent {
    stop: Stop,
    loaded: Cell<Option<Instant>>,
}

impl Watcher for Silent {
    fn end(&self) {
        self.loaded.set(Some(Instant::now()));
    }
    fn stop(&self) -> &Stop {
        &self.stop
    }
}
