"""The module against a second implementation of the rules, and the examples of docs/python.md."""

import copy
import doctest
import importlib.util
import inspect
import json
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path

import blackbox
import numpy
import pytest
from blackbox import Config, Law, Molecule, Ray, Strategy, answers, census, decode, plan, spectra

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def rules():
    """The rules in plain Python, which share no code with the module."""
    spec = importlib.util.spec_from_file_location("data_check", ROOT / "scripts/data-check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch):
    monkeypatch.chdir(ROOT)


def run_examples(text, name, names):
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0
    return len(test.examples)


@pytest.mark.parametrize("page", ["docs/python.md", "apps/python/README.md"])
def test_the_pages_show_what_happens(page):
    text = (ROOT / page).read_text()
    blocks = re.findall("^```(pycon|python)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    # A block without prompts is a program that the next ones use.
    names = {}
    for program in (block for kind, block in blocks if kind == "python"):
        exec(program, names)
    examples = "\n\n".join(block for kind, block in blocks if kind == "pycon")
    assert run_examples(examples, page, names) > 5


def documented():
    """Everything public with its documentation."""
    yield "blackbox", blackbox
    for name in blackbox.__all__:
        thing = getattr(blackbox, name)
        if callable(thing):
            yield name, thing
        if inspect.isclass(thing):
            members = (member for member in vars(thing) if member[0] != "_")
            yield from ((f"{name}.{member}", getattr(thing, member)) for member in members)


def test_everything_is_documented_and_every_example_runs():
    examples = 0
    for name, thing in documented():
        assert thing.__doc__, name
        examples += run_examples(thing.__doc__, name, vars(blackbox).copy())
    assert examples > 20


@pytest.mark.parametrize("config", ["A0_B1", "A3_B4", "A8_B4", "A2_B11"])
def test_rays_and_spectra_are_those_of_the_plain_rules(rules, config):
    many = spectra(config, range(1, Config(config).molecules + 1))
    for number, bulk in list(enumerate(many, 1))[::37]:
        molecule = Molecule(config, number)
        shot = rules.rays(molecule.text)
        assert molecule.spectrum() == bulk.decode() == rules.spectrum(shot)
        for ray, (end, length, turns) in zip(molecule.rays(), shot, strict=True):
            assert (ray.length, ray.turns, len(ray.cells)) == (length, turns, length)
            assert ray.outcome == rules.OUTCOMES.get(end, "out")
            assert ray.exit == (None if end in rules.OUTCOMES else end)


def test_a_molecule_is_the_same_however_it_is_made():
    one = Molecule("A4_B6", 868)
    assert one == Molecule(one.config, one.text) == Molecule.from_board("A4_B6:868")
    drawing = "\n".join(" ".join(one.text[at : at + 6]) for at in range(0, 36, 6))
    assert one == Molecule.from_board(f"\n{drawing}\n".replace("\n", "\n  "))
    empty = "A0_B2x3\n---\n---"
    assert Molecule.from_board(empty) == Molecule("A0_B2x3", "-" * 6)
    assert (one.number, hash(one)) == (868, hash(Molecule("A4_B6", 868)))
    assert [cell for cell, symbol in enumerate(one.text) if symbol == "O"] == one.atoms


@pytest.mark.parametrize("kind", ["<i2", ">i2", "<u4", ">i4", "<i8", ">i8", "<u8", ">u8", "O"])
def test_an_array_of_any_integers_is_converted(kind):
    numbers = numpy.array([[5, 6, 2], [300, 1, 32000]])
    expected = [[Molecule("A4_B6", number).spectrum().encode() for number in row] for row in numbers]
    for given in (numbers, numbers[::-1, ::-1][::-1, ::-1], numbers.T.copy().T):
        assert spectra("A4_B6", given.astype(kind)).tolist() == expected
    assert spectra("A4_B6", numbers.tolist()).tolist() == expected
    # As in an array of numpy, so in a buffer without it.
    assert spectra("A4_B6", memoryview(numbers.astype(kind))).tolist() == expected or kind == "O"


def test_numbers_may_be_a_range_or_nothing():
    assert spectra("A4_B6", range(9, 3, -2)).tolist() == spectra("A4_B6", [9, 7, 5]).tolist()
    assert spectra("A4_B6", 7) == spectra("A4_B6", [7])[0]
    for nothing in ([], range(0), range(5, 5), numpy.empty((0, 3), int)):
        assert spectra("A4_B6", nothing).shape == numpy.shape(nothing)
        assert answers("A4_B6", nothing).shape == (*numpy.shape(nothing), 24)
    # 2^24 in big-endian bytes is 2^32 in little-endian ones.
    big = numpy.array([2**24], dtype=">i8")
    assert spectra("A8_B8", big)[0].decode() == Molecule("A8_B8", 2**24).spectrum()


def test_rays_are_those_of_the_suite():
    with open(ROOT / "data/reference/rays.jsonl") as lines:
        for board in map(json.loads, lines):
            atoms = [(row - 1, column - 1) for row, column in board["atoms"]]
            molecule = Molecule.from_atoms(board["columns"], atoms, rows=board["rows"])
            rays = molecule.rays()
            for ray, expected in zip(rays, board["rays"], strict=True):
                assert ray.entry == f"{expected['side']} {expected['index']}"
                answer = (ray.outcome, ray.length, ray.turns)
                assert answer == (expected["outcome"], expected["length"], expected["turns"])
                exit = rays[ray.exit].entry.split() if ray.outcome == "out" else None
                assert exit == (list(map(str, expected["exit"])) if "exit" in expected else None)
                assert ray.exit_words == (" ".join(exit) if exit else None)
                assert molecule.ray(ray.entry) == ray == molecule.ray(molecule.config.entries.index(ray.entry))


@pytest.mark.parametrize("config", ["A3_B5", "A9_B9"])
def test_answers_are_those_of_the_rays(config):
    for number, row in zip(range(1, 2000, 37), answers(config, range(1, 2000, 37)), strict=True):
        rays = Molecule(config, number).rays()
        kinds = {"absorbed": len(rays), "out": None}
        assert row.tolist() == [
            ray.exit if ray.outcome == "out" else kinds.get(ray.outcome, ray.position) for ray in rays
        ]


@pytest.mark.parametrize(
    "value",
    [
        Config("A4_B8"),
        Config("A60_B11"),
        Molecule("A4_B6", 868),
        Molecule("A60_B11", "O" * 60 + "-" * 61),
        Molecule.from_atoms(20, [0, 99, (11, 19)], rows=12),
        Molecule("A4_B6", 868).ray(3),
    ],
)
def test_values_are_equal_hashable_and_come_back(value):
    same = eval(repr(value), vars(blackbox).copy())
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in (same, *pickled, copy.copy(value), copy.deepcopy(value)):
        assert other == value and hash(other) == hash(value) and type(other) is type(value)
    assert value != object() and value != Config("A1_B1")


def test_molecules_are_ordered_by_their_numbers():
    molecules = [Molecule("A4_B6", number) for number in random.Random(1).sample(range(1, 58906), 100)]
    numbers = [molecule.number for molecule in sorted(molecules)]
    assert numbers == sorted(numbers) and Config("A4_B6") < Config("A4_B8")
    with pytest.raises(TypeError):
        molecules[0] < 3


def test_what_lacks_numpy_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    for call in (spectra, answers):
        with pytest.raises(ModuleNotFoundError, match=f"{call.__name__} needs numpy: pip install numpy"):
            call("A4_B6", [1])


def test_files_are_values_too():
    path = ROOT / "data/reference/strategies/A3_B5-worst.strategy"
    best, law = Strategy(path), Law(ROOT / "data/reference/laws/3.law")
    assert best == Strategy(path.read_bytes())
    for value in (best, law):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            other = pickle.loads(pickle.dumps(value, protocol))
            assert other == value and hash(other) == hash(value)
    assert best.mean is None and law.atoms == 3 and law.statements


def test_pictures_show_atoms_labels_and_the_path():
    molecule = Molecule("A2_B4", 2)
    picture = molecule._repr_html_()
    assert picture.count("<circle") == 2 and picture.count("<text") == 16
    assert "polyline" not in picture
    ray = molecule.ray(5)._repr_html_()
    assert ray.count("<polyline") == 1


@pytest.mark.parametrize("name", ["A3_B5-shots", "A3_B5-worst", "A4_B5-shots", "A3_B5-points"])
def test_a_strategy_plays_as_its_file_says(name):
    best = Strategy((ROOT / f"data/reference/strategies/{name}.strategy").read_bytes())
    config = best.config
    games = [len(best.play(Molecule(config, number))) for number in range(1, config.molecules + 1)]
    calls = []
    played = best.check(progress=lambda done, of: calls.append((done, of)))
    lengths, counts = numpy.unique(games, return_counts=True)
    assert played == dict(zip(lengths.tolist(), counts.tolist()))
    assert calls[-1] == (2 * config.molecules, 2 * config.molecules)
    if best.goal != "points":
        assert best.cost == (sum(games) if best.goal == "shots" else max(games))


def test_a_law_counts_as_a_census():
    law = Law((ROOT / "data/reference/laws/4.law").read_text())
    for width in (6, 8):
        counts, found = law.counts(width), census(f"A4_B{width}")
        assert counts["molecules"] == found["ambiguous_molecules"]
        assert counts["ambiguity"] == {size: row for size, row in found["ambiguity"].items() if size > 1}
    for width in (0, 33, 10**40):
        with pytest.raises(ValueError, match="1 to 32 cells wide"):
            law.counts(width)
    assert Law((ROOT / "data/reference/laws/3.law").read_text()).check() >= 5


def test_long_work_is_planned_refused_and_reported():
    cost = plan("A10_B10", threads=1)
    assert cost["seconds"] > 86400 and cost["passes"] > 1
    with pytest.raises(ValueError, match="ignore_limits=True"):
        census("A10_B10", threads=1)
    calls = []
    census("A6_B6", progress=lambda done, of: calls.append((done, of)))
    assert calls[-1] == (1947792, 1947792)
    with pytest.raises(ZeroDivisionError):
        census("A8_B8", memory=2**32, progress=lambda done, of: done / 0)


def test_a_census_counts_what_the_spectra_say():
    for config in ("A3_B4", "A5_B5"):
        _, counts = numpy.unique(spectra(config, range(1, Config(config).molecules + 1)), return_counts=True)
        sizes, spectrums = numpy.unique(counts, return_counts=True)
        found = {size: row["spectrums"] for size, row in census(config, threads=1)["ambiguity"].items()}
        assert found == dict(zip(sizes.tolist(), spectrums.tolist()))


def test_a_board_is_decoded():
    # All rays of an ambiguous molecule leave its group and no ray to fire.
    hidden = Molecule("A4_B6", 868)
    shots = [ray.text for ray in hidden.rays()]
    for exact in (False, True):
        answer = decode(", ".join(["A4_B6", *shots]), exact=exact)
        assert [molecule["number"] for molecule in answer["molecules"]] == ["868", "15993"]
        assert answer["next"] is None and answer["decided"] is False


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: Config("A4B8"), ValueError, "written An_Bp.* or A4_B9x7"),
        (lambda: Config(4, 8), TypeError, "its name alone"),
        (lambda: Molecule("A4_B6", 58906), IndexError, "1 to 58905"),
        (lambda: Molecule("A4_B6", "O"), ValueError, "36 characters"),
        (lambda: Molecule("A4_B6", 1).ray(24), IndexError, "no position 24"),
        (lambda: Molecule("A4_B6", 1).ray("west 7"), IndexError, "no position west 7"),
        (lambda: Molecule("A4_B6", 1).ray("middle"), ValueError, "such as west 4"),
        (lambda: Molecule.from_board("A4_B6, west 1 = H"), ValueError, "no atom"),
        (lambda: Molecule.from_board("A2_B2x3\nO--\n---"), ValueError, "shown is 1, not 2"),
        (lambda: spectra("A4_B6", [0]), IndexError, "no molecule 0"),
        (lambda: spectra("A4_B6", numpy.array([-1])), IndexError, "no molecule"),
        (lambda: decode("west 1 = ?"), ValueError, "line 1"),
        (lambda: decode("A1_B4, west 1 = H, west 2 = H"), ValueError, "no molecule"),
        (lambda: decode("A4_B6, west 1 = H", atoms=99), ValueError, "do not fit"),
        (lambda: Molecule("A60_B11", 1), ValueError, "too many"),
        (lambda: census("A4_B8x10"), ValueError, "8 by 10 is not square"),
        (lambda: census("A4_B12"), ValueError, "12 cells wide"),
        (lambda: census("A4_B6", progress=3), TypeError, "a function, not int"),
        (lambda: spectra("A60_B11", []), ValueError, "too many"),
        (lambda: Molecule("A4_B8", -1), IndexError, "no molecule -1"),
        (lambda: Molecule("A4_B8", 1.5), TypeError, "'float' object cannot be interpreted as an integer"),
        (lambda: Molecule("A4_B8", [1, 2]), TypeError, "'list' object"),
        (lambda: Molecule("A4_B8", 2**200), IndexError, f"no molecule {2**200}; it has 1 to 635376"),
        (lambda: Molecule("A4_B8", 1).ray(-1), IndexError, "no position -1"),
        (lambda: Molecule.from_atoms(8, [(0, 8)]), IndexError, "no column 8"),
        (lambda: Molecule.from_atoms(8, [64]), IndexError, "no cell 64"),
        (lambda: Molecule.from_atoms(8, [3, (0, 3)]), ValueError, "cell 3 is named twice"),
        (lambda: Molecule.from_atoms(8, ["a"]), (TypeError, ValueError), "a|str"),
        (lambda: spectra("A4_B6", [-1]), IndexError, "no molecule -1"),
        (lambda: spectra("A4_B6", [1.5]), TypeError, "integers, not float64"),
        (lambda: spectra("A4_B6", [True]), TypeError, "integers, not bool"),
        (lambda: spectra("A4_B6", [2**70]), IndexError, "no molecule"),
        (lambda: spectra("A4_B6", range(1, 2**80)), IndexError, "no molecule"),
        (lambda: census("A4_B6", threads=-1), ValueError, "threads is at least 1"),
        (lambda: census("A4_B6", memory=-1), ValueError, "memory is at least 0"),
        (lambda: Config(4), TypeError, "not int"),
        (lambda: answers("A4_B8", numpy.broadcast_to(numpy.int8(1), (10**7, 10**6))), MemoryError, "320000000000000"),
        (lambda: spectra("A4_B8", numpy.broadcast_to(numpy.int8(1), (2**31, 2**31))), MemoryError, "more than"),
        (lambda: Strategy(b"a poem\n"), ValueError, "not a strategy"),
        (lambda: Strategy("a poem"), TypeError, "bytes or a pathlib.Path, not str"),
        (lambda: Strategy(Path("no/such/file")), FileNotFoundError, "no/such/file"),
        (lambda: Law(b"a poem"), TypeError, "a str or a pathlib.Path, not bytes"),
        (lambda: Law("a poem"), ValueError, "not a law"),
        (lambda: Law("blackbox-law 1 3"), ValueError, "ends before"),
        (lambda: census("A7_B8", memory=1), MemoryError, "memory=[0-9]+"),
    ],
)
def test_what_makes_no_sense_is_said(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_control_c_stops_long_work():
    best = Strategy(ROOT / "data/reference/strategies/A4_B8-worst.strategy")
    # A shell starts what runs in the background with the signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        census("A9_B8")
    numbers = numpy.ones(3 * 10**7, "u1")
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        answers("A4_B6", numbers)
    # The first game finds the answers of all molecules.
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        for number in range(1, 10**6):
            best.play(Molecule("A4_B8", number))


def test_wrong_calls_raise_documented_errors_only():
    chance = random.Random(1)
    molecule = Molecule("A4_B6", 868)
    values = [
        None, True, -1, 0, 1, 2, 3, 36, 2**31, 2**63, -(2**63), 2**64, 2**200, -(2**200), 0.5, -1.0, float("nan"),
        float("inf"), 1j, Decimal(2), "", "A4_B6", "A2_B4", "a1_b3", "A4_B0", "A-1_B4", "A9_B2", "A60_B11",
        "A99999999999999999999_B4", "O-", "\0", "\ud800", "é" * 9, "O" * 36, "west 1 = H", "A4_B6:868",
        "west 99 = H", "west 1", "x" * 4096, b"", b"\xff", b"blackbox-strategy 1 A3_B5 shots 1\n", bytearray(b"x"), [], [1],
        [1, 2], [[1], [2, 3]], [None], ["a"], [2**70], (), (0, 0), (1, 2, 3), {}, {1}, range(3), range(1, 4),
        range(2**80), numpy.int8(3), numpy.float32(2), numpy.arange(1, 4), numpy.array([-1]), numpy.array(["a"]),
        numpy.array([1.5]), numpy.array([None]), numpy.zeros((2, 0)), numpy.array([1], ">i8"), object(), int, len,
        molecule, Config("A2_B4"), molecule.ray(0), "blackbox-law 1 3\nend: 0 families\n",
    ]
    names = ["config", "memory", "threads", "progress", "ignore_limits", "exact", "atoms", "wrong"]
    calls = [
        Config, Molecule, Molecule.from_atoms, Molecule.from_board, Ray, Strategy, Law, answers, census, decode,
        plan, spectra, molecule.ray, molecule.spectrum, molecule.rays, Law("blackbox-law 1 3\nend: 0 families\n").counts,
    ]
    outcomes = {}
    for _ in range(10_000):
        call = chance.choice(calls)
        given = [chance.choice(values) for _ in range(chance.randrange(4))]
        named = {chance.choice(names): chance.choice(values) for _ in range(chance.choice([0, 0, 0, 1, 2]))}
        try:
            call(*given, **named)
            outcome = "fine"
        except (IndexError, MemoryError, TypeError, ValueError) as error:
            outcome = type(error).__name__
            assert not re.search("failed to extract|panick|enum|Rust", str(error)), (call, given, named, error)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    assert {"IndexError", "TypeError", "ValueError", "fine"} <= outcomes.keys()


def test_the_notebook_runs():
    pytest.importorskip("marimo")
    pytest.importorskip("matplotlib")
    subprocess.run([sys.executable, ROOT / "docs/library-notebook.py"], check=True)
