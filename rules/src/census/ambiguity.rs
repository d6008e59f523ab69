//! Counts of spectra by the number of molecules that share them.

use std::collections::BTreeMap;

use crate::board::Config;

/// The number of spectra with the same number of molecules. See the [example](AmbiguityTable).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpectralCount {
    /// The number of spectra up to rotation and reflection.
    pub orbits: u64,
    /// The number of all spectra.
    pub spectra: u64,
}

/// The number of spectra for each number of molecules that share them. Spectra of one molecule are the
/// unambiguous ones.
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
    /// Adds `orbits` spectra up to symmetry of `size` molecules each, with `orbit` images each. Returns whether
    /// the table had no row for this size.
    pub fn add(&mut self, size: u64, orbits: u64, orbit: u64) -> bool {
        let row = self.rows.entry(size).or_default();
        let new = row.orbits == 0;
        row.orbits = row.orbits.saturating_add(orbits);
        row.spectra = row.spectra.saturating_add(orbits.saturating_mul(orbit));
        new
    }

    /// The table with these rows of size, orbits and spectra, or `None` if they are impossible: a size occurs
    /// twice, or a row has more molecules than the configuration.
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

    /// Adds the counts of other spectra.
    #[doc(hidden)]
    pub fn merge(&mut self, other: &AmbiguityTable) {
        for (&size, count) in &other.rows {
            let row = self.rows.entry(size).or_default();
            row.orbits += count.orbits;
            row.spectra += count.spectra;
        }
    }

    /// The rows as size and count, in the order of sizes.
    pub fn rows(&self) -> impl Iterator<Item = (u64, SpectralCount)> {
        self.rows.iter().map(|(&size, &count)| (size, count))
    }

    /// The number of molecules of all spectra in the table.
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
