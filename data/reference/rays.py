"""Tests an implementation of Black Box against rays.jsonl: put yours in place of `fire`."""

import json, sys
from pathlib import Path

HEADINGS = {"west": (0, 1), "south": (-1, 0), "east": (0, -1), "north": (1, 0)}


def fire(rows, columns, atoms, side, index):
    """The answer to a ray: its outcome, the exit of one that comes out, its length and its turns."""
    down, right = HEADINGS[side]
    row, column = {"west": (index, 0), "south": (rows + 1, index),
                   "east": (index, columns + 1), "north": (0, index)}[side]
    length = turns = 0
    while True:
        row_ahead, column_ahead = row + down, column + right
        one = (row_ahead + right, column_ahead + down) in atoms
        other = (row_ahead - right, column_ahead - down) in atoms
        if (row_ahead, column_ahead) in atoms:
            return {"outcome": "absorbed", "length": length, "turns": turns}
        if one and other or (one or other) and length == 0:
            return {"outcome": "reflected", "length": length, "turns": turns}
        if one or other:  # turn away from the atom, and look again before the next step
            down, right, turns = (-right, -down, turns + 1) if one else (right, down, turns + 1)
            continue
        row, column = row_ahead, column_ahead
        if not (1 <= row <= rows and 1 <= column <= columns):
            exit = [next(side for side in HEADINGS if HEADINGS[side] == (-down, -right)), row if right else column]
            return {"outcome": "out", "exit": exit, "length": length, "turns": turns}
        length += 1


boards = rays = wrong = wrong_boards = 0
for line in Path(sys.argv[1]).read_text().splitlines():
    board, before = json.loads(line), wrong
    atoms = {tuple(atom) for atom in board["atoms"]}
    for ray in board["rays"]:
        entry = {"side": ray["side"], "index": ray["index"]}
        found = entry | fire(board["rows"], board["columns"], atoms, **entry)
        if found != ray:
            wrong or print(f"{board['rows']} by {board['columns']}, atoms {board['atoms']}:\n{found}, not\n{ray}")
            wrong += 1
    boards, rays, wrong_boards = boards + 1, rays + len(board["rays"]), wrong_boards + (wrong > before)
print(f"{wrong} of {rays} rays differ, on {wrong_boards} of {boards} boards")
sys.exit(wrong > 0)
