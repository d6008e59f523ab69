//! The molecules of a configuration by their spectrum.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;
use random::mix;
use watch::{Halt, Observed};

#[cfg(test)]
use super::table::Bounds;
use crate::board::{Config, Molecule, Transform};
use crate::puzzle::game::POINTS_AN_ATOM;
use crate::ray::{Exits, Tracer};

/// The most positions of a box that is solved: it is 8 wide.
#[doc(hidden)]
pub const MOST_POSITIONS: usize = 32;

/// The answers of a class, by position: where the ray comes out (its own position if it is
/// reflected), or the number of positions if it is absorbed. What follows the last position is 0.
#[doc(hidden)]
pub type Answers = [u8; MOST_POSITIONS];

const AT_ONCE: usize = 1 << 10;

/// All molecules of a configuration. Those with the same spectrum are one class.
///
/// The classes that a guess tells least of come first: those with the largest `Member::worth`.
///
/// See the [example](super).
#[derive(Debug)]
pub struct Classes {
    config: Config,
    answers: Vec<Answers>,
    members: Vec<Member>,
    /// For each class and each transform, 64 random bits for the image of the class.
    images: Vec<ImageBits>,
    /// For each class, where its molecules begin.
    starts: Vec<u32>,
    molecules: Vec<u64>,
    /// Does a game end only when one class is left?
    #[cfg(test)]
    pub(super) without_guesses: bool,
}

/// A class in a set.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Member {
    pub(super) class: u32,
    pub(super) molecules: u32,
    /// The positions from which a ray comes out elsewhere.
    pub(super) outs: u32,
    /// What its molecules cost in points, at least, more than the best guess for them alone, if the
    /// guess is no molecule of the class. Then each of them has an atom that is wrong, or more.
    /// It is a multiple of 5, and 5 if the class is [regular](Member::is_regular).
    pub(super) loss: u32,
}

impl Member {
    /// Is the best guess for the class alone right for one molecule, and has one wrong atom for each
    /// other one? No other guess for it costs less. A single molecule is regular.
    pub(super) fn is_regular(&self) -> bool {
        self.loss == POINTS_AN_ATOM as u32
    }

    /// In halves: 0, or at most twice the molecules and at most the loss. See `look`.
    pub(super) fn worth(&self) -> u32 {
        match self.loss {
            0 => 0,
            _ => self.molecules.min(2),
        }
    }
}

/// Random bits for the images of a class, by transform; for those of a set, the sums.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct ImageBits([u64; 8]);

impl ImageBits {
    pub(super) const NONE: ImageBits = ImageBits([0; 8]);

    #[inline(always)]
    pub(super) fn add(&mut self, other: &ImageBits) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(more);
        }
    }

    /// The name of the set. Its images have the same sums in another order.
    #[inline(always)]
    pub(super) fn key(&self) -> SetKey {
        let least = self.0.into_iter().min();
        let mixed = self.0.into_iter().map(mix);
        SetKey(least.unwrap_or(0), mixed.fold(0, u64::wrapping_add))
    }
}

/// The name of a set of classes up to symmetry: 128 bits. Two sets that are images of each other have
/// the same key. If two other sets differ by whole orbits, all eight sums differ by the same number, so only 64 bits
/// tell them apart. Even if all pairs of 10⁸ sets were such, two keys would agree with a probability of 3 · 10⁻⁴ or
/// less; among the 45,884 sets of A4_B4 by shots, there is one such pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SetKey(pub(super) u64, pub(super) u64);

impl Classes {
    /// Traces the molecules of a configuration. Another seed gives other keys and no other result.
    /// The work is one per molecule.
    ///
    /// # Errors
    ///
    /// If it is interrupted, or the box is no square up to 8 wide, or it has more than 2³² − 1 molecules
    /// ([`Halt::Enough`]).
    pub fn new(config: Config, seed: u64, observed: &Observed) -> Result<Classes, Halt> {
        let positions = config.positions();
        let total = u32::try_from(config.molecules()).map_err(|_| Halt::Enough)?;
        if !config.is_numbered() || positions > MOST_POSITIONS {
            return Err(Halt::Enough);
        }
        let mut index: HashMap<Answers, u32> = HashMap::new();
        let mut answers: Vec<Answers> = Vec::new();
        let mut class_of: Vec<u32> = Vec::with_capacity(total as usize);
        for batch in &config.all_molecules().chunks(AT_ONCE) {
            let batch: Vec<Molecule> = batch.collect();
            Tracer::best().exits(&batch, config, |exits| {
                let new = answers_of(&exits, positions);
                class_of.push(*index.entry(new).or_insert_with(|| {
                    answers.push(new);
                    answers.len() as u32 - 1
                }));
            });
            observed.add(batch.len() as u64)?;
        }
        drop(index);
        // The molecules by class.
        let mut starts = vec![0u32; answers.len() + 1];
        for &class in &class_of {
            starts[class as usize + 1] += 1;
        }
        for class in 0..answers.len() {
            starts[class + 1] += starts[class];
        }
        let (mut next, mut molecules) = (starts.clone(), vec![0; total as usize]);
        for (&class, molecule) in class_of.iter().zip(config.all_molecules()) {
            let next = &mut next[class as usize];
            molecules[*next as usize] = molecule.bits() as u64;
            *next += 1;
        }
        drop((class_of, next));
        let of = |class: u32| {
            let class = class as usize;
            &molecules[starts[class] as usize..starts[class + 1] as usize]
        };
        let members = answers.iter().zip(0..).map(|(answers, class)| {
            let alone = guess(config, [of(class)]);
            Member {
                class,
                molecules: of(class).len() as u32,
                outs: outs(answers, positions),
                loss: (POINTS_AN_ATOM as u32 * of(class).len() as u32).saturating_sub(alone),
            }
        });
        let mut members: Vec<Member> = members.collect();
        members.sort_by_key(|member| Reverse(member.worth()));
        let mut classes = Classes {
            config,
            images: Vec::new(),
            starts: vec![0],
            molecules: Vec::with_capacity(molecules.len()),
            answers: Vec::with_capacity(answers.len()),
            members: Vec::new(),
            #[cfg(test)]
            without_guesses: false,
        };
        for (member, class) in members.iter_mut().zip(0..) {
            classes.molecules.extend(of(member.class));
            classes.starts.push(classes.molecules.len() as u32);
            classes.answers.push(answers[member.class as usize]);
            member.class = class;
        }
        classes.images = images(&classes.answers, positions, seed);
        classes.members = members;
        Ok(classes)
    }

    /// The configuration.
    pub fn config(&self) -> Config {
        self.config
    }

    /// The number of classes.
    pub fn count(&self) -> u32 {
        self.answers.len() as u32
    }

    /// The number of molecules.
    pub fn total(&self) -> u32 {
        self.molecules.len() as u32
    }

    /// The bytes of memory for a class, or for each copy of it on the stacks of a search.
    pub(super) const BYTES_OF_CLASS: u64 =
        (size_of::<Answers>() + size_of::<Member>() + size_of::<ImageBits>()) as u64;

    /// The number of positions.
    #[doc(hidden)]
    pub fn positions(&self) -> usize {
        self.config.positions()
    }

    /// The answers of a class.
    #[inline]
    #[doc(hidden)]
    pub fn answers(&self, class: u32) -> &Answers {
        &self.answers[class as usize]
    }

    #[inline]
    pub(super) fn member(&self, class: u32) -> Member {
        self.members[class as usize]
    }

    /// The points of the best guesses for each class of a set alone, all classes together.
    pub(super) fn base(&self, set: &[u32]) -> u32 {
        let members = set.iter().map(|&class| self.member(class));
        let ambiguous = members.filter(|member| member.molecules > 1);
        ambiguous
            .map(|member| guess(self.config, [self.molecules_of(member.class)]))
            .sum()
    }

    fn molecules_of(&self, class: u32) -> &[u64] {
        let class = class as usize;
        &self.molecules[self.starts[class] as usize..self.starts[class + 1] as usize]
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
        let mut sums = ImageBits::NONE;
        for &class in set {
            sums.add(self.images(class));
        }
        sums.key()
    }

    /// The points of the best guess for a set, beyond those of the best guesses for each class alone.
    pub(super) fn guess(&self, set: &[Member]) -> u32 {
        #[cfg(test)]
        if self.without_guesses && set.len() > 1 {
            return Bounds::OPEN;
        }
        let of = |member: &Member| self.molecules_of(member.class);
        let alone = set.iter().filter(|member| member.molecules > 1);
        let alone: u32 = alone.map(|member| guess(self.config, [of(member)])).sum();
        guess(self.config, set.iter().map(of)) - alone
    }

    #[inline(always)]
    pub(super) fn images(&self, class: u32) -> &ImageBits {
        &self.images[class as usize]
    }

    /// The positions for the first ray. At all classes, none of them is an image of another.
    pub(super) fn first_rays(&self, classes: usize) -> Range<u8> {
        match classes == self.answers.len() {
            true => 0..self.config.width().div_ceil(2) as u8,
            false => 0..self.positions() as u8,
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

/// The positions from which a ray comes out elsewhere.
fn outs(answers: &Answers, positions: usize) -> u32 {
    let elsewhere = |&position: &usize| {
        let answer = usize::from(answers[position]);
        answer != position && answer != positions
    };
    (0..positions)
        .filter(elsewhere)
        .fold(0, |bits, position| bits | 1 << position)
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

/// For each class, random bits for its images.
fn images(classes: &[Answers], positions: usize, seed: u64) -> Vec<ImageBits> {
    // By transform and position: from where the answer comes, and where an exit goes.
    let moves = Transform::ALL.map(|transform| {
        let mut from = vec![0; positions];
        let mut to = [positions as u8; MOST_POSITIONS + 1];
        for (position, from) in from.iter_mut().enumerate() {
            *from = transform.source(position, positions);
            to[*from] = position as u8;
        }
        (from, to)
    });
    let of_class = |answers: &Answers| {
        ImageBits(moves.each_ref().map(|(from, to)| {
            let mut image = [0; MOST_POSITIONS];
            for (image, &from) in image.iter_mut().zip(from) {
                *image = to[usize::from(answers[from])];
            }
            hash(&image, seed)
        }))
    };
    classes.iter().map(of_class).collect()
}

/// A hash of answers that a seed chooses. Each step is a bijection of the state (Murmur's finish).
fn hash(answers: &Answers, seed: u64) -> u64 {
    let mut state = mix(seed ^ 0x9e37_79b9_7f4a_7c15);
    for word in answers.as_chunks::<8>().0 {
        state = mix(state ^ u64::from_le_bytes(*word)).wrapping_add(0xd1b5_4a32_d192_ed03);
    }
    mix(state)
}
