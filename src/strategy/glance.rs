//! What a look at a set says of its cost, without its subsets: for each shot, a lower bound.

use super::classes::{Answers, Classes, MOST_POSITIONS};

/// A shot at a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    pub(super) position: u8,
    /// The set costs at least this if this is the first shot.
    pub(super) lower: u32,
    /// What it may cost, to begin with the best.
    pub(super) estimate: f32,
}

/// The most classes of a set of which every pair is looked at.
pub(super) const SMALL: usize = 64;

/// By number of classes, the estimated cost per molecule.
#[derive(Debug)]
pub(super) struct Estimates {
    /// By quarter of a doubling, a sum and a number.
    sums: [(f32, f32); 128],
}

impl Estimates {
    pub(super) fn new() -> Estimates {
        let mut sums = [(0.0, 1.0); 128];
        for (bucket, sum) in sums.iter_mut().enumerate() {
            sum.0 = 0.4 + 0.105 * bucket as f32;
        }
        Estimates { sums }
    }

    fn bucket(classes: u32) -> usize {
        let log = classes.ilog2() as usize;
        let quarter = match log {
            0 | 1 => 0,
            log => classes as usize >> (log - 2) & 3,
        };
        4 * log + quarter
    }

    pub(super) fn learn(&mut self, classes: u32, per_molecule: f32) {
        let (sum, number) = &mut self.sums[Estimates::bucket(classes)];
        *sum += per_molecule;
        *number += 1.0;
    }

    #[inline]
    pub(super) fn of(&self, classes: u32) -> f32 {
        match classes {
            0 | 1 => 0.0,
            2 => 1.0,
            _ => {
                let (sum, number) = self.sums[Estimates::bucket(classes)];
                sum / number
            }
        }
    }
}

/// Memory for looks.
pub(super) struct Scratch {
    /// By shot and class: the classes that answer alike.
    alike: [[u64; SMALL]; MOST_POSITIONS],
    /// By shot: its parts.
    parts: [[u64; MOST_POSITIONS + 1]; MOST_POSITIONS],
    /// By two shots: the classes that they tell from all others.
    alone: [[u64; MOST_POSITIONS]; MOST_POSITIONS],
    answers: [[u8; SMALL]; MOST_POSITIONS],
    weights: [u32; SMALL],
    counts: Vec<[(u32, u32); MOST_POSITIONS + 1]>,
}

impl Scratch {
    pub(super) fn new() -> Box<Scratch> {
        Box::new(Scratch {
            alike: [[0; SMALL]; MOST_POSITIONS],
            parts: [[0; MOST_POSITIONS + 1]; MOST_POSITIONS],
            alone: [[0; MOST_POSITIONS]; MOST_POSITIONS],
            answers: [[0; SMALL]; MOST_POSITIONS],
            weights: [0; SMALL],
            counts: vec![[(0, 0); MOST_POSITIONS + 1]; MOST_POSITIONS],
        })
    }
}

/// The positions at which two classes answer differently.
#[inline(always)]
pub(super) fn differ(one: &Answers, other: &Answers) -> u32 {
    let mut bits = 0;
    for (index, (one, other)) in one
        .as_chunks::<8>()
        .0
        .iter()
        .zip(other.as_chunks::<8>().0)
        .enumerate()
    {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let bytes = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        let unequal = (((bytes & LOW) + LOW) | bytes) & !LOW;
        bits |= ((unequal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * index)) as u32;
    }
    bits
}

/// The cost of three classes. Any two are told apart by some shot.
pub(super) fn three(classes: &Classes, set: &[u32]) -> u32 {
    let [a, b, c] = [0, 1, 2].map(|at| classes.answers(set[at]));
    let weights = [0, 1, 2].map(|at| classes.molecules(set[at]));
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

/// The cost of four classes.
pub(super) fn four(classes: &Classes, set: &[u32]) -> u32 {
    let rows = [0, 1, 2, 3].map(|at| classes.answers(set[at]));
    let weights = [0, 1, 2, 3].map(|at| classes.molecules(set[at]));
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

/// Looks at a set of 5 classes or more, and appends the shots that may be the best. A shot that
/// tells each class from all others comes alone.
#[inline(always)]
pub(super) fn glance(
    classes: &Classes,
    set: &[u32],
    weight: u32,
    estimates: &Estimates,
    scratch: &mut Scratch,
    shots: &mut Vec<Shot>,
) {
    match set.len() {
        ..=SMALL => small(classes, set, weight, estimates, scratch, shots),
        _ => large(classes, set, weight, estimates, scratch, shots),
    }
}

#[inline(always)]
fn small(
    classes: &Classes,
    set: &[u32],
    weight: u32,
    estimates: &Estimates,
    scratch: &mut Scratch,
    shots: &mut Vec<Shot>,
) {
    let Scratch {
        alike,
        parts,
        alone,
        answers,
        weights,
        ..
    } = scratch;
    let count = set.len();
    let simple = weight as usize == count;
    let first = classes.answers(set[0]);
    let mut varies = 0;
    for (at, &class) in set.iter().enumerate() {
        let row = classes.answers(class);
        varies |= differ(first, row);
        weights[at] = classes.molecules(class);
        for (answers, &answer) in answers.iter_mut().zip(row) {
            answers[at] = answer;
        }
    }
    // The parts of each shot.
    let mut told = [(0u8, 0u8); MOST_POSITIONS];
    let mut candidates = 0;
    let mut bits = varies;
    while bits != 0 {
        let position = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        let mut groups = [0u64; MOST_POSITIONS + 1];
        let answers = &answers[position][..count];
        for (at, &answer) in answers.iter().enumerate() {
            groups[usize::from(answer)] |= 1 << at;
        }
        for (alike, &answer) in alike[position].iter_mut().zip(answers) {
            *alike = groups[usize::from(answer)];
        }
        let mut number = 0;
        for group in groups {
            parts[position][number] = group;
            number += usize::from(group != 0);
            if number > MOST_POSITIONS {
                break;
            }
        }
        if number == count {
            shots.push(Shot {
                position: position as u8,
                lower: weight,
                estimate: 0.0,
            });
            return;
        }
        told[candidates] = (number as u8, position as u8);
        candidates += 1;
    }
    let told = &mut told[..candidates];
    told.sort_unstable_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    // A shot whose parts are unions of another's parts is never better than that one.
    let mut kept = 0;
    for index in 0..told.len() {
        let (_, position) = told[index];
        let coarse = &alike[usize::from(position)][..count];
        let finer = told[..kept].iter().any(|&(_, other)| {
            let fine = &alike[usize::from(other)][..count];
            fine.iter()
                .zip(coarse)
                .all(|(fine, coarse)| fine & !coarse == 0)
        });
        if !finer {
            told[kept] = told[index];
            kept += 1;
        }
    }
    let told = &told[..kept];
    for (index, &(_, one)) in told.iter().enumerate() {
        for &(_, other) in &told[..index] {
            let (one, other) = (usize::from(one), usize::from(other));
            let mut both = 0;
            let pairs = alike[one].iter().zip(&alike[other]).take(count);
            for (at, (one, other)) in pairs.enumerate() {
                let left = one & other;
                both |= if left == 1 << at { left } else { 0 };
            }
            alone[one][other] = both;
            alone[other][one] = both;
        }
    }
    let weigh = |mut bits: u64| -> u32 {
        if simple {
            return bits.count_ones();
        }
        let mut sum = 0;
        while bits != 0 {
            sum += weights[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        sum
    };
    for &(number, position) in told {
        let at = usize::from(position);
        let (mut lower, mut estimate) = (weight, 0.0);
        for &part in &parts[at][..usize::from(number)] {
            let size = part.count_ones();
            if size == 1 {
                continue;
            }
            let part_weight = weigh(part);
            lower += part_weight;
            estimate += part_weight as f32 * estimates.of(size);
            if size == 2 {
                continue;
            }
            // After the next shot, those that are not alone need one more.
            let mut most = 0;
            for &(_, other) in told {
                if other != position {
                    most = most.max(weigh(alone[at][usize::from(other)] & part));
                }
            }
            lower += part_weight - most;
        }
        shots.push(Shot {
            position,
            lower,
            estimate,
        });
    }
}

#[inline(always)]
fn large(
    classes: &Classes,
    set: &[u32],
    weight: u32,
    estimates: &Estimates,
    scratch: &mut Scratch,
    shots: &mut Vec<Shot>,
) {
    let positions = classes.positions();
    let counts = &mut scratch.counts[..positions];
    for counts in &mut *counts {
        *counts = [(0, 0); MOST_POSITIONS + 1];
    }
    for &class in set {
        let molecules = classes.molecules(class);
        for (counts, &answer) in counts.iter_mut().zip(classes.answers(class)) {
            let count = &mut counts[usize::from(answer)];
            count.0 += 1;
            count.1 += molecules;
        }
    }
    let parts = |counts: &[(u32, u32)]| counts.iter().filter(|count| count.0 > 0).count();
    let mut most: Vec<(u32, usize)> = (0..positions)
        .map(|position| (parts(&counts[position]) as u32, position))
        .collect();
    most.sort_unstable_by(|one, other| other.cmp(one));
    for (position, counts) in counts.iter().enumerate().take(positions) {
        if most.iter().any(|&(parts, at)| at == position && parts < 2) {
            continue;
        }
        // After this number of shots, at most this many classes can be told apart.
        let mut told = [1u64; 4];
        let others = most.iter().filter(|&&(_, at)| at != position);
        let mut product = 1;
        for (told, &(parts, _)) in told.iter_mut().zip(others) {
            product *= u64::from(parts);
            *told = product;
        }
        let (mut lower, mut estimate) = (weight, 0.0);
        for &(count, molecules) in counts.iter().filter(|count| count.0 > 1) {
            lower += molecules;
            for told in told {
                if u64::from(count) > told {
                    lower += count - (told as u32 - 1);
                }
            }
            estimate += molecules as f32 * estimates.of(count);
        }
        shots.push(Shot {
            position: position as u8,
            lower,
            estimate,
        });
    }
}
