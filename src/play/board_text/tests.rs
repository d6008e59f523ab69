use super::*;
use crate::game::Outcome;

#[track_caller]
fn read(lines: &[&str]) -> BoardText {
    BoardText::parse(lines.join("\n").as_bytes()).unwrap()
}

#[track_caller]
fn refuse(text: impl AsRef<[u8]>, message: &str) {
    let error = BoardText::parse(text.as_ref()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

/// A box of two with some results, marks and balls.
fn example() -> BoardText {
    let mut board = Board::new(2);
    board.shoot(0, Outcome::Absorbed);
    board.shoot(3, Outcome::Out(5));
    board.shoot(6, Outcome::Reflected);
    board.mark(0, true);
    board.mark(3, false);
    BoardText {
        board,
        balls: Some(1),
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

#[test]
fn layouts_that_mean_the_same() {
    assert_eq!(read(&EXAMPLE), example());
    let cut = |from: usize| EXAMPLE.map(|line| line.get(from..).unwrap_or_default());
    let balls = EXAMPLE[5];
    let mut unindented = cut(1);
    unindented[5] = balls;
    assert_eq!(read(&unindented), example());
    let indented = EXAMPLE.map(|line| format!("    {line}"));
    assert_eq!(read(&indented.each_ref().map(|line| &line[..])), example());
    let padded = EXAMPLE.map(|line| format!("{line:<40}"));
    assert_eq!(read(&padded.each_ref().map(|line| &line[..])), example());
    let crlf = format!("\u{feff}\r\n\r\n{}\r\n\r\n", EXAMPLE.join("\r\n"));
    assert_eq!(BoardText::parse(crlf.as_bytes()).unwrap(), example());
    let symbols = EXAMPLE
        .join("\n")
        .replace('R', "&")
        .replace("H O", "@ O")
        .replace('1', "h");
    let symbols = symbols
        .replace("There are h", "There is 1")
        .replace("balls", "ball")
        + ".";
    assert_eq!(BoardText::parse(symbols.as_bytes()).unwrap(), example());
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
    assert_eq!((shown.board, shown.balls), (example().board, None));
}

#[test]
fn lines_of_labels_may_be_missing_if_they_are_blank() {
    let board = read(&["- -", "- -"].map(|line| &*format!("  {line}").leak())).board;
    assert_eq!(board, Board::new(2));
    let one = read(&["  x"]).board;
    assert_eq!((one.width(), one.cells()), (1, &[Some(false)][..]));
    let one = read(&["   b", " a O a", "   b"]).board;
    assert_eq!(
        one.results(),
        [2, 3, 0, 1].map(|exit| Some(Outcome::Out(exit)))
    );
}

#[test]
fn letters_are_labels_outside_of_the_box_even_those_of_cells() {
    let board = read(&["  O o x", "r - - - O", "x - - - r", "h - - - H", "  o R h"]).board;
    let out = |position: usize| match board.results()[position] {
        Some(Outcome::Out(exit)) => exit,
        other => panic!("{other:?}"),
    };
    assert_eq!([0, 1, 2, 3].map(out), [7, 9, 5, 10]);
    assert_eq!([8, 11].map(out), [11, 8]);
    assert_eq!(board.results()[4], Some(Outcome::Reflected));
    assert_eq!(board.results()[6], Some(Outcome::Absorbed));
}

#[test]
fn labels_that_do_not_stand_twice() {
    let stray = [" 3", "3 - - 1", "3 - - a", "  A"].join("\n");
    refuse(
        stray.replacen(" 3", "  3", 1),
        "the label 1 stands only once (line 2, column 7), and an out ray has two ends; \
         the label 3 stands 3 times (line 1, column 3; line 2, column 1; line 3, column 1), \
         and an out ray has two ends; \
         the label A stands only once (line 4, column 3), and an out ray has two ends; \
         the label a stands only once (line 3, column 7), and an out ray has two ends",
    );
}

#[test]
fn texts_that_are_no_board() {
    let only_blanks = "there is no board in it, only blanks";
    refuse("", only_blanks);
    refuse("\r\n  \r\n", only_blanks);
    refuse("There are 4 balls in the box", only_blanks);
    refuse(
        vec![b'-'; 1 << 17],
        "it is longer than 65536 bytes, so it is no board",
    );
    refuse(b"\n  - \xff", "line 2, column 5: this is no text in UTF-8");
    refuse(
        "  -\n  \u{1b}[31m",
        "line 2, column 3: '\\u{1b}' means nothing on a board",
    );
    refuse(
        "\t- -\n\t- -",
        "line 1, column 1: '\\t' means nothing on a board",
    );
    refuse("  - é", "line 1, column 5: 'é' means nothing on a board");
    refuse(
        "  -\nThere are many balls in the box",
        "line 2, column 11: this is no number of balls",
    );
    refuse(
        "  1 2",
        "line 1, column 3: no box begins here: its cells are written -, O or x",
    );
}

#[test]
fn what_stands_where_it_should_not() {
    refuse(
        "  - -\n  - - -\n  - -",
        "line 3, column 3: a box has as many lines as columns, and this one has 3 lines of 2 cells",
    );
    refuse(
        "  - - -\n  -   -\n  - - -",
        "line 2, column 5: here a cell is missing: -, O or x",
    );
    refuse(
        "  - - -\n  - o -\n  - - -",
        "line 2, column 5: 'o' is no cell; a cell is written -, O or x",
    );
    refuse(
        "  - - - -\n  - - -\n  - - -",
        "line 1, column 9: '-' is no label; here the result of a ray may stand",
    );
    refuse(
        "  - -\n  - -1",
        "line 2, column 6: '1' stands between two columns; cells and labels stand two characters apart",
    );
    refuse(
        "  - -\n  - -\n  1\n  1",
        "line 4, column 3: '1' stands outside of the board",
    );
    refuse(
        "- -\n- -",
        "line 1, column 1: left of the first cell there must be room for a label and a blank",
    );
    let line = format!("  {}\n", "- ".repeat(12));
    refuse(
        line.repeat(12),
        "line 1, column 3: a box has 1 to 11 lines of as many cells, and this one has 12 of 12",
    );
    refuse(
        "-".repeat(60_000),
        "line 1, column 1: a box has 1 to 11 lines of as many cells, and this one has 1 of 30000",
    );
}
