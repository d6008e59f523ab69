//! Everything about a molecule.

use blackbox::draw::family::{sentences, slide_document};
use blackbox::game::{Cell, Chamber, Config, Group, Molecule};
use blackbox::laws::Freedom;
use blackbox::play::board::Board;
use blackbox::play::board_text::{emacs, game_id};
use blackbox::play::question::Puzzle;
use blackbox::play::solutions::Solution;
use serde::{Deserialize, Serialize};
use watch::Observed;

use crate::value::{Number, exit, too_many};
use web_engine::{Refusal, object, unwatched};

/// The number of molecules with the same spectrum that are listed.
const TWINS: usize = 60;

/// In a larger group, hardly anything may slide.
const MOST_OF_FAMILY: u128 = 20;

#[derive(Deserialize)]
pub(crate) struct Named {
    config: String,
    number: Number,
    /// The numbers of atoms that the player thinks possible.
    balls: Option<(u64, u64)>,
    /// Also find those that answer every ray like it? With many atoms, this takes long.
    #[serde(default)]
    twins: bool,
}

/// The cells that a ray enters, and the atom that absorbs it.
pub(crate) type Path = (Vec<Cell>, Option<Cell>);

impl Named {
    pub(crate) fn molecule(&self) -> Result<(Config, Molecule), Refusal> {
        let config: Config = self.config.parse()?;
        let number = self.number.0;
        let molecule = Molecule::from_number(number, config).ok_or_else(|| {
            let last = config.molecules();
            Refusal(format!("{config} has molecules 1 to {last}, not {number}"))
        })?;
        Ok((config, molecule))
    }

    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let (config, molecule) = self.molecule()?;
        let group = Group::of(molecule, config);
        let me = group.find(molecule);
        let atoms = config.atoms() as u64;
        let alike = || unwatched(|observed| self.alike(molecule, config, observed));
        let alike = self.twins.then(alike).transpose()?;
        let game_id = || {
            let balls = self.balls.unwrap_or((atoms, atoms));
            game_id::write(molecule, config, balls.0..=balls.1)
        };
        Ok(object! {
            config: config.to_string(),
            number: self.number,
            width: config.width(),
            atoms: molecule.atoms().collect::<Vec<Cell>>(),
            spectrum: molecule.spectrum(config).to_string(),
            exits: exits(molecule, config),
            canonical_number: Number(group.canonical().number(config)),
            transform: me.map_or("", |me| me.transform.name()),
            paths: paths(molecule, config),
            // For Tatham's program. Its boxes are at least 2 wide and have a free cell.
            game_id: (config.width() > 1 && config.atoms() < config.cells()).then(game_id),
            emacs: emacs::write(molecule, config),
            alike: alike,
        })
    }

    /// The molecules that answer every ray like this one.
    fn alike(
        &self,
        molecule: Molecule,
        config: Config,
        observed: &Observed,
    ) -> Result<impl Serialize + use<>, Refusal> {
        let board = Board::all_shot(molecule, config);
        let atoms = config.atoms() as u64;
        let (least, most) = self.balls.unwrap_or((atoms, atoms));
        let puzzle = Puzzle::new(board, least..=most)?;
        let solutions = puzzle.find(TWINS, observed).map_err(|_| too_many())?;
        let (count, twins) = (solutions.count(), solutions.listed());
        let named = twins.iter().filter(|twin| twin.config == config);
        let named = named.map(|twin| Group::of(twin.molecule, config).canonical().number(config));
        let group = named.min();
        let molecules: Vec<Molecule> = twins.iter().map(|twin| twin.molecule).collect();
        let is_small =
            (2..=MOST_OF_FAMILY).contains(&count) && twins.iter().all(|twin| twin.config == config);
        let family = is_small.then(|| {
            let freedom = Freedom::new(&molecules, config);
            object! {
                sentences: sentences(&freedom, config),
                slides: freedom.slides.iter().map(slide_document).collect::<Vec<_>>(),
            }
        });
        let twin = |twin: &Solution| {
            Some(object! {
                config: twin.config.to_string(),
                number: Number(twin.number?),
                atoms: twin.molecule.atoms().collect::<Vec<Cell>>(),
                paths: paths(twin.molecule, twin.config),
            })
        };
        Ok(object! {
            count: count.to_string(),
            twins: twins.iter().filter_map(twin).collect::<Vec<_>>(),
            // The lowest canonical number among them, which names their group.
            group: group.map_or(self.number, Number),
            // What may change in a group, if it is small.
            family: family,
        })
    }
}

pub(crate) fn exits(molecule: Molecule, config: Config) -> Vec<i32> {
    let chamber = Chamber::new(molecule, config);
    let exit = |position| exit(position, chamber.shoot(position).outcome);
    config.all_positions().map(exit).collect()
}

pub(crate) fn paths(molecule: Molecule, config: Config) -> Vec<Path> {
    let chamber = Chamber::new(molecule, config);
    let paths = config.all_positions().map(|from| chamber.path(from));
    paths.map(|path| (path.cells, path.atom)).collect()
}
