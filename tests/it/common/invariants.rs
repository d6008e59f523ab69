//! The invariants of a database after any commit.

use blackbox::board::{Board, Config, Orbit};
use rusqlite::{Connection, Row};
use testkit::one;

/// Checks that the marks of the stages of a configuration agree with its rows and with each other.
pub(crate) fn check_marks(connection: &Connection, config: &str) {
    let wrong = format!(
        "select count(*) from Configurations as c where config = '{config}'
            and (explored_at is not null and nb_stored <> nb_mol
              or spectrums_initialised_at is not null and explored_at is null
              or spectrums_updated_at is not null and spectrums_initialised_at is null
              or spectrums_initialised_at is null
                 and exists (select 1 from Spectrums as s where s.config = c.config)
              or spectrums_updated_at is not null and exists (
                 select 1 from Spectrums as s where s.config = c.config and transform = '??'))"
    );
    assert_eq!(one::<i64>(connection, &wrong), 0, "{config}");
}

/// Checks that the file is sound, and that it has whole groups of a configuration, every molecule up to its
/// frontier, and the marked number of molecules.
pub(crate) fn check(connection: &Connection, config: &str) {
    assert_eq!(one::<String>(connection, "pragma integrity_check"), "ok");
    let number = |what: &str, table: &str| -> i64 {
        let sql = format!("select {what} from {table} where config = '{config}'");
        one(connection, &sql)
    };
    let rows = number("count(*)", "Molecules");
    let stored = number("nb_stored", "Configurations");
    let batches = number("coalesce(sum(nb_mol), 0)", "Batches");
    assert_eq!((stored, batches), (rows, rows), "{config}");
    let frontier = number("frontier", "Configurations");
    let last = number("coalesce(max(frontier), 0)", "Batches");
    assert_eq!(last, frontier, "{config}");
    check_marks(connection, config);

    let stored = "select canonical_number, number from Molecules where config = ? order by 1, 2";
    let mut statement = connection.prepare(stored).unwrap();
    let pair = |row: &Row<'_>| Ok([row.get(0)?, row.get(1)?]);
    let stored = statement.query_map([config], pair).unwrap();
    let stored: Vec<[i64; 2]> = stored.map(Result::unwrap).collect();
    let name = config;
    let config: Config = config.parse().unwrap();
    let mut up_to_frontier = 0;
    for group in stored.chunk_by(|a, b| a[0] == b[0]) {
        let first = group[0][0] as u64;
        let canonical = Board::from_number(first, config).unwrap();
        let members = Orbit::of_canonical(canonical);
        let mut whole: Vec<u64> = members
            .iter()
            .map(|image| image.board.number().unwrap())
            .collect();
        whole.sort_unstable();
        let numbers: Vec<u64> = group.iter().map(|&[_, number]| number as u64).collect();
        assert_eq!(numbers, whole, "the group of {first} of {name}");
        let within = numbers.iter().filter(|&&n| n <= frontier as u64);
        up_to_frontier += within.count() as i64;
    }
    // Groups are disjoint, so this number means that none is missing.
    assert_eq!(up_to_frontier, frontier, "{name}");
}
