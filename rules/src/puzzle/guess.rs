//! The costs of choosing one of several molecules.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::game::POINTS_AN_ATOM;
use crate::board::{Board, MAX_CELLS, Molecule, Size, WrongBox};

/// A player's choice, and its cost if all possible molecules are equally likely:
/// [`POINTS_AN_ATOM`] for every wrong atom.
///
/// Some atoms of the guess may not exist, and the guess may miss some atoms. The
/// larger of the two numbers is the number of wrong atoms. If molecule and guess have
/// the same number of atoms, the two are equal, and the original counts the same. If
/// only the atoms that do not exist counted, the guess with the fewest atoms would
/// always be the cheapest. If only missed ones counted, the one with the most would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// Where the player says that the atoms are.
    pub board: Board,
    /// Is that one of the possible molecules?
    pub in_group: bool,
    /// The number of wrong atoms, added up over all possible molecules.
    wrong: u64,
    /// The number of possible molecules.
    size: u64,
    /// The most wrong atoms.
    most_wrong: u32,
}

impl Guess {
    /// The guess that costs least on average if one of these boards is hidden, with a number of atoms
    /// that one of them has. `None` if there is no board.
    ///
    /// ```
    /// use blackbox_rules::board::{Board, Config};
    /// use blackbox_rules::puzzle::guess::Guess;
    ///
    /// let config: Config = "A1_B2".parse()?;
    /// let boards: Vec<Board> = config.boards().take(2).collect();
    /// let guess = Guess::among(&boards)?.expect("there are two boards");
    /// assert_eq!((guess.board, guess.mean_penalty()), (boards[0], 2.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn among(boards: &[Board]) -> Result<Option<Guess>, WrongBox> {
        let Some(first) = boards.first() else {
            return Ok(None);
        };
        let size = first.size();
        boards
            .iter()
            .try_for_each(|board| size.expect(board.size()))?;
        let atoms = || boards.iter().map(|board| board.config().atoms());
        let atoms = atoms().min().unwrap_or(0)..=atoms().max().unwrap_or(0);
        let molecules: Vec<Molecule> = boards.iter().map(|board| board.molecule()).collect();
        Ok(Some(Guess::cheapest(&molecules, atoms, size)))
    }

    /// The guess that costs least on average, with a number of atoms in `atoms` in a box
    /// of this size. Its atoms are in the cells where most molecules have one. If one
    /// of the molecules costs no more, it is the guess. Among several, it is the one that
    /// costs least at worst, and then the first.
    pub(crate) fn cheapest(
        molecules: &[Molecule],
        atoms: RangeInclusive<usize>,
        size: Size,
    ) -> Guess {
        let costs = Costs::of(molecules, size);
        let mut likeliest: Vec<usize> = (0..size.cells()).collect();
        likeliest.sort_by_key(|&cell| Reverse(costs.holders[cell]));
        let with = |atoms: usize| {
            let chosen = likeliest.iter().take(atoms);
            Molecule::from_bits(chosen.fold(0, |bits, &cell| bits | 1 << cell))
        };
        let likely = atoms.clone().map(with);
        let likely = likely.min_by_key(|&guess| costs.wrong(guess));
        let guess = likely.unwrap_or_else(|| with(*atoms.start()));
        let least = costs.wrong(guess);
        let members = (molecules.iter())
            .filter(|&&molecule| costs.wrong(molecule) == least)
            .map(|&molecule| costs.guess(molecule, least, true));
        members
            .min_by_key(|guess| guess.most_wrong)
            .unwrap_or_else(|| costs.guess(guess, least, false))
    }

    /// The guess that costs least at worst, with a number of atoms in `atoms` in a box of this
    /// size. If one of the molecules costs no more, it is the guess; then the one that costs
    /// less on average. `None` if it is not found within a fixed number of steps.
    pub(crate) fn safest(
        molecules: &[Molecule],
        atoms: RangeInclusive<usize>,
        size: Size,
    ) -> Option<Guess> {
        let costs = Costs::of(molecules, size);
        let of = |guess: Molecule, in_group| costs.guess(guess, costs.wrong(guess), in_group);
        let members = molecules.iter().map(|&molecule| of(molecule, true));
        let member = members.min_by_key(|guess| (guess.most_wrong, guess.wrong))?;
        let mut search = Safest {
            molecules,
            atoms: 0,
            most: 0,
            steps: Safest::STEPS,
        };
        // Any guess that is better at worst: the first one with the fewest wrong atoms.
        for most in 0..member.most_wrong {
            search.most = most;
            for atoms in atoms.clone().filter(|&atoms| atoms <= size.cells()) {
                search.atoms = atoms as u32;
                if let Some(mut guess) = search.find(0, 0)? {
                    while guess.count_ones() < search.atoms {
                        // The first cell without an atom.
                        guess |= guess + 1;
                    }
                    return Some(of(Molecule::from_bits(guess), false));
                }
            }
        }
        Some(member)
    }

    /// The molecule that costs most on average as a guess. Among several, it is
    /// the one that costs most at worst, and then the first.
    pub(crate) fn dearest(molecules: &[Molecule], size: Size) -> Option<Guess> {
        let costs = Costs::of(molecules, size);
        let wrong = |molecule: &Molecule| costs.wrong(*molecule);
        let most = molecules.iter().map(wrong).max()?;
        let members = (molecules.iter()).filter(|molecule| wrong(molecule) == most);
        members
            .map(|&molecule| costs.guess(molecule, most, true))
            .min_by_key(|guess| Reverse(guess.most_wrong))
    }

    /// The points that it costs on average.
    pub fn mean_penalty(&self) -> f64 {
        (POINTS_AN_ATOM * self.wrong) as f64 / self.size.max(1) as f64
    }

    /// The points that it costs at worst.
    pub fn highest_penalty(&self) -> u64 {
        POINTS_AN_ATOM * u64::from(self.most_wrong)
    }
}

/// The number of wrong atoms of a guess.
fn wrong(guess: Molecule, truth: Molecule) -> u32 {
    let (guess, truth) = (guess.bits(), truth.bits());
    (guess & !truth)
        .count_ones()
        .max((truth & !guess).count_ones())
}

/// A search for a guess of which a number of atoms at most is wrong, whichever molecule it is.
struct Safest<'a> {
    molecules: &'a [Molecule],
    /// How many atoms the guess has.
    atoms: u32,
    /// The most that may be wrong.
    most: u32,
    /// How many more steps it may take. Each looks at all molecules.
    steps: u64,
}

impl Safest<'_> {
    const STEPS: u64 = 1 << 12;

    /// Completes a guess that has these atoms and none in the cells of `not`. The inner `None`:
    /// there is no such guess. The outer one: the steps are not enough.
    fn find(&mut self, guess: u128, not: u128) -> Option<Option<u128>> {
        self.steps = self.steps.checked_sub(1)?;
        let left = self.atoms - guess.count_ones();
        // The molecule with which the guess must share most atoms that it does not have yet.
        let mut hardest = (0, 0);
        for molecule in self.molecules {
            let bits = molecule.bits();
            let shared = self.atoms.max(bits.count_ones()).saturating_sub(self.most);
            let lacking = shared.saturating_sub((bits & guess).count_ones());
            let open = bits & !guess & !not;
            if lacking > left.min(open.count_ones()) {
                return Some(None);
            }
            if lacking > hardest.0 {
                hardest = (lacking, open);
            }
        }
        let (lacking, mut open) = hardest;
        if lacking == 0 {
            return Some(Some(guess));
        }
        let mut not = not;
        while open.count_ones() >= lacking {
            let cell = open & open.wrapping_neg();
            if let Some(found) = self.find(guess | cell, not)? {
                return Some(Some(found));
            }
            open ^= cell;
            not |= cell;
        }
        Some(None)
    }
}

/// Counts over molecules, so that the cost of a guess needs no look at each molecule.
struct Costs<'a> {
    molecules: &'a [Molecule],
    size: Size,
    /// By cell, the number of molecules that have an atom there.
    holders: [u64; MAX_CELLS],
    /// By number of atoms, the number of molecules that have it.
    sizes: [u64; MAX_CELLS + 1],
}

impl Costs<'_> {
    fn of(molecules: &[Molecule], size: Size) -> Costs<'_> {
        let mut holders = [0; MAX_CELLS];
        let mut sizes = [0; MAX_CELLS + 1];
        for molecule in molecules {
            sizes[molecule.bits().count_ones() as usize] += 1;
            (molecule.atoms()).for_each(|cell| holders[cell] += 1);
        }
        Costs {
            molecules,
            size,
            holders,
            sizes,
        }
    }

    /// The number of wrong atoms of a guess, added up over the molecules. For each
    /// molecule, these are the atoms of guess or molecule, whichever has more, without
    /// those that both have.
    fn wrong(&self, guess: Molecule) -> u64 {
        let atoms = guess.bits().count_ones() as usize;
        let sizes = self.sizes.iter().enumerate();
        let all: u64 = sizes
            .map(|(size, &count)| atoms.max(size) as u64 * count)
            .sum();
        let right: u64 = (guess.atoms()).map(|cell| self.holders[cell]).sum();
        all - right
    }

    fn guess(&self, molecule: Molecule, sum: u64, in_group: bool) -> Guess {
        let most = self.molecules.iter().map(|&one| wrong(molecule, one));
        Guess {
            board: Board::of_bits(molecule.bits(), self.size),
            in_group,
            wrong: sum,
            size: self.molecules.len() as u64,
            most_wrong: most.max().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use random::SplitMix64;

    use super::*;
    use crate::board::Config;

    /// Every way to place these numbers of atoms in a box of 3 × 3.
    fn placements(atoms: RangeInclusive<u64>) -> Vec<Molecule> {
        let configs = atoms.map(|atoms| Config::new(atoms, 3).unwrap());
        let all = configs.flat_map(|config| {
            (1..=config.molecules()).map(move |n| Molecule::from_number(n, config).unwrap())
        });
        all.collect()
    }

    /// The wrong atoms of a guess, cell by cell.
    fn cost(guess: Molecule, truth: Molecule) -> u64 {
        let only = |one: Molecule, other: Molecule| {
            let cells = one.atoms();
            cells.filter(|&cell| !other.has_atom(cell)).count()
        };
        only(guess, truth).max(only(truth, guess)) as u64
    }

    #[test]
    fn the_best_guess_is_best_among_all_placements() {
        let mut outside = 0;
        let size = Size::of_width(3);
        for (atoms, sparse) in [(2..=2, 8), (1..=3, 16)] {
            let all = placements(atoms.clone());
            let atoms = *atoms.start() as usize..=*atoms.end() as usize;
            // Any sets of molecules, even if they do not share a spectrum.
            for seed in 0..1_000u64 {
                let mut random = SplitMix64(seed);
                let chosen = all.iter().filter(|_| random.below(sparse) == 0);
                let molecules: Vec<Molecule> = chosen.copied().collect();
                if molecules.is_empty() {
                    continue;
                }
                let costs = |guess: Molecule| -> Vec<u64> {
                    molecules.iter().map(|&truth| cost(guess, truth)).collect()
                };
                let sum = |guess: &Molecule| costs(*guess).iter().sum::<u64>();
                let best = Guess::cheapest(&molecules, atoms.clone(), size);
                let worst = Guess::dearest(&molecules, size).unwrap();
                for (guess, expected) in [
                    (best, all.iter().map(sum).min()),
                    (worst, molecules.iter().map(sum).max()),
                ] {
                    assert_eq!(Some(guess.wrong), expected);
                    assert_eq!(guess.wrong, sum(&guess.board.molecule()));
                    let mean = 5.0 * guess.wrong as f64 / molecules.len() as f64;
                    assert_eq!(guess.mean_penalty(), mean);
                    let most = costs(guess.board.molecule()).into_iter().max();
                    assert_eq!(Some(u64::from(guess.most_wrong)), most);
                    assert_eq!(guess.in_group, molecules.contains(&guess.board.molecule()));
                }
                let safest = Guess::safest(&molecules, atoms.clone(), size).unwrap();
                let worst_of = |guess: Molecule| costs(guess).into_iter().max();
                let least = all.iter().filter_map(|&guess| worst_of(guess)).min();
                assert_eq!(Some(u64::from(safest.most_wrong)), least);
                assert_eq!(worst_of(safest.board.molecule()), least);
                assert_eq!(
                    safest.in_group,
                    molecules.contains(&safest.board.molecule())
                );
                if !best.in_group {
                    assert!(molecules.iter().all(|molecule| sum(molecule) > best.wrong));
                    outside += 1;
                }
            }
        }
        assert!(outside > 0);
    }
}
