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

use super::findings::Findings;
use super::notable::NotableGroup;
use super::records::{Layout, Record, sort};
use super::signature::{Side, Signature};
use crate::game::{Config, Molecule, Numbering, Sides, Transform};

/// Resolves buckets into spectral groups, for boxes `P` cells wide.
pub(super) struct Resolver<const P: usize, S> {
    config: Config,
    layout: Layout,
    findings: Findings,
    /// By the number of canonical molecules that share it, the number of
    /// spectra without symmetry. Larger sizes go to the findings at once.
    asymmetric: [u64; 64],
    molecules: Vec<Molecule>,
    /// Records to look at more closely, in runs of one key, and the lengths
    /// of the runs.
    waiting: Vec<u64>,
    runs: Vec<usize>,
    sides: Vec<Sides<S>>,
    members: Vec<Member<S>>,
    aligned: Vec<Molecule>,
    scratch: Vec<Record>,
    numbering: Numbering,
    turned: TurnedCells,
}

/// The number of molecules that are traced together, because that is faster.
const TRACED_TOGETHER: usize = 256;

/// By transform and cell, the cell where it goes, as a mask of one bit.
type TurnedCells = [Vec<u128>; Transform::ALL.len()];

/// A canonical molecule whose spectrum has been derived.
#[derive(Clone, Copy)]
struct Member<S> {
    signature: Signature<S>,
    number: u64,
    molecule: Molecule,
}

impl<const P: usize, S: Side> Resolver<P, S> {
    /// A resolver that has found nothing yet.
    pub(super) fn new(config: Config) -> Resolver<P, S> {
        Resolver {
            config,
            layout: Layout::of(config),
            findings: Findings::default(),
            asymmetric: [0; 64],
            molecules: Vec::new(),
            waiting: Vec::new(),
            runs: Vec::new(),
            sides: Vec::new(),
            members: Vec::new(),
            aligned: Vec::new(),
            scratch: Vec::new(),
            numbering: Numbering::new(config),
            turned: Transform::ALL.map(|transform| {
                (0..config.cells())
                    .map(|cell| 1 << transform.cell(cell, config))
                    .collect()
            }),
        }
    }

    /// Looks at all records of a bucket, and leaves them sorted.
    pub(super) fn resolve(&mut self, records: &mut [Record]) {
        sort(records, &mut self.scratch);
        self.findings.canonical += records.len() as u64;
        let layout = self.layout;
        let same_key = |a: &Record, b: &Record| layout.key(*a) == layout.key(*b);
        for run in records.chunk_by(same_key) {
            if let [record] = run
                && !layout.is_symmetric(*record)
            {
                self.asymmetric[1] += 1;
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

    /// What has been found.
    pub(super) fn into_findings(mut self) -> Findings {
        for (size, &orbits) in self.asymmetric.iter().enumerate() {
            if orbits > 0 {
                self.findings.ambiguity.add(size as u64, orbits, 8);
            }
        }
        self.findings
    }

    /// Traces the waiting molecules, and resolves their runs.
    fn resolve_waiting(&mut self) {
        let config = self.config;
        self.molecules.clear();
        (self.numbering).molecules(&self.waiting, &mut self.molecules);
        let mut members = std::mem::take(&mut self.members);
        members.clear();
        S::trace::<P>(&self.molecules, config, &mut self.sides);
        members.extend(izip!(&self.waiting, &self.molecules, &self.sides).map(
            |(&number, &molecule, sides)| Member {
                signature: Signature::of(sides),
                number,
                molecule,
            },
        ));
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
            members.sort_by_key(|member| member.signature.sides());
        }
        for group in members.chunk_by(|a, b| a.signature.sides() == b.signature.sides()) {
            self.resolve_group(group);
        }
    }

    /// Counts a group of canonical molecules whose spectra are images of each
    /// other, in the order of their numbers.
    fn resolve_group(&mut self, group: &[Member<S>]) {
        let [first, ..] = group else { return };
        let orbits = group.len() as u64;
        let mut size = orbits;
        if !first.signature.is_symmetric() {
            match self.asymmetric.get_mut(group.len()) {
                Some(count) => *count += 1,
                None => self.findings.ambiguity.add(size, 1, 8),
            }
        } else {
            let molecules: u64 = group
                .iter()
                .map(|member| orbit(member.molecule, self.config))
                .sum();
            size = molecules / first.signature.orbit();
            self.findings
                .ambiguity
                .add(size, 1, first.signature.orbit());
        }
        if size > 1 {
            self.rank(group, size);
        }
    }

    /// Keeps a group if it is notable.
    fn rank(&mut self, group: &[Member<S>], size: u64) {
        let first = group[0].number;
        let notable = |difference: Option<u32>| {
            let canonical: Vec<_> = group.iter().map(|member| member.number).collect();
            NotableGroup::new(size, difference, &canonical, self.config)
        };
        if self.findings.largest.admits(size, first) {
            self.findings.largest.add(notable(None));
        }
        // Atoms that only one of two molecules has are in empty cells of the other.
        let empty = self.config.cells() - self.config.atoms();
        let most = self.config.atoms().min(empty) as u32;
        if !(self.findings.most_different).admits(most.into(), first) {
            return;
        }
        self.aligned.clear();
        for member in group {
            self.aligned
                .extend(member.signature.transforms().map(|transform| {
                    let cells = &self.turned[transform as usize];
                    let atoms = member.molecule.atoms();
                    Molecule::from_bits(atoms.fold(0, |bits, cell| bits | cells[cell]))
                }));
        }
        // Two molecules share at least the atoms that the whole group shares.
        // This bound is quick to find, and mostly decides.
        let shared = (self.aligned.iter()).fold(u128::MAX, |shared, other| shared & other.bits());
        let bound = (self.config.atoms() as u32 - shared.count_ones()).min(most);
        if !(self.findings.most_different).admits(bound.into(), first) {
            return;
        }
        let difference = largest_difference(&self.aligned, bound);
        if (self.findings.most_different).admits(difference.into(), first) {
            self.findings.most_different.add(notable(Some(difference)));
        }
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

/// The most atoms in which two of the molecules differ, which is at most
/// `bound`. In a large group, this only looks for a pair that is far apart: the
/// molecule farthest from the first one, the farthest from that, and so on as
/// long as the distance grows.
fn largest_difference(molecules: &[Molecule], bound: u32) -> u32 {
    let differ = |one: &Molecule, other: &Molecule| (one.bits() & !other.bits()).count_ones();
    let mut largest = 0;
    if molecules.len() <= PAIRS_COMPARED {
        for (index, one) in molecules.iter().enumerate() {
            for other in &molecules[index + 1..] {
                largest = largest.max(differ(one, other));
            }
            if largest == bound {
                break;
            }
        }
        return largest;
    }
    let mut from = &molecules[0];
    loop {
        let farthest = molecules.iter().max_by_key(|other| differ(from, other));
        let Some(farthest) = farthest.filter(|other| differ(from, other) > largest) else {
            return largest;
        };
        largest = differ(from, farthest);
        from = farthest;
    }
}
