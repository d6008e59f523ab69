//! A molecule in a page: its drawing, whose rays the page's script shows, its link, and what
//! the drawings mean.

use ::view::words::counted;
use itertools::Itertools;
use maud::{Markup, html};

use crate::analysis::SpectralGroup;
use crate::draw::drawing;
use crate::draw::drawing::Line;
use crate::draw::game::became;
use crate::draw::page_link::PlayPage;
use crate::game::{Chamber, Config, Molecule, Position};

/// What the molecules of a page share.
pub(super) fn shared(config: Config) -> Markup {
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

/// A picture as wide as a box. The script shows the rays whose ways it has.
fn picture(
    config: Config,
    title: &str,
    (ways, spectrum): (Option<&str>, Option<&str>),
    body: &Markup,
) -> Markup {
    let side = drawing::side(config);
    html! {
        svg class="picture" role="img" aria-label=(title) viewBox={ "0 0 " (side) " " (side) }
            data-ways=[ways] data-spectrum=[spectrum]
        { (body) }
    }
}

/// A group in one box, on a page with what is [`shared`].
pub(super) fn whole_group(group: &SpectralGroup, config: Config) -> Markup {
    let number = group.canonical_number;
    let title = format!("All molecules of group {number} in one box");
    let body = html! {
        use href="#box" {}
        g id=(labels_name(group)) class="picture" { (drawing::labels(group.spectrum.as_str())) }
        (drawing::contents_with("#some", group, config))
    };
    picture(config, &title, (None, None), &body)
}

/// A molecule of a group that [`whole_group`] has drawn on the same page.
pub(super) fn of_group(molecule: Molecule, group: &SpectralGroup, config: Config) -> Markup {
    let name = |cell| drawing::cell_name(cell, config);
    let cells = molecule.atoms().map(name);
    let number = molecule.number(config);
    let title = format!("Molecule {number}: atoms in {}", cells.format(", "));
    let body = html! {
        use href="#box" {}
        use href={ "#" (labels_name(group)) } {}
        (drawing::atoms(molecule, config))
    };
    let ways = drawing::ways_data(molecule, config);
    picture(config, &title, (Some(&ways), None), &body)
}

/// The name of the labels around a group's box.
fn labels_name(group: &SpectralGroup) -> String {
    format!("s{}", group.canonical_number)
}

/// A molecule with one of its rays.
pub(super) fn with_ray(molecule: Molecule, position: Position, config: Config) -> Markup {
    let path = Chamber::new(molecule, config).path(position);
    let spectrum = molecule.spectrum(config);
    let drawn = drawing::molecule(molecule, &spectrum, config, std::slice::from_ref(&path));
    let width = config.width();
    let end = became(path.ray.outcome, width, "is ");
    let title = format!(
        "{}; the ray from {} enters {}, turns {} and {end}",
        drawn.title,
        position.words(width),
        counted(path.ray.length, "cell", "cells"),
        counted(path.ray.turns, "time", "times")
    );
    let ways = drawing::ways_data(molecule, config);
    let shown = (Some(&ways[..]), Some(spectrum.as_str()));
    picture(config, &title, shown, &drawn.body)
}

/// A link to the page where a molecule can be played.
pub(super) fn play_link(play: Option<&PlayPage>, molecule: Molecule, config: Config) -> Markup {
    let number = molecule.number(config);
    html! {
        @if let Some(play) = play {
            " " a href=(play.molecule(number, config)) aria-label={ "Play molecule " (number) } { "play" }
        }
    }
}

/// What the lines of rays mean. On a page that draws no ray by itself they are there only
/// with the script.
pub(super) fn legend(has_rays: bool) -> Markup {
    html! {
        div class={ "legend" (if has_rays { "" } else { " scripted" }) } {
            p class="scripted" { "Point at a symbol around a box to see its ray, or go to the box with the Tab key and use the arrow keys." }
            ul {
                @for (line, words) in Line::all().zip(["absorbed", "reflected", "out; each pair of letters has one of these patterns"]) {
                    li { (drawing::key(line)) @if let Line::Out(_) = line { @for other in Line::all().skip(3) { (drawing::key(other)) } } " " (words) }
                }
            }
        }
    }
}

/// What the drawings of whole groups mean.
pub(super) fn group_legend() -> Markup {
    let key = |body: Markup| {
        html! {
            svg class="picture key" width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true" { (body) }
        }
    };
    html! {
        ul class="legend" {
            li { (key(drawing::atom_sample())) " an atom of all molecules of the group" }
            li { (key(drawing::uncertain_sample())) " an atom of some. The ring has a part per molecule, clockwise from the top, which is thick if that molecule has the atom; here, the first and the third of four. Inside are the places of these molecules in the group, or their share." }
        }
    }
}
