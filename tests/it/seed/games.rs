//! Boards drawn in the text. `decode.rs` decodes those of the games that were played.

use blackbox::game::{Chamber, Outcome, Position, Ray};

use super::board::Board;
use super::{check, molecule_of};

/// The board with the most rays that come out.
pub(super) fn fourteen_rays_out() -> Board {
    Board::drawn([
        "  h b a @ n m k l",
        "a - - - - - - - - n",
        "b - - - O - - - - m",
        "@ - - O - O - - - @",
        "c - - - O - - - - j",
        "d - - - - - - - - i",
        "e - - - - - - - - e",
        "f - - - - - - - - f",
        "g - - - - - - - - g",
        "  h c d @ i j k l",
    ])
}

/// The board with the fewest.
pub(super) fn four_rays_out() -> Board {
    Board::drawn([
        "  & @ & c d @ @ @",
        "@ - O - - - - - - &",
        "@ - - - - - - - O @",
        "@ - - - - - - - - &",
        "a - - - - - - - - a",
        "b - - - - - - - - b",
        "& - - - - - - - - @",
        "@ O - - - - - - - @",
        "& - - - - - - O - @",
        "  @ @ @ c d & @ &",
    ])
}

#[test]
fn the_boards_with_the_most_and_the_fewest_rays_out_are_drawn_right() {
    // There were not enough digits for the five rays that are missing here.
    let numbered = Board::drawn([
        "  8 2 1 H",
        "1 - - - - - - - -",
        "2 - - - O - - - -",
        "H - - O - O - - - H",
        "3 - - - O - - - -",
        "4 - - - - - - - - 9",
        "5 - - - - - - - - 5",
        "6 - - - - - - - - 6",
        "7 - - - - - - - - 7",
        "  8 3 4 H 9",
    ]);
    let lettered = fourteen_rays_out();
    assert_eq!(lettered.molecule(), numbered.molecule());
    for board in [lettered, numbered, four_rays_out()] {
        check(&board);
    }
}

#[test]
fn the_drawn_ray_turns_six_times_and_crosses_23_cells() {
    let board = Board::drawn([
        "    1",
        "  - + - - - - - O",
        "  - + + + + + + -",
        "  O - - - - - + -",
        "  - + + + + + + -",
        "  - + - - - - - O",
        "  - + + + + + + -",
        "  O - - - - - + -",
        "  - - - - - - + -",
        "              1",
    ]);
    check(&board);
    let (config, molecule) = molecule_of(&board);
    let crossed = board.squares.concat().iter().filter(|&&c| c == '+').count();
    assert_eq!(crossed, 23);
    let [south, north] = [8 + 6, 24 + 6].map(Position::new);
    let ray = Ray {
        outcome: Outcome::Out(south),
        length: 23,
        turns: 6,
    };
    assert_eq!(Chamber::new(molecule, config).shoot(north), ray);
}
