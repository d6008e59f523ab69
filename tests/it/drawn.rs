//! `census --sample`, and the pictures of the curve of ambiguity in `docs/results.md`.

use std::collections::BTreeMap;
use std::iter;

use blackbox::game::Config;
use snapbox::{Data, assert_data_eq};
use testkit::words;
use view::chart::{Plot, Scale};

use crate::common::program::{assert_has, empty_sandbox, refuses_each};
use crate::common::repository::{reference, root};

/// The ambiguous shares of exact tables, by the name of the configuration.
fn exact() -> BTreeMap<String, f64> {
    let mut shares: BTreeMap<String, f64> = BTreeMap::new();
    for table in words("An_B5.census.csv An_B6.census.csv An_B8.census.csv laws/wide.csv") {
        // The table of wide boxes repeats some, and leaves out what is not ambiguous.
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
    let census = "census A3..9_B5 A5_B6 A11..12_B6 --sample 400 --seed 1 --format csv --quiet";
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

#[test]
fn estimates_are_marked() {
    let sandbox = empty_sandbox();
    let text = sandbox.says("census A20_B10 --sample 20 --seed 1 --quiet");
    assert_has(&text, "estimate");
    assert_has(&text, "99 % interval");
    assert!(text.contains("535,983,370,403,809,682,970"), "{text}");
    let document = sandbox.document("census A20_B10 --sample 20 --seed 1");
    assert_eq!(document["drawn"], 20);
    assert_eq!(document["confidence"], 0.99);
    refuses_each(
        &sandbox,
        "2 => census A20_B10 => too many to be numbered; take fewer atoms or a smaller box, or draw some of them with --sample
        2 => census A4_B12 --sample 9 => --sample draws from boxes up to 11 cells wide
        2 => census A4_B8 --seed 9 => --seed chooses the molecules of a --sample
        2 => census A4_B8 --sample 9 --force => cannot be used with",
    );
}

/// Of 100 intervals, 99 hold the truth.
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
        // Its line begins where the other one ends.
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
