//! Which ambiguous groups cost a player most.

use std::cmp::Ordering;

use super::guess::Guess;
use super::spectral_group::SpectralGroup;
use crate::game::Config;

/// A group and what guesses among its molecules cost.
#[derive(Clone, Debug)]
pub struct CostedGroup {
    /// The group.
    pub group: SpectralGroup,
    /// By how many atoms two of its molecules differ at most.
    pub apart: u32,
    /// The guess that costs least on average.
    pub best: Guess,
    /// The molecule that costs most on average as a guess.
    pub worst: Guess,
}

impl CostedGroup {
    /// A group with its costs.
    pub fn new(group: SpectralGroup, config: Config) -> CostedGroup {
        let best = group.best_guess(config);
        CostedGroup {
            apart: (group.differences().len() as u32).saturating_sub(1),
            worst: group.worst_guess().unwrap_or(best),
            best,
            group,
        }
    }

    /// Large groups come first, of equally large ones those whose molecules
    /// differ most, then those whose best guess costs most, then by canonical
    /// number.
    pub fn costliest_first(&self, other: &CostedGroup) -> Ordering {
        let size = other.group.size().cmp(&self.group.size());
        size.then(other.apart.cmp(&self.apart))
            .then(
                other
                    .best
                    .mean_penalty()
                    .total_cmp(&self.best.mean_penalty()),
            )
            .then(
                self.group
                    .canonical_number
                    .cmp(&other.group.canonical_number),
            )
    }
}
