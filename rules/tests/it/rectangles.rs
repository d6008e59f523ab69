//! Compares boxes of any size with the oracle: every ray, and boards as texts.

use blackbox_rules::board::{Board, Config, Position, Size, Transform};
use blackbox_rules::oracle::{End, Plain};
use blackbox_rules::puzzle::evidence::Evidence;
use blackbox_rules::puzzle::text::{BoardText, emacs, game_id, shots};
use blackbox_rules::ray::Outcome;
use proptest::prelude::*;

/// The ends of all rays, by the oracle.
fn slow(board: Board) -> Vec<End> {
    let size = board.size();
    let plain = Plain::oblong(size.rows(), size.columns());
    plain.ends(board.text().as_bytes())
}

fn check_rays(board: Board) {
    let fast: Vec<Outcome> = board.rays().map(|(_, ray)| ray.outcome).collect();
    let ends: Vec<End> = fast.iter().copied().map(End::from).collect();
    assert_eq!(ends, slow(board), "{board:?}");
    // The spectrum has the same outcomes, and is transformed with the board.
    let spectrum = board.spectrum();
    for (position, outcome) in board.size().all_positions().zip(&fast) {
        let symbol = |position: Position| spectrum.as_bytes()[position.index()];
        match *outcome {
            Outcome::Absorbed => assert_eq!(symbol(position), b'@'),
            Outcome::Reflected => assert_eq!(symbol(position), b'&'),
            Outcome::Out(exit) => {
                assert_eq!(symbol(position), symbol(exit));
                assert!(symbol(position).is_ascii_alphabetic());
            }
        }
    }
    for transform in Transform::ALL {
        let turned = board.transformed(transform);
        assert_eq!(
            turned.spectrum(),
            transform.spectrum(&spectrum),
            "{board:?} {transform}"
        );
    }
    assert!(
        board
            .images()
            .all(|image| image.canonical() == board.canonical())
    );
}

fn boxes(rows: usize, columns: usize) -> impl Iterator<Item = Size> {
    let sizes = (1..=rows).flat_map(move |rows| (1..=columns).map(move |columns| (rows, columns)));
    sizes.map(|(rows, columns)| Size::new(rows, columns).unwrap())
}

#[test]
fn rays_in_boxes_up_to_4_by_5_obey_the_slow_rules() {
    for size in boxes(4, 5) {
        // Any number of atoms in up to 10 cells.
        let most = if size.cells() <= 10 { size.cells() } else { 3 };
        for atoms in 0..=most {
            let config = Config::in_box(atoms as u64, size).unwrap();
            let mut boards = 0;
            for board in config.boards() {
                check_rays(board);
                boards += 1;
            }
            assert_eq!(boards, config.molecules(), "{config}");
        }
    }
}

#[test]
#[ignore = "50 s; the test before it has the boxes with few cells or few atoms"]
fn all_rays_in_boxes_up_to_4_by_5_obey_the_slow_rules() {
    for size in boxes(4, 5) {
        for atoms in 0..=size.cells() {
            let config = Config::in_box(atoms as u64, size).unwrap();
            config.boards().for_each(check_rays);
        }
    }
}

/// A board in a box of limited size, and some of its rays.
pub(crate) fn played(
    sides: usize,
    cells: usize,
    atoms: usize,
) -> impl Strategy<Value = (Board, Evidence)> {
    let sizes =
        (1..=sides, 1..=sides).prop_map(|(rows, columns)| Size::new(rows, columns).unwrap());
    let sizes = sizes.prop_filter("too many cells", move |size| size.cells() <= cells);
    let filled = sizes.prop_flat_map(move |size| {
        let atoms = prop::collection::btree_set(0..size.cells(), 0..=atoms.min(size.cells()));
        let rays = prop::collection::vec(0..size.positions(), 0..8);
        (Just(size), atoms, rays)
    });
    filled.prop_map(|(size, atoms, rays)| {
        let cells = atoms
            .into_iter()
            .filter_map(|cell| size.cell_numbered(cell));
        let board = Board::with_atoms(cells, size).unwrap();
        let mut seen = Evidence::new(size);
        for ray in rays {
            let position = size.position(ray).unwrap();
            seen.note(position, board.fire(position).unwrap().outcome)
                .unwrap();
        }
        (board, seen)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rays_in_any_box_obey_the_slow_rules((board, _) in played(20, 400, 60)) {
        check_rays(board);
    }

    #[test]
    fn boards_of_any_box_round_trip_as_text((board, seen) in played(20, 400, 30)) {
        let read = |text: &str| BoardText::parse(text.as_bytes());
        let (config, size) = (board.config(), board.size());
        let atoms = config.atoms();
        let words = read(&shots::write(&seen, atoms..=atoms)).unwrap();
        prop_assert_eq!(words.evidence, seen);
        let id = game_id::write(board, atoms as u64..=atoms as u64);
        prop_assert_eq!(read(&id).unwrap().hidden, Some(board));
        // A box without two cells side by side cannot be distinguished from words.
        if size.columns() > 1 {
            let drawn = read(&emacs::write(board)).unwrap();
            prop_assert_eq!(drawn.marks.atoms, board);
            let all_rays = Evidence::of_all_rays(board);
            prop_assert_eq!(drawn.evidence.results(), all_rays.results());
        }
    }
}
