//! Puts the pages together, twice from the same sources. Pages share files on a host, not on a disk.

use std::collections::BTreeMap;

use app::Result;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use blackbox::puzzle::presets::Preset;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::census::Census;
use crate::command::{bundle, faulty, not_built, source, split};
use crate::groups::Groups;
use crate::preview;

pub(crate) const INDEX: &str = "index.html";
pub(crate) const MARK: &str = "<!doctype html><!-- made by `cargo run -p web` -->";
pub(crate) const DISK: &str = "disk";
/// The picture of shared links, and the icon of an installed page where it must be a PNG.
const PREVIEW: &str = "preview.png";
const TOUCH_ICON: &str = "touch-icon.png";
/// What keeps the site on a reader's device.
const WORKER: &str = "service-worker.js";
/// The puzzle whose page has data besides its engine, and whose icon is that of the site.
const BLACK_BOX: &str = "black-box";

/// The number of views that a telephone's navigation has room for.
const NEAR_VIEWS: usize = 3;

const MENU: &str = r#"<svg class="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="M3 5h14M3 10h14M3 15h14"/></svg>"#;

/// A page for a host that is opened from a disk cannot load its files, so the other one is opened.
const TO_DISK: &str = "if(location.protocol==='file:')location.replace('disk/'+location.pathname.split('/').pop()+location.hash)";

/// The files of a site by their names, the index first.
pub(crate) type Site = Vec<(String, Vec<u8>)>;

/// The texts that replace each `{{name}}` in the source.
type Parts<'a> = [(&'a str, &'a str)];

/// What the views about boards show.
#[derive(Serialize)]
struct Library<'a> {
    groups: &'a [Groups],
    census: &'a Census,
}

/// A puzzle with a page, as `puzzles.json` has it.
#[derive(Deserialize, Debug)]
pub(crate) struct Puzzle {
    /// Its folder in `page/` and in `engines/`; its engine is the package `web-FOLDER`.
    pub(crate) folder: String,
    /// The name of its page without `.html`. It also names what the page keeps in the browser.
    stem: String,
    name: String,
    /// What people do there, for the page of all puzzles.
    says: String,
    /// The views in its navigation: the name in the address, and the words.
    views: Vec<(String, String)>,
}

pub(crate) fn puzzles() -> Result<Vec<Puzzle>> {
    serde_json::from_str(&read("puzzles.json")?).map_err(not_built)
}

pub(crate) fn sites(
    puzzles: &[Puzzle],
    engines: &[Vec<u8>],
    groups: &[Groups],
    census: &Census,
    book: &str,
    address: Option<&str>,
) -> Result<[Site; 2]> {
    let worker = bundle("worker.js")?;
    let style = bundle("style.css")?;
    let mut hosted = index(puzzles, &style, true)?;
    let mut disk = index(puzzles, &style, false)?;
    let mut kept_first = vec![("".to_owned(), names(&hosted))];
    let worker_file = add(&mut hosted, "worker", "js", worker.as_bytes());
    for (puzzle, engine) in puzzles.iter().zip(engines) {
        let (folder, stem, name) = (&puzzle.folder, &puzzle.stem, &puzzle.name);
        let others = hosted.len();
        let own = |name: &str| read(&format!("{folder}/{name}"));
        let style = bundle(&format!("{folder}/style.css"))?;
        let script = bundle(&format!("{folder}/main.js"))?;
        let page = filled(&own("page.html")?, &[("presets", &presets().into_string())]);
        // On a host, what only some views show is fetched with the first of them.
        let (mut kept, mut fetched) = (String::new(), String::new());
        if folder == BLACK_BOX {
            let library = serde_json::to_string(&Library { groups, census });
            let library = library.map_err(not_built)?;
            kept = data_script("library", &library);
            for (id, json) in [("library", library.as_str()), ("book", book)] {
                let file = add(&mut hosted, id, "json", json.as_bytes());
                let script = html! { script type="application/json" id=(id) data-src=(file) {} };
                fetched += &script.into_string();
            }
        }
        // What a telephone has no room for is in a menu there.
        let (near, far) = puzzle.views.split_at(puzzle.views.len().min(NEAR_VIEWS));
        let link = |(view, words): &(String, String), class: Option<&str>| {
            html! { a class=[class] href={ "#" (view) } { (words) } "\n" }
        };
        let views = html! {
            @for view in near { (link(view, None)) }
            @for view in far { (link(view, Some("far"))) }
            a class="far" href=(INDEX) { "All puzzles" }
            details class="more" {
                summary aria-label="More pages" { (PreEscaped(MENU)) }
                div { @for view in far { (link(view, None)) } a href=(INDEX) { "All puzzles" } }
            }
        };
        let frame = |head: Markup,
                     policy: String,
                     data: &str,
                     engine: Markup,
                     script: Markup|
         -> Result<_> {
            let parts: [(&str, &str); 13] = [
                ("puzzle", stem.as_str()),
                ("policy", &policy),
                ("name", name),
                ("says", &puzzle.says),
                ("icon", &BASE64_STANDARD.encode(own("icon.svg")?)),
                ("head", &head.into_string()),
                ("first", &puzzle.views[0].0),
                ("views", &views.clone().into_string()),
                ("page", &page),
                ("rules", &own("rules.html")?),
                ("data", data),
                ("engine", &engine.into_string()),
                ("script", &script.into_string()),
            ];
            let text = filled(&read("frame.html")?, &parts);
            Ok((format!("{stem}.html"), text.into_bytes()))
        };
        let deflated = deflated(engine)?;
        let engine_file = add(&mut hosted, stem, "bin", &deflated);
        let parts = split(&format!("{folder}/main.js"), stem)?;
        let is_first = |name: &str| !name.starts_with(&format!("{stem}-part-"));
        let script_file = parts.iter().find(|(name, _)| is_first(name));
        let (script_file, first) = script_file.ok_or_else(|| not_built("it has no script"))?;
        let first = String::from_utf8_lossy(first);
        let is_begun_with = |name: &str| first.contains(&format!("from\"./{name}\""));
        let head = html! {
            script { (PreEscaped(TO_DISK)) }
            style { (PreEscaped(&style)) }
            link rel="manifest" href="manifest.webmanifest";
            link rel="apple-touch-icon" href=(TOUCH_ICON);
            (shared(name, &puzzle.says, &format!("{stem}.html"), address))
            link rel="preload" id="engine" as="fetch" crossorigin href=(engine_file);
            @for (name, _) in parts.iter().filter(|(name, _)| is_begun_with(name)) {
                link rel="modulepreload" href=(name);
            }
            script type="text/plain" id="worker" data-src=(worker_file) {}
        };
        let script_tag = html! { script type="module" src=(script_file) {} };
        let rights = policy(Some(TO_DISK), &style, true);
        hosted.extend(parts);
        hosted.push(frame(
            head,
            rights,
            &fetched,
            Markup::default(),
            script_tag,
        )?);
        let mut files = names(&hosted[others..]);
        files.push(worker_file.clone());
        kept_first.push((stem.clone(), files));
        let engine = html! {
            script type="text/plain" id="worker" { (PreEscaped(worker.replace("</", "<\\/"))) }
            script type="text/plain" id="engine" { (BASE64_STANDARD.encode(&deflated)) }
        };
        let script_tag = html! { script type="module" { (PreEscaped(&script)) } };
        let head = html! { style { (PreEscaped(&style)) } };
        let rights = policy(Some(&script), &style, false);
        disk.push(frame(head, rights, &kept, engine, script_tag)?);
    }
    hosted.push((PREVIEW.to_owned(), preview::picture()));
    hosted.push((TOUCH_ICON.to_owned(), preview::icon()));
    let icon = read(&format!("{BLACK_BOX}/icon.svg"))?;
    hosted.push(("icon.svg".to_owned(), icon.into_bytes()));
    let manifest = "manifest.webmanifest";
    hosted.push((manifest.to_owned(), read(manifest)?.into_bytes()));
    let mut whole = Sha256::new();
    hosted.iter().for_each(|(_, bytes)| whole.update(bytes));
    let version = BASE64_STANDARD.encode(whole.finalize());
    // The folder itself is its index.
    kept_first[0]
        .1
        .extend(["./", "icon.svg", TOUCH_ICON, manifest].map(str::to_owned));
    let files: BTreeMap<String, Vec<String>> = kept_first.into_iter().collect();
    let files = serde_json::to_string(&files).map_err(not_built)?;
    let keeper = filled(&read(WORKER)?, &[("version", &version), ("files", &files)]);
    hosted.push((WORKER.to_owned(), keeper.into_bytes()));
    Ok([hosted, disk])
}

/// The boxes of other programs, as the options of a form: balls/size.
fn presets() -> Markup {
    let programs = [
        ("kde-", "KBlackBox (KDE)", "KBlackBox, "),
        ("tatham-", "Simon Tatham's Black Box", "Tatham"),
    ];
    html! {
        option value="" { "none" }
        @for (prefix, program, short) in programs {
            optgroup label=(program) {
                @for preset in &Preset::ALL {
                    @if let Some(level) = preset.name.strip_prefix(prefix) {
                        (option(preset, short, level))
                    }
                }
            }
        }
    }
}

/// A box by its program, its level if that has a name, its balls and its size.
fn option(preset: &Preset, program: &str, level: &str) -> Markup {
    let (rows, columns) = (preset.size.rows(), preset.size.columns());
    let (least, most) = (preset.balls.start(), preset.balls.end());
    let (balls, range) = match least == most {
        true => (least.to_string(), least.to_string()),
        false => (format!("{least}-{most}"), format!("{least} to {most}")),
    };
    let size = match rows == columns {
        true => rows.to_string(),
        false => format!("{rows}x{columns}"),
    };
    let has_name = level.starts_with(|first: char| first.is_ascii_alphabetic());
    html! {
        option value={ (balls) "/" (size) } {
            (program) @if has_name { (level.replace('-', " ")) } ": " (range) " balls, " (rows) " × " (columns)
        }
    }
}

/// What a shared link shows. A picture needs the whole address of the site.
fn shared(name: &str, says: &str, page: &str, address: Option<&str>) -> Markup {
    let address = address.map(|address| address.trim_end_matches('/'));
    html! {
        meta property="og:title" content=(name);
        meta property="og:description" content=(says);
        meta property="og:type" content="website";
        @if let Some(address) = address {
            meta property="og:url" content={ (address) "/" (page) };
            meta property="og:image" content={ (address) "/" (PREVIEW) };
        }
    }
}

fn names(files: &[(String, Vec<u8>)]) -> Vec<String> {
    files.iter().map(|(name, _)| name.clone()).collect()
}

/// Adds a file whose name tells its content, so that a browser keeps it forever.
fn add(site: &mut Site, stem: &str, kind: &str, bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let hash: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let name = format!("{stem}-{hash}.{kind}");
    site.push((name.clone(), bytes.to_owned()));
    name
}

/// A site with the page of all puzzles, with a picture of each.
fn index(puzzles: &[Puzzle], style: &str, is_hosted: bool) -> Result<Site> {
    let mut cards = String::new();
    for puzzle in puzzles {
        let picture = read(&format!("{}/picture.svg", puzzle.folder))?;
        let card = html! {
            li {
                a class="card" href={ (puzzle.stem) ".html" } {
                    (PreEscaped(picture))
                    b { (puzzle.name) }
                    span { (puzzle.says) }
                }
            }
        };
        cards += &card.into_string();
    }
    let head = html! {
        @if is_hosted { link rel="manifest" href="manifest.webmanifest"; }
        style { (PreEscaped(style)) }
    };
    let keep = html! {
        @if is_hosted {
            p class="soft" {
                "Each page is also one file that you can keep on a disk: "
                @for (at, puzzle) in puzzles.iter().enumerate() {
                    @if at > 0 { ", " }
                    a href={ (DISK) "/" (puzzle.stem) ".html" } download { (puzzle.name) }
                }
                "."
            }
        }
    };
    let icon = read(&format!("{BLACK_BOX}/icon.svg"))?;
    let parts: [(&str, &str); 6] = [
        ("mark", MARK),
        ("policy", &policy(None, style, false)),
        ("icon", &BASE64_STANDARD.encode(icon)),
        ("head", &head.into_string()),
        ("cards", &cards),
        ("keep", &keep.into_string()),
    ];
    let text = filled(&read("index.html")?, &parts);
    Ok(vec![(INDEX.to_owned(), text.into_bytes())])
}

/// Data in a page, for its script.
fn data_script(id: &str, json: &str) -> String {
    let json = PreEscaped(json.replace("</", "<\\/"));
    html! { script type="application/json" id=(id) { (json) } }.into_string()
}

/// What a page may do: run its own content and, on a host, the files of its own site, and fetch nothing else.
fn policy(script: Option<&str>, style: &str, is_hosted: bool) -> String {
    let (own, connect) = if is_hosted {
        (" 'self'", "self")
    } else {
        ("", "none")
    };
    let hash = |text: &str| format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let (script, style) = (script.map(hash).unwrap_or_default(), hash(style));
    format!(
        "default-src 'none'; script-src{own}{script} 'wasm-unsafe-eval'; style-src{style}; connect-src '{connect}'; worker-src blob: 'self'; manifest-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
    )
}

/// Deflates an engine, better than a host would. Many hosts do not pack it at all.
fn deflated(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut deflated = Vec::new();
    // As many blocks as help.
    let options = zopfli::Options {
        maximum_block_splits: u16::MAX,
        ..zopfli::Options::default()
    };
    zopfli::compress(options, zopfli::Format::Deflate, bytes, &mut deflated).map_err(not_built)?;
    Ok(deflated)
}

fn read(name: &str) -> Result<String> {
    let file = source().join("page").join(name);
    std::fs::read_to_string(&file).map_err(|error| faulty(&file, error))
}

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
