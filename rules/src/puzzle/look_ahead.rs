//! Chooses the next ray for an aim, by the expected cost of the rest of the game.
//!
//! The most informative ray is not always the best one: a ray that comes out costs two points, any other ray one point,
//! and the cost of the rest of the game depends on the answer. If few spectra are possible, rays are chosen by looking
//! ahead to the end of the game; otherwise by looking three rays ahead and estimating the rest. Of very many spectra,
//! only a sample is examined.
//!
//! For all molecules of A4_B8, these hints take 10.079 points on average, the best strategy 10.062, and hints that
//! look two rays ahead 10.203. For a thousand boards of A5_B8, they take 12.65 points, instead of 12.67 with two
//! rays.

use std::collections::HashMap;

use itertools::Itertools;

use super::aim::{Ahead, Aim};
use super::game::{POINTS_ONE_END, POINTS_TWO_ENDS};
use super::weigh::{answers, place};

/// The greatest number of spectra for which the search looks ahead to the end.
pub(crate) const TO_THE_END: usize = 32;
/// The greatest number of spectra that are all examined. If there are more, a sample of about this size is examined.
const SAMPLE: usize = 10_000;
/// The number of rays whose continuations are searched.
const CANDIDATES: usize = 8;
/// The greatest number of sets of spectra that a search to the end examines.
const SETS: usize = 1 << 16;

/// Costs that differ by less than this differ only by rounding.
const EQUAL: f64 = 1e-9;

/// The expected remaining cost with this number of possible spectra, fitted to games of A4_B8 with these hints.
fn experience(spectra: f64) -> Ahead {
    if spectra < 2.0 {
        return Ahead::default();
    }
    let bits = spectra.log2();
    Ahead {
        shots: 0.47 + 0.41 * bits - 0.0054 * bits * bits,
        points: 0.57 + 0.62 * bits - 0.008 * bits * bits,
        exact: false,
    }
}

/// The possible spectra, and the number of molecules of each.
pub(super) struct Spectra {
    /// The answer to the ray from each position for each spectrum, indexed by position and spectrum.
    answers: Vec<Vec<u8>>,
    molecules: Vec<u32>,
    /// Whether each spectrum has a single molecule.
    is_simple: bool,
    /// The number of spectra that each one represents: 1 unless they are a sample.
    each: f64,
}

impl Spectra {
    /// The spectra of all possible molecules, or of each `every`-th one. A row has the exits of a molecule.
    pub(super) fn new(mut rows: Vec<&[u8]>, positions: usize, every: usize) -> Spectra {
        rows.sort_unstable();
        let molecules = rows.chunk_by(|one, other| one == other);
        let mut molecules: Vec<u32> = molecules.map(|images| images.len() as u32).collect();
        rows.dedup();
        let step = rows.len().div_ceil(SAMPLE).max(1);
        let rows: Vec<&[u8]> = rows.into_iter().step_by(step).collect();
        molecules = molecules.into_iter().step_by(step).collect();
        let answer = |row: &[u8], position: usize| place(row[position], positions) as u8;
        let column = |position| rows.iter().map(|row| answer(row, position)).collect();
        Spectra {
            answers: (0..positions).map(column).collect(),
            is_simple: molecules.iter().all(|&count| count == 1),
            molecules,
            each: (every * step) as f64,
        }
    }

    /// The best ray, and the expected cost from there on. `None` if no ray gives information.
    pub(super) fn best(&self, aim: Aim) -> Option<(usize, Ahead)> {
        match self.molecules.len() {
            0 | 1 => None,
            _ => (self.to_the_end(aim, None))
                .or_else(|| self.least(aim, &|position| self.three_shots(position, aim))),
        }
    }

    /// The expected cost if the ray from this position comes next, by the same search as [`Spectra::best`].
    pub(super) fn with(&self, position: usize, aim: Aim) -> Ahead {
        let answer = self.answers[position][0];
        if self.answers[position].iter().any(|&other| other != answer) {
            let end = self.to_the_end(aim, Some(position));
            return end.map_or_else(|| self.three_shots(position, aim), |(_, ahead)| ahead);
        }
        // The answer is certain, and the best ray is left for later.
        let mut cost = ray(position, usize::from(answer), self.answers());
        if let Some((_, then)) = self.best(aim) {
            cost.add(then, 1.0);
            cost.exact = then.exact;
        }
        cost
    }

    /// The cost of a ray followed by the best two rays after each of its answers.
    fn three_shots(&self, position: usize, aim: Aim) -> Ahead {
        let answers = self.answers();
        let mut parts = vec![Vec::new(); answers];
        for (index, &answer) in self.answers[position].iter().enumerate() {
            parts[usize::from(answer)].push(index);
        }
        let total: u32 = self.molecules.iter().sum();
        let mut cost = Ahead::default();
        for (answer, part) in parts.iter().enumerate() {
            if part.is_empty() {
                continue;
            }
            let part = self.part(part);
            let then = part.two_shots(aim).map(|(_, ahead)| ahead);
            let share = f64::from(part.molecules.iter().sum::<u32>()) / f64::from(total);
            cost.add(ray(position, answer, answers), share);
            cost.add(then.unwrap_or_else(|| part.experience(1)), share);
        }
        cost
    }

    fn two_shots(&self, aim: Aim) -> Option<(usize, Ahead)> {
        self.least(aim, &|position| self.behind(position, aim))
    }

    /// The subset of spectra with these indices.
    fn part(&self, indices: &[usize]) -> Spectra {
        let answers = |all: &Vec<u8>| indices.iter().map(|&index| all[index]).collect();
        Spectra {
            answers: self.answers.iter().map(answers).collect(),
            molecules: indices.iter().map(|&index| self.molecules[index]).collect(),
            ..*self
        }
    }

    /// The estimated remaining cost if this number of these spectra is left.
    fn experience(&self, spectra: u32) -> Ahead {
        experience(f64::from(spectra) * self.each)
    }

    /// Evaluates `cost` for the rays with the best one-ray estimate, and returns the cheapest.
    fn least(&self, aim: Aim, cost: &dyn Fn(usize) -> Ahead) -> Option<(usize, Ahead)> {
        let together = vec![0; self.molecules.len()];
        let cheaper =
            |(_, one): &(_, Ahead), (_, other): &(_, Ahead)| one.by(aim).total_cmp(&other.by(aim));
        let candidates = (0..self.answers.len())
            .filter_map(|position| {
                let counts = self.counts(&together, 1, position);
                Some((position, self.one_shot(position, &counts)?))
            })
            .sorted_unstable_by(|one, other| cheaper(one, other).then(one.0.cmp(&other.0)))
            .take(CANDIDATES);
        let rays: Vec<(usize, Ahead)> = candidates
            .map(|(position, _)| (position, cost(position)))
            .collect();
        let least = rays.iter().copied().min_by(cheaper)?.1.by(aim);
        let is_best = |(_, ahead): &(usize, Ahead)| ahead.by(aim) <= least + EQUAL;
        rays.into_iter().filter(is_best).min_by_key(|ray| ray.0)
    }

    /// The cost of a ray followed by the best ray after each of its answers.
    fn behind(&self, position: usize, aim: Aim) -> Ahead {
        let together = vec![0; self.molecules.len()];
        let first = self.counts(&together, 1, position);
        let answers = self.answers();
        // Part 0 has the spectra whose answer is unique.
        let (mut parts, mut part_of) = (1, vec![0; answers]);
        for (part, count) in part_of.iter_mut().zip(&first) {
            if count.spectra > 1 {
                *part = parts;
                parts += 1;
            }
        }
        let split = self.answers[position].iter();
        let split: Vec<u8> = split.map(|&one| part_of[usize::from(one)]).collect();
        let mut best = vec![None; usize::from(parts)];
        for second in 0..self.answers.len() {
            let counts = self.counts(&split, parts, second);
            for (best, counts) in best.iter_mut().zip(counts.chunks(answers)).skip(1) {
                let ray = self.one_shot(second, counts);
                let cost = |ray: &Option<Ahead>| ray.map_or(f64::INFINITY, |ray| ray.by(aim));
                if cost(&ray) < cost(best) {
                    *best = ray;
                }
            }
        }
        let total: u32 = self.molecules.iter().sum();
        let mut cost = Ahead::default();
        for ((answer, count), part) in first.iter().enumerate().zip(part_of) {
            let share = f64::from(count.molecules) / f64::from(total);
            cost.add(ray(position, answer, answers), share);
            cost.add(best[usize::from(part)].unwrap_or_default(), share);
        }
        cost
    }

    /// The cost of a ray plus the estimated remaining cost. `None` if it gives no information.
    fn one_shot(&self, position: usize, counts: &[Count]) -> Option<Ahead> {
        let spectra: u32 = counts.iter().map(|count| count.spectra).sum();
        let molecules: u32 = counts.iter().map(|count| count.molecules).sum();
        let mut cost = Ahead::default();
        for (answer, count) in counts.iter().enumerate() {
            if count.spectra == spectra {
                return None;
            }
            if count.spectra > 0 {
                let share = f64::from(count.molecules) / f64::from(molecules);
                cost.add(ray(position, answer, counts.len()), share);
                cost.add(self.experience(count.spectra), share);
            }
        }
        Some(cost)
    }

    /// The number of possible answers to a ray.
    fn answers(&self) -> usize {
        answers(self.answers.len())
    }

    /// The numbers of spectra and molecules, indexed by part and by answer to the ray.
    fn counts(&self, split: &[u8], parts: u8, position: usize) -> Vec<Count> {
        let all = self.answers();
        let mut counts = vec![Count::default(); usize::from(parts) * all];
        let answers = &self.answers[position];
        for ((&part, &answer), &molecules) in split.iter().zip(answers).zip(&self.molecules) {
            let count = &mut counts[usize::from(part) * all + usize::from(answer)];
            count.spectra += 1;
            count.molecules += molecules;
        }
        counts
    }

    /// Searches to the end of the game, for the best first ray or a given one, whose answer is not certain. `None` if
    /// there are more than [`TO_THE_END`] spectra, or the search would examine more than [`SETS`] sets.
    fn to_the_end(&self, aim: Aim, first: Option<usize>) -> Option<(usize, Ahead)> {
        if self.molecules.len() > TO_THE_END || self.each > 1.0 {
            return None;
        }
        let mut end = Endgame {
            spectra: self,
            aim,
            parts: (0..self.answers.len()).map(|at| self.parts(at)).collect(),
            known: HashMap::new(),
        };
        let all = u32::MAX >> (u32::BITS as usize - self.molecules.len());
        let cost = end.solve(all, u32::MAX)?;
        let position = match first {
            Some(position) => {
                // Solves the sets of all its answers.
                end.by(all, (position, 0), u32::MAX)?;
                position
            }
            None => end.first(all, cost)?,
        };
        end.known.get_mut(&all)?.position = position;
        let sum = end.sum(all);
        let total = f64::from(end.weight(all));
        let ahead = Ahead {
            shots: f64::from(sum.0) / total,
            points: f64::from(sum.1) / total,
            exact: true,
        };
        Some((position, ahead))
    }

    /// For each answer to the ray: the set of spectra that give it, as up to 32 bits, and its points.
    fn parts(&self, position: usize) -> Vec<(u32, u32)> {
        let mut parts = vec![0u32; self.answers()];
        for (index, &answer) in self.answers[position].iter().enumerate() {
            parts[usize::from(answer)] |= 1 << index;
        }
        let parts = (0..).zip(parts).filter(|&(_, set)| set != 0);
        parts
            .map(|(answer, set)| (set, points(position, answer, self.answers())))
            .collect()
    }
}

/// A number of spectra, and the number of their molecules.
#[derive(Clone, Copy, Default)]
struct Count {
    spectra: u32,
    molecules: u32,
}

/// The points for a ray with this answer.
fn points(position: usize, answer: usize, answers: usize) -> u32 {
    let is_alone = answer == position || answer == answers - 1;
    let points = if is_alone {
        POINTS_ONE_END
    } else {
        POINTS_TWO_ENDS
    };
    points as u32
}

fn ray(position: usize, answer: usize, answers: usize) -> Ahead {
    Ahead {
        shots: 1.0,
        points: f64::from(points(position, answer, answers)),
        exact: true,
    }
}

/// The search for the least cost of a set of spectra, by branch and bound. Costs are sums over molecules.
struct Endgame<'a> {
    spectra: &'a Spectra,
    aim: Aim,
    /// Indexed by position: the results of [`Spectra::parts`].
    parts: Vec<Vec<(u32, u32)>>,
    known: HashMap<u32, Known>,
}

/// The cost of a set, or a lower bound of it if not `exact`, and the ray to fire.
#[derive(Clone, Copy)]
struct Known {
    cost: u32,
    exact: bool,
    position: usize,
}

impl Endgame<'_> {
    fn weight(&self, set: u32) -> u32 {
        if self.spectra.is_simple {
            return set.count_ones();
        }
        bits(set).map(|index| self.spectra.molecules[index]).sum()
    }

    /// A lower bound of the cost of all molecules of a set.
    fn least(&self, set: u32) -> u32 {
        match (set.is_power_of_two(), self.known.get(&set)) {
            (true, _) => 0,
            (_, Some(known)) => known.cost,
            _ => self.weight(set),
        }
    }

    /// The cost of a set, or a lower bound that is at least `cut`. `None` if the search takes too long.
    fn solve(&mut self, set: u32, cut: u32) -> Option<u32> {
        if set.is_power_of_two() {
            return Some(0);
        }
        if let Some(known) = self.known.get(&set)
            && (known.exact || known.cost >= cut)
        {
            return Some(known.cost);
        }
        if self.known.len() > SETS {
            return None;
        }
        let mut rays: Vec<(u32, u32, usize)> = Vec::new();
        for (position, parts) in self.parts.iter().enumerate() {
            let (mut paid, mut least, mut squares) = (0, 0, 0);
            for &(part, points) in parts {
                let part = part & set;
                if part != 0 {
                    let points = if self.aim == Aim::Points { points } else { 1 };
                    paid += points * self.weight(part);
                    least += self.least(part);
                    squares += part.count_ones().pow(2);
                }
            }
            if squares < set.count_ones().pow(2) {
                rays.push((paid + least + squares / set.count_ones(), paid, position));
            }
        }
        rays.sort_unstable();
        let mut best = Known {
            cost: cut,
            exact: false,
            position: 0,
        };
        for (_, paid, position) in rays {
            let cost = self.by(set, (position, paid), best.cost)?;
            if cost < best.cost {
                best = Known {
                    cost,
                    exact: true,
                    position,
                };
            }
        }
        self.known.insert(set, best);
        Some(best.cost)
    }

    /// The cost of a set if this ray, whose own cost is `paid`, is fired first, or a lower bound that is at least
    /// `cut`.
    fn by(&mut self, set: u32, (position, paid): (usize, u32), cut: u32) -> Option<u32> {
        let parts = self.parts[position].iter().map(|&(part, _)| part & set);
        let parts = parts.filter(|&part| part != 0);
        let parts = parts.map(|part| (self.least(part), part)).sorted_unstable();
        let mut cost = paid + parts.clone().map(|(least, _)| least).sum::<u32>();
        for (least, part) in parts {
            if cost >= cut {
                break;
            }
            cost -= least;
            cost += self.solve(part, cut - cost)?;
        }
        Some(cost)
    }

    /// The first of the rays with which a solved set has its least cost.
    fn first(&mut self, set: u32, cost: u32) -> Option<usize> {
        for position in 0..self.parts.len() {
            let parts = self.parts[position].iter();
            let price = |points| if self.aim == Aim::Points { points } else { 1 };
            let paid = parts.map(|&(part, points)| price(points) * self.weight(part & set));
            let paid = paid.sum();
            if self.by(set, (position, paid), cost + 1)? == cost {
                return Some(position);
            }
        }
        None
    }

    /// The sums of rays and of points over all molecules of a solved set.
    fn sum(&self, set: u32) -> (u32, u32) {
        let mut sum = (0, 0);
        let Some(known) = self.known.get(&set) else {
            return sum;
        };
        for &(part, points) in &self.parts[known.position] {
            let part = part & set;
            if part != 0 {
                let (weight, behind) = (self.weight(part), self.sum(part));
                sum.0 += weight + behind.0;
                sum.1 += points * weight + behind.1;
            }
        }
        sum
    }
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (index < 32).then_some(index)
    })
}

#[cfg(test)]
mod tests {
    use random::SplitMix64;
    use watch::unwatched;

    use super::*;
    use crate::board::Config;
    use crate::puzzle::game::{BoardKind, Game};
    use crate::puzzle::trace;
    use crate::ray::Exits;

    /// The exits of all molecules, concatenated.
    fn all_exits(config: Config) -> Vec<u8> {
        let molecules: Vec<u128> = config.all_molecules().map(|one| one.bits()).collect();
        let mut all = Vec::new();
        trace::exits(&molecules, config.size(), &mut |exits| {
            all.extend_from_slice(exits);
        });
        all
    }

    fn spectra(config: Config) -> Spectra {
        let all = all_exits(config);
        let rows = all.chunks_exact(config.positions()).collect();
        Spectra::new(rows, config.positions(), 1)
    }

    /// The least cost of all molecules, by plain recursion.
    fn plain(rows: &[&[u8]], positions: usize, aim: Aim) -> u32 {
        if rows.iter().all_equal() {
            return 0;
        }
        costs(rows, positions, aim)
            .into_iter()
            .flatten()
            .min()
            .unwrap()
    }

    /// The cost with each first ray that gives information.
    fn costs(rows: &[&[u8]], positions: usize, aim: Aim) -> Vec<Option<u32>> {
        let cost = |position| {
            let parts = rows.iter().copied().into_group_map_by(|row| row[position]);
            (parts.len() > 1).then(|| {
                let part = |(&exit, part): (&u8, &Vec<&[u8]>)| {
                    let alone = usize::from(exit) == position || exit == Exits::ABSORBED;
                    let ray = if alone || aim == Aim::Shots { 1 } else { 2 };
                    ray * part.len() as u32 + plain(part, positions, aim)
                };
                parts.iter().map(part).sum()
            })
        };
        (0..positions).map(cost).collect()
    }

    /// The first of the best rays, by the definition in the documentation of `decode`.
    fn first(rows: &[&[u8]], positions: usize, aim: Aim) -> Option<usize> {
        let costs = costs(rows, positions, aim);
        let least = costs.iter().flatten().min()?;
        costs.iter().position(|cost| cost.as_ref() == Some(least))
    }

    #[test]
    fn endings_match_plain_recursion() {
        let mut random = SplitMix64(3);
        for name in ["A2_B4", "A3_B4", "A4_B4", "A3_B5"] {
            let config: Config = name.parse().unwrap();
            let all = all_exits(config);
            let all: Vec<&[u8]> = all.chunks_exact(config.positions()).collect();
            for _ in 0..12 {
                let size = 2 + random.below(7);
                let few: Vec<&[u8]> = (0..size)
                    .map(|_| all[random.below(all.len() as u64) as usize])
                    .collect();
                for aim in [Aim::Points, Aim::Shots] {
                    let least = plain(&few, config.positions(), aim);
                    let best = Spectra::new(few.clone(), config.positions(), 1).best(aim);
                    assert_eq!(
                        best.map(|(position, _)| position),
                        first(&few, config.positions(), aim),
                        "{name}"
                    );
                    let expected = best.map_or(0.0, |(_, ahead)| {
                        assert!(ahead.exact);
                        ahead.by(aim)
                    });
                    let is_mean = |expected: f64, cost: u32| {
                        let mean = f64::from(cost) / few.len() as f64;
                        assert!(
                            (expected - mean).abs() < 1e-9,
                            "{name}: {expected} for {mean}"
                        );
                    };
                    is_mean(expected, least);
                    let spectra = Spectra::new(few.clone(), config.positions(), 1);
                    for (position, cost) in
                        costs(&few, config.positions(), aim).into_iter().enumerate()
                    {
                        let with = spectra.with(position, aim).by(aim);
                        match cost {
                            Some(cost) => is_mean(with, cost),
                            None => assert!(with >= expected + 1.0),
                        }
                    }
                }
            }
        }
    }

    /// The mean points of a thousand games that follow every hint, with those of the best guesses at their ends.
    fn points_of_a_thousand_games(config: Config) -> f64 {
        let (mut hints, mut points) = (HashMap::new(), 0.0);
        for seed in 1..=1000 {
            let game =
                unwatched(|observed| Game::random(&[config], BoardKind::Any, seed, observed));
            let mut game = Game::new(game.unwrap().hidden(), config.balls());
            loop {
                let shots: Vec<_> = game.shots().collect();
                let (next, guess) = *hints.entry(shots).or_insert_with(|| {
                    let question = game.question().unwrap();
                    let advice = unwatched(|observed| {
                        let solutions = question.find_quickly(0, observed)?;
                        solutions.advise_quickly(Aim::Points, observed)
                    });
                    let advice = advice.unwrap();
                    let guess = advice.guess.map_or(0.0, |guess| guess.mean_penalty());
                    (advice.next.map(|next| next.position), guess)
                });
                let Some(next) = next else {
                    points += game.evidence().ray_points() as f64 + guess;
                    break;
                };
                game.fire(next).unwrap();
            }
        }
        points / 1000.0
    }

    #[test]
    #[ignore = "minutes; this measures how well the hints play, and has no short form"]
    fn hints_play_no_worse_than_those_that_looked_two_rays_ahead() {
        // The previous hints had the same cost for these boards.
        for (name, before) in [("A4_B8", 10.1805), ("A5_B8", 12.6747)] {
            let now = points_of_a_thousand_games(name.parse().unwrap());
            assert!(now <= before, "{name}: {now}");
        }
    }

    #[test]
    fn expected_costs_are_near_the_played_ones() {
        // The games of the best strategy take 7.10 points, or 4.83 shots.
        let (_, ahead) = spectra("A3_B6".parse().unwrap()).best(Aim::Points).unwrap();
        assert!(!ahead.exact);
        assert!((ahead.points - 7.1).abs() < 0.5 && (ahead.shots - 4.9).abs() < 0.5);
    }
}
