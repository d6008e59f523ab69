//! Tables of other boxes with as many atoms.

use std::ops::RangeInclusive;

use itertools::Itertools;

use crate::stages::report::{Report, Smaller};
use crate::view::report::table::{Cell, Table};

pub(super) fn growth(report: &Report) -> Table {
    let mut table = Table::new(
        "growth",
        format!(
            "How ambiguity of {} atoms grows with the box",
            report.config.atoms()
        ),
        &[
            ("config", "box"),
            ("molecules", "molecules"),
            ("canonical_molecules", "up to symmetry"),
            ("ambiguous_molecules", "ambiguous molecules"),
            ("ambiguous_percent", "share"),
            ("up_to_symmetry", "ambiguous spectra up to symmetry"),
            ("spectrums", "in all"),
            ("largest", "largest group"),
            ("known_from", "known from"),
        ],
    );
    for growth in &report.growth {
        let (config, count) = (growth.config, growth.count());
        table.rows.push(vec![
            Cell::text(config),
            Cell::Count(config.molecules()),
            Cell::Count(config.canonical_molecules()),
            Cell::Count(count.molecules),
            Cell::Share(count.molecules as f64 / config.molecules() as f64),
            Cell::Count(count.up_to_symmetry),
            Cell::Count(count.spectra),
            Cell::Count(growth.by_size.last().map_or(1, |(size, _)| *size)),
            Cell::text(if growth.explored {
                "exploration"
            } else {
                "census"
            }),
        ]);
    }
    table
}

pub(super) fn growth_by_size(report: &Report) -> Table {
    let mut table = Table::new(
        "growth-by-size",
        format!(
            "Ambiguous spectra of {} atoms by box and by how many molecules share them",
            report.config.atoms()
        ),
        &[
            ("config", "box"),
            ("size", "molecules per spectrum"),
            ("up_to_symmetry", "spectra up to symmetry"),
            ("spectrums", "spectra in all"),
            ("molecules", "molecules in all"),
        ],
    );
    for growth in &report.growth {
        for (size, count) in &growth.by_size {
            table.rows.push(vec![
                Cell::text(growth.config),
                Cell::Count(*size),
                Cell::Count(count.up_to_symmetry),
                Cell::Count(count.spectra),
                Cell::Count(count.molecules),
            ]);
        }
    }
    table
}

/// Group sizes that a table has a row for, all and each.
fn size_rows(sizes: impl Iterator<Item = u64>) -> Vec<(Cell, RangeInclusive<u64>)> {
    let mut rows: Vec<_> = sizes
        .sorted_unstable()
        .dedup()
        .map(|size| (Cell::Count(size), size..=size))
        .collect();
    rows.push((Cell::text("all"), 0..=u64::MAX));
    rows
}

pub(super) fn reappearing(report: &Report) -> Table {
    let mut table = Table::new(
        "reappearing",
        format!(
            "Groups of smaller boxes that reappear in {} when empty lines and columns are inserted, up to symmetry",
            report.config
        ),
        &[
            ("smaller", "from"),
            ("size", "molecules a group"),
            ("groups", "groups"),
            ("always", "reappear wherever they are inserted"),
            ("sometimes", "in some places only"),
            ("never", "never"),
            ("ways", "ways to insert them"),
            ("kept", "ways that keep the group"),
        ],
    );
    for Smaller { groups, embedding } in &report.smaller {
        let fates = || groups.iter().zip(&embedding.fates);
        for (label, sizes) in size_rows(groups.iter().map(|group| group.size())) {
            let mut sums = [0u64; 6];
            for (_, fate) in fates().filter(|(group, _)| sizes.contains(&group.size())) {
                let which = match fate.kept {
                    0 => 3,
                    kept if kept == fate.ways => 1,
                    _ => 2,
                };
                sums[0] += 1;
                sums[which] += 1;
                sums[4] += fate.ways;
                sums[5] += fate.kept;
            }
            let cells = [Cell::text(embedding.smaller), label];
            table
                .rows
                .push(cells.into_iter().chain(sums.map(Cell::Count)).collect());
        }
    }
    table
}

pub(super) fn origins(report: &Report) -> Table {
    let mut table = Table::new(
        "origins",
        format!(
            "Groups of {} that come from a smaller box by inserting empty lines and columns",
            report.config
        ),
        &[
            ("smaller", "from"),
            ("size", "molecules a group"),
            ("up_to_symmetry", "groups up to symmetry"),
            ("from_smaller_up_to_symmetry", "come from there"),
            ("whole_up_to_symmetry", "of them as whole groups"),
            ("new_up_to_symmetry", "new"),
            ("groups", "groups in all"),
            ("from_smaller", "come from there"),
            ("new", "new"),
        ],
    );
    let groups = &report.survey.groups;
    for Smaller { embedding, .. } in &report.smaller {
        for (label, sizes) in size_rows(groups.iter().map(|group| group.size())) {
            let mut sums = [0u64; 7];
            let parentages = groups.iter().zip(&embedding.parentages);
            for (group, parentage) in parentages.filter(|(g, _)| sizes.contains(&g.size())) {
                let is_new = u64::from(parentage.is_new());
                sums[0] += 1;
                sums[1] += 1 - is_new;
                sums[2] += u64::from(parentage.whole);
                sums[3] += is_new;
                sums[4] += group.images;
                sums[5] += (1 - is_new) * group.images;
                sums[6] += is_new * group.images;
            }
            let cells = [Cell::text(embedding.smaller), label];
            table
                .rows
                .push(cells.into_iter().chain(sums.map(Cell::Count)).collect());
        }
    }
    table
}

pub(super) fn fates(report: &Report) -> Table {
    let mut table = Table::new(
        "fates",
        format!(
            "What becomes of each group of a smaller box in {}",
            report.config
        ),
        &[
            ("smaller", "from"),
            ("canonical_number", "group there"),
            ("size", "molecules"),
            ("images", "images"),
            ("ways", "ways to insert lines and columns"),
            ("kept", "ways that keep the group"),
            ("reappears", "reappears"),
        ],
    );
    for Smaller { groups, embedding } in &report.smaller {
        for (group, fate) in groups.iter().zip(&embedding.fates) {
            table.rows.push(vec![
                Cell::text(embedding.smaller),
                Cell::Number(group.canonical_number),
                Cell::Count(group.size()),
                Cell::Count(group.images),
                Cell::Count(fate.ways),
                Cell::Count(fate.kept),
                Cell::text(if fate.reappears() { "yes" } else { "no" }),
            ]);
        }
    }
    table
}

pub(super) fn parents(report: &Report) -> Table {
    let mut table = Table::new(
        "parents",
        format!(
            "Which groups of smaller boxes each group of {} comes from",
            report.config
        ),
        &[
            ("canonical_number", "group"),
            ("size", "molecules"),
            ("smaller", "from"),
            ("parents", "groups there"),
            ("whole", "as a whole group"),
        ],
    );
    for Smaller { groups, embedding } in &report.smaller {
        for (group, parentage) in report.survey.groups.iter().zip(&embedding.parentages) {
            let parents = parentage
                .parents
                .iter()
                .map(|&parent| groups[parent].canonical_number);
            table.rows.push(vec![
                Cell::Number(group.canonical_number),
                Cell::Count(group.size()),
                Cell::text(embedding.smaller),
                Cell::Text(parents.into_iter().join(" ")),
                Cell::text(if parentage.whole { "yes" } else { "no" }),
            ]);
        }
    }
    table
}
