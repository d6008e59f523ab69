//! The page says the same about boards as `decode`.

use std::fs;
use std::path::Path;

use blackbox::game::{Config, Molecule};
use blackbox::play::board_text::BoardText;
use blackbox::play::game::Game;
use blackbox::play::puzzle::{Annotations, Puzzle};
use blackbox::view::decode::{verdict, write_json};
use serde_json::{Value, json};
use watch::{Stop, Watcher};

use crate::browser::Browser;
use crate::site;

pub(crate) struct Nobody(pub(crate) Stop);

impl Watcher for Nobody {
    fn begin(&self, _: &str, _: u64, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn say(&self, _: &str) {}
    fn detail(&self, _: &str) {}
    fn stop(&self) -> &Stop {
        &self.0
    }
}

/// What `decode --format json` writes about a text, and its verdict.
fn decoded(text: &str) -> (Value, String) {
    let watcher = Nobody(Stop::default());
    let read = BoardText::parse(text.as_bytes()).unwrap();
    let board = read.board.without_marks();
    let puzzle = match read.balls {
        Some(balls) => Puzzle::new(board, balls).unwrap(),
        None => blackbox::stages::decode::untold(board, &watcher).unwrap(),
    };
    let puzzle = puzzle.with(Annotations {
        marks: Some(read.marks).filter(|marks| !marks.is_empty()),
        ..Annotations::default()
    });
    let second = blackbox::stages::decode::Patience::Second;
    let (solutions, advice) = blackbox::stages::decode::decode(&puzzle, second, &watcher).unwrap();
    let mut document = Vec::new();
    write_json::<std::io::Error>(&mut document, &solutions, &advice, |each| {
        solutions.listed().iter().try_for_each(each)
    })
    .unwrap();
    (
        serde_json::from_slice(&document).unwrap(),
        verdict(&solutions, &advice),
    )
}

/// The same with all numbers written alike, because a script has no whole numbers.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(values) => values.iter().map(plain).collect(),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| (key.clone(), plain(value)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// Keeps the engine that the page takes, before any script of the page runs. If wanted, it says
/// that the browser has no SIMD.
fn keeping_the_engine(simd: bool) -> String {
    let without = "WebAssembly.validate = () => false;";
    format!(
        "const compile = WebAssembly.compile;
         WebAssembly.compile = (bytes) => (window.taken = bytes, compile(bytes));
         {}",
        if simd { "" } else { without }
    )
}

/// Opens the page's engine again, for questions of the test, and returns its bytes.
const ENGINE: &str = "
    const done = arguments[arguments.length - 1];
    (async () => {
      const { instance } = await WebAssembly.instantiate(taken, {});
      const { room, answer, answered, memory } = instance.exports;
      window.engine = (question) => {
        const bytes = new TextEncoder().encode(JSON.stringify(question));
        const place = room(bytes.length);
        new Uint8Array(memory.buffer).set(bytes, place);
        const length = answer();
        return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length)));
      };
      return new TextDecoder('latin1').decode(taken);
    })().then(done, (error) => done(String(error)));
";

/// A page whose engine the test can ask, with SIMD or as in a browser without it, and the
/// engine's bytes as text.
fn with_engine(simd: bool) -> Option<(Browser, String)> {
    let page = Browser::open()?;
    page.before(&keeping_the_engine(simd));
    page.go(&site::address("own"));
    let taken = page.script_later(ENGINE);
    let bytes = taken.as_str().unwrap_or_else(|| panic!("{taken}"));
    // An error is shorter.
    assert!(bytes.len() > 1_000, "{bytes}");
    Some((page, bytes.to_owned()))
}

/// Boards with some rays shot and some cells marked, of any size.
fn random_boards(count: usize) -> Vec<String> {
    let mut seed = 7u64;
    let mut random = |end: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % end
    };
    let mut boards = Vec::new();
    while boards.len() < count {
        let width = 4 + random(6);
        let atoms = 1 + random(5);
        let config = blackbox::game::Config::new(atoms as u64, width as u64).unwrap();
        let number = 1 + random(usize::try_from(config.molecules()).unwrap()) as u64;
        let molecule = blackbox::game::Molecule::from_number(number, config).unwrap();
        let chamber = blackbox::game::Chamber::new(molecule, config);
        let mut lines = format!("{config}");
        // Wide boxes with few rays take long.
        for position in 0..config.positions() {
            if random(10) < if width > 7 { 6 } else { 4 } {
                let entry = |position| blackbox::game::Entry { position, width };
                let end = match chamber.shoot(position).outcome {
                    blackbox::game::Outcome::Absorbed => "H".to_owned(),
                    blackbox::game::Outcome::Reflected => "R".to_owned(),
                    blackbox::game::Outcome::Out(exit) => entry(exit).to_string(),
                };
                lines += &format!(", {} = {end}", entry(position));
            }
        }
        boards.push(lines);
    }
    boards
}

#[test]
fn two_hundred_random_boards_are_decoded_alike_by_both_engines() {
    let mut engines = Vec::new();
    for simd in [false, true] {
        let Some((page, bytes)) = with_engine(simd) else {
            return;
        };
        // It contains nothing of this machine.
        for folder in ["/.cargo/", "/.rustup/", env!("CARGO_MANIFEST_DIR")] {
            assert!(!bytes.contains(folder), "{folder}");
        }
        for text in random_boards(200) {
            let (document, verdict) = decoded(&text);
            let answer = page.script_with(
                "const read = engine({ read: { text: arguments[0] } });
                 return read.error ? read : engine({ decode: read.ok.position })",
                &json!([text]),
            );
            assert_eq!(plain(&answer["ok"]["document"]), plain(&document), "{text}");
            assert_eq!(answer["ok"]["verdict"], verdict, "{text}");
        }
        engines.push(bytes);
    }
    assert!(engines[0] != engines[1]);
}

/// The time for an empty board of the standard game, with all rays weighed. It prints the least of
/// several times for both engines, measured in turns:
/// `cargo test -p web -- --ignored --nocapture an_empty_board`.
#[test]
#[ignore = "a measurement"]
fn an_empty_board_of_the_standard_game() {
    let pages: Vec<(Browser, String)> = [false, true].into_iter().filter_map(with_engine).collect();
    let mut least = vec![f64::MAX; pages.len()];
    for _ in 0..9 {
        for (least, (page, _)) in least.iter_mut().zip(&pages) {
            let time = page.script(
                "const begun = performance.now();
                 engine({ decode: { width: 8, atoms: [4, 4], shots: [], balls: [], empty: [] } });
                 return performance.now() - begun",
            );
            *least = least.min(time.as_f64().unwrap());
        }
    }
    eprintln!("milliseconds without SIMD and with it: {least:.0?}");
}

/// Ten boards of Emacs: the first of every kind, some with two digits.
fn real_boards() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let all = fs::read_to_string(root.join("data/reference/boards/emacs.txt")).unwrap();
    let records = all.split("\n# ").filter_map(|record| {
        let (head, board) = record.split_once('\n')?;
        let head: Vec<&str> = head.trim_start_matches("# ").split(' ').collect();
        let board: Vec<&str> = board
            .lines()
            .filter(|line| !line.starts_with("echo:"))
            .collect();
        // Not too many balls, so that no answer takes long.
        (head[2].parse::<u64>().unwrap() <= 4).then(|| (head[1].to_owned(), board.join("\n")))
    });
    let mut taken = Vec::new();
    let mut kinds: Vec<String> = Vec::new();
    for (kind, board) in records {
        if kinds.iter().filter(|known| **known == kind).count() < 2 {
            kinds.push(kind);
            taken.push(board);
        }
    }
    assert_eq!(taken.len(), 10, "{kinds:?}");
    taken
}

#[test]
fn ten_real_boards_are_pasted() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address("own"));
    for board in real_boards() {
        let (document, verdict) = decoded(&board);
        page.script_with(
            "document.getElementById('paste').value = arguments[0];
             document.getElementById('paste-form').requestSubmit()",
            &json!([board]),
        );
        assert_eq!(page.text("#paste-error"), "", "{board}");
        page.wait("return document.getElementById('own-answer').ariaBusy === 'false' && document.querySelector('#own-answer .verdict')");
        let answer = page.text("#own-answer").replace(',', "");
        assert!(answer.contains(&verdict), "{board}\n{answer}");
        let count = document["count"].as_u64().unwrap();
        let agrees = if count == 1 { "agrees" } else { "agree" };
        assert!(
            answer.contains(&format!("{count} of ")) && answer.contains(agrees),
            "{board}\n{answer}"
        );
        // The pasted board is in the address, and comes back with it.
        let shown = page.text("#own-board");
        page.reload();
        page.wait("return document.querySelector('#own-answer .verdict')");
        assert_eq!(page.text("#own-board"), shown, "{board}");
    }
}

#[test]
fn a_board_without_numbers_is_decoded() {
    let Some(page) = Browser::open() else { return };
    page.go(&site::address("own"));
    page.script(
        "document.getElementById('paste').value = 'A20_B11, west 1 = H';
         document.getElementById('paste-form').requestSubmit()",
    );
    assert_eq!(page.text("#paste-error"), "");
    page.wait("return document.querySelector('#own-answer .verdict')");
    let answer = page.text("#own-answer");
    let count =
        "18,993,204,264,769,517,862,400 of 35,296,331,705,271,019,028,646 molecules of A20_B11";
    assert!(answer.contains(count), "{answer}");
    let listed = "[...document.querySelectorAll('#own-answer td')].filter((cell) => cell.textContent === 'A20_B11').length";
    assert_eq!(page.script(&format!("return {listed}")), json!(20));
    let links = "document.querySelectorAll('#own-answer td a').length";
    assert_eq!(page.script(&format!("return {links}")), json!(0));
    // Its game ID hides a molecule without a number, which the page cannot name.
    let config = Config::of_board(20, 11).unwrap();
    let text = "O".repeat(20) + &"-".repeat(101);
    let hidden = Molecule::parse(&text, config).unwrap();
    let id = Game::new(hidden, config, 20..=20).name();
    page.go(&site::address("play/A4_B8:15993"));
    page.script_with(
        "document.getElementById('new-details').open = true;
         document.getElementById('game-text').value = arguments[0];
         document.getElementById('open-game').requestSubmit()",
        &json!([id]),
    );
    let error = page.text("#game-error");
    assert!(
        error.contains("A20_B11 has more molecules than can be numbered"),
        "{error}"
    );
}
