//! The report as pages. Nothing in them comes from elsewhere. They can be read on light
//! and dark paper, on a narrow screen, in print, and without their script.

mod groups;
mod molecule;

use ::view::svg::Picture;
use ::view::words::{counted, thousands};
use maud::{Markup, html};

use crate::analysis::{GroupCount, Kind, Measure, POINTS_AN_ATOM, Pairs, SpectralGroup};
use crate::commands::report::run::{PAIRS_KEPT, Report, Smaller};
use crate::commands::report::show::table::group_link;
use crate::commands::report::show::tables::{Tables, record_name};
use crate::commands::report::show::{MARK, Pages, SCRIPT, STYLE, figures};
use crate::draw::drawing;
use crate::draw::page_link::PlayPage;
use crate::game::Config;

pub(super) use groups::pages as group_pages;

/// The first page.
pub(super) fn page(
    report: &Report,
    tables: &Tables,
    pages: &Pages,
    play: Option<&PlayPage>,
) -> String {
    let body = html! {
        header class="top" {
            span class="name" { "Black Box " (report.config) }
            nav aria-label="Contents" {
                a href="#ambiguity" { "Ambiguity" }
                a href="#groups" { "Groups" }
                a href="#rays" { "Rays" }
                a href="#boxes" { "Other boxes" }
                a href="#words" { "Words" }
            }
            (search(report))
        }
        main {
            (header(report))
            (ambiguity(report, tables))
            (groups::section(report, tables))
            (rays(report, tables, play))
            (boxes(report, tables, pages))
            (words(tables, play))
        }
    };
    document(&format!("Black Box {}", report.config), &body)
}

/// A whole page.
fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "blackbox " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                link rel="stylesheet" href=(STYLE);
                script src=(SCRIPT) defer {}
            }
            body { (body) }
        }
    };
    format!("{MARK}\n{}\n", page.into_string())
}

/// Where the script puts a field to look for a group or a molecule.
fn search(report: &Report) -> Markup {
    html! {
        @if !report.groups.is_empty() { div id="search" data-config=(report.config) {} }
    }
}

fn header(report: &Report) -> Markup {
    let config = report.config;
    let count = GroupCount::of(&report.survey.groups);
    let largest = report.groups.first().map_or(1, |one| one.group.size());
    let most = |measure| {
        let record = report.survey.rays.record_of_all(measure);
        record.map_or(0, |(_, record)| record.extent.get(measure))
    };
    html! {
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
                    ". If the box hides one of them, the player has to guess, even after all rays."
                }
                (tables["ambiguity"].html())
                h3 { "What a guess costs" }
                p {
                    "An atom in a wrong place costs " (POINTS_AN_ATOM) " points. The best guess puts the atoms so that it costs least on average, all molecules of the group being equally likely; the worst is the molecule that costs most."
                }
                (tables["costs"].html())
                h3 { "Pairs far apart" }
                (tables["pair-counts"].html())
                @if distant == 0 {
                    p { "No two molecules that share a spectrum differ by " (Pairs::DISTANT) " atoms or more." }
                } @else {
                    p {
                        (counted(distant, "pair differs", "pairs differ")) " by " (Pairs::DISTANT)
                        " atoms or more, where a group stands for its images. Atoms are written line.column, from the upper left."
                    }
                    @if distant > PAIRS_KEPT as u64 { p class="note" { "The table and its file have the costliest " (thousands(PAIRS_KEPT as u64)) "." } }
                    (tables["pairs"].first_html())
                }
            }
        }
    }
}

fn rays(report: &Report, tables: &Tables, play: Option<&PlayPage>) -> Markup {
    let config = report.config;
    html! {
        section id="rays" {
            h2 { "Rays" }
            p {
                "The length of a ray is the number of cells that it enters; a cell entered twice counts twice. A ray that comes out counts once, whichever end it is shot from. A reflected ray counts without its way back, and its length is 0 if it never gets in. All "
                (thousands(config.canonical_molecules())) " canonical molecules were shot again, each for its images, and the sums agree with those of the database."
            }
            div class="charts" {
                div { (figure(&figures::by_measure(report, Measure::Length))) (tables["ray-lengths"].html()) }
                div { (figure(&figures::by_measure(report, Measure::Turns))) (tables["ray-turns"].html()) }
            }
            p class="note" { a href="rays.csv" { "rays.csv" } " has lengths and turns together." }
            h3 { "Record holders" }
            p { "The first molecule by number, up to symmetry, that has such a ray. A side of the box and a line or column there, from 1 at the upper left, say where the ray is shot and where it comes out." }
            (tables["ray-records"].html())
            (molecule::legend(true))
            ol class="boards" {
                @for kind in Kind::ALL { @for measure in Measure::ALL {
                    @if let Some(record) = report.survey.rays.record(kind, measure) {
                        @if record.extent.get(measure) > 0 {
                            li { figure id=(record_name(kind, measure)) {
                                (molecule::with_ray(record.molecule, record.position, config))
                                figcaption {
                                    b { "Molecule " (record.molecule.number(config)) } ": the "
                                    @match measure { Measure::Length => "longest", Measure::Turns => "most turned" }
                                    " " (kind.name()) " ray enters " (counted(record.extent.length as u64, "cell", "cells"))
                                    " and turns " (counted(record.extent.turns as u64, "time", "times")) "."
                                    (molecule::play_link(play, record.molecule, config))
                                }
                            } }
                        }
                    }
                } }
            }
            h3 { "Rays of a molecule" }
            p { "To see a whole spectrum, a player needs one shot for each ray that is absorbed or reflected, and one for both ends of a ray that comes out." }
            div class="charts" {
                (figure(&figures::shots(report)))
                (figure(&figures::ray_numbers(report)))
            }
            (tables["ray-numbers"].html())
        }
    }
}

fn figure(picture: &Picture) -> Markup {
    html! { figure class="chart" { (picture.inline()) } }
}

/// How many groups are drawn that no smaller box has.
const NEW_DRAWN: usize = 12;

fn boxes(report: &Report, tables: &Tables, pages: &Pages) -> Markup {
    let config = report.config;
    html! {
        section id="boxes" {
            h2 { "Other boxes" }
            h3 { "Growth" }
            @if report.growth.len() < 2 {
                p {
                    "No other box of " (counted(config.atoms() as u64, "atom", "atoms"))
                    " is explored in the same database, and none has been counted there by a census."
                }
            } @else {
                (figure(&figures::growth(report)))
            }
            (tables["growth"].html())
            @if !tables["growth-by-size"].rows.is_empty() { (tables["growth-by-size"].html()) }
            h3 { "Groups that come from smaller boxes" }
            p {
                "Insert empty lines and columns between the atoms of all molecules of a group, and the group may reappear in a larger box: its molecules share a spectrum there, too. A group of the larger box comes from the smaller one if its molecules share a spectrum in that one once some lines and columns are taken out that are empty in all of them; from a whole group, if no others share it there."
            }
            @if report.smaller.is_empty() {
                p {
                    "No smaller box of " (counted(config.atoms() as u64, "atom", "atoms")) " is explored in the same database"
                    @if let Ok(next) = Config::new(config.atoms() as u64, config.width() as u64 - 1) {
                        ". " code { "blackbox run --config " (next) } " explores one"
                    }
                    "."
                }
            } @else {
                @for smaller in &report.smaller { p { (origin_in_words(smaller, report)) } }
                (tables["reappearing"].html())
                (tables["origins"].html())
                @if let Some(largest) = report.smaller.last() { (new_groups(largest, report, pages)) }
            }
        }
    }
}

/// What of the groups of a smaller box reappears, in a sentence or two.
fn origin_in_words(smaller: &Smaller, report: &Report) -> String {
    let config = report.config;
    let from = smaller.embedding.smaller;
    let large = &report.survey.groups;
    let fates = smaller.embedding.fates.iter();
    let reappear = fates.filter(|fate| fate.kept > 0).count();
    let origins = large.iter().zip(&smaller.embedding.origins);
    let come = origins.filter_map(|(group, origin)| origin.map(|_| group));
    let (come, all) = (GroupCount::of(come), GroupCount::of(large));
    let groups = smaller.groups.len() as u64;
    let groups = counted(groups, "ambiguous group", "ambiguous groups");
    let verb = match reappear {
        1 => "reappears",
        _ => "reappear",
    };
    format!(
        "{} of the {groups} of {from} up to symmetry {verb} in {config}; {} of the {} of {config} come from {from}, {} of {} spectra in all.",
        thousands(reappear as u64),
        thousands(come.up_to_symmetry),
        counted(all.up_to_symmetry, "group", "groups"),
        thousands(come.spectra),
        thousands(all.spectra),
    )
}

/// The groups that a smaller box does not have.
fn new_groups(smaller: &Smaller, report: &Report, pages: &Pages) -> Markup {
    let origins = (report.survey.groups.iter()).zip(&smaller.embedding.origins);
    let new = origins.filter_map(|(group, origin)| origin.is_none().then_some(group));
    let new: Vec<&SpectralGroup> = new.collect();
    // Where nothing is known of the smaller box, everything is new.
    let shown = match smaller.groups.is_empty() {
        true => 0,
        false => new.len().min(NEW_DRAWN),
    };
    html! {
        @if shown > 0 {
            h4 { "New since " (smaller.embedding.smaller) ": " (counted(new.len() as u64, "group", "groups")) }
            @if shown < new.len() { p class="note" { "The first " (shown) " by number." } }
            (molecule::group_legend())
            ol class="boards" {
                @for group in new.iter().take(shown) {
                    li { figure {
                        (drawing::group(group, report.config).inline())
                        figcaption { b { (named(group, pages)) } ": " (counted(group.size(), "molecule", "molecules")) ", " (counted(group.images, "image", "images")) "." }
                    } }
                }
            }
        }
    }
}

/// The name of a group, with a link to its drawing.
fn named(group: &SpectralGroup, pages: &Pages) -> Markup {
    let number = group.canonical_number;
    html! {
        @match pages.get(&number) {
            Some(page) => { a href=(group_link(*page, number)) { "Group " (number) } },
            None => { "Group " (number) },
        }
    }
}

fn words(tables: &Tables, play: Option<&PlayPage>) -> Markup {
    html! {
        section id="words" {
            h2 { "Words and files" }
            dl class="words" {
                dt { "molecule" } dd { "an arrangement of atoms, numbered from 1 in the order of the exploration" }
                dt { "spectrum" } dd { "the results of all rays: @ absorbed, & reflected, the same letter at both ends of a ray that comes out; from the top of the west side counter-clockwise around the box" }
                dt { "group" } dd { "all molecules with one spectrum, if there are two or more; they cannot be told apart" }
                dt { "up to symmetry" } dd { "counting once what is the same rotated or reflected" }
                dt { "canonical number" } dd { "the lowest number among a molecule's rotations and reflections; a group is named by the lowest canonical number of its molecules" }
            }
            p {
                @match play {
                    Some(_) => "A link “play” leads to the page where that molecule can be played. ",
                    None => { "This report has no links to a page where its molecules can be played: " code { "blackbox report --page URL" } " puts them in. " }
                }
                "What is true of the text that started this project, Jean Forget's “Exploring Black Box”, is in " code { "docs/claims.md" } " of the program. All tables are files, too:"
            }
            ul class="files" {
                @for table in tables.all() {
                    li { a href={ (table.name) ".csv" } { (table.name) ".csv" } ": " (table.caption) }
                }
            }
        }
    }
}
