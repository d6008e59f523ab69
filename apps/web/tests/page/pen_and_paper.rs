//! The page of pen and paper: whole games by keyboard and by touch, and all its helps.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::site;

const FILE: &str = "pen-and-paper.html";

/// The first circular tour of 5 × 5 from a corner that plain backtracking meets.
const ROUND: &str = "1-1.246141636025206361416427";

/// A position whose corner is out of reach now.
const DEAD: &str = "play/20x20/1-7.636363602";

const QUIET: &str = "return !document.querySelector('[aria-busy=true]')";

fn address(fragment: &str) -> String {
    site::address_of(FILE, fragment)
}

fn label(page: &Browser) -> String {
    let label = page.script("return document.activeElement.getAttribute('aria-label') ?? ''");
    label.as_str().unwrap().to_owned()
}

fn hash(page: &Browser) -> String {
    page.script("return location.hash")
        .as_str()
        .unwrap()
        .to_owned()
}

fn click(page: &Browser, id: &str) {
    page.script_with(
        "document.getElementById(arguments[0]).click()",
        &json!([id]),
    );
}

/// The grid on the page, one number per cell, 0 for an empty cell.
fn numbers(page: &Browser) -> Vec<u64> {
    let found = page.script(
        "return [...document.querySelectorAll('#play-board .cell')].map((cell) => Number(cell.classList.contains('set') ? cell.innerText : 0))",
    );
    let found = found.as_array().unwrap().iter();
    found.map(|number| number.as_u64().unwrap()).collect()
}

/// Is every number a jump away from the one before, and does a jump lead back?
/// It does not ask the engine.
fn is_circular(numbers: &[u64], columns: usize) -> bool {
    let place = |number: usize| {
        let cell = numbers.iter().position(|&there| there == number as u64);
        let cell = cell.unwrap_or_else(|| panic!("{number} is missing"));
        (cell / columns, cell % columns)
    };
    (0..numbers.len()).all(|index| {
        let (one, next) = (place(index + 1), place((index + 1) % numbers.len() + 1));
        let apart = (one.0.abs_diff(next.0), one.1.abs_diff(next.1));
        [(3, 0), (0, 3), (2, 2)].contains(&apart)
    })
}

/// The keys of the jumps of a tour, as on a number pad.
fn pad_keys(jumps: &str) -> Vec<&'static str> {
    let keys = ["8", "9", "6", "3", "2", "1", "4", "7"];
    jumps
        .bytes()
        .map(|jump| keys[usize::from(jump - b'0')])
        .collect()
}

#[test]
fn a_game_by_keyboard() {
    let Some(page) = Browser::open() else { return };
    let (start, jumps) = ROUND.split_once('.').unwrap();
    assert_eq!(start, "1-1");
    page.look(1280, false);
    page.go(&address("play/5x5/"));
    while page.script("return document.activeElement?.getAttribute('role') === 'gridcell'") != true
    {
        page.keys(&["Tab"]);
    }
    assert_eq!(label(&page), "row 1, column 1: free");
    page.keys(&["Down", "Right"]);
    assert_eq!(label(&page), "row 2, column 2: free");
    page.keys(&["Up", "Left", "Enter"]);
    assert_eq!(label(&page), "row 1, column 1: 1, the last number");
    assert_eq!(page.text("#said"), "1 at row 1, column 1: 3 cells for 2");
    assert_eq!(page.text("#standing"), "1 of 25 numbers\n3 cells are next");
    let lit =
        "return [...document.querySelectorAll('#play-board .next')].map((cell) => cell.ariaLabel)";
    assert_eq!(
        page.script(lit),
        json!([
            "row 1, column 4: free, 2 can stand here",
            "row 3, column 3: free, 2 can stand here",
            "row 4, column 1: free, 2 can stand here"
        ])
    );
    // A cell that is not a jump away says so, and changes nothing.
    page.keys(&["Right", "Enter"]);
    assert_eq!(
        page.text("#said"),
        "2 cannot stand at row 1, column 2: no jump leads there from 1."
    );
    page.keys(&["Left", " "]);
    assert_eq!(page.text("#said"), "1 stands there already.");
    page.keys(&["8"]);
    assert_eq!(page.text("#said"), "No free cell is a jump up.");
    assert_eq!(hash(&page), "#play/5x5/1-1");
    // By the arrows, taken back, and then by the pad.
    page.keys(&["Right", "Right", "Right", "Enter"]);
    assert_eq!(hash(&page), "#play/5x5/1-1.2");
    page.keys(&["u"]);
    assert_eq!(page.text("#said"), "2 is taken back.");
    assert_eq!(hash(&page), "#play/5x5/1-1");
    let keys = pad_keys(jumps);
    page.keys(&keys[..20]);
    assert_eq!(hash(&page), format!("#play/5x5/1-1.{}", &jumps[..20]));
    page.keys(&["?"]);
    page.wait("return document.getElementById('keys').open");
    page.keys(&["Escape"]);
    page.wait("return !document.getElementById('keys').open");
    // It survives a reload, even without its address.
    let before = numbers(&page);
    page.reload();
    assert_eq!(numbers(&page), before);
    page.go(address("").trim_end_matches('#'));
    assert_eq!(numbers(&page), before);
    page.keys(&keys[20..]);
    assert!(is_circular(&numbers(&page), 5));
    assert!(page.text("#said").ends_with("the grid is full."));
    assert_eq!(
        page.text("#standing"),
        "25 of 25 numbers\nCircular tour a jump leads from 25 to 1"
    );
    // Nothing is left to do, and undo takes one number back.
    let hidden = "return document.getElementById('helps').hidden && document.getElementById('finish').disabled";
    assert_eq!(page.script(hidden), true);
    page.keys(&["f", "h", "w", "u"]);
    assert_eq!(
        page.script("return document.querySelectorAll('#play-board .set').length"),
        24
    );
    // A new game begins on the same grid, and Back leads to the game before.
    page.keys(&["n"]);
    assert_eq!(hash(&page), "#play/5x5/");
    page.back();
    page.wait("return document.querySelectorAll('#play-board .set').length === 24");
}

#[test]
fn a_game_by_touch() {
    let Some(page) = Browser::open() else { return };
    let (_, jumps) = ROUND.split_once('.').unwrap();
    page.look(400, true);
    page.go(&address("play/5x5/"));
    let mut cell: usize = 0;
    page.touch(
        "return document.querySelectorAll('#play-board .cell')[0]",
        30,
    );
    for (number, jump) in (2..).zip(jumps.bytes()) {
        let jump = usize::from(jump - b'0');
        // In turns on the grid and on the pad.
        let steps: [isize; 8] = [-15, -8, 3, 12, 15, 8, -3, -12];
        cell = cell.checked_add_signed(steps[jump]).unwrap();
        let target = if number % 2 == 0 {
            format!("return document.querySelectorAll('#play-board .cell')[{cell}]")
        } else {
            format!("return document.querySelector('#pad [data-jump=\"{jump}\"]')")
        };
        page.touch(&target, 30);
        page.wait(&format!(
            "return document.querySelectorAll('#play-board .set').length === {number}"
        ));
    }
    assert!(is_circular(&numbers(&page), 5));
    page.touch("return document.getElementById('undo')", 30);
    page.wait("return document.querySelectorAll('#play-board .set').length === 24");
    // All of 20 × 20 is in sight, and the pad is for fingers. A button makes the cells larger.
    page.go(&address("play/20x20/10-10"));
    page.touch(
        "return document.querySelector('#pad [data-jump=\"3\"]')",
        30,
    );
    page.wait("return document.querySelectorAll('#play-board .set').length === 2");
    page.touch("return document.getElementById('zoom')", 30);
    let wide = "return document.querySelector('#play-board .head').getBoundingClientRect()";
    page.wait(&format!("{wide}.width >= 36"));
    let seen = format!(
        "const head = (() => {{ {wide} }})(); return head.left >= 0 && head.right <= innerWidth"
    );
    page.wait(&seen);
    assert_eq!(
        page.script("return document.documentElement.scrollWidth <= innerWidth"),
        true
    );
}

#[test]
fn dead_ends_are_told() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&address(DEAD));
    assert_eq!(page.text("#outlook"), "");
    page.keys(&["d"]);
    page.wait(QUIET);
    assert_eq!(
        page.text("#outlook"),
        "Dead end: no way leads to row 1, column 1 any more."
    );
    let lost =
        "return [...document.querySelectorAll('#play-board .lost')].map((cell) => cell.ariaLabel)";
    assert_eq!(
        page.script(lost),
        json!(["row 1, column 1: free, cannot be filled any more"])
    );
    // Two numbers back, an open tour is left.
    page.keys(&["u", "u"]);
    page.wait(QUIET);
    let said = page.text("#outlook");
    assert!(
        said.starts_with("The grid can still be filled.\n"),
        "{said}"
    );
    assert!(
        said.contains(
            "No circular tour is left: a way to row 1, column 1 does not come out again."
        ),
        "{said}"
    );
    page.go(&address("play/4x8/"));
    page.wait(QUIET);
    assert!(
        page.text("#outlook")
            .contains("No circular tour is left: all ways have been looked at.")
    );
    page.go(&address("play/6x6/1-1"));
    page.wait(QUIET);
    assert_eq!(
        page.text("#outlook"),
        "The grid can still be filled, to a circular tour, too."
    );
    page.keys(&["d"]);
    assert_eq!(page.text("#outlook"), "");
}

/// On the small grid 4 × 5, a count confirms every verdict on a next cell.
#[test]
fn dead_next_cells_are_those_without_ways() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&address("play/4x5/1-1"));
    page.keys(&["d"]);
    let mut dead = 0;
    for _ in 0..12 {
        page.wait(QUIET);
        page.wait("return document.getElementById('outlook').innerText");
        let found = page.script(
            "return [...document.querySelectorAll('#play-board .next')].map((cell) => [[...document.querySelectorAll('#play-board .cell')].indexOf(cell), cell.classList.contains('dead')])",
        );
        let stands = numbers(&page);
        let mut path: Vec<usize> = Vec::new();
        while let Some(cell) = stands.iter().position(|&n| n as usize == path.len() + 1) {
            path.push(cell);
        }
        let next = found.as_array().unwrap();
        for one in next {
            let cell = one[0].as_u64().unwrap() as usize;
            let ways = ways_on(4, 5, &mut [&path[..], &[cell]].concat());
            assert_eq!(one[1], ways == 0, "{path:?} {cell}");
            dead += u64::from(ways == 0);
        }
        let Some(first) = next.first() else { break };
        page.script_with(
            "document.querySelectorAll('#play-board .cell')[arguments[0]].click()",
            &json!([first[0]]),
        );
    }
    assert!(dead > 0);
}

/// Plain backtracking.
fn ways_on(rows: usize, columns: usize, path: &mut Vec<usize>) -> u64 {
    let head = path[path.len() - 1];
    if path.len() == rows * columns {
        return 1;
    }
    let mut ways = 0;
    for cell in 0..rows * columns {
        let apart = (
            (head / columns).abs_diff(cell / columns),
            (head % columns).abs_diff(cell % columns),
        );
        if [(3, 0), (0, 3), (2, 2)].contains(&apart) && !path.contains(&cell) {
            path.push(cell);
            ways += ways_on(rows, columns, path);
            path.pop();
        }
    }
    ways
}

#[test]
fn ways_and_hints() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("play/5x5/"));
    page.keys(&["w"]);
    page.wait(QUIET);
    assert_eq!(
        page.text("#ways-open"),
        "12,400 ways from here make a tour."
    );
    assert_eq!(
        page.text("#ways-circular"),
        "2,400 ways from here make a circular tour."
    );
    // From 1 in a corner, as plain backtracking counts.
    page.go(&address("play/5x5/1-1"));
    assert_eq!(page.text("#ways-open"), "");
    page.keys(&["w"]);
    page.wait(QUIET);
    let ways = ways_on(5, 5, &mut vec![0]);
    assert_eq!(
        page.text("#ways-open"),
        format!("{ways} ways from here make a tour.")
    );
    assert_eq!(
        page.text("#ways-circular"),
        "96 ways from here make a circular tour."
    );
    // If there are too many, the page says so.
    page.go(&address("play/20x20/1-1"));
    page.keys(&["w"]);
    page.wait(QUIET);
    assert_eq!(
        page.text("#ways-open"),
        "Too much to count: This takes longer than a second."
    );
    page.go(&address(DEAD));
    page.keys(&["w", "h"]);
    page.wait(QUIET);
    assert_eq!(page.text("#ways-open"), "No way from here makes a tour.");
    let hint = page.text("#hint");
    assert!(
        hint.starts_with("The last 2 numbers lead nowhere: take them back, and 9 at "),
        "{hint}"
    );
    // Hints alone fill a grid.
    page.go(&address("play/6x6/"));
    for number in 1..=36 {
        page.keys(&["h"]);
        page.wait("return document.querySelector('#play-board .best')");
        let hint = page.text("#hint");
        assert!(
            hint.starts_with(&format!("{number} at row "))
                && hint.ends_with(" leads to a circular tour."),
            "{hint}"
        );
        page.script("document.querySelector('#play-board .best').click()");
    }
    assert!(is_circular(&numbers(&page), 6));
}

#[test]
fn a_circular_tour_is_finished() {
    let Some(page) = Browser::open() else { return };
    let full = |page: &Browser, cells: usize| {
        page.wait(&format!(
            "return document.querySelectorAll('#play-board .set').length === {cells}"
        ));
    };
    for (grid, moves, rows, columns) in [
        ("6x6", "1-1.2", 6, 6),
        ("20x20", "10-10.357", 20, 20),
        ("4x9", "", 4, 9),
        ("20x4", "", 20, 4),
    ] {
        page.go(&address(&format!("play/{grid}/{moves}")));
        let before = hash(&page);
        page.keys(&["f"]);
        full(&page, rows * columns);
        assert!(is_circular(&numbers(&page), columns), "{grid}");
        let own =
            page.script("return document.querySelectorAll('#play-board .set:not(.filled)').length");
        let address = hash(&page);
        assert!(address.ends_with(&format!(".{own}")), "{address}");
        page.reload();
        assert_eq!(hash(&page), address);
        // Undo takes all filled-in numbers back at once.
        page.keys(&["u"]);
        assert_eq!(hash(&page), before);
    }
    // If there is none, the page says so, and offers any tour.
    page.go(&address("play/4x8/"));
    click(&page, "finish");
    page.wait("return document.getElementById('finish-open')");
    assert!(
        page.text("#finish-answer")
            .starts_with("No circular tour goes on from here: all ways have been looked at.")
    );
    click(&page, "finish-open");
    full(&page, 32);
    assert_eq!(
        page.text("#standing"),
        "32 of 32 numbers\nTour no jump leads from 32 to 1"
    );
    page.go(&address(DEAD));
    click(&page, "finish");
    page.wait("return document.getElementById('finish-open')");
    assert!(page.text("#finish-answer").starts_with(
        "No circular tour goes on from here: no way leads to row 1, column 1 any more."
    ));
    // A whole new tour of another size.
    page.script(
        "document.getElementById('new-rows').value = '7'; document.getElementById('new-columns').value = '12'; document.getElementById('new-tour').click()",
    );
    full(&page, 84);
    assert!(is_circular(&numbers(&page), 12));
    assert!(hash(&page).starts_with("#play/7x12/"));
    page.script("document.getElementById('new-rows').value = '4'; document.getElementById('new-columns').value = '7'; document.getElementById('new-tour').click()");
    page.wait("return !document.getElementById('new-error').hidden");
    assert_eq!(page.text("#new-error"), "");
    page.script("document.getElementById('new-details').open = true");
    assert_eq!(
        page.text("#new-error"),
        "4 × 7 has no circular tour: all ways have been looked at."
    );
}

#[test]
fn the_tour_is_drawn() {
    let Some(page) = Browser::open() else { return };
    let round = ROUND;
    page.go(&address(&format!("play/5x5/{round}")));
    let jumps = "return document.querySelectorAll('#play-board .way path').length";
    assert_eq!(page.script(jumps), 0);
    page.keys(&["l"]);
    assert_eq!(page.script(jumps), 25);
    page.reload();
    assert_eq!(page.script(jumps), 25);
    page.keys(&["l"]);
    // The view takes the kept game, shows it whole and in part, and leads back.
    page.go(&address("tour"));
    assert_eq!(hash(&page), format!("#tour/5x5/{round}"));
    assert_eq!(page.text("#tour-title"), "A circular tour of 5 × 5");
    let words = page.text("#tour-words");
    let straight = round
        .split_once('.')
        .unwrap()
        .1
        .bytes()
        .filter(|jump| jump % 2 == 0)
        .count();
    assert!(
        words.starts_with(&format!("{straight} straight jumps and "))
            || words.starts_with(&format!("{} straight jumps and ", straight + 1)),
        "{words}"
    );
    assert!(words.ends_with(", with the one back to 1."), "{words}");
    let drawn = "return document.querySelectorAll('#tour-drawing .way path').length";
    assert_eq!(page.script(drawn), 25);
    page.script("const to = document.getElementById('tour-to'); to.value = 10; to.dispatchEvent(new Event('input'))");
    assert_eq!(page.script(drawn), 9);
    assert_eq!(page.text("#tour-number"), "10 of 25");
    click(&page, "tour-new");
    page.wait(
        "return !location.hash.includes(arguments[0])"
            .replace("arguments[0]", &json!(round).to_string())
            .as_str(),
    );
    assert_eq!(page.script(drawn), 25);
    page.script("document.getElementById('tour-play').click()");
    page.wait("return !document.getElementById('view-play').hidden");
    assert!(is_circular(&numbers(&page), 5));
}

#[test]
fn wrong_links_change_nothing() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("play/6x6/1-1.2"));
    let before = page.text("#play-board");
    for (link, sentence) in [
        ("nothing", "This page has no view \"nothing\"."),
        (
            "play/6",
            "\"6\" is not a grid; 6x8 has 6 rows and 8 columns.",
        ),
        (
            "play/4x4/",
            "4 × 4 has no tour: all ways have been looked at.",
        ),
        (
            "play/3x9/",
            "A grid here has from 4 to 20 rows and columns, not 3 × 9.",
        ),
        ("play/99999999999999999999x6/", "is not a grid"),
        ("play/6x6/9-9", "\"9-9\" are not moves on 6 × 6."),
        ("play/6x6/1-1.9", "\"1-1.9\" are not moves on 6 × 6."),
        ("play/6x6/1-1.26", "3 stands on another number."),
        ("play/6x6/1-1.2.7", "7 of 2 numbers cannot be set."),
        ("play/6x6/1-1/x", "This link has more parts than a game."),
        ("tour/6x6/1-1/x", "This link has more parts than a tour."),
        (
            "tour/60x6/",
            "A grid here has from 4 to 20 rows and columns, not 60 × 6.",
        ),
        ("%E0%A4%A", "This page has no view"),
    ] {
        page.refuses_link(link, sentence);
        assert_eq!(page.text("#play-board"), before, "{link}");
        page.takes_link("play/6x6/1-1.2");
    }
    page.go(&address("nothing"));
    page.wait("return document.querySelectorAll('#play-board .cell').length === 36");
    page.script("document.getElementById('new-details').open = true; document.getElementById('new-rows').value = 'x'; document.getElementById('new-game').requestSubmit()");
    assert_eq!(
        page.text("#new-error"),
        "\"xx6\" is not a grid; 6x8 has 6 rows and 8 columns."
    );
    assert_eq!(
        page.script("return [...document.querySelectorAll('#play-board .set')].length"),
        Value::from(2)
    );
}
