//! `blackbox census` as a user runs it, also with `--draws`, and the pictures of the ambiguity curve in
//! `docs/results.md`.

use std::collections::BTreeMap;
use std::iter;

use blackbox::board::Config;
use draw::chart::{Plot, Scale};
use serde_json::Value;
use snapbox::{Data, assert_data_eq};
use testkit::{Sandbox, words};

use crate::common::program::{BLACKBOX, assert_has, empty_sandbox, stopped, succeeds, wait_for};
use crate::common::repository::{reference, root};
use crate::common::terminal::Terminal;

/// The findings of a census, without its time.
fn findings(sandbox: &Sandbox, config: &str) -> Value {
    let mut document = sandbox.document(&format!("census --config {config}"));
    let object = document.as_object_mut().unwrap();
    object.remove("passes").unwrap();
    object.remove("seconds").unwrap();
    document
}

/// On a terminal, tables and sentences wrap between words.
#[test]
fn output_fits_the_terminal() {
    const COLUMNS: u16 = 60;
    let sandbox = empty_sandbox();
    for line in [
        "run --config A4_B5",
        "display --config A4_B5 868",
        "verify --config A4_B5",
        "verify --config A20_B5",
        "census --config A4_B5",
        "census --config A1..5_B5",
        "decode w4H",
    ] {
        let mut command = sandbox.command(BLACKBOX);
        command.args(words(line));
        let (_, shown) = Terminal::start(&mut command, 200, COLUMNS).end();
        // The screen joins lines that the terminal has wrapped. A checksum is a single long word.
        let lines = shown.lines().filter(|line| line.trim_start().contains(" "));
        let widest = lines.map(|line| line.chars().count()).max();
        let widest = widest.unwrap_or(0);
        assert!((30..=COLUMNS.into()).contains(&widest), "{line}\n{shown}");
    }
}

#[test]
fn an_interrupted_census_continues_with_other_resources() {
    let expected = findings(&empty_sandbox(), "A6_B8");
    let sandbox = empty_sandbox();
    let child = sandbox.start(&words("census --config A6_B8 --memory 30MB --threads 1"));
    // Waits until a pass is committed, so that another run can continue.
    wait_for("pass", || sandbox.db().exists() && passes(&sandbox) > 0);
    let interrupted = stopped(child);
    assert_eq!(interrupted.stdout, "");
    assert!(interrupted.stderr.contains("continues from there"));
    let before = passes(&sandbox);

    let again = succeeds(&sandbox, "census --config A6_B8 --memory 1GB --threads 2");
    assert!(again.stderr.contains("continuing the census of A6_B8"));
    assert!(passes(&sandbox) > before);
    assert_eq!(findings(&sandbox, "A6_B8"), expected);
}

fn passes(sandbox: &Sandbox) -> i64 {
    let count = "select count(*) from CensusPasses";
    let found = sandbox.sql().query_row(count, [], |row| row.get(0));
    found.unwrap_or(0)
}

#[test]
fn a_census_begun_with_other_buckets_is_taken_anew_but_a_finished_one_is_kept() {
    for other in [
        "hash_version = 0",
        "buckets = 2 * buckets, frontier = 2 * frontier",
    ] {
        let sandbox = empty_sandbox();
        let first = sandbox.ok(&["census", "--config", "A3_B5"]);
        let change = |what: &str| sandbox.change(&format!("update Censuses set {what}"));
        change(other);
        let again = sandbox.run(&["census", "--config", "A3_B5"]);
        assert_eq!(again.stdout, first);
        assert!(again.stderr.contains("is already stored"), "{again:?}");

        change("frontier = frontier / 2");
        let again = sandbox.run(&["census", "--config", "A3_B5"]);
        assert_eq!(again.stdout, first);
        assert_has(&again.stderr, "the census starts again");
        assert_eq!(sandbox.number("select count(*) from CensusPasses"), 1);
    }
}

#[test]
fn a_damaged_census_is_rejected_and_can_be_repeated() {
    let sandbox = empty_sandbox();
    let census = ["census", "--config", "A3_B5"];
    let first = sandbox.ok(&census);
    for damage in [
        "update CensusSpectrums set spectrums = spectrums + 1 where nb_mol = 1",
        "update CensusSpectrums set spectrums = -1 where nb_mol = 1",
        "update CensusSpectrums set nb_mol = 9223372036854775807 where nb_mol = 1",
        "update Censuses set frontier = buckets + 1",
        "update Censuses set frontier = -1",
        "update CensusGroups set spectrum = '?'",
        "update CensusMolecules set number = -number",
    ] {
        sandbox.change(damage);
        let ended = sandbox.run(&census);
        ended.check_error(1);
        assert_eq!(ended.stdout, "", "{damage}");
        let hint = "`blackbox verify --config A3_B5` reports what is wrong";
        assert_has(&ended.stderr, hint);
        // A hint names a command that deletes data only if damage is proved.
        let verified = sandbox.run(&["verify", "--config", "A3_B5", "--quiet"]);
        verified.check_error(1);
        let hint = "`blackbox census --config A3_B5 --force` runs the census again";
        assert!(verified.stderr.contains(hint), "{damage}: {verified:?}");
        assert_eq!(sandbox.ok(&[&census[..], &["--force"]].concat()), first);
        assert_eq!(sandbox.ok(&census), first);
    }
}

/// The ambiguous shares of exact tables, by the name of the configuration.
fn exact() -> BTreeMap<String, f64> {
    let mut shares: BTreeMap<String, f64> = BTreeMap::new();
    for table in words("An_B5.census.csv An_B6.census.csv An_B8.census.csv laws/wide.csv") {
        // The table of wide boxes repeats some configurations, and omits unambiguous spectra.
        let mut ambiguous: BTreeMap<String, u64> = BTreeMap::new();
        for line in reference(table).lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let count = ambiguous.entry(fields[0].to_owned()).or_default();
            if fields[1] != "1" {
                *count += fields[4].parse::<u64>().unwrap();
            }
        }
        for (config, ambiguous) in ambiguous {
            if let Ok(parsed) = config.parse::<Config>() {
                shares.insert(config, ambiguous as f64 / parsed.molecules() as f64);
            }
        }
    }
    shares
}

/// An estimate: its configuration, and its last three columns.
fn estimate(line: &str) -> (&str, [f64; 3]) {
    let fields: Vec<&str> = line.split(',').collect();
    (fields[0], [5, 6, 7].map(|at| fields[at].parse().unwrap()))
}

#[test]
fn estimates_agree_with_exact_tables() {
    let sandbox = empty_sandbox();
    let census = "census A3..9_B5 A5_B6 A11..12_B6 --draws 400 --seed 1 --format csv --quiet";
    let drawn = sandbox.says(&format!("{census} --threads 1"));
    assert_eq!(drawn, sandbox.says(&format!("{census} --threads 3")));
    let exact = exact();
    assert_eq!(drawn.lines().count(), 11);
    for line in drawn.lines().skip(1) {
        let (config, [share, least, most]) = estimate(line);
        let inside = |share| (least..=most).contains(&share);
        assert!(inside(share) && inside(exact[config]), "{line}");
    }
    assert!(!sandbox.path("blackbox.db").exists());
}

/// 99 % of the intervals should contain the exact value.
#[test]
fn the_estimates_in_the_tables_agree_with_the_exact_ones() {
    let exact = exact();
    let drawn = reference("drawn.csv");
    let both = drawn.lines().skip(1).map(estimate);
    let both: Vec<_> = both
        .filter_map(|(config, ends)| Some((config, exact.get(config)?, ends)))
        .collect();
    let outside = both
        .iter()
        .filter(|(_, exact, [_, least, most])| !(least..=most).contains(exact));
    assert!(both.len() >= 10 && outside.count() <= 1, "{both:?}");
}

/// `SNAPSHOTS=overwrite cargo test --test it the_curves` draws them again.
#[test]
fn the_curves_are_those_of_the_tables() {
    for width in [8, 10] {
        let atoms_of = |config: &str| {
            let (atoms, box_) = config[1..].split_once("_B")?;
            (box_ == width.to_string()).then(|| atoms.parse::<f64>().unwrap())
        };
        let point = |config: &str, share: f64| Some((atoms_of(config)?, 100.0 * share));
        let exact = exact().into_iter();
        let counted = exact.filter_map(|(config, share)| point(&config, share));
        let mut counted: Vec<(f64, f64)> = counted.collect();
        counted.sort_by(|one, other| one.0.total_cmp(&other.0));
        let last = counted[counted.len() - 1];
        let drawn = reference("drawn.csv");
        let estimated = drawn.lines().skip(1).map(estimate);
        let estimated = estimated.filter_map(|(config, [share, ..])| point(config, share));
        // The line of estimates begins where that of exact values ends.
        let estimated = estimated.filter(|&(atoms, _)| atoms > last.0);
        let estimated = iter::once(last).chain(estimated);
        let plot = Plot {
            title: format!("Ambiguous molecules, {width} × {width}"),
            x: "atoms".to_owned(),
            y: "% of the molecules".to_owned(),
            series: vec![
                ("counted".to_owned(), counted),
                ("estimated".to_owned(), estimated.collect()),
            ],
            scale: Scale::Linear,
        };
        let path = root().join(format!("docs/ambiguous-{width}.svg"));
        assert_data_eq!(plot.picture().document(), Data::read_from(&path, None));
    }
}
