//! The molecules of a configuration by their spectrum.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;
use random::mix;
use watch::{Halt, Observed};

#[cfg(test)]
use super::table::Bounds;
use super::tree::Goal;
use crate::board::{Config, Molecule, Transform};
use crate::puzzle::game::POINTS_AN_ATOM;
use crate::ray::{Exits, Tracer};

/// The number of positions of the largest box that is solved, which is 8 wide.
#[doc(hidden)]
pub const MOST_POSITIONS: usize = 32;

/// The answers of a class, by position: the position where the ray comes out (its own if it is reflected), or the
/// number of positions if it is absorbed. The bytes after the last position are 0.
#[doc(hidden)]
pub type Answers = [u8; MOST_POSITIONS];

const TRACED_AT_ONCE: usize = 1 << 10;

/// All molecules of a configuration, in classes: a class is the molecules with one spectrum.
#[derive(Debug)]
pub struct Classes {
    config: Config,
    /// The classes, those with the largest [`Member::worth`] first.
    members: Vec<Member>,
    /// The molecules, class by class.
    molecules: Vec<u64>,
    /// Whether a game ends only when one class is left.
    #[cfg(test)]
    pub(super) without_guesses: bool,
}

/// A class in a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) images: ImageBits,
    pub(super) answers: Answers,
    /// The index of its first molecule, followed by the number of its molecules.
    first: u32,
    pub(super) molecules: u32,
    /// The positions from which a ray comes out elsewhere.
    pub(super) outs: u32,
    /// The points of the best guess for its molecules alone.
    alone: u32,
}

impl Member {
    /// A lower bound of the points that its molecules cost beyond the best guess for them alone, if the guess is none
    /// of them: each of them then has at least one wrong atom. The loss is a multiple of 5.
    #[inline(always)]
    pub(super) fn loss(&self) -> u32 {
        (POINTS_AN_ATOM as u32 * self.molecules).saturating_sub(self.alone)
    }

    /// Whether the best guess for the class alone is right for one molecule, and has one wrong atom for each of the
    /// others. No guess for a class can cost less. A single molecule is regular.
    pub(super) fn is_regular(&self) -> bool {
        self.loss() == POINTS_AN_ATOM as u32
    }

    /// Half the gain that `look` defines: at most the number of molecules, and at most half the loss.
    pub(super) fn worth(&self) -> u32 {
        match self.loss() {
            0 => 0,
            _ => self.molecules.min(2),
        }
    }
}

/// Random bits for each image of a class, by transform. For a set of classes, they are added up.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ImageBits([u64; 8]);

impl ImageBits {
    #[inline(always)]
    pub(super) fn add(&mut self, other: &ImageBits) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(more);
        }
    }

    /// The key of the set. The images of the set have the same sums in another order.
    #[inline(always)]
    pub(super) fn key(&self) -> SetKey {
        let least = self.0.into_iter().min();
        let mixed = self.0.into_iter().map(mix);
        SetKey(least.unwrap_or(0), mixed.fold(0, u64::wrapping_add))
    }
}

/// The key of a set of classes up to symmetry: 128 bits. Two sets that are images of each other have the same key. If
/// two other sets differ by whole orbits, all eight sums differ by the same number, so only its 64 bits distinguish
/// them. Even if this held for all pairs of 10⁸ sets, two keys would agree with a probability of at most 3 · 10⁻⁴;
/// among the 45,884 sets of A4_B4 by shots, there is one such pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct SetKey(pub(super) u64, pub(super) u64);

impl Classes {
    /// Traces the molecules of a configuration. The seed changes the keys of sets, but not the results. Progress counts
    /// one per molecule.
    ///
    /// # Errors
    ///
    /// If the work is interrupted; [`Halt::Enough`] if the box is not a square up to 8 wide, or if there are more than
    /// 2³² − 1 molecules.
    pub fn new(config: Config, seed: u64, observed: &Observed) -> Result<Classes, Halt> {
        let positions = config.positions();
        let total = u32::try_from(config.molecules()).map_err(|_| Halt::Enough)?;
        if !config.is_numbered() || positions > MOST_POSITIONS {
            return Err(Halt::Enough);
        }
        let mut index: HashMap<Answers, usize> = HashMap::new();
        let mut traced: Vec<(Answers, Vec<u64>)> = Vec::new();
        for batch in &config.all_molecules().chunks(TRACED_AT_ONCE) {
            let batch: Vec<Molecule> = batch.collect();
            for (molecule, exits) in batch.iter().zip(Tracer::best().exits(&batch, config)) {
                let answers = answers_of(&exits, positions);
                let class = *index.entry(answers).or_insert(traced.len());
                if class == traced.len() {
                    traced.push((answers, Vec::new()));
                }
                traced[class].1.push(molecule.bits() as u64);
            }
            observed.add(batch.len() as u64)?;
        }
        drop(index);
        let image_bits = image_bits(positions, seed);
        let mut molecules = Vec::with_capacity(total as usize);
        let mut members = Vec::with_capacity(traced.len());
        for (answers, class) in traced {
            let is_out = |&at: &usize| ![at, positions].contains(&usize::from(answers[at]));
            members.push(Member {
                images: image_bits(&answers),
                answers,
                first: molecules.len() as u32,
                molecules: class.len() as u32,
                outs: (0..positions).filter(is_out).map(|at| 1 << at).sum(),
                alone: guess(config, [&class[..]]),
            });
            molecules.extend(class);
        }
        members.sort_by_key(|member| Reverse(member.worth()));
        Ok(Classes {
            config,
            members,
            molecules,
            #[cfg(test)]
            without_guesses: false,
        })
    }

    /// The configuration.
    pub fn config(&self) -> Config {
        self.config
    }

    /// The number of classes.
    pub fn count(&self) -> u32 {
        self.members.len() as u32
    }

    /// The number of molecules.
    pub fn total(&self) -> u32 {
        self.molecules.len() as u32
    }

    /// The bytes of memory for a class, or for each copy of it on the stacks of a search.
    pub(super) const BYTES_OF_CLASS: u64 = size_of::<Member>() as u64;

    /// All classes.
    pub(super) fn all(&self) -> Vec<u32> {
        (0..self.count()).collect()
    }

    /// The answers of a class.
    #[doc(hidden)]
    pub fn answers(&self, class: u32) -> &Answers {
        &self.members[class as usize].answers
    }

    pub(super) fn members(&self, set: &[u32]) -> impl ExactSizeIterator<Item = &Member> + Clone {
        set.iter().map(|&class| &self.members[class as usize])
    }

    /// The part of the cost of a set that no strategy can save, so that the search leaves it out: for points, the cost
    /// of the best guesses for each class alone.
    pub(super) fn base(&self, goal: Goal, set: &[u32]) -> u32 {
        match goal {
            Goal::Points => self.members(set).map(|member| member.alone).sum(),
            Goal::Shots | Goal::Worst => 0,
        }
    }

    /// The points of the best guess for a set, beyond its base.
    pub(super) fn guess<'a>(&self, set: impl ExactSizeIterator<Item = &'a Member> + Clone) -> u32 {
        #[cfg(test)]
        if self.without_guesses && set.len() > 1 {
            return Bounds::OPEN;
        }
        let molecules = set.clone().map(|member| {
            let (first, number) = (member.first as usize, member.molecules as usize);
            &self.molecules[first..first + number]
        });
        guess(self.config, molecules) - set.map(|member| member.alone).sum::<u32>()
    }

    /// The cost of a ray at a set.
    pub(super) fn fire(&self, goal: Goal, set: &[u32], ray: u8) -> u32 {
        let out = self
            .members(set)
            .filter(|member| member.outs >> ray & 1 == 1);
        let molecules = self.members(set).map(|member| member.molecules).sum();
        goal.fire(molecules, out.map(|member| member.molecules).sum())
    }

    /// The parts of a set by the answers to a ray.
    pub(super) fn parts(&self, set: &[u32], ray: u8) -> Vec<(u8, Vec<u32>)> {
        let mut parts = vec![Vec::new(); MOST_POSITIONS + 1];
        for &class in set {
            parts[usize::from(self.answers(class)[usize::from(ray)])].push(class);
        }
        let parts = (0..).zip(parts);
        parts.filter(|(_, part)| !part.is_empty()).collect()
    }

    pub(super) fn key(&self, set: &[u32]) -> SetKey {
        let mut sums = ImageBits::default();
        for member in self.members(set) {
            sums.add(&member.images);
        }
        sums.key()
    }

    /// The positions for the first ray. For the set of all classes, no two of them are images of each other.
    pub(super) fn first_rays(&self, classes: usize) -> Range<u8> {
        match classes == self.members.len() {
            true => 0..self.config.width().div_ceil(2) as u8,
            false => 0..self.config.positions() as u8,
        }
    }
}

/// The points of the best guess: it marks the cells where most molecules have an atom.
fn guess<'a>(config: Config, sets: impl IntoIterator<Item = &'a [u64]>) -> u32 {
    let (mut counts, mut all) = ([0u32; u64::BITS as usize], 0);
    for &molecule in sets.into_iter().flatten() {
        let mut left = molecule;
        while left != 0 {
            counts[left.trailing_zeros() as usize] += 1;
            left &= left - 1;
        }
        all += 1;
    }
    let atoms = config.atoms();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    POINTS_AN_ATOM as u32 * (atoms as u32 * all - counts[..atoms].iter().sum::<u32>())
}

fn answers_of(exits: &Exits, positions: usize) -> Answers {
    let mut answers = [0; MOST_POSITIONS];
    for (answer, &exit) in answers.iter_mut().zip(&exits.at()[..positions]) {
        *answer = match exit {
            Exits::ABSORBED => positions as u8,
            exit => exit,
        };
    }
    answers
}

/// The random bits of classes, by a seed.
fn image_bits(positions: usize, seed: u64) -> impl Fn(&Answers) -> ImageBits {
    // By transform and position: the position from which the answer comes, and the position to which an exit moves.
    let moves = Transform::ALL.map(|transform| {
        let mut from = vec![0; positions];
        let mut to = [positions as u8; MOST_POSITIONS + 1];
        for (position, from) in from.iter_mut().enumerate() {
            *from = transform.source(position, positions);
            to[*from] = position as u8;
        }
        (from, to)
    });
    move |answers| {
        ImageBits(moves.each_ref().map(|(from, to)| {
            let mut image = [0; MOST_POSITIONS];
            for (image, &from) in image.iter_mut().zip(from) {
                *image = to[usize::from(answers[from])];
            }
            // Each step is a bijection of the state (Murmur's finish).
            let mut state = mix(seed ^ 0x9e37_79b9_7f4a_7c15);
            for word in image.as_chunks::<8>().0 {
                let next = mix(state ^ u64::from_le_bytes(*word));
                state = next.wrapping_add(0xd1b5_4a32_d192_ed03);
            }
            mix(state)
        }))
    }
}
