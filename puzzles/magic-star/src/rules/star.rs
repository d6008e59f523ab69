//! A star: its code, its cells in reading order, its lines.

use std::f64::consts::PI;
use std::fmt;
use std::str::FromStr;

/// The smallest order: with fewer points, two lines do not cross twice.
pub const MIN_ORDER: usize = 5;
/// The largest order, whose solutions a search finds in some hours. Its iterations, up to 30!, fit a `u128`, and
/// its free cells fit a plan of the search.
pub const MAX_ORDER: usize = 15;
pub const MAX_CELLS: usize = 2 * MAX_ORDER;

/// A cell, by its index in the reading order of the drawing, from 0.
pub type Cell = u8;

/// The star polygon {n/k}: n points on a circle, each joined by a line to the k-th one after it.
///
/// It is written as its order n and a letter for its kind: `a` for k = 2 and so on, with 2k < n.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Star {
    order: u8,
    step: u8,
}

impl Star {
    /// The star {order/step}.
    pub fn new(order: usize, step: usize) -> Result<Star, String> {
        if !(MIN_ORDER..=MAX_ORDER).contains(&order) {
            let points = format!("{MIN_ORDER} to {MAX_ORDER} points");
            return Err(format!("a star has {points}, not {order}"));
        }
        if step < 2 || 2 * step >= order {
            let kinds: Vec<String> = Star::of_order(order).map(|star| star.to_string()).collect();
            return Err(format!(
                "a star with {order} points can only be {}",
                kinds.join(" or ")
            ));
        }
        let (order, step) = (order as u8, step as u8);
        Ok(Star { order, step })
    }

    pub fn of_order(order: usize) -> impl Iterator<Item = Star> {
        (2..order.div_ceil(2)).filter_map(move |step| Star::new(order, step).ok())
    }

    /// n: the number of points, and of lines.
    pub const fn order(self) -> usize {
        self.order as usize
    }

    /// k: a line joins points that are k apart.
    pub const fn step(self) -> usize {
        self.step as usize
    }

    /// 2n: the number of cells, which is also the largest number in them.
    pub const fn cells(self) -> usize {
        2 * self.order()
    }

    /// The sum of every line, 4n + 2: every cell is on two lines, so the n lines contain 1 to 2n twice.
    pub const fn line_sum(self) -> usize {
        4 * self.order() + 2
    }
}

impl fmt::Display for Star {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = char::from(b'a' + self.step - 2);
        f.pad(&format!("{}{kind}", self.order))
    }
}

impl FromStr for Star {
    type Err = String;

    fn from_str(text: &str) -> Result<Star, String> {
        const WRITTEN: &str =
            "a star is written as its number of points and a letter, such as 8a or 12c";
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        match (&text.as_bytes()[digits.len()..], digits.parse()) {
            ([kind], Ok(order)) if plain => {
                Star::new(order, usize::from(kind.to_ascii_lowercase() - b'a') + 2)
            }
            _ => Err(WRITTEN.to_owned()),
        }
    }
}

/// The place of a cell. The points are on a circle of radius 1 around the origin, the first at the top.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coordinates {
    pub x: f64,
    pub y: f64,
    /// Whether the cell is a point of the star, and not a crossing.
    pub point: bool,
}

/// The cells and lines of a star.
///
/// Cells are in reading order: row by row, each from the left, as `magic-star diagram 8a` shows.
///
/// A line has four cells: point j, the crossing next to it, the crossing next to the other end, and point j + k.
/// Its other crossings have no number, so every cell is on two lines. A star is a graph whose vertices are the
/// lines and whose edges are the cells: the circulant graph that joins line j to j ± k (by points) and j ± (k − 1)
/// (by crossings).
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    pub star: Star,
    pub places: Vec<Coordinates>,
    /// The four cells of each line, from point j to its other end, for each j clockwise from 0 at the top.
    pub lines: Vec<[Cell; 4]>,
    /// The two lines that each cell is on.
    pub ends: Vec<[u8; 2]>,
}

impl Diagram {
    pub fn of(star: Star) -> Diagram {
        /// Cells of one row differ only by rounding, others by more than a thousandth.
        const LEVEL: f64 = 1e-9;
        let (n, k) = (star.order(), star.step());
        let turn = |steps: f64| 2.0 * PI * steps / n as f64;
        let inner = (turn(k as f64) / 2.0).cos() / (turn(k as f64 - 1.0) / 2.0).cos();
        let place = |steps: f64, radius: f64, point| Coordinates {
            x: radius * turn(steps).sin(),
            y: radius * turn(steps).cos(),
            point,
        };
        // Points 0 to n - 1 clockwise, followed by the crossings, each half a step after its point.
        let points = (0..n).map(|j| place(j as f64, 1.0, true));
        let crossings = (0..n).map(|j| place(j as f64 + 0.5, inner, false));
        let unsorted: Vec<Coordinates> = points.chain(crossings).collect();
        let mut order: Vec<usize> = (0..2 * n).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (unsorted[a], unsorted[b]);
            match (a.y - b.y).abs() > LEVEL {
                true => b.y.total_cmp(&a.y),
                false => a.x.total_cmp(&b.x),
            }
        });
        let mut cell = vec![0; 2 * n];
        for (name, &unnamed) in (0..).zip(&order) {
            cell[unnamed] = name;
        }
        let point = |j: usize| cell[j % n];
        let crossing = |j: usize| cell[n + j % n];
        let lines = (0..n).map(|j| [point(j), crossing(j), crossing(j + k - 1), point(j + k)]);
        let lines: Vec<[Cell; 4]> = lines.collect();
        let ends = (0..2 * n as Cell).map(|cell| {
            let mut lines = (0..n as u8).filter(|&j| lines[usize::from(j)].contains(&cell));
            [lines.next(), lines.next()].map(Option::unwrap_or_default)
        });
        Diagram {
            star,
            places: order.into_iter().map(|unnamed| unsorted[unnamed]).collect(),
            ends: ends.collect(),
            lines,
        }
    }

    /// The cells of the two lines that a cell is on.
    pub fn lines_of(&self, cell: Cell) -> [[Cell; 4]; 2] {
        self.ends[usize::from(cell)].map(|line| self.lines[usize::from(line)])
    }

    /// The cell that two lines share, or `None`.
    pub(crate) fn shared(&self, one: usize, other: usize) -> Option<Cell> {
        let ends = [one.min(other) as u8, one.max(other) as u8];
        let cell = self.ends.iter().position(|found| *found == ends)?;
        Some(cell as Cell)
    }

    /// The name of a cell: `a` to `z`, then `A` to `D`.
    pub fn name(cell: Cell) -> char {
        char::from(match cell {
            0..26 => b'a' + cell,
            _ => b'A' + cell - 26,
        })
    }

    /// The names of the cells of a line, such as `bcde`.
    pub fn line_name(&self, line: usize) -> String {
        let cells = self.lines.get(line).into_iter().flatten();
        cells.map(|&cell| Diagram::name(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_literature() {
        for (code, order, step) in [("5a", 5, 2), ("8b", 8, 3), ("12d", 12, 5), ("13e", 13, 6)] {
            let star: Star = code.parse().unwrap();
            assert_eq!((star.order(), star.step()), (order, step));
            assert_eq!(star.to_string(), code);
            assert_eq!(code.to_uppercase().parse(), Ok(star));
        }
        let refused = |code: &str| code.parse::<Star>().unwrap_err();
        for code in "|a|8|08a|8ab|a8|8 a|+8a|8é|-8a|8a ".split('|') {
            assert!(refused(code).starts_with("a star is written as"), "{code}");
        }
        for (code, why) in [
            ("4a", "a star has 5 to 15 points, not 4"),
            ("16a", "a star has 5 to 15 points, not 16"),
            ("99999a", "a star has 5 to 15 points, not 99999"),
            ("8c", "a star with 8 points can only be 8a or 8b"),
            ("6b", "a star with 6 points can only be 6a"),
            (
                "11z",
                "a star with 11 points can only be 11a or 11b or 11c or 11d",
            ),
        ] {
            assert_eq!(refused(code), why);
        }
    }

    #[test]
    fn diagrams_match_their_descriptions() {
        for star in (MIN_ORDER..=MAX_ORDER).flat_map(Star::of_order) {
            let diagram = Diagram::of(star);
            let n = star.order();
            for cell in 0..star.cells() as Cell {
                let on = diagram.lines.iter().filter(|line| line.contains(&cell));
                assert_eq!(on.count(), 2, "{star}");
                let [one, other] = diagram.ends[usize::from(cell)].map(usize::from);
                assert_eq!(diagram.shared(one, other), Some(cell), "{star}");
                // Points join lines that are k apart, crossings lines that are k - 1 apart.
                let apart = (other - one).min(n - (other - one));
                let point = diagram.places[usize::from(cell)].point;
                let step = if point { star.step() } else { star.step() - 1 };
                assert_eq!(apart, step, "{star}");
            }
            // The cells of a line lie on a straight line, in their order.
            for line in &diagram.lines {
                let [from, a, b, to] = line.map(|cell| diagram.places[usize::from(cell)]);
                let (x, y) = (to.x - from.x, to.y - from.y);
                let along =
                    |at: Coordinates| ((at.x - from.x) * x + (at.y - from.y) * y) / x.hypot(y);
                let aside = |at: Coordinates| (at.x - from.x) * y - (at.y - from.y) * x;
                assert!(aside(a).abs() < 1e-9 && aside(b).abs() < 1e-9, "{star}");
                assert!(0.0 < along(a) && along(a) < along(b) && along(b) < x.hypot(y));
                assert!(from.point && !a.point && !b.point && to.point);
            }
            // Cells are in reading order.
            for pair in diagram.places.windows(2) {
                let level = (pair[0].y - pair[1].y).abs() < 1e-9;
                assert!(level || pair[0].y > pair[1].y + 1e-3, "{star}");
                assert!(!level || pair[0].x < pair[1].x - 1e-3, "{star}");
            }
        }
    }
}
