//! Writes a strategy as text or JSON.

use std::io::{self, Write};

use draw::table::{Align, Table};
use draw::words::{counted, thousands, wrapped};
use serde::Serialize;

use crate::board::{Config, Position};
use crate::commands::strategy::run::{CheckedProof, CheckedStrategy, FoundStrategy, interval};
use crate::output::show::{CsvWriter, Show};
use crate::perfect::Goal;
use crate::perfect::table::Bounds;
use crate::perfect::tree::{END, Played, Tree};

fn cost_in_words(goal: Goal) -> &'static str {
    match goal {
        Goal::Shots => "mean number of shots",
        Goal::Worst => "number of shots in the worst case",
        Goal::Points => "mean number of points",
    }
}

impl Show for FoundStrategy {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let config = self.config;
        let molecules = config.molecules();
        let all = counted(molecules, "molecule", "molecules");
        let spectra = counted(self.spectra, "spectrum", "spectra");
        writeln!(out, "{config}: {all}, {spectra}\n")?;
        let interval = interval(self.goal, self.bounds, molecules);
        write!(out, "least {}: {interval}", cost_in_words(self.goal))?;
        let (lower, is_exact) = (self.bounds.lower, self.bounds.is_exact());
        if is_exact && self.goal != Goal::Worst {
            write!(out, " ({} / {})", thousands(lower), thousands(molecules))?;
        }
        let proved = match (is_exact, self.rests_on_state) {
            (false, _) => "not known exactly",
            (true, false) => "proved",
            (true, true) => "if the saved state is right",
        };
        writeln!(out, ", {proved}")?;
        let Some((_, played)) = &self.strategy else {
            return Ok(());
        };
        let mut table = Table::new(Align::Left, ["shots", "molecules"]);
        for (shots, molecules) in played.rows() {
            table.row([shots.to_string(), thousands(molecules)]);
        }
        let mean = played.shots() as f64 / played.total() as f64;
        table.row(["average".to_owned(), format!("{mean:.4}")]);
        writeln!(out, "\n{}", table.text(columns))?;
        write_branches(out, config, played)
    }

    fn document(&self) -> impl Serialize {
        let Bounds { lower, upper } = self.bounds;
        app::object! {
            config: self.config.to_string(),
            goal: self.goal.word(),
            molecules: self.config.molecules(),
            spectra: self.spectra,
            lower: lower,
            upper: (upper != Bounds::OPEN).then_some(upper),
            rests_on_state: self.rests_on_state,
            strategy: self.strategy.as_ref().map(|(tree, played)| document(tree, played)),
        }
    }
}

/// The first shot, and the second one after each answer.
fn write_branches(out: &mut dyn Write, config: Config, played: &Played) -> io::Result<()> {
    let entry = |position: u8| {
        let position = config.size().position(position.into());
        position.map_or_else(String::new, Position::words)
    };
    for branch in &played.branches {
        let answer = match branch.answer {
            None => "first ray".to_owned(),
            Some((position, answer)) if position == answer => "  if reflected".to_owned(),
            Some((_, answer)) if usize::from(answer) == config.positions() => {
                "  if absorbed".to_owned()
            }
            Some((_, answer)) => format!("  if out at {}", entry(answer)),
        };
        let next = match branch.next {
            END => "the end".to_owned(),
            position => entry(position),
        };
        let left = counted(branch.molecules, "molecule", "molecules");
        writeln!(out, "{answer}: {next} ({left})")?;
    }
    Ok(())
}

/// A strategy and its games.
fn document(tree: &Tree, played: &Played) -> impl Serialize {
    let row = |(shots, molecules)| app::object! { shots: shots, molecules: molecules };
    let branches = played.branches.iter().map(|branch| {
        app::object! {
            answer: branch.answer.map(|(_, answer)| answer),
            molecules: branch.molecules,
            shot: (branch.next != END).then_some(branch.next),
        }
    });
    app::object! {
        config: tree.config.to_string(),
        goal: tree.goal.word(),
        cost: tree.cost,
        molecules: played.total(),
        shots: played.shots(),
        points: played.points(),
        distribution: played.rows().map(row).collect::<Vec<_>>(),
        branches: branches.collect::<Vec<_>>(),
    }
}

impl Show for CheckedStrategy {
    /// Writes a line for the games, and one for the proof.
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let played = costs(&self.tree, &self.played);
        writeln!(out, "{}", wrapped(&played, columns))?;
        let Some(proof) = &self.proof else {
            return Ok(());
        };
        let CheckedProof {
            cost,
            slices,
            recounted,
        } = *proof;
        let mut least = format!("no strategy has a lower {}", cost_in_words(self.tree.goal));
        if cost < self.tree.cost {
            least += &format!(" than {}", thousands(cost));
        }
        let sentence = format!(
            "{}: {least}, according to a proof in {}, of which {} were proved again",
            self.tree.config,
            counted(slices as u64, "slice", "slices"),
            thousands(recounted as u64),
        );
        writeln!(out, "{}", wrapped(&sentence, columns))
    }

    fn document(&self) -> impl Serialize {
        let proof = self.proof.map(|proof| {
            app::object! { cost: proof.cost, slices: proof.slices, recounted: proof.recounted }
        });
        app::object! { strategy: document(&self.tree, &self.played), proof: proof }
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        let CheckedStrategy { tree, played, .. } = self;
        let columns = ["config", "goal", "molecules", "shots", "worst", "points"];
        csv.write_record(columns)?;
        let (config, goal, worst) = (tree.config, tree.goal, played.cost(Goal::Worst));
        let (molecules, shots, points) = (played.total(), played.shots(), played.points());
        let [config, goal] = [config.to_string(), goal.to_string()];
        csv.serialize((config, goal, molecules, shots, worst, points))
    }
}

/// The costs that the games of a strategy prove, in one sentence.
fn costs(tree: &Tree, played: &Played) -> String {
    let total = played.total();
    let mean = |sum: u64, what: &str| {
        let (mean, all) = (sum as f64 / total as f64, thousands(total));
        format!("{mean:.4} {what} on average ({} / {all})", thousands(sum))
    };
    format!(
        "{}: the strategy is right for {}: {}, at most {}; {}",
        tree.config,
        counted(total, "molecule", "molecules"),
        mean(played.shots(), "shots"),
        played.cost(Goal::Worst),
        mean(played.points(), "points"),
    )
}
