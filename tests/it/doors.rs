//! The doors: every file that the program reads, and what it does when the file has changed.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::time::{Duration, Instant};

use testkit::{Random, Sandbox, words};

use crate::common::program::{check_printed, empty_sandbox};
use crate::common::repository::root;

/// A file that a module reads.
struct Door {
    module: &'static str,
    /// The commands that make the file, one per line. A file name after `>` takes the output. A line after
    /// `=` is one of the file.
    made_by: &'static str,
    file: &'static str,
    read_by: &'static str,
}

const fn door(
    module: &'static str,
    made_by: &'static str,
    file: &'static str,
    read_by: &'static str,
) -> Door {
    Door {
        module,
        made_by,
        file,
        read_by,
    }
}

const LAW: &str = "law 2 --output law\ncensus A2_B3..4 --format csv > table";
const TREE: &str = "strategy A2_B3 --output tree";
const STATE: &str = "strategy A4_B4 --output tree --time 0s";
const PART: &str = "census part 1/1 A2_B3 --output parts > part";
const ROWS: &str = "run A2_B3\ncensus A2_B3";
const BOARD: &str = "run A2_B3\ndisplay A2_B3 5 > board";
const PAST: &str =
    "= date,day,config,board,rays,points,par,result\n= 2026-01-01,,A2_B3,A2_B3:5,3,4,,solved";

const DOORS: &[Door] = &[
    door("src/commands/law/run.rs", LAW, "law", "verify --law law"),
    door(
        "src/commands/law/run.rs",
        LAW,
        "table",
        "verify --law law --table table",
    ),
    door(
        "src/commands/strategy/run.rs",
        TREE,
        "tree",
        "strategy verify tree",
    ),
    door(
        "src/commands/strategy/run.rs",
        TREE,
        "tree.proof",
        "strategy verify tree",
    ),
    door(
        "src/commands/strategy/run.rs",
        STATE,
        "tree.state",
        "strategy A4_B4 --output tree --time 0s",
    ),
    door(
        "src/commands/strategy/mod.rs",
        TREE,
        "tree",
        "strategy A2_B3 --output tree",
    ),
    door(
        "crates/app/src/output/file.rs",
        TREE,
        "tree.proof",
        "strategy A2_B3 --output tree",
    ),
    door("src/store/parts.rs", PART, "parts", "census status parts"),
    door(
        "src/commands/census/status.rs",
        PART,
        "parts",
        "census status parts --format json",
    ),
    door(
        "src/commands/census/merge.rs",
        PART,
        "parts",
        "census merge parts",
    ),
    door("src/commands/decode/mod.rs", BOARD, "board", "decode board"),
    door(
        "src/commands/play/history.rs",
        PAST,
        "data/games.csv",
        "play --history",
    ),
    door(
        "src/commands/play/keeper.rs",
        "play A2_B3 --seed 1 --game game",
        "game",
        "play --review game",
    ),
    door(
        "src/commands/play/keeper.rs",
        "play A2_B3 --seed 1 --game game",
        "game",
        "play --game game",
    ),
    door(
        "crates/db/src/open.rs",
        ROWS,
        "data/blackbox.db",
        "display A2_B3 1..9",
    ),
    door(
        "crates/db/src/open.rs",
        ROWS,
        "data/blackbox.db",
        "run A2_B3",
    ),
    door("crates/db/src/lib.rs", ROWS, "data/blackbox.db", "verify"),
    door(
        "crates/app/src/output/mod.rs",
        ROWS,
        "tables/Molecules.csv",
        "export --config A2_B3 --output tables --format csv",
    ),
];

/// Modules that read what no person names: files of the system, and keys.
const OTHERS: [&str; 4] = [
    "src/commands/census/mod.rs",
    "src/commands/display/mod.rs",
    "src/commands/play/dialogue.rs",
    "crates/app/src/dialogue.rs",
];

#[test]
fn every_module_that_reads_a_file_has_a_door() {
    let mut reading = BTreeSet::new();
    for folder in ["src", "crates/app/src", "crates/db/src", "migrations"] {
        modules(&root().join(folder), &mut reading);
    }
    let known = DOORS.iter().map(|door| door.module).chain(OTHERS);
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    assert_eq!(reading, known);
}

/// The modules of a folder that use `app::input`.
fn modules(folder: &Path, reading: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            modules(&path, reading);
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
        let uses = |line: &str| !line.trim_start().starts_with("//") && line.contains("input::");
        if name.ends_with(".rs") && text.lines().any(uses) {
            reading.insert(name.to_owned());
        }
    }
}

/// A file of the sandbox, or the only one of a folder.
fn only_file(sandbox: &Sandbox, name: &str) -> std::path::PathBuf {
    let path = sandbox.path(name);
    match path.is_dir() {
        true => fs::read_dir(path).unwrap().next().unwrap().unwrap().path(),
        false => path,
    }
}

fn made(door: &Door) -> Sandbox {
    let sandbox = empty_sandbox();
    let text = (door.made_by.lines()).filter_map(|line| line.strip_prefix("= "));
    let text: String = text.map(|line| format!("{line}\n")).collect();
    if !text.is_empty() {
        let path = sandbox.path(door.file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let commands = door.made_by.lines();
    for command in commands.filter(|line| !line.starts_with('=')) {
        let (command, file) = command.split_once(" > ").unwrap_or((command, ""));
        let text = sandbox.run(&words(&format!("{command} --quiet"))).stdout;
        if !file.is_empty() {
            fs::write(sandbox.path(file), text).unwrap();
        }
    }
    if door.file.starts_with("tables") {
        sandbox.says(door.read_by);
    }
    let bytes = fs::metadata(only_file(&sandbox, door.file)).unwrap().len();
    assert!(bytes > 0, "{}", door.file);
    sandbox
}

/// A changed bit, a cut, more bytes, another door's file, and a file larger than any memory.
#[test]
fn a_file_that_somebody_has_changed_is_refused_or_harmless() {
    let mut random = Random::new("FAULTS_SEED");
    for (at, door) in DOORS.iter().enumerate() {
        let swapped = made(&DOORS[(at + 5) % DOORS.len()]);
        let swapped = only_file(&swapped, DOORS[(at + 5) % DOORS.len()].file);
        let other = fs::read(swapped).unwrap();
        for attack in ["flip", "cut", "extend", "swap", "huge"] {
            let sandbox = made(door);
            let path = only_file(&sandbox, door.file);
            let mut bytes = fs::read(&path).unwrap();
            match attack {
                "flip" => {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] ^= 1 << random.below(8);
                }
                "cut" => bytes.truncate(random.below(bytes.len() as u64) as usize),
                "extend" => bytes.extend(b"\x1b[31m more\n"),
                "swap" => bytes.clone_from(&other),
                _ => {}
            }
            fs::write(&path, &bytes).unwrap();
            if attack == "huge" {
                let file = OpenOptions::new().write(true).open(&path).unwrap();
                file.set_len(1 << 40).unwrap();
                // The check of a whole file reads it once, which takes long for a tebibyte.
                if door.read_by == "verify" {
                    continue;
                }
            }
            let begun = Instant::now();
            let ended = sandbox.run(&words(door.read_by));
            let what = format!("{attack} of {}: {}", door.file, door.read_by);
            check_printed(&ended);
            assert!(matches!(ended.code, Some(0..=2)), "{what}: {ended:?}");
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        }
    }
}
