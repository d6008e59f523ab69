// The rules of Black Box on a set of atoms, slow and without any code of the page.

/** The place outside a box of this width from which the ray of a position starts, and its direction. */
function entry(position, width) {
  const along = position % width;
  return [
    [along, -1, 0, 1],
    [width, along, -1, 0],
    [width - 1 - along, width, 0, -1],
    [-1, width - 1 - along, 1, 0],
  ][Math.floor(position / width)];
}

/** The name of a position, such as "west 4". */
export function nameOf(position, width) {
  const [line, column] = entry(position, width);
  return `${["west", "south", "east", "north"][Math.floor(position / width)]} ${1 + (position < width || (position >= 2 * width && position < 3 * width) ? line : column)}`;
}

/** The name of a position on the page, such as "left 4". */
export function placeOf(position, width) {
  const sides = { west: "left", south: "bottom", east: "right", north: "top" };
  return nameOf(position, width).replace(/^\w+/, (side) => sides[side]);
}

/**
* The ray of a position: its exit (-1 if it is absorbed), the cells that it enters, and the
 * number of its turns.
 * @param {Set<number>} atoms
 */
export function shoot(atoms, width, position) {
  let [line, column, down, right] = entry(position, width);
  const isIn = (x, y) => x >= 0 && y >= 0 && x < width && y < width;
  const isAtom = (x, y) => isIn(x, y) && atoms.has(x * width + y);
  const cells = [];
  let turns = 0;
  do {
    if (isAtom(line + down, column + right)) return { exit: -1, cells, turns };
    // The cells to the left and to the right of the one ahead.
    const left = isAtom(line + down - right, column + right + down);
    const other = isAtom(line + down + right, column + right - down);
    if ((left && other) || ((left || other) && !isIn(line, column))) return { exit: position, cells, turns };
    if (left || other) {
      [down, right] = left ? [right, -down] : [-right, down];
      turns += 1;
    } else {
      [line, column] = [line + down, column + right];
      cells.push(line * width + column);
    }
  } while (isIn(line, column));
  cells.pop();
  const exit = Array.from({ length: 4 * width }, (_, at) => at).find((at) => entry(at, width)[0] === line && entry(at, width)[1] === column);
  return { exit, cells, turns };
}
