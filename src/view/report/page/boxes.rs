//! The part of the page about other boxes with as many atoms.

use ::view::words::{counted, thousands};
use maud::{Markup, html};

use super::{figure, molecule};
use crate::analysis::{GroupCount, SpectralGroup};
use crate::game::Config;
use crate::stages::report::{Report, Smaller};
use crate::view::drawing;
use crate::view::report::table::group_link;
use crate::view::report::tables::Tables;
use crate::view::report::{Pages, figures};

/// How many groups are drawn that no smaller box has.
const NEW_DRAWN: usize = 12;

pub(super) fn boxes(report: &Report, tables: &Tables, pages: &Pages) -> Markup {
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
