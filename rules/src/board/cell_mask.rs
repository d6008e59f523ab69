//! Sets of cells as machine words, as narrow as the box allows.
//!
//! A `u64` holds the cells of boxes up to 8 by 8, and a `u128` those of boxes up to 11 by 11, the largest whose
//! boards are counted and stored. [`WideMask`] fits any box that can be played or decoded.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::iter;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::size::{MAX_POSITIONS, MOST_CELLS, MOST_POSITIONS};

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
    /// An array with one value per position of the largest box that such a set fits.
    type ByPosition<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;

    /// The same value for all positions.
    fn by_position<T: Copy>(value: T) -> Self::ByPosition<T>;
    /// Only the cell with this index.
    fn cell(cell: usize) -> Self;
    /// The cells before an index, which may exceed the last cell.
    fn before(cell: usize) -> Self;
    /// The lowest cell of the set as a set of its own; empty for an empty set.
    fn first_alone(self) -> Self;
    /// The number of cells.
    fn count(self) -> usize;
    /// The same set as a [`WideMask`].
    fn wide(self) -> WideMask;
    /// The inverse of [`CellMask::wide`], for a set whose cells fit.
    fn of_wide(set: WideMask) -> Self;

    /// Whether the set contains this cell.
    #[inline]
    fn has(self, cell: usize) -> bool {
        self & Self::cell(cell) != Self::EMPTY
    }

    /// The cells, lowest first.
    #[inline]
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        iter::from_fn(move || {
            let first = left.first_alone();
            left &= !first;
            (first != Self::EMPTY).then(|| first.first())
        })
    }

    /// The index of the lowest cell. The set must not be empty.
    fn first(self) -> usize;

    /// Compares the boards with atoms in these cells by number: the set that contains the lowest cell in which
    /// the two differ comes first.
    #[inline]
    fn by_number(self, other: Self) -> Ordering {
        let lowest = (self ^ other).first_alone();
        match lowest == Self::EMPTY {
            true => Ordering::Equal,
            false if self & lowest != Self::EMPTY => Ordering::Less,
            false => Ordering::Greater,
        }
    }
}

/// A set of cells that fits a machine word, for boxes whose boards are counted.
pub(crate) trait NarrowMask: CellMask {
    fn bits(self) -> u128;
    /// From the bits of a molecule.
    fn from_bits(bits: u128) -> Self;
}

macro_rules! narrow_mask {
    ($word:ty) => {
        impl CellMask for $word {
            const EMPTY: Self = 0;
            type ByPosition<T: Copy> = [T; MAX_POSITIONS];

            #[inline]
            fn by_position<T: Copy>(value: T) -> [T; MAX_POSITIONS] {
                [value; MAX_POSITIONS]
            }

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
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn wide(self) -> WideMask {
                WideMask::of_bits(self.into())
            }

            #[inline]
            fn of_wide(set: WideMask) -> Self {
                set.low_bits() as Self
            }
        }

        impl NarrowMask for $word {
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

narrow_mask!(u64);
narrow_mask!(u128);

const WORDS: usize = MOST_CELLS.div_ceil(64);

/// A set of cells of any box.
#[derive(Clone, Copy, Eq, Hash, Debug)]
#[allow(
    clippy::derived_hash_with_manual_eq,
    reason = "equal sets have equal words"
)]
pub(crate) struct WideMask([u64; WORDS]);

/// Compares words without a branch: the derived comparison calls `memcmp`, which took three quarters of the
/// time of an estimate.
impl PartialEq for WideMask {
    #[inline]
    fn eq(&self, other: &WideMask) -> bool {
        let mut different = 0;
        for at in 0..WORDS {
            different |= self.0[at] ^ other.0[at];
        }
        different == 0
    }
}

impl WideMask {
    /// The set of the cells whose bits are set, among the lowest 128.
    #[inline]
    pub(crate) const fn of_bits(bits: u128) -> WideMask {
        let mut words = [0; WORDS];
        words[0] = bits as u64;
        words[1] = (bits >> 64) as u64;
        WideMask(words)
    }

    /// The bits of the lowest 128 cells, which are all cells of a box whose boards are counted.
    #[inline]
    pub(crate) const fn low_bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    pub(crate) fn of_cells(cells: impl IntoIterator<Item = usize>) -> WideMask {
        let mut set = WideMask::EMPTY;
        cells
            .into_iter()
            .for_each(|cell| set |= WideMask::cell(cell));
        set
    }

    #[inline]
    fn zipped(self, other: WideMask, with: impl Fn(u64, u64) -> u64) -> WideMask {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = with(*word, other);
        }
        WideMask(words)
    }
}

impl CellMask for WideMask {
    const EMPTY: Self = WideMask([0; WORDS]);
    type ByPosition<T: Copy> = [T; MOST_POSITIONS];

    #[inline]
    fn by_position<T: Copy>(value: T) -> [T; MOST_POSITIONS] {
        [value; MOST_POSITIONS]
    }

    #[inline]
    fn cell(cell: usize) -> Self {
        let mut words = [0; WORDS];
        words[cell / 64] = 1 << (cell % 64);
        WideMask(words)
    }

    fn before(cell: usize) -> Self {
        let mut words = [0; WORDS];
        for (at, word) in words.iter_mut().enumerate() {
            *word = u64::before(cell.saturating_sub(64 * at));
        }
        WideMask(words)
    }

    fn first_alone(self) -> Self {
        let mut words = [0; WORDS];
        if let Some(at) = self.0.iter().position(|&word| word != 0) {
            words[at] = self.0[at].first_alone();
        }
        WideMask(words)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count()).sum()
    }

    fn first(self) -> usize {
        let at = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        64 * at + self.0[at].first()
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64].has(cell % 64)
    }

    #[inline]
    fn wide(self) -> WideMask {
        self
    }

    #[inline]
    fn of_wide(set: WideMask) -> Self {
        set
    }
}

impl Not for WideMask {
    type Output = WideMask;

    #[inline]
    fn not(self) -> WideMask {
        self.zipped(self, |word, _| !word)
    }
}

/// Implements an operator that combines two sets word by word.
macro_rules! word_by_word {
    ($op:ident, $name:ident) => {
        impl $op for WideMask {
            type Output = WideMask;

            #[inline]
            fn $name(self, other: WideMask) -> WideMask {
                self.zipped(other, u64::$name)
            }
        }
    };
}

word_by_word!(BitAnd, bitand);
word_by_word!(BitOr, bitor);
word_by_word!(BitXor, bitxor);

impl BitAndAssign for WideMask {
    #[inline]
    fn bitand_assign(&mut self, other: WideMask) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideMask {
    #[inline]
    fn bitor_assign(&mut self, other: WideMask) {
        *self = *self | other;
    }
}

/// Orders sets as the numbers of their boards, like [`CellMask::by_number`].
impl Ord for WideMask {
    fn cmp(&self, other: &WideMask) -> Ordering {
        self.by_number(*other)
    }
}

impl PartialOrd for WideMask {
    fn partial_cmp(&self, other: &WideMask) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A set of cells below 121, in both representations.
        #[test]
        fn wide_sets_match_narrow_ones(one in any::<u128>(), other in any::<u128>(), cell in 0..121usize) {
            let [one, other] = [one, other].map(|bits| bits >> 7);
            let wide = u128::wide;
            prop_assert_eq!(wide(one) & wide(other), wide(one & other));
            prop_assert_eq!(wide(one) | wide(other), wide(one | other));
            prop_assert_eq!(wide(one) ^ wide(other), wide(one ^ other));
            prop_assert_eq!(wide(one).by_number(wide(other)), one.by_number(other));
            prop_assert_eq!(wide(one).first_alone(), wide(one.first_alone()));
            prop_assert_eq!(wide(one).count(), one.count());
            prop_assert_eq!(wide(one).has(cell), one.has(cell));
            prop_assert_eq!(WideMask::before(cell), wide(u128::before(cell)));
            prop_assert!(wide(one).cells().eq(one.cells()));
            prop_assert_eq!(u128::of_wide(wide(one)), one);
        }

        #[test]
        fn cells_go_into_a_wide_set_and_come_out(cells in prop::collection::btree_set(0..MOST_CELLS, 0..40)) {
            let set = WideMask::of_cells(cells.iter().copied());
            prop_assert!(set.cells().eq(cells.iter().copied()));
            prop_assert_eq!(set.count(), cells.len());
        }
    }
}
