//! Computes every number in `docs/claims.md`, in the order of the page.

use std::collections::BTreeMap;

use blackbox_rules::board::{Board, Cell, Config, Orbit, Transform};
use blackbox_rules::groups::{SpectralGroup, ambiguous_groups};
use blackbox_rules::puzzle::game::POINTS_AN_ATOM;
use blackbox_rules::puzzle::guess::Guess;
use blackbox_rules::ray::{Outcome, Ray};
use blackbox_rules::watch::Observed;
use itertools::Itertools;

use super::{board_of, config, drawn, fits, number, numbered, origin};

/// The values in a row of a table: numbers without commas, and texts in backquotes.
fn figures(row: &str) -> String {
    let mut figures = Vec::new();
    for (part, text) in row.split('`').enumerate() {
        if part % 2 == 1 {
            figures.push(text.to_owned());
            continue;
        }
        let words = text.split(|c: char| c.is_whitespace() || "()".contains(c));
        let numbers = words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        figures.extend(
            numbers.map(|word| word.trim_end_matches([',', '.', ':', ';']).replace(',', "")),
        );
    }
    figures.join(" ")
}

/// The expected values of a row.
macro_rules! row {
    ($($figure:expr),* $(,)?) => { [$($figure.to_string()),*].join(" ") };
}

fn joined(figures: impl IntoIterator<Item: ToString>) -> String {
    let figures: Vec<String> = figures.into_iter().map(|one| one.to_string()).collect();
    figures.join(" ")
}

fn numbers(molecules: &[Board]) -> String {
    joined(molecules.iter().map(|&molecule| number(molecule)))
}

/// The number of ambiguous groups.
#[derive(Default)]
struct GroupCount {
    up_to_symmetry: u64,
    spectra: u64,
    molecules: u64,
}

impl GroupCount {
    fn of<'a>(groups: impl IntoIterator<Item = &'a SpectralGroup>) -> GroupCount {
        let mut count = GroupCount::default();
        groups.into_iter().for_each(|group| count.add(group));
        count
    }

    fn add(&mut self, group: &SpectralGroup) {
        self.up_to_symmetry += 1;
        self.spectra += group.images;
        self.molecules += group.images * group.size();
    }

    /// Counts groups by the number of their molecules.
    fn by_size(groups: &[SpectralGroup]) -> BTreeMap<u64, GroupCount> {
        let mut by_size: BTreeMap<u64, GroupCount> = BTreeMap::new();
        for group in groups {
            by_size.entry(group.size()).or_default().add(group);
        }
        by_size
    }
}

/// A canonical molecule.
struct Canonical {
    board: Board,
    images: u64,
    /// The rays. A ray with an exit occurs only once, not at both ends.
    rays: Vec<Ray>,
}

impl Canonical {
    fn new(board: Board) -> Canonical {
        let rays: Vec<_> = board.rays().collect();
        let rays = rays.iter().filter(|&&(position, ray)| {
            let Outcome::Out(exit) = ray.outcome else {
                return true;
            };
            // Fired from its exit, a ray takes the same path.
            let outcome = Outcome::Out(position);
            assert_eq!(rays[exit.index()].1, Ray { outcome, ..ray });
            position < exit
        });
        Canonical {
            board,
            images: Orbit::of_canonical(board).iter().len() as u64,
            rays: rays.map(|&(_, ray)| ray).collect(),
        }
    }

    fn rays_out(&self) -> impl Iterator<Item = &Ray> {
        let is_out = |ray: &&Ray| matches!(ray.outcome, Outcome::Out(_));
        self.rays.iter().filter(is_out)
    }
}

/// The data of a configuration.
struct Known {
    config: Config,
    groups: Vec<SpectralGroup>,
    canonical: Vec<Canonical>,
}

impl Known {
    fn of(text: &str) -> Known {
        let config = config(text);
        let canonical = config.boards().filter(|board| board.is_canonical());
        Known {
            config,
            groups: ambiguous_groups(config, &Observed::default()).unwrap(),
            canonical: canonical.map(Canonical::new).collect(),
        }
    }

    fn count(&self) -> GroupCount {
        GroupCount::of(&self.groups)
    }

    fn rays(&self) -> impl Iterator<Item = &Ray> {
        self.canonical.iter().flat_map(|one| &one.rays)
    }

    fn longest(&self) -> u16 {
        self.rays().map(|ray| ray.length).max().unwrap()
    }

    fn most_turns(&self) -> u16 {
        self.rays().map(|ray| ray.turns).max().unwrap()
    }

    /// The number of molecules by the value of `what`.
    fn molecules_by(&self, what: impl Fn(&Canonical) -> usize) -> BTreeMap<usize, u64> {
        let mut molecules = BTreeMap::new();
        for one in &self.canonical {
            *molecules.entry(what(one)).or_default() += one.images;
        }
        molecules
    }

    /// The sum over the rays that come out of all molecules.
    fn sum_out(&self, of: impl Fn(&Ray) -> u64) -> u64 {
        let molecules = self.canonical.iter();
        let sums = molecules.map(|one| one.images * one.rays_out().map(&of).sum::<u64>());
        sums.sum()
    }

    /// The number of groups in which two molecules differ by this number of atoms or more.
    fn groups_differing_by(&self, atoms: u32) -> usize {
        let differs = |group: &&SpectralGroup| group.max_difference() >= atoms;
        self.groups.iter().filter(differs).count()
    }
}

/// The molecules of a group in a wider box, for each way to insert empty rows and columns.
fn enlarged(group: &SpectralGroup, to: Config) -> impl Iterator<Item = Vec<Board>> {
    let from = group.molecules[0].size().columns();
    let choices = || (0..to.width()).combinations(from);
    let ways = choices().cartesian_product(choices());
    ways.map(move |(rows, columns)| {
        let cell = |cell: Cell| to.size().cell(rows[cell.row()], columns[cell.column()]);
        let moved = |one: &Board| {
            let cells: Option<Vec<Cell>> = one.atoms().map(cell).collect();
            Board::with_atoms(cells.unwrap(), to.size()).unwrap()
        };
        group.molecules.iter().map(moved).collect()
    })
}

/// The molecules of a group in a narrower box, for each way to remove rows and columns that are empty in all of
/// them.
fn reduced(group: &SpectralGroup, to: Config) -> impl Iterator<Item = Vec<Board>> {
    let from = group.molecules[0].size().columns();
    let choices = || (0..from).combinations(to.width());
    let ways = choices().cartesian_product(choices());
    ways.filter_map(move |(rows, columns)| {
        let place = |lines: &[usize], line| lines.iter().position(|&left| left == line);
        let cell = |cell: Cell| {
            let (row, column) = (place(&rows, cell.row())?, place(&columns, cell.column())?);
            to.size().cell(row, column)
        };
        let moved = |one: &Board| {
            let cells: Option<Vec<Cell>> = one.atoms().map(cell).collect();
            Some(Board::with_atoms(cells?, to.size()).unwrap())
        };
        group.molecules.iter().map(moved).collect()
    })
}

fn are_alike(molecules: &[Board]) -> bool {
    molecules.iter().map(|one| one.spectrum()).all_equal()
}

fn decimals(value: f64) -> String {
    format!("{value:.2}")
}

fn percent(part: u64, whole: u64) -> String {
    decimals(100.0 * part as f64 / whole as f64)
}

/// For each played game, the ray that turns most.
const PLAYED: [usize; 4] = [10, 5, 1, 5];

/// The numbers of rays that come out, are absorbed and are reflected.
fn outcomes(lines: [&str; 8]) -> [u16; 3] {
    let (_, statistics) = Board::parse(&lines.concat(), config("A4_B8"))
        .unwrap()
        .trace();
    [statistics.out, statistics.absorbed, statistics.reflected].map(|tally| tally.number)
}

fn main_purpose(standard: &Known, five: (Config, &[SpectralGroup])) -> [String; 5] {
    let (config, count) = (standard.config, standard.count());
    let lands = drawn::NO_RAYS_LAND.map(|cell| board_of(&drawn::no_rays_land(Some(cell))));
    let guess = Guess::among(&lands).unwrap().unwrap();
    let (of_five, all) = (GroupCount::of(five.1), five.0.molecules());
    let sizes = GroupCount::by_size(&standard.groups).into_iter().skip(1);
    let sizes = sizes.map(|(size, count)| row![count.spectra, count.up_to_symmetry, size]);
    let solutions = fits(&drawn::found_by_pure_thought(), config);
    let mean = decimals(guess.mean_penalty());
    let share = percent(of_five.molecules, all);
    [
        row![1, lands.len(), POINTS_AN_ATOM, numbers(&lands), mean],
        row![
            of_five.spectra,
            of_five.up_to_symmetry,
            of_five.molecules,
            all,
            share
        ],
        row![
            count.molecules,
            config.molecules(),
            percent(count.molecules, config.molecules())
        ],
        joined(sizes),
        row![solutions.len(), joined(&solutions)],
    ]
}

fn secondary_purpose(standard: &Known) -> [String; 3] {
    let played = drawn::played_in_emacs().into_iter().zip(PLAYED);
    let played = played.map(|(board, at)| {
        let board = board_of(&board);
        let position = board.size().position(at).unwrap();
        board.fire(position).unwrap()
    });
    let (turns, cells): (Vec<u16>, Vec<u16>) = played.map(|ray| (ray.turns, ray.length)).unzip();
    let (most, length) = (standard.most_turns(), standard.longest());
    let turned = |one: &&Canonical| one.rays.iter().any(|ray| ray.turns == most);
    let turned: Vec<_> = standard.canonical.iter().filter(turned).collect();
    let molecules: u64 = turned.iter().map(|one| one.images).sum();
    let as_turned = standard.rays().filter(|ray| ray.turns == most);
    let longest = as_turned.map(|ray| ray.length).max().unwrap();
    let record = |is_kind: fn(Outcome) -> bool| {
        let all = standard.canonical.iter();
        let mut all = all.flat_map(|one| one.rays.iter().map(|ray| (one.board, ray)));
        let is_record = |(_, ray): &(_, &Ray)| ray.length == length && is_kind(ray.outcome);
        let (board, ray) = all.find(is_record).unwrap();
        row![ray.turns, number(board)]
    };
    let absorbed = record(|outcome| outcome == Outcome::Absorbed);
    let out = record(|outcome| matches!(outcome, Outcome::Out(_)));
    [
        row![joined(turns), joined(cells)],
        row![most, molecules, turned.len(), most],
        row![longest, most, longest, most, length, absorbed, out],
    ]
}

fn molecules_and_labels(standard: &Known) -> [String; 4] {
    use Transform::{Diag1, Diag2, Rot90, Rot180, Rot270, SymmH, SymmV};
    let (config, small) = (standard.config, super::config("A2_B4"));
    let lopsided = format!("-OO------O------O{}", "-".repeat(47));
    let lopsided = Board::parse(&lopsided, config).unwrap();
    let images = [Rot270, Rot180, Rot90, Diag1, SymmH, Diag2, SymmV];
    let images = images.map(|transform| lopsided.transformed(transform));
    let canonical = row![config.canonical_molecules(), small.canonical_molecules()];

    let out = standard.molecules_by(|one| one.rays_out().count());
    let (most, of_most) = out.last_key_value().unwrap();
    let more: u64 = out.range(11..).map(|(_, molecules)| molecules).sum();

    let (spectrum, record) = numbered(2, small).trace();
    let rays: Vec<Ray> = numbered(2, small).rays().map(|(_, ray)| ray).collect();
    let absorbed = [0, 1, 3].map(|cells| {
        let after = |ray: &&Ray| ray.outcome == Outcome::Absorbed && ray.length == cells;
        rays.iter().filter(after).count()
    });
    let reflected = row![
        record.reflected.number,
        record.reflected_edge,
        record.reflected_deep
    ];
    let (came_out, turned) = (record.out.number, record.out.tot_turns);
    [
        row![number(lopsided), numbers(&images)],
        row![config.molecules(), 8, 8, small.molecules(), 4, 4, canonical],
        row![most, of_most, more, 10],
        row![
            2,
            record.absorbed.number,
            joined(absorbed),
            reflected,
            came_out,
            came_out - turned,
            turned,
            spectrum
        ],
    ]
}

fn optimisations(standard: &Known) -> [String; 6] {
    let config = super::config("A2_B4");
    let out = standard.molecules_by(|one| one.rays_out().count());
    let shots = standard.molecules_by(|one| one.rays.len());
    let (fewest, of_fewest) = shots.first_key_value().unwrap();
    let (most, of_most) = shots.last_key_value().unwrap();
    let [many, absorbed, _] = outcomes([
        "--------", "---O----", "--O-O---", "---O----", "--------", "--------", "--------",
        "--------",
    ]);
    let few = joined(outcomes([
        "-O------", "-------O", "--------", "--------", "--------", "--------", "O-------",
        "------O-",
    ]));
    let ends = row![
        out.first_key_value().unwrap().0,
        out.last_key_value().unwrap().0
    ];
    let enantiomers = standard.canonical.iter().counts_by(|one| one.images);
    let enantiomers = enantiomers.into_iter().sorted().rev();
    let turned = numbered(2, config).transformed(Transform::Rot180);
    let (transform, canonical) = origin(turned);
    let spectrum = turned.spectrum();
    [
        standard.sum_out(|_| 1).to_string(),
        row![fewest, most, fewest, of_fewest, most, of_most],
        row![many, absorbed, few, ends],
        joined(enantiomers.map(|(size, groups)| row![groups, size])),
        row![number(turned), 2, transform, spectrum, canonical],
        spectrum.to_string(),
    ]
}

fn search_and_spectra(six: &Known) -> [String; 8] {
    let config = super::config("A6_B4");
    let one = Board::parse("-O--O-O------OOO", config).unwrap();
    let next = one.successor().unwrap();
    let walked = row![config.cells(), 1, 67, numbered(67, config).text()];
    let followed = row![one.text(), next.text(), numbers(&[one, next])];

    let mut groups = six.groups.iter();
    let pair = groups.find(|group| group.canonical_number == 868).unwrap();
    let printed = numbers(&pair.molecules);
    let [first, second] = [0, 1].map(|place| origin(pair.molecules[place]));
    let half_turn = Transform::Rot180.spectrum(&pair.spectrum);
    let (id, turned) = (Transform::Id, Transform::Rot180);
    let drawn = number(pair.molecules[0].transformed(turned));
    let [two, one] = [16, 17].map(|at| &half_turn.as_str()[at..=at]);

    let lopsided = |group: &&SpectralGroup| {
        let mut molecules = group.molecules.iter();
        molecules.all(|&molecule| Orbit::of(molecule).iter().len() == 8)
    };
    let lopsided: Vec<_> = six.groups.iter().filter(lopsided).collect();
    let eight = lopsided.iter().filter(|group| group.images == 8).count();
    let exception = lopsided.iter().find(|group| group.images < 8).unwrap();
    let exception = numbers(&exception.molecules);

    let boxes = ["A4_B4", "A4_B5", "A4_B6"].map(super::config);
    let all = boxes.map(|one| row![one.molecules(), one.width(), one.width()]);
    [
        walked,
        followed,
        row![printed, pair.spectrum],
        row![first.1, second.1, id, first.0, printed, second.0, second.1],
        row![half_turn, pair.size(), first.1, id, turned],
        row![8, lopsided.len(), six.groups.len(), eight, 8, exception],
        row![drawn, 1, 2, one, two],
        row![
            joined(all),
            joined(boxes.map(|one| one.canonical_molecules()))
        ],
    ]
}

fn conclusion(standard: &Known, six: &Known) -> [String; 8] {
    let sizes = GroupCount::by_size(&six.groups);
    let (of_six, of_standard) = (six.count(), standard.count());
    let reappear = |wanted: std::ops::Range<u64>| {
        let groups = six.groups.iter();
        let groups = groups.filter(|group| wanted.contains(&group.size()));
        let reappears =
            |group: &&SpectralGroup| enlarged(group, standard.config).any(|one| are_alike(&one));
        row![groups.clone().filter(reappears).count(), groups.count()]
    };
    let is_new = |group: &&SpectralGroup| !reduced(group, six.config).any(|one| are_alike(&one));
    let new = GroupCount::of(standard.groups.iter().filter(is_new));
    let mean = |known: &Known| {
        decimals(known.sum_out(|ray| ray.length.into()) as f64 / known.sum_out(|_| 1) as f64)
    };
    assert_eq!(
        six.groups_differing_by(3) + standard.groups_differing_by(3),
        0
    );
    [
        row![
            joined(sizes.values().map(|count| count.up_to_symmetry)),
            joined(sizes.keys()),
            of_six.spectra,
            of_six.molecules,
            joined(sizes.values().map(|count| count.spectra)),
        ],
        row![
            2,
            3,
            1,
            4,
            sizes[&4].up_to_symmetry,
            4,
            sizes[&5].up_to_symmetry,
            5
        ],
        row![4, 5, reappear(4..6)],
        row![2, 3, reappear(2..4)],
        row![
            new.spectra,
            of_standard.spectra,
            new.up_to_symmetry,
            of_standard.up_to_symmetry
        ],
        row![750, 1600, of_standard.spectra, of_standard.molecules],
        row![
            2,
            2 * POINTS_AN_ATOM,
            six.groups_differing_by(2),
            six.groups.len(),
            standard.groups_differing_by(2),
            standard.groups.len(),
            2
        ],
        row![
            six.longest(),
            standard.longest(),
            mean(six),
            mean(standard),
            six.most_turns(),
            standard.most_turns()
        ],
    ]
}

#[test]
fn the_page_of_claims_is_true() {
    let (standard, six) = (Known::of("A4_B8"), Known::of("A4_B6"));
    let five = config("A5_B8");
    let groups = ambiguous_groups(five, &Observed::default()).unwrap();
    let found = [
        &main_purpose(&standard, (five, &groups))[..],
        &secondary_purpose(&standard),
        &molecules_and_labels(&standard),
        &optimisations(&standard),
        &search_and_spectra(&six),
        &conclusion(&standard, &six),
    ];
    let page = include_str!("../../../../docs/claims.md");
    let is_claim = |line: &&str| line.starts_with("| ") && !line.starts_with("| the text says");
    let told: Vec<String> = page.lines().filter(is_claim).map(figures).collect();
    assert_eq!(told, found.concat());
}
