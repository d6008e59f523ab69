//! The pages that draw the ambiguous groups.

use draw::words::{counted, thousands};
use itertools::Itertools;
use maud::{Markup, html};

use super::run::ReportContents;
use super::show::{PAGE, PER_PAGE, document, groups_page};
use crate::board::{Board, Config};
use crate::groups::{CostedGroup, SpectralGroup};
use crate::output::drawing;
use crate::output::family::sentences;
use crate::output::page_link::PlayPage;
use crate::puzzle::guess::Guess;

/// The groups on a page, counted from 1: "Groups 101–200", or "Group 101" if it is the only one.
pub(super) fn range(page: usize, groups: usize) -> String {
    let [first, last] = [(page - 1) * PER_PAGE + 1, groups.min(page * PER_PAGE)];
    match first == last {
        true => format!("Group {}", thousands(first as u64)),
        false => format!(
            "Groups {}–{}",
            thousands(first as u64),
            thousands(last as u64)
        ),
    }
}

/// A page with these groups.
pub(super) fn page(
    report: &ReportContents,
    play: Option<&PlayPage>,
    page: usize,
    groups: &[CostedGroup],
) -> String {
    let (config, all) = (report.config, report.groups.len());
    let title = format!(
        "{} of {}",
        range(page, (page - 1) * PER_PAGE + groups.len()),
        thousands(all as u64)
    );
    let is_last = page * PER_PAGE >= all;
    let body = html! {
        header class="top" {
            a class="name" href=(PAGE) { "Black Box " (config) }
            nav aria-label="Pages" {
                @if page > 1 { a href=(groups_page(page - 1)) rel="prev" { "◀ " (range(page - 1, all)) } }
                @if !is_last { a href=(groups_page(page + 1)) rel="next" { (range(page + 1, all)) " ▶" } }
            }
        }
        main {
            (shared(config))
            h1 { (title) }
            (legend())
            @for costed in groups { (article(costed, config, play)) }
        }
    };
    document(&format!("{title}, Black Box {config}"), &body)
}

fn article(costed: &CostedGroup, config: Config, play: Option<&PlayPage>) -> Markup {
    let group = &costed.group;
    let name = group.canonical_number;
    html! {
        article class="group" id={ "g" (name) } {
            h2 { a href={ "#g" (name) } { "The group of molecule " (name) } }
            p {
                (counted(group.size(), "molecule", "molecules")) ", " (counted(group.images, "image", "images"))
                ". Up to " (counted(costed.max_difference, "atom differs", "atoms differ"))
                "; " (guesses(costed)) ". "
                code { (group.spectrum) }
                @if let Some(play) = play { " " a href=(play.all_shot(group.molecules[0])) aria-label={ "Decode group " (name) } { "decode" } }
            }
            @if let Some(freedom) = group.freedom() {
                p { (sentences(&freedom, config).join(" ")) }
            }
            div class="boards" {
                @for (place, &one) in (1..).zip(&group.molecules) {
                    @let number = one.number().unwrap_or_default();
                    figure id={ "m" (number) } {
                        (of_group(place, one, group))
                        figcaption {
                            (place) ": " a href={ "#m" (number) } { "molecule " (number) }
                            (play_link(play, one))
                        }
                    }
                }
            }
        }
    }
}

/// The costs of the cheapest and of the safest guess, in words.
fn guesses(costed: &CostedGroup) -> String {
    let points = |guess: &Guess| {
        let (mean, highest) = (guess.mean_penalty(), guess.highest_penalty());
        format!("costs {mean:.2} points on average and {highest} at worst")
    };
    let which = |guess: &Guess| {
        let number = guess.board.number().unwrap_or_default();
        match costed.group.molecules.contains(&guess.board) {
            true => format!("molecule {number}"),
            false => format!("molecule {number}, which is not in the group"),
        }
    };
    let (best, worst) = (&costed.best, &costed.worst);
    if best.in_group && points(best) == points(worst) {
        return format!("each molecule, as a guess, {}", points(best));
    }
    let described = |guess| format!("{}, {}", which(guess), points(guess));
    format!(
        "the best guess, {}, and the worst one, {}",
        described(best),
        described(worst)
    )
}

/// The definitions that all pictures of a page use: the empty box.
fn shared(config: Config) -> Markup {
    html! {
        svg class="picture shared" width="0" height="0" aria-hidden="true" {
            defs {
                // A copy by `use` needs the class itself to get the colours of pictures.
                g id="box" class="picture" { (drawing::lines(config)) }
            }
        }
    }
}

/// A picture of a molecule of a group, on a page with the [`shared`] definitions. The first one of a group also
/// defines the labels of the others.
fn of_group(place: usize, molecule: Board, group: &SpectralGroup) -> Markup {
    let cells = molecule.atoms().map(drawing::cell_name);
    let number = molecule.number().unwrap_or_default();
    let title = format!("Molecule {number}: atoms in {}", cells.format(", "));
    let side = drawing::side(molecule.config());
    let labels = format!("s{}", group.canonical_number);
    html! {
        svg class="picture" role="img" aria-label=(title) viewBox={ "0 0 " (side) " " (side) } {
            use href="#box" {}
            @if place == 1 {
                g id=(labels) class="picture" { (drawing::labels(group.spectrum.as_str())) }
            } @else {
                use href={ "#" (labels) } {}
            }
            (drawing::of_group(molecule, group))
        }
    }
}

/// A link for playing a molecule on the site.
fn play_link(play: Option<&PlayPage>, molecule: Board) -> Markup {
    let number = molecule.number().unwrap_or_default();
    html! {
        @if let Some(play) = play {
            " " a href=(play.molecule(number, molecule.config())) aria-label={ "Play molecule " (number) } { "play" }
        }
    }
}

/// The legend of the colours of atoms.
fn legend() -> Markup {
    let key = |class: &str| {
        html! {
            svg class="picture key" width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true" {
                (drawing::discs("M0 0h0", class))
            }
        }
    };
    html! {
        ul class="legend" {
            li { (key(drawing::ATOM_CLASS)) " an atom in all molecules of the group" }
            li { (key(drawing::OWN_ATOM_CLASS)) " an atom in some of them; a dot marks the cell in the others" }
            li { "A guess costs 5 points for each wrong ball, as in Parker's board game; " code { "blackbox play" } " accepts every molecule of the group." }
        }
    }
}
