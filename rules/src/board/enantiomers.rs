//! Enantiomer groups: molecules that are images of each other. The canonical
//! one among them has the smallest number.

use super::config::Config;
use super::molecule::Molecule;
use super::symmetry::Transform;

/// A member of an enantiomer group. See the [example](Group).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enantiomer {
    /// The molecule.
    pub molecule: Molecule,
    /// The first transform, by precedence, that makes it from the canonical molecule.
    pub transform: Transform,
}

/// An enantiomer group: 1, 2, 4 or 8 different molecules.
///
/// ```
/// use blackbox_rules::board::{Config, Group, Molecule, Transform};
///
/// let config = Config::new(1, 3)?;
/// let in_the_south_east = Molecule::parse("--------O", config)?;
/// let group = Group::of(in_the_south_east, config);
/// assert_eq!(group.iter().len(), 4);
/// assert_eq!(group.canonical(), Molecule::first(config));
/// let member = group.find(in_the_south_east).expect("it belongs to its own group");
/// assert_eq!(member.transform, Transform::Rot180);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Group {
    members: [Enantiomer; 8],
    size: usize,
}

impl Group {
    /// The group of any molecule.
    pub fn of(molecule: Molecule, config: Config) -> Group {
        let images = molecule.images(config);
        // The minimum of eight images always exists.
        let canonical = images.into_iter().min().unwrap_or(molecule);
        Group::of_canonical(canonical, config)
    }

    /// The group of a canonical molecule.
    pub fn of_canonical(canonical: Molecule, config: Config) -> Group {
        let images = canonical.images(config);
        let first = Enantiomer {
            molecule: canonical,
            transform: Transform::Id,
        };
        let mut group = Group {
            members: [first; 8],
            size: 0,
        };
        for (molecule, transform) in images.into_iter().zip(Transform::ALL) {
            if group.iter().all(|known| known.molecule != molecule) {
                group.members[group.size] = Enantiomer {
                    molecule,
                    transform,
                };
                group.size += 1;
            }
        }
        group.members[..group.size].sort_unstable_by_key(|member| member.molecule);
        group
    }

    /// The canonical molecule.
    pub fn canonical(&self) -> Molecule {
        self.members[0].molecule
    }

    /// The member that is this molecule, if it belongs to this group.
    pub fn find(&self, molecule: Molecule) -> Option<Enantiomer> {
        self.iter().find(|member| member.molecule == molecule)
    }

    /// The members, sorted by number. The canonical molecule comes first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Enantiomer> {
        self.members[..self.size].iter().copied()
    }
}

impl Config {
    /// The number of canonical molecules, that is, of molecules up to
    /// rotation and reflection.
    ///
    /// By Burnside's lemma, it is the mean over the eight transforms of the
    /// number of molecules that a transform does not change. A molecule does
    /// not change if every cycle of cells is either full or empty. So that
    /// number is the coefficient of xⁿ in the product of (1 + xᵏ) over the
    /// cycles' lengths k.
    pub fn canonical_molecules(self) -> u64 {
        let fixed: u128 = Transform::ALL
            .iter()
            .map(|&transform| {
                let mut coefficients = vec![0u128; self.atoms() + 1];
                coefficients[0] = 1;
                for length in transform.cycle_lengths(self) {
                    for degree in (length..coefficients.len()).rev() {
                        coefficients[degree] += coefficients[degree - length];
                    }
                }
                coefficients[self.atoms()]
            })
            .sum();
        (fixed / Transform::ALL.len() as u128) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_part_all_molecules() {
        for config in Config::all_up_to(4) {
            let (mut groups, mut members) = (0, 0);
            for molecule in config.all_molecules() {
                let group = Group::of(molecule, config);
                let me = group.find(molecule).unwrap();
                assert_eq!(me.transform.molecule(group.canonical(), config), molecule);
                assert_eq!(me.transform == Transform::Id, molecule.is_canonical(config));
                if molecule.is_canonical(config) {
                    groups += 1;
                    members += group.iter().len() as u64;
                }
            }
            assert_eq!(groups, config.canonical_molecules(), "{config}");
            assert_eq!(members, config.molecules(), "{config}");
        }
    }
}
