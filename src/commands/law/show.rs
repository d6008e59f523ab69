//! Writes a law as text, JSON or CSV.

use std::io::{self, Write};

use draw::table::{Align, Table};
use draw::words::{counted, thousands, wrapped};
use itertools::Itertools;
use serde::Serialize;

use crate::commands::law::run::FoundLaw;
use crate::laws::{Certificate, Checked, CountedBox, Law, Widths, kinds};
use crate::output::show::{CsvWriter, Show};

impl Show for FoundLaw {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let atoms = counted(self.law.atoms as u64, "atom", "atoms");
        let sentence =
            format!("ambiguous molecules and spectra with {atoms} in a box p cells wide");
        writeln!(out, "{}\n", wrapped(&sentence, columns))?;
        let mut table = Table::new(Align::Left, ["", "number", "from p ="]);
        for statement in self.law.statements() {
            table.row([
                match statement.widths {
                    Widths::All => statement.quantity.to_string(),
                    some => format!("{}, p {}", statement.quantity, word(some)),
                },
                statement.polynomial.to_string(),
                statement.from.to_string(),
            ]);
        }
        write!(out, "{}", table.text(columns))?;
        let (lines, kinds) = (self.lines, kinds(&self.law));
        let families = |(&ways, &some): (&usize, &usize)| {
            let kinds = counted(some as u64, "kind", "kinds");
            match ways {
                0 => format!("in {kinds}, they cannot slide"),
                _ => format!(
                    "in {kinds}, the atoms can slide in {}",
                    counted(ways as u64, "independent way", "independent ways")
                ),
            }
        };
        let most = self.law.counted().last().map_or(0, |counted| counted.width);
        for sentence in [
            format!(
                "{}: {} comes out at the other end ({} molecules were checked){}",
                match lines.exceptions {
                    0 => "proved",
                    _ => "not proved",
                },
                match lines.detours {
                    0 => "if a row or column contains an atom, no ray that enters at one end"
                        .to_owned(),
                    some => format!(
                        "in {} molecules, a ray that enters at one end of a row or column with an atom",
                        thousands(some)
                    ),
                },
                thousands(lines.molecules),
                match (lines.detours, lines.exceptions) {
                    (0, _) => String::new(),
                    (_, 0) =>
                        ", but no ray does so in a neighbouring row or column, too".to_owned(),
                    (_, some) => format!(
                        ", and in {} of them, a ray does so in a neighbouring row or column, too",
                        thousands(some)
                    ),
                },
            ),
            format!(
                "every pair of twins is therefore a pair from a small box with empty rows and columns \
                 inserted; small boxes have {} among {} molecules, in {}",
                counted(self.pairs as u64, "pair", "pairs"),
                thousands(self.traced),
                counted(self.law.families.len() as u64, "family", "families"),
            ),
            match kinds.is_empty() {
                true => "no family occurs in all wide boxes".to_owned(),
                false => format!(
                    "the families that occur in all wide boxes are of {} (families of one kind differ only in \
                     which atoms are close to each other or close to an edge): {}",
                    counted(kinds.values().sum::<usize>() as u64, "kind", "kinds"),
                    kinds.iter().rev().map(families).join("; "),
                ),
            },
            format!("boxes up to {most} cells wide were counted and agree with the law"),
        ] {
            writeln!(out, "\n{}", wrapped(&sentence, columns))?;
        }
        Ok(())
    }

    fn document(&self) -> impl Serialize {
        app::object! {
            atoms: self.law.atoms,
            statements: statements(&self.law),
            families: self.law.families.len(),
            lines_checked: self.lines.molecules,
            detours: self.lines.detours,
            exceptions: self.lines.exceptions,
            proved: self.lines.exceptions == 0,
            traced: self.traced,
            pairs: self.pairs,
            kinds_by_ways_to_slide: kinds(&self.law),
            counted: boxes(&self.law),
        }
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        write_rows(csv, &self.law)
    }
}

fn word(widths: Widths) -> &'static str {
    match widths {
        Widths::All => "all",
        Widths::Even => "even",
        Widths::Odd => "odd",
    }
}

fn boxes(law: &Law) -> Vec<impl Serialize + use<>> {
    let document = |counted: &CountedBox| {
        app::object! {
            width: counted.width,
            molecules: counted.molecules,
            spectra: counted.spectra,
        }
    };
    law.counted().iter().map(document).collect()
}

fn statements(law: &Law) -> Vec<impl Serialize + use<>> {
    let statements = law.statements().into_iter();
    let documents = statements.map(|statement| {
        app::object! {
            quantity: statement.quantity.to_string(),
            widths: word(statement.widths),
            polynomial: statement.polynomial.to_string(),
            from: statement.from,
        }
    });
    documents.collect()
}

fn write_rows(csv: &mut CsvWriter<'_>, law: &Law) -> csv::Result<()> {
    csv.write_record(["atoms", "quantity", "widths", "polynomial", "from"])?;
    for statement in law.statements() {
        let (quantity, polynomial) = (statement.quantity, statement.polynomial);
        let (quantity, polynomial) = (quantity.to_string(), polynomial.to_string());
        let (widths, from) = (word(statement.widths), statement.from);
        csv.serialize((law.atoms, quantity, widths, polynomial, from))?;
    }
    Ok(())
}

pub(super) struct CheckedLaw {
    pub(super) certificate: Certificate,
    pub(super) checked: Checked,
}

impl Show for CheckedLaw {
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let CheckedLaw {
            certificate,
            checked,
        } = self;
        let law = &certificate.law;
        let boxes = counted(law.counted().len() as u64, "box", "boxes");
        let verdict = match checked.is_complete {
            true => "the law is right, and a search found no other families.",
            false => "the law agrees with all boxes that were counted, but it may lack families.",
        };
        let compared = match checked.compared {
            0 => String::new(),
            boxes => format!(
                " {} of the table agree with the law.",
                counted(boxes as u64, "box", "boxes")
            ),
        };
        let sentence = format!(
            "{}: {verdict} The command derived {} from {}, which it traced in {}. {boxes} were counted again, \
             those up to {} cells wide by the plain rules.{compared}",
            counted(law.atoms as u64, "atom", "atoms"),
            counted(law.statements().len() as u64, "formula", "formulas"),
            counted(law.families.len() as u64, "family", "families"),
            counted(checked.traced, "box", "boxes"),
            checked.by_plain_rules,
        );
        writeln!(out, "{}", wrapped(&sentence, columns))
    }

    fn document(&self) -> impl Serialize {
        let CheckedLaw {
            certificate,
            checked,
        } = self;
        app::object! {
            atoms: certificate.law.atoms,
            statements: statements(&certificate.law),
            families: certificate.law.families.len(),
            complete: checked.is_complete,
            traced: checked.traced,
            counted: boxes(&certificate.law),
            by_plain_rules: checked.by_plain_rules,
            compared: checked.compared,
        }
    }

    fn rows(&self, csv: &mut CsvWriter<'_>) -> csv::Result<()> {
        write_rows(csv, &self.certificate.law)
    }
}
