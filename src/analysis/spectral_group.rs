//! Molecules that cannot be told apart, and what it costs to choose one.

use std::cmp::Reverse;

use crate::game::{Config, MAX_CELLS, Molecule, Spectrum, Transform};

/// What an atom in a wrong place costs the player.
pub const POINTS_AN_ATOM: u64 = 5;

/// How many atoms of one molecule are elsewhere in the other, where both have
/// equally many.
pub fn difference(one: Molecule, other: Molecule) -> u32 {
    (one.bits() & !other.bits()).count_ones()
}

/// All molecules with one spectrum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpectralGroup {
    /// The spectrum.
    pub spectrum: Spectrum,
    /// The lowest canonical number among the molecules, which names the group.
    pub canonical_number: u64,
    /// How many different images the spectrum has: so many groups are this
    /// one, rotated and reflected.
    pub images: u64,
    /// The molecules, by number.
    pub molecules: Vec<Molecule>,
}

/// A player's choice, and what it costs if all molecules of the group are
/// equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// Where the player says that the atoms are.
    pub molecule: Molecule,
    /// Is that one of the group's molecules?
    pub in_group: bool,
    /// How many atoms are wrong, added up over all molecules that it may be.
    wrong: u64,
    /// How many molecules it may be.
    size: u64,
    /// How many atoms are wrong at most.
    most_wrong: u32,
}

impl Guess {
    /// The points that it costs on average.
    pub fn mean_penalty(&self) -> f64 {
        (POINTS_AN_ATOM * self.wrong) as f64 / self.size.max(1) as f64
    }

    /// The points that it costs if luck is bad.
    pub fn highest_penalty(&self) -> u64 {
        POINTS_AN_ATOM * u64::from(self.most_wrong)
    }
}

impl SpectralGroup {
    /// The image of this group that has this spectrum, if one has.
    pub fn turned_to(&self, spectrum: &Spectrum, config: Config) -> Option<SpectralGroup> {
        let transform = (Transform::ALL.into_iter())
            .find(|transform| transform.spectrum(&self.spectrum) == *spectrum)?;
        let turned = |&molecule: &Molecule| transform.molecule(molecule, config);
        let mut molecules: Vec<Molecule> = self.molecules.iter().map(turned).collect();
        molecules.sort_unstable();
        Some(SpectralGroup {
            spectrum: *spectrum,
            molecules,
            ..*self
        })
    }

    /// How many molecules share the spectrum.
    pub fn size(&self) -> u64 {
        self.molecules.len() as u64
    }

    /// The atoms that all molecules have.
    pub fn common(&self) -> Molecule {
        let all = (self.molecules.iter()).fold(u128::MAX, |all, one| all & one.bits());
        Molecule::from_bits(if self.molecules.is_empty() { 0 } else { all })
    }

    /// The cells where some molecules have an atom and others have none.
    pub fn uncertain(&self) -> Molecule {
        Molecule::from_bits(self.occupied().bits() & !self.common().bits())
    }

    /// The cells where any molecule has an atom.
    pub(crate) fn occupied(&self) -> Molecule {
        Molecule::from_bits((self.molecules.iter()).fold(0, |any, one| any | one.bits()))
    }

    /// The places, counted from 0, of the molecules that have an atom in a
    /// cell.
    pub fn holders(&self, cell: usize) -> impl Iterator<Item = usize> {
        let molecules = self.molecules.iter().enumerate();
        molecules.filter_map(move |(place, molecule)| molecule.has_atom(cell).then_some(place))
    }

    /// How many pairs of molecules differ by how many atoms: `[k]` by k.
    pub fn differences(&self) -> Vec<u64> {
        let mut pairs = Vec::new();
        for (place, &one) in self.molecules.iter().enumerate() {
            for &other in &self.molecules[place + 1..] {
                let atoms = difference(one, other) as usize;
                if pairs.len() <= atoms {
                    pairs.resize(atoms + 1, 0);
                }
                pairs[atoms] += 1;
            }
        }
        pairs
    }

    /// The guess that costs least on average, wherever it puts the atoms: in
    /// the cells where most molecules have one. If one of the molecules costs
    /// no more, it is that; of several the one that costs least at worst, and
    /// then the lowest-numbered.
    pub fn best_guess(&self, config: Config) -> Guess {
        let holders = self.holders_by_cell();
        let mut cells: Vec<usize> = (0..config.cells()).collect();
        cells.sort_by_key(|&cell| Reverse(holders[cell]));
        let likeliest = cells[..config.atoms()].iter();
        let likeliest = Molecule::from_bits(likeliest.fold(0, |bits, &cell| bits | 1 << cell));
        let least = self.wrong(likeliest, &holders);
        let members = (self.molecules.iter())
            .filter(|&&molecule| self.wrong(molecule, &holders) == least)
            .map(|&molecule| self.guess(molecule, least, true));
        members
            .min_by_key(|guess| guess.most_wrong)
            .unwrap_or_else(|| self.guess(likeliest, least, false))
    }

    /// The one of the molecules that costs most on average as a guess; of
    /// several the one that costs most at worst, and then the lowest-numbered.
    pub fn worst_guess(&self) -> Option<Guess> {
        let holders = self.holders_by_cell();
        let wrong = |molecule: &Molecule| self.wrong(*molecule, &holders);
        let most = self.molecules.iter().map(wrong).max()?;
        let members = (self.molecules.iter()).filter(|molecule| wrong(molecule) == most);
        members
            .map(|&molecule| self.guess(molecule, most, true))
            .min_by_key(|guess| Reverse(guess.most_wrong))
    }

    /// By cell, how many molecules have an atom there.
    fn holders_by_cell(&self) -> [u64; MAX_CELLS] {
        let mut holders = [0; MAX_CELLS];
        for cell in self.molecules.iter().flat_map(|molecule| molecule.atoms()) {
            holders[cell] += 1;
        }
        holders
    }

    /// How many atoms of a guess are wrong, added up over the molecules that
    /// it may be.
    fn wrong(&self, guess: Molecule, holders: &[u64; MAX_CELLS]) -> u64 {
        guess.atoms().map(|cell| self.size() - holders[cell]).sum()
    }

    fn guess(&self, molecule: Molecule, wrong: u64, in_group: bool) -> Guess {
        let most = self.molecules.iter().map(|&one| difference(molecule, one));
        Guess {
            molecule,
            in_group,
            wrong,
            size: self.size(),
            most_wrong: most.max().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(config: Config, texts: &[&str]) -> SpectralGroup {
        let parse = |text: &&str| Molecule::parse(text, config).unwrap();
        let molecules: Vec<Molecule> = texts.iter().map(parse).collect();
        SpectralGroup {
            // The sums below do not look at it.
            spectrum: molecules[0].spectrum(config),
            canonical_number: 1,
            images: 8,
            molecules,
        }
    }

    #[test]
    fn atoms_are_common_or_uncertain() {
        let config: Config = "A2_B2".parse().unwrap();
        let group = group(config, &["OO--", "O-O-", "O--O"]);
        assert_eq!(group.common().text(config), "O---");
        assert_eq!(group.uncertain().text(config), "-OOO");
        assert_eq!(group.holders(1).collect::<Vec<_>>(), [0]);
        assert_eq!(group.differences(), [0, 3]);
    }

    #[test]
    fn a_guess_costs_five_points_for_every_wrong_atom() {
        let config: Config = "A2_B2".parse().unwrap();
        let three = group(config, &["OO--", "O-O-", "--OO"]);
        // O-O- shares an atom with either of the others, which share none.
        let best = three.best_guess(config);
        assert_eq!(best.molecule.text(config), "O-O-");
        assert_eq!(
            (best.mean_penalty(), best.highest_penalty()),
            (10.0 / 3.0, 5)
        );
        let worst = three.worst_guess().unwrap();
        assert_eq!(worst.molecule.text(config), "OO--");
        assert_eq!((worst.mean_penalty(), worst.highest_penalty()), (5.0, 10));
        assert_eq!(three.differences(), [0, 2, 1]);
    }

    #[test]
    fn the_best_guess_may_be_none_of_the_molecules() {
        let config: Config = "A2_B3".parse().unwrap();
        let four = group(
            config,
            &["O-O------", "O--O-----", "-O--O----", "-O---O---"],
        );
        let best = four.best_guess(config);
        assert!(!best.in_group);
        assert_eq!(best.molecule.text(config), "OO-------");
        assert_eq!((best.mean_penalty(), best.highest_penalty()), (5.0, 5));
        assert!(four.worst_guess().unwrap().mean_penalty() > 5.0);
    }

    #[test]
    fn the_best_guess_is_best_among_all_placements() {
        let config: Config = "A2_B3".parse().unwrap();
        let all: Vec<Molecule> = (1..=config.molecules())
            .map(|number| Molecule::from_number(number, config).unwrap())
            .collect();
        // Any sets of molecules, whether they share a spectrum or not.
        for seed in 0..2_000u64 {
            let chosen = (0..all.len()).filter(|&i| {
                let mixed = (seed + 1)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(i as u32);
                mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 61 == 0
            });
            let molecules: Vec<Molecule> = chosen.map(|i| all[i]).collect();
            let Some(first) = molecules.first() else {
                continue;
            };
            let group = SpectralGroup {
                spectrum: first.spectrum(config),
                canonical_number: 1,
                images: 8,
                molecules,
            };
            let cost = |guess: Molecule| -> u32 {
                group
                    .molecules
                    .iter()
                    .map(|&truth| difference(guess, truth))
                    .sum()
            };
            let best = group.best_guess(config);
            assert_eq!(
                best.wrong,
                u64::from(all.iter().map(|&g| cost(g)).min().unwrap())
            );
            assert_eq!(best.wrong, u64::from(cost(best.molecule)));
            assert_eq!(best.in_group, group.molecules.contains(&best.molecule));
            let worst = group.worst_guess().unwrap();
            let most = group.molecules.iter().map(|&g| cost(g)).max().unwrap();
            assert_eq!(worst.wrong, u64::from(most));
            assert_eq!(worst.wrong, u64::from(cost(worst.molecule)));
        }
    }
}
