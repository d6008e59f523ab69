//! Claims about molecules: their number, their order, and which are images of
//! each other.

use ::view::words::{counted, listed, thousands};

use super::boards::{self, Board, three_lines};
use super::{Claim, Evidence, Exhibit, Source, Verdict};
use crate::game::{Config, Group, Molecule, Spectrum, Transform};

fn molecule(config: Config, molecule: Molecule) -> Exhibit {
    Exhibit::Molecule {
        config,
        molecule,
        ray: None,
    }
}

pub(super) fn enantiomers_drawn(_: &Evidence) -> Option<Claim> {
    let board = Board::drawn(boards::LOPSIDED)?;
    let config = board.config;
    let group = Group::of(board.molecule, config);
    let drawn = |(line, lines): &(usize, [&str; 3])| three_lines(*line, *lines, config);
    let others: Vec<Molecule> = boards::ENANTIOMERS.iter().filter_map(drawn).collect();
    let strangers: Vec<Molecule> = boards::NO_ENANTIOMERS.iter().filter_map(drawn).collect();
    let belongs = |&molecule: &Molecule| group.find(molecule).is_some();
    let mut all: Vec<Molecule> = others.iter().copied().chain([board.molecule]).collect();
    all.sort_unstable();
    let expected: Vec<Molecule> = group.iter().map(|member| member.molecule).collect();
    let numbers = others.iter().map(|other| other.number(config));
    Some(Claim {
        chapter: "Vocabulary",
        config,
        statement: "The drawings show the seven enantiomers of a molecule without symmetry. Two others, moved or mirrored off the middle, are not enantiomers.",
        verdict: Verdict::of(
            all == expected && strangers.len() == 2 && !strangers.iter().any(belongs),
        ),
        finding: format!(
            "The enantiomers of molecule {} are {}.",
            board.molecule.number(config),
            listed(numbers),
        ),
        exhibits: vec![molecule(config, board.molecule)],
        source: Source::Rules,
    })
}

/// Whether configurations have the claimed numbers of molecules, and the finding.
fn numbers(claimed: &[(u64, u64, u64)]) -> Option<(Vec<Config>, bool, String)> {
    let configs: Vec<Config> = (claimed.iter())
        .filter_map(|&(atoms, width, _)| Config::new(atoms, width).ok())
        .collect();
    let counted = configs.iter().map(|config| config.molecules());
    let right = counted.eq(claimed.iter().map(|claim| claim.2));
    let told = configs.iter().map(|config| {
        let (all, canonical) = (config.molecules(), config.canonical_molecules());
        format!(
            "{config} has {} ({} up to symmetry)",
            thousands(all),
            thousands(canonical)
        )
    });
    let finding = listed(told) + ".";
    Some((configs, right, finding))
}

pub(super) fn numbers_of_molecules(_: &Evidence) -> Option<Claim> {
    let (configs, right, finding) = numbers(&[(4, 8, 635_376), (2, 4, 120)])?;
    Some(Claim {
        chapter: "Basic projects",
        config: *configs.first()?,
        statement: "There are 635,376 molecules of four atoms in a box of 8 × 8, and 120 of two atoms in 4 × 4.",
        verdict: Verdict::of(right),
        finding,
        exhibits: Vec::new(),
        source: Source::Rules,
    })
}

pub(super) fn numbers_of_four_atoms(_: &Evidence) -> Option<Claim> {
    let (configs, right, finding) = numbers(&[(4, 4, 1820), (4, 5, 12650), (4, 6, 58905)])?;
    Some(Claim {
        chapter: "Physical implementation",
        config: *configs.last()?,
        statement: "Four atoms have 1,820 molecules in a box of 4 × 4, 12,650 in 5 × 5 and 58,905 in 6 × 6.",
        verdict: Verdict::of(right),
        finding,
        exhibits: Vec::new(),
        source: Source::Rules,
    })
}

pub(super) fn group_sizes(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let sizes = survey.rays.enantiomer_groups();
    let count = |size: usize| sizes.get(&size).copied().unwrap_or(0);
    let told = sizes.iter().rev().map(|(size, &groups)| {
        let members = counted(*size as u64, "member", "members");
        format!("{} of {members}", thousands(groups))
    });
    // The first molecule that is its only image.
    let config = survey.config;
    let alone = (1..=config.molecules())
        .filter_map(|number| Molecule::from_number(number, config))
        .find(|&one| Group::of(one, config).iter().len() == 1);
    let exhibits = alone.map(|one| molecule(config, one)).into_iter().collect();
    let most = count(8) > sizes.range(..8).map(|(_, groups)| groups).sum();
    Some(Claim {
        chapter: "Second optimisation",
        config,
        statement: "Usually, eight molecules are images of each other, and sometimes four or two. Very rarely, a molecule is its only image.",
        verdict: Verdict::of(most && count(4) > count(2) && count(2) > count(1) && count(1) > 0),
        finding: format!("There are groups of enantiomers: {}.", listed(told)),
        exhibits,
        source,
    })
}

pub(super) fn half_turn(_: &Evidence) -> Option<Claim> {
    let board = Board::drawn(boards::SECOND_OF_TWO)?;
    let config = board.config;
    let turned = Transform::Rot180.molecule(board.molecule, config);
    let spectrum = turned.spectrum(config);
    let group = Group::of(turned, config);
    let transform = group.find(turned)?.transform;
    Some(Claim {
        chapter: "Second optimisation",
        config,
        statement: "A half turn makes molecule 119 from molecule 2. It is stored with the transform rot180 and the spectrum abc@&@&@@&ba@&@c, and has the canonical molecule 2.",
        verdict: Verdict::of(
            turned.number(config) == 119
                && group.canonical() == board.molecule
                && transform == Transform::Rot180
                && spectrum.as_str() == "abc@&@&@@&ba@&@c"
                && Transform::Rot180.spectrum(&board.molecule.spectrum(config)) == spectrum,
        ),
        finding: format!(
            "It is molecule {}, {transform} of {}, with the spectrum {spectrum}.",
            turned.number(config),
            group.canonical().number(config),
        ),
        exhibits: vec![molecule(config, turned)],
        source: Source::Rules,
    })
}

pub(super) fn labellings(_: &Evidence) -> Option<Claim> {
    let config = Config::new(2, 4).ok()?;
    let texts = ["bac@&@&@@&ab@&@c", "abc@&@&@@&ba@&@c", "cab@&@&@@&ac@&@b"];
    let spectra = texts.map(|text| Spectrum::parse(text, config).ok());
    let first = spectra[0]?;
    Some(Claim {
        chapter: "Second optimisation",
        config,
        statement: "The rays of three boards have different letters. After the letters are renamed, the boards have one spectrum.",
        verdict: Verdict::of(spectra.iter().all(|spectrum| *spectrum == Some(first))),
        finding: format!("With renamed letters, all three are {first}."),
        exhibits: Vec::new(),
        source: Source::Rules,
    })
}

pub(super) fn walk(_: &Evidence) -> Option<Claim> {
    let config = Config::new(6, 4).ok()?;
    let claimed = [
        (1, "OOOOOO----------"),
        (2, "OOOOO-O---------"),
        (3, "OOOOO--O--------"),
        (4, "OOOOO---O-------"),
        (10, "OOOOO---------O-"),
        (11, "OOOOO----------O"),
        (12, "OOOO-OO---------"),
        (13, "OOOO-O-O--------"),
        (21, "OOOO-O---------O"),
        (22, "OOOO--OO--------"),
        (23, "OOOO--O-O-------"),
        (30, "OOOO--O--------O"),
        (66, "OOOO----------OO"),
        (67, "OOO-OOO---------"),
    ];
    let mut walked = vec![Molecule::first(config)];
    while walked.len() < 67 {
        walked.push(walked.last()?.successor(config)?);
    }
    let right = |(number, text): &(usize, &str)| walked[number - 1].text(config) == *text;
    let wrong: Vec<_> = claimed
        .iter()
        .filter(|claim| !right(claim))
        .map(|c| c.0)
        .collect();
    Some(Claim {
        chapter: "Exhaustive search of all the molecules",
        config,
        statement: "The walk over six atoms in sixteen cells passes the printed molecules at iterations 1 to 67.",
        verdict: Verdict::of(wrong.is_empty()),
        finding: if wrong.is_empty() {
            format!(
                "All {} printed molecules are right; molecule 67 is {}.",
                claimed.len(),
                walked[66].text(config)
            )
        } else {
            format!("The walk passes others at iterations {}.", listed(wrong))
        },
        exhibits: vec![molecule(config, walked[66])],
        source: Source::Rules,
    })
}

pub(super) fn successor(_: &Evidence) -> Option<Claim> {
    let config = Config::new(6, 4).ok()?;
    let one = Molecule::parse("-O--O-O------OOO", config).ok()?;
    let next = one.successor(config)?;
    Some(Claim {
        chapter: "Exhaustive search of all the molecules",
        config,
        statement: "-O--O-O------OOO is followed by -O--O--OOOO-----.",
        verdict: Verdict::of(next.text(config) == "-O--O--OOOO-----"),
        finding: format!(
            "Molecule {} is followed by {}, {}.",
            one.number(config),
            next.number(config),
            next.text(config),
        ),
        exhibits: vec![molecule(config, next)],
        source: Source::Rules,
    })
}
