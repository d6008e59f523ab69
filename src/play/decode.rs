//! Which molecules could be inside a box, and which ray to shoot next.

use std::fmt;
use std::ops::RangeInclusive;

use watch::{Halt, Observed};

pub use super::agreeing::{Agreeing, Chance, Counted};
use super::board::Board;
use super::estimate::{WORK, estimate};
use super::marks::Marks;
use super::meter::Meter;
use super::search::Search;
use crate::game::{Chamber, Config, ConfigError, Entry, Molecule, Outcome, wide_binomial};

/// How many atoms there are if nobody says.
const STANDARD: u64 = 4;

/// How many atoms are tried if the usual number is impossible.
const OTHERS: RangeInclusive<u64> = 1..=6;

/// How many steps a search takes before it only estimates, if no ray is shot; with more
/// rays, a step takes longer. This is half a second's work. With a third of it, every third
/// board that was estimated could be counted in less time.
const QUICK_STEPS: u64 = 1 << 20;

/// A board, and how many atoms there may be.
#[derive(Clone, Debug)]
pub struct Question {
    board: Board,
    /// One for each number of atoms, in ascending order.
    configs: Vec<Config>,
    /// The number of atoms that was supposed first, if it contradicts the board.
    supposed: Option<u64>,
    told: Told,
}

/// What else a board's text says.
#[derive(Clone, Default, Debug)]
pub struct Told {
    /// By position, its label.
    pub labels: Vec<Option<String>>,
    /// The marks that are a guess.
    pub marks: Option<Marks>,
    /// What is hidden in the box.
    pub hidden: Option<Molecule>,
}

/// A molecule that agrees with a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its configuration.
    pub config: Config,
    /// Its number there, if its molecules are numbered.
    pub number: Option<u64>,
    /// The molecule.
    pub molecule: Molecule,
}

impl Question {
    /// Which molecules with this number of atoms agree with a board? Numbers of atoms
    /// that do not fit into the box are left out if there are others.
    ///
    /// # Errors
    ///
    /// If there is no configuration with that number of atoms.
    pub fn new(board: Board, atoms: RangeInclusive<u64>) -> Result<Question, ConfigError> {
        let (width, cells) = (board.width() as u64, board.cells().len() as u64);
        let (least, most) = atoms.into_inner();
        let configs: Vec<Config> = (least..=most.min(cells).max(least))
            .map(|atoms| Config::of_board(atoms, width))
            .collect::<Result<_, _>>()?;
        Ok(Question::among(board, configs))
    }

    /// The question if nobody says how many atoms there are. It supposes the usual
    /// number. If that contradicts the board, it tries a few others.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop. The inner error: the atoms do not fit into the box.
    pub fn untold(
        board: Board,
        observed: &Observed,
    ) -> Result<Result<Question, ConfigError>, Halt> {
        let standard = match Question::new(board.clone(), STANDARD..=STANDARD) {
            Ok(standard) => standard,
            Err(error) => return Ok(Err(error)),
        };
        if standard.is_possible(observed)? {
            return Ok(Ok(standard));
        }
        let others = Question::new(board, OTHERS);
        Ok(others.map(|question| question.instead_of(STANDARD)))
    }

    /// What molecules of some configurations of the box agree with a board?
    pub(super) fn among(board: Board, configs: Vec<Config>) -> Question {
        Question {
            board,
            configs,
            supposed: None,
            told: Told::default(),
        }
    }

    /// What if marks were facts?
    pub(super) fn marked(&self, marks: Marks) -> Question {
        let mut board = self.board.clone();
        marks.atoms.atoms().for_each(|cell| board.mark(cell, true));
        marks.empty.atoms().for_each(|cell| board.mark(cell, false));
        Question::among(board, self.configs.clone())
    }

    /// Adds what else the text of the board says.
    #[must_use]
    pub fn with(self, told: Told) -> Question {
        Question { told, ..self }
    }

    /// What else the text of the board says.
    pub fn told(&self) -> &Told {
        &self.told
    }

    /// Does a molecule answer the shots as the board says?
    pub fn allows(&self, molecule: Molecule) -> bool {
        let chamber = Chamber::new(molecule, self.configs[0]);
        let mut shots = self.board.shots();
        shots.all(|(position, outcome)| chamber.shoot(position).outcome == outcome)
    }

    /// Notes the number of atoms that was supposed first, and is impossible.
    #[must_use]
    pub fn instead_of(self, supposed: u64) -> Question {
        Question {
            supposed: Some(supposed),
            ..self
        }
    }

    /// The number of atoms that was supposed first, and is impossible.
    pub fn supposed(&self) -> Option<u64> {
        self.supposed
    }

    /// Does any molecule agree with the board?
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn is_possible(&self, observed: &Observed) -> Result<bool, Halt> {
        self.agrees(&self.facts(), observed)
    }

    /// How many molecules agree with the board? It counts up to one more than `most`, and
    /// takes at most `steps` steps. A million steps take some seconds.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop, or the steps are not enough ([`Halt::Enough`]).
    pub(super) fn count(&self, most: u128, steps: u64, observed: &Observed) -> Result<u128, Halt> {
        let search = self.search(&self.board);
        let mut count = 0;
        let mut meter = Meter::silent(observed).limited(steps);
        let found = search.families(&mut meter, |family| {
            count += search.count(family);
            if count > most {
                Err(Halt::Enough)
            } else {
                Ok(())
            }
        });
        match found {
            Err(Halt::Enough) if count > most => Ok(most + 1),
            Err(halt) => Err(halt),
            Ok(()) => Ok(count),
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

    pub(super) fn search(&self, board: &Board) -> Search {
        let atoms = |config: Option<&Config>| config.map_or(0, |config| config.atoms());
        let (first, last) = (self.configs.first(), self.configs.last());
        Search::new(board, atoms(first)..=atoms(last))
    }

    /// Finds all the molecules that agree with the board, and lists at most this number of
    /// them, however long it takes. The work is [`SHARES`].
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn find(&self, listed: usize, observed: &Observed) -> Result<Agreeing<'_>, Halt> {
        let search = self.search(&self.board);
        let meter = Meter::new(observed, search.allowed(), SHARES);
        Agreeing::found(self, search, listed, meter)
    }

    /// Finds the molecules that agree with the board, within about a second. If it cannot
    /// find all of them, it estimates how many there are. It counts no work.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop, or it can say nothing at all ([`Halt::Enough`]).
    pub fn find_quickly(&self, listed: usize, observed: &Observed) -> Result<Agreeing<'_>, Halt> {
        let results = self.board.results().iter().flatten().count() as u64;
        let meter = Meter::silent(observed).limited(QUICK_STEPS * 8 / (8 + results));
        match Agreeing::found(self, self.search(&self.board), listed, meter) {
            Err(Halt::Enough) => {}
            other => return other,
        }
        let search = self.search(&self.board);
        match estimate(&search, self.board.cells().len(), WORK, observed)? {
            Some(estimate) => Ok(Agreeing::estimated(self, search, estimate, listed)),
            None if self.agrees(&self.facts(), observed)? => Err(Halt::Enough),
            None => Ok(Agreeing::none(self, search)),
        }
    }

    /// Shots and marks with which no molecule agrees, for a board with which no
    /// molecule agrees. Each of them is needed: without it, a molecule agrees with the
    /// others. The work is [`Question::facts`].
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

    /// What the board says: shots, then marks.
    pub fn facts(&self) -> Vec<Fact> {
        let shots = self.board.shots();
        let shots = shots.map(|(position, outcome)| Fact::Shot(position, outcome));
        let marks = self.board.cells().iter().enumerate();
        let marks = marks.filter_map(|(cell, mark)| mark.map(|atom| Fact::Mark(cell, atom)));
        shots.chain(marks).collect()
    }

    /// Does any molecule agree with these?
    fn agrees(&self, facts: &[Fact], observed: &Observed) -> Result<bool, Halt> {
        let mut board = Board::new(self.board.width());
        for &fact in facts {
            match fact {
                Fact::Shot(position, outcome) => board.shoot(position, outcome),
                Fact::Mark(cell, atom) => board.mark(cell, atom),
            }
        }
        let search = self.search(&board);
        let found = search.families(&mut Meter::silent(observed), |_| Err(Halt::Enough));
        match found {
            Ok(()) => Ok(false),
            Err(Halt::Enough) => Ok(true),
            Err(halt) => Err(halt),
        }
    }
}

/// Something that a board says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// What became of the ray from a position.
    Shot(usize, Outcome),
    /// Whether a cell holds an atom.
    Mark(usize, bool),
}

impl Fact {
    /// The fact in words.
    pub fn describe(self, width: usize) -> impl fmt::Display {
        let entry = |position| Entry { position, width };
        match self {
            Fact::Shot(position, Outcome::Absorbed) => format!("H at {}", entry(position)),
            Fact::Shot(position, Outcome::Reflected) => format!("R at {}", entry(position)),
            Fact::Shot(position, Outcome::Out(exit)) => {
                format!("the ray from {} to {}", entry(position), entry(exit))
            }
            Fact::Mark(cell, atom) => format!(
                "{} in line {}, column {}",
                if atom { 'O' } else { 'x' },
                cell / width + 1,
                cell % width + 1
            ),
        }
    }
}

/// The configurations of consecutive numbers of atoms.
pub fn names(configs: &[Config]) -> String {
    match configs {
        [] => String::new(),
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
    }
}

/// How much work [`Question::find`] is.
pub const SHARES: u64 = 10_000;

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use watch::Stop;

    use super::*;
    use crate::play::board_text::BoardText;

    #[test]
    fn molecules_are_listed_in_order_however_few_at_once() {
        let (done, stop) = (AtomicU64::new(0), Stop::default());
        let observed = Observed {
            done: &done,
            stop: &stop,
        };
        let text = "  R\n  - - - -\n  - - - -\n  - - - -\n  - - - -\n      H";
        let board = BoardText::parse(text.as_bytes()).unwrap().board;
        let question = Question::new(board, 2..=5).unwrap();
        let agreeing = question.find(usize::MAX, &observed).unwrap();
        let all = agreeing.listed();
        assert_eq!(all.len() as u128, agreeing.count());
        assert!(all.is_sorted_by_key(|one| (one.config.atoms(), one.number)));
        for config in question.configs() {
            assert!(all.iter().any(|one| one.config == *config), "{config}");
        }
        for most in [1, 2, 7, 100, 10_000] {
            let mut listed: Vec<Candidate> = Vec::new();
            loop {
                let more = agreeing
                    .after(listed.last().copied(), most, &observed)
                    .unwrap();
                listed.extend(&more);
                if more.len() < most {
                    break;
                }
            }
            assert_eq!(listed, all, "{most} at once");
        }
    }
}
