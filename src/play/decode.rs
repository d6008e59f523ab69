//! Which molecules could be inside of a box, and which ray to shoot next.

use std::collections::BinaryHeap;
use std::fmt;
use std::ops::RangeInclusive;

use watch::{Halt, Observed};

use super::board::Board;
use super::family::Family;
use super::marks::Marks;
use super::meter::Meter;
use super::search::Search;
use crate::game::{Chamber, Config, ConfigError, Entry, Molecule, Outcome};

/// The most families that are kept instead of found again.
const KEPT: usize = 1 << 18;

/// How many atoms there are if nobody says.
const STANDARD: u64 = 4;

/// How many there may be if so many cannot be.
const OTHERS: RangeInclusive<u64> = 1..=6;

/// How many steps a search takes at most: some twenty minutes' work.
const STEPS: u64 = 1 << 29;

/// A board, and how many atoms there may be.
#[derive(Clone, Debug)]
pub struct Question {
    board: Board,
    /// One for each number of atoms, in ascending order.
    configs: Vec<Config>,
    /// The number of atoms that was supposed first, and contradicts the board.
    supposed: Option<u64>,
    told: Told,
}

/// What else a board's text says.
#[derive(Clone, Default, Debug)]
pub struct Told {
    /// By position, the label that stands there.
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
    /// Its number there.
    pub number: u64,
    /// The molecule.
    pub molecule: Molecule,
}

impl Question {
    /// What molecules with so many atoms agree with a board? Of several
    /// numbers of atoms those that do not fit into the box are left out.
    ///
    /// # Errors
    ///
    /// Where there are no configurations of that many atoms, or one of them
    /// has too many molecules.
    pub fn new(board: Board, atoms: RangeInclusive<u64>) -> Result<Question, ConfigError> {
        let (width, cells) = (board.width() as u64, board.cells().len() as u64);
        let (least, most) = atoms.into_inner();
        let configs: Vec<Config> = (least..=most.min(cells).max(least))
            .map(|atoms| Config::new(atoms, width))
            .collect::<Result<_, _>>()?;
        Ok(Question::among(board, configs))
    }

    /// What is asked if nobody says how many atoms there are: the usual number is
    /// taken, and if it contradicts the board, a few others are tried.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop; and, inside, where so many atoms do not fit into
    /// the box.
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

    /// The text of the board says more.
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

    /// So many atoms were supposed first, and cannot be.
    #[must_use]
    pub fn instead_of(self, supposed: u64) -> Question {
        Question {
            supposed: Some(supposed),
            ..self
        }
    }

    /// How many atoms were supposed first, and cannot be.
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

    /// How many molecules agree with the board? It counts no further than one more
    /// than `most`, and takes at most so many steps, a million of them in some seconds.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop, or the steps do not suffice ([`Halt::Enough`]).
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
        let molecules = self.configs.iter().map(|config| config.molecules());
        molecules.map(u128::from).sum()
    }

    fn search(&self, board: &Board) -> Search {
        let atoms = |config: Option<&Config>| config.map_or(0, |config| config.atoms());
        let (first, last) = (self.configs.first(), self.configs.last());
        Search::new(board, atoms(first)..=atoms(last))
    }

    /// Finds the molecules that agree with the board, and lists so many of
    /// them. The work is [`SHARES`].
    ///
    /// # Errors
    ///
    /// If somebody wants to stop, or it takes too long ([`Halt::Enough`]).
    pub fn find(&self, listed: usize, observed: &Observed) -> Result<Agreeing<'_>, Halt> {
        let search = self.search(&self.board);
        let mut families = Some(Vec::new());
        let mut count = 0;
        let mut cells = Tally::new(self.board.cells().len());
        let mut list = List::new(self, None, listed);
        let mut meter = Meter::new(observed, search.allowed(), SHARES).limited(STEPS);
        search.families(&mut meter, |family| {
            count += search.count(family);
            cells.add(&search, family);
            list.add(family);
            if let Some(kept) = &mut families {
                kept.push(*family);
                if kept.len() > KEPT {
                    families = None;
                }
            }
            Ok(())
        })?;
        Ok(Agreeing {
            question: self,
            search,
            families,
            count,
            cells: cells.molecules,
            listed: list.candidates(),
        })
    }

    /// Shots and marks that no molecule agrees with, none of which can be left
    /// out: without it, a molecule agrees with the others. For a board with
    /// which no molecule agrees. The work is [`Question::facts`].
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn contradiction(&self, observed: &Observed) -> Result<Vec<Fact>, Halt> {
        let mut facts = self.facts();
        // Marks are tried first, so that where shots alone contradict each
        // other no mark is blamed.
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

/// By cell, how many molecules have an atom there.
struct Tally {
    molecules: Vec<u128>,
}

impl Tally {
    fn new(cells: usize) -> Tally {
        Tally {
            molecules: vec![0; cells],
        }
    }

    fn add(&mut self, search: &Search, family: &Family) {
        let all = search.count(family);
        // All free cells are alike: one of them with an atom leaves one cell
        // and one atom less to choose.
        let lowest = family.free & family.free.wrapping_neg();
        let with_one = search.count(&Family {
            atoms: family.atoms | lowest,
            free: family.free ^ lowest,
        });
        for (cell, molecules) in self.molecules.iter_mut().enumerate() {
            if family.atoms >> cell & 1 == 1 {
                *molecules += all;
            } else if family.free >> cell & 1 == 1 {
                *molecules += with_one;
            }
        }
    }
}

/// The first molecules by number of atoms and by their own number.
struct List<'a> {
    question: &'a Question,
    after: Option<(usize, Molecule)>,
    most: usize,
    /// The last one is at the top.
    found: BinaryHeap<(usize, Molecule)>,
}

impl<'a> List<'a> {
    fn new(question: &'a Question, after: Option<(usize, Molecule)>, most: usize) -> List<'a> {
        List {
            question,
            after,
            most,
            found: BinaryHeap::new(),
        }
    }

    fn add(&mut self, family: &Family) {
        for config in &self.question.configs {
            let atoms = config.atoms();
            let after = match self.after {
                Some((less, _)) if less < atoms => None,
                Some((same, molecule)) if same == atoms => Some(molecule),
                Some(_) => continue,
                None => None,
            };
            // It ends with the first molecule for which there is no room.
            let _ = family.molecules_after(after, atoms, &mut |molecule| {
                if self.found.len() == self.most {
                    match self.found.peek() {
                        Some(&last) if (atoms, molecule) < last => self.found.pop(),
                        _ => return Err(()),
                    };
                }
                self.found.push((atoms, molecule));
                Ok(())
            });
        }
    }

    fn candidates(self) -> Vec<Candidate> {
        let configs = &self.question.configs;
        let candidate = |(atoms, molecule): (usize, Molecule)| {
            let config = *configs.iter().find(|config| config.atoms() == atoms)?;
            Some(Candidate {
                config,
                number: molecule.number(config),
                molecule,
            })
        };
        let found = self.found.into_sorted_vec().into_iter();
        found.filter_map(candidate).collect()
    }
}

/// The molecules that agree with a board.
pub struct Agreeing<'a> {
    question: &'a Question,
    search: Search,
    /// If there are not too many to be kept.
    families: Option<Vec<Family>>,
    count: u128,
    cells: Vec<u128>,
    listed: Vec<Candidate>,
}

impl Agreeing<'_> {
    /// The question that they answer.
    pub fn question(&self) -> &Question {
        self.question
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.count
    }

    /// By cell, how many of them have an atom there.
    pub fn cells(&self) -> &[u128] {
        &self.cells
    }

    /// By cell, how likely there is an atom, if all are equally likely.
    pub fn chances(&self) -> Vec<f64> {
        let chance = |&molecules: &u128| molecules as f64 / self.count as f64;
        self.cells.iter().map(chance).collect()
    }

    /// The first of them, by number of atoms and by number, as many as were
    /// asked for.
    pub fn listed(&self) -> &[Candidate] {
        &self.listed
    }

    /// Is there just one?
    pub fn decided(&self) -> bool {
        self.count == 1
    }

    /// The first `most` that come after one of them.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop.
    pub fn after(
        &self,
        last: Option<Candidate>,
        most: usize,
        observed: &Observed,
    ) -> Result<Vec<Candidate>, Halt> {
        let last = last.map(|last| (last.config.atoms(), last.molecule));
        let mut list = List::new(self.question, last, most);
        self.families(&mut Meter::silent(observed), |family| {
            list.add(family);
            Ok(())
        })?;
        Ok(list.candidates())
    }

    /// Goes through all of them, family by family.
    pub(super) fn families(
        &self,
        meter: &mut Meter,
        each: impl FnMut(&Family) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match &self.families {
            Some(families) => families.iter().try_for_each(each),
            None => self.search.families(meter, each),
        }
    }

    pub(super) fn search(&self) -> &Search {
        &self.search
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use watch::Stop;

    use super::*;
    use crate::play::board_text::BoardText;

    impl Agreeing<'_> {
        /// As if there were too many to be kept.
        pub(in crate::play) fn forget_families(&mut self) {
            self.families = None;
        }
    }

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
