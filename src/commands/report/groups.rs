//! The pages that draw the ambiguous groups.

use ::draw::words::{counted, thousands};
use itertools::Itertools;
use maud::{Markup, html};

use super::run::ReportContents;
use super::show::{PAGE, PER_PAGE, document, groups_page};
use crate::board::{Board, Config};
use crate::draw::drawing;
use crate::draw::family::sentences;
use crate::draw::page_link::PlayPage;
use crate::groups::{CostedGroup, SpectralGroup};
use crate::puzzle::guess::Guess;

/// Which groups a page has, from 1, of this number of groups: "101–200".
pub(super) fn range(page: usize, groups: usize) -> String {
    let [first, last] = [(page - 1) * PER_PAGE + 1, groups.min(page * PER_PAGE)];
    format!("{}–{}", thousands(first as u64), thousands(last as u64))
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
        "Groups {} of {}",
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
            h2 { a href={ "#g" (name) } { "Group " (name) } }
            p {
                (counted(group.size(), "molecule", "molecules")) ", " (counted(group.images, "image", "images"))
                ". Up to " (counted(costed.apart, "atom differs", "atoms differ"))
                "; " (guesses(costed)) ". "
                code { (group.spectrum) }
                @if let Some(play) = play { " " a href=(play.all_shot(group.molecules[0])) aria-label={ "Decode group " (name) } { "decode" } }
            }
            @if let Some(freedom) = group.freedom() {
                p { (sentences(&freedom, config).join(" ")) }
            }
            div class="boards" {
                figure {
                    (whole_group(group, config))
                    figcaption {
                        "All molecules in one box. Uncertain: "
                        (group.uncertain().atoms().map(|cell| {
                            let cell_name = drawing::cell_name(cell);
                            format!("{cell_name} in {}", drawing::holders_in_words(group, cell))
                        }).format("; ")) "."
                    }
                }
                @for (place, &one) in (1..).zip(&group.molecules) {
                    @let number = one.number().unwrap_or_default();
                    figure id={ "m" (number) } {
                        (of_group(one, group, config))
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

/// What the best and the worst guess cost.
fn guesses(costed: &CostedGroup) -> String {
    let points = |guess: &Guess| {
        let (mean, highest) = (guess.mean_penalty(), guess.highest_penalty());
        format!("costs {mean:.2} points on average and {highest} at worst")
    };
    let which = |guess: &Guess| {
        let mut molecules = costed.group.molecules.iter();
        match molecules.position(|one| *one == guess.board) {
            Some(place) => (place + 1).to_string(),
            None => format!(
                "{} (none of them)",
                guess.board.number().unwrap_or_default()
            ),
        }
    };
    let (best, worst) = (&costed.best, &costed.worst);
    if best.in_group && points(best) == points(worst) {
        return format!("any guess {}", points(best));
    }
    let told = |guess| format!("guess {} {}", which(guess), points(guess));
    [best, worst].map(told).join(", ")
}

/// What the molecules of a page share.
fn shared(config: Config) -> Markup {
    html! {
        svg class="picture shared" width="0" height="0" aria-hidden="true" {
            defs {
                // A copy has the colours of pictures only if it brings their class.
                g id="box" class="picture" { (drawing::lines(config)) }
                g id="some" class="picture" { (drawing::tinted()) }
            }
        }
    }
}

/// A picture as wide as a box.
fn picture(config: Config, title: &str, body: &Markup) -> Markup {
    let side = drawing::side(config);
    html! {
        svg class="picture" role="img" aria-label=(title) viewBox={ "0 0 " (side) " " (side) }
        { (body) }
    }
}

/// A group in one box, on a page with what is [`shared`].
fn whole_group(group: &SpectralGroup, config: Config) -> Markup {
    let number = group.canonical_number;
    let title = format!("All molecules of group {number} in one box");
    let body = html! {
        use href="#box" {}
        g id=(labels_name(group)) class="picture" { (drawing::labels(group.spectrum.as_str())) }
        (drawing::group("#some", group))
    };
    picture(config, &title, &body)
}

/// A molecule of a group that [`whole_group`] has drawn on the same page.
fn of_group(molecule: Board, group: &SpectralGroup, config: Config) -> Markup {
    let cells = molecule.atoms().map(drawing::cell_name);
    let number = molecule.number().unwrap_or_default();
    let title = format!("Molecule {number}: atoms in {}", cells.format(", "));
    let body = html! {
        use href="#box" {}
        use href={ "#" (labels_name(group)) } {}
        (drawing::atoms(molecule))
    };
    picture(config, &title, &body)
}

/// The name of the labels around a group's box.
fn labels_name(group: &SpectralGroup) -> String {
    format!("s{}", group.canonical_number)
}

/// A link to the page where a molecule can be played.
fn play_link(play: Option<&PlayPage>, molecule: Board) -> Markup {
    let number = molecule.number().unwrap_or_default();
    html! {
        @if let Some(play) = play {
            " " a href=(play.molecule(number, molecule.config())) aria-label={ "Play molecule " (number) } { "play" }
        }
    }
}

/// What the drawings of whole groups mean.
fn legend() -> Markup {
    let key = |body: Markup| {
        html! {
            svg class="picture key" width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true" { (body) }
        }
    };
    html! {
        ul class="legend" {
            li { (key(drawing::atom_sample())) " an atom in all molecules of the group" }
            li { (key(drawing::uncertain_sample())) " an atom in some molecules. The ring has one arc per molecule, clockwise from the top, which is thick if that molecule has the atom: here, the first and the third of four. The text inside gives the places of these molecules in the group, or their share." }
        }
    }
}
