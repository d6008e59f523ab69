//! The costs of guessing one of several molecules.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::game::POINTS_AN_ATOM;
use crate::board::{Board, CellMask, Size, WideMask, WrongBox};

/// A guess ([example](Guess::among)) and its cost, [`POINTS_AN_ATOM`] for every wrong atom, if all possible
/// molecules are equally likely.
///
/// The number of wrong atoms is the number of guessed atoms that do not exist, or of existing atoms that the guess
/// misses, whichever is larger. If both boards have the same number of atoms, these two numbers are equal, as in the
/// original program. Without counting missed atoms, the guess with the fewest atoms would always be the cheapest;
/// without counting atoms that do not exist, the guess with the most atoms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The guessed atoms.
    pub board: Board,
    /// Whether the guess is one of the possible molecules.
    pub in_group: bool,
    /// The sum of the numbers of wrong atoms over all possible molecules.
    wrong: u64,
    /// The number of possible molecules.
    size: u64,
    /// The greatest number of wrong atoms.
    most_wrong: usize,
}

impl Guess {
    /// The guess with the lowest mean cost if one of these boards is hidden, with a number of atoms that one of
    /// them has. `None` if there is no board.
    ///
    /// ```
    /// use blackbox_rules::board::{Board, Config};
    /// use blackbox_rules::puzzle::guess::Guess;
    ///
    /// let config: Config = "A1_B2".parse()?;
    /// let boards: Vec<Board> = config.boards().take(2).collect();
    /// let guess = Guess::among(&boards)?.expect("there are two boards");
    /// assert_eq!((guess.board, guess.mean_penalty()), (boards[0], 2.5));
    /// assert_eq!(guess.highest_penalty(), 5);
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
        let molecules: Vec<WideMask> = boards.iter().map(|board| board.cells()).collect();
        Ok(Some(Guess::cheapest(&molecules, atoms, size)))
    }

    /// The guess with the lowest mean cost, with a number of atoms in `atoms` in a box of this size. Its atoms are in
    /// the cells where most molecules have one. If some molecules have the same mean cost, it is the first of those
    /// whose greatest cost is the lowest.
    pub(crate) fn cheapest<W: CellMask>(
        molecules: &[W],
        atoms: RangeInclusive<usize>,
        size: Size,
    ) -> Guess {
        let costs = Costs::of(molecules, size);
        let likeliest = likeliest(&costs.atoms_per_cell);
        let with = |atoms: usize| {
            let chosen = likeliest.iter().take(atoms);
            chosen.fold(W::EMPTY, |guess, &cell| guess | W::cell(cell))
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

    /// The guess whose greatest cost is the lowest, with a number of atoms in `atoms` in a box of this size. If some
    /// molecules have the same greatest cost, it is the one among them with the lowest mean cost. `None` if it is not
    /// found within a fixed number of steps.
    pub(crate) fn safest<W: CellMask>(
        molecules: &[W],
        atoms: RangeInclusive<usize>,
        size: Size,
    ) -> Option<Guess> {
        let costs = Costs::of(molecules, size);
        let of = |guess: W, in_group| costs.guess(guess, costs.wrong(guess), in_group);
        let members = molecules.iter().map(|&molecule| of(molecule, true));
        let member = members.min_by_key(|guess| (guess.most_wrong, guess.wrong))?;
        let mut search = Safest {
            molecules,
            atoms: 0,
            most: 0,
            steps: STEPS,
        };
        // Looks for a guess that is better at worst, with the fewest wrong atoms first.
        for most in 0..member.most_wrong {
            search.most = most;
            for atoms in atoms.clone().filter(|&atoms| atoms <= size.cells()) {
                search.atoms = atoms;
                if let Some(mut guess) = search.find(W::EMPTY, W::EMPTY)? {
                    while guess.count() < search.atoms {
                        // Fills up with the first cells without an atom.
                        guess |= (!guess).first_alone();
                    }
                    return Some(of(guess, false));
                }
            }
        }
        Some(member)
    }

    /// The molecule with the highest mean cost as a guess. Among several, it is the first of those whose greatest cost
    /// is the highest.
    pub(crate) fn costliest<W: CellMask>(molecules: &[W], size: Size) -> Option<Guess> {
        let costs = Costs::of(molecules, size);
        let wrong = |molecule: &W| costs.wrong(*molecule);
        let most = molecules.iter().map(wrong).max()?;
        let members = (molecules.iter()).filter(|molecule| wrong(molecule) == most);
        members
            .map(|&molecule| costs.guess(molecule, most, true))
            .min_by_key(|guess| Reverse(guess.most_wrong))
    }

    /// The mean cost, in points.
    pub fn mean_penalty(&self) -> f64 {
        (POINTS_AN_ATOM * self.wrong) as f64 / self.size.max(1) as f64
    }

    /// The greatest cost, in points.
    pub fn highest_penalty(&self) -> u64 {
        POINTS_AN_ATOM * self.most_wrong as u64
    }
}

/// The cells, sorted by the number of molecules with an atom there, the most first.
fn likeliest(atoms_per_cell: &[u64]) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..atoms_per_cell.len()).collect();
    cells.sort_unstable_by_key(|&cell| (Reverse(atoms_per_cell[cell]), cell));
    cells
}

/// The number of wrong atoms of a guess.
fn wrong<W: CellMask>(guess: W, truth: W) -> usize {
    (guess & !truth).count().max((truth & !guess).count())
}

/// A search for a guess that has at most `most` wrong atoms, whichever molecule is hidden.
struct Safest<'a, W> {
    molecules: &'a [W],
    /// The number of atoms of the guess.
    atoms: usize,
    /// The greatest number of wrong atoms allowed.
    most: usize,
    /// The number of steps left. Each step visits all molecules.
    steps: u64,
}

/// The number of steps that a search may take.
const STEPS: u64 = 1 << 12;

impl<W: CellMask> Safest<'_, W> {
    /// Completes a guess that has these atoms, and none in the cells of `not`. The outer `None` means that the
    /// steps were not enough, the inner one that there is no such guess.
    fn find(&mut self, guess: W, not: W) -> Option<Option<W>> {
        self.steps = self.steps.checked_sub(1)?;
        let left = self.atoms - guess.count();
        // Finds the molecule with which the guess must share the most atoms that it does not have yet.
        let mut hardest = (0, W::EMPTY);
        for &molecule in self.molecules {
            let shared = self.atoms.max(molecule.count()).saturating_sub(self.most);
            let lacking = shared.saturating_sub((molecule & guess).count());
            let open = molecule & !guess & !not;
            if lacking > left.min(open.count()) {
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
        while open.count() >= lacking {
            let cell = open.first_alone();
            if let Some(found) = self.find(guess | cell, not)? {
                return Some(Some(found));
            }
            open &= !cell;
            not |= cell;
        }
        Some(None)
    }
}

/// Sums over molecules, so that the cost of a guess can be computed without visiting each molecule.
struct Costs<'a, W> {
    molecules: &'a [W],
    size: Size,
    /// For each cell, the number of molecules that have an atom there.
    atoms_per_cell: Vec<u64>,
    /// For each number of atoms, the number of molecules that have it.
    sizes: Vec<u64>,
}

impl<W: CellMask> Costs<'_, W> {
    fn of(molecules: &[W], size: Size) -> Costs<'_, W> {
        let mut atoms_per_cell = vec![0; size.cells()];
        let mut sizes = vec![0; size.cells() + 1];
        for molecule in molecules {
            sizes[molecule.count()] += 1;
            (molecule.cells()).for_each(|cell| atoms_per_cell[cell] += 1);
        }
        Costs {
            molecules,
            size,
            atoms_per_cell,
            sizes,
        }
    }

    /// The sum of the numbers of wrong atoms of a guess over the molecules. For each molecule, it is the number of
    /// atoms of the guess or the molecule, whichever is larger, minus the number of common atoms.
    fn wrong(&self, guess: W) -> u64 {
        let atoms = guess.count();
        let sizes = self.sizes.iter().enumerate();
        let all: u64 = sizes
            .map(|(size, &count)| atoms.max(size) as u64 * count)
            .sum();
        let right: u64 = (guess.cells()).map(|cell| self.atoms_per_cell[cell]).sum();
        all - right
    }

    fn guess(&self, molecule: W, sum: u64, in_group: bool) -> Guess {
        let most = self.molecules.iter().map(|&one| wrong(molecule, one));
        Guess {
            board: Board::of_cells(molecule, self.size),
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
    fn placements(atoms: RangeInclusive<u64>) -> Vec<u128> {
        let configs = atoms.map(|atoms| Config::new(atoms, 3).unwrap());
        configs
            .flat_map(|config| config.all_molecules().map(|one| one.bits()))
            .collect()
    }

    /// The wrong atoms of a guess, cell by cell.
    fn cost(guess: u128, truth: u128) -> u64 {
        let only = |one: u128, other: u128| one.cells().filter(|&cell| !other.has(cell)).count();
        only(guess, truth).max(only(truth, guess)) as u64
    }

    #[test]
    fn the_best_guess_beats_all_placements() {
        let mut outside = 0;
        let size = Size::of_width(3);
        for (atoms, sparse) in [(2..=2, 8), (1..=3, 16)] {
            let all = placements(atoms.clone());
            let atoms = *atoms.start() as usize..=*atoms.end() as usize;
            // Sets of molecules need not share a spectrum here.
            for seed in 0..1_000u64 {
                let mut random = SplitMix64(seed);
                let chosen = all.iter().filter(|_| random.below(sparse) == 0);
                let molecules: Vec<u128> = chosen.copied().collect();
                if molecules.is_empty() {
                    continue;
                }
                let costs = |guess: u128| -> Vec<u64> {
                    molecules.iter().map(|&truth| cost(guess, truth)).collect()
                };
                let sum = |guess: &u128| costs(*guess).iter().sum::<u64>();
                let best = Guess::cheapest(&molecules, atoms.clone(), size);
                let worst = Guess::costliest(&molecules, size).unwrap();
                for (guess, expected) in [
                    (best, all.iter().map(sum).min()),
                    (worst, molecules.iter().map(sum).max()),
                ] {
                    assert_eq!(Some(guess.wrong), expected);
                    assert_eq!(guess.wrong, sum(&u128::of_wide(guess.board.cells())));
                    let mean = 5.0 * guess.wrong as f64 / molecules.len() as f64;
                    assert_eq!(guess.mean_penalty(), mean);
                    let most = costs(u128::of_wide(guess.board.cells())).into_iter().max();
                    assert_eq!(Some(guess.most_wrong as u64), most);
                    assert_eq!(
                        guess.in_group,
                        molecules.contains(&u128::of_wide(guess.board.cells()))
                    );
                }
                let safest = Guess::safest(&molecules, atoms.clone(), size).unwrap();
                let worst_of = |guess: u128| costs(guess).into_iter().max();
                let least = all.iter().filter_map(|&guess| worst_of(guess)).min();
                assert_eq!(Some(safest.most_wrong as u64), least);
                assert_eq!(worst_of(u128::of_wide(safest.board.cells())), least);
                assert_eq!(
                    safest.in_group,
                    molecules.contains(&u128::of_wide(safest.board.cells()))
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
