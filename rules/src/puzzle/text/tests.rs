use super::*;
use crate::board::{Board, Config, Position, Size};
use crate::puzzle::evidence::Evidence;
use crate::ray::Outcome;

fn out(exit: usize, size: Size) -> Outcome {
    Outcome::Out(Position::of(exit, size))
}

fn bits(board: Board) -> u128 {
    board.cells().low_bits()
}

#[track_caller]
fn read(lines: &[&str]) -> BoardText {
    BoardText::parse(lines.join("\n").as_bytes()).unwrap()
}

#[track_caller]
fn refuse(text: impl AsRef<[u8]>, message: &str) {
    let error = BoardText::parse(text.as_ref()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

/// Each case is a text, with slashes for ends of lines, and its error message.
#[track_caller]
fn refuse_all(cases: &[&str]) {
    for case in cases {
        let (text, message) = case.split_once(" => ").unwrap();
        refuse(text.replace('/', "\n"), message);
    }
}

/// A box of 2 × 2 with some results, marks and balls.
fn example() -> BoardText {
    let size = Size::of_width(2);
    let at = |index| Position::of(index, size);
    let mut evidence = Evidence::new(size);
    evidence.set(at(0), Outcome::Absorbed);
    evidence.set(at(3), out(5, size));
    evidence.set(at(6), Outcome::Reflected);
    evidence.set_cell(0, true);
    evidence.set_cell(3, false);
    let labels = ["H", "", "", "1", "", "1", "R", ""];
    let labels = labels.map(|label| (!label.is_empty()).then(|| label.to_owned()));
    BoardText {
        labels: labels.to_vec(),
        balls: Some(1..=1),
        ..BoardText::of_evidence(evidence)
    }
}

const EXAMPLE: [&str; 6] = [
    "     R",
    " H O - 1",
    "   - x",
    "     1",
    "",
    "There are 1 balls in the box",
];

/// `boards.rs` of the integration tests has more layouts.
#[test]
fn equivalent_symbols_are_read() {
    assert_eq!(read(&EXAMPLE), example());
    let crlf = format!("\u{feff}\r\n\r\n{}\r\n\r\n", EXAMPLE.join("\r\n"));
    assert_eq!(BoardText::parse(crlf.as_bytes()).unwrap(), example());
    let symbols = read(&[
        "    &",
        "@ O - h",
        "  - x",
        "    h",
        "There is 1 ball in the box.",
    ]);
    assert_eq!(symbols.evidence, example().evidence);
    assert_eq!(symbols.balls, example().balls);
    let shown = [
        "7 @a&a",
        "",
        "    &",
        "@ O - 1",
        "  - x",
        "    1",
        "          number length  turns",
        "Absorbed   10     17  5   0  0",
        "Reflected   6      3  3   0  0 (edge:  5, deep:  1)",
        "Out         4     22  6   2  1",
    ];
    let shown = read(&shown);
    assert_eq!((shown.evidence, shown.balls), (example().evidence, None));
}

#[test]
fn lines_of_labels_may_be_missing_if_they_are_blank() {
    let one = read(&["  x"]).evidence;
    assert_eq!(
        (one.size(), one.cells()),
        (Size::of_width(1), &[Some(false)][..])
    );
    let one = read(&["   b", " a O a", "   b"]).evidence;
    assert_eq!(
        one.results(),
        [2, 3, 0, 1].map(|exit| Some(out(exit, one.size())))
    );
    // `O R` in a line of its own would be read as the place of a ray.
    let one = read(&["    ", "  O R", ""]).evidence;
    assert_eq!((one.size(), one.shots().count()), (Size::of_width(1), 1));
}

#[test]
fn letters_are_labels_outside_of_the_box_even_those_of_cells() {
    let board = read(&["  O o x", "r - - - O", "x - - - r", "h - - - H", "  o R h"]).evidence;
    let out = |position: usize| match board.results()[position] {
        Some(Outcome::Out(exit)) => exit.index(),
        other => panic!("{other:?}"),
    };
    assert_eq!([0, 1, 2, 3].map(out), [7, 9, 5, 10]);
    assert_eq!([8, 11].map(out), [11, 8]);
    assert_eq!(board.results()[4], Some(Outcome::Reflected));
    assert_eq!(board.results()[6], Some(Outcome::Absorbed));
}

#[test]
fn unpaired_labels_are_rejected() {
    let stray = [" 3", "3 - - 1", "3 - - a", "  A"].join("\n");
    refuse(
        stray.replacen(" 3", "  3", 1),
        "the label 1 occurs only once (line 2, column 7), and a ray that comes out has two ends; \
         the label 3 occurs 3 times (line 1, column 3; line 2, column 1; line 3, column 1), \
         and a ray that comes out has two ends; \
         the label A occurs only once (line 4, column 3), and a ray that comes out has two ends; \
         the label a occurs only once (line 3, column 7), and a ray that comes out has two ends",
    );
}

#[test]
fn texts_without_a_board_are_rejected() {
    let only_blanks = "no board found, only white space";
    refuse("", only_blanks);
    refuse("\r\n  \r\n", only_blanks);
    let no_board = "no board found: no drawing, no game ID such as w8h8m4M4:…, \
                    no number such as A4_B8:2813, and no rays such as west 4 = H";
    refuse("There are 4 balls in the box", no_board);
    refuse("To be or not to be,\nthat is the question", no_board);
    refuse(
        vec![b'-'; 1 << 17],
        "more than 65,536 bytes, too long for a board",
    );
    refuse(b"\n  - \xff", "line 2, column 5: this is not UTF-8 text");
    refuse_all(&[
        "  -/  \u{1b}[31m => line 2, column 3: '\\u{1b}' means nothing in a drawing",
        "  - é => line 1, column 5: 'é' means nothing in a drawing",
        "  -/There are many balls in the box => line 2, column 11: found \"many\", expected a number of balls",
        "  1 2 => line 1, column 3: no box is drawn here; each cell of a drawing is one of - . O x",
    ]);
}

#[test]
fn misplaced_characters_are_reported() {
    refuse_all(&[
        "  - -/  - - -/  - - => line 2, column 7: '-' is not a label; in a drawing, this is the place for the result of a ray",
        "  - - -/  -   -/  - - - => line 2, column 5: a cell of the drawing is missing here; each cell is one of - . O x",
        "  - - -/  - a -/  - - - => line 2, column 5: 'a' is not a cell; each cell of a drawing is one of - . O x",
        "  - - - -/  - - -/  - - - => line 1, column 9: '-' is not a label; in a drawing, this is the place for the result of a ray",
        "  - -/  - -1 => line 2, column 6: '1' is between two columns; in a drawing, cells and labels are two characters apart",
        "  - -/  - -/  1/  1 => line 4, column 3: '1' is outside the box that is drawn",
    ]);
    let line = format!("  {}\n", "- ".repeat(21));
    refuse(
        line.repeat(3),
        "line 1, column 3: a box has 1 to 20 rows and columns, and this one has 3 rows and 21 columns",
    );
    refuse(
        "- ".repeat(30_000),
        "line 1, column 1: a box has 1 to 20 rows and columns, and this one has 1 row and 30,000 columns",
    );
}

/// `boards.rs` has more such layouts.
#[test]
fn columns_without_blanks_between_them() {
    // A line of the box, or of labels, may look like a word.
    let board = read(&[
        "There are 3 balls in the box",
        " HRH",
        "HOxOH",
        "R---R",
        "HO-OH",
        " HRH",
        "Was it fair?",
    ]);
    assert_eq!(board.balls, Some(3..=3));
    assert!(board.evidence.results().iter().all(Option::is_some));
    assert_eq!(board.marks.empty.low_bits(), 2);
    // Without labels beside the box, its lines may begin at the margin.
    let bare = read(&["Look at this", "---", "-O-", "---"]);
    assert_eq!(
        bare.evidence,
        read(&["  - - -", "  - O -", "  - - -"]).evidence
    );
}

#[test]
fn misplaced_characters_are_reported_without_blanks() {
    refuse_all(&[
        "H---/ -a-/ --- => line 2, column 3: 'a' is not a cell; each cell of a drawing is one of - . O x",
        "H----/ -  -/ ----/ ---- => line 2, column 3: a cell of the drawing is missing here; each cell is one of - . O x",
        " ---/10---/ --- => line 2, column 2: '0' is not a cell; each cell of a drawing is one of - . O x",
        "---1/---/--- => the label 1 occurs only once (line 1, column 4), and a ray that comes out has two ends",
        " ---/ ---/ ---12 => line 3, column 6: '2' is outside the box that is drawn",
    ]);
}

#[test]
fn small_letters_are_marks_while_the_game_is_not_over() {
    let over = read(&["", "  o x", "  - -"]);
    assert_eq!(over.hidden.map(bits), Some(1));
    assert_eq!(bits(over.marks.atoms), 2);
    let marked = [
        &["", "  o x", "  - -", "There are 2 balls in the box"][..],
        &["", "  o X", "  - -", "", "There are 3 balls in the box"],
    ];
    for lines in marked {
        let read = read(lines);
        assert_eq!(read.hidden, None);
        assert_eq!(bits(read.marks.atoms), 1);
        assert_eq!(read.marks.empty.low_bits(), 2);
    }
    let small = read(&["", "  o -", "  - o"]);
    assert_eq!((small.hidden, bits(small.marks.atoms)), (None, 9));
}

#[test]
fn shots_in_words() {
    let read = |text: &str| BoardText::parse(text.as_bytes()).unwrap();
    let shots = read("west 4 = H, north 2 = east 5, s1=R; W 1 = absorbed\n e5 = n2.\n");
    let size = Size::of_width(8);
    let at = |index| Position::of(index, size);
    let mut evidence = Evidence::new(size);
    evidence.set(at(3), Outcome::Absorbed);
    evidence.set(at(30), out(19, size));
    evidence.set(at(8), Outcome::Reflected);
    evidence.set(at(0), Outcome::Absorbed);
    assert_eq!((&shots.evidence, &shots.balls), (&evidence, &None));
    assert_eq!(shots.labels[30].as_deref(), Some("1"));
    assert_eq!(read("A5_B8, 3-6 balls, west 4=H").balls, Some(3..=6));
    assert_eq!(read("A5_B8, 3..6 balls, west 4=H").balls, Some(3..=6));
    assert_eq!(read("A2_B4; west 4=H").evidence.size(), Size::of_width(4));
    refuse_all(&[
        "west 4 = H, north 2 = est 5 => line 1, column 23: found \"est 5\", expected H, R, or where the ray came out, such as east 5",
        "west 4 = H/  wst 2 = H => line 2, column 3: found \"wst 2\", expected a side and a number, such as west 4",
        "west 9 = H => line 1, column 1: \"west 9\" is not beside a box of 8 by 8, whose rows and columns are 1 to 8; for another box, start with its configuration, such as A4_B9x7 for 9 rows and 7 columns",
        "west 4 = H, north 2 = west 4 => line 1, column 13: \"north 2 = west 4\" contradicts \"west 4 = H\" at west 4",
        "west 4, w5 = H => line 1, column 1: found \"west 4\", expected a shot such as west 4 = H, west 5 = R, or north 2 = east 5",
        "w5 = H, hello => line 1, column 9: found \"hello\", expected a shot such as west 4 = H; a configuration such as A4_B8 or A4_B9x7; or a number such as 3..6 balls",
        "west 4 = Q => line 1, column 10: found \"Q\", expected H, R, or where the ray came out, such as east 5",
    ]);
}

#[test]
fn shots_are_read_in_common_spellings() {
    let expected = read(&["A5_B7, west 1 = H, west 4 = east 7, north 2 = R"]);
    for text in [
        "A5_B7 w1 H w4 e7 n2 R",
        "a5_b7; West 1 -> hit; W4 → E7; N 2 = &",
        "A5_B7\nwest 1: absorbed\nwest 4: out at east 7\nnorth 2: reflected\n",
        "A5_B7,\n w1-H,\r\n w4-e7,\n n2 = north 2,\n",
    ] {
        assert_eq!(read(&[text]), expected, "{text}");
    }
    let dialogue = "5 balls are hidden in a box of 7 × 7.\nwest 1: absorbed";
    assert_eq!(read(&[dialogue]), read(&["A5_B7, west 1 = H"]));
    for board in "w4|W4 H|w 4 H|5 balls, east 1|x = y|A4_B8|A4_B8:7".split('|') {
        assert!(BoardText::may_be(board), "{board}");
    }
    for file in "game.txt|west.txt|./w4|w4.txt|my game|A4_B8.txt|x".split('|') {
        assert!(!BoardText::may_be(file), "{file}");
    }
}

#[test]
fn a_dot_is_a_label_without_a_shot() {
    let spaced = ["      R", "  H - - - 1", "    - x -", "    - - - 1"];
    for board in [
        "    . R ./  H - - - 1/  . - x - ./  . - - - 1/    . . .",
        "    . R ./  H . . . 1/  . . x . ./  . . . . 1/    . . .",
        "  .R./ H---1/ .-x-./ .---1/  ...",
    ] {
        assert_eq!(read(&[&board.replace('/', "\n")]), read(&spaced), "{board}");
    }
}

#[test]
fn numbers_of_molecules() {
    let read = |text: &str| BoardText::parse(text.as_bytes()).unwrap();
    let config: Config = "A4_B8".parse().unwrap();
    let board = read(" A4_B8:2813\n");
    assert_eq!(board.hidden, Board::from_number(2813, config));
    assert_eq!(board.balls, Some(4..=4));
    assert_eq!(read("(A4_B8:2813...)").hidden, board.hidden);
    assert!(board.evidence.results().iter().all(Option::is_some));
    assert_eq!(read("a4_b8").evidence, Evidence::new(Size::of_width(8)));
    refuse_all(&[
        "A4_B8:635377 => line 1, column 1: \"635377\" is not the number of a molecule of A4_B8; the numbers run from 1 to 635376",
        "A4_B12:1 => line 1, column 1: molecules are numbered and stored only in boxes 1 to 11 cells wide, not 12",
    ]);
}

#[test]
fn game_ids() {
    let id = "w8h8m4M4:7fb1716227a3422d7fbd";
    let text = "--O-----------O-------------O---------------------------------O-";
    let config: Config = "A4_B8".parse().unwrap();
    let board =
        BoardText::parse(format!("Game ID: `{id}`.\n").replace("`.", "`").as_bytes()).unwrap();
    let molecule = Board::parse(text, config).unwrap();
    assert_eq!((board.hidden, board.balls), (Some(molecule), Some(4..=4)));
    let wide = read(&["w10h5m3M6:0f854fcb492096202c22f0e9"]);
    assert_eq!(
        (wide.evidence.size(), wide.balls),
        (Size::new(5, 10).unwrap(), Some(3..=6))
    );
    let corrupted = "line 1, column 10: this game ID is corrupted: no arrangement of balls in such a box has these digits";
    refuse(id.replace("7fbd", "7fbe"), corrupted);
    refuse_all(&[
        "w8h8m4M4:7fb1716227a3422d7fbg => line 1, column 29: found \"g\", expected a hexadecimal digit",
        "w8h8m4M4:7fb1716227a3422d => line 1, column 10: found 16 digits, expected 4 for the box and 4 more for each ball",
        "w10h0m3M6:0f854fcb492096202c22f0e9 => line 1, column 1: a box has 1 to 20 rows and columns, and this one has 0 rows and 10 columns",
        "w8h8m3M3:afcba7c0cc1a9878 => line 1, column 10: two balls of this game ID are in row 3, column 5 of the box",
        "w8h8m4M4#12345 => line 1, column 9: the number after # is a random seed, which only Tatham's program understands; a game ID has a colon, and the menu of that program shows it under Specific",
    ]);
}
