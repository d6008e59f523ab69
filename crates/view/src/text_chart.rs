//! Plots as text for a terminal: the same points as in [`chart`](crate::chart), drawn with Braille
//! characters, whose dots are two across and four down.

use crate::braille::{BLANK, Dots};
use crate::chart::{Plot, short};

/// The height of the plane, in lines of characters.
const LINES: usize = 16;

/// The narrowest useful plane.
const LEAST_COLUMNS: usize = 8;

impl Plot {
    /// The plot as text, this number of columns wide. Its points are dots.
    pub fn text(&self, columns: usize) -> String {
        let (horizontal, vertical) = self.axes();
        let up = |share: f64| nearest(share, 4 * LINES - 1);
        let mut marks = vec![String::new(); LINES];
        for &tick in &vertical.ticks {
            marks[LINES - 1 - up(vertical.share(tick)) / 4] = short(tick);
        }
        let margin = marks.iter().map(|mark| mark.chars().count()).max();
        let margin = margin.unwrap_or(0);
        // There are also a space and the axis.
        let columns = columns.saturating_sub(margin + 2).max(LEAST_COLUMNS);
        let along = |share: f64| nearest(share, 2 * columns - 1);
        let mut dots = Dots::new(columns, LINES);
        for &(x, y) in self.series.iter().flat_map(|(_, points)| points) {
            let down = 4 * LINES - 1 - up(vertical.share(y));
            dots.set(along(horizontal.share(x)), down);
        }
        let mut text = format!("{}\n{}\n", self.title, self.y);
        for (mark, dots) in marks.iter().zip(dots.rows()) {
            let axis = if mark.is_empty() { '│' } else { '┤' };
            let dots: String = dots.collect();
            let line = format!("{mark:>margin$} {axis}{dots}");
            text += line.trim_end_matches(BLANK);
            text.push('\n');
        }
        text += &format!("{:margin$} └{}\n", "", "─".repeat(columns));
        // The labels that fit, side by side.
        let (first, mut end) = (margin + 2, 0);
        for &tick in &horizontal.ticks {
            let label = short(tick);
            let wide = label.chars().count();
            let last = (first + columns).saturating_sub(wide);
            let middle = first + along(horizontal.share(tick)) / 2;
            let left = middle.saturating_sub(wide / 2).min(last);
            if end == 0 || left > end + 1 {
                text += &format!("{:1$}{label}", "", left - end);
                end = left + wide;
            }
        }
        text += &format!("\n{:margin$}  {:^columns$}", "", self.x);
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}

fn nearest(share: f64, most: usize) -> usize {
    (share.clamp(0.0, 1.0) * most as f64).round() as usize
}

#[cfg(test)]
mod tests {
    use super::super::chart::Scale;
    use super::*;

    #[test]
    fn points_are_dots_and_no_line_is_wider_than_it_may_be() {
        for count in [2, 7, 64, 300] {
            let points = (0..count).map(|i| (f64::from(i), f64::from(i * i)));
            let plot = Plot {
                title: "t".into(),
                x: "x".into(),
                y: "y".into(),
                series: vec![("one".into(), points.collect())],
                scale: Scale::Linear,
            };
            for columns in [20, 60, 80, 200] {
                let text = plot.text(columns);
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest.is_some_and(|widest| widest <= columns), "{text}");
                assert_eq!(text.lines().count(), LINES + 5, "{text}");
                let braille = text.chars().filter(|c| (BLANK..='\u{28ff}').contains(c));
                let dots = braille.map(|c| (c as u32 - BLANK as u32).count_ones());
                let dots: u32 = dots.sum();
                assert!(
                    dots as i32 <= count && (count > 7 || dots as i32 == count),
                    "{text}"
                );
            }
        }
    }
}
