//! Counts for one box, and polynomials for boxes of all widths, from the [families](mod@super::families).

use std::collections::BTreeMap;
use std::fmt;

use super::families::Family;
use super::polynomial::Polynomial;
use crate::board::Transform::{self, *};
use crate::census::{AmbiguityRow, AmbiguityTable};

/// The law for a number of atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Law {
    /// The number of atoms.
    pub atoms: usize,
    /// The families. Of families that are images of each other, only one is listed.
    pub families: Vec<Family>,
    stretchers: Vec<Stretcher>,
}

/// A quantity that a law counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quantity {
    /// The ambiguous molecules.
    Molecules,
    /// The ambiguous spectra.
    Spectra,
    /// The spectra that exactly this number of molecules share.
    SpectraOf(u64),
    /// The ambiguous molecules up to rotation and reflection.
    MoleculesUpToSymmetry,
    /// The ambiguous spectra up to rotation and reflection.
    SpectraUpToSymmetry,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Molecules => f.write_str("molecules"),
            Quantity::Spectra => f.write_str("spectra"),
            Quantity::SpectraOf(size) => write!(f, "spectra of {size} molecules"),
            Quantity::MoleculesUpToSymmetry => f.write_str("molecules up to symmetry"),
            Quantity::SpectraUpToSymmetry => f.write_str("spectra up to symmetry"),
        }
    }
}

/// The widths that a statement is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widths {
    /// All widths.
    All,
    /// Even widths.
    Even,
    /// Odd widths.
    Odd,
}

/// The statement that a quantity is a polynomial in the width of the box.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Statement {
    /// The quantity.
    pub quantity: Quantity,
    /// The widths for which the statement holds.
    pub widths: Widths,
    /// The polynomial.
    pub polynomial: Polynomial,
    /// The least width for which the statement holds.
    pub from: u8,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = match self.widths {
            Widths::All => "",
            Widths::Even => " for even p",
            Widths::Odd => " for odd p",
        };
        let (quantity, polynomial) = (self.quantity, &self.polynomial);
        write!(
            f,
            "{quantity} = {polynomial}{widths} from p = {}",
            self.from
        )
    }
}

/// The ambiguous molecules and spectra of one box.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoxCounts {
    /// The ambiguous spectra, by the number of molecules that share them.
    pub ambiguity: AmbiguityTable,
    /// The number of ambiguous molecules.
    pub molecules: u64,
    /// The number of ambiguous molecules up to rotation and reflection.
    pub canonical: u64,
}

impl BoxCounts {
    fn of(&self, quantity: Quantity) -> i128 {
        let rows = self.ambiguity.rows();
        let number: u64 = match quantity {
            Quantity::Molecules => self.molecules,
            Quantity::MoleculesUpToSymmetry => self.canonical,
            Quantity::Spectra => rows.map(|row| row.spectra).sum(),
            Quantity::SpectraUpToSymmetry => rows.map(|row| row.orbits).sum(),
            Quantity::SpectraOf(wanted) => rows
                .filter(|row| row.size == wanted)
                .map(|row| row.spectra)
                .sum(),
        };
        number.into()
    }
}

/// The spaces between the rows, or the columns, of a family, for counting how it can fill a box.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Spaces {
    length: u8,
    elastic: Vec<bool>,
}

impl Spaces {
    /// The number of ways to add lines to the elastic spaces so that there are `width` lines.
    fn ways(&self, width: u8) -> u64 {
        let elastic = self.elastic.iter().filter(|elastic| **elastic).count();
        let put_in = width.checked_sub(self.length);
        put_in.map_or(0, |put_in| distributions(put_in, elastic))
    }

    /// The number of those ways that are symmetric, if the spaces themselves are symmetric.
    fn ways_from_both_ends(&self, width: u8) -> u64 {
        let half = self.elastic.len() / 2;
        let pairs = self.elastic[..half].iter();
        let pairs = pairs.filter(|elastic| **elastic).count();
        let middle = self.elastic.len() % 2 == 1 && self.elastic[half];
        match width.checked_sub(self.length) {
            // The middle space takes the rest, of the right parity.
            Some(put_in) if middle => distributions(put_in / 2, pairs + 1),
            Some(put_in) if put_in % 2 == 0 => distributions(put_in / 2, pairs),
            _ => 0,
        }
    }
}

fn distributions(things: u8, places: usize) -> u64 {
    if places == 0 {
        return (things == 0).into();
    }
    // Exact, because a product of k consecutive numbers is a multiple of k!.
    (1..places as u64).fold(1, |ways, k| ways * (u64::from(things) + k) / k)
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Stretcher {
    molecules: u64,
    spaces: [Spaces; 2],
    /// The transforms that map the family to itself, and the number of its molecules that each leaves unchanged.
    symmetries: Vec<(Transform, u64)>,
}

impl Stretcher {
    fn new(family: &Family) -> Stretcher {
        let spaces =
            [(0, family.size.height), (1, family.size.width)].map(|(direction, length)| Spaces {
                length,
                elastic: family.elastic(direction),
            });
        let symmetries = Transform::ALL.into_iter().filter_map(|transform| {
            let image = family.image(transform);
            let mut molecules = image.molecules.clone();
            molecules.sort_unstable();
            let alone = (image.molecules.iter().zip(&family.molecules))
                .filter(|(image, molecule)| image == molecule)
                .count();
            (image.size == family.size && molecules == family.molecules)
                .then_some((transform, alone as u64))
        });
        Stretcher {
            molecules: family.molecules.len() as u64,
            symmetries: symmetries.collect(),
            spaces,
        }
    }

    /// The number of ways to stretch the family to a box of this width that a symmetry of the family leaves
    /// unchanged.
    fn fixed(&self, transform: Transform, width: u8) -> u64 {
        let [rows, columns] = &self.spaces;
        match transform {
            Id => rows.ways(width) * columns.ways(width),
            SymmV => rows.ways_from_both_ends(width) * columns.ways(width),
            SymmH => rows.ways(width) * columns.ways_from_both_ends(width),
            Rot180 => rows.ways_from_both_ends(width) * columns.ways_from_both_ends(width),
            // The positions of the rows determine those of the columns.
            Diag1 | Diag2 => rows.ways(width),
            Rot90 | Rot270 => rows.ways_from_both_ends(width),
        }
    }
}

impl Law {
    /// The law of some families.
    #[doc(hidden)]
    pub fn new(atoms: usize, families: Vec<Family>) -> Law {
        Law {
            atoms,
            stretchers: families.iter().map(Stretcher::new).collect(),
            families,
        }
    }

    /// The counts for the square box of this width.
    pub fn counts(&self, width: u8) -> BoxCounts {
        let mut rows: BTreeMap<u64, AmbiguityRow> = BTreeMap::new();
        let mut counts = BoxCounts::default();
        for stretcher in &self.stretchers {
            let of_symmetries = stretcher.symmetries.len() as u64;
            // Burnside's lemma, over the symmetries of the family.
            let [mut fixed, mut fixed_molecules] = [0; 2];
            for &(transform, alone) in &stretcher.symmetries {
                let stretchings = stretcher.fixed(transform, width);
                fixed += stretchings;
                fixed_molecules += alone * stretchings;
            }
            let stretchings = stretcher.fixed(Id, width);
            let spectra = 8 / of_symmetries * stretchings;
            if spectra > 0 {
                let size = stretcher.molecules;
                let row = rows.entry(size).or_insert([size, 0, 0].into());
                row.orbits += fixed / of_symmetries;
                row.spectra += spectra;
                counts.molecules += stretcher.molecules * spectra;
                counts.canonical += fixed_molecules / of_symmetries;
            }
        }
        counts.ambiguity = rows.into_values().collect();
        counts
    }

    /// All statements of the law.
    pub fn statements(&self) -> Vec<Statement> {
        let elastic = |spaces: &Spaces| spaces.elastic.iter().filter(|elastic| **elastic).count();
        let degree = self.stretchers.iter().map(|stretcher| {
            let [rows, columns] = stretcher.spaces.each_ref().map(elastic);
            (rows + columns).saturating_sub(2)
        });
        let points = degree.max().unwrap_or(0) + 1;
        // From this even width on, every count is a polynomial for even widths and one for odd widths.
        let spaces = (self.stretchers.iter()).flat_map(|stretcher| &stretcher.spaces);
        let longest = spaces.map(|spaces| usize::from(spaces.length)).max();
        let settled = (longest.unwrap_or(0) + 1).next_multiple_of(2);
        let counts: Vec<BoxCounts> = (0..=settled + 2 * points)
            .map(|width| self.counts(width as u8))
            .collect();
        let sizes = counts[settled].ambiguity.rows().map(|row| row.size);
        let mut quantities = vec![Quantity::Molecules, Quantity::Spectra];
        quantities.extend(sizes.map(Quantity::SpectraOf));
        quantities.extend([
            Quantity::MoleculesUpToSymmetry,
            Quantity::SpectraUpToSymmetry,
        ]);
        let mut statements = Vec::new();
        for quantity in quantities {
            let values: Vec<i128> = counts.iter().map(|counts| counts.of(quantity)).collect();
            let through = |first: usize, step: usize| {
                let values: Vec<i128> =
                    (values[first..].iter().copied().step_by(step).take(points)).collect();
                Polynomial::through(first as i128, step as i128, &values)
            };
            let [even, odd] = [through(settled, 2), through(settled + 1, 2)];
            let polynomials = match even == odd {
                true => vec![(Widths::All, even)],
                false => vec![(Widths::Even, even), (Widths::Odd, odd)],
            };
            for (widths, polynomial) in polynomials {
                let holds = |width: &usize| {
                    let is_meant = match widths {
                        Widths::All => true,
                        Widths::Even => width.is_multiple_of(2),
                        Widths::Odd => !width.is_multiple_of(2),
                    };
                    !is_meant || polynomial.at(*width as i128) == values[*width]
                };
                let from = (1..=settled).rev().take_while(holds).last();
                statements.push(Statement {
                    quantity,
                    widths,
                    from: from.unwrap_or(settled) as u8,
                    polynomial,
                });
            }
        }
        statements
    }
}
