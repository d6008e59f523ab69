//! Writes a molecule as Emacs draws it when all rays are fired and all balls are placed.

use super::BoardText;
use crate::board::{Board, Cell, CellMask, Size};
use crate::words::counted;

/// The buffer of Emacs, from its first line to the number of balls.
pub fn write(board: Board) -> String {
    let atoms = board.config().atoms();
    let read = BoardText::of_hidden(board, board.config().balls());
    let symbol = |cell: Cell| match board.cells().has(cell.index()) {
        true => 'O',
        false => '-',
    };
    draw(board.size(), symbol, &read.labels) + &balls_line(atoms)
}

/// The lines of a box, with a symbol in each cell and labels around it.
pub(in crate::puzzle) fn draw(
    size: Size,
    symbol: impl Fn(Cell) -> char,
    labels: &[Option<String>],
) -> String {
    let mut lines = vec![vec![' '; 2 * size.columns() + 5]; size.rows() + 2];
    for cell in size.all_cells() {
        lines[cell.row() + 1][2 * cell.column() + 3] = symbol(cell);
    }
    for (position, label) in size.all_positions().zip(labels) {
        let (line, column) = position.place();
        // The last digit is in the column, and a second one takes the place of the space before it.
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

/// The line below a board with the number of balls.
pub(in crate::puzzle) fn balls_line(balls: usize) -> String {
    let are = if balls == 1 { "is" } else { "are" };
    let balls = counted(balls as u64, "ball", "balls");
    format!("\nThere {are} {balls} in the box\n")
}
