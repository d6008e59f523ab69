//! Spectral groups that are worth keeping by name.

use crate::game::{Config, Molecule, Spectrum};

/// The number of groups that are kept of each kind.
pub(crate) const GROUPS_KEPT: usize = 10;
/// The number of molecules that are kept of each of these groups.
pub(crate) const MOLECULES_KEPT: usize = 50;

/// The molecules of one ambiguous spectrum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotableGroup {
    /// The number of molecules that have the spectrum.
    pub size: u64,
    /// The greatest number of atoms in which two molecules of the group
    /// differ. If a group has more than 256 molecules, this is probable, not
    /// certain. Known only for groups that are ranked by it.
    pub difference: Option<u32>,
    /// The lowest number of a molecule whose spectrum is the group's or an
    /// image of it. It tells groups apart.
    pub first: u64,
    /// The spectrum: the smallest of its images.
    pub spectrum: Spectrum,
    /// The lowest numbers of the molecules that have the spectrum.
    pub numbers: Vec<u64>,
}

impl NotableGroup {
    /// The group of some canonical molecules whose spectra are all images of
    /// each other: those with the canonical spectrum.
    pub fn new(
        size: u64,
        difference: Option<u32>,
        canonical: &[u64],
        config: Config,
    ) -> NotableGroup {
        let mut smallest: Option<Spectrum> = None;
        let mut numbers = Vec::new();
        for molecule in canonical
            .iter()
            .filter_map(|&number| Molecule::from_number(number, config))
        {
            let images = molecule.spectrum(config).images();
            let smallest = *smallest.get_or_insert_with(|| images[0].canonical().0);
            numbers.extend(
                (molecule.images(config).into_iter().zip(images))
                    .filter(|&(_, image)| image == smallest)
                    .map(|(molecule, _)| molecule.number(config)),
            );
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers.truncate(MOLECULES_KEPT);
        NotableGroup {
            size,
            difference,
            first: canonical.iter().copied().min().unwrap_or(0),
            spectrum: smallest.unwrap_or_else(|| Molecule::first(config).trace(config).0),
            numbers,
        }
    }
}

/// What ranks the groups of a ranking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merit {
    /// Their size.
    Size,
    /// The greatest difference of two of their molecules.
    Difference,
}

impl Merit {
    /// The word stored in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Merit::Size => "size",
            Merit::Difference => "difference",
        }
    }
}

/// The first few groups by one merit. Groups of equal merit are in the order of
/// their first molecules, so a ranking does not depend on how the work was cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    merit: Merit,
    groups: Vec<NotableGroup>,
}

impl Ranking {
    /// An empty ranking.
    pub fn new(merit: Merit) -> Ranking {
        Ranking {
            merit,
            groups: Vec::new(),
        }
    }

    /// What ranks the groups.
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

    /// Adds a group if it ranks among the first.
    pub fn add(&mut self, group: NotableGroup) {
        let merit = self.merit_of(&group);
        let place = self.groups.partition_point(|other| {
            let others = self.merit_of(other);
            others > merit || others == merit && other.first < group.first
        });
        self.groups.insert(place, group);
        self.groups.truncate(GROUPS_KEPT);
    }

    /// Adds the groups of another ranking.
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
