//! Charts as SVG: bars, and points in a plane.

use maud::{Markup, html};

use crate::svg::{Picture, number, points};

const RIGHT: f64 = 16.0;
const BOTTOM: f64 = 46.0;
const HEIGHT: f64 = 320.0;
/// The height at which bars begin.
const FLOOR: f64 = HEIGHT - BOTTOM;

/// Where the plane of a chart lies in its picture.
#[derive(Clone, Copy)]
struct Plane {
    width: f64,
    left: f64,
    top: f64,
    /// The base line of the names of the series.
    names: f64,
}

/// As wide as a telephone's screen, so that people can read it there. The names of the series are
/// below the title.
const PLANE: Plane = Plane {
    width: 400.0,
    left: 64.0,
    top: 54.0,
    names: 38.0,
};

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
        let plane = PLANE;
        let most = self.bars.iter().flat_map(|(_, bars)| bars).copied().max();
        let vertical = Axis::of(self.scale, 0.0, most.unwrap_or(0).max(1) as f64);
        let slot = (plane.width - plane.left - RIGHT) / self.bars.len().max(1) as f64;
        let bar = slot * 0.8 / self.series.len().max(1) as f64;
        // A label takes about seven pixels per character; labels that do not fit are left out
        // evenly.
        let longest = self
            .bars
            .iter()
            .map(|(label, _)| label.chars().count())
            .max();
        let every = ((longest.unwrap_or(1) as f64 * 7.0 + 6.0) / slot)
            .ceil()
            .max(1.0) as usize;
        let body = html! {
            (plane.frame(&self.title, &self.x, &self.y, &vertical))
            @for (i, (label, heights)) in self.bars.iter().enumerate() {
                @let left = plane.left + slot * (i as f64 + 0.1);
                @for (j, &height) in heights.iter().enumerate() {
                    @let top = plane.up(vertical.share(height as f64));
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
            (plane.legend(&self.series, false))
        };
        Picture {
            title: self.title.clone(),
            width: plane.width,
            height: HEIGHT,
            body,
        }
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
    pub(super) fn axes(&self) -> (Axis, Axis) {
        let all = || self.series.iter().flat_map(|(_, points)| points);
        let right = all().map(|point| point.0).fold(1.0, f64::max);
        let left = all().map(|point| point.0).fold(right, f64::min).min(0.0);
        let most = all().map(|point| point.1).fold(1.0, f64::max);
        let least = all().map(|point| point.1).fold(0.0, f64::min);
        (Axis::linear(left, right), Axis::of(self.scale, least, most))
    }

    /// The plot as a picture, with the points joined in the given order.
    pub fn picture(&self) -> Picture {
        let plane = PLANE;
        let (horizontal, vertical) = self.axes();
        let place = |&(x, y): &(f64, f64)| {
            (
                plane.across(horizontal.share(x)),
                plane.up(vertical.share(y)),
            )
        };
        let body = html! {
            (plane.frame(&self.title, &self.x, &self.y, &vertical))
            @for tick in &horizontal.ticks {
                @let x = plane.across(horizontal.share(*tick));
                line class="hair" x1=(number(x)) x2=(number(x)) y1=(number(FLOOR)) y2=(number(FLOOR + 4.0)) {}
                text class="soft" text-anchor="middle" x=(number(x)) y=(number(FLOOR + 16.0)) { (short(*tick)) }
            }
            @for (i, (_, series)) in self.series.iter().enumerate() {
                polyline class={ "way-" (i % 6 + 1) } stroke-width="1.5" stroke-linejoin="round"
                    points=(points(series.iter().map(place))) {}
            }
            (plane.legend(&self.series.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), true))
        };
        Picture {
            title: self.title.clone(),
            width: plane.width,
            height: HEIGHT,
            body,
        }
    }
}

impl Plane {
    /// The place of a share of its width.
    fn across(self, share: f64) -> f64 {
        self.left + share * (self.width - self.left - RIGHT)
    }

    /// The place of a share of its height.
    fn up(self, share: f64) -> f64 {
        FLOOR - share * (FLOOR - self.top)
    }

    /// Titles, the vertical axis and its lines.
    fn frame(self, title: &str, x: &str, y: &str, vertical: &Axis) -> Markup {
        html! {
            text class="ink" font-weight="600" font-size="14" x=(number(self.left)) y="18" { (title) }
            text class="soft" text-anchor="middle" x=(number(self.across(0.5))) y=(number(HEIGHT - 10.0)) { (x) }
            text class="soft" text-anchor="middle" transform={ "rotate(-90 14 " (number(self.up(0.5))) ")" }
                x="14" y=(number(self.up(0.5))) { (y) }
            @for tick in &vertical.ticks {
                @let height = self.up(vertical.share(*tick));
                line class="hair" x1=(number(self.left)) x2=(number(self.width - RIGHT)) y1=(number(height)) y2=(number(height)) {}
                text class="soft" text-anchor="end" x=(number(self.left - 6.0)) y=(number(height + 4.0)) { (short(*tick)) }
            }
        }
    }

    /// The names of the series, each beside a piece of its bars or its line, at the right. A single
    /// series does not need it.
    fn legend(self, names: &[String], are_lines: bool) -> Markup {
        let (piece, pace) = if are_lines { (24.0, 8.0) } else { (10.0, 7.0) };
        let room = |name: &String| piece + 16.0 + pace * name.chars().count() as f64;
        let all = names.iter().map(room).sum::<f64>();
        let places = names.iter().scan(self.width - RIGHT - all, |next, name| {
            let left = *next;
            *next += room(name);
            Some((left, name))
        });
        html! {
            @if names.len() > 1 {
                @for (i, (left, name)) in places.enumerate() {
                    @if are_lines {
                        @let y = number(self.names - 4.0);
                        line class={ "way-" (i % 6 + 1) } stroke-width="1.5" x1=(number(left)) x2=(number(left + piece)) y1=(y) y2=(y) {}
                    } @else {
                        rect class={ "hue-" (i % 6 + 1) } x=(number(left)) y=(number(self.names - 9.0)) width=(number(piece)) height="10" {}
                    }
                    text class="soft" x=(number(left + piece + 4.0)) y=(number(self.names)) { (name) }
                }
            }
        }
    }
}

/// A scale with round numbers on it.
pub(super) struct Axis {
    least: f64,
    most: f64,
    log: bool,
    /// The marked values.
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// An axis for values from `least` to `most`.
    pub(super) fn of(scale: Scale, least: f64, most: f64) -> Axis {
        match scale {
            Scale::Linear => Axis::linear(least, most),
            Scale::Log => Axis::log(most),
        }
    }

    /// From `least` to `most`, with about five marks.
    fn linear(least: f64, most: f64) -> Axis {
        let rough = ((most - least) / 5.0).max(f64::MIN_POSITIVE);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(rough);
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
    pub(super) fn share(&self, value: f64) -> f64 {
        let value = match self.log {
            true if value <= 0.0 => return 0.0,
            true => value.log10(),
            false => value,
        };
        (value - self.least) / (self.most - self.least)
    }
}

/// A mark's number in few characters: 1500000 is 1.5 M.
pub(super) fn short(value: f64) -> String {
    const UNITS: [(f64, f64, &str); 6] = [
        (1e18, 1e18, "E"),
        (1e15, 1e15, "P"),
        (1e12, 1e12, "T"),
        (1e9, 1e9, "G"),
        (1e6, 1e6, "M"),
        (1e4, 1e3, "k"),
    ];
    for (from, unit, name) in UNITS {
        if value.abs() >= from {
            return format!("{} {name}", number(value / unit));
        }
    }
    number(value)
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
        assert_eq!(
            shown,
            ["0", "950", "2000", "20 k", "1.5 M", "20 T"].map(str::to_owned)
        );
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
}
