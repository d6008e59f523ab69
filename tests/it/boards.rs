//! Reads boards made by real programs, and checks them with a plain tracer. `decode.rs` checks the answers about
//! boards.

use blackbox::board::{Board, Config};
use blackbox::oracle::End;
use blackbox::puzzle::evidence::Evidence;
use blackbox::puzzle::game as play;
use blackbox::puzzle::text::{BoardText, emacs, game_id};
use itertools::Itertools;
use proptest::prelude::*;
use random::SplitMix64;
use testkit::drawn::Drawn;

use crate::common::repository::reference;
use crate::common::traced::ends;

struct Game {
    kind: String,
    balls: u64,
    molecule: String,
    buffer: String,
    /// The message of Emacs, if any.
    echo: String,
}

fn games() -> Vec<Game> {
    let text = reference("boards/emacs.txt");
    let games = text.split("# ").skip(1).map(|record| {
        let (head, rest) = record.split_once('\n').unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let (buffer, echo) = rest.split_once("\necho: ").unwrap_or((rest, ""));
        Game {
            kind: words[1].to_owned(),
            balls: words[2].parse().unwrap(),
            molecule: words[3].to_owned(),
            buffer: buffer.to_owned(),
            echo: echo.trim_end().to_owned(),
        }
    });
    let games: Vec<Game> = games.collect();
    assert_eq!(games.len(), 240);
    games
}

fn config_of(molecule: &str) -> Config {
    let atoms = molecule.matches('O').count() as u64;
    Config::new(atoms, molecule.len().isqrt() as u64).unwrap()
}

fn shots(evidence: &Evidence) -> Vec<Option<End>> {
    let results = evidence.results().iter();
    results.map(|result| result.map(End::from)).collect()
}

/// The results in a reference by position, with `.` for a ray that was not fired.
fn results_of(results: &str) -> Vec<Option<End>> {
    let result = |result| match result {
        "." => None,
        "@" => Some(End::Absorbed),
        "&" => Some(End::Reflected),
        exit => Some(End::Out(exit.parse().unwrap())),
    };
    results.split(',').map(result).collect()
}

fn agrees(shots: &[Option<End>], answers: &[End]) -> bool {
    let mut both = shots.iter().zip(answers);
    both.all(|(shot, answer)| shot.is_none_or(|shot| shot == *answer))
}

#[test]
fn buffers_of_emacs_are_read() {
    for game in games() {
        let read = BoardText::parse(game.buffer.as_bytes()).unwrap();
        assert_eq!(read.balls, Some(game.balls..=game.balls));
        let asked = shots(&read.evidence);
        assert!(agrees(&asked, &ends(&game.molecule)), "{}", game.buffer);
        let shot = asked.iter().flatten().count();
        assert!(shot == 32 || game.kind == "partial");
        let config = config_of(&game.molecule);
        let hidden = Board::parse(&game.molecule, config).unwrap();
        let missed = hidden.without(read.marks.atoms).unwrap().config().atoms();
        match game.kind.as_str() {
            "complete" => assert!(read.marks.is_empty()),
            "right" => assert_eq!(read.marks.atoms, hidden),
            "wrong" => assert_eq!(read.hidden, Some(hidden), "{}", game.buffer),
            _ => {}
        }
        if let Some((_, score)) = game.echo.split_once("score is ") {
            let score: usize = score.trim_end_matches('.').parse().unwrap();
            assert_eq!(score, shot + 5 * missed, "{}", game.buffer);
        }
        // The text as users copy it.
        let mode = "-UUU:%*--F1  *Blackbox*     All   (1,0)     (Blackbox) -------------";
        let Game { buffer, echo, .. } = &game;
        let lines = || buffer.lines();
        let copies = [
            lines().map(|line| format!("      {line}\n")).collect(),
            lines()
                .map(|line| format!("{}\n", line.trim_end()))
                .collect(),
            buffer.replace('\n', "\r\n"),
            format!("I lost this one:\n\n{buffer}\n{mode}\n{echo}\nWas it fair?\n"),
            buffer.replace('-', "."),
            buffer.replace('-', "·"),
        ];
        for copy in copies {
            assert_eq!(BoardText::parse(copy.as_bytes()).unwrap(), read, "{copy}");
        }
    }
}

#[test]
fn molecules_are_drawn_as_emacs_draws_them() {
    for game in games().iter().filter(|game| game.kind == "right") {
        let config = config_of(&game.molecule);
        let molecule = Board::parse(&game.molecule, config).unwrap();
        let drawn = emacs::write(molecule);
        let ours = BoardText::parse(drawn.as_bytes()).unwrap();
        let read = BoardText::parse(game.buffer.as_bytes()).unwrap();
        assert_eq!((&ours.evidence, &ours.balls), (&read.evidence, &read.balls));
        assert_eq!((ours.marks, ours.hidden), (read.marks, read.hidden));
        // Emacs numbers the rays in the order of the shots. If no number has two digits, everything else is the
        // same.
        let unnumbered = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "#");
        if game.balls < 10 && !(ours.labels.contains(&Some("10".to_owned()))) {
            let texts = [&drawn, &game.buffer].map(|text| unnumbered(text.trim_end()));
            assert_eq!(texts[0], texts[1]);
        }
    }
    for config in ["A0_B1", "A1_B1", "A3_B5", "A4_B11", "A9_B9"] {
        let config: Config = config.parse().unwrap();
        let molecule = Board::from_number(config.molecules(), config).unwrap();
        let drawn = BoardText::parse(emacs::write(molecule).as_bytes()).unwrap();
        assert_eq!(drawn.marks.atoms, molecule);
        let ends = ends(&molecule.text()).into_iter();
        assert!(shots(&drawn.evidence).into_iter().eq(ends.map(Some)));
    }
}

proptest! {
    #[test]
    fn equivalent_layouts_are_read(
        width in 2..=9usize,
        seed in any::<u64>(),
        indent in 0..20usize,
        padding in 0..4usize,
    ) {
        let mut random = SplitMix64(seed);
        let mut below = |n: usize| random.below(n as u64) as usize;
        let p = width;
        let mut drawn = vec![vec![' '; p + 2]; p + 2];
        let mut cells = vec![false; p * p];
        for cell in 0..p * p {
            cells[cell] = below(6) == 0;
            drawn[cell / p + 1][cell % p + 1] = match below(5) {
                0 => ['O', 'x'][below(2)],
                _ => ['-', '.'][below(2)],
            };
        }
        let text: String = cells.iter().map(|&atom| if atom { 'O' } else { '-' }).collect();
        let answers = ends(&text);
        let places = Drawn::of(&text).places;
        let mut labels = "123456789abcdefghi".chars();
        for position in 0..4 * p {
            let (line, column) = places[position];
            if below(3) == 0 || drawn[line][column] != ' ' {
                continue;
            }
            drawn[line][column] = match answers[position] {
                End::Absorbed => 'H',
                End::Reflected => 'R',
                End::Out(exit) => {
                    let label = labels.next().unwrap();
                    let (line, column) = places[usize::from(exit)];
                    drawn[line][column] = label;
                    label
                }
            };
        }
        let unknown = |line: &&Vec<char>| line.iter().any(|c| matches!(c, '-' | '.'));
        prop_assume!(drawn.iter().filter(unknown).count() > 1);
        let draw = |gap: &str, before: &str, after: &str| -> String {
            let line = |line: &Vec<char>| format!("{before}{}{after}\n", line.iter().join(gap));
            drawn.iter().map(line).collect()
        };
        let read = |text: &str| BoardText::parse(text.as_bytes());
        let expected = read(&draw(" ", "", ""));
        // A drawing without two cells side by side cannot have spaces between cells.
        prop_assume!(expected.is_ok());
        let (blanks, tail) = (" ".repeat(indent), " ".repeat(padding));
        for gap in [" ", ""] {
            let indented = draw(gap, &blanks, &tail);
            prop_assert_eq!(&read(&indented), &expected, "{}", indented);
            prop_assert_eq!(&read(&draw(gap, "\t", "\t")), &expected);
            let tabs: String = indented.lines().map(|line| with_tabs(line) + "\r\n").collect();
            prop_assert_eq!(&read(&tabs), &expected, "{:?}", tabs);
            let trimmed: String = indented.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            prop_assert_eq!(&read(&trimmed), &expected);
            let copied = format!("I lost this one:\n\n{indented}\nWas it fair?\n");
            prop_assert_eq!(&read(&copied), &expected, "{}", copied);
            let around = format!("I lost this one\n{}Was it fair?\n", draw(gap, &blanks, ""));
            if gap.is_empty() {
                prop_assert_eq!(&read(&around), &expected, "{}", around);
            }
        }
    }
}

/// A line with tabs instead of spaces wherever possible.
fn with_tabs(line: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    let eights = chars.chunks(8).map(|eight| {
        let text: String = eight.iter().collect();
        match eight.len() == 8 && text.ends_with(' ') {
            true => text.trim_end().to_owned() + "\t",
            false => text,
        }
    });
    eights.collect()
}

#[test]
fn game_ids_are_read() {
    let text = reference("boards/tatham.tsv");
    assert_eq!(text.lines().count(), 1 + 50);
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, molecule, exits] = fields[..] else {
            panic!("{line}");
        };
        let read = BoardText::parse(id.as_bytes()).unwrap();
        let config = config_of(molecule);
        let hidden = Board::parse(molecule, config).unwrap();
        assert_eq!(read.hidden, Some(hidden), "{id}");
        assert_eq!(shots(&read.evidence), results_of(exits), "{id}");
        let balls = read.balls.clone().unwrap();
        let ours = game_id::write(hidden, balls.clone());
        let again = BoardText::parse(ours.as_bytes()).unwrap();
        assert_eq!((again.hidden, again.balls), (Some(hidden), Some(balls)));
    }
}

/// Compares saved games with what Tatham's program knows about them.
#[test]
fn a_saved_game_is_played_again() {
    let mut kinds = Vec::new();
    for line in reference("boards/saves/boards.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, over, cells, answers] = fields[..] else {
            panic!("{line}")
        };
        let text = reference(&format!("boards/saves/{name}.sav"));
        let read = BoardText::parse(text.as_bytes()).unwrap();
        let symbol = |cell: &Option<bool>| match cell {
            Some(true) => 'O',
            Some(false) => 'x',
            None => '-',
        };
        let seen: String = read.evidence.cells().iter().map(symbol).collect();
        assert_eq!(seen, cells, "{name}");
        assert_eq!(shots(&read.evidence), results_of(answers), "{name}");
        let saved = read.saved.as_ref().unwrap();
        assert_eq!(saved.over, over == "over", "{name}");
        assert_eq!(read.disclosed().is_some(), saved.over, "{name}");

        // The same moves lead to the same board here, except for the marks of his program at the end.
        let hidden = read.hidden.unwrap();
        let mut game = play::Game::new(hidden, read.balls.clone().unwrap());
        let mut done = false;
        for &step in &saved.moves {
            done = game.play(step).unwrap().is_some();
        }
        assert_eq!(game.evidence().cells(), read.evidence.cells(), "{name}");
        if saved.over && !done {
            kinds.push("shown");
            continue;
        }
        assert_eq!(game.evidence(), &read.evidence, "{name}");
        assert_eq!(done, saved.over, "{name}");
        kinds.push(if done { "solved" } else { "goes on" });
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, ["goes on", "shown", "solved"]);
}
