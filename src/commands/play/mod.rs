//! `blackbox play`.

mod day;
mod dialogue;
mod history;
mod keeper;
mod opening;
pub mod run;
mod screen;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use app::output::print;
use app::terminal::{Console, columns_to_wrap};
use app::{Format, Seed, shell_word};
use clap::{ArgGroup, Args};
use draw::words::wrapped;
use tables::{DEFAULT_DATABASE, DatabasePath, make_default_folder};
use watch::Watcher;

use crate::board::{CONFIG_EXAMPLES, Config, Size};
use crate::commands::play::keeper::Keeper;
use crate::commands::play::run::{BoardChoice, Difficulty, new_game, review};
use crate::commands::usage;
use crate::error::{Error, Result};
use crate::output;
use crate::puzzle::PlayError;
use crate::puzzle::aim::Aim;
use crate::puzzle::game::{BoardKind, Game};
use crate::puzzle::presets::Preset;
use crate::puzzle::text::BoardTextError;
use crate::puzzle::text::saved_game::{self, SavedGameError};
use crate::puzzle::words::{Mark, Move};

/// Play Black Box: find the hidden balls with as few rays as you can
#[derive(Args, Debug)]
#[command(
    long_about = long_about(),
    after_help = "{} today\n{} A3_B5 --difficulty easy\nprintf 'west 4\\nhint\\n' | {} A4_B8:2813",
    group = ArgGroup::new("choice").args(["board", "fair", "ambiguous", "difficulty", "seed"]).multiple(true),
)]
pub(super) struct Play {
    #[arg(long, short, value_name = "An_Bp", help = format!("The configuration: n atoms in a box of p by p cells, such as {CONFIG_EXAMPLES} [default: A4_B8]"))]
    config: Option<Config>,
    /// The hidden board: a number such as A4_B8:2813, or a game ID of Simon Tatham's collection;
    /// `today`, or a day such as 2026-11-24, for the board of that day on the site (apps/web in the
    /// source code), which is played without hints or undo; a configuration, for a random board; or
    /// a preset of another program: kde-very-easy, kde-easy, kde-medium, kde-hard, kde-very-hard,
    /// kde-extremely-hard, tatham-5x5, tatham-8x8, tatham-8x8-3-6, tatham-10x10, tatham-10x10-4-10
    #[arg(value_name = "BOARD")]
    board: Option<String>,
    /// Hide a fair board, which has no twin, so that rays can decide it
    #[arg(long, conflicts_with = "ambiguous")]
    fair: bool,
    /// Hide a board that has a twin, so that rays cannot decide it
    #[arg(long)]
    ambiguous: bool,
    /// Hide a fair board, graded by its par
    #[arg(long, value_enum, conflicts_with_all = ["fair", "ambiguous"])]
    difficulty: Option<Difficulty>,
    #[command(flatten)]
    seed: Seed,
    /// The file to save the game in, so that you can continue it later [default: on a terminal,
    /// game.txt beside the database, or a file such as day-2026-11-24.txt for the board of a day]
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
    /// Begin a new game, and abandon the saved one
    #[arg(long)]
    new: bool,
    /// Review a finished game: for each ray, the expected points up to the end of the game, and
    /// those of the best ray at that moment
    #[arg(long, value_name = "FILE", conflicts_with_all = ["choice", "config", "game", "new", "aim", "words"])]
    review: Option<PathBuf>,
    /// Show the record of saved games that ended: how many were solved, the mean points of the solved
    /// games and their difference from par, and the last ten games. The record is a file beside the
    /// database, or beside the file of --game
    #[arg(long, conflicts_with_all = ["choice", "config", "new", "aim", "words", "review"])]
    history: bool,
    /// How to write the review or the record
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The aim of the suggested rays
    #[arg(long = "minimize", value_enum, value_name = "COST", default_value_t)]
    aim: Aim,
    /// Play by typing words, even on a terminal
    #[arg(long)]
    words: bool,
    #[command(flatten)]
    database: DatabasePath,
}

fn long_about() -> String {
    format!(
        "Play Black Box: find the hidden balls with as few rays as you can\n\n{}\n\n\
         On a terminal, the arrow keys move the cursor, and Enter or a click fires a ray or places a ball. \
         The key ? shows the rules and all keys. Without a terminal, or with --words, you type words such \
         as west 4, ball 3 5, hint and done; `help` lists them all.",
        output::game::RULES.join(" ")
    )
}

/// A game and the file in which it is saved.
struct Session {
    game: Game,
    keeper: Keeper,
    /// Whether the game continues a saved one.
    resumed: bool,
    /// The command for the same balls, if they were chosen at random.
    again: Option<String>,
    aim: Aim,
}

/// The restrictions of the board of a day, which is the same for all players.
const NO_HELP: &str = "There are no hints on the board of a day.";
const NO_WAY_BACK: &str = "On the board of a day, rays cannot be undone.";

impl Session {
    /// The reason why a move is not allowed, if so.
    fn forbids(&self, step: Move) -> Option<String> {
        if let Move::Mark(_, Mark::Ball) = step
            && self.game.placed() >= *self.game.balls().end()
            && !self.game.is_idle(step)
        {
            return Some(format!(
                "{}; remove one first",
                output::game::placed(&self.game)
            ));
        }
        let mut after = self.game.clone();
        let taken_back = step == Move::Undo && {
            let _ = after.play(step);
            after.rays() < self.game.rays()
        };
        (taken_back && self.game.day.is_some()).then(|| NO_WAY_BACK.to_owned())
    }

    fn forbids_help(&self) -> Option<&'static str> {
        self.game.day.as_ref().map(|_| NO_HELP)
    }

    fn begin(&mut self, game: Game, again: String) -> Result<()> {
        self.game = game;
        self.resumed = false;
        self.again = Some(again);
        self.keeper.begin(&self.game)
    }

    fn opening(&self) -> String {
        let mut opening = output::game::opening(&self.game);
        if self.resumed {
            opening = format!("The game continues: {opening}");
        }
        if let Some(why) = &self.keeper.unsaved {
            opening += &format!(" Warning: {why}.");
        }
        opening
    }

    /// The warning that the balls do not explain a fired ray, if so.
    fn doubt(&self) -> Option<String> {
        let refuted = self.game.end().ok()?.refuted;
        let from = refuted.filter(|ray| ray.was_fired)?.position.words();
        Some(format!("Your balls do not explain the ray from {from}."))
    }

    fn way_again(&self) -> Option<String> {
        Some(format!("`{}` hides the same balls.", self.again.as_ref()?))
    }
}

/// The kind of random games that the player wants.
#[derive(Clone, Copy)]
struct Random {
    size: Size,
    /// The least and the greatest number of balls.
    balls: (u64, u64),
    /// The name of the preset, if it is one.
    preset: Option<&'static str>,
    wanted: BoardChoice,
}

impl Random {
    /// The game of a seed, and the command for it.
    fn game(self, seed: u64, watcher: &dyn Watcher) -> Result<(Game, String)> {
        let (least, most) = self.balls;
        let configs = (least..=most).map(|balls| Config::in_box(balls, self.size));
        let configs: Vec<Config> = configs
            .collect::<Result<_, _>>()
            .map_err(PlayError::Atoms)?;
        let game = new_game(&configs, self.wanted, seed, watcher)?;
        let wanted = match self.wanted {
            BoardChoice::First(BoardKind::Any) => "",
            BoardChoice::Graded(Difficulty::Easy) => " --difficulty easy",
            BoardChoice::Graded(Difficulty::Normal) => " --difficulty normal",
            BoardChoice::Graded(Difficulty::Hard) => " --difficulty hard",
            BoardChoice::First(BoardKind::Fair) => " --fair",
            BoardChoice::First(BoardKind::Ambiguous) => " --ambiguous",
        };
        let chosen = match self.preset {
            Some(preset) => preset.to_owned(),
            None => format!("--config {}", game.config()),
        };
        let again = format!("blackbox play {chosen}{wanted} --seed {seed}");
        Ok((game, again))
    }
}

/// A configuration as a preset without a name.
fn preset_of(config: Config) -> Preset {
    Preset {
        name: "",
        size: config.size(),
        balls: config.balls(),
    }
}

impl Play {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if let Some(file) = &self.review {
            return self.review(file, console);
        }
        if self.history {
            return history::show(&Keeper::record(&self.beside("game.txt")), self.format);
        }
        if self.format != Format::Text {
            return Err(usage(
                "--format has an effect only with --review or --history",
            ));
        }
        let session = self.session(console)?;
        match crate::screen::is_possible() && !self.words {
            true => screen::play(session, self.random(), console),
            false => dialogue::play(session, console),
        }
    }

    fn review(&self, file: &Path, console: &Console) -> Result<()> {
        let (game, ending) = keeper::finished_game(file)?;
        let review = review(&game, console)?;
        let lines = output::review::lines(&game, &ending, &review).into_iter();
        let mut lines = lines.chain([output::game::hidden(&game)]);
        Ok(print(|out| match self.format {
            Format::Text => {
                lines.try_for_each(|line| writeln!(out, "{}", wrapped(&line, columns_to_wrap())))
            }
            Format::Json => output::review::write_json(out, &game, &ending, &review),
        })?)
    }

    /// A file beside that of --game or, without it, beside the database.
    fn beside(&self, name: &str) -> PathBuf {
        let path = self.game.as_deref().unwrap_or(self.database.path());
        path.with_file_name(name)
    }

    /// Continues the saved game, or begins one.
    fn session(&self, console: &Console) -> Result<Session> {
        let on_terminal = io::stdin().is_terminal();
        let day = self.board.as_deref().and_then(day::named);
        let name = day.map_or("game.txt".to_owned(), |day| format!("day-{day}.txt"));
        let again = |name: &str| match day {
            Some(day) => format!("{name} {day}"),
            None => name.to_owned(),
        };
        let mut keeper = match (&self.game, on_terminal) {
            (Some(file), _) => {
                let name = shell_word(&file.display().to_string());
                Keeper::of(file.clone(), again(&format!("blackbox play --game {name}")))?
            }
            (None, true) => (self.database.has_folder())
                .and_then(|()| make_default_folder(self.database.path()))
                .map_err(Error::from)
                .and_then(|()| Keeper::of(self.beside(&name), again(&self.again())))
                .or_else(|error| match error {
                    // A game in use, or a damaged one, is not replaced by a game that is not saved.
                    Error::Db(db::Error::App(app::Error::WrongPlace { .. })) => Err(error),
                    _ => Ok(Keeper::without_file(&error)),
                })?,
            (None, false) => Keeper::default(),
        };
        let is_other_day = |game: &Game| day.is_some_and(|day| game.day != Some(day.to_string()));
        if let (Some(day), Some((game, Some(ending)))) = (day, &keeper.saved)
            && !self.new
            && !is_other_day(game)
        {
            let result = match ending {
                ending if ending.gave_up => "you gave up",
                ending if ending.is_found() => "you found the balls",
                _ => "you did not find the balls",
            };
            let what = format!("the board of {day} has been played: {result}");
            return Err(app::Error::other(
                what,
                "--history shows the record; --new plays the board again",
            )
            .into());
        }
        let random = self.fair || self.ambiguous || self.difficulty.is_some();
        let chosen_at_random = random || self.seed.given().is_some();
        let other = |game: &Game| {
            let random = self.random();
            let (least, most) = random.balls;
            let is_other = (random.size, least..=most) != (game.evidence().size(), game.balls());
            let is_other = is_other && (self.named().is_some() || self.config.is_some());
            let is_other = is_other || is_other_day(game);
            chosen_at_random || day.is_none() && self.molecule().is_some() || is_other
        };
        // A saved game without moves may be replaced.
        let kept = match keeper.saved.take() {
            Some((game, None)) if !(game.is_untouched() && other(&game)) => Some(game),
            _ => None,
        };
        let (game, resumed, again) = match (kept, self.molecule()) {
            (Some(game), _) if !self.new && other(&game) => return Err(keeper.taken()),
            (Some(game), _) if !self.new => (game, true, None),
            (_, Some(_)) if chosen_at_random => {
                let what = "--fair, --ambiguous, --difficulty and --seed choose a random \
                            board, and have no effect with this BOARD";
                return Err(usage(what));
            }
            (_, Some(board)) => {
                let game = day.map_or_else(|| self.given(board), |day| day::game(day, console))?;
                (game, false, None)
            }
            (_, None) => {
                let seed = self.seed.or_fresh(console);
                let (game, again) = self.random().game(seed, console)?;
                (game, false, Some(again))
            }
        };
        if !resumed {
            keeper.begin(&game)?;
        }
        Ok(Session {
            game,
            keeper,
            resumed,
            again,
            aim: self.aim,
        })
    }

    /// The command that continues a game saved beside the database.
    fn again(&self) -> String {
        let path = self.database.path();
        if path == Path::new(DEFAULT_DATABASE) {
            return "blackbox play".to_owned();
        }
        let path = shell_word(&path.display().to_string());
        format!("blackbox play --db {path}")
    }

    /// The configuration or preset, if the argument BOARD is one.
    fn named(&self) -> Option<Preset> {
        let name = self.board.as_ref()?;
        let config = || name.parse().ok().map(preset_of);
        Preset::named(name).or_else(config)
    }

    fn molecule(&self) -> Option<&str> {
        self.board.as_deref().filter(|_| self.named().is_none())
    }

    fn config(&self) -> Config {
        self.config.unwrap_or(Config::STANDARD)
    }

    fn random(&self) -> Random {
        let chosen = self.named().unwrap_or_else(|| preset_of(self.config()));
        Random {
            size: chosen.size,
            balls: chosen.balls.into_inner(),
            preset: Some(chosen.name).filter(|name| !name.is_empty()),
            wanted: match (self.fair, self.ambiguous, self.difficulty) {
                (true, ..) => BoardChoice::First(BoardKind::Fair),
                (_, true, _) => BoardChoice::First(BoardKind::Ambiguous),
                (.., Some(difficulty)) => BoardChoice::Graded(difficulty),
                _ => BoardChoice::First(BoardKind::Any),
            },
        }
    }

    fn given(&self, board: &str) -> Result<Game> {
        let name = match board.bytes().all(|byte| byte.is_ascii_digit()) {
            true => format!("{}:{board}", self.config()),
            false => board.to_owned(),
        };
        saved_game::named(&name).map_err(|error| {
            let why = match error {
                // The position of the error is omitted, because the text is a single word.
                SavedGameError::Name(BoardTextError::At { problem, .. })
                    if name.contains([':', '_', '#']) =>
                {
                    problem
                }
                _ => {
                    let presets = Preset::ALL.map(|preset| preset.name).join(", ");
                    format!(
                        "expected a number such as 2813 or A4_B8:2813, a game ID such as w8h8m4M4:…, \
                         `today`, a day such as 2026-11-24, a configuration such as A5_B8, or a preset: \
                         {presets}"
                    )
                }
            };
            usage(format!("invalid value '{board}' for '[BOARD]': {why}"))
        })
    }
}
