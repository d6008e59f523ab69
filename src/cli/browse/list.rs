//! What the table shows: molecules, or groups of them.

use crate::game::{Config, RayStatistics};
use crate::store::{Order, Record, SpectrumClass};

/// The molecules or the groups of the table, and which of them is chosen.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// What it has, in words.
    pub(super) title: String,
    pub(super) rows: Rows,
    /// Counted from 0.
    pub(super) chosen: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Rows {
    /// All molecules, by number.
    All,
    /// These molecules, which a condition has chosen and sorted.
    Some {
        numbers: Vec<u64>,
        condition: String,
        order: Option<Order>,
    },
    /// Ambiguous spectra up to symmetry, the largest groups first.
    Groups(Vec<SpectrumClass>),
}

/// A condition that every molecule fulfils.
pub(super) const ANY: &str = "true";

impl List {
    /// All molecules of a configuration.
    pub(super) fn all() -> List {
        List {
            title: "molecules".to_owned(),
            rows: Rows::All,
            chosen: 0,
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self, config: Config) -> usize {
        match &self.rows {
            Rows::All => usize::try_from(config.molecules()).unwrap_or(usize::MAX),
            Rows::Some { numbers, .. } => numbers.len(),
            Rows::Groups(groups) => groups.len(),
        }
    }

    /// The number of the molecule in a row; of a group, the canonical one.
    pub(super) fn number(&self, row: usize) -> Option<u64> {
        match &self.rows {
            Rows::All => Some(row as u64 + 1),
            Rows::Some { numbers, .. } => numbers.get(row).copied(),
            Rows::Groups(groups) => groups.get(row).map(|group| group.canonical_number),
        }
    }

    /// The row of a molecule.
    pub(super) fn row(&self, number: u64) -> Option<usize> {
        match &self.rows {
            Rows::All => usize::try_from(number - 1).ok(),
            Rows::Some { numbers, .. } => numbers.iter().position(|&one| one == number),
            Rows::Groups(_) => None,
        }
    }

    /// The column by which its molecules are sorted.
    pub(super) fn order(&self) -> Option<Order> {
        match &self.rows {
            Rows::Some { order, .. } => *order,
            Rows::All | Rows::Groups(_) => None,
        }
    }

    /// The condition that its molecules fulfil.
    pub(super) fn condition(&self) -> &str {
        match &self.rows {
            Rows::Some { condition, .. } => condition,
            Rows::All | Rows::Groups(_) => ANY,
        }
    }
}

/// A column beside the number.
pub(super) struct Column {
    /// Its heading: the column of Molecules, with the first words cut short.
    pub(super) name: &'static str,
    pub(super) of: fn(&RayStatistics) -> u16,
}

/// The columns, those first that say most.
pub(super) const COLUMNS: [Column; 8] = [
    Column {
        name: "abs",
        of: |rays| rays.absorbed.number,
    },
    Column {
        name: "ref",
        of: |rays| rays.reflected.number,
    },
    Column {
        name: "out",
        of: |rays| rays.out.number,
    },
    Column {
        name: "turns",
        of: |rays| max(rays, |tally| tally.max_turns),
    },
    Column {
        name: "long",
        of: |rays| max(rays, |tally| tally.max_length),
    },
    Column {
        name: "edge",
        of: |rays| rays.reflected_edge,
    },
    Column {
        name: "deep",
        of: |rays| rays.reflected_deep,
    },
    Column {
        name: "total",
        of: |rays| rays.absorbed.tot_length + rays.reflected.tot_length + rays.out.tot_length,
    },
];

fn max(rays: &RayStatistics, of: fn(&crate::game::Tally) -> u16) -> u16 {
    let tallies = [&rays.absorbed, &rays.reflected, &rays.out];
    tallies.into_iter().map(of).max().unwrap_or(0)
}

/// A row of the table in at most this number of characters.
pub(super) fn line(record: &Record, columns: usize) -> String {
    let cells = COLUMNS
        .iter()
        .map(|column| ((column.of)(&record.statistics).to_string(), column.name));
    joined(record.number.to_string(), cells, columns)
}

/// The headings.
pub(super) fn heading(columns: usize) -> String {
    let cells = COLUMNS
        .iter()
        .map(|column| (column.name.to_owned(), column.name));
    joined("number".to_owned(), cells, columns)
}

fn joined(
    number: String,
    cells: impl Iterator<Item = (String, &'static str)>,
    columns: usize,
) -> String {
    let mut line = format!("{number:>8}");
    for (cell, name) in cells {
        let next = format!("  {cell:>width$}", width = name.len());
        if line.len() + next.len() > columns {
            break;
        }
        line += &next;
    }
    line
}
