//! The spectra and the answers of many molecules at once, as numpy arrays.

use blackbox::board::{Board, Config};
use blackbox::ray::Outcome;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyRange, PyTuple};

use crate::given::{index, kind, numbered};

/// The numbers between two looks for Ctrl-C.
const LOOK: usize = 1 << 16;

/// The spectra of many molecules by number, as a numpy array of bytes of the same shape.
///
/// The numbers are anything that numpy makes an array of integers of: a range, a list, an array of
/// any integer type and byte order. IndexError if the configuration does not have one of them,
/// TypeError if they are not integers.
///
/// >>> spectra("A1_B3", [[1, 2], [8, 9]])[0]
/// array([b'@&a@bcab@c&@', b'@aba@cbc@&@&'], dtype='|S12')
#[pyfunction]
pub(crate) fn spectra<'py>(
    py: Python<'py>,
    config: &Bound<'py, PyAny>,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let config = numbered(config)?;
    let (numbers, shape) = array(config, numbers)?;
    let bytes = filled(py, config, &numbers, |board, row| {
        row.copy_from_slice(board.spectrum().as_bytes());
    })?;
    let dtype = format!("S{}", config.positions());
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("frombuffer", (bytes, dtype))?;
    array.call_method1("reshape", (shape,))
}

/// The answers to all rays of many molecules by number, as a numpy array of bytes with one more axis:
/// the positions. An answer is the position where the ray comes out, its own position if it is
/// reflected, and the number of positions if it is absorbed.
///
/// The numbers are as in `spectra`.
///
/// >>> answers("A1_B3", [1])
/// array([[12,  1,  6, 12,  7,  9,  2,  4, 12,  5, 10, 12]], dtype=uint8)
#[pyfunction]
pub(crate) fn answers<'py>(
    py: Python<'py>,
    config: &Bound<'py, PyAny>,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let config = numbered(config)?;
    let (numbers, shape) = array(config, numbers)?;
    let bytes = filled(py, config, &numbers, |board, row| {
        for (byte, answer) in row.iter_mut().zip(board_answers(board)) {
            *byte = answer;
        }
    })?;
    let positions = PyTuple::new(py, [config.positions()])?;
    let shape = shape.call_method1("__add__", (positions,))?;
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("frombuffer", (bytes, "u1"))?;
    array.call_method1("reshape", (shape,))
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

/// The bytes of many boards, a row of positions each.
fn filled<'py>(
    py: Python<'py>,
    config: Config,
    numbers: &[u64],
    fill: impl Fn(Board, &mut [u8]) + Sync,
) -> PyResult<Bound<'py, PyByteArray>> {
    let positions = config.positions();
    let bytes = numbers.len().checked_mul(positions);
    let bytes = bytes.ok_or_else(|| PyMemoryError::new_err("the array is too large"))?;
    PyByteArray::new_with(py, bytes, |bytes| {
        let bytes = bytes.chunks_mut(LOOK * positions);
        for (numbers, bytes) in numbers.chunks(LOOK).zip(bytes) {
            py.check_signals()?;
            py.detach(|| fill_chunk(config, numbers, bytes, &fill));
        }
        Ok(())
    })
}

/// The numbers, all of which the configuration has, and the shape of their array.
fn array<'py>(
    config: Config,
    given: &Bound<'py, PyAny>,
) -> PyResult<(Vec<u64>, Bound<'py, PyAny>)> {
    let numpy = given.py().import("numpy")?;
    let has = (1, config.molecules() + 1);
    let check = |number: &Bound<'py, PyAny>| index(number, has, config, "molecule");
    let array = if given.is_instance_of::<PyRange>() && given.is_truthy()? {
        // A range has no smaller and no larger number than its ends.
        check(&given.get_item(0)?)?;
        check(&given.get_item(-1)?)?;
        let [start, stop, step] = ["start", "stop", "step"].map(|name| given.getattr(name));
        numpy.call_method1("arange", (start?, stop?, step?))?
    } else {
        numpy.call_method1("asarray", (given,))?
    };
    let shape = array.getattr("shape")?;
    let is_empty = array.getattr("size")?.eq(0)?;
    let dtype = array.getattr("dtype")?;
    match dtype.getattr("kind")?.extract::<String>()?.as_str() {
        _ if is_empty => return Ok((Vec::new(), shape)),
        "i" | "u" => {
            check(&array.call_method0("min")?)?;
            check(&array.call_method0("max")?)?;
        }
        // Python's own numbers, of any size.
        "O" => {
            let items = array.call_method0("ravel")?;
            let numbers = items.try_iter()?.map(|number| check(&number?));
            return Ok((numbers.collect::<PyResult<_>>()?, shape));
        }
        _ => {
            let what = format!(
                "numbers of molecules are integers, not {dtype} ({})",
                kind(given)?
            );
            return Err(PyTypeError::new_err(what));
        }
    }
    // The type, the byte order and the strides that the library reads.
    let array = array.call_method1("astype", ("u8",))?;
    let array = numpy.call_method1("ascontiguousarray", (array,))?;
    let numbers = PyBuffer::<u64>::get(&array)?.to_vec(given.py())?;
    Ok((numbers, shape))
}

fn fill_chunk(config: Config, numbers: &[u64], bytes: &mut [u8], fill: &impl Fn(Board, &mut [u8])) {
    let mut before: Option<(u64, Board)> = None;
    for (&number, bytes) in numbers.iter().zip(bytes.chunks_mut(config.positions())) {
        // A successor is found faster than the molecule of a number.
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
