//! A census on several machines: its independent parts, and merging them. `tests/cases/parts.md` has parts that are
//! missing or wrong.

use std::fs;
use std::path::PathBuf;

use testkit::{Sandbox, csv, ended, words};

use crate::common::program::{assert_has, empty_sandbox, fifo, sha256, wait_for, with};

/// Counts a part into the folder `parts`. Returns its file.
fn count(sandbox: &Sandbox, config: &str, part: &str) -> PathBuf {
    let printed = sandbox.says(&format!("census part {part} {config} -o parts --quiet"));
    sandbox.path(printed.trim_end())
}

/// The stored rows of a census, all but the passes and the times.
fn stored(sandbox: &Sandbox, config: &str) -> String {
    let connection = sandbox.sql();
    let facts = "config, nb_mol, nb_canonical, hash_version, buckets, frontier, canonical_found, \
                 finished_at is not null";
    let queries = [
        (facts, "Censuses", "1"),
        ("*", "CensusSpectrums", "nb_mol"),
        ("*", "CensusGroups", "merit, rank"),
        ("*", "CensusMolecules", "merit, rank, number"),
        ("*", "CensusRays", "outcome, measure"),
        ("*", "CensusSlices", "slice"),
        ("*", "CensusChecksums", "1"),
    ];
    let tables = queries.map(|(columns, table, order)| {
        let rows = format!("{table} where config = '{config}' order by {order}");
        csv(&connection, &format!("select {columns} from {rows}"))
    });
    tables.join("\n")
}

/// Checks that the stored rows are those of a census on one machine.
#[track_caller]
fn check_stored(found: &Sandbox, config: &str) {
    let sandbox = empty_sandbox();
    sandbox.ok(&["census", "--config", config]);
    assert_eq!(stored(found, config), stored(&sandbox, config), "{config}");
}

#[test]
fn parts_of_several_processes_make_the_census_of_one_machine() {
    for config in ["A4_B8", "A4_B6", "A3_B9", "A0_B3"] {
        let sandbox = empty_sandbox();
        let parts = [("1/3", "1GiB"), ("2/3", "20MB"), ("3/3", "17MB")];
        let processes = parts.map(|(part, memory)| {
            let line = format!("census part {part} {config} -o parts --threads 1");
            sandbox.start(&words(&format!("{line} --memory {memory}")))
        });
        for process in processes {
            let ended = ended(process);
            assert_eq!(ended.code, Some(0), "{ended:?}");
        }
        sandbox.says(&format!("census merge parts {config}"));
        check_stored(&sandbox, config);
        let said = sandbox.ok(&["verify", "--config", config]);
        assert_has(&said, "checksum right");
        // It is stored like any other census.
        let again = words("census merge parts");
        sandbox.refuses(&again, 1, &format!("already contains a census of {config}"));
        sandbox.ok(&with(&again, &["--force"]));
    }
}

/// The cost of a part is printed before it is counted. The file is at most as large as estimated, and not much
/// smaller.
#[test]
fn a_part_reports_its_cost() {
    let sandbox = empty_sandbox();
    for (config, parts) in [("A5_B7", 3), ("A9_B5", 2), ("A4_B6", 1)] {
        let part = format!("1/{parts}");
        let plan = sandbox.run(&["census", "part", &part, config, "--dry-run"]);
        assert_has(&plan.stderr, "of memory on");
        let (said, all) = plan.stderr.split_once('\n').unwrap();
        assert_has(all, "core seconds, files of up to");
        let (_, said) = said.rsplit_once("up to ").unwrap();
        let most = draw::words::parse_bytes(&said.replace(' ', "")).unwrap();
        let bytes = fs::metadata(count(&sandbox, config, &part)).unwrap().len();
        assert!(
            (most / 16..=most).contains(&bytes),
            "{config}: {bytes} of {most}"
        );
    }
}

#[test]
fn a_killed_part_continues_after_its_last_pass() {
    let sandbox = empty_sandbox();
    let line = words("census part 1/1 A6_B8 -o parts --threads 1");
    let begun = sandbox.path("parts/A6_B8-part-1-of-1.begun");
    let mut child = sandbox.start(&line);
    wait_for("a pass", || begun.exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let status = sandbox.run(&words("census status parts --format csv"));
    assert_has(&status.stdout, "\n1,begun,");
    sandbox.refuses(&words("census merge parts"), 1, "it has no files of parts");
    let again = sandbox.run(&line);
    assert_has(&again.stderr, "continuing part 1/1 of A6_B8: ");
    assert!(!begun.exists());
    sandbox.says("census merge parts");
    check_stored(&sandbox, "A6_B8");
}

#[test]
fn parts_of_another_version_and_pipes_are_rejected() {
    let sandbox = empty_sandbox();
    let merge = words("census merge parts");
    let whole = fs::read_to_string(count(&sandbox, "A4_B5", "1/1")).unwrap();
    let version = "\"split_version\":";
    let old = forged(&whole, &[(format!("{version}5"), format!("{version}4"))]);
    fs::write(sandbox.path("parts/extra.json"), old).unwrap();
    let message = "extra.json cannot be used: another version of this program made it";
    sandbox.refuses(&merge, 1, message);
    fs::remove_file(sandbox.path("parts/extra.json")).unwrap();
    fifo(&sandbox, "parts/extra.json");
    let message = "cannot read parts/extra.json: it is a pipe or a device";
    sandbox.refuses(&merge, 1, message);
}

/// A document with other content and a checksum that matches it.
fn forged(document: &str, changes: &[(String, String)]) -> String {
    const SUM: &str = "\"sha256\":\"";
    let mut text = document.trim_end().to_owned();
    let sum = text.find(SUM).unwrap() + SUM.len();
    text.replace_range(sum..sum + 64, "");
    let digest = |text: &str| sha256(&format!("{text}\n"));
    assert_has(document, &digest(&text));
    for (from, to) in changes {
        assert!(text.contains(from), "{from} in {text}");
        text = text.replace(from, to);
    }
    text.replace(SUM, &format!("{SUM}{}", digest(&text)))
}

#[test]
fn forged_parts_are_rejected() {
    let sandbox = empty_sandbox();
    let config = "A4_B6";
    let [path, _] = ["1/2", "2/2"].map(|part| count(&sandbox, config, part));
    let merge = words("census merge parts");
    let whole = fs::read_to_string(&path).unwrap();
    // Replaces two pairs by a molecule without a twin and a group of three.
    let mut changes = Vec::new();
    for (size, more) in [(1, 1), (2, -2), (3, 1)] {
        let row = format!("{{\"size\":{size},\"orbits\"");
        let row = &whole[whole.find(&row).unwrap()..];
        let [orbits, spectra] = ["orbits", "spectra"].map(|key| -> i64 {
            let (_, text) = row.split_once(&format!("\"{key}\":")).unwrap();
            let end = text.find(|letter: char| !letter.is_ascii_digit());
            text[..end.unwrap()].parse().unwrap()
        });
        let forms = |orbits: i64, spectra: i64| {
            let row = format!("{{\"size\":{size},\"orbits\":{orbits},\"spectra\":{spectra}}}");
            [row, format!("[{size},{orbits},{spectra}]")]
        };
        let changed = forms(orbits + more, spectra + 8 * more);
        let changed = forms(orbits, spectra).into_iter().zip(changed);
        // Slices have only ambiguous spectra.
        changes.extend(changed.take(if size == 1 { 1 } else { 2 }));
    }
    fs::write(&path, forged(&whole, &changes)).unwrap();
    sandbox.refuses(&merge, 1, "slice 1: the spectra of 2 molecules");
    // A ray of 60,000 cells.
    let length = "\"measure\":\"length\",\"value\":";
    let (_, value) = whole.split_once(length).unwrap();
    let (value, _) = value.split_once(',').unwrap();
    let ray = |value: &str| format!("\"measure\":\"length\",\"value\":{value},");
    fs::write(&path, forged(&whole, &[(ray(value), ray("60000"))])).unwrap();
    sandbox.refuses(&merge, 1, "ray of length 60000");
    // Without a new checksum.
    fs::write(&path, whole.replacen("\"value\":", "\"value\":1", 1)).unwrap();
    sandbox.refuses(&merge, 1, "it does not match its checksum");
    fs::write(&path, &whole).unwrap();
    sandbox.ok(&merge);
}

#[test]
fn forged_parts_of_a_box_are_rejected() {
    let sandbox = empty_sandbox();
    let first = count(&sandbox, "B5", "1/1");
    let merge = words("census merge parts --format csv --quiet");
    let text = fs::read_to_string(&first).unwrap();
    let old = [("\"split_version\":1,", "\"split_version\":0,")];
    let old = old.map(|(from, to)| (from.to_owned(), to.to_owned()));
    fs::write(&first, forged(&text, &old)).unwrap();
    sandbox.refuses(&merge, 1, "another version of this program made it");
    let checksums = "\"checksums\":[\"";
    let at = text.find(checksums).unwrap() + checksums.len();
    let (sum, rest) = text[at..].split_at(16);
    let wrong = (
        format!("{checksums}{sum}"),
        format!("{checksums}{:0>16}", 1),
    );
    assert!(rest.starts_with('"'));
    fs::write(&first, forged(&text, &[wrong])).unwrap();
    sandbox.refuses(&merge, 1, "slice 1: its spectra differ");
    let (_, molecules) = text.split_once("\"molecules\":1,").unwrap();
    assert!(molecules.starts_with("\"largest\""));
    let more = ("\"molecules\":1,".to_owned(), "\"molecules\":2,".to_owned());
    fs::write(&first, forged(&text, &[more])).unwrap();
    sandbox.refuses(&merge, 1, "the sums of A0_B5 are wrong");
}
