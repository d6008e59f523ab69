//! The suite of rays for other programs, `docs/reference/rays.md`: its two examples, and the variants that it distinguishes.

use std::process::Command;

use crate::common::repository::{read, root};

/// A variant of the rules: the changes of `rays.py`, and the first words of its row on the page.
const VARIANTS: [(&[(&str, &str)], &str); 7] = [
    (
        &[(
            HIT,
            "(row_ahead, column_ahead) in atoms and not (length == 0 and (one or other)):",
        )],
        "A ray that enters beside an atom is reflected",
    ),
    (&[(HIT, TURN_FIRST)], "An atom diagonally ahead"),
    (&[LOOK], "A ray that has turned"),
    (
        &[("one and other or (one or other)", "(one or other)")],
        "Two atoms",
    ),
    (
        &[(
            "one and other or (one or other) and length == 0:",
            "one and other:",
        )],
        "A ray that enters beside an atom turns",
    ),
    (
        &[("(row_ahead - right, column_ahead - down) in atoms", "False")],
        "Only one",
    ),
    (
        &[(
            r#"board["rows"], board["columns"], atoms"#,
            r#"board["columns"], board["rows"], atoms"#,
        )],
        "The numbers",
    ),
];

const HIT: &str = "(row_ahead, column_ahead) in atoms:";
const TURN_FIRST: &str = "(row_ahead, column_ahead) in atoms and one == other:";
const LOOK: (&str, &str) = (
    "continue",
    "row_ahead, column_ahead = row + down, column + right",
);

/// The last line that a program prints about the suite.
fn verdict(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    let suite = "data/reference/rays.jsonl";
    let output = command
        .args(arguments)
        .arg(suite)
        .current_dir(root())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text
        .lines()
        .last()
        .unwrap_or_else(|| panic!("{output:?}"))
        .to_owned();
    assert_eq!(output.status.success(), last.starts_with("0 "), "{last}");
    last
}

#[test]
fn the_examples_agree_with_the_suite_of_rays() {
    let page = read("docs/reference/rays.md");
    for (program, script) in [("python3", "rays.py"), ("node", "rays.mjs")] {
        let script = format!("data/reference/{script}");
        let shown = format!(
            "$ {program} {script} data/reference/rays.jsonl\n{}\n",
            verdict(program, &[&script])
        );
        assert!(page.contains(&shown), "{shown}");
    }
}

#[test]
fn the_suite_of_rays_distinguishes_variants() {
    let page = read("docs/reference/rays.md").replace(',', "");
    let rule = read("data/reference/rays.py");
    for (changes, name) in VARIANTS {
        // In a variant, rays may never end.
        let unending = [
            ("while True:", "for _ in range(999):"),
            ("length += 1\n", "length += 1\n    return {}\n"),
        ];
        let variant = unending
            .iter()
            .chain(changes)
            .fold(rule.clone(), |text, &(old, new)| {
                assert_eq!(text.matches(old).count(), 1, "{old}");
                text.replace(old, new)
            });
        let verdict = verdict("python3", &["-c", &variant]);
        let words: Vec<&str> = verdict.split(' ').collect();
        let row = format!("| {} | {} |", words[0], words[6]);
        assert!(
            page.lines()
                .any(|line| line.starts_with(&format!("| {name}")) && line.ends_with(&row)),
            "{name}: {row}"
        );
    }
}
