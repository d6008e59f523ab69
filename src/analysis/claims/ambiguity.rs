//! Claims about molecules that no ray tells apart.

use ::view::words::{counted, listed, thousands};

use super::boards::{self, Board};
use super::{Claim, Evidence, Exhibit, Source, Verdict};
use crate::analysis::pairs::Pairs;
use crate::analysis::survey::{GroupCount, Survey};
use crate::analysis::{POINTS_AN_ATOM, SpectralGroup};
use crate::game::{Config, Group, Molecule, Spectrum};

pub(super) fn shown(config: Config, group: &SpectralGroup) -> Exhibit {
    Exhibit::Group {
        config,
        group: group.clone(),
    }
}

/// The numbers of some molecules, as part of a sentence.
pub(super) fn numbers(molecules: &[Molecule], config: Config) -> String {
    listed(molecules.iter().map(|molecule| molecule.number(config)))
}

/// A share in per cent.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// "52 spectra (8 up to symmetry) are shared by 3 molecules, 32 (5) by 4", for
/// sizes from `least`.
fn sizes(groups: &[SpectralGroup], least: u64) -> String {
    let by_size = GroupCount::by_size(groups);
    let told = by_size
        .range(least..)
        .enumerate()
        .map(|(place, (size, count))| {
            let (all, up_to) = (thousands(count.spectra), thousands(count.up_to_symmetry));
            let size = thousands(*size);
            if place == 0 {
                format!("{all} spectra ({up_to} up to symmetry) are shared by {size} molecules")
            } else {
                format!("{all} ({up_to}) by {size}")
            }
        });
    listed(told)
}

fn largest(groups: &[SpectralGroup]) -> Option<&SpectralGroup> {
    // The first of several.
    groups.iter().rev().max_by_key(|group| group.size())
}

pub(super) fn no_rays_land(evidence: &Evidence) -> Option<Claim> {
    let (five, source) = evidence.five;
    let config = Board::drawn(boards::NO_RAYS_LAND)?.config;
    let group = &five.group;
    let cell = |line: usize, column: usize| 1u128 << ((line - 1) * config.width() + column - 1);
    let four = cell(2, 3) | cell(2, 6) | cell(5, 3) | cell(5, 6);
    let fifths = [cell(3, 4), cell(3, 5), cell(4, 4), cell(4, 5)];
    let drawn = fifths.map(|fifth| Molecule::from_bits(four | fifth));
    let alone = Molecule::from_bits(four).spectrum(Config::new(4, 8).ok()?);
    let unseen = alone.as_str() == group.spectrum.as_str();
    let among = drawn.iter().all(|one| group.molecules.contains(one));
    let guess = group.best_guess(config);
    Some(Claim {
        chapter: "The main purpose of the project",
        config,
        statement: "Four atoms can enclose four cells that no ray reaches. A fifth atom in one of them cannot be located: the chance to find it is one in four, and a mistake costs 5 points.",
        verdict: match (among && unseen, group.molecules == drawn) {
            (true, true) if guess.highest_penalty() == POINTS_AN_ATOM => Verdict::Confirmed,
            (true, _) => Verdict::Refined,
            (false, _) => Verdict::Refuted,
        },
        finding: format!(
            "Only molecules {} have that spectrum. The four atoms alone {}; a guess costs {:.2} points on average.",
            numbers(&group.molecules, config),
            if unseen {
                "have it, too"
            } else {
                "do not have it"
            },
            guess.mean_penalty(),
        ),
        exhibits: vec![shown(config, group)],
        source,
    })
}

pub(super) fn more_of_five_atoms(evidence: &Evidence) -> Option<Claim> {
    let (five, source) = evidence.five;
    let config = Board::drawn(boards::NO_RAYS_LAND)?.config;
    let count = five.ambiguity;
    Some(Claim {
        chapter: "The main purpose of the project",
        config,
        statement: "Other molecules of five atoms are ambiguous, too.",
        verdict: Verdict::of(count.up_to_symmetry > 1),
        finding: format!(
            "{} ({} up to symmetry) are shared by {} of {} molecules, {}.",
            counted(count.spectra, "spectrum", "spectra"),
            thousands(count.up_to_symmetry),
            thousands(count.molecules),
            thousands(config.molecules()),
            percent(count.molecules, config.molecules()),
        ),
        exhibits: Vec::new(),
        source,
    })
}

pub(super) fn four_atoms_are_ambiguous(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let count = GroupCount::of(&survey.groups);
    let first = survey.groups.first();
    Some(Claim {
        chapter: "The main purpose of the project",
        config: survey.config,
        statement: "Players think that molecules of four atoms are never ambiguous, and are wrong.",
        verdict: Verdict::of(count.spectra > 0),
        finding: format!(
            "{} of {} molecules, {}, share their spectrum with others.",
            thousands(count.molecules),
            thousands(survey.config.molecules()),
            percent(count.molecules, survey.config.molecules()),
        ),
        exhibits: first
            .map(|group| shown(survey.config, group))
            .into_iter()
            .collect(),
        source,
    })
}

pub(super) fn more_than_pairs(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let largest = largest(&survey.groups)?;
    Some(Claim {
        chapter: "The main purpose of the project",
        config: survey.config,
        statement: "Before the exploration, only pairs of ambiguous molecules of four atoms were known. Are there three or four with one spectrum?",
        verdict: if largest.size() > 2 {
            Verdict::Refined
        } else {
            Verdict::Confirmed
        },
        finding: match largest.size() {
            0..=2 => "There are only pairs.".to_owned(),
            _ => format!("Yes: {}.", sizes(&survey.groups, 3)),
        },
        exhibits: vec![shown(survey.config, largest)],
        source,
    })
}

pub(super) fn challenge(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let config = survey.config;
    let symbols = Board::drawn(boards::CHALLENGE)?.symbols();
    let spectrum = Spectrum::parse(&symbols, config).ok()?;
    let group = survey
        .class_of(&spectrum)
        .and_then(|class| class.turned_to(&spectrum, config));
    Some(Claim {
        chapter: "The main purpose of the project",
        config,
        statement: "One board was found by thought alone. It is a riddle without its atoms, and cannot be decoded for certain.",
        verdict: Verdict::of(group.is_some()),
        finding: match &group {
            None => "At most one molecule has its spectrum.".to_owned(),
            Some(group) => format!(
                "It has {}: molecules {}.",
                counted(group.size(), "solution", "solutions"),
                numbers(&group.molecules, config),
            ),
        },
        exhibits: group
            .map(|group| shown(config, &group))
            .into_iter()
            .collect(),
        source,
    })
}

pub(super) fn eight_images(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.six;
    let config = survey.config;
    let lopsided = |group: &&SpectralGroup| {
        let mut molecules = group.molecules.iter();
        molecules.all(|&molecule| Group::of(molecule, config).iter().len() == 8)
    };
    let groups: Vec<&SpectralGroup> = survey.groups.iter().filter(lopsided).collect();
    let fewer: Vec<&SpectralGroup> = groups
        .iter()
        .copied()
        .filter(|group| group.images < 8)
        .collect();
    let mut finding = format!(
        "{} of {} groups up to symmetry have only molecules without symmetry, and {} of these have eight images.",
        thousands(groups.len() as u64),
        thousands(survey.groups.len() as u64),
        thousands((groups.len() - fewer.len()) as u64),
    );
    if let Some(first) = fewer.first() {
        finding += &format!(
            " The spectra of the others are symmetric, so a molecule and one of its images share them, such as {}.",
            numbers(&first.molecules, config),
        );
    }
    Some(Claim {
        chapter: "Table of spectrums",
        config,
        statement: "If molecules without symmetry share a spectrum, their images share one, too. So there are eight such spectra.",
        verdict: if fewer.is_empty() {
            Verdict::Confirmed
        } else {
            Verdict::Refined
        },
        finding,
        exhibits: fewer
            .first()
            .map(|group| shown(config, group))
            .into_iter()
            .collect(),
        source,
    })
}

pub(super) fn table(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.six;
    let claimed = [
        [2, 89, 696, 1392],
        [3, 6, 36, 108],
        [4, 4, 24, 96],
        [5, 1, 8, 40],
    ];
    let total = [100, 764, 1636];
    let by_size = GroupCount::by_size(&survey.groups);
    let rows = by_size
        .iter()
        .map(|(&size, count)| [size, count.up_to_symmetry, count.spectra, count.molecules]);
    let count = GroupCount::of(&survey.groups);
    let totals = [count.up_to_symmetry, count.spectra, count.molecules];
    Some(Claim {
        chapter: "Conclusion",
        config: survey.config,
        statement: "A4_B6 has 89, 6, 4 and 1 spectra up to symmetry with 2, 3, 4 and 5 molecules; in all 764 spectra and 1,636 molecules are ambiguous.",
        verdict: Verdict::of(rows.eq(claimed) && totals == total),
        finding: format!(
            "{}; in all {} spectra and {} molecules.",
            sizes(&survey.groups, 2),
            thousands(count.spectra),
            thousands(count.molecules),
        ),
        exhibits: Vec::new(),
        source,
    })
}

pub(super) fn expectation(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.six;
    let by_size = GroupCount::by_size(&survey.groups);
    let many: u64 = by_size
        .range(4..)
        .map(|(_, count)| count.up_to_symmetry)
        .sum();
    let exhibit = largest(&survey.groups).map(|group| shown(survey.config, group));
    Some(Claim {
        chapter: "Conclusion",
        config: survey.config,
        statement: "Several spectra of two molecules were expected, a few of three, and up to symmetry at most one of four.",
        verdict: Verdict::of(many <= 1),
        finding: format!("{}.", sizes(&survey.groups, 2)),
        exhibits: exhibit.into_iter().collect(),
        source,
    })
}

/// The number of groups of A4_B6 of some sizes that reappear in A4_B8, and the
/// number of all these groups.
fn reappearing(evidence: &Evidence, sizes: std::ops::RangeInclusive<u64>) -> (u64, u64, Source) {
    let ((standard, one), (six, other)) = (evidence.standard, evidence.six);
    debug_assert_ne!(standard.config, six.config);
    let fates = evidence.embedding.fates.iter().zip(&six.groups);
    let fates = fates.filter(|(_, group)| sizes.contains(&group.size()));
    let (mut reappear, mut all) = (0, 0);
    for (fate, _) in fates {
        all += 1;
        reappear += u64::from(fate.reappears());
    }
    (reappear, all, one.and(other))
}

fn true_for(reappear: u64, all: u64) -> String {
    let (reappear, all) = (thousands(reappear), thousands(all));
    format!("This is true for {reappear} of {all} up to symmetry.")
}

pub(super) fn large_groups_grow(evidence: &Evidence) -> Option<Claim> {
    let (reappear, all, source) = reappearing(evidence, 4..=u64::MAX);
    let (survey, _) = evidence.six;
    let group = survey.groups.iter().find(|group| group.size() == 4);
    Some(Claim {
        chapter: "Conclusion",
        config: survey.config,
        statement: "Its groups of 4 and 5 molecules can be extended to A4_B8 by inserting two empty lines and two empty columns in the right places.",
        verdict: Verdict::of(reappear == all && all > 0),
        finding: true_for(reappear, all),
        exhibits: group
            .map(|group| shown(survey.config, group))
            .into_iter()
            .collect(),
        source,
    })
}

pub(super) fn small_groups_grow(evidence: &Evidence) -> Option<Claim> {
    let (reappear, all, source) = reappearing(evidence, 2..=3);
    let (survey, _) = evidence.six;
    let fates = evidence.embedding.fates.iter().zip(&survey.groups);
    let lost = fates
        .filter(|(fate, group)| group.size() <= 3 && !fate.reappears())
        .map(|(_, group)| shown(survey.config, group));
    Some(Claim {
        chapter: "Conclusion",
        config: survey.config,
        statement: "The same is true for most of its groups of 2 and 3 molecules.",
        verdict: if reappear == all && all > 0 {
            Verdict::Refined
        } else {
            Verdict::of(2 * reappear > all)
        },
        finding: if reappear == all {
            format!("This is true for all {} up to symmetry.", thousands(all))
        } else {
            true_for(reappear, all)
        },
        exhibits: lost.take(2).collect(),
        source,
    })
}

pub(super) fn new_groups(evidence: &Evidence) -> Option<Claim> {
    let ((survey, one), (_, other)) = (evidence.standard, evidence.six);
    let parentages = evidence.embedding.parentages.iter().zip(&survey.groups);
    let new = parentages.filter(|(parentage, _)| parentage.is_new());
    let new: Vec<&SpectralGroup> = new.map(|(_, group)| group).collect();
    let (count, all) = (
        GroupCount::of(new.iter().copied()),
        GroupCount::of(&survey.groups),
    );
    Some(Claim {
        chapter: "Conclusion",
        config: survey.config,
        statement: "Perhaps A4_B8 has ambiguous spectra that do not come from A4_B6, but very few.",
        // A tenth would not be very few.
        verdict: Verdict::of(10 * count.spectra < all.spectra),
        finding: format!(
            "{} of {} do not come from A4_B6 ({} of {} up to symmetry).",
            thousands(count.spectra),
            counted(all.spectra, "spectrum", "spectra"),
            thousands(count.up_to_symmetry),
            thousands(all.up_to_symmetry),
        ),
        exhibits: new
            .iter()
            .take(4)
            .map(|group| shown(survey.config, group))
            .collect(),
        source: one.and(other),
    })
}

pub(super) fn at_least(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let count = GroupCount::of(&survey.groups);
    let enough = count.spectra >= 750 && count.molecules >= 1600;
    Some(Claim {
        chapter: "Conclusion",
        config: survey.config,
        statement: "A4_B8 has at least 750 ambiguous spectra and 1,600 molecules that have one.",
        verdict: if enough {
            Verdict::Confirmed
        } else {
            Verdict::Refuted
        },
        finding: format!(
            "It has {} and {}.",
            counted(count.spectra, "spectrum", "spectra"),
            counted(count.molecules, "molecule", "molecules"),
        ),
        exhibits: Vec::new(),
        source,
    })
}

pub(super) fn two_atoms_apart(evidence: &Evidence) -> Option<Claim> {
    let ((standard, one), (six, other)) = (evidence.standard, evidence.six);
    let apart = |survey: &Survey| {
        let mut pairs = Pairs::new(0);
        survey.groups.iter().for_each(|group| pairs.add(group));
        let groups = pairs.counts().filter(|(atoms, _)| *atoms >= Pairs::DISTANT);
        let most = pairs.counts().map(|(atoms, _)| atoms).max().unwrap_or(0);
        (groups.map(|(_, count)| count.groups).sum::<u64>(), most)
    };
    let ((in_six, most_in_six), (in_standard, most)) = (apart(six), apart(standard));
    let distant = six
        .groups
        .iter()
        .find(|group| group.differences().len() > 2);
    Some(Claim {
        chapter: "Conclusion",
        config: six.config,
        statement: "In a few groups, two molecules differ by two atoms, which costs 10 points. In all groups known before, they differ by one.",
        verdict: Verdict::of(in_six > 0 && most_in_six == 2),
        finding: format!(
            "This is true for {} of {} groups of A4_B6 up to symmetry, and for {} of {} of A4_B8; no two molecules differ by more than {} atoms.",
            thousands(in_six),
            thousands(six.groups.len() as u64),
            thousands(in_standard),
            thousands(standard.groups.len() as u64),
            most.max(most_in_six),
        ),
        exhibits: distant
            .map(|group| shown(six.config, group))
            .into_iter()
            .collect(),
        source: one.and(other),
    })
}
