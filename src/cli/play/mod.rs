//! `blackbox play`.

mod adviser;
mod dialogue;
mod keeper;
mod screen;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Parser};
use kit::terminal::Console;
use kit::{Common, Program, Seed, fresh_seed};
use tables::{DEFAULT_DATABASE, DatabasePath};
use watch::Watcher;

use self::keeper::Keeper;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::play::board_text::{BoardTextError, Problem};
use crate::play::game::Game;
use crate::play::record::{self, RecordError};
use crate::stages::play::{Wanted, new_game};

/// Play Black Box: find the hidden balls with as few rays as you can
///
/// On a terminal, the arrow keys move, Enter shoots a ray or places a ball, and ? shows all
/// keys. Without a terminal, or with --words, you play in words, one line each: west 4,
/// ball 3 5, hint, done. The word help lists them.
///
/// The points are those of Emacs: 1 for a ray that is absorbed or reflected, 2 for a ray that
/// comes out, 5 for a wrong ball.
#[derive(Parser, Debug)]
#[command(
    name = "play",
    group = ArgGroup::new("choice").args(["board", "fair", "hard", "seed"]).multiple(true),
)]
pub(super) struct Play {
    /// The configuration: n atoms in a box of p by p cells
    #[arg(long, value_name = "An_Bp", default_value = "A4_B8", value_parser = Config::of_board_named)]
    config: Config,
    /// The hidden molecule: its number, A4_B8:2813, or a game ID [default: a random one]
    #[arg(value_name = "BOARD", conflicts_with_all = ["fair", "hard", "seed"])]
    board: Option<String>,
    /// Hide a molecule that all rays together decide
    #[arg(long, conflicts_with = "hard")]
    fair: bool,
    /// Hide a molecule that no rays can decide
    #[arg(long)]
    hard: bool,
    #[command(flatten)]
    seed: Seed,
    /// The file that keeps the game, so that it can be continued [default: on a terminal,
    /// game.txt beside the database]
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
    /// Begin a new game, and drop the one that is kept
    #[arg(long)]
    new: bool,
    /// Play in words, also on a terminal
    #[arg(long)]
    words: bool,
    #[command(flatten)]
    database: DatabasePath,
    #[command(flatten)]
    common: Common,
}

/// A game and the file that keeps it.
struct Table {
    game: Game,
    keeper: Keeper,
}

/// Which random games are wanted.
#[derive(Clone, Copy)]
struct Random {
    config: Config,
    wanted: Wanted,
}

impl Random {
    fn game(self, seed: u64, watcher: &dyn Watcher) -> Result<Game> {
        new_game(self.config, self.wanted, seed, watcher)
    }
}

impl Program for Play {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let keys = io::stdin().is_terminal() && io::stdout().is_terminal() && !self.words;
        let table = self.table(console)?;
        match keys {
            true => screen::play(table, self.random(), console),
            false => dialogue::play(table, console),
        }
    }
}

impl Play {
    /// Continues the game that is kept, or begins one.
    fn table(&self, console: &Console) -> Result<Table> {
        let on_terminal = io::stdin().is_terminal();
        let beside = || self.database.path().with_file_name("game.txt");
        let mut keeper = match (&self.game, on_terminal) {
            (Some(file), _) => {
                let again = format!("blackbox play --game {}", file.display());
                Keeper::of(file.clone(), again)?
            }
            (None, true) => Keeper::of(beside(), self.again()).unwrap_or_else(|error| {
                console.say(&format!("warning: the game is not kept: {error}"));
                Keeper::nowhere()
            }),
            (None, false) => Keeper::nowhere(),
        };
        match keeper.unfinished() {
            Some(_) if !self.new && self.chooses() => return Err(keeper.taken()),
            Some(game) if !self.new => return Ok(Table { game, keeper }),
            _ => {}
        }
        let game = self.begun(console)?;
        keeper.begin(&game)?;
        Ok(Table { game, keeper })
    }

    /// The command that continues a game kept beside the database.
    fn again(&self) -> String {
        match self.database.path() {
            standard if standard == Path::new(DEFAULT_DATABASE) => "blackbox play".to_owned(),
            other => format!("blackbox play --db {}", other.display()),
        }
    }

    /// Does an option say which game to begin?
    fn chooses(&self) -> bool {
        self.board.is_some() || self.fair || self.hard || self.seed.given().is_some()
    }

    fn begun(&self, console: &Console) -> Result<Game> {
        match &self.board {
            None => {
                let seed = self.seed.given().unwrap_or_else(fresh_seed);
                console.detail(&format!("seed {seed}"));
                self.random().game(seed, console)
            }
            Some(board) => self.given(board),
        }
    }

    /// Which random games are wanted.
    fn random(&self) -> Random {
        Random {
            config: self.config,
            wanted: match (self.fair, self.hard) {
                (true, _) => Wanted::Fair,
                (_, true) => Wanted::Hard,
                _ => Wanted::Any,
            },
        }
    }

    fn given(&self, board: &str) -> Result<Game> {
        let name = match board.bytes().all(|byte| byte.is_ascii_digit()) {
            true => format!("{}:{board}", self.config),
            false => board.to_owned(),
        };
        record::named(&name).map_err(|error| {
            let why = match error {
                // It is a single word, so its place tells nothing.
                RecordError::Name(BoardTextError::At { problem, .. })
                    if !matches!(problem, Problem::NoBox) =>
                {
                    problem.to_string()
                }
                _ => "expected a number such as 2813, A4_B8:2813, or a game ID such as w8h8m4M4:…"
                    .to_owned(),
            };
            kit::Error::Usage(format!("invalid value '{board}' for '[BOARD]': {why}")).into()
        })
    }
}
