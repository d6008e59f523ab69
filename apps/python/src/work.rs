//! Functions that may take long: a census, and decoding. They run on another thread, while the interpreter checks
//! for Ctrl-C and reports the progress.

use std::io;
use std::time::Duration;

use blackbox::board::Config;
use blackbox::census::{AmbiguityTable, Census, OutcomeExtremes, Plan};
use blackbox::output::decoded::write_json;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::text::BoardText;
use blackbox::puzzle::{Annotations, PlayError, Puzzle};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyString};
use watch::{Halt, NoThread, Observed, polled};

use crate::given::{at_least, kind, numbered, resources, wrong};

/// Runs work that may take long. If the number of its steps is known, `progress` is called with the numbers of
/// steps done and of all steps.
pub(crate) fn interruptibly<T: Send>(
    py: Python<'_>,
    progress: Option<(&Bound<'_, PyAny>, u64)>,
    work: impl FnOnce(&Observed<'_>) -> T + Send,
) -> PyResult<T> {
    if let Some((call, _)) = progress
        && !call.is_callable()
    {
        let what = format!("progress must be a function, not {}", kind(call)?);
        return Err(PyTypeError::new_err(what));
    }
    let (done, stop) = Default::default();
    let observed = Observed::new(&done, &stop);
    let progress = progress.map(|(call, steps)| (call.clone().unbind(), steps));
    let report = |py: Python<'_>, done: u64| match &progress {
        Some((call, steps)) => call.call1(py, (done.min(*steps), *steps)).map(drop),
        None => Ok(()),
    };
    let mut signal = Ok(());
    let result = py.detach(|| {
        let look = |done| {
            if signal.is_ok() {
                signal = Python::attach(|py| py.check_signals().and_then(|()| report(py, done)));
            }
            if signal.is_err() {
                stop.request();
            }
        };
        polled(&done, || work(&observed), look)
    });
    signal?;
    let result = result.map_err(no_thread)?;
    if let Some((_, steps)) = progress {
        report(py, steps)?;
    }
    Ok(result)
}

pub(crate) fn no_thread(error: NoThread) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The error for work that was interrupted, which only an exception in Python can cause.
pub(crate) fn halted(halt: Halt) -> PyErr {
    match halt {
        Halt::NoThread => no_thread(NoThread),
        Halt::Stopped | Halt::Enough => PyRuntimeError::new_err("the work was stopped"),
    }
}

/// The greatest number of molecules that an answer of `decode` lists.
const LISTED: usize = 20;

/// The molecules that agree with a board, the chance of an atom in each cell, and the next ray to fire.
///
/// The answer is the document that `blackbox decode --format json` prints: `count` and `molecules`, the
/// chances in the `cells`, the `position` of the `next` ray, and more keys, which
/// `docs/reference/json.md` lists. The board is a text in any notation that `blackbox decode` reads.
///
/// Without `atoms`, their number is read from the board. If the board does not have it, four are assumed, or
/// one to six if no molecule of four agrees. A count that takes longer than about a quarter of a second is
/// estimated, unless `exact` is true. ValueError if the text is not a board, or no molecule agrees with it.
///
/// >>> decode("A2_B4, west 1 = H, north 4 = R, north 1 = H, west 2 = R")["count"]
/// '2'
#[pyfunction]
#[pyo3(signature = (board, atoms=None, *, exact=false))]
pub(crate) fn decode<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyString>,
    atoms: Option<&Bound<'py, PyAny>>,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let read = BoardText::parse(board.to_cow()?.as_bytes()).map_err(wrong)?;
    let annotations = Annotations {
        hidden: read.disclosed(),
        labels: read.labels,
        marks: (!read.marks.is_empty()).then_some(read.marks),
    };
    let atoms = atoms.map(|atoms| at_least(atoms, 0, "atoms")).transpose()?;
    let given = atoms.map(|atoms| atoms..=atoms).or(read.balls);
    let evidence = read.evidence.without_marks();
    let document = interruptibly(py, None, |observed| {
        let puzzle = match given {
            Some(atoms) => Puzzle::new(evidence, atoms),
            None => Puzzle::with_default_atoms(evidence, observed)?,
        };
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle.with(annotations),
            Err(error) => return Ok(Err(PlayError::Atoms(error))),
        };
        let solutions = match exact {
            true => puzzle.find(LISTED, observed),
            false => puzzle.find_quickly(LISTED, observed),
        };
        let solutions = match solutions {
            Err(Halt::Enough) => return Ok(Err(PlayError::TooManyPossibilities)),
            other => other?,
        };
        if solutions.count() == 0 {
            let facts = puzzle.contradiction(observed)?;
            return Ok(Err(puzzle.contradicted(&facts, Vec::new())));
        }
        let advice = match exact {
            true => solutions.advise(Aim::Points, observed),
            false => solutions.advise_quickly(Aim::Points, observed),
        };
        let advice = match advice {
            Err(Halt::Enough) => return Ok(Err(PlayError::TooManyAgree(solutions.count()))),
            other => other?,
        };
        let mut document = Vec::new();
        let written = write_json::<io::Error>(&mut document, &solutions, &advice, |each| {
            solutions.listed().iter().try_for_each(each)
        });
        Ok(Ok(written.map(|()| document)))
    })?;
    let document = document.map_err(halted)?.map_err(unanswered)??;
    py.import("json")?
        .call_method1("loads", (PyBytes::new(py, &document),))
}

/// The error for a board that cannot be decoded. Its hint does not mention options of the command line.
fn unanswered(error: PlayError) -> PyErr {
    let hint = match &error {
        PlayError::Contradiction { .. } => error.hint(),
        PlayError::TooManyPossibilities | PlayError::TooManyAgree(_) => {
            Some("fire more rays, or set the number of atoms".to_owned())
        }
        _ => None,
    };
    match hint {
        Some(hint) => wrong(format!("{error}; {hint}")),
        None => wrong(error),
    }
}

/// The longest time of a census that is not rejected.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

fn planned(
    config: Config,
    memory: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Census, Plan)> {
    let resources = resources(memory, threads)?;
    let census = Census::new(config);
    let plan = census.plan(resources);
    Ok((census, plan))
}

/// Estimates the cost of a census: the `seconds`, within a factor of two, the `memory` that is enough, in
/// bytes, the `threads`, and the `passes`.
///
/// >>> plan("A4_B6")["passes"]
/// 1
#[pyfunction]
#[pyo3(signature = (config, *, memory=None, threads=None))]
pub(crate) fn plan<'py>(
    py: Python<'py>,
    config: &Bound<'py, PyAny>,
    memory: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (census, plan) = planned(numbered(config)?, memory, threads)?;
    let dict = PyDict::new(py);
    dict.set_item("seconds", census.estimate(&plan).as_secs_f64())?;
    dict.set_item("memory", plan.memory_enough)?;
    dict.set_item("threads", plan.resources.threads)?;
    dict.set_item("passes", plan.passes)?;
    Ok(dict)
}

/// The census of a configuration: the number of spectral groups of each size, and the greatest length and the
/// most turns of a ray with each outcome.
///
/// `ambiguity` maps each size of a spectral group, 1 included, to a dict: the number of such groups up to
/// rotation and reflection (`orbits`) and in all (`spectrums`), and the number of their `molecules`.
///
/// The box must be square and 1 to 11 cells wide. `memory` is in bytes (by default 1 GiB), and `threads` is
/// by default the number of processors. `progress` is a function that is called about ten times a second,
/// and at the end, with the number of molecules done and the total. An exception in it stops the census, and so
/// does Ctrl-C. ValueError if the census takes more than a day, unless `ignore_limits` is true; MemoryError if
/// the memory is not enough. `plan` estimates both.
///
/// >>> census("A4_B6")["ambiguous_molecules"]
/// 1636
#[pyfunction]
#[pyo3(signature = (config, *, memory=None, threads=None, progress=None, ignore_limits=false))]
pub(crate) fn census<'py>(
    py: Python<'py>,
    config: &Bound<'py, PyAny>,
    memory: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
    ignore_limits: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let config = numbered(config)?;
    let (mut census, plan) = planned(config, memory, threads)?;
    let time = census.estimate(&plan);
    if time > LONGEST && !ignore_limits {
        let days = (time.as_secs_f64() / LONGEST.as_secs_f64()).round();
        let threads = plan.resources.threads;
        return Err(wrong(format!(
            "the census of {config} takes about {days} days with {threads} threads; \
             ignore_limits=True starts it anyway"
        )));
    }
    let progress = progress.map(|progress| (progress, census.work()));
    let ended = interruptibly(py, progress, |observed| {
        while !census.is_finished() {
            census.next_pass(&plan, observed)?;
        }
        Ok(())
    })?;
    ended.map_err(|halt| match halt {
        Halt::Enough => {
            let enough = plan.memory_enough;
            PyMemoryError::new_err(format!(
                "the memory is not enough for the census; memory={enough} is"
            ))
        }
        other => halted(other),
    })?;
    let checked = census.check();
    checked.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let findings = census.findings();
    let dict = PyDict::new(py);
    dict.set_item("config", config.to_string())?;
    dict.set_item("molecules", config.molecules())?;
    dict.set_item("canonical", findings.canonical)?;
    let ambiguous = (findings.ambiguity.rows()).filter(|row| row.size > 1);
    let ambiguous: u64 = ambiguous.map(|row| row.molecules()).sum();
    dict.set_item("ambiguous_molecules", ambiguous)?;
    dict.set_item("ambiguity", sizes(py, &findings.ambiguity)?)?;
    let extremes = &findings.rays;
    let rays = [
        ("absorbed", outcome(py, &extremes.absorbed)?),
        ("reflected", outcome(py, &extremes.reflected)?),
        ("out", outcome(py, &extremes.out)?),
    ];
    dict.set_item("rays", rays.into_py_dict(py)?)?;
    Ok(dict)
}

/// The dict of spectra by the number of molecules that share them.
pub(crate) fn sizes<'py>(
    py: Python<'py>,
    ambiguity: &AmbiguityTable,
) -> PyResult<Bound<'py, PyDict>> {
    let sizes = PyDict::new(py);
    for row in ambiguity.rows() {
        let counts = [
            ("orbits", row.orbits),
            ("spectrums", row.spectra),
            ("molecules", row.molecules()),
        ];
        sizes.set_item(row.size, counts.into_py_dict(py)?)?;
    }
    Ok(sizes)
}

fn outcome<'py>(py: Python<'py>, extremes: &OutcomeExtremes) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, extreme) in [
        ("max_length", extremes.length),
        ("max_turns", extremes.turns),
    ] {
        dict.set_item(name, extreme.map(|extreme| extreme.value))?;
        let number = extreme.map(|extreme| extreme.number);
        dict.set_item(format!("{name}_number"), number)?;
    }
    Ok(dict)
}
