//! What a look at a set says of its cost, without its subsets: for each shot, a lower bound.

use std::cmp::Reverse;

use fearless_simd::{Select, Simd, SimdBase, SimdInt, SimdMask, u8x64, u64x8};

use super::classes::{Answers, MOST_POSITIONS};
use super::table::{Bounds, quarters};

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

/// A shot at a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    pub(super) position: u8,
    /// The set costs at least this if this is the first shot.
    pub(super) lower: u32,
    /// What it may cost, to begin with the best.
    pub(super) estimate: f32,
    /// Its parts, if they are at hand: only while the set is solved.
    pub(super) parts: Span,
}

impl Shot {
    #[inline(always)]
    fn new(position: usize, lower: u32, estimate: f32) -> Shot {
        Shot {
            position: position as u8,
            lower,
            estimate,
            parts: Span::EMPTY,
        }
    }
}

/// The classes of a set: their answers, and how many molecules they have.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) answers: &'a [Answers],
    pub(super) molecules: &'a [u32],
}

/// The most classes of a set of which every pair is looked at.
const SMALL: usize = 64;

/// By number of classes, the estimated cost per molecule: by quarter of a doubling, a mean that forgets.
#[derive(Debug)]
pub(super) struct Estimates([f32; 128]);

impl Estimates {
    pub(super) fn new() -> Estimates {
        Estimates(std::array::from_fn(|bucket| 0.4 + 0.105 * bucket as f32))
    }

    pub(super) fn learn(&mut self, classes: u32, per_molecule: f32) {
        let mean = &mut self.0[quarters(classes as usize)];
        *mean += (per_molecule - *mean) / 256.0;
    }

    #[inline]
    pub(super) fn of(&self, classes: u32) -> f32 {
        match classes {
            0 | 1 => 0.0,
            2 => 1.0,
            _ => self.0[quarters(classes as usize)],
        }
    }
}

/// Memory for looks. Shots have the indexes that they get in a look.
pub(super) struct Scratch {
    /// By position and class: the answers.
    answers: [[u8; SMALL]; MOST_POSITIONS],
    /// By shot and class: the classes that answer alike.
    alike: [[u64; SMALL]; MOST_POSITIONS],
    parts: [[u64; MOST_POSITIONS + 1]; MOST_POSITIONS],
    /// By two shots: the classes that they tell from all others.
    alone: [[u64; MOST_POSITIONS]; MOST_POSITIONS],
    /// By two shots: the classes that they tell from all others but one.
    few: [[u64; MOST_POSITIONS]; MOST_POSITIONS],
    weights: [u32; SMALL],
    counts: Vec<[u64; MOST_POSITIONS + 1]>,
}

impl Scratch {
    pub(super) fn new() -> Box<Scratch> {
        Box::new(Scratch {
            answers: [[0; SMALL]; MOST_POSITIONS],
            alike: [[0; SMALL]; MOST_POSITIONS],
            parts: [[0; MOST_POSITIONS + 1]; MOST_POSITIONS],
            alone: [[0; MOST_POSITIONS]; MOST_POSITIONS],
            few: [[0; MOST_POSITIONS]; MOST_POSITIONS],
            weights: [0; SMALL],
            counts: vec![[0; MOST_POSITIONS + 1]; MOST_POSITIONS],
        })
    }
}

/// The positions at which two classes answer differently.
#[inline(always)]
pub(super) fn differ(one: &Answers, other: &Answers) -> u32 {
    let mut bits = 0;
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    for (index, (one, other)) in words.enumerate() {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let bytes = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        let unequal = (((bytes & LOW) + LOW) | bytes) & !LOW;
        bits |= ((unequal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * index)) as u32;
    }
    bits
}

/// The cost of three classes. Any two are told apart by some shot.
pub(super) fn three(set: Rows) -> u32 {
    let [a, b, c] = [0, 1, 2].map(|at| &set.answers[at]);
    let weights = [0, 1, 2].map(|at| set.molecules[at]);
    three_of([differ(a, b), differ(a, c), differ(b, c)], weights)
}

/// The same, by the shots that tell 0 from 1, 0 from 2, 1 from 2.
fn three_of([ab, ac, bc]: [u32; 3], [a, b, c]: [u32; 3]) -> u32 {
    let all = a + b + c;
    if ab & ac & bc != 0 {
        return all;
    }
    let mut least = u32::MAX;
    for (left, told) in [(a + b, ac & bc), (a + c, ab & bc), (b + c, ab & ac)] {
        if told != 0 {
            least = least.min(left);
        }
    }
    all + least
}

pub(super) fn four(set: Rows) -> u32 {
    let rows = [0, 1, 2, 3].map(|at| &set.answers[at]);
    let weights = [0, 1, 2, 3].map(|at| set.molecules[at]);
    let mut told = [[0; 4]; 4];
    for one in 0..4 {
        for other in 0..one {
            let bits = differ(rows[one], rows[other]);
            told[one][other] = bits;
            told[other][one] = bits;
        }
    }
    let all: u32 = weights.iter().sum();
    let [a, b, c, d, e, f] = [
        told[0][1], told[0][2], told[0][3], told[1][2], told[1][3], told[2][3],
    ];
    if a & b & c & d & e & f != 0 {
        return all;
    }
    let mut least = u32::MAX;
    // One pair is left; or two pairs, which costs one more shot for all.
    for ([i, j], [k, l]) in [([0, 1], [2, 3]), ([0, 2], [1, 3]), ([0, 3], [1, 2])] {
        let across = told[i][k] & told[i][l] & told[j][k] & told[j][l];
        if across & told[k][l] != 0 {
            least = least.min(weights[i] + weights[j]);
        }
        if across & told[i][j] != 0 {
            least = least.min(weights[k] + weights[l]);
        }
        if across != 0 {
            least = least.min(all);
        }
    }
    // Three are left.
    for l in 0..4 {
        let [i, j, k] = [0, 1, 2].map(|at| if at < l { at } else { at + 1 });
        if told[i][l] & told[j][l] & told[k][l] != 0 {
            let left = [told[i][j], told[i][k], told[j][k]];
            least = least.min(three_of(left, [weights[i], weights[j], weights[k]]));
        }
    }
    all + least
}

/// Looks at a set of 5 classes or more, and appends the shots that may be the best. A shot that tells
/// each class from all others comes alone. Returns a cost that is enough, and the position of its first
/// shot.
#[inline(always)]
pub(super) fn glance<S: Simd>(
    simd: S,
    positions: usize,
    set: Rows,
    weight: u32,
    estimates: &Estimates,
    scratch: &mut Scratch,
    shots: &mut Vec<Shot>,
) -> (u32, u8) {
    match set.answers.len() {
        ..=SMALL => small(simd, set, weight, estimates, scratch, shots),
        _ => {
            large(positions, set, weight, estimates, scratch, shots);
            (Bounds::OPEN, 0)
        }
    }
}

#[inline(always)]
fn small<S: Simd>(
    simd: S,
    set: Rows,
    weight: u32,
    estimates: &Estimates,
    scratch: &mut Scratch,
    shots: &mut Vec<Shot>,
) -> (u32, u8) {
    let Scratch {
        answers,
        alike,
        parts,
        alone,
        few,
        weights,
        ..
    } = scratch;
    let count = set.answers.len();
    let all = u64::MAX >> (SMALL - count);
    let eights = count.div_ceil(8);
    let first = &set.answers[0];
    let mut varies = 0;
    weights[..count].copy_from_slice(set.molecules);
    for (at, row) in set.answers.iter().enumerate() {
        varies |= differ(first, row);
        for (answers, &answer) in answers.iter_mut().zip(row) {
            answers[at] = answer;
        }
    }
    // The parts of each shot.
    let mut told = [(0u8, 0u8, 0u8); MOST_POSITIONS];
    let mut candidates = 0;
    while varies != 0 {
        let position = varies.trailing_zeros() as usize;
        varies &= varies - 1;
        let answers = &answers[position];
        let vector = u8x64::from_slice(simd, answers);
        let (alike, parts) = (&mut alike[candidates], &mut parts[candidates]);
        let mut number = 0;
        for at in 0..count {
            let equal = vector.simd_eq(answers[at]).to_bitmask() & all;
            alike[at] = equal;
            if equal.trailing_zeros() as usize == at {
                parts[number] = equal;
                number += 1;
            }
        }
        alike[count..8 * eights].fill(0);
        if number == count {
            shots.push(Shot::new(position, weight, 0.0));
            return (weight, position as u8);
        }
        told[candidates] = (number as u8, position as u8, candidates as u8);
        candidates += 1;
    }
    let told = &mut told[..candidates];
    told.sort_unstable_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    // A shot whose parts are unions of another's parts is never better than that one.
    let eight = |row: &[u64], at: usize| u64x8::from_slice(simd, &row[8 * at..8 * at + 8]);
    let mut kept = 0;
    for index in 0..told.len() {
        let coarse = &alike[usize::from(told[index].2)];
        let finer = told[..kept].iter().any(|&(_, _, other)| {
            let fine = &alike[usize::from(other)];
            let mut more = u64x8::splat(simd, 0);
            for at in 0..eights {
                more |= eight(fine, at) & !eight(coarse, at);
            }
            more.simd_eq(0).all_true()
        });
        if !finer {
            told[kept] = told[index];
            kept += 1;
        }
    }
    let told = &told[..kept];
    for index in 0..kept {
        let one = &alike[usize::from(told[index].2)];
        for other in 0..index {
            let rest = &alike[usize::from(told[other].2)];
            let (mut singles, mut pairs) = (0, 0);
            for at in 0..eights {
                let both = eight(one, at) & eight(rest, at);
                let less = both & (both - 1);
                let least = less & (less - 1);
                singles |= less.simd_eq(0).to_bitmask() << (8 * at);
                pairs |= least.simd_eq(0).to_bitmask() << (8 * at);
            }
            for (one, other) in [(index, other), (other, index)] {
                alone[one][other] = singles & all;
                few[one][other] = pairs & all;
            }
        }
        for rows in [&mut *alone, &mut *few] {
            rows[index][index] = 0;
            rows[index][kept..kept.next_multiple_of(8)].fill(0);
        }
    }
    let weigh = |mut bits: u64| -> u32 {
        let mut sum = 0;
        while bits != 0 {
            sum += weights[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        sum
    };
    let simple = weight as usize == count;
    let (zero, one) = (u64x8::splat(simd, 0), u64x8::splat(simd, 1));
    let mut upper = (Bounds::OPEN, 0);
    for (index, &(number, position, candidate)) in told.iter().enumerate() {
        let (alone, few) = (&alone[index], &few[index]);
        let (mut lower, mut estimate, mut exact) = (weight, 0.0, true);
        for &part in &parts[usize::from(candidate)][..usize::from(number)] {
            let size = part.count_ones();
            if size == 1 {
                continue;
            }
            let part_weight = if simple { size } else { weigh(part) };
            lower += part_weight;
            estimate += part_weight as f32 * estimates.of(size);
            if size == 2 {
                continue;
            }
            // After the next shot, those that are not alone need one more. That is enough for pairs.
            let most = if simple {
                let mut most = u64x8::splat(simd, 0);
                for at in 0..kept.div_ceil(8) {
                    let enough = (eight(few, at) & part).simd_eq(part);
                    let singles = (eight(alone, at) & part).count_ones();
                    most = most.max(singles + singles + enough.select(one, zero));
                }
                most.reduce_max() as u32
            } else {
                let most = (0..kept).map(|other| {
                    let enough = few[other] & part == part;
                    2 * weigh(alone[other] & part) + u32::from(enough)
                });
                most.max().unwrap_or(0)
            };
            lower += part_weight - most / 2;
            exact &= most % 2 == 1;
        }
        if exact {
            upper = upper.min((lower, position));
        }
        shots.push(Shot::new(position.into(), lower, estimate));
    }
    upper
}

#[inline(always)]
fn large(
    positions: usize,
    set: Rows,
    weight: u32,
    estimates: &Estimates,
    scratch: &mut Scratch,
    shots: &mut Vec<Shot>,
) {
    let counts = &mut scratch.counts[..positions];
    counts.fill([0; MOST_POSITIONS + 1]);
    for (row, &molecules) in set.answers.iter().zip(set.molecules) {
        // The classes in the lower half, the molecules in the upper one.
        let packed = u64::from(molecules) << 32 | 1;
        for (counts, &answer) in counts.iter_mut().zip(row) {
            counts[usize::from(answer)] += packed;
        }
    }
    let parts = counts
        .iter()
        .map(|counts| counts.iter().filter(|&&count| count > 0).count());
    let parts: Vec<u64> = parts.map(|parts| parts as u64).collect();
    let mut most: Vec<usize> = (0..positions).collect();
    most.sort_unstable_by_key(|&position| (Reverse(parts[position]), position));
    for (position, counts) in counts.iter().enumerate() {
        if parts[position] < 2 {
            continue;
        }
        // After this number of shots, at most this many classes can be told apart.
        let mut told = [1u64; 4];
        let others = most.iter().filter(|&&other| other != position);
        let mut product = 1;
        for (told, &other) in told.iter_mut().zip(others) {
            product *= parts[other];
            *told = product;
        }
        let (mut lower, mut estimate) = (weight, 0.0);
        for &packed in counts {
            let (count, molecules) = (packed as u32, (packed >> 32) as u32);
            if count < 2 {
                continue;
            }
            lower += molecules;
            for told in told {
                if u64::from(count) > told {
                    lower += count - (told as u32 - 1);
                }
            }
            estimate += molecules as f32 * estimates.of(count);
        }
        shots.push(Shot::new(position, lower, estimate));
    }
}
