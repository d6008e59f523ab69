// The positions around a box, and their names.

/** @typedef {{line: number, column: number}} Spot Line and column of the grid, whose box begins at 1. */

/**
 * The spot of a position: west from the top, south from the left, east from the bottom, north from the right.
 * @param {number} position
 * @param {number} width
 * @returns {Spot}
 */
export function spotOf(position, width) {
  const along = position % width;
  switch (Math.floor(position / width)) {
    case 0: return { line: along + 1, column: 0 };
    case 1: return { line: width + 1, column: along + 1 };
    case 2: return { line: width - along, column: width + 1 };
    default: return { line: 0, column: width - along };
  }
}

/**
 * The spots that a ray goes through, from the place where it enters.
 * @param {number} position
 * @param {[number[], number | null]} path The cells that it enters, and the atom that absorbs it.
 * @param {number} exit
 * @param {number} width
 * @returns {Spot[]}
 */
export function wayOf(position, [cells, atom], exit, width) {
  const inside = (atom === null ? cells : [...cells, atom]).map((cell) => ({ line: Math.floor(cell / width) + 1, column: (cell % width) + 1 }));
  const isOut = exit >= 0 && exit !== position;
  return [spotOf(position, width), ...inside, ...(isOut ? [spotOf(exit, width)] : [])];
}

/**
 * The same way without the halves of its first and its last spot that have the labels.
 * @param {Spot[]} spots
 * @param {number} width
 */
export function besideLabels(spots, width) {
  const inside = (/** @type {number} */ at, least = 0.5) => Math.min(Math.max(at, least), width + 1 - least);
  if (spots.length !== 1) return spots.map(({ line, column }) => ({ line: inside(line), column: inside(column) }));
  // A ray that is reflected where it enters turns back at once.
  const [{ line, column }] = spots;
  const isRow = inside(line) === line;
  return [-1, 0, 1].map((side) => {
    const [deep, aside] = [side ? 0.5 : 0.8, side / 8];
    return { line: inside(line, deep) + (isRow ? aside : 0), column: inside(column, deep) + (isRow ? 0 : aside) };
  });
}

/**
 * A position in words.
 * @param {number} position
 * @param {number} width
 */
export function entryName(position, width) {
  const { line, column } = spotOf(position, width);
  return `${["west", "south", "east", "north"][Math.floor(position / width)]} ${column === 0 || column === width + 1 ? line : column}`;
}

/**
 * Reads a number of atoms, or a range of it such as 3-6 or 3..6.
 * @param {string} text
 * @returns {[number, number] | null}
 */
export function readRange(text) {
  const range = /^\s*(\d{1,3})(?:\s*(?:-|–|\.\.)\s*(\d{1,3}))?\s*$/.exec(text);
  return range && [Number(range[1]), Number(range[2] ?? range[1])];
}

/**
 * Writes a number of atoms, or a range of it.
 * @param {[number, number] | null} range
 */
export function rangeName(range) {
  if (range === null) return "";
  return range[0] === range[1] ? `${range[0]}` : range.join("-");
}

/**
 * A cell in words.
 * @param {number} cell
 * @param {number} width
 */
export function cellName(cell, width) {
  return `line ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
}

/**
 * What a ray did, in words.
 * @param {number} position
 * @param {number} exit
 * @param {number} width
 */
export function outcomeName(position, exit, width) {
  if (exit < 0) return "absorbed";
  return exit === position ? "reflected" : `out at ${entryName(exit, width)}`;
}

/**
 * Labels as Emacs writes them: H, R, and a number at both ends of a ray.
 * @param {[number, number][]} shots Positions and exits, in their order.
 * @param {number} width
 * @returns {(string | null)[]}
 */
export function labelsOf(shots, width) {
  /** @type {(string | null)[]} */
  const labels = Array(4 * width).fill(null);
  let number = 0;
  for (const [position, exit] of shots) {
    if (exit < 0) labels[position] = "H";
    else if (exit === position) labels[position] = "R";
    else labels[position] = labels[exit] = String((number += 1));
  }
  return labels;
}
