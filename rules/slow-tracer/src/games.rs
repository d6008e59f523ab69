//! The games drawn in the text that specified this program (Jean Forget,
//! `Blackbox-en.md`).

use crate::Board;

/// The four games that he played in Emacs, with their atoms.
pub fn played_in_emacs() -> [Board; 4] {
    [
        Board::drawn([
            "            3",
            "1 - - - - - - - - 1",
            "R - - - - - - - -",
            "H O - - O - - - -",
            "  - - - - - - - -",
            "3 - - - - - - - -",
            "  - - - - - - O -",
            "R - - - - - - - - 2",
            "H O - - - - - - -",
            "      4     4   2",
        ]),
        Board::drawn([
            "          6 2   1",
            "H O - - - - - - -",
            "  - - - - - - - - 4",
            "3 - - - - - - - - 3",
            "  - - - - - - - - 6",
            "  - - - O - - - -",
            "4 - - - - - - - - 5",
            "  - - - - - - - - 5",
            "H O - - O - - - - H",
            "  H     H R 2   1",
        ]),
        Board::drawn([
            "    4 3   2",
            "H - - - - - - O -",
            "5 - - - - - - - - 6",
            "  - - - - - - - - 4",
            "  O - - - - - - -",
            "  - - - - - - - - 5",
            "  - - - - - - - - 6",
            "  O - - - - - O -",
            "R - - - - - - - - 1",
            "      3   2     1",
        ]),
        Board::drawn([
            "  1   7 5 4 6 7",
            "1 - - - - - - - -",
            "  - O - - - - - O",
            "  - - - - - - - -",
            "H - O - - - - - -",
            "3 - - - - - - - -",
            "R - - - - - - - -",
            "H - - - - - - - O",
            "2 - - - - - - - -",
            "  3     5 4 6 2",
        ]),
    ]
}

/// The game that he found by pure thought.
pub fn found_by_pure_thought() -> Board {
    Board::drawn([
        "  6 7 5 H 4 H 3 H",
        "1 - - - - - - - - 1",
        "2 - - - - - - - - 2",
        "3 - - - - - - - - R",
        "H - - - - - - - - H",
        "4 - - - - - - - - R",
        "H - - - - - - - - H",
        "5 - - - - - - - - R",
        "H - - - - - - - - H",
        "  6 7 R H R H R H",
    ])
}

/// The cells of a "no-ray's land": four atoms around four cells that no ray
/// enters.
pub const NO_RAYS_LAND: [usize; 4] = [19, 20, 27, 28];

/// The box with a no-ray's land. A fifth atom is in one of its cells, or
/// nowhere; no ray is fired yet.
pub fn no_rays_land(fifth: Option<usize>) -> Board {
    let atoms = [10, 13, 34, 37];
    let has_atom = |cell| atoms.contains(&cell) || fifth == Some(cell);
    let cell = |cell| if has_atom(cell) { 'O' } else { '-' };
    Board::of(&(0..64).map(cell).collect::<String>())
}
