//! Draws small boards side by side, and marks where they differ.

use itertools::Itertools;

use crate::board::Board;

/// The columns between two boards, which is as wide as an empty cell.
const GAP: usize = 3;

/// Arranges drawings in rows of as many as fit into a number of columns, with an empty line between rows.
pub(crate) fn beside(drawings: &[Vec<String>], columns: usize) -> String {
    let width = |line: &String| line.chars().count();
    let widest = drawings.iter().flatten().map(width).max().unwrap_or(1);
    // The output is not a terminal.
    let columns = if columns == usize::MAX { 80 } else { columns };
    let in_a_row = ((columns + GAP) / (widest + GAP)).max(1);
    let rows = drawings.chunks(in_a_row).map(|row| {
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        let line = |at: usize| {
            let part = |drawing: &Vec<String>| {
                let line = drawing.get(at).map_or("", String::as_str);
                format!("{line:<widest$}")
            };
            let line = row.iter().map(part).join(&" ".repeat(GAP));
            line.trim_end().to_owned() + "\n"
        };
        (0..height).map(line).collect::<String>()
    });
    rows.collect::<Vec<String>>().join("\n")
}

/// The legend of [`different`].
pub(crate) const LEGEND: &str = "O in all molecules, ● not in all";

/// Draws boards, each below its heading. Atoms that are not in all of them are marked.
pub(crate) fn different(boards: &[(String, Board)]) -> Vec<Vec<String>> {
    let draw = |(heading, board): &(String, Board)| {
        let size = board.size();
        let symbol = |cell| {
            let has = |board: &Board| board.has_atom(cell) == Ok(true);
            match (has(board), boards.iter().all(|(_, board)| has(board))) {
                (true, true) => 'O',
                (true, false) => '●',
                (false, _) => '-',
            }
        };
        let cells: Vec<char> = size.all_cells().map(symbol).collect();
        let rows = cells.chunks(size.columns()).map(|row| row.iter().join(" "));
        [heading.clone()].into_iter().chain(rows).collect()
    };
    boards.iter().map(draw).collect()
}
