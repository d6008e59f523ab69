//! `magic-star`: the figures of its source, published counts, a slow search
//! straight from the rules, and the program as a user runs it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use magic_star::rules::{Diagram, Group, Partial, Solution, Star};
use magic_star::search::Search;
use proptest::prelude::*;
use serde_json::{Value, json};
use snapbox::assert_data_eq;
use testkit::{Sandbox, csv, ended};
use watch::Stop;

const MAGIC_STAR: &str = env!("CARGO_BIN_EXE_magic-star");

fn sandbox() -> Sandbox {
    Sandbox::of(MAGIC_STAR)
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn star(code: &str) -> Star {
    code.parse().unwrap()
}

/// A slow search straight from the rules. It knows lines as lists of cells,
/// and fills the cells one after the other.
mod slow {
    /// Calls `found` with all ways to put 1 to `cells` into the cells so that
    /// every line has the sum.
    pub(crate) fn search(
        cells: usize,
        lines: &[Vec<usize>],
        sum: u32,
        given: &[u32],
        found: &mut dyn FnMut(&[u32]),
    ) {
        // In the order in which the lines name the cells, so that lines are
        // full early.
        let mut order: Vec<usize> = Vec::new();
        for cell in lines.iter().flatten() {
            if !order.contains(cell) {
                order.push(*cell);
            }
        }
        assert_eq!(order.len(), cells);
        let mut numbers = given.to_vec();
        fill(&order, lines, sum, &mut numbers, found);
    }

    fn fill(
        order: &[usize],
        lines: &[Vec<usize>],
        sum: u32,
        numbers: &mut Vec<u32>,
        found: &mut dyn FnMut(&[u32]),
    ) {
        let possible = lines.iter().all(|line| {
            let filled = line.iter().filter(|cell| numbers[**cell] > 0).count();
            let so_far: u32 = line.iter().map(|cell| numbers[*cell]).sum();
            if filled == 4 {
                so_far == sum
            } else {
                so_far < sum
            }
        });
        if !possible {
            return;
        }
        let Some((&cell, rest)) = order.split_first() else {
            return found(numbers);
        };
        if numbers[cell] > 0 {
            return fill(rest, lines, sum, numbers, found);
        }
        for number in 1..=numbers.len() as u32 {
            if !numbers.contains(&number) {
                numbers[cell] = number;
                fill(rest, lines, sum, numbers, found);
                numbers[cell] = 0;
            }
        }
    }

    /// The lines of {n/k}: points are 0 to n - 1, crossing j is n + j.
    pub(crate) fn lines(n: usize, k: usize) -> Vec<Vec<usize>> {
        (0..n)
            .map(|j| vec![j, n + j, n + (j + k - 1) % n, (j + k) % n])
            .collect()
    }
}

/// All solutions by the search, one by one.
fn fast(diagram: &Diagram) -> BTreeSet<Solution> {
    let search = Search::exploration(diagram);
    let mut solutions = BTreeSet::new();
    for part in 0..search.parts() {
        let found = &mut |solution| {
            for symmetry in search.group().elements() {
                assert!(solutions.insert(symmetry.image(&solution)));
            }
            true
        };
        search.part(part, &Stop::default(), found).unwrap();
    }
    solutions
}

#[test]
fn a_slow_search_counts_as_many_solutions() {
    for (code, n, k) in [("5a", 5, 2), ("6a", 6, 2), ("7a", 7, 2), ("7b", 7, 3)] {
        let mut slowly = 0;
        let sum = 4 * n as u32 + 2;
        slow::search(2 * n, &slow::lines(n, k), sum, &vec![0; 2 * n], &mut |_| {
            slowly += 1
        });
        let quickly = fast(&Diagram::of(star(code)));
        assert_eq!(slowly, quickly.len(), "{code}");
    }
}

/// 8a, its cells a to p, by the lines that its source names.
fn lines_of_8a() -> Vec<Vec<usize>> {
    let lines = [
        "bcde", "hfca", "adgi", "bfjl", "egko", "hjmp", "iknp", "lmno",
    ];
    let cells = |line: &str| line.bytes().map(|cell| usize::from(cell - b'a')).collect();
    lines.map(cells).to_vec()
}

#[test]
fn a_slow_search_finds_the_same_solutions_of_8a() {
    let mut slowly = BTreeSet::new();
    slow::search(16, &lines_of_8a(), 34, &[0; 16], &mut |numbers| {
        let numbers: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
        slowly.insert(Solution::new(&numbers).unwrap());
    });
    assert_eq!(slowly.len(), 1792);
    assert_eq!(fast(&Diagram::of(star("8a"))), slowly);
}

/// Stars and how many basic solutions they have, from a file.
fn reference(file: &str, column: &str) -> BTreeMap<String, u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("reference")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let column = header.split(',').position(|name| name == column).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[0].to_owned(), cells[column].parse().unwrap())
    };
    lines.lines().map(row).collect()
}

#[test]
fn published_counts_are_found_again() {
    for (code, basic) in reference("published.csv", "basic") {
        let diagram = Diagram::of(star(&code));
        if diagram.star().order() > 11 {
            continue;
        }
        let search = Search::exploration(&diagram);
        let mut classes = 0;
        for part in 0..search.parts() {
            let found = &mut |solution: Solution| {
                assert!(solution.is_magic(&diagram));
                classes += 1;
                true
            };
            search.part(part, &Stop::default(), found).unwrap();
        }
        let solutions = classes * search.group().order() as u64;
        assert_eq!(
            solutions,
            basic * 2 * diagram.star().order() as u64,
            "{code}"
        );
    }
}

#[test]
fn the_table_of_counts_agrees_with_the_published_ones() {
    let published = reference("published.csv", "basic");
    let ours = reference("counts.csv", "basic");
    for (code, basic) in &ours {
        assert!(
            published.get(code).is_none_or(|known| known == basic),
            "{code}"
        );
    }
    // All of them have been found again, not only the quick ones.
    for code in ["12a", "12b", "12c", "12d", "13a"] {
        assert!(ours.contains_key(code), "{code}");
    }
    let (solutions, classes) = (
        reference("counts.csv", "solutions"),
        reference("counts.csv", "classes"),
    );
    for (code, basic) in ours {
        let diagram = Diagram::of(star(&code));
        assert_eq!(
            solutions[&code],
            basic * Group::of_drawing(&diagram).order() as u64
        );
        assert_eq!(
            solutions[&code],
            classes[&code] * Group::of_lines(&diagram).order() as u64
        );
    }
}

#[test]
fn the_figures_of_the_source() {
    let sandbox = sandbox();
    let explored = document(&sandbox.ok(&["explore", "8a", "--format", "json"]));
    assert_eq!(
        explored,
        json!({
            "star": "8a", "solutions": 1792, "basic": 112, "classes": 112,
            "rotations_and_reflections": 16, "symmetries": 16,
            "first_iteration": "30877819664", "last_iteration": "20891912068337",
        })
    );
    let iteration = |number: &str| {
        let shown = sandbox.ok(&["display", "8a", number, "--format", "json"]);
        let shown = document(&shown);
        assert_eq!(shown["number"], number.parse::<u64>().unwrap());
        shown["iteration"]
            .as_str()
            .unwrap()
            .parse::<u128>()
            .unwrap()
    };
    assert_eq!(iteration("1"), 30_877_819_664);
    assert_eq!(iteration("896"), 10_426_916_886_748);
    // The second half is the complement of the first.
    let factorial_of_16 = 20_922_789_888_000;
    for number in [1u64, 2, 77, 500, 896] {
        let mirror = (1793 - number).to_string();
        let sum = iteration(&number.to_string()) + iteration(&mirror);
        assert_eq!(sum, factorial_of_16 + 1);
    }
    let analysis = document(&sandbox.ok(&["analysis", "8a", "--format", "json"]));
    assert_eq!(analysis["line_sum"], 34);
    assert_eq!(analysis["permutations"], "20922789888000");
    assert_eq!(analysis["second_half_is_complement"], true);
    let by_top: Vec<u64> = serde_json::from_value(analysis["by_top"].clone()).unwrap();
    assert_eq!(by_top.len(), 16);
    assert_eq!(by_top.iter().sum::<u64>(), 16 * 112);
    assert_eq!(
        (by_top.iter().min(), by_top.iter().max()),
        (Some(&90), Some(&132))
    );
    assert!(by_top.iter().eq(by_top.iter().rev()));
    // A reader of the source counted the rows with 1. He also thought that it
    // makes no difference whether 1 is in a point or in a crossing.
    assert_eq!(analysis["quadruples_with_1"], 19);
    assert_eq!(analysis["basic_with_1_in_a_point"], 49);
    assert_eq!(analysis["basic_with_1_in_a_crossing"], 63);
    assert_eq!(analysis["orbits"], json!(["abehilop", "cdfgjkmn"]));
    assert_eq!(analysis["same_as"][0]["star"], "8b");
    assert_eq!(analysis["same_as"][0]["inside_out"], true);
}

#[test]
fn every_stored_solution_is_what_it_says() {
    for code in ["6a", "8b", "9c"] {
        let sandbox = sandbox();
        sandbox.ok(&["explore", code, "--quiet"]);
        let diagram = Diagram::of(star(code));
        let names: Vec<String> = Group::names(&diagram)
            .map(|name| name.to_string())
            .collect();
        let group = Group::of_drawing(&diagram);
        let rows = stored(&sandbox);
        let expected: Vec<Solution> = fast(&diagram).into_iter().collect();
        assert_eq!(rows.len(), expected.len());
        for ((number, row), expected) in (1..).zip(&rows).zip(&expected) {
            assert_eq!(row.number, number);
            assert_eq!(row.solution, *expected);
            assert_eq!(row.iteration, expected.iteration().to_string());
            let basic = &rows[row.basic_number as usize - 1];
            assert_eq!(basic.symmetry, "id");
            assert_eq!(basic.basic_number, basic.number);
            let symmetry = names.iter().position(|name| *name == row.symmetry).unwrap();
            assert_eq!(
                group.elements()[symmetry].image(&basic.solution),
                row.solution
            );
            assert_eq!(group.least_image(&row.solution), basic.solution);
        }
        // The basic solutions are those that were found.
        let found = csv(
            &sandbox.sql(),
            "select iteration, cells from MagicStarBasics order by cells",
        );
        let numbered = csv(
            &sandbox.sql(),
            "select iteration, cells from MagicStarSolutions where symmetry = 'id' order by number",
        );
        assert_eq!(found, numbered);
    }
}

struct Stored {
    number: u64,
    iteration: String,
    solution: Solution,
    basic_number: u64,
    symmetry: String,
}

fn stored(sandbox: &Sandbox) -> Vec<Stored> {
    let connection = sandbox.sql();
    let mut statement = connection
        .prepare(
            "select number, iteration, cells, basic_number, symmetry
               from MagicStarSolutions order by star, number",
        )
        .unwrap();
    let rows = statement.query_map([], |row| {
        let cells: String = row.get(2)?;
        let numbers: Vec<u8> = cells.split(' ').map(|cell| cell.parse().unwrap()).collect();
        Ok(Stored {
            number: row.get::<_, i64>(0)? as u64,
            iteration: row.get(1)?,
            solution: Solution::new(&numbers).unwrap(),
            basic_number: row.get::<_, i64>(3)? as u64,
            symmetry: row.get(4)?,
        })
    });
    rows.unwrap().map(|row| row.unwrap()).collect()
}

/// Everything that is stored of stars, but for times.
fn tables(sandbox: &Sandbox) -> [String; 3] {
    [
        "select * from MagicStarBasics order by star, found",
        "select * from MagicStarSolutions order by star, number",
        "select star, parts, frontier, nb_basic, nb_stored, nb_solutions, first_iteration,
                last_iteration from MagicStars order by star",
    ]
    .map(|sql| csv(&sandbox.sql(), sql))
}

#[test]
fn threads_make_no_difference() {
    let mut all = ["1", "2", "7"].map(|threads| {
        let sandbox = sandbox();
        sandbox.ok(&["explore", "9a", "--quiet", "--threads", threads]);
        sandbox.ok(&["explore", "10b", "--quiet", "--threads", threads]);
        tables(&sandbox)
    });
    all.sort();
    assert!(all[0] == all[2]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_exploration_goes_on_to_the_same_rows() {
    use rustix::process::{Pid, Signal, kill_process};
    let alone = sandbox();
    alone.ok(&["explore", "11b", "--quiet", "--threads", "1"]);
    let expected = tables(&alone);

    let sandbox = sandbox();
    let (mut interruptions, mut resumed) = (0, 0);
    loop {
        let child = sandbox.start(&["explore", "11b", "--threads", "2"]);
        let signal = [Signal::INT, Signal::KILL][interruptions % 2];
        if interruptions < 8 {
            // Later each time, so that searching and numbering are both met.
            std::thread::sleep(Duration::from_millis(60 + 90 * interruptions as u64));
            // It may have ended by itself.
            let _ = kill_process(Pid::from_child(&child), signal);
        }
        let asked = Instant::now();
        let ended = ended(child);
        assert!(asked.elapsed() < Duration::from_secs(10) || interruptions >= 8);
        resumed += usize::from(ended.stderr.contains("going on behind part"));
        if ended.code == Some(0) {
            break;
        }
        if ended.code.is_some() {
            assert_eq!(ended.code, Some(130), "{ended:?}");
            assert_eq!(ended.stdout, "");
            let last = ended.stderr.lines().last().unwrap();
            assert!(last.starts_with("stopped "), "{ended:?}");
            assert!(
                last.ends_with("; the same command goes on from there")
                    || last.ends_with("; nothing was changed"),
                "{ended:?}"
            );
        }
        interruptions += 1;
    }
    assert!(
        interruptions > 1 && resumed > 0,
        "{interruptions} {resumed}"
    );
    assert!(tables(&sandbox) == expected);
}

#[test]
fn what_another_version_began_is_begun_anew_and_what_is_explored_is_kept() {
    let sandbox = sandbox();
    sandbox.ok(&["explore", "8a", "--quiet"]);
    let expected = tables(&sandbox);
    let change = |sql: &str| sandbox.sql().execute_batch(sql).unwrap();
    change("update MagicStars set search_version = 0");
    let again = sandbox.run(&["explore", "8a"]);
    assert_eq!(again.stderr, "8a is explored already\n");

    change("update MagicStars set explored_at = null, nb_solutions = null");
    let again = sandbox.run(&["explore", "8a"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stderr.contains("it is begun anew"), "{again:?}");
    assert!(tables(&sandbox) == expected);

    change("delete from MagicStarSolutions where number > 10");
    sandbox.ok(&["explore", "8a", "--force"]);
    assert!(tables(&sandbox) == expected);
}

#[test]
fn a_damaged_star_is_not_believed() {
    let sandbox = sandbox();
    sandbox.ok(&["explore", "8a", "--quiet"]);
    for (damage, args) in [
        (
            "update MagicStars set nb_basic = 111",
            &["explore", "8a"][..],
        ),
        (
            "update MagicStars set nb_basic = 80 + (1 << 62)",
            &["explore", "8a"],
        ),
        (
            "update MagicStars set nb_basic = 80 + (1 << 62)",
            &["display", "8a", "1"],
        ),
        (
            "update MagicStars set nb_basic = 1 << 62, explored_at = null, nb_stored = 0",
            &["explore", "8a"],
        ),
        (
            "update MagicStars set nb_stored = 9223372036854775807, explored_at = null",
            &["explore", "8a"],
        ),
        (
            "update MagicStars set nb_basic = nb_basic + 1, explored_at = null",
            &["explore", "8a"],
        ),
        (
            "update MagicStars set frontier = parts + 1",
            &["explore", "8a"],
        ),
        (
            "update MagicStars set first_iteration = 'x'",
            &["explore", "8a"],
        ),
        (
            "delete from MagicStarSolutions where number = 5",
            &["display", "8a", "5"],
        ),
        (
            "update MagicStarSolutions set cells = '01 02'",
            &["display", "8a", "5"],
        ),
        (
            "update MagicStarSolutions set symmetry = 'turn'",
            &["display", "8a", "5"],
        ),
        (
            "delete from MagicStarBasics where found = 7",
            &["analysis", "8a"],
        ),
        (
            "update MagicStarBasics set cells = 'x' where found = 7",
            &["analysis", "8a"],
        ),
        (
            "update MagicStars set explored_at = null, nb_stored = 0;
             delete from MagicStarSolutions;
             insert into MagicStarBasics select star, found + 1000, iteration, cells
               from MagicStarBasics where found = 1",
            &["explore", "8a"],
        ),
    ] {
        let healthy = sandbox.files();
        sandbox.sql().execute_batch(damage).unwrap();
        let ended = sandbox.run(args);
        ended.check_error(1);
        assert!(
            ended.stderr.contains("what is stored of 8a is damaged"),
            "{damage}: {ended:?}"
        );
        assert!(
            ended
                .stderr
                .contains("`magic-star verify 8a` tells what is wrong"),
            "{ended:?}"
        );
        for (path, bytes) in healthy.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            std::fs::write(path, bytes).unwrap();
        }
    }
}

#[test]
fn solutions_are_shown_whether_all_are_stored_or_not() {
    let sandbox = sandbox();
    sandbox.ok(&["explore", "9b", "--quiet"]);
    let show = |args: &[&str]| {
        let mut all = vec!["display", "9b", "--format", "json"];
        all.extend(args);
        sandbox.ok(&all)
    };
    let selections: [&[&str]; 4] = [
        &["1"],
        &["30168", "15084", "15085", "1"],
        &["--from", "100", "--to", "140"],
        &["--from", "30000", "--to", "30168"],
    ];
    let stored = selections.map(show);
    assert_eq!(stored[2].lines().count(), 41);
    // As it is for stars with too many solutions.
    sandbox
        .sql()
        .execute_batch("delete from MagicStarSolutions; update MagicStars set nb_stored = 0")
        .unwrap();
    assert_eq!(selections.map(show), stored);
}

#[test]
fn stars_too_big_to_be_stored_are_analysed_all_the_same() {
    let sandbox = sandbox();
    sandbox.ok(&["explore", "10b", "--quiet"]);
    let analysis = document(&sandbox.ok(&["analysis", "10b", "--format", "json"]));
    assert_eq!(analysis["solutions"], 2_311_040);
    assert_eq!(
        (&analysis["basic"], &analysis["classes"]),
        (&json!(115_552), &json!(7222))
    );
    assert_eq!(analysis["second_half_is_complement"], true);
    for (mark, number) in [
        ("first", 1),
        ("last_of_first_half", 1_155_520),
        ("last", 2_311_040),
    ] {
        let number = number.to_string();
        let shown = sandbox.ok(&["display", "10b", &number, "--format", "json"]);
        assert_eq!(analysis[mark], document(&shown));
    }
    let by_top = csv(
        &sandbox.sql(),
        "select count(*) from MagicStarSolutions group by substr(cells, 1, 2) order by 1",
    );
    let mut counted: Vec<u64> = by_top
        .lines()
        .skip(1)
        .map(|line| line.parse().unwrap())
        .collect();
    let mut by_top: Vec<u64> = serde_json::from_value(analysis["by_top"].clone()).unwrap();
    by_top.sort_unstable();
    counted.sort_unstable();
    assert_eq!(by_top, counted);
}

#[test]
fn a_star_without_solutions_is_explored_too() {
    let sandbox = sandbox();
    let explored = document(&sandbox.ok(&["explore", "5a", "--format", "json"]));
    assert_eq!(
        (&explored["solutions"], &explored["basic"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(explored["first_iteration"], Value::Null);
    assert_eq!(explored["symmetries"], 120);
    assert_eq!(sandbox.ok(&["explore", "5a"]), "5a has no solutions\n");
    let analysis = sandbox.ok(&["analysis", "5a", "--out", "pictures"]);
    assert!(
        analysis.contains("10! = 3 628 800 permutations, 0 solutions"),
        "{analysis}"
    );
    assert!(sandbox.path("pictures/5a-cells.svg").exists());
    assert!(!sandbox.path("pictures/5a-iterations.svg").exists());
    sandbox.refuses(&["display", "5a", "1"], 1, "error: 5a has no solutions\n");
}

#[test]
fn partly_filled_stars_are_completed() {
    let sandbox = sandbox();
    let solve = |cells: &str| {
        document(&sandbox.ok(&[
            "solve", "8a", "--cells", cells, "--format", "json", "--limit", "5",
        ]))
    };
    // By the number at the top, as the analysis counts them.
    assert_eq!(solve("a=6")["ways"], 90);
    assert_eq!(solve("a=3")["ways"], 132);
    let none = solve("a=1,b=2,c=3");
    assert_eq!((&none["ways"], &none["solutions"]), (&json!(0), &json!([])));
    // Lines that are full already and wrong.
    assert_eq!(solve("b=1,c=2,d=3,e=4")["ways"], 0);
    let all = solve("- - - - - - - - - - - - - - - -");
    assert_eq!(all["ways"], 1792);
    assert_eq!(all["solutions"][0]["iteration"], "30877819664");
    assert_eq!(all["solutions"].as_array().unwrap().len(), 5);
    let whole = "1 2 7 16 9 11 3 15 14 8 10 13 5 4 12 6";
    assert_eq!(solve(whole)["ways"], 1);
    assert_eq!(solve("1 2 7 16 9 11 3 15 14 8 10 13 5 4 6 12")["ways"], 0);

    std::fs::write(sandbox.path("given"), "a=1\nb=2 c=7\n").unwrap();
    let text = sandbox.ok(&["solve", "8a", "--file", "given"]);
    assert!(text.starts_with("8a can be completed in "), "{text}");
    assert!(text.contains(whole), "{text}");
    assert_eq!(
        sandbox.ok(&["solve", "8a", "--cells", "a=1,b=2,c=3"]),
        "8a cannot be completed with these 3 numbers in it\n"
    );
    // A needle: 32 cells, but one way is soon found.
    let any = sandbox.ok(&[
        "solve", "12a", "--cells", "a=24,b=1", "--any", "--format", "json",
    ]);
    let any = document(&any);
    assert_eq!(any["ways"], Value::Null);
    let cells: Vec<u8> = serde_json::from_value(any["solutions"][0]["cells"].clone()).unwrap();
    let solution = Solution::new(&cells).unwrap();
    assert!(solution.is_magic(&Diagram::of(star("12a"))));
    assert_eq!((solution.number(0), solution.number(1)), (24, 1));
    // No database was made.
    assert!(!sandbox.db().exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any cells of any solution, completed quickly and slowly.
    #[test]
    fn completions_are_those_of_a_slow_search(
        which in 0usize..1792,
        kept in 3u32..6,
        cells in Just((0usize..16).collect::<Vec<_>>()).prop_shuffle(),
        swapped in proptest::bool::ANY,
    ) {
        let diagram = Diagram::of(star("8a"));
        let all: Vec<Solution> = fast(&diagram).into_iter().collect();
        let mut given = [0u32; 16];
        for &cell in &cells[..kept as usize] {
            given[cell] = u32::from(all[which].number(cell as u8));
        }
        if swapped {
            // Mostly impossible.
            given.swap(cells[0], cells[1]);
        }
        let text: Vec<String> = given
            .iter()
            .map(|number| if *number == 0 { "-".to_owned() } else { number.to_string() })
            .collect();
        let partial = Partial::parse(&text.join(","), &diagram).unwrap();
        let search = Search::completion(&diagram, &partial);
        let mut quickly = BTreeSet::new();
        for part in 0..search.parts() {
            search
                .part(part, &Stop::default(), &mut |solution| {
                    for symmetry in search.group().elements() {
                        assert!(quickly.insert(symmetry.image(&solution)));
                    }
                    true
                })
                .unwrap();
        }
        let agrees = |solution: &&Solution| {
            (0..16).all(|cell| {
                let given = given[usize::from(cell)];
                given == 0 || given == u32::from(solution.number(cell))
            })
        };
        let expected: BTreeSet<Solution> = all.iter().filter(agrees).copied().collect();
        prop_assert_eq!(quickly, expected);
    }
}

#[test]
fn wrong_arguments_are_told() {
    let sandbox = sandbox();
    for (args, message) in [
        (&["explore"][..], "required"),
        (&["explore", "8c"], "stars of order 8 are 8a and 8b"),
        (&["explore", "4a"], "a star has 5 to 16 points, not 4"),
        (&["explore", "17a"], "a star has 5 to 16 points, not 17"),
        (&["explore", "eight"], "a star is written as"),
        (&["explore", "8a", "--threads", "0"], "0 is not in 1..=256"),
        (&["display", "8a"], "required"),
        (&["display", "8a", "0"], "0 is not in 1.."),
        (&["display", "8a", "--from", "5"], "--to <M>"),
        (
            &["display", "8a", "--from", "5", "--to", "4"],
            "the range from 5 to 4 is empty",
        ),
        (&["solve", "8a"], "required"),
        (
            &["solve", "8a", "--cells", "a=17"],
            "`17` is no number from 1 to 16",
        ),
        (&["solve", "8a", "--cells", "q=1"], "8a has no cell `q`"),
        (&["solve", "8a", "--cells", "a=1,b=1"], "1 is given twice"),
        (
            &["solve", "8a", "--cells", "1 2 3"],
            "3 entries for the 16 cells of 8a",
        ),
        (
            &["solve", "8a", "--cells", "a=\u{1b}[31m"],
            "`\\u{1b}[31m` is no number",
        ),
        (
            &["solve", "8a", "--cells", "a=1", "--any", "--limit", "2"],
            "cannot be used with",
        ),
    ] {
        let ended = sandbox.run(args);
        ended.check_error(2);
        assert_eq!(ended.stdout, "", "{args:?}");
        assert!(ended.stderr.contains(message), "{args:?}: {ended:?}");
    }
    assert!(sandbox.files().is_empty());
}

#[test]
fn what_cannot_be_done_is_told() {
    let sandbox = sandbox();
    sandbox.refuses(&["display", "8a", "1"], 1, "there is no database");
    sandbox.refuses(&["solve", "8a", "--file", "none"], 1, "cannot read none");
    std::fs::write(sandbox.path("bad"), "a=1 \u{1b}[31m=2").unwrap();
    sandbox.refuses(
        &["solve", "8a", "--file", "bad"],
        1,
        "error: bad: 8a has no cell `\\u{1b}[31m`",
    );
    std::fs::write(sandbox.path("long"), vec![b'-'; 100_000]).unwrap();
    sandbox.refuses(&["solve", "8a", "--file", "long"], 1, "long is too long");
    sandbox.ok(&["explore", "6a", "--quiet"]);
    let hint = "8a is not explored\nhint: run `magic-star explore 8a` first\n";
    sandbox.refuses(&["display", "8a", "1"], 1, hint);
    sandbox.refuses(
        &["display", "6a", "961"],
        1,
        "6a has no solution 961, its last one is 960",
    );
    let many = &[
        "display", "6a", "--from", "1", "--to", "121", "--format", "svg",
    ];
    sandbox.refuses(many, 1, "121 stars are too many for one picture");
    std::fs::create_dir(sandbox.path("pictures")).unwrap();
    std::fs::write(sandbox.path("pictures/6a-cells.svg"), "theirs").unwrap();
    let theirs = &["analysis", "6a", "--out", "pictures", "--quiet"];
    sandbox.refuses(
        theirs,
        1,
        "pictures/6a-cells.svg was not made by this program",
    );
}

#[test]
fn drawings() {
    let sandbox = sandbox();
    sandbox.ok(&["explore", "6a", "--quiet"]);
    let analysis = sandbox.ok(&["analysis", "8a", "--out", "pictures", "--quiet"]);
    assert_data_eq!(analysis, snapbox::file!["snapshots/8a-analysis.txt"].raw());
    let picture =
        |name: &str| std::fs::read_to_string(sandbox.path("pictures").join(name)).unwrap();
    assert_data_eq!(
        picture("8a-cells.svg"),
        snapbox::file!["snapshots/8a-cells.svg"].raw()
    );
    assert_data_eq!(
        picture("8a-iterations.svg"),
        snapbox::file!["snapshots/8a-iterations.svg"].raw()
    );
    assert_data_eq!(
        picture("8a-top-numbers.svg"),
        snapbox::file!["snapshots/8a-top-numbers.svg"].raw()
    );
    let some = sandbox.ok(&["display", "8a", "1", "896", "1792"]);
    assert_data_eq!(some, snapbox::file!["snapshots/8a-solutions.txt"].raw());
    let some = sandbox.ok(&[
        "display", "6a", "--from", "1", "--to", "8", "--format", "svg",
    ]);
    assert_data_eq!(some, snapbox::file!["snapshots/6a-solutions.svg"].raw());
    for code in ["5a", "11c", "16f"] {
        let text = sandbox.ok(&["diagram", code]);
        let path = format!("snapshots/{code}-diagram.txt");
        assert_data_eq!(text, snapbox::Data::read_from(&snapshot(&path), None).raw());
    }
    let svg = sandbox.ok(&["diagram", "12d", "--format", "svg"]);
    assert_data_eq!(svg, snapbox::file!["snapshots/12d-diagram.svg"].raw());
}

fn snapshot(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(path)
}

#[test]
fn diagrams_for_programs() {
    let sandbox = sandbox();
    let diagram = document(&sandbox.ok(&["diagram", "8a", "--format", "json"]));
    assert_eq!(diagram["lines"].as_array().unwrap().len(), 8);
    assert_eq!(
        diagram["cells"][0],
        json!({"name": "a", "point": true, "x": 0.0, "y": 1.0})
    );
    assert_eq!(diagram["symmetries"], 16);
    assert!(sandbox.files().is_empty());
}

#[test]
fn reading_makes_and_changes_nothing() {
    let sandbox = sandbox();
    for args in [
        &["diagram", "8a"][..],
        &["solve", "6a", "--cells", "a=1,b=2,c=3"],
    ] {
        sandbox.ok(&[args, &["--db", "deep/new.db"]].concat());
    }
    sandbox.refuses(
        &["display", "8a", "1", "--db", "deep/new.db"],
        1,
        "there is no database",
    );
    assert!(!sandbox.path("deep").exists());
    // What is explored is analysed without being written to.
    sandbox.ok(&["explore", "8a", "--quiet"]);
    let before = sandbox.files();
    let writer = sandbox.sql();
    writer.execute_batch("begin immediate").unwrap();
    let analysis = sandbox.ok(&["analysis", "8a", "--quiet"]);
    drop(writer);
    assert!(analysis.contains("1792"), "{analysis}");
    assert!(sandbox.files() == before);
}

#[test]
#[cfg(target_os = "linux")]
fn too_few_threads_are_told() {
    for args in [&["explore", "6a"][..], &["solve", "8a", "--cells", "a=1"]] {
        sandbox().starves(&[args, &["--threads", "100"]].concat());
    }
}
