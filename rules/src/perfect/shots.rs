//! The least mean number of shots: branch and bound over sets of classes.
//!
//! A set costs as many shots as it has molecules, and what the parts cost that the first shot leaves.
//! The search asks for an interval of at most some width, the *slack*, or for a lower bound that is
//! high enough to give the set up. Slack is spent once on the way down: where the parts share it, so
//! does the set.
//!
//! A4_B6 takes 119 s of processor time; a prototype whose bounds were packings of pairs takes 303 (side by
//! side, one thread each).

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use fearless_simd::{Level, dispatch};
use watch::locked;

use super::classes::{Answers, Classes, Images, Key, MOST_POSITIONS};
use super::glance::{Estimates, Rows, Scratch, Shot, Span, four, glance, three};
use super::search::Stopped;
use super::table::{Bounds, Table};
use super::tree::END;

/// The classes of a set that give the same answer.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Until [`Shots::fill`], only its length counts.
    classes: Span,
    answer: u8,
    weight: u32,
    /// Only for five classes or more.
    key: Key,
    bounds: Bounds,
    known: bool,
    shots: Span,
    /// The first shot of a strategy that a look found.
    first: u8,
}

impl Part {
    /// A part of which nothing is known.
    fn new(classes: usize, answer: u8, weight: u32, key: Key) -> Part {
        Part {
            classes: Span::new(0, classes),
            answer,
            weight,
            key,
            bounds: Bounds::at_least(weight),
            known: false,
            shots: Span::EMPTY,
            first: 0,
        }
    }
}

/// The large sets that some thread works on. Another thread looks for other work first.
pub(super) type Busy = Mutex<HashSet<Key>>;

/// The least number of classes of a large set.
const LARGE: usize = 256;

/// How far a pass is.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The share of it that is done.
    done: f64,
    /// The share of the set that is next.
    next: f64,
}

/// The cost of sets of up to this number of classes is known at once.
const AT_ONCE: usize = 4;

/// From this number of classes on, all shots are looked up before one is tried. An estimate beside the
/// lower bound says which comes first. That saves 5 % of the work. Below it, the lower bound says it better.
const BATCHED: usize = 24;

/// The stacks have room for all classes this many times: for all of them, once more for the parts of the
/// first shot, and for smaller and smaller ones.
const SETS_ON_STACK: usize = 3;

/// A set by the answers at a position.
struct Tally {
    counts: [u32; MOST_POSITIONS + 1],
    molecules: [u32; MOST_POSITIONS + 1],
    images: [Images; MOST_POSITIONS + 1],
}

impl Tally {
    const EMPTY: Tally = Tally {
        counts: [0; MOST_POSITIONS + 1],
        molecules: [0; MOST_POSITIONS + 1],
        images: [Images::NONE; MOST_POSITIONS + 1],
    };

    #[inline(always)]
    fn count(
        &mut self,
        answers: &[Answers],
        molecules: &[u32],
        images: &[Images],
        position: usize,
    ) {
        *self = Tally::EMPTY;
        for ((row, molecules), images) in answers.iter().zip(molecules).zip(images) {
            let answer = usize::from(row[position]);
            self.counts[answer] += 1;
            self.molecules[answer] += molecules;
            self.images[answer].add(images);
        }
    }
}

pub(super) struct Shots<'a> {
    classes: &'a Classes,
    table: &'a Table,
    stops: [&'a AtomicBool; 2],
    busy: &'a Busy,
    /// The thousandths of the pass that are done.
    done: &'a AtomicU64,
    level: Level,
    estimates: Estimates,
    scratch: Box<Scratch>,
    tally: Box<Tally>,
    /// Stacks: the classes of the sets in three columns (their answers, their molecules, their random bits),
    /// then the parts, then the shots.
    answers: Vec<Answers>,
    molecules: Vec<u32>,
    images: Vec<Images>,
    parts: Vec<Part>,
    shots: Vec<Shot>,
    depth: usize,
    way: Way,
}

impl<'a> Shots<'a> {
    /// The bytes of the stacks of this number of threads.
    pub(super) fn bytes(classes: &Classes, threads: usize) -> u64 {
        let class = size_of::<Answers>() + size_of::<u32>() + size_of::<Images>();
        (threads * SETS_ON_STACK * classes.count() as usize * class) as u64
    }

    /// A search that ends as soon as one of the stops is set.
    pub(super) fn new(
        classes: &'a Classes,
        table: &'a Table,
        stops: [&'a AtomicBool; 2],
        busy: &'a Busy,
        done: &'a AtomicU64,
    ) -> Shots<'a> {
        let most = SETS_ON_STACK * classes.count() as usize;
        Shots {
            classes,
            table,
            stops,
            busy,
            done,
            level: Level::new(),
            estimates: Estimates::new(),
            scratch: Scratch::new(),
            answers: Vec::with_capacity(most),
            molecules: Vec::with_capacity(most),
            images: Vec::with_capacity(most),
            tally: Box::new(Tally::EMPTY),
            parts: Vec::new(),
            shots: Vec::new(),
            depth: 0,
            way: Way {
                done: 0.0,
                next: 1.0,
            },
        }
    }

    /// The bounds of the cost of all classes, at most `slack` apart.
    pub(super) fn solve_all(&mut self, slack: u32) -> Result<Bounds, Stopped> {
        let all = self.all();
        if let Some(cost) = self.small(all.classes) {
            return Ok(Bounds::exact(cost));
        }
        let (bounds, _) = self.solve(all, Bounds::OPEN, slack)?;
        Ok(bounds)
    }

    fn all(&mut self) -> Part {
        self.truncate([0; 3]);
        let mut sums = Images::NONE;
        for class in 0..self.classes.count() {
            self.answers.push(*self.classes.answers(class));
            self.molecules.push(self.classes.molecules(class));
            self.images.push(*self.classes.images(class));
            sums.add(self.classes.images(class));
        }
        let count = self.answers.len();
        let mut all = Part::new(count, 0, self.classes.total(), sums.key());
        // A single class costs nothing.
        all.bounds = Bounds::at_least(0);
        if count > AT_ONCE {
            self.look(&mut all);
            let first = self.classes.first_shots(count);
            self.shots.retain(|shot| first.contains(&shot.position));
            all.shots.end = self.shots.len();
            if let Some(known) = self.table.get(all.key) {
                all.bounds = all.bounds.and(known);
            }
        }
        all
    }

    fn rows(&self, set: Span) -> Rows<'_> {
        Rows {
            answers: &self.answers[set.start..set.end],
            molecules: &self.molecules[set.start..set.end],
        }
    }

    fn small(&self, set: Span) -> Option<u32> {
        match set.len() {
            1 => Some(0),
            2 => Some(self.molecules[set.start] + self.molecules[set.start + 1]),
            3 => Some(three(self.rows(set))),
            4 => Some(four(self.rows(set))),
            _ => None,
        }
    }

    /// Looks at the shots at a set of five classes or more.
    fn look(&mut self, part: &mut Part) {
        let start = self.shots.len();
        let Span { start: from, end } = part.classes;
        let (answers, molecules) = (&self.answers[from..end], &self.molecules[from..end]);
        let rows = Rows { answers, molecules };
        let (positions, weight) = (self.classes.positions(), part.weight);
        let estimates = &self.estimates;
        let (scratch, shots) = (&mut *self.scratch, &mut self.shots);
        let (upper, first) = dispatch!(self.level, simd => {
            glance(simd, positions, rows, weight, estimates, scratch, shots)
        });
        let lowers = self.shots[start..].iter().map(|shot| shot.lower);
        let lower = lowers.min().unwrap_or(0);
        part.shots = Span::new(start, self.shots.len());
        part.bounds = part.bounds.and(Bounds { lower, upper });
        part.first = first;
    }

    /// Puts the parts of a set on the stack, the smallest first; those of one class only if they are
    /// wanted. Their classes are only counted: [`fill`](Shots::fill) copies them.
    fn split(&mut self, set: Span, position: u8, single: bool) -> Span {
        let (answers, molecules, images) = (
            &self.answers[set.start..set.end],
            &self.molecules[set.start..set.end],
            &self.images[set.start..set.end],
        );
        let position = usize::from(position);
        let tally = &mut *self.tally;
        dispatch!(self.level, simd => {
            let _ = simd;
            tally.count(answers, molecules, images, position);
        });
        let first = self.parts.len();
        let least = if single { 1 } else { 2 };
        let mut order = [(0u32, 0u8); MOST_POSITIONS + 1];
        let mut number = 0;
        for (answer, &count) in tally.counts.iter().enumerate() {
            if count >= least {
                order[number] = (count, answer as u8);
                number += 1;
            }
        }
        let order = &mut order[..number];
        order.sort_unstable();
        for &mut (count, answer) in order {
            let weight = tally.molecules[usize::from(answer)];
            let key = match count as usize {
                ..=AT_ONCE => Key(0, 0),
                _ => tally.images[usize::from(answer)].key(),
            };
            (self.parts).push(Part::new(count as usize, answer, weight, key));
        }
        Span::new(first, self.parts.len())
    }

    /// Copies the classes of the parts to the end of the stacks.
    fn fill(&mut self, set: Span, position: u8, parts: Span) {
        let mut next = [usize::MAX; MOST_POSITIONS + 1];
        let mut end = self.answers.len();
        for part in &mut self.parts[parts.start..parts.end] {
            next[usize::from(part.answer)] = end;
            part.classes = Span::new(end, end + part.classes.len());
            end = part.classes.end;
        }
        self.answers.resize(end, [0; MOST_POSITIONS]);
        self.molecules.resize(end, 0);
        self.images.resize(end, Images::NONE);
        for index in set.start..set.end {
            let row = self.answers[index];
            let next = &mut next[usize::from(row[usize::from(position)])];
            if *next != usize::MAX {
                self.answers[*next] = row;
                self.molecules[*next] = self.molecules[index];
                self.images[*next] = self.images[index];
                *next += 1;
            }
        }
    }

    /// Takes what the table knows of a part, if anything.
    fn probe(&mut self, index: usize) {
        let part = &mut self.parts[index];
        if let Some(known) = self.table.get(part.key) {
            (part.known, part.bounds) = (true, known);
        }
    }

    /// What is known of a part whose classes are there.
    fn small_or_probe(&mut self, index: usize) {
        match self.small(self.parts[index].classes) {
            Some(cost) => self.parts[index].bounds = Bounds::exact(cost),
            None => self.probe(index),
        }
    }

    fn tops(&self) -> [usize; 3] {
        [self.answers.len(), self.parts.len(), self.shots.len()]
    }

    fn truncate(&mut self, [sets, parts, shots]: [usize; 3]) {
        self.answers.truncate(sets);
        self.molecules.truncate(sets);
        self.images.truncate(sets);
        self.parts.truncate(parts);
        self.shots.truncate(shots);
    }

    /// The bounds of the cost of a set of five classes or more: at most `slack` apart, or the lower
    /// one is at least `cut`. The position is the first shot of a strategy that costs the upper bound; it
    /// means nothing if the upper bound was known before.
    fn solve(
        &mut self,
        mut part: Part,
        cut: u32,
        slack: u32,
    ) -> Result<(Bounds, Option<u8>), Stopped> {
        if self.stops.iter().any(|stop| stop.load(Relaxed)) {
            return Err(Stopped);
        }
        let all_tops = self.tops();
        if part.shots.len() == 0 {
            self.look(&mut part);
        }
        let (mut lower, mut upper) = (u32::MAX, part.bounds.upper);
        let mut position = (upper != Bounds::OPEN).then_some(part.first);
        let way = self.way;
        let target_for = |upper: u32| match upper {
            Bounds::OPEN => cut,
            upper => cut.min(upper.saturating_sub(slack)),
        };
        let shots = part.shots.start..part.shots.end;
        let batched = part.classes.len() >= BATCHED;
        if batched {
            self.probe_shots(part, shots.clone(), target_for(upper));
        }
        self.shots[shots.clone()].sort_unstable_by(|one, other| {
            let order = |shot: &Shot| shot.estimate + shot.lower as f32;
            let first = match batched {
                true => order(one).total_cmp(&order(other)),
                false => one.lower.cmp(&other.lower),
            };
            first.then(one.estimate.total_cmp(&other.estimate))
        });
        for index in shots {
            let target = target_for(upper);
            if self.depth < 2 {
                let share = way.next / part.shots.len() as f64;
                self.way = Way {
                    done: way.done + share * (index - part.shots.start) as f64,
                    next: share,
                };
                let done = (1000.0 * self.way.done) as u64;
                self.done.fetch_max(done, Relaxed);
            }
            let tops = self.tops();
            self.probe_shots(part, index..index + 1, target);
            let shot = self.shots[index];
            if shot.lower >= target {
                lower = lower.min(shot.lower);
                self.truncate(tops);
                continue;
            }
            self.depth += 1;
            let bounds = self.try_shot(part, shot, target, slack)?;
            self.depth -= 1;
            self.truncate(tops);
            lower = lower.min(bounds.lower.max(shot.lower));
            if bounds.upper < upper {
                upper = bounds.upper;
                position = Some(shot.position);
            }
        }
        self.way = way;
        self.truncate(all_tops);
        let lower = lower.min(upper).max(part.bounds.lower);
        let bounds = Bounds { lower, upper };
        if bounds.is_exact() {
            let per_molecule = bounds.lower as f32 / part.weight as f32;
            self.estimates
                .learn(part.classes.len() as u32, per_molecule);
        }
        self.table.put(part.key, part.classes.len(), bounds);
        Ok((bounds, position))
    }

    /// Raises the lower bounds of shots at a set, as far as needed, by what the table says of their parts.
    fn probe_shots(&mut self, whole: Part, shots: Range<usize>, target: u32) {
        for index in shots.clone() {
            let shot = self.shots[index];
            if shot.lower < target && shot.parts.len() == 0 {
                self.shots[index].parts = self.split(whole.classes, shot.position, false);
            }
        }
        // All at once, so that none waits for the one before.
        for shot in &self.shots[shots.clone()] {
            for part in &self.parts[shot.parts.start..shot.parts.end] {
                if part.classes.len() > AT_ONCE {
                    self.table.touch(part.key);
                }
            }
        }
        for index in shots {
            let Span { start, end } = self.shots[index].parts;
            let weights = self.parts[start..end].iter().map(|part| part.weight);
            let mut lower = whole.weight + weights.sum::<u32>();
            // The largest parts say most.
            for part in (start..end).rev() {
                if self.parts[part].classes.len() <= AT_ONCE || lower >= target {
                    break;
                }
                self.probe(part);
                let part = &self.parts[part];
                lower += part.bounds.lower - part.weight;
            }
            let shot = &mut self.shots[index];
            shot.lower = shot.lower.max(lower);
        }
    }

    /// The bounds of the cost of a set if this is the first shot: at most `slack` apart, or the
    /// lower one is at least `target`.
    fn try_shot(
        &mut self,
        whole: Part,
        shot: Shot,
        target: u32,
        slack: u32,
    ) -> Result<Bounds, Stopped> {
        let parts = shot.parts.start..shot.parts.end;
        let weights = self.parts[parts.clone()].iter().map(|part| part.weight);
        let mut weight: u32 = weights.sum();
        let mut lower = whole.weight;
        self.fill(whole.classes, shot.position, shot.parts);
        for index in parts.clone() {
            if let Some(cost) = self.small(self.parts[index].classes) {
                self.parts[index].bounds = Bounds::exact(cost);
            }
            lower += self.parts[index].bounds.lower;
        }
        if lower >= target {
            return Ok(Bounds::at_least(lower));
        }
        for index in parts.clone() {
            let mut part = self.parts[index];
            if part.known || part.classes.len() <= AT_ONCE {
                continue;
            }
            lower -= part.bounds.lower;
            self.look(&mut part);
            lower += part.bounds.lower;
            self.table.put(part.key, part.classes.len(), part.bounds);
            self.parts[index] = part;
            if lower >= target {
                return Ok(Bounds::at_least(lower));
            }
        }
        let (mut left, mut upper) = (slack, whole.weight);
        let mut later = Vec::new();
        // First what nobody works on; then it helps.
        for help in [false, true] {
            let indexes: Vec<usize> = match help {
                false => parts.clone().collect(),
                true => std::mem::take(&mut later),
            };
            for index in indexes {
                let part = self.parts[index];
                let share = u64::from(left) * u64::from(part.weight) / u64::from(weight);
                let share = share as u32;
                let cut = match target {
                    Bounds::OPEN => Bounds::OPEN,
                    target => target - (lower - part.bounds.lower),
                };
                let enough = |bounds: Bounds| {
                    bounds.lower >= cut
                        || bounds.upper != Bounds::OPEN && bounds.upper - bounds.lower <= share
                };
                let mut bounds = part.bounds;
                if !enough(bounds)
                    // It may have been solved meanwhile.
                    && let Some(known) = self.table.get(part.key)
                {
                    bounds = bounds.and(known);
                }
                if !enough(bounds) {
                    let large = part.classes.len() >= LARGE;
                    let entered = large && locked(self.busy).insert(part.key);
                    if large && !entered && !help {
                        later.push(index);
                        continue;
                    }
                    let way = self.way;
                    if self.depth == 1 {
                        let left = f64::from(weight) / f64::from(whole.weight);
                        let share = f64::from(part.weight) / f64::from(whole.weight);
                        self.way = Way {
                            done: way.done + way.next * (1.0 - left),
                            next: way.next * share,
                        };
                    }
                    let solved = self.solve(Part { bounds, ..part }, cut, share);
                    self.way = way;
                    if entered {
                        locked(self.busy).remove(&part.key);
                    }
                    (bounds, _) = solved?;
                }
                weight -= part.weight;
                lower += bounds.lower - part.bounds.lower;
                if lower >= target {
                    return Ok(Bounds::at_least(lower));
                }
                left = left.saturating_sub(bounds.upper - bounds.lower);
                upper += bounds.upper;
            }
        }
        Ok(Bounds { lower, upper })
    }

    /// Appends the nodes of the best strategy that the table knows, and returns its cost.
    pub(super) fn emit_all(&mut self, nodes: &mut Vec<u8>) -> Result<u32, Stopped> {
        let all = self.all();
        self.emit(all, all.bounds.is_exact(), nodes)
    }

    /// The cost of the strategy; it is the least one if that of all classes is known exactly.
    fn emit(&mut self, set: Part, exact: bool, nodes: &mut Vec<u8>) -> Result<u32, Stopped> {
        if set.classes.len() == 1 {
            nodes.push(END);
            return Ok(0);
        }
        let tops = self.tops();
        let position = self.best_known(set, exact)?;
        nodes.push(position);
        let parts = self.split(set.classes, position, true);
        self.fill(set.classes, position, parts);
        self.parts[parts.start..parts.end].sort_unstable_by_key(|part| part.answer);
        let mut cost = set.weight;
        for index in parts.start..parts.end {
            self.small_or_probe(index);
            cost += self.emit(self.parts[index], exact, nodes)?;
        }
        self.truncate(tops);
        Ok(cost)
    }

    /// The first shot of the best strategy that the table knows for a set.
    fn best_known(&mut self, mut set: Part, exact: bool) -> Result<u8, Stopped> {
        let mut found = None;
        if exact && !set.bounds.is_exact() {
            // Other sets have displaced it.
            (set.bounds, found) = self.solve_alone(set, 0)?;
        }
        let mut best = (u64::MAX, 0);
        for position in self.classes.first_shots(set.classes.len()) {
            let tops = self.tops();
            let parts = self.split(set.classes, position, true);
            self.fill(set.classes, position, parts);
            let mut cost = u64::from(set.weight);
            if parts.len() < 2 {
                cost = u64::MAX;
            }
            for index in (parts.start..parts.end).rev() {
                if cost >= best.0 {
                    break;
                }
                self.small_or_probe(index);
                cost += u64::from(self.parts[index].bounds.upper);
            }
            self.truncate(tops);
            best = best.min((cost, position));
        }
        if best.0 <= u64::from(set.bounds.upper) && best.0 < u64::from(Bounds::OPEN) {
            return Ok(best.1);
        }
        // Other sets have displaced its parts.
        if found.is_none() {
            let slack = match set.bounds.upper {
                Bounds::OPEN => set.weight / 4,
                upper => upper - set.bounds.lower,
            };
            (_, found) = self.solve_alone(set, slack)?;
        }
        Ok(found.unwrap_or(best.1))
    }

    /// Searches again for the bounds of a set, and for the first shot of the strategy.
    fn solve_alone(&mut self, mut set: Part, slack: u32) -> Result<(Bounds, Option<u8>), Stopped> {
        set.bounds = Bounds::at_least(set.bounds.lower);
        self.solve(set, Bounds::OPEN, slack)
    }
}
