//! Tables of other boxes with as many atoms.

use std::collections::BTreeMap;

use super::ambiguity::SIZES;
use crate::analysis::{Fate, Origin, SpectralGroup};
use crate::stages::report::{Report, Smaller};
use crate::view::report::table::{Cell, Table};

pub(super) fn growth(report: &Report) -> Table {
    let atoms = report.config.atoms();
    Table::new(
        "growth",
        format!("How ambiguity of {atoms} atoms grows with the box"),
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
        report.growth.iter().map(|growth| {
            let (config, ambiguous) = (growth.config, growth.total(|row| row.molecules));
            let largest = growth.by_size.last();
            let source = match growth.explored {
                true => "exploration",
                false => "census",
            };
            vec![
                Cell::text(config),
                Cell::Count(config.molecules()),
                Cell::Count(config.canonical_molecules()),
                Cell::Count(ambiguous),
                Cell::Share(ambiguous as f64 / config.molecules() as f64),
                Cell::Count(growth.total(|row| row.spectra_up_to_symmetry)),
                Cell::Count(growth.total(|row| row.spectra)),
                Cell::Count(largest.map_or(1, |row| row.molecules_per_spectrum)),
                Cell::text(source),
            ]
        }),
    )
}

pub(super) fn growth_by_size(report: &Report) -> Table {
    let atoms = report.config.atoms();
    let sizes = report.growth.iter().flat_map(|growth| {
        let rows = growth.by_size.iter();
        rows.map(|row| (growth.config, row))
    });
    Table::new(
        "growth-by-size",
        format!("Ambiguous spectra of {atoms} atoms by box and by how many molecules share them"),
        &[&[("config", "box")], &SIZES[..]].concat(),
        sizes.map(|(config, row)| {
            vec![
                Cell::text(config),
                Cell::Count(row.molecules_per_spectrum),
                Cell::Count(row.spectra_up_to_symmetry),
                Cell::Count(row.spectra),
                Cell::Count(row.molecules),
            ]
        }),
    )
}

/// A row for each size of the groups, and one for all: the smaller box, the size, and the sums of
/// what `counts` says of each group.
fn by_size<const N: usize>(
    smaller: &Smaller,
    groups: &[SpectralGroup],
    counts: impl Fn(usize) -> [u64; N],
) -> Vec<Vec<Cell>> {
    let mut sums = BTreeMap::from([(u64::MAX, [0; N])]);
    for (place, group) in groups.iter().enumerate() {
        // All of them come last.
        for size in [group.size(), u64::MAX] {
            let sums = sums.entry(size).or_insert([0; N]);
            let both = sums.iter_mut().zip(counts(place));
            both.for_each(|(sum, count)| *sum += count);
        }
    }
    let rows = sums.into_iter().map(|(size, sums)| {
        let label = match size {
            u64::MAX => Cell::text("all"),
            size => Cell::Count(size),
        };
        let begin = [Cell::text(smaller.embedding.smaller), label];
        begin.into_iter().chain(sums.map(Cell::Count)).collect()
    });
    rows.collect()
}

pub(super) fn reappearing(report: &Report) -> Table {
    let config = report.config;
    Table::new(
        "reappearing",
        format!(
            "Groups of smaller boxes that reappear in {config} when empty lines and columns are inserted, up to symmetry"
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
        report.smaller.iter().flat_map(|smaller| {
            by_size(smaller, &smaller.groups, |place| {
                let Fate { ways, kept } = smaller.embedding.fates[place];
                let (always, never) = (kept == ways && kept > 0, kept == 0);
                let fates = [true, always, !always && !never, never].map(u64::from);
                let [all, always, sometimes, never] = fates;
                [all, always, sometimes, never, ways, kept]
            })
        }),
    )
}

pub(super) fn origins(report: &Report) -> Table {
    let config = report.config;
    let groups = &report.survey.groups;
    Table::new(
        "origins",
        format!(
            "Groups of {config} that come from a smaller box by inserting empty lines and columns"
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
        report.smaller.iter().flat_map(|smaller| {
            by_size(smaller, groups, |place| {
                let (images, origin) = (groups[place].images, smaller.embedding.origins[place]);
                let [old, new] = [origin.is_some(), origin.is_none()].map(u64::from);
                let whole = u64::from(origin == Some(Origin::Whole));
                [1, old, whole, new, images, old * images, new * images]
            })
        }),
    )
}
