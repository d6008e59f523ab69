//! The cells of a wide box with few atoms, their images under the transforms, and hashes of spectra.

use std::cmp::Ordering;

use random::mix;

use super::board::{Atom, Rectangle, SparseBoard};
use super::families::moved;
use crate::board::Transform;

/// The greatest number of atoms in a census of a wide box.
pub const MOST_ATOMS: usize = 5;

/// The cells of a box, numbered row by row, and their images under the transforms.
pub(super) struct Cells {
    pub(super) size: Rectangle,
    images: [Vec<u16>; 8],
    lowest: Vec<u16>,
}

impl Cells {
    pub(super) fn new(size: Rectangle) -> Cells {
        let count = u16::from(size.height) * u16::from(size.width);
        let images = Transform::ALL.map(|transform| {
            let cells = (0..count).map(|cell| {
                let image = moved(transform, atom(cell, size), size);
                u16::from(image.row) * u16::from(size.width) + u16::from(image.column)
            });
            cells.collect::<Vec<u16>>()
        });
        let lowest = (0..usize::from(count)).map(|cell| {
            let images = images.iter().map(|images| images[cell]);
            images.min().unwrap_or_default()
        });
        Cells {
            size,
            lowest: lowest.collect(),
            images,
        }
    }

    /// The cells that can be the first atom of a canonical molecule.
    pub(super) fn leads(&self) -> Vec<u16> {
        let is_lowest = |&cell: &u16| self.lowest[usize::from(cell)] == cell;
        (0..self.lowest.len() as u16).filter(is_lowest).collect()
    }

    /// The cells that the other atoms of a canonical molecule can have: those after the first atom that have no image
    /// before the first atom.
    pub(super) fn others(&self, lead: u16) -> Vec<u16> {
        let may_follow = |&cell: &u16| self.lowest[usize::from(cell)] >= lead;
        (lead + 1..self.lowest.len() as u16)
            .filter(may_follow)
            .collect()
    }

    /// The images of some atoms under all transforms, each sorted. Unused entries are `u16::MAX`.
    pub(super) fn sorted_images(&self, atoms: &[u16]) -> [ImageCells; 8] {
        self.images.each_ref().map(|images| {
            let mut image = [u16::MAX; _];
            for (image, &cell) in image.iter_mut().zip(atoms) {
                *image = images[usize::from(cell)];
            }
            image.sort_unstable();
            image
        })
    }

    /// The number of different images of a molecule, or `None` if it is not canonical. `before` has all atoms but
    /// the last one, and `known` their images.
    #[inline(always)]
    pub(super) fn orbit(&self, before: &[u16], known: &[ImageCells; 8], last: u16) -> Option<u64> {
        let mut fixed = 1;
        for (images, known) in self.images[1..].iter().zip(&known[1..]) {
            let image = images[usize::from(last)];
            // Most images have a later first cell.
            let first = known[0].min(image);
            if first > *before.first().unwrap_or(&last) {
                continue;
            }
            let at = known[..before.len()].partition_point(|&cell| cell < image);
            let sorted = [&known[..at], &[image], &known[at..before.len()]];
            let molecule = before.iter().chain([&last]);
            match sorted.into_iter().flatten().cmp(molecule) {
                Ordering::Less => return None,
                Ordering::Equal => fixed += 1,
                Ordering::Greater => {}
            }
        }
        Some(8 / fixed)
    }
}

/// The sorted cells of some atoms of an image.
pub(super) type ImageCells = [u16; MOST_ATOMS];

pub(super) fn atom(cell: u16, size: Rectangle) -> Atom {
    let width = u16::from(size.width);
    let [row, column] = [cell / width, cell % width].map(|line| line as u8);
    Atom { row, column }
}

/// Computes hashes of a spectrum and of some of its images.
pub(super) struct SpectrumHashes<const N: usize> {
    /// For each position and each other end of a ray, one random word per image.
    words: Vec<[u64; N]>,
}

impl<const N: usize> SpectrumHashes<N> {
    /// `images` has, for each image and each position, where that position moves.
    pub(super) fn new(images: &[Vec<u8>; N]) -> SpectrumHashes<N> {
        let word = |ray_end: u8| {
            let moved = |images: &Vec<u8>| *images.get(usize::from(ray_end)).unwrap_or(&ray_end);
            let word = |ray_end: u8| mix(mix(u64::from(ray_end) + 1));
            images.each_ref().map(|images| word(moved(images)))
        };
        SpectrumHashes {
            words: (0..=u8::MAX).map(word).collect(),
        }
    }

    /// The hash of each image of the spectrum of a board. Rays that go straight through add nothing.
    #[inline(always)]
    pub(super) fn of(&self, board: &SparseBoard) -> [u64; N] {
        let mut hashes = [0_u64; N];
        board.each_ray(|position, ray_end| {
            let [one, other] = [position, ray_end].map(|end| &self.words[usize::from(end)]);
            for ((hash, one), other) in hashes.iter_mut().zip(one).zip(other) {
                let sum = one.wrapping_add(*other);
                *hash = hash.wrapping_add((sum & u64::from(u32::MAX)) * (sum >> 32));
            }
        });
        hashes
    }
}
