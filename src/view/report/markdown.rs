//! The report as Markdown: its tables, and what they say in words.

use ::view::words::{counted, thousands};

use super::table::{ROWS, Table, markdown_escaped};
use super::tables::Tables;
use crate::analysis::GroupCount;
use crate::stages::report::Report;

pub(super) fn text(report: &Report, tables: &Tables) -> String {
    let config = report.config;
    let count = GroupCount::of(&report.survey.groups);
    let mut text = format!(
        "# Black Box {config}\n\n{} in a box of {} × {}: {}, {} up to rotation and reflection. {} of them ({:.3} %) cannot be told from others by any ray.\n",
        counted(config.atoms() as u64, "atom", "atoms"),
        config.width(),
        config.width(),
        counted(config.molecules(), "molecule", "molecules"),
        thousands(config.canonical_molecules()),
        thousands(count.molecules),
        100.0 * count.molecules as f64 / config.molecules() as f64,
    );
    let mut section = |title: &str, tables: &[&Table]| {
        text += &format!("\n## {title}\n");
        for table in tables {
            text += &format!("\n{}\n\n", markdown_escaped(&table.caption));
            if table.len() == 0 {
                text += "(none)\n";
                continue;
            }
            text += &table.markdown(ROWS);
            if table.len() > ROWS {
                text += &format!(
                    "\n{} of {} rows; {}.csv has them all.\n",
                    ROWS,
                    thousands(table.len() as u64),
                    table.name
                );
            }
        }
    };
    section(
        "Ambiguity",
        &[
            &tables.ambiguity,
            &tables.costs,
            &tables.pair_counts,
            &tables.pairs,
        ],
    );
    section("The ambiguous groups", &[&tables.groups]);
    section(
        "Rays",
        &[
            &tables.lengths,
            &tables.turns,
            &tables.records,
            &tables.ray_numbers,
        ],
    );
    section(
        "Other boxes",
        &[
            &tables.growth,
            &tables.growth_by_size,
            &tables.reappearing,
            &tables.fates,
            &tables.origins,
            &tables.parents,
        ],
    );
    text
}
