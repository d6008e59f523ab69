//! Puts the pages together.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{Markup, PreEscaped, html};
use miniz_oxide::deflate::compress_to_vec;
use sha2::{Digest, Sha256};

use crate::census::Census;
use crate::engine::source;
use crate::error::{Error, Result};
use crate::groups::Groups;
use crate::puzzle::{BLACK_BOX, PUZZLES};
use crate::script::bundle;

/// The page of all puzzles.
pub(crate) const INDEX: &str = "index.html";
/// The icon of the site, that of Black Box.
const ICON: &str = "icon.svg";
/// What keeps the site on a reader's device.
const WORKER: &str = "service-worker.js";
/// The beginning of our index.
pub(crate) const MARK: &str = "<!doctype html><!-- made by `cargo run -p web` -->";

/// The texts that replace each `{{name}}` in the source.
type Parts<'a> = [(&'a str, &'a str)];

/// The files of the site.
pub(crate) fn files(
    engines: &[Vec<u8>],
    groups: &[Groups],
    census: &Census,
) -> Result<Vec<(&'static str, String)>> {
    let style = read("style.css")?;
    let worker = bundle(&source().join("page/worker.js"))?;
    let mut files = vec![(INDEX, index(&style)?)];
    for (puzzle, engine) in PUZZLES.iter().zip(engines) {
        let own = |name: &str| read(&format!("{}/{name}", puzzle.folder));
        let mut style = style.clone();
        let mut page = own("page.html")?;
        let mut data = String::new();
        if puzzle.folder == BLACK_BOX.folder {
            style += view::svg::STYLE;
            page = filled(&page, &[("charts", &charts(census))]);
            data = black_box_data(groups, census)?;
        }
        style += &own("style.css")?;
        let script = bundle(&source().join("page").join(puzzle.folder).join("main.js"))?;
        let [(first, _), ..] = puzzle.views else {
            return Err(Error::Engine(format!("{} has no views", puzzle.name)));
        };
        let views = html! {
            @for (view, words) in puzzle.views {
                a href=(format!("#{view}")) { (words) } "\n"
            }
        };
        let text = filled(
            &read("frame.html")?,
            &[
                ("puzzle", puzzle.stem()),
                ("policy", &policy(&script, &style)),
                ("name", puzzle.name),
                ("says", puzzle.says),
                ("icon", &BASE64_STANDARD.encode(own("icon.svg")?)),
                ("style", &style),
                ("first", first),
                ("views", &views.into_string()),
                ("page", &page),
                ("rules", &own("rules.html")?),
                ("data", &data),
                ("worker", &worker.replace("</", "<\\/")),
                ("engine", &packed(engine)),
                ("script", &script),
            ],
        );
        files.push((puzzle.file, text));
    }
    for name in [ICON, "manifest.webmanifest"] {
        let folder = if name == ICON { "black-box/" } else { "" };
        files.push((name, read(&format!("{folder}{name}"))?));
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let mut whole = Sha256::new();
    files.iter().for_each(|(_, text)| whole.update(text));
    let version = BASE64_STANDARD.encode(whole.finalize());
    // The folder itself is its index.
    let parts = [
        ("version", version.as_str()),
        ("files", &format!("./ {}", names.join(" "))),
    ];
    files.push((WORKER, filled(&read(WORKER)?, &parts)));
    Ok(files)
}

/// The page of all puzzles, with a picture of each.
fn index(style: &str) -> Result<String> {
    let mut cards = String::new();
    for puzzle in PUZZLES {
        let picture = read(&format!("{}/picture.svg", puzzle.folder))?;
        let card = html! {
            li {
                a class="card" href=(puzzle.file) {
                    (PreEscaped(picture))
                    b { (puzzle.name) }
                    span { (puzzle.says) }
                }
            }
        };
        cards += &card.into_string();
    }
    let parts = [
        ("mark", MARK),
        ("policy", &policy("", style)),
        ("style", style),
        ("cards", &cards),
    ];
    Ok(filled(&read("index.html")?, &parts))
}

/// The charts of the censuses.
fn charts(census: &Census) -> String {
    let charts = census.charts.iter().cloned().map(Markup::into_string);
    charts.collect::<Vec<String>>().join("\n")
}

/// The data that the page of Black Box has besides its engine.
fn black_box_data(groups: &[Groups], census: &Census) -> Result<String> {
    let json = |value: serde_json::Result<String>| -> Result<String> {
        let text = value.map_err(|error| Error::Engine(error.to_string()))?;
        Ok(text.replace("</", "<\\/"))
    };
    let groups = json(serde_json::to_string(groups))?;
    let census = json(serde_json::to_string(census))?;
    let data = html! {
        script type="application/json" id="groups-data" { (PreEscaped(groups)) }
        script type="application/json" id="census-data" { (PreEscaped(census)) }
    };
    Ok(data.into_string())
}

/// What the page may do: run its own content, keep itself and its manifest, and fetch nothing else.
fn policy(script: &str, style: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; worker-src blob: 'self'; manifest-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// Deflates bytes and writes them as text. A host's gzip shrinks this text to about the size of the
/// deflated bytes; the base64 of the plain bytes would be a third larger.
fn packed(bytes: &[u8]) -> String {
    /// The best level; it takes a second.
    const LEVEL: u8 = 10;
    BASE64_STANDARD.encode(compress_to_vec(bytes, LEVEL))
}

fn read(name: &str) -> Result<String> {
    let file = source().join("page").join(name);
    std::fs::read_to_string(&file).map_err(|error| Error::Source {
        file,
        problem: error.to_string(),
    })
}

/// A text with its parts filled in.
fn filled(text: &str, parts: &Parts) -> String {
    let mut text = text;
    let mut out = String::new();
    while let Some((before, rest)) = text.split_once("{{") {
        let Some((name, after)) = rest.split_once("}}") else {
            break;
        };
        out += before;
        if let Some((_, part)) = parts.iter().find(|(known, _)| *known == name) {
            out += part;
        }
        text = after;
    }
    out + text
}
