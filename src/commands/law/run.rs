//! `law`: derives the law of a number of atoms, and checks a law in a file.

use std::path::Path;

use app::input::text;
use watch::Watcher;

use crate::census::Resources;
use crate::error::{Error, Result};
use crate::laws::{
    self, Certificate, CertificateError, Checked, CheckedLines, Law, MOST_ATOMS, SparseCensus,
    counted_widths,
};
use crate::memory::granted;
use crate::work::stoppable;

/// The greatest number of atoms whose law is derived in seconds.
const FOUND_IN_SECONDS: usize = 4;

/// The size limit of a file with a law.
const MOST_BYTES: u64 = 1 << 30;

/// The memory for the law of five atoms.
const MOST_MEMORY: u64 = 1 << 30;

/// The message of an interruption.
const STOPPED: &str = "stopped; an incomplete law is not kept";

/// A law, and how it was found.
#[derive(Clone, Debug)]
pub(crate) struct FoundLaw {
    pub law: Law,
    /// The molecules whose occupied lines were checked. The law is proved if there are no exceptions.
    pub lines: CheckedLines,
    /// The number of molecules that were traced to find pairs.
    pub traced: u64,
    pub pairs: usize,
}

/// Derives the law for a number of atoms, with a proof and counted boxes. Fails if the law disagrees with one of
/// them.
pub(crate) fn law(atoms: usize, watcher: &dyn Watcher) -> Result<FoundLaw> {
    if atoms == MOST_ATOMS {
        watcher.say("this takes about 15 minutes of processor time, and 1 GB of memory");
        granted(MOST_MEMORY)?;
    }
    let work = laws::molecules_of_lines(atoms);
    let lines = stoppable(watcher, ("checking molecules", work), STOPPED, |observed| {
        laws::check_lines(atoms, observed)
    })?;
    let work = laws::molecules_of_pairs(atoms);
    let task = ("comparing molecules", work);
    let pairs = stoppable(watcher, task, STOPPED, |observed| {
        laws::pairs(atoms, observed)
    })?;
    let work = laws::MOST_HEIGHT.into();
    let families = stoppable(watcher, ("stretching pairs", work), STOPPED, |observed| {
        laws::families(&pairs.pairs, observed)
    })?;
    let law = Law::new(atoms, families);
    let resources = Resources {
        memory: u64::MAX,
        threads: 1,
    };
    for width in counted_widths(atoms) {
        let census = SparseCensus::new(atoms, width);
        let task = format!("counting A{atoms}_B{width}");
        let tally = stoppable(watcher, (&task, census.walked()), STOPPED, |observed| {
            census.count(resources, observed)
        })?;
        if tally.ambiguous != law.counts(width) {
            let what = format!("the law is wrong: it differs from the count of A{atoms}_B{width}");
            return Err(app::Error::other(what, "").into());
        }
    }
    Ok(FoundLaw {
        law,
        lines,
        traced: pairs.molecules,
        pairs: pairs.pairs.len(),
    })
}

/// Reads and checks a law. Searches for all families again if `search` is set or it takes only seconds. Compares
/// the law with a table of censuses, if one is given.
pub(crate) fn check_file(
    path: &Path,
    search: bool,
    table: Option<&Path>,
    watcher: &dyn Watcher,
) -> Result<(Certificate, Checked)> {
    let wrong = |path: &Path, error: CertificateError| Error::wrong(path.display(), error, "law");
    let certificate = Certificate::parse(&text(path, MOST_BYTES)?);
    let certificate = certificate.map_err(|error| wrong(path, error))?;
    let compared = match table {
        Some(table) => {
            let boxes = certificate.check_table(&text(table, MOST_BYTES)?);
            boxes
                .map_err(|error| Error::wrong(table.display(), error, "census"))?
                .len()
        }
        None => 0,
    };
    let search = search || certificate.law.atoms <= FOUND_IN_SECONDS;
    if certificate.law.atoms > FOUND_IN_SECONDS {
        granted(MOST_MEMORY)?;
    }
    let task = ("checking the law", certificate.work(search));
    let stopped = "stopped while checking the law";
    let checked = stoppable(watcher, task, stopped, |observed| {
        certificate.check(search, observed)
    })?;
    let checked = checked.map_err(|error| wrong(path, error))?;
    let checked = Checked {
        compared,
        ..checked
    };
    Ok((certificate, checked))
}
