//! The files that programs read, and the reaction of programs to damaged files.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{Sandbox, seeded, words};

/// A file that a module reads.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The path of the module in the repository.
    pub module: &'static str,
    made_by: Vec<&'static str>,
    path: &'static str,
    read_by: &'static str,
}

/// Parses a table of input files, such as `tests/it/input_files.txt`, which explains the format.
pub fn input_files(table: &'static str) -> Vec<InputFile> {
    let blocks = table
        .split("\n\n")
        .filter_map(|block| block.split_once('\n'));
    let files = blocks.filter(|(module, _)| module.ends_with(".rs"));
    let files = files.flat_map(|(module, lines)| {
        let is_of_making = |line: &&str| line.starts_with(['$', '=']);
        let made_by: Vec<&str> = lines.lines().filter(is_of_making).collect();
        let files = lines.lines().filter_map(|line| line.split_once(": "));
        files.map(move |(path, read_by)| InputFile {
            module,
            made_by: made_by.clone(),
            path,
            read_by,
        })
    });
    files.collect()
}

/// The modules in a folder of the repository that use `app::input`.
pub fn readers(root: &Path, folder: &str) -> BTreeSet<String> {
    let mut reading = BTreeSet::new();
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap();
        if path.is_dir() {
            reading.extend(readers(root, name));
        } else if name.ends_with(".rs") {
            let uses =
                |line: &str| !line.trim_start().starts_with("//") && line.contains("input::");
            if fs::read_to_string(&path).unwrap().lines().any(uses) {
                reading.insert(name.to_owned());
            }
        }
    }
    reading
}

impl InputFile {
    /// The path of the file, or of the only file in the folder.
    fn path(&self, sandbox: &Sandbox) -> PathBuf {
        let path = sandbox.path(self.path);
        match path.is_dir() {
            true => fs::read_dir(path).unwrap().next().unwrap().unwrap().path(),
            false => path,
        }
    }

    fn make(&self, sandbox: &Sandbox) {
        let lines = |sign: &str| {
            let lines = self.made_by.iter();
            lines
                .filter_map(move |line| line.strip_prefix(sign))
                .collect::<Vec<_>>()
        };
        let text = lines("= ").into_iter();
        let text: String = text.map(|line| format!("{line}\n")).collect();
        if !text.is_empty() {
            let path = sandbox.path(self.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        for command in lines("$ ") {
            let (command, file) = command.split_once(" > ").unwrap_or((command, ""));
            let text = sandbox.run(&words(&format!("{command} --quiet"))).stdout;
            if !file.is_empty() {
                fs::write(sandbox.path(file), text).unwrap();
            }
        }
        if self.path.starts_with("tables") {
            sandbox.ok(&words(self.read_by));
        }
        let bytes = fs::metadata(self.path(sandbox)).unwrap().len();
        assert!(bytes > 0, "{}", self.path);
    }
}

/// Damages each file: a changed bit, a cut, more bytes, another file of the table in its place, and a file larger
/// than any memory. The program, which a new sandbox has, must end within a minute, at most with an error, and print
/// no control characters.
pub fn damage_each(files: &[InputFile], sandbox: impl Fn() -> Sandbox) {
    let mut random = seeded("FAULTS_SEED");
    for (at, file) in files.iter().enumerate() {
        let (swapped, other) = (&files[(at + 5) % files.len()], sandbox());
        swapped.make(&other);
        let other = fs::read(swapped.path(&other)).unwrap();
        for attack in ["flip", "cut", "extend", "swap", "huge"] {
            // Checking a whole file reads all of it, which takes too long for a tebibyte.
            if attack == "huge" && file.read_by == "verify" {
                continue;
            }
            let sandbox = sandbox();
            file.make(&sandbox);
            let path = file.path(&sandbox);
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
            }
            let begun = Instant::now();
            let ended = sandbox.run(&words(file.read_by));
            let what = format!("{attack} of {}: {}: {ended:?}", file.path, file.read_by);
            let raw = |c: char| c.is_control() && c != '\n';
            let steers = ended.stdout.contains(raw) || ended.stderr.contains(raw);
            assert!(!steers && !ended.stderr.contains("panicked"), "{what}");
            assert!(matches!(ended.code, Some(0..=2)), "{what}");
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        }
    }
}
