"""Compares `blackbox export` with DuckDB's COPY of the same rows, side by side.

    python3 benches/parquet.py BLACKBOX DATABASE [CONFIG] [ROUNDS]

Needs duckdb and duckdb-extension-sqlite-scanner (pip). Both programs write Parquet with
zstd. DuckDB gets both cores and no order, its fastest way. Each round ends with a
comparison of the rows.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import duckdb_extension_sqlite_scanner


def scanner():
    folder = Path(duckdb_extension_sqlite_scanner.__file__).parent
    return next(folder.rglob("*.duckdb_extension"))


def timed(work):
    begun, before = time.perf_counter(), os.times()
    work()
    after = os.times()
    processor = sum(after[:4]) - sum(before[:4])
    return time.perf_counter() - begun, processor


def main(blackbox, database, config="A4_B8", rounds="5"):
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = f"{folder}/ours.parquet", f"{folder}/theirs.parquet"

        def export():
            command = [blackbox, "export", "molecules", "--config", config, "--db", database]
            command += ["--out", ours, "--force", "--quiet"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        def copy():
            session = duckdb.connect()
            session.execute(f"load '{scanner()}'")
            session.execute(
                f"""copy (select * from sqlite_scan('{database}', 'Molecules')
                           where config = '{config}')
                    to '{theirs}' (format parquet, compression zstd)"""
            )

        for _ in range(int(rounds)):
            for name, work in [("blackbox", export), ("DuckDB", copy)]:
                time_taken = timed(work)
                best[name] = min(best.get(name, time_taken), time_taken)
            missing = duckdb.execute(
                f"select count(*) from (from '{ours}' except all from '{theirs}')"
            ).fetchone()
            rows = [
                duckdb.execute(f"select count(*) from '{path}'").fetchone()
                for path in (ours, theirs)
            ]
            assert missing == (0,) and rows[0] == rows[1], (missing, rows)
        sizes = {"blackbox": os.path.getsize(ours), "DuckDB": os.path.getsize(theirs)}
    for name, (clock, processor) in best.items():
        print(f"{name:8}  {clock:6.2f} s  {processor:6.2f} s of processor  {sizes[name]:,} bytes")
    (ours, _), (theirs, _) = best["blackbox"], best["DuckDB"]
    print(f"blackbox takes {ours / theirs:.2f} times as long, {sizes['blackbox'] / sizes['DuckDB']:.3f} of the room")


if __name__ == "__main__":
    main(*sys.argv[1:])
