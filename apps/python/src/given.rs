//! Converts arguments from Python, or raises the error that a Python user expects.

use std::fmt::Display;
use std::thread::available_parallelism;

use blackbox::board::{Config, ConfigError, MAX_WIDTH, Position, PositionError};
use blackbox::census::Resources;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::board;

/// The ValueError for an argument of a wrong value.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Converts a configuration, which is a `Config` or its name.
pub(crate) fn config(given: &Bound<'_, PyAny>) -> PyResult<Config> {
    if let Ok(config) = given.cast::<board::Config>() {
        return Ok(config.get().0);
    }
    let Ok(name) = given.cast::<PyString>() else {
        let what = format!(
            "a configuration must be a Config or its name, not {}",
            kind(given)?
        );
        return Err(PyTypeError::new_err(what));
    };
    name.to_cow()?
        .parse()
        .map_err(|error: ConfigError| wrong(error))
}

/// As [`config`], and raises an error unless molecules are numbered.
pub(crate) fn numbered(given: &Bound<'_, PyAny>) -> PyResult<Config> {
    let config = config(given)?;
    config.counted().map_err(|error| {
        let why = match error {
            ConfigError::Oblong(size) => format!("its box of {size} is not square"),
            ConfigError::Width(width) => {
                format!("its box is {width} cells wide, and {MAX_WIDTH} is the limit")
            }
            _ => "there are too many".to_owned(),
        };
        wrong(format!(
            "the molecules of {config} have no numbers, because {why}; make one with Molecule from its text, \
             or with Molecule.from_atoms"
        ))
    })
}

/// Converts a position of a box, which is its number or its words.
pub(crate) fn position(given: &Bound<'_, PyAny>, config: Config) -> PyResult<Position> {
    let size = config.size();
    let Ok(words) = given.cast::<PyString>() else {
        let index = index(given, (0, size.positions() as u64), config, "position")?;
        let position = size.position(index as usize);
        return position.ok_or_else(|| wrong("the box has no such position"));
    };
    Position::parse(words.to_cow()?.as_ref(), size).map_err(|error| match error {
        PositionError::Outside { .. } => {
            PyIndexError::new_err(format!("{config} has no position {words}"))
        }
        error => wrong(error),
    })
}

/// The name of the type of an argument.
pub(crate) fn kind(given: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(given.get_type().name()?.to_string())
}

/// Converts an integer: an int, or an object that Python uses as one, such as an item of a numpy array. Values out
/// of range become the least or the greatest `i128`.
pub(crate) fn integer(given: &Bound<'_, PyAny>) -> PyResult<i128> {
    let index = given
        .py()
        .import("operator")?
        .call_method1("index", (given,))?;
    match index.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
            Ok(if index.lt(0)? { i128::MIN } else { i128::MAX })
        }
        result => result,
    }
}

/// The integer as it was given, unless it has too many digits for Python.
fn shown(given: &Bound<'_, PyAny>, number: i128) -> String {
    let text = given.str();
    text.map_or_else(|_| number.to_string(), |text| text.to_string())
}

/// Converts an index from `first` to below `end`, or raises an IndexError.
pub(crate) fn index(
    given: &Bound<'_, PyAny>,
    (first, end): (u64, u64),
    whose: impl Display,
    what: &str,
) -> PyResult<u64> {
    let index = integer(given)?;
    let inside = u64::try_from(index)
        .ok()
        .filter(|index| (first..end).contains(index));
    inside.ok_or_else(|| {
        let what = match end - first {
            0 => format!("{whose} has no {what}"),
            _ => format!(
                "{whose} has no {what} {}; it has {first} to {}",
                shown(given, index),
                end - 1
            ),
        };
        PyIndexError::new_err(what)
    })
}

/// Converts an integer that is at least `least`, or raises a ValueError.
pub(crate) fn at_least(given: &Bound<'_, PyAny>, least: u64, what: &str) -> PyResult<u64> {
    let number = integer(given)?;
    if number < i128::from(least) {
        let shown = shown(given, number);
        return Err(wrong(format!("{what} is at least {least}, not {shown}")));
    }
    Ok(number.try_into().unwrap_or(u64::MAX))
}

/// Converts the memory and the threads that a census may use.
pub(crate) fn resources(
    memory: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Resources> {
    const MEMORY: u64 = 1 << 30;

    let all = available_parallelism().map_or(1, usize::from) as u64;
    let threads = threads.map_or(Ok(all), |threads| at_least(threads, 1, "threads"))?;
    Ok(Resources {
        memory: memory.map_or(Ok(MEMORY), |memory| at_least(memory, 0, "memory"))?,
        // More threads than this would have nothing to do.
        threads: threads.min(1024) as usize,
    })
}
