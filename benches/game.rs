//! Measures the pure functions of the game on the standard game A4_B8, and tracing in the widest box on A4_B11:
//! `cargo bench --bench game`.
//!
//! The functions are timed in turn, round after round, so that other work of the machine disturbs all of them
//! alike. The least time of all rounds is that of a call on an idle machine, the median that on this machine. All
//! answers are checked.

use std::hint::black_box;
use std::time::Instant;

use blackbox::board::{Board, Config, Orbit, Spectrum, Transform};
use blackbox::oracle::{Plain, Traced};
use blackbox::ray::Tracer;

const ROUNDS: usize = 40;
/// The approximate number of timed molecules, which are evenly spaced.
const MOLECULES: u64 = 10_000;

fn main() {
    let standard = Sample::of("A4_B8");
    let mut race = Race::default();
    standard.add_tracers(&mut race);
    standard.add_other_rules(&mut race);
    race.run("A4_B8");

    let widest = Sample::of("A4_B11");
    let mut race = Race::default();
    widest.add_tracers(&mut race);
    race.run("A4_B11");
}

/// Molecules of a configuration, and other inputs of the rules.
struct Sample {
    config: Config,
    numbers: Vec<u64>,
    molecules: Vec<Board>,
    canonical: Vec<Board>,
    spectra: Vec<Spectrum>,
    texts: Vec<String>,
    plain: Plain,
}

impl Sample {
    fn of(config: &str) -> Sample {
        let config: Config = config.parse().expect("a configuration");
        let step = config.molecules() / MOLECULES;
        let numbers: Vec<u64> = (1..=config.molecules()).step_by(step as usize).collect();
        let of_number = |&number| Board::from_number(number, config);
        let molecules: Vec<Board> = numbers.iter().filter_map(of_number).collect();
        let canonical = |&molecule| Orbit::of(molecule).canonical();
        let canonical: Vec<Board> = molecules.iter().map(canonical).collect();
        let spectra: Vec<Spectrum> = canonical.iter().map(|m| m.spectrum()).collect();
        let texts: Vec<String> = molecules.iter().map(|m| m.text()).collect();
        let plain = Plain::new(config.atoms(), config.width());
        check(config, &plain, &molecules, &canonical, &spectra);
        Sample {
            config,
            numbers,
            molecules,
            canonical,
            spectra,
            texts,
            plain,
        }
    }

    fn add_tracers<'a>(&'a self, race: &mut Race<'a>) {
        let molecules = &self.molecules;
        race.add("oracle, cell by cell", &self.texts, |text| {
            self.plain.trace(text.as_bytes())
        });
        for tracer in Tracer::all() {
            let name = |what: &str| format!("{tracer} tracer, {what}");
            race.add(&name("spectrum and statistics"), molecules, move |&m| {
                tracer.trace(m)
            });
            race.add(&name("spectrum"), molecules, move |&m| tracer.spectrum(m));
            race.add(&name("all images and statistics"), molecules, move |&m| {
                tracer.trace_images(m)
            });
        }
    }

    fn add_other_rules<'a>(&'a self, race: &mut Race<'a>) {
        let (config, molecules) = (self.config, &self.molecules);
        race.add("Board::is_canonical", molecules, move |m| m.is_canonical());
        race.add("Orbit::of_canonical", &self.canonical, move |&m| {
            Orbit::of_canonical(m)
        });
        race.add("Spectrum::canonical", &self.spectra, |s| s.canonical());
        race.add("Transform::spectrum", &self.spectra, |s| {
            Transform::Diag2.spectrum(s)
        });
        race.add("Board::number", molecules, |m| m.number());
        race.add("Board::from_number", &self.numbers, move |&n| {
            Board::from_number(n, config)
        });
        race.add("Board::successor", molecules, move |m| m.successor());
    }
}

/// Checks every timed answer against the slowest way to get it.
fn check(
    config: Config,
    plain: &Plain,
    molecules: &[Board],
    canonical: &[Board],
    spectra: &[Spectrum],
) {
    for &molecule in molecules {
        let expected = plain.trace(molecule.text().as_bytes());
        for tracer in Tracer::all() {
            let (spectrum, statistics) = tracer.trace(molecule);
            let found = Traced {
                spectrum: spectrum.as_bytes().to_vec(),
                statistics: statistics.columns().map(i64::from),
            };
            assert_eq!(found, expected, "{tracer}, {molecule:?}");
            assert_eq!(spectrum, tracer.spectrum(molecule));
            let group = Orbit::of(molecule);
            let spectra = group.iter().map(|member| member.board.spectrum());
            assert_eq!(Some(spectrum.canonical().0), spectra.min());
            let images = tracer.trace_images(molecule);
            assert_eq!(
                images,
                (
                    Transform::ALL.map(|transform| transform.spectrum(&spectrum)),
                    statistics
                )
            );
        }
    }
    for (&molecule, spectrum) in canonical.iter().zip(spectra) {
        for member in Orbit::of_canonical(molecule).iter() {
            let traced = plain.trace(member.board.text().as_bytes()).spectrum;
            assert_eq!(member.transform.spectrum(spectrum).as_bytes(), traced);
            let is_first = member.board == molecule;
            assert_eq!(member.board.is_canonical(), is_first);
        }
    }
    let mut last = 0;
    for (number, molecule) in (1..).zip(config.boards()) {
        assert_eq!(molecule.number(), Some(number));
        assert_eq!(Board::from_number(number, config), Some(molecule));
        last = number;
    }
    assert_eq!(last, config.molecules());
}

/// Functions that are timed in turn.
#[derive(Default)]
struct Race<'a> {
    runners: Vec<Runner<'a>>,
}

struct Runner<'a> {
    name: String,
    run: Box<dyn Fn() + 'a>,
    calls: usize,
    /// Nanoseconds per call, by round.
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

    /// Times all functions, and prints their times and speeds relative to the first one.
    fn run(mut self, title: &str) {
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
            format!("{title}, ns per call"),
            "least",
            "median",
            "ratio"
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
