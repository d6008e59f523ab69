//! A game: drawn at random, supposed, and ended.

use std::collections::BTreeSet;

use blackbox::analysis::POINTS_AN_ATOM;
use blackbox::game::{Config, Molecule};
use serde::{Deserialize, Serialize};

use crate::board::ABSORBED;
use crate::molecule::{Named, alike, exits};
use crate::{Refusal, unwatched};

/// How many molecules are drawn in search of one that is fair or ambiguous.
const TRIES: u64 = 20_000;

/// A wish for a new game.
#[derive(Deserialize)]
pub(crate) struct Draw {
    config: String,
    /// True: no other molecule answers every ray like it. False: one does.
    fair: Option<bool>,
    seed: u64,
}

#[derive(Serialize)]
pub(crate) struct Drawn {
    config: String,
    number: u64,
}

impl Draw {
    pub(crate) fn answer(&self) -> Result<Drawn, Refusal> {
        let config: Config = self.config.parse()?;
        let mut random = Random(self.seed);
        for _ in 0..TRIES {
            let number = 1 + random.below(config.molecules());
            let wanted = match (self.fair, Molecule::from_number(number, config)) {
                (None, _) | (_, None) => true,
                (Some(fair), Some(molecule)) => {
                    let (count, _) =
                        unwatched(|observed| alike(molecule, config, None, 0, observed))?;
                    (count == 1) == fair
                }
            };
            if wanted {
                return Ok(Drawn {
                    config: config.to_string(),
                    number,
                });
            }
        }
        let kind = match self.fair {
            Some(false) => "ambiguous",
            _ => "fair",
        };
        Err(Refusal(format!(
            "none of {TRIES} boards of {config} drawn at random is {kind}"
        )))
    }
}

/// `SplitMix64`: enough to draw a game.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below another one, all as likely but for one part in 2⁶⁴ ÷ `end`.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

/// Rays shot, and balls that the player supposes.
#[derive(Deserialize)]
pub(crate) struct Suppose {
    width: u64,
    balls: Vec<usize>,
    shots: Vec<(usize, i32)>,
}

#[derive(Serialize)]
pub(crate) struct Supposed {
    /// The positions shot at whose answers the balls explain.
    explained: Vec<usize>,
    /// What the rays cost.
    ray_points: u64,
}

impl Suppose {
    pub(crate) fn answer(&self) -> Result<Supposed, Refusal> {
        let (config, molecule) = of_balls(&self.balls, self.width)?;
        let exits = exits(molecule, config);
        let explained = self
            .shots
            .iter()
            .filter(|&&(position, exit)| exits.get(position) == Some(&exit));
        Ok(Supposed {
            explained: explained.map(|&(position, _)| position).collect(),
            ray_points: ray_points(&self.shots),
        })
    }
}

/// What rays cost as the original counts: a point for each marker around the box.
fn ray_points(shots: &[(usize, i32)]) -> u64 {
    let mut marked = BTreeSet::new();
    for &(position, exit) in shots {
        marked.insert(position as i32);
        if exit != ABSORBED {
            marked.insert(exit);
        }
    }
    marked.len() as u64
}

fn of_balls(balls: &[usize], width: u64) -> Result<(Config, Molecule), Refusal> {
    let config = Config::new(balls.len() as u64, width)?;
    let mut text = vec![b'-'; config.cells()];
    for &ball in balls {
        *text
            .get_mut(ball)
            .ok_or_else(|| Refusal(format!("there is no cell {ball}")))? = b'O';
    }
    let molecule = Molecule::parse(&String::from_utf8(text)?, config)?;
    Ok((config, molecule))
}

/// The end of a game.
#[derive(Deserialize)]
pub(crate) struct Check {
    hidden: Named,
    /// From how many to how many balls the player was told.
    told: (u64, u64),
    balls: Vec<usize>,
    /// The positions of the rays fired, in their order.
    fired: Vec<usize>,
}

#[derive(Serialize)]
pub(crate) struct Checked {
    /// Cells with a ball and no atom, and those with an atom and no ball.
    wrong: Vec<usize>,
    missed: Vec<usize>,
    /// What rays and wrong balls cost, as the original counts.
    ray_points: u64,
    ball_points: u64,
    /// Tatham's program accepts whatever answers all rays like what is hidden.
    accepted: bool,
    refuting: Option<Refuting>,
}

/// A ray that the balls do not explain.
#[derive(Serialize)]
struct Refuting {
    position: usize,
    /// Has the player fired it?
    fired: bool,
    /// Where it comes out, and where the balls would send it.
    exit: i32,
    supposed: i32,
}

impl Check {
    pub(crate) fn answer(&self) -> Result<Checked, Refusal> {
        let (config, hidden) = self.hidden.molecule()?;
        let (least, most) = self.told;
        let placed = self.balls.len() as u64;
        if !(least..=most).contains(&placed) {
            let wanted = match (least, most) {
                (least, most) if least == most => format!("{least}"),
                (least, most) => format!("{least} to {most}"),
            };
            let are = if placed == 1 { "is" } else { "are" };
            return Err(Refusal(format!("{placed} of {wanted} balls {are} placed")));
        }
        let (guessed, guess) = of_balls(&self.balls, config.width() as u64)?;
        let truth = exits(hidden, config);
        let supposed = exits(guess, guessed);
        let differs = |&position: &usize| truth.get(position) != supposed.get(position);
        let of_fired = self.fired.iter().copied().find(differs);
        let refuting = of_fired.or_else(|| (0..truth.len()).find(differs));
        let shots = self.fired.iter().map(|&position| {
            let exit = truth.get(position).copied();
            exit.map(|exit| (position, exit))
                .ok_or_else(|| Refusal(format!("there is no position {position}")))
        });
        let shots: Vec<(usize, i32)> = shots.collect::<Result<_, _>>()?;
        let wrong: Vec<usize> = guess
            .atoms()
            .filter(|&cell| !hidden.has_atom(cell))
            .collect();
        Ok(Checked {
            missed: hidden
                .atoms()
                .filter(|&cell| !guess.has_atom(cell))
                .collect(),
            ray_points: ray_points(&shots),
            ball_points: POINTS_AN_ATOM * wrong.len() as u64,
            wrong,
            accepted: refuting.is_none(),
            refuting: refuting.map(|position| Refuting {
                position,
                fired: of_fired.is_some(),
                exit: truth[position],
                supposed: supposed[position],
            }),
        })
    }
}
