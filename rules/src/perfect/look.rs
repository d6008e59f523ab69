//! A look at a set: what it costs at least with each first ray, by looking one more ray ahead.
//!
//! For a first ray p and each of its parts P, the bound takes the cheapest second ray q:
//!
//! > cost(P) ≥ min over q of [fire of q at P + a bound for each part T of P by q],
//!
//! or the bound of a guess at P, if that is less. This holds because an optimal play of P ends at once, or begins
//! with some q that parts P. The parts T need a bound that counts bits only:
//!
//! - *Shots*: T costs its molecules if it has two classes or more, as one more ray is needed for all of them,
//!   and 0 if it has one. So P costs twice its molecules, less those in classes that p and q tell from all
//!   others together.
//! - *Worst case*: T costs 1 if it has two classes or more. Sets that are larger than rays can part cost more; see
//!   [`reach`].
//! - *Points*: T costs Σ f − max f, with f(c) = 2 · [worth](super::classes::Member::worth), so f ≤ 2 · molecules and f ≤ loss.
//!   For k single molecules, this is 2k − 2. By induction over the size of T: a guess costs Σ loss − max loss or
//!   more, as it is a molecule of one class only; that is no less, as loss − f is nowhere negative. A ray with the
//!   parts H (absorbed), R (reflected), and E1, E2, … (out) costs
//!   w(H) + w(R) + 2 Σ w(Ei), and its parts Σ f − max f(H) − max f(R) − Σ max f(Ei). As f ≤ 2 w, each w(H) ≥ max f(H) / 2
//!   and each 2 w(Ei) ≥ max f(Ei). So the sum is at least Σ f − (max f(H) + max f(R)) / 2 ≥ Σ f − max f(T).
//!   As the classes of a set are in the order of their f, the first class of each T has its largest f.
//!   If T is two single molecules, it costs 2 if some ray is absorbed for one and reflected for the
//!   other, else 3 if some ray comes out for one only, and else 4: at most 2 more than this bound.
//!
//! If what is left after q are only single classes and such pairs, the bound is the cost of a strategy, too.
//!
//! *Rays left out* (up to 64 classes). Let q tell apart all that p tells apart. At each subset, the parts by p then
//! consist of parts by q. The parts by q within a part by p cost no more than it, all of them together (in the worst
//! case, the dearest), as its strategy works for each: no molecule pays more rays or a dearer guess. So q is as good
//! as p wherever its fire is no dearer. If q comes out only for classes for which p does, that is at every subset, and
//! p is left out. If q is no dearer at the whole set, p is left out as its *first* ray. A ray is only left out for an
//! earlier one, and a ray that is as good as that one is as good as p, so the earliest of the best rays stays.

use std::cmp::Reverse;

use fearless_simd::{Select, Simd, SimdBase, SimdInt, SimdMask, u8x64, u64x8};

use super::aim::{Set, Sizes, differ};
use super::classes::MOST_POSITIONS;
use super::table::{Bounds, quarters};
use super::tree::Goal;
use crate::board::Config;
use crate::puzzle::game::POINTS_AN_ATOM;

/// A stretch of a stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) const EMPTY: Span = Span { start: 0, end: 0 };

    pub(super) fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    pub(super) fn len(self) -> usize {
        self.end - self.start
    }
}

/// A ray that may be the first at a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) position: u8,
    /// What the ray alone costs.
    pub(super) fire: u32,
    /// The set costs at least this if this is the first ray.
    pub(super) lower: u32,
    /// What it may cost, to begin with the best.
    pub(super) estimate: f32,
    /// Its parts, if they are at hand: only while the set is solved.
    pub(super) parts: Span,
    /// Where [`Lowers`] has what its parts cost at least.
    pub(super) lowers: usize,
}

/// By answer: what the part costs at least.
pub(super) type Lowers = [u32; MOST_POSITIONS + 1];

/// By number of classes, the estimated cost per molecule: by quarter of a doubling, a mean that forgets.
#[derive(Debug)]
pub(super) struct Estimates([f32; 128]);

impl Estimates {
    pub(super) fn new(goal: Goal) -> Estimates {
        let [at_once, more] = match goal {
            Goal::Points => [0.9, 0.16],
            Goal::Shots | Goal::Worst => [0.4, 0.105],
        };
        Estimates(std::array::from_fn(|bucket| at_once + more * bucket as f32))
    }

    pub(super) fn learn(&mut self, classes: u32, per_molecule: f32) {
        let mean = &mut self.0[quarters(classes as usize)];
        *mean += (per_molecule - *mean) / 256.0;
    }

    #[inline]
    fn of(&self, classes: u32) -> f32 {
        match classes {
            0 | 1 => 0.0,
            2 => 1.0,
            _ => self.0[quarters(classes as usize)],
        }
    }
}

/// For points, each pair of rays is looked at by bits up to so many words of classes. For shots and in the
/// worst case, counts alone are better from the second word on.
const MEDIUM: usize = 8;

/// Memory for looks. Up to 64 classes take a word of bits.
pub(super) struct Looker {
    sizes: Option<Sizes>,
    small: Masks<1>,
    /// Only for points.
    medium: Masks<MEDIUM>,
    joint: Joint,
}

/// What comes out of a look.
pub(super) struct Sight<'a> {
    pub(super) goal: Goal,
    pub(super) estimates: &'a Estimates,
    pub(super) choices: &'a mut Vec<Choice>,
    pub(super) lowers: &'a mut Vec<Lowers>,
    /// The bounds of the set, without a guess; the first ray of a strategy for the upper one.
    pub(super) bounds: Bounds,
    pub(super) first: u8,
}

impl Sight<'_> {
    fn ray(&mut self, position: usize, fire: u32) -> Choice {
        self.lowers.push([0; MOST_POSITIONS + 1]);
        Choice {
            position: position as u8,
            fire,
            lower: fire,
            estimate: 0.0,
            parts: Span::EMPTY,
            lowers: self.lowers.len() - 1,
        }
    }

    #[inline(always)]
    fn part(&mut self, ray: &mut Choice, answer: u8, classes: u32, molecules: u32, least: u32) {
        ray.lower = self.goal.raised(ray.lower, 0, least);
        let estimate = self.estimates.of(classes);
        match self.goal.is_worst() {
            false => ray.estimate += molecules as f32 * estimate,
            true => ray.estimate = ray.estimate.max(estimate),
        }
        self.lowers[ray.lowers][usize::from(answer)] = least;
    }

    fn done(&mut self, ray: Choice, exact: bool) {
        self.bounds.lower = self.bounds.lower.min(ray.lower);
        if exact && ray.lower < self.bounds.upper {
            self.bounds.upper = ray.lower;
            self.first = ray.position;
        }
        self.choices.push(ray);
    }
}

impl Looker {
    pub(super) fn new(config: Config, goal: Goal) -> Looker {
        Looker {
            sizes: goal.is_points().then(|| Sizes::new(config)),
            small: Masks::new(true),
            medium: Masks::new(goal.is_points()),
            joint: Joint::default(),
        }
    }

    /// Looks at a set of several classes, and appends the rays that may be the best. For shots and in the
    /// worst case, a ray that tells each class from all others comes alone.
    ///
    /// If it is interrupted, it appends nothing, and the lower bound stays open.
    #[inline(always)]
    pub(super) fn look<S: Simd>(
        &mut self,
        simd: S,
        positions: usize,
        set: Set,
        interrupted: &dyn Fn() -> bool,
        sight: &mut Sight,
    ) {
        sight.bounds = Bounds {
            lower: Bounds::OPEN,
            upper: Bounds::OPEN,
        };
        let sizes = self.sizes.as_ref();
        let (small, medium) = (&mut self.small, &mut self.medium);
        match (set.answers.len(), sight.goal.is_points()) {
            (..=64, false) => by_bits::<S, false, 1>(simd, positions, set, sizes, small, sight),
            (..=64, true) => by_bits::<S, true, 1>(simd, positions, set, sizes, small, sight),
            (count, true) if count <= 64 * MEDIUM => {
                by_bits::<S, true, MEDIUM>(simd, positions, set, sizes, medium, sight);
            }
            _ => self.by_counts(positions, set, interrupted, sight),
        }
    }
}

/// Memory for a look at up to 64 W classes. Rays have the indexes that they get in the look.
struct Masks<const W: usize> {
    /// By position and class: the answers.
    answers: Vec<[[u8; 64]; W]>,
    /// By ray, word and class: the classes that answer alike.
    alike: Vec<[[[u64; 64]; W]; W]>,
    /// By ray: the answers, the numbers of classes, and the classes.
    parts: Vec<[(u8, u32, [u64; W]); MOST_POSITIONS + 1]>,
    /// By ray and word, then by a second ray: the classes that both together tell from all others; for
    /// points, the classes that are the first of their part by both.
    gain: Vec<[[u64; MOST_POSITIONS]; W]>,
    /// Only up to 64 classes: those in parts (the first ones, for points) whose cost is not known at once.
    open: Vec<[u64; MOST_POSITIONS]>,
    /// For points: the first ones of pairs that cost 3 or 4, and of pairs that cost 4.
    dear: [Vec<[u64; MOST_POSITIONS]>; 2],
    /// By word and ray: the classes for which it comes out.
    outs: [[u64; MOST_POSITIONS]; W],
}

impl<const W: usize> Masks<W> {
    /// If they are used.
    fn new(used: bool) -> Masks<W> {
        let all = if used { MOST_POSITIONS } else { 0 };
        let rays = || vec![[0; MOST_POSITIONS]; if W == 1 { all } else { 0 }];
        Masks {
            answers: vec![[[0; 64]; W]; all],
            alike: vec![[[[0; 64]; W]; W]; all],
            parts: vec![[(0, 0, [0; W]); MOST_POSITIONS + 1]; all],
            gain: vec![[[0; MOST_POSITIONS]; W]; all],
            open: rays(),
            dear: [rays(), rays()],
            outs: [[0; MOST_POSITIONS]; W],
        }
    }
}

/// A ray in a look by bits.
#[derive(Clone, Copy, Default)]
struct RayLook {
    parts: u8,
    position: u8,
    /// Its index in [`Masks`] before they are ordered.
    index: u8,
    /// It cannot be the best first ray.
    second: bool,
    fire: u32,
}

#[inline(always)]
fn eight<S: Simd>(simd: S, row: &[u64], at: usize) -> u64x8<S> {
    u64x8::from_slice(simd, &row[8 * at..8 * at + 8])
}

#[inline(always)]
fn by_bits<S: Simd, const POINTS: bool, const W: usize>(
    simd: S,
    positions: usize,
    set: Set,
    sizes: Option<&Sizes>,
    masks: &mut Masks<W>,
    sight: &mut Sight,
) {
    let Masks {
        answers,
        alike,
        parts,
        gain,
        open,
        dear,
        outs,
    } = masks;
    let goal = sight.goal;
    let count = set.answers.len();
    let words = if W == 1 { 1 } else { count.div_ceil(64) };
    let all: [u64; W] = std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        left @ 0..64 => (1 << left) - 1,
        _ => u64::MAX,
    });
    // The molecules of a class, less one, in planes of bits.
    let (mut planes, mut plane_count) = ([[0u64; W]; u32::BITS as usize], 0);
    let (mut worth, mut regular) = ([all, [0; W]], all);
    let mut varies = 0;
    for (at, (row, member)) in set.answers.iter().zip(set.members).enumerate() {
        let (word, bit) = (at / 64, 1 << (at % 64));
        varies |= differ(&set.answers[0], row);
        for (answers, &answer) in answers.iter_mut().zip(row) {
            answers[word][at % 64] = answer;
        }
        if member.molecules > 1 {
            let more = member.molecules - 1;
            for (plane, bits) in planes.iter_mut().enumerate() {
                if more >> plane & 1 == 1 {
                    bits[word] |= bit;
                    plane_count = plane_count.max(plane + 1);
                }
            }
            match member.worth() {
                0 => worth[0][word] &= !bit,
                1 => {}
                _ => worth[1][word] |= bit,
            }
            if !member.is_regular() {
                regular[word] &= !bit;
            }
        }
    }
    let planes = &planes[..plane_count];
    let is_simple = planes.is_empty();
    let ones = |bits: &[u64; W]| bits.iter().map(|word| word.count_ones()).sum::<u32>();
    let and = |one: &[u64; W], other: &[u64; W]| -> [u64; W] {
        std::array::from_fn(|word| one[word] & other[word])
    };
    let weigh = |bits: &[u64; W]| {
        let planes = planes.iter().enumerate();
        let more = planes.map(|(plane, more)| ones(&and(bits, more)) << plane);
        ones(bits) + more.sum::<u32>()
    };
    let molecules = weigh(&all);

    // The parts of each ray; and for each class, which others a ray tells from it for 2, and for 3 points.
    let (mut cheap, mut medium) = ([0u64; 64], [0u64; 64]);
    let mut told = [RayLook::default(); MOST_POSITIONS];
    let mut out_of = [[0; W]; MOST_POSITIONS];
    let (mut rays, mut exits) = (0, 0);
    while varies != 0 {
        let position = varies.trailing_zeros() as usize;
        varies &= varies - 1;
        let (answers, alike, parts) = (&answers[position], &mut alike[rays], &mut parts[rays]);
        let answering = |answer: usize| -> [u64; W] {
            std::array::from_fn(|word| match word < words {
                true => {
                    let block = u8x64::from_slice(simd, &answers[word]);
                    block.simd_eq(answer as u8).to_bitmask() & all[word]
                }
                false => 0,
            })
        };
        let (absorbed, reflected) = match POINTS {
            true => (answering(positions), answering(position)),
            false => ([0; W], [0; W]),
        };
        let out: [u64; W] = match POINTS {
            true => std::array::from_fn(|word| all[word] & !(absorbed[word] | reflected[word])),
            false => [0; W],
        };
        let (mut left, mut number, mut leave) = (all, 0, 0);
        for block in 0..words {
            while left[block] != 0 {
                let answer = usize::from(answers[block][left[block].trailing_zeros() as usize]);
                let part = answering(answer);
                let (other, unlike) = match answer {
                    _ if answer == positions => (reflected[0], out[0]),
                    _ if answer == position => (absorbed[0], out[0]),
                    _ => (0, absorbed[0] | reflected[0]),
                };
                leave += usize::from(answer != positions && answer != position);
                for of in block..words {
                    left[of] &= !part[of];
                    let mut bits = part[of];
                    while bits != 0 {
                        let at = bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        for word in 0..words {
                            alike[word][of][at] = part[word];
                        }
                        if POINTS && W == 1 {
                            cheap[at] |= other;
                            medium[at] |= unlike;
                        }
                    }
                }
                parts[number] = (answer as u8, ones(&part), part);
                number += 1;
            }
        }
        for word in alike.iter_mut() {
            word[count / 64 % W][count % 64..(count % 64).next_multiple_of(8)].fill(0);
        }
        if !POINTS && number == count {
            let ray = sight.ray(position, goal.fire(molecules, 0));
            sight.done(ray, true);
            return;
        }
        exits = exits.max(leave);
        out_of[rays] = out;
        let fire = goal.fire(molecules, weigh(&out));
        told[rays] = RayLook {
            parts: number as u8,
            position: position as u8,
            index: rays as u8,
            second: false,
            fire,
        };
        rays += 1;
    }
    let told = &mut told[..rays];
    told.sort_unstable_by_key(|ray| {
        (
            Reverse(ray.parts),
            ones(&out_of[usize::from(ray.index)]),
            ray.position,
        )
    });
    let mut kept = 0;
    for at in 0..rays {
        let mut ray = told[at];
        let index = usize::from(ray.index);
        let mut is_kept = true;
        if W == 1 {
            for finer in &told[..kept] {
                if finer.fire > ray.fire {
                    continue;
                }
                let other = usize::from(finer.index);
                let mut more = u64x8::splat(simd, 0);
                for at in 0..count.div_ceil(8) {
                    more |= eight(simd, &alike[other][0][0], at)
                        & !eight(simd, &alike[index][0][0], at);
                }
                if more.simd_eq(0).all_true() {
                    ray.second = true;
                    is_kept &= out_of[other][0] & !out_of[index][0] != 0;
                }
            }
        }
        if is_kept {
            told[kept] = ray;
            kept += 1;
        }
    }
    let told = &told[..kept];
    for (at, ray) in told.iter().enumerate() {
        for word in 0..words {
            outs[word][at] = out_of[usize::from(ray.index)][word];
        }
    }
    let lanes = kept.div_ceil(8);

    // What two rays tell.
    let below: [u64; 64] = std::array::from_fn(|bit| (1 << bit) - 1);
    let multiple: u64 = planes.iter().fold(0, |bits, plane| bits | plane[0]);
    for one in 0..kept {
        for other in 0..one {
            let rows = [
                &alike[usize::from(told[one].index)],
                &alike[usize::from(told[other].index)],
            ];
            for block in 0..words {
                let mut gained = 0;
                let (mut opened, mut dears) = (0, [0, 0]);
                let eights = count.saturating_sub(64 * block).min(64).div_ceil(8);
                for at in 0..eights {
                    let both = |word: usize| {
                        let [one, other] = rows.map(|row| eight(simd, &row[word][block], at));
                        one & other
                    };
                    let own = both(block);
                    if POINTS {
                        let mut before = own & eight(simd, &below, at);
                        for word in 0..block {
                            before |= both(word);
                        }
                        let first = before.simd_eq(0).to_bitmask();
                        gained |= first << (8 * at);
                        if W == 1 {
                            let less = own & (own - 1);
                            let several = !less.simd_eq(0).to_bitmask() & first;
                            if several != 0 {
                                let more = !(less & (less - 1)).simd_eq(0).to_bitmask() & several;
                                let known = match multiple {
                                    0 => u64::MAX,
                                    _ => (own & multiple).simd_eq(0).to_bitmask(),
                                };
                                let no_cheap =
                                    (own & eight(simd, &cheap, at)).simd_eq(0).to_bitmask();
                                let no_medium =
                                    (own & eight(simd, &medium, at)).simd_eq(0).to_bitmask();
                                let pair = several & !more & known;
                                dears[0] |= (pair & no_cheap) << (8 * at);
                                dears[1] |= (pair & no_cheap & no_medium) << (8 * at);
                                opened |= (more | several & !known) << (8 * at);
                            }
                        }
                    } else {
                        let mut number = own.count_ones();
                        for word in (0..words).filter(|&word| word != block) {
                            number += both(word).count_ones();
                        }
                        gained |= number.simd_eq(1).to_bitmask() << (8 * at);
                        opened |= number.simd_gt(2).to_bitmask() << (8 * at);
                    }
                }
                for (one, other) in [(one, other), (other, one)] {
                    gain[one][block][other] = gained & all[block];
                    if W == 1 {
                        open[one][other] = opened & all[0];
                        dear[0][one][other] = dears[0] & all[0];
                        dear[1][one][other] = dears[1] & all[0];
                    }
                }
            }
        }
        // A ray does not part its own parts, nor does one that is not there.
        for word in &mut gain[one] {
            word[one] = 0;
            word[kept..8 * lanes].fill(0);
        }
        if W == 1 {
            let [once, twice] = dear;
            for rows in [&mut *open, once, twice] {
                rows[one][one] = u64::MAX;
                rows[one][kept..8 * lanes].fill(u64::MAX);
            }
        }
    }

    let (zero, never) = (
        u64x8::splat(simd, 0),
        u64x8::splat(simd, u64::from(Bounds::OPEN)),
    );
    let uniform = worth == [all, [0; W]];
    for (at, ray) in told.iter().enumerate() {
        if ray.second {
            continue;
        }
        let mut choice = sight.ray(ray.position.into(), ray.fire);
        let reached = (!POINTS && (W > 1 || goal.is_worst()))
            .then(|| reach(told.iter().map(|ray| ray.parts), ray.parts));
        let mut is_exact = W == 1;
        for (answer, size, part) in &parts[usize::from(ray.index)][..usize::from(ray.parts)] {
            let size = *size;
            if size == 1 {
                continue;
            }
            let weight = if is_simple { size } else { weigh(part) };
            if POINTS && W == 1 && is_simple && size == 2 {
                let (first, second) = (part[0].trailing_zeros() as usize, part[0] & (part[0] - 1));
                let cost = match () {
                    () if cheap[first] & second != 0 => 2,
                    () if medium[first] & second != 0 => 3,
                    () => 4,
                };
                sight.part(&mut choice, *answer, size, weight, cost);
                continue;
            }
            let tellable = ones(&and(part, &worth[0]));
            let f = 2 * (tellable + ones(&and(part, &worth[1])));
            // Twice the cost, and 1 if it is not reached.
            let mut best = never;
            let (mut values, mut splits) = ([0u64; MOST_POSITIONS], [0u64; MOST_POSITIONS]);
            for lane in 0..lanes {
                let (mut gained, mut split, mut spent) = (zero, zero, zero);
                let weights = |bits: u64x8<S>, word: usize| {
                    let mut sum = bits.count_ones();
                    for (plane, more) in planes.iter().enumerate() {
                        sum += (bits & more[word]).count_ones() << plane as u32;
                    }
                    sum
                };
                for word in 0..words {
                    let bits = eight(simd, &gain[at][word], lane) & part[word];
                    if POINTS {
                        split += bits.count_ones();
                        spent += weights(eight(simd, &outs[word], lane) & part[word], word);
                        if !uniform {
                            gained += (bits & worth[0][word]).count_ones();
                            gained += (bits & worth[1][word]).count_ones();
                        }
                    } else {
                        gained += weights(bits, word);
                    }
                }
                let mut value = match goal {
                    Goal::Points => {
                        if W == 1 {
                            for dear in &*dear {
                                spent += (eight(simd, &dear[at], lane) & part[0]).count_ones();
                            }
                        }
                        let gained = if uniform { split } else { gained };
                        spent + u64::from(weight + f) - (gained + gained)
                    }
                    Goal::Shots => u64x8::splat(simd, u64::from(2 * weight)) - gained,
                    Goal::Worst => {
                        let all = gained.simd_eq(u64::from(weight));
                        all.select(zero + 1, zero + 2)
                    }
                };
                if W == 1 {
                    let open = (eight(simd, &open[at], lane) & part[0]).simd_eq(0);
                    value = value + value + open.select(zero, zero + 1);
                } else {
                    value = value + value + 1;
                }
                if POINTS {
                    value = split.simd_le(1).select(never, value);
                    if W > 1 {
                        value.store_slice(&mut values[8 * lane..8 * lane + 8]);
                        split.store_slice(&mut splits[8 * lane..8 * lane + 8]);
                    }
                }
                best = best.min(value);
            }
            let best = best.reduce_min() as u32;
            let (mut best, mut reaches) = (best >> 1, best & 1 == 0);
            if let Some(reached) = &reached {
                best = best.max(reached.least(goal, size, weight));
            }
            if let Some(sizes) = sizes {
                // At most so many exits has any ray at this part.
                let most = splits
                    .iter()
                    .max()
                    .map_or(0, |&most| most as usize)
                    .min(exits);
                let small = most as u32 + 2;
                if W > 1 && size > small {
                    best = Bounds::OPEN;
                    for (other, &value) in values[..kept].iter().enumerate() {
                        if value == u64::from(Bounds::OPEN) {
                            continue;
                        }
                        let mut value = (value >> 1) as u32;
                        let index = usize::from(told[other].index);
                        for (_, size, of) in &parts[index][..usize::from(told[other].parts)] {
                            if value >= best {
                                break;
                            }
                            if *size > small {
                                let both = and(part, of);
                                let [once, twice] =
                                    worth.each_ref().map(|bits| ones(&and(&both, bits)));
                                let most_worth = u32::from(once > 0) + u32::from(twice > 0);
                                let so_far = 2 * (once + twice - most_worth);
                                let by_size = sizes.least(most, ones(&and(&both, &regular)));
                                value += by_size.saturating_sub(so_far);
                            }
                        }
                        best = best.min(value);
                    }
                }
                if best > POINTS_AN_ATOM as u32 * tellable.saturating_sub(1) {
                    let guess = sizes.least_guess(ones(&and(part, &regular)));
                    let guess = guess.max(POINTS_AN_ATOM as u32 * tellable.saturating_sub(1));
                    if guess < best {
                        (best, reaches) = (guess, false);
                    }
                }
            }
            is_exact &= reaches;
            sight.part(&mut choice, *answer, size, weight, best);
        }
        sight.done(choice, is_exact);
    }
}

/// How many classes can be distinguished after 1, 2, … rays that follow some first ray: at most the product of
/// the numbers of parts of the best other rays at the whole set. No ray is useful twice, a strategy needs no ray that
/// was left out, and at each part a ray has no more parts than at the whole set.
struct Reach([u64; 5]);

fn reach(parts: impl Iterator<Item = u8>, first: u8) -> Reach {
    let mut parts: Vec<u8> = parts.collect();
    parts.sort_unstable_by_key(|&parts| Reverse(parts));
    let at = parts.iter().position(|&parts| parts == first);
    if let Some(at) = at {
        parts.remove(at);
    }
    let (mut product, mut parts) = (1u64, parts.into_iter());
    Reach(std::array::from_fn(|_| {
        product = product.saturating_mul(parts.next().unwrap_or(1).into());
        product
    }))
}

impl Reach {
    /// What a part costs at least. All its molecules need a ray. If after k rays at most t classes can be
    /// distinguished, and it has more, one of the parts that are left has two classes or more. So at most t − 1 parts
    /// are single classes, and the other classes, of a molecule or more each, need ray k + 1.
    fn least(&self, goal: Goal, classes: u32, molecules: u32) -> u32 {
        let beyond = self.0.iter().filter(|&&told| u64::from(classes) > told);
        match goal.is_worst() {
            true => 1 + beyond.count() as u32,
            false => molecules + beyond.map(|&told| classes - (told as u32 - 1)).sum::<u32>(),
        }
    }
}

/// Memory for looks at large sets.
#[derive(Default)]
struct Joint {
    /// By position and answer: classes in the lower half, molecules in the upper one.
    counts: Vec<[u64; MOST_POSITIONS + 1]>,
    columns: Vec<u8>,
    molecules: Vec<u64>,
    /// By two answers, the same, for regular classes.
    grid: Vec<u64>,
    met: Vec<u16>,
    /// By two rays: what their parts are.
    cells: Vec<Vec<AnswerPair>>,
}

/// The classes that give one answer each to two rays.
#[derive(Clone, Copy)]
struct AnswerPair {
    answers: [u8; 2],
    regular: u32,
    molecules: u32,
}

impl Looker {
    fn by_counts(
        &mut self,
        positions: usize,
        set: Set,
        interrupted: &dyn Fn() -> bool,
        sight: &mut Sight,
    ) {
        let goal = sight.goal;
        let counts = &mut self.joint.counts;
        counts.clear();
        counts.resize(positions, [0; MOST_POSITIONS + 1]);
        for (row, member) in set.answers.iter().zip(set.members) {
            let packed = u64::from(member.molecules) << 32 | 1;
            for (counts, &answer) in counts.iter_mut().zip(row) {
                counts[usize::from(answer)] += packed;
            }
        }
        let parts = counts
            .iter()
            .map(|counts| counts.iter().filter(|&&count| count > 0).count());
        let parts: Vec<u8> = parts.map(|parts| parts as u8).collect();
        let mut least = Vec::new();
        if goal.is_points() {
            match self.least_points(positions, set, &parts, interrupted) {
                Some(found) => least = found,
                None => return,
            }
        }
        let molecules = set.molecules();
        for (position, counts) in self.joint.counts.iter().enumerate() {
            if parts[position] < 2 {
                continue;
            }
            let is_out = |answer: usize| answer != position && answer != positions;
            let out = counts
                .iter()
                .enumerate()
                .filter(|&(answer, _)| is_out(answer));
            let out: u64 = out.map(|(_, packed)| packed >> 32).sum();
            let mut choice = sight.ray(position, goal.fire(molecules, out as u32));
            let reached = reach(parts.iter().copied(), parts[position]);
            for (answer, &packed) in counts.iter().enumerate() {
                let (classes, molecules) = (packed as u32, (packed >> 32) as u32);
                if classes < 2 {
                    continue;
                }
                let least = match goal.is_points() {
                    true => least[position][answer],
                    false => reached.least(goal, classes, molecules),
                };
                sight.part(&mut choice, answer as u8, classes, molecules, least);
            }
            sight.done(choice, false);
        }
    }

    /// By ray and answer, what the part costs in points at least, by all second rays: the parts by two rays are
    /// counted, and [`Sizes::least`] is their bound. No ray has more exits at a part than are counted for it.
    fn least_points(
        &mut self,
        positions: usize,
        set: Set,
        parts: &[u8],
        interrupted: &dyn Fn() -> bool,
    ) -> Option<Vec<Lowers>> {
        let none = [Bounds::OPEN; MOST_POSITIONS + 1];
        let mut least = vec![none; positions];
        let sizes = self.sizes.as_ref()?;
        const SIDE: usize = MOST_POSITIONS + 1;
        let Joint {
            counts,
            columns,
            molecules,
            grid,
            met,
            cells,
        } = &mut self.joint;
        let count = set.answers.len();
        let rays: Vec<usize> = (0..positions)
            .filter(|&position| parts[position] > 1)
            .collect();
        molecules.clear();
        molecules.extend(
            set.members
                .iter()
                .map(|member| u64::from(member.molecules) << 32 | u64::from(member.is_regular())),
        );
        columns.clear();
        for &ray in &rays {
            columns.extend(set.answers.iter().map(|row| row[ray]));
        }
        grid.resize(SIDE * SIDE, 0);
        cells.resize(MOST_POSITIONS * MOST_POSITIONS, Vec::new());
        let is_out =
            |ray: usize, answer: u8| usize::from(answer) != ray && usize::from(answer) != positions;
        let mut regular = vec![[0u32; SIDE]; positions];
        let mut exits = vec![[0usize; SIDE]; positions];
        for one in 0..rays.len() {
            for other in 0..one {
                if interrupted() {
                    return None;
                }
                let of = [one, other].map(|ray| &columns[ray * count..(ray + 1) * count]);
                met.clear();
                for ((&a, &b), &packed) in of[0].iter().zip(of[1]).zip(&*molecules) {
                    let cell = &mut grid[SIDE * usize::from(a) + usize::from(b)];
                    if *cell == 0 {
                        met.push((SIDE * usize::from(a) + usize::from(b)) as u16);
                    }
                    *cell += packed;
                }
                let cells = &mut cells[one * MOST_POSITIONS + other];
                cells.clear();
                let mut leave = [[0; SIDE]; 2];
                for &cell in &*met {
                    let packed = std::mem::take(&mut grid[usize::from(cell)]);
                    let answers =
                        [usize::from(cell) / SIDE, usize::from(cell) % SIDE].map(|a| a as u8);
                    let [a, b] = answers;
                    leave[0][usize::from(a)] += usize::from(is_out(rays[other], b));
                    leave[1][usize::from(b)] += usize::from(is_out(rays[one], a));
                    let (regular, molecules) = (packed as u32, (packed >> 32) as u32);
                    cells.push(AnswerPair {
                        answers,
                        regular,
                        molecules,
                    });
                }
                for (ray, leave) in [rays[one], rays[other]].into_iter().zip(leave) {
                    for (most, leave) in exits[ray].iter_mut().zip(leave) {
                        *most = leave.max(*most);
                    }
                }
            }
        }
        let is_regular = |at: &usize| set.members[*at].is_regular();
        for at in (0..count).filter(is_regular) {
            for (ray, &position) in rays.iter().enumerate() {
                regular[position][usize::from(columns[ray * count + at])] += 1;
            }
        }
        for one in 0..rays.len() {
            for other in 0..one {
                let both = [rays[one], rays[other]];
                let mut costs = [[0u32; SIDE]; 2];
                let mut splits = [[0u8; SIDE]; 2];
                for cell in &cells[one * MOST_POSITIONS + other] {
                    for side in 0..2 {
                        let part = usize::from(cell.answers[side]);
                        let out = is_out(both[1 - side], cell.answers[1 - side]);
                        costs[side][part] += if out { cell.molecules } else { 0 };
                        costs[side][part] += sizes.least(exits[both[side]][part], cell.regular);
                        splits[side][part] += 1;
                    }
                }
                for side in 0..2 {
                    for part in (0..SIDE).filter(|&part| splits[side][part] > 1) {
                        let least = &mut least[both[side]][part];
                        *least = costs[side][part].min(*least);
                    }
                }
            }
        }
        for &ray in &rays {
            for (answer, least) in least[ray].iter_mut().enumerate() {
                let (classes, molecules) = (
                    counts[ray][answer] as u32,
                    (counts[ray][answer] >> 32) as u32,
                );
                if classes > 1 {
                    let by_ray = least.saturating_add(molecules);
                    *least = by_ray.min(sizes.least_guess(regular[ray][answer]));
                }
            }
        }
        Some(least)
    }
}
