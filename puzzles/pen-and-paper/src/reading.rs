//! A filled grid from a text: as `solve` writes it, as text or as JSON, or plain
//! numbers, a row a line.

use std::io::{self, BufRead, Cursor, Read};

use serde::Deserialize;

use crate::error::Result;
use crate::rules::{Board, BoardError};

/// A filled grid that nobody has examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Filled {
    /// Its size.
    pub board: Board,
    /// Its numbers, row by row.
    pub numbers: Vec<u32>,
}

/// Why a text is none.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// It could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("{0}")]
    Text(String),
}

impl From<BoardError> for ReadError {
    fn from(error: BoardError) -> ReadError {
        ReadError::Text(error.to_string())
    }
}

/// Reads a filled grid.
///
/// # Errors
///
/// What is wrong with it, and in which line and column of the text.
pub(crate) fn read(mut text: impl BufRead) -> Result<Filled, ReadError> {
    /// What some editors leave at the beginning.
    const MARK: &[u8] = "\u{feff}".as_bytes();
    /// Behind more blanks than that no document is looked for.
    const MOST_BLANKS: usize = 1 << 16;
    // A pipe hands over as little as it likes at once, so the beginning is read
    // byte by byte, as far as it is needed to know what this is.
    let mut begin = Vec::new();
    let mut kind = None;
    let mut ended = false;
    while begin.len() < MARK.len() || kind.is_none() && begin.len() < MOST_BLANKS {
        let Some(&byte) = text.fill_buf()?.first() else {
            ended = true;
            break;
        };
        text.consume(1);
        begin.push(byte);
        if begin == MARK {
            (begin, kind) = (Vec::new(), None);
        } else if !byte.is_ascii_whitespace() {
            kind = kind.or(Some(byte));
        }
    }
    // A terminal would have to be told the end once more.
    let rest = text.take(if ended { 0 } else { u64::MAX });
    let text = Cursor::new(begin).chain(rest);
    match kind {
        Some(b'{') => {
            let document: Document = serde_json::from_reader(text).map_err(json_error)?;
            let filled = from_rows(&document.grid)?;
            let size = |given: Option<u64>, there: usize| given.is_none_or(|n| n == there as u64);
            if !size(document.rows, filled.board.rows())
                || !size(document.columns, filled.board.columns())
            {
                return Err(ReadError::Text(format!(
                    "rows and columns are not those of the grid, which is {}",
                    filled.board
                )));
            }
            Ok(filled)
        }
        Some(b'[') => from_rows(&serde_json::from_reader::<_, Rows>(text).map_err(json_error)?),
        _ => read_lines(text),
    }
}

type Rows = Vec<Vec<u32>>;

/// A document of `solve`.
#[derive(Deserialize)]
struct Document {
    rows: Option<u64>,
    columns: Option<u64>,
    grid: Rows,
}

fn json_error(error: serde_json::Error) -> ReadError {
    match error.io_error_kind() {
        Some(kind) => ReadError::Io(io::Error::new(kind, error)),
        None => ReadError::Text(error.to_string()),
    }
}

fn from_rows(rows: &Rows) -> Result<Filled, ReadError> {
    let columns = rows.first().map_or(0, Vec::len);
    if let Some(other) = rows.iter().position(|row| row.len() != columns) {
        return Err(uneven(other + 1, rows[other].len(), columns));
    }
    Ok(Filled {
        board: Board::new(rows.len() as u64, columns as u64)?,
        numbers: rows.concat(),
    })
}

fn uneven(row: usize, numbers: usize, before: usize) -> ReadError {
    ReadError::Text(format!(
        "row {row} has {numbers} numbers, the rows before it have {before}"
    ))
}

/// Reads the numbers of each line; lines without any are borders or empty.
fn read_lines(mut text: impl BufRead) -> Result<Filled, ReadError> {
    let mut lines = Lines::default();
    loop {
        let piece = text.fill_buf()?;
        if piece.is_empty() {
            break;
        }
        for &byte in piece {
            lines.take(byte)?;
        }
        let length = piece.len();
        text.consume(length);
    }
    lines.end_line()?;
    let columns = lines.columns.unwrap_or(0);
    if columns == 0 {
        return Err(ReadError::Text("there are no numbers".to_owned()));
    }
    Ok(Filled {
        board: Board::new(lines.rows as u64, columns as u64)?,
        numbers: lines.numbers,
    })
}

/// What has been read so far, byte by byte: nobody knows how long a line is.
#[derive(Default)]
struct Lines {
    numbers: Vec<u32>,
    rows: usize,
    /// How many numbers each row has, as soon as one has ended.
    columns: Option<usize>,
    /// How many numbers have begun in this line.
    in_line: usize,
    /// The number that is being read.
    number: Option<u32>,
    /// Where there are dashes in this line.
    dash: Option<usize>,
    /// How many lines have ended.
    line: usize,
    /// How many bytes of this line have been read.
    column: usize,
}

impl Lines {
    fn take(&mut self, byte: u8) -> Result<(), ReadError> {
        self.column += 1;
        match byte {
            b'0'..=b'9' => {
                let digit = u32::from(byte - b'0');
                let number = self.number.unwrap_or_else(|| {
                    self.in_line += 1;
                    0
                });
                let longer = number.checked_mul(10).and_then(|n| n.checked_add(digit));
                self.number = Some(longer.ok_or_else(|| self.wrong("a number is too big"))?);
            }
            b' ' | b'\t' | b'\r' | b'|' | b',' | b';' => self.end_number()?,
            b'\n' => self.end_line()?,
            b'-' | b'=' | b'+' => {
                self.end_number()?;
                self.dash = self.dash.or(Some(self.column));
            }
            b' '..=b'~' => {
                let what = format!("'{}' belongs to no number", char::from(byte));
                return Err(self.wrong(&what));
            }
            _ => return Err(self.wrong("this is not plain text")),
        }
        Ok(())
    }

    fn wrong(&self, what: &str) -> ReadError {
        ReadError::Text(format!(
            "line {}, column {}: {what}",
            self.line + 1,
            self.column
        ))
    }

    fn end_number(&mut self) -> Result<(), ReadError> {
        let Some(number) = self.number.take() else {
            return Ok(());
        };
        if self.numbers.len() as u64 >= Board::MOST_CELLS {
            return Err(self.wrong("there are too many numbers"));
        }
        self.numbers.push(number);
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), ReadError> {
        self.end_number()?;
        if self.in_line > 0 {
            if let Some(column) = self.dash {
                self.column = column;
                return Err(self.wrong("a dash belongs to no number"));
            }
            self.rows += 1;
            match self.columns {
                Some(columns) if columns != self.in_line => {
                    return Err(uneven(self.rows, self.in_line, columns));
                }
                _ => self.columns = Some(self.in_line),
            }
        }
        self.in_line = 0;
        self.dash = None;
        self.line += 1;
        self.column = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(usize, usize, Vec<u32>), String> {
        read(text.as_bytes())
            .map(|filled| (filled.board.rows(), filled.board.columns(), filled.numbers))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn borders_documents_and_plain_numbers_are_read() {
        let grid = Ok((2, 3, vec![1, 2, 3, 14, 5, 6]));
        for text in [
            "1 2 3\n14 5 6\n",
            "\u{feff}1,2,3\r\n14;5;6",
            " ---------- \n| 1  2  3  |\n| 14 5  6  |\n ---------- \n",
            "+--+--+--+\n|1|2|3|\n+==+==+==+\n\n\t14 5 6\n\n",
            "[[1,2,3],[14,5,6]]",
            "\u{feff}[[1,2,3],[14,5,6]]",
            " {\"grid\": [[1,2,3],[14,5,6]]}",
            "{\"rows\":2,\"columns\":3,\"circular\":true,\"grid\":[[1,2,3],[14,5,6]],\"seed\":1}",
        ] {
            assert_eq!(parsed(text), grid, "{text}");
        }
    }

    /// A reader that hands over one byte at once, as a slow pipe may.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = into.len().min(1);
            self.0.read(&mut into[..length])
        }
    }

    #[test]
    fn it_does_not_matter_how_much_is_there_at_once() {
        for text in [
            "\u{feff}1 4\n2 3\n",
            "\u{feff}\n\n [[1,4],[2,3]]",
            "\r\n\t {\"grid\":[[1,4],[2,3]]}",
            "\n\n\n1 4\n2 3",
        ] {
            let slow = io::BufReader::with_capacity(1, Slow(text.as_bytes()));
            let whole = read(text.as_bytes()).unwrap();
            assert_eq!(whole.numbers, [1, 4, 2, 3]);
            assert_eq!(read(slow).unwrap(), whole, "{text}");
        }
        let error = |text: &str| {
            let slow = io::BufReader::with_capacity(1, Slow(text.as_bytes()));
            let errors = [read(text.as_bytes()), read(slow)].map(|read| read.unwrap_err());
            let [whole, slow] = errors.map(|error| error.to_string());
            assert_eq!(whole, slow, "{text}");
            whole
        };
        assert_eq!(
            error("\n\n1 x"),
            "line 3, column 3: 'x' belongs to no number"
        );
        assert_eq!(error(""), "there are no numbers");
        assert_eq!(error("\u{feff}"), "there are no numbers");
    }

    #[test]
    fn other_texts_are_refused_with_the_place() {
        for (text, error) in [
            ("", "there are no numbers"),
            ("---\n", "there are no numbers"),
            ("1 2\n3 x\n", "line 2, column 3: 'x' belongs to no number"),
            (
                "1 2\n3 -4\n",
                "line 2, column 3: a dash belongs to no number",
            ),
            ("1 2\n3\n", "row 2 has 1 numbers, the rows before it have 2"),
            ("1 99999999999\n", "line 1, column 12: a number is too big"),
            (
                "1 2\n\u{1b}[31m",
                "line 2, column 1: this is not plain text",
            ),
            ("1 \u{2502} 2", "line 1, column 3: this is not plain text"),
            (
                "[[1,2],[3]]",
                "row 2 has 1 numbers, the rows before it have 2",
            ),
            ("[]", "a grid has one row and one column at least"),
            ("[[],[]]", "a grid has one row and one column at least"),
            (
                "{\"rows\":3,\"grid\":[[1,2],[3,4]]}",
                "rows and columns are not those of the grid, which is 2 × 2",
            ),
        ] {
            assert_eq!(parsed(text), Err(error.to_owned()), "{text}");
        }
        for text in [
            "{",
            "[[1,-2]]",
            "[[1,2.5]]",
            "{\"grid\":7}",
            "[[4294967296]]",
        ] {
            assert!(
                parsed(text).unwrap_err().contains("line 1 column"),
                "{text}"
            );
        }
    }
}
