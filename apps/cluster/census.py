"""A census on a cluster of Apache Spark: `spark-submit census.py --help`.

The map is `blackbox census --out`, which Spark ships to its workers (--binary), or the
shards that it has written before (--shards). The reduce is census.sql. The result is a folder
for `blackbox census --import`, which checks all sums; this program only refuses early what
`census --import` would refuse.
"""

import argparse
import csv
import glob
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

# Executors take the Python that this names. Without it, they take any `python3` that
# they find.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

from pyspark import AccumulatorParam, SparkConf, SparkFiles
from pyspark.sql import SparkSession

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = "hi bigint, lo bigint, slice int, spectra int, molecules bigint"
FACTS = b"blackbox.shard"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", required=True, metavar="An_Bp")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--binary", help="the program blackbox, for the workers' system")
    source.add_argument("--shards", help="a folder that all workers see, with all shards")
    parser.add_argument("--parts", type=int, default=64, help="number of tasks for --binary [64]")
    parser.add_argument("--block", type=int, help="see `blackbox census --block`")
    parser.add_argument("--out", required=True, help="a new folder for the answer")
    parser.add_argument("--largest", action="store_true",
                        help="find the largest groups, too; this does all the work once more")
    parser.add_argument("--passes", type=int, default=1, metavar="K",
                        help="group 1/K of the keys at a time, for small disks [1]")
    parser.add_argument("--partitions", type=int, default=200, help="partitions of the shuffle [200]")
    parser.add_argument("--master", help="such as spark://host:7077 [the one of spark-submit]")
    parser.add_argument("--memory", default="2g", help="memory per executor [2g]")
    parser.add_argument("--cores", type=int, default=1, help="cores per executor [1]")
    parser.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE",
                        help="any other setting of Spark; you can repeat it")
    return parser.parse_args()


class EveryPart(AccumulatorParam):
    """The facts of each part. If a task runs again, it says the same again."""

    def zero(self, value):
        return {}

    def addInPlace(self, one, other):
        for part, facts in other.items():
            if one.setdefault(part, facts) != facts:
                raise ValueError(f"two tasks disagree about part {part}")
        return one


def facts_of(path):
    import pyarrow.parquet as parquet
    metadata = parquet.read_metadata(path).metadata or {}
    if FACTS not in metadata:
        raise ValueError(f"{path} is not a shard that `blackbox census --out` made")
    return metadata[FACTS].decode()


def mapper(config, parts, block, binary, every_part):
    """The function that turns numbers of parts into the rows of their shards."""

    def rows(batches):
        import pyarrow.parquet as parquet
        program = SparkFiles.get(binary)
        for batch in batches:
            for part in batch.column(0).to_pylist():
                with tempfile.TemporaryDirectory() as folder:
                    command = [program, "census", "--config", config, "--quiet",
                               "--out", folder, "--part", f"{part + 1}/{parts}"]
                    if block:
                        command += ["--block", str(block)]
                    run = subprocess.run(command, capture_output=True, text=True)
                    if run.returncode != 0:
                        raise RuntimeError(f"{' '.join(command)}: {run.stderr.strip()}")
                    (path,) = glob.glob(f"{folder}/*.parquet")
                    with parquet.ParquetFile(path) as shard:
                        yield from shard.iter_batches(batch_size=1 << 16)
                    every_part.add({part + 1: facts_of(path)})

    return rows


def check(every_part, config):
    """Refuses shards that are not all the parts of one census, each once."""
    known = [json.loads(facts) for facts in every_part]
    strange = [facts for facts in known if facts["config"] != config]
    if strange:
        sys.exit(f"error: there is a shard of {strange[0]['config']} among those of {config}")
    next_number, parts = 1, set()
    for facts in sorted(known, key=lambda facts: (facts["from"], facts["to"])):
        if facts["from"] != next_number:
            what = "missing" if facts["from"] > next_number else "there twice"
            sys.exit(f"error: molecules before or from {facts['from']} on are {what}")
        next_number = facts["to"]
        parts.add((facts["part"], facts["parts"]))
    of = {parts for _, parts in parts}
    if len(of) != 1 or len(parts) != len(known) or len(known) != max(of):
        sys.exit(f"error: {len(known)} shards found, of {sorted(of)} parts")


def tell_progress(spark, stop):
    """Says how many tasks are done."""
    tracker, said = spark.sparkContext.statusTracker(), None
    while not stop.wait(0.5):
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info:
                # A task that is done twice counts twice.
                done = min(info.numCompletedTasks, info.numTasks)
                line = f"stage {stage}: {done} of {info.numTasks} tasks"
                if line != said:
                    print(line, file=sys.stderr, flush=True)
                said = line


def main():
    args = arguments()
    os.makedirs(args.out)
    conf = SparkConf().setAppName(f"census of {args.config}")
    if args.master:
        conf.setMaster(args.master)
    conf.set("spark.executor.memory", args.memory)
    conf.set("spark.executor.cores", str(args.cores))
    conf.set("spark.sql.shuffle.partitions", str(args.partitions))
    for setting in args.conf:
        conf.set(*setting.split("=", 1))
    spark = SparkSession.builder.config(conf=conf).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    every_part = spark.sparkContext.accumulator({}, EveryPart())
    if args.shards:
        paths = sorted(glob.glob(f"{args.shards}/*.parquet"))
        facts = [facts_of(path) for path in paths]
        check(facts, args.config)
        rows = spark.read.schema(SCHEMA).parquet(*paths)
    else:
        spark.sparkContext.addFile(args.binary)
        numbers = spark.range(0, args.parts, 1, args.parts)
        rows = numbers.mapInArrow(
            mapper(args.config, args.parts, args.block, os.path.basename(args.binary), every_part),
            SCHEMA,
        )
    stop = threading.Event()
    progress = threading.Thread(target=tell_progress, args=(spark, stop), daemon=True)
    progress.start()
    begun = time.monotonic()
    table, largest = {}, []
    for k in range(args.passes):
        of_pass = rows if args.passes == 1 else rows.where(f"lo % {args.passes} = {k}")
        of_pass.createOrReplaceTempView("shards")
        for row in spark.sql(open(f"{HERE}/census.sql").read()).collect():
            key = row.slice, row.nb_mol
            orbits, spectrums = table.get(key, (0, 0))
            table[key] = orbits + row.orbits, spectrums + row.spectrums
        if args.largest:
            largest += spark.sql(open(f"{HERE}/largest.sql").read()).collect()
        print(f"{k + 1} of {args.passes} passes done", file=sys.stderr, flush=True)
    if not args.shards:
        facts = [every_part.value[part] for part in sorted(every_part.value)]
        check(facts, args.config)
    stop.set()
    spark.stop()
    with open(f"{args.out}/shards.jsonl", "w") as file:
        file.writelines(f"{line}\n" for line in facts)
    if args.largest:
        largest.sort(key=lambda row: (-row.nb_mol, row.hi, row.lo))
        with open(f"{args.out}/largest.csv", "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([["hi", "lo", "nb_mol"], *largest[:100]])
    with open(f"{args.out}/census.csv", "w", newline="") as file:
        rows = [[*key, *counts] for key, counts in sorted(table.items())]
        header = ["slice", "nb_mol", "orbits", "spectrums"]
        csv.writer(file, lineterminator="\n").writerows([header, *rows])
    print(f"{time.monotonic() - begun:.1f} s; blackbox census --config {args.config} "
          f"--import {args.out}")


if __name__ == "__main__":
    main()
