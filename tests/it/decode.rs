//! `blackbox decode`. The tests compare its answers with a filter over all molecules, each traced cell by cell.
//! `tests/cases/decode.md` has more answers.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use blackbox::Error;
use blackbox::board::Config;
use blackbox::commands::decode::run::{Patience, decode as decoded, listed};
use blackbox::draw::decoded::write_json;
use blackbox::oracle::{End, Plain};
use blackbox::puzzle::PlayError;
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::text::BoardText;
use itertools::Itertools;
use proptest::prelude::*;
use random::SplitMix64;
use serde_json::{Value, json};
use testkit::drawn::{Drawn, NOT_SHOT};
use testkit::{Ended, Nobody, Sandbox};

use crate::common::program::{BLACKBOX, empty_sandbox, output};
use crate::common::terminal::{DOWN, Terminal, click};
use crate::common::traced::{bits, ends, spectrum};

/// The answers about a board, computed the slow way.
#[derive(Debug)]
struct Expected {
    /// The molecules that agree: the number of atoms, the number of the molecule if it has one, and the text.
    molecules: Vec<(usize, Option<u64>, String)>,
    /// For each cell, the number of these molecules with an atom there.
    cells: Vec<usize>,
    /// The number of these molecules that share their spectrum with another one.
    indistinguishable: usize,
    /// For each position that was not fired from, the number of molecules for each end of the ray.
    answers: BTreeMap<usize, BTreeMap<End, usize>>,
}

impl Expected {
    /// `drawn` is a board with the symbols of Forget's text. If it has more molecules than can be numbered, only
    /// the cells without marks are filled.
    fn of(drawn: &Drawn, atoms: RangeInclusive<usize>) -> Expected {
        let p = drawn.width;
        let symbols: Vec<char> = drawn.symbols().chars().collect();
        let known = (0..4 * p).filter_map(|position| {
            let fate = match symbols[position] {
                NOT_SHOT => return None,
                '@' => End::Absorbed,
                '&' => End::Reflected,
                label => {
                    let other = |&end: &usize| end != position && symbols[end] == label;
                    End::Out((0..4 * p).find(other).unwrap() as u8)
                }
            };
            Some((position, fate))
        });
        let known: Vec<(usize, End)> = known.collect();
        let square = |board: &Drawn, cell: usize| board.squares[cell / p + 1][cell % p + 1];
        let fill = |board: &mut Drawn, cells: &[usize], symbol| {
            for cell in cells {
                board.squares[cell / p + 1][cell % p + 1] = symbol;
            }
        };
        let marks = (0..p * p).map(|cell| (cell, square(drawn, cell)));
        let marks: Vec<(usize, char)> = marks.filter(|&(_, mark)| mark != '-').collect();

        let plain = Plain::new(0, p);
        let mut molecules = Vec::new();
        for atoms in atoms {
            let numbered = Config::new(atoms as u64, p as u64).is_ok();
            let mut number = numbered.then_some(0);
            let mut board = Drawn::of(&"-".repeat(p * p));
            let mut cells: Vec<usize> = (0..p * p).collect();
            let mut left = atoms;
            if !numbered {
                for &(marked, mark) in &marks {
                    cells.retain(|&cell| cell != marked);
                    if mark == 'O' {
                        fill(&mut board, &[marked], 'O');
                        left -= 1;
                    }
                }
            }
            // In the order of their numbers.
            for placed in cells.into_iter().combinations(left) {
                fill(&mut board, &placed, 'O');
                number = number.map(|number| number + 1);
                let marked =
                    |&(cell, mark): &(usize, char)| (square(&board, cell) == 'O') == (mark == 'O');
                let text = board.molecule();
                let answered =
                    |&(at, answer): &(usize, End)| plain.end(text.as_bytes(), at) == answer;
                if marks.iter().all(marked) && known.iter().all(answered) {
                    molecules.push((atoms, number, text));
                }
                fill(&mut board, &placed, '-');
            }
        }
        let mut cells = vec![0; p * p];
        let mut answers: BTreeMap<usize, BTreeMap<End, usize>> = BTreeMap::new();
        let mut spectra: BTreeMap<Vec<End>, usize> = BTreeMap::new();
        for (_, _, text) in &molecules {
            for (count, cell) in cells.iter_mut().zip(text.chars()) {
                *count += usize::from(cell == 'O');
            }
            let ends = ends(text);
            for position in (0..4 * p).filter(|&position| symbols[position] == NOT_SHOT) {
                let answers = answers.entry(position).or_default();
                *answers.entry(ends[position]).or_default() += 1;
            }
            *spectra.entry(ends).or_default() += 1;
        }
        Expected {
            molecules,
            cells,
            indistinguishable: spectra.values().filter(|&&count| count > 1).sum(),
            answers,
        }
    }

    fn bits(&self, position: usize) -> f64 {
        bits(self.answers[&position].values().copied())
    }

    /// Compares the answers with the document of `decode --limit all`.
    fn check(&self, document: &Value, p: usize) {
        let all = self.molecules.len();
        assert_eq!(document["count"], json!(all.to_string()));
        let molecules = self.molecules.iter().map(|(atoms, number, text)| {
            json!({"number": number.map(|number| number.to_string()), "molecule": text, "config": format!("A{atoms}_B{p}")})
        });
        assert_eq!(document["molecules"], molecules.collect::<Value>());
        let rows: Vec<Vec<f64>> = serde_json::from_value(document["cells"].clone()).unwrap();
        assert!(rows.len() == p && rows.iter().all(|row| row.len() == p));
        for (told, &count) in rows.concat().into_iter().zip(&self.cells) {
            // Parsing may change the last bit of a number.
            assert!((told - count as f64 / all as f64).abs() < 1e-15);
        }
        assert_eq!(document["decided"], json!(all == 1));
        assert_eq!(document["decidable"], json!(self.indistinguishable == 0));
        assert_eq!(
            document["indistinguishable"],
            json!(self.indistinguishable.to_string())
        );

        let all_bits = self.answers.keys().map(|&position| self.bits(position));
        let most = all_bits.fold(0.0, f64::max);
        let best = (self.answers.keys()).find(|&&at| most > 1e-9 && self.bits(at) > most - 1e-9);
        let Some(&best) = best else {
            assert_eq!(document["next"], Value::Null);
            return;
        };
        assert_eq!(document["next"]["position"], json!(best));
        let bits = document["next"]["bits"].as_f64().unwrap();
        assert!((bits - most).abs() < 1e-9, "{bits} {most}");
        let answers = self.answers[&best].iter().map(|(fate, count)| match fate {
            End::Absorbed => json!({"answer": "absorbed", "count": count.to_string()}),
            End::Reflected => json!({"answer": "reflected", "count": count.to_string()}),
            End::Out(exit) => {
                json!({"answer": "out", "position": exit, "count": count.to_string()})
            }
        });
        let answers = answers.sorted_by_key(|answer| answer["position"].as_u64());
        assert_eq!(document["next"]["answers"], answers.collect::<Value>());
    }
}

/// Runs `decode` with a board on its standard input.
fn decode(sandbox: &Sandbox, board: &[u8], args: &[&str]) -> Ended {
    sandbox.with_input(&[&["decode"], args].concat(), board)
}

fn sandboxed(sandbox: &Sandbox, board: &str, args: &[&str]) -> String {
    let ended = decode(sandbox, board.as_bytes(), args);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    ended.stdout
}

fn json_of(sandbox: &Sandbox, board: &str, args: &[&str]) -> Value {
    // Quiet, because on a busy machine, it would show progress.
    let args = [args, &["--minimize", "bits", "--format", "json", "--quiet"]].concat();
    let ended = decode(sandbox, board.as_bytes(), &args);
    assert_eq!((ended.code, &ended.stderr[..]), (Some(0), ""), "{ended:?}");
    serde_json::from_str(&ended.stdout).unwrap()
}

/// The text of a board as in Forget's text, with a leading space on each line.
fn text(board: &Drawn) -> String {
    let line =
        |line: &Vec<char>| format!(" {}", line.iter().join(" ")).trim_end().to_owned() + "\n";
    board.squares.iter().map(line).collect()
}

/// Checks a drawn board by `decode` and by the filter.
fn check(sandbox: &Sandbox, board: &Drawn, atoms: &str, range: RangeInclusive<usize>) -> Value {
    let args = ["--limit", "all", "--atoms", atoms, "--marks", "known"];
    let document = json_of(sandbox, &text(board), &args);
    Expected::of(board, range).check(&document, board.width);
    document
}

/// The document that `decode` writes, computed in this process.
fn document(board: &Drawn, atoms: RangeInclusive<usize>) -> Result<Value, Error> {
    let nobody = Nobody::default();
    let read = BoardText::parse(text(board).as_bytes()).unwrap();
    let atoms = *atoms.start() as u64..=*atoms.end() as u64;
    let puzzle = Puzzle::new(read.board, atoms).unwrap();
    let (solutions, advice) = decoded(&puzzle, Aim::Bits, Patience::Second, &nobody)?;
    let mut written = Vec::new();
    write_json(&mut written, &solutions, &advice, |each| {
        listed(&solutions, app::Limit::All, &nobody, each)
    })?;
    Ok(serde_json::from_slice(&written).unwrap())
}

/// A molecule in a box with some known rays and cells, and the possible numbers of atoms.
fn game() -> impl Strategy<Value = (Drawn, RangeInclusive<usize>)> {
    let masks = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>());
    (1..=11usize, 0..=4usize, 0..=1usize, 0..=1usize, masks).prop_map(
        |(width, atoms, fewer, more, (cells, shots, marks, rarely))| {
            let p = width;
            // Keeps the number of molecules small enough to try all.
            let (atoms, most) = match p {
                1..=4 => (cells as usize % (p * p + 1), p * p),
                5 => (atoms, 4),
                6 => (atoms.min(3), 3),
                _ => (atoms.min(2), 2),
            };
            let mut molecule = "-".repeat(p * p);
            let mut random = SplitMix64(cells);
            while molecule.matches('O').count() < atoms {
                let cell = random.below((p * p) as u64) as usize;
                molecule.replace_range(cell..=cell, "O");
            }
            let spectrum = spectrum(&molecule);
            let shots = if rarely & 1 == 0 {
                shots & rarely
            } else {
                shots
            };
            let bit = |mask: u64, i: usize| mask >> (i % 64) & 1 == 1;
            let ends: Vec<char> = spectrum.chars().collect();
            let seen = |i: usize| {
                bit(shots, i)
                    || ends[i].is_alphabetic()
                        && (0..4 * p).any(|j| ends[j] == ends[i] && bit(shots, j))
            };
            let shown = (0..4 * p).map(|i| if seen(i) { ends[i] } else { ' ' });
            let shown: String = shown.collect();
            let mut board = Drawn::of(&molecule).with_symbols(&shown);
            for cell in 0..p * p {
                let square = &mut board.squares[cell / p + 1][cell % p + 1];
                *square = match (bit(marks & rarely & shots.rotate_left(9), cell), *square) {
                    (true, 'O') => 'O',
                    (true, _) => 'x',
                    _ => '-',
                };
            }
            let most = (atoms + more).min(most.max(atoms));
            (board, atoms.saturating_sub(fewer)..=most)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decoding_agrees_with_filtering_all_molecules((board, atoms) in game()) {
        let document = document(&board, atoms.clone()).unwrap();
        Expected::of(&board, atoms).check(&document, board.width);
    }

    #[test]
    fn reported_contradictions_are_minimal(
        (mut board, atoms) in game(),
        lies in proptest::collection::vec((0..44usize, prop_oneof![Just('H'), Just('R')]), 1..4),
    ) {
        let places = board.places.clone();
        for (position, lie) in lies {
            let (line, column) = places[position % places.len()];
            let told = std::mem::replace(&mut board.squares[line][column], lie);
            for &(line, column) in places.iter().filter(|_| told.is_ascii_lowercase()) {
                if board.squares[line][column] == told {
                    board.squares[line][column] = NOT_SHOT;
                }
            }
        }
        let agrees = |board: &Drawn| !Expected::of(board, atoms.clone()).molecules.is_empty();
        let result = document(&board, atoms.clone());
        prop_assert_eq!(result.is_ok(), agrees(&board));
        let Err(Error::Play(PlayError::Contradiction { facts, .. })) = result else {
            prop_assert!(result.is_ok());
            return Ok(());
        };
        for left_out in 0..=facts.len() {
            let mut rest = Drawn::of(&"-".repeat(board.width * board.width));
            for (i, fact) in facts.iter().enumerate() {
                if i != left_out {
                    draw(&mut rest, fact, char::from(b'a' + i as u8));
                }
            }
            prop_assert_eq!(agrees(&rest), left_out < facts.len(), "{:?} but for {}", facts, left_out);
        }
    }
}

/// Draws a fact from an error message on a board.
fn draw(board: &mut Drawn, fact: &str, label: char) {
    let p = board.width;
    let place = |name: &str| {
        let (side, number) = name.split_once(' ').unwrap();
        let number: usize = number.parse().unwrap();
        match side {
            "west" => (number, 0),
            "east" => (number, p + 1),
            "north" => (0, number),
            "south" => (p + 1, number),
            _ => panic!("{name}"),
        }
    };
    let mut put = |(line, column): (usize, usize), mark| board.squares[line][column] = mark;
    if let Some((symbol, at)) = fact.split_once(" at ") {
        put(place(at), symbol.chars().next().unwrap());
    } else if let Some(ends) = fact.strip_prefix("the ray from ") {
        let (one, other) = ends.split_once(" to ").unwrap();
        put(place(one), label);
        put(place(other), label);
    } else {
        let (mark, at) = fact.split_once(" in row ").unwrap();
        let (line, column) = at.split_once(", column ").unwrap();
        let at = (line.parse().unwrap(), column.parse().unwrap());
        put(at, mark.chars().next().unwrap());
    }
}

fn unknown(width: usize) -> String {
    text(&Drawn::of(&"-".repeat(width * width)))
}

#[test]
fn the_box_is_a_heat_map_if_colours_are_wanted() {
    let sandbox = empty_sandbox();
    let shown = |variable: &str| {
        let mut command = sandbox.command(BLACKBOX);
        command.args(["decode", "west 4 = H, west 5 = R, north 2 = east 5"]);
        output(command.env(variable, "1"))
    };
    let (plain, coloured) = (shown("NO_COLOR"), shown("CLICOLOR_FORCE"));
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    // An atom that is likely, and a cell that is surely empty.
    for styled in ["\u{1b}[38;5;16m\u{1b}[48;5;", "\u{1b}[2m  -\u{1b}[0m"] {
        assert!(coloured.contains(styled), "{coloured:?}");
    }
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

/// C(121, 16) is above 2^63, the limit of SQLite's integers.
#[test]
fn boards_with_more_molecules_than_can_be_numbered_are_decoded_without_numbers() {
    let sandbox = empty_sandbox();
    // 14 atoms are known, and 3 to 5 others are in 20 cells.
    let cells = |from: usize, step: usize, count: usize| (0..count).map(move |i| from + i * step);
    let atoms: Vec<usize> = cells(3, 8, 14).chain([1, 40, 77]).collect();
    let cell = |cell| if atoms.contains(&cell) { 'O' } else { '-' };
    let hidden: String = (0..121).map(cell).collect();
    let spectrum = spectrum(&hidden);
    let shown = (spectrum.chars().enumerate()).map(|(position, symbol)| match symbol {
        '@' | '&' if position % 3 == 0 => symbol,
        _ => ' ',
    });
    let mut board = Drawn::of(&hidden).with_symbols(&shown.collect::<String>());
    let free = cells(1, 13, 9).chain(cells(2, 11, 9)).chain([77, 78]);
    let free: Vec<usize> = free.collect();
    for cell in 0..121 {
        let square = &mut board.squares[cell / 11 + 1][cell % 11 + 1];
        *square = match (free.contains(&cell), *square) {
            (true, _) => '-',
            (false, 'O') => 'O',
            (false, _) => 'x',
        };
    }
    let document = check(&sandbox, &board, "16..18", 16..=18);
    let molecules = document["molecules"].as_array().unwrap();
    let of = |config| molecules.iter().any(|one| one["config"] == config);
    assert!(of("A16_B11") && of("A17_B11"), "{document}");
    let found = |one: &Value| one["molecule"] == hidden.as_str() && one["number"].is_null();
    assert!(molecules.iter().any(found), "{document}");
    let args = ["--limit", "all", "--atoms", "17", "--marks", "known"];
    let table = decode(&sandbox, text(&board).as_bytes(), &args).stdout;
    let atoms = hidden.bytes().positions(|symbol| symbol == b'O');
    let atoms = atoms
        .map(|cell| format!("{}.{}", cell / 11 + 1, cell % 11 + 1))
        .join(" ");
    assert!(table.contains(&format!("\n-       {atoms}\n")), "{table}");
    let csv = [&args[..], &["--format", "csv"]].concat();
    let csv = decode(&sandbox, text(&board).as_bytes(), &csv).stdout;
    assert!(csv.contains(&format!("\nA17_B11,,{hidden}\n")), "{csv}");
}

#[test]
fn long_boards_are_read_or_rejected() {
    let sandbox = empty_sandbox();
    let long = |text: &str| text.repeat(65_000 / text.len());
    let texts = [
        "-",
        "- ",
        "- - -\n",
        "west 1 = H,",
        "=",
        "w8h8m4M4:",
        "O\n",
        "11 ",
    ];
    let mut texts = texts.map(long).to_vec();
    let (blanks, lines) = (" ".repeat(30_000), "\n".repeat(30_000));
    texts.push(format!("{blanks}-{lines}  - -"));
    texts.push(format!("A4_B8:{}", "9".repeat(35)));
    texts.push(format!("w8h8m4M4:{}", "0".repeat(60_000)));
    for text in texts {
        let refused = decode(&sandbox, text.as_bytes(), &[]);
        if refused.code != Some(0) {
            refused.check_error(1);
            assert!(refused.stderr.len() < 1000);
        }
    }
}

#[test]
fn ctrl_c_is_heeded_while_it_reads_and_while_it_searches() {
    let sandbox = empty_sandbox();
    std::fs::write(sandbox.path("board"), unknown(11)).unwrap();
    for line in ["decode", "decode board --exact --atoms 12"] {
        let stopped = sandbox.interrupted(line, b"");
        assert_eq!(stopped.stdout, "", "{stopped:?}");
        // A slow machine may have shown progress before.
        let last = stopped.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("stopped"), "{stopped:?}");
    }
}

#[test]
fn a_board_is_filled_in_on_a_terminal() {
    let sandbox = empty_sandbox();
    let mut command = sandbox.command(BLACKBOX);
    command.args(["decode", "--interactive", "A4_B6"]);
    let mut terminal = Terminal::start(&mut command, 24, 80);
    terminal.steps(&[
        ("", "record its answer"),
        ("", "58,905 of 58,905 molecules are left."),
        // The count is that of the documents.
        ("h", "record its answer"),
        ("H", "west 1: absorbed"),
        (
            &(DOWN.repeat(3) + "R"),
            "5,086 of 58,905 molecules are left.",
        ),
        ("", "Next ray: east 2"),
        ("H", "west 4 already has an answer"),
        // A line with an error has no effect.
        (
            "u:north 2 = R, north 2 = x\r:west 4 = R\r",
            "west 4: reflected",
        ),
        ("", "5,086 of 58,905 molecules are left."),
        (":west 5 = west 6\r", "No molecule agrees; this is"),
        ("u", "5,086 of 58,905 molecules are left."),
        // A ray that comes out is clicked at both ends: north 3 and west 2.
        (&click(0, 15, 1), "comes out where you"),
        (&click(0, 3, 5), "north 3: out at west 2"),
        ("", "Next ray: "),
    ]);
    // In the box: a ball, and an empty cell.
    terminal.press(&(click(0, 7, 3) + &click(2, 11, 3)));
    terminal.wait_until("a ball", |terminal| {
        let text = terminal.text();
        let line = text.lines().nth(2).unwrap_or_default();
        line.contains('O') && line.contains('x')
    });
    let counted = terminal.text();
    let counted = counted.split(" of 58,905").next().unwrap();
    let count = counted.rsplit(char::is_whitespace).next().unwrap();
    let text = terminal.leave();
    // The printed text is the same board.
    let told = sandboxed(&sandbox, &text, &[]);
    let begin = format!("{count} of 58,905 molecules");
    assert!(told.starts_with(&begin), "{told} {text}");
    let message = "--interactive needs a terminal";
    sandbox.refuses(&["decode", "--interactive"], 2, message);
}
