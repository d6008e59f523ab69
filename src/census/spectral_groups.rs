//! Finds the molecules of equal spectra among the records of a bucket.
//!
//! Records of equal spectra have the same key. So if a record's key is unique
//! and its spectrum is not symmetric, only one molecule has the spectrum. All
//! others are traced again, and their spectra compared.
//!
//! Several enantiomer groups may share a spectrum up to symmetry. A spectral
//! group's size is the number of all their molecules, divided by the number of
//! images of the spectrum. If the spectrum is not symmetric, neither are the
//! molecules, and both have eight images. If it is, a single enantiomer group
//! may be larger than the number of images, and ambiguous by itself.

use itertools::izip;

use super::findings::{Counts, Findings};
use super::notable::{NotableGroup, farthest};
use super::records::{Layout, Record, sort};
use super::signature::{Side, Signature};
use crate::game::{Config, Molecule, Numbering, Sides, Transform};

pub(super) struct Resolver<S> {
    config: Config,
    layout: Layout,
    counts: Counts,
    molecules: Vec<Molecule>,
    /// Records to look at more closely, in runs of one key, and the lengths
    /// of the runs.
    waiting: Vec<u64>,
    runs: Vec<usize>,
    sides: Vec<Sides<S>>,
    members: Vec<Member<S>>,
    aligned: Vec<u128>,
    scratch: Vec<Record>,
    numbering: Numbering,
    turned: Turned,
}

/// The number of molecules that wait to be traced together, because that is faster.
const TRACED_TOGETHER: usize = 256;

/// A canonical molecule whose spectrum has been derived.
#[derive(Clone, Copy)]
struct Member<S> {
    signature: Signature<S>,
    number: u64,
    molecule: Molecule,
}

/// The bytes that a record of a long run takes while it is resolved: in the bucket, for sorting,
/// while it waits, and traced.
pub(super) fn run_bytes(config: Config) -> u64 {
    let traced = match config.width() {
        ..=8 => size_of::<Member<u64>>(),
        _ => size_of::<Member<u128>>(),
    };
    (3 * size_of::<Record>() + traced) as u64
}

impl<S: Side> Resolver<S> {
    pub(super) fn new(config: Config) -> Resolver<S> {
        Resolver {
            config,
            layout: Layout::of(config),
            counts: Counts::new(config),
            molecules: Vec::new(),
            waiting: Vec::new(),
            runs: Vec::new(),
            sides: Vec::new(),
            members: Vec::new(),
            aligned: Vec::new(),
            scratch: Vec::new(),
            numbering: Numbering::new(config),
            turned: Turned::new(config),
        }
    }

    /// Looks at all records of a bucket, and leaves them sorted.
    pub(super) fn resolve(&mut self, records: &mut [Record]) {
        sort(records, &mut self.scratch);
        self.counts.findings.canonical += records.len() as u64;
        let layout = self.layout;
        let same_key = |a: &Record, b: &Record| layout.key(*a) == layout.key(*b);
        for run in records.chunk_by(same_key) {
            if let [record] = run
                && !layout.is_symmetric(*record)
            {
                self.counts.alone += 1;
            } else {
                self.waiting
                    .extend(run.iter().map(|&record| layout.number(record)));
                self.runs.push(run.len());
                if self.waiting.len() >= TRACED_TOGETHER {
                    self.resolve_waiting();
                }
            }
        }
        self.resolve_waiting();
    }

    pub(super) fn into_findings(self) -> Findings {
        self.counts.into_findings()
    }

    fn resolve_waiting(&mut self) {
        let config = self.config;
        let mut members = std::mem::take(&mut self.members);
        members.clear();
        // A run may have a million records. Then its members take most of the memory.
        members.reserve_exact(self.waiting.len());
        for waiting in self.waiting.chunks(2 * TRACED_TOGETHER) {
            self.molecules.clear();
            self.numbering.molecules(waiting, &mut self.molecules);
            S::trace(&self.molecules, config, &mut self.sides);
            members.extend(izip!(waiting, &self.molecules, &self.sides).map(
                |(&number, &molecule, sides)| Member {
                    signature: Signature::of(sides),
                    number,
                    molecule,
                },
            ));
        }
        self.waiting.clear();
        let mut rest = &mut members[..];
        let runs = std::mem::take(&mut self.runs);
        for &length in &runs {
            let (run, behind) = rest.split_at_mut(length);
            self.resolve_run(run);
            rest = behind;
        }
        self.runs = runs;
        self.runs.clear();
        self.members = members;
    }

    /// Groups the molecules of a run of records by spectra.
    fn resolve_run(&mut self, members: &mut [Member<S>]) {
        // The records are in the order of their numbers, unless only some of
        // them are marked. But those of one spectrum have the same mark.
        if let [one, others @ ..] = members
            && others
                .iter()
                .any(|other| other.signature.sides() != one.signature.sides())
        {
            members.sort_unstable_by_key(|member| (member.signature.sides(), member.number));
        }
        for group in members.chunk_by(|a, b| a.signature.sides() == b.signature.sides()) {
            self.resolve_group(group);
        }
    }

    /// Counts canonical molecules, in order, whose spectra are images of each other.
    fn resolve_group(&mut self, group: &[Member<S>]) {
        let [first, ..] = group else { return };
        let signature = &first.signature;
        let mut size = group.len() as u64;
        if signature.is_symmetric() {
            let orbits = group.iter().map(|one| orbit(one.molecule, self.config));
            size = orbits.sum::<u64>() / signature.orbit();
        }
        self.counts.add(signature.sides(), size, signature.orbit());
        if size > 1 {
            self.rank(group, size);
        }
    }

    fn rank(&mut self, group: &[Member<S>], size: u64) {
        let first = group[0].number;
        let notable = |difference: Option<u32>| {
            let rarer = self.turned.rarer_cells(group);
            let molecules = rarer.map(|rarer| Molecule::from_bits(rarer ^ self.turned.flipped));
            NotableGroup::new(size, difference, molecules, self.config)
        };
        let findings = &mut self.counts.findings;
        if findings.largest.admits(size, first) {
            findings.largest.add(notable(None));
        }
        let most = self.turned.rarer;
        if !findings.most_different.admits(most.into(), first) {
            return;
        }
        // Two molecules share at least the cells that the whole group shares.
        // This bound is quick to find, and mostly decides.
        let aligned = self.turned.rarer_cells(group);
        let shared = aligned
            .clone()
            .fold(u128::MAX, |shared, other| shared & other);
        let bound = most - shared.count_ones();
        if !findings.most_different.admits(bound.into(), first) {
            return;
        }
        let few = aligned.clone().nth(PAIRS_COMPARED).is_none();
        let difference = if few {
            self.aligned.clear();
            self.aligned.extend(aligned);
            largest_difference(&self.aligned, bound)
        } else {
            farthest(aligned, differ)
        };
        if findings.most_different.admits(difference.into(), first) {
            findings.most_different.add(notable(Some(difference)));
        }
    }
}

/// Turns molecules of equal signatures such that their spectra are equal.
struct Turned {
    /// By transform and cell, the cell where it goes, as a mask of one bit.
    cells: [Vec<u128>; Transform::ALL.len()],
    /// The cells to flip in a molecule to get its rarer cells: those with an atom, or those
    /// without. Two molecules differ in the same number of either.
    flipped: u128,
    /// The number of these cells.
    rarer: u32,
}

impl Turned {
    fn new(config: Config) -> Turned {
        let (atoms, empty) = (config.atoms(), config.cells() - config.atoms());
        let all = u128::MAX >> (u128::BITS as usize - config.cells());
        Turned {
            cells: Transform::ALL.map(|transform| {
                (config.all_cells())
                    .map(|cell| 1 << transform.cell(cell, config.width()).index())
                    .collect()
            }),
            flipped: if empty < atoms { all } else { 0 },
            rarer: atoms.min(empty) as u32,
        }
    }

    /// The rarer cells of all molecules of a group that have one spectrum.
    fn rarer_cells<S: Side>(&self, group: &[Member<S>]) -> impl Iterator<Item = u128> + Clone {
        group.iter().flat_map(move |member| {
            let rarer = Molecule::from_bits(member.molecule.bits() ^ self.flipped);
            member.signature.transforms().map(move |transform| {
                let cells = &self.cells[transform as usize];
                rarer
                    .atoms()
                    .fold(0, |bits, cell| bits | cells[cell.index()])
            })
        })
    }
}

/// The number of different images of a molecule.
pub(super) fn orbit(molecule: Molecule, config: Config) -> u64 {
    let images = molecule.images(config);
    let same = images.iter().filter(|&&image| image == molecule).count();
    (images.len() / same) as u64
}

/// In groups up to this size all pairs are compared.
const PAIRS_COMPARED: usize = 256;

/// The number of bits that only the first of two sets of one size has.
fn differ(one: u128, other: u128) -> u32 {
    (one & !other).count_ones()
}

/// The largest difference of two of the molecules, which is at most `bound`.
fn largest_difference(molecules: &[u128], bound: u32) -> u32 {
    let mut largest = 0;
    for (index, &one) in molecules.iter().enumerate() {
        for &other in &molecules[index + 1..] {
            largest = largest.max(differ(one, other));
        }
        if largest == bound {
            break;
        }
    }
    largest
}
