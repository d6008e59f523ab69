//! The part of the page that draws the ambiguous groups.

use ::view::words::{counted, thousands};
use maud::{Markup, html};

use crate::analysis::{CostedGroup, Guess};
use crate::game::Config;
use crate::stages::report::Report;
use crate::view::drawing;
use crate::view::report::{DRAWN, LISTED, tables};

pub(super) fn groups(report: &Report) -> Markup {
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
                ". Up to " (counted(costed.apart, "atom differs", "atoms differ"))
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
