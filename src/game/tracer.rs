//! Tracing: from a molecule to its spectrum and its rays' statistics, with
//! the fastest tracer that the processor allows.
//!
//! There are two. The scalar one reads like the rules and serves any box and any
//! processor; for boxes up to 8 wide the [wide](super::wide) one takes the same
//! steps for all rays at once, some twenty times as fast. They are compared on
//! whole boards and on random molecules.

use std::fmt;

use fearless_simd::{Level, dispatch};

use super::config::Config;
use super::exits::{Exits, Sides};
use super::molecule::Molecule;
use super::ray::{Chamber, Outcome};
use super::size::MAX_POSITIONS;
use super::spectrum::{ABSORBED, REFLECTED, RayStatistics, Spectrum};
use super::symmetry::SmallBoard;
use super::wide;

/// A position that no ray has been shot from yet.
const UNKNOWN: u8 = 0;

/// A way to trace all rays of a molecule. All give the same results.
///
/// ```
/// use blackbox::game::{Config, Molecule, Tracer};
///
/// let config: Config = "A2_B4".parse()?;
/// let molecule = Molecule::parse("O-O-------------", config)?;
/// for tracer in Tracer::all() {
///     assert_eq!(tracer.trace(molecule, config), molecule.trace(config), "{tracer}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tracer(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Scalar,
    Wide(Level),
}

impl Tracer {
    /// One ray after the other, as [`Chamber::shoot`] does it: for any box,
    /// on any processor.
    pub const SCALAR: Tracer = Tracer(Kind::Scalar);

    /// The fastest tracer that this processor allows. It costs about a
    /// nanosecond to ask.
    #[inline]
    pub fn best() -> Tracer {
        let level = Level::new();
        if level.is_fallback() {
            Tracer::SCALAR
        } else {
            Tracer(Kind::Wide(level))
        }
    }

    /// Every tracer that this processor allows, so that tests can go through
    /// them.
    pub fn all() -> Vec<Tracer> {
        let mut tracers = vec![Tracer::SCALAR];
        if let wide @ Tracer(Kind::Wide(_)) = Tracer::best() {
            tracers.push(wide);
        }
        tracers
    }

    /// Shoots all rays of a molecule: the spectrum, and what it took.
    #[inline]
    pub fn trace(self, molecule: Molecule, config: Config) -> (Spectrum, RayStatistics) {
        if let Kind::Wide(level) = self.0
            && let Some(board) = SmallBoard::new(molecule, config)
        {
            return dispatch!(level, simd => wide::trace(simd, board));
        }
        one_by_one(molecule, config)
    }

    /// Shoots all rays of a molecule for its spectrum alone.
    #[inline]
    pub fn spectrum(self, molecule: Molecule, config: Config) -> Spectrum {
        if let Kind::Wide(level) = self.0
            && let Some(board) = SmallBoard::new(molecule, config)
        {
            return dispatch!(level, simd => wide::spectrum(simd, board));
        }
        one_by_one(molecule, config).0
    }

    /// The canonical spectrum of a molecule, and how many images of it
    /// differ, as [`Spectrum::canonical`] gives them.
    #[inline]
    pub fn canonical_spectrum(self, molecule: Molecule, config: Config) -> (Spectrum, usize) {
        if let Kind::Wide(level) = self.0
            && let Some(board) = SmallBoard::new(molecule, config)
        {
            return dispatch!(level, simd => wide::canonical_spectrum(simd, board));
        }
        one_by_one(molecule, config).0.canonical()
    }
}

impl Tracer {
    /// Shoots all rays of some molecules, and tells where they come out: the
    /// place of the molecule among them, and the exits of its rays.
    #[inline]
    pub fn exits(self, molecules: &[Molecule], config: Config, mut each: impl FnMut(usize, Exits)) {
        match self.0 {
            // One dispatch for all of them, so that what is done with the
            // exits can profit of the processor's instructions, too.
            Kind::Wide(level) if config.width() <= SmallBoard::MAX_WIDTH => {
                dispatch!(level, simd => {
                    for (pair, boards) in pairs(molecules, config) {
                        let [one, other] = wide::exits_of_two(simd, boards);
                        each(2 * pair, one);
                        if 2 * pair + 1 < molecules.len() {
                            each(2 * pair + 1, other);
                        }
                    }
                });
            }
            _ => {
                for (index, &molecule) in molecules.iter().enumerate() {
                    each(index, Chamber::new(molecule, config).exits());
                }
            }
        }
    }

    /// Finds the exits of some molecules side by side, in a box up to 8 wide.
    pub(crate) fn sides(self, molecules: &[Molecule], config: Config, found: &mut Vec<Sides<u64>>) {
        found.clear();
        match self.0 {
            Kind::Wide(level) => {
                dispatch!(level, simd => {
                    for (_, boards) in pairs(molecules, config) {
                        found.extend_from_slice(&wide::sides_of_two(simd, boards));
                    }
                });
                found.truncate(molecules.len());
            }
            Kind::Scalar => self.exits(molecules, config, |_, exits| {
                found.push(Sides::of_exits(&exits, config.width()));
            }),
        }
    }

    /// Likewise, and the places of those molecules one of whose rays may have entered
    /// more cells than the first limit or turned more often than the second, which is
    /// known sooner than what all rays took.
    pub(crate) fn sides_within(
        self,
        molecules: &[Molecule],
        config: Config,
        limits: [u8; 2],
        found: &mut Vec<Sides<u64>>,
        beyond: &mut Vec<usize>,
    ) {
        beyond.clear();
        match self.0 {
            Kind::Wide(level) => {
                found.clear();
                dispatch!(level, simd => {
                    for (pair, boards) in pairs(molecules, config) {
                        let [one, other] = wide::sides_of_two_within(simd, boards, limits);
                        found.extend_from_slice(&[one.0, other.0]);
                        if one.1 {
                            beyond.push(2 * pair);
                        }
                        if other.1 && 2 * pair + 1 < molecules.len() {
                            beyond.push(2 * pair + 1);
                        }
                    }
                });
                found.truncate(molecules.len());
            }
            Kind::Scalar => {
                self.sides(molecules, config, found);
                beyond.extend(0..molecules.len());
            }
        }
    }

    /// Shoots all rays of some molecules, and tells where they come out, as
    /// [`Tracer::exits`] does, and what it took.
    #[inline]
    pub fn exits_and_statistics(
        self,
        molecules: &[Molecule],
        config: Config,
        mut each: impl FnMut(usize, Exits, RayStatistics),
    ) {
        match self.0 {
            Kind::Wide(level) if config.width() <= SmallBoard::MAX_WIDTH => {
                dispatch!(level, simd => {
                    for (index, &molecule) in molecules.iter().enumerate() {
                        if let Some(board) = SmallBoard::new(molecule, config) {
                            let (exits, statistics) = wide::exits_and_statistics(simd, board);
                            each(index, exits, statistics);
                        }
                    }
                });
            }
            _ => {
                for (index, &molecule) in molecules.iter().enumerate() {
                    let (spectrum, statistics) = one_by_one(molecule, config);
                    each(index, spectrum.exits(), statistics);
                }
            }
        }
    }
}

/// Molecules two by two, as boards; a last one without a partner is its own.
#[inline(always)]
fn pairs(molecules: &[Molecule], config: Config) -> impl Iterator<Item = (usize, [SmallBoard; 2])> {
    let board = move |molecule: Molecule| SmallBoard::new(molecule, config);
    (molecules.chunks(2).enumerate()).filter_map(move |(pair, two)| {
        let boards = [board(*two.first()?)?, board(*two.last()?)?];
        Some((pair, boards))
    })
}

impl fmt::Display for Tracer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Kind::Scalar => "scalar",
            Kind::Wide(_) => "wide",
        })
    }
}

impl Molecule {
    /// Shoots all rays: the spectrum, and what it took.
    #[inline]
    pub fn trace(self, config: Config) -> (Spectrum, RayStatistics) {
        Tracer::best().trace(self, config)
    }

    /// Shoots all rays for the spectrum alone, which is faster.
    #[inline]
    pub fn spectrum(self, config: Config) -> Spectrum {
        Tracer::best().spectrum(self, config)
    }

    /// Shoots all rays for the canonical spectrum, which all enantiomers of a
    /// group have, and for how many images of it differ.
    #[inline]
    pub fn canonical_spectrum(self, config: Config) -> (Spectrum, usize) {
        Tracer::best().canonical_spectrum(self, config)
    }
}

/// The scalar tracer.
///
/// A ray that comes out can be shot backwards on the same way, so the
/// position where it comes out needs no shot of its own.
fn one_by_one(molecule: Molecule, config: Config) -> (Spectrum, RayStatistics) {
    let chamber = Chamber::new(molecule, config);
    let mut symbols = [UNKNOWN; MAX_POSITIONS];
    let mut statistics = RayStatistics::default();
    let mut next_label = b'a';
    for position in 0..config.positions() {
        if symbols[position] != UNKNOWN {
            continue;
        }
        let ray = chamber.shoot(position);
        symbols[position] = match ray.outcome {
            Outcome::Absorbed => {
                statistics.absorbed.add(ray);
                ABSORBED
            }
            Outcome::Reflected => {
                statistics.reflected.add(ray);
                if ray.length == 0 {
                    statistics.reflected_edge += 1;
                } else {
                    statistics.reflected_deep += 1;
                }
                REFLECTED
            }
            Outcome::Out(exit) => {
                statistics.out.add(ray);
                let label = next_label;
                next_label += 1;
                symbols[exit] = label;
                label
            }
        };
    }
    (Spectrum::of_symbols(&symbols, config.width()), statistics)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::spectrum::Tally;
    use super::*;

    /// The wide tracer with every kind of instructions that there is here.
    fn wide() -> Vec<Tracer> {
        let best = Level::new();
        #[allow(unused_mut)]
        let mut levels = vec![Level::baseline(), best];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            levels.extend(best.as_sse4_2().map(Level::Sse4_2));
            levels.extend(best.as_avx2().map(Level::Avx2));
        }
        levels
            .into_iter()
            .map(|level| Tracer(Kind::Wide(level)))
            .collect()
    }

    /// Where the rays come out, by the spectrum's text.
    fn exits_of(spectrum: &Spectrum) -> Vec<u8> {
        let symbols = spectrum.as_bytes();
        let exit = |(position, &symbol): (usize, &u8)| match symbol {
            ABSORBED => Exits::ABSORBED,
            REFLECTED => position as u8,
            label => {
                let other = |&other: &usize| other != position && symbols[other] == label;
                (0..symbols.len()).find(other).unwrap() as u8
            }
        };
        symbols.iter().enumerate().map(exit).collect()
    }

    #[track_caller]
    fn check(molecule: Molecule, config: Config, tracers: &[Tracer]) {
        let expected = Tracer::SCALAR.trace(molecule, config);
        let exits = exits_of(&expected.0);
        for tracer in tracers.iter().chain(&[Tracer::SCALAR]) {
            let mut found = 0;
            tracer.exits(&[molecule; 2], config, |index, other| {
                assert_eq!(index, found);
                assert_eq!(other.at()[..config.positions()], exits);
                found += 1;
            });
            tracer.exits_and_statistics(&[molecule], config, |index, other, statistics| {
                assert_eq!(index, 0);
                assert_eq!(other.at()[..config.positions()], exits);
                assert_eq!(statistics, expected.1);
                found += 1;
            });
            assert_eq!(found, 3);
            if config.width() <= SmallBoard::MAX_WIDTH {
                check_sides(*tracer, molecule, config, &expected.1);
            }
        }
        let canonical = expected.0.canonical();
        for tracer in tracers {
            assert_eq!(tracer.canonical_spectrum(molecule, config), canonical);
            let text = molecule.text(config);
            assert_eq!(
                tracer.trace(molecule, config),
                expected,
                "{config} {text} {tracer:?}"
            );
            assert_eq!(
                tracer.spectrum(molecule, config),
                expected.0,
                "{config} {text} {tracer:?}"
            );
        }
    }

    /// The sides of the exits as they are put side by side one by one; and no molecule is
    /// passed over one of whose rays exceeds a limit.
    fn check_sides(tracer: Tracer, molecule: Molecule, config: Config, statistics: &RayStatistics) {
        let mut expected = Vec::new();
        Tracer::SCALAR.exits(&[molecule; 3], config, |_, exits| {
            expected.push(Sides::of_exits(&exits, config.width()));
        });
        let (mut found, mut beyond) = (Vec::new(), Vec::new());
        tracer.sides(&[molecule; 3], config, &mut found);
        assert_eq!(found, expected, "{config} {tracer:?}");
        let tallies = [&statistics.absorbed, &statistics.reflected, &statistics.out];
        let most = |of: fn(&Tally) -> u16| tallies.map(of).into_iter().max().unwrap_or(0) as u8;
        let longest = [
            most(|tally| tally.max_length),
            most(|tally| tally.max_turns),
        ];
        for below in [[1, 0], [0, 1]] {
            let limits = [
                longest[0].checked_sub(below[0]),
                longest[1].checked_sub(below[1]),
            ];
            if let [Some(length), Some(turns)] = limits {
                tracer.sides_within(
                    &[molecule; 3],
                    config,
                    [length, turns],
                    &mut found,
                    &mut beyond,
                );
                assert_eq!(found, expected, "{config} {tracer:?}");
                assert_eq!(beyond, [0, 1, 2], "{config} {tracer:?}");
            }
        }
    }

    fn check_every(step: u64, config: &str, tracers: &[Tracer]) {
        let config: Config = config.parse().unwrap();
        for number in (1..=config.molecules()).step_by(step as usize) {
            check(
                Molecule::from_number(number, config).unwrap(),
                config,
                tracers,
            );
        }
    }

    #[test]
    fn wide_equals_scalar_on_all_molecules_of_small_boxes() {
        for width in 1..=4 {
            for atoms in 0..=width * width {
                check_every(1, &format!("A{atoms}_B{width}"), &wide());
            }
        }
        check_every(1, "A3_B5", &wide());
        check_every(1, "A4_B6", &wide());
    }

    #[test]
    fn wide_equals_scalar_on_the_standard_game() {
        check_every(1, "A4_B8", &[Tracer::best()]);
        check_every(97, "A4_B8", &wide());
    }

    #[test]
    fn wide_equals_scalar_on_wider_boxes() {
        for config in ["A4_B9", "A5_B10", "A6_B11"] {
            check_every(1_000_003, config, &wide());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn wide_equals_scalar_on_any_molecule(
            width in 1..=8usize,
            // Of random bits, one, two or three anded are set more rarely.
            bits in [any::<u64>(), any::<u64>(), any::<u64>()],
            sparse in 1..=3usize,
        ) {
            let cells = width * width;
            let bits = bits[..sparse].iter().fold(u64::MAX >> (64 - cells), |all, bits| all & bits);
            let config = Config::new(bits.count_ones().into(), width as u64).unwrap();
            check(Molecule::from_bits(bits.into()), config, &wide());
        }
    }
}
