//! Claims about the two molecules whose records and boards the text prints.

use ::view::words::{counted, listed};

use super::ambiguity::{numbers, shown};
use super::boards::{self, Board};
use super::{Claim, Evidence, Exhibit, Source, Verdict};
use crate::game::{Config, Entry, Group, Molecule, Spectrum, Transform};

/// The two molecules whose records the text prints.
struct PrintedPair {
    config: Config,
    boards: [Board; 2],
}

impl PrintedPair {
    const SPECTRUM: &'static str = "@&@&@&@a@bcda@b@&@dc&@&@";

    fn new() -> Option<PrintedPair> {
        let [one, other, ..] = boards::PAIR_AND_HALF_TURN;
        let boards = [Board::drawn(one)?, Board::drawn(other)?];
        Some(PrintedPair {
            config: boards[0].config,
            boards,
        })
    }

    fn molecules(&self) -> [Molecule; 2] {
        self.boards.each_ref().map(|board| board.molecule)
    }
}

pub(super) fn one_spectrum(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.six;
    let pair = PrintedPair::new()?;
    let config = pair.config;
    let spectrum = Spectrum::parse(PrintedPair::SPECTRUM, config).ok()?;
    let group = survey
        .class_of(&spectrum)
        .and_then(|class| class.turned_to(&spectrum, config));
    let found = group.as_ref().map_or(&[][..], |group| &group.molecules[..]);
    let right = pair
        .boards
        .iter()
        .all(|board| board.wrong_labels().is_empty());
    let printed = pair.molecules().map(|molecule| molecule.number(config));
    Some(Claim {
        chapter: "Table of spectrums",
        config,
        statement: "Molecules 868 and 15993 are different but have one spectrum, and no third molecule has it.",
        verdict: Verdict::of(right && printed == [868, 15_993] && found == pair.molecules()),
        finding: format!(
            "Molecules {} have the spectrum {spectrum}.",
            numbers(found, config)
        ),
        exhibits: group
            .map(|group| shown(config, &group))
            .into_iter()
            .collect(),
        source,
    })
}

pub(super) fn transforms(_: &Evidence) -> Option<Claim> {
    let pair = PrintedPair::new()?;
    let config = pair.config;
    let mut told = Vec::new();
    let mut transforms = Vec::new();
    let mut canonical = Vec::new();
    for molecule in pair.molecules() {
        let group = Group::of(molecule, config);
        let transform = group.find(molecule)?.transform;
        told.push(format!(
            "{} is {transform} of {}",
            molecule.number(config),
            group.canonical().number(config),
        ));
        transforms.push(transform);
        canonical.push(group.canonical().number(config));
    }
    Some(Claim {
        chapter: "Table of spectrums",
        config,
        statement: "Their canonical numbers are 868 and 7361, and the transform of both is id.",
        verdict: Verdict::of(canonical == [868, 7_361] && transforms == [Transform::Id; 2]),
        finding: format!(
            "Only canonical molecules have the transform id; {}.",
            listed(told)
        ),
        exhibits: vec![Exhibit::Molecule {
            config,
            molecule: pair.molecules()[1],
            ray: None,
        }],
        source: Source::Rules,
    })
}

pub(super) fn rows(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.six;
    let pair = PrintedPair::new()?;
    let config = pair.config;
    let spectrum = Spectrum::parse(PrintedPair::SPECTRUM, config).ok()?;
    let turned = Spectrum::parse("a@b@&@cd&@&@@&@&@&@a@bdc", config).ok()?;
    // A spectrum's transform is that of the first molecule with the class's
    // canonical number.
    let row = |spectrum: &Spectrum| {
        let class = survey.class_of(spectrum)?;
        let canonical = Molecule::from_number(class.canonical_number, config)?;
        let members = Group::of(canonical, config);
        let member = members
            .iter()
            .find(|member| member.molecule.spectrum(config) == *spectrum)?;
        Some((class.size(), member.transform, class.canonical_number))
    };
    let rows = [row(&spectrum)?, row(&turned)?];
    Some(Claim {
        chapter: "Table of spectrums",
        config,
        statement: "That spectrum and its half turn a@b@&@cd&@&@@&@&@&@a@bdc each have 2 molecules and the canonical number 868. Their transforms are id and rot180.",
        verdict: Verdict::of(
            Transform::Rot180.spectrum(&spectrum) == turned
                && rows == [(2, Transform::Id, 868), (2, Transform::Rot180, 868)],
        ),
        finding: listed(rows.map(|(size, transform, number)| {
            let molecules = counted(size, "molecule", "molecules");
            format!("{transform} with {molecules} and the canonical number {number}")
        })) + ".",
        exhibits: Vec::new(),
        source,
    })
}

pub(super) fn drawings(_: &Evidence) -> Option<Claim> {
    let [one, other, third, fourth] = boards::PAIR_AND_HALF_TURN;
    let pair = [Board::drawn(one)?, Board::drawn(other)?];
    let turned = [Board::drawn(third)?, Board::drawn(fourth)?];
    let config = pair[0].config;
    let half_turn = |board: &Board| Transform::Rot180.molecule(board.molecule, config);
    let expected = pair.each_ref().map(half_turn);
    let drawn = turned.each_ref().map(|board| board.molecule);
    let swapped = drawn[0] == expected[1] && drawn[1] == expected[0];
    let all = pair.iter().chain(&turned);
    let wrong: Vec<(&Board, (usize, char))> = all
        .flat_map(|board| {
            board
                .wrong_labels()
                .into_iter()
                .map(move |label| (board, label))
        })
        .collect();
    let told = wrong.iter().map(|(board, (position, label))| {
        let spectrum = board.molecule.spectrum(config);
        let symbol = char::from(spectrum.as_bytes()[*position]);
        let entry = Entry {
            position: *position,
            width: config.width(),
        };
        format!("{label} is at {entry} instead of {symbol}")
    });
    let mut finding = format!("All labels except {} are right", wrong.len());
    if !wrong.is_empty() {
        finding += &format!(
            ": around molecule {}, {}",
            numbers(&drawn[1..], config),
            listed(told)
        );
    }
    finding += if swapped {
        ". The half turns are drawn in the other order."
    } else {
        "."
    };
    Some(Claim {
        chapter: "Table of spectrums",
        config,
        statement: "The two molecules and their half turns are drawn with their spectra.",
        verdict: match (wrong.is_empty(), drawn == expected) {
            (true, true) => Verdict::Confirmed,
            (true, false) if swapped => Verdict::Refined,
            _ => Verdict::Refuted,
        },
        finding,
        exhibits: vec![Exhibit::Molecule {
            config,
            molecule: drawn[1],
            ray: None,
        }],
        source: Source::Rules,
    })
}
