//! Where results go, and where they do not.

use std::fs;
use std::os::unix::fs::symlink;

use crate::{PEN_AND_PAPER, ok, sandbox, words};

/// A search that would not end: whatever is wrong is told before it.
const ENDLESS: &str = "solve -s 17 --circular --method random --format text --out";

#[test]
fn names_say_how_results_are_written() {
    let sandbox = sandbox();
    let text = ok(&sandbox, "solve --fresh --seed 2");
    for (name, begin) in [
        ("tour", " --"),
        ("tour.txt", " --"),
        ("tour.JSON", "{\"rows\""),
        ("tour.svg", "<svg"),
        ("big.png --size 101", "\u{fffd}PNG"),
        // Ours are replaced, whatever they are written as, and so are empty ones.
        ("tour.svg --format json", "{\"rows\""),
        ("/dev/null", ""),
    ] {
        ok(&sandbox, &format!("solve --fresh --seed 2 --out {name}"));
        let found = fs::read(sandbox.path(words(name)[0])).unwrap();
        assert!(String::from_utf8_lossy(&found).starts_with(begin), "{name}");
    }
    assert_eq!(fs::read_to_string(sandbox.path("tour")).unwrap(), text);
}

#[test]
fn what_is_not_ours_is_never_written_over() {
    let sandbox = sandbox();
    ok(&sandbox, "solve -s 6 --circular");
    symlink("data/blackbox.db", sandbox.path("link")).unwrap();
    fs::create_dir(sandbox.path("folder")).unwrap();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0";
    for (name, bytes) in [
        ("notes.txt", &b"my notes\n"[..]),
        ("package.json", b"{\"name\":\"x\"}\n"),
        ("photo.png", png),
        ("drawing.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\">"),
    ] {
        fs::write(sandbox.path(name), bytes).unwrap();
        let message = format!("error: {name} was not made by this program\n");
        sandbox.refuses(&words(&format!("{ENDLESS} {name}")), 2, &message);
    }
    for (place, code, message) in [
        ("data/blackbox.db", 2, "does not write over it"),
        ("data/blackbox.db-wal", 2, "does not write over it"),
        ("link", 2, "does not write over it"),
        ("new.db --db new.db", 2, "name another file with --out"),
        ("nowhere/tour", 1, "name another place with --out"),
        ("folder", 1, "name another place with --out"),
    ] {
        sandbox.refuses(&words(&format!("{ENDLESS} {place}")), code, message);
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let sandbox = sandbox();
    let script = format!("{PEN_AND_PAPER} solve -s 1000 --circular --quiet | head -c 100");
    let output = sandbox
        .command("sh")
        .args(["-c", &script])
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}
