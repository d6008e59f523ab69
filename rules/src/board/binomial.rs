//! Binomial coefficients for the numbers of cells of all boxes whose boards are counted.

use super::size::MAX_CELLS;

/// Pascal's triangle: `[k][m]` is C(m, k), or `u64::MAX` if it does not fit.
/// [`Molecule::number`](super::Molecule) reads one row k per atom, so it touches only a few cache lines.
type Triangle = [[u64; ROW]; MAX_CELLS + 1];

#[cfg(not(target_arch = "wasm32"))]
pub(crate) static BINOMIALS: Triangle = triangle();

/// Computed at run time for WebAssembly: as data, the table would be a fifth of the download.
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

/// The length of a row, rounded up to a power of two, so that indexing needs a shift and no multiplication.
pub(crate) const ROW: usize = (MAX_CELLS + 1).next_power_of_two();

/// C(m, k), or `u128::MAX` if it does not fit. All values up to m = 121, the cells of the largest box whose
/// boards are counted, fit: the greatest, C(121, 60), is about 2^117.
pub fn wide_binomial(m: usize, k: usize) -> u128 {
    let Some(others) = m.checked_sub(k) else {
        return 0;
    };
    // Dividing before multiplying keeps the intermediate values from overflowing while the result still fits.
    (1..=k.min(others)).fold(1, |ways: u128, n| {
        let (factor, n) = ((m + 1 - n) as u128, n as u128);
        let rest = ways % n * factor / n;
        (ways / n).saturating_mul(factor).saturating_add(rest)
    })
}

/// C(m, k) for the cells of one box, or `u128::MAX` if it does not fit.
pub(crate) struct Binomials {
    /// C(m, k) is at index k · `row` + m.
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

/// C(m, k) for m up to 121, the cells of the largest box whose boards are counted, or `u64::MAX` if it does not
/// fit.
pub(crate) fn binomial(m: usize, k: usize) -> u64 {
    BINOMIALS[k][m]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_continue_pascals_triangle() {
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
