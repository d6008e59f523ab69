//! Where results go, and where they do not.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;

use testkit::{Ended, open};

use crate::grids::{PEN_AND_PAPER, sandbox};

/// A search that would not end: whatever is wrong is told before it.
const ENDLESS: [&str; 6] = ["solve", "-s", "17", "--circular", "--method", "random"];

#[test]
fn a_database_is_never_written_over() {
    let sandbox = sandbox();
    sandbox.ok(&["solve", "-s", "6", "--circular"]);
    symlink("data/blackbox.db", sandbox.path("link")).unwrap();
    symlink("data/blackbox.db-wal", sandbox.path("dangling")).unwrap();
    symlink("data", sandbox.path("folder")).unwrap();
    fs::hard_link(sandbox.db(), sandbox.path("hard")).unwrap();
    fs::copy(sandbox.db(), sandbox.path("other.svg")).unwrap();
    let absolute = sandbox.db();
    for path in [
        "data/blackbox.db",
        "data/blackbox.db-wal",
        "data/blackbox.db-shm",
        "data/blackbox.db-journal",
        "data/../folder/./blackbox.db",
        "folder/blackbox.db-wal",
        "link",
        "dangling",
        "hard",
        "other.svg",
        absolute.to_str().unwrap(),
    ] {
        for args in [
            &[&ENDLESS[..], &["--format", "svg", "--out", path]].concat()[..],
            &["compare", "--format", "csv", "--out", path],
            &["compare", "--chart", path],
        ] {
            sandbox.refuses(args, 2, "does not write over it");
        }
    }
    // Not even where the database is not there yet, or another one is named.
    let new = ["--db", "new.db", "--format", "text", "--out", "new.db"];
    sandbox.refuses(
        &[&ENDLESS[..], &new].concat(),
        2,
        "name another file with --out",
    );
    let connection = open(&sandbox.db());
    let tours = "select count(*) from PenAndPaperTours";
    let tours: i64 = connection.query_row(tours, [], |row| row.get(0)).unwrap();
    assert_eq!(tours, 1);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_search() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("folder")).unwrap();
    for path in ["nowhere/tour", "folder"] {
        let solve = [&ENDLESS[..], &["--out", path]].concat();
        sandbox.refuses(&solve, 1, "name another place with --out");
        let compare = ["compare", "--limit", "100000000000", "--chart", path];
        sandbox.refuses(&compare, 1, "name another place with --chart");
    }
    for (args, known) in [
        (&["--out", "x.gif"][..], ".text, .txt, .json, .svg, .png"),
        (&["--out", "x.t\u{1b}"], "--format"),
    ] {
        sandbox.refuses(&[&ENDLESS[..], args].concat(), 2, known);
    }
    let gif = ["compare", "--limit", "100000000000", "--out", "x.gif"];
    sandbox.refuses(&gif, 2, ".text, .txt, .json, .csv, .svg");
    // A search that fails leaves nothing there.
    let limited = ["--limit", "1000", "--out", "tour"];
    sandbox.refuses(&[&ENDLESS[..], &limited].concat(), 1, "in 1000 steps");
}

#[test]
fn names_say_how_results_are_written() {
    let sandbox = sandbox();
    let text = sandbox.ok(&["solve", "--fresh", "--seed", "2"]);
    let read = |name: &str| fs::read(sandbox.path(name)).unwrap();
    for (name, begin) in [
        ("tour", " --"),
        ("tour.txt", " --"),
        ("tour.JSON", "{\"rows\""),
        ("tour.svg", "<svg"),
        ("tour.png", "\u{fffd}PNG"),
    ] {
        sandbox.ok(&["solve", "--fresh", "--seed", "2", "--out", name]);
        let found = read(name);
        assert!(String::from_utf8_lossy(&found).starts_with(begin), "{name}");
    }
    assert_eq!(read("tour"), text.as_bytes());
    let compare = ["compare", "-s", "6", "--runs", "1", "--methods", "rotate"];
    for (name, begin) in [
        ("table", "circular tours of 6 × 6"),
        ("table.json", "{"),
        ("table.csv", "method,"),
        ("table.svg", "<svg"),
    ] {
        sandbox.ok(&[&compare[..], &["--out", name]].concat());
        assert!(read(name).starts_with(begin.as_bytes()), "{name}");
    }
}

#[test]
fn links_stay_and_lead_to_the_results() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("deep")).unwrap();
    fs::write(sandbox.path("deep/old"), "").unwrap();
    symlink("deep/old", sandbox.path("link")).unwrap();
    symlink("old", sandbox.path("deep/second")).unwrap();
    symlink("deep/new", sandbox.path("dangling")).unwrap();
    symlink("circle", sandbox.path("circle")).unwrap();
    let args = ["solve", "--fresh", "--seed", "2"];
    let text = sandbox.ok(&args);
    for (link, file) in [
        ("link", "deep/old"),
        ("deep/second", "deep/old"),
        ("dangling", "deep/new"),
    ] {
        let _ = fs::remove_file(sandbox.path("deep/new"));
        fs::write(sandbox.path("deep/old"), "").unwrap();
        sandbox.ok(&[&args[..], &["--out", link]].concat());
        assert!(sandbox.path(link).is_symlink());
        assert!(!sandbox.path(file).is_symlink());
        assert_eq!(fs::read_to_string(sandbox.path(file)).unwrap(), text);
    }
    sandbox.refuses(
        &[&args[..], &["--out", "circle"]].concat(),
        1,
        "too many links",
    );
}

#[test]
fn what_is_not_ours_is_never_written_over() {
    let sandbox = sandbox();
    let compare = ["compare", "-s", "6", "--runs", "1", "--methods", "rotate"];
    let theirs: [(&str, &[u8]); 6] = [
        ("notes.txt", b"my notes\n"),
        ("package.json", b"{\"name\":\"x\"}\n"),
        (
            "photo.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0",
        ),
        ("drawing.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\">"),
        ("table.csv", b"name,age\n"),
        ("blank", b"\n"),
    ];
    for (name, bytes) in theirs {
        fs::write(sandbox.path(name), bytes).unwrap();
        symlink(name, sandbox.path(&format!("to-{name}"))).unwrap();
        for name in [name, &format!("to-{name}")] {
            let message = format!("error: {name} was not made by this program\n");
            let solve = ["--format", "text", "--out", name];
            sandbox.refuses(&[&ENDLESS[..], &solve].concat(), 2, &message);
            let out = ["--format", "text", "--out", name];
            sandbox.refuses(&[&compare[..], &out].concat(), 2, &message);
            sandbox.refuses(&[&compare[..], &["--chart", name]].concat(), 2, &message);
            sandbox.refuses(
                &[&compare[..], &["--chart", name]].concat(),
                2,
                "name another file with --chart\n",
            );
        }
    }
    // Ours are, whatever they are written as, and so is what is empty.
    fs::write(sandbox.path("ours"), "").unwrap();
    let write = |args: &[&str]| sandbox.ok(&[args, &["--out", "ours"]].concat());
    for format in ["text", "json", "svg", "png", "text", "png", "json"] {
        write(&["solve", "--fresh", "--format", format]);
    }
    for open in [&[][..], &["--open"]] {
        for format in ["text", "json", "csv", "svg", "text"] {
            write(&[&compare[..], open, &["--format", format]].concat());
        }
    }
    write(&["solve", "--fresh"]);
}

#[test]
fn what_a_killed_run_left_behind_is_in_nobodys_way() {
    let sandbox = sandbox();
    let left = sandbox.path(".black-box-00000000000000ff.part");
    fs::write(&left, "half").unwrap();
    sandbox.ok(&["solve", "--out", "tour"]);
    assert!(!left.exists());
    let names = fs::read_dir(sandbox.folder()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.contains(&"tour".into()), "{names:?}");
    let hidden = |name: &OsString| name.as_encoded_bytes().starts_with(b".");
    assert!(!names.iter().any(hidden), "{names:?}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let sandbox = sandbox();
    for (size, format) in [("5", "png"), ("300", "png"), ("5", "svg"), ("300", "json")] {
        let script = format!(
            "(sleep 0.2; \"$0\" solve --fresh -s {size} --format {format}; echo $? >&2) | true"
        );
        let mut command = sandbox.command("sh");
        let output = command.args(["-c", &script, PEN_AND_PAPER]).output();
        let ended = Ended::from(output.unwrap());
        assert!(ended.stderr.ends_with("0\n"), "{size} {format}: {ended:?}");
        assert!(!ended.stderr.contains("error"), "{ended:?}");
    }
}
