//! Reads a board from a text in any form: recognises the form, and hands the text to the module that reads it.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::error::at;
use super::{BoardTextError, drawing, game_id, number, pasted, record, save_file, screen, shots};
use crate::board::{Board, Position, Size};
use crate::puzzle::evidence::{Evidence, Marks};
use crate::puzzle::words::Move;
use crate::ray::Outcome;

/// The length of the longest text that is read, in bytes. No board needs a tenth of this length.
pub const MAX_BYTES: usize = 1 << 16;

/// The board that a text contains, and the information around it.
///
/// ```
/// use blackbox_rules::board::Position;
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::text::BoardText;
///
/// let read = BoardText::parse(b"A2_B4:5")?;
/// assert_eq!(read.disclosed(), read.hidden);
/// assert_eq!((read.balls, read.saved), (Some(2..=2), None));
/// assert_eq!(read.hidden.map(|board| board.text()), Some("O----O----------".to_owned()));
/// let read = BoardText::parse(b"A2_B4, north 1 = H")?;
/// let north = Position::parse("north 1", read.evidence.size())?;
/// assert_eq!(read.evidence.result(north)?, Some(Outcome::Absorbed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BoardText {
    /// The board, with the marks in its cells taken as known.
    pub evidence: Evidence,
    /// The possible numbers of atoms, if the text contains them.
    pub balls: Option<RangeInclusive<u64>>,
    /// The label at each position.
    pub labels: Vec<Option<String>>,
    /// The marks: cells where the player supposes atoms, and cells supposed to be empty.
    pub marks: Marks,
    /// The hidden board, if the text is a game ID, a number, a saved game, or a board played to its end.
    pub hidden: Option<Board>,
    /// The moves, if the text is a saved game.
    pub saved: Option<Saved>,
    /// A note on how an ambiguous part of the text was understood.
    pub note: Option<String>,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Saved {
    /// The moves, without those that were taken back.
    pub moves: Vec<Move>,
    /// Whether the game has ended, so that the player knows the hidden board.
    pub over: bool,
}

impl BoardText {
    /// Parses a board in any form.
    ///
    /// A drawing has a line of labels, then for each row a line with a label, the cells and a label, then another
    /// line of labels. A space separates two columns. The lines may be indented, all by the same amount. Spaces at
    /// their ends may be missing, and so may lines of labels that are empty. A tab reaches to the next multiple of
    /// eight columns. All spaces between columns may be missing, and then labels have one character. Chances in the
    /// output of `decode` are three characters wide. Bars between cells and the lines of a frame are ignored.
    ///
    /// - Around the box: `H` or `@` for an absorbed ray, `R` or `&` for a reflected one, a space or a dot where no
    ///   ray was fired. Any other digit or letter is at both ends of a ray that came out. The first digit of a
    ///   two-digit number takes the place of the space before it.
    /// - In the box: `O` for an atom, `x` for no atom, `-`, `.` or `*` for an unknown cell. If there are as many
    ///   `o` as `x`, and the number of atoms is possible, the game is over. Then `o` is an atom that the player
    ///   missed, and `x` is one that the player placed wrongly.
    ///
    /// A line `There are 4 balls in the box` may come before or after the drawing. Lines of words, and other lines that
    /// `display` prints with a molecule, are skipped.
    ///
    /// # Errors
    ///
    /// If the text is not such a board. The error has the line and column.
    pub fn parse(text: &[u8]) -> Result<BoardText, BoardTextError> {
        if text.len() > MAX_BYTES {
            return Err(BoardTextError::TooLong);
        }
        let decoded = utf16(text);
        let text = decoded.as_deref().unwrap_or(text);
        let text = str::from_utf8(text).map_err(|error| {
            let before = String::from_utf8_lossy(&text[..error.valid_up_to()]);
            let row = before.matches('\n').count();
            let column = before.chars().rev().take_while(|&c| c != '\n').count();
            at(row, column, "this is not UTF-8 text")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = &pasted::plain(text)[..];
        match Form::of(text) {
            Form::Document(board) => BoardText::parse(board.as_bytes()),
            Form::SavedGame => save_file::read(text),
            Form::GameId(word, row, column) => {
                let (hidden, balls) = game_id::read(word, row, column)?;
                Ok(BoardText::of_hidden(hidden, balls))
            }
            Form::Number(word, row, column) => number::read(word, row, column),
            Form::Screen(screen) => screen.read(),
            Form::Rows(rows) => record::read(&rows),
            Form::Shots => shots::read(text),
            Form::Drawing => drawing::read(text),
        }
    }

    /// Whether a text that is not the name of a file may be a board. A drawing must have several lines.
    #[doc(hidden)]
    pub fn may_be(text: &str) -> bool {
        text.trim().is_empty() || text.contains('\n') || !matches!(Form::of(text), Form::Drawing)
    }

    /// The hidden board, unless the text is a saved game that is not over.
    pub fn disclosed(&self) -> Option<Board> {
        let plays_on = self.saved.as_ref().is_some_and(|saved| !saved.over);
        self.hidden.filter(|_| !plays_on)
    }

    pub(super) fn of_evidence(evidence: Evidence) -> BoardText {
        BoardText {
            labels: vec![None; evidence.results().len()],
            marks: Marks::of(&evidence),
            evidence,
            balls: None,
            hidden: None,
            saved: None,
            note: None,
        }
    }

    /// The box of a board after all rays have been fired.
    pub(super) fn of_hidden(hidden: Board, balls: RangeInclusive<u64>) -> BoardText {
        let evidence = Evidence::of_all_rays(hidden);
        BoardText {
            balls: Some(balls),
            hidden: Some(hidden),
            ..BoardText::of_shots(hidden.size(), evidence.shots())
        }
    }

    pub(in crate::puzzle) fn of_shots(
        size: Size,
        shots: impl Iterator<Item = (Position, Outcome)>,
    ) -> BoardText {
        let mut read = BoardText::of_evidence(Evidence::new(size));
        shots.for_each(|(position, outcome)| read.shoot(position, outcome));
        read
    }

    /// Notes the outcome of a ray, and labels it as Emacs does: a number counts the rays that came out.
    pub(super) fn shoot(&mut self, position: Position, outcome: Outcome) {
        self.evidence.set(position, outcome);
        self.labels[position.index()] = Some(match outcome {
            Outcome::Absorbed => "H".to_owned(),
            Outcome::Reflected => "R".to_owned(),
            Outcome::Out(exit) => {
                let shots = self.evidence.shots();
                let out = shots.filter(|(_, outcome)| matches!(outcome, Outcome::Out(_)));
                let number = out.count().to_string();
                self.labels[exit.index()] = Some(number.clone());
                number
            }
        });
    }
}

/// Converts UTF-16 text with a byte-order mark to UTF-8.
fn utf16(text: &[u8]) -> Option<Vec<u8>> {
    let unit: fn([u8; 2]) -> u16 = match text {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (units, _) = text[2..].as_chunks();
    let units: Vec<u16> = units.iter().map(|&bytes| unit(bytes)).collect();
    Some(String::from_utf16_lossy(&units).into_bytes())
}

/// The form in which a text has a board. A word comes with its row and column.
enum Form<'a> {
    /// A JSON document of `decode` or `play`, which contains the board in words.
    Document(&'a str),
    SavedGame,
    GameId(&'a str, usize, usize),
    Number(&'a str, usize, usize),
    Screen(screen::Screen),
    Rows(Vec<(Board, usize)>),
    Shots,
    Drawing,
}

impl<'a> Form<'a> {
    fn of(text: &'a str) -> Form<'a> {
        if save_file::is_one(text) {
            return Form::SavedGame;
        }
        // The words of a board need no escapes. Another program may have indented the document.
        if text.trim_start().starts_with('{')
            && let Some((_, rest)) = text.split_once("\"board\"")
            && let [between, board, ..] = rest.split('"').collect::<Vec<&str>>()[..]
            && between.trim() == ":"
        {
            return Form::Document(board);
        }
        let is_id = |word: &str| game_id::is_one(word) || game_id::is_like_one(word);
        if let Some((word, row, column)) = words(text).find(|(word, ..)| is_id(word)) {
            return Form::GameId(word, row, column);
        }
        if let Some(((word, row, column),)) = words(text).collect_tuple() {
            if number::is_one(word) || number::is_alone(word) || number::is_like_one(word) {
                return Form::Number(word, row, column);
            } else if game_id::is_half(word) {
                return Form::GameId(word, row, column);
            }
        }
        if let Some(screen) = screen::find(text) {
            return Form::Screen(screen);
        }
        match record::find(text) {
            rows if !rows.is_empty() => Form::Rows(rows),
            _ if drawing::is_drawn(text) || !shots::are_in(text) => Form::Drawing,
            _ => Form::Shots,
        }
    }
}

/// The words of a text, stripped of quotation marks and the like, with their rows and columns.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, usize, usize)> {
    text.split('\n').enumerate().flat_map(|(row, line)| {
        let mut column = 0;
        line.split(char::is_whitespace).filter_map(move |word| {
            let from = column;
            column += word.chars().count() + 1;
            let inner = word.trim_start_matches(QUOTES);
            let skipped = word.chars().count() - inner.chars().count();
            let inner = inner.trim_end_matches(QUOTES);
            // A full stop or three dots may follow, but `1..` would be a range.
            let inner = inner
                .strip_suffix("...")
                .or(inner.strip_suffix('.'))
                .unwrap_or(inner);
            let inner = inner.trim_end_matches(QUOTES);
            (!inner.is_empty()).then_some((inner, row, from + skipped))
        })
    })
}

const QUOTES: [char; 9] = ['"', '\'', '`', ',', ';', '(', ')', '<', '>'];
