//! `blackbox verify`: accepts sound files, finds and names damage, prints checksums that a user can compute, and
//! recounts slices of a census.

use std::fs::{self, OpenOptions};
use std::io;
use std::process::{Command, Stdio};

use blackbox::board::Config;
use blackbox::census::{Census, Resources};
use blackbox::oracle::Plain;
use csv::{Reader, StringRecord};
use draw::words::thousands;
use serde_json::Value;
use testkit::{Ended, Sandbox, one, words};
use watch::Observed;

use crate::common::mutations::find_changes;
use crate::common::program::{
    self, BLACKBOX, assert_has, cases, check_printed, empty_sandbox, explored_sandbox,
    prepared_sandbox, sha256,
};
use crate::common::repository::{read, reference, root};

fn verify(sandbox: &Sandbox, config: &str) -> Ended {
    let ended = sandbox.run(&["verify", "--quiet", "--config", config]);
    check_printed(&ended);
    ended
}

fn outcomes(ended: &Ended) -> Vec<(&str, &str)> {
    let lines = ended.stdout.lines().map(words);
    lines.map(|words| (words[0], words[1])).collect()
}

/// The columns of the rows of a verification.
const COLUMNS: [&str; 6] = ["config", "outcome", "name", "text", "rows", "sha256"];

/// Checks that a verification has the same result as text, JSON and CSV. Returns its exit code and the outcomes.
pub(crate) fn check_formats(sandbox: &Sandbox, verify: &[&str]) -> (Option<i32>, Vec<String>) {
    let run = |format| sandbox.run(&[verify, &["--format", format]].concat());
    let [text, json, csv] = ["text", "json", "csv"].map(run);
    for other in [&json, &csv] {
        let ends = [&text, other].map(|ended| (ended.code, &ended.stderr));
        assert_eq!(ends[0], ends[1], "{verify:?}");
    }
    let mut reader = Reader::from_reader(csv.stdout.as_bytes());
    let header = reader.headers().unwrap().clone();
    assert!(header.iter().eq(COLUMNS), "{csv:?}");
    let records: Vec<StringRecord> = reader.records().map(Result::unwrap).collect();
    let documents: Vec<Value> = (json.stdout.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // Without headings, which name the configurations of a file.
    let lines = text.stdout.lines().filter(|line| line.contains("  "));
    let lines: Vec<&str> = lines.collect();
    let counts = [lines.len(), documents.len(), records.len()];
    assert_eq!(counts, [lines.len(); 3], "{text:?}\n{json:?}\n{csv:?}");
    let mut outcomes = Vec::new();
    for ((line, document), record) in lines.into_iter().zip(&documents).zip(&records) {
        let keys = document.as_object().unwrap();
        assert_eq!(keys.len(), header.len(), "{document}");
        for (key, cell) in header.iter().zip(record) {
            let value = match &keys[key] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, cell, "{key}");
        }
        let [outcome, name, words] =
            ["outcome", "name", "text"].map(|key| keys[key].as_str().unwrap());
        let shown = outcome.replace("failed", "FAILED");
        assert_eq!(line, format!("{shown:<8}  {name:<11}  {words}"));
        if outcome == "checksum" {
            let (rows, sha256) = (&keys["rows"], keys["sha256"].as_str().unwrap());
            let plain = words.replace(',', "");
            assert_eq!(plain, format!("sha256 {sha256} of {rows} rows"));
        }
        outcomes.push(outcome.to_owned());
    }
    (text.code, outcomes)
}

const CHECKS: &str = "schema strays molecules rows progress steps spectrums";

#[test]
fn checksums_do_not_depend_on_the_file_layout() {
    let config = "A4_B5";
    let sandbox = explored_sandbox(&["A3_B5", config, "A2_B4"]);
    let alone = explored_sandbox(&[config]);
    let checksums = |sandbox: &Sandbox| {
        let ended = verify(sandbox, config);
        let lines = ended.stdout.lines();
        let lines: Vec<_> = lines.filter(|line| line.starts_with("checksum")).collect();
        lines.join("\n")
    };
    let expected = checksums(&alone);
    assert_eq!(checksums(&sandbox), expected);
    sandbox.change(
        "pragma journal_mode = delete; pragma page_size = 1024; vacuum; pragma journal_mode = wal",
    );
    assert_eq!(checksums(&sandbox), expected);
    let change = "update Molecules set out_tot_turns = out_tot_turns + 1 where number = 77 and";
    let others = format!("{change} config <> '{config}'");
    sandbox.change(&others);
    assert_eq!(checksums(&sandbox), expected, "of another configuration");
    let this = format!("{change} config = '{config}'");
    alone.change(&this);
    assert_ne!(checksums(&alone), expected);
}

/// Every kind of damage in a well-formed file, with the check that finds it.
#[test]
fn every_kind_of_damage_is_found_and_named() {
    let config = "A3_B4";
    let sandbox = prepared_sandbox("run --config A3_B4\ncensus --config A3_B4 --quiet");
    let sound = fs::read(sandbox.db()).unwrap();
    assert_eq!(outcomes(&verify(&sandbox, config))[7], ("ok", "census"));
    // The change, the checks that fail, and what they name.
    for [damage, checks, named] in cases(
        r"
        delete from Molecules where number = 400
            => molecules rows progress => 559 rows, but their orbits have 560 molecules
        delete from Molecules where number between 100 and 200 => molecules progress => 459 rows, but
        update Molecules set number = 9999 where number = 17
            => rows progress => there is no molecule 9999
        insert into Molecules select config, 561, 1, molecule, spectrum, transform,
            1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 from Molecules where number = 1
            => molecules rows => there is no molecule 561
        update Molecules set molecule = (select molecule from Molecules where number = 5) where number = 6
            => rows => molecule 6 (molecule)
        update Molecules set molecule = 'x' || char(27) || '[2J' where number = 6 => rows => molecule 6 (molecule)
        update Molecules set canonical_number = 3 where number = 559
            => rows => molecule 559 (canonical_number)
        update Molecules set transform = cast(x'ff00' as text) where number = 1
            => rows => molecule 1 (transform)
        update Molecules set molecule = cast(molecule as blob) where number = 6 => rows => molecule 6 (molecule)
        update Molecules set out_number = cast(out_number as blob) where number = 6 => rows => molecule 6 (out_number)
        update Molecules set spectrum = '@@@@@@@@@@@@@@@@' where number = 3
            => rows => molecule 3 (spectrum)
        update Molecules set reflected_edge = 1, reflected_deep = 1 where number = 1
            => rows => molecule 1 (reflected_edge, reflected_deep)
        update Molecules set out_tot_turns = -1 where number = 560
            => rows => molecule 560 (out_tot_turns)
        update Configurations set nb_mol = 561 => progress => nb_mol is 561 instead of 560
        update Configurations set frontier = 559 => progress => the frontier
        update Configurations set explored_at = null => steps => the rows contradict a step
        delete from Configurations => strays progress => Configurations has no row
        delete from Batches => progress => the sum of the rows of all batches is 0 instead of 560
        update Batches set frontier = frontier - 1 => progress => the last batch's frontier
        delete from Spectrums where transform = 'id' => spectrums => is missing
        insert into Spectrums values ('A3_B4', '<script>' || char(7), 2, 'id', 1)
            => spectrums => <script>\u{7} is not shared
        update Spectrums set nb_mol = 3 where transform = 'id'
            => spectrums => @&&@@&@&@aa@&@&@ has a count of 3 molecules instead of 2
        update Spectrums set transform = 'id' => spectrums => is not the spectrum of image id of molecule 26
        update Spectrums set canonical_number = 27 where transform = 'rot90' => spectrums => 27
        update Censuses set canonical_found = 75 => census => canonical_found is 75 instead of 77
        update Censuses set nb_mol = 1 => census => its rows contradict each other
        update CensusSpectrums set orbits = 2, spectrums = 8 where nb_mol = 2 => census => molecules
        update CensusGroups set spectrum = '@' where rank = 1 => census => a row is impossible
        update CensusGroups set difference = 2 where difference is not null
            => census => difference 2 instead of 1
        update CensusMolecules set number = 1 where number = (select max(number) from CensusMolecules)
            => census => molecule 1 has another spectrum
        update CensusRays set value = value + 1 where outcome = 'out' and measure = 'turns'
            => census => no out ray of turns
        update CensusRays set outcome = char(27) where outcome = 'out' => census => a row is impossible
        ",
    ) {
        fs::write(sandbox.db(), &sound).unwrap();
        sandbox.change(damage);
        let ended = verify(&sandbox, config);
        ended.check_error(1);
        let mut failed = outcomes(&ended);
        failed.retain(|(outcome, name)| *outcome == "FAILED" && *name != "verdict");
        for check in words(checks) {
            let failed = failed.contains(&("FAILED", check));
            assert!(failed, "{check} of {damage}: {ended:?}");
        }
        assert!(ended.stdout.contains(named), "{damage}: {ended:?}");
        let said = format!("error: {} of ", failed.len());
        assert!(ended.stderr.starts_with(&said), "{damage}: {ended:?}");
        // All checks are made, even if one fails.
        assert!(outcomes(&ended).len() >= 6, "{damage}: {ended:?}");
    }
}

#[test]
fn a_sample_finds_as_much_as_its_share() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let sampled = |percent: &str, seed: u64| {
        let line = format!("verify A3_B4 --quiet --sample {percent}% --seed {seed}");
        sandbox.run(&words(&line))
    };
    let sound = sampled("25", 1);
    assert_eq!(
        (sound.code, sampled("25", 1).stdout),
        (Some(0), sound.stdout.clone())
    );
    assert_ne!(sampled("25", 2).stdout, sound.stdout);
    assert_has(&sound.stdout, "; --seed 1 chooses the same ones");
    assert!(!sound.stdout.contains("sha256"), "{sound:?}");
    assert_has(
        &sampled("100", 1).stdout,
        "560 of 560 rows in 77 orbits recomputed",
    );
    // Without a seed, it names the one that it has drawn.
    let drawn = sandbox.run(&words("verify A3_B4 --quiet --sample 5%"));
    assert_has(&drawn.stdout, "; --seed ");
    sandbox.change("update Molecules set out_number = 7 where number = 300");
    assert_eq!(sampled("100", 1).code, Some(1));
    let found = (0..40)
        .filter(|&seed| sampled("50", seed).code == Some(1))
        .count();
    assert!((8..=32).contains(&found), "{found} of 40");
}

#[test]
fn a_whole_file_is_verified_configuration_by_configuration() {
    let sandbox = explored_sandbox(&["A3_B4", "A2_B4"]);
    let whole = |code| {
        let ended = sandbox.run(&["verify", "--quiet"]);
        assert_eq!(ended.code, Some(code), "{ended:?}");
        ended
    };
    let ended = whole(0);
    let (file, rest) = ended.stdout.split_once("\nA2_B4\n").unwrap();
    let (small, large) = rest.split_once("\nA3_B4\n").unwrap();
    let names: Vec<_> = file.lines().map(|line| words(line)[1]).collect();
    assert_eq!(names, ["file", "schema", "strays"]);
    for (config, found) in [("A2_B4", small), ("A3_B4", large)] {
        let alone = verify(&sandbox, config).stdout;
        let of_config = |text: &str| -> Vec<String> {
            let lines = text
                .lines()
                .filter(|line| !line.contains("verdict") && !line.is_empty());
            lines.map(str::to_owned).collect()
        };
        assert_eq!(of_config(found), of_config(&alone)[2..]);
    }
    let (code, outcomes) = check_formats(&sandbox, &["verify", "--quiet"]);
    assert_eq!((code, outcomes.len()), (Some(0), 3 + 2 * 7 + 1));
    let csv = sandbox.ok(&["verify", "--quiet", "--format", "csv"]);
    assert_eq!(csv.matches("\n,ok,").count(), 4, "{csv}");

    // A failure in one configuration is not reported for the other one.
    sandbox.change("update Molecules set out_number = 7 where config = 'A2_B4' and number = 6");
    let ended = whole(1);
    let said = "error: 1 of 13 checks failed, in A2_B4\nhint: back up the file; `blackbox init --config A2_B4 --force` starts";
    assert!(ended.stderr.starts_with(said), "{ended:?}");
    assert_eq!(verify(&sandbox, "A3_B4").code, Some(0));
    // No hint names a command that would delete another configuration.
    sandbox.change("update Molecules set out_number = 7 where number = 6");
    let ended = whole(1);
    assert_has(&ended.stderr, "2 of 13 checks failed, in A2_B4 and A3_B4");
    assert!(!ended.stderr.contains("--force"), "{ended:?}");
    sandbox.change("insert into Spectrums values ('Z', '', 2, 'id', 1)");
    let ended = whole(1);
    let alone = "1 row of Spectrums without a row in Configurations: Z";
    assert_has(&ended.stdout, alone);
    sandbox.change(
        "insert into Configurations (config, nb_mol, nb_atoms, width) values ('Z', 1, 1, 1)",
    );
    assert_has(&whole(1).stdout, "these are not configurations: Z");
    sandbox.change("update Configurations set config = cast('A1_B1' as blob) where config = 'Z'");
    assert_has(
        &whole(1).stdout,
        "these are not configurations: the blob A1_B1",
    );
}

#[test]
fn a_configuration_is_verified_by_its_own_rows() {
    let sandbox = explored_sandbox(&["A3_B4", "A2_B4"]);
    // A missing configuration is reported without a check.
    let ended = verify(&sandbox, "A4_B5");
    let said = "error: the database contains no molecules of A4_B5\nhint: run `blackbox run --config A4_B5`";
    assert!(ended.stderr.starts_with(said), "{ended:?}");
    assert_eq!((ended.code, &ended.stdout[..]), (Some(1), ""));
    // The check of the whole file finds an index that lacks a row.
    let rewrite = |from: &str, to: &str| {
        format!(
            "pragma writable_schema = on;
             update sqlite_schema set sql = replace(sql, '{from}', '{to}')
              where name = 'Molecules_spectrum';
             pragma writable_schema = reset;"
        )
    };
    let (all, none) = ("(config, spectrum)", "(config, spectrum) where 0");
    let change =
        "update Molecules set spectrum = spectrum || 'x' where config = 'A3_B4' and number = 5";
    let batch = [&rewrite(all, none), change, ";", &rewrite(none, all)].concat();
    sandbox.change(&batch);
    let ended = sandbox.run(&["verify", "--quiet"]);
    assert!(
        ended
            .stdout
            .contains("missing from index Molecules_spectrum"),
        "{ended:?}"
    );
    assert_eq!(verify(&sandbox, "A2_B4").code, Some(0));
}

#[test]
fn the_checks_are_rows_for_programs() {
    let config = "A3_B4";
    let sandbox = empty_sandbox();
    let verify = ["verify", "--quiet", "--config", config];
    let wrong = program::with(&verify, &["--format", "svg"]);
    sandbox.refuses(&wrong, 2, "[possible values: text, json, csv]");
    let csv = program::with(&verify, &["--format", "csv"]);
    sandbox.refuses(&csv, 1, "there is no database");
    sandbox.ok(&["init", "--config", config]);
    let (code, outcomes) = check_formats(&sandbox, &verify);
    assert_eq!(code, Some(1));
    assert!(outcomes.contains(&"open".to_owned()), "{outcomes:?}");
    sandbox.ok(&["run", "--config", config]);
    let (code, outcomes) = check_formats(&sandbox, &verify);
    assert_eq!(code, Some(0));
    assert_eq!(outcomes.last().unwrap(), "ok");
    // Names from the file may have commas, quotes and control characters.
    let change = "create table \"a, \"\"b\"\"\u{1b}[2J\" (c);
        update Molecules set out_number = 7 where number = 6";
    sandbox.change(change);
    let (code, outcomes) = check_formats(&sandbox, &verify);
    assert_eq!(code, Some(1));
    assert!(outcomes.contains(&"failed".to_owned()), "{outcomes:?}");
    for format in ["json", "csv"] {
        let ended = sandbox.run(&program::with(&verify, &["--format", format]));
        assert!(!ended.stdout.contains('\u{1b}'), "{ended:?}");
        assert!(ended.stdout.contains("a, "), "{ended:?}");
    }
}

#[test]
fn sound_databases_pass_with_the_reference_checksums() {
    let table = reference("checksums.csv");
    let mut lines = table.lines();
    let header = "config,molecules,molecules_sha256,spectrums,spectrums_sha256";
    assert_eq!(lines.next(), Some(header));
    let mut found = 0;
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let [name, molecules, molecules_sum, spectrums, spectrums_sum] = cells[..] else {
            panic!("{line}");
        };
        let config: Config = name.parse().unwrap();
        assert_eq!(molecules, config.molecules().to_string());
        if config.molecules() > 20_000 {
            continue;
        }
        let sandbox = explored_sandbox(&[name]);
        let before = sandbox.files();
        let ended = verify(&sandbox, name);
        assert!(sandbox.files() == before, "{name}");
        let mut passed: Vec<_> = words(CHECKS).iter().map(|check| ("ok", *check)).collect();
        passed.extend([
            ("checksum", "Molecules"),
            ("checksum", "Spectrums"),
            ("ok", "verdict"),
        ]);
        assert_eq!(outcomes(&ended), passed, "{name}");
        for (table, sum, rows) in [
            ("Molecules", molecules_sum, molecules),
            ("Spectrums", spectrums_sum, spectrums),
        ] {
            let rows = thousands(rows.parse::<u64>().unwrap());
            let line = format!("checksum  {table:<11}  sha256 {sum} of {rows} rows\n");
            assert!(ended.stdout.contains(&line), "{line}: {ended:?}");
            // Some tables were made by other programs, which have no `Batches`.
            if let "A2_B4" | "A3_B4" | "A4_B4" = name {
                let csv = reference(&format!("{name}.{}.csv", table.to_lowercase()));
                let (_, rows) = csv.split_once('\n').unwrap();
                assert_eq!(sha256(&rows.replace(',', "|")), sum, "{name}");
            }
        }
        found += 1;
    }
    assert!(found >= 20, "{found}");
}

#[test]
fn the_page_of_results_is_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("results.md");
    let script = root().join("docs/results.sh");
    let status = Command::new("sh").arg(script).arg(&page).status().unwrap();
    assert!(status.success());
    let written = fs::read_to_string(page).unwrap();
    let kept = read("docs/results.md");
    assert!(written == kept, "docs/results.sh writes another page");
    // awk uses floating point, and writes some numbers differently.
    let mut rows = 0;
    for line in kept.lines().filter(|line| line.starts_with("| A")) {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let name = cells.next().unwrap();
        let config: Config = name.parse().unwrap();
        let molecules = cells.next().unwrap().replace(',', "");
        if cells.clone().count() > 3 {
            assert_eq!(molecules, config.molecules().to_string(), "{line}");
            rows += 1;
        }
    }
    assert!(rows >= 30, "{rows}");
}

// Random changes to every column of every table. `verify` finds them, or docs/reliability.md names the
// column as one whose changes cannot be found.

const CENSUS_TABLES: &str =
    "Censuses CensusPasses CensusSpectrums CensusGroups CensusMolecules CensusRays
    CensusSlices CensusChecksums";

#[test]
fn every_change_of_a_configuration_is_found() {
    let sandbox = prepared_sandbox("run --config A3_B4\ncensus --config A3_B4 --quiet");
    // Splits the batch into three.
    let cut = "delete from Batches;
        with cuts (below, frontier) as (values (0, 20), (20, 99), (99, 560))
        insert into Batches select 'A3_B4', frontier,
            (select count(*) from Molecules where canonical_number > below and canonical_number <= frontier),
            '2026-01-01T00:00:00Z' from cuts";
    sandbox.change(cut);
    let tables = "Configurations Molecules Spectrums Batches ".to_owned() + CENSUS_TABLES;
    find_changes(&sandbox, &tables);
}

#[test]
fn every_change_of_a_census_alone_is_found() {
    let sandbox = prepared_sandbox("census --config A4_B7 --quiet");
    let cut = "insert into CensusPasses
        select config, frontier / 2, memory, threads, seconds, committed_at from CensusPasses";
    sandbox.change(cut);
    find_changes(&sandbox, CENSUS_TABLES);
}

#[test]
fn deleted_groups_are_missed() {
    let sandbox = prepared_sandbox("census --config A4_B7 --quiet");
    let sound = fs::read(sandbox.db()).unwrap();
    for change in [
        "delete from CensusGroups where rank > 3; delete from CensusMolecules where rank > 3",
        "delete from CensusGroups; delete from CensusMolecules",
        "update CensusGroups set difference = null",
        "delete from CensusRays",
        "delete from CensusChecksums",
        "update CensusPasses set seconds = -1.0",
    ] {
        // Also without the checksum, if another check can find the change.
        for forget in ["", "update CensusChecksums set sha256 = 'none'"] {
            if change == "delete from CensusRays" && !forget.is_empty() {
                continue;
            }
            fs::write(sandbox.db(), &sound).unwrap();
            let batch = format!("{forget}; {change}");
            sandbox.change(&batch);
            let ended = verify(&sandbox, "A4_B7");
            assert_eq!(ended.code, Some(1), "{batch}: {ended:?}");
        }
    }
    fs::write(sandbox.db(), &sound).unwrap();
    sandbox.change("update CensusChecksums set sha256 = 'none'");
    let said = sandbox.says("verify --quiet --config A4_B7");
    assert_has(
        &said,
        "no checksum, because the census was stored before checksums existed",
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_verdict_does_not_depend_on_stdout() {
    let config = "A3_B4";
    let sandbox = explored_sandbox(&[config]);
    let verify = |stdout: Stdio| {
        let mut command = sandbox.command(BLACKBOX);
        command.args(["verify", "--quiet", "--config", config]);
        command.stdout(stdout).status().unwrap().code()
    };
    let codes = || {
        let (_, closed_pipe) = io::pipe().unwrap();
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        [closed_pipe.into(), full.into()].map(verify)
    };
    assert_eq!(codes(), [Some(0), Some(1)]);
    let change = "update Molecules set out_tot_turns = 99 where number = 560";
    sandbox.change(change);
    assert_eq!(codes(), [Some(1); 2]);
}

// `verify --recount`: slices of a census, counted again by the plain rules.

/// A configuration with three slices whose boards are searched quickly.
const SLICED: &str = "A29_B6";

fn with_census() -> Sandbox {
    prepared_sandbox(&format!("census --config {SLICED} --quiet"))
}

fn recount(sandbox: &Sandbox, config: &str, options: &str) -> Ended {
    let line = format!("verify --quiet --config {config} --recount {options}");
    sandbox.run(&words(&line))
}

/// For boxes of all widths, the counts of the census in each slice are those of a search.
#[test]
fn the_census_and_the_search_find_the_same_slices() {
    for text in [
        "A0_B1", "A1_B1", "A2_B2", "A3_B4", "A8_B4", "A16_B4", "A4_B5", "A21_B5", "A3_B6", "A4_B6",
        "A33_B6", "A3_B7", "A3_B8", "A61_B8", "A3_B9", "A2_B10", "A2_B11",
    ] {
        let config: Config = text.parse().unwrap();
        let mut census = Census::new(config);
        let plan = census.plan(Resources {
            memory: 1 << 24,
            threads: 2,
        });
        while !census.is_finished() {
            census.next_pass(&plan, &Observed::default()).unwrap();
        }
        let findings = census.findings();
        let plain = Plain::new(config.atoms(), config.width());
        assert_eq!(findings.slices.len(), plain.slices(), "{text}");
        let counted = plain.recount(0..plain.slices(), &mut |_| true).unwrap();
        for (slice, counted) in findings.slices.iter().zip(&counted.slices) {
            let sizes = counted.sizes.iter().filter(|(size, _)| **size >= 2);
            let expected = sizes.map(|(&size, &counts)| (size, counts));
            let found = slice.sizes.rows();
            let found = found.map(|row| (row.size, [row.orbits, row.spectra]));
            assert!(found.eq(expected), "{text}");
            assert_eq!(slice.checksum, counted.checksum, "{text}");
        }
        let rays = findings.rays.all().map(|(.., extreme)| extreme);
        let rays = rays.map(|extreme| extreme.map(|extreme| i64::from(extreme.value)));
        assert_eq!(counted.rays, rays, "{text}");
        let largest = findings.largest.groups().first().map(|group| group.size);
        let counted = counted.largest.first().map(|(size, _)| *size);
        assert_eq!(counted, largest, "{text}");
    }
}

#[test]
fn slices_are_recounted() {
    let sandbox = with_census();
    for [asked, said] in cases(
        "all => all 3 slices were recounted and are right, so the whole census is right
        3/3 => slice 3 of 3 was recounted and is right
        => , all right: if one were wrong, this sample would show it with a probability of 33 %
        2 => 2 of 3 slices recounted (
        9 => all 3 slices were recounted",
    ) {
        let ended = recount(&sandbox, SLICED, asked);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let mut lines = ended.stdout.lines();
        let line = lines.find(|line| line.contains("  recount  ")).unwrap();
        assert!(line.starts_with("ok") && line.contains(said), "{line}");
    }
    let by_seed = || recount(&sandbox, SLICED, "--seed 7").stdout;
    assert_eq!(by_seed(), by_seed());
    // The share of the census in these slices.
    let said = recount(&sandbox, SLICED, "2 --seed 7").stdout;
    let (_, said) = said.split_once("2 of 3 slices recounted (").unwrap();
    let (slices, share) = said.split_once(") with ").unwrap();
    let slices = slices.replace(" and ", ", ");
    let sql = format!(
        "select format('%.2f', 100.0 * sum(spectra) filter (where slice in ({slices})) / sum(spectra))
           from (select slice, value ->> 2 as spectra from CensusSlices, json_each(sizes))"
    );
    let expected: String = one(&sandbox.sql(), &sql);
    let expected = format!("{expected} % of the ambiguous spectra, all right: ");
    assert!(share.starts_with(&expected), "{share} {expected}");
    let refused = recount(&sandbox, SLICED, "3/1000");
    refused.check_reason(2, "the census of A29_B6 has 3 slices, not 1000");
    assert_eq!(refused.stdout, "", "no row is verified before");
}

/// Changes that keep all sums, without a checksum.
#[test]
fn a_recount_finds_faults_that_keep_all_sums() {
    let sandbox = with_census();
    let common = "select one.value ->> 0
           from CensusSlices as first, json_each(first.sizes) as one,
                CensusSlices as second, json_each(second.sizes) as two
          where first.slice = 1 and second.slice = 2 and one.value ->> 0 = two.value ->> 0
          order by two.value ->> 1 desc limit 1";
    let size = sandbox.number(common);
    let sound = fs::read(sandbox.db()).unwrap();
    let forget = "update CensusChecksums set sha256 = 'none';";
    let moved = format!(
        "update CensusSlices set sizes = (select json_group_array(json(case when value ->> 0 = {size} then
            json_array({size}, (value ->> 1) + :more, (value ->> 2) + 8 * :more) else value end)) from json_each(sizes)) where slice = :slice;"
    );
    let moved = |slice: &str, more: &str| moved.replace(":slice", slice).replace(":more", more);
    let checksum = "update CensusSlices set checksum = '0123456789abcdef' where slice = 2;";
    for (change, said) in [
        (moved("1", "1") + &moved("2", "-1"), "the spectra of"),
        (checksum.to_owned(), "the spectra of slice 2 differ"),
    ] {
        fs::write(sandbox.db(), &sound).unwrap();
        sandbox.change(&format!("{forget}{change}"));
        sandbox.ok(&["verify", "--quiet", "--config", SLICED]);
        let ended = recount(&sandbox, SLICED, "all");
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stdout.contains(said), "{ended:?}");
    }
    // With a change in one slice only, the sum is wrong.
    fs::write(sandbox.db(), &sound).unwrap();
    sandbox.change(&format!("{forget}{}", moved("1", "1")));
    assert_has(&verify(&sandbox, SLICED).stdout, "the slices do not add up");
}

#[test]
fn a_census_without_slices_is_reported() {
    let sandbox = empty_sandbox();
    sandbox.ok(&["run", "--config", "A3_B4", "--quiet"]);
    sandbox.ok(&["census", "--config", "A3_B4", "--quiet"]);
    let older = "delete from CensusSlices; update Censuses set hash_version = 1;
        update CensusChecksums set sha256 = 'none'";
    sandbox.change(older);
    sandbox.ok(&["verify", "--quiet", "--config", "A3_B4"]);
    let ended = recount(&sandbox, "A3_B4", "");
    assert_has(&ended.stdout, "an older version counted it");
    assert_eq!(ended.code, Some(1));
}
