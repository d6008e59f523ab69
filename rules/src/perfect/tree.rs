//! A strategy as a tree: written down, read, and played for every molecule by the plain rules.

use std::fmt;

use itertools::Itertools;
use watch::{Halt, Observed};

use super::classes::MOST_POSITIONS;
use crate::board::Config;
use crate::oracle::{End, Plain};
use crate::puzzle::game::{POINTS_AN_ATOM, POINTS_ONE_END, POINTS_TWO_ENDS};
use crate::words::counted;

/// The aim of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The number of shots of all molecules together, until the spectrum is known.
    Shots,
    /// The greatest number of shots that any molecule takes, until the spectrum is known.
    Worst,
    /// The points of all molecules together. A ray that is absorbed or reflected costs 1, one that
    /// comes out 2. A guess may be made at any time, and each of its wrong atoms costs 5.
    Points,
}

impl Goal {
    const ALL: [Goal; 3] = [Goal::Shots, Goal::Worst, Goal::Points];

    pub(super) fn of(word: &str) -> Option<Goal> {
        Goal::ALL.into_iter().find(|known| known.word() == word)
    }

    /// The word for the aim in files and in JSON.
    #[doc(hidden)]
    pub fn word(self) -> &'static str {
        match self {
            Goal::Shots => "shots",
            Goal::Worst => "worst",
            Goal::Points => "points",
        }
    }
}

/// The node of a tree at which the game ends and no ray is fired.
#[doc(hidden)]
pub const END: u8 = u8::MAX;

/// The first word of a file with a strategy.
#[doc(hidden)]
pub const MAGIC: &str = "blackbox-strategy";

/// The version of the form of files.
pub(super) const VERSION: &str = "1";

/// The longest first line of a file that can be a strategy.
#[doc(hidden)]
pub const LINE: usize = 80;

/// A strategy: the first position to fire from, and the next one after each answer.
///
/// The nodes are in pre-order, one byte each: the position from which to fire, or 255 for an end. After a position come
/// the trees of those answers that some molecule gives, in the order of the positions where the ray comes out. A
/// reflected ray comes out at its own position. The tree of the absorbed ray is the last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The configuration.
    pub config: Config,
    /// The aim.
    pub goal: Goal,
    /// The cost by this aim.
    pub cost: u64,
    /// The nodes.
    pub nodes: Vec<u8>,
}

/// Why a text is not a strategy, or why a strategy is wrong.
///
/// ```
/// use blackbox_rules::perfect::tree::{Tree, TreeError};
///
/// assert_eq!(Tree::parse(b"a poem\n"), Err(TreeError::NoStrategy));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum TreeError {
    /// The file is not a strategy.
    #[error(
        "this is not a strategy: it does not begin with the line `{MAGIC} {VERSION} An_Bp goal cost`"
    )]
    NoStrategy,
    /// Something is wrong with a node.
    #[error("node {node} ({path}): {what}")]
    Node {
        node: usize,
        path: String,
        what: String,
    },
    /// The tree has too few ends for all spectra.
    #[error("the tree of shots has {}, but there are at least {spectra} different spectra", counted(*.ends as u64, "leaf", "leaves"))]
    TooSmall { ends: usize, spectra: usize },
    /// The tree ends before the file does.
    #[error("the strategy ends with node {last}, but the file continues for {more} bytes")]
    TooLong { last: usize, more: usize },
    /// The cost in the file is wrong.
    #[error("the file says that the strategy costs {said}, but it costs {found}")]
    Cost { said: u64, found: u64 },
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Tree {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the file is not a strategy. [`Tree::replay`] checks whether its nodes are right.
    pub fn parse(bytes: &[u8]) -> Result<Tree, TreeError> {
        let end = bytes.iter().take(LINE).position(|&byte| byte == b'\n');
        let end = end.ok_or(TreeError::NoStrategy)?;
        let line = std::str::from_utf8(&bytes[..end]).ok();
        let first = line.and_then(|line| first_line(MAGIC, line));
        let (config, goal, cost) = first.ok_or(TreeError::NoStrategy)?;
        let nodes = bytes[end + 1..].to_vec();
        Ok(Tree {
            config,
            goal,
            cost,
            nodes,
        })
    }

    /// The bytes of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let (config, goal, cost) = (self.config, self.goal, self.cost);
        let mut bytes = format!("{MAGIC} {VERSION} {config} {goal} {cost}\n").into_bytes();
        bytes.extend_from_slice(&self.nodes);
        bytes
    }

    /// Plays the strategy for every molecule by the plain rules. Progress counts two per molecule.
    ///
    /// # Errors
    ///
    /// The inner error describes a fault of the tree; the outer one means that the work was interrupted.
    pub fn replay(&self, observed: &Observed) -> Result<Result<Played, TreeError>, Halt> {
        const FEW: u64 = 1 << 12;
        const MANY: u64 = 1 << 16;
        let all = self.config.molecules();
        // Unless a guess ends a game, each end has one spectrum. So a short file for many molecules is wrong if a few
        // of them have more spectra, and the others need not be drawn.
        if self.goal != Goal::Points && all >= MANY && self.nodes.len() as u64 <= FEW {
            let ends = self.nodes.iter().filter(|&&node| node == END).count();
            let few = drawn(self.config, FEW, observed)?;
            let spectra = few.iter().map(|molecule| molecule.answers).unique().count();
            if ends < spectra {
                return Ok(Err(TreeError::TooSmall { ends, spectra }));
            }
        }
        let mut molecules = drawn(self.config, all, observed)?;
        let mut replay = TreeReplay {
            tree: self,
            next: 0,
            path: Vec::new(),
            played: Played::default(),
            observed,
        };
        match replay.subtree(&mut molecules) {
            Err(Wrong::Halt(halt)) => Err(halt),
            Err(Wrong::Tree(error)) => Ok(Err(error)),
            Ok(()) => Ok(replay.end()),
        }
    }
}

/// The configuration, the goal and the cost in the first line of a file.
pub(super) fn first_line(magic: &str, line: &str) -> Option<(Config, Goal, u64)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [word, VERSION, config, goal, cost] = words[..] else {
        return None;
    };
    let config = config.parse().and_then(Config::counted).ok()?;
    (word == magic).then_some((config, Goal::of(goal)?, cost.parse().ok()?))
}

/// A molecule: its atoms, and its answers by position, which are the exit or the number of positions.
#[derive(Clone, Copy)]
pub(super) struct AnsweredMolecule {
    atoms: u64,
    pub(super) answers: [u8; MOST_POSITIONS],
}

/// The first `number` molecules, traced by the plain rules. Progress counts one per molecule.
pub(super) fn drawn(
    config: Config,
    number: u64,
    observed: &Observed,
) -> Result<Vec<AnsweredMolecule>, Halt> {
    let plain = Plain::new(config.atoms(), config.width());
    let mut molecules = Vec::with_capacity(number as usize);
    for text in (1..=number as i64).map_while(|number| plain.text(number)) {
        let mut answers = [0; MOST_POSITIONS];
        for (position, (answer, end)) in answers.iter_mut().zip(plain.ends(&text)).enumerate() {
            *answer = match end {
                End::Absorbed => config.positions() as u8,
                End::Reflected => position as u8,
                End::Out(exit) => exit,
            };
        }
        let atoms = text
            .iter()
            .rev()
            .fold(0, |atoms, &cell| atoms << 1 | u64::from(cell == b'O'));
        molecules.push(AnsweredMolecule { atoms, answers });
        observed.add(1)?;
    }
    Ok(molecules)
}

impl AnsweredMolecule {
    /// Whether the ray from a position comes out elsewhere.
    pub(super) fn lets_out(&self, ray: usize, config: Config) -> bool {
        let answer = usize::from(self.answers[ray]);
        answer != ray && answer != config.positions()
    }
}

/// The parts of some molecules by their answers to a ray. `None` if all give the same answer.
pub(super) fn parts(
    molecules: &mut [AnsweredMolecule],
    ray: usize,
) -> Option<impl Iterator<Item = &mut [AnsweredMolecule]>> {
    molecules.sort_unstable_by_key(|molecule| molecule.answers[ray]);
    let tells = molecules.first()?.answers[ray] != molecules.last()?.answers[ray];
    tells.then(|| molecules.chunk_by_mut(move |one, other| one.answers[ray] == other.answers[ray]))
}

pub(super) fn same_spectrum(one: &AnsweredMolecule, other: &AnsweredMolecule) -> bool {
    one.answers == other.answers
}

/// The costs of all games of a strategy.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The number of molecules, by the number of shots.
    pub molecules: Vec<u64>,
    /// The points of all rays.
    pub ray_points: u64,
    /// The number of wrong atoms in the best guesses at the ends, over all molecules.
    pub wrong_atoms: u64,
    /// The node of the first shot, then the nodes after each answer to it.
    pub branches: Vec<Branch>,
}

/// A node near the beginning of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// The shot that leads to this node, and its answer. `None` for the first node.
    pub answer: Option<(u8, u8)>,
    /// The number of molecules that reach this node.
    pub molecules: u64,
    /// The next shot, or 255 for an end.
    pub next: u8,
}

impl Played {
    /// The number of molecules.
    pub fn total(&self) -> u64 {
        self.molecules.iter().sum()
    }

    /// The numbers of shots that occur, each with the number of molecules that take so many shots.
    pub fn rows(&self) -> impl Iterator<Item = (usize, u64)> {
        let rows = self.molecules.iter().copied().enumerate();
        rows.filter(|&(_, molecules)| molecules > 0)
    }

    /// The shots of all molecules together.
    pub fn shots(&self) -> u64 {
        let rows = self.rows();
        rows.map(|(shots, molecules)| shots as u64 * molecules)
            .sum()
    }

    /// The points of all molecules together.
    pub fn points(&self) -> u64 {
        self.ray_points + POINTS_AN_ATOM * self.wrong_atoms
    }

    /// The cost by an aim.
    pub fn cost(&self, goal: Goal) -> u64 {
        match goal {
            Goal::Shots => self.shots(),
            Goal::Worst => (self.molecules.len() as u64).saturating_sub(1),
            Goal::Points => self.points(),
        }
    }
}

enum Wrong {
    Tree(TreeError),
    Halt(Halt),
}

struct TreeReplay<'a> {
    tree: &'a Tree,
    next: usize,
    path: Vec<(u8, u8)>,
    played: Played,
    observed: &'a Observed<'a>,
}

impl TreeReplay<'_> {
    fn subtree(&mut self, molecules: &mut [AnsweredMolecule]) -> Result<(), Wrong> {
        let positions = self.tree.config.positions();
        let node = self.next;
        let Some(&position) = self.tree.nodes.get(node) else {
            return Err(self.wrong(node, "the file ends here".to_owned()));
        };
        self.next += 1;
        if self.path.len() < 2 {
            self.played.branches.push(Branch {
                answer: self.path.first().copied(),
                molecules: molecules.len() as u64,
                next: position,
            });
        }
        if position == END {
            return self.leaf(node, molecules);
        }
        let at = usize::from(position);
        if at >= positions {
            let what = format!("there is no position {at}, only 0 to {}", positions - 1);
            return Err(self.wrong(node, what));
        }
        let Some(parts) = parts(molecules, at) else {
            let what = format!("firing from position {at} gives no information");
            return Err(self.wrong(node, what));
        };
        for alike in parts {
            let points = match alike[0].lets_out(at, self.tree.config) {
                true => POINTS_TWO_ENDS,
                false => POINTS_ONE_END,
            };
            self.played.ray_points += alike.len() as u64 * points;
            self.path.push((position, alike[0].answers[at]));
            self.subtree(alike)?;
            self.path.pop();
        }
        Ok(())
    }

    fn leaf(&mut self, node: usize, molecules: &[AnsweredMolecule]) -> Result<(), Wrong> {
        let alike = molecules.chunk_by(same_spectrum).count() == 1;
        if !alike && self.tree.goal != Goal::Points {
            let what = format!(
                "the game ends, but {} molecules with different spectra are left",
                molecules.len()
            );
            return Err(self.wrong(node, what));
        }
        let shots = self.path.len();
        let played = &mut self.played;
        if played.molecules.len() <= shots {
            played.molecules.resize(shots + 1, 0);
        }
        played.molecules[shots] += molecules.len() as u64;
        played.wrong_atoms += wrong_atoms(molecules, self.tree.config);
        (self.observed.add(molecules.len() as u64)).map_err(Wrong::Halt)
    }

    fn end(self) -> Result<Played, TreeError> {
        let more = self.tree.nodes.len() - self.next;
        if more > 0 {
            let last = self.next - 1;
            return Err(TreeError::TooLong { last, more });
        }
        let (said, found) = (self.tree.cost, self.played.cost(self.tree.goal));
        if said != found {
            return Err(TreeError::Cost { said, found });
        }
        Ok(self.played)
    }

    fn wrong(&self, node: usize, what: String) -> Wrong {
        let positions = self.tree.config.positions();
        let steps = self.path.iter().map(|&(position, answer)| match answer {
            _ if usize::from(answer) == positions => format!("{position} absorbed"),
            _ if answer == position => format!("{position} reflected"),
            _ => format!("{position} out at {answer}"),
        });
        let steps: Vec<String> = steps.collect();
        let path = match steps.is_empty() {
            true => "the first shot".to_owned(),
            false => steps.join(", "),
        };
        Wrong::Tree(TreeError::Node { node, path, what })
    }
}

/// The atoms that are wrong in the best guess: cells where most molecules have one are marked.
pub(super) fn wrong_atoms(molecules: &[AnsweredMolecule], config: Config) -> u64 {
    let with_atom = |cell| {
        molecules
            .iter()
            .filter(|molecule| molecule.atoms >> cell & 1 == 1)
            .count()
    };
    let counts = (0..config.cells()).map(|cell| with_atom(cell) as u64);
    let right: u64 = counts.k_largest(config.atoms()).sum();
    (molecules.len() * config.atoms()) as u64 - right
}
