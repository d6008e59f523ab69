//! Compares the table Spectrums with the rows of Molecules.
//!
//! If these are right, the whole table follows from them: the spectra of several molecules, the lowest canonical
//! number among these molecules, and the transform of the first of them.

use crate::store::checks::{Check, Faults, quoted};
use draw::words::{counted, thousands};

use crate::commands::verify::run::{MarkedStages, Verification};
use crate::error::Result;

impl Verification<'_> {
    pub(super) fn spectrums(&self, marked: &MarkedStages) -> Result<Check> {
        if !marked.spectrums_initialised || !marked.explored {
            return Ok(Check::open("not collected yet"));
        }
        let mut faults = Faults::default();
        let (mut spectra, mut classes) = (0u64, 0u64);
        let rows = self.inspection.count(self.config, "Spectrums")?;
        self.watched("spectra", rows, |step| {
            self.inspection
                .shared_spectra(self.config, |shared, said_of_it| {
                    spectra += 1;
                    match (shared, said_of_it) {
                        (Some(shared), None) => {
                            faults.add(|| format!("{} is missing", quoted(&shared.spectrum)));
                        }
                        (None, Some(other)) => {
                            faults.add(|| format!("{} is not shared", quoted(&other.spectrum)));
                        }
                        (Some(shared), Some(other)) => {
                            classes += u64::from(other.transform == b"id");
                            let spectrum = quoted(&shared.spectrum);
                            if shared.molecules != other.molecules {
                                let (is, says) = (shared.molecules, other.molecules);
                                faults.add(|| {
                                    format!(
                                        "{spectrum} has a count of {says} molecules instead of {is}"
                                    )
                                });
                            } else if marked.spectrums_updated && shared != other {
                                let (number, transform) = (other.canonical_number, other.transform);
                                faults.add(|| {
                                    format!(
                                        "{spectrum} is not the spectrum of image {} of molecule {number}",
                                        quoted(&transform)
                                    )
                                });
                            }
                        }
                        (None, None) => {}
                    }
                    Ok(step()?)
                })
        })?;
        Ok(faults.result(|| {
            let spectra = thousands(spectra);
            match marked.spectrums_updated {
                true => Check::passed(format!(
                    "{spectra} ambiguous spectra with their counts, in {}",
                    counted(classes, "orbit", "orbits")
                )),
                false => Check::open(format!(
                    "{spectra} ambiguous spectra; images not compared yet"
                )),
            }
        }))
    }
}
