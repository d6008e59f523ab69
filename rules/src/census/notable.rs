//! The spectral groups that a census keeps with their molecules.

use crate::board::Spectrum;

/// The number of groups in a ranking.
pub const GROUPS_KEPT: usize = 10;
/// The number of molecules that a ranking keeps of each group.
pub const MOLECULES_KEPT: usize = 50;

/// The molecules of one ambiguous spectrum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotableGroup {
    /// The number of molecules that have the spectrum.
    pub size: u64,
    /// The greatest number of atoms in which two molecules of the group differ. If a census has stored the group as
    /// more than 32,768 partial boards, the number is a lower bound, because not all pairs were compared. `None` except
    /// in groups that are ranked by this number.
    pub difference: Option<u32>,
    /// The lowest number of a molecule whose spectrum is that of the group or an image of it. The number
    /// identifies the group.
    pub first: u64,
    /// The smallest image of the spectrum.
    pub spectrum: Spectrum,
    /// The lowest numbers of the molecules that have this spectrum, at most 50.
    pub numbers: Vec<u64>,
}

/// The criterion of a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merit {
    /// The number of molecules.
    Size,
    /// The greatest number of atoms in which two molecules differ.
    Difference,
}

impl Merit {
    /// The word stored in the database.
    #[doc(hidden)]
    pub const fn name(self) -> &'static str {
        match self {
            Merit::Size => "size",
            Merit::Difference => "difference",
        }
    }
}

/// The first groups by one criterion. Ties are broken by the lowest molecule, so a ranking does not depend on
/// how the work was divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    merit: Merit,
    groups: Vec<NotableGroup>,
}

impl Ranking {
    /// An empty ranking.
    #[doc(hidden)]
    pub fn new(merit: Merit) -> Ranking {
        let groups = Vec::new();
        Ranking { merit, groups }
    }

    /// The criterion of the ranking.
    pub fn merit(&self) -> Merit {
        self.merit
    }

    /// Whether a group with this merit and lowest molecule would get a place.
    #[inline]
    pub(crate) fn admits(&self, merit: u64, first: u64) -> bool {
        self.groups.len() < GROUPS_KEPT
            || self.groups.last().is_some_and(|last| {
                let least = self.merit_of(last);
                merit > least || merit == least && first < last.first
            })
    }

    /// The least merit with which a group can still get a place.
    pub(crate) fn least(&self) -> u64 {
        let last = self.groups.get(GROUPS_KEPT - 1);
        last.map_or(0, |last| self.merit_of(last))
    }

    /// Adds a group if it gets a place.
    #[doc(hidden)]
    pub fn add(&mut self, group: NotableGroup) {
        let merit = self.merit_of(&group);
        let place = self.groups.partition_point(|other| {
            let others = self.merit_of(other);
            others > merit || others == merit && other.first < group.first
        });
        self.groups.insert(place, group);
        self.groups.truncate(GROUPS_KEPT);
    }

    pub(crate) fn merge(&mut self, other: &Ranking) {
        for group in &other.groups {
            if self.admits(self.merit_of(group), group.first) {
                self.add(group.clone());
            }
        }
    }

    /// The groups, first rank first.
    pub fn groups(&self) -> &[NotableGroup] {
        &self.groups
    }

    fn merit_of(&self, group: &NotableGroup) -> u64 {
        match self.merit {
            Merit::Size => group.size,
            Merit::Difference => group.difference.map_or(0, u64::from),
        }
    }
}

/// A lower bound for the greatest difference between two of many items: goes to the item farthest from the
/// first one, from there to the item farthest from that one, and so on while the difference grows.
pub(super) fn farthest<T: Copy>(
    all: impl Iterator<Item = T> + Clone,
    differ: impl Fn(T, T) -> u32,
) -> u32 {
    let mut largest = 0;
    let mut from = all.clone().next();
    while let Some(one) = from {
        let farthest = all.clone().max_by_key(|&other| differ(one, other));
        from = farthest.filter(|&other| differ(one, other) > largest);
        largest = from.map_or(largest, |other| differ(one, other));
    }
    largest
}
