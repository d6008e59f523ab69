//! Sets of cells as machine words. They are as narrow as the box allows,
//! because the walk through canonical molecules does little but mask cells.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of cells: bit i is cell i, as in [`Molecule`](super::Molecule).
pub trait CellMask:
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
    /// The first cell of a set that is not empty.
    fn first(self) -> usize;
    /// The first cell as a set, or the empty set.
    fn first_alone(self) -> Self;
    /// The last cell of a set that is not empty.
    fn last(self) -> usize;
    /// The number of cells.
    fn count(self) -> usize;
    /// The cells behind the last one of this set, or all if it is empty.
    fn behind(self) -> Self;
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
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn first_alone(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn last(self) -> usize {
                self.ilog2() as usize
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn behind(self) -> Self {
                !Self::before((<$word>::BITS - self.leading_zeros()) as usize)
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
