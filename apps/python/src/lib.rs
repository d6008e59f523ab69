//! Black Box for Python: the library as the module `blackbox`.
//!
//! `blackbox.pyi` beside it has the types, and docs/python.md the examples. Each subject has a file: `board` has
//! the values, `arrays` the rays of many molecules at once, `work` the functions that may take long, `records` the
//! files of strategies and laws. `given` converts the arguments of all of them.

mod arrays;
mod board;
mod given;
mod picture;
mod records;
mod work;

use pyo3::pymodule;

/// Black Box: atoms hide in a box, and rays are fired at them from both ends of every row and column.
///
/// >>> import blackbox
/// >>> blackbox.Molecule("A4_B8", 117).ray(3)
/// Ray(Molecule('A4_B8', 'OO-O-------------------------------------------------------O----'), 3)
#[pymodule(name = "blackbox")]
mod module {
    #[pymodule_export]
    use super::arrays::{answers, spectra};
    #[pymodule_export]
    use super::board::{Config, Molecule, Ray};
    #[pymodule_export]
    use super::records::{Law, Strategy};
    #[pymodule_export]
    use super::work::{census, decode, plan};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
