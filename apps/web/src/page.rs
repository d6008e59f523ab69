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

pub(crate) const INDEX: &str = "index.html";
pub(crate) const MARK: &str = "<!doctype html><!-- made by `cargo run -p web` -->";
pub(crate) const DISK: &str = "disk";
/// The picture of shared links, and the icon of an installed page where it must be a PNG.
const PREVIEW: &str = "preview.png";
const TOUCH_ICON: &str = "touch-icon.png";
const MANIFEST: &str = "manifest.webmanifest";
/// The service worker, which caches the site on the reader's device.
const WORKER: &str = "service-worker.js";
/// The puzzle whose page has data besides its engine, and whose icon is that of the site.
const BLACK_BOX: &str = "black-box";

/// The number of views for which the navigation on a telephone has room.
const NEAR_VIEWS: usize = 3;

const MENU: &str = r#"<svg class="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="M3 5h14M3 10h14M3 15h14"/></svg>"#;

/// Redirects a page for a host that is opened from a disk, where it cannot load its files, to the page for a disk.
const TO_DISK: &str = "if(location.protocol==='file:')location.replace('disk/'+location.pathname.split('/').pop()+location.hash)";

/// The files of a site by name, with the index first.
pub(crate) type Site = Vec<(String, Vec<u8>)>;

/// Names and the texts that replace `{{name}}` in the source.
type Parts<'a> = [(&'a str, &'a str)];

/// The data of the views about boards, as JSON.
pub(crate) struct Data {
    library: String,
    book: String,
}

impl Data {
    pub(crate) fn new(groups: &[Groups], census: &Census, book: String) -> Result<Data> {
        #[derive(Serialize)]
        struct Library<'a> {
            groups: &'a [Groups],
            census: &'a Census,
        }
        let library = serde_json::to_string(&Library { groups, census }).map_err(not_built)?;
        Ok(Data { library, book })
    }
}

/// A puzzle with a page, as listed in `puzzles.json`.
#[derive(Deserialize, Debug)]
pub(crate) struct Puzzle {
    /// Its folder in `page/` and in `engines/`; its engine is the package `web-FOLDER`.
    pub(crate) folder: String,
    /// The name of its page without `.html`, which is also used for the data that the page stores in the browser.
    stem: String,
    name: String,
    /// A sentence about the puzzle, for the page of all puzzles.
    says: String,
    /// The views in its navigation, as their name in the address and their title.
    views: Vec<(String, String)>,
}

pub(crate) fn puzzles() -> Result<Vec<Puzzle>> {
    serde_json::from_str(&read("puzzles.json")?).map_err(not_built)
}

/// The site for a host and the one for a disk. The engines are in the order of the puzzles.
pub(crate) fn sites(
    puzzles: &[Puzzle],
    engines: &[Vec<u8>],
    data: &Data,
    address: Option<&str>,
) -> Result<[Site; 2]> {
    let pages = puzzles.iter().zip(engines).map(|(puzzle, engine)| {
        Ok(Page {
            puzzle,
            style: bundle(&format!("{}/style.css", puzzle.folder))?,
            engine: deflated(engine)?,
        })
    });
    let pages: Vec<Page> = pages.collect::<Result<_>>()?;
    let style = bundle("style.css")?;
    let worker = bundle("worker.js")?;
    let mut hosted = index(puzzles, &style, true)?;
    let worker_file = add(&mut hosted, "worker", "js", worker.as_bytes());
    // The files that the service worker caches first, by page.
    let mut kept_first = BTreeMap::new();
    let index_files = [INDEX, "./", "icon.svg", TOUCH_ICON, MANIFEST];
    kept_first.insert("", index_files.map(str::to_owned).to_vec());
    for page in &pages {
        let others = hosted.len();
        page.add_hosted(&mut hosted, &worker_file, data, address)?;
        let files = hosted[others..].iter().map(|(name, _)| name);
        let files = files.chain([&worker_file]).cloned().collect();
        kept_first.insert(&page.puzzle.stem, files);
    }
    for picture in [PREVIEW, TOUCH_ICON] {
        let file = source().join("page").join(picture);
        let bytes = std::fs::read(&file).map_err(|error| faulty(&file, error))?;
        hosted.push((picture.to_owned(), bytes));
    }
    let icon = read(&format!("{BLACK_BOX}/icon.svg"))?;
    hosted.push(("icon.svg".to_owned(), icon.into_bytes()));
    hosted.push((MANIFEST.to_owned(), read(MANIFEST)?.into_bytes()));
    let mut whole = Sha256::new();
    hosted.iter().for_each(|(_, bytes)| whole.update(bytes));
    let version = BASE64_STANDARD.encode(whole.finalize());
    let files = serde_json::to_string(&kept_first).map_err(not_built)?;
    let keeper = filled(&read(WORKER)?, &[("version", &version), ("files", &files)]);
    hosted.push((WORKER.to_owned(), keeper.into_bytes()));

    let mut disk = index(puzzles, &style, false)?;
    for page in &pages {
        disk.push(page.on_disk(&worker, data)?);
    }
    Ok([hosted, disk])
}

/// The parts of a page of a puzzle that a host and a disk have in common.
struct Page<'a> {
    puzzle: &'a Puzzle,
    style: String,
    /// The engine, deflated.
    engine: Vec<u8>,
}

/// The parts of a page that differ between a host and a disk.
struct PageParts {
    policy: String,
    head: Markup,
    data: Markup,
    engine: Markup,
    script: Markup,
}

impl Page<'_> {
    /// Adds the page, and the files that only this page loads.
    fn add_hosted(
        &self,
        site: &mut Site,
        worker_file: &str,
        data: &Data,
        address: Option<&str>,
    ) -> Result<()> {
        let Puzzle { folder, stem, .. } = self.puzzle;
        // The first view that needs these data fetches them.
        let mut fetched = Markup::default();
        if folder == BLACK_BOX {
            let library = add(site, "library", "json", data.library.as_bytes());
            let book = add(site, "book", "json", data.book.as_bytes());
            fetched = html! {
                script type="application/json" id="library" data-src=(library) {}
                script type="application/json" id="book" data-src=(book) {}
            };
        }
        let engine_file = add(site, stem, "bin", &self.engine);
        let scripts = split(&format!("{folder}/main.js"), stem)?;
        let later = format!("{stem}-part-");
        let first = scripts.iter().find(|(name, _)| !name.starts_with(&later));
        let (script_file, first) = first.ok_or_else(|| not_built("it has no script"))?;
        let first = String::from_utf8_lossy(first);
        let is_imported = |name: &str| first.contains(&format!("from\"./{name}\""));
        let parts = PageParts {
            policy: policy(Some(TO_DISK), &self.style, true),
            head: html! {
                script { (PreEscaped(TO_DISK)) }
                style { (PreEscaped(&self.style)) }
                link rel="manifest" href=(MANIFEST);
                link rel="apple-touch-icon" href=(TOUCH_ICON);
                (shared(&self.puzzle.name, &self.puzzle.says, &format!("{stem}.html"), address))
                link rel="preload" id="engine" as="fetch" crossorigin href=(engine_file);
                @for (name, _) in scripts.iter().filter(|(name, _)| is_imported(name)) {
                    link rel="modulepreload" href=(name);
                }
                script type="text/plain" id="worker" data-src=(worker_file) {}
            },
            data: fetched,
            engine: Markup::default(),
            script: html! { script type="module" src=(script_file) {} },
        };
        let page = self.framed(parts)?;
        site.extend(scripts);
        site.push(page);
        Ok(())
    }

    /// The page as one file.
    fn on_disk(&self, worker: &str, data: &Data) -> Result<(String, Vec<u8>)> {
        let script = bundle(&format!("{}/main.js", self.puzzle.folder))?;
        let library = PreEscaped(data.library.replace("</", "<\\/"));
        self.framed(PageParts {
            policy: policy(Some(&script), &self.style, false),
            head: html! { style { (PreEscaped(&self.style)) } },
            data: html! {
                @if self.puzzle.folder == BLACK_BOX {
                    script type="application/json" id="library" { (library) }
                }
            },
            engine: html! {
                script type="text/plain" id="worker" { (PreEscaped(worker.replace("</", "<\\/"))) }
                script type="text/plain" id="engine" { (BASE64_STANDARD.encode(&self.engine)) }
            },
            script: html! { script type="module" { (PreEscaped(&script)) } },
        })
    }

    /// The name and the contents of the page.
    fn framed(&self, parts: PageParts) -> Result<(String, Vec<u8>)> {
        let puzzle = self.puzzle;
        let own = |name: &str| read(&format!("{}/{name}", puzzle.folder));
        let page = filled(&own("page.html")?, &[("presets", &presets().into_string())]);
        let parts: [(&str, &str); 13] = [
            ("puzzle", puzzle.stem.as_str()),
            ("policy", &parts.policy),
            ("name", &puzzle.name),
            ("says", &puzzle.says),
            ("icon", &BASE64_STANDARD.encode(own("icon.svg")?)),
            ("head", &parts.head.into_string()),
            ("first", &puzzle.views[0].0),
            ("views", &puzzle.navigation().into_string()),
            ("page", &page),
            ("rules", &own("rules.html")?),
            ("data", &parts.data.into_string()),
            ("engine", &parts.engine.into_string()),
            ("script", &parts.script.into_string()),
        ];
        let text = filled(&read("frame.html")?, &parts);
        Ok((format!("{}.html", puzzle.stem), text.into_bytes()))
    }
}

impl Puzzle {
    /// The links to its views. On a telephone, those for which there is no room are in a menu.
    fn navigation(&self) -> Markup {
        let (near, far) = self.views.split_at(self.views.len().min(NEAR_VIEWS));
        let link = |(view, words): &(String, String), class: Option<&str>| {
            html! { a class=[class] href={ "#" (view) } { (words) } "\n" }
        };
        html! {
            @for view in near { (link(view, None)) }
            @for view in far { (link(view, Some("far"))) }
            a class="far" href=(INDEX) { "All puzzles" }
            details class="more" {
                summary aria-label="More pages" { (PreEscaped(MENU)) }
                div { @for view in far { (link(view, None)) } a href=(INDEX) { "All puzzles" } }
            }
        }
    }
}

/// The boxes of other programs, as the options of a form with values balls/size.
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

/// The option for a box, described by its program, its level if that has a name, its balls and its size.
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

/// The metadata of a shared link. A picture needs the whole address of the site.
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

/// Adds a file whose name contains a hash of its contents, so that a browser can cache it permanently.
fn add(site: &mut Site, stem: &str, kind: &str, bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let hash: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let name = format!("{stem}-{hash}.{kind}");
    site.push((name.clone(), bytes.to_owned()));
    name
}

/// The page of all puzzles, with a picture of each.
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
        @if is_hosted { link rel="manifest" href=(MANIFEST); }
        style { (PreEscaped(style)) }
    };
    let keep = html! {
        @if is_hosted {
            p class="soft" {
                "You can also download each page as a single file: "
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

/// The Content-Security-Policy of a page, which may run its own contents and, on a host, the files of its own site,
/// and fetch nothing else.
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

/// Deflates an engine, better than a host would; many hosts do not compress WebAssembly at all.
fn deflated(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut deflated = Vec::new();
    // Allows as many blocks as help.
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
