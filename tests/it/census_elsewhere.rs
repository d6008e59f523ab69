//! A census on several machines: its parts, which know nothing of each other, and their import.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use testkit::{Sandbox, csv, ended, words};

use crate::common::program::{
    BLACKBOX, assert_has, empty_sandbox, output, python_with, refuses_each, sha256, with,
};
use crate::common::repository::root;

fn export(sandbox: &Sandbox, config: &str, parts: u64, folder: &str) -> Vec<PathBuf> {
    let paths = (1..=parts).map(|part| {
        let part = format!("--part {part}/{parts} --block 1000");
        let printed = sandbox.says(&format!("census {config} --out {folder} {part}"));
        sandbox.path(printed.trim_end())
    });
    paths.collect()
}

/// The answer of an engine, in `table.csv` and `largest.csv`; here a map in memory.
fn answer(sandbox: &Sandbox, shards: &[PathBuf]) {
    let mut groups: BTreeMap<(i64, i64), (i32, i32, i64)> = BTreeMap::new();
    for shard in shards {
        let reader = SerializedFileReader::new(File::open(shard).unwrap()).unwrap();
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let key = (row.get_long(0).unwrap(), row.get_long(1).unwrap());
            let (slice, spectra) = (row.get_int(2).unwrap(), row.get_int(3).unwrap());
            let group = groups.entry(key).or_insert((slice, spectra, 0));
            assert_eq!((group.0, group.1), (slice, spectra));
            group.2 += row.get_long(4).unwrap();
        }
    }
    let mut sizes: BTreeMap<(i32, i64), (i64, i64)> = BTreeMap::new();
    let mut ranked = Vec::new();
    for ((hi, lo), (slice, spectra, molecules)) in groups {
        let size = sizes.entry((slice, molecules / i64::from(spectra)));
        let size = size.or_default();
        size.0 += 1;
        size.1 += i64::from(spectra);
        ranked.push((-molecules / i64::from(spectra), hi, lo));
    }
    ranked.sort_unstable();
    let mut text = "slice,nb_mol,orbits,spectrums\n".to_owned();
    for ((slice, size), (orbits, spectra)) in sizes {
        text += &format!("{slice},{size},{orbits},{spectra}\n");
    }
    fs::write(sandbox.path("table.csv"), text).unwrap();
    let mut text = "hi,lo,nb_mol\n".to_owned();
    for (size, hi, lo) in ranked.into_iter().take(100) {
        text += &format!("{hi},{lo},{}\n", -size);
    }
    fs::write(sandbox.path("largest.csv"), text).unwrap();
}

/// The stored rows of a census: `all` of them, or those that an engine can give.
fn stored(sandbox: &Sandbox, config: &str, all: bool) -> String {
    let connection = sandbox.sql();
    let (merit, checksum) = match all {
        true => ("true", "checksum"),
        false => ("merit = 'size'", "null"),
    };
    let facts = "nb_mol, nb_canonical, canonical_found, finished_at is not null";
    let slices = format!("slice, sizes, {checksum}");
    let queries = [
        (facts, "Censuses", "true", "1"),
        ("*", "CensusSpectrums", "true", "nb_mol"),
        ("*", "CensusGroups", merit, "merit, rank"),
        ("*", "CensusMolecules", merit, "merit, rank, number"),
        ("*", "CensusRays", "true", "outcome, measure"),
        (&slices, "CensusSlices", "true", "slice"),
    ];
    let tables = queries.map(|(columns, table, some, order)| {
        let rows = format!("{table} where config = '{config}' and {some} order by {order}");
        let sql = format!("select {columns} from {rows}");
        csv(&connection, &sql)
    });
    tables.join("\n")
}

/// It must be what this program's own census finds.
#[track_caller]
fn check_stored(found: &Sandbox, config: &str, all: bool) {
    let sandbox = empty_sandbox();
    sandbox.ok(&["census", "--config", config]);
    assert_eq!(
        stored(found, config, all),
        stored(&sandbox, config, all),
        "{config}"
    );
}

#[test]
fn shards_and_an_answer_make_the_census_of_one_machine() {
    for (config, parts) in [("A0_B4", 2), ("A3_B4", 3), ("A4_B6", 5), ("A3_B9", 2)] {
        let sandbox = empty_sandbox();
        let shards = export(&sandbox, config, parts, "shards");
        answer(&sandbox, &shards);
        let import = format!("census {config} --import");
        sandbox.says(&format!("{import} table.csv largest.csv shards"));
        check_stored(&sandbox, config, false);
        let said = sandbox.ok(&["verify", "--config", config]);
        assert_has(&said, "checksum right");
        // It is a census like any other.
        sandbox.ok(&["census", "--config", config]);
        let already = format!("there is a census of {config} already");
        sandbox.refuses(&words(&format!("{import} table.csv shards")), 1, &already);
        // Without the largest groups, which are optional.
        sandbox.says(&format!("{import} table.csv shards --force"));
        sandbox.ok(&["verify", "--config", config]);
    }
}

#[test]
fn a_shard_is_made_once_and_whole() {
    let sandbox = empty_sandbox();
    let args = words("census A3_B5 --out shards --part 1/2");
    let printed = sandbox.ok(&args);
    let path = sandbox.path(printed.trim_end());
    let made = fs::metadata(&path).unwrap().modified().unwrap();
    let again = sandbox.run(&args);
    assert_eq!((again.code, &again.stdout), (Some(0), &printed));
    assert!(again.stderr.contains("is there already"), "{again:?}");
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), made);

    // The same to stdout.
    let streamed = words("census A3_B5 --out - --part 1/2");
    let mut command = sandbox.command(BLACKBOX);
    let streamed = command.args(streamed).output().unwrap();
    assert_eq!(streamed.stdout, fs::read(&path).unwrap());
    assert!(!sandbox.path("-").exists());

    // A file that was cut off, one of another part and a foreign one stay as they are.
    let bytes = fs::read(&path).unwrap();
    let second = sandbox.says("census A3_B5 --out shards --part 2/2");
    let second = sandbox.path(second.trim_end());
    for (written, message) in [
        (&bytes[..bytes.len() - 100], "not complete"),
        (&bytes[..0], "not complete"),
        (b"something else".as_slice(), "not a Parquet file"),
        (&fs::read(second).unwrap(), "another part"),
    ] {
        fs::write(&path, written).unwrap();
        sandbox.refuses(&args, 1, message);
    }
    for wrong in ["0/3", "4/3", "1", "1/0", "x/y", "1/100001"] {
        let args = ["census", "--out", "shards", "--part", wrong];
        sandbox.refuses(&args, 2, "one of up to");
    }
    fs::write(sandbox.path("file"), "x").unwrap();
    refuses_each(
        &sandbox,
        "2 => census --out - --buckets 1/2 => needs a folder
        2 => census --out file --part 1/2 => file is not a folder
        1 => census A12_B11 --out shards --part 1/2 => too many for a census
        1 => census A30_B8 --out shards --part 1/2 => too many for a census",
    );
    let folder = fs::read_dir(sandbox.path("shards")).unwrap();
    assert_eq!(folder.count(), 2);
}

#[test]
fn the_parts_that_are_still_to_be_made_are_told() {
    let sandbox = empty_sandbox();
    let config = "A4_B5";
    let status = ["census", "--config", config, "--parts-status", "parts"];
    sandbox.refuses(&status, 1, "cannot read");
    let status = |more: &[&str]| sandbox.run(&with(&status, more));
    let make = |kind: &str, part: &str| {
        let args = ["census", "--config", config, "--out", "parts", kind, part];
        sandbox.path(sandbox.ok(&args).trim_end())
    };
    for kind in ["--part", "--buckets"] {
        let first = make(kind, "1/4");
        let third = make(kind, "3/4");
        // A file that was cut off is wrong, and so is one under another part's name.
        let half = fs::read(&third).unwrap();
        fs::write(&third, &half[..half.len() / 2]).unwrap();
        let fourth = first.to_str().unwrap().replace("1-of", "4-of");
        fs::copy(&first, fourth).unwrap();
        let ended = status(&["--format", "csv"]);
        let states = ended.stdout.lines().map(|line| line.split(',').nth(1));
        let expected = ["state", "done", "missing", "wrong", "wrong"];
        assert!(states.eq(expected.map(Some)), "{ended:?}");
        assert_has(&ended.stderr, "1 of 4 parts are done; to make: 2,3,4");
        for file in fs::read_dir(sandbox.path("parts")).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
    assert!(status(&[]).stderr.contains("parts has none"));
    make("--part", "1/2");
    make("--part", "1/3");
    assert!(status(&[]).stderr.contains("2 ways to cut"));
}

/// What a part costs is said before, within a factor of two.
#[test]
fn the_cost_of_a_part_is_said() {
    let sandbox = empty_sandbox();
    for config in ["A4_B8", "A3_B9", "A5_B6"] {
        let part = ["census", "--config", config, "--part", "1/1"];
        let said = sandbox.run(&with(&part, &["--dry-run"])).stderr;
        let (_, said) = said.rsplit_once("about ").unwrap();
        let said = view::words::parse_bytes(&said.trim().replace(' ', "")).unwrap() as f64;
        let path = sandbox.ok(&with(&part, &["--out", "shards", "--quiet"]));
        let bytes = fs::metadata(sandbox.path(path.trim_end())).unwrap().len() as f64;
        let ratio = bytes / said;
        assert!((0.5..2.0).contains(&ratio), "{config}: {bytes} {said}");
        sandbox.refuses(&part, 2, "--out names a folder");
    }
}

#[test]
fn what_is_not_the_whole_census_is_refused() {
    let sandbox = empty_sandbox();
    let config = "A4_B5";
    let shards = export(&sandbox, config, 3, "shards");
    let of_another = export(&sandbox, "A3_B5", 1, "others");
    let table = sandbox.path("table.csv");
    answer(&sandbox, &shards);
    let import = format!("census {config} --import");
    let refuses = |parts: &str, message: &str| {
        sandbox.refuses(&words(&format!("{import} {parts}")), 1, message);
    };
    fs::create_dir(sandbox.path("empty")).unwrap();
    // The parts: none, too few, one twice, one of another configuration, half of one.
    refuses("empty", "there are none");
    refuses("nothing.csv shards", "cannot read");
    refuses("table.csv", "molecules from 1 to 12650 are missing");
    refuses("shards", "the answer to census.sql is missing");
    let copy = shards[1].with_file_name("copy.parquet");
    fs::copy(&shards[1], &copy).unwrap();
    refuses("table.csv shards", "are there twice");
    fs::copy(&of_another[0], &copy).unwrap();
    refuses("table.csv shards", "it is of A3_B5");
    let bytes = fs::read(&shards[0]).unwrap();
    fs::write(&copy, &bytes[..bytes.len() / 2]).unwrap();
    refuses("table.csv shards", "not complete");
    fs::remove_file(&copy).unwrap();
    // The answer: a shard counted twice, too few shards, something else.
    let twice = [&shards[..], &shards[..1]].concat();
    for wrong in [&twice[..], &shards[1..]] {
        answer(&sandbox, wrong);
        refuses("table.csv shards", "the census of A4_B5 is wrong");
    }
    let impossible = "a row is impossible";
    for (text, message) in [
        ("", "not the answer to a query"),
        ("nb_mol,orbits,spectrums 1,1,8", "not the answer to a query"),
        ("HEADER 1,1,x,8", "line 2"),
        ("HEADER 1,1,1,9", impossible),
        ("HEADER 1,0,1,8", impossible),
        ("HEADER 0,1,1,8", impossible),
        ("HEADER 2,1,1,8", impossible),
        ("HEADER 1,1,1,8 1,1,1,8", impossible),
        ("HEADER 1,MOST,MOST,MOST", impossible),
    ] {
        let text = text.replace("HEADER", "slice,nb_mol,orbits,spectrums");
        let text = text.replace("MOST", "18446744073709551615");
        fs::write(&table, text.replace(' ', "\n") + "\n").unwrap();
        refuses("table.csv shards", message);
    }
    answer(&sandbox, &shards);
    // The largest groups: too few, with another key, with other sizes.
    let largest = fs::read_to_string(sandbox.path("largest.csv")).unwrap();
    let first = largest.lines().nth(1).unwrap();
    for (from, to, message) in [
        (&*largest, "hi,lo,nb_mol", "too few groups"),
        (first, "0,0,9", "is not the spectrum of 9 molecules"),
        (first, "9223372036854775807,0,9", "a key that no spectrum"),
        (&format!("{first}\n"), "", "not those of the table"),
    ] {
        fs::write(sandbox.path("wrong.csv"), largest.replace(from, to)).unwrap();
        refuses("table.csv wrong.csv shards", message);
    }
    // Nothing of this was stored.
    sandbox.says(&format!("{import} table.csv largest.csv shards"));
    check_stored(&sandbox, config, false);
}

#[test]
fn three_processes_share_the_buckets() {
    for config in ["A4_B8", "A4_B6", "A0_B3"] {
        let sandbox = empty_sandbox();
        let parts = [("1/3", "1GiB"), ("2/3", "1MB"), ("3/3", "300kB")];
        let processes = parts.map(|(part, memory)| {
            let line = format!("census {config} --out parts --buckets {part} --threads 1");
            sandbox.start(&words(&format!("{line} --memory {memory}")))
        });
        for process in processes {
            let ended = ended(process);
            assert_eq!(ended.code, Some(0), "{ended:?}");
        }
        let import = format!("census {config} --import parts");
        let refuses = |message| sandbox.refuses(&words(&import), 1, message);
        let path = |part: u64| sandbox.path(&format!("parts/{config}-buckets-{part}-of-3.json"));
        // Each must be there once, and whole.
        let whole = fs::read(path(2)).unwrap();
        fs::write(path(2), &whole[..whole.len() / 2]).unwrap();
        refuses("or it is not complete");
        fs::remove_file(path(2)).unwrap();
        refuses("are missing");
        fs::write(path(2), &whole).unwrap();
        fs::write(path(4), &whole).unwrap();
        refuses("are there twice");
        fs::remove_file(path(4)).unwrap();
        let message = format!("it is of {config}");
        sandbox.refuses(&words("census A3_B6 --import parts"), 1, &message);
        sandbox.says(&import);
        check_stored(&sandbox, config, true);
        let said = sandbox.ok(&["verify", "--config", config]);
        assert_has(&said, "checksum right");
    }
    let line = "census A2_B4 --out parts --buckets 1/65";
    empty_sandbox().refuses(&words(line), 2, "cannot be cut into 65 parts");
}

/// A document with other content and a checksum that matches it.
fn forged(document: &str, changes: &[(String, String)]) -> String {
    // In one line, as the checksum takes it.
    const SUM: &str = "\"sha256\":\"";
    let lines = document.lines().map(str::trim_start);
    let mut text = lines.collect::<String>().replace("\": ", "\":");
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

/// A table whose sums are right may still be wrong.
#[test]
fn triples_made_of_pairs_do_not_get_in() {
    let sandbox = empty_sandbox();
    let shards = export(&sandbox, "A4_B6", 2, "shards");
    answer(&sandbox, &shards);
    let table = sandbox.path("table.csv");
    let right = fs::read_to_string(&table).unwrap();
    assert!(right.contains("\n1,2,89,696\n1,3,6,36\n"), "{right}");
    // As many molecules as before, in groups of three.
    let forged = right.replace("\n1,2,89,696\n1,3,6,36\n", "\n1,3,64,500\n");
    fs::write(&table, forged).unwrap();
    let import = words("census A4_B6 --import table.csv largest.csv shards");
    sandbox.refuses(&import, 1, "slice 1: the spectra of 2 molecules");
    fs::write(&table, right).unwrap();
    let imported = sandbox.run(&import);
    assert_has(&imported.stderr, "its only slice recounted, right");
}

#[test]
fn a_forged_portion_does_not_get_in() {
    let sandbox = empty_sandbox();
    let config = "A4_B6";
    for part in ["1/2", "2/2"] {
        sandbox.says(&format!("census {config} --out parts --buckets {part}"));
    }
    let import = words("census A4_B6 --import parts");
    let path = sandbox.path(&format!("parts/{config}-buckets-1-of-2.json"));
    let whole = fs::read_to_string(&path).unwrap();
    // Two pairs become one molecule that is told from all others, and three that are not.
    let mut changes = Vec::new();
    for (size, more) in [(1, 1), (2, -2), (3, 1)] {
        let row = format!("\"size\": {size},\n      \"orbits\"");
        let row = &whole[whole.find(&row).unwrap()..];
        let [orbits, spectra] = ["orbits", "spectra"].map(|key| -> i64 {
            let (_, text) = row.split_once(&format!("\"{key}\": ")).unwrap();
            let end = text.find(|letter: char| !letter.is_ascii_digit());
            text[..end.unwrap()].parse().unwrap()
        });
        let forms = |orbits: i64, spectra: i64| {
            let row = format!("{{\"size\":{size},\"orbits\":{orbits},\"spectra\":{spectra}}}");
            [row, format!("[{size},{orbits},{spectra}]")]
        };
        let changed = forms(orbits + more, spectra + 8 * more);
        let changed = forms(orbits, spectra).into_iter().zip(changed);
        // The slices have only what is ambiguous.
        changes.extend(changed.take(if size == 1 { 1 } else { 2 }));
    }
    fs::write(&path, forged(&whole, &changes)).unwrap();
    sandbox.refuses(&import, 1, "slice 1: the spectra of 2 molecules");
    // A ray of 60,000 cells.
    let length = "\"measure\": \"length\",\n      \"value\": ";
    let (_, value) = whole.split_once(length).unwrap();
    let (value, _) = value.split_once(',').unwrap();
    let ray = |value: &str| format!("\"measure\":\"length\",\"value\":{value},");
    fs::write(&path, forged(&whole, &[(ray(value), ray("60000"))])).unwrap();
    sandbox.refuses(&import, 1, "ray of length 60000");
    // Without a new checksum.
    fs::write(&path, whole.replacen("\"value\": ", "\"value\": 1", 1)).unwrap();
    sandbox.refuses(&import, 1, "it does not match its checksum");
    fs::write(&path, &whole).unwrap();
    sandbox.ok(&import);
}

#[test]
fn a_ray_that_no_molecule_has_does_not_get_in_with_the_facts_of_a_shard() {
    let sandbox = empty_sandbox();
    let shards = export(&sandbox, "A4_B6", 1, "shards");
    answer(&sandbox, &shards);
    let reader = SerializedFileReader::new(File::open(&shards[0]).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let mut entries = metadata.unwrap().iter();
    let facts = entries.find(|entry| entry.key == "blackbox.shard");
    let facts = facts.unwrap().value.clone().unwrap();
    let ray = "\"measure\":\"length\",\"value\":16,";
    let changed = ray.replace("16", "60000");
    let import = words("census A4_B6 --import table.csv facts.jsonl");
    let write = |text: &str| fs::write(sandbox.path("facts.jsonl"), text).unwrap();
    write(&facts.replace(ray, &changed));
    sandbox.refuses(&import, 1, "a line is not the facts of a shard");
    write(&forged(&facts, &[(ray.to_owned(), changed)]));
    sandbox.refuses(&import, 1, "ray of length 60000");
    write(&facts);
    sandbox.ok(&import);
}

#[test]
fn duckdb_groups_shards_by_the_sql_that_is_there_for_all_engines() {
    let Some(python) = python_with("duckdb") else {
        return;
    };
    let sandbox = empty_sandbox();
    let config = "A4_B8";
    export(&sandbox, config, 3, "shards");
    let script = "import duckdb, sys\n\
        session = duckdb.connect()\n\
        session.sql(\"create view shards as from 'shards/*.parquet'\")\n\
        for name in ['census', 'largest']:\n    \
            session.sql(open(f'{sys.argv[1]}/{name}.sql').read()).write_csv(f'{name}.csv')\n";
    let mut command = sandbox.command(&python);
    command.args(["-c", script]);
    command.arg(root().join("apps/cluster"));
    output(&mut command);
    let import = format!("census {config} --import census.csv largest.csv shards");
    sandbox.says(&import);
    check_stored(&sandbox, config, false);
}
