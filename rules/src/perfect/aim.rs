//! What a game costs: the three aims, and bounds of the cost of a set that need no look at its rays.
//!
//! The cost of a set is the least of two things: of an end, and of the best first ray. The first ray has
//! a cost of its own, its *fire*; then each of the parts that it leaves is a set again. A set of one class
//! costs 0. For points, this means that all costs leave out the best guesses for each class alone, which
//! no play can save.

use super::classes::{Answers, Classes, MOST_POSITIONS, Member};
use super::table::Bounds;
use super::tree::Goal;
use crate::board::{Config, wide_binomial};
use crate::puzzle::game::POINTS_AN_ATOM;
use itertools::Itertools;

impl Goal {
    /// Is a ray that comes out dearer, and is a guess an end?
    #[inline(always)]
    pub(super) fn is_points(self) -> bool {
        self == Goal::Points
    }

    /// Is a set as dear as its dearest part, instead of all of them together?
    #[inline(always)]
    pub(super) fn is_worst(self) -> bool {
        self == Goal::Worst
    }

    /// The cost of a ray at a set with so many molecules, of which so many come out.
    #[inline(always)]
    pub(super) fn fire(self, molecules: u32, out: u32) -> u32 {
        match self {
            Goal::Shots => molecules,
            Goal::Points => molecules + out,
            Goal::Worst => 1,
        }
    }

    /// A bound of a set whose first ray is known, after that of a part has risen. With no part yet, the
    /// bound is the fire of the ray. A state from elsewhere may have bounds that no set has, which saturate.
    #[inline(always)]
    pub(super) fn raised(self, whole: u32, before: u32, part: u32) -> u32 {
        match self {
            Goal::Shots | Goal::Points => whole.saturating_sub(before).saturating_add(part),
            Goal::Worst => whole.max(part.saturating_add(1)),
        }
    }

    /// A part whose cost is this or more makes its set cost `target` or more.
    pub(super) fn cut(self, target: u32, whole: u32, part: u32) -> u32 {
        match (target, self) {
            (Bounds::OPEN, _) => Bounds::OPEN,
            (_, Goal::Shots | Goal::Points) => target.saturating_sub(whole.saturating_sub(part)),
            (_, Goal::Worst) => target - 1,
        }
    }

    /// Nothing more has to be known of a set. A mean has to be known up to some slack; for a worst case,
    /// it is enough to stay below the cut.
    pub(super) fn is_enough(self, bounds: Bounds, cut: u32, slack: u32) -> bool {
        let is_near = match self {
            Goal::Shots | Goal::Points => bounds.upper.saturating_sub(bounds.lower) <= slack,
            Goal::Worst => bounds.upper < cut || bounds.is_exact(),
        };
        bounds.lower >= cut || bounds.upper != Bounds::OPEN && is_near
    }

    /// A first ray that costs this or more is not wanted any longer.
    pub(super) fn target(self, upper: u32, cut: u32, slack: u32) -> u32 {
        match (upper, self) {
            (Bounds::OPEN, _) => cut,
            (_, Goal::Shots | Goal::Points) => cut.min(upper.saturating_sub(slack)),
            (_, Goal::Worst) if upper < cut => 0,
            (_, Goal::Worst) => cut,
        }
    }
}

/// A set of classes: their answers, and their molecules.
#[derive(Clone, Copy)]
pub(super) struct Set<'a> {
    pub(super) answers: &'a [Answers],
    pub(super) members: &'a [Member],
}

impl Set<'_> {
    pub(super) fn molecules(&self) -> u32 {
        self.members.iter().map(|member| member.molecules).sum()
    }

    /// A guess costs at least this.
    ///
    /// It is a molecule of one class at most. Each molecule of each other class has a wrong atom or more,
    /// so such a class costs its loss or more. The bound leaves out the greatest loss.
    pub(super) fn least_guess(&self) -> u32 {
        let losses = || self.members.iter().map(|member| member.loss);
        losses().sum::<u32>() - losses().max().unwrap_or(0)
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

/// The most classes of a set whose cost is known at once.
pub(super) const AT_ONCE: usize = 4;

/// The exact cost of up to four classes. Each way to part them needs a position at which just the classes
/// of different parts differ; the cheapest of these positions counts, and the costs of the parts.
pub(super) struct Few<'a, const POINTS: bool> {
    classes: &'a Classes,
    goal: Goal,
    members: [Member; AT_ONCE],
    /// By two classes: the positions at which they differ.
    told: [[u32; AT_ONCE]; AT_ONCE],
}

impl<'a, const POINTS: bool> Few<'a, POINTS> {
    /// The cost of a set, if it is small enough.
    #[inline]
    pub(super) fn cost(classes: &'a Classes, goal: Goal, set: Set) -> Option<u32> {
        let [first, ..] = set.members else {
            return None;
        };
        let count = set.members.len();
        if count > AT_ONCE {
            return None;
        }
        if count == 1 {
            return Some(0);
        }
        let mut members = [*first; AT_ONCE];
        members[..count].copy_from_slice(set.members);
        let mut told = [[0; AT_ONCE]; AT_ONCE];
        for [one, other] in (0..count).array_combinations() {
            let bits = differ(&set.answers[one], &set.answers[other]);
            told[one][other] = bits;
            told[other][one] = bits;
        }
        let few = Few::<POINTS> {
            classes,
            goal,
            members,
            told,
        };
        Some(match count {
            2 => few.two([0, 1]),
            3 => few.three([0, 1, 2]),
            _ => few.four(),
        })
    }

    /// The least fire of a ray from some of these positions; nothing if there are none.
    #[inline(always)]
    fn fire<const N: usize>(&self, set: [usize; N], positions: u32) -> Option<u32> {
        if positions == 0 {
            return None;
        }
        let members = set.map(|at| self.members[at]);
        let molecules: u32 = members.iter().map(|member| member.molecules).sum();
        if !POINTS {
            return Some(self.goal.fire(molecules, 0));
        }
        if molecules as usize > N {
            let mut least = u32::MAX;
            for position in (0..MOST_POSITIONS).filter(|position| positions >> position & 1 == 1) {
                let out = members
                    .iter()
                    .filter(|member| member.outs >> position & 1 == 1);
                least = least.min(out.map(|member| member.molecules).sum());
            }
            return Some(self.goal.fire(molecules, least));
        }
        // How many rays come out, at all positions together: a number of three bits.
        let [mut ones, mut twos, mut fours] = [0, 0, 0];
        for member in members {
            let carry = ones & member.outs;
            ones ^= member.outs;
            fours |= twos & carry;
            twos ^= carry;
        }
        let (mut best, mut least) = (positions, 0);
        for (value, bits) in [(4, fours), (2, twos), (1, ones)] {
            match best & !bits {
                0 => least += value,
                fewer => best = fewer,
            }
        }
        Some(self.goal.fire(molecules, least))
    }

    /// The better of a ray and, for points, a guess.
    #[inline(always)]
    fn or_guess<const N: usize>(&self, set: [usize; N], ray: u32) -> u32 {
        if !POINTS {
            return ray;
        }
        let members = set.map(|at| self.members[at]);
        let answers = &[];
        let set = Set {
            answers,
            members: &members,
        };
        match set.least_guess() < ray {
            true => ray.min(self.classes.guess(&members)),
            false => ray,
        }
    }

    #[inline(always)]
    fn two(&self, set @ [i, j]: [usize; 2]) -> u32 {
        let ray = self.fire(set, self.told[i][j]);
        self.or_guess(set, ray.unwrap_or(Bounds::OPEN))
    }

    #[inline(always)]
    fn three(&self, set @ [i, j, k]: [usize; 3]) -> u32 {
        let told = &self.told;
        let mut least = Bounds::OPEN;
        let all = told[i][j] & told[i][k] & told[j][k];
        if let Some(fire) = self.fire(set, all) {
            if !POINTS {
                return fire;
            }
            least = fire;
        }
        for [i, j, k] in [[i, j, k], [i, k, j], [j, k, i]] {
            let positions = told[i][k] & told[j][k] & !told[i][j];
            if let Some(fire) = self.fire(set, positions) {
                least = least.min(self.goal.raised(fire, 0, self.two([i, j])));
            }
        }
        self.or_guess(set, least)
    }

    fn four(&self) -> u32 {
        let (set, told) = ([0, 1, 2, 3], &self.told);
        let one_of_all =
            told[0][1] & told[0][2] & told[0][3] & told[1][2] & told[1][3] & told[2][3];
        let mut least = Bounds::OPEN;
        if let Some(fire) = self.fire(set, one_of_all) {
            if !POINTS {
                return fire;
            }
            least = fire;
        }
        for ([i, j], [k, l]) in [([0, 1], [2, 3]), ([0, 2], [1, 3]), ([0, 3], [1, 2])] {
            let across = told[i][k] & told[i][l] & told[j][k] & told[j][l];
            if across == 0 {
                continue;
            }
            let (one, other) = (self.two([i, j]), self.two([k, l]));
            let kinds = [
                (!told[i][j] & told[k][l], [one, 0]),
                (told[i][j] & !told[k][l], [0, other]),
                (!told[i][j] & !told[k][l], [one, other]),
            ];
            for (positions, [one, other]) in kinds {
                if let Some(fire) = self.fire(set, across & positions) {
                    least = least.min(self.goal.raised(self.goal.raised(fire, 0, one), 0, other));
                }
            }
        }
        for l in 0..4 {
            let [i, j, k] = [0, 1, 2].map(|at| if at < l { at } else { at + 1 });
            let alike = !told[i][j] & !told[i][k] & !told[j][k];
            let positions = told[i][l] & told[j][l] & told[k][l] & alike;
            if let Some(fire) = self.fire(set, positions) {
                least = least.min(self.goal.raised(fire, 0, self.three([i, j, k])));
            }
        }
        self.or_guess(set, least)
    }
}

/// The numbers of classes for which [`Sizes::least`] is worked out beforehand.
const SIZES: usize = 4096;

/// Bounds of points by the number of classes alone.
///
/// Such a set is played like a code of letters with unequal costs: the absorbed and the reflected ray are
/// the two letters that cost 1, each exit is one that costs 2. With at most x exits at any ray, r regular
/// classes cost at least the sum of the r − 1 least numbers of a list in which each number c stands
/// `(x + 1) · N(c − 2) + Σ ring(d) · N(c − 5 d)` times. N(D) is the most situations that it costs D to reach: N(0) = 1,
/// N(1) = 2, N(D) = 2 N(D − 1) + x N(D − 2). `ring(d)` is the number of molecules with d atoms where a guess has
/// none.
///
/// 1. Take one molecule of each class; where the guess of an end is in the class, take the guess. A class
///    that the guess is not in costs 5 d more than its base, at least, with d the wrong atoms of the molecule
///    taken: the guess is wrong by an atom or more for each other molecule, so the class costs 5 (w − 1) + 5 d,
///    and its base is 5 (w − 1), as it is regular.
/// 2. A situation that cost D to reach and whose ray has a ≤ 2 cheap answers and e ≤ x exits has children
///    that cost D + 1 and D + 2. Their sum, less D, is a (D + 1) + e (D + 2) − D ≥ (a + e − 1) (D + 2): for a = 0
///    by 2 more, for a = 1 by 1, for a = 2 by 0. So the ray adds D + 2 or more for each child but one, and there are at most
///    x + 1 such numbers for each situation: (x + 1) · N(D) numbers D + 2.
/// 3. The molecules that end in one situation at D cost D each by their rays, and 5 d by the guess. All but one
///    add D + 5 d, for at most ring(d) of them.
/// 4. Summed from the root, the costs of all situations in between cancel. What is left are r − 1 numbers of
///    the list, as each child but one and each molecule but one adds a molecule to the one of the root.
///
/// Several molecules of a class, and classes that are not regular, make a set dearer only.
#[derive(Debug)]
pub(super) struct Sizes {
    rings: Vec<u64>,
    /// By the exits and the number: how often it stands in the list.
    times: Vec<[u64; 64]>,
    least: Vec<[u32; SIZES]>,
}

impl Sizes {
    /// More than there are sets.
    const MANY: u64 = 1 << 40;

    pub(super) fn new(config: Config) -> Sizes {
        let (atoms, cells) = (config.atoms(), config.cells());
        let choose = |all, some| wide_binomial(all, some).min(Sizes::MANY.into()) as u64;
        let ring = |wrong| choose(atoms, wrong).saturating_mul(choose(cells - atoms, wrong));
        let rings: Vec<u64> = (1..=atoms)
            .map(|wrong| ring(wrong).min(Sizes::MANY))
            .collect();
        let times = (0..=MOST_POSITIONS as u64).map(|exits| {
            let (mut reached, mut times) = ([1; 64], [0; 64]);
            reached[1] = 2;
            for cost in 2..64 {
                let next: u64 = 2 * reached[cost - 1] + exits * reached[cost - 2];
                reached[cost] = next.min(Sizes::MANY);
                let by_rays = (exits + 1) * reached[cost - 2];
                let by_guess = rings.iter().zip((5..=cost).step_by(5));
                let by_guess =
                    by_guess.map(|(ring, wrong)| ring.saturating_mul(reached[cost - wrong]));
                times[cost] = by_guess.fold(by_rays, u64::saturating_add).min(Sizes::MANY);
            }
            times
        });
        let times = times.collect();
        let mut sizes = Sizes {
            rings,
            times,
            least: Vec::new(),
        };
        for times in &sizes.times {
            let mut least = [0; SIZES];
            let (mut cost, mut left, mut sum) = (1, 0, 0);
            for entry in least.iter_mut().skip(2) {
                while left == 0 {
                    cost += 1;
                    left = times[cost];
                }
                left -= 1;
                sum += cost as u32;
                *entry = sum;
            }
            sizes.least.push(least);
        }
        sizes
    }

    /// The points of so many regular classes, if no ray has more exits than this.
    #[inline]
    pub(super) fn least(&self, exits: usize, classes: u32) -> u32 {
        if let Some(&least) = self.least[exits].get(classes as usize) {
            return least;
        }
        let (mut left, mut sum) = (u64::from(classes) - 1, 0);
        for (cost, &times) in self.times[exits].iter().enumerate() {
            let some = times.min(left);
            sum += some as u32 * cost as u32;
            left -= some;
        }
        sum
    }

    /// The points of a guess for so many regular classes: it is a molecule of at most one of them, and
    /// only so many molecules are near to it.
    pub(super) fn least_guess(&self, classes: u32) -> u32 {
        let (mut left, mut sum) = (u64::from(classes.saturating_sub(1)), 0);
        for (&ring, wrong) in self.rings.iter().zip(1..) {
            let some = ring.min(left);
            sum += POINTS_AN_ATOM as u32 * wrong * some as u32;
            left -= some;
        }
        sum
    }
}
