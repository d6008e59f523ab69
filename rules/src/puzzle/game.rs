//! A game: the hidden board, the moves so far, and the points.
//!
//! Points are counted as in Emacs ([`POINTS_ONE_END`] and the constants after it), but the balls of
//! a twin of the hidden board cost nothing: a twin has the same answers to all rays, so it counts as found.
//! Tatham's program counts no points, and accepts twins.

use std::ops::{Deref, RangeInclusive};

use random::SplitMix64;
use watch::{Halt, Observed};

use super::evidence::{Evidence, Marks};
use super::question::{Puzzle, names};
use super::sampled;
use super::sheet::Sheet;
use super::text::game_id;
use super::words::{Mark, Move};
use crate::board::{Board, Cell, CellMask, Config, Position, WrongBox};
use crate::partial::meter::within_limit;
use crate::ray::Outcome;
use crate::words::{counted, thousands};

/// The points for a ray that is absorbed or reflected.
pub const POINTS_ONE_END: u64 = 1;

/// The points for a ray that comes out at another position.
pub const POINTS_TWO_ENDS: u64 = 2;

/// The points for a wrong ball.
pub const POINTS_AN_ATOM: u64 = 5;

/// The greatest number of random boards that [`Game::random`] tries.
#[doc(hidden)]
pub const MAX_RANDOM_BOARDS: u64 = 10_000;

/// The numbers of steps that a search takes in a second or two, and in some minutes.
const SECOND_STEPS: u64 = 1 << 20;
const MINUTE_STEPS: u64 = 1 << 26;

/// A game in play, with the [`Sheet`] of the player's notes.
///
/// ```
/// use blackbox_rules::board::{Board, Config};
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::game::{Game, POINTS_AN_ATOM, POINTS_ONE_END, POINTS_TWO_ENDS};
/// use blackbox_rules::puzzle::words::{Mark, Move, Word};
///
/// let config = Config::new(2, 4)?;
/// let mut game = Game::new(Board::first(config), 2..=2);
/// let west = config.size().position(0).expect("it has 16 positions");
/// assert_eq!(game.fire(west)?, Outcome::Absorbed);
/// for word in Word::parse_line("ball 1 1, ball 1 3", config.size())? {
///     let Word::Move(step) = word else { unreachable!() };
///     game.play(step)?;
/// }
/// let ending = game.end()?;
/// assert_eq!((ending.wrong, ending.is_found(), ending.points()), (1, false, 6));
/// assert_eq!((ending.ray_points, ending.ball_points()), (POINTS_ONE_END, POINTS_AN_ATOM));
/// // The ray that was fired does not refute the guess, but another ray does.
/// assert!(ending.refuted.is_some_and(|ray| !ray.was_fired));
///
/// // Takes the second ball back, and places it correctly. A ray that comes out costs more.
/// game.play(Move::Undo)?;
/// let size = config.size();
/// game.mark(size.cell(0, 1).expect("it has four columns"), Mark::Ball)?;
/// game.fire(size.position(2).expect("it has 16 positions"))?;
/// let ending = game.end()?;
/// assert_eq!((ending.ball_points(), ending.points()), (0, POINTS_ONE_END + POINTS_TWO_ENDS));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// Whether the player knows that the board is fair, that is, that all rays together decide it.
    pub fair: bool,
    /// The day, such as 2026-11-24, if the board is the same for all players on that day.
    pub day: Option<String>,
    hidden: Board,
    sheet: Sheet,
}

impl Deref for Game {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// The game cannot end yet, because too few or too many balls are placed.
    #[error("{}: {placed} of {} {} placed",
        match hidden.start().saturating_sub(*placed) {
            0 => format!("remove {}", counted(placed - hidden.end(), "ball", "balls")),
            missing => format!("place {}", counted(missing, "more ball", "more balls")),
        },
        amount(hidden),
        if *placed == 1 { "is" } else { "are" })]
    BallsMissing {
        /// The number of balls that are placed.
        placed: u64,
        /// The possible numbers of balls.
        hidden: RangeInclusive<u64>,
    },
    /// The position or the cell belongs to another box.
    #[error(transparent)]
    WrongBox(#[from] WrongBox),
}

/// `4`, or `3 to 6`.
#[doc(hidden)]
pub fn amount(range: &RangeInclusive<u64>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ending {
    /// The balls that the player placed.
    pub guess: Board,
    /// The number of balls that would have to be moved, added or removed to get the hidden board.
    pub wrong: u64,
    /// The points for the rays.
    pub ray_points: u64,
    /// A ray that refutes the guess, preferably one that was fired.
    pub refuted: Option<Refutation>,
    /// Whether the player gave up instead of guessing.
    pub gave_up: bool,
}

/// A ray that refutes a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Refutation {
    /// The position from which the ray is fired.
    pub position: Position,
    /// Whether the player fired it.
    pub was_fired: bool,
    /// The outcome of the ray in the hidden board.
    pub hidden: Outcome,
    /// The outcome of the ray in the guessed board.
    pub guessed: Outcome,
}

impl Ending {
    /// Whether the player found the hidden board or a twin of it.
    pub fn is_found(&self) -> bool {
        self.refuted.is_none() && !self.gave_up
    }

    /// The points for wrong balls, which are 0 if the player found a twin or gave up.
    pub fn ball_points(&self) -> u64 {
        match self.refuted {
            None => 0,
            Some(_) => POINTS_AN_ATOM * self.wrong,
        }
    }

    /// The points for rays and for wrong balls.
    pub fn points(&self) -> u64 {
        self.ray_points + self.ball_points()
    }
}

/// The kind of boards that a random game may hide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardKind {
    /// Any board.
    Any,
    /// A board that all rays together decide.
    Fair,
    /// A board that has a twin.
    Ambiguous,
}

/// Why a random game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RandomGameError {
    /// There is no configuration to choose a board from.
    #[error("there is no configuration to choose a board from")]
    NoConfiguration,
    /// The configurations have boxes of several sizes.
    #[error(transparent)]
    WrongBox(#[from] WrongBox),
    /// No random board was of the requested kind.
    #[error(
        "none of {} random boards of {configs} is {}",
        thousands(MAX_RANDOM_BOARDS),
        if *.fair { "fair" } else { "ambiguous" }
    )]
    NoneWanted {
        /// The configurations.
        configs: String,
        /// Whether a fair board was requested, and not an ambiguous one.
        fair: bool,
    },
    /// It takes too long to decide whether a board is of the requested kind.
    #[error("it takes too long to find such a board")]
    TooLong,
    /// The work was interrupted.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// The numbers of molecules that the rays of a game leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Knowable {
    /// The number of molecules that agree with the rays. `None` if counting them takes more than a second or two.
    pub agreeing: Option<u128>,
    /// The number of molecules with the spectrum of the hidden board, including itself.
    pub group_size: u128,
}

impl Game {
    /// A new game that hides this board. `balls` is the range of numbers of balls that the player is given.
    pub fn new(hidden: Board, balls: RangeInclusive<u64>) -> Game {
        Game {
            fair: false,
            day: None,
            sheet: Sheet::new(hidden.size(), balls),
            hidden,
        }
    }

    /// A game that hides a random board of one of these configurations, which must have boxes of the same size. Each
    /// configuration is equally likely, and so is each board of this kind within a configuration. A seed always gives
    /// the same board. The player is given the least and the greatest number of balls. Progress counts one per random
    /// board, at most 10,000.
    ///
    /// ```
    /// use blackbox_rules::board::Config;
    /// use blackbox_rules::puzzle::game::{BoardKind, RandomGameError, Game};
    /// use blackbox_rules::watch::Observed;
    ///
    /// let random = |configs: &[Config], kind| Game::random(configs, kind, 5, &Observed::default());
    /// let [two, four]: [Config; 2] = ["A2_B4".parse()?, "A4_B8".parse()?];
    /// assert_eq!(random(&[four], BoardKind::Any)?.hidden().number(), Some(245_744));
    /// // 2 balls can always be found.
    /// let none = random(&[two], BoardKind::Ambiguous).unwrap_err();
    /// assert!(matches!(none, RandomGameError::NoneWanted { fair: false, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random(
        configs: &[Config],
        kind: BoardKind,
        seed: u64,
        observed: &Observed,
    ) -> Result<Game, RandomGameError> {
        let first = configs.first().ok_or(RandomGameError::NoConfiguration)?;
        for config in configs {
            first.size().expect(config.size())?;
        }
        let mut random = SplitMix64(seed);
        let atoms = configs.iter().map(|config| config.atoms() as u64);
        let balls = atoms.clone().min().unwrap_or(0)..=atoms.max().unwrap_or(0);
        for _ in 0..MAX_RANDOM_BOARDS {
            observed.add(1)?;
            let config = match configs {
                [config] => *config,
                several => several[random.below(several.len() as u64) as usize],
            };
            let hidden = match config.is_numbered() {
                true => Board::from_number(1 + random.below(config.molecules()), config),
                false => Some(sampled::one(config, &mut random)),
            };
            let Some(hidden) = hidden else { break };
            let mut game = Game::new(hidden, balls.clone());
            game.fair = kind == BoardKind::Fair;
            if kind == BoardKind::Any {
                return Ok(game);
            }
            match game.is_fair(observed) {
                Ok(fair) if fair == game.fair => return Ok(game),
                Ok(_) => {}
                Err(Halt::Enough) => return Err(RandomGameError::TooLong),
                Err(halt) => return Err(halt.into()),
            }
        }
        Err(RandomGameError::NoneWanted {
            configs: names(configs),
            fair: kind == BoardKind::Fair,
        })
    }

    /// The configuration of the hidden board.
    pub fn config(&self) -> Config {
        self.hidden.config()
    }

    /// The hidden board.
    pub fn hidden(&self) -> Board {
        self.hidden
    }

    /// The name of the game: a game ID, which does not disclose the board at a glance, or else the number of the
    /// board.
    pub fn name(&self) -> String {
        let config = self.config();
        match self.hidden.number() {
            Some(number) if config.width() < 2 || config.atoms() == config.cells() => {
                format!("{config}:{number}")
            }
            // This program also reads game IDs of boxes that Tatham's program does not support.
            _ => game_id::write(self.hidden, self.balls()),
        }
    }

    /// Fires a ray. For a ray that was fired before, only repeats the answer.
    pub fn fire(&mut self, position: Position) -> Result<Outcome, WrongBox> {
        if let Some(known) = self.evidence().result(position)? {
            return Ok(known);
        }
        let outcome = self.hidden.fire(position)?.outcome;
        self.sheet.set(position, outcome);
        Ok(outcome)
    }

    /// Marks a cell.
    pub fn mark(&mut self, cell: Cell, mark: Mark) -> Result<(), WrongBox> {
        self.sheet.mark(cell, mark)
    }

    /// Makes a move, which may end the game.
    ///
    /// # Errors
    ///
    /// If the game cannot end yet, or the move belongs to another box.
    pub fn play(&mut self, step: Move) -> Result<Option<Ending>, Unplayable> {
        match step {
            Move::Shoot(position) => {
                self.fire(position)?;
            }
            Move::Mark(cell, mark) => self.mark(cell, mark)?,
            Move::Undo => {
                self.sheet.undo();
            }
            Move::Done => return Ok(Some(self.end()?)),
            Move::GiveUp => return Ok(Some(self.ending(true))),
        }
        Ok(None)
    }

    /// Whether a move changes nothing: a ray that was fired before, a mark that is there already, or nothing to
    /// take back.
    #[doc(hidden)]
    pub fn is_idle(&self, step: Move) -> bool {
        match step {
            Move::Shoot(position) => matches!(self.evidence().result(position), Ok(Some(_))),
            Move::Mark(cell, mark) => self.mark_at(cell) == Ok(mark),
            Move::Undo => self.is_untouched(),
            Move::Done | Move::GiveUp => false,
        }
    }

    /// Ends the game with the balls that are placed.
    ///
    /// # Errors
    ///
    /// If the number of balls is not possible.
    pub fn end(&self) -> Result<Ending, Unplayable> {
        let (placed, hidden) = (self.placed(), self.balls());
        if !hidden.contains(&placed) {
            return Err(Unplayable::BallsMissing { placed, hidden });
        }
        Ok(self.ending(false))
    }

    fn ending(&self, gave_up: bool) -> Ending {
        let placed = self.placed();
        let guess = Marks::of(self.evidence()).atoms;
        let common = (guess.cells() & self.hidden.cells()).count() as u64;
        let wrong = placed.max(self.config().atoms() as u64) - common;
        Ending {
            guess,
            wrong,
            ray_points: self.evidence().ray_points(),
            refuted: self.refutation(guess).filter(|_| !gave_up),
            gave_up,
        }
    }

    fn refutation(&self, guess: Board) -> Option<Refutation> {
        let rays = self.hidden.rays().zip(guess.rays());
        let differing = rays.filter_map(|((position, hidden), (_, guessed))| {
            let [hidden, guessed] = [hidden.outcome, guessed.outcome];
            (hidden != guessed).then_some(Refutation {
                position,
                was_fired: self.evidence().results()[position.index()].is_some(),
                hidden,
                guessed,
            })
        });
        // Of several such rays, the first.
        differing.min_by_key(|refutation| (!refutation.was_fired, refutation.position))
    }

    /// The number of molecules that the rays so far leave, and that all rays would leave.
    ///
    /// # Errors
    ///
    /// If the work is interrupted, or takes too long ([`Halt::Enough`]).
    pub fn knowable(&self, observed: &Observed) -> Result<Knowable, Halt> {
        let question = Puzzle::among(self.evidence().without_marks(), self.configs());
        let agreeing = within_limit(question.count(u128::MAX - 1, SECOND_STEPS, observed))?;
        let group_size = self
            .all_shot()
            .count(u128::MAX - 1, MINUTE_STEPS, observed)?;
        Ok(Knowable {
            agreeing,
            group_size,
        })
    }

    /// The puzzle of the hidden board after all rays.
    fn all_shot(&self) -> Puzzle {
        Puzzle::among(Evidence::of_all_rays(self.hidden), self.configs())
    }

    /// The possible configurations, or only that of the hidden board if the others cannot be counted.
    fn configs(&self) -> Vec<Config> {
        match self.question() {
            Ok(question) => question.configs().to_vec(),
            Err(_) => vec![self.config()],
        }
    }

    /// Whether all rays together decide the board, so that it has no twin.
    ///
    /// # Errors
    ///
    /// If the work is interrupted, or takes too long ([`Halt::Enough`]).
    pub fn is_fair(&self, observed: &Observed) -> Result<bool, Halt> {
        Ok(self.all_shot().count(1, MINUTE_STEPS, observed)? == 1)
    }

    /// As [`Sheet::drawing`]. After the end of the game, `o` is a missed ball and `x` a wrong one.
    pub fn drawing(&self, ended: Option<&Ending>) -> String {
        let Some(ending) = ended else {
            return self.sheet.drawing();
        };
        let boards = [ending.guess, self.hidden].map(Board::cells);
        let symbol = |cell: Cell| match boards.map(|cells| cells.has(cell.index())) {
            [true, true] => 'O',
            [true, false] => 'x',
            [false, true] => 'o',
            [false, false] => '-',
        };
        self.drawn(symbol)
    }
}
