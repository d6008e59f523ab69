//! The points of a picture, no more than it shows.

/// How many states one goes through for a picture, which shows no more of them.
pub(crate) const MOST_DRAWN: u64 = 1 << 24;

/// More points than this are drawn as the lowest and the highest of many.
const MOST_POINTS: u64 = 1024;

/// Points of which only the lowest and the highest of many are kept, where
/// there are too many.
pub(super) struct Thinned {
    /// How many of them fall together.
    every: u64,
    /// The lowest and the highest of those that do.
    kept: Vec<[(u64, u64); 2]>,
}

impl Thinned {
    pub(super) fn new(points: u64) -> Thinned {
        let every = if points <= MOST_POINTS {
            1
        } else {
            points.div_ceil(MOST_POINTS / 2)
        };
        Thinned {
            every,
            kept: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, x: u64, y: u64) {
        match self.kept.last_mut() {
            Some([low, high]) if low.0 / self.every == x / self.every => {
                if y < low.1 {
                    *low = (x, y);
                } else if y > high.1 {
                    *high = (x, y);
                }
            }
            _ => self.kept.push([(x, y); 2]),
        }
    }

    pub(super) fn points(&self) -> Vec<(f64, f64)> {
        let mut points: Vec<(u64, u64)> = self.kept.iter().flatten().copied().collect();
        points.sort_unstable_by_key(|&(x, _)| x);
        points.dedup();
        points
            .into_iter()
            .map(|(x, y)| (x as f64, y as f64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinned_points_keep_the_lowest_and_the_highest() {
        let heights = |x: u64| x * 7919 % 10_007;
        let mut few = Thinned::new(1000);
        let mut many = Thinned::new(100_000);
        for x in 0..100_000 {
            if x < 1000 {
                few.add(x, heights(x));
            }
            many.add(x, heights(x));
        }
        let all: Vec<(f64, f64)> = (0..1000).map(|x| (x as f64, heights(x) as f64)).collect();
        assert_eq!(few.points(), all);
        let many = many.points();
        assert!((600..=1024).contains(&many.len()), "{}", many.len());
        assert!(many.is_sorted_by(|a, b| a.0 < b.0));
        let ends = |pick: fn(f64, f64) -> f64| many.iter().map(|point| point.1).reduce(pick);
        assert_eq!(
            (ends(f64::min), ends(f64::max)),
            (Some(0.0), Some(10_006.0))
        );
    }
}
