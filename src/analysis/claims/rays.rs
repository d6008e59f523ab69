//! Claims about rays.

use ::view::words::{counted, listed, thousands};

use super::boards::{self, Board};
use super::{Claim, Evidence, Exhibit, Source, Verdict};
use crate::analysis::ray_study::{Kind, Measure, RayNumbers};
use crate::game::{Chamber, Config, Outcome, Ray};

/// A molecule and one of its rays.
fn exhibit(board: &Board, ray: usize) -> Exhibit {
    Exhibit::Molecule {
        config: board.config,
        molecule: board.molecule,
        ray: Some(ray),
    }
}

fn whole(board: &Board) -> Exhibit {
    Exhibit::Molecule {
        config: board.config,
        molecule: board.molecule,
        ray: None,
    }
}

/// The ray with the most turns on a board, and its position, among rays that
/// end in some way. Among several, it is the longest one.
fn most_turned(board: &Board, ends: fn(Outcome) -> bool) -> Option<(usize, Ray)> {
    let chamber = Chamber::new(board.molecule, board.config);
    let rays = (0..board.config.positions()).map(|position| (position, chamber.shoot(position)));
    rays.filter(|(_, ray)| ends(ray.outcome))
        .rev()
        .max_by_key(|(_, ray)| (ray.turns, ray.length))
}

pub(super) fn games(_: &Evidence) -> Option<Claim> {
    let boards: Vec<Board> = boards::GAMES
        .iter()
        .filter_map(|text| Board::drawn(text))
        .collect();
    let comes_out: fn(Outcome) -> bool = |outcome| matches!(outcome, Outcome::Out(_));
    let is_reflected: fn(Outcome) -> bool = |outcome| outcome == Outcome::Reflected;
    let ends = [comes_out, comes_out, comes_out, is_reflected];
    let rays: Vec<(usize, Ray)> = (boards.iter().zip(ends))
        .filter_map(|(board, ends)| most_turned(board, ends))
        .collect();
    let right = boards.iter().all(|board| board.wrong_labels().is_empty());
    let turned = rays.len() == ends.len() && rays.iter().all(|(_, ray)| ray.turns > 1);
    Some(Claim {
        chapter: "Secondary purpose",
        config: boards.first()?.config,
        statement: "In each of four played games, a ray turns several times. In the first three it then comes out, in the fourth it is reflected.",
        verdict: Verdict::of(right && turned),
        finding: format!(
            "These rays turn {} times, and enter {} cells.",
            listed(rays.iter().map(|(_, ray)| ray.turns)),
            listed(rays.iter().map(|(_, ray)| ray.length)),
        ),
        exhibits: boards
            .iter()
            .zip(&rays)
            .map(|(board, ray)| exhibit(board, ray.0))
            .collect(),
        source: Source::Rules,
    })
}

/// The drawn ray with six turns, and its board.
fn six_turns() -> Option<(Board, usize, Ray)> {
    let board = Board::drawn(boards::SIX_TURNS)?;
    let (position, ray) = most_turned(&board, |_| true)?;
    Some((board, position, ray))
}

pub(super) fn most_turns(evidence: &Evidence) -> Option<Claim> {
    const CLAIMED: usize = 6;
    let (survey, source) = evidence.standard;
    let (board, position, ray) = six_turns()?;
    let (_, record) = survey.rays.record_of_all(Measure::Turns)?;
    let most = record.extent.turns;
    Some(Claim {
        chapter: "Secondary purpose",
        config: survey.config,
        statement: "A ray turns up to 6 times.",
        verdict: Verdict::of(most == CLAIMED && usize::from(ray.turns) == CLAIMED),
        finding: format!(
            "No ray of any molecule turns more than {most} times; {} a ray with {most} turns ({} up to symmetry).",
            counted(record.molecules, "molecule has", "molecules have"),
            thousands(record.canonical),
        ),
        exhibits: vec![exhibit(&board, position)],
        source,
    })
}

pub(super) fn longest(evidence: &Evidence) -> Option<Claim> {
    const CLAIMED: usize = 23;
    let (survey, source) = evidence.standard;
    let (board, position, ray) = six_turns()?;
    let (_, longest) = survey.rays.record_of_all(Measure::Length)?;
    let most = longest.extent.length;
    let holders: Vec<_> = Kind::ALL
        .into_iter()
        .filter_map(|kind| Some((kind, survey.rays.record(kind, Measure::Length)?)))
        .filter(|(_, record)| record.extent.length == most)
        .collect();
    let told = holders.iter().map(|(kind, record)| {
        format!(
            "{} after {} (molecule {})",
            kind.name(),
            counted(record.extent.turns as u64, "turn", "turns"),
            record.molecule.number(survey.config),
        )
    });
    let by_turns = Kind::ALL.map(|kind| {
        survey
            .rays
            .distribution(kind)
            .longest_with(usize::from(ray.turns))
    });
    let with_as_many_turns = by_turns.into_iter().flatten().max().unwrap_or(0);
    let mut exhibits = vec![exhibit(&board, position)];
    exhibits.extend(holders.iter().map(|(_, record)| Exhibit::Molecule {
        config: survey.config,
        molecule: record.molecule,
        ray: Some(record.position),
    }));
    Some(Claim {
        chapter: "Secondary purpose",
        config: survey.config,
        statement: "A ray crosses up to 23 cells; the drawn one does.",
        verdict: Verdict::of(most == CLAIMED && usize::from(ray.length) == CLAIMED),
        finding: format!(
            "The drawn ray enters {} cells, but the longest ones enter {most}: {}. {with_as_many_turns} is the most for rays that turn {} times.",
            ray.length,
            listed(told),
            ray.turns,
        ),
        exhibits,
        source,
    })
}

pub(super) fn ten_digits(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let out = survey.rays.tally().by(|numbers| numbers.out);
    let (&most, &molecules) = out.last_key_value()?;
    let beyond: u64 = out.range(11..).map(|(_, molecules)| molecules).sum();
    Some(Claim {
        chapter: "Internal implementation of a game",
        config: survey.config,
        statement: "Ten digits are not enough to label all rays that come out.",
        verdict: Verdict::of(most > 10),
        finding: format!(
            "Up to {most} rays come out (in {}); {} more than ten labels.",
            counted(molecules, "molecule", "molecules"),
            counted(beyond, "molecule needs", "molecules need"),
        ),
        exhibits: vec![whole(&Board::drawn(boards::MOST_OUT)?)],
        source,
    })
}

pub(super) fn record_of_two_atoms(_: &Evidence) -> Option<Claim> {
    let board = Board::drawn(boards::SECOND_OF_TWO)?;
    let (spectrum, statistics) = board.molecule.trace(board.config);
    let (absorbed, reflected, out) = (statistics.absorbed, statistics.reflected, statistics.out);
    let tallies = [absorbed, reflected, out].map(|t| {
        [
            t.number,
            t.max_length,
            t.max_turns,
            t.tot_length,
            t.tot_turns,
        ]
    });
    let chamber = Chamber::new(board.molecule, board.config);
    let mut lengths = [const { Vec::new() }; 3];
    for position in 0..board.config.positions() {
        let ray = chamber.shoot(position);
        match ray.outcome {
            Outcome::Absorbed => lengths[0].push(ray.length),
            Outcome::Reflected => lengths[1].push(ray.length),
            Outcome::Out(exit) if exit > position => lengths[2].push(ray.length),
            Outcome::Out(_) => {}
        }
    }
    lengths
        .iter_mut()
        .for_each(|lengths| lengths.sort_unstable());
    let right = board.molecule.number(board.config) == 2
        && spectrum.as_str() == "@&ab@&@cbac@&@&@"
        && board.wrong_labels().is_empty()
        && tallies == [[6, 3, 0, 7, 0], [4, 3, 0, 3, 0], [3, 4, 1, 11, 1]]
        && (statistics.reflected_edge, statistics.reflected_deep) == (3, 1)
        && lengths == [vec![0, 0, 0, 1, 3, 3], vec![0, 0, 0, 3], vec![3, 4, 4]];
    Some(Claim {
        chapter: "Internal implementation of a game",
        config: board.config,
        statement: "Molecule 2 has the printed record, with 6 absorbed rays (3 of them at once, 1 after one cell, 2 after three), 4 reflected ones (3 at the edge, 1 after three cells) and 3 that come out (2 straight, 1 after a turn).",
        verdict: Verdict::of(right),
        finding: format!(
            "Its spectrum is {spectrum}; the absorbed rays enter {} cells, the reflected ones {}, those that come out {}.",
            listed(&lengths[0]),
            listed(&lengths[1]),
            listed(&lengths[2]),
        ),
        exhibits: vec![whole(&board)],
        source: Source::Rules,
    })
}

pub(super) fn return_path(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let rays = survey.rays.distribution(Kind::Out).rays();
    let one_way = survey.rays.one_way();
    Some(Claim {
        chapter: "First optimisation",
        config: survey.config,
        statement: "If a ray comes out, a ray that is shot back from there comes out where the first one was shot.",
        verdict: Verdict::of(one_way == 0),
        finding: format!(
            "In all molecules together, {} come out; {}.",
            counted(rays, "ray", "rays"),
            match one_way {
                0 => "all return the way that they came".to_owned(),
                some => format!(
                    "{} of canonical molecules do not return this way",
                    thousands(some)
                ),
            },
        ),
        exhibits: Vec::new(),
        source,
    })
}

pub(super) fn shots(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let shots = survey.rays.tally().by(RayNumbers::shots);
    let (&fewest, &by_fewest) = shots.first_key_value()?;
    let (&most, &by_most) = shots.last_key_value()?;
    let boards = [
        Board::drawn(boards::MOST_OUT)?,
        Board::drawn(boards::FEWEST_OUT)?,
    ];
    Some(Claim {
        chapter: "First optimisation",
        config: survey.config,
        statement: "A whole spectrum takes 18 to 28 shots.",
        verdict: Verdict::of((fewest, most) == (18, 28)),
        finding: format!(
            "{fewest} shots are enough for {}, and {most} are necessary for {}.",
            counted(by_fewest, "molecule", "molecules"),
            counted(by_most, "molecule", "molecules"),
        ),
        exhibits: boards.iter().map(whole).collect(),
        source,
    })
}

pub(super) fn most_and_fewest_out(evidence: &Evidence) -> Option<Claim> {
    let (survey, source) = evidence.standard;
    let out = survey.rays.tally().by(|numbers| numbers.out);
    let (&fewest, _) = out.first_key_value()?;
    let (&most, _) = out.last_key_value()?;
    let boards = [
        Board::drawn(boards::MOST_OUT)?,
        Board::drawn(boards::FEWEST_OUT)?,
    ];
    let rays = boards.each_ref().map(|board| {
        let (_, statistics) = board.molecule.trace(board.config);
        [statistics.out, statistics.absorbed, statistics.reflected].map(|tally| tally.number)
    });
    let right = boards.iter().all(|board| board.wrong_labels().is_empty());
    Some(Claim {
        chapter: "First optimisation",
        config: survey.config,
        statement: "The two drawn boards have the most and the fewest rays that come out. One has 14 that come out and 4 absorbed, the other 4 that come out, 16 absorbed and 8 reflected.",
        verdict: Verdict::of(
            right && rays == [[14, 4, 0], [4, 16, 8]] && (fewest, most) == (4, 14),
        ),
        finding: format!(
            "They have {} and {} that come out; all molecules have {fewest} to {most}.",
            rays[0][0], rays[1][0],
        ),
        exhibits: boards.iter().map(whole).collect(),
        source,
    })
}

pub(super) fn no_extrapolation(evidence: &Evidence) -> Option<Claim> {
    let ((standard, one), (six, other)) = (evidence.standard, evidence.six);
    let most = |measure| -> Option<[usize; 2]> {
        let of = |survey: &crate::analysis::Survey| {
            let (_, record) = survey.rays.record_of_all(measure)?;
            Some(record.extent.get(measure))
        };
        Some([of(six)?, of(standard)?])
    };
    let ([short, long], [few, many]) = (most(Measure::Length)?, most(Measure::Turns)?);
    let mean = |survey: &crate::analysis::Survey| {
        survey
            .rays
            .distribution(Kind::Out)
            .mean(Measure::Length)
            .unwrap_or(0.0)
    };
    let config: Config = six.config;
    Some(Claim {
        chapter: "Conclusion",
        config,
        statement: "The lengths and turns of rays in A4_B6 cannot be extrapolated to A4_B8.",
        verdict: if (short, few) == (long, many) {
            Verdict::Refuted
        } else if few == many {
            Verdict::Refined
        } else {
            Verdict::Confirmed
        },
        finding: format!(
            "The longest ray enters {short} cells in A4_B6 and {long} in A4_B8, and rays that come out enter {:.2} and {:.2} on average; the most turns are {few} and {many}.",
            mean(six),
            mean(standard),
        ),
        exhibits: Vec::new(),
        source: one.and(other),
    })
}
