//! Files and pictures.

use std::fs;

use snapbox::{assert_data_eq, file};
use testkit::Ended;

use crate::grids::{PEN_AND_PAPER, drawn, examined, grid, json, sandbox};

#[test]
fn files_are_whole_or_as_they_were() {
    let sandbox = sandbox();
    let solve = |more: &[&str]| {
        let args = [
            &["solve", "-s", "9", "--circular", "--fresh", "--seed", "1"],
            more,
        ]
        .concat();
        sandbox.run(&args)
    };
    let text = solve(&["--quiet"]).stdout;
    let written = solve(&["--out", "tour.txt"]);
    assert_eq!((written.code, &*written.stdout), (Some(0), ""));
    assert_eq!(fs::read_to_string(sandbox.path("tour.txt")).unwrap(), text);
    // The name says how it is written, unless the option does.
    solve(&["--out", "tour.JSON"]);
    let document = fs::read_to_string(sandbox.path("tour.JSON")).unwrap();
    assert!(document.starts_with(r#"{"rows":9,"columns":9,"circular":true,"grid":[["#));
    solve(&["--out", "tour.json", "--format", "text"]);
    assert_eq!(fs::read_to_string(sandbox.path("tour.json")).unwrap(), text);
    solve(&["--out", "tour.txt", "--format", "svg"]);
    assert!(
        fs::read_to_string(sandbox.path("tour.txt"))
            .unwrap()
            .starts_with("<svg")
    );
    let failed = solve(&["--out", "none/tour.txt"]);
    failed.check_error(1);
    assert!(
        failed.stderr.contains("cannot write none/tour.txt"),
        "{failed:?}"
    );
    solve(&["--out", "data"]).check_error(1);
    assert_eq!(solve(&["--out", "/dev/null"]).code, Some(0));
    let names: Vec<String> = sandbox
        .files()
        .into_iter()
        .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with("blackbox.db"))
        .collect();
    assert_eq!(names, ["data", "tour.JSON", "tour.json", "tour.txt"]);
}

#[test]
fn big_grids_are_filled_and_drawn_small() {
    let sandbox = sandbox();
    let big = [
        "solve",
        "-s",
        "1000",
        "--circular",
        "--seed",
        "1",
        "--quiet",
    ];
    let document = json(&sandbox, &big[..6]);
    assert_eq!(examined(&grid(&document)), (true, true));
    assert_eq!(document["method"], "blocks");
    let open = json(&sandbox, &["solve", "-s", "700", "--seed", "1"]);
    assert!(examined(&grid(&open)).0);
    assert_eq!(open["method"], "warnsdorff");
    sandbox.ok(&[&big[..], &["--out", "big.png"]].concat());
    sandbox.ok(&[&big[..], &["--out", "big.svg"]].concat());
    let svg = fs::read_to_string(sandbox.path("big.svg")).unwrap();
    assert_eq!(svg.matches("<rect").count(), 1 + 100 * 100);
    assert!(svg.len() < 1_000_000);
    let decoder = png::Decoder::new(std::io::BufReader::new(
        fs::File::open(sandbox.path("big.png")).unwrap(),
    ));
    let info = decoder.read_info().unwrap().info().clone();
    assert_eq!((info.width, info.height), (1000, 1000));
    // One too long for a picture is drawn by every third cell or so.
    let long = [
        "solve",
        "--rows",
        "5",
        "--columns",
        "10000",
        "--out",
        "long.png",
    ];
    sandbox.ok(&long);
    let decoder = png::Decoder::new(std::io::BufReader::new(
        fs::File::open(sandbox.path("long.png")).unwrap(),
    ));
    let info = decoder.read_info().unwrap().info().clone();
    assert_eq!((info.width, info.height), (3334, 2));
    let mut readers = sandbox.command("sh");
    let head = format!("{PEN_AND_PAPER} solve -s 1000 --circular --quiet | head -c 100");
    let output: Ended = readers.args(["-c", &head]).output().unwrap().into();
    assert_eq!((output.code, &*output.stderr), (Some(0), ""), "{output:?}");
}

/// What the README shows.
#[test]
fn the_picture_that_is_shown_is_drawn() {
    let shown = "solve -s 10 --circular --seed 1 --format svg";
    let args: Vec<&str> = shown.split(' ').collect();
    assert_data_eq!(sandbox().ok(&args), file!["../../docs/tour.svg": Text]);
}

#[test]
fn wide_grids_are_written_whole() {
    let sandbox = sandbox();
    let args = ["solve", "--rows", "5", "--columns", "20000", "--seed", "1"];
    let document = json(&sandbox, &args);
    let numbers = grid(&document);
    assert_eq!(examined(&numbers), (true, document["circular"] == true));
    let lines = sandbox.ok(&[&args[..], &["--quiet"]].concat());
    assert_eq!(drawn(&lines), numbers);
    assert!(lines.lines().all(|line| line.len() == 3 + 7 * 20_000));
}
