//! Charts as SVG: points in a plane.

use maud::{Markup, html};

use crate::svg::{Picture, number, points};

/// The width of a telephone's screen, so that charts can be read there.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 320.0;
/// The margins of the plane: at its left, its right and its top, and the coordinate of its bottom.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 54.0;
const FLOOR: f64 = HEIGHT - 46.0;
/// The base line of the names of the series, below the title.
const NAMES: f64 = 38.0;

/// The scale of the vertical axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Proportional.
    Linear,
    /// Logarithmic to base 10; 0 is at the bottom.
    Log,
}

/// Points in a plane, joined by lines.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: String,
    /// The label of the vertical axis.
    pub y: String,
    /// The names and the points of the series.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
    /// The scale of the vertical axis.
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
        let vertical = match self.scale {
            Scale::Linear => Axis::linear(least, most),
            Scale::Log => Axis::log(most),
        };
        (Axis::linear(left, right), vertical)
    }

    /// The plot as a picture, with the points joined in the given order.
    pub fn picture(&self) -> Picture {
        let (horizontal, vertical) = self.axes();
        let place = |&(x, y): &(f64, f64)| (across(horizontal.share(x)), up(vertical.share(y)));
        let body = html! {
            text class="ink" font-weight="600" font-size="14" x=(number(LEFT)) y="18" { (self.title) }
            text class="soft" text-anchor="middle" x=(number(across(0.5))) y=(number(HEIGHT - 10.0)) { (self.x) }
            text class="soft" text-anchor="middle" transform={ "rotate(-90 14 " (number(up(0.5))) ")" }
                x="14" y=(number(up(0.5))) { (self.y) }
            @for tick in &vertical.ticks {
                @let height = up(vertical.share(*tick));
                line class="hair" x1=(number(LEFT)) x2=(number(WIDTH - RIGHT)) y1=(number(height)) y2=(number(height)) {}
                text class="soft" text-anchor="end" x=(number(LEFT - 6.0)) y=(number(height + 4.0)) { (short(*tick)) }
            }
            @for tick in &horizontal.ticks {
                @let x = across(horizontal.share(*tick));
                line class="hair" x1=(number(x)) x2=(number(x)) y1=(number(FLOOR)) y2=(number(FLOOR + 4.0)) {}
                text class="soft" text-anchor="middle" x=(number(x)) y=(number(FLOOR + 16.0)) { (short(*tick)) }
            }
            @for (i, (_, series)) in self.series.iter().enumerate() {
                polyline class={ "way-" (i % 6 + 1) } stroke-width="1.5" stroke-linejoin="round"
                    points=(points(series.iter().map(place))) {}
            }
            (legend(&self.series))
        };
        Picture {
            title: self.title.clone(),
            width: WIDTH,
            height: HEIGHT,
            body,
        }
    }
}

/// The horizontal coordinate of a share of the plane's width.
fn across(share: f64) -> f64 {
    LEFT + share * (WIDTH - LEFT - RIGHT)
}

/// The vertical coordinate of a share of the plane's height.
fn up(share: f64) -> f64 {
    FLOOR - share * (FLOOR - TOP)
}

/// The legend: the names of the series, each beside a piece of its line, at the right. A single series needs none.
fn legend(series: &[(String, Vec<(f64, f64)>)]) -> Markup {
    const PIECE: f64 = 24.0;
    let room = |name: &str| PIECE + 16.0 + 8.0 * name.chars().count() as f64;
    let all = series.iter().map(|(name, _)| room(name)).sum::<f64>();
    let places = series.iter().scan(WIDTH - RIGHT - all, |next, (name, _)| {
        let left = *next;
        *next += room(name);
        Some((left, name))
    });
    html! {
        @if series.len() > 1 {
            @for (i, (left, name)) in places.enumerate() {
                @let y = number(NAMES - 4.0);
                line class={ "way-" (i % 6 + 1) } stroke-width="1.5" x1=(number(left)) x2=(number(left + PIECE)) y1=(y) y2=(y) {}
                text class="soft" x=(number(left + PIECE + 4.0)) y=(number(NAMES)) { (name) }
            }
        }
    }
}

/// A scale with marks at round values.
struct Axis {
    least: f64,
    most: f64,
    log: bool,
    /// The marked values.
    ticks: Vec<f64>,
}

impl Axis {
    /// A linear scale from `least` to `most`, with about five marks.
    fn linear(least: f64, most: f64) -> Axis {
        let rough = ((most - least) / 5.0).max(f64::MIN_POSITIVE);
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let is_enough = |step: &f64| *step >= rough * 0.999;
        let step = steps.into_iter().find(is_enough).unwrap_or(rough);
        // A mark that rounding puts slightly outside counts as the end.
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

    /// A logarithmic scale that begins at half of 1.
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

    /// The place of a value, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let value = match self.log {
            true if value <= 0.0 => return 0.0,
            true => value.log10(),
            false => value,
        };
        (value - self.least) / (self.most - self.least)
    }
}

/// The value of a mark in few characters: 1500000 is 1.5 M.
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
}
