//! Compares the census with a hash map of all molecules by their spectra.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU64;

use blackbox_rules::board::{Board, Config, RayStatistics, RayTally, Spectrum, Transform};
use blackbox_rules::census::{AmbiguityRow, Census, Findings, Resources};
use itertools::Itertools;
use watch::{Halt, Observed, Stop};

fn config(text: &str) -> Config {
    text.parse().unwrap()
}

const RESOURCES: Resources = Resources {
    memory: 1 << 20,
    threads: 2,
};

fn census(config: Config) -> Findings {
    let mut census = Census::new(config);
    let plan = census.plan(RESOURCES);
    while !census.is_finished() {
        census.next_pass(&plan, &Observed::default()).unwrap();
    }
    census.check().unwrap();
    census.findings().clone()
}

/// The numbers of the molecules of every spectrum, by tracing each molecule.
fn by_spectrum(config: Config) -> HashMap<Spectrum, Vec<u64>> {
    let mut all: HashMap<Spectrum, Vec<u64>> = HashMap::new();
    for (board, number) in config.boards().zip(1..) {
        all.entry(board.spectrum()).or_default().push(number);
    }
    all
}

fn smallest_image(spectrum: &Spectrum) -> Spectrum {
    let images = Transform::ALL.map(|transform| transform.spectrum(spectrum));
    images.into_iter().min().unwrap()
}

fn check_table(config: Config) {
    let groups = by_spectrum(config);
    let findings = census(config);
    let mut table: BTreeMap<u64, AmbiguityRow> = BTreeMap::new();
    for (spectrum, molecules) in &groups {
        let size = molecules.len() as u64;
        let row = table.entry(size).or_insert([size, 0, 0].into());
        row.spectra += 1;
        row.orbits += u64::from(smallest_image(spectrum) == *spectrum);
    }
    let found = &findings.ambiguity;
    assert!(found.rows().eq(table.into_values()), "{config}: {found:?}");
    assert_eq!(found.molecules(), u128::from(config.molecules()));

    let differ = |numbers: &[u64]| {
        let board = |&number| Board::from_number(number, config).unwrap();
        let boards: Vec<_> = numbers.iter().map(board).collect();
        let pairs = boards.iter().cartesian_product(&boards);
        let difference = pairs.map(|(a, &b)| a.without(b).unwrap().atoms().count() as u32);
        difference.max().unwrap()
    };
    let counts = |(spectrum, molecules): &(&Spectrum, &Vec<u64>)| {
        molecules.len() > 1 && smallest_image(spectrum) == **spectrum
    };
    let ambiguous = || groups.iter().filter(counts).map(|(_, molecules)| molecules);
    let sizes = ambiguous().map(Vec::len).sorted().rev();
    let differences = ambiguous().map(|molecules| differ(molecules));
    let differences = differences.sorted().rev();
    let (largest, different) = (findings.largest.groups(), findings.most_different.groups());
    let found = largest.iter().map(|group| group.size as usize);
    assert!(found.eq(sizes.take(10)), "{config}");
    let found = different.iter().map(|group| group.difference.unwrap());
    assert!(found.eq(differences.take(10)), "{config}");
    for group in largest.iter().chain(different) {
        let numbers = &groups[&group.spectrum];
        assert_eq!(smallest_image(&group.spectrum), group.spectrum);
        assert_eq!(numbers.len() as u64, group.size);
        assert_eq!(group.numbers, numbers[..numbers.len().min(50)]);
        if let Some(difference) = group.difference {
            assert_eq!(difference, differ(numbers));
        }
    }
}

#[test]
fn tables_of_all_boxes_up_to_four_wide() {
    for width in 1..=4 {
        for atoms in 0..=width * width {
            check_table(Config::new(atoms, width).unwrap());
        }
    }
}

#[test]
fn tables_of_wider_boxes() {
    for text in [
        "A0_B5", "A1_B5", "A2_B5", "A3_B5", "A4_B5", "A17_B5", "A20_B5", "A23_B5", "A3_B6",
        "A2_B7", "A2_B8", "A2_B9", "A2_B10", "A2_B11",
    ] {
        check_table(config(text));
    }
}

#[test]
fn an_interruption_leaves_the_census_unchanged() {
    let mut census = Census::new(config("A4_B8"));
    let plan = census.plan(RESOURCES);
    let (done, stop) = (AtomicU64::new(0), Stop::default());
    let before = census.clone();
    stop.request();
    let result = census.next_pass(&plan, &Observed::new(&done, &stop));
    assert_eq!(result, Err(Halt::Stopped));
    assert_eq!(census, before);
    census.next_pass(&plan, &Observed::default()).unwrap();
    assert!(census.is_finished());
}

#[test]
fn the_extremes_of_the_rays_are_those_of_all_molecules() {
    for text in ["A0_B3", "A1_B3", "A3_B4", "A3_B6", "A2_B9"] {
        let config = config(text);
        let findings = census(config);
        let rays = config.boards().map(|board| board.trace().1);
        let all: Vec<(u64, RayStatistics)> = (1..).zip(rays).collect();
        let first_to_reach = |kind: fn(&RayStatistics) -> RayTally, of: fn(RayTally) -> u16| {
            let tallies = || all.iter().map(|(number, rays)| (*number, kind(rays)));
            let those = || tallies().filter(|(_, tally)| tally.number > 0);
            let value = those().map(|(_, tally)| of(tally)).max()?;
            let (number, _) = those().find(|(_, tally)| of(*tally) == value)?;
            Some((value, number))
        };
        let rays = findings.rays;
        let found = [rays.absorbed, rays.reflected, rays.out].map(|kind| {
            [kind.length, kind.turns].map(|extreme| extreme.map(|e| (e.value, e.number)))
        });
        let kinds: [fn(&RayStatistics) -> RayTally; 3] =
            [|s| s.absorbed, |s| s.reflected, |s| s.out];
        let expected = kinds.map(|kind| {
            [
                first_to_reach(kind, |tally| tally.max_length),
                first_to_reach(kind, |tally| tally.max_turns),
            ]
        });
        assert_eq!(found, expected, "{config}");
    }
}
