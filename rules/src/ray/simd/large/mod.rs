//! The same for boxes 9 to 11 wide, whose rows and columns have more cells than a byte
//! has bits.
//!
//! Two things are different. The cells of a line are two bytes, which are looked up and
//! searched one after the other. And there are two registers of rays: while one runs along
//! lines, the other runs along columns. So at every turn they swap what they look at.

use fearless_simd::prelude::*;

use super::statistics::{self, Ended};
use crate::board::Config;
use crate::board::MAX_WIDTH;
use crate::board::Molecule;
use crate::board::spectrum::{RayStatistics, Spectrum};
use crate::board::symmetry::SmallBoard;
use crate::ray::exits::Exits;
use lanes::{Entering, WideLayout};
use rays::{WideRays, shoot};
use spectra::{exits_of, images_of, results_of, spectrum_of};

mod lanes;
mod rays;
mod spectra;

const NARROWEST: usize = SmallBoard::MAX_WIDTH + 1;

/// The lines of a box 9 to 11 wide, 16 bits each, four to a word.
#[inline]
fn lines_of(molecule: Molecule, config: Config) -> [u64; 3] {
    let (bits, width) = (molecule.bits(), config.width());
    let one = ((1 << width) - 1) * 0x0000_0001_0000_0001;
    let two = (1 << (2 * width)) - 1;
    [0, 1, 2].map(|word| {
        let lines = (bits >> (4 * width * word)) as u64;
        let lines = lines & two | (lines >> (2 * width) & two) << 32;
        lines & one | (lines >> width & one) << 16
    })
}

#[inline(always)]
pub(in crate::ray) fn spectrum<S: Simd>(simd: S, molecule: Molecule, config: Config) -> Spectrum {
    let layout = WideLayout::of_width(config.width());
    let rays = shoot::<S, false>(simd, lines_of(molecule, config), layout);
    spectrum_of(simd, results_of(simd, &rays, layout), config.width())
}

#[inline(always)]
pub(in crate::ray) fn trace<S: Simd>(
    simd: S,
    molecule: Molecule,
    config: Config,
) -> (Spectrum, RayStatistics) {
    let layout = WideLayout::of_width(config.width());
    let rays = shoot::<S, true>(simd, lines_of(molecule, config), layout);
    (
        spectrum_of(simd, results_of(simd, &rays, layout), config.width()),
        statistics_of(simd, &rays, config.width(), layout),
    )
}

/// The spectra of all images of a molecule, in the order of the transforms.
#[inline(always)]
pub(in crate::ray) fn images<S: Simd>(
    simd: S,
    molecule: Molecule,
    config: Config,
) -> [Spectrum; 8] {
    let layout = WideLayout::of_width(config.width());
    let rays = shoot::<S, false>(simd, lines_of(molecule, config), layout);
    images_of(simd, results_of(simd, &rays, layout), config.width())
}

#[inline(always)]
pub(in crate::ray) fn trace_images<S: Simd>(
    simd: S,
    molecule: Molecule,
    config: Config,
) -> ([Spectrum; 8], RayStatistics) {
    let layout = WideLayout::of_width(config.width());
    let rays = shoot::<S, true>(simd, lines_of(molecule, config), layout);
    (
        images_of(simd, results_of(simd, &rays, layout), config.width()),
        statistics_of(simd, &rays, config.width(), layout),
    )
}

#[inline(always)]
pub(in crate::ray) fn exits<S: Simd>(simd: S, molecule: Molecule, config: Config) -> Exits {
    let layout = WideLayout::of_width(config.width());
    let rays = shoot::<S, false>(simd, lines_of(molecule, config), layout);
    exits_of(simd, &rays, layout)
}

/// Where the rays of a molecule come out, and whether one may exceed the limits of length and turns.
#[inline(always)]
pub(in crate::ray) fn exits_within<S: Simd>(
    simd: S,
    molecule: Molecule,
    config: Config,
    limits: [u8; 2],
) -> (Exits, bool) {
    let layout = WideLayout::of_width(config.width());
    let rays = shoot::<S, true>(simd, lines_of(molecule, config), layout);
    let [entering, entering_others] = &layout.entering;
    let beyond = ended(simd, &rays[0], entering).may_exceed(simd, limits)
        | ended(simd, &rays[1], entering_others).may_exceed(simd, limits);
    (exits_of(simd, &rays, layout), beyond)
}

#[inline(always)]
fn statistics_of<S: Simd>(
    simd: S,
    [one, other]: &[WideRays<S>; 2],
    width: usize,
    layout: &WideLayout,
) -> RayStatistics {
    let [entering, entering_others] = &layout.entering;
    statistics::of(simd, ended(simd, one, entering), width, MAX_WIDTH - width)
        + statistics::of(
            simd,
            ended(simd, other, entering_others),
            width,
            MAX_WIDTH - width,
        )
}

#[inline(always)]
fn ended<S: Simd>(simd: S, rays: &WideRays<S>, entering: &Entering) -> Ended<S> {
    Ended {
        entry: entering.position.load(simd),
        results: rays.results,
        length: rays.length,
        turns: rays.turns,
    }
}
