//! The search and each of its bounds, compared with a slow recursion: no bounds, no symmetry, by the plain
//! rules.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use itertools::Itertools;
use random::SplitMix64;
use watch::unwatched;

use super::tree::{AnsweredMolecule, drawn, wrong_atoms};
use super::*;
use crate::board::Config;

const GOALS: [Goal; 3] = [Goal::Shots, Goal::Worst, Goal::Points];

/// What sets of molecules cost by each goal.
struct Slow {
    config: Config,
    all: Vec<AnsweredMolecule>,
    known: HashMap<Vec<u32>, [u64; 3]>,
}

impl Slow {
    fn new(config: Config) -> Slow {
        let all = unwatched(|observed| drawn(config, observed)).unwrap();
        let known = HashMap::new();
        Slow { config, all, known }
    }

    fn is_out(&self, ray: usize, answer: u8) -> bool {
        usize::from(answer) != ray && usize::from(answer) != self.config.positions()
    }

    fn guess(&self, set: &[u32]) -> u64 {
        let molecules: Vec<AnsweredMolecule> =
            set.iter().map(|&at| self.all[at as usize]).collect();
        5 * wrong_atoms(&molecules, self.config)
    }

    /// The costs if this is the first ray; none if it tells nothing.
    fn by(&mut self, set: &[u32], ray: usize) -> Option<[u64; 3]> {
        let parts = set
            .iter()
            .copied()
            .into_group_map_by(|&at| self.all[at as usize].answers[ray]);
        if parts.len() == 1 {
            return None;
        }
        let mut costs = [set.len() as u64, 0, 0];
        for (answer, part) in parts {
            let of_part = self.costs(&part);
            costs[0] += of_part[0];
            costs[1] = costs[1].max(1 + of_part[1]);
            let ray = if self.is_out(ray, answer) { 2 } else { 1 };
            costs[2] += ray * part.len() as u64 + of_part[2];
        }
        Some(costs)
    }

    fn costs(&mut self, set: &[u32]) -> [u64; 3] {
        if let Some(&costs) = self.known.get(set) {
            return costs;
        }
        let mut least = [u64::MAX, u64::MAX, self.guess(set)];
        let rays: Vec<_> = (0..self.config.positions())
            .filter_map(|ray| self.by(set, ray))
            .collect();
        if rays.is_empty() {
            least[..2].fill(0);
        }
        for costs in rays {
            for (least, cost) in least.iter_mut().zip(costs) {
                *least = cost.min(*least);
            }
        }
        self.known.insert(set.to_vec(), least);
        least
    }

    /// The molecules of each class.
    fn of_classes(&self, classes: &Classes) -> Vec<Vec<u32>> {
        let index: HashMap<_, _> = (0..classes.count())
            .map(|class| (*classes.answers(class), class))
            .collect();
        let mut of = vec![Vec::new(); classes.count() as usize];
        for (at, molecule) in (0..).zip(&self.all) {
            of[index[&molecule.answers] as usize].push(at);
        }
        of
    }
}

fn classes(config: Config, seed: u64) -> Classes {
    unwatched(|observed| Classes::new(config, seed, observed)).unwrap()
}

fn agrees(slow: &mut Slow) {
    let config = slow.config;
    let all: Vec<u32> = (0..slow.all.len() as u32).collect();
    let costs = slow.costs(&all);
    for (goal, cost) in GOALS.into_iter().zip(costs) {
        for (seed, threads, bytes) in [(1, 1, 1 << 22), (2, 3, 1 << 12)] {
            let classes = classes(config, seed);
            let (table, progress) = (Table::new(bytes).unwrap(), Progress::default());
            search(&classes, goal, &table, threads, &progress).unwrap();
            let bounds = progress.bounds();
            assert_eq!(
                [bounds.lower, bounds.upper].map(u64::from),
                [cost; 2],
                "{config} {goal}"
            );
            let tree = tree(&classes, goal, &table, bounds, &progress.stop).unwrap();
            let played = unwatched(|observed| tree.replay(observed))
                .unwrap()
                .unwrap();
            assert_eq!(played.cost(goal), cost, "{config} {goal}");
            let proof = proof(&classes, goal, &table, bounds.lower, &progress.stop).unwrap();
            assert_eq!(proof::Proof::parse(&proof.text()), Ok(proof.clone()));
            unwatched(|observed| proof.check(observed))
                .unwrap()
                .unwrap();
        }
    }
}

#[test]
fn small_boxes_cost_the_same_as_by_plain_recursion() {
    let boxes = (0..=3)
        .cartesian_product(1..=4)
        .chain((0..=2).cartesian_product(5..=6));
    for (atoms, width) in boxes.chain([(4, 3), (5, 3)]) {
        if let Ok(config) = Config::new(atoms, width) {
            agrees(&mut Slow::new(config));
        }
    }
}

#[test]
#[ignore = "minutes and gigabytes; small_boxes_cost_the_same_as_by_plain_recursion is its short form"]
fn ambiguous_boxes_cost_the_same_as_by_plain_recursion() {
    agrees(&mut Slow::new("A4_B4".parse().unwrap()));
}

/// Each bound of a look at a set, against what the set costs.
fn check_look(goal: Goal, classes: &Classes, of: &[Vec<u32>], slow: &mut Slow, set: &[u32]) {
    let molecules = |set: &[u32]| -> Vec<u32> {
        let molecules = set
            .iter()
            .flat_map(|&class| of[class as usize].iter().copied());
        molecules.sorted_unstable().collect()
    };
    let at = GOALS.iter().position(|&one| one == goal).unwrap();
    let base = |set: &[u32]| u64::from(base_of(classes, goal, set));
    let cost = slow.costs(&molecules(set))[at] - base(set);
    let (table, stop) = (Table::new(1 << 12).unwrap(), AtomicBool::new(false));
    let (busy, progress) = Default::default();
    let mut search = PlaySearch::new(classes, goal, &table, [&stop, &stop], &busy, &progress);
    let (bounds, rays) = search.looked(set);
    let interval = u64::from(bounds.lower)..=u64::from(bounds.upper);
    assert!(interval.contains(&cost), "{set:?} {bounds:?} {cost}");
    for (ray, lower, lowers) in rays {
        let by_ray = slow.by(&molecules(set), ray.into()).unwrap()[at] - base(set);
        assert!(
            u64::from(lower) <= by_ray,
            "{set:?}: {lower} {by_ray} by {ray}"
        );
        for (answer, part) in classes.parts(set, ray) {
            let cost = slow.costs(&molecules(&part))[at] - base(&part);
            let lower = lowers[usize::from(answer)];
            assert!(u64::from(lower) <= cost, "{part:?}: {lower} {cost}");
        }
    }
    let bounds = search.solve_set(set, Bounds::OPEN, 0).unwrap();
    if !goal.is_worst() {
        assert_eq!(
            [bounds.lower, bounds.upper].map(u64::from),
            [cost; 2],
            "{set:?}"
        );
    }
}

/// Sets of classes that a game may leave, and any others.
fn attack(name: &str, sets: usize, most: usize, seed: u64) {
    let config: Config = name.parse().unwrap();
    let (classes, mut slow, mut random) = (classes(config, 1), Slow::new(config), SplitMix64(seed));
    let of = slow.of_classes(&classes);
    let count = u64::from(classes.count());
    for _ in 0..sets {
        let mut set: Vec<u32> = (0..classes.count()).collect();
        let size = 2 + random.below(most as u64 - 1) as usize;
        let one = random.below(count) as u32;
        while set.len() > size {
            let ray = random.below(config.positions() as u64) as usize;
            let alike = |class: u32| classes.answers(class)[ray] == classes.answers(one)[ray];
            let left: Vec<u32> = set.iter().copied().filter(|&class| alike(class)).collect();
            match left.len() {
                number if number > size && number < set.len() => set = left,
                _ => {
                    while set.len() > size {
                        set.swap_remove(random.below(set.len() as u64) as usize);
                    }
                }
            }
        }
        set.sort_unstable();
        for goal in GOALS {
            check_look(goal, &classes, &of, &mut slow, &set);
        }
    }
}

#[test]
fn no_bound_of_a_look_is_above_the_truth() {
    attack("A4_B4", 150, 12, 1);
    attack("A6_B4", 60, 9, 2);
    attack("A3_B5", 150, 12, 3);
    attack("A3_B3", 60, 30, 4);
    attack("A5_B3", 60, 30, 5);
}

#[test]
fn no_bound_of_a_look_at_many_classes_is_above_the_truth() {
    // By words of bits, and by counts.
    attack("A2_B4", 8, 120, 6);
    attack("A2_B8", 4, 90, 7);
    let config: Config = "A2_B6".parse().unwrap();
    let (classes, mut slow) = (classes(config, 1), Slow::new(config));
    let of = slow.of_classes(&classes);
    let all: Vec<u32> = (0..classes.count()).collect();
    for set in [&all[..], &all[60..]] {
        for goal in GOALS {
            check_look(goal, &classes, &of, &mut slow, set);
        }
    }
}
