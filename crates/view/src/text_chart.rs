//! Charts as text for a terminal: the same bars and points as in [`chart`](crate::chart), drawn
//! with Braille characters, whose dots are two across and four down.

use crate::braille::{BLANK, Dots};
use crate::chart::{Axis, BarChart, Marks, Plot, short};

/// The height of the plane, in lines of characters.
const LINES: usize = 16;

/// The narrowest useful plane.
const LEAST_COLUMNS: usize = 8;

impl BarChart {
    /// The chart as text, this number of columns wide. If there are more bars than dots, a dot
    /// shows its highest bar.
    pub fn text(&self, columns: usize) -> String {
        let heights = || self.bars.iter().flat_map(|(_, bars)| bars);
        let most = heights().copied().max().unwrap_or(0).max(1) as f64;
        let vertical = Axis::of(self.scale, 0.0, most);
        let mut plane = Plane::beside(&vertical, columns);
        let bars = self.bars.len().max(1);
        let slot = plane.across() / bars;
        let series = self.series.len().max(1);
        // There is a gap between bars if it fits.
        let wide = (slot.saturating_sub(1) / series).max(1);
        let place = |bar: usize| bar * plane.across() / bars;
        // Labels that do not fit are left out evenly.
        let longest = self.bars.iter().map(|(label, _)| label.chars().count());
        let room = 2 * (longest.max().unwrap_or(0) + 2);
        let every = (room * bars).div_ceil(place(bars).max(1));
        let labels = self.bars.iter().enumerate().step_by(every);
        let labels: Vec<(usize, String)> = labels
            .map(|(i, (label, _))| (place(i), label.clone()))
            .collect();
        let mut dots = Vec::new();
        for (i, (_, heights)) in self.bars.iter().enumerate() {
            let left = place(i);
            for (j, &height) in heights
                .iter()
                .enumerate()
                .filter(|(_, height)| **height > 0)
            {
                let up = plane.up(vertical.share(height as f64));
                for x in left + j * wide..left + (j + 1) * wide {
                    dots.extend((0..=up).map(|y| (x, y)));
                }
            }
        }
        for (x, y) in dots {
            plane.set(x, y);
        }
        plane.framed(&self.title, &self.x, &self.y, &vertical, &labels)
    }
}

impl Plot {
    /// The plot as text, this number of columns wide.
    pub fn text(&self, columns: usize) -> String {
        let (horizontal, vertical) = self.axes();
        let mut plane = Plane::beside(&vertical, columns);
        for (_, points) in &self.series {
            let mut last = None;
            for &(x, y) in points {
                let here = (
                    plane.along(horizontal.share(x)),
                    plane.up(vertical.share(y)),
                );
                match (self.marks, last) {
                    (Marks::Line, Some(last)) => plane.line(last, here),
                    _ => plane.set(here.0, here.1),
                }
                last = Some(here);
            }
        }
        let labels: Vec<(usize, String)> = horizontal
            .ticks
            .iter()
            .map(|&tick| (plane.along(horizontal.share(tick)), short(tick)))
            .collect();
        plane.framed(&self.title, &self.x, &self.y, &vertical, &labels)
    }
}

/// Dots; the lowest row of them is 0.
struct Plane {
    columns: usize,
    dots: Dots,
    /// The width of the part to the left of the axis.
    margin: usize,
}

impl Plane {
    /// A plane with space for the numbers of its vertical axis.
    fn beside(vertical: &Axis, columns: usize) -> Plane {
        let marks = vertical
            .ticks
            .iter()
            .map(|&tick| short(tick).chars().count());
        let margin = marks.max().unwrap_or(0);
        // There are also a space and the axis.
        let columns = columns.saturating_sub(margin + 2).max(LEAST_COLUMNS);
        Plane {
            columns,
            dots: Dots::new(columns, LINES),
            margin,
        }
    }

    /// The number of dots across.
    fn across(&self) -> usize {
        2 * self.columns
    }

    /// The dot at a share of the width.
    fn along(&self, share: f64) -> usize {
        nearest(share, self.across() - 1)
    }

    /// The dot at a share of the height.
    fn up(&self, share: f64) -> usize {
        nearest(share, 4 * LINES - 1)
    }

    fn set(&mut self, x: usize, y: usize) {
        self.dots.set(x, 4 * LINES - 1 - y);
    }

    /// A straight line of dots, both ends included.
    fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let down = |(x, y): (usize, usize)| (x, 4 * LINES - 1 - y);
        self.dots.line(down(from), down(to));
    }

    /// The plane with its axes, and with labels at dots of the lower one.
    fn framed(
        &self,
        title: &str,
        x: &str,
        y: &str,
        vertical: &Axis,
        labels: &[(usize, String)],
    ) -> String {
        let margin = self.margin;
        let mut marks = vec![None; LINES];
        for &tick in &vertical.ticks {
            marks[LINES - 1 - self.up(vertical.share(tick)) / 4] = Some(short(tick));
        }
        let mut text = format!("{title}\n{y}\n");
        for (mark, dots) in marks.iter().zip(self.dots.rows()) {
            let axis = if mark.is_some() { '┤' } else { '│' };
            let dots: String = dots.collect();
            let line = format!("{:>margin$} {axis}{dots}", mark.as_deref().unwrap_or(""));
            text += line.trim_end_matches(BLANK);
            text.push('\n');
        }
        text += &format!("{:margin$} └{}\n", "", "─".repeat(self.columns));
        text += &format!("{}\n", self.labels(labels));
        text += &format!("{:margin$}  {x:^1$}", "", self.columns);
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// The labels that fit, side by side.
    fn labels(&self, labels: &[(usize, String)]) -> String {
        let first = self.margin + 2;
        let mut line = String::new();
        let mut end = 0;
        for (dot, label) in labels {
            let wide = label.chars().count();
            let last = (first + self.columns).saturating_sub(wide);
            let left = (first + dot / 2).saturating_sub(wide / 2).min(last);
            if end == 0 || left > end + 1 {
                line += &" ".repeat(left - end);
                line += label;
                end = left + wide;
            }
        }
        line
    }
}

fn nearest(share: f64, most: usize) -> usize {
    (share.clamp(0.0, 1.0) * most as f64).round() as usize
}

#[cfg(test)]
mod tests {
    use super::super::chart::Scale;
    use super::*;

    fn bars(heights: &[u64]) -> BarChart {
        BarChart {
            title: "t".into(),
            x: "x".into(),
            y: "y".into(),
            series: vec!["one".into()],
            bars: heights
                .iter()
                .enumerate()
                .map(|(i, &height)| (i.to_string(), vec![height]))
                .collect(),
            scale: Scale::Linear,
        }
    }

    /// The number of dots in a text.
    fn dots(text: &str) -> u32 {
        text.chars()
            .filter(|c| (BLANK..='\u{28ff}').contains(c))
            .map(|c| (c as u32 - BLANK as u32).count_ones())
            .sum()
    }

    #[test]
    fn bars_are_as_high_as_their_numbers() {
        // Ten bars of two dots across, and a gap. The last bar is as high as the plane; one row of
        // dots is the number 0.
        let text = bars(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 100]).text(20);
        assert_eq!(dots(&text), 2 * 64, "{text}");
        let half = bars(&[0, 0, 0, 0, 0, 0, 0, 0, 50, 100]).text(20);
        assert_eq!(dots(&half), 2 * 64 + 2 * 33, "{half}");
    }

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        for count in [1, 2, 7, 64, 300, 5000] {
            let heights: Vec<u64> = (0..count).map(|i| i * i).collect();
            for columns in [20, 60, 80, 200] {
                let text = bars(&heights).text(columns);
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest.is_some_and(|widest| widest <= columns), "{text}");
                assert_eq!(text.lines().count(), LINES + 5, "{text}");
            }
        }
        assert_eq!(bars(&[]).text(1).lines().count(), LINES + 5);
    }

    #[test]
    fn dots_stand_alone_and_lines_join_them() {
        let plot = |marks| Plot {
            title: "t".into(),
            x: "x".into(),
            y: "y".into(),
            series: vec![("one".into(), vec![(0.0, 0.0), (100.0, 100.0), (100.0, 0.0)])],
            marks,
            scale: Scale::Linear,
        };
        assert_eq!(dots(&plot(Marks::Dots).text(30)), 3);
        // Up over all 64 rows of dots, and straight down again.
        assert_eq!(dots(&plot(Marks::Line).text(30)), 64 + 63);
    }
}
