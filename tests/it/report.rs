//! `blackbox report`: compares the groups with the database as texts, and the tables with the queries, and checks
//! that the pages need no other files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use testkit::{csv, one, words};

use crate::common::program::explored_sandbox;

fn read(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let texts = entries.map(|entry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    });
    texts.collect()
}

fn check_page(page: &str) {
    let without = page.replace(r#"<link rel="stylesheet" href="report.css">"#, "");
    for from_elsewhere in words("<script <link src= url( @import https: javascript:") {
        assert!(!without.contains(from_elsewhere), "{from_elsewhere}");
    }
    // Only the namespace of SVG looks like an address.
    let without = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!without.contains("http:"));
    for line in [
        r#"lang="en""#,
        "<title>",
        r#"<link rel="stylesheet" href="report.css">"#,
    ] {
        assert!(page.contains(line), "{line}");
    }
    let count = |tag: &str| page.matches(tag).count();
    for tag in words("svg figure table section li div p details") {
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
    // Every picture has a describing text, or is an example in a sentence.
    let mut pictures = page.split("<svg ").skip(1);
    let texts = ["aria-hidden", "<title>", "aria-label"];
    assert!(pictures.all(|svg| texts.iter().any(|text| svg.contains(text))));
}

#[test]
fn a_report_draws_every_group_of_the_database() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let printed = sandbox.ok(&["report", "--config", "A4_B6"]);
    assert_eq!(printed, "report-A4_B6/index.html\n");
    let files = read(&sandbox.path("report-A4_B6"));
    files
        .values()
        .filter(|text| text.starts_with("<!"))
        .for_each(|page| check_page(page));
    let page = &files["groups-1.html"];
    assert_eq!(page.matches("<article class=\"group\"").count(), 100);
    assert!(!files.contains_key("groups-2.html"));
    // The molecules on the pages are those of one spectrum per class.
    let shown = page.split("<figure id=\"m").skip(1);
    let shown: BTreeSet<&str> = shown.map(|rest| rest.split_once('"').unwrap().0).collect();
    let members = "select number from Molecules join Spectrums using (config, spectrum)
                    where config = 'A4_B6' and Spectrums.transform = 'id'";
    let expected = csv(&sandbox.sql(), members);
    assert_eq!(shown, expected.lines().skip(1).collect());
    for look in ["prefers-color-scheme:dark", "@media print"] {
        assert!(files["report.css"].contains(look), "{look}");
    }
}

#[test]
fn tables_of_a_report_are_the_answers_of_queries() {
    let sandbox = explored_sandbox(&["A4_B5"]);
    sandbox.ok(&["report", "--config", "A4_B5"]);
    let page = &read(&sandbox.path("report-A4_B5"))["index.html"];
    let sections: Vec<&str> = page.split("<section>").skip(1).collect();
    assert_eq!(sections.len(), 9);
    for section in sections {
        // Each table names the command that prints it.
        let (_, command) = section.split_once("<code>blackbox ").unwrap();
        let (command, _) = command.split_once("</code>").unwrap();
        let printed = sandbox.says(command);
        let shown = section.split("<tbody>").nth(1).map_or("", |rest| rest);
        let shown = shown.split("</tbody>").next().unwrap();
        let row = |row: &str| {
            let cells = row
                .split("</td>")
                .filter_map(|cell| cell.rsplit('>').next());
            let cells = cells.filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(",").replace("&amp;", "&")
        };
        let shown: Vec<String> = shown.split("<tr>").skip(1).map(row).collect();
        assert!(!shown.is_empty(), "{command}");
        let expected: Vec<&str> = printed.lines().skip(1).take(100).collect();
        assert_eq!(shown, expected, "{command}");
        assert!(section.contains("<summary>SQL</summary>"));
    }
}

#[test]
fn configurations_without_ambiguity_have_a_report_too() {
    let configs = ["A0_B1", "A1_B1", "A0_B3", "A2_B4", "A9_B3"];
    let sandbox = explored_sandbox(&configs);
    for config in configs {
        let out = format!("out-{config}");
        sandbox.ok(&["report", "--config", config, "--output", &out, "--quiet"]);
        let files = read(&sandbox.path(&out));
        check_page(&files["index.html"]);
        let sql = format!("select count(*) from Spectrums where config = '{config}'");
        let ambiguous: i64 = one(&sandbox.sql(), &sql);
        let said = files["index.html"].contains("No spectrum is ambiguous");
        assert_eq!(said, ambiguous == 0, "{config}");
        assert_eq!(files.contains_key("groups-1.html"), ambiguous > 0);
    }
}

#[test]
fn damaged_groups_are_not_drawn() {
    for change in [
        "update Molecules set spectrum = '@' where number = (select min(number) from Molecules
          where spectrum in (select spectrum from Spectrums where transform = 'id'))",
        "update Spectrums set nb_mol = nb_mol + 1 where transform = 'id'",
        "update Spectrums set spectrum = '<script>' where transform = 'id'",
    ] {
        let sandbox = explored_sandbox(&["A3_B4"]);
        sandbox.change(change);
        sandbox.refuses(&["report", "--config", "A3_B4", "-q"], 1, "damaged");
        assert!(!sandbox.path("report-A3_B4").exists());
    }
}
