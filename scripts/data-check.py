#!/usr/bin/env python3
"""Checks an archive that data-release.sh has made, with nothing but Python 3.10 or later.

    python3 data-check.py [FOLDER] [--sample N] [--seed S]

It knows the rules and shares no code with the program that made the data. The files must be those of
datapackage.json, with their checksums. Each configuration must have a census that counts all its
molecules, and as many ambiguous ones as the census says. The number of every ambiguous molecule is
computed. A sample of them is traced again and compared with its images, and of these and of a sample of
all molecules, a search of its own finds how many have the same spectrum. Of a configuration of at most
5,000 molecules (--whole), it computes every row, their checksum and the census.

The counts of summary.csv are computed from the censuses and from Burnside's lemma. The checksums of the
censuses, and those of the molecules of larger configurations, can be compared with data/reference of the
repository or computed by the program. This script reads the tables that are CSV, because plain Python
has no reader for Parquet: of the other files, only the checksums are compared.
"""

import argparse, csv, gzip, hashlib, json, random, re, sys, zlib
from collections import Counter, defaultdict
from itertools import combinations, product
from math import comb, isqrt
from pathlib import Path, PurePosixPath

TABLES = {name: f"{name}.csv.gz" for name in ("configurations", "ambiguous-molecules", "census-spectrums")}
TABLES["summary"] = "summary.csv"
WIDEST = 11  # the widest box of the tables
# Where an image has its cell in a line and a column from, in a box whose last line is m; the first one
# that makes a molecule of its canonical one is its transform.
TRANSFORMS = {
    "id": lambda line, column, m: (line, column),
    "rot180": lambda line, column, m: (m - line, m - column),
    "rot90": lambda line, column, m: (column, m - line),
    "rot270": lambda line, column, m: (m - column, line),
    "symm-h": lambda line, column, m: (line, m - column),
    "symm-v": lambda line, column, m: (m - line, column),
    "diag-1": lambda line, column, m: (column, line),
    "diag-2": lambda line, column, m: (m - column, m - line),
}
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
    """What the columns of Molecules say of the rays, in their order."""
    of = defaultdict(list)
    for position, (end, length, turns) in enumerate(shot):
        if end in OUTCOMES or position < end:
            of[OUTCOMES.get(end, "out")].append((length, turns))
    found = {}
    for outcome in ("absorbed", "reflected", "out"):
        found[f"{outcome}_number"] = len(of[outcome])
        if outcome == "reflected":
            found["reflected_edge"] = sum(length == 0 for length, _ in of[outcome])
            found["reflected_deep"] = len(of[outcome]) - found["reflected_edge"]
        lengths, turns = zip(*of[outcome]) if of[outcome] else ([0], [0])
        found |= {f"{outcome}_max_length": max(lengths), f"{outcome}_max_turns": max(turns),
                  f"{outcome}_tot_length": sum(lengths), f"{outcome}_tot_turns": sum(turns)}
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


def number(text):
    """The number of a molecule: those with a later first atom that differs have greater ones."""
    cells, atoms = len(text), text.count("O")
    after, left = 0, atoms
    for cell, symbol in enumerate(text):
        if symbol == "O":
            after += comb(cells - 1 - cell, left)
            left -= 1
    return comb(cells, atoms) - after


def images(text):
    width = isqrt(len(text))
    for name, source in TRANSFORMS.items():
        places = (source(line, column, width - 1) for line in range(width) for column in range(width))
        yield name, "".join(text[line * width + column] for line, column in places)


def symmetry(text):
    """The canonical number of a molecule, and its transform."""
    canonical = min((image for _, image in images(text)), key=number)
    return number(canonical), next(name for name, image in images(canonical) if image == text)


def orbits(width, atoms):
    """How many molecules there are up to rotation and reflection, by Burnside's lemma."""
    fixed = 0
    for source in TRANSFORMS.values():
        # How many ways there are to fill whole cycles of cells with this number of atoms.
        ways, seen = [1] + [0] * atoms, set()
        for cell in product(range(width), repeat=2):
            cycle = 0
            while cell not in seen:
                seen.add(cell)
                cell = source(*cell, width - 1)
                cycle += 1
            for most in range(atoms, cycle - 1, -1) if cycle else ():
                ways[most] += ways[most - cycle]
        fixed += ways[atoms]
    return fixed // len(TRANSFORMS)


def whole(config, width, atoms):
    """The checksum of all rows of Molecules, and how many spectra have how many molecules."""
    digest, sizes = hashlib.sha256(), Counter()
    for place, cells in enumerate(combinations(range(width**2), atoms), 1):
        text = "".join("O" if cell in cells else "-" for cell in range(width**2))
        shot = rays(text)
        canonical, transform = symmetry(text)
        row = config, place, canonical, text, spectrum(shot), transform, *statistics(shot).values()
        digest.update(("|".join(map(str, row)) + "\n").encode())
        sizes[spectrum(shot)] += 1
    return digest.hexdigest(), Counter(sizes.values())


class Wrong(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Wrong(what)


def file(folder, path):
    """A file of the archive, opened if it is one: nothing here waits for a pipe."""
    parts = PurePosixPath(path).parts
    check(parts and ".." not in parts and not path.startswith("/"), f"{path} is not a path in the archive")
    place = folder.joinpath(*parts)
    check(place.is_file(), f"{path} is not a file")
    return place


def read_package(folder):
    """The description of the archive, of which each file has been compared with its checksum."""
    text = file(folder, "datapackage.json")
    check(text.stat().st_size < 1 << 24, "datapackage.json is too long")
    package = json.loads(text.read_text())
    check(isinstance(package, dict) and isinstance(package.get("resources"), list),
          "datapackage.json does not describe an archive")
    version = package.get("version")
    check(isinstance(version, str) and re.fullmatch(r"[0-9]+\.[0-9]+", version), "the version is not one")
    check(all(isinstance(resource, dict) for resource in package["resources"]), "a resource is not one")
    paths = [str(resource.get("path")) for resource in package["resources"]]
    check(len(set(paths)) == len(paths), "a resource is described twice")
    for path in TABLES.values():
        check(path in paths, f"{path} is missing")
    there = {place.relative_to(folder).as_posix() for place in folder.rglob("*") if not place.is_dir()}
    for path in sorted(there - set(paths) - {"datapackage.json"}):
        check(False, f"{path} is not described")
    for resource, path in zip(package["resources"], paths):
        digest = hashlib.sha256()
        with open(file(folder, path), "rb") as opened:
            while block := opened.read(1 << 20):
                digest.update(block)
        check(resource.get("hash") == f"sha256:{digest.hexdigest()}", f"{path} is another file")
    return package


def table(folder, name, *columns):
    """The rows of a table as dicts. It must have these columns and the configuration, and a row."""
    rows = 0
    place = file(folder, TABLES[name])
    with (gzip.open if place.suffix == ".gz" else open)(place, "rt", newline="", encoding="utf-8") as opened:
        # Nothing in a table is longer, and a long line is not kept whole.
        csv.field_size_limit(1 << 10)
        reader = csv.DictReader(iter(lambda: opened.readline(1 << 14), ""), strict=True)
        missing = {"config", *columns} - set(reader.fieldnames or [])
        check(not missing, f"{name} has no column {', '.join(sorted(missing))}")
        for row in reader:
            check(None not in row and None not in row.values(), f"a row of {name} has another length")
            rows += 1
            yield row
    check(rows > 0, f"{name} has no rows")


def box(config):
    """The atoms and the width of a configuration."""
    name = re.fullmatch("A([0-9]{1,3})_B([0-9]{1,2})", config)
    atoms, width = map(int, name.groups()) if name else (0, 0)
    check(1 <= width <= WIDEST and atoms <= width**2 and config == f"A{atoms}_B{width}",
          f"{config} is not a configuration")
    return atoms, width


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--sample", type=int, default=20, help="molecules of each kind per configuration")
    parser.add_argument("--whole", type=int, default=5000, metavar="N",
                        help="compute all rows of configurations of at most N molecules")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print(f"seed {options.seed}")
    check(options.sample > 0, "a sample has at least one molecule")

    package = read_package(options.folder)
    print(f"{len(package['resources'])} files have their checksums; version {package['version']}")

    stored = {}
    for row in table(options.folder, "configurations", "nb_mol", "nb_atoms", "width", "nb_stored"):
        config = row["config"]
        atoms, width = box(config)
        check(config not in stored, f"{config} has two rows")
        molecules = comb(width**2, atoms)
        expected = {"nb_mol": molecules, "nb_stored": molecules, "nb_atoms": atoms, "width": width}
        check(all(int(row[column]) == value for column, value in expected.items()),
              f"the row of {config} is wrong")
        stored[config] = atoms, width

    sizes, samples, numbers = Counter(), defaultdict(list), defaultdict(set)
    columns = ("number", "canonical_number", "transform", "molecule", "spectrum", "nb_mol")
    for row in table(options.folder, "ambiguous-molecules", *columns, *statistics([])):
        config, text = row["config"], row["molecule"]
        check(config in stored, f"{config} is not in configurations")
        atoms, width = stored[config]
        check(len(text) == width**2 and text.count("O") == atoms and text.count("-") == len(text) - atoms,
              f"a molecule of {config} is not one")
        check(int(row["number"]) == number(text), f"the number {row['number']} of {config} is wrong")
        check(number(text) not in numbers[config], f"molecule {row['number']} of {config} has two rows")
        numbers[config].add(number(text))
        sizes[config, row["spectrum"]] += 1
        # Each row stays in the sample with the same chance.
        seen = len(numbers[config])
        place = chance.randrange(seen) if seen > options.sample else len(samples[config])
        if place < options.sample:
            samples[config][place:place + 1] = [row]

    counted = defaultdict(dict)
    for row in table(options.folder, "census-spectrums", "nb_mol", "spectrums"):
        box(row["config"])
        size = int(row["nb_mol"])
        check(size > 0 and size not in counted[row["config"]], f"the census of {row['config']} is wrong")
        counted[row["config"]][size] = int(row["spectrums"])
    for config in stored:
        check(config in counted, f"{config} has no census")
    for config, rows in counted.items():
        atoms, width = box(config)
        molecules = sum(size * number for size, number in rows.items())
        check(molecules == comb(width**2, atoms), f"the census of {config} has {molecules} molecules")
        if config in stored:
            found = Counter(size for (of, _), size in sizes.items() if of == config)
            check(found == {size: number for size, number in rows.items() if size > 1},
                  f"the census and the molecules of {config} differ")
    print(f"{len(counted)} censuses count all molecules, and {sum(map(len, numbers.values()))} numbers are right")

    checksums = {}
    columns = ("molecules", "canonical_molecules", "spectra", "ambiguous_molecules", "ambiguous_spectra",
               "largest_group")
    for row in table(options.folder, "summary", *columns, "molecules_sha256"):
        config = row["config"]
        atoms, width = box(config)
        check(config in counted and config not in checksums, f"the summary should not have this row of {config}")
        shared = {size: number for size, number in counted[config].items() if size > 1}
        expected = (comb(width**2, atoms), orbits(width, atoms), sum(counted[config].values()),
                    sum(size * number for size, number in shared.items()), sum(shared.values()),
                    max(counted[config]))
        check(tuple(int(row[column]) for column in columns) == expected, f"the summary of {config} is wrong")
        checksums[config] = row["molecules_sha256"]
        check(bool(checksums[config]) == (config in stored), f"the summary of {config} has a checksum or should")
    check(len(checksums) == len(counted), "the summary lacks a census")
    print(f"{len(checksums)} rows of the summary count what the censuses do")

    for config, (atoms, width) in stored.items():
        for row in samples[config]:
            shot = rays(row["molecule"])
            canonical, transform = symmetry(row["molecule"])
            expected = statistics(shot) | {
                "nb_mol": sizes[config, row["spectrum"]], "canonical_number": canonical}
            same = all(int(row[column]) == value for column, value in expected.items())
            check(same and spectrum(shot) == row["spectrum"] and row["transform"] == transform,
                  f"molecule {row['number']} of {config} is wrong")
        anyone = (chance.sample(range(width**2), atoms) for _ in range(options.sample))
        texts = ["".join("O" if cell in cells else "-" for cell in range(width**2)) for cells in anyone]
        for text in texts + [row["molecule"] for row in samples[config]]:
            symbols = spectrum(rays(text))
            size = search(width, atoms, symbols)
            check(size == (sizes[config, symbols] or 1), f"{config}: {size} molecules have {symbols}")
        print(f"{config}: {len(samples[config])} molecules are as computed, and "
              f"{len(texts) + len(samples[config])} spectral groups are of the size searched")
        if comb(width**2, atoms) <= options.whole:
            digest, found = whole(config, width, atoms)
            check(digest == checksums[config], f"the checksum of the molecules of {config} is wrong")
            check(found == counted[config], f"the census of {config} is wrong")
            print(f"{config}: all molecules have the checksum of the summary, and the census is as computed")


if __name__ == "__main__":
    try:
        main()
    except (Wrong, OSError, EOFError, zlib.error, csv.Error, ValueError, RecursionError) as error:
        # The text may quote the archive, which must not steer a terminal.
        text = str(error)[:300]
        sys.exit("error: " + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text))
