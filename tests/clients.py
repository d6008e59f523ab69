"""Asks every query of sql/ through every client, and compares the answers. The
parameters are numbers, texts, empty or not set.

    python3 tests/clients.py DATABASE

The database needs A4_B5 with its spectra. tests/queries.rs runs this.
"""

import asyncio
import functools
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import sqlite_utils
from datasette.app import Datasette

ROOT = Path(__file__).resolve().parent.parent
METADATA = json.loads((ROOT / "docs/datasette.json").read_text())
LOOP = asyncio.new_event_loop()

# The values of parameters that are set: a molecule with a twin, and no defaults.
VALUES = {
    ":config": "A4_B8",
    ":number": 42,
    ":limit": 2,
    ":difference": 1,
    ":statistic": "shots",
}


def renamed(database, folder):
    """A copy with A4_B5 as the default configuration, so that no default has an
    empty answer. No query uses the width."""
    copy = Path(folder) / "blackbox.db"
    shutil.copy(database, copy)
    with sqlite3.connect(copy) as connection:
        for table in ["Configurations", "Molecules", "Spectrums"]:
            connection.execute(f"update {table} set config = 'A4_B8' where config = 'A4_B5'")
    connection.close()
    return str(copy)


def by_shell(database, name, sql, parameters):
    """Leaves unset parameters unset, passes numbers as numbers, and quotes texts."""
    command = ["sqlite3", "-bail", "-json", database]
    for parameter, value in parameters.items():
        if value is not None:
            value = f"\"'{value}'\"" if isinstance(value, str) else value
            command += ["-cmd", f".param set {parameter} {value}"]
    out = subprocess.run(command, input=sql, capture_output=True, text=True, check=True)
    assert not out.stderr, out.stderr
    rows = json.loads(out.stdout or "[]")
    return [list(row.values()) for row in rows]


def by_python(database, name, sql, parameters):
    connection = sqlite3.connect(database)
    bound = {parameter[1:]: value for parameter, value in parameters.items()}
    return [list(row) for row in connection.execute(sql, bound)]


def by_sqlite_utils(database, name, sql, parameters):
    bound = {parameter[1:]: value for parameter, value in parameters.items()}
    rows = sqlite_utils.Database(database).query(sql, bound)
    return [list(row.values()) for row in rows]


def by_sqlite_utils_program(database, name, sql, parameters):
    """It knows only texts, and needs every parameter. It would take a query that begins
    with a comment for an option, so the query comes through stdin."""
    command = [sys.executable, "-m", "sqlite_utils", "query", database, "-", "--arrays"]
    for parameter, value in parameters.items():
        command += ["-p", parameter[1:], "" if value is None else str(value)]
    out = subprocess.run(command, input=sql, capture_output=True, text=True, check=True)
    return json.loads(out.stdout)


def by_datasette(database, name, sql, parameters):
    """The canned query: the address has the set parameters as text."""
    given = {p[1:]: str(value) for p, value in parameters.items() if value is not None}
    given["_shape"] = "arrays"
    address = f"/blackbox/{name}.json"
    answer = LOOP.run_until_complete(datasette(database).client.get(address, params=given, timeout=60))
    assert answer.status_code == 200, answer.text
    assert not answer.json()["truncated"]
    return answer.json()["rows"]


@functools.cache
def datasette(database):
    settings = {"sql_time_limit_ms": 60000, "max_returned_rows": 100000}
    return Datasette([database], metadata=METADATA, settings=settings)


CLIENTS = [by_shell, by_python, by_sqlite_utils, by_sqlite_utils_program, by_datasette]


def main(database):
    answers = 0
    for path in sorted((ROOT / "sql").glob("*.sql")):
        name, sql = path.stem, path.read_text()
        names = re.findall(r"^-- (:\w+) ", sql, re.MULTILINE)
        unset = dict.fromkeys(names)
        ways = {
            "set": [
                {name: VALUES[name] for name in names},
                {name: str(VALUES[name]) for name in names},
            ],
            "not set": [unset, dict.fromkeys(names, "")],
        }
        expected = {
            way: by_python(database, name, sql, parameters[0]) for way, parameters in ways.items()
        }
        assert all(expected.values()), f"{name} has no answer"
        if len(names) > 1:
            assert expected["set"] != expected["not set"], f"{name} ignores its parameters"
        for way, each in ways.items():
            for parameters in each:
                for client in CLIENTS:
                    texts = all(isinstance(value, str) for value in parameters.values())
                    if client is by_sqlite_utils_program and not texts:
                        continue
                    answer = client(database, name, sql, parameters)
                    if answer != expected[way]:
                        wrong = f"{client.__name__} answers {name} with {parameters}"
                        sys.exit(f"{wrong}:\n{answer[:3]}\nnot\n{expected[way][:3]}")
                    answers += 1
    print(f"{answers} answers are the same")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(renamed(sys.argv[1], folder))
