//! Draws the box as a picture: its labels, its atoms, the ways of its rays.

use ::view::svg::{Picture, number, points};
use ::view::words::counted;
use itertools::Itertools;
use maud::{Markup, html};

use super::grid::{Place, grid};
use crate::analysis::SpectralGroup;
use crate::game::{Chamber, Config, Molecule, Outcome, Path, Spectrum};
use crate::store::Record;

/// The width of a cell.
const CELL: f64 = 28.0;
/// The room for labels on each side.
const MARGIN: f64 = 28.0;
/// How far outside the box a ray's line begins.
const REACH: f64 = 6.0;
/// The radius of an atom.
const ATOM: f64 = 9.5;
/// The least width of a picture with the meaning of its lines below it.
const NARROWEST: f64 = 270.0;
/// The radius of the ring around an uncertain atom.
const RING: f64 = 11.0;
/// The room for a line of text below the box.
const LINE: f64 = 20.0;
/// A molecule with its labels and the ways of these rays.
pub(crate) fn molecule(
    molecule: Molecule,
    spectrum: &Spectrum,
    config: Config,
    paths: &[Path],
) -> Picture {
    let side = side(config);
    let colours = colours(paths);
    Picture {
        title: format!(
            "Molecule {} of {config}: {}; spectrum {spectrum}",
            molecule.number(config),
            atoms_in_words(molecule, config, "atoms"),
        ),
        width: side,
        height: side,
        body: html! {
            (frame(molecule, spectrum, config))
            @for (path, colour) in paths.iter().zip(colours) { (way(path, colour, config)) }
            @for cell in molecule.atoms() { (atom(cell, config)) }
        },
    }
}

/// A stored molecule with its number below it. If `rays` is set, it shows the ways of
/// all its rays.
pub(crate) fn record(record: &Record, config: Config, rays: bool) -> Picture {
    let paths = if rays {
        all_paths(record.molecule, config)
    } else {
        Vec::new()
    };
    let picture = molecule(record.molecule, &record.spectrum, config, &paths);
    let number = html! { text class="ink" { (config) " " (record.number) } };
    let mut lines = vec![number];
    if rays {
        lines.push(ways_in_words());
    }
    captioned(picture, &lines)
}

/// All rays of a molecule. A ray that comes out is there once, from the end that comes
/// first.
pub(crate) fn all_paths(molecule: Molecule, config: Config) -> Vec<Path> {
    let chamber = Chamber::new(molecule, config);
    let paths = (0..config.positions()).map(|position| chamber.path(position));
    let comes_first = |path: &Path| match path.ray.outcome {
        Outcome::Out(exit) => path.position < exit,
        _ => true,
    };
    paths.filter(comes_first).collect()
}

/// The molecules of a spectral group in one box. A disc is an atom that all of them
/// have. A cell where only some have one is tinted and has a ring, and that share of
/// the ring is thick. The ring shows which molecules of the group have the atom. If
/// these are too many, it shows how many have it.
pub(crate) fn group(group: &SpectralGroup, config: Config) -> Picture {
    let side = side(config);
    let (common, uncertain) = (group.common(), group.uncertain());
    Picture {
        title: format!(
            "{} of {config} with the spectrum {}: {}; {}",
            counted(group.size(), "molecule", "molecules"),
            group.spectrum,
            atoms_in_words(common, config, "common atoms"),
            atoms_in_words(uncertain, config, "uncertain atoms"),
        ),
        width: side,
        height: side,
        body: html! {
            (frame(common, &group.spectrum, config))
            @for cell in uncertain.atoms() { (uncertain_atom(cell, group, config)) }
            @for cell in common.atoms() { (atom(cell, config)) }
        },
    }
}

/// A picture with lines of text below it.
fn captioned(picture: Picture, lines: &[Markup]) -> Picture {
    let body = html! {
        (picture.body)
        @for (place, line) in lines.iter().enumerate() {
            g transform={ "translate(" (number(MARGIN)) " " (number(picture.height + LINE * place as f64 + 10.0)) ")" } { (line) }
        }
    };
    // Only the text for the lines is wider than the narrowest boxes.
    let least = if lines.len() > 1 { NARROWEST } else { 0.0 };
    Picture {
        width: picture.width.max(least),
        height: picture.height + LINE * lines.len() as f64,
        body,
        ..picture
    }
}

/// What the lines of rays mean.
fn ways_in_words() -> Markup {
    html! {
        @for (x, class, dashes, word) in [
            (0.0, "way-1", "none", "out"), (56.0, "way-2", "none", "absorbed"), (148.0, "way-3", REFLECTED_DASHES, "reflected"),
        ] {
            line class=(class) stroke-width="2" stroke-dasharray=(dashes) x1=(number(x)) x2=(number(x + 22.0)) y1="-4" y2="-4" {}
            text class="soft" x=(number(x + 27.0)) y="0" { (word) }
        }
    }
}

/// Puts pictures beside and below each other into one, a fixed number per row. A single
/// picture stays as it is.
pub(crate) fn sheet(mut pictures: Vec<Picture>, columns: usize, title: String) -> Picture {
    if pictures.len() == 1
        && let Some(picture) = pictures.pop()
    {
        return picture;
    }
    let most = |size: fn(&Picture) -> f64| pictures.iter().map(size).fold(0.0, f64::max);
    let (width, height) = (most(|p| p.width), most(|p| p.height));
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    Picture {
        title,
        width: width * columns as f64,
        height: height * rows as f64,
        body: html! {
            @for (place, picture) in pictures.iter().enumerate() {
                @let (x, y) = (width * (place % columns) as f64, height * (place / columns) as f64);
                g transform={ "translate(" (number(x)) " " (number(y)) ")" } {
                    title { (picture.title) }
                    (picture.body)
                }
            }
        },
    }
}

fn side(config: Config) -> f64 {
    CELL * config.width() as f64 + 2.0 * MARGIN
}

/// The middle of a line or column, counted from 0.
fn middle(line: usize) -> f64 {
    MARGIN + CELL * (line as f64 + 0.5)
}

/// The middle of a cell.
fn centre(cell: usize, config: Config) -> (f64, f64) {
    (middle(cell % config.width()), middle(cell / config.width()))
}

/// Where a ray's line begins or ends outside the box.
fn outside(position: usize, config: Config) -> (f64, f64) {
    let p = config.width();
    let (near, far) = (MARGIN - REACH, side(config) - MARGIN + REACH);
    match position / p {
        0 => (near, middle(position)),
        1 => (middle(position - p), far),
        2 => (far, middle(3 * p - 1 - position)),
        _ => (middle(4 * p - 1 - position), near),
    }
}

/// Cells by line and column, both from 1.
fn atoms_in_words(atoms: Molecule, config: Config, name: &str) -> String {
    let width = config.width();
    let cells = atoms
        .atoms()
        .map(|cell| format!("({}, {})", cell / width + 1, cell % width + 1));
    match atoms.bits() {
        0 => format!("no {name}"),
        _ => format!("{name} in {}", cells.format(", ")),
    }
}

/// The lines of the box and its labels.
fn frame(molecule: Molecule, spectrum: &Spectrum, config: Config) -> Markup {
    let p = config.width();
    let (low, high) = (number(MARGIN), number(side(config) - MARGIN));
    html! {
        @for line in 1..p {
            @let place = number(MARGIN + CELL * line as f64);
            line class="hair" x1=(low) x2=(high) y1=(place) y2=(place) {}
            line class="hair" x1=(place) x2=(place) y1=(low) y2=(high) {}
        }
        rect class="edge" x=(low) y=(low) width=(number(CELL * p as f64)) height=(number(CELL * p as f64)) {}
        g class="mono" font-size="14" text-anchor="middle" {
            @for (line, places) in grid(molecule, spectrum, config).iter().enumerate() {
                @for (column, place) in places.iter().enumerate() {
                    @if let Place::Position(symbol) = place {
                        text class=(if symbol.is_ascii_alphabetic() { "ink" } else { "soft" })
                            x=(number(label(column, p))) y=(number(label(line, p) + 5.0)) { (symbol) }
                    }
                }
            }
        }
    }
}

/// The middle of a line or column, where 0 and p + 1 are those of the labels.
fn label(line: usize, p: usize) -> f64 {
    const FROM_BOX: f64 = 15.0;
    match line {
        0 => MARGIN - FROM_BOX,
        line if line > p => MARGIN + CELL * p as f64 + FROM_BOX,
        line => middle(line - 1),
    }
}

fn atom(cell: usize, config: Config) -> Markup {
    let (x, y) = centre(cell, config);
    html! { circle class="ink" cx=(number(x)) cy=(number(y)) r=(number(ATOM)) {} }
}

fn uncertain_atom(cell: usize, group: &SpectralGroup, config: Config) -> Markup {
    /// It names at most this number of molecules, and only in a group of at most this
    /// size.
    const TOLD: usize = 2;
    const LARGEST_TOLD: usize = 9;
    /// The number of characters that fit into the ring.
    const MOST_CHARACTERS: usize = 5;
    let (x, y) = centre(cell, config);
    let corner = |middle: f64| number(middle - CELL / 2.0);
    let holders: Vec<usize> = group.holders(cell).map(|place| place + 1).collect();
    let size = group.molecules.len();
    let fraction = format!("{}/{size}", holders.len());
    let told = if holders.len() <= TOLD && size <= LARGEST_TOLD {
        holders.iter().join(" ")
    } else if fraction.len() <= MOST_CHARACTERS {
        fraction
    } else {
        // Some of them have it, but not all.
        let percent = (100 * holders.len() + size / 2) / size.max(1);
        format!("{}%", percent.clamp(1, 99))
    };
    let around = std::f64::consts::TAU * RING;
    let share = around * holders.len() as f64 / size.max(1) as f64;
    html! {
        rect class="hue-2" fill-opacity="0.14" x=(corner(x)) y=(corner(y)) width=(number(CELL)) height=(number(CELL)) {}
        circle class="way-2" stroke-width="1" stroke-dasharray="2 2" cx=(number(x)) cy=(number(y)) r=(number(RING)) {}
        circle class="way-2" stroke-width="3" stroke-dasharray={ (number(share)) " " (number(around)) }
            transform={ "rotate(-90 " (number(x)) " " (number(y)) ")" } cx=(number(x)) cy=(number(y)) r=(number(RING)) {}
        text class="ink" text-anchor="middle" font-size=(if told.len() > 3 { "8" } else { "10" }) font-weight="600"
            x=(number(x)) y=(number(y + if told.len() > 3 { 2.8 } else { 3.6 })) { (told) }
    }
}

const REFLECTED_DASHES: &str = "5 3";

/// The class of each ray's line. Absorbed and reflected rays have their own. Rays that
/// come out take turns with the other classes.
fn colours(paths: &[Path]) -> Vec<&'static str> {
    let mut out = ["way-1", "way-4", "way-5", "way-6"].into_iter().cycle();
    let colour = |path: &Path| match path.ray.outcome {
        Outcome::Absorbed => "way-2",
        Outcome::Reflected => "way-3",
        Outcome::Out(_) => out.next().unwrap_or("way-1"),
    };
    paths.iter().map(colour).collect()
}

/// The line of a ray through the middles of its cells. A ray shot back goes the same
/// way, so no two rays cross the same side of a cell. Thus no two lines run on top of
/// each other.
fn way(path: &Path, class: &str, config: Config) -> Markup {
    let dashes = match path.ray.outcome {
        Outcome::Reflected => REFLECTED_DASHES,
        _ => "none",
    };
    let corners = corners(path, config);
    let end = corners.last().copied();
    html! {
        polyline class=(class) stroke-width="2" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray=(dashes)
            points=(points(corners)) {}
        @if let (Outcome::Reflected, Some((x, y))) = (path.ray.outcome, end) {
            circle class=(class) stroke-width="2" cx=(number(x)) cy=(number(y)) r="3" {}
        }
    }
}

/// The points of a ray's line: where it is shot, where it turns, where it
/// ends.
fn corners(path: &Path, config: Config) -> Vec<(f64, f64)> {
    let mut corners = vec![outside(path.position, config)];
    corners.extend(path.cells.iter().map(|&cell| centre(cell, config)));
    match path.ray.outcome {
        Outcome::Out(exit) => corners.push(outside(exit, config)),
        Outcome::Reflected if path.cells.is_empty() => {
            // The line ends at the edge of the box.
            let (x, y) = corners[0];
            let inner = |at: f64| at.clamp(MARGIN, side(config) - MARGIN);
            corners.push((inner(x), inner(y)));
        }
        Outcome::Reflected => {}
        Outcome::Absorbed => {
            // The line ends at the edge of the atom.
            if let (Some(atom), Some(&(x, y))) = (path.atom, corners.last()) {
                let (to_x, to_y) = centre(atom, config);
                let shorter = |from: f64, to: f64| to - (to - from).clamp(-ATOM, ATOM);
                corners.push((shorter(x, to_x), shorter(y, to_y)));
            }
        }
    }
    // A point on the straight line between its neighbours is not needed.
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for corner in corners {
        if let [.., before, last] = kept[..]
            && (before.0 == last.0 && last.0 == corner.0
                || before.1 == last.1 && last.1 == corner.1)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    kept
}

#[cfg(test)]
mod tests {
    use snapbox::{assert_data_eq, file};

    use super::*;
    use crate::game::Transform;

    fn config(text: &str) -> Config {
        text.parse().unwrap()
    }

    fn drawn(text: &str, number: u64) -> (Config, Molecule, Spectrum) {
        let config = config(text);
        let one = Molecule::from_number(number, config).unwrap();
        (config, one, one.spectrum(config))
    }

    #[test]
    fn a_stored_molecule_with_its_rays() {
        let (config, molecule, _) = drawn("A4_B8", 8_834);
        let (spectrum, statistics) = molecule.trace(config);
        let stored = Record {
            number: 8_834,
            canonical_number: 8_834,
            molecule,
            spectrum,
            transform: Transform::Id,
            statistics,
        };
        // The README shows this picture.
        assert_data_eq!(
            record(&stored, config, true).document(),
            file!["../../docs/longest-ray.svg"]
        );
    }

    #[test]
    fn one_ray_is_drawn_like_any_that_comes_out() {
        let (config, one, spectrum) = drawn("A4_B8", 251_580);
        let path = Chamber::new(one, config).path(30);
        assert_eq!((path.ray.length, path.ray.turns), (23, 6));
        let picture = molecule(one, &spectrum, config, &[path]);
        assert_data_eq!(
            picture.document(),
            file!["../../tests/snapshots/six-turns.svg"]
        );
    }

    #[test]
    fn all_rays_of_a_molecule_with_every_outcome() {
        let (config, one, spectrum) = drawn("A4_B8", 301_118);
        let picture = molecule(one, &spectrum, config, &all_paths(one, config));
        assert_data_eq!(
            picture.document(),
            file!["../../tests/snapshots/all-rays.svg"]
        );
    }

    #[test]
    fn a_group_of_five() {
        let config = config("A4_B8");
        let numbers = [2_813, 24_611, 27_344, 98_421, 101_154];
        let molecules = numbers.map(|number| Molecule::from_number(number, config).unwrap());
        let spectrum = molecules[0].spectrum(config);
        assert!(molecules.iter().all(|one| one.spectrum(config) == spectrum));
        let five = SpectralGroup {
            spectrum,
            canonical_number: 2_813,
            images: 8,
            molecules: molecules.to_vec(),
        };
        // `docs/report.md` shows this picture.
        assert_data_eq!(
            group(&five, config).document(),
            file!["../../docs/group.svg"]
        );
    }

    #[test]
    fn pictures_beside_each_other_fit_their_sheet() {
        let (config, one, spectrum) = drawn("A1_B1", 1);
        let alone = molecule(one, &spectrum, config, &all_paths(one, config));
        let sheet = sheet(vec![alone.clone(); 5], 4, "five".to_owned());
        assert_eq!(
            (sheet.width, sheet.height),
            (4.0 * alone.width, 2.0 * alone.height)
        );
        assert_data_eq!(sheet.document(), file!["../../tests/snapshots/sheet.svg"]);
    }

    #[test]
    fn lines_turn_where_their_rays_do() {
        let config = config("A3_B5");
        for number in 1..=config.molecules() {
            let one = Molecule::from_number(number, config).unwrap();
            for path in all_paths(one, config) {
                let corners = corners(&path, config);
                // A ray that turns twice in a cell goes on as before or back.
                assert!(corners.len() <= usize::from(path.ray.turns) + 2, "{number}");
                let steps = corners.windows(2);
                let straight = |(a, b): ((f64, f64), (f64, f64))| (a.0 == b.0) != (a.1 == b.1);
                assert!(
                    steps.into_iter().all(|step| straight((step[0], step[1]))),
                    "{number}"
                );
            }
        }
    }
}
