//! The claims of the specifying text that can be checked, and what is true.
//!
//! The text is Jean Forget's `Blackbox-en.md` (CC-BY-SA). Every claim is here
//! in our own words, with its chapter. The claimed figures and drawings are
//! typed in. The findings and the verdicts are computed every time.

mod ambiguity;
mod boards;
mod molecules;
mod pair;
mod rays;

use super::embedding::{Embedding, NotEmbedded, embed};
use super::spectral_group::SpectralGroup;
use super::survey::{GroupCount, Survey};
use crate::game::{Config, ConfigError, Molecule};
use boards::Board;

/// The judgement on a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The claim is true.
    Confirmed,
    /// The claim is true, but there is more to say.
    Refined,
    /// The claim is wrong.
    Refuted,
}

impl Verdict {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Refined => "refined",
            Verdict::Refuted => "refuted",
        }
    }

    const fn of(holds: bool) -> Verdict {
        if holds {
            Verdict::Confirmed
        } else {
            Verdict::Refuted
        }
    }
}

/// The source of what is known about a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The database, if the configuration is explored there.
    Database,
    /// The rules, in memory.
    Rules,
}

impl Source {
    fn and(self, other: Source) -> Source {
        if self == other { self } else { Source::Rules }
    }
}

/// A molecule or a group that shows what is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exhibit {
    /// A molecule.
    Molecule {
        /// Its configuration.
        config: Config,
        /// The molecule.
        molecule: Molecule,
        /// The position of an interesting ray.
        ray: Option<usize>,
    },
    /// Molecules that share a spectrum.
    Group {
        /// Their configuration.
        config: Config,
        /// The molecules.
        group: SpectralGroup,
    },
}

/// A claim and what is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The chapter of the text that makes it.
    pub chapter: &'static str,
    /// Its configuration.
    pub config: Config,
    /// What is claimed.
    pub statement: &'static str,
    /// The judgement on it.
    pub verdict: Verdict,
    /// What was found.
    pub finding: String,
    /// What shows it.
    pub exhibits: Vec<Exhibit>,
    /// The source of the finding.
    pub source: Source,
}

/// What the text claims about the box of five atoms.
#[derive(Clone, Debug)]
pub struct FiveAtoms {
    /// The molecules that share a spectrum with [`no_rays_land`].
    pub group: SpectralGroup,
    /// The number of ambiguous groups.
    pub ambiguity: GroupCount,
}

/// The facts with which the claims are compared.
#[derive(Debug)]
pub struct Evidence<'a> {
    standard: (&'a Survey, Source),
    six: (&'a Survey, Source),
    five: (&'a FiveAtoms, Source),
    embedding: Embedding,
}

impl<'a> Evidence<'a> {
    /// From surveys of A4_B8 and A4_B6, facts about A5_B8, and the source of
    /// each. Calls `going_on` now and then, and stops if it returns `false`.
    ///
    /// # Errors
    ///
    /// If it is stopped, or if the survey of A4_B6 lacks groups.
    pub fn new(
        standard: (&'a Survey, Source),
        six: (&'a Survey, Source),
        five: (&'a FiveAtoms, Source),
        going_on: impl FnMut() -> bool,
    ) -> Result<Evidence<'a>, NotEmbedded> {
        let embedding = embed(
            (six.0.config, &six.0.groups),
            (standard.0.config, &standard.0.groups),
            going_on,
        )?;
        Ok(Evidence {
            standard,
            six,
            five,
            embedding,
        })
    }
}

/// The main configurations of the text: the standard one, its smaller model,
/// and the one with five atoms.
///
/// # Errors
///
/// None: they exist.
pub fn configurations() -> Result<[Config; 3], ConfigError> {
    Ok([Config::new(4, 8)?, Config::new(4, 6)?, Config::new(5, 8)?])
}

/// The text's example of an ambiguous molecule of five atoms.
pub fn no_rays_land() -> Option<Molecule> {
    Board::drawn(boards::NO_RAYS_LAND).map(|board| board.molecule)
}

/// All claims, in the order in which the text makes them.
pub fn all(evidence: &Evidence) -> Vec<Claim> {
    let claims: [fn(&Evidence) -> Option<Claim>; 34] = [
        ambiguity::no_rays_land,
        ambiguity::more_of_five_atoms,
        ambiguity::four_atoms_are_ambiguous,
        ambiguity::more_than_pairs,
        ambiguity::challenge,
        rays::games,
        rays::most_turns,
        rays::longest,
        molecules::enantiomers_drawn,
        molecules::numbers_of_molecules,
        rays::ten_digits,
        rays::record_of_two_atoms,
        rays::return_path,
        rays::shots,
        rays::most_and_fewest_out,
        molecules::group_sizes,
        molecules::half_turn,
        molecules::labellings,
        molecules::walk,
        molecules::successor,
        pair::one_spectrum,
        pair::transforms,
        pair::rows,
        ambiguity::eight_images,
        pair::drawings,
        molecules::numbers_of_four_atoms,
        ambiguity::table,
        ambiguity::expectation,
        ambiguity::large_groups_grow,
        ambiguity::small_groups_grow,
        ambiguity::new_groups,
        ambiguity::at_least,
        ambiguity::two_atoms_apart,
        rays::no_extrapolation,
    ];
    // A claim is only missing if a drawing or a configuration differs from the
    // text. A test checks that all claims are there.
    claims.iter().filter_map(|claim| claim(evidence)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::survey::{ambiguous_groups, find_class};

    #[test]
    fn the_verdicts_are_what_the_tests_of_the_text_find() {
        let [standard, six, five] = configurations().unwrap();
        let standard = Survey::by_the_rules(standard, || true).unwrap();
        let six = Survey::by_the_rules(six, || true).unwrap();
        let groups = ambiguous_groups(five, || true).unwrap();
        let spectrum = no_rays_land().unwrap().spectrum(five);
        let group = find_class(&groups, &spectrum).unwrap();
        let five = FiveAtoms {
            group: group.turned_to(&spectrum, five).unwrap(),
            ambiguity: GroupCount::of(&groups),
        };
        let evidence = Evidence::new(
            (&standard, Source::Rules),
            (&six, Source::Rules),
            (&five, Source::Rules),
            || true,
        )
        .unwrap();
        let claims = all(&evidence);
        assert_eq!(claims.len(), 34);
        let told: Vec<String> = claims
            .iter()
            .map(|c| {
                format!(
                    "{} {}: {} -- {}",
                    c.config,
                    c.verdict.name(),
                    c.statement,
                    c.finding
                )
            })
            .collect();
        snapbox::assert_data_eq!(
            told.join("\n") + "\n",
            snapbox::file!["../../../tests/snapshots/claims.txt"]
        );
    }
}
