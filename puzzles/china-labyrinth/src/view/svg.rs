//! Solutions as SVG: the pieces with their walls, a path through every door,
//! groups told apart by colour, holes tinted.

use std::f64::consts::PI;

use ::view::chart::{Marks, Plot, Scale};
use ::view::svg::{Picture, number, points};
use ::view::words::quantity;
use maud::{Markup, html};

use super::Labels;
use crate::hexagrams;
use crate::rules::{Cell, Compact, Doors, Octopuszle, Piece, SIDE, Solution, Tiles};
use crate::search::Trial;

/// From the middle of a hexagon to a corner.
const RADIUS: f64 = 22.0;
/// Half of a square's side.
const HALF: f64 = 18.0;
/// Around the picture, and between groups.
const GAP: f64 = 18.0;
/// No line of groups is wider than this, unless a group is.
const WIDEST: f64 = 900.0;
/// A line of text.
const LINE: f64 = 18.0;

/// What a board shows: its pieces in the colours that go with them, and the
/// cells of its holes.
struct Sheet {
    pieces: Vec<(Piece, usize)>,
    holes: Vec<Cell>,
    title: String,
}

/// The picture of a solution.
pub(crate) fn solution(solution: &Solution, labels: Labels) -> Picture {
    let groups = solution.groups().iter().enumerate();
    let mut sheets: Vec<Sheet> = groups
        .map(|(i, group)| {
            let holes = solution.holes_of(i).unwrap_or_default();
            Sheet {
                pieces: group.iter().map(|&piece| (piece, i)).collect(),
                title: format!(
                    "group {}: {}, {}",
                    i + 1,
                    quantity(group.len(), "piece", "pieces"),
                    quantity(holes.len(), "hole", "holes"),
                ),
                holes: holes.concat(),
            }
        })
        .collect();
    // The largest one sets the width; the small ones find room beside it.
    sheets.sort_by_key(|sheet| std::cmp::Reverse(sheet.pieces.len()));
    let title = format!(
        "{} in {} groups with {} holes",
        match solution.tiles() {
            Tiles::Hexagons => "China Labyrinth: 64 hexagons",
            Tiles::Squares => "China Labyrinth: 16 squares",
        },
        solution.groups().len(),
        solution.holes()
    );
    picture(solution.tiles(), &sheets, title, labels)
}

/// The picture of a compact solution of the form with this name.
pub(crate) fn compact(compact: &Compact, form: &str, labels: Labels) -> Picture {
    let groups = compact.groups();
    let count = groups.len();
    let groups = groups.into_iter().enumerate();
    let pieces = groups.flat_map(|(i, group)| group.into_iter().map(move |piece| (piece, i)));
    let sheet = Sheet {
        pieces: pieces.collect(),
        holes: Vec::new(),
        title: String::new(),
    };
    let groups = quantity(count, "group", "groups");
    let title = format!("Compact solution of the form {form} in {groups}");
    picture(Tiles::Hexagons, &[sheet], title, labels)
}

/// The picture of an Octopuszle: sides and corners in two colours.
pub(crate) fn octopuszle(octopuszle: &Octopuszle) -> Picture {
    let middle = |i: usize| GAP + HALF * (2 * i + 1) as f64;
    let lines = |bits: Doors, way: &str| {
        html! {
            g class=(way) stroke-width="4" stroke-linecap="round" {
                @for (r, row) in octopuszle.grid().iter().enumerate() {
                    @for (c, piece) in row.iter().enumerate() {
                        @for bit in (0..8).filter(|bit| (piece & bits) >> bit & 1 == 1) {
                            // Bit 0 is north, and they go clockwise.
                            @let (sine, cosine) = (PI / 4.0 * bit as f64).sin_cos();
                            @let (x, y) = (middle(c), middle(r));
                            line x1=(number(x)) y1=(number(y))
                                x2=(number(x + HALF * sine.signum_or_zero()))
                                y2=(number(y - HALF * cosine.signum_or_zero())) {}
                        }
                    }
                }
            }
        }
    };
    let side = 2.0 * (GAP + HALF * SIDE as f64);
    let body = html! {
        g class="hair" {
            @for i in 0..=SIDE {
                @let along = GAP + 2.0 * HALF * i as f64;
                line x1=(number(along)) x2=(number(along)) y1=(number(GAP)) y2=(number(side - GAP)) {}
                line y1=(number(along)) y2=(number(along)) x1=(number(GAP)) x2=(number(side - GAP)) {}
            }
        }
        (lines(0b1010_1010, "way-2"))
        (lines(0b0101_0101, "way-1"))
        g class="ink" {
            @for r in 0..SIDE {
                @for c in 0..SIDE {
                    circle cx=(number(middle(c))) cy=(number(middle(r))) r="3" {
                        title { "piece " (octopuszle.grid()[r][c]) }
                    }
                }
            }
        }
    };
    Picture {
        title: "Octopuszle: 256 squares, doors to eight neighbours".to_owned(),
        width: side,
        height: side,
        body,
    }
}

/// How many solutions a second every limit gives, a line for each setting. More
/// than six are told apart by those who look closely: the colours come again.
pub(crate) fn trials(tried: &[(String, Vec<Trial>)]) -> Picture {
    let series = tried.iter().map(|(name, trials)| {
        let points = trials
            .iter()
            .map(|trial| (trial.limit as f64, trial.rate()));
        (name.clone(), points.collect())
    });
    let title = "Solutions a second by the limit of steps";
    let plot = Plot {
        title: match tried {
            [(name, _)] => format!("{title}: {name}"),
            _ => title.to_owned(),
        },
        x: "steps before the search begins anew".to_owned(),
        y: "solutions a second, one thread".to_owned(),
        series: series.collect(),
        marks: Marks::Line,
        scale: Scale::Log,
    };
    plot.picture()
}

trait SignumOrZero {
    fn signum_or_zero(self) -> f64;
}

impl SignumOrZero for f64 {
    /// −1, 0 or 1; what is 0 but for rounding is 0.
    fn signum_or_zero(self) -> f64 {
        if self.abs() < 1e-9 {
            0.0
        } else {
            self.signum()
        }
    }
}

fn picture(tiles: Tiles, sheets: &[Sheet], title: String, labels: Labels) -> Picture {
    let (mut x, mut y, mut tallest, mut widest) = (GAP, GAP + LINE, 0.0f64, 0.0f64);
    let mut body = Vec::new();
    for sheet in sheets {
        let (low, high) = extent(tiles, sheet);
        let named = !sheet.title.is_empty();
        let head = if named { LINE } else { 0.0 };
        // A title must find room, too.
        let width = (high.0 - low.0).max(7.0 * sheet.title.chars().count() as f64);
        let height = high.1 - low.1 + head;
        if x > GAP && x + width > WIDEST {
            x = GAP;
            y += tallest + GAP;
            tallest = 0.0;
        }
        let shift = (x - low.0, y + head - low.1);
        body.push(html! {
            @if named { text class="soft" x=(number(x)) y=(number(y + 11.0)) { (sheet.title) } }
            (board(tiles, sheet, shift, labels))
        });
        x += width + GAP;
        widest = widest.max(x);
        tallest = tallest.max(height);
    }
    let room = GAP * 2.0 + 8.8 * title.chars().count() as f64;
    let heading = html! {
        text class="ink" font-weight="600" font-size="14" x=(number(GAP)) y=(number(GAP + 4.0)) { (title) }
        @for part in body { (part) }
    };
    Picture {
        title,
        width: widest.max(room).ceil(),
        height: (y + tallest + GAP).ceil(),
        body: heading,
    }
}

/// One board.
fn board(tiles: Tiles, sheet: &Sheet, shift: (f64, f64), labels: Labels) -> Markup {
    let at = |cell: Cell| {
        let (x, y) = middle(tiles, cell);
        (x + shift.0, y + shift.1)
    };
    let outline = |cell: Cell, share: f64| {
        let (x, y) = at(cell);
        points(corners(tiles).map(|(dx, dy)| (x + share * dx, y + share * dy)))
    };
    let colours = sheet.pieces.iter().map(|&(_, colour)| colour % 6).max();
    let first = sheet.pieces.first().map_or(0, |&(_, colour)| colour % 6);
    html! {
        @if !sheet.holes.is_empty() {
            g class={ "hue-" (first + 1) } opacity="0.22" {
                @for &cell in &sheet.holes { polygon points=(outline(cell, 1.0)) {} }
            }
        }
        g class="hair" stroke-width="1" {
            @for (piece, _) in &sheet.pieces { polygon points=(outline(piece.cell, 1.0)) {} }
        }
        g class="edge" stroke-width="1.6" stroke-linecap="round" {
            @for (piece, _) in &sheet.pieces {
                @for wall in walls(tiles, piece.doors) {
                    @let (x, y) = at(piece.cell);
                    polyline points=(points(wall.map(|(dx, dy)| (x + dx, y + dy)))) {}
                }
            }
        }
        @for colour in 0..=colours.unwrap_or(0) {
            @let pieces = || sheet.pieces.iter().filter(move |(_, own)| own % 6 == colour);
            @if pieces().next().is_some() {
                g class={ "way-" (colour + 1) } stroke-width="6" stroke-linecap="round" {
                    @for (piece, _) in pieces() {
                        @let (x, y) = at(piece.cell);
                        @for (dx, dy) in tiles.directions(piece.doors).map(|d| half_step(tiles, d)) {
                            line x1=(number(x)) y1=(number(y)) x2=(number(x + dx)) y2=(number(y + dy)) {}
                        }
                    }
                }
                g class={ "hue-" (colour + 1) } {
                    @for (piece, _) in pieces() {
                        @let (x, y) = at(piece.cell);
                        circle cx=(number(x)) cy=(number(y)) r=(if labels == Labels::None { "5" } else { "11" }) {
                            title { (describe(tiles, piece.doors)) }
                        }
                    }
                }
            }
        }
        (written(tiles, sheet, at, labels))
    }
}

/// What is written on the pieces of a board.
fn written(tiles: Tiles, sheet: &Sheet, at: impl Fn(Cell) -> (f64, f64), labels: Labels) -> Markup {
    if labels == Labels::Hexagram && tiles == Tiles::Hexagons {
        return html! {
            g class="paper" {
                @for (piece, _) in &sheet.pieces {
                    @let (x, y) = at(piece.cell);
                    @for line in 0..6 {
                        // The first line is the lowest.
                        @let y = y + 5.5 - 2.6 * line as f64;
                        @if piece.doors >> line & 1 == 1 {
                            rect x=(number(x - 5.0)) y=(number(y)) width="10" height="1.5" {}
                        } @else {
                            rect x=(number(x - 5.0)) y=(number(y)) width="4" height="1.5" {}
                            rect x=(number(x + 1.0)) y=(number(y)) width="4" height="1.5" {}
                        }
                    }
                }
            }
        };
    }
    html! {
        g class="paper" font-size="12" font-weight="600" text-anchor="middle" {
            @for (piece, _) in &sheet.pieces {
                @if let Some(label) = labels.of(tiles, piece.doors) {
                    @let (x, y) = at(piece.cell);
                    text x=(number(x)) y=(number(y + 4.2)) { (label) }
                }
            }
        }
    }
}

/// What a piece is, in words.
fn describe(tiles: Tiles, doors: Doors) -> String {
    let hexagram = hexagrams::all().find(|hexagram| hexagram.doors == doors);
    match (tiles, hexagram) {
        (Tiles::Hexagons, Some(hexagram)) => format!(
            "piece {doors}, hexagram {}: {} {}",
            hexagram.number, hexagram.name, hexagram.reading
        ),
        _ => format!("piece {doors}"),
    }
}

/// The middle of a cell.
fn middle(tiles: Tiles, cell: Cell) -> (f64, f64) {
    let (q, r) = (f64::from(cell.q), f64::from(cell.r));
    match tiles {
        Tiles::Hexagons => (3f64.sqrt() * RADIUS * (q + r / 2.0), 1.5 * RADIUS * r),
        Tiles::Squares => (2.0 * HALF * q, 2.0 * HALF * r),
    }
}

/// From the middle of a cell to the middle of a side.
fn half_step(tiles: Tiles, direction: usize) -> (f64, f64) {
    let (q, r) = tiles.steps()[direction];
    let (x, y) = middle(tiles, Cell::new(q, r));
    (x / 2.0, y / 2.0)
}

/// The corners of a cell around its middle, counter-clockwise; the one with
/// number d lies clockwise of side d.
fn corners(tiles: Tiles) -> impl Iterator<Item = (f64, f64)> {
    let n = tiles.doors();
    let radius = match tiles {
        Tiles::Hexagons => RADIUS,
        Tiles::Squares => HALF * 2f64.sqrt(),
    };
    (0..n).map(move |d| {
        let angle = 2.0 * PI * (d as f64 - 0.5) / n as f64;
        (radius * angle.cos(), -radius * angle.sin())
    })
}

/// The sides of a piece without a door.
fn walls(tiles: Tiles, doors: Doors) -> impl Iterator<Item = [(f64, f64); 2]> {
    let corners: Vec<(f64, f64)> = corners(tiles).collect();
    let sides = (0..tiles.doors()).filter(move |d| doors >> d & 1 == 0);
    sides.map(move |d| [corners[d], corners[(d + 1) % corners.len()]])
}

/// The corners of the rectangle that a board needs.
fn extent(tiles: Tiles, sheet: &Sheet) -> ((f64, f64), (f64, f64)) {
    let reach = match tiles {
        Tiles::Hexagons => (3f64.sqrt() / 2.0 * RADIUS, RADIUS),
        Tiles::Squares => (HALF, HALF),
    };
    let mut low = (f64::INFINITY, f64::INFINITY);
    let mut high = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (piece, _) in &sheet.pieces {
        let (x, y) = middle(tiles, piece.cell);
        low = (low.0.min(x - reach.0), low.1.min(y - reach.1));
        high = (high.0.max(x + reach.0), high.1.max(y + reach.1));
    }
    (low, high)
}
