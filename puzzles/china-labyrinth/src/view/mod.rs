//! The output of results: here as text, in `svg` as pictures, in `json` as documents.

pub(crate) mod json;
pub(crate) mod svg;

use std::collections::BTreeMap;
use std::io::{self, Write};

use ::draw::words::counted;

use crate::rules::{Cell, Doors, Piece, Solution, Tiles, hexagrams, holes};
use crate::search::Found;

const TILES: Tiles = Tiles::Hexagons;

/// A solution with its cost, and its groups one below the other. The cells of holes are `..`.
pub(crate) fn found(found: &Found, seed: u64) -> String {
    let solution = &found.solution;
    let groups = counted(solution.groups().len() as u64, "group", "groups");
    let holes_of = |holes: usize| counted(holes as u64, "hole", "holes");
    let steps = counted(found.steps, "step", "steps");
    let restarts = counted(found.restarts, "restart", "restarts");
    let mut text = format!("{groups}, {}\n", holes_of(solution.holes()));
    text += &format!("{steps}, {restarts}, seed {seed}\n");
    for (group, number) in solution.groups().iter().zip(1..) {
        let holes = holes(solution.tiles(), group);
        let pieces = counted(group.len() as u64, "piece", "pieces");
        text += &format!("\ngroup {number}: {pieces}, {}\n", holes_of(holes.len()));
        text += &drawing(group, &holes.concat());
    }
    text
}

/// The pieces of an Octopuszle, row by row, as two hexadecimal digits each.
pub(crate) fn octopuszle(rows: &[&[Doors]]) -> String {
    let row = |row: &&[Doors]| {
        let pieces = row.iter().map(|piece| format!("{piece:02x}"));
        pieces.collect::<Vec<_>>().join(" ") + "\n"
    };
    rows.iter().map(row).collect()
}

pub(crate) fn write_hexagrams(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "number  lines   piece  doors  name")?;
    for hexagram in hexagrams::all() {
        let (number, doors) = (hexagram.number, hexagram.doors);
        let lines: String = format!("{doors:06b}").chars().rev().collect();
        writeln!(
            out,
            "{number:>6}  {lines}  {doors:>5}     {doors:02o}  {hexagram}"
        )?;
    }
    Ok(())
}

/// A path between two pieces: its pieces with the doors that it uses, and the others of the group as dots.
pub(crate) fn path(solution: &Solution, path: &[Piece]) -> String {
    let groups = solution.groups().iter();
    let others: Vec<Cell> = groups
        .filter(|group| path.iter().any(|piece| group.contains(piece)))
        .flat_map(|group| group.iter().filter(|piece| !path.contains(piece)))
        .map(|piece| piece.cell)
        .collect();
    let pieces = path.iter().enumerate().map(|(i, piece)| {
        let next = path.get(i + 1).map(|next| next.cell);
        let directions = TILES.directions(piece.doors);
        let mut taken = directions.filter(|&d| Some(piece.cell.neighbour(TILES, d)) == next);
        (*piece, taken.next().map_or(0, |direction| 1 << direction))
    });
    let pieces: Vec<(Piece, Doors)> = pieces.collect();
    drawn(&pieces, &others)
}

/// The character for each square, with a line for every door.
pub(crate) const SQUARES: [char; 16] = [
    '·', '╶', '╵', '└', '╴', '─', '┘', '┴', '╷', '┌', '│', '├', '┐', '┬', '┤', '┼',
];

/// Draws a group of squares, with letters on other cells.
pub(crate) fn squares(pieces: &BTreeMap<Cell, Doors>, letters: &[(char, Cell)]) -> String {
    let cells = || pieces.keys().chain(letters.iter().map(|(_, cell)| cell));
    let has = |cell: Cell, door: Doors| pieces.get(&cell).is_some_and(|doors| doors & door > 0);
    let range = |of: fn(&Cell) -> i32| {
        let all = || cells().map(of);
        all().min().unwrap_or(1)..=all().max().unwrap_or(0)
    };
    let mut text = String::new();
    for r in range(|cell| cell.r) {
        let mut line = String::from("  ");
        for cell in range(|cell| cell.q).map(|q| Cell::new(q, r)) {
            let letter = letters.iter().find(|(_, there)| *there == cell);
            line.push(match pieces.get(&cell) {
                Some(&doors) => SQUARES[usize::from(doors)],
                None => letter.map_or(' ', |letter| letter.0),
            });
            let joined = has(cell, 1) || has(Cell::new(cell.q + 1, r), 4);
            line.push(if joined { '─' } else { ' ' });
        }
        text += line.trim_end();
        text.push('\n');
    }
    text + "\n"
}

/// Draws the pieces of a board, joined at their doors, and other cells as dots.
pub(crate) fn drawing(pieces: &[Piece], dots: &[Cell]) -> String {
    let pieces: Vec<(Piece, Doors)> = pieces.iter().map(|piece| (*piece, piece.doors)).collect();
    drawn(&pieces, dots)
}

/// Draws pieces, each with certain doors, and other cells as dots.
fn drawn(pieces: &[(Piece, Doors)], dots: &[Cell]) -> String {
    // The place of a cell's first character.
    let place = |cell: Cell| (4 * cell.q + 2 * cell.r, 2 * cell.r);
    let cells = pieces.iter().map(|(piece, _)| piece.cell);
    let places: Vec<(i32, i32)> = cells.chain(dots.iter().copied()).map(place).collect();
    let (across, down) = (places.iter().map(|at| at.0), places.iter().map(|at| at.1));
    let left = across.clone().min().unwrap_or(0);
    let top = down.clone().min().unwrap_or(0);
    let columns = (across.max().unwrap_or(0) - left) as usize + 2;
    let mut lines = vec![vec![b' '; columns]; (down.max().unwrap_or(0) - top) as usize + 1];
    let mut put = |x: i32, y: i32, text: &str| {
        // A door leads to a piece, so its sign is inside the drawing.
        let (first, line) = ((x - left) as usize, (y - top) as usize);
        lines[line][first..first + text.len()].copy_from_slice(text.as_bytes());
    };
    // For each direction, the place of the sign of a door, relative to the first character of the piece, and the
    // sign.
    const DOORS: [(i32, i32, &str); 6] = [
        (2, 0, "--"),
        (2, -1, "/"),
        (-1, -1, "\\"),
        (-2, 0, "--"),
        (0, 1, "/"),
        (1, 1, "\\"),
    ];
    for &(piece, doors) in pieces {
        let (x, y) = place(piece.cell);
        put(x, y, &format!("{:02}", hexagrams::number(piece.doors)));
        for direction in TILES.directions(doors) {
            let (right, down, door) = DOORS[direction];
            put(x + right, y + down, door);
        }
    }
    for &cell in dots {
        let (x, y) = place(cell);
        put(x, y, "..");
    }
    let text = |line: &Vec<u8>| String::from_utf8_lossy(line).trim_end().to_owned() + "\n";
    lines.iter().map(text).collect()
}
