//! Files and pictures.

use std::fs;
use std::io::{self, Write};

use pen_and_paper::rules::Board;
use pen_and_paper::stages::solve::Solution;
use pen_and_paper::tour::Tour;
use pen_and_paper::{Error, view};
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use testkit::Ended;
use watch::Stop;

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

/// A circular tour of six by six.
fn tour() -> Tour {
    let sandbox = sandbox();
    let args = [
        "solve",
        "-s",
        "6",
        "--circular",
        "--method",
        "backtrack",
        "--seed",
        "1",
        "--fresh",
    ];
    let numbers = grid(&json(&sandbox, &args));
    let numbers = numbers.concat().iter().map(|&n| n as u32).collect();
    Tour::new(Board::new(6, 6).unwrap(), numbers).unwrap()
}

#[test]
fn drawings_are_as_they_were_looked_at() {
    let (circular, stop) = (tour(), Stop::default());
    let mut text = Vec::new();
    view::text::write(&mut text, &circular).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_data_eq!(text, file!["../snapshots/tour.txt"]);
    let mut document = Vec::new();
    let solution = Solution {
        tour: circular.clone(),
        method: "backtrack",
    };
    view::json::write(&mut document, &solution, 1).unwrap();
    let document = String::from_utf8(document).unwrap();
    assert_data_eq!(document, file!["../snapshots/tour.json": Text]);
    let svg = view::svg::picture(&circular, &stop).unwrap().document();
    assert_data_eq!(svg, file!["../snapshots/tour.svg": Text]);
    let sandbox = sandbox();
    let shown = "solve -s 10 --circular --seed 1 --format svg";
    let args: Vec<&str> = shown.split(' ').collect();
    assert_data_eq!(
        sandbox.ok(&args),
        file!["../../docs/pen-and-paper.svg": Text]
    );
    // An open tour has other colours, and no jump back.
    let open = json(
        &sandbox,
        &["solve", "-s", "6", "--method", "rotate", "--seed", "1"],
    );
    assert_eq!(open["circular"], false);
    let numbers = grid(&open).concat().iter().map(|&n| n as u32).collect();
    let open = Tour::new(Board::new(6, 6).unwrap(), numbers).unwrap();
    let svg = view::svg::picture(&open, &stop).unwrap().document();
    assert_data_eq!(svg, file!["../snapshots/open.svg": Text]);
    let mut picture = Vec::new();
    view::png::write(&mut picture, &circular, &stop).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let width = reader.info().width as usize;
    assert_eq!(width, 6 * 170);
    // A cell is a square of the colour of its number.
    let palette = view::colour::Palette::new(&circular);
    for (cell, &number) in circular.numbers().iter().enumerate() {
        let (row, column) = (cell / 6 * 170 + 169, cell % 6 * 170);
        let pixel = &pixels[3 * (row * width + column)..][..3];
        assert_eq!(pixel, palette.colour(number));
    }
}

#[test]
fn drawing_a_big_grid_ends_when_that_is_wanted() {
    let sandbox = sandbox();
    let numbers = grid(&json(&sandbox, &["solve", "-s", "101", "--seed", "1"]));
    let numbers = numbers.concat().iter().map(|&n| n as u32).collect();
    let tour = Tour::new(Board::new(101, 101).unwrap(), numbers).unwrap();
    let stop = Stop::default();
    stop.ask();
    let svg = view::svg::picture(&tour, &stop);
    assert!(matches!(svg, Err(Error::Kit(kit::Error::Stopped(_)))));
    let png = view::png::write(Vec::new(), &tour, &stop);
    assert!(matches!(png, Err(Error::Kit(kit::Error::Stopped(_)))));
}

/// A writer that knows how much it was given at once.
#[derive(Default)]
struct Counting {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.most = self.most.max(bytes.len());
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whoever writes looks between two pieces whether that is still wanted.
#[test]
fn wide_grids_are_written_piece_by_piece() {
    let sandbox = sandbox();
    let args = ["solve", "--rows", "5", "--columns", "20000", "--seed", "1"];
    let document = json(&sandbox, &args);
    let numbers = grid(&document);
    assert_eq!(examined(&numbers), (true, document["circular"] == true));
    let flat = numbers.concat().iter().map(|&n| n as u32).collect();
    let tour = Tour::new(Board::new(5, 20_000).unwrap(), flat).unwrap();
    let mut text = Counting::default();
    view::text::write(&mut text, &tour).unwrap();
    let lines = String::from_utf8(text.bytes).unwrap();
    assert_eq!(drawn(&lines), numbers);
    assert!(lines.lines().all(|line| line.len() == 3 + 7 * 20_000));
    let method = "blocks";
    let mut written = Counting::default();
    view::json::write(&mut written, &Solution { tour, method }, 1).unwrap();
    let document: Value = serde_json::from_slice(&written.bytes).unwrap();
    assert_eq!(grid(&document), numbers);
    assert!(text.most < 1 << 16 && written.most < 1 << 16);
}
