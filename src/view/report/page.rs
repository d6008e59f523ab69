//! The report as a page: nothing in it comes from elsewhere, and it can be
//! read on light and dark paper, on a narrow screen and in print.

use maud::{Markup, PreEscaped, html};

use super::tables::{self, Tables};
use super::{DRAWN, LISTED, MARK, figures};
use crate::analysis::claims::{Claim, Exhibit, Verdict};
use crate::analysis::words::{counted, thousands};
use crate::analysis::{
    CostedGroup, GroupCount, Guess, Kind, Measure, POINTS_AN_ATOM, Pairs, SpectralGroup,
};
use crate::game::Config;
use crate::stages::report::{PAIRS_KEPT, Report, Smaller};
use crate::view::drawing;
use crate::view::svg::{self, Picture};

/// How many rows of a long table the page shows.
const ROWS: usize = 100;

/// How many groups are drawn that no smaller box has.
const NEW_DRAWN: usize = 12;

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
                style { (PreEscaped(svg::STYLE)) (PreEscaped(include_str!("style.css"))) }
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
                    (groups(report))
                    (rays(report, tables))
                    (boxes(report, tables))
                    (claims(report))
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
                (tile("ambiguous spectra", &thousands(count.spectrums), &format!("{} up to symmetry", thousands(count.up_to_symmetry))))
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

fn groups(report: &Report) -> Markup {
    let config = report.config;
    let drawn = report.groups.len().min(DRAWN);
    html! {
        section id="groups" {
            h2 { "The ambiguous groups" }
            @if report.groups.is_empty() {
                p { "There is none." }
            } @else {
                p {
                    "Of groups that are images of each other one is shown, named by its lowest canonical number; the largest and costliest come first."
                    @if drawn < report.groups.len() {
                        " The first " (drawn) " of " (thousands(report.groups.len() as u64)) " are drawn, the others listed below."
                    }
                }
                (legend())
                ol class="boards" {
                    @for costed in report.groups.iter().take(DRAWN) { li { (group_figure(costed, config)) } }
                }
                (group_list(report))
            }
        }
    }
}

/// What the drawings of groups mean.
fn legend() -> Markup {
    html! {
        p class="legend" {
            svg class="picture key" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" { circle class="ink" cx="11" cy="11" r="8" {} }
            " an atom that all molecules of the group have; "
            svg class="picture key" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" {
                rect class="hue-2" fill-opacity="0.14" width="22" height="22" {}
                circle class="way-2" stroke-width="3" stroke-dasharray="25 50" transform="rotate(-90 11 11)" cx="11" cy="11" r="8" {}
                circle class="way-2" stroke-width="1" stroke-dasharray="2 2" cx="11" cy="11" r="8" {}
            }
            " an uncertain one: the thick part of the ring is the share of the molecules that have it, and in it stands which of them have it, or how many."
        }
    }
}

fn group_figure(costed: &CostedGroup, config: Config) -> Markup {
    /// How many numbers are written out.
    const NUMBERS: usize = 8;
    let group = &costed.group;
    let more = group.molecules.len().saturating_sub(NUMBERS);
    html! {
        figure id={ "group-" (group.canonical_number) } {
            (drawing::group(group, config).inline())
            figcaption {
                b { "Group " (thousands(group.canonical_number)) } ": " (counted(group.size(), "molecule", "molecules"))
                " (" @for (place, number) in (1..).zip(tables::numbers(costed, config).take(NUMBERS)) {
                    @if place > 1 { ", " } (place) ": " (thousands(number))
                }
                @if more > 0 { " and " (more) " more" }
                "), " (counted(group.images, "image", "images"))
                ". Up to " (counted(costed.apart.into(), "atom differs", "atoms differ"))
                "; " (guesses(costed, config)) "."
            }
        }
    }
}

/// What the best and the worst guess cost.
fn guesses(costed: &CostedGroup, config: Config) -> String {
    let points = |guess: &Guess| {
        let (mean, highest) = (guess.mean_penalty(), guess.highest_penalty());
        format!("costs {mean:.2} points on average and {highest} at worst")
    };
    let which = |guess: &Guess| {
        let mut molecules = costed.group.molecules.iter();
        match molecules.position(|one| *one == guess.molecule) {
            Some(place) => (place + 1).to_string(),
            None => format!(
                "{} (none of them)",
                thousands(guess.molecule.number(config))
            ),
        }
    };
    let (best, worst) = (&costed.best, &costed.worst);
    if best.in_group && points(best) == points(worst) {
        return format!("any guess {}", points(best));
    }
    format!(
        "guess {} {}, guess {} {}",
        which(best),
        points(best),
        which(worst),
        points(worst)
    )
}

/// The groups that are not drawn, a line each.
fn group_list(report: &Report) -> Markup {
    let config = report.config;
    let rest = report.groups.get(DRAWN..).unwrap_or_default();
    if rest.is_empty() {
        return Markup::default();
    }
    let mut text = format!(
        "{:>12} {:>5} {:>5} {:>6} {:>6}  {:<width$}  numbers\n",
        "group",
        "size",
        "apart",
        "best",
        "worst",
        "spectrum",
        width = config.positions(),
    );
    for costed in rest.iter().take(LISTED) {
        let numbers: Vec<String> = tables::numbers(costed, config)
            .map(|n| n.to_string())
            .collect();
        text += &format!(
            "{:>12} {:>5} {:>5} {:>6.2} {:>6.2}  {}  {}\n",
            costed.group.canonical_number,
            costed.group.size(),
            costed.apart,
            costed.best.mean_penalty(),
            costed.worst.mean_penalty(),
            costed.group.spectrum,
            numbers.join(" "),
        );
    }
    html! {
        details {
            summary { "The other " (thousands(rest.len() as u64)) " groups" }
            p class="note" {
                "Best and worst are the points that such a guess costs on average. "
                @if rest.len() > LISTED { "The first " (thousands(LISTED as u64)) " are listed; " }
                a href="groups.csv" { "groups.csv" } " has all groups with more."
            }
            pre tabindex="0" { (text) }
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
            p { "The first molecule by number, up to symmetry, that has such a ray. Positions count from 1 at the top of the west side, counter-clockwise around the box." }
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

fn boxes(report: &Report, tables: &Tables) -> Markup {
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
                @if let Some(picture) = figures::growth(report) { (figure(&picture)) }
            }
            (tables.growth.html(usize::MAX))
            @if tables.growth_by_size.len() > 0 { (tables.growth_by_size.html(ROWS)) (left_out(tables.growth_by_size.len(), "growth-by-size.csv")) }
            h3 { "Groups that come from smaller boxes" }
            p {
                "Insert empty lines and columns between the atoms of all molecules of a group, and the group may reappear in a larger box: its molecules share a spectrum there, too. A group of the larger box comes from the smaller one if its molecules share a spectrum in that one once some lines and columns are taken out that are empty in all of them; from a whole group, if no others share it there."
            }
            @if report.smaller.is_empty() {
                p {
                    "No smaller box of " (counted(config.atoms() as u64, "atom", "atoms")) " is explored in the same database"
                    @if config.width() > 1 && report.unready.is_empty() {
                        ". " code { "blackbox run --config " (smaller_hint(config)) } " explores one"
                    }
                    "."
                }
            }
            @for one in &report.unready {
                p class="note" { (one) " is in the database, but has not gone through the pipeline: " code { "blackbox run --config " (one) } " finishes it." }
            }
            @if !report.smaller.is_empty() {
                @for smaller in &report.smaller { p { (origin_in_words(smaller, report)) } }
                (tables.reappearing.html(ROWS))
                (tables.origins.html(ROWS))
                p class="note" {
                    "What becomes of every single group of a smaller box is in " a href="fates.csv" { "fates.csv" }
                    ", and which of them every group of " (config) " comes from in " a href="parents.csv" { "parents.csv" } "."
                }
                @if let Some(largest) = report.smaller.last() { (new_groups(largest, report)) }
            }
        }
    }
}

/// The next smaller box that is large enough.
fn smaller_hint(config: Config) -> Config {
    Config::new(config.atoms() as u64, config.width() as u64 - 1).unwrap_or(config)
}

/// What of the groups of a smaller box reappears, in a sentence or two.
fn origin_in_words(smaller: &Smaller, report: &Report) -> String {
    let config = report.config;
    let from = smaller.embedding.smaller;
    let groups = &report.survey.groups;
    let reappear = smaller
        .embedding
        .fates
        .iter()
        .filter(|fate| fate.reappears())
        .count();
    let come = groups
        .iter()
        .zip(&smaller.embedding.parentages)
        .filter(|(_, p)| !p.is_new());
    let (come, all) = (
        GroupCount::of(come.map(|(group, _)| group)),
        GroupCount::of(groups),
    );
    format!(
        "{} of the {} of {from} up to symmetry {} in {config}; {} of the {} of {config} come from {from}, {} of {} spectra in all.",
        thousands(reappear as u64),
        counted(
            smaller.groups.len() as u64,
            "ambiguous group",
            "ambiguous groups"
        ),
        if reappear == 1 {
            "reappears"
        } else {
            "reappear"
        },
        thousands(come.up_to_symmetry),
        counted(all.up_to_symmetry, "group", "groups"),
        thousands(come.spectrums),
        thousands(all.spectrums),
    )
}

/// The groups that a smaller box does not have.
fn new_groups(smaller: &Smaller, report: &Report) -> Markup {
    let new: Vec<&SpectralGroup> = report
        .survey
        .groups
        .iter()
        .zip(&smaller.embedding.parentages)
        .filter(|(_, parentage)| parentage.is_new())
        .map(|(group, _)| group)
        .collect();
    // Where nothing is known of the smaller box, everything is new.
    let shown = if smaller.groups.is_empty() {
        0
    } else {
        new.len().min(NEW_DRAWN)
    };
    html! {
        @if shown > 0 {
            h4 { "New since " (smaller.embedding.smaller) ": " (counted(new.len() as u64, "group", "groups")) }
            @if shown < new.len() { p class="note" { "The first " (shown) " by number." } }
            ol class="boards" {
                @for group in new.iter().take(shown) {
                    li { figure {
                        (drawing::group(group, report.config).inline())
                        figcaption { b { "Group " (thousands(group.canonical_number)) } ": " (counted(group.size(), "molecule", "molecules")) ", " (counted(group.images, "image", "images")) "." }
                    } }
                }
            }
        }
    }
}

fn claims(report: &Report) -> Markup {
    let count = |verdict| {
        report
            .claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    };
    html! {
        section id="claims" {
            h2 { "Claims" }
            p {
                "What Jean Forget's text on exploring Black Box says that can be checked, in the order in which it says it, whichever configuration it is about: "
                (count(Verdict::Confirmed)) " claims are confirmed, " (count(Verdict::Refined)) " refined and " (count(Verdict::Refuted)) " refuted. "
                "Where the database holds the configuration, that is what they are compared with, and else the rules."
            }
            ol class="claims" {
                @for claim in &report.claims { li { (claim_card(claim)) } }
            }
        }
    }
}

fn claim_card(claim: &Claim) -> Markup {
    html! {
        article class=(claim.verdict.name()) {
            h3 { span class="verdict" { (claim.verdict.name()) } " " (claim.statement) }
            p { (claim.finding) }
            @if !claim.exhibits.is_empty() {
                div class="exhibits" {
                    @for exhibit in &claim.exhibits {
                        figure {
                            (figures::exhibit(exhibit).inline())
                            figcaption { (exhibit_in_words(exhibit)) }
                        }
                    }
                }
            }
            p class="note" { (claim.config) " · " (claim.chapter) " · computed from the " (tables::source(claim)) }
        }
    }
}

fn exhibit_in_words(exhibit: &Exhibit) -> String {
    match exhibit {
        Exhibit::Molecule {
            config, molecule, ..
        } => {
            format!("{config} {}", thousands(molecule.number(*config)))
        }
        Exhibit::Group { config, group } => {
            let numbers = group
                .molecules
                .iter()
                .map(|molecule| thousands(molecule.number(*config)));
            format!("{config} {}", crate::analysis::words::listed(numbers))
        }
    }
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
