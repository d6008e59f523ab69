//! The molecules of a configuration by their spectrum.

use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;
use random::mix;
use watch::{Halt, Observed};

use crate::board::{Config, Molecule, Transform};
use crate::ray::{Exits, Tracer};

/// The most positions of a box that is solved: it is 8 wide.
pub const MOST_POSITIONS: usize = 32;

/// The answers of a class, by position: where the ray comes out (its own position if it is
/// reflected), or the number of positions if it is absorbed. What follows the last position is 0.
pub type Answers = [u8; MOST_POSITIONS];

const AT_ONCE: usize = 1 << 10;

/// All molecules of a configuration. Those with the same spectrum are one class.
#[derive(Debug)]
pub struct Classes {
    config: Config,
    answers: Vec<Answers>,
    molecules: Vec<u32>,
    /// The class of each molecule, by number.
    class_of: Vec<u32>,
    /// For each class and each transform, 64 random bits for the image of the class.
    images: Vec<Images>,
    total: u32,
}

/// Random bits for the images of a class, by transform; for those of a set, the sums.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Images([u64; 8]);

impl Images {
    pub(super) const NONE: Images = Images([0; 8]);

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Images) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(more);
        }
    }

    /// The name of the set. Its images have the same sums in another order.
    #[inline(always)]
    pub(super) fn key(&self) -> Key {
        let least = self.0.into_iter().min();
        let mixed = self.0.into_iter().map(mix);
        Key(least.unwrap_or(0), mixed.fold(0, u64::wrapping_add))
    }
}

/// The name of a set of classes up to symmetry: 128 bits. Two sets that are images of each other have
/// the same key. Only 64 bits tell two sets apart that differ by whole orbits and are each their own images;
/// among the sets of A4_B4 there is no such pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key(pub(super) u64, pub(super) u64);

impl Classes {
    /// Traces the molecules of a configuration. Another seed gives other keys and no other result.
    /// The work is one per molecule. Panics if the box is wider than 8 or has more than 2³² − 1 molecules.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn new(config: Config, seed: u64, observed: &Observed) -> Result<Classes, Halt> {
        let positions = config.positions();
        assert!(positions <= MOST_POSITIONS, "the box is too wide");
        let total = u32::try_from(config.molecules()).expect("few enough molecules to hold");
        let mut index: HashMap<Answers, u32> = HashMap::new();
        let mut classes = Classes {
            config,
            answers: Vec::new(),
            molecules: Vec::new(),
            class_of: Vec::with_capacity(total as usize),
            images: Vec::new(),
            total,
        };
        for batch in &config.all_molecules().chunks(AT_ONCE) {
            let batch: Vec<Molecule> = batch.collect();
            Tracer::best().exits(&batch, config, |exits| {
                let answers = answers_of(&exits, positions);
                let class = *index.entry(answers).or_insert_with(|| {
                    classes.answers.push(answers);
                    classes.molecules.push(0);
                    classes.answers.len() as u32 - 1
                });
                classes.molecules[class as usize] += 1;
                classes.class_of.push(class);
            });
            observed.add(batch.len() as u64)?;
        }
        classes.images = images(&classes.answers, positions, seed);
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
        self.total
    }

    pub(super) fn bytes(&self) -> u64 {
        let class = size_of::<Answers>() + size_of::<u32>() + size_of::<Images>();
        (self.answers.len() * class + self.class_of.len() * size_of::<u32>()) as u64
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.config.positions()
    }

    /// The answers of a class.
    #[inline]
    pub fn answers(&self, class: u32) -> &Answers {
        &self.answers[class as usize]
    }

    /// The number of molecules of a class.
    #[inline]
    pub fn molecules(&self, class: u32) -> u32 {
        self.molecules[class as usize]
    }

    pub(super) fn each_molecule(&self, mut each: impl FnMut(u32, Molecule)) {
        for (&class, molecule) in self.class_of.iter().zip(self.config.all_molecules()) {
            each(class, molecule);
        }
    }

    /// Has each class a single molecule?
    pub(super) fn is_simple(&self) -> bool {
        self.count() == self.total
    }

    /// The number of molecules of a set.
    #[inline]
    pub(super) fn weight(&self, set: &[u32]) -> u32 {
        match self.is_simple() {
            true => set.len() as u32,
            false => set.iter().map(|&class| self.molecules(class)).sum(),
        }
    }

    #[inline(always)]
    pub(super) fn images(&self, class: u32) -> &Images {
        &self.images[class as usize]
    }

    pub(super) fn key(&self, set: &[u32]) -> Key {
        let mut sums = Images::NONE;
        for &class in set {
            sums.add(self.images(class));
        }
        sums.key()
    }

    /// The positions for the first shot. At all classes, none of them is an image of another.
    pub(super) fn first_shots(&self, classes: usize) -> Range<u8> {
        match classes == self.answers.len() {
            true => 0..self.config.width().div_ceil(2) as u8,
            false => 0..self.positions() as u8,
        }
    }
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
fn images(classes: &[Answers], positions: usize, seed: u64) -> Vec<Images> {
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
        Images(moves.each_ref().map(|(from, to)| {
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
