//! The search: branch and bound over sets of classes, the same for all aims.
//!
//! A set costs what its best end or first ray costs. The search asks for an interval of at most some width, the
//! *slack*, or for a lower bound that is high enough to give the set up, the *cut*. Slack is spent once on
//! the way down: where the parts share it, so does the set.
//!
//! Why the bounds that it returns hold:
//!
//! - The lower bound of a set is the least of those of all its first rays and of a guess. A ray that is left out
//!   by a [look](super::look) is never better than one that is not.
//! - The lower bound of a first ray is its fire and the lower bounds of its parts: from the look, from the table, or
//!   searched. Each holds, so their sum (in the worst case, their greatest) does, no matter where the search of a
//!   ray ends early.
//! - The upper bound is that of a first ray of which all parts have been searched, or of a guess.
//! - A set and its images cost the same, as symmetries change neither the fire of a ray nor the atoms of a guess.
//!   So the table knows sets by keys that are the same for all images; see [`SetKey`].

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use fearless_simd::Level;
use watch::locked;

use super::aim::{AT_ONCE, Few, Set};
use super::classes::{Answers, Classes, ImageBits, MOST_POSITIONS, Member, SetKey};
use super::look::{Choice, Estimates, Looker, Lowers, Sight, Span};
use super::table::{Bounds, Table};
use super::tree::{END, Goal};
use crate::ray::on_any_level;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interrupted;

/// The state of a running search, and the request to end it.
///
/// See the [example](super).
#[derive(Debug)]
pub struct Progress {
    /// Set to end the search.
    pub stop: AtomicBool,
    /// The progress of the current pass, in thousandths.
    pub done: AtomicU64,
    lower: AtomicU32,
    upper: AtomicU32,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            lower: AtomicU32::new(0),
            upper: AtomicU32::new(Bounds::OPEN),
        }
    }
}

impl Progress {
    /// The interval that is proved so far.
    pub fn bounds(&self) -> Bounds {
        let [lower, upper] = [&self.lower, &self.upper].map(|bound| bound.load(Relaxed));
        Bounds { lower, upper }
    }

    pub(super) fn narrow(&self, bounds: Bounds) {
        self.lower.fetch_max(bounds.lower, Relaxed);
        self.upper.fetch_min(bounds.upper, Relaxed);
    }
}

/// The classes of a set that give the same answer.
#[derive(Clone, Copy, Debug)]
struct Subset {
    /// Until [`PlaySearch::fill`], only its length counts.
    classes: Span,
    answer: u8,
    molecules: u32,
    /// Only for more classes than are known at once.
    key: SetKey,
    bounds: Bounds,
    known: bool,
    choices: Span,
    /// The first ray of a strategy that a look found.
    first: u8,
}

/// The large sets that some thread works on. Another thread looks for other work first.
pub(super) type Busy = Mutex<HashSet<SetKey>>;

/// The least number of classes of a large set.
const LARGE: usize = 256;

/// How far a pass is.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// The share of it that is done.
    done: f64,
    /// The share of the set that is next.
    next: f64,
}

/// From this number of classes on, all rays are looked up before one is tried. An estimate beside the
/// lower bound decides which comes first. That saves 5 % of the work. Below it, the lower bound decides better.
const BATCHED: usize = 24;

/// The stacks have room for all classes this many times: for all of them, once more for the parts of the
/// first ray, and for smaller and smaller ones.
const SETS_ON_STACK: u64 = 3;

/// A set by the answers at a position.
struct Answering {
    counts: [u32; MOST_POSITIONS + 1],
    molecules: [u32; MOST_POSITIONS + 1],
    images: [ImageBits; MOST_POSITIONS + 1],
}

impl Answering {
    const EMPTY: Answering = Answering {
        counts: [0; MOST_POSITIONS + 1],
        molecules: [0; MOST_POSITIONS + 1],
        images: [ImageBits::NONE; MOST_POSITIONS + 1],
    };

    #[inline(always)]
    fn count(&mut self, set: Set, images: &[ImageBits], position: usize) {
        *self = Answering::EMPTY;
        for ((row, member), images) in set.answers.iter().zip(set.members).zip(images) {
            let answer = usize::from(row[position]);
            self.counts[answer] += 1;
            self.molecules[answer] += member.molecules;
            self.images[answer].add(images);
        }
    }
}

pub(super) struct PlaySearch<'a> {
    classes: &'a Classes,
    goal: Goal,
    table: &'a Table,
    stops: [&'a AtomicBool; 2],
    busy: &'a Busy,
    progress: &'a Progress,
    level: Level,
    estimates: Estimates,
    looker: Looker,
    answering: Box<Answering>,
    /// Stacks: the classes of the sets in three columns (their answers, their molecules, their random bits),
    /// then the parts, then the rays, and what their parts cost at least.
    answers: Vec<Answers>,
    members: Vec<Member>,
    images: Vec<ImageBits>,
    parts: Vec<Subset>,
    choices: Vec<Choice>,
    lowers: Vec<Lowers>,
    depth: usize,
    share: Share,
}

impl<'a> PlaySearch<'a> {
    /// The bytes that a thread takes.
    pub(super) fn bytes(classes: u64) -> u64 {
        SETS_ON_STACK * classes * Classes::BYTES_OF_CLASS + classes * 41 + (4 << 20)
    }

    /// A search that ends as soon as one of the stops is set.
    pub(super) fn new(
        classes: &'a Classes,
        goal: Goal,
        table: &'a Table,
        stops: [&'a AtomicBool; 2],
        busy: &'a Busy,
        progress: &'a Progress,
    ) -> PlaySearch<'a> {
        let most = SETS_ON_STACK as usize * classes.count() as usize;
        PlaySearch {
            classes,
            goal,
            table,
            stops,
            busy,
            progress,
            level: Level::new(),
            estimates: Estimates::new(goal),
            looker: Looker::new(classes.config(), goal),
            answering: Box::new(Answering::EMPTY),
            answers: Vec::with_capacity(most),
            members: Vec::with_capacity(most),
            images: Vec::with_capacity(most),
            parts: Vec::new(),
            choices: Vec::new(),
            lowers: Vec::new(),
            depth: 0,
            share: Share {
                done: 0.0,
                next: 1.0,
            },
        }
    }

    /// The bounds of the cost of a set: at most `slack` apart, or the lower one is at least `cut`.
    pub(super) fn solve_set(
        &mut self,
        set: &[u32],
        cut: u32,
        slack: u32,
    ) -> Result<Bounds, Interrupted> {
        let set = self.load(set)?;
        if self.goal.is_enough(set.bounds, cut, slack) {
            return Ok(set.bounds);
        }
        let (bounds, _) = self.solve(set, cut, slack)?;
        Ok(bounds)
    }

    /// The bounds of a set by a look; by ray, those of the set and of its parts.
    #[cfg(test)]
    pub(super) fn looked(&mut self, set: &[u32]) -> (Bounds, Vec<(u8, u32, Lowers)>) {
        let bounds = self.load(set).unwrap().bounds;
        let rays = self.choices.iter();
        let rays = rays.map(|ray| (ray.position, ray.lower, self.lowers[ray.lowers]));
        (bounds, rays.collect())
    }

    /// What the table knows of the lower bound of a set.
    pub(super) fn known(&self, set: &[u32]) -> u32 {
        let key = self.classes.key(set);
        self.table.get(key).map_or(0, |known| known.lower)
    }

    /// A set with what is known of it, alone on the stacks.
    fn load(&mut self, set: &[u32]) -> Result<Subset, Interrupted> {
        self.truncate([0; 4]);
        let (mut sums, mut molecules) = (ImageBits::NONE, 0);
        for &class in set {
            self.answers.push(*self.classes.answers(class));
            self.members.push(self.classes.member(class));
            self.images.push(*self.classes.images(class));
            sums.add(self.classes.images(class));
            molecules += self.classes.member(class).molecules;
        }
        let mut set = Subset {
            classes: Span::new(0, set.len()),
            answer: 0,
            molecules,
            key: sums.key(),
            bounds: Bounds::at_least(0),
            known: false,
            choices: Span::EMPTY,
            first: 0,
        };
        if let Some(cost) = self.at_once(set.classes) {
            set.bounds = Bounds::exact(cost);
            return Ok(set);
        }
        self.look(&mut set)?;
        // At all classes, images of a ray tie in the look's order in all but the position. So the earliest of the
        // best rays, which the look has not left out, is no later one's image, and stays.
        let first = self.classes.first_rays(set.classes.len());
        self.choices.retain(|ray| first.contains(&ray.position));
        set.choices.end = self.choices.len();
        if let Some(known) = self.table.get(set.key) {
            set.bounds = set.bounds.and(known);
        }
        Ok(set)
    }

    fn set(&self, set: Span) -> Set<'_> {
        Set {
            answers: &self.answers[set.start..set.end],
            members: &self.members[set.start..set.end],
        }
    }

    fn at_once(&self, set: Span) -> Option<u32> {
        match self.goal.is_points() {
            true => Few::<true>::cost(self.classes, self.goal, self.set(set)),
            false => Few::<false>::cost(self.classes, self.goal, self.set(set)),
        }
    }

    fn check(&self) -> Result<(), Interrupted> {
        match self.stops.iter().any(|stop| stop.load(Relaxed)) {
            true => Err(Interrupted),
            false => Ok(()),
        }
    }

    /// Looks at the rays at a set, and at a guess if that may be better.
    fn look(&mut self, part: &mut Subset) -> Result<(), Interrupted> {
        let start = self.choices.len();
        let Span { start: from, end } = part.classes;
        let set = Set {
            answers: &self.answers[from..end],
            members: &self.members[from..end],
        };
        let positions = self.classes.positions();
        let stops = self.stops;
        let interrupted = || stops.iter().any(|stop| stop.load(Relaxed));
        let looker = &mut self.looker;
        let mut sight = Sight {
            goal: self.goal,
            estimates: &self.estimates,
            choices: &mut self.choices,
            lowers: &mut self.lowers,
            bounds: Bounds::at_least(0),
            first: 0,
        };
        on_any_level!(self.level, simd => {
            looker.look(simd, positions, set, &interrupted, &mut sight);
        });
        let (mut bounds, mut first) = (sight.bounds, sight.first);
        if bounds.lower == Bounds::OPEN {
            // Some ray parts each set, so this look was interrupted.
            return Err(Interrupted);
        }
        if self.goal.is_points() && set.least_guess() < bounds.lower {
            let guess = self.classes.guess(set.members);
            bounds.lower = bounds.lower.min(guess);
            if guess < bounds.upper {
                (bounds.upper, first) = (guess, END);
            }
        }
        part.choices = Span::new(start, self.choices.len());
        part.bounds = part.bounds.and(bounds);
        part.first = first;
        Ok(())
    }

    /// Puts the parts of a set on the stack, the smallest first; those of one class only if they are
    /// requested. Their classes are only counted: [`fill`](PlaySearch::fill) copies them. Their lower bounds are
    /// those of a look, if there are any.
    fn split(&mut self, set: Span, position: u8, single: bool, lowers: Option<usize>) -> Span {
        let images = &self.images[set.start..set.end];
        let set = Set {
            answers: &self.answers[set.start..set.end],
            members: &self.members[set.start..set.end],
        };
        let answering = &mut *self.answering;
        on_any_level!(self.level, simd => {
            let _ = simd;
            answering.count(set, images, position.into());
        });
        let first = self.parts.len();
        let least = if single { 1 } else { 2 };
        let mut order = [(0u32, 0u8); MOST_POSITIONS + 1];
        let mut number = 0;
        for (answer, &count) in answering.counts.iter().enumerate() {
            if count >= least {
                order[number] = (count, answer as u8);
                number += 1;
            }
        }
        let order = &mut order[..number];
        order.sort_unstable();
        for &mut (count, answer) in order {
            let key = match count as usize {
                ..=AT_ONCE => SetKey(0, 0),
                _ => answering.images[usize::from(answer)].key(),
            };
            let lower = lowers.map_or(0, |lowers| self.lowers[lowers][usize::from(answer)]);
            self.parts.push(Subset {
                classes: Span::new(0, count as usize),
                answer,
                molecules: answering.molecules[usize::from(answer)],
                key,
                bounds: Bounds::at_least(lower),
                known: false,
                choices: Span::EMPTY,
                first: 0,
            });
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
        self.members.resize(end, Member::default());
        self.images.resize(end, ImageBits::NONE);
        for index in set.start..set.end {
            let row = self.answers[index];
            let next = &mut next[usize::from(row[usize::from(position)])];
            if *next != usize::MAX {
                self.answers[*next] = row;
                self.members[*next] = self.members[index];
                self.images[*next] = self.images[index];
                *next += 1;
            }
        }
    }

    /// Takes what the table knows of a part, if anything.
    fn probe(&mut self, index: usize) {
        let part = &mut self.parts[index];
        if let Some(known) = self.table.get(part.key) {
            (part.known, part.bounds) = (true, part.bounds.and(known));
        }
    }

    /// What is known of a part whose classes are there.
    fn at_once_or_probe(&mut self, index: usize) {
        match self.at_once(self.parts[index].classes) {
            Some(cost) => self.parts[index].bounds = Bounds::exact(cost),
            None => self.probe(index),
        }
    }

    fn tops(&self) -> [usize; 4] {
        let (sets, parts) = (self.answers.len(), self.parts.len());
        [sets, parts, self.choices.len(), self.lowers.len()]
    }

    fn truncate(&mut self, [sets, parts, choices, lowers]: [usize; 4]) {
        self.answers.truncate(sets);
        self.members.truncate(sets);
        self.images.truncate(sets);
        self.parts.truncate(parts);
        self.choices.truncate(choices);
        self.lowers.truncate(lowers);
    }

    /// The bounds of the cost of a set that is too large to be known at once. They are
    /// [enough](Goal::is_enough) for this cut and slack. The byte is the first node of a strategy that costs the upper bound;
    /// it means nothing if the upper bound was known before.
    fn solve(
        &mut self,
        mut part: Subset,
        cut: u32,
        slack: u32,
    ) -> Result<(Bounds, Option<u8>), Interrupted> {
        self.check()?;
        let all_tops = self.tops();
        if part.choices.len() == 0 {
            self.look(&mut part)?;
        }
        let (mut lower, mut upper) = (Bounds::OPEN, part.bounds.upper);
        let mut first = (upper != Bounds::OPEN).then_some(part.first);
        if self.goal.is_points() {
            let set = self.set(part.classes);
            lower = set.least_guess();
            if lower < upper.min(cut) {
                lower = self.classes.guess(set.members);
                if lower <= upper {
                    (upper, first) = (lower, Some(END));
                }
            }
        }
        let share = self.share;
        let choices = part.choices.start..part.choices.end;
        let batched = part.classes.len() >= BATCHED;
        if batched {
            self.probe_rays(part, choices.clone(), self.goal.target(upper, cut, slack));
        }
        self.choices[choices.clone()].sort_unstable_by(|one, other| {
            let order = |ray: &Choice| ray.estimate + ray.lower as f32;
            let before = match batched {
                true => order(one).total_cmp(&order(other)),
                false => one.lower.cmp(&other.lower),
            };
            before.then(one.estimate.total_cmp(&other.estimate))
        });
        for index in choices {
            let target = self.goal.target(upper, cut, slack);
            if self.depth < 2 {
                let next = share.next / part.choices.len() as f64;
                self.share = Share {
                    done: share.done + next * (index - part.choices.start) as f64,
                    next,
                };
                let done = (1000.0 * self.share.done) as u64;
                self.progress.done.fetch_max(done, Relaxed);
            }
            let tops = self.tops();
            self.probe_rays(part, index..index + 1, target);
            let ray = self.choices[index];
            if ray.lower >= target {
                lower = lower.min(ray.lower);
                self.truncate(tops);
                continue;
            }
            self.depth += 1;
            let bounds = self.try_ray(part, ray, target, slack)?;
            self.depth -= 1;
            self.truncate(tops);
            lower = lower.min(bounds.lower.max(ray.lower));
            if bounds.upper < upper {
                upper = bounds.upper;
                first = Some(ray.position);
            }
        }
        self.share = share;
        self.truncate(all_tops);
        let lower = lower.min(upper).max(part.bounds.lower);
        let bounds = Bounds { lower, upper };
        if bounds.is_exact() && !self.goal.is_worst() {
            let per_molecule = bounds.lower as f32 / part.molecules as f32;
            self.estimates
                .learn(part.classes.len() as u32, per_molecule);
        }
        self.table.put(part.key, part.classes.len(), bounds);
        Ok((bounds, first))
    }

    /// Raises the lower bounds of rays at a set, as far as needed, by what the table knows of their parts.
    fn probe_rays(&mut self, whole: Subset, rays: Range<usize>, target: u32) {
        for index in rays.clone() {
            let ray = self.choices[index];
            if ray.lower < target && ray.parts.len() == 0 {
                self.choices[index].parts =
                    self.split(whole.classes, ray.position, false, Some(ray.lowers));
            }
        }
        // All at once, so that none waits for the one before.
        for ray in &self.choices[rays.clone()] {
            for part in &self.parts[ray.parts.start..ray.parts.end] {
                if part.classes.len() > AT_ONCE {
                    self.table.touch(part.key);
                }
            }
        }
        for index in rays {
            let ray = self.choices[index];
            let Span { start, end } = ray.parts;
            let parts = self.parts[start..end].iter();
            let mut lower = parts.fold(ray.fire, |lower, part| {
                self.goal.raised(lower, 0, part.bounds.lower)
            });
            // The largest parts cost most.
            for part in (start..end).rev() {
                if self.parts[part].classes.len() <= AT_ONCE || lower >= target {
                    break;
                }
                let before = self.parts[part].bounds.lower;
                self.probe(part);
                lower = self
                    .goal
                    .raised(lower, before, self.parts[part].bounds.lower);
            }
            let ray = &mut self.choices[index];
            ray.lower = ray.lower.max(lower);
        }
    }

    /// The bounds of the cost of a set if this is the first ray: enough for this slack, or the lower one is at
    /// least `target`.
    fn try_ray(
        &mut self,
        whole: Subset,
        ray: Choice,
        target: u32,
        slack: u32,
    ) -> Result<Bounds, Interrupted> {
        let parts = ray.parts.start..ray.parts.end;
        let molecules = self.parts[parts.clone()].iter().map(|part| part.molecules);
        let mut molecules: u32 = molecules.sum();
        let mut lower = ray.fire;
        self.fill(whole.classes, ray.position, ray.parts);
        for index in parts.clone() {
            if let Some(cost) = self.at_once(self.parts[index].classes) {
                self.parts[index].bounds = Bounds::exact(cost);
            }
            lower = self.goal.raised(lower, 0, self.parts[index].bounds.lower);
        }
        if lower >= target {
            return Ok(Bounds::at_least(lower));
        }
        for index in parts.clone() {
            let mut part = self.parts[index];
            if part.known || part.bounds.is_exact() {
                continue;
            }
            let before = part.bounds.lower;
            self.look(&mut part)?;
            lower = self.goal.raised(lower, before, part.bounds.lower);
            self.table.put(part.key, part.classes.len(), part.bounds);
            self.parts[index] = part;
            if lower >= target {
                return Ok(Bounds::at_least(lower));
            }
        }
        let (mut left, mut upper) = (slack, ray.fire);
        let mut later = Vec::new();
        // First the parts that no other thread works on, then the others.
        for help in [false, true] {
            let indexes: Vec<usize> = match help {
                false => parts.clone().collect(),
                true => std::mem::take(&mut later),
            };
            for index in indexes {
                let part = self.parts[index];
                let share = u64::from(left) * u64::from(part.molecules) / u64::from(molecules);
                let share = share as u32;
                let cut = self.goal.cut(target, lower, part.bounds.lower);
                let mut bounds = part.bounds;
                if !self.goal.is_enough(bounds, cut, share)
                    // It may have been solved meanwhile.
                    && let Some(known) = self.table.get(part.key)
                {
                    bounds = bounds.and(known);
                }
                if !self.goal.is_enough(bounds, cut, share) {
                    let large = part.classes.len() >= LARGE;
                    let entered = large && locked(self.busy).insert(part.key);
                    if large && !entered && !help {
                        later.push(index);
                        continue;
                    }
                    let before = self.share;
                    if self.depth == 1 {
                        let left = f64::from(molecules) / f64::from(whole.molecules);
                        let share = f64::from(part.molecules) / f64::from(whole.molecules);
                        self.share = Share {
                            done: before.done + before.next * (1.0 - left),
                            next: before.next * share,
                        };
                    }
                    let solved = self.solve(Subset { bounds, ..part }, cut, share);
                    self.share = before;
                    if entered {
                        locked(self.busy).remove(&part.key);
                    }
                    (bounds, _) = solved?;
                }
                molecules -= part.molecules;
                lower = self.goal.raised(lower, part.bounds.lower, bounds.lower);
                if lower >= target {
                    return Ok(Bounds::at_least(lower));
                }
                left = left.saturating_sub(bounds.upper.saturating_sub(bounds.lower));
                upper = self.goal.raised(upper, 0, bounds.upper);
            }
        }
        Ok(Bounds { lower, upper })
    }

    /// Appends the nodes of the best strategy for all classes that the table knows, and returns its cost.
    pub(super) fn emit_all(
        &mut self,
        bounds: Bounds,
        nodes: &mut Vec<u8>,
    ) -> Result<u32, Interrupted> {
        let all: Vec<u32> = (0..self.classes.count()).collect();
        let mut all = self.load(&all)?;
        all.bounds = all.bounds.and(bounds);
        self.emit(all, all.bounds.is_exact() && !self.goal.is_worst(), nodes)
    }

    /// The cost of the strategy. If `exact`, it is the least one; in the worst case, it is at most the upper bound
    /// of the set.
    fn emit(&mut self, set: Subset, exact: bool, nodes: &mut Vec<u8>) -> Result<u32, Interrupted> {
        if set.classes.len() == 1 {
            nodes.push(END);
            return Ok(0);
        }
        let tops = self.tops();
        let position = self.best_known(set, exact)?;
        nodes.push(position);
        if position == END {
            return Ok(self.classes.guess(self.set(set.classes).members));
        }
        let parts = self.split(set.classes, position, true, None);
        self.fill(set.classes, position, parts);
        self.parts[parts.start..parts.end].sort_unstable_by_key(|part| part.answer);
        let mut cost = self.fire(set, position);
        for index in parts.start..parts.end {
            self.at_once_or_probe(index);
            let mut part = self.parts[index];
            if self.goal.is_worst() {
                part.bounds.upper = part.bounds.upper.min(set.bounds.upper.saturating_sub(1));
            }
            cost = self.goal.raised(cost, 0, self.emit(part, exact, nodes)?);
        }
        self.truncate(tops);
        Ok(cost)
    }

    fn fire(&self, set: Subset, position: u8) -> u32 {
        let members = self.set(set.classes).members.iter();
        let out = members.filter(|member| member.outs >> position & 1 == 1);
        self.goal
            .fire(set.molecules, out.map(|member| member.molecules).sum())
    }

    /// The first node of the best strategy that the table knows for a set.
    fn best_known(&mut self, mut set: Subset, exact: bool) -> Result<u8, Interrupted> {
        let mut found = None;
        if exact && !set.bounds.is_exact() {
            // Other sets have displaced it.
            (set.bounds, found) = self.solve_again(set, Bounds::OPEN, 0)?;
        }
        let mut best = (u64::MAX, END);
        if self.goal.is_points() {
            best.0 = self.classes.guess(self.set(set.classes).members).into();
        }
        for position in self.classes.first_rays(set.classes.len()) {
            let tops = self.tops();
            let parts = self.split(set.classes, position, true, None);
            self.fill(set.classes, position, parts);
            let mut cost = u64::from(self.fire(set, position));
            if parts.len() < 2 {
                cost = u64::MAX;
            }
            for index in (parts.start..parts.end).rev() {
                if cost >= best.0 {
                    break;
                }
                self.at_once_or_probe(index);
                let part = u64::from(self.parts[index].bounds.upper);
                cost = if self.goal.is_worst() {
                    cost.max(1 + part)
                } else {
                    cost + part
                };
            }
            self.truncate(tops);
            if cost < best.0 {
                best = (cost, position);
            }
        }
        if best.0 <= u64::from(set.bounds.upper) && best.0 < u64::from(Bounds::OPEN) {
            return Ok(best.1);
        }
        // Other sets have displaced its parts.
        if found.is_none() {
            let (cut, slack) = match set.bounds.upper {
                Bounds::OPEN => (Bounds::OPEN, set.molecules / 4),
                upper if self.goal.is_worst() => (upper + 1, 0),
                upper => (Bounds::OPEN, upper.saturating_sub(set.bounds.lower)),
            };
            (_, found) = self.solve_again(set, cut, slack)?;
        }
        Ok(found.unwrap_or(best.1))
    }

    /// Searches again for the bounds of a set, and for the first node of a strategy.
    fn solve_again(
        &mut self,
        mut set: Subset,
        cut: u32,
        slack: u32,
    ) -> Result<(Bounds, Option<u8>), Interrupted> {
        set.bounds = Bounds::at_least(set.bounds.lower);
        self.solve(set, cut, slack)
    }
}
