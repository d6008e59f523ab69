//! `law`: finds what is true for boxes of every width, and checks a law that is written down.

use std::path::Path;

use kit::input::text;
use watch::{Halt, Watcher, perhaps_long};

use crate::census::Resources;
use crate::error::{Error, Result};
use crate::laws::{
    self, Certificate, CertificateError, Checked, CheckedLines, Counted, Law, Leading, MOST_ATOMS,
    MOST_LINES, WideCensus,
};

/// The boxes up to this number of molecules are counted one by one, and compared with the law.
const COUNTED: u64 = 1 << 20;

/// The largest file that can be a law.
const MOST_BYTES: u64 = 1 << 30;

/// A law, and how it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The law.
    pub law: Law,
    /// The molecules whose occupied lines were checked. The law is proved if there are no exceptions.
    pub lines: CheckedLines,
    /// The number of molecules that were traced to find pairs.
    pub traced: u64,
    /// The number of pairs.
    pub pairs: usize,
    /// The boxes that were counted without the law. It agrees with them.
    pub counted: Vec<Counted>,
}

/// Finds the law for a number of atoms, with a proof and counted boxes.
///
/// # Errors
///
/// If the watcher wants to stop, the system does not give the threads, or the law differs from a box.
pub fn law(atoms: usize, watcher: &dyn Watcher) -> Result<Found> {
    if atoms == MOST_ATOMS {
        watcher.say("this takes about 15 minutes of processor time, and 1 GB of memory");
    }
    let lines = perhaps_long(
        watcher,
        "checking lines",
        laws::molecules_of_lines(atoms),
        |observed| laws::check_lines(atoms, observed),
    )
    .map_err(ended)?;
    let pairs = perhaps_long(
        watcher,
        "looking for pairs",
        laws::molecules_of_pairs(atoms),
        |observed| laws::pairs(atoms, observed),
    )
    .map_err(ended)?;
    let families = perhaps_long(
        watcher,
        "stretching pairs",
        laws::MOST_HEIGHT.into(),
        |observed| laws::families(&pairs.pairs, observed),
    )
    .map_err(ended)?;
    let law = Law::new(atoms, families);
    let mut counted = Vec::new();
    for width in 1..=MOST_LINES {
        if usize::from(width).pow(2) < atoms {
            continue;
        }
        let census = WideCensus::new(atoms, width);
        if census.walked() > COUNTED {
            break;
        }
        let means = Resources {
            memory: u64::MAX,
            threads: 1,
        };
        let task = format!("counting A{atoms}_B{width}");
        let tally = perhaps_long(watcher, &task, census.walked(), |observed| {
            census.count(means, observed)
        })
        .map_err(ended)?;
        if tally.ambiguous != law.counts(width) {
            let what = format!("the law is wrong: it differs from A{atoms}_B{width}");
            return Err(kit::Error::Other { what, hint: None }.into());
        }
        counted.push(Counted::new(width, &tally.ambiguous));
    }
    Ok(Found {
        law,
        lines,
        traced: pairs.molecules,
        pairs: pairs.pairs.len(),
        counted,
    })
}

/// Finds the leading term of the laws of any number of atoms.
///
/// # Errors
///
/// If the watcher wants to stop, or the system does not give the threads.
pub fn leading(watcher: &dyn Watcher) -> Result<Leading> {
    watcher.say("this takes about 3 minutes of processor time, and 0.4 GB of memory");
    let (task, most) = ("going through clusters", Leading::MOST_ATOMS);
    perhaps_long(watcher, task, Leading::work(most), |observed| {
        Leading::search(most, observed)
    })
    .map_err(ended)
}

/// Reads a law and checks it by the plain rules. If there is a table of censuses, it compares that, too.
///
/// # Errors
///
/// If a file cannot be read, or is not a right law or table.
pub fn check_file(
    path: &Path,
    table: Option<&Path>,
    watcher: &dyn Watcher,
) -> Result<(Certificate, Checked)> {
    let wrong = |path: &Path| {
        let name = path.display().to_string();
        move |error: CertificateError| Error::Wrong {
            name,
            what: error.to_string(),
            command: "law",
        }
    };
    let certificate = Certificate::parse(&text(path, MOST_BYTES)?).map_err(wrong(path))?;
    let families = certificate.law.families.len() as u64;
    let checked = perhaps_long(watcher, "checking the law", families, |observed| {
        certificate.check(observed)
    });
    let mut checked = checked.map_err(ended)?.map_err(wrong(path))?;
    if let Some(table) = table {
        let boxes = certificate
            .check_table(&text(table, MOST_BYTES)?)
            .map_err(wrong(table))?;
        checked.compared = boxes.len();
    }
    Ok((certificate, checked))
}

fn ended(halt: Halt) -> Error {
    super::ended(
        halt,
        "stopped; nothing is kept of a law that is not complete",
    )
}
