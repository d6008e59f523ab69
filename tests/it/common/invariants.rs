//! What must hold for a database after any commit.

use blackbox::game::{Config, Group, Molecule};
use rusqlite::Connection;

/// The file is sound. It holds whole groups of a configuration, every
/// molecule up to its frontier, and the number of molecules that it says.
pub(crate) fn check(connection: &Connection, config: &str) {
    let number = |sql: &str| -> i64 {
        connection
            .query_row(sql, [config], |row| row.get(0))
            .unwrap()
    };
    let integrity: String = connection
        .query_row("pragma integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(integrity, "ok");

    let rows = number("select count(*) from Molecules where config = ?");
    let stored = number("select nb_stored from Configurations where config = ?");
    let batches = number("select coalesce(sum(nb_mol), 0) from Batches where config = ?");
    assert_eq!((stored, batches), (rows, rows), "{config}");
    let frontier = number("select frontier from Configurations where config = ?");
    let last = number("select coalesce(max(frontier), 0) from Batches where config = ?");
    assert_eq!(last, frontier, "{config}");

    let mut statement = connection
        .prepare("select number, canonical_number from Molecules where config = ? order by 2, 1")
        .unwrap();
    let stored: Vec<(u64, u64)> = statement
        .query_map([config], |row| {
            Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64))
        })
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let name = config;
    let config: Config = config.parse().unwrap();
    let mut up_to_frontier = 0;
    for group in stored.chunk_by(|a, b| a.1 == b.1) {
        let canonical = Molecule::from_number(group[0].1, config).unwrap();
        let members = Group::of_canonical(canonical, config);
        let mut whole: Vec<u64> = members.iter().map(|m| m.molecule.number(config)).collect();
        whole.sort_unstable();
        let numbers: Vec<u64> = group.iter().map(|&(number, _)| number).collect();
        assert_eq!(numbers, whole, "the group of {} of {name}", group[0].1);
        let within = numbers.iter().filter(|&&n| n <= frontier as u64);
        up_to_frontier += within.count() as i64;
    }
    // The groups do not overlap, so this number of molecules is all of them.
    assert_eq!(up_to_frontier, frontier, "{name}");
}
