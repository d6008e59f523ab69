//! Every view at every width, in light and in dark: nothing sticks out, a finger can hit
//! everything, and axe-core finds nothing.

use std::fs;
use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha512};

use crate::browser::Browser;
use crate::links::{PAGES, every_view};
use crate::site;
use crate::source::skip;

const AXE: &str = "axe-core@4.14.1";
const INTEGRITY: &str =
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==";

/// axe-core's script, from npm's registry, if that can be reached.
pub(crate) fn axe() -> Option<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let packed = folder.join(format!("{}.tgz", AXE.replace('@', "-")));
    if !packed.exists() {
        let output = Command::new("npm")
            .args(["pack", "--silent", AXE])
            .current_dir(folder)
            .output();
        if !output.as_ref().is_ok_and(|output| output.status.success()) {
            skip(&format!("npm pack {AXE}: {output:?}"));
            return None;
        }
    }
    let hash = BASE64_STANDARD.encode(Sha512::digest(fs::read(&packed).unwrap()));
    assert_eq!(hash, INTEGRITY, "{}", packed.display());
    let script = Command::new("tar")
        .arg("-xzOf")
        .arg(&packed)
        .arg("package/axe.min.js")
        .output()
        .unwrap();
    Some(String::from_utf8(script.stdout).unwrap())
}

const RUN_AXE: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { preload: false, resultTypes: ['violations'] }).then(
      (found) => done(found.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html + ' ' + node.any.concat(node.all).map((check) => check.message).join(' ')).join(' | ')}`)),
      (error) => done([String(error)]));
";

/// Finds the elements that stick out of the page, and the targets that are too small for a finger.
const MEASURE: &str = "
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const out = wide > 0 ? [`the page is ${wide} pixels wider than the window`] : [];
    for (const spot of document.querySelectorAll('.spot.edge, .spot.cell:not(.tiny), .finger, .target:not(.figure .target)')) {
      const box = spot.getBoundingClientRect();
      if (box.width > 0 && (box.width < 36 || box.height < 36)) out.push(`${spot.ariaLabel} is ${box.width} × ${box.height}`);
    }
    for (const board of document.querySelectorAll('.board')) {
      if (board.offsetParent && board.scrollWidth > board.clientWidth + 1) out.push('the board has to be scrolled');
    }
    return out;
";

#[test]
fn every_view_fits_and_is_accessible() {
    let Some(page) = Browser::open() else { return };
    let axe = axe();
    for width in [1280, 768, 400] {
        for dark in [false, true] {
            page.look(width, dark);
            for (at, (file, view)) in every_view().enumerate() {
                let name = format!(
                    "{width}-{}-{at:02}-{}-{}",
                    if dark { "dark" } else { "light" },
                    file.trim_end_matches(".html"),
                    view.split('/').next().unwrap()
                );
                page.go(&site::address_of(file, view));
                let first = PAGES.iter().any(|(_, views)| views[0] == view);
                if first {
                    // With all helps.
                    page.script("document.querySelectorAll('.helps button[aria-pressed=false]').forEach((button) => button.click())");
                }
                page.wait("return !document.querySelector('[aria-busy=true]')");
                page.picture(&name);
                check(&page, axe.as_deref(), &name);
                if first {
                    page.script("document.querySelectorAll('.helps button[aria-pressed=true]').forEach((button) => button.click())");
                }
            }
            let name = format!("{width}-{}-index", if dark { "dark" } else { "light" });
            page.go_unready(&site::address_of("index.html", ""));
            page.picture(&name);
            check(&page, axe.as_deref(), &name);
            for (file, views) in PAGES {
                page.go(&site::address_of(file, views[0]));
                page.script("document.getElementById('new-details').open = true; document.querySelector('[data-opens-keys]').click()");
                let name = format!(
                    "{width}-{}-keys-{}",
                    if dark { "dark" } else { "light" },
                    file.trim_end_matches(".html")
                );
                page.picture(&name);
                check(&page, axe.as_deref(), &name);
            }
        }
    }
}

pub(crate) fn check(page: &Browser, axe: Option<&str>, name: &str) {
    let measured = page.script(MEASURE);
    assert_eq!(measured, Value::Array(Vec::new()), "{name}");
    if let Some(axe) = axe {
        let found = page.script_later(&format!("{axe};{RUN_AXE}"));
        assert_eq!(found, Value::Array(Vec::new()), "{name}");
    }
}
