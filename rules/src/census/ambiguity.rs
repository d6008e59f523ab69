//! The number of spectra by the number of molecules that have them.

use std::collections::BTreeMap;

use crate::board::Config;

/// Spectra that belong to the same number of molecules each. See the [example](AmbiguityTable).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpectralCount {
    /// The number of spectra up to rotation and reflection.
    pub orbits: u64,
    /// The number of all spectra.
    pub spectra: u64,
}

/// Spectra by the number of molecules that share them, including 1: the
/// unambiguous spectra.
///
/// ```
/// use blackbox_rules::census::{AmbiguityTable, SpectralCount};
///
/// let mut table = AmbiguityTable::default();
/// table.add(1, 10, 8);
/// assert_eq!(table.rows().next(), Some((1, SpectralCount { orbits: 10, spectra: 80 })));
/// table.add(2, 3, 4);
/// assert_eq!(table.molecules(), 1 * 10 * 8 + 2 * 3 * 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AmbiguityTable {
    rows: BTreeMap<u64, SpectralCount>,
}

impl AmbiguityTable {
    /// Adds `orbits` spectra of `size` molecules, with `orbit` images each. Is their row new?
    pub fn add(&mut self, size: u64, orbits: u64, orbit: u64) -> bool {
        let row = self.rows.entry(size).or_default();
        let new = row.orbits == 0;
        row.orbits = row.orbits.saturating_add(orbits);
        row.spectra = row.spectra.saturating_add(orbits.saturating_mul(orbit));
        new
    }

    /// The table of these sizes, orbits and spectra, if it is possible: every size once, and at
    /// most the number of molecules of the configuration.
    #[doc(hidden)]
    pub fn possible(
        rows: impl Iterator<Item = [u64; 3]>,
        config: Config,
    ) -> Option<AmbiguityTable> {
        let mut table = AmbiguityTable::default();
        for [size, orbits, spectra] in rows {
            let molecules = u128::from(size) * u128::from(spectra);
            let sound = size >= 1
                && orbits >= 1
                && (u128::from(orbits)..=8 * u128::from(orbits)).contains(&u128::from(spectra))
                && molecules <= config.molecules().into();
            let again = (table.rows).insert(size, SpectralCount { orbits, spectra });
            (sound && again.is_none()).then_some(())?;
        }
        Some(table)
    }

    /// Adds the rows of a table of other molecules.
    #[doc(hidden)]
    pub fn merge(&mut self, other: &AmbiguityTable) {
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

    /// The number of molecules that have the spectra of all rows.
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
