//! The file of a law, which can be checked independently.
//!
//! The first line identifies the law. Then come its statements, the counts of boxes that were counted without the
//! law, and its families: the size of a box, and the atoms of each molecule by row and column. The last line has
//! the number of families.
//!
//! The checker, not the file, chooses what to check: `counted_widths` fixes the boxes by the number of atoms, and
//! a search finds the families again.
//!
//! ```text
//! blackbox-law 1 3
//! molecules = 8p - 24 from p = 4
//! counted 4: 8 molecules, 4 spectra
//! family 5x6: 0.0 2.0 2.5 | 0.5 2.0 2.5
//! end: 10 families
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use itertools::{EitherOrBoth, Itertools};
use watch::{Halt, Observed};

use super::board::{Atom, Atoms, MOST_LINES, Rectangle};
use super::cells::MOST_ATOMS;
use super::count::{SparseCensus, SparseTally};
use super::families::{
    Family, MOST_HEIGHT, check_lines, families, molecules_of_lines, molecules_of_pairs, pairs,
};
use super::law::{BoxCounts, Law};
use crate::census::{AmbiguityRow, Resources};
use crate::oracle::Plain;

/// The first word of a file.
pub const MAGIC: &str = "blackbox-law";

const VERSION: &str = "1";

/// Boxes up to this width are counted with the plain rules when a law is checked.
const PLAIN: u8 = 7;

/// Boxes in which a census walks through at most this number of molecules are counted without the law.
const COUNTED: u64 = 1 << 20;

/// The widths of the boxes that are counted without the law for this number of atoms.
pub fn counted_widths(atoms: usize) -> impl Iterator<Item = u8> {
    let widths = (1..=MOST_LINES).filter(move |&width| usize::from(width).pow(2) >= atoms);
    widths.take_while(move |&width| SparseCensus::new(atoms, width).walked() <= COUNTED)
}

/// The counts of a box that was counted without the law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountedBox {
    /// The width of the box.
    pub width: u8,
    /// The number of ambiguous molecules.
    pub molecules: u64,
    /// The number of ambiguous spectra.
    pub spectra: u64,
}

impl CountedBox {
    fn new(width: u8, counts: &BoxCounts) -> CountedBox {
        let spectra = counts.ambiguity.rows().map(|row| row.spectra);
        CountedBox {
            width,
            molecules: counts.molecules,
            spectra: spectra.sum(),
        }
    }

    fn words(&self) -> String {
        format!("{} molecules, {} spectra", self.molecules, self.spectra)
    }
}

impl Law {
    /// The counts of the boxes of `counted_widths` that follow from the law.
    #[doc(hidden)]
    pub fn counted(&self) -> Vec<CountedBox> {
        let counts = |width| CountedBox::new(width, &self.counts(width));
        counted_widths(self.atoms).map(counts).collect()
    }
}

/// A law and the facts that its file states, to be checked.
///
/// ```
/// use blackbox_rules::laws::{Certificate, Law, certificate};
/// use blackbox_rules::watch::Observed;
///
/// // A single atom has no twin, so the law of one atom has no families.
/// let law = Law::new(1, Vec::new());
/// let read = Certificate::parse(&certificate(&law))?;
/// assert_eq!(read.law, law);
/// let (done, stop) = Default::default();
/// let checked = read.check(true, &Observed::new(&done, &stop)).unwrap()?;
/// assert!(checked.is_complete);
/// assert_eq!(Certificate::parse("a poem").unwrap_err().line, 1);
/// # Ok::<(), blackbox_rules::laws::CertificateError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The law. It may be false until it is checked.
    pub law: Law,
    /// The lines of the file, and the line numbers of the families.
    lines: Vec<String>,
    family_lines: Vec<usize>,
}

/// A fault in a certificate, and its line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct CertificateError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault.
    pub what: String,
}

fn wrong<T>(line: usize, what: impl Into<String>) -> Result<T, CertificateError> {
    let what = what.into();
    Err(CertificateError { line, what })
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The number of boxes in which a family was traced.
    pub traced: u64,
    /// The greatest width of the boxes that were counted with the plain rules.
    pub by_plain_rules: u8,
    /// Whether a search found exactly these families. Without a search, families may be missing.
    pub is_complete: bool,
    /// The number of boxes whose counts were compared with a table of censuses.
    pub compared: usize,
}

/// Writes the file of a law.
pub fn certificate(law: &Law) -> String {
    let mut text = format!("{MAGIC} {VERSION} {}\n", law.atoms);
    for statement in law.statements() {
        _ = writeln!(text, "{statement}");
    }
    for counted in law.counted() {
        _ = writeln!(text, "counted {}: {}", counted.width, counted.words());
    }
    for family in &law.families {
        _ = writeln!(text, "{}", line_of(family));
    }
    _ = writeln!(text, "end: {} families", law.families.len());
    text
}

fn line_of(family: &Family) -> String {
    let Rectangle { height, width } = family.size;
    let mut molecules = family.molecules.iter().map(|atoms| {
        let mut atoms = (atoms.iter()).map(|atom| format!("{}.{}", atom.row, atom.column));
        atoms.join(" ")
    });
    format!("family {height}x{width}: {}", molecules.join(" | "))
}

impl Certificate {
    /// Parses the file of a law.
    ///
    /// # Errors
    ///
    /// If a line does not belong to a certificate. [`Certificate::check`] checks whether the lines are true.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        let mut lines = (1..).zip(text.lines());
        let first: Vec<&str> = lines.next().unwrap_or_default().1.split(' ').collect();
        let atoms = match first[..] {
            [MAGIC, VERSION, atoms] => number(atoms).filter(|&n| (1..=MOST_ATOMS).contains(&n)),
            [MAGIC, version, _] => {
                let what = format!("the law has version {version}; this program reads {VERSION}");
                return wrong(1, what);
            }
            _ => None,
        };
        let Some(atoms) = atoms else {
            let what =
                format!("this is not a law: it does not begin with `{MAGIC} {VERSION} ATOMS`");
            return wrong(1, what);
        };
        let (mut families, mut family_lines) = (Vec::new(), Vec::new());
        for (line, of_file) in lines.by_ref() {
            if let Some(text) = of_file.strip_prefix("family ") {
                families.push(family(text, atoms).or_else(|what| wrong(line, what))?);
                family_lines.push(line);
            } else if of_file.starts_with("end: ") {
                return match lines.next() {
                    Some((line, _)) => wrong(line, "the file continues after its end"),
                    None => Ok(Certificate {
                        law: Law::new(atoms, families),
                        lines: text.lines().map(str::to_owned).collect(),
                        family_lines,
                    }),
                };
            }
        }
        wrong(
            text.lines().count() + 1,
            "the file ends before the line `end: … families`",
        )
    }

    /// The amount of work that [`Certificate::check`] reports as progress.
    #[doc(hidden)]
    pub fn work(&self, search: bool) -> u64 {
        let atoms = self.law.atoms;
        let boxes = counted_widths(atoms).map(|width| SparseCensus::new(atoms, width).walked());
        let searched = molecules_of_lines(atoms) + molecules_of_pairs(atoms);
        let search = if search {
            searched + u64::from(MOST_HEIGHT)
        } else {
            0
        };
        self.law.families.len() as u64 + boxes.sum::<u64>() + search
    }

    /// Checks the law. The molecules of each family must be twins by the plain rules in two boxes of different
    /// widths. The file must be the one that follows from the families. The boxes of `counted_widths` are counted again
    /// without the law, the small ones with the plain rules, and must have the counts that follow from the
    /// families.
    ///
    /// With `search`, a search must also find exactly these families. Without it, families may be missing that fit
    /// into none of the counted boxes.
    ///
    /// # Errors
    ///
    /// The inner error describes a fault of the law; the outer one means that the work was interrupted.
    pub fn check(
        &self,
        search: bool,
        observed: &Observed,
    ) -> Result<Result<Checked, CertificateError>, Halt> {
        let mut checked = Checked::default();
        let mut plains = Plains::new();
        let mut known = HashSet::new();
        for (family, &line) in self.law.families.iter().zip(&self.family_lines) {
            let result = match known.insert(family.canonical()) {
                true => check_twins(family, &mut plains),
                false => Err("the file already has an image of this family".to_owned()),
            };
            match result {
                Ok(traced) => checked.traced += traced,
                Err(what) => return Ok(wrong(line, what)),
            }
            observed.add(1)?;
        }
        let given = certificate(&self.law);
        let mut both = (1..).zip(given.lines().zip(&self.lines));
        if let Some((line, (given, claimed))) = both.find(|(_, (given, claimed))| given != claimed)
        {
            return Ok(wrong(
                line,
                format!("the families give `{given}`, not `{claimed}`"),
            ));
        }
        // The counted boxes come after the first line and the statements.
        let lines = self.law.statements().len() + 2..;
        for (line, counted) in lines.zip(self.law.counted()) {
            let found = match counted.width {
                ..=PLAIN => self.count_plainly(counted.width, observed)?,
                width => self.count(width, observed)?,
            };
            if found != counted {
                let what = format!("a count of the box finds {}", found.words());
                return Ok(wrong(line, what));
            }
        }
        checked.by_plain_rules = PLAIN;
        if search {
            if let Err(error) = self.search(&known, observed)? {
                return Ok(Err(error));
            }
            checked.is_complete = true;
        }
        Ok(Ok(checked))
    }

    fn count(&self, width: u8, observed: &Observed) -> Result<CountedBox, Halt> {
        let means = Resources {
            memory: u64::MAX,
            threads: 1,
        };
        let tally = SparseCensus::new(self.law.atoms, width).count(means, observed)?;
        Ok(CountedBox::new(width, &tally.ambiguous))
    }

    fn count_plainly(&self, width: u8, observed: &Observed) -> Result<CountedBox, Halt> {
        let plain = Plain::new(self.law.atoms, width.into());
        let recounted = plain.recount(0..plain.slices(), &mut |_| observed.add(0).is_ok());
        let recounted = recounted.ok_or(Halt::Stopped)?;
        let (mut molecules, mut spectra) = (0, 0);
        for (size, [_, number]) in recounted.slices.iter().flat_map(|slice| &slice.sizes) {
            if *size > 1 {
                molecules += size * number;
                spectra += number;
            }
        }
        observed.add(SparseCensus::new(self.law.atoms, width).walked())?;
        Ok(CountedBox {
            width,
            molecules,
            spectra,
        })
    }

    /// Finds all families again, and compares them with those of the file.
    fn search(
        &self,
        known: &HashSet<Family>,
        observed: &Observed,
    ) -> Result<Result<(), CertificateError>, Halt> {
        if check_lines(self.law.atoms, observed)?.exceptions > 0 {
            return Ok(wrong(1, "there is no proof for this number of atoms"));
        }
        let pairs = pairs(self.law.atoms, observed)?.pairs;
        let found: HashSet<Family> = families(&pairs, observed)?.into_iter().collect();
        if let Some(missing) = found.difference(known).min() {
            return Ok(wrong(1, format!("{} is missing", line_of(missing))));
        }
        let lines = self.law.families.iter().zip(&self.family_lines);
        let mut unknown = lines.filter(|(family, _)| !found.contains(&family.canonical()));
        Ok(match unknown.next() {
            Some((_, &line)) => wrong(line, "the search does not find this family"),
            None => Ok(()),
        })
    }

    /// Compares the law with a table of censuses in the format of `census --format csv`. All rows for this number
    /// of atoms are compared, in all columns. Returns the widths of their boxes.
    ///
    /// # Errors
    ///
    /// If a row differs from the law, or no row has its number of atoms.
    #[doc(hidden)]
    pub fn check_table(&self, table: &str) -> Result<Vec<u8>, CertificateError> {
        let mut boxes: BTreeMap<u8, Vec<(usize, &str)>> = BTreeMap::new();
        for (line, text) in (1..).zip(table.lines()).skip(1) {
            let config = || {
                let (atoms, rest) = text.strip_prefix('A')?.split_once("_B")?;
                Some((number::<usize>(atoms)?, number(rest.split(',').next()?)?))
            };
            let Some((atoms, width)) = config() else {
                return wrong(line, "expected a row such as `A4_B8,2,253,1988,3976`");
            };
            if self.law.atoms == atoms && (1..=MOST_LINES).contains(&width) {
                boxes.entry(width).or_default().push((line, text));
            }
        }
        for (&width, rows) in &boxes {
            let law = self.rows(width);
            // The table may lack the spectra of one molecule, as with `census --ambiguous`.
            let is_alone = |row: &str| row.split(',').nth(1) == Some("1");
            let given = &law[usize::from(
                law.first().is_some_and(|row| is_alone(row)) && !is_alone(rows[0].1),
            )..];
            for both in given.iter().zip_longest(rows) {
                let (line, law) = match both {
                    EitherOrBoth::Both(law, (_, row)) if law == row => continue,
                    EitherOrBoth::Both(law, (line, _)) => (*line, Some(law)),
                    EitherOrBoth::Left(law) => (rows[rows.len() - 1].0, Some(law)),
                    EitherOrBoth::Right((line, _)) => (*line, None),
                };
                let law = law.map(|row| format!(": {row}")).unwrap_or_default();
                let what = format!("the box {width} cells wide has other rows than the law{law}");
                return wrong(line, what);
            }
        }
        match boxes.is_empty() {
            true => wrong(
                1,
                format!("the table has no box with {} atoms", self.law.atoms),
            ),
            false => Ok(boxes.into_keys().collect()),
        }
    }

    /// The rows of a census of a box that follow from the law: configuration, size, orbits, spectra and molecules.
    fn rows(&self, width: u8) -> Vec<String> {
        let plain = Plain::new(self.law.atoms, width.into());
        // In boxes of up to 1,024 cells with few atoms, the number of molecules fits a word.
        let counts = SparseTally {
            molecules: plain.molecules() as u64,
            canonical: plain.canonical_molecules() as u64,
            ambiguous: self.law.counts(width),
        };
        let atoms = self.law.atoms;
        let text = |row: AmbiguityRow| {
            let [size, orbits, spectra] = row.into();
            format!(
                "A{atoms}_B{width},{size},{orbits},{spectra},{}",
                row.molecules()
            )
        };
        counts.table().rows().map(text).collect()
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn family(text: &str, atoms: usize) -> Result<Family, &'static str> {
    const FORM: &str = "expected a family such as `3x6: 0.2 0.4 2.5 | 0.2 2.4 2.5`";
    let parse = || {
        let (size, molecules) = text.split_once(": ")?;
        let (height, width) = size.split_once('x')?;
        let molecules = molecules.split(" | ").map(|molecule| {
            let atoms = molecule.split(' ').map(|atom| {
                let (row, column) = atom.split_once('.')?;
                let (row, column) = (number(row)?, number(column)?);
                Some(Atom { row, column })
            });
            atoms.collect::<Option<Atoms>>()
        });
        let (height, width) = (number(height)?, number(width)?);
        let (size, molecules) = (
            Rectangle { height, width },
            molecules.collect::<Option<_>>()?,
        );
        Some(Family { size, molecules })
    };
    let family: Family = parse().ok_or(FORM)?;
    let (Rectangle { height, width }, molecules) = (family.size, &family.molecules);
    let in_order = |atoms: &Atoms| atoms.is_sorted_by(|a, b| a < b);
    let (mut atoms_of, mut all) = (molecules.iter(), molecules.iter().flatten());
    let sizes = 1..=MOST_LINES - 4;
    if !sizes.contains(&height) || !sizes.contains(&width) {
        return Err("a box of a family is 1 to 28 cells high and wide");
    }
    if all.any(|atom| atom.row >= height || atom.column >= width) {
        return Err("an atom is outside the box");
    }
    if atoms_of.any(|molecule| molecule.len() != atoms) {
        return Err("a molecule does not have the number of atoms of the law");
    }
    if !molecules.iter().all(in_order) {
        return Err("the atoms of a molecule are not in order, each once");
    }
    if !molecules.is_sorted_by(|a, b| a < b) {
        return Err("the molecules of the family are not in order, each once");
    }
    if molecules.len() < 2 {
        return Err("a family has two molecules or more");
    }
    Ok(family)
}

type Plains = HashMap<u8, Plain>;

fn spectrum(atoms: &[Atom], width: u8, plains: &mut Plains) -> Vec<u8> {
    let plain = plains.entry(width);
    let plain = plain.or_insert_with(|| Plain::new(atoms.len(), width.into()));
    let width = usize::from(width);
    let mut text = vec![b'-'; width * width];
    for atom in atoms {
        text[usize::from(atom.row) * width + usize::from(atom.column)] = b'O';
    }
    plain.trace(&text).spectrum
}

/// Checks that the molecules of a family are twins, in square boxes of two widths. Returns the number of boxes,
/// which is 1 if the family occurs in boxes of one width only.
fn check_twins(family: &Family, plains: &mut Plains) -> Result<u64, String> {
    if !family.is_reduced() {
        let what = "the box of this family is too large: it has an empty row or column that changes nothing";
        return Err(what.to_owned());
    }
    let spaces = [0, 1].map(|direction| family.elastic(direction));
    let lengths = [family.size.height, family.size.width];
    let widths = match family.only_width() {
        Ok(None) => vec![lengths[0].max(lengths[1]), lengths[0].max(lengths[1]) + 4],
        Ok(Some(width)) => vec![width],
        Err(()) => return Err("this family does not fit into a square box".to_owned()),
    };
    for &width in &widths {
        let added = [0, 1].map(|direction| {
            let elastic: Vec<usize> = (0..spaces[direction].len())
                .filter(|&at| spaces[direction][at])
                .collect();
            let mut added = vec![0; spaces[direction].len()];
            for more in 0..usize::from(width - lengths[direction]) {
                added[elastic[more % elastic.len()]] += 1;
            }
            added
        });
        let stretched = family.stretched([&added[0], &added[1]]);
        let mut spectra = stretched
            .molecules
            .iter()
            .map(|atoms| spectrum(atoms, width, plains));
        let first = spectra.next();
        if let Some(at) = spectra.position(|spectrum| Some(spectrum) != first) {
            return Err(format!(
                "molecule {} of the family does not have the spectrum of the first one in a box {width} cells wide",
                at + 2
            ));
        }
    }
    Ok(widths.len() as u64)
}
