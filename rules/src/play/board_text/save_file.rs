//! The files in which Simon Tatham's collection saves a game.
//!
//! A line is a key of eight characters, a colon, the length of the value, a colon and the
//! value. `CPARAMS` and `DESC` are the two halves of the game's ID. The moves come after
//! them, one per line. `STATEPOS` comes before the moves: it is one more than the number
//! of moves that are not taken back.

use super::error::{at, expected};
use super::replay::Replay;
use super::{BoardText, BoardTextError, game_id};

const MAGIC: &str = "SAVEFILE:";

/// Does a text begin like such a file?
pub(super) fn is_one(text: &str) -> bool {
    text.trim_start().starts_with(MAGIC)
}

/// Reads the game that is saved, and plays it again.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let lines = || {
        let rows = text.split('\n').enumerate();
        rows.filter_map(|(row, line)| {
            let (key, rest) = line.trim().split_once(':')?;
            let (_, value) = rest.split_once(':')?;
            Some((key.trim_end(), row, value))
        })
    };
    let found = |wanted: &str| {
        let line = lines().find(|&(key, ..)| key == wanted);
        line.map(|(_, row, value)| (row, value))
    };
    let expected = |row, read: &str, wanted| at(row, 0, expected(read, wanted));
    const GAME: &str = "a saved game of Black Box";
    match found("GAME") {
        Some((_, "Black Box")) => {}
        Some((row, game)) => return Err(expected(row, game, GAME)),
        None => return Err(expected(0, MAGIC, GAME)),
    }
    let parameters = found("CPARAMS").or_else(|| found("PARAMS"));
    let (Some((_, parameters)), Some((row, digits)), Some((place, states))) =
        (parameters, found("DESC"), found("STATEPOS"))
    else {
        let wanted = "a saved game with its CPARAMS, DESC and STATEPOS";
        return Err(expected(0, MAGIC, wanted));
    };
    let (hidden, config, balls) = game_id::read(&format!("{parameters}:{digits}"), row, 0)?;
    let is_move = |key| matches!(key, "MOVE" | "SOLVE" | "RESTART");
    let moves: Vec<_> = lines().filter(|&(key, ..)| is_move(key)).collect();
    let kept = states
        .parse()
        .ok()
        .and_then(|states: usize| moves.get(..states.checked_sub(1)?));
    let Some(kept) = kept else {
        let wanted = "one more than the number of moves that are not taken back";
        return Err(expected(place, states, wanted));
    };
    let mut replay = Replay::new(hidden, config, balls);
    for &(key, row, step) in kept {
        match key {
            "RESTART" => replay.restart(),
            _ => replay
                .play(step)
                .ok_or_else(|| expected(row, step, "a possible move"))?,
        }
    }
    Ok(replay.seen())
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

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
        let read = |text: &str| BoardText::parse(text.as_bytes()).unwrap();
        let (saved, id) = (read(SAVED), read("w8h8m4M4:7fb1716227a3422d7fbd"));
        assert_eq!((saved.hidden, saved.balls), (id.hidden, id.balls));
        assert_eq!(read(&SAVED.replace('\n', "\r\n")), read(SAVED));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for case in [
            "Black Box => Mines => line 3, column 1: found \"Mines\", expected a saved game of Black Box",
            "DESC    : => DISC    : => line 1, column 1: found \"SAVEFILE:\", expected a saved game with its CPARAMS, DESC and STATEPOS",
            "MOVE    :2:F0 => MOVE    :3:F32 => line 9, column 1: found \"F32\", expected a possible move",
            "STATEPOS:1:2 => STATEPOS:1:3 => line 8, column 1: found \"3\", expected one more than the number of moves that are not taken back",
            "CPARAMS :8:w8h8 => CPARAMS :8:w8h7 => line 6, column 1: a box has as many lines as columns, and this one has 7 lines of 8 cells; rectangles cannot be read",
        ] {
            let [was, is, sentence] = case.split(" => ").collect_array().unwrap();
            let error = BoardText::parse(SAVED.replace(was, is).as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), sentence);
        }
    }
}
