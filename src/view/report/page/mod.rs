//! The report as a page: nothing in it comes from elsewhere, and it can be
//! read on light and dark paper, on a narrow screen and in print.

mod boxes;
mod claims;
mod groups;

use ::view::svg::{self, Picture};
use ::view::words::{counted, thousands};
use maud::{Markup, PreEscaped, html};

use super::tables::Tables;
use super::{MARK, figures};
use crate::analysis::{GroupCount, Kind, Measure, POINTS_AN_ATOM, Pairs};
use crate::stages::report::{PAIRS_KEPT, Report};

/// How many rows of a long table the page shows.
const ROWS: usize = 100;

pub(super) fn page(report: &Report, tables: &Tables) -> String {
    let config = report.config;
    let body = html! {
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "blackbox " (env!("CARGO_PKG_VERSION")) };
                title { "Black Box " (config) }
                style { (PreEscaped(svg::STYLE)) (PreEscaped(include_str!("../style.css"))) }
            }
            body {
                (header(report))
                nav aria-label="Contents" {
                    a href="#ambiguity" { "Ambiguity" }
                    a href="#groups" { "Groups" }
                    a href="#rays" { "Rays" }
                    a href="#boxes" { "Other boxes" }
                    a href="#claims" { "Claims" }
                    a href="#words" { "Words" }
                }
                main {
                    (ambiguity(report, tables))
                    (groups::groups(report))
                    (rays(report, tables))
                    (boxes::boxes(report, tables))
                    (claims::claims(report))
                    (words(tables))
                }
            }
        }
    };
    format!("{MARK}\n{}\n", body.into_string())
}

fn header(report: &Report) -> Markup {
    let config = report.config;
    let count = GroupCount::of(&report.survey.groups);
    let largest = report
        .groups
        .first()
        .map_or(1, |costed| costed.group.size());
    let most = |measure| {
        let record = report.survey.rays.record_of_all(measure);
        record.map_or(0, |(_, record)| record.extent.get(measure))
    };
    html! {
        header {
            h1 { "Black Box " (config) }
            p class="lead" {
                (counted(config.atoms() as u64, "atom", "atoms")) " in a box of " (config.width()) " × " (config.width())
                ": " (counted(config.molecules(), "molecule", "molecules")) ", "
                (thousands(config.canonical_molecules())) " up to rotation and reflection, every one of them explored."
            }
            dl class="tiles" {
                (tile("cannot be told from others", &share(count.molecules, config.molecules()), &counted(count.molecules, "molecule", "molecules")))
                (tile("ambiguous spectra", &thousands(count.spectra), &format!("{} up to symmetry", thousands(count.up_to_symmetry))))
                (tile("largest group", &thousands(largest), if largest == 1 { "molecule" } else { "molecules" }))
                (tile("longest ray", &most(Measure::Length).to_string(), "cells entered"))
                (tile("most turns", &most(Measure::Turns).to_string(), "of one ray"))
            }
        }
    }
}

fn tile(name: &str, value: &str, unit: &str) -> Markup {
    html! { div { dt { (name) } dd { b { (value) } " " span { (unit) } } } }
}

/// A share in per cent.
fn share(part: u64, whole: u64) -> String {
    format!("{:.3}\u{a0}%", 100.0 * part as f64 / whole.max(1) as f64)
}

fn ambiguity(report: &Report, tables: &Tables) -> Markup {
    let config = report.config;
    let count = GroupCount::of(&report.survey.groups);
    let distant = report.pairs.distant();
    html! {
        section id="ambiguity" {
            h2 { "Ambiguity" }
            @if report.groups.is_empty() {
                p {
                    "No spectrum of " (config) " is ambiguous: "
                    @if config.molecules() == 1 { "there is only one molecule." }
                    @else { "every one of the " (thousands(config.molecules())) " molecules has its own." }
                }
            } @else {
                p {
                    "A spectrum is what all rays tell. " (thousands(count.molecules)) " of "
                    (counted(config.molecules(), "molecule", "molecules")) " share theirs with others, "
                    (share(count.molecules, config.molecules()))
                    ". Whoever has one of them in the box has to guess, even after all rays have been shot."
                }
                (tables.ambiguity.html(usize::MAX))
                h3 { "What a guess costs" }
                p {
                    "An atom in a wrong place costs " (POINTS_AN_ATOM) " points. The best guess puts the atoms so that it costs least on average, all molecules of the group being equally likely; the worst is the molecule that costs most."
                }
                (tables.costs.html(ROWS))
                (left_out(tables.costs.len(), "costs.csv"))
                h3 { "Pairs far apart" }
                (tables.pair_counts.html(usize::MAX))
                @if distant == 0 {
                    p { "No two molecules that share a spectrum differ by " (Pairs::DISTANT) " atoms or more." }
                } @else {
                    p {
                        (counted(distant, "pair differs", "pairs differ")) " by " (Pairs::DISTANT)
                        " atoms or more, where a group stands for its images. Atoms are written line.column, from the upper left."
                    }
                    (tables.pairs.html(ROWS))
                    (left_out(tables.pairs.len(), "pairs.csv"))
                    @if distant > PAIRS_KEPT as u64 { p class="note" { "That file has the costliest " (thousands(PAIRS_KEPT as u64)) "." } }
                }
            }
        }
    }
}

/// Tells where the rest of a long table is.
fn left_out(rows: usize, file: &str) -> Markup {
    html! {
        @if rows > ROWS {
            p class="note" { (thousands(ROWS as u64)) " of " (thousands(rows as u64)) " rows are shown; " a href=(file) { (file) } " has them all." }
        }
    }
}

fn rays(report: &Report, tables: &Tables) -> Markup {
    let config = report.config;
    html! {
        section id="rays" {
            h2 { "Rays" }
            p {
                "A ray's length is how many cells it enters, one entered twice counting twice. A ray that comes out counts once, whichever end it is shot from; a reflected one counts without its way back, and with length 0 if it never gets in. All "
                (thousands(config.canonical_molecules())) " canonical molecules were shot again, each standing for its images, and the sums are those of the database."
            }
            (figure(&figures::by_measure(report, Measure::Length)))
            (tables.lengths.html(usize::MAX))
            (figure(&figures::by_measure(report, Measure::Turns)))
            (tables.turns.html(usize::MAX))
            p class="note" { "Lengths and turns together are in " a href="rays.csv" { "rays.csv" } "." }
            h3 { "Record holders" }
            p { "The first molecule by number, up to symmetry, that has such a ray. Where it is shot and comes out is told by the side of the box and the line or column there, from 1 at the upper left." }
            (tables.records.html(usize::MAX))
            ol class="boards" {
                @for kind in Kind::ALL { @for measure in Measure::ALL {
                    @if let Some(record) = report.survey.rays.record(kind, measure) {
                        @if record.extent.get(measure) > 0 {
                            li { figure {
                                (figures::record(record, config).inline())
                                figcaption {
                                    b { "Molecule " (thousands(record.molecule.number(config))) } ": the "
                                    @match measure { Measure::Length => "longest", Measure::Turns => "most turned" }
                                    " " (kind.name()) " ray enters " (counted(record.extent.length as u64, "cell", "cells"))
                                    " and turns " (counted(record.extent.turns as u64, "time", "times")) "."
                                }
                            } }
                        }
                    }
                } }
            }
            h3 { "Rays of a molecule" }
            p { "To see a whole spectrum takes a shot for every ray that is absorbed or reflected, and one for both ends of a ray that comes out." }
            (figure(&figures::shots(report)))
            (figure(&figures::ray_numbers(report)))
            (tables.ray_numbers.html(usize::MAX))
        }
    }
}

/// A chart in a frame that scrolls by itself.
fn figure(picture: &Picture) -> Markup {
    html! { figure class="chart" tabindex="0" { (picture.inline()) } }
}

fn words(tables: &Tables) -> Markup {
    let words = [
        (
            "molecule",
            "an arrangement of atoms, numbered from 1 in the order of the exploration",
        ),
        (
            "spectrum",
            "the results of all rays: @ absorbed, & reflected, the same letter at both ends of a ray that comes out; from the top of the west side counter-clockwise around the box",
        ),
        (
            "group",
            "all molecules with one spectrum, if there are two or more; they cannot be told apart",
        ),
        (
            "up to symmetry",
            "counting once what is the same rotated or reflected",
        ),
        (
            "canonical number",
            "the lowest number among a molecule's rotations and reflections; a group is named by the lowest canonical number of its molecules",
        ),
    ];
    html! {
        section id="words" {
            h2 { "Words and files" }
            dl class="words" { @for (word, meaning) in words { dt { (word) } dd { (meaning) } } }
            p { "The tables, as comma-separated values and for Markdown:" }
            ul class="files" {
                li { a href="report.md" { "report.md" } " – all of this but the pictures" }
                @for table in tables.all() {
                    li { a href={ (table.name) ".csv" } { (table.name) ".csv" } " – " (table.caption) }
                }
            }
        }
    }
}
