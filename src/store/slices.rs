//! Slices of a census as they are in the database and in documents.

use serde::{Deserialize, Serialize};

use crate::census::{AmbiguityTable, Slice};
use crate::game::Config;

/// A slice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SliceFact {
    /// By size: the molecules that share a spectrum, these spectra up to symmetry, and all.
    sizes: Vec<[u64; 3]>,
    /// 16 hexadecimal digits.
    checksum: Option<String>,
}

impl SliceFact {
    pub(super) fn of(slice: &Slice) -> SliceFact {
        let rows = slice.sizes.rows();
        SliceFact {
            sizes: rows
                .map(|(size, count)| [size, count.orbits, count.spectra])
                .collect(),
            checksum: slice.checksum.map(|sum| format!("{sum:016x}")),
        }
    }

    /// The cells in the database: the sizes as JSON, and the checksum.
    pub(super) fn cells(&self) -> (String, Option<&str>) {
        // Numbers can always be written.
        let sizes = serde_json::to_string(&self.sizes).unwrap_or_default();
        (sizes, self.checksum.as_deref())
    }

    /// From the cells in the database, if they make sense.
    pub(super) fn from_cells(sizes: &str, checksum: Option<String>) -> Option<SliceFact> {
        let sizes = serde_json::from_str(sizes).ok()?;
        Some(SliceFact { sizes, checksum })
    }

    /// The slice, if it is possible for the configuration.
    pub(super) fn slice(&self, config: Config) -> Option<Slice> {
        let checksum = match &self.checksum {
            Some(digits) => Some(u64::from_str_radix(digits, 16).ok()?),
            None => None,
        };
        Some(Slice {
            sizes: AmbiguityTable::possible(self.sizes.iter().copied(), config)?,
            checksum,
        })
    }
}
