"""Runs real processes on loopback: a master of Spark and two workers, DuckDB, blackbox.

test.sh calls it with the program blackbox and the largest configuration as its arguments. The last
line says what passed.
"""

import os
import re
import resource
import shutil
import signal
import sqlite3
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

import duckdb
import pyspark

HERE = os.path.dirname(os.path.abspath(__file__))
BLACKBOX = os.path.abspath(sys.argv[1])
LARGE = sys.argv[2]
SPARK = os.path.dirname(pyspark.__file__)
ENVIRONMENT = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": SPARK,
               "PYSPARK_PYTHON": sys.executable}

passed = []


def run(*command, fails=False, said=""):
    """Runs a program to its end. It must succeed, or fail if `fails`, and must say `said`."""
    ended = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    both = ended.stdout + ended.stderr
    assert (ended.returncode != 0) == fails, f"{command}: {ended.returncode}\n{both}"
    assert said in both, f"{command}\n{both}"


def blackbox(*args, **how):
    run(BLACKBOX, *args, "--quiet", **how)


def found(database, config, largest):
    """What is stored of a census, except what no engine can know."""
    queries = [
        "select * from CensusSpectrums where config = ? order by nb_mol",
        "select * from CensusRays where config = ? order by outcome, measure",
    ]
    if largest:
        queries += [
            "select * from CensusGroups where config = ? and merit = 'size' order by rank",
            "select * from CensusMolecules where config = ? and merit = 'size' order by rank, number",
        ]
    connection = sqlite3.connect(database)
    rows = [connection.execute(query, [config]).fetchall() for query in queries]
    connection.close()
    return rows


def compare(config, *answer, largest=True):
    """Imports an answer, verifies it, and compares it with the census of one machine."""
    database = f"{config}-imported.db"
    blackbox("census", "--config", config, "--db", database, "--import", *answer, "--force")
    blackbox("verify", "--config", config, "--db", database)
    expected = found("builtin.db", config, largest)
    assert expected[0] and found(database, config, largest) == expected, config


class Cluster:
    """A master and two workers with one core each."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self.master = f"spark://127.0.0.1:{port}"
        self.processes = {}
        self.workers = 0
        try:
            self.start("master", "master.Master", "elected leader", "--port", port)
            self.add_worker()
            self.add_worker()
        except BaseException:
            self.end()
            raise

    def add_worker(self):
        self.workers += 1
        name = f"worker-{self.workers}"
        self.start(name, "worker.Worker", "Successfully registered with master",
                   "-c", "1", "-m", "1g", "-d", os.path.abspath(name), self.master)

    def start(self, name, what, ready, *args):
        """Starts a process and waits until it says that it is ready."""
        command = [f"{SPARK}/bin/spark-class", f"org.apache.spark.deploy.{what}",
                   "--host", "127.0.0.1", "--webui-port", "0", *args]
        env = {**ENVIRONMENT, "SPARK_DAEMON_MEMORY": "256m"}
        with open(f"{name}.log", "w") as log:
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        self.processes[name] = process
        until = time.monotonic() + 120
        while ready not in open(f"{name}.log").read():
            assert process.poll() is None, open(f"{name}.log").read()
            assert time.monotonic() < until, f"{name} does not begin"
            time.sleep(0.2)

    def kill_worker(self):
        """Kills a worker that has an executor, and the executor: -9, by their ids."""
        for name, process in list(self.processes.items()):
            if not name.startswith("worker"):
                continue
            inside = children(process.pid)
            if inside:
                for pid in [process.pid, *inside]:
                    os.kill(pid, signal.SIGKILL)
                process.wait()
                del self.processes[name]
                return
        raise AssertionError("no worker has an executor")

    def end(self):
        for process in self.processes.values():
            process.kill()
            process.wait()


def children(pid):
    """The ids of all processes below one."""
    found = []
    for task in os.listdir("/proc"):
        if task.isdigit():
            try:
                stat = open(f"/proc/{task}/stat").read()
            except OSError:
                continue
            if int(stat.rsplit(")", 1)[1].split()[1]) == pid:
                found += [int(task), *children(int(task))]
    return found


def census(cluster, config, out, *more):
    """The command of a census on the cluster."""
    shutil.rmtree(out, ignore_errors=True)
    return [f"{SPARK}/bin/spark-submit", "--driver-memory", "768m", f"{HERE}/census.py",
            "--config", config, "--out", out, "--master", cluster.master, "--memory", "640m",
            "--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1", *more]


def processor_seconds(processes):
    """The processor seconds of these, of this program and of all that has ended, with children."""
    whose = [resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN]
    seconds = sum(sum(resource.getrusage(one)[:2]) for one in whose)
    ticks = 0
    for process in processes:
        stat = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
        ticks += sum(map(int, stat[11:15]))
    return seconds + ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def test(name, cluster=None):
    processes = cluster.processes if cluster else {}
    begun, taken = time.monotonic(), processor_seconds(processes.values())
    yield
    taken = processor_seconds(processes.values()) - taken
    passed.append(name)
    print(f"passed: {name} ({time.monotonic() - begun:.0f} s; {taken:.0f} processor seconds)",
          flush=True)


def killed(cluster, config, stage, *source):
    """A census during which a worker is killed, while this stage is under way."""
    # The stage has enough tasks to catch it between two of these.
    command = census(cluster, config, "killed", *source, "--partitions", "64",
                     "--conf", "spark.sql.adaptive.enabled=false")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env=ENVIRONMENT)
    said, done = [], False
    for line in process.stdout:
        said.append(line)
        # The map is stage 0, and the later stages have other numbers.
        progress = re.match(r"stage (\d+): (\d+) of (\d+) tasks", line)
        if progress:
            at, tasks, of = map(int, progress.groups())
            # A task that ran twice, as after a kill, is one task.
            assert tasks <= of, line
            if not done and (at == 0) == (stage == 0) and 0 < tasks < of:
                cluster.kill_worker()
                done = True
    assert process.wait() == 0, "".join(said)
    assert done, "nothing was killed:\n" + "".join(said)
    compare(config, "killed", largest=False)
    cluster.add_worker()


def main():
    with test("the census of one machine"):
        for config in sorted({"A4_B8", "A5_B8", LARGE}):
            blackbox("census", "--config", config, "--db", "builtin.db")
    with test(f"DuckDB on shards of A4_B8 and {LARGE}"):
        for config in ["A4_B8", LARGE]:
            for part in range(1, 5):
                blackbox("census", "--config", config, "--out", f"shards-{config}",
                         "--part", f"{part}/4")
            session = duckdb.connect()
            session.sql("set memory_limit = '500MB'")
            session.sql("set threads = 2")
            session.sql(f"create view shards as from 'shards-{config}/*.parquet'")
            os.makedirs(f"duckdb-{config}", exist_ok=True)
            for name in ["census", "largest"]:
                sql = open(f"{HERE}/{name}.sql").read()
                session.sql(sql).write_csv(f"duckdb-{config}/{name}.csv")
            compare(config, f"duckdb-{config}", f"shards-{config}")
    with test("--buckets of three processes"):
        parts = [subprocess.Popen([BLACKBOX, "census", "--config", "A4_B8", "--quiet", "--out",
                                   "buckets", "--buckets", f"{part}/3"], stdout=subprocess.DEVNULL)
                 for part in [1, 2, 3]]
        assert [part.wait() for part in parts] == [0, 0, 0]
        compare("A4_B8", "buckets")
    cluster = Cluster()
    try:
        with test(f"Spark over shards of {LARGE}, in two passes", cluster):
            run(*census(cluster, LARGE, "out", "--shards", os.path.abspath(f"shards-{LARGE}"),
                        "--passes", "2", "--partitions", "8"))
            compare(LARGE, "out", largest=False)
        with test("Spark over the program, A4_B8 with its largest groups", cluster):
            run(*census(cluster, "A4_B8", "out", "--binary", BLACKBOX, "--parts", "6",
                        "--partitions", "4", "--largest"))
            compare("A4_B8", "out")
        with test("A5_B8 while a worker is killed in the map"):
            killed(cluster, "A5_B8", 0, "--binary", BLACKBOX, "--parts", "24")
        with test(f"{LARGE} while a worker is killed in the reduce"):
            killed(cluster, LARGE, 1, "--shards", os.path.abspath(f"shards-{LARGE}"))
        with test("a mapper that fails"):
            with open("failing", "w") as file:
                file.write("#!/bin/sh\necho 'error: no luck' >&2\nexit 1\n")
            os.chmod("failing", 0o755)
            run(*census(cluster, "A4_B8", "out", "--binary", os.path.abspath("failing"), "--parts", "2"),
                fails=True, said="no luck")
            assert not os.path.exists("out/census.csv")
        with test("a truncated shard, one of another configuration, one counted twice"):
            whole = open("shards-A4_B8/A4_B8-1-of-4.parquet", "rb").read()
            for wrong, said in [
                (whole[:len(whole) // 2], "arquet"),
                (open(f"shards-{LARGE}/{LARGE}-1-of-4.parquet", "rb").read(), f"of {LARGE} among"),
                (whole, "there twice"),
            ]:
                with open("shards-A4_B8/wrong.parquet", "wb") as file:
                    file.write(wrong)
                run(*census(cluster, "A4_B8", "out", "--shards", os.path.abspath("shards-A4_B8")),
                    fails=True, said=said)
                assert not os.path.exists("out/census.csv")
                # If no program has checked the shards, the sums refuse them.
                blackbox("census", "--config", "A4_B8", "--db", "wrong.db", "--import",
                         "duckdb-A4_B8", "shards-A4_B8", fails=True, said="error: ")
            os.remove("shards-A4_B8/wrong.parquet")
    finally:
        cluster.end()


if __name__ == "__main__":
    # If somebody ends this program, the cluster ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("error: stopped"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
        os.chdir("/")
    print("apps/cluster: passed " + "; ".join(passed))
