// Hexagons and squares: the places of cells, and the drawings and names of pieces.
import { draw } from "../dom.js";
import { ask } from "../engine.js";

/** @typedef {[number, number]} HexCell Axial coordinates for hexagons, column and row for squares. */
/**
 * @typedef {object} Shape The shape of the pieces.
 * @property {string} name
 * @property {number} reach The distance from the middle to a side, in the units of drawings.
 * @property {number} radius The distance to a corner.
 * @property {number} high The distance to the upper end.
 * @property {string[]} directions The names of the directions of doors, anticlockwise.
 * @property {HexCell[]} steps The steps from a cell to its neighbours in these directions.
 */

/** @type {Shape} */
export const HEXAGONS = {
  name: "hexagons",
  reach: 11 * Math.sqrt(3),
  radius: 22,
  high: 22,
  directions: ["east", "north-east", "north-west", "west", "south-west", "south-east"],
  steps: [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]],
};
/** @type {Shape} */
export const SQUARES = {
  name: "squares",
  reach: 19,
  radius: 19 * Math.SQRT2,
  high: 19,
  directions: ["east", "north", "west", "south"],
  steps: [[1, 0], [0, -1], [-1, 0], [0, 1]],
};

/** @type {{number: number, name: string, reading: string}[]} */
let namedHexagrams = [];

/** The hexagram of a piece. @param {number} doors */
export function hexagramOf(doors) {
  if (namedHexagrams.length === 0) namedHexagrams = ask({ hexagrams: {} }).ok;
  return namedHexagrams[doors];
}

/**
 * The name of a piece.
 * @param {number} doors
 * @param {Shape} [shape]
 */
export function pieceName(doors, shape = HEXAGONS) {
  if (shape === SQUARES) return `Square ${doors}`;
  const { number, reading } = hexagramOf(doors);
  return `${number} ${reading}`;
}

/** Joins words with commas, and the last one with "and". @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * The doors of a piece in words.
 * @param {number} doors
 * @param {Shape} [shape]
 */
export function doorsInWords(doors, shape = HEXAGONS) {
  const names = shape.directions.filter((_, direction) => (doors >> direction) & 1);
  if (names.length === 0) return "no doors";
  return `${names.length === 1 ? "a door" : "doors"} to the ${listed(names)}`;
}

/**
 * The cells around one, each with the name of its direction.
 * @param {HexCell} cell
 * @param {Shape} shape
 * @returns {[HexCell, string][]}
 */
export function around([q, r], shape) {
  return shape.steps.map(([right, down], direction) => [[q + right, r + down], shape.directions[direction]]);
}

/**
 * The middle of a cell in a drawing.
 * @param {HexCell} cell
 * @param {Shape} [shape]
 * @returns {[number, number]}
 */
export function middleOf([q, r], shape = HEXAGONS) {
  return shape === SQUARES ? [2 * shape.reach * q, 2 * shape.reach * r] : [2 * shape.reach * (q + r / 2), 1.5 * shape.radius * r];
}

/**
* A point in a drawing relative to the middle of a piece, towards the middle of a side. A side plus a half is a corner.
 * @param {Shape} shape
 * @param {number} side
 * @param {number} distance
 */
function offset(shape, side, distance) {
  const angle = ((2 * Math.PI) / shape.steps.length) * side;
  return `${(distance * Math.cos(angle)).toFixed(2)} ${(-distance * Math.sin(angle)).toFixed(2)}`;
}

/**
 * The corners of a piece.
 * @param {Shape} [shape]
 * @param {number} [inset]
 */
export function outline(shape = HEXAGONS, inset = 0) {
  return shape.steps.map((_, side) => offset(shape, side - 0.5, shape.radius - inset).replace(" ", ",")).join(" ");
}

/**
* Draws a piece around (0, 0): its ground, its walls, and a path through every door.
 * @param {number} doors
 * @param {Shape} [shape]
 */
export function drawPiece(doors, shape = HEXAGONS) {
  const sides = shape.steps.map((_, side) => side);
  const walls = sides.filter((side) => !((doors >> side) & 1));
  const ways = sides.filter((side) => (doors >> side) & 1);
  const wall = (/** @type {number} */ side) => `M${offset(shape, side - 0.5, shape.radius - 1.5)}L${offset(shape, side + 0.5, shape.radius - 1.5)}`;
  return draw(
    "g",
    { class: "piece" },
    draw("polygon", { class: "ground", points: outline(shape) }),
    draw("path", { class: "walls", d: walls.map(wall).join("") || "M0 0" }),
    draw("path", { class: "ways", d: ways.map((side) => `M0 0L${offset(shape, side, shape.reach)}`).join("") || "M0 0" }),
    draw("circle", { class: "hub", r: 10 }),
    draw("text", { class: "number", y: 4.3 }, String(shape === SQUARES ? doors : hexagramOf(doors).number)),
  );
}

/**
* Draws the six lines of a hexagram around (0, 0), the first one at the bottom.
 * @param {number} doors
 * @param {number} width
 * @param {number} pitch The distance from line to line.
 */
export function drawLines(doors, width, pitch) {
  const bars = [0, 1, 2, 3, 4, 5].map((line) => {
    const y = (2.5 - line) * pitch;
    const half = width / 2;
    return (doors >> line) & 1 ? `M${-half} ${y}h${width}` : `M${-half} ${y}h${width * 0.41}M${half} ${y}h${-width * 0.41}`;
  });
  return draw("path", { class: "lines", d: bars.join(""), "stroke-width": pitch * 0.55 });
}
