//! `decode`: says which molecules could be inside a box.

use kit::Limit;
use view::words::thousands;
use watch::{Halt, NoThread, Watcher, perhaps_long};

use crate::error::{Error, Result};
use crate::play::PlayError;
use crate::play::board::Board;
use crate::play::decode::{Agreeing, Candidate, Question, SHARES, names};
use crate::play::outlook::Outlook;

/// The number of molecules that are listed at first.
pub const LISTED: usize = 20;

/// The number of molecules that are held in memory when more are listed.
const WINDOW: usize = 1 << 20;

/// The question if nobody says how many atoms there are, see [`Question::untold`].
///
/// # Errors
///
/// [`PlayError::Atoms`] if the atoms do not fit into the box, [`kit::Error::Stopped`]
/// if the watcher wants to stop.
pub fn untold(board: Board, watcher: &dyn Watcher) -> Result<Question> {
    let question = perhaps_long(watcher, "searching", 1, |observed| {
        Question::untold(board, observed)
    });
    Ok(question.map_err(|_| stopped())?.map_err(PlayError::Atoms)?)
}

/// How long an answer may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// About a second: it estimates what it cannot count by then.
    Second,
    /// As long as the counting takes.
    Exact,
}

/// Finds the molecules that agree with a board, and weighs the next ray.
///
/// # Errors
///
/// - [`PlayError::Contradiction`] if no molecule agrees
/// - [`PlayError::TooManyAgree`] or [`PlayError::TooManyPossibilities`] if too many do
/// - [`kit::Error::Stopped`] if the watcher wants to stop
pub fn decode<'a>(
    question: &'a Question,
    patience: Patience,
    watcher: &dyn Watcher,
) -> Result<(Agreeing<'a>, Outlook)> {
    let exact = patience == Patience::Exact;
    let agreeing = perhaps_long(watcher, "searching", SHARES, |observed| match exact {
        true => question.find(LISTED, observed),
        false => question.find_quickly(LISTED, observed),
    });
    let agreeing = agreeing.map_err(|halt| match halt {
        Halt::Enough => PlayError::TooManyPossibilities.into(),
        other => ended(other),
    })?;
    if agreeing.count() == 0 {
        return Err(contradiction(question, watcher));
    }
    watcher.detail(&format!(
        "{}{} of {} molecules agree",
        if agreeing.is_exact() { "" } else { "about " },
        thousands(agreeing.count()),
        thousands(question.molecules())
    ));
    let work = if exact { agreeing.work() } else { 1 };
    let outlook = perhaps_long(watcher, "weighing rays", work, |observed| match exact {
        true => agreeing.weigh(observed),
        false => agreeing.weigh_quickly(observed),
    });
    match outlook {
        Ok(outlook) => Ok((agreeing, outlook)),
        Err(Halt::Enough) => Err(PlayError::TooManyAgree(agreeing.count()).into()),
        Err(other) => Err(ended(other)),
    }
}

/// Goes through the first molecules that agree, as far as the limit.
///
/// # Errors
///
/// [`kit::Error::Stopped`] if the watcher wants to stop, or the error of `each`.
pub fn listed(
    agreeing: &Agreeing,
    limit: Limit,
    watcher: &dyn Watcher,
    each: &mut dyn FnMut(&Candidate) -> Result<()>,
) -> Result<()> {
    let wanted = match limit {
        Limit::AtMost(most) => agreeing.count().min(most.into()),
        Limit::All => agreeing.count(),
    };
    let first = wanted.min(agreeing.listed().len() as u128) as usize;
    agreeing.listed()[..first].iter().try_for_each(&mut *each)?;
    let mut last = agreeing.listed().last().copied();
    let mut left = wanted - first as u128;
    // An estimate does not find all of them.
    while agreeing.is_exact() && left > 0 {
        let window = left.min(WINDOW as u128) as usize;
        let next = perhaps_long(watcher, "listing", SHARES, |observed| {
            agreeing.after(last, window, observed)
        });
        let next = next.map_err(ended)?;
        left = match next.len() {
            0 => 0,
            some => left - some as u128,
        };
        last = next.last().copied();
        for candidate in &next {
            if watcher.stop().asked() {
                return Err(stopped());
            }
            each(candidate)?;
        }
    }
    Ok(())
}

fn contradiction(question: &Question, watcher: &dyn Watcher) -> Error {
    let work = question.facts().len() as u64;
    let facts = perhaps_long(watcher, "looking for the contradiction", work, |observed| {
        question.contradiction(observed)
    });
    let facts = match facts {
        Ok(facts) => facts,
        Err(halt) => return ended(halt),
    };
    let width = question.board().width();
    let facts = facts.iter().map(|fact| fact.describe(width).to_string());
    PlayError::Contradiction {
        configs: names(question.configs()),
        facts: facts.collect(),
    }
    .into()
}

/// Why a search without a limit stopped early.
fn ended(halt: Halt) -> Error {
    match halt {
        Halt::NoThread => kit::Error::from(NoThread).into(),
        Halt::Stopped | Halt::Enough => stopped(),
    }
}

fn stopped() -> Error {
    kit::Error::Stopped("stopped; nothing is kept, and the same command starts again".to_owned())
        .into()
}
