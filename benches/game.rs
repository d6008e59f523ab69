//! What the pure functions of the game cost, on the standard game A4_B8:
//! `cargo bench --bench game`.
//!
//! All are timed in turns, round after round, so that whatever else the
//! machine does disturbs all of them alike. The least of all rounds is what
//! a call costs on a machine left alone, the median what it cost here. What
//! is timed is also checked: a benchmark of wrong answers fails.

use std::hint::black_box;
use std::time::Instant;

use blackbox::game::{Config, Group, Molecule, RayStatistics, Spectrum, Tally, Tracer, Transform};

const ROUNDS: usize = 40;
/// Every 61st molecule: 10,416 of them.
const STEP: usize = 61;

fn main() {
    let config: Config = "A4_B8".parse().expect("it is one");
    let numbers: Vec<u64> = (1..=config.molecules()).step_by(STEP).collect();
    let molecules: Vec<Molecule> = numbers
        .iter()
        .filter_map(|&number| Molecule::from_number(number, config))
        .collect();
    let canonical: Vec<Molecule> = molecules
        .iter()
        .map(|&molecule| Group::of(molecule, config).canonical())
        .collect();
    let spectrums: Vec<Spectrum> = canonical.iter().map(|m| m.spectrum(config)).collect();
    check(config, &molecules, &canonical, &spectrums);

    let mut race = Race::default();
    race.add("slow tracer, cell by cell in 2-D", &molecules, |&m| {
        slow_trace(m, config)
    });
    for tracer in Tracer::all() {
        race.add(
            &format!("{tracer} tracer, spectrum and statistics"),
            &molecules,
            move |&m| tracer.trace(m, config),
        );
        race.add(
            &format!("{tracer} tracer, spectrum"),
            &molecules,
            move |&m| tracer.spectrum(m, config),
        );
        race.add(
            &format!("{tracer} tracer, canonical spectrum"),
            &molecules,
            move |&m| tracer.canonical_spectrum(m, config),
        );
    }
    race.add("Molecule::is_canonical", &molecules, |m| {
        m.is_canonical(config)
    });
    race.add("Group::of_canonical", &canonical, |&m| {
        Group::of_canonical(m, config)
    });
    race.add("Spectrum::canonical", &spectrums, |s| s.canonical());
    race.add("Transform::spectrum", &spectrums, |s| {
        Transform::Diag2.spectrum(s)
    });
    race.add("Molecule::number", &molecules, |m| m.number(config));
    race.add("Molecule::from_number", &numbers, |&n| {
        Molecule::from_number(n, config)
    });
    race.add("Molecule::successor", &molecules, |m| m.successor(config));
    race.run();
}

/// Every answer that is timed, against the slowest way to get it.
fn check(config: Config, molecules: &[Molecule], canonical: &[Molecule], spectrums: &[Spectrum]) {
    for &molecule in molecules {
        let expected = slow_trace(molecule, config);
        for tracer in Tracer::all() {
            let (spectrum, statistics) = tracer.trace(molecule, config);
            assert_eq!(spectrum.as_str(), expected.0, "{tracer}, {molecule:?}");
            assert_eq!(statistics, expected.1, "{tracer}, {molecule:?}");
            assert_eq!(spectrum, tracer.spectrum(molecule, config));
            let canonical = tracer.canonical_spectrum(molecule, config);
            let traced = Group::of(molecule, config)
                .iter()
                .map(|member| member.molecule.spectrum(config))
                .min();
            assert_eq!(Some(canonical.0), traced);
            assert_eq!(canonical, spectrum.canonical());
        }
    }
    for (&molecule, spectrum) in canonical.iter().zip(spectrums) {
        for member in Group::of_canonical(molecule, config).iter() {
            let traced = slow_trace(member.molecule, config).0;
            assert_eq!(member.transform.spectrum(spectrum).as_str(), traced);
            let is_first = member.molecule == molecule;
            assert_eq!(member.molecule.is_canonical(config), is_first);
        }
    }
    let mut walk = Some(Molecule::first(config));
    for number in 1..=config.molecules() {
        let molecule = walk.expect("the walk ended too early");
        assert_eq!(molecule.number(config), number);
        assert_eq!(Molecule::from_number(number, config), Some(molecule));
        walk = molecule.successor(config);
    }
    assert_eq!(walk, None);
}

/// All rays, straight from the rule: a grid of cells, a ray with a direction,
/// one step after another.
fn slow_trace(molecule: Molecule, config: Config) -> (String, RayStatistics) {
    let p = config.width() as i32;
    // Two borders of empty cells: rays start in the inner one and look
    // around into the outer one.
    let mut grid = vec![vec![false; p as usize + 4]; p as usize + 4];
    for cell in molecule.atoms() {
        grid[cell / p as usize + 2][cell % p as usize + 2] = true;
    }
    let is_atom = |line: i32, column: i32| grid[line as usize + 1][column as usize + 1];
    let is_inside = |line: i32, column: i32| (1..=p).contains(&line) && (1..=p).contains(&column);
    let entries: Vec<(i32, i32, i32, i32)> = (1..=p)
        .map(|i| (i, 0, 0, 1))
        .chain((1..=p).map(|i| (p + 1, i, -1, 0)))
        .chain((1..=p).map(|i| (p + 1 - i, p + 1, 0, -1)))
        .chain((1..=p).map(|i| (0, p + 1 - i, 1, 0)))
        .collect();

    let mut symbols = vec![' '; entries.len()];
    let mut statistics = RayStatistics::default();
    let mut labels = 'a'..;
    for (position, &(mut line, mut column, mut down, mut right)) in entries.iter().enumerate() {
        if symbols[position] != ' ' {
            continue;
        }
        let (mut length, mut turns) = (0, 0);
        let (symbol, tally) = loop {
            let (ahead_line, ahead_column) = (line + down, column + right);
            let one_side = is_atom(ahead_line - right, ahead_column - down);
            let other_side = is_atom(ahead_line + right, ahead_column + down);
            if is_atom(ahead_line, ahead_column) {
                break ('@', &mut statistics.absorbed);
            } else if one_side && other_side || (one_side || other_side) && length == 0 {
                if length == 0 {
                    statistics.reflected_edge += 1;
                } else {
                    statistics.reflected_deep += 1;
                }
                break ('&', &mut statistics.reflected);
            } else if one_side {
                (down, right) = (right, down);
                turns += 1;
            } else if other_side {
                (down, right) = (-right, -down);
                turns += 1;
            } else {
                (line, column) = (ahead_line, ahead_column);
                if !is_inside(line, column) {
                    let exit = entries
                        .iter()
                        .position(|entry| (entry.0, entry.1) == (line, column));
                    let label = labels.next().unwrap_or(' ');
                    symbols[exit.expect("it came out")] = label;
                    break (label, &mut statistics.out);
                }
                length += 1;
            }
        };
        symbols[position] = symbol;
        *tally = Tally {
            number: tally.number + 1,
            max_length: tally.max_length.max(length),
            max_turns: tally.max_turns.max(turns),
            tot_length: tally.tot_length + length,
            tot_turns: tally.tot_turns + turns,
        };
    }
    (symbols.into_iter().collect(), statistics)
}

/// Functions timed in turns.
#[derive(Default)]
struct Race<'a> {
    runners: Vec<Runner<'a>>,
}

struct Runner<'a> {
    name: String,
    run: Box<dyn Fn() + 'a>,
    calls: usize,
    /// Nanoseconds a call, a round each.
    times: Vec<f64>,
}

impl<'a> Race<'a> {
    fn add<I, O>(&mut self, name: &str, inputs: &'a [I], call: impl Fn(&I) -> O + 'a) {
        self.runners.push(Runner {
            name: name.to_owned(),
            run: Box::new(move || {
                for input in inputs {
                    black_box(call(black_box(input)));
                }
            }),
            calls: inputs.len(),
            times: Vec::new(),
        });
    }

    /// Times all, and prints them with how many times as fast as the first
    /// they are.
    fn run(mut self) {
        for _ in 0..ROUNDS {
            for runner in &mut self.runners {
                let start = Instant::now();
                (runner.run)();
                let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
                runner.times.push(nanoseconds / runner.calls as f64);
            }
        }
        println!(
            "{:42} {:>9} {:>9} {:>9}",
            "ns a call", "least", "median", "ratio"
        );
        let mut baseline = None;
        for runner in &mut self.runners {
            runner.times.sort_by(f64::total_cmp);
            let (least, median) = (runner.times[0], runner.times[ROUNDS / 2]);
            let ratio = *baseline.get_or_insert(least) / least;
            println!("{:42} {least:9.1} {median:9.1} {ratio:8.1}x", runner.name);
        }
    }
}
