//! Reproduces the census tables in `data/reference/` in two ways: by a census, and by the pipeline, which stores
//! every molecule.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use blackbox::board::Config;
use blackbox::census::{AmbiguityRow, BoxCensus, EXACT_SIZES, Part, Resources};

use blackbox::store::Store;
use db::Access;
use draw::chart::{Plot, Scale};
use serde_json::{Value, json};
use snapbox::{Data, assert_data_eq};
use tempfile::TempDir;
use testkit::{one, words};
use watch::{Observed, Stop};

use crate::common::program::{assert_has, empty_sandbox};
use crate::common::repository::{packed, read, reference, root};
use blackbox::commands::census;
use blackbox::commands::run;

/// For each configuration: size of the group, orbits, spectra and molecules.
type Tables = BTreeMap<String, Vec<[u64; 4]>>;

/// Parses a line of a table: a configuration and its counts.
fn counts<const COUNTS: usize>(line: &str) -> (String, [u64; COUNTS]) {
    let (config, counts) = line.split_once(',').unwrap();
    let counts = counts.split(',').map(|cell| cell.parse().unwrap());
    let counts: Vec<u64> = counts.collect();
    (config.to_owned(), counts.try_into().unwrap())
}

fn published() -> Tables {
    let files = "An_B4.census.csv An_B5.census.csv An_B6.census.csv A13..36_B6.census.csv.gz
        An_B7.census.csv.gz A37..49_B7.census.csv.gz An_B8.census.csv A4_Bp.census.csv";
    let mut tables = Tables::new();
    for file in words(files) {
        let text = match file.ends_with(".gz") {
            true => String::from_utf8(packed(file)).unwrap(),
            false => reference(file),
        };
        let (header, lines) = text.split_once('\n').unwrap();
        assert_eq!(header, "config,size,orbits,spectrums,molecules");
        let mut of_file = Tables::new();
        for (config, row) in lines.lines().map(counts) {
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

/// The published data of a census that can be compared.
struct Published {
    sha256: String,
    largest: u64,
    board: String,
}

fn checksums() -> BTreeMap<String, Published> {
    let text = reference("censuses.checksums.csv");
    let published = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let [config, sha256, _, _, _, _, largest, board] = cells[..] else {
            panic!("{line}");
        };
        let published = Published {
            sha256: sha256.to_owned(),
            largest: largest.parse().unwrap(),
            board: board.to_owned(),
        };
        (config.to_owned(), published)
    });
    published.collect()
}

#[test]
fn pages_state_the_number_of_censuses() {
    let text = reference("censuses.checksums.csv");
    let rows = text.lines().skip(1).map(|line| line.split(',').collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    let (all, whole) = (
        rows.len(),
        rows.iter().filter(|row| row[2] == row[3]).count(),
    );
    for (page, sentence) in [
        (
            "README.md",
            format!("of {all} configurations, {whole} of them"),
        ),
        (
            "CHANGELOG.md",
            format!("{all} configurations are counted, {whole} of them"),
        ),
        (
            "docs/results.md",
            format!("complete censuses of {all} configurations"),
        ),
        (
            "data/reference/README.md",
            format!("For {whole} censuses, including A8_B8, all slices were recounted"),
        ),
    ] {
        assert_has(&read(page).replace('\n', " "), &sentence);
    }
}

fn parse(config: &str) -> Config {
    config.parse().unwrap()
}

/// A database in a folder of its own.
fn store(stop: &Stop) -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let store = Store::open(&path, Access::Create, stop).unwrap();
    (store, folder)
}

fn counts_of(row: AmbiguityRow) -> [u64; 4] {
    [row.size, row.orbits, row.spectra, row.molecules()]
}

/// The rows that a census finds: size, orbits, spectra and molecules.
fn found(store: &mut Store, config: Config, stop: &Stop) -> Vec<[u64; 4]> {
    let resources = Resources {
        memory: 64 << 20,
        threads: 2,
    };
    let stored = census::run::census(store, config, false, resources, false, stop).unwrap();
    let rows = stored.census.findings().ambiguity.rows();
    rows.map(counts_of).collect()
}

#[test]
fn the_tables_count_every_molecule_once() {
    let tables = published();
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

/// The published totals of configurations whose tables are too long: the molecules, the ambiguous ones, their
/// spectra up to symmetry and in all, and the largest group.
fn totals() -> BTreeMap<String, [u64; 5]> {
    let files = ["A13..36_B7.totals.csv", "A11_B8.totals.csv"].map(reference);
    let lines = files.iter().flat_map(|text| {
        let (header, lines) = text.split_once('\n').unwrap();
        let columns = "config,molecules,ambiguous,orbits,spectrums,largest";
        assert_eq!(header, columns);
        lines.lines().map(counts)
    });
    lines.collect()
}

#[test]
fn a_census_of_hundreds_of_billions_takes_a_moment() {
    let stop = Stop::default();
    let (mut store, _folder) = store(&stop);
    let config = parse("A36_B7");
    let mut sums = [config.molecules(), 0, 0, 0, 0];
    for [size, orbits, spectra, molecules] in found(&mut store, config, &stop).into_iter().skip(1) {
        sums[1] += molecules;
        sums[2] += orbits;
        sums[3] += spectra;
        sums[4] = size;
    }
    assert_eq!(sums, totals()["A36_B7"]);
}

#[test]
fn ambiguous_spectra_of_a_full_box_are_all_spectra_with_an_atom_more() {
    // For each configuration, the ambiguous spectra and all spectra.
    let of_tables = published().into_iter().map(|(config, table)| {
        let all: u64 = table.iter().map(|row| row[2]).sum();
        let alone = table.iter().find(|row| row[0] == 1).map_or(0, |row| row[2]);
        (config, [all - alone, all])
    });
    let of_totals = totals().into_iter();
    let of_totals = of_totals.map(|(config, [molecules, ambiguous, _, spectra, _])| {
        (config, [spectra, spectra + molecules - ambiguous])
    });
    let spectra: BTreeMap<String, [u64; 2]> = of_tables.chain(of_totals).collect();
    for (width, from) in [(4, 13), (5, 17), (6, 23), (7, 33)] {
        let of = |atoms| spectra[&format!("A{atoms}_B{width}")];
        assert_ne!(of(from - 1)[0], of(from)[1], "{width}");
        for atoms in from..width * width {
            assert_eq!(of(atoms)[0], of(atoms + 1)[1], "A{atoms}_B{width}");
        }
    }
}

/// The published counts of a box of which all numbers of atoms are counted, by number of atoms: the molecules, the
/// ambiguous ones, the spectra up to symmetry, and the largest group.
fn whole_box(width: usize) -> Vec<[f64; 4]> {
    let (tables, totals) = (published(), totals());
    let of = |atoms: usize| {
        let config = format!("A{atoms}_B{width}");
        let Some(table) = tables.get(&config) else {
            let [molecules, ambiguous, orbits, _, largest] = totals[&config];
            // Most unambiguous molecules have eight images.
            let alone = (molecules - ambiguous).div_ceil(8);
            return [molecules, ambiguous, orbits + alone, largest];
        };
        let sum = |column: usize| -> u64 { table.iter().map(|row| row[column]).sum() };
        let alone = table.iter().filter(|row| row[0] == 1);
        let alone: u64 = alone.map(|row| row[3]).sum();
        [sum(3), sum(3) - alone, sum(1), table[table.len() - 1][0]]
    };
    let counts = (0..=width * width).map(of);
    counts
        .map(|counts| counts.map(|count| count as f64))
        .collect()
}

/// `SNAPSHOTS=overwrite cargo test --test it the_pictures_of_whole_boxes` draws them again.
#[test]
fn the_pictures_of_whole_boxes_are_those_of_the_tables() {
    let boxes = [4, 5, 6, 7].map(|width| (width, whole_box(width)));
    let draw = |name: &str, title: &str, y: &str, scale, height: fn([f64; 4]) -> f64| {
        let series = boxes.iter().map(|(width, counts)| {
            let points = (0u32..).zip(counts);
            let points = points.map(|(atoms, &counts)| (f64::from(atoms), height(counts)));
            (format!("{width} × {width}"), points.collect())
        });
        let plot = Plot {
            title: title.to_owned(),
            x: "atoms".to_owned(),
            y: y.to_owned(),
            series: series.collect(),
            scale,
        };
        let path = root().join(format!("docs/whole-{name}.svg"));
        assert_data_eq!(plot.picture().document(), Data::read_from(&path, None));
    };
    let share = |[molecules, ambiguous, ..]: [f64; 4]| 100.0 * ambiguous / molecules;
    let (linear, log) = (Scale::Linear, Scale::Log);
    draw(
        "ambiguous",
        "Ambiguous molecules",
        "% of the molecules",
        linear,
        share,
    );
    draw("spectra", "Spectra", "up to symmetry", log, |counts| {
        counts[2]
    });
    draw("largest", "Largest group", "molecules", log, |counts| {
        counts[3]
    });
}

/// Counts a whole box in one pass. Returns the number of compared numbers of atoms.
#[track_caller]
fn a_whole_box_has_the_tables(width: usize) -> usize {
    let (tables, totals) = (published(), totals());
    let mut whole = BoxCensus::new(width, Part::WHOLE);
    let resources = Resources {
        memory: 1 << 30,
        threads: 2,
    };
    let plan = whole.plan(resources);
    whole.next_pass(&plan, &Observed::default()).unwrap();
    let whole = whole.findings();
    assert_eq!(whole.wrong(), None);
    // From this number of atoms on, the ambiguous spectra are those that also occur with one more atom.
    let full = [13, 17, 23, 33][width - 4];
    assert!(whole.atoms[full - 1].exceptions > 0);
    let mut of_full = whole.atoms[full..width * width].iter();
    assert!(of_full.all(|counts| counts.exceptions == 0));
    let mut compared = 0;
    for (atoms, counts) in whole.atoms.iter().enumerate() {
        let config = format!("A{atoms}_B{width}");
        if let Some(table) = tables.get(&config) {
            let mut expected: BTreeMap<u64, [u64; 2]> = BTreeMap::new();
            for &[size, orbits, spectra, _] in table {
                let most = match size {
                    size if size <= EXACT_SIZES as u64 => size,
                    size => size.next_power_of_two(),
                };
                let [of_size, in_all] = expected.entry(most).or_default();
                (*of_size, *in_all) = (*of_size + orbits, *in_all + spectra);
            }
            let found = counts.sizes();
            let found = found.map(|row| (row.size, [row.orbits, row.spectra]));
            assert_eq!(found.collect::<BTreeMap<_, _>>(), expected, "{config}");
            assert_eq!(
                Some(counts.largest),
                table.last().map(|row| row[0]),
                "{config}"
            );
            compared += 1;
        }
        if let Some(expected) = totals.get(&config) {
            let [_, ambiguous] = counts.spectra();
            let found = [
                counts.molecules,
                counts.ambiguous(),
                ambiguous.orbits,
                ambiguous.spectra,
                counts.largest,
            ];
            assert_eq!(found, *expected, "{config}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_whole_box_has_the_tables_of_each_number_of_atoms() {
    assert_eq!(a_whole_box_has_the_tables(4), 17);
    assert_eq!(a_whole_box_has_the_tables(5), 26);
}

#[test]
#[ignore = "minutes; a_whole_box_has_the_tables_of_each_number_of_atoms is its short form"]
fn the_whole_boxes_of_6_and_7_have_the_tables() {
    assert_eq!(a_whole_box_has_the_tables(6), 37);
    assert_eq!(a_whole_box_has_the_tables(7), 50);
}

/// Takes all censuses with numbers of molecules in this range. Returns the number of compared checksums.
#[track_caller]
fn a_census_finds(molecules: RangeInclusive<u64>) -> usize {
    let stop = Stop::default();
    let (mut store, folder) = store(&stop);
    let (checksums, mut compared) = (checksums(), 0);
    for (config, table) in published() {
        let config = parse(&config);
        if !molecules.contains(&config.molecules()) {
            continue;
        }
        assert_eq!(found(&mut store, config, &stop), table, "{config}");
        if let Some(line) = checksums.get(&config.to_string())
            && !line.sha256.is_empty()
        {
            let sum = format!("select sha256 from CensusChecksums where config = '{config}'");
            let connection = testkit::open(&folder.path().join("tables.db"));
            assert_eq!(one::<String>(&connection, &sum), line.sha256, "{config}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_census_matches_the_published_tables() {
    assert!(a_census_finds(0..=700_000) >= 60);
}

#[test]
#[ignore = "half a minute; a_census_matches_the_published_tables is its short form"]
fn a_census_of_millions_matches_the_published_tables() {
    assert!(a_census_finds(700_001..=2_500_000) >= 9);
}

/// The largest group of a table can be checked by decoding a board of it.
#[track_caller]
fn decode_finds_groups(most: u64) -> usize {
    let checksums = checksums();
    let sandbox = empty_sandbox();
    let mut decoded = 0;
    let tables = published().into_iter();
    let largest = tables.map(|(config, table)| (config, table.last().unwrap()[0]));
    let of_totals = totals().into_iter().map(|(config, sums)| (config, sums[4]));
    for (config, largest) in largest.chain(of_totals) {
        let Some(line) = checksums.get(&config).filter(|_| largest > 1) else {
            continue;
        };
        assert_eq!(line.largest, largest, "{config}");
        if largest <= most {
            let answer = sandbox.document(&format!("decode {} --exact --limit 1", line.board));
            let counted = [&answer["count"], &answer["count_error"]];
            assert_eq!(
                counted,
                [&json!(largest.to_string()), &Value::Null],
                "{config}"
            );
            decoded += 1;
        }
    }
    decoded
}

#[test]
fn decode_finds_the_largest_groups() {
    assert!(decode_finds_groups(50_000) >= 55);
}

#[test]
#[ignore = "half a minute; decode_finds_the_largest_groups is its short form"]
fn decode_finds_the_largest_groups_of_millions() {
    assert!(decode_finds_groups(u64::MAX) >= 75);
}

#[test]
fn the_pipeline_matches_the_published_tables() {
    let stop = Stop::default();
    let (mut store, _folder) = store(&stop);
    for (config, table) in published() {
        let config = parse(&config);
        if config.molecules() > 20_000 {
            continue;
        }
        let found = run::run(&mut store, config, &|_| Ok(()), false, &stop).unwrap();
        let found: Vec<_> = found.into_iter().map(counts_of).collect();
        let ambiguous: Vec<_> = table.into_iter().filter(|row| row[0] >= 2).collect();
        assert_eq!(found, ambiguous, "{config}");
    }
}
