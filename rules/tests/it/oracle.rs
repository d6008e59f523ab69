//! Compares the rules of the game with slow and plain versions that share no code with them: the oracle's rays, an
//! enumeration of strings, and images of drawings.

use std::collections::HashMap;

use blackbox_rules::board::{Board, Config, Orbit, Spectrum, Transform};
use blackbox_rules::oracle::{End, Plain};
use proptest::prelude::*;
use proptest::sample::subsequence;
use testkit::drawn::Drawn;

fn config(atoms: usize, width: usize) -> Config {
    Config::new(atoms as u64, width as u64).unwrap()
}

/// The configurations of which all molecules are tested.
fn small_configs() -> impl Iterator<Item = Config> {
    let of_width = |width| (0..=width * width).map(move |atoms| config(atoms, width));
    (1..=4).flat_map(of_width).chain([config(3, 5)])
}

/// The molecules' texts in the order of their numbers.
fn slow_walk(config: Config) -> impl Iterator<Item = String> {
    let empty = config.cells() - config.atoms();
    let first = "O".repeat(config.atoms()) + &"-".repeat(empty);
    std::iter::successors(Some(first), |text| slow_successor(text))
}

/// The rightmost `O-` becomes `-O`, and the text to the right of it is reversed. Its atoms were all at its end, so
/// this moves them to its beginning.
fn slow_successor(text: &str) -> Option<String> {
    let (left, right) = text.rsplit_once("O-")?;
    let flipped: String = right.chars().rev().collect();
    Some(format!("{left}-O{flipped}"))
}

fn parse(text: &str, config: Config) -> Board {
    Board::parse(text, config).unwrap()
}

fn plain(config: Config) -> Plain {
    Plain::new(config.atoms(), config.width())
}

/// Compares the numbers, the images and the orbits of the oracle with those of the rules.
fn check_orbit(molecule: Board, plain: &Plain) {
    let (text, orbit) = (molecule.text(), Orbit::of(molecule));
    let spectrum = molecule.spectrum();
    let images = plain.spectrum_images(spectrum.as_bytes()).unwrap();
    for (image, transform) in images.iter().zip(Transform::ALL) {
        let expected = transform.spectrum(&spectrum);
        assert_eq!(image, expected.as_bytes(), "{text}");
    }
    let place = plain.orbit_place(text.as_bytes());
    let transform = orbit.find(molecule).unwrap().transform;
    assert_eq!(place.transform, transform.name(), "{text}");
    assert_eq!(place.size, orbit.iter().len(), "{text}");
    if let (Some(number), Some(canonical)) = (molecule.number(), orbit.canonical().number()) {
        assert_eq!(plain.number(text.as_bytes()), number.into());
        assert_eq!(place.canonical_number, canonical.into());
        assert_eq!(plain.text(number as i64), Some(text.into_bytes()));
    }
}

fn check_trace(text: &str, config: Config, plain: &Plain) {
    let slow = plain.trace(text.as_bytes());
    let (spectrum, stats) = parse(text, config).trace();
    assert_eq!(spectrum.as_bytes(), slow.spectrum, "{config} {text}");
    let fast = stats.columns().map(i64::from);
    assert_eq!(fast, slow.statistics, "{config} {text}");
    // Fired from its other end, a ray takes the same path.
    let ends = plain.ends(text.as_bytes());
    for (position, &end) in ends.iter().enumerate() {
        if let End::Out(exit) = end {
            assert_ne!(usize::from(exit), position, "{config} {text}");
            assert_eq!(ends[usize::from(exit)], End::Out(position as u8));
        }
    }
}

/// An image of a drawn board with its labels.
fn image(board: &Drawn, transform: Transform) -> Drawn {
    let old = &board.squares;
    let last = board.width + 1;
    let mut new = board.clone();
    for l in 0..=last {
        for c in 0..=last {
            new.squares[l][c] = match transform {
                Transform::Id => old[l][c],
                Transform::Rot180 => old[last - l][last - c],
                Transform::Rot90 => old[c][last - l],
                Transform::Rot270 => old[last - c][l],
                Transform::SymmH => old[l][last - c],
                Transform::SymmV => old[last - l][c],
                Transform::Diag1 => old[c][l],
                Transform::Diag2 => old[last - c][last - l],
            };
        }
    }
    new
}

/// Labels renamed to a, b, c … in the order of their first positions.
fn renamed(symbols: &str) -> String {
    let mut names = HashMap::new();
    let mut next = 'a'..;
    let renamed = symbols.chars().map(|symbol| match symbol {
        '@' | '&' => symbol,
        label => *names.entry(label).or_insert_with(|| next.next().unwrap()),
    });
    renamed.collect()
}

/// The image of a molecule's drawing, the transformed spectrum and the
/// spectrum of the transformed molecule must be the same, for all transforms.
fn check_images(text: &str, config: Config) {
    let molecule = parse(text, config);
    let (spectrum, stats) = molecule.trace();
    let drawing = Drawn::of(text).with_symbols(spectrum.as_str());
    let images = molecule.images();
    for (transform, among_all) in Transform::ALL.into_iter().zip(images) {
        let drawn = image(&drawing, transform);
        let moved = molecule.transformed(transform);
        assert_eq!(moved.text(), drawn.molecule(), "{transform} {text}");
        assert_eq!(among_all, moved, "{transform} {text}");

        let derived = transform.spectrum(&spectrum);
        let (traced, moved_stats) = moved.trace();
        assert_eq!(derived.as_str(), renamed(&drawn.symbols()), "{transform}");
        assert_eq!(derived, traced, "{transform} {text}");
        assert_eq!(moved_stats, stats, "{transform} {text}");
    }
}

fn check_all(text: &str, config: Config, plain: &Plain) {
    check_trace(text, config, plain);
    check_images(text, config);
    check_orbit(parse(text, config), plain);
}

#[test]
fn the_walk_and_the_numbers_agree_with_the_walk_on_strings() {
    for config in small_configs() {
        let mut walked = Some(Board::first(config));
        let mut number = 0;
        for text in slow_walk(config) {
            number += 1;
            let molecule = parse(&text, config);
            assert_eq!(walked, Some(molecule), "{config} {text}");
            assert_eq!(molecule.text(), text, "{config}");
            assert_eq!(molecule.number(), Some(number), "{config} {text}");
            assert_eq!(Board::from_number(number, config), walked, "{config}");
            walked = molecule.successor();
        }
        assert_eq!(walked, None, "{config}");
        assert_eq!(config.molecules(), number, "{config}");
    }
}

#[test]
fn every_molecule_of_a_small_box_obeys_the_slow_rules() {
    for config in small_configs() {
        let plain = plain(config);
        slow_walk(config).for_each(|text| check_all(&text, config, &plain));
    }
}

#[test]
fn every_molecule_of_the_standard_box_is_traced_as_by_the_oracle() {
    let config = config(4, 8);
    let plain = plain(config);
    slow_walk(config).for_each(|text| check_trace(&text, config, &plain));
}

#[test]
fn groups_are_those_that_a_walk_meets() {
    for config in small_configs() {
        // As in the original program, a molecule that was not an image of an earlier one is canonical, and the
        // first transform counts.
        let mut met: HashMap<String, (String, Transform)> = HashMap::new();
        let mut canonical_molecules = 0;
        for text in slow_walk(config) {
            let new = !met.contains_key(&text);
            if new {
                canonical_molecules += 1;
                let drawing = Drawn::of(&text);
                for transform in Transform::ALL {
                    met.entry(image(&drawing, transform).molecule())
                        .or_insert((text.clone(), transform));
                }
            }
            let (canonical, transform) = &met[&text];

            let molecule = parse(&text, config);
            let group = Orbit::of(molecule);
            let member = group.find(molecule).unwrap();
            assert_eq!(molecule.is_canonical(), new, "{config} {text}");
            assert_eq!(&group.canonical().text(), canonical, "{config}");
            assert_eq!(member.transform, *transform, "{config} {text}");
        }
        assert_eq!(config.canonical_molecules(), canonical_molecules);
        assert_eq!(config.molecules(), met.len() as u64, "{config}");
    }
}

#[test]
fn configurations_have_binomials_of_64_bits() {
    for width in 1..=11u64 {
        for atoms in 0..=width * width {
            // The product formula is far from overflow.
            let after = u128::from(width * width) + 1;
            let count = (1..=u128::from(atoms)).fold(1, |count, i| count * (after - i) / i);
            let config = Config::new(atoms, width);
            assert_eq!(config.is_ok(), count <= i64::MAX as u128);
            if let Ok(config) = config {
                assert_eq!(u128::from(config.molecules()), count, "{config}");
                let (plain, canonical) = (plain(config), config.canonical_molecules());
                assert_eq!(plain.molecules(), count, "{config}");
                assert_eq!(plain.canonical_molecules(), canonical.into(), "{config}");
            }
        }
    }
}

/// A molecule of a random configuration, by a random number.
fn numbered_molecule() -> impl Strategy<Value = (String, Config)> {
    (1..=11u64)
        .prop_flat_map(|width| (0..=width * width, Just(width)))
        .prop_filter_map("too many molecules to be numbered", |(atoms, width)| {
            Config::new(atoms, width).ok()
        })
        .prop_flat_map(|config| (1..=config.molecules(), Just(config)))
        .prop_map(|(number, config)| {
            let molecule = Board::from_number(number, config).unwrap();
            assert_eq!(molecule.number(), Some(number), "{config}");
            (molecule.text(), config)
        })
}

/// A molecule with few atoms, so that rays are long.
fn scattered_molecule() -> impl Strategy<Value = (String, Config)> {
    (1..=11usize)
        .prop_flat_map(|width| {
            let cells: Vec<usize> = (0..width * width).collect();
            (subsequence(cells, 0..=(width * width).min(12)), Just(width))
        })
        .prop_map(|(atoms, width)| {
            let cell = |cell| if atoms.contains(&cell) { 'O' } else { '-' };
            let text = (0..width * width).map(cell).collect();
            (text, config(atoms.len(), width))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_molecules_by_number_obey_the_slow_rules((text, config) in numbered_molecule()) {
        check_all(&text, config, &plain(config));
    }

    #[test]
    fn random_molecules_by_cells_obey_the_slow_rules((text, config) in scattered_molecule()) {
        check_all(&text, config, &plain(config));
        let molecule = parse(&text, config);
        let number = molecule.number().unwrap();
        prop_assert_eq!(Board::from_number(number, config), Some(molecule));
    }

    #[test]
    fn the_successor_is_that_of_the_text((text, config) in scattered_molecule()) {
        let molecule = parse(&text, config);
        let next = molecule.successor().map(|next| next.text());
        prop_assert_eq!(next, slow_successor(&text));
    }

    #[test]
    fn reading_a_spectrum_renames_its_labels((text, config) in scattered_molecule()) {
        let (spectrum, _) = parse(&text, config).trace();
        let backwards: String = spectrum.as_str().chars().map(|symbol| match symbol {
            'a'..='z' => char::from(b'z' - (symbol as u8 - b'a')),
            other => other,
        }).collect();
        prop_assert_eq!(Spectrum::parse(&backwards, config).unwrap(), spectrum);
    }
}
