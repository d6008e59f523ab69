//! A molecule as Emacs draws it when all rays are shot and all balls are placed.

use super::{BoardText, around};
use crate::board::{Cell, Config, Molecule};

/// The buffer, from its first line to the number of balls.
pub fn write(molecule: Molecule, config: Config) -> String {
    let atoms = config.atoms() as u64;
    let board = BoardText::of_hidden(molecule, config, atoms..=atoms);
    let symbol = |cell| if molecule.has_atom(cell) { 'O' } else { '-' };
    draw(config.width(), symbol, &board.labels) + &balls_line(config.atoms())
}

/// The lines of a box that is p wide, with a symbol in each cell and labels around it.
pub(in crate::puzzle) fn draw(
    p: usize,
    symbol: impl Fn(Cell) -> char,
    labels: &[Option<String>],
) -> String {
    let mut lines = vec![vec![' '; 2 * p + 5]; p + 2];
    for cell in (0..p * p).map(Cell::new) {
        lines[cell.line(p) + 1][2 * cell.column(p) + 3] = symbol(cell);
    }
    for (position, label) in labels.iter().enumerate() {
        let (line, column) = around(position, p);
        // The last digit is in its column, and one more takes the place of the space
        // before it.
        let digits = label.iter().flat_map(|label| label.chars().rev());
        for (back, digit) in digits.enumerate() {
            lines[line][2 * column + 1 - back] = digit;
        }
    }
    lines
        .iter()
        .flat_map(|line| line.iter().chain(&['\n']))
        .collect()
}

/// The line below a board that says how many balls there are.
pub(in crate::puzzle) fn balls_line(balls: usize) -> String {
    format!("\nThere are {balls} balls in the box\n")
}
