//! The search: branch and bound over sets of classes, the same for all aims.
//!
//! A set costs what its best end or first ray costs. The search asks for an interval of at most some width, the
//! *slack*, or for a lower bound that is high enough to give the set up, the *cut*. Slack is spent once on
//! the way down: where the parts share it, so does the set.
//!
//! Why the bounds that it returns hold:
//!
//! - The lower bound of a set is the least of those of all its first rays and of a guess.
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

use super::aim::{AT_ONCE, at_once, least_guess, molecules};
use super::classes::{Classes, ImageBits, MOST_POSITIONS, Member, SetKey};
use super::look::{Choice, Looker, Lowers, Sight, Span};
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
    /// A thread has ended the current pass. The other threads have only helped.
    pub(super) over: AtomicBool,
    /// The large sets that some thread works on. Another thread looks for other work first.
    busy: Mutex<HashSet<SetKey>>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            lower: AtomicU32::new(0),
            upper: AtomicU32::new(Bounds::OPEN),
            over: AtomicBool::new(false),
            busy: Mutex::default(),
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
    /// The first ray of the strategy that a look found, or the end if that is a guess.
    first: u8,
}

/// The least number of classes of a large set.
const LARGE: usize = 256;

/// The stacks have room for all classes this many times: for all of them, once more for the parts of the
/// first ray, and for smaller and smaller ones.
const SETS_ON_STACK: u64 = 3;

/// A set by the answers at a position.
#[repr(align(64))]
struct Answering {
    images: [ImageBits; MOST_POSITIONS + 1],
    counts: [u32; MOST_POSITIONS + 1],
    molecules: [u32; MOST_POSITIONS + 1],
}

impl Answering {
    const EMPTY: Answering = Answering {
        images: [ImageBits::NONE; MOST_POSITIONS + 1],
        counts: [0; MOST_POSITIONS + 1],
        molecules: [0; MOST_POSITIONS + 1],
    };

    #[inline(always)]
    fn count(&mut self, set: &[Member], position: usize) {
        *self = Answering::EMPTY;
        for member in set {
            let answer = usize::from(member.answers[position]);
            self.counts[answer] += 1;
            self.molecules[answer] += member.molecules;
            self.images[answer].add(&member.images);
        }
    }
}

pub(super) struct PlaySearch<'a> {
    classes: &'a Classes,
    goal: Goal,
    table: &'a Table,
    progress: &'a Progress,
    level: Level,
    looker: Looker,
    answering: Box<Answering>,
    /// Stacks: the classes of the sets, then the parts, then the rays, and what their parts cost at least.
    members: Vec<Member>,
    parts: Vec<Subset>,
    choices: Vec<Choice>,
    lowers: Vec<Lowers>,
    depth: usize,
    /// Of the current pass, what the current set takes.
    share: Range<f64>,
}

/// A stretch of a share.
fn stretch(share: &Range<f64>, begin: f64, end: f64) -> Range<f64> {
    let at = |part: f64| share.start + part * (share.end - share.start);
    at(begin)..at(end)
}

impl<'a> PlaySearch<'a> {
    /// The bytes that a thread takes.
    pub(super) fn bytes(classes: u64) -> u64 {
        SETS_ON_STACK * classes * Classes::BYTES_OF_CLASS + classes * 41 + (4 << 20)
    }

    /// A search that ends as soon as the progress says so.
    pub(super) fn new(
        classes: &'a Classes,
        goal: Goal,
        table: &'a Table,
        progress: &'a Progress,
    ) -> PlaySearch<'a> {
        PlaySearch {
            classes,
            goal,
            table,
            progress,
            level: Level::new(),
            looker: Looker::new(classes.config(), goal),
            answering: Box::new(Answering::EMPTY),
            members: Vec::with_capacity(SETS_ON_STACK as usize * classes.count() as usize),
            parts: Vec::new(),
            choices: Vec::new(),
            lowers: Vec::new(),
            depth: 0,
            share: 0.0..1.0,
        }
    }

    /// The bounds of the cost of a set: at most `slack` apart, or the lower one is at least `cut`.
    pub(super) fn solve_set(
        &mut self,
        set: &[u32],
        cut: u32,
        slack: u32,
    ) -> Result<Bounds, Interrupted> {
        let mut set = self.load(set);
        set.bounds = set.bounds.and(self.known(set.key));
        if self.goal.is_enough(set.bounds, cut, slack) {
            return Ok(set.bounds);
        }
        Ok(self.solve(set, cut, slack)?.0)
    }

    /// The first node of a strategy for a set, and the bounds of its cost: the least if `exact`, and else no more than
    /// `most` and than the table knows. No node if false bounds in the table leave none.
    pub(super) fn first_node(
        &mut self,
        set: &[u32],
        exact: bool,
        most: u32,
    ) -> Result<(Bounds, Option<u8>), Interrupted> {
        let mut set = self.load(set);
        let Bounds { lower, upper } = self.known(set.key);
        set.bounds.lower = set.bounds.lower.max(lower);
        let upper = upper.min(most);
        let slack = match upper {
            _ if exact || self.goal.is_worst() => 0,
            Bounds::OPEN => set.molecules / 4,
            _ => upper.saturating_sub(lower),
        };
        self.solve(set, upper.saturating_add(1), slack)
    }

    /// The bounds of a set by a look; by ray, those of the set and of its parts.
    #[cfg(test)]
    pub(super) fn looked(&mut self, set: &[u32]) -> (Bounds, Vec<(u8, u32, Lowers)>) {
        let bounds = self.load(set).bounds;
        let rays = self.choices.iter();
        let rays = rays.map(|ray| (ray.position, ray.lower, self.lowers[ray.lowers]));
        (bounds, rays.collect())
    }

    /// What the table knows of the lower bound of a set.
    pub(super) fn known_lower(&self, set: &[u32]) -> u32 {
        self.known(self.classes.key(set)).lower
    }

    fn known(&self, key: SetKey) -> Bounds {
        self.table.get(key).unwrap_or(Bounds::at_least(0))
    }

    /// A set after a look, alone on the stacks.
    fn load(&mut self, set: &[u32]) -> Subset {
        self.truncate([0; 4]);
        self.members.extend(self.classes.members(set));
        let mut set = Subset {
            classes: Span::new(0, set.len()),
            answer: 0,
            molecules: molecules(&self.members),
            key: self.classes.key(set),
            bounds: Bounds::at_least(0),
            known: false,
            choices: Span::EMPTY,
            first: END,
        };
        if set.classes.len() == 1 {
            set.bounds = Bounds::exact(0);
            return set;
        }
        self.look(&mut set);
        // At all classes, the other rays are images of these.
        let first = self.classes.first_rays(set.classes.len());
        self.choices.retain(|ray| first.contains(&ray.position));
        set.choices.end = self.choices.len();
        set
    }

    fn set(&self, set: Span) -> &[Member] {
        &self.members[set.start..set.end]
    }

    /// Looks at the rays at a set, and at a guess if that may be better.
    fn look(&mut self, part: &mut Subset) {
        let start = self.choices.len();
        let set = &self.members[part.classes.start..part.classes.end];
        let positions = self.classes.positions();
        let looker = &mut self.looker;
        let mut sight = Sight {
            goal: self.goal,
            choices: &mut self.choices,
            lowers: &mut self.lowers,
            bounds: Bounds {
                lower: Bounds::OPEN,
                upper: Bounds::OPEN,
            },
            first: END,
        };
        on_any_level!(self.level, simd => looker.look(simd, positions, set, &mut sight));
        let (mut bounds, mut first) = (sight.bounds, sight.first);
        if self.goal.is_points() && least_guess(set) < bounds.lower {
            let guess = self.classes.guess(set.iter());
            bounds.lower = bounds.lower.min(guess);
            if guess < bounds.upper {
                (bounds.upper, first) = (guess, END);
            }
        }
        part.choices = Span::new(start, self.choices.len());
        part.bounds = part.bounds.and(bounds);
        part.first = first;
    }

    /// Puts the parts of a set on the stack that have several classes, the smallest first. Their classes are only
    /// counted: [`fill`](PlaySearch::fill) copies them. Their lower bounds are those of a look.
    fn split(&mut self, set: Span, ray: Choice) -> Span {
        let set = &self.members[set.start..set.end];
        let answering = &mut *self.answering;
        on_any_level!(self.level, simd => {
            let _ = simd;
            answering.count(set, ray.position.into());
        });
        let first = self.parts.len();
        let mut order = [(0u32, 0u8); MOST_POSITIONS + 1];
        let mut number = 0;
        for (answer, &count) in answering.counts.iter().enumerate() {
            if count > 1 {
                order[number] = (count, answer as u8);
                number += 1;
            }
        }
        let order = &mut order[..number];
        order.sort_unstable();
        for &mut (count, answer) in order {
            let at = usize::from(answer);
            let key = match count as usize {
                ..=AT_ONCE => SetKey(0, 0),
                _ => answering.images[at].key(),
            };
            self.parts.push(Subset {
                classes: Span::new(0, count as usize),
                answer,
                molecules: answering.molecules[at],
                key,
                bounds: Bounds::at_least(self.lowers[ray.lowers][at]),
                known: false,
                choices: Span::EMPTY,
                first: END,
            });
        }
        Span::new(first, self.parts.len())
    }

    /// Copies the classes of the parts to the end of the stack.
    fn fill(&mut self, set: Span, position: u8, parts: Span) {
        let mut next = [usize::MAX; MOST_POSITIONS + 1];
        let mut end = self.members.len();
        for part in &mut self.parts[parts.start..parts.end] {
            next[usize::from(part.answer)] = end;
            part.classes = Span::new(end, end + part.classes.len());
            end = part.classes.end;
        }
        self.members.resize(end, Member::NONE);
        for index in set.start..set.end {
            let member = self.members[index];
            let next = &mut next[usize::from(member.answers[usize::from(position)])];
            if *next != usize::MAX {
                self.members[*next] = member;
                *next += 1;
            }
        }
    }

    fn tops(&self) -> [usize; 4] {
        let (sets, parts) = (self.members.len(), self.parts.len());
        [sets, parts, self.choices.len(), self.lowers.len()]
    }

    fn truncate(&mut self, [sets, parts, choices, lowers]: [usize; 4]) {
        self.members.truncate(sets);
        self.parts.truncate(parts);
        self.choices.truncate(choices);
        self.lowers.truncate(lowers);
    }

    /// The bounds of the cost of a set of several classes. They are [enough](Goal::is_enough) for this cut and slack.
    /// The byte is the first node of a strategy that costs the upper bound; it means nothing if the upper bound was
    /// known before.
    fn solve(
        &mut self,
        mut part: Subset,
        cut: u32,
        slack: u32,
    ) -> Result<(Bounds, Option<u8>), Interrupted> {
        if [&self.progress.stop, &self.progress.over]
            .map(|end| end.load(Relaxed))
            .contains(&true)
        {
            return Err(Interrupted);
        }
        let all_tops = self.tops();
        if part.choices.len() == 0 {
            self.look(&mut part);
        }
        let (mut lower, mut upper) = (Bounds::OPEN, part.bounds.upper);
        let mut first = (upper != Bounds::OPEN).then_some(part.first);
        if self.goal.is_points() {
            let set = self.set(part.classes);
            lower = least_guess(set);
            if lower < upper.min(cut) {
                lower = self.classes.guess(set.iter());
                if lower <= upper {
                    (upper, first) = (lower, Some(END));
                }
            }
        }
        let choices = part.choices.start..part.choices.end;
        self.probe_rays(part, choices.clone(), self.goal.target(upper, cut, slack));
        self.choices[choices.clone()].sort_unstable_by(|one, other| {
            let order = |ray: &Choice| ray.estimate + ray.lower as f32;
            order(one).total_cmp(&order(other))
        });
        let share = self.share.clone();
        for index in choices {
            let known = Bounds {
                upper,
                ..part.bounds
            };
            if self.goal.is_enough(known, cut, slack) {
                lower = part.bounds.lower;
                break;
            }
            if self.depth < 2 {
                let (at, all) = (index - part.choices.start, part.choices.len() as f64);
                self.share = stretch(&share, at as f64 / all, (at + 1) as f64 / all);
                let done = (1000.0 * self.share.start) as u64;
                self.progress.done.fetch_max(done, Relaxed);
            }
            let target = self.goal.target(upper, cut, slack);
            let tops = self.tops();
            self.probe_rays(part, index..index + 1, target);
            let ray = self.choices[index];
            let mut bounds = Bounds::at_least(ray.lower);
            if ray.lower < target {
                self.depth += 1;
                bounds = self.try_ray(part, ray, target, slack)?;
                self.depth -= 1;
            }
            self.truncate(tops);
            lower = lower.min(bounds.lower.max(ray.lower));
            if bounds.upper < upper {
                (upper, first) = (bounds.upper, Some(ray.position));
            }
        }
        self.share = share;
        self.truncate(all_tops);
        let lower = lower.min(upper).max(part.bounds.lower);
        let bounds = Bounds { lower, upper };
        self.table.put(part.key, part.classes.len(), bounds);
        Ok((bounds, first))
    }

    /// Raises the lower bounds of rays at a set, as far as needed, by what the table knows of their parts.
    fn probe_rays(&mut self, whole: Subset, rays: Range<usize>, target: u32) {
        for index in rays.clone() {
            let ray = self.choices[index];
            if ray.lower < target && ray.parts.len() == 0 {
                self.choices[index].parts = self.split(whole.classes, ray);
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
            if ray.lower >= target {
                continue;
            }
            let parts = &mut self.parts[ray.parts.start..ray.parts.end];
            let mut lower = parts.iter().fold(ray.fire, |lower, part| {
                self.goal.raised(lower, 0, part.bounds.lower)
            });
            // The largest parts cost most.
            for part in parts.iter_mut().rev() {
                if part.classes.len() <= AT_ONCE || lower >= target {
                    break;
                }
                if let Some(known) = self.table.get(part.key) {
                    let before = part.bounds.lower;
                    (part.known, part.bounds) = (true, part.bounds.and(known));
                    lower = self.goal.raised(lower, before, part.bounds.lower);
                }
            }
            self.choices[index].lower = ray.lower.max(lower);
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
        self.fill(whole.classes, ray.position, ray.parts);
        let Span { start, end } = ray.parts;
        let mut lower = ray.fire;
        for part in &mut self.parts[start..end] {
            let set = &self.members[part.classes.start..part.classes.end];
            if let Some(cost) = at_once(self.classes, self.goal, set) {
                part.bounds = Bounds::exact(cost);
            }
            lower = self.goal.raised(lower, 0, part.bounds.lower);
        }
        for index in start..end {
            let mut part = self.parts[index];
            if lower >= target || part.known || part.bounds.is_exact() {
                continue;
            }
            let before = part.bounds.lower;
            self.look(&mut part);
            lower = self.goal.raised(lower, before, part.bounds.lower);
            self.table.put(part.key, part.classes.len(), part.bounds);
            self.parts[index] = part;
        }
        let mut molecules: u32 = self.parts[start..end]
            .iter()
            .map(|part| part.molecules)
            .sum();
        let (mut left, mut upper) = (slack, ray.fire);
        let mut later = Vec::new();
        // First the parts that no other thread works on, then the others.
        for help in [false, true] {
            let indexes: Vec<usize> = match help {
                false => (start..end).collect(),
                true => std::mem::take(&mut later),
            };
            for index in indexes {
                if lower >= target {
                    return Ok(Bounds::at_least(lower));
                }
                let part = self.parts[index];
                let slack = u64::from(left) * u64::from(part.molecules) / u64::from(molecules);
                let slack = slack as u32;
                let cut = self.goal.cut(target, lower, part.bounds.lower);
                let mut bounds = part.bounds;
                if !self.goal.is_enough(bounds, cut, slack) {
                    // It may have been solved meanwhile.
                    bounds = bounds.and(self.known(part.key));
                }
                if !self.goal.is_enough(bounds, cut, slack) {
                    let large = part.classes.len() >= LARGE;
                    let entered = large && locked(&self.progress.busy).insert(part.key);
                    if large && !entered && !help {
                        later.push(index);
                        continue;
                    }
                    let share = self.share.clone();
                    if self.depth == 1 {
                        let done = |left: u32| 1.0 - f64::from(left) / f64::from(whole.molecules);
                        let end = done(molecules - part.molecules);
                        self.share = stretch(&share, done(molecules), end);
                    }
                    let solved = self.solve(Subset { bounds, ..part }, cut, slack);
                    self.share = share;
                    if entered {
                        locked(&self.progress.busy).remove(&part.key);
                    }
                    bounds = solved?.0;
                }
                molecules -= part.molecules;
                lower = self.goal.raised(lower, part.bounds.lower, bounds.lower);
                left = left.saturating_sub(bounds.upper.saturating_sub(bounds.lower));
                upper = self.goal.raised(upper, 0, bounds.upper);
            }
        }
        Ok(Bounds { lower, upper })
    }
}
