//! Links to the site of `apps/web`. The state of a page is the part after `#`.

use std::path::Path;
use std::str::FromStr;

use itertools::Itertools;

use crate::board::{Board, Config, Size};
use crate::puzzle::Puzzle;
use crate::puzzle::evidence::{Evidence, Marks};
use crate::ray::Outcome;

/// The name of Black Box's page.
const PAGE: &str = "blackbox.html";

/// The validated address of the page.
#[derive(Clone, Debug)]
pub(crate) struct PlayPage(String);

impl FromStr for PlayPage {
    type Err = &'static str;

    /// Parses an address or a folder. Other schemes are rejected, because such a link could run a script.
    fn from_str(page: &str) -> Result<PlayPage, &'static str> {
        let known = ["https", "http", "file"];
        let address = match (Path::new(page).canonicalize(), page.split_once(':')) {
            (Ok(folder), _) if folder.is_dir() => format!("file://{}/{PAGE}", folder.display()),
            (_, Some((scheme, _))) if !known.contains(&&scheme.to_ascii_lowercase()[..]) => {
                return Err("expected an address with https, http or file, or a folder");
            }
            _ if page.ends_with('/') => format!("{page}{PAGE}"),
            _ => page.to_owned(),
        };
        Ok(PlayPage(address.replace(' ', "%20")))
    }
}

impl PlayPage {
    /// A link to the ambiguous boards of a configuration.
    pub(crate) fn groups(&self, config: Config) -> String {
        self.link(&format!("groups/{config}"))
    }

    /// A link to a molecule.
    pub(crate) fn molecule(&self, number: u64, config: Config) -> String {
        self.link(&format!("molecule/{config}/{number}"))
    }

    /// A link that decodes a board on which all rays have been fired.
    pub(crate) fn all_shot(&self, board: Board) -> String {
        let (sides, atoms) = (sides(board.size()), board.config().atoms());
        let shots = shots(&Evidence::of_all_rays(board));
        self.link(&format!("own/{sides}/{atoms}/{shots}/"))
    }

    /// A link that decodes a board as `decode` does.
    pub(crate) fn board(&self, puzzle: &Puzzle) -> String {
        let evidence = puzzle.evidence();
        let atoms: Vec<usize> = puzzle.configs().iter().map(|one| one.atoms()).collect();
        let atoms = match (puzzle.supposed(), &atoms[..]) {
            // The page supposes the same numbers.
            (Some(_), _) | (None, []) => String::new(),
            (None, [one]) => one.to_string(),
            (None, [first, .., last]) => format!("{first}-{last}"),
        };
        let known = Marks::of(evidence);
        let marks = puzzle.annotations.marks.unwrap_or(known);
        let balls = (marks.atoms.atoms()).map(|cell| format!("b{}", cell.index()));
        let empty = marks.empty().map(|cell| format!("e{}", cell.index()));
        self.link(&format!(
            "own/{}/{atoms}/{}/{}{}",
            sides(evidence.size()),
            shots(evidence),
            balls.chain(empty).join("."),
            if known.is_empty() { "" } else { "/known" }
        ))
    }

    fn link(&self, fragment: &str) -> String {
        format!("{}#{fragment}", self.0)
    }
}

/// The size of a box in a link: `8`, or `10x14` for 10 rows and 14 columns.
fn sides(size: Size) -> String {
    match size.is_square() {
        true => size.columns().to_string(),
        false => format!("{}x{}", size.rows(), size.columns()),
    }
}

fn shots(evidence: &Evidence) -> String {
    let mut shots = evidence.shots().map(|(position, outcome)| match outcome {
        Outcome::Absorbed => format!("{}H", position.index()),
        Outcome::Reflected => format!("{}R", position.index()),
        Outcome::Out(exit) => format!("{}-{}", position.index(), exit.index()),
    });
    shots.join(".")
}
