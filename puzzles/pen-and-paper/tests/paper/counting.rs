//! Counts, against searches that share no code with them.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use snapbox::{assert_data_eq, file};
use testkit::ended;

use crate::{is_jump, json, ok, sandbox, words};

/// All tours that go on from a cell: how many, and how many of them come back
/// to a jump away from their first cell. Plain backtracking.
fn backtrack(cells: &[(i64, i64)], path: &mut Vec<(i64, i64)>) -> (u64, u64) {
    let at = path[path.len() - 1];
    if path.len() == cells.len() {
        return (1, u64::from(is_jump(at, path[0])));
    }
    let mut counts = (0, 0);
    for &next in cells {
        if is_jump(at, next) && !path.contains(&next) {
            path.push(next);
            let (all, closing) = backtrack(cells, path);
            counts = (counts.0 + all, counts.1 + closing);
            path.pop();
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
    for (rows, columns) in [(4, 10), (5, 5), (5, 6), (5, 7), (6, 6), (6, 7)] {
        assert_eq!(Closed::count(rows, columns), published(rows, columns)[2]);
    }
}

/// A minute for 7 × 7.
#[test]
#[ignore = "takes minutes"]
fn circular_tours_of_big_grids_are_those_of_a_search_from_cell_to_cell() {
    for (rows, columns) in [(5, 8), (7, 7)] {
        assert_eq!(Closed::count(rows, columns), published(rows, columns)[2]);
    }
}

#[test]
fn counts_are_those_of_plain_backtracking() {
    let sandbox = sandbox();
    for (rows, columns) in [
        (1, 1),
        (1, 4),
        (3, 4),
        (4, 4),
        (4, 5),
        (5, 4),
        (4, 6),
        (4, 7),
        (5, 5),
    ] {
        let cells: Vec<(i64, i64)> = (0..rows * columns)
            .map(|cell| (cell / columns, cell % columns))
            .collect();
        let counts = cells.iter().map(|&cell| backtrack(&cells, &mut vec![cell]));
        let (all, closing) = counts.fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
        let args = format!("count --rows {rows} --columns {columns}");
        let document = json(&sandbox, &args);
        assert_eq!(document["directed"], all, "{args}");
        assert_eq!(document["closing"], closing, "{args}");
        assert_eq!(
            document["circular"],
            closing / (2 * cells.len() as u64),
            "{args}"
        );
    }
}

/// Those of five by five others have published, too.
#[test]
fn the_published_counts_are_found_again() {
    let sandbox = sandbox();
    let mut compared = 0;
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let cells: u32 = fields[0].parse::<u32>().unwrap() * fields[1].parse::<u32>().unwrap();
        if cells <= 36 || fields[8].ends_with("--circular") {
            let document = json(&sandbox, fields[8].split_once(' ').unwrap().1);
            let up_to_symmetry = &document["up_to_symmetry"];
            let found = [
                &document["directed"],
                &document["closing"],
                &document["circular"],
                &up_to_symmetry["directed"],
                &up_to_symmetry["undirected"],
                &up_to_symmetry["circular"],
            ];
            let found = found.map(|value| value.to_string().replace("null", ""));
            assert_eq!(found, fields[2..8], "{line}");
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared}");
    assert_data_eq!(ok(&sandbox, "count"), file!["../snapshots/count.txt"]);
}

const TABLE: &str = include_str!("../../reference/counts.csv");

/// What is published of a grid: tours, those that close, circular ones.
fn published(rows: i64, columns: i64) -> [u64; 3] {
    let grid = format!("{rows},{columns},");
    let mut lines = TABLE.lines().filter_map(|line| line.strip_prefix(&grid));
    let mut counts = lines.next().unwrap().split(',');
    [(); 3].map(|()| counts.next().unwrap().parse().unwrap_or(0))
}

#[test]
fn a_count_that_was_stopped_goes_on_and_ends_in_the_same_number() {
    let sandbox = sandbox();
    let args = words("count --rows 5 --columns 8 --format json --threads 2");
    let child = sandbox.start(&args);
    let units = || {
        let count = "select count(*) from PenAndPaperUnits where ways = 'open'";
        let found = |()| {
            sandbox
                .sql()
                .query_row(count, [], |row| row.get::<_, i64>(0))
        };
        let there = sandbox.db().exists().then_some(());
        there.map_or(0, |there| found(there).unwrap_or(0))
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
    assert_eq!((stopped.code, &*stopped.stdout), (Some(130), ""));
    assert!(
        stopped.stderr.contains("the same command goes on"),
        "{stopped:?}"
    );
    let kept = units();
    // Two at once go on from there, on other numbers of threads.
    let one = [&args[..args.len() - 1], &["1"]].concat();
    for again in [sandbox.start(&one), sandbox.start(&one)].map(ended) {
        assert!(
            again.stderr.contains("parts are counted already"),
            "{again:?}"
        );
        let [directed, closing, _] = published(5, 8);
        let counts = format!(r#""directed":{directed},"closing":{closing},"#);
        assert!(again.stdout.contains(&counts), "{again:?}");
    }
    assert!(kept < units());
    let unfinished = "select count(*) from PenAndPaperCounts where finished_at is null";
    assert_eq!(sandbox.number(unfinished), 0);
}

#[test]
fn a_finished_count_is_not_counted_again_unless_that_is_wanted() {
    let sandbox = sandbox();
    let change = |sql: &str| sandbox.sql().execute_batch(sql).unwrap();
    let first = ok(&sandbox, "count");
    change("update PenAndPaperUnits set seconds = 1000");
    let counted = || sandbox.number("select count(*) from PenAndPaperUnits where seconds < 1000");
    assert_eq!((ok(&sandbox, "count"), counted()), (first.clone(), 0));
    // The transposed grid is the same, and another version's units are not.
    ok(&sandbox, "count --rows 6 --columns 5");
    let of_both = counted();
    ok(&sandbox, "count --rows 5 --columns 6");
    assert_eq!(counted(), of_both);
    assert_eq!(ok(&sandbox, "count --force"), first);
    assert!(counted() > of_both);
    change(
        "update PenAndPaperCounts set units_version = 0;
         update PenAndPaperUnits set nb_ways = 0 where rows = 5 and columns = 5",
    );
    assert_eq!(ok(&sandbox, "count"), first);
}

#[test]
fn a_damaged_count_is_not_believed() {
    let sandbox = sandbox();
    let first = ok(&sandbox, "count");
    for damage in [
        "nb_ways = nb_ways + 1 where unit = 0",
        "nb_ways = nb_ways + 8 where unit = 0 and ways = 'closed'",
        "nb_ways = nb_ways + (1 << 58) where unit = 0 and ways = 'closed'",
        "nb_ways = nb_ways + (1 << 60) where unit = 0 and ways = 'open'",
        "nb_ways = -1 where unit = 3",
        "nb_ways = 9223372036854775807 where unit = 3",
        "weight = 3 where unit = 0",
        "symmetry = 'half turn' where unit = 1",
        "unit = -1 where unit = 1",
        "unit = 1000 where unit = 1",
    ] {
        let sql = format!("update PenAndPaperUnits set {damage}");
        sandbox.sql().execute_batch(&sql).unwrap();
        let ended = sandbox.run(&["count"]);
        ended.check_error(1);
        let said = ended.stderr.contains("`pen-and-paper verify`");
        assert!(said && ended.stdout.is_empty(), "{damage}: {ended:?}");
        assert_eq!(ok(&sandbox, "count --force"), first);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn too_few_threads_are_told() {
    sandbox().starves(&words("count -s 5 --threads 100"));
}
