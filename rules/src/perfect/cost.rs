//! What a game costs: the three aims, and bounds of the cost of a set that need no look at its rays.
//!
//! The cost of a set is the least of two things: of an end, and of the best first ray. The first ray has
//! a cost of its own, its *fire*; then each of the parts that it leaves is a set again. A set of one class
//! costs 0. For points, this means that all costs leave out the best guesses for each class alone, which
//! no play can save.

use super::classes::{Answers, Classes, MOST_POSITIONS, Member};
use super::table::{Bounds, quarters};
use super::tree::Goal;
use crate::board::{Config, wide_binomial};
use crate::puzzle::game::POINTS_AN_ATOM;

impl Goal {
    /// The cost of a ray that is fired at this number of molecules, and comes out of `out` of them.
    #[inline(always)]
    pub(super) fn fire(self, molecules: u32, out: u32) -> u32 {
        match self {
            Goal::Shots => molecules,
            Goal::Points => molecules + out,
            Goal::Worst => 1,
        }
    }

    /// The bound of a set whose first ray is known, after the bound of a part has risen from `before` to `part`. With
    /// no part yet, the bound of the set, `whole`, is the fire of the ray. A state from elsewhere may have bounds that
    /// no set has, which saturate.
    #[inline(always)]
    pub(super) fn raised(self, whole: u32, before: u32, part: u32) -> u32 {
        match self {
            Goal::Shots | Goal::Points => whole.saturating_sub(before).saturating_add(part),
            Goal::Worst => whole.max(part.saturating_add(1)),
        }
    }

    /// A guess of the cost of two classes or more, per molecule. It only decides in which order first rays are
    /// tried, so a wrong guess costs nothing but time.
    pub(super) fn estimate(self, classes: u32) -> f32 {
        let (one, more) = match self {
            Goal::Points => (0.9, 0.16),
            Goal::Shots | Goal::Worst => (0.4, 0.105),
        };
        one + more * quarters(classes as usize) as f32
    }

    /// The least cost of a part that makes its set cost `target` or more.
    pub(super) fn cut(self, target: u32, whole: u32, part: u32) -> u32 {
        match (target, self) {
            (Bounds::OPEN, _) => Bounds::OPEN,
            (_, Goal::Shots | Goal::Points) => target.saturating_sub(whole.saturating_sub(part)),
            (_, Goal::Worst) => target - 1,
        }
    }

    /// Whether the bounds of a set need not become closer. A mean has to be known up to some slack; for a worst
    /// case, it is enough to stay below the cut.
    pub(super) fn is_enough(self, bounds: Bounds, cut: u32, slack: u32) -> bool {
        let is_near = match self {
            Goal::Shots | Goal::Points => bounds.upper.saturating_sub(bounds.lower) <= slack,
            Goal::Worst => bounds.upper < cut || bounds.is_exact(),
        };
        bounds.lower >= cut || bounds.upper != Bounds::OPEN && is_near
    }

    /// The cost from which on a first ray is of no more use.
    pub(super) fn target(self, upper: u32, cut: u32, slack: u32) -> u32 {
        match (upper, self) {
            (Bounds::OPEN, _) => cut,
            (_, Goal::Shots | Goal::Points) => cut.min(upper.saturating_sub(slack)),
            (_, Goal::Worst) if upper < cut => 0,
            (_, Goal::Worst) => cut,
        }
    }
}

/// The positions at which two classes answer differently, as a set of bits.
#[inline(always)]
pub(super) fn differ(one: &Answers, other: &Answers) -> u32 {
    let mut bits = 0;
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    for (index, (one, other)) in words.enumerate() {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let bytes = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        // The high bit of each byte that is not zero. The product moves these bits into its highest byte, in order.
        let unequal = (((bytes & LOW) + LOW) | bytes) & !LOW;
        bits |= ((unequal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * index)) as u32;
    }
    bits
}

/// The least cost of a guess for a set.
///
/// It is a molecule of one class at most. Each molecule of each other class has a wrong atom or more,
/// so such a class costs its loss or more. The bound leaves out the greatest loss.
pub(super) fn least_guess(set: &[Member]) -> u32 {
    let losses = || set.iter().map(Member::loss);
    losses().sum::<u32>() - losses().max().unwrap_or(0)
}

/// The most classes of a set whose cost is known at once.
pub(super) const AT_ONCE: usize = 2;

/// The cost of a set of one class or two, or `None` for more. Two are known after one ray from any position at
/// which they differ.
#[inline]
pub(super) fn at_once(classes: &Classes, goal: Goal, set: &[Member]) -> Option<u32> {
    let (one, other) = match set {
        [_] => return Some(0),
        [one, other] => (one, other),
        _ => return None,
    };
    let (a, b) = (one.molecules, other.molecules);
    if goal != Goal::Points {
        return Some(goal.fire(a + b, 0));
    }
    let differing = differ(&one.answers, &other.answers);
    let (one_out, other_out) = (differing & one.outs, differing & other.outs);
    let outs = [
        (0, differing & !one_out & !other_out),
        (a, one_out & !other_out),
        (b, other_out & !one_out),
        (a + b, one_out & other_out),
    ];
    let possible = outs.iter().filter(|(_, positions)| *positions != 0);
    let least_out = possible.map(|&(out, _)| out).min();
    let ray = goal.fire(a + b, least_out.unwrap_or(0));
    match least_guess(set) < ray {
        true => Some(ray.min(classes.guess(set.iter()))),
        false => Some(ray),
    }
}

/// Lower bounds of points by the number of classes alone.
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
/// Several molecules of a class, and classes that are not regular, make a set dearer only. Without the numbers from
/// [`NUMBERS`] on, the bound would be lower, and so still right; as N(D) ≥ 2^D, no set needs them.
#[derive(Debug)]
pub(super) struct ClassCountBounds {
    /// By the exits and the number: how often it stands in the list.
    times: Vec<[u64; NUMBERS]>,
}

/// The numbers in the list are below this one.
const NUMBERS: usize = 64;

impl ClassCountBounds {
    pub(super) fn new(config: Config) -> ClassCountBounds {
        /// More than there are sets.
        const MANY: u64 = 1 << 40;
        const ATOM: usize = POINTS_AN_ATOM as usize;
        let (atoms, cells) = (config.atoms(), config.cells());
        let choose = |all, some| wide_binomial(all, some).min(MANY.into()) as u64;
        let ring = |wrong| choose(atoms, wrong).saturating_mul(choose(cells - atoms, wrong));
        let rings: Vec<u64> = (1..=atoms).map(ring).collect();
        let times = (0..=MOST_POSITIONS as u64).map(|exits| {
            let (mut reached, mut times) = ([1; NUMBERS], [0; NUMBERS]);
            reached[1] = 2;
            for cost in 2..NUMBERS {
                reached[cost] = MANY.min(2 * reached[cost - 1] + exits * reached[cost - 2]);
                let by_rays = (exits + 1) * reached[cost - 2];
                let by_guess = rings.iter().zip((ATOM..=cost).step_by(ATOM));
                let by_guess =
                    by_guess.map(|(ring, points)| ring.saturating_mul(reached[cost - points]));
                times[cost] = by_guess.fold(by_rays, u64::saturating_add);
            }
            times
        });
        ClassCountBounds {
            times: times.collect(),
        }
    }

    /// The points of so many regular classes, if no ray has more exits than this.
    pub(super) fn least(&self, exits: usize, classes: u32) -> u32 {
        let (mut left, mut sum) = (u64::from(classes.saturating_sub(1)), 0);
        for (&times, cost) in self.times[exits].iter().zip(0..) {
            let some = times.min(left);
            sum += some as u32 * cost;
            left -= some;
            if left == 0 {
                break;
            }
        }
        sum
    }
}
