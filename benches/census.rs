//! Measures the time of a census on one thread and on two.
//!
//! ```text
//! cargo bench --bench census                # A7_B8, three rounds
//! cargo bench --bench census -- A25_B6 5    # another configuration, five rounds
//! ```
//!
//! The variants are timed in turn, and the least time of all rounds counts. Every census must count all molecules,
//! and all canonical ones by Burnside's lemma, and its findings must equal those of the first.

use std::num::NonZero;
use std::time::{Duration, Instant};

use blackbox::board::Config;
use blackbox::census::{Census, Findings, Plan, Resources};
use watch::Observed;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let config = arguments.next().unwrap_or_else(|| "A7_B8".to_owned());
    let config: Config = config.parse().expect("a configuration such as A7_B8");
    let rounds = arguments.next().unwrap_or_else(|| "3".to_owned());
    let rounds: NonZero<usize> = rounds.parse().expect("a number of rounds");
    let canonical = config.canonical_molecules();
    println!("{config}: {canonical} canonical molecules, {rounds} rounds");

    let ample = Resources {
        memory: u64::MAX / 2,
        threads: 2,
    };
    let alone = Resources {
        threads: 1,
        ..ample
    };
    let ways = [ample, alone];
    let mut least = [Duration::MAX; 2];
    let mut expected = None;
    for _ in 0..rounds.get() {
        for (least, resources) in least.iter_mut().zip(ways) {
            let begun = Instant::now();
            let found = census(config, resources);
            *least = begun.elapsed().min(*least);
            assert_eq!(&found, expected.get_or_insert_with(|| found.clone()));
        }
    }
    for (time, resources) in least.into_iter().zip(ways) {
        let plan = plan(config, resources);
        let seconds = time.as_secs_f64();
        println!(
            "threads {}, passes {:>2}, {:>8.2} s, {:.2} × the first way, \
             {:.1} ns × threads per canonical molecule",
            resources.threads,
            plan.passes,
            seconds,
            seconds / least[0].as_secs_f64(),
            seconds * 1e9 * resources.threads as f64 / canonical as f64,
        );
    }
}

fn plan(config: Config, resources: Resources) -> Plan {
    let census = Census::new(config);
    census.plan(resources)
}

/// Takes a whole census as the program does, without a database.
fn census(config: Config, resources: Resources) -> Findings {
    let mut census = Census::new(config);
    let plan = census.plan(resources);
    while !census.is_finished() {
        (census.next_pass(&plan, &Observed::default())).expect("a pass");
    }
    census.check().expect("all molecules");
    census.findings().clone()
}
