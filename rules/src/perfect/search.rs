//! The search: branch and bound over sets of classes, the same for all aims.
//!
//! The cost of a set is that of its best end or first ray. The search of a set ends when the interval of its cost is at
//! most as wide as the *slack*, or when the lower bound reaches the *cut*, so that the set is of no use. The slack of a
//! set is divided among the parts of a first ray.
//!
//! The bounds that the search returns hold for these reasons:
//!
//! - The lower bound of a set is the least of the lower bounds of all its first rays and of a guess.
//! - The lower bound of a first ray is its fire and the lower bounds of its parts: from the look, from the table, or
//!   searched. Each of these bounds holds, so their sum (in the worst case, their maximum) holds, even if the search of
//!   a ray ends early.
//! - The upper bound is the cost of a strategy: of a guess, of a first ray that the look found to be exact, or of a
//!   first ray of which all parts have been searched.
//! - A set and its images cost the same, as symmetries change neither the fire of a ray nor the atoms of a guess. So
//!   the table can identify sets by keys that are the same for all images; see [`SetKey`].

use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use fearless_simd::Level;
use watch::locked;

use super::classes::{Classes, ImageBits, MOST_POSITIONS, Member, SetKey};
use super::cost::{AT_ONCE, at_once, least_guess};
use super::look::{Choice, Looker};
use super::table::{Bounds, Table};
use super::tree::{END, Goal};
use crate::ray::on_any_level;

/// The state of a running search, and the request to end it.
#[derive(Default, Debug)]
pub struct Progress {
    /// The request to end the search, if true.
    pub stop: AtomicBool,
    /// The progress of the current pass, in thousandths.
    pub done: AtomicU64,
    bounds: Mutex<Bounds>,
    /// Whether a thread has completed the current pass. The other threads, which only helped, then stop.
    pub(super) over: AtomicBool,
    /// The large sets that some thread works on. Another thread looks for other work first.
    busy: Mutex<HashSet<SetKey>>,
}

impl Progress {
    /// The interval that is proved so far.
    pub fn bounds(&self) -> Bounds {
        *locked(&self.bounds)
    }

    /// Narrows the interval, given bounds of the cost of all molecules beyond this base.
    pub(super) fn narrow(&self, base: u32, bounds: Bounds) {
        let mut known = locked(&self.bounds);
        known.lower = known.lower.max(base + bounds.lower);
        known.upper = known.upper.min(bounds.upper.saturating_add(base));
    }
}

/// A stretch of a stack.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Span {
    start: usize,
    end: usize,
}

impl Span {
    fn len(self) -> usize {
        self.end - self.start
    }

    fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// The classes of a set that give the same answer.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Subset {
    /// Until [`PlaySearch::fill`], only its length counts.
    classes: Span,
    answer: u8,
    molecules: u32,
    /// Set only for more than [`AT_ONCE`] classes.
    key: SetKey,
    pub(super) bounds: Bounds,
    known: bool,
    choices: Span,
    /// The first node of the strategy that costs the upper bound, if a look found one.
    first: u8,
}

/// The least number of classes of a large set.
const LARGE: usize = 256;

/// The number of times that all classes fit on the stack: for the first set, for the parts of its first ray, and for
/// the smaller and smaller parts after it.
const SETS_ON_STACK: u64 = 3;

/// The classes of a set that give one answer, together.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Answering {
    images: ImageBits,
    classes: u32,
    molecules: u32,
}

pub(super) struct PlaySearch<'a> {
    pub(super) classes: &'a Classes,
    pub(super) goal: Goal,
    table: &'a Table,
    progress: &'a Progress,
    level: Level,
    pub(super) looker: Looker,
    /// Stacks: the classes of the sets, and their parts.
    members: Vec<Member>,
    parts: Vec<Subset>,
    /// The share of the current pass that the current set takes, within 0 to 1.
    share: Range<f64>,
}

/// A stretch of a share.
fn stretch(share: &Range<f64>, begin: f64, end: f64) -> Range<f64> {
    let at = |part: f64| share.start + part * (share.end - share.start);
    at(begin)..at(end)
}

impl<'a> PlaySearch<'a> {
    /// The bytes of memory that a thread needs.
    pub(super) fn bytes(classes: u64) -> u64 {
        SETS_ON_STACK * classes * Classes::BYTES_OF_CLASS + classes * 41 + (4 << 20)
    }

    /// A search that ends as soon as `progress` requests a stop.
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
            members: Vec::with_capacity(SETS_ON_STACK as usize * classes.count() as usize),
            parts: Vec::new(),
            share: 0.0..1.0,
        }
    }

    /// The bounds of the cost of a set, which are [enough](Goal::is_enough) for this cut and slack. `None` if
    /// interrupted.
    pub(super) fn solve_set(&mut self, set: &[u32], cut: u32, slack: u32) -> Option<Bounds> {
        let mut set = self.load(set);
        set.bounds = set.bounds.and(self.table.get(set.key));
        if self.goal.is_enough(set.bounds, cut, slack) {
            return Some(set.bounds);
        }
        Some(self.solve(set, cut, slack)?.0)
    }

    /// The first node of a strategy for a set, and the bounds of its cost. The strategy costs the least if `exact`, and
    /// otherwise at most `most` and at most the upper bound in the table. `None` if interrupted; no node if wrong
    /// bounds in the table exclude all nodes.
    pub(super) fn first_node(
        &mut self,
        set: &[u32],
        exact: bool,
        most: u32,
    ) -> Option<(Bounds, Option<u8>)> {
        let mut set = self.load(set);
        let Bounds { lower, upper } = self.table.get(set.key);
        set.bounds.lower = set.bounds.lower.max(lower);
        let upper = upper.min(most);
        let slack = match upper {
            _ if exact || self.goal == Goal::Worst => 0,
            Bounds::OPEN => set.molecules / 4,
            _ => upper.saturating_sub(lower),
        };
        self.solve(set, upper.saturating_add(1), slack)
    }

    /// The lower bound of a set in the table.
    pub(super) fn known_lower(&self, set: &[u32]) -> u32 {
        self.table.get(self.classes.key(set)).lower
    }

    /// Puts a set alone on the stacks, and looks at it.
    pub(super) fn load(&mut self, set: &[u32]) -> Subset {
        self.truncate([0; 4]);
        self.members.extend(self.classes.members(set));
        let mut set = Subset {
            classes: Span {
                start: 0,
                end: set.len(),
            },
            molecules: self.members.iter().map(|member| member.molecules).sum(),
            key: self.classes.key(set),
            ..Subset::default()
        };
        if set.classes.len() == 1 {
            set.bounds = Bounds::exact(0);
            return set;
        }
        self.look(&mut set);
        // For the set of all classes, the other rays are images of these.
        let first = self.classes.first_rays(set.classes.len());
        (self.looker.choices).retain(|ray| first.contains(&ray.position));
        set.choices.end = self.looker.choices.len();
        set
    }

    /// Looks at the rays at a set, and at a guess if that may be better.
    fn look(&mut self, part: &mut Subset) {
        let start = self.looker.choices.len();
        let set = &self.members[part.classes.range()];
        let looker = &mut self.looker;
        on_any_level!(self.level, simd => looker.look(simd, set));
        let mut bounds = Bounds::at_least(Bounds::OPEN);
        for ray in &looker.choices[start..] {
            bounds.lower = bounds.lower.min(ray.lower);
            if ray.is_exact && ray.lower < bounds.upper {
                (bounds.upper, part.first) = (ray.lower, ray.position);
            }
        }
        if self.goal == Goal::Points && least_guess(set) < bounds.lower {
            let guess = self.classes.guess(set.iter());
            bounds.lower = bounds.lower.min(guess);
            if guess < bounds.upper {
                (bounds.upper, part.first) = (guess, END);
            }
        }
        let end = looker.choices.len();
        part.choices = Span { start, end };
        part.bounds = part.bounds.and(bounds);
    }

    /// Puts those parts of a set that have several classes on the stack, the smallest first. Their classes are only
    /// counted: [`fill`](PlaySearch::fill) copies them. Their lower bounds are those of a look.
    fn split(&mut self, set: Span, ray: Choice) -> Span {
        let set = &self.members[set.range()];
        let mut answering = [Answering::default(); MOST_POSITIONS + 1];
        on_any_level!(self.level, simd => {
            let _ = simd;
            count(&mut answering, set, ray.position.into());
        });
        let start = self.parts.len();
        let lowers = &self.looker.lowers[ray.lowers];
        for ((answer, part), &lower) in (0..).zip(&answering).zip(lowers) {
            let end = part.classes as usize;
            if end < 2 {
                continue;
            }
            self.parts.push(Subset {
                classes: Span { start: 0, end },
                answer,
                molecules: part.molecules,
                key: match end {
                    ..=AT_ONCE => SetKey::default(),
                    _ => part.images.key(),
                },
                bounds: Bounds::at_least(lower),
                ..Subset::default()
            });
        }
        self.parts[start..].sort_unstable_by_key(|part| (part.classes.len(), part.answer));
        let end = self.parts.len();
        Span { start, end }
    }

    /// Copies the classes of the parts to the end of the stack.
    fn fill(&mut self, set: Span, position: u8, parts: Span) {
        let mut next = [usize::MAX; MOST_POSITIONS + 1];
        let mut end = self.members.len();
        for part in &mut self.parts[parts.range()] {
            let start = end;
            next[usize::from(part.answer)] = start;
            end += part.classes.len();
            part.classes = Span { start, end };
        }
        self.members.resize(end, self.members[set.start]);
        for index in set.range() {
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
        let Looker {
            choices, lowers, ..
        } = &self.looker;
        [sets, parts, choices.len(), lowers.len()]
    }

    fn truncate(&mut self, [sets, parts, choices, lowers]: [usize; 4]) {
        self.members.truncate(sets);
        self.parts.truncate(parts);
        self.looker.choices.truncate(choices);
        self.looker.lowers.truncate(lowers);
    }

    /// The bounds of the cost of a set of several classes. They are [enough](Goal::is_enough) for this cut and slack.
    /// The byte is the first node of a strategy that costs the upper bound; it means nothing if the upper bound was
    /// known before.
    fn solve(&mut self, mut part: Subset, cut: u32, slack: u32) -> Option<(Bounds, Option<u8>)> {
        if self.progress.stop.load(Relaxed) || self.progress.over.load(Relaxed) {
            return None;
        }
        let all_tops = self.tops();
        if part.choices.len() == 0 {
            self.look(&mut part);
        }
        let (mut lower, mut upper) = (Bounds::OPEN, part.bounds.upper);
        let mut first = (upper != Bounds::OPEN).then_some(part.first);
        if self.goal == Goal::Points {
            let set = &self.members[part.classes.range()];
            lower = least_guess(set);
            if lower < upper.min(cut) {
                lower = self.classes.guess(set.iter());
                if lower <= upper {
                    (upper, first) = (lower, Some(END));
                }
            }
        }
        let target = self.goal.target(upper, cut, slack);
        self.probe_rays(part, part.choices.range(), target);
        self.looker.choices[part.choices.range()].sort_unstable_by(|one, other| {
            let order = |ray: &Choice| ray.estimate + ray.lower as f32;
            order(one).total_cmp(&order(other))
        });
        let share = self.share.clone();
        for index in part.choices.range() {
            let known = Bounds {
                upper,
                ..part.bounds
            };
            if self.goal.is_enough(known, cut, slack) {
                lower = known.lower;
                break;
            }
            // Progress is reported in thousandths.
            if share.end - share.start > 1e-3 {
                let (at, all) = (index - part.choices.start, part.choices.len() as f64);
                self.share = stretch(&share, at as f64 / all, (at + 1) as f64 / all);
                let done = (1000.0 * self.share.start) as u64;
                self.progress.done.fetch_max(done, Relaxed);
            }
            let target = self.goal.target(upper, cut, slack);
            let tops = self.tops();
            self.probe_rays(part, index..index + 1, target);
            let ray = self.looker.choices[index];
            let mut bounds = Bounds::at_least(ray.lower);
            if ray.lower < target {
                bounds = self.try_ray(part, ray, target, slack)?;
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
        Some((bounds, first))
    }

    /// Raises the lower bounds of rays at a set, as far as needed, by the bounds of their parts in the table.
    fn probe_rays(&mut self, whole: Subset, rays: Range<usize>, target: u32) {
        for index in rays.clone() {
            let ray = self.looker.choices[index];
            if ray.lower < target && ray.parts.len() == 0 {
                self.looker.choices[index].parts = self.split(whole.classes, ray);
            }
        }
        // Fetches all of them first, so that no look-up waits for the one before.
        for ray in &self.looker.choices[rays.clone()] {
            for part in &self.parts[ray.parts.range()] {
                if part.classes.len() > AT_ONCE {
                    self.table.touch(part.key);
                }
            }
        }
        for index in rays {
            let ray = self.looker.choices[index];
            if ray.lower >= target {
                continue;
            }
            let parts = &mut self.parts[ray.parts.range()];
            let mut lower = parts.iter().fold(ray.fire, |lower, part| {
                self.goal.raised(lower, 0, part.bounds.lower)
            });
            // The largest parts cost most.
            for part in parts.iter_mut().rev() {
                if part.classes.len() <= AT_ONCE || lower >= target {
                    break;
                }
                let known = self.table.get(part.key);
                if known != Bounds::default() {
                    let before = part.bounds.lower;
                    (part.known, part.bounds) = (true, part.bounds.and(known));
                    lower = self.goal.raised(lower, before, part.bounds.lower);
                }
            }
            self.looker.choices[index].lower = ray.lower.max(lower);
        }
    }

    /// The bounds of the cost of a set if this is the first ray. They are close enough for this slack, or the lower one
    /// is at least `target`.
    fn try_ray(&mut self, whole: Subset, ray: Choice, target: u32, slack: u32) -> Option<Bounds> {
        let goal = self.goal;
        self.fill(whole.classes, ray.position, ray.parts);
        let (mut lower, mut molecules) = (ray.fire, 0);
        for part in &mut self.parts[ray.parts.range()] {
            let set = &self.members[part.classes.range()];
            if let Some(cost) = at_once(self.classes, goal, set) {
                part.bounds = Bounds::exact(cost);
            }
            lower = goal.raised(lower, 0, part.bounds.lower);
            molecules += part.molecules;
        }
        for index in ray.parts.range() {
            let mut part = self.parts[index];
            if lower >= target || part.known || part.bounds.is_exact() {
                continue;
            }
            let before = part.bounds.lower;
            self.look(&mut part);
            lower = goal.raised(lower, before, part.bounds.lower);
            self.table.put(part.key, part.classes.len(), part.bounds);
            self.parts[index] = part;
        }
        let (mut left, mut upper) = (slack, ray.fire);
        // First the parts that no other thread works on, then the others.
        let mut next: VecDeque<(usize, bool)> = ray.parts.range().map(|at| (at, false)).collect();
        while let Some((index, help)) = next.pop_front() {
            if lower >= target {
                return Some(Bounds::at_least(lower));
            }
            let part = self.parts[index];
            let slack = u64::from(left) * u64::from(part.molecules) / u64::from(molecules);
            let slack = slack as u32;
            let cut = goal.cut(target, lower, part.bounds.lower);
            let mut bounds = part.bounds;
            if !goal.is_enough(bounds, cut, slack) {
                // Another thread may have solved the part meanwhile.
                bounds = bounds.and(self.table.get(part.key));
            }
            if !goal.is_enough(bounds, cut, slack) {
                let large = part.classes.len() >= LARGE;
                let entered = large && locked(&self.progress.busy).insert(part.key);
                if large && !entered && !help {
                    next.push_back((index, true));
                    continue;
                }
                let share = self.share.clone();
                let done = |left: u32| 1.0 - f64::from(left) / f64::from(whole.molecules);
                let end = done(molecules - part.molecules);
                self.share = stretch(&share, done(molecules), end);
                let solved = self.solve(Subset { bounds, ..part }, cut, slack);
                self.share = share;
                if entered {
                    locked(&self.progress.busy).remove(&part.key);
                }
                bounds = solved?.0;
            }
            molecules -= part.molecules;
            lower = goal.raised(lower, part.bounds.lower, bounds.lower);
            left = left.saturating_sub(bounds.upper.saturating_sub(bounds.lower));
            upper = goal.raised(upper, 0, bounds.upper);
        }
        Some(Bounds { lower, upper })
    }
}

/// Counts a set by its answers at a position.
#[inline(always)]
fn count(answering: &mut [Answering], set: &[Member], position: usize) {
    for member in set {
        let part = &mut answering[usize::from(member.answers[position])];
        part.classes += 1;
        part.molecules += member.molecules;
        part.images.add(&member.images);
    }
}
