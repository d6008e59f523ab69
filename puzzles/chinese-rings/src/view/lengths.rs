//! The lengths of the shortest paths from all starts, as text, JSON and a
//! chart.

use std::io::Write;

use ::view::chart::{BarChart, Marks, Plot, Scale};
use kit::{Error, Result};
use watch::Stop;

use super::path::MOVES_BETWEEN_LOOKS;
use super::thinned::{MOST_DRAWN, Thinned};
use crate::rules::{Rings, State};

/// More lines than this nobody reads.
pub(crate) const MOST_RINGS_LISTED: u32 = 26;

/// The lengths of the shortest paths to the goal: the number of states on
/// each, by the state where it begins.
fn lengths(rings: Rings) -> impl Iterator<Item = (u64, u64)> {
    let states = rings.few_states().unwrap_or(u64::MAX);
    (0..states).map_while(move |start| {
        let state = State::new(start.into(), rings).ok()?;
        Some((start, u64::try_from(state.place()).ok()? + 1))
    })
}

/// Writes the length of every start with a bar, on lines of so many columns.
///
/// # Errors
///
/// [`Error::Stopped`], or what the writer fails with.
pub(crate) fn write_lengths(
    out: &mut impl Write,
    rings: Rings,
    columns: usize,
    stop: &Stop,
) -> Result<()> {
    let most = rings.few_states().unwrap_or(u64::MAX);
    writeln!(out, "{rings}: states on the shortest path to {}", most - 1)?;
    let wide = most.to_string().len().max(6);
    let room = columns.saturating_sub(2 * wide + 4).max(8);
    writeln!(out, "{:>wide$}  {:>wide$}", "start", "length")?;
    for (start, length) in lengths(rings) {
        look(start, most, stop)?;
        let bar = bar(length as f64 / most as f64, room);
        writeln!(out, "{start:>wide$}  {length:>wide$}  {bar}")?;
    }
    Ok(())
}

/// Writes the lengths as one document, start by start: `rings`, and `lengths`
/// from state 0 on.
///
/// # Errors
///
/// [`Error::Stopped`], or what the writer fails with.
pub(crate) fn write_lengths_json(out: &mut impl Write, rings: Rings, stop: &Stop) -> Result<()> {
    let most = rings.few_states().unwrap_or(u64::MAX);
    write!(out, r#"{{"rings":{},"lengths":["#, rings.count())?;
    for (start, length) in lengths(rings) {
        look(start, most, stop)?;
        let comma = if start == 0 { "" } else { "," };
        write!(out, "{comma}{length}")?;
    }
    writeln!(out, "]}}")?;
    Ok(())
}

/// A bar of so many columns or a share of them, to an eighth of a column.
fn bar(share: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * 8.0 * columns as f64).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// The lengths of all starts as a chart.
#[derive(Clone, Debug)]
pub(crate) enum LengthsChart {
    /// A bar a start.
    Bars(BarChart),
    /// Where the starts are too many for bars.
    Plot(Plot),
}

impl LengthsChart {
    /// The most rings whose starts have a bar each.
    const MOST_BARS: u32 = 7;

    /// The chart for so many rings.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] where they have too many states, [`Error::Stopped`].
    pub(crate) fn new(rings: Rings, stop: &Stop) -> Result<LengthsChart> {
        let Some(states) = rings.few_states().filter(|&states| states <= MOST_DRAWN) else {
            return Err(Error::Usage(format!(
                "a chart shows at most {MOST_DRAWN} states, {rings} have more"
            )));
        };
        let title = format!("{rings}: shortest paths to {}", states - 1);
        let (x, y) = ("start".to_owned(), "states on the path".to_owned());
        if rings.count() <= LengthsChart::MOST_BARS {
            return Ok(LengthsChart::Bars(BarChart {
                title,
                x,
                y: y.clone(),
                series: vec![y],
                bars: lengths(rings)
                    .map(|(start, length)| (start.to_string(), vec![length]))
                    .collect(),
                scale: Scale::Linear,
            }));
        }
        let mut points = Thinned::new(states);
        for (start, length) in lengths(rings) {
            look(start, states, stop)?;
            points.add(start, length);
        }
        Ok(LengthsChart::Plot(Plot {
            title,
            x,
            y: y.clone(),
            series: vec![(y, points.points())],
            marks: Marks::Line,
            scale: Scale::Linear,
        }))
    }

    /// The chart as text, so many columns wide.
    pub(crate) fn text(&self, columns: usize) -> String {
        match self {
            LengthsChart::Bars(chart) => chart.text(columns),
            LengthsChart::Plot(plot) => plot.text(columns),
        }
    }

    /// The chart as an SVG document.
    pub(crate) fn svg(&self) -> String {
        match self {
            LengthsChart::Bars(chart) => chart.picture(),
            LengthsChart::Plot(plot) => plot.picture(),
        }
        .document()
    }
}

fn look(start: u64, most: u64, stop: &Stop) -> Result<()> {
    if start.is_multiple_of(MOVES_BETWEEN_LOOKS) && stop.asked() {
        return Err(Error::Stopped(format!(
            "stopped at state {start} of {most}"
        )));
    }
    Ok(())
}
