//! Every view has an address, and an address is enough.

use serde_json::Value;

use crate::browser::Browser;
use crate::site;

/// The pages, and addresses of every kind on each.
pub(crate) const PAGES: &[(&str, &[&str])] = &[
    ("blackbox.html", &VIEWS),
    ("chinese-rings.html", &crate::chinese_rings::VIEWS),
    ("magic-star.html", &crate::magic_star::VIEWS),
    ("pen-and-paper.html", &PAPER),
    ("china-labyrinth.html", &LABYRINTH),
];

/// An address of every kind on the page of Black Box.
const VIEWS: [&str; 9] = [
    "play/A4_B8:2813/f0.f3.f9.b0.b21.e5",
    "play/A4_B8:2813/f0.f3.b0.b2.b21.b58.k",
    "own/8/4/0H.3R.1-27.14-30/b12.e40",
    "own/6/3-6/0H.1R/",
    "groups/A4_B8/any/any/any/any/size",
    "group/A4_B8/2813",
    "molecule/A4_B8/15993",
    "census",
    "census/A5_B8",
];

/// An address of every kind on the page of pen and paper: a begun grid, a dead end, a full grid,
/// one that the engine has filled, and drawings.
const PAPER: [&str; 8] = [
    "play/6x6/",
    "play/6x6/3-3.4702",
    "play/20x20/1-7.636363602",
    "play/5x5/1-1.246141636025206361416427",
    "play/5x5/1-1.246141636025206361416427.4",
    "tour/5x5/1-1.246141636025206361416427",
    "tour/20x20/1-7.636363602",
    "tour/4x5/",
];

/// An address of every kind on the page of the China Labyrinth.
const LABYRINTH: [&str; 9] = [
    "play/empty/",
    "play/44-7/",
    crate::china_labyrinth::RING,
    crate::china_labyrinth::SOLVED,
    "watch/7/quick/usual/2/40",
    "octopuszle/20/3.4",
    "octopuszle/20-2/8.8",
    "cast/yarrow/1",
    "cast/coins/5",
];

/// Every page with every one of its addresses.
pub(crate) fn every_view() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pages = PAGES.iter();
    pages.flat_map(|(file, views)| views.iter().map(|view| (*file, *view)))
}

#[test]
fn every_link_is_reloaded() {
    let Some(page) = Browser::open() else { return };
    for (file, view) in every_view() {
        page.go(&site::address_of(file, view));
        assert_eq!(page.text("#link-error"), "", "{file}#{view}");
        let seen = || {
            page.wait("return !document.querySelector('[aria-busy=true]')");
            (page.script("return location.hash"), page.text("main"))
        };
        let before = seen();
        page.reload();
        assert_eq!(seen(), before, "{file}#{view}");
    }
}

#[test]
fn every_group_has_its_page() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address("groups/A4_B8"));
    assert!(page.text("#groups-count").starts_with("280 of 280 groups"));
    let wrong = page.script(
        "const groups = JSON.parse(document.getElementById('groups-data').textContent)[0].groups;
         window.left = groups.map((group) => `group/A4_B8/${group.number}`);
         window.wrong = [];
         const next = () => {
           const address = left.shift();
           if (!address) { window.done = true; return; }
           location.hash = address;
           setTimeout(() => {
             const view = document.getElementById('view-group');
             const group = groups.find((one) => address.endsWith(`/${one.number}`));
             if (!document.getElementById('link-error').hidden || !view.innerText.includes(`Group ${group.number} of`)
               || view.querySelectorAll('.twin svg').length !== group.molecules.length) wrong.push(address);
             next();
           // Chromium lets a page go to 200 addresses in ten seconds.
           }, 60);
         };
         next(); return groups.length",
    );
    assert_eq!(wrong, 280);
    page.wait("return window.left.length < 140");
    page.wait("return window.done");
    assert_eq!(page.script("return window.wrong"), Value::Array(Vec::new()));
    // Filters are in the address, and Back returns to them.
    page.go(&site::address("groups/A4_B8/5/any/any/any/size"));
    assert!(page.text("#groups-count").starts_with("1 of 280"));
    page.script("document.querySelector('#groups-list a').click()");
    page.wait("return !document.getElementById('view-group').hidden");
    page.back();
    page.wait("return !document.getElementById('view-groups').hidden");
    assert!(page.text("#groups-count").starts_with("1 of 280"));
    // From a group to a game and to a decoded board.
    for (link, view) in [("Play this", "play"), ("Decode this board", "own")] {
        page.go(&site::address("group/A4_B8/2813"));
        let click = format!(
            "[...document.querySelectorAll('#view-group a')].find((a) => a.innerText === '{link}').click()"
        );
        page.script(&click);
        page.wait(&format!(
            "return !document.getElementById('view-{view}').hidden"
        ));
        page.wait("return !document.querySelector('[aria-busy=true]')");
    }
    assert!(
        page.text("#own-answer")
            .contains("5 of 635,376 molecules of A4_B8 agree.")
    );
}

#[test]
fn nothing_is_asked_of_the_network() {
    let Some(page) = Browser::open() else { return };
    for (file, view) in every_view() {
        page.go(&site::address_of(file, view));
        page.wait("return !document.querySelector('[aria-busy=true]')");
    }
    // Rays are weighed in the background.
    page.go(&site::address(VIEWS[0]));
    page.script("document.getElementById('help-ray').click()");
    page.wait("return document.querySelectorAll('.edge.best').length === 1");
    for request in page.requests() {
        let own = request.starts_with("file://")
            && PAGES
                .iter()
                .any(|(file, _)| request.contains(&format!("/{file}")));
        // The browser's own pages, which it opens at its start.
        let browsers = request.starts_with("chrome");
        assert!(
            own || browsers
                || request.starts_with("blob:")
                || request.starts_with("data:")
                || request == "about:blank",
            "{request}"
        );
    }
    assert_eq!(page.complaints(), Vec::<String>::new());
}
