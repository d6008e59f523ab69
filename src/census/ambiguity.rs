//! How many spectra belong to how many molecules.

use std::collections::BTreeMap;

/// Spectra that belong to the same number of molecules each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpectralCount {
    /// How many spectra up to rotation and reflection.
    pub orbits: u64,
    /// How many spectra in all.
    pub spectra: u64,
}

/// Spectra by how many molecules have them; 1 is there, too, the spectra
/// that give a molecule away.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AmbiguityTable {
    rows: BTreeMap<u64, SpectralCount>,
}

impl AmbiguityTable {
    /// Adds `orbits` spectra of `size` molecules each, of which each has
    /// `orbit` different images.
    pub fn add(&mut self, size: u64, orbits: u64, orbit: u64) {
        let row = self.rows.entry(size).or_default();
        row.orbits += orbits;
        row.spectra += orbits * orbit;
    }

    /// Adds what another table has counted.
    pub(crate) fn merge(&mut self, other: &AmbiguityTable) {
        for (&size, count) in &other.rows {
            let row = self.rows.entry(size).or_default();
            row.orbits += count.orbits;
            row.spectra += count.spectra;
        }
    }

    /// The rows by size.
    pub fn rows(&self) -> impl Iterator<Item = (u64, SpectralCount)> {
        self.rows.iter().map(|(&size, &count)| (size, count))
    }

    /// How many molecules the spectra of all rows belong to.
    pub fn molecules(&self) -> u128 {
        self.rows()
            .map(|(size, count)| u128::from(size) * u128::from(count.spectra))
            .sum()
    }
}

impl FromIterator<(u64, SpectralCount)> for AmbiguityTable {
    fn from_iter<I: IntoIterator<Item = (u64, SpectralCount)>>(rows: I) -> AmbiguityTable {
        AmbiguityTable {
            rows: rows.into_iter().collect(),
        }
    }
}
