//! The files in which Simon Tatham's collection saves a game.
//!
//! A line is a key of eight characters, a colon, the length of the value, a colon and
//! the value. `CPARAMS` and `DESC` are the two halves of the game's ID; what was played
//! stands in other lines, which are left out.

use super::{BoardText, BoardTextError, Problem, at, game_id};

const MAGIC: &str = "SAVEFILE:";

/// Does a text begin as such a file does?
pub(super) fn is_one(text: &str) -> bool {
    text.trim_start().starts_with(MAGIC)
}

/// Reads the game that is saved.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let found = |wanted: &str| {
        let rows = text.split('\n').enumerate();
        let mut rows = rows.filter_map(move |(row, line)| {
            let (key, rest) = line.trim().split_once(':')?;
            let (_, value) = rest.split_once(':')?;
            (key.trim_end() == wanted).then_some((row, value))
        });
        rows.next()
    };
    let missing = |what: &'static str| at(0, 0, Problem::expected(MAGIC.to_owned(), what));
    match found("GAME") {
        Some((_, "Black Box")) => {}
        Some((row, game)) => {
            let wanted = "a saved game of Black Box";
            return Err(at(row, 0, Problem::expected(game.to_owned(), wanted)));
        }
        None => return Err(missing("a saved game of Black Box")),
    }
    let parameters = found("CPARAMS").or_else(|| found("PARAMS"));
    let (Some((_, parameters)), Some((row, digits))) = (parameters, found("DESC")) else {
        return Err(missing("a saved game with its CPARAMS and DESC"));
    };
    game_id::read(&format!("{parameters}:{digits}"), row, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVED: &str = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :9:Black Box
PARAMS  :8:w8h8m5M5
CPARAMS :8:w8h8m4M4
DESC    :20:7fb1716227a3422d7fbd
NSTATES :1:2
STATEPOS:1:2
MOVE    :2:F0
";

    #[test]
    fn the_game_is_that_of_its_id() {
        let read = |text: &str| BoardText::parse(text.as_bytes());
        assert_eq!(read(SAVED), read("w8h8m4M4:7fb1716227a3422d7fbd"));
        assert_eq!(read(&SAVED.replace('\n', "\r\n")), read(SAVED));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (was, is, sentence) in [
            (
                "Black Box",
                "Mines",
                "line 3, column 1: \"Mines\" stands here, and a saved game of Black Box is wanted",
            ),
            (
                "DESC    :",
                "DISC    :",
                "line 1, column 1: \"SAVEFILE:\" stands here, and a saved game with its CPARAMS and DESC is wanted",
            ),
            (
                "CPARAMS :8:w8h8",
                "CPARAMS :8:w8h7",
                "line 6, column 1: this box is 8 wide and 7 high, and only square boxes can be read",
            ),
        ] {
            let error = BoardText::parse(SAVED.replace(was, is).as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), sentence);
        }
    }
}
