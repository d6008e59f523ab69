//! The page of the magic star: whole games, and what the engine says about them.

use magic_star::rules::{Diagram, Partial, Star};
use serde_json::json;
use web_engine::Random;
use web_magic_star::play::{puzzle, ways};

use crate::browser::Browser;
use crate::site;

/// An address of every kind.
pub(crate) const VIEWS: [&str; 4] = [
    "play/8a/a1.b2.c7.d16.e9.f11.g3.h15.i14.j8.l12.k10",
    "play/12a-5/a2.c11",
    "play/11d-7/",
    "play/8a/a1.b2.c7.d16.e9.f11.g3.h15.i14.j8.k10.l13.m5.n4.o12.p6",
];

/// The numbers of a solution of 8a, the first one of the text.
const FULL: [u8; 16] = [1, 2, 7, 16, 9, 11, 3, 15, 14, 8, 10, 13, 5, 4, 12, 6];

/// No count and no search runs any more.
const QUIET: &str = "return !document.querySelector('[aria-busy=true]')";

fn open(page: &Browser, fragment: &str) {
    page.go(&site::address_of("magic-star.html", fragment));
    page.wait(QUIET);
}

fn hash(page: &Browser) -> String {
    page.script("return location.hash").as_str().unwrap().into()
}

/// A script that finds a cell, or a number to choose.
fn cell(cell: usize) -> String {
    format!("return document.querySelector('.star-cell[data-cell=\"{cell}\"]')")
}

fn number(number: usize) -> String {
    format!("return document.querySelector('.number[data-number=\"{number}\"]')")
}

/// The arrows that lead from the focused cell to another one.
fn way_to(page: &Browser, cell: usize) -> Vec<String> {
    let found = page.script_with(
        "const cells = [...document.querySelectorAll('.star-cell')];
         const from = cells.indexOf(document.activeElement);
         const ways = new Map([[from, []]]);
         for (const [at, way] of ways) {
           for (const arrow of ['Up', 'Down', 'Left', 'Right']) {
             cells[at].focus();
             cells[at].dispatchEvent(new KeyboardEvent('keydown', { key: `Arrow${arrow}`, bubbles: true }));
             const to = cells.indexOf(document.activeElement);
             if (!ways.has(to)) ways.set(to, [...way, arrow]);
           }
         }
         cells[from].focus();
         return ways.size === cells.length ? ways.get(arguments[0]) : null",
        &json!([cell]),
    );
    let found = found.as_array().expect("arrows lead to every cell");
    found
        .iter()
        .map(|arrow| arrow.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_star_by_keyboard() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    // On the first visit, the page shows the star of the text.
    open(&page, "");
    assert_eq!(hash(&page), "#play/8a/");
    assert_eq!(
        page.text("#play-title"),
        "Put 1 to 16 on the star, so that every line adds up to 34"
    );
    while page.script("return document.activeElement.classList.contains('star-cell')") != true {
        page.keys(&["Tab"]);
    }
    let focused = || {
        let label = page.script("return document.activeElement.getAttribute('aria-label')");
        label.as_str().unwrap().to_owned()
    };
    assert_eq!(
        focused(),
        "a, point: empty. Line a d g i is empty. Line a c f h is empty"
    );
    // A second digit makes the number longer, and the move of the first one is undone.
    page.keys(&["1"]);
    assert_eq!(hash(&page), "#play/8a/a1");
    page.keys(&["6"]);
    assert_eq!(hash(&page), "#play/8a/a16");
    assert_eq!(page.text("#said"), "16 on a.");
    page.keys(&["\u{e003}"]);
    assert_eq!(hash(&page), "#play/8a/a16.a0");
    page.keys(&["u", "u"]);
    assert_eq!(hash(&page), "#play/8a/");
    // The whole star, cell by cell.
    for (at, number) in FULL.iter().enumerate() {
        let way = way_to(&page, at);
        page.keys(&way.iter().map(String::as_str).collect::<Vec<_>>());
        let digits: Vec<String> = number.to_string().chars().map(String::from).collect();
        page.keys(&digits.iter().map(String::as_str).collect::<Vec<_>>());
        if at == 4 {
            // b, c, d and e: the line lights up.
            assert_eq!(page.text("#said"), "9 on e. The line b c d e is right.");
            assert_eq!(
                page.script("return document.querySelectorAll('.line.right').length"),
                1
            );
            assert_eq!(
                page.text("#standing"),
                "5 of 16 numbers\n1 of 8 lines right"
            );
            assert!(focused().starts_with("e, point: 9. Line e g k o has 9, lacks 25"));
        }
    }
    let ended = "return !document.getElementById('end').hidden";
    page.wait(ended);
    let end = page.text("#end");
    assert!(end.starts_with("Solved"), "{end}");
    // As the text counts it.
    assert!(end.contains("as number 30,877,819,664."), "{end}");
    assert!(
        page.text("#said")
            .ends_with("All lines are right: the star is solved.")
    );
    assert_eq!(
        page.script("return document.querySelectorAll('.line.right').length"),
        8
    );
    // The game survives a reload, even without its address.
    let before = hash(&page);
    page.reload();
    assert!(page.text("#end").starts_with("Solved"));
    open(&page, "");
    assert_eq!(hash(&page), before);
    page.keys(&["u"]);
    page.wait("return document.getElementById('end').hidden");
    page.keys(&["?"]);
    page.wait("return document.getElementById('keys').open");
    page.keys(&["Escape"]);
    // A new puzzle, and back.
    let before = hash(&page);
    page.keys(&["n"]);
    page.wait(&format!("return location.hash !== '{before}'"));
    assert!(hash(&page).starts_with("#play/8a-"));
    page.back();
    page.wait(&format!("return location.hash === '{before}'"));
    page.wait("return document.querySelectorAll('.star-cell.own').length === 15");
}

#[test]
fn a_puzzle_by_touch() {
    let Some(page) = Browser::open() else { return };
    page.look(400, true);
    open(&page, "play/8a-1f3/");
    // The page gives the numbers of the engine's seed. They have one solution.
    let diagram = Diagram::of("8a".parse().unwrap());
    let mut random = Random(0x1f3);
    let given = puzzle(&diagram, &mut |end| random.below(end as u64) as usize).unwrap();
    assert_eq!(ways(&diagram, &given, u64::MAX), 1);
    let shown = page.script(
        "return [...document.querySelectorAll('.star-cell.given')].map((cell) => [Number(cell.dataset.cell), Number(cell.innerText)])",
    );
    assert_eq!(shown, json!(given.given().collect::<Vec<_>>()));
    let solution = solution(&diagram, &given);
    // The given numbers stay.
    let (fixed, held) = given.given().next().unwrap();
    page.touch(&cell(fixed.into()), 30);
    let stays = format!("{held} on {} is given: it stays.", Diagram::name(fixed));
    assert_eq!(page.text("#said"), stays);
    let free: Vec<usize> = (0..16)
        .filter(|&cell| given.number(cell as u8).is_none())
        .collect();
    for (turn, &at) in free.iter().enumerate() {
        let wanted = usize::from(solution[at]);
        match turn % 3 {
            // A number and then a cell, a cell and then a number, or dragged there.
            0 => {
                page.touch(&number(wanted), 30);
                page.touch(&cell(at), 30);
            }
            1 => {
                page.touch(&cell(at), 30);
                page.touch(&number(wanted), 30);
            }
            _ => page.drag(&number(wanted), &cell(at), "touch"),
        }
        let there = format!(
            "return document.querySelector('.star-cell[data-cell=\"{at}\"]').innerText === '{wanted}'"
        );
        page.wait(&there);
    }
    page.wait("return document.getElementById('end').innerText.startsWith('Solved')");
    page.touch("return document.getElementById('undo')", 30);
    page.wait("return document.getElementById('end').hidden");
    assert_eq!(hash(&page).split('.').count(), free.len() - 1);
    // Two numbers change places; a drag off the star takes a number away.
    let (one, other) = (free[0], free[1]);
    page.drag(&cell(one), &cell(other), "touch");
    let text = |at: usize| {
        page.script(&format!(
            "return document.querySelectorAll('.star-cell')[{at}].innerText"
        ))
    };
    assert_eq!(text(one), solution[other].to_string());
    assert_eq!(text(other), solution[one].to_string());
    page.drag(
        &cell(one),
        "return document.getElementById('play-title')",
        "touch",
    );
    assert_eq!(text(one), Diagram::name(one as u8).to_string());
    // So do two touches.
    page.touch(&cell(other), 30);
    assert!(page.text("#said").contains("is picked up"));
    page.touch(&cell(other), 30);
    assert_eq!(text(other), Diagram::name(other as u8).to_string());
    assert_eq!(
        page.script("return document.querySelectorAll('.ghost').length"),
        0
    );
}

/// The one solution of a puzzle of 8a, cell by cell.
fn solution(diagram: &Diagram, given: &Partial) -> Vec<u8> {
    let mut numbers: Vec<u8> = (0..16)
        .map(|cell| given.number(cell).unwrap_or(0))
        .collect();
    for at in 0..16 {
        let right = (1..=16).find(|number| {
            let mut tried = numbers.clone();
            tried[at] = *number;
            let text: Vec<String> = tried
                .iter()
                .map(|number| {
                    if *number == 0 {
                        "-".into()
                    } else {
                        number.to_string()
                    }
                })
                .collect();
            let star = Partial::parse(&text.join(" "), diagram);
            star.is_ok_and(|star| ways(diagram, &star, 1) == 1)
        });
        numbers[at] = right.unwrap();
    }
    numbers
}

#[test]
fn the_engine_tells_the_ways_that_are_left() {
    let Some(page) = Browser::open() else { return };
    open(&page, "play/8a/");
    page.keys(&["w"]);
    for (moves, words) in [
        // The figures of the text: all solutions, and those with 6 or 3 at the top.
        ("", "The star can be completed in 1,792 ways."),
        ("a6", "The star can still be completed in 90 ways."),
        ("a3", "The star can still be completed in 132 ways."),
        ("a1.b2.c3", "The star cannot be completed any more."),
        ("b1.c2.d3.e4", "The star cannot be completed any more."),
        (
            "a1.b2.c7.d16.e9.f11.g3.h15.i14",
            "The star can still be completed in 1 way.",
        ),
    ] {
        page.script_with(
            "location.hash = arguments[0]",
            &json!([format!("play/8a/{moves}")]),
        );
        let told = format!("return document.getElementById('ways-answer').innerText === '{words}'");
        page.wait(&told);
    }
    // A larger star has too many ways for a second, but the page knows that there is one.
    open(&page, "play/12d/");
    let told = page.text("#ways-answer");
    assert!(
        told == "The star can be completed. The number of ways is unknown: this takes longer than a second."
            || told == "The star can be completed in 11,912,064 ways.",
        "{told}"
    );
    // The help stays on over a reload, and off again.
    page.keys(&["w"]);
    assert_eq!(page.text("#ways-answer"), "");
    page.reload();
    assert_eq!(page.text("#ways-answer"), "");
}

#[test]
fn hints_lead_to_the_solution() {
    let Some(page) = Browser::open() else { return };
    // The hint names the number that made it impossible, and takes it back.
    open(&page, "play/8a/a1.b2.c3.d16");
    page.keys(&["h"]);
    page.wait("return document.querySelectorAll('.star-cell.fault').length === 1");
    assert!(
        page.text("#hint-answer")
            .starts_with("The star cannot be completed since 3 came to c.")
    );
    page.keys(&["h"]);
    assert_eq!(hash(&page), "#play/8a/a1.b2.c3.d16.c0");
    // Then hints alone fill the star, by their button.
    for _ in 0..20 {
        if page.script("return !document.getElementById('end').hidden") == true {
            break;
        }
        page.script("document.getElementById('help-hint').click()");
        page.wait("return document.querySelector('#hint-answer button')");
        page.script("document.querySelector('#hint-answer button').click()");
    }
    assert!(page.text("#end").starts_with("Solved"));
    assert!(hash(&page).starts_with("#play/8a/a1.b2.c3.d16.c0."));
    // The last number of a line.
    open(&page, "play/8a/b2.c7.d16");
    page.keys(&["h"]);
    page.wait("return document.querySelectorAll('.star-cell.best').length === 1");
    assert!(
        page.text("#hint-answer")
            .starts_with("9 on e: it is the last number of a line.")
    );
}

#[test]
fn every_star_has_puzzles_and_room() {
    let Some(page) = Browser::open() else { return };
    page.look(400, false);
    open(&page, "play/8a/");
    let all: Vec<String> = (6..=12)
        .flat_map(Star::of_order)
        .map(|star| star.to_string())
        .collect();
    let shown = page.script(
        "return [...document.querySelectorAll('#new-star option')].map((one) => one.value)",
    );
    assert_eq!(shown, json!(all));
    for star in all {
        page.script_with(
            "document.getElementById('new-details').open = true;
             document.getElementById('new-star').value = arguments[0];
             document.getElementById('new-kind').value = 'puzzle';
             document.getElementById('new-game').requestSubmit()",
            &json!([star]),
        );
        page.wait(&format!("return location.hash.startsWith('#play/{star}-')"));
        page.wait(QUIET);
        // A search confirms that the numbers are just enough.
        let diagram = Diagram::of(star.parse().unwrap());
        let shown = page.script(
            "return [...document.querySelectorAll('.star-cell')].map((cell) => cell.matches('.given') ? cell.innerText : '-').join(' ')",
        );
        let given = Partial::parse(shown.as_str().unwrap(), &diagram).unwrap();
        assert_eq!(ways(&diagram, &given, u64::MAX), 1, "{star}");
        let entries: Vec<&str> = shown.as_str().unwrap().split(' ').collect();
        for left_out in (0..entries.len()).filter(|&at| entries[at] != "-") {
            let mut fewer = entries.clone();
            fewer[left_out] = "-";
            let fewer = Partial::parse(&fewer.join(" "), &diagram).unwrap();
            assert!(ways(&diagram, &fewer, 2) > 1, "{star}");
        }
        // No two cells overlap, no target is too small, and arrows lead everywhere.
        let crowded = page.script(
            "const boxes = [...document.querySelectorAll('.star-cell')].map((cell) => cell.getBoundingClientRect());
             const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) > one.width - 0.5;
             return boxes.filter((one, at) => one.width < 36 || !boxes.slice(at + 1).every((other) => apart(one, other))).length",
        );
        assert_eq!(crowded, 0, "{star}");
        page.script("document.querySelector('.star-cell').focus()");
        way_to(&page, 0);
    }
}

#[test]
fn the_drawing_is_that_of_the_rules() {
    let Some(page) = Browser::open() else { return };
    open(&page, "play/12d/a5");
    // Wrong lines could have the same number of solutions, so the test compares the lines themselves.
    let diagram = Diagram::of("12d".parse().unwrap());
    let lines = page.script(
        "const at = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
         const box = document.querySelector('.star svg').getBoundingClientRect();
         const cells = [...document.querySelectorAll('.star-cell')].map((cell) => at(cell.getBoundingClientRect()));
         return [...document.querySelectorAll('.star .line .core')].map((line) => [...line.points].map(({ x, y }) => {
           const spot = [box.x + x * box.width / 100, box.y + y * box.width / 100];
           return cells.findIndex((cell) => Math.hypot(cell[0] - spot[0], cell[1] - spot[1]) < 2);
         }))",
    );
    assert_eq!(lines, json!(diagram.lines()));
}

#[test]
fn wrong_links_of_stars_change_nothing() {
    let Some(page) = Browser::open() else { return };
    open(&page, "play/8a/a1.b2");
    let before = page.text("#play-board");
    for (link, sentence) in [
        ("stars", "This page has no view \"stars\"."),
        ("play/west/", "a star is written as its order"),
        ("play/5a/", "This page has stars of 6 to 12 points, not 5a."),
        (
            "play/13a/",
            "This page has stars of 6 to 12 points, not 13a.",
        ),
        ("play/8c/", "Stars of order 8 are 8a, 8b."),
        ("play/8a-xyz/", "\"8a-xyz\" is not a star"),
        ("play/8a/a1.z3", "In this link, z3 is not a move."),
        ("play/8a/a17", "In this link, a17 is not a move."),
        ("play/8a/a0", "In this link, a0 is not a move."),
        ("play/8a/a1.a1", "In this link, a1 is not a move."),
        ("play/8a/hello", "In this link, hello is not a move."),
        // d already has a number. The page knows this when it has made the puzzle.
        ("play/8a-1f3/d1", "In this link, d1 is not a move."),
    ] {
        page.refuses_link(link, sentence);
        assert_eq!(page.text("#play-board"), before, "{link}");
        page.takes_link("play/8a/a1.b2");
    }
    // The first link may be a wrong one, too.
    page.go(&site::address_of("magic-star.html", "play/8a-1f3/d1"));
    page.wait("return document.querySelectorAll('.star-cell.given').length === 3");
    assert_eq!(page.text("#link-error"), "In this link, d1 is not a move.");
}
