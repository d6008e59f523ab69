//! Games drawn in the text, what a player learns from them, and the number and
//! length of the rays of a game.

use blackbox::game::{Chamber, Config, Molecule, Outcome, Position, Ray, Spectrum};

use super::board::Board;
use super::{check, config, drawn, fits, molecule_of, numbered, spectrum_of};

/// The number of shots, if no ray is shot backwards.
fn shots(molecule: Molecule, config: Config) -> u16 {
    let (_, stats) = molecule.trace(config);
    stats.absorbed.number + stats.reflected.number + stats.out.number
}

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

#[test]
fn the_game_of_fourteen_out_rays_needs_letters_and_the_fewest_shots() {
    let lettered = fourteen_rays_out();
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
    check(&lettered);
    check(&numbered);
    assert_eq!(lettered.molecule(), numbered.molecule());
    assert_eq!(spectrum_of(&lettered).as_str(), lettered.symbols());
    let (config, molecule) = molecule_of(&lettered);
    assert_eq!(shots(molecule, config), 4 + 14);
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
fn the_game_of_four_out_rays_needs_the_most_shots() {
    let board = four_rays_out();
    check(&board);
    let (config, molecule) = molecule_of(&board);
    assert_eq!(shots(molecule, config), 16 + 8 + 4);
}

#[test]
fn the_four_games_played_have_the_rays_and_the_solution_drawn() {
    // In each game, one ray turned more than once before it came out or, in the
    // last game, was reflected. No other molecule agrees with what the player had seen.
    let out = |exit| Outcome::Out(Position::new(exit));
    let rays = [
        (10, out(13), 14, 4),
        (5, out(22), 16, 4),
        (1, out(19), 21, 4),
        (5, Outcome::Reflected, 14, 2),
    ];
    for (board, ray) in drawn::played_in_emacs().into_iter().zip(rays) {
        let (position, outcome, length, turns) = ray;
        let ray = Ray {
            outcome,
            length,
            turns,
        };
        check(&board);
        let (config, molecule) = molecule_of(&board);
        assert_eq!(config.to_string(), "A4_B8");
        let chamber = Chamber::new(molecule, config);
        assert_eq!(chamber.shoot(Position::new(position)), ray);
        assert_eq!(fits(&board, config), [molecule.number(config)]);
    }
}

#[test]
fn the_game_found_by_pure_thought_has_three_solutions() {
    let board = drawn::found_by_pure_thought();
    let config = config("A4_B8");
    let solutions = fits(&board, config);
    assert_eq!(solutions, [598_476, 598_592, 598_594]);
    let spectrum = Spectrum::parse(&board.symbols(), config).unwrap();
    for number in solutions {
        assert_eq!(numbered(number, config).trace(config).0, spectrum);
    }
}

#[test]
fn the_fifth_atom_in_no_rays_land_can_be_anywhere_there() {
    let boards = drawn::NO_RAYS_LAND.map(|cell| drawn::no_rays_land(Some(cell)));
    let (config, _) = molecule_of(&boards[0]);
    assert_eq!(config.to_string(), "A5_B8");
    let spectrum = spectrum_of(&boards[0]);
    for board in &boards {
        assert_eq!(spectrum_of(board), spectrum);
    }
    // No ray meets it: four atoms alone look the same.
    assert_eq!(spectrum_of(&drawn::no_rays_land(None)), spectrum);
    let numbers = boards.each_ref().map(|board| {
        let (config, molecule) = molecule_of(board);
        molecule.number(config)
    });
    let shot = boards[0].clone().with_symbols(spectrum.as_str());
    assert_eq!(fits(&shot, config), numbers);
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
