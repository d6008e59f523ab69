//! The part of the page about the specifying text's claims.

use ::view::words::listed;
use maud::{Markup, html};

use super::molecule;
use crate::analysis::claims::{Claim, Exhibit, Verdict};
use crate::stages::report::Report;
use crate::view::drawing;
use crate::view::page_link::PlayPage;
use crate::view::report::table::group_link;
use crate::view::report::{Pages, tables};

pub(super) fn claims(report: &Report, pages: &Pages, play: Option<&PlayPage>) -> Markup {
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
            (molecule::group_legend())
            ol class="claims" {
                @for claim in &report.claims { li { (claim_card(claim, report, pages, play)) } }
            }
        }
    }
}

fn claim_card(claim: &Claim, report: &Report, pages: &Pages, play: Option<&PlayPage>) -> Markup {
    html! {
        article class=(claim.verdict.name()) {
            h3 { span class="verdict" { (claim.verdict.name()) } " " (claim.statement) }
            p { (claim.finding) }
            @if !claim.exhibits.is_empty() {
                div class="exhibits" {
                    @for exhibit in &claim.exhibits {
                        figure {
                            @match exhibit {
                                Exhibit::Molecule { config, molecule: one, ray } => {
                                    (molecule::with_ray(*one, *ray, *config))
                                    figcaption { (config) " " (one.number(*config)) (molecule::play_link(play, *one, *config)) }
                                },
                                Exhibit::Group { config, group } => {
                                    @let page = pages.of(group.canonical_number).filter(|_| *config == report.config);
                                    (drawing::group(group, *config).inline())
                                    figcaption {
                                        (config) " " (listed(group.molecules.iter().map(|one| one.number(*config))))
                                        @if let Some(page) = page { ", an image of " a href=(group_link(page, group.canonical_number)) { "group " (group.canonical_number) } }
                                    }
                                },
                            }
                        }
                    }
                }
            }
            p class="note" { (claim.config) " · " (claim.chapter) " · computed from the " (tables::source(claim)) }
        }
    }
}
