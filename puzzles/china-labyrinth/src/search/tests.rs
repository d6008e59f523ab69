//! The searches against each other, and against what every solution must be.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use watch::Stop;

use super::random::Random;
use super::*;
use crate::rules::{Cell, Form, Kind, Piece, Solution, Symmetry, Tiles};

fn settings(tiles: Tiles, algorithm: Algorithm, pieces: &str) -> Settings {
    Settings {
        tiles,
        algorithm,
        ..Settings::hexagons(pieces.parse().unwrap())
    }
}

/// All solutions below the place where a walk is, and the steps it took.
fn rest(walk: &mut dyn Walk, tiles: Tiles) -> (Vec<String>, u64) {
    let mut found = Vec::new();
    let mut steps = u64::MAX;
    loop {
        match walk.advance(&mut steps) {
            Event::Solved => {
                let solution = Solution::new(tiles, walk.pieces()).unwrap();
                found.push(solution.to_string());
            }
            Event::Exhausted => return (found, u64::MAX - steps),
            other => panic!("{other:?}"),
        }
    }
}

/// Solutions of the hexagons, by random runs.
fn some(count: u64, seed: u64, threads: usize) -> (Vec<Found>, Totals) {
    let settings = settings(Tiles::Hexagons, Algorithm::LookAhead, "doors,angles");
    let runs = Runs {
        tiles: Tiles::Hexagons,
        limit: 112,
        seed,
        threads,
    };
    let mut found = Vec::new();
    let searcher = || walk(&settings);
    let totals = runs.search(searcher, &Stop::default(), |one| {
        found.push(one);
        match found.len() as u64 == count {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    (found, totals.unwrap())
}

#[test]
fn all_settings_find_the_same_squares_once_each() {
    let mut expected: Option<BTreeSet<String>> = None;
    for algorithm in [Algorithm::Literal, Algorithm::LookAhead] {
        for (demands, pieces, pruning) in [
            (Demands::Fewest, "angles,doors", true),
            (Demands::Fewest, "random", false),
            (Demands::Random, "doors", true),
        ] {
            let settings = Settings {
                demands,
                pruning,
                ..settings(Tiles::Squares, algorithm, pieces)
            };
            let mut walk = walk(&settings);
            walk.begin(7);
            let (found, _) = rest(walk.as_mut(), Tiles::Squares);
            let different: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!((found.len(), different.len()), (5005, 5005), "{settings}");
            assert_eq!(
                expected.get_or_insert_with(|| different.clone()),
                &different
            );
        }
    }
}

#[test]
fn looking_ahead_loses_no_hexagons() {
    // Where any cell will do, both take the same one, so they come the same way.
    // All but the first pieces of a solution are taken away, and all ways to put
    // them are sought.
    const KEPT: usize = 50;
    let walk_by = |algorithm| {
        walk(&Settings {
            demands: Demands::Random,
            ..settings(Tiles::Hexagons, algorithm, "doors,angles")
        })
    };
    let mut ahead = walk_by(Algorithm::LookAhead);
    let (mut compared, mut found_in_all) = (0, 0);
    for key in 0..400 {
        ahead.begin(key);
        if ahead.advance(&mut 112) != Event::Solved {
            continue;
        }
        let solution = Solution::new(Tiles::Hexagons, ahead.pieces()).unwrap();
        let path = ahead.path();
        let below = |algorithm| {
            let mut walk = walk_by(algorithm);
            assert!(walk.resume(key, &path[..KEPT]));
            walk.keep(KEPT);
            let (found, steps) = rest(walk.as_mut(), Tiles::Hexagons);
            (found.into_iter().collect::<BTreeSet<_>>(), steps)
        };
        let (literal, literal_steps) = below(Algorithm::Literal);
        let (others, steps) = below(Algorithm::LookAhead);
        assert!(literal.contains(&solution.to_string()));
        assert_eq!(literal, others);
        assert!(steps <= literal_steps);
        compared += 1;
        found_in_all += literal.len();
    }
    assert!(
        compared >= 20 && found_in_all > compared,
        "{compared}: {found_in_all}"
    );
}

#[test]
fn a_walk_goes_on_wherever_it_was_stopped() {
    for algorithm in [Algorithm::Literal, Algorithm::LookAhead] {
        let settings = settings(Tiles::Squares, algorithm, "random");
        let mut straight = walk(&settings);
        straight.begin(3);
        let (expected, all) = rest(straight.as_mut(), Tiles::Squares);
        let mut random = Random::new(11, 0);
        let (mut found, mut path, mut made) = (Vec::new(), Vec::new(), 0);
        loop {
            let mut walk = walk(&settings);
            assert!(walk.resume(3, &path));
            let allowed = 1 + random.below(3000);
            let mut steps = allowed;
            let event = walk.advance(&mut steps);
            made += allowed - steps;
            path = walk.path();
            match event {
                Event::Solved => {
                    let solution = Solution::new(Tiles::Squares, walk.pieces()).unwrap();
                    found.push(solution.to_string());
                }
                Event::Exhausted => break,
                _ => {}
            }
        }
        assert_eq!(found, expected);
        assert_eq!(made, all);
    }
}

#[test]
fn a_path_that_nobody_walked_is_refused() {
    let mut walk = walk(&settings(Tiles::Hexagons, Algorithm::LookAhead, "doors"));
    walk.begin(5);
    walk.advance(&mut 40);
    let mut path = walk.path();
    assert!(walk.resume(5, &path));
    assert_eq!(walk.path(), path);
    path[3] = path[2];
    assert!(!walk.resume(5, &path));
    assert!(!walk.resume(5, &[0; 80]));
}

#[test]
fn workers_share_the_tree() {
    let settings = settings(Tiles::Squares, Algorithm::LookAhead, "doors");
    let find = |workers: usize, steps: u64| {
        let mut search =
            Exhaustive::new(settings.clone(), 9, vec![Cursor::default(); workers]).unwrap();
        let mut found = Vec::new();
        while !search.is_finished() {
            let round = search.round(steps, true).unwrap();
            found.extend(round.into_iter().map(|seen| seen.solution.to_string()));
            // As if the program had ended and another one gone on.
            search = Exhaustive::new(settings.clone(), 9, search.cursors().to_vec()).unwrap();
        }
        let steps: u64 = search.cursors().iter().map(|cursor| cursor.steps).sum();
        (found, steps)
    };
    let (one, steps) = find(1, 10_000);
    assert_eq!(one.len(), 5005);
    for (workers, round) in [(2, 777), (3, 50_000)] {
        let (found, steps_shared) = find(workers, round);
        assert_eq!(steps_shared, steps);
        let sets = [&one, &found].map(|found| found.iter().collect::<BTreeSet<_>>());
        assert_eq!(found.len(), 5005);
        assert_eq!(sets[0], sets[1]);
    }
}

#[test]
fn cursors_behind_the_end_are_refused() {
    let settings = settings(Tiles::Squares, Algorithm::LookAhead, "doors");
    let of = |cursors| Exhaustive::new(settings.clone(), 9, cursors);
    let mut search = of(vec![Cursor::default(); 3]).unwrap();
    while !search.is_finished() {
        search.round(1 << 16, false).unwrap();
    }
    let ends = search.cursors().to_vec();
    assert!(of(ends.clone()).unwrap().is_finished());
    for worker in 0..3 {
        for change in [
            |end: &mut Cursor| end.parts += 1,
            |end: &mut Cursor| end.parts = usize::MAX,
            |end: &mut Cursor| end.path = Some(vec![1]),
        ] {
            let mut ends = ends.clone();
            change(&mut ends[worker]);
            assert_eq!(of(ends).err(), Some(NoSuchPlace));
        }
    }
}

#[test]
fn a_worker_that_is_rewound_finds_the_same_again() {
    let settings = settings(Tiles::Hexagons, Algorithm::LookAhead, "doors,angles");
    let mut search = Exhaustive::new(settings, 1, vec![Cursor::default(); 2]).unwrap();
    let first = loop {
        let found = search.round(20_000, true).unwrap();
        if found.len() > 3 {
            break found;
        }
    };
    let cut = &first[1];
    search.rewind(cut.worker, cut.cursor.clone());
    let again = loop {
        let found = search.round(20_000, true).unwrap();
        if let Some(one) = found.into_iter().find(|seen| seen.worker == cut.worker) {
            break one;
        }
    };
    let next = first[2..].iter().find(|seen| seen.worker == cut.worker);
    assert_eq!(Some(&again), next);
}

#[test]
fn threads_change_nothing() {
    let (one, totals) = some(40, 17, 1);
    assert_eq!(totals.solutions, 40);
    let steps: u64 = one.iter().map(|found| found.steps).sum();
    let restarts: u64 = one.iter().map(|found| found.restarts).sum();
    assert_eq!((totals.steps, totals.restarts), (steps, restarts));
    for threads in [2, 3] {
        assert_eq!(some(40, 17, threads), (one.clone(), totals));
    }
    assert_ne!(some(40, 18, 1).0, one);
}

/// A walk that counts what it does, and asks to stop when it has found enough.
struct Counted<'a> {
    walk: Box<dyn Walk>,
    found: &'a AtomicU64,
    steps: &'a AtomicU64,
    enough: u64,
    stop: &'a Stop,
}

impl Searcher for Counted<'_> {
    fn begin(&mut self, key: u64) {
        self.walk.begin(key);
    }

    fn advance(&mut self, steps: &mut u64) -> Event {
        let before = *steps;
        let event = self.walk.advance(steps);
        self.steps.fetch_add(before - *steps, Ordering::Relaxed);
        if event == Event::Solved && self.found.fetch_add(1, Ordering::Relaxed) + 1 == self.enough {
            self.stop.ask();
        }
        event
    }

    fn pieces(&self) -> Vec<Vec<Piece>> {
        self.walk.pieces()
    }
}

#[test]
fn whatever_was_found_before_a_stop_is_given() {
    let settings = settings(Tiles::Hexagons, Algorithm::LookAhead, "doors,angles");
    for (threads, limit, enough) in [(1, 112, 50), (2, 112, 50), (1, 5000, 5), (3, 1 << 30, 1)] {
        let (found, steps) = (AtomicU64::new(0), AtomicU64::new(0));
        let stop = Stop::default();
        let runs = Runs {
            tiles: Tiles::Hexagons,
            limit,
            seed: 5,
            threads,
        };
        let searcher = || Counted {
            walk: walk(&settings),
            found: &found,
            steps: &steps,
            enough,
            stop: &stop,
        };
        let mut given = 0;
        let totals = runs.search(searcher, &stop, |_| {
            given += 1;
            ControlFlow::Continue(())
        });
        let totals = totals.unwrap();
        assert!(found.load(Ordering::Relaxed) >= enough);
        assert_eq!(totals.solutions, given);
        assert_eq!(totals.solutions + totals.repeats, found.into_inner());
        assert_eq!(totals.steps, steps.into_inner());
    }
}

#[test]
fn a_solution_that_comes_at_once_is_not_waited_for() {
    // With such a limit most runs would take longer than anybody lives.
    let settings = settings(Tiles::Hexagons, Algorithm::LookAhead, "doors,angles");
    let search = |threads| {
        let runs = Runs {
            tiles: Tiles::Hexagons,
            limit: u64::MAX,
            seed: 1,
            threads,
        };
        let mut found = None;
        let totals = runs.search(
            || walk(&settings),
            &Stop::default(),
            |one| {
                found = Some(one);
                ControlFlow::Break(())
            },
        );
        (found, totals.unwrap())
    };
    let one = search(1);
    assert_eq!(one.1.steps, 93);
    assert_eq!(search(3), one);
}

#[test]
fn groups_and_holes_are_as_many() {
    let (found, _) = some(300, 5, 2);
    let mut seen = BTreeSet::new();
    for Found { solution, .. } in found {
        assert_eq!(solution.groups().len(), solution.holes());
        let holes = (0..solution.groups().len()).map(|i| solution.holes_of(i).unwrap().len());
        assert_eq!(holes.sum::<usize>(), solution.holes());
        seen.insert(solution.holes());
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn symmetric_solutions_are_symmetric() {
    for kind in ["door-mirror", "corner-mirror"] {
        let kind: Kind = kind.parse().unwrap();
        let symmetries = kind.symmetries(Tiles::Hexagons).unwrap();
        let mut search = AnyOf::new(&[kind], &"doors,angles".parse().unwrap());
        let mut found = 0;
        for key in 0..400 {
            search.begin(key);
            if search.advance(&mut 200) == Event::Solved {
                let solution = Solution::new(Tiles::Hexagons, search.pieces()).unwrap();
                for &symmetry in &symmetries {
                    assert!(solution.has(symmetry));
                    assert_eq!(solution.image(symmetry).unwrap(), solution);
                }
                assert!(solution.symmetry().is_some());
                found += 1;
            }
        }
        assert!(found > 5, "{kind}: {found}");
    }
}

#[test]
fn the_estimate_of_the_squares_is_right() {
    let settings = settings(Tiles::Squares, Algorithm::LookAhead, "random");
    let guess = |threads| {
        let stop = Stop::default();
        estimate(&settings, 1500, 3, threads, &stop, |_| ()).unwrap()
    };
    let one = guess(1);
    assert_eq!(one, guess(2));
    assert!(one.error() < 0.03 * one.mean(), "{one:?}");
    let off = (one.mean() - 5005.0).abs();
    assert!(off < 4.0 * one.error(), "{} ± {}", one.mean(), one.error());
}

#[test]
fn forms_are_filled() {
    for form in [
        Form::parallelogram(8, 8),
        Form::offset_square(),
        Form::hexagon(),
    ] {
        let form = form.unwrap();
        for seed in 0..3 {
            let search = || compact(&form, COMPACT, seed, &Stop::default(), &mut |_| ());
            let (end, effort) = search().unwrap();
            let End::Found(found) = end else {
                panic!("{end:?}");
            };
            let cells: Vec<Cell> = found.pieces().iter().map(|piece| piece.cell).collect();
            assert!(cells.into_iter().eq(form.cells()));
            assert_eq!(search().unwrap(), (End::Found(found), effort));
        }
    }
}

#[test]
fn few_moves_and_a_wish_to_stop_end_the_search() {
    let form = Form::offset_square().unwrap();
    let few = Schedule {
        most: 100,
        ..COMPACT
    };
    let (end, effort) = compact(&form, few, 1, &Stop::default(), &mut |_| ()).unwrap();
    assert_eq!((end, effort.moves), (End::NotFound, 100));
    let stop = Stop::default();
    stop.ask();
    let cold = Schedule {
        temperature: 0.001,
        ..COMPACT
    };
    let (end, _) = compact(&form, cold, 1, &stop, &mut |_| ()).unwrap();
    assert_eq!(end, End::Stopped);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_solution_has_one_form_however_it_is_laid_out(
        seed in 0u64..1000,
        shifts in prop::collection::vec((-40i32..40, -40i32..40), 64),
        swaps in prop::collection::vec((0usize..64, 0usize..64), 64),
    ) {
        let (found, _) = some(1, seed, 1);
        let solution = &found[0].solution;
        let mut groups: Vec<Vec<Piece>> = solution.groups().to_vec();
        for (group, (q, r)) in groups.iter_mut().zip(shifts) {
            for piece in group.iter_mut() {
                piece.cell = Cell::new(piece.cell.q + q, piece.cell.r + r);
            }
            for &(a, b) in &swaps {
                let pieces = group.len();
                group.swap(a % pieces, b % pieces);
            }
        }
        for (a, b) in swaps {
            let count = groups.len();
            groups.swap(a % count, b % count);
        }
        prop_assert_eq!(&Solution::new(Tiles::Hexagons, groups).unwrap(), solution);
        let text = solution.to_string();
        prop_assert_eq!(&Solution::parse(Tiles::Hexagons, &text).unwrap(), solution);
        for symmetry in Symmetry::all(Tiles::Hexagons) {
            let image = solution.image(symmetry).unwrap();
            prop_assert_eq!(image.holes(), solution.holes());
            prop_assert_eq!(&image == solution, solution.has(symmetry));
        }
    }

    #[test]
    fn no_text_is_taken_for_a_solution_that_is_none(text in "[0-7/]{0,140}|.{0,40}") {
        prop_assert!(Solution::parse(Tiles::Hexagons, &text).is_err());
    }
}
