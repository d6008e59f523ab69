//! Groups molecules by their spectra, for the census [by rays](super::by_rays), in a hash table that fits into
//! the processor's cache. Equal hashes never decide: spectra are compared.

use std::{iter, mem};

use super::signature::{FACTOR, SideKey, folded_product};
use crate::ray::Sides;

/// The groups of the molecules of one class. The table is empty again once all groups have been taken.
pub(super) struct Groups {
    /// The hash table. A slot has the index of the last molecule of a group, or [`Groups::NONE`].
    last: Vec<u16>,
    /// The slots that are in use.
    used: Vec<u16>,
    /// For each molecule, the previous one with the same spectrum, or [`Groups::NONE`].
    before: Vec<u16>,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups {
            last: vec![Groups::NONE; 2 * Groups::MAX_MOLECULES],
            used: Vec::new(),
            before: Vec::new(),
        }
    }
}

impl Groups {
    /// The greatest number of molecules in a class.
    pub(super) const MAX_MOLECULES: usize = 4096;

    const NONE: u16 = u16::MAX;

    /// Groups at most [`Groups::MAX_MOLECULES`] molecules by their spectra.
    pub(super) fn fill<W: SideKey>(&mut self, spectra: &[Sides<W>]) {
        let mask = (2 * spectra.len()).next_power_of_two().min(self.last.len()) - 1;
        self.before.clear();
        for (place, sides) in spectra.iter().enumerate() {
            let [a, b, c, d] = sides.forwards;
            let hash = a.hash_with(b) ^ c.hash_with(d).rotate_left(32);
            let mut at = folded_product(hash, FACTOR) as usize & mask;
            let before = loop {
                let last = self.last[at];
                if last == Groups::NONE {
                    self.used.push(at as u16);
                    break last;
                }
                if spectra[usize::from(last)].forwards == sides.forwards {
                    break last;
                }
                at = (at + 1) & mask;
            };
            self.before.push(before);
            self.last[at] = place as u16;
        }
    }

    /// Takes the next group out of the table: the index of its last molecule, or `None` if no group is left.
    pub(super) fn take(&mut self) -> Option<u16> {
        let at = self.used.pop()?;
        Some(mem::replace(&mut self.last[usize::from(at)], Groups::NONE))
    }

    /// The indices of the molecules of a group, starting from its last one.
    pub(super) fn molecules(&self, last: u16) -> impl Iterator<Item = usize> {
        let before = |&place: &u16| {
            let before = self.before[usize::from(place)];
            (before != Groups::NONE).then_some(before)
        };
        iter::successors(Some(last), before).map(usize::from)
    }
}
