//! The files of strategies and laws.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use blackbox::laws::{Certificate, MOST_LINES};
use blackbox::perfect::tree::{END, Goal, Tree};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeCheck;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyString, PyType};
use watch::{Halt, Observed};

use crate::arrays::board_answers;
use crate::board::{Config, Molecule, Ray};
use crate::given::{self, kind, wrong};
use crate::work::{halted, interruptibly, sizes};

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The contents of a file, given its path or the contents themselves.
fn contents<'py, T: PyTypeCheck>(
    given: &Bound<'py, PyAny>,
    read: &str,
    what: &str,
) -> PyResult<Bound<'py, T>> {
    let contents = match given.hasattr(read)? {
        true => given.call_method0(read)?,
        false => given.clone(),
    };
    let what = format!("{what} or a pathlib.Path, not {}", kind(given)?);
    contents.cast_into().map_err(|_| PyTypeError::new_err(what))
}

/// A strategy for perfect play, from the path of a file that `blackbox strategy --output` writes, or from its
/// bytes.
///
/// >>> from pathlib import Path
/// >>> best = Strategy(Path("data/reference/strategies/A3_B5-shots.strategy"))
/// >>> best
/// <Strategy of A3_B5: shots, 4.821 on average>
/// >>> [ray.entry for ray in best.play(Molecule("A3_B5", 1))]
/// ['west 2', 'south 2', 'east 2', 'south 1', 'west 3']
#[pyclass(frozen, module = "blackbox")]
pub(crate) struct Strategy {
    tree: Tree,
    /// For each node, the next node after each answer. Computed when the first game is played.
    nodes: OnceLock<Vec<BTreeMap<u8, usize>>>,
}

#[pymethods]
impl Strategy {
    /// The strategy of a file. ValueError if the file is not a strategy.
    #[new]
    fn new(data: &Bound<'_, PyAny>) -> PyResult<Strategy> {
        let data: Bound<'_, PyBytes> = contents(data, "read_bytes", "a strategy must be bytes")?;
        let tree = Tree::parse(data.as_bytes()).map_err(wrong)?;
        let nodes = OnceLock::new();
        Ok(Strategy { tree, nodes })
    }

    fn __eq__(&self, other: &Strategy) -> bool {
        self.tree == other.tree
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.tree.bytes())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        let bytes = slf.get().tree.bytes();
        (slf.get_type(), (PyBytes::new(slf.py(), &bytes),))
    }

    fn __repr__(&self) -> String {
        let (config, goal) = (self.tree.config, self.tree.goal);
        match self.mean() {
            Some(mean) => format!("<Strategy of {config}: {goal}, {mean:.3} on average>"),
            None => format!("<Strategy of {config}: {goal}, {}>", self.tree.cost),
        }
    }

    /// The configuration of the strategy.
    #[getter]
    fn config(&self) -> Config {
        Config(self.tree.config)
    }

    /// The cost that the strategy minimises: `shots` (the mean number of rays), `worst` (the most rays that
    /// a molecule takes) or `points` (the mean number of points).
    #[getter]
    fn goal(&self) -> &'static str {
        self.tree.goal.word()
    }

    /// The cost: the rays or points for all molecules together, or the most rays for one.
    #[getter]
    fn cost(&self) -> u64 {
        self.tree.cost
    }

    /// The cost per molecule. None if the goal is `worst`.
    #[getter]
    fn mean(&self) -> Option<f64> {
        let molecules = self.tree.config.molecules() as f64;
        (self.tree.goal != Goal::Worst).then(|| self.tree.cost as f64 / molecules)
    }

    /// The rays that the strategy fires at a molecule, until the spectrum is known or a guess is cheaper.
    /// ValueError if the molecule has another configuration, or the strategy is wrong.
    fn play(&self, py: Python<'_>, molecule: &Molecule) -> PyResult<Vec<Ray>> {
        let board = molecule.0;
        if board.config() != self.tree.config {
            let what = format!(
                "the strategy is for {}, not {}",
                self.tree.config,
                board.config()
            );
            return Err(wrong(what));
        }
        let nodes = match self.nodes.get() {
            Some(nodes) => nodes,
            None => {
                let found = interruptibly(py, None, |observed| answered(&self.tree, observed))?;
                let found = found.map_err(halted)?;
                self.nodes.get_or_init(|| found)
            }
        };
        let (mut rays, mut node) = (Vec::new(), 0);
        loop {
            let wrong_tree = || wrong(format!("node {node} of the strategy is wrong"));
            let &shot = self.tree.nodes.get(node).ok_or_else(wrong_tree)?;
            if shot == END {
                return Ok(rays);
            }
            let position = board.size().position(shot.into()).ok_or_else(wrong_tree)?;
            let answer = board_answers(board).nth(shot.into());
            let path = board.path(position).map_err(wrong)?;
            rays.push(Ray::of(board, path));
            let next = nodes.get(node).zip(answer);
            let next = next.and_then(|(next, answer)| next.get(&answer));
            node = *next.ok_or_else(wrong_tree)?;
        }
    }

    /// Plays the strategy for every molecule by the plain rules, and returns how many molecules take each
    /// number of rays. ValueError if the cost is not the stated one, or the strategy is wrong in another way.
    ///
    /// `progress` is called with the number of steps done and the total, as in `census`.
    #[pyo3(signature = (*, progress=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let progress = progress.map(|progress| (progress, 2 * self.tree.config.molecules()));
        let played = interruptibly(py, progress, |observed| self.tree.replay(observed))?;
        let played = played.map_err(halted)?.map_err(wrong)?;
        played.rows().into_py_dict(py)
    }
}

/// For each node of a tree, the next node after each answer that some molecule gives. Ends where the tree is wrong.
fn answered(tree: &Tree, observed: &Observed<'_>) -> Result<Vec<BTreeMap<u8, usize>>, Halt> {
    let boards = tree.config.boards();
    let answers = |board| observed.add(1).map(|()| board_answers(board).collect());
    let all: Vec<Vec<u8>> = boards.map(answers).collect::<Result<_, _>>()?;
    let mut nodes: Vec<BTreeMap<u8, usize>> = Vec::with_capacity(tree.nodes.len());
    // The subtrees that are still to come, with their parents and molecules. Nodes are in pre-order, so the next
    // one is last.
    let mut open: Vec<(Option<(usize, u8)>, _)> = vec![(None, all)];
    while let (Some((parent, molecules)), Some(&shot)) = (open.pop(), tree.nodes.get(nodes.len())) {
        observed.add(1)?;
        let node = nodes.len();
        nodes.push(BTreeMap::new());
        if let Some((parent, answer)) = parent {
            nodes[parent].insert(answer, node);
        }
        if shot == END {
            continue;
        }
        let mut sorted = molecules;
        let answer = |molecule: &Vec<u8>| molecule.get(usize::from(shot)).copied();
        sorted.sort_by_key(answer);
        while let Some(last) = sorted.last().map(answer) {
            let first = sorted.partition_point(|molecule| answer(molecule) < last);
            let with_node = sorted.split_off(first);
            open.push((Some((node, last.unwrap_or(0))), with_node));
        }
    }
    Ok(nodes)
}

/// The law of a number of atoms, which counts the ambiguous molecules of square boxes of every width, from
/// the path of a file that `blackbox law --output` writes, or from its text.
///
/// >>> from pathlib import Path
/// >>> law = Law(Path("data/reference/laws/3.law"))
/// >>> law
/// <Law of 3 atoms: 10 families>
/// >>> law.counts(8)["molecules"]
/// 40
#[pyclass(frozen, module = "blackbox")]
pub(crate) struct Law {
    text: String,
    certificate: Certificate,
}

#[pymethods]
impl Law {
    /// The law of a file. ValueError if the file is not a law.
    #[new]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Law> {
        let text: Bound<'_, PyString> = contents(text, "read_text", "a law must be a str")?;
        let text = text.to_cow()?.into_owned();
        let certificate = Certificate::parse(&text).map_err(wrong)?;
        Ok(Law { text, certificate })
    }

    fn __eq__(&self, other: &Law) -> bool {
        self.text == other.text
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.text)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().text.clone(),))
    }

    fn __repr__(&self) -> String {
        let law = &self.certificate.law;
        format!(
            "<Law of {} atoms: {} families>",
            law.atoms,
            law.families.len()
        )
    }

    /// The number of atoms.
    #[getter]
    fn atoms(&self) -> usize {
        self.certificate.law.atoms
    }

    /// The polynomials of the law, in words.
    #[getter]
    fn statements(&self) -> Vec<String> {
        let statements = self.certificate.law.statements();
        statements.iter().map(ToString::to_string).collect()
    }

    /// The ambiguous molecules of a box of this width, 1 to 32: their number (`molecules`), their number up to
    /// symmetry (`canonical`), and `ambiguity` as in a census. ValueError for other widths.
    fn counts<'py>(
        &self,
        py: Python<'py>,
        width: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let known = u8::try_from(given::integer(width)?).ok();
        let known = known.filter(|width| (1..=MOST_LINES).contains(width));
        let range = || {
            wrong(format!(
                "a box is 1 to {MOST_LINES} cells wide, not {width}"
            ))
        };
        let counts = self.certificate.law.counts(known.ok_or_else(range)?);
        let dict = PyDict::new(py);
        dict.set_item("molecules", counts.molecules)?;
        dict.set_item("canonical", counts.canonical)?;
        dict.set_item("ambiguity", sizes(py, &counts.ambiguity)?)?;
        Ok(dict)
    }

    /// Checks the law, and returns the width up to which boxes were counted by the plain rules. ValueError
    /// if the law is wrong. With `search`, also finds all families again, which can take hours. `progress` is
    /// called with the work done and the total.
    #[pyo3(signature = (*, search=false, progress=None))]
    fn check(
        &self,
        py: Python<'_>,
        search: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u8> {
        let progress = progress.map(|progress| (progress, self.certificate.work(search)));
        let checked = interruptibly(py, progress, |observed| {
            self.certificate.check(search, observed)
        })?;
        Ok(checked.map_err(halted)?.map_err(wrong)?.by_plain_rules)
    }
}
