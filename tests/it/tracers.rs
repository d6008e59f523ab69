//! `explore` stores the same rows with every tracer that a processor allows.

use blackbox::game::{Config, Molecule, Tracer};
use blackbox::stages;
use blackbox::store::{Record, Store};
use kit::database::Access;
use testkit::Nobody;
use watch::Watcher;

fn rows(config: Config, tracer: Tracer) -> Vec<Record> {
    let folder = tempfile::tempdir().unwrap();
    let nobody = Nobody::default();
    let path = folder.path().join("explored.db");
    let mut store = Store::open(&path, Access::Create, nobody.stop()).unwrap();
    stages::init::init(&mut store, config, false, &nobody).unwrap();
    stages::explore::explore(&mut store, config, tracer, &|_| Ok(()), &nobody).unwrap();
    (1..=config.molecules())
        .map(|number| {
            let molecule = Molecule::from_number(number, config).unwrap();
            store.molecule(molecule, config).unwrap().unwrap()
        })
        .collect()
}

#[test]
fn all_tracers_fill_the_same_table() {
    for config in ["A0_B3", "A3_B4", "A4_B5", "A3_B8", "A2_B9"] {
        let config: Config = config.parse().unwrap();
        let tables = Tracer::all().into_iter().map(|tracer| rows(config, tracer));
        let mut tables = tables.collect::<Vec<_>>().into_iter();
        let first = tables.next().unwrap();
        assert_eq!(first.len() as u64, config.molecules());
        for other in tables {
            assert_eq!(first, other, "{config}");
        }
    }
}
