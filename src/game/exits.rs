//! Where every ray comes out: a spectrum without its labels.

use super::config::{Config, MAX_POSITIONS};
use super::molecule::Molecule;
use super::ray::{Chamber, Outcome};
use super::spectrum::RayStatistics;

/// By position, the position where the ray shot from there comes out: its own
/// if it is reflected, [`Exits::ABSORBED`] if it is absorbed. Behind the last
/// position stands nothing of meaning.
///
/// Two molecules have the same exits if and only if they have the same
/// spectrum, and no labels have to be renamed to see it.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    at: [u8; MAX_POSITIONS],
}

impl Exits {
    /// Stands for a ray that does not come out.
    pub const ABSORBED: u8 = u8::MAX;

    /// Shoots all rays at a molecule.
    pub fn of(molecule: Molecule, config: Config) -> Exits {
        const UNKNOWN: u8 = Exits::ABSORBED - 1;
        let chamber = Chamber::new(molecule, config);
        let mut at = [UNKNOWN; MAX_POSITIONS];
        for position in 0..config.positions() {
            if at[position] != UNKNOWN {
                continue;
            }
            at[position] = match chamber.shoot(position).outcome {
                Outcome::Absorbed => Exits::ABSORBED,
                Outcome::Reflected => position as u8,
                Outcome::Out(exit) => {
                    at[exit] = position as u8;
                    exit as u8
                }
            };
        }
        Exits { at }
    }

    /// Shoots all rays at a molecule, and says what it took.
    pub fn with_statistics(molecule: Molecule, config: Config) -> (Exits, RayStatistics) {
        let (_, statistics) = molecule.trace(config);
        (Exits::of(molecule, config), statistics)
    }

    /// The exits, by position.
    pub const fn at(&self) -> &[u8; MAX_POSITIONS] {
        &self.at
    }
}
