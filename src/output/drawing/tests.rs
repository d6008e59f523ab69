//! Compares pictures with files that were reviewed by eye.

use snapbox::{assert_data_eq, file};

use crate::board::{RayStatistics, Transform};
use crate::output::drawing::*;
use crate::puzzle::game::Game;

fn drawn(config: &str, number: u64) -> (Config, Board, Spectrum) {
    let config = config.parse().unwrap();
    let one = Board::from_number(number, config).unwrap();
    (config, one, one.spectrum())
}

#[test]
fn a_stored_molecule_with_its_rays() {
    let (_, molecule, spectrum) = drawn("A4_B8", 8_834);
    let stored = Record {
        number: 8_834,
        canonical_number: 8_834,
        molecule,
        spectrum,
        transform: Transform::Id,
        statistics: RayStatistics::default(),
    };
    // The README shows this picture.
    let shown = file!["../../../docs/longest-ray.svg"];
    assert_data_eq!(record(&stored, true).document(), shown);
}

#[test]
fn one_ray_is_drawn_like_any_that_comes_out() {
    let (config, one, spectrum) = drawn("A4_B8", 251_580);
    let path = one.path(config.size().position(30).unwrap()).unwrap();
    assert_eq!((path.ray.length, path.ray.turns), (23, 6));
    let shown = file!["../../../tests/snapshots/six-turns.svg"];
    let drawn = molecule(one, &spectrum, &[path]);
    assert_data_eq!(drawn.document(), shown);
}

/// The picture of the rules in the README: each kind of ray, with the labels of a game.
#[test]
fn the_rules() {
    let config = Config::STANDARD;
    let rows = ["-O-O----", "--------", "-------O", "--------", "-------O"];
    let hidden = Board::parse(&format!("{:-<64}", rows.concat()), config).unwrap();
    let spectrum = hidden.spectrum();
    let mut game = Game::new(hidden, 4..=4);
    // The positions west 2, north 7, south 2, south 3 and east 6.
    let shots = [1, 25, 9, 10, 18].map(|index| config.size().position(index).unwrap());
    let paths = shots.map(|position| {
        game.fire(position).unwrap();
        hidden.path(position).unwrap()
    });
    let labels: String = (game.labels().into_iter())
        .map(|label| label.unwrap_or_else(|| " ".to_owned()))
        .collect();
    let side = side(config);
    let picture = Picture {
        title: "A box with four balls and five rays: one is absorbed, one is turned, one is \
                turned twice, one is reflected between two balls, one at the edge"
            .to_owned(),
        width: side,
        height: side,
        body: html! {
            (lines(config))
            (super::labels(&labels))
            @for path in &paths { (ray_line(path, &spectrum)) }
            (atoms(hidden, ATOM_CLASS))
        },
    };
    let told = [
        "H  absorbed: a ball straight ahead",
        "R  reflected: two balls, or one at the edge",
        "1  turned: a ball diagonally ahead",
        "2  turned twice",
    ]
    .map(|line| html! { text class="ink" xml:space="preserve" { (line) } });
    let shown = file!["../../../docs/rules.svg"];
    assert_data_eq!(captioned(picture, &told).document(), shown);
}

#[test]
fn pictures_beside_each_other_fit_their_sheet() {
    let (_, one, spectrum) = drawn("A1_B1", 1);
    let alone = molecule(one, &spectrum, &all_paths(one));
    let sheet = sheet(vec![alone.clone(); 5], 4, "five".to_owned());
    let size = (4.0 * alone.width, 2.0 * alone.height);
    assert_eq!((sheet.width, sheet.height), size);
    let shown = file!["../../../tests/snapshots/sheet.svg"];
    assert_data_eq!(sheet.document(), shown);
}

#[test]
fn lines_turn_where_their_rays_do() {
    let config = Config::new(3, 5).unwrap();
    for number in 1..=config.molecules() {
        let one = Board::from_number(number, config).unwrap();
        for path in all_paths(one) {
            let corners = corners(&path);
            // A ray that turns twice in a cell goes straight on or back.
            assert!(corners.len() <= usize::from(path.ray.turns) + 2, "{number}");
            let straight =
                |step: &[(f64, f64)]| (step[0].0 == step[1].0) != (step[0].1 == step[1].1);
            assert!(corners.windows(2).all(straight), "{number}");
        }
    }
}
