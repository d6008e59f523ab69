//! The groups of other configurations come from a database.

use std::process::Command;

use blackbox::store::Store;
use kit::database::Access;
use serde_json::json;
use watch::Stop;

use crate::browser::Browser;
use crate::parity::Nobody;

#[test]
fn explored_configurations_can_be_browsed() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("boards.db");
    let watcher = Nobody(Stop::default());
    let mut store = Store::open(&database, Access::Create, &watcher.0).unwrap();
    for config in ["A4_B5", "A3_B8", "A2_B4"] {
        blackbox::stages::run::run(&mut store, config.parse().unwrap(), &|_| Ok(()), &watcher)
            .unwrap();
    }
    // A configuration that was begun but not explored.
    blackbox::stages::init::init(&mut store, "A4_B6".parse().unwrap(), false, &watcher).unwrap();
    drop(store);
    let out = folder.path().join("site");
    let output = Command::new(env!("CARGO_BIN_EXE_web"))
        .arg("--db")
        .arg(&database)
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");

    let Some(page) = Browser::open() else { return };
    let address =
        |fragment: &str| format!("file://{}#{fragment}", out.join("blackbox.html").display());
    page.go(&address("groups/A4_B5"));
    let configs = page.script("return [...document.getElementById('groups-config').options].map((option) => option.value)");
    assert_eq!(configs, json!(["A4_B8", "A4_B5", "A3_B8"]));
    assert!(
        page.text("#groups-count")
            .starts_with("43 of 43 groups of A4_B5")
    );
    assert!(
        page.text("#groups-source")
            .contains("read from its database")
    );
    page.script("document.querySelector('#groups-list a').click()");
    page.wait("return document.querySelectorAll('#view-group .twin').length === 29");
    page.go(&address("groups/A3_B8"));
    assert!(
        page.text("#groups-count")
            .starts_with("3 of 3 groups of A3_B8")
    );
}

#[test]
fn a_database_that_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_web"))
        .args(["--db", "missing.db"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("error: ") && said.contains("missing.db") && said.contains("\nhint: "),
        "{said}"
    );
    assert!(!folder.path().join("site").exists());
}
