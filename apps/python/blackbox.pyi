"""Black Box: n atoms hide in a box of p by p cells, and 4p rays are fired at them."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, final

import numpy
from numpy.typing import NDArray

__all__ = ["Config", "Molecule", "Ray", "census", "decode", "spectra"]

@final
class Config:
    """A configuration, such as A4_B8: 4 atoms in a box 8 cells wide."""

    def __new__(cls, name: str) -> Config: ...
    @property
    def atoms(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def molecules(self) -> int: ...
    @property
    def canonical_molecules(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Molecule:
    """A molecule: which cells of the box hold an atom."""

    def __new__(cls, config: Config | str, molecule: int | str) -> Molecule: ...
    @staticmethod
    def from_board(board: str) -> Molecule: ...
    @property
    def config(self) -> Config: ...
    @property
    def number(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def atoms(self) -> list[int]: ...
    def spectrum(self) -> str: ...
    def ray(self, position: int) -> Ray: ...
    def rays(self) -> list[Ray]: ...
    def __hash__(self) -> int: ...

@final
class Ray:
    """A ray that has been fired."""

    @property
    def position(self) -> int: ...
    @property
    def entry(self) -> str: ...
    @property
    def outcome(self) -> Literal["absorbed", "reflected", "out"]: ...
    @property
    def exit(self) -> int | None: ...
    @property
    def length(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def cells(self) -> list[int]: ...

class _Sharing(TypedDict):
    """Spectra that belong to the same number of molecules each."""

    orbits: int
    spectrums: int
    molecules: int

class _Extremes(TypedDict):
    """The extremes of the rays of one outcome; None if no ray has it."""

    max_length: int | None
    max_length_number: int | None
    max_turns: int | None
    max_turns_number: int | None

class _Census(TypedDict):
    """What a census finds."""

    config: str
    molecules: int
    canonical: int
    ambiguous_molecules: int
    ambiguity: dict[int, _Sharing]
    rays: dict[Literal["absorbed", "reflected", "out"], _Extremes]

def spectra(config: Config | str, numbers: Sequence[int] | NDArray[numpy.integer]) -> NDArray[numpy.bytes_]: ...
def decode(board: str, atoms: int | None = None, exact: bool = False) -> dict[str, Any]: ...
def census(config: Config | str, memory: int = 1 << 30, threads: int | None = None) -> _Census: ...
