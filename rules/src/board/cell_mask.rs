//! Sets of cells as machine words, as narrow as the box allows.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of cells: bit i is cell i, as in [`Molecule`](super::Molecule).
pub(crate) trait CellMask:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// No cell.
    const EMPTY: Self;
    /// Only the cell with this index.
    fn cell(cell: usize) -> Self;
    /// The cells before an index, which may be too high for a cell.
    fn before(cell: usize) -> Self;
    /// The first cell as a set, or the empty set.
    fn first_alone(self) -> Self;
    /// The number of cells.
    fn count(self) -> usize;
    fn bits(self) -> u128;
    /// From the bits of a molecule.
    fn from_bits(bits: u128) -> Self;
}

macro_rules! cell_mask {
    ($word:ty) => {
        impl CellMask for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn cell(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn before(cell: usize) -> Self {
                if cell < <$word>::BITS as usize {
                    (1 << cell) - 1
                } else {
                    <$word>::MAX
                }
            }

            #[inline]
            fn first_alone(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn bits(self) -> u128 {
                self.into()
            }

            #[inline]
            fn from_bits(bits: u128) -> Self {
                bits as Self
            }
        }
    };
}

cell_mask!(u64);
cell_mask!(u128);
