//! Spectral groups that a census keeps, each with its molecules.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::board::{Board, Config, Molecule, Spectrum};

/// The number of groups in a ranking.
pub const GROUPS_KEPT: usize = 10;
/// The number of molecules that a ranking keeps of each group.
pub const MOLECULES_KEPT: usize = 50;

/// The molecules of one ambiguous spectrum. See the [example](super::Census).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotableGroup {
    /// The number of molecules that have the spectrum.
    pub size: u64,
    /// The greatest number of atoms in which two molecules of the group
    /// differ. If a census from molecule to molecule finds more than 256 of them,
    /// this is probable, not certain. Known only for groups that are ranked by it.
    pub difference: Option<u32>,
    /// The lowest number of a molecule whose spectrum is the group's or an
    /// image of it, which identifies the group.
    pub first: u64,
    /// The spectrum: the smallest of its images.
    pub spectrum: Spectrum,
    /// The lowest numbers of the molecules that have the spectrum.
    pub numbers: Vec<u64>,
}

impl NotableGroup {
    /// The group of the molecules of one spectrum, in any order, some perhaps more than once.
    pub(crate) fn new(
        size: u64,
        difference: Option<u32>,
        molecules: impl IntoIterator<Item = Molecule>,
        config: Config,
    ) -> NotableGroup {
        // A group may have millions of molecules, so only the first ones are ever held.
        let mut kept = BTreeSet::new();
        let mut first = None;
        let mut smallest = None;
        for molecule in molecules {
            let images = molecule.images(config);
            let (_, smallest) = smallest.get_or_insert_with(|| {
                let spectra = Board::of(molecule, config).spectrum().images();
                let image = spectra.iter().position_min().unwrap_or(0);
                (spectra[image], image)
            });
            first = first.into_iter().chain(images).min();
            kept.insert(images[*smallest]);
            if kept.len() > MOLECULES_KEPT {
                kept.pop_last();
            }
        }
        NotableGroup {
            size,
            difference,
            first: first.map_or(0, |first| first.number(config)),
            spectrum: smallest
                .map_or_else(|| Board::first(config).spectrum(), |(spectrum, _)| spectrum),
            numbers: (kept.into_iter())
                .map(|molecule| molecule.number(config))
                .collect(),
        }
    }
}

/// The criterion of a ranking. See the [example](super::Census).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merit {
    /// Their size.
    Size,
    /// The greatest difference of two of their molecules.
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

/// The first few groups by one merit. Groups of equal merit are in the order of
/// their first molecules, so a ranking does not depend on how the work was cut.
///
/// See the [example](super::Census).
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

    /// Is there room for a group of this merit and with this first molecule?
    #[inline]
    pub(crate) fn admits(&self, merit: u64, first: u64) -> bool {
        self.groups.len() < GROUPS_KEPT
            || self.groups.last().is_some_and(|last| {
                let least = self.merit_of(last);
                merit > least || merit == least && first < last.first
            })
    }

    /// The least merit of a group that may rank among the first.
    pub(crate) fn least(&self) -> u64 {
        let last = self.groups.get(GROUPS_KEPT - 1);
        last.map_or(0, |last| self.merit_of(last))
    }

    /// Adds a group if it ranks among the first.
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

/// The difference of two of many things that are far apart. It goes to the one farthest from the first
/// one, to the farthest from that, and so on while the difference grows.
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
