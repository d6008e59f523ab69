// Hexagons: the places of cells, and the looks and names of pieces.
import { draw } from "../dom.js";
import { ask } from "../engine.js";

/** @typedef {[number, number]} HexCell Axial coordinates. */

/** The distance from the middle of a hexagon to a corner, in the units of drawings. */
export const HEX_RADIUS = 22;
/** The distance from its middle to a side. */
export const HEX_REACH = (HEX_RADIUS * Math.sqrt(3)) / 2;
/** The directions of doors, counter-clockwise. */
const DIRECTION_NAMES = ["east", "north-east", "north-west", "west", "south-west", "south-east"];
/** The steps from a cell to its neighbours in these directions. @type {HexCell[]} */
const HEX_STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/** @type {{number: number, name: string, reading: string}[]} */
let namedHexagrams = [];

/**
 * The hexagram that a piece is.
 * @param {number} doors
 */
export function hexagramOf(doors) {
  if (namedHexagrams.length === 0) namedHexagrams = ask({ hexagrams: {} }).ok;
  return namedHexagrams[doors];
}

/**
 * The name of a piece.
 * @param {number} doors
 */
export function pieceName(doors) {
  const { number, reading } = hexagramOf(doors);
  return `${number} ${reading}`;
}

/**
 * Words with commas, and the last one with "and".
 * @param {string[]} words
 */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * The doors of a piece in words.
 * @param {number} doors
 */
export function doorsInWords(doors) {
  const names = DIRECTION_NAMES.filter((_, direction) => (doors >> direction) & 1);
  if (names.length === 0) return "no doors";
  return `${names.length === 1 ? "door" : "doors"} to the ${listed(names)}`;
}

/**
 * The cells around one, each with the name of its direction.
 * @param {HexCell} cell
 * @returns {[HexCell, string][]}
 */
export function around([q, r]) {
  return HEX_STEPS.map(([right, down], direction) => [[q + right, r + down], DIRECTION_NAMES[direction]]);
}

/**
 * The middle of a cell in a drawing.
 * @param {HexCell} cell
 * @returns {[number, number]}
 */
export function middleOf([q, r]) {
  return [2 * HEX_REACH * (q + r / 2), 1.5 * HEX_RADIUS * r];
}

/**
 * A place in a drawing, from the middle of a hexagon. If `sixths` ends in a half, it is at a corner, else at a side.
 * @param {number} sixths
 * @param {number} distance
 */
function offset(sixths, distance) {
  const angle = (Math.PI / 3) * sixths;
  return `${(distance * Math.cos(angle)).toFixed(2)} ${(-distance * Math.sin(angle)).toFixed(2)}`;
}

/** @param {number} distance */
export function hexOutline(distance = HEX_RADIUS) {
  return [0, 1, 2, 3, 4, 5].map((side) => offset(side - 0.5, distance).replace(" ", ",")).join(" ");
}

/**
 * A piece around (0, 0): its ground, its walls, and a way through every door.
 * @param {number} doors
 */
export function drawPiece(doors) {
  const sides = [0, 1, 2, 3, 4, 5];
  const walls = sides.filter((side) => !((doors >> side) & 1));
  const ways = sides.filter((side) => (doors >> side) & 1);
  const wall = (/** @type {number} */ side) => `M${offset(side - 0.5, HEX_RADIUS - 1.5)}L${offset(side + 0.5, HEX_RADIUS - 1.5)}`;
  return draw(
    "g",
    { class: "piece" },
    draw("polygon", { class: "ground", points: hexOutline() }),
    draw("path", { class: "walls", d: walls.map(wall).join("") || "M0 0" }),
    draw("path", { class: "ways", d: ways.map((side) => `M0 0L${offset(side, HEX_REACH)}`).join("") || "M0 0" }),
    draw("circle", { class: "hub", r: 9.5 }),
    draw("text", { class: "number", y: 3.8 }, String(hexagramOf(doors).number)),
  );
}

/**
 * The six lines of a hexagram around (0, 0), the first one lowest.
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
