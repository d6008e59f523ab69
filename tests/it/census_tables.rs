//! Finds the census tables in `data/reference/` again in two ways: by a
//! census, and by the pipeline, which stores every molecule.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use blackbox::census::Resources;
use blackbox::game::Config;
use blackbox::stages;
use blackbox::store::{AmbiguityRow, Store};
use kit::database::Access;
use testkit::{Nobody, unpacked};
use watch::Watcher;

/// For each configuration: size of the group, orbits, spectra and molecules.
type Tables = BTreeMap<String, Vec<[u64; 4]>>;

fn reference() -> Tables {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reference");
    let as_it_is = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let packed = |name: &str| String::from_utf8(unpacked(&folder.join(name))).unwrap();
    let mut tables = Tables::new();
    for text in [
        as_it_is("An_B4.census.csv"),
        as_it_is("An_B5.census.csv"),
        as_it_is("An_B6.census.csv"),
        packed("A13..36_B6.census.csv.gz"),
        packed("An_B7.census.csv.gz"),
        packed("A37..49_B7.census.csv.gz"),
        as_it_is("An_B8.census.csv"),
        as_it_is("A4_Bp.census.csv"),
    ] {
        let (header, lines) = text.split_once('\n').unwrap();
        assert_eq!(header, "config,size,orbits,spectrums,molecules");
        let mut of_file = Tables::new();
        for line in lines.lines() {
            let mut cells = line.split(',');
            let config = cells.next().unwrap().to_owned();
            let counts: Vec<u64> = cells.map(|cell| cell.parse().unwrap()).collect();
            let row: [u64; 4] = counts.try_into().unwrap();
            of_file.entry(config).or_default().push(row);
        }
        for (config, table) in of_file {
            // A configuration in two files is the same in both.
            let first = tables.entry(config).or_insert_with(|| table.clone());
            assert_eq!(*first, table);
        }
    }
    tables
}

fn parse(config: &str) -> Config {
    config.parse().unwrap()
}

fn store(folder: &tempfile::TempDir, nobody: &Nobody) -> Store {
    let path = folder.path().join("tables.db");
    Store::open(&path, Access::Create, nobody.stop()).unwrap()
}

#[test]
fn the_tables_count_every_molecule_once() {
    let tables = reference();
    assert!(tables.len() >= 110, "{} tables", tables.len());
    for (config, table) in tables {
        let molecules: u64 = table.iter().map(|row| row[3]).sum();
        assert_eq!(molecules, parse(&config).molecules(), "{config}");
        for [size, orbits, spectra, molecules] in table {
            assert_eq!(size * spectra, molecules, "{config}");
            assert!((orbits..=8 * orbits).contains(&spectra), "{config}");
        }
    }
}

#[test]
fn a_census_finds_them_again() {
    let (folder, nobody) = (tempfile::tempdir().unwrap(), Nobody::default());
    let mut store = store(&folder, &nobody);
    let resources = Resources {
        memory: 64 << 20,
        threads: 2,
    };
    for (config, table) in reference() {
        let config = parse(&config);
        if config.molecules() > 2_500_000 {
            continue;
        }
        let stored = stages::census::census(&mut store, config, false, resources, &nobody).unwrap();
        let found = stored.census.findings().ambiguity.rows();
        let found: Vec<_> = found
            .map(|(size, count)| [size, count.orbits, count.spectra, size * count.spectra])
            .collect();
        assert_eq!(found, table, "{config}");
    }
}

#[test]
fn the_pipeline_finds_them_again() {
    let (folder, nobody) = (tempfile::tempdir().unwrap(), Nobody::default());
    let mut store = store(&folder, &nobody);
    for (config, table) in reference() {
        let config = parse(&config);
        if config.molecules() > 60_000 {
            continue;
        }
        let found = stages::run::run(&mut store, config, &|_| Ok(()), &nobody).unwrap();
        let row = |row: &AmbiguityRow| {
            [
                row.molecules_per_spectrum,
                row.spectra_up_to_symmetry,
                row.spectra,
                row.molecules,
            ]
        };
        let found: Vec<_> = found.iter().map(row).collect();
        let ambiguous: Vec<_> = table.into_iter().filter(|row| row[0] >= 2).collect();
        assert_eq!(found, ambiguous, "{config}");
    }
}
