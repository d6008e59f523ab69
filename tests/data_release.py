"""Damages a small data release in every way that its checker must notice.

    python3 tests/data_release.py PROGRAM FOLDER

The folder takes the release. tests/it/release.rs runs this.
"""

import csv
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
SECONDS = 60


def checked(archive):
    command = [sys.executable, "-I", archive / "data-check.py", "--sample", "5", "--seed", "1"]
    return subprocess.run(command, capture_output=True, timeout=SECONDS)


def rows(archive, table):
    place = archive / table
    with (gzip.open if place.suffix == ".gz" else open)(place, "rt", newline="") as file:
        return list(csv.DictReader(file))


def describe(archive, change=lambda package: None):
    """Gives every file its right checksum, as a forger would."""
    place = archive / "datapackage.json"
    package = json.loads(place.read_text())
    for resource in package["resources"]:
        data = (archive / resource["path"]).read_bytes()
        resource["hash"] = "sha256:" + hashlib.sha256(data).hexdigest()
    change(package)
    place.write_text(json.dumps(package))


def column(table, name, value):
    """Changes a column of every row."""

    def change(archive):
        changed = rows(archive, table)
        header = list(changed[0])
        for row in changed:
            row[name] = value(row[name])
        text = io.StringIO()
        writer = csv.DictWriter(text, header, lineterminator="\n")
        writer.writeheader()
        writer.writerows(changed)
        data = text.getvalue().encode()
        (archive / table).write_bytes(gzip.compress(data) if table.endswith(".gz") else data)
        describe(archive)

    return change


def header_only(archive):
    for place in archive.glob("*.csv.gz"):
        header = gzip.decompress(place.read_bytes()).split(b"\n")[0]
        place.write_bytes(gzip.compress(header + b"\n"))
    describe(archive)


def replaced(path, data):
    def change(archive):
        (archive / path).write_bytes(data((archive / path).read_bytes()))

    return change


def fifo(archive):
    (archive / "twins.parquet").unlink()
    os.mkfifo(archive / "twins.parquet")


def package(change):
    return lambda archive: describe(archive, change)


ambiguous = "ambiguous-molecules.csv.gz"
ATTACKS = {
    "only headers": header_only,
    "no resources": package(lambda package: package.update(resources=[])),
    "a missing table": package(lambda package: package["resources"].pop(0)),
    "a file outside": package(lambda package: package["resources"][0].update(path="../data.db")),
    "an escape in the version": package(lambda package: package.update(version="\x1b[31m1.0")),
    "a resource that is none": package(lambda package: package["resources"].append(3)),
    "a pipe": fifo,
    "a file more": lambda archive: (archive / "more").write_text("more"),
    "a flipped byte": replaced("tables.md", lambda data: bytes([data[0] ^ 1]) + data[1:]),
    "no JSON": replaced("datapackage.json", lambda data: data[:-9]),
    "a cut table": lambda archive: (
        replaced("configurations.csv.gz", lambda data: data[:-9])(archive),
        describe(archive),
    ),
    "a wide box": column("configurations.csv.gz", "config", lambda _: "A3_B100000"),
    "a wrong width": column("configurations.csv.gz", "width", lambda _: "100000"),
    "wrong numbers": column(ambiguous, "number", lambda number: str(int(number) + 1)),
    "wrong canonical numbers": column(ambiguous, "canonical_number", lambda _: "1"),
    "wrong transforms": column(ambiguous, "transform", lambda name: "id" if name != "id" else "rot90"),
    "wrong turns": column(ambiguous, "out_tot_turns", lambda turns: str(int(turns) + 1)),
    "a long field": column(ambiguous, "transform", lambda _: "i" * 100_000),
    "an escape": column(ambiguous, "number", lambda _: "\x1b[2J1"),
    "a false census": column("census-spectrums.csv.gz", "spectrums", lambda number: str(int(number) + 1)),
    "a false summary": column("summary.csv", "spectra", lambda number: str(int(number) - 1)),
    "false orbits": column("summary.csv", "canonical_molecules", lambda number: str(int(number) + 1)),
    "a false checksum": column("summary.csv", "molecules_sha256", lambda digits: digits[::-1]),
    "a summary of another box": column("summary.csv", "config", lambda _: "A4_B4"),
    "an unknown configuration": column(ambiguous, "config", lambda _: "A3_B3"),
}

environment = os.environ | {"BLACKBOX_DB": ""}
release = [ROOT / "scripts/data-release.sh", PROGRAM, FOLDER, "A3_B4 A4_B4", "A2_B3"]
subprocess.run(release, check=True, capture_output=True, env=environment)
(archive,) = FOLDER.glob("black-box-data-*/")
whole = checked(archive)
assert whole.returncode == 0, whole.stderr
for name, attack in ATTACKS.items():
    damaged = FOLDER / "damaged"
    shutil.copytree(archive, damaged)
    attack(damaged)
    found = checked(damaged)
    text = found.stderr.decode()
    assert found.returncode == 1 and text.startswith("error: "), f"{name}: {found}"
    assert text.rstrip("\n").isprintable(), f"{name}: {found}"
    shutil.rmtree(damaged)
print(f"{len(ATTACKS)} damaged archives are refused")
