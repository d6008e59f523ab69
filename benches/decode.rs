//! What it costs to decode a board, against looking at every molecule:
//! `cargo bench --bench decode`.
//!
//! The board has five atoms and three rays shot. All ways are timed in turns,
//! round after round, and must find the same: how many molecules agree, in how
//! many of them each cell has an atom, how many have a spectrum that others
//! have, and what the next ray is worth.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use blackbox::game::{Chamber, Config, Exits, Molecule, Outcome, Tracer};
use blackbox::play::board_text::BoardText;
use blackbox::play::decode::Question;
use watch::{Observed, Stop};

const ROUNDS: usize = 9;

const BOARD: &str = "
      H
H - - - - - - - -
  - - - - - - - -
  - - - - - - - -
1 - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
        1

There are 5 balls in the box
";

/// What is found out about the board.
#[derive(PartialEq, Debug)]
struct Found {
    count: u128,
    cells: Vec<u128>,
    indistinguishable: Option<u64>,
    position: usize,
    answers: Vec<(Outcome, u128)>,
}

fn main() {
    let read = BoardText::parse(BOARD.as_bytes()).expect("it is one");
    let atoms = read.balls.expect("it says so");
    let question = Question::new(read.board, atoms).expect("they fit");
    let config = question.configs()[0];
    type Way<'a> = (&'a str, Box<dyn Fn() -> Found + 'a>);
    let ways: [Way; 3] = [
        ("decode", Box::new(|| decode(&question))),
        (
            "every molecule, all rays at once",
            Box::new(|| plain(&question, config, true)),
        ),
        (
            "every molecule, the shot rays first",
            Box::new(|| plain(&question, config, false)),
        ),
    ];
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        let mut first = None;
        for ((name, way), times) in ways.iter().zip(&mut times) {
            let begun = Instant::now();
            let found = black_box(way());
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            assert_eq!(
                *first.get_or_insert_with(|| decode(&question)),
                found,
                "{name}"
            );
        }
    }
    let found = decode(&question);
    println!(
        "{} of {} molecules of {config} agree",
        found.count,
        config.molecules()
    );
    println!("{:38} {:>9} {:>9} {:>8}", "ms", "least", "median", "ratio");
    let mut base = None;
    for ((name, _), times) in ways.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let (least, median) = (times[0], times[ROUNDS / 2]);
        let ratio = least / *base.get_or_insert(least);
        println!("{name:38} {least:9.2} {median:9.2} {ratio:7.0}x");
    }
}

fn decode(question: &Question) -> Found {
    let (done, stop) = (AtomicU64::new(0), Stop::default());
    let observed = Observed {
        done: &done,
        stop: &stop,
    };
    let agreeing = question.find(20, &observed).expect("nobody stops it");
    let outlook = agreeing.weigh(&observed).expect("nobody stops it");
    let next = outlook.next.expect("there is one");
    Found {
        count: agreeing.count(),
        cells: agreeing.cells().to_vec(),
        indistinguishable: outlook.indistinguishable,
        position: next.position,
        answers: next.answers,
    }
}

/// Goes through all molecules in the order of their numbers, either traced
/// wholly, or by the rays that were shot until one is another.
fn plain(question: &Question, config: Config, wholly: bool) -> Found {
    let results = question.board().results();
    let exit = |position: usize, outcome| match outcome {
        Outcome::Absorbed => Exits::ABSORBED,
        Outcome::Reflected => position as u8,
        Outcome::Out(exit) => exit as u8,
    };
    let shots: Vec<(usize, Outcome)> = question.board().shots().collect();
    let mut agreeing: Vec<(Molecule, Vec<u8>)> = Vec::new();
    let mut batch = Vec::new();
    let tracer = Tracer::best();
    let mut trace = |batch: &mut Vec<Molecule>| {
        tracer.exits(batch, config, |index, exits| {
            if shots
                .iter()
                .all(|&(at, outcome)| exits.at()[at] == exit(at, outcome))
            {
                agreeing.push((batch[index], exits.at()[..config.positions()].to_vec()));
            }
        });
        batch.clear();
    };
    let mut next = Some(Molecule::first(config));
    while let Some(molecule) = next {
        next = molecule.successor(config);
        if !wholly {
            let chamber = Chamber::new(molecule, config);
            if shots
                .iter()
                .any(|&(at, outcome)| chamber.shoot(at).outcome != outcome)
            {
                continue;
            }
        }
        batch.push(molecule);
        if batch.len() == 1024 {
            trace(&mut batch);
        }
    }
    trace(&mut batch);

    let mut cells = vec![0; config.cells()];
    let mut spectra: HashMap<&[u8], u64> = HashMap::new();
    for (molecule, exits) in &agreeing {
        molecule.atoms().for_each(|cell| cells[cell] += 1);
        *spectra.entry(exits).or_default() += 1;
    }
    let all = agreeing.len() as f64;
    let mut best: (usize, f64, Vec<(Outcome, u128)>) = (0, 0.0, Vec::new());
    for position in (0..config.positions()).filter(|&at| results[at].is_none()) {
        let mut counts = [0u128; 256];
        agreeing
            .iter()
            .for_each(|(_, exits)| counts[usize::from(exits[position])] += 1);
        let shares = counts
            .iter()
            .filter(|&&count| count > 0)
            .map(|&count| count as f64 / all);
        let bits: f64 = shares.map(|share| -share * share.log2()).sum();
        if bits > best.1 + 1e-9 {
            let answers = [Outcome::Absorbed, Outcome::Reflected]
                .into_iter()
                .chain(
                    (0..config.positions())
                        .filter(|&at| at != position)
                        .map(Outcome::Out),
                )
                .map(|outcome| (outcome, counts[usize::from(exit(position, outcome))]))
                .filter(|&(_, count)| count > 0);
            best = (position, bits, answers.collect());
        }
    }
    Found {
        count: agreeing.len() as u128,
        cells,
        indistinguishable: Some(spectra.values().filter(|&&count| count > 1).sum()),
        position: best.0,
        answers: best.2,
    }
}
