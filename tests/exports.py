"""Reads exported tables as other programs do, and compares them with the database.

    python3 tests/exports.py DATABASE FOLDER

FOLDER has all tables of A3_B4 as Parquet and as JSON lines. tests/export.rs runs this.
"""

import json
import sqlite3
import sys
from datetime import datetime, timezone
from pathlib import Path

import bson
import bson.json_util
import duckdb
import pyarrow.parquet

ORDERS = {
    "Configurations": "config",
    "Molecules": "canonical_number, number",
    "Spectrums": "spectrum",
    "CensusSpectrums": "nb_mol",
}


def as_told(cell):
    """A time as the database writes it; any other value as it is."""
    if isinstance(cell, datetime):
        return cell.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return cell


def main(database, folder):
    connection = sqlite3.connect(database)
    compared = 0
    for table, order in ORDERS.items():
        expected = connection.execute(f"select * from {table} order by {order}").fetchall()
        assert expected, table

        path = folder / f"{table}.parquet"
        by_arrow = pyarrow.parquet.read_table(path).to_pylist()
        assert [tuple(map(as_told, row.values())) for row in by_arrow] == expected, table
        session = duckdb.connect()
        session.execute("set timezone = 'UTC'")
        by_duckdb = session.execute(f"select * from '{path}'").fetchall()
        assert [tuple(map(as_told, row)) for row in by_duckdb] == expected, table

        documents = []
        for line in (folder / f"{table}.jsonl").read_text().splitlines():
            # As in mongoimport, the document goes through BSON.
            document = bson.json_util.loads(line)
            assert bson.decode(bson.encode(document)) == json.loads(line)
            documents.append(tuple(document.values()))
        assert documents == expected, table
        compared += len(expected)
    print(f"{compared} rows are the same")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
