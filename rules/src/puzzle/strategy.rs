//! How many shots it takes to know a molecule, by a strategy.
//!
//! A *shot* is a ray from a position of which nothing is known. If it comes out, its
//! exit needs no shot: one shot, two results. A game is over as soon as all molecules
//! that agree with the results have the same spectrum. Then the molecule is known, or
//! the spectral group to which it belongs.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use watch::{Halt, Observed, on_threads};

use super::aim::{Aim, Spectra, TWO_SHOTS};
use super::board::Board;
use super::trace::{Queue, Row, row};
use super::weigh::{ANSWERS, Answers, Counter, best};
use crate::board::{Config, MAX_POSITIONS, Position};
use crate::partial::meter::{Meter, uncounted};
use crate::partial::search::Search;
use crate::ray::Exits;

/// How the next position is chosen.
///
/// ```
/// use blackbox_rules::board::Config;
/// use blackbox_rules::puzzle::opening::{best, first_shots};
/// use blackbox_rules::puzzle::strategy::{Strategy, play};
/// use watch::unwatched;
///
/// let config = Config::new(2, 4)?;
/// let shots = unwatched(|observed| first_shots(config, observed)).unwrap();
/// assert_eq!(best(&shots)[0].words(4), "west 2");
/// let one = std::num::NonZero::<usize>::MIN;
/// let tally = unwatched(|observed| play(config, Strategy::Greedy, one, observed)).unwrap();
/// assert_eq!(tally.molecules.iter().sum::<u64>(), config.molecules());
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The first whose answer has the most expected information among the molecules that agree.
    Greedy,
    /// The one that is best for a player who wants to pay the fewest points.
    Points,
    /// The first of which nothing is known.
    InOrder,
}

/// The number of molecules of a configuration for each number of shots.
///
/// See the [example](Strategy).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// By number of shots, how many molecules.
    pub molecules: Vec<u64>,
    /// What the rays of all games cost.
    pub points: u64,
    /// How many different ends the games had: the number of spectra of the molecules.
    pub spectra: u64,
}

impl Tally {
    fn new() -> Tally {
        Tally {
            molecules: vec![0; MAX_POSITIONS + 1],
            points: 0,
            spectra: 0,
        }
    }

    fn add(&mut self, shots: usize, points: u64, molecules: u64) {
        self.molecules[shots] += molecules;
        self.points += points * molecules;
        self.spectra += 1;
    }

    /// The numbers of shots that occur, and how many molecules take each.
    pub fn rows(&self) -> impl Iterator<Item = (usize, u64)> {
        let rows = self.molecules.iter().copied().enumerate();
        rows.filter(|&(_, molecules)| molecules > 0)
    }

    /// The average number of points that the rays cost, if all molecules are equally likely.
    pub fn mean_points(&self) -> f64 {
        self.points as f64 / self.molecules.iter().sum::<u64>() as f64
    }

    /// The average number of shots, if all molecules are equally likely.
    pub fn mean(&self) -> f64 {
        let shots: f64 = self.rows().map(|(n, count)| n as f64 * count as f64).sum();
        shots / self.molecules.iter().sum::<u64>() as f64
    }
}

/// The number of molecules for each number of shots, if all rays are shot, whatever they tell.
///
/// # Errors
///
/// If somebody wants to stop.
pub fn every_ray(config: Config, observed: &Observed) -> Result<Tally, Halt> {
    let mut tally = Tally::new();
    trace(&Board::new(config.width()), config, observed, |exits| {
        let at = exits.at()[..config.positions()].iter().enumerate();
        // Absorbed is higher than any position.
        let shots = at.filter(|&(position, &exit)| usize::from(exit) >= position);
        tally.molecules[shots.count()] += 1;
        tally.points += config.positions() as u64;
    })?;
    Ok(tally)
}

/// Plays a game for each molecule of a configuration, and counts the shots. The work is
/// one per molecule.
///
/// It sorts molecules by the answers they give, and those that answer alike play on together.
/// While there are too many to hold in memory at once, it traces them again for each shot.
///
/// # Errors
///
/// If somebody wants to stop, or the system refuses the threads.
pub fn play(
    config: Config,
    strategy: Strategy,
    threads: NonZeroUsize,
    observed: &Observed,
) -> Result<Tally, Halt> {
    let player = Player {
        config,
        strategy,
        observed,
        held: (config.molecules() / 64).clamp(HELD_AT_LEAST, HELD_AT_MOST),
        logarithms: (0..LOGARITHMS)
            .map(|count| count_log(count as f64))
            .collect(),
    };
    let mut games = Vec::new();
    player.begin_games(Board::new(config.width()), config.molecules(), &mut games)?;
    let next = AtomicUsize::new(0);
    let tallies = on_threads(threads.get(), |_| {
        let mut tally = Tally::new();
        while let Some(game) = games.get(next.fetch_add(1, Relaxed)) {
            player.end_game(game, &mut tally)?;
        }
        Ok::<_, Halt>(tally)
    })?;
    let mut sum = Tally::new();
    for tally in tallies {
        let tally = tally?;
        for (sum, more) in sum.molecules.iter_mut().zip(tally.molecules) {
            *sum += more;
        }
        sum.spectra += tally.spectra;
        sum.points += tally.points;
    }
    Ok(sum)
}

/// A thread holds a 64th of all molecules in memory, so that every thread has something to do. The
/// limits are these, at 44 bytes each.
const HELD_AT_LEAST: u64 = 1 << 12;
const HELD_AT_MOST: u64 = 1 << 20;

/// n log₂ n comes from a table up to this count.
const LOGARITHMS: usize = 1 << 12;

/// n log₂ n.
fn count_log(count: f64) -> f64 {
    if count > 0.0 {
        count * count.log2()
    } else {
        0.0
    }
}

/// A game that has begun: what is known, and how many molecules agree.
struct Game {
    board: Board,
    molecules: u64,
}

struct Player<'a> {
    config: Config,
    strategy: Strategy,
    observed: &'a Observed<'a>,
    held: u64,
    /// By n, n log₂ n.
    logarithms: Vec<f64>,
}

impl Player<'_> {
    fn begin_games(&self, board: Board, molecules: u64, games: &mut Vec<Game>) -> Result<(), Halt> {
        let mut answers = Vec::new();
        if molecules > self.held {
            let mut counter = Counter::new(self.config.positions());
            uncounted(self.observed, |observed| {
                trace(&board, self.config, observed, |exits| counter.add(exits))
            })?;
            answers = counter.answers();
        }
        // Without a ray that tells anything, they all have the same spectrum, however many they are.
        let Some(position) = self.choose(&board, &answers) else {
            games.push(Game { board, molecules });
            return Ok(());
        };
        for (outcome, molecules) in answers[position].outcomes(position) {
            let mut board = board.clone();
            board.shoot(Position::new(position), outcome);
            self.begin_games(board, molecules as u64, games)?;
        }
        Ok(())
    }

    fn choose(&self, board: &Board, answers: &[Answers]) -> Option<usize> {
        let mut unshot = board.unshot().filter(|&at| at < answers.len());
        let aim = match self.strategy {
            Strategy::Points => Aim::Points,
            Strategy::Greedy => Aim::Bits,
            Strategy::InOrder if answers.iter().any(Answers::tell) => return unshot.next(),
            Strategy::InOrder => return None,
        };
        best(unshot.map(|at| (at, answers[at].worth(at, aim))))
    }

    fn end_game(&self, game: &Game, tally: &mut Tally) -> Result<(), Halt> {
        let shots = game.board.shots().count();
        if game.molecules > self.held {
            tally.add(shots, game.board.ray_points(), game.molecules);
            return self.observed.add(game.molecules);
        }
        let mut rows = uncounted(self.observed, |observed| {
            rows(&game.board, self.config, observed)
        })?;
        let results = game.board.results().iter().rev();
        let known = results.fold(0, |known, result| known << 1 | u64::from(result.is_some()));
        self.solve(&mut rows, known, shots, tally)?;
        self.observed.add(game.molecules)
    }

    /// Plays to the end with molecules that agree with the results so far.
    fn solve(
        &self,
        rows: &mut [Row],
        known: u64,
        shots: usize,
        tally: &mut Tally,
    ) -> Result<(), Halt> {
        /// With fewer molecules, it need not ask whether to stop.
        const MANY: usize = 1024;
        if rows.len() > MANY {
            self.observed.add(0)?;
        }
        let Some(position) = self.next(rows, known) else {
            tally.add(shots, known.count_ones().into(), rows.len() as u64);
            return Ok(());
        };
        rows.sort_unstable_by_key(|row| row[position]);
        for alike in rows.chunk_by_mut(|one, other| one[position] == other[position]) {
            let mut known = known | 1 << position;
            let exit = alike[0][position];
            if exit != Exits::ABSORBED {
                known |= 1 << exit;
            }
            self.solve(alike, known, shots + 1, tally)?;
        }
        Ok(())
    }

    /// Where to shoot next; `None` if all spectra are the same.
    fn next(&self, rows: &[Row], known: u64) -> Option<usize> {
        let mut unshot = (0..self.config.positions()).filter(|at| known >> at & 1 == 0);
        let (first, others) = rows.split_first()?;
        match (others, self.strategy) {
            ([], _) => None,
            (_, Strategy::Points) if rows.len() <= TWO_SHOTS => {
                let spectra = Spectra::new(rows.to_vec(), self.config.positions());
                spectra.best(Aim::Points).map(|(position, _)| position)
            }
            (_, Strategy::InOrder) if others.iter().all(|other| other == first) => None,
            (_, Strategy::InOrder) => unshot.next(),
            // With two molecules, any ray tells everything or nothing.
            ([other], Strategy::Greedy) => unshot.find(|&at| other[at] != first[at]),
            (_, Strategy::Points | Strategy::Greedy) => {
                best(unshot.map(|at| (at, self.worth(rows, at))))
            }
        }
    }

    /// The expected information of an answer; per expected point if points count.
    fn worth(&self, rows: &[Row], position: usize) -> f64 {
        let mut counts = [0u32; ANSWERS];
        for row in rows {
            counts[usize::from(row[position]).min(MAX_POSITIONS)] += 1;
        }
        let logarithm = |count: u32| match self.logarithms.get(count as usize) {
            Some(&logarithm) => logarithm,
            None => count_log(f64::from(count)),
        };
        let all = rows.len() as f64;
        let sum: f64 = counts.into_iter().map(logarithm).sum();
        let bits = all.log2() - sum / all;
        match self.strategy {
            Strategy::Points => {
                bits / (2.0 - f64::from(counts[position] + counts[MAX_POSITIONS]) / all)
            }
            Strategy::Greedy | Strategy::InOrder => bits,
        }
    }
}

/// What all the molecules answer that agree with a board. The work is one per molecule.
pub(super) fn rows(board: &Board, config: Config, observed: &Observed) -> Result<Vec<Row>, Halt> {
    let mut rows = Vec::new();
    trace(board, config, observed, |exits| {
        rows.push(row(exits, config.positions()));
    })?;
    Ok(rows)
}

fn trace(
    board: &Board,
    config: Config,
    observed: &Observed,
    each: impl FnMut(&Exits),
) -> Result<(), Halt> {
    let search = Search::new(board, config.atoms()..=config.atoms());
    let mut queue = Queue::new(config, observed, each);
    search.families(&mut Meter::silent(observed), |family| {
        family.molecules(None, config.atoms(), &mut |molecule| queue.add(molecule))
    })?;
    queue.flush()
}
