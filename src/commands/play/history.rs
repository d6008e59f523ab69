//! The record of finished games: a CSV file with a row each, beside the saved game.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use app::input::text;
use app::output::kept_file;
use app::{Command, Format, Hint};
use draw::table::{Align, Table};
use draw::words::{counted, wrapped};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::board::Config;
use crate::commands::play::day::{named, today};
use crate::error::{Error, Result};
use crate::output::show::{Show, print_document};
use crate::puzzle::game::{Ending, Game};

/// The size limit of a record in bytes, which is some 30,000 games.
const LONGEST: u64 = 1 << 22;

/// The number of listed games, the last ones.
const LISTED: usize = 10;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct PastGame {
    /// The local date of its end.
    date: Date,
    /// The day of the board, if it was the board of a day.
    day: Option<Date>,
    config: Config,
    board: String,
    rays: usize,
    points: u64,
    /// The expected points of perfect play or, where these are not known, the points of a player who follows each
    /// hint. `None` if not computed.
    par: Option<u64>,
    result: PastResult,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PastResult {
    /// The balls were those of the hidden molecule or of one of its twins.
    Solved,
    Wrong,
    GaveUp,
}

impl PastGame {
    pub(super) fn new(game: &Game, ending: &Ending, par: Option<u64>) -> PastGame {
        PastGame {
            date: today(),
            day: game.day.as_deref().and_then(named),
            config: game.config(),
            board: game.name(),
            rays: game.rays(),
            points: ending.points(),
            par,
            result: match ending {
                _ if ending.gave_up => PastResult::GaveUp,
                _ if ending.is_found() => PastResult::Solved,
                _ => PastResult::Wrong,
            },
        }
    }

    fn is_solved(&self) -> bool {
        self.result == PastResult::Solved
    }

    /// Appends the game to a record.
    pub(super) fn add(&self, path: &Path) -> Result<()> {
        let mut file = kept_file(path)?;
        let not_written = |source| app::Error::not_written(path, source);
        let length = file.seek(SeekFrom::End(0)).map_err(not_written)?;
        let mut csv = csv::WriterBuilder::new();
        let mut csv = csv.has_headers(length == 0).from_writer(Vec::new());
        csv.serialize(self).map_err(io::Error::from)?;
        let row = csv.into_inner().map_err(|error| error.into_error())?;
        Ok(file.write_all(&row).map_err(not_written)?)
    }
}

/// Prints a record: its summary and its last games.
pub(super) fn show(path: &Path, format: Format) -> Result<()> {
    if !path.exists() {
        let what = format!("{} has no games yet", path.display());
        let play =
            Hint::run(Command::new("play")).and(" on a terminal records each game that ends; with --game FILE, the record is beside FILE");
        return Err(app::Error::other(what, play).into());
    }
    let text = text(path, LONGEST)?;
    let games: std::result::Result<Vec<PastGame>, _> = csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect();
    let games = games.map_err(|error| {
        Error::wrong_file(path, &format!("it is not a record of games: {error}"))
    })?;
    let summary = Summary::new(&games);
    print_document(&History { summary, games }, format)
}

/// A record of games.
#[derive(Serialize)]
struct History {
    summary: Summary,
    games: Vec<PastGame>,
}

#[derive(Serialize)]
struct Summary {
    games: usize,
    solved: usize,
    /// The mean points of the solved games, and their mean difference to par.
    mean_points: Option<f64>,
    mean_above_par: Option<f64>,
    /// The number of solved games since the last unsolved one.
    solved_in_a_row: usize,
    /// The number of days, up to today or yesterday, whose board was solved.
    days_in_a_row: usize,
}

impl Summary {
    fn new(games: &[PastGame]) -> Summary {
        let solved = || games.iter().filter(|game| game.is_solved());
        let mean = |values: Vec<f64>| {
            let sum: f64 = values.iter().sum();
            (!values.is_empty()).then(|| sum / values.len() as f64)
        };
        let against_par = |game: &PastGame| Some(game.points as f64 - game.par? as f64);
        let is_solved = |day: Date| solved().any(|game| game.day == Some(day));
        let mut day = today();
        if !is_solved(day) {
            day = day.yesterday().unwrap_or(day);
        }
        let mut days_in_a_row = 0;
        while is_solved(day) {
            days_in_a_row += 1;
            day = day.yesterday().unwrap_or(Date::MIN);
        }
        Summary {
            games: games.len(),
            solved: solved().count(),
            mean_points: mean(solved().map(|game| game.points as f64).collect()),
            mean_above_par: mean(solved().filter_map(against_par).collect()),
            solved_in_a_row: games
                .iter()
                .rev()
                .take_while(|game| game.is_solved())
                .count(),
            days_in_a_row,
        }
    }
}

impl Show for History {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let summary = &self.summary;
        let mut sentence = format!(
            "{}, {} solved",
            counted(summary.games as u64, "game", "games"),
            summary.solved
        );
        if let Some(points) = summary.mean_points {
            sentence += &format!("; solved games have {points:.1} points on average");
        }
        if let Some(above) = summary.mean_above_par {
            let side = if above < 0.0 { "below" } else { "above" };
            sentence += &format!(", {:.1} {side} par", above.abs());
        }
        sentence += &format!("; solved in a row: {}", summary.solved_in_a_row);
        if summary.days_in_a_row > 0 {
            let days = counted(summary.days_in_a_row as u64, "day", "days");
            sentence += &format!("; board of the day solved {days} in a row");
        }
        writeln!(out, "{}\n", wrapped(&sentence, columns))?;
        let headings = [
            "date",
            "config",
            "rays",
            "points",
            "par",
            "result",
            "board of the day",
        ];
        let mut table = Table::new(Align::Left, headings);
        for game in self.games.iter().rev().take(LISTED) {
            let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
            let result = match game.result {
                PastResult::Solved => "solved",
                PastResult::Wrong => "wrong",
                PastResult::GaveUp => "gave up",
            };
            table.row([
                game.date.to_string(),
                game.config.to_string(),
                game.rays.to_string(),
                game.points.to_string(),
                or_none(game.par.map(|par| par.to_string())),
                result.to_owned(),
                or_none(game.day.map(|day| day.to_string())),
            ]);
        }
        write!(out, "{}", table.text(columns))
    }

    fn document(&self) -> impl Serialize {
        self
    }
}
