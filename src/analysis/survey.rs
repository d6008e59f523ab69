//! All that is known about a configuration: its ambiguous groups and its rays.

use std::collections::BTreeMap;
use std::ops::Add;

use super::ray_study::RayStudy;
use super::spectral_group::SpectralGroup;
use crate::game::Config;

/// The ambiguous groups and the rays of a configuration.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The configuration.
    pub config: Config,
    /// Its ambiguous groups, sorted by canonical number. Only one of those
    /// that are images of each other is here.
    pub groups: Vec<SpectralGroup>,
    /// Its rays.
    pub rays: RayStudy,
}

/// Ambiguous groups, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GroupCount {
    /// Spectra up to symmetry.
    pub up_to_symmetry: u64,
    /// All spectra.
    pub spectra: u64,
    /// Molecules that have one of these spectra.
    pub molecules: u64,
}

impl GroupCount {
    /// The count of some groups.
    pub fn of<'a>(groups: impl IntoIterator<Item = &'a SpectralGroup>) -> GroupCount {
        let counts = groups.into_iter().map(|group| GroupCount {
            up_to_symmetry: 1,
            spectra: group.images,
            molecules: group.images * group.size(),
        });
        counts.fold(GroupCount::default(), |sum, count| sum + count)
    }

    /// The counts by the number of molecules that share a spectrum.
    pub fn by_size(groups: &[SpectralGroup]) -> BTreeMap<u64, GroupCount> {
        let mut by_size: BTreeMap<u64, Vec<&SpectralGroup>> = BTreeMap::new();
        for group in groups {
            by_size.entry(group.size()).or_default().push(group);
        }
        let counts = by_size.into_iter();
        counts
            .map(|(size, groups)| (size, GroupCount::of(groups)))
            .collect()
    }
}

impl Add for GroupCount {
    type Output = GroupCount;

    fn add(self, other: GroupCount) -> GroupCount {
        GroupCount {
            up_to_symmetry: self.up_to_symmetry + other.up_to_symmetry,
            spectra: self.spectra + other.spectra,
            molecules: self.molecules + other.molecules,
        }
    }
}
