//! `law`: finds what is true for boxes of every width, and checks a law that is written down.

use std::io::Read;
use std::path::Path;

use watch::{Halt, NoThread, Watcher, perhaps_long};

use crate::error::{Error, Result};
use crate::laws::{
    self, Certificate, CertificateError, Checked, Counted, Law, MOST_LINES, Means, WideCensus,
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
    /// The number of molecules whose occupied lines were checked.
    pub lines_checked: u64,
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
/// If the watcher wants to stop, the system does not give the threads, or the proof fails.
pub fn law(atoms: usize, watcher: &dyn Watcher) -> Result<Found> {
    let (lines_checked, exceptions) = perhaps_long(
        watcher,
        "checking lines",
        laws::molecules_of_lines(atoms),
        |observed| laws::check_lines(atoms, observed),
    )
    .map_err(ended)?;
    if let Some((size, molecule)) = exceptions.first() {
        let places = molecule
            .iter()
            .map(|atom| format!("{}.{}", atom.row, atom.column));
        return Err(refused(format!(
            "the proof does not hold for {atoms} atoms: in {} molecules a ray goes straight through a \
             line with an atom; the first one is {}x{}: {}",
            exceptions.len(),
            size.height,
            size.width,
            places.collect::<Vec<_>>().join(" ")
        )));
    }
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
        pairs.pairs.len() as u64,
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
        let means = Means {
            memory: u64::MAX,
            threads: 1,
        };
        let task = format!("counting A{atoms}_B{width}");
        let tally = perhaps_long(watcher, &task, census.walked(), |observed| {
            census.count(means, observed)
        })
        .map_err(ended)?;
        if tally.ambiguous != law.counts(width) {
            return Err(refused(format!(
                "the law is wrong: it differs from A{atoms}_B{width}"
            )));
        }
        counted.push(Counted::new(width, &tally.ambiguous));
    }
    Ok(Found {
        law,
        lines_checked,
        traced: pairs.molecules,
        pairs: pairs.pairs.len(),
        counted,
    })
}

/// Reads a law and checks it by the plain rules.
///
/// # Errors
///
/// If the file cannot be read, or is not a right law.
pub fn check_file(path: &Path, watcher: &dyn Watcher) -> Result<(Certificate, Checked)> {
    let name = path.display().to_string();
    let mut text = String::new();
    let read = kit::input::file(path)?
        .take(MOST_BYTES)
        .read_to_string(&mut text);
    read.map_err(|source| kit::Error::Unreadable {
        name: name.clone(),
        source,
    })?;
    let wrong = |error: CertificateError| Error::Law {
        name: name.clone(),
        error,
    };
    let certificate = Certificate::parse(&text).map_err(wrong)?;
    let families = certificate.law.families.len() as u64;
    let checked = perhaps_long(watcher, "checking the law", families, |observed| {
        certificate.check(observed)
    });
    let checked = checked.map_err(ended)?.map_err(wrong)?;
    Ok((certificate, checked))
}

fn refused(what: String) -> Error {
    kit::Error::Other { what, hint: None }.into()
}

fn ended(halt: Halt) -> Error {
    match halt {
        Halt::NoThread => kit::Error::from(NoThread).into(),
        Halt::Stopped | Halt::Enough => {
            kit::Error::Stopped("stopped; nothing is kept of a law that is not complete".to_owned())
                .into()
        }
    }
}
