//! The ambiguous groups that cost a player most.

use std::cmp::Ordering;

use super::guess::Guess;
use super::spectral_group::SpectralGroup;
use crate::game::Config;

/// A group and the costs of guesses among its molecules.
#[derive(Clone, Debug)]
pub struct CostedGroup {
    /// The group.
    pub group: SpectralGroup,
    /// The most atoms by which two of its molecules differ.
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

    /// Large groups come first. Groups of equal size are in the order of how
    /// much their molecules differ and what their best guess costs, largest first.
    /// Low canonical numbers come before high ones.
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
