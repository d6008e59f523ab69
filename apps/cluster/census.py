"""Counts the parts of a census as tasks of Dask, and prints the status of the census.

Each task runs `blackbox`, which writes the file of a part into a folder that all workers share. If a
worker dies, Dask gives its tasks to other workers, which continue after the last finished pass.
"""

import argparse
import subprocess

from distributed import Client


def part(program, number, args):
    """Counts a part, and returns the path of its file."""
    command = [program, "census", "part", f"{number}/{args.parts}", args.config,
               "--output", args.output, "--threads", "1", "--quiet"]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(f"part {number}/{args.parts}: {ended.stderr.strip()}")
    return ended.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", metavar="An_Bp", help="the configuration")
    parser.add_argument("parts", type=int, help="the number of parts")
    parser.add_argument("output", help="the folder for the files of the parts, which all workers share")
    parser.add_argument("--scheduler", help="the address of the scheduler, such as tcp://host:8786 [default: a new one on this machine]")
    parser.add_argument("--program", default="blackbox", help="the path of blackbox [default: blackbox]")
    args = parser.parse_args()
    with Client(args.scheduler) as client:
        numbers = range(1, args.parts + 1)
        tasks = client.map(lambda number: part(args.program, number, args), numbers, retries=3)
        client.gather(tasks)
    subprocess.run([args.program, "census", "status", args.output], check=True)


if __name__ == "__main__":
    main()
