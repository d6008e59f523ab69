//! Counts, against searches that share no code with them.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use testkit::ended;

use crate::grids::{is_jump, json, sandbox};

/// All tours that go on from a cell: how many, and how many of them come back
/// to a jump away from their first cell. Plain backtracking.
fn backtrack(
    taken: &mut [Vec<bool>],
    first: (i64, i64),
    at: (i64, i64),
    left: usize,
) -> (u64, u64) {
    if left == 0 {
        return (1, u64::from(is_jump(at, first)));
    }
    let (rows, columns) = (taken.len() as i64, taken[0].len() as i64);
    let mut counts = (0, 0);
    for row in (at.0 - 3).max(0)..(at.0 + 4).min(rows) {
        for column in (at.1 - 3).max(0)..(at.1 + 4).min(columns) {
            let (i, j) = (row as usize, column as usize);
            if !taken[i][j] && is_jump(at, (row, column)) {
                taken[i][j] = true;
                let (all, closing) = backtrack(taken, first, (row, column), left - 1);
                counts = (counts.0 + all, counts.1 + closing);
                taken[i][j] = false;
            }
        }
    }
    counts
}

fn count_plainly(rows: usize, columns: usize) -> (u64, u64) {
    let mut counts = (0, 0);
    for row in 0..rows {
        for column in 0..columns {
            let mut taken = vec![vec![false; columns]; rows];
            taken[row][column] = true;
            let first = (row as i64, column as i64);
            let (all, closing) = backtrack(&mut taken, first, first, rows * columns - 1);
            counts = (counts.0 + all, counts.1 + closing);
        }
    }
    counts
}

/// Closed ways from the first cell of a grid, cell by cell, without a direction.
struct Closed {
    neighbours: Vec<Vec<usize>>,
    taken: Vec<bool>,
    /// How many neighbours of each cell are free, or the first one.
    left: Vec<usize>,
    /// How many ways there are, each found in both directions.
    found: u64,
}

impl Closed {
    fn count(rows: i64, columns: i64) -> u64 {
        let cells: Vec<(i64, i64)> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .collect();
        let around = |&from: &(i64, i64)| {
            let near = cells.iter().enumerate();
            near.filter(|&(_, &to)| is_jump(from, to))
                .map(|(cell, _)| cell)
                .collect()
        };
        let neighbours: Vec<Vec<usize>> = cells.iter().map(around).collect();
        let mut closed = Closed {
            taken: vec![false; cells.len()],
            left: neighbours.iter().map(Vec::len).collect(),
            neighbours,
            found: 0,
        };
        closed.taken[0] = true;
        closed.go_on(0, cells.len() - 1);
        closed.found / 2
    }

    /// Goes on from a cell. A free neighbour of it with less than two others
    /// that are free, or the first cell, must be next, or no way leads through
    /// it any more.
    fn go_on(&mut self, at: usize, free: usize) {
        if free == 0 {
            self.found += u64::from(self.neighbours[at].contains(&0));
            return;
        }
        let urgent = |cell: &&usize| !self.taken[**cell] && self.left[**cell] < 2;
        let must: Vec<usize> = self.neighbours[at].iter().filter(urgent).copied().collect();
        if must.len() > 1 {
            return;
        }
        for i in 0..self.neighbours[at].len() {
            let next = self.neighbours[at][i];
            if self.taken[next] || must.first().is_some_and(|&must| must != next) {
                continue;
            }
            self.taken[next] = true;
            for j in 0..self.neighbours[next].len() {
                self.left[self.neighbours[next][j]] -= 1;
            }
            self.go_on(next, free - 1);
            for j in 0..self.neighbours[next].len() {
                self.left[self.neighbours[next][j]] += 1;
            }
            self.taken[next] = false;
        }
    }
}

#[test]
fn circular_tours_are_those_of_a_search_from_cell_to_cell() {
    assert_eq!(Closed::count(5, 5), 48);
    for (rows, columns) in [(4, 10), (5, 6), (5, 7), (6, 6), (6, 7)] {
        let known = published(rows, columns, "circular");
        assert_eq!(Closed::count(rows.into(), columns.into()), known);
    }
}

/// A minute for 7 × 7.
#[test]
#[ignore = "takes minutes"]
fn circular_tours_of_big_grids_are_those_of_a_search_from_cell_to_cell() {
    for (rows, columns) in [(5, 8), (7, 7)] {
        let known = published(rows, columns, "circular");
        assert_eq!(Closed::count(rows.into(), columns.into()), known);
    }
}

#[test]
fn counts_are_those_of_plain_backtracking() {
    let sandbox = sandbox();
    for (rows, columns) in [
        (1, 1),
        (1, 4),
        (2, 2),
        (3, 3),
        (3, 4),
        (4, 4),
        (4, 5),
        (5, 4),
        (4, 6),
        (4, 7),
        (5, 5),
    ] {
        let (all, closing) = count_plainly(rows, columns);
        let (r, c) = (rows.to_string(), columns.to_string());
        let document = json(&sandbox, &["count", "--rows", &r, "--columns", &c]);
        assert_eq!(document["rows"], rows);
        assert_eq!(document["columns"], columns);
        assert_eq!(document["directed"], all, "{rows} × {columns}");
        assert_eq!(document["closing"], closing, "{rows} × {columns}");
        assert_eq!(document["circular"], Value::Null);
        let args = ["count", "--circular", "--rows", &r, "--columns", &c];
        let circular = json(&sandbox, &args);
        let cells = (rows * columns) as u64;
        assert_eq!(circular["circular"], closing / (2 * cells));
        assert_eq!(circular["closing"], closing);
        assert_eq!(circular["directed"], all);
    }
}

/// Figures of five by five that others have published, and those up to
/// symmetry.
#[test]
fn five_by_five_has_as_many_tours_as_is_known() {
    let sandbox = sandbox();
    let document = json(&sandbox, &["count", "--circular"]);
    assert_eq!(document["directed"], 12_400);
    assert_eq!(document["closing"], 2_400);
    assert_eq!(document["circular"], 48);
    assert_eq!(document["up_to_symmetry"]["directed"], 1_550);
    assert_eq!(document["up_to_symmetry"]["undirected"], 777);
    assert_eq!(document["up_to_symmetry"]["circular"], 7);
    let table = sandbox.run(&["count", "--size", "5"]);
    assert_eq!(table.code, Some(0));
    assert_data_eq!(table.stdout, file!["../snapshots/count.txt"]);
}

#[test]
fn the_published_counts_are_found_again() {
    let sandbox = sandbox();
    let table = include_str!("../../reference/counts.csv");
    let mut lines = table.lines();
    assert_eq!(
        lines.next(),
        Some(
            "rows,columns,directed,closing,circular,directed_up_to_symmetry,\
             undirected_up_to_symmetry,circular_up_to_symmetry,command,seconds"
        )
    );
    let mut compared = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let (rows, columns) = (fields[0], fields[1]);
        let cells: u32 = rows.parse::<u32>().unwrap() * columns.parse::<u32>().unwrap();
        if cells > 36 {
            continue;
        }
        let args = ["count", "--rows", rows, "--columns", columns];
        let all = json(&sandbox, &args);
        let circular = json(&sandbox, &[&args[..], &["--circular"]].concat());
        let found = [
            &all["directed"],
            &all["closing"],
            &circular["circular"],
            &all["up_to_symmetry"]["directed"],
            &all["up_to_symmetry"]["undirected"],
            &circular["up_to_symmetry"]["circular"],
        ];
        let found: Vec<String> = found.iter().map(|value| value.to_string()).collect();
        assert_eq!(found, fields[2..8], "{rows} × {columns}");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

/// A column of the published table.
fn published(rows: u32, columns: u32, name: &str) -> u64 {
    let table = include_str!("../../reference/counts.csv");
    let mut lines = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = header.iter().position(|other| *other == name).unwrap();
    let (rows, columns) = (rows.to_string(), columns.to_string());
    let line = lines.find(|line| line[0] == rows && line[1] == columns);
    line.unwrap()[column].parse().unwrap()
}

#[test]
fn a_count_that_was_stopped_goes_on_and_ends_in_the_same_number() {
    let sandbox = sandbox();
    let args = ["count", "--rows", "5", "--columns", "8", "--threads", "2"];
    let child = sandbox.start(&args);
    let units = || {
        let count = "select count(*) from PenAndPaperUnits where ways = 'open'";
        if !sandbox.db().exists() {
            return 0;
        }
        let connection = sandbox.sql();
        let found = connection.query_row(count, [], |row| row.get::<_, i64>(0));
        found.unwrap_or(0)
    };
    let begun = Instant::now();
    while units() < 2 {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "nothing is counted"
        );
        thread::sleep(Duration::from_millis(10));
    }
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let stopped = ended(child);
    assert!(asked.elapsed() < Duration::from_secs(2), "{stopped:?}");
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert_eq!(stopped.stdout, "");
    assert!(
        stopped.stderr.contains("the same command goes on"),
        "{stopped:?}"
    );
    let kept = units();

    // Two at once go on from there, on other numbers of threads.
    let one = [&args[..6], &["1", "--format", "json"]].concat();
    let children = [sandbox.start(&one), sandbox.start(&one)];
    for again in children.map(ended) {
        assert_eq!(again.code, Some(0), "{again:?}");
        assert!(
            again.stderr.contains("parts are counted already"),
            "{again:?}"
        );
        let document: Value = serde_json::from_str(&again.stdout).unwrap();
        assert_eq!(document["directed"], published(5, 8, "directed"));
        assert_eq!(document["closing"], published(5, 8, "closing"));
    }
    assert!(kept < units());
    let unfinished = "select count(*) from PenAndPaperCounts where finished_at is null";
    assert_eq!(sandbox.number(unfinished), 0);
}

#[test]
fn a_finished_count_is_not_counted_again_unless_that_is_wanted() {
    let sandbox = sandbox();
    let first = sandbox.ok(&["count"]);
    sandbox
        .sql()
        .execute_batch("update PenAndPaperUnits set seconds = 1000")
        .unwrap();
    let counted = "select count(*) from PenAndPaperUnits where seconds < 1000";
    assert_eq!(sandbox.ok(&["count"]), first);
    // The transposed grid is the same, and another version's units are not.
    sandbox.ok(&["count", "--rows", "6", "--columns", "5"]);
    let units = sandbox.number("select count(*) from PenAndPaperUnits");
    sandbox.ok(&["count", "--rows", "5", "--columns", "6"]);
    assert_eq!(
        sandbox.number("select count(*) from PenAndPaperUnits"),
        units
    );
    let before = sandbox.number(counted);
    assert_eq!(sandbox.ok(&["count", "--force"]), first);
    assert!(sandbox.number(counted) > before);
    let other_version = "update PenAndPaperCounts set units_version = 0;
        update PenAndPaperUnits set nb_ways = 0 where rows = 5 and columns = 5";
    sandbox.sql().execute_batch(other_version).unwrap();
    assert_eq!(sandbox.ok(&["count"]), first);
}

#[test]
fn a_damaged_count_is_not_believed() {
    let sandbox = sandbox();
    let first = sandbox.ok(&["count"]);
    for damage in [
        "update PenAndPaperUnits set nb_ways = nb_ways + 1 where unit = 0",
        "update PenAndPaperUnits set nb_ways = nb_ways + 8 where unit = 0 and ways = 'closed'",
        "update PenAndPaperUnits set nb_ways = nb_ways + (1 << 58) where unit = 0 and ways = 'closed'",
        "update PenAndPaperUnits set nb_ways = nb_ways + (1 << 60) where unit = 0 and ways = 'open'",
        "update PenAndPaperUnits set nb_ways = -1 where unit = 3",
        "update PenAndPaperUnits set nb_ways = 9223372036854775807 where unit = 3",
        "update PenAndPaperUnits set weight = 3 where unit = 0",
        "update PenAndPaperUnits set symmetry = 'half turn' where unit = 1",
        "update PenAndPaperUnits set unit = -1 where unit = 1",
        "update PenAndPaperUnits set unit = 1000 where unit = 1",
    ] {
        sandbox.sql().execute_batch(damage).unwrap();
        let ended = sandbox.run(&["count"]);
        ended.check_error(1);
        assert_eq!(ended.stdout, "", "{damage}");
        assert!(
            ended.stderr.contains("`pen-and-paper verify`"),
            "{damage}: {ended:?}"
        );
        assert_eq!(sandbox.ok(&["count", "--force"]), first);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn too_few_threads_are_told() {
    sandbox().starves(&["count", "-s", "5", "--threads", "100"]);
}
