//! Links into the page that `apps/web` builds. The state of the page comes after the
//! `#`.

use std::path::Path;

use crate::game::{Config, Molecule, Outcome};
use crate::play::decode::Question;
use crate::play::marks::Marks;

/// The page of Black Box in its folder.
const PAGE: &str = "blackbox.html";

/// The page with a board, which it decodes as we do. `page` is its address, or its
/// folder.
pub(crate) fn board(page: &str, question: &Question) -> String {
    link(page, &fragment(question))
}

/// The page with the ambiguous boards of a configuration; `page` as in [`board`].
pub(crate) fn groups(page: &str, config: Config) -> String {
    link(page, &format!("groups/{config}"))
}

fn link(page: &str, fragment: &str) -> String {
    let folder = match Path::new(page).canonicalize() {
        Ok(folder) if folder.is_dir() => format!("file://{}/{PAGE}", folder.display()),
        _ if page.ends_with('/') => format!("{page}{PAGE}"),
        _ => page.to_owned(),
    };
    format!("{}#{fragment}", folder.replace(' ', "%20"))
}

fn fragment(question: &Question) -> String {
    let board = question.board();
    let atoms: Vec<usize> = (question.configs().iter())
        .map(|config| config.atoms())
        .collect();
    let atoms = match (question.supposed(), &atoms[..]) {
        // The page supposes, too.
        (Some(_), _) | (None, []) => String::new(),
        (None, [one]) => one.to_string(),
        (None, [first, .., last]) => format!("{first}-{last}"),
    };
    let shots = board.shots().map(|(position, outcome)| match outcome {
        Outcome::Absorbed => format!("{position}H"),
        Outcome::Reflected => format!("{position}R"),
        Outcome::Out(exit) => format!("{position}-{exit}"),
    });
    let shots: Vec<String> = shots.collect();
    let known = Marks::of(board);
    let marks = question.told().marks.unwrap_or(known);
    let cells = |kind: &'static str, cells: Molecule| {
        let cells: Vec<usize> = cells.atoms().collect();
        cells.into_iter().map(move |cell| format!("{kind}{cell}"))
    };
    let marks: Vec<String> = cells("b", marks.atoms)
        .chain(cells("e", marks.empty))
        .collect();
    format!(
        "own/{}/{atoms}/{}/{}{}",
        board.width(),
        shots.join("."),
        marks.join("."),
        if known.is_empty() { "" } else { "/known" }
    )
}
