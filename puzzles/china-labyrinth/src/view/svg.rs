//! Solutions as SVG: pieces with walls, a path through every door, a colour per group, tinted holes.

use std::f64::consts::PI;

use ::draw::svg::{Picture, number, points};
use ::draw::words::counted;
use maud::{Markup, html};

use crate::rules::{Cell, Piece, Solution, Tiles, hexagrams, holes};

const TILES: Tiles = Tiles::Hexagons;
/// The distance from the middle of a hexagon to a corner.
const RADIUS: f64 = 22.0;
/// The margin around the picture, and between groups.
const GAP: f64 = 18.0;
/// The greatest width of a row of groups, unless a single group is wider.
const WIDEST: f64 = 900.0;
const LINE: f64 = 18.0;

/// The picture of a solution of the hexagons, with a path through its doors, which may be empty.
pub(crate) fn solution(solution: &Solution, path: &[Piece]) -> Picture {
    // The largest group sets the width; the small ones fit beside it.
    let mut groups: Vec<(usize, &Vec<Piece>)> = solution.groups().iter().enumerate().collect();
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    let (mut x, mut y, mut tallest, mut widest) = (GAP, GAP + LINE, 0.0f64, 0.0f64);
    let mut boards = Vec::new();
    for (i, group) in groups {
        let ((left, top), (right, bottom)) = extent(group);
        let holes = holes(TILES, group);
        let pieces = counted(group.len() as u64, "piece", "pieces");
        let open = counted(holes.len() as u64, "hole", "holes");
        let title = format!("group {}: {pieces}, {open}", i + 1);
        // A title needs space, too.
        let width = (right - left).max(7.0 * title.chars().count() as f64);
        if x > GAP && x + width > WIDEST {
            x = GAP;
            y += tallest + GAP;
            tallest = 0.0;
        }
        boards.push(html! {
            text class="soft" x=(number(x)) y=(number(y + 11.0)) { (title) }
            (board(group, &holes.concat(), i % 6 + 1, (x - left, y + LINE - top), path))
        });
        x += width + GAP;
        widest = widest.max(x);
        tallest = tallest.max(bottom - top + LINE);
    }
    let (groups, holes) = (solution.groups().len(), solution.holes());
    let title = format!("China Labyrinth: 64 hexagons in {groups} groups with {holes} holes");
    let room = GAP * 2.0 + 8.8 * title.chars().count() as f64;
    let body = html! {
        text class="ink" font-weight="600" font-size="14" x=(number(GAP)) y=(number(GAP + 4.0)) { (title) }
        @for board in boards { (board) }
    };
    Picture {
        title,
        width: widest.max(room).ceil(),
        height: (y + tallest + GAP).ceil(),
        body,
    }
}

fn extent(pieces: &[Piece]) -> ((f64, f64), (f64, f64)) {
    let middles = pieces.iter().map(|piece| middle(piece.cell));
    let (xs, ys): (Vec<f64>, Vec<f64>) = middles.unzip();
    let least = |of: &[f64]| of.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |of: &[f64]| of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (across, down) = (3f64.sqrt() / 2.0 * RADIUS, RADIUS);
    (
        (least(&xs) - across, least(&ys) - down),
        (most(&xs) + across, most(&ys) + down),
    )
}

/// Draws a group and the cells of its holes in a colour, shifted, with a path through some of its pieces.
fn board(
    pieces: &[Piece],
    holes: &[Cell],
    colour: usize,
    shift: (f64, f64),
    path: &[Piece],
) -> Markup {
    let at = |cell: Cell| {
        let (x, y) = middle(cell);
        (x + shift.0, y + shift.1)
    };
    let outline = |cell: Cell| {
        let (x, y) = at(cell);
        points((0..6).map(corner).map(|(dx, dy)| (x + dx, y + dy)))
    };
    html! {
        @if !holes.is_empty() {
            g class={ "hue-" (colour) } opacity="0.22" {
                @for &cell in holes { polygon points=(outline(cell)) {} }
            }
        }
        g class="hair" stroke-width="1" {
            @for piece in pieces { polygon points=(outline(piece.cell)) {} }
        }
        g class="edge" stroke-width="1.6" stroke-linecap="round" {
            @for piece in pieces {
                @for side in (0..6).filter(|side| piece.doors >> side & 1 == 0) {
                    @let (x, y) = at(piece.cell);
                    @let wall = [corner(side), corner((side + 1) % 6)];
                    polyline points=(points(wall.map(|(dx, dy)| (x + dx, y + dy)))) {}
                }
            }
        }
        g class={ "way-" (colour) } stroke-width="6" stroke-linecap="round" {
            @for piece in pieces {
                @let (x, y) = at(piece.cell);
                @for (q, r) in TILES.directions(piece.doors).map(|d| TILES.steps()[d]) {
                    @let (dx, dy) = middle(Cell::new(q, r));
                    line x1=(number(x)) y1=(number(y)) x2=(number(x + dx / 2.0)) y2=(number(y + dy / 2.0)) {}
                }
            }
        }
        @if path.iter().all(|piece| pieces.contains(piece)) && !path.is_empty() {
            polyline class="edge" stroke-width="12" stroke-linecap="round" stroke-linejoin="round" points=(points(path.iter().map(|piece| at(piece.cell)))) {}
        }
        g class={ "hue-" (colour) } {
            @for piece in pieces {
                @let (x, y) = at(piece.cell);
                circle cx=(number(x)) cy=(number(y)) r="11" {
                    title { "piece " (piece.doors) ", hexagram " (hexagrams::number(piece.doors)) }
                }
            }
        }
        g class="paper" font-size="12" font-weight="600" text-anchor="middle" {
            @for piece in pieces {
                @let (x, y) = at(piece.cell);
                text x=(number(x)) y=(number(y + 4.2)) { (hexagrams::number(piece.doors)) }
            }
        }
    }
}

fn middle(cell: Cell) -> (f64, f64) {
    let (q, r) = (f64::from(cell.q), f64::from(cell.r));
    (3f64.sqrt() * RADIUS * (q + r / 2.0), 1.5 * RADIUS * r)
}

/// The vector from the middle of a cell to the corner clockwise of side d.
fn corner(d: usize) -> (f64, f64) {
    let angle = PI * (d as f64 - 0.5) / 3.0;
    (RADIUS * angle.cos(), -RADIUS * angle.sin())
}
