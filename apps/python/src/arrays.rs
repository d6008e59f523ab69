//! Computes the spectra and the answers of many molecules at once, as numpy arrays.

use blackbox::board::{Board, Config};
use blackbox::ray::Outcome;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyMemoryError, PyModuleNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyRange, PySlice};

use crate::given::{index, kind, numbered};

/// How many numbers are handled between two checks for Ctrl-C.
const STEPS_BETWEEN_CHECKS: usize = 1 << 12;

/// The spectra of many molecules by number, as a numpy array of bytes of the same shape.
///
/// The numbers are anything from which numpy makes an array of integers: a range, a list, an array of
/// any integer type and byte order. IndexError if the configuration does not have one of them,
/// TypeError if they are not integers.
///
/// >>> spectra("A1_B3", [[1, 2], [8, 9]])[0]
/// array([b'@&a@bcab@c&@', b'@aba@cbc@&@&'], dtype='|S12')
#[pyfunction]
pub(crate) fn spectra<'py>(
    config: &Bound<'py, PyAny>,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let config = numbered(config)?;
    let (rows, shape) = filled(config, numbers, "spectra", |board, row| {
        row.copy_from_slice(board.spectrum().as_bytes());
    })?;
    let rows = rows.call_method1("view", (format!("S{}", config.positions()),))?;
    rows.call_method1("reshape", (shape,))
}

/// The answers to all rays of many molecules by number, as a numpy array of bytes with one more axis:
/// the positions. An answer is the position where the ray comes out, the position where it was fired if
/// it is reflected, or the number of all positions if it is absorbed.
///
/// The numbers are as in `spectra`.
///
/// >>> answers("A1_B3", [1])
/// array([[12,  1,  6, 12,  7,  9,  2,  4, 12,  5, 10, 12]], dtype=uint8)
#[pyfunction]
pub(crate) fn answers<'py>(
    config: &Bound<'py, PyAny>,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let config = numbered(config)?;
    let (rows, shape) = filled(config, numbers, "answers", |board, row| {
        for (byte, answer) in row.iter_mut().zip(board_answers(board)) {
            *byte = answer;
        }
    })?;
    let shape = shape.call_method1("__add__", ((config.positions(),),))?;
    rows.call_method1("reshape", (shape,))
}

/// The answers of a board to the rays from all positions.
pub(crate) fn board_answers(board: Board) -> impl Iterator<Item = u8> {
    let positions = board.config().positions();
    board.rays().map(move |(position, ray)| {
        let answer = match ray.outcome {
            Outcome::Absorbed => positions,
            Outcome::Reflected => position.index(),
            Outcome::Out(exit) => exit.index(),
        };
        // A box has 44 positions at most.
        answer as u8
    })
}

/// A numpy array with a row of bytes for each of many molecules, and the shape of the array of their numbers.
///
/// Memory for all rows is allocated first. Then the numbers are read in chunks, so that Ctrl-C can interrupt the
/// work.
fn filled<'py>(
    config: Config,
    given: &Bound<'py, PyAny>,
    whose: &str,
    fill: impl Fn(Board, &mut [u8]) + Sync,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (py, positions) = (given.py(), config.positions());
    let numpy = py.import("numpy").map_err(|cause| {
        let error =
            PyModuleNotFoundError::new_err(format!("{whose} needs numpy: pip install numpy"));
        error.set_cause(py, Some(cause));
        error
    })?;
    let has = (1, config.molecules() + 1);
    let check = |number: &Bound<'py, PyAny>| index(number, has, config, "molecule");
    let array = if given.is_instance_of::<PyRange>() && given.is_truthy()? {
        // All numbers of a range are between its ends.
        check(&given.get_item(0)?)?;
        check(&given.get_item(-1)?)?;
        let [start, stop, step] = ["start", "stop", "step"].map(|name| given.getattr(name));
        numpy.call_method1("arange", (start?, stop?, step?))?
    } else {
        numpy.call_method1("asarray", (given,))?
    };
    let size: usize = array.getattr("size")?.extract()?;
    let dtype = array.getattr("dtype")?;
    let are_objects = match dtype.getattr("kind")?.extract::<String>()?.as_str() {
        "i" | "u" => false,
        "O" => true,
        _ if size == 0 => false,
        _ => {
            let given = kind(given)?;
            let what = format!("numbers of molecules must be integers, not {dtype} ({given})");
            return Err(PyTypeError::new_err(what));
        }
    };
    let rows = numpy.call_method1("empty", ((size, positions), "u1"));
    let rows = rows.map_err(|_| {
        let bytes = size as u128 * positions as u128;
        let what =
            format!("{whose} of {size} molecules take {bytes} bytes, more than the system gives");
        PyMemoryError::new_err(what)
    })?;
    // A slice of `flat` is a copy, so an array that repeats its numbers by broadcasting takes no memory.
    let flat = array.getattr("flat")?;
    for from in (0..size).step_by(STEPS_BETWEEN_CHECKS) {
        py.check_signals()?;
        let slice = PySlice::new(py, from as isize, (from + STEPS_BETWEEN_CHECKS) as isize, 1);
        let numbers = flat.get_item(&slice)?;
        let numbers: Vec<u64> = if are_objects {
            // Python integers, of any size.
            let numbers = numbers.try_iter()?.map(|number| check(&number?));
            numbers.collect::<PyResult<_>>()?
        } else {
            check(&numbers.call_method0("min")?)?;
            check(&numbers.call_method0("max")?)?;
            // Converts to the type and byte order that the library reads.
            let numbers = numbers.call_method1("astype", ("u8",))?;
            PyBuffer::get(&numbers)?.to_vec(py)?
        };
        let mut bytes = vec![0; numbers.len() * positions];
        py.detach(|| fill_chunk(config, &numbers, &mut bytes, &fill));
        PyBuffer::get(&rows.get_item(slice)?)?.copy_from_slice(py, &bytes)?;
    }
    Ok((rows, array.getattr("shape")?))
}

fn fill_chunk(config: Config, numbers: &[u64], bytes: &mut [u8], fill: &impl Fn(Board, &mut [u8])) {
    let mut before: Option<(u64, Board)> = None;
    for (&number, bytes) in numbers.iter().zip(bytes.chunks_mut(config.positions())) {
        // Finding a successor is faster than finding a molecule by its number.
        let next = match before {
            Some((last, board)) if Some(number) == last.checked_add(1) => board.successor(),
            _ => None,
        };
        let Some(board) = next.or_else(|| Board::from_number(number, config)) else {
            continue;
        };
        fill(board, bytes);
        before = Some((number, board));
    }
}
