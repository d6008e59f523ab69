"""Asks every query of sql/ through every client, and compares the answers. The
parameters are numbers, texts, empty or not set. Each client must also show the
meaning of the columns and the saved queries, and read every view.

    python3 tests/clients.py DATABASE

The database needs A4_B5 with its spectra. tests/queries.rs runs this. Clients that
need a package are left out without it: DuckDB, and the oldest SQLite, which is in
sql.js 0.2.5 of npm.
"""

import asyncio
import functools
import importlib.util
import json
import os
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
LOOP = asyncio.new_event_loop()

# The values of parameters that are set: a molecule with a twin, and no defaults.
VALUES = {
    ":config": "A4_B8",
    ":number": 42,
    ":limit": 2,
    ":size": 2,
    ":difference": 1,
    ":statistic": "shots",
}


def renamed(database, folder):
    """A copy with A4_B5 as the default configuration, so that no default has an
    empty answer, under another name. No query uses the width."""
    copy = Path(folder) / "a4.db"
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
    answer = asked(database, f"/a4/{name}.json", given).json()
    assert not answer["truncated"]
    return answer["rows"]


@functools.cache
def datasette(database):
    """With the plugin that docs/queries.md names, and time enough for a busy machine."""
    settings = {"sql_time_limit_ms": 60_000}
    return Datasette([database], plugins_dir=str(ROOT / "docs/datasette"), settings=settings)


def asked(database, address, parameters=None):
    async def ask():
        await datasette(database).invoke_startup()
        return await datasette(database).client.get(address, params=parameters, timeout=60)

    answer = LOOP.run_until_complete(ask())
    assert answer.status_code == 200, (address, answer.text)
    return answer


VIEWS = ["Twins", "SpectralGroups", "AmbiguousMolecules", "MoleculesWithGroups", "Atoms"]
SCHEMA = "select sql from sqlite_master where name = 'Molecules'"
SAVED = "select sql from SavedQueries order by name"


def explained(database):
    """Every client shows what a column means, and the saved queries."""
    one = lambda client, sql: "".join(row[0] for row in client(database, "", sql, {}))
    saved = "".join(path.read_text() for path in sorted((ROOT / "sql").glob("*.sql"), key=lambda path: path.stem))
    for client in [by_shell, by_python, by_sqlite_utils, by_sqlite_utils_program]:
        assert "-- rays reflected inside the box" in one(client, SCHEMA), client
        assert one(client, SAVED) == saved, client
    # A page of Datasette ends with the schema, so a description is there twice.
    shown = {
        "": "Ambiguity by symmetry",
        "/Molecules": "rays reflected inside the box</dd>",
        "/MoleculesWithGroups": "rays reflected inside the box</dd>",
        "/Atoms": "from 1 at the left</dd>",
        "/SavedQueries": "with recursive",
        "/distribution": "and in all. :config the configuration",
    }
    for address in {*shown, *(f"/{view}" for view in VIEWS)}:
        text = asked(database, f"/a4{address}").text
        assert shown.get(address, "") in text, address
        assert text.count("One row per ") == 2 or address[1:] not in VIEWS, address
    return 4 + len(shown) + len(VIEWS)


def by_duckdb(database):
    if not importlib.util.find_spec("duckdb_extension_sqlite_scanner"):
        print("SKIPPED: duckdb-extension-sqlite-scanner is not installed")
        return 0
    import duckdb
    import duckdb_extension_sqlite_scanner as scanner

    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    extension = next(Path(scanner.__file__).parent.rglob("*.duckdb_extension"))
    connection.load_extension(str(extension))
    connection.sql(f"attach '{database}' as a4 (type sqlite)")
    for view in VIEWS:
        column = "difference" if view == "SpectralGroups" else "number"
        sql = f"select sum({column}) from {view}"
        expected = by_python(database, "", sql, {})[0][0]
        found = connection.sql(sql.replace("from ", "from a4.")).fetchone()[0]
        assert found == expected, (view, found, expected)
    return len(VIEWS)


OLDEST = """
const SQL = require(process.argv[1]), file = require("fs").readFileSync(process.argv[2]);
const database = new SQL.Database(new Uint8Array(file));
const one = sql => database.exec(sql)[0].values[0][0];
console.log(JSON.stringify([one("select sqlite_version()"), ...process.argv.slice(3).map(one)]));
"""


def by_the_oldest_sqlite(database):
    package = os.environ.get("OLDEST_SQL_JS")
    if not package:
        print("SKIPPED: OLDEST_SQL_JS does not name sql.js 0.2.5")
        return 0
    queries = [f"select count(*) from {table}" for table in ["Molecules", "Spectrums", *VIEWS]]
    command = ["node", "-e", OLDEST, package, database, *queries]
    answers = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    expected = [by_python(database, "", sql, {})[0][0] for sql in queries]
    assert answers == ["3.8.4.3", *expected], answers
    return len(queries)


CLIENTS = [by_shell, by_python, by_sqlite_utils, by_sqlite_utils_program, by_datasette]


def main(database):
    answers = explained(database) + by_duckdb(database) + by_the_oldest_sqlite(database)
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
