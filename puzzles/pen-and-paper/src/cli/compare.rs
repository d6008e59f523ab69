//! `pen-and-paper compare`.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use kit::output::{Output, format_by_name, is_same_file};
use kit::terminal::{self, Console};
use kit::{Common, Program};
use watch::Watcher;

use super::options::{MethodName, Seed, Size, TiesName, check_options};
use crate::error::{Error, Result};
use crate::existence::{Existence, existence};
use crate::search::Method;
use crate::stages::compare::{self, Contest};
use crate::stages::solve;
use crate::view::{self, comparison};

/// Let the methods search for circular tours, and compare how long they take
#[derive(Parser, Debug)]
#[command(name = "compare")]
pub(super) struct Compare {
    #[command(flatten)]
    size: Size<17>,
    /// How often each method searches
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    runs: u64,
    /// After how many steps a search is given up
    #[arg(long, value_name = "STEPS", default_value_t = 1_000_000)]
    limit: u64,
    /// Search for any tours
    #[arg(long)]
    open: bool,
    /// Which methods, with commas between them
    #[arg(long, value_enum, value_name = "M,…", value_delimiter = ',', default_values_t = MethodName::value_variants().to_vec())]
    methods: Vec<MethodName>,
    /// Which of several equally good cells warnsdorff and backtrack take
    /// [default: random up to 2500 cells, outward beyond]
    #[arg(long, value_enum, value_name = "WHICH")]
    ties: Option<TiesName>,
    /// How many steps an attempt of backtrack takes back at most [default: 16,
    /// and one for every 16 cells]
    #[arg(long, value_name = "STEPS")]
    back: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// How the result is written [default: by the name of the --out file, else
    /// text]
    #[arg(long, value_enum)]
    format: Option<ComparisonFormat>,
    /// A file to write to instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A file for the chart, too
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ComparisonFormat {
    /// A table
    #[value(alias = "txt")]
    Text,
    /// One JSON document
    Json,
    /// Comma-separated values
    Csv,
    /// A chart as a picture
    Svg,
}

impl Program for Compare {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        check_options(&self.methods, self.ties, self.back)?;
        let board = self.size.board()?;
        let circular = !self.open;
        let stop = console.stop();
        match existence(board, circular, None, stop) {
            Existence::Exists => {}
            Existence::Apart => return Err(Error::Apart { board, circular }),
            Existence::Exhausted => {
                let start = false;
                return Err(Error::Exhausted {
                    board,
                    circular,
                    start,
                });
            }
            Existence::Unknown => return Err(kit::Error::Stopped("stopped".to_owned()).into()),
        }
        let ties = self.ties.map(TiesName::into);
        let methods: Vec<Method> = self
            .methods
            .iter()
            .filter_map(|method| solve::method(method.name(), ties, self.back, board))
            .collect();
        if methods.contains(&Method::Blocks)
            && existence(board, true, None, stop) != Existence::Exists
        {
            return Err(Error::NoBlocks(board));
        }
        let contest = Contest {
            board,
            circular,
            methods,
            runs: self.runs,
            limit: self.limit,
            seed: self.seed.or_random(),
        };
        let format = match (self.format, &self.out) {
            (None, Some(path)) => format_by_name(path)?,
            (format, _) => format,
        };
        if let (Some(out), Some(chart)) = (&self.out, &self.chart)
            && is_same_file(out, chart)
        {
            return Err(kit::Error::WrongPlace {
                what: "--out and --chart name the same file".to_owned(),
                hint: "name another file with --chart".to_owned(),
            }
            .into());
        }
        let place = |option, path: &Option<PathBuf>| {
            Output::new(
                option,
                path.as_deref(),
                self.common.database(),
                view::is_ours,
            )
        };
        let output = place("--out", &self.out)?;
        let chart_output = place("--chart", &self.chart)?;
        let records = compare::compare(&contest, console)?;
        let chart = || comparison::chart(&contest, &records).picture().document();
        output.write(stop, |mut out| -> Result<()> {
            match format.unwrap_or(ComparisonFormat::Text) {
                ComparisonFormat::Text => {
                    comparison::write_text(&mut out, &contest, &records, terminal::columns())?;
                }
                ComparisonFormat::Json => comparison::write_json(&mut out, &contest, &records)?,
                ComparisonFormat::Csv => comparison::write_csv(&mut out, &records)?,
                ComparisonFormat::Svg => out.write_all(chart().as_bytes())?,
            }
            Ok(())
        })?;
        if self.chart.is_some() {
            chart_output.write(stop, |out| -> Result<()> {
                Ok(out.write_all(chart().as_bytes())?)
            })?;
        }
        Ok(())
    }
}
