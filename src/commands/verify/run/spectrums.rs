//! Compares the table Spectrums with the rows of Molecules.

use crate::commands::verify::report::VerificationReport;
use crate::store::found::{Faults, Found, quoted};
use ::draw::words::{counted, thousands};

use crate::commands::verify::run::{MarkedStages, Verification};
use crate::error::Result;

/// Spectra with the same canonical number.
#[derive(Default)]
struct Class {
    canonical_number: i64,
    /// All images of the first spectrum.
    images: Vec<Vec<u8>>,
    spectra: usize,
    identities: usize,
    /// How many are not images of the first spectrum.
    strangers: usize,
}

impl Class {
    /// What is wrong with it, if it has begun.
    fn fault(&self) -> Option<String> {
        let images = self.images.len();
        let in_words = |count: usize| thousands(count as u64);
        let what = if self.spectra == 0 {
            return None;
        } else if self.strangers > 0 {
            let strangers = in_words(self.strangers);
            format!("{strangers} of its spectra are not images of the others")
        } else if self.spectra != images {
            format!("{} of {images} spectra", in_words(self.spectra))
        } else if self.identities != 1 {
            format!("{} times id", in_words(self.identities))
        } else {
            return None;
        };
        Some(format!("the class of {}: {what}", self.canonical_number))
    }
}

impl Verification<'_> {
    pub(super) fn spectrums(
        &self,
        said: &MarkedStages,
        report: &mut VerificationReport<'_>,
    ) -> Result<()> {
        if !said.spectrums_initialised || !said.explored {
            return report.check("spectrums", Ok(Found::open("not collected yet")));
        }
        let mut of_each = Faults::default();
        let spectra = self.shared_spectra(said.spectrums_updated, &mut of_each);
        report.check("spectrums", spectra)?;
        match said.spectrums_updated {
            true => report.check("classes", self.classes(of_each)),
            false => report.check("classes", Ok(Found::open("not updated yet"))),
        }
    }

    /// Compares the spectra that several molecules share with the table. Faults of
    /// canonical numbers and transforms go to `of_each`.
    fn shared_spectra(&self, updated: bool, of_each: &mut Faults) -> Result<Found> {
        let mut faults = Faults::default();
        let mut spectra = 0u64;
        let rows = self.inspection.count(self.config, "Spectrums")?;
        self.watched("spectra", rows, |step| {
            self.inspection.shared_spectra(self.config, |shared, said| {
                match (shared, said) {
                    (None, None) => {}
                    (Some(shared), None) => {
                        faults.add(|| format!("{} is missing", quoted(&shared.spectrum)));
                    }
                    (None, Some(said)) => {
                        faults.add(|| format!("{} is not shared", quoted(&said.spectrum)));
                    }
                    (Some(shared), Some(said)) => {
                        let spectrum = quoted(&shared.spectrum);
                        if shared.molecules != said.molecules {
                            faults.add(|| {
                                let (is, says) = (shared.molecules, said.molecules);
                                format!(
                                    "{spectrum} has a count of {says} molecules instead of {is}"
                                )
                            });
                        }
                        let differs = shared.canonical_number != said.canonical_number
                            || shared.transform != said.transform;
                        if updated && differs {
                            of_each.add(|| {
                                let (number, transform) = (said.canonical_number, said.transform);
                                format!("{spectrum}: {} of {number}", quoted(&transform))
                            });
                        }
                    }
                }
                spectra += 1;
                Ok(step()?)
            })
        })?;
        Ok(faults.found(|| {
            Found::passed(format!(
                "{} ambiguous spectra with their counts",
                thousands(spectra)
            ))
        }))
    }

    /// Do exactly the spectra that are images of each other have the same canonical
    /// number, and is one of them called `id`?
    fn classes(&self, mut faults: Faults) -> Result<Found> {
        let mut classes = 0u64;
        let mut class = Class::default();
        let rows = self.inspection.count(self.config, "Spectrums")?;
        self.watched("classes of spectra", rows, |step| {
            self.inspection
                .classes(self.config, |canonical_number, spectrum, transform| {
                    if class.spectra == 0 || class.canonical_number != canonical_number {
                        if let Some(fault) = class.fault() {
                            faults.add(|| fault);
                        }
                        let images = self.plain.spectrum_images(spectrum);
                        let mut images = images.map_or_else(Vec::new, Vec::from);
                        images.sort_unstable();
                        images.dedup();
                        classes += 1;
                        class = Class {
                            canonical_number,
                            images,
                            ..Class::default()
                        };
                    }
                    class.spectra += 1;
                    class.identities += usize::from(transform == b"id");
                    let known = class.images.iter().any(|image| image == spectrum);
                    class.strangers += usize::from(!known);
                    Ok(step()?)
                })
        })?;
        if let Some(fault) = class.fault() {
            faults.add(|| fault);
        }
        Ok(faults.found(|| {
            Found::passed(format!(
                "{}, one id in each",
                counted(classes, "class of images", "classes of images")
            ))
        }))
    }
}
