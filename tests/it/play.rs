//! `blackbox play`, in words and on a terminal. The tests compare its output with the oracle. `tests/cases/play.md`
//! has more games in words.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use blackbox::board::{Board, Config, Position};
use blackbox::oracle::{End, Plain};
use blackbox::puzzle::game::Game;
use blackbox::puzzle::text::saved_game;
use blackbox::puzzle::words::{Mark, Move};
use rustix::process::Signal;
use testkit::{Ended, Sandbox, seeded};

use crate::common::program::{BLACKBOX, assert_has, empty_sandbox, send, wait_for};
use crate::common::repository::read;
use crate::common::terminal::{DOWN, LEFT, RIGHT, Terminal, UP, click, spawn};

/// Plays with this input. A game that has ended reads no further.
fn play(sandbox: &Sandbox, args: &[&str], words: &str) -> Ended {
    sandbox.with_input(&[&["play"], args].concat(), words.as_bytes())
}

fn plays(sandbox: &Sandbox, args: &[&str], words: &str) -> String {
    let ended = play(sandbox, args, words);
    assert_eq!(ended.code, Some(0), "{args:?}: {ended:?}");
    ended.stdout
}

fn kept_game(sandbox: &Sandbox) -> String {
    fs::read_to_string(sandbox.path("g.txt")).unwrap()
}

fn on_terminal(sandbox: &Sandbox, args: &[&str]) -> Command {
    let mut command = sandbox.command(BLACKBOX);
    command.arg("play").args(args);
    command
}

/// A game that has begun on a terminal.
fn begun(sandbox: &Sandbox, args: &[&str], lines: u16, columns: u16) -> Terminal {
    let mut terminal = Terminal::start(&mut on_terminal(sandbox, args), lines, columns);
    terminal.wait_for("hidden");
    terminal
}

/// Reads the output of a program on a terminal until the game has begun.
fn read_beginning(outside: &mut fs::File) {
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains("balls are hidden") {
        let mut bytes = [0; 4096];
        let count = outside.read(&mut bytes).unwrap();
        seen.extend_from_slice(&bytes[..count]);
    }
}

const CTRL_C: &str = "\x03";

/// The result of a ray by the oracle, and its points as in Emacs.
fn slow(hidden: &Board, position: Position) -> (String, u64) {
    let size = position.size();
    let plain = Plain::new(0, size.columns());
    let exit = |exit: u8| size.position(exit.into()).unwrap().words();
    let (told, points) = match plain.end(hidden.text().as_bytes(), position.index()) {
        End::Absorbed => ("absorbed".to_owned(), 1),
        End::Reflected => ("reflected".to_owned(), 1),
        End::Out(at) => (format!("out at {}", exit(at)), 2),
    };
    (format!("{}: {told}", position.words()), points)
}

#[test]
fn every_ray_and_every_point_follow_the_rules() {
    let mut random = seeded("PLAY_SEED");
    for name in ["A1_B1", "A2_B2", "A3_B5", "A4_B8", "A5_B8", "A9_B11"] {
        let config: Config = name.parse().unwrap();
        for _ in 0..3 {
            let number = 1 + random.below(config.molecules());
            let hidden = Board::from_number(number, config).unwrap();
            let guess = Board::from_number(1 + random.below(config.molecules()), config);
            let guess = guess.unwrap();
            let mut words = String::new();
            let (mut told, mut points, mut shot) = (Vec::new(), 0, Vec::new());
            for _ in 0..random.below(10) {
                let position = random.below(config.positions() as u64) as usize;
                let position = config.size().position(position).unwrap();
                words += &(Move::Shoot(position).text() + "\n");
                let (answer, cost) = slow(&hidden, position);
                // A ray costs points once, from either end.
                let (entry, outcome) = answer.split_once(": ").unwrap();
                if !shot.contains(&entry.to_owned()) {
                    points += cost;
                    let ends = [Some(entry), outcome.strip_prefix("out at ")];
                    shot.extend(ends.into_iter().flatten().map(str::to_owned));
                }
                told.push(answer);
            }
            for cell in guess.atoms() {
                words += &(Move::Mark(cell, Mark::Ball).text() + "\n");
            }
            words += "done\n";
            let sandbox = empty_sandbox();
            let said = plays(&sandbox, &[&format!("{name}:{number}")], &words);
            for answer in told {
                assert_has(&said, &format!("{answer}\n"));
            }
            let texts = [&hidden, &guess].map(|one| one.text());
            let wrong = texts[0].chars().zip(texts[1].chars());
            let wrong = wrong.filter(|pair| *pair == ('O', '-')).count() as u64;
            let is_right = (config.size().all_positions())
                .all(|position| slow(&guess, position) == slow(&hidden, position));
            // A twin counts as found.
            let all = if is_right { points } else { points + 5 * wrong };
            let s = if all == 1 { "" } else { "s" };
            assert_has(&said, &format!("\n{all} point{s} in all: "));
            assert_eq!(said.contains("\nRight: "), is_right, "{said}");
            let original = format!(
                "Parker's original board game charges {} points for the difference.",
                5 * wrong
            );
            assert_eq!(said.contains(&original), is_right && wrong > 0, "{said}");
            let shown = said.contains("shows the mistake: ")
                || said.contains("would have shown the mistake: ");
            assert_eq!(shown, !is_right, "{said}");
            // Without `--game`, the program writes no file.
            assert!(sandbox.files().is_empty());
        }
    }
}

#[test]
fn fair_and_ambiguous_games_are_as_requested() {
    for (option, config, fair) in [
        ("--fair", "A4_B8", true),
        ("--ambiguous", "A4_B8", false),
        ("--fair", "A4_B4", true),
        ("--ambiguous", "A4_B4", false),
        ("--ambiguous", "A9_B8", false),
    ] {
        for seed in 1..=3 {
            let sandbox = empty_sandbox();
            let seed = seed.to_string();
            let args = [option, "--config", config, "--seed", &seed];
            plays(&sandbox, &[&args[..], &["--game", "g.txt"]].concat(), "");
            let game = kept_game(&sandbox);
            let id = game.lines().nth(1).unwrap().to_owned();
            fs::write(sandbox.path("id.txt"), &id).unwrap();
            let told = sandbox.ok(&["decode", "id.txt"]);
            assert_eq!(told.contains("the board is fair"), fair, "{args:?}: {told}");
            assert_eq!(
                told.contains("the board is not fair"),
                !fair,
                "{args:?}: {told}"
            );
            // A seed always hides the same molecule.
            plays(&sandbox, &[&args[..], &["--game", "h.txt"]].concat(), "");
            let again = fs::read_to_string(sandbox.path("h.txt")).unwrap();
            assert_eq!(again, game);
        }
    }
}

#[test]
fn help_and_pages_have_the_same_five_rules() {
    let words = |text: &str| testkit::words(text).join(" ");
    let help = words(&empty_sandbox().ok(&["play", "--help"]));
    for page in ["README.md", "docs/play.md"] {
        let page = read(page);
        let (_, section) = page.split_once("## The rules\n").unwrap();
        let list = section.split("\n\n").find(|part| part.starts_with("- "));
        let rules: Vec<&str> = list.unwrap()[2..].split("\n- ").collect();
        assert_eq!(rules.len(), 5, "{rules:?}");
        for rule in rules {
            assert_has(&help, &words(rule));
        }
    }
}

#[test]
fn truncated_games_resume() {
    let sandbox = empty_sandbox();
    let path = sandbox.path("g.txt");
    let config: Config = "A4_B8".parse().unwrap();
    let hidden = Board::from_number(2813, config).unwrap();
    let mut game = Game::new(hidden, 4..=4);
    let mut text = saved_game::beginning(&game);
    let position = |index| config.size().position(index).unwrap();
    for step in [
        Move::Shoot(position(3)),
        Move::Mark(config.size().cell_numbered(9).unwrap(), Mark::Ball),
        Move::Undo,
        Move::Shoot(position(30)),
    ] {
        game.play(step).unwrap();
        text += &saved_game::line(step);
    }
    for end in 0..text.len() {
        fs::write(&path, &text[..end]).unwrap();
        let lines = text[..end].matches('\n').count();
        let said = plays(&sandbox, &["--game", "g.txt", "--seed", "1", "--new"], "");
        assert!(said.starts_with("4 balls are hidden"), "{said}");
        if lines < 2 {
            continue;
        }
        fs::write(&path, &text[..end]).unwrap();
        plays(&sandbox, &["--game", "g.txt"], "north 8\n");
        let whole: String = text.split_inclusive('\n').take(lines).collect();
        assert_eq!(fs::read_to_string(&path).unwrap(), whole + "north 8\n");
    }
}

#[test]
fn a_terminal_that_is_gone_ends_the_game() {
    let sandbox = empty_sandbox();
    let mut command = on_terminal(&sandbox, &["--game", "g.txt", "3"]);
    let (outside, inside, mut child) = spawn(&mut command, 24, 60);
    // Closes the ends of the terminal that the command holds.
    drop((command, inside));
    let mut outside = fs::File::from(outside);
    read_beginning(&mut outside);
    outside.write_all(b"\x1b[D\r").unwrap();
    wait_for("move", || kept_game(&sandbox).contains("west 1"));
    drop(outside);
    wait_for("end", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
#[cfg(target_os = "linux")]
fn a_huge_terminal_takes_little_memory() {
    let sandbox = empty_sandbox();
    let mut command = on_terminal(&sandbox, &["3"]);
    let (outside, _inside, mut child) = spawn(&mut command, 3000, 3000);
    let mut outside = fs::File::from(outside);
    read_beginning(&mut outside);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let most = most.unwrap().trim().trim_end_matches(" kB");
    assert!(most.parse::<u64>().unwrap() < 100_000, "{most} kB");
    outside.write_all(b"q").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn two_players_do_not_keep_their_games_in_one_file() {
    let sandbox = empty_sandbox();
    let mut command = on_terminal(&sandbox, &["--game", "g.txt", "3"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_for("game", || {
        fs::read(sandbox.path("g.txt")).is_ok_and(|game| !game.is_empty())
    });
    let message = "another program is using the game in g.txt";
    sandbox.refuses(&["play", "--game", "g.txt"], 2, message);
    // `wait` would close stdin, which also ends a game.
    let stdin = child.stdin.take();
    send(Signal::TERM, &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
    plays(&sandbox, &["--game", "g.txt"], "west 1\n");
}

#[test]
fn a_whole_game_by_arrow_keys_in_sixty_columns() {
    let sandbox = empty_sandbox();
    // The balls are in line 1, columns 1 to 4.
    let mut terminal = begun(&sandbox, &["1"], 24, 60);
    terminal.steps(&[
        ("\r", "west 1: absorbed"),
        ("\r", "the ray was already fired"),
        // Around the corner to the north, and down the second column.
        (&format!("{UP}{RIGHT}\r"), "north 2: absorbed"),
        ("m", "molecules are left."),
        ("h", "Next ray: "),
        ("c", ""),
    ]);
    terminal.wait_until("a chance", |terminal| {
        let text = terminal.text();
        let words = text.lines().nth(4).unwrap_or_default().split_whitespace();
        words.filter(|word| word.parse::<u8>().is_ok()).count() >= 6
    });
    let text = terminal.text();
    let fits = |line: &str| line.chars().count() <= 60;
    assert!(text.lines().all(fits), "{text}");
    terminal.steps(&[
        ("hcm?", "A ball straight ahead absorbs the ray (H), "),
        ("?d", "place 4 more balls: 0 of 4 are placed"),
        // The first ball is removed and placed again.
        (&format!("{DOWN}\ru"), "0 of 4 balls placed"),
        (" ", "1 of 4 balls placed"),
        (&format!("{LEFT}x{RIGHT}{RIGHT}\r"), "2 of 4 balls placed"),
        (&format!("{RIGHT}\r{RIGHT}\r"), "4 of 4 balls placed"),
    ]);
    for (lines, columns, wanted) in [
        (40, 110, "┌───────┬───────┬"),
        (5, 20, "This window has 20"),
        (24, 60, "4 of 4 balls placed, 2 points for"),
    ] {
        terminal.resize(lines, columns);
        terminal.wait_for(wanted);
    }
    terminal.steps(&[
        ("d", "Wrong: 1 ball (x) is elsewhere (o)."),
        ("", "7 points in all: 2 points for 2 rays, 5 for 1 wrong"),
        ("", "Your rays left "),
        ("n", "0 of 4 balls placed, 0 points for 0 rays."),
    ]);
    let text = terminal.leave();
    assert!(text.contains("`blackbox play` resumes\nit"), "{text}");
}

/// The drawn area of the window has the same size as before, but the terminal may have wrapped its lines.
#[test]
fn a_window_of_a_new_size_is_cleared() {
    let sandbox = empty_sandbox();
    let mut terminal = begun(&sandbox, &["1"], 90, 250);
    for line in [1, 85] {
        terminal.write_over(line, "wrapped");
    }
    terminal.resize(90, 240);
    terminal.wait_until("a clear window", |terminal| {
        let text = terminal.text();
        text.contains("hidden") && !text.contains("wrapped")
    });
    terminal.leave();
}

#[test]
fn games_resume_after_any_exit() {
    for (keys, signal, expected) in [
        ("q", None, Some(0)),
        (CTRL_C, None, Some(0)),
        ("", Some(Signal::TERM), Some(130)),
        ("", Some(Signal::HUP), Some(130)),
        ("", Some(Signal::KILL), None),
    ] {
        let sandbox = empty_sandbox();
        let mut terminal = begun(&sandbox, &["1"], 24, 60);
        let some = format!("\r{RIGHT}x{RIGHT}\r");
        terminal.steps(&[(&some, "1 of 4 balls placed, 1 point for 1 ray.")]);
        terminal.press(keys);
        signal
            .into_iter()
            .for_each(|signal| terminal.signal(signal));
        let (status, text) = terminal.end();
        assert_eq!(status.code(), expected, "{keys:?}, {signal:?}: {text}");
        assert_eq!(
            text.contains("the game is saved in data/game.txt; "),
            expected.is_some()
        );
        let mut terminal = begun(&sandbox, &[], 24, 60);
        terminal.steps(&[
            ("", "The game continues: 4 balls are hidden in a box of"),
            ("", "1 of 4 balls placed, 1 point for 1 ray."),
            ("", "[ H ] x   O   -"),
        ]);
        terminal.leave();
    }
}

#[test]
fn the_board_fills_the_window_and_the_keys_stay_visible() {
    let sandbox = empty_sandbox();
    // The text above the first cell, a line of the board, and the form of the keys.
    let line = "Enter  fire, place a ball\n";
    let [two_lines, one_line] = [
        "\narrows move  Enter fire, place a ball  ",
        "\narrows move  ? rules and keys  q leave",
    ];
    for (lines, columns, top, middle, keys) in [
        (40, 100, "┌───────┬", "  · │       │", line),
        (24, 80, "┌───┬", "  · │   │", line),
        (24, 60, "·   ·   ·", "  ·   -   -", two_lines),
        (15, 40, "· · · · · · · ·", "[·]- - - - - - - - ·", one_line),
    ] {
        let args = ["1", "--new", "--game", "g.txt"];
        let mut terminal = begun(&sandbox, &args, lines, columns);
        terminal.wait_until("the board and the keys", |terminal| {
            let text = terminal.text();
            // Words beside the board follow a line of the board.
            let last =
                |line: &str| line.rsplit("    ").next().unwrap_or_default().to_owned() + "\n";
            let beside: String = text.lines().map(last).collect();
            (text.contains(keys) || beside.contains(keys))
                && text.contains(top)
                && text.contains(middle)
        });
        // The rules also fit, and any key closes them.
        terminal.press("?");
        terminal.wait_until("the rules and the keys", |terminal| {
            let words = testkit::words(&terminal.text()).join(" ");
            (words.starts_with("The rules A ball ") || words.starts_with("A ball "))
                && words.contains("The lowest score wins.")
                && words.ends_with("? rules and keys q leave")
        });
        terminal.steps(&[("x", "4 balls are hidden")]);
        if columns == 40 {
            let legend = "Chances in tenths: - none, ! certain.";
            terminal.steps(&[("ch", legend), ("", "Next ray: "), ("", "points to go.")]);
        }
        terminal.leave();
    }
}

#[test]
fn a_review_that_does_not_fit_has_pages() {
    const PAGE_DOWN: &str = "\x1b[6~";
    let mut terminal = begun(&empty_sandbox(), &["1"], 20, 40);
    terminal.steps(&[
        ("\r", "west 1: absorbed"),
        ("gg", "You gave up"),
        ("r", "Ray 1 of 1: west 1, absorbed"),
        ("", "PageDown more"),
        (PAGE_DOWN, "Rays as good as the best one: 0 of 1."),
        (PAGE_DOWN, "1 point in all: 1 point for 1 ray; you"),
        (PAGE_DOWN, "Ray 1 of 1: west 1, absorbed"),
        ("?", "A ball straight ahead"),
        // Any key only closes the help.
        (PAGE_DOWN, "Ray 1 of 1: west 1, absorbed"),
    ]);
    terminal.leave();
}

#[test]
fn the_cursor_is_seen_beside_the_exit_of_its_ray() {
    let sandbox = empty_sandbox();
    // The ray turns back between the two balls, and comes out beside its entry.
    let config: Config = "A2_B4".parse().unwrap();
    let hidden = Board::parse("----O--O--------", config).unwrap();
    let board = format!("A2_B4:{}", hidden.number().unwrap());
    let mut terminal = begun(&sandbox, &[&board], 15, 40);
    terminal.steps(&[
        (&format!("{UP}{RIGHT}{RIGHT}\r"), "north 3: out at north 2"),
        ("", "( 1 [ 1 ]"),
        (LEFT, "[ 1 ] 1 )"),
    ]);
    terminal.leave();
}

#[test]
fn the_mouse_fires_and_marks() {
    let sandbox = empty_sandbox();
    let mut terminal = begun(&sandbox, &["1"], 24, 80);
    terminal.steps(&[
        (&click(0, 7, 1), "north 1: absorbed"),
        (&click(0, 39, 3), "east 1: absorbed"),
        // Cell 1 2 becomes a ball, and cell 1 3 is marked as empty.
        (&click(0, 11, 3), "1 of 4 balls placed, 2 points for"),
        (&click(2, 14, 3), "│ O [ x ]"),
        (&click(2, 15, 3), "│ O [   ]"),
        // Clicks on a corner or on the words have no effect.
        (
            &(click(0, 1, 1) + &click(0, 60, 12) + &click(0, 11, 3)),
            "0 of 4 balls placed, 2 points for",
        ),
    ]);
    terminal.leave();
}

#[test]
fn a_suspended_game_continues() {
    const CTRL_Z: &str = "\x1a";
    let mut terminal = begun(&empty_sandbox(), &["1"], 24, 60);
    for rays in 1..=2 {
        let shot = format!("for {rays} ray");
        terminal.steps(&[(&format!("{DOWN}\r"), &shot)]);
        terminal.press(CTRL_Z);
        terminal.wait_for_rest();
        terminal.signal(Signal::CONT);
        terminal.wait_for(&shot);
    }
    terminal.leave();
}

#[test]
fn a_dumb_terminal_gets_words_alone() {
    for term in ["dumb", ""] {
        let sandbox = empty_sandbox();
        let mut command = on_terminal(&sandbox, &["1", "--game", "g.txt"]);
        command.env("TERM", term);
        let (outside, inside, mut child) = spawn(&mut command, 24, 80);
        drop((command, inside));
        let mut outside = fs::File::from(outside);
        outside.write_all(b"west 1\nhint\nquit\n").unwrap();
        let mut seen = Vec::new();
        // On Linux, reading after the end of a terminal is an error.
        let _ = outside.read_to_end(&mut seen);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let seen = String::from_utf8(seen).unwrap();
        assert_has(&seen, "west 1: absorbed");
        assert_has(&seen, "Next ray: ");
        assert!(!seen.contains('\x1b'), "{seen:?}");
    }
}

#[test]
fn without_colours_the_cursor_and_the_message_stand_out() {
    let sandbox = empty_sandbox();
    let mut command = on_terminal(&sandbox, &["1"]);
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::start(&mut command, 24, 60);
    terminal.steps(&[("", "4 balls are hidden"), ("\r", "west 1: absorbed")]);
    let screen = terminal.screen();
    let cell = |line, column| screen.cell(line, column).unwrap();
    assert!((0..5).all(|column| cell(1, column).inverse()));
    assert!((0.."west".len() as u16).all(|column| cell(10, column).bold()));
    let mut places = (0..24).flat_map(|line| (0..60).map(move |column| (line, column)));
    let plain = |(line, column)| cell(line, column).fgcolor() == vt100::Color::Default;
    assert!(places.all(plain));
    terminal.leave();
}

#[test]
fn paths_are_shown_after_the_game() {
    let sandbox = empty_sandbox();
    // This is the board in the picture of the rules.
    let config: Config = "A4_B8".parse().unwrap();
    let rows = ["-O-O----", "--------", "-------O", "--------", "-------O"];
    let hidden = Board::parse(&format!("{:-<64}", rows.concat()), config).unwrap();
    let board = format!("A4_B8:{}", hidden.number().unwrap());
    let mut terminal = begun(&sandbox, &[&board], 24, 60);
    // Balls in line 1, columns 1 to 4: two are right.
    let balls = ["\r"; 4].join(RIGHT);
    terminal.steps(&[
        (&format!("{RIGHT}{balls}d"), "Wrong: 2 balls (x) are"),
        ("\t", "west 1: absorbed; 1 cell, 0 turns."),
        ("\t", "west 2: out at south 1; 7 cells, 1 turn."),
    ]);
    let text = terminal.text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("  ·   x   O   x   O"), "{text}");
    assert!(lines[2].starts_with("[ ·─]─┐"), "{text}");
    let is_crossed = |line: &&str| line.get(7..10) == Some("│");
    assert!(lines[3..=8].iter().all(is_crossed), "{text}");
    assert!(lines[9].starts_with("    ( · )"), "{text}");
    terminal.steps(&[
        // Backwards past the first ray to the last one, and then to one with two turns.
        ("\x1b[Z\x1b[Z", "north 1: "),
        (&RIGHT.repeat(6), "north 7: out at south 5; 10 cells, 2"),
        ("", "┌───────┘"),
    ]);
    let text = terminal.leave();
    // The final words stay on the main screen, and no line is wrapped by the terminal.
    assert!(text.contains("(x) are elsewhere (o).\n"), "{text}");
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest.unwrap() <= 60, "{text}");
}

#[test]
fn words_can_be_played_on_a_terminal_and_without_saving() {
    let sandbox = empty_sandbox();
    fs::write(sandbox.path("data"), "a file where the folder would be").unwrap();
    let mut command = on_terminal(&sandbox, &["1", "--words", "--config", "A2_B4"]);
    let mut terminal = Terminal::start(&mut command, 24, 80);
    terminal.steps(&[
        ("", "Warning: the game cannot be saved: "),
        ("", "> "),
        ("west 1\n", "west 1: absorbed"),
    ]);
    terminal.press("quit\n");
    let (status, text) = terminal.end();
    assert_eq!(status.code(), Some(0), "{text}");
    assert!(!text.contains("is saved in data/game.txt"), "{text}");
    let game = ["play", "--game", "data/g.txt"];
    sandbox.refuses(&game, 1, "cannot write data/g.txt");
    // The warning is also on the screen, and remains after it.
    let mut terminal = begun(&sandbox, &["1"], 24, 80);
    terminal.wait_for("Warning: the");
    assert_has(&terminal.leave(), "the game cannot be saved: ");
}

#[test]
fn a_saved_game_that_cannot_be_read_is_not_replaced() {
    let sandbox = empty_sandbox();
    fs::create_dir(sandbox.path("data")).unwrap();
    let damaged = "Black Box game\nA4_B8:1\nwest 99\n";
    for (text, problem) in [
        ("my notes\n", "data/game.txt is not a game of this program"),
        (damaged, "the game in data/game.txt cannot be continued"),
    ] {
        fs::write(sandbox.path("data/game.txt"), text).unwrap();
        let mut command = on_terminal(&sandbox, &[]);
        let (status, said) = Terminal::start(&mut command, 24, 80).end();
        assert_eq!(status.code(), Some(2), "{said}");
        assert_has(&said, problem);
        assert_eq!(
            fs::read_to_string(sandbox.path("data/game.txt")).unwrap(),
            text
        );
    }
}

/// A model of a game on a terminal: the cursor, the moves, and the aids that are on.
struct Model {
    game: Game,
    cursor: (usize, usize),
    file: String,
    rules: bool,
}

impl Model {
    fn step(&mut self, lines: isize, columns: isize) {
        let p = self.game.config().width();
        let moved = |at: usize, by: isize| at.saturating_add_signed(by).min(p + 1);
        let (mut line, mut column) = (moved(self.cursor.0, lines), moved(self.cursor.1, columns));
        let border = |at: usize| at == 0 || at == p + 1;
        if border(line) && border(column) {
            match lines {
                0 => line = line.clamp(1, p),
                _ => column = column.clamp(1, p),
            }
        }
        self.cursor = (line, column);
    }

    fn play(&mut self, step: Move) {
        let idle = self.game.is_idle(step);
        if self.game.play(step).is_ok() && !idle {
            self.file += &saved_game::line(step);
        }
    }

    fn mark(&mut self, cell: usize, mark: Mark) {
        let cell = self.game.config().size().cell_numbered(cell).unwrap();
        let mark = match self.game.mark_at(cell) == Ok(mark) {
            true => Mark::Nothing,
            false => mark,
        };
        if mark == Mark::Ball && self.game.placed() == *self.game.balls().end() {
            return;
        }
        self.play(Move::Mark(cell, mark));
    }

    fn press(&mut self, key: &str) {
        if std::mem::take(&mut self.rules) {
            return;
        }
        let size = self.game.config().size();
        let (line, column) = self.cursor;
        let position = Position::at_place(self.cursor, size);
        // Used only if the cursor is on a cell.
        let at = line.saturating_sub(1) * size.columns() + column.saturating_sub(1);
        match key {
            UP => self.step(-1, 0),
            DOWN => self.step(1, 0),
            LEFT => self.step(0, -1),
            RIGHT => self.step(0, 1),
            "?" => self.rules = true,
            "u" => self.play(Move::Undo),
            "x" if position.is_none() => self.mark(at, Mark::Empty),
            "\r" | " " => match position {
                Some(position) => self.play(Move::Shoot(position)),
                None => self.mark(at, Mark::Ball),
            },
            _ => {}
        }
    }
}

/// The processor time that the main thread of a program has taken.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/task/{process}/stat")).unwrap();
    // The name of the program may contain spaces and parentheses, the following fields do not.
    let after = text.rsplit(')').next().unwrap();
    let ticks = after.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 10)
}

#[test]
#[cfg(target_os = "linux")]
fn any_keys_are_answered_at_once_and_the_file_has_the_moves() {
    const KEYS: [&str; 16] = [
        UP, DOWN, LEFT, RIGHT, UP, DOWN, LEFT, RIGHT, "\r", "\r", " ", "x", "u", "h", "c", "?",
    ];
    let mut random = seeded("KEYS_SEED");
    for round in 0..8 {
        let sandbox = empty_sandbox();
        let config: Config = ["A4_B8", "A3_B5", "A12_B11"][round % 3].parse().unwrap();
        let hidden = Board::from_number(1 + random.below(config.molecules()), config).unwrap();
        let atoms = config.atoms() as u64;
        let game = Game::new(hidden, atoms..=atoms);
        let mut model = Model {
            file: saved_game::beginning(&game),
            cursor: (1, 0),
            rules: false,
            game,
        };
        fs::write(sandbox.path("g.txt"), &model.file).unwrap();
        let (lines, columns) = [(24, 80), (24, 60), (15, 40), (5, 20), (60, 200)][round % 5];
        let mut command = on_terminal(&sandbox, &["--game", "g.txt"]);
        let mut terminal = Terminal::start(&mut command, lines, columns);
        terminal.wait_until("a board", |terminal| !terminal.text().trim().is_empty());
        for _ in 0..4 {
            let burst = 1 + random.below(100) as usize;
            let keys = (0..burst).map(|_| KEYS[random.below(KEYS.len() as u64) as usize]);
            let keys: Vec<&str> = keys.collect();
            let before = processor_time(terminal.child.id());
            terminal.press(&keys.concat());
            keys.iter().for_each(|key| model.press(key));
            wait_for(&format!("moves of {keys:?}"), || {
                kept_game(&sandbox) == model.file
            });
            let taken = processor_time(terminal.child.id()) - before;
            let most = Duration::from_millis(100) * (burst as u32 + 2);
            assert!(taken < most, "{taken:?} for {burst} keys");
            if random.below(2) == 0 {
                terminal.resize(10 + random.below(40) as u16, 20 + random.below(120) as u16);
            }
        }
        match round % 3 {
            // The first key may only close the rules.
            0 => terminal.press(if model.rules { "qq" } else { "q" }),
            1 => terminal.signal(Signal::HUP),
            _ => terminal.signal(Signal::KILL),
        }
        terminal.end();
        assert_eq!(kept_game(&sandbox), model.file);
        let (read, _) = saved_game::parse(&model.file).unwrap();
        assert_eq!(read.evidence(), model.game.evidence());
    }
}

#[test]
fn d_must_be_pressed_twice_if_the_balls_do_not_explain_a_ray() {
    let sandbox = empty_sandbox();
    let words = "west 1, west 4, ball 1 1, ball 1 3, ball 3 6, ball 8 3\n";
    plays(&sandbox, &["2813", "--game", "g.txt"], words);
    let mut terminal = begun(&sandbox, &["--game", "g.txt"], 24, 80);
    terminal.steps(&[
        ("d", "Your balls do not explain"),
        ("d", "Wrong: 1 ball (x) is elsewhere (o)."),
    ]);
    // The same holds for typed words, but not for those of a script.
    plays(&sandbox, &["2813", "--game", "w.txt"], words);
    let mut command = on_terminal(&sandbox, &["--game", "w.txt", "--words"]);
    let mut terminal = Terminal::start(&mut command, 24, 80);
    terminal.steps(&[
        ("done\n", "Your balls do not explain the ray from"),
        ("done\n", "Wrong: 1 ball (x) is elsewhere (o)."),
        ("\n", ""),
    ]);
}

#[test]
fn a_review_shows_the_rays_one_by_one() {
    let sandbox = empty_sandbox();
    let words = "west 1, east 3, north 2, ball 1 1, ball 1 2, ball 1 3\n";
    plays(&sandbox, &["A3_B4:100", "--game", "g.txt"], words);
    let mut terminal = begun(&sandbox, &["--game", "g.txt"], 24, 80);
    terminal.steps(&[
        // The balls do not explain the rays.
        ("dd", "points in all"),
        ("r", "Ray 1 of 3: west 1"),
        ("\x1b[Z", "Ray 3 of 3: "),
        (RIGHT, "Ray 1 of 3: west 1"),
    ]);
    terminal.leave();
}

/// `tests/cases/play.md` tests another day.
#[test]
fn a_day_has_the_board_of_the_page() {
    let page = read("apps/web/tests/black-box.test.js");
    let (_, rest) = page.split_once("const DAY = ").unwrap();
    let number = rest.split('"').nth(1).unwrap();
    let args = ["2026-11-24", "--game", "g.txt"];
    let said = plays(&empty_sandbox(), &args, "give up\n");
    assert_has(
        &said,
        &format!("The hidden board was molecule {number} of A4_B8"),
    );
    // There are no hints, so their keys are not shown.
    let mut terminal = begun(&empty_sandbox(), &["2026-11-24"], 24, 80);
    terminal.wait_for("q      leave");
    assert!(!terminal.text().contains("hint"), "{}", terminal.text());
    terminal.leave();
}

/// The time zones at the two sides of the date line never have the same day.
#[cfg(unix)]
#[test]
fn today_is_the_local_date() {
    let days = ["EAST-14", "WEST+12"].map(|zone| {
        let today = || {
            let date = Command::new("date").arg("+%F").env("TZ", zone).output();
            String::from_utf8(date.unwrap().stdout)
                .unwrap()
                .trim()
                .to_owned()
        };
        let (sandbox, before) = (empty_sandbox(), today());
        let mut command = sandbox.command(BLACKBOX);
        command
            .args(["play", "today", "--words", "--game", "g.txt"])
            .env("TZ", zone);
        let mut player = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        player
            .stdin
            .take()
            .unwrap()
            .write_all(b"give up\n")
            .unwrap();
        assert!(player.wait().unwrap().success());
        let record = sandbox.document("play --history --game g.txt");
        let [day, date] =
            ["day", "date"].map(|key| record["games"][0][key].as_str().unwrap().to_owned());
        assert!(before <= day && day <= today() && date >= day, "{record}");
        day
    });
    assert!(days[0] > days[1], "{days:?}");
}
