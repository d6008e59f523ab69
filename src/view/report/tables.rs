//! The tables of a report, and how a table looks in each form.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use itertools::Itertools;
use maud::{Markup, html};

use crate::analysis::claims::{Claim, Exhibit, Source};
use crate::analysis::words::thousands;
use crate::analysis::{CostedGroup, GroupCount, Guess, Kind, Measure, POINTS_AN_ATOM, RayNumbers};
use crate::game::{Chamber, Config, Molecule, Outcome};
use crate::stages::report::{Growth, Report, Smaller};

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The name of its CSV file, without `.csv`.
    pub(super) name: &'static str,
    /// What it tells.
    pub(super) caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    /// A last row that CSV does without.
    total: Option<Vec<Cell>>,
}

/// A column: its name for programs, and for people. One without a name for
/// people is left to programs.
#[derive(Clone, Copy, Debug)]
struct Column {
    key: &'static str,
    heading: &'static str,
}

/// A value in a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    /// Words.
    Text(String),
    /// A molecule, a spectrum or the like, symbol by symbol.
    Symbols(String),
    /// A number of things.
    Count(u64),
    /// The name of something that happens to be a number.
    Number(u64),
    /// Points or another mean, told to people with two decimals.
    Mean(f64),
    /// A share, told in per cent.
    Share(f64),
    /// Nothing to be told.
    Nothing,
}

impl Cell {
    fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    fn symbols(text: impl ToString) -> Cell {
        Cell::Symbols(text.to_string())
    }

    /// For people.
    pub(super) fn shown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Symbols(text) => text.clone(),
            Cell::Count(count) | Cell::Number(count) => thousands(*count),
            Cell::Mean(mean) => format!("{mean:.2}"),
            Cell::Share(share) => format!("{:.3}\u{a0}%", 100.0 * share),
            Cell::Nothing => "–".to_owned(),
        }
    }

    /// For programs. A spreadsheet would take a text for a formula that begins
    /// like one, as molecules and spectra do; an apostrophe before it, which
    /// none of our texts begins with, keeps it from that.
    fn plain(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Symbols(text) => {
                let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
                format!("{}{text}", if formula { "'" } else { "" })
            }
            Cell::Count(count) | Cell::Number(count) => count.to_string(),
            Cell::Mean(mean) => format!("{mean:.4}"),
            Cell::Share(share) => format!("{:.4}", 100.0 * share),
            Cell::Nothing => String::new(),
        }
    }

    fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_) | Cell::Symbols(_))
    }
}

impl Table {
    fn new(name: &'static str, caption: String, columns: &[(&'static str, &'static str)]) -> Table {
        Table {
            name,
            caption,
            columns: columns
                .iter()
                .map(|&(key, heading)| Column { key, heading })
                .collect(),
            rows: Vec::new(),
            total: None,
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The table as CSV with a header.
    pub(super) fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        let header = self.columns.iter().map(|column| column.key);
        // Memory takes everything, and all records are equally long.
        let _ = writer.write_record(header);
        for row in &self.rows {
            let _ = writer.write_record(row.iter().map(Cell::plain));
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    /// The places of the columns that people see.
    fn seen(&self) -> Vec<usize> {
        let columns = self.columns.iter().enumerate();
        columns
            .filter(|(_, column)| !column.heading.is_empty())
            .map(|(at, _)| at)
            .collect()
    }

    /// Is a column one of numbers?
    fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.all(Cell::is_number)
    }

    /// The first rows of the table as a part of a page, in a frame that
    /// scrolls by itself.
    pub(super) fn html(&self, rows: usize) -> Markup {
        let seen = self.seen();
        let class = |column: usize| {
            if self.is_number(column) {
                "number"
            } else {
                "words"
            }
        };
        html! {
            div class="scroll" tabindex="0" role="region" aria-label=(self.caption) {
                table {
                    caption { (self.caption) }
                    thead { tr {
                        @for &at in &seen { th scope="col" class=(class(at)) { (self.columns[at].heading) } }
                    } }
                    tbody {
                        @for row in self.rows.iter().take(rows) { tr {
                            @for &at in &seen { (Table::td(&row[at], class(at))) }
                        } }
                    }
                    @if let Some(total) = &self.total {
                        tfoot { tr { @for &at in &seen { (Table::td(&total[at], class(at))) } } }
                    }
                }
            }
        }
    }

    fn td(cell: &Cell, class: &str) -> Markup {
        html! {
            td class=(class) {
                @match cell {
                    Cell::Symbols(text) => { code { (text) } }
                    other => { (other.shown()) }
                }
            }
        }
    }

    /// The first rows of the table as Markdown.
    pub(super) fn markdown(&self, rows: usize) -> String {
        let seen = self.seen();
        let line = |cells: &[Cell]| {
            let cells = seen.iter().map(|&at| match &cells[at] {
                Cell::Symbols(text) if !text.is_empty() => {
                    let line = text.replace(|c: char| c.is_control() || c == '`', " ");
                    format!("`{}`", line.replace('|', "\\|"))
                }
                other => markdown_escaped(&other.shown()),
            });
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let headings = seen
            .iter()
            .map(|&at| markdown_escaped(self.columns[at].heading));
        let mut text = format!("| {} |\n", headings.collect::<Vec<_>>().join(" | "));
        let rules = seen
            .iter()
            .map(|&at| if self.is_number(at) { "---:" } else { ":---" });
        text += &format!("| {} |\n", rules.collect::<Vec<_>>().join(" | "));
        for row in self.rows.iter().take(rows).chain(&self.total) {
            text += &line(row);
        }
        text
    }
}

/// A text that Markdown shows as it is.
pub(super) fn markdown_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '`' | '[' | ']' | '~' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '<' => escaped += "&lt;",
            '&' => escaped += "&amp;",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// All tables of a report.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) ambiguity: Table,
    pub(super) costs: Table,
    pub(super) pair_counts: Table,
    pub(super) pairs: Table,
    pub(super) groups: Table,
    pub(super) rays: Table,
    pub(super) lengths: Table,
    pub(super) turns: Table,
    pub(super) records: Table,
    pub(super) ray_numbers: Table,
    pub(super) growth: Table,
    pub(super) growth_by_size: Table,
    pub(super) reappearing: Table,
    pub(super) origins: Table,
    pub(super) fates: Table,
    pub(super) parents: Table,
    pub(super) claims: Table,
}

impl Tables {
    pub(super) fn new(report: &Report) -> Tables {
        Tables {
            ambiguity: ambiguity(report),
            costs: costs(report),
            pair_counts: pair_counts(report),
            pairs: pairs(report),
            groups: groups(report),
            rays: rays(report),
            lengths: by_measure(report, Measure::Length),
            turns: by_measure(report, Measure::Turns),
            records: records(report),
            ray_numbers: ray_numbers(report),
            growth: growth(report),
            growth_by_size: growth_by_size(report),
            reappearing: reappearing(report),
            origins: origins(report),
            fates: fates(report),
            parents: parents(report),
            claims: claims(report),
        }
    }

    /// All of them, in the order of the page.
    pub(super) fn all(&self) -> [&Table; 17] {
        [
            &self.ambiguity,
            &self.costs,
            &self.pair_counts,
            &self.pairs,
            &self.groups,
            &self.rays,
            &self.lengths,
            &self.turns,
            &self.records,
            &self.ray_numbers,
            &self.growth,
            &self.growth_by_size,
            &self.reappearing,
            &self.origins,
            &self.fates,
            &self.parents,
            &self.claims,
        ]
    }
}

fn ambiguity(report: &Report) -> Table {
    let mut table = Table::new(
        "ambiguity",
        format!(
            "Ambiguous spectra of {} by how many molecules share them",
            report.config
        ),
        &[
            ("size", "molecules a spectrum"),
            ("up_to_symmetry", "spectra up to symmetry"),
            ("spectrums", "spectra in all"),
            ("molecules", "molecules in all"),
        ],
    );
    for (size, count) in GroupCount::by_size(&report.survey.groups) {
        table.rows.push(vec![
            Cell::Count(size),
            Cell::Count(count.up_to_symmetry),
            Cell::Count(count.spectrums),
            Cell::Count(count.molecules),
        ]);
    }
    let total = GroupCount::of(&report.survey.groups);
    table.total = Some(vec![
        Cell::text("total"),
        Cell::Count(total.up_to_symmetry),
        Cell::Count(total.spectrums),
        Cell::Count(total.molecules),
    ]);
    table
}

fn costs(report: &Report) -> Table {
    let mut table = Table::new(
        "costs",
        format!(
            "What a guess costs in the ambiguous groups of {}, in points",
            report.config
        ),
        &[
            ("size", "molecules a group"),
            ("apart", "atoms that differ at most"),
            ("best_mean_penalty", "best guess, on average"),
            ("best_highest_penalty", "at worst"),
            ("worst_mean_penalty", "worst guess, on average"),
            ("worst_highest_penalty", "at worst"),
            ("up_to_symmetry", "groups up to symmetry"),
            ("groups", "groups in all"),
        ],
    );
    // The groups come in an order in which equal ones need not be neighbours.
    type Costs = (u64, u32, String, u64, String, u64);
    let mut counts: BTreeMap<Costs, (Vec<Cell>, u64, u64)> = BTreeMap::new();
    for costed in &report.groups {
        let cells = vec![
            Cell::Count(costed.group.size()),
            Cell::Count(costed.apart.into()),
            Cell::Mean(costed.best.mean_penalty()),
            Cell::Count(costed.best.highest_penalty()),
            Cell::Mean(costed.worst.mean_penalty()),
            Cell::Count(costed.worst.highest_penalty()),
        ];
        let mean = |guess: Guess| format!("{:020.10}", guess.mean_penalty());
        let key = (
            costed.group.size(),
            costed.apart,
            mean(costed.best),
            costed.best.highest_penalty(),
            mean(costed.worst),
            costed.worst.highest_penalty(),
        );
        let entry = counts.entry(key).or_insert((cells, 0, 0));
        entry.1 += 1;
        entry.2 += costed.group.images;
    }
    for (mut cells, up_to_symmetry, groups) in counts.into_values().rev() {
        cells.extend([Cell::Count(up_to_symmetry), Cell::Count(groups)]);
        table.rows.push(cells);
    }
    table
}

fn pair_counts(report: &Report) -> Table {
    let mut table = Table::new(
        "pair-counts",
        format!(
            "Pairs of molecules of {} with one spectrum, by how many atoms differ",
            report.config
        ),
        &[
            ("atoms", "atoms that differ"),
            ("penalty", "points"),
            ("pairs_up_to_symmetry", "pairs up to symmetry"),
            ("pairs", "pairs in all"),
            (
                "groups_up_to_symmetry",
                "groups up to symmetry that have such a pair",
            ),
        ],
    );
    for (atoms, count) in report.pairs.counts() {
        table.rows.push(vec![
            Cell::Count(atoms.into()),
            Cell::Count(POINTS_AN_ATOM * u64::from(atoms)),
            Cell::Count(count.up_to_symmetry),
            Cell::Count(count.in_all),
            Cell::Count(count.groups),
        ]);
    }
    table
}

fn pairs(report: &Report) -> Table {
    let config = report.config;
    let mut table = Table::new(
        "pairs",
        format!(
            "Pairs of {config} that differ by two atoms or more, the costliest first, up to symmetry"
        ),
        &[
            ("atoms", "atoms"),
            ("penalty", "points"),
            ("canonical_number", "group"),
            ("number", "molecule"),
            ("other_number", "and molecule"),
            ("molecule", ""),
            ("other_molecule", ""),
            ("cells", "atoms of the one"),
            ("other_cells", "atoms of the other"),
        ],
    );
    for pair in report.pairs.costliest() {
        let only = |one: Molecule, other: Molecule| Molecule::from_bits(one.bits() & !other.bits());
        table.rows.push(vec![
            Cell::Count(pair.atoms.into()),
            Cell::Count(POINTS_AN_ATOM * u64::from(pair.atoms)),
            Cell::Number(pair.canonical_number),
            Cell::Number(pair.one.number(config)),
            Cell::Number(pair.other.number(config)),
            Cell::symbols(pair.one.text(config)),
            Cell::symbols(pair.other.text(config)),
            Cell::Text(cells(only(pair.one, pair.other), config)),
            Cell::Text(cells(only(pair.other, pair.one), config)),
        ]);
    }
    table
}

/// Cells as line and column, both from 1.
pub(super) fn cells(atoms: Molecule, config: Config) -> String {
    let width = config.width();
    let cells = atoms
        .atoms()
        .map(|cell| (cell / width + 1, cell % width + 1));
    cells
        .map(|(line, column)| format!("{line}.{column}"))
        .join(" ")
}

/// The numbers of a group's molecules.
pub(super) fn numbers(costed: &CostedGroup, config: Config) -> impl Iterator<Item = u64> {
    costed
        .group
        .molecules
        .iter()
        .map(move |molecule| molecule.number(config))
}

fn groups(report: &Report) -> Table {
    let config = report.config;
    let mut table = Table::new(
        "groups",
        format!("The ambiguous groups of {config} up to symmetry, the largest and costliest first"),
        &[
            ("rank", ""),
            ("canonical_number", "group"),
            ("spectrum", "spectrum"),
            ("size", "molecules"),
            ("images", "images"),
            ("numbers", "numbers"),
            ("common", "common atoms"),
            ("uncertain", "uncertain atoms"),
            ("apart", "atoms that differ at most"),
            ("best_guess", ""),
            ("best_guess_number", "best guess"),
            ("best_guess_in_group", ""),
            ("best_mean_penalty", "costs on average"),
            ("best_highest_penalty", "at worst"),
            ("worst_guess", ""),
            ("worst_guess_number", "worst guess"),
            ("worst_mean_penalty", "costs on average"),
            ("worst_highest_penalty", "at worst"),
        ],
    );
    for (rank, costed) in (1..).zip(&report.groups) {
        let CostedGroup {
            group,
            apart,
            best,
            worst,
        } = costed;
        table.rows.push(vec![
            Cell::Number(rank),
            Cell::Number(group.canonical_number),
            Cell::symbols(group.spectrum),
            Cell::Count(group.size()),
            Cell::Count(group.images),
            Cell::Text(numbers(costed, config).join(" ")),
            Cell::Text(cells(group.common(), config)),
            Cell::Text(cells(group.uncertain(), config)),
            Cell::Count((*apart).into()),
            Cell::symbols(best.molecule.text(config)),
            Cell::Number(best.molecule.number(config)),
            Cell::text(if best.in_group { "yes" } else { "no" }),
            Cell::Mean(best.mean_penalty()),
            Cell::Count(best.highest_penalty()),
            Cell::symbols(worst.molecule.text(config)),
            Cell::Number(worst.molecule.number(config)),
            Cell::Mean(worst.mean_penalty()),
            Cell::Count(worst.highest_penalty()),
        ]);
    }
    table
}

fn rays(report: &Report) -> Table {
    let mut table = Table::new(
        "rays",
        format!(
            "Rays of all molecules of {} by outcome, turns and length",
            report.config
        ),
        &[
            ("outcome", "outcome"),
            ("turns", "turns"),
            ("length", "length"),
            ("rays", "rays"),
        ],
    );
    for kind in Kind::ALL {
        for (extent, rays) in report.survey.rays.distribution(kind).iter() {
            table.rows.push(vec![
                Cell::text(kind.name()),
                Cell::Count(extent.turns as u64),
                Cell::Count(extent.length as u64),
                Cell::Count(rays),
            ]);
        }
    }
    table
}

fn by_measure(report: &Report, measure: Measure) -> Table {
    let config = report.config;
    let (name, caption, heading) = match measure {
        Measure::Length => (
            "ray-lengths",
            format!("How many cells the rays of {config} enter, all molecules together"),
            ("length", "cells entered"),
        ),
        Measure::Turns => (
            "ray-turns",
            format!("How often the rays of {config} turn, all molecules together"),
            ("turns", "turns"),
        ),
    };
    let mut table = Table::new(
        name,
        caption,
        &[
            heading,
            ("absorbed", "absorbed"),
            ("reflected", "reflected"),
            ("out", "out"),
        ],
    );
    let by = Kind::ALL.map(|kind| report.survey.rays.distribution(kind).by(measure));
    let most = by.iter().map(Vec::len).max().unwrap_or(0);
    for value in 0..most {
        let counts = by
            .iter()
            .map(|counts| counts.get(value).copied().unwrap_or(0));
        table.rows.push(
            [value as u64]
                .into_iter()
                .chain(counts)
                .map(Cell::Count)
                .collect(),
        );
    }
    let means = Kind::ALL.map(|kind| report.survey.rays.distribution(kind).mean(measure));
    let means = means
        .into_iter()
        .map(|mean| mean.map_or(Cell::Nothing, Cell::Mean));
    table.total = Some([Cell::text("mean")].into_iter().chain(means).collect());
    table
}

fn records(report: &Report) -> Table {
    let config = report.config;
    let mut table = Table::new(
        "ray-records",
        format!(
            "The longest and the most turned rays of {config}, by the first molecule that has one"
        ),
        &[
            ("outcome", "outcome"),
            ("measure", "most"),
            ("value", ""),
            ("length", "length"),
            ("turns", "turns"),
            ("number", "molecule"),
            ("position", "from position"),
            ("exit", "to position"),
            ("canonical_molecules", "molecules with one, up to symmetry"),
            ("molecules", "in all"),
            ("molecule", ""),
            ("path", ""),
        ],
    );
    for kind in Kind::ALL {
        for measure in Measure::ALL {
            let Some(record) = report.survey.rays.record(kind, measure) else {
                continue;
            };
            let path = Chamber::new(record.molecule, config).path(record.position);
            let width = config.width();
            let way = path
                .cells
                .iter()
                .map(|cell| format!("{}.{}", cell / width + 1, cell % width + 1));
            table.rows.push(vec![
                Cell::text(kind.name()),
                Cell::text(measure.name()),
                Cell::Count(record.extent.get(measure) as u64),
                Cell::Count(record.extent.length as u64),
                Cell::Count(record.extent.turns as u64),
                Cell::Number(record.molecule.number(config)),
                Cell::Number(record.position as u64 + 1),
                match path.ray.outcome {
                    Outcome::Out(exit) => Cell::Number(exit as u64 + 1),
                    _ => Cell::Nothing,
                },
                Cell::Count(record.canonical),
                Cell::Count(record.molecules),
                Cell::symbols(record.molecule.text(config)),
                Cell::Text(way.into_iter().join(" ")),
            ]);
        }
    }
    table
}

/// What a molecule has a number of.
pub(super) const NUMBERS: [(&str, fn(RayNumbers) -> u16); 6] = [
    ("absorbed", |numbers| numbers.absorbed),
    ("reflected", RayNumbers::reflected),
    ("edge", |numbers| numbers.edge),
    ("deep", |numbers| numbers.deep),
    ("out", |numbers| numbers.out),
    ("shots", RayNumbers::shots),
];

fn ray_numbers(report: &Report) -> Table {
    let mut table = Table::new(
        "ray-numbers",
        format!(
            "How many molecules of {} have so many rays of a kind, and need so many shots",
            report.config
        ),
        &[
            ("number", "number"),
            ("absorbed", "absorbed rays"),
            ("reflected", "reflected rays"),
            ("edge", "of them at the edge"),
            ("deep", "of them inside"),
            ("out", "rays that come out"),
            ("shots", "shots"),
        ],
    );
    let by = NUMBERS.map(|(_, of)| report.survey.rays.tally().by(of));
    let last = by
        .iter()
        .filter_map(|counts| counts.last_key_value())
        .map(|(&n, _)| n)
        .max();
    for number in 0..=last.unwrap_or(0) {
        let counts = by
            .iter()
            .map(|counts| counts.get(&number).copied().unwrap_or(0));
        let cells = [u64::from(number)]
            .into_iter()
            .chain(counts)
            .map(Cell::Count);
        table.rows.push(cells.collect());
    }
    table
}

fn growth(report: &Report) -> Table {
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
    for Growth {
        config,
        explored,
        by_size,
    } in &report.growth
    {
        let count = report_count(by_size);
        table.rows.push(vec![
            Cell::text(config),
            Cell::Count(config.molecules()),
            Cell::Count(config.canonical_molecules()),
            Cell::Count(count.molecules),
            Cell::Share(count.molecules as f64 / config.molecules() as f64),
            Cell::Count(count.up_to_symmetry),
            Cell::Count(count.spectrums),
            Cell::Count(by_size.last().map_or(1, |(size, _)| *size)),
            Cell::text(if *explored { "exploration" } else { "census" }),
        ]);
    }
    table
}

fn report_count(by_size: &[(u64, GroupCount)]) -> GroupCount {
    by_size
        .iter()
        .fold(GroupCount::default(), |sum, &(_, count)| sum + count)
}

fn growth_by_size(report: &Report) -> Table {
    let mut table = Table::new(
        "growth-by-size",
        format!(
            "Ambiguous spectra of {} atoms by box and by how many molecules share them",
            report.config.atoms()
        ),
        &[
            ("config", "box"),
            ("size", "molecules a spectrum"),
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
                Cell::Count(count.spectrums),
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

fn reappearing(report: &Report) -> Table {
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

fn origins(report: &Report) -> Table {
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

fn fates(report: &Report) -> Table {
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

fn parents(report: &Report) -> Table {
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

/// Where a claim's finding comes from, in words.
pub(super) fn source(claim: &Claim) -> &'static str {
    match claim.source {
        Source::Database => "database",
        Source::Rules => "rules",
    }
}

fn claims(report: &Report) -> Table {
    let mut table = Table::new(
        "claims",
        "What the specifying text claims, and what is true".to_owned(),
        &[
            ("place", "no."),
            ("chapter", "chapter"),
            ("config", "about"),
            ("claim", "claim"),
            ("verdict", "verdict"),
            ("finding", "finding"),
            ("shown_by", "shown by"),
            ("computed_from", "computed from"),
        ],
    );
    for (place, claim) in (1..).zip(&report.claims) {
        table.rows.push(vec![
            Cell::Number(place),
            Cell::text(claim.chapter),
            Cell::text(claim.config),
            Cell::text(claim.statement),
            Cell::text(claim.verdict.name()),
            Cell::text(&claim.finding),
            Cell::Text(claim.exhibits.iter().map(exhibit).join("; ")),
            Cell::text(source(claim)),
        ]);
    }
    table
}

/// The numbers of what shows a claim's verdict.
fn exhibit(exhibit: &Exhibit) -> String {
    match exhibit {
        Exhibit::Molecule {
            config, molecule, ..
        } => {
            format!("{config} {}", molecule.number(*config))
        }
        Exhibit::Group { config, group } => {
            let numbers = group
                .molecules
                .iter()
                .map(|molecule| molecule.number(*config));
            format!("{config} {}", numbers.into_iter().join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_harmless_in_every_form() {
        let mut table = Table::new(
            "t",
            "<b>&\"".to_owned(),
            &[("a", "A|<"), ("b", "B"), ("c", "")],
        );
        for text in [
            "=1+1",
            "+1",
            "-O",
            "@SUM(A1)",
            "\t=1",
            "a\"b,c",
            "x\ny",
            "<script>|`*",
        ] {
            table.rows.push(vec![
                Cell::text(text),
                Cell::symbols(text),
                Cell::Count(1000),
            ]);
        }
        let csv = table.csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        for record in reader.records() {
            let record = record.unwrap();
            for cell in record.iter() {
                assert!(
                    !cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']),
                    "{cell:?}"
                );
            }
            assert_eq!(&record[2], "1000");
        }
        assert!(csv.contains("\"a\"\"b,c\""), "{csv}");
        let html = table.html(100).into_string();
        assert!(
            !html.contains("<script>") && html.contains("&lt;script&gt;"),
            "{html}"
        );
        assert!(!html.contains("<b>"));
        let markdown = table.markdown(100);
        assert_eq!(markdown.lines().count(), 2 + table.len(), "{markdown}");
        assert!(!markdown.contains("| <script>"), "{markdown}");
    }

    #[test]
    fn numbers_are_written_for_people_and_for_programs() {
        let cells = [
            Cell::Count(1234),
            Cell::Mean(10.0 / 3.0),
            Cell::Share(0.007_132_8),
            Cell::Nothing,
        ];
        assert_eq!(
            cells.each_ref().map(Cell::shown),
            ["1,234", "3.33", "0.713\u{a0}%", "–"]
        );
        assert_eq!(
            cells.each_ref().map(Cell::plain),
            ["1234", "3.3333", "0.7133", ""]
        );
    }
}
