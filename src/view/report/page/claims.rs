//! The part of the page about the specifying text's claims.

use ::view::words::{listed, thousands};
use maud::{Markup, html};

use crate::analysis::claims::{Claim, Exhibit, Verdict};
use crate::stages::report::Report;
use crate::view::report::{figures, tables};

pub(super) fn claims(report: &Report) -> Markup {
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
            format!("{config} {}", listed(numbers))
        }
    }
}
