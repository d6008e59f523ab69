//! Tracing: computes the spectrum and the ray statistics of a molecule, with the fastest tracer that the
//! processor supports. [`rule`](super::rule) states the rule of the game.
//!
//! Any processor can follow one ray after another from cell to cell. The [SIMD](super::simd) tracer moves all rays
//! at once, from stop to stop. Tests compare the two on all molecules of some boxes and on random molecules.

use std::fmt;

use fearless_simd::Level;

use super::exits::{Exits, Sides};
use super::level::on_level;
use super::rule::Chamber;
use super::simd::{self, LanedBoard, WideBoard};
use crate::board::spectrum::{ABSORBED, REFLECTED, RayStatistics, Spectrum};
use crate::board::symmetry::SmallBoard;
use crate::board::{Board, CellMask, Config, Molecule, Size, Transform};
use crate::ray::Outcome;

/// The SIMD level of the processor, or `None` if it is too low for [`on_level`].
#[inline]
fn wide_level() -> Option<Level> {
    match Level::new() {
        level if level.is_fallback() => None,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Sse2(_) | Level::Sse4_2(_) => None,
        level => Some(level),
    }
}

/// Runs a SIMD operation on a board in the lanes that its box needs, or `$otherwise` if SIMD cannot trace it.
macro_rules! in_lanes {
    ($tracer:expr, $board:expr, ($simd:ident, $laned:ident) => $op:expr, $otherwise:expr) => {{
        let level = $tracer.0.filter(|_| $board.size().is_counted());
        let Some(level) = level else { return $otherwise };
        let (molecule, config) = ($board.molecule(), $board.config());
        if let Some($laned) = SmallBoard::new(molecule, config) {
            on_level!(level, $simd => $op)
        } else if let Some($laned) = WideBoard::of(molecule, config) {
            on_level!(level, $simd => $op)
        } else {
            $otherwise
        }
    }};
}
/// A way to trace all rays of a molecule. All tracers give the same results.
#[derive(Clone, Copy, Debug)]
pub struct Tracer(Option<Level>);

impl Tracer {
    /// The tracer without SIMD, for any processor.
    pub const SCALAR: Tracer = Tracer(None);

    /// The fastest tracer for this processor. Detecting it takes about a nanosecond.
    #[inline]
    pub fn best() -> Tracer {
        Tracer(wide_level())
    }

    /// All tracers that this processor supports, for tests.
    pub fn all() -> Vec<Tracer> {
        let wide = wide_level().map(|level| Tracer(Some(level)));
        [Tracer::SCALAR].into_iter().chain(wide).collect()
    }

    /// Fires all rays of a board, and returns its spectrum and its ray statistics.
    #[inline]
    pub fn trace(self, board: Board) -> (Spectrum, RayStatistics) {
        in_lanes!(self, board, (simd, laned) => simd::trace(simd, laned), cell_by_cell(board))
    }

    /// Fires all rays of a board, and returns only its spectrum.
    #[inline]
    pub fn spectrum(self, board: Board) -> Spectrum {
        in_lanes!(self, board, (simd, laned) => simd::spectrum(simd, laned), cell_by_cell(board).0)
    }

    /// The spectra of the eight images, in the order of [`Transform::ALL`], and the ray statistics.
    #[doc(hidden)]
    pub fn trace_images(self, board: Board) -> ([Spectrum; 8], RayStatistics) {
        in_lanes!(self, board, (simd, laned) => simd::trace_images(simd, laned), {
            let (spectrum, statistics) = cell_by_cell(board);
            let image = |transform: Transform| transform.spectrum(&spectrum);
            (Transform::ALL.map(image), statistics)
        })
    }

    /// Fires all rays of some molecules, and returns their exits, in their order.
    pub(crate) fn exits(self, molecules: &[Molecule], config: Config) -> Vec<Exits> {
        let mut found = Vec::with_capacity(molecules.len() + 1);
        match self.0 {
            Some(level) if config.width() <= SmallBoard::MAX_WIDTH => on_level!(level, simd => {
                for (_, boards) in pairs::<SmallBoard, 1>(molecules, config) {
                    found.extend_from_slice(&simd::exits_of_two(simd, boards));
                }
            }),
            Some(level) => on_level!(level, simd => {
                for (_, boards) in pairs::<WideBoard, 2>(molecules, config) {
                    found.extend_from_slice(&simd::exits_of_two(simd, boards));
                }
            }),
            None => found.extend(molecules.iter().map(|molecule| {
                let exits: Vec<u8> = exits_by_cells(molecule.bits(), config.size()).collect();
                Exits::of_positions(&exits)
            })),
        }
        found.truncate(molecules.len());
        found
    }

    /// Replaces `found` by the exits of the molecules as [`Sides`], and `exceeding` by the indices of molecules with a
    /// ray that may be longer than the first limit or turn more often than the second. Without limits, all
    /// molecules are listed. The check is faster than computing the statistics of all rays, but may list too many.
    pub(crate) fn sides_within<B: LanedBoard<R>, const R: usize>(
        self,
        molecules: &[Molecule],
        config: Config,
        limits: Option<[u8; 2]>,
        found: &mut Vec<Sides<B::Side>>,
        exceeding: &mut Vec<usize>,
    ) {
        found.clear();
        exceeding.clear();
        if let Some(level) = self.0 {
            let wanted = limits.unwrap_or_default();
            on_level!(level, simd => {
                for (pair, boards) in pairs::<B, R>(molecules, config) {
                    let [one, other] = simd::sides_of_two_within(simd, boards, wanted);
                    found.extend_from_slice(&[one.0, other.0]);
                    if one.1 {
                        exceeding.push(2 * pair);
                    }
                    if other.1 && 2 * pair + 1 < molecules.len() {
                        exceeding.push(2 * pair + 1);
                    }
                }
            });
            found.truncate(molecules.len());
        } else {
            found.extend(molecules.iter().map(|molecule| {
                let exits = exits_by_cells(molecule.bits(), config.size());
                let offsets = exits.enumerate().map(|(position, exit)| match exit {
                    Exits::ABSORBED => exit,
                    exit => {
                        ((usize::from(exit) + 4 * config.width() - position) % (4 * config.width()))
                            as u8
                    }
                });
                Sides::of(&offsets.collect::<Vec<u8>>(), config.width())
            }));
        }
        if self.0.is_none() || limits.is_none() {
            exceeding.clear();
            exceeding.extend(0..molecules.len());
        }
    }
}

const NO_LANES: &str = "the width of the box decides between narrow and wide lanes";

/// Pairs of molecules as boards of type `B`. An odd last molecule is paired with itself.
#[inline(always)]
fn pairs<B: LanedBoard<R>, const R: usize>(
    molecules: &[Molecule],
    config: Config,
) -> impl Iterator<Item = (usize, [B; 2])> {
    let board = move |molecule: Molecule| B::of(molecule, config);
    (molecules.chunks(2).enumerate()).map(move |(pair, two)| {
        // Skipping a molecule would shift the results of all molecules after it.
        let boards = [two[0], two[two.len() - 1]].map(|one| board(one).expect(NO_LANES));
        (pair, boards)
    })
}

/// The exits of a board in a box of any size, one byte per position as in [`Exits`].
pub(crate) fn exits_by_cells(atoms: impl CellMask, size: Size) -> impl Iterator<Item = u8> {
    let chamber = Chamber::new(atoms, size);
    let positions = size.all_positions();
    positions.map(move |at| Exits::of(chamber.fire(at).outcome, at.index() as u8))
}

impl fmt::Display for Tracer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            None => "scalar",
            Some(_) => "wide",
        })
    }
}

impl Board {
    /// Fires all rays, and returns the spectrum and the ray statistics.
    #[inline]
    pub fn trace(self) -> (Spectrum, RayStatistics) {
        Tracer::best().trace(self)
    }

    /// Fires all rays, and returns only the spectrum, which is faster.
    #[inline]
    pub fn spectrum(self) -> Spectrum {
        Tracer::best().spectrum(self)
    }
}

/// Traces a board in a box of any size, ray by ray. After `z`, labels are capital letters.
fn cell_by_cell(board: Board) -> (Spectrum, RayStatistics) {
    let mut statistics = RayStatistics::default();
    let mut names = (b'a'..=b'z').chain(b'A'..=b'Z');
    let mut symbols = vec![0; board.size().positions()];
    for (position, ray) in board.rays() {
        symbols[position.index()] = match ray.outcome {
            Outcome::Absorbed => ABSORBED,
            Outcome::Reflected => REFLECTED,
            Outcome::Out(exit) if exit < position => {
                symbols[position.index()] = symbols[exit.index()];
                continue;
            }
            // At most 40 rays come out, so there are enough labels.
            Outcome::Out(_) => names.next().unwrap_or_default(),
        };
        statistics.count(ray);
    }
    let spectrum = Spectrum::renamed(symbols.into_iter(), board.size());
    (spectrum, statistics)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use proptest::prelude::*;

    use super::*;
    use crate::board::MAX_WIDTH;
    use crate::board::spectrum::RayTally;

    /// The wide tracer with each SIMD level that this processor supports.
    fn wide() -> Vec<Tracer> {
        #[allow(unused_mut, reason = "other processors have only one level")]
        let mut levels: Vec<Level> = wide_level().into_iter().collect();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Level::Avx512(_) = Level::new() {
            levels.extend(Level::new().as_avx2().map(Level::Avx2));
        }
        let tracers = levels.into_iter().map(|level| Tracer(Some(level)));
        tracers.collect()
    }

    fn exits_of(molecules: &[Molecule], config: Config, tracer: Tracer) -> Vec<Vec<u8>> {
        let found = tracer.exits(molecules, config).into_iter();
        found
            .map(|exits| exits.at()[..config.positions()].to_vec())
            .collect()
    }

    #[track_caller]
    fn check(molecule: Molecule, config: Config, tracers: &[Tracer]) {
        let board = Board::of(molecule, config);
        let expected = Tracer::SCALAR.trace(board);
        let images = Transform::ALL.map(|transform| transform.spectrum(&expected.0));
        let images = (images, expected.1);
        let exits = exits_of(&[molecule], config, Tracer::SCALAR);
        for &tracer in tracers {
            let what = format!("{config} {molecule:?} {tracer:?}");
            assert_eq!(exits_of(&[molecule], config, tracer), exits, "{what}");
            match SmallBoard::new(molecule, config) {
                Some(_) => check_sides::<SmallBoard, 1>(tracer, molecule, config, &expected.1),
                None => check_sides::<WideBoard, 2>(tracer, molecule, config, &expected.1),
            }
            assert_eq!(tracer.trace_images(board), images, "{what}");
            assert_eq!(tracer.trace(board), expected, "{what}");
            assert_eq!(tracer.spectrum(board), expected.0, "{what}");
        }
    }

    /// Compares the sides with those of rays followed cell by cell, and checks that all molecules with a ray
    /// that exceeds a limit are listed.
    fn check_sides<B: LanedBoard<R>, const R: usize>(
        tracer: Tracer,
        molecule: Molecule,
        config: Config,
        statistics: &RayStatistics,
    ) {
        let sides = |tracer: Tracer, limits| {
            let (mut found, mut exceeding) = (Vec::new(), Vec::new());
            tracer.sides_within::<B, R>(&[molecule; 3], config, limits, &mut found, &mut exceeding);
            assert_eq!(exceeding, [0, 1, 2], "{config} {tracer:?}");
            found
        };
        let expected = sides(Tracer::SCALAR, None);
        for limits in limits_below(statistics).map(Some).chain([None]) {
            assert_eq!(sides(tracer, limits), expected, "{config} {tracer:?}");
        }
    }

    /// Limits of length and turns, which some ray exceeds by one.
    fn limits_below(statistics: &RayStatistics) -> impl Iterator<Item = [u8; 2]> {
        let tallies = [&statistics.absorbed, &statistics.reflected, &statistics.out];
        let most = |of: fn(&RayTally) -> u16| tallies.map(of).into_iter().max().unwrap_or(0) as u8;
        let length = most(|tally| tally.max_length);
        let turns = most(|tally| tally.max_turns);
        [[1, 0], [0, 1]]
            .into_iter()
            .filter_map(move |[shorter, fewer]| {
                Some([length.checked_sub(shorter)?, turns.checked_sub(fewer)?])
            })
    }

    fn pairs_of<B: LanedBoard<R>, const R: usize>(config: &str) -> usize {
        let config: Config = config.parse().unwrap();
        let molecules = [Molecule::from_number(1, config).unwrap(); 3];
        pairs::<B, R>(&molecules, config).count()
    }

    #[test]
    fn lanes_of_the_wrong_width_leave_no_molecule_out() {
        assert_eq!(pairs_of::<SmallBoard, 1>("A4_B8"), 2);
        assert_eq!(pairs_of::<WideBoard, 2>("A4_B9"), 2);
        catch_unwind(|| pairs_of::<SmallBoard, 1>("A4_B9")).unwrap_err();
        catch_unwind(|| pairs_of::<WideBoard, 2>("A4_B8")).unwrap_err();
    }

    /// An odd number of molecules.
    #[test]
    fn many_molecules_are_listed_in_order() {
        for config in ["A4_B8", "A4_B9"] {
            let config: Config = config.parse().unwrap();
            let numbers = (1..).step_by(1001).take(131);
            let molecules: Vec<Molecule> = numbers
                .map(|number| Molecule::from_number(number, config).unwrap())
                .collect();
            let expected = exits_of(&molecules, config, Tracer::SCALAR);
            let alone = molecules
                .iter()
                .map(|&one| exits_of(&[one], config, Tracer::SCALAR));
            assert_eq!(alone.collect::<Vec<_>>().concat(), expected);
            for tracer in wide() {
                assert_eq!(exits_of(&molecules, config, tracer), expected);
            }
        }
    }

    #[test]
    fn wide_equals_scalar_on_small_boxes_and_in_steps_on_wider_ones() {
        let in_steps = [
            (1, "A3_B5"),
            (1, "A4_B6"),
            // The tests of `oracle` compare all of them with rays on a drawn board.
            (29, "A4_B8"),
            (1_000_003, "A4_B9"),
            (1_000_003, "A5_B10"),
            (1_000_003, "A6_B11"),
        ];
        let in_steps = in_steps.map(|(step, text)| (step, text.parse().unwrap()));
        let (small, tracers) = (Config::all_up_to(4).map(|config| (1, config)), wide());
        for (step, config) in small.chain(in_steps) {
            for number in (1..=config.molecules()).step_by(step) {
                let molecule = Molecule::from_number(number, config).unwrap();
                check(molecule, config, &tracers);
            }
        }
    }

    /// Random molecules of boxes of all sizes, with few and with many atoms.
    fn molecules() -> impl Strategy<Value = (Molecule, Config)> {
        // The AND of more random numbers has fewer bits set. A configuration must have fewer than 2^63 molecules.
        let bits = [any::<u128>(), any::<u128>(), any::<u128>(), any::<u128>()];
        (1..=MAX_WIDTH, bits, 1..=4usize).prop_filter_map(
            "too many molecules",
            |(width, bits, sparse)| {
                let cells = u128::MAX >> (128 - width * width);
                let bits = bits[..sparse].iter().fold(cells, |all, bits| all & bits);
                let config = Config::new(bits.count_ones().into(), width as u64).ok()?;
                Some((Molecule::from_bits(bits), config))
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn wide_equals_scalar_on_any_molecule((molecule, config) in molecules()) {
            check(molecule, config, &wide());
        }
    }
}
