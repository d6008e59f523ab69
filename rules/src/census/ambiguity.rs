//! Counts of spectra by the number of molecules that share them.

use std::collections::BTreeMap;

use crate::board::Config;

/// A number of spectra.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpectralCount {
    /// The number of spectra up to rotation and reflection.
    pub orbits: u64,
    /// The number of all spectra.
    pub spectra: u64,
}

/// A row of a table: the spectra that the same number of molecules share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct AmbiguityRow {
    /// The number of molecules that share each of these spectra.
    pub size: u64,
    /// The number of such spectra up to rotation and reflection.
    pub orbits: u64,
    /// The number of all such spectra.
    pub spectra: u64,
}

impl AmbiguityRow {
    /// The number of molecules that have one of these spectra.
    pub fn molecules(&self) -> u64 {
        self.size.saturating_mul(self.spectra)
    }
}

impl From<[u64; 3]> for AmbiguityRow {
    fn from([size, orbits, spectra]: [u64; 3]) -> AmbiguityRow {
        AmbiguityRow {
            size,
            orbits,
            spectra,
        }
    }
}

impl From<AmbiguityRow> for [u64; 3] {
    fn from(row: AmbiguityRow) -> [u64; 3] {
        [row.size, row.orbits, row.spectra]
    }
}

/// The number of spectra for each number of molecules that share them. Spectra of one molecule are the
/// unambiguous ones.
///
/// ```
/// use blackbox_rules::census::{AmbiguityRow, AmbiguityTable};
///
/// let mut table = AmbiguityTable::default();
/// table.add(1, 10, 8);
/// assert_eq!(table.rows().next(), Some(AmbiguityRow { size: 1, orbits: 10, spectra: 80 }));
/// table.add(2, 3, 4);
/// assert_eq!(table.molecules(), 1 * 10 * 8 + 2 * 3 * 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AmbiguityTable {
    rows: BTreeMap<u64, AmbiguityRow>,
}

impl AmbiguityTable {
    /// Adds `orbits` spectra up to symmetry. Each of them is shared by `size` molecules, and has `orbit` different
    /// images. Returns whether the table had no row for this size.
    pub fn add(&mut self, size: u64, orbits: u64, orbit: u64) -> bool {
        let row = self.rows.entry(size).or_insert([size, 0, 0].into());
        let new = row.orbits == 0;
        row.orbits = row.orbits.saturating_add(orbits);
        row.spectra = row.spectra.saturating_add(orbits.saturating_mul(orbit));
        new
    }

    /// The table with these rows, or `None` if they are impossible: a size occurs
    /// twice, or a row has more molecules than the configuration.
    #[doc(hidden)]
    pub fn possible(
        rows: impl Iterator<Item = AmbiguityRow>,
        config: Config,
    ) -> Option<AmbiguityTable> {
        let mut table = AmbiguityTable::default();
        for row in rows {
            let [size, orbits, spectra] = row.into();
            let molecules = u128::from(size) * u128::from(spectra);
            let sound = size >= 1
                && orbits >= 1
                && (u128::from(orbits)..=8 * u128::from(orbits)).contains(&u128::from(spectra))
                && molecules <= config.molecules().into();
            let again = table.rows.insert(size, row);
            (sound && again.is_none()).then_some(())?;
        }
        Some(table)
    }

    /// Adds the counts of other spectra.
    #[doc(hidden)]
    pub fn merge(&mut self, other: &AmbiguityTable) {
        for more in other.rows() {
            let row = (self.rows.entry(more.size)).or_insert([more.size, 0, 0].into());
            row.orbits = row.orbits.saturating_add(more.orbits);
            row.spectra = row.spectra.saturating_add(more.spectra);
        }
    }

    /// The rows in the order of sizes.
    pub fn rows(&self) -> impl Iterator<Item = AmbiguityRow> {
        self.rows.values().copied()
    }

    /// The number of molecules of all spectra in the table.
    pub fn molecules(&self) -> u128 {
        self.rows()
            .map(|row| u128::from(row.size) * u128::from(row.spectra))
            .sum()
    }
}

impl FromIterator<AmbiguityRow> for AmbiguityTable {
    fn from_iter<I: IntoIterator<Item = AmbiguityRow>>(rows: I) -> AmbiguityTable {
        AmbiguityTable {
            rows: rows.into_iter().map(|row| (row.size, row)).collect(),
        }
    }
}
