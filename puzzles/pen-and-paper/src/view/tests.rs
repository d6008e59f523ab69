//! Drawings as they were looked at, and how they are written.

use std::io::{self, Cursor, Write};
use std::time::Duration;

use snapbox::{assert_data_eq, file};
use testkit::Nobody;
use watch::Stop;

use super::*;
use crate::error::Error;
use crate::rules::Board;
use crate::search::{Goal, Method, Ties};
use crate::stages::compare::{Contest, Record};
use crate::stages::solve::{Order, Solution, solve};
use crate::tour::Tour;

#[test]
fn digits_are_those_of_the_number() {
    for number in [0, 1, 9, 10, 4_294_967_295] {
        let mut line = Vec::new();
        push_number(&mut line, number);
        assert_eq!(line, number.to_string().into_bytes());
    }
}

#[test]
fn comparisons_are_as_they_were_looked_at() {
    let contest = Contest {
        board: Board::new(17, 17).unwrap(),
        circular: true,
        methods: Method::all(Ties::Random).to_vec(),
        runs: 3,
        limit: 1_000_000,
        seed: 7,
    };
    let record = |method, times: &[u64], steps: &[u64]| Record {
        method,
        times: times
            .iter()
            .map(|&time| Duration::from_nanos(time))
            .collect(),
        steps: steps.to_vec(),
        attempts: 7,
        runs: 3,
    };
    let [random, warnsdorff, backtrack, rotate, blocks] = Method::all(Ties::Random);
    let records = [
        record(random, &[], &[]),
        record(
            warnsdorff,
            &[512_000, 823_456, 12_345_678],
            &[12_000, 20_208, 300_000],
        ),
        record(backtrack, &[31_000, 47_700, 90_000], &[400, 603, 1_200]),
        record(rotate, &[9_100, 14_500, 20_000], &[700, 908, 1_300]),
        record(
            blocks,
            &[300_000, 318_000, 1_234_567_890],
            &[20_000, 24_651, 30_000],
        ),
    ];
    let table = |columns| {
        let mut text = Vec::new();
        comparison::write_text(&mut text, &contest, &records, columns).unwrap();
        String::from_utf8(text).unwrap()
    };
    assert_data_eq!(table(80), file!["../../tests/snapshots/compare.txt"]);
    // Without room for bars, and with more than they need.
    assert!(
        table(66)
            .lines()
            .skip(1)
            .all(|line| line.chars().count() <= 66)
    );
    assert!(!table(66).contains('█') && table(1000).contains(&"█".repeat(24)));
    assert!(!table(1000).contains(&"█".repeat(25)));
    let chart = comparison::chart(&contest, &records).picture().document();
    assert_data_eq!(chart, file!["../../tests/snapshots/compare.svg": Text]);
}

/// The tour that a method finds with seed 1, if it is not a circular one as it
/// is varied.
fn tour(rows: u64, columns: u64, circular: bool, method: Method) -> Tour {
    let order = Order {
        goal: Goal {
            board: Board::new(rows, columns).unwrap(),
            circular,
            start: None,
        },
        method: Some(method),
        seed: 1,
        fresh: true,
        limit: None,
    };
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("blackbox.db");
    solve(order, &database, &Nobody::default()).unwrap().tour
}

#[test]
fn drawings_are_as_they_were_looked_at() {
    let stop = Stop::default();
    let circular = tour(6, 6, true, Method::Backtrack(Ties::Random, None));
    let mut document = Vec::new();
    let solution = Solution {
        tour: circular.clone(),
        method: "backtrack",
    };
    json::write(&mut document, &solution, 1).unwrap();
    let document = String::from_utf8(document).unwrap();
    assert_data_eq!(document, file!["../../tests/snapshots/tour.json": Text]);
    let mut drawn = Vec::new();
    text::write(&mut drawn, &circular).unwrap();
    let drawn = String::from_utf8(drawn).unwrap();
    assert_data_eq!(drawn, file!["../../tests/snapshots/tour.txt"]);
    let drawn = svg::picture(&circular, &stop).unwrap().document();
    assert_data_eq!(drawn, file!["../../tests/snapshots/tour.svg": Text]);
    // An open tour has other colours, and no jump back.
    let open = tour(6, 6, false, Method::Rotate);
    assert!(!open.is_circular());
    let drawn = svg::picture(&open, &stop).unwrap().document();
    assert_data_eq!(drawn, file!["../../tests/snapshots/open.svg": Text]);
}

#[test]
fn a_cell_is_a_square_of_the_colour_of_its_number() {
    let circular = tour(6, 6, true, Method::Rotate);
    let mut picture = Vec::new();
    png::write(&mut picture, &circular, &Stop::default()).unwrap();
    let mut reader = ::png::Decoder::new(Cursor::new(picture))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let width = reader.info().width as usize;
    assert_eq!(width, 6 * 170);
    let palette = colour::Palette::new(&circular);
    for (cell, &number) in circular.numbers().iter().enumerate() {
        let (row, column) = (cell / 6 * 170 + 169, cell % 6 * 170);
        let pixel = &pixels[3 * (row * width + column)..][..3];
        assert_eq!(pixel, palette.colour(number));
    }
}

#[test]
fn drawing_a_big_grid_ends_when_that_is_wanted() {
    let tour = tour(101, 101, false, Method::Warnsdorff(Ties::Outward));
    let stop = Stop::default();
    stop.ask();
    let svg = svg::picture(&tour, &stop);
    assert!(matches!(svg, Err(Error::Kit(kit::Error::Stopped(_)))));
    let png = png::write(Vec::new(), &tour, &stop);
    assert!(matches!(png, Err(Error::Kit(kit::Error::Stopped(_)))));
}

/// A writer that knows how much it was given at once.
#[derive(Default)]
struct Counting {
    bytes: usize,
    most: usize,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.most = self.most.max(bytes.len());
        self.bytes += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whoever writes looks between two pieces whether that is still wanted.
#[test]
fn wide_grids_are_written_piece_by_piece() {
    let tour = tour(5, 20_000, false, Method::Blocks);
    let mut written = Counting::default();
    text::write(&mut written, &tour).unwrap();
    assert!(written.bytes >= 5 * (3 + 7 * 20_000) && written.most < 1 << 16);
    let method = "blocks";
    let mut written = Counting::default();
    json::write(&mut written, &Solution { tour, method }, 1).unwrap();
    assert!(written.bytes >= 500_000 && written.most < 1 << 16);
}
