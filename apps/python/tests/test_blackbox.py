"""The module against a second implementation of the rules, and the examples of docs/python.md."""

import doctest
import importlib.util
import os
import re
import signal
import threading
from pathlib import Path

import blackbox
import numpy
import pytest
from blackbox import Config, Molecule, census, decode, spectra

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def rules():
    """The rules in plain Python, which share no code with the module."""
    spec = importlib.util.spec_from_file_location("data_check", ROOT / "scripts/data-check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_what_happens():
    page = (ROOT / "docs/python.md").read_text()
    examples = "\n\n".join(re.findall("^```pycon\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "docs/python.md", None, 0)
    assert len(test.examples) > 15
    assert doctest.DocTestRunner().run(test).failed == 0


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
    assert (one.number, hash(one)) == (868, hash(Molecule("A4_B6", 868)))
    assert [cell for cell, symbol in enumerate(one.text) if symbol == "O"] == one.atoms


def test_numbers_may_be_any_sequence():
    numbers = [5, 6, 2, 58905]
    expected = [Molecule("A4_B6", number).spectrum().encode() for number in numbers]
    for given in (numbers, numpy.array(numbers), numpy.array(numbers, "u8")):
        assert spectra("A4_B6", given).tolist() == expected
    assert len(spectra("A4_B6", [])) == 0


def test_a_census_counts_what_the_spectra_say():
    for config in ("A3_B4", "A5_B5"):
        _, counts = numpy.unique(spectra(config, range(1, Config(config).molecules + 1)), return_counts=True)
        sizes, spectrums = numpy.unique(counts, return_counts=True)
        found = {size: row["spectrums"] for size, row in census(config, threads=1)["ambiguity"].items()}
        assert found == dict(zip(sizes.tolist(), spectrums.tolist()))


def test_a_board_is_decoded():
    # All rays of an ambiguous molecule leave its group and no ray to fire.
    hidden = Molecule("A4_B6", 868)
    words = {"absorbed": "H", "reflected": "R"}
    shots = [f"{ray.entry} = {words.get(ray.outcome) or hidden.ray(ray.exit).entry}" for ray in hidden.rays()]
    for exact in (False, True):
        answer = decode(", ".join(["A4_B6", *shots]), exact=exact)
        assert [molecule["number"] for molecule in answer["molecules"]] == [868, 15993]
        assert answer["next"] is None and answer["decided"] is False


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: Config("A4B8"), ValueError, "written An_Bp"),
        (lambda: Molecule("A4_B6", 58906), IndexError, "1 to 58905"),
        (lambda: Molecule("A4_B6", "O"), ValueError, "36 characters"),
        (lambda: Molecule("A4_B6", 1).ray(24), IndexError, "no position 24"),
        (lambda: Molecule.from_board("A4_B6, west 1 = H"), ValueError, "no atom"),
        (lambda: spectra("A4_B6", [0]), IndexError, "no molecule 0"),
        (lambda: spectra("A4_B6", numpy.array([-1])), IndexError, "no molecule"),
        (lambda: decode("west 1 = ?"), ValueError, "line 1"),
        (lambda: decode("A1_B4, west 1 = H, west 2 = H"), ValueError, "no molecule"),
        (lambda: decode("A4_B6, west 1 = H", atoms=99), ValueError, "do not fit"),
        (lambda: Config("A60_B11"), ValueError, "too many"),
        (lambda: census("A7_B8", memory=1), MemoryError, "are enough"),
    ],
)
def test_what_makes_no_sense_is_said(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_control_c_stops_long_work():
    # A shell starts what runs in the background with the signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        census("A9_B8")


def test_everything_has_its_words():
    for name in ("Config", "Molecule", "Ray", "spectra", "decode", "census"):
        assert getattr(blackbox, name).__doc__
