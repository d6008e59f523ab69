//! How long the methods took, as a table, as JSON and as a chart.

use std::io::{self, Write};
use std::time::Duration;

use ::view::chart::{BarChart, Scale};
use ::view::words::{counted, thousands};
use serde::Serialize;

use super::aligned;
use crate::stages::compare::{Contest, Record};

/// How many characters the longest bar is wide at most, and at least.
const LONGEST_BAR: usize = 24;
const SHORTEST_BAR: usize = 8;

/// The median of each method by that of the quickest one.
fn ratios(records: &[Record]) -> Vec<Option<f64>> {
    let medians: Vec<Option<f64>> = records
        .iter()
        .map(|record| Some(record.median_time()?.as_secs_f64()))
        .collect();
    let quickest = medians.iter().flatten().copied().fold(f64::MAX, f64::min);
    medians
        .iter()
        .map(|median| Some((*median)? / quickest.max(f64::MIN_POSITIVE)))
        .collect()
}

fn kind(contest: &Contest) -> &'static str {
    if contest.circular {
        "circular tours"
    } else {
        "tours"
    }
}

fn headline(contest: &Contest) -> String {
    format!(
        "{} of {}: {}, seed {}, at most {} each",
        kind(contest),
        contest.board,
        counted(contest.runs, "run", "runs"),
        contest.seed,
        counted(contest.limit, "step", "steps"),
    )
}

/// Writes a table in so many columns, with bars as long as the logarithms of
/// the medians where there is room for them.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_text(
    out: &mut impl Write,
    contest: &Contest,
    records: &[Record],
    columns: usize,
) -> io::Result<()> {
    writeln!(out, "{}\n", headline(contest))?;
    let ratios = ratios(records);
    let time = |time: Option<Duration>| time.map_or("-".to_owned(), shown);
    let heads = [
        "method", "found", "median", "mean", "longest", "steps", "ratio",
    ];
    let mut lines = vec![heads.map(str::to_owned)];
    for (record, ratio) in records.iter().zip(&ratios) {
        lines.push([
            record.method.name().to_owned(),
            format!("{}/{}", record.times.len(), record.runs),
            time(record.median_time()),
            time(record.mean_time()),
            time(record.times.last().copied()),
            record.median_steps().map_or("-".to_owned(), thousands),
            ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}")),
        ]);
    }
    let lines = aligned(&lines);
    let width = lines[0].chars().count();
    let room = columns.saturating_sub(width + 2).min(LONGEST_BAR);
    let largest = ratios.iter().flatten().copied().fold(1.0, f64::max);
    writeln!(out, "{}", lines[0])?;
    for (line, ratio) in lines[1..].iter().zip(&ratios) {
        let bar = match ratio {
            Some(ratio) if room >= SHORTEST_BAR => {
                let share = (ratio.ln() + 1.0) / (largest.ln() + 1.0);
                "█".repeat((room as f64 * share).round() as usize)
            }
            _ => String::new(),
        };
        writeln!(out, "{}", format!("{line}  {bar}").trim_end())?;
    }
    write_value_of_backtracking(out, contest, records)
}

/// How much longer the rule takes without backtracking.
fn write_value_of_backtracking(
    out: &mut impl Write,
    contest: &Contest,
    records: &[Record],
) -> io::Result<()> {
    let median = |name: &str| {
        let record = records.iter().find(|record| record.method.name() == name)?;
        record.median_time()
    };
    let (Some(without), Some(with)) = (median("warnsdorff"), median("backtrack")) else {
        return Ok(());
    };
    writeln!(
        out,
        "\nwithout backtracking and with it: {} and {}, {:.1} times",
        shown(without),
        shown(with),
        without.as_secs_f64() / with.as_secs_f64().max(f64::MIN_POSITIVE),
    )?;
    let board = contest.board;
    if contest.circular && (board.rows(), board.columns()) == (17, 17) {
        writeln!(
            out,
            "likewise in Ruby Quiz 90 (2006): {} and {}, {:.1} times",
            shown(QUIZ[0]),
            shown(QUIZ[1]),
            QUIZ[0].as_secs_f64() / QUIZ[1].as_secs_f64(),
        )?;
    }
    Ok(())
}

/// Means of five circular tours of 17 × 17 without backtracking and with it, as
/// Ruby Quiz 90 reports them.
const QUIZ: [Duration; 2] = [
    Duration::from_nanos(10_256_250_400),
    Duration::from_nanos(1_158_251_400),
];

/// A time with three digits.
fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = if seconds >= 1.0 {
        (seconds, "s")
    } else if seconds >= 1e-3 {
        (seconds * 1e3, "ms")
    } else {
        (seconds * 1e6, "µs")
    };
    let decimals = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$} {unit}")
}

#[derive(Serialize)]
struct Document<'a> {
    rows: usize,
    columns: usize,
    circular: bool,
    runs: u64,
    limit: u64,
    seed: u64,
    methods: Vec<Row<'a>>,
}

/// Times in seconds; null where there are none.
#[derive(Serialize)]
struct Row<'a> {
    method: &'a str,
    found: usize,
    median: Option<f64>,
    mean: Option<f64>,
    shortest: Option<f64>,
    longest: Option<f64>,
    median_steps: Option<u64>,
    mean_steps: Option<f64>,
    mean_attempts: Option<f64>,
    ratio: Option<f64>,
}

/// Writes one JSON document on one line.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_json(
    out: &mut impl Write,
    contest: &Contest,
    records: &[Record],
) -> io::Result<()> {
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    let row = |(record, ratio): (&Record, Option<f64>)| Row {
        method: record.method.name(),
        found: record.times.len(),
        median: seconds(record.median_time()),
        mean: seconds(record.mean_time()),
        shortest: seconds(record.times.first().copied()),
        longest: seconds(record.times.last().copied()),
        median_steps: record.median_steps(),
        mean_steps: record.mean_steps(),
        mean_attempts: record.mean_attempts(),
        ratio,
    };
    let document = Document {
        rows: contest.board.rows(),
        columns: contest.board.columns(),
        circular: contest.circular,
        runs: contest.runs,
        limit: contest.limit,
        seed: contest.seed,
        methods: records.iter().zip(ratios(records)).map(row).collect(),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

/// Writes comma-separated values, with a line of names; nothing stands where
/// nothing was found.
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_csv(out: &mut impl Write, records: &[Record]) -> io::Result<()> {
    writeln!(
        out,
        "method,runs,found,median_steps,mean_steps,mean_attempts,median,mean"
    )?;
    let seconds = |time: Option<Duration>| {
        time.map_or(String::new(), |time| format!("{:.9}", time.as_secs_f64()))
    };
    let decimal = |value: Option<f64>, digits: usize| {
        value.map_or(String::new(), |value| format!("{value:.digits$}"))
    };
    for record in records {
        let steps = record.median_steps();
        let fields = [
            record.method.name().to_owned(),
            record.runs.to_string(),
            record.times.len().to_string(),
            steps.map_or(String::new(), |steps| steps.to_string()),
            decimal(record.mean_steps(), 1),
            decimal(record.mean_attempts(), 3),
            seconds(record.median_time()),
            seconds(record.mean_time()),
        ];
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}

/// The medians as bars.
pub(crate) fn chart(contest: &Contest, records: &[Record]) -> BarChart {
    let microseconds = |record: &Record| {
        let median = record.median_time();
        median.map_or(0, |time| (time.as_secs_f64() * 1e6).round() as u64)
    };
    let label = |record: &Record| match record.median_time() {
        Some(_) => record.method.name().to_owned(),
        None => format!("({})", record.method.name()),
    };
    BarChart {
        title: format!("{} of {}", kind(contest), contest.board),
        x: format!(
            "method; in brackets where half of {} found nothing in {}",
            counted(contest.runs, "run", "runs"),
            counted(contest.limit, "step", "steps"),
        ),
        y: "median, microseconds".to_owned(),
        series: vec!["median".to_owned()],
        bars: records
            .iter()
            .map(|record| (label(record), vec![microseconds(record)]))
            .collect(),
        scale: Scale::Log,
    }
}
