// The positions around a box, and their names.
import { make } from "../dom.js";

/** The rows and columns of a box. @typedef {{rows: number, columns: number}} Size */
/** @typedef {{line: number, column: number}} Spot Line and column of the grid, whose box begins at 1. */

/** The side of a position, counted from west anticlockwise, and the index along that side. @param {number} position @param {Size} size */
export function sideOf(position, { rows, columns }) {
  const half = rows + columns;
  const [along, turns] = [position % half, position < half ? 0 : 2];
  return along < rows ? { side: turns, along } : { side: turns + 1, along: along - rows };
}

/**
 * The spot of a position: west from the top, south from the left, east from the bottom, north from the right.
 * @param {number} position
 * @param {Size} size
 * @returns {Spot}
 */
export function spotOf(position, size) {
  const { rows, columns } = size;
  const { side, along } = sideOf(position, size);
  switch (side) {
    case 0: return { line: along + 1, column: 0 };
    case 1: return { line: rows + 1, column: along + 1 };
    case 2: return { line: rows - along, column: columns + 1 };
    default: return { line: 0, column: columns - along };
  }
}

/**
* The spots on the path of a ray, from its entry to its exit.
 * @param {number} position
 * @param {[number[], number | null]} path The cells that it enters, and the atom that absorbs it.
 * @param {number} exit
 * @param {Size} size
 * @returns {Spot[]}
 */
export function pathSpots(position, [cells, atom], exit, size) {
  const inside = (atom === null ? cells : [...cells, atom]).map((cell) => ({ line: Math.floor(cell / size.columns) + 1, column: (cell % size.columns) + 1 }));
  const isOut = exit >= 0 && exit !== position;
  return [spotOf(position, size), ...inside, ...(isOut ? [spotOf(exit, size)] : [])];
}

/** The middle of a spot in the box, or the point of the wall beside a spot outside. @param {Spot} spot @param {Size} size @returns {[number, number]} */
export function wallOf({ line, column }, { rows, columns }) {
  return [Math.min(Math.max(column - 0.5, 0), columns), Math.min(Math.max(line - 0.5, 0), rows)];
}

/**
* The points of a ray in the box, from wall to wall. An absorbed ray ends at its ball. A ray that is reflected at
* once turns back near the wall.
 * @param {number} position
 * @param {[number[], number | null]} path
 * @param {number} exit
 * @param {Size} size
 * @returns {[number, number][]}
 */
export function pointsOf(position, path, exit, size) {
  const points = pathSpots(position, path, exit, size).map((spot) => wallOf(spot, size));
  const [[x, y]] = points;
  if (points.length === 1) {
    const [dx, dy] = x === 0 ? [0.3, 0] : x === size.columns ? [-0.3, 0] : y === 0 ? [0, 0.3] : [0, -0.3];
    return [[x, y], [x + dx, y + dy]];
  }
  if (path[1] !== null) {
    const [[fromX, fromY], last] = points.slice(-2);
    const length = Math.hypot(last[0] - fromX, last[1] - fromY);
    const share = (length - 0.38) / length;
    points[points.length - 1] = [fromX + (last[0] - fromX) * share, fromY + (last[1] - fromY) * share];
  }
  return points;
}

/** A line through points, in which every turn is a small arc. @param {[number, number][]} points */
export function pathOf(points) {
  const written = (/** @type {number} */ x, /** @type {number} */ y) => `${+x.toFixed(3)} ${+y.toFixed(3)}`;
  return points.map(([x, y], at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    const towards = (/** @type {[number, number]} */ [otherX, otherY]) => {
      const length = Math.hypot(otherX - x, otherY - y);
      const share = Math.min(0.26, length / 2) / length;
      return written(x + (otherX - x) * share, y + (otherY - y) * share);
    };
    if (!before) return `M${written(x, y)}`;
    const isStraight = !after || (after[0] - x) * (y - before[1]) === (after[1] - y) * (x - before[0]);
    return isStraight ? `L${written(x, y)}` : `L${towards(before)}Q${written(x, y)} ${towards(after)}`;
  }).join("");
}

/** A position in words. @param {number} position @param {Size} size */
export function entryName(position, size) {
  const { line, column } = spotOf(position, size);
  const { side } = sideOf(position, size);
  return `${["left", "bottom", "right", "top"][side]} ${side % 2 === 0 ? line : column}`;
}

/** A sentence of the engine with the words that the page uses for sides and atoms, except in quotations. @param {string} sentence @returns {string} */
export function plain(sentence) {
  if (sentence.includes('"')) return sentence.split(/("[^"]*")/).map((part, index) => (index % 2 ? part : plain(part))).join("");
  const sides = { west: "left", south: "bottom", east: "right", north: "top" };
  const ways = { ...sides, south: "down", north: "up" };
  return sentence
    .replace(/\b(west|south|east|north)(?= \d)/gi, (side) => sides[/** @type {keyof typeof sides} */ (side.toLowerCase())])
    .replace(/(?<=cells? )(west|south|east|north)\b/g, (way) => ways[/** @type {keyof typeof ways} */ (way)])
    .replace(/^This program\b/, "This page")
    .replace(/\bhave the same spectrum\b/g, "give the same answers")
    .replace(/\ba (?=molecule\b)/g, "an ")
    .replace(/\bmolecule(s?)\b/g, "arrangement$1")
    .replace(/^Molecules\b/, "Arrangements")
    .replace(/\ban (?=atom\b)/g, "a ")
    .replace(/\batom(s?)\b/g, "ball$1")
    .replace(/\b([Ox])(?= in row \d)/g, (mark) => (mark === "O" ? "a ball" : "an empty cell"))
    .replace(/ of (A\d+_B\w+(?: to A\d+_B\w+)?)/g, " ($1)")
    .replace(/\bA(\d+)(_B(\d+)(?:x(\d+))?) to A(\d+)\2\b/g, (_, least, __, rows, columns, most) => `${least} to ${most} balls, ${rows} × ${columns ?? rows}`)
    .replace(/(?<!such as |\bor )\bA(\d+)_B(\d+)(?:x(\d+))?\b(?!:)/g, (_, balls, rows, columns) => `${balls} ${balls === "1" ? "ball" : "balls"}, ${rows} × ${columns ?? rows}`);
}

/** The number of balls and the size of a box: 4 balls, 8 × 8. @param {[number, number] | null} balls @param {Size} size */
export function boxName(balls, size) {
  const count = balls === null ? "Any balls" : balls[0] === balls[1] ? `${balls[0]} ${balls[0] === 1 ? "ball" : "balls"}` : `${balls[0]} to ${balls[1]} balls`;
  return `${count}, ${size.rows} × ${size.columns}`;
}

/** Reads a number of atoms, or a range of it such as 3-6 or 3..6. @param {string} text @returns {[number, number] | null} */
export function readRange(text) {
  const range = /^\s*(\d{1,3})(?:\s*(?:-|–|\.\.)\s*(\d{1,3}))?\s*$/.exec(text);
  return range && [Number(range[1]), Number(range[2] ?? range[1])];
}

/** Writes a number of atoms, or a range of it. @param {[number, number] | null} range */
export function rangeName(range) {
  if (range === null) return "";
  return range[0] === range[1] ? `${range[0]}` : range.join("-");
}

/** Writes shots for an address. @param {[number, number][]} shots */
export function shotsName(shots) {
  return shots.map(([from, exit]) => (exit < 0 ? `${from}H` : exit === from ? `${from}R` : `${from}-${exit}`)).join(".");
}

/** Reads the size of a box: 8, or 12x20 for 12 rows and 20 columns. @param {string} text @returns {Size | null} */
export function readSize(text) {
  const size = /^\s*(\d{1,3})(?:\s*[x×]\s*(\d{1,3}))?\s*$/.exec(text);
  return size && { rows: Number(size[1]), columns: Number(size[2] ?? size[1]) };
}

/** Writes the size of a box. @param {Size} size */
export function sizeName({ rows, columns }) {
  return rows === columns ? `${rows}` : `${rows}x${columns}`;
}

/** Shows which box of another program is chosen. @param {string} id @param {string} key Balls and size, such as 3-6/8. */
export function showPreset(id, key) {
  const presets = /** @type {HTMLSelectElement} */ (document.getElementById(id));
  presets.value = [...presets.options].some(({ value }) => value === key) ? key : "";
}

/** A link to a molecule. Its number has no commas, so that it can be typed again. @param {string} config @param {string} number */
export const linkTo = (config, number) => make("a", { href: `#molecule/${config}/${number}` }, `number ${number}`);

/** A cell in words. @param {number} cell @param {Size} size */
export function cellName(cell, size) {
  return `row ${Math.floor(cell / size.columns) + 1}, column ${(cell % size.columns) + 1}`;
}

/** The result of a ray, in words. @param {number} position @param {number} exit @param {Size} size */
export function outcomeName(position, exit, size) {
  if (exit < 0) return "absorbed";
  return exit === position ? "reflected" : `out at ${entryName(exit, size)}`;
}

/**
* The labels of positions as Emacs writes them: H, R, or the same number at both ends of a ray.
 * @param {[number, number][]} shots Positions and exits, in their order.
 * @param {Size} size
 * @returns {(string | null)[]}
 */
export function labelsOf(shots, size) {
  /** @type {(string | null)[]} */
  const labels = Array(2 * (size.rows + size.columns)).fill(null);
  let number = 0;
  for (const [position, exit] of shots) {
    if (exit < 0) labels[position] = "H";
    else if (exit === position) labels[position] = "R";
    else labels[position] = labels[exit] = String((number += 1));
  }
  return labels;
}

/**
* The entries of a board, with the results of their rays as far as they are known.
 * @param {[number, number][]} shots
 * @param {Size} size
 * @returns {import("./grid.js").Edge[]}
 */
export function edgesOf(shots, size) {
  const exits = new Map(shots.flatMap(([from, exit]) => (exit < 0 ? [[from, exit]] : [[from, exit], [exit, from]])));
  return labelsOf(shots, size).map((label, position) => {
    const exit = exits.get(position);
    const did = exit === undefined ? "not fired" : outcomeName(position, exit, size);
    return { label, words: `${entryName(position, size)}: ${did}${/\d/.test(label ?? "") ? `, number ${label}` : ""}`, marks: [] };
  });
}
