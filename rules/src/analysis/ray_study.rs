//! Every single ray of a configuration: how far it goes, how often it turns,
//! and the numbers of rays of each kind per molecule.
//!
//! A stored molecule has only sums and maxima over its rays. So the rays of
//! canonical molecules are fired again, and each molecule stands for its whole
//! group. [`KindTally`] has what the table has, too, to compare both.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::board::{Board, Orbit, Position, RayStatistics, RayTally};
use crate::ray::Outcome;

/// How a ray ends, without the position where it comes out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// It hits an atom.
    Absorbed,
    /// It comes back to where it entered.
    Reflected,
    /// It comes out elsewhere. Such a ray counts once, not at either end.
    Out,
}

impl Kind {
    /// All three.
    pub const ALL: [Kind; 3] = [Kind::Absorbed, Kind::Reflected, Kind::Out];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Absorbed => "absorbed",
            Kind::Reflected => "reflected",
            Kind::Out => "out",
        }
    }

    fn of(outcome: Outcome) -> Kind {
        match outcome {
            Outcome::Absorbed => Kind::Absorbed,
            Outcome::Reflected => Kind::Reflected,
            Outcome::Out(_) => Kind::Out,
        }
    }
}

/// What is measured on a ray.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Measure {
    /// The number of cells that it enters.
    Length,
    /// The number of its turns.
    Turns,
}

impl Measure {
    /// Both.
    pub const ALL: [Measure; 2] = [Measure::Length, Measure::Turns];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Length => "length",
            Measure::Turns => "turns",
        }
    }
}

/// Length and turns of a ray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number of cells that it enters.
    pub length: usize,
    /// The number of its turns.
    pub turns: usize,
}

impl Extent {
    /// One of the two.
    pub const fn get(self, measure: Measure) -> usize {
        match measure {
            Measure::Length => self.length,
            Measure::Turns => self.turns,
        }
    }
}

/// The number of rays of one kind, by length and turns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LengthsAndTurns {
    /// `counts[turns][length]`.
    counts: Vec<Vec<u64>>,
}

impl LengthsAndTurns {
    fn add(&mut self, extent: Extent, rays: u64) {
        *at(at(&mut self.counts, extent.turns), extent.length) += rays;
    }

    /// All lengths and turns, sorted by turns and then length, and the number
    /// of rays that have them.
    pub fn iter(&self) -> impl Iterator<Item = (Extent, u64)> {
        let rows = self.counts.iter().enumerate();
        rows.flat_map(|(turns, lengths)| {
            let cells = lengths.iter().enumerate();
            cells.map(move |(length, &rays)| (Extent { length, turns }, rays))
        })
        .filter(|&(_, rays)| rays > 0)
    }

    /// The number of rays.
    pub fn rays(&self) -> u64 {
        self.iter().map(|(_, rays)| rays).sum()
    }

    /// The number of rays by length or by turns.
    pub fn by(&self, measure: Measure) -> BTreeMap<u16, u64> {
        let rays = self.iter();
        let rays = rays.map(|(extent, rays)| (extent.get(measure) as u16, rays));
        rays.into_grouping_map().sum().into_iter().collect()
    }

    /// The mean length or number of turns, if there are rays.
    pub fn mean(&self, measure: Measure) -> Option<f64> {
        let values = self.iter();
        let values = values.map(|(extent, rays)| extent.get(measure) as u64 * rays);
        let (total, all): (u64, u64) = (values.sum(), self.rays());
        (all > 0).then(|| total as f64 / all as f64)
    }
}

/// An element of a list, which gets longer for it.
pub(super) fn at<T: Clone + Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}

/// The numbers of rays of each kind of a molecule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RayNumbers {
    /// Absorbed rays.
    pub absorbed: u16,
    /// Rays reflected before they enter the box.
    pub edge: u16,
    /// Rays reflected inside the box.
    pub deep: u16,
    /// Rays that come out elsewhere.
    pub out: u16,
}

impl RayNumbers {
    /// Reflected rays.
    pub const fn reflected(self) -> u16 {
        self.edge + self.deep
    }

    /// The number of shots that show the whole spectrum, if a player does not fire back
    /// a ray that has come out.
    pub const fn shots(self) -> u16 {
        self.absorbed + self.edge + self.deep + self.out
    }
}

/// Sums and maxima over all rays of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Totals {
    rays: u64,
    length: u64,
    turns: u64,
    max_length: u16,
    max_turns: u16,
}

impl Totals {
    fn add(&mut self, tally: RayTally, molecules: u64) {
        self.rays += u64::from(tally.number) * molecules;
        self.length += u64::from(tally.tot_length) * molecules;
        self.turns += u64::from(tally.tot_turns) * molecules;
        self.max_length = self.max_length.max(tally.max_length);
        self.max_turns = self.max_turns.max(tally.max_turns);
    }
}

/// What the table of molecules knows about their rays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KindTally {
    molecules: BTreeMap<RayNumbers, u64>,
    totals: [Totals; 3],
}

impl KindTally {
    /// Adds a number of molecules with these statistics.
    pub fn add(&mut self, statistics: &RayStatistics, molecules: u64) {
        let RayStatistics {
            absorbed,
            reflected,
            reflected_edge: edge,
            reflected_deep: deep,
            out,
        } = *statistics;
        let numbers = RayNumbers {
            absorbed: absorbed.number,
            edge,
            deep,
            out: out.number,
        };
        *self.molecules.entry(numbers).or_default() += molecules;
        for (totals, tally) in self.totals.iter_mut().zip([absorbed, reflected, out]) {
            totals.add(tally, molecules);
        }
    }

    /// The number of molecules by their numbers of rays, in the order of these.
    pub fn iter(&self) -> impl Iterator<Item = (RayNumbers, u64)> {
        self.molecules
            .iter()
            .map(|(&numbers, &count)| (numbers, count))
    }

    /// The number of molecules by the value of `what`.
    pub fn by(&self, what: impl Fn(RayNumbers) -> u16) -> BTreeMap<u16, u64> {
        let molecules = self.iter();
        let molecules = molecules.map(|(numbers, molecules)| (what(numbers), molecules));
        molecules.into_grouping_map().sum().into_iter().collect()
    }
}

/// The first molecule with a ray of the largest length or the most turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RayRecord {
    /// The molecule, a canonical one.
    pub molecule: Board,
    /// The lowest position from which the ray is fired.
    pub position: Position,
    /// Length and turns of that ray.
    pub extent: Extent,
    /// The number of canonical molecules that have a ray of this length, or
    /// with this number of turns.
    pub canonical: u64,
    /// The number of molecules that have one.
    pub molecules: u64,
}

/// All rays of a configuration.
#[derive(Clone, Default, Debug)]
pub struct RayStudy {
    /// The numbers with which the table of molecules must agree.
    pub tally: KindTally,
    distributions: [LengthsAndTurns; 3],
    records: [[Option<RayRecord>; 2]; 3],
}

impl RayStudy {
    /// Fires all rays of a canonical molecule, which stands for its group.
    /// The molecules come in the order of their numbers.
    pub fn add(&mut self, canonical: Board) {
        let molecules = Orbit::of_canonical(canonical).iter().len() as u64;
        let mut statistics = RayStatistics::default();
        let mut most = [[None::<(Extent, Position)>; 2]; 3];
        for (position, ray) in canonical.rays() {
            if matches!(ray.outcome, Outcome::Out(exit) if exit < position) {
                continue;
            }
            let kind = Kind::of(ray.outcome);
            let extent = Extent {
                length: usize::from(ray.length),
                turns: usize::from(ray.turns),
            };
            self.distributions[kind as usize].add(extent, molecules);
            for (best, measure) in most[kind as usize].iter_mut().zip(Measure::ALL) {
                let value = extent.get(measure);
                if best.is_none_or(|(best, _)| value > best.get(measure)) {
                    *best = Some((extent, position));
                }
            }
            statistics.count(ray);
        }
        self.tally.add(&statistics, molecules);
        for (places, best) in self.records.iter_mut().zip(most) {
            for ((place, best), measure) in places.iter_mut().zip(best).zip(Measure::ALL) {
                let Some((extent, position)) = best else {
                    continue;
                };
                let value = extent.get(measure);
                match place {
                    Some(held) if held.extent.get(measure) > value => {}
                    // They share the record.
                    Some(held) if held.extent.get(measure) == value => {
                        held.canonical += 1;
                        held.molecules += molecules;
                    }
                    _ => {
                        *place = Some(RayRecord {
                            molecule: canonical,
                            position,
                            extent,
                            canonical: 1,
                            molecules,
                        });
                    }
                }
            }
        }
    }

    /// The number of rays of a kind, by length and turns.
    pub fn distribution(&self, kind: Kind) -> &LengthsAndTurns {
        &self.distributions[kind as usize]
    }

    /// The molecules with the longest ray of a kind, or the one with the most turns.
    pub fn record(&self, kind: Kind, measure: Measure) -> Option<&RayRecord> {
        self.records[kind as usize][measure as usize].as_ref()
    }

    /// The record over all kinds. Among equal ones, it is that of the first
    /// kind.
    pub fn record_of_all(&self, measure: Measure) -> Option<(Kind, &RayRecord)> {
        let records = Kind::ALL.into_iter().rev();
        let records = records.filter_map(|kind| Some((kind, self.record(kind, measure)?)));
        // Of equal ones, it takes the last.
        records.max_by_key(|(_, record)| record.extent.get(measure))
    }
}
