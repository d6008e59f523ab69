//! The page, put together.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::Markup;
use miniz_oxide::deflate::compress_to_vec;
use sha2::{Digest, Sha256};

use crate::census::Census;
use crate::difference::difference;
use crate::engine::{Engines, source};
use crate::error::{Error, Result};
use crate::groups::Groups;
use crate::script::bundle;

/// The page of all puzzles.
pub(crate) const INDEX: &str = "index.html";
/// The page of Black Box.
const BLACK_BOX: &str = "blackbox.html";
/// How our index begins.
pub(crate) const MARK: &str = "<!doctype html><!-- made by `cargo run -p web` -->";

/// What is set in where the source has `{{name}}`.
type Parts<'a> = [(&'a str, &'a str)];

/// The files of the site.
pub(crate) fn files(
    engines: &Engines,
    groups: &[Groups],
    census: &Census,
) -> Result<Vec<(&'static str, String)>> {
    let style = read("style.css")?;
    let style = style.replace("/* the charts' colours */", &charts_style());
    let script = bundle(&source().join("page/main.js"))?;
    let worker = bundle(&source().join("page/worker.js"))?;
    let policy = policy(&script, &style);
    let json = |value: serde_json::Result<String>| -> Result<String> {
        let text = value.map_err(|error| Error::Engine(error.to_string()))?;
        Ok(text.replace("</", "<\\/"))
    };
    let charts: Vec<String> = census
        .charts
        .iter()
        .cloned()
        .map(Markup::into_string)
        .collect();
    let page = filled(
        &read("page.html")?,
        &[
            ("policy", &policy),
            ("style", &style),
            ("charts", &charts.join("\n")),
            ("groups", &json(serde_json::to_string(groups))?),
            ("census", &json(serde_json::to_string(census))?),
            ("engine", &packed(&engines.scalar)),
            ("simd", &packed(&difference(&engines.scalar, &engines.simd))),
            ("worker", &worker.replace("</", "<\\/")),
            ("script", &script),
        ],
    );
    let index = filled(
        &read("index.html")?,
        &[
            ("mark", MARK),
            ("policy", &self::policy("", &style)),
            ("style", &style),
        ],
    );
    Ok(vec![(INDEX, index), (BLACK_BOX, page)])
}

/// What the page may do: run what stands in it, and fetch nothing.
fn policy(script: &str, style: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// Bytes as text, deflated before: a host's gzip makes of the text about what DEFLATE
/// makes of the bytes, but of the bytes' own base64 a third more.
fn packed(bytes: &[u8]) -> String {
    /// The best that there is; it takes a second.
    const LEVEL: u8 = 10;
    BASE64_STANDARD.encode(compress_to_vec(bytes, LEVEL))
}

fn charts_style() -> String {
    view::svg::STYLE.to_owned()
}

fn read(name: &str) -> Result<String> {
    let file = source().join("page").join(name);
    std::fs::read_to_string(&file).map_err(|error| Error::Source {
        file,
        problem: error.to_string(),
    })
}

/// A text with its parts set in, each once.
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
