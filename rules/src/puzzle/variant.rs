//! The rules of other programs.
//!
//! Of eleven public programs whose rays were compared with these rules, six differ. A user of such a program may enter
//! a board with which no molecule agrees, so the two most common differences are tried with the slow rules of the
//! oracle, molecule by molecule.

use std::fmt;

use watch::{Halt, Observed};

use super::question::{Fact, Puzzle};
use crate::board::Config;
use crate::oracle::Plain;
#[doc(inline)]
pub use crate::oracle::Variant;

/// The greatest number of molecules to try, which takes a second or two.
const MOST_TRIED: u128 = 1 << 20;

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Variant::EdgeFirst => "an edge reflection",
            Variant::TurnFirst => "a turn",
        })
    }
}

impl Puzzle {
    /// The variants with which some molecules agree, and for each the configurations of these molecules, with a count.
    /// Tries only the configurations before there are too many molecules. Checks the facts of the
    /// [contradiction](Puzzle::contradiction) first, which is faster.
    pub fn by_variants(
        &self,
        contradiction: &[Fact],
        observed: &Observed,
    ) -> Result<Vec<(Variant, Config, u64)>, Halt> {
        let others = self.facts();
        let others = others.iter().filter(|fact| !contradiction.contains(fact));
        let facts: Vec<Fact> = contradiction.iter().chain(others).copied().collect();
        let mut molecules = 0u128;
        let few = |config: &&Config| {
            molecules = molecules.saturating_add(config.arrangements());
            config.is_numbered() && molecules <= MOST_TRIED
        };
        let configs = self.configs().iter().take_while(few).count();
        let mut agree = Vec::new();
        for variant in [Variant::EdgeFirst, Variant::TurnFirst] {
            for &config in &self.configs()[..configs] {
                let count = count_in_variant(variant, config, &facts, observed)?;
                if count > 0 {
                    agree.push((variant, config, count));
                }
            }
        }
        Ok(agree)
    }
}

fn count_in_variant(
    variant: Variant,
    config: Config,
    facts: &[Fact],
    observed: &Observed,
) -> Result<u64, Halt> {
    let mut count = 0;
    let plain = Plain::new(config.atoms(), config.width());
    let empty = plain.drawn("-".repeat(config.cells()).as_bytes());
    let mut drawn = empty.clone();
    let across = config.width() + 2;
    for (tried, board) in config.boards().enumerate() {
        if tried.is_multiple_of(1 << 10) {
            observed.add(0)?;
        }
        drawn.copy_from_slice(&empty);
        for atom in board.atoms() {
            drawn[(atom.row() + 1) * across + atom.column() + 1] = b'O';
        }
        let agrees = facts.iter().all(|fact| match *fact {
            Fact::Mark(cell, atom) => board.has_atom(cell) == Ok(atom),
            Fact::Shot(position, outcome) => {
                plain.ends_by(&drawn, position.index(), outcome.into(), variant)
            }
        });
        count += u64::from(agrees);
    }
    Ok(count)
}
