//! Which stars are the same up to the names of their lines and cells.

use super::star::{Cell, Diagram, MAX_ORDER};

/// A way to carry the cells of one star to those of another so that lines
/// become lines. Every solution of the one becomes a solution of the other,
/// so they have equally many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isomorphism {
    /// The number u where line j of the one star becomes line u·j (mod n) of
    /// the other, if there is one.
    pub multiplier: Option<usize>,
    /// To which line of the other star each line goes.
    pub lines: Vec<u8>,
    /// To which cell of the other star each cell goes.
    pub cells: Vec<Cell>,
    /// Points become crossings and crossings points.
    pub inside_out: bool,
}

/// An isomorphism from one star to another, one by a multiplier if there is
/// such a one. `None` if the stars differ.
pub fn isomorphism(from: &Diagram, to: &Diagram) -> Option<Isomorphism> {
    if from.star().order() != to.star().order() {
        return None;
    }
    let n = from.star().order();
    let multiplied = (1..n).find_map(|u| {
        let lines: Vec<u8> = (0..n).map(|j| (u * j % n) as u8).collect();
        cells(from, to, &lines).map(|_| (Some(u), lines))
    });
    let (multiplier, lines) = multiplied.or_else(|| {
        let mut found = None;
        line_maps(from, to, &mut |lines| {
            found = Some((None, lines.to_vec()));
            false
        });
        found
    })?;
    let cells = cells(from, to, &lines)?;
    let inside_out = cells.iter().zip(from.places()).all(|(&cell, place)| {
        let image = to.places()[usize::from(cell)];
        image.point != place.point
    });
    Some(Isomorphism {
        multiplier,
        lines,
        cells,
        inside_out,
    })
}

/// Where the cells go if the lines go there; `None` if two lines that share a
/// cell would not share one any more, or two lines become one.
pub(super) fn cells(from: &Diagram, to: &Diagram, lines: &[u8]) -> Option<Vec<Cell>> {
    (from.ends().iter())
        .map(|ends| {
            let [one, other] = ends.map(|line| usize::from(lines[usize::from(line)]));
            to.shared(one, other)
        })
        .collect::<Option<Vec<Cell>>>()
        .filter(|cells| {
            let met = cells.iter().fold(0u32, |met, &cell| met | 1 << cell);
            met.count_ones() as usize == cells.len()
        })
}

/// Calls `visit` with every way to carry lines to lines so that two of them
/// share a cell if and only if they did before, until it returns false.
pub(super) fn line_maps(from: &Diagram, to: &Diagram, visit: &mut dyn FnMut(&[u8]) -> bool) {
    let n = from.star().order();
    // Every line but the first shares a cell with an earlier one, so that
    // there are few places for it.
    let mut order = vec![0];
    while order.len() < n {
        let next = (0..n).find(|&line| {
            !order.contains(&line) && order.iter().any(|&met| from.shared(line, met).is_some())
        });
        // Stars are connected: k and k - 1 have no common divisor.
        let Some(next) = next else { return };
        order.push(next);
    }
    let mut lines = [u8::MAX; MAX_ORDER];
    extend(from, to, &order, 0, &mut lines, visit);
}

/// Finds places for the lines from `depth` on. False if the search is over.
fn extend(
    from: &Diagram,
    to: &Diagram,
    order: &[usize],
    depth: usize,
    lines: &mut [u8; MAX_ORDER],
    visit: &mut dyn FnMut(&[u8]) -> bool,
) -> bool {
    let Some(&line) = order.get(depth) else {
        return visit(&lines[..order.len()]);
    };
    for image in 0..order.len() {
        let fits = order[..depth].iter().all(|&met| {
            let other = usize::from(lines[met]);
            other != image && from.shared(line, met).is_some() == to.shared(image, other).is_some()
        });
        if fits {
            lines[line] = image as u8;
            if !extend(from, to, order, depth + 1, lines, visit) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::star::{MIN_ORDER, Star};
    use super::*;

    fn diagram(code: &str) -> Diagram {
        Diagram::of(code.parse().unwrap())
    }

    /// As A. Howroyd lists them, with those marked that are inside out. The
    /// multipliers are ours.
    #[test]
    fn kinds_that_are_the_same_up_to_names() {
        let mut same = Vec::new();
        for order in MIN_ORDER..=MAX_ORDER {
            let diagrams: Vec<Diagram> = Star::of_order(order).map(Diagram::of).collect();
            for (i, from) in diagrams.iter().enumerate() {
                for to in &diagrams[i + 1..] {
                    if let Some(isomorphism) = isomorphism(from, to) {
                        let u = isomorphism.multiplier.unwrap();
                        let how = if isomorphism.inside_out {
                            " inside out"
                        } else {
                            ""
                        };
                        same.push(format!("{} {} {u}{how}", from.star(), to.star()));
                    }
                }
            }
        }
        let known = [
            "7a 7b 2",
            "8a 8b 3 inside out",
            "9b 9c 2 inside out",
            "10a 10c 3",
            "11a 11c 4 inside out",
            "11b 11d 2",
            "13a 13d 4",
            "13c 13e 2 inside out",
            "14a 14d 5 inside out",
            "14b 14e 3 inside out",
            "15c 15f 2",
            "16a 16e 5",
            "16b 16f 3",
            "16c 16d 7 inside out",
        ];
        assert_eq!(same, known);
    }

    /// A. Howroyd's formula for kinds that are the same, by the remainder of
    /// 2kl - k - l by n.
    #[test]
    fn kinds_are_the_same_if_a_formula_says_so() {
        for order in MIN_ORDER..=MAX_ORDER {
            for from in Star::of_order(order) {
                for to in Star::of_order(order).filter(|to| *to != from) {
                    let (k, l) = (from.step(), to.step());
                    let expected = match (2 * k * l - k - l) % order {
                        0 => Some(false),
                        remainder if remainder == order - 1 => Some(true),
                        _ => None,
                    };
                    let found = isomorphism(&Diagram::of(from), &Diagram::of(to));
                    let found = found.map(|isomorphism| isomorphism.inside_out);
                    assert_eq!(found, expected, "{from} {to}");
                }
            }
        }
    }

    #[test]
    fn eight_a_turned_inside_out_is_8b() {
        let (a, b) = (diagram("8a"), diagram("8b"));
        let there = isomorphism(&a, &b).unwrap();
        assert_eq!(there.multiplier, Some(3));
        assert!(there.inside_out);
        assert!(isomorphism(&a, &a).unwrap().multiplier == Some(1));
        assert_eq!(isomorphism(&a, &diagram("9a")), None);
        assert_eq!(isomorphism(&diagram("12a"), &diagram("12b")), None);
    }

    #[test]
    fn an_isomorphism_carries_lines_to_lines() {
        for (from, to) in [("7a", "7b"), ("9b", "9c"), ("13c", "13e")] {
            let (from, to) = (diagram(from), diagram(to));
            let there = isomorphism(&from, &to).unwrap();
            for (line, cells) in from.lines().iter().enumerate() {
                let mut images = cells.map(|cell| there.cells[usize::from(cell)]);
                let mut line = to.lines()[usize::from(there.lines[line])];
                images.sort_unstable();
                line.sort_unstable();
                assert_eq!(images, line);
            }
        }
    }
}
