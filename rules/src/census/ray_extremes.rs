//! The longest rays, and those with the most turns.

use crate::board::RayStatistics;

/// The greatest value of a measure over all rays, and the lowest molecule that has such a ray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extreme {
    /// The length or the number of turns.
    pub value: u16,
    /// The number of the molecule.
    pub number: u64,
}

/// The extremes of the rays of one outcome. Both are `None` if no ray has this outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OutcomeExtremes {
    /// The greatest number of cells that a ray entered.
    pub length: Option<Extreme>,
    /// The greatest number of turns of a ray.
    pub turns: Option<Extreme>,
}

/// The extremes of the rays of all molecules of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RayExtremes {
    /// The extremes of the absorbed rays.
    pub absorbed: OutcomeExtremes,
    /// The extremes of the reflected rays, up to the reflection.
    pub reflected: OutcomeExtremes,
    /// The extremes of the rays that come out elsewhere.
    pub out: OutcomeExtremes,
}

impl RayExtremes {
    /// Includes the rays of a molecule. Images have the same statistics, so canonical molecules are enough.
    #[inline]
    #[doc(hidden)]
    pub fn see(&mut self, number: u64, statistics: &RayStatistics) {
        for (extremes, tally) in [
            (&mut self.absorbed, statistics.absorbed),
            (&mut self.reflected, statistics.reflected),
            (&mut self.out, statistics.out),
        ] {
            if tally.number > 0 {
                see(&mut extremes.length, tally.max_length, number);
                see(&mut extremes.turns, tally.max_turns, number);
            }
        }
    }

    /// Includes a ray of a molecule. `outcome` is the index of the field.
    pub(super) fn see_ray(&mut self, outcome: usize, length: u16, turns: u16, number: u64) {
        let extremes = self.all_mut();
        see(extremes[2 * outcome].2, length, number);
        see(extremes[2 * outcome + 1].2, turns, number);
    }

    /// The least length and the least number of turns among the extremes of the outcomes. A molecule with a
    /// higher number than those seen so far changes nothing unless one of its rays exceeds one of the two.
    /// `None` if an outcome has not occurred yet.
    pub(super) fn limits(&self) -> Option<[u8; 2]> {
        let outcomes = [&self.absorbed, &self.reflected, &self.out];
        let least = |of: fn(&OutcomeExtremes) -> Option<Extreme>| {
            let values = outcomes.map(|outcome| of(outcome).map(|extreme| extreme.value));
            // `None` is less than any value.
            values.into_iter().min().flatten()
        };
        let limit = |value: u16| u8::try_from(value).unwrap_or(u8::MAX);
        Some([
            limit(least(|outcome| outcome.length)?),
            limit(least(|outcome| outcome.turns)?),
        ])
    }

    /// All extremes, with the names of their outcomes and measures in the database.
    #[doc(hidden)]
    pub fn all(&self) -> [(&'static str, &'static str, Option<Extreme>); 6] {
        let mut copy = *self;
        (copy.all_mut()).map(|(outcome, measure, extreme)| (outcome, measure, *extreme))
    }

    /// [`RayExtremes::all`], mutable.
    #[doc(hidden)]
    pub fn all_mut(&mut self) -> [(&'static str, &'static str, &mut Option<Extreme>); 6] {
        [
            ("absorbed", "length", &mut self.absorbed.length),
            ("absorbed", "turns", &mut self.absorbed.turns),
            ("reflected", "length", &mut self.reflected.length),
            ("reflected", "turns", &mut self.reflected.turns),
            ("out", "length", &mut self.out.length),
            ("out", "turns", &mut self.out.turns),
        ]
    }

    /// Adds the extremes of other molecules.
    #[doc(hidden)]
    pub fn merge(&mut self, other: &RayExtremes) {
        for ((.., mine), (.., others)) in self.all_mut().into_iter().zip(other.all()) {
            if let Some(extreme) = others {
                see(mine, extreme.value, extreme.number);
            }
        }
    }
}

#[inline]
fn see(extreme: &mut Option<Extreme>, value: u16, number: u64) {
    let exceeded = extreme
        .is_none_or(|known| value > known.value || value == known.value && number < known.number);
    if exceeded {
        *extreme = Some(Extreme { value, number });
    }
}
