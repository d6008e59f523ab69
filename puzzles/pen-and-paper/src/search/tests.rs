//! Every method on every kind of grid.

use super::*;
use crate::rules::Board;
use crate::tour::examine;

/// Lets a search run to its end.
struct Patient {
    met: Vec<Tour>,
}

impl Supervisor for Patient {
    fn ends(&mut self, _steps: u64, _attempts: u64) -> bool {
        false
    }

    fn wants_open_tours(&self) -> bool {
        true
    }

    fn met(&mut self, tour: Tour) {
        self.met.push(tour);
    }
}

fn board(rows: u64, columns: u64) -> Board {
    Board::new(rows, columns).unwrap()
}

/// Searches, and checks what is found.
fn check(board: Board, circular: bool, start: Option<usize>, method: Method, seed: u64) -> Found {
    let goal = Goal {
        board,
        circular,
        start,
    };
    let mut patient = Patient { met: Vec::new() };
    let mut dice = Dice::new(seed);
    let found = search(goal, method, &mut dice, Some(50_000_000), &mut patient)
        .unwrap_or_else(|end| panic!("{board} {method:?} seed {seed}: {end:?}"));
    let examination = examine(board, found.tour.numbers());
    assert!(examination.is_tour(), "{board} {method:?} {examination:?}");
    assert_eq!(examination.circular, found.tour.is_circular());
    assert!(!circular || examination.circular, "{board} {method:?}");
    assert!(found.steps >= board.cells() as u64 && found.attempts >= 1);
    if let Some(start) = start {
        assert_eq!(found.tour.numbers()[start], 1, "{board} {method:?}");
    }
    for tour in patient.met {
        assert!(circular && !tour.is_circular());
        assert!(examine(board, tour.numbers()).is_tour());
    }
    found
}

#[test]
fn every_method_finds_what_there_is_on_small_grids() {
    for (rows, columns) in [(5, 5), (5, 6), (7, 5), (4, 9), (9, 4)] {
        let board = board(rows, columns);
        for ties in [Ties::Random, Ties::Outward] {
            for method in Method::all(ties) {
                // Plain backtracking takes millions of steps from six by six on.
                if method == Method::Random && board.cells() > 30 {
                    continue;
                }
                for seed in 0..3 {
                    let start = (seed as usize * 7) % board.cells();
                    check(board, false, None, method, seed);
                    // Ties broken outward leave too little to chance for more.
                    if ties == Ties::Random {
                        check(board, false, Some(start), method, seed);
                        check(board, true, None, method, seed);
                        check(board, true, Some(start), method, seed);
                    }
                }
            }
        }
    }
    check(board(1, 1), false, None, Method::Rotate, 0);
    check(board(1, 1), false, Some(0), Method::Random, 0);
}

#[test]
fn grids_without_circular_tours_have_open_ones() {
    for columns in 6..9 {
        for method in [
            Method::Random,
            Method::Warnsdorff(Ties::Random),
            Method::Backtrack(Ties::Random, None),
            Method::Rotate,
        ] {
            check(board(4, columns), false, None, method, columns);
        }
    }
}

#[test]
fn blocks_fill_every_grid_that_has_a_circular_tour() {
    for rows in 5..27 {
        for columns in 5..27 {
            check(
                board(rows, columns),
                true,
                None,
                Method::Blocks,
                rows + columns,
            );
        }
    }
    for long in (5..6).chain(9..60) {
        check(board(4, long), true, None, Method::Blocks, long);
        check(board(long, 4), true, Some(0), Method::Blocks, long);
    }
    for (rows, columns) in [(4, 1009), (5, 2003), (211, 307), (1000, 14)] {
        check(board(rows, columns), true, None, Method::Blocks, rows);
    }
}

#[test]
fn middling_grids_are_rotated() {
    for seed in 0..3 {
        for (rows, columns) in [(17, 17), (8, 40), (50, 50), (64, 63)] {
            check(board(rows, columns), true, None, Method::Rotate, seed);
            check(board(rows, columns), false, Some(3), Method::Rotate, seed);
        }
    }
}

#[test]
fn big_grids_are_walked_from_the_outside_inwards() {
    for method in [
        Method::Warnsdorff(Ties::Outward),
        Method::Backtrack(Ties::Outward, None),
    ] {
        check(board(300, 200), false, None, method, 1);
    }
}

#[test]
fn a_seed_makes_the_same_run() {
    for method in Method::all(Ties::Random) {
        let run = |seed| check(board(5, 6), true, None, method, seed);
        assert_eq!(run(7), run(7));
        let others = (8..20).filter(|&seed| run(seed).tour != run(7).tour);
        assert!(others.count() > 5, "{method:?}");
    }
}

#[test]
fn a_search_ends_at_its_limit_or_where_somebody_wants_it_to() {
    struct Impatient(u64);
    impl Supervisor for Impatient {
        fn ends(&mut self, steps: u64, _attempts: u64) -> bool {
            self.0 = steps;
            true
        }
        fn wants_open_tours(&self) -> bool {
            false
        }

        fn met(&mut self, _tour: Tour) {}
    }
    // Nothing can be found here, and most attempts end at once.
    for (rows, columns) in [(4, 4), (2, 2), (3, 9)] {
        for method in Method::all(Ties::Random) {
            if method == Method::Blocks {
                continue;
            }
            let goal = Goal {
                board: board(rows, columns),
                circular: true,
                start: None,
            };
            let mut impatient = Impatient(0);
            let mut dice = Dice::new(1);
            let end = search(goal, method, &mut dice, Some(1000), &mut impatient);
            assert_eq!(end, Err(End::Limit), "{method:?}");
            assert_eq!(impatient.0, 0);
            let end = search(goal, method, &mut dice, None, &mut impatient);
            assert_eq!(end, Err(End::Stopped), "{method:?}");
            assert!(impatient.0 < 200_000, "{method:?}: {}", impatient.0);
        }
    }
}

/// Ends a search after so many looks.
struct Impatient {
    looks: u32,
}

impl Supervisor for Impatient {
    fn ends(&mut self, _steps: u64, _attempts: u64) -> bool {
        self.looks = self.looks.saturating_sub(1);
        self.looks == 0
    }

    fn wants_open_tours(&self) -> bool {
        false
    }

    fn met(&mut self, _tour: Tour) {}
}

/// All blocks lie in one row, which must not be laid without a look.
#[test]
fn blocks_of_a_wide_grid_can_be_stopped() {
    let goal = Goal {
        board: board(5, 1_000_000),
        circular: true,
        start: None,
    };
    let mut impatient = Impatient { looks: 30 };
    let found = search(
        goal,
        Method::Blocks,
        &mut Dice::new(1),
        None,
        &mut impatient,
    );
    assert_eq!(found, Err(End::Stopped));
}
