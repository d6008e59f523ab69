//! The cost of a game: the three aims, and bounds of the cost of a set that need no look at its rays.
//!
//! The cost of a set is that of an end or that of the best first ray, whichever is less. A first ray has a cost of its
//! own, its *fire*; then each of the parts that it leaves is a set again. A set of one class costs 0. For points, this
//! means that all costs leave out the best guesses for each class alone, whose cost no strategy can save.

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

    /// The bound of a set whose first ray is known, after the bound of a part has risen from `before` to `part`. Before
    /// the first part, the bound of the set, `whole`, is the fire of the ray. The sums saturate, because a damaged file
    /// of a search may contain bounds that no set has.
    #[inline(always)]
    pub(super) fn raised(self, whole: u32, before: u32, part: u32) -> u32 {
        match self {
            Goal::Shots | Goal::Points => whole.saturating_sub(before).saturating_add(part),
            Goal::Worst => whole.max(part.saturating_add(1)),
        }
    }

    /// A guess of the cost of a set of at least two classes, per molecule. It only decides in which order first rays
    /// are tried, so a wrong guess costs nothing but time.
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

    /// Whether the bounds of a set are close enough. They always are if the lower bound reaches the cut. Otherwise, a
    /// mean must be known up to the slack; for the worst case, it is enough that the upper bound is below the cut.
    pub(super) fn is_enough(self, bounds: Bounds, cut: u32, slack: u32) -> bool {
        let is_near = match self {
            Goal::Shots | Goal::Points => bounds.upper.saturating_sub(bounds.lower) <= slack,
            Goal::Worst => bounds.upper < cut || bounds.is_exact(),
        };
        bounds.lower >= cut || bounds.upper != Bounds::OPEN && is_near
    }

    /// A first ray that costs at least this is useless.
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
/// The guess is a molecule of at most one class. In every other class, it has at least one wrong atom for each
/// molecule, so this class costs at least its loss. The bound leaves out the greatest loss.
pub(super) fn least_guess(set: &[Member]) -> u32 {
    let losses = || set.iter().map(Member::loss);
    losses().sum::<u32>() - losses().max().unwrap_or(0)
}

/// The greatest number of classes of a set whose cost is known without a search.
pub(super) const AT_ONCE: usize = 2;

/// The cost of a set of one class or two, or `None` for more. Any ray to which two classes give different answers
/// decides between them.
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

/// Lower bounds of the points that a set costs, from the number of its regular classes alone.
///
/// The answers of a game are like a code whose letters have unequal costs: the absorbed and the reflected ray are two
/// letters that cost 1, and each exit is a letter that costs 2. If no ray has more than x exits, r regular classes cost
/// at least the sum of the r − 1 least numbers of a list that contains each number c
/// `(x + 1) · N(c − 2) + Σ ring(d) · N(c − 5 d)` times. N(D) is the greatest number of situations that can be reached
/// at a cost of D: N(0) = 1, N(1) = 2, N(D) = 2 N(D − 1) + x N(D − 2). `ring(d)` is the number of molecules with d ≥ 1
/// atoms where a guess has none.
///
/// 1. Take one molecule of each class; if the guess of an end is in the class, take the guess. Any other class costs at
///    least 5 d more than its base, if the guess has d wrong atoms for the molecule taken: the guess has at least one
///    wrong atom for each of the other w − 1 molecules, so the class costs at least 5 (w − 1) + 5 d, and its base is
///    5 (w − 1), because it is regular.
/// 2. Take a situation reached at a cost of D, whose ray has a ≤ 2 cheap answers and e ≤ x exits. Its children cost
///    D + 1 and D + 2. The sum of their costs minus D is a (D + 1) + e (D + 2) − D = (a + e − 1) (D + 2) + 2 − a ≥
///    (a + e − 1) (D + 2). So the ray adds at least D + 2 for each child but one, that is, at most x + 1 numbers for
///    each situation. In all situations at D, these are at most (x + 1) · N(D) numbers D + 2.
/// 3. If the game ends in a situation at D, each molecule there costs D for the rays and 5 d for the guess. Each
///    molecule but one adds D + 5 d, and at most ring(d) of them have d wrong atoms.
/// 4. In the sum from the root on, the costs of all inner situations cancel. The remaining terms are r − 1 numbers of
///    the list, because the count of molecules is one at the root, and each child but one and each molecule but one
///    adds one.
///
/// Further molecules of a class, and classes that are not regular, can only increase the cost of a set. Leaving out the
/// numbers from [`NUMBERS`] on can only lower the bound, so it still holds; because N(D) ≥ 2^D, no set needs them.
#[derive(Debug)]
pub(super) struct ClassCountBounds {
    /// For each number of exits x and each number c, how often the list contains c.
    times: Vec<[u64; NUMBERS]>,
}

/// The numbers in the list are below this one.
const NUMBERS: usize = 64;

impl ClassCountBounds {
    pub(super) fn new(config: Config) -> ClassCountBounds {
        /// A number that no number of classes exceeds.
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

    /// A lower bound of the points of this number of regular classes, if no ray has more than `exits` exits.
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
