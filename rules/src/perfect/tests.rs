//! The search and each of its bounds, compared with a slow recursion: no bounds, no symmetry, by the plain
//! rules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs, slice};

use itertools::Itertools;
use random::SplitMix64;
use serde_json::{Value, json};
use watch::unwatched;

use super::tree::{AnsweredMolecule, END, drawn, wrong_atoms};
use super::*;
use crate::board::Config;
use crate::puzzle::look_ahead::TO_THE_END;

const GOALS: [Goal; 3] = [Goal::Shots, Goal::Worst, Goal::Points];

/// The costs of sets of molecules by each goal.
struct Slow {
    config: Config,
    all: Vec<AnsweredMolecule>,
    known: HashMap<Vec<u32>, [u64; 3]>,
    without_guesses: bool,
}

impl Slow {
    fn new(config: Config) -> Slow {
        let all = unwatched(|observed| drawn(config, config.molecules(), observed)).unwrap();
        Slow {
            config,
            all,
            known: HashMap::new(),
            without_guesses: false,
        }
    }

    fn is_out(&self, ray: usize, answer: u8) -> bool {
        usize::from(answer) != ray && usize::from(answer) != self.config.positions()
    }

    fn guess(&self, set: &[u32]) -> u64 {
        let molecules: Vec<AnsweredMolecule> =
            set.iter().map(|&at| self.all[at as usize]).collect();
        if self.without_guesses && !molecules.iter().map(|one| one.answers).all_equal() {
            return u64::MAX;
        }
        5 * wrong_atoms(&molecules, self.config)
    }

    /// The costs if this is the first ray. `None` if all molecules give the same answer.
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
            let tree = tree(&classes, goal, &table, &progress).unwrap();
            let played = unwatched(|observed| tree.replay(observed))
                .unwrap()
                .unwrap();
            assert_eq!(played.cost(goal), cost, "{config} {goal}");
            let proof = proof(&classes, goal, &table, &progress).unwrap();
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
    let base = |set: &[u32]| u64::from(classes.base(goal, set));
    let cost = slow.costs(&molecules(set))[at] - base(set);
    let (table, progress) = (Table::new(1 << 12).unwrap(), Progress::default());
    let mut search = PlaySearch::new(classes, goal, &table, &progress);
    let bounds = search.load(set).bounds;
    let (rays, lowers) = (search.looker.choices.clone(), search.looker.lowers.clone());
    let interval = u64::from(bounds.lower)..=u64::from(bounds.upper);
    assert!(interval.contains(&cost), "{set:?} {bounds:?} {cost}");
    for ray in rays {
        let by_ray = slow.by(&molecules(set), ray.position.into()).unwrap()[at] - base(set);
        let lower = u64::from(ray.lower);
        assert!(lower <= by_ray, "{set:?}: {by_ray} by {ray:?}");
        assert!(
            !ray.is_exact || lower == by_ray,
            "{set:?}: {by_ray} by {ray:?}"
        );
        for (answer, part) in classes.parts(set, ray.position) {
            let cost = slow.costs(&molecules(&part))[at] - base(&part);
            let lower = lowers[ray.lowers][usize::from(answer)];
            assert!(u64::from(lower) <= cost, "{part:?}: {lower} {cost}");
        }
    }
    let first = search.first_node(set, goal != Goal::Worst, cost as u32);
    let played = match first.unwrap().1.unwrap() {
        END => slow.guess(&molecules(set)),
        ray => slow.by(&molecules(set), ray.into()).unwrap()[at],
    };
    assert_eq!(played - base(set), cost, "{set:?}");
    let bounds = search.solve_set(set, Bounds::OPEN, 0).unwrap();
    if goal != Goal::Worst {
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
    let all = classes.all();
    for set in [&all[..], &all[60..]] {
        for goal in GOALS {
            check_look(goal, &classes, &of, &mut slow, set);
        }
    }
}

/// The classes for games that end only when the spectrum is known.
fn classes_without_guesses(config: Config) -> Classes {
    let mut classes = classes(config, 1);
    classes.without_guesses = true;
    classes
}

/// The cost of the best strategy by points in games that end only when the spectrum is known.
fn points_without_guesses(config: Config) -> u64 {
    let classes = classes_without_guesses(config);
    let (table, progress) = (Table::new(1 << 28).unwrap(), Progress::default());
    search(&classes, Goal::Points, &table, 1, &progress).unwrap();
    assert!(progress.bounds().is_exact());
    progress.bounds().lower.into()
}

#[test]
fn games_without_guesses_cost_the_same_as_by_plain_recursion() {
    for name in ["A2_B4", "A3_B3", "A3_B4", "A5_B3"] {
        let mut slow = Slow::new(name.parse().unwrap());
        slow.without_guesses = true;
        let all: Vec<u32> = (0..slow.all.len() as u32).collect();
        let cost = slow.costs(&all)[2];
        assert_eq!(points_without_guesses(slow.config), cost, "{name}");
    }
}

fn strategies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/reference/strategies")
}

fn best_by_points(config: &str) -> Tree {
    let file = strategies().join(format!("{config}-points.strategy"));
    Tree::parse(&fs::read(file).unwrap()).unwrap()
}

/// The cost of the rest of a strategy by points for a set, beyond the base, if the best play without a guess replaces
/// each of its guesses.
fn played_without_guesses(
    classes: &Classes,
    search: &mut PlaySearch,
    set: &[u32],
    nodes: &mut slice::Iter<u8>,
) -> u64 {
    let &position = nodes.next().unwrap();
    if position == END {
        return search.solve_set(set, Bounds::OPEN, 0).unwrap().upper.into();
    }
    let parts = classes.parts(set, position).into_iter();
    let parts = parts.map(|(_, part)| played_without_guesses(classes, search, &part, nodes));
    u64::from(classes.fire(Goal::Points, set, position)) + parts.sum::<u64>()
}

#[test]
#[ignore = "minutes; games_without_guesses_cost_the_same_as_by_plain_recursion is its short form"]
fn guesses_save_as_much_as_the_page_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/perfect-play.md");
    let page = fs::read_to_string(page).unwrap();
    let (mut checked, mut wrong) = (0, Vec::new());
    for row in page.lines().filter(|line| line.starts_with("| A")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (name, said) = (cells[1], cells[7]);
        if said.is_empty() {
            continue;
        }
        let tree = best_by_points(name);
        let cost = match said.starts_with("at most ") {
            false => points_without_guesses(tree.config),
            true => {
                let classes = classes_without_guesses(tree.config);
                let (table, progress) = (Table::new(1 << 20).unwrap(), Progress::default());
                let mut search = PlaySearch::new(&classes, Goal::Points, &table, &progress);
                let all = classes.all();
                let nodes = &mut tree.nodes.iter();
                let played = played_without_guesses(&classes, &mut search, &all, nodes);
                u64::from(classes.base(Goal::Points, &all)) + played
            }
        };
        let parts = 1e4 * (cost - tree.cost) as f64 / tree.config.molecules() as f64;
        let saved = match said.starts_with("at most ") {
            _ if cost == tree.cost => "0".to_owned(),
            true => format!("at most {:.4}", parts.ceil() / 1e4),
            false => format!("{:.4}", parts / 1e4),
        };
        if said != saved {
            wrong.push((name.to_owned(), cost, saved));
        }
        checked += 1;
    }
    assert_eq!(wrong, []);
    assert!(checked >= 8, "{checked}");
}

/// The first levels of a strategy for a set: the position to fire from, and the next level after each answer. An answer
/// is the position where the ray comes out, or -1. `None` for a set that hints play to the end.
fn opening(classes: &Classes, set: &[u32], nodes: &mut slice::Iter<u8>) -> Option<Value> {
    let &position = nodes.next().unwrap();
    if position == END {
        return None;
    }
    let mut answers = serde_json::Map::new();
    for (answer, part) in classes.parts(set, position) {
        let is_out = usize::from(answer) < classes.config().positions();
        let answer = if is_out { i32::from(answer) } else { -1 };
        let next = opening(classes, &part, nodes);
        answers.extend(next.map(|next| (answer.to_string(), next)));
    }
    (set.len() > TO_THE_END).then(|| json!([position, answers]))
}

/// `SNAPSHOTS=overwrite cargo test -p blackbox-rules the_openings` writes them again.
#[test]
fn the_openings_are_the_first_levels_of_the_best_strategies() {
    let files = fs::read_dir(strategies()).unwrap();
    let names = files.filter_map(|file| file.unwrap().file_name().into_string().ok());
    let names = names.filter_map(|name| Some(name.strip_suffix("-points.strategy")?.to_owned()));
    let lines = names.sorted().map(|name| {
        let tree = best_by_points(&name);
        let classes = classes(tree.config, 1);
        let all = classes.all();
        let first = opening(&classes, &all, &mut tree.nodes.iter());
        let mean = tree.cost as f64 / f64::from(classes.total());
        json!({ "config": name, "points": mean, "first": first.unwrap() }).to_string()
    });
    let text = format!("[\n{}\n]\n", lines.collect::<Vec<String>>().join(",\n"));
    let file = strategies().join("openings.json");
    match env::var_os("SNAPSHOTS") {
        Some(_) => fs::write(file, text).unwrap(),
        None => assert!(
            fs::read_to_string(file).unwrap() == text,
            "openings.json is not up to date"
        ),
    }
}
