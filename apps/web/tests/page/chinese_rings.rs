//! The page of the Chinese rings.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::site;

/// An address of every kind.
pub(crate) const VIEWS: [&str; 8] = [
    "play/6/2:5",
    "play/12/2:7.2",
    "play/6/2:42",
    "hypercube/6/8",
    "hypercube/4/0",
    "hypercube/3/1",
    "plots/6/27/31",
    "plots/12/0/2047",
];

/// The text's shortest path from 0 to 63, and its hooks.
/// Source: C. Moler, Patience Chinese Rings Puzzle, Cleve's Corner, 2017.
const STATES: [u32; 43] = [
    0, 2, 3, 11, 10, 8, 9, 13, 12, 14, 15, 47, 46, 44, 45, 41, 40, 42, 43, 35, 34, 32, 33, 37, 36,
    38, 39, 55, 54, 52, 53, 49, 48, 50, 51, 59, 58, 56, 57, 61, 60, 62, 63,
];
const HOOKS: &str = "214121312161213121412131215121312141213121";

const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

/// The rule as the text has it: the states that one move leads to.
fn neighbours(state: usize, rings: usize) -> Vec<usize> {
    let down: Vec<bool> = (0..rings).map(|bit| state >> bit & 1 == 1).collect();
    let allowed = |hook: usize| match hook {
        1 => true,
        2 => !down[0],
        _ => !down[hook - 2] && down[..hook - 2].iter().all(|&down| down),
    };
    let hooks = (1..=rings).filter(|&hook| allowed(hook));
    hooks.map(|hook| state ^ 1 << (hook - 1)).collect()
}

/// The number of shortest ways from a state to the goal, and their number of moves. It
/// counts wave after wave, the slow way.
fn ways(from: usize, rings: usize) -> (u64, u64) {
    let goal = (1 << rings) - 1;
    let (mut met, mut wave) = (vec![false; 1 << rings], vec![0u64; 1 << rings]);
    wave[from] = 1;
    for moves in 0.. {
        if wave[goal] > 0 {
            return (wave[goal], moves);
        }
        let mut next = vec![0; 1 << rings];
        for state in 0..=goal {
            met[state] |= wave[state] > 0;
        }
        for state in (0..=goal).filter(|&state| wave[state] > 0) {
            for to in neighbours(state, rings) {
                next[to] += if met[to] { 0 } else { wave[state] };
            }
        }
        wave = next;
    }
    unreachable!("there is no end of waves");
}

fn address(fragment: &str) -> String {
    site::address_of("chinese-rings.html", fragment)
}

fn hash(page: &Browser) -> String {
    page.script("return location.hash")
        .as_str()
        .unwrap()
        .to_owned()
}

/// The label of the element with the focus.
fn focused(page: &Browser) -> String {
    let label = page.script("return document.activeElement.getAttribute('aria-label')");
    label.as_str().unwrap_or_default().to_owned()
}

/// The drawn hooks, `1` for one that is down.
fn drawn(page: &Browser) -> String {
    let down = page.script(
        "return [...document.querySelectorAll('#play-board .hook')].map((hook) => hook.classList.contains('down') ? 1 : 0).join('')",
    );
    down.as_str().unwrap().to_owned()
}

#[test]
fn a_game_by_keyboard() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&address("play/6/"));
    page.picture("rings-begun");
    while !focused(&page).starts_with("Hook") {
        page.keys(&["Tab"]);
    }
    assert_eq!(focused(&page), "Hook 1: up, its ring holds the shuttle");
    // Only a legal move is made; for any other one, the page says why.
    page.keys(&["Right", "Right", "Enter"]);
    assert_eq!(
        page.text("#said"),
        "Hook 3 moves only while hook 2 is up and hook 1 is down, but hook 1 is up."
    );
    page.picture("rings-refused");
    assert_eq!(
        (hash(&page), drawn(&page)),
        ("#play/6/".into(), "000000".into())
    );
    page.keys(&["Left", "Enter"]);
    assert_eq!(focused(&page), "Hook 2: down, its ring is free");
    assert_eq!(page.text("#said"), "Hook 2 is down.");
    page.keys(&[HOME, " "]);
    assert_eq!(page.text("#standing"), "2 moves\nstate 3");
    page.keys(&[END, "Up", "Down", "Left"]);
    assert_eq!(focused(&page), "Hook 5: up, its ring holds the shuttle");
    page.keys(&["5"]);
    assert_eq!(
        page.text("#said"),
        "Hook 5 moves only while hook 4 is up and hooks 1 to 3 are down, but hook 3 is up."
    );

    page.keys(&["u"]);
    assert_eq!(page.text("#said"), "Taken back: hook 1 is up again.");
    assert_eq!(hash(&page), "#play/6/2:1");
    page.keys(&["u", "u"]);
    assert_eq!(
        (hash(&page), drawn(&page)),
        ("#play/6/".into(), "000000".into())
    );
    assert_eq!(
        page.script("return document.getElementById('undo').disabled"),
        true
    );

    // The distance is hidden until the user asks for it.
    assert_eq!(page.text("#standing"), "0 moves\nstate 0");
    page.keys(&["d"]);
    assert_eq!(page.text("#standing"), "0 moves\nstate 0\n42 to go");
    page.keys(&["h"]);
    assert_eq!(page.text("#help-answer"), "Hook 2 is next.");
    assert_eq!(
        page.script("return document.querySelector('#play-board .hook.next').innerText"),
        "2"
    );
    page.picture("rings-hinted");
    page.keys(&["?"]);
    page.wait("return document.getElementById('keys').open");
    page.keys(&["Escape"]);
    page.wait("return !document.getElementById('keys').open");

    // The whole game, as in the text.
    for (made, hook) in HOOKS.char_indices() {
        page.keys(&[&hook.to_string()]);
        let state = STATES[made + 1];
        let moves = if made == 0 {
            "1 move".to_owned()
        } else {
            format!("{} moves", made + 1)
        };
        let standing = format!("{moves}\nstate {state}\n{} to go", 41 - made);
        assert_eq!(page.text("#standing"), standing);
        if made == 20 {
            page.picture("rings-half");
        }
    }
    assert_eq!(
        page.text("#said"),
        "The shuttle is free after 42 moves; fewer are not enough."
    );
    assert_eq!(
        (hash(&page), drawn(&page)),
        ("#play/6/2:42".into(), "111111".into())
    );
    std::thread::sleep(Duration::from_millis(400));
    page.picture("rings-ended");
    page.keys(&["d", "h"]);
    assert_eq!(
        page.text("#help-answer"),
        "The shuttle is free: no move is left."
    );

    // Another game, from which Back leads to this one.
    page.keys(&["n"]);
    assert_eq!(hash(&page), "#play/6/");
    page.back();
    page.wait("return location.hash === '#play/6/2:42'");
    page.wait("return document.querySelectorAll('#play-board .hook.down').length === 6");
}

#[test]
fn a_game_by_touch() {
    let Some(page) = Browser::open() else { return };
    page.look(400, true);
    page.go(&address("play/4/"));
    let hook = |number: u32| {
        format!(
            "return document.querySelectorAll('#play-board .hook')[{}]",
            number - 1
        )
    };
    page.touch(&hook(4), 30);
    page.wait("return document.getElementById('said').innerText.startsWith('Hook 4 moves only while hook 3 is up')");
    // A detour of two moves.
    for (made, number) in [1, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1].into_iter().enumerate() {
        page.touch(&hook(number), 30);
        page.wait(&format!(
            "return parseInt(document.getElementById('standing').innerText) === {}",
            made + 1
        ));
    }
    page.wait("return document.getElementById('said').innerText === 'The shuttle is free after 12 moves; 10 would have been enough.'");
    assert_eq!(hash(&page), "#play/4/1:1.11");
    page.touch("return document.getElementById('undo')", 30);
    page.wait("return location.hash === '#play/4/1:1.10'");
    page.touch("return document.getElementById('help-hint')", 30);
    page.wait("return document.getElementById('help-answer').innerText === 'Hook 1 is next.'");
    page.touch("return document.querySelector('#new-details summary')", 30);
    page.script("document.getElementById('new-rings').value = '12'");
    page.touch("return document.querySelector('#new-game button')", 30);
    page.wait("return location.hash === '#play/12/'");
    // Twelve hooks are in two rows, and a finger can hit each.
    let rows = page.script("return new Set([...document.querySelectorAll('#play-board .hook')].map((hook) => hook.getBoundingClientRect().y)).size");
    assert_eq!(rows, 2);
    page.touch(&hook(2), 30);
    page.touch(&hook(1), 30);
    page.touch(&hook(4), 30);
    page.wait("return location.hash === '#play/12/2:3'");
    assert_eq!(drawn(&page), "110100000000");
}

#[test]
fn every_number_of_rings_is_played() {
    let Some(page) = Browser::open() else { return };
    for width in [1280, 800, 600, 400] {
        page.look(width, false);
        for rings in 3..=12 {
            page.go(&address(&format!("play/{rings}/")));
            assert_eq!(drawn(&page), "0".repeat(rings));
            let small = page.script(
                "const spots = [...document.querySelectorAll('#play-board .hook')].map((hook) => hook.getBoundingClientRect());
                 const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
                 return spots.some((spot) => spot.width < 36 || spot.x < 0 || spot.right > innerWidth) || wide > 0",
            );
            assert_eq!(small, false, "{rings} rings at {width}");
            if [3, 7, 8, 9, 12].contains(&rings) {
                page.picture(&format!("rings-{width}-{rings}"));
            }
        }
    }
}

#[test]
fn the_engine_counts_the_ways_that_are_left() {
    let Some(page) = Browser::open() else { return };
    // The beginning and the end of the text's path, the dead end, and states of other paths.
    for (fragment, rings, state) in [
        ("play/6/", 6, 0),
        ("play/6:31/", 6, 31),
        ("play/6/2:41", 6, 62),
        ("play/6/2:42", 6, 63),
        ("play/6/2:11", 6, 47),
        ("play/3/", 3, 0),
        ("play/9:100/", 9, 100),
        ("play/12/", 12, 0),
        ("play/12:2047/", 12, 2047),
    ] {
        page.go(&address(fragment));
        page.keys(&["w"]);
        page.wait("return !document.querySelector('#help-answer .waiting')");
        let (ways, moves) = ways(state, rings);
        assert_eq!(ways, 1, "{fragment}");
        let wanted = match moves {
            0 => "The shuttle is free: no move is left.".to_owned(),
            1 => "There is exactly one shortest way from here: one move.".to_owned(),
            _ => format!("There is exactly one shortest way from here: {moves} moves."),
        };
        let told = page.text("#help-answer").replace(',', "");
        assert_eq!(told, wanted, "{fragment}");
    }
    assert_eq!((ways(0, 6), ways(0, 12)), ((1, 42), (1, 2730)));
    // After a move the answer is wrong, so it goes.
    page.keys(&["1"]);
    assert_eq!(page.text("#help-answer"), "");
}

#[test]
fn the_page_solves_step_by_step_as_fast_as_it_is_told() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    page.go(&address("play/6/"));
    page.keys(&["o", "o"]);
    assert_eq!(hash(&page), "#play/6/2:2");
    page.script("document.getElementById('speed').value = '10'; document.getElementById('speed').dispatchEvent(new Event('change'))");
    let begun = Instant::now();
    page.script("document.getElementById('help-solve').click()");
    assert_eq!(page.text("#help-solve"), "Pause");
    page.wait("return parseInt(document.getElementById('standing').innerText) >= 8");
    page.keys(&["s"]);
    assert_eq!(page.text("#help-solve"), "Solve");
    // It waits, and its place is in the address.
    let made = page.script("return parseInt(document.getElementById('standing').innerText)");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(
        page.script("return parseInt(document.getElementById('standing').innerText)"),
        made
    );
    assert_eq!(hash(&page), format!("#play/6/2:{made}"));
    page.keys(&["s"]);
    page.wait("return document.getElementById('said').innerText.startsWith('The shuttle is free')");
    // 40 moves have 38 pauses of 100 ms, because two moves are made at once.
    assert!(begun.elapsed() > Duration::from_millis(3800));
    assert_eq!(hash(&page), "#play/6/2:42");
    // Keys still work, although the pressed button is disabled now.
    page.keys(&["u"]);
    assert_eq!(hash(&page), "#play/6/2:41");
    // The speed is kept. A move of the player pauses, and so does another view.
    page.go(&address("play/12/"));
    assert_eq!(
        page.script("return document.getElementById('speed').value"),
        "10"
    );
    page.script("document.getElementById('speed').value = '30'");
    page.keys(&["s"]);
    page.wait("return parseInt(document.getElementById('standing').innerText) >= 5");
    page.keys(&["1"]);
    assert_eq!(page.text("#help-solve"), "Solve");
    page.keys(&["s"]);
    page.wait("return parseInt(document.getElementById('standing').innerText) >= 15");
    page.script("location.hash = 'plots'");
    page.wait("return !document.getElementById('view-plots').hidden");
    std::thread::sleep(Duration::from_millis(300));
    let kept = "return localStorage.getItem('chinese-rings.game')";
    let before = page.script(kept);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(page.script(kept), before);
    page.back();
    page.wait("return !document.getElementById('view-play').hidden");
    assert_eq!(page.text("#help-solve"), "Solve");
}

#[test]
fn a_game_is_kept_and_a_link_shares_it() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("play/7:95/"));
    page.keys(&["1", "2", "2", "1", "7", "h"]);
    assert_eq!(page.text("#said"), "Hook 7 is up.");
    let (there, state) = (hash(&page), drawn(&page));
    assert_eq!(there, "#play/7:95/1:2.3");
    page.reload();
    assert_eq!((hash(&page), drawn(&page)), (there.clone(), state.clone()));
    // Without an address, the kept game goes on.
    page.go(address("").trim_end_matches('#'));
    assert_eq!((hash(&page), drawn(&page)), (there.clone(), state.clone()));
    assert!(page.text("#standing").starts_with("5 moves"));
    // Another browser needs only the link.
    let Some(other) = Browser::open() else { return };
    other.go(&address(&there[1..]));
    assert_eq!(drawn(&other), state);
    other.keys(&["u", "u", "u", "u", "u"]);
    assert_eq!(hash(&other), "#play/7:95/");
    // A game as the form says.
    other.script("document.getElementById('new-details').open = true; document.getElementById('new-rings').value = '5'; document.getElementById('new-state').value = '32'; document.getElementById('new-game').requestSubmit()");
    assert_eq!(
        other.text("#new-error"),
        "The states of 5 rings are 0 to 31."
    );
    other.script("document.getElementById('new-state').value = ' 15'; document.getElementById('new-game').requestSubmit()");
    assert_eq!(
        (hash(&other), drawn(&other)),
        ("#play/5:15/".into(), "11110".into())
    );
}

#[test]
fn a_wrong_link_is_told() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("play/6/2:3"));
    for (fragment, error) in [
        ("play/2/", "The page has 3 to 12 rings."),
        ("play/13/", "The page has 3 to 12 rings."),
        ("play/six/", "\"six\" is not a number of rings."),
        ("play/6:64/", "The states of 6 rings are 0 to 63."),
        ("play/6/2121", "\"2121\" are not moves."),
        (
            "play/6/3:1",
            "Hook 3 moves only while hook 2 is up and hook 1 is down, but hook 1 is up.",
        ),
        (
            "play/6/2:43",
            "State 63 is an end of the path, and these moves lead past it.",
        ),
        ("play/6/2:999999", "A game has 100000 moves at most."),
        ("hypercube/7/0", "A hypercube here has 3 to 6 rings."),
        ("hypercube/toString/0", "A hypercube here has 3 to 6 rings."),
        ("hypercube/6/64", "The states of 6 rings are 0 to 63."),
        ("plots/13", "The page has 3 to 12 rings."),
        ("plots/x", "The page has 3 to 12 rings."),
        ("plots/6/43/0", "The path of 6 rings has 42 steps."),
        ("plots/6/0/64", "The states of 6 rings are 0 to 63."),
        ("toString", "This page has no view \"toString\"."),
        ("lengths", "This page has no view \"lengths\"."),
    ] {
        page.refuses_link(fragment, error);
        // The game still works under it.
        page.keys(&["4"]);
        assert_eq!(
            page.script("return document.querySelectorAll('#play-board .hook').length"),
            6
        );
        page.takes_link("play/6/2:3");
    }
    // As the first address, too.
    for fragment in ["play/6/9:1", "hypercube/9", "plots/99"] {
        page.go(&address(fragment));
        page.wait("return !document.getElementById('view-play').hidden");
        assert_eq!(
            page.script("return document.querySelectorAll('#play-board .hook').length"),
            6
        );
    }
}

#[test]
fn the_path_is_drawn_on_the_hypercube() {
    let Some(page) = Browser::open() else { return };
    page.look(400, false);
    for rings in 3..=6usize {
        page.go(&address(&format!("hypercube/{rings}/0")));
        let states = 1 << rings;
        // Every edge once, and all states. No two states touch; no step of the path touches a third.
        let found = page.script(
            "const edges = document.querySelector('#cube .edges').getAttribute('d').match(/M[^M]+/g);
             const points = (line) => line.getAttribute('points').split(' ').map((point) => point.split(',').map(Number));
             const line = [...points(document.querySelector('#cube .beyond')), ...points(document.querySelector('#cube .ahead')).slice(1)];
             const spots = [...document.querySelectorAll('#cube .spot-of circle')].map((spot) => [spot.cx.baseVal.value, spot.cy.baseVal.value]);
             const numbers = [...document.querySelectorAll('#cube .spot-of text')].map((text) => Number(text.textContent));
             const far = (p, a, b) => { const d = [b[0] - a[0], b[1] - a[1]]; const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] ** 2 + d[1] ** 2 || 1))); return Math.hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1]); };
             let near = Infinity, crossed = Infinity;
             spots.forEach((one, at) => {
               spots.slice(0, at).forEach((other) => { near = Math.min(near, far(one, other, other)); });
               line.slice(1).forEach((end, step) => { if (step !== at && step + 1 !== at) crossed = Math.min(crossed, far(one, line[step], end)); });
             });
             const box = document.querySelector('#cube svg').viewBox.baseVal;
             const inside = spots.every(([x, y]) => x > box.x + 11 && y > box.y + 11 && x < box.x + box.width - 11 && y < box.y + box.height - 11);
             return { edges: new Set(edges).size, numbers, near, crossed, inside, same: JSON.stringify(line) === JSON.stringify(spots) }",
        );
        assert_eq!(found["edges"], rings * states / 2);
        assert!(found["near"].as_f64().unwrap() > 23.0, "{rings}: {found}");
        assert!(
            found["crossed"].as_f64().unwrap() > 11.0,
            "{rings}: {found}"
        );
        assert_eq!(
            (&found["inside"], &found["same"]),
            (&json!(true), &json!(true))
        );
        // The states are in the order of the path, which follows from the rule alone.
        let mut path = vec![states - 1];
        while let Some(&next) = neighbours(path[path.len() - 1], rings)
            .iter()
            .find(|next| !path.contains(next))
        {
            path.push(next);
        }
        path.reverse();
        assert_eq!(found["numbers"], json!(path));
        assert!(page.text("#cube-words").contains(&format!(
            "{states} states are the vertices of a hypercube with {} edges. Only {} of them are legal moves",
            rings * states / 2,
            states - 1
        )));
    }
}

#[test]
fn the_path_is_walked_on_the_hypercube() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    // The view shows the state of the game.
    page.go(&address("play/6/2:5"));
    page.script("document.querySelector('nav a[href=\"#hypercube\"]').click()");
    page.wait("return location.hash === '#hypercube/6/8'");
    let here = "return [...document.querySelectorAll('#cube .here')].map((spot) => spot.textContent).join()";
    assert_eq!(page.script(here), "8");
    assert!(page.text("#cube-facts").contains("hook 1 leads to 9"));
    assert_eq!(
        page.text("#cube-said"),
        "State 8 is 37 moves from the goal."
    );
    page.keys(&["Right", "Right", "Left"]);
    assert_eq!(page.script(here), "9");
    // Its hooks move like those of a game.
    let hook = |number: usize| {
        format!(
            "document.querySelectorAll('#cube-shuttle .hook')[{}].click()",
            number - 1
        )
    };
    page.script(&hook(6));
    assert!(
        page.text("#cube-said")
            .starts_with("Hook 6 moves only while hook 5 is up")
    );
    page.script(&hook(3));
    assert_eq!(page.script(here), "13");
    page.script(&hook(3));
    assert_eq!(page.script(here), "9");
    page.script("document.getElementById('cube-back').click()");
    page.script("const slider = document.getElementById('cube-at'); slider.value = 63; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'))");
    assert_eq!(
        (page.script(here), hash(&page)),
        (json!("63"), "#hypercube/6/63".into())
    );
    assert!(page.text("#cube-facts").contains("this is the goal"));
    // From the start on, it goes through the text's states.
    page.go(&address("hypercube/6/0"));
    for (at, state) in STATES.iter().enumerate() {
        assert_eq!(page.script(here), state.to_string());
        let done = page.script("return (document.querySelector('#cube .done').getAttribute('points') || ' ').split(' ').length");
        assert_eq!(done, if at == 0 { 2 } else { at + 1 });
        page.keys(&["Right"]);
    }
    page.script("[...document.querySelectorAll('#cube .spot-of')].find((spot) => spot.textContent === '31').dispatchEvent(new MouseEvent('click'))");
    assert_eq!(hash(&page), "#hypercube/6/31");
    page.keys(&["Left"]);
    assert_eq!(hash(&page), "#hypercube/6/31");
    page.script("document.getElementById('cube-play').click()");
    page.wait("return location.hash === '#play/6:31/'");
    assert_eq!(drawn(&page), "111110");
    // The page cannot draw this number of rings, so it draws six.
    page.go(&address("play/12/2:3"));
    page.script("location.hash = 'hypercube'");
    page.wait("return location.hash === '#hypercube/6/0'");
    page.script("const rings = document.getElementById('cube-rings'); rings.value = '4'; rings.dispatchEvent(new Event('change'))");
    assert_eq!(hash(&page), "#hypercube/4/0");
    assert_eq!(
        page.script("return document.querySelectorAll('#cube circle').length"),
        16
    );
}

#[test]
fn the_plots_are_those_of_the_text() {
    let Some(page) = Browser::open() else { return };
    page.look(1280, false);
    // Read back from the drawing: a point is as high as its state, and a bar as its path is long.
    let plotted = "
        const height = (y) => (262 - y) / 252;
        const points = document.querySelector('#path-plot .curve').getAttribute('points').split(' ').map((point) => Number(point.split(',')[1]));
        const bars = document.querySelector('#bars-plot .bars').getAttribute('d').match(/M[^M]+/g).map((bar) => Number(bar.match(/V([\\d.]+)/)[1]));
        const most = bars.length;
        return [points.map((y) => Math.round(height(y) * most)), bars.map((y) => Math.round(height(y) * most))]";
    page.go(&address("plots/6"));
    page.wait("return !document.querySelector('[aria-busy=true]')");
    let lengths = |rings: usize| -> Vec<u64> {
        (0..1 << rings)
            .map(|from| ways(from, rings).1 + 1)
            .collect()
    };
    assert_eq!(page.script(plotted), json!([STATES[..], lengths(6)]));
    assert_eq!(lengths(6)[31], 64);
    assert_eq!(
        page.text("#path-words"),
        "42 moves. Hook 1 makes every second move and changes the state by one; hook 6 moves only at step 11, hook 5 moves only at step 27."
    );
    assert_eq!(
        page.text("#bars-words"),
        "From the start, 0, the path has 43 states. The longest begins at 31: no other one visits all 64."
    );
    page.script("const step = document.getElementById('plot-step'); step.value = 27; step.dispatchEvent(new Event('input')); step.dispatchEvent(new Event('change'))");
    assert_eq!(
        page.text("#step-words"),
        "Step 27: hook 5 goes down, and the state from 39 to 55."
    );
    assert_eq!(hash(&page), "#plots/6/27/0");
    page.script("const start = document.getElementById('plot-start'); start.value = 31; start.dispatchEvent(new Event('input')); start.dispatchEvent(new Event('change'))");
    assert_eq!(
        page.text("#start-words"),
        "From state 31: 64 states, 63 moves."
    );
    // A touch chooses a place.
    page.touch("return document.querySelector('#bars-plot svg')", 30);
    page.wait("return location.hash !== '#plots/6/27/31'");
    for rings in 3..=12usize {
        page.script_with(
            "const rings = document.getElementById('plot-rings'); rings.value = arguments[0]; rings.dispatchEvent(new Event('change'))",
            &json!([rings.to_string()]),
        );
        assert!(hash(&page).starts_with(&format!("#plots/{rings}/")));
        let found = page.script(plotted);
        let moves = ways(0, rings).1;
        assert_eq!(found[0].as_array().unwrap().len() as u64, moves + 1);
        if rings <= 8 {
            assert_eq!(found[1], json!(lengths(rings)), "{rings}");
        }
    }
    // If no rings are named, the plots are for those of the game.
    page.go(&address("play/5/"));
    page.script("location.hash = 'plots'");
    page.wait("return location.hash === '#plots/5/0/0'");
}

#[test]
fn nothing_moves_for_who_wants_calm() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("play/6/"));
    let loud = page.script(
        "const moves = (rule) => ['transition', 'animation'].some((name) => rule.style?.[name] || rule.style?.[`${name}Name`]);
         const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
         const calm = rules.filter((rule) => rule.media?.mediaText.includes('prefers-reduced-motion: no-preference'));
         return [rules.filter(moves).length, calm.flatMap((rule) => [...rule.cssRules]).filter(moves).length]",
    );
    assert_eq!(loud[0], 0);
    assert!(loud[1].as_u64() > Some(0));
    assert_ne!(loud, Value::Null);
}
