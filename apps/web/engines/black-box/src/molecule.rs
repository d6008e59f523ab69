//! Everything about a molecule.

use blackbox::board::{Board, Cell, Config, Orbit};
use blackbox::draw::family::{sentences, slide_document};
use blackbox::laws::Freedom;
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::solutions::Solution;
use blackbox::puzzle::text::{emacs, game_id, saved_game};
use serde::{Deserialize, Serialize};
use watch::Observed;

use crate::value::{exit, too_many};
use web_engine::{Refusal, object, unwatched};

/// The number of molecules with the same spectrum that are listed.
const TWINS: usize = 60;

/// In a larger group, hardly anything may slide.
const MOST_OF_FAMILY: u128 = 20;

/// A molecule's name in its configuration: its number, or a game ID if there are too many to be numbered.
pub(crate) fn name(molecule: Board) -> String {
    let atoms = molecule.config().atoms() as u64;
    match molecule.number() {
        Some(number) => number.to_string(),
        None => game_id::write(molecule, atoms..=atoms),
    }
}

#[derive(Deserialize)]
pub(crate) struct Named {
    config: String,
    /// The [`name`].
    number: String,
    /// The numbers of atoms that the player thinks possible.
    balls: Option<(u64, u64)>,
    /// Also find those that answer every ray like it? With many atoms, this takes long.
    #[serde(default)]
    twins: bool,
}

/// The cells that a ray enters, and the atom that absorbs it.
pub(crate) type Path = (Vec<Cell>, Option<Cell>);

impl Named {
    pub(crate) fn board(&self) -> Result<Board, Refusal> {
        let Ok(number) = self.number.parse() else {
            return Ok(saved_game::named(&self.number)?.hidden());
        };
        let config: Config = self.config.parse()?;
        Board::from_number(number, config).ok_or_else(|| {
            let last = config.molecules();
            Refusal(format!("{config} has molecules 1 to {last}, not {number}"))
        })
    }

    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let molecule = self.board()?;
        let config = molecule.config();
        let orbit = Orbit::of(molecule);
        let me = orbit.find(molecule);
        let atoms = config.atoms() as u64;
        let alike = || unwatched(|observed| self.alike(molecule, observed));
        let alike = self.twins.then(alike).transpose()?;
        let game_id = || {
            let balls = self.balls.unwrap_or((atoms, atoms));
            game_id::write(molecule, balls.0..=balls.1)
        };
        Ok(object! {
            config: config.to_string(),
            number: &self.number,
            width: config.width(),
            atoms: molecule.atoms().collect::<Vec<Cell>>(),
            spectrum: molecule.spectrum().to_string(),
            exits: exits(molecule),
            canonical_number: orbit.canonical().number().map(|number| number.to_string()),
            transform: me.map_or("", |me| me.transform.name()),
            paths: paths(molecule),
            // For Tatham's program. Its boxes are at least 2 wide and have a free cell.
            game_id: (config.width() > 1 && config.atoms() < config.cells()).then(game_id),
            emacs: emacs::write(molecule),
            alike: alike,
        })
    }

    /// The molecules that answer every ray like this one.
    fn alike(
        &self,
        molecule: Board,
        observed: &Observed,
    ) -> Result<impl Serialize + use<>, Refusal> {
        let config = molecule.config();
        let board = Evidence::of_all_rays(molecule);
        let atoms = config.atoms() as u64;
        let (least, most) = self.balls.unwrap_or((atoms, atoms));
        let puzzle = Puzzle::new(board, least..=most)?;
        let solutions = puzzle.find(TWINS, observed).map_err(|_| too_many())?;
        let (count, twins) = (solutions.count(), solutions.listed());
        let named = twins.iter().filter(|twin| twin.board.config() == config);
        let named = named.filter_map(|twin| twin.board.canonical().number());
        let group = named.min();
        let molecules: Vec<Board> = twins.iter().map(|twin| twin.board).collect();
        let is_small = (2..=MOST_OF_FAMILY).contains(&count)
            && twins.iter().all(|twin| twin.board.config() == config);
        let family = || {
            let freedom = Freedom::new(&molecules)?;
            Some(object! {
                sentences: sentences(&freedom, config),
                slides: freedom.slides.iter().map(slide_document).collect::<Vec<_>>(),
            })
        };
        let twin = |twin: &Solution| {
            object! {
                config: twin.board.config().to_string(),
                number: name(twin.board),
                atoms: twin.board.atoms().collect::<Vec<Cell>>(),
                paths: paths(twin.board),
            }
        };
        Ok(object! {
            count: count.to_string(),
            twins: twins.iter().map(twin).collect::<Vec<_>>(),
            // The lowest canonical number among them, which names their group.
            group: group.map_or(self.number.clone(), |number| number.to_string()),
            // What may change in a group, if it is small.
            family: is_small.then(family).flatten(),
        })
    }
}

pub(crate) fn exits(board: Board) -> Vec<i32> {
    let exits = board
        .rays()
        .map(|(position, ray)| exit(position, ray.outcome));
    exits.collect()
}

pub(crate) fn paths(board: Board) -> Vec<Path> {
    board.paths().map(|path| (path.cells, path.atom)).collect()
}
