//! `chinese-rings`.

use std::io::{self, IsTerminal, Write};

use clap::{Args, Parser, Subcommand, ValueEnum};
use kit::database::Access;
use kit::output::print;
use kit::terminal::{self, Console, Lines};
use kit::{Common, Error, Format, Program, Programs, Result};
use watch::Watcher;

use crate::explore;
use crate::play::{Answer, Command as PlayersCommand, Game, MOST_RINGS_PLAYED};
use crate::rules::{Rings, State, Walk};
use crate::store::Store;
use crate::verify::verify;
use crate::view::{self, Dialogue, Form, LengthsChart, MOST_RINGS_LISTED};

/// Solves and explores the Chinese rings, also called patience or baguenaudier
///
/// Hook 1 is the lowest bit of a state: 0 for a hook that is up, its ring
/// engaged, 1 for one that is down. The start is state 0, the goal all 1s.
#[derive(Parser, Debug)]
#[command(name = "chinese-rings", version)]
pub(crate) struct ChineseRings {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Path(Path),
    Distance(Distance),
    Next(Next),
    Explore(Explore),
    Lengths(Lengths),
    Play(Play),
    Verify(Verify),
}

impl Programs for ChineseRings {
    type Error = Error;

    fn chosen(&self) -> &dyn Program<Error = Error> {
        match &self.command {
            Command::Path(program) => program,
            Command::Distance(program) => program,
            Command::Next(program) => program,
            Command::Explore(program) => program,
            Command::Lengths(program) => program,
            Command::Play(program) => program,
            Command::Verify(program) => program,
        }
    }
}

/// How many rings there are.
#[derive(Args, Clone, Copy, Debug)]
struct Size {
    /// How many rings, 1 to 10000
    #[arg(long, value_name = "N", default_value = "6")]
    rings: Rings,
}

/// From where to where.
#[derive(Args, Clone, Debug)]
struct Ends {
    #[command(flatten)]
    size: Size,
    /// The state to begin at, in decimal digits [default: 0, the start]
    #[arg(long, value_name = "S")]
    from: Option<String>,
    /// The state to reach, in decimal digits [default: 2^N - 1, the goal]
    #[arg(long, value_name = "T")]
    to: Option<String>,
}

impl Ends {
    fn states(&self) -> Result<(State, State)> {
        let rings = self.size.rings;
        let state = |option: &str, text: &Option<String>, otherwise: fn(Rings) -> State| {
            let Some(text) = text else {
                return Ok(otherwise(rings));
            };
            State::parse(text, rings)
                .map_err(|error| Error::Usage(format!("invalid value for '{option}': {error}")))
        };
        Ok((
            state("--from <S>", &self.from, State::start)?,
            state("--to <T>", &self.to, State::goal)?,
        ))
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum PathFormat {
    /// For people
    Text,
    /// One document
    Json,
    /// A plot for the terminal
    Plot,
    /// A plot as an SVG document
    Svg,
}

/// How wide text is.
#[derive(Args, Clone, Copy, Debug)]
struct Width {
    /// How many columns plots and bars may take [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=1000))]
    width: Option<u16>,
}

impl Width {
    fn columns(self) -> usize {
        self.width.map_or_else(terminal::columns, usize::from)
    }
}

/// Writes results to stdout. What came before an error belongs to them.
/// List the shortest path between two states: its states and the hooks to move
#[derive(Parser, Debug)]
#[command(name = "path")]
struct Path {
    #[command(flatten)]
    ends: Ends,
    /// List the first moves only, however long the path is [default: list all
    /// moves, or none if they are more than 100000000]
    #[arg(long, value_name = "MOVES")]
    limit: Option<u64>,
    /// How the path is written
    #[arg(long, value_enum, default_value_t = PathFormat::Text)]
    format: PathFormat,
    #[command(flatten)]
    width: Width,
    #[command(flatten)]
    common: Common,
}

impl Program for Path {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let (from, to) = self.ends.states()?;
        let path = view::Path::new(from, to, self.limit);
        let stop = console.stop();
        print(|out| match self.format {
            PathFormat::Text => path.write_text(out, stop),
            PathFormat::Json => path.write_json(out, stop),
            PathFormat::Plot => Ok(write!(
                out,
                "{}",
                path.plot(stop)?.text(self.width.columns())
            )?),
            PathFormat::Svg => Ok(write!(out, "{}", path.plot(stop)?.picture().document())?),
        })?;
        if *path.moves() > path.listed().into() {
            console.say(&match self.limit {
                None => "its moves are too many to be listed; `--limit 100` lists the first 100"
                    .to_owned(),
                Some(_) => format!("listed: {} moves, and there are more", path.listed()),
            });
        }
        Ok(())
    }
}

/// Tell how many moves the shortest path between two states has
#[derive(Parser, Debug)]
#[command(name = "distance")]
struct Distance {
    #[command(flatten)]
    ends: Ends,
    /// How the distance is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Distance {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, _: &Console) -> Result<()> {
        let (from, to) = self.ends.states()?;
        print(|out| {
            match self.format {
                Format::Text => writeln!(out, "{}", from.distance(&to))?,
                Format::Json => view::write_distance_json(out, &from, &to)?,
            }
            Ok(())
        })
    }
}

/// Tell which hook is to be moved next on the shortest path between two states
#[derive(Parser, Debug)]
#[command(name = "next")]
struct Next {
    #[command(flatten)]
    ends: Ends,
    /// How the hook is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Next {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, _: &Console) -> Result<()> {
        let (from, to) = self.ends.states()?;
        print(|out| {
            match (self.format, Walk::new(&from, &to).next()) {
                (Format::Json, _) => view::write_distance_json(out, &from, &to)?,
                (Format::Text, Some(hook)) => writeln!(out, "{hook}")?,
                (Format::Text, None) => writeln!(out, "none")?,
            }
            Ok(())
        })
    }
}

/// Find and store all states of up to 20 rings with their next hook and their
/// distance to the goal; goes on where it stopped
#[derive(Parser, Debug)]
#[command(name = "explore")]
struct Explore {
    #[command(flatten)]
    size: Size,
    /// How what was found is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Explore {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let rings = self.size.rings;
        explore::check_explorable(rings)?;
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        let summary = explore::explore(&mut store, rings, console)?;
        print(|out| {
            match self.format {
                Format::Text => view::write_summary(out, &summary, rings)?,
                Format::Json => view::write_summary_json(out, &summary, rings)?,
            }
            Ok(())
        })
    }
}

/// Tell how many states the shortest path from every start to the goal has
#[derive(Parser, Debug)]
#[command(name = "lengths")]
struct Lengths {
    #[command(flatten)]
    size: Size,
    /// How the lengths are written
    #[arg(long, value_enum, default_value_t = PathFormat::Text)]
    format: PathFormat,
    #[command(flatten)]
    width: Width,
    #[command(flatten)]
    common: Common,
}

impl Program for Lengths {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let rings = self.size.rings;
        if rings.count() > MOST_RINGS_LISTED {
            return Err(Error::Usage(format!(
                "the lengths of at most {MOST_RINGS_LISTED} rings are listed; `chinese-rings distance --rings {} --from S` tells one",
                rings.count()
            )));
        }
        let columns = self.width.columns();
        let stop = console.stop();
        print(|out| match self.format {
            PathFormat::Text => view::write_lengths(out, rings, columns, stop),
            PathFormat::Json => view::write_lengths_json(out, rings, stop),
            PathFormat::Plot => Ok(write!(
                out,
                "{}",
                LengthsChart::new(rings, stop)?.text(columns)
            )?),
            PathFormat::Svg => Ok(write!(out, "{}", LengthsChart::new(rings, stop)?.svg())?),
        })
    }
}

/// Play: move hooks by their numbers, with hints
#[derive(Parser, Debug)]
#[command(name = "play")]
struct Play {
    #[command(flatten)]
    ends: Ends,
    /// How the game is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    width: Width,
    #[command(flatten)]
    common: Common,
}

impl Program for Play {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let (from, to) = self.ends.states()?;
        let rings = self.ends.size.rings;
        if rings.count() > MOST_RINGS_PLAYED {
            return Err(Error::Usage(format!(
                "one plays with at most {MOST_RINGS_PLAYED} rings, not with {rings}"
            )));
        }
        let form = match self.format {
            Format::Text => Form::Text(self.width.columns()),
            Format::Json => Form::Json,
        };
        let prompts = form != Form::Json && io::stdin().is_terminal();
        let mut game = Game::new(from, to);
        let mut dialogue = Dialogue::new(io::stdout().lock(), form);
        if prompts {
            dialogue.answer(&game, &Answer::Help)?;
        }
        dialogue.begin(&game)?;
        let mut lines = Lines::of_stdin(console.stop())?;
        loop {
            if prompts {
                dialogue.prompt()?;
            }
            let Some(line) = lines.next() else { break };
            match PlayersCommand::parse(&line.map_err(unreadable)?) {
                Ok(command) => {
                    let answer = game.obey(&command);
                    dialogue.answer(&game, &answer)?;
                    if answer == Answer::Left {
                        return Ok(());
                    }
                }
                Err(why) => dialogue.refuse(&game, &why)?,
            }
        }
        if prompts {
            dialogue.end_line()?;
        }
        if console.stop().asked() {
            return Err(Error::Stopped(view::left(&game)));
        }
        Ok(())
    }
}

/// Check what is stored of the rings against the closed form of distances
///
/// A line is printed for each check, and the exit code is 0 only if everything is
/// there and right.
#[derive(Parser, Debug)]
#[command(name = "verify")]
struct Verify {
    /// How many rings [default: whatever is stored]
    #[arg(long, value_name = "N")]
    rings: Option<Rings>,
    #[command(flatten)]
    common: Common,
}

impl Program for Verify {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = Store::from(self.common.open(Access::Read, console)?);
        verify(&mut store, self.rings, console, &mut io::stdout().lock())
    }
}

fn unreadable(source: io::Error) -> Error {
    Error::Unreadable {
        name: "the commands".to_owned(),
        source,
    }
}
