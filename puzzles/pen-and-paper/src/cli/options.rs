//! Options that several of the programs share.

use clap::{Args, ValueEnum};

use crate::rules::Board;
use crate::search::Ties;

/// The size of a grid: so many rows and columns if nothing is said.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Size<const DEFAULT: u64> {
    // A default of clap's own would be the same for all sizes.
    #[arg(long, short, value_name = "N", help = format!("How many rows and columns [default: {DEFAULT}]"), conflicts_with_all = ["rows", "columns"])]
    size: Option<u64>,
    /// How many rows
    #[arg(long, value_name = "R", requires = "columns")]
    rows: Option<u64>,
    /// How many columns
    #[arg(long, value_name = "C", requires = "rows")]
    columns: Option<u64>,
}

impl<const DEFAULT: u64> Size<DEFAULT> {
    pub(super) fn board(self) -> kit::Result<Board> {
        let size = self.size.unwrap_or(DEFAULT);
        let (rows, columns) = self.rows.zip(self.columns).unwrap_or((size, size));
        Board::new(rows, columns).map_err(|error| kit::Error::Usage(error.to_string()))
    }
}

/// Where random numbers begin.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Seed {
    /// Seed of the random numbers; the same one makes the same run [default: a
    /// random one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
}

impl Seed {
    pub(super) fn or_random(self) -> u64 {
        self.seed.unwrap_or_else(kit::fresh_seed)
    }
}

/// How ties are broken, as an option.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TiesName {
    /// Any of the cells with the fewest jumps onwards
    Random,
    /// The one of them that is farthest from the middle of the grid
    Outward,
}

impl From<TiesName> for Ties {
    fn from(name: TiesName) -> Ties {
        match name {
            TiesName::Random => Ties::Random,
            TiesName::Outward => Ties::Outward,
        }
    }
}

/// A method, as an option.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MethodName {
    /// Plain backtracking in random order
    Random,
    /// The cell with the fewest jumps onwards; all anew where there is none
    Warnsdorff,
    /// The same with some steps back, and without ways that leave cells
    /// unreachable
    Backtrack,
    /// The same, and a part of the way is reversed where there is none
    Rotate,
    /// Circular tours of small blocks, joined to one
    Blocks,
}

impl MethodName {
    pub(super) fn name(self) -> &'static str {
        match self {
            MethodName::Random => "random",
            MethodName::Warnsdorff => "warnsdorff",
            MethodName::Backtrack => "backtrack",
            MethodName::Rotate => "rotate",
            MethodName::Blocks => "blocks",
        }
    }
}

/// Options are refused that none of the methods heeds.
pub(super) fn check_options(
    methods: &[MethodName],
    ties: Option<TiesName>,
    back: Option<u64>,
) -> kit::Result<()> {
    let heeded = |by: &[MethodName]| methods.iter().any(|method| by.contains(method));
    let wrong = |what: &str| Err(kit::Error::Usage(what.to_owned()));
    if ties.is_some() && !heeded(&[MethodName::Warnsdorff, MethodName::Backtrack]) {
        return wrong("--ties is for the methods warnsdorff and backtrack");
    }
    if back.is_some() && !heeded(&[MethodName::Backtrack]) {
        return wrong("--back is for the method backtrack");
    }
    Ok(())
}
