#!/usr/bin/env python3
"""Checks an archive that data-release.sh has made, with nothing but Python 3.10 or later.

    python3 data-check.py [FOLDER] [--sample N] [--seed S]

It knows the rules and shares no code with the program that made the data. All files must have the
checksums of datapackage.json. Each configuration must have as many molecules as its censuses say. A
sample of the molecules that share their spectrum, and one of all molecules, is traced again, and a
search of its own says how many molecules have each of these spectra. It reads the tables that are
CSV, because plain Python has no reader for Parquet; the CSV and the Parquet of a table have the same
rows, and both name the checksum of these rows.
"""

import argparse, csv, gzip, hashlib, json, random, sys
from collections import Counter, defaultdict
from math import comb, isqrt
from pathlib import Path

ABSORBED, REFLECTED, LABELS = "@", "&", "abcdefghijklmnopqrstuv"
OUTCOMES = {ABSORBED: "absorbed", REFLECTED: "reflected"}


def follow(width, atoms, empty, most, position):
    """Follows the ray from a position, once for each way to fill the unknown cells that it meets with
    at most so many atoms in all. Gives its end (a symbol, or the position where it comes out), the
    cells entered, the turns, and the cells known then. Cells are bits of a board with a border."""
    row = width + 2
    side, along = divmod(position, width)
    at, step = [
        ((along + 1) * row, 1),
        ((width + 1) * row + along + 1, -row),
        ((width - along) * row + width + 1, -1),
        (width - along, row),
    ][side]
    states = [(at, step, 0, 0, atoms, empty)]
    while states:
        at, step, length, turns, atoms, empty = states.pop()
        while True:
            aside = row if abs(step) == 1 else 1
            cells = (at + step, at + step - aside, at + step + aside)
            for cell in cells:
                if not (atoms | empty) >> cell & 1:
                    if atoms.bit_count() < most:
                        states.append((at, step, length, turns, atoms | 1 << cell, empty))
                    empty |= 1 << cell
                if cell == cells[0] and atoms >> cell & 1:
                    break
            ahead, one, other = (atoms >> cell & 1 for cell in cells)
            if ahead:
                end = ABSORBED
            elif one and other or (one or other) and length == 0:
                end = REFLECTED
            elif one or other:
                step, turns = (aside if one else -aside), turns + 1
                continue
            else:
                at += step
                line, column = divmod(at, row)
                if 0 < line <= width and 0 < column <= width:
                    length += 1
                    continue
                end = (line - 1 if column == 0 else width + column - 1 if line > width
                       else 3 * width - line if column > width else 4 * width - column)
            yield end, length, turns, atoms, empty
            break


def rays(text):
    """The end, length and turns of the rays from all positions of a molecule."""
    width = isqrt(len(text))
    places = ((cell // width + 1) * (width + 2) + cell % width + 1 for cell in range(len(text)))
    atoms = sum(1 << place for place, symbol in zip(places, text) if symbol == "O")
    empty = (1 << (width + 2) ** 2) - 1 ^ atoms
    return [next(follow(width, atoms, empty, 0, at))[:3] for at in range(4 * width)]


def spectrum(shot):
    names = {}
    return "".join(end if end in OUTCOMES else names.setdefault(min(position, end), LABELS[len(names)])
                   for position, (end, _, _) in enumerate(shot))


def statistics(shot):
    """What the columns of Molecules say of the rays."""
    of = defaultdict(list)
    for position, (end, length, turns) in enumerate(shot):
        if end in OUTCOMES or position < end:
            of[OUTCOMES.get(end, "out")].append((length, turns))
    edge = sum(length == 0 for length, _ in of["reflected"])
    found = {"reflected_edge": edge, "reflected_deep": len(of["reflected"]) - edge}
    for outcome in ("absorbed", "reflected", "out"):
        found[f"{outcome}_number"] = len(of[outcome])
        for place, measure in enumerate(("length", "turns")):
            values = [ray[place] for ray in of[outcome]]
            found[f"{outcome}_max_{measure}"] = max(values, default=0)
            found[f"{outcome}_tot_{measure}"] = sum(values)
    return found


def search(width, most, symbols):
    """How many molecules with this number of atoms have a spectrum: it shoots ray after ray into a
    box of which nothing is known, and keeps what ends as the spectrum says."""
    row = width + 2
    border = sum(1 << cell for cell in range(row * row)
                 if not (0 < cell // row <= width and 0 < cell % row <= width))
    # A ray is fired from the first of its ends.
    wanted = []
    for position, symbol in enumerate(symbols):
        if symbol in OUTCOMES:
            wanted.append((position, symbol))
        elif symbol in symbols[position + 1:]:
            wanted.append((position, symbols.index(symbol, position + 1)))
    count = 0
    states = [(0, 0, border)]
    while states:
        shot, atoms, empty = states.pop()
        if shot == len(wanted):
            # No ray sees the other cells.
            count += comb(row * row - (atoms | empty).bit_count(), most - atoms.bit_count())
            continue
        position, expected = wanted[shot]
        for end, _, _, more, less in follow(width, atoms, empty, most, position):
            if end == expected:
                states.append((shot + 1, more, less))
    return count


def check(condition, what):
    if not condition:
        sys.exit(f"error: {what}")


def table(folder, name):
    with gzip.open(folder / f"{name}.csv.gz", "rt", newline="") as file:
        yield from csv.DictReader(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--sample", type=int, default=20, help="molecules of each kind per configuration")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print(f"seed {options.seed}")

    package = json.loads((options.folder / "datapackage.json").read_text())
    for resource in package["resources"]:
        digest = hashlib.sha256()
        with open(options.folder / resource["path"], "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        check(f"sha256:{digest.hexdigest()}" == resource["hash"], f"{resource['path']} is another file")
    print(f"{len(package['resources'])} files have their checksums; version {package['version']}")

    stored = {row["config"]: (int(row["nb_atoms"]), int(row["width"]))
              for row in table(options.folder, "configurations")}
    sizes, samples, seen = Counter(), defaultdict(list), Counter()
    for row in table(options.folder, "ambiguous-molecules"):
        config = row["config"]
        sizes[config, row["spectrum"]] += 1
        seen[config] += 1
        # Each row stays in the sample with the same chance.
        place = chance.randrange(seen[config]) if seen[config] > options.sample else len(samples[config])
        if place < options.sample:
            samples[config][place:place + 1] = [row]

    counted = defaultdict(dict)
    for row in table(options.folder, "census-spectrums"):
        counted[row["config"]][int(row["nb_mol"])] = int(row["spectrums"])
    for config, rows in counted.items():
        atoms, width = map(int, config[1:].split("_B"))
        molecules = sum(size * number for size, number in rows.items())
        check(molecules == comb(width**2, atoms), f"the census of {config} has {molecules} molecules")
        if config in stored:
            found = Counter(size for (of, _), size in sizes.items() if of == config)
            check(found == {size: number for size, number in rows.items() if size > 1},
                  f"the census and the molecules of {config} differ")
    print(f"{len(counted)} censuses count all molecules")

    for config, (atoms, width) in stored.items():
        for row in samples[config]:
            shot = rays(row["molecule"])
            expected = statistics(shot) | {"nb_mol": sizes[config, row["spectrum"]]}
            same = all(int(row[column]) == value for column, value in expected.items())
            check(same and spectrum(shot) == row["spectrum"] and row["molecule"].count("O") == atoms,
                  f"molecule {row['number']} of {config} is wrong")
        anyone = (chance.sample(range(width**2), atoms) for _ in range(options.sample))
        texts = ["".join("O" if cell in cells else "-" for cell in range(width**2)) for cells in anyone]
        for text in texts + [row["molecule"] for row in samples[config]]:
            symbols = spectrum(rays(text))
            size = search(width, atoms, symbols)
            check(size == (sizes[config, symbols] or 1), f"{config}: {size} molecules have {symbols}")
        print(f"{config}: {len(samples[config])} molecules are as computed, and "
              f"{len(texts) + len(samples[config])} spectral groups are of the size searched")


if __name__ == "__main__":
    main()
