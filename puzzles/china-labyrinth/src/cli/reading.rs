//! Files with solutions, whoever wrote them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use kit::terminal::shortened;
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::rules::{
    Cell, Compact, Doors, Fault, GridFault, Kind, Octopuszle, Piece, SIDE, Solution, Tiles, grid_of,
};
use crate::view::Checked;

/// No file of solutions that anybody wants to have read at once is longer.
pub(super) const MOST_BYTES: u64 = 1 << 30;

/// The text of a file, or of stdin for `-`.
pub(super) fn text(path: &Path, most: u64) -> Result<String> {
    let unreadable = |source| kit::Error::Unreadable {
        name: path.display().to_string(),
        source,
    };
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    }
    .map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(invalid(path, format!("it is longer than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| invalid(path, "it is no text".to_owned()))
}

fn invalid(path: &Path, what: String) -> crate::error::Error {
    Error::Invalid {
        path: path.to_owned(),
        what,
    }
}

/// A document of `search`, `display`, `compact` or `octopuszle`. Numbers are
/// read wider than they may be, so that what is wrong is told in our words.
#[derive(Deserialize)]
struct Document {
    tiles: Option<String>,
    groups: Option<Vec<Vec<(i32, i32, i64)>>>,
    holes: Option<u64>,
    symmetry: Option<String>,
    cells: Option<Vec<(i32, i32, i64)>>,
    grid: Option<Vec<Vec<i64>>>,
}

/// Reads the solutions of a file and gives each that is one to `each`.
pub(super) fn solutions(path: &Path, mut each: impl FnMut(Checked) -> Result<()>) -> Result<()> {
    let text = text(path, MOST_BYTES)?;
    let mut found = 0;
    let mut give = |checked: Result<Checked, String>, place: String| {
        found += 1;
        each(checked.map_err(|what| invalid(path, format!("{place}{what}")))?)
    };
    if text.trim_start().starts_with('{') {
        let documents = serde_json::Deserializer::from_str(&text).into_iter::<Document>();
        for (i, document) in documents.enumerate() {
            let document = document.map_err(|error| {
                let error = shortened(&error.to_string());
                invalid(path, format!("document {}: {error}", i + 1))
            })?;
            let place = match i {
                0 => String::new(),
                _ => format!("document {}: ", i + 1),
            };
            give(document.check(), place)?;
        }
    } else if let Some(rows) = numbers(&text) {
        let octopuszle = grid_of(&rows).and_then(Octopuszle::new);
        let checked = octopuszle.map(|_| Checked::Octopuszle);
        give(checked.map_err(|fault| fault.to_string()), String::new())?;
    } else {
        let mut lines = text.lines().enumerate().peekable();
        while let Some((i, line)) = lines.next() {
            let described = lines.peek().is_some_and(|(_, next)| describes(next));
            if let Some(tiles) = canonical(line, described) {
                let solution = Solution::parse(tiles, line).map(Checked::Solution);
                let solution = solution.map_err(|error| error.to_string());
                give(solution, format!("line {}: ", i + 1))?;
            }
        }
    }
    if found == 0 {
        return Err(invalid(path, "there is no solution in it".to_owned()));
    }
    Ok(())
}

/// The grid of a file, a solution or not.
pub(super) fn grid(path: &Path) -> Result<[[u8; SIDE]; SIDE]> {
    let text = text(path, MOST_BYTES)?;
    let rows = if text.trim_start().starts_with('{') {
        let document: Document = serde_json::from_str(&text)
            .map_err(|error| invalid(path, shortened(&error.to_string())))?;
        document.grid
    } else {
        numbers(&text)
    };
    let rows = rows.ok_or_else(|| invalid(path, "there is no grid in it".to_owned()))?;
    grid_of(&rows).map_err(|fault: GridFault| invalid(path, fault.to_string()))
}

/// The rows of a text of nothing but numbers, several a row.
fn numbers(text: &str) -> Option<Vec<Vec<i64>>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows: Option<Vec<Vec<i64>>> = lines
        .map(|line| {
            line.split_whitespace()
                .map(|word| word.parse().ok())
                .collect()
        })
        .collect();
    rows.filter(|rows| rows.iter().any(|row| row.len() > 1))
}

/// What a line in canonical text is made of, if it is one or is to be one: as
/// many digits as there are, and nothing else, is no line of a drawing; nor are
/// digits with `/` between them, or what stands before its description.
fn canonical(line: &str, described: bool) -> Option<Tiles> {
    let line = line.trim();
    let other = |c: char| !c.is_ascii_alphanumeric() && c != '/';
    let digits = line.chars().filter(|&c| c != '/').count();
    let slash = line.as_bytes().windows(3).any(|three| {
        let [before, middle, after] = [0, 1, 2].map(|i| three[i]);
        middle == b'/' && before.is_ascii_hexdigit() && after.is_ascii_hexdigit()
    });
    let damaged = described || slash && digits >= Tiles::Squares.pieces();
    match digits {
        _ if line.contains(other) && !damaged => None,
        16 => Some(Tiles::Squares),
        17.. => Some(Tiles::Hexagons),
        _ if damaged => Some(Tiles::Squares),
        _ => None,
    }
}

/// Is that the line that `search` and `display` write below a solution?
fn describes(line: &str) -> bool {
    let line = match line.strip_prefix("solution ") {
        Some(numbered) => numbered.split_once(": ").map_or("", |(_, rest)| rest),
        None => line,
    };
    let groups = line.split_once(" groups, ").map(|(groups, _)| groups);
    groups.is_some_and(|groups| groups.parse::<u64>().is_ok())
}

impl Document {
    fn check(self) -> Result<Checked, String> {
        if let Some(rows) = self.grid {
            let octopuszle = grid_of(&rows).and_then(Octopuszle::new);
            return octopuszle
                .map(|_| Checked::Octopuszle)
                .map_err(|fault| fault.to_string());
        }
        if let Some(cells) = self.cells {
            let pieces = pieces(cells).map_err(|fault| fault.to_string())?;
            return Compact::new(pieces)
                .map(Checked::Compact)
                .map_err(|fault| fault.to_string());
        }
        let Some(groups) = self.groups else {
            return Err("there is no solution in it".to_owned());
        };
        let tiles = match self.tiles.as_deref() {
            None | Some("hexagons") => Tiles::Hexagons,
            Some("squares") => Tiles::Squares,
            Some(other) => return Err(format!("there are no tiles called {:?}", shortened(other))),
        };
        let groups: Result<_, Fault> = groups.into_iter().map(pieces).collect();
        let solution = groups.and_then(|groups| Solution::new(tiles, groups));
        let solution = solution.map_err(|fault| fault.to_string())?;
        // What the document says of it must be so, too.
        let holes = solution.holes();
        if let Some(said) = self.holes.filter(|&said| said != holes as u64) {
            return Err(format!("it is said to have {said} holes, but has {holes}"));
        }
        let symmetry: Kind = solution.symmetry();
        if let Some(said) = self.symmetry.filter(|said| *said != symmetry.to_string()) {
            let said = shortened(&said);
            return Err(format!(
                "its symmetry is said to be {said:?}, but is {symmetry}"
            ));
        }
        Ok(Checked::Solution(solution))
    }
}

fn pieces(triples: Vec<(i32, i32, i64)>) -> Result<Vec<Piece>, Fault> {
    triples
        .into_iter()
        .map(|(q, r, mask)| {
            let doors = Doors::try_from(mask).map_err(|_| Fault::NoSuchPiece(mask))?;
            Ok(Piece {
                cell: Cell::new(q, r),
                doors,
            })
        })
        .collect()
}
