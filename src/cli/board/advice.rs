//! What the rays of a board tell, found out in the background.

use std::sync::atomic::AtomicU64;

use clap::ValueEnum;
use watch::{Halt, Observed, Stop};

use crate::play::advice::NextRay;
use crate::play::aim::Aim;
use crate::play::puzzle::Puzzle;
use crate::play::solutions::Counted;
use crate::view;

/// What the next ray is for.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(in crate::cli) struct AimOption {
    /// What the next ray is chosen for
    #[arg(long = "for", value_enum, default_value_t = For::Points)]
    aim: For,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum For {
    /// The fewest points: 2 for a ray that comes out, 1 for any other
    Points,
    /// The fewest rays
    Shots,
    /// The most expected information, whatever follows
    Bits,
}

impl AimOption {
    pub(in crate::cli) fn aim(self) -> Aim {
        match self.aim {
            For::Points => Aim::Points,
            For::Shots => Aim::Shots,
            For::Bits => Aim::Bits,
        }
    }
}

/// What the rays tell. It comes bit by bit.
#[derive(Default, Debug)]
pub(in crate::cli) struct Advice {
    /// How many molecules are left, and where their balls are.
    pub(in crate::cli) left: Option<Counted>,
    /// The best ray, if any tells anything, and the verdict.
    pub(in crate::cli) outlook: Option<(Option<NextRay>, String)>,
    /// Nothing more comes, because it would take too long.
    pub(in crate::cli) too_long: bool,
}

/// A part of it.
#[derive(Debug)]
pub(in crate::cli) enum Part {
    Left(Counted),
    Outlook(Option<NextRay>, String),
}

impl Advice {
    /// Adds a part.
    pub(in crate::cli) fn add(&mut self, part: Part) {
        match part {
            Part::Left(counted) => self.left = Some(counted),
            Part::Outlook(next, verdict) => self.outlook = Some((next, verdict)),
        }
    }
}

/// Tells what rays say. `fair` says whether all rays together are sure to decide the board.
///
/// # Errors
///
/// If somebody wants to stop, or it takes too long.
pub(in crate::cli) fn advise(
    question: &Puzzle,
    fair: bool,
    aim: Aim,
    stop: &Stop,
    tell: &dyn Fn(Part),
) -> Result<(), Halt> {
    watched(stop, |observed| {
        let agreeing = question.find_quickly(0, observed)?;
        tell(Part::Left(agreeing.counted().clone()));
        if agreeing.count() == 0 {
            let verdict = "No molecule agrees with these rays.".to_owned();
            tell(Part::Outlook(None, verdict));
            return Ok(());
        }
        let outlook = agreeing.weigh_quickly(aim, observed)?;
        let verdict = view::play::verdict(fair, &agreeing, &outlook);
        tell(Part::Outlook(outlook.next, verdict));
        Ok(())
    })
}

/// Does work that only a wish to stop watches.
///
/// # Errors
///
/// Those of the work.
pub(in crate::cli) fn watched<T>(
    stop: &Stop,
    work: impl FnOnce(&Observed) -> Result<T, Halt>,
) -> Result<T, Halt> {
    let done = AtomicU64::new(0);
    let observed = Observed { done: &done, stop };
    observed.add(0)?;
    work(&observed)
}
