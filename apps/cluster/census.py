"""The parts of a census as tasks of Dask: `python census.py --help`.

Each task runs the program `blackbox`, which writes a file into a folder that all workers see. If a
worker dies, Dask gives its tasks to others, and these continue after the last pass.
"""

import argparse
import subprocess

from distributed import Client


def part(program, number, args):
    """Counts a part. Returns the path of its file."""
    command = [program, "census", "part", f"{number}/{args.parts}", args.config,
               "--output", args.output, "--threads", "1", "--quiet"]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(f"part {number}/{args.parts}: {ended.stderr.strip()}")
    return ended.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", metavar="An_Bp")
    parser.add_argument("parts", type=int, help="the number of parts")
    parser.add_argument("output", help="a folder that all workers see")
    parser.add_argument("--scheduler", help="such as tcp://host:8786 [this machine alone]")
    parser.add_argument("--program", default="blackbox", help="the program on the workers [blackbox]")
    args = parser.parse_args()
    with Client(args.scheduler) as client:
        numbers = range(1, args.parts + 1)
        tasks = client.map(lambda number: part(args.program, number, args), numbers, retries=3)
        client.gather(tasks)
    subprocess.run([args.program, "census", "status", args.output], check=True)


if __name__ == "__main__":
    main()
