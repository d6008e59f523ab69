//! A wrong input gets one sentence, and changes nothing.

use serde_json::json;

use crate::browser::Browser;
use crate::site;

#[test]
fn wrong_links_change_nothing() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address("play/A4_B8:15993/f0"));
    let before = page.text("#play-board");
    for (link, sentence) in [
        ("nothing", "This page has no view \"nothing\"."),
        (
            "play/A4_B8:999999999/",
            "\"999999999\" is not the number of a molecule",
        ),
        ("play/west/", "expected a shot"),
        ("play/A4_B8:15993/f0.z3", "In this link, z3 is not a move."),
        ("play/A4_B8:15993/f32", "In this link, f32 is not a move."),
        ("play/A4_B8:15993/k", "In this link, k is not a move."),
        ("play/w8h7m4M4:7fb1716227a3422d7fbd/", "7 lines of 8 cells"),
        ("own/8/4/99H/", "there is no position 99"),
        ("own/8/4/0H.0R/", "position 0 is shot twice"),
        ("own/12/4//", "a box is 1 to 11 cells wide"),
        (
            "own/8/4/hello/",
            "In this link, hello is not part of a board.",
        ),
        ("group/A4_B8/7", "This page has no group 7 of A4_B8."),
        (
            "molecule/A4_B8/0",
            "A4_B8 has molecules 1 to 635376, not 0.",
        ),
        ("molecule/B8/1", "a configuration is written An_Bp"),
        ("groups/A9_B9", "This page has no groups of A9_B9."),
        ("%E0%A4%A", "This page has no view"),
    ] {
        page.refuses_link(link, sentence);
        assert_eq!(page.text("#play-board"), before, "{link}");
        page.takes_link("play/A4_B8:15993/f0");
    }
    // The first link may be a wrong one, too.
    page.go(&site::address("nothing"));
    page.wait("return document.querySelectorAll('#play-board .cell').length === 64");
}

#[test]
fn wrong_texts_change_nothing() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address("play/A4_B8:15993/f0"));
    page.script("document.getElementById('new-details').open = true");
    let before = page.script("return location.hash");
    for (text, sentence) in [
        ("", "there is no board in it"),
        ("A4_B8", "hides no atoms"),
        ("w8h7m4M4:7fb1716227a3422d7fbd", "7 lines of 8 cells"),
        ("w12h12m4M4:7fb1716227a3422d7fbd", "1 to 11 cells wide"),
        ("w8h8m4M4:7fb1716227a3422d7fbg", "a hexadecimal digit"),
        ("w8h8m4M4:7fb1716227a3422d", "4 for each ball"),
        ("w8h8m4M4:7fb1716227a3422d7fbe", "corrupted"),
        ("A4_B8:0", "they run from 1 to 635376"),
        ("A4_B12:1", "1 to 11 cells wide"),
    ] {
        page.script_with(
            "document.getElementById('game-text').value = arguments[0];
             document.getElementById('open-game').requestSubmit()",
            &json!([text]),
        );
        let error = page.text("#game-error");
        assert!(error.contains(sentence), "{text}: {error}");
        assert_eq!(page.script("return location.hash"), before, "{text}");
    }
    for (atoms, width, sentence) in [
        ("70", "8", "70 atoms do not fit"),
        ("4", "12", "1 to 11 cells wide"),
        ("x", "8", "is written An_Bp"),
    ] {
        page.script_with(
            "document.getElementById('new-atoms').value = arguments[0];
             document.getElementById('new-width').value = arguments[1];
             document.getElementById('new-game').requestSubmit()",
            &json!([atoms, width]),
        );
        let error = page.text("#new-error");
        assert!(error.contains(sentence), "{error}");
        assert_eq!(page.script("return location.hash"), before);
    }
    page.go(&site::address("own/8/4/0H/"));
    let before = page.script("return location.hash");
    for (text, sentence) in [
        ("hello", "There is no board in it"),
        (
            " 1 - - - -\n   - - - -\n   - - - -\n   - - - -",
            "an out ray has two ends",
        ),
        ("west 9 = H", "is not a place around a box"),
        ("w8h8m9M4:7fb1716227a3422d7fbd", "the lower number"),
    ] {
        page.script_with(
            "document.getElementById('paste').value = arguments[0];
             document.getElementById('paste-form').requestSubmit()",
            &json!([text]),
        );
        let error = page.text("#paste-error");
        assert!(error.contains(sentence), "{text}: {error}");
        assert_eq!(page.script("return location.hash"), before, "{text}");
    }
    page.script(
        "document.getElementById('own-atoms').value = '3 or 4';
         document.getElementById('own-atoms').dispatchEvent(new Event('change'))",
    );
    assert!(page.text("#own-error").contains("a range such as 3..6"));
    // On an impossible board, the page names the rays at fault.
    page.go(&site::address("own/8/4/0H.31H.1R/"));
    page.wait("return !document.querySelector('[aria-busy=true]')");
    assert!(page.text("#own-answer").contains("molecule"));
}
