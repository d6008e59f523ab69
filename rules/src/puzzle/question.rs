//! A board together with the possible numbers of its atoms.

use std::ops::RangeInclusive;

use watch::{Halt, Observed};

use super::error::PlayError;
use super::evidence::{Evidence, Marks};
use super::variant::Variant;
use crate::board::{Board, Cell, CellMask, Config, ConfigError, Position, WideMask};
use crate::partial::meter::Meter;
use crate::partial::search::BoardSearch;
use crate::ray::Outcome;

/// The default number of atoms.
const STANDARD: u64 = 4;

/// The numbers of atoms to try if the default contradicts the board.
const OTHERS: RangeInclusive<u64> = 1..=6;

/// A board, and the possible numbers of atoms.
///
/// ```
/// use blackbox_rules::board::{Board, Config, Size};
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::evidence::Evidence;
/// use blackbox_rules::puzzle::{Fact, Puzzle};
/// use blackbox_rules::watch::unwatched;
///
/// let size = Size::square(4)?;
/// let [west, east] = [0, 11].map(|index| size.position(index).expect("it has 16 positions"));
/// let cell = size.cell(0, 1).expect("it has four columns");
/// let mut evidence = Evidence::new(size);
/// evidence.note(west, Outcome::Out(east))?;
/// evidence.mark(cell, true)?;
/// let puzzle = Puzzle::new(evidence, 1..=2)?;
/// assert_eq!(unwatched(|observed| puzzle.find(0, observed)).unwrap().count(), 0);
/// // The ray that goes straight through row 1 contradicts the ball.
/// let facts = unwatched(|observed| puzzle.contradiction(observed)).unwrap();
/// assert!(facts.contains(&Fact::Mark(cell, true)));
/// let error = puzzle.contradicted(&facts, Vec::new());
/// assert_eq!(error.to_string(), "no molecule of A1_B4 to A2_B4 agrees with the board");
///
/// // A board with all its rays, but without the number of atoms. Four atoms, the default, are
/// // impossible.
/// let evidence = Evidence::of_all_rays(Board::first(Config::new(1, 4)?));
/// let puzzle = unwatched(|observed| Puzzle::with_default_atoms(evidence.clone(), observed))??;
/// assert_eq!((puzzle.evidence(), puzzle.supposed()), (&evidence, Some(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    evidence: Evidence,
    /// One configuration for each number of atoms, in ascending order; never empty.
    configs: Vec<Config>,
    /// The default number of atoms, if it contradicts the board.
    supposed: Option<u64>,
    /// The parts of the board's text besides the shots.
    pub annotations: Annotations,
}

/// The parts of a board's text besides the shots.
#[derive(Clone, Default, Debug)]
pub struct Annotations {
    /// The label at each position.
    pub labels: Vec<Option<String>>,
    /// The marks, if they are a guess and not known.
    pub marks: Option<Marks>,
    /// The hidden board.
    pub hidden: Option<Board>,
}

impl Puzzle {
    /// A board with these numbers of atoms. Numbers that do not fit into the box are skipped if other numbers fit.
    ///
    /// # Errors
    ///
    /// If none of the numbers of atoms fits into the box, if the configurations together have 2¹²⁷ or more molecules,
    /// or if the range begins with the larger number.
    pub fn new(evidence: Evidence, atoms: RangeInclusive<u64>) -> Result<Puzzle, ConfigError> {
        let (least, most) = atoms.into_inner();
        if least > most {
            return Err(ConfigError::Range { least, most });
        }
        let cells = evidence.size().cells() as u64;
        let configs: Vec<Config> = (least..=most.min(cells).max(least))
            .map(|atoms| Config::in_box(atoms, evidence.size()))
            .collect::<Result<_, _>>()?;
        let all = configs.iter().try_fold(0u128, |all, config| {
            let more = all.checked_add(config.arrangements());
            more.filter(|&all| all < 1 << 127)
                .ok_or(ConfigError::TooManyToCount(*config))
        });
        all.map(|_| Puzzle::among(evidence, configs))
    }

    /// The puzzle for a board whose number of atoms is not given: the default number or, if that contradicts the
    /// board, several others.
    ///
    /// # Errors
    ///
    /// The outer error means that the work was interrupted; the inner one means that the atoms do not fit into the box.
    pub fn with_default_atoms(
        evidence: Evidence,
        observed: &Observed,
    ) -> Result<Result<Puzzle, ConfigError>, Halt> {
        let standard = match Puzzle::new(evidence.clone(), STANDARD..=STANDARD) {
            Ok(standard) => standard,
            Err(error) => return Ok(Err(error)),
        };
        if standard.count(0, u64::MAX, observed)? > 0 {
            return Ok(Ok(standard));
        }
        let others = Puzzle::new(evidence, OTHERS);
        Ok(others.map(|puzzle| Puzzle {
            supposed: Some(STANDARD),
            ..puzzle
        }))
    }

    /// The puzzle for a board with these configurations of its box.
    pub(super) fn among(evidence: Evidence, configs: Vec<Config>) -> Puzzle {
        Puzzle {
            evidence,
            configs,
            supposed: None,
            annotations: Annotations::default(),
        }
    }

    /// Adds the annotations from the text of the board.
    #[must_use]
    pub fn with(self, annotations: Annotations) -> Puzzle {
        Puzzle {
            annotations,
            ..self
        }
    }

    /// Whether a board gives the answers of this puzzle to its rays. False for a board in another box.
    pub fn allows(&self, board: Board) -> bool {
        let mut shots = self.evidence.shots();
        shots
            .all(|(position, outcome)| board.fire(position).is_ok_and(|ray| ray.outcome == outcome))
    }

    /// The default number of atoms, if it turned out to be impossible.
    pub fn supposed(&self) -> Option<u64> {
        self.supposed
    }

    /// Counts the molecules that agree with the board, up to one more than `most`, within `steps` steps
    /// ([`Halt::Enough`]). A million steps take some seconds.
    pub(super) fn count(&self, most: u128, steps: u64, observed: &Observed) -> Result<u128, Halt> {
        match self.evidence.size().is_narrow() {
            true => self.count_by::<u128>(most, steps, observed),
            false => self.count_by::<WideMask>(most, steps, observed),
        }
    }

    fn count_by<W: CellMask>(
        &self,
        most: u128,
        steps: u64,
        observed: &Observed,
    ) -> Result<u128, Halt> {
        let search = self.search::<W>();
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

    /// The rays and marks of the board.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The configurations, one for each number of atoms, in ascending order.
    pub fn configs(&self) -> &[Config] {
        &self.configs
    }

    /// The number of molecules of all these configurations.
    pub fn molecules(&self) -> u128 {
        self.configs
            .iter()
            .map(|config| config.arrangements())
            .sum()
    }

    /// The rays and the number of atoms in words, as [`BoardText::parse`](super::text::BoardText::parse) reads them.
    /// The words contain no marks.
    pub fn words(&self) -> String {
        super::text::shots::write(&self.evidence, self.atoms())
    }

    /// The possible numbers of atoms.
    pub(super) fn atoms(&self) -> RangeInclusive<usize> {
        self.configs[0].atoms()..=self.configs[self.configs.len() - 1].atoms()
    }

    pub(super) fn search<W: CellMask>(&self) -> BoardSearch<W> {
        BoardSearch::new(&self.evidence, self.atoms())
    }

    /// A minimal contradiction, for a board with which no molecule agrees: rays and marks with which no molecule
    /// agrees, although if any one of them is removed, some molecule agrees with the rest. Progress counts one per fact
    /// of [`Puzzle::facts`].
    pub fn contradiction(&self, observed: &Observed) -> Result<Vec<Fact>, Halt> {
        let mut facts = self.facts();
        // Tries to remove marks first, so that no mark is blamed if rays alone contradict each other.
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

    /// The error that lists this contradiction, and the [variants](Puzzle::by_variants) that explain it.
    pub fn contradicted(&self, facts: &[Fact], variants: Vec<(Variant, Config, u64)>) -> PlayError {
        PlayError::Contradiction {
            configs: names(&self.configs),
            facts: facts.iter().map(|fact| fact.describe()).collect(),
            variants,
        }
    }

    /// The facts of the board: rays, then marks.
    pub fn facts(&self) -> Vec<Fact> {
        let shots = self.evidence.shots();
        let shots = shots.map(|(position, outcome)| Fact::Shot(position, outcome));
        let cells = self.evidence.size().all_cells().zip(self.evidence.cells());
        let marks = cells.filter_map(|(cell, &atom)| Some(Fact::Mark(cell, atom?)));
        shots.chain(marks).collect()
    }

    fn agrees(&self, facts: &[Fact], observed: &Observed) -> Result<bool, Halt> {
        let mut evidence = Evidence::new(self.evidence.size());
        for &fact in facts {
            match fact {
                Fact::Shot(position, outcome) => evidence.set(position, outcome),
                Fact::Mark(cell, atom) => evidence.set_cell(cell.index(), atom),
            }
        }
        let puzzle = Puzzle::among(evidence, self.configs.clone());
        Ok(puzzle.count(0, u64::MAX, observed)? > 0)
    }
}

/// A fact of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The outcome of the ray from a position.
    Shot(Position, Outcome),
    /// Whether a cell holds an atom.
    Mark(Cell, bool),
}

impl Fact {
    fn describe(self) -> String {
        match self {
            Fact::Shot(position, Outcome::Out(exit)) => {
                format!("the ray from {position} to {exit}")
            }
            Fact::Shot(position, end) => format!("{end} at {position}"),
            Fact::Mark(cell, atom) => format!(
                "{} in row {}, column {}",
                if atom { 'O' } else { 'x' },
                cell.row() + 1,
                cell.column() + 1
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
