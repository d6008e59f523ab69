//! A random sample of rows.

use random::SplitMix64;

/// How many of the rows are computed again, and which of them, chosen at random.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// How many rows of a hundred, above 0 and up to 100.
    pub percent: f64,
    /// The seed of the random choice. The same seed takes the same rows of the same
    /// table, for ever.
    pub seed: u64,
}

impl Sample {
    /// Says of each row whether it is taken. At least one is.
    pub(super) fn chooser(self, rows: u64) -> Chooser {
        let size = (rows as f64 * self.percent / 100.0).ceil() as u64;
        Chooser::new(self.seed, size.clamp(1, rows.max(1)), rows)
    }
}

/// Says for each row in turn whether it belongs to the sample. In the end, the sample
/// has exactly its size (Knuth's algorithm S).
pub(super) struct Chooser {
    random: SplitMix64,
    rows_left: u64,
    to_choose: u64,
}

impl Chooser {
    /// Chooses `size` of `rows` rows.
    pub(super) fn new(seed: u64, size: u64, rows: u64) -> Chooser {
        Chooser {
            random: SplitMix64(seed),
            rows_left: rows,
            to_choose: size,
        }
    }

    pub(super) fn next(&mut self) -> bool {
        let chosen = self.random.below(self.rows_left) < self.to_choose;
        self.rows_left = self.rows_left.saturating_sub(1);
        self.to_choose -= u64::from(chosen);
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_its_size() {
        for (rows, percent, size) in [(1000, 0.01, 1), (7, 100.0, 7), (9, 50.0, 5), (0, 1.0, 0)] {
            let mut chooser = Sample { percent, seed: 1 }.chooser(rows);
            assert_eq!((0..rows).filter(|_| chooser.next()).count(), size);
        }
    }

    #[test]
    fn every_row_is_as_likely() {
        let mut times = [0u32; 20];
        for seed in 0..4000 {
            let mut chooser = Chooser::new(seed, 5, 20);
            for time in &mut times {
                *time += u32::from(chooser.next());
            }
        }
        // Each expects 1000, with a standard deviation of 27.
        assert!(
            times.iter().all(|time| (850..1150).contains(time)),
            "{times:?}"
        );
    }
}
