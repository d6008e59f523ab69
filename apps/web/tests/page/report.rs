//! The report of `blackbox report`, in a browser: a folder that needs no network, and no
//! script to be read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use blackbox::game::{Chamber, Config, Entry, Molecule, Outcome};
use blackbox::stages;
use blackbox::store::Store;
use blackbox::view::page_link::PlayPage;
use blackbox::view::report::{MARK, Readers, files};
use kit::database::Access;
use kit::output::write_folder;
use serde_json::{Value, json};
use view::words::quantity;
use watch::Stop;

use crate::browser::Browser;
use crate::care::{axe, check};
use crate::parity::Nobody;
use crate::source::typed;

/// It has more groups than a page draws, and a smaller box in the same database.
const CONFIG: &str = "A4_B7";

static REPORT: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    let _ = fs::remove_dir_all(&folder);
    let database = tempfile::tempdir().unwrap();
    let watcher = Nobody(Stop::default());
    let path = database.path().join("report.db");
    let mut store = Store::open(&path, Access::Create, &watcher.0).unwrap();
    for config in ["A4_B6", CONFIG] {
        stages::run::run(&mut store, config.parse().unwrap(), &|_| Ok(()), &watcher).unwrap();
    }
    let report = stages::report::report(&store, CONFIG.parse().unwrap(), &watcher).unwrap();
    let play = "https://example.org/blackbox.html"
        .parse::<PlayPage>()
        .unwrap();
    let files = files(&report, Readers::Programs, Some(&play), &watcher.0).unwrap();
    let texts = (files.iter()).map(|file| (file.name.as_str(), file.text.as_str()));
    write_folder(&folder, MARK, texts).unwrap();
    folder
});

fn address(page: &str) -> String {
    format!("file://{}", REPORT.join(page).display())
}

/// The text of what a selector finds.
fn texts(page: &Browser, selector: &str) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll(arguments[0])].map((found) => found.innerText)";
    let found = page.script_with(script, &json!([selector]));
    let found = found.as_array().unwrap().iter();
    found
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

/// The numbers of a column of the table of groups, as far as they are shown.
fn column(page: &Browser, column: usize) -> Vec<f64> {
    let cells = texts(page, &format!("#groups tbody td:nth-child({column})"));
    let number = |text: &String| text.replace(',', "").parse().unwrap();
    cells.iter().map(number).collect()
}

#[test]
fn the_report_fits_and_is_accessible() {
    let Some(page) = Browser::open() else { return };
    let axe = axe();
    for width in [1280, 400] {
        for dark in [false, true] {
            page.look(width, dark);
            for file in ["index.html", "groups-1.html"] {
                let name = format!(
                    "{width}-{}-report-{}",
                    if dark { "dark" } else { "light" },
                    file.trim_end_matches(".html")
                );
                page.go(&address(file));
                // What is far below is drawn only when somebody gets there.
                page.script("for (const group of document.querySelectorAll('.group')) group.style.contentVisibility = 'visible'");
                page.picture(&name);
                check(&page, axe.as_deref(), &name);
                // Text in a chart is as large on a telephone as beside it.
                let sizes = page.script("return [...document.querySelectorAll('.chart svg')].map((chart) => chart.getBoundingClientRect().width / chart.viewBox.baseVal.width)");
                for size in sizes.as_array().unwrap() {
                    assert!(size.as_f64().unwrap() > 0.85, "{name}: {size}");
                }
            }
        }
    }
}

#[test]
fn tables_sort_and_filter_by_mouse_and_keys() {
    let Some(page) = Browser::open() else { return };
    page.go(&address("index.html"));
    let all = column(&page, 3);
    assert_eq!(all.len(), 100);
    let button = "document.querySelector('#groups th:nth-child(3) button')";
    let sorted = |wanted: &str| {
        page.wait(&format!(
            "return {button}.parentNode.ariaSort === '{wanted}' && document.querySelectorAll('#groups tbody tr').length === 100"
        ));
    };
    // All rows are sorted, not only those that are shown.
    page.script(&format!("{button}.click()"));
    sorted("descending");
    assert_eq!(column(&page, 3), all);
    page.script(&format!("{button}.focus()"));
    page.keys(&["Enter"]);
    sorted("ascending");
    page.wait("return document.querySelector('#groups tbody td:nth-child(3)').innerText === '2'");
    assert!(column(&page, 3).iter().all(|&size| size == 2.0));
    page.keys(&["Enter"]);
    page.wait(&format!("return {button}.parentNode.ariaSort === null"));
    page.wait("return document.querySelector('#groups tbody td:nth-child(3)').innerText !== '2'");
    assert_eq!(column(&page, 3), all);

    let count = "document.querySelector('#groups output').innerText";
    page.script("document.querySelector('#groups .table > button').click()");
    page.wait("return document.querySelectorAll('#groups tbody tr').length > 100");
    let last = texts(&page, "#groups tbody tr:last-child td:first-child");
    page.script("document.querySelector('#groups input').focus()");
    let digits: Vec<String> = last[0].replace(',', "").chars().map(String::from).collect();
    page.keys(&digits.iter().map(String::as_str).collect::<Vec<_>>());
    page.wait(&format!("return {count}.startsWith('1 of ')"));
    assert_eq!(texts(&page, "#groups tbody td:first-child"), last);
    // Its link leads to its drawing.
    page.script("document.querySelector('#groups tbody a').click()");
    page.wait("return document.querySelector(':target')?.querySelectorAll('figure').length > 2");
    assert_eq!(texts(&page, ":target h2"), [format!("Group {}", last[0])]);
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn a_number_leads_to_its_group() {
    let Some(page) = Browser::open() else { return };
    let config: Config = CONFIG.parse().unwrap();
    let csv = fs::read_to_string(REPORT.join("groups.csv")).unwrap();
    let mut records = csv::Reader::from_reader(csv.as_bytes());
    let last = records.records().last().unwrap().unwrap();
    let numbers: BTreeSet<u64> = last[5].split(' ').map(|one| one.parse().unwrap()).collect();
    let first = *numbers.first().unwrap();
    let molecule = Molecule::from_number(first, config).unwrap();
    let group = blackbox::game::Group::of(molecule, config);
    let leads = |number: &str| {
        page.go(&address("groups-1.html"));
        page.script("document.querySelector('#search input').focus()");
        let keys: Vec<String> = number.chars().map(String::from).collect();
        page.keys(&keys.iter().map(String::as_str).collect::<Vec<_>>());
        page.keys(&["Enter"]);
    };
    for image in group.iter() {
        leads(&image.molecule.number(config).to_string());
        let target =
            page.wait("return location.hash.length > 1 && document.querySelector(':target')?.id");
        let found: u64 = target.as_str().unwrap()[1..].parse().unwrap();
        // Its own group, or the molecule in it that it is an image of.
        assert!(
            numbers.contains(&found) || last[1] == found.to_string(),
            "{found}"
        );
    }
    leads("1");
    page.wait(
        "return document.querySelector('#search output').innerText.includes('not in a group')",
    );
    leads("211877");
    page.wait("return document.querySelector('#search output').innerText.includes('1 to 211876')");
}

/// Does this sentence tell the ray from a position?
#[track_caller]
fn check_said(said: &str, chamber: &Chamber, position: usize, width: usize) {
    let entry = |position| Entry { position, width };
    let ray = chamber.path(position).ray;
    let outcome = match ray.outcome {
        Outcome::Absorbed => "absorbed".to_owned(),
        Outcome::Reflected => "reflected".to_owned(),
        Outcome::Out(exit) => format!("out at {}", entry(exit)),
    };
    let begin = format!("{}: {outcome}", entry(position));
    assert!(said.starts_with(&begin), "{said}");
    let cells = quantity(ray.length, "cell", "cells");
    let turns = quantity(ray.turns, "turn", "turns");
    assert!(said.ends_with(&format!(", {cells}, {turns}")), "{said}");
}

#[test]
fn the_mouse_shows_the_ray_of_the_mark_that_it_is_over() {
    let Some(page) = Browser::open() else { return };
    let config: Config = CONFIG.parse().unwrap();
    let width = config.width();
    page.look(1280, false);
    page.go(&address("groups-1.html"));
    let number = page.script("return document.querySelector('figure[id^=m]').id.slice(1)");
    let number: u64 = number.as_str().unwrap().parse().unwrap();
    let chamber = Chamber::new(Molecule::from_number(number, config).unwrap(), config);
    let picture = format!("document.querySelector('#m{number} svg')");
    page.script(&format!("{picture}.scrollIntoView({{block: 'center'}})"));
    let shown = format!("{picture}.querySelectorAll('.now').length");
    let hidden =
        "document.getElementById('said').hidden && document.querySelectorAll('.now').length === 0";
    page.wait(&format!("return {hidden}"));
    for position in 0..config.positions() {
        // The marks of a side are the letters of one text, which the drawings of a group share.
        let (side, along) = (position / width, position % width);
        page.hover(&format!(
            "const shared = {picture}.querySelector('use[href^=\"#s\"]').getAttribute('href');
             const marks = document.querySelectorAll(`${{shared}} text`)[{side}];
             const [x, y] = ['x', 'y'].map((name) => Number(marks.getAttribute(name).split(' ')[{along}]));
             const spot = new DOMPoint(x, y - 5).matrixTransform({picture}.getScreenCTM());
             return [spot.x, spot.y].map(Math.round)"
        ));
        let entry = Entry { position, width };
        page.wait(&format!(
            "return {shown} === 1 && document.getElementById('said').innerText.startsWith('{entry}: ')"
        ));
        check_said(&page.text("#said"), &chamber, position, width);
        assert_eq!(
            page.script("return document.querySelectorAll('.now').length"),
            json!(1)
        );
    }
    // The middle of the box is no mark, and neither is what is around the drawing.
    let outside = "return [2, 2]";
    let inside = format!(
        "const box = {picture}.getBoundingClientRect();
         return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)"
    );
    let mark = format!(
        "const box = {picture}.getBoundingClientRect();
         return [box.x + 3, box.y + box.height / 2].map(Math.round)"
    );
    for away in [inside.as_str(), outside] {
        page.hover(&mark);
        page.wait(&format!("return {shown} === 1"));
        page.hover(away);
        page.wait(&format!("return {hidden}"));
    }
    // The keys were somewhere else all the time.
    assert_eq!(
        page.script(&format!("return document.activeElement === {picture}")),
        json!(false)
    );
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn a_ray_is_shown_where_somebody_points() {
    let Some(page) = Browser::open() else { return };
    let config: Config = CONFIG.parse().unwrap();
    page.go(&address("groups-1.html"));
    let number = page.script("return document.querySelector('figure[id^=m]').id.slice(1)");
    let number: u64 = number.as_str().unwrap().parse().unwrap();
    let chamber = Chamber::new(Molecule::from_number(number, config).unwrap(), config);
    let width = config.width();
    let picture = format!("document.querySelector('#m{number} svg')");
    assert_eq!(
        page.script("return document.querySelectorAll('.now').length"),
        0
    );
    page.script(&format!("{picture}.focus()"));
    for position in 0..config.positions() {
        let path = chamber.path(position);
        let said = page.text("#said");
        check_said(&said, &chamber, position, width);
        assert_eq!(
            page.script(&format!("return {picture}.ariaValueText")),
            json!(said)
        );
        // The line goes through all cells, and through no other.
        let cells = page.script(&format!(
            "const points = {picture}.querySelector('.now polyline').getAttribute('points').split(' ').map((point) => point.split(',').map(Number));
             const cells = [];
             points.slice(1).forEach(([x, y], at) => {{
               const [fromX, fromY] = points[at];
               const length = Math.abs(x - fromX) + Math.abs(y - fromY);
               for (let step = 0; step <= length; step += 1) {{
                 const place = [fromX + (x - fromX) / length * step, fromY + (y - fromY) / length * step];
                 const [column, line] = place.map((at) => Math.floor(at / 28) - 1);
                 if (place.every((at) => at % 28 === 14) && [line, column].every((at) => at >= 0 && at < {width})) cells.push(line * {width} + column);
               }}
             }});
             return [...new Set(cells)].sort((one, other) => one - other)"
        ));
        let entered: BTreeSet<usize> = path.cells.iter().copied().collect();
        assert_eq!(cells, json!(entered), "{said}");
        page.keys(&["Right"]);
    }
    page.script("document.activeElement.blur()");
    assert_eq!(
        page.script("return document.querySelectorAll('.now').length"),
        0
    );
    // A finger on a label shows its ray, too.
    page.look(400, false);
    page.go(&address("index.html"));
    let label = "return document.querySelector('#rays svg[data-ways] g.mono text')";
    page.touch(label, 50);
    page.wait("return !document.getElementById('said').hidden && document.querySelectorAll('.now').length === 1");
}

#[test]
fn it_is_read_without_scripts_and_asks_nobody() {
    let Some(page) = Browser::open() else { return };
    page.requests();
    for file in ["index.html", "groups-1.html", "groups-2.html"] {
        page.go(&address(file));
    }
    let folder = format!("file://{}/", REPORT.display());
    let asked = page.requests();
    assert!(
        asked.iter().any(|request| request.ends_with("/report.js")),
        "{asked:?}"
    );
    // The browser's own first page asks the browser.
    let elsewhere = |request: &&String| {
        let known = [
            folder.as_str(),
            "about:blank",
            "chrome:",
            "chrome-untrusted:",
            "data:",
        ];
        !known.iter().any(|known| request.starts_with(known))
    };
    assert_eq!(asked.iter().find(elsewhere), None);

    page.without_scripts();
    page.go_unready(&address("index.html"));
    assert_eq!(
        page.script("return document.documentElement.dataset.ready ?? null"),
        Value::Null
    );
    assert_eq!(column(&page, 3).len(), 100);
    assert!(
        page.text("#groups .left-out")
            .ends_with("groups.csv has all of them.")
    );
    assert_eq!(page.text("#groups button"), "");
    let shown = "return [...document.querySelectorAll('.scripted')].every((one) => one.offsetParent === null)";
    assert_eq!(page.script(shown), json!(true));
    page.script("document.querySelector('#groups .pages a').click()");
    page.wait("return location.pathname.endsWith('/groups-1.html')");
    let mut drawn = texts(&page, "article h2").len();
    page.script("document.querySelector('a[rel=next]').click()");
    page.wait("return location.pathname.endsWith('/groups-2.html')");
    drawn += texts(&page, "article h2").len();
    let csv = fs::read_to_string(REPORT.join("groups.csv")).unwrap();
    assert_eq!(drawn, csv.lines().count() - 1);
}

#[test]
fn every_group_and_molecule_has_a_drawing_and_every_link_an_end() {
    let pages: Vec<(String, String)> = fs::read_dir(&*REPORT)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    let text = |name: &str| &pages.iter().find(|(known, _)| known == name).unwrap().1;
    let mut links = 0;
    for (name, page) in pages.iter().filter(|(name, _)| name.ends_with(".html")) {
        for link in page.split("href=\"").skip(1) {
            let link = link.split('"').next().unwrap();
            if link.starts_with("https://example.org/blackbox.html#") {
                continue;
            }
            let (file, id) = link.split_once('#').unwrap_or((link, ""));
            let page = text(if file.is_empty() { name } else { file });
            assert!(
                id.is_empty() || page.contains(&format!("id=\"{id}\"")),
                "{name}: {link}"
            );
            links += 1;
        }
    }
    assert!(links > 1000, "{links}");
    let drawings = text("groups-1.html").clone() + text("groups-2.html");
    let mut groups = csv::Reader::from_reader(text("groups.csv").as_bytes());
    for group in groups.records().map(|record| record.unwrap()) {
        assert!(drawings.contains(&format!("<article class=\"group\" id=\"g{}\"", &group[1])));
        for number in group[5].split(' ') {
            assert!(drawings.contains(&format!("<figure id=\"m{number}\"><svg")));
            let play = format!("https://example.org/blackbox.html#molecule/{CONFIG}/{number}\"");
            assert!(drawings.contains(&play));
        }
    }
}

#[test]
fn the_script_of_the_report_is_typed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/view/report");
    typed(&folder);
}
