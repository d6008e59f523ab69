//! `blackbox verify --recount`: slices of a census, counted again by the plain rules.

use std::fs;
use std::sync::atomic::AtomicU64;

use blackbox::census::{Census, Resources};
use blackbox::game::Config;
use blackbox::plain::Plain;
use testkit::{Ended, Sandbox, one, words};
use watch::Stop;

use crate::common::program::{assert_has, cases, empty_sandbox, prepared_sandbox, refuses_each};

/// A configuration of three slices whose boards are quickly searched.
const CONFIG: &str = "A29_B6";

fn with_census() -> Sandbox {
    prepared_sandbox(&format!("census --config {CONFIG} --quiet"))
}

fn recount(sandbox: &Sandbox, config: &str, options: &str) -> Ended {
    let line = format!("verify --quiet --config {config} --recount {options}");
    sandbox.run(&words(&line))
}

/// What the census counts of each slice and what a search finds are the same, for boxes of all
/// widths.
#[test]
fn the_census_and_the_search_find_the_same_slices() {
    for text in [
        "A0_B1", "A1_B1", "A2_B2", "A3_B4", "A8_B4", "A16_B4", "A4_B5", "A21_B5", "A3_B6", "A4_B6",
        "A33_B6", "A3_B7", "A3_B8", "A61_B8", "A3_B9", "A2_B10", "A2_B11",
    ] {
        let config: Config = text.parse().unwrap();
        let mut census = Census::new(config);
        let plan = census.plan(Resources {
            memory: 1 << 24,
            threads: 2,
        });
        while !census.is_finished() {
            let work = AtomicU64::new(0);
            census.next_pass(&plan, &work, &Stop::default()).unwrap();
        }
        let findings = census.findings();
        let plain = Plain::new(config.atoms(), config.width());
        assert_eq!(findings.slices.len(), plain.slices(), "{text}");
        let counted = plain.recount(0..plain.slices(), &mut |_| true).unwrap();
        for (slice, counted) in findings.slices.iter().zip(&counted.slices) {
            let sizes = counted.sizes.iter().filter(|(size, _)| **size >= 2);
            let expected = sizes.map(|(&size, &counts)| (size, counts));
            let found = slice.sizes.rows();
            let found = found.map(|(size, count)| (size, [count.orbits, count.spectra]));
            assert!(found.eq(expected), "{text}");
            assert_eq!(slice.checksum, Some(counted.checksum), "{text}");
        }
        let largest = findings.largest.groups().first().map(|group| group.size);
        let counted = counted.largest.first().map(|(size, _)| *size);
        assert_eq!(counted, largest, "{text}");
    }
}

#[test]
fn slices_are_recounted() {
    let sandbox = with_census();
    for [asked, said] in cases(
        "all => all 3 slices recounted, all right: the table is certified
        3/3 => slice 3 of 3 recounted, right
        => , all right: if one were wrong, this would have shown it with 33 %
        2 => 2 of 3 slices recounted (
        9 => all 3 slices recounted",
    ) {
        let ended = recount(&sandbox, CONFIG, asked);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let mut lines = ended.stdout.lines();
        let line = lines.find(|line| line.contains("  recount  ")).unwrap();
        assert!(line.starts_with("ok") && line.contains(said), "{line}");
    }
    let by_seed = || recount(&sandbox, CONFIG, "--seed 7").stdout;
    assert_eq!(by_seed(), by_seed());
    // How much of the census is in these slices.
    let said = recount(&sandbox, CONFIG, "2 --seed 7").stdout;
    let (_, said) = said.split_once("2 of 3 slices recounted (").unwrap();
    let (slices, share) = said.split_once(") with ").unwrap();
    let slices = slices.replace(" and ", ", ");
    let sql = format!(
        "select format('%.2f', 100.0 * sum(spectra) filter (where slice in ({slices})) / sum(spectra))
           from (select slice, value ->> 2 as spectra from CensusSlices, json_each(sizes))"
    );
    let expected: String = one(&sandbox.sql(), &sql);
    let expected = format!("{expected} % of the ambiguous spectra, all right: ");
    assert!(share.starts_with(&expected), "{share} {expected}");
    recount(&sandbox, CONFIG, "3/1000").check_reason(2, "the census of A29_B6 has 3 slices");
    refuses_each(
        &sandbox,
        "2 => verify --config A29_B6 --recount 4/3 => expected a number of slices
        2 => verify --config A29_B6 --recount 0 => expected a number of slices
        2 => verify --config A29_B6 --recount x => expected a number of slices
        2 => verify --config A29_B6 --recount all --seed 7 => --seed chooses
        2 => verify --recount => --recount takes one configuration",
    );
}

/// Changes that leave all sums right, with a checksum that says nothing.
#[test]
fn a_recount_finds_what_no_sum_shows() {
    let sandbox = with_census();
    let common = "select one.value ->> 0
           from CensusSlices as first, json_each(first.sizes) as one,
                CensusSlices as second, json_each(second.sizes) as two
          where first.slice = 1 and second.slice = 2 and one.value ->> 0 = two.value ->> 0
          order by two.value ->> 1 desc limit 1";
    let size = sandbox.number(common);
    let sound = fs::read(sandbox.db()).unwrap();
    let forget = "update CensusChecksums set sha256 = 'none';";
    let moved = format!(
        "update CensusSlices set sizes = (select json_group_array(json(case when value ->> 0 = {size} then
            json_array({size}, (value ->> 1) + :more, (value ->> 2) + 8 * :more) else value end)) from json_each(sizes)) where slice = :slice;"
    );
    let moved = |slice: &str, more: &str| moved.replace(":slice", slice).replace(":more", more);
    let checksum = "update CensusSlices set checksum = '0123456789abcdef' where slice = 2;";
    for (change, said) in [
        (moved("1", "1") + &moved("2", "-1"), "the spectra of"),
        (checksum.to_owned(), "slice 2: its spectra are others"),
    ] {
        fs::write(sandbox.db(), &sound).unwrap();
        sandbox.change(&format!("{forget}{change}"));
        sandbox.ok(&["verify", "--quiet", "--config", CONFIG]);
        let ended = recount(&sandbox, CONFIG, "all");
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stdout.contains(said), "{ended:?}");
    }
    // One slice alone does not add up.
    fs::write(sandbox.db(), &sound).unwrap();
    sandbox.change(&format!("{forget}{}", moved("1", "1")));
    let ended = sandbox.run(&["verify", "--quiet", "--config", CONFIG]);
    assert_has(&ended.stdout, "the slices do not add up");
}

#[test]
fn a_census_without_slices_says_so() {
    let sandbox = empty_sandbox();
    sandbox.ok(&["run", "--config", "A3_B4", "--quiet"]);
    let none = recount(&sandbox, "A3_B4", "");
    assert!(none.stdout.contains("there is no census"), "{none:?}");
    assert_eq!(none.code, Some(1));
    sandbox.ok(&["census", "--config", "A3_B4", "--quiet"]);
    let older = "delete from CensusSlices; update Censuses set hash_version = 1;
        update CensusChecksums set sha256 = 'none'";
    sandbox.change(older);
    sandbox.ok(&["verify", "--quiet", "--config", "A3_B4"]);
    let ended = recount(&sandbox, "A3_B4", "");
    assert_has(&ended.stdout, "an older version took it");
    assert_eq!(ended.code, Some(1));
}
