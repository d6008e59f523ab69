//! The least mean number of shots: branch and bound over sets of classes.
//!
//! A set costs as many shots as it has molecules, and what the parts cost that the first shot leaves.
//! The search asks for an interval of at most some width, the *slack*, or for a lower bound that is
//! high enough to give the set up. Slack is spent once on the way down: where the parts share it, so
//! does the set.
//!
//! A4_B6 takes 46 % of the processor time of the first search that we had, whose bounds were packings
//! of pairs (one thread, both on a busy machine).

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fearless_simd::{Level, dispatch};

use super::classes::{Classes, Key, MOST_POSITIONS};
use super::glance::{Estimates, Scratch, Shot, four, glance, three};
use super::search::Stopped;
use super::table::{Bounds, Table};
use super::tree::END;

/// A stretch of a stack.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    const EMPTY: Span = Span { start: 0, end: 0 };

    fn len(self) -> usize {
        self.end - self.start
    }
}

/// The classes of a set that give the same answer.
#[derive(Clone, Copy, Debug)]
struct Part {
    set: Span,
    answer: u8,
    weight: u32,
    /// Only for five classes or more.
    key: Key,
    bounds: Bounds,
    /// Does the table know it?
    known: bool,
    /// The shots at it, if they are at hand.
    shots: Span,
    /// The first shot of a strategy that a look found.
    first: u8,
}

/// The large sets that some thread works on. Another thread that comes to one looks for other work
/// first.
#[derive(Debug, Default)]
pub(super) struct Busy(Mutex<HashSet<Key>>);

impl Busy {
    /// The least number of classes of a large set.
    const LARGE: usize = 256;

    fn keys(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far a pass is.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The share of it that is done.
    done: f64,
    /// The share of the set that is next.
    next: f64,
}

/// Below this number of classes, lower bounds say better which shot to try first than estimates do.
const BOUNDS_LEAD: usize = 24;

/// A search by one thread.
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
    /// Stacks: sets, their parts, and the shots at these.
    sets: Vec<u32>,
    parts: Vec<Part>,
    shots: Vec<Shot>,
    depth: usize,
    way: Way,
}

impl<'a> Shots<'a> {
    /// A search that ends as soon as one of the stops is set.
    pub(super) fn new(
        classes: &'a Classes,
        table: &'a Table,
        stops: [&'a AtomicBool; 2],
        busy: &'a Busy,
        done: &'a AtomicU64,
    ) -> Shots<'a> {
        Shots {
            classes,
            table,
            stops,
            busy,
            done,
            level: Level::new(),
            estimates: Estimates::new(),
            scratch: Scratch::new(),
            sets: Vec::new(),
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
        if let Some(cost) = self.small(all.set) {
            return Ok(Bounds::exact(cost));
        }
        let (bounds, _) = self.solve(all, Bounds::OPEN, slack)?;
        Ok(bounds)
    }

    fn all(&mut self) -> Part {
        self.sets.clear();
        self.sets.extend(0..self.classes.count());
        let set = Span {
            start: 0,
            end: self.sets.len(),
        };
        let mut all = Part {
            set,
            answer: 0,
            weight: self.classes.total(),
            key: self.key(set),
            bounds: Bounds::at_least(0),
            known: true,
            shots: Span::EMPTY,
            first: 0,
        };
        if set.len() > 4 {
            self.look(&mut all);
            let first = self.classes.first_shots(set.len());
            self.shots.retain(|shot| first.contains(&shot.position));
            all.shots.end = self.shots.len();
            if let Some(known) = self.table.get(all.key) {
                all.bounds.lower = all.bounds.lower.max(known.lower);
                all.bounds.upper = all.bounds.upper.min(known.upper);
            }
        }
        all
    }

    fn members(&self, set: Span) -> &[u32] {
        &self.sets[set.start..set.end]
    }

    fn key(&self, set: Span) -> Key {
        let set = self.members(set);
        dispatch!(self.level, simd => {
            let _ = simd;
            self.classes.key(set)
        })
    }

    /// The cost of up to four classes.
    fn small(&self, set: Span) -> Option<u32> {
        let set = self.members(set);
        match set.len() {
            1 => Some(0),
            2 => Some(self.classes.weight(set)),
            3 => Some(three(self.classes, set)),
            4 => Some(four(self.classes, set)),
            _ => None,
        }
    }

    /// Looks at the shots at a set of five classes or more.
    fn look(&mut self, part: &mut Part) {
        let start = self.shots.len();
        let set = &self.sets[part.set.start..part.set.end];
        let (classes, weight, estimates) = (self.classes, part.weight, &self.estimates);
        let (scratch, shots) = (&mut *self.scratch, &mut self.shots);
        let (upper, first) = dispatch!(self.level, simd => {
            glance(simd, classes, set, weight, estimates, scratch, shots)
        });
        let by_estimate = |one: &Shot, other: &Shot| one.estimate.total_cmp(&other.estimate);
        let shots = &mut self.shots[start..];
        match set.len() < BOUNDS_LEAD {
            true => shots.sort_unstable_by(|one, other| {
                one.lower.cmp(&other.lower).then(by_estimate(one, other))
            }),
            false => shots.sort_unstable_by(by_estimate),
        }
        let lower = shots.iter().map(|shot| shot.lower).min().unwrap_or(0);
        part.shots = Span {
            start,
            end: self.shots.len(),
        };
        part.bounds.lower = part.bounds.lower.max(lower);
        part.bounds.upper = part.bounds.upper.min(upper);
        part.first = first;
    }

    /// Puts the parts of a set on the stacks, the smallest first; those of one class only if they are
    /// wanted.
    fn split(&mut self, set: Span, position: u8, single: bool) -> Span {
        let least = if single { 1 } else { 2 };
        let mut counts = [0u32; MOST_POSITIONS + 1];
        let mut weights = [0u32; MOST_POSITIONS + 1];
        for &class in self.members(set) {
            let answer = usize::from(self.classes.answers(class)[usize::from(position)]);
            counts[answer] += 1;
            weights[answer] += self.classes.molecules(class);
        }
        let first = self.parts.len();
        let mut order = [(0u32, 0u8); MOST_POSITIONS + 1];
        let mut number = 0;
        for (answer, &count) in counts.iter().enumerate() {
            if count >= least {
                order[number] = (count, answer as u8);
                number += 1;
            }
        }
        let order = &mut order[..number];
        order.sort_unstable();
        let mut next = [0; MOST_POSITIONS + 1];
        let mut end = self.sets.len();
        for &mut (count, answer) in order {
            next[usize::from(answer)] = end;
            let set = Span {
                start: end,
                end: end + count as usize,
            };
            end = set.end;
            self.parts.push(Part {
                set,
                answer,
                weight: weights[usize::from(answer)],
                key: Key(0, 0),
                bounds: Bounds::at_least(0),
                known: false,
                shots: Span::EMPTY,
                first: 0,
            });
        }
        self.sets.resize(end, 0);
        for index in set.start..set.end {
            let class = self.sets[index];
            let answer = usize::from(self.classes.answers(class)[usize::from(position)]);
            if counts[answer] >= least {
                self.sets[next[answer]] = class;
                next[answer] += 1;
            }
        }
        Span {
            start: first,
            end: self.parts.len(),
        }
    }

    /// What the table says of a part. If it says nothing, a shot for each molecule.
    fn probe(&mut self, index: usize) {
        let mut part = self.parts[index];
        if let Some(cost) = self.small(part.set) {
            part.bounds = Bounds::exact(cost);
        } else {
            part.key = self.key(part.set);
            let known = self.table.get(part.key);
            part.known = known.is_some();
            part.bounds = known.unwrap_or(Bounds::at_least(part.weight));
        }
        self.parts[index] = part;
    }

    fn tops(&self) -> [usize; 3] {
        [self.sets.len(), self.parts.len(), self.shots.len()]
    }

    fn cut(&mut self, [sets, parts, shots]: [usize; 3]) {
        self.sets.truncate(sets);
        self.parts.truncate(parts);
        self.shots.truncate(shots);
    }

    /// The bounds of the cost of a set of five classes or more: at most `slack` apart, or the lower
    /// one is at least `cut`. The position is the first shot of a strategy that costs the upper bound,
    /// if one was found here.
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
        for index in part.shots.start..part.shots.end {
            let shot = self.shots[index];
            let target = match upper {
                Bounds::OPEN => cut,
                upper => cut.min(upper.saturating_sub(slack)),
            };
            if self.depth < 2 {
                let share = way.next / part.shots.len() as f64;
                self.way = Way {
                    done: way.done + share * (index - part.shots.start) as f64,
                    next: share,
                };
                let done = (1000.0 * self.way.done) as u64;
                self.done.fetch_max(done, Relaxed);
            }
            if shot.lower >= target {
                lower = lower.min(shot.lower);
                continue;
            }
            let tops = self.tops();
            self.depth += 1;
            let bounds = self.try_shot(part, shot.position, target, slack)?;
            self.depth -= 1;
            self.cut(tops);
            lower = lower.min(bounds.lower);
            if bounds.upper < upper {
                upper = bounds.upper;
                position = Some(shot.position);
            }
        }
        self.way = way;
        self.cut(all_tops);
        let bounds = Bounds {
            lower: lower.min(upper).max(part.bounds.lower),
            upper,
        };
        if bounds.is_exact() {
            let per_molecule = bounds.lower as f32 / part.weight as f32;
            self.estimates.learn(part.set.len() as u32, per_molecule);
        }
        self.table.set(part.key, part.set.len(), bounds);
        Ok((bounds, position))
    }

    /// The bounds of the cost of a set if this is the first shot: at most `slack` apart, or the
    /// lower one is at least `target`.
    fn try_shot(
        &mut self,
        whole: Part,
        position: u8,
        target: u32,
        slack: u32,
    ) -> Result<Bounds, Stopped> {
        let parts = self.split(whole.set, position, false);
        let parts = parts.start..parts.end;
        let mut weight: u32 = self.parts[parts.clone()]
            .iter()
            .map(|part| part.weight)
            .sum();
        let mut lower = whole.weight + weight;
        // The largest parts say most.
        for index in parts.clone().rev() {
            self.probe(index);
            let part = &self.parts[index];
            lower += part.bounds.lower - part.weight;
            if lower >= target {
                return Ok(Bounds::at_least(lower));
            }
        }
        for index in parts.clone() {
            let mut part = self.parts[index];
            if part.known || part.set.len() <= 4 {
                continue;
            }
            lower -= part.bounds.lower;
            self.look(&mut part);
            lower += part.bounds.lower;
            self.table.set(part.key, part.set.len(), part.bounds);
            self.parts[index] = part;
            if lower >= target {
                return Ok(Bounds::at_least(lower));
            }
        }
        let (mut left, mut upper) = (slack, whole.weight);
        let mut later = Vec::new();
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
                    bounds.lower = bounds.lower.max(known.lower);
                    bounds.upper = bounds.upper.min(known.upper);
                }
                if !enough(bounds) {
                    let large = part.set.len() >= Busy::LARGE;
                    let entered = large && self.busy.keys().insert(part.key);
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
                        self.busy.keys().remove(&part.key);
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

    /// Appends the nodes of the best strategy that the table knows for all classes, and returns its
    /// cost.
    pub(super) fn emit_all(&mut self, nodes: &mut Vec<u8>) -> Result<u32, Stopped> {
        let all = self.all();
        self.emit(all, all.bounds.is_exact(), nodes)
    }

    /// The cost of the strategy; it is the least one if that of all classes is known exactly.
    fn emit(&mut self, set: Part, exact: bool, nodes: &mut Vec<u8>) -> Result<u32, Stopped> {
        if set.set.len() == 1 {
            nodes.push(END);
            return Ok(0);
        }
        let tops = self.tops();
        let position = self.best_known(set, exact)?;
        nodes.push(position);
        let parts = self.split(set.set, position, true);
        self.parts[parts.start..parts.end].sort_unstable_by_key(|part| part.answer);
        let mut cost = set.weight;
        for index in parts.start..parts.end {
            self.probe(index);
            cost += self.emit(self.parts[index], exact, nodes)?;
        }
        self.cut(tops);
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
        for position in self.classes.first_shots(set.set.len()) {
            let tops = self.tops();
            let parts = self.split(set.set, position, true);
            let mut cost = u64::from(set.weight);
            if parts.len() < 2 {
                cost = u64::MAX;
            }
            for index in (parts.start..parts.end).rev() {
                if cost >= best.0 {
                    break;
                }
                self.probe(index);
                cost += u64::from(self.parts[index].bounds.upper);
            }
            self.cut(tops);
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
    fn solve_alone(&mut self, set: Part, slack: u32) -> Result<(Bounds, Option<u8>), Stopped> {
        let set = Part {
            bounds: Bounds::at_least(set.bounds.lower),
            ..set
        };
        self.solve(set, Bounds::OPEN, slack)
    }
}
