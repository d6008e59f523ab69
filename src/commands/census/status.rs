//! `census status`: lists the parts of a census in a folder that are done, begun, missing or wrong.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use app::input::in_folder;
use app::output::{print, remove};
use app::terminal::Console;
use app::{Command, Hint, RowFormat};
use clap::Args;
use draw::words::thousands;
use itertools::Itertools;
use rusqlite::types::Value;
use watch::Watcher;

use crate::census::Part;
use crate::commands::census::part::{
    BEGUN, check, counted_in, file_name, in_words, named, parts_in_words, runs,
};
use crate::error::{Error, Result};
use crate::output::result_table;
use crate::store::{Boards, ResultTable};

/// Show which parts of a census in a folder are done, begun, missing or wrong
///
/// A part is begun if a process is working on it, or was killed while working on it. Files left
/// behind by killed processes are listed, too. Text output lists only the parts that are not done;
/// CSV and JSON list all.
#[derive(Args, Debug)]
#[command(after_help = "{} parts\n{} parts --missing")]
pub(super) struct Status {
    /// The folder with the files of the parts
    folder: PathBuf,
    /// How to write the rows
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    /// Print nothing but the names of the parts that are not done, such as 7/64, one per line
    #[arg(long, conflicts_with = "format")]
    missing: bool,
    /// Remove files that are no longer needed: temporary files that have not changed for an hour,
    /// and unfinished copies of parts that are done
    #[arg(long)]
    clean: bool,
}

/// The age from which a temporary file is no longer in use. Writing a finished part takes seconds.
const STALE_AGE: Duration = Duration::from_hours(1);

impl Status {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let files = in_folder(&self.folder)?;
        let (boards, parts) = single_census(&self.folder, &files)?;
        let mut rows = Vec::new();
        // The numbers of the parts that are done, and of those that have any file.
        let (mut done, mut seen) = (BTreeSet::new(), BTreeSet::new());
        // Finished files come first, because they supersede unfinished ones of the same part.
        let of_parts = files
            .iter()
            .filter_map(|file| Some((file, named_by(file)?.1)));
        for (file, part) in of_parts.sorted_by_key(|(file, _)| is_begun(file)) {
            if is_begun(file) && part.numbers().any(|number| seen.contains(&number)) {
                continue;
            }
            if console.stop().is_requested() {
                return Err(Error::stopped("stopped while checking parts"));
            }
            let row = row_of_part(file, boards, part);
            if row.state == FileState::Done {
                done.extend(part.numbers());
            }
            seen.extend(part.numbers());
            rows.push(row);
        }
        let missing = (1..=parts).filter(|number| !seen.contains(number));
        // A whole box has hundreds of parts, so the text has ranges of them.
        let missing = match self.format {
            RowFormat::Text => runs(missing),
            RowFormat::Json | RowFormat::Csv => missing.map(|number| number..=number).collect(),
        };
        let missing = missing.into_iter().filter_map(|run| Part::new(run, parts));
        rows.extend(missing.map(|part| FileRow {
            part: Some(part),
            state: FileState::Missing,
            file: self.folder.join(file_name(boards, part)),
            note: String::new(),
        }));
        rows.sort_by_key(|row| row.part);
        let to_make = || (1..=parts).filter(|number| !done.contains(number));
        for file in files {
            let Some(row) = row_of_other(file, &done) else {
                continue;
            };
            if self.clean && row.state == FileState::Dead {
                remove(&row.file)?;
                console.say(&format!("removed {}", row.file.display()));
            } else {
                rows.push(row);
            }
        }
        let [there, all] = [done.len() as u64, parts].map(thousands);
        let mut summary = format!("{there} of {all} parts of {boards} done");
        if let Some(missing) = parts_in_words(to_make()) {
            summary += &format!("; still to count: {missing}");
        }
        console.say(&summary);
        if self.missing {
            return Ok(print(|out| {
                to_make().try_for_each(|number| writeln!(out, "{number}/{parts}"))
            })?);
        }
        if self.format == RowFormat::Text {
            rows.retain(|row| row.state != FileState::Done);
            if rows.is_empty() {
                return Ok(());
            }
        }
        let columns = ["part", "state", "bytes", "file", "note"]
            .map(str::to_owned)
            .into();
        let rows = rows.into_iter().map(FileRow::cells).collect();
        let table = ResultTable { columns, rows };
        print(|out| result_table::write(out, table, self.format))
    }
}

/// The boards and the part that the name of a file contains.
fn named_by(file: &Path) -> Option<(Boards, Part)> {
    named(file.file_name()?.to_str()?)
}

fn is_begun(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == BEGUN)
}

/// The row of a file of a part.
fn row_of_part(file: &Path, boards: Boards, part: Part) -> FileRow {
    let found = match is_begun(file) {
        true => counted_in(file, boards, part).map(|(census, ..)| {
            let note = format!("{} % are counted", census.percent());
            (FileState::Begun, note)
        }),
        false => check(file, boards, part).map(|()| (FileState::Done, String::new())),
    };
    let (state, note) = found.unwrap_or_else(|error| (FileState::Wrong, error.to_string()));
    FileRow {
        part: Some(part),
        state,
        file: file.to_owned(),
        note,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FileState {
    Done,
    Begun,
    Missing,
    Wrong,
    /// A temporary file of a task that may still write it.
    Temporary,
    /// A file that no task needs.
    Dead,
}

/// A row: the file of a part, which may be missing, or another file.
struct FileRow {
    part: Option<Part>,
    state: FileState,
    file: PathBuf,
    note: String,
}

impl FileRow {
    fn cells(self) -> Vec<Value> {
        let state = match self.state {
            FileState::Done => "done",
            FileState::Begun => "begun",
            FileState::Missing => "missing",
            FileState::Wrong => "wrong",
            FileState::Temporary => "temporary",
            FileState::Dead => "left over",
        };
        let bytes = fs::metadata(&self.file).map_or(0, |found| found.len());
        vec![
            match self.part.map(Part::numbers) {
                Some(run) if run.start() == run.end() => Value::Integer(*run.start() as i64),
                Some(run) => Value::Text(in_words(run)),
                None => Value::Null,
            },
            Value::Text(state.to_owned()),
            Value::Integer(bytes as i64),
            Value::Text(self.file.display().to_string()),
            Value::Text(self.note),
        ]
    }
}

/// The boards and the number of parts of the census in a folder. Fails unless there is exactly one.
fn single_census(folder: &Path, files: &[PathBuf]) -> Result<(Boards, u64)> {
    let names = files.iter().filter_map(|file| named_by(file));
    let splits = names.map(|(boards, part)| (boards, part.total()));
    let splits: Vec<_> = splits.unique().collect();
    let what = match splits[..] {
        [one] => return Ok(one),
        [] => "has no files of parts".to_owned(),
        [(one, parts), (other, others), ..] => {
            let [parts, others] = [parts, others].map(thousands);
            format!(
                "has files of different censuses: some divide {one} into {parts} parts, and some divide {other} into {others}"
            )
        }
    };
    let what = format!("the folder {} {what}", folder.display());
    if !splits.is_empty() {
        return Err(app::Error::other(
            what,
            "move the files of each census into a folder of their own",
        )
        .into());
    }
    let part = Command::new("census").argument("part").argument("1/64");
    let part = part.option("--output", folder.display()).without_database();
    let part = Hint::run(part);
    Err(app::Error::other(what, part.and(" writes a part")).into())
}

/// The row of another file of a census: a temporary file, or one that is no longer needed.
fn row_of_other(file: PathBuf, done: &BTreeSet<u64>) -> Option<FileRow> {
    let name = file.file_name()?.to_str()?;
    let (state, note) = if name.starts_with(".blackbox-") {
        let modified = fs::metadata(&file)
            .and_then(|found| found.modified())
            .ok()?;
        match modified.elapsed() {
            Ok(age) if age > STALE_AGE => (FileState::Dead, "the process that wrote it was killed"),
            _ => (
                FileState::Temporary,
                "a process is writing it, or was killed less than an hour ago",
            ),
        }
    } else if let Some((_, part)) = named(name) {
        if !is_begun(&file) || !part.numbers().all(|number| done.contains(&number)) {
            return None;
        }
        (FileState::Dead, "its part is done")
    } else if name.ends_with(".json") {
        (FileState::Wrong, "its name is not that of a part")
    } else {
        return None;
    };
    let (part, note) = (None, note.to_owned());
    Some(FileRow {
        part,
        state,
        file,
        note,
    })
}
