//! Whole games, by keyboard and by touch.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::browser::Browser;
use crate::site;

/// Molecule 2813 of A4_B8. Four others answer like it.
const GAME: &str = "play/A4_B8:2813/";

/// No search runs any more.
const QUIET: &str = "return !document.querySelector('[aria-busy=true]')";

/// The focus is on the board.
const ON_BOARD: &str = "return document.activeElement?.getAttribute('role') === 'gridcell'";

#[test]
fn a_game_by_keyboard() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&site::address(GAME));
    while page.script(ON_BOARD) != true {
        page.keys(&["Tab"]);
    }
    let focused = || {
        let label = page.script("return document.activeElement.getAttribute('aria-label')");
        label.as_str().unwrap().to_owned()
    };
    assert_eq!(focused(), "west 1: not fired");
    page.keys(&["Enter"]);
    assert_eq!(focused(), "west 1: absorbed");
    assert_eq!(page.text("#said"), "west 1: absorbed");
    page.keys(&["Down", "Enter", "Down", "Down", "Enter"]);
    assert_eq!(focused(), "west 4: out at east 7, number 1");
    let partner = page.script("return document.querySelectorAll('.edge.lit').length");
    assert_eq!(partner, 2, "both ends are shown");
    assert_eq!(
        page.text("#standing"),
        "0 of 4 balls placed\n4 points for rays"
    );

    // All helps, on and off again.
    for (key, help) in [
        ("c", "chances"),
        ("r", "ray"),
        ("m", "molecules"),
        ("g", "cost"),
    ] {
        page.keys(&[key]);
        let pressed =
            format!("return document.getElementById('help-{help}').ariaPressed === 'true'");
        page.wait(&pressed);
    }
    page.wait("return document.querySelectorAll('.edge.best').length === 1");
    page.wait("return document.getElementById('help-answer').innerText.includes('molecules of A4_B8 agree')");
    let chances = "return [...document.querySelectorAll('#play-board .cell')].every((cell) => cell.innerText.trim())";
    page.wait(chances);
    page.keys(&["c", "r", "m", "g"]);
    page.wait("return document.getElementById('help-answer').innerText === ''");

    page.keys(&["?"]);
    page.wait("return document.getElementById('keys').open");
    page.keys(&["Escape"]);
    page.wait("return !document.getElementById('keys').open");

    // The page refuses too few balls, and changes nothing.
    let before = page.script("return location.hash");
    page.keys(&["k"]);
    assert_eq!(
        page.text("#play-error"),
        "0 balls are placed, and 4 are hidden."
    );
    assert_eq!(page.script("return location.hash"), before);

    // A ball and a mark, both taken back.
    page.keys(&["Right", "Enter", "Right", " "]);
    assert_eq!(focused(), "line 4, column 2: marked empty");
    page.keys(&["u", "u"]);
    assert_eq!(focused(), "line 4, column 2: open");

    // Cells 0, 2, 20 and 58.
    page.keys(&["Up", "Up", "Up", "Left", "Enter", "Right", "Right", "Enter"]);
    page.keys(&["Down", "Down", "Right", "Right", "Enter"]);
    page.keys(&[
        "Down", "Down", "Down", "Down", "Down", "Left", "Left", "Enter",
    ]);
    assert!(page.text("#standing").starts_with("4 of 4 balls placed"));
    page.keys(&["k"]);
    page.wait(QUIET);
    let end = page.text("#end");
    assert!(end.starts_with("Right"), "{end}");
    assert!(
        end.contains("4 points as the original scores it: 4 for rays, 0 for 0 wrong balls."),
        "{end}"
    );
    assert!(end.contains("Tatham's program accepts your balls"), "{end}");
    assert!(
        end.contains("5 molecules answer every ray like this"),
        "{end}"
    );
    assert_eq!(
        page.script("return document.querySelectorAll('#end .twin svg').length"),
        5
    );

    // A ray is drawn in all of them at once.
    page.script("document.querySelector('#end [aria-label=\"Next ray\"]').click()");
    let drawn = "return [...document.querySelectorAll('#end .way')].filter((way) => way.getAttribute('points')).length";
    assert_eq!(page.script(drawn), 5);

    // The game survives a reload, even without its address.
    page.reload();
    assert!(page.text("#end").starts_with("Right"));
    let alone = site::address("").trim_end_matches('#').to_owned();
    page.go(&alone);
    assert!(page.text("#end").starts_with("Right"));
}

#[test]
fn a_wrong_guess_is_refuted_or_accepted() {
    let Some(page) = Browser::open() else { return };
    // A ball is too far right: rays refute it.
    page.go(&site::address(&format!("{GAME}f0.f3.b0.b2.b21.b58.k")));
    page.wait(QUIET);
    let end = page.text("#end");
    assert!(end.starts_with("Wrong"), "{end}");
    assert!(
        end.contains("8 points as the original scores it: 3 for rays, 5 for 1 wrong ball."),
        "{end}"
    );
    assert!(
        end.contains("Tatham's program rejects your balls."),
        "{end}"
    );
    assert!(end.contains("with your balls it would be"), "{end}");
    assert!(
        page.script("return document.querySelectorAll('.edge.fault').length")
            .as_u64()
            > Some(0)
    );
    // Another molecule that answers alike costs points, but Tatham's program accepts it.
    page.go(&site::address(&format!("{GAME}b0.b18.b20.b56.k")));
    let end = page.text("#end");
    assert!(
        end.starts_with("Not what was hidden, but nobody could know"),
        "{end}"
    );
    assert!(
        end.contains("10 points as the original scores it: 0 for rays, 10 for 2 wrong balls."),
        "{end}"
    );
    assert!(end.contains("Tatham's program accepts your balls"), "{end}");
    // Undo takes the check back, and Back leads to the game before.
    page.keys(&["u"]);
    assert_eq!(page.text("#end"), "");
    let before = page.script("return location.hash");
    page.keys(&["n"]);
    assert_ne!(page.script("return location.hash"), before);
    page.back();
    page.wait(&format!("return location.hash === {before}"));
    page.wait("return document.querySelectorAll('#play-board .ball').length === 4");
}

#[test]
fn a_game_by_touch() {
    let Some(page) = Browser::open() else { return };
    page.look(400, true);
    page.go(&site::address(GAME));
    let edge = |words: &str| {
        format!(
            "return [...document.querySelectorAll('#play-board .edge')].find((edge) => edge.ariaLabel.startsWith('{words}'))"
        )
    };
    let cell =
        |cell: usize| format!("return document.querySelectorAll('#play-board .cell')[{cell}]");
    page.touch(&edge("north 1:"), 30);
    page.wait("return document.getElementById('said').innerText.startsWith('north 1: ')");
    page.touch(&edge("east 8:"), 30);
    page.wait("return document.getElementById('said').innerText.startsWith('east 8: ')");
    // A long press marks as empty; a short one puts a ball.
    page.touch(&cell(9), 700);
    page.wait(
        "return document.querySelectorAll('#play-board .cell')[9].classList.contains('empty')",
    );
    for ball in [0, 2, 20, 58] {
        page.touch(&cell(ball), 30);
        page.wait(&format!("return document.querySelectorAll('#play-board .cell')[{ball}].classList.contains('ball')"));
    }
    page.touch("return document.getElementById('undo')", 30);
    page.wait(
        "return !document.querySelectorAll('#play-board .cell')[58].classList.contains('ball')",
    );
    page.touch(&cell(58), 30);
    page.touch("return document.getElementById('check')", 30);
    page.wait("return document.getElementById('end').innerText.startsWith('Right')");
    page.wait(QUIET);
    // One twin at a time.
    let seen = "return [...document.querySelectorAll('#end .twin')].filter((twin) => twin.offsetParent).length";
    assert_eq!(page.script(seen), 1);
    page.touch(
        "return document.querySelector('#end [aria-label=\"Next molecule\"]')",
        30,
    );
    page.wait("return document.querySelector('#end .twin-count').innerText === '2 of 5'");
    // A finger on a label draws its ray.
    page.touch(
        "return document.querySelector('#end .twin.current .target')",
        30,
    );
    page.wait("return document.querySelector('#end .twin.current .way').getAttribute('points')");
}

#[test]
fn new_games_are_drawn_as_they_are_wished() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address(GAME));
    page.script("document.getElementById('new-details').open = true");
    for (kind, fair) in [("fair", true), ("ambiguous", false)] {
        let before = page.script("return location.hash");
        page.script_with(
            "document.getElementById('new-kind').value = arguments[0]; document.getElementById('new-game').requestSubmit()",
            &serde_json::json!([kind]),
        );
        page.wait(&format!("return location.hash !== {before}"));
        let id = page.script("return decodeURIComponent(location.hash.split('/')[1])");
        let read =
            blackbox::play::board_text::BoardText::parse(id.as_str().unwrap().as_bytes()).unwrap();
        let config: blackbox::game::Config = "A4_B8".parse().unwrap();
        let spectrum = read.hidden.unwrap().spectrum(config);
        let groups = blackbox::analysis::ambiguous_groups(config, || true).unwrap();
        assert_eq!(
            groups
                .iter()
                .all(|group| group.spectrum.canonical() != spectrum.canonical()),
            fair,
            "{id}"
        );
    }
}

/// A file that Tatham's program saved.
fn saved(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/reference/boards/saves");
    fs::read_to_string(folder.join(format!("{name}.sav"))).unwrap()
}

#[test]
fn a_saved_game_goes_on() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address(GAME));
    let open = |name: &str| {
        page.script_with(
            "const chosen = new DataTransfer();
             chosen.items.add(new File([arguments[0]], 'saved'));
             const file = document.getElementById('game-file');
             file.files = chosen.files;
             file.dispatchEvent(new Event('change'))",
            &json!([saved(name)]),
        );
        page.wait("return document.getElementById('game-file').value === ''");
        assert_eq!(page.text("#game-error"), "", "{name}");
        let moves = "return location.hash.split('/')[2] ?? ''";
        page.script(moves).as_str().unwrap().to_owned()
    };
    // Moves that were taken back are not there; a line was locked.
    let half = open("half");
    assert!(half.starts_with("f31.f19.f11."), "{half}");
    assert_eq!(half.matches('e').count(), 9, "{half}");
    assert!(page.text("#standing").starts_with("2 of 4 balls placed"));
    assert_eq!(page.text("#end"), "");
    let balls = "return [...document.querySelectorAll('#play-board .cell.ball')].length";
    assert_eq!(page.script(balls), 2);
    page.back();
    page.wait("return !location.hash.includes('f31')");

    let solved = open("solved");
    assert!(solved.ends_with(".k"), "{solved}");
    assert!(page.text("#end").to_lowercase().contains("right"));
    assert_eq!(open("fresh"), "");

    // As an own board, it shows what was played, and hides what is hidden.
    page.go(&site::address("own"));
    page.script_with(
        "document.getElementById('paste').value = arguments[0];
         document.getElementById('paste-form').requestSubmit()",
        &json!([saved("half")]),
    );
    assert_eq!(page.text("#paste-error"), "");
    page.wait("return document.querySelector('#own-answer .verdict')");
    assert!(!page.text("#own-answer").contains("The text hides"));
    let address = page.script("return location.hash");
    assert!(address.as_str().unwrap().contains("2-31"), "{address}");
}
