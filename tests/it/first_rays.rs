//! `blackbox strategy --first-rays`, compared with molecules traced cell by cell.

use std::collections::BTreeSet;

use blackbox::board::Config;
use blackbox::oracle::End;
use itertools::Itertools;
use serde_json::{Value, json};
use testkit::Sandbox;

use crate::common::program::empty_sandbox;
use crate::common::traced::{bits, traced};

fn first_rays(sandbox: &Sandbox, config: &str) -> Value {
    sandbox.document(&format!("strategy --first-rays --config {config}"))
}

#[test]
fn first_rays_are_those_of_traced_molecules() {
    let sandbox = empty_sandbox();
    for name in [
        "A0_B1", "A1_B1", "A0_B3", "A9_B3", "A1_B2", "A2_B3", "A5_B3", "A4_B4", "A8_B4", "A4_B5",
        "A3_B6", "A2_B9", "A2_B11",
    ] {
        let config: Config = name.parse().unwrap();
        let document = first_rays(&sandbox, name);
        let all = traced(config);
        assert_eq!(document["config"], json!(name));
        assert_eq!(document["molecules"], json!(all.len()));
        let rays = document["first_rays"].as_array().unwrap();
        assert_eq!(rays.len(), config.positions());
        let (mut best, mut most) = (None, 0.0);
        for (position, ray) in rays.iter().enumerate() {
            let ends = || all.iter().map(|ends| &ends[position]);
            let found = ray["bits"].as_f64().unwrap();
            let expected = bits(ends().counts().into_values());
            assert!((found - expected).abs() < 1e-9, "{name} {position}");
            if found > most + 1e-9 {
                (best, most) = (Some(position), found);
            }
            let count = |fate: End| ends().filter(|other| **other == fate).count();
            let out = || ends().filter(|fate| matches!(fate, End::Out(_)));
            let exits: BTreeSet<&End> = out().collect();
            assert_eq!(ray["position"], json!(position));
            assert_eq!(ray["absorbed"], json!(count(End::Absorbed)));
            assert_eq!(ray["reflected"], json!(count(End::Reflected)));
            assert_eq!(ray["out"], json!(out().count()));
            assert_eq!(ray["exits"], json!(exits.len()));
            let like = &rays[ray["like"].as_u64().unwrap() as usize];
            assert_eq!(ray["bits"], like["bits"]);
        }
        assert_eq!(document["best"], json!(best), "{name}");
    }
}

#[test]
fn first_rays_of_billions_of_molecules_are_counted() {
    let sandbox = empty_sandbox();
    let document = first_rays(&sandbox, "A8_B8");
    assert_eq!(document["molecules"], json!(4_426_165_368_u64));
    let ray = &document["first_rays"][0];
    let counts = ["absorbed", "reflected", "out"].map(|key| ray[key].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 4_426_165_368);
}
