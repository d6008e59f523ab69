//! Binomial coefficients, for all cells that a box can have.

use super::size::MAX_CELLS;

/// Pascal's triangle, `[k][m]` = C(m, k), or `u64::MAX` where the value is larger. One
/// atom of the number system needs only row k, so a molecule's number is read from a
/// handful of cache lines.
type Triangle = [[u64; ROW]; MAX_CELLS + 1];

#[cfg(not(target_arch = "wasm32"))]
pub(crate) static BINOMIALS: Triangle = triangle();

/// In a page, it would be a fifth of what has to be loaded, and making it takes no time.
#[cfg(target_arch = "wasm32")]
pub(crate) static BINOMIALS: std::sync::LazyLock<Box<Triangle>> =
    std::sync::LazyLock::new(|| Box::new(triangle()));

const fn triangle() -> Triangle {
    let mut table = [[0u64; ROW]; MAX_CELLS + 1];
    let mut m = 0;
    while m < ROW {
        table[0][m] = 1;
        let mut k = 1;
        while k <= m && k <= MAX_CELLS {
            table[k][m] = table[k - 1][m - 1].saturating_add(table[k][m - 1]);
            k += 1;
        }
        m += 1;
    }
    table
}

/// Rows are longer than any box needs, so that they can be searched in steps
/// of powers of two.
pub(crate) const ROW: usize = (MAX_CELLS + 1).next_power_of_two();

/// C(m, k), or `u128::MAX` where it is larger. Of 121 cells, as many as the widest box has whose boards
/// are counted, none is: the highest, C(121, 60), is about 2^117.
pub fn wide_binomial(m: usize, k: usize) -> u128 {
    let Some(others) = m.checked_sub(k) else {
        return 0;
    };
    // Each product is divided before it is multiplied, as far as it can be.
    (1..=k.min(others)).fold(1, |ways: u128, n| {
        let (factor, n) = ((m + 1 - n) as u128, n as u128);
        let rest = ways % n * factor / n;
        (ways / n).saturating_mul(factor).saturating_add(rest)
    })
}

/// The binomial coefficients of a box, `u128::MAX` where one is larger.
pub(crate) struct Binomials {
    /// Row by row, C(m, k) in row k and column m.
    ways: Vec<u128>,
    row: usize,
}

impl Binomials {
    /// C(m, k) for m up to the number of cells and k up to `most`.
    pub(crate) fn new(cells: usize, most: usize) -> Binomials {
        let row = cells + 1;
        let mut ways = vec![0u128; row * (most + 1)];
        ways[..row].fill(1);
        for k in 1..=most {
            for m in 1..row {
                let at = k * row + m;
                ways[at] = ways[at - 1].saturating_add(ways[at - 1 - row]);
            }
        }
        Binomials { ways, row }
    }

    #[inline]
    pub(crate) fn of(&self, m: usize, k: usize) -> u128 {
        self.ways[k * self.row + m]
    }
}

/// C(m, k) for m up to 121, the cells of the largest box, or `u64::MAX` where it is larger.
pub(crate) fn binomial(m: usize, k: usize) -> u64 {
    BINOMIALS[k][m]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_continue_pascals_triangle() {
        let binomials = Binomials::new(MAX_CELLS, MAX_CELLS);
        let mut row = [0; MAX_CELLS + 1];
        row[0] = 1;
        for m in 0..=MAX_CELLS {
            for (k, &expected) in row.iter().enumerate() {
                assert_eq!(wide_binomial(m, k), expected, "C({m}, {k})");
                assert_eq!(binomials.of(m, k), expected, "C({m}, {k})");
                let narrow = u64::try_from(expected).unwrap_or(u64::MAX);
                assert_eq!(binomial(m, k), narrow, "C({m}, {k})");
            }
            for k in (1..row.len()).rev() {
                row[k] += row[k - 1];
            }
        }
    }
}
