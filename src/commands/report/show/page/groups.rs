//! The ambiguous groups: their table on the first page, and the pages that draw them.

use ::view::words::{counted, thousands};
use itertools::Itertools;
use maud::{Markup, html};
use watch::{NoThread, Stop, in_order};

use crate::analysis::{CostedGroup, Guess};
use crate::commands::report::run::{Report, stopped};
use crate::commands::report::show::page::{document, molecule, search};
use crate::commands::report::show::table::page_name;
use crate::commands::report::show::tables::Tables;
use crate::commands::report::show::{DRAWN, PAGE, PER_PAGE};
use crate::draw::drawing;
use crate::draw::family::sentences;
use crate::draw::page_link::PlayPage;
use crate::game::Config;

/// The groups on each page.
fn drawn(report: &Report) -> impl ExactSizeIterator<Item = &[CostedGroup]> {
    report.groups[..report.groups.len().min(DRAWN)].chunks(PER_PAGE)
}

/// Which groups a page has, from 1: "101–200".
fn range(page: usize, groups: &[CostedGroup]) -> String {
    let before = (page - 1) * PER_PAGE;
    let [first, last] = [before + 1, before + groups.len()].map(|group| thousands(group as u64));
    format!("{first}–{last}")
}

/// The parts of the first page about the groups and their families.
pub(super) fn section(report: &Report, tables: &Tables) -> Markup {
    html! {
        section id="groups" {
            h2 { "The ambiguous groups" }
            @if report.groups.is_empty() {
                p { "There are none." }
            } @else {
                p {
                    "Groups that are images of each other are shown once, under their lowest canonical number. The largest and costliest come first. The number of a group leads to its drawing, and so does the number of a molecule."
                    @if report.groups.len() > DRAWN { " The first " (thousands(DRAWN as u64)) " groups have a drawing." }
                }
                (tables["groups"].first_html())
                nav aria-label="Drawings of the groups" {
                    p { "Drawings, in this order:" }
                    ul class="pages" {
                        @for (page, groups) in (1..).zip(drawn(report)) {
                            li { a href=(page_name(page)) { (range(page, groups)) } }
                        }
                    }
                }
            }
        }
        @if !tables["families"].rows.is_empty() {
            section id="families" {
                h2 { "Families" }
                p {
                    "Empty lines can be taken out of a box with few atoms, and put in again, and no ray notices. So a group is a stretched copy of a family, and the number of copies is a polynomial in the width p."
                }
                (tables["families"].first_html())
            }
        }
    }
}

/// The pages that draw the groups, made on all threads.
pub(in crate::commands::report::show) fn pages(
    report: &Report,
    play: Option<&PlayPage>,
    stop: &Stop,
) -> kit::Result<Vec<String>> {
    let mut pages = Vec::with_capacity(drawn(report).len());
    let draw = |index: usize| match drawn(report).nth(index) {
        Some(groups) if !stop.asked() => Ok(page(report, play, index + 1, groups)),
        _ => Err(stopped(report.config)),
    };
    in_order(0..drawn(report).len(), draw, |_, page| {
        pages.push(page);
        Ok::<(), NoThread>(())
    })??;
    Ok(pages)
}

fn page(report: &Report, play: Option<&PlayPage>, page: usize, groups: &[CostedGroup]) -> String {
    let title = format!(
        "Groups {} of {}, Black Box {}",
        range(page, groups),
        thousands(report.groups.len() as u64),
        report.config
    );
    let config = report.config;
    let around = || around(report, page);
    let body = html! {
        header class="top" {
            a class="name" href=(PAGE) { "Black Box " (config) }
            nav aria-label="Pages" { (around()) }
            (search(report))
        }
        main {
            (molecule::shared(config))
            h1 { "Groups " (range(page, groups)) " of " (thousands(report.groups.len() as u64)) }
            p class="lead" { "The largest and costliest groups of " (config) " come first, one for all its rotations and reflections." }
            (molecule::group_legend())
            (molecule::legend(false))
            @for costed in groups { (article(costed, config, play)) }
        }
        footer { nav aria-label="Pages, again" { (around()) } }
    };
    document(&title, &body)
}

/// Links to the pages before and after one.
fn around(report: &Report, page: usize) -> Markup {
    let pages = drawn(report).len();
    let link = |to: usize| Some(range(to, drawn(report).nth(to.checked_sub(1)?)?));
    html! {
        a href={ (PAGE) "#groups" } { "All groups" }
        @if let Some(before) = link(page - 1) { a href=(page_name(page - 1)) rel="prev" { "◀ " (before) } }
        @if let Some(after) = link(page + 1) { a href=(page_name(page + 1)) rel="next" { (after) " ▶" } }
        @if page < pages { a href=(page_name(pages)) { "Last" } }
    }
}

fn article(costed: &CostedGroup, config: Config, play: Option<&PlayPage>) -> Markup {
    let group = &costed.group;
    let name = group.canonical_number;
    html! {
        article class="group" id={ "g" (name) } data-spectrum=(group.spectrum) {
            h2 { a href={ "#g" (name) } { "Group " (name) } }
            p {
                (counted(group.size(), "molecule", "molecules")) ", " (counted(group.images, "image", "images"))
                ". Up to " (counted(costed.apart, "atom differs", "atoms differ"))
                "; " (guesses(costed, config)) ". "
                code { (group.spectrum) }
                @if let Some(play) = play { " " a href=(play.all_shot(group.molecules[0], config)) aria-label={ "Decode group " (name) } { "decode" } }
            }
            @if let Some(freedom) = group.freedom(config) {
                p { (sentences(&freedom, config).join(" ")) }
            }
            div class="boards" {
                figure {
                    (molecule::whole_group(group, config))
                    figcaption {
                        "All molecules in one box. Uncertain: "
                        (group.uncertain().atoms().map(|cell| {
                            let cell_name = drawing::cell_name(cell, config);
                            format!("{cell_name} in {}", drawing::holders_in_words(group, cell))
                        }).format("; ")) "."
                    }
                }
                @for (place, &one) in (1..).zip(&group.molecules) {
                    @let number = one.number(config);
                    figure id={ "m" (number) } {
                        (molecule::of_group(one, group, config))
                        figcaption {
                            (place) ": " a href={ "#m" (number) } { "molecule " (number) }
                            (molecule::play_link(play, one, config))
                        }
                    }
                }
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
            None => format!("{} (none of them)", guess.molecule.number(config)),
        }
    };
    let (best, worst) = (&costed.best, &costed.worst);
    if best.in_group && points(best) == points(worst) {
        return format!("any guess {}", points(best));
    }
    let told = |guess| format!("guess {} {}", which(guess), points(guess));
    [best, worst].map(told).join(", ")
}
