//! The census against the simple way: a hash map of all molecules by their spectra.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU64;

use blackbox::census::{Census, Findings, PassEnd, Resources, SpectralCount};
use blackbox::game::{Config, Molecule, RayStatistics, Spectrum, Tally, Transform};
use itertools::Itertools;
use watch::Stop;

const MEGABYTE: u64 = 1_000_000;

fn config(text: &str) -> Config {
    text.parse().unwrap()
}

fn resources(memory: u64, threads: usize) -> Resources {
    Resources { memory, threads }
}

fn census(config: Config, memory: u64, threads: usize) -> (Findings, u64) {
    let mut census = Census::new(config).unwrap();
    let plan = census.plan(resources(memory, threads));
    let work = AtomicU64::new(0);
    let mut passes = 0;
    while !census.is_finished() {
        census.next_pass(&plan, &work, &Stop::default()).unwrap();
        passes += 1;
    }
    census.check().unwrap();
    (census.findings().clone(), passes)
}

/// Every spectrum with its molecules. Each molecule is traced.
fn by_spectrum(config: Config) -> HashMap<Spectrum, Vec<u64>> {
    let mut all: HashMap<Spectrum, Vec<u64>> = HashMap::new();
    for (molecule, number) in config.all_molecules().zip(1..) {
        let spectrum = molecule.spectrum(config);
        all.entry(spectrum).or_default().push(number);
    }
    all
}

fn smallest_image(spectrum: &Spectrum) -> Spectrum {
    let images = Transform::ALL.map(|transform| transform.spectrum(spectrum));
    images.into_iter().min().unwrap()
}

fn check_table(config: Config) {
    let groups = by_spectrum(config);
    let (findings, _) = census(config, MEGABYTE, 2);
    let mut table: BTreeMap<u64, SpectralCount> = BTreeMap::new();
    for (spectrum, molecules) in &groups {
        let row = table.entry(molecules.len() as u64).or_default();
        row.spectra += 1;
        row.orbits += u64::from(smallest_image(spectrum) == *spectrum);
    }
    let found = &findings.ambiguity;
    assert!(found.rows().eq(table), "{config}: {found:?}");
    assert_eq!(found.molecules(), u128::from(config.molecules()));

    let differ = |numbers: &[u64]| {
        let molecule = |&number| Molecule::from_number(number, config).unwrap().bits();
        let molecules: Vec<_> = numbers.iter().map(molecule).collect();
        let pairs = molecules.iter().cartesian_product(&molecules);
        pairs.map(|(a, b)| (a & !b).count_ones()).max().unwrap()
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
fn memory_and_threads_change_nothing() {
    for (text, memories) in [
        ("A4_B5", [12_000, 20_000, 50_000]),
        ("A5_B5", [30_000, 40_000, 70_000]),
        ("A4_B4", [5_000, 7_000, 9_000]),
        ("A3_B9", [30_000, 60_000, 90_000]),
    ] {
        let (expected, passes) = census(config(text), 10 * MEGABYTE, 1);
        assert_eq!(passes, 1);
        let mut most = 0;
        for memory in memories {
            for threads in [1, 2, 3] {
                let (findings, passes) = census(config(text), memory, threads);
                assert_eq!(findings, expected, "{text} {memory} {threads}");
                most = most.max(passes);
            }
        }
        assert!(most > 2, "{text}: {most} passes");
    }
}

#[test]
fn a_wish_to_stop_leaves_the_census_as_it_was() {
    let mut census = Census::new(config("A4_B8")).unwrap();
    let plan = census.plan(resources(400_000, 2));
    let (work, stop) = (AtomicU64::new(0), Stop::default());
    census.next_pass(&plan, &work, &stop).unwrap();
    let before = census.clone();
    stop.ask();
    let result = census.next_pass(&plan, &work, &stop);
    assert_eq!(result, Err(PassEnd::Stopped));
    assert_eq!(census, before);
    census.next_pass(&plan, &work, &Stop::default()).unwrap();
    assert!(census.frontier() > before.frontier());
}

#[test]
fn the_work_is_what_was_announced() {
    let config = config("A4_B6");
    let mut census = Census::new(config).unwrap();
    let plan = census.plan(resources(60_000, 2));
    assert!(plan.passes() > 1);
    let (announced, work) = (census.work(&plan), AtomicU64::new(0));
    while !census.is_finished() {
        census.next_pass(&plan, &work, &Stop::default()).unwrap();
    }
    assert_eq!(work.into_inner(), announced);
}

#[test]
fn the_extremes_of_the_rays_are_those_of_all_molecules() {
    for text in ["A0_B3", "A1_B3", "A3_B4", "A3_B6", "A2_B9"] {
        let config = config(text);
        let (findings, _) = census(config, MEGABYTE, 2);
        let rays = |molecule: Molecule| molecule.trace(config).1;
        let rays = config.all_molecules().map(rays);
        let all: Vec<(u64, RayStatistics)> = (1..).zip(rays).collect();
        let first_to_reach = |kind: fn(&RayStatistics) -> Tally, of: fn(Tally) -> u16| {
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
        let kinds: [fn(&RayStatistics) -> Tally; 3] = [|s| s.absorbed, |s| s.reflected, |s| s.out];
        let expected = kinds.map(|kind| {
            [
                first_to_reach(kind, |tally| tally.max_length),
                first_to_reach(kind, |tally| tally.max_turns),
            ]
        });
        assert_eq!(found, expected, "{config}");
    }
}
