//! The page of the China Labyrinth: whole games, searches, squares and casts.

use china_labyrinth::rules::{Cell, Piece, Tiles};
use china_labyrinth::search::{Algorithm, Runs, Settings, octopuszle};
use serde_json::{Value, json};
use watch::Stop;
use web_china_labyrinth::completion::completions;
use web_china_labyrinth::position::Position;

use crate::browser::Browser;
use crate::site;

/// Six pieces around a hole.
pub(crate) const RING: &str =
    "play/empty/20:0:0:0.40:0:0:-1.17:0:-1:-1.34:0:-2:0.5:0:-2:1.10:0:-1:1";

/// A whole solution.
pub(crate) const SOLVED: &str = "play/58-7/33:1:-1:-1+49:2:0:0+3:2:-1:1+14:2:0:1+24:2:1:0+0:3:0:0";

fn address(fragment: &str) -> String {
    site::address_of("china-labyrinth.html", fragment)
}

/// No search runs any more.
const QUIET: &str = "return !document.querySelector('[aria-busy=true]')";

fn hash(page: &Browser) -> String {
    let hash = page.script("return location.hash");
    hash.as_str().unwrap().to_owned()
}

/// The place of the focus, in words.
fn focused(page: &Browser) -> String {
    let label = page.script("return document.activeElement.getAttribute('aria-label') ?? ''");
    label.as_str().unwrap().to_owned()
}

/// The position after the moves of an address, as the package has it.
fn position(address: &str) -> Position {
    let mut position = Position::new(Tiles::Hexagons);
    let moves = address.split('/').nth(2).unwrap_or_default();
    for word in moves.split('.').filter(|word| !word.is_empty()) {
        if let Some(doors) = word.strip_prefix('x') {
            position.take(doors.parse().unwrap()).unwrap();
            continue;
        }
        for put in word.split('+') {
            let numbers: Vec<i32> = put.split(':').map(|one| one.parse().unwrap()).collect();
            let cell = Cell::new(numbers[2], numbers[3]);
            let doors = numbers[0] as u8;
            position
                .put(numbers[1] as usize, Piece { cell, doors })
                .unwrap();
        }
    }
    position
}

/// An address of a game in which this number of pieces of a solution lie.
fn part_of_a_solution(laid: usize, seed: u64) -> String {
    let mut runs = Runs::new(
        &Settings::best(Tiles::Hexagons),
        Algorithm::LookAhead.best_limit(),
        seed,
    );
    while runs.advance(u64::MAX).unwrap().is_none() {}
    let boards = runs.pieces().into_iter().enumerate();
    let puts = boards.flat_map(|(board, pieces)| {
        pieces
            .into_iter()
            .map(move |Piece { cell, doors }| format!("{doors}:{board}:{}:{}", cell.q, cell.r))
    });
    let puts: Vec<String> = puts.take(laid).collect();
    format!("play/empty/{}", puts.join("."))
}

/// The counts that the page shows: left, open, groups and holes.
fn standing(page: &Browser) -> Vec<u64> {
    let numbers = page.script(
        "return [...document.querySelectorAll('#standing b')].map((one) => Number(one.innerText))",
    );
    serde_json::from_value(numbers).unwrap()
}

/// Waits for a hint, and returns the piece and the cell.
fn hinted(page: &Browser) -> (Value, Value) {
    page.wait("return document.querySelector('#laying-frame .hinted')");
    let piece = page.script("return document.querySelector('#tray .hinted').dataset.piece");
    let cell = page.script("return document.querySelector('#laying-frame .hinted').dataset.cell");
    (piece, cell)
}

#[test]
fn a_labyrinth_by_keyboard() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&address("play/52-7/"));
    // Tab leads to the board and to the pieces.
    let tab_to = |place: &str| {
        let is_there = format!("return !!document.activeElement.closest('{place}')");
        let mut tabs = 0;
        while page.script(&is_there) != true {
            page.keys(&["Tab"]);
            tabs += 1;
            assert!(tabs < 40);
        }
    };
    let hint = || {
        let words = focused(&page);
        assert!(words.ends_with(", the hint"), "{words}");
        page.keys(&["Enter"]);
    };
    for left in (1..=12).rev() {
        assert_eq!(standing(&page)[0], left);
        page.keys(&["h"]);
        let (piece, cell) = hinted(&page);
        // The piece first, or the cell first; the chosen one leads to the other one.
        if left % 2 == 0 {
            tab_to("#tray");
            walk_in_tray(&page, &piece);
            hint();
            assert!(page.text("#said").contains(" fits on "));
            walk_to(&page, &cell);
            hint();
        } else {
            tab_to("#laying-frame");
            walk_to(&page, &cell);
            hint();
            assert!(page.text("#said").contains(" here: choose one."));
            walk_in_tray(&page, &piece);
            hint();
        }
        assert_ne!(
            page.script("return document.activeElement.localName"),
            "body"
        );
        page.wait(&format!(
            "return document.querySelectorAll('#tray .gone').length === {}",
            65 - left
        ));
    }
    assert_eq!(page.text("#said"), "All pieces lie, and all doors meet.");
    let end = page.text("#end");
    assert!(end.starts_with("All doors meet"), "{end}");
    let [left, open, groups, holes] = standing(&page)[..] else {
        panic!("four numbers must be there");
    };
    assert_eq!((left, open, groups), (0, 0, holes));
    assert!(
        end.contains(&format!("{groups} groups, {holes} holes")),
        "{end}"
    );
    assert_eq!(
        page.script("return document.querySelectorAll('#end .piece').length"),
        64
    );

    // The game survives a reload, even without its address, and the link shows it to others.
    let played = hash(&page);
    page.reload();
    assert!(page.text("#end").starts_with("All doors meet"));
    page.go(address("").trim_end_matches('#'));
    assert_eq!(hash(&page), played);
    page.keys(&["u"]);
    assert_eq!(standing(&page)[0], 1);
    assert_eq!(page.text("#end"), "");

    page.keys(&["?"]);
    page.wait("return document.getElementById('keys').open");
    page.keys(&["Escape"]);
    page.wait("return !document.getElementById('keys').open");
    page.keys(&["n"]);
    page.wait("return location.hash.endsWith('/')");
    page.back();
    page.wait("return !location.hash.endsWith('/')");
}

/// Presses arrows until the focus is on a piece of the tray.
fn walk_in_tray(page: &Browser, piece: &Value) {
    let wanted: i64 = piece.as_str().unwrap().parse().unwrap();
    let here = page.script("return document.activeElement.dataset.piece");
    let here: i64 = here.as_str().unwrap().parse().unwrap();
    for (one, other, plus, minus) in [
        (wanted / 8, here / 8, "Down", "Up"),
        (wanted % 8, here % 8, "Right", "Left"),
    ] {
        for _ in 0..(one - other).abs() {
            page.keys(&[if one > other { plus } else { minus }]);
        }
    }
}

/// Presses arrows until the focus is on a cell of the board.
fn walk_to(page: &Browser, cell: &Value) {
    let where_to = format!(
        "const from = document.activeElement, to = document.querySelector('#laying-frame [data-cell=\"{}\"]');
         const [one, other] = [from, to].map((spot) => spot.getBoundingClientRect());
         return [from.dataset.cell, other.x - one.x, other.y - one.y]",
        cell.as_str().unwrap()
    );
    let mut been = Vec::new();
    for _ in 0..60 {
        let found = page.script(&where_to);
        if found[0] == *cell {
            return;
        }
        let (x, y) = (found[1].as_f64().unwrap(), found[2].as_f64().unwrap());
        let along = if x > 0.0 { "Right" } else { "Left" };
        let down = if y > 0.0 { "Down" } else { "Up" };
        // At a place where it was before, it tries the other way.
        let again = been.contains(&found[0]);
        been.push(found[0].clone());
        page.keys(&[if (x.abs() > y.abs()) != again {
            along
        } else {
            down
        }]);
    }
    panic!("no arrows lead to {cell}");
}

#[test]
fn a_labyrinth_by_touch() {
    let Some(page) = Browser::open() else { return };
    page.look(400, true);
    page.go(&address("play/58-9/"));
    for turn in 0..6 {
        page.touch("return document.getElementById('help-hint')", 30);
        let (piece, cell) = hinted(&page);
        let piece = format!("return document.querySelector('#tray [data-piece={piece}]')");
        let cell = format!("return document.querySelector('#laying-frame [data-cell={cell}]')");
        // The piece first, the cell first, and dragged.
        match turn % 3 {
            0 => {
                page.touch(&piece, 30);
                page.touch(&cell, 30);
            }
            1 => {
                page.touch(&cell, 30);
                page.touch(&piece, 30);
            }
            _ => page.drag(&piece, &cell, "touch"),
        }
        page.wait(&format!(
            "return document.querySelectorAll('#tray .gone').length === {}",
            59 + turn
        ));
    }
    page.wait("return document.getElementById('end').innerText.startsWith('All doors meet')");
    page.touch("return document.getElementById('undo')", 30);
    page.wait("return document.getElementById('end').hidden");
}

#[test]
fn pieces_lie_only_where_they_fit() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&address("play/empty/"));
    let piece =
        |doors: u8| format!("return document.querySelector('#tray [data-piece=\"{doors}\"]')");
    let cell = |cell: &str| {
        format!("return document.querySelector('#laying-frame [data-cell=\"{cell}\"]')")
    };
    page.drag(&piece(1), &cell("0,0"), "mouse");
    page.wait("return location.hash === '#play/empty/1:0:0:0'");
    assert_eq!(standing(&page), [63, 1, 1, 0]);
    // A piece that is dropped elsewhere stays free.
    page.drag(
        &piece(9),
        "return document.getElementById('standing')",
        "mouse",
    );
    assert_eq!(standing(&page), [63, 1, 1, 0]);
    page.script("document.activeElement.blur()");
    page.keys(&["Escape"]);

    // A piece here lies to the east of one whose only door leads east. It needs a door to the west,
    // and no door to the two cells where nothing may lie.
    page.touch(&cell("1,0"), 30);
    let lit = page.script(
        "return [...document.querySelectorAll('#tray .lit')].map((spot) => Number(spot.dataset.piece))",
    );
    let wanted: Vec<u8> = (0..64)
        .filter(|doors| doors & 0b01_1100 == 0b1000)
        .collect();
    assert_eq!(lit, json!(wanted));
    assert_eq!(page.text("#said"), "8 pieces fit here: choose one.");
    // For another piece, the page says why it does not fit.
    page.touch(&piece(2), 30);
    assert_eq!(
        page.text("#said"),
        "7 Shī does not fit: this piece has no door to the west, and the piece there has one."
    );
    assert_eq!(standing(&page), [63, 1, 1, 0]);
    page.touch(&piece(1), 30);
    assert_eq!(page.text("#said"), "24 Fù lies already.");
    // A chosen piece lights its cells.
    page.touch(&cell("1,0"), 30);
    page.touch(&piece(9), 30);
    let lit = "return document.querySelectorAll('#laying-frame .open.lit').length";
    assert_eq!(page.script(lit), 1);
    page.touch(&piece(2), 30);
    assert_eq!(page.script(lit), 0);
    assert!(
        page.text("#said")
            .ends_with("fits on no open cell of this group.")
    );
    page.touch(&cell("1,0"), 30);
    assert!(page.text("#said").contains("does not fit: "));
    page.touch(&piece(9), 30);
    page.touch(&cell("1,0"), 30);
    page.touch(&piece(8), 30);
    page.touch(&cell("2,0"), 30);
    assert!(
        page.text("#said")
            .ends_with("closes this group: it has 0 holes.")
    );

    // A piece between two others stays; one at the end goes.
    page.touch("return document.querySelector('.group-tab')", 30);
    page.touch(&cell("1,0"), 30);
    page.touch("return document.getElementById('take-away')", 30);
    assert!(
        page.text("#said")
            .ends_with("without this piece its group would fall apart.")
    );
    page.touch(&cell("2,0"), 30);
    page.keys(&["Delete"]);
    assert_eq!(standing(&page), [62, 1, 1, 0]);
    page.keys(&["u", "u", "u", "u"]);
    assert_eq!(standing(&page), [64, 0, 0, 0]);
    page.keys(&["u"]);
    assert_eq!(page.text("#said"), "There is nothing to undo.");
}

#[test]
fn groups_holes_and_choices_are_counted() {
    let Some(page) = Browser::open() else { return };
    page.go(&address(RING));
    assert_eq!(standing(&page), [58, 0, 1, 1]);
    page.script("document.querySelector('.group-tab').click()");
    assert_eq!(
        page.script("return document.querySelectorAll('#laying-frame .holes polygon').length"),
        1
    );
    assert_eq!(page.text(".group-tab"), "Group 1: 6, closed");
    // The piece without doors is a group, too; several groups are side by side.
    page.go(&address("play/empty/0:0:0:0.1:1:0:0.3:2:0:0"));
    assert_eq!(standing(&page), [61, 3, 3, 0]);
    let tabs = page
        .script("return [...document.querySelectorAll('.group-tab')].map((tab) => tab.innerText)");
    assert_eq!(
        tabs,
        json!([
            "Group 1: 1, closed",
            "Group 2: 1, 1 open",
            "Group 3: 1, 2 open",
            "New group"
        ])
    );
    page.keys(&["g", "c"]);
    let link = part_of_a_solution(40, 3);
    page.go(&address(&link));
    let lies = position(&link);
    let board = (0..lies.boards().len())
        .find(|&board| !lies.open(board).is_empty())
        .unwrap();
    for cell in lies.open(board) {
        let shown = page.script(&format!(
            "return document.querySelector('#laying-frame [data-cell=\"{},{}\"] .sign').textContent",
            cell.q, cell.r
        ));
        assert_eq!(
            shown,
            lies.fitting(board, cell).len().to_string(),
            "{cell:?}"
        );
    }
    // The page names a cell on which nothing fits.
    page.keys(&["c"]);
    assert_eq!(
        page.script("return document.querySelectorAll('#laying-frame .sign').length"),
        0
    );
}

#[test]
fn ways_are_counted_and_games_finished() {
    let Some(page) = Browser::open() else { return };
    let ways = || {
        page.keys(&["w"]);
        page.wait("return document.getElementById('help-answer').innerText !== ''");
        page.wait("return !document.querySelector('#help-answer .waiting')");
        page.text("#help-answer")
    };
    for (laid, seed) in [(44, 7), (50, 3), (52, 3), (64, 4)] {
        let link = part_of_a_solution(laid, seed);
        page.go(&address(&link));
        let count = completions(&position(&link), &Stop::default()).unwrap();
        let told: String = ways().chars().filter(|c| !c.is_whitespace()).collect();
        let noun = if count == 1 { "wayis" } else { "waysare" };
        assert_eq!(told, format!("{count}{noun}lefttolaytherest."));
    }
    page.go(&address("play/empty/"));
    assert_eq!(
        ways(),
        "Too much to count: This takes longer than a second."
    );
    for link in [
        "play/empty/",
        "play/44-7/",
        "play/empty/1:0:0:0.9:0:1:0",
        RING,
    ] {
        page.go(&address(link));
        let before = hash(&page);
        page.keys(&["f"]);
        page.wait(QUIET);
        page.wait("return document.getElementById('end').innerText.startsWith('All doors meet')");
        if link.contains("empty") {
            assert!(position(&hash(&page)).is_complete());
        }
        // It is one move.
        page.keys(&["u"]);
        assert_eq!(hash(&page), before);
    }
    page.go(&address(IMPOSSIBLE));
    assert_eq!(ways(), "No way is left: no solution has these pieces here.");
    for key in ["h", "f"] {
        page.keys(&[key]);
        page.wait("return document.getElementById('help-answer').innerText === 'No solution has these pieces here: take something back.'");
    }
}

/// Pieces that fit, but belong to no solution.
const IMPOSSIBLE: &str = "play/56-1/48:0:8:-5";

#[test]
fn wrong_labyrinths_change_nothing() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("play/empty/1:0:0:0"));
    for (link, sentence) in [
        ("nothing", "This page has no view \"nothing\"."),
        (
            "play/full/",
            "\"full\" is not a beginning, such as \"empty\" or \"44-7\".",
        ),
        (
            "play/99-1/",
            "fewer than 64 pieces can lie at the beginning",
        ),
        ("play/empty/1:0", "In this link, \"1:0\" is not a move."),
        (
            "play/empty/1:0:0:0.2:0:1:0",
            "These moves cannot be played: this piece has no door to the west, and the piece there has one.",
        ),
        ("play/empty/64:0:0:0", "this piece is not free"),
        ("play/empty/1:5:0:0", "there is no board 5 yet"),
        ("play/empty/x5", "this piece is not on a board"),
        ("play/empty//more", "This link has more parts than a game."),
        ("watch/x", "This link has a number that no search has."),
        (
            "watch/1/slow",
            "This link has no search: it is quick or text, usual or random.",
        ),
        (
            "octopuszle/x",
            "\"x\" is not an Octopuszle, such as \"20\" or \"20-2\".",
        ),
        (
            "octopuszle/20/17.1",
            "\"17.1\" is not a square: \"3.4\" is row 3, column 4.",
        ),
        (
            "cast/dice/1",
            "Lines are cast with yarrow or with coins, not with \"dice\".",
        ),
        ("cast/yarrow/x", "This link has no number of a cast."),
    ] {
        page.refuses_link(link, sentence);
        assert_eq!(standing(&page), [63, 1, 1, 0], "{link}");
        page.takes_link("play/empty/1:0:0:0");
    }
    page.go(&address("nothing"));
    page.wait("return document.querySelectorAll('#tray .cell').length === 64");
}

#[test]
fn a_search_is_watched() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("watch/7/quick/usual/2/40"));
    let lying = || page.script("return document.querySelectorAll('#watch-frame .piece').length");
    let told = |wanted: &str| {
        page.wait(&format!(
            "return document.getElementById('watch-said').innerText.startsWith('{wanted}')"
        ));
    };
    told("Run 3, step 40 of");
    let before = lying();
    assert!(
        before.as_u64() > Some(0)
            && page
                .text("#watch-standing")
                .starts_with(&before.to_string())
    );
    page.keys(&["s"]);
    told("Run 3, step 41 of");
    assert!(hash(&page).ends_with("/2/41"));
    // It runs until the user pauses it.
    page.script("const speed = document.getElementById('watch-speed'); speed.value = 9; speed.dispatchEvent(new Event('input'))");
    page.keys(&["p"]);
    page.wait("return Number(location.hash.split('/')[4]) > 4");
    assert_eq!(page.text("#watch-play"), "Pause");
    page.keys(&["p"]);
    let paused = hash(&page);
    page.script_later("setTimeout(arguments[0], 300)");
    assert_eq!(hash(&page), paused);
    // The next solution, by either search.
    for (search, pieces) in [("quick", "usual"), ("quick", "random"), ("text", "usual")] {
        page.go(&address(&format!("watch/5/{search}/{pieces}/0/1")));
        page.keys(&["l"]);
        told("Solved: ");
        assert_eq!(lying(), 64);
        let said = page.text("#watch-said");
        let numbers: Vec<&str> = said
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .collect();
        assert_eq!(numbers[0], numbers[1], "as many holes as groups");
        page.reload();
        told("Solved: ");
    }
}

#[test]
fn who_wants_no_motion_sees_none() {
    let Some(page) = Browser::open() else { return };
    page.calm();
    page.go(&address("watch/7/quick/usual"));
    let step = || page.text("#watch-said");
    page.script_later("setTimeout(arguments[0], 500)");
    assert!(step().starts_with("Run 1, step 0 of"), "{}", step());
    page.keys(&["s"]);
    assert!(step().starts_with("Run 1, step 1 of"));
    assert!(
        page.text("#watch-speed-words")
            .starts_with("a piece every two seconds")
    );
    let moving = "return document.getAnimations().length";
    assert_eq!(page.script(moving), 0);
    // A user who plays it nevertheless sees a piece every two seconds.
    page.keys(&["p"]);
    page.script_later("setTimeout(arguments[0], 1000)");
    let lying = "return document.querySelectorAll('#watch-frame .piece').length";
    assert_eq!(page.script(lying), 1);
    page.wait("return document.querySelectorAll('#watch-frame .piece').length === 2");
    page.keys(&["p"]);
    // The squares and the casts do not move either.
    for link in ["octopuszle/20/3.4", "cast/yarrow/1", "play/44-7/"] {
        page.go(&address(link));
        page.wait(QUIET);
        assert_eq!(page.script(moving), 0, "{link}");
    }
}

#[test]
fn an_octopuszle_is_explored() {
    let Some(page) = Browser::open() else { return };
    const NAMES: [&str; 8] = [
        "north",
        "north-east",
        "east",
        "south-east",
        "south",
        "south-west",
        "west",
        "north-west",
    ];
    let doors = || {
        let labels = page.script("return [...document.querySelectorAll('#octo-board [role=gridcell]')].map((spot) => spot.ariaLabel)");
        let labels: Vec<String> = serde_json::from_value(labels).unwrap();
        let pieces = labels.iter().map(|label| {
            let words: Vec<&str> = label.split([' ', ',']).collect();
            let bits = (0..8u8).filter(|&bit| words.contains(&NAMES[usize::from(bit)]));
            bits.fold(0u8, |piece, bit| piece | 1 << bit)
        });
        pieces.collect::<Vec<u8>>()
    };
    let stop = Stop::default();
    let (first, _) = octopuszle(None, 20, &stop).unwrap().unwrap();
    page.go(&address("octopuszle/20/3.4"));
    page.wait(QUIET);
    assert_eq!(doors(), first.as_flattened());
    // Every door of the shown piece leads on.
    let piece = first[2][3];
    let buttons = "return document.querySelectorAll('#octo-doors button:enabled').length";
    assert_eq!(page.script(buttons), piece.count_ones());
    for bit in (0..8).filter(|bit| piece >> bit & 1 == 1) {
        page.go(&address("octopuszle/20/3.4"));
        page.wait(QUIET);
        let name = NAMES[bit];
        page.touch(&format!("return document.querySelector('#octo-doors [aria-label^=\"through the door to the {name},\"]')"), 30);
        page.wait("return document.getElementById('octo-said').innerText !== ''");
        let (row, column) = china_labyrinth::rules::neighbour((2, 3), bit).unwrap();
        assert!(hash(&page).ends_with(&format!("/{}.{}", row + 1, column + 1)));
    }
    // Arrows and fingers choose squares; the page follows ways further or less far.
    page.go(&address("octopuszle/20/3.4"));
    page.wait(QUIET);
    let drawn = "return document.querySelector('.octo-sides.followed').getAttribute('d').length";
    let far = |doors: u8| {
        page.script(&format!("const far = document.getElementById('octo-far'); far.value = {doors}; far.dispatchEvent(new Event('input'))"));
        page.script(drawn).as_u64().unwrap()
    };
    let (near, all) = (far(1), far(32));
    assert!(near < all, "{near} {all}");
    page.script("document.querySelector('#octo-board [tabindex=\"0\"]').focus()");
    page.keys(&["Down", "Right"]);
    assert!(hash(&page).ends_with("/4.5"));
    assert!(focused(&page).starts_with("row 4, column 5: "));
    page.touch(
        "return document.querySelectorAll('#octo-board [role=gridcell]')[0]",
        30,
    );
    page.wait("return location.hash.endsWith('/1.1')");
    // Other sides for the same corners, as the program finds them; and another solution.
    page.go(&address("octopuszle/20-2/8.8"));
    page.wait(QUIET);
    let (other, _) = octopuszle(Some(&first), 2, &stop).unwrap().unwrap();
    assert_eq!(doors(), other.as_flattened());
    let before = doors();
    page.script("document.getElementById('octo-corners').click()");
    page.wait("return location.hash.startsWith('#octopuszle/20-') && !location.hash.startsWith('#octopuszle/20-2/') && !document.querySelector('#octo-told .waiting')");
    let after = doors();
    assert!(
        before != after
            && before
                .iter()
                .zip(&after)
                .all(|(one, other)| (one ^ other) & 0b1010_1010 == 0)
    );
    page.script("document.getElementById('octo-other').click()");
    page.wait("return /^#octopuszle\\/\\d+\\//.test(location.hash)");
}

#[test]
fn hexagrams_are_cast() {
    let Some(page) = Browser::open() else { return };
    // The example of the package.
    page.go(&address("cast/yarrow/1"));
    assert_eq!(
        page.text("#cast-said"),
        "36 Míng Yí becomes 35 Jìn: lines 1, 3, 4 and 6 change."
    );
    let told = page.text("#cast-told").replace(',', "");
    assert!(
        told.starts_with("441 of 16777216 casts are this one"),
        "{told}"
    );
    assert!(
        told.contains(
            "262144 of 16777216 have the hexagram 36 Míng Yí whatever changes: one in 64"
        ),
        "{told}"
    );
    let chances = || {
        page.script("return [...document.querySelectorAll('#cast-chances td')].map((cell) => cell.innerText)")
    };
    assert_eq!(chances(), json!(["1/16", "5/16", "7/16", "3/16"]));
    let lines = page.script("return [...document.querySelectorAll('#cast-lines tr')].map((row) => row.cells[1].innerText[0])");
    assert_eq!(lines, json!(["6", "8", "6", "9", "8", "9"]));
    assert_eq!(
        page.script("return document.querySelectorAll('.changing').length"),
        4
    );
    assert_eq!(
        page.script("return document.querySelectorAll('.hexagram').length"),
        2
    );
    page.script("const method = document.getElementById('cast-with'); method.value = 'coins'; method.dispatchEvent(new Event('change'))");
    assert_eq!(chances(), json!(["2/16", "6/16", "6/16", "2/16"]));
    assert!(hash(&page).starts_with("#cast/coins/"));
    let before = hash(&page);
    page.keys(&["n"]);
    assert_ne!(hash(&page), before);
    let kept = hash(&page);
    page.go(&address("cast"));
    assert_eq!(hash(&page), kept);
}
