//! Charts: bars and points in a plane as SVG, and points as text for a terminal, in Braille
//! characters.

use maud::{Markup, html};

use crate::braille::{BLANK, Dots};
use crate::svg::{Picture, number, points};

/// As wide as a telephone's screen, so that people can read it there.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 320.0;
/// The plane in the picture: its left end, the space at its right, its top, and the height at which
/// bars begin.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 54.0;
const FLOOR: f64 = HEIGHT - 46.0;
/// The base line of the names of the series, which are below the title.
const NAMES: f64 = 38.0;

/// The height of the plane in a text, in lines of characters.
const LINES: usize = 16;

/// The narrowest useful plane in a text.
const LEAST_COLUMNS: usize = 8;

/// The scale of heights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// In proportion.
    Linear,
    /// By the logarithm to base 10; 0 has no height.
    Log,
}

/// Bars over labels, one or several at each.
#[derive(Clone, Debug)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// The meaning of the labels.
    pub x: String,
    /// The meaning of the heights.
    pub y: String,
    /// The meaning of the bars of a label, one name each.
    pub series: Vec<String>,
    /// Each label and its bars, as many as there are series.
    pub bars: Vec<(String, Vec<u64>)>,
    /// The scale of heights.
    pub scale: Scale,
}

impl BarChart {
    /// The chart as a picture that can be read on a narrow screen.
    pub fn picture(&self) -> Picture {
        let most = self.bars.iter().flat_map(|(_, bars)| bars).copied().max();
        let vertical = Axis::of(self.scale, 0.0, most.unwrap_or(0).max(1) as f64);
        let slot = (WIDTH - LEFT - RIGHT) / self.bars.len().max(1) as f64;
        let bar = slot * 0.8 / self.series.len().max(1) as f64;
        // A label takes about seven pixels per character; labels that do not fit are left out
        // evenly.
        let labels = self.bars.iter().map(|(label, _)| label.chars().count());
        let room = labels.max().unwrap_or(1) as f64 * 7.0 + 6.0;
        let every = (room / slot).ceil().max(1.0) as usize;
        let plane = html! {
            @for (i, (label, heights)) in self.bars.iter().enumerate() {
                @let left = LEFT + slot * (i as f64 + 0.1);
                @for (j, &height) in heights.iter().enumerate() {
                    @let top = up(vertical.share(height as f64));
                    @if height > 0 {
                        rect class={ "hue-" (j % 6 + 1) } x=(number(left + bar * j as f64)) y=(number(top.min(FLOOR - 1.0)))
                            width=(number(bar)) height=(number((FLOOR - top).max(1.0)))
                        { title { (label) ": " (height) } }
                    }
                }
                @if i % every == 0 {
                    text class="soft" text-anchor="middle" x=(number(left + slot * 0.4)) y=(number(FLOOR + 16.0)) { (label) }
                }
            }
            (legend(&self.series, false))
        };
        picture(&self.title, &self.x, &self.y, &vertical, plane)
    }
}

/// Points in a plane: joined by lines in a picture, separate dots in a text.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: String,
    /// The vertical axis.
    pub y: String,
    /// Names and points.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
    /// The scale of heights.
    pub scale: Scale,
}

impl Plot {
    /// The horizontal and the vertical axis.
    fn axes(&self) -> (Axis, Axis) {
        let all = || self.series.iter().flat_map(|(_, points)| points);
        let right = all().map(|point| point.0).fold(1.0, f64::max);
        let left = all().map(|point| point.0).fold(right, f64::min).min(0.0);
        let most = all().map(|point| point.1).fold(1.0, f64::max);
        let least = all().map(|point| point.1).fold(0.0, f64::min);
        (Axis::linear(left, right), Axis::of(self.scale, least, most))
    }

    /// The plot as a picture, with the points joined in the given order.
    pub fn picture(&self) -> Picture {
        let (horizontal, vertical) = self.axes();
        let place = |&(x, y): &(f64, f64)| (across(horizontal.share(x)), up(vertical.share(y)));
        let plane = html! {
            @for tick in &horizontal.ticks {
                @let x = across(horizontal.share(*tick));
                line class="hair" x1=(number(x)) x2=(number(x)) y1=(number(FLOOR)) y2=(number(FLOOR + 4.0)) {}
                text class="soft" text-anchor="middle" x=(number(x)) y=(number(FLOOR + 16.0)) { (short(*tick)) }
            }
            @for (i, (_, series)) in self.series.iter().enumerate() {
                polyline class={ "way-" (i % 6 + 1) } stroke-width="1.5" stroke-linejoin="round"
                    points=(points(series.iter().map(place))) {}
            }
            (legend(&self.series.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), true))
        };
        picture(&self.title, &self.x, &self.y, &vertical, plane)
    }

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

/// The place of a share of the plane's width.
fn across(share: f64) -> f64 {
    LEFT + share * (WIDTH - LEFT - RIGHT)
}

/// The place of a share of its height.
fn up(share: f64) -> f64 {
    FLOOR - share * (FLOOR - TOP)
}

/// A picture with titles, the vertical axis and its lines, and what is in the plane.
fn picture(title: &str, x: &str, y: &str, vertical: &Axis, plane: Markup) -> Picture {
    let body = html! {
        text class="ink" font-weight="600" font-size="14" x=(number(LEFT)) y="18" { (title) }
        text class="soft" text-anchor="middle" x=(number(across(0.5))) y=(number(HEIGHT - 10.0)) { (x) }
        text class="soft" text-anchor="middle" transform={ "rotate(-90 14 " (number(up(0.5))) ")" }
            x="14" y=(number(up(0.5))) { (y) }
        @for tick in &vertical.ticks {
            @let height = up(vertical.share(*tick));
            line class="hair" x1=(number(LEFT)) x2=(number(WIDTH - RIGHT)) y1=(number(height)) y2=(number(height)) {}
            text class="soft" text-anchor="end" x=(number(LEFT - 6.0)) y=(number(height + 4.0)) { (short(*tick)) }
        }
        (plane)
    };
    Picture {
        title: title.to_owned(),
        width: WIDTH,
        height: HEIGHT,
        body,
    }
}

/// The names of the series, each beside a piece of its bars or its line, at the right. A single
/// series does not need it.
fn legend(names: &[String], are_lines: bool) -> Markup {
    let (piece, pace) = if are_lines { (24.0, 8.0) } else { (10.0, 7.0) };
    let room = |name: &String| piece + 16.0 + pace * name.chars().count() as f64;
    let all = names.iter().map(room).sum::<f64>();
    let places = names.iter().scan(WIDTH - RIGHT - all, |next, name| {
        let left = *next;
        *next += room(name);
        Some((left, name))
    });
    html! {
        @if names.len() > 1 {
            @for (i, (left, name)) in places.enumerate() {
                @if are_lines {
                    @let y = number(NAMES - 4.0);
                    line class={ "way-" (i % 6 + 1) } stroke-width="1.5" x1=(number(left)) x2=(number(left + piece)) y1=(y) y2=(y) {}
                } @else {
                    rect class={ "hue-" (i % 6 + 1) } x=(number(left)) y=(number(NAMES - 9.0)) width=(number(piece)) height="10" {}
                }
                text class="soft" x=(number(left + piece + 4.0)) y=(number(NAMES)) { (name) }
            }
        }
    }
}

/// A scale with round numbers on it.
struct Axis {
    least: f64,
    most: f64,
    log: bool,
    /// The marked values.
    ticks: Vec<f64>,
}

impl Axis {
    fn of(scale: Scale, least: f64, most: f64) -> Axis {
        match scale {
            Scale::Linear => Axis::linear(least, most),
            Scale::Log => Axis::log(most),
        }
    }

    /// From `least` to `most`, with about five marks.
    fn linear(least: f64, most: f64) -> Axis {
        let rough = ((most - least) / 5.0).max(f64::MIN_POSITIVE);
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let is_enough = |step: &f64| *step >= rough * 0.999;
        let step = steps.into_iter().find(is_enough).unwrap_or(rough);
        // If rounding puts a mark slightly outside, it moves to the end.
        let (first, last) = ((least / step - 1e-3).ceil(), (most / step + 1e-3).floor());
        let count = (last - first) as usize;
        let ticks: Vec<f64> = (0..=count).map(|i| (first + i as f64) * step).collect();
        Axis {
            least,
            most,
            log: false,
            ticks,
        }
    }

    /// Begins at half of 1.
    fn log(most: f64) -> Axis {
        let last = most.log10().max(1.0);
        let step = (last / 6.0).ceil() as usize;
        let ticks = (0..=last as usize)
            .step_by(step)
            .map(|power| 10f64.powi(power as i32));
        Axis {
            least: 0.5f64.log10(),
            most: last,
            log: true,
            ticks: ticks.collect(),
        }
    }

    /// The place of a value between the ends, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let value = match self.log {
            true if value <= 0.0 => return 0.0,
            true => value.log10(),
            false => value,
        };
        (value - self.least) / (self.most - self.least)
    }
}

fn nearest(share: f64, most: usize) -> usize {
    (share.clamp(0.0, 1.0) * most as f64).round() as usize
}

/// A mark's number in few characters: 1500000 is 1.5 M.
fn short(value: f64) -> String {
    const UNITS: [(f64, f64, &str); 6] = [
        (1e18, 1e18, "E"),
        (1e15, 1e15, "P"),
        (1e12, 1e12, "T"),
        (1e9, 1e9, "G"),
        (1e6, 1e6, "M"),
        (1e4, 1e3, "k"),
    ];
    match UNITS.into_iter().find(|(from, ..)| value.abs() >= *from) {
        Some((_, unit, name)) => format!("{} {name}", number(value / unit)),
        None => number(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_marks_and_hold_all_values() {
        for (least, most) in [
            (0.0, 1.0),
            (0.0, 132.0),
            (0.0, 2104.0),
            (-3.0, 26.0),
            (0.0, 1e13),
        ] {
            let axis = Axis::linear(least, most);
            assert_eq!((axis.least, axis.most), (least, most));
            assert!((3..=11).contains(&axis.ticks.len()), "{:?}", axis.ticks);
        }
        assert_eq!(Axis::linear(0.0, 132.0).ticks, [0.0, 50.0, 100.0]);
        let axis = Axis::log(2104.0);
        assert_eq!(axis.ticks, [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(axis.share(0.0), 0.0);
        assert!(axis.share(1.0) > 0.0 && axis.share(2104.0) == 1.0);
    }

    #[test]
    fn marks_are_short() {
        let shown = [0.0, 950.0, 2000.0, 20_000.0, 1.5e6, 2e13].map(short);
        assert_eq!(shown, ["0", "950", "2000", "20 k", "1.5 M", "20 T"]);
    }

    #[test]
    fn bars_are_as_high_as_their_numbers() {
        let chart = BarChart {
            title: "t".into(),
            x: "x".into(),
            y: "y".into(),
            series: vec!["one".into()],
            bars: vec![
                ("a".into(), vec![10]),
                ("b".into(), vec![5]),
                ("c".into(), vec![0]),
            ],
            scale: Scale::Linear,
        };
        let text = chart.picture().document();
        assert_eq!(text.matches("<rect class=\"hue-1\"").count(), 2);
        assert!(text.contains("height=\"220\"") && text.contains("height=\"110\""));
    }

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
                let dots = dots.sum::<u32>() as i32;
                assert!(dots <= count && (count > 7 || dots == count), "{text}");
            }
        }
    }
}
