//! Describes a molecule.

use blackbox::board::{Board, Cell, Orbit};
use blackbox::laws::Freedom;
use blackbox::output::family::{sentences, slide_document};
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::game::Game;
use blackbox::puzzle::text::saved_game::{self, SavedGameError};
use blackbox::puzzle::text::{BoardTextError, emacs, game_id};
use serde::{Deserialize, Serialize};
use watch::Observed;

use crate::value::{exit, number, too_many};
use web_engine::{Refusal, object, unwatched};

/// The greatest number of twins that are listed.
const TWINS: usize = 60;

/// The greatest size of a group whose family is computed; in larger groups, hardly any part can slide.
const MOST_OF_FAMILY: u128 = 20;

#[derive(Deserialize)]
pub(crate) struct Named {
    /// A number such as `A4_B8:2813`, or a game ID.
    name: String,
    /// Whether to find its twins, which takes long with many atoms.
    #[serde(default)]
    twins: bool,
}

/// The cells that a ray enters, and the cell of the atom that absorbs it.
pub(crate) type Path = (Vec<usize>, Option<usize>);

/// The game with this name.
pub(crate) fn named(name: &str) -> Result<Game, Refusal> {
    saved_game::named(name).map_err(|error| match error {
        // A name is a single word, so the place of the error is of no use.
        SavedGameError::Name(BoardTextError::At { problem, .. }) => Refusal(problem),
        error => error.into(),
    })
}

impl Named {
    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let game = named(&self.name)?;
        let molecule = game.hidden();
        let config = molecule.config();
        let orbit = Orbit::of(molecule);
        let me = orbit.find(molecule);
        let group = || unwatched(|observed| spectral_group(&game, observed));
        let group = self.twins.then(group).transpose()?;
        let game_id = || game_id::write(molecule, game.balls());
        let balls = game.balls();
        Ok(object! {
            config: config.to_string(),
            // `None` if molecules are not numbered.
            number: number(molecule),
            // The name of a game that hides it. Game IDs do not disclose the board.
            name: game.name(),
            balls: (*balls.start(), *balls.end()),
            rows: config.size().rows(),
            columns: config.size().columns(),
            atoms: molecule.atoms().map(Cell::index).collect::<Vec<_>>(),
            spectrum: molecule.spectrum().to_string(),
            exits: exits(molecule),
            canonical_number: number(orbit.canonical()),
            transform: me.map_or("", |me| me.transform.name()),
            paths: paths(molecule),
            turns: molecule.rays().map(|(_, ray)| ray.turns).collect::<Vec<_>>(),
            // For Tatham's program, whose boxes are at least 2 wide and have a free cell.
            game_id: (config.width() > 1 && config.atoms() < config.cells()).then(game_id),
            emacs: emacs::write(molecule),
            spectral_group: group,
        })
    }
}

/// The molecules with the spectrum of the hidden one.
fn spectral_group(game: &Game, observed: &Observed) -> Result<impl Serialize + use<>, Refusal> {
    let config = game.config();
    let evidence = Evidence::of_all_rays(game.hidden());
    let puzzle = Puzzle::new(evidence, game.balls())?;
    let solutions = puzzle.find(TWINS, observed).map_err(|_| too_many())?;
    let (count, twins) = (solutions.count(), solutions.listed());
    let named = twins.iter().filter(|twin| twin.config() == config);
    let named = named.filter_map(|twin| twin.canonical().number());
    let group = named.min();
    let is_small =
        (2..=MOST_OF_FAMILY).contains(&count) && twins.iter().all(|twin| twin.config() == config);
    let family = || {
        let freedom = Freedom::new(twins)?;
        Some(object! {
            sentences: sentences(&freedom, config),
            slides: freedom.slides.iter().map(slide_document).collect::<Vec<_>>(),
        })
    };
    let twin = |&twin: &Board| {
        object! {
            config: twin.config().to_string(),
            number: number(twin),
            atoms: twin.atoms().map(Cell::index).collect::<Vec<_>>(),
            paths: paths(twin),
        }
    };
    Ok(object! {
        count: count.to_string(),
        twins: twins.iter().map(twin).collect::<Vec<_>>(),
        // The lowest canonical number among them, which identifies their group.
        group: group.map(|group| group.to_string()),
        // The freedom of the group, if it is small.
        family: is_small.then(family).flatten(),
    })
}

pub(crate) fn exits(board: Board) -> Vec<i32> {
    let exits = board
        .rays()
        .map(|(position, ray)| exit(position, ray.outcome));
    exits.collect()
}

pub(crate) fn paths(board: Board) -> Vec<Path> {
    let numbers = |cells: Vec<Cell>| cells.into_iter().map(Cell::index).collect();
    let paths = (board.paths()).map(|path| (numbers(path.cells), path.atom.map(Cell::index)));
    paths.collect()
}
