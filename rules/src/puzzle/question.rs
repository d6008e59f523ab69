//! A board, the possible numbers of its atoms, and what the two say together.

use std::ops::RangeInclusive;

use watch::{Halt, Observed};

use super::board::{Board, Marks};
use super::error::PlayError;
use crate::board::{Cell, Config, ConfigError, Molecule, Position, wide_binomial};
use crate::partial::meter::Meter;
use crate::partial::search::Search;
use crate::ray::{Chamber, Outcome};

/// How many atoms there are if nobody says.
const STANDARD: u64 = 4;

/// How many atoms are tried if the usual number is impossible.
const OTHERS: RangeInclusive<u64> = 1..=6;

/// A board, and how many atoms there may be.
///
/// ```
/// use blackbox_rules::board::{Cell, Position};
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::board::Board;
/// use blackbox_rules::puzzle::question::{Fact, Puzzle};
/// use watch::unwatched;
///
/// let mut board = Board::new(4);
/// board.shoot(Position::new(0), Outcome::Out(Position::new(11)));
/// board.mark(Cell::new(1), true);
/// let puzzle = Puzzle::new(board, 1..=2)?;
/// assert_eq!(unwatched(|observed| puzzle.find(0, observed)).unwrap().count(), 0);
/// // The ray that goes straight through line 1 contradicts the ball.
/// let facts = unwatched(|observed| puzzle.contradiction(observed)).unwrap();
/// assert!(facts.contains(&Fact::Mark(Cell::new(1), true)));
/// let error = puzzle.contradicted(&facts).to_string();
/// assert_eq!(error, "no molecule of A1_B4 to A2_B4 agrees with the board");
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    board: Board,
    /// One for each number of atoms, in ascending order; at least one.
    configs: Vec<Config>,
    /// The number of atoms that was supposed first, if it contradicts the board.
    supposed: Option<u64>,
    /// What the text of the board says beside the shots.
    pub annotations: Annotations,
}

/// What a board's text says beside the shots.
///
/// ```
/// use blackbox_rules::board::{Cell, Position};
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::{aim::Aim, board::{Board, Marks}, puzzle::{Annotations, Puzzle}};
/// use watch::unwatched;
///
/// let mut board = Board::new(3);
/// board.shoot(Position::new(0), Outcome::Absorbed);
/// let mut guess = board.clone();
/// guess.mark(Cell::new(1), true);
/// let annotations = Annotations { marks: Some(Marks::of(&guess)), ..Annotations::default() };
/// let puzzle = Puzzle::new(board, 1..=1)?.with(annotations);
/// let advice = unwatched(|observed| puzzle.find(0, observed)?.weigh(Aim::Points, observed));
/// // Of the three molecules that the ray leaves, the guess agrees with one.
/// let verdict = advice.unwrap().marks.unwrap();
/// assert_eq!((verdict.agree, verdict.least_wrong, verdict.most_wrong), (1, 0, 1));
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Annotations {
    /// By position, its label.
    pub labels: Vec<Option<String>>,
    /// The marks that are a guess.
    pub marks: Option<Marks>,
    /// What is hidden in the box.
    pub hidden: Option<Molecule>,
}

impl Puzzle {
    /// A board with these numbers of atoms. What does not fit is left out if there are others.
    ///
    /// # Errors
    ///
    /// If there is no configuration with that number of atoms.
    pub fn new(board: Board, atoms: RangeInclusive<u64>) -> Result<Puzzle, ConfigError> {
        let (width, cells) = (board.width() as u64, board.cells().len() as u64);
        let (least, most) = atoms.into_inner();
        let configs: Vec<Config> = (least..=most.min(cells).max(least))
            .map(|atoms| Config::of_board(atoms, width))
            .collect::<Result<_, _>>()?;
        Ok(Puzzle::among(board, configs))
    }

    /// The puzzle if nobody says how many atoms there are: the usual number or, if that contradicts
    /// the board, a few others.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop. The inner error: the atoms do not fit into the box.
    pub fn untold(board: Board, observed: &Observed) -> Result<Result<Puzzle, ConfigError>, Halt> {
        let standard = match Puzzle::new(board.clone(), STANDARD..=STANDARD) {
            Ok(standard) => standard,
            Err(error) => return Ok(Err(error)),
        };
        if standard.count(0, u64::MAX, observed)? > 0 {
            return Ok(Ok(standard));
        }
        let others = Puzzle::new(board, OTHERS);
        Ok(others.map(|puzzle| Puzzle {
            supposed: Some(STANDARD),
            ..puzzle
        }))
    }

    /// A board with some configurations of its box.
    pub(super) fn among(board: Board, configs: Vec<Config>) -> Puzzle {
        Puzzle {
            board,
            configs,
            supposed: None,
            annotations: Annotations::default(),
        }
    }

    /// Adds what the text of the board says beside the shots.
    #[must_use]
    pub fn with(self, annotations: Annotations) -> Puzzle {
        Puzzle {
            annotations,
            ..self
        }
    }

    /// Does a molecule answer the shots as the board says?
    pub fn allows(&self, molecule: Molecule) -> bool {
        let chamber = Chamber::new(molecule, self.configs[0]);
        let mut shots = self.board.shots();
        shots.all(|(position, outcome)| chamber.shoot(position).outcome == outcome)
    }

    /// The number of atoms that was supposed first, and is impossible.
    pub fn supposed(&self) -> Option<u64> {
        self.supposed
    }

    /// How many molecules agree with the board? It counts up to one more than `most`, and takes at
    /// most `steps` steps ([`Halt::Enough`]). A million steps take some seconds.
    pub(super) fn count(&self, most: u128, steps: u64, observed: &Observed) -> Result<u128, Halt> {
        let search = self.search();
        let mut count = 0;
        let mut meter = Meter::silent(observed).limited(steps);
        let found = search.families(&mut meter, |family| {
            count += search.count(family);
            (count <= most).then_some(()).ok_or(Halt::Enough)
        });
        match found {
            Err(Halt::Enough) if count > most => Ok(most + 1),
            found => found.map(|()| count),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The configurations, one for each number of atoms, in ascending order.
    pub fn configs(&self) -> &[Config] {
        &self.configs
    }

    /// How many molecules these have.
    pub fn molecules(&self) -> u128 {
        let molecules = |config: &Config| wide_binomial(config.cells(), config.atoms());
        self.configs.iter().map(molecules).sum()
    }

    /// The possible numbers of atoms.
    pub(super) fn atoms(&self) -> RangeInclusive<usize> {
        self.configs[0].atoms()..=self.configs[self.configs.len() - 1].atoms()
    }

    pub(super) fn search(&self) -> Search {
        Search::new(&self.board, self.atoms())
    }

    /// Shots and marks with which no molecule agrees, for a board with which none agrees. Without any
    /// one of them, a molecule agrees with the others. The work is [`Puzzle::facts`].
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn contradiction(&self, observed: &Observed) -> Result<Vec<Fact>, Halt> {
        let mut facts = self.facts();
        // It tries marks first, so that it blames no mark if shots alone contradict
        // each other.
        let mut tried = facts.len();
        while tried > 0 {
            tried -= 1;
            let fact = facts.remove(tried);
            if self.agrees(&facts, observed)? {
                facts.insert(tried, fact);
            }
            observed.add(1)?;
        }
        Ok(facts)
    }

    /// The error that tells this contradiction.
    pub fn contradicted(&self, facts: &[Fact]) -> PlayError {
        let width = self.board.width();
        let facts = facts.iter().map(|fact| fact.describe(width)).collect();
        let configs = names(&self.configs);
        PlayError::Contradiction { configs, facts }
    }

    /// What the board says: shots, then marks.
    pub fn facts(&self) -> Vec<Fact> {
        let shots = self.board.shots();
        let shots = shots.map(|(position, outcome)| Fact::Shot(position, outcome));
        let cells = (0..self.board.cells().len()).map(Cell::new);
        let marks = cells.filter_map(|cell| Some(Fact::Mark(cell, self.board.cell(cell)?)));
        shots.chain(marks).collect()
    }

    fn agrees(&self, facts: &[Fact], observed: &Observed) -> Result<bool, Halt> {
        let mut board = Board::new(self.board.width());
        for &fact in facts {
            match fact {
                Fact::Shot(position, outcome) => board.shoot(position, outcome),
                Fact::Mark(cell, atom) => board.mark(cell, atom),
            }
        }
        let puzzle = Puzzle::among(board, self.configs.clone());
        Ok(puzzle.count(0, u64::MAX, observed)? > 0)
    }
}

/// Something that a board says.
///
/// See the [example](Puzzle).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// What became of the ray from a position.
    Shot(Position, Outcome),
    /// Whether a cell holds an atom.
    Mark(Cell, bool),
}

impl Fact {
    fn describe(self, width: usize) -> String {
        let entry = |position: Position| position.words(width);
        match self {
            Fact::Shot(position, Outcome::Absorbed) => format!("H at {}", entry(position)),
            Fact::Shot(position, Outcome::Reflected) => format!("R at {}", entry(position)),
            Fact::Shot(position, Outcome::Out(exit)) => {
                format!("the ray from {} to {}", entry(position), entry(exit))
            }
            Fact::Mark(cell, atom) => format!(
                "{} in line {}, column {}",
                if atom { 'O' } else { 'x' },
                cell.line(width) + 1,
                cell.column(width) + 1
            ),
        }
    }
}

/// The configurations of consecutive numbers of atoms.
pub fn names(configs: &[Config]) -> String {
    match configs {
        [first, .., last] => format!("{first} to {last}"),
        others => others.iter().map(Config::to_string).collect(),
    }
}
